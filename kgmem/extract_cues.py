"""Relations said by the ontology's cues, whatever the shape of the clause: "I live in Porto", "Porto is where I live",
"the boat that I own", "the boat belongs to me", "her home is in Porto", "he is on a vegan diet"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgmem.extract_claims import claim_of, cue_table, fits, own_words, subjects_of
from kgmem.extract_nouns import portion_of
from kgmem.extract_scene import Referent, Scene, is_time, noun_type, referent, sayable
from kgmem.extract_spots import names_beside
from kgmem.extract_syntax import Clause, Word, noun_preps, plain, word_set
from kgmem.ontology import Cue, Relation
from kgmem.records import FactClaim
from kgmem.temporal import ALWAYS, FOREVER, Span
from kgmem.text import fold

STATES = word_set(
    """live work reside study major own have be head manage lead belong keep date stay speak teach coach suffer found
    co-found come grow hail raise rent share dwell earn know hold serve run employ"""
)
EMPTY_DOINGS = word_set("be have hear see know do get spend make take give feel watch")
_TASTES = ("likes", "dislikes")
_ABILITIES = frozenset(("speaks", "plays", "hasSkill", "locatedIn"))
_COPULAS = frozenset(("be", "become", "get", "remain", "stay", "feel", "go"))
_BECOMING = frozenset(("become", "get", "go"))
_PLACED = ("in", "at", "on")
_NAMING = frozenset(("call", "name", "consider", "find", "make", "keep", "be", "become", "go", "get", "feel", "live"))
_NAMED = frozenset(("Place", "Organization", "Agent"))


@dataclass(frozen=True, slots=True)
class _Match:
    """A cue found in a clause: `word` is what the relation leads to, or in a `turned` cue whom it is said of."""

    relation: Relation
    cue: Cue
    clause: Clause
    word: Word
    denied: bool = False
    predicate: str = ""
    noun: int = -1  # the word of the cue's own noun, "flat" of "have flat in"


def cued(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """What the cues say; where several claim the same two ends, what the most telling one says."""
    best: dict[tuple[str, str], tuple[tuple[int, ...], list[FactClaim]]] = {}
    matches = list(_matches(scene, _filled(scene, clause)))
    used = {match.noun for match in matches}
    for match in matches:
        if match.word.i in used and match.word.i != match.noun:
            continue  # "a flat in Porto" says where one lives, not that one has a flat
        if match.relation.name == "visited" and clause.lemma == "be" and clause.tense == "present":
            continue  # "I am in Porto" is no visit that was made
        for claim in _claims(scene, match):
            key = (min(claim.subject, claim.object), max(claim.subject, claim.object))
            rank = _rank(match)
            if key not in best or rank > best[key][0]:
                best[key] = (rank, [claim])
            elif rank == best[key][0]:
                best[key][1].append(claim)
    for _, claims in best.values():
        yield from claims


def _rank(match: _Match) -> tuple[int, ...]:
    relation, cue = match.relation, match.cue
    return (
        int(bool(cue.wants)), len(cue.text.split()), int(relation.domain != "Thing"), int(relation.range != "Thing"),
    )  # fmt: skip


# --- shapes of clauses ------------------------------------------------------------------------------


def _filled(scene: Scene, clause: Clause) -> Clause:
    """The clause with what its gap stands for: "Porto, where I live", "tea is what I drink", "the boat I own"."""
    reading = scene.reading
    preps = dict(clause.preps)
    noun = clause.complement
    if not clause.objects and noun is not None and _is_object(scene, clause, noun):
        clause = replace(clause, objects=reading.conjuncts(noun))  # the parser's other name for an object
    for beside in reading.kids(clause.verb, "advmod", "conj"):  # "down in Porto", "born and bred in Porto"
        if beside.dep == "advmod" or (clause.passive and beside.tag == "VBN"):
            preps = _merged(preps, noun_preps(reading, beside))
    clause = replace(clause, preps=preps)
    filler = _filler(scene, clause)
    if filler is None:
        return clause
    asked = {kid.text.lower() for kid in reading.kids(clause.verb) if kid.tag in ("WRB", "WP", "WDT")}
    stranded = [kid for kid in reading.kids(clause.verb, "prep") if not reading.kids(kid, "pobj", "pcomp", "prep")]
    if "where" in asked:
        return replace(clause, preps=_merged(preps, {prep: [(filler, False)] for prep in _PLACED}))
    if stranded:
        return replace(clause, preps=_merged(preps, {stranded[0].text.lower(): [(filler, False)]}))
    if any(word.tag not in ("WP", "WDT") for word, _ in clause.objects):
        return clause
    return replace(clause, objects=[(filler, False)])


def _is_object(scene: Scene, clause: Clause, noun: Word) -> bool:
    """True for an object that the parser takes for what the subject is: "I speak Italian"."""
    if clause.lemma in _NAMING:
        return False
    return noun.dep == "oprd" or (noun.dep == "acomp" and noun.i in scene.names.by_word)


def _filler(scene: Scene, clause: Clause) -> Word | None:
    reading, verb = scene.reading, clause.verb
    head = reading.head_of(verb)
    if verb.dep == "relcl" and head.pos in ("NOUN", "PROPN", "PRON") and head not in clause.subjects:
        return _same_as(scene, head) or head
    asks = any(kid.tag in ("WRB", "WP") and kid.text.lower() != "when" for kid in reading.kids(verb))
    if not asks or head.lemma != "be" or head.i == verb.i or not reading.kids(verb, "nsubj", "nsubjpass"):
        return None
    if verb.dep in ("csubj", "nsubj"):
        return next(iter(reading.kids(head, "attr", "acomp")), None)
    ends = [kid for kid in reading.kids(head, "nsubj", "expl", "attr") if kid.i < head.i]
    return ends[0] if ends and ends[0].tag not in ("WP", "WDT") else None


def _same_as(scene: Scene, noun: Word) -> Word | None:
    """What a noun is said to be: "the town I live in is Porto", "Italian is a language I speak"."""
    copula = scene.reading.head_of(noun)
    if copula.lemma != "be" or scene.names.by_word.get(noun.i):
        return None
    other = "nsubj" if noun.dep == "attr" else "attr" if noun.dep == "nsubj" else ""
    ends = scene.reading.kids(copula, other) if other else []
    known = bool(ends) and ends[0].i in scene.names.by_word
    return ends[0] if ends and (known or ends[0].pos not in ("PRON", "ADJ", "DET")) else None


def _merged(
    one: dict[str, list[tuple[Word, bool]]], other: dict[str, list[tuple[Word, bool]]]
) -> dict[str, list[tuple[Word, bool]]]:
    return {prep: [*one.get(prep, []), *other.get(prep, [])] for prep in {**one, **other}}


# --- cues in a clause -------------------------------------------------------------------------------


def _matches(scene: Scene, clause: Clause) -> Iterator[_Match]:
    table = cue_table(scene.ontology)
    if any(kid.text.lower() == "rather" for kid in scene.reading.kids(clause.verb, "advmod")):
        said = replace(clause, modality="asserted", tense="present")  # "I'd rather have tea"
        yield from _direct(scene, said, scene.ontology.relation("prefers"), Cue("verb", "prefer", text="would rather"))
        return
    happened = clause.tense == "past" and not clause.ended and clause.lemma not in STATES and not clause.passive
    for relation, cue in table.get(clause.lemma, ()):
        if happened and not cue.denied and relation.name not in _TASTES and not _is_done_once(relation):
            continue  # "we played games": an evening, not a habit
        said = clause
        if cue.denied:
            if not (clause.negative or clause.ended):
                continue
            said = replace(clause, negative=False, ended=False)
        if cue.verb == "have" and relation.name in ("drinks", "eats") and not _is_habitual(scene, clause):
            continue  # "we have beer in the fridge"
        yield from _verb_matches(scene, said, relation, cue)
    if clause.lemma in _COPULAS or clause.passive or clause.progressive or clause.verb.tag == "VBG":
        yield from _be_matches(scene, clause, table)


def _verb_matches(scene: Scene, clause: Clause, relation: Relation, cue: Cue) -> Iterator[_Match]:
    """Verb cues: "like", "live in/at", "have job at", "help out at", "take lesson"."""
    if cue.object and cue.object == clause.particle:
        yield from _at_preps(scene, clause, relation, cue, clause.preps)
    elif cue.object:
        for noun in _cue_nouns(scene, clause, cue):
            if cue.preps:
                preps = _merged(noun_preps(scene.reading, noun), clause.preps)
                for match in _at_preps(scene, clause, relation, cue, preps):
                    yield replace(match, noun=noun.i)
            elif noun.pos in ("ADV", "ADJ"):
                yield from _direct(scene, clause, relation, cue)  # "like best"
            else:
                yield from _beside(scene, clause, relation, cue, noun)
    elif cue.preps and clause.particle in cue.preps and clause.objects:
        yield from _direct(scene, clause, relation, cue)  # "it puts me off"
    elif cue.preps:
        if not clause.objects and not clause.passive:
            yield from _at_preps(scene, clause, relation, cue, clause.preps)
    elif not clause.passive:
        yield from _direct(scene, clause, relation, cue)
    elif not cue.turned:
        for agent, _ in clause.preps.get("by", []):  # "the project is run by me"
            yield _Match(relation, replace(cue, turned=True, wants=""), clause, agent)


def _cue_nouns(scene: Scene, clause: Clause, cue: Cue) -> Iterator[Word]:
    """The words of a clause that are the noun of a verb's cue: "job" of "have job at", "world" of "come into world"."""
    prep, _, noun = cue.object.rpartition(" ")
    places = clause.preps.get(prep, []) if prep else clause.objects
    yield from (word for word, denied in places if word.lemma.lower() == noun and not denied)
    if not prep:
        yield from (kid for kid in scene.reading.kids(clause.verb, "advmod", "oprd") if kid.text.lower() == noun)


def _be_matches(scene: Scene, clause: Clause, table: dict[str, list[tuple[Relation, Cue]]]) -> Iterator[_Match]:
    """To be with an adjective, a participle, a noun or a phrase: "is allergic to", "is on the staff at", "is into"."""
    if clause.lemma in _BECOMING and clause.tense == "past":
        clause = replace(clause, tense="perfect")
    if clause.complement is not None and scene.reading.is_none(clause.complement):
        clause = replace(clause, negative=not clause.negative)  # "I'm no fan of golf"
    words = [clause.complement] if clause.complement is not None else []
    words += [clause.verb] if clause.passive or clause.verb.tag == "VBG" else []
    words += [kid for kid in scene.reading.kids(clause.verb, "advmod") if kid.text.lower() == "together"]
    found: list[tuple[str, Word | None]] = []
    for word in words:
        found += [(key, word) for key in dict.fromkeys((word.text.lower(), word.lemma.lower()))]
    for prep, places in clause.preps.items():
        found += [(f"{prep} {word.lemma.lower()}", word) for word, denied in places if not denied]
    if not words and clause.lemma == "be":
        found.append(("", None))
    for key, noun in found:
        for relation, cue in table.get(f"be {key}", ()):
            said = clause
            if cue.denied:
                if not (clause.negative or clause.ended):
                    continue
                said = replace(clause, negative=False, ended=False)
            if cue.preps:
                preps = _merged(noun_preps(scene.reading, noun), said.preps) if noun else said.preps
                yield from _at_preps(scene, said, relation, cue, preps)
            elif noun is not None and noun is clause.verb:
                yield from _direct(scene, said, relation, cue)  # "be seeing"
            elif noun is not None:
                yield from _beside(scene, said, relation, cue, noun)


def _at_preps(
    scene: Scene, clause: Clause, relation: Relation, cue: Cue, preps: dict[str, list[tuple[Word, bool]]]
) -> Iterator[_Match]:
    for prep in cue.preps:
        for word, denied in preps.get(prep, []):
            if not is_time(scene, word):
                yield _Match(relation, cue, clause, word, denied, f"{own_words(clause)} {prep}")


def _beside(scene: Scene, clause: Clause, relation: Relation, cue: Cue, noun: Word) -> Iterator[_Match]:
    """What stands beside the cue's own noun: "French lessons", "a vegan diet"; in a turned cue whose it is."""
    wanted = cue.wants or relation.range
    if cue.turned:
        owners = [noun] if noun.tag == "PRP" or noun.tag == "PRP$" else scene.reading.kids(noun, "poss")
        for owner in owners or [
            word for word, _ in clause.objects
        ]:  # "it is mine", "it is my thing", "has me as member"
            yield _Match(relation, cue, clause, owner, False, f"{own_words(clause)} {noun.text}")
        return
    for kid in scene.reading.kids(noun, "amod", "compound", "nmod"):
        if _is_of(scene, kid, wanted) or (wanted == "Thing" and kid.pos == "NOUN"):
            yield _Match(relation, cue, clause, kid, False, f"{own_words(clause)} {noun.text}", noun.i)
    for places in noun_preps(scene.reading, noun).values():
        for word, denied in places:
            if _is_of(scene, word, wanted):
                yield _Match(relation, cue, clause, word, denied, f"{own_words(clause)} {noun.text}", noun.i)


def _is_of(scene: Scene, word: Word, kind: str) -> bool:
    mention = scene.names.by_word.get(word.i)
    nouns = (word.text.lower(), word.lemma.lower())
    kinds = {k for noun in nouns for k in scene.ontology.classes_of(noun)} | ({mention.type} if mention else set())
    return any(scene.ontology.is_a(one, kind) for one in kinds)


def _direct(scene: Scene, clause: Clause, relation: Relation, cue: Cue) -> Iterator[_Match]:
    targets = list(clause.objects)
    if relation.name in _TASTES and clause.tense == "past" and not clause.ended:
        targets = [(word, denied) for word, denied in targets if scene.names.by_word.get(word.i)]
        clause = replace(clause, tense="present")
    if not targets and relation.name in (*_TASTES, "prefers"):
        doings = [kid for kid in scene.reading.kids(clause.verb, "xcomp") if kid.tag in ("VBG", "NN")]
        targets = [pair for kid in doings for pair in scene.reading.conjuncts(kid)]
    for word, denied in targets:
        yield _Match(relation, cue, clause, word, denied)


def _is_habitual(scene: Scene, clause: Clause) -> bool:
    """True for what is done again and again: every morning, always, for breakfast."""
    beside = {kid.text.lower() for kid in scene.reading.kids(clause.verb, "advmod", "npadvmod")}
    meals = {word.lemma.lower() for places in clause.preps.values() for word, _ in places}
    return (
        any(t.kind == "recurring" for t in scene.dates(clause))
        or bool(beside & {"always", "usually", "often", "mostly", "daily"})
        or bool(meals & {"morning", "breakfast", "lunch", "dinner", "evening"})
    )


def _is_done_once(relation: Relation) -> bool:
    """True for what stays true once it happened: being born somewhere, having been somewhere."""
    return relation.timeless or relation.memory_type == "episodic"


# --- from cue to claim ------------------------------------------------------------------------------


def _claims(scene: Scene, match: _Match) -> Iterator[FactClaim]:
    relation, cue, word = match.relation, match.cue, match.word
    if cue.turned:
        yield from _turned(scene, match)
        return
    target = thing(scene, word)
    if target is None or not may_fill(scene, relation, cue, target := as_wanted(scene, relation, target, word)):
        return
    if cue.wants and target.known and not fits(scene, target, relation.range):
        scene.names.guessed.add(target.name)  # the name of a people and of what it speaks
    for who in subjects_of(scene, match.clause):
        if not who.known and "'s " not in who.name and relation.domain in ("Person", "Agent"):
            continue
        if relation.domain == "Thing" and not who.known and not is_definite(scene, who):
            continue
        yield from _claim(scene, match, who, target)


def _turned(scene: Scene, match: _Match) -> Iterator[FactClaim]:
    """ "The boat belongs to me", "football is not my thing": said of the one at the far end."""
    who = referent(scene, match.word)
    if who is None or not who.known or not fits(scene, who, match.cue.wants or match.relation.domain):
        return
    cue = replace(match.cue, wants="")
    for word in match.clause.subjects:
        target = thing(scene, word)
        if target is not None and may_fill(scene, match.relation, cue, target):
            yield from _claim(scene, match, who, target)


def _claim(scene: Scene, match: _Match, who: Referent, target: Referent) -> Iterator[FactClaim]:
    relation, clause = match.relation, match.clause
    if relation.name in _ABILITIES and _is_able(scene, clause):
        clause = replace(clause, modality="asserted")
    if relation.name == "owns":  # of what one owns, the thing without its owner
        target = replace(target, name=target.name.removeprefix(f"{who.name}'s ").removeprefix("own "))
    claim = claim_of(
        scene, clause, relation, who, target, rule=f"cue:{match.cue.text}", confidence=_confidence(match, target),
        predicate=match.predicate, negative=match.denied or scene.reading.is_none(match.word),
    )  # fmt: skip
    if claim is None:
        return
    if relation.name == "likes" and clause.negative and claim.polarity == "negative" and claim.modality == "asserted":
        claim = replace(claim, relation="dislikes", polarity="positive", predicate=f"not {claim.predicate}")
    if relation.memory_type == "episodic" and claim.ends:
        claim = replace(claim, ends=False, valid=ALWAYS)
    if (clause.lemma in _BECOMING or relation.memory_type == "episodic") and not relation.timeless:
        day = next((t.span for t in scene.dates(clause) if t.kind in ("date", "time")), None)
        if day is not None and day.start <= scene.episode.occurred:
            claim = replace(claim, valid=Span(day.start, FOREVER, day.precision))
    yield claim


def _is_able(scene: Scene, clause: Clause) -> bool:
    auxes = {kid.text.lower() for kid in scene.reading.kids(clause.verb, "aux")}
    return clause.modality == "hypothetical" and "can" in auxes and clause.verb.dep in ("ROOT", "conj", "ccomp")


def _confidence(match: _Match, target: Referent) -> float:
    relation, cue = match.relation, match.cue
    if relation.name == "livesIn" and cue.verb in ("have", "own"):
        return 0.45  # "a flat in Porto" may be a second one: no move
    return 0.9 if target.known else 0.6 if relation.name in ("uses", "wants", *_TASTES) else 0.75


def thing(scene: Scene, word: Word) -> Referent | None:
    """What the relation leads to: of "a lot of tea" the tea, of "a cat called Rex" Rex, of "my own car" the car."""
    word = portion_of(scene.reading, word)
    named = names_beside(scene.reading, scene.names, word, word) if word.pos == "NOUN" else []
    if len(named) == 1 and not scene.names.by_word.get(word.i):
        kind = noun_type(scene, word, word.text)
        return Referent(named[0].name, kind, named[0].start, named[0].end, True, word.lemma.lower())
    if word.tag == "VBG" and word.dep in ("xcomp", "pcomp", "dobj", "conj", "nsubj", "attr"):
        return doing_of(scene, word)
    return referent(scene, word)


def doing_of(scene: Scene, word: Word) -> Referent | None:
    """ "playing tennis" as a thing one likes."""
    without = word_set("advcl conj cc punct npadvmod relcl mark advmod acl ccomp nsubj dep appos")
    run = [w for w in scene.reading.subtree(word, without=without) if w.i >= word.i]
    if len(run) > 7:
        run = [w for w in scene.reading.subtree(word, without=without | {"prep"}) if w.i >= word.i]
    if not 1 <= len(run) <= 7 or run[-1].i - run[0].i >= len(run) + 1 or word.lemma.lower() in EMPTY_DOINGS:
        return None
    text, _, _ = plain(scene.reading, run)
    if any(w.pos == "PRON" for w in run[1:]) or not sayable(text):
        return None
    return Referent(text.lower(), "Activity", run[0].start, run[-1].end, False, word.lemma.lower())


def as_wanted(scene: Scene, relation: Relation, target: Referent, word: Word) -> Referent:
    """The referent as the relation takes it: a noun of two classes as one of the right one, and a bare capitalised word
    as the name it must be where a place or a firm is wanted."""
    onto = scene.ontology
    if target.known:
        return target
    bare = word.text[:1].isupper() and not scene.reading.kids(word, "det", "poss", "amod", "compound")
    if bare and relation.range in _NAMED and not onto.classes_of(target.lemma):
        return replace(target, name=word.text, type=relation.range, known=True)
    if not onto.type_fits(target.type, relation.range):
        kind = next((kind for kind in kinds_of(scene, target) if onto.is_a(kind, relation.range)), "")
        return replace(target, type=kind) if kind else target
    return target


def kinds_of(scene: Scene, target: Referent) -> tuple[str, ...]:
    """The classes a referent's words name: by the whole phrase, its endings, and what it was taken for."""
    words = fold(target.name).split()
    said = [kind for at in range(len(words)) for kind in scene.ontology.classes_of(" ".join(words[at:]))]
    first = scene.ontology.classes_of(words[0]) if target.known and len(words) > 1 else ()
    return (
        *said,
        *scene.ontology.classes_of(target.lemma),
        *first,
        *((target.type,) if target.type != "Thing" else ()),
    )


def may_fill(scene: Scene, relation: Relation, cue: Cue, target: Referent) -> bool:
    """Is the object of the kind the cue asks for, as far as its noun or name can tell?"""
    onto = scene.ontology
    kinds = kinds_of(scene, target)
    if cue.wants:
        if any(onto.is_a(kind, cue.wants) for kind in kinds):
            return True
        if cue.wants == "Place" and target.known and target.name in scene.names.guessed:
            return True
        return target.known and target.type == "Thing" and cue.wants in ("Agent", "Organization", "Playable", "Place")
    if relation.range == "Person":
        return target.known or ("'s " in target.name and onto.is_a(target.type, "Person"))
    if relation.range in ("Thing", "Literal") or onto.is_literal(relation.range):
        return target.type != "Person" or target.known or relation.name in _TASTES
    if target.known:
        return fits(scene, target, relation.range)
    if relation.range in ("Field", "Language", "Occupation", "Medicine") and cue.preps:
        return True
    return any(onto.is_a(kind, relation.range) for kind in kinds)


def is_definite(scene: Scene, who: Referent) -> bool:
    """True when an article, a possessor or a number says which one is meant."""
    before = scene.reading.text[max(who.start - 8, 0) : who.start].lower()
    return "'s " in who.name or before.endswith(("the ", "my ", "our ", "your ", "this ", "her ", "his ", "their "))
