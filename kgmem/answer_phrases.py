"""Phrases that ask for each relation, by their words: those of the language of questions, and the ontology's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from kgmem.answer_asked import Sense
from kgmem.answer_words import ASKING, CLASSES, EMPTY, HAPPENINGS, NEGATIONS, PHRASES, UNIONS, WHETHER
from kgmem.lexical import terms
from kgmem.ontology import Ontology
from kgmem.reasons import PAST
from kgmem.text import fold

PARTICLES = frozenset("off away over up out down on back in through around along".split())
GAP = 5
"""Words that may stand between two of a phrase."""


@dataclass(frozen=True, slots=True)
class Phrase:
    sense: Sense
    words: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the question, folded, and its stem; `name` is the place of a name among those found, -1 for a word."""

    text: str
    stem: str
    name: int = -1
    capital: bool = False


def follow(phrase: tuple[str, ...], words: Sequence[Word], at: int) -> list[int] | None:
    """Where the words of a phrase stand, the first of them at `at`."""
    places = [at]
    for wanted in phrase[1:]:
        last = places[-1]
        reach = range(last + 1, min(len(words), last + 1 + GAP))
        place = next((n for n in reach if words[n].stem == wanted or words[n].text == wanted), None)
        if place is None:
            return None
        places.append(place)
    return places


@cache
def happening_words() -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (kind, tuple(stem_of(word) for word in phrase.split()))
        for kind, said in HAPPENINGS.items()
        for phrase in said.split(", ")
    )


def phrases_by_stem(ontology: Ontology) -> dict[str, list[Phrase]]:
    return ontology.derived(_phrases)


def _phrases(ontology: Ontology) -> dict[str, list[Phrase]]:
    """Phrases of all relations by their first stem: those that ask, then what the ontology itself says."""
    found: dict[str, list[Phrase]] = {}

    def add(relations: tuple[str, ...], words: str, turned: bool = False, factor: float = 1.0) -> None:
        stems = tuple(stem_of(word) for word in words.split())
        weight = factor * sum(0.3 if word in EMPTY else 1.0 for word in words.split())
        if set(words.split()) <= EMPTY:
            return
        if stems and all(name in ontology.relations for name in relations):
            found.setdefault(stems[0], []).append(
                Phrase(Sense(relations, turned, 0.0, bool(NEGATIONS & set(words.split()))), stems, weight)
            )

    for name, said in PHRASES.items():
        for phrase in said.split(", "):
            add((name,), phrase)
    for relations, said in UNIONS:
        for phrase in said.split(", "):
            add(relations, phrase, factor=1.1)
    for relation in ontology.relations.values():
        if relation.name in ("relatedTo", "isA", "named", "knows"):
            continue
        own = relation.name in ontology.declared
        asked_for = relation.name in PHRASES or relation.inverse in PHRASES
        for words in (*relation.aliases, relation.phrase) if own or not asked_for else ():
            if set(words.split()) - EMPTY:
                add((relation.name,), fold(words), factor=0.95)
        for cue in relation.cues:
            if cue.kind == "noun":
                if relation.name not in PHRASES or cue.object not in _single_words(relation.inverse or relation.name):
                    inverse = relation.name if relation.symmetric else relation.inverse
                    add((inverse,) if inverse else (relation.name,), cue.object, turned=not inverse, factor=0.97)
            elif cue.kind == "possessed":
                add((relation.name,), cue.object, factor=0.9)
            elif cue.kind in ("verb", "be") and not cue.denied and not cue.wants:
                content = [w for w in (cue.verb, *cue.object.split()) if w and w not in EMPTY]
                if set(content) - PARTICLES:
                    add((relation.name,), " ".join(content), turned=cue.turned, factor=0.85)
                    for prep in cue.preps[:3]:
                        add((relation.name,), " ".join([*content, prep]), turned=cue.turned, factor=0.85)
    return found


@lru_cache(maxsize=64)
def _single_words(name: str) -> frozenset[str]:
    return frozenset(PHRASES.get(name, "").split(", "))


@cache
def vocabulary() -> frozenset[str]:
    """The words with which questions are asked, also as plurals."""
    said = " ".join([*PHRASES.values(), *(phrases for _, phrases in UNIONS), *HAPPENINGS.values()]).replace(",", " ")
    plural = {f"{word}s" for word in said.split()}
    return frozenset({*said.split(), *plural, *CLASSES, *(f"{word}s" for word in CLASSES), *EMPTY, *ASKING, *WHETHER})


def known_stems(ontology: Ontology) -> frozenset[str]:
    return ontology.derived(_all_stems)


def _all_stems(ontology: Ontology) -> frozenset[str]:
    own = {stem for phrases in ontology.derived(_phrases).values() for phrase in phrases for stem in phrase.words}
    return frozenset(own | {stem_of(word) for word in vocabulary()})


@lru_cache(maxsize=20_000)
def stem_of(word: str) -> str:
    word = PAST.get(word, word)
    return word if "-" in word else next(iter(terms(word)), word)
