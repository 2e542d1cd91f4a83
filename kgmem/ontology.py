"""The ontology: which relations and events there are, what they connect, and how a sentence says them.

Read from Turtle, the files shipped with kgmem and any the user adds, or from the user's model classes. The shipped
files are compiled (`ontology/compiled.json`), and so is what a user adds, beside the memory: reading Turtle is for new
files only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from kgmem import ontology_check, ontology_kept
from kgmem.errors import OntologyError
from kgmem.ontology_check import RESERVED
from kgmem.ontology_cues import parse_cue
from kgmem.ontology_models import is_model, turtle_of
from kgmem.ontology_read import Fault, Layer, overlay
from kgmem.ontology_terms import (
    AREAS,
    DECAYS,
    LEFT,
    THING,
    Cue,
    Effect,
    EventKind,
    Kind,
    Ontology,
    Relation,
    Role,
    relation_words,
)
from kgmem.ontology_turtle import NAMESPACE, Said, read_turtle
from kgmem.text import digest

__all__ = [
    "AREAS",
    "COMPILED",
    "DECAYS",
    "LEFT",
    "NAMESPACE",
    "PACKAGED",
    "RESERVED",
    "THING",
    "Cue",
    "Effect",
    "Entry",
    "EventKind",
    "Fault",
    "Kind",
    "Ontology",
    "Relation",
    "Role",
    "check",
    "compile_shipped",
    "load",
    "parse_cue",
    "relation_words",
]

PACKAGED = (
    *("core.ttl", "people.ttl", "events.ttl"),
    *("chinese.ttl", "chinese_people.ttl", "chinese_events.ttl", "chinese_labels.ttl"),
)
COMPILED = "compiled.json"

Entry: TypeAlias = str | os.PathLike[str] | type
"""What `ontology=` takes: a Turtle file, or a model class."""
_Sources: TypeAlias = tuple[tuple[str, str], ...]


def load(extra: Sequence[Entry] = (), *, cache: Path | None = None, strict: bool = False) -> Ontology:
    """The shipped ontology with the user's own Turtle files and model classes on top.

    Raises OntologyError with file, line (if known) and reason. What is read is kept for the life of the process,
    and in the folder `cache` if one is given. `strict` declares that only the user's classes and relations may be
    stored (`Ontology.admits`, `Ontology.type_of`); extraction still sees all.
    """
    if strict and not extra:
        raise OntologyError("a strict ontology needs the types it is to be strict about; give them as ontology=")
    return _load(_sources(extra), cache, strict)


def check(extra: Sequence[Entry]) -> list[Fault]:
    """Everything wrong with these files and classes, in their order; [] when they can be used as they are."""
    try:
        return _read(_shipped(), _sources(extra), "", strict=False, own=True)[1]
    except _Broken as broken:
        return broken.faults
    except OntologyError as error:
        return [Fault("", 0, str(error))]


def compile_shipped() -> str:
    """The text of the compiled form of the shipped files, as it must stand beside them."""
    sources = tuple(_packaged())
    return ontology_kept.written(_compile(sources, _version(sources)))


class _Broken(OntologyError):
    """Ontology files with faults, all of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        first, *more = [fault for fault in faults if fault.level == "error"]
        rest = f" (and {len(more)} more: `kgmem ontology check FILE` tells all)" if more else ""
        super().__init__(f"{first}{rest}")
        self.faults = list(faults)


@lru_cache(maxsize=1)
def _shipped() -> Ontology:
    sources = tuple(_packaged())
    version = _version(sources)
    for place in _places(COMPILED):
        if found := ontology_kept.kept(place, version):
            return found
    return _compile(sources, version)


def _compile(sources: _Sources, version: str) -> Ontology:
    return _read(Ontology({}, {}, {}), sources, version, strict=False, own=False)[0]


@lru_cache(maxsize=8)
def _load(sources: _Sources, cache: Path | None, strict: bool) -> Ontology:
    shipped = _shipped()
    if not sources:
        return shipped
    version = digest(shipped.version, str(strict), *(part for source in sources for part in source))
    path = cache / f"ontology-{version}.json" if cache else None
    if path and (found := ontology_kept.kept(path, version)):
        return found
    read, faults = _read(shipped, sources, version, strict=strict, own=True)
    if any(fault.level == "error" for fault in faults):
        raise _Broken(faults)
    if path:
        ontology_kept.keep(path, read)
    return read


def _read(base: Ontology, sources: _Sources, version: str, *, strict: bool, own: bool) -> tuple[Ontology, list[Fault]]:
    said: list[Said] = [one for name, text in sources for one in read_turtle(name, text)]
    layer = Layer(base, said, own, strict)
    made = overlay(layer, version)
    return made, ontology_check.faults(layer, made)


def _version(sources: _Sources) -> str:
    return digest(ontology_kept.FORMAT, *(part for source in sources for part in source))


def _sources(extra: Sequence[Entry]) -> _Sources:
    """Name and text of what the user gave: files as they are, all the classes together as one text."""
    models = [entry for entry in extra if is_model(entry)]
    texts = [_user_file(entry) for entry in extra if not isinstance(entry, type)]
    if models:
        texts.append(("the model classes", turtle_of([entry for entry in extra if isinstance(entry, type)])))
    return tuple(texts)


def _packaged() -> Iterator[tuple[str, str]]:
    """Name and text of the shipped files."""
    for name in PACKAGED:
        place = next(_places(name), None)
        if place is None:
            raise OntologyError(f"{name} is missing from this installation of kgmem; install it again")
        yield name, place.read_text(encoding="utf-8")


def _places(name: str) -> Iterator[Path]:
    """Where a shipped file is: in the installed package, else in the checkout beside it."""
    for folder in (
        Path(str(files("kgmem"))) / "data" / "ontology",
        Path(__file__).resolve().parent.parent / "ontology",
    ):
        if (folder / name).is_file():
            yield folder / name


def _user_file(path: str | os.PathLike[str]) -> tuple[str, str]:
    if not isinstance(path, (str, os.PathLike)):
        raise OntologyError(f"ontology= takes Turtle files and model classes, no {type(path).__name__}")
    name = os.fspath(path)
    try:
        return name, Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise OntologyError(f"{name}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise OntologyError(f"{name}: is not UTF-8 text (byte {error.start})") from error
