"""kgmem under the truth benchmark: tells it the tellings and asks it the questions, through its public API only."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.truth_lives import DEPTH, Question, batches
from benchmarks.truth_oracle import Telling, instant
from kgmem import Memory
from kgmem.records import Fact
from kgmem.temporal import BEGINNING, FOREVER, iso


class Told:
    """A memory that was told lives."""

    def __init__(self, engine: str) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="kgmem-truth-")
        self._now = 0
        self.memory = Memory.open(
            Path(self._place.name) / "memory",
            timezone="UTC",
            encoder=(_flat, 2),
            clock=lambda: self._now,
            engine=engine,  # type: ignore[arg-type]
        )
        self._told: dict[int, Telling] = {}
        self._ids: dict[int, str] = {}  # number of an event or cause -> id
        self._events: dict[str, int] = {}

    def tell(self, order: Sequence[Telling]) -> None:
        for part in batches(order):
            self._now = part[0].tick
            self._told |= {one.number: one for one in part}
            if part[0].verb in ("fact", "past", "deny"):
                self.memory.assert_facts([_fact(one) for one in part])
            else:
                self._call(part[0])

    def _call(self, one: Telling) -> None:
        memory = self.memory
        match one.verb:
            case "event":
                who = {"agent": one.subject, one.role: one.object}
                words = f"{one.relation} of {one.subject} and {one.object}"
                change = memory.record_event(words, kind=one.relation, participants=who, start=one.start)
                self._ids[one.number] = change.events[0].id
                self._events[change.events[0].id] = one.number
            case "cause":
                change = memory.link_cause(self._ids[one.target], self._ids[one.effect])
                self._ids[one.number] = change.links[0].id if change.links else ""
            case "close":
                fact = self._held(self._told[one.target])
                if fact is not None and fact.valid_to > instant(one.end):
                    memory.close_fact(fact.id, valid_to=one.end)
            case "retract" if one.target in self._ids:
                if self._ids[one.target]:
                    memory.retract(self._ids[one.target])
            case "retract":
                fact = self._held(self._told[one.target])
                if fact is not None:
                    memory.retract(fact.id)
            case "correct":
                fact = self._held(self._told[one.target])
                if fact is not None:
                    memory.correct(fact.id, object=one.object)

    def _held(self, told: Telling) -> Fact | None:
        """The fact that a telling left, if anything holds then."""
        start = instant(told.start)
        facts = self.memory.facts(told.subject, told.relation)
        return next((f for f in facts if f.object == told.object and f.valid_from <= start < f.valid_to), None)

    def answer(self, question: Question) -> frozenset[str]:
        memory = self.memory
        if question.ask == "causes":
            return self._causes(question.event)
        known = None if question.known < 0 else iso(question.known)
        if question.ask == "values":
            return self._values(question.subject, question.relation, question.at, known)
        if question.ask == "hops":
            reached = frozenset({question.subject})
            for relation in question.path:
                reached = frozenset(end for one in reached for end in self._values(one, relation, question.at, None))
            return reached
        first, second = question.path
        found = set()
        for one in memory.facts(question.subject, first, as_of=question.at):
            for other in memory.facts(one.object, second, as_of=question.at) if _holds(one, question.subject) else ():
                start, end = max(one.valid_from, other.valid_from), min(one.valid_to, other.valid_to)
                edges = f" {'' if start == BEGINNING else start} {'' if end == FOREVER else end}"
                found.add(other.object + edges)
        return frozenset(found)

    def _values(self, subject: str, relation: str, at: str, known: str | None) -> frozenset[str]:
        facts = self.memory.facts(subject, relation, as_of=at, known_at=known)
        return frozenset(fact.object for fact in facts if _holds(fact, subject))

    def _causes(self, event: int) -> frozenset[str]:
        asked = self._ids[event]
        found: set[str] = set()
        frontier = {asked}
        for _ in range(DEPTH):
            links = (link for name in frontier for link in self.memory.links(name) if link.effect == name)
            frontier = {link.cause for link in links} - found - {asked}
            found |= frontier
        return frozenset(str(self._events[name]) for name in found)

    def close(self) -> None:
        self.memory.close()
        self._place.cleanup()


def _fact(one: Telling) -> dict[str, Any]:
    told: dict[str, Any] = {"subject": one.subject, "relation": one.relation, "object": one.object}
    told |= {name: value for name, value in (("valid_from", one.start), ("valid_to", one.end)) if value}
    if one.verb == "deny":
        told["polarity"] = "negative"
    return {**told, "trust": one.trust, "confidence": one.confidence}


def _holds(fact: Fact, subject: str) -> bool:
    return fact.polarity == "positive" and fact.modality == "asserted" and fact.subject == subject


def _flat(texts: list[str]) -> list[list[float]]:
    """Vectors do not matter here."""
    return [[1.0, 0.0]] * len(texts)
