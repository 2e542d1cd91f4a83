"""Chinese dates that recur or stand in a year: 5月3日, 三月, 夏天, 上半年, 第三季度, 周五, 春节, 腊月二十三."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import NamedTuple

from kgmem.timex_calendar import Interval, whole_years
from kgmem.timex_chinese_counts import SMALL, small
from kgmem.timex_chinese_signs import TO, Signs, any_of, once
from kgmem.timex_cycles import (
    Cycle,
    days_cycle,
    month_cycle,
    monthly_cycle,
    months_cycle,
    season_cycle,
    span_cycle,
    unit_cycle,
    weekday_cycle,
)
from kgmem.timex_lunar import lunar_cycle
from kgmem.timex_phrase import NOTHING, Phrase, bare
from kgmem.timex_table import TABLE

WEEKDAYS = {str(sign): int(number) for sign, number in TABLE["Weekday"]["zh"].items()} | {
    str(number): number - 1 for number in range(1, 8)
}
SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}  # -> their first month
WEEK = "(?:周|星期|礼拜)"
WEEKDAY = (
    rf"{WEEK}(?P<weekday>[一二三四五六日天]|[1-7](?![0-9点:]))(?![个周]?[次回趟遍顿]|[到至]?[二三四五六七八九十]个)"
)
_MONTH = "(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_LUNAR_MONTHS = {"正": 1, "冬": 11, "腊": 12}
_LUNAR_MONTH = f"(?P<leap>闰)?(?P<lunar>{_MONTH}|[正冬腊])月"
_NO_NUMBER = "(?<![0-9零〇一二三四五六七八九十百千第.])"
_CIVIL = "(?:公历|国历|阳历|新历)?"
_NOT_A_DAY = "(?![线楼门店选床房员馆院舱机位厅车桌厂坑井字码球衣色主词称召角令型]|公路|公园|手(?!术))"

_DAY = rf"(?P<day>{SMALL}|元)(?:号{_NOT_A_DAY}|日(?![元本语游式期报常记]|圆))"
_MONTH_DAYS = re.compile(  # 5月3日到6日, 5月3日, 五月三号; without a sign behind the day when nothing is counted
    rf"{_NO_NUMBER}{_CIVIL}(?P<month>{_MONTH})月(?:份的?|的)?(?:"
    rf"(?P<first>{SMALL})[日号]?{TO}(?P<last>{SMALL})[日号]"
    rf"|{_DAY}"
    rf"|(?P<plain>[0-9]{{1,2}}|[二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?)"
    rf"(?![0-9零一二三四五六七八九十百千万多几来余个名人年月岁点时分秒天周块元斤号日级度届条次:：.%])"
    rf")"
)
_DAY_MONTH_DAY = re.compile(
    rf"{_NO_NUMBER}(?P<month>{_MONTH})月(?P<first>{SMALL})[日号]?{TO}(?P<other>{_MONTH})月(?P<last>{SMALL})[日号]?"
)
_MONTH_ONLY = re.compile(rf"{_NO_NUMBER}(?:(?P<month>{_MONTH})|(?P<new>元))月份?(?![大小球])")
_MONTHS_RANGE = re.compile(
    rf"{_NO_NUMBER}(?P<first>{_MONTH})(?:月份?)?{TO}(?P<last>{_MONTH})月份?(?![0-9零一二三四五六七八九十])"
)
_MONTHS_BESIDE = re.compile(
    rf"{_NO_NUMBER}(?:(?P<first>[一二三四五六七八九])[、]?(?P<last>[二三四五六七八九十])月份?)(?![0-9零一二三四五六七八九十])"
)
_DAYS_RANGE = re.compile(rf"{_NO_NUMBER}(?P<first>{SMALL})[日号]?{TO}(?P<last>{SMALL})(?:号{_NOT_A_DAY}|日)")
_DAY_ONLY = re.compile(rf"{_NO_NUMBER}{_DAY}")
_STREET = frozenset("街路巷弄院楼座区里道村栋园厦甲乙丙丁")
"""Before 7号, which then is where somebody lives."""
_BEFORE_SHORT_DAY = re.compile(
    r"(?:^|[\s，,。；：、！？在到从至于自是的这每逢下上等我你他她们就定约改会要月]|今天|明天)$"
)
_SEASON = re.compile(
    r"(?P<edge>[初早开入仲盛隆寒暮深晚])?(?P<season>[春夏秋冬])(?:天|季|日里|(?=[初末]|的?时候)|(?<=[初早开入仲盛隆寒暮深晚].))(?!装|服|衣|游|练|招|令营)"
)
_HALF = re.compile(r"(?P<half>[上下前后])半年(?!前|后|度?内)|(?P<other>[上下前后])半个?年度")
_QUARTER = re.compile(r"第?(?P<quarter>[一二三四1-4])(?:个)?季度?(?!节|赛)|[Qq](?P<q>[1-4])(?![0-9])")
_WEEKDAY = re.compile(WEEKDAY)
_WEEKDAYS_RANGE = re.compile(
    rf"{WEEK}(?P<first>[一二三四五六日天])(?:{TO}|、?){WEEK}?(?P<last>[一二三四五六日天])(?![次回趟遍顿])"
)
_WEEKEND = re.compile("(?:周末|双休日)(?!愉快|快乐)")
_VACATIONS = {"暑假": ((7, 1), (8, 31)), "暑期": ((7, 1), (8, 31)), "寒假": ((1, 15), (2, 20))}
_VACATION = re.compile(f"(?:{any_of(_VACATIONS)})(?!工|作业|班)")
_FEASTS = {"春节": 7, "国庆": 7, "国庆节": 7, "十一": 7, "五一": 5, "劳动节": 5}
_FEAST = re.compile("连假|连休|期间|假期|长假|黄金周|小长假|放假期间|档")
_DURING = re.compile("(?:的)?(?:那[一]?天|当天|当日|当晚(?=[，,。]|$)|这天|这一天|的时候|时候|前后|佳节)")
_GOLDEN_WEEK = re.compile("十一(?=期间|假期|长假|黄金周|小长假|放假|国庆)")
_ON_LUNAR = re.compile(rf"(?:农历|阴历|旧历|老历|夏历)(?:的)?{_LUNAR_MONTH}(?P<day>初?{SMALL})?[日号]?")
_LUNAR = re.compile(
    rf"(?:(?P<leap>闰)?(?:(?P<lunar>[正冬腊])月(?P<day>初?{SMALL})?|(?P<month>{_MONTH})月(?P<first>初[一二三四五六七八九十]))[日号]?)"
)
_NEW_YEAR_DAYS = re.compile("(?:大年|正月|年|新年)初(?P<day>[一二三四五六七八九])(?![中级])")


class Dated(NamedTuple):
    """A cycle and the place after it. this: by itself it means that of the year that goes on, not the nearest."""

    end: int
    cycle: Cycle
    this: bool = False


@once
def read_cycle(signs: Signs, i: int, *, civil: bool = False) -> Dated | None:
    """The longest at a place. civil: 八月十五 is a day in August, not the festival."""
    readers = _BY_SIGN.get(signs.at(i)) or (_DIGIT_READERS if signs.at(i).isdecimal() else ())
    ordered = (*readers, _holiday) if civil else (_holiday, *readers)
    found = [dated for reader in ordered if (dated := reader(signs, i))]
    return max(found, key=lambda each: each.end, default=None)


def _month_days(signs: Signs, i: int) -> Dated | None:
    if found := _DAY_MONTH_DAY.match(signs.text, i):
        first, last = ((small(found[one]), small(found[two])) for one, two in (("month", "first"), ("other", "last")))
        return Dated(found.end(), span_cycle(first, last))
    found = _MONTH_DAYS.match(signs.text, i)
    if not found:
        return None
    month = small(found["month"])
    if found["first"]:
        first_day, last_day = small(found["first"]), small(found["last"])
        return Dated(found.end(), days_cycle(month, first_day, last_day)) if first_day < last_day else None
    day = small(found["day"] or found["plain"] or "")
    return Dated(found.end(), days_cycle(month, day, day)) if 0 < day < 32 else None


def _months(signs: Signs, i: int) -> Dated | None:
    if found := _MONTHS_RANGE.match(signs.text, i) or _MONTHS_BESIDE.match(signs.text, i):
        first, last = small(found["first"]), small(found["last"])
        if "月" in found[0] and (first < last or _TO_SIGN.search(found[0])) and first != last:
            return Dated(found.end(), _spanning(first, last))
    found = _MONTH_ONLY.match(signs.text, i)
    return Dated(found.end(), month_cycle(small(found["month"] or "1"))) if found else None


_TO_SIGN = re.compile(TO)


def _spanning(first: int, last: int) -> Cycle:
    """Months from one to another, which may lie in the next year."""
    cycle = months_cycle(first, (last - first) % 12 + 1)
    return cycle._replace(at=lambda moment, k: cycle.at(moment, k)._replace(precision="month"), precision="month")


def _day(signs: Signs, i: int) -> Dated | None:
    if found := _DAYS_RANGE.match(signs.text, i):
        first, last = small(found["first"]), small(found["last"])
        if 0 < first < last < 32:

            def days(moment: datetime, k: int) -> Interval:
                opens = monthly_cycle(first).at(moment, k)
                return Interval(opens.start, opens.start.replace(day=last) + timedelta(days=1), "day")

            return Dated(found.end(), Cycle(days, "month", "day"))
    found = _DAY_ONLY.match(signs.text, i)
    day = small(found["day"]) if found else 0
    if not found or not 0 < day < 32 or found[0] == "一日" or signs.at(i - 1) in _STREET:
        return None
    if (
        len(found["day"]) == 1
        and day < 10
        and not signs.at(i).isdecimal()
        and not _BEFORE_SHORT_DAY.search(signs.text[max(0, i - 2) : i])
    ):
        return None  # 伴郎二号
    return Dated(found.end(), monthly_cycle(day))


def _season(signs: Signs, i: int) -> Dated | None:
    found = _SEASON.match(signs.text, i)
    if not found:
        return None
    first = SEASONS[found["season"]]
    edge = found["edge"] or ""
    if edge and edge in "初早开入":
        return Dated(found.end(), months_cycle(first, 1))
    if edge and edge in "暮深晚":
        return Dated(found.end(), _last_of_season(first))
    return Dated(found.end(), season_cycle(first))


def _last_of_season(first: int) -> Cycle:
    def at(moment: datetime, k: int) -> Interval:
        whole = season_cycle(first).at(moment, k)
        last = whole.end - timedelta(days=1)
        return Interval(last.replace(day=1), whole.end, "month")

    return Cycle(at, "year", "month")


def _half(signs: Signs, i: int) -> Dated | None:
    found = _HALF.match(signs.text, i)
    if not found:
        return None
    return Dated(found.end(), months_cycle(1 if (found["half"] or found["other"]) in "上前" else 7, 6), this=True)


def _quarter(signs: Signs, i: int) -> Dated | None:
    found = _QUARTER.match(signs.text, i)
    if not found or (signs.at(found.end() - 1) == "季" and signs.at(i - 1) not in "年的"):
        return None  # 第三季 by itself is one of a series
    return Dated(found.end(), months_cycle(3 * small(found["quarter"] or found["q"]) - 2, 3))


def _weekday(signs: Signs, i: int) -> Dated | None:
    if found := _WEEKDAYS_RANGE.match(signs.text, i):
        first, last = WEEKDAYS[found["first"]], WEEKDAYS[found["last"]]
        joined = _TO_SIGN.search(found[0]) is not None or last == first + 1
        if first < last and joined:
            return Dated(found.end(), weekdays_cycle(first, last))
    found = _WEEKDAY.match(signs.text, i)
    return Dated(found.end(), weekday_cycle(WEEKDAYS[found["weekday"]])) if found else None


def weekdays_cycle(first: int, last: int) -> Cycle:
    """From one weekday to another of the same week."""

    def at(moment: datetime, k: int) -> Interval:
        opens, closes = (weekday_cycle(each).at(moment, k) for each in (first, last))
        return Interval(opens.start, closes.end, "week" if (first, last) == (5, 6) else "day")

    return Cycle(at, "week", "day")


def _weekend(signs: Signs, i: int) -> Dated | None:
    found = _WEEKEND.match(signs.text, i)
    return Dated(found.end(), unit_cycle("weekend")) if found else None


def _vacation(signs: Signs, i: int) -> Dated | None:
    found = _VACATION.match(signs.text, i)
    if not found:
        return None
    cycle = span_cycle(*_VACATIONS[found[0]])
    return Dated(
        found.end(),
        cycle._replace(at=lambda moment, k: cycle.at(moment, k)._replace(precision="season"), precision="season"),
    )


def _holiday(signs: Signs, i: int) -> Dated | None:
    """A holiday, and the days off that have its name: 中秋节, 春节期间, 十一黄金周."""
    found = signs.holiday.match(signs.text, i)
    name = found[0] if found else ""
    if name == "元宵" and signs.at(i - 1) in _BEFORE_FOOD:
        return None
    end = found.end() if found else i
    if not found and (golden := _GOLDEN_WEEK.match(signs.text, i)):
        name, end = golden[0], golden.end()
        end = signs.skip(end, "国庆")
    if not name:
        return None
    cycle = signs.holidays["国庆" if name == "十一" else name]
    if feast := _FEAST.match(signs.text, end):
        more = timedelta(days=_FEASTS.get(name, 3) - 1)

        def days_off(moment: datetime, k: int) -> Interval:
            day = cycle.at(moment, k)
            return Interval(day.start, day.end + more, "day")

        return Dated(feast.end(), Cycle(days_off, "year", "day"))
    if name == "十一" or (name in _NUMBERS and not _AFTER_NUMBER.match(signs.text, end)):
        return None
    if during := _DURING.match(signs.text, end):
        end = during.end()
    return Dated(end, cycle)


_BEFORE_FOOD = frozenset("吃煮包买做碗个盒袋送")
_NUMBERS = {"五一", "六一", "二二八", "五四", "六一八", "五二零", "五二〇", "二月二", "三月三"}
_AFTER_NUMBER = re.compile("(?!班|路|厂|小学|中学|广场|[0-9零一二三四五六七八九十百千万个块年月日号点岁])")


def _lunar(signs: Signs, i: int) -> Dated | None:
    """农历八月十五, 腊月二十三, 正月, 大年初三."""
    if new := _NEW_YEAR_DAYS.match(signs.text, i):
        return Dated(new.end(), lunar_cycle(1, small(new["day"])))
    found = _ON_LUNAR.match(signs.text, i) or _LUNAR.match(signs.text, i)
    if not found:
        return None
    groups = found.groupdict()
    said = groups["lunar"] or groups.get("month") or ""
    month = _LUNAR_MONTHS.get(said) or small(said)
    day = small((groups["day"] or groups.get("first") or "").removeprefix("初"))
    if not day and (groups["day"] or groups.get("first")):
        return None
    return Dated(found.end(), lunar_cycle(month, day, leap=bool(groups["leap"])))


_DIGIT_READERS = (_month_days, _months, _day, _quarter)
_NUMBER_SIGNS = dict.fromkeys("零〇一二三四五六七八九十廿卅", (_month_days, _months, _day, _quarter, _lunar))
_BY_SIGN = _NUMBER_SIGNS | {
    **dict.fromkeys("春夏秋冬初早开入仲盛隆寒暮深晚", (_season, _vacation, _lunar)),
    **dict.fromkeys("周星礼双", (_weekday, _weekend)),
    **dict.fromkeys("上下前后", (_half,)),
    **dict.fromkeys("第Qq", (_quarter,)),
    **dict.fromkeys("公国阳", (_month_days,)),
    **dict.fromkeys("暑", (_vacation,)),
    **dict.fromkeys("正腊农阴旧老夏大年新闰", (_lunar, _season, _month_days)),
    "元": (_months,),
}

CYCLE_SIGNS = frozenset(_BY_SIGN) | frozenset("0123456789") | {str(name)[0] for name in TABLE["Holiday"]["zh"]}

# Numeric dates

_NUMERIC = re.compile(
    r"(?<![0-9./-])(?P<year>[12][0-9]{3}|[0-9]{2}(?=[-.][0-9]{1,2}[-.]))(?P<mark>[-/.])(?P<month>1[0-2]|0?[1-9])(?:(?P=mark)(?P<day>[0-9]{1,2}))?(?![0-9]|[-/.%][0-9])"
)
_SHORT = re.compile(r"(?<![0-9./])(?P<month>1[0-2]|0?[1-9])/(?P<day>3[01]|[12][0-9]|0?[1-9])(?![0-9./%])")
_BEFORE_SHORT = re.compile(r"(?:^|[在于到从至自，,。！？、；\s])$")
_BEHIND_SHORT = re.compile(rf"[(（]?{WEEK}?[一二三四五六日天][)）]|{WEEK}[一二三四五六日天]")


def read_numeric(signs: Signs, i: int) -> tuple[int, Phrase] | None:
    """2023/5/3, 2023-05-03, 2023.5, 5/3 where no fraction can stand."""
    if not signs.at(i).isdecimal():
        return None
    if found := _NUMERIC.match(signs.text, i):
        year, month = int(found["year"]), int(found["month"])
        if year < 100:
            year += 2000 if year < 70 else 1900
        if not found["day"]:
            is_decimal = found["mark"] == "." and len(found["month"]) == 1
            return None if is_decimal else (found.end(), in_year(month_cycle(month), year))
        day = int(found["day"])
        return found.end(), in_year(days_cycle(month, day, day), year)
    found = _SHORT.match(signs.text, i)
    if not found or not (
        _BEHIND_SHORT.match(signs.text, found.end()) or _BEFORE_SHORT.search(signs.text[max(0, i - 1) : i])
    ):
        return None
    day = int(found["day"])
    return found.end(), bare(days_cycle(int(found["month"]), day, day))


def in_year(cycle: Cycle, year: int) -> Phrase:
    if not 0 < year < 9999:
        return NOTHING
    return Phrase(
        lambda frame: cycle.at(whole_years(frame.now, year, 1, "year").start, 0), cycle.precision, stated=True
    )
