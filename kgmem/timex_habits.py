"""English phrases that have no one place in time: lengths and habits."""

from __future__ import annotations

from typing import NamedTuple

from kgmem.timex_calendar import PARTS, UNITS, Length, unit_at
from kgmem.timex_clock import read_time_of_day, within
from kgmem.timex_cycles import Cycle, monthly_cycle, nth_weekday_cycle, unit_cycle, weekday_cycle
from kgmem.timex_dates import read_cycle
from kgmem.timex_numbers import read_amount, read_cardinal, read_duration, read_ordinal
from kgmem.timex_phrase import (
    Found,
    Phrase,
    TimeOfDay,
    bare,
    duration_of,
    ever_since,
    loose,
    part_of_day,
    timed,
)
from kgmem.timex_reading import Words
from kgmem.timex_tense import STATES, is_past_verb, is_perfect
from kgmem.timex_words import ADVERBS, AT, COUNTED, HEDGES, UNIT_WORDS, USUAL, WEEKDAYS, word_set

_WEEKDAYS_PLURAL = {f"{word}s": weekday for word, weekday in WEEKDAYS.items() if len(word) > 5}


def read_length(words: Words, i: int) -> Found:
    """For three years now, seven years now; for two weeks, ten days."""
    led = words.at(i) == "for"
    j = words.skip(i + 1, *HEDGES) if led else i
    found = read_duration(words, words.skip(j, "another") if led else j)
    if not found:
        unit = UNIT_WORDS.get(words.at(j + 1), "") if words.at(j) == "another" else ""
        return (j + 2, loose(duration_of(1, 1, unit))) if unit else _whole_unit(words, j)
    end, duration = found
    if words.at(end) == "now" or (led and is_perfect(words, i)):
        return end + (words.at(end) == "now"), ever_since(duration)
    if not led and words.at(i) in ("a", "an", "one", "half") and not _is_measure(words, i, end):
        return None
    return end, loose(duration)


_MEASURES = word_set(
    "than least most about almost nearly over under exactly roughly approximately last lasts lasted lasting take takes "
    "took taken spend spends spent spending wait waits waited waiting stay stays stayed staying"
)
"""What comes before a length of one: about [an hour], lasted [a week]."""


def _is_measure(words: Words, i: int, end: int) -> bool:
    """One hour, a year and a half; "one day" and "a second" are mostly no lengths."""
    if words.at(i) == "one" and words.at(end - 1) in ("hour", "minute", "month", "year", "decade"):
        return True
    if words.at(i - 1) in _MEASURES and (words.at(i - 1) == "than" or words.at(end - 1) not in ("second", "minute")):
        return True
    if (
        words.at(i) in ("half", "quarter")
        or (words.at(i) == "a" and words.at(i + 1) == "quarter")
        or words.at(words.skip(end, "-")) == "long"
    ):
        return True
    if {"whole", "full", "entire", "additional", "extra", "further"} & set(words.low[i:end]):
        return True
    unit = words.at(end - 1)
    return end - i > 3 and (unit in ("half", "quarter", "hour", "year", "month") or unit.endswith("s"))


def _whole_unit(words: Words, i: int) -> Found:
    """All week, all day long, the whole month."""
    j = words.skip(i, "a", "the", "all", "full", "whole", "entire", "-")
    if not {"all", "full", "whole", "entire"} & set(words.low[i:j]):
        return None
    unit = words.at(j)
    if j == i or unit not in ("day", "night", "week", "weekend", "month", "year") or words.at(j + 1) == "of":
        return None
    return words.skip(j + 1, "long"), loose(duration_of(1, 1, UNIT_WORDS[unit]))


def read_just(words: Words, i: int) -> Found:
    """I just moved, she has just left: today, as far as is told."""
    before = words.at(i - 1)
    if before and before not in _SUBJECTS and before not in ",.!?;-–" and not words.text[words.starts[i - 1]].isupper():
        return None
    if words.at(i + 1) in STATES or not is_past_verb(words, i + 1):
        return None
    return i + 1, Phrase(lambda frame: unit_at("day", frame.now), "day", kind="recent")


_SUBJECTS = {"i", "we", "you", "he", "she", "they", "'ve", "have", "has", "'s", "and", "but", "who"}


class Habit(NamedTuple):
    """What recurs, how many cycles apart, and at what time of the day."""

    cycle: Cycle
    apart: int = 1
    time: TimeOfDay | None = None

    @property
    def every(self) -> Length:
        unit = UNITS[self.cycle.inside].length
        return Length(*(self.apart * part for part in unit))

    def phrase(self) -> Phrase:
        cycle = timed(self.cycle, self.time) if self.time else self.cycle
        return bare(cycle)._replace(kind="recurring", every=self.every)


_HABIT_MARKS = ("every", "each")
_OTHER = {"other": 2, "second": 2, "third": 3, "fourth": 4}
_PREFIXES = {"bi": 2, "tri": 3, "semi": 0}


def read_habit(words: Words, i: int) -> Found:
    """Every Tuesday, each summer, every other week, on Mondays, weekly, twice a month, 6am every day."""
    first = read_time_of_day(words, i) if words.is_number(i) else None
    if first and words.at(i - 1) == "at":
        first = first[0], first[1]._replace(sure=True)
    j = words.skip(first[0], "on", ",") if first else i
    found = _habit_day(words, j) or (_day_of_each(words, i) if not first else None)
    if not found or (first and not (first[1].sure and found[1].cycle.precision == "day")):
        return None
    end, habit = found
    while words.at(end) in ("and", ",", "or") and (more := _habit_name(words, end + 1)) and more[1].cycle.is_weekday:
        end = more[0]
    joint = words.skip(end, *AT)
    time = first or read_time_of_day(words, joint)
    if time and words.at(joint - 1) in ("at", "@") and joint > end and words.at(time[0]) not in COUNTED:
        time = time[0], time[1]._replace(sure=True)  # Mondays at 3
    if time and habit.time and habit.time.precision == "part" and time[1].precision == "instant" and not first:
        return time[0], habit._replace(time=within(time[1], habit.time)).phrase()  # every afternoon at 4
    if time and habit.cycle.precision == "day" and not habit.time and (time[1].sure or time[1].precision == "part"):
        return max(end, time[0]), habit._replace(time=time[1]).phrase()
    return end, habit.phrase()


def _day_of_each(words: Words, i: int) -> tuple[int, Habit] | None:
    """The 19th of every month, the first Monday of each month."""
    the = words.skip(i, "the")
    found = (the + 1, -1) if words.at(the) == "last" else read_ordinal(words, the)
    weekday = WEEKDAYS.get(words.at(found[0])) if found else None
    j = found[0] + (weekday is not None) if found else i
    if (
        not found
        or words.at(j) not in ("of", "in")
        or words.at(j + 1) not in _HABIT_MARKS
        or words.at(j + 2) != "month"
        or (weekday is None and found[1] < 0)
    ):
        return None
    cycle = monthly_cycle(found[1]) if weekday is None else nth_weekday_cycle(found[1], weekday)
    return j + 3, Habit(cycle)


def _habit_day(words: Words, i: int) -> tuple[int, Habit] | None:
    token = words.at(i)
    if adverb := _adverb(words, i):
        return adverb
    if token in _HABIT_MARKS:
        return _each(words, i + 1)
    if token in ("any", "all") and words.at(i + 1) in ("weekend", "weekends"):
        return i + 2, Habit(unit_cycle("weekend"))
    count = read_cardinal(words, i)
    if count and words.at(count[0]) == "times":
        return _habit_day(words, count[0])
    if token in ("once", "twice", "times") and (adverb := _adverb(words, i + 1)):  # twice daily
        return adverb
    if token in ("once", "twice", "times") and words.at(i + 1) in ("a", "per", "every", "each", "an"):
        return _each(words, i + 2)
    if token in WEEKDAYS and words.at(i + 1).endswith("s") and words.at(i + 1)[:-1] in PARTS:
        return i + 2, Habit(weekday_cycle(WEEKDAYS[token]), time=part_of_day(words.at(i + 1)[:-1]))
    if token in _WEEKDAYS_PLURAL and words.at(i + 1) != "'":
        return i + 1, Habit(weekday_cycle(_WEEKDAYS_PLURAL[token]))
    if token in ("weekends", "weekdays"):
        return i + 1, Habit(unit_cycle("weekend" if token == "weekends" else "day"))
    if token in _PARTS_PLURAL and words.at(i + 1) in ("at", "around") and read_time_of_day(words, i + 2):
        return i + 1, Habit(unit_cycle("day"))
    if token in _PARTS_PLURAL and words.at(i - 1) in ("in", "on", "most", "the", "out", "off"):
        return i + 1, Habit(unit_cycle("day"), time=part_of_day(token[:-1]))
    return None


_PARTS_PLURAL = {"mornings", "evenings", "afternoons", "nights"}


def _adverb(words: Words, i: int) -> tuple[int, Habit] | None:
    """Weekly, annual, bi-monthly, semiannual."""
    prefix = next((each for each in _PREFIXES if words.at(i) == each and words.at(i + 1) == "-"), "")
    token, end = (words.at(i + 2), i + 3) if prefix else (words.at(i), i + 1)
    if not prefix and token not in ADVERBS:
        prefix = next((each for each in _PREFIXES if token.startswith(each)), "")
        token = token.removeprefix(prefix)
    if token not in ADVERBS:
        return None
    cycle = unit_cycle(ADVERBS[token])
    if prefix == "semi":
        halves = {"year": "season", "month": "fortnight", "week": "day"}
        if cycle.inside not in halves:
            return None
        half = unit_cycle(halves[cycle.inside])
        return end, Habit(half, {"year": 2}.get(cycle.inside, 1))
    return end, Habit(cycle, _PREFIXES.get(prefix, 1))


def _each(words: Words, i: int) -> tuple[int, Habit] | None:
    """The [other week], [two weeks], [single day], [Friday] of every."""
    j = words.skip(i, "single", "and", "last")
    apart = _OTHER.get(words.at(j), 0)
    j += apart > 0
    if words.at(j) == "half" and words.at(words.skip(j + 1, "an", "a", "-")) == "hour":
        return words.skip(j + 1, "an", "a", "-") + 1, Habit(unit_cycle("minute"), 30)
    if number := _how_many(words, j):
        apart, j = number[1], number[0]
    named = _habit_name(words, j)
    return (named[0], named[1]._replace(apart=apart or 1)) if named and apart >= 0 else None


def _how_many(words: Words, i: int) -> tuple[int, int] | None:
    """The [2], [few], [couple of], [two to three] of every: the usual, or the least."""
    amount = read_amount(words, i)
    if not amount or words.at(i) in ("a", "an", "half") or amount[1] != int(amount[1]):
        return None
    return amount[0], USUAL.get(words.at(i), int(amount[1]))


def _habit_name(words: Words, i: int) -> tuple[int, Habit] | None:
    token = words.at(i)
    if token in PARTS:
        return i + 1, Habit(unit_cycle("day"), time=part_of_day(token))
    workday = words.skip(i, "business", "working", "work")
    if token in ("weekday", "workday") or (workday > i and words.at(workday) == "day"):
        return max(i, workday) + 1, Habit(unit_cycle("day"))
    if token in UNIT_WORDS:
        return i + 1, Habit(unit_cycle(UNIT_WORDS[token]))
    weekday = WEEKDAYS.get(token, _WEEKDAYS_PLURAL.get(token))
    if weekday is not None and words.at(i + 1) in PARTS:
        return i + 2, Habit(weekday_cycle(weekday), time=part_of_day(words.at(i + 1)))
    if token in _WEEKDAYS_PLURAL:
        return i + 1, Habit(weekday_cycle(_WEEKDAYS_PLURAL[token]))
    cycle = read_cycle(words, i, sure=True)
    return (cycle[0], Habit(cycle[1])) if cycle else None
