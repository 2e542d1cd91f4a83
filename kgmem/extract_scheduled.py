"""Events that a noun names and a date places: "my appointment is on the 14th", "I have an exam on Friday"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgmem.extract_events import Story, finest, is_asked_about
from kgmem.extract_nominal import nominal_kind, noun_event
from kgmem.extract_scene import Scene, referent
from kgmem.extract_syntax import Clause, Word, word_set
from kgmem.records import EventClaim

_IS = word_set("be happen fall begin start")
_HAS = word_set("have get")
_SURE = 0.8


def scheduled(scene: Scene, told: Story) -> Iterator[tuple[int, EventClaim]]:
    """For each clause that says when something named by a noun takes place, its verb and the event. It says more than
    one of no kind, which the clause may have been taken for."""
    for clause in scene.clauses:
        place = told.at.get(clause.verb.i)
        if (
            clause.question
            or clause.elided
            or clause.negative
            or clause.ended
            or (place is not None and told.events[place].kind != "Event")
        ):
            continue
        if clause.modality not in ("asserted", "planned", "reported") or is_asked_about(scene, clause):
            continue
        dates = [t for t in scene.dates(clause) if t.kind in ("date", "time") and t.span.precision != "unknown"]
        noun = _noun(scene, clause) if dates else None
        event = noun_event(scene, noun) if noun is not None else None
        if event is None:
            continue
        when = finest(dates)
        ahead = when.end > scene.episode.occurred and (clause.tense != "past" or clause.modality == "planned")
        owner = _owner(scene, clause) if clause.lemma in _HAS else None
        people = event.participants
        if owner is not None and owner not in people:
            people = (owner, *people)
        whose = f"{owner[1]}'s " if owner is not None and not event.participants else ""
        yield (
            clause.verb.i,
            replace(
                event,
                description=f"{whose}{event.description}",
                participants=people,
                when=when,
                modality="reported" if clause.modality == "reported" else "planned" if ahead else "asserted",
                told_by=clause.told_by if clause.modality == "reported" else "",
                confidence=round(_SURE * clause.certainty, 2),
                rule="event:scheduled",
                start=min(event.start, clause.start),
                end=max(event.end, clause.end),
            ),
        )


def _noun(scene: Scene, clause: Clause) -> Word | None:
    """The noun of a happening that the clause places in time."""
    if clause.lemma in _HAS:
        nouns = [word for word, denied in clause.objects if not denied]
    elif clause.lemma in _IS or (clause.lemma == "take" and any(w.lemma == "place" for w, _ in clause.objects)):
        nouns = [] if clause.complement is not None and clause.complement.pos != "NUM" else list(clause.subjects)
    else:
        return None
    named = (word for word in nouns if nominal_kind(scene.ontology, word.lemma.lower()) is not None)
    return next((word for word in named if not scene.reading.is_none(word)), None)


def _owner(scene: Scene, clause: Clause) -> tuple[str, str, str] | None:
    who = next((who for word in clause.subjects if (who := referent(scene, word)) is not None and who.known), None)
    return None if who is None else ("agent", who.name, who.type)
