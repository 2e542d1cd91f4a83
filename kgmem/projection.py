"""What held at a time as a graph of its own: of networkx, for drawing and for graph algorithms, or as rows for Cypher.

Both hold what the reading verbs show at these clocks, by the same rules (kgmem/question.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from kgmem.errors import QueryError
from kgmem.mirror import Mirror
from kgmem.question import Clocks, events_then, facts_then, known_entities, links_then, was_said
from kgmem.records import Event, Fact, Link, Repeat, Summary, Topic
from kgmem.schema import Fold, Row, edge_identity, edge_key, edge_parts
from kgmem.talk import order_of
from kgmem.temporal import BEGINNING, FOREVER

if TYPE_CHECKING:
    import networkx

    Graph = networkx.MultiDiGraph[str]

MOST_ROWS = 2_000_000
"""Rows of nodes above which no projection is made for Cypher."""
_DERIVED = ("IN_SESSION", "NEXT", "NAMES", "RELATES", "CAUSES", "NEXT_EVENT", "HIDES")
"""Edges that are made anew for another time, or have no place there."""


def project(mirror: Mirror, clocks: Clocks) -> Graph:
    """Entities and events as nodes, facts, participations and causes as edges, keyed by their ids.

    Node attribute `node` is "Entity" or "Event"; a literal value of a fact becomes a node "Value". Of the facts,
    only asserted, positive ones are there.
    """
    import networkx

    graph: Graph = networkx.MultiDiGraph()
    for entity in known_entities(mirror, clocks).values():
        graph.add_node(entity.id, node="Entity", name=entity.name, type=entity.type)
    for fact in facts_then(mirror, clocks):
        if fact.modality == "asserted" and fact.polarity == "positive":
            graph.add_edge(fact.subject_id, _object_node(graph, fact), key=fact.id, edge="Fact", **_described(fact))
    for event in events_then(mirror, clocks):
        graph.add_node(
            event.id, node="Event", name=event.description, type=event.kind, start=event.start, end=event.end
        )
        for participant in event.participants:
            graph.add_edge(event.id, participant.entity_id, key=participant.role, edge="INVOLVES")
    for link in links_then(mirror, clocks):
        if link.cause in graph and link.effect in graph:
            graph.add_edge(link.cause, link.effect, key=link.id, edge="CAUSES", kind=link.kind)
    return graph


def _object_node(graph: Graph, fact: Fact) -> str:
    if fact.object_id:
        return fact.object_id
    name = f"value:{fact.value}"
    graph.add_node(name, node="Value", name=fact.value)
    return name


def _described(fact: Fact) -> dict[str, Any]:
    names = ("relation", "predicate", "text", "valid_from", "valid_to", "confidence")
    return {name: getattr(fact, name) for name in names}


# --- for Cypher -------------------------------------------------------------------------------------


def projected(whole: Fold, mirror: Mirror, clocks: Clocks) -> Fold:
    """The rows of a graph of just what held at `clocks`, in the tables of docs/storage.md; `whole` stays as it is.

    Edges whose ends did not hold are left out, derived ones are those of that time. What is hidden, and Commit,
    Forget, Pin and Use nodes, are not there. Raises QueryError for more than MOST_ROWS.
    """
    episodes = [episode for episode in mirror.episodes if was_said(episode, mirror, clocks)]
    facts, events = list(facts_then(mirror, clocks)), list(events_then(mirror, clocks))
    links = list(links_then(mirror, clocks))
    held: dict[str, set[str]] = {
        "Episode": {episode.id for episode in episodes},
        "Session": {episode.session for episode in episodes},
        "Entity": set(known_entities(mirror, clocks)),
        "Fact": {fact.id for fact in facts},
        "Event": {event.id for event in events},
        "Link": {link.id for link in links},
        "Summary": {one.id for one in mirror.summaries.values() if _was_derived(one, clocks)},
        "Topic": {one.id for one in mirror.topics.values() if _was_derived(one, clocks)},
        "Repeat": {one.id for one in mirror.repeats.values() if _was_derived(one, clocks)},
    }
    statements = {fact.statement for fact in facts}
    held["Confirmation"] = {
        one.id
        for one in mirror.confirmations.values()
        if one.statement in statements and one.recorded_at <= clocks.known_at < one.retracted_at
    }
    names = list(_names_then(whole, held["Entity"], clocks))
    held["Alias"] = {row["src"] for row in names}
    if sum(map(len, held.values())) > MOST_ROWS:
        raise QueryError(
            f"more than {MOST_ROWS:,} things held then, too many to lay out; ask Memory.cypher and compare the times "
            "(valid_from, recorded_at) in the query"
        )
    made = Fold()
    for table, ids in held.items():
        for name in sorted(ids):
            row = dict(whole.nodes[table][name])
            if row.get("retracted_at", FOREVER) != FOREVER:
                row["retracted_at"] = FOREVER  # it was not known then
            made.nodes[table][name] = row
    for key, edges in whole.edges.items():
        edge, source, target = edge_parts(key)
        if edge.name not in _DERIVED:
            kept = (row for row in edges.values() if row["src"] in held[source] and row["dst"] in held[target])
            _put(made, key, kept)
    _put(made, edge_key("NAMES"), names)
    orders = defaultdict(list)
    for episode in episodes:
        orders[episode.session].append(order_of(episode))
    for session, order in orders.items():
        order.sort()
        made.nodes["Session"][session].update(started=order[0][0], ended=order[-1][0])
        _put(made, edge_key("IN_SESSION"), [{"src": name, "dst": session} for *_, name in order])
        _put(made, edge_key("NEXT"), [{"src": one[2], "dst": two[2]} for one, two in pairwise(order)])
    related = (fact for fact in facts if _is_related(fact) and {fact.subject_id, fact.object_id} <= held["Entity"])
    _put(made, edge_key("RELATES"), map(_relates, related))
    _put(made, edge_key("NEXT_EVENT"), _chained(events))
    for link in links:
        _put_causes(made, link, held)
    return made


def _was_derived(one: Summary | Topic | Repeat, clocks: Clocks) -> bool:
    return one.recorded_at <= clocks.known_at < one.retracted_at


def _put(made: Fold, key: str, rows: Iterable[Row]) -> None:
    made.edges[key].update((edge_identity(key, row), row) for row in rows)


def _names_then(whole: Fold, entities: set[str], clocks: Clocks) -> Iterator[Row]:
    for row in whole.edges[edge_key("NAMES")].values():
        if row["dst"] in entities and row["recorded_at"] <= clocks.known_at < row["retracted_at"]:
            yield {**row, "retracted_at": FOREVER}


def _is_related(fact: Fact) -> bool:
    return bool(fact.object_id) and fact.modality == "asserted" and fact.polarity == "positive"


def _relates(fact: Fact) -> Row:
    times = {"valid_from": fact.valid_from, "valid_to": fact.valid_to}
    return {"src": fact.subject_id, "dst": fact.object_id, "fact": fact.id, "relation": fact.relation, **times}


def _chained(events: Iterable[Event]) -> Iterator[Row]:
    """From each dated event of an entity to its next one."""
    chains = defaultdict(list)
    for event in events:
        if event.modality == "asserted" and event.polarity == "positive" and event.start > BEGINNING:
            for entity in dict.fromkeys(p.entity_id for p in event.participants):
                chains[entity].append((event.start, event.id))
    for entity, chain in sorted(chains.items()):
        for (_, before), (_, after) in pairwise(sorted(chain)):
            yield {"src": before, "dst": after, "entity": entity}


def _put_causes(made: Fold, link: Link, held: dict[str, set[str]]) -> None:
    ends = [
        "Event" if end in held["Event"] else "Fact" if end in held["Fact"] else "" for end in (link.cause, link.effect)
    ]
    if all(ends):
        row = {"src": link.cause, "dst": link.effect, "link": link.id, "kind": link.kind}
        _put(made, edge_key("CAUSES", (ends[0], ends[1])), [row])
