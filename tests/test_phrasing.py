"""The questions of `to_verify` in a model's words, and only where these ask the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.scripted_llm import ScriptedLLM, refused
from kgmem import Memory
from kgmem.errors import InvalidArgument
from kgmem.llm import LLM

RULES = "Is it true that Ana lives in Porto, as scraper says?"


def asked_in(opened: Callable[..., Memory], reply: Any) -> str:
    with ScriptedLLM(lambda asked: reply) as server:
        memory = opened(timezone="UTC", llm=LLM(server.url, "scripted", retries=0))
        memory.assert_fact("Ana", "livesIn", "Porto", source="scraper", trust=0.3)
        (doubt,) = memory.to_verify()
        assert doubt.question == RULES
        assert server.requests == []
        (doubt,) = memory.to_verify(llm=True)
        assert server.counts == {"question": 1}
        return doubt.question


def reply(question: str) -> dict[str, Any]:
    return {"questions": [{"number": 0, "question": question}]}


def test_a_question_that_asks_the_same_is_taken(opened: Callable[..., Memory]) -> None:
    better = "The scraper says so, but does Ana really live in Porto?"
    assert asked_in(opened, reply(better)) == better


@pytest.mark.parametrize(
    "said",
    [
        reply("Does she live in Porto?"),
        reply("Does Ana live in Porto or in Lisbon?"),
        reply("Does Ana live in Porto? And since when?"),
        reply("Ana lives in Porto."),
        reply("Ana住在Porto吗？"),
        reply("Is it so, really, that Ana lives in Porto" + " now" * 100 + "?"),
        {"questions": [{"number": 3, "question": "Does Ana live in Porto?"}, 7]},
        {"questions": None},
        "nonsense",
        refused(500),
    ],
)
def test_any_other_leaves_the_question_of_the_rules(opened: Callable[..., Memory], said: Any) -> None:
    assert asked_in(opened, said) == RULES


def test_without_a_model_there_is_nobody_to_word_it(memory: Memory) -> None:
    with pytest.raises(
        InvalidArgument, match=r"llm=True needs a model; open the memory with llm=LLM\(address, model\)"
    ):
        memory.to_verify(llm=True)
