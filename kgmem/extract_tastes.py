"""Tastes and habits as chats tell them: "I love to bake", "tacos are my favorite", "I do own cats. I love them"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgmem.extract_claims import claim_of, cue_table, subjects_of
from kgmem.extract_nouns import names_a, portion_of
from kgmem.extract_scene import Referent, Scene, is_time, referent, sayable
from kgmem.extract_spots import VAGUE
from kgmem.extract_syntax import Clause, Word, phrase, plain, word_set
from kgmem.ontology import Relation
from kgmem.records import FactClaim

EXTREMES = word_set("favorite favourite fave fav favorites favourites faves favs")
_TASTES = frozenset(("likes", "dislikes", "prefers"))
_HABITS = {  # verb -> what it says, and the particle or preposition its object stands behind
    "eat": ("eats", ""),
    "drink": ("drinks", ""),
    "read": ("reads", ""),
    "watch": ("watches", ""),
    "listen": ("listensTo", "to"),
    "drive": ("drives", ""),
}
_NOT_HABITS = word_set("breakfast lunch dinner meal food supper way people kid child friend out home crowd hand")
_FONDNESS = word_set("fan lover addict enthusiast buff junkie person fanatic nut guy girl")
_FOND_OF = word_set("obsess addict hook fascinate")
_BEST = word_set("best awesome amazing greatest")
_ASIDES = word_set("especially particularly mainly mostly specially")
_THEM = word_set("them they those these")
_IT = word_set("it that this")
_INSIDE = word_set("advcl conj cc punct npadvmod relcl mark ccomp nsubj dep appos intj parataxis")


def liked(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """What is liked or not, beyond plain objects: deeds, portions, pronouns, what stands behind "especially"."""
    yield from _fond_of_doing(scene, clause)
    for relation, cue in cue_table(scene.ontology).get(clause.lemma, ()):
        if relation.name not in _TASTES or cue.preps or cue.object or clause.passive:
            continue
        if cue.denied and not (clause.negative or clause.ended):
            continue
        told = replace(clause, negative=False, ended=False) if cue.denied else clause
        for target, denied in _fancied(scene, told):
            yield from _said(scene, told, relation, target, rule=f"taste:{cue.text}", negative=denied)


def _fond_of_doing(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "I enjoy wearing hats", where the parser takes the liking for an auxiliary."""
    helpers = {kid.lemma.lower() for kid in scene.reading.kids(clause.verb, "aux")} if clause.verb.tag == "VBG" else ()
    for helper in sorted(helpers):
        for relation, cue in cue_table(scene.ontology).get(helper, ()):
            deed = _deed(scene, clause.verb) if relation.name in _TASTES and cue.text == helper else None
            if deed is not None:
                told = replace(clause, tense="present", modality="asserted")
                yield from _said(scene, told, relation, deed, rule=f"taste:{cue.text}")


def _fancied(scene: Scene, clause: Clause) -> Iterator[tuple[Referent, bool]]:
    reading = scene.reading
    if clause.tense == "past" and not clause.ended:
        return
    for said, denied in clause.objects:
        if said.text.lower() in _THEM | _IT and not reading.kids(said, "det"):
            if (word := antecedent(scene, said)) is not None and (found := thing(scene, word)) is not None:
                yield found, denied
            continue
        noun = portion_of(reading, said)
        if (found := thing(scene, noun)) is not None:
            yield found, denied
        yield from ((one, denied) for one in _asides(scene, said))
    for doing in reading.kids(clause.verb, "xcomp", "acomp", "oprd"):
        for word, denied in reading.conjuncts(doing):
            if word.tag in ("VBG", "VB") and clause.modality == "asserted" and (deed := _deed(scene, word)) is not None:
                yield deed, denied
                yield from ((one, denied) for one in _objects_of(scene, word))
            elif word.tag in ("JJ", "NN", "NNS", "NNP") and (found := thing(scene, word)) is not None:
                yield found, denied


def _deed(scene: Scene, word: Word) -> Referent | None:
    """ "baking cakes", "eat pizza with my kids": what one likes to do, without what stands around it."""
    run = [w for w in scene.reading.subtree(word, without=_INSIDE | {"aux", "advmod"}) if w.i >= word.i]
    if len(run) > 5:
        run = [w for w in scene.reading.subtree(word, without=_INSIDE | {"aux", "advmod", "prep"}) if w.i >= word.i]
    if not run or len(run) > 6 or run[-1].i - run[0].i > len(run) + 1 or word.lemma.lower() in ("be", "have", "see"):
        return None
    text, start, end = plain(scene.reading, run)
    if run[-1].text.lower() in _THEM | _IT or not sayable(text):
        return None
    return Referent(text.lower(), "Activity", start, end, False, word.lemma.lower())


def _objects_of(scene: Scene, deed: Word) -> Iterator[Referent]:
    """What one eats, drinks, reads or listens to, when it is that which one likes."""
    relation, prep = _HABITS.get(deed.lemma.lower(), ("", ""))
    if not relation or relation == "drives":
        return
    tips = scene.reading.kids(deed, "dobj") if not prep else _behind(scene, deed, prep)
    for tip in tips:
        for word, denied in scene.reading.conjuncts(tip):
            found = thing(scene, portion_of(scene.reading, word))
            if found is not None and not denied and found.lemma not in _NOT_HABITS:
                yield found


def _behind(scene: Scene, word: Word, prep: str) -> list[Word]:
    return [
        noun
        for kid in scene.reading.kids(word, "prep")
        if kid.text.lower() == prep
        for noun in scene.reading.kids(kid, "pobj")
    ]


def _asides(scene: Scene, said: Word) -> Iterator[Referent]:
    """ "music, especially jazz"."""
    reading = scene.reading
    for kid in reading.kids(said, "appos", "conj", "dep"):
        if any(inner.lemma.lower() in _ASIDES for inner in reading.kids(kid, "advmod")):
            yield from (one for w, _ in reading.conjuncts(kid) if (one := thing(scene, w)) is not None)


def habits(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "I eat granola every day", "I listen to jazz a lot": what is done as a rule, whatever it is done to."""
    name, prep = _HABITS.get(clause.lemma, ("", ""))
    if not name or clause.tense != "present" or clause.progressive or clause.passive or clause.modality != "asserted":
        return
    said = clause.preps.get(prep, []) if prep else clause.objects
    for word, denied in said:
        noun = portion_of(scene.reading, word)
        found = thing(scene, noun)
        if found is None or found.lemma in _NOT_HABITS or is_time(scene, noun):
            continue
        if name == "drives" and not (found.known or names_a(scene.ontology, noun, "Vehicle")):
            continue
        relation = scene.ontology.relation(name)
        yield from _said(scene, clause, relation, _as_a(scene, found, relation), rule="habit", negative=denied)
        for one in _asides(scene, word):
            yield from _said(scene, clause, relation, _as_a(scene, one, relation), rule="habit", negative=denied)


def favorites(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "Tacos are my favorite", "my fav is blue", "they are my favorites"."""
    if clause.lemma != "be" or clause.complement is None or not clause.subjects:
        return
    reading = scene.reading
    for noun, others in (
        (clause.complement, clause.subjects),
        (clause.subjects[0], [word for word, _ in reading.conjuncts(clause.complement)]),
    ):
        bare = noun.lemma.lower() in EXTREMES or noun.text.lower() in EXTREMES
        if not bare and not any(kid.text.lower() in EXTREMES for kid in reading.kids(noun, "amod", "compound", "nmod")):
            continue
        owner = _owner(scene, noun)
        if owner is None or noun.lemma.lower() in ("part", "thing", "way"):
            return
        words = [] if bare else [w.text for w in phrase(reading, noun) if w.text.lower() not in EXTREMES]
        for value in others:
            word = antecedent(scene, value) if value.text.lower() in _THEM | _IT else value
            target = thing(scene, portion_of(reading, word)) if word is not None else None
            if target is not None:
                yield from _favorite(scene, clause, owner, target, " ".join(words))
        return


def favorites_beside(scene: Scene) -> Iterator[FactClaim]:
    """ "My favorite band, Rancid", "red, my favorite color"."""
    for noun in scene.reading.words:
        marks = [kid for kid in scene.reading.kids(noun, "amod", "compound") if kid.text.lower() in EXTREMES]
        owner = _owner(scene, noun) if marks else None
        clause = next((c for c in scene.clauses if c.start <= noun.start < c.end), None)
        if owner is None or clause is None or clause.question:
            continue
        beside = [scene.reading.head_of(noun)] if noun.dep == "appos" else scene.reading.kids(noun, "appos")
        words = " ".join(w.text for w in phrase(scene.reading, noun) if w not in marks)
        still = replace(clause, negative=False, modality="asserted", tense="present", ended=False)
        for word in beside[:1]:
            if (target := thing(scene, word)) is not None:
                yield from _favorite(scene, still, owner, target, words)


def _favorite(scene: Scene, clause: Clause, owner: Referent, target: Referent, kind: str) -> Iterator[FactClaim]:
    claim = claim_of(
        scene, clause, scene.ontology.relation("favorite"), owner, target, rule="favorite", confidence=0.8,
        predicate=f"favorite {kind.lower()}".strip(),
    )  # fmt: skip
    if claim:
        yield claim


def _owner(scene: Scene, noun: Word) -> Referent | None:
    owners = scene.reading.kids(noun, "poss")
    owner = referent(scene, owners[0]) if owners else None
    return owner if owner is not None and owner.known else None


def fond(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "I'm a big jazz fan", "more of a cat person", "obsessed with sharks", "sharks are the best"."""
    reading = scene.reading
    likes = scene.ontology.relation("likes")
    noun = clause.complement if clause.lemma == "be" else clause.verb if clause.passive else None
    if noun is None:
        return
    noun = next(iter(_behind(scene, noun, "of")), noun) if noun.lemma.lower() in ("more", "bit", "kind") else noun
    targets: list[Word] = []
    if noun.lemma.lower() in _FONDNESS:
        targets = [w for w in reading.kids(noun, "compound", "nmod") if w.pos in ("NOUN", "PROPN")][-1:]
        targets += [w for tip in _behind(scene, noun, "of") for w, _ in reading.conjuncts(tip)]
    elif noun.lemma.lower() in _FOND_OF or noun.text.lower() in ("obsessed", "addicted", "hooked", "fascinated"):
        for prep in ("with", "to", "on", "by"):
            tips = [w for w, _ in clause.preps.get(prep, [])] or _behind(scene, noun, prep)
            targets += [w for tip in tips for w, _ in reading.conjuncts(tip)]
    elif noun.lemma.lower() in _BEST and scene.speaker and not clause.negative:
        speaker = Referent(scene.speaker, "Person", clause.start, clause.start, True)
        for subject in clause.subjects:
            if subject.tag in ("NNS", "NNPS") and noun.lemma.lower() == "best":
                target = thing(scene, subject)
                claim = claim_of(scene, clause, likes, speaker, target, rule="best", confidence=0.6) if target else None
                if claim:
                    yield claim
        return
    for word in targets:
        target = thing(scene, word)
        if target is not None:
            yield from _said(scene, clause, likes, target, rule="fond", predicate=f"is {noun.text}")


def thing(scene: Scene, word: Word) -> Referent | None:
    """What a noun stands for as the object of a taste; None for pronouns, times and words too vague."""
    if word.pos == "PRON" and word.i not in scene.names.by_word:
        return None
    if is_time(scene, word) and word.lemma.lower() in VAGUE:
        return None
    found = referent(scene, word)
    if found is None and word.tag in ("VBG", "UH", "JJ", "VBN", "RB", "NN", "NNS"):
        text, start, end = plain(scene.reading, phrase(scene.reading, word))
        if word.tag == "VBG":
            return _deed(scene, word)
        if word.lemma.lower() in VAGUE or not sayable(text) or scene.reading.kids(word, "poss"):
            return None
        found = Referent(text, "Thing", start, end, False, word.lemma.lower())
    return found


def antecedent(scene: Scene, pronoun: Word) -> Word | None:
    """The thing a "them" or "it" speaks of: of the sentence before, or the part before, the last thing told of.
    Persons are meant by a name or not at all."""
    if scene.meant.get(pronoun.i) is not None and scene.meant[pronoun.i].known:
        return None
    many = pronoun.text.lower() in _THEM
    reading = scene.reading
    at = reading.sentence_of(pronoun)
    for first, last in reversed(reading.sentences[max(at - 1, 0) : at + 1]):
        fitting: list[Word] = []
        for word in reading.words[first : min(last, pronoun.i - 1)]:
            if word.pos not in ("NOUN", "PROPN") or word.dep in ("compound", "poss", "npadvmod", "nmod"):
                continue
            plural = word.tag in ("NNS", "NNPS")
            meaning = scene.meant.get(word.i)
            if plural != many or (meaning is not None and meaning.known):
                continue
            if meaning is None and (word.lemma.lower() in VAGUE or is_time(scene, word)):
                continue
            if names_a(scene.ontology, word, "Person") or word.lemma.lower() in scene.kin:
                continue
            fitting.append(word)
        if fitting:
            told = [w for w in fitting if w.dep in ("dobj", "attr", "conj", "ROOT", "nsubj")]
            return (told or fitting)[-1]
    return None


def _as_a(scene: Scene, found: Referent, relation: Relation) -> Referent:
    fits = scene.ontology.type_fits(found.type, relation.range)
    return found if fits or found.known else replace(found, type=relation.range)


def _said(
    scene: Scene,
    clause: Clause,
    relation: Relation,
    target: Referent,
    *,
    rule: str,
    negative: bool = False,
    predicate: str = "",
) -> Iterator[FactClaim]:
    for who in subjects_of(scene, clause):
        if not who.known and not who.name.startswith(f"{scene.speaker}'s "):
            continue
        claim = claim_of(
            scene, clause, relation, who, target, rule=rule, confidence=0.75, negative=negative, predicate=predicate
        )
        if claim:
            yield claim


TASTE_RULES = (liked, habits, favorites, fond)
