"""What the commands about decisions show, for people and as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.cli_render import counted, fact_dicts, fact_text, fact_time, indented, visible
from kgmem.decisions import RULES, Conflict, Decision
from kgmem.doubts import Doubt
from kgmem.temporal import iso


def decisions(found: Sequence[Decision]) -> RenderableType:
    if not found:
        return Text("nothing was decided", style="yellow")
    return Group(*(_decision(one) for one in found))


def _decision(one: Decision) -> Text:
    line = Text.assemble((iso(one.recorded)[:10], "dim"), f"  {one.rule:<11} ", fact_text(one.fact), "  ")
    line.append_text(fact_time(one.fact))
    line.append(f"  {RULES[one.rule]}", "dim")
    if one.by is not None:
        line.append(f": {visible(one.by.text)}", "dim")
    if one.reason:
        line.append(f" ({visible(one.reason)})", "dim")
    return line


def decision_dicts(found: Sequence[Decision]) -> list[dict[str, Any]]:
    return [
        {
            "recorded": iso(one.recorded),
            "rule": one.rule,
            "why": RULES[one.rule],
            **{name: _fact(getattr(one, name)) for name in ("old", "new", "by")},
            "reason": one.reason,
            "tellings": list(one.tellings),
        }
        for one in found
    ]


def _fact(fact: Any) -> dict[str, Any] | None:
    return fact_dicts([fact])[0] if fact is not None else None


def conflicts(found: Sequence[Conflict]) -> RenderableType:
    if not found:
        return Text("nothing contradicts itself", style="dim")
    parts: list[RenderableType] = []
    for one in found:
        parts.append(Text(f"settled by {one.settled_by}" if one.settled_by else visible(one.question), "bold"))
        for fact in one.facts:
            line = Text.assemble(fact_text(fact), "  ", fact_time(fact), (f"  {fact.modality}  {fact.id}", "dim"))
            parts.append(indented(line, 2))
    return Group(*parts)


def doubts(found: Sequence[Doubt]) -> RenderableType:
    if not found:
        return Text("nothing is in doubt", style="dim")
    parts: list[RenderableType] = []
    for one in found:
        parts.append(Text(visible(one.question), "bold"))
        for fact in (one.fact, *one.rivals):
            line = Text.assemble(fact_text(fact), "  ", fact_time(fact), (f"  {fact.id}", "dim"))
            parts.append(indented(line, 2))
        used = f", recalled {counted(one.uses, 'time')}" if one.uses else ""
        why = f"{one.reason}, confidence {one.confidence:.2f}, last said {iso(one.said)[:10]}{used}"
        parts.append(indented(Text(why, style="dim"), 2))
    return Group(*parts)


def doubt_dicts(found: Sequence[Doubt]) -> list[dict[str, Any]]:
    return [one.to_dict() for one in found]


def conflict_dicts(found: Sequence[Conflict]) -> list[dict[str, Any]]:
    return [
        {
            "facts": fact_dicts(one.facts),
            "from": iso(one.common.start),
            "to": iso(one.common.end),
            "settled_by": one.settled_by,
            "question": one.question,
        }
        for one in found
    ]
