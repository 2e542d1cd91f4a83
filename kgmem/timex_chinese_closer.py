"""What narrows a Chinese period down: 去年的夏天, 上个月底, 五月第一周, 今年最后三天, 去年的今天."""

from __future__ import annotations

import re
from datetime import timedelta

from kgmem.temporal import PRECISIONS
from kgmem.timex_calendar import Frame, Interval, Share, add_months, unit_at
from kgmem.timex_chinese_counts import SMALL, small
from kgmem.timex_chinese_dates import WEEKDAYS, read_cycle
from kgmem.timex_chinese_signs import Signs, any_of
from kgmem.timex_cycles import unit_cycle, weekday_cycle
from kgmem.timex_nth import nth_in, nth_week, some_of
from kgmem.timex_phrase import Found, Phrase, inside, length_of, longer, share_of

_FIRST, _MIDDLE, _LAST = (0, 1 / 3), (1 / 3, 2 / 3), (2 / 3, 1)
EDGES: dict[str, Share] = {
    **dict.fromkeys("初 头 前期 初期 月初 月头 周初 开头 初叶 之初 伊始 开始的时候".split(), _FIRST),
    **dict.fromkeys("中 中期 中旬 月中 年中 中叶".split(), _MIDDLE),
    **dict.fromkeys("底 末 尾 后期 末期 月底 月末 末叶".split(), _LAST),
    **dict.fromkeys("年初 年头 开年".split(), (0, 1 / 4)),
    **dict.fromkeys("年底 年末 年尾 岁末 年根 年根儿 年关".split(), (3 / 4, 1)),
    **dict.fromkeys("前半 前半段 上半".split(), (0, 1 / 2)),
    **dict.fromkeys("后半段 下半".split(), (1 / 2, 1)),
}
"""Words for the edge of a period -> the share of it that they mean."""
_SIDES = {"初": "start", "头": "start", "前": "start", "开": "start", "中": "middle"}
EDGE = re.compile(f"(?:{any_of(EDGES)})(?![一二三四五六七八九]|级|期[间中末]|学|国|秋|考|旬|医|午|间|部|号)")
_UNIT_SIGNS = {"年": "year", "月": "month", "周": "week"}
_SHORT_EDGES = frozenset("中 头 尾 前半 上半 下半".split())
_NOT_BEHIND_EDGE = frozenset("年月天午国考学秋文餐药一两三发痛")
"""Signs that a short edge belongs to: 中国, 中午, 头痛."""
_TENS_OF_MONTH = {"上": (1, 10), "中": (11, 20), "下": (21, 31)}
_TEN_DAYS = re.compile("(?P<third>[上中下])旬")
_HALF_MONTH = re.compile("(?P<half>[上前下后])半(?:个)?月")
_NTH = re.compile(
    rf"(?:的|里|中|里的|中的)?(?:第(?P<number>{SMALL})(?:个)?|(?P<last>最后|最后的|末)(?:一个?|(?P<count>{SMALL}|两)个?)?|(?P<first>头|前)(?P<some>{SMALL}|两)个?)"
    r"(?:(?P<weekday>(?:周|星期|礼拜)[一二三四五六日天])|(?P<weekend>周末)|(?P<week>周|星期|礼拜)|(?P<day>天)|(?P<month>月)|(?P<quarter>季度))"
)
_HAN_YEAR = re.compile("[零〇一二三四五六七八九十]年")
_SAME = re.compile("的?(?:(?P<day>今天|今日|同一天|这一?天)|这个时候|这时候|此时|同一时间|同期)")


def read_closer(signs: Signs, end: int, period: Phrase) -> Found:
    """The period as what stands behind it narrows it down."""
    if not period.is_date or period.unit in ("day", "part", "instant"):
        return None
    j = signs.skip(end, "的", "，" if period.unit == "year" else "的")
    return longer(
        (
            _cycle_in(signs, j, period),
            _nth(signs, end, period),
            _same_time(signs, end, period),
            _ten_days(signs, j, period),
            _edge(signs, j if j > end and signs.at(end) == "的" else end, period),
            _half_month(signs, j, period),
        )
    )


def _cycle_in(signs: Signs, j: int, period: Phrase) -> Found:
    """The 夏天 of 去年夏天, the 3号 of 上个月3号, the 周三 of 上周的周三."""
    civil = period.stated and _HAN_YEAR.match(signs.text, j - 2) is not None
    dated = read_cycle(signs, j, civil=civil)
    if not dated or period.cycle:
        return None
    if dated.cycle.inside != period.unit and (period.unit, dated.cycle.inside) != ("week", "weekend"):
        return None
    return dated.end, inside(dated.cycle, period)


def _edge(signs: Signs, j: int, period: Phrase) -> Found:
    """The 底 of 上个月底, the 初 of 80年代初."""
    found = EDGE.match(signs.text, j)
    if not found or _UNIT_SIGNS.get(found[0][0], period.unit) != period.unit:
        return None
    if found[0] in _SHORT_EDGES and signs.at(found.end()) in _NOT_BEHIND_EDGE:
        return None
    word = f"年{found[0]}" if period.unit == "year" and f"年{found[0]}" in EDGES else found[0]
    return found.end(), share_of(period, EDGES[word])._replace(edge=side_of(found[0]))


def side_of(word: str) -> str:
    """Which edge a word means, as `Phrase.edge` has it."""
    return next((_SIDES[sign] for sign in word if sign in _SIDES), "end")


def _ten_days(signs: Signs, j: int, period: Phrase) -> Found:
    found = _TEN_DAYS.match(signs.text, j)
    if not found or period.unit != "month":
        return None
    first, last = _TENS_OF_MONTH[found["third"]]

    def days(whole: Interval) -> Interval:
        opens = whole.start + timedelta(days=first - 1)
        return Interval(opens, whole.end if last > 30 else whole.start + timedelta(days=last), "week")

    side = {"上": "start", "中": "middle", "下": "end"}[found["third"]]
    return found.end(), period.become(days, "week")._replace(edge=side)


def _half_month(signs: Signs, j: int, period: Phrase) -> Found:
    found = _HALF_MONTH.match(signs.text, j)
    if not found or period.unit != "month":
        return None
    return found.end(), share_of(period, (0, 1 / 2) if found["half"] in "上前" else (1 / 2, 1))


def _nth(signs: Signs, end: int, period: Phrase) -> Found:
    """The 第一周 of 五月第一周, the 最后三天 of 今年的最后三天, the 第三个周六 of 五月的第三个周六."""
    found = _NTH.match(signs.text, end)
    if not found:
        return None
    unit = next((name for name in ("weekend", "week", "day", "month", "quarter") if found[name]), "day")
    cycle = weekday_cycle(WEEKDAYS[found["weekday"][-1]]) if found["weekday"] else unit_cycle(unit)
    if PRECISIONS.index(period.unit) >= PRECISIONS.index(cycle.precision):
        return None
    number = -1 if found["last"] else 1 if found["first"] else small(found["number"])
    count = small(found["count"] or found["some"] or "1")
    if (
        not number
        or not count
        or (found["day"] and found["number"] and period.unit == "year" and signs.at(end) not in "的里中")
    ):
        return None  # 今年第一天上班 is no first of January

    def part(whole: Interval) -> Interval:
        if found["weekday"] is None and count > 1:
            return some_of(whole, length_of(count, unit), number, cycle.precision)
        return nth_week(whole, number) if unit == "week" and not found["weekday"] else nth_in(whole, cycle, number)

    return found.end(), period.become(part, cycle.precision)


def _same_time(signs: Signs, end: int, period: Phrase) -> Found:
    """去年的今天, 上个月的这个时候: as many months away as the period is."""
    found = _SAME.match(signs.text, end)
    if not found or period.unit not in ("year", "month") or period.cycle:
        return None
    unit = "day" if found["day"] else "week"

    def place(frame: Frame) -> Interval:
        start = period.place(frame).start
        ours = unit_at(period.unit, frame.now).start
        months = 12 * (start.year - ours.year) + start.month - ours.month
        return unit_at(unit, add_months(frame.now, months))

    return found.end(), Phrase(place, unit, period.stated)
