"""Fuzzing: made-up and damaged inputs into everything that reads bytes, text or arguments from outside.

Each input must be accepted or refused with a KgmemError. Any other exception is a fault, and so is an
answer that takes longer than --patience; it is reported with the smallest input that shows it. Inputs are
drawn by a seed, so a run can be repeated.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import logging
import mmap
import multiprocessing
import random
import signal
import struct
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any

from benchmarks.fuzz_targets import NAMES, Target, targets
from benchmarks.report import Report, table, write_json
from kgmem.errors import KgmemError

HELP = "faults under made-up and damaged inputs"
LONGEST = 4096
SHRINKING = 400
"""Tries at making one faulty input smaller."""
SHOWN = 160
MOST_DEATHS = 5
"""Of a target's process before it is given up."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One way to fail, by the exception and the line it came from; `input` is the smallest found."""

    target: str
    error: str
    place: str
    input: str
    times: int = 1


@dataclass(slots=True)
class Tally:
    target: str
    inputs: int = 0
    accepted: int = 0
    refused: int = 0
    seconds: float = 0.0
    faults: dict[tuple[str, str], Fault] = field(default_factory=dict)

    def count(self, fault: Fault) -> None:
        key = (fault.error, fault.place)
        times = self.faults[key].times + 1 if key in self.faults else 1
        self.faults[key] = Fault(fault.target, fault.error, fault.place, fault.input, times)

    def add(self, other: Tally) -> None:
        self.inputs += other.inputs
        self.accepted += other.accepted
        self.refused += other.refused
        self.seconds += other.seconds
        self.faults |= other.faults


class TooSlow(Exception):
    """An input took longer than the patience there was."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--inputs", type=int, default=20_000, metavar="N", help="per target (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7, help="of the inputs (default: %(default)s)")
    parser.add_argument("--target", action="append", metavar="NAME", help="only this one; may be given again")
    parser.add_argument("--patience", type=float, default=20.0, metavar="S", help="seconds for one input")
    parser.add_argument("--atheris", action="store_true", help="let atheris, if installed, look for new paths in one")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")


def run(args: argparse.Namespace) -> Report:
    logging.getLogger("kgmem").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory(prefix="kgmem-fuzz-") as made:
        folder = Path(made)
        names = _chosen(args.target)
        if args.atheris:
            search_paths(names, args.inputs, args.seed, folder)
        tallies = [survived(name, args.inputs, args.seed, args.patience, folder) for name in names]
    report = _report(tallies, args.seed)
    rows: list[list[object]] = [
        [tally.target, tally.inputs, tally.accepted, tally.refused, len(tally.faults)] for tally in tallies
    ]
    print(table(["target", "inputs", "accepted", "refused", "faults"], rows))
    for fault in report.system["faults"]:
        print(f"\n{fault['target']}: {fault['error']} at {fault['place']}, {fault['times']} times\n  {fault['input']}")
    if args.json:
        write_json(args.json, report)
    return report


def _chosen(names: Sequence[str] | None) -> list[str]:
    if unknown := set(names or ()) - set(NAMES):
        raise SystemExit(f"no target {', '.join(sorted(unknown))}; there are {', '.join(NAMES)}")
    return [name for name in NAMES if not names or name in names]


def _report(tallies: Sequence[Tally], seed: int) -> Report:
    metrics: dict[str, float] = {}
    for tally in tallies:
        for name in ("inputs", "accepted", "refused", "seconds"):
            metrics[f"{tally.target}/{name}"] = getattr(tally, name)
        metrics[f"{tally.target}/faults"] = len(tally.faults)
    metrics["faults"] = sum(len(tally.faults) for tally in tallies)
    faults = [asdict(fault) for tally in tallies for fault in tally.faults.values()]
    inputs = sum(tally.inputs for tally in tallies)
    return Report("fuzz", f"made up, seed {seed}", inputs, metrics, {"faults": faults})


# --- one target in a process of its own -----------------------------------------------------------


def survived(name: str, inputs: int, seed: int, patience: float, folder: Path) -> Tally:
    """`fuzz` in a child process, so that an engine that takes its process down is a fault like another."""
    total = Tally(name)
    for life in range(MOST_DEATHS):
        note = Note(folder / f"{name}-{life}.note")
        before = total.inputs
        spawned = multiprocessing.get_context("spawn")
        receiving, sending = spawned.Pipe(duplex=False)
        place = folder / f"{name}-{life}"
        child = spawned.Process(target=_child, args=(sending, name, inputs, seed, patience, place, note.path, before))
        child.start()
        sending.close()
        try:
            told = receiving.recv()
        except EOFError:
            told = None
        child.join()
        part = told or note.tally(name)
        total.add(part)
        if told is not None:
            break
        total.count(Fault(name, f"the process died ({child.exitcode})", "the engine", shown(note.last())))
    return total


def _child(
    sending: Any, name: str, inputs: int, seed: int, patience: float, place: Path, note: Path, skipped: int
) -> None:
    logging.getLogger("kgmem").setLevel(logging.CRITICAL)
    with targets(place) as known:
        target = next(target for target in known if target.name == name)
        sending.send(fuzz(target, inputs, seed, patience, note=Note(note), skipped=skipped))


class Note:
    """Counts and the input being tried, in a file that outlives the process."""

    _HEAD = struct.Struct("<QQQ")

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            path.write_bytes(bytes(self._HEAD.size + LONGEST + 4))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), 0)

    def write(self, tally: Tally, data: bytes) -> None:
        head = self._HEAD.pack(tally.inputs, tally.accepted, tally.refused) + struct.pack("<I", len(data))
        self._shared[: len(head) + len(data)] = head + data

    def tally(self, name: str) -> Tally:
        return Tally(name, *self._HEAD.unpack(self._shared[: self._HEAD.size]))

    def last(self) -> bytes:
        (length,) = struct.unpack("<I", self._shared[self._HEAD.size : self._HEAD.size + 4])
        return bytes(self._shared[self._HEAD.size + 4 : self._HEAD.size + 4 + length])


# --- one target ---------------------------------------------------------------------------------


def fuzz(
    target: Target, inputs: int, seed: int, patience: float, *, note: Note | None = None, skipped: int = 0
) -> Tally:
    """Run `inputs` inputs (fewer for a slow target) but the first `skipped`, and tell what became of them."""
    tally = Tally(target.name)
    started = time.perf_counter()
    for data in itertools.islice(drawn(target.seeds, max(1, inputs // target.every), seed), skipped, None):
        tally.inputs += 1
        if note is not None:
            note.write(tally, data)
        outcome = tried(target.run, data, patience)
        if outcome is None:
            tally.accepted += 1
        elif isinstance(outcome, KgmemError):
            tally.refused += 1
        else:
            key = _key(outcome)
            seen = tally.faults.get(key)
            small = seen.input if seen else shown(shrunk(target.run, data, key, patience))
            tally.count(Fault(target.name, *key, small))
    tally.seconds = time.perf_counter() - started
    return tally


def tried(run: Callable[[bytes], object], data: bytes, patience: float) -> Exception | None:
    """None when the input was accepted, else what it raised."""
    try:
        with _within(patience):
            run(data)
    except (KeyboardInterrupt, SystemExit):
        raise
    except Exception as error:  # noqa: BLE001 (what a fuzzer is for)
        return error
    return None


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    def stop(number: int, frame: object) -> None:
        raise TooSlow(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _key(error: BaseException) -> tuple[str, str]:
    """What failed and the innermost line of kgmem, or of a target, it went through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "/kgmem/" in frame.filename or "fuzz_targets" in frame.filename]
    frame = (own or list(frames))[-1]
    what = type(error).__name__ + (f": {error}" if type(error).__name__ == "Broken" else "")
    return what, f"{Path(frame.filename).name}, {frame.name}"


def shrunk(run: Callable[[bytes], object], data: bytes, key: tuple[str, str], patience: float) -> bytes:
    """A smaller input that fails in the same way: pieces are left out, big ones first, then made plain."""
    tries = 0
    size = max(1, len(data) // 2)
    while size and tries < SHRINKING:
        at = 0
        while at < len(data) and tries < SHRINKING:
            tries += 1
            smaller = data[:at] + data[at + size :]
            error = tried(run, smaller, patience)
            if error is not None and _key(error) == key:
                data = smaller
            else:
                at += size
        size //= 2
    return data


def shown(data: bytes) -> str:
    told = repr(data)
    return told if len(told) <= SHOWN else f"{told[:SHOWN]}... ({len(data)} bytes)"


# --- inputs -------------------------------------------------------------------------------------


def drawn(seeds: Sequence[bytes], count: int, seed: int) -> Iterator[bytes]:
    """The seeds as they are, then seeds damaged, spliced and grown, and one in eight from nothing."""
    draw = random.Random(seed)
    yield from (seed[:LONGEST] for seed in seeds[:count])
    for _ in range(count - len(seeds)):
        if draw.randrange(8) == 0:
            yield draw.randbytes(draw.choice((0, 1, 3, 16, 64, 300)))
            continue
        data = bytearray(draw.choice(seeds))
        for _ in range(draw.choice((1, 1, 2, 4, 9))):
            draw.choice(CHANGES)(data, draw, seeds)
        yield bytes(data[:LONGEST])


Change = Callable[[bytearray, random.Random, Sequence[bytes]], None]
TOKENS = (
    *(
        b"\x00",
        b"\xff",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xc3",
        b"\r\n",
        b"\\",
        b'"',
        b"'",
        b"{",
        b"}",
        b"[",
        b"]",
    ),
    *(
        b"null",
        b"NaN",
        b"1e999",
        b"-1",
        b"0",
        b"18446744073709551616",
        b"[" * 500,
        b'{"a":' * 200,
        b"(" * 60,
        b"\\u0000",
    ),
    *(b"\\ud800", "\u202e".encode(), "\u2028".encode(), "\u200d".encode(), "ＤＥＬＥＴＥ".encode(), "İ".encode()),
    *(b"DELETE", b"SET x=1", b";", b"/*", b"*/", b"//", b"`", b"$x", b"UNION", b"CREATE (:Session {id:'z'})"),
    *(b"password is ", b"[redacted:pin]", b"4111111111111111", b"9999-99-99", b"0000-00-00T00:00", b"+25:00"),
    *(b"@prefix", b"<", b">", b"\x1b[2J", b"%s%n", b"../../x", b"text", b"content", b"mapping", b"session_1"),
)


def _flip(data: bytearray, draw: random.Random, seeds: Sequence[bytes]) -> None:
    if data:
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)


def _put(data: bytearray, draw: random.Random, seeds: Sequence[bytes]) -> None:
    at = draw.randint(0, len(data))
    data[at:at] = draw.choice(TOKENS)


def _replace(data: bytearray, draw: random.Random, seeds: Sequence[bytes]) -> None:
    at = draw.randint(0, len(data))
    data[at : at + draw.randint(1, 8)] = draw.choice(TOKENS)


def _cut(data: bytearray, draw: random.Random, seeds: Sequence[bytes]) -> None:
    at = draw.randint(0, len(data))
    del data[at : at + draw.choice((1, 2, 8, 64, LONGEST))]


def _repeat(data: bytearray, draw: random.Random, seeds: Sequence[bytes]) -> None:
    at = draw.randint(0, len(data))
    data[at:at] = data[at : at + draw.randint(1, 16)] * draw.choice((1, 2, 40))


def _splice(data: bytearray, draw: random.Random, seeds: Sequence[bytes]) -> None:
    other = draw.choice(seeds)
    at = draw.randint(0, len(data))
    data[at:] = other[draw.randint(0, len(other)) :]


def _noise(data: bytearray, draw: random.Random, seeds: Sequence[bytes]) -> None:
    at = draw.randint(0, len(data))
    data[at:at] = draw.randbytes(draw.randint(1, 8))


CHANGES: tuple[Change, ...] = (_flip, _put, _replace, _cut, _repeat, _splice, _noise)


def search_paths(names: Sequence[str], inputs: int, seed: int, folder: Path) -> None:
    """Let atheris look for inputs that take new paths; it ends the process at the first fault it finds."""
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError as error:
        raise SystemExit("atheris is not installed (pip install atheris); leave --atheris out") from error
    if len(names) != 1:
        raise SystemExit("atheris takes one target at a time; add --target NAME")
    with targets(folder / "atheris") as known:
        (target,) = [target for target in known if target.name in names]

        def one(data: bytes) -> None:
            with suppress(KgmemError):
                target.run(data)

        for module in [module for name, module in sys.modules.items() if name.startswith("kgmem.")]:
            for value in list(vars(module).values()):
                if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                    atheris.instrument_func(value)
        atheris.Setup([sys.argv[0], f"-runs={inputs}", f"-seed={seed}", f"-max_len={LONGEST}"], one)
        atheris.Fuzz()
