"""Times counted from another in Chinese: 春节前两周, 我生日那天, 结婚前两天, 毕业三年后."""

from __future__ import annotations

import re

from kgmem.han import simplified
from kgmem.timex_calendar import Frame, Interval, shift
from kgmem.timex_chinese_counts import read_duration
from kgmem.timex_chinese_signs import Signs, any_of
from kgmem.timex_events import UnknownEvent, at_span
from kgmem.timex_phrase import Duration, Found, Phrase, around, duration_of
from kgmem.timex_stretches import bounded
from kgmem.timex_table import TABLE

_BESIDE = re.compile(
    r"(?:的)?(?:(?:之|以)?(?P<side>前|后)(?:的)?(?P<day>一天|一日|一晚|一夜|日|夕(?!阳))?|(?P<next>第二天|次日|翌日|隔天|隔日))"
)
_SIDES = re.compile(r"(?:之|以)?(?P<side>[前后])(?![往面任途台天])")
_SINCE = re.compile("以来|至今|到现在")
_WHOSE = "(?:(?<![其迷])(?:我|你|您|他|她|我们|你们|他们|她们|咱们|咱|我俩)(?:的)?)?"
_EVENT = re.compile(rf"{_WHOSE}(?P<noun>{any_of(map(str, TABLE['LifeEvent']['zh']))})")
_BEHIND_EVENT = re.compile(rf"(?:{any_of(map(str, TABLE['LifeEvent']['zh']))})$")
_THAT_DAY = re.compile("的?(?:那一?天|当天|当日|当晚|那天晚上|那会儿|那年|那时候?)")
_AT_THAT_TIME = re.compile("的?时候|时(?!间|光|候|常)")
_THING_OF_EVENT = re.compile("礼|蛋糕|派对|愿望|会|贺|歌|照")
_NAMED = frozenset("生日 婚礼 葬礼 毕业典礼 结婚纪念日 纪念日 周年纪念日 演唱会 音乐会 面试 手术 预产期".split())
"""Events that have a day by their name alone, when it is said whose."""


def beside(signs: Signs, end: int, phrase: Phrase) -> Found:
    """春节前两周, 5月3日前一天, 国庆后第三天, 除夕前夕."""
    found = _BESIDE.match(signs.text, end)
    if not found:
        return None
    sign = 1 if found["next"] or found["side"] == "后" else -1
    if found["next"] or found["day"]:
        return (found.end(), _counted(phrase, duration_of(1, 1, "day"), sign)) if phrase.unit == "day" else None
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


def follows_event(signs: Signs, i: int) -> bool:
    """Whether an event is named right before a place: the 前两天 of 结婚前两天 counts from it."""
    return _BEHIND_EVENT.search(signs.text, max(0, i - 6), i) is not None


def read_event(signs: Signs, i: int) -> Found:
    """我生日那天, 结婚前两天, 毕业以后: its time is the one given for that name, else unknown."""
    if signs.events is None:
        return None
    for name, span in signs.events.items():
        plain = simplified(name)
        if plain and not plain.isascii() and signs.text.startswith(plain, i):
            end = i + len(plain)
            return _beside_event(signs, end, at_span(span)) or (end, at_span(span))
    found = _EVENT.match(signs.text, i)
    if not found:
        return None
    named = found[0]

    def place(frame: Frame) -> Interval:
        raise UnknownEvent(named)

    event = Phrase(place, "day")
    whose = found.start("noun") > i
    if whose and (when := _AT_THAT_TIME.match(signs.text, found.end())):
        return when.end(), event
    by_itself = whose and found["noun"] in _NAMED and not _THING_OF_EVENT.match(signs.text, found.end())
    return _beside_event(signs, found.end(), event) or ((found.end(), event) if by_itself else None)


def _beside_event(signs: Signs, end: int, event: Phrase) -> Found:
    if that := _THAT_DAY.match(signs.text, end):
        return that.end(), event
    if counted := beside(signs, end, event):
        return counted
    length = read_duration(signs, end)
    if since := _SINCE.match(signs.text, end):
        return since.end(), bounded(event, "since", at_start=True)
    side = _SIDES.match(signs.text, length[0] if length else end)
    if not side:
        return None
    if length:  # 毕业三年后
        return side.end(), _counted(event, length[1], 1 if side["side"] == "后" else -1)
    kind = "until" if side["side"] == "前" else "since"
    return side.end(), bounded(event, kind, at_start=kind == "until")
