"""What can be wrong with an ontology as a whole, told with file, line and reason.

Faults of single values (a flag that is no boolean, a cue that cannot be parsed) are found while reading; here are those
that show when everything is known: names of nothing, cycles, and properties that contradict each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from kgmem.ontology_read import CLASS_TYPES, RELATION_TYPES, TYPES, VOCABULARY, Fault, Layer
from kgmem.ontology_terms import EventKind, Kind, Ontology, Relation, relation_key

RESERVED = frozenset(
    (
        *("id", "name", "type", "kind", "owner", "label", "alias", "embedding", "vector", "text", "value", "statement"),
        *("created_at", "updated_at", "recorded_at", "retracted_at", "deleted_at", "first_seen", "last_seen"),
        *("valid_from", "valid_to", "valid_at", "invalid_at", "started", "ended", "occurred", "precision", "zone"),
        *("subject", "predicate", "object", "relation", "polarity", "modality", "memory_type", "confidence", "trust"),
        *("source", "evidence", "provenance", "origin", "metadata", "session", "episode", "hidden"),
    )
)
"""Names of what kgmem itself keeps of every entity, fact and event: no attribute or relation may be called so."""

Report = Callable[..., None]


def faults(layer: Layer, ontology: Ontology) -> list[Fault]:
    """Everything wrong with a layer that made this ontology, in the order of its files."""
    found: list[Fault] = list(layer.faults)

    def report(subject: str, reason: str, predicate: str = "", value: str = "", *, level: str = "error") -> None:
        file, line = layer.place(subject, predicate, value)
        found.append(Fault(file, line, reason, level))

    spoken_of = {layer.shipped_kind.get(name, name) for name in layer.of}
    _check_statements(layer, ontology, report)
    for kind in ontology.classes.values():
        if kind.name in spoken_of:
            _check_class(kind, ontology, report)
    for relation in ontology.relations.values():
        if relation.name in spoken_of:
            _check_ends(relation, ontology, report)
            _check_properties(relation, report)
            _check_inverse(relation, ontology, report)
            _check_parents(relation, ontology, report)
    for event in ontology.events.values():
        if event.name in spoken_of:
            _check_event(event, ontology, report)
    _check_claimed_twice(ontology, spoken_of, report)
    files = {one.file: position for position, one in enumerate(reversed(layer.said))}
    return sorted(dict.fromkeys(found), key=lambda fault: (-files.get(fault.file, 0), fault.line))


def reserved_reason(name: str, of: str = "") -> str:
    """Why a name is refused, "" when it is free: "created_at", "createdAt" and "Created at" are one name."""
    if relation_key(name).replace(" ", "_") not in RESERVED:
        return ""
    where = f" of {of}" if of else ""
    return (
        f"{name!r}{where} is reserved: kgmem keeps that itself of everything; call it something else, like "
        f"{relation_key(of).replace(' ', '_') or 'my'}_{relation_key(name).replace(' ', '_')}"
    )


def _check_statements(layer: Layer, ontology: Ontology, report: Report) -> None:
    known = {*ontology.classes, *ontology.relations, *ontology.events, *ontology.roles, *layer.shipped_kind}
    for subject, said in layer.of.items():
        types = layer.types[subject]
        for one in said:
            space, _, local = one.predicate.partition(":")
            if space == "kg" and local not in VOCABULARY:
                words = f"kg:{local} is not in the vocabulary; it has {', '.join(sorted(VOCABULARY))}"
                report(subject, words, one.predicate)
            if one.predicate == "rdf:type" and one.value.space == "kg" and one.value.written not in TYPES:
                kinds = ", ".join(sorted(kind for kind in TYPES if kind.startswith("kg:")))
                report(subject, f"{one.value.written} is no type to declare things of; there are {kinds}", "rdf:type")
        if not types & TYPES and subject not in known and any(one.predicate.startswith("kg:") for one in said):
            report(subject, f"{subject} is defined nowhere: say `a kg:Relation` or `a rdfs:Class`")
        if types & RELATION_TYPES and types & CLASS_TYPES:
            report(subject, f"{subject} is declared a relation and a class; give one of them another name", "rdf:type")
        if layer.own and types & RELATION_TYPES and (reason := reserved_reason(subject)):
            report(subject, reason, "rdf:type")


def _check_class(kind: Kind, ontology: Ontology, report: Report) -> None:
    for parent in kind.parents:
        if parent not in ontology.classes:
            report(
                kind.name, f"{kind.name} is a subclass of {parent}, which is defined nowhere", "rdfs:subClassOf", parent
            )
    above = {name: found.parents for name, found in ontology.classes.items()}
    if ring := _ring(kind.name, above):
        report(kind.name, f"{kind.name} is a subclass of itself: {' > '.join(ring)}", "rdfs:subClassOf")
    for other in sorted(kind.disjoint):
        if other not in ontology.classes:
            report(kind.name, f"{kind.name} refers to {other}, which is no class here", "owl:disjointWith", other)
        elif ontology.is_a(kind.name, other):
            report(
                kind.name, f"{kind.name} cannot be disjoint with {other}, which it is one of", "owl:disjointWith", other
            )


def _check_ends(relation: Relation, ontology: Ontology, report: Report) -> None:
    for predicate, kind in (("domain", relation.domain), ("range", relation.range)):
        if kind not in ontology.classes:
            report(
                relation.name, f"{predicate} of {relation.name} is {kind}, which is no class here", f"rdfs:{predicate}"
            )
    if ontology.is_literal(relation.domain):
        report(relation.name, f"domain of {relation.name} is {relation.domain}: values have no facts", "rdfs:domain")
    for predicate, names in (
        ("owl:inverseOf", [relation.inverse] if relation.inverse else []),
        ("owl:propertyDisjointWith", sorted(relation.disjoint)),
        ("rdfs:subPropertyOf", relation.parents),
        ("kg:chain", tuple(dict.fromkeys(part for chain in relation.chains for part in chain))),
    ):
        for other in names:
            if other not in ontology.relations:
                report(relation.name, f"{relation.name} refers to {other}, which is no relation here", predicate, other)
    for chain in relation.chains:
        if len(chain) < 2:
            words = f"the chain {' '.join(chain)!r} of {relation.name} must name two relations or more"
            report(relation.name, words, "kg:chain", " ".join(chain))
    if relation.name in relation.disjoint:
        report(relation.name, f"{relation.name} cannot be disjoint with itself", "owl:propertyDisjointWith")


def _check_properties(relation: Relation, report: Report) -> None:
    name = relation.name
    value = relation.range in ("Literal", "Text", "Number", "Date")
    if value and (relation.symmetric or relation.transitive or relation.inverse):
        report(name, f"{name} has values of {relation.range} as objects, so it cannot be turned round", "rdf:type")
    if relation.symmetric and relation.inverse not in ("", name):
        report(name, f"{name} is symmetric, so it is its own inverse; leave owl:inverseOf out", "owl:inverseOf")
    if relation.symmetric and relation.domain != relation.range:
        reason = f"{name} is symmetric, so its range must be its domain, not {relation.domain} and {relation.range}"
        report(name, reason, "rdfs:range")
    if relation.symmetric and relation.functional and relation.transitive:
        reason = f"{name} is symmetric, functional and transitive: only things by themselves could have it"
        report(name, reason, "rdf:type")
    if relation.per_predicate and not relation.functional:
        report(
            name,
            f"{name} is perPredicate, which means functional per own words: say kg:functional true",
            "kg:perPredicate",
        )
    if relation.timeless and relation.decay != "none":
        report(name, f'{name} is timeless and fades: say kg:decay "none"', "kg:timeless", level="warning")


def _check_inverse(relation: Relation, ontology: Ontology, report: Report) -> None:
    other = ontology.relations.get(relation.inverse)
    if other is None or other.name == relation.name:
        return
    if other.inverse != relation.name:
        reason = f"the inverse of {relation.name} is {other.name}, but that of {other.name} is {other.inverse}"
        report(relation.name, reason, "owl:inverseOf", other.name)
    for mine, its, words in (
        (relation.domain, other.range, "the range"),
        (relation.range, other.domain, "the domain"),
    ):
        if mine in ontology.classes and its in ontology.classes and not ontology.type_fits(mine, its):
            reason = f"{words} of {other.name} is {its}, not {mine} as its inverse {relation.name} says"
            report(relation.name, reason, "owl:inverseOf", other.name)


def _check_parents(relation: Relation, ontology: Ontology, report: Report) -> None:
    above = {name: found.parents for name, found in ontology.relations.items()}
    if ring := _ring(relation.name, above):
        report(relation.name, f"{relation.name} is a sub-property of itself: {' > '.join(ring)}", "rdfs:subPropertyOf")
    for parent in (ontology.relations[name] for name in relation.parents if name in ontology.relations):
        for mine, its, words in (
            (relation.domain, parent.domain, "domain"),
            (relation.range, parent.range, "range"),
        ):
            if mine in ontology.classes and its in ontology.classes and not ontology.is_a(mine, its):
                reason = f"the {words} of {relation.name} is {mine}, but that of {parent.name} above it is {its}"
                report(relation.name, reason, "rdfs:subPropertyOf", parent.name)
        if parent.name in relation.disjoint:
            reason = f"{relation.name} cannot be disjoint with {parent.name}, which holds whenever it does"
            report(relation.name, reason, "owl:propertyDisjointWith", parent.name)


def _check_event(event: EventKind, ontology: Ontology, report: Report) -> None:
    for role in event.roles:
        if role not in ontology.roles:
            report(event.name, f"{event.name} has the role {role!r}; {_roles(ontology)}", "kg:role", role)
    for predicate, effects in (("initiates", event.initiates), ("terminates", event.terminates)):
        for effect in effects:
            if effect.relation not in ontology.relations:
                named = effect.relation or "nothing"
                report(event.name, f"{predicate} of {event.name} names {named}, no relation here", f"kg:{predicate}")
            if not effect.subject or (not effect.object and predicate == "initiates"):
                reason = f"{predicate} of {event.name} lacks the role of the subject or the object"
                report(event.name, reason, f"kg:{predicate}")
            for role in (effect.subject, effect.object):
                if role and role not in ontology.roles:
                    reason = f"{predicate} of {event.name} has the role {role!r}; {_roles(ontology)}"
                    report(event.name, reason, f"kg:{predicate}")
                elif role and event.roles and role not in event.roles:
                    reason = f"{predicate} of {event.name} needs the role {role!r}, which {event.name} does not take"
                    report(event.name, reason, f"kg:{predicate}")


def _roles(ontology: Ontology) -> str:
    return f"the roles are {', '.join(sorted(ontology.roles))}"


def _check_claimed_twice(ontology: Ontology, spoken_of: Iterable[str], report: Report) -> None:
    """Cues and names of two relations: the first by name gets what is said so. Of relations with different domains
    the subject says which is meant: where a person's home is, one lives; where a firm's is, it is located."""
    spoken = set(spoken_of)
    cues: dict[str, list[str]] = {}
    names: dict[str, list[str]] = {}
    for relation in ontology.relations.values():
        for cue in relation.cues:
            cues.setdefault(cue.text, []).append(relation.name)
        for key in {relation_key(words) for words in (relation.name, relation.phrase, *relation.aliases)}:
            names.setdefault(key, []).append(relation.name)
    for text, claimed in cues.items():
        domains = {ontology.relations[name].domain for name in claimed}
        if len(claimed) > len(domains) and (own := next((name for name in claimed if name in spoken), "")):
            report(own, f"the cue {text!r} is claimed by {_both(claimed)}", "kg:cue", text, level="warning")
    for key, claimed in names.items():
        if len(claimed) > 1 and (own := next((name for name in claimed if name in spoken), "")):
            report(own, f"the name {key!r} is claimed by {_both(claimed)}", "kg:alias", key, level="warning")


def _both(names: Iterable[str]) -> str:
    return " and ".join(sorted(names))


def _ring(name: str, above: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The way from a name back to itself, [] when there is none."""
    ways = {up: [name, up] for up in above.get(name, ())}
    waiting = list(ways)
    while waiting:
        at = waiting.pop()
        if at == name:
            return ways[at]
        for up in above.get(at, ()):
            if up not in ways:
                ways[up] = [*ways[at], up]
                waiting.append(up)
    return []
