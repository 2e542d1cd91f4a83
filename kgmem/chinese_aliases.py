"""One thing by two names in a Chinese text: "夜班主管（Night Supervisor）", "张伟，外号大伟"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_words import cut
from kgmem.han import simplified
from kgmem.records import FactClaim

_HAN = "㐀-鿿"
_LATIN = r"(?<![A-Z])[A-Z][A-Za-z0-9]++(?:[ .&'’-]++[A-Za-z0-9]++){0,4}"
_BRACKETED = re.compile(
    rf"(?P<han>[{_HAN}·]{{2,14}})\s*[（(]\s*(?:英文名?|又名|又叫|也叫|简称|简稱|即|就是|英文叫)?[:：]?\s*(?P<latin>{_LATIN})\s*[）)]"
)
_REVERSED = re.compile(
    rf"(?P<latin>{_LATIN})\s*[（(]\s*(?:中文名?|又名|又叫|也叫|简称|即|就是)?[:：]?\s*(?P<han>[{_HAN}·]{{2,12}})\s*[）)]"
)
_ALSO = re.compile(
    rf"[\s，,（(]*(?:的)?(?:又名|又叫|也叫|又称|也称|人称|外号是?|外号叫|绰号是?|绰号叫|小名叫?|昵称叫?|英文名叫?|英文名是|中文名叫?|简称|大家都?叫[他她它]|都叫[他她它]|网名叫?|笔名叫?|艺名叫?|本名叫?|原名叫?|曾用名)"
    rf"[\s“\"「『]*(?P<name>{_LATIN}|[{_HAN}·]{{1,8}}?)[”\"」』]?(?=[，,。.！!？?；;）)\s]|的|是|在|\Z)"
)
_PART_OF_NAME = ("n", "j", "b", "x", "vn", "eng", "l", "i", "an")


def aliases(scene: ChineseScene) -> list[FactClaim]:
    """What a text says is another name of something."""
    return list(_claims(scene))


def _claims(scene: ChineseScene) -> Iterator[FactClaim]:
    text = scene.read.text
    plain = simplified(text)
    for found in _BRACKETED.finditer(text):
        start = _begin(scene, plain, found.start("han"), found.end("han"))
        if found.end("han") - start > 1:
            yield _named(text[start : found.end("han")], found["latin"], start, found.end())
    for found in _REVERSED.finditer(text):
        yield _named(found["latin"], found["han"], found.start(), found.end())
    for number, one in enumerate(scene.read.phrases):
        also = _ALSO.match(plain, one.end)
        if also is None or one.kind == "pronoun" or (one.kind == "noun" and one.owner < 0):
            continue
        name = scene.name(number)
        other = text[also.start("name") : also.end("name")]
        if name and name != other:
            yield _named(name, other, one.start, also.end(), scene.type(number))


def _begin(scene: ChineseScene, plain: str, start: int, end: int) -> int:
    """Where the name before a bracket begins: with a phrase that ends there, else with the first of the nouns in a row."""
    for one in scene.read.phrases:
        if one.end == end and one.kind == "name":
            return one.start
    begin = end
    for word in reversed(cut(plain[start:end], guess=False)):
        if not word.tag.startswith(_PART_OF_NAME):
            break
        begin = start + word.start
    return begin


def _named(one: str, other: str, start: int, end: int, kind: str = "Thing") -> FactClaim:
    return FactClaim(
        one,
        "named",
        value=other,
        predicate="又名",
        subject_type=kind or "Thing",
        confidence=0.85,
        rule="naming",
        start=start,
        end=end,
    )
