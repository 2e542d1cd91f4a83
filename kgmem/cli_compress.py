"""The command that says a session in few tokens."""

from __future__ import annotations

from typing import Annotated

import typer

from kgmem.cli_options import ConfigOption, JsonOption, PathOption, ZoneOption, reading, settings_of
from kgmem.cli_shell import SUM

app = typer.Typer()


@app.command(rich_help_panel=SUM)
def compress(
    session: Annotated[str, typer.Option("--session", metavar="NAME", help="Which session.")],
    max_tokens: Annotated[int, typer.Option("--max-tokens", metavar="N", help="Most tokens of the text.")] = 500,
    history: Annotated[bool, typer.Option("--history", help="Also statements that others superseded.")] = False,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say a session in few tokens, cited.

    \b
    Example:
      kgmem compress --session session_1 --max-tokens 300
    """
    from kgmem import cli_render

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.compress(session=session, max_tokens=max_tokens, history=history)
    cli_render.show(lambda: found.text, found.to_dict, as_json=as_json)
