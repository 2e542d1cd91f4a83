"""Taking the answers to what memory asks: yes, no, or what a source that knows says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from reprlib import repr

from kgmem import temporal
from kgmem.access import When
from kgmem.asserting import claim_again
from kgmem.consolidating import Consolidating
from kgmem.doubting import Doubting
from kgmem.doubts import Doubt
from kgmem.errors import InvalidArgument
from kgmem.holdings import Holdings
from kgmem.ledger import Ledger
from kgmem.phrasing import phrased
from kgmem.records import DISPUTED, LIKELY, TRUSTED, Change, Fact, FactClaim
from kgmem.telling import Closed, Confirmed, Retracted, Telling
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span

Check = Callable[[Fact], "bool | None"]
"""Asks a source that knows: True for what is so, False for what is not, None when it cannot tell."""


class Verifying(Consolidating, Doubting):
    """The verbs `confirm` and `deny`, and `to_verify` with a source to ask."""

    def confirm(self, id: str, *, at: When | None = None, source: str = "") -> Change:
        """Say that a fact is so: it is certain and trusted from now on, and fades from then anew.

        Of facts in conflict, the one confirmed holds. What was known before stays so at an earlier `known_at`; `undo`
        takes it back.
        at: as of when it is so, if not now. source: who says so.

        Raises InvalidArgument for an id under which no fact is held, or a time that lies ahead.
        """
        with self._written() as held:
            fact, now = self._fact_now(id, held), self._clock()
            if fact.is_generalised:
                raise InvalidArgument("a habit follows from what was said; assert_fact says that it is so by itself")
            said = self._bound(at, "at")
            if said is not None and said > now:
                raise InvalidArgument(f"at {temporal.iso(said)} lies ahead; a confirmation says what is so by then")
            told = Confirmed(fact.id, now if said is None else said, self._text(source, "source") or "api")
            return held.tell("confirm", now, [told])

    def deny(self, id: str, *, since: When | None = None, reason: str = "", source: str = "") -> Change:
        """Say that a fact is not so; that is remembered too.

        since: since when it is not. Without it, what memory took for true was so until now. What it never took for true
        (a guess, one of low trust, a disputed one), what is over, and what holds always or never, was never so: it is
        retracted. Of plans, habits and reports nothing is kept but that they are over.

        To say what is right instead, use `correct`. `undo` takes a denial back.

        Raises InvalidArgument for an id under which no fact is held, or when it was over before `since`.
        """
        with self._written() as held:
            fact, now = self._fact_now(id, held), self._clock()
            start, precision = self._bound(since, "since"), temporal.stated_precision(since)
            if start is None:
                was_so = _is_believed(fact) and fact.valid_to > now
                start, precision = (now, "instant") if was_so else (fact.valid_from, fact.precision)
            if fact.valid_from < fact.valid_to <= start:
                raise InvalidArgument(
                    f"the fact was over at {temporal.iso(fact.valid_to)}; leave since out to say that it never was so"
                )
            why, who = self._text(reason, "reason"), self._text(source, "source")
            timeless = self._ontology.relation(fact.relation).timeless
            is_never = timeless or start <= fact.valid_from

            def told(ledger: Ledger) -> list[Telling]:
                if fact.modality not in ("asserted", DISPUTED):
                    refused = is_never or fact.is_generalised
                    over: Telling = Retracted(fact.id, why) if refused else Closed(fact.id, start, self._zone_name())
                    return [over]
                found: list[Telling] = [Retracted(fact.id, why)] if is_never else []
                if timeless or not is_never:
                    during = ALWAYS if timeless else Span(start, FOREVER, precision)
                elif fact.valid_from > BEGINNING:
                    during = fact.valid
                else:
                    return found  # since when it is not, nobody knows
                claim = replace(_opposite(fact, ledger, held), valid=during)
                return [*found, self._asserted(self._stored(claim), who, 1.0)]

            return held.tell("deny", now, told)

    def to_verify(
        self,
        *,
        limit: int | None = None,
        entity: str | None = None,
        check: Check | None = None,
        llm: bool = False,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Doubt]:
        """What memory is not sure of and should ask, what is used most and doubted most first.

        limit, entity, as_of, known_at: as in a view (`Doubting.to_verify`).
        check: a callable to be asked first, about each fact: what it says is so is confirmed, what it says is not is
        denied, and only what it cannot tell (None) comes back. Should it raise, or give anything else, nothing is
        written. It settles what is doubtful now, so it goes with no as_of or known_at.
        llm: have the memory's language model put the questions into words; one that asks something else is not taken.
        """
        if llm and self.llm is None:
            raise InvalidArgument("llm=True needs a model; open the memory with llm=LLM(address, model)")
        found = super().to_verify(limit=limit, entity=entity, as_of=as_of, known_at=known_at)
        if check is None:
            return phrased(found, self.llm) if llm and self.llm is not None else found
        if as_of is not None or known_at is not None:
            raise InvalidArgument("check= settles what is doubtful now; leave as_of and known_at out, or check")
        answers = [(one, [(fact, _answer(check, fact)) for fact in (one.fact, *one.rivals)]) for one in found]
        left = []
        for one, said in answers:
            for fact, is_so in said:
                if is_so is not None and self._is_held_now(fact):
                    (self.confirm if is_so else self.deny)(fact.id, source="check")
            if all(is_so is None for _, is_so in said):
                left.append(one)
        return phrased(left, self.llm) if llm and self.llm is not None else left

    def _is_held_now(self, fact: Fact) -> bool:
        """False for a fact that an answer about another one has settled."""
        with self._reading():
            now = self._held.mirror.facts.get(fact.id)
            return now is not None and now.retracted_at == FOREVER


def _answer(check: Check, fact: Fact) -> bool | None:
    is_so = check(fact)
    if is_so is not None and not isinstance(is_so, bool):
        raise InvalidArgument(f"check= gave {repr(is_so)}; it must give True, False or None")
    return is_so


def _is_believed(fact: Fact) -> bool:
    return fact.confidence >= LIKELY and fact.trust >= TRUSTED and fact.modality != DISPUTED


def _opposite(fact: Fact, ledger: Ledger, held: Holdings) -> FactClaim:
    """The claim that says the opposite of a fact, by names that mean what the fact is about."""
    claim = ledger.claim_of(fact.id, held.working) or claim_again(fact)
    names = held.working.ids_named
    subject = fact.subject if fact.subject_id in names(fact.subject) else claim.subject
    target = fact.object if fact.object_id in names(fact.object) else claim.object
    return replace(
        claim,
        subject=subject,
        object=target,
        polarity="negative" if fact.polarity == "positive" else "positive",
        modality="asserted",
        ends=False,
        confidence=1.0,
        rule="api",
        start=0,
        end=0,
        told_by="",
    )
