"""Conversations and documents from files, as message dicts for `observe_many`.

Five formats, told apart by their content: `messages` (one JSON object per line, or a JSON array; our
own keys or those of chat APIs), `chatgpt` (conversations.json of a data export), `locomo`,
`transcript` ("Ana: Hello" lines) and `document` (paragraphs). Any of them may be gzipped.

A message without an id gets one from its content and its position in its session, never from the
file's name, so that the same conversation read twice is one conversation.
"""

from __future__ import annotations

import gzip
import io
import itertools
import json
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, BinaryIO, cast

from kgmem.errors import InvalidArgument
from kgmem.formats_json import ROLE_NAMES, SHAPES, BadPart, Message, Parts, message, shape_of
from kgmem.messages import LONGEST_NAME
from kgmem.redact import redact
from kgmem.temporal import micros
from kgmem.text import digest, is_blank

FORMATS = (*SHAPES, "transcript", "document")
PASSAGE = 1500
"""A longer paragraph is cut at the last sentence end before so many characters."""

_HEAD = 1 << 16
_LONGEST_LINE = 1 << 28
_LONGEST_VALUE = 1 << 30
"""Of one JSON value, unpacked: a gzip file of a megabyte can hold a gigabyte of blanks."""
_STAMP = r"\[?(?P<at>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)\]?\s+"
_SPEAKER = r"(?P<speaker>[^\W\d_][^\s:\[\]{}\"<>|]*(?: [^\s:\[\]{}\"<>|]+){0,3})"
_TURN = re.compile(rf"\s*(?:{_STAMP})?{_SPEAKER}:(?:[ \t]+(?P<text>.*))?\Z", re.DOTALL)
_TOLD = ("speaker", "role", "kind", "content", "caption")
_SENTENCE_END = re.compile(r"[.!?]\s|[。！？]|\n")

Stream = io.BufferedReader | gzip.GzipFile
Lines = Iterator[tuple[int, str] | BadPart]


class Reading:
    """The messages of one source, read while it is iterated, once; `read` makes it.

    `format` is settled with the first message; `bad` (parts left out) and `empty` (how many messages
    had no text) with the last.
    """

    def __init__(self, name: str, format: str, *, skip_bad: bool = False) -> None:
        self.name, self.format, self.skip_bad = name, format, skip_bad
        self.bad: list[BadPart] = []
        self.empty = 0
        self._parts: Parts = iter(())
        self._file: BinaryIO | None = None

    def __iter__(self) -> Iterator[Message]:
        try:
            for part in self._parts:
                if part is None:
                    self.empty += 1
                elif isinstance(part, dict):
                    yield part
                elif self.skip_bad:
                    self.bad.append(_without_secrets(part))
                else:
                    bad = _without_secrets(part)
                    raise InvalidArgument(f"{self.name}, {bad.where}: {bad.reason}")
        finally:
            self.close()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def read(
    source: str | Path | BinaryIO,
    *,
    format: str | None = None,
    name: str | None = None,
    session: str | None = None,
    zone: tzinfo | None = None,
    skip_bad: bool = False,
) -> Reading:
    """Open a file, or take a binary stream; only its beginning is looked at before it is iterated.

    session: for messages that name none; otherwise the file's name without its ending.
    zone: for times without one, which are refused where it is None (LoCoMo's then count as UTC).
    skip_bad: list what cannot be read in `bad`, instead of raising InvalidArgument at it.
    """
    if format is not None and format not in FORMATS:
        raise InvalidArgument(f"no format is called {format!r}; use one of {', '.join(FORMATS)}")
    if isinstance(source, str | Path):
        path = Path(source)
        title = path.name.removesuffix(".gz").rsplit(".", 1)[0][:LONGEST_NAME]
        reading = Reading(name or str(path), format or "", skip_bad=skip_bad)
        reading._file = raw = _opened(path)
    else:
        raw, title = source, ""
        reading = Reading(name or "the input", format or "", skip_bad=skip_bad)
    try:
        stream, head = _unpacked(raw, reading.name)
    except InvalidArgument:
        reading.close()
        raise
    reading.format = format or _told_apart(head)
    if reading.format == "document":
        parts = _paragraphs(_texts(_lines(stream, reading.name)), title)
    elif reading.format == "transcript":
        parts = _turns(_texts(_lines(stream, reading.name)), zone)
    else:
        parts = _shaped(reading, _values(stream, reading.name, head), zone, forced=format)
    reading._parts = _placed(parts, session or "", title)
    return reading


def is_talk(path: Path) -> bool:
    """True for a file that is a conversation, as its beginning tells; False too for one that cannot be read."""
    try:
        with _opened(path) as raw:
            return _told_apart(_unpacked(raw, str(path))[1]) != "document"
    except InvalidArgument:
        return False


def _without_secrets(part: BadPart) -> BadPart:
    """A reason quotes what it complains of, and a place may be named by the file."""
    return BadPart(redact(part.where)[0], redact(part.reason)[0])


# --- bytes to lines -----------------------------------------------------------------------------


def _opened(path: Path) -> BinaryIO:
    try:
        if path.is_dir():
            raise InvalidArgument(f"{path} is a folder; give a file, or '-' for standard input")
        return path.open("rb", buffering=_HEAD)
    except FileNotFoundError as error:
        raise InvalidArgument(f"there is no file {path}") from error
    except OSError as error:
        raise InvalidArgument(f"cannot read {path}: {error.strerror}") from error


def _unpacked(raw: BinaryIO, name: str) -> tuple[Stream, bytes]:
    """The stream, unzipped where need be and past a byte order mark, and a view of what comes first.

    No more than one read is looked at, so that a live pipe is not waited for.
    """
    stream: Stream = raw if isinstance(raw, io.BufferedReader) else io.BufferedReader(cast(Any, raw), _HEAD)
    head = stream.peek(_HEAD)
    if head.startswith(b"\x1f\x8b"):
        stream = gzip.GzipFile(fileobj=stream)
        with _sound_gzip(name):
            head = stream.peek(_HEAD)
    if head.startswith(b"PK\x03\x04"):
        raise InvalidArgument(f"{name} is a zip archive; unpack it and give a file from it")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InvalidArgument(f"{name} is UTF-16 text; convert it first: iconv -f utf-16 -t utf-8")
    if b"\0" in head:
        raise InvalidArgument(f"{name} is no text; kgmem reads JSON, JSON Lines and plain text")
    if head.startswith(b"\xef\xbb\xbf"):
        stream.read(3)
        head = head[3:]
    if not head:
        raise InvalidArgument(f"{name} is empty; there is nothing in it to remember")
    return stream, head


@contextmanager
def _sound_gzip(name: str) -> Iterator[None]:
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InvalidArgument(f"{name} is a damaged gzip file ({error}); fetch it again") from error


def _lines(stream: Stream, name: str) -> Iterator[tuple[int, bytes]]:
    """Lines numbered from 1, without their ends."""
    with _sound_gzip(name):
        for number in itertools.count(1):
            line = stream.readline(_LONGEST_LINE)
            if not line:
                return
            if len(line) == _LONGEST_LINE:
                raise InvalidArgument(f"{name}, line {number}: is longer than {_LONGEST_LINE >> 20} MB")
            yield number, line.rstrip(b"\r\n")


def _texts(lines: Iterable[tuple[int, bytes]]) -> Lines:
    for number, line in lines:
        try:
            yield number, line.decode()
        except UnicodeDecodeError as error:
            yield BadPart(f"line {number}", _not_utf8(error))


def _not_utf8(error: UnicodeDecodeError) -> str:
    byte = error.object[error.start]
    return f"byte 0x{byte:02x} is not UTF-8; convert the file first: iconv -f latin1 -t utf-8"


def _told_apart(head: bytes) -> str:
    """The format of what begins like this. JSON of any shape is `messages` until it is read."""
    text = head.decode("utf-8", "replace").lstrip()
    if re.match(r"\{|\[\s*[\[{\"\]]", text):
        return "messages"
    lines = [line for line in text.splitlines()[:100] if line.strip()]
    turns = [turn for line in lines if (turn := _TURN.match(line))]
    if not turns or not _TURN.match(lines[0]):
        return "document"
    speakers = {turn["speaker"] for turn in turns}
    talk = len(turns) * 2 > len(lines) and len(speakers) <= max(2, len(turns) / 2)
    return "transcript" if talk or turns[0]["at"] else "document"


# --- JSON ---------------------------------------------------------------------------------------


def _values(stream: Stream, name: str, head: bytes) -> Iterator[tuple[str, Any] | BadPart]:
    """JSON values with their places: one per line, the items of one array, or one object."""
    if _is_one_value(head):
        with _sound_gzip(name):
            data = stream.read(_LONGEST_VALUE + 1)
        if len(data) > _LONGEST_VALUE:
            raise InvalidArgument(
                f"{name} holds one JSON value of more than {_LONGEST_VALUE >> 20} MB; write a message a line instead"
            )
        yield from _items(data)
        return
    for number, line in _lines(stream, name):
        if line.strip():
            value = _parsed(line)
            yield (BadPart(f"line {number}", value.reason) if isinstance(value, BadPart) else (f"line {number}", value))


def _items(data: bytes) -> Iterator[tuple[str, Any] | BadPart]:
    value = _parsed(data)
    if isinstance(value, BadPart):
        yield value
    elif isinstance(value, list):
        yield from ((f"item {place}", item) for place, item in enumerate(value, 1))
    else:
        yield "the object", value


def _is_one_value(head: bytes) -> bool:
    """True for an array, and for an object that goes on after its first line; False for JSON Lines."""
    text = head.lstrip()
    if text.startswith(b"["):
        return True
    first, _, rest = text.partition(b"\n")
    following = rest.lstrip()
    return bool(following) and not following.startswith(b"{") and isinstance(_parsed(first), BadPart)


def _parsed(data: bytes) -> Any:
    """The value, or a BadPart with its line in `data`."""
    try:
        return json.loads(data.decode(), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return BadPart(f"line {line}", _not_utf8(error))
    except json.JSONDecodeError as error:
        if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated"):
            return BadPart(f"line {error.lineno}", "the JSON ends too early; is the file cut off?")
        return BadPart(f"line {error.lineno}", f"not valid JSON at column {error.colno}: {error.msg}")
    except ValueError as error:
        return BadPart("line 1", f"not usable JSON: {error}")
    except RecursionError:
        return BadPart("line 1", "the JSON is nested too deeply")


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON value")


def _shaped(
    reading: Reading, values: Iterable[tuple[str, Any] | BadPart], zone: tzinfo | None, *, forced: str | None
) -> Parts:
    for item in values:
        if isinstance(item, BadPart):
            yield item
        else:
            where, value = item
            reading.format = forced or shape_of(value)
            yield from SHAPES[reading.format](value, where, zone)


# --- plain text ---------------------------------------------------------------------------------


def _turns(lines: Lines, zone: tzinfo | None) -> Parts:
    """Turns of "Name: text" lines. Any other line goes on with the turn before it, and where the first
    turn has a time in front, so does one without."""
    turn: dict[str, Any] = {}
    stamped = False
    where = ""
    for item in lines:
        if isinstance(item, BadPart):
            yield item
            continue
        number, line = item
        begun = _TURN.match(line)
        if begun and (begun["at"] or not stamped):
            if turn:
                yield _turn(turn, where, zone)
            else:
                stamped = begun["at"] is not None
            where = f"line {number}"
            turn = {"content": begun["text"] or "", "speaker": begun["speaker"], "at": begun["at"]}
        elif turn:
            turn["content"] += f"\n{line}"
        elif line.strip():
            yield BadPart(f"line {number}", "nobody says this; begin a turn with a name, as in 'Ana: Hello'")
    if turn:
        yield _turn(turn, where, zone)


def _turn(turn: dict[str, Any], where: str, zone: tzinfo | None) -> Message | BadPart | None:
    if role := ROLE_NAMES.get(turn["speaker"].lower()):
        turn["role"] = role
    return message(turn | {"content": turn["content"].strip()}, where, zone)


def _paragraphs(lines: Lines, title: str) -> Parts:
    """Passages of a document; blank lines part its paragraphs."""
    paragraph: list[str] = []
    for item in itertools.chain(lines, [(0, "")]):
        if isinstance(item, BadPart):
            yield item
        elif not is_blank(item[1]):
            paragraph.append(item[1])
        elif paragraph:
            for passage in _passages("\n".join(paragraph)):
                yield {"content": passage, "kind": "document"} | ({"metadata": {"title": title}} if title else {})
            paragraph = []


def _passages(paragraph: str) -> Iterator[str]:
    while len(paragraph) > PASSAGE:
        window = paragraph[:PASSAGE]
        ends = [end.end() for end in _SENTENCE_END.finditer(window)]
        cut = ends[-1] if ends else window.rfind(" ") + 1 or PASSAGE
        yield paragraph[:cut].strip()
        paragraph = paragraph[cut:]
    if paragraph.strip():
        yield paragraph.strip()


# --- names and places ---------------------------------------------------------------------------


def _placed(parts: Parts, session: str, title: str) -> Parts:
    """Give every message its session and place in it, an id, and for want of a time that of the one before.

    The id covers a session that the source or the caller names, not one that is only a file's name.
    """
    places: dict[str, int] = {}
    times: dict[str, datetime] = {}
    for part in parts:
        if not isinstance(part, dict):
            yield part
            continue
        named = part.get("session") or session
        place = places[named] = places.get(named, -1) + 1
        part.setdefault("id", _id(part, named, place))
        part.setdefault("seq", place)
        if named or title:
            part["session"] = named or title
        if "at" in part:
            times[named] = part["at"]
        elif named in times:
            part["at"] = times[named]
        yield part


def _id(said: Message, session: str, place: int) -> str:
    at = str(micros(said["at"])) if "at" in said else ""
    return digest("message", session, str(place), at, *(said.get(key, "") for key in _TOLD))
