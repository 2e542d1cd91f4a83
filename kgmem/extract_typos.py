"""Slips of the finger mended before parsing: two letters that changed places, "wihch" for "which".

Only lower-case words of four letters or more that are in no dictionary, and only where one swap of neighbours makes
exactly one word that is: the word keeps its length, so every place in the text stays what it was.
"""

from __future__ import annotations

from collections.abc import Set

SHORTEST = 4


def mended(word: str, known: Set[str]) -> str:
    """The word with two letters swapped back, or as it is."""
    if len(word) < SHORTEST or not known or word in known or not (word.isascii() and word.isalpha() and word.islower()):
        return word
    swapped = {
        word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1) if word[at] != word[at + 1]
    }
    found = swapped & known
    return found.pop() if len(found) == 1 else word
