"""What a forgetting hides: the episodes somebody means, and whatever rests on nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgmem.hiding import gone_with
from kgmem.mirror import Mirror
from kgmem.records import Derived, Event, Fact
from kgmem.rewriting import Entry
from kgmem.selection import Selector
from kgmem.telling import Consolidated, Observed, last_read
from kgmem.temporal import FOREVER


def hidden_by(chosen: Selector, entries: Sequence[Entry], mirror: Mirror) -> tuple[str, ...]:
    """Ids of episodes, entities, facts, events and links to hide; () when nothing is meant."""
    told = last_read(one for entry in entries for one in entry.tellings)
    episodes = {name for name, one in told.items() if _is_meant(one, chosen)}
    meant = {fact.id for fact in mirror.facts.values() if _is_fact_meant(fact, chosen)}
    meant |= {event.id for event in mirror.events.values() if _is_event_meant(event, chosen)}
    gone = gone_with(episodes, mirror, meant)
    gone |= set(_counted(entries, gone, mirror))
    return tuple(sorted((gone | {chosen.entity}) - {""}))


def _counted(entries: Sequence[Entry], gone: set[str], mirror: Mirror) -> Iterator[str]:
    """Habits in which an event or fact that goes was counted."""
    habits: dict[str, Derived] = {}
    for one in (told for entry in entries for told in entry.tellings):
        if isinstance(one, Consolidated):
            habits |= {made.key: made for made in one.made or () if made.kind == "habit"}
    for key, habit in habits.items():
        if any(name in gone for name, _ in habit.parts):
            yield from (name for name in mirror.versions.get(key, ()) if mirror.facts[name].retracted_at == FOREVER)


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
