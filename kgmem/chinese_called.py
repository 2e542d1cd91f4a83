"""What is said to be called so in a Chinese text: "一只猫叫泡泡", "小名豆豆", "叫我小李"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgmem import chinese_name_signs as signs
from kgmem.chinese_named import Named
from kgmem.chinese_words import Word, is_word

_CALLED = re.compile(
    r"(?P<how>名字就叫|名字叫做|名字叫|名字是|名叫|取名叫|取名为|取名|起名叫|起名为|起名|改名叫|改名为|外号叫|外号是|外号|绰号叫|绰号|小名叫|小名是|小名|昵称叫|昵称是|昵称|"
    r"英文名叫|英文名是|中文名叫|中文名是|全名叫|全名是|真名叫|大名叫|叫做|就叫|都叫我|喊我|叫我|叫)"
    r"(?P<name>[㐀-鿿A-Za-z][㐀-鿿A-Za-z0-9·•']{0,11})"
)
_CRY = re.compile(r"[尖大喊惨吼呼吠鸣嚎号哭乱嘶怪狂汪喵惊直]叫\Z")
_PET = re.compile(
    r"[猫狗犬兔鸟鱼龟鼠鹦马驴猪羊牛鸡鸭]|宠物|柯基|金毛|泰迪|拉布拉多|哈士奇|布偶|英短|美短|橘|边牧|柴犬|仓鼠|刺猬|龙猫"
)
_NOT_CALLED = re.compile(
    r"[我你您他她它咱俺们这那什啥谁某不没别车外救醒停声人家大好喊苦板上了着过来去做起出到个一两几]|得|嚷|"
    r"快|赶|早|多|少|再|也|都|先|慢|放|闭|帮|回|吃|喝|给|把|跟|找|滚|等|看|听|买|写|学|走|坐|睡|准|别人|朋友|妈|爸"
)
_ENDS_CALL = re.compile(
    r"的|了|吧|吗|呢|啊|呀|哦|哈|就|是|在|也|都|和|跟|他|她|它|我|你|很|今|还|这|那|因|所|但|而|以|住|说|有|特|从"
)


def called(plain: str, words: Sequence[Word]) -> Iterator[Named]:
    """ "一只猫叫泡泡", "小名豆豆", "叫我小李": the name behind."""
    for found in _CALLED.finditer(plain):
        start = found.start("name")
        name = found["name"]
        if _CRY.search(plain, found.start() - 1 if found.start() else 0, found.end("how")):
            continue  # "尖叫"
        shown = name[0].isascii()
        length = len(name)
        stop = next((m.start() for m in _ENDS_CALL.finditer(name) if m.start() > 0), length)
        if signs.is_full_name(name[:3]) and stop < 3 and not shown:
            stop = 3
        name = name[:stop] if not shown else re.match(r"[A-Za-z][A-Za-z0-9' ]*", name)[0].strip()  # type: ignore[index]
        sayer = found["how"] in ("叫我", "喊我", "都叫我")
        if not name or (not shown and (_NOT_CALLED.match(name) or len(name) < 2 or len(name) > 6)):
            continue
        first = next((w for w in words if w.start == start), None)
        done = (
            first is not None
            and found["how"] in ("叫", "就叫", "叫我", "喊我")
            and first.tag in ("v", "p", "d", "r", "c")
        )
        if first is not None and done and (len(first.text) < len(name) or is_word(first.text)):
            continue  # "叫他去"
        end = start + len(name)
        plausible = sayer or found["how"] not in ("叫",) or _is_introduced(plain, found.start())
        if plausible:
            before = plain[max(found.start() - 6, 0) : found.start()]
            person = signs.is_full_name(name) or name[0] in "小老阿" or signs.gender_of(name) or sayer
            kind = "Animal" if _PET.search(before) else "Person" if person else "Thing"
            yield Named(start, end, type=kind)


def _is_introduced(plain: str, at: int) -> bool:
    """True where something or somebody stands before 叫 that may have a name."""
    before = plain[max(at - 8, 0) : at].rstrip("，, 它他她就都")
    return bool(before) and before[-1] not in "被让要想把别来"
