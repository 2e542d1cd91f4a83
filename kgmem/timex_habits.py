"""English phrases that have no one place in time: lengths and habits."""

from __future__ import annotations

from kgmem.timex_calendar import PARTS, Frame, Interval
from kgmem.timex_clock import read_time_of_day
from kgmem.timex_cycles import Cycle, unit_cycle, weekday_cycle
from kgmem.timex_dates import read_cycle
from kgmem.timex_numbers import read_cardinal, read_duration
from kgmem.timex_phrase import Duration, Found, Phrase, bare, ever_since, rolling
from kgmem.timex_reading import Words
from kgmem.timex_tense import is_perfect
from kgmem.timex_words import ADVERBS, AT, HEDGES, UNIT_WORDS, WEEKDAYS

_WEEKDAYS_PLURAL = {f"{word}s": weekday for word, weekday in WEEKDAYS.items() if len(word) > 5}


def read_length(words: Words, i: int) -> Found:
    """For three years now, seven years now; for two weeks, ten days."""
    led = words.at(i) == "for"
    j = words.skip(i + 1, *HEDGES) if led else i
    found = read_duration(words, j)
    if not found:
        return None
    end, duration = found
    if words.at(end) == "now" or (led and is_perfect(words, i)):
        return end + (words.at(end) == "now"), ever_since(duration)
    if not led and words.at(i) in ("a", "an", "one", "half"):
        return None
    return end, _loose(duration)


def _loose(duration: Duration) -> Phrase:
    """A length whose place is not told: up to the moment, or from it on."""

    def place(frame: Frame) -> Interval:
        return rolling(duration, 1 if frame.forward else -1).place(frame)._replace(precision="unknown")

    return Phrase(place, "unknown", floating=True, kind="duration")


def read_habit(words: Words, i: int) -> Found:
    """Every Tuesday, each summer, every other week, on Mondays, weekly, twice a month, every day at 5pm."""
    found = _habit_day(words, i)
    if not found:
        return None
    end, cycle = found
    while words.at(end) in ("and", ",", "or") and (more := _habit_name(words, end + 1)) and more[1].is_weekday:
        end = more[0]
    time = read_time_of_day(words, words.skip(end, *AT))
    if time and cycle.precision == "day" and (time[1].sure or time[1].precision == "part"):
        end = time[0]
    return end, bare(cycle)._replace(kind="recurring")


def _habit_day(words: Words, i: int) -> tuple[int, Cycle] | None:
    token = words.at(i)
    if token in ADVERBS:
        return i + 1, unit_cycle(ADVERBS[token])
    if token in ("every", "each"):
        j = words.skip(i + 1, "single", "other", "second", "third", "fourth")
        if number := read_cardinal(words, j):
            j = number[0]
        return _habit_name(words, j)
    if token in ("once", "twice", "times") and words.at(i + 1) in ("a", "per", "every", "each", "an"):
        return _habit_name(words, i + 2)
    if token in WEEKDAYS and words.at(i + 1).endswith("s") and words.at(i + 1)[:-1] in PARTS:
        return i + 2, weekday_cycle(WEEKDAYS[token])
    if token in _WEEKDAYS_PLURAL and words.at(i + 1) != "'":
        return i + 1, weekday_cycle(_WEEKDAYS_PLURAL[token])
    if token in ("weekends", "weekdays") or (
        token in ("mornings", "evenings", "afternoons", "nights") and words.at(i - 1) in ("in", "on", "most", "the")
    ):
        return i + 1, unit_cycle("weekend" if token == "weekends" else "day")
    return None


def _habit_name(words: Words, i: int) -> tuple[int, Cycle] | None:
    token = words.at(i)
    if token in PARTS or token == "weekday":
        return i + 1, unit_cycle("day")
    if token in UNIT_WORDS:
        return i + 1, unit_cycle(UNIT_WORDS[token])
    if token in _WEEKDAYS_PLURAL:
        return i + 1, weekday_cycle(_WEEKDAYS_PLURAL[token])
    return read_cycle(words, i, sure=True)
