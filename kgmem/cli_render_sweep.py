"""What the commands about fading show, for people and as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.cli_render import Sheet, counted, indented, shortened, visible
from kgmem.cli_render_care import MOST_LINES, forgetting_dict, receipt, receipt_dict
from kgmem.fading import Faded
from kgmem.records import Pin
from kgmem.sweeping import Sweep
from kgmem.temporal import FOREVER, iso

LONGEST_TEXT = 60


def sweep(done: Sweep) -> RenderableType:
    if not done.hidden and not done.purged:
        return Text("nothing has faded that far", style="yellow")
    hide, purge = ("would be hidden", "would be destroyed") if done.dry_run else ("hidden", "destroyed")
    parts: list[RenderableType] = []
    if done.hidden:
        parts += [Text(f"{counted(len(done.hidden), 'thing')} {hide}", style="bold"), _listed(done.hidden)]
        parts += [indented(Text(f"kgmem unforget {one.id}   shows them again"), 2) for one in done.forgettings]
    if done.purged:
        parts += [Text(f"{counted(len(done.purged), 'thing')} {purge}", style="bold red"), _listed(done.purged)]
    if done.receipt is not None:
        parts.append(receipt(done.receipt))
    return Group(*parts)


def _listed(found: Sequence[Faded]) -> RenderableType:
    """Two lines for each: what it says, and what it was weighed by."""
    lines: list[RenderableType] = []
    for one in found[:MOST_LINES]:
        weighed = (
            f"{one.reason}; {counted(round(one.age), 'day')}, importance {one.importance:.2f}, "
            f"{counted(one.uses, 'recall')}; {one.memory_type} {one.kind} {visible(one.id)}"
        )
        lines += [indented(Text(shortened(one.text, LONGEST_TEXT)), 2), indented(Text(weighed, style="dim"), 4)]
    if len(found) > MOST_LINES:
        lines.append(indented(Text(f"and {len(found) - MOST_LINES} more; --json lists all"), 2))
    return Group(*lines)


def sweep_dict(done: Sweep) -> dict[str, Any]:
    return {
        "dry_run": done.dry_run,
        "hidden": [asdict(one) for one in done.hidden],
        "purged": [asdict(one) for one in done.purged],
        "forgettings": [forgetting_dict(one) for one in done.forgettings],
        "receipt": None if done.receipt is None else receipt_dict(done.receipt),
    }


def pinned(pin: Pin) -> RenderableType:
    said = Text(f"pinned: {pin.kind} {visible(pin.what)}", style="bold")
    return Group(said, indented(Text(f"kgmem unpin {pin.id}   lets it fade again"), 2))


def unpinned(pin: Pin) -> RenderableType:
    return Text(f"pinned no longer: {pin.kind} {visible(pin.what)}")


def pins(held: Sequence[Pin]) -> RenderableType:
    if not held:
        return Text("nothing is pinned", style="yellow")
    return Sheet(
        [
            (
                Text(visible(pin.what)),
                Text(pin.kind),
                Text(iso(pin.recorded_at)[:10], style="dim"),
                Text(visible(pin.reason), style="dim"),
                Text(pin.id),
            )
            for pin in held
        ]
    )


def pin_dict(pin: Pin) -> dict[str, Any]:
    return {
        "id": pin.id,
        "what": pin.what,
        "kind": pin.kind,
        "reason": pin.reason,
        "recorded": iso(pin.recorded_at),
        "undone": iso(pin.undone_at) if pin.undone_at < FOREVER else None,
    }
