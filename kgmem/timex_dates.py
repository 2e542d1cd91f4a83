"""Dates by name: years, decades and centuries; and the recurring ones, from Easter and Friday to May and Q2."""

from __future__ import annotations

from datetime import timedelta

from kgmem.timex_calendar import PARTS, whole_years
from kgmem.timex_cycles import (
    Cycle,
    days_cycle,
    month_cycle,
    monthly_cycle,
    months_cycle,
    season_cycle,
    week_number_cycle,
    weekday_cycle,
    weekend_cycle,
    yearly_cycle,
)
from kgmem.timex_numbers import read_cardinal, read_ordinal
from kgmem.timex_phrase import Found, Phrase
from kgmem.timex_reading import Words, once
from kgmem.timex_words import (
    BEFORE_DAY,
    BEFORE_MONTH,
    COUNTED,
    MONTHS,
    ORDINALS,
    SEASONS,
    SHORT_DAYS,
    SMALL,
    TENS,
    TENS_PLURAL,
    TO,
    WEEKDAYS,
    word_set,
)

# A word that is also something else counts as a date only after some words.
_UNSURE_MONTHS = set(MONTHS) - {"january", "february", "july", "september", "october", "november", "december"}
_BEFORE_HOUR = {"at", "from", "between", "before", "after", "by"}
_OTHER_WORDS = {"mon", "wed", "sat", "sun"}  # short days that are words, or often names
_BEFORE_YEAR = word_set("in since until till by from during before after around circa year of through throughout")
_POSSESSIVE = {"my", "your", "his", "her", "our", "their", "'s"}
_AFTER_ORDINAL = word_set(
    "of at in and or to i we he she they you it but for with from through until till that because so when "
    "if my our his her their the is was were this last next after before around"
)  # "on the 5th" is a date before these words, "on the 5th floor" is not


# Years and longer


@once
def _year(words: Words, i: int) -> tuple[int, int] | None:
    """2019, '19, nineteen eighty-six, two thousand and six; 99999 is read too, to be refused as a date."""
    token = words.at(i)
    if token.isdecimal():
        if not 4 <= len(token) <= 6 or not words.apart(i, i + 1) or words.at(i + 1) in ("bc", "bce"):
            return None
        if words.at(i + 1) in COUNTED or (len(token) > 4 and words.is_word(i + 1)):
            return None
        return i + 1, int(token)
    if token == "'" and words.glued(i + 1) and words.is_number(i + 1) and len(words.at(i + 1)) == 2:
        return (i + 2, full_year(words.at(i + 1))) if words.apart(i + 1, i + 2) else None
    if token == "two" and words.at(i + 1) == "thousand":
        rest = read_cardinal(words, words.skip(i + 2, "and"))
        return (rest[0], 2000 + int(rest[1])) if rest and rest[1] < 100 else (i + 2, 2000)
    if 10 <= SMALL.get(token, TENS.get(token, 0)) <= 20:
        hundred = words.at(i + 1) == "hundred"
        rest = read_cardinal(words, words.skip(i + 2, "and") if hundred else i + 1)
        if rest and 10 <= rest[1] < 100 and not words.is_number(rest[0] - 1):
            return rest[0], 100 * SMALL.get(token, TENS.get(token, 0)) + int(rest[1])
    return None


def full_year(digits: str) -> int:
    """The year that four digits name, or two: 39 is 2039, 40 is 1940."""
    year = int(digits)
    return year if len(digits) > 2 else year + (2000 if year < 40 else 1900)


def read_year_phrase(words: Words, i: int, sure: bool) -> Found:
    j = words.skip(i, "the") if words.at(i + 1) in ("year", "calendar") else i
    j = words.skip(j, "calendar", "year")
    if found := _year(words, j):
        end, year = found
        alone = end - i >= len(words) - (words.at(len(words) - 1) in (".", "!", "?"))
        before = words.at(i - 2) if words.at(i - 1) in ("and", "or", ",") else words.at(i - 1)
        after = (before in _BEFORE_YEAR and before == words.at(i - 1)) or (before.isdecimal() and len(before) == 4)
        after = after and (before in ("in", "year") or 1900 <= year < 2100)
        named = j > i and words.at(j - 1) == "year"
        month = words.skip(end, ",")
        named_next = words.at(month) in MONTHS and not (words.is_number(month + 1) and len(words.at(month + 1)) > 2)
        sure = sure or (words.at(end) in ("q", "h") and words.glued(end + 1) and words.is_number(end + 1))
        sure = sure or (named_next and 1900 <= year < 2100 and words.begins(j))
        if sure or named or ((after or alone) and 1000 <= year < 3000):
            return end, Phrase(lambda frame: whole_years(frame.now, year, 1, "year"), "year", stated=True)
    return None


def read_decade(words: Words, i: int, sure: bool) -> Found:
    """The 1990s, the '90s, the nineties; "in her 30s" is an age."""
    if _POSSESSIVE & {words.at(i - 1), words.at(i - 2)}:
        return None
    j = words.skip(i, "the", "'")
    token, end = words.at(j), words.skip(j + 1, "'", "s", "'s")
    held = sure or j > i or words.at(i - 1) == "in"
    if token in TENS_PLURAL and held:
        return j + 1, _years_from(_decade_of(TENS_PLURAL[token]))
    if not token.isdecimal() or words.at(end - 1) not in ("s", "'s") or not words.apart(i, end) or token[-1] != "0":
        return None
    if len(token) == 4 and 1000 <= int(token) < 3000:
        return end, _years_from(int(token))
    return (end, _years_from(_decade_of(int(token)))) if len(token) == 2 and held else None


def _years_from(year: int) -> Phrase:
    """The 1990s are ten years, the 1800s a hundred."""
    count, unit = (100, "century") if year % 100 == 0 and year < 2000 else (10, "decade")
    return Phrase(lambda frame: whole_years(frame.now, year, count, unit), unit, stated=True)


def _decade_of(tens: int) -> int:
    return tens + (2000 if tens < 30 else 1900)


def read_century(words: Words, i: int) -> Found:
    j = words.skip(i, "the")
    found = read_ordinal(words, j)
    if not found or words.at(words.skip(found[0], "-")) != "century":
        return None
    year = (found[1] - 1) * 100
    return words.skip(found[0], "-") + 1, Phrase(
        lambda frame: whole_years(frame.now, max(year, 1), 100 if year else 99, "century"), "century", stated=True
    )


# Cycles by name


@once
def read_cycle(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    """A recurring date by name: Easter, May 5th, 5-7 May, Friday, May, summer, Q2."""
    if holiday := words.holidays.read(words.low, i):
        if words.at(holiday[0]) == "eve":
            return holiday[0] + 1, yearly_cycle(lambda year: holiday[1](year) - timedelta(days=1))
        if words.at(holiday[0]) == "weekend":
            return holiday[0] + 1, weekend_cycle(holiday[1])
        return holiday[0], yearly_cycle(holiday[1])
    return (
        _month_and_day(words, i, sure)
        or _day_and_month(words, i, sure)
        or _weekday(words, i, sure)
        or _month(words, i, sure)
        or _season(words, i, sure)
        or _quarter(words, i, sure)
        or read_week_number(words, i)
    )


def _day_number(words: Words, i: int) -> tuple[int, int] | None:
    if found := read_ordinal(words, i):
        return found
    token = words.at(i)
    if token.isdecimal() and len(token) < 3 and int(token) and not (words.glued(i + 1) and words.is_word(i + 1)):
        return i + 1, int(token)
    found_word = read_cardinal(words, i) if token in TENS or token in SMALL else None
    return (found_word[0], int(found_word[1])) if found_word and 0 < found_word[1] < 32 else None


def _month_and_day(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    """May 5, May 5th, May the 5th, Dec. 31, May 5-7."""
    month = MONTHS.get(words.at(i))
    if month is None:
        return None
    j = i + 1
    if words.at(j) == "." and words.glued(j) and len(words.at(i)) < 5:
        j += 1
    ordinal_at = words.skip(j, "the")
    found = None if words.low[j : j + 2] == ["two", "thousand"] else _day_number(words, ordinal_at)
    glued = words.glued(ordinal_at) and len(words.at(i)) > 2 and words.begins(i)  # mar3
    apart = (glued and words.stops(ordinal_at + 1)) or (found and words.apart(ordinal_at, found[0]))
    if not found or (not apart and words.at(found[0]) not in TO):
        return None
    end, day = found
    if words.at(end) in COUNTED or (words.at(end) == ":" and words.glued(end)):
        return None
    plain = words.at(i) in ("may", "march") and not words.is_capital(i) and end - ordinal_at == 1
    if plain and not sure and words.at(i - 1) not in BEFORE_MONTH | BEFORE_DAY and words.is_word(end):
        return None
    last = _day_number(words, words.skip(end + 1, "the")) if words.at(end) in TO else None
    if last and last[1] > day and words.at(last[0]) not in (*MONTHS, ":", "am", "pm"):
        return last[0], days_cycle(month, day, last[1])
    return end, days_cycle(month, day, day)


def _day_and_month(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    """5 May, the 5th of May, 5-7 May."""
    start = words.skip(i, "the")
    found = _day_number(words, start)
    if not found:
        return None
    end, first = found
    last = first
    if words.at(end) in (*TO, "and") and (more := _day_number(words, words.skip(end + 1, "the"))) and more[1] > first:
        end, last = more
    j = words.skip(end, "day") if words.at(end + 1) == "of" else end
    if words.at(j) == "." and words.glued(j) and words.is_number(j - 1) and words.at(j + 1) in MONTHS:  # 16. Nov. 2016
        j += 1 if _year(words, words.skip(j + 2, ".")) else 0
    j = words.skip(j, "of", "-")
    month = MONTHS.get(words.at(j))
    if month is None or (not words.apart(start, start + 1) and not words.glued(start + 1)):
        return None
    plain = words.at(j) in ("may", "march") and not words.is_capital(j) and j - start == 1 and words.is_number(start)
    if plain and not sure and words.at(i - 1) not in BEFORE_DAY and words.is_word(j + 1):
        return None
    return _past_dot(words, j), days_cycle(month, first, last)


def _past_dot(words: Words, i: int) -> int:
    """The word after an abbreviation and its dot: Dec. 31; a dot that ends the sentence stays."""
    dotted = words.at(i + 1) == "." and words.glued(i + 1) and len(words.at(i)) < 5 and words.is_number(i + 2)
    return i + 2 if dotted else i + 1


def _weekday(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    """Friday, Fri after "on" or the like, Friday the 13th."""
    weekday = WEEKDAYS.get(words.at(i))
    if weekday is None:
        return None
    if words.at(i) in SHORT_DAYS:
        follows = sure or words.at(i - 1) in BEFORE_DAY or _day_number(words, words.skip(i + 1, "the")) is not None
        follows = follows or words.at(i + 1) in PARTS or (words.at(i) not in _OTHER_WORDS and words.is_capital(i))
        led = words.is_capital(i) and words.at(i + 1) in _BEFORE_HOUR and words.is_number(i + 2)
        follows = follows or led
        beside = _is_beside_weekday(words, i) or read_ordinal(words, i + 1) is not None
        if not beside and (not follows or (words.at(i) in ("sun", "wed") and not words.is_capital(i) and not sure)):
            return None
    end = _past_dot(words, i)
    day_at = words.skip(end, ",", "the")
    plain = words.is_number(end) and len(words.at(end)) == 2
    plain = plain and (not words.is_word(end + 1) or words.at(end + 1) in ("at", "from", "between", "for", "and", "or"))
    if plain and words.at(end + 1) not in (":", "-", "/", ".") and 12 < int(words.at(end)) < 32:
        return end + 1, monthly_cycle(int(words.at(end)), weekday)
    if (day := read_ordinal(words, day_at)) and words.at(day[0]) not in (*MONTHS, "of") and 0 < day[1] < 32:
        return day[0], monthly_cycle(day[1], weekday)
    return end, weekday_cycle(weekday)


_BETWEEN_DAYS = (*TO, "and", "or", ",", "/")


def _is_beside_weekday(words: Words, i: int) -> bool:
    """Mon-Wed, Sat and Sun."""
    after = words.at(i + 1) in _BETWEEN_DAYS and words.at(i + 2) in WEEKDAYS
    return after or (words.at(i - 1) in _BETWEEN_DAYS and words.at(i - 2) in WEEKDAYS)


def _is_held(words: Words, i: int, leads: frozenset[str]) -> bool:
    """True when one of these words leads to word i, or a year follows it."""
    before = words.at(i - 1) if words.at(i - 1) != "the" else words.at(i - 2)
    return before in leads or _year(words, words.skip(i + 1, ".", ",", "of")) is not None


def _month(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    token = words.at(i)
    if token not in MONTHS:
        return None
    if token in _UNSURE_MONTHS and not sure and not _is_held(words, i, BEFORE_MONTH):
        return None
    return _past_dot(words, i), month_cycle(MONTHS[token])


def read_short_year(words: Words, i: int) -> Found:
    """The 87 of April of 87 and Apr '87; up to 31 it may be a day."""
    token = words.at(i)
    if words.at(i - 1) == "of" and len(token) == 2 and token.isdecimal() and int(token) > 31 and words.apart(i, i + 1):
        return i + 1, Phrase(lambda frame: whole_years(frame.now, full_year(token), 1, "year"), "year", stated=True)
    return None


def _season(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    token = words.at(i)
    if token not in SEASONS:
        return None
    after = words.at(i + 1)
    the_season = words.at(i - 1) == "the" and token != "fall" and (not after.isalpha() or after in _AFTER_ORDINAL)
    if not sure and not the_season and not _is_held(words, i, BEFORE_MONTH | {"over", "whole", "entire"}):
        return None
    return i + 1, season_cycle(SEASONS[token])


def _quarter(words: Words, i: int, sure: bool) -> tuple[int, Cycle] | None:
    """Q2, H1; the second quarter, when it is sure to be one of the year."""
    number = words.at(i + 1) if words.glued(i + 1) else ""
    if words.at(i) == "q" and number in ("1", "2", "3", "4"):
        return i + 2, season_cycle(3 * int(number) - 2)
    half = words.at(i) == "h" and number in ("1", "2")
    if half and (words.at(i - 1) == "-" or words.is_capital(i) or _year(words, i + 2)):
        return i + 2, months_cycle(6 * int(number) - 5, 6)
    ordinal = read_ordinal(words, words.skip(i, "the")) if sure else None
    j = words.skip(ordinal[0], "-") if ordinal else i
    if ordinal and words.at(j) == "quarter" and 0 < ordinal[1] < 5:
        return j + 1, season_cycle(3 * ordinal[1] - 2)
    return None


def read_week_number(words: Words, i: int) -> tuple[int, Cycle] | None:
    """Week 31."""
    j = words.skip(i, "the")
    number = int(words.at(j + 1)[:3]) if words.at(j) == "week" and words.is_number(j + 1) else 0
    if not 0 < number < 54 or not words.stops(j + 2) or words.at(j + 2) in COUNTED:
        return None
    return j + 2, week_number_cycle(number)


def read_day_of_month(words: Words, i: int) -> tuple[int, Cycle] | None:
    """The 15th, after "on" or the like and before no noun; 5th before "at 4"."""
    ordinal = read_ordinal(words, i) if words.is_number(i) else None
    if ordinal and words.at(ordinal[0]) == "at" and words.is_number(ordinal[0] + 1) and ordinal[1] < 32:
        return ordinal[0], monthly_cycle(ordinal[1])
    if ordinal and words.at(i - 1) == "on" and ordinal[1] < 32 and not words.is_word(ordinal[0]):  # on 4th
        return ordinal[0], monthly_cycle(ordinal[1])
    if words.at(i) != "the" or words.at(i - 1) not in BEFORE_DAY | {"for", "around", "of", "to"}:
        return None
    if words.is_number(i + 1) and words.at(i + 2) in ("from", "at", "between") and words.is_number(i + 3):
        return i + 2, monthly_cycle(int(words.at(i + 1)))
    if (
        words.at(i - 1) in BEFORE_DAY
        and words.is_number(i + 1)
        and not words.is_word(i + 2)
        and words.apart(i + 1, i + 2)
    ):
        number = int(words.at(i + 1)[:3])  # on the 27
        return (i + 2, monthly_cycle(number)) if 0 < number < 32 and words.at(i + 2) not in ("-", "/", "%") else None
    found = read_ordinal(words, i + 1)
    if not found or not 0 < found[1] < 32 or (words.is_word(found[0]) and words.at(found[0]) not in _AFTER_ORDINAL):
        return None
    if words.at(i + 1) in ORDINALS and words.is_word(found[0]):
        return None
    return found[0], monthly_cycle(found[1])
