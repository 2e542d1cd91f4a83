"""A question as the stages of recall hand it on, the candidates it found, and what is held when it asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kgmem.embed import Encoded
from kgmem.mirror import Mirror
from kgmem.records import DISPUTED, Entity, Event, Fact, Link
from kgmem.temporal import BEGINNING, FOREVER, Micros, Span

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, read: stemmed words, entities it names, its vectors and the time
    window it asks about (None when it has none). `only_time` says that nothing but that time is asked for.
    `kind` is the class of things it wants listed ("which people are mentioned?"), "" for none. `chinese` says that
    it is weighed as Chinese is, with the terms of each thing `asked` in one breath."""

    text: str
    terms: tuple[str, ...] = ()
    entities: tuple[Entity, ...] = ()
    encoded: Encoded | None = None
    window: Span | None = None
    only_time: bool = False
    kind: str = ""
    chinese: bool = False
    asked: tuple[tuple[str, ...], ...] = ((),)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Episodes by number, ascending, and each arm's score for them in the same order."""

    numbers: Ints
    arms: Mapping[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The instants a question looks from: `as_of` in the world (None: any time), `known_at` in memory."""

    as_of: Micros | None = None
    known_at: Micros = FOREVER - 1


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
