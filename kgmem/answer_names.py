"""The names in a question: what it speaks of that memory knows, by place.

Whatever is called by a word with which questions are asked ("home", "drink", 工作) is passed over, unless it is written
as a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from kgmem.mirror import Mirror
from kgmem.text import cjk_share, fold

LONGEST = 6
"""Words of a name."""
LONGEST_HAN = 14
"""Signs of a Chinese name."""
_WORD = re.compile(r"[^\W_](?:[\w&.-]*\w)?(?:['’][^\W_]+)*")
_HAN = re.compile(r"[㐀-鿿豈-﫿]")
_POSSESSIVE = re.compile(r"['’]s\Z|(?<=s)['’]\Z")


@dataclass(frozen=True, slots=True)
class Named:
    """A name at `[start, end)` of the question; `id` is the entity it means, the most spoken of if it means several."""

    start: int
    end: int
    id: str


def named_in(text: str, mirror: Mirror, words: Set[str]) -> list[Named]:
    """Names by place, none overlapping another, of those that begin at one place the longest.

    words: those of the language of questions, folded: no such word alone is a name, if it has no capital.
    """
    found: list[Named] = []
    given = _given_names(text, mirror) if _HAN.search(text) else {}
    at = 0
    starts = {match.start(): match for match in _WORD.finditer(text)}
    while at < len(text):
        name = None
        if _HAN.match(text, at):
            name = _han(text, at, mirror, given, words)
        elif at in starts:
            name = _spelt(text, at, mirror, words)
        if name is not None:
            found.append(name)
            at = name.end
        else:
            at += 1
    return found


def _spelt(text: str, at: int, mirror: Mirror, words: Set[str]) -> Named | None:
    ends: list[int] = []
    for match in _WORD.finditer(text, at):
        if len(ends) >= LONGEST or text[ends[-1] if ends else at : match.start()].strip(" \t"):
            break
        ends.append(match.end())
        if _POSSESSIVE.search(match[0]) or (len(ends) == 1 and not mirror.begins_name(match[0])):
            break
    for end in reversed(ends):
        for stop in dict.fromkeys((end, end - len(found[0]) if (found := _POSSESSIVE.search(text[at:end])) else end)):
            said = text[at:stop]
            folded = fold(said)
            if folded in words and not (said[:1].isupper() and at):
                continue
            if folded.startswith(("the ", "a ", "an ")) or set(folded.split()) <= words:
                continue
            owner = re.split(r"['’]s ", said, maxsplit=1)[0]
            if owner != said and _known(owner, mirror):
                continue  # whose it is leads on from there
            if known := _known(said, mirror):
                return Named(at, stop, known)
    return None


def _han(text: str, at: int, mirror: Mirror, given: dict[str, str], words: Set[str]) -> Named | None:
    for end in range(min(len(text), at + LONGEST_HAN), at + 1, -1):
        said = text[at:end]
        if said in words:
            continue
        owner, had, _ = said.partition("的")
        if had and (_known(owner, mirror) or owner in given):
            continue  # whose it is leads on from there
        if known := _known(said, mirror) or given.get(said, ""):
            return Named(at, end, known)
    return None


def _known(said: str, mirror: Mirror) -> str:
    return next((id for id in mirror.ids_named(said) if id not in mirror.hidden), "")


def _given_names(text: str, mirror: Mirror) -> dict[str, str]:
    """Given names of two signs that one known person alone has: 静怡 for 王静怡."""
    found: dict[str, set[str]] = {}
    for key, ids in mirror.aliases.items():
        if len(key) == 3 and key[1:] in text and cjk_share(key) == 1.0:
            persons = {id for id in ids if mirror.entities[id].type == "Person" and id not in mirror.hidden}
            found.setdefault(key[1:], set()).update(persons)
    return {name: ids.pop() for name, ids in found.items() if len(ids) == 1}


def speaking(mirror: Mirror) -> str:
    """Who "I" is in a question: the one person whose words are here, beside an assistant's; "" when there are more."""
    voices = [name for name in mirror.speakers if name not in ("", "assistant", "system", "tool")]
    return _known(voices[0], mirror) if len(voices) == 1 else ""


def spread(names: list[Named], text: str) -> Iterator[tuple[str, Named | None]]:
    """The text in parts: what stands between names, and the names."""
    end = 0
    for name in names:
        yield text[end : name.start], None
        yield text[name.start : name.end], name
        end = name.end
    yield text[end:], None
