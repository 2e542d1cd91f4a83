"""Why something is over: in the world, or in memory, which holds another version of it since, or none.

Read off what is held: which fact superseded it, which event ended it, what name turned out to mean another thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kgmem.alike import content
from kgmem.mirror import Mirror
from kgmem.question import Clocks
from kgmem.recollection import as_json
from kgmem.records import Event, Fact
from kgmem.temporal import FOREVER, Micros, iso, parse_zone


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a fact is over since `at`, in words (`reason`) and by ids of the facts, events or entities behind it (`by`).

    In the world: "superseded" by a fact that excludes it, "denied", "ended" by an event, "closed" when somebody said
    later that it was over, "told" when its end was told with it. In memory, the version was replaced by one that is
    "closed" or "reopened", by one with other dates ("dated"), by a surer one ("confirmed", or "corroborated" when it
    was said again), by the same of another entity or in other words ("merged"), of a habit by one with another count
    ("counted"), or by none ("retracted").
    """

    kind: str
    at: Micros
    by: tuple[str, ...] = ()
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "at": iso(self.at), "by": list(self.by), "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a statement: what it said, why that ended in the world (None: it goes on), and why memory holds
    it no longer (None: it does)."""

    fact: Fact
    ended: Ending | None = None
    replaced: Ending | None = None

    def to_dict(self) -> dict[str, Any]:
        parts = {"ended": self.ended, "replaced": self.replaced}
        return {**as_json(self.fact), **{name: part and part.to_dict() for name, part in parts.items()}}


def in_world(fact: Fact, mirror: Mirror, clocks: Clocks) -> Ending | None:
    """Why a version stopped holding in the world, as far as memory knew; None when it goes on."""
    if fact.valid_to == FOREVER:
        return None
    closers = [(mirror.facts[name], rule) for name, rule in sorted(mirror.ended_by.get(fact.id, ()))]
    closers = [
        (one, rule) for one, rule in closers if one.recorded_at <= clocks.known_at and one.id not in mirror.hidden
    ]
    if closers:
        denied = any(rule == "denied" for _, rule in closers)
        kind, word = ("denied", "denied") if denied else ("superseded", "superseded by")
        by = {one.id: one.text for one, _ in closers if one.retracted_at > clocks.known_at} or {
            closers[-1][0].id: closers[-1][0].text
        }
        return Ending(kind, fact.valid_to, tuple(by), f"{word}: {'; '.join(dict.fromkeys(by.values()))}")
    events = list(_enders(fact, mirror, clocks))
    if events:
        reason = "ended by: " + "; ".join(dict.fromkeys(event.description for event in events))
        return Ending("ended", fact.valid_to, tuple(event.id for event in events), reason)
    if any(one.valid_to > fact.valid_to for one in _earlier(fact, mirror)):
        return Ending("closed", fact.valid_to, (), "said to be over")
    return Ending("told", fact.valid_to, (), "its end was told with it")


def in_memory(fact: Fact, mirror: Mirror, clocks: Clocks) -> Ending | None:
    """Why memory holds a version no longer, as far as it knew; None when it does."""
    if fact.retracted_at == FOREVER or fact.retracted_at > clocks.known_at:
        return None
    at = fact.retracted_at
    versions = [mirror.facts[name] for name in mirror.versions.get(fact.statement, ())]
    heirs = [one for one in versions if one.recorded_at == at and one.id != fact.id and one.id not in mirror.hidden]
    if heirs and fact.is_generalised:
        heir = nearest(fact, heirs)
        return Ending("counted", at, (heir.id,), f"it is counted anew: {heir.text}")
    if heirs:
        return _replaced(fact, nearest(fact, heirs), mirror, clocks)
    moved = _moved(fact, mirror)
    if moved is not None:
        now = moved.subject if moved.subject_id != fact.subject_id else moved.object
        was = fact.subject if moved.subject_id != fact.subject_id else fact.object
        reason = f"{was} means {now} since" if was != now else "the name means another since"
        return Ending("merged", at, (moved.id,), reason)
    if (kept := _alike(fact, mirror)) is not None:
        return Ending("merged", at, (kept.id,), f"it says the same as: {kept.text}")
    return Ending("retracted", at, (), "")


def _alike(fact: Fact, mirror: Mirror) -> Fact | None:
    """The fact that memory holds instead, since it says the same in nearly the same words and has its evidence."""
    if fact.is_generalised:
        return None
    words, places = content(fact.object or fact.value), set(fact.evidence)
    for name in mirror.facts_under.get((fact.subject_id, fact.relation), ()):
        one = mirror.facts[name]
        same = (one.polarity, one.modality) == (fact.polarity, fact.modality)
        held = one.recorded_at <= fact.retracted_at < one.retracted_at and one.id not in mirror.hidden
        if not same or not held or one.statement == fact.statement or not places <= set(one.evidence):
            continue
        if content(one.object or one.value) == words:
            return one
    return None


def nearest(fact: Fact, others: Iterable[Fact]) -> Fact:
    """The one that holds at its time, or else begins nearest to it. There must be one."""
    return min(others, key=lambda one: (not one.valid.meets(fact.valid), abs(one.valid_from - fact.valid_from), one.id))


def _replaced(fact: Fact, heir: Fact, mirror: Mirror, clocks: Clocks) -> Ending:
    at, zone = fact.retracted_at, parse_zone(heir.zone)
    assert zone is not None
    if heir.valid_from != fact.valid_from:
        reason = f"it holds since {iso(heir.valid_from, zone, heir.precision)}"
        return Ending("dated", at, (heir.id,), reason)
    if heir.valid_to < fact.valid_to:
        why = in_world(heir, mirror, clocks)
        return Ending("closed", at, (heir.id, *(why.by if why else ())), why.reason if why else "")
    if heir.valid_to > fact.valid_to:
        return Ending("reopened", at, (heir.id,), "what had ended it holds no longer")
    if (heir.precision, heir.modality) == (fact.precision, fact.modality):
        surer = (heir.confidence, heir.trust) > (fact.confidence, fact.trust)
        times = {
            (mirror.confirmations[name].recorded_at, mirror.confirmations[name].retracted_at)
            for name in mirror.confirmed.get(fact.statement, ())
        }
        if not any(at in both for both in times):
            kind, reason = "corroborated", "it was said again" if surer else "what had said it too was taken back"
            return Ending(kind, at, (heir.id,), reason)
        return Ending("confirmed", at, (heir.id,), "it was confirmed" if surer else "its confirmation was taken back")
    return Ending("dated", at, (heir.id,), f"its date is known to the {heir.precision}")


def _enders(fact: Fact, mirror: Mirror, clocks: Clocks) -> Iterator[Event]:
    """Events that ended a fact."""
    for table, name in sorted(mirror.ties.get(fact.id, ())):
        event = mirror.events[name]
        known = event.recorded_at <= clocks.known_at < event.retracted_at
        if table == "TERMINATES" and known and name not in mirror.hidden:
            yield event


def _earlier(fact: Fact, mirror: Mirror) -> Iterator[Fact]:
    """Versions of its statement that memory held before, with the same start."""
    for name in mirror.versions.get(fact.statement, ()):
        one = mirror.facts[name]
        if one.recorded_at < fact.recorded_at and one.valid_from == fact.valid_from:
            yield one


def _moved(fact: Fact, mirror: Mirror) -> Fact | None:
    """The fact that took the place of one whose subject or object turned out to be another entity."""
    ends = {fact.subject_id, fact.object_id} - {""}
    for name in sorted({name for end in _heirs(ends, fact, mirror) for name in mirror.facts_of.get(end, ())}):
        one = mirror.facts[name]
        same = (one.relation, one.value, one.polarity, one.modality, one.valid_from, one.recorded_at)
        if same == (*(fact.relation, fact.value, fact.polarity, fact.modality), fact.valid_from, fact.retracted_at):
            return one
    return None


def _heirs(ends: set[str], fact: Fact, mirror: Mirror) -> set[str]:
    """The entities to which names of these lead since the fact was given up."""
    found = set()
    for end in ends:
        names = [key for key, _ in mirror.names_at(end, fact.retracted_at - 1)]
        found |= {
            row["dst"] for key in names for row in mirror.rows_named(key) if row["recorded_at"] <= fact.retracted_at
        }
    return found - ends
