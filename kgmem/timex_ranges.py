"""English phrases from one time to another, and those open at one side."""

from __future__ import annotations

from datetime import timedelta

from kgmem.timex_calendar import Frame, Interval, midnight, shift, whole_years
from kgmem.timex_clock import read_time_of_day
from kgmem.timex_cycles import monthly_cycle, weekday_cycle
from kgmem.timex_dates import read_year_phrase
from kgmem.timex_numbers import read_duration, read_ordinal
from kgmem.timex_numeric import read_numeric_range
from kgmem.timex_parts import read_period
from kgmem.timex_periods import read_base, read_joined
from kgmem.timex_phrase import Duration, Found, Phrase, bare, days_from_today
from kgmem.timex_reading import Words
from kgmem.timex_stretches import bounded, from_to
from kgmem.timex_when import past_the, read_when, with_time
from kgmem.timex_words import BESIDE, COUNTED, MONTHS, OPENINGS, TO, WEEKDAYS, Lexicon

_ONWARDS = Lexicon(
    dict.fromkeys(("or later", "and later", "or after", "and after", "onwards", "onward", "or newer"), "since")
    | dict.fromkeys(("and onwards", "and onward", "at the earliest", "at earliest", "or more recent"), "since")
    | dict.fromkeys(("or sooner", "or older", "at the latest", "at latest"), "until")
    | dict.fromkeys(("and greater", "or greater", "and up", "and beyond"), "since")
    | dict.fromkeys(("or earlier", "and earlier", "or before", "and before"), "until")
)
_BOUNDS = Lexicon(
    dict.fromkeys(("after", "since", "later than", "any time after"), "since")
    | dict.fromkeys(("before", "until", "till", "by", "no later than"), "until")
)


def read_range(words: Words, i: int) -> Found:
    """From May to July 2022, between 2019 and 2021, 2014-2018, Monday to Friday."""
    led = words.at(i) in ("from", "between")
    if led and (days := _from_day_to_date(words, i + 1)):
        return days
    numbers = _year_range(words, i + led) or read_numeric_range(words, i + led) or _days_of_month(words, i + led, led)
    if numbers:
        return numbers
    if not led and (weekdays := _weekdays_of(words, i)):
        return weekdays
    sure = led or (words.at(i) in MONTHS and words.at(i + 1) in TO)
    first = past_the(read_when, words, i + led) if sure else read_when(words, i, False)
    if not first or not first[1].is_date:
        return None
    j = first[0]
    if words.at(j) not in TO and (words.at(i), words.at(j)) != ("between", "and"):
        return None
    if words.at(j) in ("to", "till", "until") and words.at(j + 1) == "date":
        return j + 2, from_to(first[1], days_from_today(0))
    second = past_the(read_when, words, j + 1)
    if not second and first[1].cycle and first[1].cycle.precision == "day":  # the 27th to the third
        day = read_ordinal(words, words.skip(j + 1, "the"))
        second = (day[0], bare(monthly_cycle(day[1]))) if day else None
    if not second or not second[1].is_date:
        return None
    mixed = {first[1].unit, second[1].unit}
    if words.at(j) in ("-", "–", "—", "~") and not led and len(mixed) > 1 and not mixed <= {"year", "month", "day"}:
        return None
    return second[0], from_to(first[1], second[1])


def _weekdays_of(words: Words, i: int) -> Found:
    """Next week from Tuesday to Thursday."""
    week = read_base(words, i, sure=False)
    if not week or week[1].unit != "week" or week[1].cycle or not week[1].is_date or words.at(week[0]) != "from":
        return None
    low = WEEKDAYS.get(words.at(week[0] + 1))
    high = WEEKDAYS.get(words.at(week[0] + 3)) if words.at(week[0] + 2) in TO else None
    if low is None or high is None:
        return None
    opens, closes = weekday_cycle(low), weekday_cycle(high)

    def days(whole: Interval) -> Interval:
        return Interval(opens.at(whole.start, 0).start, closes.at(whole.start, 0).end, "day")

    return week[0] + 4, week[1].become(days, "day")


def _days_of_month(words: Words, i: int, led: bool) -> Found:
    """From 4 to 22 this month, between 4 and 9 June, 4-23 in next month."""
    first, second = words.at(i), words.at(i + 2)
    if not (first.isdecimal() and second.isdecimal() and max(len(first), len(second)) < 3 and words.begins(i)):
        return None
    if words.at(i + 1) not in TO and not (led and words.at(i + 1) == "and"):
        return None
    month = read_base(words, words.skip(i + 3, "in", "of"), sure=True)
    if not month or month[1].unit != "month" or month[1].cycle or not month[1].is_date:
        return None
    low, high = int(first), int(second)
    if not 0 < low < high < 32:
        return None

    def days(whole: Interval) -> Interval:
        return Interval(whole.start.replace(day=low), whole.start.replace(day=high) + timedelta(days=1), "day")

    return month[0], month[1].become(days, "day")


def _from_day_to_date(words: Words, i: int) -> Found:
    """From 4 to January 22, 1995: the day takes the month of the date."""
    number = words.at(i)
    if not number.isdecimal() or len(number) > 2 or words.at(i + 1) not in TO or words.at(i + 2) not in MONTHS:
        return None
    date = read_joined(words, i + 2, sure=True)
    if not date or date[1].unit != "day":
        return None

    def days(last: Interval) -> Interval:
        return Interval(last.start.replace(day=int(number)), last.end, "day")

    return date[0], date[1].become(days, "day")


def _year_range(words: Words, i: int) -> Found:
    """2014-2018, 2014 to 2018."""
    first, dash, second = (words.at(k) for k in range(i, i + 3))
    if dash not in TO or not (first.isdecimal() and second.isdecimal()):
        return None
    if len(first) != 4 or len(second) != 4 or not 1900 <= int(first) < int(second) < 2100:
        return None
    if not words.begins(i) or not words.stops(i + 3) or words.at(i - 1) in ("-", "+") or words.at(i + 3) in COUNTED:
        return None
    years = int(second) - int(first) + 1
    return i + 3, Phrase(lambda frame: whole_years(frame.now, int(first), years, "year"), "year", stated=True)


def read_lasting(words: Words, i: int) -> Found:
    """A stretch by its start and length: 5pm for two hours, 14 May for 3 days, for 3 days from today."""
    led = words.at(i) in ("for", "from")
    if (words.at(i) != "from") and (length := read_duration(words, i + led)):
        j = words.skip(length[0], ",")
        starts = words.at(j) in ("starting", "beginning", "commencing")
        if not starts and not (words.at(i) == "for" and words.at(j) == "from"):
            return None
        first = past_the(read_when, words, words.skip(j + 1, "from", "on", "at"))
        return (first[0], _lasting(first[1], length[1])) if first and _is_start(first[1], length[1]) else None
    if words.at(i) == "for":
        return None
    first = read_when(words, i + led, led)
    j = words.skip(first[0], ",") if first else i
    length = read_duration(words, j + 1) if words.at(j) == "for" else None
    return (length[0], _lasting(first[1], length[1])) if first and length and _is_start(first[1], length[1]) else None


def _is_start(first: Phrase, duration: Duration) -> bool:
    """A day can be the start of days, a time of the day of anything."""
    return first.is_date and (first.unit == "instant" or (first.unit == "day" and duration.precision != "instant"))


def _lasting(first: Phrase, duration: Duration) -> Phrase:
    def last(start: Interval) -> Interval:
        return Interval(start.start, shift(start.start, duration.usual), start.precision)

    return first.become(last, first.unit)._replace(length=duration.usual)


def read_open_side(words: Words, i: int) -> Found:
    """Since 2019, after Christmas; until March, before 2020, by Friday."""
    if words.at(i + 1) == "than" and words.at(i) in ("more", "less"):
        return _more_or_less_than(words, i + 2, more=words.at(i) == "more")
    found = OPENINGS.read(words.low, i)
    if not found:
        return _open_end(words, i)
    j, (kind, edge) = found
    if kind == "until" and words.at(j) == "date" and words.at(i) in ("till", "until"):
        return j + 1, Phrase(lambda frame: Interval(frame.now, frame.now, "day"), "day", kind="until")
    inner = past_the(read_when, words, words.skip(j, "around", "about", "approximately", "roughly"))
    if not inner or not inner[1].is_date:
        return None
    end, phrase = inner
    open_side = bounded(phrase, kind, at_start=(phrase.edge or edge) == "start")
    if kind == "since" and edge == "start" and words.at(i) not in ("starting", "beginning"):  # "since" looks back
        return end, open_side._replace(place=lambda frame: open_side.place(frame._replace(forward=False)))
    return end, open_side


def _more_or_less_than(words: Words, i: int, *, more: bool) -> Found:
    """More than two weeks before Easter: until that day; less than two weeks before it: from that day to Easter."""
    duration = read_duration(words, i)
    beside = (
        BESIDE.read(words.low, duration[0]) if duration and words.at(duration[0]) not in ("from", "since") else None
    )
    counted = read_when(words, i, True) if beside else None
    if not beside or not counted or not counted[1].point:
        return None
    back = beside[1] < 0
    end, point = counted[0], counted[1].point

    target = past_the(read_when, words, beside[0])
    if not more and not target:
        return None

    def place(frame: Frame) -> Interval:
        at = midnight(point(frame))
        if more or not target:
            return Interval(at, at, "day")
        other = target[1].place(frame)
        return Interval(at, other.start, "day") if back else Interval(other.start, at, "day")

    return end, Phrase(place, "day", kind=("until" if back else "since") if more else "")


def _open_end(words: Words, i: int) -> Found:
    """2012 or later; tomorrow before 5pm."""
    inner = read_period(words, i, sure=False)
    time = read_time_of_day(words, i) if not inner and words.is_number(i) else None
    later = _ONWARDS.read(words.low, time[0]) if time and time[1].sure else None
    if time and later:  # 3pm or later on Monday
        on_day = past_the(read_period, words, later[0] + 1) if words.at(later[0]) == "on" else None
        end, day = on_day if on_day and on_day[1].is_day else (later[0], days_from_today(0))
        return end, bounded(with_time(day, time[1]), later[1], at_start=True)
    if not inner:
        inner = read_year_phrase(words, i, sure=_ONWARDS.read(words.low, i + 1) is not None)
    if not inner or inner[1].kind != "":
        return None
    end, phrase = inner
    onwards = _ONWARDS.read(words.low, end)
    if onwards and not (words.at(onwards[0] - 1) in ("after", "before") and words.is_word(onwards[0])):
        return onwards[0], bounded(phrase, onwards[1], at_start=onwards[1] == "since")
    bound = _BOUNDS.read(words.low, end) if phrase.unit == "day" else None
    time = read_time_of_day(words, bound[0]) if bound else None
    if (
        bound
        and time
        and time[1].precision == "instant"
        and (time[1].sure or (words.stops(time[0]) and not words.is_word(time[0]) and words.at(end) != "since"))
    ):
        return time[0], bounded(with_time(phrase, time[1]), bound[1], at_start=True)
    return None
