"""Chinese writing: traditional and full-width signs as plain ones, for comparison only; what is stored is not changed.

The table is that of single signs of OpenCC (data/han.txt, made by scripts/han_table.py). Sign by sign keeps every
place in the text where it was, which folding by words would not.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese signs, for use inside a character class."""
_HAN = re.compile(f"[{HAN}]")
_LATIN_WORD = re.compile(r"[A-Za-zÀ-ɏ]+")
_HAN_OF_A_WORD = 2
"""Signs of Chinese that say about what one Latin word says."""


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    signs, plain = resources.files("kgmem.data").joinpath("han.txt").read_text(encoding="utf-8").split()
    wide = {place: chr(place - 0xFEE0) for place in range(0xFF01, 0xFF5F) if chr(place - 0xFEE0).isalnum()}
    return {**{ord(sign): to for sign, to in zip(signs, plain, strict=True)}, **wide, 0xFF05: "%", 0xFF0E: "."}


def simplified(text: str) -> str:
    """The text with traditional signs simplified and wide letters and digits narrow; as long as it was.

    "臺灣２０２３年" -> "台湾2023年". Punctuation stays wide.
    """
    return text if text.isascii() else text.translate(_table())


def has_han(text: str) -> bool:
    """True when there is a Chinese sign in the text."""
    return not text.isascii() and _HAN.search(text) is not None


def is_chinese(text: str) -> bool:
    """True for a text that says more in Chinese signs than in Latin words: two signs weigh as a word."""
    signs = len(_HAN.findall(text)) if not text.isascii() else 0
    return bool(signs) and signs >= _HAN_OF_A_WORD * len(_LATIN_WORD.findall(text))
