"""The graph engine in a process of its own: its faults end that process, not this one.

`StoreProcess` has the verbs of `Store`. The real store lives in a child; requests and replies are pickled
frames on its pipes. When the child dies, the next call starts another. Reading is then asked again;
a write is asked again only when the graph does not hold it.
"""

from __future__ import annotations

import logging
import os
import queue
import re
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import IO, Any

from kgmem.errors import KgmemError, QueryError, StoreError
from kgmem.gate import Gate
from kgmem.pipes import received, replies, send, started, watch
from kgmem.schema import Fold, WriteSet
from kgmem.store import CHECKPOINT_AT, ENGINES, Store, clean_heap, known_engine, log_size_of, make_current

log = logging.getLogger("kgmem")

GRACE = 2.0
"""Seconds beyond its time limit after which a query that the engine did not stop costs its process."""
_LOGGED = 0  # number of a frame that answers no request: something to log
_WRITES = re.compile(r"\b(CREATE|MERGE|SET|DELETE|DROP|ALTER|COPY|BEGIN|COMMIT|ROLLBACK|CHECKPOINT)\b", re.IGNORECASE)


class StoreProcess:
    """A Store whose engine runs elsewhere; made by `open` or `create`."""

    trusted: bool

    def __init__(self, folder: Path, engine: str, verb: str) -> None:
        known_engine(engine)
        self.folder, self.engine = folder, engine
        self._lock = threading.RLock()
        self._gate = Gate()  # queries read; checkpointing and closing, which make them wait, write
        self._closed = False
        self._child = self._started(verb)
        self.generation, self.trusted = self._child.generation, self._child.trusted
        self._current = verb == "open"

    # --- life -----------------------------------------------------------------------------------

    @classmethod
    def open(cls, folder: Path, *, engine: str = "kuzu") -> StoreProcess:
        return cls(folder, engine, "open")

    @classmethod
    def create(cls, folder: Path, *, engine: str = "kuzu") -> StoreProcess:
        return cls(folder, engine, "create")

    @staticmethod
    def is_whole(folder: Path, *, engine: str = "kuzu") -> bool:
        return Store.is_whole(folder, engine=engine)

    @property
    def path(self) -> Path:
        return self.folder / self.generation / ENGINES[self.engine].file

    def log_size(self) -> int:
        return log_size_of(self.path)

    def make_current(self) -> None:
        make_current(self.folder, self.generation)
        self._current = True

    def remove_other_generations(self) -> None:
        self._once("remove_other_generations")

    def checkpoint(self) -> None:
        with self._gate.writing():
            self._once("checkpoint")

    def close(self, *, checkpoint_at: int = CHECKPOINT_AT) -> None:
        with self._gate.writing(), self._lock:
            if self._closed:
                return
            self._closed = True
            try:
                self._child.ask("close", checkpoint_at=checkpoint_at).result()
            except _Ended:
                log.warning("the graph engine's process had ended before the close; the next opening checks the graph")
            finally:
                self._child.end()

    def _started(self, verb: str) -> _Child:
        child = _Child()
        try:
            child.ask(verb, self.folder, self.engine).result()
        except _Ended as error:
            raise StoreError(f"the graph in {self.folder} cannot be opened: {error}") from error
        except BaseException:
            child.end()
            raise
        return child

    def _running(self) -> _Child:
        """The child, or a new one when it has died."""
        with self._lock:
            if self._closed:
                raise StoreError("the graph is closed")
            if self._child.has_ended:
                if not self._current:
                    raise StoreError("the process that made this new graph has ended; make it once more")
                self._child = self._started("open")
            return self._child

    def _ask(self, verb: str, /, *args: Any, _timeout: float | None = None, **options: Any) -> Any:
        child = self._running()
        asked = child.ask(verb, *args, **options)
        try:
            result = asked.result(_timeout)
        except TimeoutError:
            child.end()
            raise
        self.generation = child.generation
        return result

    def _once(self, verb: str, /, *args: Any, **options: Any) -> Any:
        try:
            return self._ask(verb, *args, **options)
        except _Ended as error:
            raise StoreError(f"{verb} of the graph did not finish: {error}; try again") from error

    def _twice(self, verb: str, /, *args: Any, **options: Any) -> Any:
        """For what only reads: when its process ends meanwhile, ask a new one."""
        try:
            return self._ask(verb, *args, **options)
        except _Ended:
            return self._once(verb, *args, **options)

    # --- reading and writing --------------------------------------------------------------------

    def run(self, cypher: str, **params: Any) -> list[tuple[Any, ...]]:
        ask = self._once if _WRITES.search(cypher) else self._twice
        rows: list[tuple[Any, ...]] = ask("run", cypher, **params)
        return rows

    def query(
        self, cypher: str, params: Mapping[str, Any], *, limit: int, timeout: float
    ) -> tuple[tuple[str, ...], list[tuple[Any, ...]], bool]:
        """As `Store.query`; one that the engine does not stop in time is stopped by ending its process."""
        with self._gate.reading():
            try:
                found: tuple[tuple[str, ...], list[tuple[Any, ...]], bool] = self._ask(
                    "query", cypher, dict(params), _timeout=timeout + GRACE, limit=limit, timeout=timeout
                )
            except TimeoutError as error:
                raise QueryError(
                    f"the query was stopped after {timeout:g} s; narrow it, add LIMIT, or pass a longer timeout"
                ) from error
            except _Ended as error:
                raise QueryError(f"the query did not finish: {error}; rewrite it, or try again") from error
            return found

    def apply(self, seq: int, write: WriteSet, ready: Callable[[], object] = tuple) -> None:
        """As `Store.apply`. When the process dies over it, a new one is asked whether the write is there."""
        ready()
        for _ in range(2):
            try:
                self._ask("apply", seq, write)
            except _Ended as error:
                ended = error
                if self.holds(seq):
                    return
            else:
                return
        raise StoreError(f"the graph refused write {seq}: {ended}, twice") from ended

    def holds(self, seq: int) -> bool:
        return bool(self._twice("holds", seq))

    def commits(self) -> list[int]:
        found: list[int] = self._twice("commits")
        return found

    def load(self, fold: Fold) -> None:
        self._once("load", fold)

    def counts(self) -> dict[str, int]:
        found: dict[str, int] = self._twice("counts")
        return found


class _Ended(Exception):
    """The child has died, with what is known of how."""


class _Child:
    """The parent's end of a child process: requests out, replies in, in any order."""

    def __init__(self) -> None:
        self.generation, self.trusted, self._ended = "", False, False
        try:
            self._process = started("store_process", clean_heap())
        except OSError as error:
            raise StoreError(f"no process to keep the graph in could be started: {error}") from error
        self._sending = threading.Lock()
        self._waiting: dict[int, Future[Any]] = {}  # request number -> who waits for its reply
        self._asked = _LOGGED
        self._listener = threading.Thread(target=self._listen, name="kgmem-store", daemon=True)
        self._listener.start()

    @property
    def has_ended(self) -> bool:
        return self._ended or self._process.poll() is not None

    def ask(self, verb: str, /, *args: Any, **options: Any) -> Future[Any]:
        asked: Future[Any] = Future()
        with self._sending:
            self._asked += 1
            self._waiting[self._asked] = asked
            assert self._process.stdin is not None
            try:
                send(self._process.stdin, (self._asked, verb, args, options))
            except (OSError, ValueError):
                self._process.kill()
            if self._ended:
                self._fail_all()
        return asked

    def end(self) -> None:
        """Kill it, whatever it does: nothing that it committed is lost."""
        self._process.kill()
        self._listener.join()

    def _listen(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        while (reply := received(self._process.stdout)) is not None:
            number, value, error, self.generation, self.trusted = reply
            if number == _LOGGED:
                log.log(*value)
                continue
            asked = self._waiting.pop(number)
            if error is None:
                asked.set_result(value)
            else:
                asked.set_exception(error)
        self._process.kill()
        self._process.wait()
        with self._sending:
            self._ended = True
            self._fail_all()
            try:
                self._process.stdin.close()
            except OSError:
                log.debug("the graph engine's process left a request unread")
        self._process.stdout.close()

    def _fail_all(self) -> None:
        while self._waiting:
            _, asked = self._waiting.popitem()
            asked.set_exception(_Ended(f"the graph engine's process ended with code {self._process.returncode}"))


def serve() -> None:
    """The child's end: answer requests until the parent closes the pipe or is gone.

    Queries run in threads of their own; everything else in order.
    """
    threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
    served = _Served(replies())
    logging.getLogger("kgmem").addHandler(served)
    in_order: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def work() -> None:
        while True:
            served.answer(*in_order.get())

    threading.Thread(target=work, daemon=True).start()
    while (request := received(sys.stdin.buffer)) is not None:
        if request[1] == "query":
            threading.Thread(target=served.answer, args=request, daemon=True).start()
        else:
            in_order.put(request)
    os._exit(0)  # at once, also in the middle of a write, which is then undone: nobody waits for it


class _Served(logging.Handler):
    """The store in the child; as a log handler it sends what is logged there to the parent."""

    def __init__(self, replies: IO[bytes]) -> None:
        super().__init__()
        self._replies = replies
        self._replying = threading.Lock()
        self._store: Store | None = None

    def answer(self, number: int, verb: str, args: tuple[Any, ...], options: dict[str, Any]) -> None:
        try:
            if verb in ("open", "create"):
                folder, engine = args
                self._store = getattr(Store, verb)(folder, engine=engine)
                value: Any = None
            else:
                value = getattr(self._store, verb)(*args, **options)
        except KgmemError as error:
            self._reply(number, None, error)
        except BaseException as error:  # noqa: BLE001 - whatever it is, somebody waits for the reply
            self._reply(number, None, StoreError(f"{verb} failed in the graph engine's process: {error!r}"))
        else:
            self._reply(number, value, None)

    def emit(self, record: logging.LogRecord) -> None:
        self._reply(_LOGGED, (record.levelno, "%s", record.getMessage()), None)

    def _reply(self, number: int, value: Any, error: Exception | None) -> None:
        state = (self._store.generation, self._store.trusted) if self._store else ("", False)
        with self._replying:
            send(self._replies, (number, value, error, *state))
