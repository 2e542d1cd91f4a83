"""The asynchronous face of a memory: every verb of Memory, awaited.

async with AsyncMemory.open("ana.kgmem") as memory:
    await memory.observe("I moved to Porto.", speaker="Ana")
    found = await memory.recall("Where does Ana live?")

It is made from the classes as they are; `asynchronous.pyi`, which `python -m scripts.async_stub` writes, says so to
type checkers and editors.
"""

from __future__ import annotations

import functools
from typing import Any

from kgmem.awaiting import MemoryFace, Opening, face_of
from kgmem.erasure import Erasure, ErasurePlan
from kgmem.memory import Memory
from kgmem.memory_view import MemoryView
from kgmem.session import Session


class _Opened(MemoryFace):
    @classmethod
    @functools.wraps(Memory.open.__func__)
    def open(cls, *arguments: Any, **named: Any) -> Opening[Any]:
        return Opening(cls, functools.partial(Memory.open, *arguments, **named))


AsyncMemory = face_of(Memory, _Opened)
AsyncMemoryView = face_of(MemoryView)
AsyncSession = face_of(Session)
AsyncErasurePlan = face_of(ErasurePlan)
AsyncErasure = face_of(Erasure)
