"""What a forgetting hides: the episodes somebody means, and whatever rests on nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from kgmem.hiding import gone_with
from kgmem.mirror import Mirror
from kgmem.records import Event, Fact
from kgmem.rewriting import Entry
from kgmem.selection import Selector
from kgmem.telling import Observed


def hidden_by(chosen: Selector, entries: Sequence[Entry], mirror: Mirror) -> tuple[str, ...]:
    """Ids of episodes, entities, facts, events and links to hide; () when nothing is meant."""
    told = [one for entry in entries for one in entry.tellings if isinstance(one, Observed)]
    episodes = {one.episode.id for one in told if _is_meant(one, chosen)}
    meant = {fact.id for fact in mirror.facts.values() if _is_fact_meant(fact, chosen)}
    meant |= {event.id for event in mirror.events.values() if _is_event_meant(event, chosen)}
    return tuple(sorted((gone_with(episodes, mirror, meant) | {chosen.entity}) - {""}))


def _is_meant(told: Observed, chosen: Selector) -> bool:
    episode = told.episode
    if not chosen.names:
        return chosen.picks(episode)
    return chosen.hits(f"{episode.speaker}\n{episode.caption}") or bool(chosen.spans(episode, told.claims))


def _is_fact_meant(fact: Fact, chosen: Selector) -> bool:
    about = bool(chosen.entity) and chosen.entity in (fact.subject_id, fact.object_id)
    return about or chosen.hits(fact.value) or _is_called(fact, chosen)


def _is_event_meant(event: Event, chosen: Selector) -> bool:
    about = any(participant.entity_id == chosen.entity for participant in event.participants)
    return about or chosen.hits(event.description) or _is_called(event, chosen)


def _is_called(held: Fact | Event, chosen: Selector) -> bool:
    """True for what was told by a call that is meant."""
    return not held.evidence and chosen.calls(held.source, held.recorded_at)
