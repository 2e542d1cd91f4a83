"""Does recall find the evidence? Shared by every benchmark of that shape.

A benchmark gives `Conversation`s with their `Question`s; `run` ingests each conversation into a fresh
memory, asks every question, asks the baselines the same, and measures where the evidence came.
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

from benchmarks import measures
from benchmarks.baselines import bm25
from benchmarks.report import Report, table
from kgmem.memory import Memory
from kgmem.ranker import Ranker

KS = (5, 10, 20, 50)
SYSTEMS = ("kgmem", "text", "bm25", "dense")
DEPTH = 50


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
    """What one system gave to one question: turns best first, with scores, and how long it took."""

    ranked: Sequence[tuple[str, float]]
    milliseconds: float
    confidence: float = 0.0


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
    say: Callable[[str], None] = lambda line: print(line, file=sys.stderr, flush=True),
) -> Outcome:
    """Ingest and ask everything. Memories are made under `work` (a temporary folder if None) and kept
    there only if it was given. `mode` is how the system "kgmem" orders what it recalls; `rankers` are those of
    conversations, by id, that are not to be ordered by the shipped one."""
    outcome = Outcome(conversations, {name: {} for name in systems})
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
    return outcome


def _ask_all(conversation: Conversation, memory: Memory, outcome: Outcome, depth: int, mode: str) -> None:
    prefix = f"{conversation.id}/"

    def recall(mode: str) -> System:
        def ask(question: Question, limit: int) -> Ranking:
            found = memory.recall(question.text, limit=limit, mode=mode, asked_at=question.at)
            return [(hit.id.removeprefix(prefix), hit.score) for hit in found.episodes], found.confidence

        return ask

    plain = bm25(conversation.turns)
    systems: dict[str, System] = {
        "kgmem": recall(mode),
        "text": recall("text"),
        "bm25": (lambda question, limit: plain(question.text, limit)) if plain else recall("bm25"),
        "dense": recall("dense"),
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


# Measuring ----------------------------------------------------------------------------------------


def report(
    name: str,
    data: str,
    outcome: Outcome,
    *,
    groups: Mapping[str, Sequence[str]] | None = None,
    ks: Sequence[int] = KS,
) -> Report:
    """Every measure of an outcome, in percent. `groups` names unions of categories, as `cat1-4`; `ks` has a 10.

    Only questions with evidence count. Metrics without a prefix are kgmem's own.
    """
    asked = [q for c in outcome.conversations for q in c.questions if q.evidence]
    turns = sum(len(c.turns) for c in outcome.conversations)
    metrics: dict[str, float] = {}
    for system, answers in outcome.answers.items():
        prefix = "" if system == "kgmem" else f"baseline/{system}/"
        _measure(metrics, prefix, outcome.conversations, answers, groups or {}, ks)
        spent = [answers[q.id].milliseconds for q in asked]
        metrics[f"{prefix}recall_ms/p50"] = measures.percentile(spent, 50)
        metrics[f"{prefix}recall_ms/p95"] = measures.percentile(spent, 95)
    metrics["ingest_seconds"] = outcome.ingest_seconds
    metrics["ingest_per_s"] = turns / outcome.ingest_seconds if outcome.ingest_seconds else 0.0
    return Report(name, data, len(asked), metrics, {"episodes": turns, **outcome.system})


def _measure(
    metrics: dict[str, float],
    prefix: str,
    conversations: Sequence[Conversation],
    answers: Mapping[str, Answer],
    groups: Mapping[str, Sequence[str]],
    ks: Sequence[int],
) -> None:
    values: dict[tuple[str, str], list[list[float]]] = {}
    for conversation in conversations:
        session_of = {turn.id: turn.session for turn in conversation.turns}
        here: dict[tuple[str, str], list[float]] = {}
        for question in conversation.questions:
            if not question.evidence:
                continue
            places = ["", question.category, *(group for group, of in groups.items() if question.category in of)]
            ranked = [item for item, _ in answers[question.id].ranked]
            for label, evidence in (("", question.evidence), ("audited/", question.audited)):
                for metric, value in _scores(ranked, evidence, session_of, ks):
                    for place in places:
                        here.setdefault((label + metric, place), []).append(value)
        for key, found in here.items():
            values.setdefault(key, []).append(found)
    for (metric, place), by_conversation in values.items():
        flat = [value for found in by_conversation for value in found]
        metrics[f"{prefix}{metric}{f'/{place}' if place else ''}"] = 100 * measures.mean(flat)
        if metric == "turn/share@10" and not place:
            low, high = measures.bootstrap(by_conversation)
            metrics[f"{prefix}{metric}/low95"], metrics[f"{prefix}{metric}/high95"] = 100 * low, 100 * high
        if metric == "turn/share@10" and place and not prefix:
            metrics[f"n/{place}"] = len(flat)


def _scores(
    ranked: Sequence[str], evidence: frozenset[str], session_of: Mapping[str, str], ks: Sequence[int]
) -> Iterator[tuple[str, float]]:
    if not evidence:
        return
    sessions = measures.first_of_each([session_of[item] for item in ranked])
    evidence_sessions = frozenset(session_of[item] for item in evidence)
    for unit, order, wanted in (("turn", ranked, evidence), ("session", sessions, evidence_sessions)):
        for k in ks:
            yield f"{unit}/any@{k}", measures.any_at(order, wanted, k)
            yield f"{unit}/share@{k}", measures.share_at(order, wanted, k)
            yield f"{unit}/all@{k}", measures.all_at(order, wanted, k)
        yield f"{unit}/mrr", measures.reciprocal_rank(order, wanted)


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


def show(
    result: Report, categories: Sequence[str], *, ks: Sequence[int] = KS, by_category: Sequence[int] = (10,)
) -> str:
    """The report as tables: a row per system and kind of question."""
    metrics = result.metrics
    systems = ["", *sorted({"/".join(n.split("/")[:2]) + "/" for n in metrics if n.startswith("baseline/")})]
    parts = [f"{result.benchmark}: {result.n} questions with evidence, {result.data}"]
    for unit in ("turn", "session"):
        rows = [
            _row(metrics, system, label, unit, ks)
            for system in systems
            for label in ("", "audited/")
            if f"{system}{label}{unit}/mrr" in metrics
        ]
        names = [f"{m}@{k}" for m in ("any", "share", "all") for k in ks]
        parts.append(table([f"{unit}, all questions", *names, "mrr"], rows))
    shown = [c for c in categories if f"turn/share@10/{c}" in metrics]
    counts: list[object] = ["n", result.n, *(int(metrics[f"n/{c}"]) for c in shown)]
    for k in by_category:
        shares: list[list[object]] = [
            [
                f"{_name(system)}{', audited' if label else ''}",
                metrics[f"{system}{label}turn/share@{k}"],
                *(metrics.get(f"{system}{label}turn/share@{k}/{c}", float("nan")) for c in shown),
            ]
            for system in systems
            for label in ("", "audited/")
            if f"{system}{label}turn/share@{k}" in metrics
        ]
        parts.append(table([f"turn share@{k}", "all", *shown], [*shares, counts]))
    times = [
        [_name(system), metrics[f"{system}recall_ms/p50"], metrics[f"{system}recall_ms/p95"]] for system in systems
    ]
    parts.append(table(["recall", "p50 ms", "p95 ms"], times))
    parts.append(
        f"ingest {metrics['ingest_seconds']:.1f} s, {metrics['ingest_per_s']:.0f} episodes/s; "
        f"share@10 of kgmem, 95 % interval by conversation: "
        f"{metrics['turn/share@10/low95']:.1f} to {metrics['turn/share@10/high95']:.1f}"
    )
    return "\n\n".join(parts)


def _row(metrics: Mapping[str, float], system: str, label: str, unit: str, ks: Sequence[int]) -> list[object]:
    values = [metrics[f"{system}{label}{unit}/{m}@{k}"] for m in ("any", "share", "all") for k in ks]
    return [f"{_name(system)}{', audited' if label else ''}", *values, metrics[f"{system}{label}{unit}/mrr"]]


def _name(system: str) -> str:
    return system.strip("/").removeprefix("baseline/") or "kgmem"
