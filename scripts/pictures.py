"""Draw docs/pictures/*.svg from benchmarks/results/*.json: `python -m scripts.pictures` (extra `pictures`).

Nothing is measured here; what a stored report does not say is not drawn.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.results_page import ROOT, load

PLACE = ROOT / "docs" / "pictures"
BLUE, GREY = "#2f6f9f", "#b8b8b8"


def main() -> None:
    reports = load()
    PLACE.mkdir(parents=True, exist_ok=True)
    if "locomo" in reports:
        by_kind(reports["locomo"], "turn/share@10", "LoCoMo: evidence among the first ten, %", PLACE / "locomo.svg")
    if "synthetic" in reports:
        report = reports["synthetic"]
        by_kind(
            report,
            "turn/share@10",
            "Made-up dialogues: evidence among the first ten, %",
            PLACE / "synthetic-recall.svg",
        )
        by_kind(report, "answer_exact", "Made-up dialogues: exact answers, %", PLACE / "synthetic-answers.svg")
    latency(reports, PLACE / "latency.svg")


def by_kind(report: dict[str, Any], metric: str, title: str, file: Path) -> None:
    """Bars of a metric by kind, kgmem beside BM25 where that has it."""
    named = (name.removeprefix(f"{metric}/") for name in report["metrics"] if name.startswith(f"{metric}/"))
    kinds = sorted(set(named) - {"en", "zh"})
    axes, figure = _axes(title, wide=0.5 * len(kinds) + 2)
    for shift, prefix, colour, label in ((-0.2, "", BLUE, "kgmem"), (0.2, "baseline/bm25/", GREY, "BM25")):
        heights = [report["metrics"].get(f"{prefix}{metric}/{kind}") for kind in kinds]
        if any(height is not None for height in heights):
            places = [place + shift for place in range(len(kinds))]
            axes.bar(places, [height or 0 for height in heights], 0.4, color=colour, label=label)
    axes.set_xticks(range(len(kinds)), kinds, rotation=45, ha="right")
    axes.set_ylim(0, 100)
    axes.legend(frameon=False)
    _save(figure, file)


def latency(reports: dict[str, dict[str, Any]], file: Path) -> None:
    """Milliseconds of one recall by the number of episodes, of every report that says both."""
    points = sorted(
        (report["system"]["episodes"], report["metrics"]["recall_ms/p50"], report["metrics"]["recall_ms/p95"], name)
        for name, report in reports.items()
        if "recall_ms/p50" in report["metrics"] and "episodes" in report["system"]
    )
    axes, figure = _axes("Milliseconds for one recall", wide=5)
    sizes = [point[0] for point in points]
    axes.plot(sizes, [point[1] for point in points], "o", color=BLUE, label="median")
    axes.plot(sizes, [point[2] for point in points], "o", color=GREY, label="95 of 100")
    for size, half, _, name in points:
        axes.annotate(name, (size, half), textcoords="offset points", xytext=(4, -12), fontsize=8)
    axes.set_xlabel("episodes")
    axes.set_ylim(bottom=0)
    axes.legend(frameon=False)
    _save(figure, file)


def _axes(title: str, *, wide: float) -> tuple[Any, Any]:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "kgmem"  # the same bytes for the same figures
    from matplotlib.figure import Figure

    figure = Figure(figsize=(max(wide, 4), 3.2), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    return axes, figure


def _save(figure: Any, file: Path) -> None:
    figure.savefig(file, metadata={"Date": None})
    print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()
