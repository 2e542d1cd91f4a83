"""What memory gave back and is told again is no new evidence, raises no confidence, and brings nothing back."""

from __future__ import annotations

import pytest

from kgmem import Memory

SAID = "I live in Bruges. My sister Flora works at Acme. I moved to Bruges in May because my firm closed."


def state(memory: Memory) -> tuple[list[tuple[str, float, int]], list[tuple[str, int]], int]:
    """Every fact with its confidence and evidence, every event with its evidence, and how many links there are."""
    return (
        sorted((fact.text, fact.confidence, len(fact.evidence)) for fact in memory.facts()),
        sorted((event.description, len(event.evidence)) for event in memory.events()),
        len(memory.links()),
    )


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.observe(SAID, speaker="Ana", at="2026-06-01T09:00Z", session="first")
    return memory


@pytest.mark.parametrize("role", ["user", "assistant", "tool"])
@pytest.mark.parametrize("marked", [True, False])
def test_a_context_that_is_pasted_is_no_new_evidence(told: Memory, role: str, marked: bool) -> None:
    before = state(told)
    assert before[0]
    context = told.recall("Where does Ana live?").context(marked=marked)
    told.observe(f"This is it:\n{context}\n", speaker="Ana", role=role, at="2026-06-02T09:00Z", session="next")
    assert state(told) == before


@pytest.mark.parametrize(
    "words",
    [
        "So you live in Bruges, right?",
        "As you told me, you live in Bruges, and your sister Flora works at Acme.",
        "I remember that you moved to Bruges in May because your firm closed.",
        "Ana lives in Bruges (since 2026-05).",
    ],
)
def test_an_assistant_that_quotes_memory_is_no_new_evidence(told: Memory, words: str) -> None:
    before = state(told)
    told.observe(words, speaker="Bot", role="assistant", at="2026-06-02T09:00Z", session="next")
    assert state(told) == before


def test_what_was_retracted_does_not_come_back_with_a_context(told: Memory) -> None:
    context = told.recall("Where does Ana live?").context()
    [home] = told.facts(relation="livesIn")
    told.retract(home.id)
    told.observe(context, speaker="Ana", at="2026-06-02T09:00Z", session="next")
    assert told.facts(relation="livesIn") == []
