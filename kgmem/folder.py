"""The folder of one memory: what lies where in it, its `meta.json`, and its writer's lock."""

from __future__ import annotations

import errno
import json
import logging
import os
import socket
import sys
import threading
import time
from contextlib import suppress
from dataclasses import MISSING, asdict, dataclass, field, fields
from datetime import UTC
from pathlib import Path
from typing import Any, get_type_hints

from kgmem import schema
from kgmem.errors import CorruptError, InvalidArgument, LockedError, NotAStore, StoreError, VersionError
from kgmem.store import sync_path, write_atomically
from kgmem.temporal import Micros, iso, micros, now, parse_instant

log = logging.getLogger("kgmem")

NETWORK = frozenset(
    [
        "nfs",
        "nfs4",
        "cifs",
        "smb",
        "smb2",
        "smb3",
        "smbfs",
        "afs",
        "9p",
        "ncpfs",
        "ceph",
        "glusterfs",
        "fuse.sshfs",
        "fuse.s3fs",
        "davfs",
    ]
)
FILES = "meta.json journal.sqlite closed.json backups.json owner ranker.json metrics.json".split()
FOLDERS = "graph index set-aside next swap".split()
OURS = frozenset(
    ["lock", *FILES, *FOLDERS, *(f"{name}.new" for name in FILES)]
    + [f"journal.sqlite-{part}" for part in ("wal", "shm", "journal")]
)
"""All that kgmem keeps in a memory's folder. Before `meta.json` stands, a kill leaves no more than this."""
MANIFEST = "manifest.json"
"""What makes a folder a backup."""

_BYTE_LOCKED = 1 << 30
"""Windows locks byte ranges, and a locked byte cannot be read: this one lies beyond what the file holds."""
_LONGEST_NOTE = 1000


@dataclass(frozen=True, slots=True)
class Meta:
    """`meta.json`: what the files of this memory were written with."""

    format: int
    engine: str
    engine_version: str
    encoder: str
    fingerprint: str
    dim: int
    token_dim: int
    timezone: str
    retain: str
    created: str
    redaction: dict[str, str] = field(default_factory=dict)


class Folder:
    """Paths of one memory. Nothing is created before `prepare`."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        if not isinstance(path, str | os.PathLike) or not str(path).strip():
            raise InvalidArgument("path must name a folder, such as 'ana.kgmem'")
        if "\0" in str(path):
            raise InvalidArgument("path holds a zero byte")
        self.path = Path(path).expanduser().absolute()
        self.journal = self.path / "journal.sqlite"
        self.graph = self.path / "graph"
        self.index = self.path / "index"
        self.meta = self.path / "meta.json"
        self.backups = self.path / "backups.json"
        self.ranker = self.path / "ranker.json"
        self.metrics = self.path / "metrics.json"
        self.vectors = self.index / "vectors.log"
        self.hnsw = self.index / "hnsw.bin"
        self._lock: int | None = None

    def is_memory(self) -> bool:
        return self.meta.is_file()

    def check(self) -> None:
        """Raise NotAStore when the path holds something else, StoreError when a part of it is of the wrong kind."""
        if self.path.exists() and not self.path.is_dir():
            raise NotAStore(f"{self.path} is a file; a memory is a folder: choose another path")
        if not self.is_memory() and self.path.is_dir():
            names = {child.name for child in self.path.iterdir()}
            if MANIFEST in names:
                raise NotAStore(f"{self.path} is a backup; restore it to another path with kgmem.restore")
            if not names <= OURS:
                raise NotAStore(f"{self.path} holds other things and no kgmem memory; choose a new or an empty folder")
        for file in (*(self.path / name for name in ("lock", *FILES)), self.vectors, self.hnsw):
            if file.is_dir():
                raise StoreError(f"{file} is a folder, and kgmem keeps a file there; move it away and open again")
        for folder in (self.path / name for name in FOLDERS):
            if folder.exists() and not folder.is_dir():
                raise StoreError(f"{folder} is a file, and kgmem keeps a folder there; move it away and open again")

    def prepare(self) -> None:
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)  # what it holds is nobody else's
            self.index.mkdir(exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"{self.path} cannot be created ({error.strerror}); choose a folder you may write"
            ) from error

    def read_meta(self) -> Meta:
        """Fields that an older kgmem did not write have their defaults.

        Raises VersionError for a memory of a newer kgmem, CorruptError when the file cannot be read.
        """
        try:
            held = json.loads(self.meta.read_text(encoding="utf-8"))
            version = held["format"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CorruptError(f"{self.meta} cannot be read ({error}); restore it from a backup") from error
        if type(version) is int and version > schema.FORMAT:
            raise VersionError(
                f"{self.path} has store format {version}, this kgmem reads up to {schema.FORMAT}; upgrade kgmem"
            )
        return _meta(held, self.meta)

    def write_meta(self, meta: Meta) -> None:
        write_atomically(self.meta, json.dumps(asdict(meta), indent=1).encode())

    # --- what lies in it ------------------------------------------------------------------------

    def files(self) -> list[Path]:
        """Every file kgmem keeps here, sorted. Links are neither listed nor followed, nor is what others put here."""
        found: list[Path] = []
        for entry in os.scandir(self.path) if self.path.is_dir() else ():
            if entry.name not in OURS or entry.is_symlink():
                continue
            if entry.is_file(follow_symlinks=False):
                found.append(Path(entry.path))
            for place, _, names in os.walk(entry.path):
                found += (Path(place, name) for name in names if not os.path.islink(os.path.join(place, name)))
        return sorted(found)

    def bytes(self) -> int:
        """Size of all `files`; one that goes meanwhile counts nothing."""
        total = 0
        for path in self.files():
            with suppress(FileNotFoundError):
                total += path.stat().st_size
        return total

    def set_aside(self, path: Path) -> Path:
        """Move a damaged file or folder of this memory out of the way and return where it lies now.

        It is never deleted and nothing is overwritten. A journal's `-wal` and `-shm` go separately.
        """
        if Path(os.path.abspath(path)) == self.path or self.path not in Path(os.path.abspath(path)).parents:
            raise InvalidArgument(f"{path} is no part of the memory {self.path}")
        place = self.path / "set-aside"
        try:
            place.mkdir(mode=0o700, exist_ok=True)
            taken = {child.name for child in place.iterdir()}
            number = next(n for n in range(1, len(taken) + 2) if f"{path.name}-{n}" not in taken)
            aside = place / f"{path.name}-{number}"
            os.rename(path, aside)
            for folder in (path.parent, place):
                sync_path(folder)
        except OSError as error:
            raise StoreError(f"{path} could not be set aside ({error.strerror}); check the permissions") from error
        log.warning("%s is damaged and was set aside as %s", path.name, aside.relative_to(self.path))
        return aside

    # --- one writer -----------------------------------------------------------------------------

    def lock(self) -> None:
        """Take the memory for this handle. Raises LockedError naming the holder, at once.

        The operating system's lock decides, and drops it when its holder dies, so that a killed process
        leaves nothing to clean up. What the file says only tells people who holds it. A child forked just
        before its parent died has the lock until it comes to close its copies: that is waited for, a second
        at most.
        """
        key = os.path.realpath(self.path)
        with _guard:
            if key in _open_here:
                raise LockedError(_HERE.format(self.path))
            handle = _take(self.path / "lock")
            tries = 100
            while (
                handle is None and tries and (late := _holder(self.path / "lock")) and not is_alive(late.pid, late.host)
            ):
                time.sleep(0.01)
                handle = _take(self.path / "lock")
                tries -= 1
            if handle is None:
                holder = _holder(self.path / "lock")
                if holder is not None and holder.is_this_process():
                    raise LockedError(_HERE.format(self.path))  # reached by another name, such as a mount
                raise LockedError(
                    f"{self.path} is in use: held by {holder or 'another process'}; close it there first, "
                    "or read beside it with read_only=True"
                )
            program = Path(sys.argv[0]).name if sys.argv else ""
            note = {"pid": os.getpid(), "host": socket.gethostname(), "started": iso(now()), "program": program}
            try:
                os.ftruncate(handle, 0)
                os.lseek(handle, 0, os.SEEK_SET)
                os.write(handle, json.dumps(note).encode())
            except OSError as error:  # a full disk: others cannot be told who holds it, which is no reason to stop
                log.warning("%s: the lock's note could not be written (%s)", self.path, error.strerror)
            self._lock = handle
            _open_here[key] = self

    def unlock(self) -> None:
        """Let the memory go. Does nothing without the lock, as in a process forked from its holder."""
        with _guard:
            if self._lock is None:
                return
            _open_here.pop(os.path.realpath(self.path), None)
            handle, self._lock = self._lock, None
            try:
                os.ftruncate(handle, 0)
            finally:
                _let_go(handle)


def _meta(held: dict[str, Any], path: Path) -> Meta:
    known = {field.name: field for field in fields(Meta)}
    unknown = sorted(held.keys() - known.keys())
    missing = [
        name
        for name, field in known.items()
        if name not in held and field.default is MISSING and field.default_factory is MISSING
    ]
    wrong = [
        name
        for name, kind in get_type_hints(Meta).items()
        if name in held and kind in (int, str, bool) and type(held[name]) is not kind
    ]
    for names, trouble in ((unknown, "holds unknown fields"), (missing, "misses"), (wrong, "holds wrong values for")):
        if names:
            raise CorruptError(f"{path} {trouble} {', '.join(names)[:200]}; restore it from a backup")
    return Meta(**held)


# --- the lock ---------------------------------------------------------------------------------------

_HERE = "{} is in use: it is already open in this process; share that handle or close it first"
_open_here: dict[str, Folder] = {}  # real path -> the handle of this process that has it
_guard = threading.Lock()


def _forget_parents() -> None:
    """In a forked child: the locks are the parent's. Closing the copies drops none of them, and keeps none
    alive when the parent dies."""
    for folder in _open_here.values():
        if folder._lock is not None:
            os.close(folder._lock)
            folder._lock = None
    _open_here.clear()
    _guard.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_guard.acquire, after_in_parent=_guard.release, after_in_child=_forget_parents)


def _take(path: Path) -> int | None:
    """A locked handle of the file, None when somebody holds it.

    flock belongs to the open file, not to the process: closing other handles of it does not drop it.
    """
    for _ in range(3):
        handle = _opened(path)
        try:
            if not _try_lock(handle, path):
                os.close(handle)
                return None
            if _is_same_file(handle, path):
                _check_exclusive(path)
                return handle
        except BaseException:
            os.close(handle)
            raise
        _let_go(handle)  # the file was replaced between opening and locking it
    raise StoreError(f"{path} changes all the time; is something else writing in this folder?")


def _opened(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise StoreError(f"{path} is a link, which kgmem does not follow; remove it and open again") from error
        raise StoreError(f"{path} cannot be opened ({error.strerror}); kgmem must be able to write there") from error


def _is_same_file(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False


def _check_exclusive(path: Path) -> None:
    """Raise StoreError where a lock is granted twice: such a file system only pretends to lock."""
    second = _opened(path)
    try:
        if _try_lock(second, path):
            raise _without_locks(path, "it grants one lock twice")
    finally:
        os.close(second)


def _try_lock(handle: int, path: Path) -> bool:
    """False when another open file has the lock. Raises StoreError where locks do not work."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, _BYTE_LOCKED, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        taken = (errno.EWOULDBLOCK, errno.EAGAIN, *((errno.EACCES, errno.EDEADLK) if os.name == "nt" else ()))
        if error.errno in taken:
            return False
        raise _without_locks(path, error.strerror or str(error)) from error
    return True


def _without_locks(path: Path, reason: str) -> StoreError:
    kind = file_system(path.parent)
    return StoreError(
        f"the file system of {path.parent}{f' ({kind})' if kind else ''} has no working locks ({reason}); "
        "use a local disk"
    )


def _let_go(handle: int) -> None:
    """Unlock and close. Unlocking first: something else may hold a copy of the handle open."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, _BYTE_LOCKED, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_UN)
    finally:
        os.close(handle)


@dataclass(frozen=True, slots=True)
class _Holder:
    """What a lock file says about the process that wrote it."""

    pid: int
    host: str
    started: Micros
    program: str

    def is_this_process(self) -> bool:
        return self.pid == os.getpid() and self.host == socket.gethostname()

    def __str__(self) -> str:
        named = f" ({self.program[:60]})" if self.program and self.program.isprintable() else ""
        place = self.host[:100] if self.host.isprintable() else "?"
        return f"process {self.pid}{named} on {place} since {iso(self.started)} ({_age(self.started)} ago)"


def _holder(path: Path) -> _Holder | None:
    """None when the file does not say, which means nothing: the lock itself is what counts."""
    try:
        with path.open("rb") as file:
            note = json.loads(file.read(_LONGEST_NOTE))
        pid, host, program = note["pid"], str(note["host"]), str(note.get("program", ""))
        started = micros(parse_instant(note["started"], UTC))
    except (OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError):
        return None
    return _Holder(pid, host, started, program) if type(pid) is int else None


def is_alive(pid: int, host: str) -> bool:
    """Whether a process runs; True where that cannot be told, as for another machine."""
    if host != socket.gethostname() or os.name == "nt" or pid <= 0:
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _age(since: Micros) -> str:
    seconds = max(0, now() - since) // 1_000_000
    for unit, size in (("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


# --- file systems ------------------------------------------------------------------------------------


def file_system(path: Path) -> str:
    """The type of the file system a path lies on, such as "ext4"; "" where that cannot be told."""
    try:
        mounts = Path("/proc/mounts").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    real = os.path.realpath(path)
    best = ("", "")
    for line in mounts:
        _, place, kind = line.split()[:3]
        place = place.replace("\\040", " ")
        if (real == place or real.startswith(place.rstrip("/") + "/")) and len(place) >= len(best[0]):
            best = (place, kind)
    return best[1]


def check_file_system(path: Path) -> None:
    """Raise StoreError on a network file system, where locks and fsync do not hold what they promise."""
    kind = file_system(path)
    if kind in NETWORK:
        raise StoreError(
            f"{path} lies on a network file system ({kind}), where a memory can be damaged; use a local disk"
        )
