"""A memory written anew from what it was told: all of it, or as if some of it had never been said.

Tellings are settled again in their order and at their recorded times, so the result is the memory that
never heard the rest. What was read in an episode is kept, unless it was changed or stood within sight
of something that was: that is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgmem import schema, telling
from kgmem.journal import Journal, JournalRow
from kgmem.mirror import Mirror, episode_of
from kgmem.ontology import Ontology
from kgmem.records import CauseClaim, Episode, EventClaim, Extraction, Fact, FactClaim
from kgmem.schema import Row, WriteSet, edge_key
from kgmem.settling import Settling, table_of
from kgmem.telling import Asserted, Closed, Forgotten, Observed, Retracted, Telling, Unforgotten
from kgmem.temporal import FOREVER, Micros, Span

Reader = Callable[[Sequence[Episode], Mirror], "list[Extraction]"]
"""Reads episodes that came together, given a mirror of what came before them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one journal row was told."""

    verb: str
    recorded: Micros
    tellings: tuple[Telling, ...]


@dataclass(slots=True)
class Rewritten:
    """The rows of a journal in the making, and the mirror of the memory they make. `lost` counts calls
    that named by id what is no longer there."""

    mirror: Mirror
    rows: list[tuple[str, Micros, WriteSet, str]] = field(default_factory=list)
    lost: int = 0

    def write_to(self, journal: Journal) -> None:
        for verb, recorded, write, told in self.rows:
            journal.prepare(verb, recorded, write, told)


def history(rows: Iterable[JournalRow]) -> Iterator[Entry]:
    """What a memory was told, entry by entry."""
    episodes: dict[str, Episode] = {}
    entities: dict[str, Row] = {}
    for row in rows:
        episodes |= {held["id"]: episode_of(held) for held in row.write.nodes.get("Episode", ())}
        entities |= {held["id"]: held for held in row.write.nodes.get("Entity", ())}
        tellings = telling.from_json(row.told, episodes) or _retold(row, episodes, entities)
        yield Entry(row.verb, row.recorded, tuple(tellings))


def rewrite(entries: Iterable[Entry], before: Mirror | None, ontology: Ontology, read: Reader) -> Rewritten:
    """Settle entries from nothing. `before`: the memory they come from, to which their ids belong; None when
    they are a whole history, whose ids come out as they were."""
    made = Rewritten(Mirror(searchable=False))
    for entry in entries:
        settling = Settling(made.mirror, ontology)
        for told in _with_claims(entry.tellings, made.mirror, read):
            now = translated(told, before or made.mirror, made.mirror)
            if now is None:
                made.lost += 1
            else:
                settling.tell(now, now.episode.recorded if isinstance(now, Observed) else entry.recorded)
        if settling.write:
            made.rows.append((entry.verb, entry.recorded, settling.write, telling.to_json(settling.told)))
    return made


def _with_claims(tellings: Sequence[Telling], mirror: Mirror, read: Reader) -> list[Telling]:
    """The tellings, with claims read where an episode is told without."""
    unread = [one.episode for one in tellings if isinstance(one, Observed) and one.claims is None and one.episode.text]
    found = dict(zip((e.id for e in unread), read(unread, mirror), strict=True)) if unread else {}
    return [
        replace(one, claims=found.get(one.episode.id, Extraction()))
        if isinstance(one, Observed) and one.claims is None
        else one
        for one in tellings
    ]


# --- ids: versions of a statement are counted, so their ids may differ in the memory made anew ------------


def translated(told: Telling, before: Mirror, now: Mirror) -> Telling | None:
    """The telling with the ids of the new memory, None when it names what is not there."""
    if isinstance(told, Asserted) and isinstance(told.claim, CauseClaim):
        ends = [_id_now(end, before, now, live=False) for end in told.ends]
        return replace(told, ends=(ends[0], ends[1])) if all(ends) else None
    if isinstance(told, Retracted | Closed):
        name = _id_now(told.id, before, now, live=True)
        return replace(told, id=name) if name else None
    if isinstance(told, Forgotten):
        hidden = tuple(name for old in told.hidden if (name := _id_now(old, before, now, live=False)))
        return replace(told, hidden=hidden) if hidden else None
    if isinstance(told, Unforgotten):
        held = now.forgettings.get(told.id)
        return told if held is not None and held.undone_at == FOREVER else None
    return told


def _id_now(name: str, before: Mirror, now: Mirror, *, live: bool) -> str:
    """The id under which the new memory holds what the old one held under `name`; "" for nothing.
    live: only what is held at this point of the history."""
    if before is now and name in now.facts:
        return name
    old = before.facts.get(name)
    if old is None:
        found = now.events.get(name) or now.links.get(name)
        if found is None:
            return name if table_of(name, now) in ("Episode", "Entity") else ""
        return name if not live or found.retracted_at == FOREVER else ""
    versions = [now.facts[version] for version in now.versions.get(old.statement, ())]
    if live:
        versions = [fact for fact in versions if fact.retracted_at == FOREVER]
    same = [fact for fact in versions if (fact.valid_from, fact.valid_to) == (old.valid_from, old.valid_to)]
    met = [fact for fact in versions if fact.valid.meets(old.valid)]
    return (same or met or [_NOBODY])[-1].id


_NOBODY = Fact("", "", "", "", "")


# --- store format 1 kept no tellings ----------------------------------------------------------------------


def _retold(row: JournalRow, episodes: Mapping[str, Episode], entities: Mapping[str, Row]) -> list[Telling]:
    """What a row of store format 1 must have been told, as far as its write set shows it."""
    made = row.write
    if heard := made.nodes.get("Episode"):
        return [Observed(episodes[held["id"]], None) for held in heard]
    told: list[Telling] = []
    statements = {fact["statement"] for fact in made.nodes.get("Fact", ())}
    for fact in made.nodes.get("Fact", ())[-1:]:
        if row.verb == "close_fact":
            closed = next(held["id"] for held in made.sets["Fact"] if "retracted_at" in held)
            return [Closed(closed, fact["valid_to"], fact["zone"])]
        told.append(Asserted(_fact_claim(fact, made, entities), fact["source"], fact["zone"], fact["trust"]))
    for event in made.nodes.get("Event", ()):
        told.append(Asserted(_event_claim(event, made, entities), event["source"], event["zone"], event["trust"]))
    for link in made.nodes.get("Link", ()):
        claim = CauseClaim(0, 0, link["kind"], link["cue"], link["confidence"], "api")
        ends = (_end(made, "CAUSE", link["id"]), _end(made, "EFFECT", link["id"]))
        told.append(Asserted(claim, link["source"], "UTC", link["trust"], ends))
    if not told and not statements:
        retired = [held for table in ("Fact", "Event", "Link") for held in made.sets.get(table, ())]
        told += [Retracted(held["id"]) for held in retired if "retracted_at" in held]
    return told


def _fact_claim(fact: Row, made: WriteSet, entities: Mapping[str, Row]) -> FactClaim:
    subject, target = _end(made, "SUBJECT", fact["id"]), _end(made, "OBJECT", fact["id"])
    return FactClaim(
        subject=entities[subject]["name"],
        relation=fact["relation"],
        object=entities[target]["name"] if target else "",
        value=fact["value"],
        predicate=fact["predicate"],
        subject_type=entities[subject]["type"],
        object_type=entities[target]["type"] if target else "Thing",
        valid=Span(fact["valid_from"], fact["valid_to"], fact["precision"]),
        polarity=fact["polarity"],
        modality=fact["modality"],
        confidence=fact["confidence"],
        rule="api",
    )


def _event_claim(event: Row, made: WriteSet, entities: Mapping[str, Row]) -> EventClaim:
    involved = [edge for edge in made.edges.get(edge_key("INVOLVES"), ()) if edge["src"] == event["id"]]
    return EventClaim(
        kind=event["kind"],
        description=event["description"],
        participants=tuple((edge["role"], entities[edge["dst"]]["name"], "Thing") for edge in involved),
        when=Span(event["started"], event["ended"], event["precision"]),
        outcome=event["outcome"],
        polarity=event["polarity"],
        modality=event["modality"],
        confidence=event["confidence"],
        rule="api",
    )


def _end(made: WriteSet, table: str, name: str) -> str:
    for pair in schema.EDGES[table].pairs:
        for edge in made.edges.get(edge_key(table, pair), ()):
            if edge["src"] == name:
                return str(edge["dst"])
    return ""
