"""Moving a memory to another graph engine: its graph is made anew from the journal, by the other one."""

from __future__ import annotations

import importlib.metadata
import os
from dataclasses import replace

from kgmem import opening
from kgmem.checking import folded
from kgmem.errors import CorruptError, NotAStore
from kgmem.folder import Folder, Meta, check_file_system
from kgmem.store import installed_engine


def migrate(path: str | os.PathLike[str], *, engine: str) -> Meta:
    """Have the memory at `path` kept by "kuzu" or "ladybug" from now on; a kill leaves it with one of them.

    The memory must not be open. Two engines in one process crash each other: where this process has used
    the other one, StoreError says so, and `kgmem migrate` does it in a process of its own.

    Raises InvalidArgument for an engine there is not, StoreError when it is not installed, NotAStore,
    LockedError, CorruptError.
    """
    folder = Folder(path)
    folder.check()
    installed_engine(engine)
    if not folder.is_memory():
        raise NotAStore(f"there is no memory at {folder.path}; name one that exists")
    check_file_system(folder.path)
    folder.lock()
    try:
        meta = opening.read_meta(folder)
        if meta.engine == engine:
            return meta
        journal, damage = opening.open_journal(folder)
        if journal is None or damage:
            if journal is not None:
                journal.close()
            raise CorruptError(f"the journal of {folder.path} is damaged ({damage}); run `kgmem repair` first")
        try:
            opening.load_generation(folder.graph, folded(journal.rows()), engine)
            changed = replace(meta, engine=engine, engine_version=importlib.metadata.version(engine))
            opening.write_meta(folder, journal, changed)
        finally:
            journal.close()
        opening.note_closed(folder)
        return changed
    finally:
        folder.unlock()
