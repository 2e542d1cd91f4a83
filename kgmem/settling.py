"""One write in the making: what is told is settled against what is held, claim by claim.

Everything settled goes into the mirror and into one write set at once, so that the next claim is
settled against it. Observing, direct calls, replaying after an erasure and importing all go this way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from kgmem import reconcile, resolve
from kgmem.mirror import Mirror, episode_row
from kgmem.ontology import Ontology
from kgmem.reconcile import Source
from kgmem.records import (
    CauseClaim,
    Change,
    Episode,
    Event,
    EventClaim,
    Extraction,
    Fact,
    FactClaim,
    Forgetting,
    Link,
)
from kgmem.schema import HIDEABLE, WriteSet, edge_key
from kgmem.telling import Asserted, Closed, Forgotten, Observed, Retracted, Telling, Unforgotten
from kgmem.temporal import FOREVER, Micros


@dataclass(slots=True)
class Settling:
    """`mirror` is the writer's own."""

    mirror: Mirror
    ontology: Ontology
    write: WriteSet = field(default_factory=WriteSet)
    told: list[Telling] = field(default_factory=list)

    def tell(self, telling: Telling, recorded: Micros) -> Change:
        """Settle one telling. Ids it names must be held: callers check, replaying maps."""
        self.told.append(telling)
        if isinstance(telling, Observed):
            return self._observe(telling.episode, telling.claims or Extraction())
        if isinstance(telling, Asserted):
            return self._assert(telling, recorded)
        if isinstance(telling, Retracted):
            return self._retract(telling.id, recorded)
        if isinstance(telling, Closed):
            fact = self.mirror.facts[telling.id]
            if fact.valid_to <= telling.at:
                return Change()  # it is over by then
            source = Source(recorded, recorded, "api", zone=telling.zone)
            part, change = reconcile.close_fact(fact, telling.at, source, self.mirror)
            self._put(part)
            return change
        if isinstance(telling, Forgotten):
            self._put(_forget_write(telling, recorded, self.mirror))
        else:
            self._put(_unforget_write(telling, recorded, self.mirror))
        return Change()

    def _put(self, part: WriteSet) -> None:
        self.mirror.apply(part)
        self.write.extend(part)
        if self.mirror.hidden and (more := _veil(part, self.mirror)):
            self.mirror.apply(more)
            self.write.extend(more)

    # --- episodes -------------------------------------------------------------------------------

    def _observe(self, episode: Episode, extraction: Extraction) -> Change:
        """Settle an episode and everything read in it."""
        self._put(self._episode_write(episode))
        names = [(episode.speaker, "Person")] if episode.speaker and episode.role == "user" else []
        found = self._resolve([*names, *resolve.names_in(extraction)], episode.occurred)
        self._put(resolve.mention_edges(episode, extraction, found))
        source = Source(
            episode.occurred,
            episode.recorded,
            episode.speaker or episode.role,
            episode.id,
            episode.zone,
            episode.trust,
        )
        change = Change(new_entities=tuple(found.new))
        for claim in extraction.facts:
            change += self._settle_fact(claim, found, source)
        happened = []
        for happening in extraction.events:
            part, more, name = reconcile.settle_event(happening, found.entities, source, self.mirror)
            self._put(part)
            change += more
            happened.append((happening, name))
        self._put(reconcile.tie_events(happened, change, found.entities, self.ontology))
        for cause in extraction.causes:
            ends = happened[cause.cause][1], happened[cause.effect][1]
            if ends[0] != ends[1]:
                change += self._settle_cause(cause, ends, source)
        return change

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

    # --- direct calls ---------------------------------------------------------------------------

    def _assert(self, telling: Asserted, recorded: Micros) -> Change:
        source = Source(recorded, recorded, telling.source, zone=telling.zone, trust=telling.trust)
        claim = telling.claim
        if isinstance(claim, CauseClaim):
            return self._settle_cause(claim, telling.ends, source)
        extraction = Extraction(facts=(claim,)) if isinstance(claim, FactClaim) else Extraction(events=(claim,))
        found = self._resolve(resolve.names_in(extraction), recorded)
        if isinstance(claim, FactClaim):
            change = self._settle_fact(claim, found, source)
        else:
            assert isinstance(claim, EventClaim)
            part, change, _ = reconcile.settle_event(claim, found.entities, source, self.mirror)
            self._put(part)
        return change + Change(new_entities=tuple(found.new))

    def _resolve(self, names: Iterable[tuple[str, str]], seen: Micros) -> resolve.Resolution:
        found = resolve.resolve(names, seen, self.mirror)
        self._put(found.write)
        for entity in found.entities.values():
            if entity.id in self.mirror.hidden:
                self._put(_shown_again([entity.id], self.mirror))
        return found

    def _settle_fact(self, claim: FactClaim, found: resolve.Resolution, source: Source) -> Change:
        part, change = reconcile.settle_fact(claim, found.entities, source, self.mirror, self.ontology)
        self._put(part)
        if not source.episode:
            self._put(_shown_again([fact.id for fact in change.corroborated], self.mirror))
        return change

    def _settle_cause(self, claim: CauseClaim, ends: tuple[str, str], source: Source) -> Change:
        part, change = reconcile.settle_cause(claim, *ends, source, self.mirror)
        self._put(part)
        return change

    def _retract(self, name: str, recorded: Micros) -> Change:
        held: Fact | Event | Link
        if name in self.mirror.facts:
            part, change = reconcile.retract_fact(self.mirror.facts[name], recorded)
        else:
            held = self.mirror.events.get(name) or self.mirror.links[name]
            part, change = reconcile.retract_happening(held, recorded, self.mirror)
        self._put(part)
        return change


def table_of(name: str, mirror: Mirror) -> str:
    """The node table in which this id is held, "" for none."""
    held: dict[str, Mapping[str, object]] = {
        "Episode": mirror.number,
        "Entity": mirror.entities,
        "Fact": mirror.facts,
        "Event": mirror.events,
        "Link": mirror.links,
    }
    return next((table for table in HIDEABLE if name in held[table]), "")


def _forget_write(telling: Forgotten, recorded: Micros, mirror: Mirror) -> WriteSet:
    write = WriteSet()
    columns = {"id": telling.id, "selector": telling.selector, "reason": telling.reason}
    write.node("Forget", {**columns, "recorded_at": recorded, "undone_at": FOREVER})
    for name in telling.hidden:
        write.edge("HIDES", telling.id, name, ("Forget", table_of(name, mirror)))
    return write


def _unforget_write(telling: Unforgotten, recorded: Micros, mirror: Mirror) -> WriteSet:
    write = WriteSet()
    held: Forgetting = mirror.forgettings[telling.id]
    write.set("Forget", {"id": held.id, "undone_at": recorded})
    for name in held.hidden:
        write.cut("HIDES", held.id, name, ("Forget", table_of(name, mirror)))
    return write


def _veil(part: WriteSet, mirror: Mirror) -> WriteSet:
    """What a write does to what is hidden: a new version of a hidden fact is hidden too while it rests on
    hidden episodes only, and what a visible episode says too is hidden no longer."""
    write = WriteSet()
    for row in part.nodes.get("Fact", ()):
        fact = mirror.facts[row["id"]]
        older = [name for name in mirror.versions[fact.statement] if name in mirror.hidden and name != fact.id]
        if older and fact.id not in mirror.hidden and all(e.episode in mirror.hidden for e in fact.evidence):
            for held in mirror.forgettings.values():
                if older[-1] in held.hidden:
                    write.edge("HIDES", held.id, fact.id, ("Forget", "Fact"))
    said = [
        row["src"]
        for kind in ("Fact", "Event", "Link")
        for row in part.edges.get(edge_key("EVIDENCE", (kind, "Episode")), ())
        if row["src"] in mirror.hidden and row["dst"] not in mirror.hidden
    ]
    write.extend(_shown_again(said, mirror))
    return write


def _shown_again(names: Iterable[str], mirror: Mirror) -> WriteSet:
    """What is spoken of again is hidden no longer; what was hidden with it stays hidden."""
    write = WriteSet()
    for name in names:
        for held in mirror.forgettings.values():
            if name in held.hidden:
                write.cut("HIDES", held.id, name, ("Forget", table_of(name, mirror)))
    return write


def kept(episode: Episode, retain: str) -> Episode:
    """The episode as it is kept: with `retain="facts"`, without its words."""
    return replace(episode, text="", caption="") if retain == "facts" else episode
