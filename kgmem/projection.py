"""What held at a time, as a networkx graph: for drawing, for graph algorithms, for a look around."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kgmem.mirror import Mirror
from kgmem.question import Clocks, is_held
from kgmem.records import Fact

if TYPE_CHECKING:
    import networkx

    Graph = networkx.MultiDiGraph[str]


def project(mirror: Mirror, clocks: Clocks) -> Graph:
    """Entities and events as nodes, facts, participations and causes as edges, keyed by their ids.

    Node attribute `node` is "Entity" or "Event"; a literal value of a fact becomes a node "Value". Only
    asserted, positive facts held and valid at `clocks` are there, only events recorded by then.
    """
    import networkx

    graph: Graph = networkx.MultiDiGraph()
    for entity in mirror.entities.values():
        if entity.id in mirror.hidden:
            continue
        graph.add_node(entity.id, node="Entity", name=entity.name, type=entity.type)
    for fact in mirror.facts.values():
        if fact.id in mirror.hidden:
            continue
        if fact.modality == "asserted" and fact.polarity == "positive" and is_held(fact, clocks):
            graph.add_edge(fact.subject_id, _object_node(graph, fact), key=fact.id, edge="Fact", **_described(fact))
    for event in mirror.events.values():
        if event.recorded_at <= clocks.known_at < event.retracted_at and event.id not in mirror.hidden:
            graph.add_node(
                event.id, node="Event", name=event.description, type=event.kind, start=event.start, end=event.end
            )
            for participant in event.participants:
                graph.add_edge(event.id, participant.entity_id, key=participant.role, edge="INVOLVES")
    for link in mirror.links.values():
        if link.id in mirror.hidden:
            continue
        if link.recorded_at <= clocks.known_at < link.retracted_at and {link.cause, link.effect} <= set(graph):
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
