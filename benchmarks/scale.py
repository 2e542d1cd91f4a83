"""How fast: a made-up chat of n episodes, ingested and asked, beside its word search alone.

The chat is drawn from a few templates by a seed, so two runs with one seed see the same text.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks import measures
from benchmarks.report import Report, table, write_json
from kgmem.memory import Memory

HELP = "ingest and recall speed on a made-up chat"
START = datetime(2025, 1, 6, 8, 0, tzinfo=UTC)
PEOPLE = "Ada Bruno Carla Dmitri Elif Femke Gustav Hanne Ivo Joana Kofi Lena Milo Nora Otto Priya".split()
PLACES = "Porto Ghent Turku Malmo Lyon Vejle Brno Cork Graz Riga Utrecht Basel Odense Split".split()
FIRMS = "Kestrel Foods;Alder Joinery;Brightloom;Nordlys;Helio Works;Marlin Shipping;Lumen Labs".split(";")
THINGS = "kettle;ladder;red bicycle;tent;cello;sewing machine;kayak;camera;drill;atlas;piano stool".split(";")
FOODS = "lentil soup;rye bread;plum cake;dumplings;porridge;tomato salad;fish stew".split(";")
SAID = (
    "I moved to {place} last month and started at {firm}.",
    "{other} lent me the {thing}, it is in the hall cupboard.",
    "We had {food} at {other}'s place in {place} yesterday.",
    "My sister works at {firm} and lives in {place}.",
    "Because the {thing} broke, we could not leave for {place} on Friday.",
    "I have an appointment in {place} on {day} March at {hour} o'clock.",
    "{other} says that {firm} is closing its office in {place}.",
    "I like {food}, but not on a Monday.",
    "Did you see the {thing} that {other} bought for {price} euros?",
    "The rehearsal takes place in room {hour}, bring the {thing}.",
)
ASKED = (
    "Where does {speaker} live?",
    "Who lent {speaker} the {thing}?",
    "What did {speaker} eat in {place}?",
    "Where does the sister of {speaker} work?",
    "Why could {speaker} not leave for {place}?",
    "Which firm is closing its office in {place}?",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--n", type=int, default=5000, help="how many episodes (default: %(default)s)")
    parser.add_argument("--questions", type=int, default=200, help="how many questions (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7, help="of the made-up chat (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--work", type=Path, metavar="DIR", help="make the memory here and keep it")


def run(args: argparse.Namespace) -> Report:
    with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as made:
        report = measure(args.n, args.questions, args.seed, args.work or Path(made))
    metrics = report.metrics
    rows: list[list[object]] = [
        ["kgmem", metrics["recall_ms/p50"], metrics["recall_ms/p95"]],
        ["bm25", metrics["baseline/bm25/recall_ms/p50"], metrics["baseline/bm25/recall_ms/p95"]],
    ]
    print(f"{args.n} episodes in {metrics['ingest_seconds']:.1f} s, {metrics['ingest_per_s']:.0f} per second")
    print(
        f"{metrics['bytes_per_episode']:.0f} bytes on disk per episode, opened again in {metrics['open_seconds']:.2f} s"
    )
    print(table(["recall", "p50 ms", "p95 ms"], rows))
    if args.json:
        write_json(args.json, report)
    return report


def measure(n: int, questions: int, seed: int, folder: Path) -> Report:
    path = folder / "scale.kgmem"
    asked = list(ask(questions, seed))
    started = time.perf_counter()
    with Memory.open(path, timezone="UTC") as memory:
        memory.observe_many(chat(n, seed), progress=False)
        ingest = time.perf_counter() - started
    started = time.perf_counter()
    with Memory.open(path) as memory:
        opened = time.perf_counter() - started
        stats = memory.stats()
        spent = {mode: [_milliseconds(memory, text, mode) for text in asked] for mode in ("bm25", "score")}
    metrics = {
        "ingest_seconds": ingest,
        "ingest_per_s": n / ingest,
        "open_seconds": opened,
        "bytes_per_episode": stats["bytes"] / n,
    }
    for mode, prefix in (("score", ""), ("bm25", "baseline/bm25/")):
        for percent in (50, 95):
            metrics[f"{prefix}recall_ms/p{percent}"] = measures.percentile(spent[mode], percent)
    counts = {name: stats[name] for name in ("episodes", "entities", "facts", "events", "links", "encoder", "engine")}
    return Report("scale", f"made up, seed {seed}", n, metrics, counts)


def _milliseconds(memory: Memory, text: str, mode: str) -> float:
    started = time.perf_counter()
    memory.recall(text, limit=10, mode=mode)
    return (time.perf_counter() - started) * 1000


def chat(n: int, seed: int) -> Iterator[dict[str, Any]]:
    """n messages in sessions of twenty, two speakers each."""
    draw = random.Random(seed)
    for place in range(n):
        session, turn = divmod(place, 20)
        if turn == 0:
            pair = draw.sample(PEOPLE, 2)
        speaker = pair[turn % 2]
        yield {
            "id": f"m{place}",
            "text": draw.choice(SAID).format(other=pair[1 - turn % 2], **_words(draw)),
            "speaker": speaker,
            "session": f"s{session}",
            "at": START + timedelta(hours=7 * session, seconds=30 * turn),
        }


def ask(n: int, seed: int) -> Iterator[str]:
    draw = random.Random(seed + 1)
    for _ in range(n):
        yield draw.choice(ASKED).format(speaker=draw.choice(PEOPLE), **_words(draw))


def _words(draw: random.Random) -> dict[str, Any]:
    return {
        "place": draw.choice(PLACES),
        "firm": draw.choice(FIRMS),
        "thing": draw.choice(THINGS),
        "food": draw.choice(FOODS),
        "day": draw.randint(1, 31),
        "hour": draw.randint(1, 12),
        "price": draw.randint(5, 900),
    }
