"""Lives as a stranger would tell them: every writing verb, dates of all precisions and zones, all kinds of relations.

A life is a list of steps; each is told to a memory through its public verbs and to the oracle of `outsider_oracle`.
Then both are asked about instants around every date told, as known after any step.
"""

from __future__ import annotations

import calendar
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from benchmarks.outsider_oracle import NEVER, Claim, Outsider, Statement, Words
from kgmem import Memory

PEOPLE = ("Zorin", "Quell", "Marwick", "Odalys", "Tevfik")
PLACES = ("Velmar", "Ostby", "Carrow", "Dunmere")
FIRMS = ("Halcyra", "Bexton", "Orvium")
THINGS = ("kayak", "loom", "harp")
OWN = """
@prefix kg: <https://kgmem.org/ontology#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
kg:captains a kg:Relation ; rdfs:label "captains"@en ; rdfs:domain kg:Person ; rdfs:range kg:Organization ;
    kg:functional true ; kg:inverseFunctional true ; owl:inverseOf kg:captainedBy ;
    kg:decay "slow" ; kg:memory "factual" .
kg:captainedBy a kg:Relation ; rdfs:label "is captained by"@en ; rdfs:domain kg:Organization ; rdfs:range kg:Person ;
    kg:decay "slow" ; kg:memory "factual" .
kg:backs a kg:Relation ; rdfs:label "backs"@en ; rdfs:domain kg:Person ; rdfs:range kg:Person ;
    owl:propertyDisjointWith kg:opposes ; kg:decay "slow" ; kg:memory "factual" .
kg:opposes a kg:Relation ; rdfs:label "opposes"@en ; rdfs:domain kg:Person ; rdfs:range kg:Person ;
    kg:decay "slow" ; kg:memory "factual" .
kg:within a kg:Relation, owl:TransitiveProperty ; rdfs:label "is within"@en ;
    rdfs:domain kg:Place ; rdfs:range kg:Place ; kg:decay "none" ; kg:memory "semantic" .
kg:Mutiny a kg:EventKind ; rdfs:label "Mutiny"@en ; kg:role kg:agent, kg:patient ;
    kg:initiates [ kg:relation kg:captains ; kg:subject "agent" ; kg:object "patient" ] .
"""

DAY = timedelta(days=1)
BEGAN = datetime(2026, 7, 1, tzinfo=UTC)
"""When the memory is told the first step; one an hour from then on."""

WORDS = Words(
    functional=frozenset({"livesIn", "worksFor", "spouseOf", "captains"}),
    inverse_functional=frozenset({"hasEmail", "spouseOf", "captains", "employs"}),
    symmetric=frozenset({"spouseOf", "friendOf", "closeTo", "estrangedFrom", "livesWith", "roommateOf"}),
    transitive=frozenset({"within"}),
    inverse={
        "worksFor": "employs", "employs": "worksFor", "owns": "ownedBy", "ownedBy": "owns",
        "captains": "captainedBy", "captainedBy": "captains",
    },
    disjoint={
        "likes": "dislikes", "dislikes": "likes", "closeTo": "estrangedFrom", "estrangedFrom": "closeTo",
        "backs": "opposes", "opposes": "backs",
    },
    wider={"roommateOf": "livesWith"},
)  # fmt: skip
RELATIONS: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "livesIn": (PEOPLE, PLACES),
    "worksFor": (PEOPLE, FIRMS),
    "employs": (FIRMS, PEOPLE),
    "spouseOf": (PEOPLE, PEOPLE),
    "friendOf": (PEOPLE, PEOPLE),
    "closeTo": (PEOPLE, PEOPLE),
    "estrangedFrom": (PEOPLE, PEOPLE),
    "roommateOf": (PEOPLE, PEOPLE),
    "likes": (PEOPLE, THINGS),
    "dislikes": (PEOPLE, THINGS),
    "owns": (PEOPLE, THINGS),
    "ownedBy": (THINGS, PEOPLE),
    "hasEmail": (PEOPLE, ("a@x.example", "b@x.example")),
    "captains": (PEOPLE, FIRMS),
    "captainedBy": (FIRMS, PEOPLE),
    "backs": (PEOPLE, PEOPLE),
    "opposes": (PEOPLE, PEOPLE),
    "within": (PLACES, PLACES),
}
LITERALS = {"hasEmail"}
EVENTS: dict[str, tuple[dict[str, Sequence[str]], tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]] = {
    "Moving": ({"destination": PLACES}, (("livesIn", "destination"),), (("livesIn", "*"),)),
    "StartingJob": ({"employer": FIRMS}, (("worksFor", "employer"),), ()),
    "LeavingJob": ({}, (), (("worksFor", "*"),)),
    "Marriage": ({"with": PEOPLE}, (("spouseOf", "with"),), ()),
    "Divorce": ({"with": PEOPLE}, (), (("spouseOf", "with"),)),
    "Purchase": ({"patient": THINGS}, (("owns", "patient"),), ()),
    "Sale": ({"patient": THINGS}, (), (("owns", "patient"),)),
    "Liking": ({"patient": THINGS}, (("likes", "patient"),), ()),
    "Tiring": ({"patient": THINGS}, (("dislikes", "patient"),), (("likes", "patient"),)),
    "Mutiny": ({"patient": FIRMS}, (("captains", "patient"),), ()),
}
"""Kinds of events: roles beside the agent, what they begin and end of it ("*": whatever it is)."""


@dataclass(frozen=True)
class Step:
    """One call: the verb, what it says, and of `retract`, `correct`, `close` and `undo` the step it is about."""

    number: int
    verb: str
    subject: str = ""
    relation: str = ""
    object: str = ""
    start: str | None = None
    end: str | None = None
    trust: float = 1.0
    confidence: float = 1.0
    about: int | None = None
    roles: tuple[tuple[str, str], ...] = ()


@dataclass
class Telling:
    """A memory and an oracle that are told the same; `ids` are what came of each step."""

    memory: Memory
    clock: Hours
    zone: ZoneInfo
    oracle: Outsider = field(default_factory=lambda: Outsider(WORDS))
    calls: dict[int, tuple[str, ...]] = field(default_factory=dict)
    events: dict[int, str] = field(default_factory=dict)
    steps: dict[int, Step] = field(default_factory=dict)
    past: list[tuple[int, int]] = field(default_factory=list)  # number of a step, when it was told

    def tell(self, step: Step) -> None:
        now = self.clock.tick()
        getattr(self, f"_{step.verb}")(step, now)
        self.steps[step.number] = step
        self.past.append((step.number, now))

    def at(self, date: str) -> int:
        return micros(first_instant(date, self.zone))

    def _claim(
        self, step: Step, kind: str, statement: Statement, start: int, end: int, now: int, fine: int = 0
    ) -> None:
        weight = (step.trust, step.confidence, now)
        self.oracle.claims.append(Claim(kind, statement, start, end, weight, now, step.number, fine))

    def _assert(self, step: Step, now: int, kind: str = "holds") -> None:
        named = {"value": step.object} if step.relation in LITERALS else {"object": step.object}
        change = self.memory.assert_fact(
            step.subject, step.relation, valid_from=step.start, valid_to=step.end, trust=step.trust,
            confidence=step.confidence, polarity="negative" if kind == "denied" else "positive", **named,
        )  # fmt: skip
        self.calls[step.number] = change.tellings
        statement = WORDS.statement(step.subject, step.relation, step.object)
        end = NEVER if step.end is None else self.at(step.end)
        if step.start is None and step.end is not None and end <= now:
            self._claim(step, "over", statement, end, NEVER, now)
            return
        start = now if step.start is None else self.at(step.start)
        self._claim(step, kind, statement, start, end, now, fine(step.start, self.zone))

    def _deny(self, step: Step, now: int) -> None:
        self._assert(step, now, "denied")

    def _event(self, step: Step, now: int) -> None:
        who = {"agent": step.subject, **dict(step.roles)}
        change = self.memory.record_event(
            f"{step.subject}: {step.relation} {step.number}", kind=step.relation, participants=who, start=step.start,
            trust=step.trust, confidence=step.confidence,
        )  # fmt: skip
        self.calls[step.number], self.events[step.number] = change.tellings, change.events[0].id
        assert step.start is not None
        start = self.at(step.start)
        _, begins, ends = EVENTS[step.relation]
        for relation, role in ends:
            self._claim(step, "over", WORDS.statement(step.subject, relation, who.get(role, "*")), start, NEVER, now)
        for relation, role in begins:
            statement = WORDS.statement(step.subject, relation, who[role])
            self._claim(step, "holds", statement, start, NEVER, now, fine(step.start, self.zone))

    def _held(self, step: Step) -> list[Any]:
        told = self.steps.get(-1 if step.about is None else step.about)
        if told is None or told.verb != "assert":
            return []
        facts = self.memory.facts(told.subject, told.relation)
        return [
            f for f in facts
            if told.object in (f.object, f.value, f.subject) and told.subject in (f.subject, f.object)
            and f.modality == "asserted" and f.polarity == "positive"
        ]  # fmt: skip

    def _gone(self, number: int, now: int) -> None:
        for claim in self.oracle.claims:
            if claim.of == number and claim.gone == NEVER:
                claim.gone = now

    def _alone(self, step: Step) -> Any:
        """The one fact that came of what a step asserted, when just that one is held of it and nothing else told it."""
        told = self.steps.get(-1 if step.about is None else step.about)
        if told is None or told.verb != "assert" or told.start is None:
            return None
        statement = WORDS.statement(told.subject, told.relation, told.object)
        bearing = [c for c in self.oracle.held(NEVER - 1) if c.statement == statement]
        facts = self._held(step)
        return facts[0] if len(facts) == 1 and [c.of for c in bearing] == [told.number] else None

    def _retract(self, step: Step, now: int) -> None:
        if step.about in self.events:
            if any(c.of == step.about for c in self.oracle.held(now)):
                self.calls[step.number] = self.memory.retract(self.events[step.about]).tellings
                self._gone(step.about, now)
        elif (fact := self._alone(step)) is not None:
            assert step.about is not None
            self.calls[step.number] = self.memory.retract(fact.id, reason=f"step {step.number}").tellings
            self._gone(step.about, now)

    def _correct(self, step: Step, now: int) -> None:
        fact = self._alone(step)
        if fact is None or step.about is None:
            return
        told = self.steps[step.about]
        named: dict[str, Any] = {"value" if told.relation in LITERALS else "object": step.object}
        if step.object == told.object:
            named = {}
        if step.object == told.subject or (not named and step.start is None):
            return
        start = self.at(step.start or told.start or "")
        end = NEVER if told.end is None else self.at(told.end)
        if end <= start:
            return
        change = self.memory.correct(fact.id, valid_from=step.start, reason=f"step {step.number}", **named)
        self.calls[step.number] = change.tellings
        self._gone(step.about, now)
        right = Step(
            step.number, "assert", told.subject, told.relation, step.object, step.start or told.start, told.end
        )
        statement = WORDS.statement(right.subject, right.relation, right.object)
        self._claim(right, "holds", statement, start, end, now, fine(right.start, self.zone))

    def _close(self, step: Step, now: int) -> None:
        assert step.start is not None
        at = self.at(step.start)
        facts = [fact for fact in self._held(step) if fact.valid_from < at < fact.valid_to]
        if not facts:
            return
        self.calls[step.number] = self.memory.close_fact(facts[0].id, valid_to=step.start).tellings
        told = self.steps[step.about or 0]
        statement = WORDS.statement(told.subject, told.relation, told.object)
        self._claim(step, "closed", statement, at, NEVER, now)

    def _undo(self, step: Step, now: int) -> None:
        if step.about not in self.calls or self.steps[step.about].verb not in ("assert", "deny", "event"):
            return
        if any(c.of == step.about for c in self.oracle.held(now)):
            self.calls[step.number] = self.memory.undo(self.calls[step.about]).tellings
            self._gone(step.about, now)


class Hours:
    """A clock that stands still while a step is told; each step is an hour later."""

    def __init__(self) -> None:
        self.now = micros(BEGAN)

    def __call__(self) -> int:
        return self.now

    def tick(self) -> int:
        self.now += 3_600_000_000
        return self.now


def micros(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def first_instant(date: str, zone: ZoneInfo) -> datetime:
    if len(date) > 10:
        return datetime.fromisoformat(date)
    year, month, day = (*map(int, date.split("-")), 1, 1)[:3]
    return datetime(year, month, day, tzinfo=zone)


def fine(date: str | None, zone: ZoneInfo) -> int:
    """For how long after its first instant something told with this date may have begun."""
    if date is None or len(date) > 10:
        return 0
    first = first_instant(date, zone)
    days = {4: 366 if calendar.isleap(first.year) else 365, 7: calendar.monthrange(first.year, first.month)[1], 10: 1}
    return days[len(date)] * 86_400_000_000


# --- lives ----------------------------------------------------------------------------------------


def life(seed: int, size: int, relations: Sequence[str] = tuple(RELATIONS)) -> list[Step]:
    """A life of so many steps, the same for the same seed."""
    chance = random.Random(f"outsider {seed} {size}")
    doubts = chance.choice(("trust", "confidence"))  # why some of it is weak
    if doubts == "confidence":  # nothing follows from a guess
        relations = [one for one in relations if not {one} & {*WORDS.inverse, *WORDS.wider, *WORDS.transitive}]
    few = chance.sample(relations, min(len(relations), chance.randint(2, 6)))
    steps: list[Step] = []
    for number in range(size):
        steps.append(_step(number, chance, few, steps, doubts))
    return steps


def _step(number: int, chance: random.Random, relations: Sequence[str], before: Sequence[Step], doubts: str) -> Step:
    verb = chance.choice("assert assert assert assert assert assert event past deny retract correct close undo".split())
    trust = chance.choice((1.0, 1.0, 1.0, 0.9, 0.8, 0.6, 0.3 if doubts == "trust" else 0.7))
    confidence = chance.choice((1.0, 1.0, 1.0, 0.95, 0.7, 0.4 if doubts == "confidence" else 0.6))
    about = chance.randrange(number) if number else None
    relation = chance.choice(relations)
    subjects, objects = RELATIONS[relation]
    subject = chance.choice(subjects[:3])
    thing = chance.choice([one for one in objects[:3] if one != subject])
    start = date(chance)
    if verb in ("retract", "undo"):
        return Step(number, verb, about=about)
    if verb == "close":
        return Step(number, verb, start=start, about=about)
    if verb == "correct":
        return Step(number, verb, object=thing, start=chance.choice((start, None)), about=about)
    if verb == "past":
        begun = [one for one in before if one.verb == "assert" and one.start is not None]
        if begun:
            one = chance.choice(begun)
            over = date(chance, one.start)
            return Step(number, "assert", one.subject, one.relation, one.object, None, over, trust, confidence)
        verb = "assert"
    if verb == "event":
        kinds = [k for k, (_, begins, ends) in EVENTS.items() if {r for r, _ in (*begins, *ends)} & {*relations}]
        if kinds:
            kind = chance.choice(kinds)
            agent = chance.choice(PEOPLE[:3])
            roles = tuple(
                (role, chance.choice([n for n in names[:3] if n != agent])) for role, names in EVENTS[kind][0].items()
            )
            return Step(number, "event", agent, kind, start=start, trust=trust, confidence=confidence, roles=roles)
        verb = "assert"
    end = date(chance, start) if chance.random() < 0.3 else None
    if verb == "assert" and chance.random() < 0.1:
        return Step(number, verb, subject, relation, thing, None, None, trust, confidence)
    return Step(number, verb, subject, relation, thing, start, end, trust, confidence)


def date(chance: random.Random, after: str | None = None) -> str:
    """A date: a day mostly, or a year, a month, or an instant anywhere in the world; with `after`, a later one."""
    while True:
        year, month, day = (
            chance.randint(2018, 2024 if after is None else 2026),
            chance.choice((1, 3, 6, 11)),
            chance.choice((1, 2, 31, 15)),
        )
        day = min(day, calendar.monthrange(year, month)[1])
        clock = f"T{chance.choice((0, 9, 23)):02d}:30:00{chance.choice(('Z', '+09:00', '-05:00'))}"
        text = chance.choice(
            (
                *[f"{year}-{month:02d}-{day:02d}"] * 5, f"{year}-{month:02d}", f"{year}",
                f"{year}-{month:02d}-{day:02d}{clock}",
            )
        )  # fmt: skip
        if after is None or first_instant(text, ZoneInfo("UTC")) > first_instant(after, ZoneInfo("UTC")) + 2 * DAY:
            return text


# --- asking ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Disagreement:
    question: str
    as_of: str
    known_after: int
    said: Any
    expected: Any

    def __str__(self) -> str:
        return (
            f"{self.question} as of {self.as_of}, known after step {self.known_after}: {self.said} not {self.expected}"
        )


def instants(telling: Telling) -> list[int]:
    """The instants around every date told: just before, at, and in between."""
    told = sorted({at for claim in telling.oracle.claims for at in (claim.start, claim.end) if at < NEVER})
    return sorted({at + by for at in told for by in (-1, 0, 43_200_000_000)} | {telling.clock.now})


def ask(telling: Telling, chance: random.Random, count: int) -> Iterator[Disagreement]:
    """Where memory and oracle, or two verbs of memory, disagree, of so many questions to each verb."""
    oracle = telling.oracle
    times, known = instants(telling), telling.past
    about = [s for s in telling.steps.values() if s.relation in RELATIONS and s.verb in ("assert", "deny")]
    for _ in range(count if about else 0):
        step, at, (number, then) = chance.choice(about), chance.choice(times), chance.choice(known)
        if chance.random() < 0.5:
            number, then = known[-1]
        if not any(oracle.is_doubtful(claim.statement, then) for claim in oracle.claims):
            for verb, said, expected in _answers(telling, step.subject, step.relation, at, then):
                if said != expected:
                    what = f"{verb}({step.subject}, {step.relation})"
                    yield Disagreement(what, str(moment(at)), number, sorted(said), sorted(expected))


def _answers(
    telling: Telling, subject: str, relation: str, at: int, then: int
) -> Iterator[tuple[str, set[str], set[str]]]:
    """What each verb says of a subject's relation, and what it should."""
    memory, oracle, when, knew = telling.memory, telling.oracle, moment(at), moment(then)
    holds = {o for r, s, o in oracle.forms(oracle.holding(at, then)) if (r, s) == (relation, subject)}
    follows = {o for r, s, o in oracle.follows(at, then) if (r, s) == (relation, subject)}
    direct = memory.facts(subject, relation, as_of=when, known_at=knew)
    denied = {f.object or f.value for f in direct if f.polarity == "negative"}
    found = memory.facts(subject, relation, as_of=when, known_at=knew, inferred=True)
    yield "facts", objects_of(found, subject) - denied, follows - denied
    only_held = relation in WORDS.transitive
    profile = memory.profile(subject, as_of=when, known_at=knew, inferred=not only_held)
    if relation not in WORDS.wider.values():
        yield "profile", objects_of(profile.facts(relation), subject), holds
    yield "at", objects_of(memory.at(when, knew).facts(subject, relation), subject), objects_of(direct, subject)
    versions = [one.fact for one in memory.history(subject, relation, as_of=when, known_at=knew)]
    now = [fact for fact in versions if fact.retracted_at > then]
    yield "history", objects_of(now, subject), objects_of(direct, subject)
    inferred = [one.fact for one in memory.infer(subject, relation, as_of=when, known_at=knew)]
    yield "infer", (objects_of(inferred, subject) | objects_of(direct, subject)) - denied, follows - denied


def objects_of(facts: Sequence[Any], subject: str) -> set[str]:
    held = [f for f in facts if f.polarity == "positive" and f.modality == "asserted"]
    return {f.value or (f.object if f.subject == subject else f.subject) for f in held}


def moment(at: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=at)


def told(steps: Sequence[Step], folder: Path, zone: str, **options: Any) -> Telling:
    """A new memory in a folder that was told a life."""
    words = folder / "own.ttl"
    folder.mkdir(parents=True, exist_ok=True)
    words.write_text(OWN)
    clock = Hours()
    memory = Memory.open(folder / "memory", timezone=zone, clock=clock, ontology=[words], **options)
    telling = Telling(memory, clock, ZoneInfo(zone))
    for step in steps:
        telling.tell(step)
    return telling


def smallest(steps: Sequence[Step], fails: Callable[[Sequence[Step]], bool]) -> list[Step]:
    """As few of the steps as still fail."""
    left = list(steps)
    size = len(left) // 2
    while size:
        for first in range(0, len(left), size):
            fewer = left[:first] + left[first + size :]
            if fails(fewer):
                left = fewer
                break
        else:
            size //= 2
    return left
