"""Chinese years and longer: 2019年, 零八年, 去年, 民国三年, 2022学年, 九十年代, 上个世纪."""

from __future__ import annotations

import re

from kgmem.han import simplified
from kgmem.timex_calendar import Frame, Interval, add_months, whole_years
from kgmem.timex_chinese_closer import EDGE
from kgmem.timex_chinese_counts import DIGIT, small
from kgmem.timex_chinese_dates import read_cycle
from kgmem.timex_chinese_signs import Signs, any_of
from kgmem.timex_phrase import NOTHING, Found, Phrase

_YEARS = {
    "大前年": -3, "前年": -2, "去年": -1, "上年": -1, "上一年": -1, "今年": 0, "本年": 0, "本年度": 0, "这一年": 0, "明年": 1, "来年": 1,
    "下一年": 1, "下年": 1, "后年": 2, "大后年": 3, "去年度": -1, "上年度": -1, "下年度": 1, "旧年": -1, "今年度": 0, "明年度": 1,
}  # fmt: skip
_ERA_NAMES = {
    "民国": 1911, "宣统": 1908, "光绪": 1874, "同治": 1861, "咸丰": 1850, "道光": 1820, "嘉庆": 1795, "乾隆": 1735, "雍正": 1722,
    "康熙": 1661, "顺治": 1643, "崇祯": 1627, "天启": 1620, "万历": 1572, "隆庆": 1566, "嘉靖": 1521, "正德": 1505, "弘治": 1487,
    "成化": 1464, "天顺": 1456, "景泰": 1449, "正统": 1435, "宣德": 1425, "洪熙": 1424, "永乐": 1402, "建文": 1398, "洪武": 1367,
    "至正": 1340, "祥兴": 1277, "靖康": 1125, "宣和": 1118, "政和": 1110, "崇宁": 1101, "元丰": 1077, "熙宁": 1067, "嘉祐": 1055,
    "庆历": 1040, "咸平": 997, "太平兴国": 975, "建隆": 959, "天祐": 903, "光启": 884, "中和": 880, "广明": 879, "元和": 805, "贞元": 784,
    "建中": 779, "大历": 765, "宝应": 761, "天宝": 741, "开元": 712, "景云": 709, "景龙": 706, "神龙": 704, "永徽": 649, "贞观": 626,
    "武德": 617, "大业": 604, "开皇": 580, "昭和": 1925, "平成": 1988, "令和": 2018, "明治": 1867, "大正": 1911,
}  # fmt: skip
ERAS = {simplified(name): before for name, before in _ERA_NAMES.items()}  # 乾 of 乾隆 is folded like that of 乾净
"""Eras -> the year before their first."""
_RELATIVE_YEAR = re.compile(f"(?:{any_of(_YEARS)})(?!级|轻)")
_YEAR = re.compile(
    rf"(?<![0-9零〇一二三四五六七八九十百千])(?:公元|西元)?(?:(?P<arabic>[12][0-9]{{3}}|[0-9]{{3}}(?=年))|(?P<han>[一二]{DIGIT}{{3}}|{DIGIT}{{3}}(?=年)|[一二两]千(?:零{DIGIT}{{1,2}}|零?[一二三四五六七八九]?十{DIGIT}?)?(?=年)))"
    r"(?:学?年度?(?!级|的?历史|多|间)|学年)"
)
_SHORT_YEAR = re.compile(
    rf"(?<![0-9零〇一二三四五六七八九十百千第])(?P<year>[0-9]{{2}}|[零〇一二三四五六七八九]{DIGIT})年(?!级|代|多|来|间|以|的?历史|纪|龄|了|半|内|级)"
)
_ERA = re.compile(
    rf"(?P<era>{any_of(ERAS)})(?P<year>元|[0-9]{{1,3}}|[一二三四五六七八九]?(?:百零?)?[一二三四五六七八九]?十?{DIGIT}?)年(?:间)?"
)
_DECADE = re.compile(
    rf"(?P<century>上(?:个|一)?世纪|(?:[0-9]{{1,2}}|[二]?十{DIGIT}?)世纪|本世纪|这个?世纪)?(?:的)?(?P<full>[12][0-9]{{2}}0|[12一二]{DIGIT}{DIGIT}[零〇])?(?(full)|(?P<decade>[1-9]0|00|[二三四五六七八九]?十|零零))年代"
)
_SOME_YEAR = re.compile("(?<![0-9一二三四五六七八九十百千])(?P<decade>[五六七八九5-9])几年(?![前后以之])")
_CENTURY = re.compile(
    rf"(?:公元)?(?P<number>[0-9]{{1,2}}|[一二]?十{DIGIT}?|{DIGIT})世纪(?!末)|(?P<step>上上|上|本|这|下)(?:个|一|一个)?世纪"
)


def _in_year(year: int) -> Phrase:
    return Phrase(lambda frame: whole_years(frame.now, year, 1, "year"), "year", stated=True)


def read_year(signs: Signs, i: int) -> Found:
    """2019年, 二零一九年, 去年, 08年, 民国三年."""
    if relative := _RELATIVE_YEAR.match(signs.text, i):
        years = _YEARS[relative[0]]
        return relative.end(), Phrase(lambda frame: whole_years(frame.now, frame.now.year + years, 1, "year"), "year")
    if ancient := _BEFORE_CHRIST.match(signs.text, i):
        return ancient.end(), NOTHING
    if era := _ERA.match(signs.text, i):
        number = 1 if era["year"] == "元" else small(era["year"])
        return (era.end(), _in_year(ERAS[era["era"]] + number)) if number else None
    if found := _YEAR.match(signs.text, i):
        said = found["arabic"] or found["han"]
        year = small(said)
        if found["arabic"] and 90 < year < 140 and _MONTH_BEHIND.match(signs.text, found.end()):
            return found.end(), _in_year(1911 + year)  # 112年5月, as Taiwan counts
        told = (
            signs.at(i - 1) in "在于"
            or signs.at(i + 1) == "元"
            or (not found["arabic"] and read_cycle(signs, found.end()))
        )
        if year < 1000 and not told:  # 300年 is a length
            return None
        if "学" in found[0] and 99 < year < 3000:
            return found.end(), _school_year(year)
        return (found.end(), _in_year(year)) if 99 < year < 3000 else None
    if (found := _BARE_YEAR.match(signs.text, i)) and _LABEL.search(signs.text[max(0, i - 6) : i]):
        return found.end(), _in_year(small(found[0]))
    found = _SHORT_YEAR.match(signs.text, i)
    return (found.end(), _in_year(_full_year(small(found["year"])))) if found and _is_year(signs, i, found) else None


_BARE_YEAR = re.compile("(?:19|20)[0-9]{2}(?![0-9年./-])")
_LABEL = re.compile("(?:日期|时间|年份)[\\s：:\"'”」]*$")
_BEFORE_CHRIST = re.compile("(?:公元|西元)前[0-9零一二三四五六七八九十百千]+(?:年|世纪)")
_MONTH_BEHIND = re.compile("(?:1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月")


def _school_year(year: int) -> Phrase:
    """September to August."""

    def place(frame: Frame) -> Interval:
        start = add_months(whole_years(frame.now, year, 1, "year").start, 8)
        return Interval(start, add_months(start, 12), "year")

    return Phrase(place, "year", stated=True)


def _full_year(year: int) -> int:
    return year + (2000 if year < 40 else 1900)


_YEAR_CONTEXT = re.compile(r"(?:^|[，,。！？；、\s（(]|在|从|自|到|于|是|我|他|她|们|早在|截至|截止|家|爸|妈|都)$")
_NEIGHBOURS = re.compile("一二|二三|三四|四五|五六|六七|七八|八九|三五")
_LENGTH_CONTEXT = re.compile(
    "来|过去|前|后|内|里|没|下来|时间|的(?!春|夏|秋|冬|时候|[0-9一二三四五六七八九十])|老|如一日|过|才"
)


def _is_year(signs: Signs, i: int, found: re.Match[str]) -> bool:
    """Whether 19年 is a year rather than a length."""
    year = found["year"]
    if _NEIGHBOURS.fullmatch(year) and not (
        read_cycle(signs, found.end()) or signs.at(i - 1) in ("在", "于", "从", "自")
    ):
        return False  # seven or eight years
    if year[0] in "0零〇" or (not year.isdecimal() and year[1] in "零〇") or 40 <= small(year) < 100:
        return not (year.isdecimal() and _LENGTH_CONTEXT.match(signs.text, found.end()) and year[0] != "0")
    if not year.isdecimal() and year[0] != "一":
        return False
    behind = read_cycle(signs, found.end())
    if behind and behind.cycle.inside == "year" and not behind.cycle.is_unit:
        return True
    if EDGE.match(signs.text, found.end()):
        return True
    return _YEAR_CONTEXT.search(signs.text[max(0, i - 2) : i]) is not None and not _LENGTH_CONTEXT.match(
        signs.text, found.end()
    )


def read_decade(signs: Signs, i: int) -> Found:
    """九十年代, 上世纪八十年代, 20世纪80年代, 1990年代."""
    if vague := _SOME_YEAR.match(signs.text, i):
        return vague.end(), _years(1900 + 10 * small(vague["decade"]), 10, "decade")
    found = _DECADE.match(signs.text, i)
    if not found:
        return None
    if found["full"]:
        start = small(found["full"])
        return found.end(), _years(start, 10, "decade")
    decade = 0 if found["decade"] in ("00", "零零") else small(found["decade"])
    said = found["century"] or ""
    if said[:1] in ("上", "本", "这"):
        back = 100 if said[0] == "上" else 0
        return found.end(), Phrase(
            lambda frame: whole_years(frame.now, frame.now.year // 100 * 100 - back + decade, 10, "decade"),
            "decade",
            stated=True,
        )
    century = (small(said.removesuffix("世纪")) - 1) * 100 if said else 2000 if decade < 30 else 1900
    return found.end(), _years(century + decade, 10, "decade")


def _years(start: int, count: int, precision: str) -> Phrase:
    return Phrase(lambda frame: whole_years(frame.now, start, count, precision), precision, stated=True)


_CENTURIES = {"上上": -2, "上": -1, "本": 0, "这": 0, "下": 1}


def read_century(signs: Signs, i: int) -> Found:
    found = _CENTURY.match(signs.text, i)
    if not found:
        return None
    if found["number"]:
        number = small(found["number"])
        return (found.end(), _years(100 * (number - 1), 100, "century")) if 1 < number < 30 else None
    k = _CENTURIES[found["step"]]
    return found.end(), Phrase(
        lambda frame: whole_years(frame.now, (frame.now.year // 100 + k) * 100, 100, "century"), "century"
    )
