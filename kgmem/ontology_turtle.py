"""Turtle as a flat list of what it says, each with file and line, so that every fault can name its place."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kgmem.errors import OntologyError

NAMESPACE = "https://kgmem.org/ontology#"
SPACES = {
    NAMESPACE: "kg",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://www.w3.org/2000/01/rdf-schema#": "rdfs",
    "http://www.w3.org/2002/07/owl#": "owl",
    "http://www.w3.org/2001/XMLSchema#": "xsd",
    "http://www.w3.org/2006/time#": "time",
    "http://www.w3.org/ns/prov#": "prov",
    "https://schema.org/": "schema",
}


@dataclass(frozen=True, slots=True)
class Term:
    """A value: `name` is the local name of an IRI or the text of a literal; `space` the prefix of an IRI ("" for a
    namespace of the user's own), None for a literal; `parts` are what a blank node says."""

    name: str
    space: str | None = None
    language: str = ""
    parts: tuple[tuple[str, Term], ...] = ()

    @property
    def is_literal(self) -> bool:
        return self.space is None and not self.parts

    @property
    def written(self) -> str:
        return f"{self.space}:{self.name}" if self.space else self.name


@dataclass(frozen=True, slots=True)
class Said:
    """One statement: local name of the subject, predicate like "rdfs:label", value, and where it stands."""

    subject: str
    predicate: str
    value: Term
    file: str
    line: int


def read_turtle(file: str, text: str) -> list[Said]:
    """What a Turtle text says of things with a name. OntologyError with file, line and reason when it is broken."""
    from rdflib import BNode

    triples = _parse(file, text)
    lines = text.splitlines()
    blank: dict[Any, list[tuple[str, Any]]] = {}
    for (subject, predicate, value), _ in triples:
        if isinstance(subject, BNode):
            blank.setdefault(subject, []).append((_iri(predicate).written, value))

    def term(value: Any, depth: int = 0) -> Term:
        if isinstance(value, BNode):
            parts = () if depth > 4 else tuple((name, term(part, depth + 1)) for name, part in blank.get(value, ()))
            return Term("", parts=parts or (("", Term("")),))
        return _literal_or_iri(value)

    found = []
    for (subject, predicate, value), last in triples:
        if not isinstance(subject, BNode):
            meant = term(value)
            line = _line(lines, last, _iri(subject).name, _iri(predicate).name, meant)
            found.append(Said(_iri(subject).name, _iri(predicate).written, meant, file, line))
    return found


def _parse(file: str, text: str) -> list[tuple[tuple[Any, Any, Any], int]]:
    """The triples of a text in the order said, each with the number of the last line read when it was said."""
    from rdflib import Graph
    from rdflib.plugins.parsers.notation3 import BadSyntax, RDFSink, SinkParser

    said: list[tuple[tuple[Any, Any, Any], int]] = []

    class Sink(RDFSink):
        def makeStatement(self, quadruple: Any, why: Any = None) -> None:
            super().makeStatement(quadruple, why)
            formula, predicate, subject, value = quadruple
            normal = tuple(self.normalise(formula, part) for part in (subject, predicate, value))
            said.append(((normal[0], normal[1], normal[2]), parser.lines + 1))

    rdflib_log = logging.getLogger("rdflib.term")
    level = rdflib_log.level
    rdflib_log.setLevel(logging.ERROR)  # it warns of odd literals; the checks name file and line
    parser = SinkParser(Sink(Graph()), baseURI=NAMESPACE, turtle=True)
    try:
        parser.loadBuf(text)
    except BadSyntax as error:
        reason = f"broken Turtle: {getattr(error, '_why', '') or error}".splitlines()[0]
        raise OntologyError(f"{file}, line {error.lines + 1}: {reason}") from error
    except IndexError as error:
        raise OntologyError(f"{file}: broken Turtle: the file ends in the middle of a statement") from error
    except Exception as error:  # rdflib lets ValueError, IndexError and others out of its parser
        raise OntologyError(f"{file}: is no Turtle that rdflib can read ({error})") from error
    finally:
        rdflib_log.setLevel(level)
    return said


def _literal_or_iri(value: Any) -> Term:
    from rdflib import Literal

    if isinstance(value, Literal):
        return Term(str(value), None, value.language or "")
    return _iri(value)


def _iri(value: object) -> Term:
    whole = str(value)
    for space, prefix in SPACES.items():
        if whole.startswith(space):
            return Term(whole.removeprefix(space), prefix)
    return Term(re.split(r"[#/]", whole)[-1], "")


def _line(lines: Sequence[str], last: int, subject: str, predicate: str, value: Term) -> int:
    """Where a statement stands that had been read by line `last`: the first line after its subject that has the value,
    else the predicate. rdflib knows only where a whole list of values ends."""
    begin = next((n for n in range(min(last, len(lines)), 0, -1) if _opens(lines[n - 1], subject)), 1)
    name = re.escape(value.name)
    exact = rf'"{name}"' if value.is_literal else rf":{name}(?![\w-])" if value.name else rf":{re.escape(predicate)}\b"
    for wanted in (exact, rf"(?<![\w-]){name}(?![\w-])", rf":{re.escape(predicate)}\b"):
        for number in range(begin, min(last, len(lines)) + 1):
            if wanted and re.search(wanted, lines[number - 1]):
                return number
    return begin


def _opens(line: str, subject: str) -> bool:
    return bool(re.match(rf"\s*(?:[\w.-]*:|<[^>]*[#/]){re.escape(subject)}>?(?:\s|$)", line))


def by_subject(said: Sequence[Said]) -> Iterator[tuple[str, list[Said]]]:
    """The statements of each subject, subjects in the order they are first spoken of."""
    held: dict[str, list[Said]] = {}
    for one in said:
        held.setdefault(one.subject, []).append(one)
    yield from held.items()
