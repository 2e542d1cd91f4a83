"""Made-up lives as tellings, and questions about them. Nothing of kgmem is used.

Every line of a life (one relation of one person) has a kind, which says what is special in how it is told. Tellings
come in any order and in batches; only what is about a telling comes after it. Beside them stand statements without a
time that contradict each other, one by one: what was told last holds, and questions follow it over several steps.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from benchmarks.truth_oracle import BEGINS, Oracle, Telling, instant

SECOND = 1_000_000
TOLD_FROM = instant("2030-01-01")
"""The first telling; what is told lies in the years before."""
FIRST, LAST = date(2015, 1, 1).toordinal(), date(2029, 6, 1).toordinal()
NOW = "2031-01-01"
KINDS = ("plain", "late", "return", "visit", "correction", "negation", "deletion", "cascade", "conflict", "precision")
SINGLE = ("livesIn", "worksFor", "hasDiet", "worksAs", "studiesAt")
MANY = ("likes", "knows", "owns")
VALUES = {
    "livesIn": "Town", "worksFor": "Firm", "hasDiet": "Diet", "worksAs": "Trade", "studiesAt": "School",
    "likes": "Dish", "dislikes": "Dish", "knows": "Friend", "owns": "Item", "locatedIn": "Town",
}  # fmt: skip
DEPTH = 5
TOLD_ALONE = ("plain", "late", "return", "visit", "conflict", "precision")
"""Kinds of lines that are told in facts, without calls about them."""
CONTESTED = (
    ("Clerk", "worksFor", "Office"),
    ("Pupil", "studiesAt", "College"),
    ("Office", "locatedIn", "Borough"),
    ("College", "locatedIn", "Borough"),
    ("Borough", "locatedIn", "Province"),
)
"""What is told over and over, each time otherwise."""


@dataclass(frozen=True, slots=True)
class Question:
    """kind is what is reported. ask: values (of subject and relation at `at`), hops (the relations in `path` after each
    other, all at `at`), common (when both hops of `path` hold, as instants), causes (of the event telling `event`)."""

    kind: str
    ask: str
    subject: str = ""
    relation: str = ""
    path: tuple[str, ...] = ()
    at: str = ""
    known: int = -1
    event: int = -1


class Lives:
    """`size` is about how many facts are told. With `calls`, lives after so many of them are told in facts only, many
    at a time: a large memory to ask in."""

    def __init__(self, seed: int, size: int, calls: int | None = None) -> None:
        self._draw = random.Random(seed)
        self._most_at_once = 40 if calls is None else max(40, size // 100)
        self._made: list[Telling] = []
        self.lines: list[tuple[str, str, str]] = []  # subject, relation, kind
        self.effects: list[int] = []  # numbers of events at the end of a chain
        self.firms = [f"Firm{n}" for n in range(max(12, size // 60))]
        for firm in self.firms:
            self._line(firm, "locatedIn", "plain")
        self.contested: list[tuple[str, str]] = []  # subject, relation
        self._contest(max(3, size // 200))
        first, person = len(self._made), 0
        while len(self._made) < size:
            subject = f"P{person:06}"
            person += 1
            alone = calls is not None and len(self._made) - first >= calls
            relations = self._draw.sample(SINGLE, 2) + self._draw.sample(MANY, 1)
            for relation in relations:
                self._line(subject, relation, self._draw.choice(TOLD_ALONE if alone else KINDS))
            if person % 10 == 0 and not alone:
                self._chain(person)
        self.people = person
        self.tellings = self._ordered()

    def _tell(self, verb: str, subject: str = "", relation: str = "", object: str = "", **more: object) -> int:
        number = len(self._made)
        self._made.append(Telling(number, verb, subject, relation, object, **more))  # type: ignore[arg-type]
        return number

    def _line(self, subject: str, relation: str, kind: str) -> None:
        self.lines.append((subject, relation, kind))
        if kind == "conflict":
            self._conflict(subject, relation)
        elif relation in MANY:
            self._many(subject, relation, kind)
        else:
            self._single(subject, relation, kind)

    def _single(self, subject: str, relation: str, kind: str) -> None:
        draw = self._draw
        count = draw.randint(3 if kind == "return" else 2, 5)
        days = sorted(draw.sample(range(FIRST, LAST), count))
        objects = self._objects(relation, count)
        if kind == "return":
            objects[-1] = objects[0]
        said = list(objects)
        for place, (object, day) in enumerate(zip(objects, days, strict=True)):
            follows = days[place + 1] if place + 1 < count else LAST
            start, end = _iso(day), ""
            if (kind == "visit" and place) or draw.random() < 0.15:
                end = _iso(draw.randint(day + 1, follows))
            if draw.random() < 0.1 and kind != "precision":
                start = f"{start}T{draw.randrange(24):02}:30:00{draw.choice(('+09:00', '-05:00', 'Z'))}"
            self._stay(subject, relation, object, start, end, kind, follows, said)

    def _stay(
        self,
        subject: str,
        relation: str,
        object: str,
        start: str,
        end: str,
        kind: str,
        follows: int,
        said: list[str],
    ) -> None:
        """One stay, told as the kind of its line has it."""
        draw = self._draw
        day = date.fromisoformat(start[:10]).toordinal()
        odd = draw.random() < 0.5
        role = {"livesIn": "Moving", "worksFor": "StartingJob", "hasDiet": "Dieting"}.get(relation, "")
        if kind == "correction" and odd:
            wrong = self._other(relation, said)
            first = self._tell("fact", subject, relation, wrong, start=start, end=end)
            self._tell("correct", object=object, target=first)
            return
        if kind == "deletion" and odd:
            first = self._tell("fact", subject, relation, self._other(relation, said), start=start, end=end)
            self._tell("retract", target=first)
        if kind == "cascade" and role and odd:
            event = self._tell("event", subject, role, object, start=start[:10], role=BEGINS[role][1])
            if draw.random() < 0.4:
                self._tell("retract", target=event)
            elif relation == "worksFor" and draw.random() < 0.5:
                left = self._tell(
                    "event", subject, "LeavingJob", object, start=_iso(draw.randint(day + 1, follows)), role="employer"
                )
                if draw.random() < 0.3:
                    self._tell("retract", target=left)
            return
        first = self._tell("fact", subject, relation, object, start=start, end=end)
        if kind == "precision" and odd:
            self._tell("fact", subject, relation, object, start=start[: draw.choice((4, 7))])
        if draw.random() < 0.15:
            self._tell("fact", subject, relation, object, start=start, end=end)
        if kind == "negation" and odd and not end and day + 2 < follows:
            until = _iso(draw.randint(day + 1, follows - 1))
            match draw.randrange(3):
                case 0:
                    self._tell("deny", subject, relation, object, start=until)
                case 1:
                    self._tell("past", subject, relation, object, end=until)
                case _:
                    self._tell("close", target=first, end=until)

    def _many(self, subject: str, relation: str, kind: str) -> None:
        draw = self._draw
        objects = self._objects(relation, draw.randint(2, 4))
        said = list(objects)
        for object in objects:
            day = draw.randrange(FIRST, LAST - 10)
            follows = draw.randint(day + 5, LAST)
            end = _iso(follows) if draw.random() < 0.2 else ""
            self._stay(subject, relation, object, _iso(day), end, kind, follows, said)
            if relation == "likes" and draw.random() < 0.3:
                self._tell("fact", subject, "dislikes", object, start=_iso(draw.randint(day + 1, LAST)))

    def _conflict(self, subject: str, relation: str) -> None:
        """Values told one after the other without a time, or for the same time by sources of different weight."""
        draw = self._draw
        objects = self._objects(relation, draw.randint(2, 4))
        if draw.random() < 0.5 or relation in MANY:
            for object in objects:
                self._tell("fact", subject, relation, object)
            return
        start = _iso(draw.randrange(FIRST, LAST))
        for object in objects:
            trust, sure = draw.choice(((1.0, 1.0), (0.9, 1.0), (1.0, 0.8), (0.7, 0.9)))
            self._tell("fact", subject, relation, object, start=start, trust=trust, confidence=sure)

    def _contest(self, count: int) -> None:
        """Statements without a time, each of them told again with other objects."""
        for subject, relation, object in CONTESTED:
            for number in range(count):
                self.contested.append((f"{subject}{number}", relation))
                for other in self._draw.choices(range(count), k=self._draw.randint(2, 5)):
                    self._tell("fact", f"{subject}{number}", relation, f"{object}{other}")

    def _chain(self, number: int) -> None:
        """Events, each brought about by one or two before it."""
        draw = self._draw
        days = sorted(draw.sample(range(FIRST, LAST), 7))
        events = [
            self._tell("event", f"P{number:06}", "Event", f"Matter{number}n{place}", start=_iso(day), role="patient")
            for place, day in enumerate(days)
        ]
        for place in range(1, 7):
            for before in {place - 1, draw.randrange(place)}:
                link = self._tell("cause", target=events[before], effect=events[place])
                if draw.random() < 0.1:
                    self._tell("retract", target=link)
        if draw.random() < 0.3:
            self._tell("retract", target=draw.choice(events[1:-1]))
        self.effects += events[2:]

    def _objects(self, relation: str, count: int) -> list[str]:
        if relation == "worksFor":
            return self._draw.sample(self.firms, min(count, len(self.firms))) + self._draw.choices(
                self.firms, k=max(0, count - len(self.firms))
            )
        return [f"{VALUES[relation]}{n}" for n in self._draw.sample(range(60), count)]

    def _other(self, relation: str, said: list[str]) -> str:
        """One that this line says nothing of, and from now on does: taking back a fact takes back all that was told of
        it."""
        while True:
            (found,) = self._objects(relation, 1)
            if found not in said:
                said.append(found)
                return found

    def _ordered(self) -> list[Telling]:
        """Tellings in the order in which they are told, with the time of each: lines in any order, in each of them in
        any order too, but for what is about another telling. A batch shares a time."""
        draw = self._draw
        place: dict[int, float] = {}
        for one in self._made:
            needs = [place[other] for other in (one.target, one.effect) if other >= 0]
            place[one.number] = draw.uniform(max(needs), 1) if needs else draw.random()
        ordered = sorted(self._made, key=lambda one: place[one.number])
        told: dict[int, Telling] = {}
        tick, left = TOLD_FROM, 0
        contested = set(self.contested)
        now: set[tuple[str, str]] = set()  # of those, told at this tick: one at a time, so that one was told last
        for one in ordered:
            about = (one.subject, one.relation)
            if one.verb not in ("fact", "past", "deny") or not left or about in now:
                tick, left = tick + SECOND, draw.randint(1, self._most_at_once)
                now = set()
            else:
                left -= 1
            if about in contested:
                now.add(about)
            if one.verb not in ("fact", "past", "deny"):
                left = 0
            told[one.number] = replace(one, tick=tick)
        self.order = [told[one.number] for one in ordered]
        return [told[number] for number in range(len(told))]

    # --- questions ------------------------------------------------------------------------------

    def questions(self, count: int, seed: int) -> Iterator[Question]:
        draw = random.Random(f"{seed}/questions")
        ticks = sorted({one.tick for one in self.tellings})
        jobs = [line for line in self.lines if line[1] == "worksFor"]
        for _ in range(count):
            shape = draw.random()
            if shape < 0.08 and self.effects:
                yield Question("chain", "causes", event=draw.choice(self.effects))
            elif shape < 0.2 and jobs:
                subject, _, _ = draw.choice(jobs)
                ask = "hops" if draw.random() < 0.6 else "common"
                yield Question("multi-hop", ask, subject, path=("worksFor", "locatedIn"), at=self._moment(draw))
            elif shape < 0.28:
                yield self._absent(draw)
            elif shape < 0.33:
                subject, relation = draw.choice(self.contested)
                yield Question("conflict/single", "values", subject, relation, at=NOW)
            elif shape < 0.38:
                subject, relation = draw.choice([one for one in self.contested if one[1] != "locatedIn"])
                path = (relation, *("locatedIn",) * draw.randint(1, 2))
                yield Question("conflict/multi", "hops", subject, path=path, at=NOW)
            else:
                subject, relation, kind = draw.choice(self.lines)
                if relation == "likes" and draw.random() < 0.3:
                    relation = "dislikes"
                asked = draw.random()
                if asked < 0.25:
                    yield Question("current" if kind == "plain" else kind, "values", subject, relation, at=NOW)
                elif asked < 0.65:
                    yield Question(
                        "as-of" if kind == "plain" else kind, "values", subject, relation, at=self._moment(draw)
                    )
                else:
                    known = draw.choice(ticks)
                    yield Question("two-clock", "values", subject, relation, at=self._moment(draw), known=known)

    def _absent(self, draw: random.Random) -> Question:
        subject, relation, _ = draw.choice(self.lines)
        if draw.random() < 0.5:
            held = {line[1] for line in self.lines if line[0] == subject} | {"dislikes"}
            relation = draw.choice([name for name in (*SINGLE, *MANY) if name not in held])
            return Question("absence", "values", subject, relation, at=self._moment(draw))
        return Question("absence", "values", subject, relation, at=_iso(FIRST - draw.randint(1, 999)))

    def _moment(self, draw: random.Random) -> str:
        return _iso(draw.randint(FIRST, LAST + 30))


def gold(question: Question, oracle: Oracle) -> frozenset[str]:
    """What the oracle answers."""
    known = question.known if question.known >= 0 else 2**62
    if question.ask == "causes":
        return frozenset(map(str, oracle.causes(question.event, DEPTH)))
    at = instant(question.at)
    if question.ask == "values":
        return oracle.values(question.subject, question.relation, at, known)
    if question.ask == "hops":
        reached = frozenset({question.subject})
        for relation in question.path:
            reached = frozenset(end for one in reached for end in oracle.values(one, relation, at, known))
        return reached
    first, second = question.path
    middles = oracle.values(question.subject, first, at, known)
    ends = {(middle, end) for middle in middles for end in oracle.values(middle, second, at, known)}
    return frozenset(
        f"{end} {_edge(oracle, question, middle, end, at, -1)} {_edge(oracle, question, middle, end, at, 1)}"
        for middle, end in ends
    )


def _edge(oracle: Oracle, question: Question, middle: str, end: str, at: int, step: int) -> str:
    """The day on which both hops began to hold together, or end to, looking on from `at` instant by instant at which
    anything may change; "" when it is open."""
    first, second = question.path
    moments = sorted(oracle.moments(question.subject, first) | oracle.moments(middle, second))

    def holds(moment: int) -> bool:
        return middle in oracle.values(question.subject, first, moment) and end in oracle.values(middle, second, moment)

    if step > 0:
        return next((str(moment) for moment in moments if moment > at and not holds(moment)), "")
    began = ""
    for moment in (moment for moment in reversed(moments) if moment <= at):
        if not holds(moment):
            break
        began = str(moment)
    return began


def _iso(day: int) -> str:
    return date.fromordinal(day).isoformat()


def batches(order: Sequence[Telling]) -> Iterator[list[Telling]]:
    """The tellings of each time."""
    batch: list[Telling] = []
    for one in order:
        if batch and one.tick != batch[0].tick:
            yield batch
            batch = []
        batch.append(one)
    if batch:
        yield batch
