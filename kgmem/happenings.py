"""Events and causal links as they follow from what was told of them, and how events begin and end facts.

An event is one by its kind, its day and who takes part; one of no kind in particular, or with a single participant,
also by its words. A link is one by what it joins. Told again, they gain evidence; when nothing that was told bears
them any longer, they are retracted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgmem.mirror import Mirror, is_dated
from kgmem.ontology import Ontology
from kgmem.records import CauseClaim, Entity, Event, EventClaim, Evidence, Fact, Link, Participant
from kgmem.revising import span
from kgmem.said import Order, Source
from kgmem.schema import WriteSet
from kgmem.temporal import FOREVER, Micros
from kgmem.text import digest, name_key


@dataclass(frozen=True, slots=True)
class Happened:
    """An event claim with its participants bound. `base` names the event, whatever becomes of it."""

    order: Order
    claim: EventClaim
    participants: tuple[Participant, ...]
    source: Source
    base: str


@dataclass(frozen=True, slots=True)
class Linked:
    """A causal claim with its ends known: ids of events or facts."""

    order: Order
    claim: CauseClaim
    cause: str
    effect: str
    source: Source
    base: str


def happened(order: Order, claim: EventClaim, entities: Mapping[str, Entity], source: Source) -> Happened:
    """Bind an event claim."""
    people = {(role, entities[name.strip()]) for role, name, _ in claim.participants if name.strip() in entities}
    participants = tuple(
        Participant(role, entity.id, entity.name) for role, entity in sorted(people, key=lambda p: (p[0], p[1].id))
    )
    who = (f"{p.role}:{p.entity_id}" for p in participants)
    day = str(claim.when.start)
    told_apart = claim.kind != "Event" and len(participants) > 1  # by who takes part, in whatever words
    words = "" if told_apart else name_key(claim.description)
    standing = [claim.polarity, claim.modality, *([name_key(claim.told_by)] if claim.told_by else [])]
    base = f"ev_{digest(claim.kind, day, words, *standing, *who)}"
    return Happened(order, claim, participants, source, base)


def linked(order: Order, claim: CauseClaim, ends: tuple[str, str], source: Source) -> Linked:
    """Bind a causal claim. Whichever version of an event it joins, it is one link."""
    names = [base_of(end) if end.startswith("ev_") else end for end in ends]
    return Linked(order, claim, *ends, source, f"li_{digest(claim.kind, *names)}")


def version_held(base: str, held: Mapping[str, Event] | Mapping[str, Link]) -> str:
    """The version of an event or link that is held now, "" for none."""
    name, found = base, 1
    while name in held:
        if held[name].retracted_at == FOREVER:
            return name
        found += 1
        name = f"{base}.{found}"
    return ""


def versions(base: str, held: Mapping[str, Event]) -> Iterator[str]:
    """Every version of an event there ever was."""
    name, found = base, 1
    while name in held:
        yield name
        found += 1
        name = f"{base}.{found}"


def between_held(told: Iterable[Linked], mirror: Mirror) -> list[Linked]:
    """The causal claims whose ends are both held now, with the versions of the ends that are."""
    found = []
    for one in told:
        ends = _end_held(one.cause, mirror), _end_held(one.effect, mirror)
        if all(ends):
            found.append(replace(one, cause=ends[0], effect=ends[1]))
    return found


def _end_held(name: str, mirror: Mirror) -> str:
    """The event or fact an end means, as it is held now; "" when it is not. A fact stands for its statement, which may
    have other versions by now."""
    if name in mirror.events:
        return version_held(base_of(name), mirror.events)
    statement = mirror.facts[name].statement
    return name if any(mirror.facts[one].retracted_at == FOREVER for one in mirror.versions[statement]) else ""


def _next_version(base: str, held: Mapping[str, Event] | Mapping[str, Link]) -> str:
    name, found = base, 1
    while name in held:
        found += 1
        name = f"{base}.{found}"
    return name


def base_of(name: str) -> str:
    """The name of an event or link without its version."""
    return name.split(".")[0]


# --- events -----------------------------------------------------------------------------------------


def event_write(told: Sequence[Happened], base: str, recorded: Micros, mirror: Mirror) -> tuple[WriteSet, Event | None]:
    """Bring one event in line with all that was told of it, by order. The event, if it is new."""
    write = WriteSet()
    name = version_held(base, mirror.events)
    if not told:
        if name:
            write = retract_write(mirror.events[name], recorded, mirror)
        return write, None
    evidence = _evidence(told)
    if name:
        _keep(write, "Event", name, mirror.events[name].evidence, evidence)
        changed = _changed(mirror.events[name], told[0])
        if changed:
            write.set("Event", {"id": name, **changed})
        return write, None
    first = told[0]
    claim = first.claim
    event = Event(
        id=_next_version(base, mirror.events),
        kind=claim.kind,
        description=claim.description,
        outcome=claim.outcome,
        start=claim.when.start,
        end=claim.when.end,
        precision=claim.when.precision,
        zone=first.source.zone,
        polarity=claim.polarity,
        modality=claim.modality,
        confidence=claim.confidence,
        source=claim.told_by or first.source.name,
        trust=first.source.trust,
        recorded_at=recorded,
        participants=first.participants,
        evidence=evidence,
    )
    write.node("Event", event_row(event))
    for participant in event.participants:
        write.edge("INVOLVES", event.id, participant.entity_id, role=participant.role)
    for found in evidence:
        write.edge("EVIDENCE", event.id, found.episode, ("Event", "Episode"), **span(found))
    if is_dated(event):
        for entity in dict.fromkeys(p.entity_id for p in event.participants):
            _chain(write, event, entity, mirror)
    return write, event


def _changed(event: Event, first: Happened) -> dict[str, object]:
    """Columns that the first telling of an event decides, where they differ now."""
    claim, source = first.claim, first.source
    wanted = {
        "description": claim.description,
        "outcome": claim.outcome,
        "ended": claim.when.end,
        "precision": claim.when.precision,
        "zone": source.zone,
        "confidence": claim.confidence,
        "source": claim.told_by or source.name,
        "trust": source.trust,
    }
    held = {name: event.end if name == "ended" else getattr(event, name) for name in wanted}
    return {name: value for name, value in wanted.items() if held[name] != value}


def _evidence(told: Iterable[Happened | Linked]) -> tuple[Evidence, ...]:
    found = {(e.episode, e.start): e for one in reversed(list(told)) for e in one.source.evidence(one.claim)}
    return tuple(found[place] for place in sorted(found))


def _keep(write: WriteSet, table: str, name: str, held: Sequence[Evidence], wanted: Sequence[Evidence]) -> None:
    """Evidence edges of an event or link that stays."""
    before, after = {(e.episode, e.start) for e in held}, {(e.episode, e.start) for e in wanted}
    for found in held:
        if (found.episode, found.start) not in after:
            write.cut("EVIDENCE", name, found.episode, (table, "Episode"), span_start=found.start)
    for found in wanted:
        if (found.episode, found.start) not in before:
            write.edge("EVIDENCE", name, found.episode, (table, "Episode"), **span(found))


def event_row(event: Event) -> dict[str, object]:
    named = (
        *("id", "kind", "description", "outcome", "precision", "zone", "polarity", "modality", "confidence"),
        *("source", "trust", "recorded_at", "retracted_at"),
    )
    row: dict[str, object] = {name: getattr(event, name) for name in named}
    return {**row, "started": event.start, "ended": event.end}


def _chain(write: WriteSet, event: Event, entity: str, mirror: Mirror) -> None:
    """Put the event into its participant's chain of events, by time."""
    here = (event.start, event.id)
    chain = mirror.chain(entity)
    before = max((link for link in chain if link < here), default=None)
    after = min((link for link in chain if link > here), default=None)
    if before and after:
        write.cut("NEXT_EVENT", before[1], after[1], entity=entity)
    if before:
        write.edge("NEXT_EVENT", before[1], event.id, entity=entity)
    if after:
        write.edge("NEXT_EVENT", event.id, after[1], entity=entity)


def _unchain(write: WriteSet, event: Event, entity: str, mirror: Mirror) -> None:
    """Take the event out of its participant's chain and join its neighbours."""
    chain = mirror.chain(entity)
    at = chain.index((event.start, event.id))
    before, after = chain[at - 1 : at] if at else [], chain[at + 1 : at + 2]
    for _, name in before:
        write.cut("NEXT_EVENT", name, event.id, entity=entity)
    for _, name in after:
        write.cut("NEXT_EVENT", event.id, name, entity=entity)
    if before and after:
        write.edge("NEXT_EVENT", before[0][1], after[0][1], entity=entity)


def retract_write(held: Event | Link, recorded: Micros, mirror: Mirror) -> WriteSet:
    """Hold an event or a causal link no longer; what is derived from it for exploration goes too."""
    write = WriteSet()
    write.set("Event" if isinstance(held, Event) else "Link", {"id": held.id, "retracted_at": recorded})
    if isinstance(held, Link):
        ends = ["Event" if end in mirror.events else "Fact" for end in (held.cause, held.effect)]
        write.cut("CAUSES", held.cause, held.effect, (ends[0], ends[1]), link=held.id)
    elif is_dated(held):
        for entity in dict.fromkeys(p.entity_id for p in held.participants):
            _unchain(write, held, entity, mirror)
    return write


# --- links ------------------------------------------------------------------------------------------


def link_write(told: Sequence[Linked], base: str, recorded: Micros, mirror: Mirror) -> tuple[WriteSet, Link | None]:
    """Bring one causal link in line with all that was told of it, by order. The link, if it is new."""
    write = WriteSet()
    name = version_held(base, mirror.links)
    if not told:
        if name:
            write = retract_write(mirror.links[name], recorded, mirror)
        return write, None
    evidence = _evidence(told)
    first = told[0]
    ends = (first.cause, first.effect)
    if name and (mirror.links[name].cause, mirror.links[name].effect) == ends:
        held = mirror.links[name]
        _keep(write, "Link", name, held.evidence, evidence)
        wanted = {"cue": first.claim.cue, "confidence": first.claim.confidence, "source": first.source.name}
        wanted["trust"] = _least_trust(first, mirror)
        if changed := {column: value for column, value in wanted.items() if getattr(held, column) != value}:
            write.set("Link", {"id": name, **changed})
        return write, None
    if name:
        write = retract_write(mirror.links[name], recorded, mirror)
    link = Link(
        id=_next_version(base, mirror.links),
        kind=first.claim.kind,
        cause=first.cause,
        effect=first.effect,
        cue=first.claim.cue,
        confidence=first.claim.confidence,
        source=first.source.name,
        trust=_least_trust(first, mirror),
        recorded_at=recorded,
        evidence=evidence,
    )
    columns = ("id", "kind", "cue", "confidence", "source", "trust", "recorded_at", "retracted_at")
    write.node("Link", {column: getattr(link, column) for column in columns})
    tables = [("Event" if end in mirror.events else "Fact") for end in ends]
    write.edge("CAUSE", link.id, link.cause, ("Link", tables[0]))
    write.edge("EFFECT", link.id, link.effect, ("Link", tables[1]))
    for found in evidence:
        write.edge("EVIDENCE", link.id, found.episode, ("Link", "Episode"), **span(found))
    write.edge("CAUSES", link.cause, link.effect, (tables[0], tables[1]), link=link.id, kind=link.kind)
    return write, link


def _least_trust(link: Linked, mirror: Mirror) -> float:
    """A link is trusted as its least end."""
    ends = ((mirror.events.get(end) or mirror.facts[end]).trust for end in (link.cause, link.effect))
    return min(link.source.trust, *ends)


# --- what events do to facts ----------------------------------------------------------------------------


def ties(facts: Iterable[tuple[Fact, Iterable[str]]], mirror: Mirror, ontology: Ontology) -> WriteSet:
    """INITIATES and TERMINATES edges from events to facts, each given with the episodes that say it is over.

    An event begins a fact that is told in the same episode, and ends one that this episode closes.
    """
    write = WriteSet()
    for fact, ended_in in facts:
        told = {found.episode for found in fact.evidence}
        wanted = {
            (table, name)
            for table, episodes in (("INITIATES", told), ("TERMINATES", ended_in))
            for episode in episodes
            for name in mirror.events_in.get(episode, ())
            if _does(table, mirror.events[name], fact, ontology)
        }
        held = mirror.ties.get(fact.id, set())
        for table, name in sorted(held - wanted):
            if mirror.events[name].retracted_at == FOREVER:
                write.cut(table, name, fact.id)
        for table, name in sorted(wanted - held):
            write.edge(table, name, fact.id)
    return write


def _does(table: str, event: Event, fact: Fact, ontology: Ontology) -> bool:
    if event.retracted_at != FOREVER or event.modality != "asserted" or event.polarity != "positive":
        return False
    kind = ontology.event(event.kind)
    roles = {p.role: p.entity_id for p in event.participants}
    for effect in kind.initiates if table == "INITIATES" else kind.terminates:
        wanted = roles.get(effect.object, "") if effect.object else fact.object_id
        who = roles.get(effect.subject)
        if (fact.relation, fact.subject_id, fact.object_id) == (effect.relation, who, wanted):
            return True
        turned = ontology.relation(fact.relation).inverse == effect.relation and who == fact.object_id
        if turned and wanted in ((fact.subject_id,) if effect.object else (fact.subject_id, fact.object_id)):
            return True
    return False
