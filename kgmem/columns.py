"""Facts or events as columns of numbers, for what looks at thousands of them for one question.

They are numbered as they come, and so are episodes. The mirror keeps them with every write; what is put down costs the
same however much there is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from kgmem.temporal import Micros

Floats = npt.NDArray[np.float32]


class Growing:
    """An array that grows at its end, doubling its room."""

    def __init__(self, dtype: type) -> None:
        self._held: npt.NDArray[Any] = np.zeros(16, dtype)
        self._count = 0

    def append(self, value: int) -> None:
        if self._count == len(self._held):
            self._held = np.concatenate((self._held, np.zeros_like(self._held)))
        self._held[self._count] = value
        self._count += 1

    def put(self, place: int, value: int) -> None:
        self._held[place] = value

    def drop(self, place: int) -> None:
        """Take one out, at the cost of all behind it."""
        self._held[place : self._count - 1] = self._held[place + 1 : self._count]
        self._count -= 1

    def now(self) -> npt.NDArray[Any]:
        """What it holds, to read and not to keep: what is put later may show in it."""
        return self._held[: self._count]


class Columns:
    """When each was recorded and retracted, and in which episodes it is read."""

    def __init__(self) -> None:
        self._number: dict[str, int] = {}
        self._recorded, self._retracted = Growing(np.int64), Growing(np.int64)
        self._said, self._read = Growing(np.int64), Growing(np.int64)  # pairs: what is said, in which episode

    def number(self, name: str) -> int:
        """Its place in the order in which they came."""
        return self._number[name]

    def add(self, name: str, recorded: Micros, retracted: Micros) -> None:
        self._number[name] = len(self._number)
        self._recorded.append(recorded)
        self._retracted.append(retracted)

    def retract(self, name: str, at: Micros) -> None:
        self._retracted.put(self._number[name], at)

    def tell(self, name: str, episode: int) -> None:
        """It is read in this episode too; -1 for one that memory does not have."""
        self._said.append(self._number[name])
        self._read.append(episode)

    def untell(self, name: str, episode: int) -> None:
        """At one place of this episode it is not read any longer."""
        pairs = (self._said.now() == self._number[name]) & (self._read.now() == episode)
        for place in np.flatnonzero(pairs)[:1]:
            self._said.drop(int(place))
            self._read.drop(int(place))

    def pairs(self) -> Iterator[tuple[str, Micros, Micros, int]]:
        """What is said with when it was recorded and retracted, for each place of an episode, by number, that says
        it."""
        names, recorded, retracted = list(self._number), self._recorded.now(), self._retracted.now()
        for number, episode in zip(self._said.now(), self._read.now(), strict=True):
            yield names[number], int(recorded[number]), int(retracted[number]), int(episode)

    def best_in(self, scores: Floats, known_at: Micros, hidden: Iterable[str], episodes: int) -> Floats:
        """The best score of what each of so many episodes says, (episodes + 1,), of what memory held at a time.

        scores: by number. hidden: ids of what does not count, whatever they are of. The last place is of episodes that
        memory does not have.
        """
        good = np.flatnonzero(scores)  # few of all there are
        shown = np.zeros(len(scores), np.float32)
        held = (self._recorded.now()[good] <= known_at) & (known_at < self._retracted.now()[good])
        shown[good] = np.where(held, scores[good], 0)
        shown[[self._number[name] for name in hidden if name in self._number]] = 0
        found = np.zeros(episodes + 1, np.float32)
        said = shown[self._said.now()]
        kept = np.flatnonzero(said)
        np.maximum.at(found, self._read.now()[kept], said[kept])
        return found
