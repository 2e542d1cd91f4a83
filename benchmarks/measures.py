"""Measures of a ranking against its evidence, and of samples: plain functions, no state.

Shares are 0 to 1 here; reports turn them into percent.
"""

from __future__ import annotations

import random
from collections.abc import Sequence


def any_at(ranked: Sequence[str], evidence: frozenset[str], k: int) -> float:
    """1 if at least one piece of evidence is among the first `k`."""
    return float(not evidence.isdisjoint(ranked[:k]))


def share_at(ranked: Sequence[str], evidence: frozenset[str], k: int) -> float:
    """The share of the evidence that is among the first `k`. `evidence` must not be empty."""
    return len(evidence.intersection(ranked[:k])) / len(evidence)


def all_at(ranked: Sequence[str], evidence: frozenset[str], k: int) -> float:
    """1 if every piece of evidence is among the first `k`."""
    return float(evidence.issubset(ranked[:k]))


def reciprocal_rank(ranked: Sequence[str], evidence: frozenset[str]) -> float:
    """1 / the place of the first piece of evidence, 0 if none is ranked."""
    return next((1 / place for place, item in enumerate(ranked, 1) if item in evidence), 0.0)


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def percentile(values: Sequence[float], percent: float) -> float:
    """The value below which `percent` of the values lie, between neighbours in proportion; 0 of nothing."""
    if not values:
        return 0.0
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def first_of_each(groups: Sequence[str]) -> list[str]:
    """Every group once, in the order of its first item: sessions ranked by their best turn."""
    return list(dict.fromkeys(groups))


def auroc(higher: Sequence[float], lower: Sequence[float]) -> float:
    """The chance that one of `higher` is above one of `lower`, ties counted by half. Neither may be empty."""
    order = sorted([(value, 0) for value in lower] + [(value, 1) for value in higher])
    ranks, at = 0.0, 0
    while at < len(order):
        end = at
        while end < len(order) and order[end][0] == order[at][0]:
            end += 1
        ranks += sum(kind for _, kind in order[at:end]) * (at + 1 + end) / 2
        at = end
    return (ranks - len(higher) * (len(higher) + 1) / 2) / (len(higher) * len(lower))


def calibration(
    right: Sequence[float], wrong: Sequence[float], bins: int = 5
) -> tuple[list[tuple[float, float, int]], float]:
    """Whether a chance that is said is one: for each of the equal steps from 0 to 1 that is said at all the mean said,
    the share that was right, and how many there are; and the mean distance of the two, by how often each is said.

    At even odds: all that is right weighs as much as all that is wrong. Neither may be empty.
    """
    steps: list[list[tuple[float, float, bool]]] = [[] for _ in range(bins)]
    for values, is_right in ((right, True), (wrong, False)):
        for value in values:
            steps[min(bins - 1, int(value * bins))].append((value, 0.5 / len(values), is_right))
    curve, error = [], 0.0
    for step in filter(None, steps):
        weight = sum(one for _, one, _ in step)
        said = sum(value * one for value, one, _ in step) / weight
        was = sum(one for _, one, is_right in step if is_right) / weight
        curve.append((said, was, len(step)))
        error += weight * abs(said - was)
    return curve, error


def bootstrap(groups: Sequence[Sequence[float]], *, rounds: int = 1000, seed: int = 0) -> tuple[float, float]:
    """The 95 % interval of the mean over all values when whole groups (conversations) are drawn anew.

    Questions of one conversation are not independent, so conversations are drawn, not questions.
    """
    draw = random.Random(seed)
    filled = [group for group in groups if group]
    if not filled:
        return 0.0, 0.0
    means = []
    for _ in range(rounds):
        drawn = [draw.choice(filled) for _ in filled]
        means.append(sum(map(sum, drawn)) / sum(map(len, drawn)))
    return percentile(means, 2.5), percentile(means, 97.5)
