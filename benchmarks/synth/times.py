"""How people say when: every expression with the period it means on the day it is said, and the way back.

`past` and `coming` make expressions; `resolve` reads them again, on its own arithmetic. A week begins on Monday.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from benchmarks.synth.world import Lang, Precision, cut

MONTHS = "January February March April May June July August September October November December".split()
WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
NUMBERS = "zero one two three four five six seven eight nine ten".split()
WEEKDAYS_ZH, NUMBERS_ZH = "一二三四五六日", "零一两三四五六七八九十"
FULL: dict[int, Precision] = {4: "year", 7: "month", 10: "day"}


@dataclass(frozen=True, slots=True)
class When:
    """`text` said on some day means the period `iso`. `since` is what follows "since", "" if nothing fits."""

    text: str
    iso: str
    since: str = ""
    relative: bool = False

    @property
    def precision(self) -> Precision:
        return FULL.get(len(self.iso), "unknown")


def past(lang: Lang, day: int, precision: Precision, said: int) -> list[When]:
    """What may be said of a past day that is known to a precision, or more coarsely. Empty if it is unknown."""
    made = _past_en if lang == "en" else _past_zh
    levels = {"day": ("day", "month"), "month": ("month",), "year": ("year",), "unknown": ()}[precision]
    found = [when for level in levels for when in made(date.fromordinal(day), level, date.fromordinal(said))]
    finest = [when for when in found if when.precision == precision]
    return finest * 3 + [when for when in found if when.precision != precision]


def coming(lang: Lang, iso: str, said: int) -> list[When]:
    """What may be said of a period to come."""
    parts = [int(part) for part in iso.split("-")] + [1, 1]
    made = _coming_en if lang == "en" else _coming_zh
    return list(made(date(*parts[:3]), iso, FULL[len(iso)], date.fromordinal(said)))


def ordinal(number: int) -> str:
    if number in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _month_before(day: date) -> tuple[int, int]:
    return (day.year, day.month - 1) if day.month > 1 else (day.year - 1, 12)


def _month_after(day: date) -> tuple[int, int]:
    return (day.year, day.month + 1) if day.month < 12 else (day.year + 1, 1)


def _past_en(day: date, level: str, said: date) -> Iterator[When]:
    ago = (said - day).days
    name = MONTHS[day.month - 1]
    if level == "day":
        iso = day.isoformat()
        weekday = WEEKDAYS[day.weekday()]
        yield When(f"on {day.day} {name} {day.year}", iso, f"{day.day} {name} {day.year}")
        yield When(f"on {name} {day.day}, {day.year}", iso, f"{name} {day.day}, {day.year}")
        if day.year == said.year and ago > 6:
            yield When(f"on {day.day} {name}", iso, f"{day.day} {name}")
            yield When(f"on {name} {ordinal(day.day)}", iso, f"{name} {ordinal(day.day)}")
        if (day.year, day.month) == (said.year, said.month) and ago > 1:
            yield When(f"on the {ordinal(day.day)}", iso, f"the {ordinal(day.day)}", True)
        if (day.year, day.month) == _month_before(said):
            yield When(f"on the {ordinal(day.day)} of last month", iso, f"the {ordinal(day.day)} of last month", True)
        if ago == 0:
            yield When("today", iso, "", True)
        elif ago == 1:
            yield When("yesterday", iso, "yesterday", True)
            yield When("yesterday", iso, "yesterday", True)
        elif ago == 2:
            yield When("the day before yesterday", iso, "the day before yesterday", True)
        if 2 < ago < 7:
            yield When(f"{NUMBERS[ago]} days ago", iso, "", True)
        if 1 < ago < 7 and _monday(day) == _monday(said):
            yield When(f"on {weekday}", iso, weekday, True)
            yield When(f"this {weekday}", iso, f"this {weekday}", True)
        if 2 < ago <= 7 and _monday(day) < _monday(said):
            yield When(f"last {weekday}", iso, f"last {weekday}", True)
        if ago in (14, 21, 28):
            yield When(f"exactly {NUMBERS[ago // 7]} weeks ago", iso, "", True)
    elif level == "month":
        iso = day.isoformat()[:7]
        yield When(f"in {name} {day.year}", iso, f"{name} {day.year}")
        if day.year == said.year and day.month < said.month:
            yield When(f"in {name}", iso, name)
            yield When(f"back in {name}", iso, name)
        if (day.year, day.month) == (said.year, said.month):
            yield When("this month", iso, "", True)
            yield When("earlier this month", iso, "earlier this month", True)
        elif (day.year, day.month) == _month_before(said):
            yield When("last month", iso, "last month", True)
            yield When("last month", iso, "last month", True)
        if day.year == said.year - 1:
            yield When(f"in {name} last year", iso, f"{name} last year", True)
    else:
        iso = str(day.year)
        yield When(f"in {day.year}", iso, str(day.year))
        if day.year == said.year:
            yield When("this year", iso, "", True)
            yield When("earlier this year", iso, "earlier this year", True)
        elif day.year == said.year - 1:
            yield When("last year", iso, "last year", True)


def _past_zh(day: date, level: str, said: date) -> Iterator[When]:
    ago = (said - day).days
    if level == "day":
        iso = day.isoformat()
        weekday = WEEKDAYS_ZH[day.weekday()]
        texts = [(f"{day.year}年{day.month}月{day.day}日", False), (f"{day.year}年{day.month}月{day.day}号", False)]
        if day.year == said.year and ago > 6:
            texts.append((f"{day.month}月{day.day}号", False))
        if day.year == said.year - 1:
            texts.append((f"去年{day.month}月{day.day}号", True))
        if (day.year, day.month) == (said.year, said.month) and ago > 2:
            texts.append((f"这个月{day.day}号", True))
        if (day.year, day.month) == _month_before(said):
            texts.append((f"上个月{day.day}号", True))
        if ago < 4:
            texts += [(["今天", "昨天", "前天", "大前天"][ago], True)] * 2
        if 2 < ago < 11:
            texts.append((f"{NUMBERS_ZH[ago]}天前", True))
        weeks = (_monday(said) - _monday(day)).days // 7
        if ago > 1 and weeks < 2:
            mark = ("这", "上")[weeks]
            texts += [(f"{mark}周{weekday}", True), (f"{mark}{'个' if weeks else ''}星期{weekday}", True)]
    elif level == "month":
        iso = day.isoformat()[:7]
        texts = [(f"{day.year}年{day.month}月", False), (f"{day.year}年{day.month}月份", False)]
        if day.year == said.year:
            texts.append((f"今年{day.month}月", True))
            if day.month < said.month:
                texts.append((f"{day.month}月份", False))
        if day.year == said.year - 1:
            texts += [(f"去年{day.month}月", True)]
        if (day.year, day.month) == (said.year, said.month):
            texts.append(("这个月", True))
        elif (day.year, day.month) == _month_before(said):
            texts += [("上个月", True)] * 2
    else:
        iso = str(day.year)
        texts = [(f"{day.year}年", False)]
        if 0 <= said.year - day.year < 3:
            texts.append((["今年", "去年", "前年"][said.year - day.year], True))
    for text, relative in texts:
        yield When(text, iso, f"从{text}起", relative)


def _coming_en(day: date, iso: str, level: Precision, said: date) -> Iterator[When]:
    away = (day - said).days
    name = MONTHS[day.month - 1]
    if level == "day":
        yield When(f"on {day.day} {name} {day.year}", iso)
        yield When(f"on {name} {day.day}, {day.year}", iso)
        if day.year == said.year and away > 6:
            yield When(f"on {day.day} {name}", iso)
            yield When(f"on {name} {ordinal(day.day)}", iso)
        if away == 1:
            yield When("tomorrow", iso, "", True)
        if 1 < away < 7 and _monday(day) == _monday(said):
            yield When(f"on {WEEKDAYS[day.weekday()]}", iso, "", True)
        if (day.year, day.month) == _month_after(said):
            yield When(f"on the {ordinal(day.day)} of next month", iso, "", True)
    elif level == "month":
        yield When(f"in {name} {day.year}", iso)
        if day.year == said.year and day.month > said.month:
            yield When(f"in {name}", iso)
        if (day.year, day.month) == _month_after(said):
            yield When("next month", iso, "", True)
        if day.year == said.year + 1:
            yield When(f"in {name} next year", iso, "", True)
    else:
        yield When(f"in {day.year}", iso)
        if day.year == said.year + 1:
            yield When("next year", iso, "", True)


def _coming_zh(day: date, iso: str, level: Precision, said: date) -> Iterator[When]:
    away = (day - said).days
    if level == "day":
        yield When(f"{day.year}年{day.month}月{day.day}号", iso)
        if day.year == said.year and away > 6:
            yield When(f"{day.month}月{day.day}号", iso)
        if 0 < away < 4:
            yield When(["明天", "后天", "大后天"][away - 1], iso, "", True)
        weeks = (_monday(day) - _monday(said)).days // 7
        if away > 1 and weeks < 2:
            yield When(f"{'这下'[weeks]}周{WEEKDAYS_ZH[day.weekday()]}", iso, "", True)
        if (day.year, day.month) == _month_after(said):
            yield When(f"下个月{day.day}号", iso, "", True)
    elif level == "month":
        yield When(f"{day.year}年{day.month}月", iso)
        if day.year == said.year and day.month > said.month:
            yield When(f"{day.month}月份", iso)
        if (day.year, day.month) == _month_after(said):
            yield When("下个月", iso, "", True)
        if day.year == said.year + 1:
            yield When(f"明年{day.month}月", iso, "", True)
    else:
        yield When(f"{day.year}年", iso)
        if day.year == said.year + 1:
            yield When("明年", iso, "", True)


# the way back

_MONTH = "|".join(MONTHS)
_DAY_EN = re.compile(rf"(?:on )?(?:(\d\d?) ({_MONTH})|({_MONTH}) (\d\d?)(?:st|nd|rd|th)?)(?:,? (\d{{4}}))?")
_MONTH_EN = re.compile(rf"(?:back )?(?:in )?({_MONTH})(?: (\d{{4}}|last year|next year))?")
_ZH = re.compile(r"(?:(\d{4})年|(今年|去年|明年|前年))?(?:(\d+)月份?|(这个月|上个月|下个月))?(?:(\d+)[日号])?")
_DAYS = {
    "today": 0,
    "yesterday": -1,
    "the day before yesterday": -2,
    "tomorrow": 1,
    "今天": 0,
    "昨天": -1,
    "前天": -2,
    "大前天": -3,
    "明天": 1,
    "后天": 2,
    "大后天": 3,
}
_YEARS = {
    "this year": 0,
    "earlier this year": 0,
    "last year": -1,
    "next year": 1,
    "今年": 0,
    "去年": -1,
    "前年": -2,
    "明年": 1,
}


def resolve(text: str, said: int, *, ahead: bool = False) -> str:
    """The period that an expression means when said on a day: ISO, cut. `ahead`: of something to come."""
    text = text.removeprefix("since ").removeprefix("从").removesuffix("起")
    today = date.fromordinal(said)
    if text in _DAYS:
        return cut(said + _DAYS[text], "day")
    if text in _YEARS:
        return str(today.year + _YEARS[text])
    if text in ("this month", "earlier this month"):
        return today.isoformat()[:7]
    if text in ("last month", "next month"):
        return "{:04}-{:02}".format(*(_month_before if text[0] == "l" else _month_after)(today))
    if found := re.fullmatch(r"(\w+) days ago|(.+)天前", text):
        number = NUMBERS.index(found[1]) if found[1] else NUMBERS_ZH.index(found[2])
        return cut(said - number, "day")
    if found := re.fullmatch(r"exactly (\w+) weeks ago", text):
        return cut(said - 7 * NUMBERS.index(found[1]), "day")
    if found := re.fullmatch(rf"(on |this |last |)({'|'.join(WEEKDAYS)})", text):
        return _weekday(WEEKDAYS.index(found[2]), found[1].strip(), today, ahead)
    if found := re.fullmatch(r"([这上下])个?(?:周|星期)(.)", text):
        week = _monday(today) + timedelta(weeks="上这下".index(found[1]) - 1)
        return (week + timedelta(days=WEEKDAYS_ZH.index(found[2]))).isoformat()
    if found := re.fullmatch(r"(?:on )?the (\d+)\w\w( of last month| of next month|)", text):
        shift = {
            "": (today.year, today.month),
            " of last month": _month_before(today),
            " of next month": _month_after(today),
        }
        return date(*shift[found[2]], int(found[1])).isoformat()
    if found := re.fullmatch(r"(?:in )?(\d{4})年?", text):
        return found[1]
    if found := _DAY_EN.fullmatch(text):
        month = MONTHS.index(found[2] or found[3]) + 1
        return date(int(found[5] or today.year), month, int(found[1] or found[4])).isoformat()
    if found := _MONTH_EN.fullmatch(text):
        year = {None: today.year, "last year": today.year - 1, "next year": today.year + 1}
        return f"{year[found[2]] if found[2] in year else int(found[2]):04}-{MONTHS.index(found[1]) + 1:02}"
    if found := _ZH.fullmatch(text):
        return _chinese(found, today)
    raise ValueError(f"no time expression: {text!r}")


def _weekday(index: int, mark: str, today: date, ahead: bool) -> str:
    monday = _monday(today)
    day = monday + timedelta(days=index)
    if mark == "last" or (not ahead and day > today):
        day -= timedelta(weeks=1)
    return day.isoformat()


def _chinese(found: re.Match[str], today: date) -> str:
    year = int(found[1]) if found[1] else today.year + {"去年": -1, "前年": -2, "明年": 1}.get(found[2], 0)
    month = int(found[3]) if found[3] else today.month
    if found[4] in ("上个月", "下个月"):
        year, month = (_month_before if found[4] == "上个月" else _month_after)(today)
    if found[5]:
        return date(year, month, int(found[5])).isoformat()
    return f"{year:04}-{month:02}"
