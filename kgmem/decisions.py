"""What was decided about facts, write by write, and which facts contradict each other now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kgmem import wording
from kgmem.families import Families
from kgmem.journal import JournalRow
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.records import DISPUTED, Fact
from kgmem.schema import edge_key
from kgmem.telling import Retracted, from_json, name_of
from kgmem.temporal import FOREVER, Micros, Span
from kgmem.text import fold

RULES = {
    "assert": "it was new",
    "corroborate": "it was said again: more evidence, or an earlier start",
    "supersede": "something that excludes it began to hold",
    "resume": "what had held instead was over, or was taken back",
    "deny": "it was denied",
    "end": "it was said to be over",
    "close": "a call closed it",
    "retract": "a call took it back",
    "correct": "a call corrected it",
    "confirm": "somebody confirmed it",
    "undo": "a call undid what told it",
    "dispute": "something that excludes it for the same time weighs more",
    "settle": "what contradicted it weighs less now, or is gone",
    "conflict": "something that excludes it for the same time weighs the same",
    "rebind": "a name in it means something else",
    "generalise": "it happened again and again",
    "merge": "another one says the same in nearly the same words",
    "withdraw": "nothing that was told bears it any longer",
}
"""Why memory holds something else than before."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One change of what is held of a statement. `old` and `new` are its versions before and after, None for none; `by`
    is the other fact that brought it about, where one did. `tellings` are ids of what was told in that write: episodes,
    or calls, which `Memory.undo` takes."""

    recorded: Micros
    rule: str
    old: Fact | None = None
    new: Fact | None = None
    by: Fact | None = None
    reason: str = ""
    tellings: tuple[str, ...] = ()

    @property
    def fact(self) -> Fact:
        fact = self.new or self.old
        assert fact is not None
        return fact


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts that exclude each other for a common time. `settled_by` is trust, confidence or recency, by which the first
    was taken and the others are disputed; "" when they weigh the same: somebody must say, and `question` asks it."""

    facts: tuple[Fact, ...]
    common: Span
    settled_by: str = ""
    question: str = ""


def decisions(rows: Iterable[JournalRow], mirror: Mirror) -> Iterator[Decision]:
    """Every decision, in the order in which they were made. `mirror` shows all the rows."""
    told = {episode.id: episode for episode in mirror.episodes}
    live: dict[str, list[str]] = defaultdict(list)  # statement -> versions held
    for row in rows:
        made = [str(node["id"]) for node in row.write.nodes.get("Fact", ())]
        made = [name for name in made if name in mirror.facts and not _is_passing(mirror.facts[name])]
        over = {str(change["id"]) for change in row.write.sets.get("Fact", ()) if "retracted_at" in change}
        by = {str(edge["dst"]): edge for edge in row.write.edges.get(edge_key("SUPERSEDES"), ())}
        against = {str(edge["src"]): str(edge["dst"]) for edge in row.write.edges.get(edge_key("CONFLICTS"), ())}
        more = {str(edge["src"]) for edge in row.write.edges.get(edge_key("EVIDENCE", ("Fact", "Episode")), ())}
        tellings = from_json(row.told, told)
        reason = next((one.reason for one in tellings if isinstance(one, Retracted) and one.reason), "")
        names = tuple(name for one in tellings if (name := name_of(one)))
        verb = row.verb.split(" ")[0]
        for statement in dict.fromkeys(
            mirror.facts[name].statement for name in (*sorted(over & mirror.facts.keys()), *made)
        ):
            before = [name for name in live[statement] if name in over]
            after = [name for name in made if mirror.facts[name].statement == statement]
            for old, new in _pairs([mirror.facts[name] for name in before], [mirror.facts[name] for name in after]):
                if old is not None and new is not None and old.says_the_same(new) and not _is_surer(old, new):
                    continue
                edge = by.get(new.id, {}) if new else {}
                rival = mirror.facts.get(str(edge.get("src") or (against.get(new.id, "") if new else "")))
                rule = _rule(old, new, edge.get("rule") == "denied", rival, verb)
                yield Decision(row.recorded, rule, old, new, rival, reason, names)
            live[statement] = [name for name in live[statement] if name not in over] + after
        for node in row.write.nodes.get("Confirmation", ()):
            now = [fact for fact in map(mirror.facts.__getitem__, live[node["statement"]]) if fact.valid_to == FOREVER]
            if verb == "confirm" and now and now[-1].id not in made:
                yield Decision(row.recorded, "confirm", now[-1], now[-1], None, reason, names)
        for name in sorted(more - set(made)):
            if name in mirror.facts:
                yield Decision(row.recorded, "corroborate", mirror.facts[name], mirror.facts[name], None, reason, names)


def _is_passing(fact: Fact) -> bool:
    """True for a version that was replaced in the very write that made it."""
    return fact.retracted_at == fact.recorded_at


def _is_surer(old: Fact, new: Fact) -> bool:
    """True for what a confirmation, more evidence, or its undoing, makes of a version."""
    return (old.confidence, old.trust) != (new.confidence, new.trust)


def _pairs(old: Sequence[Fact], new: Sequence[Fact]) -> Iterator[tuple[Fact | None, Fact | None]]:
    """Versions before with those after that cover the same time, then what is left on either side."""
    left = list(new)
    for before in sorted(old, key=lambda fact: (fact.valid_from, fact.id)):
        met = [one for one in left if one.valid.meets(before.valid) or one.valid_from == before.valid_from]
        if met:
            left.remove(met[0])
        yield before, met[0] if met else None
    yield from ((None, one) for one in sorted(left, key=lambda fact: (fact.valid_from, fact.id)))


def _rule(old: Fact | None, new: Fact | None, denied: bool, rival: Fact | None, verb: str) -> str:
    if new is None and old is not None and verb == "consolidate" and not old.is_generalised:
        return "merge"
    if new is not None and new.is_generalised and verb != "undo":
        return "generalise"
    if new is None:
        given = verb if verb in ("retract", "correct", "undo", "deny") else "withdraw"
        return "retract" if verb == "resolve" else given
    if verb == "undo":
        return "undo"
    if old is not None and old.says_the_same(new):
        return "confirm" if verb == "confirm" else "corroborate"
    if old is None:
        if new.modality == DISPUTED:
            return "dispute"
        return "conflict" if rival is not None and rival.valid_from == new.valid_from else "assert"
    if (old.modality == DISPUTED) != (new.modality == DISPUTED):
        return "dispute" if new.modality == DISPUTED else "settle"
    if (old.subject_id, old.object_id) != (new.subject_id, new.object_id):
        return "rebind"
    if new.valid_to < old.valid_to:
        if denied:
            return "deny"
        return "supersede" if rival is not None else "close" if verb == "close_fact" else "end"
    return "resume" if new.valid_to > old.valid_to and new.valid_from == old.valid_from else "corroborate"


def conflicts(facts: Iterable[Fact], ontology: Ontology) -> list[Conflict]:
    """Facts held that exclude each other for a common time, by subject, relation and when it begins."""
    groups: dict[tuple[Any, ...], list[Fact]] = defaultdict(list)
    families = ontology.derived(Families)
    for fact in facts:
        relation = ontology.relations.get(fact.relation)
        if relation is None or fact.modality not in ("asserted", DISPUTED):
            continue
        groups["denied", families.pair(fact)].append(fact)
        if fact.polarity != "positive":
            continue
        own = fold(fact.predicate) if relation.per_predicate else ""
        subject, target = families.ends(fact)
        if relation.functional:
            groups[subject, own].append(fact)
        if target[0] and relation.inverse_functional:
            groups[target, own].append(fact)
        if relation.disjoint:
            groups["disjoint", families.pair(fact, min(relation.name, *relation.disjoint))].append(fact)
    found: dict[tuple[str, ...], Conflict] = {}
    for group in groups.values():
        for cluster in _clusters(group, families):
            found[tuple(sorted(fact.id for fact in cluster))] = _conflict(cluster)
    return sorted(
        found.values(), key=lambda one: (one.facts[0].subject, one.facts[0].relation, one.common.start, one.facts[0].id)
    )


def _clusters(facts: Sequence[Fact], families: Families) -> Iterator[list[Fact]]:
    """Facts that exclude each other and meet, each with all it meets: it and its inverse say the same."""

    def said_of(fact: Fact) -> tuple[Any, ...]:
        return fact.polarity, families.pair(fact)

    left = sorted(facts, key=lambda fact: (fact.valid_from, fact.id))
    while left:
        cluster = [left.pop(0)]
        for one in list(left):
            if any(one.valid.meets(other.valid) and said_of(one) != said_of(other) for other in cluster):
                cluster.append(one)
                left.remove(one)
        if len(cluster) > 1:
            yield cluster


def _conflict(facts: Sequence[Fact]) -> Conflict:
    ranked = sorted(facts, key=lambda f: (f.modality == DISPUTED, -f.trust, -f.confidence, f.valid_from, f.text, f.id))
    first, second = ranked[0], ranked[1]
    start, end = max(first.valid_from, second.valid_from), min(first.valid_to, second.valid_to)
    common = Span(start, max(start, end))
    if second.modality != DISPUTED:
        texts = [fact.text for fact in ranked]
        return Conflict(
            tuple(ranked), common, question=wording.question("conflict", texts, (), wording.language_of(texts))
        )
    by = "trust" if first.trust > second.trust else "confidence" if first.confidence > second.confidence else "recency"
    return Conflict(tuple(ranked), common, by)


def said(fact: Fact, mirror: Mirror) -> Micros:
    """When a fact was last said: by its episodes, or else when it was first recorded so."""
    times = [mirror.episodes[mirror.number[e.episode]].occurred for e in fact.evidence if e.episode in mirror.number]
    versions = (mirror.facts[name] for name in mirror.versions.get(fact.statement, ()))
    recorded = [version.recorded_at for version in versions if version.valid_from == fact.valid_from]
    return max(times) if times else min(recorded, default=fact.recorded_at)
