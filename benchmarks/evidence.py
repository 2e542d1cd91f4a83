"""Did recall find the evidence? Measures of what `retrieval.run` asked, over conversations.

Each system's rankings are measured alike, and kgmem's are compared with each, question by question. README.md says
what the names of the metrics mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import inf

from benchmarks import measures
from benchmarks.report import Report, table
from benchmarks.retrieval import WITHOUT, Answer, Conversation, Outcome, Question, Turn
from kgmem.confidence import SURE
from kgmem.context import count_tokens

KS = (5, 10, 20, 50)
BUDGETS = (500, 1000, 2000)
"""Tokens of context in which evidence is looked for."""
COMPARED = "turn/share@10"

Values = dict[tuple[str, str], list[list[float]]]
"""By metric and kind of question ("" for all), the values of each conversation."""


def report(
    name: str,
    data: str,
    outcome: Outcome,
    *,
    groups: Mapping[str, Sequence[str]] | None = None,
    ks: Sequence[int] = KS,
    unanswerable: Sequence[str] = (),
) -> Report:
    """Every measure of an outcome, in percent. `groups` names unions of categories, as `cat1-4`; `ks` has a 10.

    Only questions with evidence count. Metrics without a prefix are kgmem's own. `unanswerable`: categories of
    questions that nothing answers; how well confidence tells these from the others is measured.
    """
    asked = [q for c in outcome.conversations for q in c.questions if q.evidence]
    turns = sum(len(c.turns) for c in outcome.conversations)
    metrics: dict[str, float] = {}
    values = {
        system: _values(outcome.conversations, answers, groups or {}, ks) for system, answers in outcome.answers.items()
    }
    for system, answers in outcome.answers.items():
        prefix = _prefix(system)
        _summarise(metrics, prefix, values[system])
        spent = [answers[q.id].milliseconds for q in asked]
        metrics[f"{prefix}recall_ms/p50"] = measures.percentile(spent, 50)
        metrics[f"{prefix}recall_ms/p95"] = measures.percentile(spent, 95)
        _weigh(metrics, prefix, outcome.conversations, answers)
        if system != "kgmem" and "kgmem" in values:
            _compare(metrics, system, values["kgmem"], values[system])
    if unanswerable and "kgmem" in outcome.answers:
        metrics |= abstaining(outcome, unanswerable)
    metrics["ingest_seconds"] = outcome.ingest_seconds
    metrics["ingest_per_s"] = turns / outcome.ingest_seconds if outcome.ingest_seconds else 0.0
    return Report(name, data, len(asked), metrics, {"episodes": turns, **outcome.system})


def _prefix(system: str) -> str:
    """What stands before the metrics of a system."""
    if system.startswith(WITHOUT):
        return f"without/{system.removeprefix(WITHOUT)}/"
    return "" if system == "kgmem" else f"baseline/{system}/"


def abstaining(outcome: Outcome, unanswerable: Sequence[str]) -> dict[str, float]:
    """How well kgmem's confidence tells questions that have an answer from those that have none."""
    sure: dict[bool, list[float]] = {True: [], False: []}
    for conversation in outcome.conversations:
        for question in conversation.questions:
            if question.category in unanswerable or question.evidence:
                answered = question.category not in unanswerable
                sure[answered].append(outcome.answers["kgmem"][question.id].confidence)
    if not all(sure.values()):
        return {}
    curve, error = measures.calibration(sure[True], sure[False])
    found: dict[str, float] = {
        "abstain/auroc": measures.auroc(sure[True], sure[False]),
        "abstain/calibration_error": error,
        "abstain/kept": 100 * measures.mean([float(one >= SURE) for one in sure[True]]),
        "abstain/caught": 100 * measures.mean([float(one < SURE) for one in sure[False]]),
        "n/answerable": len(sure[True]),
        "n/unanswerable": len(sure[False]),
    }
    for place, (said, was, count) in enumerate(curve, 1):
        found |= {f"abstain/said/{place}": said, f"abstain/was/{place}": was, f"abstain/n/{place}": count}
    return found


def _values(
    conversations: Sequence[Conversation],
    answers: Mapping[str, Answer],
    groups: Mapping[str, Sequence[str]],
    ks: Sequence[int],
) -> Values:
    values: Values = {}
    for conversation in conversations:
        session_of = {turn.id: turn.session for turn in conversation.turns}
        here: dict[tuple[str, str], list[float]] = {}
        for question in conversation.questions:
            if not question.evidence:
                continue
            places = ["", question.category, *(group for group, of in groups.items() if question.category in of)]
            for metric, value in _scores(question, answers[question.id], session_of, ks):
                for place in places:
                    here.setdefault((metric, place), []).append(value)
        for key, found in here.items():
            values.setdefault(key, []).append(found)
    return values


def _summarise(metrics: dict[str, float], prefix: str, values: Values) -> None:
    for (metric, place), by_conversation in values.items():
        flat = [value for found in by_conversation for value in found]
        metrics[f"{prefix}{metric}{f'/{place}' if place else ''}"] = 100 * measures.mean(flat)
        if metric == COMPARED and not place:
            low, high = measures.bootstrap(by_conversation)
            metrics[f"{prefix}{metric}/low95"], metrics[f"{prefix}{metric}/high95"] = 100 * low, 100 * high
        if metric == COMPARED and place and not prefix:
            metrics[f"n/{place}"] = len(flat)


def _compare(metrics: dict[str, float], system: str, own: Values, other: Values) -> None:
    """By how much kgmem is better than another system at the same questions."""
    better = [
        [one - beside for one, beside in zip(*pair, strict=True)]
        for pair in zip(own[COMPARED, ""], other[COMPARED, ""], strict=True)
    ]
    low, high = measures.bootstrap(better)
    metrics[f"over/{system}/{COMPARED}"] = 100 * measures.mean([value for found in better for value in found])
    metrics[f"over/{system}/{COMPARED}/low95"], metrics[f"over/{system}/{COMPARED}/high95"] = 100 * low, 100 * high


def _scores(
    question: Question, answer: Answer, session_of: Mapping[str, str], ks: Sequence[int]
) -> Iterator[tuple[str, float]]:
    ranked = [item for item, _ in answer.ranked]
    sessions = answer.sessions or measures.first_of_each([session_of[item] for item in ranked])
    for label, evidence in (("", question.evidence), ("audited/", question.audited)):
        if not evidence:
            continue
        evidence_sessions = frozenset(session_of[item] for item in evidence)
        for unit, order, wanted in (("turn", ranked, evidence), ("session", sessions, evidence_sessions)):
            for k in ks:
                yield f"{label}{unit}/any@{k}", measures.any_at(order, wanted, k)
                yield f"{label}{unit}/share@{k}", measures.share_at(order, wanted, k)
                yield f"{label}{unit}/all@{k}", measures.all_at(order, wanted, k)
            yield f"{label}{unit}/mrr", measures.reciprocal_rank(order, wanted)


def _weigh(
    metrics: dict[str, float], prefix: str, conversations: Sequence[Conversation], answers: Mapping[str, Answer]
) -> None:
    """How much of a context it takes to hold the evidence, when the best turns are put in whole, best first."""
    shares: dict[int, list[float]] = {budget: [] for budget in BUDGETS}
    first, whole = [], []
    for conversation in conversations:
        size = {turn.id: _tokens(turn) for turn in conversation.turns}
        for question in conversation.questions:
            if not question.evidence:
                continue
            ranked = [item for item, _ in answers[question.id].ranked]
            spent = list(accumulate(size[item] for item in ranked))
            places = sorted(place for place, item in enumerate(ranked) if item in question.evidence)
            for budget, found in shares.items():
                found.append(sum(spent[place] <= budget for place in places) / len(question.evidence))
            first.append(spent[places[0]] if places else inf)
            whole.append(spent[places[-1]] if len(places) == len(question.evidence) else inf)
    for budget, found in shares.items():
        metrics[f"{prefix}context/share@{budget}"] = 100 * measures.mean(found)
    for name, needed in (("any", first), ("all", whole)):
        middle = sorted(needed)[len(needed) // 2] if needed else inf
        if middle < inf:  # most questions have it among what was ranked
            metrics[f"{prefix}context/tokens_to_{name}/p50"] = middle


def _tokens(turn: Turn) -> int:
    return count_tokens(f"{turn.date} {turn.speaker}: {turn.text}")


# --- tables ---------------------------------------------------------------------------------------


def show(
    result: Report, categories: Sequence[str], *, ks: Sequence[int] = KS, by_category: Sequence[int] = (10,)
) -> str:
    """The report as tables: a row per system and kind of question."""
    metrics = result.metrics
    systems = ["", *sorted({"/".join(n.split("/")[:2]) + "/" for n in metrics if n.startswith("baseline/")})]
    parts = [f"{result.benchmark}: {result.n} questions with evidence, {result.data}"]
    for unit in ("turn", "session"):
        rows = [
            _row(metrics, system, label, unit, ks)
            for system in systems
            for label in ("", "audited/")
            if f"{system}{label}{unit}/mrr" in metrics
        ]
        names = [f"{m}@{k}" for m in ("any", "share", "all") for k in ks]
        parts.append(table([f"{unit}, all questions", *names, "mrr"], rows))
    parts += [*_by_category(metrics, systems, categories, by_category, result.n), _costs(metrics, systems)]
    if ablated := [name for name in metrics if name.startswith(f"over/{WITHOUT}") and name.endswith(COMPARED)]:
        rows = [
            [
                name.split("/")[1],
                metrics[f"{_prefix(name.split('/')[1])}{COMPARED}"],
                *(-metrics[f"{name}{end}"] for end in ("", "/high95", "/low95")),
            ]
            for name in ablated
        ]
        parts.append(table([COMPARED, "", "difference", "low", "high"], rows))
    parts.append("\n".join(_sayings(metrics)))
    return "\n\n".join(parts)


def _by_category(
    metrics: Mapping[str, float], systems: Iterable[str], categories: Sequence[str], ks: Sequence[int], n: int
) -> Iterator[str]:
    shown = [c for c in categories if f"turn/share@10/{c}" in metrics]
    counts: list[object] = ["n", n, *(int(metrics[f"n/{c}"]) for c in shown)]
    for k in ks:
        shares: list[list[object]] = [
            [
                f"{_name(system)}{', audited' if label else ''}",
                metrics[f"{system}{label}turn/share@{k}"],
                *(metrics.get(f"{system}{label}turn/share@{k}/{c}", float("nan")) for c in shown),
            ]
            for system in systems
            for label in ("", "audited/")
            if f"{system}{label}turn/share@{k}" in metrics
        ]
        yield table([f"turn share@{k}", "all", *shown], [*shares, counts])


def _costs(metrics: Mapping[str, float], systems: Iterable[str]) -> str:
    rows = [
        [
            _name(system),
            metrics[f"{system}recall_ms/p50"],
            metrics[f"{system}recall_ms/p95"],
            *(metrics[f"{system}context/share@{budget}"] for budget in BUDGETS),
            *(_whole(metrics.get(f"{system}context/tokens_to_{name}/p50")) for name in ("any", "all")),
        ]
        for system in systems
    ]
    shares = [f"share in {budget} tokens" for budget in BUDGETS]
    return table(["cost", "p50 ms", "p95 ms", *shares, "tokens to any", "tokens to all"], rows)


def _sayings(metrics: Mapping[str, float]) -> Iterator[str]:
    yield (
        f"{COMPARED} of kgmem, 95 % interval by conversation: "
        f"{metrics[f'{COMPARED}/low95']:.1f} to {metrics[f'{COMPARED}/high95']:.1f}"
    )
    for name in metrics:
        if name.startswith("over/") and name.endswith(COMPARED) and WITHOUT not in name:
            low, high = metrics[f"{name}/low95"], metrics[f"{name}/high95"]
            yield f"over {name.split('/')[1]}: {metrics[name]:+.1f} points, {low:+.1f} to {high:+.1f}"
    if "abstain/auroc" in metrics:
        yield (
            f"confidence tells {metrics['n/answerable']:.0f} questions with an answer from "
            f"{metrics['n/unanswerable']:.0f} without: AUROC {metrics['abstain/auroc']:.3f}; abstaining keeps "
            f"{metrics['abstain/kept']:.0f} % of the first and catches {metrics['abstain/caught']:.0f} % of the others"
        )
        steps = [name.removeprefix("abstain/said/") for name in metrics if name.startswith("abstain/said/")]
        curve = (f"{metrics[f'abstain/said/{one}']:.2f} was {metrics[f'abstain/was/{one}']:.2f}" for one in steps)
        yield f"chance said and share right, at even odds: {', '.join(curve)}"
    yield f"ingest {metrics['ingest_seconds']:.1f} s, {metrics['ingest_per_s']:.0f} episodes/s"


def _row(metrics: Mapping[str, float], system: str, label: str, unit: str, ks: Sequence[int]) -> list[object]:
    values = [metrics[f"{system}{label}{unit}/{m}@{k}"] for m in ("any", "share", "all") for k in ks]
    return [f"{_name(system)}{', audited' if label else ''}", *values, metrics[f"{system}{label}{unit}/mrr"]]


def _name(system: str) -> str:
    return system.strip("/").removeprefix("baseline/") or "kgmem"


def _whole(value: float | None) -> object:
    return "-" if value is None else round(value)
