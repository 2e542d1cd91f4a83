"""Truth without text: the states of a made-up world told through the API, in many orders and batches.

Whatever the order, memory should say of each day what the world's log says of it, and hold the same in the end. The log
is read by brute force; nothing of kgmem decides what is right.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from benchmarks.report import Report, table, write_json
from benchmarks.synth.simulate import simulate
from benchmarks.synth.world import State, World
from kgmem.checking import folded, whole_of
from kgmem.memory import Memory
from kgmem.portable import state_lines

HELP = "states told through the API in many orders, asked about as of many days"
ORDERS = ("by time", "reversed", "shuffled", "late starts")
TOLD = ("hasDiet", "livesIn", "studiesAt", "worksAs", "worksFor")


@dataclass(frozen=True, slots=True)
class Call:
    """One `assert_fact`: a state with its start, and its end where nothing follows that would end it."""

    subject: str
    relation: str
    object: str
    since: int
    until: int | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--worlds", type=int, default=10, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first (default: %(default)s)")
    parser.add_argument("--people", type=int, default=6, help="(default: %(default)s)")
    parser.add_argument("--months", type=int, default=24, help="(default: %(default)s)")
    parser.add_argument("--days", type=int, default=40, help="asked about, per state line (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")


def run(args: argparse.Namespace) -> Report:
    asked = dict.fromkeys(ORDERS, 0)
    right = dict.fromkeys(ORDERS, 0)
    same = dict.fromkeys(ORDERS, 0)
    for seed in range(args.seed, args.seed + args.worlds):
        world, calls = told_states(seed, args.people, args.months)
        first: list[str] | None = None
        for order in ORDERS:
            with tempfile.TemporaryDirectory(prefix="kgmem-truth-") as place:
                memory = Memory.open(Path(place) / "memory", timezone="UTC", encoder=(_flat, 2), clock=lambda: 0)
                with memory:
                    for call in ordered(calls, order, seed):
                        tell(memory, call, world)
                    wanted, found = ask(memory, calls, world, args.days, seed)
                    state = list(state_lines(whole_of(folded(memory._held.rows())), recorded=False))
            asked[order] += wanted
            right[order] += found
            first = first or state
            same[order] += _live(state) == _live(first)
    metrics: dict[str, float] = {"worlds": args.worlds}
    for order in ORDERS:
        name = order.replace(" ", "_")
        metrics[f"as_of_exact/{name}"] = 100 * right[order] / max(1, asked[order])
        metrics[f"same_state/{name}"] = 100 * same[order] / args.worlds
    metrics["as_of_exact"] = 100 * sum(right.values()) / max(1, sum(asked.values()))
    report = Report(
        "truth", f"made-up worlds, seeds {args.seed} to {args.seed + args.worlds - 1}", sum(asked.values()), metrics
    )
    rows: list[list[object]] = [
        [order, round(metrics[f"as_of_exact/{order.replace(' ', '_')}"], 1), same[order], args.worlds]
        for order in ORDERS
    ]
    print(table(["order", "as-of exact %", "same state as by time", "worlds"], rows))
    if args.json:
        write_json(args.json, report)
    return report


def told_states(seed: int, people: int, months: int) -> tuple[World, list[Call]]:
    """The states of one-at-a-time relations of a world. An end is told only where no next value tells it."""
    world, log = simulate(seed, people, months, ("en",))
    lines: dict[tuple[str, str], list[State]] = {}
    states = [*world.base, *(state for happening in log for state in happening.initiates)]
    ends = {
        (state.subject, state.relation, state.object, state.since): happening.day
        for happening in log
        for state in happening.terminates
    }
    for state in states:
        if state.relation in TOLD:
            lines.setdefault((state.subject, state.relation), []).append(state)
    calls = []
    for (subject, relation), line in sorted(lines.items()):
        line.sort(key=lambda state: state.since or 0)
        for number, state in enumerate(line):
            since = state.since or world.start - 400
            until = ends.get((subject, relation, state.object, state.since), state.until)
            follows = line[number + 1].since if number + 1 < len(line) else None
            calls.append(Call(subject, relation, state.object, since, None if until == follows else until))
    return world, calls


def ordered(calls: Sequence[Call], order: str, seed: int) -> list[Call]:
    by_time = sorted(calls, key=lambda call: (call.since, call.subject, call.relation))
    if order == "reversed":
        return by_time[::-1]
    if order == "shuffled":
        return random.Random(seed).sample(by_time, len(by_time))
    if order == "late starts":  # every second one is told only after all others
        return [*by_time[::2], *by_time[1::2]]
    return by_time


def tell(memory: Memory, call: Call, world: World) -> None:
    memory.assert_fact(
        world.name(call.subject, "en"),
        call.relation,
        world.name(call.object, "en"),
        valid_from=date.fromordinal(call.since),
        valid_to=None if call.until is None else date.fromordinal(call.until),
    )


def ask(memory: Memory, calls: Sequence[Call], world: World, days: int, seed: int) -> tuple[int, int]:
    """(how many questions, how many right): what holds on a day, of each subject and relation."""
    draw = random.Random(seed)
    asked = right = 0
    for subject, relation in sorted({(call.subject, call.relation) for call in calls}):
        line = [call for call in calls if (call.subject, call.relation) == (subject, relation)]
        held = memory.facts(world.name(subject, "en"), relation)
        for _ in range(days):
            day = draw.randrange(world.start - 200, world.end)
            wanted = {world.name(name, "en") for name in holding(line, day)}
            at = (day - date(1970, 1, 1).toordinal()) * 86_400_000_000
            found = {fact.object for fact in held if fact.valid.holds(at)}
            asked += 1
            right += wanted == found
    return asked, right


def holding(line: Sequence[Call], day: int) -> Iterator[str]:
    """What the log says holds on a day: the latest start by then, unless it has ended."""
    begun = [call for call in line if call.since <= day]
    if begun:
        last = max(begun, key=lambda call: call.since)
        if last.until is None or day < last.until:
            yield last.object


def _live(state: Sequence[str]) -> list[tuple[object, ...]]:
    """The facts held now, without the numbers of their versions, which count how often they were told anew."""
    rows = [json.loads(line) for line in state if '"node":"Fact"' in line]
    live = [row for row in rows if not row["retracted"]]
    return sorted((row["statement"], row["valid_from"], row["valid_to"]) for row in live)


def _flat(texts: list[str]) -> list[list[float]]:
    """Vectors do not matter here."""
    return [[1.0, 0.0]] * len(texts)
