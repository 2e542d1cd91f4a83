"""A question, understood: about whom it asks, over which relations, and in which shape the answer comes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgmem.answer_words import HOPS, PHRASES
from kgmem.ontology import Ontology

LONGEST = 600
"""Signs of a question; what is longer is no question to look facts up for."""
UNKNOWN = "?"
ENOUGH = 0.9
"""Score from which a phrase tells what is asked; one word has 1."""
OF_KIND = 0.2
"""Added to the relation that is meant when nothing but the kind of the answer is named."""
IN_CLASS = 0.5
"""What a word counts for that names the kind of the answer ("which LANGUAGE")."""


@dataclass(frozen=True, slots=True)
class Sense:
    """Relations that words may mean, any of which answers. `turned`: the one asked about is their object. `denied`: the
    words hold a "not" themselves."""

    relations: tuple[str, ...]
    turned: bool = False
    score: float = 0.0
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, understood.

    shape: "which" for what stands at the other end, "count", "whether", "teller" for whose word it is, "order", "span"
    for the time something took or that lies between two things, "times" for how often something happened, "when",
    "who" for who someone is, "age" for how old someone is.
    subject: id of the entity it starts from; `hops` lead from it to the one asked about. `sense` is what is asked of
    that one, None when nothing tells. `object`: the id of the thing at the other end where the question names it.
    wanted: class of the answer. `former`: what was, and is no more. `past`: asked in the past tense. `denied`: whether
    it is not so. An `object` of "?" is one that memory does not know.
    clauses: what happened, in the question's own words. `kinds`: of events. `sure`: how well it was understood, 0 to 1.
    spare: what else may be asked, nearly as likely as `sense`.
    """

    shape: str
    language: str
    subject: str = ""
    hops: tuple[Sense, ...] = ()
    sense: Sense | None = None
    object: str = ""
    wanted: str = ""
    former: bool = False
    past: bool = False
    denied: bool = False
    clauses: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    sure: float = 1.0
    spare: tuple[Sense, ...] = ()


def fit(sense: Sense, wanted: str, kind: str, ontology: Ontology) -> float:
    """0 when the class of the answer or of the one asked about speaks against it, more when it speaks for it."""
    relation = ontology.relation(sense.relations[0])
    near, far = (relation.range, relation.domain) if sense.turned else (relation.domain, relation.range)
    if kind and not sense.turned and not ontology.type_fits(kind, near) and not ontology.type_fits(kind, far):
        return 0.0
    if kind and sense.turned and not ontology.type_fits(kind, near):
        return 0.0
    if wanted and wanted != "Date" and not ontology.type_fits(wanted, far) and not ontology.type_fits(wanted, near):
        return 0.0
    if wanted == "Date":
        return 0.3 if far == "Date" else 0.01
    if wanted and wanted != "Person" and far not in ("Thing", "Agent") and ontology.is_a(wanted, far):
        return 0.3
    return 0.05


def far_end(sense: Sense, ontology: Ontology) -> str:
    """The class of what stands at the other end."""
    relation = ontology.relation(sense.relations[0])
    return relation.domain if sense.turned else relation.range


def leads_on(sense: Sense, ontology: Ontology) -> bool:
    """True for what somebody has that has things of its own: a wife, an employer."""
    return far_end(sense, ontology) in HOPS


def opposite(sense: Sense, ontology: Ontology) -> Sense:
    """What excludes what was said: "does not like" asks for what is disliked."""
    for name in sense.relations:
        other = next((one for one in ontology.relations if ontology.excludes(name, one) and one in PHRASES), None)
        if other:
            return replace(sense, relations=(other,))
    return sense
