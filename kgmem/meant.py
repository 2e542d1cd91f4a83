"""Which event or fact somebody means who names it by an id, or says it in words of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from kgmem.lexical import Lexical, terms
from kgmem.mirror import Mirror
from kgmem.question import Clocks, happened, versions_begun
from kgmem.records import Event, Fact
from kgmem.text import fold

SHARE = 0.6
"""Least share of the words said that what is meant must have, in its own words or its participants' names."""
NEAR = 0.97
"""What fits nearly as well as the best is meant too: one happening told in several ways."""
LOOKED_AT = 200
"""Of each kind, so many that share words are looked at."""

Thing = Event | Fact


def meant(said: str, mirror: Mirror, clocks: Clocks, better: Callable[[str], bool] = bool) -> list[Thing]:
    """Events and facts that are meant, the best first; [] for none.

    An id means just that one, of a fact in whichever version is held. Of words that fit several, those for which
    `better` is true are meant.
    """
    if said in mirror.events or said in mirror.facts:
        found = thing(said, mirror, clocks)
        return [] if found is None else [found]
    asked = set(terms(said))
    if not asked:
        return []
    scored: dict[str, tuple[float, Thing]] = {}
    for one in _candidates(asked, mirror, clocks):
        own = set(terms(words_of(one)))
        share = len(asked & own) / len(asked)
        if share >= SHARE:
            same = fold(words_of(one)).startswith(fold(said))
            scored[one.id] = (share + 0.3 * len(asked & own) / len(own) + same, one)
    preferred = {name: held for name, held in scored.items() if better(name)} or scored
    best = max((score for score, _ in preferred.values()), default=0.0)
    near = [held for held in preferred.values() if held[0] >= NEAR * best]
    return [one for _, one in sorted(near, key=lambda held: (-held[0], isinstance(held[1], Fact), held[1].id))]


def thing(name: str, mirror: Mirror, clocks: Clocks) -> Thing | None:
    """The event of this id, if it had happened; the fact, in the version memory held, if that had begun. Else None."""
    if name in mirror.events:
        event = mirror.events[name]
        return event if happened(event, mirror, clocks) else None
    if name not in mirror.facts:
        return None
    held = versions_begun(mirror.facts[name].statement, mirror, clocks)
    near = mirror.facts[name].valid_from
    return min(held, key=lambda one: (abs(one.valid_from - near), one.id), default=None)


def words_of(one: Thing) -> str:
    """What it says, with who takes part."""
    if isinstance(one, Fact):
        return one.text
    return " ".join(dict.fromkeys((one.description, *(p.name for p in one.participants))))


def _candidates(asked: set[str], mirror: Mirror, clocks: Clocks) -> Iterator[Thing]:
    for index, order in ((mirror.event_words, mirror.event_order), (mirror.fact_words, mirror.fact_order)):
        for name in _sharing(index, order, asked):
            found = thing(name, mirror, clocks)
            if found is not None and found.id == name:
                yield found


def _sharing(index: Lexical, order: list[str], asked: set[str]) -> Iterator[str]:
    scores = index.scores(tuple(sorted(asked)))
    best = np.argsort(-scores, kind="stable")[:LOOKED_AT] if len(scores) else ()
    return (order[number] for number in best if scores[number] > 0)
