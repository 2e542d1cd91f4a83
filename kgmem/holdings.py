"""Everything one open memory holds, kept in step: journal, graph, its mirror, vectors.

A write goes to the journal first, then to the graph, then counts; the mirror shows it only if all of
that worked. Opening brings the graph up to the journal, or makes it anew.
"""

from __future__ import annotations

import importlib.metadata
import logging
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import tzinfo
from itertools import islice
from typing import Any

import numpy as np

from kgmem import schema, temporal
from kgmem.embed import Encoded, Encoder
from kgmem.errors import CorruptError, StoreError
from kgmem.folder import Folder, Meta
from kgmem.journal import Journal, JournalRow
from kgmem.mirror import Mirror, dump, key_text, vector_key
from kgmem.records import Episode
from kgmem.schema import Fold, WriteSet
from kgmem.store import Store
from kgmem.temporal import Micros
from kgmem.text import cjk_share
from kgmem.vectors import EncoderName, VectorLog, Vectors

log = logging.getLogger("kgmem")

REPLAY_LIMIT = 500
"""With more journal rows missing than this, loading the graph anew is quicker than replaying them."""
BATCH = 64
"""Episodes written, embedded and read at a time."""


class Holdings:
    """The parts of one open memory. `mirror` and `vectors` number episodes alike."""

    def __init__(self, folder: Folder, meta: Meta, encoder: Encoder) -> None:
        """Open what lies in a locked folder. Whatever fails, nothing stays open."""
        self.folder, self.meta, self.encoder = folder, meta, encoder
        if folder.is_memory() and not folder.journal.exists():
            raise CorruptError(f"{folder.journal} is missing; restore it from a backup (nothing was changed)")
        self.journal = Journal(folder.journal)
        try:
            self.store = _open_graph(folder, self.journal, meta.engine)
        except BaseException:
            self.journal.close()
            raise
        try:
            self.vector_log = VectorLog(folder.vectors, name_of(encoder))
            self.mirror = Mirror.load(self.store)
            self.vectors = Vectors(name_of(encoder))
            self._load_vectors()
            if meta.format < schema.FORMAT:
                _migrated(self)
        except BaseException:
            self.journal.close()
            self.store.close()
            raise

    def close(self) -> None:
        self.vectors.save(self.folder.hnsw)
        self.vector_log.close()
        self.journal.close()
        self.store.close()

    @contextmanager
    def write(self, verb: str, recorded: Micros) -> Iterator[WriteSet]:
        """Collect one write; on leaving it goes to the journal, then to the graph.

        Whatever fails, the mirror is loaded again from the graph, so that it never shows what was not
        stored.
        """
        write = WriteSet()
        try:
            yield write
            if write:
                seq = self.journal.prepare(verb, recorded, write)
                self.store.apply(seq, write)
                self.journal.applied(seq)
        except BaseException as error:
            for seq in self.journal.unsettled():
                if self.store.holds(seq):
                    self.journal.applied(seq)
                else:
                    self.journal.reject(seq, type(error).__name__)
            self.reload()
            raise

    def reload(self) -> None:
        self.mirror = Mirror.load(self.store)
        self.vectors = Vectors(name_of(self.encoder))
        for episode in self.mirror.episodes:
            self.add_vectors(episode, {})

    # --- vectors --------------------------------------------------------------------------------

    def encode(self, episodes: Sequence[Episode]) -> dict[str, Encoded]:
        """Vectors of those texts that were never embedded, by content hash."""
        wanted = {vector_key(e): key_text(e) for e in episodes if self._is_encodable(e)}
        missing = {key: text for key, text in wanted.items() if key not in self.vector_log}
        return dict(zip(missing, self.encoder.encode(list(missing.values())), strict=True)) if missing else {}

    def _is_encodable(self, episode: Episode) -> bool:
        """False for a dropped text, and for one in a script the encoder was not made for."""
        return self.meta.retain == "text" and bool(episode.text) and self.reads(episode.text)

    def reads(self, text: str) -> bool:
        languages = self.encoder.languages
        return "*" in languages or "zh" in languages or cjk_share(text) < 0.5

    def add_vectors(self, episode: Episode, encoded: Mapping[str, Encoded]) -> None:
        key = vector_key(episode)
        held = self.vector_log.get(key) if self._is_encodable(episode) else None
        if held is None and key in encoded:
            held = self.vector_log.put(key, encoded[key])
        dim, width = self.vectors.encoder.dim, self.vectors.encoder.token_dim
        self.vectors.add(held or Encoded(np.zeros(dim, np.float32), np.zeros((0, width), np.int8)))

    def _load_vectors(self) -> None:
        """Vectors of all episodes from the log; what a crash cost it is embedded again."""
        missing = [e for e in self.mirror.episodes if self._is_encodable(e) and vector_key(e) not in self.vector_log]
        encoded: dict[str, Encoded] = {}
        for batch in batches(missing, BATCH):
            encoded |= self.encode(batch)
        for episode in self.mirror.episodes:
            self.add_vectors(episode, encoded)
        self.vectors.load(self.folder.hnsw)

    # --- care -----------------------------------------------------------------------------------

    def check(self) -> list[str]:
        """Compare journal, graph, memory and vectors; each finding says what to do. [] means healthy."""
        fold_ = Fold()
        for row in self.journal.rows():
            fold_.add(row.seq, row.write)
        held = dump(self.store)
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
            mine, theirs = getattr(self.mirror, name), getattr(fresh, name)
            if (set(mine) != set(theirs)) if name in ("sessions", "number") else (mine != theirs):
                findings.append(f"{name} in memory differ from the graph; close and open the memory")
        if len(self.vectors) != len(self.mirror.episodes):
            findings.append(f"{len(self.vectors)} vectors for {len(self.mirror.episodes)} episodes; run reindex")
        return findings

    def rebuild(self) -> None:
        """Make the graph anew from the journal, by bulk load into a new generation, and swap it in."""
        self.store.close(checkpoint_at=sys.maxsize)
        self.store = _rebuilt(self.folder, self.journal, self.meta.engine)
        self.reload()

    def reindex(self, chosen: Encoder) -> int:
        """Embed every episode anew; the vectors are swapped in only when all are made."""
        self.vector_log.close()
        beside = self.folder.vectors.with_suffix(".next")
        beside.unlink(missing_ok=True)
        before, self.encoder = self.encoder, chosen
        try:
            self.vector_log = VectorLog(beside, name_of(chosen))
            self.vectors = Vectors(name_of(chosen))
            self.folder.hnsw.unlink(missing_ok=True)
            for batch in batches(self.mirror.episodes, BATCH):
                encoded = self.encode(batch)
                for episode in batch:
                    self.add_vectors(episode, encoded)
        except BaseException:
            self.vector_log.close()
            self.encoder = before
            self.vector_log = VectorLog(self.folder.vectors, name_of(before))
            self.reload()
            raise
        self.vector_log.close()
        os.replace(beside, self.folder.vectors)
        self.vector_log = VectorLog(self.folder.vectors, name_of(chosen))
        self.meta = _made_with(self.meta, chosen)
        self.folder.write_meta(self.meta)
        return len(self.mirror.episodes)


# --- opening ----------------------------------------------------------------------------------------


def new_meta(encoder: Encoder, zone: tzinfo | None, retain: str) -> Meta:
    name = name_of(encoder)
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
    name = name_of(encoder)
    return replace(meta, encoder=name.id, fingerprint=name.fingerprint, dim=name.dim, token_dim=name.token_dim)


def with_encoder(folder: Folder, meta: Meta, encoder: Encoder) -> Meta:
    """Switch a memory to another encoder before it is opened: its vectors go, and are made on opening."""
    changed = _made_with(meta, encoder)
    if changed != meta:
        folder.vectors.unlink(missing_ok=True)
        folder.hnsw.unlink(missing_ok=True)
        folder.write_meta(changed)
    return changed


def name_of(encoder: Encoder) -> EncoderName:
    return EncoderName(encoder.id, encoder.fingerprint, encoder.dim, encoder.token_dim)


def _open_graph(folder: Folder, journal: Journal, engine: str) -> Store:
    """The graph, brought up to the journal; set aside and rebuilt when it cannot be opened or has holes."""
    try:
        store = Store.open(folder.graph, engine=engine)
    except StoreError as error:
        if Store.is_whole(folder.graph, engine=engine):
            raise  # the file is sound: memory, descriptors or permissions were short
        log.warning("the graph could not be opened and is rebuilt from the journal: %s", error)
        _set_aside(folder)
        return _rebuilt(folder, journal, engine)
    wanted = journal.sequence_numbers()
    try:
        held = store.commits()
        dump(store)
    except StoreError as error:
        log.warning("the graph could not be read and is rebuilt from the journal: %s", error)
        store.close(checkpoint_at=sys.maxsize)
        _set_aside(folder)
        return _rebuilt(folder, journal, engine)
    lost = set(held) - set(wanted)
    if lost:
        store.close(checkpoint_at=sys.maxsize)
        raise CorruptError(
            f"{journal.path} misses {len(lost)} writes that the graph holds; restore the journal from a backup "
            "(nothing was changed)"
        )
    behind = len(wanted) - len(held)
    if held != wanted[: len(held)] or behind > REPLAY_LIMIT:
        log.warning("the graph is behind the journal and is rebuilt from it")
        store.close(checkpoint_at=sys.maxsize)
        _set_aside(folder)
        return _rebuilt(folder, journal, engine)
    for row in journal.rows(after=held[-1] if held else 0):
        _replay(store, journal, row)
    store.remove_other_generations()
    return store


def _replay(store: Store, journal: Journal, row: JournalRow) -> None:
    """Bring one row into the graph; one that the graph refuses is rejected, so that it stops no other."""
    try:
        store.apply(row.seq, row.write)
    except StoreError as error:
        log.warning("journal row %d was refused by the graph and is left out: %s", row.seq, error)
        journal.reject(row.seq, type(error).__name__)
    else:
        journal.applied(row.seq)


def _migrated(held: Holdings) -> None:
    """Bring an older memory to the present format: its graph is made anew from upgraded journal rows.

    The journal itself is not changed, so nothing can be lost on the way.
    """
    log.warning("the memory has store format %d and is brought to %d", held.meta.format, schema.FORMAT)
    held.rebuild()
    held.meta = replace(held.meta, format=schema.FORMAT, engine_version=importlib.metadata.version(held.meta.engine))
    held.folder.write_meta(held.meta)


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


def batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
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
