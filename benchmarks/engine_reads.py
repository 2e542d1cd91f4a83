"""A catalogue of reading statements, and what each must return, worked out in plain Python.

kgmem's own reading statements (`dump`, `commits`, `holds`, `counts`) are compared by `engine_writes`; here
are statements as people and agents write them.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.engine_writes import Model
from kgmem import schema
from kgmem.cypher import check_params, check_read_only
from kgmem.schema import WriteSet
from kgmem.store import Store

RELATIONS = ["knows", "livesIn", "likes"]
Truth = Callable[["Graph", dict[str, Any]], list[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class Statement:
    name: str
    cypher: str
    truth: Truth


class Graph:
    """A random graph of facts and events, with the look-ups that the truths need."""

    def __init__(self, seed: int, *, entities: int) -> None:
        self.draw = draw = random.Random(seed)
        self.write = write = WriteSet()
        self.ids = [f"e{i}" for i in range(entities)]
        self.facts: dict[str, tuple[str, str, str, int, int]] = {}  # id -> subject, object, relation, from, to
        self.evidence: list[tuple[str, str, str, int]] = []  # table, id, episode, start
        self.mentions: list[tuple[str, str]] = []
        self.links: list[tuple[str, str, str]] = []  # link, cause event, effect event
        self.episodes = [f"p{i}" for i in range(entities // 2)]
        self.events = [f"v{i}" for i in range(entities // 3)]
        for name in self.ids:
            write.node(
                "Entity", blank("Entity", id=name, name=f"Name of {name}", type=draw.choice(["Person", "Place"]))
            )
        for episode in self.episodes:
            write.node("Episode", blank("Episode", id=episode, text=draw.choice(["rain", "sun", "snow in May"])))
            for entity in draw.sample(self.ids, 3):
                self.mentions.append((episode, entity))
                write.edge("MENTIONS", episode, entity, span_start=0, span_end=1, surface="x")
        for number in range(entities * 3):
            fact, a, b = f"f{number}", *draw.sample(self.ids, 2)
            relation, start = draw.choice(RELATIONS), draw.randint(0, 9)
            self.facts[fact] = a, b, relation, start, start + draw.randint(1, 5)
            write.node(
                "Fact", blank("Fact", id=fact, relation=relation, valid_from=start, valid_to=self.facts[fact][4])
            )
            write.edge("SUBJECT", fact, a)
            write.edge("OBJECT", fact, b)
            write.edge("RELATES", a, b, fact=fact, relation=relation, valid_from=start, valid_to=self.facts[fact][4])
            if draw.random() < 0.7:
                self._support("Fact", fact)
        for event in self.events:
            write.node("Event", blank("Event", id=event, kind=draw.choice(["Moving", "Meeting"])))
            self._support("Event", event)
        for number in range(entities // 2):
            link, cause, effect = f"l{number}", *draw.sample(self.events, 2)
            self.links.append((link, cause, effect))
            write.node("Link", blank("Link", id=link, kind="cause"))
            write.edge("CAUSE", link, cause, ("Link", "Event"))
            write.edge("EFFECT", link, effect, ("Link", "Event"))
        self.model = Model()
        self.model.take(1, write)

    def _support(self, table: str, key: str) -> None:
        episode, start = self.draw.choice(self.episodes), self.draw.randint(0, 3)
        self.evidence.append((table, key, episode, start))
        self.write.edge(
            "EVIDENCE", key, episode, (table, "Episode"), span_start=start, span_end=start + 1, extractor="rules"
        )

    def out(self, entity: str) -> list[tuple[str, tuple[str, str, str, int, int]]]:
        return [(fact, row) for fact, row in self.facts.items() if row[0] == entity]


def blank(table: str, **given: Any) -> dict[str, Any]:
    blank = {schema.STRING: "", schema.INT: 0, schema.REAL: 0.5}
    return {name: given.get(name, blank[kind]) for name, kind in schema.NODES[table].columns}


def _steps(graph: Graph, entity: str, test: Callable[[tuple[str, str, str, int, int]], bool]) -> list[str]:
    return [row[1] for _, row in graph.out(entity) if test(row)]


def _reached(graph: Graph, start: str, hops: int, *, after: int = -1) -> set[str]:
    found: set[str] = set()
    front = {start}
    for _ in range(hops):
        front = {b for a in front for b in _steps(graph, a, lambda row: row[4] > after)}
        found |= front
    return found


def _distance(graph: Graph, start: str) -> dict[str, int]:
    found = {start: 0}
    front = [start]
    for hops in range(1, 4):
        front = [b for a in front for b in _steps(graph, a, lambda row: True) if b not in found]
        found |= dict.fromkeys(front, hops)
    return found


def _counted(pairs: Counter[Any]) -> list[tuple[Any, ...]]:
    return sorted(pairs.items())


CATALOGUE = (
    Statement(
        "node by key",
        "MATCH (e:Entity {id: $id}) RETURN e.name, e.type",
        lambda g, p: [(row["name"], row["type"]) for row in [g.model.nodes["Entity"][p["id"]]]],
    ),
    Statement(
        "nodes of a list of keys",
        "MATCH (e:Entity) WHERE e.id IN $ids RETURN e.id ORDER BY e.id",
        lambda g, p: [(name,) for name in sorted(p["ids"])],
    ),
    Statement(
        "filter on text",
        "MATCH (p:Episode) WHERE p.text CONTAINS 'snow' RETURN p.id ORDER BY p.id",
        lambda g, p: sorted((k,) for k, row in g.model.nodes["Episode"].items() if "snow" in row["text"]),
    ),
    Statement(
        "one hop",
        "MATCH (e:Entity {id: $id})<-[:SUBJECT]-(f:Fact) RETURN f.id, f.relation ORDER BY f.id",
        lambda g, p: sorted((fact, row[2]) for fact, row in g.out(p["id"])),
    ),
    Statement(
        "one hop, edges filtered",
        "MATCH (a:Entity {id: $id})-[r:RELATES]->(b:Entity) WHERE r.valid_from <= $t AND r.valid_to > $t "
        "RETURN b.id, r.fact ORDER BY r.fact",
        lambda g, p: sorted(
            ((row[1], fact) for fact, row in g.out(p["id"]) if row[3] <= p["t"] < row[4]), key=lambda pair: pair[1]
        ),
    ),
    Statement(
        "one hop, either way",
        "MATCH (a:Entity {id: $id})-[r:RELATES]-(b:Entity) RETURN b.id, r.fact ORDER BY r.fact",
        lambda g, p: sorted(
            ((row[1] if row[0] == p["id"] else row[0], fact) for fact, row in g.facts.items() if p["id"] in row[:2]),
            key=lambda pair: pair[1],
        ),
    ),
    Statement(
        "two hops, WITH between",
        "MATCH (a:Entity {id: $id})-[r:RELATES]->(b:Entity) WHERE r.valid_to > $t WITH DISTINCT b "
        "MATCH (b)-[s:RELATES]->(c:Entity) WHERE s.valid_to > $t RETURN c.id, count(*) ORDER BY c.id",
        lambda g, p: _counted(
            Counter(
                c
                for b in set(_steps(g, p["id"], lambda row: row[4] > p["t"]))
                for c in _steps(g, b, lambda row: row[4] > p["t"])
            )
        ),
    ),
    Statement(
        "two hops, second edge filtered",
        "MATCH (a:Entity {id: $id})-[:RELATES]->(b:Entity)-[s:RELATES]->(c:Entity) WHERE s.valid_to > $t "
        "RETURN c.id, count(*) ORDER BY c.id",
        lambda g, p: _counted(
            Counter(c for b in _steps(g, p["id"], lambda row: True) for c in _steps(g, b, lambda row: row[4] > p["t"]))
        ),
    ),
    Statement(
        "two hops over a node, node filtered",
        "MATCH (a:Entity {id: $id})<-[:SUBJECT]-(f:Fact)-[:OBJECT]->(b:Entity) WHERE f.relation = $relation "
        "RETURN f.id, b.id ORDER BY f.id",
        lambda g, p: sorted((fact, row[1]) for fact, row in g.out(p["id"]) if row[2] == p["relation"]),
    ),
    Statement(
        "causes and effects",
        "MATCH (c:Event)<-[:CAUSE]-(l:Link)-[:EFFECT]->(e:Event) RETURN l.id, c.id, e.id ORDER BY l.id",
        lambda g, p: sorted(g.links),
    ),
    Statement(
        "up to three hops",
        "MATCH (a:Entity {id: $id})-[:RELATES*1..3]->(b:Entity) RETURN DISTINCT b.id ORDER BY b.id",
        lambda g, p: sorted((b,) for b in _reached(g, p["id"], 3)),
    ),
    Statement(
        "up to two hops, edges filtered",
        "MATCH (a:Entity {id: $id})-[:RELATES*1..2 (r, n | WHERE r.valid_to > 7)]->(b:Entity) "
        "RETURN DISTINCT b.id ORDER BY b.id",
        lambda g, p: sorted((b,) for b in _reached(g, p["id"], 2, after=7)),
    ),
    Statement(
        "shortest paths",
        "MATCH (a:Entity {id: $id})-[r:RELATES* SHORTEST 1..3]->(b:Entity) WHERE b.id <> $id "
        "RETURN b.id, length(r) ORDER BY b.id",
        lambda g, p: sorted((b, hops) for b, hops in _distance(g, p["id"]).items() if hops),
    ),
    Statement(
        "provenance",
        "MATCH (n:Fact)-[e:EVIDENCE]->(p:Episode {id: $episode}) RETURN n.id, e.span_start ORDER BY n.id",
        lambda g, p: sorted((k, start) for table, k, ep, start in g.evidence if ep == p["episode"] and table == "Fact"),
    ),
    Statement(
        "provenance of anything",
        "MATCH (n)-[e:EVIDENCE]->(p:Episode {id: $episode}) RETURN n.id, e.span_start ORDER BY n.id",
        lambda g, p: sorted((k, start) for _, k, ep, start in g.evidence if ep == p["episode"]),
    ),
    Statement(
        "count by group",
        "MATCH (f:Fact) RETURN f.relation, count(*) ORDER BY f.relation",
        lambda g, p: _counted(Counter(row[2] for row in g.facts.values())),
    ),
    Statement(
        "most used",
        "MATCH (e:Entity)<-[:SUBJECT]-(f:Fact) RETURN e.id, count(f) AS n ORDER BY n DESC, e.id LIMIT 5",
        lambda g, p: sorted(Counter(row[0] for row in g.facts.values()).items(), key=lambda x: (-x[1], x[0]))[:5],
    ),
    Statement(
        "count where there may be none",
        "MATCH (e:Entity) OPTIONAL MATCH (e)<-[m:MENTIONS]-(p:Episode) RETURN e.id, count(m) ORDER BY e.id",
        lambda g, p: sorted((name, sum(e == name for _, e in g.mentions)) for name in g.ids),
    ),
    Statement(
        "facts without evidence",
        "MATCH (f:Fact) WHERE NOT EXISTS { MATCH (f)-[:EVIDENCE]->(:Episode) } RETURN f.id ORDER BY f.id",
        lambda g, p: sorted((fact,) for fact in g.facts.keys() - {key for _, key, _, _ in g.evidence}),
    ),
    Statement(
        "collected",
        "MATCH (p:Episode)-[:MENTIONS]->(e:Entity) WITH p, collect(e.id) AS ids RETURN p.id, size(ids) ORDER BY p.id",
        lambda g, p: _counted(Counter(episode for episode, _ in g.mentions)),
    ),
    Statement(
        "two hops, first edge filtered",  # wrong in ladybug 0.22 when repeated at once
        "MATCH (a:Entity {id: $id})-[r:RELATES]->(b:Entity)-[s:RELATES]->(c:Entity) WHERE r.valid_to > $t "
        "RETURN r.fact, s.fact ORDER BY r.fact, s.fact",
        lambda g, p: sorted(
            (first, second) for first, row in g.out(p["id"]) if row[4] > p["t"] for second, _ in g.out(row[1])
        ),
    ),
)


def wrong(store: Store, graph: Graph, *, starts: int) -> Iterator[str]:
    """Names of statements with an answer that is not the truth, once per start that shows it.

    Each is asked as it is by both doors, and without its order, which takes another plan; one statement
    for all starts before the next, because an engine may carry something over from one run to the next.
    """
    places = [
        {
            "id": start,
            "ids": graph.draw.sample(graph.ids, 5),
            "t": graph.draw.randint(0, 12),
            "relation": graph.draw.choice(RELATIONS),
            "episode": graph.draw.choice(graph.episodes),
        }
        for start in graph.draw.sample(graph.ids, starts)
    ]
    for statement in CATALOGUE:
        text = check_read_only(statement.cypher)
        named = set(re.findall(r"\$(\w+)", text))
        asked = [check_params(text, {name: place[name] for name in named}) for place in places]
        truths = [statement.truth(graph, place) for place in places]
        for params, truth in zip(asked, truths, strict=True):
            if store.run(text, **params) != truth:
                yield statement.name
        for params, truth in zip(asked, truths, strict=True):
            _, rows, cut = store.query(text, params, limit=len(truth) + 1, timeout=60)
            if rows != truth or cut:
                yield f"{statement.name}, as a query"
        for params, truth in zip(asked, truths, strict=True):
            if " LIMIT " not in text and sorted(store.run(text.split(" ORDER BY ")[0], **params)) != sorted(truth):
                yield f"{statement.name}, in no order"
