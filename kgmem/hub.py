"""Many memories under one root, one per owner; a handle reaches its owner's data and no other's.

An owner is whoever a memory belongs to: a person, an agent, a space that several share. A handle is the
permission: who is given `hub.memory("ana")` may read and write Ana's memory, who is given
`hub.memory("ana", read_only=True)` may read it, and neither gets from there to another owner's.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import logging
import os
import secrets
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote, unquote

from kgmem.access import When
from kgmem.arguments import checked_limit, checked_query
from kgmem.backup import Place, known_backups
from kgmem.erasure import Erasure, ErasurePlan
from kgmem.errors import ClosedError, InvalidArgument, StoreError
from kgmem.folder import Folder
from kgmem.hub_recollection import HubRecollection, merge
from kgmem.memory import Memory
from kgmem.selection import Where
from kgmem.store import sync_path, write_atomically
from kgmem.text import is_blank

log = logging.getLogger("kgmem")

MAX_OPEN = 50
LONGEST_OWNER = 1000
LONGEST_NAME = 120
"""Owners whose escaped name is longer get a folder named by a hash, with the name in a file inside."""
DELETED = ".deleted-"
READS = frozenset(
    [
        *"path snapshot refresh stats check recall facts episode episodes entities entity events links".split(),
        *"recall_many why_not forgotten pinned cypher to_networkx export erasures residues".split(),
        *"at profile history timeline before after during why effects paths diff infer decisions conflicts".split(),
        *"confidence to_verify summaries topics repeats metrics compress pending procedure procedures llm".split(),
    ]
)
"""What a read-only handle may do; every other verb of Memory is refused, those of later versions too."""


class _Slot:
    """An owner's place among the open memories. `gate` is held while its memory is opened or closed."""

    __slots__ = ("gate", "memory", "users")

    def __init__(self) -> None:
        self.gate = threading.Lock()
        self.memory: Memory | None = None
        self.users = 0  # calls that run or wait to run


class Hub:
    """A folder of memories, at most `max_open` of them open at a time: the least recently used are closed.

    An open one takes memory (on kuzu 0.11.3 about 130 MB when small), opening it again a fraction of a second.
    A handle stays good when its memory was closed to make room: the next call opens it again. A memory
    is not closed while a call runs in it; should calls run in more than `max_open` at once, more are open
    until they end. Threads may share a hub and its handles.
    """

    def __init__(self, root: str | os.PathLike[str], *, max_open: int = MAX_OPEN, **options: Any) -> None:
        self._root, self._max_open, self._options = Folder(root).path, max_open, options
        self._slots: OrderedDict[str, _Slot] = OrderedDict()
        self._opening = 0  # memories being opened now
        self._lock = threading.Lock()
        self._pid = os.getpid()
        self._closed = False

    @classmethod
    def open(cls, root: str | os.PathLike[str], *, max_open: int = MAX_OPEN, **options: Any) -> Hub:
        """Open a root folder; `options` are those of `Memory.open`, for every memory in it.

        With `read_only=True` the hub reads beside another process that writes, and makes nothing.
        """
        if isinstance(max_open, bool) or not isinstance(max_open, int) or max_open < 1:
            raise InvalidArgument(f"max_open must be a whole number from 1, not {max_open!r}")
        hub = cls(root, max_open=max_open, **options)
        if not hub._read_only and hub._root.is_dir():
            for path in hub._root.glob(f"{DELETED}*"):  # of a process killed while it deleted
                shutil.rmtree(path, ignore_errors=True)
        return hub

    @property
    def _read_only(self) -> bool:
        return bool(self._options.get("read_only"))

    def memory(self, owner: str, *, read_only: bool = False) -> Memory:
        """A handle on the memory of one owner, made when it is new.

        owner: any text of up to 1,000 characters, taken as it is: "Ana", "ana" and "аna" with a Cyrillic
        first letter are three owners. Raises InvalidArgument without one: a missing scope never widens it.
        read_only: a handle for sharing, which refuses whatever writes; the memory must exist. It shows
        what a writing handle of this hub wrote as soon as that is written.
        """
        place = self._place(owner)
        create = not (read_only or self._read_only)
        if not create and not _is_there(place):
            raise InvalidArgument(f"there is no memory of {owner!r} here; hub.owners() lists them")
        with self._lease(owner, create=create):
            return Handle(
                place,
                functools.partial(self._lease, owner),
                functools.partial(self._let_go, owner),
                read_only=read_only or self._read_only,
            )

    def owners(self) -> list[str]:
        """Owners that have a memory here, by name."""
        if not self._root.is_dir():
            return []
        named = (_owner_of(path) for path in self._root.iterdir() if _is_there(path) and not path.is_symlink())
        return sorted(owner for owner in named if owner is not None)

    def open_now(self) -> list[str]:
        """Owners whose memory is open, least recently used first."""
        with self._lock:
            return [owner for owner, slot in self._slots.items() if slot.memory is not None]

    def recall(
        self, query: str, *, memories: Sequence[str], limit: int | None = None, **filters: Any
    ) -> HubRecollection:
        """Recall in these owners' memories and in no other; every hit names its owner.

        limit: of each kind over all memories together; None means 10. filters: those of `Memory.recall`.
        Raises InvalidArgument, before anything is searched, for an owner without a memory.
        """
        if isinstance(memories, str) or not isinstance(memories, Sequence) or not memories:
            raise InvalidArgument("memories must be a list of owners, such as memories=['ana', 'team']")
        text, count = checked_query(query), checked_limit(limit)
        for owner in memories:
            if not _is_there(self._place(owner)):
                raise InvalidArgument(f"there is no memory of {owner!r} here; hub.owners() lists them")
        answers = {}
        for owner in dict.fromkeys(memories):
            with self._lease(owner) as memory:
                answers[owner] = memory.recall(text, limit=count, **filters)
        return merge(text, answers, count)

    def delete(self, owner: str) -> list[Place]:
        """Delete an owner's whole memory, and return the backups of it that are still there: they hold it yet.

        It is gone for good, without a plan and without a trace; to destroy part of a memory, erase. Calls
        that wait for it in other threads raise ClosedError. A kill leaves the memory or nothing of it
        that could be opened; what is left on disk then goes when the hub is next opened.

        Raises InvalidArgument without such a memory, LockedError when another process has it.
        """
        place = self._place(owner)
        if self._read_only:
            raise InvalidArgument("the hub was opened with read_only=True; open it without to delete")
        if not place.is_dir():
            raise InvalidArgument(f"there is no memory of {owner!r} here; hub.owners() lists them")
        slot = self._joined(owner)
        try:
            with slot.gate:
                if slot.memory is not None:
                    memory, slot.memory = slot.memory, None
                    memory.close()
                folder = Folder(place)
                folder.lock()
                try:
                    backups = [place for place in known_backups(folder) if place.files()]
                    gone = self._root / f"{DELETED}{secrets.token_hex(8)}"
                    if os.name == "nt":
                        folder.unlock()  # a folder with an open file cannot be renamed there
                    _renamed(place, gone)
                finally:
                    folder.unlock()
                self._remove(gone)
        finally:
            self._left(owner, slot)
        return backups

    def _remove(self, gone: Path) -> None:
        shutil.rmtree(gone, ignore_errors=True)
        if gone.exists():
            raise StoreError(f"{gone} could not be removed whole; check the permissions and remove it")
        sync_path(self._root)

    def close(self) -> None:
        """Close all memories; calls that run in them end first."""
        if os.getpid() != self._pid:
            return
        with self._lock:
            self._closed = True
            slots = list(self._slots.values())
        trouble: BaseException | None = None
        for slot in slots:
            with slot.gate:
                memory, slot.memory = slot.memory, None
                try:
                    if memory is not None:
                        memory.close()
                except Exception as error:  # noqa: BLE001  the others are closed first
                    trouble = trouble or error
        if trouble is not None:
            raise trouble

    def __enter__(self) -> Hub:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- open memories --------------------------------------------------------------------------

    def _place(self, owner: str) -> Path:
        """Where an owner's memory lies; raises InvalidArgument for what is no owner."""
        place = self._root / folder_name(owner)
        if place.is_symlink():
            raise StoreError(f"{place} is a link, which kgmem does not follow; put the memory itself there")
        return place

    @contextmanager
    def _lease(self, owner: str, *, create: bool = False) -> Iterator[Memory]:
        """The owner's open memory for one call, during which it is not closed."""
        slot = self._joined(owner)
        try:
            with slot.gate:
                memory = slot.memory or self._opened(owner, slot, create=create)
            yield memory
        finally:
            self._left(owner, slot)
            self._make_room()

    def _joined(self, owner: str) -> _Slot:
        if os.getpid() != self._pid:
            raise ClosedError("this process was forked after the hub was opened; open it anew here")
        with self._lock:
            if self._closed:
                raise ClosedError("the hub is closed; open it again")
            slot = self._slots.setdefault(owner, _Slot())
            slot.users += 1
            self._slots.move_to_end(owner)
            return slot

    def _left(self, owner: str, slot: _Slot) -> None:
        with self._lock:
            slot.users -= 1
            if not slot.users and slot.memory is None and not slot.gate.locked():
                self._slots.pop(owner, None)

    def _opened(self, owner: str, slot: _Slot, *, create: bool) -> Memory:
        """Open the memory of a slot whose gate is held."""
        place = self._place(owner)
        if not create and not _is_there(place):
            raise ClosedError("this memory was deleted; ask the hub for a new one")
        with self._lock:
            if self._closed:
                raise ClosedError("the hub is closed; open it again")
            self._opening += 1
        memory = None
        try:
            self._make_room()
            if create:
                _prepare(self._root, place, owner)
            memory = Memory.open(place, **self._options)
        finally:
            with self._lock:
                self._opening -= 1
                slot.memory = memory
        return memory

    def _make_room(self) -> None:
        """Close memories in which no call runs, least recently used first, while too many are open."""
        while True:
            with self._lock:
                held = [(owner, slot) for owner, slot in self._slots.items() if slot.memory is not None]
                if len(held) + self._opening <= self._max_open:
                    return
                idle = next(
                    ((owner, slot) for owner, slot in held if not slot.users and slot.gate.acquire(blocking=False)),
                    None,
                )
            if idle is None:
                return
            self._close_held(*idle)

    def _let_go(self, owner: str) -> None:
        """Close an owner's memory now if no call runs in it."""
        with self._lock:
            slot = self._slots.get(owner)
            if slot is None or slot.memory is None or slot.users or not slot.gate.acquire(blocking=False):
                return
        self._close_held(owner, slot)

    def _close_held(self, owner: str, slot: _Slot) -> None:
        """Close a memory whose gate is held, and give the gate back."""
        try:
            memory, slot.memory = slot.memory, None
            if memory is not None:
                memory.close()
        except (StoreError, OSError) as error:  # another owner's call must not fail by it, nor learn of it
            log.warning("a memory was closed uncleanly (%s); opening it puts that right", type(error).__name__)
        finally:
            with self._lock:
                slot.gate.release()
                if not slot.users:
                    self._slots.pop(owner, None)


class Handle(Memory, counted=False):
    """One owner's memory through a hub: all verbs of Memory, which open it when it is not open.

    Closing the handle ends this handle only, and lets the hub close the memory.
    """

    def __init__(
        self,
        place: Path,
        lease: Callable[[], AbstractContextManager[Memory]],
        let_go: Callable[[], None],
        *,
        read_only: bool,
    ) -> None:
        self._folder, self._lease, self._let_go = place, lease, let_go
        self._reads_only, self._ended = read_only, False

    @classmethod
    def open(cls, *arguments: Any, **named: Any) -> Memory:
        """As `Memory.open`: a handle comes from a hub only."""
        return Memory.open(*arguments, **named)

    def close(self) -> None:
        if not self._ended:
            self._ended = True
            self._let_go()

    def __repr__(self) -> str:
        return f"<Handle {self._folder} ({'closed' if self._ended else 'open'})>"

    def erase(
        self,
        *,
        entity: str | None = None,
        speaker: str | None = None,
        session: str | None = None,
        episode: str | None = None,
        before: When | None = None,
        where: Where | None = None,
    ) -> ErasurePlan:
        """As `Memory.erase`; the plan outlives the closing of the memory to make room."""
        with self._leased("erase") as memory:
            plan = memory.erase(
                entity=entity, speaker=speaker, session=session, episode=episode, before=before, where=where
            )
        return LeasedPlan(**_parts(plan), _lease=lambda: self._leased("erase"))

    @contextmanager
    def _leased(self, verb: str) -> Iterator[Memory]:
        if self._ended:
            raise ClosedError(f"this handle on {self._folder} is closed; ask the hub for another")
        if self._reads_only and verb not in READS:
            raise InvalidArgument(f"this handle only reads, {verb} is refused; hub.memory(owner) gives one that writes")
        with self._lease() as memory:
            yield memory


@dataclass(slots=True)
class LeasedPlan(ErasurePlan):
    """A plan that may be confirmed after its memory was closed to make room, and opened again."""

    _lease: Callable[[], AbstractContextManager[Memory]]

    def confirm(self, *, remember: bool = True, words: bool = True) -> Erasure:
        """As `ErasurePlan.confirm`."""
        with self._lease() as memory:
            return ErasurePlan(**_parts(self) | {"_held": memory._held}).confirm(remember=remember, words=words)


def _parts(plan: ErasurePlan) -> dict[str, Any]:
    return {part.name: getattr(plan, part.name) for part in fields(ErasurePlan)}


def verbs() -> list[str]:
    """Names of everything public on an open Memory, other than closing it."""
    return sorted(
        name
        for name, member in inspect.getmembers_static(Memory)
        if not name.startswith("_") and name != "close" and not isinstance(member, classmethod | staticmethod)
    )


def _through_the_hub(name: str) -> Any:
    member = inspect.getattr_static(Memory, name)
    if isinstance(member, property):

        def read(handle: Handle) -> Any:
            with handle._leased(name) as memory:
                return getattr(memory, name)

        return property(read, doc=member.__doc__)

    if name == "session":  # it is led through the handle, so that it goes on when the memory was closed to make room

        @functools.wraps(member)
        def lead(handle: Handle, *arguments: Any, **named: Any) -> Any:
            with handle._leased(name):
                return member(handle, *arguments, **named)

        return lead

    @functools.wraps(member)
    def call(handle: Handle, *arguments: Any, **named: Any) -> Any:
        answers = named.get("check") is not None  # what a source says is written: then it is no verb that reads
        with handle._leased(f"{name}(check=...)" if answers else name) as memory:
            return getattr(memory, name)(*arguments, **named)

    return call


for _name in verbs():
    if _name not in vars(Handle):
        setattr(Handle, _name, _through_the_hub(_name))


# --- names ------------------------------------------------------------------------------------------


def folder_name(owner: str) -> str:
    """A folder name for an owner, one to one, safe on every file system: upper case and signs escaped.

    "Ana" -> "m-%41na", so that it differs from "ana" where case is folded; "../x" cannot leave the root,
    "CON" and "ana." are names like others. Long ones become "h-" and a hash. Raises InvalidArgument for
    what is no owner.
    """
    if not isinstance(owner, str) or is_blank(owner):
        raise InvalidArgument("owner is missing; name whose memory it is, such as hub.memory('ana')")
    if len(owner) > LONGEST_OWNER or any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in owner):
        raise InvalidArgument(f"owner must be up to {LONGEST_OWNER} characters without control signs")
    try:
        escaped = quote(owner, safe="abcdefghijklmnopqrstuvwxyz0123456789_-")
    except UnicodeEncodeError:
        raise InvalidArgument("owner holds half a character (a lone surrogate); give the whole text") from None
    plain = "".join(
        f"%{ord(sign):02X}" if len(sign) == 1 and (sign.isupper() or sign in ".~") else sign for sign in _units(escaped)
    )
    if len(plain) <= LONGEST_NAME:
        return f"m-{plain}"
    return f"h-{hashlib.blake2b(owner.encode(), digest_size=20).hexdigest()}"


def _units(escaped: str) -> list[str]:
    """The escaped text with each %XX in one piece."""
    units, at = [], 0
    while at < len(escaped):
        size = 3 if escaped[at] == "%" else 1
        units.append(escaped[at : at + size])
        at += size
    return units


def owner_name(folder: str) -> str:
    """The owner in a folder name that begins with "m-"."""
    return unquote(folder.removeprefix("m-"))


def _owner_of(path: Path) -> str | None:
    """Whose memory a folder holds; None when it has no name that `folder_name` gives."""
    if path.name.startswith("m-"):
        owner = owner_name(path.name)
    else:
        try:
            owner = (path / "owner").read_text(encoding="utf-8")
        except (OSError, ValueError):
            return None
    try:
        return owner if folder_name(owner) == path.name else None
    except InvalidArgument:
        return None


def _is_there(place: Path) -> bool:
    return (place / "meta.json").is_file() or (place / "journal.sqlite").is_file()


def _prepare(root: Path, place: Path, owner: str) -> None:
    """Make room for a memory, and note the owner where the folder's name does not tell."""
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        if place.name.startswith("h-") and not (place / "owner").is_file():
            place.mkdir(mode=0o700, exist_ok=True)
            write_atomically(place / "owner", owner.encode())
    except OSError as error:
        raise StoreError(f"{place} cannot be created ({error.strerror}); choose a folder you may write") from error


def _renamed(place: Path, gone: Path) -> None:
    try:
        os.rename(place, gone)
        sync_path(gone.parent)
    except OSError as error:
        raise StoreError(f"{place} could not be deleted ({error.strerror}); nothing was changed") from error
