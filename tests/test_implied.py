"""Reading LoCoMo-Plus and LongMemEval: what is told to memory, and what is kept from it."""

from datetime import timedelta

import pytest

from benchmarks import locomo_plus, longmemeval

ITEM = {
    "relation_type": "causal",
    "cue_dialogue": "A: My bike was stolen.\\nB: How awful.",
    "trigger_query": "A: I took the room with the lock.",
    "time_gap": "about two weeks later",
}
UPSTREAM = {
    "question_id": "q1",
    "question_type": "single-session-user",
    "question": "What did I plant?",
    "question_date": "2023/05/30 (Tue) 23:40",
    "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/19 (Fri) 02:21"],
    "haystack_session_ids": ["answer_1", "other_1"],
    "haystack_sessions": [
        [{"role": "user", "content": "I planted a pear.", "has_answer": True}, {"role": "assistant", "content": "Oh."}],
        [{"role": "user", "content": "How do I boil rice?"}],
    ],
    "answer_session_ids": ["answer_1"],
}  # fmt: skip


def test_a_cue_is_a_session_and_equal_cues_count_alike():
    told = locomo_plus.alone([ITEM, {**ITEM, "trigger_query": "A: I hid my bag."}])
    assert [(turn.session, turn.speaker, turn.text) for turn in told.turns[:2]] == [
        ("cue0", "A", "My bike was stolen."),
        ("cue0", "B", "How awful."),
    ]
    assert told.questions[0].text == "I took the room with the lock."
    assert told.questions[0].evidence == {"cue0:0", "cue0:1", "cue1:0", "cue1:1"}


def test_no_date_of_a_trigger_gives_its_cue_away():
    told = locomo_plus.alone([ITEM, ITEM])
    assert told.questions[0].at == told.questions[1].at == told.turns[0].at + timedelta(days=2 + 14)


@pytest.mark.parametrize(
    ("text", "days"), [("two weeks later", 14), ("about one month later", 30), ("3 days later", 3)]
)
def test_a_gap_is_read_in_days(text, days):
    assert locomo_plus.gap(text) == timedelta(days=days)


def test_names_of_sessions_that_answer_are_hidden():
    (asked,) = longmemeval._questions([UPSTREAM], {})
    told = longmemeval.conversation("pool", [asked])
    assert [turn.session for turn in told.turns] == ["s0", "s1", "s1"]
    assert told.questions[0].evidence == {"s1:0", "s1:1"}
    assert longmemeval.by_turns(told, [asked]).questions[0].evidence == {"s1:0"}
