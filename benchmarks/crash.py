"""Kill the writer, damage its files, fill its disk, and open what is left: is anything lost?

A trial is the life of one memory: one to three times a process writes to it and dies, at a random moment
or at a chosen point; then perhaps one file is damaged; then a new process opens it and compares it with
what was acknowledged. The folder of a trial that failed is kept, as it was before the opening.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks import crash_writer
from benchmarks.crash_judge import Fault, judge
from benchmarks.crash_points import FILES, HARMS, POINTS, STEPS, Balloon, damage, is_present
from benchmarks.report import Report, table, write_json

HELP = "kill, damage, fill the disk: what a memory loses (nothing)"
FAULTS = ("lost", "half_visible", "unopenable", "raised")
PATIENCE = 60.0
"""Seconds after which a silent process is killed and counted as hung."""
DISK = 64 << 20


class Story(NamedTuple):
    """What a writer told: what it last acknowledged, what it began after that, and how it ended."""

    held: dict[str, dict[str, dict[str, Any]]]
    begun: list[dict[str, Any]]
    failed: list[str]
    dims: list[int]
    end: str  # "killed", "closed", "point", "hung" or "engine -6"


@dataclass(slots=True)
class Outcome:
    """What became of one trial."""

    kind: str
    seed: int
    faults: list[Fault] = field(default_factory=list)
    rounds: int = 0
    recovered: int = 0
    missed: bool = False
    skipped: str = ""
    warnings: list[str] = field(default_factory=list)
    folder: Path | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trials", type=int, default=300, help="how many (default: %(default)s)")
    parser.add_argument("--engine", choices=["kuzu", "ladybug"], default="kuzu", help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first trial; the next has the next (default: 1)")
    parser.add_argument("--only", action="append", metavar="KIND", help="only kinds that begin so; see --kinds")
    parser.add_argument("--kinds", action="store_true", help="list the kinds of trials and end")
    parser.add_argument("--lanes", type=int, default=2, help="trials at a time (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--work", type=Path, metavar="DIR", help="make the memories here (default: a temporary folder)")


def run(args: argparse.Namespace) -> Report:
    if args.kinds:
        print("\n".join(kinds()))
        return Report("crash", "made up", 0, {})
    report, outcomes = measure(
        args.trials, args.engine, args.seed, only=args.only, lanes=args.lanes, work=args.work, say=_say
    )
    counts = [name for name in ("trials", *FAULTS, "recovered") if name in report.metrics]
    print(table(counts, [[int(report.metrics[name]) for name in counts]]))
    if missed := sorted({o.kind for o in outcomes if o.missed}):
        print(f"no kill or no damage came about in some trials of: {' '.join(missed)}")
    for kind, reason in sorted({(o.kind, o.skipped) for o in outcomes if o.skipped}):
        print(f"skipped {kind}: {reason}")
    if args.json:
        write_json(args.json, report)
    return report


def _say(outcome: Outcome, engine: str) -> None:
    if not outcome.faults:
        return
    print(f"\n{outcome.kind}, kept in {outcome.folder}; again with")
    print(f"  python -m benchmarks crash --engine {engine} --trials 1 --only {outcome.kind} --seed {outcome.seed}")
    for fault, count in Counter(outcome.faults).most_common(6):
        print(f"  {fault.kind}: {fault.what[:400]}" + (f" ({count} times)" if count > 1 else ""), flush=True)


def kinds() -> list[str]:
    """Every kind of trial this version of kgmem can go through."""
    points = [
        name for name, point in POINTS.items() if is_present(point) and crash_writer.exists(name.partition("/")[0])
    ]
    steps = [f"steps/{verb}" for verb in STEPS if crash_writer.exists(verb)]
    harms = [f"damage/{file}/{harm}" for file in FILES for harm in HARMS]
    return ["random", *points, *steps, *harms, "full"]


def schedule(trials: int, seed: int, only: Sequence[str] | None = None) -> list[str]:
    """Which kind each trial is of: every kind in turn in a drawn order, random kills and full disks between."""
    chosen = [kind for kind in kinds() if not only or any(kind.startswith(part) for part in only)]
    if not chosen:
        raise SystemExit(f"no kind of trial begins with {' or '.join(only or ())}; see --kinds")
    draw, order = random.Random(seed), list[str]()
    while len(order) < trials:
        again = [*chosen, *(["random"] * 8 + ["full"] * 3 if not only else [])]
        order += draw.sample(again, len(again))
    return order[:trials]


def measure(
    trials: int,
    engine: str,
    seed: int,
    *,
    only: Sequence[str] | None = None,
    lanes: int = 2,
    work: Path | None = None,
    rounds: int = 3,
    say: Callable[[Outcome, str], None] = lambda outcome, engine: None,
) -> tuple[Report, list[Outcome]]:
    """Run trials and count. work: where memories are made; those of failed trials stay.   rounds: at most."""
    if engine != "kuzu" and not crash_writer.takes_an_engine():
        raise SystemExit("this version of kgmem has no choice of engine")
    place = Path(tempfile.mkdtemp(prefix="kgmem-crash-", dir=work))

    def one(job: tuple[int, str]) -> Outcome:
        outcome = Trial(job[1], seed + job[0], engine, place, rounds).run()
        say(outcome, engine)
        return outcome

    started = time.perf_counter()
    with ThreadPoolExecutor(lanes) as pool:
        outcomes = list(pool.map(one, enumerate(schedule(trials, seed, only))))
    if not any(outcome.faults for outcome in outcomes):
        shutil.rmtree(place, ignore_errors=True)
    metrics: dict[str, float] = {"trials": sum(not o.skipped for o in outcomes)}
    metrics |= {name: sum(any(f.kind == name for f in o.faults) for o in outcomes) for name in FAULTS}
    metrics |= {
        "recovered": sum(o.recovered for o in outcomes),
        "rounds": sum(o.rounds for o in outcomes),
        "missed": sum(o.missed for o in outcomes),
        "skipped": sum(bool(o.skipped) for o in outcomes),
        "seconds": time.perf_counter() - started,
    }
    for outcome in outcomes:
        if not outcome.skipped:
            metrics[f"trials/{outcome.kind}"] = metrics.get(f"trials/{outcome.kind}", 0) + 1
        if outcome.missed:
            metrics[f"missed/{outcome.kind}"] = metrics.get(f"missed/{outcome.kind}", 0) + 1
        for name in {fault.kind for fault in outcome.faults}:
            metrics[f"{name}/{outcome.kind}"] = metrics.get(f"{name}/{outcome.kind}", 0) + 1
    system = {"engine": engine, "seed": seed, "absent": [n for n, p in POINTS.items() if not is_present(p)]}
    return Report("crash", f"made up, seed {seed}", trials, metrics, system), outcomes


class Trial:
    """The life of one memory, drawn from a seed: written, killed, damaged, opened again."""

    def __init__(self, kind: str, seed: int, engine: str, place: Path, rounds: int = 3) -> None:
        self.kind, self.engine = kind, engine
        self.draw = random.Random(f"{seed}/{kind}")
        self.home = place / f"{seed}-{kind.replace('/', '-')}"
        self.home.mkdir(parents=True)
        self.disk = Balloon(self.home / "disk", DISK) if kind == "full" else None
        self.path = (self.disk.place if self.disk else self.home) / "m.kgmem"
        self.outcome = Outcome(kind, seed)
        most = 1 if kind.startswith(("create", "upgrade", "steps/create", "steps/upgrade")) else rounds
        self.rounds = min(most, self.draw.choice([1, 1, 2, 3]))
        if kind == "steps/migrate":  # by a process that has no engine loaded, so the memory is made by one before
            self.rounds = max(2, self.rounds)
        hnsw = kind.startswith(("index", "damage/hnsw", "checkpoint", "steps/checkpoint"))
        verb = POINTS[kind].verb if kind in POINTS else kind.partition("/")[2] if kind.startswith("steps/") else ""
        self.job: dict[str, Any] = {
            "path": str(self.path),
            "side": str(self.home),
            "log": str(self.home / "log"),
            "seed": seed,
            "engine": engine if crash_writer.takes_an_engine() else "",
            "verb": verb,
            "small": hnsw or self.draw.random() < 0.3,
            "rules": self.draw.random() < 0.02,
            "full": self.disk is not None,
            "calls": self.draw.randint(4, 16),
        }

    def run(self) -> Outcome:
        if self.disk and (reason := self.disk.mount()):
            self.outcome.skipped = reason
            return self.outcome
        try:
            self._live()
        finally:
            if self.disk:
                self.disk.unmount()
        if self.outcome.faults:
            self.outcome.folder = self.home
        else:
            shutil.rmtree(self.home, ignore_errors=True)
        return self.outcome

    def _live(self) -> None:
        held: dict[str, Any] = {}
        dims = [16]
        if self.job["verb"] == "upgrade":
            held = crash_writer.make_old(self.path, self.engine)
        for number in range(self.rounds):
            last = number == self.rounds - 1
            story = self._write(number, last, held, dims)
            for reason in story.failed:
                if not self.disk:
                    self.outcome.faults.append(Fault("raised", reason))
            if story.end == "hung":
                self.outcome.faults.append(Fault("raised", "the writer hung"))
            if last and self.kind.startswith("damage/"):
                _, file, harm = self.kind.split("/")
                self.outcome.missed = damage(self.path, file, harm, self.draw) is None
            before = self.home / "before"
            shutil.rmtree(before, ignore_errors=True)
            if self.path.exists():
                shutil.copytree(self.path, before, ignore_dangling_symlinks=True, dirs_exist_ok=True)
            found = self._open(number, story.dims, story)
            self.outcome.rounds += 1
            if self.outcome.faults or found is None:
                return
            held, dims = found["after"], [found["dim"]]

    def _write(self, number: int, last: bool, held: dict[str, Any], dims: list[int]) -> Story:
        """One writer process, until it has ended."""
        at_point = last and (self.kind in POINTS or self.kind.startswith("steps/"))
        closes = last and self.kind.startswith("damage/") and self._is_closed_before(self.kind.split("/")[1])
        job = {
            **self.job,
            "round": number,
            "fresh": not held,
            "dim": dims[-1],
            "point": self.kind if at_point else "",
            "verb": self.job["verb"] if at_point else "",
            "ends": "closed" if closes else "killed",
        }
        process, pipe = _start(crash_writer.write, job)
        ending = Ending(
            self.draw,
            process.pid or 0,
            wait=at_point or closes,
            disk=self.disk if last else None,
            earliest=12 if last and self.kind.startswith("damage/") else 1,  # there must be something to damage
        )
        story = _listen(pipe, process, held, dims, ending)
        if at_point and (story.end == "idle" or process.exitcode == 0):
            self.outcome.missed = True
        return story

    def _is_closed_before(self, file: str) -> bool:
        """Some files are there only after a clean close, some only after a kill."""
        if file in ("closed.json", "sums", "hnsw", "hnsw-sums"):
            return True
        return file not in ("journal-wal", "journal-shm", "lock") and self.draw.random() < 0.5

    def _open(self, number: int, dims: list[int], story: Story) -> dict[str, Any] | None:
        """Open what is left in a new process and judge it; what it shows, None when it does not open."""
        job = {**self.job, "round": number, "fresh": not story.held, "dims": dims}
        if any(line["begin"] == "migrate" for line in story.begun) or self.kind == "steps/migrate":
            job["engine"] = ""
        process, pipe = _start(crash_writer.look, job)
        told: dict[str, Any] | None = None
        if pipe.poll(PATIENCE):
            try:
                told = json.loads(pipe.recv_bytes())
            except EOFError:
                told = None
        else:
            process.kill()
        pipe.close()
        process.join()
        if told is None:
            end = f"the opener ended with code {process.exitcode} and no word"
            self.outcome.faults.append(Fault("unopenable", end))
            return None
        self.outcome.warnings += told["warnings"]
        self.outcome.recovered += bool(told["warnings"])
        if "unopenable" in told:
            self.outcome.faults.append(Fault("unopenable", told["unopenable"]))
            return None
        self.outcome.faults += judge(story.held, story.begun, told["shown"])
        self.outcome.faults += [Fault("half_visible", line) for line in told["odd"]]
        return told


class Ending:
    """When and how a writer is ended from outside."""

    def __init__(self, draw: random.Random, pid: int, *, wait: bool, disk: Balloon | None, earliest: int) -> None:
        self.pid, self.disk, self.wait = pid, disk, wait
        self.lines = 0
        self.at = draw.randint(earliest, 30)
        self.delay = draw.choice([0.0, draw.uniform(0, 0.03), draw.uniform(0, 0.2)])
        self.group = draw.random() < 0.5
        self.leave = draw.choice([0, 0, 1 << 14, 1 << 18])
        self.failures = draw.randint(1, 4)
        self.blown = 0.0

    def hear(self, line: dict[str, Any]) -> None:
        """Told after each line of the writer's."""
        self.lines += 1
        if self.disk and self.blown:
            self.failures -= "failed" in line
            if self.failures <= 0 or time.monotonic() - self.blown > 5:
                self.disk.burst()
        elif self.lines == self.at and self.disk:
            self.disk.blow(self.leave)
            self.blown = time.monotonic()
        elif self.lines == self.at and not self.wait:
            time.sleep(self.delay)
            self.kill()

    def kill(self) -> None:
        try:
            if self.group:
                os.killpg(self.pid, signal.SIGKILL)
            else:
                os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass  # it has ended, or has no group yet; a later line comes, or its end


def _start(target: Callable[[Connection, dict[str, Any]], None], job: dict[str, Any]) -> tuple[Any, Connection]:
    """A process of its own, forked from a server that has only imported kgmem."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["benchmarks.crash_writer"])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=target, args=(theirs, job))
    process.start()
    theirs.close()
    return process, ours


def _listen(pipe: Connection, process: Any, held: dict[str, Any], dims: list[int], ending: Ending) -> Story:
    """Read what a writer tells until it has ended."""
    held = {kind: dict(records) for kind, records in held.items()}
    begun: list[dict[str, Any]] = []
    failed: list[str] = []
    dims, end = list(dims), "killed"
    while True:
        try:
            if not pipe.poll(PATIENCE):
                process.kill()
                end = "hung"
                break
            line = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            break
        if "begin" in line:
            begun.append(line)
            dims += [line["dim"]] if "dim" in line else []
        elif "failed" in line:
            failed.append(f"{line['failed']}: {line['error']}")
        elif "idle" in line:
            end = "idle"
        elif "done" in line:
            for kind, records in line["put"].items():
                held.setdefault(kind, {}).update(records)
            for kind, names in line["gone"].items():
                for name in names:
                    del held[kind][name]
            if line["done"] == "reindex":
                dims = dims[-1:]
            begun = []
        ending.hear(line)
    pipe.close()
    process.join()
    if ending.disk:
        ending.disk.burst()
    if process.exitcode not in (0, -signal.SIGKILL) and end != "hung":
        end = f"ended with code {process.exitcode}"
        if not ending.disk:
            failed.append(f"the writer {end}")
    return Story(held, begun, failed, dims, end)
