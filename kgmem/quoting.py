"""Whether a text says the words somebody says it does: where a quote stands in it, and whether it holds a name."""

from __future__ import annotations

from collections.abc import Iterator

from kgmem.text import fold, is_han, runs

_PARTS = frozenset("the a an s of and my your our his her their".split())
"""Words of a name that it may be known without."""
_PLAIN = {"’": "'", "‘": "'", "“": '"', "”": '"'}


class Words:
    """The folded words of a text, to look names up in."""

    def __init__(self, text: str) -> None:
        self._folded = fold(text)
        self._words = frozenset(runs(text))

    def hold(self, name: str) -> bool:
        """True when every word of a name is a word here, articles and the like left out."""
        return bool(name) and all(map(self._holds, _words(name)))

    def share(self, name: str) -> bool:
        """True when some word of a name is."""
        return any(map(self._holds, _words(name)))

    def _holds(self, word: str) -> bool:
        return word in self._words or (is_han(word) and word in self._folded)


def _words(name: str) -> list[str]:
    found = runs(name)
    return [word for word in found if word not in _PARTS] or found


def place_of(text: str, quote: str) -> tuple[int, int] | None:
    """Where a quote stands in a text: letter by letter, or but for case, quotation marks and blanks."""
    quote = quote.strip()
    if not quote:
        return None
    if (at := text.find(quote)) >= 0:
        return at, at + len(quote)
    wanted = "".join(sign for sign, _ in _plain(quote)).strip()
    plain = list(_plain(text))
    at = "".join(sign for sign, _ in plain).find(wanted)
    if not wanted or at < 0:
        return None
    return plain[at][1], plain[at + len(wanted) - 1][1] + 1


def _plain(text: str) -> Iterator[tuple[str, int]]:
    """The signs of a text for comparison, one for each, with their places; runs of blanks are one."""
    before = ""
    for at, sign in enumerate(text):
        plain = " " if sign.isspace() else _PLAIN.get(sign, sign.lower()[:1])
        if plain != " " or before != " ":
            yield plain, at
        before = plain
