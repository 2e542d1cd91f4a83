"""The verbs that read what consolidation made: summaries of sessions, topics, what was said again and again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kgmem.access import When
from kgmem.arguments import checked_limit, checked_name
from kgmem.procedures import Procedures
from kgmem.question import Clocks, was_said
from kgmem.records import Episode, Quote, Repeat, Summary, Topic
from kgmem.talk import order_of
from kgmem.topics import FEWEST_THINGS, label_of


class Overview(Procedures):
    """The verbs `summaries`, `topics` and `repeats`. What is hidden since is left out of what they give."""

    def summaries(
        self,
        session: str | None = None,
        *,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Summary]:
        """What sessions were about, in sentences quoted from them, as last consolidated; by when they began.

        session: only this one. limit: the latest so many; None means all. as_of: only what had been said by then.
        known_at: as memory had summed them up then.
        """
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            count = None if limit is None else checked_limit(limit)
            wanted = None if session is None else checked_name(session, "session")
            found = []
            for one in mirror.summaries.values():
                if wanted in (None, one.session) and _was_held(one, clocks):
                    quotes = tuple(quote for each in one.quotes if (quote := self._quoted(each, clocks)) is not None)
                    if quotes:
                        text = "\n".join(quote.text for quote in quotes)
                        found.append(replace(one, quotes=quotes, text=text))
            found.sort(key=lambda one: (mirror.sessions[one.session][0], one.session, one.id))
            return found if count is None else found[max(0, len(found) - count) :]

    def _quoted(self, quote: Quote, clocks: Clocks) -> Quote | None:
        episode = self._said(quote.episode, clocks)
        if episode is None:
            return None
        text = episode.text[quote.start : quote.end]
        return replace(quote, text=text, speaker=episode.speaker or episode.role)

    def _said(self, name: str, clocks: Clocks) -> Episode | None:
        mirror = self._held.mirror
        episode = mirror.episodes[mirror.number[name]]
        return episode if was_said(episode, mirror, clocks) else None

    def topics(
        self,
        about: str | None = None,
        *,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Topic]:
        """Things that are spoken of together again and again, as last consolidated; the topic of most turns first.

        about: a name or id; only topics it belongs to. limit: the first so many; None means all. as_of: what had been
        said by then. known_at: as memory had them then.
        """
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            count = None if limit is None else checked_limit(limit)
            entity = None if about is None else self._entity(about, "about", clocks)
            if about is not None and entity is None:
                return []
            held = [one for one in mirror.topics.values() if _was_held(one, clocks)]
            turns = self._turns({name for one in held for name, _, _ in one.entities}, clocks)
            found = []
            for one in held:
                left = [(name, mirror.entities[name].name, weight) for name, _, weight in one.entities if turns[name]]
                if len(left) < FEWEST_THINGS or (entity is not None and entity.id not in {part[0] for part in left}):
                    continue
                said = Counter(episode for name, _, _ in left for episode in turns[name])
                spoken = (mirror.episodes[mirror.number[name]] for name, things in said.items() if things > 1)
                episodes = tuple(e.id for e in sorted(spoken, key=order_of))
                whole = len(left) == len(one.entities)
                label = one.label if whole else label_of(name for _, name, _ in left)
                found.append(replace(one, entities=tuple(left), episodes=episodes, label=label))
            return sorted(found, key=lambda one: (-len(one.episodes), one.label, one.id))[:count]

    def _turns(self, entities: set[str], clocks: Clocks) -> dict[str, list[str]]:
        """The episodes that speak of each of these, but for hidden things."""
        mirror = self._held.mirror
        found: dict[str, list[str]] = {name: [] for name in entities}
        for episode, mentions in mirror.mentions_in.items():
            named = {name for name, _ in mentions if name in found and name not in mirror.hidden}
            if named and self._said(episode, clocks) is not None:
                for name in named:
                    found[name].append(episode)
        return found

    def repeats(
        self, *, limit: int | None = None, as_of: When | None = None, known_at: When | None = None
    ) -> list[Repeat]:
        """What one speaker said more than once in the same words, as last consolidated; the most often said first.

        limit: the first so many; None means all. as_of: what had been said by then. known_at: as memory knew it then.
        """
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            count = None if limit is None else checked_limit(limit)
            found = []
            for one in mirror.repeats.values():
                if _was_held(one, clocks):
                    said = tuple(name for name in one.episodes if self._said(name, clocks) is not None)
                    if len(said) > 1:
                        found.append(replace(one, episodes=said, count=len(said)))
            return sorted(found, key=lambda one: (-one.count, one.text, one.id))[:count]


def _was_held(one: Summary | Topic | Repeat, clocks: Clocks) -> bool:
    """True for what memory had derived then, and had not replaced yet."""
    return one.recorded_at <= clocks.known_at < one.retracted_at
