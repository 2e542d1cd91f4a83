"""Many memories under one root, one per owner; a handle reaches its owner's data and no other's."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote, unquote

from kgmem.errors import ClosedError, InvalidArgument
from kgmem.memory import Memory

MAX_OPEN = 50
LONGEST_OWNER = 80


class Hub:
    """A folder of memories. The least recently used are closed when more than `max_open` are open."""

    def __init__(self, root: str | os.PathLike[str], *, max_open: int = MAX_OPEN, **options: Any) -> None:
        self._root, self._max_open, self._options = Path(root), max_open, options
        self._open: OrderedDict[str, Memory] = OrderedDict()
        self._lock = threading.RLock()
        self._closed = False

    @classmethod
    def open(cls, root: str | os.PathLike[str], *, max_open: int = MAX_OPEN, **options: Any) -> Hub:
        """Open a root folder; `options` are those of `Memory.open`, for every memory in it."""
        if isinstance(max_open, bool) or not isinstance(max_open, int) or max_open < 1:
            raise InvalidArgument(f"max_open must be a whole number from 1, not {max_open!r}")
        return cls(root, max_open=max_open, **options)

    def memory(self, owner: str) -> Memory:
        """The memory of one owner, made when it is new.

        The owner is any text of up to 80 characters; "Ana" and "ana" are two owners. Raises
        InvalidArgument without one: a missing scope never widens it.
        """
        if not isinstance(owner, str) or not owner.strip():
            raise InvalidArgument("owner is missing; name whose memory it is, such as hub.memory('ana')")
        if len(owner) > LONGEST_OWNER or any(ord(sign) < 32 for sign in owner):
            raise InvalidArgument(f"owner must be up to {LONGEST_OWNER} characters without control signs")
        with self._lock:
            if self._closed:
                raise ClosedError("the hub is closed; open it again")
            if owner in self._open:
                self._open.move_to_end(owner)
                return self._open[owner]
            while len(self._open) >= self._max_open:
                self._open.popitem(last=False)[1].close()
            memory = self._open[owner] = Memory.open(self._root / folder_name(owner), **self._options)
            return memory

    def owners(self) -> list[str]:
        """Owners that have a memory here, by name."""
        if not self._root.is_dir():
            return []
        return sorted(owner_name(path.name) for path in self._root.iterdir() if (path / "meta.json").is_file())

    def close(self) -> None:
        with self._lock:
            self._closed = True
            while self._open:
                self._open.popitem()[1].close()

    def __enter__(self) -> Hub:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def folder_name(owner: str) -> str:
    """A folder name for an owner, one to one, safe on every file system: upper case and signs escaped.

    "Ana" -> "%41na", so that it differs from "ana" where case is folded; "../x" cannot leave the root.
    """
    escaped = quote(owner, safe="abcdefghijklmnopqrstuvwxyz0123456789_-")
    plain = "".join(
        f"%{ord(sign):02X}" if len(sign) == 1 and (sign.isupper() or sign in ".~") else sign for sign in _units(escaped)
    )
    return f"m-{plain}"


def _units(escaped: str) -> list[str]:
    """The escaped text with each %XX in one piece."""
    units, at = [], 0
    while at < len(escaped):
        size = 3 if escaped[at] == "%" else 1
        units.append(escaped[at : at + size])
        at += size
    return units


def owner_name(folder: str) -> str:
    return unquote(folder.removeprefix("m-"))
