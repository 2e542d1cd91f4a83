"""The command that shows what would be read in a text. It opens no memory and writes nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from kgmem.cli_options import ConfigOption, JsonOption, ZoneOption, settings_of
from kgmem.cli_shell import ASK
from kgmem.errors import InvalidArgument

app = typer.Typer()


@app.command(rich_help_panel=ASK)
def extract(
    texts: Annotated[
        list[str] | None, typer.Argument(metavar="TEXT...", help="What is said, turn after turn; - reads one text.")
    ] = None,
    file: Annotated[
        str | None, typer.Option("--file", "-f", metavar="FILE", help="Messages of a file that ingest takes instead.")
    ] = None,
    speaker: Annotated[
        list[str] | None, typer.Option("--speaker", metavar="NAME", help="Who says it; several take turns.")
    ] = None,
    at: Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it was said (else now).")] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="message (else), document or tool_result.")
    ] = None,
    ontology: Annotated[
        list[Path] | None, typer.Option("--ontology", metavar="FILE", help="Your own on top; repeatable.")
    ] = None,
    redact: Annotated[list[str] | None, typer.Option("--redact", metavar="KIND=ACTION", help="As of ingest.")] = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what would be read in a text; nothing is stored.

    Facts, events and causes, each with its words, the rule that read it and how sure that is.

    \b
    Examples:
      kgmem extract "I moved to Porto last week." --speaker Ana --at 2026-04-01
      kgmem extract "Where do you live?" "In Porto." --speaker Bo --speaker Ana
      kgmem extract --file chat.txt --json
    """
    from kgmem import cli_render, cli_render_extract
    from kgmem.extracting import extract as extracted
    from kgmem.redact import DEFAULT, Policy

    settings = settings_of(config, timezone=timezone)
    if bool(texts) == bool(file):
        raise InvalidArgument("give the text, or --file FILE (- for standard input)")
    if file:
        messages = _messages(file, settings.timezone)
    else:
        said = [sys.stdin.read() if text == "-" else text for text in texts or ()]
        names = speaker or [""]
        messages = [{"text": text, "speaker": names[place % len(names)]} for place, text in enumerate(said)]
    found = extracted(
        messages,
        at=at,
        kind=kind,
        timezone=settings.timezone or "UTC",
        ontology=ontology or (),
        redaction=Policy.parse(redact) if redact else DEFAULT,
    )
    cli_render.show(
        lambda: cli_render_extract.extracted(found), lambda: [one.to_dict() for one in found], as_json=as_json
    )


def _messages(file: str, timezone: str | None) -> list[dict[str, Any]]:
    from kgmem import formats
    from kgmem.temporal import parse_zone

    source, name = (sys.stdin.buffer, "standard input") if file == "-" else (file, None)
    found = [dict(message) for message in formats.read(source, name=name, zone=parse_zone(timezone))]
    if not found:
        raise InvalidArgument(f"no messages in {name or file}")
    return found
