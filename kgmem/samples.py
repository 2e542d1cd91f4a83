"""Judged samples: questions of a user's own, each with what is right to recall for it."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path
from reprlib import repr
from typing import Any

from kgmem import temporal
from kgmem.arguments import checked_query
from kgmem.errors import InvalidArgument
from kgmem.records import Episode
from kgmem.text import fold

Judged = str | os.PathLike[str] | Iterable[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Sample:
    """A question, and the ids of episodes and the texts that are right to recall; asked_at: None for now."""

    question: str
    episodes: frozenset[str]
    texts: tuple[str, ...] = ()
    asked_at: datetime | None = None

    def found(self, recalled: Collection[Episode]) -> float:
        """Which share of what is right was recalled, 0 to 1. A text stands in an episode, whatever its case."""
        ids, said = {episode.id for episode in recalled}, [fold(episode.text) for episode in recalled]
        right = len(self.episodes & ids) + sum(any(fold(text) in one for one in said) for text in self.texts)
        return right / (len(self.episodes) + len(self.texts))


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How much of what is right was among the first `limit` episodes recalled, in percent of the samples.

    `any`: samples of which at least one was; `all`: of which all were; `share`: the mean share. `missed` are the
    numbers, from 1, of samples of which none was.
    """

    samples: int
    limit: int
    any: float
    share: float
    all: float
    missed: tuple[int, ...] = ()

    @classmethod
    def of(cls, shares: list[float], limit: int) -> Accuracy:
        """From the share found of each sample, of which there must be one."""

        def percent(values: Iterable[float]) -> float:
            return round(100 * sum(values) / len(shares), 2)

        missed = tuple(place for place, share in enumerate(shares, 1) if not share)
        any_of, all_of = (share > 0 for share in shares), (share == 1 for share in shares)
        return cls(len(shares), limit, percent(any_of), percent(shares), percent(all_of), missed)

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__} | {"missed": list(self.missed)}


def samples(judged: Judged, known: Collection[str], zone: tzinfo) -> Iterator[Sample]:
    """From mappings, or a file of JSON lines: "question", "episodes" (ids) or "text" (or both), and "asked_at".

    known: ids of the episodes that are held. Raises InvalidArgument for what is no sample.
    """
    for place, line in enumerate(lines(judged) if isinstance(judged, str | os.PathLike) else judged, 1):
        yield _sample(line, place, known, zone)


def _sample(line: object, place: int, known: Collection[str], zone: tzinfo) -> Sample:
    given: Any = line if isinstance(line, Mapping) else {}
    ids, texts = given.get("episodes", ()), given.get("text", ())
    texts = (texts,) if isinstance(texts, str) else texts
    is_listed = isinstance(ids, list | tuple) and isinstance(texts, list | tuple)
    if not is_listed or not all(isinstance(text, str) and text.strip() for text in texts) or not (ids or texts):
        raise InvalidArgument(
            f"judged sample {place} must have 'question', and 'episodes' (a list of ids) or 'text' (what one of them "
            f"says), not {repr(line)}"
        )
    right = frozenset(map(str, ids))
    if unknown := sorted(right.difference(known)):
        raise InvalidArgument(f"judged sample {place} names episodes that memory does not hold: {repr(unknown)}")
    at = given.get("asked_at")
    asked_at = None if at is None else temporal.parse_instant(at, zone, name="asked_at")
    return Sample(checked_query(given.get("question")), right, tuple(texts), asked_at)


def lines(path: str | os.PathLike[str]) -> list[Any]:
    """The JSON values of a file, one a line. Raises InvalidArgument for anything else."""
    try:
        held = Path(path).read_text(encoding="utf-8-sig").splitlines()
        return [json.loads(line) for line in held if line.strip()]
    except (OSError, ValueError) as error:
        raise InvalidArgument(
            f"{path} holds no judged questions ({error}); write a JSON object a line: question, episodes"
        ) from error
