"""LongMemEval (Wu et al. 2025): what a user said to an assistant in one or several of many sessions.

The data is MIT-licensed, but whole only in files that are hard to come by; this reads every piece of it there is, in
the upstream format, as replay scripts and as samples. By default all sessions of all files are one memory, so that each
question's evidence stands among everyone's talk; with --alone each question has the memory its file gives it. Names of
sessions give evidence away (`answer_...`) and are not told to the system. README.md says where to get it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks import evidence, left_out, retrieval
from benchmarks.report import Report, write_json, write_lines
from benchmarks.retrieval import Conversation, Question, Turn

HELP = "session and turn recall on what there is of LongMemEval"
TYPES = (
    *("single-session-user", "single-session-assistant", "single-session-preference"),
    *("multi-session", "temporal-reasoning", "knowledge-update"),
)
KS = (1, 5, 10, 20)
SPEAKERS = {"user": "User", "assistant": "Assistant"}
UNANSWERABLE, UNTOLD = "_abs", "abstention"
CUT = "mini"
"""In the name of a file whose sessions are cut: it is left out."""
_DATE = re.compile(r"(\d{4})[/-](\d\d)[/-](\d\d)\D*(?:(\d\d):(\d\d))?")
_ASKED = re.compile(r"\A\[([^\]]+)\]\s*(.+)\Z", re.S)


@dataclass(frozen=True, slots=True)
class Message:
    role: str
    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """A session under its own name, which says too much; `marked` messages hold the answer."""

    name: str
    at: datetime
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its haystack, and the names of the sessions that answer it."""

    id: str
    text: str
    type: str
    at: datetime | None
    haystack: tuple[Session, ...]
    answers: frozenset[str]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="one file, or a folder with all there is")
    parser.add_argument("--alone", action="store_true", help="a memory for each question, of its own sessions")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N questions")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--run", type=Path, metavar="OUT.jsonl", help="write a line per question with its ranking")
    parser.add_argument("--work", type=Path, metavar="DIR", help="make the memories here and keep them")


def run(args: argparse.Namespace) -> Report:
    asked = read(args.data)[: args.limit]
    if not asked:
        raise SystemExit(f"{args.data} holds no questions with sessions in a format of LongMemEval")
    conversations = [conversation(one.id, [one]) for one in asked] if args.alone else [conversation("pool", asked)]
    rankers = left_out.rankers(conversations)
    outcome = retrieval.run(conversations, work=args.work, rankers=rankers)
    sessions = evidence.report("longmemeval", args.data.name, outcome, ks=KS, unanswerable=(UNTOLD,))
    turns = evidence.report(
        "longmemeval",
        args.data.name,
        replace(outcome, conversations=[by_turns(one, asked) for one in conversations]),
        ks=KS,
    )
    held = {name: value for name, value in sessions.metrics.items() if "turn/" not in name and "context/" not in name}
    marked = {name: value for name, value in turns.metrics.items() if "turn/" in name or "context/" in name}
    report = replace(sessions, metrics=held | marked | {"n/marked": turns.n})
    print(show(report))
    if args.json:
        write_json(args.json, report)
    if args.run:
        write_lines(args.run, retrieval.lines(outcome))
    return report


# --- reading ----------------------------------------------------------------------------------------


def read(path: Path) -> list[Asked]:
    """Every question with sessions, each once, the version with most sessions."""
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*.json*") if CUT not in p.name)
    parts = [retrieval.read_json(file) for file in files if "jsonl" not in file.name]
    known = {one["query"].strip(): one for part in parts if _is_list_of(part, "gold_ids") for one in part}
    found: dict[str, Asked] = {}
    for part in parts:
        for one in _questions(part, known):
            held = found.get(one.text)
            if one.haystack and (held is None or _wealth(held) < _wealth(one)):
                found[one.text] = one
    return sorted(found.values(), key=lambda one: one.id)


def _wealth(one: Asked) -> tuple[int, int]:
    """How many sessions and marked messages there are for a question."""
    return len(one.haystack), sum(message.marked for session in one.haystack for message in session.messages)


def _questions(part: Any, known: Mapping[str, Mapping[str, Any]]) -> Iterator[Asked]:
    if _is_list_of(part, "haystack_sessions"):
        yield from map(_upstream, part)
    elif isinstance(part, dict) and "steps" in part:
        yield from _script(part["steps"], known)
    elif isinstance(part, dict) and _is_list_of(part.get("data"), "conversation"):
        for sample in part["data"]:
            yield from _sample(sample)


def _is_list_of(part: Any, field: str) -> bool:
    return isinstance(part, list) and bool(part) and isinstance(part[0], dict) and field in part[0]


def _upstream(one: Mapping[str, Any]) -> Asked:
    parts = zip(one["haystack_session_ids"], one["haystack_dates"], one["haystack_sessions"], strict=True)
    return Asked(
        one["question_id"],
        one["question"].strip(),
        _type(one["question_id"], one["question_type"]),
        moment(one.get("question_date")),
        tuple(Session(name, moment(date) or datetime.min, _messages(said)) for name, date, said in parts),
        frozenset(one.get("answer_session_ids") or ()),
    )


def _script(steps: Sequence[Mapping[str, Any]], known: Mapping[str, Mapping[str, Any]]) -> Iterator[Asked]:
    """A replay script: sessions in which messages are put, then questions as "[date] question"."""
    said: dict[str, list[Mapping[str, Any]]] = {}
    for step in steps:
        if step["step_type"] == "add_messages":
            said.setdefault(step["session_id"], []).extend(step["messages"])
        elif step["step_type"] == "query" and (found := _ASKED.match(step["input"])):
            text = found[2].strip()
            entry = known.get(text, {"id": text[:40], "meta": {"question_type": "unknown"}})
            haystack = tuple(
                Session(name, moment(messages[0]["created_at"]) or datetime.min, _messages(messages))
                for name, messages in said.items()
            )
            answers = frozenset(name for name in said if name.startswith("answer_"))
            kind = _type(entry["id"], entry["meta"]["question_type"])
            yield Asked(entry["id"], text, kind, moment(found[1]), haystack, answers)


def _sample(sample: Mapping[str, Any]) -> Iterator[Asked]:
    """A sample of evidence only: its sessions are told apart by their dates. Of one without an answer, none is."""
    name = sample["id"].rpartition("-")[2]
    haystack = tuple(
        Session(f"{name}/{place}", moment(date) or datetime.min, _messages(list(said)))
        for place, (date, said) in enumerate(groupby(sample["conversation"], lambda message: message["date"]))
    )
    last = max((session.at for session in haystack), default=None)
    for question in sample["questions"]:
        kind = _type(name, sample["question_type"])
        answers = frozenset() if kind == UNTOLD else frozenset(session.name for session in haystack)
        yield Asked(name, question["question"].strip(), kind, last, haystack, answers)


def _type(name: str, given: str) -> str:
    return UNTOLD if name.endswith(UNANSWERABLE) else given


def _messages(said: Iterable[Mapping[str, Any]]) -> tuple[Message, ...]:
    return tuple(
        Message(one.get("role") or one["peer_id"], one["content"], bool(one.get("has_answer"))) for one in said
    )


def moment(text: str | None) -> datetime | None:
    """ "2023/05/30 (Tue) 23:40" or "2023-05-20T06:13:00", in UTC; None for no date."""
    found = _DATE.search(text or "")
    if found is None:
        return None
    year, month, day, hour, minute = (int(part or 0) for part in found.groups())
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


# --- asking -----------------------------------------------------------------------------------------


def conversation(name: str, asked: Sequence[Asked]) -> Conversation:
    """The sessions of these questions as one talk, each once, under numbers in the order of their times; evidence are
    all turns of a session that answers."""
    sessions: dict[str, Session] = {}
    for one in asked:
        for session in one.haystack:
            held = sessions.get(session.name)
            if held is None or len(held.messages) < len(session.messages):
                sessions[session.name] = session  # of two versions, one may be cut
    ordered = sorted(sessions.values(), key=lambda session: (session.at, session.name))
    number = {session.name: f"s{place}" for place, session in enumerate(ordered)}
    turns = [
        Turn(
            f"{number[session.name]}:{place}",
            message.text,
            number[session.name],
            session.at + timedelta(seconds=place),
            SPEAKERS.get(message.role, message.role),
            date=f"{session.at:%d %B, %Y}",
            role=message.role,
        )
        for session in ordered
        for place, message in enumerate(session.messages)
        if message.text.strip()
    ]
    of: dict[str, list[str]] = {}
    for turn in turns:
        of.setdefault(turn.session, []).append(turn.id)
    questions = [
        Question(
            one.id,
            one.text,
            one.type,
            frozenset(turn for answer in one.answers if one.type != UNTOLD for turn in of.get(number[answer], ())),
            at=one.at,
        )
        for one in asked
    ]
    return Conversation(name, turns, questions)


def by_turns(told: Conversation, asked: Sequence[Asked]) -> Conversation:
    """The same with only the marked turns as evidence; questions without any have none."""
    marked = {
        message.text for one in asked for session in one.haystack for message in session.messages if message.marked
    }
    text = {turn.id: turn.text for turn in told.turns}
    questions = [
        replace(question, evidence=frozenset(name for name in question.evidence if text[name] in marked))
        for question in told.questions
    ]
    return replace(told, questions=questions)


def show(report: Report) -> str:
    kinds = [kind for kind in TYPES if f"session/share@5/{kind}" in report.metrics]
    metrics = report.metrics
    said = [f"longmemeval: {report.n} questions with evidence, {report.system['episodes']} turns, {report.data}"]
    for system in ("", "baseline/bm25/", "baseline/dense/", "baseline/rrf/"):
        if f"{system}session/mrr" not in metrics:
            continue
        by_kind = ", ".join(f"{kind} {metrics[f'{system}session/share@5/{kind}']:.1f}" for kind in kinds)
        shares = " ".join(f"@{k} {metrics[f'{system}session/share@{k}']:.1f}" for k in KS)
        turns = (
            f"; turn share@10 {metrics[f'{system}turn/share@10']:.1f}" if f"{system}turn/share@10" in metrics else ""
        )
        name = system.removeprefix("baseline/").strip("/") or "kgmem"
        said += [f"{name}: session share {shares}{turns}", f"  share@5 by type: {by_kind}"]
    if "abstain/auroc" in metrics:
        said.append(
            f"confidence tells questions with an answer from those without: AUROC {metrics['abstain/auroc']:.3f}"
        )
    return "\n".join(said)
