"""Which claims bear on each other: those are settled together, and apart from all others.

Claims bear on each other through what they connect (one may repeat, deny or contradict the other), and where a subject
has one value at a time, or somebody said that all of it is over, through that subject. Groups only grow: a claim that
bears on two makes them one. How large they are changes how much must be looked at, not what comes out.
"""

from __future__ import annotations

from collections import defaultdict

from kgmem.ontology import Ontology
from kgmem.reconcile import Said
from kgmem.text import fold, name_key
from kgmem.told import GroupKey


class Grouping:
    """The groups of all claims so far."""

    def __init__(self, ontology: Ontology) -> None:
        self._family = _families(ontology)
        relations = ontology.relations.items()
        self._either = {self._family[name] for name, one in relations if one.symmetric}  # either end may be the subject
        self._single = {self._family[name] for name, one in relations if one.functional}
        self._into: dict[GroupKey, GroupKey] = {}  # a group that was joined with another -> that one
        self._sizes: dict[GroupKey, int] = {}  # of those that others were joined with
        self._pairs: dict[GroupKey, set[GroupKey]] = defaultdict(set)  # a subject -> what it is connected with
        self._whole: set[GroupKey] = set()  # subjects all of whose claims bear on each other

    def group(self, said: Said) -> tuple[GroupKey, list[GroupKey]]:
        """The group of a claim, and the groups that are part of it from now on."""
        family = self._family.get(said.relation.name, said.relation.name)
        words = self._own_words(said)
        names = {said.subject.id, said.target.id} if family in self._either and said.target else {said.subject.id}
        subjects = [(name, family, words) for name in sorted(names)]
        if family in self._single:
            return self._joined(subjects)
        value, target = ("", said.target.id) if said.target else (name_key(said.claim.value), "")
        if target == said.subject.id or not (target or value):  # all of the subject is over
            self._whole.update(subjects)
            return self._joined([*subjects, *sorted(self._pairs.pop(subjects[0], ()))])
        ends = sorted((said.subject.id, target)) if family in self._either else [said.subject.id, target]
        pair = (" ".join((*ends, value)), family, words)
        for subject in subjects:
            if subject not in self._whole:
                self._pairs[subject].add(pair)
        return self._joined([pair, *(subject for subject in subjects if subject in self._whole)])

    def beside(self, said: Said) -> tuple[GroupKey, frozenset[GroupKey]]:
        """The subject of a claim with its family of relations, and all groups in which claims of both are settled."""
        family = self._family.get(said.relation.name, said.relation.name)
        subject = (said.subject.id, family, self._own_words(said))
        return subject, frozenset(map(self.now, (subject, *self._pairs.get(subject, ()))))

    def _own_words(self, said: Said) -> str:
        own = said.relation.name == "relatedTo" or said.relation.per_predicate
        return fold(said.claim.predicate.strip()) if own else ""

    def now(self, key: GroupKey) -> GroupKey:
        """The group that this one is part of by now; what led there points straight to it afterwards."""
        last = key
        while last in self._into:
            last = self._into[last]
        while key != last:
            self._into[key], key = last, self._into[key]
        return last

    def _joined(self, keys: list[GroupKey]) -> tuple[GroupKey, list[GroupKey]]:
        """The group that all of these are, the largest of them, and the others that became part of it."""
        found = dict.fromkeys(map(self.now, keys))
        largest = max(found, key=lambda key: self._sizes.get(key, 1))
        others = [key for key in found if key != largest]
        for key in others:
            self._into[key] = largest
        if others:
            self._sizes[largest] = sum(self._sizes.pop(key, 1) for key in found)
        return largest, others


def _families(ontology: Ontology) -> dict[str, str]:
    """The family of each relation: those joined by disjointness, under the name of the first."""
    first: dict[str, str] = {}
    joined: dict[str, set[str]] = defaultdict(set)
    for name, relation in ontology.relations.items():
        for other in relation.disjoint:
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
