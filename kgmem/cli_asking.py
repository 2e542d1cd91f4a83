"""The command that says why something was not recalled."""

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

app = typer.Typer()


@app.command("why-not", rich_help_panel=ASK)
def why_not(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What was asked.")],
    id: Annotated[str, typer.Argument(metavar="ID", help="The episode, fact or event that was expected.")],
    path: PathOption = None,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", metavar="N", help="Most of each kind (else 10).")
    ] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    speaker: Annotated[
        str | None, typer.Option("--speaker", metavar="NAME", help="Only what this person said.")
    ] = None,
    session: Annotated[
        str | None, typer.Option("--session", metavar="NAME", help="Only what was said in this session.")
    ] = None,
    relation: Annotated[
        str | None, typer.Option("--relation", metavar="NAME", help="Only facts of this relation.")
    ] = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say where recall lost a memory, and what brings it back.

    \b
    Example:
      kgmem why-not "Where does Ana live?" ep_5f2c --limit 5
    """
    from kgmem import cli_render, cli_render_asking

    settings = settings_of(config, path=path, timezone=timezone, limit=limit)
    with reading(settings) as memory:
        found = memory.why_not(
            query,
            id,
            limit=settings.limit,
            as_of=as_of,
            known_at=known_at,
            speaker=speaker,
            session=session,
            relation=relation,
        )
    cli_render.show(lambda: cli_render_asking.lost(found), found.to_dict, as_json=as_json)
