"""Reading what was observed to be read later: a batch at a time, the earliest first, by hand or on a thread beside.

The extractor is asked while nobody is held up: readers and writers go on. What it read is then settled as one write,
for those episodes that wait for it still; since what is held is a function of all that was told, whatever was written
meanwhile comes to the same.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from heapq import nsmallest

from kgmem.errors import ClosedError
from kgmem.holdings import BATCH, Holdings
from kgmem.observing import Observer, conversation, is_refusal
from kgmem.records import Change, Conversation, Episode, Extraction, Violation
from kgmem.settling import kept_read
from kgmem.talk import order_of
from kgmem.telling import Read
from kgmem.temporal import Clock

log = logging.getLogger("kgmem")

PAUSE = 0.1
"""Seconds for which a thread waits for more to read, when there is less than a batch."""
RETRY, RETRY_AT_MOST = 1.0, 300.0
"""Seconds until what could not be read is tried again: twice as long each time, up to the second."""


Wanted = Callable[[Episode], bool]


@dataclass(frozen=True, slots=True)
class Reading:
    """How what is pending is read. `written` is the way in of the one writer."""

    held: Holdings
    observer: Observer
    written: Callable[[], AbstractContextManager[Holdings]]
    clock: Clock

    def read(
        self, size: int = BATCH, session: str | None = None, skip: Collection[str] = (), wanted: Wanted | None = None
    ) -> tuple[set[str], Change]:
        """Read the next episodes that are pending, `size` at most: which ones were tried, none when nothing is left,
        and what changed."""
        batch = self._next(size, session, skip, wanted)
        if not batch:
            return set(), Change()
        extractions, failed = self.observer.extract(batch)
        episodes = [episode for episode, _ in batch]
        with self.written() as held:
            change = self._settle(episodes, extractions, held)
        return {episode.id for episode in episodes}, change + Change(violations=failed)

    def _next(
        self, size: int, session: str | None, skip: Collection[str], wanted: Wanted | None
    ) -> list[tuple[Episode, Conversation]]:
        with self.held.gate.reading():
            mirror = self.held.mirror
            waiting = (mirror.episodes[mirror.number[name]] for name in mirror.pending if name not in skip)
            here = (one for one in waiting if session in (None, one.session) and (wanted is None or wanted(one)))
            return [(one, conversation(one, (), mirror)) for one in nsmallest(size, here, key=order_of)]

    def _settle(self, episodes: Sequence[Episode], extractions: Sequence[Extraction], held: Holdings) -> Change:
        """Tell what was read in those episodes that are as they were when they were read."""
        by = self.observer.name
        tellings = [
            kept_read(Read(episode.id, found, by), held.meta.retain)
            for episode, found in zip(episodes, extractions, strict=True)
            if episode.id in held.working.pending and held.working.episode(episode.id).text == episode.text
        ]
        news = held.news(tellings)
        if not news:
            return Change()
        try:
            return held.tell("read", self.clock(), news)
        except Exception as error:
            if not is_refusal(error):
                raise
            log.warning("what was read in %d episodes could not be written at once (%s)", len(news), _kind(error))
        change = Change()
        for one in news:
            change += self._tell_alone(one, held)
        return change

    def _tell_alone(self, one: Read, held: Holdings) -> Change:
        """Tell what was read in one episode; claims that cannot be settled or stored cost themselves."""
        try:
            return held.tell("read", self.clock(), [one])
        except Exception as error:
            if not is_refusal(error):
                raise
            reason = f"what was read in it could not be kept ({_kind(error)})"
            change = held.tell("read", self.clock(), [replace(one, claims=Extraction())])
            return change + Change(violations=(Violation(one.id, "claims", reason),))


class BackgroundReader:
    """Reads what is pending on a thread of its own whenever it is woken, until the memory is closed.

    What cannot be read now (`last_error`, or an extractor that says it could not finish) stays pending and is tried
    again, after a second at first, then after twice as long each time, up to five minutes.
    """

    def __init__(self, reading: Reading) -> None:
        self.last_error: Exception | None = None
        self._reading = reading
        self._changed = threading.Condition()
        self._woken, self._stopped = True, False
        self._asked = self._done = 0  # passes that `flush` asked for, and those that are over
        self._chats: dict[str, set[str]] = {}  # session that is going on -> what of it is promoted
        self._tried: set[str] = set()  # what could not be finished, left alone until `_again`
        self._again = self._wait = 0.0
        self._thread = threading.Thread(target=self._run, name="kgmem-read", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive() and not self._stopped

    def wake(self) -> None:
        """Have it look for what is pending."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def keep_back(self, session: str) -> None:
        """Read of a session only what is promoted, until it is let go: a chat that is going on is read in batches."""
        with self._changed:
            self._chats.setdefault(session, set())

    def promote(self, session: str, episodes: Collection[str]) -> None:
        """Read these episodes of a session that is kept back, and wake for it."""
        with self._changed:
            self._chats.setdefault(session, set()).update(episodes)
        self.wake()

    def let_go(self, session: str) -> None:
        """Read of a session whatever is pending, and wake for it."""
        with self._changed:
            self._chats.pop(session, None)
        self.wake()

    def _is_wanted(self, episode: Episode) -> bool:
        promoted = self._chats.get(episode.session)
        return promoted is None or episode.id in promoted

    def _left(self) -> bool:
        """True when something that may be read now is pending."""
        with self._reading.held.gate.reading():
            mirror = self._reading.held.mirror
            return any(self._is_wanted(mirror.episodes[mirror.number[name]]) for name in mirror.pending)

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until all that is pending was read, `timeout` seconds at most. False when some of it is left: there was
        no time, or it cannot be read now (`last_error`, or an extractor that could not finish)."""
        with self._changed:
            self._asked += 1
            mine = self._asked
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._done >= mine or self._stopped, timeout)
            return not self._left()

    def stop(self, timeout: float | None = 10.0) -> None:
        """End the thread once the batch it is at is read, or leave it after so many seconds, to end by itself."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        if self._thread is not threading.current_thread():
            self._thread.join(timeout)

    def _run(self) -> None:
        while self._is_due():
            with self._changed:
                asked, self._woken = self._asked, False
                if asked > self._done or time.monotonic() >= self._again:
                    self._tried.clear()
            try:
                self._read_all()
            except ClosedError:
                break
            except Exception as error:  # noqa: BLE001  it must not end the thread, and is kept for who asks
                self._fail(error)
            with self._changed:
                self._done = asked
                self._changed.notify_all()
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _is_due(self) -> bool:
        """Wait until there is something to do; False when it was stopped."""

        def wanted() -> bool:
            is_left_alone = self.last_error is not None and time.monotonic() < self._again
            return self._stopped or self._asked > self._done or (self._woken and not is_left_alone)

        with self._changed:
            while not wanted():
                is_waiting = bool(self._tried) or self.last_error is not None
                left = self._again - time.monotonic()
                if is_waiting and left <= 0:
                    break
                self._changed.wait(left if is_waiting else None)
            if self._woken and self._asked == self._done and len(self._reading.held.mirror.pending) < BATCH:
                self._changed.wait_for(lambda: self._stopped or self._asked > self._done, PAUSE)
            return not self._stopped

    def _read_all(self) -> None:
        while not self._stopped:
            tried, _ = self._reading.read(skip=self._tried, wanted=self._is_wanted)
            if not tried:
                break
            self._tried |= tried
        self.last_error = None
        self._tried &= self._reading.held.mirror.pending.keys()
        if self._tried:
            self._back_off()
        else:
            self._wait = 0.0

    def _fail(self, error: Exception) -> None:
        if self.last_error is None:
            log.warning("what is pending could not be read, and will be tried again (%s)", _kind(error))
        self.last_error = error
        self._back_off()

    def _back_off(self) -> None:
        if time.monotonic() >= self._again:
            self._wait = min(max(RETRY, 2 * self._wait), RETRY_AT_MOST)
            self._again = time.monotonic() + self._wait


def _kind(error: Exception) -> str:
    return type(error).__name__
