"""What recurs and what lasts, in Chinese: 每天, 每周三, 隔天, 一年两次, 每逢春节; 住了三年, 两个小时."""

from __future__ import annotations

import re
from datetime import datetime

from kgmem.chinese_numbers import count_at
from kgmem.timex_calendar import Frame, Interval
from kgmem.timex_chinese_clock import read_time_of_day
from kgmem.timex_chinese_closer import read_closer
from kgmem.timex_chinese_counts import read_duration
from kgmem.timex_chinese_dates import WEEK, read_cycle
from kgmem.timex_chinese_signs import Signs, any_of, once
from kgmem.timex_cycles import Cycle, unit_cycle
from kgmem.timex_habits import Habit
from kgmem.timex_phrase import Duration, Found, Phrase, duration_of, ever_since, loose
from kgmem.timex_table import TABLE

_UNITS = TABLE["TimeUnit"]["zh"]
_DAILY = {
    "天天": "day", "日日": "day", "夜夜": "day", "年年": "year", "月月": "month", "周周": "week", "岁岁": "year", "一天到晚": "day",
}  # fmt: skip
_EVERY_UNIT = {
    "天": "day", "日": "day", "周": "week", "个星期": "week", "星期": "week", "个礼拜": "week", "礼拜": "week", "个月": "month", "月": "month",
    "年": "year", "季度": "quarter", "个季度": "quarter", "季": "quarter", "小时": "hour", "个小时": "hour", "钟头": "hour", "个钟头": "hour",
    "分钟": "minute", "周末": "weekend", "个周末": "weekend", "个工作日": "day", "工作日": "day", "学期": "season", "个学期": "season", "秒": "second",
    "一天": "day", "一周": "week", "一个月": "month", "一年": "year", "个世纪": "century", "秒钟": "second",
}  # fmt: skip
_EACH = re.compile("每逢|每到|每当|一到|逢|每(?!次|人|位|个人|只|家|件|当)")
_UNIT = re.compile(f"(?P<unit>{any_of(_EVERY_UNIT)})(?!的?每)")
_PART_UNIT = re.compile("(?P<part>晚|早|夜|晨)(?!餐|饭)上?")
_APART = re.compile(
    "隔(?P<count>一|[两二三四五六七八九十]|[0-9]{1,2})?(?:个)?(?P<unit>天|日|周|星期|礼拜|月|年|小时|分钟|晚)"
)
_EVERY_OTHER = re.compile("隔(?P<unit>天|日|周|年|月|晚)(?![的再早晚上中下凌清就我他她你又才，,])")
_TIMES = re.compile(
    r"(?P<count>[一二两三四五六七八九十几0-9]{1,2})(?:到[一二两三四五六七八九十])?(?P<of>次|回|趟|遍|顿|场|节|堂|封|粒|片|杯|包|针|支|瓶|颗)"
)
_ALSO = re.compile(f"(?:[、和跟,，/及])?(?:{WEEK})?(?P<weekday>[一二三四五六日天])(?![个次回趟遍顿])")


@once
def read_habit(signs: Signs, i: int) -> Found:
    """每天, 每周三晚上, 每月15号, 隔天, 一周三次, 天天."""
    found = _longer((_daily(signs, i), _each(signs, i), _every_other(signs, i), _so_often(signs, i)))
    if not found:
        return None
    end, habit = found
    if habit.cycle.precision == "day" and not habit.time:
        j = signs.skip(end, "的", "都是", "都")
        if time := read_time_of_day(signs, j, behind_day=j == end):
            end, habit = time[0], habit._replace(time=time[1])
    often = _TIMES.match(signs.text, end)
    if often and habit.cycle.is_unit and habit.time is None and signs.at(end - 1) != "次":
        end = often.end()
    return end, habit.phrase()


def _longer(found: tuple[tuple[int, Habit] | None, ...]) -> tuple[int, Habit] | None:
    return max((each for each in found if each), key=lambda each: each[0], default=None)


def _daily(signs: Signs, i: int) -> tuple[int, Habit] | None:
    unit = _DAILY.get(signs.at(i, 2))
    return (i + 2, Habit(unit_cycle(unit))) if unit and signs.at(i + 2) != "向" else None  # 天天向上


def _each(signs: Signs, i: int) -> tuple[int, Habit] | None:
    """每天, 每两周, 每隔三天, 每周一三五, 每年夏天, 每逢周三, 每个周末, 每晚, 一到冬天就."""
    each = _EACH.match(signs.text, i)
    if not each or (each[0] == "逢" and signs.at(i - 1) in "重相恰每"):
        return None
    j = each.end()
    if _PART_UNIT.match(signs.text, j):
        time = read_time_of_day(signs, j, behind_day=True)
        return (time[0], Habit(unit_cycle("day"), time=time[1])) if time else None
    if apart := _APART.match(signs.text, j):
        return _apart(apart)
    if length := read_duration(signs, j):
        return length[0], _every_length(length[1])
    one = signs.skip(j, "一个", "个", "一")
    named = read_cycle(signs, one) if signs.at(one) not in "周星礼" or _WEEKDAY_AT.match(signs.text, one) else None
    unit = _UNIT.match(signs.text, j)
    if unit and (not named or unit.end() >= named.end):
        return _of_unit(signs, unit.end(), _EVERY_UNIT[unit["unit"]])
    if not named or (each[0] == "一到" and signs.at(named.end) not in "就都"):
        return None
    return _and_more(signs, named.end, named.cycle)


_WEEKDAY_AT = re.compile(rf"{WEEK}(?:[一二三四五六日天1-7](?![次回趟遍顿])|末)")


def _every_length(duration: Duration) -> Habit:
    unit = duration.unit
    months, days, seconds = duration.usual
    if months:
        return Habit(unit_cycle("year"), months // 12) if months % 12 == 0 else Habit(unit_cycle("month"), months)
    if days and days % 7 == 0 and unit == "week":
        return Habit(unit_cycle("week"), days // 7)
    if days:
        return Habit(unit_cycle("day"), days)
    return Habit(unit_cycle("minute"), seconds // 60) if seconds % 60 == 0 else Habit(unit_cycle("second"), seconds)


def _of_unit(signs: Signs, end: int, unit: str) -> tuple[int, Habit]:
    """What stands inside 每年, 每月, 每周: the 15号 of 每月15号, the 底 of 每月底, the 第一个周六 of 每月第一个周六."""
    cycle = unit_cycle(unit)
    inner = read_closer(signs, end, Phrase(lambda frame: cycle.at(frame.now, 0), cycle.precision))
    if not inner:
        return end, Habit(cycle)
    part = inner[1]

    def at(moment: datetime, k: int) -> Interval:
        return part.place(Frame(cycle.at(moment, k).start))

    return inner[0], Habit(Cycle(at, cycle.inside, part.unit))


def _and_more(signs: Signs, end: int, cycle: Cycle) -> tuple[int, Habit]:
    """The 三五 of 每周一三五."""
    while cycle.is_weekday and (more := _ALSO.match(signs.text, end)):
        end = more.end()
    return end, Habit(cycle)


def _apart(apart: re.Match[str]) -> tuple[int, Habit]:
    """每隔一天 is every other day, 每隔三天 every three days as people say it."""
    unit = str(_UNITS[apart["unit"]])
    count = count_at(apart["count"] or "一", 0)
    number = int(count.usual) if count else 1
    return apart.end(), Habit(
        unit_cycle(unit), 2 if number == 1 and unit in ("day", "week", "month", "year") else number
    )


def _every_other(signs: Signs, i: int) -> tuple[int, Habit] | None:
    """隔天, 隔周; 隔三差五 and the like tell no period."""
    found = _EVERY_OTHER.match(signs.text, i)
    apart = _APART.match(signs.text, i) if found else None
    return _apart(apart) if apart else None


def _so_often(signs: Signs, i: int) -> tuple[int, Habit] | None:
    """一周三次, 一年两回, 三天一次, 一天三顿."""
    if signs.at(i - 1) in ("第", "每", "前", "有", "这", "那", "过"):
        return None
    length = read_duration(signs, i)
    if not length:
        return None
    j = signs.skip(length[0], "才", "就", "能", "要", "去", "来", "打", "至少", "大概", "回家", "吃", "洗", "见")
    often = _TIMES.match(signs.text, j)
    return (often.end(), _every_length(length[1])) if often else None


_USUALLY = re.compile("(?:的时候)?(?:都|总是?|常常?|经常|一般|通常|老是|偶尔|有时)(?P<rest>[^，,。！？!?；;\\n]{0,16})")
_USUAL_BEFORE = re.compile("(?:平时|一般|通常|经常|往常|常常|总是)(?:在|都|是)?$")


def is_usual(signs: Signs, i: int, end: int) -> bool:
    """Whether a bare 周末, 晚上 or 夏天 is every one: 周末都在家, 一般晚上跑步."""
    if _USUAL_BEFORE.search(signs.text[max(0, i - 4) : i]):
        return True
    usually = _USUALLY.match(signs.text, end)
    return usually is not None and not ({"了", "过"} & set(usually["rest"]))


# Lengths

_STILL = re.compile("(?:多|左右|整)?(?:(?:的)?[^，,。！？!?；;就才\\s]{0,8}?了(?=[，,。！？!?；;\\s]|$)|没|未|不曾)")
_ALREADY = re.compile("(?:了|已经|已|都|快|足足有?|(?<![还再只])有|整整|至少|大概|大约|差不多|将近)$")
_NO_LENGTH = ("第", "每", "某", "另", "哪", "头", "星期", "终", "总", "最后")
_WHOLE = re.compile("(?:整整|整|一整|整个|全)(?:个)?(?P<unit>天|晚上?|夜|周末|周|星期|月|年)(?![都]?国)")
_ONE = re.compile("一(?:天|年|日|晚|夜|晚上)")
_MEASURED = re.compile(
    "(?:了|过|要|花|用|等|住|待|呆|玩|休息|请|才|整整|足足|不到|超过|至少|将近|大概|大约|差不多|差|约|满|多|隔|停|歇|睡|学|干|走|为期)$"
)


@once
def read_length(signs: Signs, i: int) -> Found:
    """三年, 两个半小时, 一整天; 住了三年了 has gone on since then."""
    if whole := _WHOLE.match(signs.text, i):
        if signs.at(i) == "整" and signs.at(i - 1) in ("调", "完", "平"):
            return None
        return whole.end(), loose(duration_of(1, 1, str(_UNITS[whole["unit"].removesuffix("上")])))
    length = read_duration(signs, i)
    if not length:
        return None
    end, duration = length
    before = signs.text[max(0, i - 3) : i]
    if before.endswith(_NO_LENGTH):
        return None
    one = _ONE.fullmatch(signs.text, i, end) is not None
    if one and not (_MEASURED.search(before) or signs.at(end) in ("了", "多", "半", "左")):
        return None
    if before.endswith(("这", "那", "有")) and (one or signs.at(i) == "一"):
        return None
    if signs.at(i) == "半" and signs.at(i - 1) in "一大多夜":
        return None
    if _goes_on(signs, i, end):
        return end, ever_since(duration)
    return end, loose(duration)


def _goes_on(signs: Signs, i: int, end: int) -> bool:
    """Whether what lasted so long still does: 住了三年了, 已经十年了, 三年没见了."""
    if signs.text.startswith(("过去", "以", "之", "前", "后", "内", "里"), end):
        return False
    if signs.at(i - 1) == "有" and signs.at(i - 2) in "还再只":  # 还有三天了 is to come
        return False
    if signs.text.startswith("了", end) and not signs.text.startswith(("了之后", "了以后", "了后"), end):
        return True
    still = _STILL.match(signs.text, end)
    if not still:
        return False
    return bool(_ALREADY.search(signs.text[max(0, i - 4) : i])) or still[0].startswith(("没", "未", "不曾"))
