"""English phrases for a day or longer: last week, two days ago, early May, Friday of last week."""

from __future__ import annotations

from datetime import timedelta

from kgmem.timex_calendar import UNITS, Frame, Interval, midnight, unit_at
from kgmem.timex_cycles import (
    Cycle,
    coming,
    following,
    latest,
    season_cycle,
    unit_cycle,
    weekday_cycle,
    weekend_by,
    working_week_cycle,
)
from kgmem.timex_dates import (
    read_century,
    read_cycle,
    read_day_of_month,
    read_decade,
    read_short_year,
    read_week_number,
    read_year_phrase,
)
from kgmem.timex_events import read_event
from kgmem.timex_numbers import read_amount, read_duration
from kgmem.timex_numeric import read_numeric_date
from kgmem.timex_phrase import (
    Found,
    Phrase,
    around,
    bare,
    days_from_today,
    duration_of,
    ever_since,
    inside,
    length_of,
    longer,
    rolling,
)
from kgmem.timex_reading import Words, once
from kgmem.timex_tense import is_perfect
from kgmem.timex_terms import read_term
from kgmem.timex_words import (
    CALENDAR_WORDS,
    DAYS,
    HEDGES,
    NOW,
    SEASONS,
    STEPS,
    STRETCHES,
    UNIT_WORDS,
    WEEKDAYS,
    Lexicon,
)

_BACK = Lexicon(
    {"ago": -1, "back": -1, "earlier": -1, "prior": -1, "previously": -1, "from now": 1, "later": 1, "hence": 1}
)
_ROLLING = {
    "last": -1,
    "past": -1,
    "previous": -1,
    "prior": -1,
    "preceding": -1,
    "subsequent": 1,
    "next": 1,
    "coming": 1,
    "upcoming": 1,
    "following": 1,
}


def _day_word(words: Words, i: int) -> Found:
    """Yesterday, the day after tomorrow, last night."""
    found = DAYS.read(words.low, i)
    return (found[0], days_from_today(*found[1])) if found else None


def _now(words: Words, i: int) -> Found:
    found = NOW.read(words.low, i)
    if not found:
        return None
    if words.at(i) == "now" and words.at(found[0]) in ("that", "and", ",") and words.at(i - 1) != "between":
        return None
    now = Phrase(lambda frame: unit_at("minute", frame.now), "instant", kind="date")
    return found[0], now._replace(point=lambda frame: frame.now)


def _to_date(words: Words, i: int) -> Found:
    """Year to date, the month to date: the unit so far."""
    unit = words.at(i)
    if unit not in ("year", "quarter", "month", "week") or words.low[i + 1 : i + 3] != ["to", "date"]:
        return None

    def place(frame: Frame) -> Interval:
        return Interval(unit_at(unit, frame.now).start, frame.now, UNITS[unit].precision)

    return i + 3, Phrase(place, UNITS[unit].precision)


def _stretch(words: Words, i: int) -> Found:
    found = STRETCHES.read(words.low, i)
    if not found:
        return None
    end, (first, last, unit) = found

    def place(frame: Frame) -> Interval:
        stop = frame.now if last is None else frame.today + timedelta(days=last)
        return Interval(frame.today + timedelta(days=first), stop, unit)

    return end, Phrase(place, unit)


def _counted(words: Words, i: int) -> Found:
    """Two days ago, a week from now, in three weeks; two Fridays ago, two summers ago."""
    led = words.at(i) in ("in", "within") and words.at(i - 1) not in ("time", "times")
    j = words.skip(i + 1, *HEDGES) if led else i
    count = read_amount(words, j) if led else None
    if count and words.at(count[0]) in ("business", "working") and words.at(count[0] + 1) in ("day", "days"):
        days = _working_days(int(count[2]), 1)
        return count[0] + 2, days.become(lambda whole: Interval(whole.end - timedelta(days=1), whole.end, "day"), "day")
    if found := read_duration(words, j):
        end, duration = found
        if away := _BACK.read(words.low, end):
            return away[0], around(duration, away[1])
        if led and words.at(end) in ("'", "'s") and words.at(end + 1) == "time":
            return end + 2, around(duration, 1)
        if led and words.at(end) not in ("of", "'"):
            if is_perfect(words, i):
                return end, ever_since(duration)
            return end, rolling(duration, 1) if words.at(i) == "within" else around(duration, 1)
        return None
    return _cycles_ago(words, j) or _rolling_after_number(words, j)


def _rolling_after_number(words: Words, i: int) -> Found:
    """The 5 past years, 2 next days, the 13 last minutes."""
    amount = read_amount(words, words.skip(i, "the"))
    sign = _ROLLING.get(words.at(amount[0])) if amount else None
    unit = UNIT_WORDS.get(words.at(amount[0] + 1), "") if amount else ""
    if not amount or not sign or not unit or not words.at(amount[0] + 1).endswith("s"):
        return None
    return amount[0] + 2, rolling(duration_of(amount[1], amount[2], unit), sign)


def _cycles_ago(words: Words, i: int) -> Found:
    amount = read_amount(words, i)
    if not amount:
        return None
    j, low, high = amount
    cycle = _named(words.at(j).removesuffix("s"))
    back = words.at(j + 1) == "ago"
    if not cycle or not (back or words.low[j + 1 : j + 3] == ["from", "now"]) or low != int(low):
        return None

    def place(frame: Frame) -> Interval:
        if not back:
            first, last = (cycle.at(coming(cycle, frame).start, int(count) - 1) for count in (low, high))
            return Interval(first.start, last.end, last.precision)
        first, last = (_back_from(cycle, frame, int(count)) for count in (high, low))
        return Interval(first.start, last.end, last.precision)

    return j + (2 if back else 3), Phrase(place, cycle.precision)


def _back_from(cycle: Cycle, frame: Frame, count: int) -> Interval:
    """The latest that is over is one back."""
    return cycle.at(latest(cycle, frame).start, 1 - count)


def _named(name: str) -> Cycle | None:
    if name in WEEKDAYS and len(name) > 4:
        return weekday_cycle(WEEKDAYS[name])
    return season_cycle(SEASONS[name]) if name in SEASONS else None


def _stepped(words: Words, i: int) -> Found:
    """Last week, this Friday, next May, the past year; the year before last, the week after next."""
    the = words.at(i) == "the"
    j = i + the
    if the and (twice := _twice_stepped(words, j)):
        return twice
    found = STEPS.read(words.low, j)
    if not found:
        return None
    k, step = found
    if stretch := _rolling_stretch(words, i, k):
        return stretch
    unit = words.at(k)
    if unit in CALENDAR_WORDS:
        end, cycle = k + 1, unit_cycle(unit)
    elif unit == "calendar" and words.at(k + 1) in ("year", "week", "month", "quarter"):
        cycle, end = unit_cycle(words.at(k + 1)), k + 2
    elif unit in ("workweek", "working", "work", "school", "business") and (
        unit == "workweek" or words.at(k + 1) == "week"
    ):
        cycle, end = working_week_cycle(), k + (1 if unit == "workweek" else 2)
    elif named := read_cycle(words, k, sure=True):
        end, cycle = named
        if words.low[k - 1 : k + 1] in (["this", "may"], ["this", "march"]) and not words.is_capital(k):
            return None
    else:
        return None
    return end, Phrase(lambda frame: step(cycle, frame), cycle.precision)


def _twice_stepped(words: Words, i: int) -> Found:
    unit = words.at(i)
    named = (i + 1, unit_cycle(unit)) if unit in CALENDAR_WORDS else read_cycle(words, i, sure=True)
    if not named:
        return None
    end, cycle = named
    if words.low[end : end + 2] == ["before", "last"]:
        return end + 2, Phrase(lambda frame: _back_from(cycle, frame, 2), cycle.precision)
    if words.low[end : end + 2] == ["after", "next"] or words.low[end : end + 3] == ["after", "the", "next"]:
        return words.skip(end + 1, "the") + 1, Phrase(
            lambda frame: cycle.at(following(cycle, frame).start, 1), cycle.precision
        )
    return None


def _rolling_stretch(words: Words, i: int, k: int) -> Found:
    """The past [3 weeks], the next [few days], the past [year]; also "over the last [year]"."""
    word = words.at(k - 1)
    sign = _ROLLING.get(word)
    if sign is None:
        return None
    count = read_amount(words, k)
    if count and words.at(count[0]) in ("business", "working") and words.at(count[0] + 1) in ("days", "day"):
        return count[0] + 2, _working_days(int(count[2]), sign)
    amount = read_duration(words, k)
    if amount and words.at(k) not in ("a", "an"):
        return amount[0], rolling(amount[1], sign)
    unit = words.at(k)
    if UNIT_WORDS.get(unit) != unit or unit in ("weekend", "quarter") or words.at(k + 1) == "of":
        return None
    over = words.at(i - 1) in ("over", "for", "during", "in", "within", "throughout")
    if unit == "day":  # "the next day" counts from a day told before
        rolls = word == "past"
    elif unit == "hour":
        rolls = True
    else:
        rolls = (word == "past" and words.at(i) in ("the", "this")) or (words.at(i) == "the" and over)
    return (k + 1, rolling(duration_of(1, 1, unit), sign)) if rolls else None


def _working_days(count: int, sign: int) -> Phrase:
    """So many days from Monday to Friday after today, or before it."""

    def place(frame: Frame) -> Interval:
        day, left = frame.today, count
        while left:
            day += timedelta(days=sign)
            left -= day.weekday() < 5
        first, last = sorted((frame.today + timedelta(days=sign), day))
        return Interval(first, last + timedelta(days=1), "day")

    return Phrase(place, "day", kind="duration", length=length_of(count, "day"))


@once
def read_base(words: Words, i: int, sure: bool) -> Found:
    """A phrase without another attached to it."""
    if not words.may_start(i):
        return None
    if number := read_numeric_date(words, i):
        return number
    phrases = [
        _day_word(words, i), _now(words, i), _stretch(words, i), _to_date(words, i),
        read_term(words, i), read_event(words, i), _counted(words, i), _stepped(words, i),
        read_year_phrase(words, i, sure), read_decade(words, i, sure), read_century(words, i),
    ]  # fmt: skip
    named = read_cycle(words, i, sure) or read_day_of_month(words, i)
    if words.at(i) in ("my", "your", "our") and words.at(i + 1) == "weekend":
        named = i + 2, unit_cycle("weekend")
    if named is None and words.at(i) == "the":
        if words.at(i + 1) == "weekend":
            named = i + 2, unit_cycle("weekend")
        elif sure:
            named = read_cycle(words, i + 1, sure)
    if named:
        phrases.append((named[0], _this_year(named[1]) if read_week_number(words, i) else bare(named[1])))
    return longer(phrases)


def _this_year(cycle: Cycle) -> Phrase:
    return Phrase(lambda frame: cycle.at(frame.now, 0), cycle.precision, cycle=cycle)


def weekday_near(weekday: Cycle, counted: Phrase) -> Phrase | None:
    """Friday, two weeks ago: that of the week; Friday, two months from today: the first from that day on."""
    point = counted.point
    if point is None or counted.unit not in ("day", "week", "month", "year"):
        return None
    if counted.unit == "week":
        return inside(weekday, counted)
    return Phrase(lambda frame: coming(weekday, Frame(midnight(point(frame)) - timedelta(days=1))), "day")


_JOINTS = (",", "of", "in", "on", "the", "-", "'s", "(")


@once
def read_joined(words: Words, i: int, sure: bool) -> Found:
    """A recurring date with the period it lies in, in either order: May 2022, Friday of last week."""
    first = read_base(words, i, sure)
    if not first:
        return None
    end, phrase = first
    if phrase.cycle and phrase.cycle.is_weekday:
        away = read_base(words, words.skip(end, ","), sure=False)
        near = weekday_near(phrase.cycle, away[1]) if away else None
        if away and near:
            return away[0], near
    joint = words.skip(end, *_JOINTS)
    second = read_base(words, joint if joint - end < 3 else end, sure=True)
    if second is None and phrase.cycle and phrase.unit in ("month", "day"):
        second = read_short_year(words, joint)
    if not second or not second[1].is_date:
        return first
    after, other = second
    if phrase.cycle and other.unit == phrase.cycle.inside and (not other.cycle or other.cycle.inside != "week"):
        joined = inside(phrase.cycle, other)
        if words.at(after) == "weekend" and phrase.cycle.precision == "day":  # Labor Day 2021 weekend
            return after + 1, joined.become(weekend_by, "week")
        return after, joined
    if other.cycle and phrase.unit == other.cycle.inside and not phrase.cycle and words.at(end) != "of":
        return after, inside(other.cycle, phrase)
    names_day = other.unit == "day" and (other.stated or (other.cycle and not other.cycle.is_weekday))
    if phrase.cycle and phrase.cycle.is_weekday and names_day and words.at(end) not in ("of", "in", "on"):
        return _joined_year(words, after, other)
    return first


def _joined_year(words: Words, end: int, phrase: Phrase) -> Found:
    """Monday, 9 June [2023]."""
    if phrase.cycle and (year := read_base(words, words.skip(end, ",", "of"), sure=True)) and year[1].unit == "year":
        return year[0], inside(phrase.cycle, year[1])
    return end, phrase
