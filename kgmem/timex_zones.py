"""The zone named after a clock time: 3pm CET, 14:00 UTC, 9 London time, 5pm Pacific."""

from __future__ import annotations

from datetime import UTC, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kgmem.timex_reading import Words

# Letters that people write in capitals after a time; an offset in minutes where summer time is in the letters,
# else the place whose clocks are meant.
_LETTERS: dict[str, str | int] = {
    "utc": 0, "gmt": 0, "z": 0, "bst": 60, "wet": 0, "west": 60, "cet": 60, "cest": 120, "eet": 120, "eest": 180,
    "msk": 180, "gst": 240, "sgt": 480, "hkt": 480, "jst": 540, "kst": 540, "acst": 570, "aest": 600, "aedt": 660,
    "nzst": 720, "nzdt": 780, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420, "akst": -540, "akdt": -480, "hst": -600,
    "et": "America/New_York", "ct": "America/Chicago", "mt": "America/Denver", "pt": "America/Los_Angeles",
}  # fmt: skip
_PLACES = {
    "eastern": "America/New_York", "central": "America/Chicago", "mountain": "America/Denver",
    "pacific": "America/Los_Angeles", "london": "Europe/London", "uk": "Europe/London", "british": "Europe/London",
    "lisbon": "Europe/Lisbon", "dublin": "Europe/Dublin", "irish": "Europe/Dublin", "paris": "Europe/Paris",
    "berlin": "Europe/Berlin", "madrid": "Europe/Madrid", "rome": "Europe/Rome", "vienna": "Europe/Vienna",
    "zurich": "Europe/Zurich", "amsterdam": "Europe/Amsterdam", "brussels": "Europe/Brussels",
    "stockholm": "Europe/Stockholm", "oslo": "Europe/Oslo", "copenhagen": "Europe/Copenhagen",
    "helsinki": "Europe/Helsinki", "warsaw": "Europe/Warsaw", "athens": "Europe/Athens", "kyiv": "Europe/Kyiv",
    "istanbul": "Europe/Istanbul", "moscow": "Europe/Moscow", "cairo": "Africa/Cairo", "lagos": "Africa/Lagos",
    "nairobi": "Africa/Nairobi", "dubai": "Asia/Dubai", "karachi": "Asia/Karachi", "indian": "Asia/Kolkata",
    "mumbai": "Asia/Kolkata", "delhi": "Asia/Kolkata", "bangkok": "Asia/Bangkok", "jakarta": "Asia/Jakarta",
    "singapore": "Asia/Singapore", "beijing": "Asia/Shanghai", "shanghai": "Asia/Shanghai",
    "china": "Asia/Shanghai", "taipei": "Asia/Taipei", "tokyo": "Asia/Tokyo", "japan": "Asia/Tokyo",
    "seoul": "Asia/Seoul", "korean": "Asia/Seoul", "sydney": "Australia/Sydney", "melbourne": "Australia/Melbourne",
    "perth": "Australia/Perth", "auckland": "Pacific/Auckland", "toronto": "America/Toronto",
    "vancouver": "America/Vancouver", "chicago": "America/Chicago", "denver": "America/Denver",
    "brasilia": "America/Sao_Paulo", "greenwich": "Etc/UTC",
}  # fmt: skip
_LONG = {("new", "york"): "America/New_York", ("los", "angeles"): "America/Los_Angeles",
         ("hong", "kong"): "Asia/Hong_Kong", ("sao", "paulo"): "America/Sao_Paulo"}  # fmt: skip
_TIME = ("time", "timezone")


def read_zone(words: Words, i: int) -> tuple[int, tzinfo] | None:
    """CET, UTC+2, London time, (Pacific time). Small letters count only when no word is spelt like them."""
    j = words.skip(i, "(", ",")
    word, end = words.at(j), j + 1
    if not word.isalpha() or j - i > 1:
        return None
    found: str | int | None = None
    if words.at(j + 1) in _TIME or words.low[j + 1 : j + 3] in (["standard", "time"], ["daylight", "time"], ["local", "time"]):
        end = j + 2 + (words.at(j + 1) not in _TIME)
        found = _PLACES.get(word, _LETTERS.get(word))
    elif words.at(j + 2) in _TIME and (word, words.at(j + 1)) in _LONG:
        found, end = _LONG[(word, words.at(j + 1))], j + 3
    elif word in _LETTERS and (words.is_capital(j) or len(word) > 3 or word in ("utc", "gmt", "pst", "cet")):
        found = _LETTERS[word]
        sign = words.at(j + 1)
        if word in ("utc", "gmt") and sign in ("+", "-") and words.is_number(j + 2) and words.glued(j + 1):
            hours = int(words.at(j + 2)[:2])
            minutes = words.digits_behind(j + 3, ":")
            found = (60 * hours + int(minutes or 0)) * (-1 if sign == "-" else 1)
            end = j + 5 if minutes else j + 3
    elif word in ("pacific", "eastern") and words.text[words.starts[j]].isupper():
        found = _PLACES[word]
    if found is None:
        return None
    zone = _zone(found)
    return (end + (words.at(j - 1) == "(" and words.at(end) == ")"), zone) if zone else None


@cache
def _zone(named: str | int) -> tzinfo | None:
    """None for a place that the system's zone data does not hold."""
    if isinstance(named, int):
        return timezone(timedelta(minutes=named)) if named else UTC
    try:
        return ZoneInfo(named)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
