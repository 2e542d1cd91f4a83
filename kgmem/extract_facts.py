"""Facts said in a sentence, by the ontology's cues over its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgmem.extract_aims import aims
from kgmem.extract_belongings import having
from kgmem.extract_claims import claim_of, cue_table, fits, once, own_words, subjects_of
from kgmem.extract_identity import naming
from kgmem.extract_people import PEOPLE_RULES
from kgmem.extract_scene import Referent, Scene, is_time, referent, sayable
from kgmem.extract_syntax import Clause, Word, noun_preps, plain, word_set
from kgmem.extract_tastes import TASTE_RULES, favorites_beside
from kgmem.extract_work import employers
from kgmem.ontology import Cue, Relation
from kgmem.records import FactClaim
from kgmem.temporal import ALWAYS, FOREVER, Span
from kgmem.text import fold

_MENTAL = word_set(
    """say tell think know hear ask mean guess hope wish see look feel seem let make get go come want need try
    thank love like hate enjoy remember forget believe understand mention talk speak hope suppose appreciate
    miss wait call have be do take give help keep put show find use put send bring hug text start stop share
    support check read watch"""
)
_STATES = word_set(
    """live work reside study major own have be head manage lead belong keep date stay speak teach coach
    suffer found co-found come grow hail raise"""
)
_EMPTY_DOINGS = word_set("be have hear see know do get spend make take give feel watch")
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
            found += _clause_facts(scene, clause, settled)
    found += favorites_beside(scene)
    return list(once(scene, found))


def _clause_facts(scene: Scene, clause: Clause, settled: frozenset[int]) -> Iterator[FactClaim]:
    made = False
    rules = (naming, *PEOPLE_RULES, _cued, _places, _isa, _together, having, employers, *TASTE_RULES, aims)
    for rule in rules:
        for claim in rule(scene, clause):
            made = True
            yield claim
    if not made and clause.verb.i not in settled:
        yield from _other_verbs(scene, clause)


def _together(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "Johan and Mick row together": what each of two does with the other."""
    beside = {kid.lemma.lower() for kid in scene.reading.kids(clause.verb, "advmod")}
    who = [one for one in subjects_of(scene, clause) if one.known]
    if "together" not in beside or len(who) != 2 or clause.lemma in _STATES or clause.objects or clause.preps:
        return
    yield from _related(scene, clause, who[0], who[1], f"{clause.verb.text} with")


def _cued(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """Verb and adjective cues: "lives in Porto", "is allergic to penicillin"."""
    table = cue_table(scene.ontology)
    happened = clause.tense == "past" and not clause.ended and clause.lemma not in _STATES and not clause.passive
    for relation, cue in table.get(clause.lemma, ()):
        if happened and not cue.denied and relation.name not in ("likes", "dislikes"):
            continue  # "we played games": an evening, not a habit
        if cue.object and cue.object == clause.particle:
            yield from _cued_objects(scene, clause, relation, cue, clause.preps)
        elif cue.object:
            for noun, denied in clause.objects:
                if noun.lemma.lower() == cue.object and not denied:
                    yield from _cued_objects(
                        scene, clause, relation, cue, _merge(noun_preps(scene.reading, noun), clause.preps)
                    )
        elif cue.preps:
            if not clause.objects and not clause.passive:
                yield from _cued_objects(scene, clause, relation, cue, clause.preps)
        elif cue.denied:
            if clause.negative or clause.ended:
                yield from _direct(scene, replace(clause, negative=False, ended=False), relation, cue)
        elif not clause.passive:
            yield from _direct(scene, clause, relation, cue)
    if clause.lemma == "be" or clause.passive:
        words = [clause.complement] if clause.complement is not None and clause.lemma == "be" else []
        words += [clause.verb] if clause.passive else []
        for word in words:
            for relation, cue in table.get(f"be {word.text.lower()}", ()):
                if cue.preps:
                    yield from _cued_objects(
                        scene, clause, relation, cue, _merge(noun_preps(scene.reading, word), clause.preps)
                    )
        for relation, cue in table.get("be ", ()):
            if clause.complement is None:
                yield from _cued_objects(scene, clause, relation, cue, clause.preps)


def _merge(
    one: dict[str, list[tuple[Word, bool]]], other: dict[str, list[tuple[Word, bool]]]
) -> dict[str, list[tuple[Word, bool]]]:
    return {prep: [*one.get(prep, []), *other.get(prep, [])] for prep in {**one, **other}}


def _cued_objects(
    scene: Scene, clause: Clause, relation: Relation, cue: Cue, preps: dict[str, list[tuple[Word, bool]]]
) -> Iterator[FactClaim]:
    for prep in cue.preps:
        for word, denied in preps.get(prep, []):
            if is_time(scene, word):
                continue
            yield from _objects(
                scene, clause, relation, cue, word, denied, predicate=f"{own_words(scene, clause)} {prep}"
            )


def _direct(scene: Scene, clause: Clause, relation: Relation, cue: Cue) -> Iterator[FactClaim]:
    targets = list(clause.objects)
    if relation.name in ("likes", "dislikes") and clause.tense == "past" and not clause.ended:
        targets = [(word, denied) for word, denied in targets if scene.names.by_word.get(word.i)]
        clause = replace(clause, tense="present")
    if not targets and relation.name in ("likes", "dislikes", "prefers"):
        doings = [kid for kid in scene.reading.kids(clause.verb, "xcomp") if kid.tag in ("VBG", "NN")]
        targets = [pair for kid in doings for pair in scene.reading.conjuncts(kid)]
    for word, denied in targets:
        yield from _objects(scene, clause, relation, cue, word, denied)


def _objects(
    scene: Scene, clause: Clause, relation: Relation, cue: Cue, word: Word, denied: bool, *, predicate: str = ""
) -> Iterator[FactClaim]:
    reading = scene.reading
    dets = {kid.text.lower() for kid in reading.kids(word, "det")}
    negative = denied or "no" in dets
    target = (
        _gerund(scene, word)
        if word.tag == "VBG" and word.dep in ("xcomp", "pcomp", "dobj", "conj")
        else referent(scene, word)
    )
    if target is None or not _may_fill(scene, relation, cue, target, word):
        return
    for who in subjects_of(scene, clause):
        if not who.known and "'s " not in who.name and relation.domain in ("Person", "Agent"):
            continue
        if relation.domain == "Thing" and not who.known and not _definite(scene, who):
            continue
        claim = claim_of(
            scene, clause, relation, who, target, rule=f"cue:{cue.text}", confidence=_confidence(relation, target),
            predicate=predicate, negative=negative,
        )  # fmt: skip
        if claim:
            yield claim


def _confidence(relation: Relation, target: Referent) -> float:
    return 0.9 if target.known else 0.6 if relation.name in ("uses", "wants", "likes", "dislikes") else 0.75


def _gerund(scene: Scene, word: Word) -> Referent | None:
    """ "playing tennis" as a thing one likes."""
    without = word_set("advcl conj cc punct npadvmod relcl mark advmod acl ccomp nsubj dep appos")
    run = [w for w in scene.reading.subtree(word, without=without) if w.i >= word.i]
    if len(run) > 7:
        run = [w for w in scene.reading.subtree(word, without=without | {"prep"}) if w.i >= word.i]
    if not 1 <= len(run) <= 7 or run[-1].i - run[0].i >= len(run) + 1 or word.lemma.lower() in _EMPTY_DOINGS:
        return None
    text, _, _ = plain(scene.reading, run)
    if any(w.pos == "PRON" for w in run[1:]) or not sayable(text):
        return None
    return Referent(text.lower(), "Activity", run[0].start, run[-1].end, False, word.lemma.lower())


def _may_fill(scene: Scene, relation: Relation, cue: Cue, target: Referent, word: Word) -> bool:
    """Is the object of the kind the cue asks for, as far as its noun or name can tell?"""
    onto = scene.ontology
    kinds = onto.classes_of(target.lemma) or ((target.type,) if target.type != "Thing" else ())
    if cue.wants:
        phrase_kinds = onto.classes_of(fold(target.name))
        if any(onto.is_a(kind, cue.wants) for kind in (*kinds, *phrase_kinds)):
            return True
        return target.known and target.type == "Thing" and cue.wants in ("Agent", "Organization", "Playable")
    if relation.range == "Person":
        return target.known or ("'s " in target.name and onto.is_a(target.type, "Person"))
    if relation.range in ("Thing", "Literal") or onto.is_literal(relation.range):
        return target.type != "Person" or target.known or relation.name in ("likes", "dislikes")
    if target.known:
        return fits(scene, target, relation.range)
    if relation.range in ("Field", "Language", "Occupation", "Medicine") and cue.preps:
        return True
    return any(onto.is_a(kind, relation.range) for kind in kinds)


def _definite(scene: Scene, who: Referent) -> bool:
    """True when an article, a possessor or a number says which one is meant."""
    before = scene.reading.text[max(who.start - 8, 0) : who.start].lower()
    return "'s " in who.name or before.endswith(("the ", "my ", "our ", "your ", "this ", "her ", "his ", "their "))


def _places(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """Where a thing is: "the spare fuse is taped inside the cupboard door", "the tax office is in Room 14"."""
    if clause.lemma != "be" and not (clause.passive and clause.tense == "present"):
        return
    if clause.complement is not None or clause.tense not in ("present", "past"):
        return
    relation = scene.ontology.relation("locatedIn")
    for who in subjects_of(scene, clause):
        if who.type in ("Person", "Event", "Animal", "Activity") or not (who.known or _definite(scene, who)):
            continue
        for prep, objects in clause.preps.items():
            if prep not in _LOCATIVE:
                continue
            for word, denied in objects:
                target = referent(scene, word)
                if target is None or is_time(scene, word) or target.type in ("Person", "Activity", "Animal"):
                    continue
                named_place = target.known and word.pos in ("PROPN", "NUM", "X")
                if not named_place and not (_definite(scene, target) and (target.type != "Thing" or clause.passive)):
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
    if not any(s.i != w for s in clause.subjects for w in [clause.verb.i]) or clause.verb.dep not in (
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
                        yield from _related(scene, clause, who, target, own_words(scene, clause))
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
            yield from _related(scene, clause, who, target, " ".join(p for p in (own_words(scene, clause), prep) if p))


def _is_deed(clause: Clause, word: Word) -> bool:
    """True for what is done, or done as a rule, to a thing: "repairs clocks", "borrowed item 3"."""
    return (
        clause.verb.dep == "ROOT"
        and clause.tense in ("present", "past")
        and not clause.progressive
        and clause.lemma not in _EMPTY_DOINGS
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
