"""Chinese days and periods: 今天, 去年夏天, 上周五, 上学期, 2019年底, 明年春节."""

from __future__ import annotations

import re
from datetime import timedelta

from kgmem.timex_calendar import UNITS, Frame, Interval, add_months, unit_at, whole_years
from kgmem.timex_chinese_closer import EDGES, read_closer, side_of
from kgmem.timex_chinese_dates import CYCLE_SIGNS, SEASONS, WEEKDAYS, read_cycle, read_numeric
from kgmem.timex_chinese_signs import Signs, any_of, once
from kgmem.timex_chinese_years import ERAS, read_century, read_decade, read_year
from kgmem.timex_cycles import Cycle, current, season_cycle, unit_cycle, weekday_cycle
from kgmem.timex_phrase import NOTHING, Found, Phrase, bare, days_from_today, longer, share_of

_DAYS = {
    "大大前": -4, "大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3, "大大后": 4, "本": 0,
}  # fmt: skip
_STEPS = {
    "上上上": -3,
    "上上": -2,
    "上": -1,
    "这": 0,
    "本": 0,
    "今": 0,
    "当": 0,
    "下": 1,
    "下下": 2,
    "下下下": 3,
    "此": 0,
}
_LONE_EDGE = re.compile(
    r"(?P<unit>年|月)(?P<edge>初(?![一二三四五六七八九])|中(?!国|旬)|底|末|尾|头(?=[就去上我他她，。]|$)|根儿?)|岁末|开年|年关"
)
_LONE_HALF_MONTH = re.compile("[上下]半个?月")
_OTHER_YEAR = re.compile("(?:那一?年|当年|同年|隔年|(?<![至到~～—–-])(?:次年|翌年))$")
_DAY = re.compile(
    rf"(?P<day>{any_of(_DAYS)})(?:天(?!才|津|堂)|日(?!本)|儿个?(?!子)|(?=[早晚晨夜](?!饭|餐|点|会儿|辈)))(?:个)?"
)
_STEP = re.compile(
    rf"(?P<step>{any_of(_STEPS)})(?:个|一个|一)?(?:"
    r"(?P<weekend>周末|礼拜末)|(?P<week>周|星期|礼拜)(?:的?(?P<weekday>[一二三四五六日天]|[1-7](?![0-9点:]))(?![次回趟遍顿]|[到至]?[二三四五六七八九十]个))?(?![年边围密岁])|月(?:份)?(?![光经初中底末亮饼])|月(?=[初中底末])"
    r"|(?P<quarter>季度?(?!节))|(?P<half>半年)|(?P<term>学期)|(?P<hour>小时|钟头)|(?P<season>[春夏秋冬])(?:天|季))"
)


@once
def read_period(signs: Signs, i: int) -> Found:
    """A day or a longer time, and what is said of it more closely: 去年夏天, 上个月底, 2019年第三季度."""
    found = longer(reader(signs, i) for reader in (*_READERS.get(signs.at(i), ()), _alone))
    while found and (closer := read_closer(signs, *found)):
        found = closer
    if found and found[1].unit == "year" and (no_month := _NO_MONTH.match(signs.text, found[0])):
        return no_month.end(), NOTHING
    return _with_weekday(signs, *found) if found else None


def _alone(signs: Signs, i: int) -> Found:
    """What recurs, without the year: 5月3日, 夏天, 周五, 月底."""
    if _OTHER_YEAR.search(signs.text[max(0, i - 4) : i]):
        return None  # 那年夏天 is of a year that is not told
    if half := _LONE_HALF_MONTH.match(signs.text, i):
        month = Phrase(lambda frame: unit_at("month", frame.now), "month")
        return half.end(), share_of(month, (0, 1 / 2) if half[0][0] == "上" else (1 / 2, 1))
    edge = _LONE_EDGE.match(signs.text, i)
    if edge and signs.at(i - 1) not in "一半全":  # 一年中
        unit = "month" if edge["unit"] == "月" else "year"
        whole = Phrase(lambda frame: unit_at(unit, frame.now), UNITS[unit].precision)
        return edge.end(), share_of(whole, EDGES[edge[0]])._replace(edge=side_of(edge[0]))
    dated = read_cycle(signs, i)
    if not dated:
        return None
    cycle = dated.cycle
    if dated.this:
        return dated.end, Phrase(lambda frame: current(cycle, frame), cycle.precision)
    return dated.end, bare(cycle)


def _day(signs: Signs, i: int) -> Found:
    """今天, 大前天, 昨(晚), 后儿."""
    found = _DAY.match(signs.text, i)
    if not found or (found["day"] == "本" and not found[0].endswith("日")):
        return None
    if found["day"] in ("前", "后") and (found[0] == "后日" or signs.at(i - 1) in "之以目先年月周期日号点时分钟秒半会"):
        return None
    return found.end(), days_from_today(_DAYS[found["day"]])


def _step(signs: Signs, i: int) -> Found:
    """上周五, 下个月, 上上个周末, 本季度, 这个夏天."""
    found = _STEP.match(signs.text, i)
    if not found:
        return None
    step = found["step"]
    k = _STEPS[step]
    if step in ("今", "此", "当") and not found[0].endswith("月"):
        return None
    if (step == "这" and found[0] == "这月") or (step == "上" and signs.at(i - 1) in ("早", "晚")):
        return None
    if found["half"]:
        return (found.end(), _half_years(k)) if signs.at(i + len(step)) in ("个", "一") else None
    if found["season"]:
        cycle = season_cycle(SEASONS[found["season"]])
        return found.end(), _season_step(cycle, k)
    if found["hour"]:
        return found.end(), _hour_step(k)
    end = found.end()
    if found["weekday"]:
        cycle = weekday_cycle(WEEKDAYS[found["weekday"]])
        days = read_cycle(signs, found.start("week"))
        if days and days.end > end and days.cycle.inside == "week":  # 上周三四
            end, cycle = days.end, days.cycle
    elif found["term"]:
        return end, _term_step(k)
    else:
        unit = (
            "weekend" if found["weekend"] else "week" if found["week"] else "quarter" if found["quarter"] else "month"
        )
        cycle = unit_cycle(unit)
    return end, Phrase(lambda frame: cycle.at(frame.now, k), cycle.precision)


def _term_step(k: int) -> Phrase:
    """Terms of schools: September to January, February to June."""

    def place(frame: Frame) -> Interval:
        half = (frame.now.year * 12 + frame.now.month - 2) // 6  # February to July, August to January
        half += k
        start = whole_years(frame.now, half // 2, 1, "year").start.replace(month=9 if half % 2 else 2)
        return Interval(start, add_months(start, 5), "season")

    return Phrase(place, "season")


def _half_years(k: int) -> Phrase:
    def place(frame: Frame) -> Interval:
        half = frame.now.year * 2 + (frame.now.month > 6) + k
        start = whole_years(frame.now, half // 2, 1, "year").start.replace(month=7 if half % 2 else 1)
        return Interval(start, start.replace(year=start.year + half % 2, month=1 if half % 2 else 7), "season")

    return Phrase(place, "season")


def _hour_step(k: int) -> Phrase:
    def place(frame: Frame) -> Interval:
        start, end = sorted((frame.now, frame.now + timedelta(hours=k or 1)))
        return Interval(start, end, "instant")

    return Phrase(place, "instant")


def _season_step(cycle: Cycle, k: int) -> Phrase:
    def place(frame: Frame) -> Interval:
        ours = current(cycle, frame)
        if k < 0 and ours.end <= frame.now:
            return cycle.at(ours.start, k + 1)
        return cycle.at(ours.start, k)

    return Phrase(place, "season")


_NO_MONTH = re.compile("[0-9]{1,2}月(?:[0-9]{1,2}[日号])?")  # 2023年13月
_WEEKDAY_BEHIND = re.compile(r" ?[，,]?[（(]?(?:周|星期|礼拜)[一二三四五六日天](?!个)[）)]?")


def _with_weekday(signs: Signs, end: int, phrase: Phrase) -> tuple[int, Phrase]:
    """10月12号，星期一 is one expression: the date says more."""
    if phrase.unit != "day" or (phrase.cycle and phrase.cycle.inside == "week"):
        return end, phrase
    found = _WEEKDAY_BEHIND.match(signs.text, end)
    if (
        not found
        or signs.at(found.end()) in ("到", "至")
        or (found[0][0] in "，, " and signs.at(end - 1) not in ("日", "号"))
    ):
        return end, phrase
    if ("（" in found[0] or "(" in found[0]) != ("）" in found[0] or ")" in found[0]):
        return end, phrase
    return found.end(), phrase


_READERS = {
    **dict.fromkeys("0123456789零〇一二三四五六七八九十廿两公西", (read_year, read_decade, read_century, read_numeric)),
    **dict.fromkeys("大前昨今明后当本", (_day, read_year, _step, read_decade, read_century)),
    **dict.fromkeys("上下这此", (_step, read_year, read_decade, read_century)),
    **dict.fromkeys("去来旧", (read_year,)),
}
_READERS |= {
    era[0]: (*_READERS.get(era[0], ()), read_year) for era in ERAS if read_year not in _READERS.get(era[0], ())
}
"""The first sign -> what can begin with it."""
PERIOD_SIGNS = frozenset(_READERS) | CYCLE_SIGNS | frozenset("年月岁开")
