"""What a process goes on with while a server is away: writes wait here, in order, until each was done once."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable

from kgmem.errors import ShortTermError

log = logging.getLogger("kgmem")

RETRY_AFTER = 1.0
"""Seconds from one try to reach the server to the next; calls in between do not wait for it."""
MOST_WAITING = 100_000
"""Writes."""


class ServerGone(ShortTermError):
    """The server could not be reached, or cannot write now. What was asked may have been done or not."""


Write = Callable[[], object]
"""Raises ServerGone when the server could not be reached, and may then be called again: doing it twice is doing it
once."""


class Outage:
    """Of one server. Threads may share it."""

    def __init__(
        self, reach: Callable[[], object], *, retry_after: float = RETRY_AFTER, most: int = MOST_WAITING
    ) -> None:
        """reach: raises ServerGone while the server is away."""
        self._reach, self._retry_after, self._most = reach, retry_after, most
        self._waiting: deque[Write] = deque()
        self._lock = threading.Lock()  # of what waits
        self._writer = threading.Lock()  # held by the one thread that tries to write it
        self._down = False
        self._again = 0.0

    @property
    def is_on(self) -> bool:
        return self._down

    @property
    def waiting(self) -> int:
        """How many writes wait."""
        return len(self._waiting)

    def write(self, act: Write) -> None:
        """Do it now, or behind all that waits."""
        if not self._down:
            try:
                act()
            except ServerGone as error:
                self.began(error)
            else:
                return
        with self._lock:
            if len(self._waiting) >= self._most:
                raise ShortTermError(f"{self._most:,} writes wait for the server; bring it back before more are made")
            self._waiting.append(act)
            self._down = True  # what waited before may just have been written
        self.catch_up()

    def began(self, error: ServerGone) -> None:
        with self._lock:
            was, self._down = self._down, True
            self._again = time.monotonic() + self._retry_after
        if not was:
            log.warning("short-term memory is degraded: %s. Turns are kept in this process until it is back", error)

    def catch_up(self, *, at_once: bool = False) -> int:
        """Write what waits if the server is back; gives how many writes still wait."""
        if self._down and (at_once or time.monotonic() >= self._again) and self._writer.acquire(blocking=at_once):
            try:
                self._reach()
                self._write_waiting()
            except ServerGone:
                self._again = time.monotonic() + self._retry_after
            finally:
                self._writer.release()
        return len(self._waiting)

    def forget(self) -> None:
        """Drop what waits."""
        with self._writer, self._lock:
            self._waiting.clear()

    def _write_waiting(self) -> None:
        written = 0
        while True:
            with self._lock:
                if not self._waiting:
                    self._down = False
                    break
                act = self._waiting[0]
            try:
                act()
                written += 1
            except ServerGone:
                raise
            except ShortTermError as error:
                log.error("a turn that waited was refused, and is gone from short-term memory: %s", error)
            with self._lock:
                self._waiting.popleft()
        log.info("short-term memory is back; %d writes that waited are done", written)
