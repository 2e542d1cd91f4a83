"""What a Chinese text tells: its events, the facts these begin and end, and the causes between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgmem.chinese_causes import causes
from kgmem.chinese_events import told_in
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_tellings import NEWS, ChineseStory, Telling, referents
from kgmem.extract_effects import Brought, brought
from kgmem.extract_onsets import beginner
from kgmem.ontology import Effect, EventKind
from kgmem.records import EventClaim, FactClaim
from kgmem.temporal import ALWAYS, BEGINNING, Span

_SINCE = ("since", "duration")
_LASTING = frozenset(("owns", "livesIn", "worksFor", "worksAs"))
"""States of which it is no news since when they hold."""


_PLAINEST = {"hasCondition": "Illness"}


def story(scene: ChineseScene, states: Sequence[FactClaim]) -> ChineseStory:
    """What a text tells; `states` are the facts its clauses state beside."""
    told = told_in(scene)
    for one in (*told.told, *told.past):
        told.facts += effects(scene, one)
    for begun in list(begun_states(scene, told, states)):
        told.add(begun)
    told.causes = list({(cause.cause, cause.effect): cause for cause in causes(scene, told)}.values())
    return told


def effects(scene: ChineseScene, one: Telling) -> Iterator[FactClaim]:
    """The facts an event begins and ends, as its kind says."""
    kind = scene.ontology.event(one.event.kind)
    if one.event.polarity != "positive":
        return  # what did not come about begins nothing
    for fact in brought(scene.ontology, one.event, kind, referents(one), scene.episode.occurred):
        if (
            fact.target is None
            or fact.target.known
            or one.event.modality != "planned"
            or fact.target.name not in _nouns(one)
        ):
            yield _claim(scene, one, fact)


def _nouns(one: Telling) -> set[str]:
    """What a plan speaks of without a name: "打算领养一只猫" is about no cat in particular."""
    return {part.name for part in one.parts if not part.known and {"Animal", "Project"} & set(part.kinds)}


def _claim(scene: ChineseScene, one: Telling, fact: Brought) -> FactClaim:
    event, relation, target = one.event, fact.relation, fact.target
    clause = scene.read.clauses[one.clause]
    wanted = relation.range if relation.range not in ("Thing", "Agent") else ""
    kind = target.type if target else "Thing"
    if target is not None and wanted and not scene.ontology.is_a(kind, wanted):
        kind = wanted
    undated = fact.ends and target is not None and event.when.start <= BEGINNING
    valid = Span(scene.episode.occurred) if undated else ALWAYS if relation.timeless else fact.valid
    return FactClaim(
        subject=fact.who.name,
        relation=relation.name,
        object=target.name if target else "",
        predicate=scene.read.text[slice(*clause.span(one.start, one.end))][:24],
        subject_type=fact.who.type,
        object_type=kind,
        valid=valid,
        polarity="negative" if undated else event.polarity,
        modality=event.modality,
        ends=fact.ends and not undated,
        confidence=event.confidence,
        rule=event.rule,
        start=event.start,
        end=event.end,
        told_by=event.told_by,
    )


def _first_of(scene: ChineseScene, relation: str) -> tuple[EventKind, Effect] | None:
    """The plainest of several kinds that begin a state: an illness begins before it is diagnosed."""
    kind = scene.ontology.events.get(_PLAINEST.get(relation, ""))
    return (kind, kind.initiates[0]) if kind is not None else None


def begun_states(scene: ChineseScene, told: ChineseStory, states: Sequence[FactClaim]) -> Iterator[Telling]:
    """The event that began a state told with its beginning: "从三月起就特别喜欢攀岩" """
    taken = {one.clause for one in told.told if one.event.kind != "Event"}
    for fact in states:
        if fact.modality != "asserted" or fact.polarity != "positive" or fact.ends or not fact.object:
            continue
        found = beginner(scene.ontology, fact.relation) or _first_of(scene, fact.relation)
        at = next((n for n, c in enumerate(scene.read.clauses) if c.start <= fact.start < c.end), -1)
        if found is None or at < 0 or at in taken or fact.relation in _LASTING:
            continue
        clause = scene.read.clauses[at]
        if not any(time.kind in _SINCE for time in clause.times) or fact.valid.start <= BEGINNING:
            continue
        if fact.valid.start < scene.episode.occurred - NEWS:
            continue  # what has held for years is no news
        kind, effect = found
        ends = ((effect.subject, fact.subject, fact.subject_type), (effect.object, fact.object, fact.object_type))
        event = EventClaim(
            kind.name, scene.read.text[clause.start : clause.end], ends, fact.valid,
            confidence=round(fact.confidence * 0.9, 2), rule="event:since", start=fact.start, end=fact.end,
        )  # fmt: skip
        taken.add(at)
        told.told = [one for one in told.told if one.clause != at or one.event.kind != "Event"]
        yield Telling(event, at, 0, len(clause.skeleton))
