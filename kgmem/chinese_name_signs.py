"""Of what signs Chinese names are made: surnames, given names, foreign names spelled in Chinese.

All of it in simplified signs; the lists are in `data/chinese_names.txt`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

MIDDOT = "·•・"
DOUBTFUL = frozenset("于万方高白安包左管成全连单时向关任何金石田江花温项游路盛童冷解甘毛牛黄武季章文平常都和钱水木雷")
"""Surnames that are everyday words too."""
NEVER_TITLED = frozenset("于向成全连关单管时包左冷和解任")
"""Surnames that read as another word before a title: "向老师道歉"."""


@cache
def _lists() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = defaultdict(list)
    for line in (files("kgmem") / "data" / "chinese_names.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, _, words = line.partition(": ")
            found[kind] += words.split()
    return {kind: tuple(words) for kind, words in found.items()}


@cache
def signs(kind: str) -> frozenset[str]:
    """The single signs of a list."""
    return frozenset("".join(_lists()[kind]))


@cache
def listed(kind: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(_lists()[kind])


def surname_of(name: str) -> str:
    """The surname a name in simplified signs begins with, "" when it begins with none."""
    if name[:2] in listed("compound"):
        return name[:2]
    return name[:1] if name[:1] in signs("surnames") else ""


def is_given(part: str) -> bool:
    """True for one or two signs of which given names are made."""
    return 0 < len(part) <= 2 and all(
        any(sign in signs(kind) for kind in ("name", "also", "she", "he")) for sign in part
    )


def is_plainly_given(part: str) -> bool:
    """True when all signs of a given name stand in few other words."""
    return bool(part) and all(sign in signs("name") for sign in part)


def is_full_name(name: str) -> bool:
    """True for a surname with a given name behind it: "刘永康", "欧阳明", "李娜"."""
    surname = surname_of(name)
    return bool(surname) and is_given(name[len(surname) :]) and name not in listed("none")


def may_be_full_name(name: str) -> bool:
    """True also for rarer signs of given names; to be asked only of what is known to name a person."""
    part = name[len(surname_of(name)) :]
    given = 0 < len(part) <= 2 and all(is_given(sign) or sign in signs("more") for sign in part)
    return given and bool(surname_of(name)) and name not in listed("none")


def is_foreign(name: str) -> bool:
    """True for signs of which foreign names are made: "钱德勒", "莫妮卡"."""
    return all(sign in signs("foreign") for sign in name) and name not in listed("none")


def gender_of(name: str) -> str:
    """ "he" or "she" where a person's name in simplified signs all but tells, else ""."""
    first = name
    for dot in MIDDOT:
        first = first.split(dot)[0]
    if first in listed("foreign_he"):
        return "he"
    if first in listed("foreign_she"):
        return "she"
    given = name[len(surname_of(name)) :] if is_full_name(name) else name.removeprefix("阿")
    if not is_given(given):
        return ""
    for sign in reversed(given):
        if (sign in signs("she")) != (sign in signs("he")):
            return "she" if sign in signs("she") else "he"
    return ""


def short_forms(name: str) -> tuple[str, ...]:
    """What somebody with this full name is called in talk, without title: 永康, 阿康, 康康, 小刘, 老刘."""
    for dot in MIDDOT:
        if dot in name:
            first = name.split(dot)[0]
            return (first,) if len(first) > 1 else ()
    surname = surname_of(name)
    given = name[len(surname) :]
    if not surname or not 1 <= len(given) <= 2 or name in listed("foreign_he") | listed("foreign_she"):
        return ()
    last = given[-1]
    forms = [
        f"阿{last}",
        f"小{last}",
        last * 2,
        f"小{surname}",
        f"老{surname}",
        f"大{surname}",
        f"{last}哥",
        f"{last}姐",
    ]
    return (given, *forms) if len(given) == 2 else tuple(forms)
