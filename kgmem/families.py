"""Which relations bear on each other, and where a fact of one is met by those of another.

A relation and its inverse are one: who is employed by one firm works for no other. Relations that are disjoint stand
together.
"""

from __future__ import annotations

from collections import defaultdict

from kgmem.ontology import Ontology
from kgmem.records import Fact
from kgmem.text import name_key

End = tuple[str, str, str]
"""An entity's id or a value, a relation, and which end of it that is."""


class Families:
    """The relations of an ontology, joined by disjointness and as inverses."""

    def __init__(self, ontology: Ontology) -> None:
        relations = ontology.relations
        self._symmetric = {name for name, one in relations.items() if one.symmetric}
        self._forms = {
            name: (min(name, one.inverse), one.inverse < name) if one.inverse in relations else (name, False)
            for name, one in relations.items()
        }
        self._literal = {name for name, one in relations.items() if ontology.is_literal(one.range)}
        self._family = _joined(ontology)
        self.either = {self.family(name) for name in self._symmetric}  # families in which either end may be the subject
        self.single = {self.family(name) for name, one in relations.items() if one.functional or one.inverse_functional}

    def family(self, relation: str) -> str:
        """The family of a relation, under the name of its first."""
        return self._family.get(relation, relation)

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
        """Where a fact is found by its subject, and by its object or value: one place for it and its inverse.

        Two of whom "a teacher" is said have no thing in common: the second has "" for a name where none is known.
        """
        name, is_turned = self.form(fact.relation)
        roles = ("", "") if name in self._symmetric else ("to", "of") if is_turned else ("of", "to")
        return (fact.subject_id, name, roles[0]), (
            fact.object_id or self.value(fact.relation, fact.value),
            name,
            roles[1],
        )

    def value(self, relation: str, value: str) -> str:
        """The one thing that a value of this relation names, "" for words in the place of a thing."""
        return name_key(value) if relation in self._literal else ""


def _joined(ontology: Ontology) -> dict[str, str]:
    """The family of each relation: those joined by disjointness or as inverses, under the name of the first."""
    first: dict[str, str] = {}
    joined: dict[str, set[str]] = defaultdict(set)
    for name, relation in ontology.relations.items():
        for other in (*relation.disjoint, *([relation.inverse] if relation.inverse else [])):
            joined[name].add(other)
            joined[other].add(name)
    for name in sorted(ontology.relations):
        reached, seen = [name], {name}
        while reached:
            for other in joined[reached.pop()] - seen:
                seen.add(other)
                reached.append(other)
        first[name] = min(seen)
    return first
