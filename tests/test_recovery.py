"""Damage and old formats: whatever one file lost, the others give back, and nothing is deleted."""

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from kgmem import CorruptError, Memory
from kgmem.schema import FORMAT
from kgmem.temporal import FOREVER
from tests.fakes import HashEncoder

pytestmark = pytest.mark.engine

DATA = Path(__file__).parent / "data"
SAID = "Ana lives in Porto."


def fill(memory: Memory) -> Memory:
    memory.observe(SAID, speaker="Ana", at="2026-01-01T00:00:00Z")
    memory.assert_fact("Ana", "knows", "Bob")
    memory.observe("The harbour is loud.", speaker="Ana", at="2026-01-02T00:00:00Z")
    return memory


def seen(memory: Memory) -> tuple:
    return memory.episodes(), memory.facts(history=True), memory.entities(), memory.events()


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(data)


def test_a_damaged_journal_is_made_anew_from_the_graph(opened, caplog):
    memory = fill(opened("m", timezone="UTC"))
    before = seen(memory)
    memory.close()
    journal = memory.path / "journal.sqlite"
    flip(journal, journal.read_bytes().index(SAID.encode()))
    again = opened("m")
    assert seen(again) == before
    assert "the journal is damaged (1 rows fail their checksum, the first is 1) and is made anew" in caplog.text
    assert SAID not in caplog.text
    assert [p.name for p in (memory.path / "set-aside").iterdir()] == ["journal.sqlite-1"]
    again.observe("And on it goes.", at="2026-01-03T00:00:00Z")
    assert again.check() == []
    assert again.erase(entity="Bob").confirm().verify() == []


@pytest.mark.parametrize("damage", ["missing", "empty", "garbage", "cut"])
def test_a_lost_journal_comes_back_from_the_graph(opened, damage):
    memory = fill(opened("m", timezone="UTC"))
    before = seen(memory)
    memory.close()
    journal = memory.path / "journal.sqlite"
    data = journal.read_bytes()
    journal.unlink()
    if damage != "missing":
        journal.write_bytes({"empty": b"", "garbage": b"x" * 9000, "cut": data[: len(data) // 2]}[damage])
    assert seen(opened("m")) == before


def test_flipped_bytes_in_the_graph_are_seen_and_made_good(opened, caplog, engine):
    memory = fill(opened("m", timezone="UTC"))
    before = seen(memory)
    memory.close()
    for file in (memory.path / "graph").rglob("*"):
        while file.is_file() and (at := file.read_bytes().find(SAID.encode())) >= 0:
            flip(file, at)
    again = opened("m")
    assert seen(again) == before
    if engine == "kuzu":  # ladybug drops the damaged end of its log, and the journal brings it back
        assert "rebuilt from the journal" in caplog.text
        assert (memory.path / "set-aside").is_dir()


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b"[1, 2]"])
def test_a_damaged_meta_comes_back_from_the_journal(opened, damage):
    memory = fill(opened("m", timezone="Europe/Lisbon"))
    before = seen(memory), json.loads((memory.path / "meta.json").read_text())
    memory.close()
    (memory.path / "meta.json").write_bytes(damage)
    again = opened("m")
    assert (seen(again), json.loads((memory.path / "meta.json").read_text())) == before
    assert again.stats()["timezone"] == "Europe/Lisbon"


def test_damage_on_both_sides_changes_nothing_and_says_what_to_do(opened, tmp_path):
    memory = fill(opened("m", timezone="UTC"))
    memory.close()
    (memory.path / "journal.sqlite").write_bytes(b"x" * 5000)
    shutil.rmtree(memory.path / "graph")
    with pytest.raises(CorruptError, match="restore the memory from a backup"):
        opened("m")
    assert (memory.path / "journal.sqlite").read_bytes() == b"x" * 5000


def told_all(memory: Memory) -> None:
    """Something by every verb that tells."""
    fill(memory)
    memory.assert_fact("Ana", "hasAge", value=41)
    old = memory.assert_fact("Bob", "worksFor", "Lumen", valid_from="2025-01-01").asserted[0]
    memory.close_fact(old.id, valid_to="2025-06-01")
    said = next(fact for fact in memory.facts("Ana", "livesIn"))
    memory.close_fact(said.id, valid_to="2026-03-01")
    slip = memory.assert_fact("Bob", "livesIn", "Oslo").asserted[0]
    memory.retract(slip.id, reason="a slip")
    first, second = (memory.record_event(name, participants={"agent": "Bob"}).events[0] for name in ("rain", "flood"))
    memory.link_cause(first.id, second.id)
    memory.retract(memory.record_event("a dream").events[0].id)
    memory.forget(session="hidden")


def shown(memory: Memory) -> tuple:
    facts = [(f.text, f.valid_from, f.valid_to, f.confidence, f.source) for f in memory.facts()]
    events = [(e.description, e.participants) for e in memory.events()]
    links = [(link.kind, link.cue) for link in memory.links()]
    hidden = [(f.id, f.selector, f.hidden) for f in memory.forgotten()]
    return facts, events, links, hidden, [e.id for e in memory.episodes()]


@pytest.mark.parametrize("lost", ["all rows", "every second row", "the first half", "the second half"])
def test_a_memory_whose_journal_was_damaged_loses_nothing_in_a_later_erasure(opened, lost):
    """The graph gave the journal back; erasing settles everything told anew, so all of it must still be told."""
    memory = opened("m", timezone="UTC")
    memory.observe("The dog barked.", speaker="Eva", at="2026-01-03T00:00:00Z", session="gone")
    memory.observe("A secret wish.", speaker="Eva", at="2026-01-03T00:00:00Z", session="hidden")
    told_all(memory)
    before = shown(memory)
    memory.close()
    journal = sqlite3.connect(memory.path / "journal.sqlite")
    (count,) = journal.execute("SELECT max(seq) FROM write").fetchone()
    half = count // 2
    where = {
        "all rows": "1",
        "every second row": "seq % 2 = 0",
        "the first half": f"seq <= {half}",
        "the second half": f"seq > {half}",
    }[lost]
    journal.execute(f"UPDATE write SET checksum = 'damaged' WHERE {where}")
    journal.commit()
    journal.close()
    again = opened("m")
    assert shown(again) == before
    again.erase(session="gone").confirm()
    facts, events, links, hidden, episodes = shown(again)
    assert (facts, events, links, hidden) == before[:4]
    assert len(episodes) == len(before[4]) - 1
    assert again.check() == []


def test_a_kill_between_setting_a_damaged_journal_aside_and_its_replacement(opened, monkeypatch):
    from kgmem import opening

    class Killed(BaseException):
        pass

    def killed(source, target):
        if str(target).endswith("journal.sqlite"):
            raise Killed
        real(source, target)

    real = os.replace
    memory = fill(opened("m", timezone="UTC"))
    before = seen(memory)
    memory.close()
    journal = memory.path / "journal.sqlite"
    flip(journal, journal.read_bytes().index(SAID.encode()))
    with monkeypatch.context() as patch:
        patch.setattr(opening.os, "replace", killed)
        with pytest.raises(Killed):
            opened("m")
    assert not journal.exists()
    again = opened("m")
    assert seen(again) == before
    assert not list(memory.path.glob("*.new*"))
    assert [one["verb"] for row in again._held.journal.rows() for one in json.loads(row.told)].count("assert_fact") == 1


def test_the_journal_knows_the_encoder_a_memory_was_switched_to(opened):
    fill(opened("m", timezone="UTC")).close()
    other = HashEncoder(dim=64, id="other")
    memory = opened("m", encoder=other, reindex=True)
    memory.close()
    (memory.path / "meta.json").write_text("{")
    assert opened("m", encoder=HashEncoder(dim=64, id="other")).stats()["encoder"] == "other"


def test_repair_says_what_it_would_do_and_does_it(opened):
    memory = fill(opened("m", timezone="UTC"))
    before = seen(memory)
    memory._held.store.run("MATCH (f:Fact) SET f.text = 'nonsense'")
    planned, _ = memory.repair(dry_run=True)
    assert planned.startswith("Fact: ")
    assert planned.endswith("the graph is made anew from the journal")
    assert memory.check() != []
    assert memory.repair()[0] == "the graph is made anew from the journal"
    assert memory.check() == []
    assert (seen(memory), memory.repair()) == (before, [])


def test_repair_mends_a_journal_row_and_the_index(opened):
    memory = fill(opened("m", timezone="UTC"))
    before = seen(memory)
    memory._held.journal._db.execute("UPDATE write SET body = replace(body, 'Porto', 'Pluto') WHERE seq = 1")
    memory._held.journal._db.commit()
    assert ["the journal is damaged" in finding for finding in memory.check()] == [True]
    memory.repair()
    assert (memory.check(), seen(memory)) == ([], before)
    memory._held.vector_log._places.clear()
    assert "2 episodes have no vectors" in memory.check()[0]
    memory.repair()
    assert memory.check() == []


def old_store(place: Path, version: int = 1) -> Path:
    """A memory as an earlier version of the store format left it."""
    place.mkdir()
    db = sqlite3.connect(place / "journal.sqlite")
    db.executescript((DATA / f"format-{version}.sql").read_text(encoding="utf-8"))
    db.close()
    shutil.copy(DATA / f"format-{version}.json", place / "meta.json")
    return place


def test_a_store_of_format_1_is_brought_up_with_a_copy_kept(opened, tmp_path, engine):
    if engine != "kuzu":
        pytest.skip("format 1 knew kuzu only")
    old_store(tmp_path / "old")
    memory = opened("old")
    assert json.loads((memory.path / "meta.json").read_text())["format"] == FORMAT
    assert (memory.path / "set-aside" / "format-1" / "journal.sqlite").is_file()
    assert [f.text for f in memory.facts("Ana", "livesIn", as_of="2026-06-01")] == ["Ana lives in Faro"]
    assert {e.trust for e in memory.episodes()} == {1.0, 0.8}
    memory.observe("I sold the boat.", speaker="Ana", at="2026-07-01T00:00:00Z")
    assert memory.check() == []


def test_a_store_of_format_1_can_be_erased_from_and_exported(opened, tmp_path, engine):
    if engine != "kuzu":
        pytest.skip("format 1 knew kuzu only")
    old_store(tmp_path / "old")
    memory = opened("old")
    memory.export(tmp_path / "old.jsonl")
    assert opened("new", timezone="UTC").import_file(tmp_path / "old.jsonl").episodes == 3
    erasure = memory.erase(entity="Marta").confirm()
    assert erasure.verify() == []
    assert not [f for f in memory.facts(history=True) if "Marta" in f.text]
    assert [f.text for f in memory.facts("Ana", as_of="2026-06-01")] == ["Ana lives in Faro"]


def test_a_store_of_format_2_is_brought_in_line_at_its_first_write(opened, tmp_path, engine):
    if engine != "kuzu":
        pytest.skip("the store was made with kuzu")
    old_store(tmp_path / "old", 2)
    memory = opened("old", timezone="UTC")
    assert {f.text for f in memory.facts()} >= {"Flora lives in Porto", "Flora Reyes lives in Lisbon"}
    assert memory.check() == []
    memory.observe("It rains.", speaker="Ana", at="2026-04-04T10:00")
    assert {f.text for f in memory.facts()} >= {"Flora Reyes lives in Porto", "Flora Reyes lives in Lisbon"}
    assert [f.valid_to < FOREVER for f in memory.facts("Bob")] == [True]
    assert memory.check() == []
    memory.unforget(memory.forgotten()[0].id)
    assert "Ana lives in Vejle" in {f.text for f in memory.facts("Ana")}


def test_a_store_of_format_3_knows_no_expiry_and_takes_it_from_now_on(opened, tmp_path, engine):
    if engine != "kuzu":
        pytest.skip("the store was made with kuzu")
    old_store(tmp_path / "old", 3)
    memory = opened("old", timezone="UTC")
    assert [(e.text, e.expires) for e in memory.episodes()] == [("Ana lives in Faro.", FOREVER)]
    memory.observe("It rains.", speaker="Ana", at="2026-04-04T10:00", expires="2026-04-05")
    memory.unforget(next(one.id for one in memory.forgotten() if one.reason == "he asked"))
    assert [e.text for e in memory.episodes()] == ["Ana lives in Faro.", "Bob lives in Rome."]


def test_a_store_of_format_4_knows_nothing_that_is_read_later_and_takes_it_from_now_on(opened, tmp_path, engine):
    if engine != "kuzu":
        pytest.skip("the store was made with kuzu")
    old_store(tmp_path / "old", 4)
    memory = opened("old", timezone="UTC")
    assert memory.pending() == ()
    memory.observe("I moved to Oslo.", speaker="Ana", at="2026-04-04T10:00", read="later", id="e3")
    assert [one.id for one in memory.pending()] == ["e3"]
    memory.read_pending()
    assert "Ana lives in Oslo" in [fact.text for fact in memory.facts("Ana")]


def test_an_interrupted_reindex_goes_on_where_it_was(opened):
    memory = opened("m", timezone="UTC")
    memory.observe([{"content": f"Turn {n}.", "at": "2026-01-01T00:00:00Z"} for n in range(200)])

    class Failing(HashEncoder):
        def __init__(self) -> None:
            super().__init__(id="other")
            self.left = 2

        def encode(self, texts, *, query=False):
            self.left -= 1
            if self.left < 0:
                raise OSError("gone")
            return super().encode(texts, query=query)

    with pytest.raises(OSError, match="gone"):
        memory.reindex(Failing())
    assert (memory.stats()["encoder"], memory.check()) == ("hash", [])
    other = HashEncoder(id="other")
    assert memory.reindex(other) == 200
    assert len(other.encoded) == 200 - 2 * 64
    assert memory.stats()["encoder"] == "other"
