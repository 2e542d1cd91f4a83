"""What readers see of a memory: its mirror and its vectors, behind a gate, and a door for Cypher."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from kgmem import schema
from kgmem.checking import Finding, folded, whole_of
from kgmem.embed import Encoded, Encoder
from kgmem.folder import Folder, Meta
from kgmem.gate import Gate
from kgmem.journal import JournalRow
from kgmem.mirror import Mirror, vector_key
from kgmem.portable import lines
from kgmem.records import Episode
from kgmem.rewriting import history
from kgmem.text import is_cjk
from kgmem.vectors import EncoderName, Vectors

QueryResult = tuple[tuple[str, ...], list[tuple[Any, ...]], bool]


class View(ABC):
    """`mirror` and `vectors` number episodes alike; both are read inside `gate.reading()`."""

    def __init__(self, folder: Folder, meta: Meta, encoder: Encoder) -> None:
        self.folder, self.meta, self.encoder = folder, meta, encoder
        self.gate = Gate()
        self.closed = False
        self.mirror = Mirror()
        self.vectors = Vectors(name_of(encoder))

    @abstractmethod
    def query(self, cypher: str, params: Mapping[str, Any], *, limit: int, timeout: float) -> QueryResult:
        """Run a checked read-only statement: column names, rows, whether there were more."""

    @abstractmethod
    def findings(self) -> Iterator[Finding]:
        """Where parts of the memory do not agree."""

    @abstractmethod
    def receipts(self) -> dict[str, str]:
        """Receipts of erasures, as JSON, by id."""

    @abstractmethod
    def rows(self) -> Iterator[JournalRow]:
        """The journal's rows that count."""

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
