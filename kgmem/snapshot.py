"""Reading beside a writer: what the journal held at one moment, without a lock and without the graph."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kgmem import swapping
from kgmem.checking import Finding, content_findings, folded, whole_of
from kgmem.embed import Encoded, Encoder
from kgmem.errors import CorruptError, LockedError
from kgmem.folder import Folder, Meta
from kgmem.journal import Journal, JournalRow
from kgmem.keys import vector_key
from kgmem.mirror import Mirror
from kgmem.records import Episode
from kgmem.schema import Fold
from kgmem.scratch import QueryResult, Scratch
from kgmem.temporal import Micros
from kgmem.vectors import VectorLog, Vectors
from kgmem.view import View, name_of


@dataclass(frozen=True, slots=True)
class SnapshotInfo:
    """What a read-only memory shows: everything up to journal row `seq`, recorded at `recorded` (UTC
    microseconds, 0 when empty); `taken` is when it was read."""

    seq: int
    recorded: Micros
    taken: Micros

    def age(self, now: Micros) -> float:
        """Seconds since it was read."""
        return (now - self.taken) / 1_000_000


class Snapshot(View):
    """A consistent reading of the journal. Nothing in the folder is written or locked.

    The graph is made, in a temporary folder elsewhere, only when Cypher asks for it.
    """

    def __init__(self, folder: Folder, meta: Meta, encoder: Encoder, now: Micros) -> None:
        """Raises CorruptError when the journal cannot be read, EncoderMismatch for another encoder."""
        super().__init__(folder, meta, encoder)
        self._asking = threading.Lock()
        self._graph: Scratch | None = None
        self.refresh(now)

    def refresh(self, now: Micros) -> None:
        """Read the journal anew."""
        journal = self._journal()
        try:
            rows, receipts = list(journal.rows()), journal.notes("receipt")
        finally:
            journal.close()
        held = folded(rows)
        last = rows[-1] if rows else None
        vectors = Vectors(name_of(self.encoder))
        log = VectorLog.reading(self.folder.vectors, name_of(self.encoder))
        mirror = Mirror.load(whole_of(held))
        with self.gate.writing():
            self._close_graph()
            self.info = SnapshotInfo(last.seq if last else 0, last.recorded if last else 0, now)
            self._held, self._rows, self.mirror, self.vectors = held, rows, mirror, vectors
            self._receipts = receipts
            for episode in mirror.episodes:
                self.add_vectors(episode, self._vectors_of(episode, log))
        log.close()

    def _journal(self) -> Journal:
        try:
            return Journal(self.folder.journal, read_only=True)
        except CorruptError:
            if not (self.folder.path / swapping.SWAP).is_dir():
                raise
            raise LockedError(
                f"{self.folder.path} is being written anew; try again in a moment, or open it for writing once "
                "if no process is at work on it"
            ) from None

    def _vectors_of(self, episode: Episode, log: VectorLog) -> dict[str, Encoded]:
        key = vector_key(episode)
        found = log.get(key) if self.is_encodable(episode) else None
        return {} if found is None else {key: found}

    def query(self, cypher: str, params: Mapping[str, Any], *, limit: int, timeout: float) -> QueryResult:
        with self._asking:
            if self._graph is None:
                self._graph = Scratch(self._held, self.meta.engine)
        return self._graph.query(cypher, params, limit=limit, timeout=timeout)

    def _close_graph(self) -> None:
        self.forget_projection()
        with self._asking:
            if self._graph is not None:
                self._graph.close()
                self._graph = None

    def fold(self) -> Fold:
        return self._held

    def receipts(self) -> dict[str, str]:
        return self._receipts

    def calls(self, *verbs: str, at: Collection[Micros] | None = None) -> list[tuple[Micros, str]]:
        rows = (row for row in self._rows if at is None or row.recorded in at)
        return [(row.recorded, row.told) for row in rows if row.verb in verbs]

    def rows(self) -> Iterator[JournalRow]:
        return iter(self._rows)

    def findings(self) -> Iterator[Finding]:
        """What of the journal does not agree with itself; the graph of the writer is not looked at."""
        whole = whole_of(self._held)
        yield from content_findings(Mirror.load(whole), whole)

    def close(self) -> None:
        self.closed = True
        self._close_graph()
