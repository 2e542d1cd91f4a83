"""Time expressions: the words of a text that say when, each with the interval of time it means.

A text is cut into words; small parsers read a phrase from a word on and look only a few words ahead, so
the cost is linear. What a phrase means is kept as a function of the moment it was said (`Frame`): "in
May", "last Friday" and "two weeks before Christmas" become intervals only when that moment is known.

Conventions. Weeks run Monday to Sunday, seasons are the northern ones (summer: June to August). "N units
ago" is the calendar unit that holds the point N units back. "Last Friday" is the latest Friday before
today, "next Friday" the one of next week. A bare "Friday" or "in May" follows the tense of the words
around it. A range takes in its last day, month or year. A length without a place in time ("for three
days") has the precision "unknown".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from kgmem.errors import InvalidArgument
from kgmem.temporal import BEGINNING, FOREVER, PRECISIONS, Span, micros


@dataclass(frozen=True, slots=True)
class Timex:
    """A time expression in a text.

    start, end: characters in the text. span: what it means, UTC. source: "stated" when it names its own
    year, else "relative". kind: "date"; "time" (a part of a day or finer); "duration" (a length, or a
    stretch up to or from the anchor); "since" and "until" (open at one side); "recurring" (the span is
    one occurrence near the anchor).
    """

    start: int
    end: int
    surface: str
    span: Span
    source: str
    kind: str


def find(text: str, anchor: datetime, *, tense: str = "past", day_first: bool | None = None) -> list[Timex]:
    """The time expressions of a text written at `anchor`, in text order, none overlapping another.

    tense: where a bare weekday, month or date lies when no verb near it tells, "past" or "future".
    day_first: how to read 6/9/2023; None leaves out what could be read both ways.
    Raises InvalidArgument for a naive anchor or another tense.
    """
    if tense not in ("past", "future"):
        raise InvalidArgument(f"tense must be 'past' or 'future', not {tense!r}")
    if anchor.tzinfo is None:
        raise InvalidArgument("the anchor of a time expression needs a time zone; give an aware datetime")
    frame = Frame(anchor, forward=tense == "future")
    found = [*_english(text, frame, day_first), *_chinese(text, frame)]
    return _longest(found)


def window(query: str, anchor: datetime) -> Span | None:
    """The time a question asks about, or None when it names none.

    Dates that meet give what they share ("on Monday in the first week of June"), others the whole from
    the first to the last. Lengths, habits and the present moment are no window.
    """
    asked: Span | None = None
    for timex in find(query, anchor):
        span = timex.span
        if timex.kind == "recurring" or span.precision == "unknown" or timex.surface.lower() in _PRESENT:
            continue
        asked = span if asked is None else _together(asked, span)
    return asked


def _together(one: Span, other: Span) -> Span:
    finer = max(one.precision, other.precision, key=PRECISIONS.index)
    if one.meets(other):
        return Span(max(one.start, other.start), min(one.end, other.end), finer)
    first, last = sorted((one, other), key=lambda span: span.start)
    return Span(first.start, last.end, first.precision)


def _longest(found: list[Timex]) -> list[Timex]:
    """Without overlaps, the longer of two kept; in text order."""
    kept: list[Timex] = []
    for timex in sorted(found, key=lambda each: (each.start, -each.end)):
        if kept and timex.start < kept[-1].end:
            if timex.end - timex.start > kept[-1].end - kept[-1].start:
                kept[-1] = timex
        else:
            kept.append(timex)
    return kept


# --- Calendar: intervals of wall-clock time in the anchor's zone -------------------------------------


class Frame(NamedTuple):
    """When something was said, and whether a bare date in it lies ahead."""

    now: datetime
    forward: bool = False

    @property
    def today(self) -> datetime:
        return _midnight(self.now)


class Interval(NamedTuple):
    """Half-open, in the anchor's zone; None is an open side."""

    start: datetime | None
    end: datetime | None
    precision: str

    def timex_span(self) -> Span:
        return Span(
            BEGINNING if self.start is None else micros(self.start),
            FOREVER if self.end is None else micros(self.end),
            self.precision,
        )


class Length(NamedTuple):
    """A stretch of time; months and days keep the wall clock, seconds do not."""

    months: int = 0
    days: int = 0
    seconds: int = 0

    def __add__(self, other: Length) -> Length:  # type: ignore[override]
        return Length(self.months + other.months, self.days + other.days, self.seconds + other.seconds)


UNITS: dict[str, tuple[Length, str]] = {  # unit -> its length, the precision of a date counted in it
    "second": (Length(seconds=1), "instant"),
    "minute": (Length(seconds=60), "instant"),
    "hour": (Length(seconds=3600), "instant"),
    "day": (Length(days=1), "day"),
    "weekend": (Length(days=7), "week"),
    "week": (Length(days=7), "week"),
    "fortnight": (Length(days=14), "week"),
    "month": (Length(months=1), "month"),
    "quarter": (Length(months=3), "season"),
    "year": (Length(months=12), "year"),
    "decade": (Length(months=120), "decade"),
    "century": (Length(months=1200), "century"),
}
_FINER = {  # what a third of it is known to
    "century": "decade", "decade": "year", "year": "season", "season": "month",
    "month": "week", "week": "day", "day": "part", "part": "part", "instant": "instant",
}  # fmt: skip


def _midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)


def _day(day: date, moment: datetime) -> datetime:
    """Midnight of that day in the zone of the moment."""
    return datetime(day.year, day.month, day.day, tzinfo=moment.tzinfo)


def _add_months(at: datetime, months: int) -> datetime:
    """The same day so many months on, or the last day of a shorter month."""
    year, month = divmod(at.year * 12 + at.month - 1 + months, 12)
    first = at.replace(year=year, month=month + 1, day=1)
    return first.replace(day=min(at.day, _days_in_month(year, month + 1)))


def _days_in_month(year: int, month: int) -> int:
    return 31 if month == 12 else (date(year, month + 1, 1) - date(year, month, 1)).days


def _shift(at: datetime, length: Length, sign: int = 1) -> datetime:
    at = _add_months(at, sign * length.months) if length.months else at
    at = at + timedelta(days=sign * length.days) if length.days else at
    if length.seconds:
        at = (at.astimezone(UTC) + timedelta(seconds=sign * length.seconds)).astimezone(at.tzinfo)
    return at


def _unit_at(unit: str, at: datetime) -> Interval:
    """The calendar unit that holds a moment. Hours and less give the minute."""
    day = _midnight(at)
    monday = day - timedelta(days=day.weekday())
    january = day.replace(month=1, day=1)
    if unit in ("second", "minute", "hour"):
        start = at.replace(second=0, microsecond=0)
        return Interval(start, _shift(start, Length(seconds=60)), "instant")
    if unit == "day":
        return Interval(day, day + timedelta(days=1), "day")
    if unit == "weekend":
        return Interval(monday + timedelta(days=5), monday + timedelta(days=7), "week")
    if unit in ("week", "fortnight"):
        return Interval(monday, monday + timedelta(days=7), "week")
    if unit == "season":  # a date counted in halves of a year: the month and its neighbours
        month = day.replace(day=1)
        return Interval(_add_months(month, -1), _add_months(month, 2), "season")
    starts = {
        "month": day.replace(day=1),
        "quarter": day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1),
        "year": january,
    }
    if unit in ("decade", "century"):
        years = 10 if unit == "decade" else 100
        start = january.replace(year=day.year // years * years)
    else:
        start = starts[unit]
    length, precision = UNITS[unit]
    return Interval(start, _shift(start, length), precision)


def _years(now: datetime, year: int, count: int, precision: str) -> Interval:
    start = datetime(year, 1, 1, tzinfo=now.tzinfo)
    return Interval(start, start.replace(year=year + count), precision)


# --- Cycles: what comes again and again --------------------------------------------------------------


class Cycle(NamedTuple):
    """Something that recurs: a weekday, May, Easter, the 15th, the week.

    at(moment, k): its occurrence in the k-th next `inside` (year, month, week, or the unit itself) from the
    one that holds the moment; ValueError when that has none, as 31 June.
    """

    at: Callable[[datetime, int], Interval]
    inside: str
    precision: str
    is_unit: bool = False

    @property
    def is_weekday(self) -> bool:
        return self.inside == "week" and not self.is_unit


_SEARCH = {"year": 9, "month": 49, "week": 2}  # how many cycles on to look for an occurrence that exists


def _first_occurrence(cycle: Cycle, now: datetime, step: int, wanted: Callable[[Interval], bool]) -> Interval:
    for k in range(_SEARCH.get(cycle.inside, 3)):
        try:
            occurrence = cycle.at(now, k * step)
        except ValueError:
            continue
        if wanted(occurrence):
            return occurrence
    raise ValueError("no such date")


def _latest(cycle: Cycle, frame: Frame) -> Interval:
    """The latest that is over."""
    return _first_occurrence(cycle, frame.now, -1, lambda each: _end(each) <= frame.today)


def _begun(cycle: Cycle, frame: Frame) -> Interval:
    """The latest that has begun; of weekdays the latest before today."""
    if cycle.is_weekday:
        return _latest(cycle, frame)
    return _first_occurrence(cycle, frame.now, -1, lambda each: _start(each) <= frame.now)


def _coming(cycle: Cycle, frame: Frame) -> Interval:
    return _first_occurrence(cycle, frame.now, 1, lambda each: _start(each) > frame.now)


def _next(cycle: Cycle, frame: Frame) -> Interval:
    if cycle.is_unit or cycle.is_weekday:
        return cycle.at(frame.now, 1)
    return _coming(cycle, frame)


def _this(cycle: Cycle, frame: Frame) -> Interval:
    for k in (0, -1):
        occurrence = cycle.at(frame.now, k)
        if _start(occurrence) <= frame.now < _end(occurrence):
            return occurrence
    return cycle.at(frame.now, 0)


def _nearest(cycle: Cycle, frame: Frame) -> Interval:
    """The occurrence a bare mention means: the latest begun, or when looking ahead the next not over."""
    if not frame.forward:
        return _begun(cycle, frame)
    if cycle.is_weekday:
        return _coming(cycle, frame)
    return _first_occurrence(cycle, frame.now, 1, lambda each: _end(each) > frame.now)


def _start(interval: Interval) -> datetime:
    if interval.start is None:
        raise ValueError("open at the start")
    return interval.start


def _end(interval: Interval) -> datetime:
    if interval.end is None:
        raise ValueError("open at the end")
    return interval.end


def _unit_cycle(unit: str) -> Cycle:
    length, precision = UNITS[unit]

    def at(moment: datetime, k: int) -> Interval:
        start = _midnight(moment).replace(day=1) if length.months else moment
        if unit in ("decade", "century"):  # a clamp at year 1 would repeat the first
            start = start.replace(month=1)
        return _unit_at(unit, _shift(start, Length(*(k * part for part in length))))

    return Cycle(at, unit, precision, is_unit=True)


def _weekday_cycle(weekday: int) -> Cycle:
    def at(moment: datetime, k: int) -> Interval:
        day = _midnight(moment)
        return _unit_at("day", day + timedelta(days=weekday - day.weekday() + 7 * k))

    return Cycle(at, "week", "day")


def _month_cycle(month: int) -> Cycle:
    def at(moment: datetime, k: int) -> Interval:
        return _unit_at("month", datetime(moment.year + k, month, 1, tzinfo=moment.tzinfo))

    return Cycle(at, "year", "month")


def _season_cycle(month: int) -> Cycle:
    def at(moment: datetime, k: int) -> Interval:
        start = datetime(moment.year + k, month, 1, tzinfo=moment.tzinfo)
        return Interval(start, _add_months(start, 3), "season")

    return Cycle(at, "year", "season")


def _yearly_cycle(day_in: Callable[[int], date]) -> Cycle:
    """One day a year, `day_in(year)`."""

    def at(moment: datetime, k: int) -> Interval:
        return _unit_at("day", _day(day_in(moment.year + k), moment))

    return Cycle(at, "year", "day")


def _weekend_cycle(day_in: Callable[[int], date]) -> Cycle:
    """The weekend nearest to one day a year, with that day when it touches it."""

    def at(moment: datetime, k: int) -> Interval:
        day = _day(day_in(moment.year + k), moment)
        saturday = day + timedelta(days=2 - (day.weekday() + 4) % 7)
        first = day if day.weekday() == 4 else saturday
        return Interval(first, saturday + timedelta(days=3 if day.weekday() == 0 else 2), "week")

    return Cycle(at, "year", "week")


def _monthly_cycle(day: int, weekday: int | None = None) -> Cycle:
    """A day of the month, when `weekday` is given only in months where it falls on that weekday."""

    def at(moment: datetime, k: int) -> Interval:
        found = _add_months(_midnight(moment).replace(day=1), k).replace(day=day)
        if weekday is not None and found.weekday() != weekday:
            raise ValueError("another weekday")
        return _unit_at("day", found)

    return Cycle(at, "month", "day")


def _nth_weekday(month: int, n: int, weekday: int, offset: int = 0) -> Callable[[int], date]:
    """The n-th such weekday of a month (-1 is its last), `offset` days on."""

    def day_in(year: int) -> date:
        if n < 0:
            last = date(year, month, _days_in_month(year, month))
            return last - timedelta(days=(last.weekday() - weekday) % 7 - offset)
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1) + offset)

    return day_in


def _easter(offset: int = 0) -> Callable[[int], date]:
    """Western Easter Sunday by the Gregorian computus, `offset` days on."""

    def day_in(year: int) -> date:
        golden, century = year % 19, year // 100
        moon = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
        moon -= moon // 28 * (1 - moon // 28 * (29 // (moon + 1)) * ((21 - golden) // 11))
        weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
        return date(year, 3, 1) + timedelta(days=moon - weekday + 27 + offset)

    return day_in


def _fixed(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)


# --- English words -----------------------------------------------------------------------------------

_TOKEN = re.compile(r"[0-9]+|o['’]clock\b|['’](?:s|ll|re|ve|m|d|t)\b|[^\W\d_]+|\n[^\S\n]*\n|\S", re.IGNORECASE)


def _split(text: str) -> list[str]:
    return [token.lower().replace("’", "'") for token in _TOKEN.findall(text)]


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _numbered(lines: str, first: int = 0) -> dict[str, int]:
    """Number the groups of words, which are parted by commas."""
    return {word: number for number, line in enumerate(lines.split(","), first) for word in line.split()}


WEEKDAYS = _numbered(
    "monday mon, tuesday tues tue, wednesday wed, thursday thurs thur thu, friday fri, saturday sat, sunday sun"
)
MONTHS = _numbered(
    "january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sept sep, "
    "october oct, november nov, december dec",
    first=1,
)
SEASONS = {"spring": 3, "springtime": 3, "summer": 6, "summertime": 6, "autumn": 9, "fall": 9, "winter": 12}

HOLIDAYS: dict[str, Callable[[int], date]] = {
    "new year's day": _fixed(1, 1),
    "new year's": _fixed(1, 1),
    "new year": _fixed(1, 1),
    "new year's eve": _fixed(12, 31),
    "martin luther king day": _nth_weekday(1, 3, 0),
    "mlk day": _nth_weekday(1, 3, 0),
    "groundhog day": _fixed(2, 2),
    "valentine's day": _fixed(2, 14),
    "valentine's": _fixed(2, 14),
    "presidents' day": _nth_weekday(2, 3, 0),
    "st patrick's day": _fixed(3, 17),
    "st. patrick's day": _fixed(3, 17),
    "saint patrick's day": _fixed(3, 17),
    "april fools' day": _fixed(4, 1),
    "april fool's day": _fixed(4, 1),
    "ash wednesday": _easter(-46),
    "palm sunday": _easter(-7),
    "good friday": _easter(-2),
    "easter": _easter(),
    "easter sunday": _easter(),
    "easter monday": _easter(1),
    "pentecost": _easter(49),
    "earth day": _fixed(4, 22),
    "cinco de mayo": _fixed(5, 5),
    "mother's day": _nth_weekday(5, 2, 6),
    "memorial day": _nth_weekday(5, -1, 0),
    "father's day": _nth_weekday(6, 3, 6),
    "juneteenth": _fixed(6, 19),
    "independence day": _fixed(7, 4),
    "fourth of july": _fixed(7, 4),
    "4th of july": _fixed(7, 4),
    "july fourth": _fixed(7, 4),
    "labor day": _nth_weekday(9, 1, 0),
    "labour day": _nth_weekday(9, 1, 0),
    "columbus day": _nth_weekday(10, 2, 0),
    "halloween": _fixed(10, 31),
    "veterans day": _fixed(11, 11),
    "armistice day": _fixed(11, 11),
    "thanksgiving": _nth_weekday(11, 4, 3),
    "thanksgiving day": _nth_weekday(11, 4, 3),
    "black friday": _nth_weekday(11, 4, 3, 1),
    "cyber monday": _nth_weekday(11, 4, 3, 4),
    "christmas": _fixed(12, 25),
    "christmas day": _fixed(12, 25),
    "christmas eve": _fixed(12, 24),
    "xmas": _fixed(12, 25),
    "xmas eve": _fixed(12, 24),
    "boxing day": _fixed(12, 26),
}

UNIT_WORDS = {
    "second": "second", "seconds": "second", "sec": "second", "secs": "second",
    "minute": "minute", "minutes": "minute", "min": "minute", "mins": "minute",
    "hour": "hour", "hours": "hour", "hr": "hour", "hrs": "hour", "h": "hour",
    "day": "day", "days": "day", "night": "day", "nights": "day",
    "weekend": "weekend", "weekends": "weekend",
    "week": "week", "weeks": "week", "wk": "week", "wks": "week",
    "fortnight": "fortnight", "fortnights": "fortnight",
    "month": "month", "months": "month", "quarter": "quarter", "quarters": "quarter",
    "year": "year", "years": "year", "yr": "year", "yrs": "year",
    "decade": "decade", "decades": "decade", "century": "century", "centuries": "century",
}  # fmt: skip
_CALENDAR_WORDS = {"week", "weekend", "month", "quarter", "year", "decade", "century", "fortnight"}

SMALL = _numbered(
    "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, "
    "sixteen, seventeen, eighteen, nineteen"
)
TENS = {
    word: 10 * n
    for word, n in _numbered("twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety", first=2).items()
}
ORDINALS = _numbered(
    "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth, "
    "fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth",
    first=1,
) | {"thirtieth": 30}
VAGUE = {  # least and most
    "couple": (2, 3), "few": (2, 5), "several": (3, 7), "dozen": (12, 12),
}  # fmt: skip

PARTS = {  # part of the day -> hours from its midnight
    "morning": (5, 12), "afternoon": (12, 18), "evening": (17, 23), "night": (18, 28),
    "lunchtime": (11, 14),
}  # fmt: skip
MOMENTS = {"noon": 12 * 60, "midday": 12 * 60, "midnight": 0}  # minutes
EDGES = {  # words before a period -> the share of it they mean
    "early": (0, 1 / 3), "early in": (0, 1 / 3), "early on in": (0, 1 / 3), "mid": (1 / 3, 2 / 3),
    "middle of": (1 / 3, 2 / 3), "late": (2 / 3, 1), "late in": (2 / 3, 1),
    "beginning of": (0, 1 / 4), "start of": (0, 1 / 4), "end of": (3 / 4, 1),
    "first half of": (0, 1 / 2), "second half of": (1 / 2, 1),
    "rest of": (None, 1), "remainder of": (None, 1),
    "earlier in": (0, None), "earlier": (0, None), "later in": (None, 1), "later": (None, 1),
}  # fmt: skip

DAYS: dict[str, tuple[int, str]] = {  # words for a day -> days from today, part of the day
    "today": (0, ""), "tonight": (0, "night"), "yesterday": (-1, ""), "tomorrow": (1, ""),
    "tmrw": (1, ""), "tonite": (0, "night"),
    "day before yesterday": (-2, ""), "day after tomorrow": (2, ""),
    "last night": (-1, "night"), "last evening": (-1, "evening"),
    "this morning": (0, "morning"), "this afternoon": (0, "afternoon"), "this evening": (0, "evening"),
}  # fmt: skip
_PRESENT = {"now", "right now", "just now", "currently", "at present", "at the present time", "at the moment"}
STRETCHES: dict[str, tuple[int, int, str]] = {  # words -> days from today, first and after the last
    "recently": (-14, 1, "month"), "lately": (-14, 1, "month"), "these days": (-14, 1, "month"),
    "nowadays": (-14, 1, "month"), "the other day": (-7, -1, "week"), "the other night": (-7, -1, "week"),
    "the other week": (-21, -7, "month"),
}  # fmt: skip
ADVERBS = {
    "daily": "day", "everyday": "day", "nightly": "day", "weekly": "week", "biweekly": "week",
    "monthly": "month", "quarterly": "quarter", "yearly": "year", "annually": "year", "annual": "year",
    "fortnightly": "fortnight", "hourly": "hour",
}  # fmt: skip

STEPS: dict[str, Callable[[Cycle, Frame], Interval]] = {
    "last": _latest, "previous": _latest, "this past": _begun, "past": _begun,
    "this": _this, "current": _this, "this current": _this, "the same": _this,
    "next": _next, "following": _next, "coming": _coming, "this coming": _coming, "upcoming": _coming,
    "this upcoming": _coming,
}  # fmt: skip
_ROLLING = {"last": -1, "past": -1, "previous": -1, "next": 1, "coming": 1, "upcoming": 1, "following": 1}

# A word that is also something else counts as a date only after one of these.
_BEFORE_MONTH = _set("in since until till by of from during before after through throughout around early late mid")
_BEFORE_DAY = {"on", "since", "until", "till", "by", "from", "before", "after", "or", "and", "between"}
_BEFORE_YEAR = _set("in since until till by from during before after around circa year of through throughout")
_UNSURE_MONTHS = set(MONTHS) - {"january", "february", "july", "september", "october", "november", "december"}
_UNSURE_DAYS = {word for word in WEEKDAYS if len(word) < 6}
_COUNTED = _set(
    "people persons users words pages meters metres miles km kilometers kilometres m feet ft kg pounds "
    "lbs dollars euros bucks usd eur steps calories cal items units students points votes copies rows "
    "lines bytes kb mb gb percent times years days hours minutes weeks months seconds guests employees "
    "seats"
)  # a number before one of these counts it and is no year and no day
_AFTER_ORDINAL = _set(
    "of at in and or to i we he she they you it but for with from through until till that because so when "
    "if my our his her their the is was were this last next after before around"
)  # "on the 5th" is a date before these words, "on the 5th floor" is not

_WILL = {"will", "'ll", "shall", "gonna", "upcoming", "scheduled", "planning", "plan", "plans", "hoping", "due"}
_DID = _set(
    "was were did had went saw got took came made met told said bought began became felt found gave heard "
    "kept knew left lost ran read sent slept spoke spent stood taught thought understood woke won wore "
    "wrote ate broke built caught chose drank drove fell flew forgot grew held hit hurt led paid rode "
    "sang sold sat swam threw brought"
)
_BE = {"am", "'m", "are", "'re", "is", "'s", "be"}
_HAVE = {"have", "has", "'ve", "had", "been", "haven", "hasn"}


# --- Reading English: from word i on, each parser gives (the word after, what it read) or None -------

T = TypeVar("T")
P = ParamSpec("P")


class Words:
    """The words of a text in lower case, with where they stand."""

    def __init__(self, text: str, day_first: bool | None) -> None:
        self.text = text
        self.day_first = day_first
        tokens = [*_TOKEN.finditer(text)]
        self.low = [token[0].lower().replace("’", "'") for token in tokens]
        self.starts = [token.start() for token in tokens]
        self.ends = [token.end() for token in tokens]
        self.read: dict[tuple[object, ...], Any] = {}  # (parser, word, its arguments) -> what it read there

    def __len__(self) -> int:
        return len(self.low)

    def at(self, i: int) -> str:
        return self.low[i] if 0 <= i < len(self.low) else ""

    def is_number(self, i: int) -> bool:
        return self.at(i).isdecimal()

    def is_word(self, i: int) -> bool:
        return self.at(i).isalpha()

    def is_capital(self, i: int) -> bool:
        return self.text[self.starts[i]].isupper()

    def may_start(self, i: int) -> bool:
        """False when no time expression can begin here; small words begin one only before a telling word."""
        word = self.at(i)
        if word in _LEADS and (word, self.at(i + 1)) not in _PAIRS:
            return any(self.low[k] in _STARTERS or self.is_number(k) for k in range(i + 1, min(i + 6, len(self))))
        return word in _STARTERS or word.isdecimal() or (word, self.at(i + 1)) in _PAIRS

    def glued(self, i: int) -> bool:
        """True when nothing stands between word i and the one before it."""
        return 0 < i < len(self.low) and self.starts[i] == self.ends[i - 1]

    def skip(self, i: int, *allowed: str) -> int:
        """Past any of these words that stand here, at most four."""
        end = i + 4
        while i < end and self.at(i) and self.at(i) in allowed:
            i += 1
        return i

    def digits_behind(self, i: int, marks: str) -> str:
        """The digits that stand right behind one of the marks at word i, as 30 in 5:30; "" when none do."""
        joined = self.at(i) != "" and self.at(i) in marks and self.glued(i) and self.glued(i + 1)
        return self.at(i + 1) if joined and self.is_number(i + 1) else ""

    def apart(self, i: int, j: int) -> bool:
        """True when words i to j are no piece of a longer number, version, price or name."""
        return self.begins(i) and self.stops(j)

    def begins(self, i: int) -> bool:
        if not self.glued(i):
            return True
        mark = self.at(i - 1)
        linked = mark in _LINKS and self.glued(i - 1) and self.is_number(i - 2)
        return not (mark.isalnum() or mark in _SIGILS or linked)

    def stops(self, j: int) -> bool:
        if not self.glued(j):
            return True
        if self.at(j) in _LINKS and self.glued(j + 1):
            return not self.is_number(j + 1)
        return not self.at(j).isalnum() and self.at(j) not in _SIGILS


_LINKS = set(".,:/-")  # between two numbers they make one
_SIGILS = set("$€£¥#@%°_+=&")


def _once(parser: Callable[Concatenate[Words, int, P], T]) -> Callable[Concatenate[Words, int, P], T]:
    """Read a place only once: phrases that hold one another look at the same words again and again."""

    def read(words: Words, i: int, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (parser, i, args, *kwargs.values())
        if key not in words.read:
            words.read[key] = parser(words, i, *args, **kwargs)
        found: T = words.read[key]
        return found

    return read


class Lexicon(Generic[T]):
    """Phrases of one or more words; the longest that stands at a place is read."""

    def __init__(self, entries: Mapping[str, T]) -> None:
        self._by_first: dict[str, list[tuple[list[str], T]]] = {}
        for phrase, meaning in entries.items():
            first, *rest = _split(phrase)
            self._by_first.setdefault(first, []).append((rest, meaning))
        for group in self._by_first.values():
            group.sort(key=lambda entry: -len(entry[0]))

    def read(self, words: Words, i: int) -> tuple[int, T] | None:
        for rest, meaning in self._by_first.get(words.at(i), ()):
            if words.low[i + 1 : i + 1 + len(rest)] == rest:
                return i + 1 + len(rest), meaning
        return None

    def words(self) -> set[str]:
        """The entries of one word."""
        return {first for first, group in self._by_first.items() if not group[-1][0]}

    def pairs(self) -> set[tuple[str, str]]:
        """How the longer entries begin."""
        return {(first, rest[0]) for first, group in self._by_first.items() for rest, _ in group if rest}


def _without_apostrophes(entries: Mapping[str, T]) -> dict[str, T]:
    """The entries, each also as people type it: valentines day, new years eve."""
    return {phrase.replace("'", ""): meaning for phrase, meaning in entries.items()} | dict(entries)


_holidays = Lexicon(_without_apostrophes(HOLIDAYS))
_edges = Lexicon(EDGES)
_days = Lexicon(DAYS)
_present = Lexicon(dict.fromkeys(_PRESENT, True))
_stretches = Lexicon(STRETCHES)
_steps = Lexicon(STEPS)


class Phrase(NamedTuple):
    """What was read.

    unit: its precision. floating: its year, month or week is left open. cycle: set when it is a bare
    mention of something that recurs. kind: as in Timex, or "" for what its precision tells. edge: "start"
    or "end" for the beginning or end of a period. part_of_day: a day with a part of it, as "tonight".
    """

    place: Callable[[Frame], Interval]
    unit: str
    stated: bool = False
    floating: bool = False
    cycle: Cycle | None = None
    kind: str = ""
    edge: str = ""
    part_of_day: bool = False

    @property
    def is_date(self) -> bool:
        """A time by itself: no length, habit or open side."""
        return self.kind in ("", "date")

    @property
    def is_day(self) -> bool:
        return self.unit == "day" or self.part_of_day


Found = tuple[int, Phrase] | None


def _longer(found: Iterable[Found]) -> Found:
    return max((each for each in found if each), key=lambda each: each[0], default=None)


def _no_such_date(frame: Frame) -> Interval:
    raise ValueError("no such date")


NOTHING = Phrase(_no_such_date, "day", stated=True)
"""What looks like a date and is none: 31 February, 2023-13-01, 6/9/2023 read both ways."""


# Numbers


@_once
def _cardinal(words: Words, i: int) -> tuple[int, float] | None:
    token = words.at(i)
    if token.isdecimal():
        if len(token) > 6:
            return None
        if decimals := words.digits_behind(i + 1, "."):
            return i + 3, float(f"{token}.{decimals[:6]}")
        if thousands := words.digits_behind(i + 1, ","):
            return (i + 3, int(token + thousands)) if len(thousands) == 3 and len(token) < 4 else None
        return i + 1, int(token)
    value = 0
    if words.at(i + 1) == "hundred" and (token in SMALL or token == "a"):
        value, i = 100 * SMALL.get(token, 1), i + 2
        if words.at(i) == "and":
            i += 1
        token = words.at(i)
        if token not in SMALL and token not in TENS:
            return (i - 1 if words.at(i - 1) == "and" else i), value
    if token in TENS:
        j = words.skip(i + 1, "-")
        units = SMALL.get(words.at(j), 0)
        return (j + 1, value + TENS[token] + units) if 0 < units < 10 else (i + 1, value + TENS[token])
    return (i + 1, value + SMALL[token]) if token in SMALL else None


def _ordinal(words: Words, i: int) -> tuple[int, int] | None:
    """9th, ninth, twenty-ninth."""
    token = words.at(i)
    if token.isdecimal() and len(token) < 3 and words.glued(i + 1) and words.at(i + 1) in ("st", "nd", "rd", "th"):
        return i + 2, int(token)
    if token in TENS:
        j = words.skip(i + 1, "-")
        if ORDINALS.get(words.at(j), 10) < 10:
            return j + 1, TENS[token] + ORDINALS[words.at(j)]
    return (i + 1, ORDINALS[token]) if token in ORDINALS else None


@_once
def _amount(words: Words, i: int) -> tuple[int, float, float] | None:
    """A number as least and most: 3, two or three, a few, half a, two and a half."""
    token = words.at(i)
    low: float
    if token == "half":
        return words.skip(i + 1, "a", "an"), 0.5, 0.5
    j = words.skip(i, "a", "the") if token in ("a", "the") else i
    if words.at(j) in VAGUE:
        low, high = VAGUE[words.at(j)]
        return words.skip(j + 1, "of"), low, high
    if words.at(j) == "half" and token == "a":
        return j + 1, 0.5, 0.5
    found = _cardinal(words, i)
    if found is None:
        return (i + 1, 1, 1) if token in ("a", "an") else None
    j, low = found
    if words.low[j : j + 3] == ["and", "a", "half"]:
        return j + 3, low + 0.5, low + 0.5
    if words.at(j) in ("or", "to", "-", "–") and (more := _cardinal(words, j + 1)) and more[1] > low:
        return more[0], low, more[1]
    return j, low, low


class Duration(NamedTuple):
    """A length between two bounds, and the unit a date that far away is known to."""

    low: Length
    high: Length
    unit: str


_OF_FRACTION = {"century": "decade", "decade": "year", "year": "season", "quarter": "month", "month": "week",
                "fortnight": "day", "week": "day", "day": "hour"}  # fmt: skip


def _length(count: float, unit: str) -> Length:
    whole = UNITS[unit][0]
    months = count * whole.months
    days = count * whole.days + months % 1 * 30
    seconds = count * whole.seconds + (days % 1 * 86_400 if unit == "day" else 0)
    return Length(int(months), int(days), int(seconds))


@_once
def _duration(words: Words, i: int) -> tuple[int, Duration] | None:
    """3 weeks, a couple of days, a year and a half, 2 years 1 month; no ages."""
    read: Duration | None = None
    while amount := _amount(words, i):
        j, low, high = amount
        j = words.skip(j, "more", "whole", "full", "short", "long", "solid", "entire")
        unit = UNIT_WORDS.get(words.at(j), "")
        if not unit or (words.at(j) == "h" and not words.glued(j)):
            break
        j += 1
        half = words.low[j : j + 3] == ["and", "a", "half"]
        extra, j = (0.5, j + 3) if half else (0.0, j)
        part = Duration(
            _length(low + extra, unit),
            _length(high + extra, unit),
            unit if (low + extra) % 1 == 0 else _OF_FRACTION.get(unit, unit),
        )
        if read:
            part = Duration(read.low + part.low, read.high + part.high, part.unit)
        i, read = j, part
        following = words.skip(i, ",", "and")
        if UNIT_WORDS.get(words.at(i - 1)) in ("second", None) or not _is_finer_amount(words, following, unit):
            break
        i = following
    if read is None or words.at(words.skip(i, "-")) == "old" or words.low[i : i + 2] == ["of", "age"]:
        return None
    return i, read


def _is_finer_amount(words: Words, i: int, unit: str) -> bool:
    amount = _amount(words, i)
    finer = UNIT_WORDS.get(words.at(amount[0]), "") if amount else ""
    return finer != "" and [*UNITS].index(finer) < [*UNITS].index(unit)


def _around(duration: Duration, sign: int) -> Callable[[Frame], Interval]:
    """The calendar units that lie so far from the moment."""

    def place(frame: Frame) -> Interval:
        ends = (_unit_at(duration.unit, _shift(frame.now, far, sign)) for far in (duration.low, duration.high))
        one, other = sorted(ends, key=_start)
        return Interval(one.start, other.end, one.precision)

    return place


# Years and longer


@_once
def _year(words: Words, i: int) -> tuple[int, int] | None:
    """2019, '19, nineteen eighty-six, two thousand and six; 99999 is read too, to be refused as a date."""
    token = words.at(i)
    if token.isdecimal():
        if not 4 <= len(token) <= 6 or not words.apart(i, i + 1) or words.at(i + 1) in ("bc", "bce"):
            return None
        if words.at(i + 1) in _COUNTED or (len(token) > 4 and words.is_word(i + 1)):
            return None
        return i + 1, int(token)
    if token == "'" and words.glued(i + 1) and words.is_number(i + 1) and len(words.at(i + 1)) == 2:
        return (i + 2, _full_year(int(words.at(i + 1)))) if words.apart(i + 1, i + 2) else None
    if token == "two" and words.at(i + 1) == "thousand":
        rest = _cardinal(words, words.skip(i + 2, "and"))
        return (rest[0], 2000 + int(rest[1])) if rest and rest[1] < 100 else (i + 2, 2000)
    if 10 <= SMALL.get(token, TENS.get(token, 0)) <= 20:
        hundred = words.at(i + 1) == "hundred"
        rest = _cardinal(words, words.skip(i + 2, "and") if hundred else i + 1)
        if rest and 10 <= rest[1] < 100 and not words.is_number(rest[0] - 1):
            return rest[0], 100 * SMALL.get(token, TENS.get(token, 0)) + int(rest[1])
    return None


def _full_year(short: int) -> int:
    return short + (2000 if short < 50 else 1900)


def _years_phrase(words: Words, i: int, sure: bool) -> Found:
    j = words.skip(i, "the") if words.at(i + 1) in ("year", "calendar") else i
    j = words.skip(j, "calendar", "year")
    if found := _year(words, j):
        end, year = found
        alone = end - i >= len(words) - (words.at(len(words) - 1) in (".", "!", "?"))
        before = words.at(i - 2) if words.at(i - 1) in ("and", "or", ",") else words.at(i - 1)
        after = (before in _BEFORE_YEAR and before == words.at(i - 1)) or (before.isdecimal() and len(before) == 4)
        after = after and (before in ("in", "year") or 1900 <= year < 2100)
        named = j > i and words.at(j - 1) == "year"
        if sure or named or ((after or alone) and 1000 <= year < 3000):
            return end, Phrase(lambda frame: _years(frame.now, year, 1, "year"), "year", stated=True)
    return None


_TENS_PLURAL = {word[:-1] + "ies": value for word, value in TENS.items()}
_POSSESSIVE = {"my", "your", "his", "her", "our", "their", "'s"}


def _decade_phrase(words: Words, i: int, sure: bool) -> Found:
    """The 1990s, the '90s, the nineties; "in her 30s" is an age."""
    if _POSSESSIVE & {words.at(i - 1), words.at(i - 2)}:
        return None
    j = words.skip(i, "the", "'")
    token, end = words.at(j), words.skip(j + 1, "'", "s", "'s")
    if token in _TENS_PLURAL and (sure or j > i):
        return j + 1, _years_from(_decade_of(_TENS_PLURAL[token]))
    if not token.isdecimal() or words.at(end - 1) not in ("s", "'s") or not words.apart(i, end) or token[-1] != "0":
        return None
    if len(token) == 4 and 1000 <= int(token) < 3000:
        return end, _years_from(int(token))
    return (end, _years_from(_decade_of(int(token)))) if len(token) == 2 and (sure or j > i) else None


def _years_from(year: int) -> Phrase:
    """The 1990s are ten years, the 1800s a hundred."""
    count, unit = (100, "century") if year % 100 == 0 and year < 2000 else (10, "decade")
    return Phrase(lambda frame: _years(frame.now, year, count, unit), unit, stated=True)


def _decade_of(tens: int) -> int:
    return tens + (2000 if tens < 30 else 1900)


def _century_phrase(words: Words, i: int) -> Found:
    j = words.skip(i, "the")
    found = _ordinal(words, j)
    if not found or words.at(words.skip(found[0], "-")) != "century":
        return None
    year = (found[1] - 1) * 100
    return words.skip(found[0], "-") + 1, Phrase(
        lambda frame: _years(frame.now, max(year, 1), 100 if year else 99, "century"), "century", stated=True
    )


# Cycles by name


def _quarter_cycle(number: int) -> Cycle:
    return _season_cycle(3 * number - 2)


def _days_cycle(month: int, first: int, last: int) -> Cycle:
    """Days of one month, first to last."""

    def at(moment: datetime, k: int) -> Interval:
        start = datetime(moment.year + k, month, first, tzinfo=moment.tzinfo)
        return Interval(start, start.replace(day=last) + timedelta(days=1), "day")

    return Cycle(at, "year", "day")


@_once
def _cycle(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    """A recurring date by name: Easter, May 5th, 5-7 May, Friday, May, summer, Q2."""
    if holiday := _holidays.read(words, i):
        if words.at(holiday[0]) == "weekend":
            return holiday[0] + 1, _weekend_cycle(holiday[1])
        return holiday[0], _yearly_cycle(holiday[1])
    return (
        _month_and_day(words, i, sure)
        or _day_and_month(words, i, sure)
        or _weekday(words, i, sure)
        or _month(words, i, sure)
        or _season(words, i, sure)
        or _quarter(words, i)
        or _week_number(words, i)
    )


def _day_number(words: Words, i: int) -> tuple[int, int] | None:
    if found := _ordinal(words, i):
        return found
    token = words.at(i)
    if token.isdecimal() and len(token) < 3 and int(token) and not (words.glued(i + 1) and words.is_word(i + 1)):
        return i + 1, int(token)
    found_word = _cardinal(words, i) if token in TENS or token in SMALL else None
    return (found_word[0], int(found_word[1])) if found_word and 0 < found_word[1] < 32 else None


_TO = ("-", "–", "—", "~", "to", "through", "thru", "until", "till")


def _month_and_day(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    """May 5, May 5th, May the 5th, Dec. 31, May 5-7."""
    month = MONTHS.get(words.at(i))
    if month is None:
        return None
    j = i + 1
    if words.at(j) == "." and words.glued(j) and len(words.at(i)) < 5:
        j += 1
    ordinal_at = words.skip(j, "the")
    found = None if words.low[j : j + 2] == ["two", "thousand"] else _day_number(words, ordinal_at)
    if not found or (not words.apart(ordinal_at, found[0]) and words.at(found[0]) not in _TO):
        return None
    end, day = found
    if words.at(end) in _COUNTED or (words.at(end) == ":" and words.glued(end)):
        return None
    plain = words.at(i) in ("may", "march") and not words.is_capital(i) and end - ordinal_at == 1
    if plain and not sure and words.at(i - 1) not in _BEFORE_MONTH | _BEFORE_DAY and words.is_word(end):
        return None
    last = _day_number(words, words.skip(end + 1, "the")) if words.at(end) in _TO else None
    if last and last[1] > day and words.at(last[0]) not in (*MONTHS, ":", "am", "pm"):
        return last[0], _days_cycle(month, day, last[1])
    return end, _days_cycle(month, day, day)


def _day_and_month(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    """5 May, the 5th of May, 5-7 May."""
    start = words.skip(i, "the") if words.at(i) == "the" else i
    found = _day_number(words, start)
    if not found:
        return None
    end, first = found
    last = first
    if words.at(end) in (*_TO, "and") and (more := _day_number(words, words.skip(end + 1, "the"))) and more[1] > first:
        end, last = more
    j = words.skip(end, "day") if words.at(end + 1) == "of" else end
    j = words.skip(j, "of", "-")
    month = MONTHS.get(words.at(j))
    if month is None or (not words.apart(start, start + 1) and not words.glued(start + 1)):
        return None
    plain = words.at(j) in ("may", "march") and not words.is_capital(j) and j - start == 1 and words.is_number(start)
    if plain and not sure and words.at(i - 1) not in _BEFORE_DAY and words.is_word(j + 1):
        return None
    return _past_dot(words, j), _days_cycle(month, first, last)


def _past_dot(words: Words, i: int) -> int:
    """The word after an abbreviation and its dot: Dec. 31; a dot that ends the sentence stays."""
    dotted = words.at(i + 1) == "." and words.glued(i + 1) and len(words.at(i)) < 5 and words.is_number(i + 2)
    return i + 2 if dotted else i + 1


def _weekday(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    """Friday, Fri after "on" or the like, Friday the 13th."""
    weekday = WEEKDAYS.get(words.at(i))
    if weekday is None:
        return None
    if words.at(i) in _UNSURE_DAYS:
        follows = sure or words.at(i - 1) in _BEFORE_DAY or _day_number(words, words.skip(i + 1, "the")) is not None
        if not follows or (words.at(i) in ("sun", "wed") and not words.is_capital(i) and not sure):
            return None
    end = _past_dot(words, i)
    day_at = words.skip(end, ",", "the")
    plain = words.is_number(end) and len(words.at(end)) == 2 and not words.is_word(end + 1)
    if plain and words.at(end + 1) not in (":", "-", "/", ".") and 12 < int(words.at(end)) < 32:
        return end + 1, _monthly_cycle(int(words.at(end)), weekday)
    if (day := _ordinal(words, day_at)) and words.at(day[0]) not in (*MONTHS, "of") and 0 < day[1] < 32:
        return day[0], _monthly_cycle(day[1], weekday)
    return end, _weekday_cycle(weekday)


def _month(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    token = words.at(i)
    if token not in MONTHS:
        return None
    if token in _UNSURE_MONTHS and not sure:
        before = words.at(i - 1) if words.at(i - 1) != "the" else words.at(i - 2)
        if before not in _BEFORE_MONTH and not _year(words, words.skip(i + 1, ",", "of")):
            return None
    return _past_dot(words, i), _month_cycle(MONTHS[token])


def _season(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    token = words.at(i)
    if token not in SEASONS:
        return None
    before = words.at(i - 1) if words.at(i - 1) != "the" else words.at(i - 2)
    if not sure and before not in _BEFORE_MONTH | {"over"} and not _year(words, words.skip(i + 1, ",", "of")):
        return None
    return i + 1, _season_cycle(SEASONS[token])


def _quarter(words: Words, i: int) -> tuple[int, Cycle] | None:
    """Q2; "the second quarter" is read by `_ordinal_of`."""
    if words.at(i) == "q" and words.glued(i + 1) and words.at(i + 1) in ("1", "2", "3", "4"):
        return i + 2, _quarter_cycle(int(words.at(i + 1)))
    return None


def _week_number(words: Words, i: int) -> tuple[int, Cycle] | None:
    """Week 31, as ISO 8601 counts."""
    j = words.skip(i, "the")
    number = words.at(j + 1)
    if words.at(j) != "week" or not number.isdecimal() or not 0 < int(number[:3]) < 54 or not words.stops(j + 2):
        return None
    if words.at(j + 2) in _COUNTED:
        return None

    def at(moment: datetime, k: int) -> Interval:
        start = datetime.fromisocalendar(moment.year + k, int(number[:3]), 1).replace(tzinfo=moment.tzinfo)
        return _unit_at("week", start)

    return j + 2, Cycle(at, "year", "week")


def _day_of_month(words: Words, i: int) -> tuple[int, Cycle] | None:
    """The 15th, after "on" or the like and before no noun."""
    if words.at(i) != "the" or words.at(i - 1) not in _BEFORE_DAY | {"for", "around", "of", "to"}:
        return None
    found = _ordinal(words, i + 1)
    if not found or not 0 < found[1] < 32 or (words.is_word(found[0]) and words.at(found[0]) not in _AFTER_ORDINAL):
        return None
    if words.at(i + 1) in ORDINALS and words.is_word(found[0]):
        return None
    return found[0], _monthly_cycle(found[1])


# Numeric dates


_ISO_TIME = re.compile(
    r"[Tt]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:?[0-9]{2})?(?![0-9])"
)


@_once
def _numeric_date(words: Words, i: int) -> Found:
    """2023-06-09, 2023-06-09T14:30Z, 9.6.2023, 13/6/2023, 05-Aug-2016, 2022-05."""
    mark = words.at(i + 1)
    if not words.is_number(i) or mark not in ("-", "/", ".") or not (words.glued(i + 1) and words.glued(i + 2)):
        return None
    if words.at(i + 3) == mark and words.glued(i + 3) and words.digits_behind(i + 3, mark):
        return _three_part_date(words, i) if words.is_number(i + 2) or words.at(i + 2) in MONTHS else None
    return _year_and_month_number(words, i) or _day_and_month_number(words, i)


def _three_part_date(words: Words, i: int) -> Found:
    first, mark, second, _, third = words.low[i : i + 5]
    end = i + 5
    iso_time = _ISO_TIME.match(words.text, words.ends[i + 4])
    numbers = _year_month_day(first, second, third, mark, words.day_first)
    if numbers is None or not words.begins(i) or not (iso_time or words.stops(end)):
        return None
    if iso_time is None:
        return end, _stated_day(numbers)
    while end < len(words) and words.starts[end] < iso_time.end():
        end += 1
    return end, Phrase(_at_iso_time(numbers, iso_time), "instant", stated=True)


def _year_and_month_number(words: Words, i: int) -> Found:
    """2022-05; there is no 2022-13, and 2022-14 may be anything."""
    first, mark, second = words.low[i : i + 3]
    if len(first) != 4 or len(second) != 2 or mark == "." or not words.is_number(i + 2) or not words.apart(i, i + 3):
        return None
    year, month = int(first), int(second)
    if not 1900 <= year < 2100 or month > 13:
        return None
    return i + 3, Phrase(
        lambda frame: _unit_at("month", datetime(year, month, 1, tzinfo=frame.now.tzinfo)), "month", stated=True
    )


def _year_month_day(
    first: str, second: str, third: str, mark: str, day_first: bool | None
) -> tuple[int, int, int] | None:
    """The three numbers in order, (0, 0, 0) for a date that could be read both ways, None for no date."""
    if max(len(first), len(second), len(third)) > 4 and second not in MONTHS:
        return None
    if second in MONTHS:
        year, day = (first, third) if len(first) == 4 else (third, first)
        return (_year_number(year), MONTHS[second], int(day)) if len(day) < 3 and len(year) in (2, 4) else None
    if len(first) == 4 and len(second) < 3 and len(third) < 3:
        return int(first), int(second), int(third)
    if len(first) > 2 or len(second) > 2 or len(third) not in (2, 4):
        return None
    if len(third) == 2 and mark == "-":
        return None
    month_day = _month_day(int(first), int(second), True if mark == "." else day_first)
    return (_year_number(third), *month_day) if month_day else (0, 0, 0)


def _year_number(text: str) -> int:
    return _full_year(int(text)) if len(text) == 2 else int(text)


def _month_day(one: int, other: int, day_first: bool | None) -> tuple[int, int] | None:
    if one > 12 or other > 12:
        return (other, one) if one > 12 else (one, other)
    if one == other:
        return one, other
    if day_first is None:
        return None
    return (other, one) if day_first else (one, other)


def _day_and_month_number(words: Words, i: int) -> Found:
    """13/6 after "on" or a weekday."""
    first, mark, second = words.low[i : i + 3]
    after = words.at(i - 1) in _BEFORE_DAY | {"to", "-", ","} or words.at(i - 1) in WEEKDAYS
    if mark != "/" or not after or not words.is_number(i + 2) or not words.apart(i, i + 3):
        return None
    if len(first) > 2 or len(second) > 2:
        return None
    month_day = _month_day(int(first), int(second), words.day_first)
    return i + 3, _bare(_days_cycle(month_day[0], month_day[1], month_day[1])) if month_day else NOTHING


def _stated_day(numbers: tuple[int, int, int]) -> Phrase:
    return Phrase(lambda frame: _unit_at("day", datetime(*numbers, tzinfo=frame.now.tzinfo)), "day", stated=True)


def _at_iso_time(numbers: tuple[int, int, int], found: re.Match[str]) -> Callable[[Frame], Interval]:
    def place(frame: Frame) -> Interval:
        zone = frame.now.tzinfo
        if offset := found[4]:
            minutes = 0 if offset in "Zz" else int(offset[:3]) * 60 + int(offset[0] + offset[-2:])
            zone = timezone(timedelta(minutes=minutes))
        start = datetime(*numbers, int(found[1]), int(found[2]), int(found[3] or 0), tzinfo=zone)
        return Interval(start, start + timedelta(seconds=1 if found[3] else 60), "instant")

    return place


# Times of day


class TimeOfDay(NamedTuple):
    """Minutes from midnight. half: the half of the day is not said. sure: it is a time by itself."""

    start: int
    end: int
    precision: str
    half: bool = False
    sure: bool = True


@_once
def _clock(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """5pm, 5:30, 17:30, six o'clock, half past five, noon."""
    noon = i + 1 if words.at(i) == "12" else i
    if words.at(noon) in MOMENTS:
        return noon + 1, TimeOfDay(MOMENTS[words.at(noon)], MOMENTS[words.at(noon)] + 1, "instant")
    if spoken := _spoken_clock(words, i):
        return spoken
    found = _hour_and_minute(words, i)
    if not found or not (0 <= found[1] < 24 and found[2] < 60):
        return None
    j, hour, minute, written = found
    end, meridiem = _meridiem(words, j)
    if meridiem and 0 < hour <= 12:
        apart = (words.begins(i) or words.at(i - 1) == "-") and words.stops(end)
        return (end, _minute(hour % 12 + (12 if meridiem == "p" else 0), minute)) if apart else None
    if words.at(j) in ("o'clock", "oclock"):
        return j + 1, _minute(hour, minute, half=hour <= 12)
    if not words.apart(i, j):
        return None
    return j, _minute(hour, minute, half=hour <= 12 and words.at(i)[0] != "0", sure=written)


def _hour_and_minute(words: Words, i: int) -> tuple[int, int, int, bool] | None:
    """5, 5:30, 5:30:15, six thirty; the last value tells whether it is written with a colon."""
    token, j = words.at(i), i + 1
    if token.isdecimal() and len(token) < 3:
        minute = words.digits_behind(j, ":.")
        if len(minute) != 2:
            return j, int(token), 0, False
        end = j + 4 if len(words.digits_behind(j + 2, ":")) == 2 else j + 2
        return end, int(token), int(minute), words.at(j) == ":"
    if token not in SMALL:
        return None
    spoken = _cardinal(words, words.skip(j, "-")) if words.at(j) in TENS or words.at(j) in SMALL else None
    if spoken and 10 <= spoken[1] < 60:
        return spoken[0], SMALL[token], int(spoken[1]), False
    return j, SMALL[token], 0, False


def _minute(hour: int, minute: int, half: bool = False, sure: bool = True) -> TimeOfDay:
    start = hour * 60 + minute
    return TimeOfDay(start, start + 1, "instant", half, sure)


def _meridiem(words: Words, i: int) -> tuple[int, str]:
    """pm, p.m., p m; the word after and "a" or "p", or ""."""
    token = words.at(i)
    if token in ("am", "pm"):
        return i + 1, token[0]
    if token in ("a", "p"):
        j = words.skip(i + 1, ".")
        if words.at(j) == "m" and (words.glued(j) or token == "p"):
            return (j + 2 if words.at(j + 1) == "." and words.glued(j + 1) and j > i + 1 else j + 1), token
    return i, ""


def _spoken_clock(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """Half past five, a quarter to six, ten past nine, 20 minutes past eight."""
    start = words.skip(i, "a")
    if words.at(start) in ("half", "quarter"):
        j, minutes = start + 1, 30 if words.at(start) == "half" else 15
    elif found := _cardinal(words, start):
        j, minutes = words.skip(found[0], "minutes", "mins", "min", "minute"), int(found[1])
    else:
        return None
    direction = words.at(j)
    hour = _cardinal(words, j + 1)
    if direction not in ("past", "to") or not hour or hour[1] not in range(1, 13) or not 0 < minutes < 60:
        return None
    if direction == "to" and words.at(start) != "quarter" and (words.is_number(start) or minutes % 5):
        return None  # "5 to 6" and "two to four" are ranges
    total = int(hour[1]) * 60 + (minutes if direction == "past" else -minutes)
    end, meridiem = _meridiem(words, hour[0])
    if meridiem:
        total = total % 720 + (720 if meridiem == "p" else 0)
    return end, TimeOfDay(total, total + 1, "instant", half=not meridiem)


def _part(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """Morning, early evening, late at night."""
    j = words.skip(i, "early", "late", "mid", "-", "in", "the", "at") if words.at(i) in ("early", "late", "mid") else i
    if words.at(j) not in PARTS:
        return None
    start, end = (60 * hour for hour in PARTS[words.at(j)])
    third = (end - start) // 3
    bounds = {"early": (start, start + third), "mid": (start + third, end - third), "late": (end - third, end)}
    return j + 1, TimeOfDay(*bounds.get(words.at(i), (start, end)), "part", sure=False)


_CLOCK_LEADS = ("at", "around", "about", "by", "@", "from", "between")
_AT = ("at", "around", "about", "by", "in", "the", "on", "@", ",", "for", "from", "between", "early", "~")


@_once
def _time_of_day(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """A clock time, two of them, or a part of the day; "5 in the afternoon" together."""
    part = _part(words, i)
    clock = _clock_range(words, i) or _clock(words, i)
    if clock:
        after = _part(words, words.skip(clock[0], "in", "the", "at"))
        if after and (words.at(clock[0]) in ("in", "at") or clock[1].sure):
            return after[0], _within(clock[1], after[1])
        return clock
    inner_at = words.skip(part[0], *_AT) if part else i
    inner = (_clock_range(words, inner_at) or _clock(words, inner_at)) if part else None
    if part and inner and (inner_at > part[0] or not inner[1].half):
        return inner[0], _within(inner[1], part[1])
    return part


def _clock_range(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """3-5pm, from 5 to 6 pm, between 9:30 and 3 pm."""
    led = words.at(i) in ("from", "between")
    first = _clock(words, i + led) or _plain_hour(words, i + led)
    if not first or words.at(first[0]) not in (*_TO, "and"):
        return None
    second = _clock(words, first[0] + 1)
    sure = first[1].sure or (second is not None and second[1].sure)
    if not second or not (led or second[1].sure):
        return None
    start, end = first[1], second[1]
    if start.half and not end.half and start.start < 720 <= end.start and start.start + 720 < end.start:
        start = start._replace(start=start.start + 720, half=False)
    last = end.start if end.start > start.start else end.start + (720 if end.half else 1440)
    if last <= start.start:
        return None
    return second[0], TimeOfDay(start.start, last, "instant", half=start.half and end.half, sure=sure)


def _plain_hour(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """The 3 of 3-5pm, which is glued to what follows."""
    token = words.at(i)
    if token.isdecimal() and len(token) < 3 and int(token) < 24 and words.at(i + 1) in ("-", "–", "~"):
        return i + 1, _minute(int(token), 0, half=int(token) <= 12, sure=False)
    return None


def _within(clock: TimeOfDay, part: TimeOfDay) -> TimeOfDay:
    """The clock time in the half of the day that the part lies in."""
    if not clock.half:
        return clock._replace(sure=True)
    later = 720 if part.start >= 720 and clock.start < 720 else 0
    if part.start >= 1080 and clock.start % 720 < 300:  # "3 at night"
        later = 0
    if part.start < 720 and clock.start >= 720:
        later = -720
    return clock._replace(start=clock.start + later, end=clock.end + later, half=False, sure=True)


def _on_day(day: Callable[[Frame], Interval], time: TimeOfDay) -> Callable[[Frame], Interval]:
    """The time on that day; an hour from one to six without its half of the day is an afternoon's."""
    if time.half and 60 <= time.start < 420:
        time = time._replace(start=time.start + 720, end=time.end + 720)

    def place(frame: Frame) -> Interval:
        midnight = _midnight(_start(day(frame)))
        start, end = (midnight + timedelta(minutes=minutes) for minutes in (time.start, time.end))
        return Interval(start, end, time.precision)

    return place


def _daily(time: TimeOfDay) -> Cycle:
    def at(moment: datetime, k: int) -> Interval:
        day = _unit_at("day", moment + timedelta(days=k))
        return _on_day(lambda frame: day, time)(Frame(moment))

    return Cycle(at, "day", time.precision)


# Phrases: a day or longer


def _bare(cycle: Cycle) -> Phrase:
    return Phrase(lambda frame: _nearest(cycle, frame), cycle.precision, floating=True, cycle=cycle)


def _day_word(words: Words, i: int) -> Found:
    found = _days.read(words, i)
    if not found:
        return None
    end, (days, part) = found

    def day(frame: Frame) -> Interval:
        return _unit_at("day", frame.now + timedelta(days=days))

    if not part:
        return end, Phrase(day, "day")
    start, stop = (60 * hour for hour in PARTS[part])
    return end, Phrase(_on_day(day, TimeOfDay(start, stop, "part")), "part", part_of_day=True)


def _now(words: Words, i: int) -> Found:
    found = _present.read(words, i)
    if not found or (
        words.at(i) == "now" and words.at(found[0]) in ("that", "and", ",") and words.at(i - 1) != "between"
    ):
        return None
    return found[0], Phrase(lambda frame: _unit_at("minute", frame.now), "instant", kind="date")


def _stretch(words: Words, i: int) -> Found:
    found = _stretches.read(words, i)
    if not found:
        return None
    end, (first, last, unit) = found
    return end, Phrase(
        lambda frame: Interval(
            frame.today + timedelta(days=first), frame.now if last > 0 else frame.today + timedelta(days=last), unit
        ),
        unit,
    )


_BACK = Lexicon(
    {"ago": -1, "back": -1, "earlier": -1, "prior": -1, "previously": -1, "from now": 1, "later": 1, "hence": 1}
)
_HEDGES = ("about", "around", "almost", "nearly", "over", "roughly", "approximately", "just", "like", "maybe", "only",
           "at", "least", "more", "than", "exactly", "close", "the")  # fmt: skip


def _counted(words: Words, i: int) -> Found:
    """Two days ago, a week from now, in three weeks; two Fridays ago, two summers ago."""
    led = words.at(i) in ("in", "within") and not (i > 0 and words.at(i - 1) in ("time", "times"))
    j = words.skip(i + 1, *_HEDGES) if led else i
    if found := _duration(words, j):
        end, duration = found
        if away := _BACK.read(words, end):
            return away[0], Phrase(_around(duration, away[1]), UNITS_PRECISION[duration.unit])
        if led and words.at(end) not in ("of", "'"):
            if _is_perfect(words, i):
                return end, _ever_since(_around(duration, -1), UNITS_PRECISION[duration.unit])
            if words.at(i) == "within":
                return end, _rolling(duration, 1)
            return end, Phrase(_around(duration, 1), UNITS_PRECISION[duration.unit])
        return None
    return _cycles_ago(words, j)


def _cycles_ago(words: Words, i: int) -> Found:
    amount = _amount(words, i)
    if not amount:
        return None
    j, low, high = amount
    name = words.at(j).removesuffix("s")
    cycle = _named(name)
    if not cycle or words.at(j + 1) != "ago" or low != int(low):
        return None

    def place(frame: Frame) -> Interval:
        first, last = (_back_from(cycle, frame, int(count)) for count in (high, low))
        return Interval(first.start, last.end, last.precision)

    return j + 2, Phrase(place, cycle.precision)


def _back_from(cycle: Cycle, frame: Frame, count: int) -> Interval:
    return cycle.at(_start(_latest(cycle, frame)), 1 - count)


def _named(name: str) -> Cycle | None:
    if name in WEEKDAYS and len(name) > 4:
        return _weekday_cycle(WEEKDAYS[name])
    return _season_cycle(SEASONS[name]) if name in SEASONS else None


UNITS_PRECISION = {unit: precision for unit, (_, precision) in UNITS.items()} | {"season": "season"}


def _stepped(words: Words, i: int) -> Found:
    """Last week, this Friday, next May, the past year; the year before last, the week after next."""
    the = words.at(i) == "the"
    j = i + the
    if the and (twice := _twice_stepped(words, j)):
        return twice
    found = _steps.read(words, j)
    if not found:
        return None
    k, step = found
    step_word = words.at(k - 1)
    if rolling := _rolling_stretch(words, i, k, step_word):
        return rolling
    unit = words.at(k)
    if unit in _CALENDAR_WORDS:
        end, cycle = k + 1, _unit_cycle(unit)
    elif unit in ("calendar", "working", "school") and words.at(k + 1) in ("year", "week"):
        cycle, end = _unit_cycle(words.at(k + 1)), k + 2
    elif named := _cycle(words, k, sure=True):
        end, cycle = named
        if words.low[k - 1 : k + 1] in (["this", "may"], ["this", "march"]) and not words.is_capital(k):
            return None
    else:
        return None
    return end, Phrase(lambda frame: step(cycle, frame), cycle.precision)


def _twice_stepped(words: Words, i: int) -> Found:
    unit = words.at(i)
    named = (i + 1, _unit_cycle(unit)) if unit in _CALENDAR_WORDS else _cycle(words, i, sure=True)
    if not named:
        return None
    end, cycle = named
    if words.low[end : end + 2] == ["before", "last"]:
        return end + 2, Phrase(lambda frame: cycle.at(_start(_latest(cycle, frame)), -1), cycle.precision)
    if words.low[end : end + 2] == ["after", "next"]:
        return end + 2, Phrase(lambda frame: cycle.at(_start(_next(cycle, frame)), 1), cycle.precision)
    return None


def _rolling_stretch(words: Words, i: int, k: int, word: str) -> Found:
    """The past 3 weeks, the next few days, the past year; also "over the last year"."""
    sign = _ROLLING.get(word)
    if sign is None:
        return None
    amount = _duration(words, k)
    if amount and words.at(k) not in ("a", "an"):
        return amount[0], _rolling(amount[1], sign)
    unit = words.at(k)
    if UNIT_WORDS.get(unit) != unit or unit in ("weekend", "quarter") or words.at(k + 1) == "of":
        return None
    over = words.at(i - 1) in ("over", "for", "during", "in", "within", "throughout")
    if unit == "day":  # "the next day" counts from a day told before
        rolls = word == "past"
    else:
        rolls = (word == "past" and words.at(i) in ("the", "this")) or (words.at(i) == "the" and over)
    return (k + 1, _rolling(Duration(UNITS[unit][0], UNITS[unit][0], unit), sign)) if rolls else None


def _rolling(duration: Duration, sign: int) -> Phrase:
    """The stretch of that length up to or from the moment; whole days but for hours and less."""

    def place(frame: Frame) -> Interval:
        if duration.unit == "quarter":  # whole ones: the last two are the two before this one
            ours = _unit_at("quarter", frame.now)
            edge = _start(ours) if sign < 0 else _end(ours)
            start, end = sorted((edge, _shift(edge, duration.high, sign)))
            return Interval(start, end, "season")
        far = _shift(frame.now, duration.high, sign)
        if UNITS_PRECISION[duration.unit] != "instant":
            far = _midnight(far) if sign < 0 else _midnight(far) + timedelta(days=1)
        start, end = (far, frame.now) if sign < 0 else (frame.now, far)
        return Interval(start, end, UNITS_PRECISION[duration.unit])

    return Phrase(place, UNITS_PRECISION[duration.unit], kind="duration")


def _ever_since(place: Callable[[Frame], Interval], unit: str) -> Phrase:
    return Phrase(lambda frame: place(frame)._replace(end=None), unit, kind="since")


@_once
def _base(words: Words, i: int, sure: bool) -> Found:
    """A phrase without another attached to it."""
    if not words.may_start(i):
        return None
    if number := _numeric_date(words, i):
        return number
    phrases = [
        _day_word(words, i), _now(words, i), _stretch(words, i), _counted(words, i), _stepped(words, i),
        _years_phrase(words, i, sure), _decade_phrase(words, i, sure), _century_phrase(words, i),
    ]  # fmt: skip
    named = _cycle(words, i, sure) or _day_of_month(words, i)
    if named is None and words.at(i) == "the" and words.at(i + 1) == "weekend":
        named = i + 2, _unit_cycle("weekend")
    if named is None and sure and words.at(i) == "the" and (inner := _cycle(words, i + 1, sure)):
        named = inner
    if named:
        phrases.append((named[0], _bare(named[1])))
    return _longer(phrases)


_JOINTS = (",", "of", "in", "on", "the", "-", "'s", "(")


@_once
def _joined(words: Words, i: int, sure: bool) -> Found:
    """A recurring date with the period it lies in, in either order: May 2022, Friday of last week."""
    first = _base(words, i, sure)
    if not first:
        return None
    end, phrase = first
    joint = words.skip(end, *_JOINTS) if words.skip(end, *_JOINTS) - end < 3 else end
    second = _base(words, joint, sure=True)
    if not second or not second[1].is_date:
        return first
    after, other = second
    if phrase.cycle and other.unit == phrase.cycle.inside and (not other.cycle or other.cycle.inside != "week"):
        return after, _inside(phrase.cycle, other)
    if other.cycle and phrase.unit == other.cycle.inside and not phrase.cycle and words.at(end) != "of":
        return after, _inside(other.cycle, phrase)
    names_day = other.unit == "day" and (other.stated or (other.cycle and not other.cycle.is_weekday))
    if phrase.cycle and phrase.cycle.is_weekday and names_day and words.at(end) not in ("of", "in", "on"):
        return _joined_year(words, after, other)
    return first


def _joined_year(words: Words, end: int, phrase: Phrase) -> Found:
    """Monday, 9 June [2023]."""
    if phrase.cycle and (year := _base(words, words.skip(end, ",", "of"), sure=True)) and year[1].unit == "year":
        return year[0], _inside(phrase.cycle, year[1])
    return end, phrase


def _inside(cycle: Cycle, period: Phrase) -> Phrase:
    return Phrase(
        lambda frame: cycle.at(_start(period.place(frame)), 0),
        cycle.precision,
        stated=period.stated,
        floating=period.floating,
    )


@_once
def _period(words: Words, i: int, sure: bool) -> Found:
    """A joined phrase, or a part of one: early May, the end of last year, the first week of June."""
    return _longer((_joined(words, i, sure), _edge(words, i), _ordinal_of(words, i)))


def _current_unit(words: Words, i: int) -> Found:
    """The year, the month, the day: this one."""
    j = words.skip(i, "the")
    unit = words.at(j)
    if unit in _CALENDAR_WORDS | {"day"}:
        return j + 1, Phrase(lambda frame: _unit_at(unit, frame.now), UNITS[unit][1])
    return None


def _edge(words: Words, i: int) -> Found:
    the = words.skip(i, "the") if words.at(i) == "the" else i
    found = _edges.read(words, the)
    if not found:
        return None
    j, share = found
    k = words.skip(j, "the", "-")
    of_unit = words.at(j - 1) in ("of", "in") or None in share
    inner = _joined(words, k, sure=True) or (_current_unit(words, k) if of_unit else None)
    if not inner or not inner[1].is_date:
        return None
    end, phrase = inner
    if phrase.unit == "instant":
        return None
    edge = "end" if share == EDGES["end of"] else "start" if share == EDGES["start of"] else ""
    return end, Phrase(_share(phrase, share), _FINER[phrase.unit], phrase.stated, phrase.floating, edge=edge)


def _share(phrase: Phrase, share: tuple[float | None, float | None]) -> Callable[[Frame], Interval]:
    """That part of the period, in whole years, months, days or hours; None is the moment itself."""

    def place(frame: Frame) -> Interval:
        whole = phrase.place(frame)
        start, end = _start(whole), _end(whole)
        finer = _FINER[phrase.unit]
        if share[1] is None:
            return Interval(start, min(frame.now, end), finer)
        if share[0] is None:
            return Interval(max(frame.now, start), end, finer)
        return Interval(_part_way(start, end, share[0]), _part_way(start, end, share[1]), finer)

    return place


def _part_way(start: datetime, end: datetime, share: float) -> datetime:
    months = (end.year - start.year) * 12 + end.month - start.month
    if months >= 12:
        step = 12 if months >= 120 else 1
        return _add_months(start, round(months * share / step) * step)
    length = end.replace(tzinfo=None) - start.replace(tzinfo=None)
    if length.days > 1:
        return start + timedelta(days=round(length.days * share))
    return start + timedelta(hours=round(length / timedelta(hours=1) * share))


def _ordinal_of(words: Words, i: int) -> Found:
    """The first Monday of May, the last week of July, the second quarter of 2022, the last ten days of May."""
    j = words.skip(i, "the") if words.at(i) == "the" else i
    ordinal = (j + 1, -1) if words.at(j) == "last" else _ordinal(words, j)
    if not ordinal:
        return None
    k, number = ordinal
    amount = _cardinal(words, k) if abs(number) == 1 else None
    count, k = (int(amount[1]), amount[0]) if amount else (0, k)
    unit = words.at(k).removesuffix("s") if count else words.at(k)
    if unit in ("day", "week", "weekend", "month", "quarter", "half", "year"):
        cycle = _unit_cycle("quarter" if unit == "half" else unit)
    elif unit in WEEKDAYS and not count:
        cycle = _weekday_cycle(WEEKDAYS[unit])
    else:
        return None
    if words.at(k + 1) not in ("of", "in"):
        return None
    inner = _joined(words, words.skip(k + 2, "the"), sure=True) or _current_unit(words, k + 2)
    if not inner or not inner[1].is_date or PRECISIONS.index(inner[1].unit) >= PRECISIONS.index(cycle.precision):
        return None
    end, period = inner

    def place(frame: Frame) -> Interval:
        whole = period.place(frame)
        if count:
            return _some_of(whole, _length(count, unit), number, cycle.precision)
        if unit == "half":
            return _share(period, (0, 1 / 2) if number == 1 else (1 / 2, 1))(frame)
        return _seven_days(whole, number) if unit == "week" else _nth_in(whole, cycle, number)

    return end, Phrase(place, cycle.precision, period.stated, period.floating)


def _some_of(whole: Interval, length: Length, number: int, precision: str) -> Interval:
    if number > 0:
        return Interval(whole.start, _shift(_start(whole), length), precision)
    return Interval(_shift(_end(whole), length, -1), whole.end, precision)


def _nth_in(whole: Interval, cycle: Cycle, number: int) -> Interval:
    """The number-th occurrence that starts in a period, -1 the last."""
    start, end = _start(whole), _end(whole)
    if number > 0:
        missed = _start(cycle.at(start, 0)) < start
        found = cycle.at(start, number - 1 + missed)
    else:
        last = end - timedelta(days=1)
        found = cycle.at(last, -1 if _start(cycle.at(last, 0)) > last else 0)
    if not start <= _start(found) < end:
        raise ValueError("the period has fewer")
    return found


def _seven_days(whole: Interval, number: int) -> Interval:
    """The number-th seven days of a period, -1 the last."""
    if number > 0:
        start = _start(whole) + timedelta(days=7 * (number - 1))
        if start >= _end(whole):
            raise ValueError("the period has fewer weeks")
        return Interval(start, min(start + timedelta(days=7), _end(whole)), "week")
    return Interval(_end(whole) - timedelta(days=7), _end(whole), "week")


# Phrases: with a time of day, or counted from another


def _timed(words: Words, i: int, sure: bool) -> Found:
    period = _period(words, i, sure)
    if period and period[1].is_day and (timed := _day_then_time(words, *period)):
        return timed
    return _longer((period, _part_of_day(words, i), _time_then_day(words, i)))


def _day_then_time(words: Words, end: int, day: Phrase) -> Found:
    """Yesterday morning, Monday at 9am, 5 June from 3 to 5, Wednesday evening next week."""
    joint = words.skip(end, *_AT)
    led = words.at(joint - 1) if joint > end else ""
    time = _time_of_day(words, joint)
    if led in ("from", "between"):
        time = _clock_range(words, joint - 1) or time
    if not time or not (time[1].sure or time[1].precision == "part" or led in _CLOCK_LEADS):
        return None
    after, day_of = _in_week(words, time[0], day)
    return after, _with_time(day_of, time[1], words.at(end - 1))


def _part_of_day(words: Words, i: int) -> Found:
    """The evening of 5 June."""
    part = _part(words, i + 1) if words.at(i) == "the" else None
    day = _joined(words, words.skip(part[0] + 1, "the"), sure=True) if part and words.at(part[0]) == "of" else None
    return (day[0], _with_time(day[1], part[1], "")) if part and day and day[1].unit == "day" else None


def _time_then_day(words: Words, i: int) -> Found:
    """5pm tomorrow, from 5 to 6 pm on 22 April; a time alone."""
    led = words.at(i) in ("from", "between")
    found = _time_of_day(words, i) if led or words.is_number(i) or words.at(i) in _CLOCK_STARTS else None
    if not found:
        return None
    end, time = found
    joint = words.skip(end, "on", "of", ",", "the")
    day = _period(words, joint, sure=words.at(joint - 1) == "on")
    attaches = time.precision == "part" or time.sure or led or words.at(i - 1) == "at"
    if day and day[1].is_day and attaches:
        return day[0], _with_time(day[1], time, words.at(day[0] - 1))
    alone = (time.sure and not time.half) if led else _is_time_alone(words, i, time)
    return (end, _bare(_daily(time))) if alone else None


def _in_week(words: Words, end: int, day: Phrase) -> tuple[int, Phrase]:
    """The week that follows a weekday and its time: Wednesday evening [next week]."""
    week = _base(words, words.skip(end, "of"), sure=True) if day.cycle and day.cycle.is_weekday else None
    if week and day.cycle and week[1].unit == "week" and not week[1].cycle and week[1].kind == "":
        return week[0], _inside(day.cycle, week[1])
    return end, day


def _is_time_alone(words: Words, i: int, time: TimeOfDay) -> bool:
    before = words.at(i - 1)
    if time.precision == "part":
        return (before == "the" and words.at(i - 2) in ("in", "during")) or (before == "at" and words.at(i) == "night")
    alone = not time.half or ":" not in words.low[i : i + 2]
    return time.sure and (alone or before in _AT or before in ("until", "till", "since", "after", "before"))


def _with_time(day: Phrase, time: TimeOfDay, part: str) -> Phrase:
    if part in PARTS or part == "tonight":
        start, end = (60 * hour for hour in PARTS.get(part, PARTS["night"]))
        time = _within(time, TimeOfDay(start, end, "part"))
    return Phrase(_on_day(day.place, time), time.precision, day.stated, day.floating)


_BESIDE = {"before", "after", "following", "of", "beginning", "starting", "commencing"}


def _relative_to(words: Words, i: int, sure: bool) -> Found:
    """The week before 9 June, the weekend of the 5th, the Friday after Easter, two weeks before Christmas."""
    j = words.skip(i, "the") if words.at(i) == "the" else i
    unit = words.at(j)
    if unit in _CALENDAR_WORDS | {"day", "night"} and words.at(j + 1) in _BESIDE:
        target = _day_after(words, words.skip(j + 2, "on"))
        if target and target[1].is_date:
            return target[0], _unit_beside(UNIT_WORDS[unit], words.at(j + 1), target[1])
        return None
    if words.at(j) in WEEKDAYS or words.at(j) in SEASONS:
        named = _cycle(words, j, sure=True)
        if named and words.at(named[0]) in ("before", "after") and (target := _day_after(words, named[0] + 1)):
            step = _latest if words.at(named[0]) == "before" else _coming
            cycle, phrase = named[1], target[1]
            return target[0], Phrase(
                lambda frame: step(cycle, Frame(_start(phrase.place(frame)))),
                cycle.precision,
                phrase.stated,
                phrase.floating,
            )
        return None
    if found := _duration(words, i):
        end, duration = found
        word = words.at(end)
        if word in ("before", "after", "from", "since") and (target := _day_after(words, end + 1)):
            return target[0], _counted_from(duration, word, target[1])
    return None


def _counted_from(duration: Duration, word: str, phrase: Phrase) -> Phrase:
    """Two weeks before Christmas is a week, two weeks from Monday a day."""
    sign = -1 if word == "before" else 1
    if word == "from" and phrase.unit == "day" and UNITS_PRECISION[duration.unit] != "instant":
        duration = duration._replace(unit="day")
    return Phrase(
        lambda frame: _around(duration, sign)(Frame(_start(phrase.place(frame)))),
        UNITS_PRECISION[duration.unit],
        phrase.stated,
        phrase.floating,
    )


def _day_after(words: Words, i: int) -> Found:
    """A phrase, with or without "the" before it: the 5th, the Friday, Easter."""
    return _longer((_joined(words, i, sure=True), _joined(words, words.skip(i, "the"), sure=True)))


def _unit_beside(unit: str, side: str, phrase: Phrase) -> Phrase:
    """The unit before, of or after a date; the week before a day is the seven days up to it."""

    def place(frame: Frame) -> Interval:
        target = phrase.place(frame)
        if side == "of":
            return _unit_at(unit, _start(target))
        if side in ("beginning", "starting", "commencing"):
            return Interval(target.start, _shift(_start(target), UNITS[unit][0]), UNITS[unit][1])
        if unit == "weekend":
            cycle = _unit_cycle("weekend")
            return _latest(cycle, Frame(_start(target))) if side == "before" else _coming(cycle, Frame(_start(target)))
        length, precision = UNITS[unit]
        if unit in ("day", "week"):
            if side == "before":
                return Interval(_shift(_start(target), length, -1), target.start, precision)
            return Interval(target.end, _shift(_end(target), length), precision)
        return _unit_at(unit, _shift(_midnight(_start(target)).replace(day=1), length, -1 if side == "before" else 1))

    return Phrase(place, UNITS[unit][1], phrase.stated, phrase.floating)


@_once
def _when(words: Words, i: int, sure: bool) -> Found:
    return _longer((_timed(words, i, sure), _relative_to(words, i, sure)))


# Phrases: ranges, open sides, habits, lengths


def _range(words: Words, i: int) -> Found:
    """From May to July 2022, between 2019 and 2021, 2014-2018, Monday to Friday."""
    led = words.at(i) in ("from", "between")
    if years := _year_range(words, i + led):
        return years
    first = _end_of_range(words, i + led, sure=led or (words.at(i) in MONTHS and words.at(i + 1) in _TO))
    if not first or not first[1].is_date:
        return None
    j = first[0]
    if words.at(j) not in _TO and (words.at(i), words.at(j)) != ("between", "and"):
        return None
    second = _end_of_range(words, j + 1, sure=True)
    if not second and first[1].cycle and first[1].cycle.precision == "day":  # the 27th to the third
        day = _ordinal(words, words.skip(j + 1, "the"))
        second = (day[0], _bare(_monthly_cycle(day[1]))) if day else None
    if not second or not second[1].is_date:
        return None
    mixed = {first[1].unit, second[1].unit}
    if words.at(j) in ("-", "–", "—", "~") and not led and len(mixed) > 1 and not mixed <= {"year", "month", "day"}:
        return None
    return second[0], _from_to(first[1], second[1])


def _end_of_range(words: Words, i: int, sure: bool) -> Found:
    return _longer((_when(words, i, sure), _when(words, words.skip(i, "the"), sure) if sure else None))


def _year_range(words: Words, i: int) -> Found:
    """2014-2018."""
    first, dash, second = (words.at(k) for k in range(i, i + 3))
    if dash not in ("-", "–", "—", "~") or not (first.isdecimal() and second.isdecimal()):
        return None
    if len(first) != 4 or len(second) != 4 or not 1900 <= int(first) < int(second) < 2100:
        return None
    if not words.begins(i) or not words.stops(i + 3) or words.at(i - 1) in ("-", "+") or words.at(i + 3) in _COUNTED:
        return None
    years = int(second) - int(first) + 1
    return i + 3, Phrase(lambda frame: _years(frame.now, int(first), years, "year"), "year", stated=True)


def _from_to(first: Phrase, second: Phrase) -> Phrase:
    """One end that names no year or week takes it from the other."""

    def place(frame: Frame) -> Interval:
        if first.floating and not second.floating:
            end = second.place(frame)
            start = first.place(Frame(_start(end)))
        else:
            start, end = _from_on(first, second, frame._replace(forward=False) if first.floating else frame)
            if frame.forward and first.floating and _end(end) <= frame.now:
                start, end = _from_on(first, second, frame)
        last = end.start if end.precision == "instant" else end.end
        return Interval(start.start, last, start.precision)

    return Phrase(place, first.unit, first.stated or second.stated, first.floating and second.floating)


def _from_on(first: Phrase, second: Phrase, frame: Frame) -> tuple[Interval, Interval]:
    start = first.place(frame)
    return start, second.place(Frame(_start(start), forward=True) if second.floating else frame)


_SINCE = Lexicon(  # words -> the side of the period after them that counts
    {"after": "end", "later than": "end"}
    | dict.fromkeys(("since", "ever since", "as of"), "start")
    | {f"{word}{joint}": "start" for word in ("starting", "beginning") for joint in ("", " in", " on", " from")}
)
_UNTIL = Lexicon(
    {"through": "end", "by": "end", "no later than": "end"}
    | dict.fromkeys(("until", "till", "up until", "before", "prior to"), "start")
)


def _open_side(words: Words, i: int) -> Found:
    """Since 2019, after Christmas; until March, before 2020, by Friday."""
    kind, found = "since", _SINCE.read(words, i)
    if not found:
        kind, found = "until", _UNTIL.read(words, i)
    if not found:
        return _open_end(words, i)
    j, edge = found
    inner = _end_of_range(words, j, sure=True)
    if not inner or not inner[1].is_date:
        return None
    end, phrase = inner
    looks_back = kind == "since" and edge == "start" and words.at(i) not in ("starting", "beginning")
    bounded = _bounded(phrase, kind, at_start=(phrase.edge or edge) == "start")
    if looks_back:
        return end, bounded._replace(place=lambda frame: bounded.place(frame._replace(forward=False)))
    return end, bounded


_ONWARDS = Lexicon(
    dict.fromkeys(("or later", "and later", "or after", "and after", "onwards", "onward", "or newer"), "since")
    | dict.fromkeys(("or earlier", "and earlier", "or before", "and before"), "until")
)
_BOUNDS = {"after": "since", "since": "since", "before": "until", "until": "until", "till": "until"}


def _open_end(words: Words, i: int) -> Found:
    """2012 or later; tomorrow before 5pm."""
    inner = _period(words, i, sure=False) or _years_phrase(words, i, sure=_ONWARDS.read(words, i + 1) is not None)
    if not inner or inner[1].kind != "":
        return None
    end, phrase = inner
    if onwards := _ONWARDS.read(words, end):
        return onwards[0], _bounded(phrase, onwards[1], at_start=onwards[1] == "since")
    kind = _BOUNDS.get(words.at(end), "")
    time = _time_of_day(words, end + 1) if kind and phrase.unit == "day" else None
    if time and (time[1].sure and time[1].precision == "instant"):
        return time[0], _bounded(_with_time(phrase, time[1], ""), kind, at_start=True)
    return None


def _bounded(phrase: Phrase, kind: str, *, at_start: bool) -> Phrase:
    """The time from or up to the start (or end) of a phrase."""

    def place(frame: Frame) -> Interval:
        interval = phrase.place(frame)
        bound = interval.start if at_start or interval.precision == "instant" else interval.end
        if kind == "since":
            return Interval(bound, None, interval.precision)
        return Interval(None, bound, interval.precision)

    return Phrase(place, phrase.unit, phrase.stated, phrase.floating, kind=kind)


def _is_perfect(words: Words, i: int) -> bool:
    """Have lived, 've been, hasn't: a state that lasts until now."""
    for k in range(i - 1, max(i - 9, -1), -1):
        if words.at(k) in (".", "!", "?", ";"):
            return False
        if words.at(k) in _HAVE and words.at(k) != "had":
            return True
    return False


def _length_phrase(words: Words, i: int) -> Found:
    """For three years now, seven years now; for two weeks, ten days."""
    led = words.at(i) == "for"
    j = words.skip(i + 1, *_HEDGES) if led else i
    found = _duration(words, j)
    if not found:
        return None
    end, duration = found
    unit = UNITS_PRECISION[duration.unit]
    if words.at(end) == "now" or (led and _is_perfect(words, i)):
        return end + (words.at(end) == "now"), _ever_since(_around(duration, -1), unit)
    if not led and words.at(i) in ("a", "an", "one", "half"):
        return None
    return end, _loose(duration)


def _loose(duration: Duration) -> Phrase:
    def place(frame: Frame) -> Interval:
        return _rolling(duration, 1 if frame.forward else -1).place(frame)._replace(precision="unknown")

    return Phrase(place, "unknown", floating=True, kind="duration")


def _habit(words: Words, i: int) -> Found:
    """Every Tuesday, each summer, every other week, on Mondays, weekly, twice a month, every day at 5pm."""
    found = _habit_day(words, i)
    if not found:
        return None
    end, cycle = found
    while words.at(end) in ("and", ",", "or") and (more := _habit_name(words, end + 1)) and more[1].is_weekday:
        end = more[0]
    time = _time_of_day(words, words.skip(end, *_AT))
    if time and cycle.precision == "day" and (time[1].sure or time[1].precision == "part"):
        end = time[0]
    return end, Phrase(lambda frame: _nearest(cycle, frame), cycle.precision, floating=True, kind="recurring")


def _habit_day(words: Words, i: int) -> tuple[int, Cycle] | None:
    token = words.at(i)
    if token in ADVERBS:
        return i + 1, _unit_cycle(ADVERBS[token])
    if token in ("every", "each"):
        j = words.skip(i + 1, "single", "other", "second", "third", "fourth")
        if number := _cardinal(words, j):
            j = number[0]
        return _habit_name(words, j)
    if token in ("once", "twice", "times") and words.at(i + 1) in ("a", "per", "every", "each", "an"):
        return _habit_name(words, i + 2)
    plural = token.removesuffix("s")
    if token in WEEKDAYS and words.at(i + 1).endswith("s") and words.at(i + 1)[:-1] in PARTS:
        return i + 2, _weekday_cycle(WEEKDAYS[token])
    if token.endswith("s") and plural in WEEKDAYS and len(plural) > 5 and words.at(i + 1) != "'":
        return i + 1, _weekday_cycle(WEEKDAYS[plural])
    if token in ("weekends", "weekdays") or (
        token in ("mornings", "evenings", "afternoons", "nights") and words.at(i - 1) in ("in", "on", "most", "the")
    ):
        return i + 1, _unit_cycle("weekend" if token == "weekends" else "day")
    return None


def _habit_name(words: Words, i: int) -> tuple[int, Cycle] | None:
    token = words.at(i)
    if token in PARTS or token == "weekday":
        return i + 1, _unit_cycle("day")
    if token in UNIT_WORDS:
        return i + 1, _unit_cycle(UNIT_WORDS[token])
    if token.endswith("s") and token[:-1] in WEEKDAYS and len(token) > 6:
        return i + 1, _weekday_cycle(WEEKDAYS[token[:-1]])
    return _cycle(words, i, sure=True)


# The whole text


def _forward(words: Words, i: int, j: int, default: bool) -> bool:
    """Whether the verb nearest to words i to j looks ahead; the one before it decides at equal distance."""
    for distance in range(1, 13):
        for k, step in ((i - distance, -1), (j - 1 + distance, 1)):
            if not 0 <= k < len(words) or _is_cut(words, i, j, k, step):
                continue
            if (looks := _looks_ahead(words, k)) is not None:
                return looks
    return default


def _is_cut(words: Words, i: int, j: int, k: int, step: int) -> bool:
    """True when a sentence ends between the phrase and word k."""
    between = words.low[k + 1 : i] if step < 0 else words.low[j:k]
    return any(token in (".", "!", "?", ";") for token in between)


def _looks_ahead(words: Words, k: int) -> bool | None:
    token = words.at(k)
    if token in _WILL or (token == "going" and words.at(k + 1) == "to") or (token == "won" and words.at(k + 1) == "'t"):
        return True
    if token == "forward" and words.at(k - 1) in ("looking", "look"):
        return True
    if (token == "let" and words.at(k + 1) == "'s") or (token == "wait" and words.at(k - 1) == "'t"):
        return True
    if token in _BE and words.at(k + 1).endswith("ing") and len(words.at(k + 1)) > 4:
        return True
    if token in _DID or (token.endswith("ed") and len(token) > 4 and words.at(k - 1) not in _BE):
        return False
    return None


_CLOCK_STARTS = {"early", "late", "half", "quarter", *MOMENTS, *PARTS, *SMALL}
_LEXICONS = (_holidays, _edges, _days, _present, _stretches, _steps, _SINCE, _UNTIL)
_LEADS = _set("the this a an in within for from between by before after through ' of")
_PAIRS = frozenset[tuple[str, str]]().union(*(lexicon.pairs() for lexicon in _LEXICONS))
_STARTERS = (
    frozenset[str]().union(
        *(lexicon.words() for lexicon in _LEXICONS),
        *(WEEKDAYS, MONTHS, SEASONS, SMALL, TENS, ORDINALS, VAGUE, ADVERBS, UNIT_WORDS, _CLOCK_STARTS, _TENS_PLURAL),
        (f"{weekday}s" for weekday in WEEKDAYS),
        _set("weekends weekdays mornings evenings afternoons nights calendar every each once twice times q"),
    )
    - _LEADS
)
"""The telling words a time expression can begin with, beside numbers."""


def _english(text: str, frame: Frame, day_first: bool | None) -> Iterator[Timex]:
    words = Words(text, day_first)
    i = 0
    while i < len(words):
        found = _longest_phrase(words, i) if words.may_start(i) else None
        if len(words.read) > 10_000:  # what lies behind is not read again
            words.read.clear()
        if not found:
            i += 1
            continue
        end, phrase = found
        default = frame.forward or phrase.kind == "until"
        said = frame._replace(forward=_forward(words, i, end, default)) if phrase.floating else frame
        if timex := _timex(text, words.starts[i], words.ends[end - 1], phrase, said):
            yield timex
        i = end


def _longest_phrase(words: Words, i: int) -> Found:
    rules = (_range, _open_side, _habit, _length_phrase)
    return _longer((_when(words, i, sure=False), *(rule(words, i) for rule in rules)))


def _timex(text: str, start: int, end: int, phrase: Phrase, frame: Frame) -> Timex | None:
    """The phrase at its place in time; None when there is no such date."""
    try:
        span = phrase.place(frame).timex_span()
    except (ValueError, OverflowError, IndexError, InvalidArgument):
        return None
    if span.start >= span.end:
        return None
    kind = phrase.kind or ("time" if span.precision in ("part", "instant") else "date")
    return Timex(start, end, text[start:end], span, "stated" if phrase.stated else "relative", kind)


# --- Chinese: the ordinary expressions ---------------------------------------------------------------

_HAN = re.compile(r"[\u4e00-\u9fff]")
_HAN_DIGITS = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_HAN_COUNT = "[0-9]{1,4}|[零〇一二三四五六七八九十两]{1,4}"
_HAN_VAGUE = {"几": (2, 5), "半": (0.5, 0.5)}
_HAN_WEEKDAYS = {sign: number for number, sign in enumerate("一二三四五六日")} | {"天": 6}
_HAN_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
_HAN_DAYS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_HAN_YEARS = {"前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_HAN_STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_HAN_PARTS = {
    "早上": "morning", "上午": "morning", "早": "morning", "下午": "afternoon", "晚上": "evening", "晚": "evening",
    "夜里": "night",
}  # fmt: skip
_HAN_UNITS = {
    "分钟": "minute", "小时": "hour", "天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week",
    "月": "month", "年": "year",
}  # fmt: skip
_HAN_EDGES = {"初": (0, 1 / 3), "中": (1 / 3, 2 / 3), "底": (2 / 3, 1), "末": (2 / 3, 1)}
_HAN_AHEAD = re.compile("将|要|打算|准备|计划")


def _any(table: Iterable[str]) -> str:
    return "|".join(sorted(table, key=len, reverse=True))


_HAN_DATE = re.compile(
    rf"(?:(?P<year>[0-9]{{4}})年|(?P<step>{_any(_HAN_YEARS)})的?)?"
    rf"(?:(?P<season>[春夏秋冬])[天季]|(?P<month>{_HAN_COUNT})月份?(?:(?P<day>{_HAN_COUNT})[日号])?)?(?P<edge>[初中底末])?"
)
_HAN_DAY = re.compile(rf"(?P<day>{_any(_HAN_DAYS)})(?:天|日|(?=[早晚]))(?P<part>{_any(_HAN_PARTS)})?")
_HAN_STEP = re.compile(
    rf"(?P<step>{_any(_HAN_STEPS)})个?(?:(?P<weekend>周末)|(?P<week>周|星期|礼拜)(?P<weekday>[一二三四五六日天])?|月(?P<edge>[初中底末])?)"
)
_HAN_AGO = re.compile(
    rf"(?P<count>{_HAN_COUNT}|[几半])个?(?P<half>半)?(?P<unit>{_any(_HAN_UNITS)})(?P<half_after>半)?(?:以|之)?(?P<side>[前后])"
)
_HAN_WEEKDAY = re.compile("(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])")
_HAN_WEEKEND = re.compile("周末")


def _han_number(text: str) -> int:
    """25 from 25, 二十五 or 二五."""
    if text.isdecimal():
        return int(text)
    if "十" in text:
        tens, _, units = text.partition("十")
        return (_HAN_DIGITS.get(tens, 0) if tens else 1) * 10 + (_HAN_DIGITS.get(units, 0) if units else 0)
    return int("".join(str(_HAN_DIGITS[sign]) for sign in text))


def _han_date(found: re.Match[str]) -> Phrase | None:
    """2023年5月3日, 去年夏天, 明年三月, 5月3日, 今年年底."""
    year, step, season, month, day, edge = found.group("year", "step", "season", "month", "day", "edge")
    if not (year or step or day):
        return None
    if season:
        cycle: Cycle | None = _season_cycle(_HAN_SEASONS[season])
    elif day:
        cycle = _days_cycle(_han_number(month), _han_number(day), _han_number(day))
    else:
        cycle = _month_cycle(_han_number(month)) if month else None
    if year or step:
        period = Phrase(
            lambda frame: _years(frame.now, int(year) if year else frame.now.year + _HAN_YEARS[step], 1, "year"),
            "year",
            stated=bool(year),
        )
        phrase = _inside(cycle, period) if cycle else period
    else:
        phrase = _bare(cycle) if cycle else NOTHING
    return phrase._replace(place=_share(phrase, _HAN_EDGES[edge])) if edge else phrase


def _han_day(found: re.Match[str]) -> Phrase:
    """昨天, 今晚, 明天下午."""
    days = _HAN_DAYS[found["day"]]

    def day(frame: Frame) -> Interval:
        return _unit_at("day", frame.now + timedelta(days=days))

    if not found["part"]:
        return Phrase(day, "day")
    start, end = (60 * hour for hour in PARTS[_HAN_PARTS[found["part"]]])
    return Phrase(_on_day(day, TimeOfDay(start, end, "part")), "part")


def _han_step(found: re.Match[str]) -> Phrase:
    """上周五, 下个月, 上个月底, 这个周末."""
    k = _HAN_STEPS[found["step"]]
    unit = "weekend" if found["weekend"] else "week" if found["week"] else "month"
    cycle = _weekday_cycle(_HAN_WEEKDAYS[found["weekday"]]) if found["weekday"] else _unit_cycle(unit)
    phrase = Phrase(lambda frame: cycle.at(frame.now, k), cycle.precision)
    return phrase._replace(place=_share(phrase, _HAN_EDGES[found["edge"]])) if found["edge"] else phrase


def _han_ago(found: re.Match[str]) -> Phrase:
    """三天前, 几个月前, 半年前, 两年半前, 一周后."""
    count, unit = found["count"], _HAN_UNITS[found["unit"]]
    low, high = _HAN_VAGUE.get(count) or (_han_number(count), _han_number(count))
    half = 0.5 if found["half"] or found["half_after"] else 0
    fraction = (low + half) % 1 != 0
    duration = Duration(
        _length(low + half, unit), _length(high + half, unit), _OF_FRACTION.get(unit, unit) if fraction else unit
    )
    return Phrase(_around(duration, -1 if found["side"] == "前" else 1), UNITS_PRECISION[duration.unit])


_HAN_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Phrase | None]], ...] = (
    (_HAN_DATE, _han_date),
    (_HAN_DAY, _han_day),
    (_HAN_STEP, _han_step),
    (_HAN_AGO, _han_ago),
    (_HAN_WEEKDAY, lambda found: _bare(_weekday_cycle(_HAN_WEEKDAYS[found["weekday"]]))),
    (_HAN_WEEKEND, lambda found: _bare(_unit_cycle("weekend"))),
)
_HAN_STARTERS = re.compile("[0-9零〇一二三四五六七八九十两几半前去今明后昨大上这本下周星礼]")


def _chinese(text: str, frame: Frame) -> Iterator[Timex]:
    if not _HAN.search(text):
        return
    at = 0
    while starter := _HAN_STARTERS.search(text, at):
        at = starter.start()
        matches = ((rule.match(text, at), read) for rule, read in _HAN_RULES)
        read_here = [(found.end(), phrase) for found, read in matches if found and found[0] and (phrase := read(found))]
        if not read_here or (text[at].isdecimal() and text[at - 1 : at].isdecimal()):
            at += 1
            continue
        end, phrase = max(read_here, key=lambda each: each[0])
        ahead = frame.forward or _HAN_AHEAD.search(text, max(0, at - 8), end + 8) is not None
        if timex := _timex(text, at, end, phrase, frame._replace(forward=ahead)):
            yield timex
        at = end
