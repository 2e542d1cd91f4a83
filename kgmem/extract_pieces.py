"""A long text in pieces a parser can take, and what was read in them put together again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgmem.records import EventClaim, Extraction, FactClaim

PIECE = 4_000

_CUTS = (re.compile(r"\n\s*\n"), re.compile(r"[.!?…]['\")\]]*\s+|[。！？]['\")\]”’」』）]*\s*|\n"), re.compile(r"\s"))
_LETTERS = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an episode's text; `offset` is where it begins there."""

    text: str
    offset: int


def pieces(text: str) -> Iterator[Piece]:
    """The text in stretches of at most PIECE characters, cut at paragraphs, else sentences, else blanks.

    An empty text is one empty piece.
    """
    at = 0
    while True:
        end = min(at + PIECE, len(text))
        if end < len(text):
            window = text[at:end]
            for bound in _CUTS:
                cuts = [found.end() for found in bound.finditer(window, PIECE // 2)]
                if cuts:
                    end = at + cuts[-1]
                    break
        yield Piece(text[at:end], at)
        if end >= len(text):
            return
        at = end


def is_english(text: str) -> bool:
    """Worth the English parser: mostly Latin letters, and words rather than data."""
    letters = len(_LETTERS.findall(text))
    if letters < 2 or len(_LATIN.findall(text)) < 0.7 * letters:
        return False
    return len(text) < 80 or letters >= 0.4 * len(text.replace(" ", ""))


def moved(extraction: Extraction, offset: int) -> Extraction:
    """The extraction of a piece at its place in the whole text."""
    if not offset:
        return extraction
    return Extraction(
        tuple(replace(m, start=m.start + offset, end=m.end + offset) for m in extraction.mentions),
        tuple(replace(f, start=f.start + offset, end=f.end + offset) for f in extraction.facts),
        tuple(replace(e, start=e.start + offset, end=e.end + offset) for e in extraction.events),
        tuple(replace(c, start=c.start + offset, end=c.end + offset) for c in extraction.causes),
    )


def as_written(extraction: Extraction, text: str) -> Extraction:
    """The extraction with its mentions spelled as the text has them, not as a parser was given it."""
    mentions = tuple(
        m if m.surface == (said := text[m.start : m.end]) else replace(m, surface=said) for m in extraction.mentions
    )
    return replace(extraction, mentions=mentions)


def only(extraction: Extraction, is_kept: Callable[[FactClaim | EventClaim], bool]) -> Extraction:
    """The facts and events that are kept, and the causes between them; all mentions stay."""
    kept = [at for at, event in enumerate(extraction.events) if is_kept(event)]
    place = {at: new for new, at in enumerate(kept)}
    return replace(
        extraction,
        facts=tuple(fact for fact in extraction.facts if is_kept(fact)),
        events=tuple(extraction.events[at] for at in kept),
        causes=tuple(
            replace(cause, cause=place[cause.cause], effect=place[cause.effect])
            for cause in extraction.causes
            if cause.cause in place and cause.effect in place
        ),
    )


def joined(parts: Sequence[Extraction]) -> Extraction:
    """One extraction of all; causes point at the events' new places."""
    if len(parts) == 1:
        return parts[0]
    causes = []
    events = 0
    for part in parts:
        causes += [replace(c, cause=c.cause + events, effect=c.effect + events) for c in part.causes]
        events += len(part.events)
    return Extraction(
        tuple(mention for part in parts for mention in part.mentions),
        tuple(fact for part in parts for fact in part.facts),
        tuple(event for part in parts for event in part.events),
        tuple(causes),
    )
