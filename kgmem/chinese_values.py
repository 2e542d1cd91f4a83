"""Values in Chinese: ages, dates, and words that are no things."""

from __future__ import annotations

import re

from kgmem.chinese_reading import TIMES, Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_things import trimmed
from kgmem.ontology import Relation
from kgmem.temporal import iso, parse_zone

_NUMBER = re.compile(r"\d+(?:\.\d+)?|[零〇一二两三四五六七八九十百千万]+")
_DIGITS = "零一二三四五六七八九"
_DAY = re.compile(f"[{TIMES}]")


def value_of(scene: ChineseScene, clause: Clause, start: int, end: int, relation: Relation) -> str:
    """What stands in a place as a value of the relation's range; "" when it is none."""
    if relation.range == "Date":
        return _date(scene, clause, start, end)
    start, end = trimmed(clause.skeleton, start, end)
    said = scene.read.surface(clause, start, end).strip()
    if relation.range == "Number":
        found = _NUMBER.search(clause.skeleton[start:end])
        return _number(found[0]) if found and len(said) <= 8 else ""
    return said if 0 < len(said) <= 40 else ""


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
    tens, ten, ones = said.rpartition("十")
    if not ten:
        return "".join(str(_DIGITS.index(sign)) for sign in said) if all(sign in _DIGITS for sign in said) else ""
    return str((_DIGITS.index(tens) if tens in _DIGITS and tens else 1) * 10 + (_DIGITS.index(ones) if ones in _DIGITS and ones else 0))
