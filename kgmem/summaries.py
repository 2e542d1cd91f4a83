"""What a session was about, in its own sentences: those that tell most of what the session keeps coming back to.

Extractive and deterministic: the same episodes give the same sentences, and nothing outside the session bears on them,
so that a session is only summarised again when something in it changed. After Luhn (1958): a sentence weighs what its
words weigh, and a word weighs more the more turns it stands in. Sentences that repeat chosen ones are passed over.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kgmem.chatter import telling_terms, whole_sentences
from kgmem.han import HAN
from kgmem.importance import importance
from kgmem.records import Episode, Quote
from kgmem.talk import order_of

LONGEST = 8
"""Most sentences of a summary."""
SHARE = 0.15
"""Of the words of a session, at most about so much goes into its summary, but always one sentence."""
FEWEST_TURNS = 3
"""A session of fewer episodes is its own summary."""
WORDY = 60
"""Words of a sentence above which it is too long to be quoted."""
BASE = 0.6
"""Worth of a sentence without importance; with it, up to 1.6."""
LEAST = 0.4
"""Share of the worth of the first sentence chosen below which a further one is not worth its words."""
TELLING = 3
"""Words that say something, below which a sentence tells nothing."""
ECHOED = 0.5
"""Share of its words from which on a sentence repeats one that was chosen."""

ASKS = re.compile(r"[?？][\"'”’)\]]*\s*$")
OWN = re.compile(r"\b(?:I|I'm|I've|my|we|our)\b|我|咱")
TO_OTHERS = re.compile(r"\b(?:you|your|you're|you've|yours)\b|[你您]", re.IGNORECASE)
HANGING = re.compile(r"\W*(?:they|it|this|that|these|those|he|she|their)(?:\b|'s)|\W*[他她它这那]", re.IGNORECASE)
_HAN_SIGN = re.compile(f"[{HAN}]")
_LATIN_WORD = re.compile(rf"[^\s{HAN}]+")
_HAN_WORD = 2.0  # signs of Chinese that count as one word


@dataclass(frozen=True, slots=True)
class _Sentence:
    place: tuple[int, int]  # of its episode in the session, of it in the episode
    quote: Quote
    terms: frozenset[str]
    length: float
    worth: float  # by what kind of sentence it is


def summary(episodes: Iterable[Episode]) -> tuple[Quote, ...]:
    """The sentences that say most of what these episodes of one session are about, in their order; () for too few."""
    turns = [one for one in sorted(episodes, key=order_of) if one.text]
    if len(turns) < FEWEST_TURNS:
        return ()
    found = [one for number, episode in enumerate(turns) for one in _sentences(number, episode)]
    if not found:
        return ()
    weights = _weights(found)
    room = SHARE * sum(_length(episode.text) for episode in turns)
    chosen: list[_Sentence] = []
    covered: Counter[str] = Counter()
    left = list(found)
    enough = 0.0
    while left and len(chosen) < LONGEST:
        best = max(left, key=lambda one: (_worth(one, weights, covered), _reversed(one.place)))
        left.remove(best)
        if (worth := _worth(best, weights, covered)) < enough:
            break
        if any(len(best.terms & one.terms) >= ECHOED * len(best.terms) for one in chosen):
            continue
        if chosen and best.length > room:
            continue  # a shorter one may fit
        enough = enough or LEAST * worth
        chosen.append(best)
        room -= best.length
        covered.update(best.terms)
    return tuple(one.quote for one in sorted(chosen, key=lambda one: one.place))


def _reversed(place: tuple[int, int]) -> tuple[int, int]:
    return -place[0], -place[1]


def _sentences(number: int, episode: Episode) -> list[_Sentence]:
    made = []
    for place, (start, end) in enumerate(whole_sentences(episode.text)):
        words = episode.text[start:end]
        told = telling_terms(words)
        length = _length(words)
        if len(told) < TELLING or length > WORDY or ASKS.search(words):
            continue
        worth = 0.5 + 0.5 * episode.trust
        worth *= 1.25 if OWN.search(words) else 1.0
        worth *= 0.7 if TO_OTHERS.search(words) else 1.0  # an echo of what the other one said
        worth *= 0.75 if HANGING.match(words) else 1.0  # says nothing without what came before
        worth *= BASE + importance(replace(episode, text=words))
        made.append(_Sentence((number, place), Quote(episode.id, start, end), told, length, worth))
    return made


def _weights(found: Sequence[_Sentence]) -> dict[str, float]:
    """What each word weighs: how many turns speak of it, on a scale that flattens."""
    turns: dict[str, set[int]] = {}
    for one in found:
        for term in one.terms:
            turns.setdefault(term, set()).add(one.place[0])
    return {term: math.log1p(len(places)) for term, places in turns.items()}


def _worth(one: _Sentence, weights: dict[str, float], covered: Counter[str]) -> float:
    """What a sentence adds: each word less, the more often it was quoted."""
    told = sum(weights[term] / (1 + 2 * covered[term]) for term in one.terms)
    return one.worth * told / math.sqrt(len(one.terms) + 3)


def _length(text: str) -> float:
    """Words of a text; of Chinese, two signs count as one."""
    return len(_LATIN_WORD.findall(text)) + len(_HAN_SIGN.findall(text)) / _HAN_WORD
