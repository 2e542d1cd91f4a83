"""What holds whatever the question is, and what belongs to a message: a channel of its own beside the ranked ones.

Preferences and instructions are asked for once and meant for good, so they are considered for every question, those
that bear on it first. A reply is read with its question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from kgmem.lexical import terms
from kgmem.mirror import Mirror
from kgmem.question import Bools, Clocks, Question, is_held
from kgmem.records import TRUSTED, Episode, Fact, FactHit
from kgmem.temporal import Micros
from kgmem.text import fold
from kgmem.vectors import Vectors
from kgmem.wants import wants

GIVEN, WORDS, LIKE, NAMED, ASKED_FOR = 0.2, 0.4, 0.3, 0.3, 0.2
"""Weights of an instruction over a preference, of the words and the meaning it shares with the question, of a person
whom the question names, and of taste when the question asks for advice or a preference."""
NEAR = 0.45
"""A preference without a word of the question bears on it from this cosine on; an instruction always does."""
INSTRUCTIONS = frozenset(("hasInstruction", "prefersAnswers", "prefersLanguage", "prefersName"))
TASTES = ("allergicTo", "avoids", "dislikes", "favorite", "hasDiet", "likes")
"""What counts as a preference only when advice is asked for."""
SURE = 0.5
"""Below this confidence nothing is taken for what somebody wants for good."""
_ASKS = re.compile(r"[?？][\"”’'」』)）\s]*\Z")


def standing(
    question: Question, mirror: Mirror, vectors: Vectors, clocks: Clocks, asked_at: Micros, *, limit: int
) -> list[FactHit]:
    """Preferences and instructions that hold, those that bear on the question most first.

    They hold at `clocks.as_of`, or else when the question is asked. Of others than those whom the question names only
    users' count, for an assistant asks for nothing; for a question after advice, tastes too.
    """
    when = clocks if clocks.as_of is not None else replace(clocks, as_of=asked_at)
    named = {entity.id for entity in question.entities if entity.type == "Person"}
    advice = bool({"advice", "preference"} & wants(question.text))
    names = dict.fromkeys(mirror.standing)
    if advice:
        names |= dict.fromkeys(_tastes(named or _speakers(mirror), mirror))
    facts = (mirror.facts[name] for name in names if name not in mirror.hidden)
    held = [fact for fact in facts if is_held(fact, when) and _stands(fact)]
    if named and advice:
        held = [fact for fact in held if fact.subject_id in named or fact.relation in INSTRUCTIONS]
    near = _likeness(question, held, mirror, vectors)
    asked = set(question.terms)
    hits = []
    for fact, like in zip(held, near, strict=True):
        shared = asked & _said_of(fact.subject, fact.text)
        arms = {
            "given": GIVEN * (fact.relation in INSTRUCTIONS),
            "words": WORDS * len(shared) / (len(asked) or 1),
            "meaning": LIKE * like,
            "named": NAMED * (fact.subject_id in named),
            "wanted": ASKED_FOR * (advice and fact.relation not in INSTRUCTIONS),
        }
        if fact.relation in INSTRUCTIONS or arms["wanted"] or shared or like >= NEAR:
            hits.append(FactHit(fact, sum(arms.values()), arms))
    hits.sort(key=lambda hit: (-hit.score, -hit.fact.valid_from, hit.fact.id))
    return hits[:limit]


@lru_cache(maxsize=10_000)
def _said_of(subject: str, text: str) -> frozenset[str]:
    """The words of a fact without those of the name of whom it is about."""
    return frozenset(terms(text)) - frozenset(terms(subject))


def _tastes(persons: Iterable[str], mirror: Mirror) -> Iterator[str]:
    for person in sorted(persons):
        for relation in TASTES:
            yield from mirror.facts_under.get((person, relation), ())


def _speakers(mirror: Mirror) -> set[str]:
    return {name for speaker in mirror.speakers for name in mirror.ids_named(speaker)}


def _stands(fact: Fact) -> bool:
    asserted = fact.modality in ("asserted", "recurring")
    return asserted and fact.polarity == "positive" and fact.confidence >= SURE and fact.trust >= TRUSTED


def _likeness(question: Question, held: list[Fact], mirror: Mirror, vectors: Vectors) -> list[float]:
    """0..1 for each fact: the best cosine with the question of the messages it was read in; 0 without vectors."""
    if question.encoded is None or not question.encoded.pooled.any():
        return [0.0] * len(held)
    found = np.zeros(len(held), np.float32)
    said = [
        (n, mirror.number[e.episode]) for n, one in enumerate(held) for e in one.evidence if e.episode in mirror.number
    ]
    if said:
        places, numbers = np.array(said, np.int64).T
        np.maximum.at(found, places, vectors.cosine(question.encoded.pooled, numbers))
    return [float(like) for like in found]


def beside(recalled: Iterable[Episode], mirror: Mirror, allowed: Bools | None) -> list[tuple[str, Episode]]:
    """For each recalled message, the question before it or, when it asks, the reply after it: its id and that episode.

    Both are of two speakers in one session; what was recalled itself, or may not be found, is left out.
    """
    recalled = list(recalled)
    known = {episode.id for episode in recalled}
    before, after = mirror.neighbours()
    found = []
    for episode in recalled:
        number = mirror.number[episode.id]
        asks = _ASKS.search(episode.text) is not None
        other = int(after[number] if asks else before[number])
        if other < 0 or (allowed is not None and not allowed[other]):
            continue
        near = mirror.episodes[other]
        talked = fold(near.speaker or near.role) != fold(episode.speaker or episode.role)
        if talked and near.id not in known and (asks or _ASKS.search(near.text)):
            found.append((episode.id, near))
            known.add(near.id)
    return found
