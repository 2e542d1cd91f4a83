"""Sparing a server that does not answer: after some failures in a row it is left alone for a while."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

FAILURES = 3
"""So many calls in a row that came to nothing, and it is left alone."""
PAUSE = 60.0
"""Seconds for which it is; then one failure is enough to leave it alone again."""


class Outage:
    """Whether a server may be asked. Any thread may ask and tell. clock: seconds that only grow."""

    def __init__(
        self, failures: int = FAILURES, pause: float = PAUSE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit, self._pause, self._clock = failures, pause, clock
        self._lock = threading.Lock()
        self._failures, self._until = 0, 0.0

    def left(self) -> float:
        """Seconds for which it is still left alone; 0 when it may be asked."""
        with self._lock:
            return max(0.0, self._until - self._clock()) if self._failures >= self._limit else 0.0

    def failed(self) -> None:
        with self._lock:
            self._failures += 1
            if self._failures >= self._limit:
                self._until = self._clock() + self._pause

    def answered(self) -> None:
        with self._lock:
            self._failures = 0
