"""The asynchronous face: the same verbs, awaited."""

from __future__ import annotations

import asyncio
import inspect
import threading
from contextvars import ContextVar
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest

import kgmem
from kgmem import AsyncMemory, Hub, Memory
from kgmem.asynchronous import AsyncErasurePlan, AsyncMemoryView
from kgmem.awaiting import FACES, face_of
from kgmem.errors import ClosedError, InvalidArgument, LockedError
from kgmem.hub import verbs
from kgmem.memory_view import MemoryView
from scripts import async_stub
from tests.fakes import HashEncoder


def opening(path: Path) -> Any:
    return AsyncMemory.open(path, encoder=HashEncoder(), timezone="UTC")


def test_every_verb_has_its_twin_with_signature_and_docstring():
    for kind, face in ((Memory, AsyncMemory), (MemoryView, AsyncMemoryView)):
        for name, verb in inspect.getmembers_static(kind, inspect.isfunction):
            if not name.startswith("_") and name != "close":
                twin = inspect.getattr_static(face, name)
                assert inspect.iscoroutinefunction(twin), name
                assert inspect.signature(twin) == inspect.signature(verb)
                assert twin.__doc__ == verb.__doc__
    assert set(verbs()) <= set(dir(AsyncMemory))
    assert inspect.signature(AsyncMemory.open) == inspect.signature(Memory.open)


def test_a_new_verb_is_awaited_without_a_line():
    class Grown(Memory):
        def ponder(self, depth: int = 1) -> int:
            return depth

    try:
        assert inspect.iscoroutinefunction(face_of(Grown).ponder)
    finally:
        FACES.pop(Grown, None)


def test_results_with_verbs_have_faces():
    given = [
        inspect.get_annotations(member, eval_str=False).get("return", "")
        for _, member in inspect.getmembers_static(Memory, inspect.isfunction)
    ]
    for name in {part for note in given for part in note.replace("]", "[").split("[")} & set(dir(kgmem)):
        kind = getattr(kgmem, name)
        lives = not issubclass(kind, str | tuple | list) and (
            not is_dataclass(kind) or "_held" in kind.__dataclass_fields__
        )
        assert not lives or kind in FACES, f"give {name} a face in asynchronous.py"


def test_the_stub_is_current():
    assert async_stub.PAGE.read_text(encoding="utf-8") == async_stub.page(), "run python -m scripts.async_stub"


def test_verbs_views_and_plans_are_awaited(tmp_path: Path):
    async def main() -> None:
        async with opening(tmp_path / "m") as memory:
            await memory.observe("Ana lives in Porto.", speaker="Bo", at="2026-05-01")
            await memory.observe("Ana moved to Lisbon.", speaker="Bo", at="2026-06-01")
            found = await asyncio.gather(*(memory.recall("Where does Ana live?") for _ in range(8)))
            assert {one.answers[0].value for one in found} == {"Lisbon"}
            view = await memory.at(as_of="2026-05-15")
            assert isinstance(view, AsyncMemoryView)
            assert view.path == memory.path == tmp_path / "m"
            assert [fact.object for fact in await view.facts("Ana")] == ["Porto"]
            plan = await memory.erase(speaker="Bo")
            assert isinstance(plan, AsyncErasurePlan)
            assert "2 episodes" in str(plan)
            assert plan.loss.facts == ("Ana lives in Porto", "Ana lives in Lisbon")
            erased = await plan.confirm()
            assert await erased.verify() == []
            assert erased.receipt.residues == 0
            with pytest.raises(AttributeError):
                memory._nothing  # noqa: B018
            assert repr(memory).startswith("<AsyncMemory of <Memory ")

    asyncio.run(main())


def test_errors_come_through_and_a_closed_memory_says_so(tmp_path: Path):
    async def main() -> None:
        memory = await opening(tmp_path / "m")
        with pytest.raises(InvalidArgument, match="id names one episode"):
            await memory.observe(["a", "b"], id="ep")
        with pytest.raises(LockedError):
            await opening(tmp_path / "m")
        writes = [asyncio.ensure_future(memory.observe(f"message {number}")) for number in range(5)]
        await asyncio.sleep(0)
        await asyncio.gather(memory.aclose(), memory.aclose())
        await memory.aclose()
        assert [len((await write).episodes) for write in writes] == [1] * 5
        with pytest.raises(ClosedError, match="this memory is closed; open it again"):
            await memory.stats()
        async with opening(tmp_path / "m") as again:
            assert (await again.stats())["episodes"] == 5
        with pytest.raises(InvalidArgument, match="give an open Memory, not AsyncMemory"):
            AsyncMemory(again)

    asyncio.run(main())


class Held(HashEncoder):
    """An encoder that waits until it may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.entered, self.free = threading.Event(), threading.Event()

    def encode(self, texts: Any, *, query: bool = False) -> Any:
        self.entered.set()
        assert self.free.wait(60)
        return super().encode(texts, query=query)


def test_a_write_that_is_cancelled_is_whole_or_not_at_all(tmp_path: Path):
    async def main() -> None:
        encoder = Held()
        async with AsyncMemory.open(tmp_path / "m", encoder=encoder, timezone="UTC") as memory:
            begun = asyncio.ensure_future(memory.observe("begun before it was cancelled"))
            await asyncio.to_thread(encoder.entered.wait)
            behind = asyncio.ensure_future(memory.observe("waits behind it"))
            await asyncio.sleep(0)
            for task in (begun, behind):
                task.cancel()
            assert [type(one) for one in await asyncio.gather(begun, behind, return_exceptions=True)] == [
                asyncio.CancelledError
            ] * 2
            encoder.free.set()
            await memory.observe("after it")
            assert [one.text for one in await memory.episodes()] == ["begun before it was cancelled", "after it"]

    asyncio.run(main())


def test_the_loop_goes_on_while_a_call_runs(tmp_path: Path):
    async def main() -> None:
        encoder = Held()
        async with AsyncMemory.open(tmp_path / "m", encoder=encoder, timezone="UTC") as memory:
            write = asyncio.ensure_future(memory.observe("hello"))
            await asyncio.to_thread(encoder.entered.wait)
            assert (await memory.stats())["episodes"] == 0  # a reading call is not held up by the write
            encoder.free.set()
            assert len((await write).episodes) == 1

    asyncio.run(main())


def test_opening_that_is_cancelled_leaves_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    begun, free = threading.Event(), threading.Event()
    really = Memory.open

    def slow(*arguments: Any, **named: Any) -> Memory:
        begun.set()
        assert free.wait(60)
        return really(*arguments, **named)

    async def main() -> None:
        with monkeypatch.context() as patched:
            patched.setattr(Memory, "open", slow)
            task = asyncio.ensure_future(opening(tmp_path / "m").__aenter__())
            await asyncio.to_thread(begun.wait)
            task.cancel()
            await asyncio.sleep(0)
            free.set()
            with pytest.raises(asyncio.CancelledError):
                await task
        async with opening(tmp_path / "m") as memory:
            assert (await memory.stats())["episodes"] == 0

    asyncio.run(main())


def test_context_variables_are_seen_in_the_thread(tmp_path: Path):
    seen: ContextVar[str] = ContextVar("seen", default="nothing")
    found: list[str] = []

    def clock() -> int:
        found.append(seen.get())
        return 1_800_000_000_000_000

    async def main() -> None:
        async with AsyncMemory.open(tmp_path / "m", encoder=HashEncoder(), timezone="UTC", clock=clock) as memory:
            seen.set("the caller's")
            await memory.observe("hello")
            assert "the caller's" in found

    asyncio.run(main())


def test_a_handle_of_a_hub_is_awaited_too(tmp_path: Path):
    async def main(hub: Hub) -> None:
        async with AsyncMemory(hub.memory("ana")) as memory:
            await memory.observe("Ana lives in Porto.")
            assert (await memory.stats())["episodes"] == 1

    with Hub.open(tmp_path / "hub", encoder=HashEncoder(), timezone="UTC") as hub:
        asyncio.run(main(hub))
