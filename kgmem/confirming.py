"""Bringing the confirmations that are held in line with the calls that say that a statement is so.

What is read in an episode has the episode as its evidence, which says when. A call leaves no episode, so what confirms
a statement, or tells it again, is kept as a confirmation: from the last of them a state fades (kgmem/aging.py).
"""

from __future__ import annotations

from collections.abc import Iterable

from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.schema import WriteSet
from kgmem.temporal import FOREVER, Micros


def confirmations_write(statements: Iterable[str], ledger: Ledger, mirror: Mirror, recorded: Micros) -> WriteSet:
    """What changes for these statements, recorded at this time. What is taken back stays readable by `known_at`."""
    write = WriteSet()
    for statement in sorted(set(statements)):
        versions = mirror.versions.get(statement, ())
        if not versions:
            continue
        wanted = ledger.confirmed(statement, mirror.facts[versions[0]].recorded_at)
        known = mirror.confirmed.get(statement, ())
        for one in (mirror.confirmations[name] for name in known):
            if one.retracted_at != FOREVER:
                continue
            if (one.said, one.source) in wanted:
                wanted.remove((one.said, one.source))
            else:
                write.set("Confirmation", {"id": one.id, "retracted_at": recorded})
        for number, (said, source) in enumerate(sorted(wanted), len(known) + 1):
            row = {"id": f"co_{statement[3:]}.{number}", "statement": statement, "said": said, "source": source}
            write.node("Confirmation", {**row, "recorded_at": recorded, "retracted_at": FOREVER})
    return write
