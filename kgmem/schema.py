"""The tables of the graph, and what a write to them looks like.

One declaration drives everything: creating the tables, writing rows, bulk loading, checking, and the
page docs/storage.md. Every column has a value in every row (no NULL): times are microseconds with
sentinels for open ends, open properties are one JSON string.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kgmem.records import trust_of
from kgmem.temporal import FOREVER

FORMAT = 5
"""Version of the store format; `meta.json` and every journal row carry it, UPGRADES bring rows up to it."""

STRING, INT, REAL = "STRING", "INT64", "DOUBLE"
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class NodeTable:
    name: str
    columns: tuple[tuple[str, str], ...]
    key: str = "id"

    @property
    def order(self) -> tuple[str, ...]:
        """Columns by which rows are read: as they came, as far as that can be told."""
        names = {name for name, _ in self.columns}
        if "occurred" in names:
            return ("recorded", "occurred", "seq", "id")
        return ("recorded_at", self.key) if "recorded_at" in names else (self.key,)

    @property
    def ddl(self) -> str:
        columns = ", ".join(f"{name} {kind}" for name, kind in self.columns)
        return f"CREATE NODE TABLE IF NOT EXISTS {self.name}({columns}, PRIMARY KEY ({self.key}))"


@dataclass(frozen=True, slots=True)
class EdgeTable:
    """`pairs` are the (from, to) node tables it may join; `key` are the columns that tell parallel
    edges between the same two nodes apart."""

    name: str
    pairs: tuple[tuple[str, str], ...]
    columns: tuple[tuple[str, str], ...] = ()
    key: tuple[str, ...] = ()

    @property
    def ddl(self) -> str:
        parts = [f"FROM {source} TO {target}" for source, target in self.pairs]
        parts += [f"{name} {kind}" for name, kind in self.columns]
        return f"CREATE REL TABLE IF NOT EXISTS {self.name}({', '.join(parts)})"


def _columns(text: str) -> tuple[tuple[str, str], ...]:
    """`"id text seq:int confidence:real"` as (name, engine type) pairs."""
    kinds = {"": STRING, "int": INT, "real": REAL}
    return tuple((name, kinds[kind]) for name, _, kind in (word.partition(":") for word in text.split()))


NODES: dict[str, NodeTable] = {
    table.name: table
    for table in (
        NodeTable("Session", _columns("id started:int ended:int")),
        NodeTable(
            "Episode",
            _columns(
                "id text caption speaker role kind session seq:int occurred:int zone recorded:int origin "
                "metadata trust:real expires:int"
            ),
        ),
        NodeTable("Entity", _columns("id name type first_seen:int last_seen:int recorded_at:int retracted_at:int")),
        NodeTable("Alias", _columns("id surface")),
        NodeTable(
            "Fact",
            _columns(
                "id statement relation predicate value text valid_from:int valid_to:int recorded_at:int "
                "retracted_at:int precision zone polarity modality memory_type confidence:real source trust:real"
            ),
        ),
        NodeTable(
            "Event",
            _columns(
                "id kind description outcome started:int ended:int precision zone polarity modality "
                "confidence:real source trust:real recorded_at:int retracted_at:int"
            ),
        ),
        NodeTable("Link", _columns("id kind cue confidence:real source trust:real recorded_at:int retracted_at:int")),
        NodeTable("Summary", _columns("id session text recorded_at:int retracted_at:int")),
        NodeTable("Topic", _columns("id topic label recorded_at:int retracted_at:int")),
        NodeTable("Repeat", _columns("id text count:int recorded_at:int retracted_at:int")),
        NodeTable("Confirmation", _columns("id statement said:int source recorded_at:int retracted_at:int")),
        NodeTable("Forget", _columns("id selector reason recorded_at:int undone_at:int")),
        NodeTable("Pin", _columns("id what kind reason recorded_at:int undone_at:int")),
        NodeTable("Use", _columns("id count:int last:int")),
        NodeTable("Pending", _columns("id why recorded_at:int read_at:int")),
        NodeTable("Commit", _columns("seq:int"), key="seq"),
    )
}

HIDEABLE = ("Episode", "Entity", "Fact", "Event", "Link")
"""What `forget` can hide."""

_SPAN = "span_start:int span_end:int"
_ANY = ("Event", "Fact")

EDGES: dict[str, EdgeTable] = {
    table.name: table
    for table in (
        EdgeTable("IN_SESSION", (("Episode", "Session"),)),
        EdgeTable("NEXT", (("Episode", "Episode"),)),
        EdgeTable("MENTIONS", (("Episode", "Entity"),), _columns(f"{_SPAN} surface"), key=("span_start",)),
        EdgeTable(
            "NAMES", (("Alias", "Entity"),), _columns("recorded_at:int retracted_at:int rule"), key=("recorded_at",)
        ),
        EdgeTable("SUBJECT", (("Fact", "Entity"),)),
        EdgeTable("OBJECT", (("Fact", "Entity"),)),
        EdgeTable(
            "EVIDENCE",
            (("Fact", "Episode"), ("Event", "Episode"), ("Link", "Episode")),
            _columns(f"{_SPAN} extractor"),
            key=("span_start",),
        ),
        EdgeTable("INVOLVES", (("Event", "Entity"),), _columns("role"), key=("role",)),
        EdgeTable("INITIATES", (("Event", "Fact"),)),
        EdgeTable("TERMINATES", (("Event", "Fact"),)),
        EdgeTable("CAUSE", tuple(("Link", node) for node in _ANY)),
        EdgeTable("EFFECT", tuple(("Link", node) for node in _ANY)),
        EdgeTable("NEXT_EVENT", (("Event", "Event"),), _columns("entity"), key=("entity",)),
        EdgeTable("CAUSES", tuple((a, b) for a in _ANY for b in _ANY), _columns("link kind"), key=("link",)),
        EdgeTable(
            "RELATES",
            (("Entity", "Entity"),),
            _columns("fact relation valid_from:int valid_to:int"),
            key=("fact",),
        ),
        EdgeTable("SUPERSEDES", (("Fact", "Fact"),), _columns("rule")),
        EdgeTable("CONFLICTS", (("Fact", "Fact"),), _columns("rule")),
        EdgeTable("SUMMARY_OF", (("Summary", "Session"),)),
        EdgeTable("QUOTES", (("Summary", "Episode"),), _columns(_SPAN), key=("span_start",)),
        EdgeTable("IN_TOPIC", (("Entity", "Topic"),), _columns("weight:real")),
        EdgeTable("REPEATS", (("Repeat", "Episode"),)),
        EdgeTable("HIDES", tuple(("Forget", node) for node in HIDEABLE)),
    )
}


@dataclass(slots=True)
class WriteSet:
    """Everything one write does to the graph, resolved: nothing is left to extract or decide.

    nodes: table -> full rows to create.            sets: table -> {key, changed columns} rows.
    edges: "TABLE|From|To" -> rows with `src`, `dst` and all columns, to create.
    cuts:  "TABLE|From|To" -> rows with `src`, `dst` and the table's key columns, to delete.
    Applied in the order nodes, sets, cuts, edges. JSON keeps it as it is.
    """

    nodes: dict[str, list[Row]] = field(default_factory=dict)
    sets: dict[str, list[Row]] = field(default_factory=dict)
    cuts: dict[str, list[Row]] = field(default_factory=dict)
    edges: dict[str, list[Row]] = field(default_factory=dict)

    def node(self, table: str, row: Row) -> None:
        self.nodes.setdefault(table, []).append(row)

    def set(self, table: str, row: Row) -> None:
        self.sets.setdefault(table, []).append(row)

    def edge(self, table: str, src: str, dst: str, pair: tuple[str, str] | None = None, **columns: Any) -> None:
        self.edges.setdefault(edge_key(table, pair), []).append({"src": src, "dst": dst, **columns})

    def cut(self, table: str, src: str, dst: str, pair: tuple[str, str] | None = None, **key: Any) -> None:
        self.cuts.setdefault(edge_key(table, pair), []).append({"src": src, "dst": dst, **key})

    def extend(self, later: WriteSet) -> None:
        """Take in the write that follows. An edge made here and cut there is
        never made, and a node made here is made as it is changed there."""
        for key, rows in later.cuts.items():
            made = self.edges.get(key, [])
            for row in rows:
                source = row["src"]
                beside = [i for i, edge in enumerate(made) if edge["src"] == source]
                same = [i for i in beside if edge_identity(key, made[i]) == edge_identity(key, row)]
                if same:
                    del made[same[0]]
                else:
                    self.cuts.setdefault(key, []).append(row)
        for table, rows in later.sets.items():
            key = NODES[table].key
            held = {row[key]: row for row in (*self.sets.get(table, ()), *self.nodes.get(table, ()))}
            for row in rows:
                if row[key] in held:
                    held[row[key]].update(row)
                else:
                    held[row[key]] = dict(row)
                    self.sets.setdefault(table, []).append(held[row[key]])
        for mine, theirs in ((self.nodes, later.nodes), (self.edges, later.edges)):
            for table, rows in theirs.items():
                mine.setdefault(table, []).extend(rows)

    def __bool__(self) -> bool:
        return bool(self.nodes or self.sets or self.cuts or self.edges)

    def to_json(self) -> str:
        body = {"nodes": self.nodes, "sets": self.sets, "cuts": self.cuts, "edges": self.edges}
        return json.dumps(
            {name: part for name, part in body.items() if part}, ensure_ascii=False, separators=(",", ":")
        )

    @classmethod
    def from_json(cls, text: str) -> WriteSet:
        return cls(**json.loads(text))


def _with_trust(write: WriteSet) -> None:
    """Format 2 gives everything a trust: an episode's by who speaks in it, the least of its evidence to
    what was read in it, full trust to what a program said."""
    trust = {}
    for row in write.nodes.get("Episode", ()):
        trust[row["id"]] = row["trust"] = trust_of(row["role"], row["kind"])
    for table in ("Fact", "Event", "Link"):
        read = write.edges.get(edge_key("EVIDENCE", (table, "Episode")), ())
        for row in write.nodes.get(table, ()):
            found = [trust[edge["dst"]] for edge in read if edge["src"] == row["id"] and edge["dst"] in trust]
            row["trust"] = min(found, default=1.0)


def _with_recorded_names(write: WriteSet) -> None:
    """Format 3 says since when memory knows an entity, and since when a name means it: before, never otherwise."""
    for row in write.nodes.get("Entity", ()):
        row.update(recorded_at=0, retracted_at=FOREVER)
    for row in write.edges.get(edge_key("NAMES"), ()):
        row.update(recorded_at=0, retracted_at=FOREVER, rule="name")


def _with_expiry(write: WriteSet) -> None:
    """Format 4 says until when an episode is shown: before, always."""
    for row in write.nodes.get("Episode", ()):
        row["expires"] = FOREVER


def _as_it_is(write: WriteSet) -> None:
    """Format 5 knows episodes that are read later: before, there were none."""


UPGRADES: dict[int, Callable[[WriteSet], None]] = {
    1: _with_trust,
    2: _with_recorded_names,
    3: _with_expiry,
    4: _as_it_is,
}
"""What turns a write set of format n into one of n + 1, in place, by n."""


def upgraded(write: WriteSet, since: int) -> WriteSet:
    """A write set that was written with format `since`, as the present format has it."""
    for version in range(since, FORMAT):
        UPGRADES[version](write)
    return write


def edge_key(table: str, pair: tuple[str, str] | None = None) -> str:
    """The name under which a write set holds edges of one table between two node tables."""
    source, target = pair or EDGES[table].pairs[0]
    return f"{table}|{source}|{target}"


def edge_keys() -> Iterator[str]:
    """Every name under which a write set may hold edges."""
    for table in EDGES.values():
        yield from (edge_key(table.name, pair) for pair in table.pairs)


def edge_parts(key: str) -> tuple[EdgeTable, str, str]:
    table, source, target = key.split("|")
    return EDGES[table], source, target


class Fold:
    """The graph that a sequence of write sets leaves behind, in memory: for rebuilding and checking."""

    def __init__(self) -> None:
        self.nodes: dict[str, dict[Any, Row]] = {name: {} for name in NODES}
        self.edges: dict[str, dict[tuple[Any, ...], Row]] = {key: {} for key in edge_keys()}

    def add(self, seq: int, write: WriteSet) -> None:
        self.nodes["Commit"][seq] = {"seq": seq}
        for table, rows in write.nodes.items():
            for row in rows:
                self.nodes[table][row[NODES[table].key]] = dict(row)
        for table, rows in write.sets.items():
            for row in rows:
                self.nodes[table][row[NODES[table].key]].update(row)
        for key, rows in write.cuts.items():
            for row in rows:
                self.edges[key].pop(edge_identity(key, row), None)
        for key, rows in write.edges.items():
            for row in rows:
                self.edges[key][edge_identity(key, row)] = dict(row)


def edge_identity(key: str, row: Mapping[str, Any]) -> tuple[Any, ...]:
    """What tells one edge of a table from every other."""
    return (row["src"], row["dst"], *(row[column] for column in EDGES[key.split("|")[0]].key))


def statements() -> Iterator[str]:
    """The statements that create every table."""
    for table in NODES.values():
        yield table.ddl
    for edge in EDGES.values():
        yield edge.ddl


def fitted(columns: Iterable[tuple[str, str]], row: Mapping[str, Any]) -> Row:
    """The row with exactly these columns, each of its engine type. A missing column is a KeyError."""
    convert = {STRING: str, INT: int, REAL: float}
    return {name: convert[kind](row[name]) for name, kind in columns}
