"""The phrases of a Chinese text: names, pronouns, what is pointed to, and those who are somebody's mother or friend."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from kgmem.chinese_kin_words import KinNoun, kin_nouns, kin_pattern, shown
from kgmem.chinese_named import Named
from kgmem.chinese_names import names
from kgmem.han import simplified
from kgmem.ontology import Ontology

_PRONOUNS: dict[str, tuple[str, str, bool]] = {
    **dict.fromkeys(("我", "俺", "本人"), ("i", "", False)),
    **dict.fromkeys(("我们", "咱们", "咱", "俺们", "我俩", "咱俩", "我们俩", "咱们俩", "我们两个", "我俩儿"), ("we", "", True)),
    **dict.fromkeys(("你", "您", "妳"), ("you", "", False)),
    **dict.fromkeys(("你们", "妳们", "你俩", "你们俩"), ("you", "", True)),
    "他": ("he", "he", False),
    "她": ("she", "she", False),
    **dict.fromkeys(("它", "牠"), ("it", "", False)),
    **dict.fromkeys(("他们", "她们", "它们"), ("they", "", True)),
    **dict.fromkeys(("他俩", "她俩", "他们俩", "她们俩", "他们两个", "这俩人"), ("both", "", True)),
    "自己": ("himself", "", False),
    **dict.fromkeys(("那儿", "那里", "那边", "这儿", "这里", "这边", "当地"), ("there", "", False)),
}  # fmt: skip
_PRONOUN = re.compile("|".join(sorted(_PRONOUNS, key=len, reverse=True)))
_NO_PRONOUN = re.compile(
    r"其[他它]|吉他|他妈的|他乡|他人|自我|你好|您好|迷你|我国|我方|自己人|你他妈|哪里那里|维他命|利他|排他|我去[，,！!。]"
)
_POINTED = {
    "公司": "company", "单位": "company", "企业": "company", "学校": "school", "大学": "university", "医院": "hospital",
    "城市": "city", "地方": "place", "国家": "country", "小镇": "town", "村子": "village", "餐厅": "restaurant", "饭店": "restaurant",
    "咖啡馆": "cafe", "店": "shop", "俱乐部": "club", "狗": "dog", "猫": "cat", "小狗": "dog", "小猫": "cat", "人": "person",
    "女人": "woman", "男人": "man", "女孩": "girl", "男孩": "boy", "女生": "girl", "男生": "boy", "姑娘": "girl", "小伙子": "boy",
    "家伙": "guy", "项目": "project", "书": "book", "电影": "film", "车": "car", "房子": "house",
}  # fmt: skip
_GENDERS = {"woman": "she", "girl": "she", "man": "he", "boy": "he", "guy": "he"}
_POINTING = re.compile(
    r"(?:[这那该](?:家|个|所|间|座|位|只|条|辆|本|部|套|栋)|[该])(?P<noun>"
    + "|".join(sorted(_POINTED, key=len, reverse=True))
    + r")(?![们家员士口])"
)
_KINDS = {"person": "Person", "woman": "Person", "girl": "Person", "man": "Person", "boy": "Person", "guy": "Person"}

_BETWEEN = re.compile(
    r"(?:家里的|家里|家的|们家的|们家|家那个|家|的那个|的这个|的一个|的一位|的那位|的两个|的几个|有个|有一个|有一位|有位|一个|那个|这个|那位|这位|的)?"
    r"(?:公司的|公司|单位的|单位|部门的|部门|班上的|班上|班里的|班|组里的|组|系里的|系|宿舍的|宿舍|学校的|学校|小区的|小区|店里的|店里|楼下|隔壁|村里的|村里|以前的|以前|之前的|之前|从前的|现在的|现在|当时的|大学的|大学|高中的|高中|初中的|初中|"
    r"小学的|小学|最好的|最要好的|唯一的|新来的|新|老|好|亲|前|小|大|双胞胎|异父|异母|最小的|最大的|年轻的|可爱的|过世的|去世的|已故的)*\Z"
)
_HAVING = re.compile(r"有(?:一)?[个位]\Z")
_FORMER = re.compile(r"前|以前|之前|从前")
_BOUND = re.compile(r"[\s，,。．.；;！!？?：:…—～~（）()「」『』“”\"、]")
_LEADS = frozenset("和跟给对把让被叫陪帮替和与同带接送见找问听是像比为向管离靠替请求谢骗爱想")
_NEVER_BARE = frozenset(
    "娃 娃娃 孩子 小孩 小孩子 小孩儿 宝宝 小朋友 老大 老二 老三 老幺 先生 太太 夫人 丫头 千金 老太太 老爷 大妈 大叔 大娘 大哥 大姐 叔叔 阿姨 伯伯 小弟 小妹 老哥 老弟 老妹 "
    "哥 弟 妹 娘 爹 公公 婆婆 姐姐 哥哥 弟弟 妹妹 姑 姨 舅 嫂 婶 叔 娃儿 老头子 爱人 伴侣 配偶 另一半 当家的 外子 内人 亲家 伯父 伯母 丈夫 妻子 母亲 父亲 儿子 女儿 牵手 大姑 小叔 大伯".split()
)
"""Nouns that without an owner may be anybody's."""
_TITLES = frozenset("哥哥 姐姐 叔叔 阿姨 爷爷 奶奶 妹妹 弟弟 宝宝 老大 先生 太太 夫人 孩子".split())
"""Nouns that right behind a name are a title of its bearer's."""
_CALLED_NEXT = re.compile(r"(?:的)?(?:名字)?(?:就)?(?:叫|名叫)[㐀-鿿A-Z]")
_NAMED_NEXT = re.compile(r"(?:的)?(?:名字)?叫|小名|名叫|今年")
_ONE_SIGN_FOLLOWS = re.compile(
    r"[\s，,。！!？?、]|说|让|叫我|给我|今|昨|明天|在家|也|都|又|就|总|老|不|没|来|去|要|带|做|把|的|跟|和|打电|会|想|生|退"
)


def named(
    text: str,
    people: Sequence[str],
    known: Iterable[tuple[str, str]] = (),
    speaker: str = "",
    ontology: Ontology | None = None,
) -> list[Named]:
    """The phrases of a text in order, an owner before what it owns. One lies inside another only as its owner ("我" in
    "我妈"); the owner of "妈妈来了", which is not said, is empty, at the beginning of what it owns.

    people: those who take part. known: (name, class) of what was called by a name before. A noun for a kind of thing in
    the ontology is no name.
    """
    plain = simplified(text)
    called = names(text, people, known, speaker, _common(ontology) if ontology else lambda _: False)
    pointing = [one for one in _pointing(plain) if not _meets(one, called)]
    found = sorted([*called, *pointing], key=lambda one: one.start)
    return _with_owners(text, plain, found)


def _common(ontology: Ontology) -> Callable[[str], bool]:
    def is_common(name: str) -> bool:
        kinds = ontology.classes_of(name)
        return bool(kinds) and not any(ontology.is_a(kind, "Person") for kind in kinds)

    return is_common


def _meets(one: Named, others: Iterable[Named]) -> bool:
    return any(one.start < other.end and other.start < one.end for other in others)


def _pointing(plain: str) -> Iterable[Named]:
    taken = [found.span() for found in _NO_PRONOUN.finditer(plain)]
    for found in _POINTING.finditer(plain):
        noun = _POINTED[found["noun"]]
        taken.append(found.span())
        yield Named(
            *found.span(), type=_KINDS.get(noun, "Thing"), gender=_GENDERS.get(noun, ""), kind="noun", noun=found["noun"],
            plain=noun,
        )  # fmt: skip
    for found in _PRONOUN.finditer(plain):
        if any(start <= found.start() < end for start, end in taken):
            continue
        lower, gender, plural = _PRONOUNS[found[0]]
        before = plain[: found.start()]
        if lower == "himself" and _PRONOUN.fullmatch(before[-1:]):
            continue  # "我自己"
        if found[0] == "本人" and before and not _BOUND.match(before[-1:]):
            continue  # "小周本人"
        if lower == "there" and (not before or not re.search(r"(?:[在去到从往回离住来]|^|[，。！？,!?\s])\Z", before)):
            continue  # "宁波那边"
        kind = "Place" if lower == "there" else "Thing" if lower == "it" else "Person"
        yield Named(*found.span(), type=kind, gender=gender, kind="pronoun", lower=lower, plural=plural)


def _with_owners(text: str, plain: str, found: Sequence[Named]) -> list[Named]:
    """The phrases with those for somebody of somebody added, "我妈", "小李的姐姐", "我妈的同事"."""
    phrases = list(found)
    at = 0
    while match := kin_pattern().search(plain, at):
        start, end = match.span()
        at = end
        noun = kin_nouns()[match[0]]
        covering = next((n for n, one in enumerate(phrases) if one.start < end and start < one.end), None)
        if covering is not None:
            at = max(end, phrases[covering].end)
            continue
        owner, first = _owner(plain, start, match[0], phrases)
        if owner is None and not _is_own(plain, start, end, match[0], noun, phrases):
            at = start + 1 if len(match[0]) > 1 else end
            continue
        if owner is None:
            owner, first = len(phrases), start
            phrases.append(Named(start, start, type="Person", kind="pronoun", lower="i"))
        several = noun.several or match[0].endswith("们") or plain[end : end + 1] == "们"
        phrases.append(
            Named(
                first, end + (plain[end : end + 1] == "们"), type="Person", gender=noun.gender, kind="noun", owner=owner,
                noun=shown(text[start:end]), plain=noun.plain, plural=several,
            )
        )  # fmt: skip
    return _in_order(phrases)


def _owner(plain: str, start: int, noun: str, phrases: Sequence[Named]) -> tuple[int | None, int]:
    """The number of the phrase that owns the noun that begins here, and where the phrase of both begins."""
    between = _BETWEEN.search(plain, max(start - 14, 0), start)
    while between is not None:
        for number in range(len(phrases) - 1, -1, -1):
            one = phrases[number]
            here = one.end == between.start() and one.end > one.start and one.lower not in ("there", "it", "himself")
            if here and _may_own(one, plain[between.start() : start], noun):
                told = _apposed(number, phrases)  # "小李他妈"
                return told, phrases[told].start
        if between.start() >= start:
            return None, start
        between = _BETWEEN.search(plain, between.start() + 1, start)
    return None, start


def _apposed(number: int, phrases: Sequence[Named]) -> int:
    """The name a pronoun stands right behind, else the pronoun."""
    one = phrases[number]
    if one.lower not in ("he", "she", "they"):
        return number
    return next(
        (
            n
            for n, other in enumerate(phrases)
            if other.end == one.start and other.kind == "name" and other.type == "Person"
        ),
        number,
    )


def _may_own(one: Named, between: str, noun: str) -> bool:
    if one.kind == "name" and one.type not in ("Person", "Animal", "Organization"):
        return False
    if one.type == "Organization":
        return between.startswith("的") and not kin_nouns()[noun].family
    if between or one.kind == "pronoun":
        return True
    if one.kind == "noun":
        return bool(one.plain and kin_nouns()[noun].family and len(noun) > 1) and one.plain not in _NEVER_BARE
    return len(noun) > 1 and kin_nouns()[noun].family and noun not in _TITLES


def _is_own(plain: str, start: int, end: int, word: str, noun: KinNoun, phrases: Sequence[Named]) -> bool:
    """True for a noun of the family without an owner that can only be the speaker's: "妈妈来了"."""
    named_next = any(one.start == end and one.kind == "name" and one.type == "Person" for one in phrases)  # "妹妹小雨"
    called = named_next or _CALLED_NEXT.match(plain, end)  # "老板叫欧阳震"
    if not called and (not noun.own or (word in _NEVER_BARE and not _NAMED_NEXT.match(plain, end))):
        return False
    before, after = plain[start - 1 : start], plain[end : end + 1]
    if before and not _BOUND.match(before) and before not in _LEADS:
        return False
    if len(word) == 1 and not (_ONE_SIGN_FOLLOWS.match(plain, end) or not after):
        return False
    if after in ("们", "级", "型", "节", "桑"):
        return False
    sentence = max(plain.rfind(sign, 0, start) for sign in "。！？!?\n") + 1
    inside = [one for one in phrases if sentence <= one.start < start and one.type == "Person"]
    return not inside or any(one.lower in ("i", "we") for one in inside)


def _in_order(phrases: Sequence[Named]) -> list[Named]:
    """The phrases by place, owners first, with the numbers of their owners set to the new places."""
    order = sorted(range(len(phrases)), key=lambda n: (phrases[n].start, phrases[n].end))
    place: Mapping[int, int] = {old: new for new, old in enumerate(order)}
    return [replace(phrases[n], owner=place[phrases[n].owner]) if phrases[n].owner >= 0 else phrases[n] for n in order]


def is_former(said: str) -> bool:
    """True for an owned phrase that says it is over: "我前同事", "我以前的老板"."""
    return _FORMER.search(said) is not None
