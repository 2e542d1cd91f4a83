"""How near each episode is to what a question starts from, walking over the persons and things that episodes speak of.

Personalised PageRank (Haveliwala, 2002) by power iteration: from an episode to the entities it mentions and to the
turns beside it, from an entity to the episodes that mention it, and back to the start half of the time. Who is spoken
of everywhere says little: an entity draws by its inverse frequency, and shares what it drew among all its episodes.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Set
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

DAMPING, STEPS = 0.5, 8
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
