"""The commands about what memory decided and doubts: decisions, conflicts, questions, corrections, undoing."""

from __future__ import annotations

from typing import Annotated

import typer

from kgmem.cli_options import (
    AsOfOption,
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
from kgmem.cli_shell import TRUTH
from kgmem.errors import InvalidArgument

app = typer.Typer()


@app.command(rich_help_panel=TRUTH)
def decisions(
    about: Annotated[str | None, typer.Argument(metavar="[ABOUT]", help="A name, or the id of a fact.")] = None,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List each change of a fact, with its rule.

    \b
    Examples:
      kgmem decisions Ana
      kgmem decisions Ana --json
    """
    from kgmem import cli_render, cli_render_truth

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.decisions(about)
    cli_render.show(
        lambda: cli_render_truth.decisions(found), lambda: cli_render_truth.decision_dicts(found), as_json=as_json
    )


@app.command(rich_help_panel=TRUTH)
def conflicts(
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List facts that exclude each other.

    \b
    Example:
      kgmem conflicts
    """
    from kgmem import cli_render, cli_render_truth

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.conflicts()
    cli_render.show(
        lambda: cli_render_truth.conflicts(found), lambda: cli_render_truth.conflict_dicts(found), as_json=as_json
    )


@app.command(rich_help_panel=TRUTH)
def resolve(
    policy: Annotated[
        str, typer.Option("--policy", metavar="NAME", help="What decides first: trust, confidence or recency.")
    ] = "trust",
    keep: Annotated[
        str, typer.Option("--keep", metavar="ID", help="The fact that is right, instead of a policy.")
    ] = "",
    reason: ReasonOption = "",
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Settle conflicts: keep what weighs most.

    \b
    Examples:
      kgmem resolve --policy recency
      kgmem resolve --keep fa_1f2e3d.1
    """
    from kgmem import cli_render

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        if keep:
            meant = [one for one in memory.conflicts() if any(fact.id == keep for fact in one.facts)]
            if not meant:
                raise InvalidArgument(f"no conflict has a fact with the id {keep!r}; see kgmem conflicts --json")
            done = memory.resolve(meant[0], policy="ask", ask=lambda _: keep, reason=reason)
        else:
            done = memory.resolve(policy=policy, reason=reason)  # type: ignore[arg-type]  # checked by resolve
    cli_render.show(lambda: cli_render.change(done), lambda: cli_render.change_dict(done), as_json=as_json)


@app.command(rich_help_panel=TRUTH)
def verify(
    entity: Annotated[str | None, typer.Argument(metavar="[ENTITY]", help="Only about this name or id.")] = None,
    confirm: Annotated[
        list[str] | None, typer.Option("--confirm", metavar="ID", help="This fact is so; may be repeated.")
    ] = None,
    deny: Annotated[
        list[str] | None, typer.Option("--deny", metavar="ID", help="This fact is not so; may be repeated.")
    ] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="DATE", help="As of when it is so, or since when not (else now).")
    ] = None,
    source: Annotated[str, typer.Option("--source", metavar="NAME", help="Who says so.")] = "",
    limit: Annotated[int | None, typer.Option("--limit", "-n", metavar="N", help="Most questions (else 10).")] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what memory is not sure of, and take the answers.

    \b
    Examples:
      kgmem verify
      kgmem verify --confirm fa_1f2e3d.1 --source Ana
      kgmem verify --deny fa_1f2e3d.1
    """
    from kgmem import cli_render, cli_render_truth
    from kgmem.records import Change

    settings = settings_of(config, path=path, timezone=timezone)
    if not confirm and not deny:
        if at or source:
            raise InvalidArgument("--at and --source go with --confirm or --deny")
        with reading(settings) as memory:
            found = memory.to_verify(limit=limit, entity=entity, as_of=as_of, known_at=known_at)
        cli_render.show(
            lambda: cli_render_truth.doubts(found), lambda: cli_render_truth.doubt_dicts(found), as_json=as_json
        )
        return
    if entity or limit is not None or as_of or known_at:
        raise InvalidArgument(
            "--confirm and --deny take ids of facts; leave ENTITY, --limit, --as-of and --known-at out"
        )
    done = Change()
    with writing(settings) as memory:
        for name in confirm or ():
            done += memory.confirm(name, at=at, source=source)
        for name in deny or ():
            done += memory.deny(name, since=at, source=source)
    cli_render.show(lambda: cli_render.change(done), lambda: cli_render.change_dict(done), as_json=as_json)


@app.command(rich_help_panel=TRUTH)
def correct(
    fact: Annotated[str, typer.Argument(metavar="FACT", help="The id of the fact that is wrong.")],
    object: Annotated[str | None, typer.Option("--object", metavar="NAME", help="What is right instead.")] = None,
    value: Annotated[str | None, typer.Option("--value", metavar="TEXT", help="The right value.")] = None,
    since: Annotated[str | None, typer.Option("--from", metavar="WHEN", help="Since when it holds.")] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="WHEN", help="Until when it held.")] = None,
    reason: ReasonOption = "",
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say that a fact was never so, and what is.

    \b
    Example:
      kgmem correct fa_1f2e3d.1 --object Porto
    """
    from kgmem import cli_render

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        done = memory.correct(fact, object=object, value=value, valid_from=since, valid_to=until, reason=reason)
    cli_render.show(lambda: cli_render.change(done), lambda: cli_render.change_dict(done), as_json=as_json)


@app.command(rich_help_panel=TRUTH)
def undo(
    telling: Annotated[
        list[str], typer.Argument(metavar="ID...", help="Ids of episodes or calls: kgmem decisions --json.")
    ],
    reason: ReasonOption = "",
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take what was told as never told.

    \b
    Example:
      kgmem undo ca_1f2e3d
    """
    from kgmem import cli_render

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        done = memory.undo(telling, reason=reason)
    cli_render.show(lambda: cli_render.change(done), lambda: cli_render.change_dict(done), as_json=as_json)
