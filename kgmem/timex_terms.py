"""The years and terms of firms and schools: fiscal year 2019, FY19, this school year, the fall semester of 2022.

When a fiscal year begins is not said, so it is read as the calendar year of its name. School years run from September
to August; the autumn term from September to December, the spring term from January to May.
"""

from __future__ import annotations

from kgmem.timex_calendar import Frame, Interval, add_months, whole_years
from kgmem.timex_cycles import Cycle, current, months_cycle, nearest
from kgmem.timex_phrase import Found, Phrase
from kgmem.timex_reading import Words, once
from kgmem.timex_words import SEASONS, STEPS

_FISCAL = ("fiscal", "financial", "tax", "budget")
_SCHOOL = ("school", "academic")
_SHORT = {"fy": "fiscal", "cy": "fiscal", "sy": "school"}
_TERMS = ("semester", "term", "trimester")
_FALL, _SPRING = months_cycle(9, 4), months_cycle(1, 5)
_TERM_CYCLES = {3: _SPRING, 6: months_cycle(6, 3), 9: _FALL, 12: months_cycle(12, 3)}
SCHOOL_YEAR = months_cycle(9, 12)


@once
def read_term(words: Words, i: int) -> Found:
    j = words.skip(i, "the")
    step = STEPS.read(words.low, j)
    if step:
        j = step[0]
    return _named_year(words, j, step) or _term(words, j, step)


def _named_year(words: Words, j: int, step: tuple[int, object] | None) -> Found:
    """Last fiscal year, fiscal year 2019, FY19, SY 2008."""
    kind = words.at(j)
    if kind in (*_FISCAL, *_SCHOOL) and words.at(j + 1) == "year":
        end, kind = j + 2, "fiscal" if kind in _FISCAL else "school"
    elif kind in _SHORT and words.is_number(j + 1):
        end, kind = j + 1, _SHORT[kind]
    else:
        return None
    number = words.at(end)
    if not step and words.is_number(end) and len(number) in (2, 4) and words.stops(end + 1):
        return end + 1, _in_year(int(number) + (2000 if len(number) == 2 else 0), kind)
    cycle = months_cycle(1, 12) if kind == "fiscal" else SCHOOL_YEAR
    return end, _stepped(cycle, step)


def _in_year(year: int, kind: str) -> Phrase:
    if kind == "fiscal":
        return Phrase(lambda frame: whole_years(frame.now, year, 1, "year"), "year", stated=True)

    def place(frame: Frame) -> Interval:
        start = add_months(whole_years(frame.now, year, 1, "year").start, 8)
        return Interval(start, add_months(start, 12), "year")

    return Phrase(place, "year", stated=True)


def _term(words: Words, j: int, step: tuple[int, object] | None) -> Found:
    """The fall semester, next term; with a year, [fall term] 2022."""
    season = SEASONS.get(words.at(j))
    k = j + (season is not None)
    if words.at(k) not in _TERMS or (season is None and step is None):
        return None
    if season is None:
        return k + 1, _stepped(_any_term(), step)
    cycle = _TERM_CYCLES[season]
    if step:
        return k + 1, _stepped(cycle, step)
    return k + 1, Phrase(lambda frame: nearest(cycle, frame), cycle.precision, floating=True, cycle=cycle)


def _any_term() -> Cycle:
    """Spring and fall terms in turn."""

    def at(moment: object, k: int) -> Interval:
        half = moment.year * 2 + (moment.month > 7) + k  # type: ignore[attr-defined]
        return (_FALL if half % 2 else _SPRING).at(moment.replace(year=half // 2, day=1), 0)  # type: ignore[attr-defined]

    return Cycle(at, "year", "season", is_unit=True)


def _stepped(cycle: Cycle, step: tuple[int, object] | None) -> Phrase:
    choose = step[1] if step else current
    return Phrase(lambda frame: choose(cycle, frame), cycle.precision)  # type: ignore[operator]
