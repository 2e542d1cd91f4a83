"""Numbers in Chinese signs and digits, and amounts: a number with its unit.

Texts are read in simplified signs and narrow digits (`han.simplified`).
"""

from __future__ import annotations

import re
from typing import NamedTuple

DIGITS = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {
    "〇": 0, "两": 2, "壹": 1, "贰": 2, "叁": 3, "肆": 4, "伍": 5, "陆": 6, "柒": 7, "捌": 8, "玖": 9,
}  # fmt: skip
TENFOLDS = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "亿": 10**8, "兆": 10**12, "拾": 10, "佰": 100, "仟": 1000}
_WHOLE = {"廿": 20, "卅": 30, "俩": 2, "仨": 3}
FEW = (2, 5, 3)  # 几: the least, the most, the usual
SEVERAL = (3, 7, 3)  # 好几

MEASURES = {
    "money": "块钱 块 元钱 元 美元 美金 欧元 日元 英镑 港币 港元 台币 新台币 人民币 韩元 毛钱 毛 角 分钱 刀",
    "weight": "斤 公斤 千克 克 两 吨 磅 市斤 台斤",
    "length": "米 公尺 厘米 公分 毫米 公里 千米 里 里路 英里 英尺 英寸 寸 尺 步",
    "area": "平方米 平米 平方 平 平方公里 亩 坪 公顷",
    "volume": "升 毫升 立方米 杯 瓶 碗 壶 加仑",
    "age": "周岁 岁 个月大",
    "share": "% 成 折",
    "count": "个 位 名 口 口人 人 只 条 匹 头 辆 台 部 本 张 件 套 双 把 支 盒 箱 包 袋 份 次 趟 回 遍 家 间 层 楼 门 道 顿 棵 朵"
    " 盆 块儿 站 级 度 页 章 集 首 幅 座 栋 户 颗 粒 片 滴 桌 排 届 期 节",
}
"""What is measured -> the units it is measured in."""

_UNITS = {unit: measure for measure, units in MEASURES.items() for unit in units.split()}
_UNIT = "|".join(sorted(_UNITS, key=len, reverse=True))
_PART_OF = {  # a unit -> the share of it that the digit behind it counts: 三块五, 一米八, 三块五毛
    "块": 0.1, "元": 0.1, "米": 0.1, "斤": 0.1, "公斤": 0.1,
}  # fmt: skip
_SUBUNITS = {"块": ("毛", 0.1), "元": ("角", 0.1), "斤": ("两", 0.1), "米": ("公分", 0.01), "毛": ("分", 0.1)}

_ARABIC = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?"
_HAN = "(?:[零〇一二三四五六七八九十百千万亿兆壹贰叁肆伍陆柒捌玖拾佰仟]|(?<![一二三四五六七八九十])两)"  # 两 behind a digit is a weight
_DIGIT = "[零〇一二两三四五六七八九]"
_NUMBER = re.compile(
    rf"(?:{_ARABIC})(?:[十百千万亿兆]+(?:(?:{_ARABIC})|{_DIGIT}(?![十百千万])))*[十百千万亿兆]*"
    rf"|[廿卅]{_DIGIT}?|[俩仨]|{_HAN}+(?:点{_DIGIT}+(?:万|亿)?)?"
)
_TOKENS = re.compile(rf"{_ARABIC}|.")
_DECIMAL = re.compile(rf"(.+)点({_DIGIT}+)([万亿]?)")
_DIGITS_ONLY = re.compile(rf"{_DIGIT}+")


_LONGEST = 60
"""Signs of a number; longer runs are none."""


def value_of(number: str) -> float | None:
    """35000 of 三万五, 2300000000000 of 两万三千亿, 105 of 一百零五, 1998 of 一九九八; None when it is no number."""
    if len(number) > _LONGEST:
        return None
    if found := _DECIMAL.fullmatch(number):
        whole = value_of(found[1])
        share = "".join(str(DIGITS[sign]) for sign in found[2])
        return None if whole is None else _plain(float(f"{whole:.0f}.{share}") * TENFOLDS.get(found[3], 1))
    if number in _WHOLE:
        return _WHOLE[number]
    if number and number[0] in "廿卅":
        return _WHOLE[number[0]] + DIGITS.get(number[1:], 0)
    if _DIGITS_ONLY.fullmatch(number):
        return int("".join(str(DIGITS[sign]) for sign in number))
    return _by_places(_TOKENS.findall(number))


def _by_places(tokens: list[str]) -> float | None:
    total = section = 0.0  # what stands before 万 and 亿, and since
    digit: float | None = None
    last, largest = 0, 0  # the latest tenfold, for the 五 of 三万五; the largest
    for token in tokens:
        if token in ("零", "〇"):
            last = 0
        elif token in TENFOLDS:
            before, last = last, TENFOLDS[token]
            if 0 < before <= last < 10_000:
                return None
            if last < 10_000:
                section += (1 if digit is None else digit) * last
            elif last > largest:
                total, section, largest = (total + section + (digit or 0)) * last, 0, last
                if not total:
                    return None
            else:
                total, section = total + (section + (digit or 0)) * last, 0
            digit = None
        elif digit is not None:
            return None
        else:
            digit = DIGITS[token] if token in DIGITS else _arabic(token)
            if digit is None:
                return None
    if digit is not None and last > 10 and digit < 10:
        digit *= last / 10
    return _plain(total + section + (digit or 0)) if tokens else None


def _plain(value: float) -> float:
    """A whole number as an int."""
    return int(value) if value == int(value) else value


def _arabic(token: str) -> float | None:
    plain = token.replace(",", "")
    if not plain.replace(".", "", 1).isdecimal():
        return None
    return float(plain) if "." in plain else int(plain)


def number_at(text: str, i: int) -> tuple[int, float] | None:
    """The number that begins at a place, and the place behind it."""
    found = _NUMBER.match(text, i)
    value = value_of(found[0]) if found else None
    return (found.end(), value) if found and value is not None else None


class Count(NamedTuple):
    """A number that may be vague: from `low` to `high`, most meant `usual`."""

    end: int
    low: float
    high: float
    usual: float


_NEIGHBOURS = re.compile(
    r"(?P<tens>[二三四五六七八九]?十)?(?P<one>[一二两三四五六七八])(?P<other>[两二三四五六七八九])(?P<fold>[十百千万亿]*)"
)
_VAGUE = re.compile(
    r"(?P<some>好几|若干|几|(?<![一人次总多少岁分点倍号参指])数(?=[十百千万天日周月年个小分]))(?P<fold>[十百千万亿]*)"
)
_TEENS = re.compile(r"(?P<base>[一二三四五六七八九]?[十百千万]|[0-9]*0)(?P<some>好?几)")
_OVER = re.compile(r"[多来余]")
_HALF = re.compile(r"(?P<kind>大|多|小)?半")
_UP_TO = re.compile(r"(?:上|成)(?P<fold>[百千万亿])")
_HALVES = {"": (0.5, 0.5, 0.5), "大": (0.5, 1, 0.75), "多": (0.5, 1, 0.75), "小": (0.25, 0.5, 0.5)}


def count_at(text: str, i: int) -> Count | None:
    """A number as people count: 三, 几, 好几, 两三, 十几, 二十多, 上百, 半."""
    if (found := _NEIGHBOURS.match(text, i)) and _are_neighbours(found["one"], found["other"]):
        tens = value_of(found["tens"] or "") or 0
        if not (tens and found["fold"].startswith("十")):
            low, high = (tens + DIGITS[found[name]] * _fold(found["fold"]) for name in ("one", "other"))
            return Count(found.end(), low, high, low)
    if found := _TEENS.match(text, i):
        base = value_of(found["base"]) or 10
        step = _last_fold(base)
        return Count(found.end(), base + step / 10, base + step * 0.9, base + step / 2)
    if found := _VAGUE.match(text, i):
        fold = _fold(found["fold"])
        low, high, usual = SEVERAL if found["some"] == "好几" else FEW if fold == 1 else (2, 9, 3)
        return Count(found.end(), low * fold, high * fold, usual * fold)
    if found := _HALF.match(text, i):
        return Count(found.end(), *_HALVES[found["kind"] or ""])
    if found := _UP_TO.match(text, i):
        fold = _fold(found["fold"])
        return Count(found.end(), fold, fold * 9, fold)
    number = number_at(text, i)
    if number is None:
        return None
    end, value = number
    over = _OVER.match(text, end)
    if over and value >= 10 and value % 10 == 0:
        most = value + (_last_fold(value) if over[0] != "来" else _last_fold(value) / 5)
        fold = _fold(text[over.end() : over.end() + 1]) if text[over.end() : over.end() + 1] in ("万", "亿") else 1
        return Count(over.end() + (fold > 1), value * fold, most * fold, value * fold)
    return Count(end, value, value, value)


def _are_neighbours(one: str, other: str) -> bool:
    return DIGITS[other] - DIGITS[one] == 1 or one + other == "三五"


def _fold(signs: str) -> int:
    fold = 1
    for sign in signs:
        fold *= TENFOLDS[sign]
    return fold


def _last_fold(value: float) -> float:
    """The tenfold a number ends in: 10 of 20, 1000 of 3000."""
    fold = 10
    while value % (fold * 10) == 0 and fold < 10**12:
        fold *= 10
    return fold


class Amount(NamedTuple):
    """A number with its unit. unit: as it is written. measure: a key of MEASURES."""

    start: int
    end: int
    low: float
    high: float
    usual: float
    unit: str
    measure: str


_UNIT_AT = re.compile(rf"(?:{_UNIT})")
_TAIL = re.compile(
    rf"(?P<half>半)|(?P<digits>[0-9]{{1,2}}|{_DIGIT}{{1,2}})(?![0-9零一二三四五六七八九十百千万点个条只张本年月天号])"
)
_MONEY_SIGN = re.compile("[¥￥$€£]")
_CURRENCIES = {"¥": "元", "￥": "元", "$": "美元", "€": "欧元", "£": "英镑"}
_PERCENT = re.compile("百分之")
_STARTS = re.compile(rf"[0-9几好数半大小上成百十千万廿卅俩仨¥￥$€£]|{_DIGIT}")


def amounts(text: str) -> list[Amount]:
    """The amounts of a text: 两斤, 三百块, 五十平米, 一米八, 三块五, 百分之三十, 十几个, 半杯."""
    found: list[Amount] = []
    at = 0
    while start := _STARTS.search(text, at):
        i = start.start()
        amount = None if i and text[i - 1] == "第" else amount_at(text, i)
        if amount:
            found.append(amount)
        number = _NUMBER.match(text, i)
        at = amount.end if amount else number.end() if number else i + 1
    return found


def amount_at(text: str, i: int) -> Amount | None:
    """The amount that begins at a place."""
    if percent := _PERCENT.match(text, i):
        number = number_at(text, percent.end())
        return Amount(i, number[0], number[1], number[1], number[1], "%", "share") if number else None
    if money := _MONEY_SIGN.match(text, i):
        number = number_at(text, money.end())
        value = number[1] if number else 0
        return Amount(i, number[0], value, value, value, _CURRENCIES[money[0]], "money") if number else None
    count = count_at(text, i)
    unit = _UNIT_AT.match(text, count.end) if count else None
    if not count or not unit:
        return None
    end, low, high, usual = unit.end(), count.low, count.high, count.usual
    more, end = _behind(text, end, unit[0])
    low, high, usual = low + more, high + more, usual + more
    if text[end : end + 1] in ("多", "来") and low == high:
        end, high = end + 1, high + 1
    return Amount(i, end, low, high, usual, unit[0], _UNITS[unit[0]])


def _behind(text: str, end: int, unit: str) -> tuple[float, int]:
    """What stands behind the unit and belongs to it: the 五 of 三块五, the 半 of 两斤半, the 二两 of 一斤二两."""
    if unit in _SUBUNITS:
        subunit, worth = _SUBUNITS[unit]
        number = number_at(text, end)
        if number and text.startswith(subunit, number[0]):
            return number[1] * worth, number[0] + len(subunit)
    tail = _TAIL.match(text, end) if unit in _PART_OF or unit in ("岁", "个") else None
    if not tail or (tail["digits"] and unit not in _PART_OF):
        return 0, end
    if tail["half"]:
        return 0.5, tail.end()
    digits = "".join(str(DIGITS.get(sign, sign)) for sign in tail["digits"])
    return float(f"0.{digits}"), tail.end()
