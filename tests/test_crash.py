"""Killed at any moment, damaged in any one file, out of disk: the next opening works and nothing is lost.

These are the trials of `python -m benchmarks crash`, a few of each sort; benchmarks/crash_points.py names
the points.
"""

import random
from pathlib import Path

import pytest

from benchmarks.crash import FAULTS, Outcome, Trial, kinds, measure, schedule
from benchmarks.crash_judge import Fault, judge
from benchmarks.crash_points import Balloon, damage, kind_of

pytestmark = pytest.mark.engine

ANA = {"id": "e1", "text": "Ana lives in Porto."}
FACT = {"id": "f1", "text": "Ana lives in Porto", "valid_to": 9, "evidence": [{"episode": "e1"}]}


def once(kind: str, engine: str, place: Path, seed: int = 1) -> Outcome:
    return Trial(kind, seed, engine, place, rounds=1).run()


def test_thirty_trials_lose_nothing(engine, tmp_path):
    report, outcomes = measure(30, engine, seed=30, rounds=1, work=tmp_path)
    failed = [(outcome.kind, outcome.seed, outcome.faults) for outcome in outcomes if outcome.faults]
    assert failed == []
    assert {name: report.metrics[name] for name in FAULTS} == dict.fromkeys(FAULTS, 0)
    assert report.metrics["trials"] + report.metrics["skipped"] == 30


@pytest.mark.parametrize(
    "point",
    [
        "create/before-meta",
        "journal/after",
        "graph/inside",
        "graph/after-commit",
        "vectors/half-flush",
        "checkpoint/after-swap",
        "rebuild/before-swap",
        "reindex/after-swap",
    ],
)
def test_a_kill_at_a_point_loses_nothing(point, engine, tmp_path):
    outcome = once(point, engine, tmp_path)
    assert (outcome.faults, outcome.missed) == ([], False)


@pytest.mark.parametrize("damage", ["graph/empty", "CURRENT/half", "meta.json/half", "journal/flip", "vectors/half"])
def test_a_damaged_file_is_made_anew_from_the_others(damage, engine, tmp_path):
    outcome = once(f"damage/{damage}", engine, tmp_path)
    assert (outcome.faults, outcome.missed) == ([], False)


def test_a_full_disk_loses_nothing_acknowledged(engine, tmp_path):
    outcome = once("full", engine, tmp_path)
    if outcome.skipped:
        pytest.skip(outcome.skipped)
    assert outcome.faults == []


# The harness itself: it must see what it is there to see -----------------------------------------------


def test_what_was_acknowledged_must_be_there_as_it_was():
    held = {"episodes": {"e1": ANA}, "facts": {"f1": FACT}}
    assert judge(held, [], held) == []
    assert judge(held, [], {"episodes": {"e1": ANA}}) == [Fault("lost", "facts f1 is gone")]
    changed = {"episodes": {"e1": ANA | {"text": "Ana"}}, "facts": {"f1": FACT | {"valid_to": 5}}}
    assert judge(held, [], changed) == [
        Fault("lost", "episodes e1 reads otherwise in text"),
        Fault("lost", "facts f1 reads otherwise in valid_to"),
    ]


def test_what_was_under_way_may_have_happened_or_not():
    held = {"episodes": {"e1": ANA}, "facts": {"f1": FACT}}
    closing = [{"begin": "close_fact"}]
    assert judge(held, closing, held) == []
    assert judge(held, closing, {**held, "facts": {"f1": FACT | {"valid_to": 5}}}) == []
    assert judge(held, closing, {**held, "facts": {"f1": FACT | {"text": "Ana"}}}) == [
        Fault("lost", "facts f1 reads otherwise in text")
    ]


def test_a_batch_is_there_as_a_whole_and_after_the_one_before_it():
    begun = [{"begin": "observe_many", "groups": [["a", "b"], ["c"]], "tells": ["a"]}]
    fact = {"f": FACT | {"evidence": [{"episode": "a"}]}}
    both = {"a": ANA, "b": ANA}
    assert judge({}, begun, {"episodes": both, "facts": fact}) == []
    assert judge({}, begun, {"episodes": {"a": ANA}, "facts": fact}) == [
        Fault("half_visible", "1 of 2 episodes of a batch are there")
    ]
    assert judge({}, begun, {"episodes": both}) == [
        Fault("half_visible", "episode a is there, the fact read in it is not")
    ]
    assert judge({}, begun, {"episodes": {"c": ANA}}) == [
        Fault("half_visible", "a batch is there, the one before it is not")
    ]


def test_what_was_erased_must_not_come_back():
    assert judge({"episodes": {}}, [], {"episodes": {"e1": ANA}}) == [
        Fault("lost", "episodes e1 is back, or was never told")
    ]


def test_every_kind_has_its_turn_and_a_seed_repeats_it():
    assert schedule(300, 1) == schedule(300, 1)
    assert set(schedule(300, 1)) == set(kinds())
    assert schedule(3, 1, ["graph/after-commit"]) == ["graph/after-commit"] * 3


def test_damage_changes_one_file_of_its_kind(tmp_path):
    graph = tmp_path / "graph" / "g1"
    graph.mkdir(parents=True)
    for name in ("graph.kuzu", "graph.kuzu.wal"):
        (graph / name).write_bytes(b"0123456789" * 100)
    assert [kind_of(path) for path in sorted(graph.iterdir())] == ["graph", "graph-wal"]
    assert damage(tmp_path, "graph-wal", "torn", random.Random(1)) == graph / "graph.kuzu.wal"
    assert 950 <= (graph / "graph.kuzu.wal").stat().st_size < 1000
    assert (graph / "graph.kuzu").stat().st_size == 1000
    assert damage(tmp_path, "journal", "flip", random.Random(1)) is None


def test_a_balloon_fills_its_file_system(tmp_path):
    disk = Balloon(tmp_path / "disk", 1 << 20)
    if reason := disk.mount():
        pytest.skip(reason)
    try:
        disk.blow(leave=0)
        with pytest.raises(OSError, match="No space left"):
            (disk.place / "file").write_bytes(bytes(8192))
        disk.burst()
        (disk.place / "file").write_bytes(bytes(8192))
    finally:
        disk.unmount()
