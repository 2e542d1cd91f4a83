"""Everything one open memory holds, kept in step: journal, graph, its mirrors, vectors.

A write is settled in the writer's own mirror, goes to the journal, then to the graph; only then it
counts, and only then readers see it, all at once.
"""

from __future__ import annotations

import importlib.metadata
import logging
import os
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import tzinfo
from itertools import islice
from typing import Any

from kgmem import checking, metrics_kept, opening, schema, swapping, telling, temporal
from kgmem.checking import Finding
from kgmem.embed import Encoded, Encoder
from kgmem.errors import StoreError
from kgmem.expiry import expiries, next_expiry
from kgmem.folder import Folder, Meta
from kgmem.journal import JournalRow
from kgmem.keys import key_text, vector_key
from kgmem.ledger import Ledger
from kgmem.marks import Marks
from kgmem.mirror import Counts, Mirror
from kgmem.ontology import Ontology
from kgmem.records import Change, Episode
from kgmem.rewriting import history
from kgmem.rows import dump
from kgmem.schema import Fold, WriteSet
from kgmem.scratch import QueryResult
from kgmem.settling import Settling
from kgmem.telling import Observed, Read, Telling
from kgmem.temporal import Micros
from kgmem.uses import Uses, recalled
from kgmem.vectors import VectorLog, Vectors
from kgmem.view import View, name_of

log = logging.getLogger("kgmem")

BATCH = 64
"""Episodes written, embedded and read at a time."""
CHECKPOINT_AT = 64 << 20
"""Bytes of the graph's write-ahead log after which a checkpoint is made while the memory stays open."""

MENDS = {
    "journal": "the journal is made anew from the graph, the old one set aside",
    "rebuild": "the graph is made anew from the journal",
    "reindex": "missing vectors are embedded",
    "reload": "what is held in memory is read anew from the graph",
}
"""What `repair` does about each kind of finding, in this order."""

Encoding = Callable[[], Mapping[str, Encoded]]


class Holdings(View):
    """The parts of one open memory, for the one process that may write. `working` is the writer's mirror."""

    def __init__(
        self, folder: Folder, meta: Meta, encoder: Encoder, ontology: Ontology, *, isolate: bool = False
    ) -> None:
        """Open what lies in a locked folder. Whatever fails, nothing stays open."""
        super().__init__(folder, meta, encoder)
        self.ontology, self.isolate = ontology, isolate
        self._ledger: Ledger | None = None  # made when something is first written
        self._interrupted = ""  # by which error a write was, that is not settled yet
        self.uses = Uses()
        self.writing = threading.RLock()  # held by the one thread that writes
        metrics_kept.load(folder.metrics, self.metrics)
        self._metrics_kept = metrics_kept.Kept(self.metrics.changes)
        self._take(opening.opened(folder, meta, isolate=isolate))

    def _take(self, found: opening.Opened) -> None:
        self.meta, self.journal, self.store = found.meta, found.journal, found.store
        try:
            self.marks = Marks.of(self.journal)
            self.vector_log = VectorLog(self.folder.vectors, name_of(self.encoder))
            self.mirror = Mirror.load(found.whole)
            self.working = Mirror.load(found.whole, searchable=False)
            self._ledger = None
            self.vectors = Vectors(name_of(self.encoder))
            self._load_vectors()
        except BaseException:
            self.journal.close()
            self.store.close()
            raise

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        self.forget_projection()
        try:
            self.vectors.save(self.folder.hnsw)
        except OSError as error:
            log.warning("the vector index could not be saved and is built anew on opening: %s", error)
        self._write_metrics()
        with ExitStack() as parts:  # one that cannot be closed well leaves no other open
            for part in (self.store, self.journal, self.vector_log):
                parts.callback(part.close)
            try:
                self._keep_uses()
            except Exception as error:  # noqa: BLE001  it is only counts: closing goes on
                log.warning("how often things were recalled could not be written (%s)", error)
        opening.note_closed(self.folder)

    def query(self, cypher: str, params: Mapping[str, Any], *, limit: int, timeout: float) -> QueryResult:
        return self.store.query(cypher, params, limit=limit, timeout=timeout)

    def fold(self) -> Fold:
        return checking.folded(self.journal.rows())

    def waiting_uses(self) -> Counts:
        return self.uses.waiting()

    def note_used(self, names: Iterable[str], at: Micros) -> None:
        self.uses.note(names, at)

    def keep_metrics(self, *, every: float = 0.0) -> None:
        if self._metrics_kept.is_due(self.metrics.changes, every) and self.writing.acquire(blocking=False):
            try:
                if not self.closed:
                    self._write_metrics()
            finally:
                self.writing.release()

    def _write_metrics(self) -> None:
        self.spent.count(self.metrics)
        changes = self.metrics.changes
        if self._metrics_kept.is_due(changes, 0):
            metrics_kept.write(self.folder.metrics, self.metrics)
            self._metrics_kept = metrics_kept.Kept(changes)

    @contextmanager
    def still(self) -> Iterator[None]:
        with self.writing:
            yield

    def rows(self) -> Iterator[JournalRow]:
        return self.journal.rows()

    def calls(self, *verbs: str, at: Collection[Micros] | None = None) -> list[tuple[Micros, str]]:
        return self.journal.calls(*verbs, at=at)

    def receipts(self) -> dict[str, str]:
        return self.journal.notes("receipt")

    # --- writing --------------------------------------------------------------------------------

    def tell(
        self,
        verb: str,
        recorded: Micros,
        tellings: Iterable[Telling] | Callable[[Ledger], Iterable[Telling]],
        encoding: Encoding = dict,
        *,
        again: bool = False,
    ) -> Change:
        """Settle tellings as one write; durable and visible when it returns, or as if never called.

        What was recalled and what has expired by then is told first, but for tellings that are told `again` (an
        import). `tellings` may be made from all that was told before, where what is told is about that; one at a time,
        each may be made from what came of those before it.
        `encoding` gives the vectors of new episodes; whatever it raises stops the write.
        """
        self.recover()
        counts = {} if again else self.uses.take()
        try:
            settling = Settling(self.working, self._told())
            settling.catch_up(recorded)
            change = Change()
            if used := recalled(counts, recorded, self.working):
                settling.tell(used, recorded)
            if not again and next_expiry(self.working) <= recorded:
                for expiry in expiries(self.working, recorded):
                    settling.tell(expiry, recorded)
            for one in tellings(settling.ledger) if callable(tellings) else tellings:
                change += settling.tell(one, one.episode.recorded if isinstance(one, Observed) else recorded)
            self._ledger = settling.ledger
            encoded = self._store(verb, recorded, settling, encoding)
        except BaseException as error:
            self._interrupted = type(error).__name__
            self.uses.put_back(counts)
            try:
                self.recover()
            except Exception as trouble:  # noqa: BLE001  the first error is what the caller must hear
                log.warning("an interrupted write is not settled yet (%s)", trouble)
            raise
        try:
            self._show(settling.write, encoded)
        except Exception as error:  # noqa: BLE001  the write is stored: nobody may take it for refused
            log.warning("what was written is read anew from the graph (%s)", type(error).__name__)
            self._interrupted = type(error).__name__
            self.recover()
        if dropped := [one.id for one in settling.told if isinstance(one, Read) and one.drops]:
            self._drop_words(dropped)
        self._keep_log_short()
        self._count(change)
        return change

    def _count(self, change: Change) -> None:
        for fate in ("asserted", "corroborated", "superseded", "retracted", "conflicts"):
            if done := len(getattr(change, fate)):
                self.metrics.count("facts", done, fate=fate)
        for what in ("events", "links", "violations", "merged", "new_entities"):
            if done := len(getattr(change, what)):
                self.metrics.count(what, done)

    def _store(
        self, verb: str, recorded: Micros, settling: Settling, encoding: Encoding = dict
    ) -> Mapping[str, Encoded]:
        """Put what was settled into journal and graph while vectors are made; without them nothing is stored."""
        if not settling.write:
            return encoding()
        encoded: list[Mapping[str, Encoded]] = []
        seq = self.journal.prepare(verb, recorded, settling.write, telling.to_json(settling.told))
        failed: list[BaseException] = []

        def ready() -> None:
            try:
                encoded.append(encoding())
            except BaseException as error:
                failed.append(error)
                raise

        try:
            self.store.apply(seq, settling.write, ready)
        except BaseException:
            if failed:
                self.journal.withdraw(seq)
            raise
        self.journal.applied(seq)
        return encoded[0]

    def _drop_words(self, episodes: Iterable[str]) -> None:
        """Take the words that were dropped out of the journal too."""
        held = (self.working.episodes[self.working.number[name]] for name in episodes)
        try:
            self.journal.drop_words({episode.id: episode.recorded for episode in held})
        except StoreError as error:
            log.warning("the journal holds on to words that were dropped (%s)", error)

    def _keep_uses(self) -> None:
        """Write what was recalled since the last write, which takes nothing of what was told."""
        counts = self.uses.take()
        recorded = max([self.journal.last_recorded(), *(at for _, at in counts.values())])
        if told := recalled(counts, recorded, self.working):
            settling = Settling(self.working, Ledger(self.ontology))
            settling.tell(told, recorded)
            self._store("recall", recorded, settling)

    def told_names(self) -> set[str]:
        """The ids of all that was told, episodes and calls: what can be undone."""
        return {name for _, told in self._told().entries if (name := telling.name_of(told))}

    def news(self, readings: Iterable[Read]) -> list[Read]:
        """Those of what was read later that change something."""
        ledger = self._told()
        return [one for one in readings if ledger.is_news(one)]

    def _told(self) -> Ledger:
        """Everything this memory was told, read from the journal once."""
        if self._ledger is None:
            entries = ((entry.recorded, entry.tellings) for entry in history(self.journal.rows()))
            self._ledger = Ledger.of(entries, self.ontology, self.working)
        return self._ledger

    def _keep_log_short(self) -> None:
        """Fold a log in that has grown long, so that a process that runs for months opens quickly once it ends."""
        if self.store.log_size() > CHECKPOINT_AT:
            try:
                self.store.checkpoint()
            except StoreError as error:
                log.warning("the graph's log could not be folded in and grows on: %s", error)

    def recover(self) -> None:
        """After an interrupted write: settle what became of it, and read the graph anew, so that the mirrors
        show what is stored. Until that works no other write begins."""
        if not self._interrupted:
            return
        for seq in self.journal.unsettled():
            if self.store.holds(seq):
                self.journal.applied(seq)
            else:
                self.journal.reject(seq, self._interrupted)
        self.reload()
        self._interrupted = ""

    def _show(self, write: WriteSet, encoded: Mapping[str, Encoded]) -> None:
        """Let readers see a write that is stored."""
        with self.gate.writing():
            before = len(self.mirror.episodes)
            self.mirror.apply(write)
            for episode in self.mirror.episodes[before:]:
                self.add_vectors(episode, encoded)
        self.vector_log.flush()

    def reload(self) -> None:
        """Read both mirrors anew from the graph, and the vectors from their log."""
        whole = dump(self.store)
        mirror, working = Mirror.load(whole), Mirror.load(whole, searchable=False)
        with self.gate.writing():
            self.mirror, self.working, self._ledger = mirror, working, None
            self.vectors = Vectors(name_of(self.encoder))
            for episode in self.mirror.episodes:
                self.add_vectors(episode, {})

    # --- vectors --------------------------------------------------------------------------------

    def encode(self, episodes: Sequence[Episode]) -> dict[str, Encoded]:
        """Vectors of those texts that were never embedded, by content hash."""
        wanted = {vector_key(e): key_text(e) for e in episodes if self.is_encodable(e)}
        missing = {key: text for key, text in wanted.items() if key not in self.vector_log}
        return dict(zip(missing, self.encoder.encode(list(missing.values())), strict=True)) if missing else {}

    def add_vectors(self, episode: Episode, encoded: Mapping[str, Encoded]) -> None:
        if not self.is_encodable(episode):
            return super().add_vectors(episode, {})
        key = vector_key(episode)
        held = self.vector_log.get(key)
        if held is None and key in encoded:
            held = self.vector_log.put(key, encoded[key])
        return super().add_vectors(episode, {key: held} if held is not None else {})

    def _load_vectors(self) -> None:
        """Vectors of all episodes from the log; what a crash cost it is embedded again."""
        missing = [e for e in self.mirror.episodes if self.is_encodable(e) and vector_key(e) not in self.vector_log]
        encoded: dict[str, Encoded] = {}
        for batch in batches(missing, BATCH):
            encoded |= self.encode(batch)
        for episode in self.mirror.episodes:
            self.add_vectors(episode, encoded)
        self.vector_log.flush()
        self.vectors.load(self.folder.hnsw)

    # --- care -----------------------------------------------------------------------------------

    def findings(self) -> Iterator[Finding]:
        """Where journal, graph, memory and vectors do not agree."""
        broken = list(checking.journal_findings(self.journal))
        yield from broken
        try:
            whole = dump(self.store)
        except StoreError as error:
            yield Finding(f"the graph cannot be read ({error})", "rebuild")
            return
        fresh = Mirror.load(whole)
        if not broken:
            yield from checking.graph_findings(checking.folded(self.journal.rows()), whole)
        yield from checking.mirror_findings(self.mirror, fresh)
        yield from checking.content_findings(fresh, whole)
        if len(self.vectors) != len(self.mirror.episodes):
            yield Finding(f"{len(self.vectors)} vectors for {len(self.mirror.episodes)} episodes", "reload")
        lost = [e for e in self.mirror.episodes if self.is_encodable(e) and vector_key(e) not in self.vector_log]
        if lost:
            yield Finding(f"{len(lost)} episodes have no vectors", "reindex")

    def repair(self, *, dry_run: bool = False) -> list[str]:
        """Mend what `findings` names and say what was done; dry_run: only say it."""
        found = list(self.findings())
        mends = {finding.mend for finding in found}
        steps = [(name, done) for name, done in MENDS.items() if name in mends]
        if dry_run:
            return [f"{finding.text}: {MENDS[finding.mend]}" for finding in found]
        acts = {
            "journal": self.mend_journal,
            "rebuild": self.rebuild,
            "reindex": lambda: self.reindex(self.encoder),
            "reload": self.reload,
        }
        for name, _ in steps:
            acts[name]()
        return [done for _, done in steps]

    def rebuild(self) -> None:
        """Make the graph anew from the journal, by bulk load into a new generation, and swap it in.

        The old graph stays until the new one stands, so a failure changes nothing.
        """
        held = checking.folded(self.journal.rows())
        opening.load_generation(self.folder.graph, held, self.meta.engine)
        self.store.close(checkpoint_at=sys.maxsize)
        self.store = opening.open_store(self.folder.graph, self.meta.engine, isolate=self.isolate)
        self.store.remove_other_generations()
        self.reload()

    def mend_journal(self) -> None:
        """Make a damaged journal anew from the graph and its whole rows; the old one is set aside."""
        self.journal = opening.journal_from_graph(self.folder, self.meta, self.journal, dump(self.store))
        self.rebuild()

    def swap(self) -> None:
        """Put the memory that was made in `next/` and decided for in the place of this one."""
        with self.gate.writing():
            self.closed = True  # should anything fail from here on, only opening it anew helps
            self.forget_projection()
            self.vector_log.close()
            self.journal.close()
            self.store.close(checkpoint_at=sys.maxsize)
            swapping.finish(self.folder)
            self._take(opening.opened(self.folder, self.meta, isolate=self.isolate))
            self.closed = False

    def checkpoint(self) -> None:
        """Fold the graph's write-ahead log into its file, on a copy; readers are served meanwhile."""
        self.store.checkpoint()

    def reindex(self, chosen: Encoder) -> int:
        """Embed every episode anew; the vectors are swapped in only when all are made.

        Vectors made before an interruption are taken up by the next run with the same encoder.
        """
        beside = self.folder.vectors.with_suffix(".next")
        fresh = VectorLog.resumed(beside, name_of(chosen))
        wanted = [e for e in self.mirror.episodes if self.is_encodable(e, chosen)]
        try:
            for batch in batches([e for e in wanted if vector_key(e) not in fresh], BATCH):
                texts = {vector_key(e): key_text(e) for e in batch}
                for key, made in zip(texts, chosen.encode(list(texts.values())), strict=True):
                    fresh.put(key, made)
                fresh.flush()
        finally:
            fresh.close()
        self.vector_log.close()
        os.replace(beside, self.folder.vectors)
        self.folder.hnsw.unlink(missing_ok=True)
        self.meta = made_with(self.meta, chosen)
        opening.write_meta(self.folder, self.journal, self.meta)
        self.encoder = chosen
        self.vector_log = VectorLog(self.folder.vectors, name_of(chosen))
        self.reload()
        return len(self.mirror.episodes)


# --- meta -------------------------------------------------------------------------------------------


def new_meta(encoder: Encoder, zone: tzinfo | None, retain: str, engine: str) -> Meta:
    name = name_of(encoder)
    return Meta(
        format=schema.FORMAT,
        engine=engine,
        engine_version=importlib.metadata.version(engine),
        encoder=name.id,
        fingerprint=name.fingerprint,
        dim=name.dim,
        token_dim=name.token_dim,
        timezone=temporal.zone_name(zone) if zone else "",
        retain=retain,
        created=temporal.iso(temporal.now()),
    )


def made_with(meta: Meta, encoder: Encoder) -> Meta:
    name = name_of(encoder)
    return replace(meta, encoder=name.id, fingerprint=name.fingerprint, dim=name.dim, token_dim=name.token_dim)


def with_encoder(folder: Folder, meta: Meta, encoder: Encoder) -> Meta:
    """Switch a memory to another encoder before it is opened: its vectors go, and are made on opening."""
    changed = made_with(meta, encoder)
    if changed != meta:
        folder.vectors.unlink(missing_ok=True)
        folder.hnsw.unlink(missing_ok=True)
        folder.write_meta(changed)
    return changed


def batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    left = iter(items)
    while batch := list(islice(left, size)):
        yield batch
