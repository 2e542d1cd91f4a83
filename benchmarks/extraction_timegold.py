"""Gold of the Recognizers-Text specs, and whether a time expression says the same.

Values are compared as intervals, lengths or periods. Six conventions differ without either being wrong; they are
translated here, once each:
- "from A to B": gold ends where B starts, kgmem where B ends; both ends are accepted.
- parts of the day: gold's morning is 8 to 12, kgmem's 5 to 12 (`timex_calendar.PARTS`); the same part of the same day
  is the same value.
- the start, middle and end of a period: gold and kgmem cut it in different shares; right is what lies on that side.
- a stretch up to or from the moment ("within 9 months", "the next few days"): the days at its two ends may count or
  not, and a vague number is compared by the length it usually means.
- a date and its time, or two days joined by "and", may be two results of gold and one expression of kgmem: the date is
  right when the expression lies on it, or takes it in.
- "by A", "no later than A" and "A或之前": gold ends where A starts, kgmem where A ends; a day is let pass.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from kgmem.temporal import BEGINNING, DAY, FOREVER, moment
from kgmem.timex import Timex
from kgmem.timex_calendar import PARTS, Length, shift

TYPES = ("date", "daterange", "datetime", "datetimerange", "time", "timerange", "duration", "set")
"""The types that are judged: all but a time zone without a time."""

_PART_HOURS = {"MO": PARTS["morning"], "AF": PARTS["afternoon"], "EV": PARTS["evening"], "NI": PARTS["night"],
               "DT": PARTS["daytime"], "MEL": PARTS["lunchtime"]}  # fmt: skip
_PART = re.compile(r"T(MO|AF|EV|NI|DT|MEL)$")
_BETWEEN = re.compile(r"\b(?:to|till?|until|through|thru|and)\b|[-–—~至到和与]", re.IGNORECASE)
_BY = re.compile(r"(?:by|no later than|as late as)\b|.*[或及][之以]前$", re.IGNORECASE)
_UNIT_DAYS = {"Y": Length(months=12), "M": Length(months=1), "W": Length(days=7), "D": Length(days=1)}
_SEASONS = {"SP": 3, "SU": 6, "FA": 9, "WI": 12}
_OPEN = {"before": "until", "until": "until", "by": "until", "after": "since", "since": "since"}
_DAY = timedelta(days=1)


def says(timex: Timex, value: dict[str, Any], text: str) -> bool:
    """Whether a time expression has this value of gold, which stands for `text`."""
    kind, named = str(value["type"]), str(value.get("timex") or "")
    if kind == "duration":
        return timex.length != "" and _about(seconds_of(timex.length), float(value["value"]))
    if kind == "set":
        return _recurs(timex, named)
    if value.get("value") == "not resolved":
        return _is_named(timex, named)
    mod = str(value.get("Mod") or "")
    if (side := _OPEN.get(mod.split("-")[0])) and mod != "mid":
        return _is_open(timex, value, side, kind, text)
    if "value" in value:
        if "utcOffsetMins" in value:  # gold tells the wall clock of the named zone
            value = value | {"value": _in_utc(str(value["value"]), int(value["utcOffsetMins"]))}
        return _is_at(timex, str(value["value"]), kind)
    return _is_from_to(timex, value, mod, text, kind)


def both(timex: Timex, value: dict[str, Any]) -> bool:
    """Whether an expression that takes in a date and more ("Easter Monday at 10", "18 and 19 June") says that date."""
    if value.get("value") == "not resolved" or timex.kind not in ("date", "time"):
        return False
    if value["type"] != "date":  # from today pm to tomorrow am
        part = _PART.search(str(value.get("timex")))
        return (
            part is not None and "start" in value and _touches(timex, _read(str(value["start"])), _PART_HOURS[part[1]])
        )
    day = _read(str(value["value"])).replace(tzinfo=UTC)
    start, end = moment(timex.span.start, UTC), moment(timex.span.end, UTC)
    return (day <= start and end <= day + _DAY) or (start <= day and day + _DAY <= end <= start + 7 * _DAY)


def _touches(timex: Timex, start: datetime, hours: tuple[int, int]) -> bool:
    """Whether the expression begins or ends with those hours of that day."""
    midnight = datetime(start.year, start.month, start.day, tzinfo=UTC)
    first, last = (midnight + timedelta(hours=hour) for hour in hours)
    return bool(moment(timex.span.start, UTC) == first or moment(timex.span.end, UTC) == last)


def holds_two(timex: Timex, results: list[dict[str, Any]]) -> bool:
    """Whether gold has two results where kgmem has one expression."""
    return len([each for each in results if timex.start <= each["Start"] and each["End"] < timex.end]) > 1


def seconds_of(length: str) -> float:
    """The seconds of an ISO 8601 length, a month as 30 days and a year as 365."""
    found = re.fullmatch(r"P(?:([\d.]+)Y)?(?:([\d.]+)M)?(?:([\d.]+)W)?(?:([\d.]+)D)?(?:T(.*))?", length)
    if not found:
        return -1
    years, months, weeks, days = (float(part or 0) for part in found.groups()[:4])
    total = (years * 365 + months * 30 + weeks * 7 + days) * 86_400
    for count, unit in re.findall(r"([\d.]+)([HMS])", found[5] or ""):
        total += float(count) * {"H": 3600, "M": 60, "S": 1}[unit]
    return total


def _read(text: str) -> datetime:
    """A date, a date and time, or a time on 1 January 1900."""
    if re.fullmatch(r"\d\d:\d\d:\d\d", text):
        return datetime.fromisoformat(f"1900-01-01 {text}")
    return datetime.fromisoformat(text)


def _about(length: float, gold: float) -> bool:
    """The same length, where years and months vary by a day or two."""
    return abs(length - gold) <= gold / 60


def _in_utc(time: str, offset: int) -> str:
    return f"{_read(time) - timedelta(minutes=offset):%H:%M:%S}"


def _same_start(timex: Timex, value: datetime, kind: str) -> bool:
    """Whether it starts there, or is the point itself that "two weeks ago" counts to."""
    starts = [timex.span.start] if timex.point is None else [timex.span.start, timex.point]
    for at in starts:
        if at in (BEGINNING, FOREVER):
            continue
        start = moment(at, UTC).replace(tzinfo=None)
        if kind.startswith("time"):
            same = start.time() == value.time()
        elif kind.startswith("datetime"):
            same = start.replace(microsecond=0) == value
        else:
            same = start.date() == value.date()
        if same:
            return True
    return False


def _is_at(timex: Timex, value: str, kind: str) -> bool:
    day_long = timex.span.end - timex.span.start == _DAY // timedelta(microseconds=1)
    if kind in ("date", "daterange") and timex.point is None and not day_long:
        return False
    if kind == "datetime" and value.endswith("23:59:59"):  # gold's end of a day
        end = moment(timex.span.end, UTC).replace(tzinfo=None)
        return end == _read(value) + timedelta(seconds=1) and timex.span.end - timex.span.start < DAY
    if kind in ("time", "datetime", "datetimerange") and timex.span.precision != "instant":
        return False
    return _same_start(timex, _read(value), kind)


def _is_open(timex: Timex, value: dict[str, Any], side: str, kind: str, text: str) -> bool:
    if timex.kind != side:
        return False
    at = timex.span.start if side == "since" else timex.span.end
    bound = _read(str(value["start" if side == "since" else "end"]))
    ours = moment(at, UTC).replace(tzinfo=None)
    if kind.startswith("time"):
        return ours.time() == bound.time()
    return ours == bound or (_BY.match(text) is not None and ours == bound + _DAY)


def _is_from_to(timex: Timex, value: dict[str, Any], mod: str, text: str, kind: str) -> bool:
    if timex.span.start == BEGINNING or timex.span.end == FOREVER or timex.kind == "recurring":
        return False
    start, end = (moment(at, UTC).replace(tzinfo=None) for at in (timex.span.start, timex.span.end))
    if "utcOffsetMins" in value:
        value = value | {bound: _in_utc(str(value[bound]), int(value["utcOffsetMins"])) for bound in ("start", "end")}
    first, last = _read(str(value["start"])), _read(str(value["end"]))
    named = str(value.get("timex") or "")
    if not mod and re.match(r"(?:later|earlier) this (?:week|month|year)", text, re.IGNORECASE):
        mod = "end" if text.startswith("later") else "start"
        whole = (last - timedelta(days=7), last) if "week" in text else _whole(named, first, last)
        return whole[0] <= start < end <= whole[1] and whole[mod == "end"] == (end if mod == "end" else start)
    if kind == "timerange":
        start, end = (each.replace(1900, 1, 1) for each in (start, end))
        end += _DAY if end <= start else timedelta()
        last += _DAY if last <= first else timedelta()
    if part := _PART.search(named):
        ours = _PART_HOURS[part[1]]
        midnight = datetime(first.year, first.month, first.day)
        first, last = (midnight + timedelta(hours=hour) for hour in ours)
    if mod in ("start", "mid", "end"):
        whole = _whole(named, first, last) if not part else (first, last)
        return _is_share(start, end, *whole, mod)
    if kind == "daterange" and timex.kind == "duration":
        counted = re.search(r",(P[\d.]+[YMWD])\)$", named)
        if counted and timex.length and seconds_of(counted[1]) == seconds_of(timex.length):
            return min(abs(start - first), abs(end - last)) <= _DAY
    if kind == "daterange":
        begins = datetime(start.year, start.month, start.day)
        start, end = (
            begins if timex.span.precision == "instant" else _up_to_midnight(start),
            datetime(end.year, end.month, end.day),
        )
    lasts = [last]
    if (unit := re.search(r"[\d.X]+([YMWD])\)$", named)) and _BETWEEN.search(text):
        lasts.append(shift(last.replace(tzinfo=UTC), _UNIT_DAYS[unit[1]]).replace(tzinfo=None))
        lasts.append(last + _DAY)
        if re.search(r"\bq[1-4]", text, re.IGNORECASE):
            lasts.append(shift(last.replace(tzinfo=UTC), Length(months=3)).replace(tzinfo=None))
    return start == first and end in lasts


def _up_to_midnight(at: datetime) -> datetime:
    day = datetime(at.year, at.month, at.day)
    return day if at == day else day + _DAY


def _whole(named: str, first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """The day, month or year of which gold names a part."""
    if re.fullmatch(r"(\d{4}|XXXX)", named):
        return datetime(first.year, 1, 1), datetime(first.year + 1, 1, 1)
    if re.fullmatch(r"(\d{4}|XXXX)-\d\d", named):
        start = datetime(first.year, first.month, 1)
        return start, shift(start.replace(tzinfo=UTC), Length(months=1)).replace(tzinfo=None)
    midnight = datetime(first.year, first.month, first.day)
    return midnight, max(midnight + _DAY, last)


def _is_share(start: datetime, end: datetime, first: datetime, last: datetime, mod: str) -> bool:
    if not first <= start < end <= last or (start, end) == (first, last):
        return False
    middle = first + (last - first) / 2
    if mod == "start":
        return start == first and end - start <= (last - first) / 2
    if mod == "end":
        return end == last and end - start <= (last - first) / 2
    return start <= middle < end and first < start and end < last


def _is_named(timex: Timex, named: str) -> bool:
    """Names gold gives no dates for: SU (some summer), FY2018, a date that does not exist (then None is right)."""
    start = moment(timex.span.start, UTC)
    if season := re.fullmatch(r"(?:(\d{4})-)?(SP|SU|FA|WI)", named):
        same_year = season[1] is None or int(season[1]) == start.year
        return timex.span.precision == "season" and start.month == _SEASONS[season[2]] and same_year
    if year := re.fullmatch(r"[FS]Y(\d{4}|XXXX)", named):
        end = moment(timex.span.end, UTC)
        within = year[1] == "XXXX" or int(year[1]) in (start.year, end.year)
        return within and 300 < (end - start).days < 370
    return False


def no_date(values: list[dict[str, Any]]) -> bool:
    """True for 30 February and the like: right is to give no date."""
    return bool(values) and all(
        value.get("value") == "not resolved" and re.search(r"-02-(?:29|30)", str(value.get("timex")))
        for value in values
    )


def _recurs(timex: Timex, named: str) -> bool:
    """Sets: a period (P3W, P1WE) or what recurs (XXXX-WXX-2T09, TMO, XXXX-XX-19)."""
    if timex.kind != "recurring" or not timex.every:
        return False
    start, end = moment(timex.span.start, UTC), moment(timex.span.end, UTC)
    if period := re.fullmatch(r"P([\d.]+)WE", named):
        two_days = start.weekday() == 5 and (end - start).days == 2
        return two_days and seconds_of(timex.every) == float(period[1]) * 7 * 86_400
    if named.startswith("P"):
        return _about(seconds_of(timex.every), seconds_of(named))
    day, _, time = named.partition("T")
    if time and not _at_time(start, time, timex.span.precision):
        return False
    if not time and timex.span.precision != "day":
        return False
    if not day:
        return timex.every == "P1D"
    if weekday := re.fullmatch(r"XXXX-WXX-(\d)", day):
        return seconds_of(timex.every) % (7 * 86_400) == 0 and start.isoweekday() == int(weekday[1])
    if of_month := re.fullmatch(r"XXXX-XX-(\d\d)", day):
        return timex.every == "P1M" and start.day == int(of_month[1])
    if of_year := re.fullmatch(r"XXXX-(\d\d)-(\d\d)", day):
        return timex.every == "P1Y" and (start.month, start.day) == (int(of_year[1]), int(of_year[2]))
    return False


def _at_time(start: datetime, time: str, precision: str) -> bool:
    if time in _PART_HOURS:
        return precision == "part" and start.hour == _PART_HOURS[time][0]
    hour, _, minute = time.partition(":")
    return precision == "instant" and (start.hour, start.minute) == (int(hour), int(minute or 0))


def anchor_of(item: dict[str, Any]) -> datetime:
    said = str((item.get("Context") or {}).get("ReferenceDateTime") or "2016-11-07T00:00:00")
    return datetime.fromisoformat(said.split(".")[0].removesuffix("Z")).replace(tzinfo=UTC)


def local(timex: Timex) -> str:
    """How an expression is written down in the run file."""
    bounds = (moment(at, UTC).strftime("%Y-%m-%dT%H:%M") if abs(at) < FOREVER else ".." for at in
              (timex.span.start, timex.span.end))  # fmt: skip
    extra = "".join(f" {each}" for each in (timex.length, timex.every and f"every {timex.every}") if each)
    return f"{timex.surface!r} {'/'.join(bounds)} {timex.kind}{extra}"
