"""JSON as language models write it: the usual faults mended, by rules that never invent a value.

What stands around the outermost braces goes (a code fence, words before and after), and so do commas before a closing
bracket. A text that breaks off loses what is not whole: it ends after the last object that is.
"""

from __future__ import annotations

import json
import re
from typing import Any

_HANGING = re.compile(r",(?=\s*[}\]])")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)


def repaired(text: str) -> tuple[Any, bool]:
    """The JSON object in a text, and whether it was broken off. Raises ValueError when there is none."""
    begin = text.find("{")
    if begin < 0:
        raise ValueError("there is no JSON object in it")
    whole, is_cut = _whole(text[begin:])
    try:
        value = json.loads(whole)
    except (ValueError, RecursionError):
        try:
            value = json.loads(_without_hanging_commas(whole))
        except (ValueError, RecursionError) as error:
            where = getattr(error, "pos", 0)
            raise ValueError(f"it is no JSON from character {begin + where} on") from None
    return value, is_cut


def _whole(text: str) -> tuple[str, bool]:
    """The outermost object of a text that begins with "{"; or what is whole of it, closed, when it never ends."""
    open_brackets: list[str] = []
    end, closing = len(text), ""  # of the last whole object, and what closes the text there
    at = 0
    while at < len(text):
        sign = text[at]
        if sign == '"':
            said = _STRING.match(text, at)
            if said is None:
                break
            at = said.end()
            continue
        if sign in "{[":
            open_brackets.append("}" if sign == "{" else "]")
        elif sign in "}]":
            if not open_brackets or open_brackets.pop() != sign:
                break
            if not open_brackets:
                return text[: at + 1], False
            if sign == "}":
                end, closing = at + 1, "".join(reversed(open_brackets))
        at += 1
    return text[:end] + closing, True


def _without_hanging_commas(text: str) -> str:
    parts, at = [], 0
    for said in _STRING.finditer(text):
        parts += [_HANGING.sub("", text[at : said.start()]), said[0]]
        at = said.end()
    return "".join([*parts, _HANGING.sub("", text[at:])])
