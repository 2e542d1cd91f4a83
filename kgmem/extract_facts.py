"""Facts said in a sentence, by the ontology's cues over its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgmem.extract_aims import aims
from kgmem.extract_attributes import attributes
from kgmem.extract_belongings import having
from kgmem.extract_claims import claim_of, once, own_words, subjects_of
from kgmem.extract_cues import EMPTY_DOINGS, STATES, cued, is_definite
from kgmem.extract_identity import naming
from kgmem.extract_owned import mastered, mutual, owned
from kgmem.extract_people import PEOPLE_RULES
from kgmem.extract_scene import Referent, Scene, is_time, referent
from kgmem.extract_syntax import Clause, Word, noun_preps, word_set
from kgmem.extract_tastes import TASTE_RULES, favorites_beside
from kgmem.extract_work import employers
from kgmem.records import FactClaim
from kgmem.temporal import ALWAYS, FOREVER, Span

_MENTAL = word_set(
    """say tell think know hear ask mean guess hope wish see look feel seem let make get go come want need try
    thank love like hate enjoy remember forget believe understand mention talk speak hope suppose appreciate
    miss wait call have be do take give help keep put show find use put send bring hug text start stop share
    support check read watch"""
)
_LOCATIVE = word_set("""in at inside under behind beneath above near beside outside on""")


def _isa(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "Rex is a greyhound", "Kanbloom is a planner": what a named thing is."""
    noun = clause.complement
    if clause.lemma != "be" or noun is None or noun.pos != "NOUN" or clause.modality != "asserted":
        return
    if not any(kid.text.lower() in ("a", "an") for kid in scene.reading.kids(noun, "det")):
        return
    target = referent(scene, noun)
    for who in subjects_of(scene, clause):
        named = who.known and who.type not in ("Person", "Language") and who.name[:1].isupper()
        if named and target is not None and not target.known and "'s " not in target.name:
            claim = claim_of(scene, clause, scene.ontology.relation("isA"), who, target, rule="isa", confidence=0.7)
            if claim:
                yield claim


def facts(scene: Scene, *, settled: frozenset[int] = frozenset()) -> list[FactClaim]:
    """What the clauses say. `settled` are verbs whose meaning is told already, as an event's effects."""
    found: list[FactClaim] = []
    for clause in scene.clauses:
        if not clause.question:
            found += _clause_facts(scene, _of_several(scene, clause), settled)
    found += favorites_beside(scene)
    disliked = {(f.subject, f.object) for f in found if f.relation == "dislikes"}
    return list(once(scene, (f for f in found if not (_is_disliking(f) and (f.subject, f.object) in disliked))))


def _is_disliking(claim: FactClaim) -> bool:
    return claim.relation == "likes" and claim.polarity == "negative"


def _of_several(scene: Scene, clause: Clause) -> Clause:
    """ "One of my friends" told as "my friend"."""
    noun = clause.complement
    if noun is None or noun.lemma.lower() not in ("one", "some"):
        return clause
    inner = [word for word, _ in noun_preps(scene.reading, noun).get("of", [])]
    return replace(clause, complement=inner[0]) if inner else clause


def _clause_facts(scene: Scene, clause: Clause, settled: frozenset[int]) -> Iterator[FactClaim]:
    made = False
    rules = (
        *(naming, *PEOPLE_RULES, owned, mastered, cued, mutual, _places, _isa, _together),
        *(having, employers, *TASTE_RULES, aims),
    )
    for rule in rules:
        if made and rule is having:
            continue  # "I have a flat in Porto" is told by its cue
        told = list(rule(scene, clause))
        made = made or bool(told)
        yield from told
        if told and rule is owned:
            break  # "my home is in Porto" is said of me, not of a thing called home
    if not made and (told := list(attributes(scene, clause))):
        yield from told
    elif not made and clause.verb.i not in settled:
        yield from _other_verbs(scene, clause)


def _together(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "Johan and Mick row together": what each of two does with the other."""
    beside = {kid.lemma.lower() for kid in scene.reading.kids(clause.verb, "advmod")}
    who = [one for one in subjects_of(scene, clause) if one.known]
    if "together" not in beside or len(who) != 2 or clause.lemma in STATES or clause.objects or clause.preps:
        return
    yield from _related(scene, clause, who[0], who[1], f"{clause.verb.text} with")


def _places(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """Where a thing is: "the spare fuse is taped inside the cupboard door", "the tax office is in Room 14"."""
    sought = clause.lemma == "find" and {w.text.lower() for w in clause.subjects} <= {"you", "one", "we", "they"}
    if sought and not clause.negative and any(scene.names.by_word.get(w.i) for w, _ in clause.objects):
        named = [word for word, _ in clause.objects]  # "you'll find Acme in Porto"
        preps = clause.preps or noun_preps(scene.reading, named[0])
        clause = replace(clause, subjects=named, preps=preps, modality="asserted", tense="present", lemma="be")
    if clause.lemma != "be" and not (clause.passive and clause.tense == "present"):
        return
    if clause.complement is not None or clause.tense not in ("present", "past", "perfect"):
        return
    relation = scene.ontology.relation("locatedIn")
    for who in subjects_of(scene, clause):
        if (who.type in ("Person", "Event", "Animal", "Activity") and who.name not in scene.names.guessed) or not (
            who.known or is_definite(scene, who)
        ):
            continue
        for prep, objects in clause.preps.items():
            if prep not in _LOCATIVE:
                continue
            for word, denied in objects:
                target = referent(scene, word)
                if target is None or is_time(scene, word) or target.type in ("Person", "Activity", "Animal"):
                    continue
                named_place = target.known and word.pos in ("PROPN", "NUM", "X")
                if not named_place and not (is_definite(scene, target) and (target.type != "Thing" or clause.passive)):
                    continue
                fitted = Referent(target.name, "Place", target.start, target.end, target.known, target.lemma)
                claim = claim_of(
                    scene, clause, relation, who, fitted, rule="place", confidence=0.7, negative=denied,
                    predicate=f"{'' if clause.lemma == 'be' else clause.verb.text + ' '}{prep}",
                )  # fmt: skip
                if claim:
                    yield claim


def _other_verbs(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """Any other verb between two named things keeps its own words."""
    if (
        clause.modality != "asserted"
        or clause.negative
        or clause.ended
        or clause.lemma in _MENTAL
        or clause.verb.pos != "VERB"
    ):
        return
    if clause.verb.dep == "conj" and clause.verb.tag == "VBN" and not scene.reading.kids(clause.verb, "auxpass", "aux"):
        return  # "born and bred": one statement
    if not any(s.i != clause.verb.i for s in clause.subjects) or clause.verb.dep not in (
        "ROOT",
        "conj",
        "relcl",
        "ccomp",
    ):
        return
    links = [(w, "") for w, denied in clause.objects if not denied]
    links += [
        (w, prep) for prep, found in clause.preps.items() for w, denied in found if not denied and prep != "agent"
    ]
    subjects = [s for s in subjects_of(scene, clause) if s.known]
    if clause.passive:
        agents = [referent(scene, w) for w, _ in clause.preps.get("by", [])]
        for agent in agents:
            for who in subjects:
                if agent and agent.known and who.name != scene.speaker:
                    yield from _related(scene, clause, agent, who, clause.verb.text)
        return
    for word, prep in links:
        target = referent(scene, word)
        if target is None or is_time(scene, word):
            continue
        if not target.known:
            if not prep and _is_deed(clause, word):
                for who in subjects:
                    if _is_somebody_else(scene, who):
                        yield from _related(scene, clause, who, target, own_words(clause))
            continue
        if clause.objects and prep and not any(scene.names.by_word.get(o.i) for o, _ in clause.objects):
            continue
        for who in subjects:
            if (
                who.name == target.name
                or target.name in (scene.speaker, scene.addressee)
                or who.name == scene.addressee
            ):
                continue
            yield from _related(scene, clause, who, target, " ".join(p for p in (own_words(clause), prep) if p))


def _is_deed(clause: Clause, word: Word) -> bool:
    """True for what is done, or done as a rule, to a thing: "repairs clocks", "borrowed item 3"."""
    return (
        clause.verb.dep == "ROOT"
        and clause.tense in ("present", "past")
        and not clause.progressive
        and clause.lemma not in EMPTY_DOINGS
        and word.pos == "NOUN"
    )


def _is_somebody_else(scene: Scene, who: Referent) -> bool:
    """True for one who is called by a name and does not take part in the talk."""
    return who.name[:1].isupper() and who.name not in (scene.speaker, scene.addressee) and "'s " not in who.name


def _related(scene: Scene, clause: Clause, who: Referent, target: Referent, words: str) -> Iterator[FactClaim]:
    relation = scene.ontology.resolve_relation(words) or scene.ontology.relation("relatedTo")
    if relation.name != "relatedTo" and (
        not scene.ontology.type_fits(who.type, relation.domain)
        or not scene.ontology.type_fits(target.type, relation.range)
    ):
        relation = scene.ontology.relation("relatedTo")
    happened = clause.tense == "past" and clause.modality == "asserted"
    claim = claim_of(scene, clause, relation, who, target, rule="verb", confidence=0.65, predicate=words)
    if claim and happened:  # a deed, not a state: it happened and does not stop having happened
        day = next((t.span for t in scene.dates(clause) if t.kind in ("date", "time")), None)
        claim = replace(claim, ends=False, valid=Span(day.start, FOREVER, day.precision) if day else ALWAYS)
    if claim:
        yield claim
