"""The two fakes: an encoder without a model, and an extractor that reads what it was told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b

import numpy as np

from kgmem import Conversation, Encoded, Episode, Extraction
from kgmem.temporal import Micros, micros, parse_instant
from kgmem.text import words


class HashEncoder:
    """Vectors from hashed words: equal words, equal directions. Quick, and the same on every machine."""

    languages = frozenset({"*"})

    def __init__(self, dim: int = 32, token_dim: int = 16, id: str = "hash") -> None:
        self.id, self.dim, self.token_dim = id, dim, token_dim
        self.fingerprint = f"{dim:08x}{token_dim:08x}"
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str], *, query: bool = False) -> list[Encoded]:
        if not query:
            self.encoded += texts
        return [self._encode(text) for text in texts]

    def _encode(self, text: str) -> Encoded:
        found = words(text)
        pooled = sum((self._direction(word, self.dim) for word in found), np.zeros(self.dim, np.float32))
        length = float(np.linalg.norm(pooled))
        tokens = [np.round(self._direction(word, self.token_dim) * 127) for word in found]
        return Encoded(
            (pooled / length if length else pooled).astype(np.float32),
            np.array(tokens, np.int8).reshape(len(found), self.token_dim),
        )

    @staticmethod
    def _direction(word: str, dim: int) -> np.ndarray:
        seed = int.from_bytes(blake2b(word.encode(), digest_size=8).digest())
        direction = np.random.default_rng(seed).normal(size=dim).astype(np.float32)
        unit: np.ndarray = direction / np.linalg.norm(direction)
        return unit


class ScriptedExtractor:
    """Gives the extraction written down for a text, and an empty one for any other."""

    def __init__(self, script: Mapping[str, Extraction]) -> None:
        self.script = script

    def __call__(self, batch: Sequence[tuple[Episode, Conversation]]) -> list[Extraction]:
        return [self.script.get(episode.text, Extraction()) for episode, _ in batch]


class SetClock:
    """A clock that shows what it is set to."""

    def __init__(self, at: str) -> None:
        self.set(at)

    def set(self, at: str) -> None:
        self.now = micros(parse_instant(at, None))

    def __call__(self) -> Micros:
        return self.now
