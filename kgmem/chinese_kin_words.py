"""The Chinese nouns for those around somebody: family, friends, those one works or lives with.

The list is `data/chinese_kin.txt`, in simplified signs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class KinNoun:
    """A noun for somebody of somebody. `plain` is the noun that stands for all that mean the same. own: said without an
    owner it means the speaker's. family: kin rather than friends or those one works with."""

    plain: str
    gender: str = ""
    own: bool = False
    several: bool = False
    family: bool = True


@cache
def kin_nouns() -> Mapping[str, KinNoun]:
    """All nouns, as they are written in simplified signs."""
    found: dict[str, KinNoun] = {}
    for line in (files("kgmem") / "data" / "chinese_kin.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        marks, _, words = line.partition(":")
        said = marks.split()
        plain, *others = words.split()
        gender = said[0] if said[0] in ("he", "she") else ""
        noun = KinNoun(plain, gender, "own" in said, "two" in said, "social" not in said)
        for word in (plain, *others):
            found.setdefault(word, noun)
    return found


@cache
def kin_pattern() -> re.Pattern[str]:
    """Any of the nouns, the longest that fits."""
    return re.compile("|".join(sorted(kin_nouns(), key=len, reverse=True)))


def plain_noun(noun: str) -> str:
    """The noun that stands for all that mean the same as this simplified one; itself when it is no noun of the list."""
    held = kin_nouns().get(noun)
    return held.plain if held else noun


def shown(noun: str) -> str:
    """A noun as it is put behind an owner's name, in its own script: one sign alone is doubled ("媽" -> "媽媽")."""
    return noun * 2 if len(noun) == 1 else noun
