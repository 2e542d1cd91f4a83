"""The commands that sum up: consolidate, summaries, topics, repeats."""

from pathlib import Path

import pytest

from kgmem import Memory
from tests.test_cli import run, value

TALK = (
    "I started a pottery class in May, and my teacher is called Rosa.",
    "Water the plants on the balcony!",
    "The pottery class is every Tuesday, we make bowls and plates.",
)


@pytest.fixture
def talked(tmp_path: Path) -> Path:
    """A memory of two sessions of the same talk."""
    path = tmp_path / "ana.kgmem"
    with Memory.open(path, timezone="UTC") as memory:
        for day in (3, 4):
            for minute, text in enumerate(TALK):
                at = f"2026-06-0{day}T08:0{minute}:00Z"
                memory.observe(text, speaker="Ana", at=at, session=f"s{day}")
        for day in (10, 11, 12):
            memory.record_event("Ana ordered tea", participants={"agent": "Ana"}, start=f"2026-06-{day}")
    return path


def test_a_memory_is_summed_up_from_the_shell_and_undone(talked):
    where = ("--path", str(talked))
    assert "no session is summed up; kgmem consolidate does it" in run("summaries", *where).stdout
    planned = run("consolidate", "--dry-run", *where).stdout
    assert "2 sessions summed up\n  s3\n  s4\n" in planned
    assert "1 habit\n  recurring: Ana ordered tea (3 times)" in planned
    assert planned.endswith("nothing was done: this was a dry run\n")
    done = value("consolidate", *where)
    assert (done["summaries"], done["habits"]) == (["s3", "s4"], ["recurring: Ana ordered tea (3 times)"])
    assert "nothing changed since the last time" in run("consolidate", *where).stdout
    assert f"s3  2026-06-03\n  Ana: {TALK[0]}\n" in run("summaries", "s3", *where).stdout
    assert [one["count"] for one in value("repeats", *where)] == [2, 2, 2]
    assert "2 times: Water the plants on the balcony!" in run("repeats", *where).stdout
    assert value("summaries", "--known-at", "2026-01-01", *where) == []
    value("undo", done["call"], *where)
    assert value("summaries", *where) == value("repeats", *where) == value("topics", *where) == []


def test_ingesting_consolidates_along_the_way_when_it_is_set(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("kgmem.toml").write_text("consolidate_every = 2\n")
    Path("chat.txt").write_text("".join(f"[2026-06-03 08:0{n}] Ana: {text}\n" for n, text in enumerate(TALK)))
    run("ingest", "chat.txt", "--timezone", "UTC", "--format", "transcript")
    assert len(value("summaries")) == 1
