"""The commands that ask many questions at once, and that say why something was not recalled."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from kgmem.cli_options import (
    AsOfOption,
    ConfigOption,
    FoundOption,
    JsonOption,
    KnownAtOption,
    OfRelationOption,
    PathOption,
    SaidByOption,
    SaidInOption,
    ZoneOption,
    reading,
    settings_of,
)
from kgmem.cli_shell import ASK
from kgmem.errors import InvalidArgument

app = typer.Typer()


@app.command("why-not", rich_help_panel=ASK)
def why_not(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What was asked.")],
    id: Annotated[str, typer.Argument(metavar="ID", help="The episode, fact or event that was expected.")],
    path: PathOption = None,
    limit: FoundOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    speaker: SaidByOption = None,
    session: SaidInOption = None,
    relation: OfRelationOption = None,
    context: Annotated[
        int | None, typer.Option("--context", metavar="TOKENS", help="Also whether a context of so many loses it.")
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
            max_tokens=context,
        )
    cli_render.show(lambda: cli_render_asking.lost(found), found.to_dict, as_json=as_json)


def _text_of(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InvalidArgument(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InvalidArgument(f"{file} is not text in UTF-8 (byte {error.start}); save it as such") from error


@app.command("recall-many", rich_help_panel=ASK)
def recall_many(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Questions, one a line; - for standard input.")],
    path: PathOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", metavar="N", help="Most of each kind.")] = 3,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask every question of a file.

    \b
    Example:
      kgmem recall-many questions.txt --json
    """
    from kgmem import cli_render, cli_render_asking

    settings = settings_of(config, path=path, timezone=timezone)
    asked = [line.strip() for line in _text_of(file).splitlines() if line.strip()]
    if not asked:
        raise InvalidArgument(f"{file} holds no question: write one a line")
    with reading(settings) as memory:
        found = memory.recall_many(asked, limit=limit, as_of=as_of, known_at=known_at)
    cli_render.show(lambda: cli_render_asking.many(found), lambda: [one.to_dict() for one in found], as_json=as_json)
