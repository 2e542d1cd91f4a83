"""Clusters of mentions against gold ones: B-cubed (Bagga and Baldwin 1998), and which gold entity a found one is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Placed:
    """A mention found: characters `[start, end)` of a text, and the entity it is bound to."""

    start: int
    end: int
    entity: str


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1 in percent."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def b_cubed(gold: Sequence[Hashable], found: Sequence[Hashable | None]) -> Score:
    """B-cubed over mentions, each with its gold cluster and its found one; None is a cluster of its own.

    The precision of a mention is the share of its found cluster that is of its gold cluster, its recall the share of
    its gold cluster that is in its found one; both are averaged over all mentions.
    """
    if not gold:
        return Score(0.0, 0.0)
    alone = [("alone", place) if one is None else ("found", one) for place, one in enumerate(found)]
    pairs = list(zip(gold, alone, strict=True))
    both, golds, founds = Counter(pairs), Counter(gold), Counter(alone)
    precision = sum(both[pair] / founds[pair[1]] for pair in pairs)
    recall = sum(both[pair] / golds[pair[0]] for pair in pairs)
    return Score(100 * precision / len(pairs), 100 * recall / len(pairs))


def best_overlap(start: int, end: int, found: Iterable[Placed]) -> Placed | None:
    """The mention that shares most of its own and the span's characters with the span; None when none meets it."""
    best, most = None, 0.0
    for one in found:
        shared = min(end, one.end) - max(start, one.start)
        whole = max(end, one.end) - min(start, one.start)
        if shared > 0 and shared / whole > most:
            best, most = one, shared / whole
    return best


def meanings(
    votes: Mapping[str, Counter[str]], names: Mapping[str, Iterable[str]], means: Callable[[str], set[str]]
) -> dict[str, str]:
    """Which gold entity each found one is: the only one that its names name, else the one that most of the named
    mentions bound to it mean. What is neither named so nor has a majority means nobody.

    votes: found entity -> gold entities of the named mentions bound to it. names: found entity -> its name and aliases.
    means: the gold entities that carry a name.
    """
    result = {}
    for entity in sorted({*votes, *names}):
        named = set().union(*(means(name) for name in names.get(entity, ())))
        if len(named) == 1:
            result[entity] = named.pop()
            continue
        ranked = votes.get(entity, Counter()).most_common(2)
        if ranked and (len(ranked) == 1 or ranked[0][1] > ranked[1][1]):
            result[entity] = ranked[0][0]
    return result
