"""Write docs/results.md and the README's table from benchmarks/results/*.json.

`python -m scripts.results_page`; a test keeps both current. Each JSON file was written by `python -m benchmarks
NAME --json`, so every figure on the page was measured by a command of this repository.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.beam import ABILITIES

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
RANKER = ROOT / "kgmem" / "data" / "ranker.json"
PAGE = ROOT / "docs" / "results.md"
READMES: dict[Path, dict[str, str]] = {
    ROOT / "README.md": {},
    ROOT / "README.zh.md": {
        "share@10, turns": "share@10（按句）", "| all |": "| 全部 |", "single-hop": "单跳", "multi-hop": "多跳",
        "temporal": "时间", "open-domain": "开放域", "adversarial": "对抗", "text alone": "只用原文", "by hand": "手工权重",
        "both fused": "两者融合",
        "BM25, stemmed": "BM25（词干）", "MiniLM, pooled": "MiniLM（句向量）",
    },
}  # fmt: skip
"""Each README, and the words of its table in its language."""
BEGIN, END = "<!-- results -->", "<!-- /results -->"

KINDS = {
    "locomo": ("single-hop", "multi-hop", "temporal", "open-domain", "adversarial"),
    "realtalk": ("multi-hop", "temporal", "commonsense"),
    "beam": tuple(ability for ability in ABILITIES if ability != "abstention"),
}
READ = {
    "synthetic": ("entity_b3_f1", "coref_accuracy", "fact_f1", "event_f1", "why_f1"),
    "synthetic-zh": ("entity_b3_f1", "coref_accuracy", "fact_f1", "event_f1", "why_f1"),
    "recognizers": ("value_accuracy",),
    "recognizers-zh": ("value_accuracy",),
    "locomo-dates": ("value_accuracy",),
    "tempeval3-platinum": ("value_accuracy",),
    "gap-coref": ("f1", "accuracy"),
    "meantime": ("entity_b3_f1", "event_f1", "value_accuracy"),
    "personaext": ("recall", "precision"),
    "dialogre": ("f1",),
    "dialogre-cn": ("f1",),
    "kdconv-zh": ("value_recall", "recall"),
    "causal-news-corpus": ("sentence_f1", "pair_f1"),
    "carb": ("f1",),
    "semeval2010-task8": ("f1",),
    "locomo-observation": ("coverage",),
}
"""Sets of the extraction benchmark on the page, with the figures shown of each."""
SYSTEMS = {
    "kgmem": "",
    "kgmem, by hand": "baseline/hand/",
    "kgmem, text alone": "baseline/text/",
    "BM25, stemmed": "baseline/bm25/",
    "MiniLM, pooled": "baseline/dense/",
    "both fused": "baseline/rrf/",
}
"""What stands in the tables, with the prefix of its figures; "by hand" is with hand-set weights, "text alone" the same
without facts and events as keys, "both fused" the reciprocal ranks of BM25 and MiniLM."""

INTRO = """# Results

Made by `python -m scripts.results_page` from the files in `benchmarks/results/`. Percent, higher is better.
*any*: at least one evidence turn among the first k; *share*: the share of them; *all*: every one. No LLM anywhere.
How each benchmark works and where its data can be had: [benchmarks/README.md](../benchmarks/README.md).

**Development parts** were used while kgmem was built; read the figures as such. Each conversation is ordered by weights that
were learned without it; what else was chosen (features, hand-set weights) was chosen on these same sets.
Machines are shared: compare times with the BM25 pass of the same run, not with other machines.
"""


def load() -> dict[str, dict[str, Any]]:
    """Reports by the name of their file: that of the benchmark, with the engine where there is one for each."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(RESULTS.glob("*.json"))}


def retrieval_table(report: dict[str, Any], *, kinds: bool = True) -> str:
    """share@10 by system and kind of question, in Markdown."""
    metrics = report["metrics"]
    columns = KINDS[report["benchmark"]] if kinds else ()
    lines = [
        "| share@10, turns | all | " + " | ".join(columns) + " |",
        "|---|" + "---|" * (len(columns) + 1),
    ]
    for name, prefix in SYSTEMS.items():
        values = [metrics.get(f"{prefix}turn/share@10{suffix}") for suffix in ("", *(f"/{kind}" for kind in columns))]
        if values[0] is None:
            continue
        lines.append(f"| {name} | " + " | ".join("–" if v is None else f"{v:.1f}" for v in values) + " |")
    return "\n".join(lines)


def depth_table(report: dict[str, Any]) -> str:
    """any / share / all at each depth, by unit, kgmem beside BM25."""
    metrics = report["metrics"]
    lines = ["| any / share / all | @5 | @10 | @20 | @50 | MRR |", "|---|---|---|---|---|---|"]
    for unit in ("turn", "session"):
        for name in ("kgmem", "BM25, stemmed"):
            prefix = SYSTEMS[name]
            cells = [
                " / ".join(f"{metrics[f'{prefix}{unit}/{measure}@{k}']:.1f}" for measure in ("any", "share", "all"))
                for k in (5, 10, 20, 50)
            ]
            lines.append(f"| {unit}, {name} | " + " | ".join(cells) + f" | {metrics[f'{prefix}{unit}/mrr']:.1f} |")
    return "\n".join(lines)


def learned_table() -> str:
    """What the shipped weights were learned from, and their share@10 on conversations they had not seen."""
    held = made()
    lines = [
        f"`{held['command']}`, {held['date']}: weights learned without a conversation order that conversation's "
        "episodes, one after the other. The features were chosen on these same data.\n",
        "| share@10, turns | questions | by hand | learned, conversation left out | licence of the data |",
        "|---|---|---|---|---|",
    ]
    for name, one in held["data"].items():
        hand, learned = one["share@10 by hand"], one["share@10, conversation left out"]
        lines.append(f"| {name} | {one['questions']} | {hand:.2f} | {learned:.2f} | {one['licence']} |")
    return "\n".join(lines)


def growth_table(metrics: dict[str, float]) -> str:
    """How the time of an answer grows with the facts held, in one run."""
    sizes = sorted(int(name.rpartition("/")[2]) for name in metrics if name.startswith("ms/p95/"))
    lines = ["| facts held | exact % | ms p50 | ms p95 | processor ms p95 |", "|---|---|---|---|---|"]
    for size in sizes:
        exact = metrics.get(f"exact/{size} facts", metrics["exact"])
        times = [metrics[f"ms/{kind}/{size}"] for kind in ("p50", "p95", "cpu/p95")]
        lines.append(f"| {size:,} | {exact:.2f} | " + " | ".join(f"{ms:.2f}" for ms in times) + " |")
    return "As the memory grows, in one run (`--grow 10000 100000`):\n\n" + "\n".join(lines) + "\n"


def memdaily_table(metrics: dict[str, float]) -> str:
    """share at each depth by system, ten trajectories in one memory."""
    lines = ["| share, messages, ten trajectories merged | @1 | @5 | @10 | @20 |", "|---|---|---|---|---|"]
    for name, system in (("kgmem", ""), ("BM25 over pairs of signs", "baseline/bm25/")):
        cells = [metrics[f"merged/{system}turn/share@{k}"] for k in (1, 5, 10, 20)]
        lines.append(f"| {name} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |")
    return "\n".join(lines)


def synthetic_table(metrics: dict[str, float]) -> str:
    """The main scores by language, kgmem beside the baselines."""
    lines = ["| | all | English | Chinese | BM25 | MiniLM |", "|---|---|---|---|---|---|"]
    names = ("fact_precision", "fact_recall", "fact_f1", "event_f1", "answer_exact", "as_of_exact", "why_f1")
    for name in (*names, "turn/share@10", "abstain/auroc"):
        cells = [metrics.get(f"{name}{suffix}") for suffix in ("", "/en", "/zh")]
        cells += [metrics.get(f"baseline/{system}/{name}") for system in ("bm25", "dense")]
        lines.append(f"| `{name}` | " + " | ".join("–" if cell is None else f"{cell:.1f}" for cell in cells) + " |")
    return "\n".join(lines)


def about(report: dict[str, Any]) -> str:
    """Where the figures come from: data, n, machine, versions, model."""
    system, versions = report["system"], report["versions"]
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    return (
        f"`python -m benchmarks {report['benchmark']}`, data `{Path(report['data']).name}`, n = {report['n']}, "
        f"{system.get('cores')} cores ({system.get('machine')}, {system.get('os')}), encoder "
        f"{system.get('encoder', '–')}; {named}."
    )


def timing(report: dict[str, Any]) -> str:
    metrics = report["metrics"]
    names = ("ingest_per_s", "recall_ms/p50", "recall_ms/p95", "baseline/bm25/recall_ms/p50")
    return ", ".join(f"`{name}` {metrics[name]:.1f}" for name in names if name in metrics)


def page(reports: dict[str, dict[str, Any]]) -> str:
    parts = [INTRO]
    for name, title in (("locomo", "LoCoMo"), ("realtalk", "REALTALK"), ("beam", "BEAM")):
        if name in reports:
            report = reports[name]
            parts += [f"## {title}\n", about(report) + "\n", retrieval_table(report) + "\n", depth_table(report) + "\n"]
            if "audited/turn/share@10" in report["metrics"]:
                audited = report["metrics"]["audited/turn/share@10"]
                parts.append(f"With the audited evidence instead: turn share@10 {audited:.1f}.\n")
            parts.append(f"Speed: {timing(report)}.\n")
    parts += ["## The learned order\n", learned_table() + "\n"]
    if "scale" in reports:
        report = reports["scale"]
        parts += ["## Speed at 5,000 episodes\n", about(report) + "\n", timing(report) + ".\n"]
    if "memdaily" in reports:
        report = reports["memdaily"]
        parts += ["## MemDaily (Chinese)\n", about(report) + "\n", memdaily_table(report["metrics"]) + "\n"]
    if "synthetic" in reports:
        report = reports["synthetic"]
        parts += [
            "## Made-up dialogues with full gold\n",
            f"{about(report)}\n\nThe half of the forms that was not used for development, English and Chinese mixed; gold and "
            "answers by an oracle that knows nothing of kgmem ([FORMAT.md](../benchmarks/FORMAT.md)). kgmem's "
            "answer is the first of `recall(...).answers`, given without a model.\n",
            synthetic_table(report["metrics"]) + "\n",
        ]
    if read := [(name, reports[f"extraction-{name}"]) for name in READ if f"extraction-{name}" in reports]:
        rows = []
        for name, report in read:
            figures = ", ".join(f"{metric} {report['metrics'][metric]:.1f}" for metric in READ[name])
            rows.append(f"| `{name}` | {figures} | {report['n']} {report['system']['unit']} |")
        parts += [
            "## What is read in text\n",
            "`python -m benchmarks extraction --set NAME --data PATH`, development parts of public sets, which were looked at "
            "while the rules were written; `synthetic` is the half of the forms that was not. How each is scored: "
            "[benchmarks/README.md](../benchmarks/README.md).\n",
            "| set | figures | n |\n|---|---|---|\n" + "\n".join(rows) + "\n",
        ]
    if truths := [reports[name] for name in sorted(reports) if name.startswith("truth-")]:
        rows = [
            f"| {engine} | {seed} | {report['n']} | {report['metrics']['exact']:.2f} "
            f"| {report['metrics']['ms/p50']:.2f} | {report['metrics']['ms/p95']:.2f} |"
            for report in truths
            for _, seed, _, engine in [report["data"].split(", ")]
        ]
        parts += [
            "## Truth on both clocks\n",
            f"{about(truths[0])}\n\nLives told through the API in any order and in batches, with returns, late arrivals, "
            "corrections, denials, retractions, conflicts, events and their causes; each answer must be exactly that of a "
            "brute-force oracle.\n",
            "| engine | lives | questions | exact % | ms p50 | ms p95 |\n|---|---|---|---|---|---|\n"
            + "\n".join(rows)
            + "\n",
            *(growth_table(report["metrics"]) for report in truths if "exact/100000 facts" in report["metrics"]),
        ]
    if "cases" in reports:
        report = reports["cases"]
        rows = [
            f"| {n.removeprefix('pass_rate/')} | {v:.0f} |"
            for n, v in report["metrics"].items()
            if n.startswith("pass_rate/")
        ]
        parts += [
            "## Cases from the field\n",
            about(report) + "\n",
            f"{report['metrics']['pass_rate']:.1f} % pass; what kgmem has no verb for yet counts as failed.\n",
            "| kind | % pass |\n|---|---|\n" + "\n".join(rows) + "\n",
        ]
    return "\n".join(parts)


def readme(text: str, reports: dict[str, dict[str, Any]], words: Mapping[str, str] = {}) -> str:
    """A README with its table between the two marks, its heads in the words of another language."""
    table = retrieval_table(reports["locomo"]) if "locomo" in reports else ""
    for said, instead in words.items():
        table = table.replace(said, instead)
    return _between(text, BEGIN, f"\n{table}\n", END)


def made() -> dict[str, Any]:
    """How the shipped weights were made, and with which figures."""
    found: dict[str, Any] = json.loads(RANKER.read_text(encoding="utf-8"))["made"]
    return found


def _between(text: str, begin: str, filling: str, end: str) -> str:
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}{filling}{end}{after}"


if __name__ == "__main__":
    held = load()
    PAGE.write_text(page(held), encoding="utf-8")
    for file, words in READMES.items():
        file.write_text(readme(file.read_text(encoding="utf-8"), held, words), encoding="utf-8")
