"""Which words of a question a document says, in context: asked in several places of one recall, found out once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kgmem.vectors import Floats, Ints, Vectors


class Matching:
    """The best match of each word of one question in documents, by number. Not for several threads."""

    def __init__(self, vectors: Vectors, words: npt.NDArray[np.int8]) -> None:
        """words: (m, token_dim), the token vectors of the question."""
        self._vectors, self._words = vectors, words
        self._place = np.full(len(vectors) + 1, -1, np.int64)  # by number: its row below, -1 for none yet
        self._found = np.zeros((0, len(words)), np.float32)

    def of(self, numbers: Ints) -> Floats:
        """As `Vectors.matches`, (len(numbers), m), of numbers in any order; 0 for -1, which is none."""
        new = self._place[numbers] < 0
        new &= numbers >= 0
        if new.any():
            wanted = np.unique(numbers[new])
            self._place[wanted] = len(self._found) + np.arange(len(wanted))
            self._found = np.concatenate((self._found, self._vectors.matches(self._words, wanted)))
        found: Floats = self._found.take(self._place[numbers], axis=0, mode="clip")
        found[numbers < 0] = 0
        return found
