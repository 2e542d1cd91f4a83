"""Chinese points in time: 昨天下午三点, 三天前, 春节前两周, 前几天, 最近, 刚才, 我生日那天."""

from __future__ import annotations

import re

from kgmem.timex_calendar import Frame, Interval, shift, unit_at
from kgmem.timex_chinese_beside import beside, follows_event, read_event
from kgmem.timex_chinese_clock import PART_WORDS, is_clock_here, read_time_of_day
from kgmem.timex_chinese_counts import read_duration
from kgmem.timex_chinese_periods import PERIOD_SIGNS, read_period
from kgmem.timex_chinese_signs import Signs, any_of, once
from kgmem.timex_phrase import (
    NOTHING,
    Duration,
    Found,
    Phrase,
    around,
    at_time,
    duration_of,
    longer,
    on_day,
    rolling,
)

PRESENT = frozenset("现在 目前 此刻 眼下 当下 如今 现如今 此时此刻 这会儿 当前".split())
_PRESENT = re.compile(f"(?:{any_of(PRESENT)})(?![台锋面])")
STRETCHES = {  # -> days from today: first, after the last or None for now
    "最近": (-14, None, "month"), "近来": (-14, None, "month"), "近日": (-14, None, "month"), "近期": (-14, None, "month"),
    "这阵子": (-14, None, "month"), "这一阵": (-14, None, "month"), "这一阵子": (-14, None, "month"), "这段时间": (-14, None, "month"),
    "这段日子": (-14, None, "month"), "这些天": (-14, None, "month"), "这些日子": (-14, None, "month"), "最近一段时间": (-14, None, "month"),
    "前阵子": (-45, -7, "month"), "前一阵": (-45, -7, "month"), "前一阵子": (-45, -7, "month"), "前段时间": (-45, -7, "month"),
    "前段日子": (-45, -7, "month"), "前一段时间": (-45, -7, "month"), "不久前": (-45, None, "month"), "前不久": (-45, None, "month"),
    "不久之前": (-45, None, "month"), "不久以前": (-45, None, "month"), "前些天": (-7, -1, "week"), "前些日子": (-30, -3, "month"),
    "近几年": (-1826, None, "year"), "近年": (-1826, None, "year"), "近年来": (-1826, None, "year"), "近几年来": (-1826, None, "year"),
    "前些年": (-3650, -730, "year"), "早些年": (-7300, -1826, "year"), "这些年": (-1826, None, "year"), "这些年来": (-1826, None, "year"),
}  # fmt: skip
_STRETCH = re.compile(f"(?:{any_of(STRETCHES)})(?!一?次|的?一?家)")
_RECENT_LENGTH = re.compile("最近(?=的?(?:这|两|[0-9]|几|[一三四五六七八九十半]))")
_JUST = re.compile("刚刚(?!好|才好)|刚才|方才|适才|刚(?![刚好性毅强劲烈健直正果巧柔愎需铎子])|才刚")
_NAMED_JUST = re.compile(
    "[金小阿老志永建]$|(?<![小老阿大])[王李张刘陈杨赵黄吴周孙马胡郭罗郑梁谢宋唐许邓冯韩曹彭蔡潘董袁蒋苏魏程吕丁沈姚卢傅钟姜崔谭廖范汪陆]$"
)  # 李刚
_AGO = re.compile(r"(?:之|以)?前(?![往台途面后任夫妻女男期提景锋辈额方几两些段阵天年])|前(?=天[^天]|$)|(?:之|以)前")
_LATER = re.compile(r"(?:之|以|过)?后(?![天年悔背院备勤续卫腿台半期](?!来)|遗症)|(?:之|以|过)后|(?:之|以)?后(?=来)")
_BACK = re.compile(
    "(?P<few>前)(?=几|两[天个年周]|数)|(?P<last>过去|最近|近|此前|之前|以往|往前|前|上)(?:的|这)?|(?P<these>这)(?=[几两数三四五六七八九十半0-9])"
)
_AHEAD = re.compile("(?:未来|接下来|往后|今后|随后|将来|此后|之后|以后|后|下|今后的|接下去)(?:的|这)?")
_WITHIN = re.compile("(?:之|以)?[内里]|(?:之|以)?中(?!国|间|午|秋|旬|期|学|考)|来|间|期间|当中")
_AFTER_A_WHILE = re.compile("(?:再)?(?:过|等|隔)(?!去)(?:了)?")


# Parts of the day and clock times


@once
def read_when(signs: Signs, i: int) -> Found:
    """A point in time: a day with its time, a period, a time by itself, so long ago."""
    sign = signs.at(i)
    found = [reader(signs, i) for reader, starts in _READERS if sign in starts]
    if signs.given and sign not in PERIOD_SIGNS:  # a holiday of the caller
        found.append(_dated(signs, i))
    found.append(read_event(signs, i))
    return longer(found)


def _dated(signs: Signs, i: int) -> Found:
    found = read_period(signs, i)
    if not found:
        return None
    end, phrase = found
    if phrase.kind == "" and phrase.unit != "instant" and (counted := beside(signs, end, phrase)):
        end, phrase = counted
    return with_time(signs, end, phrase)


def with_time(signs: Signs, end: int, phrase: Phrase) -> tuple[int, Phrase]:
    """A day and the time behind it: 昨天下午, 周五晚上八点, 5月3日10:30."""
    if phrase.unit != "day":
        return end, phrase
    j = signs.skip(end, "的", "，", ",", "那天", "当天", "当日", "这天", "大约", "大概", "差不多", "约", " ")
    apart = j > end and signs.at(j - 1) in "，, "
    found = read_time_of_day(signs, j, behind_day=not apart)
    if not found or (apart and not (found[1].sure and found[1].precision == "instant")):
        return end, phrase
    after, time = found
    if not time.sure and j > end and time.precision == "instant" and not is_clock_here(signs, j, after):
        return end, phrase
    timed = phrase.become(lambda whole: on_day(whole, time), time.precision)
    return after, timed._replace(part_of_day=time.precision == "part")


_OTHER_DAY = re.compile("(?:次日|第二天|翌日|隔天|当天|那天|当日|同日|同一天)的?$")
"""Days that are not told; a time behind them is not that of today."""


def _time(signs: Signs, i: int) -> Found:
    """下午三点, 20:30, 晚上; a bare 三点 where it can be no count."""
    found = read_time_of_day(signs, i)
    if not found:
        return None
    end, time = found
    if not time.sure and time.precision == "instant" and not is_clock_here(signs, i, end):
        return None
    if _OTHER_DAY.search(signs.text[max(0, i - 3) : i]):
        return end, NOTHING
    if time.precision != "part":
        return end, at_time(time)
    if signs.at(i - 1) in "一个每天" or signs.at(end) == "好":  # 一个晚上, 早上好
        return None
    return end, at_time(time)._replace(part_of_day=True)


# So long ago


_SAME_DAY = re.compile("的?(?:今天|同一天|这一?天)")


def _counted_day(signs: Signs, i: int) -> Found:
    """So long ago, with the time of that day: 三天前的晚上, 三年前的今天."""
    found = _ago(signs, i)
    if not found:
        return None
    end, phrase = found
    point = phrase.point
    if point and phrase.unit in ("year", "month", "week", "day") and (same := _SAME_DAY.match(signs.text, end)):
        return same.end(), Phrase(lambda frame: unit_at("day", point(frame)), "day")
    return with_time(signs, end, phrase) if phrase.is_date and signs.at(end) != "，" else found


def _ago(signs: Signs, i: int) -> Found:
    """三天前, 两周以后, 再过两天, 前几天, 过去三年, 未来两周, 三天内."""
    if waits := _AFTER_A_WHILE.match(signs.text, i):
        return _after_a_while(signs, i, waits.end())
    if signs.at(i - 1) not in "第每" and (length := read_duration(signs, i)):
        return _beside_now(signs, i, *length)
    back = _BACK.match(signs.text, i)
    if back and (length := read_duration(signs, back.end())):
        return _back(signs, i, back, *length)
    ahead = _AHEAD.match(signs.text, i)
    if ahead and signs.at(i - 1) not in _BEHIND_A_DATE and (length := read_duration(signs, ahead.end())):
        return _within(signs, length[0]), rolling(length[1], 1)
    return None


_BEHIND_A_DATE = frozenset("最之以目年月周期日天号点节晚早马路楼")
"""Behind these 前, 后 and 上 belong to what stands before them."""
_BEFORE_LAST = re.compile(r"(?:^|[\s，,。！？；：在是我你他她们的了])$")
_PASSED = frozenset("经通超没难不度熬路越错渡")
"""Before 过, which then is no waiting: 经过, 没过."""


def _after_a_while(signs: Signs, i: int, start: int) -> Found:
    """过两天, 再过三天, 等一个月以后."""
    length = read_duration(signs, start)
    if not length or signs.at(i - 1) in _PASSED:
        return None
    end = length[0]
    if later := _LATER.match(signs.text, end):
        return later.end(), NOTHING if _is_told(signs, later.end()) else around(length[1], 1)
    if signs.at(start - 1) == "了" or _is_told(signs, end):  # 过了三天
        return end, NOTHING
    if signs.at(end) in "了过的" and signs.at(i) != "再":
        return None
    return end, around(_couple(signs, start, length[1]), 1)


def _couple(signs: Signs, start: int, duration: Duration) -> Duration:
    """两天 as people say it of now: a day or two, or three."""
    return duration_of(1, 3, "day", 2) if signs.at(start, 2) == "两天" else duration


def _within(signs: Signs, end: int) -> int:
    found = _WITHIN.match(signs.text, end)
    return found.end() if found else end


_PAST = re.compile("了|过(?![去来年节])")
_AHEAD_OF = re.compile("[就会要将能得再想等吧]|打算|准备|可以|计划")
_SENTENCE = re.compile("[^。！？!?\\n]{0,24}")


def _is_told(signs: Signs, end: int) -> bool:
    """Whether the sentence goes on to tell what came: 三年后他辞职了 counts from another time than now."""
    rest = _SENTENCE.match(signs.text, end)
    return rest is not None and _PAST.search(rest[0]) is not None and not _AHEAD_OF.search(rest[0])


def _beside_now(signs: Signs, i: int, end: int, duration: Duration) -> Found:
    if (ago := _AGO.match(signs.text, end)) and signs.at(ago.end()) != "后":
        return ago.end(), NOTHING if follows_event(signs, i) else around(duration, -1)
    if later := _LATER.match(signs.text, end):
        counts_from_now = not (follows_event(signs, i) or _is_told(signs, later.end()))
        return later.end(), around(duration, 1) if counts_from_now else NOTHING
    within = _WITHIN.match(signs.text, end)
    if within and within[0][-1] in "内里":
        return within.end(), rolling(duration, 1)
    return None


def _back(signs: Signs, i: int, back: re.Match[str], end: int, duration: Duration) -> Found:
    if signs.at(i) in "前上" and (signs.at(i - 1) in _BEHIND_A_DATE or follows_event(signs, i)):
        return None
    if signs.at(i) == "上" and not _BEFORE_LAST.search(signs.text[max(0, i - 1) : i]):
        return None  # 玩上三个小时
    duration = _couple(signs, back.end(), duration)
    if back["few"]:
        return signs.skip(end, "里", "内"), around(duration, -1)
    return _within(signs, end), rolling(duration, -1)


# Now and about now


def _whiles(signs: Signs, i: int) -> Found:
    """最近, 前阵子, 近年来."""
    if _RECENT_LENGTH.match(signs.text, i):
        return None
    found = _STRETCH.match(signs.text, i)
    if not found or (found[0] in ("最近", "近期") and signs.at(i - 1) in ("离", "距")):
        return None
    first, after, precision = STRETCHES[found[0]]

    def place(frame: Frame) -> Interval:
        start, end = (shift(frame.today, unit_day, days) if days is not None else frame.now for days in (first, after))
        return Interval(start, end, precision)

    unit_day = duration_of(1, 1, "day").low
    return found.end(), Phrase(place, precision)


def _now(signs: Signs, i: int) -> Found:
    if found := _PRESENT.match(signs.text, i):
        return found.end(), Phrase(
            lambda frame: unit_at("minute", frame.now), "instant", kind="date", point=lambda frame: frame.now
        )
    just = _JUST.match(signs.text, i)
    if just and not _NAMED_JUST.search(signs.text[max(0, i - 2) : i]):
        return just.end(), Phrase(lambda frame: unit_at("day", frame.now), "day", kind="recent")
    return None


_NUMBERS = frozenset("0123456789零〇一二三四五六七八九十廿卅两")
_READERS = (
    (_dated, PERIOD_SIGNS),
    (_time, _NUMBERS | {word[0] for word in PART_WORDS} | frozenset("差正")),
    (_counted_day, _NUMBERS | frozenset("俩仨几半好数大多小成上百千若过等再隔前后最近往此之以未接今随将下这")),
    (_whiles, {word[0] for word in STRETCHES}),
    (_now, {word[0] for word in PRESENT} | frozenset("刚方适才")),
)
"""What begins with which signs."""
