"""The commands on ontologies: check files of one's own, and show what relations, events and classes there are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from kgmem.cli_options import JsonOption
from kgmem.errors import InvalidArgument
from kgmem.ontology import EventKind, Kind, Ontology, Relation, check, load

app = typer.Typer(
    no_args_is_help=True,
    help="""Check and show ontologies.

    \b
    Examples:
      kgmem ontology check boats.ttl
      kgmem ontology show worksFor
    """,
)

FilesArgument = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Turtle files, checked together.")]
OwnOption = Annotated[
    list[Path] | None, typer.Option("--ontology", metavar="FILE", help="Your own on top; repeatable.")
]


def add_commands(parent: typer.Typer, **options: Any) -> None:
    """Hang `ontology check` and `ontology show` under a command line."""
    parent.add_typer(app, name="ontology", **options)


@app.command("check")
def check_files(files: FilesArgument, as_json: JsonOption = False) -> None:
    """Check Turtle files against kgmem's vocabulary; exit code 2 when one cannot be used.

    \b
    Example:
      kgmem ontology check boats.ttl
    """
    faults = check(files)
    errors = sum(fault.level == "error" for fault in faults)
    if as_json:
        told = [{"file": f.file, "line": f.line, "level": f.level, "reason": f.reason} for f in faults]
        typer.echo(json.dumps({"ok": not errors, "faults": told}, ensure_ascii=False, indent=2))
    else:
        for fault in faults:
            typer.echo(f"{fault.level}: {fault}")
        words = f"{len(files)} file{'s' * (len(files) > 1)}"
        typer.echo(
            f"{words}: {errors} errors, {len(faults) - errors} warnings" if faults else f"{words}: nothing wrong"
        )
    if errors:
        raise typer.Exit(2)


@app.command("show")
def show_names(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A relation, by any of its names, an event kind or a class.")
    ] = "",
    own: OwnOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show one relation, event kind or class, or the names of all.

    \b
    Examples:
      kgmem ontology show "works at"
      kgmem ontology show Moving
    """
    ontology = load(own or ())
    told = told_of(ontology, name) if name else names_of(ontology)
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
        return
    width = max(len(label) for label in told)
    for label, value in told.items():
        typer.echo(f"{label:<{width}}  {', '.join(value) if isinstance(value, list) else value}")


def names_of(ontology: Ontology) -> dict[str, Any]:
    """The names of all there is: relations by area of life, then events and classes."""
    areas: dict[str, Any] = {}
    for relation in ontology.relations.values():
        areas.setdefault(relation.area, []).append(relation.name)
    classes = [ontology.type_of(name) for name in ontology.classes if name not in ontology.events]
    return {**dict(sorted(areas.items())), "events": list(ontology.events), "classes": classes}


def told_of(ontology: Ontology, name: str) -> dict[str, Any]:
    """What is known of one name, without what is not so."""
    by_lower = {known.lower(): known for known in (*ontology.events, *ontology.classes)}
    relation = ontology.relations.get(name) or (None if name.lower() in by_lower else ontology.resolve_relation(name))
    if relation is not None:
        return _told_relation(ontology, relation)
    known = by_lower.get(name.lower(), next((kind for kind, own in ontology.renamed.items() if own == name), ""))
    if known in ontology.events:
        return _told_event(ontology.events[known])
    if known in ontology.classes:
        return _told_class(ontology, ontology.classes[known])
    raise InvalidArgument(f"no relation, event kind or class is called {name!r}; `kgmem ontology show` lists the names")


def properties_of(relation: Relation) -> list[str]:
    """The properties a relation has, in words."""
    flags = {
        "functional": relation.functional and not relation.per_predicate,
        "functional per own words": relation.per_predicate,
        "inverse-functional": relation.inverse_functional,
        "symmetric": relation.symmetric,
        "transitive": relation.transitive,
        "timeless": relation.timeless,
        "habit": relation.habit,
    }
    return [words for words, holds in flags.items() if holds]


def _told_relation(ontology: Ontology, relation: Relation) -> dict[str, Any]:
    return _said({
        "relation": relation.name,
        "says": f"{ontology.type_of(relation.domain)} {relation.phrase} {ontology.type_of(relation.range)}",
        "description": relation.description,
        "properties": properties_of(relation),
        "inverse": relation.inverse,
        "wider": list(relation.parents),
        "follows from": [" + ".join(chain) for chain in relation.chains],
        "disjoint with": sorted(relation.disjoint),
        "area": relation.area,
        "memory type": relation.memory_type,
        "decay": relation.decay,
        "cues": [cue.text for cue in relation.cues],
        "other cues": [f"{text} ({language})" for language, text in relation.foreign],
        "other names": list(relation.aliases),
        "see also": list(relation.same),
    })  # fmt: skip


def _told_event(event: EventKind) -> dict[str, Any]:
    return _said({
        "event kind": event.name,
        "label": event.label,
        "description": event.description,
        "roles": list(event.roles),
        "begins": [f"{e.relation}({e.subject}, {e.object})" for e in event.initiates],
        "ends": [f"{e.relation}({e.subject}, {e.object or 'any'})" for e in event.terminates],
        "cues": [cue.text for cue in event.cues],
        "other cues": [f"{text} ({language})" for language, text in event.foreign],
        "see also": list(event.same),
    })  # fmt: skip


def _told_class(ontology: Ontology, kind: Kind) -> dict[str, Any]:
    return _said({
        "class": ontology.type_of(kind.name),
        "description": kind.description,
        "is a": list(kind.parents),
        "nouns": list(kind.nouns),
        "other names": list(kind.aliases),
        "subject of": [r.name for r in ontology.relations.values() if r.domain == kind.name],
        "object of": [r.name for r in ontology.relations.values() if r.range == kind.name],
        "see also": list(kind.same),
    })  # fmt: skip


def _said(told: dict[str, Any]) -> dict[str, Any]:
    return {label: value for label, value in told.items() if value}
