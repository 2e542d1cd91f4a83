"""Backups: a copy of a memory that says of itself whether it is whole, and how to come back from one.

A backup is a folder: `memory/` with what cannot be made anew (the journal, the vectors, `meta.json`) and
`manifest.json`, written last. The graph and the HNSW index are left out: the journal and the vectors make
them again on the first opening. The memory keeps a list of its backups, because what is erased later still
lies in them.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import logging
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kgmem import schema
from kgmem.errors import CorruptError, InvalidArgument, KgmemError, NotAStore, StoreError, VersionError
from kgmem.folder import MANIFEST, Folder, Meta
from kgmem.journal import Journal
from kgmem.store import sync_path, write_atomically
from kgmem.temporal import iso, now

log = logging.getLogger("kgmem")

MEMORY = "memory"
JOURNAL, META, VECTORS = "journal.sqlite", "meta.json", "index/vectors.log"
KEPT = (JOURNAL, META, VECTORS, "backups.json", "owner", "ranker.json")
"""What a backup may hold. Names in a manifest are nothing but these, so that none leads out of the folder."""
NEEDED = frozenset((JOURNAL, META))
CHUNK = 1 << 20
SPARE = 16 << 20
"""Bytes that stay free: a disk filled to the last one helps nobody."""


@dataclass(frozen=True, slots=True)
class FileSum:
    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup holds. `rows` are all rows of its journal, `last_seq` is the number of the last."""

    kgmem: str
    format: int
    engine: str
    created: str
    rows: int
    last_seq: int
    files: tuple[FileSum, ...]

    def to_json(self) -> bytes:
        """JSON with a checksum of its own, so that a changed manifest is noticed too."""
        plain = asdict(self)
        return json.dumps(plain | {"checksum": _checksum(plain)}, indent=1).encode()

    @staticmethod
    def from_json(data: bytes) -> Manifest:
        """Raises ValueError when the text is no manifest or was changed."""
        try:
            plain = dict(json.loads(data))
            if plain.pop("checksum") != _checksum(plain):
                raise ValueError("it fails its checksum")
            return Manifest(**{**plain, "files": tuple(FileSum(**file) for file in plain["files"])})
        except (KeyError, TypeError, RecursionError) as error:
            raise ValueError("it is no manifest") from error


@dataclass(frozen=True, slots=True)
class Place:
    """Where a backup of a memory was put, and the SHA-256 of its manifest; "" for one that was not finished."""

    path: Path
    created: str
    manifest: str

    def files(self) -> list[Path]:
        """What still lies there of the backup; [] when it was deleted or moved, which cannot be told apart."""
        inner = Folder(self.path / MEMORY).files()
        return [*inner, *(path for path in (self.path / MANIFEST,) if path.is_file())]


# --- making one -------------------------------------------------------------------------------------


def backup(folder: Folder, journal: Journal, meta: Meta, target: str | os.PathLike[str]) -> Manifest:
    """Copy an open memory into a new or empty folder. Nothing may write to the memory meanwhile.

    The copy is read again before the manifest is written: a journal with a damaged row gives no backup.
    A kill leaves a folder without manifest, which `restore` refuses; an error leaves nothing behind.

    Raises InvalidArgument for a target that is not empty or lies in the memory, CorruptError for a
    damaged journal, StoreError without space or permission.
    """
    place = _new_or_empty(target)
    _check_apart(place, folder.path, "the memory")
    _check_space(place, (folder.journal, folder.journal.with_name(f"{JOURNAL}-wal"), folder.vectors))
    created = iso(now())
    _note_place(folder, Place(place, created, ""))  # before anything is there: what is copied must be known
    fresh = not place.exists()
    try:
        with _disk_errors(f"the backup {place} could not be written"):
            manifest = _copied(folder, journal, meta, place, created)
            data = manifest.to_json()
            _note_place(folder, Place(place, created, hashlib.sha256(data).hexdigest()))
            write_atomically(place / MANIFEST, data)
            sync_path(place.parent)
    except BaseException:
        shutil.rmtree(place / MEMORY, ignore_errors=True)
        for rest in (MANIFEST, f"{MANIFEST}.new"):
            (place / rest).unlink(missing_ok=True)
        if fresh:
            with suppress(OSError):
                place.rmdir()
        if not place.is_dir() or not any(place.iterdir()):
            _write_places(folder, (known for known in _places(folder) if known.path != place))
        raise
    return manifest


def _copied(folder: Folder, journal: Journal, meta: Meta, place: Path, created: str) -> Manifest:
    inner = Folder(place / MEMORY)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    inner.prepare()
    journal.copy(inner.journal)
    rows, last_seq = _read_again(inner.journal)
    inner.write_meta(meta)
    for name in KEPT:
        source = folder.path / name
        if name not in NEEDED and source.is_file():
            _copy(source, inner.path / name, source.stat().st_size)
    files = [inner.path / name for name in KEPT if (inner.path / name).exists()]
    for path in (*files, inner.index, inner.path, place):
        sync_path(path)
    sums = tuple(_sum_of(path, path.relative_to(inner.path).as_posix()) for path in files)
    version = importlib.metadata.version("kgmem")
    return Manifest(version, meta.format, meta.engine, created, rows, last_seq, sums)


def _read_again(path: Path) -> tuple[int, int]:
    """How many rows a copied journal has and the number of its last; CorruptError when one is damaged."""
    copy = Journal(path, read_only=True)
    try:
        if trouble := copy.damage():
            raise CorruptError(f"the journal is damaged ({trouble}), so no backup was made; run `kgmem repair` first")
        return sum(copy.counts().values()), max(copy.sequence_numbers(), default=0)
    finally:
        copy.close()


# --- looking at one, and coming back ----------------------------------------------------------------


def read_manifest(source: str | os.PathLike[str]) -> Manifest:
    """Raises NotAStore without a finished backup there, CorruptError for a damaged manifest, VersionError for a
    backup of a newer format."""
    path = Folder(source).path / MANIFEST
    if not path.is_file():
        unfinished = " (it was not finished; delete it)" if (path.parent / MEMORY).is_dir() else ""
        raise NotAStore(f"{path.parent} holds no {MANIFEST}: it is no backup{unfinished}; name the folder of one")
    try:
        data = path.read_bytes()
        newer = json.loads(data).get("format", 0)
        if type(newer) is int and newer > schema.FORMAT:
            raise VersionError(
                f"{path.parent} has store format {newer}, this kgmem reads up to {schema.FORMAT}; upgrade kgmem"
            )
        return Manifest.from_json(data)
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        raise CorruptError(f"{path} is damaged ({error}); use another backup") from error


def verify(source: str | os.PathLike[str]) -> list[str]:
    """What is wrong with a backup, a line for each file; [] when every byte is as it was written."""
    try:
        manifest = read_manifest(source)
    except KgmemError as error:
        return [str(error)]
    inside = Folder(source).path / MEMORY
    listed = {file.name for file in manifest.files}
    findings = [f"{MANIFEST} does not list {name}" for name in sorted(NEEDED - listed)]
    findings += [f"{MANIFEST} lists {name!r}, which belongs to no backup" for name in sorted(listed - set(KEPT))]
    for file in manifest.files:
        if file.name not in KEPT:
            continue
        path = inside / file.name
        try:
            if path.is_symlink() or not path.is_file():
                findings.append(f"{file.name} is missing")
            elif (size := path.stat().st_size) != file.size:
                findings.append(f"{file.name} has {size} bytes instead of {file.size}")
            elif _sum_of(path, file.name).sha256 != file.sha256:
                findings.append(f"{file.name} fails its checksum")
        except OSError as error:
            findings.append(f"{file.name} cannot be read ({error.strerror})")
    return findings


def restore(source: str | os.PathLike[str], path: str | os.PathLike[str]) -> Manifest:
    """Copy a verified backup to a new or empty folder, which is then a memory; opening it makes its graph.

    The copy is made beside `path` and renamed there when it is whole and on disk. The memory is as it
    was when the backup was made: what was erased since is back, and must be erased again.

    Raises CorruptError naming the damaged files, NotAStore for what is no finished backup, VersionError
    for one of a newer format, InvalidArgument for a path that is not empty.
    """
    manifest = read_manifest(source)
    place, origin = _new_or_empty(path), Folder(source).path
    _check_apart(place, origin, "the backup")
    if findings := verify(source):
        raise CorruptError(f"{origin} is damaged: {'; '.join(findings)}; use another backup")
    _check_space(place, (origin / MEMORY / file.name for file in manifest.files))
    beside = Folder(place.with_name(f"{place.name}.restoring"))
    beside.check()
    with _disk_errors(f"{place} could not be written"):
        beside.prepare()
        beside.lock()  # against another restore to the same path
        try:
            _clear(beside)
            for file in manifest.files:
                _copy(origin / MEMORY / file.name, beside.path / file.name, file.size)
            copies = [beside.path / file.name for file in manifest.files]
            for copy in (*copies, beside.index, beside.path):
                sync_path(copy)
            for file, copy in zip(manifest.files, copies, strict=True):
                if _sum_of(copy, file.name) != file:
                    raise CorruptError(f"{file.name} was not copied as it is in the backup; try again")
            sha256 = hashlib.sha256((origin / MANIFEST).read_bytes()).hexdigest()
            _note_place(beside, Place(origin, manifest.created, sha256))
            if place.exists():
                place.rmdir()
            if os.name == "nt":
                beside.unlock()  # a folder with an open file cannot be renamed there
            os.rename(beside.path, place)
            sync_path(place.parent)
        except BaseException:
            shutil.rmtree(beside.path, ignore_errors=True)
            raise
        finally:
            beside.unlock()
    return manifest


def _clear(beside: Folder) -> None:
    """Remove what a restore left that was killed."""
    for path in beside.files():
        if path.name != "lock":
            path.unlink()


# --- where backups are ------------------------------------------------------------------------------


def known_backups(folder: Folder) -> list[Place]:
    """Where backups of a memory were put, oldest first, finished or not, there or not.

    Raises CorruptError when the list cannot be read.
    """
    if not folder.backups.exists():
        return []
    try:
        return [Place(Path(row["path"]), str(row["created"]), str(row["manifest"])) for row in _listed(folder)]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise CorruptError(
            f"{folder.backups} cannot be read; move it away: kgmem then knows of no earlier backup"
        ) from error


def _listed(folder: Folder) -> list[dict[str, Any]]:
    held = json.loads(folder.backups.read_text(encoding="utf-8"))
    if not isinstance(held, list):
        raise ValueError("no list")
    return held


def _note_place(folder: Folder, place: Place) -> None:
    """Add a backup to the memory's list, in place of an earlier one at the same path."""
    _write_places(folder, [*(known for known in _places(folder) if known.path != place.path), place])


def _places(folder: Folder) -> list[Place]:
    """The known backups; a damaged list is set aside."""
    try:
        return known_backups(folder)
    except CorruptError:
        folder.set_aside(folder.backups)
        return []


def _write_places(folder: Folder, places: Iterable[Place]) -> None:
    rows = [{**asdict(known), "path": str(known.path)} for known in places]
    write_atomically(folder.backups, json.dumps(rows, indent=1).encode())


# --- files ------------------------------------------------------------------------------------------


def _new_or_empty(path: str | os.PathLike[str]) -> Path:
    place = Folder(path).path
    if place.is_symlink() or (place.exists() and not place.is_dir()):
        raise InvalidArgument(f"{place} is a file or a link; name a new or an empty folder")
    if place.is_dir() and any(place.iterdir()):
        raise InvalidArgument(f"{place} is not empty; name a new or an empty folder")
    return place


def _check_apart(place: Path, other: Path, what: str) -> None:
    mine, theirs = Path(os.path.realpath(place)), Path(os.path.realpath(other))
    if mine == theirs or theirs in mine.parents:
        raise InvalidArgument(f"{place} lies in {what} itself; name a folder outside of it")


def _check_space(place: Path, sources: Iterable[Path]) -> None:
    wanted = sum(source.stat().st_size for source in sources if source.exists()) + SPARE
    parent = next(parent for parent in (place, *place.parents) if parent.exists())
    free = shutil.disk_usage(parent).free
    if free < wanted:
        raise StoreError(
            f"{free / 1e6:.0f} MB are free at {parent} and {wanted / 1e6:.0f} MB needed; free space or use another disk"
        )


@contextmanager
def _disk_errors(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreError(f"{what} ({error.strerror or error}); free disk space or check the permissions") from error


def _copy(source: Path, target: Path, size: int) -> None:
    """The first `size` bytes of a file: one that grows meanwhile is copied as it was."""
    target.parent.mkdir(exist_ok=True)
    with source.open("rb") as reading, target.open("wb") as writing:
        while size and (part := reading.read(min(size, CHUNK))):
            writing.write(part)
            size -= len(part)


def _sum_of(path: Path, name: str) -> FileSum:
    with path.open("rb") as file:
        return FileSum(name, path.stat().st_size, hashlib.file_digest(file, "sha256").hexdigest())


def _checksum(plain: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
