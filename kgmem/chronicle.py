"""The verbs about the order of events: timelines, and what came before, after and during something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from itertools import islice
from reprlib import repr

from kgmem import temporal, timeline
from kgmem.access import When
from kgmem.arguments import checked_limit, checked_name
from kgmem.errors import InvalidArgument
from kgmem.lives import Lives
from kgmem.meant import meant
from kgmem.question import Clocks, as_known, happened, is_held
from kgmem.records import Event, Fact
from kgmem.temporal import BEGINNING, FOREVER, Span
from kgmem.timeline import Moment, moments, span_of, span_of_date, was_after, was_before, was_during

_Test = Callable[[Event, Span], bool]


class Chronicle(Lives):
    """The verbs `timeline`, `before`, `after` and `during`."""

    def timeline(
        self,
        about: str | None = None,
        start: When | None = None,
        end: When | None = None,
        *,
        session: str | None = None,
        topic: str | None = None,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Moment]:
        """What happened, began and ended, in order of time; what has no date comes last, and not in a window.

        about: an entity by name or id; a session of that name where no entity is called so; else a topic: words that
        all must be said, or an area of life such as "work". session, topic: just these; all that is given must hold.
        start, end: only what lies in [start, end), or reaches into it. limit: the first so many; None means all.
        as_of: only what had happened, begun or ended by then. known_at: as memory knew it then.
        """
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            first, last = self._bound(start, "start"), self._bound(end, "end")
            window = Span(BEGINNING if first is None else first, FOREVER if last is None else last)
            count = None if limit is None else checked_limit(limit)
            entity = None
            if about is not None:
                entity = self._entity(about, "about", clocks)
                if entity is None and session is None and checked_name(about, "about") in mirror.sessions:
                    session = checked_name(about, "about")
                elif entity is None and topic is None:
                    topic = checked_name(about, "about")
                elif entity is None:
                    return []
            events, facts = self._lived(None if entity is None else entity.id, Clocks(None, clocks.known_at))
            if session is not None:
                said = {name for _, _, name in mirror.sessions.get(checked_name(session, "session"), ())}
                events = [event for event in events if any(found.episode in said for found in event.evidence)]
                facts = [fact for fact in facts if any(found.episode in said for found in fact.evidence)]
            if topic is not None:
                words = checked_name(topic, "topic")
                events = [event for event in events if timeline.is_about(event, words, self._ontology)]
                facts = [fact for fact in facts if timeline.is_about(fact, words, self._ontology)]
            if clocks.as_of is not None:
                events = [event for event in events if happened(event, mirror, clocks)]
            return moments(events, facts, window, clocks.as_of)[:count]

    def before(
        self,
        what: When,
        participant: str | None = None,
        *,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Event]:
        """Events that were over when something began, the latest first.

        what: the id of an event or fact, words that say it ("Ana moved to Porto"), or a date: a year, month or day
        counts as a whole. participant: only events of this entity. limit: the nearest so many; None means all.
        Events without a date are never listed; [] when `what` is not known or has no date itself.
        """
        return self._ordered(was_before, what, participant, limit, as_of, known_at)

    def after(
        self,
        what: When,
        participant: str | None = None,
        *,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Event]:
        """Events that began when something was over, the earliest first; see `before`."""
        return self._ordered(was_after, what, participant, limit, as_of, known_at)

    def during(
        self,
        what: When,
        participant: str | None = None,
        *,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Event]:
        """Events that share some time with something, by start; see `before`. While a fact holds counts as well."""
        return self._ordered(was_during, what, participant, limit, as_of, known_at)

    def _ordered(
        self,
        test: _Test,
        what: When,
        participant: str | None,
        limit: int | None,
        as_of: When | None,
        known_at: When | None,
    ) -> list[Event]:
        with self._reading():
            clocks = self._clocks(as_of, known_at)
            count = None if limit is None else checked_limit(limit)
            entity = None if participant is None else self._entity(participant, "participant", clocks)
            if participant is not None and entity is None:
                return []
            found = self._span_of(what, clocks)
            if found is None:
                return []
            span, own = found
            mirror, names = self._held.mirror, self._in_order(test, span)
            if entity is not None:
                turn = -1 if test is was_before else 1
                taking = dict.fromkeys(mirror.events_of.get(entity.id, ()))
                names = iter(sorted(taking, key=lambda name: (turn * mirror.events[name].start, name)))
            events = (mirror.events[name] for name in names if name not in own)
            hits = (one for one in events if test(one, span) and happened(one, mirror, clocks))
            return [as_known(one, mirror, clocks) for one in islice(hits, count)]

    def _in_order(self, test: _Test, span: Span) -> Iterator[str]:
        """Ids of the events among which those are that pass a test, in the order in which they are told."""
        starts = self._held.mirror.starts
        if test is was_before:
            return starts.until(span.start)
        return starts.since(span.end) if test is was_after else starts.near(span)

    def _span_of(self, what: When, clocks: Clocks) -> tuple[Span, set[str]] | None:
        """When something was, with the ids of the events that are it; None when that is not known."""
        if isinstance(what, datetime | date) or (isinstance(what, str) and _is_date(what)):
            start = self._bound(what, "what")
            assert start is not None
            zone = self._zone or UTC
            return span_of_date(start, temporal.stated_precision(what), zone), set()
        if not isinstance(what, str):
            raise InvalidArgument(f"what must be an id, words or a date, not {repr(what)}")
        named = meant(checked_name(what, "what", longest=2_000), self._held.mirror, clocks)
        dated = [one for one in named if span_of(one).start > BEGINNING]
        return (span_of(dated[0]), {one.id for one in named}) if dated else None

    def _lived(self, entity: str | None, clocks: Clocks) -> tuple[list[Event], list[Fact]]:
        """Events and facts memory held, of all or of one entity."""
        mirror = self._held.mirror
        events = mirror.events if entity is None else dict.fromkeys(mirror.events_of.get(entity, ()))
        facts = mirror.facts if entity is None else mirror.facts_of.get(entity, ())
        return (
            [
                as_known(mirror.events[name], mirror, clocks)
                for name in events
                if happened(mirror.events[name], mirror, clocks)
            ],
            [
                as_known(mirror.facts[name], mirror, clocks)
                for name in facts
                if name not in mirror.hidden and is_held(mirror.facts[name], clocks)
            ],
        )


def _is_date(text: str) -> bool:
    """True for text that is meant as a date: it begins with a year."""
    return text.strip()[:4].isdecimal() and (len(text.strip()) == 4 or text.strip()[4:5] == "-")
