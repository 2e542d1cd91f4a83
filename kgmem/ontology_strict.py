"""What of an extraction an ontology lets be stored, under the user's names for its types."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from kgmem.ontology_terms import Ontology
from kgmem.records import CauseClaim, EventClaim, Extraction, FactClaim


def admitted(found: Extraction, ontology: Ontology) -> Extraction:
    """The extraction with the types the ontology stores; when it is strict, without what was not declared: mentions and
    participants of other types, facts of other relations, events nobody is left in, causes of those."""
    if not ontology.strict and not ontology.renamed:
        return found
    mentions = (replace(mention, type=ontology.type_of(mention.type)) for mention in found.mentions)
    events = {n: _event(event, ontology) for n, event in enumerate(found.events) if ontology.admits(event)}
    position = {before: now for now, before in enumerate(events)}
    return replace(
        found,
        mentions=tuple(mention for mention in mentions if mention.type),
        facts=tuple(_fact(claim, ontology) for claim in found.facts if ontology.admits(claim)),
        events=tuple(events.values()),
        causes=tuple(_cause(claim, position) for claim in found.causes if {claim.cause, claim.effect} <= events.keys()),
    )


Claim = TypeVar("Claim", FactClaim, EventClaim)


def admitted_claim(claim: Claim, ontology: Ontology) -> Claim | None:
    """One claim as the ontology lets it be stored, None when it does not."""
    if isinstance(claim, FactClaim):
        facts = admitted(Extraction(facts=(claim,)), ontology).facts
        return facts[0] if facts else None
    events = admitted(Extraction(events=(claim,)), ontology).events
    return events[0] if events else None


def _fact(claim: FactClaim, ontology: Ontology) -> FactClaim:
    object_type = ontology.type_of(claim.object_type) if claim.object else claim.object_type
    return replace(claim, subject_type=ontology.type_of(claim.subject_type), object_type=object_type)


def _event(claim: EventClaim, ontology: Ontology) -> EventClaim:
    taking_part = ((role, name, ontology.type_of(kind)) for role, name, kind in claim.participants)
    return replace(claim, participants=tuple(part for part in taking_part if part[2]))


def _cause(claim: CauseClaim, position: dict[int, int]) -> CauseClaim:
    return replace(claim, cause=position[claim.cause], effect=position[claim.effect])
