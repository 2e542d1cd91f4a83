"""The engine: one memory, opened from a folder; the stages of observe and recall meet here, in order.

observe: read -> redact -> extract -> resolve -> reconcile -> journal -> graph -> indexes
recall:  read -> nominate -> fuse -> expand -> fuse again with the graph -> recollection
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path as FilePath
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

from kgmem import expand, rank, reconcile, resolve, temporal
from kgmem.arguments import checked_confidence, checked_limit, checked_name, checked_query, checked_text
from kgmem.cypher import Table, check_params, check_read_only
from kgmem.embed import Encoder
from kgmem.encoders import load_encoder
from kgmem.errors import ClosedError, InvalidArgument, NotAStore
from kgmem.extract_rules import RuleExtractor
from kgmem.folder import Folder, check_file_system
from kgmem.holdings import BATCH, Holdings, new_meta, with_encoder
from kgmem.messages import Reader
from kgmem.mirror import order_of
from kgmem.observing import Observer
from kgmem.ontology import Ontology
from kgmem.ontology import load as load_ontology
from kgmem.progress import Progress, watched
from kgmem.projection import project
from kgmem.question import Clocks
from kgmem.recalling import allowed_episodes, recall
from kgmem.recollection import Recollection
from kgmem.reconcile import Source
from kgmem.records import (
    LINK_KINDS,
    CauseClaim,
    Change,
    Entity,
    Episode,
    Event,
    EventClaim,
    Extractor,
    Fact,
    FactClaim,
    Link,
)
from kgmem.schema import WriteSet
from kgmem.temporal import BEGINNING, FOREVER, Clock, Micros, Span
from kgmem.text import fold

if TYPE_CHECKING:
    from kgmem.projection import Graph

When = str | datetime | date
EncoderSpec = str | Encoder | tuple[Callable[[list[str]], Any], int] | None


class Memory:
    """One memory: a folder with its journal, its graph and its indexes. Made by `Memory.open`.

    Threads may share it; calls wait for each other. A process that forks afterwards must open its own
    handle. Close it, or use it in a `with` block.
    """

    def __init__(
        self,
        held: Holdings,
        extractor: Extractor,
        words: Ontology,
        zone: tzinfo | None,
        clock: Clock,
        *,
        read_only: bool,
    ) -> None:
        self._held, self._ontology, self._zone = held, words, zone
        self._clock = _never_back(clock, held.journal.last_recorded())
        self._observer = Observer(held, extractor, words)
        self._read_only = read_only
        self._lock = threading.RLock()
        self._pid = os.getpid()
        self._closed = False

    # --- life -----------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        timezone: str | tzinfo | None = None,
        encoder: EncoderSpec = None,
        extractor: Extractor | None = None,
        ontology: Sequence[str | os.PathLike[str]] = (),
        clock: Clock = temporal.now,
        retain: Literal["text", "facts"] = "text",
        read_only: bool = False,
        reindex: bool = False,
    ) -> Memory:
        """Open the memory in a folder, or make one there.

        timezone: IANA name or offset for times given without one; a naive time without it is refused.
        encoder: None for the packaged English one, a name such as "fastembed:NAME", or an Encoder.
        extractor: None for the rules, or any callable of `records.Extractor`'s shape.
        ontology: Turtle files of your own, on top of the packaged ones.
        clock: returns UTC microseconds; recorded times come from it.
        retain: "facts" drops each text after it was read, keeping what was read in it.
        read_only: refuse every writing verb; the memory must exist.
        reindex: when the memory's vectors come from another encoder, embed everything anew with this
        one instead of refusing.

        Raises NotAStore, LockedError, VersionError, EncoderMismatch, OntologyError or StoreError, each
        with the way out. A graph that cannot be opened is set aside and rebuilt from the journal.
        """
        if retain not in ("text", "facts"):
            raise InvalidArgument(f"retain={retain!r} is neither 'text' nor 'facts'")
        zone = temporal.parse_zone(timezone)
        folder = Folder(path)
        folder.check()
        if read_only and not folder.is_memory():
            raise NotAStore(f"there is no memory at {folder.path}; make one by writing to it first")
        chosen = load_encoder(encoder)
        new = not folder.is_memory()
        folder.prepare()
        check_file_system(folder.path)
        folder.lock()
        try:
            words = load_ontology([FilePath(file) for file in ontology], cache=folder.index)
            meta = new_meta(chosen, zone, retain) if new else folder.read_meta()
            if reindex and not new:
                meta = with_encoder(folder, meta, chosen)
            held = Holdings(folder, meta, chosen)
            if new:
                folder.write_meta(meta)
        except BaseException:
            folder.unlock()
            raise
        zone = zone or temporal.parse_zone(meta.timezone or None)
        return cls(held, extractor or RuleExtractor(words), words, zone, clock, read_only=read_only)

    def close(self) -> None:
        """Write what is pending and let go of the folder. Closing twice is fine."""
        with self._lock:
            if self._closed or os.getpid() != self._pid:
                return
            self._closed = True
            self._observer.close()
            try:
                self._held.close()
            finally:
                self._held.folder.unlock()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Memory {self._held.folder.path} ({'closed' if self._closed else 'open'})>"

    @property
    def path(self) -> FilePath:
        return self._held.folder.path

    @contextmanager
    def _use(self, *, writing: bool = False) -> Iterator[None]:
        """Hold the memory for one call, after checking that this process may use it."""
        if os.getpid() != self._pid:
            raise ClosedError("this process was forked after the memory was opened; open it anew here")
        with self._lock:
            if self._closed:
                raise ClosedError(f"the memory {self._held.folder.path} is closed; open it again")
            if writing and self._read_only:
                raise InvalidArgument("the memory was opened with read_only=True; open it without to write")
            yield

    # --- observe --------------------------------------------------------------------------------

    def observe(
        self,
        what: str | Mapping[str, Any] | Episode | Sequence[str | Mapping[str, Any] | Episode],
        *,
        speaker: str | None = None,
        role: str | None = None,
        session: str | None = None,
        at: When | None = None,
        id: str | None = None,
        kind: str | None = None,
        caption: str | None = None,
        origin: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        seq: int | None = None,
    ) -> Change:
        """Remember a text, a message, an Episode, or a list of them; durable when it returns.

        speaker: whose words they are; a user's message without one is the words of "user", so that "I"
        means somebody.
        at: when it was said, as an aware datetime or ISO 8601; without it, now. Naive times take the
        memory's timezone. A message's own fields win over the arguments.
        id: makes the call safe to repeat; without it, session + speaker + at + seq + text do. With
        neither id nor time it is always a new episode.

        Raises InvalidArgument, before anything is written, for a text that is blank, a time that does
        not exist, a field that is unknown, or an id that already holds another text.
        """
        fields = {
            "speaker": speaker,
            "role": role,
            "session": session,
            "at": at,
            "id": id,
            "kind": kind,
            "caption": caption,
            "origin": origin,
            "metadata": metadata,
            "seq": seq,
        }
        with self._use(writing=True):
            if id is not None and isinstance(what, list | tuple):
                raise InvalidArgument("id names one episode; give each message of a list its own 'id'")
            reader = Reader(self._zone, self._clock)
            drafts = list(reader.read(what, fields))
            return self._observer.write_all(drafts)

    def observe_many(
        self,
        items: Iterable[str | Mapping[str, Any] | Episode],
        *,
        session: str | None = None,
        speaker: str | None = None,
        batch: int = BATCH,
        progress: Progress = None,
    ) -> Change:
        """Remember many messages, a batch at a time; each batch is durable before the next begins.

        Interrupt it and call it again with the same items: those already known are skipped.
        progress: None shows a bar on a terminal for long ingests, False never; a callable gets
        (done, total or None) after each batch.
        """
        if isinstance(items, str | Mapping | Episode):
            items = [items]
        if not isinstance(items, Iterable):
            raise InvalidArgument(f"items must be an iterable of messages, not {type(items).__name__}")
        if isinstance(batch, bool) or not isinstance(batch, int) or not 1 <= batch <= 10_000:
            raise InvalidArgument(f"batch must be a whole number from 1 to 10000, not {batch!r}")
        total = len(items) if isinstance(items, Sequence) else None
        with self._use(writing=True), watched(progress, total) as report:
            reader = Reader(self._zone, self._clock)
            return self._observer.stream(items, reader, {"session": session, "speaker": speaker}, batch, report)

    # --- direct writes --------------------------------------------------------------------------

    def assert_fact(
        self,
        subject: str,
        relation: str,
        object: str | None = None,
        *,
        value: str | int | float | None = None,
        valid_from: When | None = None,
        valid_to: When | None = None,
        confidence: float = 1.0,
        source: str = "",
    ) -> Change:
        """Assert what a program already knows; it is reconciled like a fact read in text.

        Give `object` for another entity, or `value` for a literal. An unknown relation is kept under
        `relatedTo` with its own words. Without `valid_from` it holds at least since now.

        Raises InvalidArgument for blank names, a wrong confidence, or an end before the start.
        """
        with self._use(writing=True):
            start, end = self._bound(valid_from, "valid_from"), self._bound(valid_to, "valid_to")
            if (object is None) == (value is None):
                raise InvalidArgument("give either object= (an entity) or value= (a literal)")
            known = self._ontology.resolve_relation(checked_name(relation, "relation"))
            precision = temporal.stated_precision(valid_from)
            span = Span(BEGINNING if start is None else start, FOREVER if end is None else end, precision)
            claim = FactClaim(
                subject=checked_name(subject, "subject"),
                relation=known.name if known else "relatedTo",
                object=checked_name(object, "object") if object is not None else "",
                value=checked_name(str(value), "value") if value is not None else "",
                predicate=checked_name(relation, "relation"),
                subject_type=known.domain if known else "Thing",
                object_type=known.range if known else "Thing",
                valid=span,
                confidence=checked_confidence(confidence),
                rule="api",
            )
            names = [(claim.subject, claim.subject_type), *([(claim.object, claim.object_type)] if object else [])]
            with self._direct("assert_fact", names, source) as (write, found, origin):
                part, change = reconcile.settle_fact(claim, found.entities, origin, self._held.mirror, self._ontology)
                self._held.mirror.apply(part)
                write.extend(part)
            return change + Change(new_entities=tuple(found.new))

    def record_event(
        self,
        description: str,
        *,
        kind: str = "Event",
        participants: Mapping[str, str] | None = None,
        start: When | None = None,
        end: When | None = None,
        outcome: str = "",
        confidence: float = 1.0,
        source: str = "",
    ) -> Change:
        """Record something that happened. participants: role -> name, such as {"agent": "Ana"}."""
        with self._use(writing=True):
            begins, ends = self._bound(start, "start"), self._bound(end, "end")
            if begins is None and ends is not None:
                raise InvalidArgument("an event with an end needs a start")
            if ends is None:
                ends = FOREVER if begins is None else begins + 1
            who = tuple(
                (checked_name(role, "role"), checked_name(name, "participant"), "Thing")
                for role, name in (participants or {}).items()
            )
            claim = EventClaim(
                kind=checked_name(kind, "kind"),
                description=checked_name(description, "description", longest=2_000),
                participants=who,
                when=Span(BEGINNING if begins is None else begins, ends, temporal.stated_precision(start)),
                outcome=checked_text(outcome, "outcome"),
                confidence=checked_confidence(confidence),
                rule="api",
            )
            with self._direct("record_event", [(name, kind) for _, name, kind in who], source) as (
                write,
                found,
                origin,
            ):
                part, change, _ = reconcile.settle_event(claim, found.entities, origin, self._held.mirror)
                self._held.mirror.apply(part)
                write.extend(part)
            return change + Change(new_entities=tuple(found.new))

    def link_cause(
        self,
        cause: str,
        effect: str,
        *,
        kind: str = "cause",
        cue: str = "",
        confidence: float = 1.0,
        source: str = "",
    ) -> Change:
        """Record that one event or fact (by id) brought about another."""
        with self._use(writing=True):
            for end in (checked_name(cause, "cause"), checked_name(effect, "effect")):
                if end not in self._held.mirror.events and end not in self._held.mirror.facts:
                    raise InvalidArgument(f"no event or fact has the id {end!r}; ids come from Change or recall")
            if cause == effect:
                raise InvalidArgument("nothing causes itself; cause and effect are the same id")
            if kind not in LINK_KINDS:
                raise InvalidArgument(f"kind={kind!r} is none of {', '.join(LINK_KINDS)}")
            claim = CauseClaim(0, 0, kind, checked_text(cue, "cue"), checked_confidence(confidence), "api")
            with self._direct("link_cause", [], source) as (write, _, origin):
                part, change = reconcile.settle_cause(claim, cause, effect, origin, self._held.mirror)
                self._held.mirror.apply(part)
                write.extend(part)
            return change

    def retract(self, id: str, *, reason: str = "") -> Change:
        """Hold a fact, event or link no longer. Its history stays readable with `known_at`."""
        with self._use(writing=True):
            recorded = self._clock()
            id, reason = checked_name(id, "id"), checked_text(reason, "reason")
            held: Fact | Event | Link | None = (
                self._held.mirror.facts.get(id) or self._held.mirror.events.get(id) or self._held.mirror.links.get(id)
            )
            if held is None:
                raise InvalidArgument(f"no fact, event or link has the id {id!r}; ids come from Change or recall")
            if held.retracted_at != FOREVER:
                return Change()
            with self._held.write(f"retract {reason}".strip()[:200], recorded) as write:
                if isinstance(held, Fact):
                    part, change = reconcile.retract_fact(held, recorded)
                else:
                    part, change = reconcile.retract_happening(held, recorded, self._held.mirror)
                self._held.mirror.apply(part)
                write.extend(part)
            return change

    def close_fact(self, id: str, *, valid_to: When) -> Change:
        """End a fact at an instant: it held until then. Raises InvalidArgument when that lies before its start."""
        with self._use(writing=True):
            fact = self._held.mirror.facts.get(checked_name(id, "id"))
            if fact is None or fact.retracted_at != FOREVER:
                raise InvalidArgument(f"no fact held now has the id {id!r}; see Memory.facts()")
            at = self._bound(valid_to, "valid_to")
            if at is None:
                raise InvalidArgument("valid_to is missing; give the instant until which the fact held")
            if at > fact.valid_to:
                raise InvalidArgument(
                    f"the fact ended at {temporal.iso(fact.valid_to)} already; assert it anew if it went on"
                )
            if at < fact.valid_from:
                raise InvalidArgument(
                    f"valid_to {temporal.iso(at)} lies before the fact's start {temporal.iso(fact.valid_from)}; "
                    "retract the fact if it never held"
                )
            with self._direct("close_fact", [], "") as (write, _, origin):
                part, change = reconcile.close_fact(fact, at, origin, self._held.mirror)
                self._held.mirror.apply(part)
                write.extend(part)
            return change

    @contextmanager
    def _direct(
        self, verb: str, names: Iterable[tuple[str, str]], source: str
    ) -> Iterator[tuple[WriteSet, resolve.Resolution, Source]]:
        """One write by a program: its names resolved, its source named."""
        recorded = self._clock()
        with self._held.write(verb, recorded) as write:
            found = resolve.resolve(names, recorded, self._held.mirror)
            self._held.mirror.apply(found.write)
            write.extend(found.write)
            zone = temporal.zone_name(self._zone) if self._zone else "UTC"
            yield write, found, Source(recorded, recorded, checked_text(source, "source") or "api", zone=zone)

    # --- recall ---------------------------------------------------------------------------------

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
        asked_at: When | None = None,
        kinds: Sequence[str] | None = None,
        speaker: str | None = None,
        session: str | None = None,
        relation: str | None = None,
        between: tuple[When | None, When | None] | None = None,
        min_score: float | None = None,
        mode: str = "score",
    ) -> Recollection:
        """What memory holds about a question: episodes, facts, events and paths, each best first.

        limit: of each; None means 10, 0 nothing.   mode: "score", "rrf", "bm25" or "dense" (see rank).
        as_of: the world at that time: facts valid then, events begun by then (without a date, told by
        then). Episodes are evidence about any time and are not filtered by it; see `between`.
        known_at: what had been recorded by then.
        asked_at: when the question is asked; "yesterday" in it counts from there. None means now.
        kinds, speaker, session, between: only episodes of these kinds, this speaker, this session, said
        in [start, end). relation: only facts of this relation. min_score: drop episodes below.

        Raises InvalidArgument for a blank query or an argument that means nothing.
        """
        with self._use():
            text = checked_query(query)
            count = checked_limit(limit)
            clocks = self._clocks(as_of, known_at)
            wanted = None if relation is None else self._relation(relation)
            if asked_at is None:
                asked = temporal.moment(self._clock(), self._zone or UTC)
            else:
                asked = temporal.parse_instant(asked_at, self._zone or UTC, name="asked_at")
            if mode not in rank.MODES:
                raise InvalidArgument(f"mode={mode!r} is none of {', '.join(rank.MODES)}")
            if min_score is not None and (isinstance(min_score, bool) or not isinstance(min_score, int | float)):
                raise InvalidArgument(f"min_score must be a number, not {min_score!r}")
            allowed = allowed_episodes(
                self._held.mirror.episodes,
                known_at=None if known_at is None else clocks.known_at,
                kinds=kinds,
                speaker=speaker,
                session=session,
                between=self._between(between),
            )
            if count == 0:
                return Recollection(text)
            return recall(
                self._held,
                text,
                limit=count,
                clocks=clocks,
                relation=wanted,
                allowed=allowed,
                min_score=min_score,
                mode=mode,
                asked_at=asked,
            )

    def _between(self, between: tuple[When | None, When | None] | None) -> Span | None:
        if between is None:
            return None
        if not isinstance(between, tuple | list) or len(between) != 2:
            raise InvalidArgument("between must be a pair (start, end); None leaves one open")
        start, end = (self._bound(part, "between") for part in between)
        return Span(BEGINNING if start is None else start, FOREVER if end is None else end)

    def _clocks(self, as_of: When | None, known_at: When | None) -> Clocks:
        known = self._bound(known_at, "known_at")
        return Clocks(self._bound(as_of, "as_of"), FOREVER - 1 if known is None else known)

    def _bound(self, value: When | None, name: str) -> Micros | None:
        return temporal.parse_bound(value, self._zone, name=name)

    def _relation(self, words: str) -> str:
        found = self._ontology.resolve_relation(checked_name(words, "relation"))
        if found is None:
            used = ", ".join(sorted({fact.relation for fact in self._held.mirror.facts.values()})) or "none yet"
            raise InvalidArgument(f"no relation is called {words!r}; in use here: {used}")
        return found.name

    # --- looking around -------------------------------------------------------------------------

    def facts(
        self,
        subject: str | None = None,
        relation: str | None = None,
        *,
        as_of: When | None = None,
        known_at: When | None = None,
        history: bool = False,
    ) -> list[Fact]:
        """Facts memory holds, past and current, by subject, relation and start.

        as_of: only those valid then. known_at: as memory held them then. history: also versions that
        were closed, corrected or retracted since.
        """
        with self._use():
            clocks = self._clocks(as_of, known_at)
            wanted = None if relation is None else self._relation(relation)
            entity = None if subject is None else self._held.mirror.entity_named(checked_name(subject, "subject"))
            if subject is not None and entity is None:
                return []
            found = [
                fact
                for fact in self._held.mirror.facts.values()
                if (entity is None or self._is_about(fact, entity))
                and (wanted is None or fact.relation == wanted)
                and (history or expand.is_held(fact, clocks))
            ]
            return sorted(found, key=lambda f: (f.subject, f.relation, f.valid_from, f.recorded_at, f.id))

    def _is_about(self, fact: Fact, entity: Entity) -> bool:
        """True for a fact's subject, and for both ends of a symmetric relation."""
        both = fact.object_id == entity.id and self._ontology.relation(fact.relation).symmetric
        return fact.subject_id == entity.id or both

    def episodes(
        self, *, session: str | None = None, speaker: str | None = None, limit: int | None = None
    ) -> list[Episode]:
        """Episodes by time. limit: the latest so many; None means all."""
        with self._use():
            count = None if limit is None else checked_limit(limit)
            found = sorted(
                (
                    e
                    for e in self._held.mirror.episodes
                    if (session is None or e.session == session)
                    and (speaker is None or fold(e.speaker) == fold(speaker))
                ),
                key=order_of,
            )
            return found if count is None else found[len(found) - count :] if count else []

    def entities(self) -> list[Entity]:
        """Entities by name."""
        with self._use():
            return sorted(self._held.mirror.entities.values(), key=lambda e: (fold(e.name), e.id))

    def events(self, participant: str | None = None) -> list[Event]:
        """Events held now, by start; those without a date come first."""
        with self._use():
            entity = None if participant is None else self._held.mirror.entity_named(participant)
            if participant is not None and entity is None:
                return []
            found = [
                event
                for event in self._held.mirror.events.values()
                if event.retracted_at == FOREVER
                and (entity is None or any(p.entity_id == entity.id for p in event.participants))
            ]
            return sorted(found, key=lambda event: (event.start, event.id))

    def links(self) -> list[Link]:
        """Causal links held now."""
        with self._use():
            return [link for link in self._held.mirror.links.values() if link.retracted_at == FOREVER]

    def cypher(
        self, query: str, params: Mapping[str, Any] | None = None, *, limit: int = 1000, timeout: float = 5.0
    ) -> Table:
        """Run one read-only Cypher statement over the graph (docs/storage.md has its tables).

        limit: most rows returned; the table says when more were there. timeout: seconds.
        Raises ReadOnlyQuery for anything that could write or touch files, QueryError when the engine
        refuses or the time is up.
        """
        with self._use():
            if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 < timeout <= 600:
                raise InvalidArgument(f"timeout must be seconds between 0 and 600, not {timeout!r}")
            text = check_read_only(query)
            return Table(
                *self._held.store.query(text, check_params(text, params), limit=checked_limit(limit), timeout=timeout)
            )

    def to_networkx(self, *, as_of: When | None = None, known_at: When | None = None) -> Graph:
        """What held then (or is held now) as a networkx graph of its own; see kgmem/projection.py."""
        with self._use():
            return project(self._held.mirror, self._clocks(as_of, known_at))

    def stats(self) -> dict[str, Any]:
        """Counts of what is held, what it was made with, and bytes on disk."""
        with self._use():
            mirror = self._held.mirror
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
                "vectors": len(self._held.vector_log),
                "engine": f"{self._held.meta.engine} {self._held.meta.engine_version}",
                "encoder": self._held.encoder.id,
                "ontology": self._ontology.version,
                "format": self._held.meta.format,
                "timezone": self._held.meta.timezone,
                "retain": self._held.meta.retain,
                "bytes": sum(f.stat().st_size for f in self._held.folder.path.rglob("*") if f.is_file()),
            }

    # --- care -----------------------------------------------------------------------------------

    def check(self) -> list[str]:
        """Compare journal, graph, memory and vectors; each finding says what to do. [] means healthy."""
        with self._use():
            return self._held.check()

    def rebuild(self) -> None:
        """Make the graph anew from the journal, by bulk load into a new generation, and swap it in."""
        with self._use(writing=True):
            self._held.rebuild()

    def reindex(self, encoder: EncoderSpec = None) -> int:
        """Embed every episode anew and return how many; `encoder` switches to another one.

        Without `encoder`, the memory's present one is used. Vectors are swapped in only when all are
        made, so an interruption leaves the old ones.
        """
        with self._use(writing=True):
            return self._held.reindex(self._held.encoder if encoder is None else load_encoder(encoder))


def _never_back(clock: Clock, last: Micros) -> Clock:
    """The clock, except that it never reads earlier than it did: recorded times only grow."""
    latest = last

    def read() -> Micros:
        nonlocal latest
        latest = max(latest, clock())
        return latest

    return read
