"""What memory makes of a claim, given what it holds: assert, corroborate, supersede, deny, conflict.

Only claims of the same subject and relation bear on each other, and the ontology says whether their
values exclude each other. Nothing is overwritten: closing a fact retracts the open version of its
statement and records one with an end, so what was known at any earlier time stays readable.

Every function returns the write set and the change of one claim; the caller applies them before the
next claim is settled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgmem.mirror import Mirror, fact_row, is_dated
from kgmem.ontology import Ontology, Relation
from kgmem.records import (
    MODALITIES,
    POLARITIES,
    TRUSTED,
    CauseClaim,
    Change,
    Entity,
    Event,
    EventClaim,
    Evidence,
    Fact,
    FactClaim,
    Link,
    Participant,
    Violation,
)
from kgmem.schema import WriteSet
from kgmem.temporal import BEGINNING, FOREVER, Micros, Span
from kgmem.text import digest, fold, name_key

CERTAIN = 0.99
"""Confidence never reaches one by corroboration."""

Settled = tuple[WriteSet, Change]


@dataclass(frozen=True, slots=True)
class Source:
    """Where claims come from: an episode with its time, or a program that already knows."""

    said: Micros
    recorded: Micros
    name: str = ""
    episode: str = ""
    zone: str = "UTC"
    trust: float = 1.0

    def evidence(self, claim: FactClaim | EventClaim | CauseClaim) -> tuple[Evidence, ...]:
        return (Evidence(self.episode, claim.start, claim.end, claim.rule),) if self.episode else ()


# --- facts ----------------------------------------------------------------------------------------


def settle_fact(
    claim: FactClaim, entities: Mapping[str, Entity], source: Source, mirror: Mirror, ontology: Ontology
) -> Settled:
    """Settle one statement. A claim that does not fit the ontology becomes a violation."""
    relation = ontology.resolve_relation(claim.relation) or ontology.relation("relatedTo")
    subject, target = entities.get(claim.subject.strip()), entities.get(claim.object.strip())
    violation = _violation(claim, relation, subject, target, ontology)
    if violation is not None or subject is None:
        return WriteSet(), Change(violations=(violation,) if violation else ())
    if claim.ends:
        return _end(claim, relation, subject, target, source, mirror)
    fact = _draft(claim, relation, subject, target, source, mirror)
    if fact.modality != "asserted":
        return _corroborate_or_assert(fact, source, mirror)
    if fact.polarity == "negative":
        return _deny(fact, source, mirror)
    return _assert(fact, relation, source, mirror, ontology)


def _violation(
    claim: FactClaim, relation: Relation, subject: Entity | None, target: Entity | None, ontology: Ontology
) -> Violation | None:
    if not 0 < claim.confidence <= 1 or claim.modality not in MODALITIES or claim.polarity not in POLARITIES:
        return Violation(claim.subject, "claim", "its confidence, modality or polarity is none there is")
    said = f"{claim.subject} {claim.predicate or relation.name} {claim.object or claim.value}".strip()
    if subject is None:
        return Violation(said, "subject", "the subject names nothing")
    if target is None and not claim.value and not claim.ends:
        return Violation(said, "object", f"{relation.name} needs an object or a value")
    if target is not None and target.id == subject.id and not claim.ends:
        return Violation(said, "object", "subject and object are the same")
    if not ontology.type_fits(claim.subject_type, relation.domain):
        return Violation(
            said, "domain", f"the subject of {relation.name} is a {relation.domain}, not a {claim.subject_type}"
        )
    if target is not None and not ontology.type_fits(claim.object_type, relation.range):
        return Violation(
            said, "range", f"the object of {relation.name} is a {relation.range}, not a {claim.object_type}"
        )
    return None


def _draft(
    claim: FactClaim, relation: Relation, subject: Entity, target: Entity | None, source: Source, mirror: Mirror
) -> Fact:
    """The fact a claim would make. A state without a stated start holds at least since it was said."""
    start, precision = claim.valid.start, claim.valid.precision
    if start == BEGINNING and not relation.timeless:
        start, precision = min(source.said, claim.valid.end), "unknown"
    value = "" if target else claim.value
    ends = (
        sorted((subject.id, target.id)) if relation.symmetric and target else [subject.id, target.id if target else ""]
    )
    predicate = claim.predicate.strip()
    own_words = fold(predicate) if relation.name == "relatedTo" or relation.per_predicate else ""
    statement = f"st_{digest(*ends, relation.name, own_words, name_key(value), claim.polarity, claim.modality)}"
    said = predicate if relation.name == "relatedTo" and predicate else relation.phrase or relation.name
    told = target.name if target else value
    own = relation.per_predicate and predicate
    text = f"{subject.name}'s {predicate} is {told}" if own else f"{subject.name} {said} {told}"
    if claim.polarity == "negative":
        text = f"not: {text}"
    if claim.modality != "asserted":
        text = f"{claim.modality}: {text}"
    return Fact(
        id=_version_id(statement, mirror, WriteSet()),
        statement=statement,
        subject_id=subject.id,
        subject=subject.name,
        relation=relation.name,
        object_id=target.id if target else "",
        object=target.name if target else "",
        value=value,
        predicate=predicate,
        text=text,
        valid_from=start,
        valid_to=claim.valid.end,
        recorded_at=source.recorded,
        precision=precision,
        zone=source.zone,
        polarity=claim.polarity,
        modality=claim.modality,
        memory_type=relation.memory_type,
        confidence=claim.confidence,
        source=source.name,
        trust=source.trust,
        evidence=source.evidence(claim),
    )


def _is_shielded(held: Fact, source: Source) -> bool:
    """True when what a trusted source said meets one that is not: it may differ, and changes nothing."""
    return source.trust < TRUSTED <= held.trust


def _assert(fact: Fact, relation: Relation, source: Source, mirror: Mirror, ontology: Ontology) -> Settled:
    """Assert a positive statement: it may corroborate one, and closes those it excludes."""
    excluded = _excluded_by(fact, relation, mirror, ontology)
    same = _same_interval(fact, excluded, mirror)
    if same is not None:
        return _corroborate(fact, same, excluded, source, mirror)
    write, closed, conflicts = WriteSet(), [], []
    for other in excluded:
        if _is_shielded(other, source):
            if other.valid.meets(fact.valid):
                conflicts.append(other)
        elif other.valid_from < fact.valid_from < other.valid_to:
            closed.append(_close(write, other, fact.valid_from, source, mirror))
            if fact.valid_to < other.valid_to:
                _resume(write, other, fact.valid_to, source, mirror)
        elif fact.valid_from < other.valid_from < fact.valid_to:
            fact = replace(fact, valid_to=other.valid_from)
        elif other.valid_from == fact.valid_from:
            conflicts.append(other)
    _put_fact(write, fact)
    for version in closed:
        write.edge("SUPERSEDES", fact.id, version.id, rule=relation.name)
    for other in conflicts:
        write.edge("CONFLICTS", fact.id, other.id, rule=relation.name)
    return write, Change(
        asserted=(fact,), superseded=tuple(closed), conflicts=tuple((fact, other) for other in conflicts)
    )


def _excluded_by(fact: Fact, relation: Relation, mirror: Mirror, ontology: Ontology) -> list[Fact]:
    """Facts held now that cannot hold together with this one, by the start of their validity."""
    others = []
    if relation.functional:
        others += [
            held
            for held in mirror.live_facts(fact.subject_id, fact.relation)
            if held.statement != fact.statement
            and held.polarity == "positive"
            and (not relation.per_predicate or fold(held.predicate) == fold(fact.predicate))
        ]
    for rival in relation.disjoint:
        others += [
            h for h in mirror.live_facts(fact.subject_id, rival) if _same_object(h, fact) and h.polarity == "positive"
        ]
    others += [
        held
        for held in mirror.live_facts(fact.subject_id, fact.relation)
        if held.polarity == "negative" and _same_object(held, fact)
    ]
    return sorted((held for held in others if held.modality == "asserted"), key=lambda held: (held.valid_from, held.id))


def _deny(fact: Fact, source: Source, mirror: Mirror) -> Settled:
    """A denial closes the statement it denies, from when it was said, and is itself remembered."""
    write, change = _corroborate_or_assert(fact, source, mirror)
    closed = [
        _close(write, held, fact.valid_from, source, mirror)
        for held in mirror.live_facts(fact.subject_id, fact.relation)
        if held.polarity == "positive"
        and held.modality == "asserted"
        and _same_object(held, fact)
        and held.valid_from < fact.valid_from < held.valid_to
        and not _is_shielded(held, source)
    ]
    for version in closed:
        write.edge("SUPERSEDES", (change.asserted or change.corroborated)[0].id, version.id, rule="denied")
    return write, replace(change, superseded=tuple(closed))


def _end(
    claim: FactClaim, relation: Relation, subject: Entity, target: Entity | None, source: Source, mirror: Mirror
) -> Settled:
    """Something stopped holding: close what is held, or remember a past statement that was not known."""
    at = claim.valid.start if claim.valid.start > BEGINNING else source.said
    held = [
        fact
        for fact in _live(subject, relation, mirror)
        if fact.modality == "asserted"
        and fact.polarity == "positive"
        and fact.valid_from < at < fact.valid_to
        and not _is_shielded(fact, source)
        and (target is None or target.id in (fact.object_id, fact.subject_id))
        and (not claim.value or name_key(fact.value) == name_key(claim.value))
    ]
    write = WriteSet()
    closed = []
    for fact in held:
        version = _close(write, fact, at, source, mirror)
        for found in _unseen(source.evidence(claim), version.evidence):
            write.edge("EVIDENCE", version.id, found.episode, ("Fact", "Episode"), **_span(found))
        closed.append(version)
    if closed or (target is None and not claim.value):
        return write, Change(superseded=tuple(closed))
    later = [f.valid_from for f in mirror.live_facts(subject.id, relation.name) if relation.functional]
    past = replace(
        _draft(claim, relation, subject, target, source, mirror),
        valid_from=BEGINNING,
        valid_to=min([at, *later]),
        precision="unknown",
    )
    if _same_interval(past, (), mirror) or any(
        mirror.facts[name].retracted_at == FOREVER for name in mirror.versions.get(past.statement, ())
    ):
        return write, Change()
    _put_fact(write, past)
    return write, Change(asserted=(past,))


def _live(subject: Entity, relation: Relation, mirror: Mirror) -> list[Fact]:
    """Facts held now of a subject and relation; for a symmetric one, from either side."""
    if not relation.symmetric:
        return mirror.live_facts(subject.id, relation.name)
    facts = (mirror.facts[name] for name in mirror.facts_of.get(subject.id, ()))
    return [fact for fact in facts if fact.relation == relation.name and fact.retracted_at == FOREVER]


def _corroborate_or_assert(fact: Fact, source: Source, mirror: Mirror) -> Settled:
    same = _same_interval(fact, (), mirror)
    if same is not None:
        return _corroborate(fact, same, (), source, mirror)
    write = WriteSet()
    _put_fact(write, fact)
    return write, Change(asserted=(fact,))


def _same_interval(fact: Fact, excluded: Sequence[Fact], mirror: Mirror) -> Fact | None:
    """The held version of this very statement whose interval the claim falls into or touches.

    A claim from before that interval widens it, unless the claim itself ended before, or something that
    excludes it held in between.
    """
    live = [mirror.facts[name] for name in mirror.versions.get(fact.statement, ())]
    for held in sorted(live, key=lambda held: (held.valid_from, held.id)):
        if held.retracted_at != FOREVER:
            continue
        if held.valid_from <= fact.valid_from < held.valid_to:
            return held
        if fact.valid_from < held.valid_from <= fact.valid_to:
            between = Span(fact.valid_from, held.valid_from)
            if not any(other.valid.meets(between) for other in excluded):
                return held
    return None


def _corroborate(fact: Fact, held: Fact, excluded: Sequence[Fact], source: Source, mirror: Mirror) -> Settled:
    """More evidence for what is held: confidence grows (noisy or); an earlier start and a stated end are taken."""
    write = WriteSet()
    new = _unseen(fact.evidence, held.evidence)
    if fact.evidence and not new:
        return write, Change()
    confidence = max(held.confidence, min(CERTAIN, 1 - (1 - held.confidence) * (1 - fact.confidence / 2)))
    changed: dict[str, object] = {}
    if _is_shielded(held, source):
        fact, confidence = replace(fact, valid_from=held.valid_from, valid_to=held.valid_to), held.confidence
    if fact.valid_from < held.valid_from:
        changed |= {"valid_from": fact.valid_from, "precision": fact.precision}
    if FOREVER != fact.valid_to != held.valid_to:
        later = (other.valid_from for other in excluded if other.valid_from >= held.valid_from)
        changed["valid_to"] = min([fact.valid_to, *later])
    version = _reversion(write, held, source, mirror, **changed) if changed else held
    trust = max(held.trust, fact.trust)
    write.set("Fact", {"id": version.id, "confidence": confidence, "trust": trust})
    for found in new:
        write.edge("EVIDENCE", version.id, found.episode, ("Fact", "Episode"), **_span(found))
    after = replace(version, confidence=confidence, trust=trust, evidence=(*version.evidence, *new))
    return write, Change(corroborated=(after,))


def close_fact(fact: Fact, at: Micros, source: Source, mirror: Mirror) -> Settled:
    """End a held fact at an instant; the caller has checked that it does not lie before its start."""
    write = WriteSet()
    return write, Change(superseded=(_close(write, fact, at, source, mirror),))


def retract_fact(fact: Fact, recorded: Micros) -> Settled:
    """Hold a fact no longer: as if it had never been true, while its history stays readable."""
    write = WriteSet()
    _retire(write, fact, recorded)
    return write, Change(retracted=(replace(fact, retracted_at=recorded),))


def _close(write: WriteSet, fact: Fact, at: Micros, source: Source, mirror: Mirror) -> Fact:
    return _reversion(write, fact, source, mirror, valid_to=at)


def _resume(write: WriteSet, fact: Fact, at: Micros, source: Source, mirror: Mirror) -> None:
    """Split: after something held for a while in its place, a fact that was just closed holds again."""
    name = _version_id(fact.statement, mirror, write)
    _put_fact(write, replace(fact, id=name, recorded_at=source.recorded, valid_from=at))


def _reversion(write: WriteSet, fact: Fact, source: Source, mirror: Mirror, **changed: object) -> Fact:
    """Retract this version and record the next one of its statement."""
    _retire(write, fact, source.recorded)
    version = replace(
        fact,
        id=_version_id(fact.statement, mirror, write),
        recorded_at=source.recorded,
        **changed,  # type: ignore[arg-type]
    )
    _put_fact(write, version)
    return version


def _retire(write: WriteSet, fact: Fact, recorded: Micros) -> None:
    write.set("Fact", {"id": fact.id, "retracted_at": recorded})
    if _is_projected(fact):
        write.cut("RELATES", fact.subject_id, fact.object_id, fact=fact.id)


def _put_fact(write: WriteSet, fact: Fact) -> None:
    write.node("Fact", fact_row(fact))
    write.edge("SUBJECT", fact.id, fact.subject_id)
    if fact.object_id:
        write.edge("OBJECT", fact.id, fact.object_id)
    for found in fact.evidence:
        write.edge("EVIDENCE", fact.id, found.episode, ("Fact", "Episode"), **_span(found))
    if _is_projected(fact):
        write.edge(
            "RELATES",
            fact.subject_id,
            fact.object_id,
            fact=fact.id,
            relation=fact.relation,
            valid_from=fact.valid_from,
            valid_to=fact.valid_to,
        )


def _is_projected(fact: Fact) -> bool:
    return bool(fact.object_id) and fact.modality == "asserted" and fact.polarity == "positive"


def _same_object(one: Fact, other: Fact) -> bool:
    return one.object_id == other.object_id and name_key(one.value) == name_key(other.value)


def _version_id(statement: str, mirror: Mirror, write: WriteSet) -> str:
    """The id of the statement's next version, counting those this write makes already."""
    made = sum(row["statement"] == statement for row in write.nodes.get("Fact", ()))
    return f"fa_{statement[3:]}.{len(mirror.versions.get(statement, ())) + made + 1}"


def _unseen(found: Sequence[Evidence], held: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Evidence from places in episodes that are not yet evidence here."""
    places = {(evidence.episode, evidence.start) for evidence in held}
    return tuple(evidence for evidence in found if (evidence.episode, evidence.start) not in places)


def _span(found: Evidence) -> dict[str, int | str]:
    return {"span_start": found.start, "span_end": found.end, "extractor": found.extractor}


# --- events and causes ------------------------------------------------------------------------------


def settle_event(
    claim: EventClaim, entities: Mapping[str, Entity], source: Source, mirror: Mirror
) -> tuple[WriteSet, Change, str]:
    """Record something that happened, or add evidence to it; the third part is the event's id."""
    people = {(role, entities[name.strip()]) for role, name, _ in claim.participants if name.strip() in entities}
    participants = tuple(
        Participant(role, entity.id, entity.name) for role, entity in sorted(people, key=lambda p: (p[0], p[1].id))
    )
    day = str(claim.when.start)
    who = (f"{p.role}:{p.entity_id}" for p in participants)
    name = f"ev_{digest(claim.kind, day, name_key(claim.description), claim.polarity, claim.modality, *who)}"
    write = WriteSet()
    evidence = source.evidence(claim)
    name = _not_retracted(name, mirror.events)
    held = mirror.events.get(name)
    if held is not None:
        for found in _unseen(evidence, held.evidence):
            write.edge("EVIDENCE", name, found.episode, ("Event", "Episode"), **_span(found))
        return write, Change(), name
    event = Event(
        id=name,
        kind=claim.kind,
        description=claim.description,
        outcome=claim.outcome,
        start=claim.when.start,
        end=claim.when.end,
        precision=claim.when.precision,
        zone=source.zone,
        polarity=claim.polarity,
        modality=claim.modality,
        confidence=claim.confidence,
        source=source.name,
        trust=source.trust,
        recorded_at=source.recorded,
        participants=participants,
        evidence=evidence,
    )
    write.node("Event", event_row(event))
    for participant in participants:
        write.edge("INVOLVES", name, participant.entity_id, role=participant.role)
    for found in evidence:
        write.edge("EVIDENCE", name, found.episode, ("Event", "Episode"), **_span(found))
    if is_dated(event):
        for entity in dict.fromkeys(p.entity_id for p in participants):
            _chain(write, event, entity, mirror)
    return write, Change(events=(event,)), name


def _not_retracted(name: str, held: Mapping[str, Event] | Mapping[str, Link]) -> str:
    """The id, or its next free version when what bears it was retracted: told again, it is there again."""
    version, found = name, 1
    while version in held and held[version].retracted_at != FOREVER:
        found += 1
        version = f"{name}.{found}"
    return version


def event_row(event: Event) -> dict[str, object]:
    named = (
        "id",
        "kind",
        "description",
        "outcome",
        "precision",
        "zone",
        "polarity",
        "modality",
        "confidence",
        "source",
        "trust",
    )
    row: dict[str, object] = {name: getattr(event, name) for name in (*named, "recorded_at", "retracted_at")}
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


def tie_events(
    events: Sequence[tuple[EventClaim, str]],
    change: Change,
    entities: Mapping[str, Entity],
    ontology: Ontology,
) -> WriteSet:
    """INITIATES and TERMINATES edges between the events of one episode and the facts it changed."""
    write = WriteSet()
    tied: set[tuple[str, str, str]] = set()
    new = {event.id for event in change.events} | {fact.id for fact in change.asserted}
    facts = [*change.asserted, *change.corroborated]
    for claim, event in events:
        if claim.modality != "asserted" or claim.polarity != "positive":
            continue
        kind = ontology.event(claim.kind)
        roles = {role: entities[name.strip()].id for role, name, _ in claim.participants if name.strip() in entities}
        for table, effects, held in (
            ("INITIATES", kind.initiates, facts),
            ("TERMINATES", kind.terminates, change.superseded),
        ):
            for effect in effects:
                for fact in held:
                    if table == "INITIATES" and event not in new and fact.id not in new:
                        continue
                    wanted = roles.get(effect.object, "") if effect.object else fact.object_id
                    same = (fact.relation, fact.subject_id, fact.object_id)
                    tie = (table, event, fact.id)
                    if same == (effect.relation, roles.get(effect.subject), wanted) and tie not in tied:
                        tied.add(tie)
                        write.edge(table, event, fact.id)
    return write


def settle_cause(claim: CauseClaim, cause: str, effect: str, source: Source, mirror: Mirror) -> Settled:
    """Record that one event or fact brought about another, or add evidence to it."""
    name = f"li_{digest(claim.kind, cause, effect)}"
    write = WriteSet()
    evidence = source.evidence(claim)
    name = _not_retracted(name, mirror.links)
    held = mirror.links.get(name)
    for found in _unseen(evidence, held.evidence if held else ()):
        write.edge("EVIDENCE", name, found.episode, ("Link", "Episode"), **_span(found))
    if held is not None:
        return write, Change()
    trust = min(source.trust, *((mirror.events.get(end) or mirror.facts[end]).trust for end in (cause, effect)))
    link = Link(
        id=name,
        kind=claim.kind,
        cause=cause,
        effect=effect,
        cue=claim.cue,
        confidence=claim.confidence,
        source=source.name,
        trust=trust,
        recorded_at=source.recorded,
        evidence=evidence,
    )
    columns = ("id", "kind", "cue", "confidence", "source", "trust", "recorded_at", "retracted_at")
    write.node("Link", {column: getattr(link, column) for column in columns})
    ends = [("Event" if end in mirror.events else "Fact") for end in (cause, effect)]
    write.edge("CAUSE", name, cause, ("Link", ends[0]))
    write.edge("EFFECT", name, effect, ("Link", ends[1]))
    write.edge("CAUSES", cause, effect, (ends[0], ends[1]), link=name, kind=link.kind)
    return write, Change(links=(link,))


def retract_happening(held: Event | Link, recorded: Micros, mirror: Mirror) -> Settled:
    """Hold an event or a causal link no longer; what is derived from it for exploration goes too."""
    write = WriteSet()
    write.set("Event" if isinstance(held, Event) else "Link", {"id": held.id, "retracted_at": recorded})
    if isinstance(held, Link):
        ends = ["Event" if end in mirror.events else "Fact" for end in (held.cause, held.effect)]
        write.cut("CAUSES", held.cause, held.effect, (ends[0], ends[1]), link=held.id)
    elif is_dated(held):
        for entity in dict.fromkeys(p.entity_id for p in held.participants):
            _unchain(write, held, entity, mirror)
    return write, Change()


def _unchain(write: WriteSet, event: Event, entity: str, mirror: Mirror) -> None:
    """Take the event out of its participant's chain and join its neighbours."""
    chain = mirror.chain(entity)
    at = chain.index((event.start, event.id))
    before, after = chain[at - 1 : at], chain[at + 1 : at + 2]
    for _, name in before:
        write.cut("NEXT_EVENT", name, event.id, entity=entity)
    for _, name in after:
        write.cut("NEXT_EVENT", event.id, name, entity=entity)
    if before and after:
        write.edge("NEXT_EVENT", before[0][1], after[0][1], entity=entity)
