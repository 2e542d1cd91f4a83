"""What episodes weigh: the terms beside importance, and what a language model says where rules are not sure."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.scripted_llm import Asked, ScriptedLLM, cut, refused, silence
from kgmem.importance import importance
from kgmem.llm import LLM
from kgmem.prompting import prompt
from kgmem.records import Episode
from kgmem.temporal import DAY
from kgmem.weighing import GREY, weigh

MOVED = "My sister was diagnosed with asthma and I promised to call her on Monday."


def episodes(texts: list[str], **more: Any) -> list[Episode]:
    return [Episode(text, speaker="Ana", id=f"ep{at}", **more) for at, text in enumerate(texts)]


def grey(count: int) -> list[Episode]:
    """Episodes in the grey zone."""
    text = "I will paint the garden wall in Porto with Zoe."
    assert GREY[0] <= importance(Episode(text)) <= GREY[1]
    return episodes([text] * count)


def test_importance_grows_with_uses_and_with_what_is_to_be_done_and_fades_for_now() -> None:
    plain, asked = "I like tea.", "From now on always use tea."
    one, two = weigh(episodes([plain, asked]), uses={"ep0": 9}).weights
    assert one.value == pytest.approx(1 - (1 - one.importance) * 0.92**5)
    assert two.value == pytest.approx(1 - (1 - two.importance) * 0.8)
    assert (one.is_to_do, two.is_to_do, one.recency, one.by) == (False, True, 1.0, "rules")
    (later,) = weigh(episodes([plain]), now=DAY).weights
    assert later.recency == pytest.approx(1 / 3.4)
    assert later.now == pytest.approx(later.value * (0.7 + 0.3 / 3.4))


def test_facts_count_as_in_importance() -> None:
    (one,) = weigh(episodes(["I like tea."]), {"ep0": 3}).weights
    assert one.importance == importance(Episode("I like tea."), facts=3)


def test_no_episodes_weigh_nothing_and_ask_nobody() -> None:
    with ScriptedLLM(lambda asked: "{}") as server:
        found = weigh([], llm=LLM(server.url, "scripted"))
        assert (found.weights, found.asked_share, server.requests) == ((), 0.0, [])


def test_a_model_is_asked_about_a_fifth_at_most_and_only_where_rules_are_not_sure() -> None:
    def script(asked: Asked) -> Any:
        return {"weights": [{"number": one["number"], "importance": 0.99} for one in asked.data["messages"]]}

    with ScriptedLLM(script) as server:
        llm = LLM(server.url, "scripted")
        sure = episodes(["ok"] * 10)
        assert weigh(sure, llm=llm).asked == 0
        found = weigh(grey(10), llm=llm)
        assert (found.grey, found.asked, found.asked_share, found.unanswered) == (10, 2, 0.2, 0)
        assert [one.by for one in found.weights].count(prompt("weigh").origin("scripted")) == 2
        moved = found.weights[0]
        assert moved.importance == pytest.approx(found.weights[9].importance + 0.3)  # no more than that
        assert server.counts == {"weigh": 1}
        (usage,) = llm.usage()
        assert (usage.asked, usage.spared) == (2, 18)


def test_many_are_asked_about_in_batches_and_tools_never() -> None:
    with ScriptedLLM(lambda asked: {"weights": []}) as server:
        llm = LLM(server.url, "scripted")
        assert weigh(grey(150), llm=llm).asked == 30
        assert sorted(len(one.data["messages"]) for one in server.requests) == [10, 20]
        tools = episodes([MOVED] * 10, role="tool")
        assert weigh(tools, llm=llm).asked == 0


@pytest.mark.parametrize(
    "fault",
    [
        refused(500),
        refused(429, retry_after=3600),
        silence(),
        "nonsense",
        {"weights": 7},
        {"weights": [7, {"number": "0"}, {"number": 0, "importance": 7}, {"number": 0, "importance": True}]},
        cut('{"weights": [{"number": 0, "importance": 0.9}', 20),
    ],
)
def test_a_model_that_fails_leaves_the_importance_of_the_rules(fault: Any) -> None:
    with ScriptedLLM(lambda asked: fault) as server:
        found = weigh(grey(10), llm=LLM(server.url, "scripted", retries=0, timeout=0.2))
    assert (found.asked, found.unanswered) == (2, 2)
    assert found.weights == weigh(grey(10)).weights
