"""Chinese numbers in dates, and lengths of time: 三年, 两个半小时, 十来天, 一年零三个月."""

from __future__ import annotations

import re

from kgmem.chinese_numbers import count_at, value_of
from kgmem.timex_calendar import UNITS
from kgmem.timex_chinese_signs import Signs, once
from kgmem.timex_phrase import Duration, duration_of

DIGIT = "[零〇一二三四五六七八九]"
SMALL = f"(?:[0-9]{{1,2}}|廿{DIGIT}?|卅{DIGIT}?|[二三四五]?十{DIGIT}?|{DIGIT})"
"""A number below sixty."""


def small(text: str) -> int:
    """25 of 25, 二十五 and 廿五."""
    return int(value_of(text) or 0)


_LENGTH_UNIT = re.compile(
    r"(?P<year>年(?![级纪龄薪代货糕夜轻会]|终奖)|载(?![客重入])|学年)"
    r"|(?P<quarter>个?季度|个季)"
    r"|(?P<month>个多?月|(?<=[半数多来余俩仨])月)"
    r"|(?P<week>周(?![末年岁围边密]|[一二三四五六日](?![次回趟遍顿]))|个?(?:星期|礼拜)(?![一二三四五六日天](?![次回趟遍顿])))"
    r"|(?P<hour>个?(?:小时|钟头)|个钟(?!头)|小时)"
    r"|(?P<minute>分钟|分(?=[0-9零一二三四五六七八九十]+秒))"
    r"|(?P<quarter_hour>刻钟)"
    r"|(?P<second>秒钟?(?![杀懂变回速表针]))"
    r"|(?P<day>天(?![气空上下堂才生然津坛]|真)|个?工作日|个?日(?=[内之以后前]|夜)|个?(?:晚上|晚|夜|宿|通宵)(?![饭餐宴自会报里间色市空店总宵五六七]))"
    r"|(?P<century>个世纪)|(?P<decade>个年代)"
)
_DIGITS_ONLY = re.compile(f"{DIGIT}{{2,}}")
_BARE_MINUTES = re.compile(rf"零?(?P<count>{SMALL})分(?!钟)")
_EXTRA = re.compile(r"半(?![天夜载价个路山小])|多(?![少么个名人次])|来(?=[天年个])")
_LINK = re.compile("[零又加和、]|余|外加")
_NIGHTS = re.compile(rf"(?:[零又])?(?:{SMALL}|两)个?(?:夜|晚)(?![饭餐上会])")


@once
def read_duration(signs: Signs, i: int) -> tuple[int, Duration] | None:
    """三年, 两个半小时, 半年, 一年半, 十来天, 几个月, 一年零三个月, 三天两夜."""
    part = _part(signs, i)
    if part is None:
        return None
    end, duration, unit = part
    while more := _part(signs, _after_link(signs, end)):
        linked = _after_link(signs, end) > end
        if not (linked or [*UNITS].index(more[2]) < [*UNITS].index(unit)) or more[2] == unit:
            break
        end, unit = more[0], more[2]
        duration = Duration(
            duration.low + more[1].low, duration.high + more[1].high, duration.usual + more[1].usual, more[1].unit
        )
    if unit == "day" and (nights := _NIGHTS.match(signs.text, end)):
        end = nights.end()
    if unit == "hour" and (minutes := _BARE_MINUTES.match(signs.text, end)):  # 两小时四十分
        count = small(minutes["count"])
        more_minutes = duration_of(count, count, "minute").low
        low, high, usual = (each + more_minutes for each in (duration.low, duration.high, duration.usual))
        duration = Duration(low, high, usual, "minute")
        end = minutes.end()
    return end, duration


def _after_link(signs: Signs, end: int) -> int:
    link = _LINK.match(signs.text, end)
    return link.end() if link else end


def _part(signs: Signs, i: int) -> tuple[int, Duration, str] | None:
    """A number of one unit, as least, most and usual."""
    count = count_at(signs.text, i)
    if count is None:
        return None
    end, low, high, usual = count
    if low == high and _DIGITS_ONLY.fullmatch(signs.text, i, end):
        return None  # 五一三天 is no 513 days
    if signs.at(end) == "整":
        end += 1
    half = 0.5 if signs.at(end, 2) == "个半" and signs.at(end + 2) in "月小钟星礼" else 0
    if half:
        end += 2
    unit = _LENGTH_UNIT.match(signs.text, end)
    if unit is None and signs.at(end) == "个" and signs.at(end + 1) in ("多", "来"):  # 三个多小时
        unit = _LENGTH_UNIT.match(signs.text, end + 2)
        high = high + 1 if unit else high
    if unit is None or (unit[0] in ("夜", "晚") and low < 1):
        return None
    name = unit.lastgroup or "day"
    if unit[0] == "个多月":
        high += 1
    end = unit.end()
    if unit[0] in ("年", "载") and 1000 <= low == high:
        return None  # 2019年 is a date
    extra = _EXTRA.match(signs.text, end)
    if extra and low % 1 == 0:
        end = extra.end()
        if extra[0] == "半":
            half = 0.5
        else:
            high = max(high, low + 1)
    if name == "quarter_hour":
        minutes = 15 * low
        return end, duration_of(minutes, minutes, "minute"), "minute"
    return end, duration_of(low + half, high + half, name, usual + half), name
