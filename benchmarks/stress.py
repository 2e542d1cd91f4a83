"""Many readers beside one writer: what reads cost with and without it, and whether they ever see half a write.

Threads read one memory (recall, facts, episodes, Cypher), first alone, then while another observes batches
and makes a checkpoint in the middle. Texts are made up and read by a few patterns, vectors are hashed words, so
the figures are those of memory itself.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import Any

from benchmarks import measures
from benchmarks.crash_writer import (
    PEOPLE,
    START,
    Ticking,
    WordEncoder,
    read_sentences,
    sentence,
    takes_an_engine,
)
from benchmarks.report import Report, table, write_json
from kgmem import Memory
from kgmem.temporal import SECOND, moment

HELP = "reads beside a writer: latency, stalls, consistency"
BATCH = 4
HELD_BEFORE = 400
VERBS = ("recall", "facts", "episodes", "cypher")
_COUNTS = "MATCH (f:Fact) RETURN count(f)"
_ROOTED = "MATCH (f:Fact)-[:EVIDENCE]->(e:Episode) RETURN count(DISTINCT f)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=float, default=30.0, help="half alone, half beside the writer (default: 30)")
    parser.add_argument("--readers", type=int, default=8, help="reading threads (default: %(default)s)")
    parser.add_argument("--engine", choices=["kuzu", "ladybug"], default="kuzu", help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the made-up texts (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")


def run(args: argparse.Namespace) -> Report:
    with tempfile.TemporaryDirectory(prefix="kgmem-stress-") as made:
        report, odd = measure(args.seconds, args.readers, Path(made), engine=args.engine, seed=args.seed)
    metrics = report.metrics
    rows: list[list[object]] = [
        [verb, *(metrics[f"{verb}_ms/{figure}/{when}"] for when in ("alone", "beside") for figure in FIGURES)]
        for verb in ("read", *VERBS)
    ]
    print(table(["ms", "p50", "p95", "max", "beside p50", "p95", "max"], rows))
    print(
        f"{metrics['writes_per_s']:.1f} batches of {BATCH} written per second; longest stall of a read "
        f"{metrics['stall_ms']:.0f} ms; p95 beside the writer is {metrics['ratio']:.1f} times that alone"
    )
    print(f"{metrics['inconsistencies']:.0f} inconsistencies, {metrics['errors']:.0f} errors")
    for line in odd[:10]:
        print(f"  {line}")
    if args.json:
        write_json(args.json, report)
    return report


FIGURES = ("p50", "p95", "max")


def measure(
    seconds: float, readers: int, folder: Path, *, engine: str = "kuzu", seed: int = 1
) -> tuple[Report, list[str]]:
    """Half of the time alone, half beside the writer. Returns the report and what was odd."""
    options: dict[str, Any] = {"engine": engine} if takes_an_engine() else {}
    with Memory.open(
        folder / "stress.kgmem",
        timezone="UTC",
        encoder=WordEncoder(),
        extractor=read_sentences,
        clock=Ticking(START),
        **options,
    ) as memory:
        writer = Writer(memory, seed)
        while writer.said < HELD_BEFORE:
            writer.step()
        alone = _phase(memory, readers, seconds / 2, seed, lambda: None)
        written, started = writer.said, time.perf_counter()
        middle = started + seconds / 4
        checkpoint = getattr(memory, "checkpoint", None)

        def write() -> None:
            nonlocal checkpoint
            if checkpoint is not None and time.perf_counter() > middle:
                checkpoint()
                checkpoint = None
            writer.step()

        beside = _phase(memory, readers, seconds / 2, seed + 1, write)
        rate = (writer.said - written) / BATCH / (time.perf_counter() - started)
        odd = [*alone.odd, *beside.odd, *(f"check: {line}" for line in memory.check())]
        errors = [*alone.errors, *beside.errors]
    metrics: dict[str, float] = {"writes_per_s": rate, "inconsistencies": len(odd), "errors": len(errors)}
    for when, phase in (("alone", alone), ("beside", beside)):
        spent = {**phase.spent, "read": [value for values in phase.spent.values() for value in values]}
        for verb in ("read", *VERBS):
            metrics[f"{verb}_ms/p50/{when}"] = measures.percentile(spent[verb], 50)
            metrics[f"{verb}_ms/p95/{when}"] = measures.percentile(spent[verb], 95)
            metrics[f"{verb}_ms/max/{when}"] = max(spent[verb], default=0.0)
        metrics[f"reads/{when}"] = len(spent["read"])
    metrics["stall_ms"] = metrics["read_ms/max/beside"]
    metrics["ratio"] = metrics["read_ms/p95/beside"] / max(metrics["read_ms/p95/alone"], 1e-9)
    system = {"engine": engine, "readers": readers, "seconds": seconds}
    return Report("stress", f"made up, seed {seed}", writer.said, metrics, system), [*odd, *errors]


class Writer:
    """Observes batches of made-up messages, each batch in a session of its own."""

    def __init__(self, memory: Memory, seed: int) -> None:
        self.memory, self.draw, self.said = memory, random.Random(seed), 0

    def step(self) -> None:
        batch = []
        for place in range(BATCH):
            at = moment(START + (self.said + place) * SECOND, UTC)
            batch.append(
                {
                    "id": f"m{self.said + place}",
                    "text": sentence(self.draw),
                    "speaker": self.draw.choice(PEOPLE),
                    "session": f"b{self.said // BATCH}",
                    "at": at,
                }
            )
        self.memory.observe_many(batch, batch=BATCH, progress=False)
        self.said += BATCH


class Phase:
    """What the readers of one phase measured and saw."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = defaultdict(list)  # verb -> milliseconds
        self.odd: list[str] = []
        self.errors: list[str] = []
        self.over = threading.Event()


def _phase(memory: Memory, readers: int, seconds: float, seed: int, write: Callable[[], None]) -> Phase:
    phase = Phase()
    threads = [threading.Thread(target=_read, args=(memory, phase, seed * 100 + n)) for n in range(readers)]
    for thread in threads:
        thread.start()
    end = time.perf_counter() + seconds
    try:
        while (left := end - time.perf_counter()) > 0:
            began = time.perf_counter()
            write()
            if time.perf_counter() - began < 0.001:
                time.sleep(min(0.01, left))
    except Exception as error:  # noqa: BLE001  (counted and shown)
        phase.errors.append(f"the writer: {type(error).__name__}: {error}")
    finally:
        phase.over.set()
        for thread in threads:
            thread.join()
    return phase


def _read(memory: Memory, phase: Phase, seed: int) -> None:
    """One reader: the four verbs in turn, and whether what they show fits together."""
    draw = random.Random(seed)
    most: dict[str, int] = defaultdict(int)

    def timed(verb: str, read: Callable[[], Any]) -> Any:
        started = time.perf_counter()
        found = read()
        phase.spent[verb].append((time.perf_counter() - started) * 1000)
        return found

    def never_less(what: str, count: int) -> None:
        if count < most[what]:
            phase.odd.append(f"{what} went back from {most[what]} to {count}")
        most[what] = max(most[what], count)

    try:
        while not phase.over.is_set():
            question = f"Where does {draw.choice(PEOPLE)} live?"
            found = timed("recall", lambda: memory.recall(question, limit=10))  # noqa: B023
            facts = timed("facts", lambda: memory.facts(history=True))
            episodes = timed("episodes", memory.episodes)
            here = {episode.id for episode in episodes}
            shown = [*facts, *(hit.fact for hit in found.facts)]
            rootless = {e.episode for fact in shown for e in fact.evidence} - here
            phase.odd += [f"a fact shows the episode {name}, which is not there" for name in sorted(rootless)]
            phase.odd += [f"{hit.id} was recalled and is not there" for hit in found.episodes if hit.id not in here]
            sessions: dict[str, int] = defaultdict(int)
            for episode in episodes:
                sessions[episode.session] += 1
            phase.odd += [
                f"{count} of {BATCH} episodes of {name}" for name, count in sessions.items() if count != BATCH
            ]
            never_less("episodes", len(episodes))
            never_less("facts", len(facts))
            count = timed("cypher", lambda: memory.cypher(_COUNTS)).rows[0][0]
            rooted = memory.cypher(_ROOTED).rows[0][0]
            if rooted < count:
                phase.odd.append(f"{count} facts in the graph, {rooted} of them with evidence")
            never_less("facts in the graph", count)
    except Exception as error:  # noqa: BLE001  (counted and shown)
        phase.errors.append(f"a reader: {type(error).__name__}: {error}")
