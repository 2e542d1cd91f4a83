"""What stands in a place of a Chinese cue, as things: a phrase by its name, or a noun phrase without its measure word.

Chinese puts the head last, so a thing is of the classes of the longest noun its name ends in: a 黄色台灯 is a 台灯.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgmem.chinese_reading import Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_words import cut
from kgmem.han import simplified
from kgmem.ontology import Ontology

LONGEST = 20
_COMPOSED = frozenset(("Group", "Organization", "School", "Project", "Place"))
_NOTHING = frozenset(
    "这 那 这个 那个 这些 那些 什么 哪 哪个 谁 东西 事 事情 它 这样 那样 人 会 别的 其他 一切 大家 怎么 怎么样 啥 我 你".split()
)
_NO_PART = frozenset(("p", "c", "ul", "uz", "ug", "y", "e"))
_NO_PART_OF_ONE_SIGN = frozenset(("d", "f", "t"))
_VERBS = frozenset("治患犯得吃喝看听玩打弹拉吹读踢下搞做学练穿去骑买卖说讲有是在当住叫让给把被到来从对用")
_BARE = frozenset(
    "个 只 条 辆 台 部 架 把 张 件 盏 套 间 杯 瓶 碗 份 种 本 束 双 副 匹 罐 壶 块 首 口 颗 棵 盆 艘 顶 家 门 点 些 一".split()
)
"""Measure words that stand before a noun without a number: "养只猫"."""
_MEASURES = (
    "个 只 条 辆 台 部 架 把 张 本 件 盏 顶 艘 套 间 栋 幢 座 所 家 位 名 支 枝 根 块 片 颗 粒 瓶 杯 罐 碗 盘 份 种 类 门 双 对 副 匹 头 口 棵 株 朵 盆 "
    "首 幅 篇 封 具 枚 群 堆 些 点 点儿 款 项 场 次 趟 节 堂 壶 盒 箱 包 袋 串 床 面 扇 尊 身 团 笔 通 顿 届 期 例 号"
).split()
_MEASURE = "|".join(sorted(_MEASURES, key=len, reverse=True))
_COUNT = r"(?:[一二两三四五六七八九十几半百千\d]+|好几|好多|不少|很多|许多|多)"
_LEADING = re.compile(
    rf"^(?:[的地了着过是《〈“「『\"']|叫做|名叫|叫|(?:这|那|某|每|各|另|哪|第)?{_COUNT}(?:{_MEASURE})(?!人|者)|(?:这|那|某|另)(?:{_MEASURE})|个(?!人)"
    rf"|[一](?=[^一起般直样些点定]))"
)
_TRAILING = re.compile(
    r"(?:完全|彻底|十分|极其|特别|根本|简直|[一二两三四五六七八九十几好多\d]+(?:次|趟|回|遍|阵子|会儿|下子)|[》〉”」』\"']|[的地得了着过呢吧啊呀嘛哦哈啦吗么哟]|来着|什么的|之类的?|等等|这些|那些|这类|这样|这种|这种东西|这个|那个|来|上|起来|而已|罢了|的话)$"
)
_COUNTED = re.compile(rf"的?{_COUNT}(?:{_MEASURE})(?=..)")
_NEARBY = re.compile(r"(?:那边|这边|那儿|这儿|那里|这里|那块|那一带|一带|附近|周边|本地|当地|城里|市里|市区)$")
_AND = re.compile(r"、|以及|还有|或者|或是|和|与|跟|及|或|加上|并")
_DOING = re.compile(
    r"^(?:吃|喝|看|听|玩|打|弹|拉|吹|读|养|逛|踢|下|搞|做|学|练|穿|用|收集|收藏|去|骑|开|闻|抽|嚼|品|买)(?=.{2})"
)
_OF_TAG = {"ns": ("Place",), "nt": ("Organization",), "nr": ("Person",)}


@dataclass(frozen=True, slots=True)
class Thing:
    """Something said at `[start, end)` of the text. `phrase` is its number among the phrases, -1 for a noun phrase;
    `kinds` are the classes it may be of, none when nothing tells."""

    name: str
    start: int
    end: int
    phrase: int = -1
    kinds: tuple[str, ...] = ()


def things(scene: ChineseScene, clause: Clause, start: int, end: int, *, doing: bool = False) -> list[Thing]:
    """The things of the stretch `[start, end)` of a clause's skeleton: each one of a list. With `doing` a verb before one
    is left out: 喝茶 is 茶."""
    stretches = _members(clause, start, end)
    return [one for a, b in stretches if (one := thing(scene, clause, a, b, doing=doing)) is not None]


def thing(scene: ChineseScene, clause: Clause, start: int, end: int, *, doing: bool = False) -> Thing | None:
    """The one thing of a stretch; None when there is none."""
    skeleton = clause.skeleton
    start, end = trimmed(skeleton, start, end)
    if doing and (verb := _DOING.match(skeleton[start:end])) and _is_verb(scene, skeleton[start:end], verb.end()):
        start, end = trimmed(skeleton, start + verb.end(), end)
    if end - start > 2 and skeleton[start + 1] == "的" and _is_oneself(scene, skeleton[start]):
        start, end = trimmed(skeleton, start + 2, end)
    if start >= end or skeleton[start] in "得完掉":
        return None
    first = scene.read.phrase(skeleton[start])
    if first >= 0 and scene.type(first) == "Place" and (counted := _COUNTED.match(skeleton[start + 1 : end])):
        start, first = start + 1 + counted.end(), -1  # "上海一家外企"
    if first >= 0 and end - start == 1:
        name = scene.name(first) or _place_before(scene, first)
        return Thing(name, *clause.span(start, end), first, _kinds_of_phrase(scene, first)) if name else None
    if _NEARBY.search(skeleton[start:end]) and first >= 0:
        return thing(scene, clause, start, start + 1)
    if not _is_plain(scene, skeleton[start:end]):
        return None
    name = scene.read.surface(clause, start, end).strip(" ,，。《》“”\"'「」『』()（）")
    found = kinds(scene.ontology, name)
    if all(scene.read.phrase(sign) >= 0 for sign in skeleton[start:end]):
        found = _kinds_of_phrase(scene, scene.read.phrase(skeleton[end - 1]))
    if name in _NOTHING:
        return None
    if not name or len(name) > LONGEST or "的" in name[-1:] or (len(name) == 1 and not found):
        return None
    return Thing(name, *clause.span(start, end), -1, found) if first >= 0 or _is_nominal(skeleton[start:end]) else None


def _is_verb(scene: ChineseScene, said: str, end: int) -> bool:
    """True when what a stretch begins with is a verb of its own: 喝|绿茶, and 打|篮球, but not 下雨|天."""
    first = cut(said, guess=False)[0]
    return first.end <= end or (first.text == said and bool(kinds(scene.ontology, said[end:])))


def _is_nominal(said: str) -> bool:
    """True for words that may be a noun phrase: none but the last one does something or leads to something."""
    words = cut(said, guess=False)
    return not any(
        word.text[:1] == "不"
        or (word.tag in _NO_PART and word.text not in ("的", "和", "与"))
        or (len(word.text) == 1 and word.tag in _NO_PART_OF_ONE_SIGN)
        or (len(word.text) == 1 and word.text in _VERBS)
        for word in words[:-1]
    )


def _place_before(scene: ChineseScene, number: int) -> str:
    """The place named last before a 那儿 that nothing else explains."""
    if scene.read.phrases[number].lower != "there":
        return ""
    earlier = (
        n for n in range(number - 1, -1, -1) if scene.type(n) == "Place" and scene.read.phrases[n].kind == "name"
    )
    return next((scene.name(n) for n in earlier), "")


def _is_oneself(scene: ChineseScene, sign: str) -> bool:
    number = scene.read.phrase(sign)
    return number >= 0 and scene.read.phrases[number].lower in ("himself", "i")


def _is_plain(scene: ChineseScene, said: str) -> bool:
    """True for words without a phrase in them, unless it is a name that has what is said, or that the name of a group or
    a firm begins with: "王菲的歌", "天津徒步小组"."""
    inner = [scene.read.phrase(sign) for sign in said if scene.read.phrase(sign) >= 0]
    guessed = [number for number in inner if not scene.read.phrases[number].sure]
    if len(said) > 1 and inner == guessed:
        return True  # "李子蛋糕", which begins as a name could
    if not inner or (len(inner) == len(said) and all(scene.type(number) == "Place" for number in inner[:-1])):
        return not inner or bool(_COMPOSED & {*_kinds_of_phrase(scene, inner[-1])})
    if len(inner) > 1 or scene.read.phrase(said[0]) < 0 or scene.read.phrases[inner[0]].kind != "name":
        return False
    told = kinds(scene.ontology, said)
    return (
        said[1:2] == "的"
        or bool(_COMPOSED & {*told})
        or (
            bool(told)
            and scene.type(inner[0]) == "Place"
            and not any(scene.ontology.is_a(kind, "Activity") for kind in told)
        )
    )


def trimmed(skeleton: str, start: int, end: int) -> tuple[int, int]:
    """The stretch without measure words before and particles behind."""
    while start < end and (found := _LEADING.match(skeleton[start:end])):
        if start + found.end() >= end:
            break
        start += found.end()
    words = cut(skeleton[start:end], guess=False)
    if len(words) > 1 and words[0].text in _BARE:
        start += words[0].end
    while start < end and (found := _TRAILING.search(skeleton[start:end])):
        if start + found.start() <= start:
            break
        end = start + found.start()
    return start, end


def _members(clause: Clause, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The members of a list, as stretches: "茶、咖啡和可乐". A word that holds one of the signs is none: 和平."""
    said = clause.skeleton[start:end]
    if not _AND.search(said):
        yield start, end
        return
    at = 0
    for word in cut(said, guess=False):
        if _AND.fullmatch(word.text) and at < word.start and word.end < len(said):
            yield start + at, start + word.start
            at = word.end
    yield start + at, end


def kinds(ontology: Ontology, name: str) -> tuple[str, ...]:
    """The classes of the longest noun a name ends in, else what its last word names."""
    plain = simplified(name)
    for at in range(max(len(plain) - 8, 0), len(plain)):
        if found := ontology.classes_of(plain[at:]):
            return (*found, "Place") if "Nationality" in found else found
    words = cut(plain, guess=False)
    return _OF_TAG.get(words[-1].tag, ()) if words else ()


def _kinds_of_phrase(scene: ChineseScene, number: int) -> tuple[str, ...]:
    kind = scene.type(number)
    if kind == "Person":
        return (kind,)  # 建国 ends in no country
    told = kinds(scene.ontology, scene.name(number))
    return tuple(dict.fromkeys((kind, *told))) if kind and kind != "Thing" else told


def is_of(scene: ChineseScene, one: Thing, kind: str) -> bool:
    """True for a thing that is known to belong to the class."""
    return any(scene.ontology.is_a(own, kind) for own in one.kinds)


def may_be(scene: ChineseScene, one: Thing, kind: str) -> bool:
    """False for a thing known to be of another class."""
    return not one.kinds or any(scene.ontology.type_fits(own, kind) for own in one.kinds)
