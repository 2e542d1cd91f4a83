"""What a program already knows, told to a memory without text: facts, events, causes, corrections."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from reprlib import repr
from typing import Any

from kgmem import temporal
from kgmem.access import When
from kgmem.arguments import checked_confidence, checked_name, checked_trust
from kgmem.errors import InvalidArgument
from kgmem.holdings import Holdings, batches
from kgmem.ledger import Ledger
from kgmem.ontology_strict import Claim, admitted_claim
from kgmem.records import LINK_KINDS, POLARITIES, CauseClaim, Change, EventClaim, Fact, FactClaim
from kgmem.sweeping import Sweeping
from kgmem.telling import Asserted, Closed, Retracted, Telling
from kgmem.temporal import BEGINNING, FOREVER, Micros, Span

ASSERTED_AT_ONCE = 500
"""Facts of a long list written at a time."""
_ARGUMENTS = "subject relation object value valid_from valid_to polarity confidence source trust".split()


class Asserting(Sweeping):
    """The verbs that write what was not read in a text. It is reconciled like a fact read in text."""

    def assert_fact(
        self,
        subject: str,
        relation: str,
        object: str | None = None,
        *,
        value: str | int | float | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        polarity: str = "positive",
        confidence: float = 1.0,
        source: str = "",
        trust: float = 1.0,
    ) -> Change:
        """Assert what a program already knows; it is reconciled like a fact read in text.

        Give `object` for another entity, or `value` for a literal. An unknown relation is kept under
        `relatedTo` with its own words. Without `valid_from` it holds at least since now; with an end in the past
        only, it held until then: what is held of it ends there. polarity: "negative" denies it, from `valid_from`
        on or since now.

        Raises InvalidArgument for blank names, a wrong confidence, or an end before the start.
        """
        with self._written() as held:
            now = self._clock()
            told = self._fact_told(
                now,
                subject,
                relation,
                object,
                value=value,
                valid_from=valid_from,
                valid_to=valid_to,
                polarity=polarity,
                confidence=confidence,
                source=source,
                trust=trust,
            )
            return held.tell("assert_fact", now, [told])

    def assert_facts(self, facts: Iterable[Mapping[str, Any]], *, batch: int = ASSERTED_AT_ONCE) -> Change:
        """Assert many facts, each a dict of `assert_fact`'s arguments; each batch is durable before the next begins.

        In whichever order and batches they come, the same facts come out. Raises InvalidArgument, naming the place,
        for one that means nothing; the batches before it are written.
        """
        if isinstance(facts, str | Mapping) or not isinstance(facts, Iterable):
            raise InvalidArgument(f"facts must be an iterable of dicts, not {type(facts).__name__}")
        if isinstance(batch, bool) or not isinstance(batch, int) or not 1 <= batch <= 10_000:
            raise InvalidArgument(f"batch must be a whole number from 1 to 10000, not {repr(batch)}")
        change = Change()
        with self._written() as held:
            for part in batches(enumerate(facts), batch):
                now = self._clock()
                change += held.tell("assert_fact", now, [self._item(now, place, fact) for place, fact in part])
        return change

    def _item(self, now: Micros, place: int, fact: Mapping[str, Any]) -> Asserted:
        try:
            if not isinstance(fact, Mapping):
                raise InvalidArgument(f"a dict is wanted, not {type(fact).__name__}")
            if unknown := sorted(map(str, fact.keys() - _ARGUMENTS)):
                raise InvalidArgument(f"there is no argument {repr(unknown[0])}; there are {', '.join(_ARGUMENTS)}")
            if missing := [name for name in ("subject", "relation") if name not in fact]:
                raise InvalidArgument(f"{missing[0]} is missing")
            return self._fact_told(now, **fact)
        except InvalidArgument as error:
            raise type(error)(f"fact {place}: {error}") from error

    def _fact_told(
        self,
        now: Micros,
        subject: str,
        relation: str,
        object: str | None = None,
        *,
        value: str | int | float | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        polarity: str = "positive",
        confidence: float = 1.0,
        source: str = "",
        trust: float = 1.0,
    ) -> Asserted:
        start, end = self._bound(valid_from, "valid_from"), self._bound(valid_to, "valid_to")
        if (object is None) == (value is None):
            raise InvalidArgument("give either object= (an entity) or value= (a literal)")
        if isinstance(value, float) and not math.isfinite(value):
            raise InvalidArgument(f"value={repr(value)} is no number that can be kept; give a finite one, or a text")
        if polarity not in POLARITIES:
            raise InvalidArgument(f"polarity={repr(polarity)} is none of {', '.join(POLARITIES)}")
        known = self._ontology.resolve_relation(checked_name(relation, "relation"))
        precision = temporal.stated_precision(valid_from)
        span = Span(BEGINNING if start is None else start, FOREVER if end is None else end, precision)
        over = start is None and end is not None and end <= now and polarity == "positive"
        if over and end is not None:
            span = Span(end, FOREVER, temporal.stated_precision(valid_to))
        claim = FactClaim(
            subject=self._name(subject, "subject"),
            relation=known.name if known else "relatedTo",
            object=self._name(object, "object") if object is not None else "",
            value=self._name(str(value), "value") if value is not None else "",
            predicate=self._name(relation, "relation"),
            subject_type=known.domain if known else "Thing",
            object_type=known.range if known else "Thing",
            valid=span,
            polarity=polarity,
            ends=over,
            confidence=checked_confidence(confidence),
            rule="api",
        )
        return self._asserted(self._stored(claim), source, trust)

    def _stored(self, claim: Claim) -> Claim:
        """The claim with the types the ontology stores."""
        found = admitted_claim(claim, self._ontology)
        if found is None:
            raise InvalidArgument(
                "the ontology is strict and declares no such relation between such types; declare it in a file or "
                "class passed as ontology=, or open the memory without strict"
            )
        return found

    def _asserted(
        self,
        claim: FactClaim | EventClaim | CauseClaim,
        source: str,
        trust: float,
        ends: tuple[str, str] = ("", ""),
    ) -> Asserted:
        return Asserted(claim, self._text(source, "source") or "api", self._zone_name(), checked_trust(trust), ends)

    def record_event(
        self,
        description: str,
        *,
        kind: str = "Event",
        participants: Mapping[str, str] | None = None,
        start: When | None = None,
        end: When | None = None,
        outcome: str = "",
        confidence: float = 1.0,
        source: str = "",
        trust: float = 1.0,
    ) -> Change:
        """Record something that happened. participants: role -> name, such as {"agent": "Ana"}."""
        with self._written() as held:
            begins, ends = self._bound(start, "start"), self._bound(end, "end")
            if begins is None and ends is not None:
                raise InvalidArgument("an event with an end needs a start")
            if ends is None:
                ends = FOREVER if begins is None else begins + 1
            if not isinstance(participants, Mapping | None):
                raise InvalidArgument(
                    f"participants must be a dict of role and name, not {type(participants).__name__}"
                )
            who = tuple(
                (self._name(role, "role"), self._name(name, "participant"), "Thing")
                for role, name in (participants or {}).items()
            )
            claim = EventClaim(
                kind=self._name(kind, "kind"),
                description=self._name(description, "description", longest=2_000),
                participants=who,
                when=Span(BEGINNING if begins is None else begins, ends, temporal.stated_precision(start)),
                outcome=self._text(outcome, "outcome"),
                confidence=checked_confidence(confidence),
                rule="api",
            )
            return held.tell("record_event", self._clock(), [self._asserted(self._stored(claim), source, trust)])

    def link_cause(
        self,
        cause: str,
        effect: str,
        *,
        kind: str = "cause",
        cue: str = "",
        confidence: float = 1.0,
        source: str = "",
        trust: float = 1.0,
    ) -> Change:
        """Record that one event or fact (by id) brought about another."""
        with self._written() as held:
            for end in (self._name(cause, "cause"), self._name(effect, "effect")):
                if end not in held.working.events and end not in held.working.facts:
                    raise InvalidArgument(f"no event or fact has the id {end!r}; ids come from Change or recall")
            if cause == effect:
                raise InvalidArgument("nothing causes itself; cause and effect are the same id")
            if kind not in LINK_KINDS:
                raise InvalidArgument(f"kind={repr(kind)} is none of {', '.join(LINK_KINDS)}")
            claim = CauseClaim(0, 0, kind, self._text(cue, "cue"), checked_confidence(confidence), "api")
            return held.tell("link_cause", self._clock(), [self._asserted(claim, source, trust, (cause, effect))])

    def retract(self, id: str, *, reason: str = "") -> Change:
        """Hold a fact, event or link no longer. Its history stays readable with `known_at`."""
        with self._written() as held:
            id, reason = self._name(id, "id"), self._text(reason, "reason")
            mirror = held.working
            found = mirror.fact_now(id) or mirror.facts.get(id) or mirror.events.get(id) or mirror.links.get(id)
            if found is None:
                raise InvalidArgument(f"no fact, event or link has the id {id!r}; ids come from Change or recall")
            if found.retracted_at != FOREVER:
                return Change()
            return held.tell("retract", self._clock(), [Retracted(found.id, reason)])

    def correct(
        self,
        id: str,
        *,
        object: str | None = None,
        value: str | int | float | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        reason: str = "",
        source: str = "",
    ) -> Change:
        """Say that a fact was never so, and what is so instead; what is not given stays as it was told.

        A change ("she moved") is a new fact, which closes the old one; a correction ("it was Porto, not Faro") leaves
        nothing of it but its history: for the whole time, memory holds the right one.
        Raises InvalidArgument for a fact that is not held, or when nothing is corrected.
        """
        with self._written() as held:
            fact = self._fact_now(id, held)
            if object is not None and value is not None:
                raise InvalidArgument("give either object= (an entity) or value= (a literal)")
            start, end = self._bound(valid_from, "valid_from"), self._bound(valid_to, "valid_to")
            changed: dict[str, Any] = {}
            if object is not None or value is not None:
                changed["object"] = "" if object is None else self._name(object, "object")
                changed["value"] = "" if value is None else self._name(str(value), "value")
            if not changed and start is None and end is None:
                raise InvalidArgument("nothing is corrected; give object=, value=, valid_from= or valid_to=")
            why = self._text(reason, "reason")

            def told(ledger: Ledger) -> list[Telling]:
                claim = ledger.claim_of(fact.id, held.working) or claim_again(fact)
                first = claim.valid.start if start is None else start
                last = claim.valid.end if end is None else end
                precision = claim.valid.precision if start is None else temporal.stated_precision(valid_from)
                known = self._ontology.relation(claim.relation)
                right = replace(
                    claim,
                    **changed,
                    object_type=known.range if changed.get("object") else claim.object_type,
                    valid=Span(first, last, precision),
                    confidence=1.0,
                    rule="api",
                    start=0,
                    end=0,
                )
                if right.valid.start == BEGINNING:  # at least since it was said: the same, not since now
                    right = replace(right, valid=Span(fact.valid_from, last, "unknown"))
                return [Retracted(fact.id, why), self._asserted(self._stored(right), source, 1.0)]

            return held.tell("correct", self._clock(), told)

    def close_fact(self, id: str, *, valid_to: When) -> Change:
        """End a fact at an instant: it held until then. Raises InvalidArgument when that lies before its start."""
        with self._written() as held:
            fact = self._fact_now(id, held)
            at = self._bound(valid_to, "valid_to")
            if fact.is_generalised:
                raise InvalidArgument("the fact follows from what happened, and cannot be closed; retract it instead")
            if at is None:
                raise InvalidArgument("valid_to is missing; give the instant until which the fact held")
            if at > fact.valid_to:
                raise InvalidArgument(
                    f"the fact ended at {temporal.iso(fact.valid_to)} already; assert it anew if it went on"
                )
            if at < fact.valid_from:
                raise InvalidArgument(
                    f"valid_to {temporal.iso(at)} lies before the fact's start {temporal.iso(fact.valid_from)}; "
                    "retract the fact if it never held"
                )
            return held.tell("close_fact", self._clock(), [Closed(fact.id, at, self._zone_name())])

    def _fact_now(self, id: str, held: Holdings) -> Fact:
        """The fact that is held under this id; raises InvalidArgument without one."""
        fact = held.working.fact_now(self._name(id, "id"))
        if fact is None:
            raise InvalidArgument(f"no fact held now has the id {id!r}; see Memory.facts()")
        return fact

    def _zone_name(self) -> str:
        return temporal.zone_name(self._zone) if self._zone else "UTC"


def claim_again(fact: Fact) -> FactClaim:
    """The claim that a fact says, where nobody who is left told it."""
    return FactClaim(
        subject=fact.subject,
        relation=fact.relation,
        object=fact.object,
        value=fact.value,
        predicate=fact.predicate,
        valid=fact.valid,
        polarity=fact.polarity,
    )
