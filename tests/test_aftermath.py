"""Causes that no connective tells: states left behind, and what had happened before."""

from __future__ import annotations

from kgmem.records import Extraction
from tests.test_events import Tell, tell

__all__ = ["tell"]


def links(found: Extraction) -> list[tuple[str, str]]:
    return sorted({(found.events[c.cause].description, found.events[c.effect].description) for c in found.causes})


def test_a_state_given_as_a_reason_goes_back_to_what_left_it(tell: Tell):
    found = tell("The router died on Monday. Because the router was down, Ben lost his work.")
    assert links(found) == [
        ("The router died", "the router was down"),
        ("the router was down", "Ben lost Ben's work"),
    ]


def test_the_reason_goes_back_across_turns_to_the_happening_with_its_time(tell: Tell):
    found = tell(
        ("Ana", "2026-06-09", "The freezer failed last night."),
        ("Ana", "2026-06-10", "Because the freezer was off, the fish spoiled."),
    )
    assert links(found) == [
        ("The freezer failed", "the freezer was off"),
        ("the freezer was off", "the fish spoiled"),
    ]
    failed = next(event for event in found.events if event.description == "The freezer failed")
    assert failed.when.precision == "part"


def test_a_state_of_another_thing_is_not_put_down_to_it(tell: Tell):
    found = tell("The router died on Monday. Because the shop was closed, Ben lost a day.")
    assert links(found) == [("the shop was closed", "Ben lost a day")]


def test_what_had_happened_is_a_guess_at_why_something_was_called_off(tell: Tell):
    found = tell("We cancelled the hike on Monday. A bear had eaten our food.")
    assert links(found) == [("A bear had eaten Ana's food", "Ana cancelled the hike")]
    assert [cause.confidence < 0.5 for cause in found.causes] == [True]


def test_what_asks_for_no_reason_gets_none(tell: Tell):
    assert links(tell("I met Ben on Monday. I had seen a film.")) == []
    assert links(tell("We cancelled the hike on Monday. I had known Ben for years.")) == []
