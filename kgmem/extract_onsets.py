"""States told with their beginning: "has been a member since May", "is into jogging these days".

Who says since when something holds tells that it began then. The kind of that event is the one that begins such a
state; how one came to own what one has had since May is not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kgmem.extract_descriptions import describe
from kgmem.extract_events import Story
from kgmem.extract_scene import Scene, referent
from kgmem.extract_syntax import Clause
from kgmem.ontology import Effect, EventKind, Ontology
from kgmem.records import EventClaim, FactClaim
from kgmem.temporal import ALWAYS, BEGINNING

_LATELY = re.compile(
    r"\b(?:these days|nowadays|lately|recently|since|any ?more|of late|at the moment|currently|at present)\b", re.I
)
_NEWS = re.compile(
    r"\b(?:doctors?|doc|gp|nurse|clinic|hospital|specialist|tests?|results?|x-rays?)\b[^.!?]*"
    r"\b(?:told|tell|said|says|confirmed|found|showed|diagnosed)\b[^.!?]*\Z",
    re.I,
)


def beginner(ontology: Ontology, relation: str) -> tuple[EventKind, Effect] | None:
    """The kind of event that begins a state, with the roles of its two ends; None for none or several."""
    return ontology.derived(_beginners).get(relation)


def _beginners(ontology: Ontology) -> dict[str, tuple[EventKind, Effect]]:
    found: dict[str, dict[str, Effect]] = {}
    for kind in ontology.events.values():
        for effect in sorted(kind.initiates, key=lambda e: e.object not in ("patient", "with")):
            found.setdefault(effect.relation, {}).setdefault(kind.name, effect)
    only = {name: next(iter(kinds.items())) for name, kinds in found.items() if len(kinds) == 1}
    return {name: (ontology.events[kind], effect) for name, (kind, effect) in only.items()}


def begun(scene: Scene, told: Story, facts: Iterable[FactClaim]) -> Iterator[tuple[int, EventClaim]]:
    """For each state that is told with its beginning, the verb that tells it and the event that began it."""
    for fact in sorted(facts, key=lambda fact: -fact.confidence):
        if fact.modality != "asserted" or fact.polarity != "positive" or fact.ends or not fact.object:
            continue
        found = beginner(scene.ontology, fact.relation)
        clause = _inmost(scene, fact)
        if (
            found is None
            or fact.relation == "owns"
            or clause is None
            or clause.verb.i in told.at
            or clause.tense == "past"
        ):
            continue
        dated = any(t.kind == "since" for t in scene.dates(clause))
        text = scene.reading.text
        lately = bool(_LATELY.search(text, clause.start, clause.end + 1)) or (
            fact.relation == "hasCondition" and bool(_NEWS.search(text, 0, clause.start))
        )
        if not dated and not (clause.tense in ("present", "perfect") and lately):
            continue
        people = {who.name for word in clause.subjects if (who := referent(scene, word)) is not None}
        if fact.subject not in people:
            continue  # "my dog is ill lately" says nothing of how one came by the dog
        kind, effect = found
        ends = ((effect.subject, fact.subject, fact.subject_type), (effect.object, fact.object, fact.object_type))
        yield (
            clause.verb.i,
            EventClaim(
                kind.name,
                describe(scene, clause),
                ends,
                fact.valid if dated and fact.valid.start > BEGINNING else ALWAYS,
                confidence=round(fact.confidence * 0.9, 2),
                rule="event:since",
                start=fact.start,
                end=fact.end,
            ),
        )


def _inmost(scene: Scene, fact: FactClaim) -> Clause | None:
    """The smallest clause that holds what states the fact."""
    around = [c for c in scene.clauses if c.start <= fact.start + 1 and fact.end <= c.end + 1]
    return min(around, key=lambda c: c.end - c.start, default=None)
