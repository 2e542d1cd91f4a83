"""Asking kgmem and the baselines the questions of long conversations. Shared by every benchmark of that shape.

A benchmark gives `Conversation`s with their `Question`s; `run` ingests each conversation into a fresh memory, asks
every question, and asks the baselines the same. `evidence` measures where the evidence came.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from benchmarks.baselines import bm25, fused
from kgmem.memory import Memory

SYSTEMS = ("kgmem", "hand", "text", "rrf", "bm25", "dense")
DEPTH = 50
FUSED = 200
"""How many of the best of BM25 and of the dense baseline are fused."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One item that can be evidence. `id` is the data set's own."""

    id: str
    text: str
    session: str
    at: datetime
    speaker: str = ""
    caption: str = ""
    date: str = ""
    role: str = "user"
    place: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `evidence` are ids of turns; `audited` the same as corrected by an audit, if any. `at` is when
    it is asked, None for now."""

    id: str
    text: str
    category: str
    evidence: frozenset[str]
    audited: frozenset[str] = frozenset()
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    id: str
    turns: Sequence[Turn]
    questions: Sequence[Question]


@dataclass(frozen=True, slots=True)
class Answer:
    """What one system gave to one question: turns best first, with scores, how long it took, how sure it is, and
    sessions best first; without these, a session stands where its first turn does."""

    ranked: Sequence[tuple[str, float]]
    milliseconds: float
    confidence: float = 0.0
    sessions: Sequence[str] = ()


@dataclass(slots=True)
class Outcome:
    """Answers of every system to every question: `answers[system][question.id]`."""

    conversations: Sequence[Conversation]
    answers: dict[str, dict[str, Answer]] = field(default_factory=dict)
    ingest_seconds: float = 0.0
    system: dict[str, Any] = field(default_factory=dict)


Ranking = tuple[list[tuple[str, float]], float]
"""Turn ids best first with scores, and the confidence in them."""
System = Callable[[Question, int], Ranking]


def read_json(path: Path) -> Any:
    """A JSON file, plain or gzipped."""
    data = path.read_bytes()
    return json.loads((gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig"))


def run(
    conversations: Sequence[Conversation],
    *,
    work: Path | None = None,
    depth: int = DEPTH,
    systems: Sequence[str] = SYSTEMS,
    encoder: str | None = None,
    mode: str = "score",
    say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
) -> Outcome:
    """Ingest and ask everything. Memories are made under `work` (a temporary folder if None) and kept
    there only if it was given. `mode` is how the system "kgmem" orders what it recalls."""
    outcome = Outcome(conversations, {name: {} for name in systems})
    with _folder(work) as folder:
        for conversation in conversations:
            started = time.perf_counter()
            with Memory.open(folder / f"{conversation.id}.kgmem", timezone="UTC", encoder=encoder) as memory:
                memory.observe_many(messages(conversation), progress=False)
                seconds = time.perf_counter() - started
                outcome.ingest_seconds += seconds
                outcome.system = _system(memory)
                say(f"{conversation.id}: {len(conversation.turns)} episodes in {seconds:.1f} s")
                _ask_all(conversation, memory, outcome, depth, mode)
    return outcome


def _ask_all(conversation: Conversation, memory: Memory, outcome: Outcome, depth: int, mode: str) -> None:
    prefix = f"{conversation.id}/"

    def recall(mode: str) -> System:
        def ask(question: Question, limit: int) -> Ranking:
            found = memory.recall(question.text, limit=limit, mode=mode, asked_at=question.at)
            return [(hit.id.removeprefix(prefix), hit.score) for hit in found.episodes], found.confidence

        return ask

    plain, dense = bm25(conversation.turns), recall("dense")
    words = (lambda question, limit: plain(question.text, limit)) if plain else recall("bm25")
    systems: dict[str, System] = {
        "kgmem": recall(mode),
        "hand": recall("hand"),
        "text": recall("text"),
        "rrf": lambda question, limit: (fused([ask(question, FUSED)[0] for ask in (words, dense)])[:limit], 0.0),
        "bm25": words,
        "dense": dense,
    }
    for name, answers in outcome.answers.items():
        for question in conversation.questions:
            started = time.perf_counter()
            ranked, confidence = systems[name](question, depth)
            answers[question.id] = Answer(ranked, (time.perf_counter() - started) * 1000, confidence)


def messages(conversation: Conversation) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{conversation.id}/{turn.id}",
            "text": turn.text,
            "speaker": turn.speaker,
            "role": turn.role,
            "session": turn.session,
            "at": turn.at,
            "caption": turn.caption,
            "seq": place,
            "metadata": {"place": turn.place} if turn.place else {},
        }
        for place, turn in enumerate(conversation.turns)
    ]


@contextmanager
def _folder(work: Path | None) -> Iterator[Path]:
    if work is None:
        with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as made:
            yield Path(made)
    else:
        work.mkdir(parents=True, exist_ok=True)
        yield work


def _system(memory: Memory) -> dict[str, Any]:
    stats = memory.stats()
    return {name: stats[name] for name in ("encoder", "engine", "ontology") if name in stats}


def lines(outcome: Outcome) -> Iterator[dict[str, Any]]:
    """One line per question, those without evidence included."""
    for conversation in outcome.conversations:
        for question in conversation.questions:
            answer = outcome.answers["kgmem"][question.id]
            yield {
                "id": question.id,
                "question": question.text,
                "ranked": [[item, round(score, 5)] for item, score in answer.ranked],
                "confidence": round(answer.confidence, 4),
                "ms": round(answer.milliseconds, 2),
            }
