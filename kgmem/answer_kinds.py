"""Kinds of happenings that Chinese words tell of: by the cues of the ontology, and by the words people ask with."""

from __future__ import annotations

import re

from kgmem.answer_words_chinese import HAPPENINGS
from kgmem.han import simplified
from kgmem.ontology import Ontology
from kgmem.ontology_patterns import parse_pattern

_GAP = ".{0,14}?"


def kinds_told(text: str, ontology: Ontology) -> dict[str, float]:
    """Kinds of which a text tells, those of the longest words with 1, what else it may mean with 0.5."""
    plain = simplified(text)
    lengths: dict[str, int] = {}
    for kind, length, pattern in ontology.derived(_told):
        if length > lengths.get(kind, 0) and pattern.search(plain):
            lengths[kind] = length
    best = max(lengths.values(), default=0)
    return {kind: 1.0 if length == best else 0.5 for kind, length in lengths.items()}


def _told(ontology: Ontology) -> tuple[tuple[str, int, re.Pattern[str]], ...]:
    """Kind, how many signs its words have, and where they stand in order."""
    found = []
    for name, said in HAPPENINGS.items():
        if name in ontology.events:
            for phrase in said.split():
                found.append(
                    (name, len(phrase.replace("…", "")), re.compile(_GAP.join(map(re.escape, phrase.split("…")))))
                )
    for kind in ontology.events.values():
        for language, text in kind.foreign:
            if language != "zh":
                continue
            parts = [part.words for part in parse_pattern(text, of_event=True).parts if part.words and part.needed]
            length = sum(min(map(len, words)) for words in parts)
            if length > 1 and kind.name != "Event":
                ways = ("|".join(map(re.escape, sorted(words, key=len, reverse=True))) for words in parts)
                found.append((kind.name, length, re.compile(_GAP.join(f"(?:{way})" for way in ways))))
    return tuple(found)
