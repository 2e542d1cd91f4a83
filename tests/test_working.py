"""Working memory: sections that share a budget of tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.context import count_tokens
from kgmem.errors import InvalidArgument
from kgmem.short_term import Turn, counted
from kgmem.working import FRAME, PRIMER, Messages, Section, WorkingMemory


def said(role: str, content: str, episode: str = "") -> Turn:
    return counted(Turn(role, content, episode=episode))


def measured(messages: Messages) -> int:
    return PRIMER + sum(FRAME + count_tokens(message["content"] or "") for message in messages)


def test_layers_stand_in_their_order():
    working = WorkingMemory(max_tokens=500)
    working.put("task", "Refund order 17.", id="task")
    working.put("policy", "Be brief.", id="policy")
    turns = [said("user", "Hello"), said("assistant", "Hi, how can I help?")]
    fill = {"memories": lambda room, shown: "Ana prefers mail.", "summary": lambda room, shown: "She greeted."}
    made = working.assemble("My order is broken.", turns=turns, fill=fill)
    assert made == [
        {
            "role": "system",
            "content": "Be brief.\n\nAna prefers mail.\n\nTask:\nRefund order 17.\n\n"
            "Earlier in this chat:\nShe greeted.",
        },
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi, how can I help?"},
        {"role": "user", "content": "My order is broken."},
    ]
    assert made.tokens == measured(made) <= 500
    assert made.text.endswith("assistant: Hi, how can I help?\n\nuser: My order is broken.")


def test_without_anything_only_the_input_is_sent():
    assert WorkingMemory().assemble("Hello") == [{"role": "user", "content": "Hello"}]
    assert WorkingMemory().assemble() == []


def test_room_that_nobody_wants_flows_to_who_comes_first():
    asked: list[int] = []

    def memories(room: int, shown: frozenset[str]) -> str:
        asked.append(room)
        return ""

    working = WorkingMemory(max_tokens=1000)
    working.assemble("Hello", fill={"memories": memories})
    assert asked[0] > 900  # 25 % is its share, and nobody else wants anything
    turns = [said("user", "word " * 100) for _ in range(9)]
    working.assemble("Hello", turns=turns, fill={"memories": memories})
    assert 700 < asked[1] < 740  # the turns take their 20 %; what policy and task leave goes to memories first


def test_turns_take_what_memories_leave():
    turns = [said("user", "word " * 50, f"e{n}") for n in range(20)]
    made = WorkingMemory(max_tokens=1000).assemble("Hello", turns=turns, fill={"memories": lambda room, shown: ""})
    assert sum(turn.tokens for turn in turns) > 1000 > made.tokens > 900
    assert made.episodes == {f"e{n}" for n in range(3, 20)}
    assert len(made.dropped) == 3


def test_memories_are_told_which_turns_stand():
    told: list[frozenset[str]] = []

    def memories(room: int, shown: frozenset[str]) -> str:
        told.append(shown)
        return ""

    WorkingMemory(max_tokens=500).assemble("x", turns=[said("user", "a", "e1")], fill={"memories": memories})
    assert told == [frozenset({"e1"})]


def test_pinned_text_that_does_not_fit_is_an_error_that_says_so():
    working = WorkingMemory(max_tokens=50)
    working.put("policy", "word " * 100)
    with pytest.raises(InvalidArgument, match="policy alone are longer than max_tokens=50: raise it, or shorten these"):
        working.assemble()
    with pytest.raises(InvalidArgument, match=r"max_tokens=50 leaves no room beside what must stand whole \(policy\)"):
        working.assemble("Hello")


def test_an_input_that_is_too_long_is_cut_and_said_so():
    made = WorkingMemory(max_tokens=60).assemble("word " * 300)
    assert made.cut == ("input",)
    assert made.tokens <= 60
    assert made[-1]["content"].endswith(" …")


def test_newest_and_best_items_stand_in_the_order_they_were_put():
    sections = (Section("notes", 0.5, "newest"), Section("tips", 0.4, "score"))
    working = WorkingMemory(sections, max_tokens=60, reserve=0.0)
    for n in range(6):
        working.put("notes", f"note number {n} says this", id=f"n{n}", at=n)
        working.put("tips", f"tip number {n} says this", id=f"t{n}", score=-abs(n - 2))
    made = working.assemble()
    assert made[0]["content"] == (
        "notes:\nnote number 2 says this\nnote number 3 says this\nnote number 4 says this\nnote number 5 says this\n\n"
        "tips:\ntip number 1 says this\ntip number 2 says this\ntip number 3 says this"
    )
    assert set(made.left_out) == {"n0", "n1", "t0", "t4", "t5"}
    assert made.cut == ("notes", "tips")


def test_an_item_of_the_same_id_takes_the_place_of_the_former():
    working = WorkingMemory()
    working.put("task", "One.", id="task")
    working.put("task", "Two.", id="task")
    assert [item.text for item in working.items("task")] == ["Two."]
    working.put("task", "", id="task")
    assert working.items("task") == ()


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: Section("", 0.1), "a section needs a name"),
        (lambda: Section("a", 2), "share=2 of section 'a' must be a number from 0 to 1"),
        (lambda: Section("a", 0.1, "random"), "strategy='random' of section 'a' is none of pin, newest, score, fill"),
        (lambda: WorkingMemory((Section("a", 0.6), Section("b", 0.6))), "shares and reserve add up to 1.25"),
        (lambda: WorkingMemory((Section("a", 0.1), Section("a", 0.1))), "two sections have the same name: a, a"),
        (lambda: WorkingMemory(max_tokens=0), "max_tokens must be a whole number from 1, not 0"),
        (lambda: WorkingMemory(language="fr"), "kgmem has no words in 'fr'"),
        (lambda: WorkingMemory().put("notes", "x"), "there is no section 'notes'; there are policy, memories"),
        (lambda: WorkingMemory().put("memories", "x"), "'memories' is filled when it is assembled"),
    ],
)
def test_what_means_nothing_is_refused(made, message: str):
    with pytest.raises(InvalidArgument, match=message):
        made()


@given(
    st.integers(40, 600),
    st.lists(st.tuples(st.sampled_from(["user", "assistant", "tool"]), st.text(max_size=200)), max_size=12),
    st.text(max_size=300),
    st.text(max_size=100),
)
def test_the_budget_is_never_exceeded(budget: int, script: list, input: str, policy: str):
    working = WorkingMemory(max_tokens=budget)
    working.put("policy", policy[: budget // 8])
    turns = [said(role, text) for role, text in script]
    fill = {name: lambda room, shown: "word " * (room // 2) for name in ("memories", "summary")}
    try:
        made = working.assemble(input, turns=turns, fill=fill)
    except InvalidArgument as error:
        assert "raise" in str(error)  # noqa: PT017
    else:
        assert made.tokens == measured(made) <= budget
