"""Values in Chinese: ages, dates, and words that are no things."""

from __future__ import annotations

import re

from kgmem.chinese_numbers import value_of as number_of
from kgmem.chinese_reading import TIMES, Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_things import trimmed
from kgmem.ontology import Relation
from kgmem.temporal import iso, parse_zone

_NUMBER = re.compile(r"\d+(?:\.\d+)?|[零〇一二两三四五六七八九十百千万]+")
_SHAPES = {
    "hasPhone": re.compile(r"\d[\d\- ]{5,}"), "hasEmail": re.compile("@"), "hasWebsite": re.compile(r"\w\.\w"),
    "hasHeight": re.compile(r"\A(?:\d|一米|两米|[一二]米)"), "hasWeight": re.compile(r"\A[\d一二两三四五六七八九十百]+"),
    "hasBloodType": re.compile(r"\A(?:[ABO]|AB)(?:型|$)"), "hasUsername": re.compile(r"[A-Za-z0-9_]{3,}"),
    "costs": re.compile(r"\d|[一二两三四五六七八九十百千万]"), "hasHours": re.compile(r"\d|点"), "hasBudget": re.compile(r"\d|[百千万亿]"),
}  # fmt: skip
"""What values of some relations must look like."""
_DAY = re.compile(f"[{TIMES}]")


def value_of(scene: ChineseScene, clause: Clause, start: int, end: int, relation: Relation) -> str:
    """What stands in a place as a value of the relation's range; "" when it is none."""
    if relation.range == "Date":
        return _date(scene, clause, start, end)
    said = scene.read.surface(clause, start, trimmed(clause.skeleton, start, end)[1]).strip(" 是为有的")
    if relation.range == "Number":
        found = _NUMBER.search(said)
        return _number(found[0]) if found and len(said) <= 8 else ""
    shape = _SHAPES.get(relation.name)
    return said if 0 < len(said) <= 40 and (shape is None or shape.search(said)) else ""


def _date(scene: ChineseScene, clause: Clause, start: int, end: int) -> str:
    zone = parse_zone(scene.episode.zone)
    for sign in _DAY.findall(clause.skeleton[start:end]):
        time = scene.read.time(sign)
        if time is not None and time.kind in ("date", "time") and time.span.precision != "unknown" and zone is not None:
            precision = time.span.precision if time.span.precision in ("year", "month") else "day"
            return iso(time.span.start, zone, precision)
    return ""


def _number(said: str) -> str:
    if said[0].isdigit():
        return said
    read = number_of(said)
    return f"{read:g}" if read is not None else ""
