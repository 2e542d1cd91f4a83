"""What was recalled since it was last written: counted beside the readers, written with the next write."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from kgmem.mirror import Counts, Mirror
from kgmem.telling import Recalled
from kgmem.temporal import Micros


class Uses:
    """Counts that are not written yet. Any thread may add to them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[str, tuple[int, Micros]] = {}

    def note(self, names: Iterable[str], at: Micros) -> None:
        """Count that these were recalled."""
        self.put_back(dict.fromkeys(names, (1, at)))

    def take(self) -> Counts:
        """All counts; none are left."""
        with self._lock:
            taken, self._counts = self._counts, {}
            return taken

    def waiting(self) -> Counts:
        """All counts; they stay."""
        with self._lock:
            return dict(self._counts)

    def put_back(self, counts: Counts) -> None:
        """Add counts: what was taken and could not be written."""
        with self._lock:
            for name, (count, at) in counts.items():
                held, last = self._counts.get(name, (0, at))
                self._counts[name] = held + count, max(last, at)


def recalled(counts: Counts, recorded: Micros, mirror: Mirror) -> Recalled | None:
    """What is to be told of these counts, in all, of what is still held; None for nothing. A count without a time
    is of when it is recorded."""
    totals = tuple(
        (name, mirror.uses.get(name, 0) + count, max(mirror.used_at.get(name, 0), at or recorded))
        for name, (count, at) in sorted(counts.items())
        if name in mirror.number or name in mirror.versions
    )
    return Recalled(totals) if totals else None
