"""How two things are connected: walks over facts that all held at one common time."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator

from kgmem.records import Fact, Path
from kgmem.temporal import BEGINNING, FOREVER, Span

MOST_STEPS = 50_000
"""Facts looked at for one question; hubs connect everything with everything."""

Ways = Callable[[str], Iterable[Fact]]


def connections(a: str, b: str, ways: Ways, *, depth: int, limit: int) -> list[Path]:
    """The shortest walks between two entities, of at most `depth` facts; of those of one length the surest.

    `ways` gives the facts at an entity. No entity is on a walk twice. A walk's common time is what the valid times of
    its facts share; one that shares none is no walk. Its score is the product of the facts' confidences.
    """
    if a == b:
        return []
    left = _Known(ways)
    near = _distances(b, left, depth // 2)
    far = depth // 2 + 1 if left.looked_at < MOST_STEPS // 2 else 1  # of what was not reached
    heap: list[tuple[int, float, tuple[str, ...], tuple[str, ...], tuple[Fact, ...], int, int]] = []
    heapq.heappush(heap, (0, -1.0, (), (a,), (), BEGINNING, FOREVER))
    found: list[Path] = []
    while heap and len(found) < limit and left.looked_at < MOST_STEPS:
        _, less, ids, walked, facts, since, until = heapq.heappop(heap)
        here = walked[-1]
        if here == b:
            found.append(Path(facts, Span(since, until), -less))
            continue
        if len(facts) == depth:
            continue
        for fact in left.at(here):
            other = fact.object_id if fact.subject_id == here else fact.subject_id
            start, end = max(since, fact.valid_from), min(until, fact.valid_to)
            if start >= end or other in walked or len(facts) + 1 + near.get(other, far) > depth:
                continue
            grown = (*ids, fact.id), (*walked, other), (*facts, fact)
            heapq.heappush(heap, (len(facts) + 1, less * fact.confidence, *grown, start, end))
    return found


class _Known:
    """The facts at each entity, asked for once, and how many were looked at."""

    def __init__(self, ways: Ways) -> None:
        self._ways = ways
        self._held: dict[str, list[Fact]] = {}
        self.looked_at = 0

    def at(self, entity: str) -> list[Fact]:
        if entity not in self._held:
            self._held[entity] = sorted(self._ways(entity), key=lambda fact: (-fact.confidence, fact.id))
        self.looked_at += len(self._held[entity])
        return self._held[entity]


def _distances(start: str, known: _Known, most: int) -> dict[str, int]:
    """How many facts away entities are from one, as far as `most`."""
    found, frontier = {start: 0}, [start]
    for distance in range(1, most + 1):
        reached = dict.fromkeys(other for one in frontier for other in _others(one, known) if other not in found)
        found.update(dict.fromkeys(reached, distance))
        frontier = list(reached)
    return found


def _others(entity: str, known: _Known) -> Iterator[str]:
    if known.looked_at < MOST_STEPS // 2:
        for fact in known.at(entity):
            yield fact.object_id if fact.subject_id == entity else fact.subject_id
