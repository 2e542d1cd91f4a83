"""Phrases built on another: a day with its time (Monday at 9am), what is counted from one (a week after Easter)."""

from __future__ import annotations

from collections.abc import Callable

from kgmem.timex_calendar import PARTS, UNITS, Frame, Interval, midnight, shift, unit_at
from kgmem.timex_clock import (
    read_clock_range,
    read_part,
    read_plain_hours,
    read_time_of_day,
    share_of_part,
    within,
)
from kgmem.timex_cycles import Cycle, coming, latest, monthly_cycle, unit_cycle, weekday_cycle
from kgmem.timex_dates import read_cycle, read_year_phrase
from kgmem.timex_numbers import read_duration
from kgmem.timex_parts import read_period
from kgmem.timex_periods import read_base, read_joined, weekday_near
from kgmem.timex_phrase import (
    Duration,
    Found,
    Phrase,
    TimeOfDay,
    around,
    at_time,
    bare,
    inside,
    longer,
    on_day,
    part_of_day,
)
from kgmem.timex_reading import Words, once
from kgmem.timex_tense import looks_forward
from kgmem.timex_words import AT, BESIDE, CALENDAR_WORDS, CLOCK_STARTS, SEASONS, UNIT_WORDS, WEEKDAYS, word_set

_HALVES = {"am": "morning", "pm": "afternoon"}
_CLOCK_LEADS = ("at", "around", "about", "by", "@", "from", "between")


def _timed(words: Words, i: int, sure: bool) -> Found:
    period = read_period(words, i, sure)
    if period and period[1].is_day and (timed := _day_then_time(words, *period)):
        return timed
    return longer((_part_then_day(words, i), period, _edge_of_part(words, i), _time_then_day(words, i)))


def _edge_of_part(words: Words, i: int) -> Found:
    """Early tomorrow morning, late Friday night."""
    day = read_joined(words, i + 1, sure=True) if words.at(i) in ("early", "late") else None
    if not day or not day[1].is_day or words.at(day[0]) not in PARTS:
        return None
    return day[0] + 1, with_time(day[1], share_of_part(words.at(i), words.at(day[0])))


def _day_then_time(words: Words, end: int, day: Phrase) -> Found:
    """Yesterday morning, Monday at 9am, 5 June from 3 to 5, Wednesday evening next week."""
    joint = words.skip(end, *AT)
    led = words.at(joint - 1) if joint > end else ""
    time = read_time_of_day(words, joint)
    if led in ("from", "between"):
        time = read_clock_range(words, joint - 1) or time
    if joint == end and words.at(end) in _HALVES and not words.is_number(end - 1):  # tomorrow pm
        time = end + 1, part_of_day(_HALVES[words.at(end)])
    if hours := read_plain_hours(words, joint):
        time, led = hours, "from"
    if led == "by" and time and time[1].precision == "instant":  # a bound: see timex_ranges
        return None
    if not time or not (time[1].sure or time[1].precision == "part" or led in _CLOCK_LEADS):
        return None
    after, day_of = _in_longer(words, time[0], day)
    return after, with_time(day_of, time[1], words.at(end - 1))


def _part_then_day(words: Words, i: int) -> Found:
    """The evening of 5 June."""
    part = read_part(words, i + 1) if words.at(i) == "the" else None
    day = past_the(read_joined, words, part[0] + 1) if part and words.at(part[0]) == "of" else None
    return (day[0], with_time(day[1], part[1])) if part and day and day[1].unit == "day" else None


def _time_then_day(words: Words, i: int) -> Found:
    """5pm tomorrow, from 5 to 6 pm on 22 April; a time alone."""
    led = words.at(i) in ("from", "between")
    found = read_time_of_day(words, i) if led or words.is_number(i) or words.at(i) in CLOCK_STARTS else None
    if not found:
        return None
    end, time = found
    joint = words.skip(end, "on", "of", ",", "the")
    day = read_period(words, joint, sure=words.at(joint - 1) == "on")
    attaches = time.precision == "part" or time.sure or led or words.at(i - 1) == "at"
    if day and day[1].is_day and attaches and words.at(day[0]) in PARTS and time.precision == "instant":
        return day[0] + 1, with_time(day[1], time, words.at(day[0]))  # 7:00 on Sunday afternoon
    if day and day[1].is_day and attaches:
        return day[0], with_time(day[1], time, words.at(day[0] - 1))
    if (
        time.sure and words.at(joint - 1) == "on" and words.is_number(joint) and not words.is_word(joint + 1)
    ):  # 8pm on 15
        number = int(words.at(joint)) if words.apart(joint, joint + 1) and len(words.at(joint)) < 3 else 0
        return (joint + 1, with_time(bare(monthly_cycle(number)), time)) if 0 < number < 32 else None
    alone = (time.sure or _is_working(words, i, end)) if led else _is_time_alone(words, i, end, time)
    return (end, at_time(time)) if alone else None


def _in_longer(words: Words, end: int, day: Phrase) -> tuple[int, Phrase]:
    """What follows a day and its time: Wednesday evening [next week], Oct 26 15:50 [2016]."""
    if day.cycle and day.cycle.inside == "year" and words.is_number(end) and len(words.at(end)) == 4:
        year = read_year_phrase(words, end, sure=True)
        return (year[0], inside(day.cycle, year[1])) if year else (end, day)
    week = read_base(words, words.skip(end, "of"), sure=True) if day.cycle and day.cycle.is_weekday else None
    if week and day.cycle and week[1].unit == "week" and not week[1].cycle and week[1].kind == "":
        return week[0], inside(day.cycle, week[1])
    return end, day


def _is_time_alone(words: Words, i: int, end: int, time: TimeOfDay) -> bool:
    before = words.at(i - 1)
    if time.precision == "part":
        in_it = before in ("in", "during") or (before == "the" and words.at(i - 2) in ("in", "during"))
        edged = words.at(i) in ("later", "earlier", "mid") or words.at(i + 1) in ("in", "at")
        return in_it or edged or (before == "at" and words.at(i) in ("night", "lunchtime"))
    if not time.sure:
        return before == "at" and _is_hour(words, i, end, time)
    if time.is_range:
        return True
    alone = not time.half or ":" not in words.low[i : i + 2] or (i == 0 and end >= len(words) - 1)
    alone = alone or before in AT or before in ("to", "until", "till", "since", "after", "before")
    return alone or (words.is_word(i - 1) and looks_forward(words, i, end, default=False))


_MEETINGS = word_set(
    "meet meeting see call dinner lunch breakfast brunch party starts start begins begin opens open closes close leave "
    "leaves arrive arrives wake up back home here there ready doors alarm train bus flight date appointment call"
)
_HOURS = word_set("out away busy free available work works worked working booked shift office hours")
_AFTER_HOUR = word_set("on tomorrow today tonight and or for with if so in as then because since sharp")


def _is_working(words: Words, i: int, end: int) -> bool:
    """Out, open or at work [from 9 to 5]."""
    if (words.is_word(end) and words.at(end) not in _AFTER_HOUR) or not words.stops(end):
        return False
    return not (_MEETINGS | _HOURS).isdisjoint(words.low[max(0, i - 6) : i])


def _is_hour(words: Words, i: int, end: int, time: TimeOfDay) -> bool:
    """At 7p, at 6.45, at eight forty; at 7 where one meets or something is to be, and nothing is counted."""
    if not time.half or (words.at(i + 1) == "." and end > i + 2 and not words.is_word(end)):
        return end > i + 1
    if words.at(end) in ("%", "/", "-", "'") or (words.is_word(end) and words.at(end) not in _AFTER_HOUR):
        return False
    if end > i + 1:
        return not words.is_number(i)
    meets = not _MEETINGS.isdisjoint(words.low[max(0, i - 6) : i - 1])
    return words.stops(end) and (meets or looks_forward(words, i, end, default=False))


def with_time(day: Phrase, time: TimeOfDay, part: str = "") -> Phrase:
    """The time on that day; the word `part` tells the half of the day when the time does not."""
    if part in PARTS or part == "tonight":
        time = within(time, part_of_day("night" if part == "tonight" else part))
    return day.become(lambda whole: on_day(whole, time), time.precision)


_BESIDE = {"before", "after", "following", "of", "beginning", "starting", "commencing", "ending"}


def _relative_to(words: Words, i: int) -> Found:
    """The week before 9 June, the weekend of the 5th, the Friday after Easter, two weeks before Christmas."""
    j = words.skip(i, "the")
    unit = words.at(j)
    if unit in CALENDAR_WORDS | {"day", "night"} and words.at(j + 1) in _BESIDE:
        target = past_the(read_joined, words, words.skip(j + 2, "on"))
        if target and target[1].is_date:
            return target[0], _unit_beside(UNIT_WORDS[unit], words.at(j + 1), target[1])
        return None
    if words.at(j) in WEEKDAYS or words.at(j) in SEASONS:
        named = read_cycle(words, j, sure=True)
        side = words.at(named[0]) if named else ""
        target = past_the(read_joined, words, named[0] + 1) if named and side in ("before", "after") else None
        return (target[0], _cycle_beside(named[1], side, target[1])) if named and target else None
    if found := read_duration(words, i):
        end, duration = found
        beside = BESIDE.read(words.low, end)
        if beside and (target := past_the(read_joined, words, beside[0])):
            return target[0], _counted_from(duration, beside[1], words.at(end) == "from", target[1])
    return None


def _counted_from(duration: Duration, sign: int, to_the_day: bool, phrase: Phrase) -> Phrase:
    """Two weeks before Christmas is a week, two weeks from Monday a day."""
    if to_the_day and phrase.unit == "day" and duration.precision != "instant":
        duration = duration._replace(unit="day")
    away = around(duration, sign)
    counted = phrase.become(lambda target: away.place(Frame(target.start)), away.unit)
    return counted._replace(point=lambda frame: shift(phrase.place(frame).start, duration.usual, sign))


def _cycle_beside(cycle: Cycle, side: str, phrase: Phrase) -> Phrase:
    """The latest or next of what recurs, before or after a date."""
    step = latest if side == "before" else coming
    return phrase.become(lambda target: step(cycle, Frame(target.start)), cycle.precision)


def _unit_beside(unit: str, side: str, phrase: Phrase) -> Phrase:
    """The unit before, of or after a date; the week before a day is the seven days up to it."""
    length, precision, _ = UNITS[unit]
    if side == "of":
        return phrase.become(lambda target: unit_at(unit, target.start), precision)
    if side in ("beginning", "starting", "commencing"):
        return phrase.become(lambda target: Interval(target.start, shift(target.start, length), precision), precision)
    if side == "ending":
        return phrase.become(lambda target: Interval(shift(target.end, length, -1), target.end, precision), precision)
    if unit == "weekend":
        return _cycle_beside(unit_cycle(unit), side, phrase)

    def beside(target: Interval) -> Interval:
        if unit not in ("day", "week"):
            return unit_at(unit, shift(midnight(target.start).replace(day=1), length, -1 if side == "before" else 1))
        if side == "before":
            return Interval(shift(target.start, length, -1), target.start, precision)
        return Interval(target.end, shift(target.end, length), precision)

    return phrase.become(beside, precision)


def past_the(parser: Callable[[Words, int, bool], Found], words: Words, i: int) -> Found:
    """What is sure to stand here, with or without "the" before it: the 5th, the Friday, Easter."""
    return longer((parser(words, i, True), parser(words, words.skip(i, "the"), True)))


@once
def read_when(words: Words, i: int, sure: bool) -> Found:
    found = longer((_timed(words, i, sure), _relative_to(words, i)))
    return _weekday_of(words, *found) if found else None


def _weekday_of(words: Words, end: int, phrase: Phrase) -> Found:
    """Two weeks ago [on Friday]: that of the week; two months from today [on Friday]: the first from that day on."""
    weekday = WEEKDAYS.get(words.at(end + 1)) if words.at(end) == "on" else None
    if weekday is None or not phrase.is_date or phrase.cycle or words.at(end + 2) == "the":
        return end, phrase
    cycle = weekday_cycle(weekday)
    near = inside(cycle, phrase) if phrase.unit == "week" else weekday_near(cycle, phrase)
    return (end + 2, near) if near else (end, phrase)
