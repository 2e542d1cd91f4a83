"""Chinese stretches of time: 从五月到七月, 周一至周三, 2018年以来, 周五之前, 从下周起, 到月底为止."""

from __future__ import annotations

import re

from kgmem.timex_calendar import whole_years
from kgmem.timex_chinese_counts import read_duration
from kgmem.timex_chinese_signs import Signs, once
from kgmem.timex_chinese_when import read_when
from kgmem.timex_phrase import Found, Phrase, ever_since, longer
from kgmem.timex_stretches import bounded, from_to

_FROM = re.compile("从|自从|自打|自|由|打从|打|在|于")
_TO = re.compile(r"(?:的)? ?(?:一?直到|到|至|~|～|—+|–|-|－) ?")
_AND = re.compile("和|与|跟|及")
_BETWEEN = re.compile("(?:的)?(?:之)?间|期间|这段时间|中间")
_UP_TO_NOW = re.compile("至今|到现在|到今天|到如今|到目前|迄今|以来|来(?=一直|都|，)|直到现在|开始到现在|起至今")
_START = re.compile("(?:的时候)?(?:就)?(?:起(?![床来身飞码诉草火步跑源夜哄劲伏])|开始(?!的时候)|往后|起就)")
_SINCE = re.compile(
    r"(?:及|或|以及|或者)(?:其)?(?:之|以)?后|(?:及|或)更(?:晚|新)|(?:之|以)后|后(?![天年来悔面代果背勤续台期院备半勤卫腿])|后(?=来)|过后|起(?![床来身飞码诉草火步跑源夜哄劲伏])|以来|至今|到现在|过了以后"
)
_UNTIL = re.compile(
    r"(?:及|或|以及|或者)(?:其)?(?:之|以)?前|(?:及|或)更早|(?:之|以)前|前(?![往后面进台途任夫妻女男期提景锋辈额方几段阵天年些半])|前夕|为止|(?<=[日号底初末月年天])止|截止"
)
_TAKES_IN = ("及", "或")
_UP_TO = re.compile("(?:截至|截止到|截止至|截止|直到|直至|一直到|不晚于|最晚|最迟|到|在)(?:了)?")
_ENDS = re.compile("(?:为止|止|截止|之前|以前|前)(?![往后面进台途任])")
_DASHES = frozenset("-–—－~～")
_NUMBERED = re.compile("[0-9日号]$")
_YEARS = re.compile(
    r"(?<![0-9./-])(?P<first>(?:19|20)[0-9]{2})年?(?: ?(?:到|至|~|～|—+|–|-|－) ?)(?P<last>(?:19|20)?[0-9]{2})(?![0-9/.]|-[0-9])(?P<year>年)?"
)


@once
def read_range(signs: Signs, i: int) -> Found:
    """从五月到七月, 周一至周三, 2007年与2009年之间, 昨天到今天, 2016-2018年."""
    lead = _FROM.match(signs.text, i)
    j = lead.end() if lead else i
    if years := _years(signs, j, led=lead is not None):
        return _closing(signs, *years)
    first = read_when(signs, j)
    if not first or not first[1].is_date:
        return None
    start, opens = first
    begins = _START.match(signs.text, start)
    to = _TO.match(signs.text, begins.end() if begins else start)
    between = None if to else _AND.match(signs.text, start)
    link = to or between
    if not link:
        joined = lead is not None and lead[0] not in ("在", "于") and _TO.search(signs.text, j, start) is not None
        return _closing(signs, start, opens) if joined else None
    if to and _UP_TO_NOW.match(signs.text, start):
        return None
    second = read_when(signs, signs.skip(link.end(), "次年", "翌年", "第二年", "转年"))
    if not second or not second[1].is_date or (between and not _BETWEEN.match(signs.text, second[0])):
        return None
    mixed = {opens.unit, second[1].unit}
    if signs.at(link.start()) in _DASHES and not lead and len(mixed) > 1 and mixed & {"instant", "part"}:
        return None
    if opens.cycle and opens.unit in ("instant", "part") and not second[1].floating:  # 2点到明天4点 begins today
        cycle = opens.cycle
        opens = Phrase(lambda frame: cycle.at(frame.now, 0), opens.unit)
    return _closing(signs, second[0], from_to(opens, second[1]))


def _closing(signs: Signs, end: int, phrase: Phrase) -> tuple[int, Phrase]:
    between = _BETWEEN.match(signs.text, end)
    return (between.end() if between else signs.skip(end, "为止", "止"), phrase)


def _years(signs: Signs, i: int, *, led: bool) -> Found:
    """2016-2018年, 从2016到2018."""
    found = _YEARS.match(signs.text, i)
    if not found or not (led or found["year"] or len(found["last"]) == 4):
        return None
    first = int(found["first"])
    last = int(found["last"]) if len(found["last"]) == 4 else first // 100 * 100 + int(found["last"])
    if first >= last:
        return None
    count = last - first + 1
    return found.end(), Phrase(lambda frame: whole_years(frame.now, first, count, "year"), "year", stated=True)


@once
def read_open_side(signs: Signs, i: int) -> Found:
    """2018年以来, 从下周起, 周五之前, 截至5月底, 三年来."""
    return longer((_led(signs, i), _followed(signs, i), _up_to(signs, i), _since_so_long(signs, i)))


def _led(signs: Signs, i: int) -> Found:
    """从2015年起, 自从去年, 从三月开始, 从小 is none."""
    lead = _FROM.match(signs.text, i)
    if not lead:
        return None
    inner = read_when(signs, lead.end())
    if not inner or not inner[1].is_date or (inner[1].unit == "instant" and inner[1].point):
        return None
    end, phrase = inner
    if lead[0] in ("在", "于"):
        return None
    marks = _START.match(signs.text, end) or _UP_TO_NOW.match(signs.text, end)
    if marks:
        end = marks.end()
        more = _UP_TO_NOW.match(signs.text, end)
        end = more.end() if more else end
    elif followed := _followed(signs, lead.end()):
        return followed if followed[1].kind == "since" else None
    elif lead[0] not in ("自从", "自打", "自") or signs.at(i - 1) == "来":
        return None
    return end, bounded(phrase, "since", at_start=True)


def _followed(signs: Signs, i: int) -> Found:
    """周五之前, 2018年以后, 去年以来, 明天起."""
    inner = read_when(signs, i)
    if not inner or not inner[1].is_date or inner[1].point:
        return None
    end, phrase = inner
    if until := _UNTIL.match(signs.text, end):
        takes_in = until[0].startswith(_TAKES_IN) or until[0] in ("为止", "止", "截止")
        return until.end(), bounded(phrase, "until", at_start=not takes_in and phrase.edge != "end")
    since = _SINCE.match(signs.text, end)
    if not since:
        return None
    by_number = phrase.unit == "day" and _NUMBERED.search(signs.text[i:end]) is not None  # 5月1日之后 takes in that day
    at_start = by_number or since[0].startswith(_TAKES_IN) or since[0] in ("起", "以来", "至今", "到现在")
    return since.end(), bounded(phrase, "since", at_start=at_start)


def _up_to(signs: Signs, i: int) -> Found:
    """截至5月底, 直到昨天, 到月底为止."""
    lead = _UP_TO.match(signs.text, i)
    if not lead:
        return None
    inner = read_when(signs, lead.end())
    if not inner or not inner[1].is_date:
        return None
    ends = _ENDS.match(signs.text, inner[0])
    if lead[0] in ("到", "在", "到了") and not ends:
        return None
    if lead[0] == "在":
        return None
    excluded = ends is not None and "前" in ends[0]
    return (ends.end() if ends else inner[0]), bounded(inner[1], "until", at_start=excluded)


def _since_so_long(signs: Signs, i: int) -> Found:
    """三年来, 三个月以来, 三天前开始."""
    length = read_duration(signs, i)
    if not length or signs.at(i - 1) in ("第", "近", "这", "去"):
        return None
    end, duration = length
    came = _CAME.match(signs.text, end)
    return (came.end(), ever_since(duration)) if came else None


_CAME = re.compile("以来|来(?=[，,。一都我他她你的不没从每始]|$)(?!的|我家|我们家|我这|看|找|电)")
