"""Write the table of recall figures in benchmarks/README.md from benchmarks/results/*.json.

`python -m scripts.recall_page`; a test keeps it current. A row stands for one metric of one stored report.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scripts.results_page import ROOT, load

PAGE = ROOT / "benchmarks" / "README.md"
BEGIN, END = "<!-- recall -->", "<!-- /recall -->"
SYSTEMS = {"BM25": "bm25", "dense": "dense", "RRF": "rrf", "by hand": "hand"}


@dataclass(frozen=True, slots=True)
class Row:
    """What is said, of which stored report and metric, what is aimed at (from which figure on it is good), and over
    how many, as the report counts them; "" for its n."""

    says: str
    report: str
    metric: str
    bar: str
    count: str = ""


ROWS = (
    Row("LoCoMo, turns, share@10", "locomo", "turn/share@10", "86"),
    Row("LoCoMo, multi-hop", "locomo", "turn/share@10/multi-hop", "60", "n/multi-hop"),
    Row("LoCoMo, open-domain", "locomo", "turn/share@10/open-domain", "57", "n/open-domain"),
    Row("LoCoMo, sessions, share@5", "locomo", "session/share@5", "95"),
    Row("REALTALK, turns, share@10", "realtalk", "turn/share@10", "63"),
    Row("BEAM-100K, messages, share@10", "beam", "turn/share@10", "60"),
    Row("BEAM, order of events", "beam", "turn/share@10/event_ordering", "30", "n/event_ordering"),
    Row("BEAM, instructions", "beam", "turn/share@10/instruction_following", "45", "n/instruction_following"),
    Row("BEAM, preferences", "beam", "turn/share@10/preference_following", "60", "n/preference_following"),
    Row("2Wiki, passages, share@5", "multihop-2wiki", "passage/share@5", "89"),
    Row("2Wiki, passages, share@10", "multihop-2wiki", "passage/share@10", "92"),
    Row("2Wiki without titles, share@5", "multihop-2wiki", "no_titles/passage/share@5", "–"),
    Row("HotpotQA, passages, share@5", "multihop-hotpotqa", "passage/share@5", "RRF + 3"),
    Row("MuSiQue, passages, share@5", "multihop-musique", "passage/share@5", "RRF + 6"),
    Row("LoCoMo-Plus, cue in the top 10", "locomo-plus", "cue/any@10", "best of BM25, dense + 5"),
    Row("LoCoMo, AUROC of confidence", "locomo", "abstain/auroc", "0.70", "n/unanswerable"),
    Row("BEAM, AUROC of confidence", "beam", "abstain/auroc", "0.70", "n/unanswerable"),
    *(
        Row(f"{name}, evidence in a chat's {budget} tokens", report, f"evidence_in_context@{budget}", bar)
        for name, report, bars in (
            ("LoCoMo", "layers-locomo", {500: "70", 1000: "80", 2000: "88"}),
            ("REALTALK", "layers-realtalk", {1000: "58", 2000: "66"}),
        )
        for budget, bar in bars.items()
    ),
    Row("LoCoMo, tokens a chat saves", "layers-locomo", "tokens_saved", "90"),
    Row("LoCoMo, turns no model is asked about", "layers-locomo", "llm_calls_avoided", "80"),
    Row("REALTALK, turns no model is asked about", "layers-realtalk", "llm_calls_avoided", "80"),
    Row("LoCoMo, ms of a chat's call at 10,000 episodes, p95", "layers-locomo", "overhead_ms/p95", "below 30"),
)


def table(reports: dict[str, dict[str, Any]]) -> str:
    """The rows whose reports are stored, in Markdown."""
    lines = [
        "| what | n | kgmem | " + " | ".join(SYSTEMS) + " | aimed at |",
        "|---|---|---|" + "---|" * (len(SYSTEMS) + 1),
    ]
    for row in ROWS:
        report = reports.get(row.report)
        if report is None or row.metric not in report["metrics"]:
            continue
        metrics = report["metrics"]
        count = round(metrics[row.count]) if row.count else report["n"]
        own = _cell(metrics[row.metric])
        if f"{row.metric}/low95" in metrics:
            own += f" ({metrics[f'{row.metric}/low95']:.1f} – {metrics[f'{row.metric}/high95']:.1f})"
        others = [_cell(metrics.get(f"baseline/{system}/{row.metric}")) for system in SYSTEMS.values()]
        lines.append(f"| {row.says} | {count:,} | {own} | " + " | ".join(others) + f" | {row.bar} |")
    return "\n".join(lines)


def page(text: str, reports: dict[str, dict[str, Any]]) -> str:
    """benchmarks/README.md with its table made anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table(reports)}\n{END}{after}"


def _cell(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.3f}" if 0 < value <= 1 else f"{value:.1f}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), load()), encoding="utf-8")
