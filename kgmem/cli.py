"""`kgmem` on the command line: what is asked and remembered. `cli_care` has the commands that look after it.

Every command prints for people, or with --json one JSON value for programs. The exit code is 1 for an
error of kgmem and for findings (check, doctor, scan), 2 for wrong usage, 130 after Ctrl-C.
"""

from __future__ import annotations

import itertools
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kgmem import (
    cli_asking,
    cli_care,
    cli_compress,
    cli_extract,
    cli_lives,
    cli_metrics,
    cli_names,
    cli_ontology,
    cli_overview,
    cli_pending,
    cli_procedures,
    cli_sweep,
    cli_truth,
    cli_tune,
)
from kgmem.cli_options import (
    AsOfOption,
    ConfigOption,
    FoundOption,
    JsonOption,
    KnownAtOption,
    LlmOption,
    OfRelationOption,
    PathOption,
    SaidByOption,
    SaidInOption,
    ZoneOption,
    llm_named,
    named_value,
    reading,
    settings_of,
    writing,
    zone_of,
)
from kgmem.cli_shell import ASK, MEND, Commands
from kgmem.config import Config
from kgmem.errors import InvalidArgument, KgmemError
from kgmem.text import fold

if TYPE_CHECKING:  # what is slow to import is imported by the command that needs it
    from kgmem.formats import Reading
    from kgmem.ingesting import Ingested
    from kgmem.memory import Memory

app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


class Mode(StrEnum):
    score = "score"
    hand = "hand"
    untitled = "untitled"
    text = "text"
    rrf = "rrf"
    bm25 = "bm25"
    dense = "dense"


class Language(StrEnum):
    en = "en"
    zh = "zh"


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
        cli_care.print_version(as_json=False)
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(rich_help_panel=ASK)
def demo(path: PathOption = None, as_json: JsonOption = False) -> None:
    """See it at work on a conversation of two friends.

    \b
    Example:
      kgmem demo --path demo.kgmem     keep the memory, to play with it
    """
    from kgmem import cli_demo

    cli_demo.play(path, as_json=as_json)


@app.command(rich_help_panel=ASK)
def ingest(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files and folders, or - for standard input.")],
    path: PathOption = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="NAME",
            help="messages, chatgpt, locomo, transcript, document (paragraphs); text, markdown, html, pdf.",
        ),
    ] = None,
    session: Annotated[
        str | None, typer.Option("--session", metavar="NAME", help="Session of messages that name none.")
    ] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out what cannot be read.")] = False,
    progress: Annotated[bool | None, typer.Option("--progress/--no-progress", help="Show how far it is.")] = None,
    encoder: Annotated[
        str | None, typer.Option("--encoder", metavar="NAME", help="Text encoder of a new memory.")
    ] = None,
    engine: Annotated[
        str | None, typer.Option("--engine", metavar="NAME", help="Graph engine of a new memory: kuzu, ladybug.")
    ] = None,
    llm: LlmOption = None,
    redact: Annotated[
        list[str] | None,
        typer.Option("--redact", metavar="KIND=ACTION", help="From now on; as email=mask, personal=redact."),
    ] = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remember the messages and documents of files.

    Those already known are skipped. Markdown, HTML and PDF are documents; given again, what they
    lack by then is hidden.

    \b
    Examples:
      kgmem ingest chat.jsonl notes.txt --timezone Europe/Lisbon
      kgmem ingest handbook.pdf notes.md docs/
      zcat old.jsonl.gz | kgmem ingest -
    """
    from kgmem import cli_documents, cli_render, formats
    from kgmem.records import Change

    settings = settings_of(
        config,
        path=path,
        timezone=timezone,
        encoder=encoder,
        progress=progress,
        engine=engine,
        redact=redact,
        **llm_named(llm),
    )
    zone = zone_of(settings)

    def messages_of(file: str) -> Reading:
        source, name = (sys.stdin.buffer, "standard input") if file == "-" else (file, None)
        return formats.read(source, format=format, name=name, session=session, zone=zone, skip_bad=skip_bad)

    named = cli_documents.files_of(files, format)
    unique = named.chats
    totals = {file: _counted(messages_of(file)) for file in unique if Path(file).is_file()}
    done, read, memory = Change(), [], None
    with _put_off() as (stopping, failed), ExitStack() as opened:
        for file in unique:
            if failed:
                break
            read.append(messages := messages_of(file))
            waiting = iter(messages)
            if (first := next(waiting, None)) is None:
                continue  # nothing to remember: no memory is made for it
            memory = memory or opened.enter_context(writing(settings, must_exist=False))
            with _progress(settings, totals.get(file)) as report:
                done += memory.observe_many(stopping(itertools.chain([first], waiting)), progress=report)
        documents: list[Ingested] = []
        unread: list[tuple[str, str]] = []
        if named.documents:
            memory = memory or opened.enter_context(writing(settings, must_exist=False))
            documents, unread = cli_documents.ingested(
                memory, named, format=format, session=session, skip_bad=skip_bad, failed=failed
            )
    bad = [part for messages in read for part in messages.bad]
    empty = sum(messages.empty for messages in read)
    left_out = [*named.skipped, *unread]
    if not done.episodes and not bad and not empty and not documents and not unread:
        raise InvalidArgument(f"no messages in {', '.join(messages.name for messages in read) or ', '.join(files)}")
    for one in documents:
        done += one.change
    spent = memory.llm.usage() if memory and memory.llm else ()
    cli_render.show(
        lambda: cli_documents.shown(done, bad, empty, spent, documents, left_out),
        lambda: cli_documents.as_dict(cli_render.change_dict(done, read, spent), documents, left_out),
        as_json=as_json,
    )


@app.command(rich_help_panel=ASK)
def recall(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to recall, in plain words.")],
    path: PathOption = None,
    limit: FoundOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    speaker: SaidByOption = None,
    session: SaidInOption = None,
    relation: OfRelationOption = None,
    between: Annotated[
        tuple[str, str] | None,
        typer.Option("--between", metavar="FROM TO", help="Only what was said then; .. is open."),
    ] = None,
    mode: Annotated[Mode, typer.Option("--mode", help="How what was said is ranked.")] = Mode.score,
    context: Annotated[
        int | None, typer.Option("--context", metavar="TOKENS", help="Print cited text for a prompt instead.")
    ] = None,
    language: Annotated[
        Language | None, typer.Option("--language", help="Of the labels of --context; that of the memory by itself.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Print how each hit got its score.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Print what each stage left, and its time.")] = False,
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

    settings = settings_of(config, path=path, timezone=timezone, limit=limit)
    ends = None if between is None else tuple(None if end == ".." else end for end in between)
    with reading(settings) as memory:
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
            trace=trace,
        )
    if context is not None:
        text = found.context(context, language=language.value if language else None)
        cli_render.show(lambda: text, lambda: {"query": found.query, **text.to_dict()}, as_json=as_json)
    elif explain or (trace and not as_json):
        from kgmem import cli_render_asking

        shown = cli_render_asking.explanation if explain else lambda found: cli_render_asking.stages(found.trace)
        cli_render.show(lambda: shown(found), found.to_dict, as_json=as_json)
    else:
        cli_render.show(lambda: cli_render.recollection(found), found.to_dict, as_json=as_json)


@app.command(rich_help_panel=ASK)
def facts(
    subject: Annotated[str | None, typer.Argument(metavar="[SUBJECT]", help="Whose facts (else everybody's).")] = None,
    path: PathOption = None,
    relation: Annotated[
        str | None, typer.Option("--relation", metavar="NAME", help="Only this relation, as in livesIn.")
    ] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    history: Annotated[bool, typer.Option("--history", help="Also versions corrected or closed since.")] = False,
    inferred: Annotated[bool, typer.Option("--inferred", help="Also what follows of SUBJECT by the ontology.")] = False,
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

    settings = settings_of(config, path=path, timezone=timezone)
    with reading(settings) as memory:
        held = memory.facts(subject, relation, as_of=as_of, known_at=known_at, history=history, inferred=inferred)
        left = [memory.confidence(fact, as_of=as_of, known_at=known_at) for fact in held]
        named = _known_names(memory, subject) if subject and not held else []
    cli_render.show(
        lambda: cli_render.fact_list(held, named, left),
        lambda: [
            {**one, "confidence_now": round(now, 2)} for one, now in zip(cli_render.fact_dicts(held), left, strict=True)
        ],
        as_json=as_json,
    )


@app.command(rich_help_panel=ASK)
def cypher(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="One statement that only reads.")],
    path: PathOption = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", metavar="NAME=VALUE", help="A $NAME of the query; VALUE as JSON or text."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", metavar="N", help="Most rows.")] = 1000,
    timeout: Annotated[float, typer.Option("--timeout", metavar="SECONDS", help="Longest time.")] = 5.0,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Query the graph in Cypher, read-only. With a time, one of just what held then.

    \b
    Examples:
      kgmem cypher "MATCH (f:Fact)-[:SUBJECT]->(e) RETURN e.name, f.text LIMIT 5"
      kgmem cypher "MATCH (f:Fact) RETURN f.text" --as-of 2026-03
    """
    from kgmem import cli_render

    settings = settings_of(config, path=path, timezone=timezone)
    params = dict(named_value(text, "--param", "NAME=VALUE, as in --param name=Ana") for text in param or [])
    with reading(settings) as memory:
        asked = memory if as_of is None and known_at is None else memory.at(as_of, known_at)
        table = asked.cypher(query, params, limit=limit, timeout=timeout)
    if table.truncated and not as_json:
        typer.echo("more rows were left out; raise --limit", err=True)
    cli_render.show(lambda: cli_render.table(table), lambda: cli_render.table_dict(table), as_json=as_json)


@app.command(rich_help_panel=ASK)
def stats(
    path: PathOption = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="What happened instead: calls, seconds, errors, alerts.")
    ] = False,
    prometheus: Annotated[bool, typer.Option("--prometheus", help="The same as text for Prometheus.")] = False,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count what the memory holds, and who writes to it. With a time, what held then.

    \b
    Examples:
      kgmem stats --path ana.kgmem --known-at 2026-03
      kgmem stats --metrics
    """
    from kgmem import cli_render

    if metrics or prometheus:
        if as_of is not None or known_at is not None:
            raise InvalidArgument("what happened is counted up to now; leave --as-of and --known-at out")
        cli_metrics.show(settings_of(config, path=path, timezone=timezone), prometheus=prometheus, as_json=as_json)
        return
    settings = settings_of(config, path=path, timezone=timezone)
    with reading(settings) as memory:
        past = as_of is not None or known_at is not None
        counts = memory.stats(as_of=as_of, known_at=known_at) | ({} if past else _beside(memory))
    cli_render.show(lambda: cli_render.pairs(cli_render.stated(counts)), lambda: counts, as_json=as_json)


def _beside(memory: Memory) -> dict[str, Any]:
    """Who writes to the memory at this moment, and how far the snapshot that was counted goes; {} if nobody."""
    from kgmem.doctor import writer
    from kgmem.temporal import FOREVER, iso, now

    holder, snapshot = writer(memory.path), memory.snapshot
    if holder is None or snapshot is None:
        return {}
    return {
        "writer": holder,
        "snapshot": {
            "seq": snapshot.seq,
            "recorded": iso(snapshot.recorded) if 0 < snapshot.recorded < FOREVER else None,
            "age": round(snapshot.age(now()), 3),
        },
    }


app.add_typer(cli_asking.app)
app.add_typer(cli_extract.app)
app.add_typer(cli_lives.app)
app.add_typer(cli_overview.app)
app.add_typer(cli_procedures.app)
app.add_typer(cli_compress.app)
app.add_typer(cli_names.app)
app.add_typer(cli_truth.app)
cli_ontology.add_commands(app, rich_help_panel=MEND)
app.add_typer(cli_care.app)
app.add_typer(cli_sweep.app)
app.add_typer(cli_tune.app)
app.add_typer(cli_metrics.app)
app.add_typer(cli_pending.app)


# --- ingesting -----------------------------------------------------------------------------------


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
def _put_off() -> Iterator[tuple[Callable[[Iterator[Any]], Iterator[Any]], list[BaseException]]]:
    """Give a wrapper that ends an iterator where it fails or is interrupted, and what failed, and fail only
    afterwards.

    So a live pipe that is broken off leaves everything that came before remembered. Libraries may swallow an
    interrupt while they are imported: it is noted here all the same.
    """
    failed: list[BaseException] = []

    def interrupted(number: int, frame: Any) -> None:
        failed.append(KeyboardInterrupt())
        raise failed[-1]

    def stopping(items: Iterator[Any]) -> Iterator[Any]:
        try:
            for item in items:
                yield item
                if failed:
                    return
        except (KgmemError, KeyboardInterrupt) as error:
            failed.append(error)

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield stopping, failed
    finally:
        signal.signal(signal.SIGINT, before)
    if failed:
        raise failed[0]


def _counted(reading: Reading) -> int:
    """How many messages a file holds. Whatever is wrong in it is known before anything is remembered."""
    return sum(1 for _ in reading)


def _known_names(memory: Memory, part: str) -> list[str]:
    """Names of which this is a part and of whom facts are known."""
    subjects = dict.fromkeys(fact.subject for fact in memory.facts())
    return [name for name in subjects if fold(part) in fold(name)][:5]


def main() -> None:
    """The entry point of the `kgmem` command."""
    app()
