"""What pins keep: pinned episodes, and those on which something pinned rests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgmem.hiding import spoken_of
from kgmem.mirror import Mirror
from kgmem.records import Event, Fact, Pin
from kgmem.temporal import FOREVER

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Exempt:
    """Ids of episodes, and statements of facts, that neither expire nor are swept."""

    episodes: frozenset[str] = NOTHING
    statements: frozenset[str] = NOTHING


def live_pins(mirror: Mirror) -> list[Pin]:
    return [pin for pin in mirror.pins.values() if pin.undone_at == FOREVER]


def exempt(mirror: Mirror) -> Exempt:
    """What the pins of now keep. Of a pinned entity, everything that speaks of it, told before or since."""
    pins = live_pins(mirror)
    if not pins:
        return Exempt()
    entities = {entity for pin in pins if pin.kind == "entity" for entity in mirror.ids_of(pin.what)}
    held = [found for pin in pins for found in _meant(pin, mirror)]
    held += [mirror.facts[name] for entity in entities for name in mirror.facts_of.get(entity, ())]
    held += [mirror.events[name] for entity in entities for name in mirror.events_of.get(entity, ())]
    episodes = {one.episode for found in held for one in found.evidence}
    episodes |= {pin.what for pin in pins if pin.kind == "episode"}
    if entities:
        episodes |= {name for name in mirror.number if not entities.isdisjoint(spoken_of(name, mirror))}
    return Exempt(frozenset(episodes), frozenset(found.statement for found in held if isinstance(found, Fact)))


def _meant(pin: Pin, mirror: Mirror) -> Iterator[Fact | Event]:
    if pin.kind == "fact":
        yield from (mirror.facts[name] for name in mirror.versions.get(pin.what, ()))
    elif pin.kind == "event" and pin.what in mirror.events:
        yield mirror.events[pin.what]
