"""An ontology as JSON: made once, so that loading it needs no Turtle and no rdflib.

The first line is the hash of the rest; a file that is not byte for byte what was written is never used.
"""

from __future__ import annotations

import json
import os
from dataclasses import fields
from pathlib import Path
from typing import Any

from kgmem.ontology_terms import Cue, Effect, EventKind, Kind, Ontology, Relation, Role
from kgmem.text import digest

FORMAT = "10"
"""Part of an ontology's version: another format is another version."""
_SETS = frozenset(("disjoint", "declared", "firm_suffixes"))
_NESTED: dict[str, type[Cue] | type[Effect]] = {"cues": Cue, "initiates": Effect, "terminates": Effect}


def written(ontology: Ontology) -> str:
    """The text of the file that keeps an ontology."""
    parts = {
        name: [_plain(term) for term in getattr(ontology, name).values()]
        for name in ("relations", "events", "classes", "roles")
    }
    words = {name: dict(getattr(ontology, name)) for name in ("nouns_gender", "titles", "renamed")}
    rest = {
        "version": ontology.version,
        "strict": ontology.strict,
        "firm_suffixes": sorted(ontology.firm_suffixes),
        "declared": sorted(ontology.declared),
    }
    body = json.dumps({**rest, **words, **parts}, ensure_ascii=False, sort_keys=True, indent=1)
    return f"{digest(body)}\n{body}\n"


def keep(path: Path, ontology: Ontology) -> None:
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(written(ontology), encoding="utf-8")
        os.replace(draft, path)
    except OSError:  # a read-only folder: the Turtle is read again next time
        draft.unlink(missing_ok=True)


def kept(path: Path, version: str) -> Ontology | None:
    """The ontology of this version, or None when it is absent, another, or damaged."""
    try:
        checksum, _, body = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    body = body.removesuffix("\n")
    if checksum != digest(body):
        return None
    read = json.loads(body)
    if not isinstance(read, dict) or read.get("version") != version:
        return None
    return Ontology(
        relations={term["name"]: Relation(**_typed(term)) for term in read["relations"]},
        events={term["name"]: EventKind(**_typed(term)) for term in read["events"]},
        classes={term["name"]: Kind(**_typed(term)) for term in read["classes"]},
        roles={term["name"]: Role(**_typed(term)) for term in read["roles"]},
        version=version,
        nouns_gender=read["nouns_gender"],
        titles=read["titles"],
        firm_suffixes=frozenset(read["firm_suffixes"]),
        declared=frozenset(read["declared"]),
        renamed=read["renamed"],
        strict=read["strict"],
    )


def _plain(term: Relation | EventKind | Kind | Role | Cue | Effect) -> dict[str, Any]:
    """A term as JSON holds it, without what is as by default."""
    found: dict[str, Any] = {}
    for field in fields(term):
        value = getattr(term, field.name)
        if value != field.default:
            nested = field.name in _NESTED
            found[field.name] = [_plain(part) for part in value] if nested else _listed(value)
    return found


def _listed(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def _typed(term: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in term.items():
        if name in _NESTED:
            found[name] = tuple(_NESTED[name](**_typed(part)) for part in value)
        elif isinstance(value, list):
            parts = (tuple(part) if isinstance(part, list) else part for part in value)
            found[name] = frozenset(parts) if name in _SETS else tuple(parts)
        else:
            found[name] = value
    return found
