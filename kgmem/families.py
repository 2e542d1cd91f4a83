"""Which relations bear on each other, and where a fact of one is met by those of another.

A relation and its inverse are one: who is employed by one firm works for no other. Relations that are disjoint stand
together. So claims need to be settled only beside those that share the end by which their family is told apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kgmem.ontology import Ontology, Relation
from kgmem.records import Fact
from kgmem.text import fold, name_key

if TYPE_CHECKING:
    from kgmem.reconcile import Said

End = tuple[str, str, str]
"""An entity's id or a value, a relation, and which end of it that is."""


class Families:
    """Which relations bear on each other: those joined by disjointness or as inverses, under the name of the first."""

    def __init__(self, ontology: Ontology) -> None:
        relations = ontology.relations
        self._symmetric = {name for name, one in relations.items() if one.symmetric}
        self._forms = {
            name: (min(name, one.inverse), one.inverse < name) if one.inverse in relations else (name, False)
            for name, one in relations.items()
        }
        joined: dict[str, set[tuple[str, bool]]] = {name: set() for name in relations}  # with whether turned round
        for name, relation in relations.items():
            others = [(other, False) for other in relation.disjoint]
            others += [(relation.inverse, True)] if relation.inverse else []
            for other, is_turned in others:
                joined[name].add((other, is_turned))
                joined.setdefault(other, set()).add((name, is_turned))
        anybody = {e.relation for kind in ontology.events.values() for e in kind.terminates if not e.object}
        self._first: dict[str, str] = {}
        self._keyed: dict[str, str] = {}  # relation -> the end by which its claims are grouped, "" for none
        for name in sorted(relations):
            if name not in self._first:
                family = _turned(name, joined)
                first = min(family)
                sides = set().union(
                    *(_sides(relations[one], *turns) for one, turns in family.items() if one in relations)
                )
                side = min(sides, default="subject") if len(sides) < 2 else ""
                if any(_side(side, *family[one]) == "object" for one in anybody & family.keys()):
                    side = ""
                for one, turns in family.items():
                    self._first[one] = first
                    self._keyed[one] = _side(side, *turns) if len(turns) == 1 else ""

    def form(self, relation: str) -> tuple[str, bool]:
        """The one name of a relation and its inverse, and whether it is turned round under that name."""
        return self._forms.get(relation, (relation, False))

    def pair(self, fact: Fact, relation: str = "") -> tuple[str, ...]:
        """What a fact connects, in its relation (or in this one) or the inverse."""
        name, is_turned = self.form(relation or fact.relation)
        ends = (fact.subject_id, fact.object_id)
        if name in self._symmetric:
            ends = (min(ends), max(ends))
        return (name, *(ends[::-1] if is_turned else ends), name_key(fact.value))

    def ends(self, fact: Fact) -> tuple[End, End]:
        """Where a fact is found by its subject, and by its object or value: one place for it and its inverse."""
        name, is_turned = self.form(fact.relation)
        roles = ("", "") if name in self._symmetric else ("to", "of") if is_turned else ("of", "to")
        return (fact.subject_id, name, roles[0]), (fact.object_id or name_key(fact.value), name, roles[1])

    def group(self, said: Said) -> tuple[str, str, str]:
        """The group a claim belongs to: the end that its family is told apart by ("" when either may exclude), its
        family, its own words."""
        name = said.relation.name
        own = name == "relatedTo" or said.relation.per_predicate
        keyed = self._keyed.get(name, "subject")
        if keyed == "object":
            end = said.target.id if said.target else name_key(said.claim.value)
        else:
            end = said.subject.id if keyed else ""
        return end, self._first.get(name, name), fold(said.claim.predicate.strip()) if own else ""


def _turned(name: str, joined: Mapping[str, set[tuple[str, bool]]]) -> dict[str, set[bool]]:
    """The relations that bear on one, each with whether it is turned round beside it: both, for what may be either."""
    found: dict[str, set[bool]] = {name: {False}}
    reached = [(name, False)]
    while reached:
        one, is_turned = reached.pop()
        for other, turns in joined[one]:
            way = is_turned != turns
            if way not in found.setdefault(other, set()):
                found[other].add(way)
                reached.append((other, way))
    return found


def _sides(relation: Relation, *turns: bool) -> set[str]:
    """By which ends what a relation excludes is found, beside the first of its family."""
    sides = {"subject"} if relation.functional else set()
    sides |= {"object"} if relation.inverse_functional else set()
    sides |= {"subject", "object"} if relation.symmetric else set()
    return {_side(side, *turns) for side in sides}


def _side(side: str, *turns: bool) -> str:
    """An end, seen from a relation that is turned round, or not."""
    return {"subject": "object", "object": "subject"}.get(side, side) if turns == (True,) else side
