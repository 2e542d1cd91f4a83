"""Words compared as the sets of the extraction benchmark need it: by stem, without articles and owners."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from benchmarks.case_words import stems
from kgmem.text import name_key, words

_OWNER = re.compile(r"^.*['’]s\s+")


def content(text: str) -> list[str]:
    """Stems of the words of a text that carry meaning; "" gives none."""
    return stems(text) if text.strip() else []


def without_owner(name: str) -> str:
    """ "Ana's dogs" as "dogs"."""
    return _OWNER.sub("", name) or name


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """F1 of the words two texts share, 0 to 1; each word as often as it stands there."""
    shared = sum((Counter(one) & Counter(other)).values())
    return 2 * shared / (len(one) + len(other)) if shared else 0.0


def spans_overlap(text: str, one: tuple[int, int], other: tuple[int, int]) -> float:
    """F1 of the tokens (between blanks) that two spans of a text both touch, 0 to 1."""
    first, second = _tokens(text, one), _tokens(text, other)
    shared = len(first & second)
    return 2 * shared / (len(first) + len(second)) if shared else 0.0


def _tokens(text: str, span: tuple[int, int]) -> set[int]:
    return {m.start() for m in re.finditer(r"\S+", text) if m.start() < span[1] and span[0] < m.end()}


def same_name(one: str, other: str) -> bool:
    """True when one is the other, or a part of it ("Ross", "Ross Geller"); Chinese parts are split by a dot."""
    first, second = _parts(one), _parts(other)
    return bool(first and second) and (first <= second or second <= first)


def _parts(name: str) -> set[str]:
    return {part for piece in re.split(r"[·・•]", name_key(name)) for part in words(piece)}
