"""Fixtures: a real memory in a temporary folder, with times that come from a counter."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from kgmem import Memory
from kgmem.temporal import SECOND, Micros, micros, parse_instant
from tests.fakes import HashEncoder

settings.register_profile("same", derandomize=True)
settings.load_profile("default" if "KGMEM_EXAMPLES" in os.environ else "same")
"""Property tests try the same stories each time, but for long runs with KGMEM_EXAMPLES, which try new ones."""

ENGINES = ("kuzu", "ladybug")
START = micros(parse_instant("2026-07-01T00:00:00Z", None))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--engine", choices=ENGINES, default=ENGINES[0], help="the graph engine under test")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On another engine than the default, only what depends on the engine runs."""
    if config.getoption("--engine") == ENGINES[0]:
        return
    left_out = [item for item in items if item.get_closest_marker("engine") is None]
    items[:] = [item for item in items if item.get_closest_marker("engine") is not None]
    config.hook.pytest_deselected(items=left_out)


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> str:
    """Name of the graph engine under test. One for all: two in one process crash each other."""
    return str(request.config.getoption("--engine"))


class Ticking:
    """A clock that moves one second on each reading."""

    def __init__(self, start: Micros = START) -> None:
        self.now = start

    def __call__(self) -> Micros:
        self.now += SECOND
        return self.now


@pytest.fixture(autouse=True)
def logger_as_it_was() -> Iterator[None]:
    """The command line sets handlers and level of the logger; no test sees what another one set."""
    log = logging.getLogger("kgmem")
    before = log.level, list(log.handlers), log.propagate
    yield
    log.setLevel(before[0])
    log.handlers[:], log.propagate = before[1], before[2]


@pytest.fixture
def opened(tmp_path: Path, engine: str) -> Iterator[Callable[..., Memory]]:
    """Open memories below the test's folder; each is checked and closed at the end."""
    memories: list[Memory] = []

    def open_memory(name: str = "memory", **options: Any) -> Memory:
        options.setdefault("encoder", HashEncoder())
        options.setdefault("clock", Ticking())
        if engine != ENGINES[0]:
            options.setdefault("engine", engine)
        memory = Memory.open(tmp_path / name, **options)
        memories.append(memory)
        return memory

    yield open_memory
    for memory in memories:
        if not repr(memory).endswith("(closed)>"):
            assert memory.check() == []
            memory.close()


@pytest.fixture
def memory(opened: Callable[..., Memory]) -> Memory:
    return opened(timezone="UTC")
