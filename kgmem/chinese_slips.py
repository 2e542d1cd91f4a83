"""Slips that the speaker puts right at once: "我三月，不对，四月搬的", "搬到合肥，说错了，南京". What was wrong, and the words that
say so, are no part of the clause."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kgmem.chinese_words import NAME, Word

_TAKEN_BACK = re.compile(
    r"(?:[哦噢啊喔呃]?不对不?对?|[哦噢啊喔]不是?|不不+|不是|(?:我)?(?:说|讲|记|搞|弄|打)错了|错了|口误|我是说|我的意思是|更正(?:一下)?|纠正(?:一下)?|呸|(?:准确|确切)(?:地|的)?说)"
)
_RATHER = re.compile(r"应该是|应该说|其实是|是|应是|改成|准确地说是")
_COMMA = re.compile(r"[，,、\s…—]+")
_NOMINAL = frozenset("nbjlizsxe")


def without_slips(words: Sequence[Word], signs: Mapping[int, str]) -> list[Word]:
    """The words without what was said wrong. signs: of the phrases and times, by their place."""
    found = list(words)
    at = 0
    while (slip := _slip(found, at)) is not None:
        first, after = slip
        while after < len(found) and _RATHER.fullmatch(found[after].text):
            after += 1
        kept = _kept(found[:first], found[after] if after < len(found) else None, signs)
        if kept is None:
            at = after
        else:
            found[kept:after] = []
            at = kept
    return found


def _slip(words: Sequence[Word], start: int) -> tuple[int, int] | None:
    """The next words between commas that take something back: where the comma before them stands, and what follows."""
    for at in range(start, len(words)):
        if words[at].tag == NAME or not _COMMA.fullmatch(words[at].text):
            continue
        said = ""
        for behind in range(at + 1, min(at + 7, len(words))):
            if words[behind].tag != NAME and _COMMA.fullmatch(words[behind].text):
                if _TAKEN_BACK.fullmatch(said):
                    return at, behind + 1
                break
            said += words[behind].text
    return None


def _kept(before: Sequence[Word], right: Word | None, signs: Mapping[int, str]) -> int | None:
    """How many of the words before a slip stay; None when nothing there can be what was wrong."""
    if right is None or not before:
        return None
    last = before[-1]
    if right.tag == NAME or last.tag == NAME:
        same = right.tag == last.tag == NAME and _kind(right, signs) == _kind(last, signs)
        either = {_kind(right, signs), _kind(last, signs)}
        return len(before) - 1 if same or "time" not in either else None
    count = len(before)
    while count > 1 and before[count - 1].tag[:1] in _NOMINAL:
        count -= 1
    return count if count < len(before) else None


def _kind(word: Word, signs: Mapping[int, str]) -> str:
    if word.tag != NAME:
        return "noun"
    return "time" if signs.get(word.start, "") >= "\uf000" else "phrase"
