"""The order of passages of documents: a walk from what a question names, over titles and what names them.

Of a question over two documents ("when was the director of Mirage born?") the second has no word. It is found by
walking: from the passages whose titles the question names, and from those its words and meaning find, to what they name
(personalised PageRank, `walking.spread`). Talk is no part of it, and its scores do not change.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kgmem.features import between, of_best
from kgmem.mirror import Mirror
from kgmem.question import Bools, Candidates, Floats, Ints, Question
from kgmem.walking import spread

NAMED = 0.7
"""Share of the start that passages named by their titles have, where a question names any."""
STARTS = 20
"""How many of the best guesses have the rest."""
OWN = 0.25
"""Share of a passage's score that its own words and meaning have."""
ARMS = {"bm25": 0.3, "cosine": 0.5, "maxsim": 0.2}
"""What these count, and the first guess by them at which a walk begins: passages are long and say what they are about,
so that the meaning of the whole says more than it does of talk."""
REACHED = 50
"""How many passages become candidates by the walk alone."""


def walked(question: Question, candidates: Candidates, mirror: Mirror, allowed: Bools | None) -> Floats | None:
    """How near each episode is by the walk, (n,), the nearest 1; None where no passage with a title is found.

    What is not allowed is neither start nor way.
    """
    titles = mirror.titles
    if not len(titles):
        return None
    count = len(mirror.episodes)
    named, found = np.zeros(count, np.float32), np.zeros(count, np.float32)
    for number, share in titles.named(question.text).items():
        if allowed is None or allowed[number]:
            named[number] = share
    guess: Floats = np.zeros(len(candidates.numbers), np.float32)
    for part in own(candidates, mirror).values():
        guess += part
    best = np.argsort(-guess, kind="stable")[:STARTS]
    found[candidates.numbers[best]] = guess[best]
    parts = [(share, one / one.sum()) for share, one in ((NAMED, named), (1 - NAMED, found)) if one.any()]
    if not parts:
        return None
    start: Floats = np.zeros(count, np.float32)
    for share, one in parts:
        start += share / sum(share for share, _ in parts) * one
    near = spread(titles.links(), start, allowed)
    return of_best(near)


def own(candidates: Candidates, mirror: Mirror) -> dict[str, Floats]:
    """What the words and the meaning of each passage itself count, (n,) by arm, 0 to 1 in all; 0 for talk."""
    held = _passages(candidates.numbers, mirror)
    arms = {name: candidates.arms[name] for name in ARMS if name in candidates.arms}
    if "meaning" in candidates.arms:
        arms["cosine"] = candidates.arms["meaning"]
    total = sum(ARMS[name] for name in arms)
    found = {}
    for name, values in arms.items():
        found[name] = np.zeros(len(values), np.float32)
        found[name][held] = ARMS[name] / total * (of_best if name == "bm25" else between)(values[held])
    return found


def _passages(numbers: Ints, mirror: Mirror) -> Bools:
    return np.array([int(number) in mirror.titles for number in numbers], np.bool_)


def beyond(near: Floats, candidates: Candidates) -> Ints:
    """Numbers of the nearest passages that are no candidates yet, ascending."""
    others = np.setdiff1d(np.flatnonzero(near > 0), candidates.numbers)
    return np.sort(others[np.argsort(-near[others], kind="stable")[:REACHED]])


def ordered(
    near: Floats | None, candidates: Candidates, scores: Floats, arms: Mapping[str, Floats], mirror: Mirror
) -> tuple[Floats, dict[str, Floats]]:
    """Scores and arms in which passages count mostly by how near they are, without a walk by themselves alone; the best
    has at most what the best had."""
    held = _passages(candidates.numbers, mirror)
    top = float(scores[held].max(initial=0))
    if top <= 0:
        return scores, dict(arms)
    share = top if near is None else OWN * top
    mine = {name: share * part for name, part in own(candidates, mirror).items()}
    if near is not None:
        mine["walk"] = np.where(held, (1 - OWN) * top * near[candidates.numbers], 0).astype(np.float32)
    total = np.sum(list(mine.values()), axis=0, dtype=np.float32)
    none = np.zeros(len(scores), np.float32)
    names = dict.fromkeys((*arms, *mine))
    told = {name: np.where(held, mine.get(name, none), arms.get(name, none)).astype(np.float32) for name in names}
    return np.where(held, total, scores).astype(np.float32), told
