"""How people stand to each other as talk tells it: "we broke up", "Mom, ...", "she's so sweet", "I miss him"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kgmem.extract_claims import claim_of, once
from kgmem.extract_coref import bound
from kgmem.extract_mentions import SPEAKER
from kgmem.extract_scene import Referent, Scene, referent
from kgmem.extract_syntax import Clause, Word, noun_preps, word_set
from kgmem.records import FactClaim

_GUESSED = 0.6
_PRAISE = word_set(
    """sweet great nice cute hot amazing wonderful brilliant adorable beautiful gorgeous smart funny cool lovely
    charming fantastic handsome kind attractive sexy awesome talented generous incredible special terrific
    thoughtful romantic clever delightful wise passionate"""
)
_BLAME = word_set(
    """annoying terrible mean horrible awful jerk creep rude selfish evil pathetic creepy idiot cruel ass bitch bastard
    moron loser obnoxious disgusting liar"""
)
_BEGUN = frozenset(("move", "marry", "engage", "get"))
"""What is done with these verbs begins a state: "she moved in with us" does not say that it is over."""
_PERSONS = word_set("guy man woman girl person friend lady boy kid actor actress dancer singer kisser cook teacher")
_WITH = {  # verb and particle -> what is said of those who do it with each other
    ("date", ""): "partnerOf", ("go", "out"): "partnerOf",
    ("break", "up"): "exPartnerOf", ("split", "up"): "exPartnerOf", ("dump", ""): "exPartnerOf",
    ("divorce", ""): "exPartnerOf", ("marry", ""): "spouseOf",
    ("live", "together"): "livesWith", ("move", "in"): "livesWith", ("live", ""): "livesWith",
    ("be", "together"): "partnerOf", ("get", "married"): "spouseOf",
    ("be", "married"): "spouseOf", ("be", "engaged"): "partnerOf", ("get", "engaged"): "partnerOf",
    ("hook", "up"): "partnerOf",
}  # fmt: skip
_NOUNS = {
    "friend": "friendOf", "buddy": "friendOf", "pal": "friendOf", "roommate": "roommateOf", "flatmate": "roommateOf",
    "brother": "siblingOf", "sister": "siblingOf", "sibling": "siblingOf", "cousin": "cousinOf", "twin": "siblingOf",
    "classmate": "classmateOf", "neighbor": "neighborOf", "neighbour": "neighborOf", "colleague": "colleagueOf",
    "couple": "partnerOf",
}  # fmt: skip
_SCHOOLS = word_set("school college university")
_KIN_CALLS = re.compile(
    r"(?:^\W*|[.!?…,]\s*|\b(?:hey|hi|hello|oh|ok|okay|look|well|yes|no|yeah|thanks|sorry|bye|uh|um|and|but|see|right|"
    r"what|listen)[\s,]+)(?P<kin>mom|mommy|mum|mama|mother|dad|daddy|papa|father|son|grandma|grandpa|sis)"
    r"(?:\s*(?=[,!?.…]|$)|(?=\s+(?:that|this|i|you|we|please|don|it|why)\b))",
    re.I,
)


def bonds(scene: Scene) -> list[FactClaim]:
    """What a turn tells of those who talk and of those they talk of."""
    found: list[FactClaim] = []
    for clause in scene.clauses:
        found += _doings(scene, clause)
        found += _both(scene, clause)
        if not clause.question:
            found += _feelings(scene, clause)
            found += _opinions(scene, clause)
    found += _called(scene)
    found += _is_kin(scene)
    return list(once(scene, found))


def _doings(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "Monica broke up with him", "we went out for two years", "Ross and Emily are getting married"."""
    if clause.negative or clause.modality in ("hypothetical", "planned", "reported"):
        return
    name = next((n for (verb, tail), n in _WITH.items() if verb == clause.lemma and tail in _tails(scene, clause)), "")
    if clause.lemma == "see" and clause.progressive:
        name = "partnerOf"
    if not name or (name == "spouseOf" and clause.question):
        return
    if clause.lemma in _BEGUN and clause.tense == "past":
        clause = replace(clause, tense="perfect")
    direct = [w for w, no in clause.objects if not no]
    tips = [w for prep in ("with", "to") for w, no in clause.preps.get(prep, []) if not no]
    others = direct if clause.lemma in ("date", "see", "dump", "divorce", "marry") else tips
    if clause.lemma == "live" and not clause.preps.get("with") and "together" not in _tails(scene, clause):
        return
    yield from _between(scene, clause, name, _persons(scene, clause.subjects), _persons(scene, others), rule="bond")
    with_us = clause.tense in ("past", "perfect") or clause.lemma == "live" or name == "exPartnerOf"
    if not others and (with_us or len(clause.subjects) > 1):
        yield from _each_other(scene, clause, name)


def _tails(scene: Scene, clause: Clause) -> set[str]:
    """The particles and adverbs behind a verb, "" always among them."""
    kids = scene.reading.kids(clause.verb, "advmod", "acomp", "prt", "prep", "oprd")
    tails = {"", clause.particle, *(kid.text.lower() for kid in kids)}
    if clause.complement is not None:
        tails.add(clause.complement.text.lower())
    return tails


def _both(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "We were best friends", "you two are roommates", "we went to high school together"."""
    reading = scene.reading
    if clause.negative or clause.modality == "hypothetical":
        return
    noun = clause.complement
    if clause.lemma == "be" and noun is not None and noun.lemma.lower() in _NOUNS:
        name = _NOUNS[noun.lemma.lower()]
        with_whom = _persons(scene, [w for w, _ in noun_preps(reading, noun).get("with", [])])
        if with_whom:
            yield from _between(
                scene, clause, name, _persons(scene, clause.subjects), with_whom, rule="bond", predicate=noun.text
            )
        elif noun.tag == "NNS" or noun.lemma == "couple":
            yield from _each_other(scene, clause, name)
    if clause.lemma in ("go", "be") and "together" in {k.text.lower() for k in reading.kids(clause.verb, "advmod")}:
        schools = [w for prep in ("to", "in", "at") for w, _ in clause.preps.get(prep, [])]
        if any(w.lemma.lower() in _SCHOOLS for w in schools):
            yield from _each_other(scene, clause, "classmateOf")


def _each_other(scene: Scene, clause: Clause, name: str) -> Iterator[FactClaim]:
    """What a clause says of two who are its subjects, "we" being the one who talks and the one talked to."""
    persons = _persons(scene, clause.subjects)
    if len(persons) == 1 and any(w.text.lower() in ("we", "us") for w in clause.subjects) and scene.addressee:
        start = clause.subjects[0].start
        persons = [persons[0], Referent(scene.addressee, "Person", start, clause.subjects[0].end, True)]
    if len(persons) == 2 and persons[0].name != persons[1].name:
        yield from _between(scene, clause, name, persons[:1], persons[1:], rule="bond", sure=0.65)


def _feelings(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "I'm in love with her", "he's got a crush on you", "I miss him"."""
    if clause.modality == "planned" or (clause.modality == "hypothetical" and clause.verb.tag == "VB"):
        return
    reading = scene.reading
    targets: list[Word] = []
    name = "likes"
    loving = [w for w, _ in clause.preps.get("in", []) if w.lemma.lower() == "love"]
    held = [w for w, _ in clause.objects if w.lemma.lower() in ("crush", "feeling", "thing")]
    if clause.lemma in ("be", "fall") and loving:
        targets = [w for w, _ in (*noun_preps(reading, loving[0]).get("with", []), *clause.preps.get("with", []))]
    elif held and clause.lemma in ("have", "get", "feel"):
        preps = noun_preps(reading, held[0])
        targets = [w for prep in ("on", "for") for w, _ in (*preps.get(prep, []), *clause.preps.get(prep, []))]
    elif clause.lemma in ("miss", "adore", "worship", "trust", "love", "like"):
        targets = [w for w, no in clause.objects if not no]
    elif clause.lemma in ("hate", "despise", "resent"):
        name, targets = "dislikes", [w for w, no in clause.objects if not no]
    elif clause.complement is not None and clause.complement.text.lower() in (
        "mad",
        "angry",
        "pissed",
        "furious",
        "sick",
    ):
        preps = noun_preps(reading, clause.complement)
        name = "dislikes"
        targets = [w for prep in ("at", "with", "of") for w, _ in (*preps.get(prep, []), *clause.preps.get(prep, []))]
    elif clause.complement is not None and clause.complement.text.lower() in ("proud", "fond"):
        preps = noun_preps(reading, clause.complement)
        targets = [w for w, _ in (*preps.get("of", []), *clause.preps.get("of", []))]
    if clause.negative:
        return
    still = clause if clause.ended else replace(clause, tense="present", modality="asserted")
    yield from _between(scene, still, name, _persons(scene, clause.subjects), _persons(scene, targets), rule="feeling")


def _opinions(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "She's so sweet", "you're a great friend": what the speaker thinks of somebody."""
    if clause.lemma not in ("be", "look", "seem") or clause.complement is None or not scene.speaker or clause.negative:
        return
    if clause.modality in ("hypothetical", "planned", "reported") or (clause.tense == "past" and clause.lemma == "be"):
        return
    noun = clause.complement
    said = {noun.text.lower()}
    if noun.pos == "NOUN":
        said |= {kid.text.lower() for kid in scene.reading.kids(noun, "amod")}
        if noun.lemma.lower() not in _PERSONS and noun.text.lower() not in _PRAISE | _BLAME:
            return
    else:
        said |= {kid.text.lower() for kid in scene.reading.kids(noun, "conj")}
    name = "admires" if said & _PRAISE else "dislikes" if said & _BLAME else ""
    if not name:
        return
    speaker = [Referent(scene.speaker, "Person", clause.start, clause.start, True)]
    told = replace(clause, modality="asserted", tense="present")
    word = sorted(said & (_PRAISE | _BLAME))[0]
    yield from _between(
        scene,
        told,
        name,
        speaker,
        _persons(scene, clause.subjects),
        rule="opinion",
        sure=0.6,
        predicate=f"finds {word}",
    )


def _called(scene: Scene) -> Iterator[FactClaim]:
    """ "Mom, don't bite your nails": who is called by what they are to the speaker; and the one so called answers."""
    if not scene.speaker or not scene.addressee:
        return
    calls = [(_KIN_CALLS.search(scene.reading.text), scene.addressee, scene.speaker)]
    if scene.last is not None and scene.last.speaker == scene.addressee:
        calls.append((_KIN_CALLS.match(scene.last.text), scene.speaker, scene.addressee))
    for found, one, other in calls:
        noun = found["kin"].lower() if found is not None else ""
        if found is None or noun not in scene.kin:
            continue
        relation, _ = scene.kin[noun]
        start, end = found.span("kin") if one == scene.addressee else (0, len(scene.reading.text))
        claim = claim_of(
            scene, _stated(scene, scene.reading.words[0]), relation, Referent(one, "Person", start, end, True),
            Referent(other, "Person", start, end, True), rule="vocative", confidence=0.75, predicate=noun,
        )  # fmt: skip
        if claim:
            yield claim


def _is_kin(scene: Scene) -> Iterator[FactClaim]:
    """ "Chandler's my husband", an "is" that a parser takes for a possessor's mark; "she's his sister", of persons who
    are only likely meant."""
    for word in scene.reading.words:
        lemma = word.lemma.lower()
        owners = scene.reading.kids(word, "poss")
        if lemma not in scene.kin or not owners:
            continue
        relation, owner_first = scene.kin[lemma]
        whose: list[Referent] = []
        who: list[Referent] = []
        told = _stated(scene, word)
        if len(owners) == 2 and owners[0].i in scene.names.by_word and owners[1].tag == "PRP$":
            whose, who = _persons(scene, owners[1:]), _persons(scene, owners[:1])
        elif word.dep == "attr" and told.lemma == "be" and told.complement is word and not told.question:
            if told.modality != "asserted" or told.negative:
                continue
            whose, who = _persons(scene, owners), _persons(scene, told.subjects)
        pair = (whose, who) if owner_first else (who, whose)
        yield from _between(scene, told, relation.name, *pair, rule="kinship", sure=0.8, predicate=lemma)


def _stated(scene: Scene, word: Word) -> Clause:
    """The clause a word stands in; where there is no verb, one that just states."""
    within = (c for c in scene.clauses if c.start <= word.start < c.end and c.lemma == "be")
    clause = next(within, None)
    return clause if clause is not None else Clause(word, "be", start=word.start, end=word.end)


def _persons(scene: Scene, words: Iterable[Word]) -> list[Referent]:
    """The persons that words name or point to, those guessed at included; a guess is not `known`."""
    found: list[Referent] = []
    for word in words:
        meaning = scene.meant.get(word.i)
        if meaning is not None and len(meaning.names) == 2 and meaning.sure >= _GUESSED:
            found += [Referent(name, "Person", word.start, word.end, True) for name in meaning.names]
            continue
        who = referent(scene, word)
        if who is None and (name := bound(scene.meant, word.i, least=_GUESSED)):
            who = Referent(name, "Person", word.start, word.end, False)
        if who is not None and (who.known or who.type == "Person") and who.type in ("Person", "Thing"):
            found.append(who)
        elif who is None and word.text.lower() in SPEAKER and scene.speaker:
            found.append(Referent(scene.speaker, "Person", word.start, word.end, True))
    return found


def _between(
    scene: Scene,
    clause: Clause,
    name: str,
    ones: list[Referent],
    others: list[Referent],
    *,
    rule: str,
    sure: float = 0.7,
    predicate: str = "",
) -> Iterator[FactClaim]:
    relation = scene.ontology.relation(name)
    for one in ones:
        for other in others:
            if one.name == other.name:
                continue
            guessed = 1.0 if one.known and other.known else 0.85
            claim = claim_of(
                scene, clause, relation, one, other, rule=rule, confidence=sure * guessed, predicate=predicate
            )
            if claim:
                yield claim
