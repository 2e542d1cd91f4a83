"""The words of English time expressions: tables of what each means.

A `Lexicon` holds phrases of several words; the other tables hold single words in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Generic, TypeVar

from kgmem.timex_calendar import PARTS, Frame, Interval, Share
from kgmem.timex_cycles import Cycle, begun, coming, current, easter, fixed, following, latest, nth_weekday

T = TypeVar("T")

TOKEN = re.compile(r"[0-9]+|o['’]clock\b|['’](?:s|ll|re|ve|m|d|t)\b|[^\W\d_]+|\n[^\S\n]*\n|\S", re.IGNORECASE)


def plain(token: str) -> str:
    """A word as the tables hold it."""
    return token.lower().replace("’", "'")


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def _numbered(lines: str, first: int = 0) -> dict[str, int]:
    """Number the groups of words, which are parted by commas."""
    return {word: number for number, line in enumerate(lines.split(","), first) for word in line.split()}


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

WEEKDAYS = _numbered(
    "monday mon, tuesday tues tue, wednesday wed, thursday thurs thur thu, friday fri, saturday sat, sunday sun"
)
MONTHS = _numbered(
    "january jan, february feb, march mar, april apr, may, june jun, july jul, august aug, september sept sep, "
    "october oct, november nov, december dec",
    first=1,
)
SEASONS = {
    "spring": 3,
    "springtime": 3,
    "summer": 6,
    "summertime": 6,
    "autumn": 9,
    "fall": 9,
    "winter": 12,
}  # -> first month
_HOLIDAYS: dict[str, Callable[[int], date]] = {
    "new year's day": fixed(1, 1),
    "new year's": fixed(1, 1),
    "new year": fixed(1, 1),
    "new year's eve": fixed(12, 31),
    "martin luther king day": nth_weekday(1, 3, 0),
    "mlk day": nth_weekday(1, 3, 0),
    "groundhog day": fixed(2, 2),
    "valentine's day": fixed(2, 14),
    "valentine's": fixed(2, 14),
    "presidents' day": nth_weekday(2, 3, 0),
    "st patrick's day": fixed(3, 17),
    "st. patrick's day": fixed(3, 17),
    "saint patrick's day": fixed(3, 17),
    "april fools' day": fixed(4, 1),
    "april fool's day": fixed(4, 1),
    "ash wednesday": easter(-46),
    "palm sunday": easter(-7),
    "good friday": easter(-2),
    "easter": easter(),
    "easter sunday": easter(),
    "easter monday": easter(1),
    "pentecost": easter(49),
    "earth day": fixed(4, 22),
    "cinco de mayo": fixed(5, 5),
    "mother's day": nth_weekday(5, 2, 6),
    "memorial day": nth_weekday(5, -1, 0),
    "father's day": nth_weekday(6, 3, 6),
    "juneteenth": fixed(6, 19),
    "independence day": fixed(7, 4),
    "fourth of july": fixed(7, 4),
    "4th of july": fixed(7, 4),
    "july fourth": fixed(7, 4),
    "labor day": nth_weekday(9, 1, 0),
    "labour day": nth_weekday(9, 1, 0),
    "columbus day": nth_weekday(10, 2, 0),
    "halloween": fixed(10, 31),
    "veterans day": fixed(11, 11),
    "armistice day": fixed(11, 11),
    "thanksgiving": nth_weekday(11, 4, 3),
    "thanksgiving day": nth_weekday(11, 4, 3),
    "black friday": nth_weekday(11, 4, 3, 1),
    "cyber monday": nth_weekday(11, 4, 3, 4),
    "christmas": fixed(12, 25),
    "christmas day": fixed(12, 25),
    "christmas eve": fixed(12, 24),
    "xmas": fixed(12, 25),
    "xmas eve": fixed(12, 24),
    "boxing day": fixed(12, 26),
}
HOLIDAYS = Lexicon({phrase.replace("'", ""): day for phrase, day in _HOLIDAYS.items()} | _HOLIDAYS)
"""Holidays -> their day in a year; each also as people type it: valentines day, new years eve."""


# Numbers and units

UNIT_WORDS = {
    "second": "second", "seconds": "second", "sec": "second", "secs": "second",
    "minute": "minute", "minutes": "minute", "min": "minute", "mins": "minute",
    "hour": "hour", "hours": "hour", "hr": "hour", "hrs": "hour", "h": "hour",
    "day": "day", "days": "day", "night": "day", "nights": "day",
    "weekend": "weekend", "weekends": "weekend",
    "week": "week", "weeks": "week", "wk": "week", "wks": "week",
    "fortnight": "fortnight", "fortnights": "fortnight",
    "month": "month", "months": "month", "quarter": "quarter", "quarters": "quarter",
    "year": "year", "years": "year", "yr": "year", "yrs": "year",
    "decade": "decade", "decades": "decade", "century": "century", "centuries": "century",
}  # fmt: skip
CALENDAR_WORDS = {"week", "weekend", "month", "quarter", "year", "decade", "century", "fortnight"}
SMALL = _numbered(
    "zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, "
    "sixteen, seventeen, eighteen, nineteen"
)
TENS = {
    word: 10 * n
    for word, n in _numbered("twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety", first=2).items()
}
TENS_PLURAL = {word[:-1] + "ies": value for word, value in TENS.items()}
ORDINALS = _numbered(
    "first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth, "
    "fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth",
    first=1,
) | {"thirtieth": 30}
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
    "rest of": (None, 1), "remainder of": (None, 1), "remaining of": (None, 1),
    "earlier in": (0, None), "earlier": (0, None), "later in": (None, 1), "later": (None, 1),
})  # fmt: skip
DAYS = Lexicon({  # words for a day -> days from today, part of the day
    "today": (0, ""), "current date": (0, ""), "today's date": (0, ""), "tonight": (0, "night"), "yesterday": (-1, ""), "tomorrow": (1, ""),
    "tmrw": (1, ""), "tonite": (0, "night"),
    "day before yesterday": (-2, ""), "day after tomorrow": (2, ""),
    "last night": (-1, "night"), "last evening": (-1, "evening"),
    "this morning": (0, "morning"), "this afternoon": (0, "afternoon"), "this evening": (0, "evening"),
})  # fmt: skip
PRESENT = {"now", "right now", "just now", "currently", "at present", "at the present time", "at the moment"}
NOW = Lexicon(dict.fromkeys(PRESENT, True))
STRETCHES: Lexicon[tuple[int, int | None, str]] = Lexicon({  # -> days from today: first, after the last or None for now
    "recently": (-14, None, "month"), "lately": (-14, None, "month"), "these days": (-14, None, "month"),
    "nowadays": (-14, None, "month"), "the other day": (-7, -1, "week"), "the other night": (-7, -1, "week"),
    "the other week": (-21, -7, "month"),
})  # fmt: skip
ADVERBS = {  # how often: the unit each comes in
    "daily": "day", "everyday": "day", "nightly": "day", "weekly": "week",
    "monthly": "month", "quarterly": "quarter", "yearly": "year", "annually": "year", "annual": "year",
    "fortnightly": "fortnight", "hourly": "hour",
}  # fmt: skip
STEPS: Lexicon[Callable[[Cycle, Frame], Interval]] = Lexicon({  # which occurrence of what they stand before
    "last": latest, "previous": latest, "this past": begun, "past": begun,
    "this": current, "current": current, "this current": current, "the same": current,
    "next": following, "following": following, "coming": coming, "this coming": coming, "upcoming": coming,
    "this upcoming": coming,
})  # fmt: skip
OPENINGS = Lexicon(  # -> the kind they make of the period after them, from or up to its start or end
    dict.fromkeys(("after", "later than"), ("since", "end"))
    | dict.fromkeys(("since", "ever since", "as of", "as early as"), ("since", "start"))
    | dict.fromkeys(("any time from", "anytime from", "any time since"), ("since", "start"))
    | dict.fromkeys(("starting", "starting in", "starting on", "starting from"), ("since", "start"))
    | dict.fromkeys(("beginning", "beginning in", "beginning on", "beginning from"), ("since", "start"))
    | dict.fromkeys(("through", "by", "no later than", "as late as"), ("until", "end"))
    | dict.fromkeys(("until", "till", "up until", "before", "prior to"), ("until", "start"))
)
TO = ("-", "–", "—", "~", "to", "through", "thru", "until", "till")
AT = ("at", "around", "about", "by", "in", "the", "on", "@", ",", "for", "from", "between", "early", "~")
HEDGES = ("about", "around", "almost", "nearly", "over", "roughly", "approximately", "just", "like", "maybe", "only",
           "at", "least", "more", "than", "exactly", "close", "the")  # fmt: skip

# Which words make a date of an ambiguous one

BEFORE_MONTH = word_set("in since until till by of from during before after through throughout around early late mid")
BEFORE_DAY = {"on", "since", "until", "till", "by", "from", "before", "after", "or", "and", "between"}
COUNTED = word_set(
    "people persons users words pages meters metres miles km kilometers kilometres m feet ft kg pounds "
    "lbs dollars euros bucks usd eur steps calories cal items units students points votes copies rows "
    "lines bytes kb mb gb percent times years days hours minutes weeks months seconds guests employees "
    "seats"
)  # a number before one of these counts it and is no year and no day

# Where a time expression can begin

CLOCK_STARTS = {"early", "late", "earlier", "later", "half", "quarter", *MOMENTS, *(f"{each}ish" for each in MOMENTS), *PARTS, *SMALL}
_LEXICONS = (HOLIDAYS, EDGES, DAYS, NOW, STRETCHES, STEPS, OPENINGS)
LEADS = word_set("the this a an in within for from between by before after through ' of")
PAIRS = frozenset[tuple[str, str]]().union(*(lexicon.pairs() for lexicon in _LEXICONS)) | {("more", "than")}
STARTERS = (
    frozenset[str]().union(
        *(lexicon.words() for lexicon in _LEXICONS),
        *(WEEKDAYS, MONTHS, SEASONS, SMALL, TENS, ORDINALS, VAGUE, ADVERBS, UNIT_WORDS, CLOCK_STARTS, TENS_PLURAL),
        (f"{weekday}s" for weekday in WEEKDAYS),
        word_set(
            "weekends weekdays mornings evenings afternoons nights calendar every each once twice times q h any all bi semi fiscal "
            "financial academic school tax fy cy sy"
        ),
        (f"{prefix}{adverb}" for prefix in ("bi", "semi") for adverb in ADVERBS),
    )
    - LEADS
)
"""The telling words a time expression can begin with, beside numbers."""
