"""The facts that an event begins and ends, as its kind says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgmem.extract_claims import claim_of
from kgmem.extract_scene import Referent, Scene
from kgmem.extract_syntax import Clause
from kgmem.ontology import Effect, EventKind
from kgmem.records import EventClaim, FactClaim
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span


def effects(scene: Scene, clause: Clause, event: EventClaim, kind: EventKind) -> Iterator[FactClaim]:
    roles: dict[str, list[Referent]] = {}
    for role, name, type_ in event.participants:
        roles.setdefault(role, []).append(Referent(name, type_, event.start, event.end, True, name.split()[-1].lower()))
    start = event.when.start if event.when.start > BEGINNING else scene.episode.occurred
    precision = event.when.precision if event.when.start > BEGINNING else "unknown"
    for effect in kind.initiates:
        for who, target in _pairs(scene, roles, effect):
            yield from _effect(scene, clause, event, effect, who, target, Span(start, FOREVER, precision), ends=False)
    begun = {effect.relation for effect in kind.initiates if effect.object in roles}
    if event.modality != "asserted" or event.polarity != "positive":
        return
    for effect in kind.terminates:
        span = Span(start, FOREVER, precision)
        if effect.object:
            for who, target in _pairs(scene, roles, effect):
                if _truly(scene, target, effect):
                    yield from _effect(scene, clause, event, effect, who, target, span, ends=True)
            continue
        left = next((t for role in ("origin", "employer", "patient") for t in roles.get(role, [])), None)
        for who in roles.get(effect.subject, []):
            if left is not None and _truly(scene, left, effect):
                yield from _effect(scene, clause, event, effect, who, left, span, ends=True)
            elif left is None and effect.relation not in begun and _stands_alone(clause):
                yield from _effect(scene, clause, event, effect, who, None, span, ends=True)


def _stands_alone(clause: Clause) -> bool:
    """Ending whatever holds needs a plain statement: "I quit", not "since I moved from there"."""
    return clause.verb.dep in ("ROOT", "conj", "ccomp") and not clause.preps.keys() & {"from", "out", "of"}


def _pairs(scene: Scene, roles: dict[str, list[Referent]], effect: Effect) -> Iterator[tuple[Referent, Referent]]:
    subjects = roles.get(effect.subject, [])
    objects = roles.get(effect.object, [])
    relation = scene.ontology.relation(effect.relation)
    if relation.symmetric and len(subjects) == 2 and not objects and effect.object == "with":
        yield subjects[0], subjects[1]
        return
    for who in subjects:
        for target in objects:
            yield who, target


def _truly(scene: Scene, target: Referent, effect: Effect) -> bool:
    """Ending needs more than "may fit": a team left is no employer left."""
    relation = scene.ontology.relation(effect.relation)
    kinds = (target.type, *scene.ontology.classes_of(target.lemma))
    if relation.name == "memberOf":
        return any(scene.ontology.is_a(kind, "Group") for kind in kinds)
    if relation.name == "owns":
        return target.type not in ("Person", "Place")
    if relation.name == "eats" and any(scene.ontology.is_a(kind, "Drink") for kind in kinds):
        return False
    return any(scene.ontology.is_a(kind, relation.range) for kind in kinds)


def _effect(
    scene: Scene,
    clause: Clause,
    event: EventClaim,
    effect: Effect,
    who: Referent,
    target: Referent | None,
    valid: Span,
    *,
    ends: bool,
) -> Iterator[FactClaim]:
    relation = scene.ontology.relation(effect.relation)
    if relation.domain == "Person" and who.type in ("Organization", "Group"):
        return  # a firm that moves lives nowhere
    if target is not None and not _begins(scene, relation.range, target):
        return
    claim = claim_of(
        scene, clause, relation, who, target, rule=event.rule, confidence=event.confidence, predicate=_words(clause)
    )
    if claim is not None:
        if relation.timeless:
            valid = ALWAYS
        yield replace(claim, valid=valid, ends=ends, modality=event.modality, polarity=event.polarity)


def _begins(scene: Scene, wanted: str, target: Referent) -> bool:
    """Can the event begin or end a state with this as its object, which the relation wants to be of a class?"""
    onto = scene.ontology
    if wanted == "Thing":
        return target.type != "Person"
    kinds = (target.type, *onto.classes_of(target.lemma))
    named = target.name[:1].isupper() and "'s " not in target.name
    if named and wanted in ("Place", "Organization", "Agent") and target.name in scene.names.guessed:
        return True  # the verb's role says more than a guessed type: one moves to a place
    if wanted == "Person":
        return onto.type_fits(target.type, wanted) and (named or "'s " in target.name)
    if wanted == "Place" and named:
        return target.type in ("Place", "Organization", "Thing", "Group")
    if wanted == "Agent" and target.type == "Person":
        return False
    if wanted in ("Organization", "Agent") and named:
        return onto.type_fits(target.type, wanted) or target.type == "Place"
    return any(onto.is_a(kind, wanted) for kind in kinds)


def _words(clause: Clause) -> str:
    return " ".join(part for part in (clause.verb.text, clause.particle) if part)
