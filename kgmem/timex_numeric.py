"""Dates written in numbers: 2023-06-09, 13/6/2023, 2023-06-09T14:30Z."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone

from kgmem.timex_calendar import Frame, Interval, midnight_of, unit_at
from kgmem.timex_cycles import days_cycle
from kgmem.timex_dates import full_year
from kgmem.timex_phrase import NOTHING, Found, Phrase, bare
from kgmem.timex_reading import Words, once
from kgmem.timex_words import BEFORE_DAY, MONTHS, WEEKDAYS

_ISO_TIME = re.compile(
    r"[Tt]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:?[0-9]{2})?(?![0-9])"
)


@once
def read_numeric_date(words: Words, i: int) -> Found:
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
        return end, Phrase(lambda frame: unit_at("day", midnight_of(date(*numbers), frame.now)), "day", stated=True)
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
        lambda frame: unit_at("month", midnight_of(date(year, month, 1), frame.now)), "month", stated=True
    )


def _year_month_day(
    first: str, second: str, third: str, mark: str, day_first: bool | None
) -> tuple[int, int, int] | None:
    """The three numbers in order, (0, 0, 0) for a date that could be read both ways, None for no date."""
    if max(len(first), len(second), len(third)) > 4 and second not in MONTHS:
        return None
    if second in MONTHS:
        year, day = (first, third) if len(first) == 4 else (third, first)
        return (full_year(year), MONTHS[second], int(day)) if len(day) < 3 and len(year) in (2, 4) else None
    if len(first) == 4 and len(second) < 3 and len(third) < 3:
        return int(first), int(second), int(third)
    if len(first) > 2 or len(second) > 2 or len(third) not in (2, 4):
        return None
    if len(third) == 2 and mark == "-":
        return None
    month_day = _month_day(int(first), int(second), True if mark == "." else day_first)
    return (full_year(third), *month_day) if month_day else (0, 0, 0)


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
    after = words.at(i - 1) in BEFORE_DAY | {"to", "-", ","} or words.at(i - 1) in WEEKDAYS
    if mark != "/" or not after or not words.is_number(i + 2) or not words.apart(i, i + 3):
        return None
    if len(first) > 2 or len(second) > 2:
        return None
    month_day = _month_day(int(first), int(second), words.day_first)
    return i + 3, bare(days_cycle(month_day[0], month_day[1], month_day[1])) if month_day else NOTHING


def _at_iso_time(numbers: tuple[int, int, int], found: re.Match[str]) -> Callable[[Frame], Interval]:
    def place(frame: Frame) -> Interval:
        zone = frame.now.tzinfo
        if offset := found[4]:
            minutes = 0 if offset in "Zz" else int(offset[:3]) * 60 + int(offset[0] + offset[-2:])
            zone = timezone(timedelta(minutes=minutes))
        start = datetime(*numbers, int(found[1]), int(found[2]), int(found[3] or 0), tzinfo=zone)
        return Interval(start, start + timedelta(seconds=1 if found[3] else 60), "instant")

    return place
