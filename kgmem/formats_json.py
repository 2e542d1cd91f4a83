"""The JSON in which people keep conversations, as message dicts: our own keys and those of chat APIs,
conversations of a ChatGPT data export, samples of the LoCoMo data set.

What cannot be meant is a BadPart in its place, never an exception; a message without text is None.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from kgmem.errors import InvalidArgument
from kgmem.messages import LONGEST_NAME, LONGEST_TEXT
from kgmem.records import ROLES
from kgmem.temporal import moment, parse_instant
from kgmem.text import digest, is_blank

Message = dict[str, Any]

ROLE_NAMES = {role: str(role) for role in ROLES} | {
    "human": "user",
    "ai": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "developer": "system",
    "function": "tool",
}
_KEYS = {
    "content": ("content", "text"),
    "speaker": ("speaker", "name", "author"),
    "at": ("at", "time", "timestamp", "created_at"),
    "session": ("session", "session_id", "conversation"),
    "id": ("id",),
    "expires": ("expires", "expires_at", "expiration_date"),
}
_EXPIRY_IN_METADATA = ("expires_at", "expiration_date")
_HIDDEN_CONTENT = ("thoughts", "reasoning_recap", "user_editable_context", "model_editable_context")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LOCOMO_TIME = re.compile(r"(\d{1,2}):(\d\d) ?([ap]m) on (\d{1,2}) (\w+),? (\d{4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class BadPart:
    """A piece of the source that cannot be used: where it is ("line 3") and what is wrong with it."""

    where: str
    reason: str


Part = Message | BadPart | None
Parts = Iterator[Part]


def shape_of(value: Any) -> str:
    """The key in SHAPES under which a JSON value can be read."""
    if isinstance(value, dict) and isinstance(value.get("mapping"), dict):
        return "chatgpt"
    if isinstance(value, dict) and (
        isinstance(value.get("conversation"), dict) or isinstance(value.get("session_1"), list)
    ):
        return "locomo"
    return "messages"


# --- messages -----------------------------------------------------------------------------------


def messages(value: Any, where: str, zone: tzinfo | None) -> Parts:
    """One message, or a chat `{"messages": [...]}`; a chat that is a line of a file is its own session."""
    if not (isinstance(value, dict) and isinstance(value.get("messages"), list)):
        yield message(value, where, zone)
        return
    shared = {key: value[name] for key in ("at", "session") for name in _KEYS[key] if value.get(name)}
    if "session" not in shared and where.startswith("line"):
        shared["session"] = f"chat-{digest(json.dumps(value['messages'], sort_keys=True))[:8]}"
    for place, said in enumerate(value["messages"], 1):
        whole = shared | said if isinstance(said, dict) else said
        yield message(whole, f"{where}, message {place}", zone)


def message(value: Any, where: str, zone: tzinfo | None) -> Part:
    """A message under our keys (`content`, `speaker`, `role`, `at` ...); `at` is an aware datetime."""
    if isinstance(value, str):
        value = {"content": value}
    if not isinstance(value, dict):
        return BadPart(where, f'is {_kind_of(value)}, not a message; write {{"content": "...", "speaker": "..."}}')
    try:
        return _read_message(value, zone)
    except ValueError as error:
        return BadPart(where, str(error))


def _read_message(value: Mapping[str, Any], zone: tzinfo | None) -> Message | None:
    given = {key: said for key, names in _KEYS.items() if (said := _first(value, names)) is not None}
    if "content" not in given and not ({"content", "text", "tool_calls"} & value.keys()):
        keys = ", ".join(map(str, value)) or "none"
        raise ValueError(f'has no text under "content" or "text" (its keys: {keys[:80]})')
    text = _joined(given.get("content", ""))
    if is_blank(text):
        return None
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"the text has {len(text)} characters, more than {LONGEST_TEXT}; split it into passages")
    read: Message = {"content": text}
    for key in ("speaker", "session", "id"):
        if key in given:
            read[key] = _a_name(given[key], key)
    if value.get("role") is not None:
        read["role"] = _role(value["role"])
    if "at" in given:
        read["at"] = instant(given["at"], zone)
    if (expires := _expiry(given, value.get("metadata"), zone or UTC)) is not None:
        read["expires"] = expires
    for key in ("kind", "caption"):
        if value.get(key):
            read[key] = _a_name(value[key], key)
    if read.get("role") == "tool":
        read.setdefault("kind", "tool_result")
    if isinstance(value.get("metadata"), dict):
        read["metadata"] = value["metadata"]
    if type(value.get("seq")) is int and value["seq"] >= 0:
        read["seq"] = value["seq"]
    return read


def _expiry(given: Mapping[str, Any], metadata: Any, zone: tzinfo) -> datetime | None:
    """Until when it is to be shown: said of the message, or in metadata in a way that can mean nothing else."""
    if "expires" in given:
        return instant(given["expires"], zone)
    for key in _EXPIRY_IN_METADATA if isinstance(metadata, dict) else ():
        if metadata.get(key):
            try:
                return instant(metadata[key], zone)
            except ValueError:
                return None  # metadata may hold anything
    return None


def _first(value: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    """The first of the named values that is there and says something."""
    return next((value[name] for name in names if value.get(name) not in (None, "")), None)


def _joined(content: Any) -> str:
    """Text of a string or of the content parts of a chat API, whose pictures and calls are left out."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise ValueError(f'"content" is {_kind_of(content)}; it must be text or a list of text parts')
    texts = [part.get("text") if isinstance(part, dict) else part for part in content]
    return "\n".join(text for text in texts if isinstance(text, str) and text)


def _a_name(value: Any, key: str) -> str:
    if isinstance(value, dict):
        value = value.get("name") or value.get("role")
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError(f'"{key}" is {_kind_of(value)}; it must be text')
    if len(str(value)) > LONGEST_NAME and key != "caption":
        raise ValueError(f'"{key}" has {len(str(value))} characters, more than {LONGEST_NAME}')
    return str(value)


def _role(value: Any) -> str:
    role = ROLE_NAMES.get(value.lower()) if isinstance(value, str) else None
    if role is None:
        raise ValueError(f"role {str(value)[:40]!r} is unknown; use one of {', '.join(ROLES)}")
    return role


def _kind_of(value: Any) -> str:
    names = {bool: "a truth value", str: "a text", list: "a list", dict: "an object", type(None): "null"}
    return names.get(type(value), "a number")


# --- times --------------------------------------------------------------------------------------


def instant(value: Any, zone: tzinfo | None) -> datetime:
    """A time written as ISO 8601, as seconds or smaller units since 1970, or the way LoCoMo does.

    Raises ValueError; so it does for a time without a zone when `zone` is None.
    """
    if isinstance(value, str) and re.fullmatch(r"\d{9,}(\.\d+)?", value.strip()):
        value = float(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _since_1970(value, zone or UTC)
    if not isinstance(value, str):
        raise ValueError(f"the time is {_kind_of(value)}; write it as '2026-06-03T09:00:00+01:00'")
    if written := _LOCOMO_TIME.fullmatch(value.strip()):
        return _locomo_time(written, zone or UTC)
    try:
        return parse_instant(value, zone, name="time")
    except InvalidArgument as error:
        if "has no time zone" not in str(error):
            raise
        raise ValueError(
            f"the time {value[:40]!r} has no zone; write its offset, as in '+01:00', "
            "or say which zone is meant, as in --timezone Europe/Lisbon"
        ) from error


def _since_1970(value: float, zone: tzinfo) -> datetime:
    """Seconds, milli-, micro- or nanoseconds, told apart by size."""
    size = abs(value)
    if not (math.isfinite(size) and size < 1e20):
        raise ValueError(f"the time {value} is too far away to be meant")
    scale = 1_000_000 if size < 1e11 else 1_000 if size < 1e14 else 1 if size < 1e17 else 0.001
    return moment(round(value * scale), zone)


def _locomo_time(written: re.Match[str], zone: tzinfo) -> datetime:
    hour, minute, half, day, month, year = written.groups()
    if month[:3].lower() not in _MONTHS:
        raise ValueError(f"{month!r} is no month")
    month_number = _MONTHS.index(month[:3].lower()) + 1
    on_24 = int(hour) % 12 + (12 if half.lower() == "pm" else 0)
    return datetime(int(year), month_number, int(day), on_24, int(minute), tzinfo=zone)


# --- exports and data sets ----------------------------------------------------------------------


def chatgpt(value: Any, where: str, zone: tzinfo | None) -> Parts:
    """The branch of the message tree that the user saw last, without hidden and system messages."""
    nodes = value.get("mapping") if isinstance(value, dict) else None
    if not isinstance(nodes, dict):
        yield BadPart(where, 'has no "mapping"; this is no conversation of a ChatGPT export')
        return
    session = value.get("conversation_id") or value.get("id") or f"chat-{digest(*sorted(nodes))[:8]}"
    title = {"title": value["title"]} if value.get("title") else None
    for node in _branch(nodes, value.get("current_node")):
        said = nodes[node].get("message")
        if not isinstance(said, dict) or _is_hidden(said):
            continue
        author = said.get("author") if isinstance(said.get("author"), dict) else None
        shown = {
            "id": said.get("id") or node,
            "session": session,
            "role": author and author.get("role"),
            "speaker": author and author.get("name"),
            "at": said.get("create_time") or value.get("create_time"),
            "content": _shown_text(said.get("content")),
            "metadata": title,
        }
        yield message(shown, f"{where}, message {node}", zone)


def _branch(nodes: Mapping[str, Any], current: Any) -> list[str]:
    """Node ids from the root to `current`, or to the last node when there is no such node."""
    usable = {key: node for key, node in nodes.items() if isinstance(node, dict)}
    at = current if isinstance(current, str) and current in usable else next(reversed(usable), None)
    path: dict[str, None] = {}
    while isinstance(at, str) and at in usable and at not in path:
        path[at] = None
        at = usable[at].get("parent")
    return list(reversed(path))


def _is_hidden(said: Mapping[str, Any]) -> bool:
    metadata, author = said.get("metadata"), said.get("author")
    marked = isinstance(metadata, dict) and bool(metadata.get("is_visually_hidden_from_conversation"))
    return marked or (isinstance(author, dict) and author.get("role") == "system")


def _shown_text(content: Any) -> str:
    """Text parts, code and output of tools; not the model's thoughts or the user's profile."""
    if not isinstance(content, dict) or content.get("content_type") in _HIDDEN_CONTENT:
        return ""
    parts = content.get("parts")
    return _joined(parts if isinstance(parts, list) else [content])


def locomo(value: Any, where: str, zone: tzinfo | None) -> Parts:
    """Turns of a LoCoMo sample; in a session each is dated one second after the one before."""
    talk = value.get("conversation", value) if isinstance(value, dict) else None
    if not isinstance(talk, dict):
        yield BadPart(where, 'has no "conversation" of sessions; this is no LoCoMo sample')
        return
    sample = value.get("sample_id") or f"{talk.get('speaker_a', 'a')}-{talk.get('speaker_b', 'b')}"
    numbers = sorted(int(key[8:]) for key in talk if re.fullmatch(r"session_\d{1,9}", key))
    if not numbers:
        yield BadPart(where, 'holds no "session_1"; this is no LoCoMo sample')
    for number in numbers:
        turns, stated = talk[f"session_{number}"], talk.get(f"session_{number}_date_time")
        there = f"{where}, session_{number}"
        try:
            start = instant(stated, zone) if stated else None
        except ValueError as error:
            yield BadPart(there, str(error))
            continue
        if not isinstance(turns, list):
            yield BadPart(there, f"is {_kind_of(turns)}, not a list of turns")
            continue
        for place, turn in enumerate(turns):
            at = start and start + timedelta(seconds=place)
            yield _locomo_turn(turn, f"{there}, turn {place + 1}", str(sample), number, at)


def _locomo_turn(turn: Any, where: str, sample: str, session: int, at: datetime | None) -> Part:
    if not isinstance(turn, dict):
        return BadPart(where, f"is {_kind_of(turn)}, not a turn")
    said = {
        "content": turn.get("text"),
        "speaker": turn.get("speaker"),
        "caption": turn.get("blip_caption"),
        "id": f"{sample}/{turn['dia_id']}" if turn.get("dia_id") else None,
        "session": f"{sample}/session_{session}",
    }
    read = message(said, where, UTC)
    return read | {"at": at} if isinstance(read, dict) and at else read


SHAPES: dict[str, Callable[[Any, str, tzinfo | None], Parts]] = {
    "messages": messages,
    "chatgpt": chatgpt,
    "locomo": locomo,
}
"""How a JSON value becomes messages: (value, where it is, zone of times without one)."""
