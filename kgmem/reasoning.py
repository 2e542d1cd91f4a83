"""The verbs that follow what is connected, and what changed: causes, effects, paths, inference, differences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from reprlib import repr
from typing import Any, Literal

from kgmem.access import When
from kgmem.arguments import checked_limit, checked_name
from kgmem.causality import Chains, Direction, chains, leads
from kgmem.chronicle import Chronicle
from kgmem.connections import connections
from kgmem.differences import Difference, in_known, in_world_between, is_about
from kgmem.errors import InvalidArgument
from kgmem.inferring import Inferred, inferred
from kgmem.meant import meant
from kgmem.question import Clocks, as_known, is_held
from kgmem.records import Fact, Path
from kgmem.temporal import iso

DEEPEST = 20


class Reasoning(Chronicle):
    """The verbs `why`, `effects`, `paths`, `infer` and `diff`."""

    def why(
        self,
        what: str,
        *,
        depth: int = 5,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> Chains:
        """What brought something about: chains of causes, the surest first, each as far back as is known.

        what: the id of an event or fact, or words that say it ("Ana moved to Porto"); `Chains.about` is what was taken
        for it. depth: most steps of a chain. limit: most chains; None means 10. as_of: only what had happened or begun
        by then. known_at: as memory knew it then.

        Nothing is its own cause, and nothing that began later is one. An event that began a fact is its cause.
        """
        return self._chains(what, "causes", depth, limit, as_of, known_at)

    def effects(
        self,
        what: str,
        *,
        depth: int = 5,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> Chains:
        """What came of something: chains of effects, the surest first; see `why`. The facts an event began and ended
        are its effects too."""
        return self._chains(what, "effects", depth, limit, as_of, known_at)

    def paths(
        self,
        a: str,
        b: str,
        *,
        depth: int = 4,
        limit: int | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Path]:
        """How two entities (by name or id) are connected: the shortest walks over asserted facts, the surest first.

        The facts of a walk all held at one time: `Path.common` is what their valid times share; without any there is
        no path. `Path.score` is the product of their confidences. depth: most facts of a walk. limit: most walks; None
        means 10. as_of: only facts valid then. known_at: as memory held them then.
        """
        with self._reading():
            clocks, count = self._clocks(as_of, known_at), checked_limit(limit)
            ends = [self._entity(name, what, clocks) for name, what in ((a, "a"), (b, "b"))]
            depth = _checked_depth(depth)
            if ends[0] is None or ends[1] is None:
                return []

            def ways(entity: str) -> Iterator[Fact]:
                return self._ways(entity, clocks)

            return connections(ends[0].id, ends[1].id, ways, depth=depth, limit=count)

    def infer(
        self, entity: str, relation: str | None = None, *, as_of: When | None = None, known_at: When | None = None
    ) -> list[Inferred]:
        """What follows of an entity by the ontology and is not held: the other way round (inverse), in wider words,
        over steps of a transitive relation, and by chains of relations (a sibling's spouse). By relation and object.

        Worked out anew each time, so it is gone when its support is; it holds while all its support did. entity: a name
        or id, as the subject. as_of: of facts valid then. known_at: of facts as memory held them then.
        """
        wanted = None if relation is None else self._relation(relation)
        with self._reading():
            clocks = self._clocks(as_of, known_at)
            found = self._entity(entity, "entity", clocks)
            if found is None or found.id in self._held.mirror.hidden:
                return []
            follows = inferred(found.id, self._held.mirror, clocks, self._ontology)
            return [one for one in follows if wanted in (None, one.fact.relation)]

    def diff(
        self,
        start: When,
        end: When | None = None,
        *,
        clock: Literal["known_at", "as_of"] = "known_at",
        entity: str | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> Difference:
        """What changed from one time to a later one (None: now), and why.

        clock: "known_at" compares what memory held at the two times, "as_of" what held in the world. as_of, known_at:
        where the other clock stands. entity: only what this one is part of (by name or id, at `end`).

        Raises InvalidArgument when `end` lies before `start`, or a clock that is compared is given as well.
        """
        if clock not in ("known_at", "as_of"):
            raise InvalidArgument(f"clock={repr(clock)} is neither 'known_at' nor 'as_of'")
        if (known_at if clock == "known_at" else as_of) is not None:
            raise InvalidArgument(f"{clock} is what start and end give; leave it out, or compare on the other clock")
        with self._reading():
            mirror = self._held.mirror
            if clock == "known_at":
                ends = self._clocks(as_of, start), self._clocks(as_of, end)
                times = ends[0].known_at, self._clock() if end is None else ends[1].known_at
            else:
                last = self._clocks(end, known_at)
                ends = self._clocks(start, known_at), replace(last, as_of=self._clock()) if end is None else last
                times = ends[0].as_of or 0, ends[1].as_of or 0
            if times[1] < times[0]:
                raise InvalidArgument(f"the end {iso(times[1])} lies before the start {iso(times[0])}; swap them")
            found = None if entity is None else self._entity(entity, "entity", ends[1])
            if entity is not None and found is None:
                return Difference(clock, *times)
            about = (lambda _: True) if found is None else is_about(found.id)
            if clock == "as_of":
                return in_world_between(mirror, *ends, about)
            changed = replace(in_known(mirror, *ends, about), end=times[1])
        return self._with_why(changed)

    def _with_why(self, found: Difference) -> Difference:
        """The difference, with what was said when something was retracted."""
        if all(one.reason for one in found.retracted):
            return found
        said = {name: why for (at, name), why in self._reasons().items() if found.start < at <= found.end}
        retracted = (
            replace(one, reason=said.get(one.before.id, "")) if one.before and not one.reason else one
            for one in found.retracted
        )
        return replace(found, retracted=tuple(retracted))

    def _ways(self, entity: str, clocks: Clocks) -> Iterator[Fact]:
        """Facts that lead from an entity to another one."""
        mirror = self._held.mirror
        for name in mirror.facts_of.get(entity, ()):
            fact = mirror.facts[name]
            if not fact.object_id or name in mirror.hidden or not is_held(fact, clocks):
                continue
            if fact.modality == "asserted" and fact.polarity == "positive":
                yield as_known(fact, mirror, clocks)

    def _chains(
        self,
        what: str,
        direction: Direction,
        depth: int,
        limit: int | None,
        as_of: When | None,
        known_at: When | None,
    ) -> Chains:
        with self._reading():
            clocks, mirror, count = self._clocks(as_of, known_at), self._held.mirror, checked_limit(limit)
            asked, depth = checked_name(what, "what", longest=2_000), _checked_depth(depth)
            about = tuple(meant(asked, mirror, clocks, lambda name: leads(name, direction, mirror, clocks)))
            found = chains(about, direction, mirror, clocks, depth=depth, limit=count)
            return Chains(asked, about, found)


def _checked_depth(depth: Any) -> int:
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= DEEPEST:
        raise InvalidArgument(f"depth must be a whole number from 1 to {DEEPEST}, not {repr(depth)}")
    return depth
