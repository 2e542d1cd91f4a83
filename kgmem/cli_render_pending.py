"""What the command about pending messages shows, for people and as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from kgmem.cli_render import Sheet, counted, visible
from kgmem.records import Change, Pending
from kgmem.temporal import iso


def waiting(held: Sequence[Pending]) -> RenderableType:
    if not held:
        return Text("nothing waits to be read", style="yellow")
    lines = ([visible(one.id), visible(one.session), iso(one.since), one.why] for one in held)
    return Sheet([[Text(part) for part in line] for line in lines])


def pending_dict(one: Pending) -> dict[str, Any]:
    return {"id": one.id, "session": one.session, "since": iso(one.since), "why": one.why}


def read(done: Change, left: int) -> RenderableType:
    said = [f"{counted(len(done.episodes), 'message')} read"]
    said += [counted(number, f"new {name}") for name, number in counts(done).items() if number]
    return Text(", ".join([*said, *([f"{left} still pending"] if left else [])]))


def counts(done: Change) -> dict[str, int]:
    """How much is new."""
    return {"fact": len(done.asserted), "event": len(done.events)}
