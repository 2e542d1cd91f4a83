"""What is said to memory without asking anything: what comes to mind then."""

from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.remarks import is_remark


@pytest.mark.parametrize(
    "text",
    [
        "I picked the hotel only because it has lockers.",
        "When the clerk showed me the lockers, I booked at once.",
        "It's funny, we used to leave the door open all night.",
    ],
)
def test_a_remark_asks_and_orders_nothing(text: str):
    assert is_remark(text)


@pytest.mark.parametrize(
    "text",
    [
        "Why did I pick the hotel with lockers?",
        "what did I say about the hotel with lockers",
        "Tell me what I said about hotels with lockers.",
        "Ana hotel lockers",
        "Ana picked the hotel because it has lockers.",
        "I like hotels.",
    ],
)
def test_a_question_an_order_and_words_to_look_for_are_no_remarks(text: str):
    assert not is_remark(text)


def test_a_remark_brings_up_what_somebody_told_of_themselves(tmp_path: Path):
    with Memory.open(tmp_path / "memory", timezone="UTC") as memory:
        memory.observe("Since my bike was stolen, I lock everything I own.", speaker="Ana", at="2026-03-03T09:00Z")
        memory.observe("Is the hotel near the station?", speaker="Ana", at="2026-03-04T09:00Z", session="b")
        found = memory.recall("I was so afraid of thieves that I kept my bag under the pillow.")
        assert found.episodes[0].episode.text.startswith("Since my bike was stolen")
        assert set(found.episodes[0].arms) == {"cosine", "own", "asks", "turns"}
        assert found.episodes[0].score == pytest.approx(sum(found.episodes[0].arms.values()))
