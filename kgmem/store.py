"""The one door to Kùzu: a graph on disk, written in transactions, read by checked statements.

Shapes are the ones measured safe for kuzu 0.11.3 (docs/design/0001-engine.md): rows are created, never
merged; edges in bulk go by the two-step form; relationships are deleted one by one; nothing is
validated inside a transaction that could have been validated before it; no checkpoint ever runs on the
live file.
"""

from __future__ import annotations

import csv
import importlib
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kgmem import schema
from kgmem.errors import InvalidArgument, QueryError, StoreError
from kgmem.schema import Fold, Row, WriteSet

log = logging.getLogger("kgmem")

BUFFER_POOL = 256 << 20
ADDRESS_SPACE = 1 << 36
"""Per open database. The engine's default of 8 TiB lets only about 16 be open in one process."""
CHECKPOINT_AT = 16 << 20
"""Bytes of write-ahead log after which closing checkpoints a copy and swaps it in."""
SINGLE_ROWS = 6
"""Up to so many rows of a table go one by one; more go in one UNWIND, which scans the key column."""

_PARAMETER = re.compile(r"\$(\w+)")
_SILENT = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|//[^\n]*|/\*.*?\*/", re.DOTALL)
_CSV = "HEADER=false, PARALLEL=false, DELIM=',', QUOTE='\"', ESCAPE='\"', NULL_STRINGS=['\\u0000']"


class Store:
    """The graph in `folder`, one generation of which is current; see `Store.open`."""

    def __init__(self, folder: Path, generation: str, *, engine: str = "kuzu") -> None:
        self.folder, self.generation, self.engine = folder, generation, engine
        self._kuzu = importlib.import_module(engine)
        self._prepared: dict[str, Any] = {}
        self._lock = threading.RLock()
        self._connect()

    # --- life -----------------------------------------------------------------------------------

    @classmethod
    def open(cls, folder: Path, *, engine: str = "kuzu") -> Store:
        """Open the current generation; a new folder gets an empty one.

        Raises StoreError when the engine cannot open it. After an unclean end the graph is first
        opened in a child process, because a damaged log can crash the opener.
        """
        folder.mkdir(parents=True, exist_ok=True)
        current = folder / "CURRENT"
        if not current.exists():
            store = cls.create(folder, engine=engine)
            store.make_current()
            return store
        path = _current_path(folder)
        unclean = folder / "unclean"
        if unclean.exists():
            _child(engine, "probe", path)
        unclean.touch()  # before connecting: should the engine crash here, the next opening probes first
        return cls(folder, path.parent.name, engine=engine)

    @staticmethod
    def is_whole(folder: Path, *, engine: str = "kuzu") -> bool:
        """True when a child process can open and read the current generation."""
        try:
            _child(engine, "probe", _current_path(folder))
        except StoreError:
            return False
        return True

    @classmethod
    def create(cls, folder: Path, *, engine: str = "kuzu") -> Store:
        """A new empty generation with all tables, not yet current."""
        folder.mkdir(parents=True, exist_ok=True)
        taken = [int(p.name[1:]) for p in folder.glob("g*") if p.name[1:].isdigit()]
        generation = f"g{max(taken, default=0) + 1}"
        (folder / generation).mkdir()
        store = cls(folder, generation, engine=engine)
        for statement in schema.statements():
            store.run(statement)
        return store

    def make_current(self) -> None:
        """Swap this generation in atomically; a kill before or after leaves one of the two."""
        (self.folder / "unclean").touch()
        write_atomically(self.folder / "CURRENT", self.generation.encode())

    @property
    def path(self) -> Path:
        return self.folder / self.generation / "graph.kuzu"

    def close(self, *, checkpoint_at: int = CHECKPOINT_AT) -> None:
        """Close; when the write-ahead log has grown past `checkpoint_at` bytes, fold it in first.

        The checkpoint runs in a child process on a copy, which then becomes the current generation: a
        kill at any moment leaves the old files whole.
        """
        with self._lock:
            if self._database is None:
                return
            self._disconnect()
        wal = self.path.with_suffix(".kuzu.wal")
        if wal.exists() and wal.stat().st_size > checkpoint_at:
            self._checkpoint_copy()
        (self.folder / "unclean").unlink(missing_ok=True)

    def _checkpoint_copy(self) -> None:
        copy = self.folder / f"g{int(self.generation[1:]) + 1}"
        try:
            if copy.exists():
                shutil.rmtree(copy)
            shutil.copytree(self.path.parent, copy)
            _child(self.engine, "checkpoint", copy / "graph.kuzu")
            for file in copy.iterdir():
                _sync(file)
            _sync(copy)
            write_atomically(self.folder / "CURRENT", copy.name.encode())
        except (OSError, StoreError) as error:
            log.warning("the graph was closed without a checkpoint: %s", error)
            shutil.rmtree(copy, ignore_errors=True)
            return
        old, self.generation = self.path.parent, copy.name
        shutil.rmtree(old, ignore_errors=True)

    def remove_other_generations(self) -> None:
        """Delete leftovers of interrupted swaps."""
        for path in self.folder.glob("g*"):
            if path.name != self.generation and path.is_dir():
                shutil.rmtree(path, ignore_errors=True)

    def _connect(self) -> None:
        try:
            self._database = self._kuzu.Database(
                str(self.path),
                buffer_pool_size=BUFFER_POOL,
                max_num_threads=2,
                max_db_size=ADDRESS_SPACE,
                auto_checkpoint=False,
            )
            self._connection = self._new_connection()
        except (RuntimeError, IndexError) as error:
            raise StoreError(f"the graph {self.path} cannot be opened: {error}") from error

    def _new_connection(self) -> Any:
        connection = self._kuzu.Connection(self._database)
        connection.execute("CALL force_checkpoint_on_close=false").close()
        return connection

    def _disconnect(self) -> None:
        self._prepared.clear()
        self._connection.close()
        self._database.close()
        self._connection = self._database = None

    def _reconnect(self) -> None:
        """Close and open again: after a rollback kuzu 0.11.3 mistakes later writes for conflicts."""
        self._disconnect()
        self._connect()

    # --- reading --------------------------------------------------------------------------------

    def run(self, cypher: str, **params: Any) -> list[tuple[Any, ...]]:
        """Run one statement and return all rows.

        Parameter names must match the statement's exactly (an unbound one would match every row).
        Raises InvalidArgument for a mismatch and QueryError when the engine refuses.
        """
        wanted = set(_PARAMETER.findall(_SILENT.sub("", cypher)))
        if wanted != set(params):
            missing, extra = sorted(wanted - set(params)), sorted(set(params) - wanted)
            raise InvalidArgument(f"statement parameters do not match: missing {missing}, not used {extra}")
        with self._lock, _engine_errors():
            connection = self._open_connection()
            if not params:
                return _rows(connection.execute(cypher))
            statement = self._prepared.get(cypher)
            if statement is None:
                statement = self._prepared[cypher] = connection._prepare(cypher)
            return _rows(connection.execute(statement, params))

    def query(
        self, cypher: str, params: Mapping[str, Any], *, limit: int, timeout: float
    ) -> tuple[tuple[str, ...], list[tuple[Any, ...]], bool]:
        """Run a checked read-only statement on a connection of its own.

        Returns column names, at most `limit` rows, and whether more were there. `timeout` in seconds.
        """
        with self._lock, _engine_errors(timeout):
            self._open_connection()
            connection = self._new_connection()
            try:
                connection.set_query_timeout(max(1, int(timeout * 1000)))
                connection.execute("BEGIN TRANSACTION READ ONLY").close()
                result = connection.execute(cypher, dict(params) or None)
                if isinstance(result, list):
                    for part in result:
                        part.close()
                    raise InvalidArgument("one statement at a time; split the query")
                try:
                    rows: list[tuple[Any, ...]] = []
                    while result.has_next() and len(rows) <= limit:
                        rows.append(tuple(_plain(value) for value in result.get_next()))
                    return tuple(result.get_column_names()), rows[:limit], len(rows) > limit
                finally:
                    result.close()
            finally:
                connection.close()

    def _open_connection(self) -> Any:
        if self._connection is None:
            raise StoreError("the graph is closed")
        return self._connection

    # --- writing --------------------------------------------------------------------------------

    def apply(self, seq: int, write: WriteSet) -> None:
        """Write everything and Commit(seq) in one transaction, or nothing.

        Raises StoreError when the engine refuses; the graph is then as before and open again.
        """
        steps = list(_steps(write))  # every row is fitted to its table before the transaction begins
        with self._lock:
            self._open_connection()
            try:
                self.run("BEGIN TRANSACTION")
                for cypher, params in steps:
                    self.run(cypher, **params)
                self.run("CREATE (:Commit {seq: $seq})", seq=seq)
                self.run("COMMIT")
            except BaseException as error:
                if "checkpoint" in str(error).lower() and self.holds(seq):
                    return
                self._reconnect()
                if isinstance(error, QueryError):
                    raise StoreError(f"the graph refused write {seq}: {error}") from error
                raise

    def holds(self, seq: int) -> bool:
        """True when the journal row of this number is in the graph."""
        return bool(self.run("MATCH (c:Commit {seq: $seq}) RETURN c.seq", seq=seq))

    def commits(self) -> list[int]:
        """Sequence numbers of the journal rows this graph holds, ascending."""
        return [seq for (seq,) in self.run("MATCH (c:Commit) RETURN c.seq ORDER BY c.seq")]

    def load(self, fold: Fold) -> None:
        """Fill an empty generation by bulk COPY."""
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            file = Path(scratch) / "rows.csv"
            for name, rows in fold.nodes.items():
                table = schema.NODES[name]
                self._copy(name, file, (schema.fitted(table.columns, row) for row in rows.values()), "")
            for key, edges in fold.edges.items():
                edge, source, target = schema.edge_parts(key)
                ends = (("src", schema.STRING), ("dst", schema.STRING), *edge.columns)
                pair = f", FROM='{source}', TO='{target}'" if len(edge.pairs) > 1 else ""
                self._copy(edge.name, file, (schema.fitted(ends, row) for row in edges.values()), pair)

    def _copy(self, table: str, file: Path, rows: Iterator[Row], pair: str) -> None:
        with file.open("w", newline="", encoding="utf-8") as out:
            writer = csv.writer(out, quoting=csv.QUOTE_ALL)
            count = 0
            for count, row in enumerate(rows, 1):  # noqa: B007
                writer.writerow(row.values())
        if count:
            source = str(file).replace("\\", "/").replace("'", "\\'")
            self.run(f"COPY {table} FROM '{source}' ({_CSV}{pair})")

    # --- counting -------------------------------------------------------------------------------

    def counts(self) -> dict[str, int]:
        """Rows per node and edge table."""
        found = {name: self.run(f"MATCH (n:{name}) RETURN count(n)")[0][0] for name in schema.NODES}
        found |= {name: self.run(f"MATCH ()-[e:{name}]->() RETURN count(e)")[0][0] for name in schema.EDGES}
        return found


def _steps(write: WriteSet) -> Iterator[tuple[str, dict[str, Any]]]:
    """The statements of a write set, in order, with fitted parameters."""
    for name, rows in write.nodes.items():
        columns = schema.NODES[name].columns
        yield from _by_size(
            [schema.fitted(columns, row) for row in rows],
            f"CREATE (:{name} {{{_assign(columns, '$')}}})",
            f"UNWIND $rows AS r CREATE (:{name} {{{_assign(columns, 'r.')}}})",
        )
    for name, rows in write.sets.items():
        table = schema.NODES[name]
        for row in rows:
            changed = [column for column in table.columns if column[0] in row and column[0] != table.key]
            values = schema.fitted([*changed, (table.key, schema.STRING)], row)
            sets = ", ".join(f"n.{column} = ${column}" for column, _ in changed)
            yield f"MATCH (n:{name} {{{table.key}: ${table.key}}}) SET {sets}", values
    for key, rows in write.cuts.items():
        edge, source, target = schema.edge_parts(key)
        columns = tuple(column for column in edge.columns if column[0] in edge.key)
        where = "".join(f" AND e.{column} = ${column}" for column, _ in columns)
        for row in rows:
            yield (
                f"MATCH (a:{source})-[e:{edge.name}]->(b:{target}) WHERE a.id = $src AND b.id = $dst{where} DELETE e",
                schema.fitted((("src", schema.STRING), ("dst", schema.STRING), *columns), row),
            )
    for key, rows in write.edges.items():
        edge, source, target = schema.edge_parts(key)
        ends = (("src", schema.STRING), ("dst", schema.STRING), *edge.columns)
        carried = "".join(f", r.{column} AS {column}" for column, _ in edge.columns)
        names = "".join(f", {column}" for column, _ in edge.columns)
        yield from _by_size(
            [schema.fitted(ends, row) for row in rows],
            f"MATCH (a:{source} {{id: $src}}) MATCH (b:{target} {{id: $dst}}) "
            f"CREATE (a)-[:{edge.name} {{{_assign(edge.columns, '$')}}}]->(b)",
            f"UNWIND $rows AS r WITH r.src AS src, r.dst AS dst{carried} "
            f"MATCH (a:{source}) WHERE a.id = src WITH a, dst{names} "
            f"MATCH (b:{target}) WHERE b.id = dst "
            f"CREATE (a)-[:{edge.name} {{{_assign(edge.columns, '')}}}]->(b)",
        )


def _by_size(rows: list[Row], single: str, bulk: str) -> Iterator[tuple[str, dict[str, Any]]]:
    if len(rows) <= SINGLE_ROWS:
        for row in rows:
            yield single, row
    else:
        yield bulk, {"rows": rows}


def _assign(columns: Sequence[tuple[str, str]], prefix: str) -> str:
    return ", ".join(f"{name}: {prefix}{name}" for name, _ in columns)


def _rows(result: Any) -> list[tuple[Any, ...]]:
    """All rows of a result, which is closed here: one that outlives its database crashes the engine."""
    try:
        rows = []
        while result.has_next():
            rows.append(tuple(result.get_next()))
        return rows
    finally:
        result.close()


def _plain(value: Any) -> Any:
    """An engine value without its internal ids."""
    if isinstance(value, dict):
        if "_nodes" in value or "_rels" in value:
            return [_plain(part) for part in value.get("_nodes", [])], [_plain(part) for part in value.get("_rels", [])]
        if "_label" in value:  # a node or edge: columns of other tables come as None
            return {k: v for k, v in value.items() if v is not None and k not in ("_id", "_src", "_dst")}
        return {name: _plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return value


@contextmanager
def _engine_errors(timeout: float | None = None) -> Iterator[None]:
    """The engine's bare RuntimeErrors as QueryError, first line only."""
    try:
        yield
    except RuntimeError as error:
        text = str(error).strip().split("\n")[0]
        if "Interrupted" in text and timeout is not None:
            raise QueryError(
                f"the query was stopped after {timeout:g} s; narrow it, add LIMIT, or pass a longer timeout"
            ) from error
        raise QueryError(text) from error


def _current_path(folder: Path) -> Path:
    """The graph file that CURRENT names. Raises StoreError when there is none."""
    try:
        path = folder / (folder / "CURRENT").read_text(encoding="ascii").strip() / "graph.kuzu"
    except (OSError, ValueError) as error:
        raise StoreError(f"{folder / 'CURRENT'} cannot be read; kgmem rebuilds the graph from the journal") from error
    if not path.is_file():
        raise StoreError(f"the graph {path} is missing; kgmem rebuilds it from the journal")
    return path


def _child(engine: str, command: str, path: Path) -> None:
    """Run `child.py` on a graph. Raises StoreError when it fails or crashes."""
    script = Path(__file__).with_name("child.py")
    done = subprocess.run(
        [sys.executable, "-P", str(script), engine, command, str(path)],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode != 0:
        reason = done.stderr.strip().rsplit("\n", 1)[-1] or f"it ended with code {done.returncode}"
        raise StoreError(f"the graph {path} failed its {command} in a child process: {reason}")


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file so that a kill leaves the old or the new content, never a part."""
    beside = path.with_name(f"{path.name}.new")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
