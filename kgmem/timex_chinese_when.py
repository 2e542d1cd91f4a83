"""Chinese points in time: 昨天下午三点, 三天前, 春节前两周, 前几天, 最近, 刚才, 我生日那天."""

from __future__ import annotations

import re

from kgmem.han import simplified
from kgmem.timex_calendar import Frame, Interval, shift, unit_at
from kgmem.timex_chinese_clock import is_clock_here, read_time_of_day
from kgmem.timex_chinese_counts import read_duration
from kgmem.timex_chinese_periods import read_period
from kgmem.timex_chinese_signs import Signs, any_of, once
from kgmem.timex_events import UnknownEvent, at_span
from kgmem.timex_phrase import (
    Duration,
    Found,
    Phrase,
    TimeOfDay,
    around,
    at_time,
    duration_of,
    longer,
    on_day,
    rolling,
)
from kgmem.timex_table import TABLE

PRESENT = frozenset("现在 目前 此刻 眼下 当下 如今 现如今 此时此刻 这会儿 当前".split())
_PRESENT = re.compile(any_of(PRESENT))
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
_JUST = re.compile("刚刚(?!好|才好)|刚才|方才|适才|刚(?![好性毅强劲烈健直正果巧柔愎需铎子])|才刚")
_BEFORE_JUST = ("金", "小", "阿", "老", "志", "王", "李", "张")
_AGO = re.compile(r"(?:之|以)?前(?![往台途面后任夫妻女男期提景锋辈额方几两些段阵天年])|前(?=天[^天]|$)|(?:之|以)前")
_LATER = re.compile(r"(?:之|以|过)?后(?![天年悔背院备勤续卫腿台半期](?!来)|遗症)|(?:之|以|过)后|(?:之|以)?后(?=来)")
_BACK = re.compile(
    "(?P<few>前)(?=几|两[天个年周]|数)|(?P<last>过去|最近|近|此前|之前|以往|往前|前|上)(?:的|这)?|(?P<these>这)(?=[几两数三四五六七八九十半0-9])"
)
_AHEAD = re.compile("(?:未来|接下来|往后|今后|随后|将来|此后|之后|以后|后|下|今后的|接下去)(?:的|这)?")
_WITHIN = re.compile("(?:之|以)?[内里]|(?:之|以)?中(?!国|间|午|秋|旬|期|学|考)|来|间|期间|当中")
_AFTER_A_WHILE = re.compile("(?:再)?(?:过|等|隔)(?!去)(?:了)?")
_LEADING = ("过", "等", "隔", "再")
_BESIDE = re.compile(
    r"(?:的)?(?:(?:之|以)?(?P<side>前|后)(?:的)?(?P<day>一天|一日|一晚|一夜|日|夕(?!阳))?|(?P<next>第二天|次日|翌日|隔天|隔日))"
)
_EVENTS = {str(word) for word in TABLE["LifeEvent"]["zh"]}
_EVENT = re.compile(
    rf"(?:(?:我|你|您|他|她|我们|你们|他们|她们|咱们|我俩)(?:的)?)?(?P<noun>{any_of(_EVENTS)})(?:那一?天|当天|当日|的时候|那会儿|时)?(?=(?P<side>[之以]?[前后]|第二天)|(?P<then>))"
)
_THAT_DAY = re.compile("(?:那一?天|当天|当日|当晚|那天晚上|的时候|那会儿|那年|那时候?|时(?!间|光|候|常))")


# Parts of the day and clock times


@once
def read_when(signs: Signs, i: int) -> Found:
    """A point in time: a day with its time, a period, a time by itself, so long ago."""
    return longer(
        (_dated(signs, i), _time(signs, i), _ago(signs, i), _whiles(signs, i), _now(signs, i), _event(signs, i))
    )


def _dated(signs: Signs, i: int) -> Found:
    found = read_period(signs, i)
    if not found:
        return None
    end, phrase = found
    if phrase.kind == "" and phrase.unit != "instant" and (beside := _beside(signs, end, phrase)):
        end, phrase = beside
    return with_time(signs, end, phrase)


def with_time(signs: Signs, end: int, phrase: Phrase) -> tuple[int, Phrase]:
    """A day and the time behind it: 昨天下午, 周五晚上八点, 5月3日10:30."""
    if phrase.unit != "day":
        return end, phrase
    j = end
    for link in ("的", "，", ",", "那天", "当天", "当日", "这天"):
        if signs.text.startswith(link, j):
            j += len(link)
            break
    if j == end and signs.at(end) == " " and signs.at(end + 1).isdecimal():
        j += 1
    time = read_time_of_day(signs, j, behind_day=j == end or signs.at(j - 1) != "，")
    if not time or not _belongs(signs, j, end, *time):
        return end, phrase
    return time[0], timed_phrase(phrase, time[1])


def _belongs(signs: Signs, j: int, end: int, after: int, time: TimeOfDay) -> bool:
    if signs.at(j - 1) in "，," and j > end:
        return time.sure and time.precision == "instant"
    return (
        time.precision == "part"
        or time.sure
        or not signs.at(after - 1) == "点"
        or is_clock_here(signs, j, after)
        or j == end
    )


def timed_phrase(day: Phrase, time: TimeOfDay) -> Phrase:
    phrase = day.become(lambda whole: on_day(whole, time), time.precision)
    return phrase._replace(part_of_day=time.precision == "part")


def _time(signs: Signs, i: int) -> Found:
    """下午三点, 20:30, 晚上; a bare 三点 where it can be no count."""
    found = read_time_of_day(signs, i)
    if not found:
        return None
    end, time = found
    if not time.sure and time.precision == "instant" and not is_clock_here(signs, i, end):
        return None
    if time.precision == "part":
        return _bare_part(signs, i, end, time)
    return end, at_time(time)


def _bare_part(signs: Signs, i: int, end: int, time: TimeOfDay) -> Found:
    """早上 is that of today, or of a day near it."""
    if signs.at(i - 1) in ("一", "个", "每", "天") or signs.at(end) in ("好",):
        return None
    return end, at_time(time)._replace(part_of_day=True)


# So long ago


def _ago(signs: Signs, i: int) -> Found:
    """三天前, 两周以后, 再过两天, 前几天, 过去三年, 未来两周, 三天内."""
    waits = _AFTER_A_WHILE.match(signs.text, i)
    if waits and (length := read_duration(signs, waits.end())):
        end = length[0]
        later = _LATER.match(signs.text, end)
        if later or signs.at(end) not in ("了", "过", "的") or signs.at(i) == "再":
            if signs.at(i - 1) not in ("经", "通", "超", "难", "不", "度", "熬", "路", "越", "错", "渡"):
                return (later.end() if later else end), around(length[1], 1)
    if length := read_duration(signs, i):
        if signs.at(i - 1) in ("第", "每"):
            return None
        return _beside_now(signs, *length)
    back = _BACK.match(signs.text, i)
    if back and (length := read_duration(signs, back.end())):
        return _back(signs, i, back, *length)
    ahead = _AHEAD.match(signs.text, i)
    if (
        ahead
        and (length := read_duration(signs, ahead.end()))
        and signs.at(i - 1) not in ("年", "月", "日", "天", "以", "之")
    ):
        end = length[0]
        within = _WITHIN.match(signs.text, end)
        return (within.end() if within else end), rolling(length[1], 1)
    return None


def _beside_now(signs: Signs, end: int, duration: Duration) -> Found:
    if (ago := _AGO.match(signs.text, end)) and signs.at(ago.end()) not in ("后",):
        return ago.end(), around(duration, -1)
    if later := _LATER.match(signs.text, end):
        return later.end(), around(duration, 1)
    within = _WITHIN.match(signs.text, end)
    if (within and within[0][-1] in "内里") or (within and within[0] in ("之中",)):
        return within.end(), rolling(duration, 1)
    return None


def _back(signs: Signs, i: int, back: re.Match[str], end: int, duration: Duration) -> Found:
    if signs.at(i - 1) in (
        "之",
        "以",
        "目",
        "年",
        "月",
        "周",
        "期",
        "日",
        "天",
        "号",
        "点",
        "节",
        "晚",
        "早",
        "马",
        "路",
        "楼",
    ) and signs.at(i) in ("前", "上"):
        return None
    if signs.at(i) == "上" and not signs.at(i + 1).isdecimal() and signs.at(i + 1) not in "一两三四五六七八九十几":
        return None
    if back["few"]:
        later = signs.skip(end, "里", "内")
        return later, around(duration, -1)
    within = _WITHIN.match(signs.text, end)
    return (within.end() if within else end), rolling(duration, -1)


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
    if just and signs.at(i - 1) not in _BEFORE_JUST:
        return just.end(), Phrase(lambda frame: unit_at("day", frame.now), "day", kind="recent")
    return None


# Beside another time


def _beside(signs: Signs, end: int, phrase: Phrase) -> Found:
    """春节前两周, 5月3日前一天, 国庆后第三天, 除夕前夕."""
    found = _BESIDE.match(signs.text, end)
    if not found:
        return None
    sign = 1 if found["next"] or found["side"] == "后" else -1
    if found["next"] or found["day"]:
        return (found.end(), _counted(phrase, duration_of(1, 1, "day"), sign)) if phrase.unit == "day" else None
    if (
        signs.at(end, 1) in ("前", "后")
        and phrase.unit == "day"
        and phrase.cycle is None
        and not phrase.stated
        and signs.at(end + 1) in ("两", "几")
    ):
        return None
    length = read_duration(signs, found.end())
    if not length or phrase.unit not in ("day", "week", "month"):
        return None
    within = signs.skip(length[0], "内", "里", "之内", "以内")
    if within > length[0]:
        return None
    return within, _counted(phrase, length[1], sign)


def _counted(phrase: Phrase, duration: Duration, sign: int) -> Phrase:
    """Two weeks before Spring Festival is a week, three days after it a day."""
    away = around(duration, sign)
    counted = phrase.become(lambda target: away.place(Frame(target.start)), away.unit)
    return counted._replace(point=lambda frame: shift(phrase.place(frame).start, duration.usual, sign))


# Days that only a memory knows


def _event(signs: Signs, i: int) -> Found:
    """我生日那天, 结婚前两天, 毕业以后: its time is the one given for that name, else unknown."""
    if signs.events is None:
        return None
    for name, span in signs.events.items():
        plain = simplified(name)
        if plain and not plain.isascii() and signs.text.startswith(plain, i):
            return _beside_event(signs, i + len(plain), at_span(span))
    found = _EVENT.match(signs.text, i)
    if not found:
        return None
    end = found.end()
    named = signs.text[i : found.start("noun") + len(found["noun"])]
    possessed = found.start("noun") > i and found["noun"] in _NAMED
    then = end > i + len(named) or _THAT_DAY.match(signs.text, end) is not None
    if not (then or found["side"] or possessed):
        return None

    def place(frame: Frame) -> Interval:
        raise UnknownEvent(named)

    return _beside_event(signs, end, Phrase(place, "day"))


_NAMED = frozenset("生日 婚礼 葬礼 毕业典礼 结婚纪念日 纪念日 周年纪念日 演唱会 音乐会 面试 手术 预产期 同学会".split())
_SIDES = re.compile(r"(?:之|以)?(?P<side>[前后])(?![往面任途台天])|(?P<next>第二天|次日)")


def _beside_event(signs: Signs, end: int, phrase: Phrase) -> tuple[int, Phrase]:
    if that := _THAT_DAY.match(signs.text, end):
        return that.end(), phrase
    if beside := _beside(signs, end, phrase):
        return beside
    if length := read_duration(signs, end):  # 毕业三年后
        side = _SIDES.match(signs.text, length[0])
        if side and side["side"]:
            return side.end(), _counted(phrase, length[1], 1 if side["side"] == "后" else -1)
    side = _SIDES.match(signs.text, end)
    if side and side["side"]:
        kind = "until" if side["side"] == "前" else "since"

        def edge(whole: Interval) -> Interval:
            at = whole.start if kind == "until" else whole.end
            return Interval(at, at, whole.precision)

        return side.end(), phrase.become(edge, phrase.unit)._replace(kind=kind)
    return end, phrase
