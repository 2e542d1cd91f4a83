"""LoCoMo-Plus (2026): something said in passing, and weeks later a sentence that only makes sense with it.

The two share hardly a word, so this is recall of what is implied: causes, states, goals and values. All cues are told
to one memory, alone or each as a session among those of a LoCoMo conversation; what is asked with is the later
sentence. The data states no licence and is not part of kgmem; README.md says where to get it.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks import left_out, locomo, measures, retrieval
from benchmarks.report import Report, table, write_json, write_lines
from benchmarks.retrieval import Answer, Conversation, Outcome, Question, Turn

HELP = "recall of what is implied, on LoCoMo-Plus"
KINDS = ("causal", "state", "goal", "value")
KS = (1, 5, 10, 20)
SYSTEMS = ("kgmem", "text", "bm25", "dense", "rrf")
DEPTH = 100
"""How many turns are recalled; a cue has two, and counts where its first comes."""
START = datetime(2023, 1, 1, 12, tzinfo=UTC)
_LINE = re.compile(r"(?:\A|\n|\\n)\s*([AB])\s*:\s*")
_GAP = re.compile(r"(\w+)[\s-]+(day|week|month|year)s?\b", re.I)
_NUMBERS = {word: number for number, word in enumerate("a one two three four five six seven eight nine ten".split())}
_NUMBERS = {**{word: max(1, number) for word, number in _NUMBERS.items()}, "an": 1, "couple": 2, "few": 3, "several": 4}
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="the file of cues and triggers, or its folder")
    parser.add_argument(
        "--mix", type=Path, metavar="LOCOMO", help="a LoCoMo file: each of its conversations gets its share of the cues"
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--run", type=Path, metavar="OUT.jsonl", help="write a line per trigger with its ranking")
    parser.add_argument("--work", type=Path, metavar="DIR", help="make the memories here and keep them")


def run(args: argparse.Namespace) -> Report:
    path = args.data if args.data.is_file() else next(iter(sorted(args.data.glob("*.json*"))), None)
    if path is None:
        raise SystemExit(f"{args.data} holds no .json or .json.gz file")
    items = retrieval.read_json(path)
    told = [locomo.read(retrieval.read_json(args.mix), {})] if args.mix else []
    conversations = [*([alone(items)] if not told else mixed(items, told[0]))]
    rankers = left_out.rankers(conversations)
    outcome = retrieval.run(conversations, work=args.work, systems=SYSTEMS, depth=DEPTH, rankers=rankers)
    report = measure(path.name, outcome)
    print(show(report))
    if args.json:
        write_json(args.json, report)
    if args.run:
        write_lines(args.run, retrieval.lines(outcome))
    return report


# --- reading ----------------------------------------------------------------------------------------


def alone(items: Sequence[Mapping[str, Any]]) -> Conversation:
    """All cues in one memory, a session each, a day apart."""
    turns: list[Turn] = []
    questions: list[Question] = []
    for place, item in enumerate(items):
        at = START + timedelta(days=place)
        turns += turns_of(item, place, at, {"A": "A", "B": "B"})
        questions.append(question_of(items, place, range(len(items)), START + timedelta(days=len(items))))
    return Conversation("locomo-plus", turns, questions)


def mixed(items: Sequence[Mapping[str, Any]], conversations: Sequence[Conversation]) -> Iterator[Conversation]:
    """The cues dealt out to LoCoMo conversations, said by their speakers between their sessions."""
    for number, conversation in enumerate(conversations):
        dealt = list(range(number, len(items), len(conversations)))
        speakers = sorted({turn.speaker for turn in conversation.turns})
        names = dict(zip("AB", [*speakers, "B"], strict=False))
        starts = [turn.at for turn in conversation.turns]
        step = (max(starts) - min(starts)) / max(1, len(dealt))
        turns, questions = list(conversation.turns), []
        for count, place in enumerate(dealt):
            at = min(starts) + step * count + timedelta(seconds=1)
            turns += turns_of(items[place], place, at, names)
            questions.append(question_of(items, place, dealt, max(starts)))
        turns.sort(key=lambda turn: turn.at)
        yield Conversation(conversation.id, turns, questions)


def turns_of(item: Mapping[str, Any], place: int, at: datetime, names: Mapping[str, str]) -> Iterator[Turn]:
    """The lines of a cue as turns of a session."""
    for number, (who, said) in enumerate(lines_of(item["cue_dialogue"])):
        yield Turn(f"cue{place}:{number}", said, f"cue{place}", at + timedelta(seconds=number), names[who])


def question_of(items: Sequence[Mapping[str, Any]], place: int, told: Iterable[int], last: datetime) -> Question:
    """The later sentence, said after the last of all, so that no date gives its cue away; its evidence is every cue of
    the same words among those told."""
    item = items[place]
    same = [other for other in told if items[other]["cue_dialogue"].strip() == item["cue_dialogue"].strip()]
    evidence = frozenset(
        f"cue{other}:{number}" for other in same for number, _ in enumerate(lines_of(items[other]["cue_dialogue"]))
    )
    said = " ".join(text for _, text in lines_of(item["trigger_query"]))
    asked = last + gap(item.get("time_gap") or "")
    return Question(f"locomo-plus/{place}", said, item["relation_type"], evidence, at=asked)


def lines_of(dialogue: str) -> list[tuple[str, str]]:
    """ "A: Hi.\\nB: Ho." -> [("A", "Hi."), ("B", "Ho.")]; what nobody is named for is A's."""
    parts = _LINE.split(dialogue)
    first = [("A", parts[0].strip())] if parts[0].strip() else []
    return first + [(who, said.strip()) for who, said in zip(parts[1::2], parts[2::2], strict=True) if said.strip()]


def gap(text: str) -> timedelta:
    """ "about two weeks later" -> 14 days; a month where that is not understood."""
    found = _GAP.search(text)
    if found is None:
        return timedelta(days=30)
    count = int(found[1]) if found[1].isdigit() else _NUMBERS.get(found[1].lower(), 1)
    return timedelta(days=count * _DAYS[found[2].lower()])


# --- measuring --------------------------------------------------------------------------------------


def measure(data: str, outcome: Outcome) -> Report:
    """Where the right cue comes among all sessions, in percent, by kind of relation; `over/...` with its interval."""
    metrics: dict[str, float] = {}
    asked = [question for conversation in outcome.conversations for question in conversation.questions]
    sessions = {turn.id: turn.session for conversation in outcome.conversations for turn in conversation.turns}
    hits: dict[str, list[float]] = {}
    for system, answers in outcome.answers.items():
        prefix = "" if system == "kgmem" else f"baseline/{system}/"
        orders = {question.id: cues(answers[question.id], sessions) for question in asked}
        for kind in ("", *KINDS):
            of = [question for question in asked if not kind or question.category == kind]
            suffix = f"/{kind}" if kind else ""
            for k in KS if of else ():
                found = [measures.any_at(orders[one.id], right(one, sessions), k) for one in of]
                metrics[f"{prefix}cue/any@{k}{suffix}"] = 100 * measures.mean(found)
                if k == 10 and not kind:
                    hits[system] = found
            if of:
                ranks = [measures.reciprocal_rank(orders[one.id], right(one, sessions)) for one in of]
                metrics[f"{prefix}cue/mrr{suffix}"] = 100 * measures.mean(ranks)
                metrics[f"n{suffix}"] = len(of)
        spent = [answers[question.id].milliseconds for question in asked]
        for percent in (50, 95):
            metrics[f"{prefix}recall_ms/p{percent}"] = measures.percentile(spent, percent)
    for system in ("bm25", "dense", "rrf"):
        better = [[a - b] for a, b in zip(hits["kgmem"], hits[system], strict=True)]
        low, high = measures.bootstrap(better)
        name = f"over/{system}/cue/any@10"
        metrics[name] = 100 * measures.mean([one for (one,) in better])
        metrics[f"{name}/low95"], metrics[f"{name}/high95"] = 100 * low, 100 * high
    turns = sum(len(conversation.turns) for conversation in outcome.conversations)
    return Report("locomo-plus", data, len(asked), metrics, {"episodes": turns, **outcome.system})


def cues(answer: Answer, sessions: Mapping[str, str]) -> list[str]:
    """Sessions in the order of their first turn."""
    return measures.first_of_each([sessions[name] for name, _ in answer.ranked])


def right(question: Question, sessions: Mapping[str, str]) -> frozenset[str]:
    return frozenset(sessions[name] for name in question.evidence)


def show(report: Report) -> str:
    metrics = report.metrics
    rows: list[list[object]] = []
    for system in SYSTEMS:
        prefix = "" if system == "kgmem" else f"baseline/{system}/"
        shares = [metrics[f"{prefix}cue/any@{k}"] for k in KS]
        kinds = [metrics.get(f"{prefix}cue/any@10/{kind}", float("nan")) for kind in KINDS]
        rows.append([system, *shares, metrics[f"{prefix}cue/mrr"], *kinds, metrics[f"{prefix}recall_ms/p50"]])
    head = ["cue", *(f"any@{k}" for k in KS), "mrr", *(f"any@10 {kind}" for kind in KINDS), "p50 ms"]
    over = (
        f"over {name}: {metrics[f'over/{name}/cue/any@10']:+.1f} points, "
        f"{metrics[f'over/{name}/cue/any@10/low95']:+.1f} to {metrics[f'over/{name}/cue/any@10/high95']:+.1f}"
        for name in ("bm25", "dense", "rrf")
    )
    said = f"locomo-plus: {report.n} triggers, {report.system['episodes']} turns, {report.data}"
    return "\n".join([said, "", table(head, rows), "", *over])
