"""What text is to kgmem: cleaned on the way in, compared by key, split into words and whole signs.

Stored text is canonically composed (NFC) and free of control characters; nothing else is changed.
Comparison folds more: case, width, accents, vowel marks, invisible signs.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b

import regex

from kgmem.han import is_chinese, simplified

_ESCAPES = regex.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])?")
_LONE = regex.compile(r"[\ud800-\udfff]")
_CONTROLS = regex.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SIGN = regex.compile(r"\X")
_WORD = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]+|(?:(?![\p{Han}\p{Hiragana}\p{Katakana}])[\p{L}\p{M}\p{N}])+")
_ASCII_WORD = re.compile(r"[a-z0-9]+")  # the same in folded text without other signs, four times as fast
_CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_LETTER = regex.compile(r"[\p{L}\p{N}]")
_VISIBLE = regex.compile(r"[^\p{Z}\p{C}\p{M}]")
_MARKS = regex.compile(r"(?<=[\p{Latin}\p{Greek}][\u0300-\u036f]*)[\u0300-\u036f]")
_VOWELS = regex.compile(r"[\u0591-\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06ed]")
_FORMAT = regex.compile(r"[\p{Cf}\ufe00-\ufe0f]")
_SENTENCE = regex.compile(r"[^.!?。！？\n]*(?:[.!?。！？\n]+[\"'”’)\]]*\s*|$)")
_BLANKS = regex.compile(r"\s+")
_HAN_RUN = regex.compile(r"\p{Han}+")
OUTER = " \t\"'`“”‘’.,;:!?"
"""Signs that are no part of a name where it begins or ends."""
ARTICLES = ("the", "a", "an")
"""Words that are no part of a name where it begins."""


def clean(text: str) -> str:
    """The text as it is stored: NFC, terminal escapes and control characters out, line ends as \\n.

    A lone surrogate (half an emoji) becomes U+FFFD; a zero byte or a bell is dropped; the words around
    them stay.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    before = ""
    while before != text:  # what is taken out may join an escape anew
        before, text = text, _CONTROLS.sub("", _ESCAPES.sub("", text))
    return text if text.isascii() else unicodedata.normalize("NFC", _LONE.sub("\ufffd", text))


def is_blank(text: str) -> bool:
    """True when a reader would see nothing: blanks, line ends, wide and zero-width blanks."""
    return _VISIBLE.search(text) is None


def fold(text: str) -> str:
    """Text for comparison: NFKC, case folded, traditional Chinese signs simplified; no accents, vowel marks and
    invisible signs."""
    if text.isascii():
        return text.lower()
    before = ""
    while before != text:  # a mark that goes can free the next one
        before = text
        bare = _MARKS.sub("", _VOWELS.sub("", unicodedata.normalize("NFKD", _FORMAT.sub("", text))))
        text = simplified(unicodedata.normalize("NFC", bare).casefold().replace("’", "'"))
    return text


@lru_cache(maxsize=20_000)
def name_key(name: str) -> str:
    """The key under which two spellings of a name are one: folded, blanks single, no outer punctuation."""
    key = _BLANKS.sub(" ", fold(name)).strip()
    inner = _LETTER.search(key)
    if inner is None:
        return key
    before = ""
    while before != key:  # an article may stand behind a quote
        before = key
        key = key.strip(OUTER) or key
        for article in ARTICLES:
            key = key.removeprefix(f"{article} ")
    return key


def words(text: str) -> list[str]:
    """Words for lexical search, in order, folded. Chinese and Japanese runs become character bigrams.

    "Ana's 3 cats" -> ["ana", "s", "3", "cats"]; "我住在北京" -> ["我住", "住在", "在北", "北京"].
    """
    found: list[str] = []
    for word in runs(text):
        found += pairs(word) if _CJK.match(word) else [word]
    return found


def runs(text: str) -> list[str]:
    """The folded words of a text, in order; signs without blanks between them (Chinese, Japanese) stay together."""
    folded = fold(text)
    return _ASCII_WORD.findall(folded) if folded.isascii() else _WORD.findall(folded)


def pairs(run: str) -> list[str]:
    """Each two signs that stand side by side; a sign alone as it is, nothing of nothing."""
    return [run[i : i + 2] for i in range(max(1, len(run) - 1))] if run else []


def is_han(run: str) -> bool:
    """True for Chinese signs and nothing else."""
    return _HAN_RUN.fullmatch(run) is not None


def cjk_share(text: str) -> float:
    """Share of letters and digits that are Chinese or Japanese signs, 0 to 1; 0 for a text without letters."""
    if text.isascii():
        return 0.0
    letters = len(_LETTER.findall(text))
    return min(1.0, len(_CJK.findall(text)) / letters) if letters else 0.0


def is_cjk(text: str) -> bool:
    """True for a text that is mainly Chinese or Japanese, whatever Latin names stand in it."""
    return is_chinese(text) or cjk_share(text) >= 0.5


def signs(text: str) -> list[str]:
    """The text as whole signs (extended grapheme clusters): a family emoji is one."""
    return _SIGN.findall(text)


def digest(*parts: str) -> str:
    """24 hex digits that name these parts: equal parts, equal name, on every machine."""
    name = blake2b(digest_size=12)
    for part in parts:
        name.update(part.encode("utf-8", "surrogatepass"))
        name.update(b"\x1f")
    return name.hexdigest()


def sentences(text: str) -> list[tuple[int, int]]:
    """The text in sentences and lines, as `[start, end)`, without gaps."""
    return [match.span() for match in _SENTENCE.finditer(text) if match.end() > match.start()]


def stands_in(name: str, folded: str) -> bool:
    """True when the name stands in a folded text, as a whole word in scripts that have words."""
    key = fold(name)
    if not key or key not in folded:
        return False
    if cjk_share(key) > 0.5:
        return True
    at = folded.find(key)
    while at >= 0:
        before, after = folded[max(at - 1, 0) : at], folded[at + len(key) : at + len(key) + 1]
        if not (before.isalnum() or after.isalnum() or "_" in (before, after)):
            return True
        at = folded.find(key, at + 1)
    return False
