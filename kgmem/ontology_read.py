"""From statements to an ontology: those of the shipped files by themselves, those of a user on top of it.

What a user says of one value (a label, a range) replaces what was said before; what may be said many times (cues,
names, nouns) is added. A new relation or class that has a name or alias of a shipped one takes its place: it is read by
the same cues, and stored under the user's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgmem.ontology_cues import parse_cue, parse_event_cue
from kgmem.ontology_patterns import parse_pattern
from kgmem.ontology_terms import (
    AREAS,
    DECAY_OF,
    DECAYS,
    THING,
    Cue,
    Effect,
    EventKind,
    Kind,
    Ontology,
    Relation,
    Role,
    relation_key,
    relation_words,
)
from kgmem.ontology_turtle import Said, Term, by_subject
from kgmem.records import MEMORY_TYPES
from kgmem.text import fold

VOCABULARY = frozenset(
    (
        *(
            "functional",
            "inverseFunctional",
            "perPredicate",
            "timeless",
            "habit",
            "memory",
            "decay",
            "area",
            "exclusive",
            "chain",
        ),
        *("alias", "cue", "noun", "title", "suffix", "role", "preposition"),
        *("initiates", "terminates", "relation", "subject", "object"),
    )
)
"""The properties of the kg: namespace that a file may use."""
RELATION_TYPES = frozenset(
    (
        *("kg:Relation", "rdf:Property", "owl:ObjectProperty", "owl:DatatypeProperty", "owl:FunctionalProperty"),
        *("owl:InverseFunctionalProperty", "owl:SymmetricProperty", "owl:TransitiveProperty"),
    )
)
CLASS_TYPES = frozenset(("rdfs:Class", "owl:Class", "kg:EventKind"))
TYPES = RELATION_TYPES | CLASS_TYPES | {"kg:Role", "kg:Gender", "owl:Ontology"}
_XSD = {
    "date": "Date",
    "dateTime": "Date",
    "integer": "Number",
    "decimal": "Number",
    "double": "Number",
    "float": "Number",
}
_SAME = ("owl:equivalentProperty", "owl:equivalentClass", "rdfs:seeAlso")


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with an ontology file, and where. A "warning" does not keep it from being used."""

    file: str
    line: int
    reason: str
    level: str = "error"

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return place + self.reason


@dataclass
class Layer:
    """The statements of some files over what held before them. `own` when they are the user's."""

    base: Ontology
    said: Sequence[Said]
    own: bool = False
    strict: bool = False
    faults: list[Fault] = field(default_factory=list)
    of: dict[str, list[Said]] = field(default_factory=dict)
    types: dict[str, set[str]] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)  # shipped relation -> the user's
    shipped_kind: dict[str, str] = field(default_factory=dict)  # the user's class -> the shipped one

    def __post_init__(self) -> None:
        self.of = dict(by_subject(self.said))
        for subject, said in self.of.items():
            self.types[subject] = {one.value.written for one in said if one.predicate == "rdf:type"}

    # Values of one subject

    def fault(self, subject: str, reason: str, predicate: str = "", value: str = "") -> None:
        file, line = self.place(subject, predicate, value)
        self.faults.append(Fault(file, line, reason))

    def place(self, subject: str, predicate: str = "", value: str = "") -> tuple[str, int]:
        """File and line of a statement; of the nearest there is to it when nobody said just that."""
        said = self.of.get(subject, [])
        near = [one for one in said if one.predicate == predicate]
        exact = [one for one in near if value in (one.value.name, one.value.written)]
        found = next(iter((exact if value else []) or near or said), None)
        return (found.file, found.line) if found else ("", 0)

    def values(self, subject: str, predicate: str) -> list[Term]:
        return [one.value for one in self.of.get(subject, ()) if one.predicate == predicate]

    def texts(self, subject: str, predicate: str) -> tuple[str, ...]:
        return tuple(sorted({value.name for value in self.values(subject, predicate)}))

    def term(self, subject: str, predicate: str) -> Term | None:
        """The one value, of the file that speaks last; English where there are several languages."""
        said = [one for one in self.of.get(subject, ()) if one.predicate == predicate]
        said = [one for one in said if one.value.language in ("", "en")]
        said = [one for one in said if one.file == said[-1].file]
        if len({one.value for one in said}) > 1:
            self.fault(subject, f"{subject} has {len(said)} values of {_local(predicate)}, not one", predicate)
        return said[-1].value if said else None

    def one(self, subject: str, predicate: str, default: str = "") -> str:
        found = self.term(subject, predicate)
        return found.name if found else default

    def flag(self, subject: str, predicate: str, default: bool = False) -> bool:
        value = self.one(subject, predicate)
        if value not in ("", "true", "false", "1", "0"):
            self.fault(subject, f"{_of(predicate, subject)} must be true or false, not {value!r}", predicate)
        return value in ("true", "1") if value else default

    def choice(self, subject: str, predicate: str, allowed: Sequence[str], default: str) -> str:
        value = self.one(subject, predicate, default)
        if value not in allowed:
            reason = f"{_of(predicate, subject)} is {value!r}, not one of {', '.join(allowed)}"
            self.fault(subject, reason, predicate)
            return default
        return value

    def refers(self, subject: str, predicate: str, known: Iterable[str]) -> tuple[str, ...]:
        """What is referred to by name; a term of another vocabulary only when its name is known here."""
        values = [value for value in self.values(subject, predicate) if value.space is not None]
        names = {value.name for value in values if value.space in ("kg", "") or value.name in known}
        return tuple(sorted(names))

    def class_of(self, subject: str, predicate: str, default: str) -> str:
        value = self.term(subject, predicate)
        if value is None:
            return default
        return _XSD.get(value.name, "Text") if value.space == "xsd" else self.shipped_kind.get(value.name, value.name)

    def same(self, subject: str) -> tuple[str, ...]:
        found = {value.written for name in _SAME for value in self.values(subject, name) if not value.is_literal}
        return tuple(sorted(found))

    # Classes

    def classes(self) -> dict[str, Kind]:
        found = dict(self.base.classes)
        names = [subject for subject in self.of if self.types[subject] & CLASS_TYPES or subject in found]
        for name in names:
            if self.own and name not in found and (shipped := self._shipped_class(name)):
                self.shipped_kind[name] = shipped
        for name in names:
            kind = self.shipped_kind.get(name, name)
            found[kind] = self._kind(name, found.get(kind) or Kind(kind))
        return found

    def _kind(self, name: str, under: Kind) -> Kind:
        stated = tuple(self.shipped_kind.get(up, up) for up in self.refers(name, "rdfs:subClassOf", self.base.classes))
        nouns = {fold(noun) for noun in self.texts(name, "kg:noun")}
        parents = stated or under.parents
        if self.own and under == Kind(under.name):
            nouns = nouns or {relation_words(name)}
            parents = parents or tuple(kind for noun in sorted(nouns) for kind in self.base.classes_of(noun))[:1]
        root = () if under.name in (THING, "Literal") else (THING,)
        return Kind(
            name=under.name,
            parents=parents or root,
            nouns=_added(under.nouns, sorted(nouns)),
            aliases=_added(under.aliases, self.texts(name, "kg:alias")),
            disjoint=under.disjoint | {*self.refers(name, "owl:disjointWith", self.base.classes)},
            description=self.one(name, "rdfs:comment", under.description),
            same=_added(under.same, self.same(name)),
        )

    def _shipped_class(self, name: str) -> str:
        """The shipped class a new one is another name of, unless the user says where it belongs."""
        if self.values(name, "rdfs:subClassOf"):
            return ""
        taken, key = set(self.shipped_kind.values()), relation_key(name)
        for kind in self.base.classes.values():
            keys = {relation_key(words) for words in (kind.name, *kind.aliases)}
            if key in keys and kind.name not in taken and kind.name not in self.of:
                return kind.name
        return ""

    # Relations

    def relations(self) -> dict[str, Relation]:
        found = dict(self.base.relations)
        for name in [subject for subject in self.of if self.types[subject] & RELATION_TYPES or subject in found]:
            name_before = name
            if self.own and name not in found and (shipped := self._shipped_relation(name)):
                self.renamed[shipped] = name
                name_before = shipped
            under = found.pop(name_before, None) or Relation(name, decay=self._usual_decay(name))
            found[name] = self._relation(name, replace(under, phrase=under.phrase if name == under.name else ""))
        renamed = {name: self._renaming(relation) for name, relation in found.items()}
        return {name: _completed(relation, renamed) for name, relation in renamed.items()}

    def _usual_decay(self, name: str) -> str:
        """How a new relation fades unless it says so: by its memory type."""
        return DECAY_OF.get(self.one(name, "kg:memory", "factual"), "slow")

    def _relation(self, name: str, under: Relation) -> Relation:
        types = self.types[name]
        cues = [self._cue(name, value) for value in self.values(name, "kg:cue") if value.language in ("", "en")]
        foreign = self._foreign(name)
        others = self.base.relations
        return Relation(
            name=name,
            domain=self.class_of(name, "rdfs:domain", under.domain),
            range=self.class_of(name, "rdfs:range", under.range),
            inverse=next(iter(self.refers(name, "owl:inverseOf", others)), under.inverse),
            parents=_added(under.parents, self.refers(name, "rdfs:subPropertyOf", others)),
            chains=tuple(dict.fromkeys((*under.chains, *self._chains(name)))),
            symmetric=under.symmetric or "owl:SymmetricProperty" in types,
            transitive=under.transitive or "owl:TransitiveProperty" in types,
            functional=self.flag(name, "kg:functional", under.functional or "owl:FunctionalProperty" in types),
            inverse_functional=self.flag(
                name, "kg:inverseFunctional", under.inverse_functional or "owl:InverseFunctionalProperty" in types
            ),
            per_predicate=self.flag(name, "kg:perPredicate", under.per_predicate),
            timeless=self.flag(name, "kg:timeless", under.timeless),
            habit=self.flag(name, "kg:habit", under.habit),
            disjoint=under.disjoint | {*self.refers(name, "owl:propertyDisjointWith", others)},
            exclusive=self.one(name, "kg:exclusive", under.exclusive),
            decay=self.choice(name, "kg:decay", DECAYS, under.decay),
            memory_type=self.choice(name, "kg:memory", MEMORY_TYPES, under.memory_type),
            area=self.choice(name, "kg:area", AREAS, under.area),
            cues=_sorted_cues(under.cues, cues),
            foreign=tuple(sorted({*under.foreign, *foreign})),
            aliases=_added(under.aliases, self.texts(name, "kg:alias")),
            phrase=self.one(name, "rdfs:label", under.phrase) or relation_words(name),
            labels=tuple(sorted({**dict(under.labels), **self._labels(name)}.items())),
            description=self.one(name, "rdfs:comment", under.description),
            same=_added(under.same, self.same(name)),
        )

    def _chains(self, name: str) -> tuple[tuple[str, ...], ...]:
        return tuple(sorted(tuple(words.split()) for words in self.texts(name, "kg:chain")))

    def _shipped_relation(self, name: str) -> str:
        """The shipped relation a new one is another name of, when their ends are of the same kinds."""
        shipped = self.base.called(name)
        if shipped is None or shipped.name in self.renamed or shipped.name in self.of:
            return ""
        domain = self.class_of(name, "rdfs:domain", shipped.domain)
        range_ = self.class_of(name, "rdfs:range", shipped.range)
        if not (self.base.type_fits(domain, shipped.domain) and self.base.type_fits(range_, shipped.range)):
            return ""
        called_so = relation_key(name) == relation_key(shipped.name)
        narrower = shipped.range == THING != range_
        return "" if narrower and not called_so and not self.strict else shipped.name

    def _renaming(self, relation: Relation) -> Relation:
        new = self.renamed
        return replace(
            relation,
            inverse=new.get(relation.inverse, relation.inverse),
            parents=tuple(new.get(name, name) for name in relation.parents),
            chains=tuple(tuple(new.get(name, name) for name in chain) for chain in relation.chains),
            disjoint=frozenset(new.get(name, name) for name in relation.disjoint),
        )

    def _cue(self, subject: str, value: Term, *, of_event: bool = False) -> Cue | None:
        try:
            cue = parse_event_cue(value.name) if of_event else parse_cue(value.name)
        except ValueError as error:
            self.fault(subject, f"the cue {value.name!r} of {subject} {error}", "kg:cue", value.name)
            return None
        if not cue.wants and not cue.who:
            return cue
        new = (name for name, types in self.types.items() if types & CLASS_TYPES)
        kinds = {"": "", **{name.lower(): name for name in (*self.base.classes, *new)}}
        if cue.wants not in kinds or cue.who not in kinds:
            self.fault(subject, f"the cue {value.name!r} names no class here", "kg:cue", value.name)
            return None
        wants, who = (self.shipped_kind.get(kinds[said], kinds[said]) for said in (cue.wants, cue.who))
        return replace(cue, wants=wants, who=who)

    def _labels(self, subject: str) -> dict[str, str]:
        """Labels by language, other than English."""
        said = (value for value in self.values(subject, "rdfs:label") if value.language not in ("", "en"))
        return {value.language: value.name for value in said}

    def _foreign(self, subject: str, *, of_event: bool = False) -> set[tuple[str, str]]:
        """The cues in other languages, which must be patterns."""
        found = set()
        for value in self.values(subject, "kg:cue"):
            if value.language in ("", "en"):
                continue
            try:
                parse_pattern(value.name, of_event=of_event)
            except ValueError as error:
                self.fault(subject, f"the cue {value.name!r} of {subject} {error}", "kg:cue", value.name)
            else:
                found.add((value.language, value.name))
        return found

    # Events

    def events(self) -> dict[str, EventKind]:
        found = dict(self.base.events)
        for name in [subject for subject in self.of if "kg:EventKind" in self.types[subject] or subject in found]:
            found[name] = self._event(name, found.get(name) or EventKind(name))
        return {
            name: replace(kind, initiates=self._renamed(kind.initiates), terminates=self._renamed(kind.terminates))
            for name, kind in found.items()
        }

    def _event(self, name: str, under: EventKind) -> EventKind:
        said = [value for value in self.values(name, "kg:cue") if value.language in ("", "en")]
        cues = [self._cue(name, value, of_event=True) for value in said]
        foreign = self._foreign(name, of_event=True)
        return EventKind(
            name=name,
            label=self.one(name, "rdfs:label", under.label) or relation_words(name),
            parents=self.refers(name, "rdfs:subClassOf", self.base.events) or under.parents,
            roles=_added(under.roles, self.texts(name, "kg:role")),
            area=self.choice(name, "kg:area", AREAS, under.area),
            cues=_sorted_cues(under.cues, cues),
            foreign=tuple(sorted({*under.foreign, *foreign})),
            initiates=_sorted_effects(under.initiates, self._effects(name, "kg:initiates")),
            terminates=_sorted_effects(under.terminates, self._effects(name, "kg:terminates")),
            description=self.one(name, "rdfs:comment", under.description),
            same=_added(under.same, self.same(name)),
        )

    def _effects(self, subject: str, predicate: str) -> list[Effect]:
        found = []
        for value in self.values(subject, predicate):
            parts = {name: part.name for name, part in value.parts}
            names = (parts.get(part, "") for part in ("kg:relation", "kg:subject", "kg:object"))
            found.append(Effect(*names))
        return found

    def _renamed(self, effects: Iterable[Effect]) -> tuple[Effect, ...]:
        return tuple(replace(one, relation=self.renamed.get(one.relation, one.relation)) for one in effects)

    # Words

    def roles(self) -> dict[str, Role]:
        found = dict(self.base.roles)
        for name in [subject for subject in self.of if "kg:Role" in self.types[subject]]:
            under = found.get(name) or Role(name)
            preps = _added(under.preps, self.texts(name, "kg:preposition"))
            found[name] = Role(name, self.one(name, "rdfs:comment", under.description), preps)
        return found

    def gendered(self, predicate: str, before: Mapping[str, str]) -> dict[str, str]:
        """Words with the gender they tell: titles and nouns."""
        found = dict(before)
        for name in self.of:
            if "kg:Gender" in self.types[name]:
                gender = self.one(name, "rdfs:label", relation_words(name))
                found |= {fold(word): gender for word in self.texts(name, predicate)}
            elif predicate == "kg:title":
                found |= {fold(word): "" for word in self.texts(name, predicate) if fold(word) not in found}
        return found

    def firm_suffixes(self) -> frozenset[str]:
        said = (word for name in self.of for word in self.texts(name, "kg:suffix"))
        return self.base.firm_suffixes | {fold(word) for word in said}

    def declared(self) -> frozenset[str]:
        """The user's own classes and relations."""
        kinds = {name for name, types in self.types.items() if types & (CLASS_TYPES | RELATION_TYPES)}
        return self.base.declared | (kinds if self.own else set())


def overlay(layer: Layer, version: str) -> Ontology:
    """The ontology a layer makes. What is wrong with single values is in `layer.faults` afterwards."""
    classes = layer.classes()
    relations = layer.relations()
    return Ontology(
        relations=dict(sorted(relations.items())),
        events=dict(sorted(layer.events().items())),
        classes=dict(sorted(classes.items())),
        version=version,
        roles=layer.roles(),
        nouns_gender=layer.gendered("kg:noun", layer.base.nouns_gender),
        titles=layer.gendered("kg:title", layer.base.titles),
        firm_suffixes=layer.firm_suffixes(),
        declared=layer.declared(),
        renamed={**layer.base.renamed, **layer.renamed, **{kind: own for own, kind in layer.shipped_kind.items()}},
        strict=layer.strict,
    )


def _completed(relation: Relation, all_of_them: Mapping[str, Relation]) -> Relation:
    """With what follows: an inverse works both ways, and so does what is disjoint; one subject at a time is one object
    at a time of the inverse, and of a symmetric relation the two are one."""
    back = next((other.name for other in all_of_them.values() if other.inverse == relation.name), "")
    other = all_of_them.get(relation.inverse or back)
    return replace(
        relation,
        inverse=relation.inverse or back,
        disjoint=relation.disjoint | {one.name for one in all_of_them.values() if relation.name in one.disjoint},
        functional=relation.functional
        or (relation.symmetric and relation.inverse_functional)
        or (other is not None and other.inverse_functional),
        inverse_functional=relation.inverse_functional
        or (relation.symmetric and relation.functional)
        or (other is not None and other.functional),
    )


def _added(before: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({*before, *more}))


def _sorted_cues(before: Iterable[Cue], more: Iterable[Cue | None]) -> tuple[Cue, ...]:
    found = {cue.text: cue for cue in (*before, *more) if cue is not None}
    return tuple(found[text] for text in sorted(found))


def _sorted_effects(before: Iterable[Effect], more: Iterable[Effect]) -> tuple[Effect, ...]:
    return tuple(sorted({*before, *more}, key=lambda effect: (effect.relation, effect.subject, effect.object)))


def _of(predicate: str, subject: str) -> str:
    return f"{_local(predicate)} of {subject}"


def _local(predicate: str) -> str:
    return predicate.partition(":")[2]
