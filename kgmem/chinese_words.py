"""Chinese text cut into words with their parts of speech, by jieba."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

NAME = "name"
"""The tag of what was set apart before cutting."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word at `[start, end)` of the text. `tag` is jieba's: n noun, nr person, ns place, nt organisation, v verb,
    a adjective, d adverb, r pronoun, p preposition, c conjunction, m number, q measure word, u particle, x other."""

    start: int
    end: int
    text: str
    tag: str


@lru_cache(maxsize=1)
def _jieba() -> Any:
    import rjieba

    return rjieba.Jieba()  # of our own: another user of the library may add words to the shared one


def cut(text: str, apart: Iterable[tuple[int, int]] = (), *, guess: bool = True) -> list[Word]:
    """The words of a simplified text in order, without gaps; each span set apart is one word, tagged NAME.

    apart: `[start, end)`, in order, none overlapping another. guess: signs that make no known word may be taken for one
    together, as in names; where names are set apart, such guesses do harm (能学).
    """
    found: list[Word] = []
    at = 0
    for start, end in apart:
        found.extend(_between(text, at, start, guess))
        found.append(Word(start, end, text[start:end], NAME))
        at = end
    found.extend(_between(text, at, len(text), guess))
    return found


def _between(text: str, start: int, end: int, guess: bool) -> Iterator[Word]:
    at = start
    for said, tag in _jieba().tag(text[start:end], guess) if end > start else ():
        yield Word(at, at + len(said), said, tag)
        at += len(said)


def is_word(text: str) -> bool:
    """True for a word of jieba's dictionary."""
    return bool(_jieba().has_word(text))
