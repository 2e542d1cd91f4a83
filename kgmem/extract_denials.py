"""What a denied ending says: who has not quit still works there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem.extract_claims import claim_of, fits, subjects_of
from kgmem.extract_scene import Referent, Scene, referent
from kgmem.extract_syntax import Clause
from kgmem.ontology import LEFT, Effect
from kgmem.records import EventClaim, FactClaim

_STAYING = frozenset(("stay", "remain", "be", "continue"))
_AT = ("at", "with", "in")


def unbroken(scene: Scene, events: Sequence[EventClaim]) -> Iterator[FactClaim]:
    """What still holds, because the event that would have ended it is denied."""
    for event in events:
        kind = scene.ontology.event(event.kind)
        if event.polarity == "positive" or event.modality not in ("asserted", "reported"):
            continue
        clause = next((one for one in scene.clauses if (one.start, one.end) == (event.start, event.end)), None)
        if clause is None:
            continue
        for effect in kind.terminates:
            yield from _holds(scene, clause, event, effect)


def _holds(scene: Scene, clause: Clause, event: EventClaim, effect: Effect) -> Iterator[FactClaim]:
    relation = scene.ontology.relation(effect.relation)
    named = [
        Referent(name, type_, event.start, event.end, True)
        for role, name, type_ in event.participants
        if role in ((effect.object,) if effect.object else LEFT)
    ]
    for who in subjects_of(scene, clause):
        for what in named or _stays(scene, clause, who):
            if fits(scene, what, relation.range) and what.name[:1].isupper() and "'s " not in what.name:
                now = replace(clause, negative=False, ended=False, tense="present")
                claim = claim_of(
                    scene, now, relation, who, what, rule=f"denied:{event.kind}", confidence=0.75,
                    predicate=relation.phrase or relation.name,
                )  # fmt: skip
                if claim is not None:
                    yield claim


def _stays(scene: Scene, clause: Clause, who: Referent) -> Iterator[Referent]:
    """Where the same one is said to stay, in the same sentence."""
    first, last = scene.reading.sentences[scene.reading.sentence_of(clause.verb)]
    for other in scene.clauses:
        inside = first <= other.verb.i < last and other is not clause
        if not inside or other.lemma not in _STAYING or other.negative or other.modality != "asserted":
            continue
        if who.name in {one.name for one in subjects_of(scene, other)}:
            found = (referent(scene, word) for prep in _AT for word, denied in other.preps.get(prep, ()) if not denied)
            yield from (what for what in found if what is not None and what.known)
