"""Cues: how a sentence says a relation or an event, written in a few lower-case words.

The grammar, with examples, stands at the top of `core.ttl`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kgmem.ontology_terms import Cue

_WORD = r"[^\W\d_](?:[\w'-]*\w)?"
_PREPOSITIONS = frozenset(
    (
        *("in", "at", "on", "of", "from", "to", "for", "with", "as", "by", "into", "about", "under"),
        *("behind", "inside", "outside", "near", "over", "after", "against", "off", "through", "around"),
        *("up", "out", "toward", "alongside", "without", "onto", "upon", "between"),
    )
)


def parse_event_cue(text: str) -> Cue:
    """A cue of an event: a verb and the words that go with it, with a class its subject or its thing must belong to.

    Raises ValueError that says what is wrong with it.
    """
    text = " ".join(text.split())
    if text != text.lower():
        raise ValueError("must be lower case")
    rest, denied = text.removeprefix("not "), text.startswith("not ")
    rest, now = rest.removeprefix("now "), rest.startswith("now ")
    who, wants = "", ""
    if found := re.match(rf"\+({_WORD}) ", rest):
        who, rest = found[1], rest[found.end() :]
    if found := re.search(rf" \+({_WORD})\Z", rest):
        wants, rest = found[1], rest[: found.start()]
    words = rest.split()
    if not words or not all(re.fullmatch(rf"{_WORD}(?:/{_WORD})*", word) for word in words):
        raise ValueError("is not made of words; write it like 'move', 'get job' or 'come down with +condition'")
    if len(words) > _MOST_WORDS:
        raise ValueError(f"is too long; {_MOST_WORDS} words are the most")
    if "/" in words[0]:
        raise ValueError("starts with more than one verb; write a cue for each")
    last = tuple(words[-1].split("/"))
    preps = last if len(words) > 1 and set(last) <= _LEADING else ()
    inner = words[1:-1] if preps else words[1:]
    return Cue("verb", words[0], " ".join(inner), preps, wants, denied, now=now, who=who, text=text)


_MOST_WORDS = 6
_LEADING = _PREPOSITIONS - {"up", "out"}


def parse_cue(text: str) -> Cue:
    """A cue from its text; ValueError says what is wrong with it. The class after a plus stays as written."""
    text = " ".join(text.split())
    if text != text.lower():
        raise ValueError("must be lower case")
    if text.startswith("not "):
        return replace(parse_cue(text.removeprefix("not ")), denied=True, text=text)
    if text.startswith("~"):
        cue = parse_cue(text.removeprefix("~"))
        if cue.kind not in ("verb", "be"):
            raise ValueError("wants a verb after the tilde")
        return replace(cue, turned=True, text=text)
    text, _, wants = text.partition(" +")
    if wants and not re.fullmatch(_WORD, wants):
        raise ValueError("wants one class after the plus sign")
    if wants and text == "be":
        return Cue("class", "be", wants=wants, text=f"{text} +{wants}")
    if wants and (cue := parse_cue(text)).kind in ("verb", "be"):
        return replace(cue, wants=wants, text=f"{text} +{wants}")
    if wants:
        raise ValueError("wants a verb before the plus sign")
    if found := re.fullmatch(rf"'s ({_WORD}) ({_WORD}(?:/{_WORD})*)", text):
        preps = tuple(found[2].split("/"))
        if set(preps) <= _PREPOSITIONS:
            return Cue("possessed", object=found[1], preps=preps, text=text)
    if found := re.fullmatch(rf"'s ({_WORD}(?: {_WORD})?|{_WORD} of {_WORD})", text):
        return Cue("possessed", object=found[1], text=text)
    words = text.split()
    if not words or not all(re.fullmatch(rf"{_WORD}(?:/{_WORD})*", word) for word in words):
        raise ValueError("is not made of words; write it like 'live in', 'be allergic to' or 'sister of'")
    if words[0] == "be" and len(words) > 1:
        last = tuple(words[-1].split("/"))
        preps = last if set(last) <= _PREPOSITIONS else ()
        inner = words[1:-1] if preps else words[1:]
        return Cue("be", "be", " ".join(inner), preps, text=text)
    if len(words) == 2 and words[1] == "of":
        return Cue("noun", object=words[0], text=text)
    last = tuple(words[-1].split("/"))
    if len(words) in (3, 4) and words[1] in _PREPOSITIONS and not (len(words) == 3 and set(last) <= _PREPOSITIONS):
        preps = last if len(words) == 4 else ()
        if len(words) == 4 and not set(preps) <= _PREPOSITIONS:
            raise ValueError(f"ends in {words[-1]!r}, which is no preposition")
        return Cue("verb", words[0], " ".join(words[1:3]), preps, text=text)
    if len(words) > 3:
        raise ValueError("is too long; a verb, an object and a preposition are the most")
    if len(words) > 1 and set(last) <= _PREPOSITIONS:
        return Cue("verb", words[0], words[1] if len(words) == 3 else "", last, text=text)
    if len(words) == 3:
        raise ValueError(f"ends in {words[-1]!r}, which is no preposition")
    return Cue("verb", words[0], words[1] if len(words) == 2 else "", (), text=text)
