"""English phrases from one time to another, and those open at one side."""

from __future__ import annotations

from kgmem.timex_calendar import Frame, Interval, whole_years
from kgmem.timex_clock import read_time_of_day
from kgmem.timex_cycles import monthly_cycle
from kgmem.timex_dates import read_year_phrase
from kgmem.timex_numbers import read_ordinal
from kgmem.timex_periods import read_period
from kgmem.timex_phrase import Found, Phrase, bare
from kgmem.timex_reading import Words
from kgmem.timex_when import past_the, read_when, with_time
from kgmem.timex_words import COUNTED, MONTHS, OPENINGS, TO, Lexicon

_ONWARDS = Lexicon(
    dict.fromkeys(("or later", "and later", "or after", "and after", "onwards", "onward", "or newer"), "since")
    | dict.fromkeys(("or earlier", "and earlier", "or before", "and before"), "until")
)
_BOUNDS = {"after": "since", "since": "since", "before": "until", "until": "until", "till": "until"}


def read_range(words: Words, i: int) -> Found:
    """From May to July 2022, between 2019 and 2021, 2014-2018, Monday to Friday."""
    led = words.at(i) in ("from", "between")
    if years := _year_range(words, i + led):
        return years
    sure = led or (words.at(i) in MONTHS and words.at(i + 1) in TO)
    first = past_the(read_when, words, i + led) if sure else read_when(words, i, False)
    if not first or not first[1].is_date:
        return None
    j = first[0]
    if words.at(j) not in TO and (words.at(i), words.at(j)) != ("between", "and"):
        return None
    second = past_the(read_when, words, j + 1)
    if not second and first[1].cycle and first[1].cycle.precision == "day":  # the 27th to the third
        day = read_ordinal(words, words.skip(j + 1, "the"))
        second = (day[0], bare(monthly_cycle(day[1]))) if day else None
    if not second or not second[1].is_date:
        return None
    mixed = {first[1].unit, second[1].unit}
    if words.at(j) in ("-", "–", "—", "~") and not led and len(mixed) > 1 and not mixed <= {"year", "month", "day"}:
        return None
    return second[0], _from_to(first[1], second[1])


def _year_range(words: Words, i: int) -> Found:
    """2014-2018."""
    first, dash, second = (words.at(k) for k in range(i, i + 3))
    if dash not in ("-", "–", "—", "~") or not (first.isdecimal() and second.isdecimal()):
        return None
    if len(first) != 4 or len(second) != 4 or not 1900 <= int(first) < int(second) < 2100:
        return None
    if not words.begins(i) or not words.stops(i + 3) or words.at(i - 1) in ("-", "+") or words.at(i + 3) in COUNTED:
        return None
    years = int(second) - int(first) + 1
    return i + 3, Phrase(lambda frame: whole_years(frame.now, int(first), years, "year"), "year", stated=True)


def _from_to(first: Phrase, second: Phrase) -> Phrase:
    """One end that names no year or week takes it from the other."""

    def place(frame: Frame) -> Interval:
        if first.floating and not second.floating:
            end = second.place(frame)
            start = first.place(Frame(end.start))
        else:
            start, end = _from_on(first, second, frame._replace(forward=False) if first.floating else frame)
            if frame.forward and first.floating and end.end <= frame.now:
                start, end = _from_on(first, second, frame)
        last = end.start if end.precision == "instant" else end.end
        return Interval(start.start, last, start.precision)

    return Phrase(place, first.unit, first.stated or second.stated, first.floating and second.floating)


def _from_on(first: Phrase, second: Phrase, frame: Frame) -> tuple[Interval, Interval]:
    start = first.place(frame)
    return start, second.place(Frame(start.start, forward=True) if second.floating else frame)


def read_open_side(words: Words, i: int) -> Found:
    """Since 2019, after Christmas; until March, before 2020, by Friday."""
    found = OPENINGS.read(words.low, i)
    if not found:
        return _open_end(words, i)
    j, (kind, edge) = found
    inner = past_the(read_when, words, j)
    if not inner or not inner[1].is_date:
        return None
    end, phrase = inner
    bounded = _bounded(phrase, kind, at_start=(phrase.edge or edge) == "start")
    if kind == "since" and edge == "start" and words.at(i) not in ("starting", "beginning"):  # "since" looks back
        return end, bounded._replace(place=lambda frame: bounded.place(frame._replace(forward=False)))
    return end, bounded


def _open_end(words: Words, i: int) -> Found:
    """2012 or later; tomorrow before 5pm."""
    inner = read_period(words, i, sure=False)
    if not inner:
        inner = read_year_phrase(words, i, sure=_ONWARDS.read(words.low, i + 1) is not None)
    if not inner or inner[1].kind != "":
        return None
    end, phrase = inner
    if onwards := _ONWARDS.read(words.low, end):
        return onwards[0], _bounded(phrase, onwards[1], at_start=onwards[1] == "since")
    kind = _BOUNDS.get(words.at(end), "")
    time = read_time_of_day(words, end + 1) if kind and phrase.unit == "day" else None
    if time and (time[1].sure and time[1].precision == "instant"):
        return time[0], _bounded(with_time(phrase, time[1]), kind, at_start=True)
    return None


def _bounded(phrase: Phrase, kind: str, *, at_start: bool) -> Phrase:
    """The time from or up to the start (or end) of a phrase."""

    def bound(interval: Interval) -> Interval:
        at = interval.start if at_start or interval.precision == "instant" else interval.end
        return Interval(at, at, interval.precision)

    return phrase.become(bound, phrase.unit)._replace(kind=kind)
