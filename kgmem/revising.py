"""Bringing the facts that are held in line with those that follow from what was told.

Nothing is overwritten: a fact whose interval changes is retracted in its old version and recorded in a new one, so
what was known at any earlier time stays readable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgmem.mirror import Mirror
from kgmem.reconcile import Holding
from kgmem.records import Change, Evidence, Fact
from kgmem.rows import fact_row
from kgmem.schema import WriteSet
from kgmem.temporal import FOREVER, Micros

_IN_PLACE = ("predicate", "text", "zone", "memory_type", "source")
"""Columns that change without a new version."""


@dataclass(slots=True)
class Revision:
    """What was written to bring one group of facts in line, and the versions it touched."""

    write: WriteSet = field(default_factory=WriteSet)
    change: Change = field(default_factory=Change)
    versions: dict[Holding, Fact] = field(default_factory=dict)


def revise(held: Sequence[Holding], statements: Iterable[str], mirror: Mirror, recorded: Micros) -> Revision:
    """Make what is held of these statements what it should be, recorded at this time."""
    done = Revision()
    live: dict[str, list[Fact]] = defaultdict(list)
    for statement in sorted(set(statements)):
        for name in mirror.versions.get(statement, ()):
            if mirror.facts[name].retracted_at == FOREVER:
                live[statement].append(mirror.facts[name])
    new: list[Holding] = []
    for one in held:
        old = next((fact for fact in live[one.shown.statement] if _is_version(fact, one)), None)
        if old is None:
            new.append(one)
        else:
            live[one.shown.statement].remove(old)
            done.versions[one] = _kept(old, one.shown, done)
    for facts in live.values():
        for fact in facts:
            retire_fact(done.write, fact, recorded)
    for one in new:
        name = _version_id(one.shown.statement, mirror, done.write)
        done.versions[one] = replace(one.shown, id=name, recorded_at=recorded)
        put_fact(done.write, done.versions[one])
    _relate(done, held, mirror)
    done.change += _told(new, live, done.versions, recorded)
    return done


def _is_version(fact: Fact, one: Holding) -> bool:
    """True for the version that says this, as surely: how sure memory was of it at a time stays readable."""
    shown = one.shown
    return fact.says_the_same(shown) and (fact.confidence, fact.trust) == (shown.confidence, shown.trust)


def _kept(old: Fact, wanted: Fact, done: Revision) -> Fact:
    """A version that stays, with whatever of it changes in place."""
    changed = {name: getattr(wanted, name) for name in _IN_PLACE if getattr(wanted, name) != getattr(old, name)}
    if changed:
        done.write.set("Fact", {"id": old.id, **changed})
    lost = _unseen(old.evidence, wanted.evidence)
    found = _unseen(wanted.evidence, old.evidence)
    for evidence in lost:
        done.write.cut("EVIDENCE", old.id, evidence.episode, ("Fact", "Episode"), span_start=evidence.start)
    for evidence in found:
        done.write.edge("EVIDENCE", old.id, evidence.episode, ("Fact", "Episode"), **span(evidence))
    kept = replace(old, evidence=wanted.evidence, **changed)
    if found:
        done.change += Change(corroborated=(kept,))
    return kept


def _relate(done: Revision, held: Sequence[Holding], mirror: Mirror) -> None:
    """SUPERSEDES and CONFLICTS edges of versions that are new."""
    new = {row["id"] for row in done.write.nodes.get("Fact", ())}
    conflicts = []
    for one in held:
        fact = done.versions[one]
        for other, rule in one.closers:
            rival = done.versions.get(other) or _version_of(other, mirror)
            if rival is not None and not new.isdisjoint((fact.id, rival.id)):
                done.write.edge("SUPERSEDES", rival.id, fact.id, rule=rule)
        for other, rule in one.rivals:
            rival = done.versions.get(other) or _version_of(other, mirror)
            if rival is not None and not new.isdisjoint((fact.id, rival.id)):
                done.write.edge("CONFLICTS", fact.id, rival.id, rule=rule)
                conflicts.append((fact, rival))
    done.change += Change(conflicts=tuple(conflicts))


def _version_of(one: Holding, mirror: Mirror) -> Fact | None:
    """The version held of this, None when it is held no longer."""
    versions = (mirror.facts[name] for name in mirror.versions.get(one.shown.statement, ()))
    return next((fact for fact in versions if fact.retracted_at == FOREVER and _is_version(fact, one)), None)


def _told(
    new: Sequence[Holding], retired: Mapping[str, Sequence[Fact]], versions: Mapping[Holding, Fact], recorded: Micros
) -> Change:
    """What the new versions mean: asserted, superseded or corroborated; what only lost its version is retracted."""
    asserted: list[Fact] = []
    superseded: list[Fact] = []
    corroborated: list[Fact] = []
    seen: set[str] = set()
    for one in new:
        fact = versions[one]
        olds = retired.get(fact.statement, ())
        near = (o for o in olds if o.valid.meets(fact.valid) or o.valid_from == fact.valid_from)
        old = next((o for o in near if o.id not in seen), None)
        if old is not None:
            seen.add(old.id)
            (superseded if fact.valid_to < old.valid_to else corroborated).append(fact)
        elif not one.is_resumed:
            asserted.append(fact)
    gone = [
        replace(fact, retracted_at=recorded)
        for facts in retired.values()
        for fact in facts
        if fact.id not in seen and not any(v.statement == fact.statement for v in versions.values())
    ]
    return Change(
        asserted=tuple(asserted),
        corroborated=tuple(corroborated),
        superseded=tuple(superseded),
        retracted=tuple(gone),
    )


def retire_fact(write: WriteSet, fact: Fact, recorded: Micros) -> None:
    """Hold a version no longer."""
    write.set("Fact", {"id": fact.id, "retracted_at": recorded})
    if _is_projected(fact):
        write.cut("RELATES", fact.subject_id, fact.object_id, fact=fact.id)


def put_fact(write: WriteSet, fact: Fact) -> None:
    """Write a version with its ends, its evidence and the edge it is projected as."""
    write.node("Fact", fact_row(fact))
    write.edge("SUBJECT", fact.id, fact.subject_id)
    if fact.object_id:
        write.edge("OBJECT", fact.id, fact.object_id)
    for evidence in fact.evidence:
        write.edge("EVIDENCE", fact.id, evidence.episode, ("Fact", "Episode"), **span(evidence))
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


def _version_id(statement: str, mirror: Mirror, write: WriteSet) -> str:
    """The id of the statement's next version, counting those this write makes already."""
    made = sum(row["statement"] == statement for row in write.nodes.get("Fact", ()))
    return f"fa_{statement[3:]}.{len(mirror.versions.get(statement, ())) + made + 1}"


def _unseen(found: Sequence[Evidence], held: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Evidence from places in episodes that are not yet evidence here."""
    places = {(evidence.episode, evidence.start) for evidence in held}
    return tuple(evidence for evidence in found if (evidence.episode, evidence.start) not in places)


def span(found: Evidence) -> dict[str, int | str]:
    return {"span_start": found.start, "span_end": found.end, "extractor": found.extractor}
