"""The folder of one memory: what lies where in it, its `meta.json`, and its writer's lock."""

from __future__ import annotations

import json
import os
import socket
import sys
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from kgmem import schema
from kgmem.errors import CorruptError, InvalidArgument, LockedError, NotAStore, StoreError, VersionError
from kgmem.store import write_atomically
from kgmem.temporal import iso, now

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
OURS = frozenset(
    "lock index graph set-aside meta.json.new journal.sqlite journal.sqlite-wal journal.sqlite-shm".split()
)
"""What a memory may consist of before its `meta.json` stands: a kill while it is made leaves no more."""
_open_here: dict[str, int] = {}  # real path -> how many handles this process holds
_guard = threading.Lock()


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
        self.vectors = self.index / "vectors.log"
        self.hnsw = self.index / "hnsw.bin"
        self._lock: int | None = None

    def is_memory(self) -> bool:
        return self.meta.is_file()

    def check(self) -> None:
        """Raise NotAStore when the path holds something else."""
        if self.is_memory():
            return
        if self.path.exists() and not self.path.is_dir():
            raise NotAStore(f"{self.path} is a file; a memory is a folder: choose another path")
        if self.path.is_dir() and any(child.name not in OURS for child in self.path.iterdir()):
            raise NotAStore(f"{self.path} holds other things and no kgmem memory; choose a new or an empty folder")

    def prepare(self) -> None:
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)  # what it holds is nobody else's
            self.index.mkdir(exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"{self.path} cannot be created ({error.strerror}); choose a folder you may write"
            ) from error

    def read_meta(self) -> Meta:
        """Raises VersionError for a memory of a newer kgmem, CorruptError when the file cannot be read."""
        try:
            held = json.loads(self.meta.read_text(encoding="utf-8"))
            version = held["format"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CorruptError(f"{self.meta} cannot be read ({error}); restore it from a backup") from error
        if not isinstance(version, int) or version > schema.FORMAT:
            raise VersionError(
                f"{self.path} has store format {version}, this kgmem reads up to {schema.FORMAT}; upgrade kgmem"
            )
        try:
            return Meta(**held)
        except TypeError as error:
            raise CorruptError(f"{self.meta} misses or adds fields ({error}); restore it from a backup") from error

    def write_meta(self, meta: Meta) -> None:
        write_atomically(self.meta, json.dumps(asdict(meta), indent=1).encode())

    # --- one writer -----------------------------------------------------------------------------

    def lock(self) -> None:
        """Take the memory for this handle. Raises LockedError naming the holder.

        The operating system drops the lock when its holder dies, so a killed process leaves nothing to
        clean up.
        """
        key = os.path.realpath(self.path)
        with _guard:
            if _open_here.get(key):
                raise LockedError(
                    f"{self.path} is in use: it is already open in this process; share that handle or close it first"
                )
            handle = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
            if not _lock_file(handle):
                holder = os.read(handle, 500).decode(errors="replace").strip()
                os.close(handle)
                raise LockedError(f"{self.path} is in use: held by {holder or 'another process'}; close it there first")
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"process {os.getpid()} on {socket.gethostname()} since {iso(now())}".encode(), 0)
            self._lock = handle
            _open_here[key] = 1

    def unlock(self) -> None:
        if self._lock is None:
            return
        with _guard:
            _open_here.pop(os.path.realpath(self.path), None)
            os.ftruncate(self._lock, 0)
            _unlock_file(self._lock)  # a forked child may hold the descriptor open
            os.close(self._lock)
            self._lock = None


def _lock_file(handle: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _unlock_file(handle: int) -> None:
    if sys.platform == "win32":
        return
    import fcntl

    fcntl.flock(handle, fcntl.LOCK_UN)


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
