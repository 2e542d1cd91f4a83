"""What is said of people: whose sister, called what, how old, what by trade, and what they like best."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kgmem.extract_claims import claim_of, cue_table, fits, narrowed, once, subjects_of
from kgmem.extract_scene import Referent, Scene, referent
from kgmem.extract_spots import names_beside
from kgmem.extract_syntax import Clause, Word, noun_preps, phrase, plain, word_set
from kgmem.ontology import Relation
from kgmem.records import FactClaim, Mention
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span, iso, parse_zone

_EXTREMES = frozenset(("favorite", "favourite", "fave"))
_RANKS = word_set("chief head lead senior junior deputy vice assistant principal managing executive associate")


def possessions(scene: Scene) -> list[FactClaim]:
    """ "my sister Flora", "her dog Rex", "Ana's husband Tom", and "my mother" without a name."""
    found = []
    for word in scene.reading.words:
        lemma = word.lemma.lower()
        if word.i and (two := f"{scene.reading.words[word.i - 1].text.lower()} {lemma}") in scene.kin:
            lemma = two
        if lemma not in scene.kin or word.pos not in ("NOUN", "PROPN"):
            continue
        relation, owner_first = scene.kin[lemma]
        holder = word
        if word.dep == "compound" and scene.names.by_word.get(word.head):
            holder = scene.reading.head_of(word)
        owners = scene.reading.kids(word, "poss") or scene.reading.kids(holder, "poss")
        if not owners or scene.names.by_word.get(word.i) or len(owners) > 1:  # two in "Tom's my husband": an "is"
            continue
        owner = referent(scene, owners[0])
        if owner is None or not owner.known or owner.type not in ("Person", "Thing"):
            continue
        kind = relation.range if owner_first else relation.domain
        named = [
            mention for mention in names_beside(scene.reading, scene.names, word, holder) if mention.name != owner.name
        ]
        former = any(
            kid.lemma.lower() in ("ex", "former", "late") for kid in scene.reading.kids(holder, "amod", "compound")
        )
        text, _, end = plain(scene.reading, phrase(scene.reading, word))
        if named:
            for mention in named:
                note_person(scene, mention, kind, lemma)
                who = Referent(mention.name, kind, mention.start, mention.end, True, lemma)
                if len(named) == 1:
                    scene.introduced[f"{owner.name}'s {lemma}"] = who
                found.append(
                    possession(
                        relation, owner, who, lemma, owner_first, 0.9, owners[0].start, mention.end, scene, former
                    )
                )
        elif word.tag in ("NN", "NNP") and holder is word:
            name = f"{owner.name}'s {text}"
            if (
                name in scene.introduced
                or _is_told_apart(scene, word)
                or _is_named_after(scene, word)
                or kind not in ("Person", "Animal", "Thing")
            ):
                continue
            who = Referent(name, kind, owners[0].start, end, False, lemma)
            scene.note_gender(name, lemma)
            scene.names.add(
                Mention(owners[0].start, end, scene.reading.text[owners[0].start : end], name, kind), [word]
            )
            if (relation.timeless or relation.functional) and not owner_first:
                found.append(
                    possession(relation, owner, who, lemma, owner_first, 0.8, owners[0].start, end, scene, former)
                )
    return list(once(scene, (claim for claim in found if claim is not None)))


def _is_told_apart(scene: Scene, word: Word) -> bool:
    """True for the complement of to be, called or named: another rule tells who that is."""
    return word.dep in ("attr", "oprd") or (
        word.dep in ("nsubj", "nsubjpass") and scene.reading.head_of(word).lemma in ("call", "name")
    )


def _is_named_after(scene: Scene, word: Word) -> bool:
    """True for the "boss" of "my boss is Tom": the name comes behind."""
    copula = scene.reading.head_of(word)
    ends = scene.reading.kids(copula, "attr") if word.dep == "nsubj" and copula.lemma == "be" else []
    return any((mention := scene.names.by_word.get(end.i)) and mention.name[:1].isupper() for end in ends)


def note_person(scene: Scene, mention: Mention, kind: str, lemma: str) -> None:
    scene.note_gender(mention.name, lemma)
    scene.names.retype(mention.name, kind)


def possession(
    relation: Relation,
    owner: Referent,
    who: Referent,
    lemma: str,
    owner_first: bool,
    confidence: float,
    start: int,
    end: int,
    scene: Scene,
    former: bool,
) -> FactClaim | None:
    one, other = (owner, who) if owner_first else (who, owner)
    one_type, other_type = relation.domain, relation.range
    if not fits(scene, one, one_type) or not fits(scene, other, other_type):
        return None
    one_type, other_type = narrowed(scene, one, one_type), narrowed(scene, other, other_type)
    said = scene.episode.occurred
    ended = former and not relation.timeless
    return FactClaim(
        one.name, relation.name, other.name, predicate=lemma, subject_type=one_type, object_type=other_type,
        valid=Span(said, FOREVER, "unknown") if ended else ALWAYS, ends=ended,
        confidence=confidence, rule="possession", start=min(start, who.start), end=end,
    )  # fmt: skip


def _kinship(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "Flora is my sister", "Bruno is the father of Milo", "Milo has a sister, Odette"."""
    if clause.lemma == "be" and clause.complement is not None:
        noun = clause.complement
        if noun.lemma.lower() not in scene.kin:
            return
        relation, owner_first = scene.kin[noun.lemma.lower()]
        owners = scene.reading.kids(noun, "poss") or [w for w, _ in noun_preps(scene.reading, noun).get("of", [])]
        for owner_word in owners:
            owner = referent(scene, owner_word)
            for who in subjects_of(scene, clause):
                if owner is None or not owner.known or not who.known or owner.name == who.name:
                    continue
                lemma = noun.lemma.lower()
                scene.note_gender(who.name, lemma)
                scene.introduced[f"{owner.name}'s {lemma}"] = who
                one, other = (owner, who) if owner_first else (who, owner)
                claim = claim_of(scene, clause, relation, one, other, rule="kinship", confidence=0.9, predicate=lemma)
                if claim:
                    yield claim
    elif clause.lemma in ("have", "get", "adopt", "make", "find", "welcome", "gain") and clause.objects:
        if clause.lemma != "have":
            clause = replace(clause, began=True)  # who was adopted is there from then on
        for noun, denied in clause.objects:
            lemma = noun.lemma.lower()
            if lemma not in scene.kin:
                continue
            relation, owner_first = scene.kin[lemma]
            for owner in subjects_of(scene, clause):
                for mention in names_beside(scene.reading, scene.names, noun, noun):
                    kind = relation.range if owner_first else relation.domain
                    if not owner.known or mention.name == owner.name:
                        continue
                    note_person(scene, mention, kind, lemma)
                    who = Referent(mention.name, kind, mention.start, mention.end, True, lemma)
                    one, other = (owner, who) if owner_first else (who, owner)
                    claim = claim_of(
                        scene,
                        clause,
                        relation,
                        one,
                        other,
                        rule="kinship",
                        confidence=0.85,
                        predicate=lemma,
                        negative=denied,
                    )
                    if claim:
                        yield claim


def _favorites(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "My favorite goalkeeper is Ama", "Blue is my favourite colour"."""
    if clause.lemma != "be" or clause.complement is None or not clause.subjects:
        return
    reading = scene.reading
    for noun, value in ((clause.subjects[0], clause.complement), (clause.complement, clause.subjects[0])):
        itself = noun.lemma.lower() in _EXTREMES  # "my favourite is tea"
        if not itself and not any(kid.lemma.lower() in _EXTREMES for kid in reading.kids(noun, "amod", "compound")):
            continue
        owners = reading.kids(noun, "poss")
        owner = referent(scene, owners[0]) if owners else None
        target = referent(scene, value)
        if owner is None or not owner.known or target is None or noun.lemma.lower() in ("part", "thing", "way"):
            continue
        words = [w for w in phrase(reading, noun) if w.lemma.lower() not in _EXTREMES]
        predicate = "favorite " + " ".join(w.text for w in words).lower()
        claim = claim_of(
            scene,
            clause,
            scene.ontology.relation("favorite"),
            owner,
            target,
            rule="favorite",
            confidence=0.85,
            predicate=predicate,
        )
        if claim:
            yield claim
        return


def _ages(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "I'm 34", "she is 12 years old", "he turned 40", "my age is 34", "she has reached the age of 90"."""
    if clause.tense == "past" and clause.lemma == "be":
        return
    reached = [w for w, _ in clause.objects if w.lemma.lower() == "age" and clause.lemma in ("reach", "hit", "attain")]
    owned = [w for w in clause.subjects if w.lemma.lower() == "age" and clause.lemma == "be"]
    if clause.lemma not in ("be", "turn") and not reached:
        return
    after = scene.reading.text[(reached[0] if reached else clause.verb).end : clause.end + 12]
    found = re.match(
        r"\s*(?:now |just |already |only |about |of |aged )?(\d{1,3})(?:\s+years?[- ](?:old|of age)|\s+now)?"
        r"(?:\s+(?:today|now|last|this|in|on|yesterday|and)\b|[.,;!]|\s*$)",
        after,
    )
    if not found or not 0 < int(found[1]) < 120:
        return
    relation = scene.ontology.relation("hasAge")
    owners = [who for w in owned for k in scene.reading.kids(w, "poss") if (who := referent(scene, k)) is not None]
    for who in owners if owned else subjects_of(scene, clause):
        if who.type == "Person" and (clause.lemma == "turn" or who.known):
            claim = claim_of(scene, clause, relation, who, None, value=found[1], rule="age", confidence=0.85)
            if claim and not claim.ends:
                yield claim
            elif claim:
                day = next((t.span for t in scene.dates(clause) if t.kind in ("date", "time")), None)
                start = day.start if day else BEGINNING
                yield replace(claim, valid=Span(start, FOREVER, day.precision if day else "unknown"), ends=False)


def _births(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "I was born on 29 February 2000", "my birthday is 3 May", "the day of her birth is 3 May 1990"."""
    relation = scene.ontology.relation("bornOn")
    zone = parse_zone(scene.episode.zone)
    dates = [t for t in scene.dates(clause) if t.kind in ("date", "time") and t.span.precision != "unknown"]
    came = clause.lemma == "come" and any(w.lemma.lower() == "world" for w, _ in clause.preps.get("into", []))
    told_once = clause.verb.text.lower() != "born" and not came
    dates = [t for t in dates if t.source == "stated" or (not told_once and t.span.precision == "day")]
    if not dates or zone is None or clause.modality != "asserted":
        return
    for who in _whose_birth(scene, clause) if told_once else subjects_of(scene, clause):
        if who.type == "Person" and who.known:
            day = iso(
                dates[0].span.start,
                zone,
                dates[0].span.precision if dates[0].span.precision in ("year", "month") else "day",
            )
            claim = claim_of(scene, clause, relation, who, None, value=day, rule="birth", confidence=0.9)
            if claim:
                yield claim


def _whose_birth(scene: Scene, clause: Clause) -> Iterator[Referent]:
    """Whose birthday a clause gives the date of."""
    if clause.lemma not in ("be", "fall") or not clause.subjects:
        return
    for noun in (*clause.subjects, *([clause.complement] if clause.complement is not None else [])):
        inner = [w for w, _ in noun_preps(scene.reading, noun).get("of", [])]
        lemma = noun.lemma.lower()
        beside = [kid.lemma.lower() for kid in scene.reading.kids(noun, "compound")]
        birth = "birth" in beside or any(word.lemma.lower() == "birth" for word in inner)
        if lemma not in ("birthday", "birthdate", "dob") and not (lemma in ("day", "date") and birth):
            continue
        owners = [owner for word in (noun, *inner) for owner in scene.reading.kids(word, "poss")]
        owners += [w for word in inner for w, _ in noun_preps(scene.reading, word).get("of", [])]
        if owners and (who := referent(scene, owners[0])) is not None:
            yield who


def _classes(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "I am a nurse at Helio", "she is vegetarian"."""
    if clause.lemma not in ("be", "become") or clause.complement is None:
        return
    told = scene.reading.conjuncts(clause.complement)
    if clause.lemma == "become" and clause.tense == "past":
        clause = replace(clause, tense="perfect")
    for word, denied in told:
        denied = denied or scene.reading.is_none(word)
        words = phrase(scene.reading, word)
        if any(w.i > word.i and scene.names.by_word.get(w.i) for w in words):
            words = [w for w in words if w.i <= word.i]  # "the manager of Project Quartz" is a manager
        text, start, end = plain(scene.reading, words)
        lemma = word.lemma.lower()
        if scene.names.by_word.get(word.i) and word.pos != "PROPN":
            continue
        if scene.reading.kids(word, "poss") or word.tag == "NNS":
            continue
        head_noun = word.pos in ("NOUN", "PROPN")
        for relation, cue in cue_table(scene.ontology)["class"]:
            nouns = (text.lower(), lemma, word.text.lower())
            if not any(
                scene.ontology.is_a(kind, cue.wants) for noun in nouns for kind in scene.ontology.classes_of(noun)
            ):
                continue
            if cue.wants == "Occupation" and not _has_article(scene, word, text):
                continue
            if cue.wants != "Occupation" and (word.dep == "amod" or not (head_noun or word.pos == "ADJ")):
                continue
            target = Referent(text.lower() if not text.isupper() else text, cue.wants, start, end, False, lemma)
            for who in subjects_of(scene, clause):
                if who.name == scene.addressee and scene.reading.text[who.start : who.end].lower() == "you":
                    continue  # "you're an artist!" is praise
                if who.type not in ("Person", "Thing") or (not who.known and who.type != "Person"):
                    continue
                claim = claim_of(scene, clause, relation, who, target, rule="class", confidence=0.85, negative=denied)
                if claim:
                    yield claim
                employer = next(
                    (o for prep in ("at", "for") for o, _ in noun_preps(scene.reading, word).get(prep, [])), None
                )
                firm = referent(scene, employer) if employer else None
                elsewhere = any(
                    "at" in c.preps and r.name != "worksFor"
                    for r, c in cue_table(scene.ontology).get(f"be {lemma}", ())
                )
                if firm and firm.known and cue.wants == "Occupation" and firm.type != "Person" and not elsewhere:
                    claim = claim_of(
                        scene,
                        clause,
                        scene.ontology.relation("worksFor"),
                        who,
                        firm,
                        rule="class",
                        confidence=0.85,
                        negative=denied,
                    )
                    if claim:
                        yield claim


def _has_article(scene: Scene, word: Word, text: str) -> bool:
    ranked = any(kid.lemma.lower() in _RANKS for kid in scene.reading.kids(word, "amod", "compound"))
    return bool(scene.reading.kids(word, "det")) or ranked or " of " in text or text.isupper()


PEOPLE_RULES = (_kinship, _favorites, _ages, _births, _classes)
