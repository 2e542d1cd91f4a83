"""The commands about who is who: what a name means and why, that two are one, that one is two."""

from __future__ import annotations

from typing import Annotated

import typer

from kgmem.cli_options import (
    ConfigOption,
    JsonOption,
    KnownAtOption,
    PathOption,
    ReasonOption,
    ZoneOption,
    reading,
    settings_of,
    writing,
)
from kgmem.cli_shell import NAMES

app = typer.Typer()


@app.command(rich_help_panel=NAMES)
def entity(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name, a short name, or an id.")],
    why: Annotated[bool, typer.Option("--why", help="Say why each name means it, and quote what says so.")] = False,
    path: PathOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a name means, and all its names.

    \b
    Examples:
      kgmem entity Bob --why
      kgmem entity "Ana's sister" --json
    """
    from kgmem import cli_render, cli_render_names

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.entity(name, known_at=known_at)
        wanted = {id for known in found for alias in known.names for id in alias.evidence}
        said = {e.id: e for e in memory.episodes() if e.id in wanted} if why else {}
    cli_render.show(
        lambda: cli_render_names.known(name, found, said, why=why),
        lambda: [cli_render_names.known_dict(one) for one in found],
        as_json=as_json,
    )
    if not found:
        raise typer.Exit(1)


@app.command(rich_help_panel=NAMES)
def merge(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="Another name (or id) of the same thing.")],
    reason: ReasonOption = "",
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say that two names mean the same thing; split undoes it.

    \b
    Example:
      kgmem merge Liz "Elizabeth Fisher"
    """
    from kgmem import cli_render, cli_render_names

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        memory.merge(name, other, reason=reason)
        found = memory.entity(name)
    cli_render.show(
        lambda: cli_render_names.known(name, found, {}, why=False),
        lambda: [cli_render_names.known_dict(one) for one in found],
        as_json=as_json,
    )


@app.command(rich_help_panel=NAMES)
def split(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The name to part from it, or to give with --episode.")],
    episode: Annotated[
        list[str] | None,
        typer.Option("--episode", metavar="ID", help="There NAME means OTHER, a new name; repeatable."),
    ] = None,
    reason: ReasonOption = "",
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say that two names mean two things, or one name does.

    \b
    Examples:
      kgmem split Bob "Robert Hale"
      kgmem split Tom "Tom (cousin)" --episode ep_1f2e3d
    """
    from kgmem import cli_render, cli_render_names

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        memory.split(name, other, episodes=episode or (), reason=reason)
        found = [*memory.entity(name), *memory.entity(other)]
    cli_render.show(
        lambda: cli_render_names.known(name, found, {}, why=False),
        lambda: [cli_render_names.known_dict(one) for one in found],
        as_json=as_json,
    )
