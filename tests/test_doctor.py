"""The doctor sees what is ill, says what to do, and never falls ill itself."""

from __future__ import annotations

import importlib.metadata
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from kgmem import Memory, doctor
from kgmem.doctor import Finding, examine, examine_memory, tried, writer
from kgmem.schema import FORMAT


def finding(found: list[Finding], name: str) -> Finding:
    (one,) = [finding for finding in found if finding.name == name]
    return one


@pytest.fixture(scope="module")
def healthy(tmp_path_factory: pytest.TempPathFactory) -> list[Finding]:
    path = tmp_path_factory.mktemp("doctor") / "memory"
    Memory.open(path, timezone="Europe/Lisbon").close()
    return examine(path)


def test_a_healthy_machine_and_memory_are_all_well(healthy: list[Finding]) -> None:
    assert [(one.name, one.state, one.fix) for one in healthy] == [
        (name, "ok", "")
        for name in (
            *("python", "platform", "time zones", "graph engine", "vector index", "encoder", "extractor"),
            *("file system", "disk space", "memory", "engine", "lock", "room", "set aside", "pending", "backups"),
        )
    ]


def test_versions_and_zone_are_told(healthy: list[Finding]) -> None:
    assert f"kuzu {importlib.metadata.version('kuzu')}" in finding(healthy, "graph engine").detail
    assert "files intact, gives vectors of 384 numbers" in finding(healthy, "encoder").detail
    assert "time zone Europe/Lisbon" in finding(healthy, "memory").detail


def test_a_library_that_is_missing_or_broken_is_named() -> None:
    assert tried("vector index", ["no-such-library"]) == Finding(
        "vector index", "fail", "no-such-library is not installed", "pip install no-such-library"
    )
    broken = tried("no such trial", ["numpy"])
    assert (broken.state, broken.fix) == ("fail", "pip install --force-reinstall kgmem")
    assert broken.detail == f"numpy {importlib.metadata.version('numpy')}: KeyError: 'no such trial'"


def test_a_library_that_crashes_takes_only_its_trial_with_it(tmp_path: Path) -> None:
    crash = tmp_path / "python"
    crash.write_text("#!/bin/sh\nkill -ILL $$\n")
    crash.chmod(0o755)
    found = tried("vector index", ["numpy"], python=str(crash))
    assert (found.state, found.detail) == ("fail", f"numpy {importlib.metadata.version('numpy')}: crashes (SIGILL)")
    assert "the wheel does not fit this processor" in found.fix


def test_a_memory_that_is_not_there_is_no_fault_and_is_not_made(tmp_path: Path) -> None:
    found = finding(examine_memory(tmp_path / "a" / "b"), "memory")
    assert (found.state, found.fix) == ("warn", f"make one: kgmem ingest FILE --path {tmp_path / 'a' / 'b'}")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["", "a\0b", "/etc/hosts", "/etc", "/proc/1/root/x"])
def test_a_path_that_is_no_memory_is_a_finding(path: str) -> None:
    assert examine_memory(path)[-1].state in ("fail", "warn")


def test_a_memory_of_a_newer_kgmem_is_told(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    Memory.open(path).close()
    meta = path / "meta.json"
    meta.write_text(meta.read_text().replace(f'"format": {FORMAT}', '"format": 99'))
    found = finding(examine_memory(path), "memory")
    assert (found.state, "store format 99" in found.detail) == ("fail", True)
    meta.write_text("{")
    assert "meta.json cannot be read" in finding(examine_memory(path), "memory").detail


def test_a_lock_that_is_held_is_told_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    with Memory.open(path):
        found = finding(examine_memory(path), "lock")
        assert (found.state, "is already open in this process" in found.detail) == ("warn", True)
    assert finding(examine_memory(path), "lock").state == "ok"


def test_a_holder_that_is_gone_is_told_from_one_that_works(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    with Memory.open(path):
        assert (writer(path) or {})["pid"] == os.getpid()
    assert writer(path) is None
    ended = subprocess.Popen([sys.executable, "-c", "pass"])
    ended.wait()
    note = {"pid": ended.pid, "host": socket.gethostname(), "started": "2026-01-01T00:00:00Z", "program": "x"}
    (path / "lock").write_text(json.dumps(note))
    assert writer(path) is None
    (path / "lock").write_text(json.dumps({**note, "host": "elsewhere"}))
    assert writer(path) == {**note, "host": "elsewhere"}


@pytest.mark.skipif(os.name == "nt", reason="handles are passed on by POSIX systems")
def test_a_lock_kept_by_what_a_dead_holder_started_is_said_to_be_just_that(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    Memory.open(path).close()
    code = """
import subprocess, sys
from kgmem.folder import Folder
folder = Folder(sys.argv[1])
folder.lock()
print(subprocess.Popen(["sleep", "60"], pass_fds=[folder._lock], stdout=-3, stderr=-3).pid)
"""
    heir = int(subprocess.run([sys.executable, "-c", code, path], capture_output=True, check=True).stdout)
    try:
        assert "one that it started has the lock still" in (finding(examine_memory(path), "lock").fix or "")
    finally:
        os.kill(heir, signal.SIGKILL)


def test_set_aside_files_an_engine_that_is_not_there_and_lost_backups_are_told(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    with Memory.open(path) as memory:
        memory.backup(tmp_path / "kept")
        memory.backup(tmp_path / "moved")
    (tmp_path / "moved").rename(tmp_path / "elsewhere")
    (path / "set-aside").mkdir()
    (path / "set-aside" / "journal.sqlite-1").write_text("damaged")
    meta = path / "meta.json"
    meta.write_text(meta.read_text().replace('"kuzu"', '"neo"'))
    found = examine_memory(path)
    assert finding(found, "set aside").detail == "journal.sqlite-1"
    assert finding(found, "backups").detail == f"deleted or moved: {tmp_path / 'moved'}"
    assert (finding(found, "engine").state, "neo" in finding(found, "engine").detail) == ("fail", True)


def test_looking_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "memory"
    Memory.open(path).close()
    before = {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}
    examine_memory(path)
    assert {file: file.read_bytes() for file in path.rglob("*") if file.is_file()} == before


def test_a_trial_runs_alone() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "kgmem.doctor", "vector index"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(doctor.__file__).parent.parent)},
    )
    assert result.stdout == "finds neighbours"
