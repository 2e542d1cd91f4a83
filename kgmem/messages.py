"""What callers hand to `observe`, as episodes: text, a message dict as chat APIs use them, or an Episode.

Everything is checked and cleaned here, secrets are replaced here, and the id is decided here; what
comes out can be written as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from reprlib import repr
from typing import Any

from kgmem.arguments import checked_trust
from kgmem.errors import InvalidArgument
from kgmem.records import KINDS, ROLES, Episode, Redaction, trust_of
from kgmem.redact import DEFAULT, Policy, redact, redact_value
from kgmem.temporal import FOREVER, Clock, Micros, iso, micros, moment, parse_instant, parse_zone, zone_name
from kgmem.text import clean, digest, is_blank

LONGEST_TEXT = 16 << 20
LONGEST_NAME = 200

_FIELDS = {
    "text": ("text", "content"),
    "speaker": ("speaker", "name"),
    "role": ("role",),
    "at": ("at", "time", "timestamp"),
    "session": ("session",),
    "id": ("id",),
    "kind": ("kind",),
    "caption": ("caption",),
    "origin": ("origin",),
    "metadata": ("metadata",),
    "seq": ("seq",),
    "trust": ("trust",),
    "expires": ("expires", "expires_at"),
}
_KNOWN = {spelling: name for name, spellings in _FIELDS.items() for spelling in spellings}


@dataclass(frozen=True, slots=True)
class Draft:
    """An episode ready to be written, and the secrets that were taken out of it."""

    episode: Episode
    redactions: tuple[Redaction, ...] = ()
    allow_erased: bool = False


@dataclass(slots=True)
class Reader:
    """Turns what callers hand over into drafts, with the memory's zone and clock."""

    zone: tzinfo | None
    clock: Clock
    policy: Policy = DEFAULT
    allow_erased: bool = False
    now: Micros = 0  # of the message being read
    places: dict[tuple[str, Micros], int] = field(default_factory=dict)  # (session, time) -> episodes so far
    fresh: int = 0  # how many texts without time and id were read

    def read(self, what: Any, defaults: Mapping[str, Any]) -> Iterator[Draft]:
        """Drafts of one text, message or Episode, or of a list of them, in order.

        defaults: fields for what a message does not say itself; None means not given.
        Raises InvalidArgument at the first that cannot be read, naming its place in the list.
        """
        self.now = self.clock()
        alone = not isinstance(what, list | tuple)
        for place, item in enumerate([what] if alone else what):
            try:
                draft = self._read_one(item, defaults)
            except InvalidArgument as error:  # it may quote what was given: nothing raw in an error
                reason = redact(f"{'' if alone else f'message {place}: '}{error}")[0]
                raise type(error)(reason) from None
            yield draft

    def _read_one(self, what: Any, defaults: Mapping[str, Any]) -> Draft:
        if isinstance(what, Episode):
            fields = _fields_of(what)
        elif isinstance(what, str):
            fields = {"text": what}
        elif isinstance(what, Mapping):
            fields = _fields(what)
        else:
            raise InvalidArgument(
                f"text must be a str, a message dict, a list of those or an Episode, not {type(what).__name__}"
            )
        given = {name: value for name, value in defaults.items() if value is not None}
        fields = {**given, **{name: value for name, value in fields.items() if value is not None}}
        if "text" not in fields:
            raise InvalidArgument("text is missing; a message needs 'content' or 'text'")
        at = fields.get("at")
        said = moment(self.now) if at is None else parse_instant(_epoch(at), self.zone)
        zone = self._zone_of(said) if at is not None else self.zone
        role = _one_of(fields.get("role", "user"), ROLES, "role")
        kind = _one_of(fields.get("kind", "message"), KINDS, "kind")
        episode = Episode(
            text=text_of(fields["text"]),
            speaker=_line(fields.get("speaker", ""), "speaker")
            or ("user" if role == "user" and kind == "message" else ""),
            role=role,  # type: ignore[arg-type]
            kind=kind,
            session=_line(fields.get("session", "default"), "session") or "default",
            occurred=micros(said),
            zone=zone_name(zone) if zone is not None else "UTC",
            seq=0,
            caption=_line(fields.get("caption", ""), "caption", longest=10_000),
            origin=_line(fields.get("origin", ""), "origin", longest=2_000),
            metadata=_metadata(fields.get("metadata") or {}),
            id=_line(fields.get("id", ""), "id"),
            trust=checked_trust(fields["trust"]) if "trust" in fields else trust_of(role, kind),
            expires=self._expiry(fields["expires"], said) if "expires" in fields else FOREVER,
        )
        seq = _seq(fields["seq"]) if "seq" in fields else self._place(episode)
        return self._finish(replace(episode, seq=seq), timed=at is not None or bool(episode.id))

    def _zone_of(self, said: datetime) -> tzinfo | None:
        """The zone it was said in: the memory's own where a bare offset agrees with it, so that days of
        other seasons are counted in the right offset too."""
        if self.zone is not None and said.utcoffset() == said.astimezone(self.zone).utcoffset():
            return self.zone
        return said.tzinfo

    def _expiry(self, value: Any, said: datetime) -> Micros:
        """Until when it is shown: a time, or a timedelta after it was said."""
        if isinstance(value, timedelta):
            try:
                expires = micros(said + value)
            except OverflowError:
                return FOREVER
        else:
            expires = micros(parse_instant(_epoch(value, "expires"), self.zone or UTC, name="expires"))
        if expires <= micros(said):
            raise InvalidArgument(
                f"expires={iso(expires)} is not after the time it was said at, {iso(micros(said))}; give a later time"
            )
        return expires

    def _place(self, episode: Episode) -> int:
        """How many episodes of its session and time came before: keeps the order in which they came."""
        place = self.places[episode.session, episode.occurred] = 1 + self.places.get(
            (episode.session, episode.occurred), -1
        )
        return place

    def _finish(self, episode: Episode, *, timed: bool) -> Draft:
        if is_blank(episode.text):
            raise InvalidArgument("text is empty or blank; there is nothing to remember")
        found: list[Redaction] = []
        said: dict[str, str] = {}
        for part in ("text", "caption", "speaker", "session", "origin", "id"):
            said[part], marks = redact(getattr(episode, part), self.policy, where=part)
            found += marks
        episode = replace(episode, **said)  # type: ignore[arg-type]
        text, name = episode.text, episode.id
        if not name:
            parts = [episode.session, episode.speaker, str(episode.occurred), str(episode.seq), text]
            if not timed:
                self.fresh += 1
                parts.append(f"new {self.fresh}")
            name = f"ep_{digest(*parts)}"
        metadata = redact_value(dict(episode.metadata), self.policy)
        return Draft(replace(episode, id=name, metadata=metadata, recorded=self.now), tuple(found), self.allow_erased)


def _fields_of(episode: Episode) -> dict[str, Any]:
    """An Episode as message fields; its time counts as given unless it was never set."""
    names = ("text", "speaker", "role", "kind", "session", "seq", "caption", "origin", "metadata", "id")
    fields = {name: getattr(episode, name) for name in names}
    if episode.trust >= 0:
        fields["trust"] = episode.trust
    if episode.expires < FOREVER:
        fields["expires"] = moment(episode.expires)
    if episode.occurred or episode.id:
        fields["at"] = moment(episode.occurred, parse_zone(episode.zone) or UTC)
    return fields


def _fields(message: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(str(name) for name in message if name not in _KNOWN)
    if unknown:
        raise InvalidArgument(
            f"a message has no field {', '.join(unknown)}; it may have {', '.join(sorted(_KNOWN))} "
            "(put anything else into 'metadata')"
        )
    fields: dict[str, Any] = {}
    for spelling, value in message.items():
        name = _KNOWN[spelling]
        if fields.get(name) is not None and value is not None and fields[name] != value:
            raise InvalidArgument(f"{' and '.join(_FIELDS[name][:2])} say different things; give one of them")
        fields[name] = value if fields.get(name) is None else fields[name]
    return fields


def text_of(value: Any) -> str:
    """The text of a message's content: a str, or a list of parts as chat APIs have them."""
    if isinstance(value, list):
        parts = [part.get("text", "") if isinstance(part, Mapping) else part for part in value]
        value = "\n".join(part for part in parts if isinstance(part, str))
    if not isinstance(value, str):
        raise InvalidArgument(f"text must be a str, not {type(value).__name__}")
    if len(value) > LONGEST_TEXT:
        raise InvalidArgument(f"text has {len(value)} characters, more than {LONGEST_TEXT}; split it into passages")
    return clean(value)


def _line(value: Any, name: str, *, longest: int = LONGEST_NAME) -> str:
    if not isinstance(value, str):
        raise InvalidArgument(f"{name} must be a str, not {type(value).__name__}")
    line = " ".join(clean(value).split())
    if len(line) > longest:
        raise InvalidArgument(f"{name} has {len(line)} characters, more than {longest}; shorten it")
    return line


def _one_of(value: Any, allowed: tuple[str, ...], name: str) -> str:
    if value not in allowed:
        raise InvalidArgument(f"{name}={repr(value)} is none of {', '.join(allowed)}")
    return str(value)


def _seq(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**53:
        raise InvalidArgument(f"seq must be a whole number from 0, not {repr(value)}")
    return value


def _epoch(at: Any, name: str = "at") -> Any:
    """Seconds since 1970, as chat exports have them, as an aware datetime; anything else as it is."""
    if isinstance(at, bool) or not isinstance(at, int | float):
        return at
    if not -62_135_596_800 <= at < 253_402_300_800:  # the years 1 to 9999; NaN fails it too
        raise InvalidArgument(f"{name}={repr(at)} is no time; write ISO 8601 or seconds (not milliseconds) since 1970")
    return moment(int(at * 1_000_000))


def _metadata(value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidArgument(f"metadata must be a dict, not {type(value).__name__}")
    try:
        copied: dict[str, Any] = json.loads(clean(json.dumps(dict(value), ensure_ascii=False, allow_nan=False)))
    except (TypeError, ValueError) as error:
        raise InvalidArgument(f"metadata must hold JSON values only: {error}") from error
    except RecursionError:
        raise InvalidArgument("metadata nests deeper than 64 lists and objects; flatten it") from None
    return copied
