"""A claim with its names bound to entities: the fact it would make, or why it cannot be held; and calls on facts."""

from __future__ import annotations

from dataclasses import dataclass

from kgmem import wording
from kgmem.ontology import Ontology, Relation
from kgmem.records import (
    MODALITIES,
    POLARITIES,
    CauseClaim,
    Entity,
    EventClaim,
    Evidence,
    Fact,
    FactClaim,
    Violation,
)
from kgmem.temporal import BEGINNING, FOREVER, Micros, Span
from kgmem.text import digest, fold, name_key

Order = tuple[Micros, int, int, str, int]
"""When something was said, and what comes first of two things said at once."""
Place = tuple[Micros, Order]
"""Where a claim comes among those of its group: by when what it tells begins or ends, then by when it was said."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where claims come from: an episode with its time, or a program that already knows."""

    said: Micros
    recorded: Micros
    name: str = ""
    episode: str = ""
    zone: str = "UTC"
    trust: float = 1.0

    def evidence(self, claim: FactClaim | EventClaim | CauseClaim) -> tuple[Evidence, ...]:
        return (Evidence(self.episode, claim.start, claim.end, claim.rule),) if self.episode else ()


@dataclass(frozen=True, slots=True)
class Said:
    """A claim with its names bound to entities, ready to be settled."""

    order: Order
    claim: FactClaim
    relation: Relation
    subject: Entity
    target: Entity | None
    source: Source

    @property
    def place(self) -> Place:
        claim = self.claim
        known = claim.valid.start > BEGINNING or (self.relation.timeless and not claim.ends)
        return (claim.valid.start if known else min(self.source.said, claim.valid.end)), self.order


@dataclass(frozen=True, slots=True)
class Ended:
    """What closes a statement at an instant, or with `at=None` retracts it, where it holds during `during`; `of_end`:
    retracts that it ended, as said of then."""

    order: Order
    statement: str
    at: Micros | None
    during: Span
    source: Source
    of_end: bool = False

    @property
    def place(self) -> Place:
        return (self.source.said if self.at is None else self.at), self.order


@dataclass(frozen=True, slots=True)
class Affirmed:
    """A call that confirms a statement where it holds during `during`: what was claimed of it then is certain."""

    order: Order
    statement: str
    during: Span
    source: Source

    @property
    def place(self) -> Place:
        return self.during.start, self.order


def violation(said: Said, ontology: Ontology) -> Violation | None:
    """Why a claim cannot be held as it stands, None when it can."""
    claim, relation = said.claim, said.relation
    words = f"{claim.subject} {claim.predicate or relation.name} {claim.object or claim.value}".strip()
    if said.target is None and not claim.value and not claim.ends:
        return Violation(words, "object", f"{relation.name} needs an object or a value")
    if said.target is not None and said.target.id == said.subject.id and not claim.ends:
        return Violation(words, "object", "subject and object are the same")
    if not ontology.type_fits(claim.subject_type, relation.domain):
        return Violation(
            words, "domain", f"the subject of {relation.name} is a {relation.domain}, not a {claim.subject_type}"
        )
    if said.target is not None and not ontology.type_fits(claim.object_type, relation.range):
        return Violation(
            words, "range", f"the object of {relation.name} is a {relation.range}, not a {claim.object_type}"
        )
    return None


def is_well_formed(claim: FactClaim) -> bool:
    return 0 < claim.confidence <= 1 and claim.modality in MODALITIES and claim.polarity in POLARITIES


def draft(said: Said) -> Fact:
    """The fact a claim would make. A state without a stated start holds at least since it was said."""
    claim, relation, subject, target, source = said.claim, said.relation, said.subject, said.target, said.source
    start, precision = claim.valid.start, claim.valid.precision
    if start == BEGINNING and not relation.timeless:
        start, precision = min(source.said, claim.valid.end), "unknown"
    value = "" if target else claim.value
    ends = (
        sorted((subject.id, target.id)) if relation.symmetric and target else [subject.id, target.id if target else ""]
    )
    predicate = claim.predicate.strip()
    own_words = fold(predicate) if relation.name == "relatedTo" or relation.per_predicate else ""
    standing = [claim.polarity, claim.modality, *([name_key(claim.told_by)] if claim.told_by else [])]
    statement = f"st_{digest(*ends, relation.name, own_words, name_key(value), *standing)}"
    text = wording.statement(claim, relation, subject.name, target.name if target else value)
    return Fact(
        id="",
        statement=statement,
        subject_id=subject.id,
        subject=subject.name,
        relation=relation.name,
        object_id=target.id if target else "",
        object=target.name if target else "",
        value=value,
        predicate=predicate,
        text=text,
        valid_from=start,
        valid_to=claim.valid.end,
        recorded_at=source.recorded,
        precision=precision,
        zone=source.zone,
        polarity=claim.polarity,
        modality=claim.modality,
        memory_type=relation.memory_type,
        confidence=claim.confidence,
        source=claim.told_by or source.name,
        trust=source.trust,
        evidence=source.evidence(claim),
    )


def taken_back(said: Said) -> Ended:
    """A claim that something was never so, as what retracts it where it was said to begin."""
    fact = draft(said)
    during = Span(fact.valid_from, FOREVER)
    return Ended(said.order, fact.statement, None, during, said.source, said.claim.ends)
