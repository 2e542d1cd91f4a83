"""What an event that a program records begins and ends, as its kind says: facts that stand and fall with the event."""

from __future__ import annotations

from collections.abc import Iterator

from kgmem.ontology import LEFT, Effect, Ontology
from kgmem.records import EventClaim, FactClaim
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span


def consequences(event: EventClaim, ontology: Ontology) -> tuple[FactClaim, ...]:
    """The facts that follow from an event; () for one that did not happen or is only planned."""
    if event.modality != "asserted" or event.polarity != "positive":
        return ()
    return tuple(_claims(event, ontology))


def _claims(event: EventClaim, ontology: Ontology) -> Iterator[FactClaim]:
    kind = ontology.event(event.kind)
    roles: dict[str, list[tuple[str, str]]] = {}
    for role, name, type_ in event.participants:
        roles.setdefault(role, []).append((name, type_))
    begun = set()
    for effect in kind.initiates:
        for who in roles.get(effect.subject, ()):
            for what in roles.get(effect.object, ()):
                if who != what:
                    begun.add(effect.relation)
                    yield _claim(event, effect, who, what, ontology, ends=False)
    for effect in kind.terminates:
        named = [effect.object] if effect.object else LEFT
        gone = next((one for role in named for one in roles.get(role, ())), None)
        if gone is None and (effect.object or effect.relation in begun):
            continue
        for who in roles.get(effect.subject, ()):
            if who != gone:
                yield _claim(event, effect, who, gone or ("", ""), ontology, ends=True)


def _claim(
    event: EventClaim, effect: Effect, who: tuple[str, str], what: tuple[str, str], ontology: Ontology, *, ends: bool
) -> FactClaim:
    relation = ontology.relation(effect.relation)
    known = event.when.start > BEGINNING
    return FactClaim(
        subject=who[0],
        relation=relation.name,
        object=what[0],
        predicate=relation.phrase,
        subject_type=_narrower(who[1], relation.domain),
        object_type=_narrower(what[1], relation.range),
        valid=Span(event.when.start, FOREVER, event.when.precision) if known else ALWAYS,
        ends=ends,
        confidence=event.confidence,
        rule=event.rule,
    )


def _narrower(type_: str, wanted: str) -> str:
    """The type a participant was told with, unless it says nothing."""
    return wanted if type_ in ("", "Thing") else type_
