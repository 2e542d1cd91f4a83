"""Made-up dialogues with full gold: what was read in them, and what is answered about them.

A dialogue comes from a file of `python -m benchmarks synth` or is made here by a seed, from the half of the forms that
was not used for development. Every system hears the same turns and questions and sees no gold.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks import measures, retrieval
from benchmarks.report import Report, table, versions, write_json
from benchmarks.retrieval import Conversation
from benchmarks.synth import scoring
from benchmarks.synth.files import Dialogue, generate, read
from benchmarks.synth.scoring import Names, Tally
from benchmarks.synth.world import Question, Turn
from benchmarks.systems import SYSTEMS, Asked, Reply, Said, System

HELP = "made-up dialogues with full gold, by a seed"
KS = (1, 5, 10)
AS_OF, WHY = frozenset({"as-of"}), frozenset({"why", "effects"})


@dataclass(slots=True)
class Run:
    """What one system did with one dialogue."""

    facts: dict[str, Tally] = field(default_factory=dict)
    events: dict[str, Tally] = field(default_factory=dict)
    replies: dict[str, Reply] = field(default_factory=dict)
    seconds: float = 0.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="FILE", help="a dialogue that `synth` wrote")
    parser.add_argument("--seed", type=int, default=1, help="make a dialogue by this seed (default: %(default)s)")
    parser.add_argument("--people", type=int, default=8, help="(default: %(default)s)")
    parser.add_argument("--months", type=int, default=12, help="(default: %(default)s)")
    parser.add_argument("--half", choices=("a", "b"), default="b", help="of the forms (default: b, the held-back one)")
    parser.add_argument("--difficulty", type=int, choices=range(4), default=2, help="(default: %(default)s)")
    parser.add_argument("--languages", default="en,zh", help="(default: %(default)s)")
    parser.add_argument("--system", action="append", choices=sorted(SYSTEMS), help="only this one; repeatable")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--history", type=Path, metavar="FILE", help="add kgmem's scores to this file as one line")
    parser.add_argument("--run", type=Path, metavar="OUT", help="write a line for each question and system")


def run(args: argparse.Namespace) -> Report:
    if args.data:
        dialogue, name = read(args.data), args.data.name
    else:
        languages = tuple(args.languages.split(","))
        dialogue = generate(args.seed, args.people, args.months, args.half, args.difficulty, languages)
        name = f"made up, seed {args.seed}, {args.people} people, {args.months} months, half {args.half}, "
        name += f"difficulty {args.difficulty}, {args.languages}"
    runs = {system: measure(SYSTEMS[system](), dialogue) for system in args.system or SYSTEMS}
    metrics: dict[str, float] = {"turns": len(dialogue.turns), "questions": len(dialogue.questions)}
    for system, done in runs.items():
        prefix = "" if system == "kgmem" else f"baseline/{system}/"
        metrics |= {f"{prefix}{key}": value for key, value in scores(dialogue, done).items()}
    report = Report("synthetic", name, len(dialogue.questions), metrics)
    _show(metrics, list(runs))
    if args.json:
        write_json(args.json, report)
    if args.history:
        with args.history.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(row_of(report)) + "\n")
    if args.run:
        args.run.write_text("".join(f"{line}\n" for line in _lines(dialogue, runs)), encoding="utf-8")
    return report


HISTORY = ("fact_precision", "fact_recall", "fact_f1", "event_f1", "answer_exact", "as_of_exact", "why_f1")


def row_of(report: Report) -> dict[str, Any]:
    """A line of the history: when, what, and kgmem's main scores by language."""
    names = [
        f"{name}{suffix}" for name in (*HISTORY, "turn/share@10", "abstain/auroc") for suffix in ("", "/en", "/zh")
    ]
    kept = {name: round(report.metrics[name], 2) for name in names if name in report.metrics}
    day = datetime.now(UTC).date().isoformat()
    return {"day": day, "kgmem": versions()["kgmem"], "data": report.data, "n": report.n, **kept}


def measure(system: System, dialogue: Dialogue) -> Run:
    """Have a system hear everything, then answer everything. Questions about an erased session come last, each kind
    of them after the session was erased."""
    done = Run()
    names = Names.in_world(dialogue.world)
    try:
        began = time.perf_counter()
        system.ingest([_said(turn, dialogue) for turn in dialogue.turns])
        done.seconds = time.perf_counter() - began
        if (found := system.read()) is not None:
            done.facts = scoring.facts(dialogue.turns, found[0], names)
            done.events = scoring.events(dialogue.turns, found[1], names)
        erased: str = ""
        for question in sorted(dialogue.questions, key=lambda q: (q.erased, q.id)):
            if question.erased and question.erased != erased:
                erased = question.erased
                system.forget(erased)
            asked = Asked(question.text, question.asked_at, question.as_of, question.known_at)
            done.replies[question.id] = system.recall(asked)
    finally:
        system.close()
    return done


def scores(dialogue: Dialogue, done: Run) -> dict[str, float]:
    """Every metric of one run: overall, by kind, by language."""
    found: dict[str, float] = {"ingest_per_s": len(dialogue.turns) / max(done.seconds, 1e-9)}
    spent = [reply.milliseconds for reply in done.replies.values()]
    found |= {"recall_ms/p50": measures.percentile(spent, 50), "recall_ms/p95": measures.percentile(spent, 95)}
    for suffix, turns in _by_language(dialogue.turns).items():
        if done.facts:
            facts, events = _sum(done.facts[t.id] for t in turns), _sum(done.events[t.id] for t in turns)
            found |= {f"fact_precision{suffix}": facts.precision, f"fact_recall{suffix}": facts.recall}
            found |= {f"fact_f1{suffix}": facts.f1, f"event_f1{suffix}": events.f1}
    told: dict[str, set[str]] = defaultdict(set)
    for turn in dialogue.turns:
        for event in turn.gold.events:
            told[event.id].add(turn.id)
    turns_of = {id: frozenset(turns) for id, turns in told.items()}
    for suffix, questions in _groups(dialogue.questions).items():
        found |= _question_scores(questions, done, turns_of, suffix)
    return found


def _question_scores(
    questions: Sequence[Question], done: Run, told: dict[str, frozenset[str]], suffix: str
) -> dict[str, float]:
    found = {}
    shown = [q for q in questions if q.evidence]
    for k in KS:
        if shown:
            found[f"turn/share@{k}{suffix}"] = _mean(scoring.share(q, done.replies[q.id].ranked, k) for q in shown)
    answers_at_all = any(reply.answers for reply in done.replies.values())
    if answers_at_all:
        right = {q.id: 100.0 * scoring.is_right(q, done.replies[q.id].answers) for q in questions}
        found[f"answer_exact{suffix}"] = _mean(right.values())
        if as_of := [right[q.id] for q in questions if q.kind in AS_OF]:
            found[f"as_of_exact{suffix}"] = _mean(as_of)
        why = [q for q in questions if q.kind in WHY]
        if why:
            tallies = (scoring.happenings(q, done.replies[q.id].happenings, told) for q in why)
            found[f"why_f1{suffix}"] = _sum(tallies).f1
        known = [done.replies[q.id].confidence for q in questions if not q.abstain]
        unknown = [done.replies[q.id].confidence for q in questions if q.abstain]
        if known and unknown:
            found[f"abstain/auroc{suffix}"] = 100 * auroc(known, unknown)
        found[f"tokens{suffix}"] = _mean(done.replies[q.id].tokens for q in questions)
    return found


def auroc(known: Sequence[float], unknown: Sequence[float]) -> float:
    """Probability that a question with an answer has more confidence than one without; ties count half."""
    wins = sum((k > u) + 0.5 * (k == u) for k in known for u in unknown)
    return wins / (len(known) * len(unknown))


def _by_language(turns: Iterable[Turn]) -> dict[str, list[Turn]]:
    groups: dict[str, list[Turn]] = defaultdict(list)
    for turn in turns:
        groups[""].append(turn)
        groups[f"/{turn.lang}"].append(turn)
    return groups


def _groups(questions: Iterable[Question]) -> dict[str, list[Question]]:
    groups: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        for suffix in ("", f"/{question.kind}", f"/{question.lang}"):
            groups[suffix].append(question)
    return groups


def _sum(tallies: Iterable[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        total += tally
    return total


def _mean(values: Iterable[float]) -> float:
    held = list(values)
    return sum(held) / len(held) if held else 0.0


def _said(turn: Turn, dialogue: Dialogue) -> Said:
    who = dialogue.world.name(turn.speaker, turn.lang) if turn.role == "user" else turn.speaker
    return Said(turn.id, turn.session, who, turn.role, turn.at, turn.text)


def _show(metrics: dict[str, float], systems: Sequence[str]) -> None:
    rows = []
    for name in (*HISTORY, "turn/share@10", "abstain/auroc"):
        for suffix in ("", "/en", "/zh"):
            cells = [metrics.get(f"{'' if s == 'kgmem' else f'baseline/{s}/'}{name}{suffix}") for s in systems]
            if any(cell is not None for cell in cells):
                rows.append([f"{name}{suffix}", *("–" if cell is None else round(cell, 1) for cell in cells)])
    print(table(["metric", *systems], rows))


def _lines(dialogue: Dialogue, runs: dict[str, Run]) -> Iterable[str]:
    for question in dialogue.questions:
        for system, done in runs.items():
            reply = done.replies[question.id]
            line: dict[str, Any] = {
                "system": system,
                "id": question.id,
                "kind": question.kind,
                "text": question.text,
                "wanted": question.items or question.answers,
                "answers": reply.answers,
                "right": scoring.is_right(question, reply.answers),
                "share@10": scoring.share(question, reply.ranked, 10),
                "ranked": reply.ranked[:10],
                "evidence": question.evidence,
            }
            yield json.dumps(line, ensure_ascii=False)


def read_folder(folder: Path) -> list[Conversation]:
    """Every dialogue of a folder that `synth` wrote, by file name."""
    return [conversation(read(path)) for path in sorted(folder.glob("*.jsonl"))]


def conversation(dialogue: Dialogue) -> Conversation:
    """The dialogue as one whose evidence is looked for: its questions that turns answer, about now."""
    names = {person.id: person.name for person in dialogue.world.people}
    turns = [
        retrieval.Turn(
            id=turn.id,
            text=turn.text,
            session=turn.session,
            at=datetime.fromisoformat(turn.at),
            speaker=names.get(turn.speaker, turn.speaker),
            role=turn.role,
        )
        for turn in dialogue.turns
    ]
    questions = [
        retrieval.Question(
            f"synthetic-{dialogue.world.seed}/{one.id}",
            one.text,
            one.kind,
            frozenset(one.evidence),
            at=datetime.fromisoformat(one.asked_at),
        )
        for one in dialogue.questions
        if one.evidence and not (one.abstain or one.known_at or one.erased)
    ]
    return Conversation(f"synthetic-{dialogue.world.seed}", turns, questions)
