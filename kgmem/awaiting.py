"""Faces of objects whose verbs are awaited: each call runs in a thread, while the event loop goes on.

verbs of READS     run beside each other, in a few threads
all others         one after the other, in one thread, in the order in which they were called
"""

from __future__ import annotations

import contextvars
import functools
import inspect
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kgmem.errors import ClosedError, InvalidArgument
from kgmem.hub import READS
from kgmem.memory import Memory

READERS = 4
"""Reading calls of one memory that run at once."""
T = TypeVar("T")
F = TypeVar("F", bound="Face")
M = TypeVar("M", bound="MemoryFace")


class Threads:
    """Where the calls of one memory run."""

    def __init__(self) -> None:
        self._reading = ThreadPoolExecutor(READERS, "kgmem-reading")
        self._writing = ThreadPoolExecutor(1, "kgmem-writing")
        self.closing: Future[None] | None = None

    async def run(self, call: Callable[[], T], *, reads: bool = False) -> T:
        """Wait for a call. When this is cancelled, a call that has not begun is not made, and one that has begun goes
        on to its end."""
        import asyncio

        return await asyncio.wrap_future(self.begun(call, reads=reads))

    def begun(self, call: Callable[[], T], *, reads: bool = False) -> Future[T]:
        if self.closing is not None:
            raise ClosedError("this memory is closed; open it again")
        return (self._reading if reads else self._writing).submit(contextvars.copy_context().run, call)

    async def close(self, call: Callable[[], None]) -> None:
        """Make a last call, behind all others that write, once; it is made even if this is cancelled."""
        import asyncio

        if self.closing is None:
            self.closing = self.begun(call)
            self._reading.shutdown(wait=False)
            self._writing.shutdown(wait=False)
        await asyncio.shield(asyncio.wrap_future(self.closing))


class Face:
    """An object whose verbs are awaited. Its properties and fields are read as they are."""

    def __init__(self, inner: Any, threads: Threads) -> None:
        self._inner, self._threads = inner, threads

    if not TYPE_CHECKING:  # the stub names all fields

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"{type(self).__name__} has no {name}")
            return getattr(self._inner, name)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._inner!r}>"

    def __str__(self) -> str:
        return str(self._inner)


FACES: dict[type, type[Face]] = {}
"""What a result is given as, if it is one of these."""


def face_of(kind: type, base: type[F] = Face) -> type[F]:  # type: ignore[assignment]
    """The class of faces of a kind of objects, with its public methods to be awaited; results of it get that face."""
    members: dict[str, Any] = {"__doc__": kind.__doc__, "__module__": "kgmem.asynchronous"}
    for name, member in inspect.getmembers_static(kind):
        if name.startswith("_") or name == "close" or isinstance(member, classmethod | staticmethod):
            continue
        if inspect.isfunction(member):
            members[name] = _awaited(name, member)
        elif isinstance(member, property):
            members[name] = _passed(name, member)
    if hasattr(kind, "__enter__") and not hasattr(base, "__aenter__"):
        members |= {"__aenter__": _entered, "__aexit__": _left}
    made = type(f"Async{kind.__name__}", (base,), members)
    FACES[kind] = made
    return made


def faced(found: T, threads: Threads) -> T | Face:
    """A result, behind its face if its kind has one."""
    face = next((FACES[kind] for kind in type(found).__mro__ if kind in FACES), None)
    return found if face is None else face(found, threads)


def _awaited(name: str, verb: Callable[..., Any]) -> Callable[..., Coroutine[Any, Any, Any]]:
    @functools.wraps(verb)
    async def call(face: Face, *arguments: Any, **named: Any) -> Any:
        act = functools.partial(getattr(face._inner, name), *arguments, **named)
        return faced(await face._threads.run(act, reads=name in READS), face._threads)

    return call


def _passed(name: str, member: property) -> property:
    def read(face: Face) -> Any:
        return getattr(face._inner, name)

    def write(face: Face, value: Any) -> None:
        setattr(face._inner, name, value)

    return property(read, write if member.fset else None, doc=member.__doc__)


async def _entered(face: F) -> F:
    await face._threads.run(face._inner.__enter__)
    return face


async def _left(
    face: Face, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
) -> None:
    await face._threads.run(functools.partial(face._inner.__exit__, kind, error, trace))


class Opening(Generic[M]):
    """What is being opened: await it, or use it in an `async with` block, which closes it in the end."""

    def __init__(self, face: Callable[[Any, Threads], M], make: Callable[[], Any]) -> None:
        self._face, self._make = face, make
        self._made: M | None = None

    def __await__(self) -> Generator[Any, None, M]:
        return self._open().__await__()

    async def __aenter__(self) -> M:
        self._made = await self._open()
        return self._made

    async def __aexit__(self, *error: object) -> None:
        assert self._made is not None
        await self._made.aclose()

    async def _open(self) -> M:
        import asyncio

        threads = Threads()
        making = threads.begun(self._make)
        try:
            return self._face(await asyncio.shield(asyncio.wrap_future(making)), threads)
        except BaseException:
            making.add_done_callback(_closed)  # what was opened after nobody waits for it any more
            await threads.close(lambda: None)
            raise


def _closed(making: Future[Any]) -> None:
    if not making.cancelled() and making.exception() is None:
        making.result().close()


class MemoryFace(Face):
    """A memory of which this is the one user, to be closed."""

    def __init__(self, inner: Memory, threads: Threads | None = None) -> None:
        """inner: opened already, such as a handle of a Hub; it is closed with this."""
        if not isinstance(inner, Memory):
            raise InvalidArgument(f"give an open Memory, not {type(inner).__name__}, or call AsyncMemory.open(...)")
        super().__init__(inner, threads or Threads())

    async def aclose(self) -> None:
        """Write what is pending and let go of the folder, after all calls made before. Closing twice is fine."""
        await self._threads.close(self._inner.close)

    async def __aenter__(self: M) -> M:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.aclose()
