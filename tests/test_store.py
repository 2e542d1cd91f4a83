"""The graph and its journal under normal use, refusal, and rebuild."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgmem.errors import CorruptError, InvalidArgument, QueryError, StoreError
from kgmem.journal import Journal
from kgmem.rows import dump
from kgmem.schema import Fold, WriteSet
from kgmem.store import ENGINES, Store, require_space

pytestmark = pytest.mark.engine


def entity(name: str, kind: str = "Thing") -> dict[str, object]:
    return {
        "id": name,
        "name": name,
        "type": kind,
        "first_seen": 0,
        "last_seen": 0,
        "recorded_at": 0,
        "retracted_at": 1,
    }


def two_facts() -> WriteSet:
    write = WriteSet()
    for name in ("a", "b"):
        write.node("Entity", entity(name))
    write.node("Session", {"id": "s", "started": 0, "ended": 1})
    return write


@pytest.fixture
def store(tmp_path: Path, engine: str):
    held = Store.open(tmp_path / "graph", engine=engine)
    yield held
    held.close()


def test_a_write_and_its_commit_stand_together(store):
    store.apply(7, two_facts())
    assert store.commits() == [7]
    assert store.run("MATCH (e:Entity) RETURN e.id ORDER BY e.id") == [("a",), ("b",)]


def test_a_refused_write_leaves_the_graph_as_it_was_and_usable(store):
    store.apply(1, two_facts())
    again = WriteSet()
    again.node("Session", {"id": "new", "started": 0, "ended": 0})
    again.node("Entity", entity("a"))
    with pytest.raises(StoreError, match="refused write 2"):
        store.apply(2, again)
    assert store.commits() == [1]
    assert store.counts()["Session"] == 1
    changed = WriteSet()
    changed.set("Session", {"id": "s", "ended": 5})
    store.apply(3, changed)
    assert store.run("MATCH (s:Session) RETURN s.ended") == [(5,)]


def test_parameters_must_match_the_statement(store):
    with pytest.raises(InvalidArgument, match=r"missing \['id'\], not used \['ID'\]"):
        store.run("MATCH (e:Entity {id: $id}) RETURN e", ID="a")
    assert store.run("RETURN '$x'") == [("$x",)]


def test_an_engine_refusal_is_a_query_error(store):
    with pytest.raises(QueryError, match="Nowhere"):
        store.run("MATCH (n:Nowhere) RETURN n")


def test_many_rows_and_few_rows_write_the_same(store):
    for seq, (start, count) in enumerate(((0, 3), (3, 200)), 1):
        write = WriteSet()
        for i in range(start, start + count):
            write.node("Entity", entity(f"e{i}"))
            if i:
                write.edge("RELATES", f"e{i - 1}", f"e{i}", fact=f"f{i}", relation="knows", valid_from=i, valid_to=9)
        store.apply(seq, write)
    rows = store.run(
        "MATCH (a:Entity)-[r:RELATES]->(b:Entity) RETURN a.id, b.id, r.fact, r.valid_from ORDER BY r.valid_from"
    )
    assert rows == [(f"e{i - 1}", f"e{i}", f"f{i}", i) for i in range(1, 203)]


def test_closing_with_a_long_log_checkpoints_a_copy_and_swaps_it_in(tmp_path, engine):
    store = Store.open(tmp_path / "graph", engine=engine)
    store.apply(1, two_facts())
    before = store.generation
    store.close(checkpoint_at=0)
    again = Store.open(tmp_path / "graph", engine=engine)
    assert again.generation != before
    assert again.commits() == [1]
    assert not (tmp_path / "graph" / before).exists()
    again.close()


def test_files_of_a_clean_close_are_trusted_and_any_other_byte_is_not(tmp_path, engine):
    store = Store.open(tmp_path / "graph", engine=engine)
    assert store.trusted
    store.apply(1, two_facts())
    store.close(checkpoint_at=0)
    store.close()
    again = Store.open(tmp_path / "graph", engine=engine)
    assert again.trusted
    assert not (again.path.parent / "sums.json").exists()
    again.close()
    data = bytearray(again.path.read_bytes())
    data[-1] ^= 1
    again.path.write_bytes(data)
    changed = Store.open(tmp_path / "graph", engine=engine)
    assert not changed.trusted
    changed.close()


def test_a_graph_that_was_not_closed_is_not_trusted_and_holds_what_was_committed(tmp_path, engine):
    code = (
        "import os, sys; from pathlib import Path; from kgmem.schema import WriteSet; from kgmem.store import Store\n"
        "store = Store.open(Path(sys.argv[1]), engine=sys.argv[2])\n"
        "write = WriteSet(); write.node('Session', {'id': 's', 'started': 0, 'ended': 0}); store.apply(5, write)\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "graph"), engine], check=True)
    store = Store.open(tmp_path / "graph", engine=engine)
    assert (store.trusted, store.commits()) == (False, [5])
    store.close()


def test_a_damaged_graph_is_refused_by_a_child_process(tmp_path, engine):
    store = Store.open(tmp_path / "graph", engine=engine)
    store.close()
    store.path.write_bytes(b"garbage" * 2000)
    with pytest.raises(StoreError, match="failed its probe in a child process"):
        Store.open(tmp_path / "graph", engine=engine)
    assert not Store.is_whole(tmp_path / "graph", engine=engine)


def test_a_checkpoint_folds_the_log_in_and_goes_on(store):
    store.apply(1, two_facts())
    before = store.generation, dump(store)
    store.checkpoint()
    assert store.generation != before[0]
    assert dump(store) == before[1]
    assert not store.path.with_name(f"{store.path.name}.wal").exists()
    again = WriteSet()
    again.node("Session", {"id": "new", "started": 0, "ended": 0})
    store.apply(2, again)
    assert store.commits() == [1, 2]


def test_a_loaded_graph_survives_closing(tmp_path, engine):
    fold = Fold()
    fold.add(1, two_facts())
    made = Store.create(tmp_path / "graph", engine=engine)
    made.load(fold)
    made.make_current()
    before = dump(made)
    made.close()
    again = Store.open(tmp_path / "graph", engine=engine)
    assert dump(again) == before
    assert again.counts()["Entity"] == 2
    again.close()


def test_a_long_query_holds_up_neither_writes_nor_other_queries(store):
    endless = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a + b AS s RETURN sum(s)"
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(store.query, endless, {}, limit=1, timeout=3)
        store.apply(1, two_facts())
        counted = store.query("MATCH (e:Entity) RETURN count(e)", {}, limit=1, timeout=3)
        assert not running.done()
        again = two_facts()
        with pytest.raises(StoreError, match="refused write 2"):
            store.apply(2, again)  # reopens the database, so it waits for the query
        assert running.done()
        with pytest.raises(QueryError, match="stopped after 3 s"):
            running.result()
    assert counted == (("COUNT(e._ID)",), [(2,)], False)
    assert store.commits() == [1]


def test_an_engine_that_is_not_known_is_named(tmp_path):
    with pytest.raises(InvalidArgument, match="no engine 'neo4j'; the engines are kuzu, ladybug"):
        Store.open(tmp_path / "graph", engine="neo4j")


def test_two_engines_never_meet_in_one_process(store, tmp_path, engine):
    (other,) = set(ENGINES) - {engine}
    with pytest.raises(StoreError, match=f"{other} cannot be used in a process that has loaded {engine}.*isolate=True"):
        Store.open(tmp_path / "other", engine=other)
    assert not (tmp_path / "other").exists()


def test_a_full_disk_is_named_before_anything_is_written(tmp_path):
    with pytest.raises(StoreError, match=r"the disk is full: .* MB free, 1099511627777 MB are needed"):
        require_space(tmp_path, 1 << 60)
    with pytest.raises(StoreError, match="cannot be used: No such file"):
        require_space(tmp_path / "nowhere", 1)


def test_a_folder_that_is_a_file_is_a_store_error(tmp_path, engine):
    (tmp_path / "graph").write_text("x")
    with pytest.raises(StoreError, match="graph cannot be used: File exists"):
        Store.open(tmp_path / "graph", engine=engine)


# A model of the graph in Python: what a random sequence of writes must leave behind, live, after a
# checkpoint and a reopening, and after a bulk load.

NAMES = [f"n{i}" for i in range(6)]
STEP = st.one_of(
    st.tuples(st.just("node"), st.sampled_from(NAMES)),
    st.tuples(st.just("set"), st.sampled_from(NAMES), st.integers(-5, 5)),
    st.tuples(st.just("edge"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("cut"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
)


def write_of(steps, nodes: set[str], edges: set[tuple[str, str]]) -> WriteSet:
    """The steps that make sense against the model, as one write set merged from single ones."""
    write = WriteSet()
    for step in steps:
        one = WriteSet()
        if step[0] == "node" and step[1] not in nodes:
            nodes.add(step[1])
            one.node("Entity", entity(step[1]))
        elif step[0] == "set" and step[1] in nodes:
            one.set("Entity", {"id": step[1], "last_seen": step[2]})
        elif step[0] == "edge" and {step[1], step[2]} <= nodes and (step[1], step[2]) not in edges:
            edges.add((step[1], step[2]))
            one.edge("RELATES", step[1], step[2], fact="f", relation="r", valid_from=0, valid_to=1)
        elif step[0] == "cut" and (step[1], step[2]) in edges:
            edges.remove((step[1], step[2]))
            one.cut("RELATES", step[1], step[2], fact="f")
        write.extend(one)
    return write


def content(store: Store) -> tuple[dict[str, int], set[tuple[str, str]]]:
    nodes = dict(store.run("MATCH (e:Entity) RETURN e.id, e.last_seen"))
    forward = store.run("MATCH (a:Entity)-[:RELATES]->(b:Entity) RETURN a.id, b.id")
    backward = store.run("MATCH (b:Entity)<-[:RELATES]-(a:Entity) RETURN a.id, b.id")
    assert sorted(forward) == sorted(backward)
    return nodes, set(forward)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(batches=st.lists(st.lists(STEP, max_size=12), min_size=1, max_size=5))
def test_random_writes_leave_what_the_model_says(tmp_path_factory, engine, batches):
    folder = tmp_path_factory.mktemp("model") / "graph"
    store = Store.open(folder, engine=engine)
    nodes: set[str] = set()
    edges: set[tuple[str, str]] = set()
    fold = Fold()
    for seq, steps in enumerate(batches, 1):
        write = write_of(steps, nodes, edges)
        store.apply(seq, WriteSet.from_json(write.to_json()))
        fold.add(seq, write)
        expected = {key: row["last_seen"] for key, row in fold.nodes["Entity"].items()}
        assert content(store) == (expected, edges)
    before = dump(store)
    store.close(checkpoint_at=0)
    again = Store.open(folder, engine=engine)
    assert dump(again) == before
    loaded = Store.create(folder, engine=engine)
    loaded.load(fold)
    assert dump(loaded) == before
    loaded.close()
    again.close()


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=60))
def test_any_text_survives_a_write_and_a_bulk_load(tmp_path_factory, engine, text):
    folder = tmp_path_factory.mktemp("text") / "graph"
    write = WriteSet()
    write.node("Entity", entity("x") | {"name": text})
    store = Store.open(folder, engine=engine)
    store.apply(1, write)
    fold = Fold()
    fold.add(1, write)
    loaded = Store.create(folder, engine=engine)
    loaded.load(fold)
    for held in (store, loaded):
        assert held.run("MATCH (e:Entity) RETURN e.name") == [(text,)]
        held.close()


def test_a_journal_row_that_was_changed_is_refused(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    journal.prepare("observe", 1, two_facts())
    journal.close()
    with sqlite3.connect(tmp_path / "journal.sqlite") as db:
        db.execute("UPDATE write SET body = replace(body, '\"a\"', '\"z\"')")
    db.close()
    reopened = Journal(tmp_path / "journal.sqlite")
    with pytest.raises(CorruptError, match=r"row 1 .* fails its checksum"):
        list(reopened.rows())
    reopened.close()


def test_a_journal_tells_what_became_of_each_row(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    for _ in range(3):
        journal.prepare("observe", 1, two_facts())
    journal.applied(1)
    journal.reject(2, "StoreError")
    assert journal.counts() == {"applied": 1, "rejected": 1, "prepared": 1}
    assert [row.seq for row in journal.rows()] == [1, 3]
    journal.close()


def test_a_file_that_is_no_journal_is_named(tmp_path):
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"not a database, but long enough to be looked at" * 50)
    with pytest.raises(CorruptError, match="cannot be read as a journal"):
        Journal(path)


def test_a_long_log_is_folded_in_while_the_memory_stays_open(opened, monkeypatch):
    from kgmem import holdings

    monkeypatch.setattr(holdings, "CHECKPOINT_AT", 1)
    memory = opened(timezone="UTC")
    memory.observe("Ana lives in Porto.", speaker="Ana", at="2026-01-01T00:00:00Z")
    assert memory._held.store.log_size() == 0
    memory.observe("Ana works at Lumen.", speaker="Ana", at="2026-01-02T00:00:00Z")
    assert (len(memory.episodes()), memory.check()) == (2, [])
