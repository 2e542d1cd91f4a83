"""What a careful reader knows from what was told, by brute force over the turns.

Only asserted statements count. A start or an end is a period as wide as it was told, no later than the telling; a
statement without either holds on the day it is told. Where the periods leave more than one reading, the answer is
`UNSURE`, and no question is made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from benchmarks.synth.world import FUNCTIONAL, SYMMETRIC, CauseGold, EventGold, FactGold, Turn

UNSURE = "?"
"""More than one reading."""
UNTOLD = ""
"""Nothing told about it."""
OVER = "-"
"""Told that it holds no more."""
INVERSE = {"childOf": "parentOf", "grandchildOf": "grandparentOf"}
LONG_AGO, NEVER = 0, 10**7


@dataclass(frozen=True, slots=True)
class Mark:
    """A point in a relation's history: on a day in `[low, high)` the object began, held or ended.

    Of a holding, `high - low` is 1: the day it is sure of.
    """

    kind: str  # start, hold, end
    object: str
    low: int
    high: int
    turn: str


@dataclass(frozen=True, slots=True)
class Telling:
    """A statement about a fact, as told: `by` is whose words they are."""

    fact: FactGold
    turn: str
    session: str
    day: int
    by: str
    teller: str


@dataclass(frozen=True, slots=True)
class Known:
    """What is told of a happening over all tellings: the narrowest period, all roles."""

    id: str
    kind: str
    roles: dict[str, str]
    start: str
    turns: tuple[str, ...]
    outcome: str = ""


def period(told: str) -> tuple[int, int]:
    """The days `[low, high)` that an ISO date cut to its precision covers."""
    parts = [int(part) for part in told.split("-")]
    match parts:
        case [year]:
            return date(year, 1, 1).toordinal(), date(year + 1, 1, 1).toordinal()
        case [year, month]:
            after = date(year + month // 12, month % 12 + 1, 1)
            return date(year, month, 1).toordinal(), after.toordinal()
        case _:
            day = date.fromisoformat(told).toordinal()
            return day, day + 1


def told_day(turn: Turn) -> int:
    return datetime.fromisoformat(turn.at).date().toordinal()


class Told:
    """Everything told in the turns, seen at the end of them."""

    def __init__(self, turns: Sequence[Turn], *, known_at: str = "", erased: str = "") -> None:
        """known_at: leave out what was told after this ISO time. erased: leave out this session."""
        limit = datetime.fromisoformat(known_at) if known_at else None
        self.turns = [
            turn
            for turn in turns
            if turn.session != erased and (limit is None or datetime.fromisoformat(turn.at) <= limit)
        ]
        self._places = {turn.id: place for place, turn in enumerate(self.turns)}
        self.tellings = [telling for turn in self.turns for telling in _tellings(turn)]
        self._index: dict[tuple[str, str], list[Telling]] = {}
        for telling in _standing(self.tellings):
            self._index.setdefault((telling.fact.subject, telling.fact.relation), []).append(telling)
        self._touched: dict[str, set[tuple[str, str]]] = {}
        for telling in self.tellings:
            self._touched.setdefault(telling.fact.subject, set()).add(("fact", telling.fact.relation))
        for event in (event for turn in self.turns for event in turn.gold.events):
            for _, id in event.roles:
                self._touched.setdefault(id, set()).add(("event", event.kind))
        self._marks: dict[tuple[str, str], list[Mark]] = {}
        self.events = _events(self.turns)
        self.causes = _causes(self.turns, self.events)

    # facts

    def pairs(self) -> list[tuple[str, str]]:
        """Every (subject, relation) that something is asserted of, in order of first telling."""
        return list(self._index)

    def about(self, subject: str, relation: str) -> list[Telling]:
        """The asserted statements that stand, corrections made."""
        return self._index.get((subject, relation), [])

    def objects(self, subject: str, relation: str) -> list[str]:
        """Every object ever asserted to have held, in order of first telling."""
        return list(
            dict.fromkeys(
                _object(telling.fact)
                for telling in self.about(subject, relation)
                if telling.fact.polarity == "positive" and _object(telling.fact)
            )
        )

    def value(self, subject: str, relation: str, day: int) -> str:
        """The object of a functional relation on a day, or UNTOLD, OVER or UNSURE."""
        marks = self.marks(subject, relation)
        begun = [mark for mark in marks if mark.kind != "end" and mark.low <= day]
        last = _last(begun, day)
        if last is None:
            return UNSURE if begun else UNTOLD
        value = self._still(last, marks, day)
        return UNSURE if value == last.object and _may_have_changed(last, marks, day) else value

    def holds(self, subject: str, relation: str, object: str, day: int) -> str:
        """The object itself when it holds on a day, else UNTOLD, OVER or UNSURE."""
        marks = [mark for mark in self.marks(subject, relation) if mark.object == object]
        begun = [mark for mark in marks if mark.kind != "end" and mark.low <= day]
        last = _last(begun, day)
        if last is not None:
            return self._still(last, marks, day)
        if begun:
            return UNSURE
        return OVER if any(mark.kind == "end" and mark.high <= day + 1 for mark in marks) else UNTOLD

    def held(self, subject: str, relation: str, day: int) -> list[str]:
        """All objects that hold on a day; [UNSURE] if any of them is unsure."""
        if relation in FUNCTIONAL:
            value = self.value(subject, relation, day)
            return [value] if value not in (UNTOLD, OVER) else []
        found = [self.holds(subject, relation, object, day) for object in self.objects(subject, relation)]
        return [UNSURE] if UNSURE in found else [object for object in found if object not in (UNTOLD, OVER)]

    def marks(self, subject: str, relation: str) -> list[Mark]:
        """The history of a relation as told, without periods that a narrower telling makes needless."""
        if (subject, relation) not in self._marks:
            self._marks[subject, relation] = self._history(subject, relation)
        return self._marks[subject, relation]

    def _history(self, subject: str, relation: str) -> list[Mark]:
        found: list[Mark] = []
        objects = self.objects(subject, relation)
        for telling in self.about(subject, relation):
            found += _marks(telling, objects)
        return [mark for mark in found if not any(_narrows(other, mark, found) for other in found)]

    def evidence(self, subject: str, relation: str, object: str, day: int) -> tuple[str, ...]:
        """The turns that say that the object holds on a day: of its last beginning before then, or since."""
        marks = self.marks(subject, relation)
        over = [mark.low for mark in marks if mark.kind == "end" and mark.object == object and mark.high <= day + 1]
        if relation in FUNCTIONAL:
            over += [mark.low for mark in marks if mark.kind != "end" and mark.object != object and mark.low <= day]
        floor = max(over, default=LONG_AGO)
        marks = [mark for mark in marks if mark.object == object]
        wanted = {mark.turn for mark in marks if mark.kind != "end" and floor <= mark.low <= day}
        for telling in self.about(subject, relation):  # wider periods say it too
            fact = telling.fact
            if _object(fact) == object and fact.polarity == "positive" and fact.start and not fact.end:
                low, high = period(fact.start)
                if any(mark.turn in wanted and low <= mark.low and mark.high <= high for mark in marks):
                    wanted.add(telling.turn)
        return self.ordered(wanted)

    def closing(self, subject: str, relation: str, object: str) -> tuple[str, ...]:
        """The turns that say that something ended, or that another took its place."""
        ends = {mark.turn for mark in self.marks(subject, relation) if mark.kind == "end" and mark.object == object}
        return self.ordered(ends)

    def ordered(self, ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(set(ids), key=self._places.__getitem__))

    def touched(self, id: str) -> set[tuple[str, str]]:
        """What any turn says about an entity, sure or not: ("fact", relation) as the subject, ("event", kind)."""
        return self._touched.get(id, set())

    def _still(self, last: Mark, marks: Sequence[Mark], day: int) -> str:
        """Whether what began or held at a mark still holds on a day."""
        sure = True
        for end in marks:
            if end.kind != "end" or end.object != last.object or end.low > day:
                continue
            if end.high <= last.low or (day < last.high == last.low + 1):
                continue  # an earlier end, or the very day on which it is known to hold
            if end.high - 1 <= day and (end.low >= last.high or end.high > last.high or end.turn == last.turn):
                return OVER
            sure = False
        return last.object if sure else UNSURE


def _object(fact: FactGold) -> str:
    return fact.object or fact.value


def _tellings(turn: Turn) -> list[Telling]:
    """A turn's statements, each also from the other side where the relation has one."""
    found: list[Telling] = []
    for fact in turn.gold.facts:
        sides = [fact]
        if fact.relation in INVERSE and fact.object:
            sides = [replace(fact, subject=fact.object, relation=INVERSE[fact.relation], object=fact.subject)]
        elif fact.relation in SYMMETRIC and fact.object:
            sides.append(replace(fact, subject=fact.object, object=fact.subject))
        by = fact.attribution or turn.speaker
        found += [Telling(side, turn.id, turn.session, told_day(turn), by, turn.speaker) for side in sides]
    return found


def _standing(tellings: Sequence[Telling]) -> list[Telling]:
    """The asserted statements that no later one corrects."""
    wrong: set[tuple[str, str, str, str]] = set()
    for telling in tellings:
        fact = telling.fact
        if not fact.corrects or fact.modality != "asserted":
            continue
        mistaken = [
            other.fact
            for other in tellings
            if other.turn == fact.corrects
            and (other.fact.subject, other.fact.relation) == (fact.subject, fact.relation)
        ]
        same = [other for other in mistaken if _object(other) == _object(fact)]
        for other in same or mistaken:
            wrong.add((fact.corrects, other.subject, other.relation, _object(other)))
            if other.relation in SYMMETRIC:
                wrong.add((fact.corrects, other.object, other.relation, other.subject))
    return [
        telling
        for telling in tellings
        if telling.fact.modality == "asserted"
        and (telling.turn, telling.fact.subject, telling.fact.relation, _object(telling.fact)) not in wrong
    ]


def _marks(telling: Telling, objects: Sequence[str]) -> list[Mark]:
    fact, day, turn = telling.fact, telling.day, telling.turn
    start = _past(fact.start, day)
    end = _past(fact.end, day)
    if fact.polarity == "negative":
        low, high = start or end or (LONG_AGO, day + 1)
        return [Mark("end", object, low, high, turn) for object in ([_object(fact)] if _object(fact) else objects)]
    object = _object(fact)
    marks: list[Mark] = []
    if start:
        marks.append(Mark("start", object, *start, turn))
    if end:
        if not start:
            marks.append(Mark("hold", object, end[0] - 1, end[0], turn))
        marks.append(Mark("end", object, *end, turn))
    elif fact.held == "past":
        marks.append(Mark("end", object, start[0] if start else LONG_AGO, day + 1, turn))
    elif not start:
        marks.append(Mark("hold", object, day, day + 1, turn))
    return marks


def _past(told: str, day: int) -> tuple[int, int] | None:
    """A period as told, cut off at the day of telling; what lies after it whole is left as it is."""
    if not told:
        return None
    low, high = period(told)
    return (low, min(high, day + 1)) if low <= day else (low, high)


def _narrows(other: Mark, mark: Mark, marks: Sequence[Mark]) -> bool:
    """Whether a mark tells the same beginning or end as another one, more exactly.

    It may not be the same one where, after it and still within the wide period, the object came or went again.
    """
    within = mark.low <= other.low and other.high <= mark.high and other.high - other.low < mark.high - mark.low
    if not within or not other.kind == mark.kind != "hold" or other.object != mark.object:
        return False
    again = [one for one in marks if other.high <= one.low < mark.high]
    if mark.kind == "start":
        return not any((one.kind == "end") == (one.object == mark.object) for one in again)
    return not any(one.kind != "end" and one.object == mark.object for one in again)


def _may_have_changed(last: Mark, marks: Sequence[Mark], day: int) -> bool:
    """Whether another object is next known to hold, nobody having said since when, and nothing says that the last
    one was still there after `day`."""
    later = [mark for mark in marks if mark.kind != "end" and mark.object != last.object and mark.low > day]
    after = min(later, key=lambda mark: (mark.low, mark.kind == "hold"), default=None)
    if after is None or after.kind == "start" or last.low == day:
        return False
    return not any(mark.object == last.object and day <= mark.low < after.high for mark in marks)


def _last(begun: Sequence[Mark], day: int) -> Mark | None:
    """The mark that is last in every reading, up to those of the same object; None if there is no such."""
    for mark in begun:
        if mark.high - 1 > day:
            continue
        if all(other.object == mark.object or other.high <= mark.low for other in begun):
            later = [other for other in begun if other.object == mark.object and other.high - 1 <= day]
            return max(later, key=lambda other: (other.low, other.high))
    return None


def _events(turns: Sequence[Turn]) -> dict[str, Known]:
    """The happenings told as having happened, by id, in order of first telling."""
    told: dict[str, list[tuple[EventGold, Turn]]] = {}
    wrong: set[tuple[str, str]] = {
        (event.corrects, event.id) for turn in turns for event in turn.gold.events if event.corrects
    }
    for turn in turns:
        for event in turn.gold.events:
            real = event.id and event.modality == "asserted" and event.polarity == "positive"
            if real and (turn.id, event.id) not in wrong:
                told.setdefault(event.id, []).append((event, turn))
    known: dict[str, Known] = {}
    for id, tellings in told.items():
        roles: dict[str, str] = {}
        for event, _ in tellings:
            roles.update(event.roles)
        starts = sorted({event.start for event, _ in tellings if event.start}, key=lambda start: (-len(start), start))
        finest = starts[0] if starts else ""
        if any(not finest.startswith(start) for start in starts):
            finest = UNSURE
        outcome = next((event.outcome for event, _ in tellings if event.outcome), "")
        turn_ids = tuple(dict.fromkeys(turn.id for _, turn in tellings))
        known[id] = Known(id, tellings[0][0].kind, roles, finest, turn_ids, outcome)
    return known


def _causes(turns: Sequence[Turn], events: dict[str, Known]) -> list[tuple[CauseGold, str]]:
    """(causal statement, turn) whose ends are both told as having happened."""
    return [
        (cause, turn.id)
        for turn in turns
        for cause in turn.gold.causes
        if cause.cause in events and cause.effect in events
    ]
