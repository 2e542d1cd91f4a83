"""What the commands about names show, for people and as JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.cli_render import indented, visible
from kgmem.looking import Alias, Known
from kgmem.records import Entity, Episode
from kgmem.temporal import iso


def known(name: str, found: Sequence[Known], said: Mapping[str, Episode], *, why: bool) -> RenderableType:
    if not found:
        return Text(f"nothing is called {visible(name)!r} here", style="yellow")
    parts: list[RenderableType] = []
    if len(found) > 1:
        parts.append(Text(f"{visible(name)} means {len(found)} things here", style="yellow"))
    for one in found:
        parts.append(
            Text.assemble((visible(one.entity.name), "bold"), f"  {one.entity.type}  ", (one.entity.id, "dim"))
        )
        parts += [indented(_alias(alias, said, why=why), 2) for alias in one.names if why or alias.rule != "name"]
        if one.could_be:
            names = ", ".join(visible(entity.name) for entity in one.could_be)
            parts.append(indented(Text(f"could be short for {names}: kept apart, as nothing says which", "yellow"), 2))
    return Group(*parts)


def _alias(alias: Alias, said: Mapping[str, Episode], *, why: bool) -> RenderableType:
    line = Text.assemble(visible(alias.name), ("  " + alias.reason, "dim"))
    if alias.others:
        line.append(f"; elsewhere {', '.join(visible(entity.name) for entity in alias.others)}", "dim")
    if not why:
        return line
    line.append(f", since {iso(alias.recorded_at)[:10]}" if alias.recorded_at else "", "dim")
    quotes = [said[id] for id in alias.evidence if id in said]
    return Group(line, *(indented(Text(f'"{visible(e.text)}"  {e.speaker} {e.id}', "dim"), 4) for e in quotes[:3]))


def known_dict(one: Known) -> dict[str, Any]:
    return {
        "entity": entity_dict(one.entity),
        "names": [
            {
                "name": alias.name,
                "rule": alias.rule,
                "reason": alias.reason,
                "recorded_at": iso(alias.recorded_at) if alias.recorded_at else None,
                "evidence": list(alias.evidence),
                "others": [entity_dict(other) for other in alias.others],
            }
            for alias in one.names
        ],
        "could_be": [entity_dict(other) for other in one.could_be],
    }


def entity_dict(entity: Entity) -> dict[str, Any]:
    return {"id": entity.id, "name": entity.name, "type": entity.type}
