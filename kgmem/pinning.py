"""Pins: what is never to fade away."""

from __future__ import annotations

from reprlib import repr

from kgmem.access import When
from kgmem.arguments import checked_name
from kgmem.care import Care
from kgmem.errors import InvalidArgument
from kgmem.mirror import Mirror
from kgmem.naming import key_of
from kgmem.pins import live_pins
from kgmem.records import Pin
from kgmem.telling import Pinned, Unpinned
from kgmem.text import digest


class Pinning(Care):
    """The verbs about pins."""

    def pin(self, what: str, *, reason: str = "") -> Pin:
        """Keep something from expiring and from being swept, and with it the episodes it rests on, until `unpin`.

        what: the id of an episode, a fact (or its statement) or an event, or the name or id of an entity: then
        everything that speaks of it, whenever it is told. `forget` and `erase`, which somebody asks for, take what is
        pinned too. Pinning twice is pinning once. Raises InvalidArgument for what is not known.
        """
        with self._written() as held:
            kind, meant = _kind_of(checked_name(what, "what"), held.working)
            why = self._text(reason, "reason")
            for pin in live_pins(held.working):
                if (pin.kind, pin.what) == (kind, meant):
                    return pin
            now = self._clock()
            name = f"pi_{digest(kind, meant, str(now))}"
            held.tell("pin", now, [Pinned(name, meant, kind, why)])
            return held.working.pins[name]

    def unpin(self, what: str) -> Pin:
        """Let something fade again: the id of a pin, or what was pinned. Raises InvalidArgument when it is not."""
        with self._written() as held:
            asked, mirror = checked_name(what, "what"), held.working
            pins = {pin.id: pin for pin in live_pins(mirror)}
            found = pins.get(asked)
            if found is None and (meant := _meant(asked, mirror)):
                found = next((pin for pin in pins.values() if (pin.kind, pin.what) == meant), None)
            if found is None:
                raise InvalidArgument(f"{repr(what)} is not pinned; see Memory.pinned()")
            held.tell("unpin", self._clock(), [Unpinned(found.id)])
            return held.working.pins[found.id]

    def pinned(self, *, known_at: When | None = None) -> list[Pin]:
        """What is pinned, oldest first; known_at: what was pinned then."""
        with self._reading():
            at = self._clocks(None, known_at).known_at
            found = (pin for pin in self._held.mirror.pins.values() if pin.recorded_at <= at < pin.undone_at)
            return sorted(found, key=lambda pin: (pin.recorded_at, pin.id))


def _kind_of(what: str, mirror: Mirror) -> tuple[str, str]:
    found = _meant(what, mirror)
    if found is None:
        raise InvalidArgument(
            f"nothing has the id or name {repr(what)} here; ids come from Change, recall, facts() or episodes(), "
            "names from entities()"
        )
    return found


def _meant(what: str, mirror: Mirror) -> tuple[str, str] | None:
    """The kind of a thing, and what a pin calls it."""
    if what in mirror.number:
        return "episode", what
    if what in mirror.facts:
        return "fact", mirror.facts[what].statement
    if what in mirror.versions:
        return "fact", what
    if what in mirror.events:
        return "event", what
    key = key_of(mirror.entities[what].name if what in mirror.entities else what)
    return ("entity", key) if mirror.ids_of(key) else None
