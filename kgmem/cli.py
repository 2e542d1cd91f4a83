"""`kgmem` on the command line: ingest conversations, ask, look around, mend.

Every command prints for people, or with --json one JSON value for programs. Errors go to standard
error; the exit code is 1 for an error of kgmem, 2 for wrong usage, 130 after Ctrl-C.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from kgmem.config import FILE_NAME
from kgmem.errors import KgmemError

if TYPE_CHECKING:  # rich, kuzu, spacy and onnxruntime are slow to import: only a command that needs them does

    pass

PIPE_CLOSED = 141
"""As a shell reports a program that wrote into a pipe whose reader had gone."""
PLAIN_WIDTH = 100

_UsageError: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


class Commands(TyperGroup):
    """The group of all commands; whatever one of them raises ends here, as a message and an exit code."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        arguments = list(sys.argv[1:] if args is None else args)
        if not standalone_mode:
            return super().main(arguments, *rest, standalone_mode=False, **extra)
        _speak_utf8()
        as_json = "--json" in arguments
        try:
            code = super().main(arguments, *rest, standalone_mode=False, **extra)
        except KgmemError as error:
            code = _report(error.code, str(error), as_json=as_json)
        except _UsageError as error:
            code = _report_usage(error, as_json=as_json)
        except typer.Abort:
            code = 130
        except Exception as error:  # noqa: BLE001  (the last frame before the shell)
            told = f"{type(error).__name__}: {error} (KGMEM_DEBUG=1 shows where)"
            code = _report("internal", told, as_json=as_json)
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError as error:
            _forget_output()
            raise typer.Exit(PIPE_CLOSED) from error
        except KeyboardInterrupt as error:
            raise typer.Exit(130) from error
        return result


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

PathOption = Annotated[
    Path | None, typer.Option("--path", "-p", help="Folder of the memory.", metavar="DIR", show_default="memory.kgmem")
]
ZoneOption = Annotated[
    str | None, typer.Option("--timezone", help="Zone of times without one, as in Europe/Lisbon.", metavar="ZONE")
]
ConfigOption = Annotated[
    Path | None, typer.Option("--config", help="Settings file.", metavar="FILE", show_default=FILE_NAME)
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsOfOption = Annotated[str | None, typer.Option("--as-of", help="The world at this time.", metavar="DATE")]
KnownAtOption = Annotated[
    str | None, typer.Option("--known-at", help="As it was known at this time.", metavar="DATE")
]


class Mode(StrEnum):
    """How the text arms are fused."""

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
    """A memory for agents: what was said, by whom, when, and what follows from it. Offline.

    \b
    First steps:
      kgmem demo                        see it at work
      kgmem ingest chat.jsonl           remember a conversation
      kgmem recall "Where does Ana live?"
    """
    if version:
        _say(_version())
        raise typer.Exit


@app.command()
def demo(path: PathOption = None, as_json: JsonOption = False) -> None:
    """Remember a conversation of two friends and answer questions about it.

    \b
    Example:
      kgmem demo --path demo.kgmem      keep the memory to play with
    """
    from kgmem import cli_demo

    cli_demo.run(path, as_json=as_json)


@app.command()
def ingest(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files, or - for standard input.")],
    path: PathOption = None,
    format: Annotated[
        str | None,
        typer.Option(
            "--format", "-f", help="messages, chatgpt, locomo, transcript or document; else told by the content."
        ),
    ] = None,
    session: Annotated[str | None, typer.Option("--session", "-s", help="Session of messages without one.")] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out what cannot be read.")] = False,
    progress: Annotated[bool | None, typer.Option("--progress/--no-progress", help="Show a bar.")] = None,
    timezone: ZoneOption = None,
    encoder: Annotated[str | None, typer.Option("--encoder", help="Text encoder of a new memory.")] = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remember the messages of files; what is known already is skipped.

    \b
    Example:
      kgmem ingest chat.jsonl notes.md --timezone Europe/Lisbon
    """

    settings = _settings(path=path, timezone=timezone, encoder=encoder, progress=progress, config=config)
