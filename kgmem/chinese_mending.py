"""Signs that are mixed up because they sound alike: 的 得 地, 在 再, 做 作, 已经 以经."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgmem.chinese_words import NAME, Word

_WHOLE = {
    "以经": "已经",
    "现再": "现在",
    "好象": "好像",
    "在次": "再次",
    "必需": "必须",
    "做为": "作为",
    "因该": "应该",
    "帐号": "账号",
    "住再": "住在",
    "哪边": "那边",
}


def mended(words: Sequence[Word]) -> list[Word]:
    """The words with those put right that cannot be meant where they stand; their places stay."""
    found = list(words)
    for at, word in enumerate(found):
        before = found[at - 1] if at else None
        after = found[at + 1] if at + 1 < len(found) else None
        said = _WHOLE.get(word.text) or _right(word, before, after)
        if said != word.text:
            found[at] = replace(word, text=said, tag=word.tag if word.tag != "d" else "p" if said == "在" else "uj")
    return found


def _right(word: Word, before: Word | None, after: Word | None) -> str:
    """What is meant by a word between two others."""
    if word.text in ("得", "地") and before is not None and after is not None:
        is_owner = before.tag == NAME or before.tag[:1] in ("n", "r", "f", "s", "t", "b", "z", "m", "v")
        is_owned = after.tag == NAME or after.tag[:1] in ("n", "b", "m") or after.tag in ("vn", "nz", "j", "z")
        return "的" if is_owner and is_owned else word.text
    if word.text == "得" and after is None:
        return "的"
    if (
        word.text == "再"
        and after is not None
        and (after.tag == NAME or after.tag[:1] in ("n", "s", "f", "r", "j") or after.text in ("跟", "和"))
    ):
        return "在"
    if word.text == "作" and after is not None and (after.tag == NAME or after.tag[:1] in ("n", "r", "m")):
        return "做"
    return word.text
