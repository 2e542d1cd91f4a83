"""How episodes follow each other: by time, in their sessions. They are numbered as they come."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from kgmem.columns import Growing
from kgmem.manner import manner
from kgmem.records import Episode
from kgmem.temporal import Micros
from kgmem.text import fold

Order = tuple[Micros, int, str]  # occurred, seq, id: how episodes of a session follow each other
Ints = npt.NDArray[np.int32]


def order_of(episode: Episode) -> Order:
    return episode.occurred, episode.seq, episode.id


class Talk:
    """The sessions. All that is kept of their order is put right where an episode goes in, whenever it comes."""

    def __init__(self, episodes: list[Episode], number: Mapping[str, int]) -> None:
        """episodes: all, by number, which this only reads, as it does `number`, by id."""
        self.sessions: dict[str, list[Order]] = {}  # session -> its episodes in order
        self._episodes, self._number = episodes, number
        self._labels: dict[str, int] = {}  # session -> its number
        self._before, self._after, self._session = Growing(np.int32), Growing(np.int32), Growing(np.int32)
        self._voices: dict[str, int] = {}  # folded name of a speaker -> its number
        self._voice, self._user, self._occurred = Growing(np.int32), Growing(np.bool_), Growing(np.int64)
        self._same = 0  # episodes by the speaker of the one before

    def add(self, episode: Episode) -> None:
        """The episode with the next number; it is among `episodes` already."""
        order = self.sessions.setdefault(episode.session, [])
        at = bisect.bisect_left(order, order_of(episode))
        order.insert(at, order_of(episode))
        own = self._number[episode.id]
        before = self._number[order[at - 1][2]] if at else -1
        after = self._number[order[at + 1][2]] if at + 1 < len(order) else -1
        self._before.append(before)
        self._after.append(after)
        self._session.append(self._labels.setdefault(episode.session, len(self._labels)))
        self._voice.append(self._voices.setdefault(fold(episode.speaker), len(self._voices)))
        self._user.append(episode.role == "user")
        self._occurred.append(episode.occurred)
        if before >= 0:
            self._after.put(before, own)
        if after >= 0:
            self._before.put(after, own)
        self._same += self._runs(before, own) + self._runs(own, after) - self._runs(before, after)

    def _runs(self, one: int, next: int) -> bool:
        return one >= 0 and next >= 0 and self._episodes[one].speaker == self._episodes[next].speaker

    def neighbours(self) -> tuple[Ints, Ints]:
        """Numbers of the episode before and after each in its session, (n,) each; -1 for none."""
        return self._before.now(), self._after.now()

    def in_session(self) -> Ints:
        """A number for the session of each episode, (n,), from 0 on."""
        return self._session.now()

    def sessions_of(self, numbers: npt.NDArray[np.int64]) -> list[str]:
        """The sessions of these episodes, each once, in the order of the first of them."""
        names = list(self._labels)
        return [names[label] for label in dict.fromkeys(self._session.now()[numbers].tolist())]

    def spoken_by(self, names: Iterable[str], numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Which of these episodes are of speakers with these folded names, (len(numbers),)."""
        meant = np.zeros(len(self._voices), np.bool_)
        meant[[self._voices[name] for name in names if name in self._voices]] = True
        found: npt.NDArray[np.bool_] = meant[self._voice.now()[numbers]]
        return found

    def of_users(self) -> npt.NDArray[np.bool_]:
        """Which episodes a user says, (n,)."""
        return self._user.now()

    def occurred(self) -> npt.NDArray[np.int64]:
        """When each episode was said, (n,)."""
        return self._occurred.now()

    def manner(self) -> Mapping[str, float]:
        """How people talk here (`manner.MANNERS`)."""
        return manner(len(self._episodes), self._same)

    def earlier(self, episode: Episode, count: int) -> list[Episode]:
        """Up to `count` episodes of its session before it by time, oldest first."""
        order = self.sessions.get(episode.session, [])
        at = bisect.bisect_left(order, order_of(episode))
        return [self._episodes[self._number[name]] for _, _, name in order[max(0, at - count) : at]]

    def around(self, episode: Episode) -> tuple[str, str]:
        """Ids of the episodes before and after the place of this one in its session; "" for none."""
        order = self.sessions.get(episode.session, [])
        at = bisect.bisect_left(order, order_of(episode))
        after = at + 1 if at < len(order) and order[at][2] == episode.id else at
        return (order[at - 1][2] if at else ""), (order[after][2] if after < len(order) else "")
