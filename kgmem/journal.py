"""The write-ahead journal: one checksummed row per write, on disk before the graph hears of it.

A row holds the resolved write set, so that the graph can be made from it without an extractor, an
encoder or a clock, and what was told, so that a memory can be made that never heard some of it. Its
state tells what became of it: `prepared` (on disk, graph not yet known to have it), `applied` (in the
graph) or `rejected` (the graph refused it; replay skips it).

Beside the rows lie notes: a copy of meta.json, the key and the marks of what was erased, receipts.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kgmem import schema
from kgmem.errors import CorruptError, StoreError
from kgmem.schema import WriteSet
from kgmem.temporal import Micros

_SCHEMA = """
CREATE TABLE IF NOT EXISTS write(
    seq INTEGER PRIMARY KEY,
    verb TEXT NOT NULL,
    recorded INTEGER NOT NULL,
    format INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('prepared', 'applied', 'rejected')),
    checksum TEXT NOT NULL,
    body TEXT NOT NULL,
    error TEXT NOT NULL DEFAULT '',
    told TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX IF NOT EXISTS write_recorded ON write(recorded);
CREATE TABLE IF NOT EXISTS note(
    kind TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (kind, name)
) STRICT;
"""


@dataclass(frozen=True, slots=True)
class JournalRow:
    seq: int
    verb: str
    recorded: Micros
    state: str
    write: WriteSet
    told: str = "[]"
    """JSON of what was told (kgmem/telling.py). Rows of store format 1 have nothing here."""


class Journal:
    """`journal.sqlite` of one memory. Every method either returns with its effect on disk or raises."""

    def __init__(self, path: Path, *, read_only: bool = False, untouched: bool = False) -> None:
        """Open or make it. read_only: beside a writer of another process, and nothing is made; untouched: not even the
        files SQLite shares with other processes, where nobody writes now.

        Raises CorruptError when it cannot be read.
        """
        self.path = path
        try:
            if read_only:
                how = "immutable=1" if untouched and not path.with_name(f"{path.name}-wal").exists() else "mode=ro"
                self._db = sqlite3.connect(f"{path.as_uri()}?{how}", uri=True, check_same_thread=False)
            else:
                self._db = sqlite3.connect(path, check_same_thread=False)
                self._make()
            self._db.text_factory = _text
            self._db.execute("SELECT count(*) FROM write").fetchone()
            self._columns = {row[1] for row in self._db.execute("PRAGMA table_info(write)")}
            self._db.execute("SELECT seq, verb, recorded, format, state, checksum, body FROM write LIMIT 0")
        except (sqlite3.Error, OSError) as error:
            raise CorruptError(f"{path} cannot be read as a journal ({_reason(error)})") from None
        self._settled: list[int] = []  # applied rows whose state is written with the next transaction

    def _make(self) -> None:
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("PRAGMA secure_delete=ON")
        self._db.executescript(_SCHEMA)
        if "told" not in {row[1] for row in self._db.execute("PRAGMA table_info(write)")}:
            self._db.execute("ALTER TABLE write ADD COLUMN told TEXT NOT NULL DEFAULT '[]'")

    def prepare(self, verb: str, recorded: Micros, write: WriteSet, told: str = "[]") -> int:
        """Put a write on disk and return its sequence number."""
        body = write.to_json()
        with self._transaction():
            self._settle()
            cursor = self._db.execute(
                "INSERT INTO write(verb, recorded, format, state, checksum, body, told) "
                "VALUES (?, ?, ?, 'prepared', ?, ?, ?)",
                (verb, recorded, schema.FORMAT, _checksum(verb, recorded, body, told), body, told),
            )
        seq = cursor.lastrowid
        assert seq is not None
        return seq

    def withdraw(self, seq: int) -> None:
        """Take a row out again that the graph never had: what it tells cannot be kept after all."""
        with self._transaction():
            self._settle()
            self._db.execute("DELETE FROM write WHERE seq = ? AND state = 'prepared'", (seq,))
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # its text leaves the disk too

    def drop_words(self, episodes: Mapping[str, Micros]) -> None:
        """Take the words of these episodes, given with their recorded times, out of the rows that made them, for good:
        the row after them says that they are dropped."""
        found = self._db.execute(
            "SELECT seq, verb, recorded, format, body, told FROM write "
            "WHERE recorded IN (SELECT value FROM json_each(?)) AND state <> 'rejected'",
            (json.dumps(sorted(set(episodes.values()))),),
        ).fetchall()
        with self._transaction():
            self._settle()
            for seq, verb, recorded, version, body, told in found:
                write = WriteSet.from_json(body)
                rows = [row for row in write.nodes.get("Episode", ()) if row["id"] in episodes]
                for row in rows:
                    row.update(text="", caption="")
                if rows:
                    body = write.to_json()
                    checksum = _checksum(verb, recorded, body, told if version > 1 else None)
                    self._db.execute("UPDATE write SET body = ?, checksum = ? WHERE seq = ?", (body, checksum, seq))
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def applied(self, seq: int) -> None:
        """Note that the graph has this row. Lazy: the graph's own Commit(seq) node is the proof."""
        self._settled.append(seq)

    def reject(self, seq: int, error: str) -> None:
        """Note that the graph refused this row, so that replay leaves it out."""
        with self._transaction():
            self._settle()
            self._db.execute("UPDATE write SET state = 'rejected', error = ? WHERE seq = ?", (error, seq))

    def unsettled(self) -> list[int]:
        """Numbers of rows of which it is not known what became of them."""
        self.flush()
        return [seq for (seq,) in self._db.execute("SELECT seq FROM write WHERE state = 'prepared' ORDER BY seq")]

    def last(self) -> int:
        """The highest sequence number of any row, 0 without one."""
        return int(self._db.execute("SELECT coalesce(max(seq), 0) FROM write").fetchone()[0])

    def last_recorded(self) -> Micros:
        """The latest recorded time of any row, 0 without one."""
        return int(self._db.execute("SELECT coalesce(max(recorded), 0) FROM write").fetchone()[0])

    def rows(self, *, after: int = 0) -> Iterator[JournalRow]:
        """Rows that are not rejected, in order. Raises CorruptError at the first that fails its checksum."""
        try:
            for seq, row in self._read(after):
                if row is None:
                    raise CorruptError(f"row {seq} of {self.path} fails its checksum; run `kgmem repair`")
                yield row
        except sqlite3.Error as error:
            raise CorruptError(f"{self.path} cannot be read ({_reason(error)}); run `kgmem repair`") from None

    def calls(self, *verbs: str, at: Collection[Micros] | None = None) -> list[tuple[Micros, str]]:
        """When calls of these verbs were recorded (`at` one of these times, or ever), and what they told, in order."""
        wanted, params = f"verb IN ({', '.join('?' * len(verbs))}) AND state <> 'rejected'", list(verbs)
        if at is not None:
            wanted, params = f"{wanted} AND recorded IN (SELECT value FROM json_each(?))", [*verbs, json.dumps([*at])]
        query = f"SELECT recorded, told FROM write WHERE {wanted} ORDER BY seq"
        return [(recorded, told) for recorded, told in self._db.execute(query, params)]

    def writes_of(self, table: str) -> Iterator[WriteSet]:
        """Of the rows that write nodes of this table, what they write, in order; for a table no older format has."""
        found = f'%"{table}":[{{"id":%'
        query = "SELECT body FROM write WHERE body LIKE ? AND state <> 'rejected' ORDER BY seq"
        for (body,) in self._db.execute(query, (found,)):
            yield WriteSet.from_json(body)

    def whole_rows(self) -> Iterator[JournalRow]:
        """Those rows that pass their checksum, as far as the file can be read."""
        try:
            yield from (row for _, row in self._read(0) if row is not None)
        except sqlite3.Error:
            return

    def damage(self) -> str:
        """What is wrong with the file in words, "" when every row passes its checksum."""
        try:
            broken = [seq for seq, row in self._read(0) if row is None]
            answer = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.Error as error:
            return _reason(error)
        if broken:
            return f"{len(broken)} rows fail their checksum, the first is {broken[0]}"
        return "" if answer == "ok" else str(answer)

    def _read(self, after: int) -> Iterator[tuple[int, JournalRow | None]]:
        told_column = "told" if "told" in self._columns else "'[]'"
        cursor = self._db.execute(
            f"SELECT seq, verb, recorded, format, state, checksum, body, {told_column} FROM write "
            "WHERE seq > ? AND state <> 'rejected' ORDER BY seq",
            (after,),
        )
        for seq, verb, recorded, version, state, checksum, body, told in cursor:
            if checksum != _checksum(verb, recorded, body, told if version > 1 else None):
                yield seq, None
            else:
                write = schema.upgraded(WriteSet.from_json(body), version)
                yield seq, JournalRow(seq, verb, recorded, state, write, told)

    def sequence_numbers(self) -> list[int]:
        """Numbers of the rows that are not rejected, ascending."""
        return [seq for (seq,) in self._db.execute("SELECT seq FROM write WHERE state <> 'rejected' ORDER BY seq")]

    def counts(self) -> dict[str, int]:
        """How many rows are in each state."""
        self.flush()
        return dict(self._db.execute("SELECT state, count(*) FROM write GROUP BY state"))

    # --- notes ----------------------------------------------------------------------------------

    def note(self, kind: str, name: str, body: str) -> None:
        """Keep a note; one of the same kind and name is replaced."""
        self.note_all(kind, {name: body})

    def note_all(self, kind: str, notes: Mapping[str, str]) -> None:
        """Keep many notes of one kind at once."""
        with self._transaction():
            rows = [(kind, name, body) for name, body in notes.items()]
            self._db.executemany("INSERT OR REPLACE INTO note(kind, name, body) VALUES (?, ?, ?)", rows)

    def notes(self, kind: str) -> dict[str, str]:
        """Notes of a kind by name, in order of name; {} in a store of format 1."""
        try:
            return dict(self._db.execute("SELECT name, body FROM note WHERE kind = ? ORDER BY name", (kind,)))
        except sqlite3.Error:
            return {}

    def keep(self, other: Journal, kinds: Iterable[str]) -> None:
        """Take over all notes of these kinds from another journal."""
        for kind in kinds:
            self.note_all(kind, other.notes(kind))

    def copy(self, path: Path) -> None:
        """A consistent copy in a new file, made while this one is in use. Raises StoreError without space."""
        self.flush()
        try:
            target = sqlite3.connect(path)
            try:
                self._db.backup(target)
                target.execute("PRAGMA journal_mode=DELETE")
            finally:
                target.close()
        except sqlite3.Error as error:
            raise StoreError(f"the journal could not be copied to {path} ({error}); free disk space") from error

    # --- states ---------------------------------------------------------------------------------

    def flush(self) -> None:
        """Write the states noted by `applied`."""
        if self._settled:
            with self._transaction():
                self._settle()

    def close(self) -> None:
        try:
            self.flush()
        finally:
            self._db.close()

    def _settle(self) -> None:
        self._db.executemany("UPDATE write SET state = 'applied' WHERE seq = ?", [(s,) for s in self._settled])
        self._settled.clear()

    def _transaction(self) -> _Transaction:
        return _Transaction(self._db, self.path)


class _Transaction:
    """Commits on success, rolls back on error, and names the journal when the disk is the trouble."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self._db, self._path = db, path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is None:
            try:
                self._db.commit()
            except sqlite3.Error as failure:
                self._db.rollback()
                error = failure
        else:
            self._db.rollback()
        if isinstance(error, sqlite3.Error):
            raise StoreError(
                f"the journal {self._path} could not be written ({error}); nothing was stored: "
                "free disk space or check the permissions, then try again"
            ) from error


def _text(stored: bytes) -> str:
    """Damaged bytes are read, too: the checksum tells that they are."""
    return stored.decode("utf-8", "replace")


def _reason(error: Exception) -> str:
    """What went wrong, without the stored text that SQLite puts into some messages."""
    return f"{type(error).__name__}: {str(error).split(' with text')[0][:120]}"


def _checksum(verb: str, recorded: Micros, body: str, told: str | None) -> str:
    """Over everything a row says; rows of store format 1 had nothing told."""
    parts = [verb, str(recorded), body, *([] if told is None else [told])]
    return hashlib.blake2b("\x1f".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
