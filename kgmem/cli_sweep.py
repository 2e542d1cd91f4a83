"""The commands about what fades: sweeping, and pins, which nothing sweeps."""

from __future__ import annotations

from typing import Annotated

import typer

from kgmem.cli_care import WhereOption, is_confirmed, where_of
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
from kgmem.cli_shell import FORGET
from kgmem.errors import InvalidArgument

app = typer.Typer()


@app.command(rich_help_panel=FORGET)
def sweep(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    classes: Annotated[
        list[str] | None,
        typer.Option("--class", metavar="NAME", help="episodic (default), factual, procedural, semantic; repeatable."),
    ] = None,
    where: WhereOption = None,
    half_life: Annotated[float, typer.Option("--half-life", metavar="DAYS", help="In which worth halves.")] = 30.0,
    threshold: Annotated[float, typer.Option("--threshold", metavar="0-1", help="What is worth less goes.")] = 0.05,
    min_age: Annotated[float, typer.Option("--min-age", metavar="DAYS", help="What is younger stays.")] = 7.0,
    keep_importance: Annotated[
        float, typer.Option("--keep-importance", metavar="0-1", help="What is so important stays.")
    ] = 0.6,
    keep_uses: Annotated[
        int | None, typer.Option("--keep-uses", metavar="N", help="What was recalled so often stays.")
    ] = None,
    max_age: Annotated[
        float | None, typer.Option("--max-age", metavar="DAYS", help="What is older goes, whatever its worth.")
    ] = None,
    purge_after: Annotated[
        float | None,
        typer.Option("--purge-after", metavar="DAYS", help="Destroy what a sweep or its expiry hid so long ago."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Destroy without asking.")] = False,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hide what has become worth little.

    Worth is importance, halved every half life since it was said or recalled. Hidden is not lost: forgotten lists
    it, unforget shows it again. Nothing is destroyed without --purge-after, and not before it was confirmed.

    \b
    Examples:
      kgmem sweep --dry-run
      kgmem sweep --where role=tool --max-age 30
      kgmem sweep --purge-after 90 --yes
    """
    from kgmem import cli_render, cli_render_sweep
    from kgmem.fading import SweepPolicy

    policy = SweepPolicy(
        classes=tuple(classes or ("episodic",)),
        where=where_of(where) or None,
        half_life=half_life,
        threshold=threshold,
        min_age=min_age,
        keep_importance=keep_importance,
        keep_uses=keep_uses,
        max_age=max_age,
        purge_after=purge_after,
    )
    settings = settings_of(config, path=path, timezone=timezone)
    if dry_run:
        with reading(settings) as memory:
            done = memory.sweep(policy, dry_run=True)
    else:
        with writing(settings) as memory:
            if purge_after is not None and not yes and (planned := memory.sweep(policy, dry_run=True)).purged:
                if not as_json:
                    cli_render.put(cli_render_sweep.sweep(planned))
                if not is_confirmed():
                    raise InvalidArgument("nothing was swept; run it again with --yes to destroy this for good")
            done = memory.sweep(policy)
    cli_render.show(lambda: cli_render_sweep.sweep(done), lambda: cli_render_sweep.sweep_dict(done), as_json=as_json)


@app.command(rich_help_panel=FORGET)
def pin(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="The id of a message, fact or event, or a name.")],
    reason: ReasonOption = "",
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Keep something from expiring and sweeps.

    \b
    Examples:
      kgmem pin Ana
      kgmem pin fa_1f2e3d.1 --reason "needed for the audit"
    """
    from kgmem import cli_render, cli_render_sweep

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        done = memory.pin(what, reason=reason)
    cli_render.show(lambda: cli_render_sweep.pinned(done), lambda: cli_render_sweep.pin_dict(done), as_json=as_json)


@app.command(rich_help_panel=FORGET)
def unpin(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="What is pinned, or the id of its pin.")],
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let something pinned fade again.

    \b
    Example:
      kgmem unpin Ana
    """
    from kgmem import cli_render, cli_render_sweep

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        done = memory.unpin(what)
    cli_render.show(lambda: cli_render_sweep.unpinned(done), lambda: cli_render_sweep.pin_dict(done), as_json=as_json)


@app.command(rich_help_panel=FORGET)
def pinned(
    known_at: KnownAtOption = None,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what is pinned.

    \b
    Example:
      kgmem pinned
    """
    from kgmem import cli_render, cli_render_sweep

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        held = memory.pinned(known_at=known_at)
    cli_render.show(
        lambda: cli_render_sweep.pins(held), lambda: [cli_render_sweep.pin_dict(one) for one in held], as_json=as_json
    )
