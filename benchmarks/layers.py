"""The layers around the graph: chats replayed as an agent's loop, turn by turn, through `Memory.session`.

Measured is what a model would be sent at each turn against the whole chat so far, how much of the evidence for the
questions asked afterwards stands in what it is sent, how many calls of a model the gate saves, and what a turn costs in
time. Evidence counts only where its turn stands whole. Everything goes through the public API.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import beam, left_out, locomo, measures, realtalk, recall_speed, retrieval, scale
from benchmarks.report import Report, table, write_json
from benchmarks.retrieval import Conversation, Turn
from benchmarks.scripted_llm import ScriptedLLM
from kgmem import LLM, Context, Memory
from kgmem.context import count_tokens
from kgmem.session import Session
from kgmem.short_term import FRAME
from kgmem.text import is_blank

HELP = "tokens sent, evidence in what is sent, calls saved and time taken by chats replayed as a loop"
BUDGETS = (250, 500, 1000, 2000)
LONG = 10
"""Tokens are compared at turns where the whole chat is so many times the budget."""
EVERY = 10
STORED = 10_000
TURNS = 200


@dataclass(slots=True)
class Found:
    """Figures of all chats. sent, whole: tokens by budget, over the turns that count. shares: budget -> per
    conversation, per question, the share of its evidence that stands."""

    sent: dict[int, float] = field(default_factory=dict)
    whole: dict[int, float] = field(default_factory=dict)
    shares: dict[int, list[list[float]]] = field(default_factory=dict)
    recent: dict[int, list[list[float]]] = field(default_factory=dict)
    turns: int = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, help="a LoCoMo file, or a folder of REALTALK or BEAM; a made-up chat without it"
    )
    parser.add_argument("--every", type=int, default=EVERY, help="assemble at every Nth turn")
    parser.add_argument("--stored", type=int, default=STORED, help="episodes held when time is taken; 0: not taken")
    parser.add_argument("--limit-conversations", type=int, metavar="N", help="the first N only")
    parser.add_argument("--no-calls", action="store_true", help="do not count calls of a model")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--work", type=Path, metavar="DIR", help="keep the memory of --stored episodes here")


def run(args: argparse.Namespace) -> Report:
    conversations = read(args.data)[: args.limit_conversations]
    rankers = left_out.rankers(conversations)
    found = Found()
    for conversation in conversations:
        with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as made:
            ranker = rankers.get(conversation.id)
            with Memory.open(Path(made) / "memory.kgmem", timezone="UTC", ranker=ranker) as memory:
                replay(memory, conversation, found, args.every)
                ask(memory, conversation, found)
        print(f"{conversation.id}: {len(conversation.turns)} turns", flush=True)
    metrics = summed(found)
    if not args.no_calls:
        metrics |= calls(conversations)
    if args.stored:
        with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as made:
            metrics |= overhead(args.work or Path(made), args.data, args.stored)
    name = args.data.name if args.data else "made up"
    report = Report("layers", name, sum(map(len, found.shares.get(BUDGETS[0], []))), metrics, {"turns": found.turns})
    report.system["order"] = left_out.said(conversations, rankers)
    show(report)
    if args.json:
        write_json(args.json, report)
    return report


def read(data: Path | None) -> list[Conversation]:
    """The chats of a file or a folder, whichever set it is."""
    if data is None:
        turns = [Turn(m["id"], m["text"], m["session"], m["at"], m["speaker"]) for m in scale.chat(2000, 7)]
        return [Conversation("made-up", turns, [])]
    if not data.is_dir():
        return locomo.read(retrieval.read_json(data), {})
    return realtalk.read_folder(data) if any(data.glob("Chat_*.json*")) else beam.read_folder(data)


# --- the loop -------------------------------------------------------------------------------------


def replay(memory: Memory, conversation: Conversation, found: Found, every: int) -> None:
    """Tell a chat turn by turn, and at each so manieth turn put together what a model would be sent."""
    whole = 0
    session: Session | None = None
    for place, turn in enumerate(turn for turn in conversation.turns if not is_blank(turn.text)):
        if session is None or session.name != turn.session:
            if session is not None:
                session.end()
            session = memory.session(turn.session)
        said = session.add(
            {"role": turn.role, "content": turn.text, "name": turn.speaker},
            at=turn.at,
            id=f"{conversation.id}/{turn.id}",
            caption=turn.caption or None,
        )
        whole += said.tokens
        found.turns += 1
        if place % every == every - 1:
            for budget in BUDGETS:
                if whole > LONG * budget:
                    sent = session.messages(turn.text, max_tokens=budget, asked_at=turn.at)
                    assert sent.tokens <= budget
                    found.sent[budget] = found.sent.get(budget, 0) + sent.tokens
                    found.whole[budget] = found.whole.get(budget, 0) + whole
    if session is not None:
        session.end(wait=None)


def ask(memory: Memory, conversation: Conversation, found: Found) -> None:
    """Ask the questions in a session of their own; note how much of their evidence stands in what is sent."""
    turns = [turn for turn in conversation.turns if not is_blank(turn.text)]
    newest = _newest(turns)
    session = memory.session("asked afterwards")
    for budget in BUDGETS:
        here, recent = [], []
        for question in conversation.questions:
            if not question.evidence:
                continue
            sent = session.messages(question.text, max_tokens=budget, asked_at=question.at)
            context = sent.filled.get("memories")
            quoted = set(context.spent) - set(context.cut) if isinstance(context, Context) else set()
            here.append(measures.mean([f"{conversation.id}/{name}" in quoted for name in question.evidence]))
            left = budget - FRAME - count_tokens(question.text)
            recent.append(measures.mean([newest.get(name, left + 1) <= left for name in question.evidence]))
        if here:
            found.shares.setdefault(budget, []).append(here)
            found.recent.setdefault(budget, []).append(recent)


def _newest(turns: Sequence[Turn]) -> dict[str, int]:
    """By id of a turn, the tokens of it and all turns after it."""
    total, found = 0, {}
    for turn in reversed(turns):
        total += FRAME + count_tokens(f"{turn.speaker}: {turn.text}")
        found[turn.id] = total
    return found


def summed(found: Found) -> dict[str, float]:
    metrics: dict[str, float] = {}
    if found.whole:
        metrics["tokens_saved"] = 100 * (1 - sum(found.sent.values()) / sum(found.whole.values()))
        metrics |= {f"tokens_saved@{b}": 100 * (1 - found.sent[b] / found.whole[b]) for b in found.whole}
    for prefix, shares in (("", found.shares), ("baseline/recent/", found.recent)):
        for budget, by_conversation in shares.items():
            flat = [value for here in by_conversation for value in here]
            metrics[f"{prefix}evidence_in_context@{budget}"] = 100 * measures.mean(flat)
            metrics[f"{prefix}evidence_any@{budget}"] = 100 * measures.mean([value > 0 for value in flat])
            metrics[f"{prefix}evidence_all@{budget}"] = 100 * measures.mean([value == 1 for value in flat])
            if not prefix:
                low, high = measures.bootstrap(by_conversation)
                metrics[f"evidence_in_context@{budget}/low95"] = 100 * low
                metrics[f"evidence_in_context@{budget}/high95"] = 100 * high
    return metrics


# --- calls of a model -----------------------------------------------------------------------------


def calls(conversations: Sequence[Conversation]) -> dict[str, float]:
    """How many turns were not put to a model. The model is a server of our own that answers that it found nothing."""
    turns = asked = 0
    with ScriptedLLM(lambda asked: {"claims": [], "events": []}) as server:
        for conversation in conversations:
            with tempfile.TemporaryDirectory(prefix="kgmem-bench-") as made:
                llm = LLM(server.url, "scripted")
                with Memory.open(Path(made) / "memory.kgmem", timezone="UTC", llm=llm) as memory:
                    memory.observe_many(retrieval.messages(conversation), progress=False)
                    assert not memory.pending()
                usage = next((one for one in llm.usage() if one.kind == "extract"), None)
                asked += usage.asked if usage else 0
                turns += sum(not is_blank(turn.text) for turn in conversation.turns)
        requests = server.counts["extract"]
    share = 100 * (1 - asked / turns) if turns else 0.0
    return {"llm_calls_avoided": share, "llm_requests_a_turn": requests / turns if turns else 0.0}


# --- time -----------------------------------------------------------------------------------------


def overhead(folder: Path, data: Path | None, stored: int) -> dict[str, float]:
    """Milliseconds of a turn of a session, without a model, beside so many stored episodes: the turn is added, and the
    messages for it are put together. What is read in the background is read between turns, where people think."""
    said, asked = recall_speed.told(data, stored) if data and data.is_file() else _made_up(stored)
    with Memory.open(folder / "layers.kgmem", timezone="UTC") as memory:
        if memory.stats()["episodes"] < stored:
            memory.observe_many(said, progress=False)
        session = memory.session("time taken")
        spent: dict[str, list[float]] = {"add": [], "assemble": [], "all": []}
        for text in [asked[place % len(asked)] for place in range(TURNS)]:
            added = _timed(partial(session.user, text))
            made = _timed(session.messages)
            session.assistant("I see, thank you for telling me.")
            memory.read_in_background().flush()
            for name, value in (("add", added), ("assemble", made), ("all", added + made)):
                spent[name].append(value)
        session.end()
    metrics = {f"overhead_ms/p{percent}": measures.percentile(spent["all"], percent) for percent in (50, 95)}
    return metrics | {f"overhead_ms/{name}/p50": statistics.median(spent[name]) for name in ("add", "assemble")}


def _made_up(stored: int) -> tuple[Iterable[Mapping[str, Any]], list[str]]:
    return list(scale.chat(stored, 7)), list(scale.ask(TURNS, 7))


def _timed(what: Callable[[], object]) -> float:
    started = time.perf_counter()
    what()
    return (time.perf_counter() - started) * 1000


def show(report: Report) -> None:
    metrics = report.metrics
    rows: list[list[object]] = [
        [
            budget,
            metrics.get(f"tokens_saved@{budget}", ""),
            *(metrics.get(f"evidence_{how}@{budget}", "") for how in ("any", "in_context", "all")),
            metrics.get(f"baseline/recent/evidence_in_context@{budget}", ""),
        ]
        for budget in BUDGETS
    ]
    print(f"layers: {report.n} questions with evidence, {report.system['turns']} turns, {report.data}")
    print(table(["tokens", "saved %", "evidence any", "share", "all", "share in the newest turns"], rows))
    for name in ("llm_calls_avoided", "overhead_ms/p50", "overhead_ms/p95"):
        if name in metrics:
            print(f"{name}: {metrics[name]:.1f}")
