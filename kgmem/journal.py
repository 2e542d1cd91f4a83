"""The write-ahead journal: one checksummed row per write, on disk before the graph hears of it.

A row holds the resolved write set, so that replaying it needs no extractor, no encoder and no clock.
Its state tells what became of it: `prepared` (on disk, graph not yet known to have it), `applied`
(in the graph) or `rejected` (the graph refused it; replay skips it).
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
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
    error TEXT NOT NULL DEFAULT ''
) STRICT
"""


@dataclass(frozen=True, slots=True)
class JournalRow:
    seq: int
    verb: str
    recorded: Micros
    state: str
    write: WriteSet


class Journal:
    """`journal.sqlite` of one memory. Every method either returns with its effect on disk or raises."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._db = sqlite3.connect(path, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            self._db.execute("PRAGMA secure_delete=ON")
            self._db.execute(_SCHEMA)
            self._db.execute("SELECT count(*) FROM write").fetchone()
        except sqlite3.Error as error:
            raise CorruptError(
                f"{path} cannot be read as a journal ({error}); restore it from a backup: "
                "everything else can be rebuilt from it"
            ) from error
        self._settled: list[int] = []  # applied rows whose state is written with the next transaction

    def prepare(self, verb: str, recorded: Micros, write: WriteSet) -> int:
        """Put a write on disk and return its sequence number."""
        body = write.to_json()
        with self._transaction():
            self._settle()
            cursor = self._db.execute(
                "INSERT INTO write(verb, recorded, format, state, checksum, body) VALUES (?, ?, ?, 'prepared', ?, ?)",
                (verb, recorded, schema.FORMAT, _checksum(verb, recorded, body), body),
            )
        seq = cursor.lastrowid
        assert seq is not None
        return seq

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

    def last_recorded(self) -> Micros:
        """The latest recorded time of any row, 0 without one."""
        return int(self._db.execute("SELECT coalesce(max(recorded), 0) FROM write").fetchone()[0])

    def rows(self, *, after: int = 0) -> Iterator[JournalRow]:
        """Rows that are not rejected, in order. Raises CorruptError at the first that fails its checksum."""
        cursor = self._db.execute(
            "SELECT seq, verb, recorded, format, state, checksum, body FROM write "
            "WHERE seq > ? AND state <> 'rejected' ORDER BY seq",
            (after,),
        )
        for seq, verb, recorded, version, state, checksum, body in cursor:
            if checksum != _checksum(verb, recorded, body):
                raise CorruptError(f"row {seq} of {self.path} fails its checksum; restore the journal from a backup")
            yield JournalRow(seq, verb, recorded, state, schema.upgraded(WriteSet.from_json(body), version))

    def sequence_numbers(self) -> list[int]:
        """Numbers of the rows that are not rejected, ascending."""
        return [seq for (seq,) in self._db.execute("SELECT seq FROM write WHERE state <> 'rejected' ORDER BY seq")]

    def counts(self) -> dict[str, int]:
        """How many rows are in each state."""
        self.flush()
        return dict(self._db.execute("SELECT state, count(*) FROM write GROUP BY state"))

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


def _checksum(verb: str, recorded: Micros, body: str) -> str:
    return hashlib.blake2b(f"{verb}\x1f{recorded}\x1f{body}".encode(), digest_size=16).hexdigest()
