"""One write in the making: what is told is taken in, and what follows from it brought into the graph.

What is held is a function of all that was told, in whichever order it came (kgmem/ledger.py, identity.py,
reconcile.py). A telling is settled by finding what it touches (its names, and whatever uses a name whose meaning it
changes), working out what follows there, and writing the difference. It goes into the mirror and into one write set
at once. Observing, direct calls, replaying after an erasure and importing all go this way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kgmem import confirming, happenings, revising
from kgmem.deriving import derived_write, follows, keys_held, still_so
from kgmem.identity import entity_id
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.pending import dropped_write, pending_write
from kgmem.records import GENERALISED, OPEN, Change, Entity, Episode, Event, Extraction, Fact
from kgmem.rows import episode_row
from kgmem.schema import Row, WriteSet
from kgmem.telling import (
    Asserted,
    Call,
    Consolidated,
    Observed,
    Parted,
    Read,
    Retracted,
    Telling,
    Tending,
    Undone,
    name_of,
    named,
)
from kgmem.temporal import FOREVER, Micros
from kgmem.tending import hidden_with, shown_again, tended, veiled
from kgmem.told import Told, Touched


@dataclass(slots=True)
class Settling:
    """`mirror` is the writer's own, `ledger` what it was told so far."""

    mirror: Mirror
    ledger: Ledger
    write: WriteSet = field(default_factory=WriteSet)
    told: list[Telling] = field(default_factory=list)

    def tell(self, telling: Telling, recorded: Micros) -> Change:
        """Settle one telling. Ids it names must be held: callers check, replaying maps."""
        telling = named(telling, recorded, len(self.ledger.entries))
        if isinstance(telling, Consolidated) and telling.made is None:
            telling = replace(follows(self.mirror, self.ledger), call=telling.call)
        self.told.append(telling)
        change = self._settle(telling, recorded)
        return change + Change(tellings=(name_of(telling),)) if isinstance(telling, Call) else change

    def _settle(self, telling: Telling, recorded: Micros) -> Change:
        if isinstance(telling, Tending):
            self._put(tended(telling, recorded, self.mirror))
            return Change()
        if isinstance(telling, Read):
            return self._read(telling, recorded)
        if isinstance(telling, Observed):
            self._put(self._episode_write(telling.episode))
        touched = Touched()
        told = self.ledger.add(telling, recorded, touched)
        if isinstance(telling, Consolidated):
            return self._derive(telling, recorded)
        if isinstance(telling, Retracted) and telling.id.startswith(GENERALISED):
            return self._refuse(self.mirror.facts[telling.id], recorded)
        if isinstance(telling, Parted) and telling.episodes:
            self.ledger = self.ledger.again(self.mirror)
            self._bring_in_line(Touched(), set(), recorded)
            return Change()
        if isinstance(telling, Undone):
            return self._undo(recorded)
        assert told is not None  # what makes no claim and names nothing was settled above
        if told.why_pending:
            self._put(pending_write(told, self.mirror, recorded))
        return self._follow(told, touched, recorded)

    def _read(self, telling: Read, recorded: Micros) -> Change:
        """Settle what was read in an episode in place of what was read there before. Of one that is hidden it is hidden
        too, as far as it rests on nothing that is shown."""
        touched = Touched()
        told = self.ledger.read(telling, recorded, touched)
        if told is None:
            self.told.pop()
            return Change()
        if telling.drops:
            self._put(dropped_write(telling.id, self.mirror))
        self._put(pending_write(told, self.mirror, recorded))
        touched.moved.add(told.name)
        change = self._follow(told, touched, recorded)
        if telling.id in self.mirror.hidden:
            self._put(hidden_with(telling.id, self.mirror))
        return change + Change(episodes=(telling.id,))

    def _undo(self, recorded: Micros) -> Change:
        """Settle all that was told anew, without what is undone, and write the difference."""
        statements, events, links = self.ledger.all_bases()
        before = {f.id for f in self.mirror.facts.values() if f.retracted_at == FOREVER}
        self.ledger = self.ledger.again(self.mirror)
        self._bring_in_line(Touched(events=events, links=links), statements, recorded)
        refused = {("habit", name) for name in self.ledger.refused}
        left = self.ledger.derived.items()
        wanted = {key: one for key, one in left if key not in refused and still_so(one, self.mirror)}
        self._put(derived_write(wanted, self.mirror, recorded, wanted.keys() | keys_held(self.mirror)))
        live = {f.id: f for f in self.mirror.facts.values() if f.retracted_at == FOREVER}
        again = {live[name].statement for name in live.keys() - before}
        gone = (self.mirror.facts[name] for name in sorted(before - live.keys()))
        return Change(
            asserted=tuple(live[name] for name in sorted(live.keys() - before)),
            retracted=tuple(fact for fact in gone if fact.statement not in again),
        )

    def _derive(self, telling: Consolidated, recorded: Micros) -> Change:
        """Write what a consolidation worked out; claims that are held as others now are filed anew."""
        keys = {(one.kind, one.key) for one in telling.made or ()} | set(telling.dropped)
        names, groups = self.ledger.tellings_of(key for kind, key in keys if kind == "alike")
        touched = Touched()
        for group in groups:
            touched.groups[group] |= self.ledger.statements(group)
        again = [self.ledger.told[name] for name in sorted(names)]
        for told in again:
            self.ledger.place(told, self.mirror, touched)
        change = self._settle_touched(again, touched, recorded)
        before = set(self.mirror.facts)
        self._put(derived_write(self.ledger.derived, self.mirror, recorded, keys))
        made = (self.mirror.facts[name] for name in sorted(self.mirror.facts.keys() - before))
        return change + Change(asserted=tuple(fact for fact in made if fact.retracted_at == FOREVER))

    def _refuse(self, habit: Fact, recorded: Micros) -> Change:
        """Hold a habit no longer, nor again when memory is consolidated."""
        live = [self.mirror.facts[name] for name in self.mirror.versions[habit.statement]]
        write = WriteSet()
        for fact in live:
            if fact.retracted_at == FOREVER:
                revising.retire_fact(write, fact, recorded)
        self._put(write)
        return Change(retracted=tuple(self.mirror.facts[fact.id] for fact in live if fact.retracted_at == FOREVER))

    def catch_up(self, recorded: Micros) -> None:
        """File what was told before, once, and bring the graph in line with it: a store of an older format, or one
        whose ontology has changed, may differ."""
        if self.ledger.is_filed:
            return
        if self.ledger.names.is_shown(self.mirror):
            self.ledger.file_all(self.mirror, Touched())
            for told in self.ledger.told.values():
                self.ledger.place_links(told, self.mirror, Touched())
            return
        self._bring_in_line(Touched(), set(), recorded)

    def _bring_in_line(self, touched: Touched, statements: set[str], recorded: Micros) -> None:
        """File everything and write where the graph differs. `statements` and what is touched may be held though
        nothing bears them any longer."""
        ledger, mirror = self.ledger, self.mirror
        touched.keys |= set(ledger.identity.uses)
        touched.roots |= set(ledger.identity.members)
        self._write_entities(touched, recorded)
        known = {entity_id(root) for root in ledger.identity.members}
        gone = {e.id for e in mirror.entities.values() if e.retracted_at == FOREVER and e.id not in known}
        write = WriteSet()
        for name in sorted(gone):
            write.set("Entity", {"id": name, "retracted_at": recorded})
        for key in sorted(mirror.aliases.keys() - ledger.identity.uses.keys()):
            for name in mirror.aliases[key]:
                self._name_no_longer(write, key, mirror.names[key, name], recorded)
        self._put(write)
        ledger.file_all(mirror, touched)
        for told in ledger.told.values():
            self._put(_mention_write(told, mirror))
            self._put(pending_write(told, mirror, recorded))
        stale = {statement for statement in statements if not ledger.bears(statement)}
        stale |= {
            f.statement for f in mirror.facts.values() if self._is_stale(f, gone) and not ledger.bears(f.statement)
        }
        self._put(revising.revise((), stale, mirror, recorded).write)
        self._put(confirming.confirmations_write(stale, ledger, mirror, recorded))
        facts, _ = self._write_facts(touched, recorded)
        touched.events |= {happenings.base_of(e.id) for e in mirror.events.values() if self._is_stale(e, gone)}
        self._write_events(touched, recorded)
        for told in ledger.told.values():
            ledger.place_links(told, mirror, touched)
        touched.links |= {happenings.base_of(link) for base in touched.events for link in mirror.links_of.get(base, ())}
        self._write_links(touched, recorded)
        self._put(happenings.ties(facts, mirror, ledger.ontology))

    def _is_stale(self, held: Fact | Event, gone: set[str]) -> bool:
        """True for what may be held by a former reading of names: it speaks of an entity that is gone, or all its
        evidence is in the ledger, which then bears it or not."""
        if isinstance(held, Fact) and held.is_generalised:
            return False  # the ledger does not bear it
        ends = {held.subject_id, held.object_id} if isinstance(held, Fact) else {p.entity_id for p in held.participants}
        known = bool(held.evidence) and all(found.episode in self.ledger.told for found in held.evidence)
        return held.retracted_at == FOREVER and (known or not gone.isdisjoint(ends))

    def _put(self, part: WriteSet) -> None:
        self.mirror.apply(part)
        self.write.extend(part)
        if self.mirror.hidden and (more := veiled(part, self.mirror)):
            self.mirror.apply(more)
            self.write.extend(more)

    # --- what follows -----------------------------------------------------------------------------

    def _follow(self, told: Told, touched: Touched, recorded: Micros) -> Change:
        """Bring names, facts, events and links in line with what was told, as far as it touches them."""
        self.ledger.names.settle(touched)
        change = self._write_entities(touched, recorded)
        self.ledger.names.bind(told, touched)
        self.ledger.place(told, self.mirror, touched)
        touched.tellings.discard(told.name)
        moved = [self.ledger.told[name] for name in sorted(touched.tellings)]
        again = [one for one in moved if self.ledger.names.bind(one, touched) or one.name in touched.renamed]
        for one in again:
            self.ledger.place(one, self.mirror, touched)
        if again:
            self.ledger.place_calls(self.mirror, touched)
        for name in sorted(touched.moved):
            self._put(_mention_write(self.ledger.told[name], self.mirror))
        change += self._settle_touched((told, *again), touched, recorded)
        if not told.source.episode:
            self._put(shown_again([fact.id for fact in change.corroborated], self.mirror))
        if isinstance(told.telling, Asserted) and self.mirror.hidden:
            said = {statement for group in told.groups.values() for statement in touched.groups[group]}
            versions = (name for statement in sorted(said) for name in self.mirror.versions.get(statement, ()))
            self._put(shown_again([n for n in versions if not self.mirror.facts[n].evidence], self.mirror))
        if told.name not in self.mirror.hidden:
            spoken = [told.bound[key] for key in told.keys.values() if told.bound[key] in self.mirror.hidden]
            self._put(shown_again(spoken, self.mirror))
        return change + Change(violations=tuple(touched.violations))

    def _settle_touched(self, placed: Iterable[Told], touched: Touched, recorded: Micros) -> Change:
        """Bring the facts, events and links that were touched in line, after these tellings were filed."""
        facts, change = self._write_facts(touched, recorded)
        change += self._write_events(touched, recorded)
        for one in placed:
            self.ledger.place_links(one, self.mirror, touched)
        change += self._write_links(touched, recorded)
        self._put(happenings.ties(facts, self.mirror, self.ledger.ontology))
        return change

    def _write_entities(self, touched: Touched, recorded: Micros) -> Change:
        """Entities and what leads to them, as the names that were touched now say."""
        write = WriteSet()
        new: list[Entity] = []
        gone: list[Entity] = []
        for root in sorted(touched.roots):
            row = self.ledger.names.entity_row(root)
            held = self.mirror.entities.get(entity_id(root))
            if row is None:
                if held is not None and held.retracted_at == FOREVER:
                    write.set("Entity", {"id": held.id, "retracted_at": recorded})
                    gone.append(held)
                continue
            if held is None:
                entity = Entity(**row, recorded_at=recorded)
                write.node("Entity", {**row, "recorded_at": recorded, "retracted_at": FOREVER})
                new.append(entity)
                continue
            changed = {name: value for name, value in row.items() if getattr(held, name) != value}
            if held.retracted_at != FOREVER:
                changed["retracted_at"] = FOREVER
            if changed:
                write.set("Entity", {"id": held.id, **changed})
            if "name" in changed:
                touched.renamed |= self.ledger.names.users_of(root)
                touched.tellings |= touched.renamed
        for key in sorted(touched.keys):
            self._write_alias(write, key, recorded)
        self._put(write)
        into = {old.id: self.mirror.entities[self._heir(old)] for old in gone if self._heir(old)}
        return Change(new_entities=tuple(new), merged=tuple((old, into[old.id]) for old in gone if old.id in into))

    def _heir(self, old: Entity) -> str:
        """The entity that the name of one that is gone leads to now."""
        return next(iter(self.mirror.ids_named(old.name)), "")

    def _write_alias(self, write: WriteSet, key: str, recorded: Micros) -> None:
        if key not in self.ledger.identity.uses:
            for name in self.mirror.aliases.get(key, ()):
                self._name_no_longer(write, key, self.mirror.names[key, name], recorded)
            return
        use = self.ledger.identity.uses[key]
        if not use.surfaces:
            return
        if key not in self.mirror.surfaces:
            write.node("Alias", {"id": key, "surface": use.surface})
        elif self.mirror.surfaces[key] != use.surface:
            write.set("Alias", {"id": key, "surface": use.surface})
        held = {name: self.mirror.names[key, name] for name in self.mirror.aliases.get(key, ())}
        wanted = {entity_id(root): self.ledger.identity.rule(key, root) for root in self.ledger.identity.ends_of(key)}
        for name, row in sorted(held.items()):
            if wanted.get(name) == row["rule"]:
                continue
            self._name_no_longer(write, key, row, recorded)
        for name, rule in sorted(wanted.items()):
            if name not in held or held[name]["rule"] != rule:
                write.edge("NAMES", key, name, rule=rule, recorded_at=recorded, retracted_at=FOREVER)

    def _name_no_longer(self, write: WriteSet, key: str, row: Row, recorded: Micros) -> None:
        """Let a name lead no longer to what it led to; that it did stays readable."""
        write.cut("NAMES", key, row["dst"], recorded_at=row["recorded_at"])
        if row["recorded_at"] != recorded:
            write.edge("NAMES", key, row["dst"], **{**_columns(row), "retracted_at": recorded})

    def _write_facts(self, touched: Touched, recorded: Micros) -> tuple[list[tuple[Fact, set[str]]], Change]:
        """Bring the touched groups of facts in line. The versions of what was touched, each with the episodes that
        say it is over."""
        change = Change()
        facts: list[tuple[Fact, set[str]]] = []
        for group in sorted(touched.groups):
            outcome, changed = self.ledger.outcome(group)
            statements = touched.groups[group] | (self.ledger.statements(group) if changed is None else changed)
            done = revising.revise(outcome.of(statements), statements, self.mirror, recorded)
            self._put(done.write)
            self._put(confirming.confirmations_write(statements, self.ledger, self.mirror, recorded))
            change += done.change
            facts += [(fact, one.ended_in - {""}) for one, fact in done.versions.items()]
            changed_facts = (name for statement in statements for name in self.mirror.versions.get(statement, ()))
            self._touch_links(changed_facts, touched)
        return facts, change

    def _write_events(self, touched: Touched, recorded: Micros) -> Change:
        new = []
        for base in sorted(touched.events):
            part, event = happenings.event_write(self.ledger.happened(base), base, recorded, self.mirror)
            self._put(part)
            if part.sets or part.nodes:
                self._touch_links(happenings.versions(base, self.mirror.events), touched)
            if event is not None:
                new.append(event)
        return Change(events=tuple(new))

    def _touch_links(self, ends: Iterable[str], touched: Touched) -> None:
        touched.links |= {happenings.base_of(link) for end in ends for link in self.mirror.links_of.get(end, ())}

    def _write_links(self, touched: Touched, recorded: Micros) -> Change:
        """Bring the touched causal links in line; one whose cause or effect is held no longer is not held either."""
        new = []
        for base in sorted(touched.links):
            told = happenings.between_held(self.ledger.linked(base), self.mirror)
            part, link = happenings.link_write(told, base, recorded, self.mirror)
            self._put(part)
            if link is not None:
                new.append(link)
        return Change(links=tuple(new))

    # --- episodes -------------------------------------------------------------------------------

    def _episode_write(self, episode: Episode) -> WriteSet:
        """The episode, its session, and its place between its neighbours."""
        write = WriteSet()
        held = self.mirror.sessions.get(episode.session)
        if held is None:
            write.node("Session", {"id": episode.session, "started": episode.occurred, "ended": episode.occurred})
        elif not held or not held[0][0] <= episode.occurred <= held[-1][0]:
            times = [episode.occurred, *(order[0] for order in (held[:1] + held[-1:]))]
            write.set("Session", {"id": episode.session, "started": min(times), "ended": max(times)})
        before, after = self.mirror.around(episode)
        write.node("Episode", episode_row(episode))
        write.edge("IN_SESSION", episode.id, episode.session)
        if before and after:
            write.cut("NEXT", before, after)
        if before:
            write.edge("NEXT", before, episode.id)
        if after:
            write.edge("NEXT", episode.id, after)
        return write


def _columns(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("recorded_at", "retracted_at", "rule")}


def _mention_write(told: Told, mirror: Mirror) -> WriteSet:
    """Edges from an episode to what its text mentions, one per entity and place in the text."""
    write = WriteSet()
    if not isinstance(told.telling, Observed):
        return write
    held = mirror.mentions_in.get(told.name, set())
    wanted = {
        (told.bound[told.keys[mention.name]], mention.start): mention
        for mention in reversed(told.extraction.mentions)
        if mention.name in told.keys
    }
    for entity, start in sorted(held - wanted.keys()):
        write.cut("MENTIONS", told.name, entity, span_start=start)
    for (entity, start), mention in sorted(wanted.items(), key=lambda item: item[0]):
        if (entity, start) not in held:
            write.edge("MENTIONS", told.name, entity, span_start=start, span_end=mention.end, surface=mention.surface)
    return write


def kept(told: Observed, retain: str) -> Observed:
    """What was observed as it is kept: with `retain="facts"`, without its words, in which every noun is a mention,
    and which open statements repeat; of mentions, only those of what facts and events speak of."""
    if retain != "facts":
        return told
    if told.why_pending:
        return told  # it takes its words to read it
    return Observed(replace(told.episode, text="", caption=""), kept_claims(told.claims or Extraction()))


def kept_read(told: Read, retain: str) -> Read:
    """The same of what was read later: with `retain="facts"` the words go once it is all read."""
    if retain != "facts" or told.claims is None or told.claims.unfinished:
        return told
    return replace(told, claims=kept_claims(told.claims), drops=True)


def kept_claims(read: Extraction) -> Extraction:
    facts = tuple(fact for fact in read.facts if fact.rule != OPEN)
    names = {name for fact in facts for name in (fact.subject, fact.object)}
    names |= {name for event in read.events for _, name, _ in event.participants}
    mentions = tuple(mention for mention in read.mentions if mention.name in names)
    return replace(read, mentions=mentions, facts=facts)
