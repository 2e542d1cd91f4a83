"""Everything a memory was told, by what it bears on: which claims speak of which facts, events and links.

The writer keeps it in memory and makes it anew from the journal when it first writes. With it, what follows
from all that was told can be found for just the part that a new telling, or a name that now means something
else, has touched.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kgmem.consequences import consequences
from kgmem.happenings import Happened, Linked, base_of, happened, linked, version_held
from kgmem.identity import Identity, entity_id
from kgmem.mirror import Mirror
from kgmem.naming import Naming, is_nameable, key_of
from kgmem.ontology import Ontology, Relation
from kgmem.reconcile import Affirmed, Ended, Families, Group, Order, Said, Source, draft, is_well_formed, violation
from kgmem.records import DISPUTED, CauseClaim, Entity, EventClaim, Extraction, FactClaim, Violation
from kgmem.schema import Row
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
from kgmem.temporal import FOREVER, Micros, Span
from kgmem.text import name_key

GROUPS_KEPT = 5_000
"""Groups of facts whose outcome is kept in memory, so that the next claim is settled on top of it."""

_WORDS = frozenset("as co company foundation group holding holdings limited se spa".split())
"""Legal forms that are words too: "a climbing group" is not "climbing"."""

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


class Ledger:
    """All tellings of one memory."""

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self.is_filed = True  # False until everything told before is filed
        self.identity = Identity(Naming(ontology.titles, ontology.firm_suffixes - _WORDS), self._kind_group)
        self.told: dict[str, Told] = {}
        self._kinds: dict[str, str] = {}
        self._families = Families(ontology)
        self._distinct = _distinct_nouns(ontology)
        self._calls = 0
        self.entries: list[tuple[Micros, Telling]] = []  # all of it, as it was told, what is undone too
        self._parted: dict[tuple[str, str], str] = {}  # (episode, name) -> what it means there, by a call
        self._spelled: dict[str, str] = {}
        self._claims: dict[GroupKey, dict[Place, Said | Ended | Affirmed]] = defaultdict(dict)
        self._statements: dict[GroupKey, dict[Place, str]] = defaultdict(dict)
        self._group_of: dict[str, GroupKey] = {}  # statement -> group
        self._outcomes: OrderedDict[GroupKey, Group] = OrderedDict()
        self._said_by_call: dict[str, dict[str, Said | Affirmed]] = defaultdict(dict)  # statement -> call -> what
        self._later: dict[GroupKey, list[Said | Ended | Affirmed]] = defaultdict(list)  # not yet in the group's outcome
        self._fact_calls: list[str] = []  # tellings about a fact
        self._events: dict[str, dict[Place, Happened]] = defaultdict(dict)
        self._links: dict[str, dict[Place, Linked]] = defaultdict(dict)
        self._over: dict[str, list[Order]] = defaultdict(list)  # event or link -> when a call retracted it

    @classmethod
    def of(cls, entries: Iterable[tuple[Micros, Iterable[Telling]]], ontology: Ontology, mirror: Mirror) -> Ledger:
        """The ledger of a memory: of what it was told, each part with its recorded time, and what it holds."""
        made = cls(ontology)
        made.is_filed = False
        whole = [(recorded, telling) for recorded, tellings in entries for telling in tellings]
        made.entries = list(whole)
        undone = undone_in(telling for _, telling in whole)
        left = [(recorded, _left(telling, undone)) for recorded, telling in whole]
        for _, telling in left:
            if isinstance(telling, Parted) and telling.episodes:
                made._part(telling)
        for recorded, telling in left:
            if isinstance(telling, Observed) and telling.claims is None:
                telling = Observed(telling.episode, _claims_held(telling.episode.id, mirror))
            if telling is not None:
                made._take(telling, recorded, Touched())
        made.identity.settle()
        for told in made.told.values():
            made.bind(told, Touched())
        return made

    def _part(self, call: Parted) -> None:
        """Note that a name means something else in some episodes."""
        for episode in call.episodes:
            self._parted[episode, key_of(call.one)] = key_of(call.other)
            self._spelled[key_of(call.other)] = call.other

    def again(self, mirror: Mirror) -> Ledger:
        """The ledger made anew from what it was told: after a call that says what a name meant all along."""
        return Ledger.of(((recorded, (telling,)) for recorded, telling in self.entries), self.ontology, mirror)

    def all_bases(self) -> tuple[set[str], set[str], set[str]]:
        """Every statement, and the base of every event and link, that something was told of."""
        return set(self._group_of), set(self._events), set(self._links)

    def is_shown(self, mirror: Mirror) -> bool:
        """True when every name means in the mirror what it means here."""
        for key, use in self.identity.uses.items():
            if use.surfaces:
                wanted = {(entity_id(root), self.identity.rule(key, root)) for root in self.identity.ends_of(key)}
                if wanted != {(name, mirror.names[key, name]["rule"]) for name in mirror.aliases.get(key, ())}:
                    return False
        return True

    def file_all(self, mirror: Mirror, touched: Touched) -> None:
        """File everything that was told, for the first time."""
        self.is_filed = True
        calls = [told for told in self.told.values() if isinstance(told.telling, CallOnFact)]
        for told in self.told.values():
            if not isinstance(told.telling, CallOnFact):
                self.place(told, mirror, touched)
        for told in calls:
            self.place(told, mirror, touched)

    # --- in -------------------------------------------------------------------------------------

    def add(self, telling: Telling, recorded: Micros, touched: Touched) -> Told | None:
        """Take in a telling: its names and what they say of each other. None for one that says nothing of the
        world (a forgetting)."""
        self.entries.append((recorded, telling))
        return self._take(telling, recorded, touched)

    def _take(self, telling: Telling, recorded: Micros, touched: Touched) -> Told | None:
        told = self._told(telling, recorded)
        if told is None:
            return None
        self.told[told.name] = told
        self._use_names(told, touched)
        return told

    def _told(self, telling: Telling, recorded: Micros) -> Told | None:
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
            self._calls += 1
            name = f"call {self._calls}"
            source = Source(recorded, recorded, "api")
            if isinstance(telling, Asserted):
                source = Source(recorded, recorded, telling.source, zone=telling.zone, trust=telling.trust)
            elif isinstance(telling, Closed):
                source = Source(recorded, recorded, "api", zone=telling.zone)
            elif isinstance(telling, Confirmed):
                source = Source(telling.at, recorded, telling.source)
            follows: tuple[FactClaim, ...] = ()
            if isinstance(telling, Asserted) and isinstance(telling.claim, EventClaim):
                follows = consequences(telling.claim, self.ontology)
            return Told(name, telling, (recorded, 1, self._calls, ""), source, follows=follows)
        return None

    def _use_names(self, told: Told, touched: Touched) -> None:
        at = told.source.said
        for name, kind, speaks in _names(told, self.ontology):
            key = key_of(name)
            if not is_nameable(key) or (self.ontology.strict and not kind):
                continue
            written = name.strip()[:200]
            if (told.name, key) in self._parted:
                key = self._parted[told.name, key]
                written = self._spelled[key]
            told.keys[name] = key
            touched.keys.add(key)
            self.identity.use(key, written, kind, told.name, told.session, at, speaks=speaks)
        for claim in told.extraction.facts:
            self._learn_names(claim)
        if isinstance(told.telling, Parted) and told.telling.episodes:
            self._part(told.telling)
        elif isinstance(told.telling, Merged | Parted):
            one, other = key_of(told.telling.one), key_of(told.telling.other)
            self.identity.pin(one, other, told.order[2], same=isinstance(told.telling, Merged))

    def _learn_names(self, claim: FactClaim) -> None:
        """What a claim says of names: that somebody is called so, or is somebody's only sister."""
        if claim.modality != "asserted" or claim.polarity != "positive":
            return
        subject, target = key_of(claim.subject), key_of(claim.object)
        if claim.relation == "named" and (value := key_of(claim.object or claim.value)):
            self.identity.call(subject, value)
        elif target and (noun := claim.predicate.strip().lower()) in self._distinct:
            owner, who = (subject, target) if self._distinct[noun] else (target, subject)
            self.identity.tell_of(owner, noun, who)

    def _kind_group(self, kind: str) -> str:
        """What kinds of things may bear one name: a nurse and a person may, a person and a town may not."""
        if kind not in self._kinds:
            wide = ("Person", "Animal", "Organization", "Group", "Place", "Event")
            self._kinds[kind] = next((above for above in self.ontology.ancestors(kind) if above in wide), "")
        return self._kinds[kind]

    # --- binding --------------------------------------------------------------------------------

    def settle_names(self, touched: Touched) -> None:
        """Bind names anew, and note whose meaning changed."""
        for key, before in self.identity.settle().items():
            touched.keys.add(key)
            touched.roots |= before
            touched.tellings |= self.identity.uses[key].tellings
        for key in touched.keys:
            touched.roots |= self.identity.ends_of(key)

    def bind(self, told: Told, touched: Touched) -> bool:
        """Give a telling's names what they mean now. True when that is not what they meant."""
        bound = {key: entity_id(self.identity.root(key, told.session)) for key in told.keys.values()}
        if bound == told.bound:
            return False
        touched.moved.add(told.name)
        told.bound = bound
        return True

    def place(self, told: Told, mirror: Mirror, touched: Touched) -> None:
        """File the claims of a telling under their facts, events and links; out of where they were before."""
        for number, group in told.groups.items():
            del self._claims[group][told.name, number]
            statement = self._statements[group].pop((told.name, number))
            touched.groups[group].add(statement)
            if statement in self._said_by_call:
                self._said_by_call[statement].pop(told.name, None)
            self._outcomes.pop(group, None)
        for number, base in enumerate(told.events):
            if base:
                self._events[base].pop((told.name, number), None)
                touched.events.add(base)
        for base in told.links:
            self._links[base] = {place: link for place, link in self._links[base].items() if place[0] != told.name}
            touched.links.add(base)
        told.groups, told.events, told.links = {}, [], set()
        entities = {name.strip(): mirror.entities[told.bound[key]] for name, key in told.keys.items()}
        for number, event in enumerate(told.extraction.events):
            self._place_event(told, number, event, entities, touched)
        for number, claim in enumerate(told.extraction.facts):
            if not (told.follows and self._is_over(told)):
                self._place_fact(told, number, claim, entities, touched)
        if isinstance(told.telling, CallOnFact):
            self._place_call(told, told.telling, mirror, touched)

    def place_calls(self, mirror: Mirror, touched: Touched) -> None:
        """File the calls about facts again, after the claims of these facts may have moved."""
        for name in self._fact_calls:
            told = self.told[name]
            assert isinstance(told.telling, CallOnFact)
            found = self._claim_of(told.telling.id, mirror)
            if found is not None and told.groups.get(0) != found[0]:
                self.place(told, mirror, touched)

    def _place_fact(
        self, told: Told, number: int, claim: FactClaim, entities: Mapping[str, Entity], touched: Touched
    ) -> None:
        relation = self._relation(claim)
        subject, target = entities.get(claim.subject.strip()), entities.get(claim.object.strip())
        if not is_well_formed(claim):
            reason = "its confidence, modality or polarity is none there is"
            touched.violations.append(Violation(claim.subject, "claim", reason))
            return
        if subject is None:
            words = f"{claim.subject} {claim.predicate or relation.name} {claim.object or claim.value}".strip()
            touched.violations.append(Violation(words, "subject", "the subject names nothing"))
            return
        said = Said(told.at(number), claim, relation, subject, target, told.source)
        if (fault := violation(said, self.ontology)) is not None:
            touched.violations.append(fault)
            return
        self._file(told, number, self._families.group(said), said, draft(said).statement, touched)

    def _relation(self, claim: FactClaim) -> Relation:
        return self.ontology.resolve_relation(claim.relation) or self.ontology.relation("relatedTo")

    def _file(
        self,
        told: Told,
        number: int,
        group: GroupKey,
        said: Said | Ended | Affirmed,
        statement: str,
        touched: Touched,
    ) -> None:
        outcome = self._outcomes.get(group)
        reaches_back = isinstance(said, Affirmed) or (isinstance(said, Ended) and said.at is None)
        if outcome is not None and outcome.last is not None:
            is_late = reaches_back or said.place < outcome.last
            if is_late or (isinstance(said, Said) and (outcome.is_refined_by(said) or self._later.get(group))):
                del self._outcomes[group]  # it bears on what is settled already
                self._later.pop(group, None)
        if group in self._outcomes:
            self._later[group].append(said)
        self._claims[group][told.name, number] = said
        self._statements[group][told.name, number] = statement
        self._group_of[statement] = group
        if isinstance(told.telling, Asserted | Confirmed) and not isinstance(said, Ended):
            self._said_by_call[statement][told.name] = said
        told.groups[number] = group
        touched.groups[group].add(statement)

    def _place_event(
        self, told: Told, number: int, claim: EventClaim, entities: Mapping[str, Entity], touched: Touched
    ) -> None:
        event = happened(told.at(number), claim, entities, told.source)
        self._events[event.base][told.name, number] = event
        told.events.append(event.base)
        touched.events.add(event.base)

    def _place_call(self, told: Told, call: CallOnFact, mirror: Mirror, touched: Touched) -> None:
        if call.id in mirror.facts:
            if told.name not in self._fact_calls:
                self._fact_calls.append(told.name)
            if (found := self._claim_of(call.id, mirror)) is not None:
                during = mirror.facts[call.id].valid
                said: Ended | Affirmed
                if isinstance(call, Confirmed):
                    said = Affirmed(told.at(0), found[1], during, told.source)
                else:
                    at = call.at if isinstance(call, Closed) else None
                    said = Ended(told.at(0), found[1], at, during, told.source)
                self._file(told, 0, found[0], said, found[1], touched)
            return
        base = base_of(call.id)
        self._over[base].append(told.at(0))
        for name in {name for name, _ in self._events.get(base, ())}:
            if self.told[name].follows:
                self.place(self.told[name], mirror, touched)
        (touched.events if call.id in mirror.events else touched.links).add(base)

    def _is_over(self, told: Told) -> bool:
        """True for a telling of an event that a later call retracted."""
        return any(order > told.at(0) for base in told.events for order in self._over.get(base, ()))

    def claim_of(self, name: str, mirror: Mirror) -> FactClaim | None:
        """The claim that this fact was last made from."""
        found = self._claim_of(name, mirror)
        if found is None:
            return None
        group, statement = found
        during = mirror.facts[name].valid
        told = [
            said
            for place, said in self._claims[group].items()
            if isinstance(said, Said) and self._statements[group][place] == statement and not said.claim.ends
        ]
        within = [said for said in told if during.holds(draft(said).valid_from)] or told
        return max(within, key=lambda said: said.order).claim if within else None

    def _claim_of(self, name: str, mirror: Mirror) -> tuple[GroupKey, str] | None:
        """Where the claims are filed now from which this fact was made, and under which statement."""
        fact = mirror.facts[name]
        places = {(found.episode, found.start) for found in fact.evidence}
        if places:
            tellings = sorted({episode for episode, _ in places})
        else:
            root = self.identity.root(key_of(fact.subject), "")
            keys = {key_of(fact.subject), *self.identity.members.get(root, ())}
            used = {name for key in keys if key in self.identity.uses for name in self.identity.uses[key].tellings}
            tellings = sorted(name for name in used if name.startswith("call "))
        modality = "asserted" if fact.modality == DISPUTED else fact.modality
        wanted = (fact.relation, fact.polarity, modality, name_key(fact.value))
        for told in (self.told[telling] for telling in tellings if telling in self.told):
            for number, group in sorted(told.groups.items()):
                said = self._claims[group][told.name, number]
                if not isinstance(said, Said) or (places and (told.name, said.claim.start) not in places):
                    continue
                claim = said.claim
                value = "" if said.target else name_key(claim.value)
                same = wanted == (said.relation.name, claim.polarity, claim.modality, value)
                if same and (places or key_of(claim.object) in ("", key_of(fact.object)) or said.target is None):
                    return group, self._statements[group][told.name, number]
        group_now = self._group_of.get(fact.statement)
        return (group_now, fact.statement) if group_now is not None else None

    # --- out ------------------------------------------------------------------------------------

    def outcome(self, group: GroupKey) -> tuple[Group, set[str] | None]:
        """What follows from the claims of a group; and the statements that changed since it was last asked for,
        None when all may have."""
        held, later = self._outcomes.pop(group, None), self._later.pop(group, [])
        changed: set[str] | None = None
        if held is None:
            held = Group(self.ontology)
            held.settle(self._claims[group].values())
        else:
            held.touched = changed = set()
            held.settle(later)
        self._outcomes[group] = held
        while len(self._outcomes) > GROUPS_KEPT:
            self._later.pop(self._outcomes.popitem(last=False)[0], None)
        return held, changed

    def statements(self, group: GroupKey) -> set[str]:
        return set(self._statements[group].values())

    def bears(self, statement: str) -> bool:
        """True for a statement that some claim makes."""
        return statement in self._group_of

    def confirmed(self, statement: str, since: Micros) -> set[tuple[Micros, str]]:
        """When calls said that a statement is so, and who: all that confirm it, and those that told it again after
        memory came to hold it, as far as they leave its end open."""
        found = set()
        for said in self._said_by_call.get(statement, {}).values():
            at = said.source.said
            again = isinstance(said, Said) and said.claim.valid.end == FOREVER and not said.claim.ends and at > since
            if again or isinstance(said, Affirmed):
                found.add((at, said.source.name))
        return found

    def happened(self, base: str) -> list[Happened]:
        """What was told of an event, by order, after the last call that retracted it."""
        return self._after(base, self._events[base].values())

    def linked(self, base: str) -> list[Linked]:
        return self._after(base, self._links[base].values())

    def _after(self, base: str, told: Iterable[Happened] | Iterable[Linked]) -> list:  # type: ignore[type-arg]
        over = max(self._over[base], default=None) if base in self._over else None
        return sorted((one for one in told if over is None or one.order > over), key=lambda one: one.order)

    def place_links(self, told: Told, mirror: Mirror, touched: Touched) -> None:
        """File the causal claims of a telling, whose events are in the mirror."""
        if isinstance(told.telling, Asserted) and isinstance(told.telling.claim, CauseClaim):
            ends = [self._end_now(end, mirror) for end in told.telling.ends]
            self._place_link(told, 0, told.telling.claim, (ends[0], ends[1]), touched)
        for number, claim in enumerate(told.extraction.causes):
            bases = told.events[claim.cause], told.events[claim.effect]
            ends = [version_held(base, mirror.events) for base in bases]
            self._place_link(told, number, claim, (ends[0], ends[1]), touched)

    def _place_link(self, told: Told, number: int, claim: CauseClaim, ends: tuple[str, str], touched: Touched) -> None:
        if not all(ends) or ends[0] == ends[1]:
            return
        link = linked(told.at(number), claim, ends, told.source)
        self._links[link.base][told.name, number] = link
        told.links.add(link.base)
        touched.links.add(link.base)

    def _end_now(self, name: str, mirror: Mirror) -> str:
        """The event or fact that a call named by this id, as it is held now; itself when it is."""
        event = mirror.events.get(name)
        if event is None or event.retracted_at == FOREVER:
            return name
        for found in event.evidence:
            told = self.told.get(found.episode)
            for number, claim in enumerate(told.extraction.events if told else ()):
                if told and claim.start == found.start and claim.kind == event.kind and told.events:
                    return version_held(told.events[number], mirror.events) or name
        return name

    def users_of(self, root: str) -> set[str]:
        """The tellings that name an entity."""
        return {name for key, _ in self.identity.keys_of(root) for name in self.identity.uses[key].tellings}

    def entity_row(self, root: str) -> Row | None:
        """What is known of the entity with this root, without its recorded times; None when no name means it."""
        types: dict[str, int] = defaultdict(int)
        first, last = FOREVER, 0
        for key, times in self.identity.keys_of(root):
            use = self.identity.uses[key]
            if self.identity.roots[key] == root:
                for kind, count in use.types.items():
                    types[kind] += count
            for begin, end in times:
                first, last = min(first, begin), max(last, end)
        name = self.identity.best_name(root)
        if not name or first == FOREVER:
            return None
        return {
            "id": entity_id(root),
            "name": name,
            "type": self._type(types),
            "first_seen": first,
            "last_seen": last,
        }

    def _type(self, types: Mapping[str, int]) -> str:
        """The type most uses say: first by kind of thing, then the most used within it."""
        groups: dict[str, int] = defaultdict(int)
        for kind, count in types.items():
            groups[self._kind_group(kind)] += count if kind not in ("", "Thing") else 0
        said = {kind: count for kind, count in types.items() if kind and kind != "Thing"}
        if not said:
            return "Thing"
        top = min(groups, key=lambda group: (-groups[group], group == "", group))
        return min((kind for kind in said if self._kind_group(kind) == top), key=lambda kind: (-said[kind], kind))


def undone_in(tellings: Iterable[Telling]) -> set[str]:
    """The names of all that is undone; what undoes may be undone itself, by what was told after it."""
    found: set[str] = set()
    for telling in reversed([one for one in tellings if isinstance(one, Undone)]):
        if telling.call not in found:
            found |= set(telling.told)
    return found


def _left(telling: Telling, undone: set[str]) -> Telling | None:
    """What is left of a telling: of an episode that is undone its text, of a call nothing."""
    if name_of(telling) not in undone:
        return telling
    return Observed(telling.episode, Extraction()) if isinstance(telling, Observed) else None


def _claims_held(episode: str, mirror: Mirror) -> Extraction:
    """What was read in an episode, as far as what is held of it shows: store format 1 did not keep it."""
    facts, events = [], []
    for fact in (mirror.facts[name] for name in dict.fromkeys(mirror.facts_in.get(episode, ()))):
        found = next(one for one in fact.evidence if one.episode == episode)
        if fact.retracted_at == FOREVER:
            target = mirror.entities[fact.object_id].type if fact.object_id else "Thing"
            facts.append(
                FactClaim(
                    subject=fact.subject,
                    relation=fact.relation,
                    object=fact.object,
                    value=fact.value,
                    predicate=fact.predicate,
                    subject_type=mirror.entities[fact.subject_id].type,
                    object_type=target,
                    valid=fact.valid,
                    polarity=fact.polarity,
                    modality="asserted" if fact.modality == DISPUTED else fact.modality,
                    confidence=fact.confidence,
                    rule=found.extractor,
                    start=found.start,
                    end=found.end,
                )
            )
    for event in (mirror.events[name] for name in dict.fromkeys(mirror.events_in.get(episode, ()))):
        found = next(one for one in event.evidence if one.episode == episode)
        if event.retracted_at == FOREVER:
            events.append(
                EventClaim(
                    kind=event.kind,
                    description=event.description,
                    participants=tuple((p.role, p.name, mirror.entities[p.entity_id].type) for p in event.participants),
                    when=Span(event.start, event.end, event.precision),
                    outcome=event.outcome,
                    polarity=event.polarity,
                    modality=event.modality,
                    confidence=event.confidence,
                    rule=found.extractor,
                    start=found.start,
                    end=found.end,
                )
            )
    return Extraction(facts=tuple(facts), events=tuple(events))


def _distinct_nouns(ontology: Ontology) -> dict[str, bool]:
    """Nouns of which a person mostly has one that talk names ("my wife", "my sister", "my dog"), and whether the
    owner is the subject of the relation; of friends and colleagues there are many."""
    found = {}
    kin = ontology.kin_nouns
    for relation in ontology.relations.values():
        for cue in relation.cues:
            if cue.kind not in ("noun", "possessed") or cue.preps:
                continue
            one = relation.functional or cue.object in kin or cue.object in ontology.nouns_gender
            if one or ontology.is_a(relation.range, "Animal"):
                found[cue.object] = cue.kind == "possessed"
    return found


def _names(told: Told, ontology: Ontology) -> Iterator[tuple[str, str, bool]]:
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
