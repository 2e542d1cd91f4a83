"""TIMEX3 values as intervals: "2008-05" is May 2008."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

_SEASONS = {"SP": 3, "SU": 6, "FA": 9, "AU": 9, "WI": 12}


def in_value(value: str) -> tuple[datetime, datetime] | None:
    """The half-open UTC interval of a day, week, month, quarter, half, season, year or decade; None for any other
    value (a duration, a set, a time of day, a date with unknown parts). Quarters are those of the calendar."""
    if m := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", value):
        try:
            day = datetime(int(m[1]), int(m[2]), int(m[3]), tzinfo=UTC)
        except ValueError:
            return None
        return day, day + timedelta(days=1)
    if m := re.fullmatch(r"(\d{4})-W(\d\d)", value):
        monday = datetime.fromisocalendar(int(m[1]), int(m[2]), 1).replace(tzinfo=UTC)
        return monday, monday + timedelta(days=7)
    if m := re.fullmatch(r"(\d{4})-Q([1-4])", value):
        return _months(int(m[1]), 3 * int(m[2]) - 2, 3)
    if m := re.fullmatch(r"(\d{4})-H([12])", value):
        return _months(int(m[1]), 6 * int(m[2]) - 5, 6)
    if m := re.fullmatch(r"(\d{4})-(SP|SU|FA|AU|WI)", value):
        return _months(int(m[1]), _SEASONS[m[2]], 3)
    if m := re.fullmatch(r"(\d{4})-(\d\d)", value):
        return _months(int(m[1]), int(m[2]), 1) if 1 <= int(m[2]) <= 12 else None
    if m := re.fullmatch(r"(\d{4})", value):
        return _months(int(m[1]), 1, 12)
    if m := re.fullmatch(r"(\d{3})", value):
        return _months(int(m[1]) * 10, 1, 120)
    return None


def _months(year: int, month: int, number: int) -> tuple[datetime, datetime]:
    last = month - 1 + number
    return datetime(year, month, 1, tzinfo=UTC), datetime(year + last // 12, last % 12 + 1, 1, tzinfo=UTC)


def length_in(value: str) -> float | None:
    """Days in an ISO 8601 length, a month as 30 and a year as 365; None for one that is not known (PXM)."""
    found = re.fullmatch(r"P(?:(\d+)DE)?(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(.*))?", value)
    if not found:
        return None
    days = sum(float(part or 0) * each for part, each in zip(found.groups(), (3650, 365, 30, 7, 1), strict=False))
    for count, unit in re.findall(r"([\d.]+)([HMS])", found[6] or ""):
        days += float(count) / {"H": 24, "M": 1440, "S": 86_400}[unit]
    return days


# What LoCoMo's answers say: "The week before 9 June 2023", "June 2023", "2022"

_MONTHS = {m: n for n, m in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
_WEEKDAYS = {day: n for n, day in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())}
_ON_DAY = re.compile(
    r"(\d{1,2})\W*(?:st|nd|rd|th)?\W*([a-z]{3,9})\W*(\d{4})|([a-z]{3,9})\W*(\d{1,2})(?:st|nd|rd|th)?\W+(\d{4})"
)
_OFFSET = re.compile(r"(?:(one|two|three|four|\d) )?(week(?:end)?|day|month|\w+day)s? (before|after|of)\b")
_CODES = {"spring": "SP", "summer": "SU", "fall": "FA", "autumn": "FA", "winter": "WI"}
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4}


def asked_for(answer: str) -> tuple[datetime, datetime] | None:
    """The half-open UTC interval an answer names with its year; None when it names none."""
    said = answer.lower()
    if found := _ON_DAY.search(said):
        day, month, year = (found[1], found[2], found[3]) if found[1] else (found[5], found[4], found[6])
        interval = in_value(f"{year}-{_MONTHS.get(month[:3], 0):02d}-{int(day):02d}")
        offset = _OFFSET.search(said[: found.start()])
        return _beside(interval[0], offset) if interval and offset else interval
    if (found := re.search(r"\b([a-z]{3,9})\W*(\d{4})\b", said)) and found[1][:3] in _MONTHS:
        return in_value(f"{found[2]}-{_MONTHS[found[1][:3]]:02d}")
    if found := re.search(r"\b(spring|summer|fall|autumn|winter)\b.*\b((?:19|20)\d\d)\b", said):
        return in_value(f"{found[2]}-{_CODES[found[1]]}")
    return in_value(found[1]) if (found := re.search(r"\b((?:19|20)\d\d)\b", said)) else None


def _beside(day: datetime, offset: re.Match[str]) -> tuple[datetime, datetime]:
    """The week, weekend or weekday before, after or of a day.

    Who said "last week" on that day may mean the seven days up to it or the calendar week before: from that Monday on.
    """
    number = _COUNTS.get(offset[1] or "one", 0) or int(offset[1])
    unit, back = offset[2], offset[3] == "before"
    if unit in _WEEKDAYS or unit == "weekend":
        away = (day.weekday() - _WEEKDAYS.get(unit, 5)) % 7 or 7
        first = day - timedelta(days=away) if back else day - timedelta(days=away - 7)
        first -= timedelta(days=7 * (number - 1)) * (1 if back else -1)
        if offset[3] == "of":
            first = day - timedelta(days=day.weekday() - 5)
        return first, first + timedelta(days=2 if unit == "weekend" else 1)
    days = {"day": 1, "week": 7, "month": 30}.get(unit, 7)
    if offset[3] == "of":
        monday = day - timedelta(days=day.weekday())
        return monday, monday + timedelta(days=7)
    if number > 1:  # two weeks before: the week around that day
        middle = day + timedelta(days=days * number * (-1 if back else 1))
        return middle - timedelta(days=days // 2), middle + timedelta(days=days - days // 2)
    if unit == "week" and back:
        return day - timedelta(days=7 + day.weekday()), day
    return (day - timedelta(days=days), day) if back else (day + timedelta(days=1), day + timedelta(days=days + 1))
