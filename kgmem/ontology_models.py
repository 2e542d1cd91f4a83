"""Model classes as a second way to declare types: what they say, written as Turtle.

A class is a type of entity, its docstring the description, its fields the attributes: a field of another class is a
relation to it, one of a text, a number or a date a value; a list of these may hold many at a time. A class with the
fields `source` and `target` is a relation between the two. Any class with annotations will do: a Pydantic model, a
dataclass or a plain one. `aliases`, `nouns` and `cues` may be given as class variables.
"""

from __future__ import annotations

import enum
import inspect
import json
import types
import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from kgmem.errors import OntologyError
from kgmem.ontology_check import reserved_reason
from kgmem.ontology_terms import relation_words

_PREFIXES = """@prefix kg: <https://kgmem.org/ontology#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
"""
_ENDS = frozenset(("source", "target"))
_EXTRAS = {"aliases": "kg:alias", "nouns": "kg:noun", "cues": "kg:cue"}
_LIBRARIES = frozenset(("builtins", "pydantic", "typing", "abc", "enum", "dataclasses"))
_MANY = (list, set, frozenset, tuple, Sequence)


@dataclass(frozen=True, slots=True)
class _Attribute:
    """A field of a class: the class or kind of value it holds, and whether many at a time."""

    name: str
    range: str
    many: bool = False
    description: str = ""
    alias: str = ""


def is_model(entry: object) -> bool:
    return isinstance(entry, type)


def turtle_of(models: Sequence[type]) -> str:
    """The Turtle that declares the same as these classes. OntologyError names class and field of what cannot be."""
    wanted = list(dict.fromkeys(up for model in models for up in (*reversed(_parents(model)), model)))
    names = [model.__name__ for model in wanted]
    if doubled := next((name for name in names if names.count(name) > 1), None):
        raise OntologyError(f"two different classes are called {doubled}; rename one of them")
    blocks: list[str] = []
    attributes: dict[str, list[tuple[type, _Attribute]]] = {}
    for model in wanted:
        found = list(_attributes(model, wanted))
        if {one.name for one in found} & _ENDS:
            blocks.append(_relation(model, found))
            continue
        blocks.append(_class(model))
        for one in found:
            attributes.setdefault(one.name, []).append((model, one))
    return "\n".join([_PREFIXES, *blocks, *(_attribute(name, held) for name, held in attributes.items())])


def _parents(model: type) -> list[type]:
    """The classes above one that are models themselves, nearest first."""
    above = [up for up in model.__mro__[1:] if up.__module__.partition(".")[0] not in _LIBRARIES]
    return [up for up in above if _own_names(up)]


def _own_names(model: type) -> list[str]:
    """Names of the fields a class itself declares, not those it has from the classes above."""
    hints = inspect.get_annotations(model)
    return [name for name, hint in hints.items() if not name.startswith("_") and not _is_class_variable(hint)]


def _is_class_variable(hint: Any) -> bool:
    return typing.get_origin(hint) is typing.ClassVar or str(hint).removeprefix("typing.").startswith("ClassVar")


def _attributes(model: type, models: Sequence[type]) -> Iterator[_Attribute]:
    fields = getattr(model, "model_fields", {})
    names = _own_names(model)
    hints: dict[str, Any] = {}
    if any(name not in fields for name in names):
        try:
            hints = typing.get_type_hints(model, localns={one.__name__: one for one in models})
        except (NameError, TypeError) as error:
            raise OntologyError(f"{model.__name__}: {error}; give the class it speaks of as well") from error
    for name in names:
        field = fields.get(name)
        hint = getattr(field, "annotation", None) if field is not None else hints.get(name)
        range_, many = _range(model, name, hint, models)
        yield _Attribute(
            name, range_, many, getattr(field, "description", None) or "", getattr(field, "alias", None) or ""
        )


def _range(model: type, name: str, hint: Any, models: Sequence[type]) -> tuple[str, bool]:
    """The class or kind of value a type hint speaks of, and whether it holds many."""
    origin, inner = typing.get_origin(hint), [part for part in typing.get_args(hint) if part is not type(None)]
    if origin in (typing.Union, types.UnionType) and len(inner) == 1:
        return _range(model, name, inner[0], models)
    if origin is typing.Annotated:
        return _range(model, name, inner[0], models)
    if origin is typing.Literal:
        return "Text", False
    if (origin in _MANY or hint in _MANY) or (isinstance(origin, type) and issubclass(origin, Sequence)):
        inner = [part for part in inner if part is not Ellipsis]
        return (_range(model, name, inner[0], models)[0] if inner else "Text"), True
    if isinstance(hint, (str, typing.ForwardRef)):
        named = hint if isinstance(hint, str) else hint.__forward_arg__
        hint = next((one for one in models if one.__name__ == named), None)
    if hint in models:
        return hint.__name__, False
    if isinstance(hint, type):
        if issubclass(hint, (bool, str, enum.Enum)):
            return "Text", False
        if issubclass(hint, (int, float, Decimal)):
            return "Number", False
        if issubclass(hint, date):
            return "Date", False
    raise OntologyError(
        f"{model.__name__}.{name} is of a type kgmem cannot hold; use str, int, float, date, another class given to "
        "ontology=, or a list of one of these"
    )


def _class(model: type) -> str:
    parents = [up.__name__ for up in _parents(model)[:1]]
    return _block(model, "rdfs:Class", [*(f"rdfs:subClassOf kg:{up}" for up in parents)])


def _relation(model: type, found: Sequence[_Attribute]) -> str:
    ends = {one.name: one for one in found}
    if ends.keys() != _ENDS:
        more = ", ".join(sorted(ends.keys() ^ _ENDS))
        raise OntologyError(f"{model.__name__} is a relation: it has the fields source and target only, not {more}")
    if reason := reserved_reason(model.__name__):
        raise OntologyError(reason)
    said = [f"rdfs:domain kg:{ends['source'].range}", f"rdfs:range kg:{ends['target'].range}"]
    if ends["target"].many:
        said.append("kg:functional false")
    return _block(model, "kg:Relation", said)


def _attribute(name: str, held: Sequence[tuple[type, _Attribute]]) -> str:
    """The relation of a field; of one that several classes have, between any thing and what they agree on."""
    model, first = held[0]
    if reason := reserved_reason(name, model.__name__):
        raise OntologyError(reason)
    if other := next((cls for cls, one in held if one.range != first.range), None):
        raise OntologyError(
            f"{name} is a {first.range} in {model.__name__} and another in {other.__name__}; make it one"
        )
    domain = model.__name__ if len(held) == 1 else "Thing"
    said = [f"rdfs:domain kg:{domain}", f"rdfs:range kg:{first.range}"]
    said.append(f"kg:functional {'false' if any(one.many for _, one in held) else 'true'}")
    if first.range in ("Text", "Number", "Date"):
        said.append(f"rdfs:label {_quoted(f'has the {relation_words(name)}')}@en")
    if first.description:
        said.append(f"rdfs:comment {_quoted(first.description)}@en")
    if first.alias and first.alias != name:
        said.append(f"kg:alias {_quoted(first.alias)}@en")
    return _joined(name, "kg:Relation", said)


def _block(model: type, kind: str, said: Sequence[str]) -> str:
    lines = list(said)
    doc = inspect.cleandoc(model.__dict__.get("__doc__") or "")
    if doc and not doc.startswith(f"{model.__name__}("):  # the one dataclasses make up
        lines.append(f"rdfs:comment {_quoted(doc)}@en")
    for extra, predicate in _EXTRAS.items():
        words = model.__dict__.get(extra, ())
        lines += [f"{predicate} {_quoted(str(word))}@en" for word in ((words,) if isinstance(words, str) else words)]
    return _joined(model.__name__, kind, lines)


def _joined(name: str, kind: str, said: Sequence[str]) -> str:
    return " ;\n    ".join([f"kg:{name} a {kind}", *said]) + " .\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
