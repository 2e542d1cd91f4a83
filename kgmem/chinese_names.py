"""Who and what is named in a Chinese text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgmem.han import simplified


@dataclass(frozen=True, slots=True)
class Named:
    """A span `[start, end)` that names or points to somebody or something.

    name: what it names, in the script it was given in; "" for a pronoun or a description. kind: "name", "pronoun" or
    "noun" (a description: "我妈"). owner: the position in the list of the one it belongs to, -1 for none. noun: the
    description's noun in its plain form ("妈妈"). lower: a pronoun, as `extract_coref` calls it ("i", "she").
    """

    start: int
    end: int
    name: str = ""
    type: str = "Thing"
    gender: str = ""
    kind: str = "name"
    owner: int = -1
    noun: str = ""
    lower: str = ""
    plural: bool = False


_PRONOUNS: dict[str, tuple[str, str, bool]] = {
    "我": ("i", "", False), "俺": ("i", "", False), "你": ("you", "", False), "您": ("you", "", False),
    "他": ("he", "male", False), "她": ("she", "female", False), "它": ("it", "", False),
    "我们": ("we", "", True), "咱们": ("we", "", True), "他们": ("they", "", True), "她们": ("they", "", True),
}  # fmt: skip
_PRONOUN = re.compile("|".join(sorted(_PRONOUNS, key=len, reverse=True)))


def named(text: str, people: Sequence[str], known: Iterable[tuple[str, str]] = ()) -> list[Named]:
    """What a text names, in order, none overlapping another.

    people: those who take part. known: (name, type) of what was called by a name before.
    """
    plain = simplified(text)
    types = {**dict(known), **dict.fromkeys(people, "Person")}
    found: list[Named] = []
    for name, kind in sorted(types.items(), key=lambda pair: (-len(pair[0]), pair[0])):
        if len(name) > 1:
            for place in re.finditer(re.escape(simplified(name)), plain):
                found.append(Named(place.start(), place.end(), name, kind))
    for place in _PRONOUN.finditer(plain):
        lower, gender, plural = _PRONOUNS[place[0]]
        found.append(Named(place.start(), place.end(), "", "Person", gender, "pronoun", lower=lower, plural=plural))
    return _apart(found)


def _apart(found: Iterable[Named]) -> list[Named]:
    kept: list[Named] = []
    for one in sorted(found, key=lambda n: (n.start, n.start - n.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept
