"""The order of passages of documents: a walk from what a question names, over titles and what names them.

Of a question over two documents ("when was the director of Mirage born?") the second has no word. It is found by
walking: from the passages whose titles the question names, and from those its words and meaning find, to what they name
(personalised PageRank, `walking.spread`). Talk is no part of it, and its scores do not change.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kgmem.features import of_best
from kgmem.mirror import Mirror
from kgmem.question import Bools, Candidates, Floats, Ints, Question
from kgmem.walking import spread

NAMED = 0.7
"""Share of the start that passages named by their titles have, where a question names any."""
STARTS = 20
"""How many of the best guesses have the rest."""
OWN = 0.25
"""Share of a passage's score that its own words and meaning have."""
REACHED = 50
"""How many passages become candidates by the walk alone."""


def walked(
    question: Question, candidates: Candidates, guess: Floats, mirror: Mirror, allowed: Bools | None
) -> Floats | None:
    """How near each episode is by the walk, (n,), the nearest 1; None where no passage with a title is found.

    guess: the scores of the candidates by words and meaning. What is not allowed is neither start nor way.
    """
    titles = mirror.titles
    if not len(titles):
        return None
    count = len(mirror.episodes)
    named, found = np.zeros(count, np.float32), np.zeros(count, np.float32)
    for number, share in titles.named(question.text).items():
        if allowed is None or allowed[number]:
            named[number] = share
    passages = np.array([place for place, number in enumerate(candidates.numbers) if number in titles], np.int64)
    best = passages[np.argsort(-guess[passages], kind="stable")[:STARTS]]
    found[candidates.numbers[best]] = np.maximum(guess[best], 0)
    parts = [(share, one / one.sum()) for share, one in ((NAMED, named), (1 - NAMED, found)) if one.any()]
    if not parts:
        return None
    start: Floats = np.zeros(count, np.float32)
    for share, one in parts:
        start += share / sum(share for share, _ in parts) * one
    near = spread(titles.links(), start, allowed)
    return of_best(near)


def beyond(near: Floats, candidates: Candidates) -> Ints:
    """Numbers of the nearest passages that are no candidates yet, ascending."""
    others = np.setdiff1d(np.flatnonzero(near > 0), candidates.numbers)
    return np.sort(others[np.argsort(-near[others], kind="stable")[:REACHED]])


def ordered(
    near: Floats, numbers: Ints, scores: Floats, arms: Mapping[str, Floats], mirror: Mirror
) -> tuple[Floats, dict[str, Floats]]:
    """Scores and arms in which passages count mostly by how near they are; the best has what the best had before."""
    held = np.array([int(number) in mirror.titles for number in numbers], np.bool_)
    top = float(scores[held].max(initial=0))
    if top <= 0:
        return scores, dict(arms)
    own = np.where(held, OWN, 1).astype(np.float32)
    walk = np.where(held, (1 - OWN) * top * near[numbers], 0).astype(np.float32)
    return own * scores + walk, {name: own * part for name, part in arms.items()} | {"walk": walk}
