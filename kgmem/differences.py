"""What changed between two times, on either clock, and why."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kgmem.causality import said
from kgmem.endings import Ending, in_memory, in_world, nearest
from kgmem.happenings import base_of
from kgmem.mirror import Mirror
from kgmem.profile import told_by
from kgmem.question import Clocks, as_known, events_then, facts_then, links_then
from kgmem.recollection import as_json
from kgmem.records import Entity, Event, Fact, Link
from kgmem.temporal import Micros, iso

Thing = Fact | Event | Link | Entity
About = Callable[[Fact | Event], bool]
KINDS = ("learned", "closed", "corrected", "retracted", "merged")


@dataclass(frozen=True, slots=True)
class Changed:
    """One change: how something stood `before` (None: it was not there), how it stands `after` (None: it is there no
    longer), why in words, and by which facts, events or entities."""

    before: Fact | Event | Link | Entity | None
    after: Fact | Event | Link | Entity | None
    reason: str = ""
    by: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        before, after = (one and {"type": type(one).__name__, **as_json(one)} for one in (self.before, self.after))
        return {"before": before, "after": after, "reason": self.reason, "by": list(self.by)}


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed from `start` to `end`, each kind in a unique order; false when nothing did.

    Of memory (`clock` "known_at"): facts, events and links it "learned"; facts it "closed", which hold until some time
    now; facts "corrected", which hold at other times, or in the place of one that was wrong; what was "retracted";
    entities "merged" into others. Of the world ("as_of"): "learned" is what happened or began to hold, "closed" what
    stopped; the others are empty.
    """

    clock: str
    start: Micros
    end: Micros
    learned: tuple[Changed, ...] = ()
    closed: tuple[Changed, ...] = ()
    corrected: tuple[Changed, ...] = ()
    retracted: tuple[Changed, ...] = ()
    merged: tuple[Changed, ...] = ()
    _names: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def __bool__(self) -> bool:
        return any(getattr(self, kind) for kind in KINDS)

    def __str__(self) -> str:
        lines = [f"{self.clock} {iso(self.start)} to {iso(self.end)}"]
        for kind in KINDS:
            for one in getattr(self, kind):
                thing = one.after if kind in ("learned", "corrected") else one.before
                into = f" into {self._said(one.after)}" if kind == "merged" else ""
                lines.append(f"{kind:9}  {self._said(thing)}{into}" + (f" ({one.reason})" if one.reason else ""))
        return "\n".join(lines)

    def _said(self, one: Thing | None) -> str:
        if isinstance(one, Entity):
            return one.name
        if isinstance(one, Link):
            return f"{self._names.get(one.cause, one.cause)} -[{one.kind}]-> {self._names.get(one.effect, one.effect)}"
        return "" if one is None else said(one)

    def to_dict(self) -> dict[str, Any]:
        kinds = {kind: [one.to_dict() for one in getattr(self, kind)] for kind in KINDS}
        return {"clock": self.clock, "start": iso(self.start), "end": iso(self.end), **kinds}


def in_known(mirror: Mirror, start: Clocks, end: Clocks, about: About) -> Difference:
    """What memory came to know, and knows otherwise, from one of its times to a later one."""
    merged = list(_merged(mirror, start, end))
    learned: list[Changed] = []
    closed: list[Changed] = []
    corrected: list[Changed] = []
    retracted: list[Changed] = []
    was, now = _by_statement(mirror, start, about), _by_statement(mirror, end, about)
    new = {
        name: fact for facts in now.values() for name, fact in facts.items() if name not in was.get(fact.statement, {})
    }
    gone = [fact for facts in was.values() for name, fact in facts.items() if name not in now.get(fact.statement, {})]
    for fact in sorted(gone, key=_place):
        ending = in_memory(fact, mirror, end)
        heir = _heir(fact, ending, new, mirror)
        if heir is not None:
            del new[heir.id]
        if ending is not None and ending.kind == "merged":
            continue
        before = as_known(fact, mirror, start)
        if ending is not None and ending.kind in ("confirmed", "corroborated") and heir and fact.says_the_same(heir):
            continue
        if heir is None:
            retracted.append(Changed(before, None, ending.reason if ending else ""))
        elif heir.statement == fact.statement and heir.valid_from == fact.valid_from and heir.valid_to < fact.valid_to:
            why = in_world(heir, mirror, end)
            closed.append(
                Changed(before, as_known(heir, mirror, end), why.reason if why else "", why.by if why else ())
            )
        else:
            reason = ending.reason if ending and heir.statement == fact.statement else f"in place of: {fact.text}"
            corrected.append(Changed(before, as_known(heir, mirror, end), reason, ending.by if ending else ()))
    for fact in sorted(new.values(), key=_place):
        known = as_known(fact, mirror, end)
        learned.append(Changed(None, known, _teller(known, mirror), tuple(one.episode for one in known.evidence)))
    for kind in (_events, _links):
        then, since = kind(mirror, start, about), kind(mirror, end, about)
        learned += [Changed(None, since[name], *_source(since[name])) for name in since if name not in then]
        retracted += [Changed(then[name], None) for name in then if name not in since]
    return Difference(
        "known_at",
        start.known_at,
        end.known_at,
        tuple(learned),
        tuple(closed),
        tuple(corrected),
        tuple(retracted),
        tuple(merged),
        _words(mirror),
    )


def in_world_between(mirror: Mirror, start: Clocks, end: Clocks, about: About) -> Difference:
    """What happened, began and stopped from one time of the world to a later one."""
    was, now = _by_statement(mirror, start, about), _by_statement(mirror, end, about)
    learned = [
        Changed(None, known, _teller(known, mirror), tuple(one.episode for one in known.evidence))
        for known in (as_known(fact, mirror, end) for fact in sorted(_only_in(now, was), key=_place))
    ]
    closed = []
    for fact in sorted(_only_in(was, now), key=_place):
        why = in_world(fact, mirror, end)
        closed.append(Changed(as_known(fact, mirror, end), None, why.reason if why else "", why.by if why else ()))
    before, after = _events(mirror, start, about), _events(mirror, end, about)
    learned += [Changed(None, after[name], *_source(after[name])) for name in after if name not in before]
    assert start.as_of is not None
    assert end.as_of is not None
    return Difference("as_of", start.as_of, end.as_of, tuple(learned), tuple(closed), _names=_words(mirror))


def _only_in(some: Mapping[str, Mapping[str, Fact]], others: Mapping[str, Mapping[str, Fact]]) -> Iterator[Fact]:
    for statement, facts in some.items():
        yield from (fact for name, fact in facts.items() if name not in others.get(statement, {}))


def _place(fact: Fact) -> tuple[Any, ...]:
    return fact.recorded_at, fact.subject, fact.relation, fact.valid_from, fact.id


def _by_statement(mirror: Mirror, clocks: Clocks, about: About) -> dict[str, dict[str, Fact]]:
    found: dict[str, dict[str, Fact]] = defaultdict(dict)
    for fact in facts_then(mirror, clocks):
        if about(fact):
            found[fact.statement][fact.id] = fact
    return found


def _heir(fact: Fact, ending: Ending | None, new: dict[str, Fact], mirror: Mirror) -> Fact | None:
    """What stands in the place of a version: another one of its statement, the same of another entity, or the value
    that was recorded when it was given up."""
    own = [one for one in new.values() if one.statement == fact.statement]
    if not own and ending is not None and ending.kind == "merged":
        statements = {mirror.facts[name].statement for name in ending.by if name in mirror.facts}
        own = [one for one in new.values() if one.statement in statements]
    if not own and ending is not None and ending.kind == "retracted":
        same = (fact.subject_id, fact.relation, fact.polarity, fact.modality)
        own = [
            one
            for one in new.values()
            if (one.subject_id, one.relation, one.polarity, one.modality) == same
            and one.recorded_at == fact.retracted_at
            and one.valid.meets(fact.valid)
        ]
    return nearest(fact, own) if own else None


def _events(mirror: Mirror, clocks: Clocks, about: About) -> dict[str, Fact | Event | Link]:
    """Events by what they are in whichever version, in order."""
    held = (event for event in events_then(mirror, clocks) if about(event))
    return {
        base_of(e.id): as_known(e, mirror, clocks) for e in sorted(held, key=lambda e: (e.recorded_at, e.start, e.id))
    }


def _links(mirror: Mirror, clocks: Clocks, about: About) -> dict[str, Fact | Event | Link]:
    held = (link for link in links_then(mirror, clocks) if any(about(end) for end in _ends(link, mirror)))
    return {base_of(k.id): as_known(k, mirror, clocks) for k in sorted(held, key=lambda k: (k.recorded_at, k.id))}


def _ends(link: Link, mirror: Mirror) -> Iterator[Fact | Event]:
    for end in (link.cause, link.effect):
        yield mirror.events[end] if end in mirror.events else mirror.facts[end]


def _merged(mirror: Mirror, start: Clocks, end: Clocks) -> Iterator[Changed]:
    """Entities whose names mean another one since."""
    was, now = (mirror.entities_at(clocks.known_at) - mirror.hidden.keys() for clocks in (start, end))
    for name in sorted(was - now):
        heirs = [
            row["dst"]
            for key, _ in mirror.names_at(name, start.known_at)
            for row in mirror.rows_named(key)
            if row["recorded_at"] <= end.known_at < row["retracted_at"] and row["dst"] in now
        ]
        if heirs:
            old, heir = mirror.entities[name], mirror.entities[heirs[0]]
            yield Changed(old, heir, "the two names mean one", (heir.id,))


def _teller(fact: Fact, mirror: Mirror) -> str:
    return f"says {', '.join(told_by(fact, mirror))}"


def _source(one: Fact | Event | Link) -> tuple[str, tuple[str, ...]]:
    return (f"says {one.source}" if one.source else ""), tuple(found.episode for found in one.evidence)


def _words(mirror: Mirror) -> dict[str, str]:
    """Events and facts at the ends of links, in words."""
    ends = {end for link in mirror.links.values() for end in (link.cause, link.effect)}
    return {end: mirror.events[end].description if end in mirror.events else mirror.facts[end].text for end in ends}


def is_about(entity: str) -> About:
    """A test of what an entity is part of."""

    def test(one: Fact | Event) -> bool:
        parts = (one.subject_id, one.object_id) if isinstance(one, Fact) else (p.entity_id for p in one.participants)
        return entity in parts

    return test
