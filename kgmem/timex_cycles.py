"""Cycles: what comes again and again, and which of its occurrences is meant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from kgmem.timex_calendar import (
    UNITS,
    Frame,
    Interval,
    add_months,
    days_in_month,
    midnight,
    midnight_of,
    shift,
    unit_at,
)


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


def latest(cycle: Cycle, frame: Frame) -> Interval:
    """The latest that is over."""
    return _first_occurrence(cycle, frame.now, -1, lambda each: each.end <= frame.today)


def begun(cycle: Cycle, frame: Frame) -> Interval:
    """The latest that has begun; of weekdays the latest before today."""
    if cycle.is_weekday:
        return latest(cycle, frame)
    return _first_occurrence(cycle, frame.now, -1, lambda each: each.start <= frame.now)


def coming(cycle: Cycle, frame: Frame) -> Interval:
    """The next that has not begun."""
    return _first_occurrence(cycle, frame.now, 1, lambda each: each.start > frame.now)


def following(cycle: Cycle, frame: Frame) -> Interval:
    """The coming one; of weekdays and units the one of the next week or unit."""
    if cycle.is_unit or cycle.is_weekday:
        return cycle.at(frame.now, 1)
    return coming(cycle, frame)


def current(cycle: Cycle, frame: Frame) -> Interval:
    """The one that goes on, or else that of this year, month or week."""
    for k in (0, -1):
        occurrence = cycle.at(frame.now, k)
        if occurrence.start <= frame.now < occurrence.end:
            return occurrence
    return cycle.at(frame.now, 0)


def nearest(cycle: Cycle, frame: Frame) -> Interval:
    """The occurrence a bare mention means: the latest begun, or when looking ahead the next not over."""
    if cycle.is_weekday and frame.today_too:
        today = cycle.at(frame.now, 0)
        if today.start <= frame.now < today.end:
            return today
    if not frame.forward:
        return begun(cycle, frame)
    if cycle.is_weekday:
        return coming(cycle, frame)
    return _first_occurrence(cycle, frame.now, 1, lambda each: each.end > frame.now)


def unit_cycle(unit: str) -> Cycle:
    length, precision, _ = UNITS[unit]

    def at(moment: datetime, k: int) -> Interval:
        start = midnight(moment).replace(day=1) if length.months else moment
        if unit in ("decade", "century"):  # a clamp at year 1 would repeat the first
            start = start.replace(month=1)
        return unit_at(unit, shift(start, length, k))

    return Cycle(at, unit, precision, is_unit=True)


def weekday_cycle(weekday: int) -> Cycle:
    def at(moment: datetime, k: int) -> Interval:
        day = midnight(moment)
        return unit_at("day", day + timedelta(days=weekday - day.weekday() + 7 * k))

    return Cycle(at, "week", "day")


def month_cycle(month: int) -> Cycle:
    def at(moment: datetime, k: int) -> Interval:
        return unit_at("month", datetime(moment.year + k, month, 1, tzinfo=moment.tzinfo))

    return Cycle(at, "year", "month")


def season_cycle(month: int) -> Cycle:
    return months_cycle(month, 3)


def months_cycle(month: int, count: int) -> Cycle:
    """So many months from one on: a season, a half of the year, a school year."""

    def at(moment: datetime, k: int) -> Interval:
        start = datetime(moment.year + k, month, 1, tzinfo=moment.tzinfo)
        return Interval(start, add_months(start, count), "season" if count < 9 else "year")

    return Cycle(at, "year", "season" if count < 9 else "year")


def monthly_cycle(day: int, weekday: int | None = None) -> Cycle:
    """A day of the month, when `weekday` is given only in months where it falls on that weekday."""

    def at(moment: datetime, k: int) -> Interval:
        found = add_months(midnight(moment).replace(day=1), k).replace(day=day)
        if weekday is not None and found.weekday() != weekday:
            raise ValueError("another weekday")
        return unit_at("day", found)

    return Cycle(at, "month", "day")


def working_week_cycle() -> Cycle:
    """Monday to Friday."""

    def at(moment: datetime, k: int) -> Interval:
        monday = unit_at("week", moment + timedelta(days=7 * k)).start
        return Interval(monday, monday + timedelta(days=5), "week")

    return Cycle(at, "week", "week", is_unit=True)


def nth_weekday_cycle(n: int, weekday: int) -> Cycle:
    """The n-th such weekday of a month."""

    def at(moment: datetime, k: int) -> Interval:
        month = add_months(midnight(moment).replace(day=1), k)
        return unit_at("day", midnight_of(nth_weekday(month.month, n, weekday)(month.year), moment))

    return Cycle(at, "month", "day")


def days_cycle(month: int, first: int, last: int) -> Cycle:
    """Days of one month, first to last."""

    def at(moment: datetime, k: int) -> Interval:
        start = datetime(moment.year + k, month, first, tzinfo=moment.tzinfo)
        return Interval(start, start.replace(day=last) + timedelta(days=1), "day")

    return Cycle(at, "year", "day")


def span_cycle(first: tuple[int, int], last: tuple[int, int]) -> Cycle:
    """From one month and day to another, which may lie in the next year."""

    def at(moment: datetime, k: int) -> Interval:
        start = datetime(moment.year + k, *first, tzinfo=moment.tzinfo)
        end = datetime(moment.year + k + (last < first), *last, tzinfo=moment.tzinfo)
        return Interval(start, end + timedelta(days=1), "day")

    return Cycle(at, "year", "day")


def week_number_cycle(number: int) -> Cycle:
    """A week of the year as ISO 8601 counts."""

    def at(moment: datetime, k: int) -> Interval:
        return unit_at("week", midnight_of(date.fromisocalendar(moment.year + k, number, 1), moment))

    return Cycle(at, "year", "week")


def yearly_cycle(day_in: Callable[[int], date]) -> Cycle:
    """One day a year, `day_in(year)`."""

    def at(moment: datetime, k: int) -> Interval:
        return unit_at("day", midnight_of(day_in(moment.year + k), moment))

    return Cycle(at, "year", "day")


def weekend_cycle(day_in: Callable[[int], date]) -> Cycle:
    """The weekend nearest to one day a year, with that day when it touches it."""

    def at(moment: datetime, k: int) -> Interval:
        return weekend_by(unit_at("day", midnight_of(day_in(moment.year + k), moment)))

    return Cycle(at, "year", "week")


def weekend_by(whole: Interval) -> Interval:
    """The weekend nearest to a day, with that day when it touches it."""
    day = whole.start
    saturday = day + timedelta(days=2 - (day.weekday() + 4) % 7)
    first = day if day.weekday() == 4 else saturday
    return Interval(first, saturday + timedelta(days=3 if day.weekday() == 0 else 2), "week")


def nth_weekday(month: int, n: int, weekday: int, offset: int = 0) -> Callable[[int], date]:
    """The n-th such weekday of a month (-1 is its last), `offset` days on."""

    def day_in(year: int) -> date:
        if n < 0:
            last = date(year, month, days_in_month(year, month))
            return last - timedelta(days=(last.weekday() - weekday) % 7 - offset)
        first = date(year, month, 1)
        return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1) + offset)

    return day_in


def easter(offset: int = 0) -> Callable[[int], date]:
    """Western Easter Sunday by the Gregorian computus, `offset` days on."""

    def day_in(year: int) -> date:
        golden, century = year % 19, year // 100
        moon = (century - century // 4 - (8 * century + 13) // 25 + 19 * golden + 15) % 30
        moon -= moon // 28 * (1 - moon // 28 * (29 // (moon + 1)) * ((21 - golden) // 11))
        weekday = (year + year // 4 + moon + 2 - century + century // 4) % 7
        return date(year, 3, 1) + timedelta(days=moon - weekday + 27 + offset)

    return day_in


def fixed(month: int, day: int) -> Callable[[int], date]:
    return lambda year: date(year, month, day)
