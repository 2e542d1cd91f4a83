"""Opening what lies in a folder, whatever happened to it: a kill, a damaged file, an older format.

Journal, graph and meta.json are copies of each other in what matters. Whichever of them is damaged is
set aside and made anew from the others; nothing is deleted, and the user is told by a warning.
"""

from __future__ import annotations

import importlib.metadata
import json
import logging
import os
import shutil
import sys
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from kgmem import schema, swapping, telling
from kgmem.checking import folded, graph_findings
from kgmem.errors import CorruptError, StoreError
from kgmem.folder import Folder, Meta
from kgmem.journal import Journal, JournalRow
from kgmem.rewriting import told_again
from kgmem.rows import dump
from kgmem.schema import Fold, WriteSet
from kgmem.store import SPARE, Store, require_space, write_atomically

log = logging.getLogger("kgmem")

REPLAY_LIMIT = 500
"""With more journal rows missing than this, loading the graph anew is quicker than replaying them."""
NOTES = ("meta", "key", "erased", "receipt")
"""Kinds of notes that a journal made anew takes over."""
CLOSED = "closed.json"
"""Size and CRC of the journal at the last clean close."""


@dataclass(slots=True)
class Opened:
    """The parts of a memory, in step; `whole` is the graph as one write set."""

    meta: Meta
    journal: Journal
    store: Store
    whole: WriteSet


def opened(folder: Folder, meta: Meta, *, isolate: bool = False) -> Opened:
    """Open journal and graph and bring them in step. Raises CorruptError when neither can be made from
    the other, StoreError when memory, descriptors, space or permissions are short."""
    require_space(folder.path, SPARE)  # on a full disk SQLite and the engine fail as if files were damaged
    if swapping.finish(folder):
        log.warning("a memory made anew was swapped in, as had been decided before the last end")
    journal, damage = open_journal(folder)
    if journal is None:
        return _with_journal_from_graph(folder, meta, None, damage, isolate=isolate)
    try:
        if damage:
            return _with_journal_from_graph(folder, meta, journal, damage, isolate=isolate)
        if meta.format < schema.FORMAT:
            return _upgraded(folder, meta, journal, isolate=isolate)
        return _in_step(folder, meta, journal, isolate=isolate)
    except BaseException:
        journal.close()
        raise


def read_meta(folder: Folder) -> Meta:
    """`meta.json`, or when it cannot be read, the copy that the journal keeps."""
    try:
        return folder.read_meta()
    except CorruptError as error:
        try:
            journal = Journal(folder.journal, read_only=True)
        except CorruptError:
            raise error from None
        try:
            kept = journal.notes("meta").get("meta")
        finally:
            journal.close()
        if kept is None:
            raise
        log.warning("meta.json could not be read and is written anew from the copy in the journal: %s", error)
        folder.set_aside(folder.meta)
        folder.meta.write_text(kept, encoding="utf-8")
        return folder.read_meta()


def was_made(folder: Folder) -> bool:
    """True when a memory was opened here before: a kill while it was first made leaves nothing worth keeping."""
    if folder.is_memory():
        return True
    if not folder.journal.exists():
        return False
    try:
        journal = Journal(folder.journal, read_only=True)
    except CorruptError:
        return (folder.graph / "CURRENT").exists()
    try:
        return bool(journal.last() or journal.notes("meta"))
    finally:
        journal.close()


def write_meta(folder: Folder, journal: Journal, meta: Meta) -> None:
    """Write meta.json, and its copy into the journal."""
    folder.write_meta(meta)
    journal.note("meta", "meta", json.dumps(asdict(meta)))


def note_closed(folder: Folder) -> None:
    """After the journal was closed: note its bytes, so that damage done meanwhile is seen on opening."""
    if not folder.journal.with_name("journal.sqlite-wal").exists():
        try:
            write_atomically(folder.path / CLOSED, json.dumps(_sum(folder.journal)).encode())
        except OSError as error:
            log.warning("the journal's checksum could not be written; the next opening checks every row: %s", error)


def _sum(path: Path) -> list[int]:
    crc, size = 0, 0
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            crc, size = zlib.crc32(part, crc), size + len(part)
    return [size, crc]


# --- journal ----------------------------------------------------------------------------------------


def open_journal(folder: Folder) -> tuple[Journal | None, str]:
    """The journal, None when it cannot be read, and what is wrong with it, "" for nothing."""
    note = folder.path / CLOSED
    try:
        trusted = json.loads(note.read_text(encoding="ascii")) == _sum(folder.journal)
    except (OSError, ValueError):
        trusted = False
    note.unlink(missing_ok=True)
    if not folder.journal.exists() and _beside(folder).exists():
        _replace_journal(folder)  # a kill came between setting the old one aside and this
    _remove_beside(folder)
    if not folder.journal.exists() and folder.is_memory():
        return None, "it is missing"
    try:
        journal = Journal(folder.journal)
    except CorruptError as error:
        return None, str(error)
    return journal, "" if trusted else journal.damage()


def _with_journal_from_graph(
    folder: Folder, meta: Meta, journal: Journal | None, damage: str, *, isolate: bool
) -> Opened:
    """Make the journal anew from the graph and from those of its rows that are whole."""
    log.warning("the journal is damaged (%s) and is made anew from the graph", damage)
    has_rows = journal is not None and any(True for _ in journal.whole_rows())
    try:
        store = open_store(folder.graph, meta.engine, isolate=isolate)
        whole = dump(store)
        store.close(checkpoint_at=sys.maxsize)
    except StoreError as error:
        raise CorruptError(
            f"the journal of {folder.path} is damaged ({damage}) and its graph cannot be read ({error}); "
            "restore the memory from a backup (nothing was changed)"
        ) from error
    if not whole.nodes.get("Commit") and not has_rows:
        raise CorruptError(
            f"the journal of {folder.path} is damaged ({damage}) and its graph holds nothing; "
            "restore the memory from a backup (nothing was changed)"
        )
    made = journal_from_graph(folder, meta, journal, whole)
    try:
        store = rebuilt(folder, made, meta.engine, isolate=isolate)
        return Opened(meta, made, store, dump(store))
    except BaseException:
        made.close()
        raise


def journal_from_graph(folder: Folder, meta: Meta, journal: Journal | None, whole: WriteSet) -> Journal:
    """A new journal in place of a damaged or missing one, which is closed and set aside."""
    rows = list(journal.whole_rows()) if journal else []
    _remove_beside(folder)
    fresh = Journal(_beside(folder))
    if journal:
        fresh.keep(journal, NOTES)
        journal.close()
    fill_from_graph(fresh, whole, rows)
    fresh.close()
    _replace_journal(folder)
    made = Journal(folder.journal)
    write_meta(folder, made, meta)
    return made


def _beside(folder: Folder) -> Path:
    """Where a journal is made that is to take the place of a damaged one."""
    return folder.journal.with_name("journal.sqlite.new")


def _remove_beside(folder: Folder) -> None:
    for part in ("", "-wal", "-shm"):
        _beside(folder).with_name(f"{_beside(folder).name}{part}").unlink(missing_ok=True)


def _replace_journal(folder: Folder) -> None:
    """Set the closed journal aside, its parts last to first, and put the finished one in its place."""
    for part in ("-shm", "-wal", ""):
        old = folder.journal.with_name(folder.journal.name + part)
        if old.exists():
            folder.set_aside(old)
    os.replace(_beside(folder), folder.journal)


def fill_from_graph(journal: Journal, whole: WriteSet, rows: Iterable[JournalRow]) -> None:
    """Fill an empty journal: a first row that holds the whole graph, rows with what was told besides, then
    those rows the graph does not hold."""
    held = {row["seq"] for row in whole.nodes.get("Commit", ())}
    kept = [row for row in rows if row.seq in held]
    if held:
        nodes = {table: part for table, part in whole.nodes.items() if table != "Commit"}
        write = replace(whole, nodes=nodes)
        for entry in told_again(whole, kept):
            journal.prepare(entry.verb, entry.recorded, write, telling.to_json(entry.tellings))
            write = WriteSet()
    for row in rows:
        if row.seq not in held:
            journal.prepare(row.verb, row.recorded, row.write, row.told)


# --- graph ------------------------------------------------------------------------------------------


def _in_step(folder: Folder, meta: Meta, journal: Journal, *, isolate: bool) -> Opened:
    """The graph, brought up to the journal; set aside and rebuilt when it cannot be opened or differs."""

    def anew(reason: str, store: Store | None) -> Opened:
        log.warning("the graph %s and is rebuilt from the journal", reason)
        if store is not None:
            store.close(checkpoint_at=sys.maxsize)
        folder.set_aside(folder.graph)
        made = rebuilt(folder, journal, meta.engine, isolate=isolate)
        return Opened(meta, journal, made, dump(made))

    try:
        store = open_store(folder.graph, meta.engine, isolate=isolate)
    except StoreError as error:
        if Store.is_whole(folder.graph, engine=meta.engine):
            raise  # the file is sound: memory, descriptors, space or permissions were short
        return anew(f"could not be opened ({error})", None)
    wanted = journal.sequence_numbers()
    try:
        held = store.commits()
        whole = dump(store)
    except StoreError as error:
        return anew(f"could not be read ({error})", store)
    if set(held) - set(wanted):
        missing = len(set(held) - set(wanted))
        store.close(checkpoint_at=sys.maxsize)
        return _with_journal_from_graph(
            folder, meta, journal, f"it misses {missing} writes that the graph holds", isolate=isolate
        )
    if held != wanted[: len(held)] or len(wanted) - len(held) > REPLAY_LIMIT:
        return anew("is behind the journal", store)
    if not store.trusted:
        try:
            wanted_graph = folded(journal.rows(), set(held))
        except CorruptError as error:
            store.close(checkpoint_at=sys.maxsize)
            return _with_journal_from_graph(folder, meta, journal, str(error), isolate=isolate)
        differs = next(graph_findings(wanted_graph, whole), None)
        if differs is not None:
            return anew(f"differs from the journal ({differs.text})", store)
    missing_rows = list(journal.rows(after=held[-1] if held else 0))
    for row in missing_rows:
        _replay(store, journal, row)
    store.remove_other_generations()
    return Opened(meta, journal, store, dump(store) if missing_rows else whole)


def open_store(graph: Path, engine: str, *, isolate: bool) -> Store:
    """The current generation of a graph; isolated, in a process of its own."""
    return _kind(isolate).open(graph, engine=engine)


def new_store(folder: Path, engine: str, *, isolate: bool) -> Store:
    """A new empty graph in a folder; isolated, in a process of its own."""
    return _kind(isolate).create(folder, engine=engine)


def _kind(isolate: bool) -> type[Store]:
    if isolate:
        from kgmem.store_process import StoreProcess

        return StoreProcess  # type: ignore[return-value]  # the same verbs, in another process
    return Store


def _replay(store: Store, journal: Journal, row: JournalRow) -> None:
    """Bring one row into the graph; one that the graph refuses is rejected, so that it stops no other."""
    try:
        store.apply(row.seq, row.write)
    except StoreError as error:
        log.warning("journal row %d was refused by the graph and is left out: %s", row.seq, error)
        journal.reject(row.seq, type(error).__name__)
    else:
        journal.applied(row.seq)


def rebuilt(folder: Folder, journal: Journal, engine: str, *, isolate: bool) -> Store:
    """A new generation of the graph, loaded in bulk from the journal, and swapped in."""
    load_generation(folder.graph, folded(journal.rows()), engine)
    store = open_store(folder.graph, engine, isolate=isolate)
    store.remove_other_generations()
    return store


def load_generation(graph: Path, held: Fold, engine: str) -> None:
    """Make a generation from a fold and make it the current one. A process of its own writes it: the engine
    fills its pages up with what its heap holds, and this one's may hold what was erased."""
    from kgmem.store_process import StoreProcess  # not needed by those who only read

    store = StoreProcess.create(graph, engine=engine)
    try:
        store.load(held)
        store.make_current()
    finally:
        store.close(checkpoint_at=sys.maxsize)


def _upgraded(folder: Folder, meta: Meta, journal: Journal, *, isolate: bool) -> Opened:
    """Bring an older memory to the present format. Its rows are upgraded when they are read, so the journal
    is not changed; a copy of it is kept all the same. A kill on the way leaves the old format, to begin again."""
    log.warning("the memory has store format %d and is brought to %d", meta.format, schema.FORMAT)
    kept = folder.path / "set-aside" / f"format-{meta.format}"
    if not kept.exists():
        half = kept.with_name(f"{kept.name}.part")
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir(parents=True)
        journal.copy(half / folder.journal.name)
        shutil.copy(folder.meta, half / folder.meta.name)
        os.replace(half, kept)
    changed = replace(meta, format=schema.FORMAT, engine_version=importlib.metadata.version(meta.engine))
    store = rebuilt(folder, journal, meta.engine, isolate=isolate)
    write_meta(folder, journal, changed)
    return Opened(changed, journal, store, dump(store))
