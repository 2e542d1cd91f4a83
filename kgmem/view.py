"""What readers see of a memory: its mirror and its vectors, behind a gate, and a door for Cypher."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from kgmem import schema
from kgmem.checking import Finding, folded, whole_of
from kgmem.embed import Encoded, Encoder
from kgmem.errors import ClosedError
from kgmem.expiry import lapse, next_expiry
from kgmem.folder import Folder, Meta
from kgmem.gate import Gate
from kgmem.journal import JournalRow
from kgmem.keys import vector_key
from kgmem.llm import LLM
from kgmem.metrics import Metrics
from kgmem.metrics_llm import Spent
from kgmem.mirror import Counts, Mirror
from kgmem.portable import lines
from kgmem.projection import projected
from kgmem.question import Clocks
from kgmem.ranker import packaged
from kgmem.records import Episode
from kgmem.rewriting import history
from kgmem.schema import Fold
from kgmem.scratch import QueryResult, Scratch
from kgmem.temporal import Clock, Micros
from kgmem.text import is_cjk
from kgmem.vectors import EncoderName, Vectors


class View(ABC):
    """`mirror` and `vectors` number episodes alike; both are read inside `gate.reading()`."""

    def __init__(self, folder: Folder, meta: Meta, encoder: Encoder) -> None:
        self.folder, self.meta, self.encoder = folder, meta, encoder
        self.ranker = packaged()
        self.llm: LLM | None = None  # the language model that may be asked, if the user gave one
        self.gate = Gate()
        self.metrics = Metrics()
        self.spent = Spent(None)
        self.closed = False
        self.mirror = Mirror()
        self.vectors = Vectors(name_of(encoder))
        self.isolate = False
        self._projecting = threading.Lock()
        self._projection: tuple[tuple[Clocks, Mirror, int], Scratch] | None = None  # of what, and the graph of it

    @abstractmethod
    def query(self, cypher: str, params: Mapping[str, Any], *, limit: int, timeout: float) -> QueryResult:
        """Run a checked read-only statement: column names, rows, whether there were more."""

    def query_then(
        self, clocks: Clocks, cypher: str, params: Mapping[str, Any], *, limit: int, timeout: float
    ) -> QueryResult:
        """Like `query`, over a graph of just what held at `clocks`.

        It is made when first asked for, and thrown away when another time is asked for, something is written or the
        memory is closed. One question at a time.
        """
        with self._projecting:
            while True:
                with self.still(), self.gate.reading():
                    of = (clocks, self.mirror, self.mirror.writes)
                    made = self._projection
                    if made is not None and made[0] == of and not made[1].closed:
                        break
                    fold = projected(self.fold(), self.mirror, clocks)
                self.forget_projection()
                made = self._projection = of, Scratch(fold, self.meta.engine, isolate=self.isolate)
                if self.closed:
                    self.forget_projection()
                    raise ClosedError(f"the memory {self.folder.path} is closed; open it again")
                if self.mirror is of[1]:  # else it was written anew meanwhile, perhaps to erase what is in here
                    break
            return made[1].query(cypher, params, limit=limit, timeout=timeout)

    def forget_projection(self) -> None:
        """Throw away the graph of an earlier time, once the question it is answering is answered."""
        held, self._projection = self._projection, None
        if held is not None:
            held[1].close()

    def hide_expired(self, clock: Clock) -> None:
        """Let nobody who reads from here on see what has expired, though nothing was written since."""
        if not self.mirror.expiring or self.gate.is_read_here:
            return
        now = clock()
        with self.gate.reading():
            is_late = next_expiry(self.mirror) <= now
        if is_late:
            with self.gate.writing():
                lapse(self.mirror, now)

    def waiting_uses(self) -> Counts:
        """What was recalled since the last write."""
        return {}

    def note_used(self, names: Iterable[str], at: Micros) -> None:  # noqa: B027  a snapshot notes nothing
        """Count that these episodes and statements were recalled. Takes no lock of readers or writers."""

    def keep_metrics(self, *, every: float = 0.0) -> None:  # noqa: B027  a snapshot keeps nothing
        """Write the numbers of what happened to disk, unless that was done in the last `every` seconds."""

    @abstractmethod
    def fold(self) -> Fold:
        """The whole graph as rows; read inside `still`."""

    @contextmanager
    def still(self) -> Iterator[None]:
        """Hold off the writer."""
        yield

    @abstractmethod
    def findings(self) -> Iterator[Finding]:
        """Where parts of the memory do not agree."""

    @abstractmethod
    def receipts(self) -> dict[str, str]:
        """Receipts of erasures, as JSON, by id."""

    @abstractmethod
    def rows(self) -> Iterator[JournalRow]:
        """The journal's rows that count."""

    @abstractmethod
    def calls(self, *verbs: str, at: Collection[Micros] | None = None) -> list[tuple[Micros, str]]:
        """When calls of these verbs were recorded, `at` one of these times, and what they told; read inside `still`."""

    def export_lines(self, ontology: str) -> Iterator[str]:
        """The lines of a portable export."""
        rows = list(self.rows())
        header = {
            "format": schema.FORMAT,
            "timezone": self.meta.timezone,
            "retain": self.meta.retain,
            "ontology": ontology,
        }
        return lines(header, history(rows), whole_of(folded(rows)))

    @abstractmethod
    def close(self) -> None:
        """Let go of everything. Closing twice is fine."""

    def reads(self, text: str) -> bool:
        """False for text in a script the encoder was not made for."""
        return reads(self.encoder, text)

    def is_encodable(self, episode: Episode, encoder: Encoder | None = None) -> bool:
        """False for a dropped text, and for one in a script the encoder (this view's, if None) was not made for."""
        return self.meta.retain == "text" and bool(episode.text) and reads(encoder or self.encoder, episode.text)

    def add_vectors(self, episode: Episode, encoded: Mapping[str, Encoded]) -> None:
        """Add the next episode's vectors to the index; one without any is never found by meaning."""
        found = encoded.get(vector_key(episode)) if self.is_encodable(episode) else None
        self.vectors.add(found or nothing(self.vectors.encoder))


def nothing(encoder: EncoderName) -> Encoded:
    return Encoded(np.zeros(encoder.dim, np.float32), np.zeros((0, encoder.token_dim), np.int8))


def reads(encoder: Encoder, text: str) -> bool:
    return bool(encoder.languages & {"*", "zh"}) or not is_cjk(text)


def name_of(encoder: Encoder) -> EncoderName:
    return EncoderName(encoder.id, encoder.fingerprint, encoder.dim, encoder.token_dim)
