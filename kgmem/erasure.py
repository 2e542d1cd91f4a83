"""The acts of erasing: planning, confirming, verifying."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from kgmem import swapping, temporal
from kgmem.backup import known_backups
from kgmem.checking import folded
from kgmem.erasing import Loss, Removal, loss, marks_of, needles, removal
from kgmem.errors import ClosedError, StoreError
from kgmem.folder import Folder, Meta
from kgmem.journal import Journal
from kgmem.keys import vector_key
from kgmem.marks import Marks, Receipt
from kgmem.opening import NOTES, load_generation
from kgmem.residues import Needles, Residue, search
from kgmem.rewriting import Reader, Rewritten, history, rewrite
from kgmem.selection import Selector
from kgmem.temporal import Clock
from kgmem.vectors import VectorLog
from kgmem.view import name_of

if TYPE_CHECKING:
    from kgmem.holdings import Holdings


@dataclass(slots=True)
class Erasure:
    """What was erased, and the proof. The texts to look for live in this object only, never on disk."""

    receipt: Receipt
    _held: Holdings
    _needles: Needles = field(repr=False)

    def verify(self) -> list[Residue]:
        """Search the bytes of every file kgmem owns in this memory for everything erased; [] is the proof.

        Looked for are UTF-8, UTF-16 and JSON-escaped forms, as written and folded.
        """
        self._held.journal.flush()
        return list(search(self._held.folder.files(), self._needles))


@dataclass(slots=True)
class ErasurePlan:
    """What an erasure would do. Nothing happened yet; `confirm` does it."""

    selector: Selector
    loss: Loss
    _held: Holdings
    _removal: Removal
    _rewritten: Rewritten
    _last: int
    _clock: Clock

    def __str__(self) -> str:
        return describe(self.selector, self.loss)

    def confirm(self, *, remember: bool = True, words: bool = True) -> Erasure:
        """Erase for good: the memory is written anew without it and swapped in.

        remember: keep a receipt and keyed hashes of it, so that it does not come back by an import; False
        forgets even that it was there.
        words: keep hashes of the words too, so that they do not come back under another id; a sweep does not, since
        people say "thanks" again.

        Raises StoreError when the memory was written to since the plan was made (plan again), or when
        there is no space for the new one; nothing is erased then.
        """
        with self._held.writing:
            held = self._held
            if held.closed:
                raise ClosedError(f"the memory {held.folder.path} was closed; open it and plan the erasure again")
            if held.journal.last() != self._last:
                raise StoreError("the memory was written to since this plan was made; plan the erasure again")
            marks = held.marks
            found = needles(held.working, self._rewritten.mirror, self._removal, self.selector, settings_of(held.meta))
            receipt = Receipt(
                f"er_{secrets.token_hex(8)}",
                temporal.iso(self._clock()),
                self.loss.counts(),
                tuple(marks_of(self._removal, self.selector, marks, words=words)) if remember else (),
                backups=tuple(backups_that_hold(held.folder, found)),
            )
            write_next(held, self._rewritten, *((marks, receipt) if remember else ()))
            held.swap()
            erasure = Erasure(receipt, held, found)
            left = erasure.verify()
            files = held.folder.files()
            size = held.folder.bytes()
            erasure.receipt = replace(receipt, files=len(files), bytes=size, residues=len(left))
            if remember:
                held.journal.note("receipt", receipt.id, erasure.receipt.to_json())
            return erasure


def write_next(held: Holdings, made: Rewritten, marks: Marks | None = None, receipt: Receipt | None = None) -> None:
    """Write a memory made anew beside the old one and decide for it; `Holdings.swap` puts it in its place.
    Raises StoreError without space, and nothing is changed then."""
    with swapping.making(held.folder) as place:
        journal = Journal(place.journal)
        try:
            journal.keep(held.journal, NOTES)
            made.write_to(journal)
            if marks is not None and receipt is not None:
                marks.note_in(journal, receipt.marks, receipt)
            load_generation(place.graph, folded(journal.rows()), held.meta.engine)
        finally:
            journal.close()
        log = VectorLog(place.vectors, name_of(held.encoder))
        try:
            for key in dict.fromkeys(vector_key(e) for e in made.mirror.episodes):
                if (vectors := held.vector_log.get(key)) is not None:
                    log.put(key, vectors)
        finally:
            log.close()
    swapping.decide(held.folder)


def plan(held: Holdings, chosen: Selector, read: Reader, clock: Clock) -> ErasurePlan:
    """Work out what would go: the whole history is settled again without it, in memory."""
    entries = list(history(held.journal.rows()))
    done = removal(entries, chosen, held.marks)
    made = rewrite(done.entries, held.working, held.ontology, read)
    lost = loss(held.working, made.mirror, done)
    return ErasurePlan(chosen, lost, held, done, made, held.journal.last(), clock)


def backups_that_hold(folder: Folder, texts: Needles) -> list[str]:
    """Backups made of this memory, as far as they are still where they were made, that hold one of the texts."""
    return [str(place.path) for place in known_backups(folder) if any(search(place.files(), texts))]


def settings_of(meta: Meta) -> list[str]:
    return [value for value in asdict(meta).values() if isinstance(value, str)]


def describe(selector: Selector, lost: Loss) -> str:
    """A plan in words, for people to decide by."""
    if lost.nothing:
        return f"nothing is held of {selector.words}"
    lines = [f"erasing {selector.words} would take"]
    for one, many, found in (
        ("episode", "episodes", lost.episodes),
        ("episode of which only sentences go", "episodes of which only sentences go", lost.redacted),
        ("fact", "facts", lost.facts),
        ("event", "events", lost.events),
        ("causal link", "causal links", lost.links),
        ("entity", "entities", lost.entities),
    ):
        if found:
            lines.append(f"  {len(found)} {one if len(found) == 1 else many}: {_some(found)}")
    if lost.calls:
        lines.append(f"  {lost.calls} direct call{'s' * (lost.calls > 1)} (assert_fact, record_event, link_cause)")
    if lost.kept:
        facts = "1 fact" if len(lost.kept) == 1 else f"{len(lost.kept)} facts"
        lines.append(f"and leave {facts} that other evidence holds: {_some(lost.kept)}")
    return "\n".join(lines)


def _some(found: Sequence[str], count: int = 5) -> str:
    more = f" and {len(found) - count} more" if len(found) > count else ""
    return "; ".join(found[:count]) + more
