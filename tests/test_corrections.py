"""Corrections in talk: what was told before was never so. A change closes what held, a correction replaces it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kgmem import Memory
from kgmem.temporal import iso

DAY = "2026-06-10T09:{minute:02}:00+00:00"


def say(memory: Memory, *turns: str) -> None:
    """Turns of one session on Wednesday, 10 June 2026, a minute apart; each "Name: text"."""
    for minute, turn in enumerate(turns):
        speaker, text = turn.split(": ", 1)
        memory.observe(text, speaker=speaker, at=DAY.format(minute=minute), session="s")


def places(memory: Memory, relation: str = "livesIn", *, as_of: str | None = None) -> list[str]:
    """What is held at the other end of a relation, at any time or then."""
    found = memory.facts(relation=relation, as_of=as_of)
    return [fact.object for fact in found if fact.polarity == "positive"]


@pytest.mark.parametrize(
    "correction",
    [
        "Sorry, I meant Ghent.",
        "No, Ghent.",
        "Correction: it's Ghent.",
        "Oops, Ghent, not Bruges.",
        "I mean Ghent.",
        "No wait, in Ghent.",
        "That was wrong, it should be Ghent.",
        "Actually it was Ghent.",
    ],
)
def test_a_corrected_place_was_never_lived_in(memory: Memory, correction: str) -> None:
    say(memory, "Ana: I moved to Bruges in March.", f"Ana: {correction}")
    assert places(memory) == ["Ghent"]
    assert places(memory, as_of="2026-04-01") == ["Ghent"]
    assert [e.description for e in memory.events()] == ["Ana moved to Ghent"]


def test_what_was_known_before_the_correction_stays_known(memory: Memory) -> None:
    say(memory, "Ana: I moved to Bruges in March.")
    known = max(fact.recorded_at for fact in memory.facts())
    say(memory, "Ana: I moved to Bruges in March.", "Ana: Sorry, I meant Ghent.")
    assert [fact.object for fact in memory.facts(relation="livesIn", known_at=iso(known + 1))] == ["Bruges"]


def test_a_corrected_day_moves_the_happening(memory: Memory) -> None:
    say(memory, "Ana: I visited Ghent on Monday.", "Ana: No, it was Tuesday.")
    assert [(e.description, iso(e.start)[:10]) for e in memory.events()] == [("Ana visited Ghent", "2026-06-09")]


def test_within_a_turn_only_what_is_right_is_claimed(memory: Memory) -> None:
    say(memory, "Ana: I work for Acme, no, sorry, for Helio.")
    assert places(memory, "worksFor") == ["Helio"]
    assert len(memory.facts(relation="worksFor")) == 1


def test_somebody_else_may_correct(memory: Memory) -> None:
    say(memory, "Ana: My sister lives in Bruges.", "Ben: No, she lives in Ghent.")
    [fact] = memory.facts(relation="livesIn")
    assert (fact.object, fact.source) == ("Ghent", "Ben")
    assert iso(fact.valid_from)[:16] == "2026-06-10T09:00"


def test_a_change_is_no_correction(memory: Memory) -> None:
    say(memory, "Ana: I live in Bruges.", "Ana: Actually I live in Ghent now.")
    assert places(memory, as_of="2026-06-10T09:00:30Z") == ["Bruges"]
    assert places(memory, as_of="2026-06-11") == ["Ghent"]


@pytest.mark.parametrize(
    "turn",
    ["Ben: No, thanks.", "Ana: Sorry, Ben.", "Ana: No problem.", "Ana: Wait, what?", "Ana: Actually, Ghent is nice."],
)
def test_small_talk_corrects_nothing(memory: Memory, turn: str) -> None:
    say(memory, "Ana: I moved to Bruges in March.", turn)
    assert places(memory) == ["Bruges"]


def test_no_to_a_question_is_an_answer(memory: Memory) -> None:
    say(memory, "Ana: I moved to Bruges in March.", "Ben: Did you like it?", "Ana: No, Ghent.")
    assert places(memory) == ["Bruges"]


def test_retelling_after_a_correction_is_new_and_before_it_is_not(memory: Memory) -> None:
    say(memory, "Ana: I moved to Bruges in March.", "Ana: Sorry, I meant Ghent.")
    memory.observe("I moved to Bruges in March.", speaker="Ana", at="2026-06-10T08:00:00+00:00", session="early")
    assert places(memory) == ["Ghent"]
    memory.observe("I moved to Bruges in March.", speaker="Ana", at="2026-06-12T08:00:00+00:00", session="late")
    assert "Bruges" in places(memory)


def test_words_may_be_taken_back_altogether(memory: Memory) -> None:
    say(memory, "Ana: I live in Bruges.", "Ana: Scratch that.")
    assert memory.facts(relation="livesIn") == []


def test_an_erased_correction_leaves_what_it_corrected(memory: Memory) -> None:
    say(memory, "Ana: I moved to Bruges in March.", "Ana: Sorry, I meant Ghent.")
    memory.erase(episode=memory.episodes()[-1].id).confirm()
    assert places(memory) == ["Bruges"]


def test_an_undone_correction_leaves_what_it_corrected(memory: Memory) -> None:
    say(memory, "Ana: I moved to Bruges in March.")
    change = memory.observe("Sorry, I meant Ghent.", speaker="Ana", at=DAY.format(minute=1), session="s")
    memory.undo(change)
    assert places(memory) == ["Bruges"]


def test_an_ambiguous_date_is_read_once_its_month_is_named(memory: Memory) -> None:
    say(memory, "Ana: I met Ben on 03/05.", "Ana: It was in May.")
    assert {iso(event.start)[:10] for event in memory.events()} == {"2026-05-03"}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_corrections_come_out_the_same_in_any_order(opened: Callable[..., Memory], order: tuple[int, ...]) -> None:
    turns = ["I moved to Bruges in March.", "Sorry, I meant Ghent.", "I work for Acme."]
    memory = opened()
    memory.observe_many(
        [
            {"text": turns[n], "speaker": "Ana", "at": DAY.format(minute=n), "session": "s", "id": f"ep{n}"}
            for n in order
        ],
        progress=False,
    )
    assert (places(memory), places(memory, "worksFor")) == (["Ghent"], ["Acme"])


def test_a_corrected_end_is_the_end(memory: Memory) -> None:
    memory.observe("I work at Acme.", speaker="Ana", at="2026-06-01T09:00:00+00:00", session="s")
    say(memory, "Ana: I quit my job at Acme on Monday.", "Ana: No, on Tuesday.")
    [job] = [fact for fact in memory.facts(relation="worksFor") if fact.polarity == "positive"]
    assert iso(job.valid_to)[:10] == "2026-06-09"
