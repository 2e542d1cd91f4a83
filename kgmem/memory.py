"""The engine: one memory, opened from a folder; the stages of observe and recall meet here, in order.

observe: read -> redact -> extract -> resolve -> reconcile -> journal -> graph -> indexes
recall:  read -> nominate -> fuse -> expand -> fuse again with the graph -> recollection
"""

from __future__ import annotations

import logging
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, tzinfo
from itertools import islice
from pathlib import Path as FilePath
from types import TracebackType
from typing import Any, Literal

import numpy as np

from kgmem import expand, ontology, rank, reconcile, resolve, schema, seed, temporal
from kgmem.cypher import Table, check_params, check_read_only
from kgmem.embed import Encoded, Encoder
from kgmem.encoders import load_encoder
from kgmem.errors import ClosedError, InvalidArgument, KgmemError, NotAStore, StoreError
from kgmem.extract_rules import RuleExtractor
from kgmem.folder import Folder, Meta, check_file_system
from kgmem.journal import Journal
from kgmem.messages import Draft, Reader
from kgmem.mirror import Mirror, dump, episode_row, key_text, vector_key
from kgmem.question import Bools, Clocks
from kgmem.recollection import Recollection
from kgmem.reconcile import Source
from kgmem.records import (
    KINDS,
    LINK_KINDS,
    CauseClaim,
    Change,
    Conversation,
    Entity,
    Episode,
    EpisodeHit,
    Event,
    EventClaim,
    Extraction,
    Extractor,
    Fact,
    FactClaim,
    Link,
    Redaction,
)
from kgmem.redact import redact
from kgmem.schema import Fold, WriteSet
from kgmem.store import Store
from kgmem.temporal import BEGINNING, FOREVER, Clock, Micros, Span
from kgmem.text import cjk_share, clean, fold, is_blank
from kgmem.vectors import EncoderName, VectorLog, Vectors

log = logging.getLogger("kgmem")

When = str | datetime | date
Progress = bool | Callable[[int, int | None], None] | None
EncoderSpec = str | Encoder | tuple[Callable[[list[str]], Any], int] | None

EARLIER_TURNS = 8
"""How many earlier turns of its session an extractor may see."""
BATCH = 64
DEFAULT_LIMIT = 10
GRAPH = 0.1
"""Weight of the best fact or event an episode is evidence of, beside the text arms."""
GRAPH_SEEDS = 20
"""How many of the best episodes lead into the graph."""


class Memory:
    """One memory: a folder with its journal, its graph and its indexes. Made by `Memory.open`.

    Threads may share it; calls wait for each other. A process that forks afterwards must open its own
    handle. Close it, or use it in a `with` block.
    """

    def __init__(
        self,
        folder: Folder,
        meta: Meta,
        journal: Journal,
        store: Store,
        encoder: Encoder,
        extractor: Extractor,
        words: ontology.Ontology,
        zone: tzinfo | None,
        clock: Clock,
        *,
        read_only: bool,
    ) -> None:
        self._folder, self._meta, self._journal, self._store = folder, meta, journal, store
        self._encoder, self._extractor, self._ontology = encoder, extractor, words
        self._zone, self._clock, self._read_only = zone, clock, read_only
        self._lock = threading.RLock()
        self._pid = os.getpid()
        self._closed = False
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kgmem-encode")
        self._mirror = Mirror.load(store)
        self._vectors = Vectors(_name_of(encoder))
        self._vector_log = VectorLog(folder.vectors, _name_of(encoder))
        self._load_vectors()

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
        words = _load_ontology(ontology)
        chosen = load_encoder(encoder)
        new = not folder.is_memory()
        folder.prepare()
        check_file_system(folder.path)
        folder.lock()
        journal: Journal | None = None
        store: Store | None = None
        try:
            meta = _new_meta(chosen, zone, retain) if new else folder.read_meta()
            if reindex and not new:
                meta = _with_encoder(folder, meta, chosen)
            if zone is None and meta.timezone:
                zone = temporal.parse_zone(meta.timezone)
            journal = Journal(folder.journal)
            store = _open_graph(folder, journal, meta.engine)
            if new:
                folder.write_meta(meta)
            return cls(
                folder,
                meta,
                journal,
                store,
                chosen,
                extractor or RuleExtractor(words),
                words,
                zone,
                clock,
                read_only=read_only,
            )
        except BaseException:
            if store is not None:
                store.close()
            if journal is not None:
                journal.close()
            folder.unlock()
            raise

    def close(self) -> None:
        """Write what is pending and let go of the folder. Closing twice is fine."""
        with self._lock:
            if self._closed or os.getpid() != self._pid:
                return
            self._closed = True
            self._worker.shutdown()
            try:
                self._vectors.save(self._folder.hnsw)
                self._vector_log.close()
                self._journal.close()
                self._store.close()
            finally:
                self._folder.unlock()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Memory {self._folder.path} ({'closed' if self._closed else 'open'})>"

    @property
    def path(self) -> FilePath:
        return self._folder.path

    @contextmanager
    def _use(self, *, writing: bool = False) -> Iterator[None]:
        """Hold the memory for one call, after checking that this process may use it."""
        if os.getpid() != self._pid:
            raise ClosedError("this process was forked after the memory was opened; open it anew here")
        with self._lock:
            if self._closed:
                raise ClosedError(f"the memory {self._folder.path} is closed; open it again")
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
            reader = Reader(self._zone, self._clock())
            drafts = list(reader.read(what, fields))
            change = Change()
            for batch in _batches(drafts, BATCH):
                change += self._observe_batch(batch)
            return change

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
        if isinstance(items, str | Mapping):
            items = [items]
        if isinstance(batch, bool) or not isinstance(batch, int) or not 1 <= batch <= 10_000:
            raise InvalidArgument(f"batch must be a whole number from 1 to 10000, not {batch!r}")
        total = len(items) if isinstance(items, Sequence) else None
        defaults = {"session": session, "speaker": speaker}
        change, done = Change(), 0
        with self._use(writing=True), _progress(progress, total) as report:
            reader = Reader(self._zone, self._clock())
            for part in _batches(items, batch):
                reader.now = self._clock()
                drafts: list[Draft] = []
                for item in part:
                    try:
                        drafts.extend(reader.read(item, defaults))
                    except InvalidArgument as error:
                        if drafts:
                            self._observe_batch(drafts)
                        raise type(error)(f"item {done + len(drafts)}: {error}") from error
                change += self._observe_batch(drafts)
                done += len(part)
                report(done, total)
        return change

    def _observe_batch(self, drafts: Sequence[Draft]) -> Change:
        """Write a batch in one journal row; if the graph refuses it, each episode in a row of its own."""
        known, fresh = self._known(drafts)
        redactions: tuple[Redaction, ...] = tuple(r for draft in fresh for r in draft.redactions)
        ids = tuple(draft.episode.id for draft in drafts)
        if not fresh:
            return Change(episodes=ids, duplicates=known)
        episodes = [draft.episode for draft in fresh]
        encoding = self._worker.submit(self._encode, episodes)
        extractions = self._extractor([(e, self._conversation(e, episodes)) for e in episodes])
        if len(extractions) != len(episodes):
            raise KgmemError(f"the extractor gave {len(extractions)} results for {len(episodes)} episodes")
        try:
            change = self._write_episodes(episodes, extractions, encoding)
        except StoreError:
            if len(episodes) == 1:
                raise
            log.warning("a batch of %d episodes was refused; they are written one by one", len(episodes))
            change = Change()
            for episode, extraction in zip(episodes, extractions, strict=True):
                change += self._write_episodes([episode], [extraction], encoding)
        return replace(change, episodes=ids, duplicates=known, redactions=redactions)

    def _write_episodes(
        self, episodes: Sequence[Episode], extractions: Sequence[Extraction], encoding: Future[dict[str, Encoded]]
    ) -> Change:
        with self._write("observe", episodes[0].recorded) as write:
            change = Change()
            for episode, extraction in zip(episodes, extractions, strict=True):
                change += self._write_episode(episode, extraction, write)
            encoded = encoding.result()
        for episode in episodes:
            self._add_vectors(episode, encoded)
        self._vector_log.flush()
        return change

    def _known(self, drafts: Sequence[Draft]) -> tuple[tuple[str, ...], list[Draft]]:
        """Ids of drafts that are already held or given twice, and the drafts that are new."""
        known: list[str] = []
        fresh: dict[str, Draft] = {}
        for draft in drafts:
            episode = draft.episode
            held = (
                self._mirror.episodes[self._mirror.number[episode.id]]
                if episode.id in self._mirror.number
                else fresh[episode.id].episode
                if episode.id in fresh
                else None
            )
            if held is None:
                fresh[episode.id] = draft
                continue
            if held.text not in ("", episode.text):
                raise InvalidArgument(
                    f"id {episode.id!r} already holds another text; give this episode an id of its own"
                )
            known.append(episode.id)
        return tuple(known), list(fresh.values())

    def _conversation(self, episode: Episode, batch: Sequence[Episode]) -> Conversation:
        """The earlier turns of the episode's session, wherever they are: held or in the same batch."""
        here = (episode.occurred, episode.seq, episode.id)
        beside = [e for e in batch if e.session == episode.session and (e.occurred, e.seq, e.id) < here]
        turns = sorted(
            [*self._mirror.earlier(episode, EARLIER_TURNS), *beside], key=lambda e: (e.occurred, e.seq, e.id)
        )
        speakers = dict.fromkeys(e.speaker for e in (*turns, episode) if e.speaker)
        return Conversation(tuple(turns[-EARLIER_TURNS:]), tuple(speakers))

    def _write_episode(self, episode: Episode, extraction: Extraction, write: WriteSet) -> Change:
        """Settle everything read in one episode, in the mirror and in the write set."""

        def put(part: WriteSet) -> None:
            self._mirror.apply(part)
            write.extend(part)

        if self._meta.retain == "facts":
            episode = replace(episode, text="", caption="")
        put(self._episode_write(episode))
        names = [(episode.speaker, "Person")] if episode.speaker and episode.role == "user" else []
        found = resolve.resolve([*names, *resolve.names_in(extraction)], episode.occurred, self._mirror)
        put(found.write)
        put(resolve.mention_edges(episode, extraction, found))
        source = Source(episode.occurred, episode.recorded, episode.speaker or episode.role, episode.id)
        change = Change(new_entities=tuple(found.new))
        for claim in extraction.facts:
            part, more = reconcile.settle_fact(claim, found.entities, source, self._mirror, self._ontology)
            put(part)
            change += more
        happened = []
        for happening in extraction.events:
            part, more, name = reconcile.settle_event(happening, found.entities, source, self._mirror)
            put(part)
            change += more
            happened.append((happening, name))
        put(reconcile.tie_events(happened, change, found.entities, self._ontology))
        for cause in extraction.causes:
            ends = happened[cause.cause][1], happened[cause.effect][1]
            if ends[0] != ends[1]:
                part, more = reconcile.settle_cause(cause, *ends, source, self._mirror)
                put(part)
                change += more
        return change

    def _episode_write(self, episode: Episode) -> WriteSet:
        """The episode, its session, and its place between its neighbours."""
        write = WriteSet()
        held = self._mirror.sessions.get(episode.session)
        if held is None:
            write.node("Session", {"id": episode.session, "started": episode.occurred, "ended": episode.occurred})
        elif not held or not held[0][0] <= episode.occurred <= held[-1][0]:
            times = [episode.occurred, *(order[0] for order in (held[:1] + held[-1:]))]
            write.set("Session", {"id": episode.session, "started": min(times), "ended": max(times)})
        before, after = self._mirror.around(episode)
        write.node("Episode", episode_row(episode))
        write.edge("IN_SESSION", episode.id, episode.session)
        if before and after:
            write.cut("NEXT", before, after)
        if before:
            write.edge("NEXT", before, episode.id)
        if after:
            write.edge("NEXT", episode.id, after)
        return write

    @contextmanager
    def _write(self, verb: str, recorded: Micros) -> Iterator[WriteSet]:
        """Collect one write; on leaving it goes to the journal, then to the graph.

        Whatever fails, the mirror is loaded again from the graph, so that it never shows what was not
        stored.
        """
        write = WriteSet()
        try:
            yield write
            if write:
                seq = self._journal.prepare(verb, recorded, write)
                try:
                    self._store.apply(seq, write)
                except BaseException as error:
                    if not self._store.holds(seq):
                        self._journal.reject(seq, type(error).__name__)
                    raise
                self._journal.applied(seq)
        except BaseException:
            self._reload()
            raise

    def _reload(self) -> None:
        self._mirror = Mirror.load(self._store)
        self._vectors = Vectors(_name_of(self._encoder))
        for episode in self._mirror.episodes:
            self._add_vectors(episode, {})

    # --- vectors --------------------------------------------------------------------------------

    def _encode(self, episodes: Sequence[Episode]) -> dict[str, Encoded]:
        """Vectors of those texts that were never embedded, by content hash."""
        wanted = {vector_key(e): key_text(e) for e in episodes if self._is_encodable(e)}
        missing = {key: text for key, text in wanted.items() if self._vector_log.get(key) is None}
        return dict(zip(missing, self._encoder.encode(list(missing.values())), strict=True)) if missing else {}

    def _is_encodable(self, episode: Episode) -> bool:
        """False for a dropped text, and for one in a script the encoder was not made for."""
        return self._meta.retain == "text" and bool(episode.text) and self._reads(episode.text)

    def _reads(self, text: str) -> bool:
        languages = self._encoder.languages
        return "*" in languages or "zh" in languages or cjk_share(text) < 0.5

    def _add_vectors(self, episode: Episode, encoded: Mapping[str, Encoded]) -> None:
        key = vector_key(episode)
        held = self._vector_log.get(key) if self._is_encodable(episode) else None
        if held is None and key in encoded:
            held = self._vector_log.put(key, encoded[key])
        dim, width = self._vectors.encoder.dim, self._vectors.encoder.token_dim
        self._vectors.add(held or Encoded(np.zeros(dim, np.float32), np.zeros((0, width), np.int8)))

    def _load_vectors(self) -> None:
        """Vectors of all episodes from the log; what a crash cost it is embedded again."""
        missing = [
            e for e in self._mirror.episodes if self._is_encodable(e) and not self._vector_log.get(vector_key(e))
        ]
        encoded: dict[str, Encoded] = {}
        for batch in _batches(missing, BATCH):
            encoded |= self._encode(batch)
        for episode in self._mirror.episodes:
            self._add_vectors(episode, encoded)
        self._vectors.load(self._folder.hnsw)

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
            known = self._ontology.resolve_relation(_name(relation, "relation"))
            precision = temporal.stated_precision(valid_from)
            span = Span(BEGINNING if start is None else start, FOREVER if end is None else end, precision)
            claim = FactClaim(
                subject=_name(subject, "subject"),
                relation=known.name if known else "relatedTo",
                object=_name(object, "object") if object is not None else "",
                value=_name(str(value), "value") if value is not None else "",
                predicate="" if known else relation.strip(),
                subject_type=known.domain if known else "Thing",
                object_type=known.range if known else "Thing",
                valid=span,
                confidence=_confidence(confidence),
                rule="api",
            )
            names = [(claim.subject, claim.subject_type), *([(claim.object, claim.object_type)] if object else [])]
            with self._direct("assert_fact", names, source) as (write, found, origin):
                part, change = reconcile.settle_fact(claim, found.entities, origin, self._mirror, self._ontology)
                self._mirror.apply(part)
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
                (_name(role, "role"), _name(name, "participant"), "Thing")
                for role, name in (participants or {}).items()
            )
            claim = EventClaim(
                kind=_name(kind, "kind"),
                description=_name(description, "description", longest=2_000),
                participants=who,
                when=Span(BEGINNING if begins is None else begins, ends, temporal.stated_precision(start)),
                outcome=clean(outcome),
                confidence=_confidence(confidence),
                rule="api",
            )
            with self._direct("record_event", [(name, kind) for _, name, kind in who], source) as (
                write,
                found,
                origin,
            ):
                part, change, _ = reconcile.settle_event(claim, found.entities, origin, self._mirror)
                self._mirror.apply(part)
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
            for end in (cause, effect):
                if end not in self._mirror.events and end not in self._mirror.facts:
                    raise InvalidArgument(f"no event or fact has the id {end!r}; ids come from Change or recall")
            if cause == effect:
                raise InvalidArgument("nothing causes itself; cause and effect are the same id")
            if kind not in LINK_KINDS:
                raise InvalidArgument(f"kind={kind!r} is none of {', '.join(LINK_KINDS)}")
            claim = CauseClaim(0, 0, kind, clean(cue), _confidence(confidence), "api")
            with self._direct("link_cause", [], source) as (write, _, origin):
                part, change = reconcile.settle_cause(claim, cause, effect, origin, self._mirror)
                self._mirror.apply(part)
                write.extend(part)
            return change

    def retract(self, id: str, *, reason: str = "") -> Change:
        """Hold a fact, event or link no longer. Its history stays readable with `known_at`."""
        with self._use(writing=True):
            recorded = self._clock()
            held: Fact | Event | Link | None = (
                self._mirror.facts.get(id) or self._mirror.events.get(id) or self._mirror.links.get(id)
            )
            if held is None:
                raise InvalidArgument(f"no fact, event or link has the id {id!r}; ids come from Change or recall")
            if held.retracted_at != FOREVER:
                return Change()
            with self._write(f"retract {clean(reason)}".strip()[:200], recorded) as write:
                if isinstance(held, Fact):
                    part, change = reconcile.retract_fact(held, recorded)
                else:
                    part, change = reconcile.retract_happening(held, recorded, self._mirror)
                self._mirror.apply(part)
                write.extend(part)
            return change

    def close_fact(self, id: str, *, valid_to: When) -> Change:
        """End a fact at an instant: it held until then. Raises InvalidArgument when that lies before its start."""
        with self._use(writing=True):
            fact = self._mirror.facts.get(id)
            if fact is None or fact.retracted_at != FOREVER:
                raise InvalidArgument(f"no fact held now has the id {id!r}; see Memory.facts()")
            at = self._bound(valid_to, "valid_to")
            assert at is not None
            if at < fact.valid_from:
                raise InvalidArgument(
                    f"valid_to {temporal.iso(at)} lies before the fact's start {temporal.iso(fact.valid_from)}; "
                    "retract the fact if it never held"
                )
            with self._direct("close_fact", [], "") as (write, _, origin):
                part, change = reconcile.close_fact(fact, at, origin, self._mirror)
                self._mirror.apply(part)
                write.extend(part)
            return change

    @contextmanager
    def _direct(
        self, verb: str, names: Iterable[tuple[str, str]], source: str
    ) -> Iterator[tuple[WriteSet, resolve.Resolution, Source]]:
        """One write by a program: its names resolved, its source named."""
        recorded = self._clock()
        with self._write(verb, recorded) as write:
            found = resolve.resolve(names, recorded, self._mirror)
            self._mirror.apply(found.write)
            write.extend(found.write)
            yield write, found, Source(recorded, recorded, redact(clean(source))[0] or "api")

    # --- recall ---------------------------------------------------------------------------------

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
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
        as_of: the world at that time: facts valid then, events begun by then.
        known_at: what had been recorded by then.
        kinds, speaker, session, between: only episodes of these kinds, this speaker, this session, said
        in [start, end). relation: only facts of this relation. min_score: drop episodes below.

        Raises InvalidArgument for a blank query or an argument that means nothing.
        """
        with self._use():
            text = _query(query)
            count = _limit(limit)
            clocks = self._clocks(as_of, known_at)
            wanted = None if relation is None else self._relation(relation)
            if mode not in rank.MODES:
                raise InvalidArgument(f"mode={mode!r} is none of {', '.join(rank.MODES)}")
            if min_score is not None and (isinstance(min_score, bool) or not isinstance(min_score, int | float)):
                raise InvalidArgument(f"min_score must be a number, not {min_score!r}")
            allowed = self._allowed(clocks, known_at is not None, kinds, speaker, session, between)
            if count == 0:
                return Recollection(text, zone=self._zone or UTC)
            encoded = self._encoder.encode([text], query=True)[0] if mode != "bm25" and self._reads(text) else None
            return self._recall(text, encoded, count, clocks, wanted, allowed, min_score, mode)

    def _recall(
        self,
        text: str,
        encoded: Encoded | None,
        count: int,
        clocks: Clocks,
        relation: str | None,
        allowed: Bools | None,
        min_score: float | None,
        mode: str,
    ) -> Recollection:
        mirror = self._mirror
        question = seed.read_question(text, encoded, mirror)
        candidates = seed.nominate(question, mirror, self._vectors, allowed)
        scores, arms = rank.fuse(question, candidates, mirror, mode=mode)
        order = np.argsort(-scores, kind="stable")
        top = float(scores[order[0]]) if len(order) else 0.0
        seeds = {
            mirror.episodes[candidates.numbers[i]].id: float(scores[i]) / top
            for i in order[:GRAPH_SEEDS]
            if top > 0 and scores[i] > 0
        }
        facts = expand.facts(question, seeds, mirror, clocks, relation=relation)
        events = expand.events(question, seeds, mirror, clocks)
        if mode == "score" and len(order):
            shares = expand.evidence_shares([*facts[:10], *events[:10]], 20)
            arms["graph"] = np.array(
                [GRAPH * shares.get(mirror.episodes[number].id, 0.0) for number in candidates.numbers], np.float32
            )
            scores = scores + arms["graph"]
            order = np.argsort(-scores, kind="stable")
        hits = tuple(
            EpisodeHit(
                mirror.episodes[candidates.numbers[i]],
                float(scores[i]),
                {name: float(part[i]) for name, part in arms.items()},
            )
            for i in order[:count]
            if scores[i] > 0 and (min_score is None or scores[i] >= min_score)
        )
        return Recollection(
            query=text,
            episodes=hits,
            facts=tuple(facts[:count]),
            events=tuple(events[:count]),
            paths=tuple(expand.paths(question, facts[:40], mirror, clocks)[:count]),
            confidence=rank.confidence(question, candidates, scores, mirror),
            zone=self._zone or UTC,
        )

    def _allowed(
        self,
        clocks: Clocks,
        dated: bool,
        kinds: Sequence[str] | None,
        speaker: str | None,
        session: str | None,
        between: tuple[When | None, When | None] | None,
    ) -> Bools | None:
        """Which episodes may be found, (n,), or None for all."""
        tests: list[Callable[[Episode], bool]] = []
        if dated:
            tests.append(lambda e: e.recorded <= clocks.known_at)
        if kinds is not None:
            if isinstance(kinds, str):
                kinds = (kinds,)
            unknown = [kind for kind in kinds if kind not in KINDS]
            if unknown:
                raise InvalidArgument(f"kinds={unknown!r} are none of {', '.join(KINDS)}")
            chosen = frozenset(kinds)
            tests.append(lambda e: e.kind in chosen)
        if speaker is not None:
            told = fold(_name(speaker, "speaker"))
            tests.append(lambda e: fold(e.speaker) == told)
        if session is not None:
            place = _name(session, "session")
            tests.append(lambda e: e.session == place)
        if between is not None:
            if not isinstance(between, tuple | list) or len(between) != 2:
                raise InvalidArgument("between must be a pair (start, end); None leaves one open")
            start, end = (self._bound(part, "between") for part in between)
            span = Span(BEGINNING if start is None else start, FOREVER if end is None else end)
            tests.append(lambda e: span.start <= e.occurred < span.end)
        if not tests:
            return None
        return np.array([all(test(episode) for test in tests) for episode in self._mirror.episodes], np.bool_)

    def _clocks(self, as_of: When | None, known_at: When | None) -> Clocks:
        known = self._bound(known_at, "known_at")
        return Clocks(self._bound(as_of, "as_of"), FOREVER - 1 if known is None else known)

    def _bound(self, value: When | None, name: str) -> Micros | None:
        return temporal.parse_bound(value, self._zone, name=name)

    def _relation(self, words: str) -> str:
        found = self._ontology.resolve_relation(_name(words, "relation"))
        if found is None:
            raise InvalidArgument(f"no relation is called {words!r}; see `kgmem facts` for those in use")
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
            entity = None if subject is None else self._mirror.entity_named(_name(subject, "subject"))
            if subject is not None and entity is None:
                return []
            found = [
                fact
                for fact in self._mirror.facts.values()
                if (entity is None or fact.subject_id == entity.id)
                and (wanted is None or fact.relation == wanted)
                and (history or expand.is_held(fact, clocks))
            ]
            return sorted(found, key=lambda f: (f.subject, f.relation, f.valid_from, f.recorded_at, f.id))

    def episodes(
        self, *, session: str | None = None, speaker: str | None = None, limit: int | None = None
    ) -> list[Episode]:
        """Episodes by time. limit: the latest so many; None means all."""
        with self._use():
            count = None if limit is None else _limit(limit)
            found = sorted(
                (
                    e
                    for e in self._mirror.episodes
                    if (session is None or e.session == session)
                    and (speaker is None or fold(e.speaker) == fold(speaker))
                ),
                key=lambda e: (e.occurred, e.seq, e.id),
            )
            return found if count is None else found[len(found) - count :] if count else []

    def entities(self) -> list[Entity]:
        """Entities by name."""
        with self._use():
            return sorted(self._mirror.entities.values(), key=lambda e: (fold(e.name), e.id))

    def events(self, participant: str | None = None) -> list[Event]:
        """Events held now, by start; those without a date come first."""
        with self._use():
            entity = None if participant is None else self._mirror.entity_named(participant)
            if participant is not None and entity is None:
                return []
            found = [
                event
                for event in self._mirror.events.values()
                if event.retracted_at == FOREVER
                and (entity is None or any(p.entity_id == entity.id for p in event.participants))
            ]
            return sorted(found, key=lambda event: (event.start, event.id))

    def links(self) -> list[Link]:
        """Causal links held now."""
        with self._use():
            return [link for link in self._mirror.links.values() if link.retracted_at == FOREVER]

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
            return Table(*self._store.query(text, check_params(text, params), limit=_limit(limit), timeout=timeout))

    def stats(self) -> dict[str, Any]:
        """Counts of what is held, what it was made with, and bytes on disk."""
        with self._use():
            mirror = self._mirror
            held = [fact for fact in mirror.facts.values() if fact.retracted_at == FOREVER]
            return {
                "path": str(self._folder.path),
                "episodes": len(mirror.episodes),
                "sessions": len(mirror.sessions),
                "entities": len(mirror.entities),
                "facts": len(held),
                "fact_versions": len(mirror.facts),
                "events": len(mirror.events),
                "links": len(mirror.links),
                "vectors": len(self._vector_log),
                "engine": f"{self._meta.engine} {self._meta.engine_version}",
                "encoder": self._encoder.id,
                "ontology": self._ontology.version,
                "format": self._meta.format,
                "timezone": self._meta.timezone,
                "retain": self._meta.retain,
                "bytes": sum(f.stat().st_size for f in self._folder.path.rglob("*") if f.is_file()),
            }

    # --- care -----------------------------------------------------------------------------------

    def check(self) -> list[str]:
        """Compare journal, graph, memory and vectors; each finding says what to do. [] means healthy."""
        with self._use():
            fold_ = Fold()
            for row in self._journal.rows():
                fold_.add(row.seq, row.write)
            held = dump(self._store)
            findings = []
            for table in schema.NODES.values():
                wanted = {key: schema.fitted(table.columns, row) for key, row in fold_.nodes[table.name].items()}
                found = {row[table.key]: row for row in held.nodes.get(table.name, ())}
                findings += _differences(table.name, wanted, found)
            for key, edges in fold_.edges.items():
                rows = held.edges.get(key, [])
                identity = [schema.edge_identity(key, row) for row in rows]
                findings += _differences(key.split("|")[0], edges, dict(zip(identity, rows, strict=True)))
                if len(set(identity)) != len(identity):
                    findings.append(f"{key.split('|')[0]} holds duplicate edges; run rebuild")
            fresh = Mirror()
            fresh.apply(held)
            for name in ("facts", "events", "links", "entities", "aliases", "sessions", "number"):
                mine, theirs = getattr(self._mirror, name), getattr(fresh, name)
                if (set(mine) != set(theirs)) if name in ("sessions", "number") else (mine != theirs):
                    findings.append(f"{name} in memory differ from the graph; close and open the memory")
            if len(self._vectors) != len(self._mirror.episodes):
                findings.append(f"{len(self._vectors)} vectors for {len(self._mirror.episodes)} episodes; run reindex")
            return findings

    def rebuild(self) -> None:
        """Make the graph anew from the journal, by bulk load into a new generation, and swap it in."""
        with self._use(writing=True):
            self._store.close(checkpoint_at=sys.maxsize)
            self._store = _rebuilt(self._folder, self._journal, self._meta.engine)
            self._reload()

    def reindex(self, encoder: EncoderSpec = None) -> int:
        """Embed every episode anew and return how many; `encoder` switches to another one.

        Without `encoder`, the memory's present one is used. Vectors are swapped in only when all are
        made, so an interruption leaves the old ones.
        """
        with self._use(writing=True):
            chosen = self._encoder if encoder is None else load_encoder(encoder)
            self._vector_log.close()
            beside = self._folder.vectors.with_suffix(".next")
            beside.unlink(missing_ok=True)
            self._encoder = chosen
            try:
                self._vector_log = VectorLog(beside, _name_of(chosen))
                self._vectors = Vectors(_name_of(chosen))
                self._folder.hnsw.unlink(missing_ok=True)
                for batch in _batches(self._mirror.episodes, BATCH):
                    encoded = self._encode(batch)
                    for episode in batch:
                        self._add_vectors(episode, encoded)
            finally:
                self._vector_log.close()
            os.replace(beside, self._folder.vectors)
            self._vector_log = VectorLog(self._folder.vectors, _name_of(chosen))
            self._meta = _made_with(self._meta, chosen)
            self._folder.write_meta(self._meta)
            return len(self._mirror.episodes)


# --- opening ----------------------------------------------------------------------------------------


def _load_ontology(extra: Sequence[str | os.PathLike[str]]) -> ontology.Ontology:
    return ontology.load([FilePath(path) for path in extra])


def _new_meta(encoder: Encoder, zone: tzinfo | None, retain: str) -> Meta:
    import importlib.metadata

    name = _name_of(encoder)
    return Meta(
        format=schema.FORMAT,
        engine="kuzu",
        engine_version=importlib.metadata.version("kuzu"),
        encoder=name.id,
        fingerprint=name.fingerprint,
        dim=name.dim,
        token_dim=name.token_dim,
        timezone=temporal.zone_name(zone) if zone else "",
        retain=retain,
        created=temporal.iso(temporal.now()),
    )


def _made_with(meta: Meta, encoder: Encoder) -> Meta:
    name = _name_of(encoder)
    return replace(meta, encoder=name.id, fingerprint=name.fingerprint, dim=name.dim, token_dim=name.token_dim)


def _with_encoder(folder: Folder, meta: Meta, encoder: Encoder) -> Meta:
    """Switch a memory to another encoder before it is opened: its vectors go, and are made on opening."""
    changed = _made_with(meta, encoder)
    if changed != meta:
        folder.vectors.unlink(missing_ok=True)
        folder.hnsw.unlink(missing_ok=True)
        folder.write_meta(changed)
    return changed


def _name_of(encoder: Encoder) -> EncoderName:
    return EncoderName(encoder.id, encoder.fingerprint, encoder.dim, encoder.token_dim)


def _open_graph(folder: Folder, journal: Journal, engine: str) -> Store:
    """The graph, brought up to the journal; set aside and rebuilt when it cannot be opened or has holes."""
    try:
        store = Store.open(folder.graph, engine=engine)
        held = store.commits()
    except StoreError as error:
        log.warning("the graph could not be opened and is rebuilt from the journal: %s", error)
        _set_aside(folder)
        return _rebuilt(folder, journal, engine)
    wanted = journal.sequence_numbers()
    if held != wanted[: len(held)]:
        log.warning("the graph does not match the journal and is rebuilt from it")
        store.close(checkpoint_at=sys.maxsize)
        _set_aside(folder)
        return _rebuilt(folder, journal, engine)
    for row in journal.rows(after=held[-1] if held else 0):
        store.apply(row.seq, row.write)
        journal.applied(row.seq)
    store.remove_other_generations()
    return store


def _rebuilt(folder: Folder, journal: Journal, engine: str) -> Store:
    held = Fold()
    for row in journal.rows():
        held.add(row.seq, row.write)
    store = Store.create(folder.graph, engine=engine)
    store.load(held)
    store.make_current()
    store.remove_other_generations()
    return store


def _set_aside(folder: Folder) -> None:
    """Move a graph that cannot be used out of the way; it is never deleted."""
    place = folder.path / "set-aside"
    place.mkdir(exist_ok=True)
    number = 1 + sum(1 for _ in place.iterdir())
    shutil.move(str(folder.graph), str(place / f"graph-{number}"))
    folder.graph.mkdir()


# --- arguments --------------------------------------------------------------------------------------


def _query(query: Any) -> str:
    if not isinstance(query, str):
        raise InvalidArgument(f"query must be a str, not {type(query).__name__}")
    text = clean(query)
    if is_blank(text):
        raise InvalidArgument("query is empty or blank; ask for something")
    return text


def _limit(limit: Any) -> int:
    if limit is None:
        return DEFAULT_LIMIT
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 0:
        raise InvalidArgument(f"limit must be a whole number from 0, or None for the default, not {limit!r}")
    return limit


def _name(value: Any, what: str, *, longest: int = 200) -> str:
    if not isinstance(value, str):
        raise InvalidArgument(f"{what} must be a str, not {type(value).__name__}")
    name = redact(" ".join(clean(value).split()))[0]
    if is_blank(name):
        raise InvalidArgument(f"{what} is empty or blank")
    if len(name) > longest:
        raise InvalidArgument(f"{what} has {len(name)} characters, more than {longest}; shorten it")
    return name


def _confidence(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise InvalidArgument(f"confidence must lie above 0 and up to 1, not {value!r}")
    return float(value)


# --- small helpers ----------------------------------------------------------------------------------


def _batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    left = iter(items)
    while batch := list(islice(left, size)):
        yield batch


def _differences(name: str, wanted: Mapping[Any, Any], found: Mapping[Any, Any]) -> list[str]:
    findings = []
    if missing := len(wanted.keys() - found.keys()):
        findings.append(f"{name}: {missing} rows of the journal are missing in the graph; run rebuild")
    if extra := len(found.keys() - wanted.keys()):
        findings.append(f"{name}: {extra} rows of the graph are in no journal row; run rebuild")
    if changed := sum(dict(found[key]) != dict(wanted[key]) for key in wanted.keys() & found.keys()):
        findings.append(f"{name}: {changed} rows differ between journal and graph; run rebuild")
    return findings


@contextmanager
def _progress(progress: Progress, total: int | None) -> Iterator[Callable[[int, int | None], None]]:
    """What to call after each batch: the caller's function, a bar on a terminal, or nothing."""
    if callable(progress):
        yield progress
        return
    if progress is False or (progress is None and (not sys.stderr.isatty() or (total or 0) < 4 * BATCH)):
        yield lambda done, total: None
        return
    from kgmem.progress import bar

    with bar(total) as report:
        yield report
