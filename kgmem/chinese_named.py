"""A place in a Chinese text that names or points to somebody or something."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Named:
    """A span `[start, end)` that names or points to somebody or something.

    name: what it names, as it is written, or the full name of the only one known whom a short form fits; "" for a pronoun
    or a description. kind: "name", "pronoun" or "noun" (a description: "我妈"). gender: "he", "she" or "". owner: the
    number in the list of the one it belongs to, -1 for none. noun: the description's noun. plain: the noun that
    stands for all that mean the same, in simplified signs ("妈妈"). lower: a pronoun, as `extract_coref` calls it ("i",
    "she"). sure: False for a name that only its signs and its place tell.
    """

    start: int
    end: int
    name: str = ""
    type: str = "Thing"
    gender: str = ""
    kind: str = "name"
    owner: int = -1
    noun: str = ""
    plain: str = ""
    lower: str = ""
    plural: bool = False
    sure: bool = True
