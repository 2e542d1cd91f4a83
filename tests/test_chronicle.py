"""Timelines, and what came before, after and during something."""

import json

import pytest

from kgmem import BEGINNING, InvalidArgument


@pytest.fixture
def story(memory):
    """A year of Ana and her firm."""
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2026-01-10")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05-02")
    for description, start, end, who in (
        ("the firm opened", "2026-02-01", None, "Acme"),
        ("Ana wrote her thesis", "2026-03-01", "2026-06-01", "Ana"),
        ("the firm closed", "2026-04-01", None, "Acme"),
        ("Ana moved to Porto", "2026-05-02", None, "Ana"),
        ("Ana broke a cup", None, None, "Ana"),
    ):
        memory.record_event(description, participants={"agent": who}, start=start, end=end)
    return memory


def told(found):
    return [(one.kind, one.text) for one in found]


def names(found):
    return [event.description for event in found]


def test_a_timeline_tells_what_happened_began_and_ended(story):
    assert told(story.timeline("Ana")) == [
        ("began", "Ana lives in Lisbon"),
        ("happened", "Ana wrote her thesis"),
        ("ended", "Ana lives in Lisbon"),
        ("happened", "Ana moved to Porto"),
        ("began", "Ana lives in Porto"),
        ("happened", "Ana broke a cup"),
    ]
    assert story.timeline("Ana")[-1].at == BEGINNING
    assert str(story.timeline("Ana")[0]) == "2026-01-10  Ana lives in Lisbon (began)"


def test_a_timeline_keeps_to_its_window(story):
    assert told(story.timeline("Ana", "2026-05", "2026-06")) == [
        ("happened", "Ana wrote her thesis"),
        ("ended", "Ana lives in Lisbon"),
        ("happened", "Ana moved to Porto"),
        ("began", "Ana lives in Porto"),
    ]
    assert told(story.timeline(start="2026-04-01", end="2026-04-02")) == [
        ("happened", "Ana wrote her thesis"),
        ("happened", "the firm closed"),
    ]
    assert story.timeline("Ana", "2030") == []
    with pytest.raises(InvalidArgument, match="lies before the start"):
        story.timeline("Ana", "2026-05", "2026-01")


def test_a_timeline_at_a_time_ends_there(story):
    assert told(story.timeline("Ana", as_of="2026-04-15"))[:2] == [
        ("began", "Ana lives in Lisbon"),
        ("happened", "Ana wrote her thesis"),
    ]
    assert told(story.at(as_of="2026-04-15").timeline("Ana", "2026")) == [
        ("began", "Ana lives in Lisbon"),
        ("happened", "Ana wrote her thesis"),
    ]
    assert story.timeline("Ana", known_at="2020") == []
    assert len(story.timeline("Ana", limit=2)) == 2


def test_a_timeline_of_a_session_has_what_was_read_in_it(memory):
    memory.observe("I adopted a dog yesterday.", speaker="Ana", at="2026-03-02T10:00:00Z", session="pets")
    memory.observe("I sold my bike yesterday.", speaker="Ana", at="2026-03-03T10:00:00Z", session="bikes")
    pets = told(memory.timeline(session="pets"))
    assert pets
    assert pets == told(memory.timeline("pets"))
    assert not any("bike" in text for _, text in pets)
    assert memory.timeline(session="none") == []


def test_a_timeline_of_a_topic_has_what_says_its_words(story):
    assert told(story.timeline(topic="the firm")) == [
        ("happened", "the firm opened"),
        ("happened", "the firm closed"),
    ]
    assert told(story.timeline("firm", "2026-03")) == [("happened", "the firm closed")]
    assert {text for _, text in told(story.timeline(topic="places"))} == {"Ana lives in Lisbon", "Ana lives in Porto"}
    assert story.timeline("nothing of the kind") == []


def test_what_came_before_after_and_during(story):
    assert names(story.before("the firm closed")) == ["the firm opened"]
    assert names(story.after("the firm closed")) == ["Ana moved to Porto"]
    assert names(story.during("the firm closed")) == ["Ana wrote her thesis"]
    (moved,) = (event.id for event in story.events("Ana") if "moved" in event.description)
    assert names(story.before(moved)) == ["the firm closed", "the firm opened"]
    assert names(story.before(moved, "Acme", limit=1)) == ["the firm closed"]
    assert names(story.after(moved)) == []


def test_a_fact_and_a_date_are_times_too(story):
    (lisbon,) = story.facts("Ana", as_of="2026-03")
    assert names(story.during(lisbon.id)) == ["the firm opened", "Ana wrote her thesis", "the firm closed"]
    assert names(story.during("Ana lives in Lisbon")) == names(story.during(lisbon.id))
    assert names(story.during("2026-04")) == ["Ana wrote her thesis", "the firm closed"]
    assert names(story.after("2026-04")) == ["Ana moved to Porto"]
    assert names(story.before("2026-04-01")) == ["the firm opened"]
    assert names(story.after("2026")) == []
    assert names(story.before("9999")) != []


def test_what_is_not_known_or_has_no_date_has_no_before(story):
    assert (story.before("the war of the worlds"), story.after("Ana broke a cup"), story.before("the firm", "Zoe")) == (
        [],
        [],
        [],
    )
    with pytest.raises(InvalidArgument, match="what is empty"):
        story.before(" ")
    with pytest.raises(InvalidArgument, match="an id, words or a date"):
        story.before(3)


def test_before_at_a_time_knows_nothing_later(story):
    assert names(story.after("the firm opened", as_of="2026-04-15")) == ["Ana wrote her thesis", "the firm closed"]
    assert story.at(known_at="2020").after("the firm opened") == []


def test_moments_are_json(story):
    first = story.timeline("Ana")[0].to_dict()
    assert (first["at"], first["kind"], first["what"]["object"]) == ("2026-01-10T00:00:00Z", "began", "Lisbon")
    json.dumps([one.to_dict() for one in story.timeline()])
