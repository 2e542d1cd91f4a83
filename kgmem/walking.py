"""How near each episode is to what a question starts from, walking over the persons and things that episodes speak of.

Personalised PageRank (Haveliwala, 2002) by power iteration: from an episode to the entities it mentions and to the
turns beside it, from an entity to the episodes that mention it, and back to the start half of the time. Who is spoken
of everywhere says little: an entity draws by its inverse frequency, and shares what it drew among all its episodes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from kgmem.columns import Growing

DAMPING, STEPS = 0.5, 8
LEAST = 1e-6
"""Share of the whole walk below which a node gives nothing on."""
BESIDE = 0.5
"""Weight of the turn before and after, beside the entities of an episode, whose weights are their idf."""
FEW = 0.3
"""Up to this share of all edges, a step goes over the edges of those nodes alone that hold something."""

KEPT = 64
"""Walks from entities that are kept."""

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Web:
    """Edges of the walk, sorted by source: those of node n lie from `bounds[n]` to `bounds[n + 1]`, with the share of
    its mass that a source gives, and what the target gives on the way back; every edge has one. Nodes are the
    episodes, then the entities.

    numbers, idf: of entities; the idf of one that no episode mentions is 0. told: the episodes that mention an entity,
    those of the entity with number n in `told[ends[n] : ends[n + 1]]`.
    """

    sources: Ints
    targets: Ints
    shares: Doubles
    returns: Doubles
    bounds: Ints
    numbers: Mapping[str, int]
    idf: Floats
    told: Ints
    ends: Ints
    size: int
    _walks: dict[tuple[int, ...], Floats] = field(default_factory=dict)  # numbers of entities -> the walk from them

    def number(self, entity: str) -> int | None:
        """The number of an entity that some episode mentions."""
        number = self.numbers.get(entity, len(self.idf))
        return number if number < len(self.idf) and self.idf[number] > 0 else None

    def mentioning(self, number: int) -> Ints:
        """The episodes that mention the entity with this number."""
        return self.told[self.ends[number] : self.ends[number + 1]]

    def edges_of(self, nodes: Ints) -> Ints:
        """Places of the edges from these nodes, one node after the other."""
        return _between(self.bounds, nodes)[0]

    def from_entities(self, starts: Mapping[int, float]) -> Floats:
        """The walk from entities by number, with shares that follow from which they are. Some are kept: the same few
        people are asked about again and again."""
        key = tuple(starts)
        mass = self._walks.get(key)
        if mass is None:
            start = np.zeros(self.size, np.float32)
            for number, share in starts.items():
                start[self.size - len(self.idf) + number] = share
            mass = walked(self, start) if starts else start
            if len(self._walks) >= KEPT:
                self._walks.clear()
            self._walks[key] = mass
        return mass


class Mentions:
    """Which entities each episode speaks of, by number, as they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}  # entity -> its number
        self._told, self._named = Growing(np.int64), Growing(np.int64)  # pairs: episode, entity

    def add(self, episode: int, entity: str) -> None:
        """A pair that was not there yet."""
        self._told.append(episode)
        self._named.append(self._numbers.setdefault(entity, len(self._numbers)))

    def drop(self, episode: int, entity: str) -> None:
        """A pair that was there."""
        pairs = (self._told.now() == episode) & (self._named.now() == self._numbers[entity])
        for place in np.flatnonzero(pairs):
            self._told.drop(int(place))
            self._named.drop(int(place))

    def pairs(self) -> Iterator[tuple[int, str]]:
        names = list(self._numbers)
        for episode, entity in zip(self._told.now(), self._named.now(), strict=True):
            yield int(episode), names[entity]

    def web(
        self,
        number: Mapping[str, int],
        hidden: Iterable[str],
        before: npt.NDArray[np.int32],
        after: npt.NDArray[np.int32],
    ) -> Web:
        """The edges between episodes, by `number`, and the entities they mention, what is hidden left out.

        before, after: (n,) numbers of the neighbouring episodes, -1 for none.
        """
        episodes, size = len(before), len(before) + len(self._numbers)
        shown = np.ones(size, np.bool_)
        for name in hidden:
            if name in number:
                shown[number[name]] = False
            if name in self._numbers:
                shown[episodes + self._numbers[name]] = False
        told, named = self._told.now(), self._named.now() + episodes
        kept = shown[told] & shown[named]
        told, named = told[kept], named[kept]
        counts = np.bincount(named, minlength=size)[episodes:]
        idf = np.where(counts > 0, np.log(1 + episodes / np.maximum(counts, 1)), 0).astype(np.float32)
        firsts, seconds = np.flatnonzero(before >= 0), np.flatnonzero(after >= 0)
        by_entity = np.argsort(named, kind="stable")
        sources = np.concatenate((told, firsts, seconds))
        order = np.argsort(sources, kind="stable")  # runs that are sorted by themselves, which takes no time
        sources = np.concatenate((sources[order], named[by_entity]))
        targets = np.concatenate((np.concatenate((named, before[firsts], after[seconds]))[order], told[by_entity]))
        beside, given = np.full(len(firsts) + len(seconds), BESIDE), idf[named - episodes].astype(np.float64)
        weights = np.concatenate((np.concatenate((given, beside))[order], np.ones(len(named))))
        returned = np.concatenate((np.concatenate((np.ones(len(named)), beside))[order], given[by_entity]))
        whole = np.bincount(sources, weights, minlength=size)
        return Web(
            sources,
            targets,
            weights / whole[sources],
            returned / whole[targets],
            np.concatenate(([0], np.cumsum(np.bincount(sources, minlength=size)))),
            self._numbers,
            idf,
            told[by_entity],
            np.concatenate(([0], np.cumsum(counts))),
            size,
        )


def walked(net: Web, start: Floats, at: Ints | None = None) -> Floats:
    """The mass that ends on each node, (size,), of a walk that starts over by `start`, (size,), summing to 1; with `at`
    on these nodes alone, (len(at),).

    The first steps come from few nodes, and the last goes to those of `at`: only their edges are looked at.
    """
    fresh = start.astype(np.float64)  # what bincount adds up in: no step makes other numbers of them
    mass, given = fresh, np.empty(len(net.sources))
    reached = np.flatnonzero(fresh)
    for _ in range(STEPS if at is None else STEPS - 1):
        few = int((net.bounds[reached + 1] - net.bounds[reached]).sum()) < FEW * len(net.sources)
        if few:
            ways = net.edges_of(reached)
            moved = np.bincount(net.targets[ways], mass[net.sources[ways]] * net.shares[ways], minlength=net.size)
            reached = np.flatnonzero(moved + fresh)
        else:
            mass.take(net.sources, out=given, mode="clip")  # of the modes, the one that writes in place
            np.multiply(given, net.shares, out=given)
            moved = np.bincount(net.targets, given, minlength=net.size)
        mass = DAMPING * fresh + (1 - DAMPING) * moved
    if at is None:
        return mass.astype(np.float32)
    ways, place = _between(net.bounds, at)
    moved = np.bincount(place, mass[net.targets[ways]] * net.returns[ways], minlength=len(at))
    return (DAMPING * fresh[at] + (1 - DAMPING) * moved).astype(np.float32)


def _between(bounds: Ints, nodes: Ints) -> tuple[Ints, Ints]:
    """Everything between the bounds of these nodes, one node after the other, and for each the place of its node."""
    counts = bounds[nodes + 1] - bounds[nodes]
    first = np.repeat(bounds[nodes] - np.cumsum(counts) + counts, counts)
    return first + np.arange(len(first)), np.repeat(np.arange(len(nodes)), counts)


@dataclass(frozen=True, slots=True)
class Links:
    """Weighted ways between numbered nodes, sorted by their sources: those of one lie between two `bounds`."""

    bounds: Ints
    targets: Ints
    weights: Floats

    @classmethod
    def of(cls, ways: Iterable[tuple[int, int, float]]) -> Self:
        """From (source, target, weight), ways between the same two added up."""
        found: dict[tuple[int, int], float] = {}
        for source, target, weight in ways:
            found[source, target] = found.get((source, target), 0.0) + weight
        ordered = sorted(found)
        sources = np.array([source for source, _ in ordered], np.int64)
        bounds = np.searchsorted(sources, np.arange(int(sources.max(initial=-1)) + 2))
        targets = np.array([target for _, target in ordered], np.int64)
        return cls(bounds.astype(np.int64), targets, np.array([found[one] for one in ordered], np.float32))


def spread(links: Links, start: Floats, allowed: npt.NDArray[np.bool_] | None = None) -> Floats:
    """The same walk over links, (n,) like `start`; only nodes that hold a share worth giving give it on, so that its
    time is up to what it reaches and not to how many links there are. What is not allowed is not gone through."""
    last = len(links.bounds) - 1
    mass = start
    for _ in range(STEPS):
        givers = np.flatnonzero(mass[:last] > LEAST)
        ways, place = _between(links.bounds, givers)
        targets, weights = links.targets[ways], links.weights[ways]
        if allowed is not None:
            weights = np.where(allowed[targets], weights, 0)
        given = np.bincount(place, weights, minlength=len(givers))
        shares = weights / np.where(given > 0, given, 1)[place]
        moved = np.bincount(targets, mass[givers][place] * shares, minlength=len(start))
        mass = (DAMPING * start + (1 - DAMPING) * moved).astype(np.float32)
    return mass
