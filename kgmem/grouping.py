"""Which claims bear on each other: those are settled together, and apart from all others.

Claims bear on each other through what they connect (one may repeat, deny or contradict the other), and where a subject
has one value at a time (or a value one subject), or somebody said that all of it is over, through that end. Groups only
grow: a claim that bears on two makes them one. How large they are changes how much is looked at, not what comes out.
"""

from __future__ import annotations

from collections import defaultdict

from kgmem.families import Families
from kgmem.ontology import Ontology
from kgmem.said import Said
from kgmem.text import fold, name_key
from kgmem.told import GroupKey


class Grouping:
    """The groups of all claims so far."""

    def __init__(self, ontology: Ontology) -> None:
        self._families = ontology.derived(Families)
        self._into: dict[GroupKey, GroupKey] = {}  # a group that was joined with another -> that one
        self._sizes: dict[GroupKey, int] = {}  # of those that others were joined with
        self._pairs: dict[GroupKey, set[GroupKey]] = defaultdict(set)  # a subject -> what it is connected with
        self._whole: set[GroupKey] = set()  # subjects all of whose claims bear on each other

    def group(self, said: Said) -> tuple[GroupKey, list[GroupKey]]:
        """The group of a claim, and the groups that are part of it from now on."""
        family = self._families.family(said.relation.name)
        words, is_either = self._own_words(said), family in self._families.either
        names = {said.subject.id, said.target.id} if is_either and said.target else {said.subject.id}
        subjects = [(name, family, words) for name in sorted(names)]
        value, target = ("", said.target.id) if said.target else (name_key(said.claim.value), "")
        if target == said.subject.id or not (target or value):  # all of the subject is over
            self._whole.update(subjects)
            return self._joined([*subjects, *sorted(self._pairs.pop(subjects[0], ()))])
        if family in self._families.single:
            named = target or self._families.value(said.relation.name, value)
            keys = [(name, family, words) for name in sorted(_told_apart_by(said, named))]
        else:
            ends = sorted((said.subject.id, target))
            keys = [(" ".join((*ends, value)), family, words)]
        for subject in subjects:
            if subject not in self._whole and subject not in keys:
                self._pairs[subject].add(keys[0])
        return self._joined([*keys, *(subject for subject in subjects if subject in self._whole)])

    def beside(self, said: Said) -> tuple[GroupKey, frozenset[GroupKey]]:
        """The subject of a claim with its family of relations, and all groups in which claims of both are settled."""
        family = self._families.family(said.relation.name)
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


def _told_apart_by(said: Said, target: str) -> set[str]:
    """The ends of a claim at which one thing at a time may stand: through these it bears on others."""
    relation = said.relation
    found = {said.subject.id} if relation.functional else set()
    if target and relation.inverse_functional:
        found.add(target)
    return found or ({said.subject.id, target} - {""})
