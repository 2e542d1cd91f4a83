"""How explanations of recall look on a terminal: reasons, stages, and where a memory was lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.cli_render import Sheet, indented, recollection, title, visible
from kgmem.explaining import ARMS, Reason, in_common, parts, steps
from kgmem.lost import WhyNot
from kgmem.recollection import Recollection
from kgmem.tracing import Stage

BAR = 20
"""Signs of the longest bar."""
_TITLES = {"episodes": "Said", "facts": "Facts", "events": "Events"}


def explanation(found: Recollection) -> RenderableType:
    """Why each hit is there: what its score is made of as bars, what it shares with the question, what led to it."""
    if not found:
        return Text("nothing known about this", style="yellow")
    sure = Text(f"confidence {found.confidence:.2f}", style="dim")
    blocks: list[RenderableType] = [Text(f"query: {visible(found.query)}", style="bold"), sure]
    for name, reasons in found.reasons().items():
        if reasons:
            blocks += [Text(), title(_TITLES[name]), *(_reason(one) for one in reasons)]
    if found.paths:
        blocks += [Text(), title("Connections")]
        for path in found.paths:
            blocks += [indented(Text(visible(f"{'-> ' * bool(at)}{step}")), 2) for at, step in enumerate(steps(path))]
            blocks += [indented(Text(in_common(path), style="dim"), 2)] if in_common(path) else []
    if found.trace:
        blocks += [Text(), title("Stages"), stages(found.trace)]
    return Group(*blocks)


def many(found: Sequence[Recollection]) -> RenderableType:
    """What was recalled for each question, under it."""
    blocks: list[RenderableType] = []
    for one in found:
        blocks += [Text(visible(one.query), style="bold"), indented(recollection(one), 2), Text()]
    return Group(*blocks[:-1])


def _reason(one: Reason) -> RenderableType:
    head = Text(f"{one.rank:2d}. {one.score:.3f}  ", style="bold").append(visible(one.line), style="not bold")
    lines: list[RenderableType] = [_parts(dict(one.parts))] if one.parts else []
    lines += [Text(f"shares {visible(', '.join(one.shared))}", style="dim")] if one.shared else []
    lines += [Text(f"read in it: {visible(line)}", style="dim") for line in one.led]
    return Group(indented(head, 2), *(indented(line, 6) for line in lines))


def _parts(arms: Mapping[str, float]) -> Sheet:
    """One line a part of a score, the largest first; bars to the same scale."""
    shown = parts(arms)
    top = max((abs(share) for _, share in shown), default=1.0)
    return Sheet(
        [
            (
                Text(ARMS.get(name, name)),
                Text(f"{share:+.3f}"),
                Text("#" * max(1, round(BAR * abs(share) / top)), style="green" if share > 0 else "red"),
            )
            for name, share in shown
        ],
        indent=0,
    )


def stages(held: Sequence[Stage]) -> Sheet:
    """One line a stage: how long it took, and how many there were of what after it."""
    return Sheet(
        [
            (
                Text(stage.name),
                Text(f"{stage.milliseconds:.1f} ms"),
                Text(", ".join(f"{count} {name}" for name, count in stage.counts.items())),
            )
            for stage in held
        ]
    )


def lost(found: WhyNot) -> RenderableType:
    """Where a memory was lost, by how much, and what would have brought it back."""
    style = "green" if found.stage == "recalled" else "yellow"
    lines: list[RenderableType] = [Text(found.stage, style=style).append(f": {visible(found.reason)}", style="default")]
    if found.text:
        lines.append(indented(Text(visible(found.text), style="dim"), 2))
    if found.last:
        behind = f"score {found.score:.3f}; the last one recalled, {visible(found.last)}, has {found.needed:.3f}:"
        lines += [indented(Text(behind), 2), indented(_parts(found.behind), 4)]
    if found.places:
        told = ", ".join(f"{place or 'none'} by {name}" for name, place in found.places.items())
        lines.append(indented(Text(f"place {told}"), 2))
    back = [(Text(f"with {visible(one.change)}"), Text(f"number {one.rank}")) for one in found.remedies]
    lines += [Text("recalled"), Sheet(back)] if back else []
    return Group(*lines)
