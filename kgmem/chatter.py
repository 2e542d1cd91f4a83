"""What of talk says something: sentences, and the words in them that are more than greeting, praise and agreement."""

from __future__ import annotations

import re
from functools import lru_cache

from kgmem.lexical import terms
from kgmem.text import sentences

CHATTER = frozenset(
    "absolut actual agre alreadi also alway amaz anyth anytim aw awesom bad beauti best bet bit bye can chat come "
    "cool could cours cute definit even ever everyth exact excit feel fun get glad go gonna good got great guess "
    "happi hear hello hey hi hope incred inspir just keep kind know last let like littl ll long look lot love "
    "luck lucki m made make mani mayb mean much must nice now oh ok okay one onli photo pic pleas post pretti proud re "
    "realli right say see seem share should someth sound still stuff super sure take talk tell thank that thing "
    "think time today too tri true truli up ve veri want way welcom well whole wish wonder wow ya yeah yep yes "
    "you".split()
)
"""Stems of talk that say nothing of what a session is about."""
_ABBREVIATED = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Prof|vs|e\.g|i\.e|No)|\b[A-Z]|\d)\.\s*$")


@lru_cache(maxsize=50_000)
def tells(text: str) -> int:
    """How many words of a text say something."""
    return len(telling_terms(text))


def telling_terms(text: str) -> frozenset[str]:
    """The stems of a text's words that say something."""
    return frozenset(term for term in terms(text) if term not in CHATTER)


def whole_sentences(text: str) -> list[tuple[int, int]]:
    """The sentences of a text without the blanks around them; "Dr. Lee" and "3.5" end none."""
    joined: list[tuple[int, int]] = []
    for start, end in sentences(text):
        before = text[joined[-1][0] : joined[-1][1]] if joined else ""
        if _ABBREVIATED.search(before) and not before.endswith("\n"):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    trimmed = []
    for start, end in joined:
        words = text[start:end]
        first = start + len(words) - len(words.lstrip())
        last = end - (len(words) - len(words.rstrip()))
        if first < last:
            trimmed.append((first, last))
    return trimmed
