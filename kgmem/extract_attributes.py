"""What somebody has that is no thing, in so many words: "my phone number is 555-0199", "her address is ..."."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extract_claims import claim_of
from kgmem.extract_scene import Scene, referent
from kgmem.extract_syntax import Clause, Word, noun_preps, word_set
from kgmem.records import FactClaim

_DESCRIBING = word_set("new current present own personal private work")
_ASIDE = word_set("now currently still again always just only actually")
_ENDS = r"(?=\s*(?:[{}]|\.(?:\s|\Z)|\s(?:and|but|so|because)\s|\n|\Z))"
_TO_PAUSE = re.compile(r"\s+(\S.{0,80}?)" + _ENDS.format(",;!?"))
_WITH_COMMAS = re.compile(r"\s+(\S.{0,80}?)" + _ENDS.format(";!?"))
_LAST = re.compile(r"\s+(?:now|currently|again|still|these days)\Z", re.I)
_AMOUNT = re.compile(r"\A(?:(?:about|around|roughly|approximately|almost|nearly|over|under)\s+)?\d")
_SHAPES = {
    "hasPhone": re.compile(r"\d[\d ()./-]{3,}\d"),
    "hasEmail": re.compile("@"),
    "hasWebsite": re.compile(r"\w\.\w"),
    "hasUsername": re.compile(r"\A\S+\Z"),
    "hasHeight": _AMOUNT,
    "hasWeight": _AMOUNT,
    "hasBudget": re.compile(r"\d"),
    "hasBloodType": re.compile(r"\A(?:AB|[ABO0])(?:\b|[+-])"),
    "hasAddress": re.compile(r"\A(?:[\dA-Z]|(?:flat|apartment|apt|unit|room|number)\b)\S*\s+\w"),
}
"""Relations whose values are told so, and what those look like."""


def attributes(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "My blood type is O positive": the noun says the relation, its owner is the subject, the rest is the value."""
    if clause.lemma != "be" or not clause.subjects:
        return
    noun = clause.subjects[0]
    owners = scene.reading.kids(noun, "poss") or [word for word, _ in noun_preps(scene.reading, noun).get("of", [])]
    who = referent(scene, owners[0]) if owners else None
    relation = scene.ontology.resolve_relation(_words(scene, noun, owners[0])) if owners else None
    if who is None or not who.known or relation is None or relation.name not in _SHAPES:
        return
    value = _value(scene, clause, relation.name)
    if value and _SHAPES[relation.name].search(value):
        claim = claim_of(scene, clause, relation, who, None, rule="attribute", confidence=0.85, value=value)
        if claim:
            yield claim


def _words(scene: Scene, noun: Word, owner: Word) -> str:
    """The noun with what stands between it and its owner, but for words that only say which of them it is."""
    first = owner.i + 1 if owner.i < noun.i else noun.i - 2
    before = scene.reading.words[max(first, 0) : noun.i]
    kept = [w.lemma.lower() for w in before if w.dep in ("compound", "amod") and w.lemma.lower() not in _DESCRIBING]
    return " ".join((*kept, noun.lemma.lower()))


def _value(scene: Scene, clause: Clause, relation: str) -> str:
    """What stands behind the verb and what is said of it ("not", "still") up to the next pause, as it is written."""
    last = clause.verb
    for word in scene.reading.kids(clause.verb, "neg", "advmod"):
        if word.i == last.i + 1 and (word.dep == "neg" or word.lemma.lower() in _ASIDE):
            last = word
    found = (_WITH_COMMAS if relation == "hasAddress" else _TO_PAUSE).match(scene.reading.text, last.end)
    return _LAST.sub("", found[1]) if found else ""
