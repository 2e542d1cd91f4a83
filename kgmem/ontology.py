"""The ontology: which relations and events there are, what they connect, and how a sentence says them.

Read from Turtle: the files shipped with kgmem and any the user adds. The vocabulary and the small
grammar of cues are explained at the top of `core.ttl`.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgmem.errors import OntologyError
from kgmem.records import MEMORY_TYPES
from kgmem.text import digest, fold

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

NAMESPACE = "https://kgmem.org/ontology#"
PACKAGED = ("core.ttl", "people.ttl", "events.ttl")
DECAYS = ("none", "slow", "fast")
THING = "Thing"

_CACHE_FORMAT = "3"
_VOCABULARY = frozenset({
    "functional", "perPredicate", "timeless", "memory", "decay", "alias", "cue", "noun",
    "initiates", "terminates", "relation", "subject", "object",
})  # fmt: skip
_RELATION_TYPES = ("ObjectProperty", "DatatypeProperty", "Property", "Relation")
_CLASS_TYPES = ("Class", "EventKind")
_WORD = r"[^\W\d_](?:[\w'-]*\w)?"
_XSD = {"date": "Date", "dateTime": "Date", "integer": "Number", "decimal": "Number", "double": "Number"}
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-\s]+")
_PREPOSITIONS = frozenset(
    (
        *("in", "at", "on", "of", "from", "to", "for", "with", "as", "by", "into", "about", "under"),
        *("behind", "inside", "outside", "near", "over", "after", "against", "off", "through"),
    )
)


@dataclass(frozen=True, slots=True)
class Cue:
    """One way a sentence says a relation or an event.

    `kind` is "verb" (lemma, optional object lemma, prepositions; empty prepositions mean a direct
    object), "be" (adjective or participle `object` after to be), "noun" ("sister of": the one possessed
    is the subject), "possessed" ("'s dog": the owner is the subject) or "class" (to be + a noun of the
    class). `wants` is the class the object must be known to belong to ("" for any). A `denied` cue is
    said with a negation: "can't stand".
    """

    kind: str
    verb: str = ""
    object: str = ""
    preps: tuple[str, ...] = ()
    wants: str = ""
    denied: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Relation:
    """A kind of fact. `functional` means one object at a time; with `per_predicate`, one per own words.

    `timeless` relations hold always. `phrase` renders a statement: "Ana" + "lives in" + "Porto".
    """

    name: str
    domain: str = THING
    range: str = THING
    inverse: str = ""
    symmetric: bool = False
    transitive: bool = False
    functional: bool = False
    per_predicate: bool = False
    timeless: bool = False
    disjoint: frozenset[str] = frozenset()
    decay: str = "slow"
    memory_type: str = "factual"
    cues: tuple[Cue, ...] = ()
    aliases: tuple[str, ...] = ()
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """A fact an event begins or ends: the relation between the participants in two roles.

    An empty `object` role in a terminating effect means every current object.
    """

    relation: str
    subject: str
    object: str = ""


@dataclass(frozen=True, slots=True)
class EventKind:
    name: str
    label: str = ""
    cues: tuple[Cue, ...] = ()
    initiates: tuple[Effect, ...] = ()
    terminates: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A class of things: its parents (none for a root) and the common nouns that name its members."""

    name: str
    parents: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ontology:
    """Relations, event kinds and classes by name; `version` is the hash of the Turtle they came from."""

    relations: Mapping[str, Relation]
    events: Mapping[str, EventKind]
    classes: Mapping[str, Kind]
    version: str = ""
    nouns_gender: Mapping[str, str] = field(
        default_factory=lambda: {
            "sister": "female",
            "brother": "male",
            "mother": "female",
            "mom": "female",
            "dad": "male",
            "father": "male",
            "wife": "female",
            "husband": "male",
        }
    )
    titles: Mapping[str, str] = field(
        default_factory=lambda: {"dr": "", "mr": "male", "mrs": "female", "prof": "", "dr.": ""}
    )
    firm_suffixes: frozenset[str] = frozenset(("a/s", "ltd", "inc", "gmbh"))
    _names: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    _nouns: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        for relation in self.relations.values():
            for words in (relation.name, relation.phrase, *relation.aliases):
                self._names.setdefault(_relation_key(words), relation.name)
        for kind in self.classes.values():
            for noun in kind.nouns:
                self._nouns[noun] = (*self._nouns.get(noun, ()), kind.name)

    def relation(self, name: str) -> Relation:
        """The relation of exactly this name; OntologyError when there is none."""
        try:
            return self.relations[name]
        except KeyError:
            raise OntologyError(
                f"no relation named {name!r}; resolve_relation() finds one by other words, "
                "and a Turtle file passed as ontology= can define it"
            ) from None

    def resolve_relation(self, words: str) -> Relation | None:
        """The relation these words mean, by name or alias: "WORKS_AT", "worksAt", "works at" alike."""
        key = _relation_key(words)
        for candidate in (key, key.removeprefix("is "), key.removeprefix("has "), f"is {key}", f"has {key}"):
            if candidate in self._names:
                return self.relations[self._names[candidate]]
        return None

    def event(self, name: str) -> EventKind:
        """The event kind of this name; the generic Event when there is none."""
        return self.events.get(name) or self.events.get("Event") or EventKind("Event")

    def ancestors(self, kind: str) -> Iterator[str]:
        """The class itself, then its parents upward."""
        seen: set[str] = set()
        above = [kind]
        while above:
            kind = above.pop(0)
            if kind not in seen:
                yield kind
                seen.add(kind)
                above.extend(self.classes[kind].parents if kind in self.classes else ())

    def is_a(self, kind: str, ancestor: str) -> bool:
        return kind == ancestor or ancestor in self.ancestors(kind)

    def type_fits(self, kind: str, wanted: str) -> bool:
        """False only when the two exclude each other: an unknown type or a wider one may still fit."""
        return not kind or not wanted or self.is_a(kind, wanted) or self.is_a(wanted, kind)

    def is_literal(self, kind: str) -> bool:
        """True for a range whose objects are values, not entities."""
        return self.is_a(kind, "Literal")

    def classes_of(self, noun: str) -> tuple[str, ...]:
        """The classes a common noun (lemma, lower case) names a member of; most words have none."""
        return self._nouns.get(fold(noun), ())

    def excludes(self, one: str, other: str) -> bool:
        """True when the two relations cannot hold between the same subject and object at one time."""
        return other in self.relation(one).disjoint or one in self.relation(other).disjoint


def load(extra: Sequence[str | Path] = (), *, cache: Path | None = None) -> Ontology:
    """The shipped ontology with the user's own Turtle files on top.

    Raises OntologyError with file, line (if known) and reason. Reading Turtle takes a few tenths of a
    second: the result is kept for the life of the process, and in the folder `cache` if one is given.
    """
    sources = [*_packaged(), *(_user_file(path) for path in extra)]
    return _load(tuple(sources), cache)


@lru_cache(maxsize=8)
def _load(sources: tuple[tuple[str, str], ...], cache: Path | None) -> Ontology:
    version = digest(_CACHE_FORMAT, *(part for source in sources for part in source))
    kept = cache / f"ontology-{version}.json" if cache else None
    if kept and (found := _read_cache(kept)):
        return found
    read = _compile(sources, version)
    if kept:
        _write_cache(kept, read)
    return read


def _packaged() -> Iterator[tuple[str, str]]:
    """Name and text of the shipped files: from the wheel, else from the checkout beside the package."""
    shipped = files("kgmem") / "data" / "ontology"
    beside = Path(__file__).resolve().parent.parent / "ontology"
    for name in PACKAGED:
        for place in (shipped / name, beside / name):
            if place.is_file():
                yield name, place.read_text(encoding="utf-8")
                break
        else:
            raise OntologyError(f"{name} is missing from this installation of kgmem; install it again")


def _user_file(path: str | Path) -> tuple[str, str]:
    try:
        return str(path), Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise OntologyError(f"{path}: cannot be read ({error.strerror or error})") from error
    except UnicodeDecodeError as error:
        raise OntologyError(f"{path}: is not UTF-8 text (byte {error.start})") from error


# From Turtle


def _compile(sources: Sequence[tuple[str, str]], version: str) -> Ontology:
    from rdflib import OWL, RDF, RDFS, Graph, Literal, URIRef

    whole = Graph()
    where: dict[str, tuple[str, str]] = {}  # local name -> the file that speaks of it last, and its text
    for name, text in sources:
        graph = _parse(name, text)
        for subject in graph.subjects():
            if isinstance(subject, URIRef):
                where[_local(subject)] = (name, text)
        _check_vocabulary(graph, name, text)
        whole += graph

    def fault(subject: Node | str, reason: str) -> OntologyError:
        local = _local(subject)
        file, text = where.get(local, ("", ""))
        return _fault(file, text, local, reason)

    def texts(subject: Node, predicate: Node) -> tuple[str, ...]:
        return tuple(sorted(str(found) for found in whole.objects(subject, predicate)))

    def one(subject: Node, predicate: Node, default: str = "") -> str:
        found = texts(subject, predicate)
        if len(found) > 1 and predicate not in (RDFS.label,):
            raise fault(subject, f"{_local(subject)} has {len(found)} values of {_local(predicate)}, not one")
        return found[0] if found else default

    def flag(subject: Node, predicate: Node) -> bool:
        values = list(whole.objects(subject, predicate))
        for value in values:
            if not isinstance(value, Literal) or value.value not in (True, False):
                raise fault(subject, f"{_of(predicate, subject)} must be true or false, not {str(value)!r}")
        return any(isinstance(value, Literal) and value.value is True for value in values)

    def choice(subject: Node, predicate: Node, allowed: Sequence[str], default: str) -> str:
        value = one(subject, predicate, default)
        if value not in allowed:
            raise fault(subject, f"{_of(predicate, subject)} is {value!r}, not one of {', '.join(allowed)}")
        return value

    def of_type(*names: str) -> list[Node]:
        return sorted({s for s, _, o in whole.triples((None, RDF.type, None)) if _local(o) in names}, key=str)

    kg = {name: URIRef(NAMESPACE + name) for name in (*_VOCABULARY, "Relation", "EventKind")}

    classes: dict[str, Kind] = {}
    for node in of_type(*_CLASS_TYPES):
        name = _local(node)
        parents = sorted(_local(p) for p in whole.objects(node, RDFS.subClassOf) if isinstance(p, URIRef))
        root = () if name in (THING, "Literal") else (THING,)
        nouns = tuple(fold(noun) for noun in texts(node, kg["noun"]))
        classes[name] = Kind(name, tuple(parents) or root, nouns)
    for kind in classes.values():
        for parent in kind.parents:
            if parent not in classes:
                raise fault(kind.name, f"{kind.name} is a subclass of {parent}, which is defined nowhere")

    by_lower_name = {name.lower(): name for name in classes}

    def class_of(subject: Node, predicate: Node) -> str:
        value = one(subject, predicate)
        if not value:
            return THING
        if value.startswith("http://www.w3.org/2001/XMLSchema#"):
            return _XSD.get(_local(value), "Text")
        if _local(value) not in classes:
            raise fault(subject, f"{_of(predicate, subject)} is {_local(value)}, which is no class here")
        return _local(value)

    def cues(subject: Node) -> tuple[Cue, ...]:
        found = []
        for value in whole.objects(subject, kg["cue"]):
            if isinstance(value, Literal) and value.language not in (None, "en"):
                continue
            try:
                cue = parse_cue(str(value))
                if cue.wants:
                    cue = replace(cue, wants=by_lower_name[cue.wants])
                found.append(cue)
            except KeyError as error:
                raise fault(subject, f"the cue {str(value)!r} names no class here") from error
            except ValueError as error:
                raise fault(subject, f"the cue {str(value)!r} of {_local(subject)} {error}") from error
        return tuple(sorted(found, key=lambda cue: cue.text))

    relations: dict[str, Relation] = {}
    for node in of_type(*_RELATION_TYPES):
        name = _local(node)
        kinds = {_local(kind) for kind in whole.objects(node, RDF.type)}
        relations[name] = Relation(
            name=name,
            domain=class_of(node, RDFS.domain),
            range=class_of(node, RDFS.range),
            inverse=_local(one(node, OWL.inverseOf)),
            symmetric="SymmetricProperty" in kinds,
            transitive="TransitiveProperty" in kinds,
            functional=flag(node, kg["functional"]) or "FunctionalProperty" in kinds,
            per_predicate=flag(node, kg["perPredicate"]),
            timeless=flag(node, kg["timeless"]),
            disjoint=frozenset(_local(other) for other in whole.objects(node, OWL.propertyDisjointWith)),
            decay=choice(node, kg["decay"], DECAYS, "slow"),
            memory_type=choice(node, kg["memory"], MEMORY_TYPES, "factual"),
            cues=cues(node),
            aliases=texts(node, kg["alias"]),
            phrase=one(node, RDFS.label) or relation_words(name),
        )
    for relation in relations.values():
        for other in (*([relation.inverse] if relation.inverse else []), *relation.disjoint):
            if other not in relations:
                raise fault(relation.name, f"{relation.name} refers to {other}, which is no relation here")

    def effects(subject: Node, predicate: Node) -> tuple[Effect, ...]:
        found = []
        for node in whole.objects(subject, predicate):
            name = _local(one(node, kg["relation"]))
            effect = Effect(name, one(node, kg["subject"]), one(node, kg["object"]))
            if name not in relations:
                raise fault(subject, f"{_of(predicate, subject)} names {name or 'nothing'}, no relation here")
            if not effect.subject or (not effect.object and predicate == kg["initiates"]):
                raise fault(subject, f"{_of(predicate, subject)} lacks the role of the subject or the object")
            found.append(effect)
        return tuple(sorted(found, key=lambda effect: (effect.relation, effect.subject, effect.object)))

    events = {
        _local(node): EventKind(
            name=_local(node),
            label=one(node, RDFS.label) or relation_words(_local(node)),
            cues=cues(node),
            initiates=effects(node, kg["initiates"]),
            terminates=effects(node, kg["terminates"]),
        )
        for node in of_type("EventKind")
    }
    return Ontology(relations, events, classes, version)


def parse_cue(text: str) -> Cue:
    """A cue from its text; ValueError says what is wrong with it. The grammar stands in `core.ttl`."""
    text = " ".join(text.split())
    if text != text.lower():
        raise ValueError("must be lower case")
    if text.startswith("not "):
        return replace(parse_cue(text.removeprefix("not ")), denied=True, text=text)
    text, _, wants = text.partition(" +")
    if wants and not re.fullmatch(_WORD, wants):
        raise ValueError("wants one class after the plus sign")
    if wants and text == "be":
        return Cue("class", "be", wants=wants, text=f"{text} +{wants}")
    if wants and (cue := parse_cue(text)).kind == "verb":
        return replace(cue, wants=wants, text=f"{text} +{wants}")
    if wants:
        raise ValueError("wants a verb before the plus sign")
    if found := re.fullmatch(rf"'s ({_WORD}(?: {_WORD})?)", text):
        return Cue("possessed", object=found[1], text=text)
    words = text.split()
    if not words or not all(re.fullmatch(rf"{_WORD}(?:/{_WORD})*", word) for word in words):
        raise ValueError("is not made of words; write it like 'live in', 'be allergic to' or 'sister of'")
    if words[0] == "be" and len(words) > 1:
        last = tuple(words[-1].split("/"))
        preps = last if set(last) <= _PREPOSITIONS else ()
        inner = words[1:-1] if preps else words[1:]
        return Cue("be", "be", " ".join(inner), preps, text=text)
    if len(words) == 2 and words[1] == "of":
        return Cue("noun", object=words[0], text=text)
    if len(words) > 3:
        raise ValueError("is too long; a verb, an object and a preposition are the most")
    last = tuple(words[-1].split("/"))
    if len(words) > 1 and set(last) <= _PREPOSITIONS:
        return Cue("verb", words[0], words[1] if len(words) == 3 else "", last, text=text)
    if len(words) == 3:
        raise ValueError(f"ends in {words[-1]!r}, which is no preposition")
    return Cue("verb", words[0], words[1] if len(words) == 2 else "", (), text=text)


def relation_words(name: str) -> str:
    """The words of a name: "worksFor" and "WORKS_FOR" -> "works for"."""
    return " ".join(part for part in _CAMEL.split(name) if part).lower()


def _relation_key(words: str) -> str:
    return fold(relation_words(words)).strip(" .?!")


def _parse(name: str, text: str) -> Graph:
    from rdflib import Graph
    from rdflib.plugins.parsers.notation3 import BadSyntax

    rdflib_log = logging.getLogger("rdflib.term")
    level = rdflib_log.level
    rdflib_log.setLevel(logging.ERROR)  # it warns of odd literals; the checks below name file and line
    try:
        return Graph().parse(data=text, format="turtle")
    except BadSyntax as error:
        raise OntologyError(f"{name}, line {error.lines + 1}: {_reason(error)}") from error
    except IndexError as error:
        raise OntologyError(f"{name}: broken Turtle: the file ends in the middle of a statement") from error
    except Exception as error:  # rdflib lets ValueError, IndexError and others out of its parser
        raise OntologyError(f"{name}: is no Turtle that rdflib can read ({error})") from error
    finally:
        rdflib_log.setLevel(level)


def _reason(error: Any) -> str:
    return f"broken Turtle: {getattr(error, '_why', '') or error}".splitlines()[0]


def _check_vocabulary(graph: Graph, name: str, text: str) -> None:
    for predicate in sorted({str(p) for p in graph.predicates()}):
        if predicate.startswith(NAMESPACE) and _local(predicate) not in _VOCABULARY:
            raise _fault(
                name, text, f":{_local(predicate)}",
                f"kg:{_local(predicate)} is not in the vocabulary; it has {', '.join(sorted(_VOCABULARY))}",
            )  # fmt: skip


def _fault(file: str, text: str, what: str, reason: str) -> OntologyError:
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(rf"{re.escape(what)}\b", line):
            return OntologyError(f"{file}, line {number}: {reason}")
    return OntologyError(f"{file}: {reason}" if file else reason)


def _of(predicate: object, subject: object) -> str:
    return f"{_local(predicate)} of {_local(subject)}"


def _local(node: object) -> str:
    return re.split(r"[#/]", str(node))[-1]


# The compiled form, kept beside a memory so that opening it needs no Turtle


def _write_cache(path: Path, ontology: Ontology) -> None:
    body = json.dumps({
        "relations": [{**asdict(r), "disjoint": sorted(r.disjoint)} for r in ontology.relations.values()],
        "events": [asdict(e) for e in ontology.events.values()],
        "classes": [asdict(c) for c in ontology.classes.values()],
        "version": ontology.version,
    })  # fmt: skip
    draft = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(f"{digest(body)}\n{body}", encoding="utf-8")
        os.replace(draft, path)
    except OSError:  # a read-only folder: the Turtle is read again next time
        draft.unlink(missing_ok=True)


def _read_cache(path: Path) -> Ontology | None:
    """The compiled ontology, or None when it is absent or not byte for byte what was written."""
    try:
        checksum, _, body = path.read_text(encoding="utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    if checksum != digest(body):
        return None
    read = json.loads(body)
    return Ontology(
        {r["name"]: _relation(r) for r in read["relations"]},
        {e["name"]: _event(e) for e in read["events"]},
        {c["name"]: Kind(c["name"], tuple(c["parents"]), tuple(c["nouns"])) for c in read["classes"]},
        read["version"],
    )


def _relation(data: dict[str, Any]) -> Relation:
    sets = {"disjoint": frozenset(data["disjoint"]), "aliases": tuple(data["aliases"])}
    return Relation(**{**data, **sets, "cues": _cues(data["cues"])})


def _event(data: dict[str, Any]) -> EventKind:
    return EventKind(
        data["name"],
        data["label"],
        _cues(data["cues"]),
        tuple(Effect(**effect) for effect in data["initiates"]),
        tuple(Effect(**effect) for effect in data["terminates"]),
    )


def _cues(data: Iterable[dict[str, Any]]) -> tuple[Cue, ...]:
    return tuple(Cue(**{**cue, "preps": tuple(cue["preps"])}) for cue in data)
