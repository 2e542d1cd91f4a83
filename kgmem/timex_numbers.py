"""Numbers in English words and digits, and the lengths of time counted in them."""

from __future__ import annotations

from kgmem.timex_calendar import UNITS
from kgmem.timex_phrase import Duration, duration_of
from kgmem.timex_reading import Words, once
from kgmem.timex_words import MONTHS, ORDINALS, SMALL, TENS, UNIT_WORDS, USUAL, VAGUE


@once
def read_cardinal(words: Words, i: int) -> tuple[int, float] | None:
    token = words.at(i)
    if token.isdecimal():
        if len(token) > 6:
            return None
        if decimals := words.digits_behind(i + 1, "."):
            return i + 3, float(f"{token}.{decimals[:6]}")
        if thousands := words.digits_behind(i + 1, ","):
            return (i + 3, int(token + thousands)) if len(thousands) == 3 and len(token) < 4 else None
        return i + 1, int(token)
    value = 0
    if words.at(i + 1) == "hundred" and (token in SMALL or token == "a"):
        value, i = 100 * SMALL.get(token, 1), i + 2
        if words.at(i) == "and":
            i += 1
        token = words.at(i)
        if token not in SMALL and token not in TENS:
            return (i - 1 if words.at(i - 1) == "and" else i), value
    if token in TENS:
        j = words.skip(i + 1, "-") if words.glued(i + 1) else i + 1
        units = SMALL.get(words.at(j), 0)
        return (j + 1, value + TENS[token] + units) if 0 < units < 10 else (i + 1, value + TENS[token])
    return (i + 1, value + SMALL[token]) if token in SMALL else None


def read_ordinal(words: Words, i: int) -> tuple[int, int] | None:
    """9th, ninth, twenty-ninth."""
    token = words.at(i)
    if token.isdecimal() and len(token) < 3 and words.glued(i + 1) and words.at(i + 1) in ("st", "nd", "rd", "th"):
        return i + 2, int(token)
    if token in TENS:
        j = words.skip(i + 1, "-")
        if ORDINALS.get(words.at(j), 10) < 10:
            return j + 1, TENS[token] + ORDINALS[words.at(j)]
    return (i + 1, ORDINALS[token]) if token in ORDINALS else None


@once
def read_amount(words: Words, i: int) -> tuple[int, float, float] | None:
    """A number as least and most: 3, two or three, a few, half a, two and a half."""
    token = words.at(i)
    low: float
    if quarters := _quarters(words, i):
        return quarters
    if token == "half":
        return words.skip(i + 1, "a", "an"), 0.5, 0.5
    j = words.skip(i, "a", "the")
    if words.at(j) in VAGUE:
        low, high = VAGUE[words.at(j)]
        return words.skip(j + 1, "of"), low, high
    if words.at(j) == "half" and token == "a":
        return j + 1, 0.5, 0.5
    found = read_cardinal(words, i)
    if found is None:
        return (i + 1, 1, 1) if token in ("a", "an") else None
    j, low = found
    if words.at(j) == "½" or (token.isdecimal() and words.low[j : j + 3] == ["1", "/", "2"]):
        return j + (1 if words.at(j) == "½" else 3), low + 0.5, low + 0.5
    if share := _SHARES.get((*words.low[j : j + 3],)):
        return j + 3, low + share, low + share
    if words.at(j) in ("or", "to", "-", "–") and (more := read_cardinal(words, j + 1)) and more[1] > low:
        return more[0], low, more[1]
    return j, low, low


def _quarters(words: Words, i: int) -> tuple[int, float, float] | None:
    """A quarter of an [hour], three-quarters of a [year], a quarter [hour]."""
    count = SMALL.get(words.at(i), 1 if words.at(i) == "a" else 0)
    j = words.skip(i + 1, "-") if count else i
    if words.at(j) not in ("quarter", "quarters") or count > 3:
        return None
    if words.at(j + 1) == "of" and words.at(j + 2) in ("a", "an"):
        return j + 3, (count or 1) / 4, (count or 1) / 4
    return (j + 1, 0.25, 0.25) if count < 2 and words.at(j + 1) == "hour" else None


_SHARES: dict[tuple[str, ...], float] = {("and", "a", "half"): 0.5, ("and", "a", "quarter"): 0.25}
_LETTERS = {"h": "hour", "d": "day", "w": "week", "y": "year"}
_PADDING = (
    "more", "whole", "full", "short", "long", "solid", "entire", "business", "working", "work", "consecutive",
    "straight", "calendar", "additional", "extra", "further", "+", "plus", "-",
)  # fmt: skip


@once
def read_duration(words: Words, i: int) -> tuple[int, Duration] | None:
    """3 weeks, a couple of days, a year and a half, 2 years 1 month; no ages."""
    read: Duration | None = None
    while amount := read_amount(words, i):
        j, low, high = amount
        j = words.skip(j, *_PADDING)
        unit = UNIT_WORDS.get(words.at(j), "")
        after_hours = read is not None and words.at(i - 1) == "h"
        ends = words.stops(j + 1) or (words.at(j) == "h" and words.is_number(j + 1) and words.at(j + 2) == "m")
        if len(words.at(j)) == 1 and words.glued(j) and (words.begins(j - 1) or after_hours) and ends:
            unit = "minute" if after_hours and words.at(j) == "m" else _LETTERS.get(words.at(j), "")
        elif len(words.at(j)) == 1:
            break
        if not unit or (words.at(j) == "d" and low < 4) or _is_ordinal(words, i, j):
            break
        usual = USUAL.get(words.at(words.skip(i, "a", "the")), low)
        j += 1
        extra = _SHARES.get((*words.low[j : j + 3],), 0.0)
        j += 3 if extra else 0
        part = duration_of(low + extra, high + extra, unit, usual + extra)
        if read:
            part = Duration(read.low + part.low, read.high + part.high, read.usual + part.usual, part.unit)
        i, read = j, part
        following = words.skip(i, ",", "and")
        if UNIT_WORDS.get(words.at(i - 1)) in ("second", None) or not _is_finer_amount(words, following, unit):
            break
        i = following
    if read is None or words.at(words.skip(i, "-")) == "old" or words.low[i : i + 2] == ["of", "age"]:
        return None
    return i, read


def _is_ordinal(words: Words, i: int, j: int) -> bool:
    """The twenty-second of May, the twenty second century."""
    if words.at(j) != "second" or words.at(i) not in TENS:
        return False
    return words.at(j + 1) in ("of", "day", "week", "century", *MONTHS) or words.at(j + 1) == ""


def _is_finer_amount(words: Words, i: int, unit: str) -> bool:
    amount = read_amount(words, i)
    finer = UNIT_WORDS.get(words.at(amount[0]), "") if amount else ""
    if amount and words.at(amount[0]) == "m" and words.at(i - 1) == "h":
        finer = "minute"
    return finer != "" and [*UNITS].index(finer) < [*UNITS].index(unit)
