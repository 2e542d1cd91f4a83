"""Questions after several things: hits from one session after another."""

from __future__ import annotations

import numpy as np
import pytest

from kgmem import Ranker
from kgmem.variety import less, off, wants_order, wants_several

TOLD = [
    ("s1", "We talked about the violin, an instrument Ana plays."),
    ("s1", "The violin is the instrument Ana plays most."),
    ("s1", "Ana plays the violin, her instrument, at noon."),
    ("s2", "Ana plays a flute."),
]


@pytest.mark.parametrize(
    ("question", "several", "order"),
    [
        ("What instruments does Ana play?", True, False),
        ("Which cities has Tom been to?", True, False),
        ("How many bees does Ana keep?", True, False),
        ("What do Ana and Tom both like?", True, False),
        ("Where has Ana camped?", True, False),
        ("What does Tom do to relax?", True, False),
        ("Has Ana been to Porto?", False, False),
        ("In which order did I bring up my projects?", True, True),
        ("Can you list the order in which I told you about my hives?", True, True),
        ("What was said, in order?", True, True),
        ("Which libraries do I use in my project?", False, False),
        ("What does Ana play?", False, False),
        ("Which class is Ana in?", False, False),
        ("Where does Ana live?", False, False),
        ("What did Ana order for lunch?", False, False),
        ("Why does Ana work late in order to save?", False, False),
    ],
)
def test_a_question_wants_one_thing_several_or_an_order(question: str, several: bool, order: bool) -> None:
    assert (wants_several(question), wants_order(question)) == (several, order)


def test_each_better_one_of_a_session_counts() -> None:
    scores, sessions = np.array([0.9, 0.8, 0.7, 0.6, 0.8], np.float32), np.array([0, 0, 1, 0, 0], np.int32)
    assert off(scores, sessions).tolist() == [0, 1, 0, 3, 2]
    none = np.zeros(5, np.float32)
    assert less(scores, sessions, none, 0.25).tolist() == pytest.approx([0.9, 0.55, 0.7, -0.15, 0.3])
    assert less(scores, sessions, np.eye(5, dtype=np.float32)[0], 0.25)[0] == pytest.approx(0.15)
    assert off(np.zeros(0, np.float32), np.zeros(0, np.int32)).tolist() == []


def test_a_question_after_several_things_takes_from_one_session_after_the_other(opened) -> None:
    memory = opened(timezone="UTC", encoder="minilm", ranker=Ranker({"always": {"bm25": 1.0}}, 0.0, "minilm", {}, 0.9))
    for place, (session, text) in enumerate(TOLD):
        memory.observe(text, session=session, speaker=("Tom", "Eve")[place % 2], at=f"2026-05-0{place + 1}T09:00:00Z")
    several, one = (
        memory.recall(text).episodes for text in ("What instruments does Ana play?", "What instrument does Ana play?")
    )
    assert [hit.episode.session for hit in one] == ["s1", "s1", "s1", "s2"]
    assert [hit.episode.session for hit in several] == ["s1", "s2", "s1", "s1"]
    assert [hit.arms["variety"] < 0 for hit in several] == [False, False, True, True]
    assert [hit.score for hit in several] == pytest.approx([sum(hit.arms.values()) for hit in several], abs=1e-5)
    assert several[-1].score > 0


def test_sessions_come_in_the_order_of_their_best_episodes_beyond_the_limit_of_these(opened) -> None:
    memory = opened(timezone="UTC", encoder="minilm", ranker=Ranker({"always": {"bm25": 1.0}}, 0.0, "minilm"))
    for place, (session, text) in enumerate(TOLD):
        memory.observe(text, session=session, at=f"2026-05-0{place + 1}T09:00:00Z")
    found = memory.recall("What instrument does Ana play?", limit=2)
    assert [hit.episode.session for hit in found.episodes] == ["s1", "s1"]
    assert found.sessions == ("s1", "s2")
    assert memory.recall("What instrument does Ana play?", session="s2").sessions == ("s2",)
