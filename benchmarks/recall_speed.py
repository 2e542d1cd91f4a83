"""How long recall takes in one memory of n episodes, where its time goes, and what a write before it costs.

Beside the time on the clock stands that of the processor, and that of a loop of additions: on a machine that has other
work to do, only their ratio says something.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import locomo, measures, retrieval, scale
from benchmarks.report import Report, table, write_json
from kgmem import ranker
from kgmem.memory import Memory

HELP = "milliseconds of recall in one large memory, by stage, in batches and after writes"
SCORED = 500
LOOP = 1_000_000
WRITES = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, help="a file of LoCoMo, all in one memory; a made-up chat without it")
    parser.add_argument("--n", type=int, default=5882, help="how many episodes (default: %(default)s)")
    parser.add_argument("--questions", type=int, default=200, help="how many questions (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7, help="of the chat and the choice (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--work", type=Path, metavar="DIR", help="make the memory here and keep it")


def run(args: argparse.Namespace) -> Report:
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as made:
        report = measure(args.n, args.questions, args.seed, args.work or Path(made), args.data)
    show(report)
    if args.json:
        write_json(args.json, report)
    return report


def show(report: Report) -> None:
    metrics = report.metrics
    rows: list[list[object]] = []
    for name, prefix in (("kgmem", ""), ("bm25", "baseline/bm25/")):
        clocks = (f"{prefix}recall_ms", f"{prefix}recall_cpu_ms")
        rows.append([name, *(metrics[f"{clock}/{part}"] for clock in clocks for part in ("p50", "p95"))])
    print(table([f"recall, {report.n} episodes", "p50 ms", "p95 ms", "p50 processor", "p95 processor"], rows))
    stages = [
        [name.removeprefix("stage_ms/"), value] for name, value in metrics.items() if name.startswith("stage_ms/")
    ]
    print(table(["stage", "p50 ms"], stages))
    print(
        f"right after a write p50 {metrics['after_write_ms/p50']:.1f} ms; recall_many {metrics['many_ms']:.1f} ms a "
        f"question; {SCORED} candidates scored in {metrics[f'scored_ms/{SCORED}']:.2f} ms; {LOOP:,} additions in "
        f"{metrics['baseline/loop_cpu_ms']:.0f} ms of the processor"
    )


def measure(n: int, count: int, seed: int, folder: Path, data: Path | None = None) -> Report:
    said, asked = told(data, n) if data else (list(scale.chat(n, seed)), list(scale.ask(count, seed)))
    asked = random.Random(seed).sample(asked, min(count, len(asked)))
    metrics: dict[str, float] = {}
    with Memory.open(folder / "recall-speed.kgmem", timezone="UTC") as memory:
        if memory.stats()["episodes"] < n:
            memory.observe_many(said, progress=False)
        stats = memory.stats()
        for text in asked[:3]:
            memory.recall(text)
        for mode, prefix in (("score", ""), ("bm25", "baseline/bm25/")):
            spent = [_spent(partial(memory.recall, text, mode=mode)) for text in asked]
            for place, clock in enumerate(("recall_ms", "recall_cpu_ms")):
                for percent in (50, 95):
                    value = measures.percentile([one[place] for one in spent], percent)
                    metrics[f"{prefix}{clock}/p{percent}"] = value
        traces = [memory.recall(text, trace=True).trace for text in asked]
        for stage in traces[0]:
            times = [one.milliseconds for trace in traces for one in trace if one.name == stage.name]
            metrics[f"stage_ms/{stage.name}"] = measures.percentile(times, 50)
        metrics["many_ms"] = _spent(lambda: memory.recall_many(asked))[0] / len(asked)
        metrics["after_write_ms/p50"] = measures.percentile(_after_writes(memory, asked), 50)
    metrics[f"scored_ms/{SCORED}"] = min(_spent(_scoring(seed))[0] for _ in range(20))
    metrics["baseline/loop_cpu_ms"] = _spent(lambda: sum(number & 1 for number in range(LOOP)))[1]
    counts = {name: stats[name] for name in ("episodes", "entities", "facts", "events", "links", "encoder", "engine")}
    return Report("recall-speed", data.name if data else f"made up, seed {seed}", n, metrics, counts)


def _spent(what: Callable[[], Any]) -> tuple[float, float]:
    """Milliseconds on the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    what()
    return (time.perf_counter() - clock) * 1000, (time.process_time() - processor) * 1000


def _after_writes(memory: Memory, asked: Sequence[str]) -> list[float]:
    """Milliseconds of recall when something was written since the last one."""
    found = []
    for text in asked[:WRITES]:
        memory.observe(f"Good morning, let us talk about this: {text}", speaker="Ada", session="written beside")
        found.append(_spent(partial(memory.recall, text))[0])
    return found


def _scoring(seed: int) -> Callable[[], object]:
    """The ranker over candidates that have every feature it knows."""
    draw, ranks = np.random.default_rng(seed), ranker.packaged()
    names = dict.fromkeys(name for weights in ranks.weights.values() for name in weights)
    evidence = {"all": {name: draw.random(SCORED, np.float32) for name in names}}
    return lambda: ranks.scores(evidence, {"runs": 0.5})


def told(data: Path, n: int) -> tuple[list[dict[str, Any]], list[str]]:
    """The turns of all conversations, over again under other names until there are enough, and their questions."""
    conversations = locomo.read(retrieval.read_json(data), {})
    found: list[dict[str, Any]] = []
    while len(found) < n and conversations:
        again = f"{len(found)}/" if found else ""
        for conversation in conversations:
            for message in retrieval.messages(replace(conversation, id=f"{again}{conversation.id}")):
                found.append({**message, "session": f"{again}{conversation.id}/{message['session']}"})
    return found[:n], [question.text for one in conversations for question in one.questions]
