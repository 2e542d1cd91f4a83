"""Events by when they began, so that what lies near a time is found without looking at the others."""

from __future__ import annotations

import bisect
from collections.abc import Collection, Iterator

from kgmem.records import Event
from kgmem.temporal import BEGINNING, DAY, Micros, Span

LONG = 366 * DAY
"""Events of more than this are kept once more by themselves: they reach into times far from their beginning."""
FEW = 100
"""Up to so many are put in their places one by one; more are sorted in."""


class Starts:
    """Ids of the dated events, retracted ones as well, by (start, id)."""

    def __init__(self) -> None:
        self._all: list[tuple[Micros, str]] = []
        self._long: list[tuple[Micros, str]] = []

    def add(self, events: Collection[Event]) -> None:
        dated = [(event.start, event.id) for event in events if event.start > BEGINNING]
        if len(dated) > FEW:
            self._all = sorted((*self._all, *dated))
        else:
            for one in dated:
                bisect.insort(self._all, one)
        for event in events:
            self.note_end(event)

    def note_end(self, event: Event) -> None:
        """Its end may be another one than it was."""
        if event.start > BEGINNING and event.end - event.start > LONG and (event.start, event.id) not in self._long:
            bisect.insort(self._long, (event.start, event.id))

    def until(self, at: Micros) -> Iterator[str]:
        """Those that began before a time, the latest first, those of one instant by id."""
        last = bisect.bisect_left(self._all, (at, ""))
        while last:
            first = bisect.bisect_left(self._all, (self._all[last - 1][0], ""), 0, last)
            yield from (name for _, name in self._all[first:last])
            last = first

    def since(self, at: Micros) -> Iterator[str]:
        """Those that began at a time or later, the earliest first."""
        for place in range(bisect.bisect_left(self._all, (at, "")), len(self._all)):
            yield self._all[place][1]

    def near(self, span: Span) -> Iterator[str]:
        """Those that may share some time with a span, by start; some do not."""
        first = bisect.bisect_left(self._all, (span.start - LONG, ""))
        yield from (name for start, name in self._long if start < span.start - LONG)
        for place in range(first, bisect.bisect_left(self._all, (span.end, ""))):
            yield self._all[place][1]
