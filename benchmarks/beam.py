"""BEAM (Tavakoli et al. 2025): long chats of a user with an assistant, and probing questions of ten abilities.

Most words are the assistant's advice, while most evidence is what the user said in passing. The data states no licence
and is not part of kgmem; README.md says where to get it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks import locomo, retrieval
from benchmarks.report import Report
from benchmarks.retrieval import Conversation, Question, Turn

HELP = "evidence recall on BEAM, long chats with an assistant"
ABILITIES = (
    "contradiction_resolution",
    "event_ordering",
    "information_extraction",
    "instruction_following",
    "knowledge_update",
    "multi_session_reasoning",
    "preference_following",
    "summarization",
    "temporal_reasoning",
    "abstention",
)
START = datetime(2024, 1, 1, tzinfo=UTC)
"""When a chat without a date begins."""
SPEAKERS = {"user": "User", "assistant": "Assistant"}
_MARKER = re.compile(r"\s*->->[\s\d,]*\Z")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="folder with NN_chat.json, NN_probing_questions.json")
    locomo.add_run_arguments(parser)


def run(args: argparse.Namespace) -> Report:
    return locomo.measure("beam", args, read_folder(args.data), {}, list(ABILITIES), ("abstention",), "message")


def read_folder(folder: Path) -> list[Conversation]:
    """Every chat of a folder that has its questions beside it."""
    found = []
    for path in sorted(folder.glob("*_chat.json*")):
        questions = path.with_name(path.name.replace("_chat.", "_probing_questions."))
        if questions.exists():
            found.append(read(path.name.split("_")[0], retrieval.read_json(path), retrieval.read_json(questions)))
    return found


def read(name: str, batches: Sequence[Mapping[str, Any]], asked: Mapping[str, Any]) -> Conversation:
    turns = list(_turns(batches))
    known = {turn.id for turn in turns}
    questions = [
        Question(
            id=f"beam-{name}/{ability}/{place}",
            text=probe["question"],
            category=ability,
            evidence=frozenset(_ids(probe.get("source_chat_ids"))) & known,
        )
        for ability, probes in asked.items()
        for place, probe in enumerate(probes)
    ]
    return Conversation(f"beam-{name}", turns, questions)


def _turns(batches: Iterable[Mapping[str, Any]]) -> Iterator[Turn]:
    """Messages in their order. A date stands at the first message of a batch, if at all, and holds until the next."""
    at = START
    seen: set[str] = set()
    for batch in batches:
        for message in (message for part in batch["turns"] for message in part):
            name = str(message["id"])
            if name in seen:
                continue
            seen.add(name)
            at = _anchor(message.get("time_anchor")) or at + timedelta(seconds=1)
            role = message["role"]
            yield Turn(
                id=name,
                text=_MARKER.sub("", message["content"]),
                session=f"batch_{batch['batch_number']}",
                at=at,
                speaker=SPEAKERS[role],
                date=f"{at:%d %B, %Y}",
                role=role,
            )


def _anchor(text: str | None) -> datetime | None:
    """ "March-15-2024", in UTC."""
    return datetime.strptime(text, "%B-%d-%Y").replace(tzinfo=UTC) if text else None


def _ids(given: object) -> AbstractSet[str]:
    """Message ids, however they are nested."""
    if isinstance(given, Mapping):
        given = list(given.values())
    if isinstance(given, list):
        return {name for one in given for name in _ids(one)}
    return set() if given is None else {str(given)}
