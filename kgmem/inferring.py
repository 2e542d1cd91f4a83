"""What follows from held facts by the ontology, worked out when it is asked for and never stored.

Five rules: a relation holds the other way round (inverse, symmetric), a wider one holds with it, a transitive one
holds over steps, and a chain of relations makes another (a sibling's spouse is a sibling-in-law). What follows holds
while all its support does, and is gone with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from kgmem import wording
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.question import Clocks, as_known, is_held
from kgmem.recollection import as_json
from kgmem.records import Evidence, Fact, FactClaim
from kgmem.temporal import BEGINNING, Micros
from kgmem.text import digest

FURTHEST = 8
"""Steps of a transitive relation that are followed."""
MOST_STEPS = 5_000
"""Steps taken for one question."""


@dataclass(frozen=True, slots=True)
class Inferred:
    """A fact that is not held and follows from held ones (`support`) by a `rule`, said in words. Its id begins with
    "in_", its source is "inferred"; its confidence is the product of theirs, its trust the least, and it holds while
    all of them do."""

    fact: Fact
    rule: str
    support: tuple[Fact, ...]

    def to_dict(self) -> dict[str, Any]:
        return {**as_json(self.fact), "rule": self.rule, "support": [fact.id for fact in self.support]}


@dataclass(frozen=True, slots=True)
class _Rules:
    """What an ontology lets follow. `forms`: relation -> (relation, whether turned round, rule) of all it means."""

    forms: dict[str, tuple[tuple[str, bool, str], ...]]
    transitive: tuple[str, ...]
    chains: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """A relation from one thing to another, held ("" as its rule) or read in another way."""

    relation: str
    target: str
    value: str
    rule: str
    start: Micros
    end: Micros
    support: tuple[Fact, ...]


def inferred(entity: str, mirror: Mirror, clocks: Clocks, ontology: Ontology) -> list[Inferred]:
    """Everything that follows of an entity as the subject and is not held, by relation, object and start.

    Guesses, plans, reports and denials support nothing; what is denied is not inferred. What a symmetric relation
    means of its other end is left out: it is held of both.
    """
    known = _Known(mirror, clocks, ontology)
    found: dict[tuple[str, str, str, Micros, Micros], _Step] = {}
    for step in known.all_from(entity):
        if step.rule and (step.target or step.value) and step.target != entity and not known.has(entity, step):
            key = (step.relation, step.target, step.value, step.start, step.end)
            if key not in found or _sureness(step) > _sureness(found[key]):
                found[key] = step
    kept = [step for step in found.values() if not any(_covers(other, step) for other in found.values())]
    made = [_made(entity, step, mirror, ontology) for step in kept]
    return sorted(made, key=lambda one: (one.fact.relation, one.fact.object, one.fact.valid_from, one.fact.id))


def _sureness(step: _Step) -> tuple[float, int, str]:
    product = reduce(lambda share, fact: share * fact.confidence, step.support, 1.0)
    return product, -len(step.support), step.rule


def _covers(wide: _Step, narrow: _Step) -> bool:
    """True for the same over a longer time."""
    same = (wide.relation, wide.target, wide.value) == (narrow.relation, narrow.target, narrow.value)
    return same and wide is not narrow and wide.start <= narrow.start and narrow.end <= wide.end


class _Known:
    """The steps from each thing, found once."""

    def __init__(self, mirror: Mirror, clocks: Clocks, ontology: Ontology) -> None:
        self._mirror, self._clocks = mirror, clocks
        self._rules = ontology.derived(_rules)
        self._from: dict[str, list[_Step]] = {}
        self._left = MOST_STEPS

    def all_from(self, entity: str) -> Iterator[_Step]:
        yield from self._steps(entity)
        for relation in self._rules.transitive:
            yield from self._over(entity, relation)
        for relation, parts in self._rules.chains:
            yield from self._along(entity, relation, parts)

    def has(self, entity: str, step: _Step) -> bool:
        """True when just this is held for as long, or denied for a part of it."""
        for fact in self._facts(entity):
            ends = (fact.subject_id, fact.object_id)
            turned = any(form[:2] == (fact.relation, True) for form in self._rules.forms.get(fact.relation, ()))
            if fact.relation != step.relation or fact.value != (step.value if not step.target else fact.value):
                continue
            if ends != (entity, step.target) and not (turned and ends == (step.target, entity)):
                continue
            if fact.polarity == "negative" and fact.valid_from < step.end and step.start < fact.valid_to:
                return True
            if (
                (turned or ends == (entity, step.target))
                and fact.valid_from <= step.start
                and step.end <= fact.valid_to
            ):
                return True
        return False

    def _facts(self, entity: str) -> Iterator[Fact]:
        for name in self._mirror.facts_of.get(entity, ()):
            fact = self._mirror.facts[name]
            if fact.modality == "asserted" and name not in self._mirror.hidden and is_held(fact, self._clocks):
                yield as_known(fact, self._mirror, self._clocks)

    def _steps(self, entity: str) -> list[_Step]:
        """What the facts of an entity say of it, in whichever of their forms."""
        if entity not in self._from:
            self._from[entity] = [
                _Step(relation, other, fact.value, rule, fact.valid_from, fact.valid_to, (fact,))
                for fact in self._facts(entity)
                if fact.polarity == "positive" and not fact.is_guess and not fact.is_open
                for relation, turned, rule in self._rules.forms.get(fact.relation, ())
                for here, other in [(fact.object_id, fact.subject_id) if turned else (fact.subject_id, fact.object_id)]
                if here == entity
            ]
        return self._from[entity]

    def _over(self, entity: str, relation: str) -> Iterator[_Step]:
        """What a transitive relation reaches in two steps or more."""
        frontier = [(step, {entity}) for step in self._steps(entity) if step.relation == relation and step.target]
        for _ in range(FURTHEST - 1):
            grown = []
            for step, passed in frontier:
                for more in self._joined(step, relation, passed):
                    grown.append((replace(more, rule=f"transitive: {relation}"), passed | {step.target}))
            yield from (step for step, _ in grown)
            frontier = grown

    def _along(self, entity: str, relation: str, parts: tuple[str, ...]) -> Iterator[_Step]:
        """What a chain of relations reaches."""
        frontier = [(step, {entity}) for step in self._steps(entity) if step.relation == parts[0] and step.target]
        for part in parts[1:]:
            frontier = [
                (more, passed | {step.target}) for step, passed in frontier for more in self._joined(step, part, passed)
            ]
        rule = f"chain: {' + '.join(parts)}"
        yield from (replace(step, relation=relation, rule=rule) for step, _ in frontier)

    def _joined(self, step: _Step, relation: str, passed: set[str]) -> Iterator[_Step]:
        """The step with one more, where the two hold at one time; nothing is passed twice."""
        for more in self._steps(step.target):
            start, end = max(step.start, more.start), min(step.end, more.end)
            if more.relation != relation or not more.target or more.target in passed or start >= end:
                continue
            self._left -= 1
            if self._left < 0:
                return
            yield replace(more, start=start, end=end, support=(*step.support, *more.support))


def _rules(ontology: Ontology) -> _Rules:
    relations = ontology.relations
    forms = {name: tuple(_forms(name, ontology)) for name in relations}
    transitive = {name for name, relation in relations.items() if relation.transitive}
    transitive |= {relations[name].inverse for name in transitive if relations[name].inverse in relations}
    chains = {(name, parts) for name, relation in relations.items() for parts in relation.chains}
    back = ((_back(name, ontology), tuple(_back(part, ontology) for part in parts[::-1])) for name, parts in chains)
    chains |= {(name, parts) for name, parts in back if name and all(parts)}
    return _Rules(forms, tuple(sorted(transitive)), tuple(sorted(chains)))


def _back(name: str, ontology: Ontology) -> str:
    """The relation that holds the other way round, "" for none."""
    relation = ontology.relations.get(name)
    if relation is None:
        return ""
    return name if relation.symmetric else relation.inverse if relation.inverse in ontology.relations else ""


def _forms(name: str, ontology: Ontology) -> Iterator[tuple[str, bool, str]]:
    """All that a fact of a relation says: itself, the other way round, and wider relations, each once."""
    seen = {(name, False)}
    reached = [(name, False, "")]
    while reached:
        relation, turned, rule = reached.pop(0)
        yield relation, turned, rule
        held = ontology.relations[relation]
        ways = [(parent, turned, f"wider: {relation}") for parent in held.parents]
        if back := _back(relation, ontology):
            ways.append((back, not turned, f"symmetric: {relation}" if held.symmetric else f"inverse: {relation}"))
        for other, way, why in ways:
            if other in ontology.relations and (other, way) not in seen:
                seen.add((other, way))
                reached.append((other, way, why))


def _made(entity: str, step: _Step, mirror: Mirror, ontology: Ontology) -> Inferred:
    relation = ontology.relations[step.relation]
    subject, target = mirror.entities[entity].name, mirror.entities[step.target].name if step.target else ""
    said = FactClaim(subject, step.relation, target, "" if target else step.value)
    latest = max(step.support, key=lambda fact: (fact.valid_from, fact.id))
    name = f"in_{digest(entity, step.relation, step.target, step.value, str(step.start), str(step.end))}"
    fact = Fact(
        id=name,
        statement=name,
        subject_id=entity,
        subject=subject,
        relation=step.relation,
        object_id=step.target,
        object=target,
        value="" if target else step.value,
        text=wording.statement(said, relation, subject, target or step.value),
        valid_from=step.start,
        valid_to=step.end,
        recorded_at=max(fact.recorded_at for fact in step.support),
        precision=latest.precision if step.start > BEGINNING else "unknown",
        zone=latest.zone,
        memory_type=relation.memory_type,
        confidence=_sureness(step)[0],
        source="inferred",
        trust=min(fact.trust for fact in step.support),
        evidence=_evidence(step.support),
    )
    return Inferred(fact, step.rule, step.support)


def _evidence(support: Iterable[Fact]) -> tuple[Evidence, ...]:
    return tuple(dict.fromkeys(found for fact in support for found in fact.evidence))
