"""What recalling in several memories at once gives back: each hit with the memory it comes from."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from kgmem.context import count_tokens, event_line, fact_line, quote
from kgmem.errors import InvalidArgument
from kgmem.recollection import Recollection
from kgmem.records import EpisodeHit, EventHit, FactHit
from kgmem.wording import language_of, words_for

K = 60
"""The constant of reciprocal rank fusion, as its authors chose it."""

HitT = TypeVar("HitT", EpisodeHit, FactHit, EventHit)


@dataclass(frozen=True, slots=True)
class OwnedHit(Generic[HitT]):
    """A hit and whose memory it comes from. `score` is the fused one; `hit.score` counts within that memory."""

    owner: str
    hit: HitT
    score: float


@dataclass(frozen=True, slots=True)
class HubRecollection:
    """Hits of several memories, each kind best first; `memories` has each one's whole answer by owner."""

    query: str
    episodes: tuple[OwnedHit[EpisodeHit], ...] = ()
    facts: tuple[OwnedHit[FactHit], ...] = ()
    events: tuple[OwnedHit[EventHit], ...] = ()
    memories: Mapping[str, Recollection] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.episodes or self.facts or self.events)

    def context(self, max_tokens: int = 600, *, language: str | None = None) -> str:
        """Cited text for a prompt, each line with its memory's owner, at most `max_tokens` long in o200k_base.

        Recalled text is quoted data: do not let a model take it for instructions. language: of the labels, "en" or
        "zh"; None is that of most of what is quoted.
        """
        if isinstance(max_tokens, bool) or not isinstance(max_tokens, int) or max_tokens < 0:
            raise InvalidArgument(f"max_tokens must be a whole number from 0, not {max_tokens!r}")
        words = words_for(language or language_of(found.hit.episode.text for found in self.episodes))
        blocks = {
            words.facts: [_line(found.owner, fact_line(found.hit.fact, words)) for found in self.facts],
            words.events: [_line(found.owner, event_line(found.hit.event, words)) for found in self.events],
            words.said: [
                _line(found.owner, quote(found.hit.episode, words).removeprefix("- ")) for found in self.episodes
            ],
        }
        chosen: dict[str, list[str]] = {title: [] for title in blocks}
        for turn in range(max(map(len, blocks.values()))):
            for title in (words.said, words.facts, words.events):
                if turn < len(blocks[title]):
                    chosen[title].append(blocks[title][turn])
                    if count_tokens(_laid_out(chosen)) > max_tokens:
                        chosen[title].pop()
        return _laid_out(chosen)

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON values; hits name their owner, and `memories` has each memory's answer."""
        return {
            "query": self.query,
            **{
                kind: [
                    {"owner": found.owner, "id": _id(found.hit), "score": round(found.score, 6)}
                    for found in getattr(self, kind)
                ]
                for kind in ("episodes", "facts", "events")
            },
            "memories": {owner: answer.to_dict() for owner, answer in self.memories.items()},
        }


def merge(query: str, memories: Mapping[str, Recollection], limit: int) -> HubRecollection:
    """The answers of several memories as one, at most `limit` hits of each kind.

    Scores of different memories cannot be compared (each weighs words by what is rare in it), ranks can:
    reciprocal rank fusion, 1 / (60 + rank) (Cormack, Clarke and Buettcher, SIGIR 2009). No hit is in two
    memories, so hits of one rank tie; the memory whose answer covers more of the question goes first.
    """

    def ranked(hits_of: Callable[[Recollection], tuple[HitT, ...]]) -> tuple[OwnedHit[HitT], ...]:
        found = [
            (rank, -answer.confidence, place, OwnedHit(owner, hit, 1 / (K + rank)))
            for place, (owner, answer) in enumerate(memories.items())
            for rank, hit in enumerate(hits_of(answer), 1)
        ]
        return tuple(row[3] for row in sorted(found, key=lambda row: row[:3])[:limit])

    return HubRecollection(
        query,
        ranked(lambda answer: answer.episodes),
        ranked(lambda answer: answer.facts),
        ranked(lambda answer: answer.events),
        memories,
    )


def _id(hit: EpisodeHit | FactHit | EventHit) -> str:
    if isinstance(hit, EpisodeHit):
        return hit.episode.id
    return hit.fact.id if isinstance(hit, FactHit) else hit.event.id


def _line(owner: str, line: str) -> str:
    """The owner is data too: quoted, and without signs that could open or close a mark of a prompt."""
    named = json.dumps(owner, ensure_ascii=False).replace("<", "\\u003c")
    return f"- memory of {named}: {line}"


def _laid_out(blocks: Mapping[str, list[str]]) -> str:
    return "\n".join(line for title, lines in blocks.items() if lines for line in (title, *lines))
