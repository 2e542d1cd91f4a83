"""Time expressions, read on Wednesday 14 June 2023 at 15:30 unless a test says otherwise."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem.errors import InvalidArgument
from kgmem.temporal import BEGINNING, FOREVER, PRECISIONS, Span, micros, moment
from kgmem.timex import Timex, find, window

ANCHOR = datetime(2023, 6, 14, 15, 30, tzinfo=UTC)


def bound(at: int) -> str:
    """2023-06-09 for a midnight, 2023-06-09 14:30 else, "" for an open side."""
    if at in (BEGINNING, FOREVER):
        return ""
    return moment(at).strftime("%Y-%m-%d %H:%M").removesuffix(" 00:00")


def read(text: str, anchor: datetime = ANCHOR, **options: object) -> list[tuple[str, str, str, str]]:
    return [
        (timex.surface, bound(timex.span.start), bound(timex.span.end), timex.span.precision)
        for timex in find(text, anchor, **options)  # type: ignore[arg-type]
    ]


def only(text: str, **options: object) -> Timex:
    (timex,) = find(text, ANCHOR, **options)  # type: ignore[arg-type]
    return timex


STATED = [
    ("2023-06-09", "2023-06-09", "2023-06-10", "day"),
    ("9 June 2023", "2023-06-09", "2023-06-10", "day"),
    ("June 9th, 2023", "2023-06-09", "2023-06-10", "day"),
    ("the 9th of June 2023", "2023-06-09", "2023-06-10", "day"),
    ("Jun. 9, 2023", "2023-06-09", "2023-06-10", "day"),
    ("Friday, June 9, 2023", "2023-06-09", "2023-06-10", "day"),
    ("05-Aug-2016", "2016-08-05", "2016-08-06", "day"),
    ("23.04.2022", "2022-04-23", "2022-04-24", "day"),
    ("13/6/2023", "2023-06-13", "2023-06-14", "day"),
    ("6/13/2023", "2023-06-13", "2023-06-14", "day"),
    ("twenty-fourth of March 2020", "2020-03-24", "2020-03-25", "day"),
    ("twenty five January nineteen eighty six", "1986-01-25", "1986-01-26", "day"),
    ("29 February 2024", "2024-02-29", "2024-03-01", "day"),
    ("Christmas 2021", "2021-12-25", "2021-12-26", "day"),
    ("Easter 2024", "2024-03-31", "2024-04-01", "day"),
    ("Good Friday 2024", "2024-03-29", "2024-03-30", "day"),
    ("Thanksgiving 2022", "2022-11-24", "2022-11-25", "day"),
    ("the last Monday of May 2022", "2022-05-30", "2022-05-31", "day"),
    ("first Monday of May 2023", "2023-05-01", "2023-05-02", "day"),
    ("May 2022", "2022-05-01", "2022-06-01", "month"),
    ("2022-05", "2022-05-01", "2022-06-01", "month"),
    ("summer of 2021", "2021-06-01", "2021-09-01", "season"),
    ("winter 2022", "2022-12-01", "2023-03-01", "season"),
    ("Q3 2022", "2022-07-01", "2022-10-01", "season"),
    ("the second quarter of 2022", "2022-04-01", "2022-07-01", "season"),
    ("the year 2019", "2019-01-01", "2020-01-01", "year"),
    ("2014-2018", "2014-01-01", "2019-01-01", "year"),
    ("the 1990s", "1990-01-01", "2000-01-01", "decade"),
    ("the '80s", "1980-01-01", "1990-01-01", "decade"),
    ("the nineties", "1990-01-01", "2000-01-01", "decade"),
    ("the 19th century", "1800-01-01", "1900-01-01", "century"),
    ("early May 2022", "2022-05-01", "2022-05-11", "week"),
    ("mid-2019", "2019-05-01", "2019-09-01", "season"),
    ("late 1980s", "1987-01-01", "1990-01-01", "year"),
    ("the end of 2021", "2021-10-01", "2022-01-01", "season"),
    ("the week before 9 June 2023", "2023-06-02", "2023-06-09", "week"),
    ("the weekend after 9 June 2023", "2023-06-10", "2023-06-12", "week"),
    ("the week of 7 June 2023", "2023-06-05", "2023-06-12", "week"),
    ("the day after 31 December 2022", "2023-01-01", "2023-01-02", "day"),
    ("the Friday before 14 June 2023", "2023-06-09", "2023-06-10", "day"),
    ("the first ten days of May 2022", "2022-05-01", "2022-05-11", "day"),
    ("May 5-7, 2022", "2022-05-05", "2022-05-08", "day"),
    ("from May to July 2022", "2022-05-01", "2022-08-01", "month"),
    ("between 2019 and 2021", "2019-01-01", "2022-01-01", "year"),
    ("May 2022 to March 2023", "2022-05-01", "2023-04-01", "month"),
    ("9 June 2023 at 17:30", "2023-06-09 17:30", "2023-06-09 17:31", "instant"),
    ("2023-06-09T14:30:00+02:00", "2023-06-09 12:30", "2023-06-09 12:30", "instant"),
]


@pytest.mark.parametrize(("text", "start", "end", "precision"), STATED)
def test_a_stated_date_needs_no_anchor(text: str, start: str, end: str, precision: str) -> None:
    assert read(text) == [(text, start, end, precision)]
    assert only(text).source == "stated"


RELATIVE = [
    ("today", "2023-06-14", "2023-06-15", "day"),
    ("yesterday", "2023-06-13", "2023-06-14", "day"),
    ("tomorrow", "2023-06-15", "2023-06-16", "day"),
    ("the day before yesterday", "2023-06-12", "2023-06-13", "day"),
    ("the day after tomorrow", "2023-06-16", "2023-06-17", "day"),
    ("tonight", "2023-06-14 18:00", "2023-06-15 04:00", "part"),
    ("last night", "2023-06-13 18:00", "2023-06-14 04:00", "part"),
    ("yesterday morning", "2023-06-13 05:00", "2023-06-13 12:00", "part"),
    ("this evening", "2023-06-14 17:00", "2023-06-14 23:00", "part"),
    ("early this morning", "2023-06-14 05:00", "2023-06-14 07:00", "part"),
    ("the evening of 5 June", "2023-06-05 17:00", "2023-06-05 23:00", "part"),
    ("tomorrow at 5pm", "2023-06-15 17:00", "2023-06-15 17:01", "instant"),
    ("yesterday at noon", "2023-06-13 12:00", "2023-06-13 12:01", "instant"),
    ("tomorrow evening at 8", "2023-06-15 20:00", "2023-06-15 20:01", "instant"),
    ("next Monday from 1-3 pm", "2023-06-19 13:00", "2023-06-19 15:00", "instant"),
    ("last week", "2023-06-05", "2023-06-12", "week"),
    ("this week", "2023-06-12", "2023-06-19", "week"),
    ("next week", "2023-06-19", "2023-06-26", "week"),
    ("last weekend", "2023-06-10", "2023-06-12", "week"),
    ("this weekend", "2023-06-17", "2023-06-19", "week"),
    ("next weekend", "2023-06-24", "2023-06-26", "week"),
    ("last month", "2023-05-01", "2023-06-01", "month"),
    ("next month", "2023-07-01", "2023-08-01", "month"),
    ("last year", "2022-01-01", "2023-01-01", "year"),
    ("this year", "2023-01-01", "2024-01-01", "year"),
    ("the year before last", "2021-01-01", "2022-01-01", "year"),
    ("last quarter", "2023-01-01", "2023-04-01", "season"),
    ("last Friday", "2023-06-09", "2023-06-10", "day"),
    ("last Wednesday", "2023-06-07", "2023-06-08", "day"),
    ("last Tues", "2023-06-13", "2023-06-14", "day"),
    ("this Friday", "2023-06-16", "2023-06-17", "day"),
    ("next Friday", "2023-06-23", "2023-06-24", "day"),
    ("this coming Monday", "2023-06-19", "2023-06-20", "day"),
    ("last May", "2023-05-01", "2023-06-01", "month"),
    ("last August", "2022-08-01", "2022-09-01", "month"),
    ("next May", "2024-05-01", "2024-06-01", "month"),
    ("last summer", "2022-06-01", "2022-09-01", "season"),
    ("this summer", "2023-06-01", "2023-09-01", "season"),
    ("next winter", "2023-12-01", "2024-03-01", "season"),
    ("last Christmas", "2022-12-25", "2022-12-26", "day"),
    ("Thanksgiving last year", "2022-11-24", "2022-11-25", "day"),
    ("Friday of last week", "2023-06-09", "2023-06-10", "day"),
    ("first Monday of next month", "2023-07-03", "2023-07-04", "day"),
    ("two days ago", "2023-06-12", "2023-06-13", "day"),
    ("a week ago", "2023-06-05", "2023-06-12", "week"),
    ("three months ago", "2023-03-01", "2023-04-01", "month"),
    ("ten years ago", "2013-01-01", "2014-01-01", "year"),
    ("a couple of weeks ago", "2023-05-22", "2023-06-05", "week"),
    ("a few years ago", "2018-01-01", "2022-01-01", "year"),
    ("two or three days ago", "2023-06-11", "2023-06-13", "day"),
    ("half a year ago", "2022-11-01", "2023-02-01", "season"),
    ("a year and a half ago", "2021-11-01", "2022-02-01", "season"),
    ("two and a half years ago", "2020-11-01", "2021-02-01", "season"),
    ("an hour ago", "2023-06-14 14:30", "2023-06-14 14:31", "instant"),
    ("half an hour ago", "2023-06-14 15:00", "2023-06-14 15:01", "instant"),
    ("two weekends ago", "2023-06-03", "2023-06-05", "week"),
    ("two summers ago", "2021-06-01", "2021-09-01", "season"),
    ("in three weeks", "2023-07-03", "2023-07-10", "week"),
    ("in 5 minutes", "2023-06-14 15:35", "2023-06-14 15:36", "instant"),
    ("two days from now", "2023-06-16", "2023-06-17", "day"),
    ("3 days later", "2023-06-17", "2023-06-18", "day"),
    ("a week from tomorrow", "2023-06-22", "2023-06-23", "day"),
    ("two weeks before Christmas", "2022-12-05", "2022-12-12", "week"),
    ("early next week", "2023-06-19", "2023-06-21", "day"),
    ("late last year", "2022-09-01", "2023-01-01", "season"),
    ("the end of the month", "2023-06-23", "2023-07-01", "week"),
    ("earlier this month", "2023-06-01", "2023-06-14 15:30", "week"),
    ("later this year", "2023-06-14 15:30", "2024-01-01", "season"),
    ("recently", "2023-05-31", "2023-06-14 15:30", "month"),
    ("the other day", "2023-06-07", "2023-06-13", "week"),
    ("Mother's Day", "2023-05-14", "2023-05-15", "day"),
    ("valentines day", "2023-02-14", "2023-02-15", "day"),
    ("labor day weekend", "2022-09-03", "2022-09-06", "week"),
    ("from Monday to Friday", "2023-06-12", "2023-06-17", "day"),
    ("June 5th to 7th", "2023-06-05", "2023-06-08", "day"),
    ("9 June", "2023-06-09", "2023-06-10", "day"),
    ("16 June", "2022-06-16", "2022-06-17", "day"),
    ("Friday the 13th", "2023-01-13", "2023-01-14", "day"),
]


@pytest.mark.parametrize(("text", "start", "end", "precision"), RELATIVE)
def test_a_relative_phrase_counts_from_the_anchor(text: str, start: str, end: str, precision: str) -> None:
    assert read(text) == [(text, start, end, precision)]
    assert only(text).source == "relative"


@pytest.mark.parametrize(
    ("text", "surface", "start", "end"),
    [
        ("We met in May", "May", "2023-05-01", "2023-06-01"),
        ("in 2019 we moved", "2019", "2019-01-01", "2020-01-01"),
        ("she came on the 15th after lunch", "the 15th", "2023-05-15", "2023-05-16"),
        ("the meeting on 13/6 was short", "13/6", "2023-06-13", "2023-06-14"),
        ("yesterday's party", "yesterday", "2023-06-13", "2023-06-14"),
        ("I woke up at 5am", "5am", "2023-06-14 05:00", "2023-06-14 05:01"),
        ("we ate at half past eight", "half past eight", "2023-06-14 08:30", "2023-06-14 08:31"),
        ("it rained in the morning", "morning", "2023-06-14 05:00", "2023-06-14 12:00"),
        ("we sat from 5 to 6pm", "from 5 to 6pm", "2023-06-13 17:00", "2023-06-13 18:00"),
    ],
)
def test_a_word_before_a_date_makes_it_one(text: str, surface: str, start: str, end: str) -> None:
    assert [each[:3] for each in read(text)] == [(surface, start, end)]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("I saw her on Friday.", "2023-06-09"),
        ("I'll see her on Friday.", "2023-06-16"),
        ("On Friday I will see her.", "2023-06-16"),
        ("We're meeting on Friday.", "2023-06-16"),
        ("I'm going to call on Friday.", "2023-06-16"),
        ("We met in March.", "2023-03-01"),
        ("We will meet in March.", "2024-03-01"),
        ("I was ill on Friday, and I will rest.", "2023-06-09"),
        ("I will rest. She called on Friday.", "2023-06-09"),
    ],
)
def test_the_nearest_verb_tells_where_a_bare_date_lies(text: str, start: str) -> None:
    assert [each[1] for each in read(text)] == [start]


@pytest.mark.parametrize(("tense", "start"), [("past", "2023-06-09"), ("future", "2023-06-16")])
def test_without_a_verb_the_tense_decides(tense: str, start: str) -> None:
    assert [each[1] for each in read("Friday: piano lesson", tense=tense)] == [start]


@pytest.mark.parametrize(
    ("text", "surface", "start", "end", "kind"),
    [
        ("since 2019", "since 2019", "2019-01-01", "", "since"),
        ("I've been here since Monday", "since Monday", "2023-06-12", "", "since"),
        ("after Christmas", "after Christmas", "2022-12-26", "", "since"),
        ("2012 or later", "2012 or later", "2012-01-01", "", "since"),
        ("I've lived here for three years now", "for three years now", "2020-01-01", "", "since"),
        ("Seven years now", "Seven years now", "2016-01-01", "", "since"),
        ("She has worked there for 5 years", "for 5 years", "2018-01-01", "", "since"),
        ("I haven't danced in two years", "in two years", "2021-01-01", "", "since"),
        ("I'll stay until Friday", "until Friday", "", "2023-06-16", "until"),
        ("I lived there until 2019", "until 2019", "", "2019-01-01", "until"),
        ("before 2010", "before 2010", "", "2010-01-01", "until"),
        ("by the end of March 2024", "by the end of March 2024", "", "2024-04-01", "until"),
        ("the past 3 weeks", "the past 3 weeks", "2023-05-24", "2023-06-14 15:30", "duration"),
        ("over the last year", "the last year", "2022-06-14", "2023-06-14 15:30", "duration"),
        ("the next two days", "the next two days", "2023-06-14 15:30", "2023-06-17", "duration"),
        ("every Tuesday", "every Tuesday", "2023-06-13", "2023-06-14", "recurring"),
        ("on Mondays", "Mondays", "2023-06-12", "2023-06-13", "recurring"),
        ("each summer", "each summer", "2023-06-01", "2023-09-01", "recurring"),
        ("weekly", "weekly", "2023-06-12", "2023-06-19", "recurring"),
        ("every other week", "every other week", "2023-06-12", "2023-06-19", "recurring"),
        (
            "every Tuesday and Thursday at 5pm",
            "every Tuesday and Thursday at 5pm",
            "2023-06-13 17:00",
            "2023-06-13 17:01",
            "recurring",
        ),
        ("twice a month", "twice a month", "2023-06-01", "2023-07-01", "recurring"),
    ],
)
def test_kinds_other_than_a_date(text: str, surface: str, start: str, end: str, kind: str) -> None:
    assert [(*each[:3], only(text).kind) for each in read(text)] == [(surface, start, end, kind)]


def test_a_length_alone_has_no_place_in_time() -> None:
    timex = only("He worked there for 5 years")
    assert (timex.kind, timex.span.precision) == ("duration", "unknown")


def test_a_time_of_day_is_of_kind_time() -> None:
    assert [only(text).kind for text in ("at 5pm", "yesterday morning", "yesterday")] == ["time", "time", "date"]


@pytest.mark.parametrize(
    "text",
    [
        "You may go, and they march on.",
        "Wait a second; the second time is the charm.",
        "The sun sat low, prices fall, and water will spring up.",
        "I'm 34, she is 12 years old, a 34-year-old, in her 30s.",
        "It costs $2019, 2019 dollars, 1,999 euros.",
        "room 2019, version 2.2019, v10.12.2020, call 555-2019 or +351 912 345 678",
        "a 4:3 screen, a 1:1 meeting, 2000 people, IP 10.12.2020.5",
        "on the 5th floor, there are two to four of us",
        "31 February",
        "31 February 2023",
        "30 Feb and 29 February 2023",
        "month 13, 2023-13-01, 2023-02-30, 13/13/2023",
        "in the year 99999; January 1, 99999",
        "99999999999 years ago, 0000-00-00",
        "6/9/2023",
        "",
        " \n\t ",
    ],
)
def test_no_date_in(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(("day_first", "start"), [(False, "2023-06-09"), (True, "2023-09-06")])
def test_a_date_of_two_readings_needs_the_order(day_first: bool, start: str) -> None:
    assert read("6/9/2023", day_first=day_first)[0][1] == start


def test_expressions_come_in_text_order_with_their_places() -> None:
    text = "Last week I flew, in 2019 I walked, and tomorrow I rest 🎉 until March."
    found = find(text, ANCHOR)
    assert [timex.surface for timex in found] == ["Last week", "2019", "tomorrow", "until March"]
    assert [text[timex.start : timex.end] for timex in found] == [timex.surface for timex in found]


def test_curly_quotes_and_capitals_are_read_alike() -> None:
    assert [each[1] for each in read("NEW YEAR’S EVE and LAST WEEK")] == ["2022-12-31", "2023-06-05"]


def test_days_are_days_of_the_anchors_zone() -> None:
    late = datetime(2023, 6, 14, 22, 0, tzinfo=ZoneInfo("America/New_York"))
    span = find("today", late)[0].span
    assert (bound(span.start), bound(span.end)) == ("2023-06-14 04:00", "2023-06-15 04:00")
    assert find("today", late.astimezone(UTC))[0].span != span


def test_the_day_the_clocks_change_is_short() -> None:
    lisbon = ZoneInfo("Europe/Lisbon")
    span = find("yesterday", datetime(2023, 3, 27, 9, tzinfo=lisbon))[0].span
    assert span.end - span.start == 23 * 3600 * 1_000_000


def test_hours_are_counted_on_the_clock_of_the_world() -> None:
    lisbon = ZoneInfo("Europe/Lisbon")
    after = datetime(2023, 3, 26, 2, 30, tzinfo=lisbon)
    assert find("an hour ago", after)[0].span.start == micros(after) - 3600 * 1_000_000


def test_a_day_that_a_zone_skipped_is_no_date() -> None:
    samoa = datetime(2012, 1, 5, 12, tzinfo=ZoneInfo("Pacific/Apia"))
    assert find("30 December 2011", samoa) == []


@pytest.mark.parametrize(("year", "text"), [(1, "last century, 5000 years ago"), (9999, "next year, in 200 years")])
def test_dates_outside_the_years_1_to_9999_are_none(year: int, text: str) -> None:
    assert find(text, datetime(year, 6, 1, tzinfo=timezone(timedelta(hours=14)))) == []


def test_a_naive_anchor_and_another_tense_are_refused() -> None:
    with pytest.raises(InvalidArgument, match="time zone"):
        find("today", datetime(2023, 6, 14))
    with pytest.raises(InvalidArgument, match="'past' or 'future'"):
        find("today", ANCHOR, tense="now")


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What did Ana do in May 2022?", ("2022-05-01", "2022-06-01", "month")),
        ("Where did she live between 2019 and 2021?", ("2019-01-01", "2022-01-01", "year")),
        ("Who came last Friday?", ("2023-06-09", "2023-06-10", "day")),
        ("What has she read since March?", ("2023-03-01", "", "month")),
        ("Did it rain in March or in May?", ("2023-03-01", "2023-06-01", "month")),
        ("What happened last week on Monday?", ("2023-06-05", "2023-06-06", "day")),
    ],
)
def test_the_window_of_a_question(question: str, asked: tuple[str, str, str]) -> None:
    span = window(question, ANCHOR)
    assert span is not None
    assert (bound(span.start), bound(span.end), span.precision) == asked


@pytest.mark.parametrize(
    "question",
    ["Where does Ana live?", "Where does Ana live now?", "What does she do every Friday?", "Who stayed for two weeks?"],
)
def test_a_question_without_a_time_has_no_window(question: str) -> None:
    assert window(question, ANCHOR) is None


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("昨天", "2023-06-13", "2023-06-14"),
        ("前天", "2023-06-12", "2023-06-13"),
        ("今晚", "2023-06-14 17:00", "2023-06-14 23:00"),
        ("去年", "2022-01-01", "2023-01-01"),
        ("去年夏天", "2022-06-01", "2022-09-01"),
        ("明年三月", "2024-03-01", "2024-04-01"),
        ("2023年5月3日", "2023-05-03", "2023-05-04"),
        ("2019年", "2019-01-01", "2020-01-01"),
        ("5月3日", "2023-05-03", "2023-05-04"),
        ("上周", "2023-06-05", "2023-06-12"),
        ("上周五", "2023-06-09", "2023-06-10"),
        ("下个月", "2023-07-01", "2023-08-01"),
        ("上个月底", "2023-05-22", "2023-06-01"),
        ("周五", "2023-06-09", "2023-06-10"),
        ("三天前", "2023-06-11", "2023-06-12"),
        ("两个月前", "2023-04-01", "2023-05-01"),
        ("半年前", "2022-11-01", "2023-02-01"),
        ("十二年前", "2011-01-01", "2012-01-01"),
        ("一周后", "2023-06-19", "2023-06-26"),
    ],
)
def test_ordinary_chinese(text: str, start: str, end: str) -> None:
    assert [each[:3] for each in read(f"我{text}很忙")] == [(text, start, end)]


@pytest.mark.parametrize("text", ["2023年13月", "2月31日", "二月三十日"])
def test_absurd_chinese_dates(text: str) -> None:
    assert read(text) == []


PIECES = st.sampled_from(
    "last next this the first second half a few two 31 29 99999 2019 99 ago in on from to between and until since may "
    "March sun February Friday week weekend year month century early late end of before after every at pm noon 5:30 12 "
    ": - / . , ' s th st '90s now for years days ten hundred thousand quarter q 3 christmas easter "
    "去年 三 天 前 月 日".split()
)
ANCHORS = st.datetimes(timezones=st.sampled_from([UTC, ZoneInfo("Europe/Lisbon"), ZoneInfo("Pacific/Apia")]))


def check(text: str, anchor: datetime) -> None:
    end = 0
    for timex in find(text, anchor):
        assert end <= timex.start < timex.end
        assert timex.surface == text[timex.start : timex.end]
        assert timex.span.start < timex.span.end
        assert timex.span.precision in PRECISIONS
        assert timex.source in ("stated", "relative")
        assert timex.kind in ("date", "time", "duration", "since", "until", "recurring", "recent")
        end = timex.end
    assert isinstance(window(text, anchor), Span | None)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=14).map(" ".join), ANCHORS)
def test_any_row_of_time_words_is_read_in_good_order(text: str, anchor: datetime) -> None:
    check(text, anchor)


@settings(max_examples=200, deadline=None)
@given(st.lists(PIECES, max_size=14).map("".join), ANCHORS)
def test_time_words_without_blanks_do_no_harm(text: str, anchor: datetime) -> None:
    check(text, anchor)


@settings(max_examples=200, deadline=None)
@given(st.text(), ANCHORS)
def test_any_text_whatever_is_read_in_good_order(text: str, anchor: datetime) -> None:
    check(text, anchor)


@pytest.mark.parametrize(
    "piece",
    [
        "the ",
        "1",
        "1-",
        "12 ",
        "''",
        "\n \n",
        "every monday and ",
        "may ",
        "a hundred and ",
        "\ud800",
        "👩‍👩‍👧",
        "昨",
        "，一",
    ],
)
def test_a_long_row_of_the_same_is_read_to_its_end(piece: str) -> None:
    text = piece * (8_000 // len(piece)) + " I met her yesterday"
    assert [timex.surface for timex in find(text, ANCHOR)][-1:] == ["yesterday"]


def test_a_megabyte_is_read() -> None:
    text = "We talked about nothing at all, as ever. " * 25_000 + "It began on 9 June 2023."
    assert [timex.surface for timex in find(text, ANCHOR)] == ["9 June 2023"]
