"""Consolidation, for users of a memory: what it would do, doing it, and when it is done by itself."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from reprlib import repr

from kgmem.deciding import Deciding
from kgmem.deriving import follows
from kgmem.errors import InvalidArgument, KgmemError
from kgmem.holdings import Holdings
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.records import Derived
from kgmem.telling import Consolidated, Telling
from kgmem.temporal import BEGINNING, Micros

log = logging.getLogger("kgmem")


@dataclass(frozen=True, slots=True)
class Consolidation:
    """What a consolidation made anew, or with `dry_run` would make. False when nothing changed.

    `summaries` are sessions; `topics` labels; `repeats` texts with how often they were said; `habits` the texts of
    facts that generalise what happened again and again; `merged` pairs: a fact as told, and the words it is held in.
    `dropped` is what follows no longer, as (kind, what). `call` undoes all of it: `memory.undo(done.call)`.
    """

    summaries: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    repeats: tuple[tuple[str, int], ...] = ()
    habits: tuple[str, ...] = ()
    merged: tuple[tuple[str, str], ...] = ()
    dropped: tuple[tuple[str, str], ...] = ()
    call: str = ""

    def __bool__(self) -> bool:
        return any((self.summaries, self.topics, self.repeats, self.habits, self.merged, self.dropped))


@dataclass(slots=True)
class _When:
    """When memory consolidates by itself, and what it has seen since it last did."""

    every: int = 0
    idle: Micros = 0
    waiting: int = 0
    last: Micros | None = None


class Consolidating(Deciding):
    """The verbs that make more of what is held: summaries, topics, habits, one fact of many that say the same."""

    _when: _When | None = None

    def consolidate(self, *, dry_run: bool = False) -> Consolidation:
        """Go over what changed since the last time: sum up sessions, name topics, count what was said again, generalise
        what happened on three days or more into facts ("recurring: ..."), and merge facts that say the same in nearly
        the same words. dry_run: only say what would be done.

        No model is asked and nothing is invented: summaries quote, habits have their episodes as evidence and are
        trusted as the least of them. Doing it twice changes nothing; `undo` takes it back. What is derived of erased
        episodes goes with them, of hidden ones it is out of sight.
        """
        with self._written() as held:
            return self._consolidate(held, dry_run=dry_run)

    def consolidate_when(self, *, every: int | None = None, idle: timedelta | None = None) -> None:
        """Consolidate by itself from now on, until this memory is closed (a hub may close it to make room): when
        `every` so many episodes have come since the last time, or when one comes that was said `idle` after the one
        before it: a session has ended.
        Neither: never.

        It is part of the write that gives the reason, and takes its time there; should it fail, the write stands.
        """
        if every is not None and (isinstance(every, bool) or not isinstance(every, int) or every < 1):
            raise InvalidArgument(f"every={repr(every)} must be a number of episodes, 1 or more, or None")
        if idle is not None and (not isinstance(idle, timedelta) or idle <= timedelta(0)):
            raise InvalidArgument(f"idle={repr(idle)} must be a timedelta longer than nothing, or None")
        with self._written() as held:
            if every is None and idle is None:
                self._when = None
                return
            longest = 0 if idle is None else idle // timedelta(microseconds=1)
            last = max((recorded for recorded, _ in held.calls("consolidate")), default=BEGINNING)
            waiting = sum(episode.recorded > last for episode in held.working.episodes)
            latest = max((episode.occurred for episode in held.working.episodes), default=None)
            self._when = _When(every or 0, longest, waiting, latest)

    def _consolidate(self, held: Holdings, *, dry_run: bool = False) -> Consolidation:
        found = Consolidation()
        if self._when is not None and not dry_run:
            self._when.waiting = 0

        def told(ledger: Ledger) -> list[Telling]:
            nonlocal found
            planned = follows(held.working, ledger)
            found = _described(planned, held.working, ledger.derived)
            return [planned] if found and not dry_run else []

        change = held.tell("consolidate", self._clock(), told)
        return replace(found, call=change.tellings[0]) if change.tellings else found

    @contextmanager
    def _written(self) -> Iterator[Holdings]:
        with super()._written() as held:
            before = len(held.working.episodes)
            yield held
            if self._when is not None and len(held.working.episodes) > before:
                self._consolidate_if_due(held, self._when, before)

    def _consolidate_if_due(self, held: Holdings, when: _When, before: int) -> None:
        new = held.working.episodes[before:]
        when.waiting += len(new)
        latest = when.last
        paused = False
        for episode in new:
            paused |= bool(when.idle and latest is not None and episode.occurred - latest >= when.idle)
            latest = episode.occurred if latest is None else max(latest, episode.occurred)
        when.last = latest
        if paused or (when.every and when.waiting >= when.every):
            try:
                self._consolidate(held)
            except KgmemError as error:  # what was observed is stored: nobody may take it for refused
                log.warning("memory was not consolidated (%s)", error)


def _described(planned: Consolidated, mirror: Mirror, held: dict[tuple[str, str], Derived]) -> Consolidation:
    """What is planned, in words."""
    made: dict[str, list[Derived]] = {}
    for one in planned.made or ():
        made.setdefault(one.kind, []).append(one)
    gone = (held[key] for key in planned.dropped if key in held)
    return Consolidation(
        summaries=tuple(
            sorted((one.key for one in made.get("summary", ())), key=lambda name: mirror.sessions[name][0])
        ),
        topics=tuple(one.text for one in made.get("topic", ())),
        repeats=tuple((one.text, len(one.sources)) for one in made.get("repeat", ())),
        habits=tuple(one.text for one in made.get("habit", ())),
        merged=tuple((_told(one, mirror), _kept(one)) for one in made.get("alike", ())),
        dropped=tuple((one.kind, _said(one, mirror)) for one in gone),
    )


def _said(one: Derived, mirror: Mirror) -> str:
    if one.kind == "alike":
        return _told(one, mirror)
    return one.text or one.key


def _told(one: Derived, mirror: Mirror) -> str:
    """The fact that was merged, as it was told."""
    versions = mirror.versions.get(one.key, ())
    return mirror.facts[versions[-1]].text if versions else one.key


def _kept(one: Derived) -> str:
    claim = one.claim
    assert claim is not None  # what is merged has a form
    words = (claim.predicate if claim.relation == "relatedTo" else "", claim.object or claim.value)
    return " ".join(word for word in words if word)
