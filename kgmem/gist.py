"""A talk in few tokens: its sentences that matter, quoted and cited, and what became of the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any

from kgmem.context import quoted, said_by
from kgmem.records import Episode
from kgmem.talk import order_of
from kgmem.temporal import moment, parse_zone
from kgmem.wording import Words, language_of, words_for

LONGEST_LINE = 1500
"""Characters of a line after which the next sentence of a speaker begins another."""
GAP = " … "


@dataclass(frozen=True, slots=True)
class Part:
    """What is kept of one message: spans `[start, end)` of its text in their order, and whether its caption."""

    episode: Episode
    spans: tuple[tuple[int, int], ...] = ()
    caption: bool = False

    @property
    def text(self) -> str:
        """The sentences kept, with a mark wherever some between them are left out."""
        text, said, last = self.episode.text, "", -1
        for start, end in self.spans:
            between = text[last:start].strip() if last >= 0 else ""
            said += (GAP if between else " " if last >= 0 else "") + text[start:end]
            last = end
        return said


@dataclass(frozen=True, slots=True)
class Dropped:
    """A message that was left out. `reason`: "greeting", "filler", "repeat" (of the message `of`), "superseded" (by
    what `of` says, if that is known), "budget", or "gone" (no longer in memory)."""

    id: str
    reason: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Compressed:
    """What is left of a talk, to be read in its place. It quotes, so it is no evidence of its own.

    text: lines in the order of time, each quoting a speaker and citing its message: "[2]" is `kept[1]`. tokens: of the
    text; before: of all messages, each as "speaker: text". cut: ids of messages kept in part. dropped: those left out.
    depth: in how many rounds it was made. by: "sentences" or "llm"; note: why no model wrote it though one was wanted.
    """

    text: str
    tokens: int
    before: int
    kept: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    depth: int = 1
    by: str = "sentences"
    note: str = ""
    parts: tuple[Part, ...] = field(default=(), repr=False)

    @property
    def saved(self) -> float:
        """The share of tokens that is gone, 0 to 1."""
        return 1 - self.tokens / self.before if self.before else 0.0

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "tokens": self.tokens,
            "before": self.before,
            "kept": list(self.kept),
            "cut": list(self.cut),
            "dropped": [
                {"id": one.id, "reason": one.reason, **({"of": one.of} if one.of else {})} for one in self.dropped
            ],
            "depth": self.depth,
            "by": self.by,
            "note": self.note,
        }


def plain(episode: Episode) -> str:
    """A message as a chat's history has it."""
    shown = f' [shares "{episode.caption}"]' if episode.caption else ""
    return f"{episode.speaker or episode.role}: {episode.text}{shown}"


def words_of(episodes: Iterable[Episode]) -> Words:
    return words_for(language_of([episode.text for episode in episodes]))


def ordered(parts: Iterable[Part]) -> list[Part]:
    return sorted(parts, key=lambda part: order_of(part.episode))


def written(parts: Sequence[Part], words: Words) -> str:
    """The parts, which are in order, as lines. What one speaker says in a row stands in one line; days have titles."""
    return "\n".join(_lines(parts, words))


def _lines(parts: Sequence[Part], words: Words) -> Iterator[str]:
    day, who, line = "", "", ""
    for number, part in enumerate(parts, 1):
        said = f"{quoted(part.text, part.episode.caption if part.caption else '', words)} [{number}]"
        date, speaker = _day(part.episode), said_by(part.episode, words)
        if line and (date, speaker) == (day, who) and len(line) + len(said) < LONGEST_LINE:
            line = f"{line} {said}"
            continue
        if line:
            yield line
        if date != day:
            yield date
        day, who, line = date, speaker, f"- {speaker}: {said}"
    if line:
        yield line


def _day(episode: Episode) -> str:
    return f"{moment(episode.occurred, parse_zone(episode.zone) or UTC):%Y-%m-%d}"
