"""A question as the stages of recall hand it on, the candidates it found, and what is held when it asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from kgmem.embed import Encoded
from kgmem.matching import Matching
from kgmem.mirror import Mirror
from kgmem.records import DISPUTED, Entity, Episode, Event, Evidence, Fact, Link
from kgmem.temporal import BEGINNING, FOREVER, Micros, Span

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, read: stemmed words, entities it names, its vectors and the time
    window it asks about (None when it has none). `only_time` says that nothing but that time is asked for.
    `kind` is the class of things it wants listed ("which people are mentioned?"), "" for none. `chinese` says that
    it is weighed as Chinese is, with the terms of each thing `asked` in one breath. `wants` is what it wants told, in
    the names of `kgmem.wants`; a `remark` asks nothing."""

    text: str
    terms: tuple[str, ...] = ()
    entities: tuple[Entity, ...] = ()
    encoded: Encoded | None = None
    window: Span | None = None
    only_time: bool = False
    kind: str = ""
    chinese: bool = False
    asked: tuple[tuple[str, ...], ...] = ((),)
    wants: frozenset[str] = frozenset()
    remark: bool = False


@dataclass(frozen=True, slots=True)
class Candidates:
    """Episodes by number, ascending, and each arm's score for them in the same order. matching: the words of the
    question in context, where there are token vectors."""

    numbers: Ints
    arms: Mapping[str, Floats] = field(default_factory=dict)
    matching: Matching | None = None


NOW: Micros = FOREVER - 1
"""Of the clock of memory: the present, whatever it is."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The instants a question looks from: `as_of` in the world (None: any time), `known_at` in memory."""

    as_of: Micros | None = None
    known_at: Micros = NOW


def is_held(fact: Fact, clocks: Clocks) -> bool:
    """True when memory held this version at `known_at` and, with `as_of`, it was valid then, what is disputed never."""
    if not fact.recorded_at <= clocks.known_at < fact.retracted_at:
        return False
    return clocks.as_of is None or (fact.valid.holds(clocks.as_of) and fact.modality != DISPUTED)


def happened(event: Event, mirror: Mirror, clocks: Clocks) -> bool:
    """True when memory held the event at `known_at` and, with `as_of`, it had begun then; without a date, been told."""
    if event.id in mirror.hidden:
        return False
    held = event.recorded_at <= clocks.known_at < event.retracted_at
    if not held or clocks.as_of is None:
        return held
    if event.start > BEGINNING:
        return event.start <= clocks.as_of
    told = [mirror.episodes[mirror.number[e.episode]].occurred for e in event.evidence if e.episode in mirror.number]
    return not told or min(told) <= clocks.as_of


def is_held_link(link: Link, clocks: Clocks) -> bool:
    """True when memory held the causal link at `known_at`."""
    return link.recorded_at <= clocks.known_at < link.retracted_at


def held_links(name: str, mirror: Mirror, clocks: Clocks) -> Iterator[Link]:
    """The causal links of an event or fact that are held, and not hidden."""
    for held in mirror.links_of.get(name, ()):
        link = mirror.links[held]
        if link.id not in mirror.hidden and is_held_link(link, clocks):
            yield link


def facts_then(mirror: Mirror, clocks: Clocks) -> Iterator[Fact]:
    """Every fact that is held, and not hidden."""
    return (fact for fact in mirror.facts.values() if fact.id not in mirror.hidden and is_held(fact, clocks))


def events_then(mirror: Mirror, clocks: Clocks) -> Iterator[Event]:
    """Every event that is held and had happened, and is not hidden."""
    return (event for event in mirror.events.values() if happened(event, mirror, clocks))


def has_begun(name: str, mirror: Mirror, clocks: Clocks) -> bool:
    """True when the event of this id had happened, or the statement of this fact had begun to hold, whatever became
    of it."""
    if name in mirror.events:
        return happened(mirror.events[name], mirror, clocks)
    return any(True for _ in versions_begun(mirror.facts[name].statement, mirror, clocks))


def versions_begun(statement: str, mirror: Mirror, clocks: Clocks) -> Iterator[Fact]:
    """The versions of a statement that memory held, and that had begun to hold, whatever became of them."""
    known, until = Clocks(None, clocks.known_at), clocks.as_of
    for one in (mirror.facts[name] for name in mirror.versions[statement]):
        if one.id not in mirror.hidden and is_held(one, known) and (until is None or one.valid_from <= until):
            yield one


def links_then(mirror: Mirror, clocks: Clocks, names: Iterable[str] | None = None) -> Iterator[Link]:
    """Every causal link that is held, and not hidden, of these ids or of all; with `as_of`, once both its ends had
    begun."""
    for link in (mirror.links[name] for name in (mirror.links if names is None else names)):
        if link.id in mirror.hidden or not is_held_link(link, clocks):
            continue
        if clocks.as_of is None or all(has_begun(end, mirror, clocks) for end in (link.cause, link.effect)):
            yield link


def was_said(episode: Episode, mirror: Mirror, clocks: Clocks) -> bool:
    """True for an episode that memory had at `known_at` and, with `as_of`, that had been said then."""
    had = episode.recorded <= clocks.known_at and (clocks.as_of is None or episode.occurred <= clocks.as_of)
    return had and episode.id not in mirror.hidden


def known_entities(mirror: Mirror, clocks: Clocks) -> dict[str, Entity]:
    """The entities some name led to at `known_at`, but for hidden and retracted ones; with `as_of`, those spoken of by
    then, and those of whom something held or had happened then."""
    led_to = mirror.entities_at(clocks.known_at) - mirror.hidden.keys()
    known = {name for name in led_to if clocks.known_at < mirror.entities[name].retracted_at}
    if clocks.as_of is not None:
        of_facts = {end for fact in facts_then(mirror, clocks) for end in (fact.subject_id, fact.object_id)}
        told = of_facts | {p.entity_id for event in events_then(mirror, clocks) for p in event.participants}
        known = {name for name in known if name in told or mirror.entities[name].first_seen <= clocks.as_of}
    return {name: entity_then(mirror.entities[name], mirror, clocks) for name in sorted(known)}


def entity_then(entity: Entity, mirror: Mirror, clocks: Clocks) -> Entity:
    """An entity as memory knew it at `known_at`: first and last spoken of in what it had been told by then."""
    if clocks.known_at == NOW:
        return entity
    times = sorted(_spoken_of(entity.id, mirror, clocks)) or [entity.recorded_at]
    over = FOREVER if entity.retracted_at > clocks.known_at else entity.retracted_at
    return replace(entity, first_seen=times[0], last_seen=times[-1], retracted_at=over)


def _spoken_of(entity: str, mirror: Mirror, clocks: Clocks) -> Iterator[Micros]:
    """When the facts and events of an entity that memory had by then were said."""
    facts = dict.fromkeys(mirror.facts[name].statement for name in mirror.facts_of.get(entity, ()))
    held: list[Fact | Event] = [mirror.facts[name] for one in facts for name in mirror.versions[one][:1]]
    held += [mirror.events[name] for name in mirror.events_of.get(entity, ())]
    for one in held:
        told = [e for e in one.evidence if one.recorded_at <= clocks.known_at]
        if not told and one.recorded_at <= clocks.known_at:
            yield one.recorded_at
        for number in (mirror.number[e.episode] for e in told if e.episode in mirror.number):
            if mirror.episodes[number].recorded <= clocks.known_at:
                yield mirror.episodes[number].occurred
    for name in (name for one in facts for name in mirror.confirmed.get(one, ())):
        if mirror.confirmations[name].recorded_at <= clocks.known_at:
            yield mirror.confirmations[name].said


Record = TypeVar("Record", Fact, Event, Link)


def as_known(record: Record, mirror: Mirror, clocks: Clocks) -> Record:
    """A record as memory held it at `known_at`: without what became of it, or was said of it, since."""
    if clocks.known_at == NOW:
        return record
    if record.retracted_at != FOREVER and record.retracted_at > clocks.known_at:
        record = replace(record, retracted_at=FOREVER)
    told = tuple(one for one in record.evidence if _recorded(one, mirror) <= clocks.known_at)
    return record if len(told) == len(record.evidence) else replace(record, evidence=told)


def _recorded(evidence: Evidence, mirror: Mirror) -> Micros:
    number = mirror.number.get(evidence.episode)
    return BEGINNING if number is None else mirror.episodes[number].recorded
