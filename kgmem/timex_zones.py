"""The zone named after a clock time: 3pm CET, 14:00 UTC, 9 London time, 5pm Pacific."""

from __future__ import annotations

from datetime import tzinfo
from functools import cache

from kgmem.errors import InvalidArgument
from kgmem.temporal import parse_zone
from kgmem.timex_reading import Words
from kgmem.timex_table import TABLE

_LETTERS = TABLE["ZoneLetters"]["en"]
_PLACES = TABLE["ZonePlace"]["en"]
_TIME = ("time", "timezone")
_PLAIN = {"utc", "gmt", "pst", "cet", "cest"}


def read_zone(words: Words, i: int) -> tuple[int, tzinfo] | None:
    """CET, UTC+2, London time, (Pacific time). Small letters count only when no word is spelt like them."""
    j = words.skip(i, "(", ",")
    word, end = words.at(j), j + 1
    if not word.isalpha() or j - i > 1:
        return None
    named = ""
    two = f"{word} {words.at(j + 1)}"
    if after := _time_word(words, j + 1):
        named, end = str(_PLACES.get(word, _LETTERS.get(word, ""))), after
    elif two in _PLACES and words.at(j + 2) in _TIME:
        named, end = str(_PLACES[two]), j + 3
    elif word in _LETTERS and (words.is_capital(j) or word in _PLAIN):
        named = str(_LETTERS[word])
        sign = words.at(j + 1)
        if word in ("utc", "gmt") and sign in ("+", "-") and words.is_number(j + 2) and words.glued(j + 1):
            minutes = words.digits_behind(j + 3, ":")
            named = f"{sign}{int(words.at(j + 2)[:2]):02d}:{minutes or '00'}"
            end = j + 5 if minutes else j + 3
    elif word in ("pacific", "eastern") and words.text[words.starts[j]].isupper():
        named = str(_PLACES[word])
    zone = _zone(named) if named else None
    return (end + (words.at(j - 1) == "(" and words.at(end) == ")"), zone) if zone else None


def _time_word(words: Words, i: int) -> int:
    """The place after time, timezone, standard time; 0 when none stands here."""
    j = words.skip(i, "standard", "daylight", "local")
    return j + 1 if words.at(j) in _TIME else 0


@cache
def _zone(named: str) -> tzinfo | None:
    """None for a place that the system's zone data does not hold."""
    try:
        return parse_zone(named)
    except InvalidArgument:
        return None
