"""Many readers at once, or one writer: so that a reader never sees half of a write."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Gate:
    """A waiting writer goes before new readers, so that readers cannot starve it. A thread that is
    reading may read again; one that writes may read and write again."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._readers = 0
        self._waiting = 0
        self._writer = 0  # ident of the thread that writes, 0 for none
        self._mine = threading.local()

    @contextmanager
    def reading(self) -> Iterator[None]:
        depth = getattr(self._mine, "depth", 0)
        me = threading.get_ident()
        if depth or self._writer == me:
            self._mine.depth = depth + 1
            try:
                yield
            finally:
                self._mine.depth = depth
            return
        with self._changed:
            while self._writer or self._waiting:
                self._changed.wait()
            self._readers += 1
        self._mine.depth = 1
        try:
            yield
        finally:
            self._mine.depth = 0
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    @property
    def is_read_here(self) -> bool:
        """True for a thread inside `reading` or `writing`."""
        return bool(getattr(self._mine, "depth", 0)) or self._writer == threading.get_ident()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Wait until nobody reads. A thread inside `reading` must not ask for this."""
        me = threading.get_ident()
        if self._writer == me:
            yield
            return
        with self._changed:
            self._waiting += 1
            try:
                while self._writer or self._readers:
                    self._changed.wait()
                self._writer = me
            finally:
                self._waiting -= 1
                self._changed.notify_all()  # should waiting be broken off, the readers behind it go on
        try:
            yield
        finally:
            with self._changed:
                self._writer = 0
                self._changed.notify_all()
