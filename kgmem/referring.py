"""Whom the names in tellings mean.

Names are bound by `identity`; here is noted which tellings use them and what these say of them, and which tellings
must be looked at anew when a name means something else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping

from kgmem.identity import Identity, entity_id
from kgmem.mirror import Mirror
from kgmem.naming import Naming, is_nameable, key_of
from kgmem.ontology import Ontology
from kgmem.schema import Row
from kgmem.telling import Merged, Observed, Parted
from kgmem.temporal import FOREVER, Micros
from kgmem.told import Told, Touched, names_in

_WORDS = frozenset("as co company foundation group holding holdings limited se spa".split())
"""Legal forms that are words too: "a climbing group" is not "climbing"."""


class Referring:
    """The names in all that a memory was told."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        self.identity = Identity(Naming(ontology.titles, ontology.firm_suffixes - _WORDS), self.kind_group)
        self._kinds: dict[str, str] = {}
        self._distinct = _distinct_nouns(ontology)
        self._parted: dict[tuple[str, str], str] = {}  # (episode, name) -> what it means there, by a call
        self._spelled: dict[str, str] = {}

    # --- in -------------------------------------------------------------------------------------

    def part(self, call: Parted) -> None:
        """Note that a name means something else in some episodes."""
        for episode in call.episodes:
            self._parted[episode, key_of(call.one)] = key_of(call.other)
            self._spelled[key_of(call.other)] = call.other

    def use(self, told: Told, touched: Touched) -> None:
        """Take in the names of a telling, and what it says of them."""
        at = told.source.said
        for name, key, written, kind, speaks in self._names_in(told):
            told.keys[name] = key
            touched.keys.add(key)
            self.identity.use(key, written, kind, told.name, told.session, at, speaks=speaks)
        for said in self._says_of_names(told):
            self._learn(*said)
        if isinstance(told.telling, Parted) and told.telling.episodes:
            self.part(told.telling)
        elif isinstance(told.telling, Merged | Parted):
            one, other = key_of(told.telling.one), key_of(told.telling.other)
            self.identity.pin(one, other, told.order[2], same=isinstance(told.telling, Merged))

    def use_instead(
        self, told: Told, now: Observed, touched: Touched, times: Callable[[str], tuple[str, Micros]]
    ) -> None:
        """Take in the names of an episode that is read anew in place of those it had; what both have stays. times:
        session and time of a telling."""
        at, before, said = told.source.said, Counter(self._uses(told)), Counter(self._says_of_names(told))
        told.telling, told.keys = now, {}
        for name, key, *_ in self._names_in(told):
            told.keys[name] = key
        after, says = Counter(self._uses(told)), Counter(self._says_of_names(told))
        for key, written, kind, speaks in (after - before).elements():
            touched.keys.add(key)
            self.identity.use(key, written, kind, told.name, told.session, at, speaks=speaks)
        for one in (says - said).elements():
            self._learn(*one)
        still = {name for key in told.keys.values() for name in (key, self.identity.naming.name(key).root)}
        for key, written, kind, speaks in (before - after).elements():
            root = self.identity.naming.name(key).root
            touched.keys |= {key, root}
            touched.roots |= self.identity.ends_of(key) | self.identity.ends_of(root)
            self.identity.unuse(
                key, written, kind, told.name, told.session, at, speaks=speaks, still=still, times=times
            )  # fmt: skip
        for verb, *names in (said - says).elements():
            self.identity.uncall(*names) if verb == "called" else self.identity.untell_of(*names)

    def _names_in(self, told: Told) -> Iterator[tuple[str, str, str, str, bool]]:
        """(name, key, as written, type, whether it speaks) of everything a telling names and that can have a name."""
        for name, kind, speaks in names_in(told, self._ontology):
            key = key_of(name)
            if not is_nameable(key) or (self._ontology.strict and not kind):
                continue
            written = name.strip()[:200]
            if (told.name, key) in self._parted:
                key = self._parted[told.name, key]
                written = self._spelled[key]
            yield name, key, written, kind, speaks

    def _uses(self, told: Told) -> Iterator[tuple[str, str, str, bool]]:
        return ((key, written, kind, speaks) for _, key, written, kind, speaks in self._names_in(told))

    def _says_of_names(self, told: Told) -> Iterator[tuple[str, ...]]:
        """What the claims of a telling say of names: that somebody is called so, or is somebody's only sister."""
        for claim in told.extraction.facts:
            if claim.modality != "asserted" or claim.polarity != "positive" or claim.wrong:
                continue
            subject, target = key_of(claim.subject), key_of(claim.object)
            if claim.relation == "named" and (value := key_of(claim.object or claim.value)):
                yield "called", subject, value
            elif target and (noun := claim.predicate.strip().lower()) in self._distinct:
                owner, who = (subject, target) if self._distinct[noun] else (target, subject)
                yield "is", owner, noun, who

    def _learn(self, verb: str, *names: str) -> None:
        self.identity.call(*names) if verb == "called" else self.identity.tell_of(*names)

    def kind_group(self, kind: str) -> str:
        """What kinds of things may bear one name: a nurse and a person may, a person and a town may not."""
        if kind not in self._kinds:
            wide = ("Person", "Animal", "Organization", "Group", "Place", "Event")
            self._kinds[kind] = next((above for above in self._ontology.ancestors(kind) if above in wide), "")
        return self._kinds[kind]

    # --- binding --------------------------------------------------------------------------------

    def settle(self, touched: Touched) -> None:
        """Bind names anew, and note whose meaning changed."""
        for key, before in self.identity.settle().items():
            touched.keys.add(key)
            touched.roots |= before
            if key in self.identity.uses:
                touched.tellings |= self.identity.uses[key].tellings
        for key in touched.keys:
            touched.roots |= self.identity.ends_of(key)

    def bind(self, told: Told, touched: Touched) -> bool:
        """Give a telling's names what they mean now. True when that is not what they meant."""
        bound = {key: entity_id(self.identity.root(key, told.session)) for key in told.keys.values()}
        if bound == told.bound:
            return False
        touched.moved.add(told.name)
        told.bound = bound
        return True

    # --- out ------------------------------------------------------------------------------------

    def is_shown(self, mirror: Mirror) -> bool:
        """True when every name means in the mirror what it means here."""
        for key, use in self.identity.uses.items():
            if use.surfaces:
                wanted = {(entity_id(root), self.identity.rule(key, root)) for root in self.identity.ends_of(key)}
                if wanted != {(name, mirror.names[key, name]["rule"]) for name in mirror.aliases.get(key, ())}:
                    return False
        return True

    def users_of(self, root: str) -> set[str]:
        """The tellings that name an entity."""
        return {name for key, _ in self.identity.keys_of(root) for name in self.identity.uses[key].tellings}

    def entity_row(self, root: str) -> Row | None:
        """What is known of the entity with this root, without its recorded times; None when no name means it."""
        types: dict[str, int] = defaultdict(int)
        first, last = FOREVER, 0
        for key, times in self.identity.keys_of(root):
            use = self.identity.uses[key]
            if self.identity.roots[key] == root:
                for kind, count in use.types.items():
                    types[kind] += count
            for begin, end in times:
                first, last = min(first, begin), max(last, end)
        name = self.identity.best_name(root)
        if not name or first == FOREVER:
            return None
        return {
            "id": entity_id(root),
            "name": name,
            "type": self._type(types),
            "first_seen": first,
            "last_seen": last,
        }

    def _type(self, types: Mapping[str, int]) -> str:
        """The type most uses say: first by kind of thing, then the most used within it."""
        groups: dict[str, int] = defaultdict(int)
        for kind, count in types.items():
            groups[self.kind_group(kind)] += count if kind not in ("", "Thing") else 0
        said = {kind: count for kind, count in types.items() if kind and kind != "Thing"}
        if not said:
            return "Thing"
        top = min(groups, key=lambda group: (-groups[group], group == "", group))
        return min((kind for kind in said if self.kind_group(kind) == top), key=lambda kind: (-said[kind], kind))


def _distinct_nouns(ontology: Ontology) -> dict[str, bool]:
    """Nouns of which a person mostly has one that talk names ("my wife", "my sister", "my dog"), and whether the
    owner is the subject of the relation; of friends and colleagues there are many."""
    found = {}
    kin = ontology.kin_nouns
    for relation in ontology.relations.values():
        for cue in relation.cues:
            if cue.kind not in ("noun", "possessed") or cue.preps:
                continue
            one = relation.functional or cue.object in kin or cue.object in ontology.nouns_gender
            if one or ontology.is_a(relation.range, "Animal"):
                found[cue.object] = cue.kind == "possessed"
    return found
