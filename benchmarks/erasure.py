"""Erasing from made-up memories: is what is left the memory that never heard it, and is it in no byte?

Each store is told a made-up chat and some direct calls; something is chosen (a session, a speaker, an
episode, everything before a day, a person) and erased. Beside it stands a store that was told only what
should be left, through the public API. Both must hold the same, and no file of the first may hold a text
that is gone.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from benchmarks.report import Report, table, write_json
from benchmarks.scale import FIRMS, FOODS, PEOPLE, PLACES, THINGS
from kgmem.checking import folded, whole_of
from kgmem.extract_rules import RuleExtractor
from kgmem.memory import Memory
from kgmem.ontology import load
from kgmem.portable import state_lines
from kgmem.records import Extractor
from kgmem.temporal import iso
from kgmem.text import fold, stands_in

Engine = Literal["kuzu", "ladybug"]
HELP = "erase from generated stores: equal to never heard, in no byte"
START = datetime(2026, 1, 5, 8, 0, tzinfo=UTC)
SAID = (
    "{other} lives in {place}.",
    "{other} works at {firm}. The weather is fine.",
    "I moved to {place} last month and started at {firm}.",
    "Because the {thing} broke, we could not leave for {place} on Friday.",
    "My sister {other} likes {food}. I like {food2}.",
    "I bought a {thing} in {place} yesterday!",
    "He told me about {place}; it rained all week.",
    "{other} is my neighbour and {third} is her friend.",
    "Where did {other} leave the {thing}?",
    "我住在{place}。{other}喜欢喝茶。",
)
RECORDED = 1_790_000_000_000_000
CHOICES = ("session", "speaker", "episode", "before", "entity")


@dataclass(slots=True)
class Told:
    """What a store is told: messages and direct calls, in order."""

    turns: list[dict[str, Any]]
    calls: list[tuple[int, tuple[str, str, str]]]  # each with its place


class Clock:
    """Stands where it is set: what is told in both stores is recorded at the same time in both."""

    def __init__(self) -> None:
        self.now = RECORDED

    def __call__(self) -> int:
        return self.now


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stores", type=int, default=200, help="how many (default: %(default)s)")
    parser.add_argument("--engine", choices=("kuzu", "ladybug"), default="kuzu", help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first store (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")


def run(args: argparse.Namespace) -> Report:
    words = load()
    extractor = RuleExtractor(words)
    counts: Counter[str] = Counter()
    for seed in range(args.seed, args.seed + args.stores):
        with tempfile.TemporaryDirectory(prefix="kgmem-erase-") as place:
            result = one_store(seed, Path(place), extractor, args.engine)
        counts.update(result)
        for name in ("unequal", "residues", "findings"):
            if result[name]:
                print(f"seed {seed} ({CHOICES[seed % len(CHOICES)]}): {name} {result[name]}")
    metrics = {name: float(counts[name]) for name in ("unequal", "residues", "findings", "episodes", "facts", "bytes")}
    metrics["stores"] = float(args.stores)
    report = Report(
        "erasure", f"made-up chats, seeds {args.seed} to {args.seed + args.stores - 1}", args.stores, metrics
    )
    print(
        table(
            ["stores", "unequal", "residues", "findings", "episodes erased", "facts erased"],
            [[args.stores, *(counts[name] for name in ("unequal", "residues", "findings", "episodes", "facts"))]],
        )
    )
    if args.json:
        write_json(args.json, report)
    return report


def one_store(seed: int, place: Path, extractor: Extractor, engine: Engine) -> Counter[str]:
    """Erase from one store; everything in `unequal`, `residues` and `findings` is a failure."""
    draw = random.Random(seed)
    told = make_up(draw)
    clock = Clock()
    with (
        _open(place / "heard", extractor, clock, engine) as heard,
        _open(place / "other", extractor, clock, engine) as other,
    ):
        tell(heard, told, clock)
        selector, stays = choose(CHOICES[seed % len(CHOICES)], told, draw)
        erasure = heard.erase(**selector).confirm()
        left = Told([turn for turn in told.turns if stays(turn)], told.calls)
        if name := selector.get("entity"):
            left = without_person(name, told, heard)
        tell(other, left, clock)
        mine, theirs = _state(heard), _state(other)
        return Counter(
            unequal=int(mine != theirs),
            residues=len(erasure.verify()),
            findings=len(heard.check()),
            episodes=len(told.turns) - len(left.turns),
            facts=erasure.receipt.counts["facts"],
            bytes=erasure.receipt.bytes,
        )


def make_up(draw: random.Random) -> Told:
    people = draw.sample(PEOPLE, 6)
    turns = []
    at = START
    for number in range(draw.randint(8, 24)):
        at += timedelta(minutes=draw.randint(1, 3000))
        other, third = draw.sample(people, 2)
        food, food2 = draw.sample(FOODS, 2)
        words = {"place": draw.choice(PLACES), "firm": draw.choice(FIRMS), "thing": draw.choice(THINGS)}
        text = draw.choice(SAID).format(other=other, third=third, food=food, food2=food2, **words)
        turns.append(
            {
                "content": text,
                "speaker": draw.choice(people[:3]),
                "at": iso(int(at.timestamp() * 1_000_000)),
                "session": draw.choice(("spring", "summer", "autumn")),
                "id": f"turn {number}",
                "metadata": {"seen by": draw.choice(people)} if draw.random() < 0.2 else {},
            }
        )
    calls = []
    for place in range(draw.randint(0, 4)):
        one, two = draw.sample(people, 2)
        said = (one, draw.choice(("knows", "likes", "livesIn")), draw.choice((two, draw.choice(PLACES))))
        calls.append((place, said))
    return Told(turns, calls)


def tell(memory: Memory, told: Told, clock: Clock) -> None:
    clock.now = max(clock.now, RECORDED)
    for turn in told.turns:
        memory.observe(turn)
    for place, (subject, relation, target) in told.calls:
        clock.now = RECORDED + place * 1_000_000
        memory.assert_fact(subject, relation, target)
    clock.now = RECORDED


Stays = Callable[[dict[str, Any]], bool]


def choose(kind: str, told: Told, draw: random.Random) -> tuple[dict[str, Any], Stays]:
    """What is erased, as arguments of `erase`, and which turns stay whole."""
    turn = draw.choice(told.turns)
    if kind == "before":
        return {"before": turn["at"]}, lambda t: t["at"] >= turn["at"]
    if kind == "entity":
        return {"entity": turn["speaker"]}, lambda t: True
    field = {"session": "session", "speaker": "speaker", "episode": "id"}[kind]
    return {kind: turn[field]}, lambda t: t[field] != turn[field]


def without_person(name: str, told: Told, erased: Memory) -> Told:
    """What is left of a chat without a person: the texts as they are now, which must not name them."""
    now = {episode.id: episode for episode in erased.episodes()}
    turns = []
    for turn in told.turns:
        episode = now.get(turn["id"])
        if episode is None:
            continue
        assert not stands_in(name, fold(f"{episode.text} {episode.speaker} {episode.metadata}"))
        turns.append({**turn, "content": episode.text, "metadata": dict(episode.metadata)})
    return Told(turns, [call for call in told.calls if name not in call[1]])


def _state(memory: Memory) -> Sequence[str]:
    return list(state_lines(whole_of(folded(memory._held.rows())), recorded=False))


def _open(path: Path, extractor: Extractor, clock: Clock, engine: Engine) -> Memory:
    return Memory.open(
        path,
        timezone="UTC",
        encoder=(lambda texts: [[1.0, 0.0]] * len(texts), 2),
        extractor=extractor,
        clock=clock,
        engine=engine,
    )
