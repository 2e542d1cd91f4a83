"""What one has: "my two dogs", "I have five kids", "no siblings", "my old car"."""

from __future__ import annotations

from collections.abc import Iterator

from kgmem.extract_claims import claim_of, once, subjects_of
from kgmem.extract_mentions import SPEAKER
from kgmem.extract_nouns import kinds_of, portion_of
from kgmem.extract_people import possession
from kgmem.extract_scene import Referent, Scene, referent, sayable
from kgmem.extract_spots import names_beside
from kgmem.extract_syntax import Clause, Word, phrase, plain, word_set
from kgmem.ontology import Relation
from kgmem.records import FactClaim

_FORMER = word_set("old ex former late first last dream next future ideal childhood own imaginary new")
_LOST = word_set("lose sell die pass steal break wreck crash give need want buy get miss leave")
_FRIENDS = word_set("friend buddy pal")
_LASTING = ("Vehicle", "Home", "Instrument")
_COUNTED = frozenset(("hasPet", "owns"))


def belongings(scene: Scene) -> list[FactClaim]:
    """What the speaker calls "my ...": animals, things one owns, and kin spoken of in the plural."""
    found = []
    for word in scene.reading.words:
        owners = scene.reading.kids(word, "poss")
        if word.pos != "NOUN" or not owners or owners[0].text.lower() not in SPEAKER or scene.names.by_word.get(word.i):
            continue
        owner = referent(scene, owners[0])
        if (
            owner is None
            or not owner.known
            or owner.name != scene.speaker
            or names_beside(scene.reading, scene.names, word, word)
        ):
            continue
        if any(kid.lemma.lower() in _FORMER for kid in scene.reading.kids(word, "amod")) or _is_lost(scene, word):
            continue
        relation, owner_first = _relation_of(scene, word)
        if relation is None or (relation.range == "Person" and word.tag != "NNS"):
            continue
        if relation.name == "owns" and not any(
            scene.ontology.is_a(kind, sort) for kind in kinds_of(scene.ontology, word) for sort in _LASTING
        ):
            continue  # "I forgot my umbrella" is no news of what one owns
        text, _, end = plain(scene.reading, [w for w in phrase(scene.reading, word) if w.pos != "NUM"])
        name = f"{owner.name}'s {text}"
        if name in scene.introduced or not sayable(text):
            continue
        kind = relation.range if owner_first else relation.domain
        thing = Referent(name, _kind(scene, word, kind), owners[0].start, end, False, word.lemma.lower())
        found.append(
            possession(
                relation, owner, thing, word.lemma.lower(), owner_first, 0.7, owners[0].start, end, scene, former=False
            )
        )
    return list(once(scene, (claim for claim in found if claim is not None)))


def having(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "I have two brothers", "I don't have any kids", "I own nine guitars"."""
    if clause.lemma not in ("have", "own", "keep", "raise"):
        return
    for said, denied in clause.objects:
        noun = portion_of(scene.reading, said)
        if scene.names.by_word.get(noun.i) or names_beside(scene.reading, scene.names, noun, noun):
            continue
        relation, owner_first = _relation_of(scene, noun)
        if relation is None or (clause.lemma != "have" and relation.range == "Person"):
            continue
        denied = denied or scene.reading.is_none(noun)
        words = phrase(scene.reading, noun)
        counted, _, _ = plain(scene.reading, words)
        if relation.range == "Person":
            words = [w for w in words if w.pos != "NUM"]
        text, start, end = plain(scene.reading, words)
        for owner in subjects_of(scene, clause):
            if not owner.known or not sayable(text):
                continue
            kind = relation.range if owner_first else relation.domain
            name = f"{owner.name}'s {text}" if relation.range == "Person" else text
            thing = Referent(name, _kind(scene, noun, kind), start, end, False, noun.lemma.lower())
            one, other = (owner, thing) if owner_first else (thing, owner)
            claim = claim_of(
                scene, clause, relation, one, other, rule="having", confidence=0.8, negative=denied,
                predicate=f"{clause.verb.text} {counted}",
            )  # fmt: skip
            if claim:
                yield claim


def _is_lost(scene: Scene, word: Word) -> bool:
    """True when what is said of the thing may be that one has it no more, or does not yet."""
    head = scene.reading.head_of(word)
    return head.lemma in _LOST and word.dep in ("dobj", "nsubj", "nsubjpass")


def _relation_of(scene: Scene, noun: Word) -> tuple[Relation | None, bool]:
    """The relation of an owner to what a noun names, and whether the owner is its subject."""
    lemma = noun.lemma.lower()
    if lemma in scene.kin:
        relation, owner_first = scene.kin[lemma]
        if relation.range != "Person" or lemma in _FRIENDS or relation.domain != "Person":
            return (relation, owner_first) if relation.name in _COUNTED else (None, True)
        return relation, owner_first
    kinds = kinds_of(scene.ontology, noun)
    if any(scene.ontology.is_a(kind, "Animal") for kind in kinds):
        return scene.ontology.relation("hasPet"), True
    if any(scene.ontology.is_a(kind, "Possession") for kind in kinds):
        return scene.ontology.relation("owns"), True
    return None, True


def _kind(scene: Scene, noun: Word, wanted: str) -> str:
    return next((k for k in kinds_of(scene.ontology, noun) if scene.ontology.is_a(k, wanted)), wanted)
