"""The demo: right answers, told plainly, in a terminal and in a pipe."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kgmem import Memory, demo
from kgmem.cli import app


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The demo played once into a folder that stays, and what it told as JSON."""
    path = tmp_path_factory.mktemp("demo") / "demo.kgmem"
    result = CliRunner().invoke(app, ["demo", "--json", "--path", str(path)])
    assert (result.exit_code, result.stderr) == (0, "")
    return path, json.loads(result.stdout)


def known(told: dict[str, Any], question: str, as_of: str | None = None, *, key: str = "known") -> list[str]:
    (answer,) = [a for a in told["answers"] if (a["question"], a["as_of"]) == (question, as_of)]
    return [record.get("text") or record["description"] for record in answer[key]]


def test_the_conversation_is_one_of_two_friends_over_nine_months() -> None:
    messages = demo.conversation()
    assert {message["speaker"] for message in messages} == {"Ana", "Tom"}
    assert len({message["session"] for message in messages}) == 8
    assert len({message["id"] for message in messages}) == len(messages) == 91
    assert [message["at"] for message in messages] == sorted(message["at"] for message in messages)


def test_every_message_is_remembered_and_nothing_is_wrong(played: tuple[Path, dict[str, Any]]) -> None:
    path, told = played
    assert (told["path"], told["change"]["remembered"], told["change"]["known"]) == (str(path), 91, 0)
    with Memory.open(path) as memory:
        assert memory.check() == []


def test_where_ana_lives_depends_on_when(played: tuple[Path, dict[str, Any]]) -> None:
    assert known(played[1], "Where does Ana live?")[0] == "Ana lives in Porto"
    assert known(played[1], "Where does Ana live?", "2025-12-01")[0] == "Ana lives in Lisbon"


def test_who_what_when_and_why_are_answered(played: tuple[Path, dict[str, Any]]) -> None:
    assert "Flora is a sibling of Ana" in known(played[1], "Who is Flora?")
    assert known(played[1], "What is Tom allergic to?")[0] == "Tom is allergic to walnuts"
    assert known(played[1], "When did Ana move to Porto?")[0] == "Ana moved from Lisbon to Porto"
    why = "Why did Ana take a job at Atlantic Systems?"
    assert known(played[1], why) == ["Ana took a job at Atlantic Systems"]
    assert known(played[1], why, key="because") == ["Ana's firm closed its Lisbon office"]


def test_every_answer_cites_who_said_so(played: tuple[Path, dict[str, Any]]) -> None:
    for answer in played[1]["answers"]:
        cited = {record["evidence"][0]["episode"] for record in answer["known"] + answer["because"]}
        assert {episode["id"] for episode in answer["said"]} == cited != set()


def test_what_changed_is_told_in_the_order_of_time(played: tuple[Path, dict[str, Any]]) -> None:
    homes = [fact["text"] for facts in played[1]["changes"] for fact in facts if fact["relation"] == "livesIn"]
    assert homes == ["Ana lives in Lisbon", "Ana lives in Porto"]


def test_causes_are_asked_in_cypher(played: tuple[Path, dict[str, Any]]) -> None:
    told = played[1]["causes"]
    assert told["columns"] == ["cause", "effect"]
    assert ["Ana's firm closed its Lisbon office", "Ana took a job at Atlantic Systems"] in told["rows"]


def test_in_a_pipe_it_is_plain_text_of_eighty_columns_and_nothing_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    result = CliRunner().invoke(app, ["demo"], env={"COLUMNS": "80"})
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.findall(r"^\S.*$", result.stdout, re.M)[1:] == [
        "91 messages remembered",
        "Questions",
        "What did not stay as it was",
        "What led to what, asked in Cypher",
        "Next",
    ]
    assert "\x1b" not in result.stdout
    assert all(len(line) <= 80 and line == line.rstrip() for line in result.stdout.splitlines())
    assert list(tmp_path.iterdir()) == []


def test_it_leaves_a_memory_of_ones_own_alone(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "own.kgmem") as memory:
        memory.observe("The tram is yellow.", id="own")
    result = CliRunner().invoke(app, ["demo", "--path", str(tmp_path / "own.kgmem")])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "holds a memory of your own; give the demo a folder of its own" in result.stderr
