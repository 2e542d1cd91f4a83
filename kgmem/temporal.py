"""Time in two axes: instants as UTC microseconds, half-open spans, and how precisely a date is known.

An instant is an `int`: microseconds since 1970 in UTC. Open ends are the sentinels BEGINNING and
FOREVER, never None, so that every comparison in the engine and in Python means the same.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kgmem.errors import InvalidArgument

Micros = int
Clock = Callable[[], Micros]

BEGINNING: Micros = -(2**62)
FOREVER: Micros = 2**62

SECOND: Micros = 1_000_000
DAY: Micros = 86_400 * SECOND

PRECISIONS = ("unknown", "century", "decade", "year", "season", "month", "week", "day", "part", "instant")
"""How precisely an instant is known, coarsest first. `part` is a part of a day."""

LONGEST: dict[str, Micros] = {
    "century": 36_525 * DAY, "decade": 3_653 * DAY, "year": 366 * DAY, "season": 93 * DAY, "month": 31 * DAY,
    "week": 7 * DAY, "day": DAY, "part": DAY, "instant": SECOND,
}  # fmt: skip
"""How long the time may be, at most, in which something lies that is known so precisely."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?\Z")


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open interval `[start, end)` in UTC microseconds, with the precision of its start."""

    start: Micros = BEGINNING
    end: Micros = FOREVER
    precision: str = "unknown"

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise InvalidArgument(
                f"the end {iso(self.end)} lies before the start {iso(self.start)}; swap them or leave one open"
            )

    def holds(self, at: Micros) -> bool:
        return self.start <= at < self.end or self.start == at == self.end

    def meets(self, other: Span) -> bool:
        """True when the two share at least one instant."""
        return self.start < other.end and other.start < self.end


ALWAYS = Span()


def now() -> Micros:
    """The wall clock. Stores take a `clock` argument; this is its default."""
    return time.time_ns() // 1000


def micros(moment: datetime) -> Micros:
    """An aware datetime as UTC microseconds."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def moment(at: Micros, zone: tzinfo = UTC) -> datetime:
    """UTC microseconds as an aware datetime; the sentinels become the first and last year."""
    try:
        return (_EPOCH + timedelta(microseconds=at)).astimezone(zone)
    except OverflowError:
        return (datetime.min if at < 0 else datetime.max).replace(tzinfo=zone)


def iso(at: Micros, zone: tzinfo = UTC, precision: str = "instant") -> str:
    """ISO 8601 text at the given precision; an open end is `..` as in EDTF."""
    if at <= BEGINNING or at >= FOREVER:
        return ".."
    local = moment(at, zone)
    if precision == "instant" or precision == "part":
        return local.isoformat().replace("+00:00", "Z")
    return {
        "year": f"{local.year:04d}",
        "decade": f"{local.year:04d}",
        "century": f"{local.year:04d}",
        "month": f"{local.year:04d}-{local.month:02d}",
        "season": f"{local.year:04d}-{local.month:02d}",
    }.get(precision, local.date().isoformat())


def parse_zone(zone: str | tzinfo | None) -> tzinfo | None:
    """A time zone from an IANA name (`Europe/Lisbon`), an offset (`+02:00`), a tzinfo, or None.

    Raises InvalidArgument for a name that the system's zone data does not hold.
    """
    if zone is None or isinstance(zone, tzinfo):
        return zone
    if not isinstance(zone, str):
        raise InvalidArgument(f"timezone must be an IANA name, an offset or a tzinfo, not {type(zone).__name__}")
    if zone.upper() in ("UTC", "Z"):
        return UTC
    if offset := re.fullmatch(r"([+-])(\d{2}):?(\d{2})", zone):
        delta = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        if delta < timedelta(hours=24):
            return timezone(-delta if offset[1] == "-" else delta)
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidArgument(
            f"no time zone named {zone!r}; use an IANA name such as 'Europe/Lisbon' or an offset such as '+02:00'"
        ) from error


def zone_name(zone: tzinfo) -> str:
    """Text from which `parse_zone` gives the zone back."""
    if isinstance(zone, ZoneInfo):
        return zone.key or "UTC"
    offset = zone.utcoffset(datetime(2000, 1, 1)) or timedelta()
    minutes = int(offset.total_seconds() // 60)
    return "UTC" if not minutes else f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def parse_instant(value: str | datetime | date, zone: tzinfo | None, *, name: str = "at") -> datetime:
    """An aware datetime from ISO 8601 text, a datetime or a date.

    A naive value takes `zone`. A date, year or month alone means its first instant in `zone`.
    Raises InvalidArgument when it cannot be read, is naive without a zone, or lies outside the
    years 1 to 9999.
    """
    if isinstance(value, datetime):
        read = value
    elif isinstance(value, date):
        read = datetime(value.year, value.month, value.day)
    elif isinstance(value, str):
        read = _read_iso(value.strip(), name)
    else:
        raise InvalidArgument(
            f"{name} must be a datetime, a date or ISO 8601 text such as '2026-06-03T09:00:00+01:00', "
            f"not {type(value).__name__}"
        )
    if read.tzinfo is None:
        if zone is None:
            raise InvalidArgument(
                f"{name}={str(value)!r} has no time zone; add an offset such as '+01:00', "
                "or open the memory with timezone='Europe/Lisbon'"
            )
        read = read.replace(tzinfo=zone)
    try:
        micros(read)
        read.astimezone(UTC)
    except OverflowError as error:
        raise InvalidArgument(f"{name}={str(value)!r} lies outside the years 1 to 9999") from error
    return read


def parse_bound(value: str | datetime | date | None, zone: tzinfo | None, *, name: str) -> Micros | None:
    """Like `parse_instant`, as UTC microseconds; None stays None."""
    if value is None:
        return None
    if zone is None and (isinstance(value, date) and not isinstance(value, datetime)):
        zone = UTC
    if zone is None and isinstance(value, str) and _DATE.match(value.strip()):
        zone = UTC
    return micros(parse_instant(value, zone, name=name))


def stated_precision(value: str | datetime | date | None) -> str:
    """The precision in which a caller wrote a bound: `2026` year, `2026-05` month, a date day."""
    if value is None:
        return "unknown"
    if isinstance(value, datetime):
        return "instant"
    if isinstance(value, date):
        return "day"
    if found := _DATE.match(value.strip()):
        return "day" if found[3] else "month" if found[2] else "year"
    return "instant"


def _read_iso(text: str, name: str) -> datetime:
    if found := _DATE.match(text):
        text = f"{found[1]}-{found[2] or '01'}-{found[3] or '01'}"
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise InvalidArgument(
            f"{name}={text[:40]!r} is no date that exists; write ISO 8601 such as '2026-06-03T09:00:00+01:00'"
        ) from error
