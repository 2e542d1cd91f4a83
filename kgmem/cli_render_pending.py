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
    return Sheet(
        [[Text(visible(one.id)), Text(visible(one.session)), Text(iso(one.since)), Text(one.why)] for one in held]
    )


def pending_dict(one: Pending) -> dict[str, Any]:
    return {"id": one.id, "session": one.session, "since": iso(one.since), "why": one.why}


def read(done: Change, left: int) -> RenderableType:
    said = [f"{counted(len(done.episodes), 'message')} read"]
    said += [f"{number} new {name}" for name, number in counts(done).items() if number]
    return Text(", ".join([*said, *([f"{left} still pending"] if left else [])]))


def counts(done: Change) -> dict[str, int]:
    """How much is new."""
    return {"facts": len(done.asserted), "events": len(done.events), "entities": len(done.new_entities)}
