"""Reading a text word by word.

A text is cut into words; small parsers read from a word on and look only a few words ahead, so the cost
is linear. A parser takes the words and the place of one, and gives the place after what it read and what
that was, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec, TypeVar

from kgmem.temporal import Span
from kgmem.timex_calendar import PARTS
from kgmem.timex_holidays import holidays
from kgmem.timex_words import (
    ABBREVIATIONS,
    HOLIDAYS,
    LEADS,
    MONTHS,
    PAIR_STARTS,
    PAIRS,
    POSSESSIVES,
    STARTERS,
    TOKEN,
    WEEKDAYS,
    Lexicon,
    plain,
)

T = TypeVar("T")
P = ParamSpec("P")

_LINKS = set(".,:/-")  # between two numbers they make one
_CALENDAR = {*WEEKDAYS, *MONTHS, *PARTS}
_SIGILS = set("$€£¥#@%°_+=&")


class Words:
    """The words of a text in lower case, with where they stand."""

    def __init__(
        self,
        text: str,
        day_first: bool | None,
        events: Mapping[str, Span] | None = None,
        extra: Mapping[str, str] | None = None,
    ) -> None:
        self.text = text
        self.day_first = day_first
        self.events = events  # name -> its time; None when no event is looked for
        self.holidays = Lexicon(holidays(extra)) if extra else HOLIDAYS
        self.extra = {TOKEN.findall(plain(name))[0] for name in extra or () if name.strip()}
        tokens = _tokens(text)
        self.low = [word for word, _, _ in tokens]
        self.count = len(tokens)
        self.starts = [start for _, start, _ in tokens]
        self.ends = [end for _, _, end in tokens]
        self.read: dict[tuple[object, ...], Any] = {}  # (parser, word, its arguments) -> what it read there

    def __len__(self) -> int:
        return len(self.low)

    def at(self, i: int) -> str:
        return self.low[i] if 0 <= i < self.count else ""

    def is_number(self, i: int) -> bool:
        return self.at(i).isdecimal()

    def is_word(self, i: int) -> bool:
        return self.at(i).isalpha()

    def is_capital(self, i: int) -> bool:
        return self.text[self.starts[i]].isupper()

    def may_start(self, i: int) -> bool:
        """False when no time expression can begin here; small words begin one only before a telling word."""
        word = self.at(i)
        if word in STARTERS or word.isdecimal() or word in self.extra:
            return True
        if word in PAIR_STARTS and (word, self.at(i + 1)) in PAIRS:
            return True
        if self.events is not None and (word in POSSESSIVES or self.at(i + 1) in ("'s", "'")):
            return True
        return word in LEADS and any(
            near in STARTERS or near.isdecimal() for near in self.low[i + 1 : min(i + 6, self.count)]
        )

    def glued(self, i: int) -> bool:
        """True when nothing stands between word i and the one before it."""
        return 0 < i < len(self.low) and self.starts[i] == self.ends[i - 1]

    def skip(self, i: int, *allowed: str) -> int:
        """Past any of these words that stand here, at most four."""
        end = i + 4
        while i < end and self.at(i) and self.at(i) in allowed:
            i += 1
        return i

    def digits_behind(self, i: int, marks: str) -> str:
        """The digits that stand right behind one of the marks at word i, as 30 in 5:30; "" when none do."""
        joined = self.at(i) != "" and self.at(i) in marks and self.glued(i) and self.glued(i + 1)
        return self.at(i + 1) if joined and self.is_number(i + 1) else ""

    def apart(self, i: int, j: int) -> bool:
        """True when words i to j are no piece of a longer number, version, price or name."""
        return self.begins(i) and self.stops(j)

    def begins(self, i: int) -> bool:
        if not self.glued(i):
            return True
        mark = self.at(i - 1)
        linked = mark in _LINKS and self.glued(i - 1) and self.is_number(i - 2)
        return not (mark.isalnum() or mark in _SIGILS or linked)

    def stops(self, j: int) -> bool:
        if not self.glued(j):
            return True
        if self.at(j) in _LINKS and self.glued(j + 1):
            return not self.is_number(j + 1)
        return not self.at(j).isalnum() and self.at(j) not in _SIGILS


def _tokens(text: str) -> list[tuple[str, int, int]]:
    """The words with their start and end; the dot of an abbreviation within a sentence is a part of it: Fri. 9am."""
    found: list[tuple[str, int, int]] = []
    tokens = [*TOKEN.finditer(text)]
    for number, token in enumerate(tokens):
        after = tokens[number + 1] if number + 1 < len(tokens) else None
        word, start, end = plain(token[0]), token.start(), token.end()
        if word == "." and after and found and found[-1][0] in ABBREVIATIONS and found[-1][2] == start:
            first = after[0][0]
            goes_on = first.islower() or first.isdigit() or first in ",-–/~" or plain(after[0]) in _CALENDAR
            if goes_on and "\n" not in text[end : after.start()]:
                found[-1] = (*found[-1][:2], end)
                continue
        found.append((word, start, end))
    return found


def once(parser: Callable[Concatenate[Words, int, P], T]) -> Callable[Concatenate[Words, int, P], T]:
    """Read a place only once: phrases that hold one another look at the same words again and again."""

    def read(words: Words, i: int, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (parser, i, *args, *kwargs.values())
        if key not in words.read:
            words.read[key] = parser(words, i, *args, **kwargs)
        found: T = words.read[key]
        return found

    return read
