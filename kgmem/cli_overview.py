"""The commands that make more of what is held, and show it: consolidate, summaries, topics, repeats."""

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
    writing,
)
from kgmem.cli_shell import SUM

app = typer.Typer()
LimitOption = Annotated[int | None, typer.Option("--limit", "-n", metavar="N", help="At most so many.")]


@app.command(rich_help_panel=SUM)
def consolidate(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Sum up sessions, find topics and habits, merge repeats.

    \b
    Examples:
      kgmem consolidate --dry-run
      kgmem consolidate
    """
    from kgmem import cli_render, cli_render_overview

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        done = memory.consolidate(dry_run=dry_run)
    cli_render.show(
        lambda: cli_render_overview.consolidation(done, dry_run=dry_run),
        lambda: cli_render_overview.consolidation_dict(done),
        as_json=as_json,
    )


@app.command(rich_help_panel=SUM)
def summaries(
    session: Annotated[str | None, typer.Argument(metavar="[SESSION]", help="Only this session.")] = None,
    limit: LimitOption = None,
    path: PathOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what sessions were about, in their own sentences.

    \b
    Example:
      kgmem summaries --limit 5
    """
    from kgmem import cli_render, cli_render_overview

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.summaries(session, limit=limit, as_of=as_of, known_at=known_at)
        said = {episode.id: episode for episode in memory.episodes()} if found else {}
    cli_render.show(
        lambda: cli_render_overview.summaries(found, said),
        lambda: cli_render_overview.summary_dicts(found),
        as_json=as_json,
    )


@app.command(rich_help_panel=SUM)
def topics(
    about: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Only topics this belongs to.")] = None,
    limit: LimitOption = None,
    path: PathOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what is spoken of together, again and again.

    \b
    Example:
      kgmem topics --limit 10
    """
    from kgmem import cli_render, cli_render_overview

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.topics(about, limit=limit, as_of=as_of, known_at=known_at)
    cli_render.show(
        lambda: cli_render_overview.topics(found), lambda: cli_render_overview.topic_dicts(found), as_json=as_json
    )


@app.command(rich_help_panel=SUM)
def repeats(
    limit: LimitOption = None,
    path: PathOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what was said more than once in the same words.

    \b
    Example:
      kgmem repeats
    """
    from kgmem import cli_render, cli_render_overview

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.repeats(limit=limit, as_of=as_of, known_at=known_at)
    cli_render.show(
        lambda: cli_render_overview.repeats(found), lambda: cli_render_overview.repeat_dicts(found), as_json=as_json
    )
