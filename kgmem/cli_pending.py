"""The command about what was stored and is still to be read."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from kgmem.cli_options import (
    ConfigOption,
    JsonOption,
    KnownAtOption,
    PathOption,
    ZoneOption,
    reading,
    settings_of,
    writing,
)
from kgmem.cli_shell import MEND
from kgmem.errors import InvalidArgument

app = typer.Typer()


class Action(StrEnum):
    list = "list"
    run = "run"


@app.command(rich_help_panel=MEND)
def pending(
    action: Annotated[Action, typer.Argument(metavar="[run]", help="Read it now, not list it.")] = Action.list,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", metavar="N", help="Messages to read at most, the earliest first.")
    ] = None,
    session: Annotated[str | None, typer.Option("--session", metavar="NAME", help="Of this session only.")] = None,
    known_at: KnownAtOption = None,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what is stored and not read yet, or read it.

    A message waits when it was observed to be read later, or when a model that reads could not be asked. It is found by
    its words and its meaning all the same.

    \b
    Examples:
      kgmem pending
      kgmem pending run --limit 100
    """
    from kgmem import cli_render, cli_render_pending

    settings = settings_of(config, path=path, timezone=timezone)
    if action is Action.list:
        with reading(settings) as memory:
            waiting = [one for one in memory.pending(known_at=known_at) if session in (None, one.session)][:limit]
        cli_render.show(
            lambda: cli_render_pending.waiting(waiting),
            lambda: [cli_render_pending.pending_dict(one) for one in waiting],
            as_json=as_json,
        )
        return
    if known_at is not None:
        raise InvalidArgument("what is read is read now; leave out --known-at, or `run`")
    with writing(settings) as memory:
        done = memory.read_pending(limit, session=session)
        left = len(memory.pending())
    cli_render.show(
        lambda: cli_render_pending.read(done, left),
        lambda: {"read": len(done.episodes), "pending": left, **cli_render_pending.counts(done)},
        as_json=as_json,
    )
