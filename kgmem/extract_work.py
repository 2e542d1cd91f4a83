"""For whom one works, where cues and capitals do not tell: "my shift at burger king", "I work in a bookstore"."""

from __future__ import annotations

from collections.abc import Iterator

from kgmem.extract_casing import is_bare
from kgmem.extract_claims import claim_of, subjects_of
from kgmem.extract_nouns import names_a
from kgmem.extract_scene import Referent, Scene, is_time, referent, sayable
from kgmem.extract_syntax import Clause, Word, noun_preps, phrase, plain, word_set
from kgmem.records import FactClaim

_POSTS = word_set("job shift position internship gig career")
_HOLDING = word_set("have get hold love like enjoy hate start find work")
_NO_FIRMS = word_set(
    """home night day all least first last once present moment time school full part now weekend that myself money
    fun living free hire people kid child computer hour week month year place bit while animal hand customer client
    pay wage food desk public field industry area house life something one"""
)


def employers(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """Whom one works for, by the verb, by a job or a shift somewhere, or by one's trade there."""
    reading = scene.reading
    if clause.lemma in ("work", "intern"):
        yield from _at(scene, clause, subjects_of(scene, clause), clause.preps)
    if (
        clause.lemma == "be"
        and clause.complement is not None
        and names_a(scene.ontology, clause.complement, "Occupation")
    ):
        yield from _at(scene, clause, subjects_of(scene, clause), noun_preps(reading, clause.complement))
    for noun in [w for w, _ in clause.objects] + clause.subjects:
        if noun.lemma.lower() not in _POSTS:
            continue
        owners = reading.kids(noun, "poss")
        owner = referent(scene, owners[0]) if owners else None
        holders = [owner] if owner is not None else []
        if not holders and noun not in clause.subjects and clause.lemma in _HOLDING:
            holders = subjects_of(scene, clause)
        yield from _at(scene, clause, holders, noun_preps(reading, noun))


def _at(
    scene: Scene, clause: Clause, holders: list[Referent], preps: dict[str, list[tuple[Word, bool]]]
) -> Iterator[FactClaim]:
    relation = scene.ontology.relation("worksFor")
    for prep in ("at", "for", "in", "with"):
        for word, denied in preps.get(prep, []):
            firm = _firm(scene, word, prep)
            for who in holders if firm is not None else ():
                if not who.known and "'s " not in who.name:
                    continue
                claim = claim_of(
                    scene, clause, relation, who, firm, rule="employer", confidence=0.75, negative=denied,
                    predicate=f"works {prep}",
                )  # fmt: skip
                if claim:
                    yield claim


def _firm(scene: Scene, word: Word, prep: str) -> Referent | None:
    """The employer a phrase names: a name, a name without its capital, or a kind of firm."""
    if is_time(scene, word) or word.pos == "PRON" or word.lemma.lower() in _NO_FIRMS:
        return None
    found = referent(scene, word)
    if found is not None and found.known:
        firm = found.type in ("Organization", "Thing", "Product", "Work") and prep in ("at", "for")
        return found if firm else None
    dets = scene.reading.kids(word, "det", "poss", "nummod")
    text, start, end = plain(scene.reading, phrase(scene.reading, word))
    if names_a(scene.ontology, word, "Organization") and dets and sayable(text):
        return Referent(text, "Organization", start, end, False, word.lemma.lower())
    if prep in ("at", "for") and not dets and is_bare(scene.episode.text) and sayable(text) and word.tag[:2] != "VB":
        return Referent(text, "Organization", start, end, False, word.lemma.lower())
    return None
