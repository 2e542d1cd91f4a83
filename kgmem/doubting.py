"""The verbs about how sure memory is: what is left of a fact's confidence, and what should be asked."""

from __future__ import annotations

from reprlib import repr

from kgmem.access import When
from kgmem.aging import confidence_at
from kgmem.arguments import checked_limit, checked_name
from kgmem.doubts import Doubt, doubts
from kgmem.errors import InvalidArgument
from kgmem.overview import Overview
from kgmem.question import as_known
from kgmem.records import Fact


class Doubting(Overview):
    """The verbs `confidence` and `to_verify`, for reading."""

    def confidence(self, fact: Fact | str, *, as_of: When | None = None, known_at: When | None = None) -> float:
        """How sure memory is of a fact (or its id) now: what was read or told of it, faded since somebody last said so.

        `Fact.confidence` stays as it was told; a state without a known end fades by the decay class of its relation.
        as_of: how sure at that time. known_at: by what memory knew then, without later confirmations; without as_of,
        at that time.

        Raises InvalidArgument for an id there is not. What is inferred is as sure as `Fact.confidence` says.
        """
        with self._reading():
            clocks, mirror = self._present(as_of, known_at), self._held.mirror
            if isinstance(fact, Fact) and fact.is_inferred:
                return fact.confidence
            name = fact.id if isinstance(fact, Fact) else checked_name(fact, "fact")
            if name not in mirror.facts or mirror.facts[name].recorded_at > clocks.known_at:
                raise InvalidArgument(f"no fact has the id {repr(name)}; ids come from Change, recall or facts()")
            return confidence_at(as_known(mirror.facts[name], mirror, clocks), mirror, clocks, self._ontology)

    def to_verify(
        self,
        *,
        limit: int | None = None,
        entity: str | None = None,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Doubt]:
        """What memory is not sure of and should ask, what is used most and doubted most first.

        Facts that contradict each other and weigh the same, guesses, what only little trusted sources say, and states
        that faded below 0.5 since somebody last said so. Each has the `question` to ask; `Memory.confirm`, `deny`,
        `correct` and `resolve` take the answer.
        limit: most of them; None means 10. entity: only about this one (a name or id). as_of: what was doubtful then,
        instead of now. known_at: as memory knew it then; without as_of, at that time.
        """
        with self._reading():
            clocks, mirror, count = self._present(as_of, known_at), self._held.mirror, checked_limit(limit)
            if entity is None:
                return doubts(mirror.facts.values(), mirror, clocks, self._ontology, count)
            found = self._entity(entity, "entity", clocks)
            if found is None:
                return []
            facts = (mirror.facts[name] for name in dict.fromkeys(mirror.facts_of.get(found.id, ())))
            return doubts(facts, mirror, clocks, self._ontology, count)
