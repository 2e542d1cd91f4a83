"""Putting a memory made anew in the place of the old one, so that a kill leaves one of the two.

The new parts are made in `next/`. Renaming that to `swap/` is the decision; from then on every opening
finishes it: each part of the old memory is removed and the new one moved into its place.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgmem.errors import StoreError
from kgmem.folder import Folder
from kgmem.store import sync_path as sync

NEXT, SWAP = "next", "swap"


@contextmanager
def making(folder: Folder) -> Iterator[Folder]:
    """An empty folder in which the next memory is made. What is half made is removed on an error."""
    place = folder.path / NEXT
    shutil.rmtree(place, ignore_errors=True)
    made = Folder(place)
    try:
        made.prepare()
        yield made
    except OSError as error:
        shutil.rmtree(place, ignore_errors=True)
        raise StoreError(f"{folder.path} could not be written anew ({error}); free disk space and try again") from error
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise


def decide(folder: Folder) -> None:
    """Everything in `next/` is on disk and takes the old memory's place from now on."""
    for file in (folder.path / NEXT).rglob("*"):
        sync(file)
    sync(folder.path / NEXT)
    os.rename(folder.path / NEXT, folder.path / SWAP)
    sync(folder.path)


def finish(folder: Folder) -> bool:
    """Finish what was decided, and remove what was not. True when a memory was swapped in."""
    shutil.rmtree(folder.path / NEXT, ignore_errors=True)
    swap = folder.path / SWAP
    if not swap.is_dir():
        return False
    for name in ("journal.sqlite-wal", "journal.sqlite-shm", "closed.json", "set-aside"):
        _remove(folder.path / name)
    for part in sorted(swap.iterdir()):
        _remove(folder.path / part.name)
        os.rename(part, folder.path / part.name)
        sync(folder.path)
    swap.rmdir()
    sync(folder.path)
    return True


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
