"""Decisions about facts, for users of a memory: why it holds what it does, what contradicts itself, how to undo it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from reprlib import repr
from typing import Literal

from kgmem.access import When
from kgmem.arguments import checked_name
from kgmem.asserting import Asserting
from kgmem.decisions import Conflict, Decision, conflicts, decisions, said
from kgmem.errors import InvalidArgument
from kgmem.mirror import Mirror
from kgmem.question import as_known, facts_then
from kgmem.records import Change, Fact
from kgmem.telling import Retracted, Telling, Undone

Policy = Literal["trust", "confidence", "recency", "ask"]
_ORDER = {
    "trust": ("trust", "confidence", "recency"),
    "confidence": ("confidence", "trust", "recency"),
    "recency": ("recency", "trust", "confidence"),
}


class Deciding(Asserting):
    """The verbs about what memory decided."""

    def decisions(self, about: str | None = None) -> list[Decision]:
        """Every change of what is held of a fact, oldest first: the rule, the versions before and after, what brought
        it about.

        about: the id of a fact, which means all versions of its statement, or the name of an entity it speaks of.
        Reads the whole journal: not for every message. What is hidden is left out.
        """
        with self._still() as held:
            mirror = held.mirror
            wanted = None if about is None else _statements(checked_name(about, "about"), mirror)
            found = decisions(held.rows(), mirror)
            return [
                one
                for one in found
                if (wanted is None or one.fact.statement in wanted) and one.fact.id not in mirror.hidden
            ]

    def undo(self, what: Change | str | Iterable[str], *, reason: str = "") -> Change:
        """Take what a change told as never told: what it had closed holds again, what it had asserted does not.

        what: a Change, or ids of episodes or calls (`Change.tellings`, `Decision.tellings`). Texts stay, without what
        was read in them; `erase` destroys them. An undoing can be undone. All is settled anew: not for every message.
        Raises InvalidArgument for an id that nothing was told under; a forgetting is undone by `unforget`.
        """
        with self._written() as held:
            if isinstance(what, Change):
                names = tuple(dict.fromkeys((*what.tellings, *(set(what.episodes) - set(what.duplicates)))))
            else:
                names = tuple(dict.fromkeys([what] if isinstance(what, str) else what))
            if not names:
                raise InvalidArgument("nothing is undone: the change told nothing")
            known = held.told_names()
            for name in names:
                if name not in known:
                    raise InvalidArgument(
                        f"nothing was told under the id {repr(name)}; ids come from Change.tellings or decisions()"
                    )
            told = Undone(tuple(sorted(names)), self._text(reason, "reason"))
            return held.tell("undo", self._clock(), [told])

    def conflicts(self, *, as_of: When | None = None, known_at: When | None = None) -> list[Conflict]:
        """Facts that exclude each other for a common time, those that nothing settles first.

        as_of: only those of a common time that holds then. known_at: as memory held them then.
        """
        with self._reading():
            clocks = self._clocks(as_of, known_at)
            mirror = self._held.mirror
            facts = [as_known(fact, mirror, clocks) for fact in facts_then(mirror, replace(clocks, as_of=None))]
            at = clocks.as_of
            found = (one for one in conflicts(facts, self._ontology) if at is None or one.common.holds(at))
            return sorted(found, key=lambda one: one.settled_by != "")

    def resolve(
        self,
        conflict: Conflict | None = None,
        *,
        policy: Policy = "trust",
        ask: Callable[[Conflict], Fact | str | None] | None = None,
        reason: str = "",
    ) -> Change:
        """Settle a conflict, or all there are: one fact stays, the others are retracted, as never said.

        policy: what decides first, trust, confidence or recency; the other two decide where it does not. What weighs
        the same by all three stays as it is. "ask": `ask` gets each conflict and gives the fact (or its id) that is
        right, None to leave it. `undo` takes it back.
        """
        if policy not in (*_ORDER, "ask"):
            raise InvalidArgument(f"policy={repr(policy)} is none of trust, confidence, recency, ask")
        if (policy == "ask") != (ask is not None):
            raise InvalidArgument(
                'policy="ask" needs ask=, a callable that says which fact is right, and no other does'
            )
        open_ones = self.conflicts() if conflict is None else [conflict]
        chosen = [(one, _told_right(one, ask(one)) if ask else self._heaviest(one, policy)) for one in open_ones]
        with self._written() as held:
            why = self._text(reason, "reason")
            tellings: list[Telling] = []
            for one, right in chosen:
                for fact in one.facts:
                    now = held.working.fact_now(fact.id)
                    if right is not None and fact.statement != right.statement and now:
                        tellings.append(Retracted(now.id, why or f"in conflict, settled by {policy}"))
            return held.tell("resolve", self._clock(), tellings) if tellings else Change()

    def _heaviest(self, conflict: Conflict, policy: str) -> Fact | None:
        """The fact that weighs most, None when another weighs the same."""
        mirror = self._held.mirror

        def weight(fact: Fact) -> tuple[float, ...]:
            weights = {"trust": fact.trust, "confidence": fact.confidence, "recency": said(fact, mirror)}
            return tuple(weights[name] for name in _ORDER[policy])

        ranked = sorted(conflict.facts, key=weight)
        return ranked[-1] if weight(ranked[-1]) > weight(ranked[-2]) else None


def _statements(about: str, mirror: Mirror) -> set[str]:
    if about in mirror.facts:
        return {mirror.facts[about].statement}
    entities = (about,) if about in mirror.entities else mirror.ids_named(about)
    return {mirror.facts[name].statement for entity in entities for name in mirror.facts_of.get(entity, ())}


def _told_right(conflict: Conflict, right: Fact | str | None) -> Fact | None:
    if right is None:
        return None
    name = right.id if isinstance(right, Fact) else right
    found = next((fact for fact in conflict.facts if fact.id == name), None)
    if found is None:
        raise InvalidArgument(f"ask= gave {repr(name)}, which is none of the facts in this conflict")
    return found
