"""LoCoMo (Maharana et al. 2024): ten long chats of two people, questions with the turns that answer them.

The data is CC BY-NC 4.0 and not part of kgmem; README.md says where to get it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks import evidence, left_out, retrieval
from benchmarks.report import Report, write_json, write_lines
from benchmarks.retrieval import Conversation, Question, Turn
from kgmem.features import GROUPS as GROUPS_OF_EVIDENCE

HELP = "evidence recall on LoCoMo"
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
GROUPS = {"cat1-4": tuple(CATEGORIES[number] for number in (1, 2, 3, 4))}
_ID = re.compile(r"D:?(\d+):(\d+)")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="locomo10.json, or a part of it; .gz is fine")
    parser.add_argument("--audit", type=Path, help="corrected evidence; default: audit_errors.json.gz beside the data")
    add_run_arguments(parser)


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of every benchmark of this shape."""
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--run", type=Path, metavar="OUT.jsonl", help="write a line per question with its ranking")
    parser.add_argument("--work", type=Path, metavar="DIR", help="make the memories here and keep them")
    parser.add_argument("--limit-conversations", type=int, metavar="N", help="only the first N conversations")
    parser.add_argument("--no-dense", action="store_true", help="leave the dense baseline out, and its fusion")
    parser.add_argument("--ablate", action="store_true", help="also without each kind of evidence (minutes more)")


def run(args: argparse.Namespace) -> Report:
    audit = args.audit or next(args.data.parent.glob("audit_errors.json*"), None)
    corrections = read_audit(retrieval.read_json(audit)) if audit else {}
    conversations = read(retrieval.read_json(args.data), corrections)
    return measure("locomo", args, conversations, GROUPS, [*CATEGORIES.values(), *GROUPS], ("adversarial",))


def measure(
    name: str,
    args: argparse.Namespace,
    conversations: list[Conversation],
    groups: Mapping[str, tuple[str, ...]],
    categories: list[str],
    unanswerable: tuple[str, ...] = (),
    turn: str = "turn",
) -> Report:
    """Run, print, and write what the arguments ask for. `unanswerable`: categories of what nobody told. `turn`: what
    the data calls a turn; its metrics have that name as well.

    Conversations that the shipped weights were learned from are ordered by those learned without them.
    """
    conversations = conversations[: args.limit_conversations]
    rankers = left_out.rankers(conversations)
    systems = [name for name in retrieval.SYSTEMS if name not in ("dense", "rrf") or not args.no_dense]
    ablate = tuple(GROUPS_OF_EVIDENCE) if args.ablate else ()
    outcome = retrieval.run(conversations, work=args.work, systems=systems, rankers=rankers, ablate=ablate)
    outcome.system["order"] = left_out.said(conversations, rankers)
    report = evidence.report(name, args.data.name, outcome, groups=groups, unanswerable=unanswerable)
    report.metrics |= {
        name.replace("turn/", f"{turn}/", 1): value
        for name, value in report.metrics.items()
        if re.match(r"(?:baseline/\w+/)?turn/", name)
    }
    print(evidence.show(report, categories))
    print(f"order of conversations: {outcome.system['order']}")
    if args.json:
        write_json(args.json, report)
    if args.run:
        write_lines(args.run, retrieval.lines(outcome))
    return report


def read(samples: Iterable[Mapping[str, Any]], corrections: Mapping[str, list[str]]) -> list[Conversation]:
    """Conversations of the standard file. `corrections`: evidence by the audit's question id."""
    found = []
    for number, sample in enumerate(samples):
        turns = list(turns_in(sample["conversation"]))
        known = {turn.id for turn in turns}
        questions = []
        for place, qa in enumerate(sample["qa"]):
            evidence = repair(qa.get("evidence") or [], known)
            corrected = corrections.get(f"locomo_{number}_qa{place}")
            questions.append(
                Question(
                    id=f"{sample['sample_id']}/{place}",
                    text=qa["question"],
                    category=CATEGORIES[qa["category"]],
                    evidence=evidence,
                    audited=evidence if corrected is None else repair(corrected, known) or evidence,
                )
            )
        found.append(Conversation(sample["sample_id"], turns, questions))
    return found


def turns_in(conversation: Mapping[str, Any]) -> Iterable[Turn]:
    numbers = sorted(int(key.split("_")[1]) for key in conversation if re.fullmatch(r"session_\d+", key))
    for number in numbers:
        date = conversation.get(f"session_{number}_date_time", "")
        started = parse_date(date)
        for place, turn in enumerate(conversation[f"session_{number}"] or []):
            yield Turn(
                id=turn["dia_id"],
                text=turn.get("text") or "",
                session=f"session_{number}",
                at=started + timedelta(seconds=place),
                speaker=turn["speaker"],
                caption=turn.get("blip_caption") or "",
                date=date,
            )


def parse_date(text: str) -> datetime:
    """ "1:56 pm on 8 May, 2023", in UTC."""
    return datetime.strptime(text.replace(",", ""), "%I:%M %p on %d %B %Y").replace(tzinfo=UTC)


def repair(evidence: Iterable[str], known: AbstractSet[str]) -> frozenset[str]:
    """Ids of turns that exist. Several in one string are split, `D:11:26` and `D30:05` put right, the
    rest is dropped."""
    found = set()
    for entry in evidence:
        for session, turn in _ID.findall(str(entry)):
            name = f"D{int(session)}:{int(turn)}"
            if name in known:
                found.add(name)
    return frozenset(found)


def read_audit(entries: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Evidence the audit corrected, by question id. Its other findings are about answers."""
    return {
        entry["question_id"]: list(entry["correct_evidence"])
        for entry in entries
        if entry.get("error_type") == "WRONG_CITATION"
    }
