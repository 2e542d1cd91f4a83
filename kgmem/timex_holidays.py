"""Holidays by rule: "12-25", "11 thursday 4", "easter -2", "islamic 10-1", "lunar 8-15", "term 7", or the very days."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, timedelta

from kgmem.errors import InvalidArgument
from kgmem.timex_cycles import easter, fixed, nth_weekday
from kgmem.timex_lunar import lunar_in, solar_term
from kgmem.timex_table import TABLE

DayIn = Callable[[int], date]

_FIXED = re.compile(r"(\d{2})-(\d{2})")
_NTH = re.compile(r"(\d{1,2}) ([a-z]+day) (-1|[1-5])(?: ([+-]\d{1,2}))?")
_EASTER = re.compile(r"easter(?: ([+-]\d{1,3}))?")
_ISLAMIC = re.compile(r"islamic (\d{1,2})-(\d{1,2})")
_LUNAR = re.compile(r"lunar (\d{1,2})-(\d{1,2})(?: ([+-]\d{1,2}))?")
_TERM = re.compile(r"term (\d{1,2})")
_DAYS = re.compile(r"\d{4}-\d{2}-\d{2}(?: \d{4}-\d{2}-\d{2})*")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def day_in(rule: str) -> DayIn:
    """The day of a year by its rule; a year without one raises ValueError. ontology/time.ttl explains the forms.

    Raises InvalidArgument for a rule of no known form.
    """
    if found := _FIXED.fullmatch(rule):
        return fixed(int(found[1]), int(found[2]))
    if (found := _NTH.fullmatch(rule)) and found[2] in _WEEKDAYS:
        return nth_weekday(int(found[1]), int(found[3]), _WEEKDAYS.index(found[2]), int(found[4] or 0))
    if found := _EASTER.fullmatch(rule):
        return easter(int(found[1] or 0))
    if found := _ISLAMIC.fullmatch(rule):
        return _islamic(int(found[1]), int(found[2]))
    if lunar := lunar_rule(rule):
        return lunar_in(*lunar)
    if (found := _TERM.fullmatch(rule)) and 0 < (number := int(found[1])) < 25:
        return lambda year: solar_term(year, number)
    if _DAYS.fullmatch(rule):
        return _on(rule.split())
    raise InvalidArgument(
        f"no rule of a holiday: {rule[:60]!r}; write '12-25', '11 thursday 4', 'easter -2', 'islamic 10-1', "
        "'lunar 8-15', 'term 7' or days such as '2025-01-29 2026-02-17'"
    )


def holidays(extra: Mapping[str, str] | None = None) -> dict[str, DayIn]:
    """Names in small letters -> their day in a year, each also as people type it: without apostrophe, Saint as St.

    extra: names -> rules, beside or instead of those of the package.
    """
    rules = {str(name): str(rule) for name, rule in TABLE["Holiday"]["en"].items()} | {
        name.lower(): rule for name, rule in (extra or {}).items()
    }
    days = {name: day_in(rule) for name, rule in rules.items()}
    for one, other in (("'s ", "s' "), ("s' ", "'s "), ("st ", "saint "), ("saint ", "st "), ("saint ", "st. ")):
        days = {name.replace(one, other): day for name, day in days.items() if _is_whole(name, one)} | days
    return {name.replace("'", ""): day for name, day in days.items()} | days


def lunar_rule(rule: str) -> tuple[int, int, int] | None:
    """Month, day and offset of a rule of the lunar year."""
    found = _LUNAR.fullmatch(rule)
    return (int(found[1]), int(found[2]), int(found[3] or 0)) if found else None


def _is_whole(name: str, piece: str) -> bool:
    """Whether a name has the piece; a word only as its first."""
    return name.startswith(piece) if piece[0].isalpha() and piece != "s' " else piece in name


def _on(days: list[str]) -> DayIn:
    by_year = {int(day[:4]): date.fromisoformat(day) for day in days}

    def found(year: int) -> date:
        if year not in by_year:
            raise ValueError("the day of that year is not known")
        return by_year[year]

    return found


def _islamic(month: int, day: int) -> DayIn:
    """By the tabular calendar (thirty-year cycle, astronomical epoch); where a year has two, the first."""

    def found(year: int) -> date:
        first = int((year - 622) * 33 / 32) - 1
        for islamic_year in range(first, first + 4):
            days = 29 * (month - 1) + month // 2 + (islamic_year - 1) * 354 + (3 + 11 * islamic_year) // 30 + day
            gregorian = date(622, 7, 17) + timedelta(days=days)
            if gregorian.year == year:
                return gregorian
        raise ValueError("that year has no such day")

    return found
