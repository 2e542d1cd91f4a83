"""When a Chinese statement holds: from its clause's times, its aspect, and how it stands."""

from __future__ import annotations

import re

from kgmem.chinese_reading import TIMES, Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import NOW, TABLE, Standing
from kgmem.ontology import Relation
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span
from kgmem.timex import Timex

_WHEN_ALONE = re.compile(f"[{TIMES}从自打起开始]*")


def validity(
    scene: ChineseScene, clause: Clause, relation: Relation, how: Standing, *, begun: bool
) -> tuple[Span, bool]:
    """When a statement holds, and whether it says that it stopped holding at the start of that span.

    begun: it tells that the state began (爱上了), so a date is that of its beginning.
    """
    if relation.timeless:
        return ALWAYS, False
    said = scene.episode.occurred
    times = [time for time in _times(scene, clause, how) if time.kind != "recurring"]
    point = next((time.span for time in times if time.kind in ("date", "time")), None)
    since = next((time.span for time in times if _is_since(time)), None)
    until = next((time.span for time in times if time.kind == "until"), None)
    if how.ended:
        if point is not None and point.start <= said:
            return Span(point.start, FOREVER, point.precision), True
        if since is not None and BEGINNING < since.start <= said:
            return Span(since.start, FOREVER, since.precision), True
        return Span(said, FOREVER, "unknown"), True
    if how.past and how.modality in ("asserted", "reported"):
        if how.denied:
            return ALWAYS, False
        span = point or since or until
        if span is not None and BEGINNING < span.start <= said:
            return Span(span.start, min(max(span.end, span.start), FOREVER), span.precision), False
        return Span(said, FOREVER, "unknown"), True
    if since is not None and BEGINNING < since.start <= said:
        return Span(since.start, FOREVER, since.precision), False
    if how.modality == "planned" and point is not None:
        return Span(point.start, FOREVER, point.precision), False
    if point is not None and BEGINNING < point.start <= said and (begun or point.end > said):
        return Span(point.start, FOREVER, point.precision), False
    if point is not None and point.start > BEGINNING and point.end <= said:
        return Span(point.start, point.end, point.precision), False
    if until is not None and said < until.end < FOREVER:
        return Span(BEGINNING, until.end, "unknown"), False
    return ALWAYS, False


def _times(scene: ChineseScene, clause: Clause, how: Standing) -> list[Timex]:
    """A clause's times but for now; without any, those since when the clause that opens its sentence says
    ("从一月开始，我又吃肉了"), of an ending all times there."""
    times = clause.times or _opening_times(scene, clause)
    if not clause.times and not how.ended:
        times = tuple(time for time in times if _is_since(time))
    return [time for time in times if TABLE.get(time.surface) != NOW]


def _opening_times(scene: ChineseScene, clause: Clause) -> tuple[Timex, ...]:
    before = [one for one in scene.read.clauses if one.sentence == clause.sentence and one.start < clause.start]
    return next((one.times for one in before if one.times and _WHEN_ALONE.fullmatch(one.skeleton)), ())


def is_dated(scene: ChineseScene, clause: Clause, how: Standing) -> bool:
    """True when a clause gives a date, or since when."""
    return any(time.kind in ("date", "time") or _is_since(time) for time in _times(scene, clause, how))


def _is_since(time: Timex) -> bool:
    return time.kind in ("since", "duration") and time.span.precision != "unknown"
