"""What the commands about summaries, topics and habits show, for people and as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.cli_render import counted, indented, visible
from kgmem.consolidating import Consolidation
from kgmem.records import Episode, Repeat, Summary, Topic
from kgmem.temporal import iso, parse_zone

THINGS = 8
"""Things of a topic that are shown."""


def consolidation(done: Consolidation, *, dry_run: bool) -> RenderableType:
    if not done:
        return Text("nothing to consolidate: nothing changed since the last time", style="dim")
    merged = [f"{visible(told)}  ->  {visible(kept)}" for told, kept in done.merged]
    repeats = [f"{count} times: {visible(text)}" for text, count in done.repeats]
    dropped = [f"{kind}: {visible(what)}" for kind, what in done.dropped]
    parts = [
        *_block("session summed up", "sessions summed up", map(visible, done.summaries)),
        *_block("topic", "topics", map(visible, done.topics)),
        *_block("habit", "habits", map(visible, done.habits)),
        *_block("fact merged", "facts merged", merged),
        *_block("text said again", "texts said again", repeats),
        *_block("thing holds no longer", "things hold no longer", dropped),
    ]
    if dry_run:
        parts.append(Text("nothing was done: this was a dry run", style="yellow"))
    else:
        parts.append(Text(f"kgmem undo {done.call} takes it back", style="dim"))
    return Group(*parts)


def _block(one: str, more: str, told: Iterable[str]) -> list[RenderableType]:
    lines = list(told)
    if not lines:
        return []
    head = Text(f"{len(lines)} {one if len(lines) == 1 else more}", style="bold")
    return [head, *(indented(Text(line), 2) for line in lines)]


def consolidation_dict(done: Consolidation) -> dict[str, Any]:
    return asdict(done)


def summaries(found: Sequence[Summary], said: Mapping[str, Episode]) -> RenderableType:
    if not found:
        return Text("no session is summed up; kgmem consolidate does it", style="yellow")
    parts: list[RenderableType] = []
    for place, one in enumerate(found):
        if place:
            parts.append(Text())
        first = said[one.quotes[0].episode]
        day = iso(first.occurred, parse_zone(first.zone) or UTC)[:10]
        parts.append(Text.assemble((visible(one.session), "bold"), (f"  {day}", "dim")))
        for quote in one.quotes:
            line = Text.assemble((f"{visible(quote.speaker)}: ", "cyan"), visible(quote.text))
            parts.append(indented(line, 2))
    return Group(*parts)


def summary_dicts(found: Sequence[Summary]) -> list[dict[str, Any]]:
    return [
        {"session": one.session, "text": one.text, "quotes": [asdict(quote) for quote in one.quotes], "id": one.id}
        for one in found
    ]


def topics(found: Sequence[Topic]) -> RenderableType:
    if not found:
        return Text("no topics are known; kgmem consolidate finds them", style="yellow")
    parts: list[RenderableType] = []
    for one in found:
        names = ", ".join(visible(name) for _, name, _ in one.entities[:THINGS])
        turns = counted(len(one.episodes), "episode")
        parts.append(Text.assemble((visible(one.label), "bold"), (f"  {turns}", "dim")))
        parts.append(indented(Text(names), 2))
    return Group(*parts)


def topic_dicts(found: Sequence[Topic]) -> list[dict[str, Any]]:
    return [
        {
            "label": one.label,
            "entities": [{"id": name, "name": words, "weight": weight} for name, words, weight in one.entities],
            "episodes": list(one.episodes),
            "id": one.id,
        }
        for one in found
    ]


def repeats(found: Sequence[Repeat]) -> RenderableType:
    if not found:
        return Text("nothing was said twice, as far as it was consolidated", style="dim")
    return Group(*(Text(f"{one.count} times: {visible(one.text)}") for one in found))


def repeat_dicts(found: Sequence[Repeat]) -> list[dict[str, Any]]:
    return [{"text": one.text, "count": one.count, "episodes": list(one.episodes), "id": one.id} for one in found]
