"""Time expressions: the words of a text that say when, each with the interval of time it means.

What a phrase means is kept as a function of the moment it was said (`Frame`): "in May", "last Friday" and
"two weeks before Christmas" become intervals only when that moment is known.

Conventions. Weeks run Monday to Sunday, and the first week of a month or year is the first that has most of its
days in it, as ISO 8601 counts; seasons are the northern ones (summer: June to August). "N units
ago" is the calendar unit that holds the point N units back. "Last Friday" is the latest Friday before
today, "next Friday" the one of next week. A bare "Friday" or "in May" follows the tense of the words
around it. A range takes in its last day, month or year. A length without a place in time ("for three
days") has the precision "unknown".

In Chinese 年初 and 年底 are the first and last three months, 月底 the last third. A date told by its number
begins what is 以后 ("5月1日以后"), a feast ends before it ("春节后"). The small hours of 晚上 are those of the next
day, those of 凌晨 and 半夜 of the day itself. 正月, 冬月, 腊月, 初三 and what is called 农历 are of the lunar year
that begins with Spring Festival: 2022年腊月 is January 2023. 前几天, 过两天 and 十几年 are as wide as they are vague.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from kgmem.errors import InvalidArgument
from kgmem.han import has_han
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, PRECISIONS, Micros, Span, micros
from kgmem.timex_calendar import Frame
from kgmem.timex_english import read_english
from kgmem.timex_events import UnknownEvent
from kgmem.timex_phrase import Reading


@dataclass(frozen=True, slots=True)
class Timex:
    """A time expression in a text.

    start, end: characters in the text. span: what it means, UTC. source: "stated" when it names its own year, else
    "relative".
    kind: "date"; "time" (a part of a day or finer); "duration" (a length, or a stretch up to or from the anchor);
    "since" and "until" (open at one side); "recurring" (the span is one occurrence near the anchor); "recent" ("I just
    moved": the day of the anchor); "relative-to-event" ("two weeks before my birthday").
    length: of a duration, as ISO 8601 has it ("P2W"; of "a few" the usual one). every: how often it recurs ("P1W").
    point: the moment a phrase counts to, as "two weeks ago" the one fourteen days back, whose week the span is.
    event: what a "relative-to-event" counts from, "my birthday"; its span is open at both sides.
    """

    start: int
    end: int
    surface: str
    span: Span
    source: str
    kind: str
    length: str = ""
    every: str = ""
    point: Micros | None = None
    event: str = ""


def find(
    text: str,
    anchor: datetime,
    *,
    tense: str = "past",
    day_first: bool | None = None,
    anchors: Mapping[str, Span] | None = None,
    holidays: Mapping[str, str] | None = None,
    news: bool = False,
) -> list[Timex]:
    """The time expressions of a text written at `anchor`, in text order, none overlapping another.

    tense: where a bare weekday, month or date lies when no verb near it tells, "past" or "future".
    day_first: how to read 6/9/2023; None leaves out what could be read both ways.
    anchors: when events were that texts count from, by how a text calls them ("my birthday", "Ana's wedding"); for
    events not in it the kind is "relative-to-event". None, the default, looks for no events.
    holidays: names -> rules ("Founders' Day": "03-14"), beside those of ontology/time.ttl, which tells the forms.
    news: a bare weekday may be that of the anchor, as journalists write; in talk one says "today".
    Raises InvalidArgument for a naive anchor, another tense or a rule of no known form.
    """
    if tense not in ("past", "future"):
        raise InvalidArgument(f"tense must be 'past' or 'future', not {tense!r}")
    if anchor.tzinfo is None:
        raise InvalidArgument("the anchor of a time expression needs a time zone; give an aware datetime")
    frame = Frame(anchor, forward=tense == "future", today_too=news)
    readings = [*read_english(text, frame, day_first, anchors, holidays)]
    if has_han(text):
        from kgmem.timex_chinese import read_chinese  # whose patterns take a while to compile

        readings += read_chinese(text, frame, anchors, holidays)
    return _longest([timex for reading in readings if (timex := _timex(text, reading))])


@lru_cache(maxsize=4)
def asked(query: str, anchor: datetime) -> tuple[Timex, ...]:
    """The time expressions of a question; kept, for several stages of its recall ask."""
    return tuple(find(query, anchor))


def window(query: str, anchor: datetime) -> Span | None:
    """The time a question asks about, or None when it names none.

    Dates that meet give what they share ("on Monday in the first week of June"), others the whole from
    the first to the last. Lengths, habits and the present moment are no window.
    """
    within: Span | None = None
    for timex in asked(query, anchor):
        span = timex.span
        if (
            timex.kind in ("recurring", "recent", "relative-to-event")
            or span.precision == "unknown"
            or (timex.kind == "date" and span.precision == "instant")
        ):
            continue
        within = span if within is None else _together(within, span)
    return within


def _together(one: Span, other: Span) -> Span:
    finer = max(one.precision, other.precision, key=PRECISIONS.index)
    if one.meets(other):
        return Span(max(one.start, other.start), min(one.end, other.end), finer)
    first, last = sorted((one, other), key=lambda span: span.start)
    return Span(first.start, last.end, first.precision)


def _longest(found: list[Timex]) -> list[Timex]:
    """Without overlaps, the longer of two kept; in text order."""
    kept: list[Timex] = []
    for timex in sorted(found, key=lambda each: (each.start, -each.end)):
        if kept and timex.start < kept[-1].end:
            if timex.end - timex.start > kept[-1].end - kept[-1].start:
                kept[-1] = timex
        else:
            kept.append(timex)
    return kept


def _timex(text: str, reading: Reading) -> Timex | None:
    """The phrase at its place in time; None when there is no such date."""
    start, end, phrase, frame = reading
    try:
        interval = phrase.place(frame)
        span = Span(
            BEGINNING if phrase.kind == "until" else micros(interval.start),
            FOREVER if phrase.kind == "since" else micros(interval.end),
            interval.precision,
        )
        point = micros(phrase.point(frame)) if phrase.point else None
    except UnknownEvent as unknown:
        surface = text[start:end]
        return Timex(start, end, surface, ALWAYS, "relative", "relative-to-event", event=unknown.event)
    except (ValueError, OverflowError):
        return None
    if span.start >= span.end:
        return None
    kind = phrase.kind or ("time" if span.precision in ("part", "instant") else "date")
    source = "stated" if phrase.stated else "relative"
    length, every = (each.iso() if each else "" for each in (phrase.length, phrase.every))
    return Timex(start, end, text[start:end], span, source, kind, length, every, point)
