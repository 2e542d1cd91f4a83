"""Where a writer is killed: named points in the code, hit by wrapping functions in the writer's process.

Nothing in kgmem knows of them. A point whose function does not exist in this version is left out of the
run, and the report says so.
"""

from __future__ import annotations

import importlib
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WRITES = frozenset("observe observe_many assert_fact record_event retract close_fact".split())
Call = tuple[tuple[Any, ...], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Point:
    """One place to die at: `when` ("before", "after", "half") a call of `target` ("module:name") during `verb`.

    `matches` picks calls by their arguments. The kill comes at one of the first `among` of them.
    """

    verb: str
    target: str
    when: str = "before"
    matches: Callable[[Call], bool] = lambda call: True
    among: int = 1


def _to(ending: str) -> Callable[[Call], bool]:
    """Calls such as os.replace(source, target) whose target's name ends so."""
    return lambda call: Path(call[0][1]).name.endswith(ending)


def _says(start: str) -> Callable[[Call], bool]:
    """Calls of Store.run whose statement begins so."""
    return lambda call: len(call[0]) > 1 and str(call[0][1]).lstrip().startswith(start)


def _checkpoints(call: Call) -> bool:
    return "checkpoint" in [str(part) for part in call[0][0]]


POINTS: dict[str, Point] = {
    "create/lock": Point("create", "kgmem.folder:Folder.lock", "after"),
    "create/journal": Point("create", "kgmem.journal:Journal.__init__", "after"),
    "create/tables": Point("create", "kgmem.store:Store.run", "before", _says("CREATE "), 24),
    "create/before-current": Point("create", "os:replace", "before", _to("CURRENT")),
    "create/after-current": Point("create", "os:replace", "after", _to("CURRENT")),
    "create/vectors": Point("create", "kgmem.vectors:VectorLog.__init__", "after"),
    "create/before-meta": Point("create", "os:replace", "before", _to("meta.json")),
    "create/after-meta": Point("create", "os:replace", "after", _to("meta.json")),
    "journal/before": Point("write", "kgmem.journal:Journal.prepare", "before"),
    "journal/inside": Point("write", "kgmem.journal:_Transaction.__exit__", "before"),
    "journal/after": Point("write", "kgmem.journal:Journal.prepare", "after"),
    "graph/begin": Point("write", "kgmem.store:Store.run", "after", _says("BEGIN")),
    "graph/inside": Point("write", "kgmem.store:Store.run", "before", _says(""), 30),
    "graph/before-commit": Point("write", "kgmem.store:Store.run", "before", _says("COMMIT")),
    "graph/after-commit": Point("write", "kgmem.store:Store.run", "after", _says("COMMIT")),
    "graph/after": Point("write", "kgmem.store:Store.apply", "after"),
    "vectors/encode": Point("observe_many", "benchmarks.crash_writer:WordEncoder.encode", "before"),
    "vectors/before-flush": Point("observe_many", "kgmem.vectors:VectorLog.flush", "before", among=3),
    "vectors/half-flush": Point("observe_many", "kgmem.vectors:VectorLog.flush", "half"),
    "vectors/after-flush": Point("observe_many", "kgmem.vectors:VectorLog.flush", "after", among=3),
    "index/before-save": Point("reopen", "kgmem.vectors:Vectors.save", "before"),
    "index/half-save": Point("reopen", "os:replace", "before", _to("hnsw.bin")),
    "index/between": Point("reopen", "os:replace", "after", _to("hnsw.bin")),
    "index/after-save": Point("reopen", "kgmem.vectors:Vectors.save", "after"),
    "close/journal": Point("reopen", "kgmem.journal:Journal.close", "before"),
    "close/graph": Point("reopen", "kgmem.store:Store.close", "before"),
    "close/before-sums": Point("reopen", "kgmem.store:_write_sums", "before"),
    "close/after-sums": Point("reopen", "kgmem.store:_write_sums", "after"),
    "close/before-note": Point("reopen", "os:replace", "before", _to("closed.json")),
    "close/after-note": Point("reopen", "os:replace", "after", _to("closed.json")),
    "checkpoint/copy": Point("checkpoint", "shutil:copyfile", "half", among=2),
    "checkpoint/before-child": Point("checkpoint", "subprocess:run", "before", _checkpoints),
    "checkpoint/child": Point("checkpoint", "subprocess:run", "half", _checkpoints),
    "checkpoint/after-child": Point("checkpoint", "subprocess:run", "after", _checkpoints),
    "checkpoint/before-swap": Point("checkpoint", "os:replace", "before", _to("CURRENT")),
    "checkpoint/after-swap": Point("checkpoint", "os:replace", "after", _to("CURRENT")),
    "checkpoint/old": Point("checkpoint", "shutil:rmtree", "before", among=2),
    "rebuild/load": Point("rebuild", "kgmem.store_process:StoreProcess.load", "after"),
    "rebuild/before-swap": Point("rebuild", "os:replace", "before", _to("CURRENT")),
    "rebuild/after-swap": Point("rebuild", "os:replace", "after", _to("CURRENT")),
    "rebuild/old": Point("rebuild", "shutil:rmtree", "before", among=2),
    "reindex/encode": Point("reindex", "benchmarks.crash_writer:WordEncoder.encode", "before"),
    "reindex/before-swap": Point("reindex", "os:replace", "before", _to("vectors.log")),
    "reindex/after-swap": Point("reindex", "os:replace", "after", _to("vectors.log")),
    "reindex/before-meta": Point("reindex", "os:replace", "before", _to("meta.json")),
    "reindex/after-meta": Point("reindex", "os:replace", "after", _to("meta.json")),
    "upgrade/load": Point("upgrade", "kgmem.store_process:StoreProcess.load", "after"),
    "upgrade/before-current": Point("upgrade", "os:replace", "before", _to("CURRENT")),
    "upgrade/before-meta": Point("upgrade", "os:replace", "before", _to("meta.json")),
    "upgrade/after-meta": Point("upgrade", "os:replace", "after", _to("meta.json")),
    "erase/before-decision": Point("erase", "kgmem.swapping:decide", "before"),
    "erase/after-decision": Point("erase", "kgmem.swapping:decide", "after"),
    "erase/swap": Point("erase", "os:rename", "after", among=6),
    "backup/copy": Point("backup", "kgmem.journal:Journal.copy", "after"),
}
STEPS = tuple(
    "create observe_many reopen checkpoint rebuild reindex upgrade migrate "
    "backup forget erase export import repair".split()
)
"""Verbs that are also killed at any one of their steps: see `Trap.watch`."""


class Trap:
    """Kills this process at a point, or at a step, once `verb` says that the operation it lies in runs."""

    def __init__(self, folder: Path, draw: random.Random, *, group: bool) -> None:
        """group: kill the processes that this one started, too."""
        self.folder, self.draw, self.group = str(folder), draw, group
        self.verb = ""
        self.left = 0

    def spring(self) -> None:
        if self.group:
            os.killpg(0, signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)

    def is_in(self, verb: str) -> bool:
        return self.verb == verb or (verb == "write" and self.verb in WRITES)

    def set(self, point: Point) -> None:
        """Wrap the point's function in this process."""
        owner, name = _owner(point.target)
        inner = getattr(owner, name)
        self.left = self.draw.randint(1, point.among)

        def trapped(*args: Any, **kwargs: Any) -> Any:
            if not self.is_in(point.verb) or not point.matches((args, kwargs)):
                return inner(*args, **kwargs)
            self.left -= 1
            if self.left:
                return inner(*args, **kwargs)
            if point.when == "half":
                self._halfway(point.target, inner, args, kwargs)
            elif point.when == "after":
                inner(*args, **kwargs)
            return self.spring()

        setattr(owner, name, trapped)

    def _halfway(self, target: str, inner: Callable[..., Any], args: Any, kwargs: Any) -> None:
        """Do the first part of what a call does."""
        if target == "kgmem.vectors:VectorLog.flush":
            log = args[0]
            del log._pending[len(log._pending) // 2 :]
            inner(*args)
        elif target == "shutil:copyfile":
            inner(*args, **kwargs)
            os.truncate(args[1], os.path.getsize(args[1]) // 2)
        else:
            child = subprocess.Popen(args[0], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(self.draw.uniform(0.02, 0.25))
            if self.group:
                child.kill()

    def watch(self, verb: str) -> None:
        """Die at one of the steps of a verb: a file opened, renamed, removed, synced; a statement; a commit."""
        self.left = round(2 ** self.draw.uniform(0, 4 if verb in ("checkpoint", "repair", "forget") else 7))

        def step() -> None:
            if self.is_in(verb):
                self.left -= 1
                if self.left == 0:
                    self.spring()

        def audited(event: str, args: tuple[Any, ...]) -> None:
            if event in _EVENTS and any(isinstance(arg, str | os.PathLike) and self._is_ours(arg) for arg in args[:2]):
                step()

        sys.addaudithook(audited)
        for target in _STEPS:
            try:
                owner, name = _owner(target)
            except AttributeError:
                continue
            setattr(owner, name, _counted(getattr(owner, name), step))

    def _is_ours(self, path: str | os.PathLike[str]) -> bool:
        return str(path).startswith(self.folder)


_EVENTS = frozenset(
    "open os.rename os.remove os.mkdir os.rmdir os.truncate shutil.copytree shutil.move shutil.rmtree "
    "sqlite3.connect".split()
)
_STEPS = ("os:fsync", "subprocess:run", "kgmem.store:Store.run", "kgmem.journal:_Transaction.__exit__")


def _counted(inner: Callable[..., Any], step: Callable[[], None]) -> Callable[..., Any]:
    def counted(*args: Any, **kwargs: Any) -> Any:
        step()
        return inner(*args, **kwargs)

    return counted


def _owner(target: str) -> tuple[Any, str]:
    """The object that holds a target's function, and the function's name in it. Raises AttributeError."""
    module, _, names = target.partition(":")
    owner: Any = importlib.import_module(module)
    *outer, name = names.split(".")
    for part in outer:
        owner = getattr(owner, part)
    getattr(owner, name)
    return owner, name


def is_present(point: Point) -> bool:
    """False when this version of kgmem has no such function."""
    try:
        _owner(point.target)
    except (AttributeError, ImportError):
        return False
    return True


# --- damage ------------------------------------------------------------------------------------------

FILES = (
    *("graph", "graph-wal", "CURRENT", "sums", "closed.json", "meta.json", "journal", "journal-wal", "journal-shm"),
    *("vectors", "hnsw", "hnsw-sums", "lock"),
)
"""Kinds of file below a memory; see `kind_of`."""
HARMS = ("torn", "half", "empty", "flip", "zeros")


def kind_of(path: Path) -> str:
    """What a file of a memory is, by its name; its name for any other."""
    name = path.name
    known = {
        "journal.sqlite": "journal",
        "journal.sqlite-wal": "journal-wal",
        "journal.sqlite-shm": "journal-shm",
        "vectors.log": "vectors",
        "hnsw.bin": "hnsw",
        "hnsw.json": "hnsw-sums",
    }
    if name in known:
        return known[name]
    if name.startswith("ontology"):
        return "ontology"
    if path.parent.parent.name == "graph" or path.parent.name == "graph":
        if name.endswith(".wal"):
            return "graph-wal"
        if name.startswith("graph.") and "." not in name.removeprefix("graph."):
            return "graph"
    return name if "sums" not in name else "sums"


def damage(folder: Path, kind: str, harm: str, draw: random.Random) -> Path | None:
    """Harm one file of a kind and return it; None when there is none, or none that holds a byte."""
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "set-aside" not in path.parts and kind_of(path) == kind and path.stat().st_size
    ]
    if not found:
        return None
    path = draw.choice(found)
    data = bytearray(path.read_bytes())
    if harm == "torn":
        del data[len(data) - draw.randint(1, max(1, len(data) // 20)) :]
    elif harm == "half":
        del data[draw.randrange(len(data)) :]
    elif harm == "empty":
        data.clear()
    elif harm == "flip":
        for _ in range(draw.randint(1, 8)):
            data[draw.randrange(len(data))] ^= draw.randint(1, 255)
    else:
        at = draw.randrange(len(data))
        end = min(len(data), at + 4096)
        data[at:end] = bytes(end - at)
    path.write_bytes(data)
    return path


class Balloon:
    """A small file system of its own (tmpfs) and a file that fills it."""

    def __init__(self, place: Path, size: int) -> None:
        self.place, self.size = place, size
        self._file = place / "balloon"

    def mount(self) -> str:
        """Make the file system; the reason when that does not work here, "" when it does."""
        if sys.platform != "linux" or os.geteuid() != 0:
            return "a full disk needs root on Linux"
        self.place.mkdir(parents=True, exist_ok=True)
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={self.size}", "kgmem-crash", str(self.place)],
            capture_output=True,
            text=True,
            check=False,
        )
        return "" if made.returncode == 0 else f"no tmpfs can be mounted ({made.stderr.strip()})"

    def blow(self, leave: int) -> None:
        """Fill the file system but for `leave` bytes."""
        free = shutil.disk_usage(self.place).free - leave
        with suppress(OSError), self._file.open("wb", buffering=0) as file:  # full is the point
            while free > 0:
                free -= file.write(bytes(min(free, 1 << 20)))

    def burst(self) -> None:
        self._file.unlink(missing_ok=True)

    def unmount(self) -> None:
        subprocess.run(["umount", "-l", str(self.place)], capture_output=True, check=False)
