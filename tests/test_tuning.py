"""Tuning: an order learned from a user's own judged questions, kept only when it finds more."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from kgmem import InvalidArgument, Memory, Ranker, restore
from kgmem.temporal import micros, parse_instant
from tests.fakes import HashEncoder

NOW = micros(parse_instant("2026-11-30T00:00:00Z", None))
KINDS = "acacia clover heather linden lavender thyme".split()
ASKED = [f"What was said about {kind} honey{end}" for kind in KINDS for end in ("?", " so far?")]


TOLD = [
    {
        "id": f"{by}-{number}",
        "role": by,
        "speaker": by,
        "at": f"2026-05-{number + 1:02}T09:00:00Z",
        "session": str(number),
        "text": f"{KINDS[number % 6].title()} honey, jar number {number}, is about as good as the others.",
    }
    for number in range(24)
    for by in (("user", "assistant")[number % 2],)
]


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a memory of a talk about honey."""
    path = tmp_path_factory.mktemp("talk") / "memory"
    with Memory.open(path, timezone="UTC", clock=lambda: NOW) as memory:
        memory.observe_many(TOLD, progress=False)
    return path


@pytest.fixture
def judged(talk: Path, opened: Callable[..., Memory], tmp_path: Path) -> tuple[Memory, list[dict[str, object]]]:
    """That memory, and questions whose right episodes are always those of the assistant."""
    shutil.copytree(talk, tmp_path / "memory")
    right = [one["id"] for one in TOLD if one["role"] == "assistant"]
    return opened(encoder="minilm", clock=lambda: NOW), [{"question": text, "episodes": right} for text in ASKED]


def test_what_is_learned_from_judged_questions_orders_from_then_on(judged, opened) -> None:
    memory, questions = judged
    before = memory.recall("What was said about clover honey?").episodes
    done = memory.tune(questions)
    assert (done.questions, done.skipped, done.kept) == (12, 0, True)
    assert done.after > done.before
    assert memory.stats()["order"] == "tuned on 12 questions"
    after = memory.recall("What was said about clover honey?").episodes
    assert sum(hit.id.startswith("assistant") for hit in after) > sum(hit.id.startswith("assistant") for hit in before)
    with Memory.open(memory.path, read_only=True) as reading:
        assert reading.stats()["order"] == "tuned on 12 questions"
        assert [hit.id for hit in reading.recall("What was said about clover honey?").episodes] == [h.id for h in after]


def test_what_was_learned_can_be_removed(judged) -> None:
    memory, questions = judged
    before = memory.recall("What was said about clover honey?").episodes
    memory.tune(questions)
    assert (memory.untune(), memory.untune()) == (True, False)
    assert memory.stats()["order"] == "packaged"
    assert memory.recall("What was said about clover honey?").episodes == before


def test_a_dry_run_says_what_it_is_worth_and_changes_nothing(judged) -> None:
    memory, questions = judged
    done = memory.tune(questions, dry_run=True)
    assert (done.after > done.before, done.kept) == (True, False)
    assert memory.stats()["order"] == "packaged"
    assert not (memory.path / "ranker.json").exists()


def test_what_does_not_find_more_is_not_kept(judged) -> None:
    memory, _ = judged
    found = [{"question": text, "episodes": [memory.recall(text).episodes[0].id]} for text in ASKED]
    done = memory.tune(found)
    assert (done.before, done.kept) == (100.0, False)
    assert memory.stats()["order"] == "packaged"


def test_a_file_of_judged_questions_is_read_and_others_are_skipped(judged, tmp_path: Path) -> None:
    memory, questions = judged
    lines = [*questions, {"question": "谁喜欢蜂蜜？", "episodes": ["user-0"], "asked_at": "2026-06-01"}]
    path = tmp_path / "judged.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    done = memory.tune(path, dry_run=True)
    assert (done.questions, done.skipped) == (12, 1)


@pytest.mark.parametrize(
    ("judged_questions", "message"),
    [
        ([{"question": "Who?", "episodes": ["user-0"]}], "tuning takes at least 10 judged questions, not 1"),
        ([{"question": "Who?"}], "judged question 1 must have 'question' and 'episodes'"),
        ([{"question": "Who?", "episodes": []}], "judged question 1 names no episode"),
        ([{"question": "Who?", "episodes": ["none"]}], r"names episodes that memory does not hold: \['none'\]"),
        ([{"question": " ", "episodes": ["user-0"]}], "query is empty or blank"),
        ("nowhere.jsonl", "holds no judged questions .* write a JSON object a line"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(judged, judged_questions, message: str) -> None:
    memory, _ = judged
    with pytest.raises(InvalidArgument, match=message):
        memory.tune(judged_questions)


def test_a_memory_of_another_encoder_cannot_be_tuned(opened) -> None:
    with pytest.raises(InvalidArgument, match="for the encoder 'minilm', and this memory has"):
        opened("other", encoder=HashEncoder()).tune([])


def test_a_tuned_order_is_in_the_backup(judged, tmp_path: Path) -> None:
    memory, questions = judged
    memory.tune(questions)
    memory.backup(tmp_path / "copy")
    restore(tmp_path / "copy", tmp_path / "again")
    with Memory.open(tmp_path / "again") as again:
        assert again.stats()["order"] == "tuned on 12 questions"


def test_a_ranker_given_comes_before_the_tuned_one(judged) -> None:
    memory, questions = judged
    memory.tune(questions)
    with Memory.open(memory.path, read_only=True, ranker=Ranker({}, 0.5, "minilm")) as reading:
        assert reading.stats()["order"] == "given"
