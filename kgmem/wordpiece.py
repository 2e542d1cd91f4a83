"""WordPiece: how a BERT encoder sees a text, as numbers of pieces of words in its vocabulary.

The uncased scheme: control characters out, accents off, lower case; a text splits at blanks, and every
punctuation mark and Chinese sign stands alone; each word is then cut from the left into the longest pieces
the vocabulary holds ("kgmem" -> kg ##me ##m).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice

UNKNOWN, START, END = "[UNK]", "[CLS]", "[SEP]"

LONGEST_WORD = 100  # characters; BERT gives up on a longer word and calls it unknown
SPARE_RUNS = 1_000  # runs beyond `max_len` that may give no piece at all
CACHED_RUNS = 20_000
CACHED_RUN_LENGTH = 32  # characters; longer runs are links and the like, seldom seen twice

# Only these part words for BERT. str.split() would also part at control characters, which BERT drops.
_RUN = re.compile(r"[^ \t\n\r\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF), (0x2A700, 0x2B81F), (0x2B820, 0x2CEAF), (0x2F800, 0x2FA1F),
)  # fmt: skip


class WordPiece:
    """Turns any text into at most `max_len` vocabulary numbers, [CLS] and [SEP] included."""

    def __init__(self, vocabulary: Sequence[str], *, max_len: int = 256) -> None:
        """vocabulary: the pieces in order of their numbers; KeyError if it lacks [UNK], [CLS] or [SEP]."""
        self.vocabulary = tuple(vocabulary)
        self.max_len = max_len
        self._number = {piece: number for number, piece in enumerate(self.vocabulary)}
        self._unknown, self._start, self._end = (self._number[piece] for piece in (UNKNOWN, START, END))
        self._cached = lru_cache(maxsize=CACHED_RUNS)(lambda run: tuple(self._numbers(run)))

    def ids(self, text: str) -> list[int]:
        """The text's piece numbers between [CLS] and [SEP]; what lies beyond `max_len` is never looked at.

        So a text of megabytes costs no more than a page. Two bounds hold where a text has no blanks, or nothing
        but control characters between them: `max_len` of the longest words in a run, and SPARE_RUNS.
        """
        matches = islice(_RUN.finditer(text), self.max_len + SPARE_RUNS)
        runs = (match.group()[: self.max_len * LONGEST_WORD] for match in matches)
        numbers = chain.from_iterable(
            self._cached(run) if len(run) <= CACHED_RUN_LENGTH else self._numbers(run) for run in runs
        )
        return [self._start, *islice(numbers, self.max_len - 2), self._end]

    def pieces(self, text: str) -> tuple[list[int], list[str]]:
        """`ids` and, beside each number, the piece it stands for ("##" marks one that continues a word)."""
        numbers = self.ids(text)
        return numbers, [self.vocabulary[number] for number in numbers]

    def _numbers(self, run: str) -> Iterator[int]:
        for word in _words(run):
            yield from self._cut(word)

    def _cut(self, word: str) -> list[int]:
        if len(word) > LONGEST_WORD:
            return [self._unknown]
        numbers: list[int] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = word[start:end] if start == 0 else "##" + word[start:end]
                if piece in self._number:
                    numbers.append(self._number[piece])
                    start = end
                    break
            else:
                return [self._unknown]
        return numbers


def is_punctuation(piece: str) -> bool:
    """True for a vocabulary piece that is one punctuation mark, by BERT's wider idea of one ("$", "+")."""
    return len(piece) == 1 and _is_mark(piece)


def _words(run: str) -> Iterator[str]:
    """Folded words, punctuation marks and Chinese signs of a run without blanks, in order.

    A word is not collected past the length at which it is unknown anyway.
    """
    word = ""
    for sign in chain.from_iterable(map(_folded, run)):
        if _is_mark(sign) or _is_ideograph(sign):
            if word:
                yield word
            yield sign
            word = ""
        elif len(word) <= LONGEST_WORD:
            word += sign
    if word:
        yield word


@lru_cache(maxsize=4_096)
def _folded(sign: str) -> str:
    """A character in lower case without its accents: several characters for some, none for control characters.

    One at a time: lower() of a whole word would turn the last sigma of a Greek one into another letter.
    Unassigned code points (Cn) stay: to BERT they are unknown words, and an emoji newer than this Python is one.
    """
    if sign == "\ufffd" or unicodedata.category(sign) in ("Cc", "Cf", "Co", "Cs"):
        return ""
    bare = (part for part in unicodedata.normalize("NFD", sign) if unicodedata.category(part) != "Mn")
    return "".join(bare).lower()


@lru_cache(maxsize=4_096)
def _is_mark(sign: str) -> bool:
    if sign.isascii():
        return sign.isprintable() and not sign.isalnum() and sign != " "
    return unicodedata.category(sign).startswith("P")


def _is_ideograph(sign: str) -> bool:
    return sign >= "\u3400" and any(first <= ord(sign) <= last for first, last in _IDEOGRAPHS)
