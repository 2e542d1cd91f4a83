"""Values in Chinese: ages, dates, and words that are no things."""

from __future__ import annotations

import re

from kgmem.chinese_numbers import amounts
from kgmem.chinese_numbers import value_of as number_of
from kgmem.chinese_reading import TIMES, Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_things import trimmed
from kgmem.ontology import Relation
from kgmem.temporal import iso, parse_zone

_NUMBER = re.compile(r"\d+(?:\.\d+)?|[零〇一二两三四五六七八九十百千万]+")
_SHAPES = {
    "hasPhone": re.compile(r"\d[\d\- ]{5,}"), "hasEmail": re.compile("@"), "hasWebsite": re.compile(r"\w\.\w"),
    "hasBloodType": re.compile(r"\A(?:[ABO]|AB)(?:型|$)"), "hasUsername": re.compile(r"[A-Za-z0-9_]{3,}"),
    "hasHours": re.compile(r"\d|点"),
}  # fmt: skip
"""What values of some relations must look like."""
_MEASURED = {"hasHeight": "length", "hasWeight": "weight", "costs": "money", "hasBudget": "money"}
"""Relations whose values are amounts, and of what; a bare number is one too."""
_DAY = re.compile(f"[{TIMES}]")


def value_of(scene: ChineseScene, clause: Clause, start: int, end: int, relation: Relation) -> str:
    """What stands in a place as a value of the relation's range; "" when it is none."""
    if relation.range == "Date":
        return _date(scene, clause, start, end)
    said = scene.read.surface(clause, start, trimmed(clause.skeleton, start, end)[1]).strip(" 是为有的")
    if relation.range == "Number":
        found = _NUMBER.search(said)
        return _number(found[0]) if found and len(said) <= 8 else ""
    if measure := _MEASURED.get(relation.name):
        return _amount(said, measure)
    shape = _SHAPES.get(relation.name)
    return said if 0 < len(said) <= 40 and (shape is None or shape.search(said)) else ""


def _amount(said: str, measure: str) -> str:
    """The amount of that measure in what is said, or all of it when it begins with a number that has no unit."""
    found = amounts(said)
    fitting = next((said[one.start : one.end] for one in found if one.measure == measure), "")
    return fitting or (said if not found and len(said) <= 12 and _NUMBER.match(said) else "")


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
