"""Everything a memory was told, by what it bears on: which claims speak of which facts, events and links.

The writer keeps it in memory and makes it anew from the journal when it first writes. With it, what follows
from all that was told can be found for just the part that a new telling, or a name that now means something
else, has touched.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from kgmem.alike import Statement, statement
from kgmem.grouping import Grouping
from kgmem.happenings import Happened, Linked, base_of, happened, linked, version_held
from kgmem.identity import entity_id
from kgmem.mirror import Mirror
from kgmem.naming import key_of
from kgmem.ontology import Ontology, Relation
from kgmem.reconcile import Group
from kgmem.records import DISPUTED, GENERALISED, CauseClaim, Derived, Entity, EventClaim, FactClaim, Violation
from kgmem.referring import Referring
from kgmem.rereading import claims_held
from kgmem.said import Affirmed, Ended, Order, Said, draft, is_well_formed, taken_back, violation
from kgmem.telling import (
    Asserted,
    CallOnFact,
    Closed,
    Confirmed,
    Consolidated,
    Observed,
    Parted,
    Read,
    Retracted,
    Telling,
    last_read,
    read_in,
)
from kgmem.temporal import FOREVER, Micros
from kgmem.text import name_key
from kgmem.told import GroupKey, Place, Told, Touched, left_of, told_of, undone_in

GROUPS_KEPT = 5_000
"""Groups of facts whose outcome is kept in memory, so that the next claim is settled on top of it."""


class Ledger:
    """All tellings of one memory."""

    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self.is_filed = True  # False until everything told before is filed
        self.names = Referring(ontology)
        self.identity = self.names.identity
        self.told: dict[str, Told] = {}
        self._grouping = Grouping(ontology)
        self._calls = 0
        self.entries: list[tuple[Micros, Telling]] = []  # all of it, as it was told, what is undone too
        self._claims: dict[GroupKey, dict[Place, Said | Ended | Affirmed]] = defaultdict(dict)
        self._statements: dict[GroupKey, dict[Place, str]] = defaultdict(dict)
        self._group_of: dict[str, GroupKey] = {}  # statement -> group
        self._outcomes: OrderedDict[GroupKey, Group] = OrderedDict()
        self._said_by_call: dict[str, dict[str, Said | Affirmed]] = defaultdict(dict)  # statement -> call -> what
        self._later: dict[GroupKey, list[Said | Ended | Affirmed]] = defaultdict(list)  # not yet in the group's outcome
        self._fact_calls: list[str] = []  # tellings about a fact
        self._events: dict[str, dict[Place, Happened]] = defaultdict(dict)
        self._links: dict[str, dict[Place, Linked]] = defaultdict(dict)
        self.derived: dict[tuple[str, str], Derived] = {}  # what the consolidations that stand worked out
        self.refused: set[str] = set()  # statements of habits that a call retracted
        self._as_told: dict[Place, Said] = {}  # claims that are held as another statement, as they were told
        self._over: dict[str, list[Order]] = defaultdict(list)  # event or link -> when a call retracted it
        self.undone: set[str] = set()  # names of all that is undone

    @classmethod
    def of(cls, entries: Iterable[tuple[Micros, Iterable[Telling]]], ontology: Ontology, mirror: Mirror) -> Ledger:
        """The ledger of a memory: of what it was told, each part with its recorded time, and what it holds."""
        made = cls(ontology)
        made.is_filed = False
        whole = [(recorded, telling) for recorded, tellings in entries for telling in tellings]
        made.entries = list(whole)
        made.undone = undone_in(telling for _, telling in whole)
        left = [(recorded, left_of(telling, made.undone)) for recorded, telling in whole]
        read = last_read(telling for _, telling in left if telling is not None)
        for _, telling in left:
            if isinstance(telling, Parted) and telling.episodes:
                made.names.part(telling)
        for recorded, telling in left:
            if isinstance(telling, Observed):
                telling = read[telling.episode.id]
                if telling.claims is None:
                    telling = Observed(telling.episode, claims_held(telling.episode.id, mirror))
            if telling is not None:
                made._take(telling, recorded, Touched())
        made.identity.settle()
        for told in made.told.values():
            made.names.bind(told, Touched())
        return made

    def again(self, mirror: Mirror) -> Ledger:
        """The ledger made anew from what it was told: after a call that says what a name meant all along."""
        return Ledger.of(((recorded, (telling,)) for recorded, telling in self.entries), self.ontology, mirror)

    def all_bases(self) -> tuple[set[str], set[str], set[str]]:
        """Every statement, and the base of every event and link, that something was told of."""
        return set(self._group_of), set(self._events), set(self._links)

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
        """Take in a telling: its names and what they say of each other. None for one that makes no
        claim and names nothing (a forgetting, an undoing)."""
        self.entries.append((recorded, telling))
        return self._take(telling, recorded, touched)

    def read(self, telling: Read, recorded: Micros, touched: Touched) -> Told | None:
        """Take in what was read in an episode, in place of what was read there before. None when it changes nothing
        (`is_news`)."""
        if not self.is_news(telling):
            return None
        told = self.told[telling.id]
        assert isinstance(told.telling, Observed)
        self.entries.append((recorded, telling))
        self.names.use_instead(told, read_in(told.telling, telling), touched, self._time_of)
        return told

    def is_news(self, telling: Read) -> bool:
        """True when something else was read in an episode than before, and it is there and not undone."""
        told = self.told.get(telling.id)
        held = told.telling if told is not None else None
        return isinstance(held, Observed) and telling.id not in self.undone and read_in(held, telling) != held

    def _time_of(self, name: str) -> tuple[str, Micros]:
        """Session and time of a telling."""
        return self.told[name].session, self.told[name].source.said

    def _take(self, telling: Telling, recorded: Micros, touched: Touched) -> Told | None:
        if isinstance(telling, Consolidated):
            self._derive(telling)
        elif isinstance(telling, Retracted) and telling.id.startswith(GENERALISED):
            self.refused.add(f"gs_{base_of(telling.id)[3:]}")
            return None
        told = told_of(telling, recorded, self._calls + 1, self.ontology)
        if told is None:
            return None
        self._calls += not isinstance(telling, Observed)
        self.told[told.name] = told
        self.names.use(told, touched)
        return told

    def _derive(self, telling: Consolidated) -> None:
        """Note what a consolidation worked out."""
        for key in telling.dropped:
            self.derived.pop(key, None)
        for one in telling.made or ():
            self.derived[one.kind, one.key] = one

    # --- filing ---------------------------------------------------------------------------------

    def place(self, told: Told, mirror: Mirror, touched: Touched) -> None:
        """File the claims of a telling under their facts, events and links; out of where they were before."""
        for number, group in told.groups.items():
            del self._claims[group][told.name, number]
            statement = self._statements[group].pop((told.name, number))
            touched.groups[group].add(statement)
            self._as_told.pop((told.name, number), None)
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
                self._place_fact(told, number, claim, entities, mirror, touched)
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
        self,
        told: Told,
        number: int,
        claim: FactClaim,
        entities: Mapping[str, Entity],
        mirror: Mirror,
        touched: Touched,
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
        name, group = draft(said).statement, self._group(said, touched)
        if (form := self.derived.get(("alike", name))) is not None and (
            held := self._spelled_as(form, said, told, mirror)
        ):
            self._as_told[told.name, number] = said
            group = self._group(held, touched)
            self._group_of[name] = group
            touched.groups[group].add(name)
            said, name = held, draft(held).statement
        self._file(told, number, group, taken_back(said) if claim.wrong else said, name, touched)

    def _spelled_as(self, form: Derived, said: Said, told: Told, mirror: Mirror) -> Said | None:
        """The claim as what says the same spells it, None when that names nothing now."""
        wanted = form.claim
        assert wanted is not None  # what is merged has a form
        target = mirror.entities.get(entity_id(self.identity.root(key_of(wanted.object), told.session)))
        if wanted.object and (target is None or target.retracted_at != FOREVER):
            return None
        claim = replace(
            said.claim,
            object=wanted.object,
            value=wanted.value,
            predicate=wanted.predicate,
            object_type=wanted.object_type,
        )
        return replace(said, claim=claim, target=target if wanted.object else None)

    def _group(self, said: Said, touched: Touched) -> GroupKey:
        """The group of a claim, into which all that it bears on was moved."""
        group, others = self._grouping.group(said)
        for other in others:
            for place, held in self._claims.pop(other, {}).items():
                self._claims[group][place] = held
                self.told[place[0]].groups[place[1]] = group
            statements = self._statements.pop(other, {})
            self._statements[group].update(statements)
            self._group_of.update(dict.fromkeys(statements.values(), group))
            if other in touched.groups:
                touched.groups[group] |= touched.groups.pop(other)
            self._outcomes.pop(other, None)
            self._later.pop(other, None)
        if others:
            self._outcomes.pop(group, None)
            self._later.pop(group, None)
        return group

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
                if claim.ends and said.target is None and not claim.value:
                    continue  # it ended whatever held, and made nothing
                value = "" if said.target else name_key(claim.value)
                same = wanted == (said.relation.name, claim.polarity, claim.modality, value)
                if same and (places or key_of(claim.object) in ("", key_of(fact.object)) or said.target is None):
                    return group, self._statements[group][told.name, number]
        group_now = self._group_of.get(fact.statement)
        return (self._grouping.now(group_now), fact.statement) if group_now is not None else None

    # --- consolidated ---------------------------------------------------------------------------

    def since_consolidated(self) -> tuple[Micros, list[Telling]] | None:
        """When memory was last consolidated, and what was told since; None when it never was."""
        undone = undone_in(telling for _, telling in self.entries)
        later: list[Telling] = []
        for recorded, telling in reversed(self.entries):
            if isinstance(telling, Consolidated) and telling.call not in undone:
                return None if telling.made is None else (recorded, later)
            later.append(telling)
        return None

    def groups(self) -> list[GroupKey]:
        """The keys of all groups of facts of which something was told."""
        return [group for group, claims in self._claims.items() if claims]

    def beside(self, groups: Iterable[GroupKey]) -> list[list[GroupKey]]:
        """The groups with all that is told of the same subjects by relations of the same family, by subject."""
        found: dict[GroupKey, frozenset[GroupKey]] = {}
        for group in groups:
            for said in list(self._claims.get(group, {}).values()):
                if isinstance(said, Said):
                    subject, others = self._grouping.beside(said)
                    found[subject] = others
        return [sorted(group for group in found[subject] if group in self._claims) for subject in sorted(found)]

    def group_of(self, name: str) -> GroupKey | None:
        """The group in which a statement is settled."""
        group = self._group_of.get(name)
        return None if group is None else self._grouping.now(group)

    def told_of(self, group: GroupKey) -> tuple[list[Statement], bool]:
        """The statements of a group as they were told, and whether a call ended or confirmed one of them."""
        found, is_called = [], False
        for place, said in self._claims[group].items():
            if not isinstance(said, Said):
                is_called = True
                continue
            first = self._as_told.get(place, said)
            wide = self.names.kind_group(first.target.type) if first.target else ""
            if (one := statement(first, wide)) is not None:
                found.append(one)
        return found, is_called

    def tellings_of(self, statements: Iterable[str]) -> tuple[set[str], set[GroupKey]]:
        """The tellings that told these statements, in these or other words, and the groups they are filed in."""
        wanted = set(statements)
        groups = {group for name in wanted if (group := self.group_of(name)) is not None}
        tellings = set()
        for group in groups:
            for place, said in self._claims[group].items():
                first = self._as_told.get(place)
                name = draft(first).statement if first is not None else self._statements[group][place]
                if name in wanted and isinstance(said, Said):
                    tellings.add(place[0])
        return tellings, groups

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
        all_told: list[Happened | Linked] = list(told)
        calls = [*self._over.get(base, ()), *(one.order for one in all_told if _is_wrong(one))]
        over = max(calls, default=None)
        left = (one for one in all_told if not _is_wrong(one) and (over is None or one.order > over))
        return sorted(left, key=lambda one: one.order)

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


def _is_wrong(one: Happened | Linked) -> bool:
    return isinstance(one, Happened) and one.claim.wrong
