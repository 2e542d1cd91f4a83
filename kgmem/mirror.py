"""The graph in memory: what the hot paths read, kept in step by the very write sets the graph gets.

Loading is applying one write set that holds the whole graph, so there is one way in. Nothing here is
decided; everything can be thrown away and loaded again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from kgmem.columns import Columns
from kgmem.ends import Ends
from kgmem.hidden import Hidden
from kgmem.keys import key_text, title_of
from kgmem.lexical import Lexical
from kgmem.names import Names
from kgmem.records import (
    HOW_TO,
    Confirmation,
    Entity,
    Episode,
    Event,
    Evidence,
    Fact,
    Link,
    Participant,
    Pin,
    Quote,
    Reading,
    Repeat,
    Summary,
    Topic,
)
from kgmem.rows import episode_of
from kgmem.schema import Row, WriteSet, edge_key
from kgmem.starts import Starts
from kgmem.talk import Ints, Talk, order_of
from kgmem.temporal import BEGINNING, FOREVER, Micros
from kgmem.text import fold
from kgmem.titles import Titles
from kgmem.traits import Traits
from kgmem.walking import Mentions, Web

Counts = Mapping[str, tuple[int, Micros]]
"""By id of an episode or statement of a fact: how often it was recalled, and when last, 0 for just now."""


class Mirror(Names, Hidden):
    """All nodes and edges, by id and by what they are looked up by. Episodes are numbered as they come."""

    def __init__(self, *, searchable: bool = True) -> None:
        Names.__init__(self)
        Hidden.__init__(self)
        self._searchable = searchable
        self.episodes: list[Episode] = []
        self.number: dict[str, int] = {}  # episode id -> its number
        self.speakers: dict[str, int] = defaultdict(int)  # folded speaker name -> how many episodes
        self.talk = Talk(self.episodes, self.number)
        self.sessions = self.talk.sessions
        self.entities: dict[str, Entity] = {}
        self.mentions_in: dict[str, set[tuple[str, int]]] = defaultdict(set)  # episode id -> (entity id, place)
        self.mentions = Mentions()  # the same by number
        self.ties: dict[str, set[tuple[str, str]]] = defaultdict(set)  # fact id -> INITIATES or TERMINATES, event id
        self.ended_by: dict[str, set[tuple[str, str]]] = {}  # fact id -> the facts that superseded it, and the rule
        self.facts: dict[str, Fact] = {}
        self.procedural_in: dict[str, set[str]] = {}  # episode id -> facts it is evidence of that say how to do things
        self.versions: dict[str, list[str]] = defaultdict(list)  # statement -> ids of its versions
        self.facts_of: dict[str, list[str]] = defaultdict(list)  # entity id -> facts it is subject or object of
        self.facts_under: dict[tuple[str, str], list[str]] = defaultdict(list)  # subject, relation -> facts
        self.facts_to: dict[tuple[str, str], list[str]] = defaultdict(list)  # object, relation -> facts
        self.facts_in: dict[str, list[str]] = defaultdict(list)  # episode id -> facts it is evidence of
        self.standing: list[str] = []  # facts of what is wanted for good
        self.events: dict[str, Event] = {}
        self.events_of: dict[str, list[str]] = defaultdict(list)  # entity id -> its events
        self.events_in: dict[str, list[str]] = defaultdict(list)  # episode id -> events it is evidence of
        self.links: dict[str, Link] = {}
        self.links_of: dict[str, list[str]] = defaultdict(list)  # event or fact id -> links it is an end of
        self.link_number: dict[str, int] = {}  # link id -> its place among all
        self.ends = Ends()
        self.confirmations: dict[str, Confirmation] = {}
        self.confirmed: dict[str, list[str]] = defaultdict(list)  # statement -> ids of its confirmations
        self.summaries: dict[str, Summary] = {}
        self.topics: dict[str, Topic] = {}
        self.repeats: dict[str, Repeat] = {}
        self.pins: dict[str, Pin] = {}
        self.readings: dict[str, Reading] = {}  # by episode, of those that were not read, or not in full, at once
        self.pending: dict[str, None] = {}  # those of them that are still to be read
        self.uses: dict[str, int] = {}  # episode id or statement of a fact -> how often it was recalled
        self.used_at: dict[str, Micros] = {}  # the same -> when last
        self.lexical = Lexical()
        self.traits = Traits()
        self.titles = Titles()
        self.fact_words = Lexical()
        self.fact_order: list[str] = []  # fact ids by their number in `fact_words` and `fact_columns`
        self.fact_columns = Columns()
        self.event_words = Lexical()
        self.event_order: list[str] = []
        self.event_columns = Columns()
        self.starts = Starts()
        self.writes = 0  # how many were taken in
        self._records: dict[str, dict[str, Any]] = {  # by node table: those of which single columns change
            "Entity": self.entities,
            "Fact": self.facts,
            "Event": self.events,
            "Link": self.links,
            "Confirmation": self.confirmations,
            "Summary": self.summaries,
            "Topic": self.topics,
            "Repeat": self.repeats,
            "Pin": self.pins,
            "Pending": self.readings,
        }
        self._web: tuple[tuple[int, int], Web] | None = None  # after how many writes and hidings

    @classmethod
    def load(cls, whole: WriteSet, *, searchable: bool = True) -> Mirror:
        """A mirror of a whole graph. One that is not searchable has no words indexed: the writer's own."""
        mirror = cls(searchable=searchable)
        mirror.apply(whole)
        return mirror

    # --- in -------------------------------------------------------------------------------------

    def apply(self, write: WriteSet) -> None:
        """Take in one write set, in the graph's own order: nodes, changes, edges."""
        self.writes += 1
        self.lapse(())
        nodes, edges = write.nodes, write.edges
        for row in nodes.get("Session", ()):
            self.sessions.setdefault(row["id"], [])
        for row in nodes.get("Episode", ()):
            self._add_episode(episode_of(row))
        for row in nodes.get("Entity", ()):
            self.entities[row["id"]] = Entity(**row)
        for row in nodes.get("Alias", ()):
            self.surfaces[row["id"]] = row["surface"]
        for row in nodes.get("Pin", ()):
            self.pins[row["id"]] = Pin(**row)
        for row in nodes.get("Pending", ()):
            self.readings[row["id"]] = Reading(**row)
            self._note_pending(row["id"])
        for row in nodes.get("Use", ()):
            self.uses[row["id"]], self.used_at[row["id"]] = row["count"], row["last"]
        self._name(write.cuts.get(edge_key("NAMES"), ()), edges.get(edge_key("NAMES"), ()))
        self._add_facts(nodes.get("Fact", ()), edges)
        self._add_events(nodes.get("Event", ()), edges)
        self._add_links(nodes.get("Link", ()), edges)
        for row in nodes.get("Confirmation", ()):
            self.confirmations[row["id"]] = Confirmation(**row)
            self.confirmed[row["statement"]].append(row["id"])
        for table, rows in write.sets.items():
            for row in rows:
                self._change(table, row)
        for kind in ("Fact", "Event", "Link"):
            for row in write.cuts.get(edge_key("EVIDENCE", (kind, "Episode")), ()):
                self._cut_evidence(kind, row)
            for row in edges.get(edge_key("EVIDENCE", (kind, "Episode")), ()):
                self._add_evidence(kind, row)
        for table in ("INITIATES", "TERMINATES"):
            for row in write.cuts.get(edge_key(table), ()):
                self.ties[row["dst"]].discard((table, row["src"]))
            for row in edges.get(edge_key(table), ()):
                self.ties[row["dst"]].add((table, row["src"]))
        for row in edges.get(edge_key("SUPERSEDES"), ()):
            self.ended_by.setdefault(row["dst"], set()).add((row["src"], row["rule"]))
        for row in write.cuts.get(edge_key("MENTIONS"), ()):
            self._cut_mention(row["src"], row["dst"], row["span_start"])
        for row in edges.get(edge_key("MENTIONS"), ()):
            self._add_mention(row["src"], row["dst"], row["span_start"])
        self._derive(write)
        self._forget(write)
        if self.expiring and not {"Forget", "Pin"}.isdisjoint((*nodes, *write.sets)):
            self.next_expiry = None

    def _add_episode(self, episode: Episode) -> None:
        number = len(self.episodes)
        self.episodes.append(episode)
        self.number[episode.id] = number
        if episode.expires < FOREVER:
            self.expiring[episode.id] = episode.expires
            self.next_expiry = None if self.next_expiry is None else min(self.next_expiry, episode.expires)
        self.talk.add(episode)
        self.speakers[fold(episode.speaker)] += 1
        if self._searchable:
            self.lexical.add(key_text(episode))
            if title := title_of(episode):
                self.titles.add(number, title, episode.text)

    def _add_facts(self, rows: Iterable[Row], edges: dict[str, list[Row]]) -> None:
        subjects = {row["src"]: row["dst"] for row in edges.get(edge_key("SUBJECT"), ())}
        objects = {row["src"]: row["dst"] for row in edges.get(edge_key("OBJECT"), ())}
        for row in rows:
            subject, target = subjects[row["id"]], objects.get(row["id"], "")
            fact = Fact(
                **row,
                subject_id=subject,
                subject=self.entities[subject].name,
                object_id=target,
                object=self.entities[target].name if target else "",
            )
            self.facts[fact.id] = fact
            if fact.memory_type == "procedural" and fact.relation not in HOW_TO:
                self.standing.append(fact.id)
            self.versions[fact.statement].append(fact.id)
            for entity in {subject, target} - {""}:
                self.facts_of[entity].append(fact.id)
            self.facts_under[subject, fact.relation].append(fact.id)
            if target:
                self.facts_to[target, fact.relation].append(fact.id)
            if self._searchable:
                self.fact_words.add(f"{fact.text} {fact.predicate}")
            self.fact_columns.add(fact.id, fact.recorded_at, fact.retracted_at)
            self.fact_order.append(fact.id)

    def _add_events(self, rows: Collection[Row], edges: dict[str, list[Row]]) -> None:
        involved = defaultdict(list)
        for edge in edges.get(edge_key("INVOLVES"), ()):
            involved[edge["src"]].append(Participant(edge["role"], edge["dst"], self.entities[edge["dst"]].name))
        for row in rows:
            columns = {**row, "start": row["started"], "end": row["ended"]}
            del columns["started"], columns["ended"]
            event = Event(
                **columns, participants=tuple(sorted(involved[row["id"]], key=lambda p: (p.role, p.entity_id)))
            )
            self.events[event.id] = event
            for entity in dict.fromkeys(p.entity_id for p in event.participants):
                self.events_of[entity].append(event.id)
            if self._searchable:
                self.event_words.add(event.description)
            self.event_columns.add(event.id, event.recorded_at, event.retracted_at)
            self.event_order.append(event.id)
        self.starts.add([self.events[row["id"]] for row in rows])

    def _add_links(self, rows: Iterable[Row], edges: dict[str, list[Row]]) -> None:
        ends: dict[str, dict[str, str]] = {"CAUSE": {}, "EFFECT": {}}
        for name, held in ends.items():
            for node in ("Event", "Fact"):
                held.update({e["src"]: e["dst"] for e in edges.get(edge_key(name, ("Link", node)), ())})
        for row in rows:
            link = Link(**row, cause=ends["CAUSE"][row["id"]], effect=ends["EFFECT"][row["id"]])
            self.links[link.id] = link
            self.link_number.setdefault(link.id, len(self.link_number))
            for end in {link.cause, link.effect}:
                self.links_of[end].append(link.id)
                self._note_end(end)

    def _add_evidence(self, kind: str, row: Row) -> None:
        found = Evidence(row["dst"], row["span_start"], row["span_end"], row["extractor"])
        if kind == "Fact":
            fact = self.facts[row["src"]]
            self.facts[fact.id] = replace(fact, evidence=_with(fact.evidence, found))
            self.facts_in[found.episode].append(fact.id)
            self.fact_columns.tell(fact.id, self.number.get(found.episode, -1))
            self._note_procedural(self.facts[fact.id])
        elif kind == "Event":
            event = self.events[row["src"]]
            self.events[event.id] = replace(event, evidence=_with(event.evidence, found))
            self.events_in[found.episode].append(event.id)
            self.event_columns.tell(event.id, self.number.get(found.episode, -1))
        else:
            link = self.links[row["src"]]
            self.links[link.id] = replace(link, evidence=_with(link.evidence, found))

    def _add_mention(self, episode: str, entity: str, start: int) -> None:
        found = self.mentions_in[episode]
        if all(other != entity for other, _ in found):
            self.mentions.add(self.number[episode], entity)
        found.add((entity, start))

    def _cut_mention(self, episode: str, entity: str, start: int) -> None:
        found = self.mentions_in[episode]
        if (entity, start) in found:
            found.remove((entity, start))
            if all(other != entity for other, _ in found):
                self.mentions.drop(self.number[episode], entity)

    def _cut_evidence(self, kind: str, row: Row) -> None:
        held = self._records[kind]
        found = held[row["src"]]
        left = tuple(e for e in found.evidence if (e.episode, e.start) != (row["dst"], row["span_start"]))
        held[found.id] = replace(found, evidence=left)
        if kind == "Link":
            return
        known_in, columns = (
            (self.facts_in, self.fact_columns) if kind == "Fact" else (self.events_in, self.event_columns)
        )
        if found.id in known_in[row["dst"]]:
            known_in[row["dst"]].remove(found.id)
            columns.untell(found.id, self.number.get(row["dst"], -1))
            if found.id not in known_in[row["dst"]]:
                self.procedural_in.get(row["dst"], set()).discard(found.id)

    def _note_end(self, name: str) -> None:
        one = self.events.get(name) or self.facts.get(name)
        if one is not None:
            self.ends.add(one)

    def _note_procedural(self, fact: Fact) -> None:
        for episode in {found.episode for found in fact.evidence}:
            if fact.memory_type == "procedural" and fact.relation not in HOW_TO:
                self.procedural_in.setdefault(episode, set()).add(fact.id)
            else:
                self.procedural_in.get(episode, set()).discard(fact.id)

    def _change(self, table: str, row: Row) -> None:
        changed = {name: value for name, value in row.items() if name != "id"}
        if table == "Use":
            self.uses[row["id"]], self.used_at[row["id"]] = row["count"], row["last"]
        elif table == "Alias":
            self.surfaces[row["id"]] = changed["surface"]
        elif table == "Episode":
            self._drop_words(self.number[row["id"]], changed)
        elif table in self._records:
            if "ended" in changed and table == "Event":
                changed["end"] = changed.pop("ended")
            held = self._records[table]
            held[row["id"]] = replace(held[row["id"]], **changed)
            if "memory_type" in changed and table == "Fact":
                self._note_procedural(self.facts[row["id"]])
            if table in ("Event", "Fact") and row["id"] in self.links_of:
                self._note_end(row["id"])
            if "end" in changed and table == "Event":
                self.starts.note_end(self.events[row["id"]])
            if "retracted_at" in changed and table in ("Fact", "Event"):
                columns = self.fact_columns if table == "Fact" else self.event_columns
                columns.retract(row["id"], changed["retracted_at"])
            if "name" in changed and table == "Entity":
                self._rename(row["id"], changed["name"])
            if table == "Pending":
                self._note_pending(row["id"])

    def _note_pending(self, episode: str) -> None:
        if self.readings[episode].read_at == FOREVER:
            self.pending[episode] = None
        else:
            self.pending.pop(episode, None)

    def _drop_words(self, number: int, changed: Row) -> None:
        """An episode whose words are kept no longer is found by them no longer."""
        before = self.episodes[number]
        self.episodes[number] = replace(before, **changed)
        if self._searchable:
            self.lexical.blank(number, key_text(before))
            if number in self.titles:
                self.titles = Titles()
                for at, episode in enumerate(self.episodes):
                    if title := title_of(episode):
                        self.titles.add(at, title, episode.text)

    def _rename(self, entity: str, name: str) -> None:
        for fact in (self.facts[held] for held in self.facts_of.get(entity, ())):
            subject = name if fact.subject_id == entity else fact.subject
            target = name if fact.object_id == entity else fact.object
            self.facts[fact.id] = replace(fact, subject=subject, object=target)
        for event in (self.events[held] for held in self.events_of.get(entity, ())):
            who = tuple(replace(p, name=name) if p.entity_id == entity else p for p in event.participants)
            self.events[event.id] = replace(event, participants=who)
            if event.id in self.links_of:
                self._note_end(event.id)

    def _derive(self, write: WriteSet) -> None:
        """Summaries, topics and repeats: each is made once, with all its edges, and retired when another takes its
        place."""
        quotes, within, said = (write.edges.get(edge_key(name), ()) for name in ("QUOTES", "IN_TOPIC", "REPEATS"))
        for row in write.nodes.get("Summary", ()):
            self.summaries[row["id"]] = Summary(**row)
        for row in write.nodes.get("Topic", ()):
            self.topics[row["id"]] = Topic(**row)
        for row in write.nodes.get("Repeat", ()):
            self.repeats[row["id"]] = Repeat(**row)
        for name, edges in _grouped(quotes, "src").items():
            found = (Quote(edge["dst"], edge["span_start"], edge["span_end"]) for edge in edges)
            ordered = sorted(found, key=lambda one: (order_of(self.episodes[self.number[one.episode]]), one.start))
            self.summaries[name] = replace(self.summaries[name], quotes=tuple(ordered))
        for name, edges in _grouped(within, "dst").items():
            parts = sorted((-edge["weight"], edge["src"]) for edge in edges)
            entities = tuple((entity, "", -weight) for weight, entity in parts)
            self.topics[name] = replace(self.topics[name], entities=entities)
        for name, edges in _grouped(said, "src").items():
            orders = sorted(order_of(self.episodes[self.number[edge["dst"]]]) for edge in edges)
            self.repeats[name] = replace(self.repeats[name], episodes=tuple(order[2] for order in orders))

    # --- out ------------------------------------------------------------------------------------

    def episode(self, name: str) -> Episode:
        return self.episodes[self.number[name]]

    def neighbours(self) -> tuple[Ints, Ints]:
        """Numbers of the episode before and after each in its session, (n,) each; -1 for none."""
        return self.talk.neighbours()

    def in_session(self) -> Ints:
        """A number for the session of each episode, (n,), from 0 on."""
        return self.talk.in_session()

    def manner(self) -> Mapping[str, float]:
        """How people talk here (`manner.MANNERS`)."""
        return self.talk.manner()

    def web(self) -> Web:
        """The edges that walks from episode to episode take."""
        held, of = self._web, (self.writes, self._hidings)
        if held is None or held[0] != of:
            held = self._web = of, self.mentions.web(self.number, self.hidden, *self.neighbours())
        return held[1]

    def earlier(self, episode: Episode, count: int) -> list[Episode]:
        """Up to `count` episodes of its session before it by time, oldest first."""
        return self.talk.earlier(episode, count)

    def around(self, episode: Episode) -> tuple[str, str]:
        """Ids of the episodes before and after the place of this one in its session; "" for none."""
        return self.talk.around(episode)

    def facts_between(self, entity: str, relations: Iterable[str]) -> list[str]:
        """Ids of the facts of these relations that an entity is subject or object of, in the order they came in."""
        found: set[str] = set()
        for relation in relations:
            found.update(self.facts_under.get((entity, relation), ()))
            found.update(self.facts_to.get((entity, relation), ()))
        return sorted(found, key=self.fact_columns.number)

    def fact_now(self, name: str) -> Fact | None:
        """The version held now of the fact with this id: itself, or one that only says it more or less surely."""
        fact = self.facts.get(name)
        if fact is None or fact.retracted_at == FOREVER:
            return fact
        versions = (self.facts[version] for version in self.versions[fact.statement])
        return next((one for one in versions if one.retracted_at == FOREVER and one.says_the_same(fact)), None)

    def chain(self, entity: str) -> list[tuple[Micros, str]]:
        """(start, id) of the dated, asserted events of an entity, by time."""
        events = (self.events[name] for name in self.events_of.get(entity, ()))
        return sorted((event.start, event.id) for event in events if is_dated(event))


def _grouped(rows: Iterable[Row], end: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[end]].append(row)
    return found


def _with(held: tuple[Evidence, ...], found: Evidence) -> tuple[Evidence, ...]:
    """The evidence with one more, in an order that does not depend on arrival."""
    return tuple(sorted((*held, found), key=lambda evidence: (evidence.episode, evidence.start)))


def is_dated(event: Event) -> bool:
    """True for an event that takes its place in its participants' chains."""
    held = event.retracted_at == FOREVER and event.modality == "asserted" and event.polarity == "positive"
    return held and event.start > BEGINNING
