"""A progress line on standard error for long ingests."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WIDTH = 30


@contextmanager
def bar(total: int | None) -> Iterator[Callable[[int, int | None], None]]:
    """Give a function to call with (done, total); the line is cleared at the end."""
    started = time.monotonic()

    def report(done: int, total: int | None) -> None:
        rate = done / max(time.monotonic() - started, 1e-3)
        filled = int(WIDTH * done / total) if total else 0
        drawn = f"[{'=' * filled}{' ' * (WIDTH - filled)}] {done}/{total}" if total else f"{done}"
        sys.stderr.write(f"\rremembering {drawn} episodes, {rate:.0f}/s ")
        sys.stderr.flush()

    try:
        report(0, total)
        yield report
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
