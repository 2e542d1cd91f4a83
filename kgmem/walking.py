"""How near each episode is to what a question starts from, walking over the persons and things that episodes speak of.

Personalised PageRank (Haveliwala, 2002) by power iteration: from an episode to the entities it mentions and to the
turns beside it, from an entity to the episodes that mention it, and back to the start half of the time. Who is spoken
of everywhere says little: an entity draws by its inverse frequency, and shares what it drew among all its episodes.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

DAMPING, STEPS = 0.5, 8
LEAST = 1e-6
"""Share of the whole walk below which a node gives nothing on."""
BESIDE = 0.5
"""Weight of the turn before and after, beside the entities of an episode, whose weights are their idf."""

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Web:
    """Edges of the walk: sources, targets, and the share of its mass a source gives. Entities are numbered after
    the episodes, as `places` has them; `idf` is theirs by number."""

    sources: Ints
    targets: Ints
    shares: Floats
    places: Mapping[str, int]
    idf: Floats
    size: int


def web(
    mentions: Mapping[str, Set[tuple[str, int]]],
    number: Mapping[str, int],
    hidden: Container[str],
    before: npt.NDArray[np.int32],
    after: npt.NDArray[np.int32],
) -> Web:
    """The edges between episodes, by `number`, and the entities they mention, what is hidden left out.

    mentions: episode id -> (entity id, place). before, after: (n,) numbers of the neighbouring episodes, -1 for none.
    """
    episodes = len(before)
    pairs = sorted(
        (number[name], entity)
        for name, found in mentions.items()
        if name not in hidden
        for entity in {entity for entity, _ in found}
        if entity not in hidden
    )
    places = {entity: place for place, entity in enumerate(dict.fromkeys(entity for _, entity in pairs), episodes)}
    told = np.array([number for number, _ in pairs], np.int64)
    named = np.array([places[entity] for _, entity in pairs], np.int64)
    size = episodes + len(places)
    counts = np.bincount(named, minlength=size)[episodes:] if len(pairs) else np.zeros(0, np.int64)
    idf = np.log(1 + episodes / np.maximum(counts, 1)).astype(np.float32)
    firsts, seconds = np.flatnonzero(before >= 0), np.flatnonzero(after >= 0)
    sources = np.concatenate((told, named, firsts, seconds))
    targets = np.concatenate((named, told, before[firsts], after[seconds])).astype(np.int64)
    weights = np.concatenate(
        (idf[named - episodes], np.ones(len(named)), np.full(len(firsts) + len(seconds), BESIDE))
    ).astype(np.float32)
    given = np.bincount(sources, weights, minlength=size)
    return Web(sources, targets, (weights / given[sources]).astype(np.float32), places, idf, size)


def walked(net: Web, start: Floats) -> Floats:
    """The mass that ends on each node, (size,), of a walk that starts over by `start`, (size,), summing to 1."""
    mass = start
    for _ in range(STEPS):
        moved = np.bincount(net.targets, mass[net.sources] * net.shares, minlength=net.size)
        mass = (DAMPING * start + (1 - DAMPING) * moved).astype(np.float32)
    return mass


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
        counts = links.bounds[givers + 1] - links.bounds[givers]
        first = np.repeat(links.bounds[givers] - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
        ways = first + np.arange(len(first))
        targets, weights = links.targets[ways], links.weights[ways]
        if allowed is not None:
            weights = np.where(allowed[targets], weights, 0)
        place = np.repeat(np.arange(len(givers)), counts)
        given = np.bincount(place, weights, minlength=len(givers))
        shares = weights / np.where(given > 0, given, 1)[place]
        moved = np.bincount(targets, mass[givers][place] * shares, minlength=len(start))
        mass = (DAMPING * start + (1 - DAMPING) * moved).astype(np.float32)
    return mass
