"""What the commands about the lives of things show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem import cli_render
from kgmem.causality import Chains
from kgmem.cli_render import Sheet, fact_text, fact_time, indented, visible
from kgmem.context import path_line
from kgmem.differences import Difference
from kgmem.endings import Ending, Version
from kgmem.profile import Profile
from kgmem.recollection import as_json
from kgmem.records import Event, Path
from kgmem.temporal import iso
from kgmem.timeline import Moment


def profile(found: Profile) -> RenderableType:
    if found.entity is None:
        return Text(f"nothing is called {visible(found.name)!r} here", style="yellow")
    parts: list[RenderableType] = [
        Text.assemble((visible(found.entity.name), "bold"), f"  {found.entity.type}  ", (found.entity.id, "dim"))
    ]
    for aspect in found.aspects:
        lines = [
            (
                fact_text(t.fact),
                fact_time(t.fact),
                Text(f"{t.confidence:.2f}"),
                Text(visible(", ".join(t.sources)), "dim"),
            )
            for t in aspect.traits
        ]
        parts += [indented(Text(visible(aspect.label), style="cyan"), 2), Sheet(lines, indent=4)]
    if not found:
        parts.append(indented(Text("nothing is current", style="yellow"), 2))
    return Group(*parts)


def history(found: Sequence[Version]) -> RenderableType:
    if not found:
        return Text("nothing is known of this", style="yellow")
    parts: list[RenderableType] = []
    for one in found:
        head = Text.assemble(fact_text(one.fact), "  ", fact_time(one.fact))
        known = f"known since {iso(one.fact.recorded_at)[:19]}"
        parts += [head, indented(Text(f"{known}  {one.fact.id}", style="dim"), 2)]
        if one.ended:
            parts.append(indented(Text(visible(f"over since {iso(one.ended.at)[:10]}: {_why(one.ended)}")), 2))
        if one.replaced:
            parts.append(indented(Text(visible(f"held until {iso(one.replaced.at)[:19]}: {_why(one.replaced)}")), 2))
    return Group(*parts)


def _why(ending: Ending) -> str:
    return ending.reason or ending.kind


def timeline(found: Sequence[Moment]) -> RenderableType:
    if not found:
        return Text("nothing is known of that time", style="yellow")
    return Group(*(Text(visible(str(one)), style="dim" if one.kind == "ended" else "") for one in found))


def events(found: Sequence[Event]) -> RenderableType:
    return cli_render.events(found) if found else Text("no such events", style="yellow")


def event_dicts(found: Sequence[Event]) -> list[dict[str, Any]]:
    return [as_json(event) for event in found]


def chains(found: Chains) -> str:
    return "\n".join(visible(line) for line in str(found).splitlines())


def paths(found: Sequence[Path]) -> RenderableType:
    if not found:
        return Text("nothing connects them at one time", style="yellow")
    return Group(*(Text(f"{path.score:.2f}  {visible(path_line(path))}") for path in found))


def path_dicts(found: Sequence[Path]) -> list[dict[str, Any]]:
    return [
        {
            "score": round(path.score, 4),
            "common": [iso(path.common.start), iso(path.common.end)],
            "facts": [as_json(fact) for fact in path.facts],
        }
        for path in found
    ]


def difference(found: Difference) -> str:
    return "\n".join(visible(line) for line in str(found).splitlines()) + ("" if found else "\nnothing changed")
