"""The commands about the lives of things: what is current, what was, and why it changed."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

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
from kgmem.cli_shell import TIME

app = typer.Typer()


@app.command(rich_help_panel=TIME)
def profile(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name or an id.")],
    path: PathOption = None,
    inferred: Annotated[
        bool, typer.Option("--inferred/--no-inferred", help="Also what follows by the ontology.")
    ] = True,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what is current of somebody: since when, who said so.

    \b
    Example:
      kgmem profile Ana --as-of 2026-03
    """
    from kgmem import cli_render, cli_render_lives

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.profile(name, as_of=as_of, known_at=known_at, inferred=inferred)
    cli_render.show(lambda: cli_render_lives.profile(found), found.to_dict, as_json=as_json)
    if found.entity is None:
        raise typer.Exit(1)


@app.command(rich_help_panel=TIME)
def history(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="A name, or the id of an entity or fact.")],
    relation: Annotated[
        str | None, typer.Argument(metavar="[RELATION]", help="Only this relation, as in livesIn.")
    ] = None,
    path: PathOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List all versions of facts, and why each ended.

    \b
    Example:
      kgmem history Ana livesIn
    """
    from kgmem import cli_render, cli_render_lives

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.history(what, relation, as_of=as_of, known_at=known_at)
    cli_render.show(lambda: cli_render_lives.history(found), lambda: [one.to_dict() for one in found], as_json=as_json)


@app.command(rich_help_panel=TIME)
def timeline(
    about: Annotated[
        str | None, typer.Argument(metavar="[ABOUT]", help="A name, an id, a session or a topic (else all).")
    ] = None,
    path: PathOption = None,
    start: Annotated[str | None, typer.Option("--from", metavar="DATE", help="Not before.")] = None,
    end: Annotated[str | None, typer.Option("--to", metavar="DATE", help="Before this.")] = None,
    session: Annotated[str | None, typer.Option("--session", metavar="NAME", help="Read in this session.")] = None,
    topic: Annotated[str | None, typer.Option("--topic", metavar="WORDS", help="Words, or an area as work.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", "-n", metavar="N", help="The first so many.")] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what happened, began and ended, by time.

    \b
    Examples:
      kgmem timeline Ana --from 2026-03 --to 2026-07
      kgmem timeline --topic work
    """
    from kgmem import cli_render, cli_render_lives

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.timeline(
            about, start, end, session=session, topic=topic, limit=limit, as_of=as_of, known_at=known_at
        )
    cli_render.show(lambda: cli_render_lives.timeline(found), lambda: [one.to_dict() for one in found], as_json=as_json)


@app.command(rich_help_panel=TIME)
def events(
    participant: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Who took part (else anybody).")] = None,
    path: PathOption = None,
    before: Annotated[
        str | None, typer.Option("--before", metavar="WHAT", help="Only before an id, words or a date.")
    ] = None,
    after: Annotated[str | None, typer.Option("--after", metavar="WHAT", help="Only after it.")] = None,
    during: Annotated[str | None, typer.Option("--during", metavar="WHAT", help="Only at its time.")] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List events: all, or before, after or during something.

    \b
    Examples:
      kgmem events Ana --after "Ana moved to Porto"
      kgmem events --before 2026-05
    """
    from kgmem import cli_render, cli_render_lives

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.events(participant, as_of=as_of, known_at=known_at)
        for verb, what in ((memory.before, before), (memory.after, after), (memory.during, during)):
            if what is not None:
                there = {one.id for one in verb(what, participant, as_of=as_of, known_at=known_at)}
                found = [one for one in found if one.id in there]
    cli_render.show(
        lambda: cli_render_lives.events(found), lambda: cli_render_lives.event_dicts(found), as_json=as_json
    )


DepthOption = Annotated[int, typer.Option("--depth", metavar="N", help="Most steps.")]


@app.command(rich_help_panel=TIME)
def why(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="The id of an event or fact, or words that say it.")],
    path: PathOption = None,
    effects: Annotated[bool, typer.Option("--effects", help="What came of it instead.")] = False,
    depth: DepthOption = 5,
    limit: Annotated[int | None, typer.Option("--limit", "-n", metavar="N", help="Most chains (else 10).")] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what brought something about, or what came of it.

    \b
    Examples:
      kgmem why "Ana moved to Porto"
      kgmem why "the firm closed" --effects
    """
    from kgmem import cli_render, cli_render_lives

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        ask = memory.effects if effects else memory.why
        found = ask(what, depth=depth, limit=limit, as_of=as_of, known_at=known_at)
    cli_render.show(lambda: cli_render_lives.chains(found), found.to_dict, as_json=as_json)


@app.command(rich_help_panel=TIME)
def paths(
    a: Annotated[str, typer.Argument(metavar="NAME")],
    b: Annotated[str, typer.Argument(metavar="OTHER", help="A name or id, as the first.")],
    path: PathOption = None,
    depth: DepthOption = 4,
    limit: Annotated[int | None, typer.Option("--limit", "-n", metavar="N", help="Most paths (else 10).")] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show how two things are connected, and when.

    \b
    Example:
      kgmem paths Ana Tom --as-of 2026-03
    """
    from kgmem import cli_render, cli_render_lives

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.paths(a, b, depth=depth, limit=limit, as_of=as_of, known_at=known_at)
    cli_render.show(lambda: cli_render_lives.paths(found), lambda: cli_render_lives.path_dicts(found), as_json=as_json)


class Clock(StrEnum):
    known_at = "known-at"
    as_of = "as-of"


@app.command(rich_help_panel=TIME)
def diff(
    start: Annotated[str, typer.Argument(metavar="FROM", help="A date or time.")],
    end: Annotated[str | None, typer.Argument(metavar="[TO]", help="A later one (else now).")] = None,
    path: PathOption = None,
    clock: Annotated[
        Clock, typer.Option("--clock", help="Compare what memory knew, or how the world was.")
    ] = Clock.known_at,
    entity: Annotated[str | None, typer.Option("--entity", metavar="NAME", help="Only about this one.")] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what changed between two times, and why.

    \b
    Examples:
      kgmem diff 2026-03 2026-07
      kgmem diff 2026-03 --clock as-of --entity Ana
    """
    from kgmem import cli_render, cli_render_lives

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        chosen: Literal["known_at", "as_of"] = "as_of" if clock == Clock.as_of else "known_at"
        found = memory.diff(start, end, clock=chosen, entity=entity, as_of=as_of, known_at=known_at)
    cli_render.show(lambda: cli_render_lives.difference(found), found.to_dict, as_json=as_json)
