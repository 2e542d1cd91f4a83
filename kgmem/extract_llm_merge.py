"""What the rules and a model read in one episode, as one extraction."""

from __future__ import annotations

from dataclasses import replace

from kgmem.records import Extraction, FactClaim
from kgmem.text import fold, name_key

OWN_WORDS = "relatedTo"
SURER = 0.1
"""What agreement adds to a rule's confidence, up to SUREST."""
SUREST = 0.95


def merged(rules: Extraction, model: Extraction) -> Extraction:
    """Both together. What both read is kept as the rules have it, a little surer; of what contradicts both stay, to be
    settled like everything else."""
    facts = list(rules.facts)
    places = {_key(claim): at for at, claim in reversed(list(enumerate(facts)))}
    for claim in model.facts:
        at = places.get(_key(claim))
        if at is None:
            places[_key(claim)] = len(facts)
            facts.append(claim)
        elif at < len(rules.facts):
            facts[at] = replace(facts[at], confidence=_surer(rules.facts[at].confidence))
    events = list(rules.events)
    for event in model.events:
        if not any(one.kind == event.kind and one.start < event.end and event.start < one.end for one in events):
            events.append(event)
    held = {(one.start, one.end) for one in rules.mentions}
    mentions = (*rules.mentions, *(one for one in model.mentions if (one.start, one.end) not in held))
    return replace(rules, mentions=mentions, facts=tuple(facts), events=tuple(events))


def _surer(confidence: float) -> float:
    return max(confidence, min(SUREST, round(confidence + SURER, 2)))


def _key(claim: FactClaim) -> tuple[str, ...]:
    own = fold(claim.predicate) if claim.relation == OWN_WORDS else ""
    told = name_key(claim.object or claim.value)
    return name_key(claim.subject), claim.relation, own, told, claim.polarity, claim.modality, str(claim.ends)
