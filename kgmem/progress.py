"""A progress line on standard error for long ingests."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

WIDTH = 30
WORTH_A_BAR = 256
"""Episodes from which a bar is shown unasked."""

Progress = bool | Callable[[int, int | None], None] | None


@contextmanager
def watched(progress: Progress, total: int | None) -> Iterator[Callable[[int, int | None], None]]:
    """What to call with (done, total) after each batch: the caller's function, a bar, or nothing.

    None shows a bar on a terminal when there is much to do; True always, False never.
    """
    if callable(progress):
        yield progress
    elif progress or (progress is None and sys.stderr.isatty() and (total or 0) >= WORTH_A_BAR):
        with bar(total) as report:
            yield report
    else:
        yield lambda done, total: None


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
