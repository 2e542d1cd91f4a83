"""Times of day in Chinese: 下午三点半, 三点一刻, 差五分八点, 20:30, 零点, 晚上, 从八点到九点."""

from __future__ import annotations

import re

from kgmem.timex_chinese_counts import DIGIT, small
from kgmem.timex_chinese_signs import TO, Signs, once
from kgmem.timex_phrase import TimeOfDay
from kgmem.timex_table import TABLE

_HOURS: dict[str, tuple[int, int]] = {}
for _word, _said in TABLE["DayPart"]["zh"].items():
    _first, _last = str(_said).split("-")
    _HOURS[_word] = int(_first), int(_last)
PART_WORDS = tuple(_HOURS)
_LONE = {"早", "晚", "夜", "晨", "一早", "白天", "大白天"}  # parts only behind a day
_AFTER_PART = {
    "早": "(?!就|已|点|些|日|晚|年|操|恋|熟|退|产|饭|餐|茶|会)",
    "晚": "(?!饭|餐|宴|辈|年|霞|报|安|自习|婚|期|于|点|会[上的，。,]|会$)",
}
_PART = re.compile("|".join(word + _AFTER_PART.get(word, "(?!茶)") for word in sorted(_HOURS, key=len, reverse=True)))

_HOUR = r"(?P<hour>二十[一二三四]?|十[一二]?|[零〇一二两三四五六七八九](?!十)|2[0-4]|[01]?[0-9])"
_MINUTE = rf"(?:[0-5]?[0-9]|[二三四五]?十{DIGIT}?|零{DIGIT}|{DIGIT})"
_CLOCK = re.compile(
    rf"(?<![0-9.:])"
    rf"(?:{_HOUR}[:：](?P<colon>[0-5][0-9])(?:[:：](?P<second>[0-5][0-9]))?(?![0-9:：])(?P<meridiem> ?[AaPp][Mm])?"
    rf"|{_HOUR.replace('hour', 'han')}(?P<mark>点|时(?![候间刻代装髦不常而差段光区机期节尚效局速长辰空]))"
    rf"(?:(?P<half>半)(?![天年个夜])|(?P<quarter>[一三123])刻钟?|差(?P<less>一刻|{_MINUTE})分?|过(?P<past>{_MINUTE})分|"
    rf"(?P<minute>{_MINUTE})(?P<unit>分(?!之)|(?![0-9零一二三四五六七八九十多个万千百点年月号日天度块岁：:]))(?:(?P<spoken_second>{_MINUTE})秒)?"
    rf"|(?P<whole>钟整?|整)|(?P<over>多|来钟|出头)钟?)?)"
)
_TO_THE_HOUR = re.compile(rf"差(?P<less>一刻|{_MINUTE})(?:分钟?)?(?:不到|到)?{_HOUR}点钟?(?!差)")
_ZERO = re.compile("(?:零点|零时|0点|(?P<noon>正午))(?!几|[一二三四五六七八九0-9])(?:整|钟)?")
_ABOUT = re.compile("左右|前后|上下|许|来钟")
_SAID_AT = re.compile("大约|大概|差不多|快|约|将近|接近|的|,|，")
_MORNING_DEEDS = re.compile(
    "[多半]?(?:就|才|钟|左右|准时|便|要|得|必须)*(?:起床|起来|起身|醒|吃早|早起|早饭|早餐|晨|上班|上学|升旗|早操|出门上)"
)
_NOT_POINTS = re.compile(
    "钟?方向|之间|式|共|建议|意见|要求|原因|理由|体会|想法|希望|注意|说明|区别|好处|不同|感受|心得|方法|问题|看法|伤害|东西|水|钱|儿|关系|忙|吃的|贵|小|一线|共识|经验|疑问|优势|不足|可以|是|为|差距|进步"
)
_BEFORE_CLOCK = re.compile(
    r"(?:^|[：，。！？、]|到|在|从|约|大概|大约|是|才|就|都|快|每天|当天|等|差不多|不到|将近|已经|定|改|于|至|过|要|这会儿|现在)$"
)


def _time(minutes: int, *, half: bool, sure: bool, end: int | None = None, second: int | None = None) -> TimeOfDay:
    last = minutes + 1 if end is None else end
    return TimeOfDay(minutes, last, "instant", half, sure, second)


def read_part(signs: Signs, i: int, *, behind_day: bool = False) -> tuple[int, TimeOfDay] | None:
    """早上, 下午, 晚上; behind a day also 早 and 晚."""
    found = _PART.match(signs.text, i)
    if not found or (found[0] in _LONE and not behind_day):
        return None
    first, last = _HOURS[found[0]]
    return signs.skip(found.end(), "时分"), TimeOfDay(60 * first, 60 * last, "part", sure=False)


@once
def read_time_of_day(signs: Signs, i: int, *, behind_day: bool = False) -> tuple[int, TimeOfDay] | None:
    """A part of the day, a time on the clock, or both; from one time to another."""
    part = read_part(signs, i, behind_day=True)
    alone = part is not None and not behind_day and signs.text[i : part[0]] in _LONE
    j = signs.skip(part[0], "的", "，", ",") if part else i
    j = _after_about(signs, j)
    stretch = _range(signs, j, part[1] if part else None)
    clock = stretch or _clock(signs, j)
    if part and clock:
        return clock[0], clock[1] if stretch else on_part(clock[1], part[1])
    if clock and clock[1].half and not clock[1].is_range and _MORNING_DEEDS.match(signs.text, clock[0]):
        return clock[0], clock[1]._replace(half=False)
    return None if alone and not clock else part or clock


def _after_about(signs: Signs, j: int) -> int:
    found = _SAID_AT.match(signs.text, j)
    return found.end() if found else j


@once
def _clock(signs: Signs, i: int) -> tuple[int, TimeOfDay] | None:
    found = _zero(signs, i) or _to_the_hour(signs, i) or _plain(signs, i)
    if found and (about := _ABOUT.match(signs.text, found[0])):
        return about.end(), found[1]._replace(sure=True)
    return found


def _zero(signs: Signs, i: int) -> tuple[int, TimeOfDay] | None:
    found = _ZERO.match(signs.text, i)
    return (found.end(), _time(720 if found["noon"] else 0, half=False, sure=True)) if found else None


def _to_the_hour(signs: Signs, i: int) -> tuple[int, TimeOfDay] | None:
    found = _TO_THE_HOUR.match(signs.text, i)
    if not found:
        return None
    hour = small(found["hour"])
    return found.end(), _time(60 * hour - _minutes(found["less"]), half=hour <= 12, sure=True)


def _minutes(said: str) -> int:
    return 15 if said == "一刻" else small(said)


def _plain(signs: Signs, i: int) -> tuple[int, TimeOfDay] | None:
    found = _CLOCK.match(signs.text, i)
    if not found:
        return None
    written = found["hour"] or found["han"]
    hour = small(written)
    half = 0 < hour <= 12 and written[0] != "0"
    if found["colon"]:
        second = int(found["second"]) if found["second"] else None
        if meridiem := (found["meridiem"] or "").strip().lower():
            hour, half = hour % 12 + (12 if meridiem == "pm" else 0), False
        return found.end(), _time(60 * hour + int(found["colon"]), half=half, sure=True, second=second)
    minute, sure, end = 0, True, None
    if found["half"]:
        minute = 30
    elif found["quarter"]:
        minute = 15 * small(found["quarter"])
    elif found["less"]:
        minute = -_minutes(found["less"])
    elif found["past"]:
        minute = small(found["past"])
    elif found["minute"]:
        minute = small(found["minute"])
        if not found["unit"] and (minute < 10 and not found["minute"].startswith(("0", "零"))):
            return None  # 三点五 is a number
    elif found["over"]:
        end = 60 * hour + 60
    elif not found["whole"]:
        sure = hour > 12 or (found["mark"] == "时" and found["han"] != "一")
    second = small(found["spoken_second"]) if found["spoken_second"] else None
    return found.end(), _time(60 * hour + minute, half=half, sure=sure, end=end, second=second)


def is_clock_here(signs: Signs, i: int, end: int) -> bool:
    """Whether a bare 三点 is a time, and no three points: not before what is counted in points."""
    if _NOT_POINTS.match(signs.text, end):
        return False
    if signs.at(i - 1) in "有这那第几以下" or signs.at(i - 2, 2) in ("一共", "总共"):
        return False
    if signs.at(i) == "一":  # a bit
        return False
    return signs.at(i) not in "二两" or _BEFORE_CLOCK.search(signs.text[max(0, i - 3) : i]) is not None


def on_part(clock: TimeOfDay, part: TimeOfDay) -> TimeOfDay:
    """The time in that part of the day: 下午三点 is 15:00, 晚上十二点 the end of the day, 晚上一点 in the next."""
    hour, later = clock.start // 60, 0
    if not clock.half:
        later = 1440 if clock.start == 0 and part.start >= 1020 else 0
    elif part.start >= 1020:  # evening and night: the small hours of an evening are those of the next day
        later = 720 if hour >= 5 else 1440 if part.end < 1440 else 0
    elif part.start >= 660:  # noon and afternoon
        later = 720 if hour < 10 else 0
    elif part.end <= 360:
        later = -720 if hour == 12 else 0
    elif part.start == 480:  # by day
        later = 720 if hour < 7 else 0
    return clock._replace(start=clock.start + later, end=clock.end + later, half=False, sure=True)


_TO = re.compile(TO)
_NEXT_DAY = re.compile("次日|第二天|隔天|翌日|转天")
_BARE_HOUR = re.compile(
    r"(?P<hour>二十[一二三四]?|十[一二]?|[零一二两三四五六七八九]|2[0-4]|[01]?[0-9])(?P<half>半)?(?=到|至|~|～|—|–|-|－)"
)


@once
def _range(signs: Signs, i: int, part: TimeOfDay | None) -> tuple[int, TimeOfDay] | None:
    """八点到九点, 早上五到六点, 下午2点~4点, 9:30-11:00."""
    first = _clock(signs, i)
    bare = None if first else _BARE_HOUR.match(signs.text, i)
    if bare and not signs.at(i - 1).isdecimal():
        hour = small(bare["hour"])
        first = bare.end(), _time(60 * hour + (30 if bare["half"] else 0), half=0 < hour <= 12, sure=False)
    link = _TO.match(signs.text, first[0]) if first else None
    if not first or not link:
        return None
    next_day = _NEXT_DAY.match(signs.text, link.end())
    after = next_day.end() if next_day else link.end()
    own = read_part(signs, after)
    second = _clock(signs, _after_about(signs, own[0] if own else after))
    if not second:
        return None
    start = on_part(first[1], part) if part else first[1]
    if own or next_day:
        last = on_part(second[1], own[1]).start if own else second[1].start
        last += 1440 if last <= start.start or next_day else 0
    else:
        steps = (0, 720, 1440) if second[1].half else (0, 1440)
        last = next((second[1].start + step for step in steps if second[1].start + step > start.start), 0)
    if last <= start.start:
        return None
    half = start.half and second[1].half and not own
    return signs.skip(second[0], "之间", "间"), TimeOfDay(start.start, last, "instant", half, sure=True)
