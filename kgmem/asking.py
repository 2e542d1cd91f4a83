"""Asking a memory in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC
from reprlib import repr

from kgmem import rank, recalling, temporal
from kgmem.access import When
from kgmem.arguments import checked_limit, checked_name, checked_query
from kgmem.asker import about
from kgmem.embed import Encoded
from kgmem.errors import InvalidArgument
from kgmem.looking import Looking
from kgmem.lost import WhyNot
from kgmem.mirror import Mirror
from kgmem.question import NOW, Clocks, as_known
from kgmem.recalling import Request, allowed_episodes, episode_filters, recall
from kgmem.recollection import Recollection
from kgmem.records import Fact
from kgmem.temporal import BEGINNING, FOREVER, Span
from kgmem.tracing import Trace
from kgmem.why_not import why_not


class Asking(Looking):
    """The verbs `recall`, `recall_many` and `why_not`."""

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
        asker: str | None = None,
        trace: bool = False,
    ) -> Recollection:
        """What memory holds about a question: episodes, facts, events and paths, each best first.

        limit: of each; None means 10, 0 nothing. mode: "score", "hand", "untitled" (documents as if they had no
        titles), "text", "rrf", "bm25" or "dense".
        as_of: the world at that time: facts valid then, events begun by then (without a date, told by
        then). Episodes are evidence about any time and are not filtered by it; see `between`.
        known_at: what had been recorded by then.
        asked_at: when the question is asked; "yesterday" in it counts from there. None means now.
        kinds, speaker, session, between: only episodes of these kinds, this speaker, this session, said
        in [start, end). relation: only facts of this relation. min_score: drop episodes below.
        asker: who "I" and "my" in the question mean, as in what a user of a chat says.
        trace: also say what each stage of recall left and how long it took, as `Recollection.trace`.

        What is found is counted as used (docs/concepts.md), unless it is asked about another time.
        Raises InvalidArgument for a blank query or an argument that means nothing.
        """
        if asker is not None:
            query = about(checked_query(query), checked_name(asker, "asker"))
        with self._reading():
            asked = self._request(
                query, limit, as_of, known_at, asked_at, kinds, speaker, session, relation, between, min_score, mode
            )
            stages = Trace()
            found = self._recalled(asked, None, stages)
        self._count_recall(found, stages)
        self._note_used(asked, found, now=asked_at is None)
        return replace(found, trace=tuple(stages.stages)) if trace else found

    def recall_many(
        self,
        queries: Sequence[str],
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
    ) -> list[Recollection]:
        """What `recall` gives for each of these questions, in their order; the other arguments are for all of them.

        The questions are encoded together, which an encoder behind a network does at once. A write goes in between two
        questions, and those after it see it. Raises InvalidArgument, before anything is asked, when one of them is
        blank.
        """
        if isinstance(queries, str) or not isinstance(queries, Sequence):
            raise InvalidArgument(f"queries must be a list of questions, not {type(queries).__name__}")
        texts = [checked_query(query) for query in queries]
        with self._open_here():  # the encoder needs no look at what is held: nobody waits for it
            encoded = recalling.encodings(self._held, texts, mode)
        found = []
        for text, vectors in zip(texts, encoded, strict=True):
            with self._reading():
                asked = self._request(
                    text, limit, as_of, known_at, asked_at, kinds, speaker, session, relation, between, min_score, mode
                )
                stages = Trace()
                found.append(self._recalled(asked, vectors, stages))
            self._count_recall(found[-1], stages)
            self._note_used(asked, found[-1], now=asked_at is None)
        return found

    def _recalled(self, asked: Request, encoded: Encoded | None, stages: Trace) -> Recollection:
        """The answer to a request, inside `_reading`. encoded: the vectors of its text, if there are any yet."""
        if asked.limit == 0:
            return Recollection(asked.text)
        found = recall(
            self._held,
            asked.text,
            limit=asked.limit,
            clocks=asked.clocks,
            relation=asked.relation,
            allowed=allowed_episodes(self._held.mirror.episodes, asked.filters),
            min_score=asked.min_score,
            mode=asked.mode,
            asked_at=asked.at,
            ontology=self._ontology,
            trace=stages,
            encoded=encoded,
        )
        return found if asked.clocks.known_at == NOW else _as_known(found, self._held.mirror, asked.clocks)

    def _count_recall(self, found: Recollection, stages: Trace) -> None:
        """Count what stages took, and the arm that most speaks for each hit."""
        metrics = self._held.metrics
        for stage in stages.stages:
            metrics.measure("recall_stage_seconds", stage.milliseconds / 1000, stage=stage.name)
        for arm, hits in Counter(max(hit.arms, key=hit.arms.__getitem__) for hit in found.episodes if hit.arms).items():
            metrics.count("recall_hits", hits, arm=arm)
        for what, count in (("facts", len(found.facts)), ("events", len(found.events)), ("paths", len(found.paths))):
            if count:
                metrics.count("recalled", count, what=what)
        metrics.count("recalls")
        if not (found.episodes or found.facts or found.events):
            metrics.count("recalls_empty")

    def _note_used(self, asked: Request, found: Recollection, *, now: bool) -> None:
        """Count what was found as used, outside of any gate, unless it was asked about another time."""
        if asked.clocks == Clocks() and asked.limit:
            used = (*(hit.id for hit in found.episodes), *(hit.fact.statement for hit in found.facts))
            self._held.note_used(used, temporal.micros(asked.at) if now else 0)

    def why_not(
        self,
        query: str,
        id: str,
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
        max_tokens: int | None = None,
    ) -> WhyNot:
        """At which stage `recall` with the same arguments loses an episode, fact or event, by its id, and what would
        have brought it back; each way that is named was tried. max_tokens: also whether a context of so many loses it.

        It asks the question several times over, and counts nothing as used. Raises InvalidArgument for an id of which
        memory holds nothing, as for one that was erased.
        """
        with self._reading():
            asked = self._request(
                query, limit, as_of, known_at, asked_at, kinds, speaker, session, relation, between, min_score, mode
            )
            return why_not(self._held, asked, checked_name(id, "id"), self._ontology, max_tokens)

    def _request(
        self,
        query: str,
        limit: int | None,
        as_of: When | None,
        known_at: When | None,
        asked_at: When | None,
        kinds: Sequence[str] | None,
        speaker: str | None,
        session: str | None,
        relation: str | None,
        between: tuple[When | None, When | None] | None,
        min_score: float | None,
        mode: str,
    ) -> Request:
        """What is asked for, every argument checked."""
        text, count = checked_query(query), checked_limit(limit)
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
        filters = episode_filters(
            self._held.mirror.hidden,
            known_at=None if clocks.known_at == NOW else clocks.known_at,
            kinds=kinds,
            speaker=speaker,
            session=session,
            between=self._between(between),
        )
        return Request(text, count, clocks, filters, wanted, min_score, mode, asked)

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
        standing=tuple(replace(hit, fact=as_known(hit.fact, mirror, clocks)) for hit in found.standing),
    )
