"""Whom a turn speaks to: the one it calls by name ("Ross, are you coming?"), the only other one, or who spoke last."""

from __future__ import annotations

import re

from kgmem.chinese_vocatives import called_upon as called_in_chinese
from kgmem.chinese_vocatives import is_called
from kgmem.extract_genders import of_name
from kgmem.extract_spelling import COMMON
from kgmem.han import is_chinese
from kgmem.records import Conversation, Episode
from kgmem.text import fold

_NAME = r"(?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
_OPENING = re.compile(
    r"\W*(?:(?:hey|hi|hello|oh|ok|okay|look|listen|well|yeah|yes|no|so|but|and|god|wow|thanks|thank you|please|"
    rf"all right|my god|come on|bye|sorry|alright|right)\b[\s,.!…-]*)*(?-i:{_NAME})\s*(?=[,!?.…]|-- )",
    re.I,
)
_CLOSING = re.compile(rf",\s+{_NAME}\s*(?=[.!?…]|$)")


def addressee(episode: Episode, before: Conversation, people: tuple[str, ...]) -> str:
    """Whom a message speaks to; "" when that cannot be told."""
    if episode.kind != "message":
        return ""
    roles = {turn.speaker: turn.role for turn in (*before.earlier, episode)}
    others = [name for name in people if name != episode.speaker]
    if episode.role != "user" or len(others) > 1:
        others = [name for name in others if roles.get(name, "user") == "user"]
    if len(others) < 2:
        return others[0] if others else ""
    if is_chinese(episode.text):
        called = called_in_chinese(episode.text, others)
        last = next((turn.speaker for turn in reversed(before.earlier) if turn.speaker in others), "")
        return next((name for name in others if called and is_called(called, name)), called or last)
    called = called_upon(episode.text)
    for name in others if called else ():
        if fold(called) in (fold(name), fold(name.split()[0])):
            return name
    return next((turn.speaker for turn in reversed(before.earlier) if turn.speaker in others), called)


def called_upon(text: str) -> str:
    """The first name by which a turn calls somebody, "" for none."""
    for found in (_OPENING.match(text), *_CLOSING.finditer(text)):
        if found is not None and of_name(found["name"].split()[0]) and fold(found["name"]) not in COMMON:
            return found["name"]
    return ""
