"""One thing that was told, as the ledger keeps it, and what must be looked at anew when something is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kgmem.consequences import consequences
from kgmem.ontology import Ontology
from kgmem.records import EventClaim, Extraction, FactClaim, Violation, WhyPending
from kgmem.said import Order, Source
from kgmem.telling import (
    Asserted,
    CallOnFact,
    Closed,
    Confirmed,
    Merged,
    Observed,
    Parted,
    Telling,
    Undone,
    name_of,
)
from kgmem.temporal import Micros

GroupKey = tuple[str, str, str]
Place = tuple[str, int]  # telling, and the number of the claim in it


@dataclass(slots=True)
class Told:
    """One telling, with what its names mean now. `names` are names as written, by key."""

    name: str
    telling: Telling
    order: tuple[Micros, int, int, str]
    source: Source
    session: str = ""
    keys: dict[str, str] = field(default_factory=dict)  # name as written -> key
    bound: dict[str, str] = field(default_factory=dict)  # key -> entity id
    groups: dict[int, GroupKey] = field(default_factory=dict)  # number of the fact claim -> its group
    events: list[str] = field(default_factory=list)  # base of each event claim, "" for one without
    links: set[str] = field(default_factory=set)
    follows: tuple[FactClaim, ...] = ()  # what an event that a program recorded begins and ends

    @property
    def why_pending(self) -> WhyPending | None:
        """Why it is to be read, None when it is not."""
        return self.telling.why_pending if isinstance(self.telling, Observed) else None

    @property
    def extraction(self) -> Extraction:
        told = self.telling
        if isinstance(told, Observed):
            return told.claims or Extraction()
        if isinstance(told, Asserted) and isinstance(told.claim, FactClaim):
            return Extraction(facts=(told.claim,))
        if isinstance(told, Asserted) and isinstance(told.claim, EventClaim):
            return Extraction(events=(told.claim,), facts=self.follows)
        return Extraction()

    def at(self, number: int) -> Order:
        return (*self.order, number)


@dataclass(slots=True)
class Touched:
    """What must be looked at anew: keys of names, tellings, groups of facts (with statements that left
    them), events and links by base, and what could not be held."""

    keys: set[str] = field(default_factory=set)
    roots: set[str] = field(default_factory=set)
    tellings: set[str] = field(default_factory=set)
    renamed: set[str] = field(default_factory=set)  # tellings that name an entity which is shown by another name
    moved: set[str] = field(default_factory=set)  # tellings whose names mean something else now
    groups: dict[GroupKey, set[str]] = field(default_factory=lambda: defaultdict(set))
    events: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    violations: list[Violation] = field(default_factory=list)


def told_of(telling: Telling, recorded: Micros, call: int, ontology: Ontology) -> Told | None:
    """A telling as it is filed; `call` numbers it if it is a call. None for one that makes no claim and names nothing
    (a forgetting, an undoing)."""
    if isinstance(telling, Observed):
        episode = telling.episode
        source = Source(
            episode.occurred,
            episode.recorded,
            episode.speaker or episode.role,
            episode.id,
            episode.zone,
            episode.trust,
        )
        return Told(episode.id, telling, (episode.occurred, 0, episode.seq, episode.id), source, episode.session)
    if isinstance(telling, Asserted | CallOnFact | Merged | Parted):
        name = f"call {call}"
        source = Source(recorded, recorded, "api")
        if isinstance(telling, Asserted):
            source = Source(recorded, recorded, telling.source, zone=telling.zone, trust=telling.trust)
        elif isinstance(telling, Closed):
            source = Source(recorded, recorded, "api", zone=telling.zone)
        elif isinstance(telling, Confirmed):
            source = Source(telling.at, recorded, telling.source)
        follows: tuple[FactClaim, ...] = ()
        if isinstance(telling, Asserted) and isinstance(telling.claim, EventClaim):
            follows = consequences(telling.claim, ontology)
        return Told(name, telling, (recorded, 1, call, ""), source, follows=follows)
    return None


def names_in(told: Told, ontology: Ontology) -> Iterator[tuple[str, str, bool]]:
    """(name, type, whether it speaks) of everything a telling names."""
    telling = told.telling
    if isinstance(telling, Observed) and telling.episode.speaker and telling.episode.role == "user":
        yield telling.episode.speaker, ontology.type_of("Person"), True
    extraction = told.extraction
    for mention in extraction.mentions:
        yield mention.name, mention.type, False
    for fact in extraction.facts:
        yield fact.subject, fact.subject_type, False
        if fact.object:
            yield fact.object, fact.object_type, False
    for event in extraction.events:
        for _, name, kind in event.participants:
            yield name, kind, False


def undone_in(tellings: Iterable[Telling]) -> set[str]:
    """The names of all that is undone; what undoes may be undone itself, by what was told after it."""
    found: set[str] = set()
    for telling in reversed([one for one in tellings if isinstance(one, Undone)]):
        if telling.call not in found:
            found |= set(telling.told)
    return found


def left_of(telling: Telling, undone: set[str]) -> Telling | None:
    """What is left of a telling: of an episode that is undone its text, of a call or what was read later nothing."""
    if name_of(telling) not in undone:
        return telling
    return Observed(telling.episode, Extraction()) if isinstance(telling, Observed) else None
