"""What a forgetting hides: the episodes somebody means, and whatever rests on nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgmem.mirror import Mirror
from kgmem.records import Derived, Event, Evidence, Fact
from kgmem.rewriting import Entry
from kgmem.selection import Selector
from kgmem.telling import Consolidated, Observed
from kgmem.temporal import FOREVER


def hidden_by(chosen: Selector, entries: Sequence[Entry], mirror: Mirror) -> tuple[str, ...]:
    """Ids of episodes, entities, facts, events and links to hide; () when nothing is meant."""
    told = [one for entry in entries for one in entry.tellings if isinstance(one, Observed)]
    episodes = {one.episode.id for one in told if _is_meant(one, chosen)}
    facts = {
        fact.id
        for fact in mirror.facts.values()
        if _goes(fact, chosen, episodes)
        or (chosen.entity and chosen.entity in (fact.subject_id, fact.object_id))
        or chosen.hits(fact.value)
    }
    events = {
        event.id
        for event in mirror.events.values()
        if _goes(event, chosen, episodes)
        or any(participant.entity_id == chosen.entity for participant in event.participants)
        or chosen.hits(event.description)
    }
    links = {
        link.id
        for link in mirror.links.values()
        if _rests_on(link.evidence, episodes) or not {link.cause, link.effect}.isdisjoint(facts | events)
    }
    facts |= set(_generalised(entries, episodes | facts | events, mirror))
    touched = {end for f in facts for end in (mirror.facts[f].subject_id, mirror.facts[f].object_id)}
    touched |= {p.entity_id for e in events for p in mirror.events[e].participants}
    shown = {end for name, f in mirror.facts.items() if name not in facts for end in (f.subject_id, f.object_id)}
    shown |= {p.entity_id for name, e in mirror.events.items() if name not in events for p in e.participants}
    for one in told:
        names = [one.episode.speaker, *(mention.name for mention in (one.claims.mentions if one.claims else ()))]
        found = {entity for name in names for entity in mirror.ids_named(name)}
        if one.episode.id in episodes:
            touched |= found
        else:
            shown |= found
    entities = (touched - shown) | {chosen.entity}
    return tuple(sorted((episodes | facts | events | links | entities) - {""}))


def _generalised(entries: Sequence[Entry], going: set[str], mirror: Mirror) -> Iterator[str]:
    """Habits that rest on something that goes: until memory is consolidated again, all of them is in question."""
    derived: dict[str, Derived] = {}
    for one in (told for entry in entries for told in entry.tellings):
        if isinstance(one, Consolidated):
            derived |= {made.key: made for made in one.made or () if made.kind == "habit"}
    for key, habit in derived.items():
        rests_on = {name for name, _ in habit.parts} | {place[0] for place in habit.sources}
        if not rests_on.isdisjoint(going):
            yield from (name for name in mirror.versions.get(key, ()) if mirror.facts[name].retracted_at == FOREVER)


def _is_meant(told: Observed, chosen: Selector) -> bool:
    episode = told.episode
    if not chosen.names:
        return chosen.picks(episode)
    return chosen.hits(f"{episode.speaker}\n{episode.caption}") or bool(chosen.spans(episode, told.claims))


def _goes(held: Fact | Event, chosen: Selector, episodes: set[str]) -> bool:
    """True for what rests on hidden episodes only, or was told by a call that is meant."""
    return _rests_on(held.evidence, episodes) if held.evidence else chosen.calls(held.source, held.recorded_at)


def _rests_on(evidence: tuple[Evidence, ...], episodes: set[str]) -> bool:
    return bool(evidence) and all(one.episode in episodes for one in evidence)
