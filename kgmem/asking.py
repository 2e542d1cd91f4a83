"""Asking a memory in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC
from reprlib import repr

from kgmem import rank, temporal
from kgmem.access import When
from kgmem.arguments import checked_limit, checked_query
from kgmem.errors import InvalidArgument
from kgmem.looking import Looking
from kgmem.mirror import Mirror
from kgmem.question import NOW, Clocks, as_known
from kgmem.recalling import allowed_episodes, recall
from kgmem.recollection import Recollection
from kgmem.records import Fact
from kgmem.temporal import BEGINNING, FOREVER, Span


class Asking(Looking):
    """The verb `recall`."""

    def recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
        asked_at: When | None = None,
        kinds: Sequence[str] | None = None,
        speaker: str | None = None,
        session: str | None = None,
        relation: str | None = None,
        between: tuple[When | None, When | None] | None = None,
        min_score: float | None = None,
        mode: str = "score",
    ) -> Recollection:
        """What memory holds about a question: episodes, facts, events and paths, each best first.

        limit: of each; None means 10, 0 nothing.   mode: "score", "hand", "text", "rrf", "bm25" or "dense".
        as_of: the world at that time: facts valid then, events begun by then (without a date, told by
        then). Episodes are evidence about any time and are not filtered by it; see `between`.
        known_at: what had been recorded by then.
        asked_at: when the question is asked; "yesterday" in it counts from there. None means now.
        kinds, speaker, session, between: only episodes of these kinds, this speaker, this session, said
        in [start, end). relation: only facts of this relation. min_score: drop episodes below.

        What is found is counted as used (docs/concepts.md), unless it is asked about another time.
        Raises InvalidArgument for a blank query or an argument that means nothing.
        """
        with self._reading():
            text = checked_query(query)
            count = checked_limit(limit)
            clocks = self._clocks(as_of, known_at)
            wanted = None if relation is None else self._relation(relation)
            if asked_at is None:
                asked = temporal.moment(self._clock(), self._zone or UTC)
            else:
                asked = temporal.parse_instant(asked_at, self._zone or UTC, name="asked_at")
            if mode not in rank.MODES:
                raise InvalidArgument(f"mode={repr(mode)} is none of {', '.join(rank.MODES)}")
            if min_score is not None and (isinstance(min_score, bool) or not isinstance(min_score, int | float)):
                raise InvalidArgument(f"min_score must be a number, not {repr(min_score)}")
            allowed = allowed_episodes(
                self._held.mirror.episodes,
                self._held.mirror.hidden,
                known_at=None if clocks.known_at == NOW else clocks.known_at,
                kinds=kinds,
                speaker=speaker,
                session=session,
                between=self._between(between),
            )
            if count == 0:
                return Recollection(text)
            found = recall(
                self._held,
                text,
                limit=count,
                clocks=clocks,
                relation=wanted,
                allowed=allowed,
                min_score=min_score,
                mode=mode,
                asked_at=asked,
                ontology=self._ontology,
            )
            if clocks.known_at != NOW:
                found = _as_known(found, self._held.mirror, clocks)
        if clocks == Clocks():
            used = (*(hit.id for hit in found.episodes), *(hit.fact.statement for hit in found.facts))
            self._held.note_used(used, temporal.micros(asked) if asked_at is None else 0)
        return found

    def _between(self, between: tuple[When | None, When | None] | None) -> Span | None:
        if between is None:
            return None
        if not isinstance(between, tuple | list) or len(between) != 2:
            raise InvalidArgument("between must be a pair (start, end); None leaves one open")
        start, end = (self._bound(part, "between") for part in between)
        return Span(BEGINNING if start is None else start, FOREVER if end is None else end)


def _as_known(found: Recollection, mirror: Mirror, clocks: Clocks) -> Recollection:
    """What was found, as memory held it then."""

    def facts(held: Sequence[Fact]) -> tuple[Fact, ...]:
        return tuple(as_known(fact, mirror, clocks) for fact in held)

    return replace(
        found,
        facts=tuple(replace(hit, fact=as_known(hit.fact, mirror, clocks)) for hit in found.facts),
        events=tuple(replace(hit, event=as_known(hit.event, mirror, clocks)) for hit in found.events),
        paths=tuple(replace(path, facts=facts(path.facts)) for path in found.paths),
        links=tuple(as_known(link, mirror, clocks) for link in found.links),
    )
