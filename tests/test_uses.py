"""What is recalled is counted, beside the readers, and written with the next write."""

import pytest

from kgmem import Extraction, FactClaim, Memory
from kgmem.temporal import micros, parse_instant
from tests.fakes import HashEncoder, ScriptedExtractor

pytestmark = pytest.mark.engine

SCRIPT = {
    text: Extraction(facts=(FactClaim(who, "livesIn", place, object_type="Place"),))
    for text, who, place in (("Ana lives in Faro.", "Ana", "Faro"), ("Bob lives in Rome.", "Bob", "Rome"))
}
JULY = "2026-07-01T00:00:00Z"


@pytest.fixture
def memory(opened):
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(SCRIPT))
    memory.observe({"content": "Ana lives in Faro.", "id": "ana", "speaker": "Ana", "at": JULY})
    memory.observe({"content": "Bob lives in Rome.", "id": "bob", "speaker": "Bob", "at": JULY})
    return memory


def counted(memory):
    """How often each episode was recalled, as the graph has it."""
    rows = memory.cypher("MATCH (u:Use), (e:Episode) WHERE u.id = e.id RETURN e.id, u.count ORDER BY e.id").rows
    return dict(rows)


def test_what_a_recall_finds_is_counted_and_written_with_the_next_write(memory):
    memory.recall("Where does Ana live?", mode="bm25", limit=1)
    memory.recall("Where does Ana live?", mode="bm25", limit=1)
    assert counted(memory) == {}
    memory.observe("It rains.", at=JULY)
    assert counted(memory) == {"ana": 2}
    (fact,) = memory.facts("Ana")
    assert memory._held.mirror.uses[fact.statement] == 2
    assert memory._held.mirror.used_at["ana"] == memory._held.mirror.used_at[fact.statement] > 0


def test_closing_writes_what_was_counted(memory, opened):
    memory.recall("Ana", mode="bm25", limit=1)
    memory.close()
    again = opened()
    assert counted(again) == {"ana": 1}
    again.recall("Ana", mode="bm25", limit=1)
    again.close()
    assert counted(opened()) == {"ana": 2}


def test_a_time_asked_at_is_not_taken_for_the_time_of_the_recall(memory, opened):
    memory.recall("Ana", mode="bm25", limit=1, asked_at="2099-01-01T00:00:00Z")
    memory.close()
    again = opened()
    assert counted(again) == {"ana": 1}
    assert again._held.mirror.used_at["ana"] < micros(parse_instant("2026-07-02T00:00:00Z", None))
    assert again._held.journal.last_recorded() < micros(parse_instant("2026-07-02T00:00:00Z", None))


def test_looking_from_another_time_or_in_a_snapshot_counts_nothing(memory):
    memory.recall("Ana", as_of="2026-08-01")
    memory.recall("Ana", known_at="2026-08-01")
    memory.at(as_of="2026-08-01").recall("Ana")
    with Memory.open(memory.path, encoder=HashEncoder(), read_only=True) as reader:
        reader.recall("Ana")
    memory.observe("It rains.", at=JULY)
    assert counted(memory) == {}


def test_a_view_of_the_present_counts(memory):
    memory.at().recall("Ana", mode="bm25", limit=1)
    memory.observe("It rains.", at=JULY)
    assert counted(memory) == {"ana": 1}


def test_a_write_that_fails_loses_no_counts(memory, monkeypatch):
    memory.recall("Ana", mode="bm25", limit=1)

    def full(*_):
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(memory._held.journal, "prepare", full)
        with pytest.raises(OSError, match="the disk is full"):
            memory.assert_fact("Ana", "likes", "tea")
    memory.assert_fact("Ana", "likes", "tea")
    assert counted(memory) == {"ana": 1}


def test_erasing_takes_the_counts_along_also_those_not_written_yet(memory, opened):
    memory.recall("Ana", mode="bm25", limit=1)
    memory.observe("It rains.", at=JULY)
    memory.recall("Ana", mode="bm25", limit=1)
    memory.recall("Bob", mode="bm25", limit=1)
    memory.erase(episode="ana").confirm()
    assert counted(memory) == {}
    memory.close()
    again = opened()
    assert counted(again) == {"bob": 1}
    assert set(again._held.mirror.uses) == {"bob", again.facts("Bob")[0].statement}


def test_an_export_brings_the_counts_and_taking_it_in_twice_adds_none(memory, opened, tmp_path):
    memory.recall("Ana", mode="bm25", limit=1)
    memory.observe("It rains.", at=JULY)
    memory.export(tmp_path / "all.jsonl")
    other = opened("other")
    assert other.import_file(tmp_path / "all.jsonl").exact
    other.import_file(tmp_path / "all.jsonl")
    assert counted(other) == {"ana": 1}


def test_counts_survive_a_lost_graph_and_a_lost_journal(memory, opened):
    memory.recall("Ana", mode="bm25", limit=1)
    memory.observe("It rains.", at=JULY)
    memory.rebuild()
    assert counted(memory) == {"ana": 1}
    memory.close()
    (memory.path / "journal.sqlite").unlink()
    again = opened()
    assert counted(again) == {"ana": 1}
