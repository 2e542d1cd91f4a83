"""Times of day: on the clock, between two times, or a part of the day."""

from __future__ import annotations

from kgmem.timex_calendar import PARTS
from kgmem.timex_numbers import read_cardinal
from kgmem.timex_phrase import TimeOfDay, part_of_day
from kgmem.timex_reading import Words, once
from kgmem.timex_words import AT, MOMENTS, SMALL, TENS, TO, UNIT_WORDS
from kgmem.timex_zones import read_zone

_DASHES = ("-", "–", "—", "~")


@once
def _clock(words: Words, i: int, dashed: bool = False) -> tuple[int, TimeOfDay] | None:
    """5pm, 5:30, 17:30:15, six o'clock, half past five, noon; any of them with a zone. dashed: a part of 9:30-3."""
    found = _plain_clock(words, i, dashed)
    zone = read_zone(words, found[0]) if found else None
    return (zone[0], found[1]._replace(zone=zone[1], sure=True)) if found and zone else found


def _plain_clock(words: Words, i: int, dashed: bool) -> tuple[int, TimeOfDay] | None:
    noon = i + 1 if words.at(i) == "12" else i
    if words.at(noon).removesuffix("ish") in MOMENTS:
        return noon + 1, _minute(MOMENTS[words.at(noon).removesuffix("ish")])
    mid = words.skip(i + 1, "-") if words.at(i) == "mid" else 0
    if mid and words.at(mid) in ("day", "night"):
        return mid + 1, _minute(MOMENTS["noon" if words.at(mid) == "day" else "midnight"])
    if spoken := _spoken_clock(words, i):
        return spoken
    found = _hour_and_minute(words, i)
    if not found or not (0 <= found[1] < 24 and found[2] < 60):
        return None
    j, hour, minute, second, written = found
    end, meridiem = _meridiem(words, j)
    if meridiem and 0 < hour <= 12:
        apart = (words.begins(i) or words.at(i - 1) in ("-", "–")) and (words.stops(end) or words.at(end) in ("-", "–"))
        time = _minute(_in_half(60 * hour + minute, meridiem), sure=words.at(end - 1) not in ("a", "p"))
        return (end, time._replace(second=second)) if apart else None
    if words.at(j) in ("o'clock", "oclock"):
        return j + 1, _minute(60 * hour + minute, half=hour <= 12)
    ish = words.skip(j, "-")
    if words.at(ish) == "ish" and words.glued(ish) and words.stops(ish + 1):
        return ish + 1, _minute(60 * hour + minute, half=hour <= 12)
    if not words.apart(i, j) and not (dashed and written and (words.at(j) in _DASHES or words.at(i - 1) in _DASHES)):
        return None
    return j, _minute(60 * hour + minute, half=hour <= 12 and words.at(i)[0] != "0", sure=written)._replace(
        second=second
    )


def _hour_and_minute(words: Words, i: int) -> tuple[int, int, int, int | None, bool] | None:
    """The end, hour, minute and second of 5, 5:30, 5:30:15, six thirty, and whether it is written with a colon."""
    token, j = words.at(i), i + 1
    if token.isdecimal() and 2 < len(token) < 5 and len(_meridiem(words, j)[1]) and words.at(j) != "p":  # 340pm
        return j, int(token[:-2]), int(token[-2:]), None, False
    if token.isdecimal() and len(token) < 3:
        minute = words.digits_behind(j, ":.")
        if len(minute) != 2:
            return j, int(token), 0, None, False
        second = words.digits_behind(j + 2, ":")
        if len(second) == 2 and int(second) < 60:
            return j + 4, int(token), int(minute), int(second), words.at(j) == ":"
        return j + 2, int(token), int(minute), None, words.at(j) == ":"
    if token not in SMALL:
        return None
    spoken = read_cardinal(words, words.skip(j, "-")) if words.at(j) in TENS or words.at(j) in SMALL else None
    if spoken and 10 <= spoken[1] < 60:
        return spoken[0], SMALL[token], int(spoken[1]), None, False
    return j, SMALL[token], 0, None, False


def _minute(minutes: int, half: bool = False, sure: bool = True) -> TimeOfDay:
    return TimeOfDay(minutes, minutes + 1, "instant", half, sure)


def _in_half(minutes: int, meridiem: str) -> int:
    return minutes % 720 + (720 if meridiem == "p" else 0)


def _meridiem(words: Words, i: int) -> tuple[int, str]:
    """pm, p.m., p m, a glued p; the word after and "a" or "p", or ""."""
    if words.at(i) == "." and words.glued(i) and words.glued(i + 1) and words.at(i + 1) in ("am", "pm"):
        i += 1
    token = words.at(i)
    if token in ("am", "pm"):
        return i + 1, token[0]
    if token in ("a", "p"):
        j = words.skip(i + 1, ".")
        if words.at(j) == "m":
            return (j + 2 if words.at(j + 1) == "." and words.glued(j + 1) and j > i + 1 else j + 1), token
        if words.glued(i) and not words.is_word(i + 1):
            return i + 1, token
    return i, ""


def _spoken_clock(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """Half past five, a quarter to six, ten past nine, 20 minutes past eight."""
    start = words.skip(i, "a")
    if words.at(start) in ("half", "quarter"):
        j, minutes = start + 1, 30 if words.at(start) == "half" else 15
    elif found := read_cardinal(words, start):
        j, minutes = words.skip(found[0], "minutes", "mins", "min", "minute"), int(found[1])
        start = -1 if j > found[0] else start
    else:
        return None
    direction = words.at(j)
    hour = read_cardinal(words, j + 1)
    if direction not in ("past", "to") or not hour or hour[1] not in range(1, 13) or not 0 < minutes < 60:
        return None
    if direction == "to" and start >= 0 and words.at(start) != "quarter" and (words.is_number(start) or minutes % 5):
        return None  # "5 to 6" and "two to four" are ranges
    total = int(hour[1]) * 60 + (minutes if direction == "past" else -minutes)
    end, meridiem = _meridiem(words, hour[0])
    return end, _minute(_in_half(total, meridiem) if meridiem else total, half=not meridiem)


def read_part(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """Morning, early evening, late at night, later in the afternoon; after a day also am and pm."""
    edge = words.at(i).removesuffix("r").replace("earlie", "early")
    j = words.skip(i + 1, "-", "in", "the", "at", "this") if edge in ("early", "late", "mid") else i
    if words.at(j) not in PARTS:
        return None
    return j + 1, share_of_part(edge, words.at(j))


def share_of_part(edge: str, word: str) -> TimeOfDay:
    """The early, mid or late share of a part of the day, or all of it."""
    part = part_of_day(word)
    first, last = part.start + (part.end - part.start) // 3, part.end - (part.end - part.start) // 3
    bounds = {"early": (part.start, first), "mid": (first, last), "late": (last, part.end)}
    start, end = bounds.get(edge, (part.start, part.end))
    return part._replace(start=start, end=end)


@once
def read_time_of_day(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """A clock time, two of them, or a part of the day; "5 in the afternoon" together."""
    part = read_part(words, i)
    clock = read_clock_range(words, i) or _clock(words, i)
    if clock:
        after = read_part(words, words.skip(clock[0], "in", "the", "at"))
        if after and (words.at(clock[0]) in ("in", "at") or clock[1].sure):
            return after[0], within(clock[1], after[1])
        return clock
    inner_at = words.skip(part[0], *AT) if part else i
    inner = None
    if part and words.at(inner_at - 1) in ("from", "between"):
        inner = read_clock_range(words, inner_at - 1)
    if part and not inner:
        inner = read_plain_hours(words, inner_at) or read_clock_range(words, inner_at) or _clock(words, inner_at)
    if inner and not inner[1].sure and (words.at(inner_at - 1) == "," or words.at(inner[0]) in UNIT_WORDS):
        inner = None  # that evening, two months ago
    if part and inner and (inner_at > part[0] or not inner[1].half or inner[1].is_range or inner[1].sure):
        return inner[0], within(inner[1], part[1])
    return part


def read_clock_range(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """3-5pm, from 5 to 6 pm, between 9:30 and 3 pm."""
    led = words.at(i) in ("from", "between")
    first = (_clock(words, i + led, True) if words.begins(i + led) else None) or _plain_hour(words, i + led)
    if not first or words.at(first[0]) not in (*TO, "and"):
        return None
    dashed = words.at(first[0]) in _DASHES
    second = _clock(words, first[0] + 1, dashed) or _last_hour(words, first)
    if second and dashed and not words.stops(second[0]):
        return None
    if not second or not (led or first[1].sure or second[1].sure):
        return None
    sure = first[1].sure or second[1].sure or (first[0] > i + led + 1 and second[0] > first[0] + 2)
    start, end = first[1], second[1]
    if start.half and not end.half and start.start < 720 <= end.start and start.start + 720 < end.start:
        start = start._replace(start=start.start + 720, half=False)
    last = next(m for m in (end.start, end.start + (720 if end.half else 1440), end.start + 1440) if m > start.start)
    if last <= start.start or (not led and not end.sure and words.at(first[0]) == "and"):
        return None
    zone = end.zone or start.zone
    return second[0], TimeOfDay(start.start, last, "instant", half=start.half and end.half, sure=sure, zone=zone)


def read_plain_hours(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """The 3-8 of Monday 3-8, where it can only be hours."""
    second = words.digits_behind(i + 1, "-–")
    if not words.is_number(i) or not second or len(words.at(i)) > 2 or len(second) > 2:
        return None
    first, last = int(words.at(i)), int(second)
    if not (0 < first <= 12 and 0 < last <= 12) or not words.begins(i) or not words.stops(i + 3):
        return None
    after = words.at(i + 3)
    if first == last or words.is_number(i + 3) or after in ("am", "pm", "a", "p", "o'clock", *TO):
        return None
    start = 60 * first
    end = 60 * last + (720 if last <= first or first == 12 else 0)
    return i + 3, _minute(start, half=first != 12 and end < 720)._replace(end=end)


def _plain_hour(words: Words, i: int) -> tuple[int, TimeOfDay] | None:
    """The 3 of 3-5pm, which is glued to what follows."""
    token = words.at(i)
    if token.isdecimal() and len(token) < 3 and int(token) < 24 and words.at(i + 1) in ("-", "–", "~"):
        return i + 1, _minute(60 * int(token), half=int(token) <= 12, sure=False)
    if (
        len(token) == 4 and token.isdecimal() and token[0] in "01" and words.at(i - 1) in ("from", "between")
    ):  # 0730-0930
        hour, minute = int(token[:2]), int(token[2:])
        return (
            (i + 1, _minute(60 * hour + minute, sure=False)) if minute < 60 and words.at(i + 1) in ("-", "–") else None
        )
    return None


def _last_hour(words: Words, first: tuple[int, TimeOfDay]) -> tuple[int, TimeOfDay] | None:
    """The 3 of 8am-3 and of 0730-0930, which is glued to what stands before."""
    dash, token = first[0], words.at(first[0] + 1)
    if words.at(dash) not in ("-", "–") or not token.isdecimal() or not words.stops(dash + 2):
        return None
    if len(token) == 4 and token[0] in "01" and len(words.at(dash - 1)) == 4 and int(token[2:]) < 60:
        return dash + 2, _minute(60 * int(token[:2]) + int(token[2:]), sure=True)
    if len(token) < 3 and 0 < int(token) <= 12 and first[1].sure:
        return dash + 2, _minute(60 * int(token), half=True, sure=False)
    return None


def within(clock: TimeOfDay, part: TimeOfDay) -> TimeOfDay:
    """The clock time in the half of the day that the part lies in."""
    if not clock.half:
        return clock._replace(sure=True)
    if part.start <= clock.start < part.end and not clock.start < 720 <= part.start:  # 12 at lunchtime
        return clock._replace(half=False, sure=True)
    later = 720 if part.start >= 720 and clock.start < 720 else 0
    if part.start >= 1080 and clock.start % 720 < 300:  # "3 at night"
        later = 0
    if part.start < 720 and clock.start >= 720:
        later = -720
    return clock._replace(start=clock.start + later, end=clock.end + later, half=False, sure=True)
