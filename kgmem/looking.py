"""Looking around in a memory: lists of what is held, the graph in Cypher, counts.

Each verb takes `as_of` (the world at that time) and `known_at` (what memory held at that time). Which facts, events,
links, episodes and entities that means is said once, in kgmem/question.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from reprlib import repr
from typing import TYPE_CHECKING, Any

from kgmem import inferring
from kgmem.access import ReadAccess, When
from kgmem.arguments import checked_limit, checked_name
from kgmem.cypher import Table, check_params, check_read_only
from kgmem.errors import InvalidArgument
from kgmem.identity import RULES
from kgmem.mirror import Mirror
from kgmem.naming import key_of
from kgmem.pending import pending
from kgmem.projection import project
from kgmem.question import (
    NOW,
    Clocks,
    as_known,
    entity_then,
    events_then,
    facts_then,
    happened,
    is_held,
    known_entities,
    links_then,
    was_said,
)
from kgmem.records import Entity, Episode, Event, Fact, Link, Pending
from kgmem.talk import order_of
from kgmem.temporal import FOREVER, Micros
from kgmem.text import fold, name_key

if TYPE_CHECKING:
    from kgmem.projection import Graph


@dataclass(frozen=True, slots=True)
class Alias:
    """A name of an entity. `rule` and `reason` tell why it means that, `evidence` are ids of the episodes that say
    so, where it takes saying; `recorded_at` is since when memory takes it so. `others` are further things it means in
    other sessions."""

    name: str
    rule: str
    reason: str
    recorded_at: Micros
    evidence: tuple[str, ...] = ()
    others: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """An entity with its names. `could_be` are entities for which the name asked about could be short too, when it
    is short for several: it is then kept as a name of its own."""

    entity: Entity
    names: tuple[Alias, ...]
    could_be: tuple[Entity, ...] = ()


class Looking(ReadAccess):
    """The verbs that list what is held."""

    def facts(
        self,
        subject: str | None = None,
        relation: str | None = None,
        *,
        as_of: When | None = None,
        known_at: When | None = None,
        history: bool = False,
        inferred: bool = False,
    ) -> list[Fact]:
        """Facts memory holds, past and current, by subject, relation and start; those that no relation names last.

        subject: a name or id. as_of: only those valid then. known_at: as memory held them then. history: also
        versions that were closed, corrected or retracted (by then). inferred: also what follows from them by the
        ontology (`infer`), of a `subject`; such facts have `is_inferred`.
        """
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            wanted = None if relation is None else self._relation(relation)
            entity = None if subject is None else self._entity(subject, "subject", clocks)
            if subject is not None and entity is None:
                return []
            found = [
                as_known(fact, mirror, clocks)
                for fact in self._facts_about(entity, wanted)
                if (wanted is None or fact.relation == wanted)
                and fact.id not in mirror.hidden
                and (fact.recorded_at <= clocks.known_at if history else is_held(fact, clocks))
            ]
            if inferred and entity is not None:
                follows = inferring.inferred(entity.id, mirror, clocks, self._ontology)
                found += [one.fact for one in follows if one.fact.relation == (wanted or one.fact.relation)]
            return sorted(found, key=lambda f: (f.subject, f.is_open, f.relation, f.valid_from, f.recorded_at, f.id))

    def episodes(
        self,
        *,
        session: str | None = None,
        speaker: str | None = None,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Episode]:
        """Episodes by time. limit: the latest so many; None means all. as_of: only what had been said by then.
        known_at: only what memory had by then."""
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            count = None if limit is None else checked_limit(limit)
            session = None if session is None else checked_name(session, "session")
            speaker = None if speaker is None else checked_name(speaker, "speaker")
            found = sorted(
                (
                    e
                    for e in mirror.episodes
                    if was_said(e, mirror, clocks)
                    and (session is None or e.session == session)
                    and (speaker is None or fold(e.speaker) == fold(speaker))
                ),
                key=order_of,
            )
            return found if count is None else found[len(found) - count :] if count else []

    def episode(self, id: str) -> Episode | None:
        """The episode of this id, as cited; None when memory holds none, or hides it."""
        with self._reading():
            number = self._held.mirror.number.get(checked_name(id, "id"))
            found = None if number is None else self._held.mirror.episodes[number]
            return None if found is None or found.id in self._held.mirror.hidden else found

    def events(
        self, participant: str | None = None, *, as_of: When | None = None, known_at: When | None = None
    ) -> list[Event]:
        """Events memory holds, by start; those without a date come first.

        participant: a name or id. as_of: only those that had begun by then (without a date: been told by then).
        known_at: as memory held them then.
        """
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            entity = None if participant is None else self._entity(participant, "participant", clocks)
            if participant is not None and entity is None:
                return []
            names = mirror.events if entity is None else dict.fromkeys(mirror.events_of.get(entity.id, ()))
            found = [
                as_known(mirror.events[name], mirror, clocks)
                for name in names
                if happened(mirror.events[name], mirror, clocks)
            ]
            return sorted(found, key=lambda event: (event.start, event.id))

    def links(self, end: str | None = None, *, as_of: When | None = None, known_at: When | None = None) -> list[Link]:
        """Causal links memory holds, in the order in which it came to hold them.

        end: only those of this event or fact (by id), as their cause or their effect.
        as_of: only those both of whose ends had begun by then. known_at: as memory held them then.
        """
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            names = None if end is None else mirror.links_of.get(checked_name(end, "end"), ())
            found = (as_known(link, mirror, clocks) for link in links_then(mirror, clocks, names))
            return sorted(found, key=lambda link: (link.recorded_at, link.id))

    def entities(self, *, as_of: When | None = None, known_at: When | None = None) -> list[Entity]:
        """Entities by name. Names that turned out to mean another one are not listed.

        as_of: only those that had been spoken of by then, or of which something held or had happened. known_at: what
        memory told apart then.
        """
        with self._reading():
            clocks = self._clocks(as_of, known_at)
            found = known_entities(self._held.mirror, clocks).values()
            return sorted(found, key=lambda e: (fold(e.name), e.id))

    def entity(self, name: str, *, known_at: When | None = None) -> list[Known]:
        """What a name or id means, the most spoken of first, with all its names and why they mean it.

        Empty when nobody was ever called so; several when different people are. known_at: what it meant to memory
        then, with the names known then.
        """
        with self._reading():
            mirror, clocks = self._held.mirror, self._clocks(None, known_at)
            asked = checked_name(name, "name")
            shown = [found for found in self._ids(asked, clocks) if found not in mirror.hidden]
            others = _could_be(asked, mirror) if clocks.known_at == NOW else ()
            return [
                Known(entity_then(mirror.entities[one], mirror, clocks), _aliases(one, mirror, clocks), others)
                for one in shown
            ]

    def cypher(
        self, query: str, params: Mapping[str, Any] | None = None, *, limit: int = 1000, timeout: float = 5.0
    ) -> Table:
        """Run one read-only Cypher statement over the graph (docs/storage.md has its tables).

        Of a memory it is the whole graph, with all versions and what is hidden; of a view (`Memory.at`), a graph of
        just what held then, laid out when first asked. limit: most rows returned; the table says when more were there.
        timeout: seconds.
        Raises ReadOnlyQuery for anything that could write or touch files, QueryError when the engine
        refuses or the time is up.
        """
        with self._open_here():  # the engine has its own view of the graph: a long query stops no write
            if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 < timeout <= 600:
                raise InvalidArgument(f"timeout must be seconds between 0 and 600, not {repr(timeout)}")
            text = check_read_only(query)
            return self._table(text, check_params(text, params), checked_limit(limit), timeout)

    def _table(self, query: str, params: dict[str, Any], limit: int, timeout: float) -> Table:
        return Table(*self._held.query(query, params, limit=limit, timeout=timeout))

    def to_networkx(self, *, as_of: When | None = None, known_at: When | None = None) -> Graph:
        """What held then (or is held now) as a networkx graph of its own; see kgmem/projection.py."""
        with self._reading():
            return project(self._held.mirror, self._clocks(as_of, known_at))

    def stats(self, *, as_of: When | None = None, known_at: When | None = None) -> dict[str, Any]:
        """Counts of what is held, what it was made with, and bytes on disk; of another time, only the counts of what
        the verbs of the same names list."""
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            if clocks != Clocks():
                episodes = [episode for episode in mirror.episodes if was_said(episode, mirror, clocks)]
                return {
                    "path": str(self._held.folder.path),
                    "episodes": len(episodes),
                    "sessions": len({episode.session for episode in episodes}),
                    "entities": len(known_entities(mirror, clocks)),
                    "facts": sum(1 for _ in facts_then(mirror, clocks)),
                    "events": sum(1 for _ in events_then(mirror, clocks)),
                    "links": sum(1 for _ in links_then(mirror, clocks)),
                }
            held = [fact for fact in mirror.facts.values() if fact.retracted_at == FOREVER]
            return {
                "path": str(self._held.folder.path),
                "episodes": len(mirror.episodes),
                "sessions": len(mirror.sessions),
                "entities": len(mirror.entities),
                "facts": len(held),
                "fact_versions": len(mirror.facts),
                "events": len(mirror.events),
                "links": len(mirror.links),
                "pending": len(mirror.pending),
                "vectors": self._held.vectors.filled(),
                "engine": f"{self._held.meta.engine} {self._held.meta.engine_version}",
                "encoder": self._held.encoder.id,
                "order": str(self._held.ranker),
                "ontology": self._ontology.version,
                "format": self._held.meta.format,
                "timezone": self._held.meta.timezone,
                "retain": self._held.meta.retain,
                "bytes": self._held.folder.bytes(),
            }

    def pending(self, *, known_at: When | None = None) -> tuple[Pending, ...]:
        """Episodes that are to be read (`observe(read="later")`, or an extractor that could not finish), by when they
        were said; known_at: those that were then. What is hidden is in it too."""
        with self._reading():
            return tuple(pending(self._held.mirror, self._clocks(None, known_at)))

    # --- what names mean ------------------------------------------------------------------------

    def _ids(self, asked: str, clocks: Clocks) -> tuple[str, ...]:
        """Ids of what a name or id means, or meant to memory at another time."""
        mirror = self._held.mirror
        if clocks.known_at == NOW:
            return (asked,) if asked in mirror.entities else mirror.ids_named(asked)
        if asked in mirror.entities:
            return (asked,) if mirror.names_at(asked, clocks.known_at) else ()
        return mirror.ids_at(asked, clocks.known_at)

    def _entity(self, name: str, what: str, clocks: Clocks) -> Entity | None:
        """The entity a name or id means; of several, the one most is known of."""
        found = self._ids(checked_name(name, what), clocks)
        mirror = self._held.mirror
        return entity_then(mirror.entities[found[0]], mirror, clocks) if found else None

    def _facts_about(self, entity: Entity | None, relation: str | None) -> Iterator[Fact]:
        """Every version of the facts about an entity, of one relation or all; of everything without an entity."""
        mirror = self._held.mirror
        if entity is None:
            yield from mirror.facts.values()
        elif relation is None:
            held = (mirror.facts[name] for name in mirror.facts_of.get(entity.id, ()))
            yield from (fact for fact in held if self._is_about(fact, entity))
        else:
            names = mirror.facts_under.get((entity.id, relation), [])
            if self._ontology.relation(relation).symmetric:
                names = [*names, *mirror.facts_to.get((entity.id, relation), ())]
            yield from (mirror.facts[name] for name in dict.fromkeys(names))

    def _is_about(self, fact: Fact, entity: Entity) -> bool:
        """True for a fact's subject, and for both ends of a symmetric relation."""
        both = fact.object_id == entity.id and self._ontology.relation(fact.relation).symmetric
        return fact.subject_id == entity.id or both

    def _relation(self, words: str) -> str:
        found = self._ontology.resolve_relation(checked_name(words, "relation"))
        if found is None:
            used = ", ".join(sorted({fact.relation for fact in self._held.mirror.facts.values()})) or "none yet"
            raise InvalidArgument(f"no relation is called {words!r}; in use here: {used}")
        return found.name


def _aliases(entity: str, mirror: Mirror, clocks: Clocks) -> tuple[Alias, ...]:
    found = []
    for key, row in mirror.names_at(entity, clocks.known_at):
        meant = mirror.ids_at(mirror.surfaces[key], clocks.known_at)
        others = tuple(mirror.entities[other] for other in sorted(meant) if other != entity)
        rule = str(row["rule"])
        evidence = _evidence(key, entity, rule, mirror, clocks)
        found.append(Alias(mirror.surfaces[key], rule, RULES.get(rule, rule), row["recorded_at"], evidence, others))
    return tuple(sorted(found, key=lambda alias: (alias.rule != "name", fold(alias.name), alias.name)))


def _evidence(key: str, entity: str, rule: str, mirror: Mirror, clocks: Clocks) -> tuple[str, ...]:
    """Episodes that say that one is called so, or is whom a description means."""
    noun = key.rpartition("'s ")[2]
    episodes: dict[str, None] = {}
    for fact in (mirror.facts[name] for name in mirror.facts_of.get(entity, ())):
        if not is_held(fact, Clocks(None, clocks.known_at)) or fact.polarity != "positive":
            continue
        named = rule == "named" and fact.relation == "named" and name_key(fact.value or fact.object) == key
        described = rule == "described" and fact.predicate.lower() == noun
        if named or described:
            episodes |= dict.fromkeys(found.episode for found in as_known(fact, mirror, clocks).evidence)
    return tuple(episodes)


def _could_be(name: str, mirror: Mirror) -> tuple[Entity, ...]:
    """Entities with a full name that begins or ends with this one word."""
    key = key_of(name)
    if " " in key:
        return ()
    meant = set(mirror.ids_of(key))
    found = {
        entity
        for other in mirror.full_names.get(key, ())
        for entity in (mirror.aliases.get(other, ()) if "'" not in other else ())
        if mirror.entities[entity].type == "Person"
    }
    return tuple(sorted((mirror.entities[one] for one in found - meant), key=lambda e: (fold(e.name), e.id)))
