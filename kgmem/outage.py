"""What a process goes on with while a server is away: writes wait here, in order, until each was done once."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from kgmem.errors import ClosedError, ShortTermError

log = logging.getLogger("kgmem")

RETRY_AFTER = 1.0
"""Seconds from one try to reach the server to the next."""
MOST_WAITING = 100_000
"""Writes."""


class ServerGone(ShortTermError):
    """The server could not be reached, or cannot write now. What was asked may have been done or not."""


Write = Callable[[], object]
"""Raises ServerGone when the server could not be reached, and may then be called again: doing it twice is doing it
once."""


class Outage:
    """Of one server. Threads may share it. While it is on, a thread of its own tries to reach the server, so that no
    call waits for that."""

    def __init__(
        self, reach: Callable[[], object], *, retry_after: float = RETRY_AFTER, most: int = MOST_WAITING
    ) -> None:
        """reach: raises ServerGone while the server is away."""
        self._reach, self._retry_after, self._most = reach, retry_after, most
        self._waiting: deque[Write] = deque()
        self._lock = threading.Lock()  # of what waits
        self._writing = threading.Lock()  # held by the one thread that tries to write it
        self._on = False
        self._helper: threading.Thread | None = None
        self._over = threading.Event()

    @property
    def is_on(self) -> bool:
        return self._on

    @property
    def waiting(self) -> int:
        """How many writes wait."""
        return len(self._waiting)

    def write(self, act: Write) -> None:
        """Do it now, or behind all that waits."""
        if not self._on:
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
            self._keep_trying()  # all that waited before may just have been written

    def began(self, error: ServerGone) -> None:
        with self._lock:
            if not self._on:
                log.warning("short-term memory is degraded: %s. Turns are kept here until it is back", error)
            self._keep_trying()

    def catch_up(self) -> int:
        """Try now to write what waits; gives how many writes still wait."""
        if self._on:
            with self._writing:
                try:
                    self._reach()
                    self._write_waiting()
                except ServerGone:
                    pass
        return len(self._waiting)

    def forget(self) -> None:
        """Drop what waits."""
        with self._writing, self._lock:
            self._waiting.clear()

    def close(self) -> None:
        """Try no more."""
        self._over.set()

    def _keep_trying(self) -> None:
        """Have one thread that tries; a process that was forked starts its own."""
        self._on = True
        if (self._helper is None or not self._helper.is_alive()) and not self._over.is_set():
            self._helper = threading.Thread(target=self._try, name="kgmem-outage", daemon=True)
            self._helper.start()

    def _try(self) -> None:
        while not self._over.wait(self._retry_after):
            try:
                self.catch_up()
            except ClosedError:
                return
            with self._lock:
                if not self._on:
                    self._helper = None
                    return

    def _write_waiting(self) -> None:
        written = 0
        while True:
            with self._lock:
                if not self._waiting:
                    self._on = False
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
