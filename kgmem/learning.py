"""Learning to rank with one weight per feature: a softmax over the candidates of each question, by Newton's method.

Each piece of evidence of a question is to win against all of its candidates that are none (Cao et al., "ListNet", 2007,
one piece at a time). The loss is convex, so the weights do not depend on where the search begins or on any seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from kgmem.features import WISHES, Evidence
from kgmem.manner import MANNERS
from kgmem.ranker import PLAIN, Ranker, Weights
from kgmem.variety import less

L2 = 0.01
STEPS = 30
TOLERANCE = 1e-7
FREE = 1e-6
"""How much the weight of what was learned before is held back."""
TEN = 10
SPREAD = 1.0
"""`Ranker.spread` in units of the loss, where it makes a candidate e times less likely."""
FAR = -500.0
"""How far behind its best a candidate can fall; beyond, its share of the softmax would be no number."""
BEST, OTHERS = 60, 40
"""How many candidates of a question are learned from: the best by hand, and some of the rest, beside all evidence."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Judged:
    """One question and where its candidates stand in the arrays. `evidence` counts all of it, found or not; `manner`
    is how people talk in its memory; `several` and `order` say what it wants (`variety`)."""

    id: str
    corpus: str
    conversation: str
    category: str
    evidence: int
    first: int
    last: int
    manner: Mapping[str, float] = field(default_factory=dict)
    several: bool = False
    order: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Judged questions with features of their candidates, and the kind of evidence of each feature. `y`: 1 for
    evidence. `hand`: the score by hand-set weights. `sessions`: a number for the session of each candidate."""

    names: tuple[str, ...]
    groups: tuple[str, ...]
    questions: Sequence[Judged]
    x: npt.NDArray[np.float32]
    y: npt.NDArray[np.int8]
    hand: npt.NDArray[np.float32]
    sessions: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Asked:
    """A judged question with what was found for it: `good` marks the candidates that are evidence."""

    judged: Judged
    evidence: Evidence
    good: npt.NDArray[np.bool_]
    hand: npt.NDArray[np.float32]
    sessions: npt.NDArray[np.int32]


def table_of(asked: Sequence[Asked]) -> Table:
    """Questions one after the other; there must be at least one."""
    groups = {name: group for group, found in asked[0].evidence.items() for name in found}
    rows, questions, first = [], [], 0
    for one in asked:
        found = {name: values for group in one.evidence.values() for name, values in group.items()}
        assert list(found) == list(groups), set(found) ^ set(groups)
        rows.append(np.stack(list(found.values()), axis=1))
        questions.append(replace(one.judged, first=first, last=first + len(one.good)))
        first += len(one.good)
    good = np.concatenate([one.good for one in asked]).astype(np.int8)
    hand = np.concatenate([one.hand for one in asked])
    sessions = np.concatenate([one.sessions for one in asked])
    return Table(tuple(groups), tuple(groups.values()), questions, np.concatenate(rows), good, hand, sessions)


def learn(
    table: Table,
    chosen: Sequence[int],
    *,
    l2: float = L2,
    columns: Sequence[int] | None = None,
    manners: Sequence[str] = MANNERS,
    start: Weights | None = None,
) -> Weights:
    """Weights by manner of talk and feature (as a `Ranker` has them) from the questions of these places in the table.

    columns: only these features. Corpora count by the root of how many questions they have. start: what is learned is
    how to depart from these weights, which count in full, however few the questions are.
    """
    columns = list(range(len(table.names)) if columns is None else columns)
    asked = [table.questions[place] for place in chosen]
    parts = [rows_of(table, one) for one in asked]
    kept = [
        (part, weight, one, place)
        for part, weight, one, place in zip(parts, shares(asked), asked, chosen, strict=True)
        if 0 < int(table.y[part].sum()) < len(part)
    ]
    rows = np.concatenate([part for part, *_ in kept])
    lengths = np.array([len(part) for part, *_ in kept])
    plain = table.x[rows][:, columns]
    spread = plain.std(axis=0) + np.float32(1e-6)
    plain = (plain - plain.mean(axis=0)) / spread
    used = [name for name in manners if any(one.manner.get(name) for _, _, one, _ in kept)]
    much = [
        np.repeat([one.manner.get(name, 0.0) for _, _, one, _ in kept], lengths).astype(np.float32) for name in used
    ]
    x = np.concatenate([plain, *(plain * here[:, None] for here in much)], axis=1)
    held_back = np.full(x.shape[1], l2)
    if start is not None:
        began = scores(table, start, [place for *_, place in kept])[rows]
        x = np.concatenate([x, began[:, None] / (began.std() + np.float32(1e-6))], axis=1)
        held_back = np.append(held_back, FREE)
    lists = _Lists(x, table.y[rows] > 0, lengths, np.array([weight for _, weight, _, _ in kept]))
    found = _minimum(lists, held_back)
    names = [table.names[column] for column in columns]
    split = np.split(found[: len(names) * (1 + len(used))], 1 + len(used))
    learned = {
        when: {name: float(value) for name, value in zip(names, weights / spread, strict=True)}
        for when, weights in zip((PLAIN, *used), split, strict=True)
    }
    return learned if start is None else _summed(learned, start, float(found[-1] / (began.std() + 1e-6)))


def _summed(learned: Weights, start: Weights, much: float) -> Weights:
    return {
        when: {
            name: learned.get(when, {}).get(name, 0.0) + much * start.get(when, {}).get(name, 0.0)
            for name in dict.fromkeys((*learned.get(when, {}), *start.get(when, {})))
        }
        for when in dict.fromkeys((*learned, *start))
    }


def shared(table: Table, found: npt.NDArray[np.float32], *, best: int = TEN) -> npt.NDArray[np.float32]:
    """The share of each question's evidence among its best candidates by these scores, in percent."""
    shares = []
    for one in table.questions:
        order = np.argsort(-found[one.first : one.last], kind="stable")[:best]
        shares.append(100 * float(table.y[one.first : one.last][order].sum()) / one.evidence)
    return np.array(shares, np.float32)


def scaled(table: Table, weights: Weights, encoder: str, made: Mapping[str, object]) -> Ranker:
    """A ranker whose scores lie about between 0, the last candidate of a question, and 1, the first."""
    found = scores(table, weights, range(len(table.questions)))
    first = float(np.mean([found[one.first : one.last].max() for one in table.questions]))
    last = float(np.mean([found[one.first : one.last].min() for one in table.questions]))
    size = (first - last) or 1.0
    sized = {when: {name: value / size for name, value in of.items()} for when, of in weights.items()}
    return Ranker(sized, -last / size, encoder, made, SPREAD / size)


def scores(table: Table, weights: Weights, places: Iterable[int]) -> npt.NDArray[np.float32]:
    """Scores by learned weights of the candidates of these questions; 0 for those of others."""
    learned = Ranker(weights, 0.0)
    found = np.zeros(len(table.y), np.float32)
    for place in places:
        one = table.questions[place]
        each = np.array([learned.weight(name, one.manner) for name in table.names], np.float32)
        found[one.first : one.last] = table.x[one.first : one.last] @ each
    return found


def spread_out(table: Table, found: npt.NDArray[np.float32], much: float = SPREAD) -> npt.NDArray[np.float32]:
    """Learned scores with what questions after several things take off (`variety.spread`)."""
    result = found.copy()
    wish = [table.names.index(name) for name in WISHES if name in table.names]
    for one in table.questions:
        if one.several:
            here = slice(one.first, one.last)
            wishes = table.x[here][:, wish].max(axis=1, initial=0) * np.float32(one.order)
            size = much * (1 - one.manner.get("runs", 0.0))
            result[here] = less(found[here], table.sessions[here], wishes, size)
    return result


def _minimum(held: _Lists, l2: Floats) -> Floats:
    weights = np.zeros(held.x.shape[1])
    loss, slope, curve = held.at(weights, l2)
    for _ in range(STEPS):
        step = np.linalg.solve(curve, slope)
        size = 1.0
        tried = held.at(weights - step, l2)
        while not tried[0] <= loss - 1e-4 * size * float(slope @ step) and size > 1e-4:
            size /= 2
            tried = held.at(weights - size * step, l2)
        if not loss - tried[0] >= TOLERANCE:
            break
        weights = weights - size * step
        loss, slope, curve = tried
    return weights


def rows_of(table: Table, question: Judged) -> Ints:
    """Rows of a question to learn from; which of the rest are taken depends on their order alone."""
    order = np.argsort(-table.hand[question.first : question.last], kind="stable")
    rest = order[BEST:]
    step = max(1, len(rest) // OTHERS)
    evidence = np.flatnonzero(table.y[question.first : question.last] > 0)
    return question.first + np.unique(np.concatenate((order[:BEST], rest[::step], evidence)))


def shares(asked: Sequence[Judged]) -> Floats:
    """How much each question counts, summing to 1."""
    counts: dict[str, int] = {}
    for one in asked:
        counts[one.corpus] = counts.get(one.corpus, 0) + 1
    each = np.array([counts[one.corpus] ** -0.5 for one in asked])
    return np.asarray(each / each.sum(), np.float64)


class _Lists:
    """Questions one after the other: standardised features, what is evidence, how many candidates, and weights."""

    def __init__(self, x: npt.NDArray[np.float32], good: npt.NDArray[np.bool_], lengths: Ints, shares: Floats) -> None:
        self.x, self.good = x, good
        self.firsts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
        self.of = np.repeat(np.arange(len(lengths)), lengths)
        each = shares / np.add.reduceat(good.astype(np.float64), self.firsts)
        self.each = each[self.of]

    def at(self, weights: Floats, l2: Floats) -> tuple[float, Floats, Floats]:
        """The loss, its slope and its curvature."""
        x, good, of = self.x, self.good, self.of
        scores = (x @ weights.astype(np.float32)).astype(np.float64)
        scores = np.maximum(scores - np.maximum.reduceat(scores, self.firsts)[of], FAR)
        force = np.exp(scores)
        bad = np.where(good, 0, force)
        against = np.add.reduceat(bad, self.firsts)
        total = force[good] + against[of[good]]
        each = self.each[good]
        loss = float((each * (np.log(total) - scores[good])).sum())
        win = force[good] / total
        per = np.bincount(of[good], each / total, len(self.firsts))
        mass = bad * per[of]
        mass[good] = each * win
        pull = mass.copy()
        pull[good] = pull[good] - each
        others = np.add.reduceat(bad.astype(np.float32)[:, None] * x, self.firsts, axis=0)
        means = win[:, None] * x[good] + others[of[good]] / total[:, None]
        root = x * np.sqrt(mass).astype(np.float32)[:, None]
        curve = (root.T @ root).astype(np.float64) - (means * each[:, None]).T @ means
        slope = (pull.astype(np.float32) @ x).astype(np.float64)
        return loss + float(l2 @ weights**2), slope + 2 * l2 * weights, curve + np.diag(2 * l2)
