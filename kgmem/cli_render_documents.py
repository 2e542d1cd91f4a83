"""What the command line shows of documents that were taken in, and of procedures."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.cli_render import counted, indented, visible
from kgmem.ingesting import Ingested

MOST_SKIPPED = 20


def documents(done: Sequence[Ingested], skipped: Sequence[tuple[str, str]]) -> RenderableType:
    """A line for each document with what changed in it, then what was left alone, and why."""
    lines: list[RenderableType] = [Text(f"{counted(len(done), 'document')} taken in", style="bold")] if done else []
    lines += [indented(_document(one), 2) for one in done]
    if skipped:
        lines.append(Text(f"{counted(len(skipped), 'file')} left out", style="bold"))
        shown = skipped[:MOST_SKIPPED]
        lines += [indented(Text(visible(f"{file}: {reason}"), style="yellow"), 2) for file, reason in shown]
        if len(skipped) > len(shown):
            lines.append(indented(Text(f"and {len(skipped) - len(shown)} more"), 2))
    return Group(*lines)


def _document(one: Ingested) -> Text:
    counts = {
        "new": len(one.new),
        "unchanged": len(one.unchanged),
        "back": len(one.back),
        "no longer in it": len(one.gone),
        "forgotten": len(one.forgotten),
    }
    said = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
    if one.hidden_text:
        said += f"; {counted(one.hidden_text, 'bit')} of hidden text left out"
    named = one.title or one.document
    return Text.assemble(Text(visible(named), style="bold"), f" ({one.format}): {said}")
