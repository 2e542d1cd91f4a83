"""Write docs/reliability.md from benchmarks/results/*.json: `python -m scripts.reliability_page`; a test keeps it current."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.results_page import ROOT, load

PAGE = ROOT / "docs" / "reliability.md"
ENGINES = ("kuzu", "ladybug")

TEXT = """# What can go wrong, and what kgmem does

Made by `python -m scripts.reliability_page`; the figures come from the files in `benchmarks/results/`.

| what happens | what kgmem does | what you see |
|---|---|---|
| the process is killed, or the machine stops, at any moment | what was acknowledged is in the journal; the next opening \
brings the graph up to it; a write that was under way is there as a whole or not at all | nothing, or a warning that the \
graph was rebuilt |
| the engine crashes while it opens a damaged graph | it is opened in a child process first; the graph is set aside and \
rebuilt from the journal | a warning, a slower opening |
| bytes of the graph are flipped or cut off | size and CRC of the last clean close do not match; graph and journal are \
compared row by row; the graph is set aside and rebuilt | a warning |
| the journal is damaged or missing | it is made anew from the graph and from those of its rows that are whole | a warning |
| `meta.json` is damaged | it is written anew from the copy in the journal | a warning |
| vectors are damaged or missing | the intact ones are kept, the rest is embedded again | a warning, a slower opening |
| journal and graph are damaged both | nothing is changed | `CorruptError`: restore a backup |
| the disk is full | space is asked for before anything is written; a write that fails is not acknowledged and leaves \
nothing; the next write waits until that is settled | `StoreError`: free disk space |
| two processes open one memory | the first has it; a lock dies with its holder and is never taken for damage | \
`LockedError` with process, machine and time; `read_only=True` reads beside it |
| a process forks with a memory open | parent goes on; the child is told to open its own | `ClosedError` in the child |
| the memory lies on a network file system | it is not opened: locks and syncs do not hold there | `StoreError` |
| a kill during backup, erasing, migration, import or re-embedding | the old state or the new one; what was decided is \
finished on the next opening | nothing, or a warning |
| a newer kgmem wrote the memory | it is not opened | `VersionError`: upgrade |
| an older kgmem wrote it | a copy of the journal is kept, the graph made anew in the present format | a warning |
| a slow write, a checkpoint | recall and lists go on from memory; Cypher waits for a checkpoint | nothing |
| an engine fault would take your process along | `isolate=True`: it takes its own | an error of one call at most |

Beyond reach: a disk that confirms what it has not written, both copies lost at once, forged checksums.
"""

CRASH = """## Kills, damage, full disks

A writer process does random work (observing, batches, calls, forgetting, erasing, backups, checkpoints, migrations) and
reports each finished call; it is killed at a random moment or at one of the named points inside an operation, or the files
are damaged after its end, or its disk is filled. Another process opens what is left and compares. `lost`: acknowledged
and not there, or otherwise. `half visible`: parts of a write, or parts that do not agree. `unopenable`: opening fails.
`recovered`: openings that rebuilt or set something aside.

| engine | trials | lost | half visible | unopenable | recovered |
|---|---|---|---|---|---|
{rows}

{about}
"""

ERASURE = """## Erasing

Made-up chats in English and Chinese with direct calls; a session, a speaker, an episode, everything before a day or a person is
erased. `unequal`: the memory differs from one that was told only the rest. `residues`: places in any file where a
text that is gone still stands.

| stores | unequal | residues | episodes erased | bytes searched |
|---|---|---|---|---|
| {stores:.0f} | {unequal:.0f} | {residues:.0f} | {episodes:.0f} | {megabytes:.0f} MB |

{about}
"""

FUZZ = """## Hostile input

{inputs:.0f} inputs over {targets} doors (file readers, messages, redaction, time, Cypher, configuration, ontology, files of the store):
{crashes:.0f} ended in anything but a result or an error of kgmem. {about}
"""

STRESS = """## Readers beside a writer

{readers} threads read without pause beside one that writes and checkpoints; {inconsistencies:.0f} reads were inconsistent. Milliseconds:

| read | alone, p50 | beside the writer, p50 | p95 | max |
|---|---|---|---|---|
{rows}

{about}
"""


def page(reports: dict[str, dict[str, Any]]) -> str:
    """The whole page; a part without a report is left out."""
    parts = [TEXT]
    crashes = [reports[f"crash-{engine}"] for engine in ENGINES if f"crash-{engine}" in reports]
    if crashes:
        names = ("trials", "lost", "half_visible", "unopenable", "recovered")
        rows = [
            f"| {report['system']['engine']} | " + " | ".join(f"{report['metrics'][name]:.0f}" for name in names) + " |"
            for report in crashes
        ]
        parts.append(CRASH.format(rows="\n".join(rows), about=about(crashes[0], "--trials 300 --engine ENGINE")))
    if "erasure" in reports:
        metrics = reports["erasure"]["metrics"]
        parts.append(
            ERASURE.format(**metrics, megabytes=metrics["bytes"] / 1e6, about=about(reports["erasure"], "--stores 200"))
        )
    if "fuzz" in reports:
        parts.append(FUZZ.format(**_fuzz(reports["fuzz"]["metrics"]), about=about(reports["fuzz"], "--inputs 20000")))
    if "stress" in reports:
        report = reports["stress"]
        parts.append(STRESS.format(**_stress(report), about=about(report, "--seconds 20")))
    return "\n".join(parts)


def _fuzz(metrics: dict[str, float]) -> dict[str, float]:
    inputs = [value for name, value in metrics.items() if name.endswith("/inputs")]
    return {"inputs": sum(inputs), "crashes": metrics["faults"], "targets": len(inputs)}


def _stress(report: dict[str, Any]) -> dict[str, Any]:
    metrics = report["metrics"]
    reads = sorted({name.split("_ms/")[0] for name in metrics if "_ms/p50/" in name} - {"read"})
    rows = []
    for read in reads:
        cells = [f"{metrics[f'{read}_ms/{cell}']:.1f}" for cell in STRESS_CELLS]
        rows.append(f"| {read} | {' | '.join(cells)} |")
    system = report["system"]
    return {"readers": system["readers"], "inconsistencies": metrics["inconsistencies"], "rows": "\n".join(rows)}


STRESS_CELLS = ("p50/alone", "p50/beside", "p95/beside", "max/beside")


def about(report: dict[str, Any], arguments: str) -> str:
    """The command, and what it ran on."""
    named = ", ".join(f"{name} {version}" for name, version in report["versions"].items() if name in SHOWN)
    system = report["system"]
    return (
        f"`python -m benchmarks {report['benchmark']} {arguments}` on {system.get('cores')} shared cores "
        f"({system.get('machine')}, {system.get('os')}); {named}."
    )


SHOWN = ("python", "kgmem", "kuzu", "ladybug", "hnswlib")


if __name__ == "__main__":
    Path(PAGE).write_text(page(load()), encoding="utf-8")
