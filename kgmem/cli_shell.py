"""How `kgmem` behaves in a shell: UTF-8 whatever the locale, errors on standard error, silent when the
reader of a pipe goes away, no traces unless KGMEM_DEBUG=1."""

from __future__ import annotations

import io
import json
import os
import sys
import traceback
from collections.abc import Sequence
from functools import partial
from typing import Any

import typer
from typer.core import TyperGroup

from kgmem.errors import KgmemError

HEADINGS = ASK, TIME, SUM, NAMES, TRUTH, FORGET, KEEP, MEND = (
    "Remember and ask",
    "Then and now",
    "In sum",
    "Who is who",
    "What is true",
    "Forget and erase",
    "Keep and move",
    "Look after",
)
PIPE_CLOSED = 141
"""What a shell reports for a program whose reader went away, as in `kgmem facts | head`."""

_UsageError: type[Exception] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


class Commands(TyperGroup):
    """All commands. Whatever one of them raises ends here, as a message and an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        arguments = list(sys.argv[1:] if args is None else args)
        run = partial(super().main, arguments, "kgmem", complete_var, False, windows_expand_args, **extra)
        if not standalone_mode:
            return run()
        _speak_utf8()
        as_json = "--json" in arguments
        try:
            code = run()
        except KgmemError as error:
            code = _report(error.code, str(error), as_json=as_json)
        except _UsageError as error:
            code = _report_usage(error, as_json=as_json)
        except typer.Abort:
            code = 130
        except OSError as error:
            code = _report(
                "io", f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}", as_json=as_json
            )
        except Exception as error:  # noqa: BLE001  (the last frame before the shell)
            told = f"{type(error).__name__}: {error}; KGMEM_DEBUG=1 shows where"
            code = _report("internal", told, as_json=as_json)
        sys.exit(code if isinstance(code, int) else 0)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The commands under the headings they name (`rich_help_panel`), in the order of the headings."""
        groups: dict[str, list[tuple[str, Any]]] = {}
        for name in self.list_commands(ctx):
            command: Any = self.get_command(ctx, name)
            groups.setdefault(command.rich_help_panel, []).append((name, command))
        longest = max(len(name) for group in groups.values() for name, _ in group)
        for heading in sorted(groups, key=HEADINGS.index):
            rows = [
                (name.ljust(longest), command.get_short_help_str(formatter.width - 6 - longest))
                for name, command in groups[heading]
            ]
            with formatter.section(heading):
                formatter.write_dl(rows)

    def invoke(self, ctx: Any) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or flushing at exit complains
            raise typer.Exit(PIPE_CLOSED) from error
        except KeyboardInterrupt as error:
            raise typer.Exit(130) from error
        return result


def _speak_utf8() -> None:
    """Whatever the locale, print UTF-8; half a sign that came in from the shell is spelt out."""
    if sys.stdout is None:  # closed, as in `kgmem stats >&-`
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _report(code: str, message: str, *, as_json: bool, status: int = 1) -> int:
    """Print an error on standard error and give the exit code."""
    if os.environ.get("KGMEM_DEBUG") == "1":
        traceback.print_exc()
    if as_json:
        typer.echo(json.dumps({"error": {"code": code, "message": message}}), err=True)
    else:
        shown = "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in message)
        typer.secho("error: ", fg="red", bold=True, nl=False, err=True)
        typer.echo(shown, err=True)
    return status


def _report_usage(error: Any, *, as_json: bool) -> int:
    message = error.format_message()
    context = getattr(error, "ctx", None)
    if context is not None and not as_json:
        message += f" (see {context.command_path} --help)"
    return _report("usage", message, as_json=as_json, status=2)
