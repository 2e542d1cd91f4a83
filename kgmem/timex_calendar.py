"""The calendar: intervals of wall-clock time in one zone, and counting on from a moment.

Weeks run Monday to Sunday. Days, weeks and months are counted on the wall clock, whatever the clocks did
in between; hours and less are counted in the time of the world.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from kgmem.timex_table import TABLE


class Frame(NamedTuple):
    """When something was said, whether a bare date in it lies ahead, and whether a bare weekday may be today."""

    now: datetime
    forward: bool = False
    today_too: bool = False

    @property
    def today(self) -> datetime:
        return midnight(self.now)


class Interval(NamedTuple):
    """Half-open, in the anchor's zone."""

    start: datetime
    end: datetime
    precision: str


Share = tuple[float | None, float | None]
"""From which to which share of an interval, 0 to 1; None is the moment of speaking."""


class Length(NamedTuple):
    """A stretch of time; months and days keep the wall clock, seconds do not."""

    months: int = 0
    days: int = 0
    seconds: int = 0

    def __add__(self, other: Length) -> Length:  # type: ignore[override]
        return Length(self.months + other.months, self.days + other.days, self.seconds + other.seconds)

    def iso(self) -> str:
        """As ISO 8601 has it: P1Y6M, P2W, P3DT12H."""
        years, months = divmod(self.months, 12)
        weeks = self.days // 7 if self.days % 7 == 0 and not self.months and not self.seconds else 0
        hours, rest = divmod(self.seconds, 3600)
        days = "".join(f"{n}{unit}" for n, unit in ((years, "Y"), (months, "M"), (weeks, "W")) if n)
        days += f"{self.days}D" if self.days and not weeks else ""
        time = "".join(f"{n}{unit}" for n, unit in ((hours, "H"), (rest // 60, "M"), (rest % 60, "S")) if n)
        return f"P{days}" + (f"T{time}" if time else "") if days or time else "PT0S"


class Unit(NamedTuple):
    """length: of one. precision: of a date counted in it. halved: the unit of a date counted in halves of it."""

    length: Length
    precision: str
    halved: str


UNITS = {  # longest last
    "second": Unit(Length(seconds=1), "instant", "second"),
    "minute": Unit(Length(seconds=60), "instant", "minute"),
    "hour": Unit(Length(seconds=3600), "instant", "hour"),
    "day": Unit(Length(days=1), "day", "hour"),
    "weekend": Unit(Length(days=7), "week", "weekend"),
    "week": Unit(Length(days=7), "week", "day"),
    "fortnight": Unit(Length(days=14), "week", "day"),
    "month": Unit(Length(months=1), "month", "week"),
    "quarter": Unit(Length(months=3), "season", "month"),
    "season": Unit(Length(months=3), "season", "month"),
    "year": Unit(Length(months=12), "year", "season"),
    "decade": Unit(Length(months=120), "decade", "year"),
    "century": Unit(Length(months=1200), "century", "decade"),
}
PARTS = {
    word: (int(first), int(last))
    for word, (first, last) in ((word, str(hours).split("-")) for word, hours in TABLE["DayPart"]["en"].items())
}
"""Parts of the day -> hours from its midnight."""


def midnight(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)


def midnight_of(day: date, moment: datetime) -> datetime:
    """The midnight a day begins with, in the zone of the moment."""
    return datetime(day.year, day.month, day.day, tzinfo=moment.tzinfo)


def add_months(at: datetime, months: int) -> datetime:
    """The same day so many months on, or the last day of a shorter month."""
    year, month = divmod(at.year * 12 + at.month - 1 + months, 12)
    first = at.replace(year=year, month=month + 1, day=1)
    return first.replace(day=min(at.day, days_in_month(year, month + 1)))


def days_in_month(year: int, month: int) -> int:
    return 31 if month == 12 else (date(year, month + 1, 1) - date(year, month, 1)).days


def shift(at: datetime, length: Length, times: int = 1) -> datetime:
    """So many times the length on, or back when negative."""
    months, days, seconds = (times * part for part in length)
    at = add_months(at, months) if months else at
    at = at + timedelta(days=days) if days else at
    if seconds:
        at = (at.astimezone(UTC) + timedelta(seconds=seconds)).astimezone(at.tzinfo)
    return at


def unit_at(unit: str, at: datetime) -> Interval:
    """The calendar unit that holds a moment. Hours and less give the minute."""
    day = midnight(at)
    monday = day - timedelta(days=day.weekday())
    month = day.replace(day=1)
    if unit in ("second", "minute", "hour"):
        minute = at.replace(second=0, microsecond=0)
        return Interval(minute, shift(minute, UNITS["minute"].length), "instant")
    if unit == "day":
        return Interval(day, day + timedelta(days=1), "day")
    if unit == "weekend":
        return Interval(monday + timedelta(days=5), monday + timedelta(days=7), "week")
    if unit in ("week", "fortnight"):
        return Interval(monday, monday + timedelta(days=7), "week")
    if unit == "season":  # a date counted in halves of a year: the month and its neighbours
        return Interval(add_months(month, -1), add_months(month, 2), "season")
    january = month.replace(month=1)
    if unit in ("decade", "century"):
        years = 10 if unit == "decade" else 100
        start = january.replace(year=day.year // years * years)
    else:
        quarter = month.replace(month=(day.month - 1) // 3 * 3 + 1)
        start = {"month": month, "quarter": quarter, "year": january}[unit]
    return Interval(start, shift(start, UNITS[unit].length), UNITS[unit].precision)


def whole_years(now: datetime, year: int, count: int, precision: str) -> Interval:
    start = datetime(year, 1, 1, tzinfo=now.tzinfo)
    return Interval(start, start.replace(year=year + count), precision)
