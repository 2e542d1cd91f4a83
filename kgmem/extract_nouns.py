"""What common nouns name: the ontology's nouns first, then a wider list of things eaten, drunk, kept and owned."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from kgmem.extract_syntax import Reading, Word
from kgmem.ontology import Ontology

PORTIONS = frozenset(
    """lot lots ton tons kind kinds sort sorts type types bit piece pieces glass cup bottle bowl slice plate bunch
    variety plenty some all any most many pair couple collection set can box bag pot pack""".split()
)


def kinds_of(ontology: Ontology, word: Word) -> tuple[str, ...]:
    """The classes of what a noun names, () when it is in no list."""
    lemma, written = word.lemma.lower(), word.text.lower()
    return ontology.classes_of(lemma) or ontology.classes_of(written) or _nouns().get(lemma, _nouns().get(written, ()))


def names_a(ontology: Ontology, word: Word, wanted: str) -> bool:
    return any(ontology.is_a(kind, wanted) for kind in kinds_of(ontology, word))


def portion_of(reading: Reading, word: Word) -> Word:
    """The "meat" of "a lot of meat", else the word itself."""
    seen = {word.i}
    while word.lemma.lower() in PORTIONS or word.text.lower() in PORTIONS:
        inner = [
            noun
            for prep in reading.kids(word, "prep")
            if prep.lemma == "of"
            for noun in reading.kids(prep, "pobj", "pcomp")
        ]
        if not inner or inner[0].i in seen:
            break
        word = inner[0]
        seen.add(word.i)
    return word


@lru_cache(maxsize=1)
def _nouns() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in (files("kgmem") / "data" / "nouns.txt").read_text(encoding="utf-8").splitlines():
        kind, *nouns = line.split()
        if kind != "#":
            for noun in nouns:
                found[noun] = (*found.get(noun, ()), kind.rstrip(":"))
    return found
