"""Learn how sure recall may be that memory holds what a question asks for, and say what that is worth.

Beside questions with evidence and those that a data set has without, more of the latter are made: asked about the
other speaker, asked of the wrong memory, asked of a few turns that hold the evidence or do not, by chance or the
nearest ones. The figures are of conversations left out, one at a time; the signs of each question are kept under
--work.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks import beam, left_out, locomo, measures, memdaily, realtalk, retrieval, synthetic
from benchmarks.extraction import data_hash
from benchmarks.report import table
from benchmarks.retrieval import Conversation, Question
from benchmarks.synth import files
from kgmem import __version__, confidence, recalling
from kgmem.confidence import CHINESE, CONTEXT, FEW, WORDS, Judge, Model, Weight, write
from kgmem.embed import MiniLM
from kgmem.grounds import GROUPS, Signs, signs
from kgmem.memory import Memory
from kgmem.question import Clocks

HELP = "learn how sure recall may be, from questions with and without an answer"
READERS: dict[str, tuple[Callable[[Path], Sequence[Conversation]], str]] = {
    "synthetic": (lambda path: with_absences(path), "made by kgmem, Apache-2.0"),
    "locomo": (lambda path: locomo.read(retrieval.read_json(path), {}), "CC BY-NC 4.0"),
    "realtalk": (realtalk.read_folder, "none stated"),
    "beam": (beam.read_folder, "none stated"),
    "memdaily": (lambda path: merged(path), "none stated"),
}
UNTOLD = ("adversarial", "abstention")
"""Categories of questions that the data itself says are not answered."""
OPEN = ("summarization", "event_ordering", "instruction_following", "preference_following", "open-domain")
"""Categories of which any memory holds something, or of whose answer any speaker may be."""
SMALL = "small"
WRONG_MEMORY, FEW_TURNS, WRONG_SPEAKER, ABSENCES = 25, 0.2, 0.3, 40
"""How many questions of another conversation are asked, and which shares of the own ones of few turns and about the
other speaker; how many absences of a made-up dialogue."""
SIZES = (1, 2, 4, 8, 16, 32)
WORTH = {"locomo": 1.5, "beam": 2.0, "realtalk": 0.5, "synthetic": 0.35, "memdaily": 1.0}
"""Of a corpus, times the root of what it has."""
STATED = 0.5
"""Share that questions which the data itself says are not answered have among all without an answer."""
L2, L2_FORM = 0.003, 0.3
"""Decay of the weights, and of those of signs that say how a question is asked, which differ between data sets as much
as between questions with an answer and without."""
FORM = ("details", "help")
USED: dict[str, tuple[str, ...]] = {
    "order": ("best thirty", "sessions"),
    "words": ("unheard", "any unheard", "covered around", "covered best", "covered by session", "rarest around"),
    "meaning": ("cosine", "cosine of ten"),
    "context": ("maxsim", "near best", "near around best", "least", "subject near"),
    "subject": (
        *("one subject", "several subjects", "subject first", "subject ahead", "about subject ahead"),
        *("subject share", "of others first", "subject asked"),
    ),
    "names": ("names best",),
    "facts": ("answered", "facts of named", "facts of others"),
    "manner": ("assistant", "own", "details", "help"),
}
"""Which signs are learned from, by group."""
SETS = {
    CONTEXT: tuple(GROUPS),
    FEW: ("order", "words", "meaning", "context", "subject", "names", "facts", "manner"),
    WORDS: ("order", "words", "subject", "names", "facts", "manner"),
    CHINESE: ("order", "words", "names", "facts"),
}

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is put to a memory: of all of it, of these turns only, or of its evidence and as many turns
    beside it as `near` that come first when all are asked of."""

    id: str
    text: str
    kind: str
    answered: bool
    at: datetime | None
    turns: frozenset[str] | None = None
    near: int = 0
    evidence: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Row:
    """The signs of one question in one order of the episodes."""

    corpus: str
    conversation: str
    kind: str
    answered: bool
    order: str
    chinese: bool
    few: bool
    signs: Signs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", nargs="+", required=True, metavar="SET=PATH", help=f"of {', '.join(READERS)}")
    parser.add_argument("--work", type=Path, required=True, help="where memories and signs are kept")
    parser.add_argument("--out", type=Path, required=True, help="the file of weights")
    parser.add_argument("--ablate", action="store_true", help="also without each group of signs")


def run(args: argparse.Namespace) -> Judge:
    sets = dict(one.split("=", 1) for one in args.data)
    rows: list[Row] = []
    for name, path in sets.items():
        if name not in READERS:
            raise SystemExit(f"{name} is none of {', '.join(READERS)}")
        conversations = READERS[name][0](Path(path))
        rankers = left_out.rankers(conversations)
        for place, conversation in enumerate(conversations):
            kept = args.work / "signs" / name / f"{conversation.id}.json"
            if not kept.exists():
                other = conversations[(place + 1) % len(conversations)]
                found = _ask(args.work, name, conversation, other, rankers.get(conversation.id), place)
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_text(json.dumps([asdict(row) for row in found], ensure_ascii=False))
            rows += [Row(**one) for one in json.loads(kept.read_text())]
    models, figures = {}, {}
    for name, groups in SETS.items():
        of = [
            row
            for row in rows
            if row.chinese is (name == CHINESE) and (row.few is (name == FEW) or name not in (CONTEXT, FEW))
        ]
        if not of:
            raise SystemExit(f"none of the data teaches {name}")
        columns = [sign for group in groups for sign in USED[group]]
        figures[name] = told_apart(of, by_left_out(of, columns))
        models[name] = learn(of, columns)
        _show(name, figures[name])
        for group in groups if args.ablate else ():
            fewer = [sign for sign in columns if sign not in USED[group]]
            _show(f"{name} without {group}", told_apart(of, by_left_out(of, fewer)))
    judge = Judge(models, MiniLM.id, _provenance(sets, figures))
    write(args.out, judge)
    return judge


# --- asking -----------------------------------------------------------------------------------------


def with_absences(folder: Path) -> list[Conversation]:
    """Made-up dialogues, a third of their questions, and some of those after what is not there."""
    found = []
    for path in sorted(folder.glob("*.jsonl")):
        dialogue = files.read(path)
        told = synthetic.conversation(dialogue)
        untold = [
            Question(
                f"{told.id}/{one.id}", one.text, "abstention", frozenset(), at=datetime.fromisoformat(one.asked_at)
            )
            for one in dialogue.questions
            if one.abstain and not (one.known_at or one.erased or one.as_of)
        ]
        found.append(replace(told, questions=[*list(told.questions)[::3], *untold[:: 1 + len(untold) // ABSENCES]]))
    return found


def merged(folder: Path) -> list[Conversation]:
    """The first ten trajectories of each file of MemDaily, as one memory each."""
    return [
        made
        for path in sorted(folder.glob("*.json*"))
        for tens in memdaily.chosen(retrieval.read_json(path), 1)[:1]
        for made in memdaily.conversations_of(memdaily.kind_of(path), tens, memdaily.MERGED)
    ]


def asked_of(conversation: Conversation, other: Conversation, corpus: str, seed: int) -> Iterator[Asked]:
    """The questions of a conversation and those made of them and of another's."""
    draw = random.Random(seed)
    turns = [turn.id for turn in conversation.turns]
    sessions = {turn.id: turn.session for turn in conversation.turns}
    people = sorted({turn.speaker for turn in conversation.turns})
    for question in conversation.questions:
        answered = question.category not in UNTOLD
        if answered and not question.evidence:
            continue
        whole = Asked(question.id, question.text, question.category, answered, question.at)
        yield replace(whole, evidence=question.evidence)
        if not answered or question.category in OPEN:
            continue
        some = frozenset(draw.sample(turns, min(len(turns), draw.choice(SIZES))))
        if corpus == "memdaily":
            own = {sessions[name] for name in question.evidence}
            elsewhere = frozenset(name for name in turns if sessions[name] not in own)
            yield replace(whole, kind="wrong memory", answered=False, turns=elsewhere)
            some = frozenset(turns) - elsewhere
        few = replace(whole, kind=SMALL)
        if corpus == "memdaily" or draw.random() < FEW_TURNS:
            yield replace(few, turns=some | question.evidence)
            yield replace(few, answered=False, turns=some - question.evidence)
        if draw.random() < FEW_TURNS:
            near = draw.choice(SIZES[:4])
            yield replace(few, near=near, evidence=question.evidence)
            yield replace(few, near=near, answered=False)
        turned = swapped(question.text, people) if corpus in ("locomo", "realtalk") else ""
        if turned and draw.random() < WRONG_SPEAKER:
            yield replace(whole, text=turned, kind="wrong speaker", answered=False)
            if draw.random() < 2 * FEW_TURNS:
                yield replace(few, text=turned, answered=False, turns=some | question.evidence)
    foreign = [one for one in other.questions if one.evidence and one.category not in (*UNTOLD, *OPEN)]
    if corpus != "memdaily":
        names = dict(zip(sorted({turn.speaker for turn in other.turns}), people, strict=False))
        for question in draw.sample(foreign, min(len(foreign), WRONG_MEMORY)):
            yield Asked(question.id, renamed(question.text, names), "wrong memory", False, question.at)


def swapped(text: str, people: Sequence[str]) -> str:
    """The question about the other of two speakers; "" where it names both or neither."""
    if len(people) != 2:
        return ""
    one, other = (name.split()[0] for name in people)
    named = [name for name in (one, other) if re.search(rf"\b{re.escape(name)}\b", text)]
    return renamed(text, {named[0]: other if named[0] == one else one}) if len(named) == 1 else ""


def renamed(text: str, names: Mapping[str, str]) -> str:
    first = {name.split()[0]: other.split()[0] for name, other in names.items() if name and other}
    pattern = "|".join(rf"\b{re.escape(name)}\b" for name in first)
    return re.sub(pattern, lambda found: first[found[0]], text) if first else text


def _ask(work: Path, corpus: str, conversation: Conversation, other: Conversation, ranker: Any, seed: int) -> list[Row]:
    """The signs of all questions, with the episodes in the learned order and in that by hand-set weights."""
    rows: list[Row] = []
    nearest: list[str] = []
    place = work / corpus / f"{conversation.id}.kgmem"
    with Memory.open(place, timezone="UTC", ranker=ranker) as memory:
        memory.observe_many(retrieval.messages(conversation), progress=False)
        held = memory._held
        for one in asked_of(conversation, other, corpus, seed):
            allowed, turns = None, one.turns
            ids = [episode.id.partition("/")[2] for episode in held.mirror.episodes]
            if one.near:
                turns = frozenset(nearest[: one.near]) | one.evidence
            if turns is not None:
                allowed = np.array([name in turns for name in ids], np.bool_)
            at = one.at or datetime.now(UTC)
            ranked = recalling.ranked(
                held, one.text, clocks=Clocks(), allowed=allowed, asked_at=at, ontology=memory._ontology
            )
            if not len(ranked.scores):
                continue
            if turns is None:
                best = [ids[number] for number in ranked.found.candidates.numbers[ranked.order[:20]]]
                nearest = [name for name in best if name not in one.evidence]
            chinese = ranked.found.question.chinese
            few = (len(ids) if allowed is None else int(allowed.sum())) <= confidence.FEWEST
            scores = {"hand": recalling.by_hand(ranked.found, held.mirror, Clocks(), allowed)[0]}
            for order, of in (scores if chinese else {"score": ranked.scores, **scores}).items():
                if found := signs(recalling.case(held, replace(ranked, scores=of), Clocks(), allowed, at)):
                    rows.append(Row(corpus, conversation.id, one.kind, one.answered, order, chinese, few, found))
    return rows


# --- learning ---------------------------------------------------------------------------------------


def learn(rows: Sequence[Row], columns: Sequence[str]) -> Model:
    """Logistic regression by Newton's method; answered and not, and corpora, weigh as `weights` says."""
    x = np.array([[row.signs.get(name, 0.0) for name in columns] for row in rows])
    y = np.array([row.answered for row in rows], np.float64)
    w = weights(rows)
    low, high = (np.quantile(x, share, axis=0) for share in (0.005, 0.995))
    x = np.clip(x, low, high)
    middle, spread = x.mean(axis=0), x.std(axis=0)
    spread = np.where(spread > 1e-6, spread, np.inf)
    z = np.concatenate(((x - middle) / spread, np.ones((len(x), 1))), axis=1)
    theta = np.zeros(z.shape[1])
    decay = 2 * np.array([*(L2_FORM if name in FORM else L2 for name in columns), 0.0])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(z @ theta)))
        slope = z.T @ (w * (chance - y)) + decay * theta
        curve = (z * (w * chance * (1 - chance))[:, None]).T @ z + np.diag(decay + 1e-9)
        step = np.linalg.solve(curve, slope)
        theta -= step
        if float(np.abs(step).max()) < 1e-8:
            break
    steep = theta[:-1] / spread
    return Model(
        float(theta[-1] - steep @ middle),
        {name: Weight(*map(float, of)) for name, *of in zip(columns, steep, low, high, strict=True)},
    )


def weights(rows: Sequence[Row]) -> Floats:
    """What each row counts: in a corpus those answered as much as those not, so that a chance is one at even odds."""
    found = np.ones(len(rows))
    for corpus in {row.corpus for row in rows}:
        here = np.array([row.corpus == corpus for row in rows])
        answered = np.array([row.answered for row in rows])
        stated = np.array([row.kind in UNTOLD for row in rows])
        made = here & ~answered & ~stated
        if made.any() and (here & stated).any():
            found[here & stated] *= STATED / (1 - STATED) * found[made].sum() / found[here & stated].sum()
        found[here & ~answered] *= found[here & answered].sum() / (found[here & ~answered].sum() or 1.0)
        found[here] *= WORTH[corpus] / np.sqrt(found[here].sum())
    return found / float(found.sum())


def by_left_out(rows: Sequence[Row], columns: Sequence[str]) -> list[float]:
    """The confidence of each row, by weights that never saw its conversation."""
    found = [0.0] * len(rows)
    for left in {(row.corpus, row.conversation) for row in rows}:
        model = learn([row for row in rows if (row.corpus, row.conversation) != left], columns)
        for place, row in enumerate(rows):
            if (row.corpus, row.conversation) == left:
                found[place] = model.chance(row.signs)
    return found


def told_apart(rows: Sequence[Row], sure: Sequence[float]) -> dict[str, float]:
    """AUROC, in percent, by corpus, kind of question without an answer, and order."""
    found: dict[str, float] = {}
    for corpus in dict.fromkeys(row.corpus for row in rows):
        for order in ("score", "hand"):
            of = [(row, one) for row, one in zip(rows, sure, strict=True) if (row.corpus, row.order) == (corpus, order)]
            known = [one for row, one in of if row.answered and row.kind != SMALL]
            for kind in dict.fromkeys(row.kind for row, _ in of if not row.answered):
                beside = [one for row, one in of if row.answered and row.kind == SMALL] if kind == SMALL else known
                unknown = [one for row, one in of if not row.answered and row.kind == kind]
                if beside and unknown:
                    name = f"{corpus} {kind}{'' if order == 'score' else ', by hand'}"
                    found[name] = round(100 * measures.auroc(beside, unknown), 1)
    return found


def _show(name: str, figures: Mapping[str, float]) -> None:
    print(table([f"{name}: AUROC, conversation left out", ""], [[what, value] for what, value in figures.items()]))
    print()


def _provenance(sets: Mapping[str, str], figures: Mapping[str, Mapping[str, float]]) -> dict[str, object]:
    return {
        "command": "python -m benchmarks train-confidence --data " + " ".join(f"{name}={name}" for name in sets),
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "kgmem": __version__,
        "l2": L2,
        "odds": "even: as many questions with an answer as without",
        "data": {name: {"sha256": data_hash(Path(path)), "licence": READERS[name][1]} for name, path in sets.items()},
        "auroc, conversation left out": figures,
    }
