"""Which episodes are to be read: a node for each that was ever told without all that it says.

What was read in an episode may come later than its text. Until then it is pending; whatever order the readings come in,
the memory is the one that had read each episode at once.
"""

from __future__ import annotations

from kgmem.mirror import Mirror
from kgmem.question import NOW, Clocks
from kgmem.records import Pending
from kgmem.schema import WriteSet
from kgmem.talk import order_of
from kgmem.temporal import FOREVER, Micros
from kgmem.told import Told


def pending_write(told: Told, mirror: Mirror, recorded: Micros) -> WriteSet:
    """What makes the graph say whether an episode is to be read, and why."""
    write = WriteSet()
    why, held = told.why_pending, mirror.readings.get(told.name)
    if held is None:
        if why:
            times = {"recorded_at": recorded, "read_at": FOREVER}
            write.node("Pending", {"id": told.name, "why": why, **times})
    elif why and (held.why, held.read_at) != (why, FOREVER):
        write.set("Pending", {"id": told.name, "why": why, "read_at": FOREVER})
    elif not why and held.read_at == FOREVER:
        write.set("Pending", {"id": told.name, "read_at": recorded})
    return write


def dropped_write(episode: str, mirror: Mirror) -> WriteSet:
    """What drops the words of an episode."""
    write = WriteSet()
    held = mirror.episodes[mirror.number[episode]]
    if held.text or held.caption:
        write.set("Episode", {"id": episode, "text": "", "caption": ""})
    return write


def pending(mirror: Mirror, clocks: Clocks) -> list[Pending]:
    """What is to be read, or was to be read when memory knew no more than at `clocks`, by when it was said."""
    at = clocks.known_at
    rows = (mirror.readings[name] for name in (mirror.pending if at == NOW else mirror.readings))
    found = [(mirror.episodes[mirror.number[row.id]], row) for row in rows if row.recorded_at <= at < row.read_at]
    ordered = sorted(found, key=lambda one: order_of(one[0]))
    return [Pending(episode.id, episode.session, row.recorded_at, row.why) for episode, row in ordered]
