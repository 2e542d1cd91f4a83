"""Where a case says something in other words than kgmem's graph does: described entities, habits, and a plain "no"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC
from typing import TYPE_CHECKING, Any

from benchmarks.case_words import mentions, ontology, stems
from benchmarks.case_world import entities_named
from kgmem.memory import Memory
from kgmem.ontology import relation_words
from kgmem.records import Episode, Event, Fact
from kgmem.temporal import moment, parse_zone
from kgmem.text import fold
from kgmem.timex import find

if TYPE_CHECKING:
    from benchmarks.case_checks import Asked

_DESCRIBED = re.compile(r"(.+?)\s*[(（](.+)[)）]")
_JOINING = frozenset(("for", "of", "in", "at", "s", "from", "with"))
_CLOCK = re.compile(r"\b(\d\d):(\d\d)\b")


# --- entities -----------------------------------------------------------------------------------------


def entities_meant(asked: Asked, name: str) -> set[str]:
    """Ids of the entities a case means by a name.

    "Lin Wei (Aster Foods)" is one called Lin Wei of whom a name, fact or event says Aster Foods; the bracket may be
    worded otherwise as long as half of its words are said. "Fluvia pilot" is also "pilot for Fluvia".
    """
    if described := _DESCRIBED.fullmatch(name):
        return {id for memory in asked.world.memories() for id in _described(memory, described[1], described[2])}
    exact = {id for memory in asked.world.memories() for id in entities_named(memory, name)}
    return exact or {
        entity.id
        for memory in asked.world.memories()
        for entity in memory.entities()
        if _words_of(entity.name) == _words_of(name)
    }


def _described(memory: Memory, name: str, description: str) -> Iterator[str]:
    for id in dict.fromkeys([*entities_named(memory, name), *_carrying(memory, name)]):
        said = "\n".join(_said_of(memory, id))
        if mentions(description, said, share=0.5):
            yield id


def _carrying(memory: Memory, name: str) -> list[str]:
    """Entities whose own name has this name in it, such as "Lin Wei of Aster Foods"."""
    return [entity.id for entity in memory.entities() if fold(name) in fold(entity.name)]


def _said_of(memory: Memory, id: str) -> Iterator[str]:
    """What the graph says of an entity: its name, its facts, and the events it takes part in."""
    yield from (entity.name for entity in memory.entities() if entity.id == id)
    for fact in memory.facts():
        if id in (fact.subject_id, fact.object_id):
            yield f"{fact.subject} {fact.object or fact.value} {fact.predicate}"
    for event in memory.events():
        if any(one.entity_id == id for one in event.participants):
            yield event.description


def _words_of(name: str) -> frozenset[str]:
    return frozenset(stems(name)) - _JOINING


# --- habits -------------------------------------------------------------------------------------------


def is_habit(statement: Fact | Event, triple: Mapping[str, Any], episodes: Mapping[str, Episode]) -> bool:
    """True for what is held as recurring, has the words of the triple's relation, and was said of its time.

    A case writes a habit as "plays padel" / "every Tuesday 19:00": the deed in the relation, the time in the object.
    The words of the time must stand in the statement or in the words it was read in; a time of day must be one
    that kgmem reads there.
    """
    if triple.get("status") != "recurring" or statement.modality != "recurring":
        return False
    if isinstance(statement, Fact):
        own = [relation_words(statement.relation), statement.predicate, statement.object, statement.value]
    else:
        own = [statement.description]
    spans = [(episodes[e.episode], e) for e in statement.evidence if e.episode in episodes]
    read_in = [episode.text[e.start : e.end] if e.end else episode.text for episode, e in spans]
    when = _CLOCK.sub("", triple.get("object", ""))
    clocks = {(int(hour), int(minute)) for hour, minute in _CLOCK.findall(triple.get("object", ""))}
    heard = {clock for episode, _ in spans for clock in _clocks_in(episode)}
    return (
        mentions(triple["relation"], " ".join(own))
        and (not when.strip() or mentions(when, " ".join([*own, *read_in])))
        and clocks <= heard
    )


def _clocks_in(episode: Episode) -> Iterator[tuple[int, int]]:
    zone = parse_zone(episode.zone) or UTC
    for timex in find(episode.text, moment(episode.occurred, zone)):
        at = moment(timex.span.start, zone)
        yield at.hour, at.minute


# --- deeds --------------------------------------------------------------------------------------------


def deed_is_told(event: Event, triple: Mapping[str, Any]) -> bool:
    """True when the event's description and participants have the words of a triple: "rows with" / "Mick" is also told
    by "Johan and Mick row together"."""
    wanted = set(stems(f"{triple['relation']} {triple.get('object', '')}")) - _JOINING
    told = set(stems(" ".join([event.description, *(one.name for one in event.participants)])))
    return bool(wanted) and wanted <= told


# --- no -----------------------------------------------------------------------------------------------


def says_no(asked: Asked) -> bool:
    """True when the result answers a yes-or-no question with no, in facts and events instead of that word: it shows
    that what is asked about was denied, is over, or was ended by something that happened before the time asked
    about, and nothing in it says that it holds then."""
    found = asked.found
    if found is None:
        return False
    question = fold(str(asked.case.get("question", "")) + " " + found.query)
    facts = [hit.fact for hit in found.facts if _is_about(hit.fact, question)]
    if any(
        fact.polarity == "positive" and fact.modality == "asserted" and fact.valid.holds(asked.time) for fact in facts
    ):
        return False
    over = any(fact.polarity == "negative" or fact.valid_to <= asked.time for fact in facts)
    return over or any(_ends(hit.event, question, asked.time) for hit in found.events)


def speaks_of(asked: Asked, statement: str, phrase: str, role: str) -> bool:
    """True when a statement could say that a phrase has a role ("Kanbloom" as "the planner in use"): it has a word of
    the question or of the role, besides the phrase and the names of persons. "Jens cancelled Kanbloom" does not."""
    people = [e.name for memory in asked.world.memories() for e in memory.entities() if e.type == "Person"]
    beside = set(stems(" ".join([phrase, *people])))
    question = asked.found.query if asked.found else ""
    return bool((set(stems(f"{question} {role}")) & set(stems(statement))) - beside)


def _is_about(fact: Fact, question: str) -> bool:
    """Both ends of the fact are named in the question."""
    return all(fold(name) in question for name in (fact.subject, fact.object or fact.value) if name)


def _ends(event: Event, question: str, at: int) -> bool:
    return (
        event.polarity == "positive"
        and event.modality == "asserted"
        and event.start <= at
        and bool(ontology().event(event.kind).terminates)
        and all(fold(one.name) in question for one in event.participants)
    )
