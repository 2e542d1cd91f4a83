"""Who may use a memory, and when: one writer at a time, many readers, and nobody after it was closed.

Reading verbs build on `ReadAccess`: a memory has them, and so has a view of it from some time. Writing verbs build on
`Access`.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, tzinfo
from pathlib import Path
from types import FunctionType
from typing import Any

from kgmem import temporal
from kgmem.arguments import checked_name, checked_text
from kgmem.errors import ClosedError, InvalidArgument
from kgmem.holdings import Holdings
from kgmem.llm import LLM
from kgmem.observing import Observer
from kgmem.ontology import Ontology
from kgmem.question import NOW, Clocks
from kgmem.records import Extractor
from kgmem.redact import Policy
from kgmem.snapshot import Snapshot, SnapshotInfo
from kgmem.temporal import Clock, Micros

When = str | datetime | date

UNCOUNTED = frozenset("at close metrics session tally".split())
"""Public methods that are no verbs of memory."""
KEEP_EVERY = 60.0
"""Seconds after which the numbers of what happened are written to disk again."""


def _counted(verb: Callable[..., Any]) -> Callable[..., Any]:
    """The verb, its calls counted among the numbers of its memory."""
    name = verb.__name__

    @functools.wraps(verb)
    def called(memory: ReadAccess, /, *args: Any, **kwargs: Any) -> Any:
        with memory._held.metrics.call(name):
            found = verb(memory, *args, **kwargs)
        memory._held.keep_metrics(every=KEEP_EVERY)
        return found

    return called


class ReadAccess:
    """What is held of a memory, and the way in that its reading verbs take.

    Every public method of a class made from it is a verb: its calls, errors and seconds are counted.
    """

    _held: Holdings | Snapshot
    _ontology: Ontology
    _zone: tzinfo | None
    _clock: Clock
    _pid: int

    def __init_subclass__(cls, *, counted: bool = True) -> None:
        """counted: False for a class whose verbs call those of another memory, which counts them."""
        super().__init_subclass__()
        for name, method in list(vars(cls).items()) if counted else ():
            if isinstance(method, FunctionType) and not name.startswith("_") and name not in UNCOUNTED:
                setattr(cls, name, _counted(method))

    @property
    def path(self) -> Path:
        return self._held.folder.path

    @property
    def llm(self) -> LLM | None:
        """The language model given when the memory was opened; its `usage` tells what it was asked, and the cost."""
        return self._held.llm

    @contextmanager
    def _open_here(self) -> Iterator[None]:
        """Check that this process may use the memory."""
        if os.getpid() != self._pid:
            raise ClosedError("this process was forked after the memory was opened; open it anew here")
        self._check_open()
        yield

    def _check_open(self) -> None:
        if self._held.closed:
            raise ClosedError(f"the memory {self._held.folder.path} is closed; open it again")

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Hold off writes from being shown for one call, so that all of it sees one state."""
        with self._open_here():
            self._held.hide_expired(self._clock)
        with self._held.gate.reading():
            self._check_open()  # it may have been closed while this waited
            yield

    def _bound(self, value: When | None, name: str) -> Micros | None:
        return temporal.parse_bound(value, self._zone, name=name)

    def _clocks(self, as_of: When | None, known_at: When | None) -> Clocks:
        """From when a verb looks: what it was given, else the present of memory and any time of the world."""
        known = self._bound(known_at, "known_at")
        return Clocks(self._bound(as_of, "as_of"), NOW if known is None else known)


class Access(ReadAccess):
    """An open memory, and the ways into it that its verbs take."""

    def __init__(
        self,
        held: Holdings | Snapshot,
        extractor: Extractor,
        words: Ontology,
        zone: tzinfo | None,
        clock: Clock,
    ) -> None:
        self._held, self._ontology, self._zone = held, words, zone
        last = held.journal.last_recorded() if isinstance(held, Holdings) else held.info.recorded
        self._clock = _never_back(clock, last)
        self._observer = Observer(held, extractor) if isinstance(held, Holdings) else None
        self._policy = Policy.from_dict(held.meta.redaction)
        self._writing = held.writing if isinstance(held, Holdings) else threading.RLock()
        self._pid = os.getpid()

    @property
    def snapshot(self) -> SnapshotInfo | None:
        """Of a read-only memory: up to which write it shows, and when that was read; else None."""
        return self._held.info if isinstance(self._held, Snapshot) else None

    def refresh(self) -> None:
        """Read a read-only memory anew; a writing one is always up to date."""
        with self._open_here():
            if isinstance(self._held, Snapshot):
                self._held.refresh(temporal.now())

    @contextmanager
    def _still(self) -> Iterator[Holdings | Snapshot]:
        """Hold off writers for one call: for reading the journal itself. Other readers go on."""
        with self._open_here(), self._writing:
            self._check_open()
            yield self._held

    @contextmanager
    def _written(self) -> Iterator[Holdings]:
        """Be the one writer for one call. Readers go on meanwhile."""
        with self._still() as held:
            if isinstance(held, Snapshot):
                raise InvalidArgument("the memory was opened with read_only=True; open it without to write")
            held.recover()
            yield held

    def _observing(self) -> Observer:
        assert self._observer is not None  # only a snapshot has none, and it is never written
        return self._observer

    def _name(self, value: Any, what: str, *, longest: int = 200) -> str:
        return checked_name(value, what, longest=longest, policy=self._policy)

    def _text(self, value: Any, what: str) -> str:
        return checked_text(value, what, policy=self._policy)


def _never_back(clock: Clock, last: Micros) -> Clock:
    """The clock, except that it never reads earlier than it did: recorded times only grow."""
    latest = last

    def read() -> Micros:
        nonlocal latest
        latest = max(latest, clock())
        return latest

    return read
