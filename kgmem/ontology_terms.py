"""What an ontology is made of: relations, event kinds, roles and classes, and what one may ask it.

The vocabulary these are written in, and the small grammar of cues, are explained at the top of `core.ttl`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from kgmem.errors import OntologyError
from kgmem.records import EventClaim, FactClaim
from kgmem.text import fold

T = TypeVar("T")
THING = "Thing"
DECAYS = ("none", "slow", "fast")
DECAY_OF = {"episodic": "fast", "factual": "slow", "procedural": "none", "semantic": "none"}
"""How a relation of each memory type fades whose ontology does not say."""
AREAS = (
    *("names", "places", "family", "friends", "work", "study", "projects", "possessions", "animals"),
    *("taste", "food", "pastimes", "skills", "health", "travel", "plans", "contact", "assistant", "things"),
)
"""Areas of life by which relations and event kinds are told apart on the page of the ontology."""

_PLACES = re.compile(r"[~…]|\[[^\]]*\]|.*<.*| \+\w+\Z|\Anot .*")
"""What is no word of a cue or label: places, what may be missing; one with alternatives or a denial is no name."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-\s]+")


@dataclass(frozen=True, slots=True)
class Cue:
    """One way a sentence says a relation or an event.

    `kind` is "verb" (lemma, optional object lemma, prepositions; empty prepositions mean a direct
    object), "be" (adjective or participle `object` after to be), "noun" ("sister of": the one possessed
    is the subject), "possessed" ("'s dog": the owner is the subject) or "class" (to be + a noun of the
    class). `wants` is the class the object must be known to belong to ("" for any). A `denied` cue is
    said with a negation: "can't stand". In a `turned` cue the verb's subject is the relation's object. Of events only:
    a cue for `now` is a state that shows what has happened ("is back on her feet"), `who` is the class of the subject.
    """

    kind: str
    verb: str = ""
    object: str = ""
    preps: tuple[str, ...] = ()
    wants: str = ""
    denied: bool = False
    now: bool = False
    who: str = ""
    text: str = ""
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Relation:
    """A kind of fact. `functional` means one object at a time; with `per_predicate`, one per own words;
    `inverse_functional` one subject at a time.

    `parents` are wider relations that hold whenever this one does. Each of `chains` are relations that make this one,
    one after the other: siblingOf, spouseOf make siblingInLawOf. `timeless` relations hold always; a `habit` is done
    again and again ("plays tennis on Fridays"). Of the
    relations with the same `exclusive` group at most one holds between two things. `phrase` renders a statement:
    "Ana" + "lives in" + "Porto"; `labels` do in other languages, as (language, words), where "~" and "…" may stand for
    subject and object. `foreign` cues are (language, text). `same` names terms of other vocabularies.
    """

    name: str
    domain: str = THING
    range: str = THING
    inverse: str = ""
    parents: tuple[str, ...] = ()
    chains: tuple[tuple[str, ...], ...] = ()
    symmetric: bool = False
    transitive: bool = False
    functional: bool = False
    inverse_functional: bool = False
    per_predicate: bool = False
    timeless: bool = False
    habit: bool = False
    disjoint: frozenset[str] = frozenset()
    exclusive: str = ""
    decay: str = "slow"
    memory_type: str = "factual"
    area: str = "things"
    cues: tuple[Cue, ...] = ()
    foreign: tuple[tuple[str, str], ...] = ()
    aliases: tuple[str, ...] = ()
    phrase: str = ""
    labels: tuple[tuple[str, str], ...] = ()
    description: str = ""
    same: tuple[str, ...] = ()

    def statement(self, subject: str, object: str, *, language: str = "en", words: str = "") -> str:
        """A statement in words: by the label in that language, else the English one; `words` take its place."""
        label = words or dict(self.labels).get(language) or self.phrase or self.name
        if "~" in label and "…" in label:
            return re.sub("[~…]", lambda place: subject if place[0] == "~" else object, label)
        return f"{subject} {label} {object}"


@dataclass(frozen=True, slots=True)
class Effect:
    """A fact an event begins or ends: the relation between the participants in two roles.

    An empty `object` role in a terminating effect means every current object.
    """

    relation: str
    subject: str
    object: str = ""


LEFT = ("origin", "employer", "patient")
"""Roles of what is left, where an effect ends whatever holds: one named there is all that ends."""


@dataclass(frozen=True, slots=True)
class EventKind:
    """A kind of happening, and who takes part in it by role (none given: any role)."""

    name: str
    label: str = ""
    parents: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    area: str = "things"
    cues: tuple[Cue, ...] = ()
    foreign: tuple[tuple[str, str], ...] = ()
    initiates: tuple[Effect, ...] = ()
    terminates: tuple[Effect, ...] = ()
    description: str = ""
    same: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Role:
    """A part one takes in an event; `preps` are prepositions that give it."""

    name: str
    description: str = ""
    preps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of things: its parents (none for a root), other names, and the common nouns of its members."""

    name: str
    parents: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    disjoint: frozenset[str] = frozenset()
    description: str = ""
    same: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ontology:
    """Relations, event kinds, roles and classes by name; `version` is the hash of what they were read from.

    `declared` are the names of the user's own classes and relations; when `strict`, only those may be stored.
    `renamed` leads from a shipped name to the user's name that took its place, for relations and classes; classes
    keep the shipped name in here, and `type_of` gives the user's.
    `nouns_gender` maps a common noun to "female" or "male" (sister: female), `titles` a title without its dot
    to a gender or "" (mrs: female, dr: ""), `firm_suffixes` end names of firms (ltd, gmbh, a/s), all folded.
    """

    relations: Mapping[str, Relation]
    events: Mapping[str, EventKind]
    classes: Mapping[str, Kind]
    version: str = ""
    roles: Mapping[str, Role] = field(default_factory=dict)
    nouns_gender: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    firm_suffixes: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)
    strict: bool = False
    _names: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    _nouns: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)
    _shipped_kind: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    _above: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)
    _derived: dict[Callable[[Ontology], object], object] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        own_first = sorted(self.relations.values(), key=lambda relation: relation.name not in self.declared)
        for relation in own_first:
            self._names.setdefault(relation_key(relation.name), relation.name)
        for relation in own_first:
            for words in (relation.phrase, *relation.aliases):
                self._names.setdefault(relation_key(words), relation.name)
        for relation in own_first:
            for _, words in (*relation.labels, *relation.foreign):
                if plain := _PLACES.sub("", words).partition("=")[0]:
                    self._names.setdefault(relation_key(plain), relation.name)
        own = {self.renamed.get(name, name): name for name in self.classes}.items()
        for kind in [self.classes[name] for said, name in sorted(own, key=lambda pair: pair[0] not in self.declared)]:
            for noun in kind.nouns:
                self._nouns[noun] = (*self._nouns.get(noun, ()), kind.name)
        self._shipped_kind.update({own: name for name, own in self.renamed.items() if name in self.classes})

    def derived(self, make: Callable[[Ontology], T]) -> T:
        """What a function makes of this ontology, made once."""
        if make not in self._derived:
            self._derived[make] = make(self)
        return self._derived[make]  # type: ignore[return-value]  # what it made under its own name

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_derived": {}}

    # Relations

    def relation(self, name: str) -> Relation:
        """The relation of exactly this name, or the user's that took its place; OntologyError without one."""
        try:
            return self.relations[self.renamed.get(name, name)]
        except KeyError:
            raise OntologyError(
                f"no relation named {name!r}; resolve_relation() finds one by other words, "
                "and a Turtle file or a model class passed as ontology= can define it"
            ) from None

    def resolve_relation(self, words: str) -> Relation | None:
        """The relation these words mean, by name or alias: "WORKS_AT", "worksAt", "works at" alike."""
        key = relation_key(words)
        for candidate in (key, key.removeprefix("is "), key.removeprefix("has "), f"is {key}", f"has {key}"):
            if candidate in self._names:
                return self.relations[self._names[candidate]]
        return None

    def called(self, words: str) -> Relation | None:
        """The relation with just this name, phrase or alias, however it is spelt."""
        name = self._names.get(relation_key(words))
        return self.relations[name] if name else None

    def excludes(self, one: str, other: str) -> bool:
        """True when the two relations cannot hold between the same subject and object at one time."""
        a, b = self.relation(one), self.relation(other)
        grouped = a.name != b.name and bool(a.exclusive) and a.exclusive == b.exclusive
        return grouped or b.name in a.disjoint or a.name in b.disjoint

    @property
    def kin_nouns(self) -> dict[str, str]:
        """Noun of kin -> its relation, of the relations that exclude each other: "mother" -> parentOf. One who is
        somebody's mother is not also their sister."""
        kin = [relation for relation in self.relations.values() if relation.exclusive == "kin"]
        return {cue.object: relation.name for relation in kin for cue in relation.cues if cue.kind == "noun"}

    # Events

    def event(self, name: str) -> EventKind:
        """The event kind of this name; the generic Event when there is none."""
        return self.events.get(name) or self.events.get("Event") or EventKind("Event")

    # Classes

    def ancestors(self, kind: str) -> tuple[str, ...]:
        """The class itself, then its parents upward, by the names they have in `classes`."""
        held = self._above.get(kind)
        if held is None:
            found: dict[str, None] = {}
            above = [self._shipped_kind.get(kind, kind)]
            while above:
                name = above.pop(0)
                if name not in found:
                    found[name] = None
                    above.extend(self.classes[name].parents if name in self.classes else ())
            held = tuple(found)
            if kind in self.classes:  # what a text or a user makes up is not kept
                self._above[kind] = held
        return held

    def is_a(self, kind: str, ancestor: str) -> bool:
        return kind == ancestor or self._shipped_kind.get(ancestor, ancestor) in self.ancestors(kind)

    def type_fits(self, kind: str, wanted: str) -> bool:
        """False only when the two exclude each other: an unknown type or a wider one may still fit."""
        return not kind or not wanted or self.is_a(kind, wanted) or self.is_a(wanted, kind)

    def is_literal(self, kind: str) -> bool:
        """True for a range whose objects are values, not entities."""
        return self.is_a(kind, "Literal")

    def classes_of(self, noun: str) -> tuple[str, ...]:
        """The classes a common noun (lemma, lower case) names a member of; most words have none."""
        return self._nouns.get(fold(noun), ())

    # What may be stored

    def type_of(self, kind: str) -> str:
        """The class an entity read as `kind` is stored under: the user's name for it if there is one. When strict,
        the nearest declared class, "" when there is none."""
        if not self.strict:
            return self.renamed.get(kind, kind) if kind in self.classes else kind
        found = (self.renamed.get(above, above) for above in self.ancestors(kind))
        return next((name for name in found if name in self.declared), "")

    def admits(self, claim: FactClaim | EventClaim) -> bool:
        """May this claim be stored? Always, unless strict: then a fact needs a declared relation between declared
        classes that are those the relation asks for, an event a participant of a declared class."""
        if not self.strict:
            return True
        if isinstance(claim, EventClaim):
            return any(self.type_of(kind) for _, _, kind in claim.participants)
        relation = self.resolve_relation(claim.relation)
        if relation is None or relation.name not in self.declared:
            return False
        if not self.type_of(claim.subject_type) or not self.is_a(claim.subject_type, relation.domain):
            return False
        if self.is_literal(relation.range) or not claim.object:
            return True
        return bool(self.type_of(claim.object_type)) and self.is_a(claim.object_type, relation.range)


def relation_words(name: str) -> str:
    """The words of a name: "worksFor" and "WORKS_FOR" -> "works for"."""
    return " ".join(part for part in _CAMEL.split(name) if part).lower()


def relation_key(words: str) -> str:
    """What names that mean the same have in common."""
    return fold(relation_words(words)).strip(" .?!")
