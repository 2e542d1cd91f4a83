"""What is counted of the verbs of a memory, and how it is kept."""

import json

import pytest

from kgmem import ClosedError, InvalidArgument, Memory
from kgmem.metrics import Metrics


def counters(memory: Memory) -> dict[str, float]:
    """By name and label values, such as "calls recall"."""
    found = memory._held.metrics.numbers().counters
    return {" ".join((name, *(value for _, value in labels))): by for (name, labels), by in found.items()}


def test_verbs_are_counted_with_their_seconds_and_errors(memory):
    memory.observe("Ana lives in Lisbon.", speaker="Ana")
    memory.observe("Ana moved to Porto.", speaker="Ana")
    with pytest.raises(InvalidArgument):
        memory.recall("  ")
    memory.recall("Where does Ana live?")
    found = counters(memory)
    assert (found["calls observe"], found["calls recall"], found["errors InvalidArgument recall"]) == (2, 2, 1)
    assert (found["episodes new"], found["facts asserted"], found["facts superseded"]) == (2, 2, 1)
    seconds = memory._held.metrics.numbers().histograms
    assert seconds["call_seconds", (("verb", "recall"),)].count == 2
    assert seconds["recall_stage_seconds", (("stage", "candidates"),)].count == 1


def test_a_verb_within_a_verb_is_part_of_it(memory):
    memory.observe("Ana lives in Lisbon.", speaker="Ana")
    memory.profile("Ana")
    assert {name for name in counters(memory) if name.startswith("calls")} == {"calls observe", "calls profile"}


def test_a_view_counts_for_its_memory(memory):
    memory.observe("Ana lives in Lisbon.", speaker="Ana")
    memory.at(as_of="2026-01").facts("Ana")
    assert counters(memory)["calls facts"] == 1


def test_a_repeated_message_is_counted_as_known(memory):
    for _ in range(2):
        memory.observe("Ana lives in Lisbon.", speaker="Ana", at="2026-03-01T10:00:00Z")
    assert (counters(memory)["episodes new"], counters(memory)["episodes known"]) == (1, 1)


def test_numbers_add_up_over_openings(tmp_path):
    for _ in range(2):
        with Memory.open(tmp_path / "m") as memory:
            memory.observe("Ana lives in Lisbon.", speaker="Ana")
    with Memory.open(tmp_path / "m") as memory:
        assert counters(memory)["calls observe"] == 2
        assert memory._held.metrics.numbers().histograms["call_seconds", (("verb", "observe"),)].count == 2


def test_no_text_and_no_name_is_kept(tmp_path):
    with Memory.open(tmp_path / "m") as memory:
        memory.observe("Ana lives in Lisbon.", speaker="Ana", session="holiday")
        memory.recall("Where does Ana live?")
    kept = (tmp_path / "m" / "metrics.json").read_text()
    assert "observe" in kept
    assert not any(word in kept for word in ("Ana", "Lisbon", "holiday"))


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        '{"format": 9}',
        '{"format": 1, "since": 0, "counters": [["Ana!", {}, 1]], "histograms": [], "gauges": []}',
        '{"format": 1, "since": 0, "counters": [["calls", {}, NaN]], "histograms": [], "gauges": []}',
        '{"format": 1, "since": 0, "counters": [], "histograms": [["s", {}, 2, 1, 1, 1, [[1, 1]]]], "gauges": []}',
    ],
)
def test_damaged_numbers_begin_anew(tmp_path, damage, caplog):
    with Memory.open(tmp_path / "m") as memory:
        memory.observe("Ana lives in Lisbon.", speaker="Ana")
    (tmp_path / "m" / "metrics.json").write_text(damage)
    with Memory.open(tmp_path / "m") as memory:
        assert counters(memory) == {}
        assert memory.check() == []
    assert "metrics.json cannot be read and counting begins anew" in caplog.text


def test_a_read_only_memory_writes_no_numbers(tmp_path):
    with Memory.open(tmp_path / "m") as memory:
        memory.observe("Ana lives in Lisbon.", speaker="Ana")
    before = (tmp_path / "m" / "metrics.json").read_bytes()
    with Memory.open(tmp_path / "m", read_only=True) as memory:
        memory.recall("Where does Ana live?")
        assert counters(memory)["calls recall"] == 1
        assert "calls observe" not in counters(memory)
    assert (tmp_path / "m" / "metrics.json").read_bytes() == before


def test_numbers_survive_an_erasure_and_stay_out_of_a_backup(tmp_path):
    with Memory.open(tmp_path / "m") as memory:
        memory.observe("Ana lives in Lisbon.", speaker="Ana", session="one")
        memory.observe("Ben likes tea.", speaker="Ben", session="two")
        memory.erase(session="one").confirm()
        assert counters(memory)["calls observe"] == 2
        memory.backup(tmp_path / "copy")
    assert json.loads((tmp_path / "m" / "metrics.json").read_text())["format"] == 1
    assert not (tmp_path / "copy" / "memory" / "metrics.json").exists()


def test_numbers_are_kept_while_the_memory_stays_open(tmp_path):
    with Memory.open(tmp_path / "m") as memory:
        memory.observe("Ana lives in Lisbon.", speaker="Ana")
        memory._held.keep_metrics(every=3600)
        assert not (tmp_path / "m" / "metrics.json").exists()
        memory._held.keep_metrics()
        assert '["calls", {"verb": "observe"}, 1' in (tmp_path / "m" / "metrics.json").read_text()


def test_numbers_named_by_what_was_said_are_not_kept(tmp_path):
    for _ in range(2):
        with Memory.open(tmp_path / "m") as memory:
            memory._held.metrics.count("Ana's turns")
            memory._held.metrics.count("turns", 2)
    with Memory.open(tmp_path / "m") as memory:
        assert counters(memory) == {"turns": 4}


def test_a_call_on_a_closed_memory_is_an_error(tmp_path):
    memory = Memory.open(tmp_path / "m")
    memory.close()
    with pytest.raises(ClosedError):
        memory.facts()
    assert counters(memory)["errors ClosedError facts"] == 1


def test_an_error_of_somebody_elses_class_is_counted_as_other():
    class MyOwnWords(Exception):
        pass

    metrics = Metrics()
    with pytest.raises(MyOwnWords), metrics.call("recall"):
        raise MyOwnWords
    assert metrics.numbers().counters["errors", (("error", "other"), ("verb", "recall"))] == 1
