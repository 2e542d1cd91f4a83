"""How much of the evidence of questions is left when a talk is compressed by what does not know the questions.

LoCoMo's sessions, or windows of as many turns as --turns says, are compressed to 10, 20 and 30 percent of their tokens.
`turns`: the share of (question, evidence turn) pairs of which the turn is kept, if only in part. `words`: the share of
the words of the answer that the evidence turn says, and that what is kept says still: it tells a kept sentence that
answers from one that does not. Baselines get the same budget, counted in the same way, and quote in the same lines.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import locomo, retrieval
from benchmarks.report import Report, table, write_json
from benchmarks.retrieval import Conversation, Turn
from kgmem.chatter import whole_sentences
from kgmem.context import count_tokens
from kgmem.lexical import terms
from kgmem.memory import Memory

HELP = "evidence left when talks are compressed"
SHARES = (10, 20, 30)
SYSTEMS = ("kgmem", "centroid", "lead", "random", "first", "last")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, required=True, help="locomo10.json, or a part of it; .gz is fine")
    parser.add_argument("--audit", type=Path, help="corrected evidence; default: audit_errors.json.gz beside the data")
    parser.add_argument("--turns", type=int, metavar="N", help="windows of N turns instead of sessions")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--work", type=Path, metavar="DIR", help="make the memories here and keep them")
    parser.add_argument("--limit-conversations", type=int, metavar="N", help="only the first N conversations")


@dataclass(frozen=True, slots=True)
class Talk:
    """Turns that are compressed together, and for each of them the words of the answers it is evidence of, by
    question."""

    turns: Sequence[Turn]
    wanted: Mapping[str, Sequence[frozenset[str]]]

    @property
    def budget(self) -> int:
        return sum(count_tokens(f"{_plain(turn)}\n") for turn in self.turns)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a system kept: ids of turns, what it prints, and how many tokens that has."""

    turns: frozenset[str]
    text: str
    tokens: int


System = Callable[[Talk, int], Kept]


def run(args: argparse.Namespace) -> Report:
    data = retrieval.read_json(args.data)
    audit = args.audit or next(args.data.parent.glob("audit_errors.json*"), None)
    corrections = locomo.read_audit(retrieval.read_json(audit)) if audit else {}
    conversations = locomo.read(data, corrections)[: args.limit_conversations]
    totals: dict[tuple[str, int], Counter[str]] = {}
    talks = 0
    with retrieval._folder(args.work) as place:
        for conversation, raw in zip(conversations, data, strict=False):
            with Memory.open(place / f"{conversation.id}.kgmem", timezone="UTC") as memory:
                memory.observe_many(retrieval.messages(conversation), progress=False)
                systems = {"kgmem": _kgmem(memory, conversation), **BASELINES}
                for talk in _talks(conversation, raw, args.turns):
                    talks += 1
                    _measure(talk, systems, totals)
    report = Report("compress", args.data.name, talks, _metrics(totals), {"turns": args.turns or "session"})
    print(_shown(report))
    if args.json:
        write_json(args.json, report)
    return report


def _talks(conversation: Conversation, raw: Mapping[str, Any], size: int | None) -> Iterator[Talk]:
    """Those with evidence of a question that has an answer."""
    wanted: dict[str, list[frozenset[str]]] = {}
    said = {turn.id: frozenset(terms(f"{turn.text} {turn.caption}")) for turn in conversation.turns}
    for question, qa in zip(conversation.questions, raw["qa"], strict=True):
        if question.category != "adversarial":
            for name in question.audited:
                wanted.setdefault(name, []).append(frozenset(terms(str(qa.get("answer", "")))) & said[name])
    turns = [turn for turn in conversation.turns if turn.text.strip()]
    if size:
        groups = [turns[start : start + size] for start in range(0, len(turns), size)]
    else:
        groups = [[turn for turn in turns if turn.session == name] for name in dict.fromkeys(t.session for t in turns)]
    for group in groups:
        found = {turn.id: wanted[turn.id] for turn in group if turn.id in wanted}
        if found:
            yield Talk(group, found)


def _measure(talk: Talk, systems: Mapping[str, System], totals: dict[tuple[str, int], Counter[str]]) -> None:
    full = talk.budget
    for name, system in systems.items():
        for share in SHARES:
            most = full * share // 100
            kept = system(talk, most)
            assert kept.tokens <= most, f"{name} spent {kept.tokens} of {most} tokens"
            said = set(terms(kept.text))
            total = totals.setdefault((name, share), Counter())
            total["tokens"] += kept.tokens
            total["full"] += full
            for turn, answers in talk.wanted.items():
                total["pairs"] += len(answers)
                total["turns"] += len(answers) * (turn in kept.turns)
                total["answers"] += sum(len(words) for words in answers)
                total["words"] += sum(len(words & said) for words in answers)


def _metrics(totals: Mapping[tuple[str, int], Counter[str]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for (name, share), total in totals.items():
        prefix = "" if name == "kgmem" else f"baseline/{name}/"
        found[f"{prefix}turns@{share}"] = 100 * total["turns"] / total["pairs"]
        found[f"{prefix}words@{share}"] = 100 * total["words"] / total["answers"]
        found[f"{prefix}tokens@{share}"] = 100 * total["tokens"] / total["full"]
    return found


def _shown(report: Report) -> str:
    columns = ["kept of"] + [f"{what} @{share}%" for share in SHARES for what in ("turns", "words", "tokens")]
    rows: list[list[object]] = []
    for name in SYSTEMS:
        prefix = "" if name == "kgmem" else f"baseline/{name}/"
        rows.append([name, *(report.metrics[f"{prefix}{w}@{s}"] for s in SHARES for w in ("turns", "words", "tokens"))])
    return f"{report.n} talks, compressed to 10, 20 and 30 % of their tokens\n{table(columns, rows)}"


# --- systems ----------------------------------------------------------------------------------------


def _kgmem(memory: Memory, conversation: Conversation) -> System:
    prefix = f"{conversation.id}/"

    def compress(talk: Talk, most: int) -> Kept:
        if most < 1:
            return Kept(frozenset(), "", 0)
        made = memory.compress(episodes=[prefix + turn.id for turn in talk.turns], max_tokens=most)
        return Kept(frozenset(name.removeprefix(prefix) for name in made.kept), made.text, made.tokens)

    return compress


Units = list[tuple[int, str]]  # sentences with the place of their turn


def _units(talk: Talk) -> Units:
    return [
        (place, turn.text[start:end])
        for place, turn in enumerate(talk.turns)
        for start, end in whole_sentences(turn.text)
    ]


def _by(order: Callable[[Talk, Units], Units], *, stop: bool) -> System:
    """Sentences in an order until they fill the budget; stop: at the first that does not fit."""

    def compress(talk: Talk, most: int) -> Kept:
        chosen: Units = []
        text = ""
        for unit in order(talk, _units(talk)):
            longer = _text(talk, [*chosen, unit])
            if count_tokens(longer) <= most:
                chosen, text = [*chosen, unit], longer
            elif stop:
                break
        return Kept(frozenset(talk.turns[place].id for place, _ in chosen), text, count_tokens(text))

    return compress


def _text(talk: Talk, chosen: Units) -> str:
    said: dict[int, list[str]] = {}
    for place, text in sorted(chosen, key=lambda unit: unit[0]):
        said.setdefault(place, []).append(text)
    return "\n".join(
        f'- {talk.turns[place].speaker}: "{" ".join(texts)}" [{number}]'
        for number, (place, texts) in enumerate(said.items(), 1)
    )


def _shuffled(talk: Talk, units: Units) -> Units:
    return random.Random(talk.turns[0].id).sample(units, len(units))


def _lead(talk: Talk, units: Units) -> Units:
    """The first sentence of each turn, longest first: then the second ones."""
    rank: Counter[int] = Counter()
    placed = []
    for place, text in units:
        placed.append((rank[place], -len(text), (place, text)))
        rank[place] += 1
    return [unit for *_, unit in sorted(placed)]


def _centroid(talk: Talk, units: Units) -> Units:
    """By cosine to the sum of all sentences, terms weighted by frequency and rarity among the sentences of the talk."""
    counts = [Counter(terms(text)) for _, text in units]
    held: Counter[str] = Counter(term for found in counts for term in found)
    rarity = {term: math.log(len(units) / number) + 1 for term, number in held.items()}
    middle: Counter[str] = Counter()
    for found in counts:
        middle.update(found)

    def near(found: Counter[str]) -> float:
        length = math.sqrt(sum((number * rarity[term]) ** 2 for term, number in found.items()))
        return (
            sum(number * middle[term] * rarity[term] ** 2 for term, number in found.items()) / length if length else 0
        )

    order = sorted(range(len(units)), key=lambda place: -near(counts[place]))
    return [units[place] for place in order]


BASELINES: dict[str, System] = {
    "centroid": _by(_centroid, stop=False),
    "lead": _by(_lead, stop=False),
    "random": _by(_shuffled, stop=False),
    "first": _by(lambda talk, units: units, stop=True),
    "last": _by(lambda talk, units: units[::-1], stop=True),
}


def _plain(turn: Turn) -> str:
    shown = f' [shares "{turn.caption}"]' if turn.caption else ""
    return f"{turn.speaker}: {turn.text}{shown}"
