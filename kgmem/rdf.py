"""What a memory holds as RDF, for other programs: entities, facts as reified statements, events, texts.

A view, not a backup: what was told and how things were decided is not in it. rdflib writes the text, so
that whatever was stored is a literal and nothing else.
"""

from __future__ import annotations

from typing import Literal as Choice
from urllib.parse import quote

from kgmem.mirror import Mirror
from kgmem.records import Event, Fact, Link
from kgmem.temporal import BEGINNING, FOREVER, Micros, iso

Format = Choice["turtle", "json-ld"]
ONTOLOGY = "https://kgmem.org/ontology#"
MEMORY = "urn:kgmem:"


def serialise(mirror: Mirror, form: Format) -> str:
    """Everything held now and not hidden. Times are ISO 8601 in UTC; an open end has no triple."""
    from rdflib import RDF, RDFS, XSD, Graph, Literal, Namespace, URIRef

    kg = Namespace(ONTOLOGY)
    graph = Graph()
    graph.bind("kg", kg)

    def node(name: str) -> URIRef:
        return URIRef(MEMORY + quote(name, safe=""))

    def say(subject: str, predicate: str, value: str | float) -> None:
        if value != "":
            graph.add((node(subject), kg[predicate], Literal(value)))

    def time(subject: str, predicate: str, at: Micros) -> None:
        if BEGINNING < at < FOREVER:
            graph.add((node(subject), kg[predicate], Literal(iso(at), datatype=XSD.dateTime)))

    def link(subject: str, predicate: str, target: str) -> None:
        graph.add((node(subject), kg[predicate], node(target)))

    def sourced(held: Fact | Event | Link) -> None:
        for evidence in held.evidence:
            link(held.id, "evidence", evidence.episode)
        graph.add((node(held.id), kg.confidence, Literal(held.confidence, datatype=XSD.double)))

    for episode in mirror.episodes:
        if episode.id in mirror.hidden:
            continue
        graph.add((node(episode.id), RDF.type, kg.Episode))
        for name in ("text", "caption", "speaker", "role", "kind", "session", "origin"):
            say(episode.id, name, getattr(episode, name))
        time(episode.id, "occurred", episode.occurred)
    for entity in mirror.entities.values():
        if entity.id not in mirror.hidden:
            graph.add((node(entity.id), RDF.type, kg[quote(entity.type, safe="")]))
            graph.add((node(entity.id), RDFS.label, Literal(entity.name)))
    for fact in mirror.facts.values():
        if fact.id in mirror.hidden or fact.retracted_at != FOREVER:
            continue
        graph.add((node(fact.id), RDF.type, RDF.Statement))
        graph.add((node(fact.id), RDF.subject, node(fact.subject_id)))
        graph.add((node(fact.id), RDF.predicate, kg[quote(fact.relation, safe="")]))
        graph.add((node(fact.id), RDF.object, node(fact.object_id) if fact.object_id else Literal(fact.value)))
        for name in ("text", "polarity", "modality"):
            say(fact.id, name, getattr(fact, name))
        time(fact.id, "validFrom", fact.valid_from)
        time(fact.id, "validTo", fact.valid_to)
        sourced(fact)
    for event in mirror.events.values():
        if event.id in mirror.hidden or event.retracted_at != FOREVER:
            continue
        graph.add((node(event.id), RDF.type, kg[quote(event.kind, safe="")]))
        graph.add((node(event.id), RDFS.label, Literal(event.description)))
        say(event.id, "outcome", event.outcome)
        for participant in event.participants:
            link(event.id, quote(participant.role, safe=""), participant.entity_id)
        time(event.id, "started", event.start)
        time(event.id, "ended", event.end)
        sourced(event)
    for cause in mirror.links.values():
        if cause.id not in mirror.hidden and cause.retracted_at == FOREVER:
            graph.add((node(cause.id), RDF.type, kg.Link))
            link(cause.id, "cause", cause.cause)
            link(cause.id, "effect", cause.effect)
            sourced(cause)
    return str(graph.serialize(format=form))
