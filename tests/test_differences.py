"""What changed between two times, on either clock, and why."""

import json

import pytest

from kgmem import InvalidArgument
from kgmem.temporal import SECOND, iso, moment
from tests.conftest import START

JUNE = "2026-06-03T10:00:00Z"


@pytest.fixture
def tick(memory):
    """ISO text of the present of memory: after everything written so far."""
    return lambda: iso(memory._clock())


@pytest.fixture
def ana(memory):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2026-01-10", source="Tom")
    return memory


def words(changes):
    return [((c.before and c.before.text), (c.after and c.after.text), c.reason) for c in changes]


def test_learned_and_closed_facts_come_with_who_and_what(ana, tick):
    start = tick()
    ana.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05-01", source="Eva")
    found = ana.diff(start)
    assert words(found.learned) == [(None, "Ana lives in Porto", "says Eva")]
    assert words(found.closed) == [("Ana lives in Lisbon", "Ana lives in Lisbon", "superseded by: Ana lives in Porto")]
    assert found.closed[0].by == (found.learned[0].after.id,)
    assert (found.corrected, found.retracted, found.merged) == ((), (), ())


def test_a_retraction_and_its_reopening(ana, tick):
    ana.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05-01")
    start = tick()
    ana.retract(ana.facts("Ana", as_of="2026-06")[0].id)
    found = ana.diff(start)
    assert words(found.retracted) == [("Ana lives in Porto", None, "")]
    assert words(found.corrected) == [
        ("Ana lives in Lisbon", "Ana lives in Lisbon", "what had ended it holds no longer")
    ]


def test_what_is_retracted_comes_with_the_reason_that_was_given(ana, tick):
    tea = ana.assert_fact("Ana", "likes", "tea").asserted[0]
    moved = ana.record_event("Ana moved", start="2026-05").events[0]
    start = tick()
    ana.retract(tea.id, reason="it was coffee")
    ana.retract(moved.id, reason="only planned")
    end = tick()
    reasons = [(c.before.id, c.reason) for c in ana.diff(start).retracted]
    assert reasons == [(tea.id, "it was coffee"), (moved.id, "only planned")]
    assert "(it was coffee)" in str(ana.diff(start, end))
    assert ana.diff(end).retracted == ()


def test_an_earlier_start_is_a_correction(ana, tick):
    start = tick()
    ana.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2025-11-01")
    assert words(ana.diff(start).corrected) == [
        ("Ana lives in Lisbon", "Ana lives in Lisbon", "it holds since 2025-11-01")
    ]


def test_what_came_and_went_in_between_is_no_difference(ana, tick):
    start = tick()
    made = ana.assert_fact("Ana", "likes", "tea").asserted[0]
    ana.retract(made.id)
    assert not ana.diff(start)
    assert str(ana.diff(start)).startswith("known_at 2026-07-01T00:00:0")


def test_events_and_links_are_learned_and_retracted(ana, tick):
    start = tick()
    one, two = (ana.record_event(text, start="2026-05").events[0].id for text in ("the firm closed", "Ana moved"))
    ana.link_cause(one, two)
    middle = tick()
    found = ana.diff(start, middle)
    assert [type(c.after).__name__ for c in found.learned] == ["Event", "Event", "Link"]
    assert "the firm closed -[cause]-> Ana moved" in str(found)
    ana.retract(ana.links()[0].id)
    assert [c.before.kind for c in ana.diff(middle).retracted] == ["cause"]


def test_merged_entities_are_named_and_their_facts_are_not_news(memory, tick):
    memory.assert_fact("Kim", "likes", "tea")
    memory.assert_fact("Nova", "likes", "jazz")
    start = tick()
    memory.merge("Kim", "Nova")
    found = memory.diff(start)
    assert [{c.before.name, c.after.name} for c in found.merged] == [{"Kim", "Nova"}]
    assert (found.learned, found.retracted, found.corrected) == ((), (), ())


def test_the_world_differs_by_what_began_ended_and_happened(ana):
    ana.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05-01")
    ana.record_event("the firm closed", start="2026-04-01")
    found = ana.diff("2026-03", "2026-06", clock="as_of")
    assert [getattr(c.after, "text", "") or c.after.description for c in found.learned] == [
        "Ana lives in Porto",
        "the firm closed",
    ]
    assert words(found.closed) == [("Ana lives in Lisbon", None, "superseded by: Ana lives in Porto")]
    assert not ana.diff("2026-06", clock="as_of", known_at="2020")
    assert not ana.diff("2026-06", "2026-06", clock="as_of")


def test_a_difference_about_one_entity_leaves_out_the_others(ana, tick):
    start = tick()
    ana.assert_fact("Tom", "likes", "tea")
    assert not ana.diff(start, entity="Ana")
    assert len(ana.diff(start, entity="Tom").learned) == 1
    assert not ana.diff(start, entity="nobody")


def test_past_differences_stay_as_they_are(ana, tick):
    first = iso(START)
    middle = tick()
    before = ana.diff(first, middle).to_dict()
    ana.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05-01")
    ana.retract(ana.facts("Ana", as_of="2026-06")[0].id)
    assert ana.diff(first, middle).to_dict() == before
    json.dumps(before)


def test_times_that_make_no_sense_are_refused(ana, tick):
    with pytest.raises(InvalidArgument, match="lies before the start"):
        ana.diff("2027", "2026")
    with pytest.raises(InvalidArgument, match="neither 'known_at' nor 'as_of'"):
        ana.diff("2026", clock="valid")
    with pytest.raises(InvalidArgument, match="known_at is what start and end give"):
        ana.diff("2026", known_at="2026")
    with pytest.raises(InvalidArgument, match="known_at is fixed in this view"):
        ana.at(known_at="2026").diff("2026")
    assert ana.at(known_at=tick()).diff("2025", "2026-06", clock="as_of").learned


def test_the_present_is_the_end_of_a_difference(ana):
    assert moment(ana.diff("2026-06").end).year == 2026
    assert ana.diff("2026-06").end >= START + SECOND
