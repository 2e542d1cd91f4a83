"""Learn the weights by which recall orders episodes, from judged questions, and say what they are worth.

Each conversation becomes a memory under --work; features of its questions' candidates are kept beside it, so that a
second run takes seconds. The figures are of conversations left out, one at a time, never of those learned from.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from benchmarks import beam, judged, left_out, locomo, measures, realtalk, retrieval, synthetic
from benchmarks.judged import Floats
from benchmarks.report import table as as_table
from benchmarks.retrieval import Conversation
from kgmem import __version__, learning, ranker
from kgmem.embed import MiniLM
from kgmem.features import GROUPS
from kgmem.learning import Table
from kgmem.manner import MANNERS
from kgmem.memory import Memory
from kgmem.ranker import Weights

HELP = "learn the order of recalled episodes from judged questions"
READERS: dict[str, tuple[Callable[[Path], Sequence[Conversation]], str]] = {
    "synthetic": (synthetic.read_folder, "made by kgmem, Apache-2.0"),
    "locomo": (lambda path: locomo.read(retrieval.read_json(path), {}), "CC BY-NC 4.0"),
    "realtalk": (realtalk.read_folder, "none stated"),
    "beam": (beam.read_folder, "none stated"),
}
"""How each set is read, and its licence."""
BEST = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", nargs="+", required=True, metavar="SET=PATH", help=f"of {', '.join(READERS)}")
    parser.add_argument("--work", type=Path, required=True, help="where memories and features are kept")
    parser.add_argument("--out", type=Path, required=True, help="the ranker's file")
    parser.add_argument("--left-out", type=Path, help="also write what was learned without each conversation, here")
    parser.add_argument("--ablate", action="store_true", help="also without each kind of evidence")


def run(args: argparse.Namespace) -> ranker.Ranker:
    sets = dict(one.split("=", 1) for one in args.data)
    conversations = {}
    for name in sets:
        if name not in READERS:
            raise SystemExit(f"{name} is none of {', '.join(READERS)}")
        for conversation in READERS[name][0](Path(sets[name])):
            conversations[name, conversation.id] = conversation
            _judge(args.work, name, conversation)
    table = judged.read([f for name in sets for f in judged.folders_in(args.work / "judged" / name)])
    without = {left: learning.learn(table, _others(table, left)) for left in _conversations(table)}
    plain = _scores(table, without)
    scores = learning.spread_out(table, plain)
    rows = [_row("hand", table, table.hand, table.hand), _row("learned", table, scores, table.hand)]
    if args.ablate:
        rows.append(_row("without variety", table, plain, scores))
        rows.append(_row("alike in every manner", table, by_left_out(table, manners=()), scores))
        rows += [_row(f"without {g}", table, by_left_out(table, _without(table, g)), scores) for g in GROUPS]
    corpora = list(dict.fromkeys(one.corpus for one in table.questions))
    heads = [head for corpus in corpora for head in (corpus, "difference", "low", "high")]
    print(as_table([f"turn share@{BEST}, conversation left out", *heads], rows))
    weights = learning.learn(table, range(len(table.questions)))
    provenance = _provenance(sets, table, scores)
    made = learning.scaled(table, weights, MiniLM.id, provenance)
    args.out.write_text(ranker.as_json(made), "utf-8")
    if args.left_out:
        entries = {
            left[1]: left_out.entry(conversations[left], left[0], learning.scaled(table, weights, MiniLM.id, {}))
            for left, weights in without.items()
        }
        left_out.write(args.left_out, provenance, entries)
    return made


Left = tuple[str, str]
"""A conversation: its corpus and its id."""


def by_left_out(table: Table, columns: Sequence[int] | None = None, manners: Sequence[str] = MANNERS) -> Floats:
    """Scores of all candidates, each by weights that never saw its conversation, spread out."""
    learned = {
        left: learning.learn(table, _others(table, left), columns=columns, manners=manners)
        for left in _conversations(table)
    }
    return learning.spread_out(table, _scores(table, learned))


def _scores(table: Table, without: Mapping[Left, Weights]) -> Floats:
    found = np.zeros(len(table.y), np.float32)
    for left, weights in without.items():
        here = [place for place, one in enumerate(table.questions) if (one.corpus, one.conversation) == left]
        found += learning.scores(table, weights, here)
    return found


def _conversations(table: Table) -> list[Left]:
    return list(dict.fromkeys((one.corpus, one.conversation) for one in table.questions))


def _others(table: Table, left: Left) -> list[int]:
    return [place for place, one in enumerate(table.questions) if (one.corpus, one.conversation) != left]


def _judge(work: Path, corpus: str, conversation: Conversation) -> None:
    """Make the memory of a conversation and the features of its questions, unless they are there."""
    if not any(question.evidence for question in conversation.questions):
        return
    features = work / "judged" / corpus / conversation.id
    if (features / "questions.json").exists():
        return
    place = work / corpus / f"{conversation.id}.kgmem"
    with Memory.open(place, timezone="UTC") as memory:
        memory.observe_many(retrieval.messages(conversation), progress=False)
        judged.write(features, corpus, conversation, memory)


def _row(name: str, table: Table, scores: Floats, beside: Floats) -> list[object]:
    own, other = learning.shared(table, scores), learning.shared(table, beside)
    row: list[object] = [name]
    for corpus in dict.fromkeys(one.corpus for one in table.questions):
        groups: dict[str, list[float]] = {}
        for one, value in zip(table.questions, own - other, strict=True):
            if one.corpus == corpus:
                groups.setdefault(one.conversation, []).append(float(value))
        low, high = measures.bootstrap(list(groups.values()))
        here = np.array([one.corpus == corpus for one in table.questions])
        row += [float(own[here].mean()), float((own - other)[here].mean()), low, high]
    return row


def _without(table: Table, group: str) -> list[int]:
    return [place for place, of in enumerate(table.groups) if of != group]


def _provenance(sets: dict[str, str], table: Table, scores: Floats) -> dict[str, object]:
    own, hand = learning.shared(table, scores), learning.shared(table, table.hand)
    data = {}
    for name, path in sets.items():
        here = np.array([one.corpus == name for one in table.questions])
        data[name] = {
            "sha256": _sha256(Path(path)),
            "licence": READERS[name][1],
            "questions": int(here.sum()),
            f"share@{BEST}, conversation left out": round(float(own[here].mean()), 2),
            f"share@{BEST} by hand": round(float(hand[here].mean()), 2),
        }
    return {
        "command": "python -m benchmarks train-ranker --data " + " ".join(f"{name}={name}" for name in sets),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "kgmem": __version__,
        "l2": learning.L2,
        "data": data,
    }


def _sha256(path: Path) -> str:
    """Of a file, or of all files of a folder by name."""
    found = hashlib.sha256()
    for file in [path] if path.is_file() else sorted(p for p in path.iterdir() if ".json" in p.name):
        found.update(file.read_bytes())
    return found.hexdigest()
