"""One engine, measured in a process of its own: `python -m benchmarks.engine_runs ENGINE TASK NUMBER SIZE`.

TASK is `writes` or `reads` (NUMBER is the seed) or `speed`; the result is one JSON object on stdout. Two
engines cannot share a process, and a crash of one must not end the benchmark.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import engine_reads, engine_writes
from benchmarks.engine_reads import blank
from kgmem.rows import dump
from kgmem.schema import Fold, WriteSet
from kgmem.store import Store

REPEATS = 5
READS = {
    "node by key": "MATCH (e:Entity {id: $id}) RETURN e.name",
    "facts of an entity": "MATCH (e:Entity {id: $id})<-[:SUBJECT]-(f:Fact) RETURN f.text ORDER BY f.id",
    "provenance of a fact": "MATCH (f:Fact {id: $fact})-[e:EVIDENCE]->(p:Episode) RETURN p.text, e.span_start",
    "one hop, as of": "MATCH (a:Entity {id: $id})-[r:RELATES]->(b:Entity) WHERE r.valid_from <= 5 AND r.valid_to > 5 "
    "RETURN b.name ORDER BY r.fact",
    "two hops": "MATCH (a:Entity {id: $id})-[:RELATES]->(b:Entity) WITH DISTINCT b MATCH (b)-[:RELATES]->(c:Entity) "
    "RETURN DISTINCT c.name ORDER BY c.name LIMIT 50",
    "up to three hops": "MATCH (a:Entity {id: $id})-[:RELATES*1..3]->(b:Entity) RETURN count(DISTINCT b.id)",
    "facts per relation": "MATCH (f:Fact) RETURN f.relation, count(*) ORDER BY f.relation",
}


def writes(engine: str, seed: int, size: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as made:
        steps, found = engine_writes.play(Path(made) / "graph", engine, seed, steps=size)
    return {"done": steps, "found": found}


def reads(engine: str, seed: int, size: int) -> dict[str, Any]:
    graph = engine_reads.Graph(seed, entities=size)
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as made:
        store = Store.open(Path(made) / "graph", engine=engine)
        if seed % 2:
            store.apply(1, graph.write)
        else:
            store.load(graph.model.fold())
        found = [*engine_writes.differences(store, graph.model), *engine_reads.wrong(store, graph, starts=20)]
        store.close()
    return {"done": len(engine_reads.CATALOGUE), "found": found}


def speed(engine: str, number: int, size: int) -> dict[str, Any]:
    """Medians in milliseconds, and sizes in bytes, over a graph of `size` episodes."""
    spent: dict[str, float] = {}
    store: Store

    def timed(name: str, work: Callable[[], Any], repeats: int = 1) -> Any:
        result, took = None, []
        for _ in range(repeats):
            started = time.perf_counter()
            result = work()
            took.append((time.perf_counter() - started) * 1000)
        spent[name] = median(took)
        return result

    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as made:
        folder = Path(made) / "graph"
        fold = Fold()
        for seq in range(1, size + 1):
            fold.add(seq, episode(seq))
        store = timed("create", lambda: Store.create(folder, engine=engine))
        timed("load", lambda: store.load(fold))
        store.make_current()
        timed("close", store.close)
        spent["bytes loaded"] = float(_size(store))

        def reopen() -> None:
            nonlocal store
            store.close()
            store = Store.open(folder, engine=engine)

        timed("close and open", reopen, REPEATS)
        timed("dump", lambda: dump(store), REPEATS)
        numbers = iter(range(size + 1, 10 * size + 1000))
        timed("apply one episode", lambda: store.apply(n := next(numbers), episode(n)), 100)
        timed("apply 64 episodes", lambda: store.apply(*_many(numbers, 64)), REPEATS)
        for name, cypher in READS.items():
            given = {"id": "e7", "fact": "f7"}
            params = {key: value for key, value in given.items() if f"${key}" in cypher}
            timed(name, lambda c=cypher, p=params: store.run(c, **p), 20)  # type: ignore[misc]
        timed("a query by itself", lambda: store.query(READS["node by key"], {"id": "e7"}, limit=5, timeout=9), 20)
        timed("checkpoint", store.checkpoint)
        spent["bytes after writes"] = float(_size(store))
        store.close()
    return spent


def _size(store: Store) -> int:
    return sum(file.stat().st_size for file in store.path.parent.iterdir())


def _many(numbers: Iterator[int], count: int) -> tuple[int, WriteSet]:
    write = WriteSet()
    for _ in range(count):
        seq = next(numbers)
        write.extend(episode(seq))
    return seq, write


def episode(number: int) -> WriteSet:
    """What a typical message leaves behind: two facts and an event, about a new entity and known ones."""
    write = WriteSet()
    text = f"Message {number}: " + "some words about people and places, " * 3
    write.node("Episode", blank("Episode", id=f"p{number}", text=text, speaker="Ana", kind="message", seq=number))
    write.node("Entity", blank("Entity", id=f"e{number}", name=f"Name {number}", type="Person"))
    write.node("Alias", blank("Alias", id=f"name {number}", surface=f"Name {number}"))
    write.edge("NAMES", f"name {number}", f"e{number}")
    if number > 1:
        write.edge("NEXT", f"p{number - 1}", f"p{number}")
    for part in range(2):
        fact, known = f"f{number}" if not part else f"f{number}-{part}", f"e{max(1, number - 1 - 7 * part)}"
        about = f"e{1 + number % 50}" if number > 50 and part else f"e{number}"
        relation = ("knows", "livesIn", "likes")[(number + part) % 3]
        write.node("Fact", blank("Fact", id=fact, relation=relation, text=f"{about} {relation} {known}", valid_to=9))
        write.edge("SUBJECT", fact, about)
        write.edge("OBJECT", fact, known)
        write.edge("RELATES", about, known, fact=fact, relation=relation, valid_from=number % 9, valid_to=9)
        write.edge("EVIDENCE", fact, f"p{number}", span_start=part, span_end=9, extractor="rules")
        write.edge("MENTIONS", f"p{number}", known, span_start=part, span_end=9, surface=known)
    write.node("Event", blank("Event", id=f"v{number}", kind="Meeting", description=text[:40]))
    write.edge("INVOLVES", f"v{number}", f"e{number}", role="agent")
    write.edge(
        "EVIDENCE", f"v{number}", f"p{number}", ("Event", "Episode"), span_start=0, span_end=9, extractor="rules"
    )
    return write


TASKS = {"writes": writes, "reads": reads, "speed": speed}

if __name__ == "__main__":
    engine, task, number, size = sys.argv[1:]
    json.dump(TASKS[task](engine, int(number), int(size)), sys.stdout)
