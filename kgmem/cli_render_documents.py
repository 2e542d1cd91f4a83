"""What the command line shows of documents that were taken in, and of procedures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.cli_render import counted, indented, visible
from kgmem.ingesting import Ingested
from kgmem.procedure import Procedure
from kgmem.temporal import BEGINNING, FOREVER, iso

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


def procedure(found: Procedure) -> RenderableType:
    """Its name, its steps, and since when and by whom it is done so."""
    steps = [indented(Text(visible(f"{number}. {step.text}")), 2) for number, step in enumerate(found.steps, 1)]
    said = f"since {iso(found.valid_from)[:10]}, told by {found.source}"
    changes = len(found.facts) - 1
    if changes:
        said += f", changed {counted(changes, 'time')} since"
    return Group(Text(visible(found.name), style="bold"), *steps, indented(Text(visible(said), style="dim"), 2))


def procedures(held: Sequence[Procedure]) -> RenderableType:
    if not held:
        return Text("memory knows no procedures yet; tell it how something is done, in steps")
    return Group(*(procedure(one) for one in held))


def procedure_dict(found: Procedure) -> dict[str, Any]:
    return {
        "name": found.name,
        "id": found.entity_id,
        "steps": [
            {
                "text": step.text,
                "condition": step.condition,
                "evidence": [{"episode": one.episode, "start": one.start, "end": one.end} for one in step.evidence],
            }
            for step in found.steps
        ],
        "facts": list(found.facts),
        "valid_from": iso(found.valid_from) if found.valid_from > BEGINNING else None,
        "valid_to": iso(found.valid_to) if found.valid_to < FOREVER else None,
        "recorded_at": iso(found.recorded_at),
        "source": found.source,
        "trust": found.trust,
        "confidence": found.confidence,
    }
