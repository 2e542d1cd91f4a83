"""A memory written anew from what it was told: all of it, or as if some of it had never been said.

Tellings are settled again in their order and at their recorded times, so the result is the memory that
never heard the rest. What was read in an episode is kept, unless it was changed or stood within sight
of something that was: that is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from kgmem import schema, telling
from kgmem.journal import Journal, JournalRow
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.records import DISPUTED, GENERALISED, CauseClaim, Episode, EventClaim, Extraction, Fact, FactClaim
from kgmem.rows import episode_of
from kgmem.schema import Row, WriteSet, edge_key
from kgmem.settling import Settling
from kgmem.telling import (
    Asserted,
    CallOnFact,
    Closed,
    Confirmed,
    Consolidated,
    Forgotten,
    Observed,
    Pinned,
    Read,
    Recalled,
    Retracted,
    Telling,
    Unforgotten,
    Unpinned,
    last_read,
)
from kgmem.temporal import FOREVER, Micros, Span
from kgmem.tending import is_pinnable, table_of

HAPPENED = ("Fact", "Event", "Link")
"""Tables of what can be told, and told to be over."""

DERIVED = ("Summary", "Topic", "Repeat")
"""Tables of what consolidation makes, beside facts."""

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
    """The rows of a journal in the making, and the mirror of the memory they make."""

    mirror: Mirror
    ledger: Ledger
    rows: list[tuple[str, Micros, WriteSet, str]] = field(default_factory=list)

    def write_to(self, journal: Journal) -> None:
        for verb, recorded, write, told in self.rows:
            journal.prepare(verb, recorded, write, told)


def history(rows: Iterable[JournalRow], whole: WriteSet | None = None) -> Iterator[Entry]:
    """What a memory was told, entry by entry. whole: the graph, for rows some of whose forerunners are lost."""
    episodes: dict[str, Episode] = {}
    entities: dict[str, Row] = {}
    for write, row in chain([(whole or WriteSet(), None)], ((row.write, row) for row in rows)):
        episodes |= {held["id"]: episode_of(held) for held in write.nodes.get("Episode", ())}
        entities |= {held["id"]: held for held in write.nodes.get("Entity", ())}
        if row is not None:
            tellings = telling.from_json(row.told, episodes) or _retold(row, episodes, entities)
            yield Entry(row.verb.split(" ")[0], row.recorded, tuple(tellings))  # format 1 wrote reasons there


def rewrite(entries: Iterable[Entry], before: Mirror | None, ontology: Ontology, read: Reader) -> Rewritten:
    """Settle entries from nothing. `before`: the memory they come from, to which their ids belong; None when
    they are a whole history, whose ids come out as they were."""
    made = Rewritten(Mirror(searchable=False), Ledger(ontology))
    for entry in without_dropped(list(entries)):
        settling = Settling(made.mirror, made.ledger)
        for told in _with_claims(entry.tellings, made.mirror, read):
            now = translated(told, before or made.mirror, made.mirror)
            if now is not None:
                settling.tell(now, now.episode.recorded if isinstance(now, Observed) else entry.recorded)
        made.ledger = settling.ledger
        if settling.write:
            made.rows.append((entry.verb, entry.recorded, settling.write, telling.to_json(settling.told)))
    return made


def _with_claims(tellings: Sequence[Telling], mirror: Mirror, read: Reader) -> list[Telling]:
    """The tellings, with claims read where an episode is told without."""
    lost = [one for one in tellings if isinstance(one, Observed | Read) and one.claims is None]
    here = {one.episode.id: one.episode for one in tellings if isinstance(one, Observed)}
    held = (here.get(name) or _episode(name, mirror) for name in dict.fromkeys(map(telling.name_of, lost)))
    unread = [episode for episode in held if episode is not None and episode.text]
    found = dict(zip((e.id for e in unread), read(unread, mirror), strict=True)) if unread else {}
    return [
        replace(one, claims=found.get(telling.name_of(one), Extraction()))
        if isinstance(one, Observed | Read) and one.claims is None
        else one
        for one in tellings
    ]


def _episode(name: str, mirror: Mirror) -> Episode | None:
    return mirror.episodes[mirror.number[name]] if name in mirror.number else None


def without_dropped(entries: Sequence[Entry]) -> list[Entry]:
    """The entries without the words of episodes that were dropped once they were read."""
    dropped = {one.id for entry in entries for one in entry.tellings if isinstance(one, Read) and one.drops}
    if not dropped:
        return list(entries)
    return [
        replace(entry, tellings=tuple(_without_words(one) if _name(one) in dropped else one for one in entry.tellings))
        for entry in entries
    ]


def _name(told: Telling) -> str:
    return told.episode.id if isinstance(told, Observed) else ""


def _without_words(told: Telling) -> Telling:
    assert isinstance(told, Observed)
    return replace(told, episode=replace(told.episode, text="", caption=""))


# --- ids: versions of a statement are counted, so their ids may differ in the memory made anew ------------


def translated(told: Telling, before: Mirror, now: Mirror) -> Telling | None:
    """The telling with the ids of the new memory, None when it names what is not there."""
    if isinstance(told, Read):
        return told if told.id in now.number else None
    if isinstance(told, Asserted) and isinstance(told.claim, CauseClaim):
        ends = [_id_now(end, before, now, live=False) for end in told.ends]
        return replace(told, ends=(ends[0], ends[1])) if all(ends) else None
    if isinstance(told, CallOnFact):
        name = _id_now(told.id, before, now, live=True)
        return replace(told, id=name) if name else None
    if isinstance(told, Forgotten):
        hidden = tuple(name for old in told.hidden if (name := _id_now(old, before, now, live=False)))
        return replace(told, hidden=hidden) if hidden else None
    if isinstance(told, Consolidated):
        return Consolidated(call=told.call)  # it is worked out anew, of what is there
    if isinstance(told, Unforgotten):
        held = now.forgettings.get(told.id)
        return told if held is not None and held.undone_at == FOREVER else None
    if isinstance(told, Pinned):
        return told if is_pinnable(told, now) else None
    if isinstance(told, Unpinned):
        pin = now.pins.get(told.id)
        return told if pin is not None and pin.undone_at == FOREVER else None
    if isinstance(told, Recalled):
        uses = tuple(use for use in told.uses if use[0] in now.number or use[0] in now.versions)
        return replace(told, uses=uses) if uses else None
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


# --- tellings from what came of them: store format 1 kept none, and a damaged journal has lost some --------


def _retold(row: JournalRow, episodes: Mapping[str, Episode], entities: Mapping[str, Row]) -> list[Telling]:
    """What a row of store format 1 must have been told, as far as its write set shows it."""
    made = row.write
    if heard := made.nodes.get("Episode"):
        return [Observed(episodes[held["id"]], None) for held in heard]
    retired = [held["id"] for table in HAPPENED for held in made.sets.get(table, ()) if "retracted_at" in held]
    facts = list(made.nodes.get("Fact", ()))
    if row.verb == "close_fact":
        return [Closed(retired[0], facts[-1]["valid_to"], facts[-1]["zone"])]
    stated = {"Fact": facts[-1:], "Event": made.nodes.get("Event", ()), "Link": made.nodes.get("Link", ())}
    told = _calls(stated, made, entities)
    return told or [Retracted(name) for name in retired]


def told_again(whole: WriteSet, rows: Iterable[JournalRow]) -> list[Entry]:
    """What a memory was told whose journal is damaged: what the rows left of it say, and what the graph holds
    beyond that. The first entry has the lost episodes, whose claims are read again when they are needed, the
    last one lost calls, confirmations, closings, retractions and forgettings, as far as they hold now."""
    kept = list(rows)
    entries = list(history(kept, whole))
    told = [one for entry in entries for one in entry.tellings]
    heard = {one.episode.id for one in told if isinstance(one, Observed)}
    lost = [episode_of(row) for row in whole.nodes.get("Episode", ()) if row["id"] not in heard]
    tables = (*HAPPENED, "Confirmation", "Forget", "Pin")
    made = {row["id"] for one in kept for table in tables for row in one.write.nodes.get(table, ())}
    read = {edge["src"] for table in HAPPENED for edge in whole.edges.get(edge_key("EVIDENCE", (table, "Episode")), ())}
    calls = {
        table: [
            row
            for row in whole.nodes.get(table, ())
            if row["id"] not in read | made and row["retracted_at"] == FOREVER and not _is_derived(row)
        ]
        for table in HAPPENED
    }
    entities = {row["id"]: row for row in whole.nodes.get("Entity", ())}
    waits = {row["id"] for row in whole.nodes.get("Pending", ()) if row["read_at"] == FOREVER}
    rest = [
        *_readings(told, waits),
        *_calls(calls, whole, entities),
        *_confirmations(whole, made),
        *_ends(whole, read | made, told),
        *_forgettings(whole, made, told),
        *_consolidations(whole, told),
        *_pins(whole, made, told),
        *_uses(whole),
    ]
    times = [row["recorded"] for row in whole.nodes.get("Episode", ())]
    times += [row["recorded_at"] for table in HAPPENED for row in whole.nodes.get(table, ())]
    first, last = min(times, default=0), max(times, default=0)
    return [
        Entry("recover", first, tuple(_lost(episode, waits) for episode in lost)),
        *entries,
        Entry("recover", last, tuple(rest)),
    ]


def _lost(episode: Episode, waits: set[str]) -> Observed:
    return Observed(episode, waits=True) if episode.id in waits else Observed(episode, None)


def _readings(told: Sequence[Telling], waits: set[str]) -> Iterator[Telling]:
    """Readings that the graph shows of what was to be read later, and that nobody who is left tells."""
    for name, one in last_read(told).items():
        if one.why_pending and name not in waits:
            yield Read(name, None)


def _is_derived(row: Row) -> bool:
    """True for a fact that consolidation made."""
    return str(row["id"]).startswith(GENERALISED)


def _consolidations(whole: WriteSet, told: Sequence[Telling]) -> Iterator[Telling]:
    """A consolidation, if the graph holds what one made and nobody who is left tells of one."""
    derived = [
        *(row for table in DERIVED for row in whole.nodes.get(table, ())),
        *filter(_is_derived, whole.nodes.get("Fact", ())),
    ]
    if derived and not any(isinstance(one, Consolidated) for one in told):
        yield Consolidated()


def _confirmations(whole: WriteSet, made: set[str]) -> Iterator[Telling]:
    """Confirmations that the graph shows of what is certain; what was only told again and is less may not become so."""
    certain: dict[str, list[Row]] = {}
    for row in whole.nodes.get("Fact", ()):
        if row["retracted_at"] == FOREVER and row["confidence"] == row["trust"] == 1.0:
            certain.setdefault(row["statement"], []).append(row)
    for one in whole.nodes.get("Confirmation", ()):
        facts = certain.get(one["statement"])
        if facts and one["retracted_at"] == FOREVER and one["id"] not in made:
            then = [row for row in facts if row["valid_from"] <= one["said"] < row["valid_to"]]
            fact = max(then or facts, key=lambda row: int(row["valid_from"]))
            yield Confirmed(fact["id"], one["said"], one["source"])


def _ends(whole: WriteSet, known: set[str], told: Sequence[Telling]) -> Iterator[Telling]:
    """Closings and retractions that the graph shows of what is told, and that nobody who is left tells."""
    ended = {one.id for one in told if isinstance(one, Retracted | Closed)}
    facts: dict[str, list[Row]] = {}
    for row in whole.nodes.get("Fact", ()):
        if not _is_derived(row):
            facts.setdefault(row["statement"], []).append(row)
    for versions in facts.values():
        live = [row for row in versions if row["retracted_at"] == FOREVER]
        for row in live:
            open_ones = [v for v in versions if v["valid_from"] == row["valid_from"] and v["valid_to"] == FOREVER]
            told_open = [v["id"] for v in open_ones if v["id"] in known]
            if row["valid_to"] != FOREVER and told_open and not ended.intersection(told_open):
                yield Closed(told_open[-1], row["valid_to"], row["zone"])
        if not live and versions[-1]["id"] not in ended:
            yield Retracted(versions[-1]["id"])
    for table in ("Event", "Link"):
        for row in whole.nodes.get(table, ()):
            if row["retracted_at"] != FOREVER and row["id"] not in ended:
                yield Retracted(row["id"])


def _forgettings(whole: WriteSet, made: set[str], told: Sequence[Telling]) -> Iterator[Telling]:
    undone = {one.id for one in told if isinstance(one, Unforgotten)}
    for row in whole.nodes.get("Forget", ()):
        if row["undone_at"] != FOREVER:
            if row["id"] in made and row["id"] not in undone:
                yield Unforgotten(row["id"])
        elif row["id"] not in made:
            keys = [edge_key("HIDES", pair) for pair in schema.EDGES["HIDES"].pairs]
            hidden = (edge["dst"] for key in keys for edge in whole.edges.get(key, ()) if edge["src"] == row["id"])
            yield Forgotten(row["id"], row["selector"], row["reason"], tuple(hidden))


def _pins(whole: WriteSet, made: set[str], told: Sequence[Telling]) -> Iterator[Telling]:
    undone = {one.id for one in told if isinstance(one, Unpinned)}
    for row in whole.nodes.get("Pin", ()):
        if row["undone_at"] != FOREVER:
            if row["id"] in made and row["id"] not in undone:
                yield Unpinned(row["id"])
        elif row["id"] not in made:
            yield Pinned(row["id"], row["what"], row["kind"], row["reason"])


def _uses(whole: WriteSet) -> Iterator[Telling]:
    if rows := whole.nodes.get("Use"):
        yield Recalled(tuple((row["id"], row["count"], row["last"]) for row in rows))


def _calls(rows: Mapping[str, Sequence[Row]], made: WriteSet, entities: Mapping[str, Row]) -> list[Telling]:
    """The calls that would make these facts, events and links, whose edges are in `made`."""
    told: list[Telling] = []
    for fact in rows["Fact"]:
        told.append(Asserted(_fact_claim(fact, made, entities), fact["source"], fact["zone"], fact["trust"]))
    for event in rows["Event"]:
        told.append(Asserted(_event_claim(event, made, entities), event["source"], event["zone"], event["trust"]))
    for link in rows["Link"]:
        claim = CauseClaim(0, 0, link["kind"], link["cue"], link["confidence"], "api")
        ends = (_end(made, "CAUSE", link["id"]), _end(made, "EFFECT", link["id"]))
        told.append(Asserted(claim, link["source"], "UTC", link["trust"], ends))
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
        modality="asserted" if fact["modality"] == DISPUTED else fact["modality"],
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
