"""The engine: one memory, opened from a folder; the stages of observe and recall meet here, in order.

observe: read -> redact -> extract -> resolve -> reconcile -> journal -> graph -> indexes
recall:  read -> nominate -> fuse -> expand -> fuse again with the graph -> recollection
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, tzinfo
from reprlib import repr
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

from kgmem import opening, rank, temporal
from kgmem.access import When
from kgmem.arguments import (
    checked_limit,
    checked_name,
    checked_query,
)
from kgmem.cypher import Table, check_params, check_read_only
from kgmem.deciding import Deciding
from kgmem.encoders import EncoderSpec, load_encoder
from kgmem.errors import InvalidArgument, NotAStore
from kgmem.extract_rules import RuleExtractor
from kgmem.folder import Folder, check_file_system
from kgmem.holdings import BATCH, Holdings, new_meta, with_encoder
from kgmem.messages import Reader
from kgmem.mirror import order_of
from kgmem.ontology import Entry
from kgmem.ontology import load as load_ontology
from kgmem.progress import Progress, watched
from kgmem.projection import project
from kgmem.question import Clocks, is_held
from kgmem.recalling import allowed_episodes, recall
from kgmem.recollection import Recollection
from kgmem.records import (
    Change,
    Entity,
    Episode,
    Event,
    Extractor,
    Fact,
    Link,
)
from kgmem.redact import Policy
from kgmem.snapshot import Snapshot
from kgmem.temporal import BEGINNING, FOREVER, Clock, Span
from kgmem.text import fold

if TYPE_CHECKING:
    from kgmem.projection import Graph


class Memory(Deciding):
    """One memory: a folder with its journal, its graph and its indexes. Made by `Memory.open`.

    Threads may share it; calls wait for each other. A process that forks afterwards must open its own
    handle. Close it, or use it in a `with` block.
    """

    # --- life -----------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        timezone: str | tzinfo | None = None,
        encoder: EncoderSpec = None,
        extractor: Extractor | None = None,
        ontology: Sequence[Entry] = (),
        strict: bool = False,
        clock: Clock = temporal.now,
        retain: Literal["text", "facts"] = "text",
        redaction: Policy | None = None,
        engine: Literal["kuzu", "ladybug"] | None = None,
        isolate: bool = False,
        read_only: bool = False,
        reindex: bool = False,
    ) -> Memory:
        """Open the memory in a folder, or make one there.

        timezone: IANA name or offset for times given without one; a naive time without it is refused.
        encoder: None for the packaged English one, a name such as "fastembed:NAME", or an Encoder.
        extractor: None for the rules, or any callable of `records.Extractor`'s shape.
        ontology: Turtle files or model classes (Pydantic, dataclasses) of your own, on top of the packaged ones;
        docs/ontology.md.
        strict: store only the types and relations of `ontology`; texts are kept all the same.
        clock: returns UTC microseconds; recorded times come from it.
        retain: "facts" drops each text after it was read, keeping what was read in it.
        redaction: what becomes of secrets and personal data in texts from now on; the memory keeps it. None
        leaves it as it is: secrets are replaced, personal data stays.
        engine: of a new memory; None means kuzu, and for one that exists, its own.
        isolate: run the engine in a process of its own, so that its faults do not end this one.
        read_only: take no lock and write nothing, beside a writer in this or another process: what is
        read is a snapshot, as old as `Memory.snapshot` says; the memory must exist.
        reindex: when the memory's vectors come from another encoder, embed everything anew with this
        one instead of refusing.

        Raises NotAStore, LockedError, VersionError, EncoderMismatch, OntologyError or StoreError, each
        with the way out. A graph that cannot be opened is set aside and rebuilt from the journal.
        """
        if retain not in ("text", "facts"):
            raise InvalidArgument(f"retain={repr(retain)} is neither 'text' nor 'facts'")
        zone = temporal.parse_zone(timezone)
        folder = Folder(path)
        folder.check()
        if read_only and not folder.is_memory():
            raise NotAStore(f"there is no memory at {folder.path}; make one by writing to it first")
        chosen = load_encoder(encoder)
        made = folder.is_memory() and not read_only
        words = load_ontology(ontology, cache=folder.index if made else None, strict=strict)
        held: Holdings | Snapshot
        if read_only:
            meta = folder.read_meta()
            held = Snapshot(folder, meta, chosen, temporal.now())
        else:
            folder.prepare()
            check_file_system(folder.path)
            folder.lock()
            changed = False
            try:
                new = not opening.was_made(folder)
                meta = new_meta(chosen, zone, retain, engine or "kuzu") if new else opening.read_meta(folder)
                if engine not in (None, meta.engine):
                    raise InvalidArgument(
                        f"{folder.path} is kept by {meta.engine}, not by {engine}; leave engine out, or run "
                        f"`kgmem migrate --engine {engine}`"
                    )
                if redaction is not None and redaction.to_dict() != meta.redaction:
                    meta = replace(meta, redaction=redaction.to_dict())
                    changed = not new
                if reindex and not new:
                    meta = with_encoder(folder, meta, chosen)
                    changed = True
                held = Holdings(folder, meta, chosen, words, isolate=isolate)
                if new or changed:
                    opening.write_meta(folder, held.journal, held.meta)
            except BaseException:
                folder.unlock()
                raise
        zone = zone or temporal.parse_zone(meta.timezone or None)
        return cls(held, extractor or RuleExtractor(words), words, zone, clock)

    def close(self) -> None:
        """Write what is pending and let go of the folder. Closing twice is fine."""
        if os.getpid() != self._pid:
            return
        with self._writing, self._held.gate.writing():
            if self._observer is not None:
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
        return f"<Memory {self._held.folder.path} ({'closed' if self._held.closed else 'open'})>"

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
        trust: float | None = None,
        allow_erased: bool = False,
    ) -> Change:
        """Remember a text, a message, an Episode, or a list of them; durable when it returns.

        speaker: whose words they are; a user's message without one is the words of "user", so that "I"
        means somebody.
        at: when it was said, as an aware datetime or ISO 8601; without it, now. Naive times take the
        memory's timezone. A message's own fields win over the arguments.
        id: makes the call safe to repeat; without it, session + speaker + at + seq + text do. With
        neither id nor time it is always a new episode.
        trust: 0 to 1, else by role and kind; below 0.5 what is read in it cannot close or deny what a
        trusted source said.
        allow_erased: store it even if it was erased from this memory; else `Change.erased` names it.

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
            "trust": trust,
        }
        with self._written():
            if id is not None and isinstance(what, list | tuple):
                raise InvalidArgument("id names one episode; give each message of a list its own 'id'")
            reader = Reader(self._zone, self._clock, self._policy, allow_erased)
            drafts = list(reader.read(what, fields))
            return self._observing().write_all(drafts)

    def observe_many(
        self,
        items: Iterable[str | Mapping[str, Any] | Episode],
        *,
        session: str | None = None,
        speaker: str | None = None,
        batch: int = BATCH,
        progress: Progress = None,
        allow_erased: bool = False,
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
            raise InvalidArgument(f"batch must be a whole number from 1 to 10000, not {repr(batch)}")
        total = len(items) if isinstance(items, Sequence) else None
        with self._written(), watched(progress, total) as report:
            reader = Reader(self._zone, self._clock, self._policy, allow_erased)
            return self._observing().stream(items, reader, {"session": session, "speaker": speaker}, batch, report)

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

        limit: of each; None means 10, 0 nothing.   mode: "score", "text", "rrf", "bm25" or "dense" (see rank).
        as_of: the world at that time: facts valid then, events begun by then (without a date, told by
        then). Episodes are evidence about any time and are not filtered by it; see `between`.
        known_at: what had been recorded by then.
        asked_at: when the question is asked; "yesterday" in it counts from there. None means now.
        kinds, speaker, session, between: only episodes of these kinds, this speaker, this session, said
        in [start, end). relation: only facts of this relation. min_score: drop episodes below.

        Raises InvalidArgument for a blank query or an argument that means nothing.
        """
        with self._reading():
            text = checked_query(query)
            count = checked_limit(limit)
            clocks = self._clocks(as_of, known_at)
            wanted = None if relation is None else self._relation(relation)
            if asked_at is None:
                asked = temporal.moment(self._clock(), self._zone or UTC)
            else:
                asked = temporal.parse_instant(asked_at, self._zone or UTC, name="asked_at")
            if mode not in rank.MODES:
                raise InvalidArgument(f"mode={repr(mode)} is none of {', '.join(rank.MODES)}")
            if min_score is not None and (isinstance(min_score, bool) or not isinstance(min_score, int | float)):
                raise InvalidArgument(f"min_score must be a number, not {repr(min_score)}")
            allowed = allowed_episodes(
                self._held.mirror.episodes,
                self._held.mirror.hidden,
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
                ontology=self._ontology,
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
        """Facts memory holds, past and current, by subject, relation and start; those that no relation names last.

        as_of: only those valid then. known_at: as memory held them then. history: also versions that
        were closed, corrected or retracted since.
        """
        with self._reading():
            clocks = self._clocks(as_of, known_at)
            wanted = None if relation is None else self._relation(relation)
            entity = None if subject is None else self._held.mirror.entity_named(checked_name(subject, "subject"))
            if subject is not None and entity is None:
                return []
            found = [
                fact
                for fact in self._facts_of(entity)
                if (entity is None or self._is_about(fact, entity))
                and (wanted is None or fact.relation == wanted)
                and fact.id not in self._held.mirror.hidden
                and (history or is_held(fact, clocks))
            ]
            return sorted(found, key=lambda f: (f.subject, f.is_open, f.relation, f.valid_from, f.recorded_at, f.id))

    def _facts_of(self, entity: Entity | None) -> Iterable[Fact]:
        mirror = self._held.mirror
        if entity is None:
            return mirror.facts.values()
        return (mirror.facts[name] for name in mirror.facts_of.get(entity.id, ()))

    def _is_about(self, fact: Fact, entity: Entity) -> bool:
        """True for a fact's subject, and for both ends of a symmetric relation."""
        both = fact.object_id == entity.id and self._ontology.relation(fact.relation).symmetric
        return fact.subject_id == entity.id or both

    def episodes(
        self, *, session: str | None = None, speaker: str | None = None, limit: int | None = None
    ) -> list[Episode]:
        """Episodes by time. limit: the latest so many; None means all."""
        with self._reading():
            count = None if limit is None else checked_limit(limit)
            session = None if session is None else checked_name(session, "session")
            speaker = None if speaker is None else checked_name(speaker, "speaker")
            found = sorted(
                (
                    e
                    for e in self._held.mirror.episodes
                    if e.id not in self._held.mirror.hidden
                    and (session is None or e.session == session)
                    and (speaker is None or fold(e.speaker) == fold(speaker))
                ),
                key=order_of,
            )
            return found if count is None else found[len(found) - count :] if count else []

    def events(self, participant: str | None = None) -> list[Event]:
        """Events held now, by start; those without a date come first."""
        with self._reading():
            entity = (
                None
                if participant is None
                else self._held.mirror.entity_named(checked_name(participant, "participant"))
            )
            if participant is not None and entity is None:
                return []
            found = [
                event
                for event in self._events_of(entity)
                if event.retracted_at == FOREVER and event.id not in self._held.mirror.hidden
            ]
            return sorted(found, key=lambda event: (event.start, event.id))

    def _events_of(self, entity: Entity | None) -> Iterable[Event]:
        mirror = self._held.mirror
        if entity is None:
            return mirror.events.values()
        return (mirror.events[name] for name in mirror.events_of.get(entity.id, ()))

    def links(self, end: str | None = None) -> list[Link]:
        """Causal links held now, or those of one event or fact (by id): as their cause or their effect."""
        with self._reading():
            mirror = self._held.mirror
            names = mirror.links if end is None else mirror.links_of.get(checked_name(end, "end"), ())
            links = (mirror.links[name] for name in names)
            return [k for k in links if k.retracted_at == FOREVER and k.id not in mirror.hidden]

    def cypher(
        self, query: str, params: Mapping[str, Any] | None = None, *, limit: int = 1000, timeout: float = 5.0
    ) -> Table:
        """Run one read-only Cypher statement over the graph (docs/storage.md has its tables).

        limit: most rows returned; the table says when more were there. timeout: seconds.
        Raises ReadOnlyQuery for anything that could write or touch files, QueryError when the engine
        refuses or the time is up.
        """
        with self._open_here():  # the engine has its own view of the graph: a long query stops no write
            if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 < timeout <= 600:
                raise InvalidArgument(f"timeout must be seconds between 0 and 600, not {repr(timeout)}")
            text = check_read_only(query)
            return Table(
                *self._held.query(text, check_params(text, params), limit=checked_limit(limit), timeout=timeout)
            )

    def to_networkx(self, *, as_of: When | None = None, known_at: When | None = None) -> Graph:
        """What held then (or is held now) as a networkx graph of its own; see kgmem/projection.py."""
        with self._reading():
            return project(self._held.mirror, self._clocks(as_of, known_at))

    def stats(self) -> dict[str, Any]:
        """Counts of what is held, what it was made with, and bytes on disk."""
        with self._reading():
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
                "vectors": self._held.vectors.filled(),
                "engine": f"{self._held.meta.engine} {self._held.meta.engine_version}",
                "encoder": self._held.encoder.id,
                "ontology": self._ontology.version,
                "format": self._held.meta.format,
                "timezone": self._held.meta.timezone,
                "retain": self._held.meta.retain,
                "bytes": self._held.folder.bytes(),
            }
