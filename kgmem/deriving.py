"""What consolidation works out from all that is held: what follows, what changed of it, and how it is written.

What is derived is a function of what is held and not hidden, so that it is the same in whichever order that was told,
however often memory was consolidated on the way. Each part of it (a session, what somebody does, the statements that
bear on each other) rests on little: only parts that something touched since the last time are worked out anew. Nothing
is overwritten: another version takes the place of one that is retired.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from kgmem.alike import Statement, merged
from kgmem.chatter import tells
from kgmem.habits import habits
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.records import Derived, Episode, Event, Evidence, Fact
from kgmem.revising import put_fact, retire_fact
from kgmem.schema import WriteSet
from kgmem.summaries import TELLING, summary
from kgmem.talk import order_of
from kgmem.telling import Consolidated, Merged, Observed, Parted, Read, Undone, name_of
from kgmem.temporal import FOREVER, Micros
from kgmem.text import digest, words
from kgmem.told import GroupKey
from kgmem.topics import topics

KINDS = ("summary", "topic", "repeat", "habit", "alike")
Key = tuple[str, str]


@dataclass(slots=True)
class Touched:
    """What must be looked at anew. `everything` says that it cannot be told from the rest."""

    everything: bool = False
    sessions: set[str] = field(default_factory=set)
    subjects: set[str] = field(default_factory=set)
    groups: set[GroupKey] = field(default_factory=set)
    episodes: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.everything or self.sessions or self.subjects or self.groups or self.episodes)


def follows(mirror: Mirror, ledger: Ledger) -> Consolidated:
    """What is to be made and dropped for what is derived to be what follows now; both empty for nothing."""
    touched = touched_since(mirror, ledger)
    if not touched:
        return Consolidated(made=())
    held = ledger.derived
    wanted = {**_summaries(touched, mirror), **_repeats(touched, mirror), **_habits(touched, mirror, ledger)}
    wanted |= {("topic", one.key): one for one in topics(mirror)}
    wanted |= _alike(touched, mirror, ledger)
    looked_at = {key for key in held if touched.everything or _is_looked_at(key, held[key], touched, ledger)}
    made = tuple(one for key, one in sorted(wanted.items()) if held.get(key) != one)
    return Consolidated(made, tuple(sorted(looked_at - wanted.keys())))


def touched_since(mirror: Mirror, ledger: Ledger) -> Touched:
    """What was told, changed, hidden or shown again since the last consolidation that stands."""
    touched = Touched()
    later = ledger.since_consolidated()
    if later is None:
        return Touched(everything=True)
    since, entries = later
    undone = any(since <= one.undone_at < FOREVER for one in mirror.forgettings.values())
    if undone or any(isinstance(one, Undone | Merged | Parted) for one in entries):
        return Touched(everything=True)
    hidden = {name for one in mirror.forgettings.values() if one.recorded_at >= since for name in one.hidden}
    if not entries and not hidden:
        return touched
    touched.episodes |= {name_of(one) for one in entries if isinstance(one, Observed | Read)}
    touched.episodes |= mirror.number.keys() & hidden
    touched.subjects |= {mirror.facts[name].subject_id for name in mirror.facts.keys() & hidden}
    touched.sessions |= {mirror.episodes[mirror.number[name]].session for name in touched.episodes}
    changed = [fact for fact in mirror.facts.values() if _changed(fact, since)]
    changed += [mirror.facts[name] for episode in touched.episodes for name in mirror.facts_in.get(episode, ())]
    touched.groups |= {group for fact in changed if (group := ledger.group_of(fact.statement)) is not None}
    touched.subjects |= {fact.subject_id for fact in changed}
    events = [event for event in mirror.events.values() if event.id in hidden or _changed(event, since)]
    events += [mirror.events[name] for episode in touched.episodes for name in mirror.events_in.get(episode, ())]
    touched.subjects |= {agent for event in events for agent in _agents(event)}
    return touched


def _changed(held: Fact | Event, since: Micros) -> bool:
    return held.recorded_at >= since or since <= held.retracted_at < FOREVER


def _agents(event: Event) -> set[str]:
    return {who.entity_id for who in event.participants if who.role == "agent"}


def _is_looked_at(key: Key, held: Derived, touched: Touched, ledger: Ledger) -> bool:
    kind, name = key
    if kind == "summary":
        return name in touched.sessions
    if kind == "habit":
        return held.ends[0] in touched.subjects
    if kind == "alike":
        return ledger.group_of(name) in touched.groups
    return kind == "topic" or not touched.episodes.isdisjoint(place[0] for place in held.sources)


# --- the parts ------------------------------------------------------------------------------------------


def _shown(name: str, mirror: Mirror) -> Iterable[Episode]:
    order = mirror.sessions.get(name, ())
    return (mirror.episodes[mirror.number[one]] for _, _, one in order if one not in mirror.hidden)


def _summaries(touched: Touched, mirror: Mirror) -> dict[Key, Derived]:
    sessions = mirror.sessions if touched.everything else touched.sessions
    made = {}
    for session in sorted(sessions):
        if quotes := summary(_shown(session, mirror)):
            sources = tuple((one.episode, one.start, one.end) for one in quotes)
            made["summary", session] = Derived("summary", session, sources=sources)
    return made


def _repeats(touched: Touched, mirror: Mirror) -> dict[Key, Derived]:
    """The same words of the same speaker, said more than once."""
    said: dict[str, list[Episode]] = defaultdict(list)
    new = {_said(mirror.episodes[mirror.number[name]]) for name in touched.episodes}
    for episode in mirror.episodes:
        if episode.text and episode.id not in mirror.hidden:
            key = _said(episode)
            if touched.everything or key in new:
                said[key].append(episode)
    made = {}
    for key, episodes in sorted(said.items()):
        ordered = sorted(episodes, key=order_of)
        if len(ordered) > 1 and tells(ordered[0].text) >= TELLING:
            sources = tuple((one.id, 0, len(one.text)) for one in ordered)
            made["repeat", key] = Derived("repeat", key, ordered[0].text, sources=sources)
    return made


def _said(episode: Episode) -> str:
    return _words_of(episode.speaker or episode.role, episode.kind, episode.text)


@lru_cache(maxsize=200_000)
def _words_of(speaker: str, kind: str, text: str) -> str:
    """The key under which the same words of the same speaker are counted."""
    return digest(speaker, kind, *words(text))


def _habits(touched: Touched, mirror: Mirror, ledger: Ledger) -> dict[Key, Derived]:
    subjects = mirror.entities.keys() if touched.everything else touched.subjects
    found = (
        one
        for subject in sorted(subjects)
        if mirror.entities[subject].retracted_at == FOREVER and subject not in mirror.hidden
        for one in habits(subject, mirror)
    )
    return {("habit", one.key): one for one in found if one.key not in ledger.refused}


def _alike(touched: Touched, mirror: Mirror, ledger: Ledger) -> dict[Key, Derived]:
    made: dict[Key, Derived] = {}
    for groups in ledger.beside(ledger.groups() if touched.everything else touched.groups):
        found: list[Statement] = []
        for group in groups:
            told, ended = ledger.told_of(group)
            if ended:  # a call ended what was told: what is merged there stays so, and nothing else is
                keys = {("alike", one.id) for one in told} & ledger.derived.keys()
                made |= {key: ledger.derived[key] for key in sorted(keys)}
            else:
                found += told
        linked = {one.id for one in found if any(mirror.links_of.get(name) for name in mirror.versions.get(one.id, ()))}
        made |= {("alike", name): one for name, one in merged(found, linked).items()}
    return made


# --- writing --------------------------------------------------------------------------------------------


def derived_write(wanted: Mapping[Key, Derived], mirror: Mirror, recorded: Micros, among: Iterable[Key]) -> WriteSet:
    """What makes the graph hold what is wanted, of what is derived under these keys."""
    write = WriteSet()
    for kind, key in sorted(set(among)):
        one = wanted.get((kind, key))
        if kind == "summary":
            _write_summary(key, one, mirror, recorded, write)
        elif kind == "topic":
            _write_topic(key, one, mirror, recorded, write)
        elif kind == "repeat":
            _write_repeat(key, one, mirror, recorded, write)
        elif kind == "habit":
            _write_habit(key, one, mirror, recorded, write)
    return write


def keys_held(mirror: Mirror) -> set[Key]:
    """The keys of all that is derived and in the graph now."""
    found = {("summary", one.session) for one in mirror.summaries.values() if one.retracted_at == FOREVER}
    found |= {("topic", one.topic) for one in mirror.topics.values() if one.retracted_at == FOREVER}
    found |= {("repeat", _base(one.id)) for one in mirror.repeats.values() if one.retracted_at == FOREVER}
    return found | {
        ("habit", fact.statement)
        for fact in mirror.facts.values()
        if fact.is_generalised and fact.retracted_at == FOREVER
    }


def still_so(one: Derived, mirror: Mirror) -> bool:
    """True unless a habit rests on something that is held, or was read, no longer."""
    if one.kind != "habit":
        return True
    places: set[tuple[str, int]] = set()
    for name, _ in one.parts:
        held = mirror.facts.get(name) or mirror.events.get(name)
        if held is None or held.retracted_at != FOREVER:
            return False
        places |= {(found.episode, found.start) for found in held.evidence}
    return all((episode, start) in places for episode, start, _ in one.sources)


def _base(name: str) -> str:
    return name.partition("_")[2].rpartition(".")[0]


def _version(prefix: str, base: str, held: Mapping[str, object]) -> tuple[str, str]:
    """The ids of the last version and of the next one."""
    number = 1
    while f"{prefix}_{base}.{number}" in held:
        number += 1
    return f"{prefix}_{base}.{number - 1}", f"{prefix}_{base}.{number}"


def _write_summary(session: str, one: Derived | None, mirror: Mirror, recorded: Micros, write: WriteSet) -> None:
    last, name = _version("su", digest(session), mirror.summaries)
    held = mirror.summaries.get(last)
    quotes = () if one is None else one.sources
    if held is not None and held.retracted_at == FOREVER:
        if {(q.episode, q.start, q.end) for q in held.quotes} == set(quotes):
            return
        write.set("Summary", {"id": last, "retracted_at": recorded})
    if not quotes:
        return
    texts = [mirror.episodes[mirror.number[episode]].text[start:end] for episode, start, end in quotes]
    times = {"recorded_at": recorded, "retracted_at": FOREVER}
    write.node("Summary", {"id": name, "session": session, "text": "\n".join(texts), **times})
    write.edge("SUMMARY_OF", name, session)
    for episode, start, end in quotes:
        write.edge("QUOTES", name, episode, span_start=start, span_end=end)


def _write_topic(topic: str, one: Derived | None, mirror: Mirror, recorded: Micros, write: WriteSet) -> None:
    last, name = _version("to", topic, mirror.topics)
    held = mirror.topics.get(last)
    if held is not None and held.retracted_at == FOREVER:
        parts = {(entity, weight) for entity, _, weight in held.entities}
        if one is not None and held.label == one.text and parts == set(one.parts):
            return
        write.set("Topic", {"id": last, "retracted_at": recorded})
    if one is None:
        return
    times = {"recorded_at": recorded, "retracted_at": FOREVER}
    write.node("Topic", {"id": name, "topic": topic, "label": one.text, **times})
    for entity, weight in one.parts:
        write.edge("IN_TOPIC", entity, name, weight=weight)


def _write_repeat(key: str, one: Derived | None, mirror: Mirror, recorded: Micros, write: WriteSet) -> None:
    last, name = _version("re", key, mirror.repeats)
    held = mirror.repeats.get(last)
    episodes = () if one is None else tuple(place[0] for place in one.sources)
    if held is not None and held.retracted_at == FOREVER:
        if one is not None and set(held.episodes) == set(episodes) and held.text == one.text:
            return
        write.set("Repeat", {"id": last, "retracted_at": recorded})
    if one is None:
        return
    times = {"recorded_at": recorded, "retracted_at": FOREVER}
    write.node("Repeat", {"id": name, "text": one.text, "count": len(episodes), **times})
    for episode in episodes:
        write.edge("REPEATS", name, episode)


def _write_habit(statement: str, one: Derived | None, mirror: Mirror, recorded: Micros, write: WriteSet) -> None:
    versions = mirror.versions.get(statement, ())
    held = mirror.facts[versions[-1]] if versions else None
    wanted = None if one is None else _fact(one, f"ge_{statement[3:]}.{len(versions) + 1}", mirror, recorded)
    if held is not None and held.retracted_at == FOREVER:
        if wanted is not None and replace(wanted, id=held.id, recorded_at=held.recorded_at) == held:
            return
        retire_fact(write, held, recorded)
    if wanted is not None:
        put_fact(write, wanted)


def _fact(one: Derived, name: str, mirror: Mirror, recorded: Micros) -> Fact:
    claim = one.claim
    assert claim is not None  # a habit has one
    found = (Evidence(episode, start, end, claim.rule) for episode, start, end in one.sources)
    zones = [mirror.episodes[mirror.number[place[0]]].zone for place in one.sources]
    return Fact(
        id=name,
        statement=one.key,
        subject_id=one.ends[0],
        subject=mirror.entities[one.ends[0]].name,
        relation=claim.relation,
        value=claim.value,
        predicate=claim.predicate,
        text=one.text,
        valid_from=claim.valid.start,
        valid_to=claim.valid.end,
        recorded_at=recorded,
        precision=claim.valid.precision,
        zone=min(zones, default="UTC"),
        modality=claim.modality,
        memory_type="semantic",
        confidence=claim.confidence,
        source="consolidate",
        trust=one.trust,
        evidence=tuple(sorted(found, key=lambda one: (one.episode, one.start))),
    )
