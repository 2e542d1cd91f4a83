"""Texts read by processes beside this one: the same is read, whatever happens to them."""

import gc
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import Memory, extract_crew
from kgmem.extract_crew import MOST, cores_beside, parts
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import Conversation, Episode
from tests.test_ontology_own import WORKS_AT, Organisation, Person

SAID = (
    "i love living in portugal",
    "I live in Porto.",
    "My sister Flora toils at Fluvia.",
    "She moved to Ghent in May.",
    "We have a dog, Rex.",
)
PEOPLE = ("Ana", "Ben")


def talk(sessions: int, length: int) -> list[tuple[Episode, Conversation]]:
    batch = []
    for session in range(sessions):
        turns = [
            Episode(f"{SAID[n % len(SAID)]} {n}", PEOPLE[n % 2], session=f"s{session}", seq=n, id=f"{session}/{n}")
            for n in range(length)
        ]
        batch += [(turn, Conversation(tuple(turns[max(0, n - 8) : n]), PEOPLE)) for n, turn in enumerate(turns)]
    return batch


@pytest.fixture(autouse=True)
def little_is_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extract_crew, "MANY", 60)


@pytest.fixture(scope="module")
def batch() -> list[tuple[Episode, Conversation]]:
    return talk(3, 26)


@pytest.fixture
def crewed() -> Iterator[RuleExtractor]:
    extractor = RuleExtractor(load(), workers=1)
    yield extractor
    extractor.close()


def ready(extractor: RuleExtractor, batch: list[tuple[Episode, Conversation]]) -> int:
    """The number of the process that reads, once it is ready."""
    extractor(batch)
    (worker,) = extractor._crew._workers
    worker._loading.join()
    assert worker.is_ready
    return worker._process.pid


def test_processes_beside_read_the_same(crewed: RuleExtractor, batch: list[tuple[Episode, Conversation]]) -> None:
    alone = RuleExtractor(load(), workers=0)(batch)
    ready(crewed, batch)
    assert crewed(batch) == alone
    crewed.close()
    assert crewed(batch) == alone


def test_a_process_beside_does_read(crewed: RuleExtractor, batch: list[tuple[Episode, Conversation]]) -> None:
    crewed.load()
    (worker,) = crewed._crew._workers
    part = parts(batch)[0]
    assert worker.read(part) == RuleExtractor(load(), workers=0)(part)


def test_a_process_reads_by_the_users_own_ontology(batch: list[tuple[Episode, Conversation]]) -> None:
    words = load([Person, Organisation, WORKS_AT])
    extractor = RuleExtractor(words, workers=1)
    ready(extractor, batch)
    read = extractor(batch)
    extractor.close()
    assert read == RuleExtractor(words, workers=0)(batch)
    assert {fact.relation for found in read for fact in found.facts} >= {"WORKS_AT", "livesIn"}


def test_a_killed_process_costs_nothing_but_its_help(
    crewed: RuleExtractor, batch: list[tuple[Episode, Conversation]], caplog: pytest.LogCaptureFixture
) -> None:
    alone = RuleExtractor(load(), workers=0)(batch)
    os.kill(ready(crewed, batch), signal.SIGKILL)
    with caplog.at_level(logging.WARNING, "kgmem"):
        assert [crewed(batch) for _ in range(3)] == [alone] * 3
    assert [record.message for record in caplog.records] == [
        "a process reading texts ended with code -9; from here on texts are read in this process alone"
    ]


def test_a_stopped_process_that_is_killed_while_it_reads_leaves_its_part(
    crewed: RuleExtractor, batch: list[tuple[Episode, Conversation]]
) -> None:
    alone = RuleExtractor(load(), workers=0)(batch)
    process = ready(crewed, batch)
    os.kill(process, signal.SIGSTOP)
    killer = threading.Timer(2.0, os.kill, (process, signal.SIGKILL))
    killer.start()
    assert crewed(batch) == alone
    killer.join()


def test_without_an_interpreter_texts_are_read_here(
    crewed: RuleExtractor,
    batch: list[tuple[Episode, Conversation]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(sys, "executable", "")
    with caplog.at_level(logging.WARNING, "kgmem"):
        assert crewed(batch) == crewed(batch) == RuleExtractor(load(), workers=0)(batch)
    assert len(caplog.records) == 1


def test_small_batches_start_no_process(crewed: RuleExtractor, batch: list[tuple[Episode, Conversation]]) -> None:
    for start in range(0, 78, 16):
        crewed(batch[start : start + 16])
    assert crewed._crew._workers == []


def test_closing_a_memory_ends_its_processes(tmp_path: Path) -> None:
    extractor = RuleExtractor(load(), workers=1)
    with Memory.open(tmp_path / "m", timezone="UTC", extractor=extractor) as memory:
        turns = [
            {"content": f"I like tea {n}.", "speaker": "Ana", "at": f"2025-01-01T00:{n // 60:02}:{n % 60:02}"}
            for n in range(70)
        ]
        memory.observe_many(turns, progress=False)
        (worker,) = extractor._crew._workers
    assert worker._process.returncode is not None


def test_parts_end_with_their_session_where_they_can() -> None:
    sessions = [*talk(3, 10), *talk(1, 90)]
    lengths = [len(part) for part in parts(sessions)]
    assert lengths == [20, 32, 32, 32, 4]
    assert [len(part) for part in parts(talk(6, 50))] == [50] * 6
    assert max(len(part) for part in parts(talk(1, 1000))) == MOST
    assert parts([]) == []


def test_a_process_is_started_for_each_core_but_this_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2}, raising=False)
    assert cores_beside() == 2


def test_an_unread_process_is_gone_with_its_extractor(batch: list[tuple[Episode, Conversation]]) -> None:
    extractor = RuleExtractor(load(), workers=1)
    extractor(batch)
    (worker,) = extractor._crew._workers
    del extractor
    gc.collect()
    deadline = time.monotonic() + 20
    while worker._process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    assert worker._process.returncode is not None
