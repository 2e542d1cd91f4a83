"""The facts that an event begins and ends, as its kind says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgmem.extract_claims import claim_of
from kgmem.extract_scene import Referent, Scene
from kgmem.extract_syntax import Clause
from kgmem.han import has_han
from kgmem.ontology import LEFT, Effect, EventKind, Ontology, Relation
from kgmem.records import EventClaim, FactClaim
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Micros, Span


@dataclass(frozen=True, slots=True)
class Brought:
    """What an event brings about: that a relation between two begins, or that it ends (of whatever when `target` is
    None; only of what memory holds with `if_held`)."""

    relation: Relation
    who: Referent
    target: Referent | None
    valid: Span
    ends: bool
    if_held: bool = False


def effects(scene: Scene, clause: Clause, event: EventClaim, kind: EventKind) -> Iterator[FactClaim]:
    roles: dict[str, list[Referent]] = {}
    for role, name, type_ in event.participants:
        roles.setdefault(role, []).append(Referent(name, type_, event.start, event.end, True, name.split()[-1].lower()))
    onto, said = scene.ontology, scene.episode.occurred
    for one in brought(onto, event, kind, roles, said, guessed=scene.names.guessed, alone=_stands_alone(clause)):
        claim = claim_of(
            scene, clause, one.relation, one.who, one.target, rule=event.rule, confidence=event.confidence,
            predicate=_words(clause),
        )  # fmt: skip
        if claim is not None:
            valid = ALWAYS if one.relation.timeless else one.valid
            yield replace(
                claim, valid=valid, ends=one.ends, if_held=one.if_held, modality=event.modality, polarity=event.polarity
            )


def brought(
    onto: Ontology,
    event: EventClaim,
    kind: EventKind,
    roles: Mapping[str, Sequence[Referent]],
    said: Micros,
    *,
    guessed: Collection[str] = (),
    alone: bool = True,
) -> Iterator[Brought]:
    """What an event told at `said` begins and ends, as its kind says.

    guessed: names whose class is but a guess. alone: that it is told plainly, so that it ends whatever holds.
    """
    start = event.when.start if event.when.start > BEGINNING else said
    precision = event.when.precision if event.when.start > BEGINNING else "unknown"
    span = Span(start, FOREVER, precision)

    def effect_on(
        effect: Effect, who: Referent, target: Referent | None, *, ends: bool, if_held: bool = False
    ) -> Iterator[Brought]:
        relation = onto.relation(effect.relation)
        if relation.domain == "Person" and who.type in ("Organization", "Group"):
            return  # a firm that moves lives nowhere
        if target is None or _begins(onto, guessed, relation.range, target):
            yield Brought(relation, who, target, span, ends, if_held)

    for effect in kind.initiates:
        for who, target in _pairs(onto, roles, effect):
            yield from effect_on(effect, who, target, ends=False)
    begun = {effect.relation for effect in kind.initiates if effect.object in roles}
    if event.modality != "asserted" or event.polarity != "positive":
        return
    for effect in kind.terminates:
        if effect.object:
            for who, target in _pairs(onto, roles, effect):
                if (truly := _truly(onto, target, effect)) or _is_named(target):
                    yield from effect_on(effect, who, target, ends=True, if_held=not truly)
            continue
        left = next((t for role in LEFT for t in roles.get(role, [])), None)
        for who in roles.get(effect.subject, []):
            if left is not None and ((truly := _truly(onto, left, effect)) or _is_named(left)):
                yield from effect_on(effect, who, left, ends=True, if_held=not truly)
            elif left is None and effect.relation not in begun and alone:
                yield from effect_on(effect, who, None, ends=True)


def _stands_alone(clause: Clause) -> bool:
    """Ending whatever holds needs a plain statement: "I quit", not "since I moved from there"."""
    return clause.verb.dep in ("ROOT", "conj", "ccomp") and not clause.preps.keys() & {"from", "out", "of"}


def _pairs(
    onto: Ontology, roles: Mapping[str, Sequence[Referent]], effect: Effect
) -> Iterator[tuple[Referent, Referent]]:
    subjects = roles.get(effect.subject, [])
    objects = roles.get(effect.object, [])
    relation = onto.relation(effect.relation)
    if relation.symmetric and len(subjects) == 2 and not objects and effect.object == "with":
        yield subjects[0], subjects[1]
        return
    for who in subjects:
        for target in objects:
            yield who, target


def _is_named(target: Referent) -> bool:
    """True for a name of its own; Chinese has no capitals."""
    return (target.name[:1].isupper() and "'s " not in target.name) or (target.known and has_han(target.name))


def _truly(onto: Ontology, target: Referent, effect: Effect) -> bool:
    """Ending needs more than "may fit": a team left is no employer left."""
    relation = onto.relation(effect.relation)
    kinds = (target.type, *onto.classes_of(target.lemma))
    if relation.name == "memberOf":
        return any(onto.is_a(kind, "Group") for kind in kinds)
    if relation.name == "owns":
        return target.type not in ("Person", "Place")
    if relation.name == "eats" and any(onto.is_a(kind, "Drink") for kind in kinds):
        return False
    return any(onto.is_a(kind, relation.range) for kind in kinds)


def _begins(onto: Ontology, guessed: Collection[str], wanted: str, target: Referent) -> bool:
    """Can the event begin or end a state with this as its object, which the relation wants to be of a class?"""
    if wanted == "Thing":
        return target.type != "Person"
    kinds = (target.type, *onto.classes_of(target.lemma))
    named = _is_named(target)
    if named and wanted in ("Place", "Organization", "Agent") and target.name in guessed:
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
