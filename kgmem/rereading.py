"""What was read in an episode of which only the text was kept, as far as what is held of it shows."""

from __future__ import annotations

from kgmem.mirror import Mirror
from kgmem.records import DISPUTED, EventClaim, Extraction, FactClaim
from kgmem.temporal import FOREVER, Span


def claims_held(episode: str, mirror: Mirror) -> Extraction:
    """What was read in an episode, as far as what is held of it shows: store format 1 did not keep it."""
    facts, events = [], []
    for fact in (mirror.facts[name] for name in dict.fromkeys(mirror.facts_in.get(episode, ()))):
        found = next(one for one in fact.evidence if one.episode == episode)
        if fact.retracted_at == FOREVER and not fact.is_generalised:
            target = mirror.entities[fact.object_id].type if fact.object_id else "Thing"
            facts.append(
                FactClaim(
                    subject=fact.subject,
                    relation=fact.relation,
                    object=fact.object,
                    value=fact.value,
                    predicate=fact.predicate,
                    subject_type=mirror.entities[fact.subject_id].type,
                    object_type=target,
                    valid=fact.valid,
                    polarity=fact.polarity,
                    modality="asserted" if fact.modality == DISPUTED else fact.modality,
                    confidence=fact.confidence,
                    rule=found.extractor,
                    start=found.start,
                    end=found.end,
                )
            )
    for event in (mirror.events[name] for name in dict.fromkeys(mirror.events_in.get(episode, ()))):
        found = next(one for one in event.evidence if one.episode == episode)
        if event.retracted_at == FOREVER:
            events.append(
                EventClaim(
                    kind=event.kind,
                    description=event.description,
                    participants=tuple((p.role, p.name, mirror.entities[p.entity_id].type) for p in event.participants),
                    when=Span(event.start, event.end, event.precision),
                    outcome=event.outcome,
                    polarity=event.polarity,
                    modality=event.modality,
                    confidence=event.confidence,
                    rule=found.extractor,
                    start=found.start,
                    end=found.end,
                )
            )
    return Extraction(facts=tuple(facts), events=tuple(events))
