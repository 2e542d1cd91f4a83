"""What a benchmark hands back: one JSON object, a line per question, and a table to read.

The grammar is in README.md; every benchmark uses it, so that results of different ones can be read by
one program.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

PACKAGES = ("kgmem", "kuzu", "ladybug", "hnswlib", "spacy", "onnxruntime", "numpy", "bm25s", "PyStemmer")


@dataclass(slots=True)
class Report:
    """The result of one run. `metrics` is flat: a name such as `turn/share@10/temporal` and a number."""

    benchmark: str
    data: str
    n: int
    metrics: dict[str, float]
    system: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "data": self.data,
            "n": self.n,
            "system": {**machine(), **self.system},
            "versions": versions(),
            "metrics": {name: round(value, 3) for name, value in self.metrics.items()},
        }


def machine() -> dict[str, Any]:
    return {"cores": os.cpu_count() or 1, "machine": platform.machine(), "os": platform.system()}


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that bear on the figures; a missing one is left out."""
    import kgmem

    found = {"python": platform.python_version(), "kgmem": kgmem.__version__}
    for name in PACKAGES[1:]:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def write_json(path: Path, report: Report) -> None:
    text = json.dumps(report.to_dict(), indent=2, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")


def write_lines(path: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace") as out:
        for line in lines:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows under their columns, the first column to the left, numbers with one decimal to the right."""
    cells = [list(columns), *([_cell(value) for value in row] for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    lines = []
    for row in cells:
        first, *rest = [
            value.ljust(w) if i == 0 else value.rjust(w) for i, (value, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join([first, *rest]).rstrip())
    lines.insert(1, "  ".join("-" * w for w in widths))
    return "\n".join(lines)


def _cell(value: object) -> str:
    return f"{value:.1f}" if isinstance(value, float) else str(value)
