"""What is said of somebody's own thing, and of two at once: "my birthplace is Brno", "her home is in Porto"; "Ana and I
are good friends", "they are married", "I'm good mates with Sam"."""

from __future__ import annotations

from collections.abc import Iterator

from kgmem.extract_claims import claim_of, cue_table, fits, subjects_of
from kgmem.extract_cues import as_wanted, doing_of, kinds_of, thing
from kgmem.extract_scene import Referent, Scene, is_time, referent
from kgmem.extract_syntax import Clause, Word, noun_preps, word_set
from kgmem.ontology import Cue, Relation
from kgmem.records import FactClaim

_NAMED_BY_CLASS = frozenset(("Occupation", "Field", "Diet", "Language", "Condition", "Food", "Drink", "Animal"))
_JOINT = ("with", "to")


_MASTERED = word_set("good fluent great excellent decent perfect solid fine strong ok okay passable conversational")


def mastered(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "My Italian is good"."""
    end = clause.complement
    if clause.lemma != "be" or not clause.subjects or end is None or end.lemma.lower() not in _MASTERED:
        return
    noun = clause.subjects[0]
    tongue, owner = referent(scene, noun), _owner(scene, noun)
    if owner is None or tongue is None or "Language" not in kinds_of(scene, tongue):
        return
    scene.names.guessed.add(tongue.name)
    claim = claim_of(
        scene, clause, scene.ontology.relation("speaks"), owner, tongue, rule="mastered", confidence=0.8,
        predicate=f"{end.text} {noun.text}",
    )  # fmt: skip
    if claim:
        yield claim


def owned(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "My birthplace is Brno", "her home is in Porto": the noun says the relation, its owner is the subject."""
    doing = clause.verb.tag == "VBG" and clause.progressive and not clause.objects  # "my hobby is jogging"
    if (clause.lemma != "be" and not doing) or not clause.subjects:
        return
    for noun, values in _sides(scene, clause, doing=doing):
        owner = _owner(scene, noun)
        if owner is not None:
            yield from _of_owner(scene, clause, owner, noun, values)


def _sides(scene: Scene, clause: Clause, *, doing: bool) -> Iterator[tuple[Word, list[tuple[Word, bool]]]]:
    """The noun that is somebody's, and what it is: "my hobby is pottery", "pottery is my hobby"."""
    subject, end = clause.subjects[0], clause.complement
    yield subject, [(clause.verb, False)] if doing else scene.reading.conjuncts(end) if end is not None else []
    if end is not None and not doing and end.pos == "NOUN" and not scene.reading.kids(subject, "poss"):
        yield end, [(word, False) for word in clause.subjects]


def _of_owner(
    scene: Scene, clause: Clause, owner: Referent, noun: Word, values: list[tuple[Word, bool]]
) -> Iterator[FactClaim]:
    cues = sorted(_cues_of(scene, noun), key=lambda pair: pair[0].domain == "Thing")
    had = scene.ontology.classes_of(noun.lemma.lower())
    may_be_let = any(scene.ontology.is_a(kind, "Possession") for kind in had)  # where a flat is need not be home
    seen: set[str] = set()
    for relation, cue in cues:
        if relation.range == "Person" and noun is clause.complement:
            continue  # "Flora is my sister": told by kinship
        told = [pair for prep in cue.preps for pair in clause.preps.get(prep, [])] if cue.preps else values
        for word, denied in told:
            target = doing_of(scene, word) if word is clause.verb else thing(scene, word)
            target = as_wanted(scene, relation, target, word) if target is not None else None
            if target is None or is_time(scene, word) or not _may_be(scene, relation, cue, target, word):
                continue
            one, other = (target, owner) if cue.kind == "noun" else (owner, target)
            claim = claim_of(
                scene, clause, relation, one, other, rule=f"owned:{cue.text}",
                confidence=0.45 if may_be_let and cue.preps else 0.85,
                predicate=noun.text.lower(), negative=denied,
            )  # fmt: skip
            if claim and target.name not in seen:
                seen.add(target.name)  # of "my home is in Porto" the closest relation: one lives there
                yield claim


def _owner(scene: Scene, noun: Word) -> Referent | None:
    owners = scene.reading.kids(noun, "poss") or [w for w, _ in noun_preps(scene.reading, noun).get("of", [])]
    who = referent(scene, owners[0]) if owners else None
    return who if who is not None and who.known else None


def _cues_of(scene: Scene, noun: Word) -> list[tuple[Relation, Cue]]:
    table = cue_table(scene.ontology)
    before = " ".join(kid.text.lower() for kid in scene.reading.kids(noun, "compound", "amod") if kid.i == noun.i - 1)
    lemma = noun.lemma.lower()
    after = [f"{lemma} of {word.lemma.lower()}" for word, _ in noun_preps(scene.reading, noun).get("of", [])]
    for said in (f"{before} {lemma}", *after, lemma):
        if found := table.get(f"'s {said}"):
            return found
    return []


def _may_be(scene: Scene, relation: Relation, cue: Cue, target: Referent, word: Word) -> bool:
    """A name, a noun of the class, or where the class is open, any noun."""
    onto = scene.ontology
    if relation.range == "Person":
        return target.known and target.name[:1].isupper() and word.pos != "PRON"
    if onto.is_literal(relation.range) or not fits(scene, target, relation.range):
        return False
    if target.known:
        return (target.type != "Person" or target.name in scene.names.guessed) and word.pos != "PRON"
    if any(onto.is_a(kind, relation.range) for kind in kinds_of(scene, target)):
        return True
    if relation.range in _NAMED_BY_CLASS or cue.preps or relation.range in ("Place", "Organization", "Agent"):
        return False
    return word.pos in ("NOUN", "PROPN") or word.tag == "VBG"


# --- two at once ------------------------------------------------------------------------------------


def mutual(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """What is said of two of each other: "Ana and I are friends", "they are dating", "I'm good mates with Sam"."""
    who = [one for one in subjects_of(scene, clause) if one.known and fits(scene, one, "Person")]
    if not who or clause.question:
        return
    for relation, others, words in _ties(scene, clause):
        pairs = [(who[0], who[1])] if len(who) == 2 and not others else [(one, o) for one in who for o in others]
        for one, other in pairs:
            claim = claim_of(scene, clause, relation, one, other, rule="mutual", confidence=0.85, predicate=words)
            if claim:
                yield claim


def _ties(scene: Scene, clause: Clause) -> Iterator[tuple[Relation, list[Referent], str]]:
    """The symmetric relations a clause says, with whom beside its subjects, and in what words."""
    reading = scene.reading
    noun = clause.complement
    if clause.lemma in ("be", "become", "remain", "stay") and noun is not None and noun.lemma.lower() in scene.kin:
        relation, _ = scene.kin[noun.lemma.lower()]
        if relation.symmetric and not reading.kids(noun, "poss") and noun.tag in ("NNS", "NNPS", "NN"):
            places = [*noun_preps(reading, noun).get("with", []), *clause.preps.get("with", [])]
            others = [o for word, no in places if not no and (o := referent(scene, word)) and o.known]
            if noun.tag != "NN" or reading.kids(noun, "conj"):
                yield relation, others, noun.text.lower()
    table = cue_table(scene.ontology)
    if clause.objects and not all(word.text.lower() in ("each", "other", "another") for word, _ in clause.objects):
        return
    for key in _keys(scene, clause):
        for relation, cue in table.get(key, ()):
            joint = not cue.preps or set(cue.preps) <= set(_JOINT)
            apart = any(clause.preps.get(prep) for prep in cue.preps)
            if relation.symmetric and joint and not apart and not cue.wants and (cue.kind == "be" or not cue.object):
                yield relation, [], key.removeprefix("be ")


def _keys(scene: Scene, clause: Clause) -> list[str]:
    """What to look up in the table of cues: the verb, or to be with what follows it."""
    beside = [clause.complement] if clause.complement is not None else []
    pair = [word for word in beside if word.lemma.lower() not in scene.kin]
    beside += [kid for word in pair for kid in scene.reading.kids(word, "amod")]  # "a married couple"
    beside += scene.reading.kids(clause.verb, "advmod")
    keys = [f"be {word.text.lower()}" for word in beside] if clause.lemma in ("be", "become", "get") else []
    if clause.passive or clause.verb.tag == "VBG":
        keys.append(f"be {clause.verb.text.lower()}")
    if clause.verb.tag == "VBG":
        ways = {clause.particle, *(kid.text.lower() for kid in scene.reading.kids(clause.verb, "advmod", "prep"))}
        keys += [f"be {clause.verb.text.lower()} {way}" for way in sorted(ways - {""})]
    return [*keys, clause.lemma] if clause.lemma != "be" and clause.tense != "past" else keys
