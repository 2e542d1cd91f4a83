"""What follows from claims about one thing: assert, corroborate, supersede, deny, conflict, end, retract.

Claims of one group (those that bear on each other, kgmem/grouping.py) are settled from nothing, in the order of
what they tell: the state that began first comes first. So what is held is a function of the set of claims: in
whichever order they arrive, the same facts come out. Nothing is written here: `revising` compares the outcome with
what is held and records the difference.

Only claims of the same subject and relation bear on each other, and the ontology says whether their values exclude
each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kgmem.families import Families
from kgmem.ontology import Ontology, Relation
from kgmem.records import DISPUTED, LIKELY, TRUSTED, Evidence, Fact
from kgmem.refining import COARSE, refined
from kgmem.said import Affirmed, Ended, Order, Place, Said, Source, draft
from kgmem.temporal import BEGINNING, FOREVER, Micros, Span
from kgmem.text import fold, name_key

GIVEN_BACK = "recap:"
"""Begins the rule of what an assistant gives back: where it is held already, that is no new evidence."""
CERTAIN = 0.99
"""Confidence never reaches one by corroboration: only somebody who confirms a fact makes it certain."""

Weight = tuple[bool, float, float, Micros]
"""Whether it is neither a guess nor from a source that is not trusted, its trust, its confidence, when it was said."""


@dataclass(slots=True, eq=False)
class Holding:
    """One statement over one interval, as the claims so far leave it. `closers` are what closed it, each with the
    rule; `rivals` what contradicts it; `ended_in` the episodes in which it was said to be over. `begun` is when it
    first began: before its interval for what is resumed after something else held. `is_past` is what is known
    only from its end, `is_sure` what was confirmed. `weight` settles conflicts: what outweighs no likelier or trusted
    one, then the trust, then the confidence, then how lately it was said, of what told its beginning."""

    fact: Fact
    closers: list[tuple[Holding, str]] = field(default_factory=list)
    rivals: list[tuple[Holding, str]] = field(default_factory=list)
    rival_to: list[Holding] = field(default_factory=list)
    ended_in: set[str] = field(default_factory=set)
    is_resumed: bool = False
    is_past: bool = False
    is_sure: bool = False
    begun: Micros = BEGINNING
    weight: Weight = (False, 0.0, 0.0, BEGINNING)

    def would_resume_after(self, at: Micros) -> bool:
        """True for what began before this instant and is to hold again after it, when something else is over."""
        return self.is_resumed and self.begun < at <= self.fact.valid_from

    def outweighed_by(self) -> list[Fact]:
        """What contradicts it and weighs more, by when it holds."""
        rivals = (*(rival for rival, _ in self.rivals), *self.rival_to)
        heavier = [one.fact for one in rivals if one.weight > self.weight]
        return sorted(heavier, key=lambda fact: (fact.valid_from, fact.statement))

    @property
    def shown(self) -> Fact:
        """The fact as it is held once conflicts are settled: without the time for which a weightier rival holds, and
        disputed when nothing is left of it. Of rivals that weigh the same each is shown: somebody must say."""
        fact = self.fact
        for held in self.outweighed_by():
            if not held.valid.meets(fact.valid):
                continue
            if held.valid_from <= fact.valid_from and held.valid_to < fact.valid_to:
                fact = replace(fact, valid_from=held.valid_to)
            elif fact.valid_from < held.valid_from and fact.valid_to <= held.valid_to:
                fact = replace(fact, valid_to=held.valid_from)
            else:
                return replace(self.fact, modality=DISPUTED)
        return fact


@dataclass(slots=True)
class Group:
    """The facts that follow from the claims settled so far, in the order in which they were settled."""

    ontology: Ontology
    held: list[Holding] = field(default_factory=list)
    last: Place | None = None
    touched: set[str] = field(default_factory=set)  # statements that changed since somebody emptied this
    _retracted: dict[str, list[Ended]] = field(default_factory=lambda: defaultdict(list))  # by statement
    _closed: dict[str, list[Micros]] = field(default_factory=lambda: defaultdict(list))  # by statement
    _affirmed: dict[str, list[Affirmed]] = field(default_factory=lambda: defaultdict(list))  # by statement
    _starts: dict[str, set[tuple[Micros, str]]] = field(default_factory=lambda: defaultdict(set))  # by statement
    _same: dict[str, list[Holding]] = field(default_factory=lambda: defaultdict(list))  # by statement
    _ends: dict[tuple[str, str, str], list[Holding]] = field(default_factory=lambda: defaultdict(list))
    _pairs: dict[tuple[str, ...], list[Holding]] = field(default_factory=lambda: defaultdict(list))

    @property
    def _families(self) -> Families:
        return self.ontology.derived(Families)

    def settle(self, told: Iterable[Said | Ended | Affirmed]) -> None:
        """Settle claims that all come after those settled before."""
        new = list(told)
        for call in new:
            if isinstance(call, Affirmed):
                self._affirmed[call.statement].append(call)
            elif isinstance(call, Ended) and call.at is None:
                self._retracted[call.statement].append(call)
        claims = sorted(refined([one for one in new if not self._is_taken_back(one)]), key=lambda one: one.place)
        for one in claims:
            self.last = one.place
            if isinstance(one, Affirmed):
                continue
            if isinstance(one, Ended):
                self._close(one)
            elif one.claim.ends:
                self._end(one)
            else:
                self._claim(one)
        for calls in self._affirmed.values():
            for call in calls:
                self._affirm(call)

    def _affirm(self, call: Affirmed) -> None:
        """What holds when a call confirms it is certain, whichever claims it rests on."""
        for one in self._same[call.statement]:
            if one.fact.valid.meets(call.during) and not one.is_sure:
                one.is_sure = True
                self._change(one, replace(one.fact, confidence=1.0, trust=1.0))

    def _is_taken_back(self, one: Said | Ended | Affirmed) -> bool:
        """True for a claim, that something began or ended, which was retracted since."""
        return bool(self._retracted) and isinstance(one, Said) and self._is_retracted(draft(one), one)

    def _is_retracted(self, fact: Fact, said: Said) -> bool:
        calls = self._retracted.get(fact.statement, ())
        return any(_is_retracted(fact, said.order, call) for call in calls if call.of_end == said.claim.ends)

    def _claim(self, said: Said) -> None:
        fact = draft(said)
        if self._is_retracted(fact, said) or (said.claim.rule.startswith(GIVEN_BACK) and self._is_known(fact)):
            return
        self._starts[fact.statement].add((fact.valid_from, fact.precision))
        source = said.source
        sure = [call for call in self._affirmed.get(fact.statement, ()) if _begins(fact, call.during)]
        if sure:
            fact = replace(fact, confidence=1.0, trust=1.0)
            source = replace(source, trust=1.0, said=max(source.said, *(call.source.said for call in sure)))
        if fact.modality != "asserted":
            self._corroborate_or_assert(fact, source)
        elif fact.polarity == "negative":
            self._deny(fact, source)
        else:
            self._assert(fact, said.relation, source)
        if sure:
            for one in self._same[fact.statement]:
                one.is_sure = one.is_sure or one.fact.valid_from <= fact.valid_from < one.fact.valid_to

    def _is_known(self, fact: Fact) -> bool:
        """True for what is held for that time already."""
        return any(one.fact.valid.meets(fact.valid) for one in self._same.get(fact.statement, ()))

    def is_refined_by(self, said: Said) -> bool:
        """True for a claim that may tell the start or end of one settled before more exactly: all must be settled
        anew."""
        start, precision = said.claim.valid.start, said.claim.valid.precision
        return any(
            start == known or (start > BEGINNING and {precision, other} & set(COARSE))
            for known, other in self._starts.get(draft(said).statement, ())
        )

    def of(self, statements: Iterable[str]) -> list[Holding]:
        """What is held of these statements."""
        return [one for statement in sorted(statements) for one in self._same[statement]]

    def _change(self, one: Holding, fact: Fact) -> None:
        one.fact = fact
        self.touched.add(fact.statement)
        self.touched.update(rival.fact.statement for rival, _ in one.rivals)
        self.touched.update(rival.fact.statement for rival in one.rival_to)

    def _put(self, one: Holding) -> Holding:
        self.touched.add(one.fact.statement)
        for rival, _ in one.rivals:
            rival.rival_to.append(one)
            self.touched.add(rival.fact.statement)
        for index, key in self._places(one.fact):
            index[key].append(one)
        self.held.append(one)
        return one

    def _resume_later(self, one: Holding, at: Micros) -> None:
        """Let what is to hold again do so only from this instant on."""
        if one.fact.valid_from < at < one.fact.valid_to:
            self._change(one, replace(one.fact, valid_from=at))
        elif one.fact.valid_to <= at:
            self._drop(one)

    def _resumed(self, one: Holding, held: Fact, at: Micros) -> Holding:
        """What was held, holding again from this instant on; what contradicts it then still does."""
        later = replace(held, valid_from=at)
        rivals = [
            *one.rivals,
            *((other, rule) for other in one.rival_to for rival, rule in other.rivals if rival is one),
        ]
        rivals = [(rival, rule) for rival, rule in rivals if rival.fact.valid.meets(later.valid)]
        return Holding(later, rivals=rivals, is_resumed=True, begun=one.begun, weight=one.weight)

    def _drop(self, one: Holding) -> None:
        """Hold something no longer, of whose interval nothing is left."""
        self.touched.add(one.fact.statement)
        for index, key in self._places(one.fact):
            index[key].remove(one)
        self.held.remove(one)

    def _places(self, fact: Fact) -> Iterator[tuple[dict[Any, list[Holding]], Any]]:
        yield self._same, fact.statement
        yield self._pairs, self._families.pair(fact)
        yield from ((self._ends, place) for place in dict.fromkeys(self._families.ends(fact)))

    def _live(self, fact: Fact, relation: Relation) -> list[Holding]:
        """What is held of the fact's subject in its relation, where that has one object at a time, and of its object
        where that has one subject."""
        subject, target = self._families.ends(fact)
        places = [subject] if relation.functional else []
        if target[0] and relation.inverse_functional:
            places.append(target)
        return list(dict.fromkeys(one for place in places for one in self._ends[place]))

    def _assert(self, fact: Fact, relation: Relation, source: Source) -> None:
        """Assert a positive statement: it may corroborate one, and closes those it excludes."""
        fact = self._ending_with_inverse(fact, source)
        excluded = self._excluded_by(fact, relation)
        same = self._same_interval(fact, excluded, source)
        if same is not None:
            for other in excluded:
                waits = fact.valid_to != FOREVER and other.would_resume_after(fact.valid_from)
                if waits and not _is_shielded(other.fact, source, fact.confidence):
                    self._resume_later(other, fact.valid_to)
            self._corroborate(fact, same, [one for one in excluded if one in self.held], source)
            return
        new = Holding(fact, begun=fact.valid_from, weight=_weight(fact, source))
        resumed: dict[Holding, Holding] = {}
        for other in excluded:
            held = other.fact
            if _is_shielded(held, source, fact.confidence):
                if held.valid.meets(fact.valid):
                    new.rivals.append((other, relation.name))
            elif held.valid_from < fact.valid_from < held.valid_to:
                self._change(other, replace(held, valid_to=fact.valid_from))
                other.closers.append((new, relation.name))
                other.ended_in.add(source.episode)
                if fact.valid_to < held.valid_to:  # split: after it, the other holds again
                    resumed[other] = self._resumed(other, held, fact.valid_to)
            elif other.begun < fact.valid_from <= held.valid_from < fact.valid_to:  # resumed: it began before this one
                self._resume_later(other, fact.valid_to)
            elif fact.valid_from < held.valid_from < fact.valid_to:
                fact = replace(fact, valid_to=held.valid_from)
            elif held.valid_from == fact.valid_from and held.valid.meets(fact.valid):
                new.rivals.append((other, relation.name))
        for again in resumed.values():
            again.rivals = [(resumed.get(rival, rival), rule) for rival, rule in again.rivals]
            self._put(again)
        for again in list(self._same[fact.statement]):  # it was to be resumed, and is said to hold from before that
            goes_on = again.would_resume_after(fact.valid_from) and again.fact.valid_from <= fact.valid_to
            if goes_on and not _is_shielded(again.fact, source, fact.confidence):
                self._resume_later(again, FOREVER if again.fact.valid_to == FOREVER else fact.valid_to)
        new.fact = fact
        self._put(new)

    def _ending_with_inverse(self, fact: Fact, source: Source) -> Fact:
        """The fact with the end that was told of the same the other way round; and that with the end of this one."""
        for one in list(self._pairs[self._families.pair(fact)]):
            held = one.fact
            if held.statement == fact.statement or (held.polarity, held.modality) != ("positive", "asserted"):
                continue
            if FOREVER in (held.valid_to, fact.valid_to) and held.valid.meets(fact.valid):
                if fact.valid_to < held.valid_to and not _is_shielded(held, source, fact.confidence):
                    self._change(one, replace(held, valid_to=fact.valid_to))
                elif held.valid_to < fact.valid_to and _weight(fact, source)[0] <= one.weight[0]:
                    fact = replace(fact, valid_to=held.valid_to)
        return fact

    def _excluded_by(self, fact: Fact, relation: Relation) -> list[Holding]:
        """Facts held that cannot hold together with this one, by the start of their validity."""
        others = []
        pair = self._families.pair(fact)
        others += [
            one
            for one in self._live(fact, relation)
            if self._families.pair(one.fact) != pair
            and one.fact.polarity == "positive"
            and (not relation.per_predicate or fold(one.fact.predicate) == fold(fact.predicate))
        ]
        for rival in sorted(relation.disjoint):
            others += [one for one in self._pairs[self._families.pair(fact, rival)] if one.fact.polarity == "positive"]
        others += [one for one in self._pairs[pair] if one.fact.polarity == "negative"]
        asserted = (one for one in dict.fromkeys(others) if one.fact.modality == "asserted")
        return sorted(asserted, key=lambda one: (one.fact.valid_from, one.fact.statement))

    def _deny(self, fact: Fact, source: Source) -> None:
        """A denial closes the statement it denies, from when it was said (for as long as it says), and is itself
        remembered. One that is denied from its very start is in conflict with it."""
        denial = self._corroborate_or_assert(fact, source)
        for one in list(self._pairs[self._families.pair(fact)]):
            held = one.fact
            if held.polarity != "positive" or held.modality != "asserted":
                continue
            if _is_shielded(held, source, fact.confidence) or held.valid_from == fact.valid_from:
                if held.valid.meets(fact.valid):
                    self._oppose(denial, one)
            elif one.would_resume_after(fact.valid_from):
                self._resume_later(one, fact.valid_to)
            elif held.valid_from < fact.valid_from < held.valid_to:
                self._change(one, replace(held, valid_to=fact.valid_from))
                one.closers.append((denial, "denied"))
                one.ended_in.add(source.episode)
                if fact.valid_to < held.valid_to:  # split: after it, it holds again
                    self._put(self._resumed(one, held, fact.valid_to))

    def _oppose(self, one: Holding, other: Holding) -> None:
        """Note that two contradict each other for the same time."""
        if all(rival is not other for rival, _ in one.rivals):
            one.rivals.append((other, "denied"))
            other.rival_to.append(one)
            self.touched.update((one.fact.statement, other.fact.statement))

    def _end(self, said: Said) -> None:
        """Something stopped holding: close what is held, or remember a past statement that was not known."""
        claim, relation, source = said.claim, said.relation, said.source
        fact, target = draft(said), said.target
        at = claim.valid.start if claim.valid.start > BEGINNING else source.said
        closed = False
        for one in list(self._ends[self._families.ends(fact)[0]]):
            held = one.fact
            if (
                held.modality == "asserted"
                and held.polarity == "positive"
                and (held.valid_from < at < held.valid_to or one.would_resume_after(at))
                and not _is_shielded(held, source, claim.confidence)
                and (target is None or target.id in (held.object_id, held.subject_id))
                and (not claim.value or name_key(held.value) == name_key(claim.value))
            ):
                closed = True
                if one.would_resume_after(at):
                    self._drop(one)
                    continue
                self._change(one, replace(held, valid_to=at, evidence=_joined(held.evidence, source.evidence(claim))))
                one.ended_in.add(source.episode)
        if closed or claim.if_held or (target is None and not claim.value):
            return
        since, until = self._room_before(at, fact, relation)
        until = min([until, *self._closed.get(fact.statement, ())])
        past = replace(fact, valid_from=since, valid_to=max(since, until), precision="unknown")
        weight = _weight(past, source)
        for one in list(self._same[past.statement]):
            if one.is_past and one.weight[0] < weight[0]:
                self._drop(one)
        if not self._same[past.statement] and past.valid_from < past.valid_to:
            weaker = [
                (one, relation.name)
                for one in self._excluded_by(past, relation)
                if one.fact.valid.meets(past.valid) and one.weight[0] < weight[0]
            ]
            self._put(Holding(past, rivals=weaker, ended_in={source.episode}, begun=since, weight=weight, is_past=True))

    def _room_before(self, at: Micros, fact: Fact, relation: Relation) -> tuple[Micros, Micros]:
        """When something may have held that is known to be over at an instant: after what was over before it, and
        before what held then. What is less sure leaves it room."""
        sure = fact.trust >= TRUSTED and fact.confidence >= LIKELY
        others = [
            one.fact
            for one in self._excluded_by(fact, relation)
            if one.fact.polarity == "positive"
            and one.fact.valid_from < at
            and one.weight[0] >= sure
            and not (one.is_past and one.fact.valid_to == at)
        ]
        until = min((one.valid_from for one in others if one.valid_to >= at), default=at)
        return max((one.valid_to for one in others if one.valid_to < at), default=BEGINNING), until

    def _close(self, call: Ended) -> None:
        """A call says until when a statement held."""
        if call.at is None:
            return
        self._closed[call.statement].append(call.at)
        same = list(self._same[call.statement])
        for one in [one for one in same if one.fact.valid.meets(call.during)] or same:
            if one.fact.valid_from <= call.at < one.fact.valid_to:
                self._change(one, replace(one.fact, valid_to=call.at))

    def _corroborate_or_assert(self, fact: Fact, source: Source) -> Holding:
        same = self._same_interval(fact, (), source)
        if same is not None:
            self._corroborate(fact, same, (), source)
            return same
        return self._put(Holding(fact, begun=fact.valid_from, weight=_weight(fact, source)))

    def _same_interval(self, fact: Fact, excluded: Sequence[Holding], source: Source) -> Holding | None:
        """What is held of this very statement whose interval the claim falls into or touches.

        A claim from before that interval widens it, unless the claim itself ended before, or something that
        excludes it held in between. What only an untrusted source said of the time before stays its word alone.
        """
        for one in sorted(self._same[fact.statement], key=lambda one: one.fact.valid_from):
            held = one.fact
            if held.valid_from <= fact.valid_from < held.valid_to:
                if held.valid_from < fact.valid_from and held.trust < TRUSTED <= source.trust:
                    if fact.valid_to < held.valid_to:
                        self._put(self._resumed(one, held, fact.valid_to))
                    self._change(one, replace(held, valid_to=fact.valid_from))
                    continue
                if held.valid_from < fact.valid_from and any(
                    f.valid.holds(fact.valid_from) for f in one.outweighed_by()
                ):
                    self._change(one, replace(held, valid_to=fact.valid_from))
                    continue  # it lost to another one, and begins anew
                return one
            if fact.valid_from < held.valid_from <= fact.valid_to:
                between = Span(fact.valid_from, held.valid_from)
                if not any(other.fact.valid.meets(between) for other in excluded):
                    return one
        return None

    def _corroborate(self, fact: Fact, one: Holding, excluded: Sequence[Holding], source: Source) -> None:
        """More evidence for what is held: confidence grows (noisy or); an earlier start and a stated end are taken."""
        held = one.fact
        weight = _weight(fact, source)
        if fact.valid_from <= held.valid_from or weight[0] > one.weight[0]:
            one.weight = max(one.weight, weight)
        evidence = _joined(held.evidence, fact.evidence)
        if fact.evidence and len(evidence) == len(held.evidence):
            return
        more = min(CERTAIN, 1 - (1 - held.confidence) * (1 - fact.confidence / 2))
        confidence = max(held.confidence, fact.confidence, more)
        if _is_shielded(held, source, fact.confidence):
            fact, confidence = replace(fact, valid_from=held.valid_from, valid_to=held.valid_to), held.confidence
        start, end, precision = held.valid_from, held.valid_to, held.precision
        if fact.valid_from < start:
            start, precision = fact.valid_from, fact.precision
            one.begun = min(one.begun, start)
        if fact.valid_to == FOREVER and held.confidence < LIKELY <= fact.confidence:
            end = FOREVER  # a guess ends nothing
        elif FOREVER != fact.valid_to != end:
            told = fact.valid_to if end == FOREVER or fact.valid_from <= held.valid_from else max(end, fact.valid_to)
            since = max(held.valid_from, fact.valid_from)
            end = min([told, *(o.fact.valid_from for o in excluded if o.fact.valid_from > since)])
        after = replace(held, valid_from=start, valid_to=end, precision=precision, confidence=confidence)
        self._change(one, replace(after, trust=max(held.trust, fact.trust), evidence=evidence))


def _weight(fact: Fact, source: Source) -> Weight:
    return fact.trust >= TRUSTED and fact.confidence >= LIKELY, fact.trust, fact.confidence, source.said


def _is_retracted(fact: Fact, said: Order, call: Ended) -> bool:
    """True for a claim of the statement that was retracted, said before that: retelling does not bring it back."""
    trusted = not call.source.trust < TRUSTED <= fact.trust
    return said < call.order and _begins(fact, call.during) and trusted


def _begins(fact: Fact, during: Span) -> bool:
    """True for what begins within the time that a call is about."""
    return during.start == fact.valid_from or during.holds(fact.valid_from)


def _is_shielded(held: Fact, source: Source, confidence: float) -> bool:
    """True when what a trusted source said meets one that is not, or what is likely meets a guess: it may differ,
    and changes nothing."""
    return source.trust < TRUSTED <= held.trust or confidence < LIKELY <= held.confidence


def _joined(held: tuple[Evidence, ...], found: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """The evidence with more, each place once, in an order that does not depend on arrival."""
    places = {(one.episode, one.start): one for one in (*found, *held)}
    return tuple(places[place] for place in sorted(places))
