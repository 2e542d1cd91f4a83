"""A Chinese text as its time expressions are read: simplified, without blanks beside Chinese signs.

Readers take the signs and a place, and give the place after what they read and what it was, or None, as those of
English take words (`timex_reading`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Concatenate, ParamSpec, TypeVar

from kgmem.han import HAN, simplified
from kgmem.temporal import Span
from kgmem.timex_cycles import Cycle, yearly_cycle
from kgmem.timex_holidays import day_in, lunar_rule
from kgmem.timex_lunar import lunar_cycle
from kgmem.timex_table import TABLE

T = TypeVar("T")
P = ParamSpec("P")

_BLANK = re.compile(rf"(?<=[{HAN}])[ \u3000]+(?=[\w~～—–-])|(?<=[\w~～—–-])[ \u3000]+(?=[{HAN}])")

TO = "(?: ?(?:到|至|~|～|—+|–|-|－|直到) ?)"
"""Between the ends of a range."""


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


class Signs:
    """The signs of a text with where they stand in it.

    events: as `find` takes them; None when no event is looked for. extra: names of holidays -> rules.
    """

    def __init__(self, text: str, events: Mapping[str, Span] | None, extra: Mapping[str, str] | None) -> None:
        folded = simplified(text)
        self.text = folded
        self.events = events
        self.places: list[int] | None = None  # of each sign, when blanks were left out
        self.given = [*(events or {}), *(extra or {})]
        self.holidays, self.holiday = _holidays(extra)
        self.read: dict[tuple[object, ...], Any] = {}
        if " " in folded or "\u3000" in folded:
            self._leave_out_blanks(folded)

    def _leave_out_blanks(self, folded: str) -> None:
        kept: list[int] = []
        at = 0
        for blank in _BLANK.finditer(folded):
            kept += range(at, blank.start())
            at = blank.end()
        if at:
            kept += range(at, len(folded))
            self.text, self.places = "".join(folded[place] for place in kept), kept

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the signs from `start` to `end` stand in the text."""
        return (start, end) if self.places is None else (self.places[start], self.places[end - 1] + 1)

    def at(self, i: int, count: int = 1) -> str:
        """So many signs from a place on; a line end where the text has none."""
        return (self.text[i : i + count] if i >= 0 else "") or "\n"

    def skip(self, i: int, *words: str) -> int:
        """The place after the first of the words that stands here; the same place when none does."""
        return next((i + len(word) for word in words if self.text.startswith(word, i)), i)


def once(reader: Callable[Concatenate[Signs, int, P], T]) -> Callable[Concatenate[Signs, int, P], T]:
    """Read a place only once: phrases that hold one another look at the same signs again and again."""

    def read(signs: Signs, i: int, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (reader, i, *args, *kwargs.values()) if args or kwargs else (reader, i)
        if key not in signs.read:
            signs.read[key] = reader(signs, i, *args, **kwargs)
        found: T = signs.read[key]
        return found

    return read


def _cycle(rule: str) -> Cycle:
    """When a holiday comes; of the lunar year once in each, though one of ours may have two or none."""
    lunar = lunar_rule(rule)
    return lunar_cycle(*lunar[:2], offset=lunar[2]) if lunar else yearly_cycle(day_in(rule))


_HOLIDAYS = {str(name): _cycle(str(rule)) for name, rule in TABLE["Holiday"]["zh"].items()}
_NO_NAME = "(?<![王李张刘陈杨赵黄吴徐孙胡朱林郭马罗梁宋郑谢韩唐冯])"  # 王国庆 is a person
_AFTER_HOLIDAY = "(?!快乐|好[啊呀哦！!]|节|礼|粥|蒜|路|广场|小区|运动|贺卡|老人|树|歌|卡片|福袋|口味|限定|粽|月饼|饼)"
_HOLIDAY = re.compile(f"{_NO_NAME}(?:{any_of(_HOLIDAYS)}){_AFTER_HOLIDAY}")


def _holidays(extra: Mapping[str, str] | None) -> tuple[dict[str, Cycle], re.Pattern[str]]:
    own = {
        simplified(name): _cycle(rule) for name, rule in (extra or {}).items() if name.strip() and not name.isascii()
    }
    if not own:
        return _HOLIDAYS, _HOLIDAY
    days = _HOLIDAYS | own
    return days, re.compile(f"{_NO_NAME}(?:{any_of(days)}){_AFTER_HOLIDAY}")
