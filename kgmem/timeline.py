"""What happened, began and ended, in order of time; what came before, after and during something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, timedelta, tzinfo
from typing import Any

from kgmem.context import shown
from kgmem.lexical import terms
from kgmem.meant import Thing, words_of
from kgmem.ontology import Ontology
from kgmem.recollection import as_json
from kgmem.records import Event, Fact
from kgmem.temporal import BEGINNING, FOREVER, Micros, Span, iso, micros, moment, parse_zone

MOMENTS = ("ended", "happened", "planned", "began")
"""Kinds of moments, in the order in which those of one instant are told: a move ends one home and begins another."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something on a timeline: an event that "happened" or is "planned", a fact that "began" or "ended".

    `at` is when; BEGINNING when that is not known. A fact that began at an unknown time (`precision` "unknown") holds
    at least since.
    """

    at: Micros
    kind: str
    text: str
    precision: str
    what: Event | Fact

    def __str__(self) -> str:
        zone = parse_zone(self.what.zone) or UTC
        fine = {"instant": "day", "part": "day", "unknown": "day"}.get(self.precision, self.precision)
        when = "undated" if self.at <= BEGINNING else shown(self.at, zone, fine)
        return f"{when}  {self.text}" if self.kind == "happened" else f"{when}  {self.text} ({self.kind})"

    def to_dict(self) -> dict[str, Any]:
        zone = parse_zone(self.what.zone) or UTC
        time = {"at": iso(self.at, zone), "precision": self.precision}
        return {**time, "kind": self.kind, "text": self.text, "what": as_json(self.what)}


def moments(events: Iterable[Event], facts: Iterable[Fact], window: Span, until: Micros | None) -> list[Moment]:
    """The moments of these in the window, in order, undated ones last; those only if the window is open.

    until: leave out what began or ended later. What is denied, supposed or only reported of facts has no moment.
    """
    found = [*(one for event in events for one in _of_event(event)), *(one for f in facts for one in _of_fact(f))]
    is_open = window.start <= BEGINNING and window.end >= FOREVER
    shown_ones = [
        one
        for one in found
        if (is_open if one.at <= BEGINNING else _lies_in(one, window))
        and (until is None or one.at <= until or one.at <= BEGINNING)
    ]
    return sorted(shown_ones, key=lambda m: (m.at <= BEGINNING, m.at, MOMENTS.index(m.kind), m.text, m.what.id))


def _of_event(event: Event) -> Iterator[Moment]:
    if event.polarity == "positive" and event.modality != "hypothetical":
        kind = "planned" if event.modality == "planned" else "happened"
        yield Moment(event.start, kind, event.description, event.precision, event)


def _of_fact(fact: Fact) -> Iterator[Moment]:
    if fact.modality != "asserted" or fact.polarity != "positive":
        return
    if fact.valid_from > BEGINNING:
        yield Moment(fact.valid_from, "began", fact.text, fact.precision, fact)
    if fact.valid_to < FOREVER:
        yield Moment(fact.valid_to, "ended", fact.text, "day", fact)


def _lies_in(one: Moment, window: Span) -> bool:
    if isinstance(one.what, Event):
        return span_of(one.what).meets(window)
    return window.start <= one.at < window.end


def is_about(one: Thing, topic: str, ontology: Ontology) -> bool:
    """True for what says all the words of a topic, and for what belongs to an area of life of that name."""
    if isinstance(one, Event):
        area = ontology.event(one.kind).area if one.kind != "Event" else ""
        words = f"{words_of(one)} {one.kind}"
    else:
        known = ontology.relations.get(one.relation)
        area, words = (known.area if known and one.relation != "relatedTo" else ""), f"{one.text} {one.predicate}"
    asked = set(terms(topic))
    return area == topic.strip().lower() or (bool(asked) and asked <= set(terms(words)))


# --- before, after, during ------------------------------------------------------------------------------


def span_of(one: Thing) -> Span:
    """When something was; an instant has a length of its own, so that it meets what holds then."""
    start, end = (one.start, one.end) if isinstance(one, Event) else (one.valid_from, one.valid_to)
    return Span(start, max(end, start + 1))


def span_of_date(start: Micros, precision: str, zone: tzinfo) -> Span:
    """The whole of a year, month or day that was given as such, from its start in the zone; else the instant."""
    longest = {"year": 366, "month": 31, "day": 0}.get(precision)
    if longest is None:
        return Span(start, start + 1)
    try:
        after = (moment(start, zone) + timedelta(days=longest + 1)).replace(hour=0, minute=0, second=0, microsecond=0)
    except OverflowError:  # the last year there is
        return Span(start, FOREVER)
    first = {"year": after.replace(month=1, day=1), "month": after.replace(day=1)}
    return Span(start, micros(first.get(precision, after)))


def was_before(event: Event, what: Span) -> bool:
    """True for what was over when it began."""
    return _is_dated(event) and span_of(event).end <= what.start


def was_after(event: Event, what: Span) -> bool:
    """True for what began when it was over."""
    return _is_dated(event) and event.start >= what.end


def was_during(event: Event, what: Span) -> bool:
    """True for what shares some time with it."""
    return _is_dated(event) and span_of(event).meets(what)


def _is_dated(event: Event) -> bool:
    happens = event.polarity == "positive" and event.modality not in ("hypothetical", "planned")
    return happens and event.start > BEGINNING
