"""What happened in a memory, in numbers: a part of `kgmem stats`, and the command `replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kgmem.cli_options import (
    ConfigOption,
    FoundOption,
    JsonOption,
    PathOption,
    ZoneOption,
    reading,
    settings_of,
    writing,
)
from kgmem.cli_shell import MEND
from kgmem.config import Config

app = typer.Typer()


def show(settings: Config, *, prometheus: bool, as_json: bool) -> None:
    """Print what the writers of the memory kept."""
    from kgmem import cli_render, cli_render_metrics

    with reading(settings) as memory:
        report = memory.metrics(kept=True)
    if prometheus:
        from kgmem import metrics_prometheus

        typer.echo(metrics_prometheus.text(report), nl=False)
    else:
        cli_render.show(lambda: cli_render_metrics.report(report), report.to_dict, as_json=as_json)


@app.command(rich_help_panel=MEND)
def replay(
    judged: Annotated[
        Path,
        typer.Argument(
            metavar="JUDGED.jsonl", help='A line per question: {"question": ..., "episodes": [ids] or "text": ...}.'
        ),
    ],
    limit: FoundOption = None,
    path: PathOption = None,
    timezone: ZoneOption = None,
    config: ConfigOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask judged questions, and say how much is found.

    The result is kept among the numbers of `kgmem stats --metrics`, so that a fall is seen.

    \b
    Example:
      kgmem replay judged.jsonl
    """
    from kgmem import cli_render, cli_render_metrics

    settings = settings_of(config, path=path, timezone=timezone, limit=limit)
    with writing(settings) as memory:
        done = memory.replay(judged, limit=settings.limit)
    cli_render.show(lambda: cli_render_metrics.accuracy(done), done.to_dict, as_json=as_json)
