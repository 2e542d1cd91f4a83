"""`kgmem` on the command line: ingest conversations, ask, look around, mend.

Every command prints for people, or with --json one JSON value for programs. The exit code is 1 for an
error of kgmem, 2 for wrong usage, 130 after Ctrl-C.
"""

from __future__ import annotations

import itertools
import json
import logging
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import tzinfo
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem.cli_shell import Commands
from kgmem.config import FILE_NAME, Config
from kgmem.errors import ConfigError, EncoderMismatch, InvalidArgument, KgmemError, NotAStore
from kgmem.temporal import parse_zone
from kgmem.text import fold

if TYPE_CHECKING:  # what is slow to import is imported by the command that needs it
    from kgmem.formats import Reading
    from kgmem.memory import Memory

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

PathOption = Annotated[
    Path | None, typer.Option("--path", "-p", metavar="DIR", help="Folder of the memory (else memory.kgmem).")
]
ZoneOption = Annotated[str | None, typer.Option("--timezone", metavar="ZONE", help="Zone of times without one.")]
ConfigOption = Annotated[Path | None, typer.Option("--config", metavar="FILE", help=f"Settings (else {FILE_NAME}).")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsOfOption = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="The world at that time.")]
KnownAtOption = Annotated[str | None, typer.Option("--known-at", metavar="DATE", help="As known at that time.")]


class Mode(StrEnum):
    score = "score"
    rrf = "rrf"
    bm25 = "bm25"
    dense = "dense"


# --- commands -----------------------------------------------------------------------------------


@app.callback(invoke_without_command=True)
def kgmem(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """A memory for agents: what was said, by whom and when, and what follows from it. Offline.

    \b
    To begin:
      kgmem demo                            see it at work
      kgmem ingest chat.jsonl               remember a conversation
      kgmem recall "Where does Ana live?"   ask
    """
    if version:
        print_version(as_json=False)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def demo(path: PathOption = None, as_json: JsonOption = False) -> None:
    """See it at work on a conversation of two friends.

    \b
    Example:
      kgmem demo --path demo.kgmem     keep the memory, to play with it
    """
    from kgmem import cli_demo

    cli_demo.play(path, as_json=as_json)


@app.command()
def ingest(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files, or - for standard input.")],
    path: PathOption = None,
    format: Annotated[
        str | None,
        typer.Option("--format", "-f", metavar="NAME", help="messages, chatgpt, locomo, transcript, document."),
    ] = None,
    session: Annotated[
        str | None, typer.Option("--session", metavar="NAME", help="Session of messages that name none.")
    ] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out what cannot be read.")] = False,
    progress: Annotated[bool | None, typer.Option("--progress/--no-progress", help="Show how far it is.")] = None,
    encoder: Annotated[
        str | None, typer.Option("--encoder", metavar="NAME", help="Text encoder of a new memory.")
    ] = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remember the messages of files; known ones are skipped.

    \b
    Examples:
      kgmem ingest chat.jsonl notes.md --timezone Europe/Lisbon
      zcat old.jsonl.gz | kgmem ingest -
    """
    from kgmem import cli_render, formats
    from kgmem.records import Change

    settings = _settings(config, path=path, timezone=timezone, encoder=encoder, progress=progress)
    zone = _zone(settings)

    def reading(file: str) -> Reading:
        source, name = (sys.stdin.buffer, "standard input") if file == "-" else (file, None)
        return formats.read(source, format=format, name=name, session=session, zone=zone, skip_bad=skip_bad)

    unique = list(dict.fromkeys(files))
    totals = {file: _counted(reading(file)) for file in unique if Path(file).is_file()}
    done, read, memory = Change(), [], None
    with ExitStack() as opened:
        for file in unique:
            read.append(messages := reading(file))
            waiting = iter(messages)
            if (first := next(waiting, None)) is None:
                continue  # nothing to remember: no memory is made for it
            memory = memory or opened.enter_context(_opened(settings, writing=True))
            with _progress(settings, totals.get(file)) as report, _put_off() as stopping:
                done += memory.observe_many(stopping(itertools.chain([first], waiting)), progress=report)
    bad = [part for messages in read for part in messages.bad]
    empty = sum(messages.empty for messages in read)
    if not done.episodes and not bad and not empty:
        raise InvalidArgument(f"no messages in {', '.join(messages.name for messages in read)}")
    cli_render.show(
        lambda: cli_render.change(done, bad, empty), lambda: cli_render.change_dict(done, read), as_json=as_json
    )


@app.command()
def recall(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to recall, in plain words.")],
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
    between: Annotated[
        tuple[str, str] | None,
        typer.Option("--between", metavar="FROM TO", help="Only what was said then; .. is open."),
    ] = None,
    mode: Annotated[Mode, typer.Option("--mode", help="How what was said is ranked.")] = Mode.score,
    context: Annotated[
        int | None, typer.Option("--context", metavar="TOKENS", help="Print cited text for a prompt instead.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Print how each hit got its score.")] = False,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask: recall what was said, facts and events.

    \b
    Examples:
      kgmem recall "Where does Ana live?" --as-of 2026-01
      kgmem recall "Why did Ana move?" --context 600
    """
    from kgmem import cli_render

    settings = _settings(config, path=path, timezone=timezone, limit=limit)
    ends = None if between is None else tuple(None if end == ".." else end for end in between)
    with _opened(settings) as memory:
        found = memory.recall(
            query,
            limit=settings.limit,
            as_of=as_of,
            known_at=known_at,
            speaker=speaker,
            session=session,
            relation=relation,
            between=ends,  # type: ignore[arg-type]
            mode=mode.value,
        )
    if context is not None:
        text = found.context(context)
        cli_render.show(lambda: text, lambda: {"query": found.query, "context": text}, as_json=as_json)
    elif explain and not as_json:
        cli_render.show(found.explain, found.to_dict, as_json=False)
    else:
        cli_render.show(lambda: cli_render.recollection(found), found.to_dict, as_json=as_json)


@app.command()
def facts(
    subject: Annotated[str | None, typer.Argument(metavar="[SUBJECT]", help="Whose facts (else everybody's).")] = None,
    path: PathOption = None,
    relation: Annotated[
        str | None, typer.Option("--relation", metavar="NAME", help="Only this relation, as in livesIn.")
    ] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    history: Annotated[bool, typer.Option("--history", help="Also versions corrected or closed since.")] = False,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """List facts, with when they hold.

    \b
    Example:
      kgmem facts Ana --relation livesIn --history
    """
    from kgmem import cli_render

    settings = _settings(config, path=path, timezone=timezone)
    with _opened(settings) as memory:
        held = memory.facts(subject, relation, as_of=as_of, known_at=known_at, history=history)
        named = _known_names(memory, subject) if subject and not held else []
    cli_render.show(
        lambda: cli_render.fact_list(held, named),
        lambda: cli_render.fact_dicts(held),
        as_json=as_json,
    )


@app.command()
def cypher(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One statement that only reads.")],
    path: PathOption = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", metavar="NAME=VALUE", help="A $NAME of the query; VALUE as JSON or text."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", metavar="N", help="Most rows.")] = 1000,
    timeout: Annotated[float, typer.Option("--timeout", metavar="SECONDS", help="Longest time.")] = 5.0,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Query the graph in Cypher, read-only.

    \b
    Example:
      kgmem cypher "MATCH (f:Fact)-[:SUBJECT]->(e) RETURN e.name, f.text LIMIT 5"
    """
    from kgmem import cli_render

    settings = _settings(config, path=path, timezone=timezone)
    params = dict(_param(text) for text in param or [])
    with _opened(settings) as memory:
        table = memory.cypher(query, params, limit=limit, timeout=timeout)
    if table.truncated and not as_json:
        typer.echo("more rows were left out; raise --limit", err=True)
    cli_render.show(lambda: cli_render.table(table), lambda: cli_render.table_dict(table), as_json=as_json)


@app.command()
def stats(
    path: PathOption = None, timezone: ZoneOption = None, config: ConfigOption = None, as_json: JsonOption = False
) -> None:
    """Count what the memory holds.

    \b
    Example:
      kgmem stats --path ana.kgmem
    """
    from kgmem import cli_render

    with _opened(_settings(config, path=path, timezone=timezone)) as memory:
        counts = memory.stats()
    cli_render.show(lambda: cli_render.pairs(counts), lambda: counts, as_json=as_json)


@app.command()
def check(
    path: PathOption = None, timezone: ZoneOption = None, config: ConfigOption = None, as_json: JsonOption = False
) -> None:
    """Compare journal, graph and indexes (1 if they differ).

    \b
    Example:
      kgmem check --path ana.kgmem
    """
    from kgmem import cli_render

    with _opened(_settings(config, path=path, timezone=timezone)) as memory:
        findings = memory.check()
    cli_render.show(
        lambda: cli_render.health(findings),
        lambda: {"healthy": not findings, "findings": findings},
        as_json=as_json,
    )
    if findings:
        raise typer.Exit(1)


@app.command()
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

    settings = _settings(config, path=path, timezone=timezone)
    with _opened(settings, writing=True, must_exist=True) as memory:
        count = memory.reindex(load_encoder(encoder, api_key=settings.api_key) if encoder else None)
        name = memory.stats()["encoder"]
    done = {"embedded": count, "encoder": name}
    cli_render.show(lambda: cli_render.pairs(done), lambda: done, as_json=as_json)


@app.command()
def doctor(path: PathOption = None, config: ConfigOption = None, as_json: JsonOption = False) -> None:
    """Examine the installation and the memory (1 if ill).

    \b
    Example:
      kgmem doctor --path ana.kgmem
    """
    from kgmem import cli_render
    from kgmem.doctor import examine

    settings = _settings(config, path=path)
    there = settings.path != Config().path or settings.path.exists()
    findings = examine(settings.path if there else None)
    cli_render.show(lambda: cli_render.findings(findings), lambda: cli_render.finding_dicts(findings), as_json=as_json)
    if any(finding.state == "fail" for finding in findings):
        raise typer.Exit(1)


@app.command("version")
def print_version(as_json: JsonOption = False) -> None:
    """Print the version.

    \b
    Example:
      kgmem version
    """
    from kgmem import __version__

    typer.echo(json.dumps({"version": __version__}) if as_json else f"kgmem {__version__}")


# --- settings and memories ----------------------------------------------------------------------


def _settings(config: Path | None, **arguments: object) -> Config:
    """Settings of the file, the environment and the arguments; logging is set up by them."""
    named = config or os.environ.get("KGMEM_CONFIG")
    here = Path(FILE_NAME)
    file = Path(named) if named else here if here.is_file() else None
    settings = Config.load(file, os.environ, **arguments)
    chosen = Config.load(None, os.environ, **arguments).encoder
    if file == here and not named and _sends_text(settings.encoder) and settings.encoder != chosen:
        raise ConfigError(f"{here} would have texts sent to {settings.encoder}; allow it with --config {here}")
    log = logging.getLogger("kgmem")
    stream = logging.StreamHandler()
    stream.setFormatter(logging.Formatter("kgmem: %(message)s"))
    log.handlers = [stream]
    log.setLevel(settings.log_level)
    return settings


def _zone(settings: Config) -> tzinfo | None:
    """The zone asked for, or the memory's own."""
    from kgmem.folder import Folder

    folder = Folder(settings.path)
    own = folder.read_meta().timezone if folder.is_memory() else ""
    return parse_zone(settings.timezone or own or None)


@contextmanager
def _opened(settings: Config, *, writing: bool = False, must_exist: bool = False) -> Iterator[Memory]:
    """The memory of the settings. Reading never makes one."""
    from kgmem.folder import Folder

    folder = Folder(settings.path)
    folder.check()
    if not folder.is_memory() and (must_exist or not writing):
        raise NotAStore(
            f"there is no memory at {settings.path}; make one with "
            f"`kgmem ingest FILE --path {shlex.quote(str(settings.path))}`, or see `kgmem demo`"
        )
    from kgmem.encoders import load_encoder
    from kgmem.memory import Memory

    encoder = settings.encoder or (_own_encoder(folder.read_meta().encoder) if folder.is_memory() else None)
    with Memory.open(
        settings.path,
        timezone=settings.timezone,
        encoder=load_encoder(encoder, api_key=settings.api_key),
        retain=settings.retain,
        read_only=not writing,
    ) as memory:
        yield memory


def _own_encoder(name: str) -> str:
    """The encoder a memory was made with, unless it sends texts somewhere: that must be asked for."""
    if _sends_text(name):
        raise EncoderMismatch(f"this memory's encoder is {name}, where questions are sent; allow it with KGMEM_ENCODER")
    return name


def _sends_text(encoder: str | None) -> bool:
    return encoder is not None and encoder.startswith("endpoint:")


@contextmanager
def _progress(settings: Config, total: int | None) -> Iterator[Callable[[int, int | None], None]]:
    """A bar on standard error, if somebody is watching or it was asked for."""
    wanted = sys.stderr.isatty() if settings.progress is None else settings.progress
    if not wanted:
        yield lambda done, total: None
        return
    from kgmem.progress import bar

    with bar(total) as report:
        yield lambda done, _: report(done, total)


@contextmanager
def _put_off() -> Iterator[Callable[[Iterator[Any]], Iterator[Any]]]:
    """Give a wrapper that ends an iterator where it fails or is interrupted, and fail only afterwards.

    So a live pipe that is broken off leaves everything that came before remembered.
    """
    failed: list[BaseException] = []

    def stopping(items: Iterator[Any]) -> Iterator[Any]:
        try:
            yield from items
        except (KgmemError, KeyboardInterrupt) as error:
            failed.append(error)

    yield stopping
    if failed:
        raise failed[0]


def _counted(reading: Reading) -> int:
    """How many messages a file holds. Whatever is wrong in it is known before anything is remembered."""
    return sum(1 for _ in reading)


def _known_names(memory: Memory, part: str) -> list[str]:
    """Names of which this is a part and of whom facts are known."""
    subjects = dict.fromkeys(fact.subject for fact in memory.facts())
    return [name for name in subjects if fold(part) in fold(name)][:5]


def _param(text: str) -> tuple[str, Any]:
    name, found, value = text.partition("=")
    if not found or not name:
        raise InvalidArgument(f"--param {text!r} must be NAME=VALUE, as in --param name=Ana")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def main() -> None:
    """The entry point of the `kgmem` command."""
    app()
