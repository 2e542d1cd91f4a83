"""The writer's lock: who gets it, who is refused and told what, and what becomes of it when its holder dies."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kgmem import CorruptError, InvalidArgument, LockedError, NotAStore, StoreError
from kgmem.folder import Folder, Meta, _try_lock

ROOT = Path(__file__).parent.parent
HOLD = """
import sys
from kgmem.folder import Folder
folder = Folder(sys.argv[1])
folder.lock()
print("held", flush=True)
sys.stdin.read()
"""
TRY = """
import sys
from kgmem import LockedError
from kgmem.folder import Folder
folder = Folder(sys.argv[1])
try:
    folder.lock()
    print("mine")
except LockedError as error:
    print(error)
"""
FORK = """
import os, sys
from kgmem import LockedError
from kgmem.folder import Folder
folder = Folder(sys.argv[1])
folder.lock()
child = os.fork()
if not child:
    folder.unlock()  # does nothing here
    try:
        Folder(sys.argv[1]).lock()
    except LockedError as error:
        print(f"child: {error}", flush=True)
    os._exit(0)
os.waitpid(child, 0)
print(f"parent {os.getpid()}", flush=True)
sys.stdin.readline()
if not (child := os.fork()):
    sys.stdin.read()  # outlives its parent
    os._exit(0)
print("forked", flush=True)
os.kill(os.getpid(), 9)
"""
LATE = """
import os, sys, time
from kgmem.folder import Folder
folder = Folder(sys.argv[1])
folder.lock()
copy = os.dup(folder._lock)
if not os.fork():
    os.close(1)  # the parent's end is heard at once
    time.sleep(0.3)  # comes to close its copies late
    os._exit(0)
os._exit(0)
"""
posix = pytest.mark.skipif(os.name == "nt", reason="signals and forks are for POSIX systems")


@pytest.fixture
def folder(tmp_path):
    folder = Folder(tmp_path / "m")
    folder.prepare()
    yield folder
    folder.unlock()


def start(code, folder):
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder.path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def tried(folder):
    """What another process gets that wants the lock."""
    return start(TRY, folder).communicate()[0].strip()


def test_a_second_process_is_refused_and_told_by_whom_and_since_when(folder):
    folder.lock()
    assert re.fullmatch(
        rf"{re.escape(str(folder.path))} is in use: held by process {os.getpid()} \(.+\) on \S+ "
        r"since 20\S+Z \(\d+ s ago\); close it there first, or read beside it with read_only=True",
        tried(folder),
    )
    folder.unlock()
    assert tried(folder) == "mine"


@posix
def test_a_killed_holder_frees_the_lock(folder):
    holder = start(HOLD, folder)
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(LockedError, match=f"held by process {holder.pid} "):
        folder.lock()
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    assert json.loads((folder.path / "lock").read_text())["pid"] == holder.pid
    folder.lock()
    assert json.loads((folder.path / "lock").read_text())["pid"] == os.getpid()


@posix
def test_a_forked_child_neither_takes_nor_drops_nor_keeps_the_lock(folder):
    parent = start(FORK, folder)
    assert f"child: {folder.path} is in use: held by process {parent.pid} " in parent.stdout.readline()
    assert parent.stdout.readline() == f"parent {parent.pid}\n"
    assert f"held by process {parent.pid} " in tried(folder)
    parent.stdin.write("\n")
    parent.stdin.flush()
    assert parent.stdout.readline() == "forked\n"
    parent.wait()
    folder.lock()  # though a child of the dead holder lives on
    parent.communicate()


@posix
def test_a_child_that_is_late_to_let_go_of_a_dead_parents_lock_is_waited_for(folder):
    parent = start(LATE, folder)
    parent.communicate()
    with (folder.path / "lock").open("r+b") as another:
        assert not _try_lock(another.fileno(), folder.path / "lock")
    folder.lock()


def test_a_second_handle_in_one_process_is_refused(folder, tmp_path):
    folder.lock()
    (tmp_path / "alias").symlink_to(folder.path)
    for other in (Folder(folder.path), Folder(tmp_path / "alias"), folder):
        with pytest.raises(LockedError, match="already open in this process; share that handle or close it first"):
            other.lock()
    Folder(folder.path).unlock()  # has no lock to drop
    assert "is in use" in tried(folder)


def test_other_handles_of_the_lock_file_do_not_drop_the_lock(folder):
    folder.lock()
    for _ in range(3):
        os.close(os.open(folder.path / "lock", os.O_RDWR))
        (folder.path / "lock").read_bytes()
    assert "is in use" in tried(folder)


NOTES = [
    b"",
    b'{"pid": 1, "host": "h", "start',
    b"\x00\xff\xfe" * 900,
    b"process 1 on h since 2020",
    b"[" * 900,
    b'{"pid": true, "host": 5, "started": []}',
    b'{"pid": 1, "host": "h", "started": "2999-01-01T00:00:00Z", "extra": {}}',
]


def test_what_a_lock_file_says_never_stops_anybody(folder):
    for note in NOTES:
        (folder.path / "lock").write_bytes(note)
        folder.lock()
        folder.unlock()
    holder = start(HOLD, folder)
    assert holder.stdout.readline() == "held\n"
    for note in NOTES:
        (folder.path / "lock").write_bytes(note)
        with pytest.raises(
            LockedError, match=r"is in use: held by (another process|process 1 on h since 2999\S+ \(0 s ago\)); "
        ):
            folder.lock()
    holder.communicate()


def test_a_lock_file_cannot_lead_elsewhere(folder, tmp_path):
    (tmp_path / "thesis").write_text("words")
    (folder.path / "lock").symlink_to(tmp_path / "thesis")
    with pytest.raises(StoreError, match="is a link, which kgmem does not follow"):
        folder.lock()
    assert (tmp_path / "thesis").read_text() == "words"


def test_a_lock_file_that_was_deleted_is_made_anew(folder):
    folder.lock()
    folder.unlock()
    (folder.path / "lock").unlink()
    folder.lock()
    assert "is in use" in tried(folder)


def test_a_file_system_without_locks_is_named(folder):
    with pytest.raises(StoreError, match=r"has no working locks \(Bad file descriptor\); use a local disk"):
        _try_lock(99_999, folder.path / "lock")


# --- what lies in the folder ------------------------------------------------------------------------


def test_a_folder_where_a_file_belongs_is_named(folder):
    folder.meta.write_text("{}")
    folder.vectors.mkdir()
    with pytest.raises(StoreError, match=r"vectors\.log is a folder, and kgmem keeps a file there"):
        folder.check()
    folder.vectors.rmdir()
    folder.graph.write_text("")
    with pytest.raises(StoreError, match="graph is a file, and kgmem keeps a folder there"):
        folder.check()


def test_what_is_set_aside_is_kept_under_a_new_name(folder, caplog):
    places = []
    for content in ("first", "second"):
        folder.journal.write_text(content)
        places.append(folder.set_aside(folder.journal))
    folder.graph.mkdir()
    places.append(folder.set_aside(folder.graph))
    assert [str(place.relative_to(folder.path)) for place in places] == [
        "set-aside/journal.sqlite-1",
        "set-aside/journal.sqlite-2",
        "set-aside/graph-1",
    ]
    assert [place.read_text() for place in places[:2]] == ["first", "second"]
    assert caplog.messages[0] == "journal.sqlite is damaged and was set aside as set-aside/journal.sqlite-1"
    with pytest.raises(InvalidArgument, match="is no part of the memory"):
        folder.set_aside(folder.path / ".." / "other")
    with pytest.raises(StoreError, match="could not be set aside"):
        folder.set_aside(folder.journal)


def test_files_are_those_of_the_memory_and_links_are_not_followed(folder, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "thesis").touch()
    (folder.path / "graph").symlink_to(tmp_path / "elsewhere")
    (folder.path / "set-aside" / "graph-1").mkdir(parents=True)
    for name in ("meta.json", "notes.txt", "index/vectors.log", "set-aside/graph-1/graph.kuzu", "closed.json"):
        (folder.path / name).write_text("abc")
    (folder.index / "link").symlink_to(tmp_path / "elsewhere" / "thesis")
    assert [str(path.relative_to(folder.path)) for path in folder.files()] == [
        "closed.json",
        "index/vectors.log",
        "meta.json",
        "set-aside/graph-1/graph.kuzu",
    ]
    assert folder.bytes() == 12


def test_a_backup_is_not_taken_for_a_memory(tmp_path):
    (tmp_path / "manifest.json").touch()
    with pytest.raises(NotAStore, match=r"is a backup; restore it to another path with kgmem\.restore"):
        Folder(tmp_path).check()


def test_meta_names_what_is_wrong_in_it(folder):
    values = {"int": 1, "str": "x", "bool": True}
    whole = {name: values.get(kind) for name, kind in Meta.__annotations__.items() if kind in values}
    folder.meta.write_text(json.dumps(whole))
    assert folder.read_meta().engine == "x"
    for changed, message in (
        (whole | {"colour": "red"}, "holds unknown fields colour; restore it from a backup"),
        ({k: v for k, v in whole.items() if k != "engine"}, "misses engine; restore it from a backup"),
        (whole | {"dim": "3"}, "holds wrong values for dim; restore it from a backup"),
    ):
        folder.meta.write_text(json.dumps(changed))
        with pytest.raises(CorruptError, match=message):
            folder.read_meta()
