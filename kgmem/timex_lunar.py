"""Days of the Chinese calendar: lunar dates and the twenty-four solar terms, by borax (1900 to 2100)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import lru_cache

from kgmem.timex_calendar import Interval, midnight_of
from kgmem.timex_cycles import Cycle


@lru_cache(maxsize=4096)
def lunar_day(year: int, month: int, day: int, leap: bool = False) -> date:
    """The day of a lunar year, called by the year in which it begins; ValueError when it has no such day.

    The thirtieth of the twelfth month is the last day of the year, also where that month has twenty-nine.
    """
    from borax.calendars.lunardate import LunarDate  # 20 ms to import, and few texts need it

    if (month, day) == (12, 30):
        eve: date = LunarDate(year + 1, 1, 1).to_solar_date() - timedelta(days=1)
        return eve
    found: date = LunarDate(year, month, day, int(leap)).to_solar_date()
    return found


def lunar_in(month: int, day: int, offset: int = 0) -> Callable[[int], date]:
    """The first time in a year of our calendar that a lunar date comes, `offset` days on."""

    def found(year: int) -> date:
        for lunar_year in (year - 1, year):
            at = lunar_day(lunar_year, month, day) + timedelta(days=offset)
            if at.year == year:
                return at
        raise ValueError("that year has no such day")

    return found


@lru_cache(maxsize=512)
def solar_term(year: int, number: int) -> date:
    """The day of a solar term, 1 for the first in January (小寒) to 24 in December (冬至)."""
    from borax.calendars.lunardate import TermUtils

    found: date = TermUtils.nth_term_day(year, number - 1)
    return found


def lunar_cycle(month: int, day: int, *, leap: bool = False, offset: int = 0) -> Cycle:
    """A day of the lunar year, or with day 0 a month of it, `offset` days on; the year is the one it begins in."""
    precision = "day" if day else "month"

    def at(moment: datetime, k: int) -> Interval:
        year = moment.year + k
        first = lunar_day(year, month, day or 1, leap)
        last = first
        if not day:
            last = lunar_day(year, 12, 30) if month == 12 else lunar_day(year, month + 1, 1) - timedelta(days=1)
        first, last = (each + timedelta(days=offset) for each in (first, last))
        return Interval(midnight_of(first, moment), midnight_of(last + timedelta(days=1), moment), precision)

    return Cycle(at, "year", precision)
