"""Random writes against a graph engine and, side by side, against plain dicts: they must hold the same.

The model knows nothing of the engine: two dicts of rows. Whatever is written, refused, checkpointed,
reopened or loaded in bulk, reading everything back must give the model's rows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kgmem import schema
from kgmem.errors import StoreError
from kgmem.rows import dump
from kgmem.schema import Fold, Row, WriteSet
from kgmem.store import Store
from kgmem.temporal import BEGINNING, FOREVER

WORDS = [
    "",
    " ",
    "Ana",
    "Zoë",
    "小李住在上海。",
    "a,b",
    '"quoted"',
    "it's",
    "back\\slash",
    "two\nlines",
    "tab\there",
    "🙂",
    "NULL",
]
INTS = [-1, 0, 1, 2, 3, 5, 8, BEGINNING, FOREVER]
NEVER = 1 << 62
"""A log size that is never reached: closing without a checkpoint."""


class Model:
    """Rows of a graph: nodes by table and key, edges by "TABLE|From|To" and identity; commits in order."""

    def __init__(self) -> None:
        self.nodes: dict[str, dict[Any, Row]] = {name: {} for name in schema.NODES if name != "Commit"}
        self.edges: dict[str, dict[tuple[Any, ...], Row]] = {
            f"{edge.name}|{source}|{target}": {} for edge in schema.EDGES.values() for source, target in edge.pairs
        }
        self.commits: list[int] = []

    def take(self, seq: int, write: WriteSet) -> None:
        for name, rows in write.nodes.items():
            self.nodes[name].update({row["id"]: dict(row) for row in rows})
        for name, rows in write.sets.items():
            for row in rows:
                self.nodes[name][row["id"]] |= row
        for key, rows in write.cuts.items():
            for row in rows:
                del self.edges[key][identity(key, row)]
        for key, rows in write.edges.items():
            self.edges[key].update({identity(key, row): dict(row) for row in rows})
        self.commits.append(seq)

    def fold(self) -> Fold:
        made = Fold()
        made.nodes |= {name: dict(rows) for name, rows in self.nodes.items()}
        made.nodes["Commit"] = {seq: {"seq": seq} for seq in self.commits}
        made.edges |= {key: dict(rows) for key, rows in self.edges.items()}
        return made


def identity(key: str, row: Row) -> tuple[Any, ...]:
    return (row["src"], row["dst"], *(row[name] for name in schema.EDGES[key.split("|")[0]].key))


def random_write(draw: random.Random, model: Model, *, size: int) -> WriteSet:
    """A write that makes sense against the model: new nodes, changed nodes, cut edges, new edges.

    size: about how many rows of each of a few tables; small ones and big ones take different statements.
    """
    write = WriteSet()
    keys = {name: list(rows) for name, rows in model.nodes.items()}
    for name in draw.sample(sorted(keys), draw.randint(0, 4)):
        for _ in range(draw.randint(1, size)):
            key = f"{name.lower()}-{len(keys[name])}"
            keys[name].append(key)
            write.node(name, {**_values(draw, schema.NODES[name].columns), "id": key})
    for name in draw.sample(sorted(keys), draw.randint(0, 3)):
        columns = [column for column in schema.NODES[name].columns if column[0] != "id"]
        for key in draw.sample(keys[name], min(len(keys[name]), draw.randint(1, 5))):
            write.set(name, {**_values(draw, draw.sample(columns, draw.randint(1, len(columns)))), "id": key})
    for key in draw.sample(sorted(model.edges), 6):
        table, source, target = key.split("|")
        held = model.edges[key]
        gone = draw.sample(sorted(held), min(len(held), draw.choice([0, 0, 1, 3])))
        for one in gone:
            row = held[one]
            write.cut(table, row["src"], row["dst"], (source, target), **{c: row[c] for c in schema.EDGES[table].key})
        made = set(held) - set(gone)
        for _ in range(draw.randint(0, size) if keys[source] and keys[target] else 0):
            row = _values(draw, schema.EDGES[table].columns)
            row |= {"src": draw.choice(keys[source]), "dst": draw.choice(keys[target])}
            if identity(key, row) not in made:
                made.add(identity(key, row))
                write.edge(table, row.pop("src"), row.pop("dst"), (source, target), **row)
    return write


def _values(draw: random.Random, columns: Any) -> Row:
    kinds: dict[str, Callable[[], Any]] = {
        schema.STRING: lambda: draw.choice(WORDS) if draw.random() < 0.9 else "long " * 400,
        schema.INT: lambda: draw.choice(INTS),
        schema.REAL: lambda: draw.choice([0.0, 0.5, 1.0, draw.random()]),
    }
    return {name: kinds[kind]() for name, kind in columns}


def differences(store: Store, model: Model) -> Iterator[str]:
    """Where graph and model differ, tables by name; nothing when they hold the same."""
    held = dump(store)
    for name, rows in model.nodes.items():
        found = held.nodes.get(name, [])
        if len(found) != len(rows) or {row["id"]: row for row in found} != rows:
            yield f"{name}: {len(found)} rows are not the model's {len(rows)}"
    for key, edges in model.edges.items():
        found = held.edges.get(key, [])
        if len(found) != len(edges) or {identity(key, row): row for row in found} != edges:
            yield f"{key}: {len(found)} edges are not the model's {len(edges)}"
        table, source, target = key.split("|")
        back = store.run(f"MATCH (b:{target})<-[e:{table}]-(a:{source}) RETURN a.id, b.id ORDER BY a.id, b.id")
        if back != sorted((row["src"], row["dst"]) for row in edges.values()):
            yield f"{key}: backwards it has {len(back)} edges that are not the model's {len(edges)}"
    if store.commits() != model.commits:
        yield f"commits are {len(store.commits())}, not the model's {len(model.commits)}"
    counts = {name: len(rows) for name, rows in model.nodes.items()} | {"Commit": len(model.commits)}
    for key, edges in model.edges.items():
        counts[key.split("|")[0]] = counts.get(key.split("|")[0], 0) + len(edges)
    if store.counts() != counts:
        yield "counts differ"


def play(folder: Path, engine: str, seed: int, *, steps: int) -> tuple[int, list[str]]:
    """Do `steps` random things to a new graph; how many were done, and the differences that ended it."""
    draw = random.Random(seed)
    model = Model()
    store = Store.open(folder, engine=engine)
    seq = 0
    found: list[str] = []
    for step in range(steps):
        what = draw.choices(["write", "refused", "checkpoint", "reopen", "load"], [70, 8, 5, 12, 5])[0]
        if what == "write":
            seq += 1
            write = random_write(draw, model, size=draw.choice([2, 5, 40]))
            store.apply(seq, WriteSet.from_json(write.to_json()))
            model.take(seq, write)
        elif what == "refused":
            _refuse(draw, store, model, seq)
        elif what == "checkpoint":
            store.checkpoint()
        elif what == "reopen":
            store.close(checkpoint_at=draw.choice([0, NEVER]))
            store = Store.open(folder, engine=engine)
            if not store.trusted:
                found.append("the files of a clean close are not trusted")
        else:
            made = Store.create(folder, engine=engine)
            made.load(model.fold())
            store.close(checkpoint_at=NEVER)
            made.make_current()
            made.remove_other_generations()
            store = made
        if what != "write" or step % 5 == 0 or step == steps - 1:
            found += [f"step {step} ({what}): {difference}" for difference in differences(store, model)]
        if found:
            break
    store.close()
    return step + 1, found


def _refuse(draw: random.Random, store: Store, model: Model, seq: int) -> None:
    """A write that the engine refuses at its first or at its last statement; nothing of it may stay."""
    write = random_write(draw, model, size=3)
    table = draw.choice([name for name, rows in model.nodes.items() if rows] or [""])
    if table and draw.random() < 0.5:
        write.node(table, dict(draw.choice(list(model.nodes[table].values()))))
        seq += 1000
    elif not model.commits:
        return
    else:
        seq = draw.choice(model.commits)
    try:
        store.apply(seq, write)
    except StoreError:
        return
    raise AssertionError("a write with a key that is taken was not refused")
