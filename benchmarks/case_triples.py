"""Triples that a case expects, found among the facts and events that are held, by the meaning of their words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from benchmarks.case_meanings import deed_is_told, is_habit
from benchmarks.case_words import fact_says, names_meet, object_meets, occurs, stands_at, turned_round
from benchmarks.case_world import entities_named
from kgmem.memory import Memory
from kgmem.records import Event, Fact
from kgmem.temporal import Micros, parse_zone

if TYPE_CHECKING:
    from benchmarks.case_checks import Asked

_ROLE_AT = re.compile(r"(.+) (?:at|for|with)")


def matching(asked: Asked, triple: Mapping[str, Any], *, swap: bool) -> list[Fact]:
    """Facts that say a triple of a case. swap: also the same said from the other end."""
    return [
        fact
        for memory in asked.world.memories()
        for fact in memory.facts()
        if _says(fact, triple, memory, swap=swap)
        and fact.polarity == triple.get("polarity", "positive")
        and _has_status(fact, triple.get("status"), asked.held_at)
        and _has_times(fact, triple, asked)
    ]


def said_in_two(asked: Asked, triple: Mapping[str, Any]) -> list[Fact]:
    """What a triple says in one, "head of design at" / "Acme", told by two facts: what one works as, and for whom."""
    role = _ROLE_AT.fullmatch(triple["relation"])
    if role is None or not triple.get("object"):
        return []
    works_as = {**triple, "relation": "works as", "object": role[1]}
    return matching(asked, works_as, swap=False) and matching(asked, {**triple, "relation": "works for"}, swap=False)


def _says(fact: Fact, triple: Mapping[str, Any], memory: Memory, *, swap: bool) -> bool:
    subject, wanted = triple["subject"], triple.get("object", "")
    if _is_named(fact.subject_id, fact.subject, subject, memory) and fact_says(fact, triple["relation"]):
        return object_meets(wanted, fact)
    if not swap or not turned_round(fact, triple["relation"]) or not wanted:
        return False
    return _is_named(fact.object_id, fact.object, subject, memory) and names_meet(wanted, fact.subject)


def _is_named(id: str, name: str, wanted: str, memory: Memory) -> bool:
    return names_meet(wanted, name) or (bool(id) and id in entities_named(memory, wanted))


def happened(asked: Asked, triple: Mapping[str, Any]) -> list[Event]:
    """Events that say a triple: the subject does it, and the description has the other words."""
    return [
        event
        for memory in asked.world.memories()
        for event in memory.events()
        if any(
            _is_named(doer.entity_id, doer.name, triple["subject"], memory)
            for place, doer in enumerate(event.participants)
            if place == 0 or doer.role == "agent"
        )
        and deed_is_told(event, triple)
        and event.polarity == triple.get("polarity", "positive")
        and _has_come_about(event, triple.get("status"), asked.held_at)
        and _has_times(event, triple, asked)
    ]


def habits(asked: Asked, triple: Mapping[str, Any]) -> list[Fact | Event]:
    """Facts and events that say a triple which a case writes as a deed and its times."""
    episodes = {episode.id: episode for episode in asked.world.episodes()}
    found: list[Fact | Event] = []
    for memory in asked.world.memories():
        found += [f for f in memory.facts() if _is_named(f.subject_id, f.subject, triple["subject"], memory)]
        found += [
            event
            for event in memory.events()
            if any(_is_named(one.entity_id, one.name, triple["subject"], memory) for one in event.participants)
        ]
    return [statement for statement in found if is_habit(statement, triple, episodes)]


def _has_come_about(event: Event, status: str | None, at: Micros) -> bool:
    match status:
        case None:
            return True
        case "current":
            return False
        case "past":
            return event.modality == "asserted" and event.start <= at
        case _:
            return event.modality == status


def _has_status(fact: Fact, status: str | None, at: Micros) -> bool:
    match status:
        case None:
            return True
        case "current":
            return fact.modality in ("asserted", "recurring") and fact.valid.holds(at)
        case "past":
            return fact.modality == "asserted" and fact.valid_to <= at
        case _:
            return fact.modality == status


def _has_times(statement: Fact | Event, triple: Mapping[str, Any], asked: Asked) -> bool:
    start, end, text = (
        (statement.valid_from, statement.valid_to, statement.text)
        if isinstance(statement, Fact)
        else (statement.start, statement.end, statement.description)
    )
    said = {episode.id: episode for episode in asked.world.episodes()}
    evidence = [said[e.episode] for e in statement.evidence if e.episode in said]
    zones = [zone for episode in evidence if (zone := parse_zone(episode.zone)) is not None]
    bounds = {"valid_from": start, "valid_to": end}
    if any(key in triple and not stands_at(at, triple[key], zones) for key, at in bounds.items()):
        return False
    if "attributed_to" in triple and not occurs(triple["attributed_to"], f"{statement.source} {text}"):
        return False
    return all(any(stands_at(e.occurred, day, zones) for e in evidence) for day in triple.get("mentions", ()))


def said_triple(triple: Mapping[str, Any]) -> str:
    rest = [f"{key} {triple[key]}" for key in ("status", "polarity", "valid_from", "valid_to") if key in triple]
    told = f"{triple['subject']} / {triple['relation']} / {triple.get('object', '')}"
    return f"({told}{', ' if rest else ''}{', '.join(rest)})"
