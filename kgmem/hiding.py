"""What goes with hidden episodes: whatever rests on nothing that is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from kgmem.mirror import Mirror
from kgmem.records import Event, Evidence, Fact

EXPIRES, SWEEP = "expires=", "sweep "
"""How the selectors of forgettings begin that come of themselves; they say nothing of what is hidden."""


def comes_of_itself(selector: str) -> bool:
    """True for the selector of a forgetting that nobody asked for by name: a sweep, or an expiry."""
    return selector.startswith((EXPIRES, SWEEP))


def gone_with(episodes: AbstractSet[str], mirror: Mirror, also: AbstractSet[str] = frozenset()) -> set[str]:
    """Ids of facts, events, links and entities that go when these episodes do, which are in it too.

    also: facts and events that go whatever they rest on. What rests on episodes that are hidden already counts
    as resting on nothing that is shown; what is hidden itself is in it again.
    """
    gone = {*episodes, *mirror.hidden}
    read = {name for episode in episodes for name in _read_in(episode, mirror)}
    found = {name for name in read if rests_on(_held(name, mirror).evidence, gone) or is_counted(name, mirror)} | also
    lost = gone | found
    links = (mirror.links[link] for end in found for link in mirror.links_of.get(end, ()))
    found |= {link.id for link in links}
    found |= {
        link.id
        for link in mirror.links.values()
        if link.id not in found and not {one.episode for one in link.evidence}.isdisjoint(episodes)
        if rests_on(link.evidence, gone) or not lost.isdisjoint((link.cause, link.effect))
    }
    touched = {entity for episode in episodes for entity in spoken_of(episode, mirror)}
    touched |= {entity for name in found - mirror.links.keys() for entity in _parts(_held(name, mirror))}
    shown: set[str] = set()
    for entity in touched:
        around = (*mirror.facts_of.get(entity, ()), *mirror.events_of.get(entity, ()))
        if any(name not in lost for name in around):
            shown.add(entity)
    left = touched - shown
    if left:
        speakers = set()
        for episode in mirror.episodes:
            if episode.id not in gone:
                speakers.add(episode.speaker)
                left.difference_update(entity for entity, _ in mirror.mentions_in.get(episode.id, ()))
        left.difference_update(entity for speaker in speakers for entity in mirror.ids_named(speaker))
    return {*episodes, *found, *left}


def is_counted(name: str, mirror: Mirror) -> bool:
    """True for a habit: without one of the episodes it was counted in, it is not what it says."""
    return name in mirror.facts and mirror.facts[name].is_generalised


def _read_in(episode: str, mirror: Mirror) -> Iterator[str]:
    yield from mirror.facts_in.get(episode, ())
    yield from mirror.events_in.get(episode, ())


def borne_by(episodes: AbstractSet[str], mirror: Mirror) -> set[str]:
    """Ids of what was read in these episodes, and of all they speak of."""
    found = {name for episode in episodes for name in (*_read_in(episode, mirror), *spoken_of(episode, mirror))}
    if episodes:
        found |= {link.id for link in mirror.links.values() if any(one.episode in episodes for one in link.evidence)}
    return found


def rests_on(evidence: Iterable[Evidence], episodes: AbstractSet[str]) -> bool:
    """True for what was read, and in nothing but these episodes."""
    read = {one.episode for one in evidence}
    return bool(read) and read <= episodes


def spoken_of(episode: str, mirror: Mirror) -> Iterator[str]:
    """Ids of what an episode mentions, and of who speaks in it."""
    yield from (entity for entity, _ in mirror.mentions_in.get(episode, ()))
    yield from mirror.ids_named(mirror.episodes[mirror.number[episode]].speaker)


def _held(name: str, mirror: Mirror) -> Fact | Event:
    return mirror.facts[name] if name in mirror.facts else mirror.events[name]


def _parts(held: Fact | Event) -> set[str]:
    """Ids of the entities it speaks of."""
    if isinstance(held, Fact):
        return {held.subject_id, held.object_id} - {""}
    return {participant.entity_id for participant in held.participants}
