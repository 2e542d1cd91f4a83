"""The n-th of a period: its first week, its last Friday, its last ten days."""

from __future__ import annotations

from datetime import timedelta

from kgmem.timex_calendar import Interval, Length, shift
from kgmem.timex_cycles import Cycle


def some_of(whole: Interval, length: Length, number: int, precision: str) -> Interval:
    if precision == "week":
        weeks = length.days // 7
        if number > 0:
            first = nth_week(whole, 1).start
            return Interval(first, first + timedelta(days=7 * weeks), precision)
        last = nth_week(whole, -1).end
        return Interval(last - timedelta(days=7 * weeks), last, precision)
    if number > 0:
        return Interval(whole.start, shift(whole.start, length), precision)
    return Interval(shift(whole.end, length, -1), whole.end, precision)


def nth_in(whole: Interval, cycle: Cycle, number: int) -> Interval:
    """The number-th occurrence that starts in a period, -1 the last."""
    start, end, _ = whole
    if number > 0:
        missed = cycle.at(start, 0).start < start
        found = cycle.at(start, number - 1 + missed)
    else:
        last = end - timedelta(days=1)
        found = cycle.at(last, -1 if cycle.at(last, 0).start > last else 0)
    if not start <= found.start < end:
        raise ValueError("the period has fewer")
    return found


def nth_week(whole: Interval, number: int) -> Interval:
    """The number-th week of a period, -1 the last: of the weeks most of whose days lie in it, as ISO 8601 counts."""
    thursday = timedelta(days=3)
    if number > 0:
        start = whole.start - timedelta(days=(whole.start.weekday() + 3) % 7 - 3) + timedelta(days=7 * (number - 1))
    else:
        last = whole.end - timedelta(days=1)
        monday = last - timedelta(days=last.weekday())
        start = monday if monday + thursday < whole.end else monday - timedelta(days=7)
    if not whole.start <= start + thursday < whole.end:
        raise ValueError("the period has fewer weeks")
    return Interval(start, start + timedelta(days=7), "week")
