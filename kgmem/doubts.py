"""What memory holds and is not sure of, and the question that would settle it.

Four reasons to ask: facts that exclude each other and weigh the same (conflict), what was read with little confidence
(guess), what only a source of little trust says (low trust), and a state nobody has said for long (faded). What is
recalled often and doubted most comes first. Denials, plans, reports and statements in their own words are not asked
about.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgmem import wording
from kgmem.aging import confidence_at, last_said
from kgmem.decisions import conflicts
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.profile import told_by
from kgmem.question import Clocks, as_known, is_held
from kgmem.recollection import as_json
from kgmem.records import LIKELY, TRUSTED, Fact
from kgmem.temporal import Micros, iso

REASONS = ("conflict", "guess", "low trust", "faded")
"""Why memory asks; of several, the first."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A fact that memory is not sure of, why (one of REASONS), and what to ask.

    `confidence` is what is left of the fact's own, `said` when somebody last said so, `uses` how often it was recalled.
    `rivals` are the facts it is in conflict with. Doubts are ranked by `weight`: doubt (one minus confidence times
    trust; of a conflict, the share that must be wrong) times 1 + log2(1 + uses).
    """

    fact: Fact
    reason: str
    question: str
    confidence: float
    said: Micros
    uses: int = 0
    weight: float = 0.0
    rivals: tuple[Fact, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "reason": self.reason,
            "question": self.question,
            "confidence": round(self.confidence, 4),
            "said": iso(self.said),
            "uses": self.uses,
            "weight": round(self.weight, 4),
            "fact": as_json(self.fact),
            "rivals": [as_json(fact) for fact in self.rivals],
        }


def doubts(facts: Iterable[Fact], mirror: Mirror, clocks: Clocks, ontology: Ontology, limit: int) -> list[Doubt]:
    """The `limit` doubts about these facts that weigh most, as of `clocks.as_of`, which must be given."""
    found = _found(facts, mirror, clocks, ontology)
    found.sort(key=lambda one: (-one.weight, one.fact.subject, one.fact.relation, one.fact.id))
    return [_asked(one, mirror) for one in found[:limit]]


def waiting(facts: Iterable[Fact], mirror: Mirror, clocks: Clocks, ontology: Ontology) -> int:
    """How many doubts there are about these facts."""
    return len(_found(facts, mirror, clocks, ontology))


def _found(facts: Iterable[Fact], mirror: Mirror, clocks: Clocks, ontology: Ontology) -> list[Doubt]:
    known = [fact for fact in facts if fact.id not in mirror.hidden and is_held(fact, replace(clocks, as_of=None))]
    found = list(_undecided(known, mirror, clocks, ontology))
    asked = {fact.id for one in found for fact in (one.fact, *one.rivals)}
    return found + [
        one
        for fact in known
        if fact.id not in asked and is_held(fact, clocks) and (one := _doubt(fact, mirror, clocks, ontology))
    ]


def uses_of(fact: Fact, mirror: Mirror) -> int:
    """How often a fact was recalled, or the episodes it was read in."""
    return max(mirror.uses.get(name, 0) for name in (fact.statement, *(one.episode for one in fact.evidence)))


def _undecided(facts: Sequence[Fact], mirror: Mirror, clocks: Clocks, ontology: Ontology) -> Iterator[Doubt]:
    assert clocks.as_of is not None
    for conflict in conflicts(facts, ontology):
        if conflict.settled_by or not conflict.common.holds(clocks.as_of):
            continue
        first, *rivals = (as_known(fact, mirror, clocks) for fact in conflict.facts)
        uses = sum(uses_of(fact, mirror) for fact in (first, *rivals))
        confidence = confidence_at(first, mirror, clocks, ontology)
        weight = _weight(1 / (1 + len(rivals)), uses)
        said = last_said(first, mirror, clocks)
        yield Doubt(first, "conflict", "", confidence, said, uses, weight, tuple(rivals))


def _doubt(held: Fact, mirror: Mirror, clocks: Clocks, ontology: Ontology) -> Doubt | None:
    if held.polarity != "positive" or held.is_generalised or held.modality not in ("asserted", "recurring"):
        return None
    fact = as_known(held, mirror, clocks)
    confidence = confidence_at(fact, mirror, clocks, ontology)
    if fact.confidence < LIKELY:
        reason = "" if fact.is_open else "guess"
    elif fact.trust < TRUSTED:
        reason = "low trust"
    else:
        reason = "faded" if confidence < LIKELY else ""
    if not reason:
        return None
    uses = uses_of(fact, mirror)
    weight = _weight(confidence * fact.trust, uses)
    return Doubt(fact, reason, "", confidence, last_said(fact, mirror, clocks), uses, weight)


def _weight(sure: float, uses: int) -> float:
    return (1 - sure) * (1 + math.log2(1 + uses))


def _asked(one: Doubt, mirror: Mirror) -> Doubt:
    """The doubt with its question, in the language of what was said of it."""
    facts = (one.fact, *one.rivals)
    read = {found.episode for fact in facts for found in fact.evidence if found.episode in mirror.number}
    texts = [mirror.episodes[mirror.number[name]].text for name in sorted(read)]
    language = wording.language_of(texts or [fact.text for fact in facts])
    statements = [wording.bare(fact.text, fact.modality) for fact in facts]
    return replace(one, question=wording.question(one.reason, statements, told_by(one.fact, mirror), language))
