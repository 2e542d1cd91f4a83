"""What recall did, stage by stage: how long each took, and what it left of what there was."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of recall. `counts` are how many there were of what after it, by name; `milliseconds` are of the wall
    clock, so that they differ from run to run."""

    name: str
    milliseconds: float
    counts: Mapping[str, int] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {"stage": self.name, "ms": round(self.milliseconds, 3), **self.counts}


class Trace:
    """The stages a question went through so far, in their order."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[dict[str, int]]:
        """Time what is done inside; it fills in the counts."""
        counts: dict[str, int] = {}
        started = time.perf_counter()
        yield counts
        self.stages.append(Stage(name, (time.perf_counter() - started) * 1000, counts))


def lines(stages: Iterable[Stage]) -> list[str]:
    """One line a stage: "candidates  1.2 ms  340 held, 340 allowed, 120 episodes"."""
    stages = list(stages)
    longest = max((len(stage.name) for stage in stages), default=0)
    return [
        f"{stage.name:{longest}}  {stage.milliseconds:6.1f} ms  "
        + ", ".join(f"{count} {name}" for name, count in stage.counts.items())
        for stage in stages
    ]
