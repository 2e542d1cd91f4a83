"""Dates written in numbers: 2023-06-09, 13/6/2023, 2023-06-09T14:30Z."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta, timezone

from kgmem.timex_calendar import Frame, Interval, midnight_of, unit_at
from kgmem.timex_cycles import days_cycle, span_cycle
from kgmem.timex_dates import full_year
from kgmem.timex_phrase import NOTHING, Found, Phrase, bare
from kgmem.timex_reading import Words, once
from kgmem.timex_words import BEFORE_DAY, MONTHS, WEEKDAYS

_ISO_TIME = re.compile(
    r"[Tt]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.,][0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:?[0-9]{2})?(?![0-9])"
)


@once
def read_numeric_date(words: Words, i: int) -> Found:
    """2023-06-09, 2023-06-09T14:30Z, 9.6.2023, 13/6/2023, 05-Aug-2016, Sep-23-2020, 2022-05, Dec/2018, 20230609."""
    mark = words.at(i + 1)
    if words.is_number(i) and len(words.at(i)) == 8:
        return _compact_date(words, i)
    if (
        not (words.is_number(i) or words.at(i) in MONTHS)
        or mark not in ("-", "/", ".")
        or not (words.glued(i + 1) and words.glued(i + 2))
    ):
        return None
    if words.at(i + 3) == mark and words.glued(i + 3) and words.digits_behind(i + 3, mark):
        return _three_part_date(words, i)
    if words.at(i) in MONTHS:
        return _month_and_number(words, i)
    if words.at(i + 3) == mark and words.at(i + 4) in MONTHS and words.glued(i + 4):
        return _three_part_date(words, i)
    return _comma_year(words, i) or _year_and_month_number(words, i) or _day_and_month_number(words, i)


def _comma_year(words: Words, i: int) -> Found:
    """11/12, 2016."""
    day = _slashed(words, i)
    j = words.skip(i + 3, ",")
    if (
        not day
        or day[0] != i + 3
        or j != i + 4
        or not words.is_number(j)
        or len(words.at(j)) != 4
        or not words.apart(j, j + 1)
    ):
        return None
    return j + 1, _one_day(int(words.at(j)), day[1][1], day[1][2])


def _compact_date(words: Words, i: int) -> Found:
    """20230609; eight digits that are no day are any number."""
    digits = words.at(i)
    if digits[:2] not in ("19", "20") or not words.apart(i, i + 1):
        return None
    try:
        day = date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return None
    return i + 1, _one_day(day.year, day.month, day.day)


def _one_day(year: int, month: int, day: int) -> Phrase:
    return Phrase(lambda frame: unit_at("day", midnight_of(date(year, month, day), frame.now)), "day", stated=True)


def _month_and_number(words: Words, i: int) -> Found:
    """Dec/2018, Nov/2."""
    number = words.at(i + 2)
    if not number.isdecimal() or words.at(i + 1) == "." or not words.apart(i, i + 3):
        return None
    month = MONTHS[words.at(i)]
    if len(number) == 4 and 1900 <= int(number) < 2100:
        return i + 3, Phrase(
            lambda frame: unit_at("month", midnight_of(date(int(number), month, 1), frame.now)), "month", stated=True
        )
    if words.at(i + 1) == "/" and len(number) < 3 and 0 < int(number) < 32:
        return i + 3, bare(days_cycle(month, int(number), int(number)))
    return None


def read_numeric_range(words: Words, i: int) -> Found:
    """10/1-11/7, 10/1/2018-10/7/2018, 5/1-5/7, 2020, 10-1-2018-10-7-2018; the order of day and month must be known."""
    first = _slashed(words, i)
    second = _slashed(words, first[0] + 1) if first and words.at(first[0]) in ("-", "–") else None
    if not first or not second or not words.begins(i):
        return None
    end, (year_to, *to) = second
    if not year_to and (at := words.skip(end, ",")) > end and words.is_number(at) and len(words.at(at)) == 4:
        end, year_to = at + 1, int(words.at(at))
    year_from, *since = first[1]
    year_from = year_from or (year_to if year_to and since <= to else year_to and year_to - 1)
    if not words.stops(end):
        return None
    if not year_to:
        return end, bare(span_cycle((since[0], since[1]), (to[0], to[1])))
    start, stop = _one_day(year_from, since[0], since[1]), _one_day(year_to, to[0], to[1])

    def place(frame: Frame) -> Interval:
        return Interval(start.place(frame).start, stop.place(frame).end, "day")

    return end, Phrase(place, "day", stated=True)


def _slashed(words: Words, i: int) -> tuple[int, tuple[int, int, int]] | None:
    """Year (0 for none), month and day of 10/1, 10/1/2018 or 10-1-2018, and the place after them."""
    mark, first = words.at(i + 1), words.at(i)
    second = words.digits_behind(i + 1, "/-")
    third = words.digits_behind(i + 3, mark) if second else ""
    if not first.isdecimal() or not second or max(len(first), len(second)) > 2 or (mark == "-" and len(third) != 4):
        return None
    month_day = _month_day(int(first), int(second), words.day_first)
    if not month_day or len(third) not in (0, 2, 4):
        return None
    return i + (5 if third else 3), (full_year(third) if third else 0, *month_day)


def _three_part_date(words: Words, i: int) -> Found:
    first, mark, second, _, third = words.low[i : i + 5]
    end = i + 5
    iso_time = _ISO_TIME.match(words.text, words.ends[i + 4])
    numbers = _year_month_day(first, second, third, mark, words.day_first)
    if numbers is None or not words.begins(i) or not (iso_time or words.stops(end)):
        return None
    if iso_time is None:
        return end, _one_day(*numbers)
    while end < len(words) and words.starts[end] < iso_time.end():
        end += 1
    return end, Phrase(_at_iso_time(numbers, iso_time), "instant", stated=True)


def _year_and_month_number(words: Words, i: int) -> Found:
    """2022-05, 3/2015; there is no 2022-13, and 2022-14 may be anything."""
    first, mark, second = words.low[i : i + 3]
    if mark == "." or not words.is_number(i + 2) or not words.apart(i, i + 3):
        return None
    if len(first) < 3 and len(second) == 4:
        first, second = second, first
    year, month = int(first[:6]), int(second[:6])
    if len(first) != 4 or len(second) > 2 or not 1900 <= year < 2100 or not 0 < month < 14:
        return None
    if len(second) == 1 and mark == "-" and words.at(i) == first and words.is_word(i + 3):  # 2015-3 of something
        return None
    return i + 3, Phrase(
        lambda frame: unit_at("month", midnight_of(date(year, month, 1), frame.now)), "month", stated=True
    )


def _year_month_day(
    first: str, second: str, third: str, mark: str, day_first: bool | None
) -> tuple[int, int, int] | None:
    """The three numbers in order, (0, 0, 0) for a date that could be read both ways, None for no date."""
    parts = (first, second, third)
    if named := [part for part in parts if part in MONTHS]:
        numbers = [part for part in parts if part.isdecimal()]
        if len(named) != 1 or len(numbers) != 2:
            return None
        year, day = numbers if len(numbers[0]) == 4 else numbers[::-1]
        return (full_year(year), MONTHS[named[0]], int(day)) if len(day) < 3 and len(year) in (2, 4) else None
    if max(len(first), len(second), len(third)) > 4 or not all(part.isdecimal() for part in parts):
        return None
    if len(first) == 4 and len(second) < 3 and len(third) < 3:
        return int(first), int(second), int(third)
    if len(first) > 2 or len(second) > 2 or len(third) not in (2, 4):
        return None
    if len(third) == 2 and mark == "-" and day_first is None:
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
    """13/6 after "on" or a weekday; 13.6 after a weekday."""
    first, mark, second = words.low[i : i + 3]
    weekday = words.at(i - 1) in WEEKDAYS
    declared = words.day_first is not None and second.isdecimal() and first.isdecimal()
    clear = declared and max(int(first[:3]), int(second[:3])) > 12 and words.low[i : i + 3] != ["24", "/", "7"]
    after = weekday or clear or words.at(i - 1) in BEFORE_DAY | {"to", "-", ",", "this", "next", "last"}
    if (
        not (mark == "/" or (mark == "." and words.day_first is not None and words.at(i - 1) in (*WEEKDAYS, "on")))
        or not after
        or not words.is_number(i + 2)
        or not words.apart(i, i + 3)
    ):
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
