"""The graph engines: do they hold what was written, do they answer right, how fast are they.

Random writes against a model in plain dicts, a catalogue of reading statements against plain Python, and
times of what kgmem does with its store. Each run is a process of its own, so that a crash is a finding.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.report import Report, table, write_json
from kgmem.store import ENGINES

HELP = "right and fast? the graph engines against a model, and side by side"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine", action="append", choices=list(ENGINES), help="only this one; may be repeated (default: all)"
    )
    parser.add_argument("--seeds", type=int, default=10, help="random runs of each test (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=60, help="random writes per run (default: %(default)s)")
    parser.add_argument("--n", type=int, default=3000, help="episodes to time with, 0 for none (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")


def run(args: argparse.Namespace) -> Report:
    engines = args.engine or list(ENGINES)
    metrics: dict[str, float] = {}
    for engine in engines:
        for task, size in (("writes", args.steps), ("reads", 60)):
            failed = 0
            for seed in range(args.seeds):
                result = measure(engine, task, seed, size)
                failed += bool(result["found"])
                for finding in result["found"]:
                    print(f"{engine} {task} seed {seed}: {finding}", flush=True)
            metrics |= {f"{task}/runs/{engine}": args.seeds, f"{task}/failed/{engine}": failed}
            if args.seeds:
                print(f"{engine}: {args.seeds - failed} of {args.seeds} random {task} are right", flush=True)
    if args.n:
        times = {engine: measure(engine, "speed", 0, args.n) for engine in engines}
        metrics |= {f"{name}/{engine}": value for engine in engines for name, value in times[engine].items()}
        print(comparison(times))
    report = Report("engines", "made up, by seeds", args.n, metrics, {"engines": engines})
    if args.json:
        write_json(args.json, report)
    return report


def measure(engine: str, task: str, number: int, size: int) -> dict[str, Any]:
    """One task in a child process; a crash is a finding."""
    command = [sys.executable, "-m", "benchmarks.engine_runs", engine, task, str(number), str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        result: dict[str, Any] = json.loads(done.stdout)
        return result
    reason = done.stderr.strip().rsplit("\n", 1)[-1]
    if task == "speed":
        raise SystemExit(f"{engine} could not be timed: code {done.returncode}, {reason}")
    return {"done": 0, "found": [f"ended with code {done.returncode}: {reason}"]}


def comparison(times: dict[str, dict[str, float]]) -> str:
    """A line per measure: milliseconds or MB of each engine, and how many times the first is the second."""
    engines = list(times)
    rows: list[list[object]] = []
    for name in times[engines[0]]:
        values = [times[engine][name] for engine in engines]
        shown = [value / 1e6 if name.startswith("bytes") else value for value in values]
        label = f"{name.removeprefix('bytes ')}, MB" if name.startswith("bytes") else f"{name}, ms"
        ratio = [f"{values[0] / values[1]:.1f}"] if len(values) == 2 and values[1] else []
        rows.append([label, *(f"{value:.2f}" for value in shown), *ratio])
    return table(["median", *engines, *(["ratio"] if len(engines) == 2 else [])], rows)
