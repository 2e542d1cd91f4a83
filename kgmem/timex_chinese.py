"""Chinese texts: the longest time phrase at each place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from kgmem.han import simplified
from kgmem.temporal import Span
from kgmem.timex_calendar import Frame
from kgmem.timex_chinese_beside import read_event
from kgmem.timex_chinese_clock import PART_WORDS
from kgmem.timex_chinese_habits import is_usual, read_habit, read_length
from kgmem.timex_chinese_ranges import read_open_side, read_range
from kgmem.timex_chinese_signs import Signs
from kgmem.timex_chinese_when import PRESENT, STRETCHES, read_when
from kgmem.timex_chinese_years import ERAS
from kgmem.timex_cycles import Cycle
from kgmem.timex_events import UnknownEvent
from kgmem.timex_habits import Habit
from kgmem.timex_phrase import NOTHING, Found, Phrase, Reading, longer
from kgmem.timex_table import TABLE

_CLAUSE = re.compile(r"[，,。！？!?；;\n]")
_AROUND = 24
"""So many signs before and behind are looked at."""
_TITLE = re.compile("《[^》]{0,200}》")
_WILL = re.compile(
    r"将要?|打算|准备|计划|想要?|得去|预计|即将|快要|记得|提醒|约好|约了|订了|定在|安排在?|等到|要(?!求|是|不是|么|点)|(?<![开聚晚宴舞大年协学社机约都么个次场])会(?![议员场所长见谈面计]|$|·)|再(?!也|次|见)|能不能|可以吗|还有|还剩|有空|有时间|见吧|吧$"
)
_DID = re.compile(r"了(?!吗$)|过(?!几|两|年|节|来|去|生日|一)|曾经?|已经|刚|当时|的时候我|是.{1,10}的$|那时")


def read_chinese(
    text: str, frame: Frame, events: Mapping[str, Span] | None = None, extra: Mapping[str, str] | None = None
) -> Iterator[Reading]:
    """What a text says in Chinese about time, in text order. events, extra: as `find` takes them."""
    signs = Signs(text, events, extra)
    starts = _starts(signs)
    titles = {place for title in _TITLE.finditer(signs.text) for place in range(*title.span())}
    at = last = 0
    before: Reading | None = None
    while starter := starts.search(signs.text, at):
        i = starter.start()
        found = None if _inside_number(signs, i, last) or i in titles else _longest_phrase(signs, i)
        if (
            not found
            or (found[1].kind == "recent" and last and signs.text[last:i] in ("", "才"))
            or _is_asked(signs, i, found[0])
        ):  # 三天前刚走
            at = i + 1
            continue
        at, phrase = found
        said = frame._replace(forward=_looks_forward(signs, i, at, frame.forward)) if phrase.floating else frame
        if before and phrase.cycle and _LIST.fullmatch(signs.text, last, i):
            phrase = _beside(phrase, phrase.cycle, before)
        last = at
        before = Reading(*signs.span(i, at), phrase, said)
        yield before


_LIST = re.compile("[、，,和跟与及或]|或者|还有|以及")


def _beside(phrase: Phrase, cycle: Cycle, before: Reading) -> Phrase:
    """The 4号 of 5月3号和4号 is of the same month, the 周四 of 上周三和周四 of the same week."""
    if cycle.is_unit or before.phrase.unit != phrase.unit or cycle.inside == "day":
        return phrase
    if cycle.inside == "year" and before.phrase.cycle:
        return phrase
    try:  # at once: each of a long list looks at the one before it only
        found = cycle.at(before.phrase.place(before.frame).start, 0)
    except UnknownEvent:
        return Phrase(before.phrase.place, phrase.unit, before.phrase.stated)
    except (ValueError, OverflowError):
        return NOTHING._replace(unit=phrase.unit)
    return Phrase(lambda frame: found, phrase.unit, before.phrase.stated)


def _inside_number(signs: Signs, i: int, last: int) -> bool:
    if signs.at(i) in _NUMERALS and signs.at(i - 1) in _NUMERALS and i > last:
        return True
    return signs.at(i).isdecimal() and (
        (signs.at(i - 1).isalnum() and signs.at(i - 1).isascii())
        or (signs.at(i - 1) == "." and signs.at(i - 2).isdecimal())
    )


def _longest_phrase(signs: Signs, i: int) -> Found:
    sign = signs.at(i)
    if sign in _WHOSE:
        return read_event(signs, i)
    counts = sign in _COUNTING or sign.isdecimal()
    if counts and (idiom := _IDIOM.match(signs.text, i)):
        return idiom.end(), NOTHING
    found = [read_when(signs, i)]
    if found[0] or counts or sign in _LEADING:
        found += (read_range(signs, i), read_open_side(signs, i))
    if counts or sign in _RECURRING:
        found += (read_habit(signs, i), read_length(signs, i))
    best = longer(found)
    if best and best[1].cycle and not best[1].kind and is_usual(signs, i, best[0]):
        return best[0], Habit(best[1].cycle).phrase()
    return best


_ASKED = re.compile("[^，,。！!；;\n]*[？?]")
_ASKS_ELSE = re.compile("哪|什么|谁|怎|多少|吗|是否|有没有|为何|为啥")


def _is_asked(signs: Signs, i: int, end: int) -> bool:
    """Whether 几 asks how many: 几年前搬的？ names no time, 前几天去哪儿了？ does."""
    if "几" not in signs.text[i:end] or signs.at(i) == "前":
        return False
    rest = _ASKED.match(signs.text, end, end + _AROUND)
    return rest is not None and not _ASKS_ELSE.search(signs.text[_clause_start(signs, i) : i] + rest[0])


def _clause_start(signs: Signs, i: int) -> int:
    first = max(0, i - _AROUND)
    return max((mark.end() for mark in _CLAUSE.finditer(signs.text, first, i)), default=first)


def _looks_forward(signs: Signs, i: int, end: int, default: bool) -> bool:
    """Whether the clause looks ahead: what was done outweighs what is wanted."""
    start, stop = _clause_start(signs, i), _CLAUSE.search(signs.text, end, end + _AROUND)
    clause = f"{signs.text[start:i]}·{signs.text[end : stop.start() if stop else end + _AROUND]}"
    if _DID.search(clause):
        return False
    return default or _WILL.search(clause) is not None


_IDIOM = re.compile(
    "三天两头|十年如一日|三天打[鱼渔]|两天晒网|一年四季|一年到头|百年好合|千年等一回|半年报|五月天|十年树木|百年树人"
)
_COUNTING = frozenset("零〇一二三四五六七八九十廿卅两俩仨几半好数大多小成上百千整全")
_NUMERALS = frozenset("零〇一二三四五六七八九十百千万")
_LEADING = frozenset("从自打由在于直截到最不一")
_RECURRING = frozenset("每逢隔天日夜年月周岁")
_WHOSE = frozenset("我你您他她咱")
_PLAIN = "0-9零〇一二三四五六七八九十廿卅两俩仨几半好数大小成上前下后今明昨去来当本此这周星礼双第春夏秋冬初早入仲盛隆寒暮深晚暑正腊农阴旧老闰开年月岁每逢隔从自打由在到直截最再之过等未接往将随差整全公西国阳新Q"


def _starters(words: Iterable[str]) -> re.Pattern[str]:
    """The signs a time expression can begin with."""
    return re.compile(f"[{_PLAIN}{re.escape(''.join(sorted({word[0] for word in words})))}]")


STARTING = (*PART_WORDS, "正午", *ERAS, *PRESENT, *STRETCHES, *"刚方才适")
_STARTS = _starters((*STARTING, *TABLE["Holiday"]["zh"]))
_STARTS_OR_EVENTS = _starters((*STARTING, *TABLE["Holiday"]["zh"], *TABLE["LifeEvent"]["zh"], *"我你您他她咱"))


def _starts(signs: Signs) -> re.Pattern[str]:
    """With names the caller gave, of holidays and events."""
    given = [simplified(name) for name in signs.given if name]
    if given:
        return _starters((*STARTING, *signs.holidays, *TABLE["LifeEvent"]["zh"], *"我你您他她咱", *given))
    return _STARTS if signs.events is None else _STARTS_OR_EVENTS
