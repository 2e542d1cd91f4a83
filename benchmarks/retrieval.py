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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from benchmarks.baselines import bm25, fused
from kgmem.features import Evidence
from kgmem.memory import Memory
from kgmem.question import Floats
from kgmem.ranker import Ranker, packaged
from kgmem.text import is_blank

SYSTEMS = ("kgmem", "hand", "text", "rrf", "bm25", "dense")
DEPTH = 50
WITHOUT = "without "
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
    rankers: Mapping[str, Ranker] | None = None,
    ablate: Sequence[str] = (),
    say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
) -> Outcome:
    """Ingest and ask everything. Memories are made under `work` (a temporary folder if None) and kept
    there only if it was given. `mode` is how the system "kgmem" orders what it recalls; `rankers` are those of
    conversations, by id, that are not to be ordered by the shipped one. `ablate`: kinds of evidence; for each, "without
    KIND" is asked as well, which is kgmem with the same weights and none of it."""
    outcome = Outcome(conversations, {name: {} for name in (*systems, *(WITHOUT + kind for kind in ablate))})
    with _folder(work) as folder:
        for conversation in conversations:
            started = time.perf_counter()
            place, ranker = folder / f"{conversation.id}.kgmem", (rankers or {}).get(conversation.id)
            with Memory.open(place, timezone="UTC", encoder=encoder, ranker=ranker) as memory:
                memory.observe_many(messages(conversation), progress=False)
                seconds = time.perf_counter() - started
                outcome.ingest_seconds += seconds
                outcome.system = _system(memory)
                say(f"{conversation.id}: {len(conversation.turns)} episodes in {seconds:.1f} s")
                _ask_all(conversation, memory, outcome, depth, mode)
            for kind in ablate:
                less = _Without((ranker or packaged()), kind)
                with Memory.open(place, timezone="UTC", encoder=encoder, ranker=less) as memory:
                    ask = _recall(memory, mode, f"{conversation.id}/")
                    _ask(conversation, ask, outcome.answers[WITHOUT + kind], depth)
    return outcome


def _ask_all(conversation: Conversation, memory: Memory, outcome: Outcome, depth: int, mode: str) -> None:
    prefix = f"{conversation.id}/"
    plain, dense = bm25(conversation.turns), _recall(memory, "dense", prefix)
    words = (lambda question, limit: plain(question.text, limit)) if plain else _recall(memory, "bm25", prefix)
    systems: dict[str, System] = {
        "kgmem": _recall(memory, mode, prefix),
        "hand": _recall(memory, "hand", prefix),
        "text": _recall(memory, "text", prefix),
        "rrf": lambda question, limit: (fused([ask(question, FUSED)[0] for ask in (words, dense)])[:limit], 0.0),
        "bm25": words,
        "dense": dense,
    }
    for name, ask in systems.items():
        if name in outcome.answers:
            _ask(conversation, ask, outcome.answers[name], depth)


def _ask(conversation: Conversation, ask: System, answers: dict[str, Answer], depth: int) -> None:
    for question in conversation.questions:
        started = time.perf_counter()
        ranked, confidence = ask(question, depth)
        answers[question.id] = Answer(ranked, (time.perf_counter() - started) * 1000, confidence)


def _recall(memory: Memory, mode: str, prefix: str) -> System:
    def ask(question: Question, limit: int) -> Ranking:
        found = memory.recall(question.text, limit=limit, mode=mode, asked_at=question.at)
        return [(hit.id.removeprefix(prefix), hit.score) for hit in found.episodes], found.confidence

    return ask


class _Without(Ranker):
    """A ranker that is told nothing of one kind of evidence."""

    def __init__(self, ranker: Ranker, kind: str) -> None:
        super().__init__(ranker.weights, ranker.base, ranker.encoder, {**ranker.made, "without": kind}, ranker.spread)

    def scores(self, evidence: Evidence, manner: Mapping[str, float]) -> tuple[Floats, dict[str, Floats]]:
        return super().scores({kind: of for kind, of in evidence.items() if kind != self.made["without"]}, manner)


def messages(conversation: Conversation) -> list[dict[str, Any]]:
    """The turns as memory is told them; blank ones say nothing."""
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
        if not is_blank(turn.text)
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
