"""What the commands that look after a memory show, for people and as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.backup import Manifest
from kgmem.cli_render import Sheet, counted, indented, pairs, visible
from kgmem.erasure import ErasurePlan
from kgmem.importing import Imported
from kgmem.marks import Receipt
from kgmem.records import Forgetting
from kgmem.scan import Leak
from kgmem.temporal import FOREVER, iso

MOST_LINES = 50
_COUNT_WORDS = {
    "episodes": "messages",
    "redacted": "messages in part",
    "links": "causal links",
    "calls": "direct calls",
    "kept": "facts left, as others hold them",
}


def said(text: str) -> RenderableType:
    return Text(visible(text))


# --- forget and erase ---------------------------------------------------------------------------


def forgetting(done: Forgetting) -> RenderableType:
    if not done.id:
        return Text(f"nothing is held of {visible(done.selector)}", style="yellow")
    hidden = f"{counted(len(done.hidden), 'thing')} hidden: {visible(done.selector)}"
    return Group(Text(hidden, style="bold"), indented(Text(f"kgmem unforget {done.id}   shows them again"), 2))


def forgettings(held: Sequence[Forgetting]) -> RenderableType:
    if not held:
        return Text("nothing is forgotten", style="yellow")
    return Sheet(
        [
            (
                Text(visible(one.selector)),
                Text(counted(len(one.hidden), "thing")),
                Text(iso(one.recorded_at)[:10], style="dim"),
                Text(visible(one.reason), style="dim"),
                Text(one.id),
            )
            for one in held
        ]
    )


def forgetting_dict(one: Forgetting) -> dict[str, Any]:
    return {
        "id": one.id,
        "selector": one.selector,
        "reason": one.reason,
        "recorded": iso(one.recorded_at) if one.id else None,
        "undone": iso(one.undone_at) if one.undone_at < FOREVER else None,
        "hidden": len(one.hidden),
    }


def receipt(done: Receipt) -> RenderableType:
    """The proof: what went, what was searched for it, and where it may still lie."""
    went = {_COUNT_WORDS.get(name, name): count for name, count in done.counts.items() if count}
    parts = [
        Text(f"erased, receipt {done.id} of {done.at}", style="bold"),
        indented(pairs(went), 2),
        Text(
            f"searched {counted(done.files, 'file')} of {done.bytes:,} bytes for it: "
            f"{counted(done.residues, 'residue')}",
            style="bold red" if done.residues else "green",
        ),
    ]
    if done.backups:
        parts.append(Text("backups that still hold it; delete them too:", style="yellow"))
        parts += [indented(Text(visible(place)), 2) for place in done.backups]
    return Group(*parts)


def receipts(held: Sequence[Receipt]) -> RenderableType:
    if not held:
        return Text("nothing was erased here", style="yellow")
    return Sheet(
        [
            (
                Text(", ".join(f"{n} {_COUNT_WORDS.get(name, name)}" for name, n in one.counts.items() if n)),
                Text(one.at[:10], style="dim"),
                Text(counted(one.residues, "residue")),
                Text(counted(len(one.backups), "backup")),
                Text(one.id),
            )
            for one in held
        ]
    )


def receipt_dict(one: Receipt) -> dict[str, Any]:
    """Without the marks, which say nothing to anybody."""
    return {name: value for name, value in asdict(one).items() if name != "marks"}


def erasure_dict(plan: ErasurePlan, done: Receipt | None) -> dict[str, Any]:
    return {
        "selector": plan.selector.words,
        "plan": asdict(plan.loss),
        "receipt": None if done is None else receipt_dict(done),
    }


def leaks(found: Sequence[Leak], *, fixed: bool) -> RenderableType:
    """Places of leaks, never what stands there."""
    if not found:
        return Text("no secrets, and nothing else that the policy does not allow", style="green")
    head = f"{counted(len(found), 'leak')} {'replaced' if fixed else 'found; --fix replaces them'}"
    lines = [
        (Text(one.kind), Text(f"{one.record}.{visible(one.field)}"), Text(visible(one.id)))
        for one in found[:MOST_LINES]
    ]
    parts: list[RenderableType] = [Text(head, style="bold" if fixed else "bold red"), Sheet(lines)]
    if len(found) > MOST_LINES:
        parts.append(Text(f"  and {len(found) - MOST_LINES} more; --json lists all"))
    return Group(*parts)


def leak_dicts(found: Sequence[Leak]) -> list[dict[str, Any]]:
    return [asdict(one) for one in found]


# --- keep and move ------------------------------------------------------------------------------


def manifest_dict(done: Manifest, target: Path) -> dict[str, Any]:
    return {
        "backup": str(target),
        "created": done.created,
        "rows": done.rows,
        "files": len(done.files),
        "bytes": sum(file.size for file in done.files),
    }


def imported(done: Imported) -> RenderableType:
    head = Text(f"{counted(done.episodes, 'message')} and {counted(done.calls, 'direct call')} taken in", style="bold")
    if done.exact:
        head.append("; the memory is the one that was exported", style="not bold")
    told = {
        "known already": done.known,
        "kept as here": len(done.kept),
        "added beside": len(done.added),
        "replaced": len(done.replaced),
        "erased before": len(done.erased),
        "left out": len(done.bad),
    }
    counts = {name: count for name, count in told.items() if count}
    reasons = [
        indented(Text(visible(f"line {number}: {reason}"), style="yellow"), 2) for number, reason in done.bad[:20]
    ]
    return Group(head, *([indented(pairs(counts), 2)] if counts else []), *reasons)


def imported_dict(done: Imported) -> dict[str, Any]:
    bad = [{"line": number, "reason": reason} for number, reason in done.bad]
    return {**asdict(done), "bad": bad}


# --- look after ---------------------------------------------------------------------------------


def repairs(done: Sequence[str], again: str) -> RenderableType:
    """What was done; with `again`, what that command would do."""
    if not done:
        return Text("nothing to mend", style="green")
    lines = [Text(visible(step)) for step in done]
    return Group(*lines, *([Text(f"nothing was changed; {again} does it", style="yellow")] if again else []))
