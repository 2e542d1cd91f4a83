"""Cues of languages that no parser reads: words as they stand in the text, with places for who and what.

"住在"                  the object stands behind it, the subject before it or in a clause before
"在…上班", "对…过敏"    "…" is the object
"…是~住的地方"          "~" is the subject
"的妻子"                a possessed noun: of what stands before it
"<住|定居>在"           one of; "在…[这边]上班" what may be missing
"吃素=素食"             an object that the cue itself gives
"住 +place"             what class the object must belong to
"not 吃肉"              a cue that is said with a denial
"从{origin}搬到{destination}"   of events: who takes part, by role; "~" is the agent
"得{with:condition}"    the class of who or what has the role
"结·婚"                 a separable verb: signs of aspect, a count and a measure may stand between ("结了两次婚")
"病。"                  the clause ends there
"now 压力大"            of events: a state that shows what has happened
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

SUBJECT, OBJECT = "subject", "object"
PERSON = "Person"
"""A place for a person may stand right before another: "送{destination:person}{patient}"."""
LONGEST = 200
_PART = re.compile(
    r"(?P<slot>…|~|\{(?P<role>[a-z]+)(?::(?P<kind>[a-z]+))?\})|<(?P<one>[^<>\[\]{}]+)>|\[(?P<may>[^<>\[\]{}]+)\]"
    r"|(?P<text>[^…~<>\[\]{}]+)"
)
_WANTS = re.compile(r" \+([A-Za-z]+)\Z")


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a pattern: a slot by name, of a class it may want, or words; one stands there if `needed`."""

    slot: str = ""
    words: tuple[str, ...] = ()
    needed: bool = True
    wants: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A cue, read. `wants` is the class of its object ("" for any), `given` the object it gives itself."""

    parts: tuple[Part, ...]
    wants: str = ""
    given: str = ""
    denied: bool = False
    text: str = ""
    now: bool = False

    @property
    def slots(self) -> frozenset[str]:
        return frozenset(part.slot for part in self.parts if part.slot)

    @property
    def is_possessed(self) -> bool:
        """True for a noun that somebody or something has: "的妻子"."""
        first = self.parts[0]
        return len(self.parts) == 1 and all(word.startswith("的") and len(word) > 1 for word in first.words)


def parse_pattern(text: str, *, of_event: bool = False) -> Pattern:
    """A pattern from its text; ValueError says what is wrong with it.

    A relation's pattern without an object slot has its object at the end, unless it gives it or is a possessed noun.
    """
    said = " ".join(text.split())
    rest = said.removeprefix("not ").removeprefix("now ")
    wants = ""
    if found := _WANTS.search(rest):
        wants, rest = found[1], rest[: found.start()]
    rest, _, given = rest.partition("=")
    if len(said) > LONGEST:
        raise ValueError(f"is too long; {LONGEST} signs are the most")
    parts: list[Part] = []
    at = 0
    while at < len(rest):
        part = _PART.match(rest, at)
        if part is None:
            raise ValueError(f"has a bracket without its other at {rest[at:]!r}")
        parts.append(_part(part))
        at = part.end()
    if not any(part.words and part.needed for part in parts):
        raise ValueError("has no words; write it like '住在', '在…上班' or '的妻子'")
    slots = [part.slot for part in parts if part.slot]
    if len(set(slots)) < len(slots):
        raise ValueError("has a place twice")
    if any(one.slot and other.slot and one.wants != PERSON for one, other in pairwise(parts)):
        raise ValueError("has two places with no words between them")
    pattern = Pattern(tuple(parts), wants, given.strip(), said.startswith("not "), said, said.startswith("now "))
    if not of_event and OBJECT not in slots and not given and not pattern.is_possessed:
        return Pattern((*parts, Part(OBJECT)), wants, "", pattern.denied, said)
    return pattern


def _part(found: re.Match[str]) -> Part:
    if found["slot"]:
        role = {"…": OBJECT, "~": SUBJECT}.get(found["slot"], found["role"] or "")
        return Part(role, wants=(found["kind"] or "").capitalize())
    words = tuple(word.strip() for word in (found["one"] or found["may"] or found["text"]).split("|"))
    if not all(words):
        raise ValueError("has an empty word between its bars")
    return Part("", words, needed=not found["may"])
