"""What speaks for a question having its answer in memory, as numbers that any order of the episodes gives.

Nothing here depends on how high a ranker scores: scores count as shares of the best. A question about the wrong person
looks like one with an answer, but for who says it; one about a thing never spoken of, but for its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kgmem.bearing import bearing
from kgmem.features import speakers_named
from kgmem.lexical import terms
from kgmem.matching import Matching
from kgmem.mirror import Mirror
from kgmem.question import Bools, Floats, Ints, Question
from kgmem.records import Answer, Episode, FactHit
from kgmem.temporal import Micros
from kgmem.text import fold, stands_in
from kgmem.traits import TRAITS
from kgmem.vectors import Vectors
from kgmem.wants import wants

BEST = 30
"""How many of the best episodes are looked at."""
SAMPLE = 32
"""How many candidates, spread evenly, say how common a word of the question is."""
IN_CONTEXT = 12
"""How many of the best are read word by word."""
ALIKE = 0.6
"""From this cosine on, a word of the question is taken as found in a text."""
_YOU = re.compile(r"\b(?:you|your|yours|you're|you've)\b|你|您")
_DETAILS = re.compile(
    r"\b(?:specific(?:ally|s)?|exact(?:ly)?|detail(?:s|ed)?|particulars?|precise(?:ly)?)\b|具体|詳細|详细", re.I
)
_HELPER = re.compile(r"\W*(can|could|would|will|may|might|shall|should|must)\b", re.I)
_HELP = re.compile(
    r"\b(?:help me|can you|could you|should i|(?:how|what) (?:can|could|should|do) i|recommend|suggest|advi[cs]e|tips|"
    r"summar(?:y|ise|ize)|overview|walk me)\b|建议|推荐|总结|概括",
    re.I,
)
_OWN = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|our|us|we're|we've)\b|我")

Signs = dict[str, float]


@dataclass(frozen=True, slots=True)
class Case:
    """A question with its candidates in some order, and what was found beside them.

    numbers: of the candidates, ascending. scores: theirs, by any ranker. arms, matching: as `seed` gave them. as_of:
    the time in the world that is asked about, None for any. allowed: which episodes may be found, None for all.
    """

    question: Question
    numbers: Ints
    scores: Floats
    arms: Mapping[str, Floats]
    mirror: Mirror
    vectors: Vectors
    asked_at: Micros
    as_of: Micros | None = None
    allowed: Bools | None = None
    facts: Sequence[FactHit] = ()
    answers: Sequence[Answer] = ()
    matching: Matching | None = None


@dataclass(frozen=True, slots=True)
class Best:
    """The best episodes, best first, by place among the candidates and by number, with the numbers of those before
    and after each, -1 for none, and their scores as shares of the first's."""

    places: Ints
    numbers: Ints
    before: Ints
    after: Ints
    shares: Floats
    episodes: Sequence[Episode]
    folded: Sequence[str]

    def first(self, count: int) -> Best:
        """The first of them."""
        return Best(*(getattr(self, name)[:count] for name in self.__slots__))

    def beside(self, values: np.ndarray, before: np.ndarray, after: np.ndarray) -> np.ndarray:
        """The greatest of what each, the one before and the one after it have."""
        none = (-1, *[1] * (values.ndim - 1))
        here = np.where((self.before >= 0).reshape(none), before, 0)
        there = np.where((self.after >= 0).reshape(none), after, 0)
        greatest: np.ndarray = np.maximum(values, np.maximum(here, there))
        return greatest


def best(case: Case) -> Best:
    order = np.argsort(-case.scores, kind="stable")[:BEST]
    order = order[case.scores[order] > 0]
    numbers = case.numbers[order]
    before, after = (side[numbers].astype(np.int64) for side in case.mirror.neighbours())
    if case.allowed is not None:
        before, after = (np.where(case.allowed[np.maximum(side, 0)], side, -1) for side in (before, after))
    shares = case.scores[order] / (float(case.scores[order[0]]) if len(order) else 1.0)
    episodes = [case.mirror.episodes[number] for number in numbers]
    return Best(order, numbers, before, after, shares, episodes, [fold(one.text) for one in episodes])


# --- signs --------------------------------------------------------------------------------------------


def in_order(case: Case, found: Best) -> Signs:
    """How far the first stands out, how many sessions the best are of, whether it was said after the time meant."""
    shares, sessions = found.shares, case.mirror.in_session()[found.numbers[:5]]
    return {
        "second": float(shares[1]) if len(shares) > 1 else 0.0,
        "best six": float(shares[1:6].sum() / 5),
        "best thirty": float(shares[1:].sum() / (BEST - 1)),
        "sessions": len(set(sessions.tolist())) / 5,
        "later": float(case.as_of is not None and found.episodes[0].occurred > case.as_of),
    }


def in_words(case: Case, found: Best) -> Signs:
    """How much of the question was ever said, and stands in the best or beside them; names of speakers apart."""
    question, mirror = case.question, case.mirror
    asked = contents(case)
    weights, heard = _weights(asked, case)
    total = float(weights.sum()) or 1.0
    own = mirror.lexical.held(asked, found.numbers)
    sides = (mirror.lexical.held(asked, np.maximum(side, 0)) for side in (found.before, found.after))
    around = found.beside(own, *sides)
    first = {int(number) for number in (found.numbers[0], found.before[0], found.after[0]) if number >= 0}
    texts = (bearing(question, mirror.episodes[number], mirror, case.asked_at) for number in sorted(first))
    bears = {term for text in texts for term in terms(text)}
    matched, bearing_on = (
        sum(float(weight) for term, weight, held in zip(asked, weights, around[0], strict=True) if held and term in of)
        for of in (set(asked), bears)
    )
    rarest = int(np.argmax(np.where(heard, weights, -1))) if len(asked) else 0
    return {
        "unheard": float(weights[~heard].sum()) / total,
        "any unheard": float((~heard).any()),
        "covered": float(own[0] @ weights) / total,
        "covered around": float(around[0] @ weights) / total,
        "covered best": float((around @ weights).max()) / total,
        "covered by three": float(own[:3].any(axis=0) @ weights) / total,
        "covered by ten": float(own[:10].any(axis=0) @ weights) / total,
        "covered, bearing": bearing_on / total,
        "bears": bearing_on / matched if matched else 1.0,
        "covered by session": float(case.arms["session"][found.places[0]]) if "session" in case.arms else 0.0,
        "rarest around": float(around[:3, rarest].any()) if heard.any() else 0.0,
    }


def in_meaning(case: Case, found: Best) -> Signs:
    """The cosines of the best; of an encoder for the question's language."""
    cosine = case.arms.get("cosine", case.arms.get("meaning"))
    if cosine is None or case.question.encoded is None:
        return {}
    return {
        "cosine": float(cosine[found.places[0]]),
        "cosine of ten": float(cosine[found.places[:10]].mean()),
        "cosine best": float(cosine.max()),
    }


def in_context(case: Case, found: Best) -> Signs:
    """The words of the question in context (MaxSim): in the first, in the best of them, beside them, by the speaker
    asked about more than by others."""
    if case.matching is None or "maxsim" not in case.arms:
        return {}
    some = case.numbers[:: max(1, len(case.numbers) // SAMPLE)]
    found = found.first(IN_CONTEXT)
    count = len(found.numbers)
    numbers = np.concatenate((found.numbers, found.before, found.after, some))
    own, before, after, others = np.split(case.matching.of(numbers), [count, 2 * count, 3 * count])
    rarity = np.log1p(len(others) / (1 + (others > ALIKE).sum(axis=0))).astype(np.float32)
    rarity /= float(rarity.sum()) or 1.0
    around = found.beside(own, before, after)
    near = own @ rarity
    result = {
        "maxsim": float(case.arms["maxsim"][found.places[0]]),
        "maxsim best": float(case.arms["maxsim"].max()),
        "near": float(near[0]),
        "near best": float(near.max()),
        "near around": float(around[0] @ rarity),
        "near around best": float((around @ rarity).max()),
        "least": float(own[0].min()),
        "least best": float(own.min(axis=1).max()),
        "found by ten": float((own[:10] > ALIKE).any(axis=0) @ rarity),
    }
    told = by_subject(case, found)
    if told is not None:
        result["subject near"] = _margin(near, told)
    return result


def in_subject(case: Case, found: Best) -> Signs:
    """Whether the one asked about says it, or somebody else does of themselves."""
    named = speakers_named(case.question, case.mirror)
    told = by_subject(case, found)
    result = {"one subject": float(told is not None), "several subjects": float(len(named) > 1)}
    if told is None:
        return result
    name = named[0].split()[0] if named else ""
    of_self = np.array([_OWN.search(text) is not None for text in found.folded])
    of_them = np.array([bool(name) and name in text for text in found.folded])
    to_them = np.array([_YOU.search(text) is not None for text in found.folded]) & ~of_self
    about = told | of_them | to_them
    speakers = {fold(one.speaker) for one, by in zip(found.episodes, told, strict=True) if by} or set(named)
    answering = np.array(
        [side >= 0 and fold(case.mirror.episodes[side].speaker) in speakers for side in found.after.tolist()]
    )
    asks = case.mirror.traits.of(case.mirror.episodes)[found.numbers][:, TRAITS.index("asks")] > 0
    return result | {
        "subject first": float(told[0]),
        "about subject first": float(about[0]),
        "subject ahead": _margin(found.shares, told),
        "about subject ahead": _margin(found.shares, about),
        "subject share": float(told[:5].mean()),
        "of others first": float(of_self[0] and not told[0] and not of_them[0]),
        "subject asked": float((answering & asks & ~told)[:5].any()),
    }


def in_names(case: Case, found: Best) -> Signs:
    """Whether the best speak of the others named in the question."""
    speakers = set(speakers_named(case.question, case.mirror))
    named = [entity.name for entity in case.question.entities if fold(entity.name) not in speakers]
    if not named:
        return {"names": 0.0}
    held = np.array([[stands_in(name, text) for name in named] for text in found.folded[:10]])
    return {"names": 1.0, "names first": float(held[0].mean()), "names best": float(held.mean(axis=1).max())}


def in_facts(case: Case, found: Best) -> Signs:
    """Facts of what is named, and of others, and whether they answer by themselves."""
    named = {entity.id for entity in case.question.entities}
    own, others = (
        max((hit.score for hit in case.facts[:20] if (hit.fact.subject_id in named) is wanted), default=0.0)
        for wanted in (True, False)
    )
    return {"answered": float(bool(case.answers)), "facts of named": own, "facts of others": others}


def in_manner(case: Case, found: Best) -> Signs:
    """Whose words the best are, and what the question is after: of the user's own, for particulars, which are told less
    often than what they are of, or for help with whatever there is."""
    traits = case.mirror.traits.of(case.mirror.episodes)[found.numbers]
    after = wants(case.question.text)
    return {
        "asks": float(traits[0, TRAITS.index("asks")]),
        "assistant": float(traits[:5, TRAITS.index("assistant")].mean()),
        "own": float("own" in after),
        "details": float(_DETAILS.search(case.question.text) is not None),
        "help": float(_HELP.search(case.question.text) is not None),
    }


GROUPS: dict[str, Callable[[Case, Best], Signs]] = {
    "order": in_order,
    "words": in_words,
    "meaning": in_meaning,
    "context": in_context,
    "subject": in_subject,
    "names": in_names,
    "facts": in_facts,
    "manner": in_manner,
}


def signs(case: Case) -> Signs:
    """All signs by name; {} where nothing at all was found."""
    if not len(case.scores) or not float(case.scores.max()) > 0:
        return {}
    found = best(case)
    result: Signs = {}
    for group in GROUPS.values():
        result |= group(case, found)
    return result


# --- what they are made of --------------------------------------------------------------------------


def contents(case: Case) -> list[str]:
    """The terms of the question but for names of speakers and the helper that begins it ("Can ...?"); all of them where
    that leaves none."""
    asked = list(dict.fromkeys(case.question.terms))
    names = {term for name in speakers_named(case.question, case.mirror) for term in terms(name)}
    helper = _HELPER.match(case.question.text)
    left = names | set(terms(helper.group(1))) if helper else names
    return [term for term in asked if term not in left] or asked


def by_subject(case: Case, found: Best) -> Bools | None:
    """Which of the best are said by the one asked about: the one speaker named, or the user, who asks of "me" in a talk
    with an assistant; None where that is nobody or several."""
    named = speakers_named(case.question, case.mirror)
    if len(named) == 1:
        return np.array([fold(one.speaker) == named[0] for one in found.episodes])
    if named or "own" not in wants(case.question.text):
        return None
    users = np.array([one.role == "user" for one in found.episodes])
    return None if users.all() else users


def _weights(asked: Sequence[str], case: Case) -> tuple[Floats, Bools]:
    """How rare each term is, and whether it was ever said; one never said is as rare as can be."""
    lexical = case.mirror.lexical
    idf = lexical.idf(asked)
    unheard = float(np.log(1 + (len(case.mirror.episodes) + 0.5) / 0.5))
    weights = np.array([idf.get(term, unheard) for term in asked], np.float32)
    heard: Bools = np.array([term in idf for term in asked], np.bool_)
    if case.allowed is not None and len(asked):
        heard = np.any(lexical.held(asked, np.flatnonzero(case.allowed)), axis=0)
        weights = np.where(heard, weights, unheard).astype(np.float32)
    return weights, heard


def _margin(values: Floats, mask: Bools) -> float:
    """By how much the best of these is ahead of the best of the others."""
    return float(values[mask].max(initial=0)) - float(values[~mask].max(initial=0))
