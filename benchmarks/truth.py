"""Truth without text: made-up lives told through the API, and what held when, as memory knew it when.

Lives are told in any order and in batches, with late arrivals, returns, corrections, denials, events and their causes;
a brute-force oracle that knows nothing of kgmem says what is right (`truth_lives`, `truth_oracle`).
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path

from benchmarks.measures import percentile
from benchmarks.report import Report, table, write_json
from benchmarks.truth_lives import Lives, gold
from benchmarks.truth_memory import Told
from benchmarks.truth_oracle import Oracle

HELP = "facts and events told through the API, asked about on both clocks; every answer must be exact"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--size", type=int, default=1000, help="facts told, about (default: %(default)s)")
    parser.add_argument("--questions", type=int, default=5000, help="(default: %(default)s)")
    parser.add_argument(
        "--grow",
        type=int,
        nargs="*",
        default=[],
        metavar="SIZE",
        help="further sizes, for the times: the same lives, and others told in facts only",
    )
    parser.add_argument("--engine", choices=("kuzu", "ladybug"), default="kuzu", help="(default: %(default)s)")
    parser.add_argument("--wrong", type=int, default=5, help="show so many wrong answers (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")


def run(args: argparse.Namespace) -> Report:
    metrics: dict[str, float] = {}
    total = 0
    rows: list[list[object]] = []
    for size in (args.size, *args.grow):
        lives = Lives(args.seed, size, None if size == args.size else args.size)
        asked, right, spent, worked = ask_all(lives, args.seed, args.questions, args.engine, args.wrong)
        total += sum(asked.values())
        p50, p95 = percentile(spent, 50), percentile(spent, 95)
        metrics[f"ms/p50/{size}"], metrics[f"ms/p95/{size}"] = p50, p95
        metrics[f"ms/cpu/p95/{size}"] = percentile(worked, 95)
        exact = 100 * sum(right.values()) / max(1, sum(asked.values()))
        rows.append(
            [
                size,
                "all",
                sum(asked.values()),
                f"{exact:.2f}",
                f"{p50:.2f}",
                f"{p95:.2f}",
                f"{percentile(worked, 95):.2f}",
            ]
        )
        if size == args.size:
            metrics |= {"exact": exact, "ms/p50": p50, "ms/p95": p95}
            for kind in sorted(asked):
                metrics[f"exact/{kind}"] = 100 * right[kind] / asked[kind]
                rows.append([size, kind, asked[kind], f"{metrics[f'exact/{kind}']:.2f}", "", "", ""])
        else:
            metrics[f"exact/{size} facts"] = exact
    print(table(["facts", "kind", "questions", "exact %", "ms p50", "ms p95", "cpu ms p95"], rows))
    report = Report("truth", f"made-up lives, seed {args.seed}, {args.size} facts, {args.engine}", total, metrics)
    if args.json:
        write_json(args.json, report)
    return report


def ask_all(
    lives: Lives, seed: int, count: int, engine: str, shown: int
) -> tuple[dict[str, int], dict[str, int], list[float], list[float]]:
    """How many questions of each kind were asked and answered exactly, the milliseconds of each, and those of work:
    on a busy machine a question waits."""
    oracle = Oracle(lives.tellings)
    asked: dict[str, int] = defaultdict(int)
    right: dict[str, int] = defaultdict(int)
    spent: list[float] = []
    worked: list[float] = []
    told = Told(engine)
    try:
        told.tell(lives.order)
        answers = []
        for question in lives.questions(count, seed):
            began, work = time.perf_counter(), time.thread_time()
            answers.append((question, told.answer(question)))
            worked.append(1000 * (time.thread_time() - work))
            spent.append(1000 * (time.perf_counter() - began))
        for question, found in answers:  # judged afterwards: brute force takes the processor away
            wanted = gold(question, oracle)
            asked[question.kind] += 1
            right[question.kind] += found == wanted
            if found != wanted and shown:
                shown -= 1
                print(f"wrong: {question}\n  wanted {sorted(wanted)}, got {sorted(found)}")
    finally:
        told.close()
    return asked, right, spent, worked
