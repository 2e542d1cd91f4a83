"""The numbers of what happened, as `metrics.json` keeps them from one opening of a memory to the next."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from kgmem.metrics import BOUNDS, Gauge, Key, Labels, Metrics, Numbers, Tally
from kgmem.store import write_atomically
from kgmem.temporal import Micros

log = logging.getLogger("kgmem")

FORMAT = 1
LARGEST = 4 << 20
"""Bytes above which a file is none of ours."""
_NAME = re.compile(r"[a-z][a-z0-9_@]{0,63}")
_LABEL = re.compile(r"[A-Za-z0-9_.@+ -]{1,64}")


@dataclass(frozen=True, slots=True)
class Kept:
    """Up to which change numbers are on disk, and since when by this process's clock."""

    changes: int
    at: float = field(default_factory=time.monotonic)

    def is_due(self, changes: int, every: float) -> bool:
        return changes != self.changes and time.monotonic() - self.at >= every


def write(path: Path, metrics: Metrics) -> None:
    """Replace the file. A disk that takes nothing costs the numbers, never what is remembered."""
    try:
        write_atomically(path, as_json(metrics.numbers(), metrics.since).encode())
    except OSError as error:
        log.warning("the numbers of what happened could not be kept: %s", error)


def load(path: Path, metrics: Metrics) -> None:
    """Go on from what was kept, if anything; from nothing when it cannot be read."""
    if (held := read(path)) is not None:
        metrics.add(*held)


def read(path: Path) -> tuple[Numbers, Micros] | None:
    """What was kept, and since when it was counted; None for no file, or one that is damaged."""
    try:
        if path.stat().st_size > LARGEST:
            raise ValueError("it is too large")
        return from_json(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        log.warning("metrics.json cannot be read and counting begins anew: %s", type(error).__name__)
        return None


def as_json(numbers: Numbers, since: Micros) -> str:
    """Numbers with names or labels that a program made of words of its own are left out: they may hold texts."""
    held = {
        "format": FORMAT,
        "since": since,
        "counters": [
            [name, dict(labels), value] for (name, labels), value in numbers.counters.items() if _is_ours(name, labels)
        ],
        "histograms": [
            [name, dict(labels), tally.count, tally.total, tally.least, tally.most, sorted(tally.buckets.items())]
            for (name, labels), tally in numbers.histograms.items()
            if _is_ours(name, labels)
        ],
        "gauges": [
            [name, dict(labels), gauge.value, gauge.at, gauge.before]
            for (name, labels), gauge in numbers.gauges.items()
            if _is_ours(name, labels)
        ],
    }
    return json.dumps(held)


def from_json(text: str) -> tuple[Numbers, Micros]:
    """Raises ValueError, TypeError or KeyError for anything that was not written by `as_json`."""
    held = json.loads(text)
    if held["format"] != FORMAT or type(held["since"]) is not int:
        raise ValueError("another format")
    return (
        Numbers(
            {_key(name, labels): _number(value) for name, labels, value in held["counters"]},
            dict(_tallies(held["histograms"])),
            {
                _key(name, labels): Gauge(_number(value), int(at), None if before is None else _number(before))
                for name, labels, value, at, before in held["gauges"]
            },
        ),
        held["since"],
    )


def _tallies(rows: list[Any]) -> Iterator[tuple[Key, Tally]]:
    for name, labels, count, total, least, most, buckets in rows:
        places = {int(place): int(held) for place, held in buckets}
        is_whole = count > 0 and sum(places.values()) == count and all(held > 0 for held in places.values())
        if not is_whole or not all(0 <= place <= len(BOUNDS) for place in places):
            raise ValueError("buckets that do not add up")
        yield _key(name, labels), Tally(int(count), _number(total), _number(least), _number(most), places)


def _key(name: str, labels: dict[str, str]) -> Key:
    key = name, tuple(sorted(labels.items()))
    if not _is_ours(*key):
        raise ValueError("a name that is none of ours")
    return key


def _is_ours(name: str, labels: Labels) -> bool:
    return bool(_NAME.fullmatch(name)) and all(_NAME.fullmatch(k) and _LABEL.fullmatch(v) for k, v in labels)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise ValueError("no number")
    return value
