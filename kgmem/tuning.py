"""Tuning: the order of what is recalled, learned anew from a user's own judged questions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from reprlib import repr
from typing import Any

import numpy as np

from kgmem import features, learning, ranker, recalling, samples, temporal
from kgmem.arguments import checked_query
from kgmem.blas import one_blas_thread
from kgmem.errors import InvalidArgument
from kgmem.holdings import Holdings
from kgmem.learning import Asked, Judged, Table
from kgmem.question import Clocks, Floats
from kgmem.ranker import Ranker, Weights
from kgmem.store import write_atomically
from kgmem.temporal import iso
from kgmem.variety import wants_order, wants_several
from kgmem.verifying import Verifying

FEWEST = 10
"""So many judged questions it takes at least."""
PARTS = 5
"""Parts of the questions; each is ordered by what was learned from the others, for the figures."""
HELD_BACK = 40.0
"""For how many questions the weights there are speak: with fewer judged ones they hardly change."""


@dataclass(frozen=True, slots=True)
class Tuned:
    """What tuning was worth. `before`, `after`: the share of the right episodes among the first ten, in percent, each
    question by weights learned without it. `kept`: whether the memory orders by what was learned from now on, which it
    does when that is better. `skipped`: questions the learned order does not apply to."""

    questions: int
    skipped: int
    before: float
    after: float
    kept: bool


class Tuning(Verifying):
    """The verbs about the order of what is recalled."""

    def tune(self, judged: str | os.PathLike[str] | Iterable[Mapping[str, Any]], *, dry_run: bool = False) -> Tuned:
        """Learn how to order episodes from judged questions, beginning with the packaged weights.

        judged: mappings, or a file of JSON lines: "question", "episodes" (ids of those that are right), and "asked_at"
        if it was not asked now. What is learned is kept in the memory's folder and used from then on, if it finds more
        than the packaged weights do in questions it was not learned from; `untune` removes it. dry_run: keep nothing.

        Raises InvalidArgument for fewer than ten questions, ids that memory does not hold, and for a memory whose
        encoder is not the one of the packaged weights.
        """
        with self._written() as held:
            packaged = ranker.packaged()
            if held.encoder.id != packaged.encoder:
                raise InvalidArgument(
                    f"tuning begins with the packaged weights, which are for the encoder {packaged.encoder!r}, and "
                    f"this memory has {held.encoder.id!r}; make a memory with that one to tune it"
                )
            asked, skipped = self._judged(judged, held)
            if len(asked) < FEWEST:
                also = f" ({skipped} more are of a kind that is ordered by hand-set weights)" if skipped else ""
                raise InvalidArgument(f"tuning takes at least {FEWEST} judged questions, not {len(asked)}{also}")
            table = learning.table_of(asked)
            with one_blas_thread():
                before = learning.shared(table, learning.scores(table, packaged.weights, range(len(asked))))
                after = learning.shared(table, _left_out(table, packaged.weights))
                gain = float(after.mean() - before.mean())
                if gain > 0 and not dry_run:
                    self._keep(held, table, packaged, before, after)
            return Tuned(len(asked), skipped, float(before.mean()), float(after.mean()), gain > 0 and not dry_run)

    def untune(self) -> bool:
        """Order by the packaged weights again; False when nothing was tuned."""
        with self._written() as held:
            was_tuned = held.folder.ranker.is_file()
            held.folder.ranker.unlink(missing_ok=True)
            with held.gate.writing():
                held.ranker = ranker.packaged()
            return was_tuned

    def _keep(self, held: Holdings, table: Table, packaged: Ranker, before: Floats, after: Floats) -> None:
        made = {
            "command": "kgmem tune",
            "date": iso(self._clock())[:10],
            "questions": len(table.questions),
            f"share@{learning.TEN}, question left out": round(float(after.mean()), 2),
            f"share@{learning.TEN} before": round(float(before.mean()), 2),
            "started from": packaged.made.get("date", ""),
        }
        found = learning.scaled(
            table, _learned(table, range(len(table.questions)), packaged.weights), held.encoder.id, made
        )
        write_atomically(held.folder.ranker, ranker.as_json(found).encode())
        with held.gate.writing():
            held.ranker = found

    def _judged(
        self, judged: str | os.PathLike[str] | Iterable[Mapping[str, Any]], held: Holdings
    ) -> tuple[list[Asked], int]:
        """Judged questions with their candidates, and how many are ordered otherwise."""
        numbers = {episode.id for episode in held.mirror.episodes}
        asked: list[Asked] = []
        clocks = Clocks()
        skipped = 0
        for place, line in enumerate(samples.lines(judged) if isinstance(judged, str | os.PathLike) else judged, 1):
            text, right, at = self._read(line, place, numbers)
            with self._reading():
                found = recalling.find(held, text, clocks=clocks, asked_at=at, ontology=self._ontology)
                if not recalling.is_learned(held, found):
                    skipped += 1
                    continue
                shortlist = recalling.shortlist(held, found, clocks, None)
                good = np.array([held.mirror.episodes[number].id in right for number in shortlist.numbers], np.bool_)
                wanted = wants_several(text), wants_order(text)
                one = Judged(str(place), "own", "own", "", len(right), 0, 0, held.mirror.manner(), *wanted)
                sessions = held.mirror.in_session()[shortlist.numbers]
                asked.append(Asked(one, features.evidence(shortlist), good, found.guess, sessions))
        return asked, skipped

    def _read(self, line: object, place: int, known: set[str]) -> tuple[str, frozenset[str], datetime]:
        if not isinstance(line, Mapping) or not isinstance(line.get("episodes"), list | tuple):
            raise InvalidArgument(
                f"judged question {place} must have 'question' and 'episodes', a list of ids, not {repr(line)}"
            )
        text, right = checked_query(line.get("question")), frozenset(map(str, line["episodes"]))
        if unknown := sorted(right - known):
            raise InvalidArgument(f"judged question {place} names episodes that memory does not hold: {repr(unknown)}")
        if not right:
            raise InvalidArgument(f"judged question {place} names no episode; leave out what nothing answers")
        at = line.get("asked_at")
        if at is None:
            return text, right, temporal.moment(self._clock(), self._zone or UTC)
        return text, right, temporal.parse_instant(at, self._zone or UTC, name="asked_at")


def _learned(table: Table, places: Iterable[int], start: Weights) -> Weights:
    chosen = list(places)
    return learning.learn(table, chosen, l2=HELD_BACK / len(chosen), start=start)


def _left_out(table: Table, start: Weights) -> Floats:
    """Scores of all candidates by weights that never saw their question."""
    places = range(len(table.questions))
    found = np.zeros(len(table.y), np.float32)
    for part in range(PARTS):
        others = [place for place in places if place % PARTS != part]
        found += learning.scores(table, _learned(table, others, start), places[part::PARTS])
    return found
