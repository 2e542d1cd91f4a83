"""Erasing: a plan of what would go, the memory written anew without it, and the proof that it is gone.

Neither SQLite nor the graph engine scrubs what it frees, so nothing is deleted in place: journal, graph
and vectors are made anew beside the old ones, swapped in, and the old files removed. What remains of
the erased are keyed hashes (HMAC-SHA-256 under a key of this memory), counts and times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kgmem.hiding import comes_of_itself
from kgmem.marks import Marks
from kgmem.mirror import Mirror
from kgmem.observing import EARLIER_TURNS
from kgmem.records import Episode, Extraction
from kgmem.residues import Needles
from kgmem.rewriting import Entry
from kgmem.selection import ERASED, Selector, said_in, without_spans
from kgmem.talk import order_of
from kgmem.telling import (
    Asserted,
    Confirmed,
    Forgotten,
    Merged,
    Observed,
    Parted,
    Pinned,
    Read,
    Retracted,
    Telling,
    last_read,
)
from kgmem.text import fold


@dataclass(frozen=True, slots=True)
class Loss:
    """What an erasure takes and what it leaves. Ids and texts are of the memory as it is now."""

    episodes: tuple[str, ...] = ()
    redacted: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    calls: int = 0
    kept: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        return not (self.episodes or self.redacted or self.calls)

    def counts(self) -> dict[str, int]:
        return {name: getattr(self, name) if name == "calls" else len(getattr(self, name)) for name in self.__slots__}


@dataclass(slots=True)
class Removal:
    """A history without what a selector means, and how it came to be so."""

    entries: list[Entry] = field(default_factory=list)
    whole: list[Episode] = field(default_factory=list)
    changed: list[tuple[Episode, Episode]] = field(default_factory=list)
    calls: list[Asserted] = field(default_factory=list)


def removal(entries: Sequence[Entry], chosen: Selector, marks: Marks) -> Removal:
    """The history that never had what is chosen. Episodes within sight of a change lose their claims, so
    that they are read again."""
    done = Removal()
    fate: dict[str, Episode | None] = {}
    read = last_read(told for entry in entries for told in entry.tellings)
    for one in read.values():
        now = _left(one, chosen, marks)
        if now is None:
            done.whole.append(one.episode)
            fate[one.episode.id] = None
        elif now != one.episode:
            done.changed.append((one.episode, now))
            fate[one.episode.id] = now
    read_again = _within_sight(entries, set(fate))
    for entry in entries:
        kept: list[Telling] = []
        for told in entry.tellings:
            if isinstance(told, Observed):
                now = fate.get(told.episode.id, told.episode)
                if now is not None:
                    again = now is not told.episode or now.id in read_again
                    claims = None if again and now.text and not told.waits else _without(told.claims, chosen)
                    kept.append(replace(told, episode=now, claims=claims))
            elif isinstance(told, Read):
                now = fate.get(told.id, read[told.id].episode if told.id in read else None)
                if now is not None:
                    again = told.id in fate or told.id in read_again
                    claims = None if again and now.text else _without(told.claims, chosen)
                    kept.append(replace(told, id=now.id, claims=claims))
            elif isinstance(told, Asserted) and (chosen.calls(told.source, entry.recorded) or chosen.about(told.claim)):
                done.calls.append(told)
            elif isinstance(told, Confirmed):
                if not chosen.calls(told.source, entry.recorded):
                    kept.append(replace(told, source=ERASED) if chosen.hits(told.source) else told)
            elif isinstance(told, Merged | Parted):
                if not chosen.hits(f"{told.one}\n{told.other}"):
                    kept.append(_names_left(told, chosen, fate))
            elif isinstance(told, Pinned):
                if told.what not in fate and not (told.kind == "entity" and chosen.hits(told.what)):
                    kept.append(replace(told, reason=ERASED) if chosen.hits(told.reason) else told)
            elif isinstance(told, Retracted) and chosen.hits(told.reason):
                kept.append(replace(told, reason=ERASED))
            elif isinstance(told, Forgotten) and _tells_of(told, chosen, fate):
                kept.append(replace(told, selector=ERASED, reason=ERASED if told.reason else ""))
            else:
                kept.append(told)
        if kept:
            done.entries.append(replace(entry, tellings=tuple(kept)))
    return done


def _names_left(told: Merged | Parted, chosen: Selector, fate: Mapping[str, Episode | None]) -> Merged | Parted:
    """A call about names without what it says of erased episodes."""
    reason = ERASED if chosen.hits(told.reason) else told.reason
    if isinstance(told, Merged):
        return replace(told, reason=reason)
    left = (name for name in told.episodes if name not in fate)
    changed = (now.id for name in told.episodes if (now := fate.get(name)) is not None)
    return replace(told, reason=reason, episodes=(*left, *changed))


def _tells_of(told: Forgotten, chosen: Selector, fate: Mapping[str, Episode | None]) -> bool:
    """True when the words of a forgetting may say what is erased now."""
    if comes_of_itself(told.selector):
        return False
    return chosen.hits(f"{told.selector}\n{told.reason}") or not fate.keys().isdisjoint(told.hidden)


def _observed(entries: Iterable[Entry]) -> Iterator[Observed]:
    for entry in entries:
        yield from (told for told in entry.tellings if isinstance(told, Observed))


def _left(told: Observed, chosen: Selector, marks: Marks) -> Episode | None:
    """What is left of an episode: all of it, some, or None."""
    episode = told.episode
    if not chosen.names:
        return None if chosen.picks(episode) else episode
    if chosen.hits(episode.speaker):
        return None
    text = episode.text
    if spans := chosen.spans(episode, told.claims):
        text = without_spans(text, spans)
        if not text:
            return None
    changed: dict[str, Any] = {"text": text}
    for name in ("caption", "origin"):
        if chosen.hits(getattr(episode, name)):
            changed[name] = ERASED
    if chosen.hits(episode.session):
        changed["session"] = f"session-{marks.mark('session', episode.session)[:12]}"
    if chosen.hits(episode.id):
        changed["id"] = f"ep_{marks.mark('id', episode.id)[:24]}"
    changed["metadata"] = _scrubbed(episode.metadata, chosen)
    return replace(episode, **changed)


def _scrubbed(value: Any, chosen: Selector) -> Any:
    if isinstance(value, str):
        return ERASED if chosen.hits(value) else value
    if isinstance(value, Mapping):
        return {(ERASED if chosen.hits(key) else key): _scrubbed(part, chosen) for key, part in value.items()}
    if isinstance(value, list):
        return [_scrubbed(part, chosen) for part in value]
    return value


def _without(claims: Extraction | None, chosen: Selector) -> Extraction | None:
    """Claims of a text that is not kept (retain="facts") without those about the entity."""
    if claims is None or not chosen.names:
        return claims
    events = [claim for claim in claims.events if not chosen.about(claim)]
    place = {id(claim): number for number, claim in enumerate(events)}
    causes = []
    for cause in claims.causes:
        ends = place.get(id(claims.events[cause.cause])), place.get(id(claims.events[cause.effect]))
        if ends[0] is not None and ends[1] is not None and not chosen.about(cause):
            causes.append(replace(cause, cause=ends[0], effect=ends[1]))
    return Extraction(
        tuple(m for m in claims.mentions if not chosen.hits(m.name)),
        tuple(claim for claim in claims.facts if not chosen.about(claim)),
        tuple(events),
        tuple(causes),
        claims.unfinished,
    )


def _within_sight(entries: Sequence[Entry], changed: set[str]) -> set[str]:
    """Episodes whose reading saw a changed one: those soon after it in its session."""
    sessions: dict[str, list[Episode]] = {}
    for one in _observed(entries):
        sessions.setdefault(one.episode.session, []).append(one.episode)
    found: set[str] = set()
    for turns in sessions.values():
        since = EARLIER_TURNS + 1
        for episode in sorted(turns, key=order_of):
            since = 0 if episode.id in changed else since + 1
            if since <= EARLIER_TURNS:
                found.add(episode.id)
    return found


def marks_of(done: Removal, chosen: Selector, marks: Marks, *, words: bool = True) -> list[str]:
    """Marks of everything a removal takes; without `words`, of the ids alone."""
    if not words:
        return sorted({marks.mark("id", episode.id) for episode in done.whole})
    found = [marks.mark("name", fold(name)) for name in chosen.names]
    for episode in done.whole:
        found += [marks.mark("id", episode.id), marks.of_episode(episode)]
    found += [marks.of_episode(old) for old, _ in done.changed]
    found += [marks.of_call(call) for call in done.calls]
    return sorted(set(found))


def loss(before: Mirror, now: Mirror, done: Removal) -> Loss:
    """What the memory loses, and what stays although some of its evidence goes."""
    statements = {fact.statement: fact for fact in now.facts.values()}
    gone = [f for f in before.facts.values() if f.statement not in statements]
    kept = [
        fact.text
        for fact in before.facts.values()
        if fact.statement in statements and len(fact.evidence) > len(statements[fact.statement].evidence)
    ]
    return Loss(
        episodes=tuple(e.id for e in done.whole),
        redacted=tuple(e.id for e, _ in done.changed),
        facts=tuple(dict.fromkeys(f.text for f in gone)),
        events=tuple(e.description for name, e in before.events.items() if name not in now.events),
        links=tuple(name for name in before.links if name not in now.links),
        entities=tuple(e.name for name, e in before.entities.items() if name not in now.entities),
        calls=len(done.calls),
        kept=tuple(dict.fromkeys(kept)),
    )


def needles(before: Mirror, now: Mirror, done: Removal, chosen: Selector, settings: Iterable[str] = ()) -> Needles:
    """Every text of the old memory that the new one does not hold: what must be found in no file.

    settings: what meta.json says, such as the time zone "Europe/Lisbon"; it stays.
    """
    old, new = set(_texts(before)), {*_texts(now), *settings, *(episode.zone for episode in now.episodes)}
    told = {part for call in done.calls for part in said_in(call.claim)}
    return Needles.of({*(old - new), *(told - new), *chosen.names}, new)


def _texts(mirror: Mirror) -> Iterator[str]:
    for e in mirror.episodes:
        yield from (e.text, e.caption, e.speaker, e.session, e.id, e.origin, *_strings(e.metadata))
    for fact in mirror.facts.values():
        yield from (fact.text, fact.value)
    for event in mirror.events.values():
        yield from (event.description, event.outcome)
    for link in mirror.links.values():
        yield link.cue
    for entity in mirror.entities.values():
        yield entity.name
    yield from mirror.surfaces


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _strings(key)
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
