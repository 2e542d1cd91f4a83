"""Chinese texts: the ordinary time expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from kgmem.timex_calendar import Frame, Interval, Share, whole_years
from kgmem.timex_cycles import Cycle, days_cycle, month_cycle, season_cycle, unit_cycle, weekday_cycle
from kgmem.timex_phrase import Phrase, Reading, around, bare, days_from_today, duration_of, inside, share_of

_HAN = re.compile(r"[\u4e00-\u9fff]")
_DIGITS = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_COUNT = "[0-9]{1,4}|[零〇一二三四五六七八九十两]{1,4}"
_VAGUE = {"几": (2, 5), "半": (0.5, 0.5)}
_WEEKDAYS = {sign: number for number, sign in enumerate("一二三四五六日")} | {"天": 6}
_SEASONS = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
_DAYS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_YEARS = {"前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_PARTS = {
    "早上": "morning", "上午": "morning", "早": "morning", "下午": "afternoon", "晚上": "evening", "晚": "evening",
    "夜里": "night",
}  # fmt: skip
_UNITS = {
    "分钟": "minute", "分鐘": "minute", "小时": "hour", "小時": "hour",
    "天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week",
    "月": "month", "年": "year",
}  # fmt: skip
_EDGES: dict[str, Share] = {"初": (0, 1 / 3), "中": (1 / 3, 2 / 3), "底": (2 / 3, 1), "末": (2 / 3, 1)}
_AHEAD = re.compile("将|要|打算|准备|计划")


def _any(table: Iterable[str]) -> str:
    return "|".join(sorted(table, key=len, reverse=True))


_DATE = re.compile(
    rf"(?:(?P<year>[0-9]{{4}})年|(?P<step>{_any(_YEARS)})的?)?"
    rf"(?:(?P<season>[春夏秋冬])[天季]|(?P<month>{_COUNT})月份?(?:(?P<day>{_COUNT})[日号])?)?(?P<edge>[初中底末])?"
)
_DAY = re.compile(rf"(?P<day>{_any(_DAYS)})(?:天|日|(?=[早晚]))(?P<part>{_any(_PARTS)})?")
_STEP = re.compile(
    rf"(?P<step>{_any(_STEPS)})个?(?:(?P<weekend>周末)|(?P<week>周|星期|礼拜)(?P<weekday>[一二三四五六日天])?|月(?P<edge>[初中底末])?)"
)
_AGO = re.compile(
    rf"(?P<count>{_COUNT}|[几半])个?(?P<half>半)?(?P<unit>{_any(_UNITS)})(?P<half_after>半)?(?:以|之)?(?P<side>[前后])"
)
_WEEKDAY = re.compile("(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])")
_WEEKEND = re.compile("周末")


def _number(text: str) -> int:
    """25 from 25, 二十五 or 二五."""
    if text.isdecimal():
        return int(text)
    if "十" in text:
        tens, _, units = text.partition("十")
        return (_DIGITS.get(tens, 0) if tens else 1) * 10 + (_DIGITS.get(units, 0) if units else 0)
    return int("".join(str(_DIGITS[sign]) for sign in text))


def _date(found: re.Match[str]) -> Phrase | None:
    """2023年5月3日, 去年夏天, 明年三月, 5月3日, 今年年底."""
    year, step, season, month, day, edge = found.group("year", "step", "season", "month", "day", "edge")
    cycle: Cycle | None = None
    if season:
        cycle = season_cycle(_SEASONS[season])
    elif day:
        cycle = days_cycle(_number(month), _number(day), _number(day))
    elif month:
        cycle = month_cycle(_number(month))
    if year or step:
        period = Phrase(
            lambda frame: whole_years(frame.now, int(year) if year else frame.now.year + _YEARS[step], 1, "year"),
            "year",
            stated=bool(year),
        )
        phrase = inside(cycle, period) if cycle else period
    elif cycle and day:
        phrase = bare(cycle)
    else:
        return None
    return share_of(phrase, _EDGES[edge]) if edge else phrase


def _day(found: re.Match[str]) -> Phrase:
    """昨天, 今晚, 明天下午."""
    return days_from_today(_DAYS[found["day"]], _PARTS.get(found["part"], ""))


def _step(found: re.Match[str]) -> Phrase:
    """上周五, 下个月, 上个月底, 这个周末."""
    k = _STEPS[found["step"]]
    unit = "weekend" if found["weekend"] else "week" if found["week"] else "month"
    cycle = weekday_cycle(_WEEKDAYS[found["weekday"]]) if found["weekday"] else unit_cycle(unit)
    phrase = Phrase(lambda frame: cycle.at(frame.now, k), cycle.precision)
    return share_of(phrase, _EDGES[found["edge"]]) if found["edge"] else phrase


def _ago(found: re.Match[str]) -> Phrase:
    """三天前, 几个月前, 半年前, 两年半前, 一周后."""
    count, unit = found["count"], _UNITS[found["unit"]]
    if unit == "year" and len(count) == 4 and not found["half"]:  # 2015年前, 2018年之后
        year, before = _number(count), found["side"] == "前"

        def bound(frame: Frame) -> Interval:
            at = whole_years(frame.now, year if before else year + 1, 1, "year").start
            return Interval(at, at, "year")

        return Phrase(bound, "year", stated=True, kind="until" if before else "since")
    low, high = _VAGUE.get(count) or (_number(count), _number(count))
    half = 0.5 if found["half"] or found["half_after"] else 0
    return around(duration_of(low + half, high + half, unit), -1 if found["side"] == "前" else 1)


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Phrase | None]], ...] = (
    (_DATE, _date),
    (_DAY, _day),
    (_STEP, _step),
    (_AGO, _ago),
    (_WEEKDAY, lambda found: bare(weekday_cycle(_WEEKDAYS[found["weekday"]]))),
    (_WEEKEND, lambda found: bare(unit_cycle("weekend"))),
)
_STARTERS = re.compile("[0-9零〇一二三四五六七八九十两几半前去今明后昨大上这本下周星礼]")


def read_chinese(text: str, frame: Frame) -> Iterator[Reading]:
    """What a text says in Chinese about time, in text order."""
    if not _HAN.search(text):
        return
    at = 0
    while starter := _STARTERS.search(text, at):
        at = starter.start()
        matches = ((rule.match(text, at), read) for rule, read in _RULES)
        read_here = [(found.end(), phrase) for found, read in matches if found and found[0] and (phrase := read(found))]
        if not read_here or (text[at].isdecimal() and text[at - 1 : at].isdecimal()):
            at += 1
            continue
        end, phrase = max(read_here, key=lambda each: each[0])
        ahead = frame.forward or _AHEAD.search(text, max(0, at - 8), end + 8) is not None
        yield Reading(at, end, phrase, frame._replace(forward=ahead))
        at = end
