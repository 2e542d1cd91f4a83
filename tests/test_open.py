"""Opening: new folders, other things at the path, locks, damage, versions, and many memories."""

import json
import subprocess
import sys

import pytest

from kgmem import (
    ClosedError,
    Hub,
    InvalidArgument,
    LockedError,
    Memory,
    NotAStore,
    StoreError,
    VersionError,
)
from kgmem.folder import NETWORK, check_file_system, file_system
from kgmem.hub import folder_name, owner_name
from tests.fakes import HashEncoder

NINE = "The ferry leaves at nine."


def fill(memory: Memory) -> Memory:
    memory.observe(NINE, speaker="Ana", at="2026-01-01T00:00:00Z")
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2026-01-01T00:00:00Z")
    return memory


def test_a_memory_is_a_folder_that_reopens(opened):
    memory = fill(opened("deep/er/ana.kgmem", timezone="Europe/Lisbon"))
    memory.close()
    memory.close()
    again = opened("deep/er/ana.kgmem")
    assert [e.text for e in again.episodes()] == [NINE]
    assert again.stats()["timezone"] == "Europe/Lisbon"
    assert {p.name for p in again.path.iterdir()} >= {"journal.sqlite", "graph", "index", "meta.json", "lock"}


def test_a_closed_memory_says_so(memory):
    memory.close()
    with pytest.raises(ClosedError, match="is closed; open it again"):
        memory.recall("ferry")


def test_a_path_that_holds_something_else_is_left_alone(opened, tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "thesis.txt").write_text("x")
    with pytest.raises(NotAStore, match="is a file; a memory is a folder"):
        opened("file")
    with pytest.raises(NotAStore, match="holds other things and no kgmem memory"):
        opened("folder")
    assert [p.name for p in (tmp_path / "folder").iterdir()] == ["thesis.txt"]
    with pytest.raises(InvalidArgument, match="path must name a folder"):
        Memory.open("")


def test_a_read_only_memory_must_exist_and_refuses_writes(opened, tmp_path):
    with pytest.raises(NotAStore, match="there is no memory at"):
        opened("missing", read_only=True)
    assert not (tmp_path / "missing").exists()
    fill(opened("m")).close()
    memory = opened("m", read_only=True)
    assert memory.recall("ferry").episodes
    with pytest.raises(InvalidArgument, match="read_only=True"):
        memory.observe("No.")


def test_a_second_handle_is_refused_and_told_who_holds_it(opened):
    memory = fill(opened("m"))
    with pytest.raises(LockedError, match="already open in this process"):
        opened("m")
    code = (
        "import sys; from kgmem import Memory, LockedError\n"
        "try: Memory.open(sys.argv[1])\nexcept LockedError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(memory.path)], capture_output=True, text=True, check=True, cwd="."
    )
    assert "is in use: held by process" in done.stdout
    assert "close it there first" in done.stdout


def test_a_lock_dies_with_its_holder(opened, tmp_path):
    fill(opened("m")).close()
    code = (
        "import os, sys; from kgmem import Memory\nfrom tests.fakes import HashEncoder\n"
        "memory = Memory.open(sys.argv[1], encoder=HashEncoder())\n"
        "memory.observe('Before the end.', at='2026-01-02T00:00:00Z')\nos._exit(9)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "m")], check=False, cwd=".")
    assert done.returncode == 9
    assert [e.text for e in opened("m").episodes()] == [NINE, "Before the end."]


def test_a_newer_store_is_refused(opened):
    memory = fill(opened("m"))
    memory.close()
    meta = memory.path / "meta.json"
    held = json.loads(meta.read_text())
    meta.write_text(json.dumps(held | {"format": held["format"] + 1}))
    with pytest.raises(VersionError, match="upgrade kgmem"):
        opened("m")
    assert json.loads(meta.read_text())["format"] == held["format"] + 1


def test_an_older_store_is_brought_to_the_present_format(opened, monkeypatch):
    from kgmem import schema

    memory = fill(opened("m"))
    memory.close()

    def rename(write):
        for row in write.nodes.get("Entity", ()):
            row["name"] = row["name"].upper()

    newer = schema.FORMAT + 1
    monkeypatch.setattr(schema, "FORMAT", newer)
    monkeypatch.setattr(schema, "UPGRADES", {**schema.UPGRADES, newer - 1: rename})
    again = opened("m")
    assert [entity.name for entity in again.entities()] == ["ANA", "FERRY", "LISBON"]
    assert json.loads((again.path / "meta.json").read_text())["format"] == newer
    fill(again)
    assert again.check() == []
    again.close()


@pytest.mark.parametrize("damage", ["missing", "garbage", "folder", "unapplied"])
def test_a_graph_that_cannot_be_used_is_rebuilt_from_the_journal(opened, damage):
    memory = fill(opened("m"))
    before = memory.facts(), memory.episodes()
    graph = memory.path / "graph"
    file = next(graph.glob("g*/graph.*"))
    memory.close()
    if damage == "missing":
        file.unlink()
    elif damage == "garbage":
        file.write_bytes(b"\x00garbage" * 1000)
    elif damage == "folder":
        import shutil

        shutil.rmtree(graph)
    else:
        from kgmem.journal import Journal
        from kgmem.schema import WriteSet

        write = WriteSet()
        write.node("Session", {"id": "late", "started": 0, "ended": 0})
        journal = Journal(memory.path / "journal.sqlite")
        journal.prepare("observe", 0, write)
        journal.close()
    again = opened("m")
    assert (again.facts(), again.episodes()) == before
    assert again.check() == []
    if damage == "garbage":
        (aside,) = (again.path / "set-aside").iterdir()
        assert (aside / file.parent.name / file.name).read_bytes().startswith(b"\x00garbage")
    if damage == "unapplied":
        assert again.stats()["sessions"] == 2


def test_a_journal_row_that_the_graph_refuses_stops_no_other(opened):
    from kgmem.journal import Journal
    from kgmem.schema import WriteSet

    memory = fill(opened("m"))
    memory.close()
    journal = Journal(memory.path / "journal.sqlite")
    for name in ("default", "late"):
        write = WriteSet()
        write.node("Session", {"id": name, "started": 0, "ended": 0})
        journal.prepare("observe", 0, write)
    journal.close()
    again = opened("m")
    assert again.stats()["sessions"] == 2
    assert again.check() == []


def test_check_finds_what_differs_and_rebuild_mends_it(opened):
    memory = fill(opened("m"))
    memory._held.store.run("MATCH (s:Session) SET s.ended = 5")
    memory._held.store.run("CREATE (:Session {id: 'stray', started: 0, ended: 0})")
    assert memory.check() == [
        f"{finding}; run `kgmem repair` (Memory.repair)"
        for finding in (
            "Session: 1 rows of the graph are in no journal row",
            "Session: 1 rows differ between journal and graph",
            "sessions in memory differ from the graph",
            "1 sessions do not begin and end with their episodes",
        )
    ]
    memory.rebuild()
    assert memory.check() == []
    assert [e.text for e in memory.episodes()] == [NINE]


def test_network_file_systems_are_refused(tmp_path, monkeypatch):
    assert file_system(tmp_path) not in NETWORK
    monkeypatch.setattr("kgmem.folder.file_system", lambda path: "nfs4")
    with pytest.raises(StoreError, match=r"network file system .nfs4."):
        check_file_system(tmp_path)


def test_a_zone_that_does_not_exist_is_named(opened):
    with pytest.raises(InvalidArgument, match="no time zone named 'Mars/Olympus'"):
        opened("m", timezone="Mars/Olympus")
    with pytest.raises(InvalidArgument, match="neither 'text' nor 'facts'"):
        opened("m", retain="everything")


OWNERS = ["00000000-aaaa-4bbb-8ccc-000000000001", "team_main", "Team_main", "_", "a.b@c.example", "../x", "小李", "CON"]


def test_each_owner_has_a_memory_of_their_own(tmp_path):
    with Hub.open(tmp_path / "hub", encoder=HashEncoder(), max_open=2) as hub:
        for owner in OWNERS:
            hub.memory(owner).observe(f"The keyword of {owner} is lantern.", at="2026-01-01T00:00:00Z")
        for owner in OWNERS:
            assert [e.text for e in hub.memory(owner).episodes()] == [f"The keyword of {owner} is lantern."]
        assert hub.owners() == sorted(OWNERS)
    assert {p.parent for p in tmp_path.rglob("meta.json")} == {tmp_path / "hub" / folder_name(o) for o in OWNERS}
    assert [owner_name(folder_name(owner)) for owner in OWNERS] == OWNERS


@pytest.mark.parametrize("owner", [None, "", "   ", {"user": "ada"}, "x" * 1001, "a\nb"])
def test_a_missing_owner_is_not_everybody(tmp_path, owner):
    with Hub.open(tmp_path / "hub", encoder=HashEncoder()) as hub, pytest.raises(InvalidArgument, match="owner"):
        hub.memory(owner)


def test_threads_may_share_a_memory(memory):
    from concurrent.futures import ThreadPoolExecutor

    def one(number: int) -> int:
        memory.observe(f"Thread {number} saw a heron.", speaker=f"T{number}", at="2026-01-01T00:00:00Z")
        return len(memory.recall("heron", limit=100).episodes)

    with ThreadPoolExecutor(4) as pool:
        seen = list(pool.map(one, range(12)))
    assert max(seen) == 12
    assert len(memory.episodes()) == 12


def test_a_journal_that_lost_writes_is_named_and_nothing_is_thrown_away(opened, caplog):
    memory = fill(opened("m"))
    memory.close()
    journal = memory.path / "journal.sqlite"
    from kgmem.journal import Journal

    journal.unlink()
    Journal(journal).close()
    again = opened("m")
    assert [e.text for e in again.episodes()] == [NINE]
    assert "misses 2 writes that the graph holds" in caplog.text
    assert (again.path / "set-aside" / "journal.sqlite-1").is_file()


def test_an_interrupt_after_the_journal_leaves_no_half_truth(opened, monkeypatch):
    memory = fill(opened("m"))
    prepare = memory._held.journal.prepare

    def interrupted(*arguments):
        prepare(*arguments)
        raise KeyboardInterrupt

    monkeypatch.setattr(memory._held.journal, "prepare", interrupted)
    with pytest.raises(KeyboardInterrupt):
        memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-03")
    monkeypatch.undo()
    memory.assert_fact("Ana", "livesIn", "Rome", valid_from="2026-04")
    before = memory.facts(history=True)
    memory.close()
    again = opened("m")
    assert again.facts(history=True) == before
    assert [fact.object for fact in again.facts("Ana")] == ["Lisbon", "Rome"]


def test_a_folder_left_by_a_kill_while_it_was_made_can_be_opened(opened, tmp_path):
    (tmp_path / "m" / "index").mkdir(parents=True)
    (tmp_path / "m" / "lock").touch()
    (tmp_path / "m" / "graph").mkdir()
    assert fill(opened("m")).check() == []


def test_a_healthy_graph_that_cannot_be_opened_now_is_not_set_aside(opened, monkeypatch):
    from kgmem import store

    memory = fill(opened("m"))
    memory.close()
    monkeypatch.setattr(store, "ADDRESS_SPACE", 12345)  # no power of two: the engine refuses
    with pytest.raises(StoreError, match="cannot be opened"):
        opened("m")
    monkeypatch.undo()
    assert not (memory.path / "set-aside").exists()
    assert [e.text for e in opened("m").episodes()] == [NINE]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"g99", b""])
def test_a_garbled_pointer_costs_a_rebuild(opened, content):
    memory = fill(opened("m"))
    memory.close()
    (memory.path / "graph" / "CURRENT").write_bytes(content)
    assert [e.text for e in opened("m").episodes()] == [NINE]
