"""What a memory told these things should hold, by brute force over all that was told. Nothing of kgmem is used.

Times are microseconds. Of a relation with one value at a time the claim that began last counts, unless it has a stated
end that has passed; what was ended by a later telling leaves nothing behind it. Claims of one start that exclude each
other are settled by trust, then confidence, then recency; what weighs the same stands side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

NEVER = 2**62
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SINGLE = frozenset("hasDiet livesIn locatedIn studiesAt worksAs worksFor".split())
"""Relations with one value at a time."""
OPPOSITE = {"likes": "dislikes", "dislikes": "likes"}


@dataclass(frozen=True, slots=True)
class Telling:
    """verb: fact, past, deny, event, cause; close, retract, correct are about `target`, the number of a telling.

    `start` and `end` are ISO, cut to their precision, "" for untold. `tick` is when it was told, in microseconds;
    tellings of one batch share it. Of an event, `relation` is the kind and `object` the other participant, with its
    role in `role`; a cause joins the events `target` and `effect`.
    """

    number: int
    verb: str
    subject: str = ""
    relation: str = ""
    object: str = ""
    start: str = ""
    end: str = ""
    target: int = -1
    effect: int = -1
    role: str = ""
    trust: float = 1.0
    confidence: float = 1.0
    tick: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact as told, or as an event brings it about."""

    subject: str
    relation: str
    object: str
    start: int
    end: int
    precision: int
    trust: float
    confidence: float
    tick: int
    number: int


@dataclass(frozen=True, slots=True)
class End:
    """From `at` on the object does not hold; with object "" nothing of the relation does. `past`: it held before that,
    so it is known to have held even if nothing else tells of it. `told_within`: by a stay within one told as open."""

    subject: str
    relation: str
    object: str
    at: int
    past: bool = False
    told_within: str = ""


BEGINS = {
    "StartingJob": ("worksFor", "employer"),
    "Moving": ("livesIn", "destination"),
    "Dieting": ("hasDiet", "patient"),
}
ENDS = {"LeavingJob": "worksFor"}


def instant(told: str) -> int:
    """The first microsecond of an ISO time; dates are days in UTC."""
    at = datetime.fromisoformat({4: f"{told}-01-01", 7: f"{told}-01"}.get(len(told), told))
    return ((at if at.tzinfo else at.replace(tzinfo=UTC)) - EPOCH) // timedelta(microseconds=1)


def after(told: str) -> int:
    """The first microsecond after the year, month or day told."""
    match len(told):
        case 4:
            return instant(f"{int(told) + 1:04}")
        case 7:
            year, month = int(told[:4]), int(told[5:])
            return instant(f"{year + month // 12:04}-{month % 12 + 1:02}")
        case 10:
            return instant(told) + 86_400_000_000
    return instant(told) + 1


class Oracle:
    """All that was told. `known` in its answers is a tick: what was told later is not seen."""

    def __init__(self, tellings: Sequence[Telling]) -> None:
        self._tellings = tellings
        self._about: dict[str, list[Telling]] = {}
        for one in tellings:
            if one.verb in ("close", "retract", "correct"):
                subject = tellings[one.target].subject
            else:
                subject = one.subject
            self._about.setdefault(subject, []).append(one)

    def values(self, subject: str, relation: str, at: int, known: int = NEVER) -> frozenset[str]:
        """What holds at an instant."""
        claims, ends = self._standing(subject, relation, known)
        if relation in SINGLE:
            return _single(claims, ends, at) | _over(claims, ends, at)
        rivals, _ = self._standing(subject, OPPOSITE.get(relation, ""), known)
        found: set[str] = set()
        for object in {claim.object for claim in claims} | {end.object for end in ends}:
            mine = [claim for claim in claims if claim.object == object]
            other = [replace(claim, object="") for claim in rivals if claim.object == object]
            over = [end for end in ends if end.object in ("", object)]
            found |= (_single([*mine, *other], over, at) | _over(mine, over, at)) & {object}
        return frozenset(found)

    def _standing(self, subject: str, relation: str, known: int) -> tuple[list[Claim], list[End]]:
        told = [one for one in self._about.get(subject, ()) if one.tick <= known]
        wrong = {one.target for one in told if one.verb in ("retract", "correct")}
        claims: list[Claim] = []
        ends: list[End] = []
        for one in told:
            if one.number in wrong:
                continue
            claims += (claim for claim in self._claims(one) if claim.relation == relation)
            ends += (end for end in self._ends(one) if end.relation == relation)
        for call in (one for one in told if one.verb in ("retract", "correct")):  # all told before of that stay goes
            gone = self._tellings[call.target]
            claims = [
                claim
                for claim in claims
                if claim.tick >= call.tick or claim.object != gone.object or claim.start != _start(gone)
            ]
        return _merged(claims), ends

    def _claims(self, one: Telling) -> Iterator[Claim]:
        if one.verb in ("fact", "correct"):
            told = one
            if one.verb == "correct":
                wrong = self._tellings[one.target]
                told = replace(
                    wrong,
                    object=one.object or wrong.object,
                    start=one.start or wrong.start,
                    number=one.number,
                    tick=one.tick,
                    trust=1.0,
                    confidence=1.0,
                )
            start = _start(told)
            end = instant(told.end) if told.end else NEVER
            yield Claim(
                told.subject,
                told.relation,
                told.object,
                start,
                end,
                len(told.start),
                told.trust,
                told.confidence,
                told.tick,
                told.number,
            )
        elif one.verb == "event" and one.relation in BEGINS:
            relation, role = BEGINS[one.relation]
            if role == one.role:
                yield Claim(
                    one.subject,
                    relation,
                    one.object,
                    instant(one.start),
                    NEVER,
                    len(one.start),
                    1.0,
                    1.0,
                    one.tick,
                    one.number,
                )

    def _ends(self, one: Telling) -> Iterator[End]:
        if one.verb == "past":
            yield End(one.subject, one.relation, one.object, instant(one.end), past=True)
        elif one.verb == "deny":
            yield End(one.subject, one.relation, one.object, instant(one.start))
        elif one.verb == "close":
            about = self._tellings[one.target]
            yield End(about.subject, about.relation, about.object, instant(one.end))
        elif one.verb == "event" and one.relation in ENDS:
            yield End(one.subject, ENDS[one.relation], one.object, instant(one.start), past=True)

    def moments(self, subject: str, relation: str) -> set[int]:
        """Every instant at which what holds may change."""
        claims, ends = self._standing(subject, relation, NEVER)
        return {at for claim in claims for at in (claim.start, claim.end) if at != NEVER} | {end.at for end in ends}

    # events and causes

    def causes(self, event: int, depth: int, known: int = NEVER) -> frozenset[int]:
        """The events that brought an event about, in up to so many steps."""
        links = self._links(known)
        found: set[int] = set()
        frontier = {event}
        for _ in range(depth):
            frontier = {cause for cause, effect in links if effect in frontier} - found - {event}
            found |= frontier
        return frozenset(found)

    def _links(self, known: int) -> set[tuple[int, int]]:
        told = [one for one in self._tellings if one.tick <= known]
        wrong = {one.target for one in told if one.verb == "retract"}
        return {
            (one.target, one.effect)
            for one in told
            if one.verb == "cause" and wrong.isdisjoint((one.number, one.target, one.effect))
        }


def _single(claims: Sequence[Claim], ends: Sequence[End], at: int) -> frozenset[str]:
    """What holds of claims of which one holds at a time."""
    return _best(*_stays(claims, ends), at)


def _best(claims: Sequence[Claim], ends: Sequence[End], at: int) -> frozenset[str]:
    begun = [claim for claim in claims if claim.start <= at < claim.end]
    last = [claim for claim in begun if claim.start == max(one.start for one in begun)]
    over = {end.object for end in ends if last and last[0].start < end.at <= at}
    left = [claim for claim in last if not over & {"", claim.object}]
    weights = {
        object: max((claim.trust, claim.confidence, claim.tick) for claim in left if claim.object == object)
        for object in {claim.object for claim in left}
    }
    return frozenset(object for object, weight in weights.items() if weight == max(weights.values()))


def _stays(claims: Sequence[Claim], ends: Sequence[End]) -> tuple[list[Claim], list[End]]:
    """The claims, one that begins while the same holds already being about the same stay: the longer end of two counts;
    one that is told of an open stay ends it."""
    found: list[Claim] = []
    over = list(ends)
    for claim in sorted(claims, key=lambda one: (one.start, one.tick, one.number)):
        before = [one for one in found if one.start < claim.start]
        if claim.object in _best(before, over, claim.start):
            same = [one for one in before if one.object == claim.object and claim.start < one.end]
            until = max(one.end for one in same)
            if until == NEVER:
                if claim.end != NEVER:
                    before_it = [end for end in over if end.told_within == claim.object and end.at > claim.start]
                    at = max([claim.end, *(end.at for end in before_it)])
                    over = [end for end in over if end not in before_it]
                    over.append(End(claim.subject, claim.relation, claim.object, at, told_within=claim.object))
                claim = replace(claim, end=NEVER)
            elif claim.end != NEVER:
                until = max(until, claim.end)
                found = [replace(one, end=until) if one in same else one for one in found]
                claim = replace(claim, end=until)
            else:
                claim = replace(claim, end=until)
        found.append(claim)
    return found, over


def _over(claims: Sequence[Claim], ends: Sequence[End], at: int) -> frozenset[str]:
    """What held at an instant of which nothing is told but that it is over: nobody knows since when, but after all that
    was over before it, and before what held at its end."""
    stays, ends = _stays(claims, ends)
    moments = sorted({moment for one in stays for moment in (one.start, one.end)} | {end.at for end in ends})
    found: list[tuple[str, int, int]] = []

    def held(moment: int, but: int) -> frozenset[str]:
        unknown = {object for object, since, until in found if since <= moment < until and until != but}
        return _best(stays, ends, moment) | unknown

    for end in sorted((end for end in ends if end.past), key=lambda end: end.at):
        told = any(claim.object == end.object and claim.start < end.at for claim in claims)
        if told or any(object == end.object for object, _, _ in found):
            continue
        until = end.at
        if then := held(end.at - 1, end.at):
            for moment in reversed([moment for moment in moments if moment < end.at]):
                until = moment
                if held(moment - 1, end.at) != then:
                    break
        since = until
        for moment in reversed([moment for moment in (-NEVER, *moments) if moment < until]):
            if held(moment, end.at):
                break
            since = moment
        found.append((end.object, since, until))
    return frozenset(object for object, since, until in found if since <= at < until)


def _start(told: Telling) -> int:
    return instant(told.start) if told.start else told.tick


def _merged(claims: Sequence[Claim]) -> list[Claim]:
    """The claims, those of one object and start as one with the end told last, and what is told to the year or month
    at the day that somebody else told."""
    exact = []
    for claim in claims:
        finer = [
            one.start
            for one in claims
            if one.object == claim.object
            and one.precision > claim.precision > 0
            and claim.start <= one.start
            and one.start < _until(claim)
        ]
        exact.append(replace(claim, start=min(finer)) if finer else claim)
    found = []
    for claim in exact:
        ends = [one for one in exact if (one.object, one.start) == (claim.object, claim.start) and one.end != NEVER]
        found.append(replace(claim, end=max(ends, key=lambda one: (one.tick, one.number)).end) if ends else claim)
    return found


def _until(claim: Claim) -> int:
    start = EPOCH + timedelta(microseconds=claim.start)
    if claim.precision not in (4, 7):
        return claim.start
    return after(start.date().isoformat()[: claim.precision])
