"""Records as rows of the graph, and the whole graph read out as such rows."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kgmem import schema
from kgmem.records import Episode, Fact
from kgmem.schema import Row, WriteSet, edge_key
from kgmem.store import Store


def episode_row(episode: Episode) -> Row:
    row = {name: getattr(episode, name) for name, _ in schema.NODES["Episode"].columns if name != "metadata"}
    return {**row, "metadata": json.dumps(dict(episode.metadata), ensure_ascii=False, sort_keys=True)}


def episode_of(row: Row) -> Episode:
    return Episode(**{**row, "metadata": json.loads(row["metadata"])})


def fact_row(fact: Fact) -> Row:
    return {name: getattr(fact, name) for name, _ in schema.NODES["Fact"].columns}


def dump(store: Store) -> WriteSet:
    """The whole graph as one write set."""
    write = WriteSet()
    for table in schema.NODES.values():
        rows = _read_nodes(store, table)
        if rows:
            write.nodes[table.name] = rows
    for edge in schema.EDGES.values():
        for pair in edge.pairs:
            rows = list(_read_edges(store, edge, pair))
            if rows:
                write.edges[edge_key(edge.name, pair)] = rows
    return write


def _read_nodes(store: Store, table: schema.NodeTable) -> list[Row]:
    names = [name for name, _ in table.columns]
    returned = ", ".join(f"n.{name}" for name in names)
    order = ", ".join(f"n.{column}" for column in table.order)
    found = store.run(f"MATCH (n:{table.name}) RETURN {returned} ORDER BY {order}")
    return [dict(zip(names, row, strict=True)) for row in found]


def _read_edges(store: Store, edge: schema.EdgeTable, pair: tuple[str, str]) -> Iterator[Row]:
    source, target = pair
    names = ["src", "dst", *(name for name, _ in edge.columns)]
    returned = ", ".join(["a.id", "b.id", *(f"e.{name}" for name, _ in edge.columns)])
    order = ", ".join(["a.id", "b.id", *(f"e.{name}" for name in edge.key)])
    for row in store.run(f"MATCH (a:{source})-[e:{edge.name}]->(b:{target}) RETURN {returned} ORDER BY {order}"):
        yield dict(zip(names, row, strict=True))
