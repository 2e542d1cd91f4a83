"""What puts something right stands above what it puts right."""

import pytest

from kgmem import Memory
from kgmem.corrected import STEP, corrects

WRONG = "The choir rehearsal, the big choir rehearsal in the old hall, is on Tuesday, choir rehearsal Tuesday!"
ASKED = "On which day is the choir rehearsal?"


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.observe(WRONG, speaker="Ada", at="2025-02-05T12:00:00Z", id="m1")
    memory.observe("Correction: the rehearsal is on Wednesday.", speaker="Ada", at="2025-02-06T12:00:00Z", id="m2")
    memory.observe("The dentist is at nine.", speaker="Ada", at="2025-02-06T13:00:00Z", id="m3")
    return memory


def test_a_correction_stands_just_above_what_it_puts_right_and_so_do_its_facts(told: Memory) -> None:
    found = told.recall(ASKED)
    assert [hit.id for hit in found.episodes[:2]] == ["m2", "m1"]
    right, wrong = found.episodes[:2]
    assert right.score == pytest.approx(wrong.score + STEP, abs=1e-5)
    assert right.score == pytest.approx(sum(right.arms.values()), abs=1e-5)
    assert right.arms["corrects"] > 0
    assert "it puts another one right" in found.explain()
    assert "Wednesday" in found.facts[0].fact.text


def test_a_question_after_what_was_before_leaves_the_order(told: Memory) -> None:
    assert "corrects" not in told.recall("On which day was the choir rehearsal originally?").episodes[0].arms


def test_one_arm_alone_keeps_its_order(told: Memory) -> None:
    assert told.recall(ASKED, mode="bm25").episodes[0].id == "m1"


def test_a_correction_of_something_else_or_of_somebody_else_lifts_nothing(memory: Memory) -> None:
    memory.observe(WRONG, speaker="Ada", at="2025-02-05T12:00:00Z", session="a", id="m1")
    memory.observe("Correction: the dentist is on Wednesday.", speaker="Ada", at="2025-02-06T12:00:00Z", session="a")
    memory.observe("Correction: our rehearsal is on Friday.", speaker="Bo", at="2025-02-06T12:00:00Z", session="b")
    assert memory.recall(ASKED).episodes[0].id == "m1"


def test_a_forgotten_correction_lifts_nothing(told: Memory) -> None:
    told.forget(episode="m2")
    assert told.recall(ASKED).episodes[0].id == "m1"


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, I was wrong: the ferry leaves at ten.",
        "Oh, I got the time wrong, it is ten.",
        "Update: the ferry leaves at ten.",
        "Actually, the ferry leaves at ten.",
        "Ignore what I said about the ferry; it leaves at ten.",
        "No, wait, I mixed that up, it is ten.",
        "The meeting has been moved to Friday.",
        "What I told you was wrong, it is ten.",
        "更正：会议在星期三。",
        "我說錯了，會議在星期三。",
        "会议改到星期三了。",
    ],
)
def test_a_correction_says_that_it_is_one(text: str) -> None:
    assert corrects(text)


@pytest.mark.parametrize(
    "text",
    [
        "I moved to Porto.",
        "That was a wrong turn!",
        "No, thanks.",
        "I actually like it.",
        "Sorry to hear that.",
        "我没有改变主意。",
    ],
)
def test_what_only_sounds_like_one_is_none(text: str) -> None:
    assert not corrects(text)
