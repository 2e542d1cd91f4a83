"""The verbs about the lives of things: what is current, what was, and why it changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from kgmem import inferring
from kgmem.access import When
from kgmem.arguments import checked_name
from kgmem.asking import Asking
from kgmem.endings import Version, in_memory, in_world
from kgmem.profile import Profile, profile_of
from kgmem.question import NOW, Clocks, as_known
from kgmem.records import Fact
from kgmem.telling import Retracted, from_json
from kgmem.temporal import Micros


class Lives(Asking):
    """The verbs `profile` and `history`."""

    def profile(
        self, entity: str, *, as_of: When | None = None, known_at: When | None = None, inferred: bool = True
    ) -> Profile:
        """What is currently known of somebody or something, by relation: since when, how surely, who said so.

        entity: a name or id. as_of: what was current then, instead of now. known_at: as memory knew it then; without
        as_of, what was current then too. inferred: also what follows by the ontology, with the rule.

        Only what is asserted counts; see `facts` for plans, reports and denials.
        """
        with self._reading():
            clocks = self._present(as_of, known_at)
            mirror = self._held.mirror
            found = self._entity(entity, "entity", clocks)
            if found is None or found.id in mirror.hidden:
                return Profile(checked_name(entity, "entity"))
            facts = (mirror.facts[name] for name in mirror.facts_of.get(found.id, ()) if name not in mirror.hidden)
            about = [fact for fact in facts if self._is_about(fact, found)]
            follows = inferring.inferred(found.id, mirror, clocks, self._ontology) if inferred else []
            return profile_of(checked_name(entity, "entity"), found, about, follows, mirror, clocks, self._ontology)

    def history(
        self,
        what: str,
        relation: str | None = None,
        *,
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> list[Version]:
        """All versions of a fact, or of all facts of an entity, by relation and by when memory came to hold them, each
        with why it ended in the world and why memory holds it no longer.

        what: the id of a fact or its statement, or a name or id of an entity, whose facts of one `relation` are then
        enough. as_of: only versions that were valid then. known_at: what memory knew of it all then.

        [] when nothing is known by that name. Raises InvalidArgument for a relation there is not.
        """
        wanted = None if relation is None else self._relation(relation)
        with self._reading():
            clocks, mirror = self._clocks(as_of, known_at), self._held.mirror
            shown = [
                fact
                for fact in self._versions(checked_name(what, "what"), wanted, clocks)
                if fact.id not in mirror.hidden
                and fact.recorded_at <= clocks.known_at
                and wanted in (None, fact.relation)
                and (clocks.as_of is None or fact.valid.holds(clocks.as_of))
            ]
            shown.sort(key=lambda f: (f.is_open, f.relation, f.recorded_at, f.valid_from, f.id))
            found = [
                Version(as_known(fact, mirror, clocks), in_world(fact, mirror, clocks), in_memory(fact, mirror, clocks))
                for fact in shown
            ]
        return self._with_reasons(found)

    def _versions(self, what: str, relation: str | None, clocks: Clocks) -> list[Fact]:
        mirror = self._held.mirror
        statement = mirror.facts[what].statement if what in mirror.facts else what
        if statement in mirror.versions:
            return [mirror.facts[name] for name in mirror.versions[statement]]
        entity = self._entity(what, "what", clocks)
        return [] if entity is None else list(self._facts_about(entity, relation))

    def _with_reasons(self, found: list[Version]) -> list[Version]:
        """The versions, with what was said when they were retracted."""
        times = {one.replaced.at for one in found if one.replaced and one.replaced.kind == "retracted"}
        if not times:
            return found
        said = self._reasons(times)
        return [
            replace(one, replaced=replace(one.replaced, reason=said.get((one.replaced.at, one.fact.id), "")))
            if one.replaced and one.replaced.kind == "retracted"
            else one
            for one in found
        ]

    def _reasons(self, times: Collection[Micros] | None = None) -> dict[tuple[Micros, str], str]:
        """What was said when something was retracted (None: ever), by when that was and its id."""
        with self._open_here(), self._held.still():
            return {
                (recorded, telling.id): telling.reason
                for recorded, told in self._held.calls("retract", "correct", "resolve", "deny", at=times)
                for telling in from_json(told, {})
                if isinstance(telling, Retracted)
            }

    def _present(self, as_of: When | None, known_at: When | None) -> Clocks:
        """The clocks of what is current: with no time of the world given, it is the present of memory."""
        clocks = self._clocks(as_of, known_at)
        if clocks.as_of is not None:
            return clocks
        return replace(clocks, as_of=self._clock() if clocks.known_at == NOW else clocks.known_at)
