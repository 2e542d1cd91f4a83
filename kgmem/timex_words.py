"""The words of English time expressions: tables of what each means.

A `Lexicon` holds phrases of several words; the other tables hold single words in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from kgmem.timex_calendar import PARTS, Frame, Interval, Share
from kgmem.timex_cycles import Cycle, begun, coming, current, following, latest
from kgmem.timex_holidays import holidays
from kgmem.timex_table import TABLE

T = TypeVar("T")

TOKEN = re.compile(r"[0-9]+|o['’]clock\b|['’](?:s|ll|re|ve|m|d|t)\b|[^\W\d_]+|\n[^\S\n]*\n|\S", re.IGNORECASE)


def plain(token: str) -> str:
    """A word as the tables hold it."""
    return token.lower().replace("’", "'")


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def _table(name: str) -> dict[str, int]:
    """Words -> numbers, from ontology/time.ttl."""
    return {word: int(number) for word, number in TABLE[name]["en"].items()}


class Lexicon(Generic[T]):
    """Phrases of one or more words; the longest that stands at a place is read."""

    def __init__(self, entries: Mapping[str, T]) -> None:
        self._by_first: dict[str, list[tuple[list[str], T]]] = {}
        for phrase, meaning in entries.items():
            first, *rest = map(plain, TOKEN.findall(phrase))
            self._by_first.setdefault(first, []).append((rest, meaning))
        for group in self._by_first.values():
            group.sort(key=lambda entry: -len(entry[0]))

    def read(self, low: list[str], i: int) -> tuple[int, T] | None:
        """The place after the phrase that stands at place i of words in lower case, and its meaning."""
        for rest, meaning in self._by_first.get(low[i], ()) if i < len(low) else ():
            if low[i + 1 : i + 1 + len(rest)] == rest:
                return i + 1 + len(rest), meaning
        return None

    def words(self) -> set[str]:
        """The entries of one word."""
        return {first for first, group in self._by_first.items() if not group[-1][0]}

    def pairs(self) -> set[tuple[str, str]]:
        """How the longer entries begin."""
        return {(first, rest[0]) for first, group in self._by_first.items() for rest, _ in group if rest}


# Names of the calendar

WEEKDAYS = _table("Weekday")
MONTHS = _table("Month")
SEASONS = _table("Season")  # -> first month
HOLIDAYS = Lexicon(holidays())
"""Holidays -> their day in a year."""


def _shortened(table: Mapping[str, int]) -> set[str]:
    """The words of a table that are the beginning of another with the same meaning."""
    return {
        short
        for short, value in table.items()
        if any(long != short and long.startswith(short) and table[long] == value for long in table)
    }


SHORT_DAYS = _shortened(WEEKDAYS)
ABBREVIATIONS = SHORT_DAYS | _shortened(MONTHS) | {"sec", "secs", "min", "mins", "hr", "hrs", "wk", "wks", "yr", "yrs"}
"""What people write with a dot that ends no sentence."""


# Numbers and units

UNIT_WORDS = {word: str(unit) for word, unit in TABLE["TimeUnit"]["en"].items()}
CALENDAR_WORDS = {"week", "weekend", "month", "quarter", "year", "decade", "century", "fortnight"}
SMALL = _table("Cardinal")
TENS = _table("Tens")
TENS_PLURAL = {word[:-1] + "ies": value for word, value in TENS.items()}
ORDINALS = _table("Ordinal")
VAGUE = {  # least and most
    "couple": (2, 3), "few": (2, 5), "several": (3, 7), "dozen": (12, 12),
}  # fmt: skip
USUAL = {"few": 3}  # where it is not the least
MOMENTS = {"noon": 12 * 60, "midday": 12 * 60, "midnight": 0}  # minutes

# Phrases: words for a time, and words before or after a time

EDGES: Lexicon[Share] = Lexicon({  # words before a period -> the share of it they mean
    "early": (0, 1 / 3), "early in": (0, 1 / 3), "early on in": (0, 1 / 3), "mid": (1 / 3, 2 / 3),
    "middle of": (1 / 3, 2 / 3), "late": (2 / 3, 1), "late in": (2 / 3, 1),
    "beginning of": (0, 1 / 4), "start of": (0, 1 / 4), "end of": (3 / 4, 1),
    "first half of": (0, 1 / 2), "second half of": (1 / 2, 1),
    "early part of": (0, 1 / 3), "late part of": (2 / 3, 1), "latter part of": (2 / 3, 1), "tail end of": (3 / 4, 1),
    "first part of": (0, 1 / 2), "latter half of": (1 / 2, 1), "very end of": (3 / 4, 1),
    "rest of": (None, 1), "remainder of": (None, 1), "remaining of": (None, 1),
    "earlier in": (0, None), "earlier": (0, None), "later in": (None, 1), "later": (None, 1),
})  # fmt: skip
DAYS = Lexicon({  # words for a day -> days from today, part of the day
    "today": (0, ""), "current date": (0, ""), "today's date": (0, ""),
    "tonight": (0, "night"), "yesterday": (-1, ""), "tomorrow": (1, ""),
    "tmrw": (1, ""), "tonite": (0, "night"),
    "day before yesterday": (-2, ""), "day after tomorrow": (2, ""),
} | {f"this {part}": (0, part) for part in PARTS} | {f"last {part}": (-1, part) for part in PARTS})  # fmt: skip
PRESENT = {"now", "right now", "just now", "currently", "at present", "at the present time", "at the moment"}
NOW = Lexicon(dict.fromkeys(PRESENT, True))
STRETCHES: Lexicon[tuple[int, int | None, str]] = Lexicon({  # -> days from today: first, after the last or None for now
    "recently": (-14, None, "month"), "lately": (-14, None, "month"), "these days": (-14, None, "month"),
    "nowadays": (-14, None, "month"), "the other day": (-7, -1, "week"), "the other night": (-7, -1, "week"),
    "the other week": (-21, -7, "month"), "recent days": (-7, None, "week"), "recent weeks": (-28, None, "month"),
    "recent months": (-120, None, "season"), "recent years": (-1826, None, "year"),
})  # fmt: skip
ADVERBS = {  # how often: the unit each comes in
    "daily": "day", "everyday": "day", "nightly": "day", "weekly": "week",
    "monthly": "month", "quarterly": "quarter", "yearly": "year", "annually": "year", "annual": "year",
    "fortnightly": "fortnight", "hourly": "hour",
}  # fmt: skip
STEPS: Lexicon[Callable[[Cycle, Frame], Interval]] = Lexicon({  # which occurrence of what they stand before
    "last": latest, "previous": latest, "prior": latest, "preceding": latest,
    "this past": begun, "past": begun, "subsequent": following,
    "this": current, "current": current, "this current": current, "the same": current,
    "next": following, "following": following, "coming": coming, "this coming": coming, "upcoming": coming,
    "this upcoming": coming,
})  # fmt: skip
OPENINGS = Lexicon(  # -> the kind they make of the period after them, from or up to its start or end
    dict.fromkeys(("after", "later than"), ("since", "end"))
    | dict.fromkeys(("since", "ever since", "as of", "as early as"), ("since", "start"))
    | dict.fromkeys(
        ("on or after", "after or on", "at or after", "from or after", "on or later than"), ("since", "start")
    )
    | dict.fromkeys(("on or before", "before or on", "at or before", "on or earlier than"), ("until", "end"))
    | dict.fromkeys(("earlier than", "sooner than", "prior to"), ("until", "start"))
    | dict.fromkeys(
        ("no earlier than", "not earlier than", "no sooner than", "not before", "not until"), ("since", "start")
    )
    | dict.fromkeys(("any time from", "anytime from", "any time since"), ("since", "start"))
    | dict.fromkeys(("starting", "starting in", "starting on", "starting from"), ("since", "start"))
    | dict.fromkeys(("beginning", "beginning in", "beginning on", "beginning from"), ("since", "start"))
    | dict.fromkeys(("through", "by", "no later than", "not later than", "as late as", "not after"), ("until", "end"))
    | dict.fromkeys(("until", "till", "up until", "before"), ("until", "start"))
)
TO = ("-", "–", "—", "~", "to", "through", "thru", "until", "till", "til")
BESIDE = Lexicon(  # between a length and what it is counted from
    dict.fromkeys(("before", "prior to", "ahead of", "preceding", "earlier than"), -1)
    | dict.fromkeys(("after", "from", "since", "following", "later than"), 1)
)
AT = ("at", "around", "about", "by", "in", "the", "on", "@", ",", "for", "from", "between", "~")
HEDGES = ("about", "around", "almost", "nearly", "over", "roughly", "approximately", "just", "like", "maybe", "only",
           "at", "least", "more", "less", "under", "than", "exactly", "close", "the")  # fmt: skip

# Which words make a date of an ambiguous one

BEFORE_MONTH = word_set("in since until till by of from during before after through throughout around early late mid")
BEFORE_DAY = {"on", "since", "until", "till", "by", "from", "before", "after", "or", "and", "between"}
COUNTED = word_set(
    "people persons users words pages meters metres miles km kilometers kilometres m feet ft kg pounds "
    "lbs dollars euros bucks usd eur steps calories cal items units students points votes copies rows "
    "lines bytes kb mb gb percent times years days hours minutes weeks months seconds guests employees "
    "seats"
)  # a number before one of these counts it and is no year and no day

# Events whose day only a memory knows

POSSESSIVES = word_set("my your his her our their its")
EVENT_NOUNS = frozenset(TABLE["LifeEvent"]["en"])

# Where a time expression can begin

_ISH = {f"{moment}ish" for moment in MOMENTS}
CLOCK_STARTS = {"early", "late", "mid", "earlier", "later", "half", "quarter", *MOMENTS, *_ISH, *PARTS, *SMALL, *TENS}
_LEXICONS = (HOLIDAYS, EDGES, DAYS, NOW, STRETCHES, STEPS, OPENINGS)
LEADS = word_set("the this a an in within for from between by before after through ' of")
PAIRS = frozenset[tuple[str, str]]().union(*(lexicon.pairs() for lexicon in _LEXICONS)) | {
    ("more", "than"),
    ("less", "than"),
}
PAIRS |= {(word, unit) for word in ("full", "whole", "entire", "another", "half") for unit in UNIT_WORDS}
PAIRS |= {(word, "-") for word in ("full", "whole", "half")}
PAIRS |= {(word, unit) for word in ("my", "your", "our") for unit in ("week", "weekend")}
PAIR_STARTS = frozenset(word for word, _ in PAIRS)
STARTERS = (
    frozenset[str]().union(
        *(lexicon.words() for lexicon in _LEXICONS),
        *(WEEKDAYS, MONTHS, SEASONS, SMALL, TENS, ORDINALS, VAGUE, ADVERBS, UNIT_WORDS, CLOCK_STARTS, TENS_PLURAL),
        (f"{weekday}s" for weekday in WEEKDAYS),
        word_set(
            "weekends weekdays mornings evenings afternoons nights calendar every each once twice times q "
            "h any all bi semi fiscal financial academic school tax fy cy sy just eod eow eom eoq eoy workweek"
        ),
        (f"{prefix}{adverb}" for prefix in ("bi", "semi") for adverb in ADVERBS),
    )
    - LEADS
)
"""The telling words a time expression can begin with, beside numbers."""
