"""The many ways one time is written: abbreviations, dashes, halves and quarters, bounds, habits."""

from __future__ import annotations

import pytest

from tests.test_timex import ANCHOR, bound, only, read


@pytest.mark.parametrize(
    ("text", "surface", "start", "end"),
    [
        ("The depot closed on 3 Nov. in 2021.", "3 Nov. in 2021", "2021-11-03", "2021-11-04"),
        ("Rent rose from Oct. to Dec. 2020.", "from Oct. to Dec. 2020", "2020-10-01", "2021-01-01"),
        ("The van came on Thurs. at 9am.", "Thurs. at 9am", "2023-06-08 09:00", "2023-06-08 09:01"),
        ("The clinic takes walk-ins Mon-Wed.", "Mon-Wed", "2023-06-12", "2023-06-15"),
        ("Milk came late Tues evening.", "late Tues evening", "2023-06-13 21:00", "2023-06-13 23:00"),
        ("It was signed on 2021 May 4.", "2021 May 4", "2021-05-04", "2021-05-05"),
        ("The roof leaked 2019 through 2021.", "2019 through 2021", "2019-01-01", "2022-01-01"),
        ("Sales fell in the first quarter 2022.", "the first quarter 2022", "2022-01-01", "2022-04-01"),
        ("We billed for the week ending June 9.", "the week ending June 9", "2023-06-03", "2023-06-10"),
        ("The frost came Friday, two weeks ago.", "Friday, two weeks ago", "2023-06-02", "2023-06-03"),
        ("We sang on Thanksgiving eve 2021.", "Thanksgiving eve 2021", "2021-11-24", "2021-11-25"),
        ("They marched on Veteran's Day 2021.", "Veteran's Day 2021", "2021-11-11", "2021-11-12"),
        ("They danced on Saint Andrew's Day 2021.", "Saint Andrew's Day 2021", "2021-11-30", "2021-12-01"),
        ("He left three days prior to 9 June 2023.", "three days prior to 9 June 2023", "2023-06-06", "2023-06-07"),
        ("The preceding week was dry.", "The preceding week", "2023-06-05", "2023-06-12"),
        ("The latter part of 2022 was dry.", "The latter part of 2022", "2022-09-01", "2023-01-01"),
        ("It will open in three weeks' time.", "in three weeks' time", "2023-07-03", "2023-07-10"),
        ("It rained the night of the 5th.", "the night of the 5th", "2023-06-05 18:00", "2023-06-06 04:00"),
        ("He slept early in the morning.", "early in the morning", "2023-06-14 05:00", "2023-06-14 07:20"),
        ("It is due by the end of the day tomorrow.", "by the end of the day tomorrow", "", "2023-06-16"),
    ],
)
def test_a_date_is_read_however_it_is_written(text: str, surface: str, start: str, end: str) -> None:
    timex = only(text)
    assert (timex.surface, bound(timex.span.start), bound(timex.span.end)) == (surface, start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("The pool is open 8:30-11 tomorrow.", "08:30", "11:00"),
        ("Come tomorrow from 7-7:30.", "07:00", "07:30"),
        ("The hall is ours 8:00-9:15am tomorrow.", "08:00", "09:15"),
        ("Call tomorrow morning between 9 and 11.", "09:00", "11:00"),
        ("I work tomorrow 9 a m to 5 p m.", "09:00", "17:00"),
    ],
)
def test_two_times_of_a_day_may_be_joined_by_a_dash(text: str, start: str, end: str) -> None:
    span = only(text, tense="future").span
    assert (bound(span.start), bound(span.end)) == (f"2023-06-15 {start}", f"2023-06-15 {end}")


def test_bare_hours_are_times_where_someone_is_at_work() -> None:
    assert [surface for surface, *_ in read("The office is open from 9 to 5.")] == ["from 9 to 5"]
    assert read("Rate the soup from 1 to 5.") == []


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("It takes half an hour.", "PT30M"),
        ("It takes a quarter of an hour.", "PT15M"),
        ("It takes three-quarters of an hour.", "PT45M"),
        ("It takes 2½ hours.", "PT2H30M"),
        ("It takes 2 1/2 hours.", "PT2H30M"),
        ("It takes 1h30m.", "PT1H30M"),
        ("The siege lasted a year.", "P1Y"),
        ("It takes more than a day.", "P1D"),
        ("It takes an additional hour.", "PT1H"),
        ("It took 10+ years.", "P10Y"),
        ("I slept for the past hour.", "PT1H"),
        ("It takes ten consecutive days.", "P10D"),
        ("One and a half minutes are enough.", "PT1M30S"),
        ("It was a week-long fast.", "P1W"),
    ],
)
def test_a_length_may_have_halves_and_quarters_or_be_one(text: str, length: str) -> None:
    assert only(text).length == length


@pytest.mark.parametrize(
    ("text", "kind", "start", "end"),
    [
        ("Ship it no earlier than 5 May 2022.", "since", "2022-05-05", ""),
        ("Ship it not later than 5 May 2022.", "until", "", "2022-05-06"),
        ("Ship it 5 May 2022 at the latest.", "until", "", "2022-05-06"),
        ("Ship it sooner than 5 May 2022.", "until", "", "2022-05-05"),
        ("Ship it more than a week prior to 5 May 2022.", "until", "", "2022-04-28"),
        ("Ship it tomorrow after 3.", "since", "2023-06-15 15:00", ""),
    ],
)
def test_a_bound_may_be_told_in_many_words(text: str, kind: str, start: str, end: str) -> None:
    timex = only(text)
    assert (timex.kind, bound(timex.span.start), bound(timex.span.end)) == (kind, start, end)


@pytest.mark.parametrize(
    ("text", "surface", "every"),
    [
        ("She swims every few days.", "every few days", "P3D"),
        ("She swims every couple of weeks.", "every couple of weeks", "P2W"),
        ("The bus comes every half hour.", "every half hour", "PT30M"),
        ("She swims twice daily.", "twice daily", "P1D"),
        ("She swims every business day.", "every business day", "P1D"),
        ("The choir meets Mondays at 7.", "Mondays at 7", "P1W"),
        ("They meet the last Friday of every month.", "the last Friday of every month", "P1M"),
        ("She swims three times a week.", "three times a week", "P1W"),
    ],
)
def test_what_recurs_may_be_counted_in_words(text: str, surface: str, every: str) -> None:
    timex = only(text)
    assert (timex.kind, timex.surface, timex.every) == ("recurring", surface, every)


@pytest.mark.parametrize(
    "text",
    ["They sat. Then they left.", "The sun and the moon.", "He took a second.", "Read verse 3:16-18."],
)
def test_words_that_only_look_like_times_are_left(text: str) -> None:
    assert read(text, ANCHOR) == []
