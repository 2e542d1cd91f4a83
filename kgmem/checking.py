"""Do the parts of a memory agree? Compared row by row, and against what every row must have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kgmem import schema
from kgmem.errors import CorruptError
from kgmem.journal import Journal, JournalRow
from kgmem.mirror import Mirror
from kgmem.schema import Fold, WriteSet, edge_key
from kgmem.temporal import BEGINNING, FOREVER

MIRRORED = (
    *("facts", "events", "links", "entities", "aliases", "names", "former", "surfaces", "ended_by", "forgettings"),
    *(
        "sessions",
        "number",
        "summaries",
        "topics",
        "repeats",
        "pins",
        "readings",
        "pending",
        "uses",
        "used_at",
        "confirmations",
    ),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that does not agree. `mend` is what `repair` would do: rebuild, reload, reindex, journal."""

    text: str
    mend: str


def folded(rows: Iterable[JournalRow], among: set[int] | None = None) -> Fold:
    """The graph that journal rows leave behind; `among`: only those of these numbers.

    Raises CorruptError for a row that changes what no row before it made.
    """
    held = Fold()
    for row in rows:
        if among is None or row.seq in among:
            try:
                held.add(row.seq, row.write)
            except KeyError as error:
                raise CorruptError(
                    f"row {row.seq} of the journal changes what is not there; run `kgmem repair`"
                ) from error
    return held


def whole_of(held: Fold) -> WriteSet:
    """A fold as one write set, in the order in which a graph is read."""
    write = WriteSet()
    for name, rows in held.nodes.items():
        table = schema.NODES[name]
        found = [schema.fitted(table.columns, row) for row in rows.values()]
        if found:
            write.nodes[name] = sorted(found, key=lambda row: tuple(row[column] for column in table.order))
    for key, edges in held.edges.items():
        if edges:
            write.edges[key] = [edges[identity] for identity in sorted(edges)]
    return write


def graph_findings(wanted: Fold, held: WriteSet) -> Iterator[Finding]:
    """Where a graph, read as one write set, differs from what the journal says."""
    for table in schema.NODES.values():
        rows = {key: schema.fitted(table.columns, row) for key, row in wanted.nodes[table.name].items()}
        found = {row[table.key]: row for row in held.nodes.get(table.name, ())}
        yield from _differences(table.name, rows, found)
    for key, edges in wanted.edges.items():
        found_rows = held.edges.get(key, [])
        identity = [schema.edge_identity(key, row) for row in found_rows]
        yield from _differences(key.split("|")[0], edges, dict(zip(identity, found_rows, strict=True)))
        if len(set(identity)) != len(identity):
            yield Finding(f"{key.split('|')[0]} holds duplicate edges", "rebuild")


def _differences(name: str, wanted: Mapping[Any, Any], found: Mapping[Any, Any]) -> Iterator[Finding]:
    if missing := len(wanted.keys() - found.keys()):
        yield Finding(f"{name}: {missing} rows of the journal are missing in the graph", "rebuild")
    if extra := len(found.keys() - wanted.keys()):
        yield Finding(f"{name}: {extra} rows of the graph are in no journal row", "rebuild")
    if changed := sum(dict(found[key]) != dict(wanted[key]) for key in wanted.keys() & found.keys()):
        yield Finding(f"{name}: {changed} rows differ between journal and graph", "rebuild")


def mirror_findings(mirror: Mirror, fresh: Mirror) -> Iterator[Finding]:
    """Where what is held in memory differs from a fresh reading of the graph."""
    for name in MIRRORED:
        mine, theirs = getattr(mirror, name), getattr(fresh, name)
        keys_only = name in ("sessions", "number")
        if (set(mine) != set(theirs)) if keys_only else (dict(mine) != dict(theirs)):
            yield Finding(f"{name} in memory differ from the graph", "reload")
    for name in ("ties", "mentions_in", "procedural_in"):
        mine, theirs = ({k: v for k, v in getattr(held, name).items() if v} for held in (mirror, fresh))
        if mine != theirs:
            yield Finding(f"{name} in memory differ from the graph", "reload")
    for name, numbered in (("facts", _facts), ("events", _events), ("mentions", _mentions)):
        if Counter(numbered(mirror)) != Counter(numbered(fresh)):
            yield Finding(f"{name} by number in memory differ from the graph", "reload")
    if list(mirror.starts.since(BEGINNING)) != list(fresh.starts.since(BEGINNING)):
        yield Finding("the order of events in memory differs from the graph", "reload")
    if _talk(mirror) != _talk(fresh):
        yield Finding("the order of episodes in memory differs from the graph", "reload")
    if Counter(mirror.hidden) - Counter(mirror.lapsed) != Counter(fresh.hidden):
        yield Finding("what is hidden in memory differs from the graph", "reload")
    if len(mirror.lexical) != len(mirror.episodes) or len(mirror.fact_words) != len(mirror.facts):
        yield Finding("the word index does not hold every text", "reload")


def _talk(mirror: Mirror) -> tuple[object, ...]:
    ids = [*(episode.id for episode in mirror.episodes), ""]
    before, after = mirror.neighbours()
    return mirror.manner(), {name: (ids[one], ids[two]) for name, one, two in zip(ids, before, after, strict=False)}


def _facts(mirror: Mirror) -> Iterator[tuple[object, ...]]:
    return ((*said, mirror.episodes[number].id) for *said, number in mirror.fact_columns.pairs() if number >= 0)


def _events(mirror: Mirror) -> Iterator[tuple[object, ...]]:
    return ((*said, mirror.episodes[number].id) for *said, number in mirror.event_columns.pairs() if number >= 0)


def _mentions(mirror: Mirror) -> Iterator[tuple[object, ...]]:
    return ((mirror.episodes[number].id, entity) for number, entity in mirror.mentions.pairs())


def content_findings(mirror: Mirror, whole: WriteSet) -> Iterator[Finding]:
    """What no write of kgmem leaves behind: things without their ends, sessions that lie about time."""
    episodes, entities = mirror.number, mirror.entities
    lost = [f.id for f in mirror.facts.values() if any(e.episode not in episodes for e in f.evidence)]
    lost += [e.id for e in mirror.events.values() if any(x.episode not in episodes for x in e.evidence)]
    lost += [k.id for k in mirror.links.values() if not {k.cause, k.effect} <= {*mirror.events, *mirror.facts}]
    if lost:
        yield Finding(f"{len(lost)} facts, events or links lack their evidence or ends", "journal")
    meant = {name for ids in mirror.aliases.values() for name in ids}
    if nameless := {name for name, held in entities.items() if held.retracted_at == FOREVER} - meant:
        yield Finding(f"{len(nameless)} entities have no name that leads to them", "journal")
    if dangling := meant - entities.keys():
        yield Finding(f"{len(dangling)} names lead to no entity", "journal")
    times = {name: (min(order)[0], max(order)[0]) for name, order in mirror.sessions.items() if order}
    stated = {row["id"]: (row["started"], row["ended"]) for row in whole.nodes.get("Session", ())}
    if wrong := [name for name, span in times.items() if stated.get(name) != span]:
        yield Finding(f"{len(wrong)} sessions do not begin and end with their episodes", "journal")
    chain = {(before[2], after[2]) for order in mirror.sessions.values() for before, after in pairwise(order)}
    if chain != {(row["src"], row["dst"]) for row in whole.edges.get(edge_key("NEXT"), ())}:
        yield Finding("the order of episodes in their sessions (NEXT) is not theirs by time", "journal")
    projected = {
        fact.id
        for fact in mirror.facts.values()
        if fact.object_id
        and fact.modality == "asserted"
        and fact.polarity == "positive"
        and fact.retracted_at == FOREVER
    }
    if projected != {row["fact"] for row in whole.edges.get(edge_key("RELATES"), ())}:
        yield Finding("the edges between entities (RELATES) are not those of the facts held", "journal")


def journal_findings(journal: Journal) -> Iterator[Finding]:
    if damage := journal.damage():
        yield Finding(f"the journal is damaged: {damage}", "journal")
        return
    try:
        folded(journal.rows())
    except CorruptError as error:
        yield Finding(f"the journal is damaged: {error}", "journal")
