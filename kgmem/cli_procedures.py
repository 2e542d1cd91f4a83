"""The commands that show how things are done."""

from __future__ import annotations

from typing import Annotated

import typer

from kgmem.cli_options import (
    AsOfOption,
    ConfigOption,
    JsonOption,
    KnownAtOption,
    PathOption,
    ZoneOption,
    reading,
    settings_of,
)
from kgmem.cli_shell import ASK
from kgmem.errors import InvalidArgument

app = typer.Typer()


@app.command(rich_help_panel=ASK)
def procedure(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What is done, or a question after it.")],
    path: PathOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show how something is done, step by step.

    \b
    Example:
      kgmem procedure "refund a customer" --as-of 2026-03
    """
    from kgmem import cli_render, cli_render_documents

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.procedure(name, as_of=as_of, known_at=known_at)
        known = [one.name for one in memory.procedures(as_of=as_of, known_at=known_at)] if found is None else []
    if found is None:
        listed = f"; known are {', '.join(known[:10])}" if known else ""
        raise InvalidArgument(f"memory does not know how to {name.removeprefix('how to ')!r}{listed}")
    cli_render.show(
        lambda: cli_render_documents.procedure(found),
        lambda: cli_render_documents.procedure_dict(found),
        as_json=as_json,
    )


@app.command(rich_help_panel=ASK)
def procedures(
    path: PathOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List everything the memory knows how to do.

    \b
    Example:
      kgmem procedures
    """
    from kgmem import cli_render, cli_render_documents

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        held = memory.procedures(as_of=as_of, known_at=known_at)
    cli_render.show(
        lambda: cli_render_documents.procedures(held),
        lambda: [cli_render_documents.procedure_dict(one) for one in held],
        as_json=as_json,
    )
