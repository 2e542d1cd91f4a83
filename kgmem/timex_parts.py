"""English phrases for a part of a period: early May, the end of last year, the first week of June."""

from __future__ import annotations

from kgmem.temporal import PRECISIONS
from kgmem.timex_calendar import UNITS, Interval, Share, unit_at
from kgmem.timex_cycles import monthly_cycle, unit_cycle, weekday_cycle
from kgmem.timex_nth import nth_in, nth_week, some_of
from kgmem.timex_numbers import read_amount, read_ordinal
from kgmem.timex_periods import read_base, read_joined
from kgmem.timex_phrase import Found, Phrase, inside, length_of, longer, share_of
from kgmem.timex_reading import Words, once
from kgmem.timex_words import CALENDAR_WORDS, EDGES, MONTHS, STEPS, WEEKDAYS


@once
def read_period(words: Words, i: int, sure: bool) -> Found:
    """A joined phrase, or a part of one: early May, the end of last year, the first week of June."""
    return longer((read_joined(words, i, sure), _edge(words, i), _ordinal_of(words, i), _in_this_unit(words, i)))


def _current_unit(words: Words, i: int) -> Found:
    """The year, the month, the day: this one."""
    j = words.skip(i, "the", "current")
    unit = words.at(j)
    if unit in CALENDAR_WORDS | {"day"}:
        return j + 1, Phrase(lambda frame: unit_at(unit, frame.now), UNITS[unit].precision)
    return None


def _in_this_unit(words: Words, i: int) -> Found:
    """In the year, for the day, at the end of what is said."""
    if words.at(i) != "the" or words.at(i - 1) not in ("in", "for", "during") or words.is_word(i + 2):
        return None
    if (
        words.at(i + 1) not in ("day", "week", "month", "year")
        or words.at(i + 2) in ("'", "'s", "-")
        or words.is_number(i + 2)
    ):
        return None
    return _current_unit(words, i)


_ENDS = {"eod": "day", "eow": "week", "eom": "month", "eoq": "quarter", "eoy": "year"}
_OUTER: dict[Share, str] = {(0, 1 / 4): "start", (3 / 4, 1): "end", (1 / 3, 2 / 3): "middle"}


def _edge(words: Words, i: int) -> Found:
    """Early May, the end of last year, the rest of the week."""
    the = words.skip(i, "the")
    if ends := _ENDS.get(words.at(the)):
        whole = Phrase(lambda frame: unit_at(ends, frame.now), UNITS[ends].precision)
        end, whole = _of_day(words, the + 1, whole) if ends == "day" else (the + 1, whole)
        return end, share_of(whole, (3 / 4, 1))._replace(edge="end")
    found = EDGES.read(words.low, the)
    if not found:
        return None
    j, share = found
    k = words.skip(j, "the", "my", "our", "-")
    of_unit = words.at(j - 1) in ("of", "in") or None in share
    inner = read_joined(words, k, sure=True) or (_current_unit(words, k) if of_unit else None)
    if not inner or not inner[1].is_date or inner[1].unit == "instant":
        return None
    edge = _OUTER.get(share, "")
    if words.at(inner[0] - 1) == "day":
        inner = _of_day(words, *inner)
    return inner[0], share_of(inner[1], share)._replace(edge=edge)


def _of_day(words: Words, end: int, day: Phrase) -> tuple[int, Phrase]:
    """The end of the day [tomorrow], end of day [Friday]."""
    named = read_joined(words, words.skip(end, "on", "of", ","), sure=True)
    return named if named and named[1].unit == "day" and named[1].is_date else (end, day)


def _ordinal_of(words: Words, i: int) -> Found:
    """The first Monday of May, the last week of July, the second quarter of 2022, the last ten days of May."""
    j = words.skip(i, "the")
    ordinal = (j + 1, -1) if words.at(j) == "last" else read_ordinal(words, j)
    if not ordinal:
        return None
    k, number = ordinal
    k = words.skip(k, "-")
    of = words.at(k) in ("of", "in")
    if number > 0 and (of or STEPS.read(words.low, k)):  # the 20th of next month
        month = read_base(words, k + of, sure=True)
        if month and month[1].unit == "month" and not month[1].cycle and month[1].is_date:
            return month[0], inside(monthly_cycle(number), month[1])
    amount = read_amount(words, k) if abs(number) == 1 and words.at(k) not in ("half", "a", "an") else None
    count, k = (int(amount[1]), amount[0]) if amount else (0, k)
    unit = words.at(k).removesuffix("s") if count else words.at(k)
    if unit in ("day", "week", "weekend", "month", "quarter", "year"):
        cycle = unit_cycle(unit)
    elif unit == "half" and not count:
        cycle = unit_cycle("quarter")
    elif unit in WEEKDAYS and not count:
        cycle = weekday_cycle(WEEKDAYS[unit])
    else:
        return None
    if words.at(k + 1) in ("of", "in"):
        inner = read_joined(words, words.skip(k + 2, "the"), sure=True) or _current_unit(words, k + 2)
    else:  # the third week next year
        named = number > 0 and (words.is_number(k + 1) or words.at(k + 1) in MONTHS)  # first quarter 2013
        inner = read_joined(words, k + 1, sure=True) if named or STEPS.read(words.low, k + 1) else None
    if not inner or not inner[1].is_date or PRECISIONS.index(inner[1].unit) >= PRECISIONS.index(cycle.precision):
        return None
    end, period = inner
    if unit == "half":
        half = share_of(period, (0, 1 / 2) if number == 1 else (1 / 2, 1))
        return end, half._replace(unit=cycle.precision)

    def part(whole: Interval) -> Interval:
        if count:
            return some_of(whole, length_of(count, unit), number, cycle.precision)
        return nth_week(whole, number) if unit == "week" else nth_in(whole, cycle, number)

    return end, period.become(part, cycle.precision)
