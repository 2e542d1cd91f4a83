"""The one door to the graph engine: a graph on disk, written in transactions, read by checked statements.

The engine is kuzu or its maintained fork ladybug. Shapes are the ones measured safe for both
(docs/design/0001-engine.md): rows are created, never merged; edges in bulk go by the two-step form;
relationships are deleted one by one; nothing is validated inside a transaction that could have been
validated before it; no checkpoint ever runs on the live file.
"""

from __future__ import annotations

import csv
import importlib
import importlib.util
import json
import logging
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kgmem import schema
from kgmem.errors import InvalidArgument, QueryError, StoreError
from kgmem.gate import Gate
from kgmem.schema import Fold, Row, WriteSet

log = logging.getLogger("kgmem")

BUFFER_POOL = 256 << 20
ADDRESS_SPACE = 1 << 36
"""Per open database. The engine's default of 8 TiB lets only about 16 be open in one process."""
CHECKPOINT_AT = 16 << 20
"""Bytes of write-ahead log after which closing checkpoints a copy and swaps it in."""
SINGLE_ROWS = 6
"""Up to so many rows of a table go one by one; more go in one UNWIND, which scans the key column."""
SPARE = 8 << 20
"""Bytes that must be free beyond what is about to be written: a full disk aborts the engine's process."""
LOCK_WAITS = 30
"""Tenths of a second to wait for the engine's own lock on a file."""
SUMS = "sums.json"
"""Beside the files of a generation that was closed cleanly: {file name: [size, crc32]}; absent while open."""


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine module, the name of its graph file, what to install, and its own options for opening."""

    module: str
    file: str
    package: str
    options: Mapping[str, Any] = field(default_factory=dict)
    between: str = ""
    """Runs between two runs of one statement: ladybug 0.22 keeps the plan of the last one, and with it what
    it filtered away, so that a chain whose first edge is filtered drops and invents rows."""


ENGINES = {
    "kuzu": Engine("kuzu", "graph.kuzu", "kuzu==0.11.3"),
    "ladybug": Engine(
        "ladybug",
        "graph.lbug",
        "kgmem[ladybug]",
        # a torn end of the log is dropped, as kuzu does: the journal brings it back
        {"throw_on_wal_replay_failure": False, "enable_checksums": True},
        between="RETURN 1",
    ),
}

_PARAMETER = re.compile(r"\$(\w+)")
_SILENT = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|//[^\n]*|/\*.*?\*/", re.DOTALL)
_INTERNAL = frozenset({"_ID", "_LABEL", "_SRC", "_DST", "_NODES", "_RELS"})
_CSV = "HEADER=false, PARALLEL=false, DELIM=',', QUOTE='\"', ESCAPE='\"', NULL_STRINGS=['\\u0000']"


class Store:
    """The graph in `folder`, one generation of which is current; see `Store.open`."""

    trusted: bool
    """The generation is new, or its files were, before this opening, byte for byte those of a clean close."""

    def __init__(self, folder: Path, generation: str, *, engine: str = "kuzu", trusted: bool = False) -> None:
        self.folder, self.generation, self.engine, self.trusted = folder, generation, engine, trusted
        self._module = engine_module(engine)
        self._prepared: dict[str, Any] = {}
        self._last = ""  # the prepared statement that ran last
        self._lock = threading.RLock()
        self._gate = Gate()  # ad hoc queries read; closing and reopening write
        self._database: Any = None
        self._connection: Any = None
        self._connect()

    # --- life -----------------------------------------------------------------------------------

    @classmethod
    def open(cls, folder: Path, *, engine: str = "kuzu") -> Store:
        """Open the current generation; a new folder gets an empty one.

        Raises StoreError when the engine cannot open it. A graph whose files are not those of a clean
        close is first opened in a child process, because damaged files can crash the opener.
        """
        engine_module(engine)
        with _system_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if not (folder / "CURRENT").exists():
                store = cls.create(folder, engine=engine)
                store.make_current()
                return store
            path = _current_path(folder, ENGINES[engine].file)
            trusted = _sums_match(path.parent)
            if not trusted:
                _child(engine, "probe", path)
            require_space(folder, SPARE)
            (path.parent / SUMS).unlink(missing_ok=True)
            return cls(folder, path.parent.name, engine=engine, trusted=trusted)

    @staticmethod
    def is_whole(folder: Path, *, engine: str = "kuzu") -> bool:
        """True when a child process can open and read the current generation.

        Raises StoreError when the engine is not installed, or another process has the graph open: it may
        be sound.
        """
        known = installed_engine(engine)
        try:
            _child(engine, "probe", _current_path(folder, known.file))
        except StoreError as error:
            if "set lock" in str(error):
                raise  # another process has it open
            return False
        return True

    @classmethod
    def create(cls, folder: Path, *, engine: str = "kuzu") -> Store:
        """A new empty generation with all tables, not yet current."""
        engine_module(engine)
        with _system_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            require_space(folder, SPARE)
            generation = _next_generation(folder)
            (folder / generation).mkdir()
            (folder / generation / ENGINES[engine].file).write_bytes(_blank(engine))
            store = cls(folder, generation, engine=engine, trusted=True)
        for statement in schema.statements():
            store.run(statement)
        return store

    def make_current(self) -> None:
        """Swap this generation in atomically; a kill before or after leaves one of the two."""
        make_current(self.folder, self.generation)

    @property
    def path(self) -> Path:
        return self.folder / self.generation / ENGINES[self.engine].file

    def close(self, *, checkpoint_at: int = CHECKPOINT_AT) -> None:
        """Close; when the write-ahead log has grown past `checkpoint_at` bytes, fold it in first.

        The checkpoint runs in a child process on a copy, which then becomes the current generation: a
        kill at any moment leaves the old files whole. Running queries are waited for.
        """
        with self._lock, self._gate.writing():
            if self._database is None:
                return
            self._disconnect()
            if self.log_size() > checkpoint_at:
                self._checkpoint_copy()
            try:
                _write_sums(self.path.parent)
            except OSError as error:
                log.warning("the graph was closed without sums; the next opening checks it: %s", error)

    def checkpoint(self) -> None:
        """Fold the write-ahead log in now, as a close does, and go on; queries and writes wait meanwhile."""
        with self._lock, self._gate.writing():
            self._open_connection()
            if not self.log_size():
                return
            self._disconnect()
            try:
                self._checkpoint_copy()
            finally:
                self._connect()

    def _is_current(self, generation: str) -> bool:
        try:
            return _current_name(self.folder) == generation
        except StoreError:
            return False

    def log_size(self) -> int:
        """Bytes of the engine's write-ahead log."""
        return log_size_of(self.path)

    def _checkpoint_copy(self) -> None:
        """Checkpoint a copy of the closed files and swap it in; whatever fails, the old ones stay."""
        if not self._is_current(self.generation):
            return
        copy = self.folder / _next_generation(self.folder)
        try:
            size = sum(file.stat().st_size for file in self.path.parent.iterdir())
            require_space(self.folder, 3 * size + SPARE)
            shutil.copytree(self.path.parent, copy)
            _child(self.engine, "checkpoint", copy / self.path.name)
            for file in copy.iterdir():
                sync_path(file)
            sync_path(copy)
            write_atomically(self.folder / "CURRENT", copy.name.encode())
        except (OSError, StoreError) as error:
            log.warning("the graph goes on without a checkpoint: %s", error)
            if not self._is_current(copy.name):
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
        """Connect, waiting a little for a lock: the process that held it may be dying."""
        for waited in range(LOCK_WAITS + 1):
            try:
                self._connect_once()
                return
            except (RuntimeError, IndexError) as error:
                self._database = self._connection = None
                if "set lock" not in str(error) or waited == LOCK_WAITS:
                    raise StoreError(f"the graph {self.path} cannot be opened: {error}") from error
            time.sleep(0.1)

    def _connect_once(self) -> None:
        self._database = self._module.Database(
            str(self.path),
            buffer_pool_size=BUFFER_POOL,
            max_num_threads=2,
            max_db_size=ADDRESS_SPACE,
            auto_checkpoint=False,
            **ENGINES[self.engine].options,
        )
        self._connection = self._new_connection()

    def _new_connection(self) -> Any:
        connection = self._module.Connection(self._database)
        connection.execute("CALL force_checkpoint_on_close=false").close()
        return connection

    def _disconnect(self) -> None:
        self._prepared.clear()
        self._connection.close()
        self._database.close()
        self._connection = self._database = None

    def _reconnect(self) -> None:
        """Close and open again: after a rollback kuzu 0.11.3 mistakes later writes for conflicts."""
        with self._gate.writing():
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
            elif cypher == self._last and (between := ENGINES[self.engine].between):
                connection.execute(between).close()
            self._last = cypher
            return _rows(connection.execute(statement, params))

    def query(
        self, cypher: str, params: Mapping[str, Any], *, limit: int, timeout: float
    ) -> tuple[tuple[str, ...], list[tuple[Any, ...]], bool]:
        """Run a checked read-only statement on a connection of its own, beside writes and other queries.

        It sees what was committed when it began. Returns column names, at most `limit` rows, and whether
        more were there. `timeout` in seconds.
        """
        with self._gate.reading(), _engine_errors(timeout):
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

    def apply(self, seq: int, write: WriteSet, ready: Callable[[], object] = tuple) -> None:
        """Write everything and Commit(seq) in one transaction, or nothing. `ready` is called before it counts; whatever
        it raises stops the write.

        Raises StoreError when the engine refuses; the graph is then as before and open again.
        """
        steps = list(_steps(write))  # every row is fitted to its table before the transaction begins
        rows = (row for _, params in steps for row in params.get("rows", (params,)))
        with self._lock:
            self._open_connection()
            require_space(self.folder, SPARE + 2 * _weight(rows))
            try:
                self.run("BEGIN TRANSACTION")
                for cypher, params in steps:
                    self.run(cypher, **params)
                self.run("CREATE (:Commit {seq: $seq})", seq=seq)
                ready()
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
        """Fill an empty generation by bulk COPY. Raises StoreError; the generation is then of no use."""
        everything = (row for held in (*fold.nodes.values(), *fold.edges.values()) for row in held.values())
        require_space(self.folder, SPARE + 2 * _weight(everything))
        with _system_errors(self.folder), self._lock, tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            file = Path(scratch) / "rows.csv"
            for name, rows in fold.nodes.items():
                table = schema.NODES[name]
                self._copy(name, file, (schema.fitted(table.columns, row) for row in rows.values()), "")
            for key, edges in fold.edges.items():
                edge, source, target = schema.edge_parts(key)
                ends = (("src", schema.STRING), ("dst", schema.STRING), *edge.columns)
                pair = f", FROM='{source}', TO='{target}'" if len(edge.pairs) > 1 else ""
                self._copy(edge.name, file, (schema.fitted(ends, row) for row in edges.values()), pair)
            if self.log_size():  # ladybug 0.22 logs no rows of a COPY: closed as it is, it would lose them all
                self.run("CHECKPOINT")

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
    """An engine value without its internal ids. ladybug writes their names in capitals; ours are small."""
    if isinstance(value, dict):
        if "_LABEL" in value or "_NODES" in value:
            value = {name.lower() if name in _INTERNAL else name: part for name, part in value.items()}
        if "_nodes" in value:
            return [_plain(part) for part in value["_nodes"]], [_plain(part) for part in value["_rels"]]
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


def known_engine(name: str) -> Engine:
    if name not in ENGINES:
        raise InvalidArgument(f"there is no engine {name!r}; the engines are {', '.join(ENGINES)}")
    return ENGINES[name]


def installed_engine(name: str) -> Engine:
    engine = known_engine(name)
    if importlib.util.find_spec(engine.module) is None:
        raise StoreError(f"the engine {name} is not installed: pip install '{engine.package}'")
    return engine


def engine_module(name: str) -> Any:
    """Import an engine. Raises StoreError when it is not installed, or when the other one is loaded."""
    engine = installed_engine(name)
    for other in ENGINES.values():
        if other is not engine and other.module in sys.modules:
            raise StoreError(
                f"{engine.module} cannot be used in a process that has loaded {other.module}: together they crash. "
                "Open this memory in another process, or with isolate=True"
            )
    return importlib.import_module(engine.module)


def require_space(folder: Path, need: int) -> None:
    """Raise StoreError unless the disk of `folder` has `need` bytes free.

    kuzu 0.11.3 aborts the whole process when the disk fills while it writes, so this is asked before.
    """
    with _system_errors(folder):
        free = shutil.disk_usage(folder).free
    if free < need:
        raise StoreError(
            f"the disk is full: {folder} has {free >> 20} MB free, {(need >> 20) + 1} MB are needed; "
            "free some space and try again"
        )


def _weight(rows: Iterable[Row]) -> int:
    """About how many bytes rows take in the engine's log or file, rather too many."""
    return sum(1000 + sum(3 * len(value) for value in row.values() if isinstance(value, str)) for row in rows)


@contextmanager
def _system_errors(folder: Path) -> Iterator[None]:
    """The operating system's errors as StoreError."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise StoreError(
            f"the graph folder {folder} cannot be used: {reason}; free space or mend permissions"
        ) from error


def _next_generation(folder: Path) -> str:
    taken = [int(path.name[1:]) for path in folder.glob("g*") if path.name[1:].isdigit()]
    return f"g{max(taken, default=0) + 1}"


def _current_name(folder: Path) -> str:
    """The generation that CURRENT names. Raises StoreError when it cannot be read."""
    try:
        return (folder / "CURRENT").read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        raise StoreError(f"{folder / 'CURRENT'} cannot be read; kgmem rebuilds the graph from the journal") from error


def log_size_of(path: Path) -> int:
    try:
        return path.with_name(f"{path.name}.wal").stat().st_size
    except OSError:
        return 0


def make_current(folder: Path, generation: str) -> None:
    """Swap a generation in atomically; a kill before or after leaves one of the two."""
    with _system_errors(folder):
        sync_path(folder / generation)
        write_atomically(folder / "CURRENT", generation.encode())


def _current_path(folder: Path, file: str) -> Path:
    """The graph file of the generation that CURRENT names. Raises StoreError when there is none."""
    path = folder / _current_name(folder) / file
    if not path.is_file():
        raise StoreError(f"the graph {path} is missing; kgmem rebuilds it from the journal")
    return path


def _sums(folder: Path) -> dict[str, list[int]]:
    """Size and crc32 of every engine file of a generation."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith(SUMS):
            continue
        size = crc = 0
        with path.open("rb") as file:
            while part := file.read(1 << 20):
                size, crc = size + len(part), zlib.crc32(part, crc)
        found[path.name] = [size, crc]
    return found


def _write_sums(folder: Path) -> None:
    write_atomically(folder / SUMS, json.dumps(_sums(folder)).encode())


def _sums_match(folder: Path) -> bool:
    """False when a file differs from, is missing in or was added since the last clean close, or there was none."""
    try:
        return bool(json.loads((folder / SUMS).read_bytes()) == _sums(folder))
    except (OSError, ValueError):
        return False


@cache
def _blank(engine: str) -> bytes:
    """An empty graph. Made elsewhere, since the engine fills its pages up with whatever the heap holds."""
    with tempfile.TemporaryDirectory(prefix="kgmem-blank-") as place:
        path = Path(place) / ENGINES[engine].file
        _child(engine, "blank", path)
        return path.read_bytes()


def clean_heap() -> dict[str, str]:
    """The environment of a process that writes graph files: glibc hands its memory out zeroed there, so that
    the parts of a page that the engine leaves as they were hold nothing that was in memory before."""
    return {**os.environ, "MALLOC_PERTURB_": "255"}


def _child(engine: str, command: str, path: Path) -> None:
    """Run `child.py` on a graph. Raises StoreError when it fails or crashes."""
    script = Path(__file__).with_name("child.py")
    known = known_engine(engine)
    done = subprocess.run(
        [sys.executable, "-P", str(script), known.module, command, str(path), json.dumps(known.options)],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env=clean_heap(),
    )
    if done.returncode != 0:
        named = [line for line in done.stderr.splitlines() if re.match(r"\w*Error: ", line)]
        reason = named[-1] if named else f"it ended with code {done.returncode}"
        raise StoreError(f"the graph {path} failed its {command} in a child process: {reason}")


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file so that a kill leaves the old or the new content, never a part."""
    beside = path.with_name(f"{path.name}.new")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    sync_path(path.parent)


def sync_path(path: Path) -> None:
    """Have a file or folder safely on disk. Not for a file that the engine has open: it would lose its lock."""
    if os.name == "nt" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
