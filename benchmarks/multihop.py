"""Multi-hop questions over documents: 2WikiMultiHopQA, HotpotQA and MuSiQue, passages found by recall.

Evidence are the passages a question needs. A folder with `*questions*.json*` and `*corpus*.json*` is 2Wiki as HippoRAG
has it, whose gold passages are those titled as the subjects of its evidence triples; any other file is a list of
questions with passages of their own, which are pooled, or has its corpus beside it (`NAME_corpus.json*`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks import measures, retrieval
from benchmarks.baselines import bm25, fused
from benchmarks.multihop_data import Question, Set, read
from benchmarks.report import Report, table, write_json, write_lines
from benchmarks.retrieval import Turn
from kgmem.memory import Memory
from kgmem.temporal import moment

HELP = "passage recall on 2WikiMultiHopQA, HotpotQA and MuSiQue"
KS = (2, 5, 10)
DEPTH = 50
RRF_DEPTH = 200
TOLD = moment(0)
"""Documents have no time; this one stands for it."""
Ranked = dict[str, list[tuple[str, float]]]
"""By question: passages best first, with scores."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", type=Path, required=True, help="a folder with questions and a corpus, or with sets, or one file"
    )
    parser.add_argument("--work", type=Path, help="where memories are kept and found again; default: nowhere")
    parser.add_argument("--encoder", help="as in Memory.open; default: the packaged one")
    parser.add_argument("--ablate", action="store_true", help="also by text alone and by hand-set weights")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the report as one JSON object")
    parser.add_argument("--run", type=Path, metavar="OUT.jsonl", help="write a line per question with its ranking")


def run(args: argparse.Namespace) -> Report:
    sets = list(read(args.data))
    whole = Report("multihop", args.data.name, 0, {})
    ranked: list[dict[str, Any]] = []
    for one in sets:
        prefix = f"{one.name}/" if len(sets) > 1 else ""
        report, lines = measured(one, args.work, args.encoder, ablate=args.ablate)
        print(show(one, report), end="\n\n")
        whole.n += report.n
        whole.metrics |= {f"{prefix}{name}": value for name, value in report.metrics.items()}
        whole.system |= {f"{prefix}{name}": value for name, value in report.system.items()}
        ranked += [{**line, "set": one.name} for line in lines]
    if args.json:
        write_json(args.json, whole)
    if args.run:
        write_lines(args.run, ranked)
    return whole


# Running ------------------------------------------------------------------------------------------


def measured(
    one: Set, work: Path | None, encoder: str | None, *, ablate: bool = False
) -> tuple[Report, list[dict[str, Any]]]:
    """The report on a set, and a line per question."""
    with retrieval._folder(work) as folder:
        started = time.perf_counter()
        with Memory.open(folder / f"{one.name}.kgmem", timezone="UTC", encoder=encoder) as memory:
            new = not memory.stats()["episodes"]
            memory.observe_many(messages(one), progress=False)
            seconds = time.perf_counter() - started
            print(f"{one.name}: {len(one.passages)} passages in {seconds:.1f} s", file=sys.stderr, flush=True)
            asked = [question for question in one.questions if question.evidence]
            answers, times = _asked(memory, one, asked, ablate=ablate)
            system = retrieval._system(memory)
    metrics: dict[str, float] = {}
    lost = sum(bool(question.missing) and not question.evidence for question in one.questions)
    for name, ranked in answers.items():
        _measure(metrics, name, asked, ranked, lost)
    for level in ("passage/share@5", "passage/share@10"):
        for name in ("bm25", "dense", "rrf"):
            metrics[f"over/{name}/{level}"] = metrics[level] - metrics[f"baseline/{name}/{level}"]
    metrics |= {"recall_ms/p50": measures.percentile(times, 50), "recall_ms/p95": measures.percentile(times, 95)}
    if new:
        metrics |= {"ingest_seconds": seconds, "ingest_per_s": len(one.passages) / seconds}
    metrics |= {"questions": float(len(one.questions)), "questions/mapped": float(sum(not q.missing for q in asked))}
    whole = sum(not question.missing for question in asked)
    report = Report("multihop", one.name, whole, metrics, {"passages": len(one.passages), **system})
    lines = [
        {"id": q.id, "question": q.text, "ranked": [[name, round(s, 5)] for name, s in answers[""][q.id]]}
        for q in asked
    ]
    return report, lines


def messages(one: Set) -> list[dict[str, Any]]:
    """Passages as documents; those under one title follow each other in one session."""
    places: dict[str, int] = {}
    rows = []
    for passage in one.passages:
        place = places[passage.title] = places.get(passage.title, -1) + 1
        rows.append(
            {
                "id": passage.id,
                "text": passage.text,
                "kind": "document",
                "session": passage.title or passage.id,
                "seq": place,
                "at": TOLD,
                "metadata": {"title": passage.title},
            }
        )
    return rows


def _asked(
    memory: Memory, one: Set, asked: Sequence[Question], *, ablate: bool
) -> tuple[dict[str, Ranked], list[float]]:
    """The rankings of every system, kgmem's own under "", and its milliseconds."""

    def recalled(mode: str, limit: int) -> Callable[[str], list[tuple[str, float]]]:
        def ask(text: str) -> list[tuple[str, float]]:
            found = memory.recall(text, limit=limit, mode=mode, asked_at=TOLD)
            return [(hit.id, hit.score) for hit in found.episodes]

        return ask

    times: list[float] = []
    own: Ranked = {}
    ask = recalled("score", DEPTH)
    if asked:
        ask(asked[0].text)
    for question in asked:
        started = time.perf_counter()
        own[question.id] = ask(question.text)
        times.append((time.perf_counter() - started) * 1000)
    plain = bm25([Turn(p.id, f"{p.title}. {p.text}", "", TOLD) for p in one.passages])
    lexical = recalled("bm25", RRF_DEPTH) if plain is None else lambda text: plain(text, RRF_DEPTH)[0]
    dense = recalled("dense", RRF_DEPTH)
    found: dict[str, Ranked] = {"": own, "baseline/bm25/": {}, "baseline/dense/": {}, "baseline/rrf/": {}}
    for question in asked:
        both = lexical(question.text), dense(question.text)
        found["baseline/bm25/"][question.id], found["baseline/dense/"][question.id] = both
        found["baseline/rrf/"][question.id] = fused(both)
    modes = {"no_titles/": "untitled"} | ({"text/": "text", "hand/": "hand"} if ablate else {})
    for name, mode in modes.items():
        ask = recalled(mode, DEPTH)
        found[name] = {question.id: ask(question.text) for question in asked}
    return found, times


# Measuring ----------------------------------------------------------------------------------------


def _measure(metrics: dict[str, float], prefix: str, asked: Sequence[Question], ranked: Ranked, lost: int) -> None:
    """In percent, over questions all of whose evidence is in the corpus; `unmapped_missed/` over all of them, what is
    not there as missed. lost: how many questions have no evidence there at all."""
    values: dict[str, list[float]] = {}
    for question in asked:
        for name, value in _scores(question, [name for name, _ in ranked[question.id]]):
            values.setdefault(f"unmapped_missed/{name}", []).append(
                value * len(question.evidence) / (len(question.evidence) + question.missing)
                if "share" in name
                else value * (not question.missing or "any" in name or "mrr" in name)
            )
            if not question.missing:
                for key in (name, f"{name}/{question.kind}"):
                    values.setdefault(key, []).append(value)
    for name, found in values.items():
        found += [0.0] * (lost if name.startswith("unmapped_missed/") else 0)
        metrics[f"{prefix}{name}"] = 100 * measures.mean(found)
        if not prefix and name.startswith("passage/share@5/"):
            metrics[f"n/{name.removeprefix('passage/share@5/')}"] = len(found)


def _scores(question: Question, ranked: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Passages that are the same piece count as one, at the place of the first."""
    one_of = {name: min(piece) for piece in question.evidence for name in piece}
    order = list(dict.fromkeys(one_of.get(name, name) for name in ranked))
    wanted = frozenset(min(piece) for piece in question.evidence)
    for k in KS:
        yield f"passage/any@{k}", measures.any_at(order, wanted, k)
        yield f"passage/share@{k}", measures.share_at(order, wanted, k)
        yield f"passage/all@{k}", measures.all_at(order, wanted, k)
    yield "passage/mrr", measures.reciprocal_rank(order, wanted)


def show(one: Set, report: Report) -> str:
    metrics = report.metrics
    systems = [name.removesuffix("passage/mrr") for name in metrics if name.endswith("passage/mrr")]
    systems = [name for name in systems if not name.endswith("unmapped_missed/")]
    names = [f"{m}@{k}" for m in ("share", "any", "all") for k in KS]
    heads = [f"{one.name}: {report.n} questions, {len(one.passages)} passages", *names, "mrr"]
    rows = [[_name(system), *(metrics[f"{system}passage/{n}"] for n in (*names, "mrr"))] for system in systems]
    rows.append(["kgmem, unmapped missed", *(metrics[f"unmapped_missed/passage/{n}"] for n in (*names, "mrr"))])
    kinds = sorted(name.removeprefix("n/") for name in metrics if name.startswith("n/"))
    by_kind = [
        [_name(system), metrics[f"{system}passage/share@5"], *(metrics[f"{system}passage/share@5/{k}"] for k in kinds)]
        for system in systems
    ]
    counts: list[object] = ["n", report.n, *(int(metrics[f"n/{kind}"]) for kind in kinds)]
    return "\n\n".join(
        (
            table(heads, rows),
            table(["passage share@5", "all", *kinds], [*by_kind, counts]),
            f"recall p50 {metrics['recall_ms/p50']:.1f} ms, p95 {metrics['recall_ms/p95']:.1f} ms; share@5 over RRF "
            f"{metrics['over/rrf/passage/share@5']:+.1f}",
        )
    )


def _name(system: str) -> str:
    return system.strip("/").removeprefix("baseline/").replace("_", " ") or "kgmem"
