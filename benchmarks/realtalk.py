"""REALTALK (Lee et al. 2025): real chats of real people over three weeks, with LoCoMo's kind of questions.

Nobody wrote these turns with a language model, so a gain here is a gain on how people write. The data
states no licence and is not part of kgmem; README.md says where to get it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import locomo, retrieval
from benchmarks.report import Report
from benchmarks.retrieval import Conversation, Question, Turn

HELP = "evidence recall on REALTALK, chats written by people"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "commonsense"}
PICTURE = "(sends a picture)"
_RANGE = re.compile(r"D(\d+):(\d+)\s*-\s*D(\d+):(\d+)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="the folder with Chat_*.json or .json.gz")
    locomo.add_run_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    return locomo.measure("realtalk", args, read_folder(args.data), {}, list(CATEGORIES.values()))


def read_folder(folder: Path) -> list[Conversation]:
    """Every chat of a folder, by number."""
    files = sorted(folder.glob("Chat_*.json*"), key=lambda f: int(f.name.split("_")[1].split(".")[0]))
    return [read(file.name.split(".")[0], retrieval.read_json(file)) for file in files]


def read(name: str, chat: Mapping[str, Any]) -> Conversation:
    turns = list(_turns(chat))
    known = [turn.id for turn in turns]
    questions = [
        Question(
            id=f"{name}/{place}",
            text=qa["question"],
            category=CATEGORIES[qa["category"]],
            evidence=repair(qa.get("evidence") or [], known),
        )
        for place, qa in enumerate(chat["qa"])
    ]
    return Conversation(name, turns, questions)


def _turns(chat: Mapping[str, Any]) -> Iterable[Turn]:
    numbers = sorted(int(key.split("_")[1]) for key in chat if re.fullmatch(r"session_\d+", key))
    seen: set[str] = set()
    for number in numbers:
        for message in chat[f"session_{number}"] or []:
            if message["dia_id"] in seen:
                continue
            seen.add(message["dia_id"])
            at = datetime.strptime(message["date_time"], "%d.%m.%Y, %H:%M:%S").replace(tzinfo=UTC)
            yield Turn(
                id=message["dia_id"],
                text=message.get("clean_text") or PICTURE,
                session=f"session_{number}",
                at=at,
                speaker=message["speaker"].split()[0].title(),
                caption=message.get("blip_caption") or "",
                date=f"{at:%d %B, %Y}",
            )


def repair(evidence: Iterable[str], known: list[str]) -> frozenset[str]:
    """Ids of messages that exist; ranges inside one day (`D12:3-D12:5`) are filled in."""
    exists = set(known)
    found = set(locomo.repair(evidence, exists))
    for entry in evidence:
        for day, first, last_day, last in _RANGE.findall(str(entry)):
            if day == last_day:
                names = (f"D{int(day)}:{place}" for place in range(int(first), int(last) + 1))
                found.update(name for name in names if name in exists)
    return frozenset(found)
