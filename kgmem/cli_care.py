"""The commands that look after a memory: forget and erase, keep and move, check and repair."""

from __future__ import annotations

import json
import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from kgmem.cli_options import (
    ConfigOption,
    JsonOption,
    PathOption,
    ReasonOption,
    ZoneOption,
    check_is_there,
    named_value,
    reading,
    settings_of,
    writing,
)
from kgmem.cli_shell import FORGET, KEEP, MEND
from kgmem.config import Config
from kgmem.errors import InvalidArgument

app = typer.Typer()

EntityOption = Annotated[
    str | None, typer.Option("--entity", metavar="NAME", help="Everything about this person or thing.")
]
SpeakerOption = Annotated[str | None, typer.Option("--speaker", metavar="NAME", help="What this person said.")]
SessionOption = Annotated[str | None, typer.Option("--session", metavar="NAME", help="What was said in this session.")]
EpisodeOption = Annotated[str | None, typer.Option("--episode", metavar="ID", help="The message of this id.")]
BeforeOption = Annotated[str | None, typer.Option("--before", metavar="DATE", help="What was said before that time.")]
WhereOption = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="FIELD=VALUE", help="As role=tool or metadata.project=x; repeatable."),
]


class Format(StrEnum):
    jsonl = "jsonl"
    turtle = "turtle"
    json_ld = "json-ld"


class Existing(StrEnum):
    skip = "skip"
    merge = "merge"
    overwrite = "overwrite"


class Engine(StrEnum):
    kuzu = "kuzu"
    ladybug = "ladybug"


# --- forget and erase ---------------------------------------------------------------------------


@app.command(rich_help_panel=FORGET)
def forget(
    entity: EntityOption = None,
    speaker: SpeakerOption = None,
    session: SessionOption = None,
    episode: EpisodeOption = None,
    before: BeforeOption = None,
    where: WhereOption = None,
    reason: ReasonOption = "",
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hide memories; unforget shows them again.

    \b
    Examples:
      kgmem forget --session s4 --reason "told in confidence"
      kgmem forget --where role=tool --before 2026-01-01
    """
    from kgmem import cli_render, cli_render_care

    chosen = _chosen(entity, speaker, session, episode, before, where)
    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        done = memory.forget(**chosen, reason=reason)
    cli_render.show(
        lambda: cli_render_care.forgetting(done), lambda: cli_render_care.forgetting_dict(done), as_json=as_json
    )


@app.command(rich_help_panel=FORGET)
def forgotten(
    path: PathOption = None, timezone: ZoneOption = None, config: ConfigOption = None, as_json: JsonOption = False
) -> None:
    """List what is hidden.

    \b
    Example:
      kgmem forgotten --path ana.kgmem
    """
    from kgmem import cli_render, cli_render_care

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        held = memory.forgotten()
    cli_render.show(
        lambda: cli_render_care.forgettings(held),
        lambda: [cli_render_care.forgetting_dict(one) for one in held],
        as_json=as_json,
    )


@app.command(rich_help_panel=FORGET)
def unforget(
    id: Annotated[str, typer.Argument(metavar="ID", help="As `kgmem forgotten` lists it.")],
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show again what was hidden.

    \b
    Example:
      kgmem unforget fo_1f2e3d
    """
    from kgmem import cli_render, cli_render_care

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        done = memory.unforget(id)
    cli_render.show(
        lambda: cli_render_care.said(f"shown again: {done.selector}"),
        lambda: cli_render_care.forgetting_dict(done),
        as_json=as_json,
    )


@app.command(rich_help_panel=FORGET)
def erase(
    entity: EntityOption = None,
    speaker: SpeakerOption = None,
    session: SessionOption = None,
    episode: EpisodeOption = None,
    before: BeforeOption = None,
    where: WhereOption = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")] = False,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Destroy memories for good, and prove it.

    Says what would go and asks; where nobody can be asked, --yes confirms.

    \b
    Example:
      kgmem erase --entity Ravn --path ana.kgmem
    """
    from kgmem import cli_render, cli_render_care

    chosen = _chosen(entity, speaker, session, episode, before, where)
    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        plan = memory.erase(**chosen)
        if not as_json:
            cli_render.show(lambda: str(plan), dict, as_json=False)
        receipt = None
        if not plan.loss.nothing:
            if not (yes or is_confirmed()):
                if as_json:
                    cli_render.show(str, lambda: cli_render_care.erasure_dict(plan, None), as_json=True)
                raise InvalidArgument("nothing was erased; run it again with --yes to erase this for good")
            receipt = plan.confirm().receipt
    if as_json:
        cli_render.show(str, lambda: cli_render_care.erasure_dict(plan, receipt), as_json=True)
    elif receipt is not None:
        cli_render.put(cli_render_care.receipt(receipt))
    if receipt is not None and receipt.residues:
        raise typer.Exit(1)


@app.command(rich_help_panel=FORGET)
def erasures(
    path: PathOption = None, timezone: ZoneOption = None, config: ConfigOption = None, as_json: JsonOption = False
) -> None:
    """List the receipts of what was erased.

    \b
    Example:
      kgmem erasures --path ana.kgmem
    """
    from kgmem import cli_render, cli_render_care

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        held = memory.erasures()
    cli_render.show(
        lambda: cli_render_care.receipts(held),
        lambda: [cli_render_care.receipt_dict(one) for one in held],
        as_json=as_json,
    )


@app.command(rich_help_panel=FORGET)
def scan(
    fix: Annotated[bool, typer.Option("--fix", help="Replace them, in a memory written anew.")] = False,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look for secrets that got in (1 if they stay).

    \b
    Example:
      kgmem scan --fix --path ana.kgmem
    """
    from kgmem import cli_render, cli_render_care

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        found = memory.scan(fix=fix)
    cli_render.show(
        lambda: cli_render_care.leaks(found, fixed=fix),
        lambda: {"fixed": fix and bool(found), "leaks": cli_render_care.leak_dicts(found)},
        as_json=as_json,
    )
    if found and not fix:
        raise typer.Exit(1)


def _chosen(
    entity: str | None,
    speaker: str | None,
    session: str | None,
    episode: str | None,
    before: str | None,
    where: list[str] | None,
) -> dict[str, Any]:
    """The selectors that were given."""
    given = {
        "entity": entity,
        "speaker": speaker,
        "session": session,
        "episode": episode,
        "before": before,
        "where": where_of(where) or None,
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    if not chosen:
        raise InvalidArgument("say what is meant: --entity, --speaker, --session, --episode, --before or --where")
    return chosen


def where_of(where: list[str] | None) -> dict[str, Any]:
    """What --where says. Fields of a message are texts; values of metadata may be any JSON."""
    fields: dict[str, Any] = {}
    for text in where or ():
        name, value = named_value(text, "--where", "FIELD=VALUE, as in --where role=tool")
        fields[name] = value if name.startswith("metadata.") else text.partition("=")[2]
    return fields


def is_confirmed() -> bool:
    """The answer of somebody at a terminal; False where there is none."""
    return sys.stdin.isatty() and typer.confirm("Erase this for good?", err=True)


# --- keep and move ------------------------------------------------------------------------------


@app.command(rich_help_panel=KEEP)
def backup(
    target: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Copy the memory into a folder, with checksums.

    \b
    Example:
      kgmem backup backups/ana-monday --path ana.kgmem
    """
    from kgmem import cli_render, cli_render_care

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        done = cli_render_care.manifest_dict(memory.backup(target), target)
    cli_render.show(lambda: cli_render.pairs(done), lambda: done, as_json=as_json)


@app.command(rich_help_panel=KEEP)
def restore(
    source: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of a backup.")],
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a memory of a backup, open and check it.

    \b
    Example:
      kgmem restore backups/ana-monday --path ana-again.kgmem
    """
    from kgmem import cli_render
    from kgmem.backup import restore as restored

    settings = settings_of(config, path=path, timezone=timezone)
    manifest = restored(source, settings.path)
    with writing(settings) as memory:
        findings = memory.check()
        held = memory.stats()
    done = {
        "path": str(settings.path),
        "created": manifest.created,
        "episodes": held["episodes"],
        "facts": held["facts"],
        "healthy": not findings,
    }
    cli_render.show(lambda: cli_render.pairs(done), lambda: {**done, "findings": findings}, as_json=as_json)
    if findings:
        raise typer.Exit(1)


@app.command(rich_help_panel=KEEP)
def export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; a file there is replaced.")],
    format: Annotated[
        Format, typer.Option("--format", "-f", help="jsonl can be imported again; the others are RDF.")
    ] = Format.jsonl,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write everything to a file.

    \b
    Examples:
      kgmem export ana.jsonl --path ana.kgmem
      kgmem export ana.ttl --format turtle
    """
    from kgmem import cli_render

    with reading(settings_of(config, path=path, timezone=timezone)) as memory:
        size = memory.export(file, format=format.value)
    done = {"file": str(file), "format": format.value, "bytes": size}
    cli_render.show(lambda: cli_render.pairs(done), lambda: done, as_json=as_json)


@app.command("import", rich_help_panel=KEEP)
def import_export(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An export in jsonl.")],
    existing: Annotated[
        Existing, typer.Option("--existing", help="What becomes of ids that are here with another text.")
    ] = Existing.skip,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out lines that cannot be read.")] = False,
    allow_erased: Annotated[bool, typer.Option("--allow-erased", help="Also what was erased here.")] = False,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take in an export; twice changes nothing.

    \b
    Examples:
      kgmem import ana.jsonl --path new.kgmem
      kgmem import ana.jsonl --existing merge --skip-bad
    """
    from kgmem import cli_render, cli_render_care
    from kgmem.folder import Folder

    settings = settings_of(config, path=path, timezone=timezone)
    if not Folder(settings.path).is_memory():
        _check_export(file, skip_bad=skip_bad)
    with writing(settings, must_exist=False) as memory:
        done = memory.import_file(file, existing=existing.value, skip_bad=skip_bad, allow_erased=allow_erased)
    cli_render.show(
        lambda: cli_render_care.imported(done), lambda: cli_render_care.imported_dict(done), as_json=as_json
    )


def _check_export(file: Path, *, skip_bad: bool) -> None:
    """Raise what is wrong with an export before a memory is made for it."""
    from kgmem import portable

    try:
        with file.open("rb") as source:
            bad = portable.read(source).bad
    except OSError as error:
        raise InvalidArgument(f"{file} cannot be read ({error.strerror}); name an export") from error
    if bad and not skip_bad:
        raise InvalidArgument(
            f"line {bad[0][0]} of {file.name} cannot be read: {bad[0][1]}; mend it, or leave such lines out with "
            f"--skip-bad; {len(bad)} of them, nothing was imported"
        )


@app.command(rich_help_panel=KEEP)
def migrate(
    engine: Annotated[Engine, typer.Option("--engine", help="The graph engine from now on.")],
    path: PathOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Have another graph engine keep the memory.

    \b
    Example:
      kgmem migrate --engine ladybug --path ana.kgmem
    """
    from kgmem import cli_render
    from kgmem.migrating import migrate as migrated

    settings = settings_of(config, path=path)
    check_is_there(settings)
    meta = migrated(settings.path, engine=engine.value)
    done = {"path": str(settings.path), "engine": f"{meta.engine} {meta.engine_version}"}
    cli_render.show(lambda: cli_render.pairs(done), lambda: done, as_json=as_json)


# --- look after ---------------------------------------------------------------------------------


@app.command(rich_help_panel=MEND)
def check(
    path: PathOption = None, timezone: ZoneOption = None, config: ConfigOption = None, as_json: JsonOption = False
) -> None:
    """Compare journal, graph and indexes (1 if they differ).

    \b
    Example:
      kgmem check --path ana.kgmem
    """
    from kgmem import cli_render

    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        findings = memory.check()
    cli_render.show(
        lambda: cli_render.health(findings),
        lambda: {"healthy": not findings, "findings": findings},
        as_json=as_json,
    )
    if findings:
        raise typer.Exit(1)


@app.command(rich_help_panel=MEND)
def repair(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be done.")] = False,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Mend what check finds.

    \b
    Example:
      kgmem repair --dry-run --path ana.kgmem
    """
    from kgmem import cli_render, cli_render_care

    settings = settings_of(config, path=path, timezone=timezone)
    with writing(settings) as memory:
        done = memory.repair(dry_run=dry_run)
    again = f"kgmem repair --path {shlex.quote(str(settings.path))}"
    cli_render.show(
        lambda: cli_render_care.repairs(done, again if dry_run else ""),
        lambda: {"dry_run": dry_run, "repairs": done},
        as_json=as_json,
    )


@app.command(rich_help_panel=MEND)
def reindex(
    path: PathOption = None,
    encoder: Annotated[str | None, typer.Option("--encoder", metavar="NAME", help="Switch to this encoder.")] = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Embed every message anew.

    \b
    Example:
      kgmem reindex --path ana.kgmem
    """
    from kgmem import cli_render
    from kgmem.encoders import load_encoder

    settings = settings_of(config, path=path, timezone=timezone)
    with writing(settings) as memory:
        count = memory.reindex(load_encoder(encoder, api_key=settings.api_key) if encoder else None)
        name = memory.stats()["encoder"]
    done = {"embedded": count, "encoder": name}
    cli_render.show(lambda: cli_render.pairs(done), lambda: done, as_json=as_json)


@app.command(rich_help_panel=MEND)
def doctor(path: PathOption = None, config: ConfigOption = None, as_json: JsonOption = False) -> None:
    """Examine the installation and the memory (1 if ill).

    \b
    Example:
      kgmem doctor --path ana.kgmem
    """
    from kgmem import cli_render
    from kgmem.doctor import examine

    settings = settings_of(config, path=path)
    there = settings.path != Config().path or settings.path.exists()
    findings = examine(settings.path if there else None)
    cli_render.show(lambda: cli_render.findings(findings), lambda: cli_render.finding_dicts(findings), as_json=as_json)
    if any(finding.state == "fail" for finding in findings):
        raise typer.Exit(1)


@app.command("version", rich_help_panel=MEND)
def print_version(as_json: JsonOption = False) -> None:
    """Print the version.

    \b
    Example:
      kgmem version
    """
    from kgmem import __version__

    typer.echo(json.dumps({"version": __version__}) if as_json else f"kgmem {__version__}")
