"""Titles of documents as names: which passages stand under one, where others name it, and which ones a question names.

A title is compared word by word, folded, so that "God'S Gift" is "God's Gift"; a text in talk of something common ("the
return") is told from a title by its capitals. A passage is read once, when it comes; a title that comes later is looked
for only in passages that hold the rarest of its words. What is inside a longer title is not a naming of its own.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from kgmem.lexical import STOP
from kgmem.text import fold
from kgmem.walking import Links

LONGEST = 16
"""Words of a title that is looked for; a Chinese sign counts as one."""
BACK = 0.3
"""Weight of the way from a named passage to the one that names it, beside the way there: what a text names explains it,
who names a thing is one of many."""

Key = tuple[str, ...]

_HAN = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_HAN}]|[^\W_{_HAN}]+")
_ASIDE = re.compile(r"\s*[(（][^()（）]*[)）]\s*\Z")


class Titles:
    """Titles of passages by number, and where passages name them."""

    def __init__(self) -> None:
        self._under: dict[Key, list[int]] = {}  # words of a title -> the passages under it
        self._spelt: dict[Key, set[Key]] = {}  # the same -> its words as they are written
        self._longest: dict[str, int] = {}  # first word -> how many words its longest title has
        self._texts: dict[int, str] = {}
        self._folded: dict[int, str] = {}  # the same, their words between blanks
        self._holding: dict[str, array[int]] = {}  # word, folded -> passages
        self._named: dict[int, set[tuple[int, int, Key]]] = {}  # passage -> (start, end, title) in words of its text
        self._naming: dict[Key, set[int]] = defaultdict(set)  # title -> passages that name it
        self._links: tuple[int, Links] | None = None  # of how many passages

    def __len__(self) -> int:
        """How many passages have a title."""
        return len(self._texts)

    def __contains__(self, number: int) -> bool:
        return number in self._texts

    def add(self, number: int, title: str, text: str) -> None:
        """Take in a passage under its title."""
        self._texts[number] = text
        written = [word.group() for word in _WORD.finditer(text)]
        folded = [fold(word) for word in written]
        self._folded[number] = f" {' '.join(folded)} "
        for word in set(folded):
            self._holding.setdefault(word, array("i")).append(number)
        for found in self._read(written, folded):
            self._note(number, found)
        for name in dict.fromkeys((title, _ASIDE.sub("", title))):
            self._add_title(number, tuple(word.group() for word in _WORD.finditer(name)))

    def _add_title(self, number: int, written: Key) -> None:
        key = tuple(fold(word) for word in written)
        if not 0 < len(key) <= LONGEST or (len(key) == 1 and (len(key[0]) < 2 or key[0] in STOP)):
            return
        self._under.setdefault(key, []).append(number)
        if written in self._spelt.setdefault(key, set()):
            return
        self._spelt[key].add(written)
        self._longest[key[0]] = max(self._longest.get(key[0], 0), len(key))
        wanted = f" {' '.join(key)} "
        for held in min((self._holding.get(word, array("i")) for word in key), key=len):
            if wanted not in self._folded[held]:
                continue
            here = [word.group() for word in _WORD.finditer(self._texts[held])]
            for found in self._read(here, [fold(word) for word in here], only=key):
                self._note(held, found)

    def _note(self, number: int, found: tuple[int, int, Key]) -> None:
        self._named.setdefault(number, set()).add(found)
        self._naming[found[2]].add(number)
        self._links = None

    def _read(self, written: list[str], folded: list[str], only: Key | None = None) -> Iterator[tuple[int, int, Key]]:
        """Where titles stand in a text as they are written, those inside longer ones too."""
        for at, word in enumerate(folded):
            if word not in self._longest or (only is not None and word != only[0]):
                continue
            for length in range(1, min(self._longest[word], len(folded) - at) + 1):
                key = tuple(folded[at : at + length])
                if (only is None or key == only) and _is_spelt(tuple(written[at : at + length]), self._spelt.get(key)):
                    yield at, at + length, key

    def named(self, question: str) -> Mapping[int, float]:
        """Passages whose title stands in a question, by number, those under one title sharing 1.

        Capitals count only as far as the question has any: nobody writes "which film is older, rain or her".
        """
        written = [word.group() for word in _WORD.finditer(question)]
        folded = [fold(word) for word in written]
        any_case = not any(word[0].isupper() for word in written[1:])
        found: dict[int, float] = {}
        at = 0
        while at < len(folded):
            step = 1
            for length in range(min(self._longest.get(folded[at], 0), len(folded) - at), 0, -1):
                under = self._under.get(tuple(folded[at : at + length]), ())
                if under and (any_case or not written[at][0].islower()) and not (length == 1 and folded[at].isdigit()):
                    for number in under:
                        found[number] = found.get(number, 0.0) + 1 / len(under)
                    step = length
                    break
            at += step
        return found

    def links(self) -> Links:
        """The ways from passages to those whose titles they name, and back."""
        held = self._links
        if held is None or held[0] != len(self._texts):
            held = self._links = len(self._texts), Links.of(self._ways())
        return held[1]

    def _ways(self) -> Iterator[tuple[int, int, float]]:
        for number in sorted(self._named):
            for key in sorted({key for _, _, key in _outermost(self._named[number])}):
                under = [one for one in self._under[key] if one != number]
                if under and len(under) == len(self._under[key]):  # else it is its own title
                    weight = 1 / len(under) / np.log2(1 + len(self._naming[key]))
                    for one in under:
                        yield number, one, weight
                        yield one, number, BACK * weight


def _is_spelt(words: Key, known: set[Key] | None) -> bool:
    """True for words written as a title: in its letters, the first word of several in capitals or not."""
    if not known or (len(words) == 1 and (words[0][0].islower() or words[0].isdigit())):
        return False
    return words in known or (len(words) > 1 and any(words[1:] == one[1:] for one in known))


def _outermost(found: set[tuple[int, int, Key]]) -> Iterator[tuple[int, int, Key]]:
    reach = 0
    for one in sorted(found, key=lambda one: (one[0], -one[1])):
        if one[1] > reach:
            reach = one[1]
            yield one
