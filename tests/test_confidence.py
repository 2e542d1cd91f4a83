"""How sure recall is that memory holds what is asked, and when it abstains."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from kgmem import InvalidArgument, Memory, confidence, grounds, recalling
from kgmem.confidence import Model, Weight
from kgmem.question import Clocks

NOW = datetime(2026, 4, 1, tzinfo=UTC)


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Memory]:
    """A short talk, in a memory with the packaged encoder."""
    said = [
        ("Ana", "I have played the violin since I was six."),
        ("Ben", "Nice! I go running every morning before work."),
        ("Ana", "My cat Luma is four years old."),
        ("Ben", "I baked a lemon cake for the harvest fair."),
    ]
    with Memory.open(tmp_path / "memory", timezone="UTC") as memory:
        for minute, (who, text) in enumerate(said):
            memory.observe(text, speaker=who, at=f"2026-03-03T09:0{minute}Z", session="a")
        yield memory
        assert memory.check() == []


def case_of(memory: Memory, text: str) -> grounds.Case:
    held = memory._held
    ranked = recalling.ranked(held, text, clocks=Clocks(), asked_at=NOW, ontology=memory._ontology)
    return recalling.case(held, ranked, Clocks(), None, NOW)


def test_what_was_told_is_known(talk: Memory):
    found = talk.recall("Since when has Ana played the violin?")
    assert not found.abstain
    assert found.confidence > 0.7


def test_what_the_other_one_told_of_themselves_is_not_known_of_this_one(talk: Memory):
    own = talk.recall("What did Ben bake for the harvest fair?").confidence
    other = talk.recall("What did Ana bake for the harvest fair?").confidence
    assert other < own


def test_a_thing_never_spoken_of_is_not_known_however_near_another_comes(talk: Memory):
    found = talk.recall("What colour is Ana's bicycle?")
    assert found.abstain
    assert found.episodes


def test_a_pet_never_spoken_of_has_not_the_age_of_another(memory: Memory):
    memory.observe("My cat Luma is four years old.", speaker="Ana", at="2026-03-03T09:02Z")
    assert memory.recall("How old is Ana's hamster?").answers == ()


def test_an_abstaining_recollection_says_so_wherever_it_is_read(talk: Memory):
    found = talk.recall("What colour is Ana's bicycle?")
    assert found.context().splitlines()[0] == "(Nothing known surely answers this. Nearest to it:)"
    assert found.context(marked=True).splitlines()[1] == "(Nothing known surely answers this. Nearest to it:)"
    assert found.to_dict()["abstain"] is True
    assert found.explain().splitlines()[1].endswith(": nothing is known that surely answers")


def test_the_warning_counts_in_the_budget(talk: Memory):
    found = talk.recall("What colour is Ana's bicycle?")
    assert all(found.context(budget).tokens <= budget for budget in range(0, 120, 7))


def test_what_memory_answers_by_itself_is_known(memory: Memory):
    memory.assert_fact("Ana", "lives in", "Porto", valid_from="2025-01-01")
    assert not memory.recall("Where does Ana live?").abstain


def test_nothing_is_known_of_a_time_before_all_that_was_told(memory: Memory):
    memory.observe("I started at Skovby today, after five years at sea.", speaker="Ada", at="2024-03-01T12:00Z")
    assert memory.recall("Where did Ada work?", as_of="2010-05-01T00:00Z").abstain


def test_an_empty_memory_is_sure_of_nothing(memory: Memory):
    assert memory.recall("Where does Ana live?").confidence == 0.0


def test_a_message_with_every_word_of_a_question_says_much_in_a_small_memory_unless_of_another(talk: Memory):
    judge = confidence.packaged()
    own, other = (case_of(talk, f"Would {who} bake a cake for the harvest fair?") for who in ("Ben", "Ana"))
    assert grounds.contents(own) == ["bake", "cake", "harvest", "fair"]
    alone = judge.models[confidence.FEW].chance(grounds.signs(own))
    assert judge.confidence(own) == pytest.approx(1 - (1 - alone) * (1 - confidence.HELD))
    assert judge.confidence(other) < confidence.SURE


def test_confidence_does_not_depend_on_how_high_a_ranker_scores(talk: Memory):
    case = case_of(talk, "What did Ben bake for the harvest fair?")
    higher = replace(case, scores=(case.scores * 40).astype(np.float32))
    judge = confidence.packaged()
    assert judge.confidence(higher) == pytest.approx(judge.confidence(case))


def test_each_kind_of_memory_and_question_has_its_own_model(talk: Memory):
    judge = confidence.packaged()
    case = case_of(talk, "What did Ben bake?")
    assert judge.model_for(case) == confidence.FEW
    assert judge.model_for(replace(case, arms={"bm25": case.arms["bm25"]})) == confidence.WORDS
    assert judge.model_for(case_of(talk, "Ben烤了什么蛋糕？")) == confidence.CHINESE


def test_every_packaged_weight_is_of_a_sign_there_is(talk: Memory):
    known = grounds.signs(case_of(talk, "Did Ana tell Luma of Porto?")).keys()
    assert {name for model in confidence.packaged().models.values() for name in model.weights} <= known


def test_a_sign_beyond_what_was_learned_from_counts_as_its_bound():
    model = Model(0.5, {"near": Weight(2.0, 0.25, 0.75)})
    assert model.chance({"near": 0.5}) == pytest.approx(1 / (1 + np.exp(-1.5)))
    assert model.chance({"near": 9.0}) == model.chance({"near": 0.75})
    assert model.chance({}) == model.chance({"near": 0.25})


def test_a_file_without_a_model_is_refused_by_name(tmp_path: Path):
    path = tmp_path / "confidence.json"
    path.write_text("{}")
    with pytest.raises(InvalidArgument, match=r"holds no model of confidence .* train-confidence"):
        confidence.read(path)


def test_a_judge_is_read_as_it_was_written(tmp_path: Path):
    path = tmp_path / "confidence.json"
    confidence.write(path, confidence.packaged())
    assert confidence.read(path) == confidence.packaged()
