"""Chinese days and periods: 今天, 去年夏天, 上周五, 2019年底, 九十年代, 上个月的第一周, 明年春节."""

from __future__ import annotations

import re
from datetime import timedelta

from kgmem.temporal import PRECISIONS
from kgmem.timex_calendar import UNITS, Frame, Interval, Share, unit_at, whole_years
from kgmem.timex_chinese_counts import DIGIT, SMALL, small
from kgmem.timex_chinese_dates import WEEKDAYS, read_cycle, read_numeric
from kgmem.timex_chinese_signs import Signs, any_of, once
from kgmem.timex_cycles import Cycle, current, season_cycle, unit_cycle, weekday_cycle
from kgmem.timex_nth import nth_in, nth_week, some_of
from kgmem.timex_phrase import Found, Phrase, bare, days_from_today, inside, length_of, longer, share_of

_DAYS = {
    "大大前": -4, "大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3, "大大后": 4, "当": 0, "本": 0,
}  # fmt: skip
_YEARS = {
    "大前年": -3, "前年": -2, "去年": -1, "上年": -1, "上一年": -1, "今年": 0, "本年": 0, "本年度": 0, "这一年": 0, "明年": 1, "来年": 1,
    "下一年": 1, "下年": 1, "后年": 2, "大后年": 3, "去年度": -1, "上年度": -1, "下年度": 1, "旧年": -1, "今年度": 0, "明年度": 1,
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
ERAS = {  # the year before the first of an era
    "民国": 1911, "宣统": 1908, "光绪": 1874, "同治": 1861, "咸丰": 1850, "道光": 1820, "嘉庆": 1795, "乾隆": 1735, "雍正": 1722,
    "康熙": 1661, "顺治": 1643, "崇祯": 1627, "天启": 1620, "万历": 1572, "隆庆": 1566, "嘉靖": 1521, "正德": 1505, "弘治": 1487,
    "成化": 1464, "天顺": 1456, "景泰": 1449, "正统": 1435, "宣德": 1425, "洪熙": 1424, "永乐": 1402, "建文": 1398, "洪武": 1367,
    "至正": 1340, "祥兴": 1277, "靖康": 1125, "宣和": 1118, "政和": 1110, "崇宁": 1101, "元丰": 1077, "熙宁": 1067, "嘉祐": 1055,
    "庆历": 1040, "咸平": 997, "太平兴国": 975, "建隆": 959, "天祐": 903, "光启": 884, "中和": 880, "广明": 879, "元和": 805, "贞元": 784,
    "建中": 779, "大历": 765, "宝应": 761, "天宝": 741, "开元": 712, "景云": 709, "景龙": 706, "神龙": 704, "永徽": 649, "贞观": 626,
    "武德": 617, "大业": 604, "开皇": 580, "昭和": 1925, "平成": 1988, "令和": 2018, "明治": 1867, "大正": 1911,
}  # fmt: skip
_EDGES: dict[str, Share] = {
    "初": (0, 1 / 3), "头": (0, 1 / 3), "中": (1 / 3, 2 / 3), "底": (2 / 3, 1), "末": (2 / 3, 1), "尾": (2 / 3, 1), "前期": (0, 1 / 3),
    "初期": (0, 1 / 3), "中期": (1 / 3, 2 / 3), "后期": (2 / 3, 1), "末期": (2 / 3, 1), "中旬": (1 / 3, 2 / 3), "年中": (1 / 3, 2 / 3),
    "年初": (0, 1 / 3), "年头": (0, 1 / 3), "年底": (2 / 3, 1), "年末": (2 / 3, 1), "年尾": (2 / 3, 1), "岁末": (2 / 3, 1), "开年": (0, 1 / 3),
    "月初": (0, 1 / 3), "月中": (1 / 3, 2 / 3), "月底": (2 / 3, 1), "月末": (2 / 3, 1), "周初": (0, 1 / 3), "开头": (0, 1 / 3), "前半": (0, 1 / 2),
    "中叶": (1 / 3, 2 / 3), "初叶": (0, 1 / 3), "末叶": (2 / 3, 1), "之初": (0, 1 / 3), "伊始": (0, 1 / 3), "开始的时候": (0, 1 / 3),
    "的时候": (0, 1), "前半段": (0, 1 / 2), "后半段": (1 / 2, 1), "上半": (0, 1 / 2), "下半": (1 / 2, 1), "年根": (2 / 3, 1), "年关": (2 / 3, 1),
    "年根儿": (2 / 3, 1), "月头": (0, 1 / 3),
}  # fmt: skip
del _EDGES["的时候"]
_SIDES = {"初": "start", "头": "start", "前": "start", "开": "start", "中": "middle"}
_EDGE = re.compile(f"(?:{any_of(_EDGES)})(?![一二三四五六七八九]|级|期[间中末]|学|国|秋|考|旬|医|午|间|部|号)")
_LONE_EDGE = re.compile(
    r"(?P<unit>年|月)(?P<edge>初(?![一二三四五六七八九])|中(?!国|旬)|底|末|尾|头(?=[就去上我他她，。]|$)|根儿?)|岁末|开年|年关"
)
_TENS_OF_MONTH = {"上": (1, 10), "中": (11, 20), "下": (21, 31)}
_TEN_DAYS = re.compile("(?P<third>[上中下])旬")
_HALF_MONTH = re.compile("(?P<half>[上前下后])半(?:个)?月")
_RELATIVE_YEAR = re.compile(f"(?:{any_of(_YEARS)})(?!级|轻)")
_YEAR = re.compile(
    rf"(?<![0-9零〇一二三四五六七八九十百千])(?:公元)?(?:(?P<arabic>[12][0-9]{{3}}|[0-9]{{3}}(?=年))|(?P<han>[一二]{DIGIT}{{3}}|{DIGIT}{{3}}(?=年)|[一二两]千(?:零{DIGIT}{{1,2}}|零?[一二三四五六七八九]?十{DIGIT}?)?(?=年)))"
    r"(?:学?年度?(?!级|的?历史|多|间)|学年)"
)
_SHORT_YEAR = re.compile(
    rf"(?<![0-9零〇一二三四五六七八九十百千第])(?P<year>[0-9]{{2}}|[零〇一二三四五六七八九]{DIGIT})年(?!级|代|多|来|间|以|的?历史|纪|龄|了|半|内|级)"
)
_ERA = re.compile(
    rf"(?P<era>{any_of(ERAS)})(?P<year>元|[0-9]{{1,3}}|[一二三四五六七八九]?(?:百零?)?[一二三四五六七八九]?十?{DIGIT}?)年(?:间)?"
)
_DECADE = re.compile(
    rf"(?P<century>上(?:个|一)?世纪|(?:[0-9]{{1,2}}|[二]?十{DIGIT}?)世纪|本世纪|这个?世纪)?(?:的)?(?P<full>[12][0-9]{{2}}0|[12一二]{DIGIT}{DIGIT}[零〇])?(?(full)|(?P<decade>[1-9]0|00|[二三四五六七八九]?十|零零))年代"
)
_CENTURY = re.compile(
    rf"(?:公元)?(?P<number>[0-9]{{1,2}}|[一二]?十{DIGIT}?|{DIGIT})世纪(?!末|$^)|(?P<step>上上|上|本|这|下)(?:个|一|一个)?世纪"
)
_DAY = re.compile(
    rf"(?P<day>{any_of(_DAYS)})(?:天(?!才|津|堂)|日(?!本)|儿个?(?!子)|(?=[早晚晨夜](?!饭|餐|点|会儿|辈)))(?:个)?"
)
_STEP = re.compile(
    rf"(?P<step>{any_of(_STEPS)})(?:个|一个|一)?(?:"
    r"(?P<weekend>周末|礼拜末)|(?P<week>周|星期|礼拜)(?:的?(?P<weekday>[一二三四五六日天]|[1-7](?![0-9点:]))(?![次回趟遍顿]|[到至]?[二三四五六七八九十]个))?(?!年)|月(?:份)?(?![0-9光经初中底末亮饼])|月(?=[初中底末])"
    r"|(?P<quarter>季度?(?!节)|財季)|(?P<half>半年)|(?P<hour>小时|钟头)|(?P<season>[春夏秋冬])(?:天|季))"
)
_THIS_DAY = ("今", "当", "本", "此")
_NTH = re.compile(
    rf"(?:的|里|中|里的|中的)?(?:第(?P<number>{SMALL})(?:个)?|(?P<last>最后|最后的|末)(?:一个?|(?P<count>{SMALL}|两)个?)?|(?P<first>头|前)(?P<some>{SMALL}|两)个?)"
    r"(?:(?P<weekday>(?:周|星期|礼拜)[一二三四五六日天])|(?P<weekend>周末)|(?P<week>周|星期|礼拜)|(?P<day>天)|(?P<month>月)|(?P<quarter>季度))"
)


@once
def read_period(signs: Signs, i: int) -> Found:
    """A day or a longer time, and what is said of it more closely: 去年夏天, 上个月底, 2019年第三季度."""
    found = longer(
        (
            _year(signs, i),
            _day(signs, i),
            _step(signs, i),
            _decade(signs, i),
            _century(signs, i),
            read_numeric(signs, i),
            _alone(signs, i),
        )
    )
    while found and (closer := _closer(signs, *found)):
        found = closer
    return _with_weekday(signs, *found) if found else None


def _alone(signs: Signs, i: int) -> Found:
    """What recurs, without the year: 5月3日, 夏天, 周五, 月底."""
    if edge := _LONE_EDGE.match(signs.text, i):
        word = edge["edge"] or {"岁末": "末", "开年": "初", "年关": "底"}[edge[0]]
        unit = "month" if edge["unit"] == "月" else "year"
        whole = Phrase(lambda frame: unit_at(unit, frame.now), UNITS[unit].precision)
        return edge.end(), share_of(whole, _EDGES[word.replace("根儿", "底").replace("根", "底")])._replace(
            edge=_side(word)
        )
    dated = read_cycle(signs, i)
    if not dated:
        return None
    cycle = dated.cycle
    if dated.this:
        return dated.end, Phrase(lambda frame: current(cycle, frame), cycle.precision)
    return dated.end, bare(cycle)


def _side(word: str) -> str:
    return next((_SIDES[sign] for sign in word if sign in _SIDES), "end")


def _in_year(year: int) -> Phrase:
    return Phrase(lambda frame: whole_years(frame.now, year, 1, "year"), "year", stated=True)


def _year(signs: Signs, i: int) -> Found:
    """2019年, 二零一九年, 去年, 08年, 民国三年."""
    if relative := _RELATIVE_YEAR.match(signs.text, i):
        years = _YEARS[relative[0]]
        return relative.end(), Phrase(lambda frame: whole_years(frame.now, frame.now.year + years, 1, "year"), "year")
    if signs.at(i - 2, 2) == "公元" or signs.at(i - 3, 3) == "公元前":
        i_after = i
        if signs.at(i_after - 3, 3) == "公元前":
            return None
    if era := _ERA.match(signs.text, i):
        number = 1 if era["year"] == "元" else small(era["year"])
        return (era.end(), _in_year(ERAS[era["era"]] + number)) if number else None
    if found := _YEAR.match(signs.text, i):
        said = found["arabic"] or found["han"]
        year = small(said)
        if 99 < year < 1000 and signs.at(i - 1) not in ("在", "于", "元"):
            if found["arabic"] or not read_cycle(signs, found.end()):
                return None
        return (found.end(), _in_year(year)) if 99 < year < 3000 else None
    found = _SHORT_YEAR.match(signs.text, i)
    return (found.end(), _in_year(_full_year(small(found["year"])))) if found and _is_year(signs, i, found) else None


def _full_year(year: int) -> int:
    return year + (2000 if year < 40 else 1900)


_YEAR_CONTEXT = re.compile(r"(?:^|[，,。！？；、\s（(]|在|从|自|到|于|是|我|他|她|们|早在|截至|截止|家|爸|妈|都)$")
_LENGTH_CONTEXT = re.compile(
    "来|过去|前|后|内|里|没|下来|时间|的(?!春|夏|秋|冬|时候|[0-9一二三四五六七八九十])|老|如一日|过|才"
)


def _is_year(signs: Signs, i: int, found: re.Match[str]) -> bool:
    """Whether 19年 is a year rather than a length."""
    year = found["year"]
    if year[0] in "0零〇" or (not year.isdecimal() and year[1] in "零〇") or 40 <= small(year) < 100:
        return not (year.isdecimal() and _LENGTH_CONTEXT.match(signs.text, found.end()) and year[0] != "0")
    if not year.isdecimal() and year[0] not in "一":
        return False
    behind = read_cycle(signs, found.end())
    if behind and behind.cycle.inside == "year" and not behind.cycle.is_unit:
        return True
    if _EDGE.match(signs.text, found.end()):
        return True
    return _YEAR_CONTEXT.search(signs.text[max(0, i - 2) : i]) is not None and not _LENGTH_CONTEXT.match(
        signs.text, found.end()
    )


def _decade(signs: Signs, i: int) -> Found:
    """九十年代, 上世纪八十年代, 20世纪80年代, 1990年代."""
    found = _DECADE.match(signs.text, i)
    if not found:
        return None
    if found["full"]:
        start = small(found["full"])
        return found.end(), _years(start, 10, "decade")
    decade = 0 if found["decade"] in ("00", "零零") else small(found["decade"])
    said = found["century"] or ""
    if said[:1] in ("上", "本", "这"):
        back = 100 if said[0] == "上" else 0
        return found.end(), Phrase(
            lambda frame: whole_years(frame.now, frame.now.year // 100 * 100 - back + decade, 10, "decade"),
            "decade",
            stated=True,
        )
    century = (small(said.removesuffix("世纪")) - 1) * 100 if said else 2000 if decade < 30 else 1900
    return found.end(), _years(century + decade, 10, "decade")


def _years(start: int, count: int, precision: str) -> Phrase:
    return Phrase(lambda frame: whole_years(frame.now, start, count, precision), precision, stated=True)


def _century(signs: Signs, i: int) -> Found:
    found = _CENTURY.match(signs.text, i)
    if not found:
        return None
    if found["number"]:
        number = small(found["number"])
        return (found.end(), _years(100 * (number - 1), 100, "century")) if 1 < number < 30 else None
    k = _STEPS[found["step"]]
    return found.end(), Phrase(
        lambda frame: whole_years(frame.now, (frame.now.year // 100 + k) * 100, 100, "century"), "century"
    )


def _day(signs: Signs, i: int) -> Found:
    """今天, 大前天, 昨(晚), 后儿."""
    found = _DAY.match(signs.text, i)
    if not found or (found["day"] in ("本", "当") and found[0][-1:] not in ("日",)):
        return None
    if found["day"] == "当":
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
        cycle = season_cycle({"春": 3, "夏": 6, "秋": 9, "冬": 12}[found["season"]])
        return found.end(), _season_step(cycle, k)
    if found["hour"]:
        return found.end(), _hour_step(k)
    if found["weekday"]:
        cycle = weekday_cycle(WEEKDAYS[found["weekday"]])
    else:
        unit = (
            "weekend" if found["weekend"] else "week" if found["week"] else "quarter" if found["quarter"] else "month"
        )
        cycle = unit_cycle(unit)
    return found.end(), Phrase(lambda frame: cycle.at(frame.now, k), cycle.precision)


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


# What is said of a period more closely


def _closer(signs: Signs, end: int, period: Phrase) -> Found:
    if not period.is_date or period.unit in ("day", "part", "instant"):
        return None
    j = signs.skip(end, "的", "，" if period.unit == "year" else "的")
    return longer(
        (
            _cycle_in(signs, j, period),
            _nth(signs, end, period),
            _ten_days(signs, j, period),
            _edge(signs, j if j > end and signs.at(end) == "的" else end, period),
            _half_month(signs, j, period),
        )
    )


def _cycle_in(signs: Signs, j: int, period: Phrase) -> Found:
    """The 夏天 of 去年夏天, the 3号 of 上个月3号, the 周三 of 上周的周三."""
    dated = read_cycle(signs, j)
    if not dated:
        return None
    cycle = dated.cycle
    fits = cycle.inside == period.unit or (cycle.inside == "week" and period.unit == "week")
    if not fits or (period.cycle is not None and period.unit != "month" and not period.stated):
        return None
    if period.unit == "month" and period.cycle is not None:
        return None
    phrase = inside(cycle, period)
    return dated.end, phrase._replace(stated=period.stated)


def _edge(signs: Signs, j: int, period: Phrase) -> Found:
    """The 底 of 上个月底, the 初 of 80年代初."""
    found = _EDGE.match(signs.text, j)
    if not found or (
        found[0][0] in "年月周"
        and {"年": "year", "月": "month", "周": "week"}[found[0][0]] != period.unit
        and period.unit != "decade"
    ):
        return None
    if found[0] in ("中", "头", "尾", "前半", "上半", "下半") and not _edge_stands(signs, found):
        return None
    return found.end(), share_of(period, _EDGES[found[0]])._replace(edge=_side(found[0]))


def _edge_stands(signs: Signs, found: re.Match[str]) -> bool:
    """Whether 中 or 头 ends the phrase, and does not begin the next word."""
    return signs.at(found.end()) not in (
        "年",
        "月",
        "天",
        "午",
        "国",
        "考",
        "学",
        "秋",
        "文",
        "餐",
        "药",
        "一",
        "两",
        "三",
        "发",
        "痛",
    )


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
    if not number or not count:
        return None

    def part(whole: Interval) -> Interval:
        if found["weekday"] is None and count > 1:
            return some_of(whole, length_of(count, unit), number, cycle.precision)
        return nth_week(whole, number) if unit == "week" and not found["weekday"] else nth_in(whole, cycle, number)

    return found.end(), period.become(part, cycle.precision)


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
