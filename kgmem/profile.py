"""What is currently known of somebody or something, by relation."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from kgmem.aging import confidence_at, last_said
from kgmem.context import validity
from kgmem.inferring import Inferred
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology, relation_words
from kgmem.question import Clocks, as_known, is_held
from kgmem.recollection import as_json
from kgmem.records import Entity, Fact
from kgmem.temporal import BEGINNING, Micros, iso, parse_zone


@dataclass(frozen=True, slots=True)
class Trait:
    """One current fact of a profile. It holds since `since` (at least, when the fact's precision is "unknown");
    `sources` are who said so, in the order in which they did, `said` is when somebody last did, and `confidence` what
    is left of the fact's own since then. An inferred one has the `rule` by which it follows."""

    fact: Fact
    since: Micros
    confidence: float
    sources: tuple[str, ...] = ()
    rule: str = ""
    said: Micros = BEGINNING

    def to_dict(self) -> dict[str, Any]:
        since = iso(self.since, parse_zone(self.fact.zone) or UTC, self.fact.precision)
        sure = {"confidence": round(self.confidence, 4), "said": iso(self.said)}
        return {"since": since, **sure, "sources": list(self.sources), "rule": self.rule, "fact": as_json(self.fact)}


@dataclass(frozen=True, slots=True)
class Aspect:
    """The current facts of one relation; `label` is the relation in words."""

    relation: str
    label: str
    traits: tuple[Trait, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"relation": self.relation, "label": self.label, "traits": [trait.to_dict() for trait in self.traits]}


@dataclass(frozen=True, slots=True)
class Profile:
    """What is currently known of what `name` means, by relation; statements in their own words come last.

    False when nothing is; then `entity` is None unless something is called so.
    """

    name: str
    entity: Entity | None = None
    aspects: tuple[Aspect, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.aspects)

    def __str__(self) -> str:
        lines = [f"{self.entity.name} ({self.entity.type})" if self.entity else f"{self.name}: not known"]
        for aspect in self.aspects:
            lines.append(f"  {aspect.label}")
            for trait in aspect.traits:
                sources = f", says {', '.join(trait.sources)}" if trait.sources else ""
                how = f", inferred: {trait.rule}" if trait.rule else sources
                lines.append(f"    {trait.fact.text} ({validity(trait.fact) or 'always'}{how}; {trait.confidence:.2f})")
        return "\n".join(lines)

    def facts(self, relation: str | None = None) -> list[Fact]:
        """The facts of all aspects, or of one relation."""
        return [t.fact for aspect in self.aspects if relation in (None, aspect.relation) for t in aspect.traits]

    def to_dict(self) -> dict[str, Any]:
        entity = as_json(self.entity) if self.entity else None
        return {"name": self.name, "entity": entity, "aspects": [aspect.to_dict() for aspect in self.aspects]}


def profile_of(
    name: str,
    entity: Entity,
    facts: Iterable[Fact],
    follows: Iterable[Inferred],
    mirror: Mirror,
    clocks: Clocks,
    ontology: Ontology,
) -> Profile:
    """The profile of an entity, of facts about it, and of what follows. Planned, reported, supposed and denied ones
    have no place in it, nor what only says the same in wider words."""
    grouped: dict[tuple[bool, str], list[Trait]] = defaultdict(list)
    for fact in facts:
        if fact.modality in ("asserted", "recurring") and fact.polarity == "positive" and is_held(fact, clocks):
            known = as_known(fact, mirror, clocks)
            sure, said = confidence_at(known, mirror, clocks, ontology), last_said(known, mirror, clocks)
            trait = Trait(known, known.valid_from, sure, told_by(known, mirror), said=said)
            grouped[fact.relation == "relatedTo", fact.relation].append(trait)
    for one in follows:
        if not one.rule.startswith("wider"):
            sure = math.prod(confidence_at(fact, mirror, clocks, ontology) for fact in one.support)
            said = min(last_said(fact, mirror, clocks) for fact in one.support)
            trait = Trait(one.fact, one.fact.valid_from, sure, told_by(one.fact, mirror), one.rule, said)
            grouped[False, one.fact.relation].append(trait)
    aspects = []
    for (_, relation), traits in sorted(grouped.items()):
        known_relation = ontology.relations.get(relation)
        label = (known_relation.phrase if known_relation else "") or relation_words(relation)
        ordered = sorted(traits, key=lambda trait: (trait.fact.is_open, trait.since, trait.fact.id))
        aspects.append(Aspect(relation, label, tuple(ordered)))
    return Profile(name, entity, tuple(aspects))


def told_by(fact: Fact, mirror: Mirror) -> tuple[str, ...]:
    """Who said so: the speakers of its evidence by time, else its source."""
    said = sorted(
        (mirror.episodes[mirror.number[one.episode]] for one in fact.evidence if one.episode in mirror.number),
        key=lambda episode: (episode.occurred, episode.id),
    )
    return tuple(dict.fromkeys(e.speaker or e.role for e in said if e.id not in mirror.hidden)) or (fact.source,)
