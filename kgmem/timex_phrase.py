"""What a time phrase means, whatever the language: a function of the moment it was said."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta, tzinfo
from itertools import pairwise
from typing import NamedTuple

from kgmem.temporal import PRECISIONS
from kgmem.timex_calendar import PARTS, UNITS, Frame, Interval, Length, Share, add_months, midnight, shift, unit_at
from kgmem.timex_cycles import Cycle, nearest


class Phrase(NamedTuple):
    """What was read.

    unit: its precision. floating: its year, month or week is left open. cycle: set when it is a bare mention of
    something that recurs. kind: as in Timex, or "" for what its precision tells; a "since" has no end and an
    "until" no start, whatever its interval says. edge: "start", "middle" or "end" for that of a period.
    part_of_day: a day with a part of it, as "tonight". length: of a duration. every: the period of what recurs.
    point: the moment that "two weeks ago" counts to.
    """

    place: Callable[[Frame], Interval]
    unit: str
    stated: bool = False
    floating: bool = False
    cycle: Cycle | None = None
    kind: str = ""
    edge: str = ""
    part_of_day: bool = False
    length: Length | None = None
    every: Length | None = None
    point: Callable[[Frame], datetime] | None = None

    @property
    def is_date(self) -> bool:
        """A time by itself: no length, habit or open side."""
        return self.kind in ("", "date")

    @property
    def is_day(self) -> bool:
        return self.unit == "day" or self.part_of_day

    def become(self, change: Callable[[Interval], Interval], unit: str) -> Phrase:
        """The phrase that means what becomes of this one's interval."""
        return Phrase(lambda frame: change(self.place(frame)), unit, self.stated, self.floating)


class Reading(NamedTuple):
    """A phrase read in a text from character `start` to `end`, and when it was said."""

    start: int
    end: int
    phrase: Phrase
    frame: Frame


Found = tuple[int, Phrase] | None
"""A phrase and the place after it."""


def longer(found: Iterable[Found]) -> Found:
    return max((each for each in found if each), key=lambda each: each[0], default=None)


def _no_such_date(frame: Frame) -> Interval:
    raise ValueError("no such date")


NOTHING = Phrase(_no_such_date, "day", stated=True)
"""What looks like a date and is none: 31 February, 2023-13-01, 6/9/2023 read both ways."""


def bare(cycle: Cycle) -> Phrase:
    return Phrase(lambda frame: nearest(cycle, frame), cycle.precision, floating=True, cycle=cycle)


def inside(cycle: Cycle, period: Phrase) -> Phrase:
    """The occurrence in the year, month or week of a period."""
    return period.become(lambda whole: cycle.at(whole.start, 0), cycle.precision)


# Parts of a period

_FINER = dict(pairwise(PRECISIONS)) | {"part": "part"}  # what a third of it is known to


def share_of(period: Phrase, share: Share) -> Phrase:
    """That share of the period, in whole years, months, days or hours."""
    first, last = share
    finer = _FINER[period.unit]

    def place(frame: Frame) -> Interval:
        start, end, _ = period.place(frame)
        if last is None:
            return Interval(start, min(frame.now, end), finer)
        if first is None:
            return Interval(max(frame.now, start), end, finer)
        return Interval(_part_way(start, end, first), _part_way(start, end, last), finer)

    return Phrase(place, finer, period.stated, period.floating)


def _part_way(start: datetime, end: datetime, share: float) -> datetime:
    months = (end.year - start.year) * 12 + end.month - start.month
    if months >= 12:
        step = 12 if months >= 120 else 1
        return add_months(start, round(months * share / step) * step)
    length = end.replace(tzinfo=None) - start.replace(tzinfo=None)
    if length.days > 1:
        return start + timedelta(days=round(length.days * share))
    return start + timedelta(hours=round(length / timedelta(hours=1) * share))


# Days and their times


class TimeOfDay(NamedTuple):
    """Minutes from midnight. half: the half of the day is not said. sure: it is a time by itself.

    second: when it is told. zone: when it is another than that of the moment.
    """

    start: int
    end: int
    precision: str
    half: bool = False
    sure: bool = True
    second: int | None = None
    zone: tzinfo | None = None

    @property
    def is_range(self) -> bool:
        return self.precision == "instant" and self.end - self.start > 1


def part_of_day(part: str) -> TimeOfDay:
    first, last = PARTS[part]
    return TimeOfDay(60 * first, 60 * last, "part", sure=False)


def on_day(day: Interval, time: TimeOfDay) -> Interval:
    """The time on that day; an hour from one to six without its half of the day is an afternoon's.

    A wall-clock time that the clocks skip is as long after midnight as it says; of one they show twice it is the first.
    """
    later = 720 if time.half and 60 <= time.start < 420 else 0
    first = midnight(day.start) if time.zone is None else midnight(day.start).replace(tzinfo=time.zone)
    start, end = (first + timedelta(minutes=minutes + later) for minutes in (time.start, time.end))
    if time.second is not None:
        start += timedelta(seconds=time.second)
        end = start + timedelta(seconds=1)
    return Interval(start, end, time.precision)


def daily(time: TimeOfDay) -> Cycle:
    return timed(Cycle(lambda moment, k: unit_at("day", moment + timedelta(days=k)), "day", "day"), time)


def at_time(time: TimeOfDay) -> Phrase:
    """A time without a day; ahead, an hour from seven to twelve without its half of the day is the next of both."""
    phrase = bare(daily(time))
    if not time.half or not 420 <= time.start < 780:
        return phrase
    evening = daily(time._replace(start=time.start % 720 + 720, end=time.end % 720 + 720, half=False))

    def place(frame: Frame) -> Interval:
        if not frame.forward or time.is_range:
            return phrase.place(frame)
        return min(phrase.place(frame), nearest(evening, frame), key=lambda each: each.start)

    return phrase._replace(place=place)


def timed(days: Cycle, time: TimeOfDay) -> Cycle:
    """That time on days that recur."""
    return days._replace(at=lambda moment, k: on_day(days.at(moment, k), time), precision=time.precision, is_unit=False)


def days_from_today(days: int, part: str = "") -> Phrase:
    """Yesterday is -1; with a part of the day, that of yesterday."""
    day = Phrase(lambda frame: unit_at("day", frame.now + timedelta(days=days)), "day")
    if not part:
        return day
    return day.become(lambda whole: on_day(whole, part_of_day(part)), "part")._replace(part_of_day=True)


# Lengths


class Duration(NamedTuple):
    """A length between two bounds, the one most meant, and the unit a date that far away is known to."""

    low: Length
    high: Length
    usual: Length
    unit: str

    @property
    def precision(self) -> str:
        return UNITS[self.unit].precision


def duration_of(low: float, high: float, unit: str, usual: float | None = None) -> Duration:
    """From `low` to `high` units; `usual` is `low` when not given."""
    least, most, most_meant = (length_of(count, unit) for count in (low, high, low if usual is None else usual))
    return Duration(least, most, most_meant, UNITS[unit].halved if low % 1 else unit)


def length_of(count: float, unit: str) -> Length:
    whole = UNITS[unit].length
    months = count * whole.months
    days = count * whole.days + months % 1 * 30
    seconds = count * whole.seconds + (days % 1 * 86_400 if unit == "day" else 0)
    return Length(int(months), int(days), int(seconds))


def around(duration: Duration, sign: int) -> Phrase:
    """The calendar units that lie so far from the moment, back when the sign is -1."""

    def place(frame: Frame) -> Interval:
        ends = (unit_at(duration.unit, shift(frame.now, far, sign)) for far in (duration.low, duration.high))
        one, other = sorted(ends, key=lambda each: each.start)
        return Interval(one.start, other.end, one.precision)

    return Phrase(place, duration.precision, point=lambda frame: shift(frame.now, duration.usual, sign))


def ever_since(duration: Duration) -> Phrase:
    """From so long ago on."""
    return around(duration, -1)._replace(kind="since", length=duration.usual, point=None)


def rolling(duration: Duration, sign: int) -> Phrase:
    """The stretch of that length up to or from the moment; whole days but for hours and less."""

    def place(frame: Frame) -> Interval:
        if duration.unit == "quarter":  # whole ones: the last two are the two before this one
            ours = unit_at("quarter", frame.now)
            edge = ours.start if sign < 0 else ours.end
            start, end = sorted((edge, shift(edge, duration.high, sign)))
            return Interval(start, end, "season")
        far = shift(frame.now, duration.high, sign)
        if duration.precision != "instant":
            far = midnight(far) if sign < 0 else midnight(far) + timedelta(days=1)
        start, end = (far, frame.now) if sign < 0 else (frame.now, far)
        return Interval(start, end, duration.precision)

    return Phrase(place, duration.precision, kind="duration", length=duration.usual)


def loose(duration: Duration) -> Phrase:
    """A length whose place is not told: up to the moment, or from it on."""

    def place(frame: Frame) -> Interval:
        return rolling(duration, 1 if frame.forward else -1).place(frame)._replace(precision="unknown")

    return Phrase(place, "unknown", floating=True, kind="duration", length=duration.usual)
