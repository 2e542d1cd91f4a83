"""Both engines against plain Python: random writes, reading statements, and a process of their own.

The long form is `python -m benchmarks engines`.
"""

import os
import signal
import subprocess
import sys

import pytest

from benchmarks import engine_reads, engine_writes
from benchmarks.engines import comparison
from kgmem.errors import InvalidArgument, QueryError, StoreError
from kgmem.rows import dump
from kgmem.schema import Fold, WriteSet
from kgmem.store import Store
from kgmem.store_process import StoreProcess

pytestmark = pytest.mark.engine


def session(key: str) -> WriteSet:
    write = WriteSet()
    write.node("Session", {"id": key, "started": 0, "ended": 1})
    return write


@pytest.mark.parametrize("seed", [1, 2])
def test_random_writes_refusals_checkpoints_and_loads_leave_what_the_model_says(tmp_path, engine, seed):
    assert engine_writes.play(tmp_path / "graph", engine, seed, steps=12) == (12, [])


@pytest.mark.parametrize("bulk", [True, False])
def test_reading_statements_tell_the_truth(tmp_path, engine, bulk):
    graph = engine_reads.Graph(seed=bulk, entities=40)
    store = Store.open(tmp_path / "graph", engine=engine)
    if bulk:
        store.load(graph.model.fold())
    else:
        store.apply(1, graph.write)
    assert list(engine_writes.differences(store, graph.model)) == []
    assert list(engine_reads.wrong(store, graph, starts=6)) == []
    store.close()


def test_the_model_notices_a_difference(tmp_path, engine):
    graph = engine_reads.Graph(seed=5, entities=8)
    store = Store.open(tmp_path / "graph", engine=engine)
    store.apply(1, graph.write)
    store.run("MATCH (e:Entity {id: 'e1'}) SET e.name = 'other'")
    store.run("MATCH (f:Fact {id: 'f0'})-[s:SUBJECT]->() DELETE s")
    assert list(engine_writes.differences(store, graph.model)) == [
        "Entity: 8 rows are not the model's 8",
        "SUBJECT|Fact|Entity: 23 edges are not the model's 24",
        "SUBJECT|Fact|Entity: backwards it has 23 edges that are not the model's 24",
        "counts differ",
    ]
    assert "one hop" in set(engine_reads.wrong(store, graph, starts=8))
    store.close()


def test_a_comparison_shows_both_and_their_ratio():
    assert comparison({"a": {"open": 4.0, "bytes loaded": 2e6}, "b": {"open": 2.0, "bytes loaded": 1e6}}) == (
        "median         a     b  ratio\n"
        "----------  ----  ----  -----\n"
        "open, ms    4.00  2.00    2.0\n"
        "loaded, MB  2.00  1.00    2.0"
    )


# --- in a process of its own ------------------------------------------------------------------------


@pytest.fixture
def isolated(tmp_path, engine):
    held = StoreProcess.open(tmp_path / "graph", engine=engine)
    yield held
    held.close()


def kill(store: StoreProcess) -> None:
    os.kill(store._child._process.pid, signal.SIGKILL)


def test_an_isolated_store_has_the_same_verbs_and_errors(isolated):
    assert isolated.trusted
    isolated.apply(1, session("s"))
    assert isolated.commits() == [1]
    assert isolated.holds(1)
    assert not isolated.holds(2)
    assert isolated.counts()["Session"] == 1
    assert isolated.run("MATCH (s:Session {id: $verb}) RETURN s.ended", verb="s") == [(1,)]
    with pytest.raises(StoreError, match="refused write 2"):
        isolated.apply(2, session("s"))
    with pytest.raises(InvalidArgument, match=r"missing \['id'\]"):
        isolated.run("MATCH (s:Session {id: $id}) RETURN s")
    with pytest.raises(QueryError, match="Nowhere"):
        isolated.query("MATCH (n:Nowhere) RETURN n", {}, limit=1, timeout=5)
    before = isolated.generation
    isolated.checkpoint()
    assert isolated.generation != before
    assert isolated.path.is_file()


def test_a_clean_close_is_trusted_by_either_kind_of_store(tmp_path, isolated, engine):
    isolated.apply(1, session("s"))
    isolated.close()
    with pytest.raises(StoreError, match="the graph is closed"):
        isolated.holds(1)
    for kind in (Store, StoreProcess):
        again = kind.open(tmp_path / "graph", engine=engine)
        assert (again.trusted, again.commits()) == (True, [1])
        again.close()


def test_a_killed_engine_costs_nothing_that_was_written(isolated):
    isolated.apply(1, session("a"))
    kill(isolated)
    assert isolated.commits() == [1]
    kill(isolated)
    isolated.apply(2, session("b"))
    assert isolated.run("MATCH (s:Session) RETURN s.id ORDER BY s.id") == [("a",), ("b",)]
    assert len(dump(isolated).nodes["Session"]) == 2


def test_a_new_generation_is_loaded_in_a_process_of_its_own(tmp_path, isolated, engine):
    fold = Fold()
    fold.add(7, session("s"))
    made = StoreProcess.create(tmp_path / "graph", engine=engine)
    made.load(fold)
    made.make_current()
    made.close()
    again = StoreProcess.open(tmp_path / "graph", engine=engine)
    assert (again.generation, again.commits()) == ("g2", [7])
    again.close()


def test_a_new_generation_dies_with_its_process(tmp_path, isolated, engine):
    made = StoreProcess.create(tmp_path / "graph", engine=engine)
    kill(made)
    with pytest.raises(StoreError, match="make it once more"):
        made.commits()
    made.close()


def test_a_query_that_the_engine_cannot_stop_costs_its_process(isolated):
    isolated.apply(1, session("s"))
    endless = "UNWIND range(1, 9) AS i RETURN levenshtein(repeat('ab', 60000), repeat('ba', 60000))"
    with pytest.raises(QueryError, match=r"stopped after 0.2 s"):
        isolated.query(endless, {}, limit=1, timeout=0.2)
    assert isolated.query("MATCH (s:Session) RETURN s.id", {}, limit=5, timeout=5) == (("s.id",), [("s",)], False)


def test_the_engine_ends_with_its_parent_and_leaves_the_graph_usable(tmp_path, engine):
    code = (
        "import os, sys; from pathlib import Path; from kgmem.schema import WriteSet\n"
        "from kgmem.store_process import StoreProcess\n"
        "store = StoreProcess.open(Path(sys.argv[1]), engine=sys.argv[2])\n"
        "write = WriteSet(); write.node('Session', {'id': 's', 'started': 0, 'ended': 0}); store.apply(5, write)\n"
        "os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "graph"), engine], check=True)
    store = Store.open(tmp_path / "graph", engine=engine)
    assert (store.trusted, store.commits()) == (False, [5])
    store.close()
