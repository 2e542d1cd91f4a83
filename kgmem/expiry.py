"""Episodes with an end: hidden from the moment they expire, and told so with the next write.

Between the two, readers find them lapsed (kgmem/mirror.py). Each expiry is a forgetting of its own, under an id
that follows from the episode's: once that one is undone, the episode does not expire again.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgmem.hiding import EXPIRES, gone_with
from kgmem.mirror import Mirror
from kgmem.pins import exempt
from kgmem.records import Forgetting
from kgmem.telling import Forgotten
from kgmem.temporal import FOREVER, Micros, iso
from kgmem.text import digest

EXPIRED = "expired"
"""The reason of a forgetting that came of itself."""


def next_expiry(mirror: Mirror) -> Micros:
    """When the next episode expires that has not lapsed yet, FOREVER for never."""
    if mirror.next_expiry is None:
        lapsed = set(mirror.lapsed)
        left = (at for name, at in _still_to_come(mirror, FOREVER).items() if name not in lapsed)
        mirror.next_expiry = min(left, default=FOREVER)
    return mirror.next_expiry


def lapse(mirror: Mirror, now: Micros) -> None:
    """Hide from readers what has expired by now. To be called while nobody reads."""
    mirror.lapse(())
    due = _still_to_come(mirror, now)
    mirror.lapse(sorted(gone_with(due.keys(), mirror) - mirror.hidden.keys()) if due else ())
    mirror.next_expiry = None


def expiries(mirror: Mirror, now: Micros) -> list[Forgotten]:
    """What is to be told of the episodes that have expired by now, oldest expiry first."""
    return [told for _, told in _expired(mirror, now)]


def lapsed(mirror: Mirror, now: Micros) -> list[Forgetting]:
    """The forgettings of what has lapsed, as the next write will tell them."""
    return [Forgetting(one.id, one.selector, one.reason, at, hidden=one.hidden) for at, one in _expired(mirror, now)]


def _expired(mirror: Mirror, now: Micros) -> list[tuple[Micros, Forgotten]]:
    """Each expiry by now, and what is to be told of it."""
    due = _still_to_come(mirror, now)
    if not due:
        return []
    hidden = {name: [name] for name in due}
    for name in sorted(gone_with(due.keys(), mirror) - due.keys()):
        hidden[_one_it_came_from(name, due, mirror)].append(name)
    return [
        (at, Forgotten(expiry_id(name), f"{EXPIRES}{iso(at)}", EXPIRED, tuple(sorted(hidden[name]))))
        for name, at in sorted(due.items(), key=lambda item: (item[1], item[0]))
    ]


def expiry_id(episode: str) -> str:
    return f"fo_{digest(EXPIRED, episode)}"


def _still_to_come(mirror: Mirror, until: Micros) -> dict[str, Micros]:
    """Expiries up to a time that were not told yet and that no pin holds up, by episode."""
    due = {name: at for name, at in mirror.expiring.items() if at <= until}
    kept = exempt(mirror).episodes if due else frozenset()
    return {name: at for name, at in due.items() if name not in kept and expiry_id(name) not in mirror.forgettings}


def _one_it_came_from(name: str, due: Iterable[str], mirror: Mirror) -> str:
    """One of the episodes that something goes with: the last in which it was read, else the last of all."""
    held = mirror.facts.get(name) or mirror.events.get(name) or mirror.links.get(name)
    read = {one.episode for one in held.evidence} if held is not None else set()
    said = [episode for episode in due if episode in read] or list(due)
    return max(said, key=lambda episode: (mirror.expiring[episode], episode))
