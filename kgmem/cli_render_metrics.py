"""What happened in a memory, for people."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from kgmem.cli_render import pairs, visible
from kgmem.metrics_report import MetricsReport, Spread
from kgmem.samples import Accuracy
from kgmem.temporal import iso


def report(found: MetricsReport) -> RenderableType:
    """Alerts first, then verbs and stages with what they took, then everything else that was counted."""
    if not found.counters and not found.gauges:
        return Text("nothing was counted yet")
    parts: list[RenderableType] = [Text(f"since {iso(found.since)}", style="dim")]
    parts += [Text(f"alert: {visible(alert)}", style="bold red") for alert in found.alerts]
    verbs = {name: spread for name, spread in found.histograms.items() if name.startswith("call_seconds{")}
    stages = {name: spread for name, spread in found.histograms.items() if name.startswith("recall_stage_seconds{")}
    others = {name: one for name, one in found.histograms.items() if name not in verbs and name not in stages}
    for head, spreads in (("verb", verbs), ("stage of recall", stages)):
        if spreads:
            parts += [Text(), _times(head, spreads)]
    rest: dict[str, str | int] = {
        name: _number(by) for name, by in found.counters.items() if not name.startswith("calls{")
    }
    rest |= {name: _number(value) for name, value in found.gauges.items()}
    rest |= {f"{name} (share)": f"{share:.1%}" for name, share in found.rates.items()}
    rest |= {name: f"p50 {one.p50:g}, p95 {one.p95:g}, {one.count:,} of them" for name, one in others.items()}
    return Group(*parts, Text(), pairs(rest))


def _times(head: str, spreads: dict[str, Spread]) -> RenderableType:
    grid = Grid.grid(padding=(0, 3, 0, 0))
    for place, name in enumerate((head, "calls", "p50", "p95", "p99", "longest")):
        grid.add_column(name, justify="right" if place else "left", no_wrap=True)
    grid.add_row(*(Text(name, style="dim") for name in (head, "calls", "p50", "p95", "p99", "longest")))
    for name, one in sorted(spreads.items(), key=lambda held: -held[1].total):
        label = name.partition("=")[2].rstrip("}")
        grid.add_row(visible(label), f"{one.count:,}", *(_seconds(v) for v in (one.p50, one.p95, one.p99, one.most)))
    return grid


def _seconds(value: float) -> str:
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"


def _number(value: float) -> int | str:
    return int(value) if value == int(value) else f"{value:,.2f}"


def accuracy(done: Accuracy) -> RenderableType:
    told: dict[str, str | int] = {
        "samples": done.samples,
        f"any right one among {done.limit}": f"{done.any:g} %",
        "share of the right ones": f"{done.share:g} %",
        "all right ones": f"{done.all:g} %",
    }
    if done.missed:
        listed = ", ".join(map(str, done.missed[:20]))
        told["nothing found of"] = f"sample {listed}" + (" and more" if len(done.missed) > 20 else "")
    return pairs(told)
