"""Time expressions beside plain dates: lengths, sets, zones, holidays, terms, parts of periods, events of a memory."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem.errors import InvalidArgument
from kgmem.temporal import ALWAYS, Span, iso, micros, moment
from kgmem.timex import find
from kgmem.timex_holidays import day_in
from scripts import time_tables
from tests.test_timex import ANCHOR, bound, only, read


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("She slept for three hours.", "PT3H"),
        ("The tour lasts a week and a half, one and a half hours of it on foot.", "PT1H30M"),
        ("We stayed for a few days.", "P3D"),
        ("We stayed for a couple of weeks.", "P2W"),
        ("They argued all night long.", "P1D"),
        ("It cost us the whole weekend.", "P1W"),
        ("The contract runs for 2 years and 3 months.", "P2Y3M"),
        ("He waited for another hour.", "PT1H"),
        ("I coughed over the past 10 days.", "P10D"),
        ("Keep it in the fridge for 12h.", "PT12H"),
    ],
)
def test_a_duration_has_its_length(text: str, length: str) -> None:
    assert find(text, ANCHOR)[-1].length == length


@pytest.mark.parametrize(
    ("text", "surface", "every", "start", "end"),
    [
        ("We train every Tuesday.", "every Tuesday", "P1W", "2023-06-13", "2023-06-14"),
        ("We train on Tuesday afternoons.", "Tuesday afternoons", "P1W", "2023-06-13 12:00", "2023-06-13 18:00"),
        ("I feed the cat at 7am every day.", "7am every day", "P1D", "2023-06-14 07:00", "2023-06-14 07:01"),
        ("They meet every other week.", "every other week", "P2W", "2023-06-12", "2023-06-19"),
        ("The rent is due on the 3rd of each month.", "the 3rd of each month", "P1M", "2023-07-03", "2023-07-04"),
        ("The first Friday of every month.", "The first Friday of every month", "P1M", "2023-06-02", "2023-06-03"),
        ("A bi-weekly newsletter.", "bi-weekly", "P2W", "2023-06-12", "2023-06-19"),
        ("The semiannual check.", "semiannual", "P6M", "2023-05-01", "2023-08-01"),
        ("I swim every morning at 6.", "every morning at 6", "P1D", "2023-06-14 06:00", "2023-06-14 06:01"),
    ],
)  # fmt: skip
def test_a_habit_tells_how_often_and_one_occurrence(text: str, surface: str, every: str, start: str, end: str) -> None:
    timex = only(text)
    assert (timex.surface, timex.every, timex.kind) == (surface, every, "recurring")
    assert (bound(timex.span.start), bound(timex.span.end)) == (start, end)


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("two weeks ago", "2023-05-31 15:30"),
        ("three days after 4 May 2023", "2023-05-07"),
        ("in a year", "2024-06-14 15:30"),
    ],
)
def test_what_is_counted_to_has_its_exact_point(text: str, point: str) -> None:
    found = only(text).point
    assert found is not None
    assert bound(found) == point


@pytest.mark.parametrize(
    ("text", "surface", "start", "end"),
    [
        ("The train leaves at 7:56:30 pm.", "7:56:30 pm", "2023-06-13 19:56", "2023-06-13 19:56"),
        ("See you tomorrow at 9a.", "tomorrow at 9a", "2023-06-15 09:00", "2023-06-15 09:01"),
        ("I am free on Monday 3-8.", "Monday 3-8", "2023-06-12 15:00", "2023-06-12 20:00"),
        ("They rang at 1140 a.m.", "1140 a.m.", "2023-06-14 11:40", "2023-06-14 11:41"),
        ("Let's meet at 5.", "5", "2023-06-14 17:00", "2023-06-14 17:01"),
        ("We will meet at 8.", "8", "2023-06-14 20:00", "2023-06-14 20:01"),
        (
            "Busy between now and eight o'clock.",
            "between now and eight o'clock",
            "2023-06-14 15:30",
            "2023-06-14 20:00",
        ),
        ("The shop opens at noonish.", "noonish", "2023-06-14 12:00", "2023-06-14 12:01"),
        ("It rained between 0730-0930.", "between 0730-0930", "2023-06-14 07:30", "2023-06-14 09:30"),
        ("The hall is ours from 10pm to 3.", "from 10pm to 3", "2023-06-13 22:00", "2023-06-14 03:00"),
        ("It begins three minutes to eight.", "three minutes to eight", "2023-06-14 07:57", "2023-06-14 07:58"),
        ("We had tea tomorrow am.", "tomorrow am", "2023-06-15 05:00", "2023-06-15 12:00"),
        ("Meet at 5pm for two hours.", "5pm for two hours", "2023-06-13 17:00", "2023-06-13 19:00"),
    ],
)
def test_times_of_the_day(text: str, surface: str, start: str, end: str) -> None:
    timex = only(text)
    assert (timex.surface, bound(timex.span.start), bound(timex.span.end)) == (surface, start, end)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("The call is tomorrow at 3pm CET.", "2023-06-15 14:00"),
        ("The call is tomorrow at 3pm UTC+5:30.", "2023-06-15 09:30"),
        ("The call is tomorrow at 9 London time.", "2023-06-15 08:00"),
        ("The call is tomorrow at 9am (Pacific time).", "2023-06-15 16:00"),
        ("The call is on 10 January 2024 at 9am New York time.", "2024-01-10 14:00"),
    ],
)
def test_a_zone_after_a_time_is_heeded_with_its_summer_time(text: str, start: str) -> None:
    assert bound(only(text).span.start) == start


def test_a_zone_in_small_letters_is_read_only_where_no_word_is_spelt_so() -> None:
    assert only("we met at 5pm pst").surface == "5pm pst"
    assert only("we met at 5pm est-ce que").surface == "5pm"


def test_a_time_the_clocks_skip_is_an_hour_later_and_one_shown_twice_the_first() -> None:
    lisbon = datetime(2023, 6, 1, 12, tzinfo=ZoneInfo("Europe/Lisbon"))
    (skipped,) = find("on 26 March 2023 at 01:30", lisbon)
    (twice,) = find("on 30 October 2022 at 1:30am", lisbon)
    assert iso(skipped.span.start) == "2023-03-26T01:30:00Z"  # the clocks show 2:30
    assert iso(twice.span.start) == "2022-10-30T00:30:00Z"  # still summer time


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Shrove Tuesday 2024", "2024-02-13"),
        ("Ascension Day 2023", "2023-05-18"),
        ("Giving Tuesday 2022", "2022-11-29"),
        ("Eid al-Fitr 2022", "2022-05-02"),
        ("Chinese New Year 2024", "2024-02-10"),
        ("International Workers' Day 2021", "2021-05-01"),
        ("St Andrew's Day 2020", "2020-11-30"),
    ],
)
def test_holidays_follow_their_rules(text: str, day: str) -> None:
    assert read(text)[0][:2] == (text, day)


def test_a_year_without_the_day_is_no_date() -> None:
    assert find("Chinese New Year 1877", ANCHOR) == []


def test_own_holidays_are_found_by_their_rules() -> None:
    own = {"Founders' Day": "03-14", "Games Night": "10 saturday -1"}
    text = "We met on founders day and again before Games Night 2021."
    found = [(timex.surface, bound(timex.span.start)) for timex in find(text, ANCHOR, holidays=own)]
    assert found == [("founders day", "2023-03-14"), ("before Games Night 2021", "")]
    assert find("We met on founders day.", ANCHOR) == []


@pytest.mark.parametrize("rule", ["soon", "13 someday 2", "easter two", "2024-02-10 x"])
def test_a_rule_of_no_known_form_is_refused(rule: str) -> None:
    with pytest.raises(InvalidArgument, match="no rule of a holiday"):
        day_in(rule)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("last fiscal year", "2022-01-01", "2023-01-01"),
        ("FY19", "2019-01-01", "2020-01-01"),
        ("this school year", "2022-09-01", "2023-09-01"),
        ("school year 2018", "2018-09-01", "2019-09-01"),
        ("the fall semester of 2021", "2021-09-01", "2022-01-01"),
        ("next semester", "2023-09-01", "2024-01-01"),
        ("H2 2021", "2021-07-01", "2022-01-01"),
        ("2020 Q1", "2020-01-01", "2020-04-01"),
        ("year to date", "2023-01-01", "2023-06-14 15:30"),
        ("the first week of 2021", "2021-01-04", "2021-01-11"),
        ("the last week of May 2023", "2023-05-22", "2023-05-29"),
        ("the 20th of next month", "2023-07-20", "2023-07-21"),
        ("this workweek", "2023-06-12", "2023-06-17"),
        ("the next 4 business days", "2023-06-15", "2023-06-21"),
        ("in 5 weeks on Tuesday", "2023-07-18", "2023-07-19"),
        ("two months from today on Tuesday", "2023-08-15", "2023-08-16"),
        ("recent weeks", "2023-05-17", "2023-06-14 15:30"),
        ("two weeks ago on Friday", "2023-06-02", "2023-06-03"),
        ("next week from Tuesday to Thursday", "2023-06-20", "2023-06-23"),
        ("for 3 days from tomorrow", "2023-06-15", "2023-06-18"),
        ("a week starting 3 July 2023", "2023-07-03", "2023-07-10"),
        ("from the middle of 2019 to the end of 2020", "2019-07-01", "2021-01-01"),
        ("from 4 to 9 next month", "2023-07-04", "2023-07-10"),
        ("the 5 past years", "2018-06-14", "2023-06-14 15:30"),
        ("the following spring", "2024-03-01", "2024-06-01"),
        ("early 2020s", "2020-01-01", "2023-01-01"),
        ("Dec/2021", "2021-12-01", "2022-01-01"),
        ("Sep-23-2020", "2020-09-23", "2020-09-24"),
        ("20200229", "2020-02-29", "2020-03-01"),
        ("the EOM", "2023-06-23", "2023-07-01"),
    ],
)
def test_periods_and_their_parts(text: str, start: str, end: str) -> None:
    timex = only(text)
    assert (timex.surface, bound(timex.span.start), bound(timex.span.end)) == (text, start, end)


@pytest.mark.parametrize(
    ("text", "surface", "kind", "start", "end"),
    [
        ("Ring me tomorrow before 5pm.", "tomorrow before 5pm", "until", "", "2023-06-15 17:00"),
        ("More than 2 weeks before 4 May 2023.", "More than 2 weeks before 4 May 2023", "until", "", "2023-04-20"),
        ("Open from 3pm or later on 3 July 2023.", "3pm or later on 3 July 2023", "since", "2023-07-03 15:00", ""),
        ("On or after 1 May 2022 it was ours.", "On or after 1 May 2022", "since", "2022-05-01", ""),
        ("We have heard nothing till date.", "till date", "until", "", "2023-06-14 15:30"),
    ],
)  # fmt: skip
def test_open_sides(text: str, surface: str, kind: str, start: str, end: str) -> None:
    timex = next(each for each in find(text, ANCHOR) if each.surface == surface)
    assert (timex.kind, bound(timex.span.start), bound(timex.span.end)) == (kind, start, end)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("He goes there from 10/1-11/7.", ("2022-10-01", "2022-11-08")),
        ("He was there from 5/1-5/7, 2020.", ("2020-05-01", "2020-05-08")),
        ("He was there from 12/28/2019-1/3/2020.", ("2019-12-28", "2020-01-04")),
    ],
)
def test_ranges_in_numbers_need_a_known_order(text: str, days: tuple[str, str]) -> None:
    assert read(text, day_first=False, tense="past")[-1][1:3] == days
    assert read(text) == []


BIRTHDAY = Span(micros(datetime(2023, 9, 2, tzinfo=UTC)), micros(datetime(2023, 9, 3, tzinfo=UTC)), "day")


@pytest.mark.parametrize(
    ("text", "surface", "start", "end"),
    [
        ("We fly two days before my birthday.", "two days before my birthday", "2023-08-31", "2023-09-01"),
        ("The Monday after My Birthday is free.", "The Monday after My Birthday", "2023-09-04", "2023-09-05"),
        ("It rained on my birthday.", "my birthday", "2023-09-02", "2023-09-03"),
        ("It has rained since my birthday.", "since my birthday", "2023-09-02", ""),
    ],
)
def test_a_known_event_is_a_date(text: str, surface: str, start: str, end: str) -> None:
    (timex,) = find(text, ANCHOR, anchors={"my birthday": BIRTHDAY})
    assert (timex.surface, bound(timex.span.start), bound(timex.span.end)) == (surface, start, end)


def test_an_unknown_event_is_named_and_never_dated() -> None:
    (timex,) = find("We fly two weeks before Ana's wedding.", ANCHOR, anchors={})
    assert (timex.surface, timex.kind) == ("two weeks before Ana's wedding", "relative-to-event")
    assert (timex.event, timex.span) == ("Ana's wedding", ALWAYS)


def test_events_are_looked_for_only_on_demand() -> None:
    assert find("The day after my birthday we left.", ANCHOR) == []


def test_just_before_a_deed_is_recent() -> None:
    timex = only("I just signed the lease!")
    assert (timex.surface, timex.kind, bound(timex.span.start)) == ("just", "recent", "2023-06-14")


@pytest.mark.parametrize("text", ["I just wanted to ask.", "It was just painted wood.", "Just ask me."])
def test_just_is_mostly_no_time(text: str) -> None:
    assert find(text, ANCHOR) == []


def test_news_may_mean_the_day_itself() -> None:
    assert bound(find("The minister resigned on Wednesday.", ANCHOR, news=True)[0].span.start) == "2023-06-14"
    assert bound(find("The minister resigned on Wednesday.", ANCHOR)[0].span.start) == "2023-06-07"


@pytest.mark.parametrize(
    "text",
    [
        "You may want to march in the sun, a second time.",
        "Corpus Christi is a city; she had an epiphany there.",
        "Version 3.11 runs 24/7 on 1/2 of the 99 machines.",
        "The summer camp sells spring rolls; we fall asleep.",
        "She learned to swim at 6 and swims at 40 now and then at 5 different pools.",
        "He whistled all the way and had a full plate.",
        "A whole new world, another story, half a loaf.",
    ],
)
def test_words_that_only_look_like_time(text: str) -> None:
    assert find(text, ANCHOR) == []


def test_the_table_of_words_is_what_the_turtle_file_says() -> None:
    assert time_tables.TARGET.read_text(encoding="utf-8") == time_tables.module(time_tables.tables(time_tables.SOURCE))


WORDS = st.sampled_from(
    "my Ana's birthday the wedding two weeks before after on every at 5pm CET London time noon just moved Q3 fiscal "
    "year semester 2021 next last week month business days eid al fitr 4 9 from to for EOM mid - / 3 hours 20200229 "
    "full day".split()
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(WORDS, max_size=12).map(" ".join), st.datetimes(timezones=st.sampled_from([UTC, ZoneInfo("Asia/Kolkata")]))
)
def test_every_expression_has_a_place_and_a_span(text: str, anchor: datetime) -> None:
    end = 0
    for timex in find(text, anchor, anchors={"my birthday": BIRTHDAY}, holidays={"wedding day": "05-05"}, news=True):
        assert end <= timex.start < timex.end
        assert timex.span.start < timex.span.end
        assert (timex.kind == "relative-to-event") == bool(timex.event)
        end = timex.end


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="this system's zone cannot be changed in a running process")
def test_the_zone_of_the_host_plays_no_part(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Yesterday at 9, last Friday evening, two months ago, at 5pm CET, in a week."
    anchor = moment(micros(ANCHOR), ZoneInfo("America/New_York"))
    seen = []
    for zone in ("UTC", "Pacific/Kiritimati", "Pacific/Midway"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        seen.append(find(text, anchor))
    monkeypatch.undo()
    time.tzset()
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0]) == 5
