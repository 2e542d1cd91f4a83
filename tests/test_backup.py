"""Backups: made while the memory is in use, whole or refused, and restored to what the memory was."""

import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kgmem import CorruptError, InvalidArgument, Memory, NotAStore, StoreError, VersionError, backup, restore
from kgmem.folder import Folder, Meta
from kgmem.journal import Journal
from kgmem.schema import FORMAT, WriteSet
from tests.fakes import HashEncoder

ROOT = Path(__file__).parent.parent
FILES = ["index/vectors.log", "journal.sqlite", "meta.json"]
META = Meta(
    **{
        name: {"int": FORMAT, "str": "kuzu"}[kind]
        for name, kind in Meta.__annotations__.items()
        if kind in ("int", "str")
    }
)


def write(journal, number):
    part = WriteSet()
    part.node("Session", {"id": f"s{number}", "started": 0, "ended": 0})
    journal.applied(journal.prepare("observe", number, part))


@pytest.fixture
def folder(tmp_path):
    folder = Folder(tmp_path / "m")
    folder.prepare()
    folder.write_meta(META)
    folder.vectors.write_bytes(b"vectors")
    return folder


@pytest.fixture
def journal(folder):
    journal = Journal(folder.journal)
    for number in range(3):
        write(journal, number)
    yield journal
    journal.close()


@pytest.fixture
def saved(folder, journal, tmp_path):
    backup.backup(folder, journal, META, tmp_path / "saved")
    return tmp_path / "saved"


def test_a_restored_memory_is_the_memory_that_was_saved(opened, tmp_path):
    memory = opened("m", timezone="Europe/Lisbon")
    memory.observe("The ferry leaves at nine.", speaker="Ana", at="2026-01-01T00:00:00Z")
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2026-01-01T00:00:00Z")
    manifest = memory.backup(tmp_path / "saved")
    memory.observe("Too late for the backup.", at="2026-01-02T00:00:00Z")
    assert (manifest.rows, manifest.last_seq, manifest.engine) == (2, 2, memory.stats()["engine"].split()[0])
    assert sorted(file.name for file in manifest.files)[1:] == FILES
    assert backup.verify(tmp_path / "saved") == []
    assert restore(tmp_path / "saved", tmp_path / "again") == manifest
    encoder = HashEncoder()
    again = opened("again", encoder=encoder)
    assert [episode.text for episode in again.episodes()] == ["The ferry leaves at nine."]
    assert again.facts() == memory.facts()
    assert again.stats()["timezone"] == "Europe/Lisbon"
    assert encoder.encoded == []  # vectors came along
    assert again.check() == []


def test_a_backup_is_no_memory(saved):
    with pytest.raises(NotAStore, match=r"is a backup; restore it to another path with kgmem\.restore"):
        Memory.open(saved, encoder=HashEncoder())


@pytest.mark.parametrize("name", FILES)
def test_every_damaged_file_is_named_and_nothing_is_restored(saved, tmp_path, name):
    file = saved / "memory" / name
    whole = file.read_bytes()
    flipped = bytes([whole[0] ^ 1]) + whole[1:]
    for content, finding in (
        (flipped, f"{name} fails its checksum"),
        (whole[:-1], f"{name} has {len(whole) - 1} bytes instead of {len(whole)}"),
        (None, f"{name} is missing"),
    ):
        file.unlink() if content is None else file.write_bytes(content)
        assert backup.verify(saved) == [finding]
        with pytest.raises(CorruptError, match=f"is damaged: {name} .*; use another backup"):
            backup.restore(saved, tmp_path / "again")
        assert not (tmp_path / "again").exists()
    file.write_bytes(whole)
    assert backup.verify(saved) == []


def test_a_manifest_that_was_changed_or_is_missing_is_refused(saved, tmp_path):
    manifest = saved / "manifest.json"
    whole = manifest.read_text()
    for text in (whole.replace('"rows": 3', '"rows": 4'), whole[:-9], "[]", "{}"):
        manifest.write_text(text)
        assert "manifest.json is damaged" in backup.verify(saved)[0]
        with pytest.raises(CorruptError, match="use another backup"):
            backup.restore(saved, tmp_path / "again")
    manifest.unlink()
    with pytest.raises(NotAStore, match=r"it is no backup \(it was not finished; delete it\)"):
        backup.restore(saved, tmp_path / "again")
    with pytest.raises(NotAStore, match="it is no backup; name the folder of one"):
        backup.restore(tmp_path, tmp_path / "again")


def test_a_manifest_cannot_name_other_files(saved, tmp_path):
    (tmp_path / "thesis").write_text("words")
    held = backup.read_manifest(saved)
    stray = backup.FileSum("../../thesis", 5, "0" * 64)
    changed = backup.Manifest(**{**{n: getattr(held, n) for n in held.__slots__}, "files": (stray,)})
    (saved / "manifest.json").write_bytes(changed.to_json())
    assert backup.verify(saved) == [
        "manifest.json does not list journal.sqlite",
        "manifest.json does not list meta.json",
        "manifest.json lists '../../thesis', which belongs to no backup",
    ]


def test_a_backup_of_a_newer_format_is_refused(saved, tmp_path):
    manifest = saved / "manifest.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"format": FORMAT + 1}))
    with pytest.raises(VersionError, match=f"store format {FORMAT + 1}, this kgmem reads up to {FORMAT}; upgrade"):
        backup.restore(saved, tmp_path / "again")


def test_a_backup_goes_to_a_new_or_empty_folder_outside_the_memory(folder, journal, tmp_path):
    for target, message in (
        (folder.path / "saved", "lies in the memory itself"),
        (folder.index / ".." / "saved", "lies in the memory itself"),
        (folder.path, "is not empty"),
        (tmp_path, "is not empty"),
        (folder.meta, "is a file or a link"),
    ):
        with pytest.raises(InvalidArgument, match=message):
            backup.backup(folder, journal, META, target)
    (tmp_path / "link").symlink_to(folder.path)
    with pytest.raises(InvalidArgument, match="lies in the memory itself"):
        backup.backup(folder, journal, META, tmp_path / "link" / "saved")
    assert backup.known_backups(folder) == []
    (tmp_path / "empty").mkdir()
    assert backup.backup(folder, journal, META, tmp_path / "empty").rows == 3


def test_a_memory_is_restored_to_a_new_or_empty_folder(saved, tmp_path):
    with pytest.raises(InvalidArgument, match="is not empty"):
        backup.restore(saved, tmp_path / "m")
    with pytest.raises(InvalidArgument, match="lies in the backup itself"):
        backup.restore(saved, saved / "again")
    (tmp_path / "again").mkdir()
    (tmp_path / "again.restoring").mkdir()
    (tmp_path / "again.restoring" / "journal.sqlite").write_text("of a restore that was killed")
    backup.restore(saved, tmp_path / "again")
    assert not (tmp_path / "again.restoring").exists()
    assert Folder(tmp_path / "again").read_meta() == META
    (tmp_path / "third.restoring").mkdir()
    (tmp_path / "third.restoring" / "thesis").touch()
    with pytest.raises(NotAStore, match="holds other things"):
        backup.restore(saved, tmp_path / "third")


def test_a_backup_during_writes_ends_at_a_whole_write(folder, journal, tmp_path):
    turn, stop = threading.Lock(), threading.Event()

    def writer():
        number = 3
        while not stop.is_set():
            with turn:
                write(journal, number)
            number += 1

    thread = threading.Thread(target=writer)
    thread.start()
    try:
        for round_ in range(5):
            with turn:  # as Memory.backup does
                manifest = backup.backup(folder, journal, META, tmp_path / f"saved{round_}")
            assert backup.verify(tmp_path / f"saved{round_}") == []
            copy = Journal(tmp_path / f"saved{round_}" / "memory" / "journal.sqlite", read_only=True)
            assert [row.seq for row in copy.rows()] == list(range(1, manifest.rows + 1))
            copy.close()
    finally:
        stop.set()
        thread.join()


def test_a_damaged_journal_gives_no_backup(folder, journal, tmp_path):
    journal._db.execute("UPDATE write SET body = '{}' WHERE seq = 2")
    journal._db.commit()
    with pytest.raises(CorruptError, match="so no backup was made; run `kgmem repair` first"):
        backup.backup(folder, journal, META, tmp_path / "saved")
    assert not (tmp_path / "saved").exists()
    assert backup.known_backups(folder) == []


def test_a_full_disk_is_named_before_anything_is_written(folder, journal, tmp_path):
    with folder.vectors.open("r+b") as file:
        file.truncate(shutil.disk_usage(tmp_path).free)  # sparse: it takes no space itself
    with pytest.raises(StoreError, match=r"MB are free at .* and \d+ MB needed; free space or use another disk"):
        backup.backup(folder, journal, META, tmp_path / "saved")
    assert not (tmp_path / "saved").exists()


DIE = """
import os, sys
from kgmem.backup import backup
from kgmem.folder import Folder
from kgmem.journal import Journal

class Dying(Journal):
    def copy(self, path):
        super().copy(path)
        os._exit(9)

folder = Folder(sys.argv[1])
backup(folder, Dying(folder.journal), folder.read_meta(), sys.argv[2])
"""


def test_a_kill_in_the_middle_leaves_no_manifest_and_the_memory_whole(folder, journal, tmp_path):
    done = subprocess.run([sys.executable, "-c", DIE, folder.path, tmp_path / "saved"], cwd=ROOT, check=False)
    assert done.returncode == 9
    assert [row.seq for row in journal.rows()] == [1, 2, 3]
    with pytest.raises(NotAStore, match="it was not finished; delete it"):
        backup.restore(tmp_path / "saved", tmp_path / "again")
    (place,) = backup.known_backups(folder)
    assert (place.path, place.manifest) == (tmp_path / "saved", "")
    assert tmp_path / "saved" / "memory" / "journal.sqlite" in place.files()


def test_a_memory_knows_its_backups(folder, journal, saved, tmp_path, caplog):
    backup.backup(folder, journal, META, tmp_path / "second")
    assert [place.path for place in backup.known_backups(folder)] == [saved, tmp_path / "second"]
    assert all(len(place.manifest) == 64 and len(place.files()) == 5 for place in backup.known_backups(folder))
    shutil.move(tmp_path / "second", tmp_path / "moved")
    assert [bool(place.files()) for place in backup.known_backups(folder)] == [True, False]
    backup.restore(tmp_path / "moved", tmp_path / "again")
    again = Folder(tmp_path / "again")
    assert [place.path for place in backup.known_backups(again)] == [saved, tmp_path / "second", tmp_path / "moved"]
    again.backups.write_text("{")
    with pytest.raises(CorruptError, match="move it away: kgmem then knows of no earlier backup"):
        backup.known_backups(again)
    backup.backup(again, journal, META, tmp_path / "third")
    assert [place.path for place in backup.known_backups(again)] == [tmp_path / "third"]
    assert caplog.messages == ["backups.json is damaged and was set aside as set-aside/backups.json-1"]
