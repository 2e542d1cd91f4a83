"""The command that learns the order of what is recalled from judged questions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kgmem.cli_options import ConfigOption, JsonOption, PathOption, ZoneOption, settings_of, writing
from kgmem.cli_shell import MEND
from kgmem.errors import InvalidArgument

if TYPE_CHECKING:
    from kgmem.tuning import Tuned

app = typer.Typer()


@app.command(rich_help_panel=MEND)
def tune(
    judged: Annotated[
        Path | None,
        typer.Argument(metavar="[JUDGED.jsonl]", help='A line per question: {"question": ..., "episodes": [ids]}.'),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it is worth.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Go back to the packaged order.")] = False,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Learn the order of what is recalled.

    From questions whose right messages you know: ten are the least, fifty are better. What was learned is kept if it
    finds more in questions it was not learned from.

    \b
    Examples:
      kgmem tune judged.jsonl --dry-run
      kgmem tune judged.jsonl
      kgmem tune --remove
    """
    from dataclasses import asdict

    from kgmem import cli_render

    if (judged is None) != remove:
        raise InvalidArgument("give either a file of judged questions or --remove")
    with writing(settings_of(config, path=path, timezone=timezone)) as memory:
        if judged is None:
            was_tuned = memory.untune()
            words = "the packaged order is used again" if was_tuned else "the order was not tuned"
            cli_render.show(lambda: words, lambda: {"removed": was_tuned}, as_json=as_json)
        else:
            done = memory.tune(judged, dry_run=dry_run)
            cli_render.show(lambda: _said(done), lambda: asdict(done), as_json=as_json)


def _said(done: Tuned) -> str:
    lines = [
        f"{done.questions} judged questions, each ordered by what was learned from the others:",
        f"  right messages among the first ten: {done.before:.1f} % before, {done.after:.1f} % after",
    ]
    if done.skipped:
        lines.append(f"  {done.skipped} more are of a kind that is ordered by hand-set weights")
    if done.kept:
        lines.append("kept: this memory orders by it from now on; kgmem tune --remove goes back")
    else:
        lines.append("nothing was changed" if done.after > done.before else "not kept: it does not find more")
    return "\n".join(lines)
