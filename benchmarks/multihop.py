"""Multi-hop questions over documents: 2WikiMultiHopQA, HotpotQA and MuSiQue, passages found by recall.

Evidence are the passages a question needs. A folder with `*questions*.json*` and `*corpus*.json*` is 2Wiki as HippoRAG
has it, whose gold passages are those titled as the subjects of its evidence triples; any other file is a list of
questions with passages of their own, which are pooled, or has its corpus beside it (`NAME_corpus.json*`).
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import measures, retrieval
from benchmarks.baselines import bm25
from benchmarks.report import Report, table, write_json, write_lines
from benchmarks.retrieval import Turn
from kgmem.memory import Memory
from kgmem.temporal import moment
from kgmem.text import fold

HELP = "passage recall on 2WikiMultiHopQA, HotpotQA and MuSiQue"
KS = (2, 5, 10)
DEPTH = 50
RRF_K, RRF_DEPTH = 60, 200
TOLD = moment(0)
"""Documents have no time; this one stands for it."""
_ASIDE = re.compile(r"\s*\([^()]*\)\s*\Z")

Alternatives = frozenset[str]
"""Passages that are the same piece of evidence: any of them will do."""


@dataclass(frozen=True, slots=True)
class Passage:
    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence` are the pieces that were found in the corpus, `missing` is how many were not."""

    id: str
    text: str
    kind: str
    evidence: tuple[Alternatives, ...]
    missing: int = 0


@dataclass(frozen=True, slots=True)
class Set:
    name: str
    passages: Sequence[Passage]
    questions: Sequence[Question]


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


# Reading ------------------------------------------------------------------------------------------


def read(path: Path) -> Iterator[Set]:
    """The sets in a folder, or the one of a file."""
    if path.is_file():
        yield _read_file(path)
        return
    files = sorted(one for one in path.glob("*.json*") if ".json" in one.suffixes)
    questions = [one for one in files if "question" in one.name]
    corpora = [one for one in files if "corpus" in one.name]
    if questions and corpora:
        corpus = _passages(retrieval.read_json(corpora[0]))
        asked = [item for one in questions for item in retrieval.read_json(one)]
        yield Set(path.name, corpus, list(_questions(asked, corpus)))
        return
    found = [one for one in files if one not in corpora and _is_questions(retrieval.read_json(one))]
    if not found:
        raise SystemExit(f"{path} holds no questions; give a file with a list of questions and their passages")
    for one in found:
        yield _read_file(one)


def _read_file(path: Path) -> Set:
    asked = retrieval.read_json(path)
    if not _is_questions(asked):
        raise SystemExit(f"{path} holds no list of questions with passages or evidence")
    stem = path.name.split(".")[0]
    beside = [one for one in path.parent.glob("*corpus*.json*") if one.name.split(".")[0] == f"{stem}_corpus"]
    if not beside and not any(_own_passages(one) for one in asked):
        beside = sorted(path.parent.glob("*corpus*.json*"))
    own = (passage for one in asked for passage in _own_passages(one))
    corpus = _passages(retrieval.read_json(beside[0]) if beside else [{"title": t, "text": x} for t, x in own])
    return Set(stem, corpus, list(_questions(asked, corpus)))


def _is_questions(value: Any) -> bool:
    known = {"context", "contexts", "ctxs", "paragraphs", "evidence", "evidences", "supporting_facts"}
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "question" in value[0] and bool(
        known & value[0].keys()
    )  # fmt: skip


def _passages(corpus: Any) -> list[Passage]:
    """Passages in order, each pair of title and text once."""
    rows = corpus.items() if isinstance(corpus, dict) else (_titled(item) for item in corpus)
    told = dict.fromkeys((str(title).strip(), _joined(text)) for title, text in rows)
    return [Passage(f"p{place}", title, text) for place, (title, text) in enumerate(told) if text]


def _titled(item: Any) -> tuple[Any, Any]:
    if isinstance(item, dict):
        text = next((item[name] for name in ("text", "paragraph_text", "passage", "sentences") if name in item), "")
        return item.get("title", ""), text
    return item[0], item[1]


def _joined(text: Any) -> str:
    """A passage as one text; sentences of a list keep the blanks they begin with."""
    if isinstance(text, str):
        return text.strip()
    parts = [str(part) for part in text]
    return ("" if any(part[:1].isspace() for part in parts[1:]) else " ").join(parts).strip()


def _own_passages(question: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    rows = next((question[name] for name in ("paragraphs", "context", "contexts", "ctxs") if question.get(name)), ())
    if isinstance(rows, dict):  # columns, as the sets' own loaders have them
        rows = list(zip(rows["title"], rows["sentences"] if "sentences" in rows else rows["text"], strict=True))
    for title, text in (_titled(row) for row in rows):
        yield str(title).strip(), _joined(text)


def _questions(asked: Iterable[Mapping[str, Any]], corpus: Sequence[Passage]) -> Iterator[Question]:
    titles, bare, texts = ({} for _ in range(3))  # type: dict[str, list[str]], dict[str, list[str]], dict[Any, str]
    for passage in corpus:
        titles.setdefault(_key(passage.title), []).append(passage.id)
        bare.setdefault(_bare(passage.title), []).append(passage.id)
        texts[passage.title, passage.text] = passage.id
    for place, one in enumerate(asked):
        wanted = list(_wanted(one, texts))
        if not wanted:
            subjects = [str(triple[0]) for triple in one.get("evidence") or one.get("evidences") or ()]
            wanted = [titles.get(_key(name)) or bare.get(_bare(name)) for name in dict.fromkeys(subjects)]
        pieces = dict.fromkeys(frozenset(piece) for piece in wanted if piece)
        name = str(one.get("_id") or one.get("id") or place)
        missing = sum(not piece for piece in wanted)
        yield Question(name, one["question"], _kind(one, name), tuple(pieces), missing)


def _wanted(one: Mapping[str, Any], texts: Mapping[Any, str]) -> Iterator[list[str] | None]:
    """The passages that the set itself says support a question; nothing where it names triples instead."""
    own = list(_own_passages(one))
    for row, passage in zip(one.get("paragraphs") or (), own, strict=False):
        if row.get("is_supporting"):
            yield [texts[passage]] if passage in texts else None
    facts = one.get("supporting_facts") or ()
    named = facts["title"] if isinstance(facts, dict) else [fact[0] for fact in facts]
    by_title = {title: id for (title, _), id in texts.items()} if named else {}
    here = {title: (title, text) for title, text in own}
    for title in dict.fromkeys(str(title).strip() for title in named):
        found = texts.get(here.get(title), by_title.get(title))
        yield [found] if found else None


def _kind(one: Mapping[str, Any], name: str) -> str:
    given = one.get("question_type") or one.get("type") or (name.split("__")[0] if "hop" in name else "")
    return str(given) or "all"


def _key(title: str) -> str:
    return fold(title).strip(" \"'“”")


def _bare(title: str) -> str:
    return _key(_ASIDE.sub("", title))


# Running ------------------------------------------------------------------------------------------


def measured(
    one: Set, work: Path | None, encoder: str | None, *, ablate: bool = False
) -> tuple[Report, list[dict[str, Any]]]:
    """The report on a set, and a line per question."""
    with retrieval._folder(work) as folder:
        started = time.perf_counter()
        with Memory.open(folder / f"{one.name}.kgmem", timezone="UTC", encoder=encoder) as memory:
            memory.observe_many(messages(one), progress=False)
            seconds = time.perf_counter() - started
            print(f"{one.name}: {len(one.passages)} passages in {seconds:.1f} s", file=sys.stderr, flush=True)
            asked = [question for question in one.questions if question.evidence]
            answers, times = _asked(memory, one, asked, ablate=ablate)
            system = retrieval._system(memory)
    metrics: dict[str, float] = {}
    for name, ranked in answers.items():
        _measure(metrics, name, asked, ranked)
    for level in ("passage/share@5", "passage/share@10"):
        best = max(metrics[f"baseline/{name}/{level}"] for name in ("bm25", "dense", "rrf"))
        metrics[f"over_rrf/{level}"] = metrics[level] - metrics[f"baseline/rrf/{level}"]
        metrics[f"over_best_baseline/{level}"] = metrics[level] - best
    metrics |= {"recall_ms/p50": measures.percentile(times, 50), "recall_ms/p95": measures.percentile(times, 95)}
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


def fused(rankings: Sequence[Sequence[tuple[str, float]]]) -> list[tuple[str, float]]:
    """Reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009)."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for place, (name, _) in enumerate(ranking, 1):
            scores[name] = scores.get(name, 0.0) + 1 / (RRF_K + place)
    return sorted(scores.items(), key=lambda one: (-one[1], one[0]))


# Measuring ----------------------------------------------------------------------------------------


def _measure(metrics: dict[str, float], prefix: str, asked: Sequence[Question], ranked: Ranked) -> None:
    """In percent, over questions all of whose evidence is in the corpus; `unmapped_missed/` over all of them, what is
    not there as missed."""
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
            f"recall p50 {metrics['recall_ms/p50']:.1f} ms, p95 {metrics['recall_ms/p95']:.1f} ms; "
            f"ingest {metrics['ingest_seconds']:.0f} s, {metrics['ingest_per_s']:.0f} passages/s; share@5 over RRF "
            f"{metrics['over_rrf/passage/share@5']:+.1f}",
        )
    )


def _name(system: str) -> str:
    return system.strip("/").removeprefix("baseline/").replace("_", " ") or "kgmem"
