"""What happened, in numbers: counters, gauges and histograms of one open memory.

A number has a name and labels, both of this program's words: never a text, nor the name of a session or a person.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from kgmem.errors import KgmemError
from kgmem.temporal import Micros, now

Labels = tuple[tuple[str, str], ...]
Key = tuple[str, Labels]

BOUNDS = (0.0, *(float(f"{step}e{power}") for power in range(-7, 6) for step in range(10, 100)), 1e7)
"""Upper bounds of a histogram's buckets, inclusive: zero, and all numbers of two digits from a millionth to ten
million. A percentile is such a number: at most a tenth too high, never too low."""
MOST = 200
"""Most sets of labels of one name; those that come later are counted together, each label as "other"."""
OTHER = "other"


@dataclass(slots=True)
class Tally:
    """Values that were measured. `buckets`: place in BOUNDS -> how many; those above the last have the place after."""

    count: int = 0
    total: float = 0.0
    least: float = float("inf")
    most: float = float("-inf")
    buckets: dict[int, int] = field(default_factory=dict)

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        place = bisect_left(BOUNDS, value)
        self.buckets[place] = self.buckets.get(place, 0) + 1
        if value < self.least:
            self.least = value
        if value > self.most:
            self.most = value

    def percentile(self, share: float) -> float:
        """The value below which this share (0 to 1) of all lie, rounded up to a bound; 0 for none."""
        wanted, seen = share * self.count, 0
        for place in sorted(self.buckets):
            seen += self.buckets[place]
            if seen >= wanted:
                return min(self.most, BOUNDS[place] if place < len(BOUNDS) else self.most)
        return 0.0

    def up_to(self, bound: float) -> int:
        """How many were no more than one of BOUNDS."""
        last = bisect_left(BOUNDS, bound)
        return sum(count for place, count in self.buckets.items() if place <= last)

    def merge(self, other: Tally) -> None:
        self.count += other.count
        self.total += other.total
        self.least, self.most = min(self.least, other.least), max(self.most, other.most)
        for place, count in other.buckets.items():
            self.buckets[place] = self.buckets.get(place, 0) + count

    def copy(self) -> Tally:
        return Tally(self.count, self.total, self.least, self.most, dict(self.buckets))


@dataclass(frozen=True, slots=True)
class Gauge:
    """The last value of something that goes up and down, when it was taken (UTC microseconds), and the one before."""

    value: float
    at: Micros
    before: float | None = None


@dataclass(frozen=True, slots=True)
class Numbers:
    """All numbers at one moment."""

    counters: Mapping[Key, float] = field(default_factory=dict)
    histograms: Mapping[Key, Tally] = field(default_factory=dict)
    gauges: Mapping[Key, Gauge] = field(default_factory=dict)


class Metrics:
    """The numbers of one open memory. Threads may share it; a count takes about a microsecond."""

    def __init__(self) -> None:
        self.since = now()
        self._lock = threading.Lock()
        self._mine = threading.local()
        self._counters: dict[Key, float] = {}
        self._histograms: dict[Key, Tally] = {}
        self._gauges: dict[Key, Gauge] = {}
        self._sets: Counter[str] = Counter()  # name -> sets of labels it has
        self.changes = 0  # goes up with everything that is noted

    def count(self, name: str, by: float = 1, /, **labels: str) -> None:
        """Add to a counter."""
        with self._lock:
            key = self._key(name, labels, self._counters)
            self._counters[key] = self._counters.get(key, 0) + by
            self.changes += 1

    def measure(self, name: str, value: float, /, **labels: str) -> None:
        """Add a value to a histogram. Its name ends in its unit, as in "recall_seconds"."""
        with self._lock:
            key = self._key(name, labels, self._histograms)
            tally = self._histograms.get(key)
            if tally is None:
                tally = self._histograms[key] = Tally()
            tally.add(value)
            self.changes += 1

    @contextmanager
    def timed(self, name: str, /, **labels: str) -> Iterator[None]:
        """Measure the seconds of what is done inside, also of what fails."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.measure(name, time.perf_counter() - started, **labels)

    @contextmanager
    def call(self, verb: str) -> Iterator[None]:
        """Count a call of a verb, its seconds, and the class of its error. What it calls itself is part of it."""
        if getattr(self._mine, "is_inside", False):
            yield
            return
        self._mine.is_inside = True
        started = time.perf_counter()
        try:
            yield
        except BaseException as error:
            self.count("errors", verb=verb, error=_class_of(error))
            raise
        finally:
            self._mine.is_inside = False
            self.count("calls", verb=verb)
            self.measure("call_seconds", time.perf_counter() - started, verb=verb)

    def gauge(self, name: str, value: float, at: Micros, /, **labels: str) -> None:
        """Set a gauge as it was at a time."""
        with self._lock:
            key = self._key(name, labels, self._gauges)
            held = self._gauges.get(key)
            self._gauges[key] = Gauge(value, at, None if held is None else held.value)
            self.changes += 1

    def numbers(self) -> Numbers:
        """A copy of all numbers, by name and labels."""
        with self._lock:
            histograms = {key: tally.copy() for key, tally in self._histograms.items()}
            return Numbers(dict(sorted(self._counters.items())), dict(sorted(histograms.items())), dict(self._gauges))

    def add(self, numbers: Numbers, since: Micros) -> None:
        """Go on from numbers that were kept, which began to be counted at a time."""
        with self._lock:
            self.since = min(self.since, since)
            for key, by in numbers.counters.items():
                self._counters[key] = self._counters.get(key, 0) + by
            for key, tally in numbers.histograms.items():
                self._histograms.setdefault(key, Tally()).merge(tally)
            for key, gauge in numbers.gauges.items():
                self._gauges.setdefault(key, gauge)

    def _key(self, name: str, labels: Mapping[str, str], held: Mapping[Key, Any]) -> Key:
        key = (name, tuple(sorted(labels.items()))) if labels else (name, ())
        if key not in held and labels:
            if self._sets[name] >= MOST:
                return (name, tuple((label, OTHER) for label, _ in key[1]))
            self._sets[name] += 1
        return key


def _class_of(error: BaseException) -> str:
    """The class of an error of kgmem or of Python; others may be called anything."""
    kind = type(error)
    return kind.__name__ if isinstance(error, KgmemError) or kind.__module__ == "builtins" else OTHER
