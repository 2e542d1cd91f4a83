"""Ontologies that a case declares, given to kgmem as a Turtle file, and what is stored under them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kgmem.memory import Memory
from kgmem.text import name_key

if TYPE_CHECKING:
    from benchmarks.case_checks import Asked
    from benchmarks.case_world import World

NAMESPACE = "https://kgmem.org/ontology#"
_PREFIXES = (
    f"@prefix kg: <{NAMESPACE}> .",
    "@prefix owl: <http://www.w3.org/2002/07/owl#> .",
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .",
    "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .",
    "@prefix : <https://example.org/own#> .",
)


def define(world: World, spec: Mapping[str, Any]) -> None:
    """Open everything anew with the case's ontology; one that is refused leaves it open as it was."""
    options: dict[str, Any] = {}
    if spec.get("strict"):
        if "strict" not in inspect.signature(Memory.open).parameters:
            from benchmarks.case_world import Unsupported

            raise Unsupported("Memory.open takes no strict=True yet")
        options["strict"] = True
    world.aside.mkdir(parents=True, exist_ok=True)
    path = world.aside / f"own-{len(world.steps)}.ttl"
    path.write_text(turtle(spec), encoding="utf-8")
    before = world.options
    world.options = {**before, "ontology": [path], **options}
    try:
        world.reopen()
        for memory in world.memories():
            memory.stats()
    except Exception:
        world.options = before
        world.reopen()
        raise


def turtle(spec: Mapping[str, Any]) -> str:
    """Classes, their attributes as properties with texts for values, and relations between classes."""
    lines = [*_PREFIXES]
    for kind in spec.get("entity_types", ()):
        name = kind if isinstance(kind, str) else kind["name"]
        lines.append(f":{name} a rdfs:Class .")
        for attribute in () if isinstance(kind, str) else kind.get("attributes", ()):
            lines.append(f":{attribute} a owl:DatatypeProperty ; rdfs:domain :{name} ; rdfs:range xsd:string .")
    for relation in spec.get("relations", ()):
        ends = f"rdfs:domain :{relation['from']} ; rdfs:range :{relation['to']}"
        lines.append(f":{relation['name']} a owl:ObjectProperty ; {ends} .")
    return "\n".join(lines) + "\n"


# --- states -------------------------------------------------------------------------------------------


def entity_types_used(asked: Asked, value: Sequence[str]) -> list[str]:
    """The types of all entities; the wanted list when each of them is on it."""
    used = {entity.type for memory in asked.world.memories() for entity in memory.entities()}
    return _as_wanted(used, value)


def relations_used(asked: Asked, value: Sequence[str]) -> list[str]:
    """The relations of all facts; the wanted list when each of them is on it."""
    return _as_wanted({fact.relation for fact in asked.world.facts()}, value)


def _as_wanted(used: set[str], value: Sequence[str]) -> list[str]:
    others = sorted(one for one in used if not any(_spelled(one) == _spelled(wanted) for wanted in value))
    return list(value) if used and not others else sorted(used)


def _spelled(name: str) -> str:
    """ "Organisation" and "Organization" are one word."""
    return name_key(name).replace("isation", "ization")


def ontology_unchanged(asked: Asked, value: Any) -> bool:
    """Everything that the action declares was refused: what is refused is not opened with (`define`)."""
    declared = [step for step in asked.steps if step.operation == "define_ontology"]
    return bool(declared) and all(step.error is not None for step in declared)
