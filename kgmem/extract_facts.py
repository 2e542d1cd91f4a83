"""Facts said in a sentence, by the ontology's cues over its clauses.

Valid times: a present state has an open start, which means "at least since the episode". A past state with
a date holds during it; without one it has ended by the time of the episode. A timeless relation always holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kgmem.extract_mentions import ADDRESSEE, FEMALE, HE, MALE, PRONOUNS, SHE, SPEAKER, Names
from kgmem.extract_syntax import Clause, Reading, Word, clauses, noun_preps, phrase, plain
from kgmem.ontology import Cue, Ontology, Relation
from kgmem.records import Episode, FactClaim, Mention
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span, iso, moment, parse_zone
from kgmem.text import fold
from kgmem.timex import Timex

_VAGUE = frozenset(
    ["it", "that", "this", "these", "those", "them", "they", "thing", "things", "stuff", "something", "anything", "everything", "nothing", "one", "ones", "some", "all", "lot", "lots", "bit", "idea", "way", "part", "time", "times", "fact", "kind", "sort", "chance", "moment", "day", "days", "week", "year", "people", "person", "someone", "everyone", "anyone", "what", "which", "who", "more", "much", "many", "most", "least", "both", "each", "other", "others", "same", "rest", "here", "there", "place", "reason", "point", "matter", "case", "topic", "question", "answer", "word", "words", "side", "view", "look", "feeling", "feel", "sense"]
)
_MENTAL = frozenset(
    ["say", "tell", "think", "know", "hear", "ask", "mean", "guess", "hope", "wish", "see", "look", "feel", "seem", "let", "make", "get", "go", "come", "want", "need", "try", "thank", "love", "like", "hate", "enjoy", "remember", "forget", "believe", "understand", "mention", "talk", "speak", "hope", "suppose", "appreciate", "miss", "wait", "call", "have", "be", "do", "take", "give", "help", "keep", "put", "show", "find", "use", "put", "send", "bring", "hug", "text", "start", "stop", "share", "support", "check", "read", "watch"]
)
_LOCATIVE = frozenset(("in", "at", "inside", "under", "behind", "beneath", "above", "near", "beside", "outside", "on"))
_JOBS = frozenset(("job", "position", "role", "internship", "gig"))
_EXTREMES = frozenset(("favorite", "favourite", "fave"))


@dataclass(frozen=True, slots=True)
class Referent:
    """What a word stands for. `known` when the text names or points to it rather than describes it."""

    name: str
    type: str
    start: int
    end: int
    known: bool = False
    lemma: str = ""


@dataclass
class Scene:
    """One text with all that is needed to read it. `antecedents` are the persons named in the turns
    before, nearest turn first, each with a gender or ""."""

    episode: Episode
    ontology: Ontology
    reading: Reading
    names: Names
    speaker: str
    addressee: str
    timexes: Sequence[Timex]
    antecedents: Sequence[Sequence[tuple[str, str]]] = ()
    introduced: dict[str, Referent] = field(default_factory=dict)  # "Ana's sister" -> who that is
    used: set[tuple[str, str, str, str]] = field(default_factory=set)

    @cached_property
    def clauses(self) -> list[Clause]:
        return clauses(self.reading)

    @cached_property
    def kin(self) -> dict[str, tuple[Relation, bool]]:
        """Noun -> its relation, and whether the possessor is the subject."""
        return kin_nouns(self.ontology)

    def dates(self, clause: Clause) -> list[Timex]:
        return [t for t in self.timexes if t.start < clause.end and clause.start < t.end]


def kin_nouns(ontology: Ontology) -> dict[str, tuple[Relation, bool]]:
    found: dict[str, tuple[Relation, bool]] = {}
    for relation in ontology.relations.values():
        for cue in relation.cues:
            if cue.kind in ("noun", "possessed"):
                found[cue.object] = (relation, cue.kind == "possessed")
    return found


# --- what words stand for ---------------------------------------------------------------------------


def referent(scene: Scene, word: Word) -> Referent | None:
    """What a noun or pronoun stands for, or None when that is not clear."""
    lower = word.text.lower()
    if mention := scene.names.by_word.get(word.i):
        return Referent(mention.name, mention.type, mention.start, mention.end, True, word.lemma.lower())
    if word.pos == "PRON" or lower in PRONOUNS:
        name = pronoun(scene, word)
        return Referent(name, "Person", word.start, word.end, True) if name else None
    if word.pos not in ("NOUN", "PROPN", "VERB", "ADJ", "NUM", "X", "SYM") and word.dep not in ("dobj", "pobj", "conj"):
        return None
    lemma = word.lemma.lower()
    if lemma in _VAGUE or lower in _VAGUE or word.tag in ("WP", "WDT", "DT", "PDT"):
        return None
    for kid in scene.reading.kids(word, "appos"):
        if lemma in scene.kin and (mention := scene.names.by_word.get(kid.i)):
            return Referent(mention.name, mention.type, word.start, mention.end, True, lemma)
    if word.dep == "compound" and (mention := scene.names.by_word.get(word.head)):
        return Referent(mention.name, mention.type, mention.start, mention.end, True, lemma)
    words = phrase(scene.reading, word)
    text, start, end = plain(scene.reading, words)
    if not _sayable(text):
        return None
    kind = noun_type(scene, word, text)
    owners = [kid for kid in scene.reading.kids(word, "poss")]
    if owners:
        owner = referent(scene, owners[0])
        if owner is None or not owner.known:
            return None
        name = f"{owner.name}'s {text}"
        if name in scene.introduced:
            return scene.introduced[name]
        return Referent(name, kind, owners[0].start, end, False, lemma)
    return Referent(text, kind, start, end, False, lemma)


def noun_type(scene: Scene, word: Word, text: str) -> str:
    """The class a common noun belongs to: by the whole phrase, else by its head; Thing when unknown."""
    lemma = word.lemma.lower()
    for noun in (text.lower(), lemma):
        if noun in scene.kin:
            relation, owner_first = scene.kin[noun]
            return relation.range if owner_first else relation.domain
        if found := scene.ontology.classes_of(noun):
            return found[0]
    return "Thing"


def pronoun(scene: Scene, word: Word) -> str:
    """The name a pronoun stands for, "" when unclear. Precision first: two candidates are none."""
    lower = word.text.lower()
    if lower in SPEAKER:
        return scene.speaker
    if lower in ADDRESSEE:
        return scene.addressee
    wanted = "he" if lower in HE else "she" if lower in SHE else ""
    if not wanted:
        return ""
    here = _persons_before(scene, word)
    for group in (here, *scene.antecedents):
        fitting = [name for name, gender in group if gender in ("", wanted)]
        agreed = [name for name, gender in group if gender == wanted]
        if len(agreed) == 1:
            return agreed[0]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            return ""
    return ""


def _persons_before(scene: Scene, word: Word) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for mention in scene.names.mentions:
        if mention.end <= word.start and mention.type == "Person" and mention.name not in (scene.speaker, scene.addressee):
            if mention.surface.lower() not in PRONOUNS:
                found[mention.name] = scene.names.gender.get(mention.name, "")
    return list(found.items())


def _sayable(text: str) -> bool:
    return 1 < len(text) <= 80 and any(sign.isalpha() for sign in text) and not re.search(r"[<>{}|\\\n]", text)


# --- facts -------------------------------------------------------------------------------------------


def facts(scene: Scene) -> list[FactClaim]:
    found: list[FactClaim] = []
    found += possessions(scene)
    for clause in scene.clauses:
        if clause.question:
            continue
        found += _clause_facts(scene, clause)
    return list(_once(scene, found))


def _once(scene: Scene, claims: Iterable[FactClaim]) -> Iterator[FactClaim]:
    for claim in claims:
        key = (claim.subject, claim.relation, claim.object or claim.value, claim.polarity + claim.modality + str(claim.ends))
        mirrored = (claim.object, claim.relation, claim.subject, key[3])
        if claim.object and fold(claim.subject) == fold(claim.object):
            continue
        if key not in scene.used and not (mirrored in scene.used and scene.ontology.relations[claim.relation].symmetric):
            scene.used.add(key)
            yield claim


def _clause_facts(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    made = False
    rules = (_naming, _kinship, _favorites, _ages, _births, _classes, _cued, _places)
    for rule in rules:
        for claim in rule(scene, clause):
            made = True
            yield claim
    if not made:
        yield from _other_verbs(scene, clause)


def claim_of(
    scene: Scene,
    clause: Clause,
    relation: Relation,
    subject: Referent,
    target: Referent | None,
    *,
    rule: str,
    confidence: float,
    value: str = "",
    predicate: str = "",
    negative: bool = False,
) -> FactClaim | None:
    """A claim with the clause's time and standing, or None when the types exclude it."""
    onto = scene.ontology
    if not onto.type_fits(subject.type, relation.domain) or (target and not onto.type_fits(target.type, relation.range)):
        return None
    valid, ends = validity(scene, clause, relation)
    polarity = "negative" if negative != clause.negative else "positive"
    if polarity == "negative" and ends:
        ends = False
    modality = clause.modality
    if modality == "asserted" and any(t.kind == "recurring" for t in scene.dates(clause)):
        modality = "recurring"
    ranged = relation.range if target and target.type == "Thing" and relation.range != "Agent" else target.type if target else "Thing"
    subject_type = relation.domain if subject.type == "Thing" and relation.domain != "Agent" else subject.type
    if target and target.known:
        scene.names.retype(target.name, ranged)
    if subject.known:
        scene.names.retype(subject.name, subject_type)
    return FactClaim(
        subject=subject.name,
        relation=relation.name,
        object=target.name if target else "",
        value=value,
        predicate=predicate or _own_words(scene, clause),
        subject_type=subject_type,
        object_type=ranged,
        valid=valid,
        polarity=polarity,
        modality=modality,
        ends=ends and modality == "asserted",
        confidence=round(confidence * clause.certainty * (1.0 if modality in ("asserted", "recurring") else 0.8), 2),
        rule=rule,
        start=min([clause.start, subject.start]),
        end=max([clause.end] + ([target.end] if target else [])),
    )


def validity(scene: Scene, clause: Clause, relation: Relation) -> tuple[Span, bool]:
    """When the statement holds, and whether it says that it stopped holding at the start of that span."""
    if relation.timeless:
        return ALWAYS, False
    said = scene.episode.occurred
    dates = [t for t in scene.dates(clause) if t.kind != "recurring"]
    point = next((t for t in dates if t.kind in ("date", "time")), None)
    since = next((t for t in dates if t.kind in ("since", "duration") and t.span.precision != "unknown"), None)
    until = next((t for t in dates if t.kind == "until"), None)
    if clause.ended:
        at = point.span.start if point and point.span.start <= said else until.span.end if until and until.span.end < FOREVER else said
        return Span(at, FOREVER, point.span.precision if point else "unknown"), True
    if clause.tense == "past" and clause.modality in ("asserted", "reported"):
        if clause.negative:
            return ALWAYS, False
        span = (point or since or until)
        if span is not None and span.span.start > BEGINNING and span.span.start <= said:
            return Span(span.span.start, min(max(span.span.end, span.span.start), FOREVER), span.span.precision), False
        return Span(said, FOREVER, "unknown"), True
    if since is not None and clause.tense in ("perfect", "present") and BEGINNING < since.span.start <= said:
        return Span(since.span.start, FOREVER, since.span.precision), False
    if clause.modality == "planned" and point is not None:
        return Span(point.span.start, FOREVER, point.span.precision), False
    if until is not None and said < until.span.end < FOREVER:
        return Span(BEGINNING, until.span.end, "unknown"), False
    return ALWAYS, False


def _own_words(scene: Scene, clause: Clause) -> str:
    return " ".join(part for part in (clause.verb.text, clause.particle) if part)


def _subjects(scene: Scene, clause: Clause) -> list[Referent]:
    return [found for word in clause.subjects if (found := referent(scene, word)) is not None]


def possessions(scene: Scene) -> list[FactClaim]:
    """"my sister Flora", "her dog Rex", "Ana's husband Tom", and "my mother" without a name."""
    found = []
    for word in scene.reading.words:
        lemma = word.lemma.lower()
        if lemma not in scene.kin or word.pos not in ("NOUN", "PROPN"):
            continue
        relation, owner_first = scene.kin[lemma]
        holder = word
        if word.dep == "compound" and scene.names.by_word.get(word.head):
            holder = scene.reading.head_of(word)
        owners = scene.reading.kids(word, "poss") or scene.reading.kids(holder, "poss")
        if not owners or scene.names.by_word.get(word.i):
            continue
        owner = referent(scene, owners[0])
        if owner is None or not owner.known or owner.type not in ("Person", "Thing"):
            continue
        kind = relation.range if owner_first else relation.domain
        named = [mention for mention in _names_after(scene, word, holder) if mention.name != owner.name]
        former = any(kid.lemma.lower() in ("ex", "former", "late") for kid in scene.reading.kids(holder, "amod", "compound"))
        text, _, end = plain(scene.reading, phrase(scene.reading, word))
        if named:
            for mention in named:
                _note_person(scene, mention, kind, lemma)
                who = Referent(mention.name, kind, mention.start, mention.end, True, lemma)
                if len(named) == 1:
                    scene.introduced[f"{owner.name}'s {lemma}"] = who
                found.append(_possession(relation, owner, who, lemma, owner_first, 0.9, owners[0].start, mention.end, scene, former))
        elif word.tag in ("NN", "NNP") and holder is word:
            name = f"{owner.name}'s {text}"
            if name in scene.introduced or _is_told_apart(scene, word):
                continue
            who = Referent(name, kind, owners[0].start, end, False, lemma)
            if lemma in MALE or lemma in FEMALE:
                scene.names.gender[name] = "he" if lemma in MALE else "she"
            scene.names.add(Mention(owners[0].start, end, scene.reading.text[owners[0].start : end], name, kind), [word])
            if (relation.timeless or relation.functional) and not owner_first:
                found.append(_possession(relation, owner, who, lemma, owner_first, 0.8, owners[0].start, end, scene, former))
    return [claim for claim in found if claim is not None]


def _is_told_apart(scene: Scene, word: Word) -> bool:
    """True for the complement of to be, called or named: another rule tells who that is."""
    return word.dep in ("attr", "oprd") or (word.dep in ("nsubj", "nsubjpass") and scene.reading.head_of(word).lemma in ("call", "name"))


def _names_after(scene: Scene, word: Word, holder: Word) -> list[Mention]:
    """The names put beside a noun: "my dog Rex", "my brothers Tim and Tom", "a friend called Mick"."""
    found: list[Mention] = []
    if holder is not word:
        tips = [w for w, _ in scene.reading.conjuncts(holder)]
    else:
        tips = [w for kid in scene.reading.kids(word, "appos") for w, _ in scene.reading.conjuncts(kid)]
        for kid in scene.reading.kids(word, "acl"):
            if kid.lemma in ("call", "name"):
                tips += [w for o in scene.reading.kids(kid, "oprd", "dobj", "attr") for w, _ in scene.reading.conjuncts(o)]
    for tip in tips:
        mention = scene.names.by_word.get(tip.i)
        if mention is not None and mention not in found and mention.surface.lower() not in PRONOUNS:
            found.append(mention)
    if not found and word.i + 1 < len(scene.reading.words):
        mention = scene.names.by_word.get(word.i + 1)
        after = scene.reading.words[word.i + 1]
        if mention is not None and after.pos == "PROPN" and after.head in (word.i, word.head) and mention.start == after.start:
            found.append(mention)
    return found


def _note_person(scene: Scene, mention: Mention, kind: str, lemma: str) -> None:
    if lemma in MALE or lemma in FEMALE:
        scene.names.gender[mention.name] = "he" if lemma in MALE else "she"
    scene.names.retype(mention.name, kind)


def _possession(
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
    if not scene.ontology.type_fits(one.type, one_type) or not scene.ontology.type_fits(other.type, other_type):
        return None
    said = scene.episode.occurred
    ended = former and not relation.timeless
    return FactClaim(
        one.name, relation.name, other.name, predicate=lemma, subject_type=one_type, object_type=other_type,
        valid=Span(said, FOREVER, "unknown") if ended else ALWAYS, ends=ended,
        confidence=confidence, rule="possession", start=min(start, who.start), end=end,
    )  # fmt: skip


def _kinship(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """"Flora is my sister", "Bruno is the father of Milo", "Milo has a sister, Odette"."""
    if clause.lemma == "be" and clause.complement is not None:
        noun = clause.complement
        if noun.lemma.lower() not in scene.kin:
            return
        relation, owner_first = scene.kin[noun.lemma.lower()]
        owners = scene.reading.kids(noun, "poss") or [w for w, _ in noun_preps(scene.reading, noun).get("of", [])]
        for owner_word in owners:
            owner = referent(scene, owner_word)
            for who in _subjects(scene, clause):
                if owner is None or not owner.known or not who.known or owner.name == who.name:
                    continue
                lemma = noun.lemma.lower()
                if lemma in MALE or lemma in FEMALE:
                    scene.names.gender[who.name] = "he" if lemma in MALE else "she"
                scene.introduced[f"{owner.name}'s {lemma}"] = who
                one, other = (owner, who) if owner_first else (who, owner)
                claim = claim_of(scene, clause, relation, one, other, rule="kinship", confidence=0.9, predicate=lemma)
                if claim:
                    yield claim
    elif clause.lemma in ("have", "get", "adopt") and clause.objects:
        for noun, denied in clause.objects:
            lemma = noun.lemma.lower()
            if lemma not in scene.kin:
                continue
            relation, owner_first = scene.kin[lemma]
            for owner in _subjects(scene, clause):
                for mention in _names_after(scene, noun, noun):
                    kind = relation.range if owner_first else relation.domain
                    if not owner.known or mention.name == owner.name:
                        continue
                    _note_person(scene, mention, kind, lemma)
                    who = Referent(mention.name, kind, mention.start, mention.end, True, lemma)
                    one, other = (owner, who) if owner_first else (who, owner)
                    claim = claim_of(
                        scene, clause, relation, one, other, rule="kinship", confidence=0.85, predicate=lemma, negative=denied
                    )
                    if claim:
                        yield claim


def _naming(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """"My boat is called Sea Rose", "her dog's name is Rex", "Robert, whom everybody calls Bob"."""
    reading = scene.reading
    names: list[Word] = []
    holder: Word | None = None
    if clause.lemma in ("call", "name", "nickname"):
        if clause.passive:
            names = [k for k in reading.kids(clause.verb, "oprd", "attr", "dobj")]
            holder = clause.subjects[0] if clause.subjects else None
        elif clause.verb.dep == "relcl":
            names = [k for k in reading.kids(clause.verb, "oprd", "dobj", "attr") if scene.names.by_word.get(k.i)]
            holder = reading.head_of(clause.verb)
    elif clause.lemma == "be" and clause.subjects and clause.subjects[0].lemma.lower() in ("name", "nickname"):
        owners = reading.kids(clause.subjects[0], "poss") or [w for w, _ in noun_preps(reading, clause.subjects[0]).get("of", [])]
        holder = owners[0] if owners else None
        names = [clause.complement] if clause.complement else []
    if holder is None or not names or clause.negative or clause.modality != "asserted":
        return
    mention = scene.names.by_word.get(names[0].i)
    if mention is None:
        return
    lemma = holder.lemma.lower()
    owners = reading.kids(holder, "poss")
    who = referent(scene, holder)
    if who is None:
        return
    if lemma in scene.kin and owners and (owner := referent(scene, owners[0])) and owner.known:
        relation, owner_first = scene.kin[lemma]
        kind = relation.range if owner_first else relation.domain
        _note_person(scene, mention, kind, lemma)
        named = Referent(mention.name, kind, mention.start, mention.end, True, lemma)
        scene.introduced[f"{owner.name}'s {lemma}"] = named
        claim = _possession(relation, owner, named, lemma, owner_first, 0.9, owners[0].start, mention.end, scene, False)
        if claim:
            yield claim
        return
    if who.name == mention.name:
        return
    if who.type not in ("Thing", "Person") or who.known:
        scene.names.retype(mention.name, who.type)
    relation = scene.ontology.relation("named")
    claim = claim_of(scene, clause, relation, who, None, value=mention.name, rule="naming", confidence=0.85)
    if claim:
        yield claim


def _favorites(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """"My favorite goalkeeper is Ama", "Blue is my favourite colour"."""
    if clause.lemma != "be" or clause.complement is None or not clause.subjects:
        return
    reading = scene.reading
    for noun, value in ((clause.subjects[0], clause.complement), (clause.complement, clause.subjects[0])):
        if not any(kid.lemma.lower() in _EXTREMES for kid in reading.kids(noun, "amod", "compound")):
            continue
        owners = reading.kids(noun, "poss")
        owner = referent(scene, owners[0]) if owners else None
        target = referent(scene, value)
        if owner is None or not owner.known or target is None or noun.lemma.lower() in ("part", "thing", "way"):
            continue
        words = [w for w in phrase(reading, noun) if w.lemma.lower() not in _EXTREMES]
        predicate = "favorite " + " ".join(w.text for w in words).lower()
        claim = claim_of(
            scene, clause, scene.ontology.relation("favorite"), owner, target, rule="favorite", confidence=0.85, predicate=predicate
        )
        if claim:
            yield claim
        return


def _ages(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """"I'm 34", "she is 12 years old", "he turned 40"."""
    if clause.lemma not in ("be", "turn") or (clause.tense == "past" and clause.lemma == "be"):
        return
    window = scene.reading.text[clause.verb.end : clause.end + 12]
    found = re.match(r"\s*(?:now |just |already |only |about )?(\d{1,3})(?:\s+years?[- ]old)?(?:\s+(?:today|now|last|this|in|on|yesterday|and)\b|[.,;!]|\s*$)", window)
    if not found or not 0 < int(found[1]) < 120:
        return
    relation = scene.ontology.relation("hasAge")
    for who in _subjects(scene, clause):
        if who.type == "Person" and (clause.lemma == "turn" or who.known):
            claim = claim_of(scene, clause, relation, who, None, value=found[1], rule="age", confidence=0.85)
            if claim and not claim.ends:
                yield claim
            elif claim:
                day = next((t.span for t in scene.dates(clause) if t.kind in ("date", "time")), None)
                start = day.start if day else BEGINNING
                yield _changed(claim, valid=Span(start, FOREVER, day.precision if day else "unknown"), ends=False)


def _births(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """"I was born on 29 February 2000", "my birthday is 3 May"."""
    relation = scene.ontology.relation("bornOn")
    zone = parse_zone(scene.episode.zone)
    dates = [t for t in scene.dates(clause) if t.kind in ("date", "time") and t.source == "stated"]
    if clause.verb.text.lower() != "born" or not dates or zone is None or clause.modality != "asserted":
        return
    for who in _subjects(scene, clause):
        if who.type == "Person" and who.known:
            day = iso(dates[0].span.start, zone, dates[0].span.precision if dates[0].span.precision in ("year", "month") else "day")
            claim = claim_of(scene, clause, relation, who, None, value=day, rule="birth", confidence=0.9)
            if claim:
                yield claim


def _classes(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """"I am a nurse at Helio", "she is vegetarian"."""
    if clause.lemma not in ("be", "become") or clause.complement is None:
        return
    for word, denied in scene.reading.conjuncts(clause.complement):
        text, start, end = plain(scene.reading, phrase(scene.reading, word))
        lemma = word.lemma.lower()
        if scene.names.by_word.get(word.i) and word.pos != "PROPN":
            continue
        if scene.reading.kids(word, "poss") or word.tag == "NNS":
            continue
        head_noun = word.pos in ("NOUN", "PROPN")
        for relation, cue in _cue_table(scene.ontology)["class"]:
            nouns = (text.lower(), lemma, word.text.lower())
            if not any(scene.ontology.is_a(kind, cue.wants) for noun in nouns for kind in scene.ontology.classes_of(noun)):
                continue
            if cue.wants == "Occupation" and not _has_article(scene, word, text):
                continue
            if cue.wants != "Occupation" and (word.dep == "amod" or not (head_noun or word.pos == "ADJ")):
                continue
            target = Referent(text.lower() if not text.isupper() else text, cue.wants, start, end, False, lemma)
            for who in _subjects(scene, clause):
                if who.type not in ("Person", "Thing") or (not who.known and who.type != "Person"):
                    continue
                claim = claim_of(scene, clause, relation, who, target, rule="class", confidence=0.85, negative=denied)
                if claim:
                    yield claim
                employer = next((o for prep in ("at", "for") for o, _ in noun_preps(scene.reading, word).get(prep, [])), None)
                firm = referent(scene, employer) if employer else None
                if firm and firm.known and cue.wants == "Occupation" and firm.type != "Person":
                    claim = claim_of(
                        scene, clause, scene.ontology.relation("worksFor"), who, firm, rule="class", confidence=0.85, negative=denied
                    )
                    if claim:
                        yield claim


def _has_article(scene: Scene, word: Word, text: str) -> bool:
    return bool(scene.reading.kids(word, "det")) or " of " in text or text.isupper()


_TABLES: dict[int, dict[str, list[tuple[Relation, Cue]]]] = {}


def _cue_table(ontology: Ontology) -> dict[str, list[tuple[Relation, Cue]]]:
    """Cues by the word to look them up with: a verb's lemma, an adjective after to be, "class"."""
    held = _TABLES.get(id(ontology))
    if held is None:
        held = {"class": []}
        for relation in ontology.relations.values():
            for cue in relation.cues:
                key = {"verb": cue.verb, "be": f"be {cue.object}", "class": "class"}.get(cue.kind)
                if key:
                    held.setdefault(key, []).append((relation, cue))
        _TABLES[id(ontology)] = held
    return held


def _cued(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """Verb and adjective cues: "lives in Porto", "is allergic to penicillin"."""
    table = _cue_table(scene.ontology)
    for relation, cue in table.get(clause.lemma, ()):
        if cue.object:
            for noun, denied in clause.objects:
                if noun.lemma.lower() == cue.object and not denied:
                    yield from _cued_objects(scene, clause, relation, cue, _merge(noun_preps(scene.reading, noun), clause.preps))
        elif cue.preps:
            if not clause.objects and not clause.passive:
                yield from _cued_objects(scene, clause, relation, cue, clause.preps)
        elif not clause.passive:
            yield from _direct(scene, clause, relation, cue)
    if clause.lemma == "be" or clause.passive:
        words = [clause.complement] if clause.complement is not None and clause.lemma == "be" else []
        words += [clause.verb] if clause.passive else []
        for word in words:
            for relation, cue in table.get(f"be {word.text.lower()}", ()):
                if cue.preps:
                    yield from _cued_objects(scene, clause, relation, cue, _merge(noun_preps(scene.reading, word), clause.preps))
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
            if _is_time(scene, word):
                continue
            yield from _objects(scene, clause, relation, cue, word, denied, predicate=f"{_own_words(scene, clause)} {prep}")


def _direct(scene: Scene, clause: Clause, relation: Relation, cue: Cue) -> Iterator[FactClaim]:
    if relation.name in ("likes", "dislikes") and clause.tense == "past" and not clause.ended:
        return
    targets = list(clause.objects)
    if not targets and relation.name in ("likes", "dislikes", "prefers"):
        targets = [(kid, False) for kid in scene.reading.kids(clause.verb, "xcomp") if kid.tag == "VBG"]
    for word, denied in targets:
        yield from _objects(scene, clause, relation, cue, word, denied)


def _objects(
    scene: Scene, clause: Clause, relation: Relation, cue: Cue, word: Word, denied: bool, *, predicate: str = ""
) -> Iterator[FactClaim]:
    reading = scene.reading
    dets = {kid.text.lower() for kid in reading.kids(word, "det")}
    negative = denied or "no" in dets
    target = _gerund(scene, word) if word.tag == "VBG" and word.dep in ("xcomp", "pcomp", "dobj", "conj") else referent(scene, word)
    if target is None or not _may_fill(scene, relation, cue, target, word):
        return
    for who in _subjects(scene, clause):
        if not who.known and who.type not in ("Person", "Animal", "Organization") and relation.domain in ("Person", "Agent"):
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
    """"playing tennis" as a thing one likes."""
    without = frozenset(("advcl", "conj", "cc", "punct", "prep", "npadvmod", "relcl", "mark", "advmod", "acl", "ccomp", "nsubj"))
    words = [w for w in scene.reading.subtree(word, without=without) if w.i >= word.i and w.dep not in ("poss", "det")]
    run = [w for at, w in enumerate(words)]
    if not 1 <= len(run) <= 4 or word.lemma in ("be", "have", "hear", "see", "know", "do", "get"):
        return None
    text = " ".join(w.text for w in run)
    if any(w.pos == "PRON" for w in run[1:]) or not _sayable(text):
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
    if relation.range in ("Thing", "Literal") or onto.is_literal(relation.range):
        return target.type != "Person" or target.known or relation.name in ("likes", "dislikes")
    if target.known:
        return onto.type_fits(target.type, relation.range) or _misread(relation, target)
    if relation.range in ("Field", "Language", "Occupation", "Medicine") and cue.preps:
        return True
    return any(onto.is_a(kind, relation.range) for kind in kinds)


def _misread(relation: Relation, target: Referent) -> bool:
    """A statistical model mixes up places and firms; the verb knows better. A person stays a person."""
    return {relation.range, target.type} <= {"Place", "Organization", "Group", "Product", "Work", "Event", "Thing"}


def _definite(scene: Scene, who: Referent) -> bool:
    """True when an article, a possessor or a number says which one is meant."""
    before = scene.reading.text[max(who.start - 8, 0) : who.start].lower()
    return "'s " in who.name or before.endswith(("the ", "my ", "our ", "your ", "this ", "her ", "his ", "their "))


def _is_time(scene: Scene, word: Word) -> bool:
    return any(t.start <= word.start < t.end for t in scene.timexes)


def _places(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """Where a thing is: "the spare fuse is taped inside the cupboard door", "the tax office is in Room 14"."""
    if clause.lemma != "be" and not (clause.passive and clause.tense == "present"):
        return
    if clause.complement is not None or clause.tense not in ("present", "past"):
        return
    relation = scene.ontology.relation("locatedIn")
    for who in _subjects(scene, clause):
        if who.type in ("Person", "Event", "Animal", "Activity") or not (who.known or _definite(scene, who)):
            continue
        for prep, objects in clause.preps.items():
            if prep not in _LOCATIVE:
                continue
            for word, denied in objects:
                target = referent(scene, word)
                if target is None or _is_time(scene, word) or target.type in ("Person", "Activity", "Animal"):
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
    if clause.modality != "asserted" or clause.negative or clause.ended or clause.lemma in _MENTAL or clause.verb.pos != "VERB":
        return
    if not any(s.i != w for s in clause.subjects for w in [clause.verb.i]) or clause.verb.dep not in ("ROOT", "conj", "relcl", "ccomp"):
        return
    links = [(w, "") for w, denied in clause.objects if not denied]
    links += [(w, prep) for prep, found in clause.preps.items() for w, denied in found if not denied and prep != "agent"]
    subjects = [s for s in _subjects(scene, clause) if s.known]
    if clause.passive:
        agents = [referent(scene, w) for w, _ in clause.preps.get("by", [])]
        for agent in agents:
            for who in subjects:
                if agent and agent.known and who.name != scene.speaker:
                    yield from _related(scene, clause, agent, who, clause.verb.text)
        return
    for word, prep in links:
        target = referent(scene, word)
        if target is None or not target.known or _is_time(scene, word):
            continue
        if clause.objects and prep and not any(scene.names.by_word.get(o.i) for o, _ in clause.objects):
            continue
        for who in subjects:
            if who.name == target.name or target.name in (scene.speaker, scene.addressee) or who.name == scene.addressee:
                continue
            yield from _related(scene, clause, who, target, " ".join(p for p in (_own_words(scene, clause), prep) if p))


def _related(scene: Scene, clause: Clause, who: Referent, target: Referent, words: str) -> Iterator[FactClaim]:
    relation = scene.ontology.resolve_relation(words) or scene.ontology.relation("relatedTo")
    if relation.name != "relatedTo" and (
        not scene.ontology.type_fits(who.type, relation.domain) or not scene.ontology.type_fits(target.type, relation.range)
    ):
        relation = scene.ontology.relation("relatedTo")
    happened = clause.tense == "past" and clause.modality == "asserted"
    claim = claim_of(scene, clause, relation, who, target, rule="verb", confidence=0.65, predicate=words)
    if claim and happened:  # a deed, not a state: it happened and does not stop having happened
        day = next((t.span for t in scene.dates(clause) if t.kind in ("date", "time")), None)
        claim = _changed(claim, ends=False, valid=Span(day.start, FOREVER, day.precision) if day else ALWAYS)
    if claim:
        yield claim


def _changed(claim: FactClaim, *, valid: Span, ends: bool) -> FactClaim:
    from dataclasses import replace

    return replace(claim, valid=valid, ends=ends)


def local_day(scene: Scene) -> Span:
    """The day of the episode where it was said."""
    from datetime import timedelta

    from kgmem.temporal import UTC, micros

    at = moment(scene.episode.occurred, parse_zone(scene.episode.zone) or UTC)
    start = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return Span(micros(start), micros(start + timedelta(days=1)), "day")
