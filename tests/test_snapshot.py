"""Reading beside a writer: no lock, one consistent state, and its age."""

import subprocess
import sys
import threading

import pytest

from kgmem import InvalidArgument, Memory
from tests.conftest import Ticking
from tests.fakes import HashEncoder

NINE = {"content": "Ana lives in Porto.", "speaker": "Ana", "at": "2026-01-01T00:00:00Z"}


def test_a_reader_beside_a_writer_sees_what_was_written_and_how_old_it_is(opened):
    writer = opened("m", timezone="UTC")
    writer.observe(NINE)
    reader = opened("m", read_only=True)
    writer.observe("Ana works at Lumen.", speaker="Ana", at="2026-01-02T00:00:00Z")
    assert [e.text for e in reader.episodes()] == [NINE["content"]]
    assert (reader.snapshot.seq, writer.snapshot) == (1, None)
    assert reader.snapshot.age(reader.snapshot.taken + 5_000_000) == 5.0
    assert reader.recall("Where does Ana live?").facts[0].fact.text == "Ana lives in Porto"
    assert reader.cypher("MATCH (e:Episode) RETURN count(e)").rows == [(1,)]
    reader.refresh()
    assert (len(reader.episodes()), reader.snapshot.seq) == (2, 2)
    assert reader.cypher("MATCH (e:Episode) RETURN count(e)").rows == [(2,)]
    assert (reader.facts(history=True), reader.entities(), reader.stats()["vectors"]) == (
        writer.facts(history=True),
        writer.entities(),
        2,
    )


def test_another_process_reads_beside_a_writer(opened):
    writer = opened("m", timezone="UTC")
    writer.observe(NINE)
    code = (
        "import sys; from kgmem import Memory\nfrom tests.fakes import HashEncoder\n"
        "m = Memory.open(sys.argv[1], encoder=HashEncoder(), read_only=True)\nprint([f.text for f in m.facts()])"
    )
    done = subprocess.run([sys.executable, "-c", code, str(writer.path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['Ana lives in Porto']"


def test_a_reader_writes_nothing(opened):
    writer = opened("m", timezone="UTC")
    writer.observe(NINE)
    writer.close()
    before = {p: p.read_bytes() for p in writer.path.rglob("*") if p.is_file() and not p.name.endswith("-shm")}
    reader = opened("m", read_only=True)
    for verb in (
        lambda: reader.observe("No."),
        lambda: reader.forget(entity="Ana"),
        lambda: reader.erase(entity="Ana"),
        lambda: reader.repair(),
    ):
        with pytest.raises(InvalidArgument, match="read_only=True"):
            verb()
    reader.recall("Ana")
    reader.cypher("MATCH (e:Entity) RETURN e.name")
    assert reader.check() == []
    reader.close()
    assert {path: path.read_bytes() for path in before} == before


def test_readers_see_all_of_a_write_or_nothing(opened):
    """Each write has two episodes; a reader that sees one of a pair only has seen half a write."""
    memory = opened("m", timezone="UTC")
    halves, stop = [], threading.Event()

    def read() -> None:
        while not stop.is_set():
            found = [e.text.split()[1] for e in memory.episodes()]
            halves.extend(name for name in set(found) if found.count(name) != 2)
            counts = memory.stats()
            if counts["episodes"] != counts["vectors"]:
                halves.append("vectors")

    readers = [threading.Thread(target=read) for _ in range(4)]
    for thread in readers:
        thread.start()
    for number in range(30):
        memory.observe([{"content": f"Pair {number} {side}", "at": "2026-01-01T00:00:00Z"} for side in "ab"])
    stop.set()
    for thread in readers:
        thread.join()
    assert halves == []


def test_a_slow_writer_stops_no_reader(opened):
    """A reader gets its answer while a write waits for its encoder."""
    started, go_on = threading.Event(), threading.Event()

    class Slow(HashEncoder):
        def encode(self, texts, *, query=False):
            if not query and any("slow" in text for text in texts):
                started.set()
                assert go_on.wait(30)
            return super().encode(texts, query=query)

    memory = opened("m", timezone="UTC", encoder=Slow())
    memory.observe(NINE)
    writing = threading.Thread(target=memory.observe, args=("A slow one.",))
    writing.start()
    assert started.wait(30)
    assert memory.recall("Where does Ana live?").facts
    assert len(memory.episodes()) == 1
    go_on.set()
    writing.join()
    assert len(memory.episodes()) == 2


def test_a_checkpoint_stops_no_reader(opened, monkeypatch):
    memory = opened("m", timezone="UTC")
    memory.observe(NINE)
    from kgmem import store

    started, go_on = threading.Event(), threading.Event()
    real = store.shutil.copytree

    def slow(*arguments, **named):
        started.set()
        assert go_on.wait(30)
        return real(*arguments, **named)

    monkeypatch.setattr(store.shutil, "copytree", slow)
    folding = threading.Thread(target=memory.checkpoint)
    folding.start()
    assert started.wait(30)
    assert memory.recall("Where does Ana live?").facts
    go_on.set()
    folding.join()
    memory.observe("Ana works at Lumen.", speaker="Ana", at="2026-01-02T00:00:00Z")
    assert memory.check() == []


def test_an_encoder_may_use_the_memory_it_encodes_for(tmp_path):
    class Curious(HashEncoder):
        memory: Memory

        def encode(self, texts, *, query=False):
            if not query:
                assert len(self.memory.episodes()) == 0
            return super().encode(texts, query=query)

    encoder = Curious()
    with Memory.open(tmp_path / "m", encoder=encoder, clock=Ticking()) as encoder.memory:
        encoder.memory.observe("Hello.", at="2026-01-01T00:00:00Z")


def test_an_isolated_engine_dies_alone(opened):
    """The process the engine runs in is killed; the memory goes on, and nothing is lost."""
    import os
    import signal

    memory = opened("m", timezone="UTC", isolate=True)
    memory.observe(NINE)
    os.kill(memory._held.store._child._process.pid, signal.SIGKILL)
    memory.observe("Ana works at Lumen.", speaker="Ana", at="2026-01-02T00:00:00Z")
    assert memory.cypher("MATCH (e:Episode) RETURN count(e)").rows == [(2,)]
    assert memory.check() == []
    memory.rebuild()
    assert memory.check() == []


def test_a_reader_meets_a_memory_that_is_being_written_anew(opened):
    from kgmem import LockedError

    writer = opened("m", timezone="UTC")
    writer.observe(NINE)
    writer.close()
    (writer.path / "swap").mkdir()
    (writer.path / "journal.sqlite").rename(writer.path / "swap" / "journal.sqlite")
    with pytest.raises(LockedError, match="is being written anew; try again in a moment"):
        opened("m", read_only=True)
    again = opened("m")  # a writer finishes what was decided
    assert [e.text for e in again.episodes()] == [NINE["content"]]
    assert not (writer.path / "swap").exists()
