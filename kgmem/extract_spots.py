"""The places of a text that name, describe or point to something, read off the parse without knowing who is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem.extract_genders import of_name
from kgmem.extract_mentions import ADDRESSEE, HE, SHE, SPEAKER, Names
from kgmem.extract_salience import OBJECT, OTHER, OWNER, SUBJECT, Spot
from kgmem.extract_spelling import COMMON
from kgmem.extract_syntax import Reading, Word, phrase, plain, word_set
from kgmem.ontology import Ontology
from kgmem.records import Mention

IT = frozenset(("it", "its", "itself"))
THEY = frozenset(("they", "them", "their", "theirs", "themselves", "themself"))
REFLEXIVE = word_set("himself herself itself themselves themself")
VAGUE = word_set(
    """it that this these those them they thing things stuff something anything everything nothing one ones
    some all lot lots bit idea way part time times fact kind sort chance moment day days week year people
    person someone everyone anyone what which who more much many most least both each other others same rest
    here there place reason point matter case topic question answer word words side view look feeling feel
    sense"""
)
_TIMES = word_set(
    """second minute hour morning afternoon evening night midnight noon today tonight tomorrow yesterday weekend month
    quarter season summer winter spring autumn fall decade century monday tuesday wednesday thursday friday saturday
    sunday january february march april may june july august september october november december age date while
    couple few bunch pair number amount end start beginning middle rest top bottom front back"""
)
_NEVER = VAGUE | COMMON | _TIMES
_ABSTRACT = word_set(
    """ability acceptance achievement advice amount appreciation attention attitude awareness balance beauty belief
    benefit blast bond care challenge chaos clue comfort concern confidence connection control courage creativity
    decision definition desire detail determination difference difficulty dream effect effort emotion energy
    encouragement enthusiasm excitement experience expression faith fear focus force freedom friendship fun future
    gratitude growth guess guidance happiness hardship help honor hope impact importance influence inspiration interest
    issue journey joy key kindness lack level life limit love luck matter meaning memory message mind mindset mood
    moral motivation need news note opinion opportunity option past passion patience peace perspective pleasure
    positivity possibility potential power presence pressure pride priority problem process progress purpose
    relief reminder respect response result risk role sake sense shape share side situation smile solution
    spirit start state step strength stress struggle success support surprise tear tip touch tough trouble trust
    truth use value version vibe victory voice wait warmth wonder work world worry worth"""
)
_NOUN_PLACES = frozenset(("attr", "dobj", "pobj", "pcomp", "nsubj", "nsubjpass", "ROOT", "conj", "xcomp"))
_PAIRED = frozenset(("former", "latter"))
_WEATHER = word_set("rain snow hail drizzle pour freeze thaw")
_SEEMING = word_set("seem appear turn happen matter take sound look feel depend help")
_OF_TIME = word_set(
    """time day night late early morning evening noon midnight o'clock cold hot warm dark sunny windy monday tuesday
    wednesday thursday friday saturday sunday weekend year month week hour minute am pm ok okay fine"""
)
_SAYING = word_set("say tell write reply ask answer add shout whisper text message think go note claim insist warn")
_QUOTATION = re.compile(r"[\"“]([^\"“”\n]{2,400})[\"”]")
_NO_NAME = re.compile(r"[<>{}|\\\n*_]|[-–—,;:.!?]\s|[-–—,;:.!?]$")
_ANOTHER = frozenset(("another", "different"))


def spots(reading: Reading, names: Names, ontology: Ontology) -> list[Spot]:
    """All spots of a text in order."""
    of_sentence = _sentences(reading)
    quotations = list(_quotations(reading))
    found: list[Spot] = []
    named: set[int] = set()
    for mention in names.mentions:
        words = [w for w in reading.covering(mention.start, mention.end) if names.by_word.get(w.i) is mention]
        if words:
            head = _head(words)
            named.add(head.i)
            found.append(_name_spot(reading, names, ontology, mention, head, of_sentence))
    for word in reading.words:
        if word.i in names.by_word:
            continue
        lower = word.text.lower()
        if word.i not in named and (spot := _other_spot(reading, names, ontology, word, lower, of_sentence)):
            found.append(spot)
    found.sort(key=lambda s: (s.start, s.end))
    return [_quoted(spot, quotations) for spot in found]


def described(reading: Reading, names: Names, noun: Word) -> tuple[str, int, int]:
    """The words that name what a noun stands for, and their span. What is told from others of its kind by a name
    keeps that: "the pilot for Fluvia" is the "pilot for Fluvia"."""
    words = phrase(reading, noun)
    if any(w.pos == "PRON" for w in words):  # "the budget of their pilot"
        words = [w for w in words if w.i <= noun.i]
    before = reading.words[words[0].i - 1] if words[0].i else noun
    place = names.by_word.get(before.i)
    if place is not None and place.type != "Person" and before.head in {w.i for w in words} and before.dep != "poss":
        words = [before, *words]  # "the Odense running club"
    text, start, end = plain(reading, words)
    if any(kid.text.lower() == "the" for kid in reading.kids(noun, "det")):
        for prep in reading.kids(noun, "prep"):
            tips = reading.kids(prep, "pobj")
            mention = names.by_word.get(tips[0].i) if tips else None
            telling = prep.lemma in ("for", "at", "from") or (prep.lemma == "in" and len(words) == 1)
            if telling and mention is not None and 0 <= prep.start - end <= 1:
                return f"{text} {prep.text} {mention.name}", start, mention.end
    return text, start, end


def names_beside(reading: Reading, names: Names, word: Word, holder: Word) -> list[Mention]:
    """The names put beside a noun: "my dog Rex", "my brothers Tim and Tom", "a friend called Mick".

    holder: the name a noun stands before ("my brother Tim"), else the noun itself.
    """
    found: list[Mention] = []
    if holder is not word:
        tips = [w for w, _ in reading.conjuncts(holder)]
    else:
        tips = [w for kid in reading.kids(word, "appos") for w, _ in reading.conjuncts(kid)]
        for kid in reading.kids(word, "acl"):
            if kid.lemma in ("call", "name"):
                tips += [w for o in reading.kids(kid, "oprd", "dobj", "attr") for w, _ in reading.conjuncts(o)]
    pointing = SPEAKER | ADDRESSEE | HE | SHE | IT | THEY
    for tip in tips:
        mention = names.by_word.get(tip.i)
        if mention is not None and mention not in found and mention.surface.lower() not in pointing:
            found.append(mention)
    if not found and word.dep == "dobj":  # "I have a boyfriend, Tom"
        behind = [kid for kid in reading.kids(reading.words[word.head], "npadvmod") if kid.pos == "PROPN"]
        found += [m for kid in behind if kid.i > word.i and (m := names.by_word.get(kid.i)) and m.type != "Place"]
    if not found and word.i + 1 < len(reading.words):
        mention = names.by_word.get(word.i + 1)
        after = reading.words[word.i + 1]
        beside = after.pos == "PROPN" and after.head in (word.i, word.head)
        if mention is not None and beside and mention.start == after.start:
            found.append(mention)
    return found


def _sentences(reading: Reading) -> list[int]:
    found = [0] * len(reading.words)
    for number, (first, last) in enumerate(reading.sentences):
        found[first:last] = [number] * (last - first)
    return found


def _head(words: Sequence[Word]) -> Word:
    inside = {w.i for w in words}
    return next((w for w in words if w.head not in inside or w.head == w.i), words[-1])


def _name_spot(
    reading: Reading, names: Names, ontology: Ontology, mention: Mention, head: Word, sentence: Sequence[int]
) -> Spot:
    gender = names.gender.get(mention.name, "")
    if not gender and mention.type in ("Person", "Thing"):
        title = mention.name.split()[0].rstrip(".").lower() if " " in mention.name else ""
        given = ontology.titles.get(title, "")
        gender = "he" if given == "male" else "she" if given == "female" else of_name(mention.name)
    rank, verb = _role(reading, head)
    determiner = _namesake(reading, head)
    return Spot(
        mention.start, mention.end, head.i, "name", mention.surface.lower(), mention.name, mention.type, gender,
        rank=rank, sentence=sentence[head.i], verb=verb, lemma=head.lemma.lower(), joined=_joined(reading, head),
        around=head.head if head.dep == "poss" else -1, determiner=determiner,
        qualifier=_qualifier(reading, names, head, far=determiner == "another"),
    )  # fmt: skip


def _namesake(reading: Reading, head: Word) -> str:
    """Say "another" for somebody else of a name that was given before, "other" for the second of two, else ""."""
    said = {kid.lemma.lower() for kid in reading.kids(head, "det", "amod", "nmod", "compound") if kid.i < head.i}
    said |= {word.text.lower() for word in reading.words[max(head.i - 2, 0) : head.i] if word.head == head.i}
    denied = any(kid.dep == "neg" for kid in (*reading.kids(head), *reading.kids(reading.head_of(head))))
    if said & _ANOTHER or ("same" in said and denied):
        return "another"
    return "other" if "other" in said else ""


def _qualifier(reading: Reading, names: Names, head: Word, *, far: bool) -> str:
    """The firm, place or thing that tells who of a name is meant: "the Lin Wei of Beacon Mills"; when `far`, also
    by what is said of them: "another Lin Wei is the CFO of Beacon Mills", "another Tom plays the tuba"."""
    holders = [head]
    verb = reading.head_of(head)
    if far and head.dep == "nsubj" and verb.pos in ("VERB", "AUX"):
        holders += [verb, *reading.kids(verb, "attr", "dobj", "acomp")]
    if far:
        holders += reading.kids(head, "appos", "relcl")
    for holder in holders:
        for prep in reading.kids(holder, "prep"):
            for tip in reading.kids(prep, "pobj"):
                mention = names.by_word.get(tip.i)
                if prep.lemma in ("of", "from", "at", "in", "with", "for") and (mention is None or tip.i != head.i):
                    if mention is not None and mention.type != "Person":
                        return mention.name
                    if mention is None and tip.pos == "NOUN" and (far or prep.lemma in ("from", "of")):
                        return plain(reading, phrase(reading, tip))[0]
    for holder in holders[2:]:
        if holder.pos == "NOUN":
            return plain(reading, phrase(reading, holder))[0]
    return ""


def _other_spot(
    reading: Reading, names: Names, ontology: Ontology, word: Word, lower: str, sentence: Sequence[int]
) -> Spot | None:
    rank, verb = _role(reading, word)
    around = word.head if word.dep == "poss" else -1
    common = {"rank": rank, "sentence": sentence[word.i], "verb": verb, "around": around}
    joined = _joined(reading, word)
    if lower in SPEAKER or lower in ADDRESSEE:
        return Spot(word.start, word.end, word.i, "pronoun", lower, joined=joined, **common)  # type: ignore[arg-type]
    if lower in HE or lower in SHE:
        gender = "he" if lower in HE else "she"
        return Spot(
            word.start, word.end, word.i, "pronoun", lower, type="Person", gender=gender, joined=joined, **common  # type: ignore[arg-type]
        )  # fmt: skip
    if lower in IT:
        empty = lower == "it" and _is_empty(reading, word)
        return Spot(word.start, word.end, word.i, "pronoun", lower, empty=empty, **common)  # type: ignore[arg-type]
    if lower in THEY and reading.text[: word.start].lower().endswith("two of "):
        return None
    if lower in THEY:
        return Spot(word.start, word.end, word.i, "pronoun", lower, plural=True, **common)  # type: ignore[arg-type]
    if lower == "there" and word.tag != "EX" and word.dep in ("advmod", "pcomp", "pobj"):
        return Spot(word.start, word.end, word.i, "pronoun", lower, type="Place", **common)  # type: ignore[arg-type]
    if (lower == "both" and word.dep in ("nsubj", "dobj", "pobj", "nsubjpass")) or (
        lower == "two" and reading.text[word.start :].lower().startswith(("two of them", "two of us"))
    ):
        return Spot(word.start, word.end, word.i, "pronoun", "both", plural=True, **common)  # type: ignore[arg-type]
    if (
        lower in _PAIRED
        and any(kid.dep == "det" for kid in reading.kids(word))
        and word.dep not in ("amod", "compound")
    ):
        start = min(kid.start for kid in reading.kids(word, "det"))
        return Spot(start, word.end, word.i, "pronoun", lower, **common)  # type: ignore[arg-type]
    doing = (
        word.tag == "VBG" and word.dep in _NOUN_PLACES and ontology.classes_of(lower) and not reading.kids(word, "dobj")
    )
    if (word.pos == "NOUN" or doing) and word.dep not in ("compound", "nmod", "npadvmod") and len(lower) > 1:
        return _noun_spot(reading, names, ontology, word, common)
    if word.pos == "NOUN" and word.dep in ("compound", "nmod") and word.head in names.by_word and word.head > word.i:
        return _noun_spot(reading, names, ontology, word, common, holder=reading.head_of(word))  # "my aunt Sasha"
    return None


def _noun_spot(
    reading: Reading,
    names: Names,
    ontology: Ontology,
    word: Word,
    common: dict[str, int],
    *,
    holder: Word | None = None,
) -> Spot | None:
    lemma = word.lemma.lower()
    lower = word.text.lower()
    if not _NEVER.isdisjoint((lemma, lower)) or not word.text[0].isalpha():
        return None
    words = phrase(reading, word)
    if any(w.pos in ("SPACE", "X") or w.text in ("\n", "|", "=") for w in words) or len(words) > 6:
        return None
    if any(w.pos == "NUM" and w.text[0].isdigit() for w in words):
        return None
    if len(words) > 3 and all(w.dep in ("compound", "nmod") for w in words if w is not word):
        return None  # a heap of words
    text, start, end = described(reading, names, word)
    if not 1 < len(text) <= 80 or _NO_NAME.search(text) or (text.lower() in (lemma, lower) and lemma in _ABSTRACT):
        return None
    inside = {id(m): m for w in words if (m := names.by_word.get(w.i)) is not None}.values()
    beside_it = ("compound", "nmod", "amod")
    if any(
        m.type == "Person" and m.start >= start and _head_word(reading, names, m).dep not in beside_it for m in inside
    ):
        return None  # "thanks Caroline"
    determiner = next((kid.text.lower() for kid in reading.kids(word, "det")), "")
    if any(kid.lemma.lower() in _ANOTHER for kid in reading.kids(word, "amod", "det")):
        determiner = "another"
    owners = reading.kids(holder or word, "poss")
    beside = [_head_word(reading, names, m).i for m in names_beside(reading, names, word, holder or word)]
    head = reading.head_of(word)
    same_as = -1
    if word.dep == "attr" and head.lemma == "be" and not reading.kids(head, "neg"):
        same_as = next((kid.i for kid in reading.kids(head, "nsubj")), -1)
    if not beside and head.lemma in ("call", "name") and word.dep == "nsubjpass":
        beside = [kid.i for kid in reading.kids(head, "oprd", "dobj", "attr") if kid.i in names.by_word]
    if not beside and word.dep == "poss" and head.lemma == "name" and head.dep == "nsubj":
        verb = reading.head_of(head)
        beside = [kid.i for kid in reading.kids(verb, "attr", "oprd") if verb.lemma == "be" and kid.i in names.by_word]
    kind = ontology.nouns_gender.get(lemma, "")
    gender = "he" if kind == "male" else "she" if kind == "female" else ""
    classes = ontology.classes_of(text) or ontology.classes_of(lemma)
    first = min([start, *(kid.start for kid in owners)]) if owners else start
    return Spot(
        first, end, word.i, "noun", word.text.lower(), text, "Person" if gender and not classes else
        (classes[0] if classes else "Thing"), gender, plural=word.tag in ("NNS", "NNPS"), lemma=lemma,
        determiner=determiner, owner=owners[0].i if owners else -1, beside=tuple(beside), same_as=same_as,
        joined=_joined(reading, word), told_apart=end > words[-1].end, **common,  # type: ignore[arg-type]
    )  # fmt: skip


def _head_word(reading: Reading, names: Names, mention: Mention) -> Word:
    return _head([w for w in reading.covering(mention.start, mention.end) if names.by_word.get(w.i) is mention])


def _role(reading: Reading, word: Word) -> tuple[int, int]:
    """How prominent a word's part in its sentence is, and the verb it takes part in."""
    top, rank, steps = word, OTHER, 0
    while top.dep in ("conj", "compound", "nmod") and top.head != top.i and steps < 20:
        top, steps = reading.head_of(top), steps + 1
    if top.dep in ("nsubj", "nsubjpass"):
        rank = SUBJECT
    elif top.dep in ("dobj", "dative", "attr"):
        rank = OBJECT
    elif top.dep == "poss":
        rank = OWNER
    while top.head != top.i and steps < 40:
        top, steps = reading.head_of(top), steps + 1
        if top.pos in ("VERB", "AUX"):
            break
    return rank, top.i if top.pos in ("VERB", "AUX") else -1


def _joined(reading: Reading, word: Word) -> int:
    """The first of the words joined by "and" to this one, itself included; -1 when it stands alone."""
    top, steps = word, 0
    while top.dep == "conj" and top.head != top.i and steps < 20:
        top, steps = reading.head_of(top), steps + 1
    if top is word and not any(kid.pos in ("NOUN", "PROPN", "PRON") for kid in reading.kids(word, "conj")):
        return -1
    return top.i if any(kid.lemma == "and" for kid in reading.kids(top, "cc")) or top is not word else -1


def _is_empty(reading: Reading, word: Word) -> bool:
    """True for an "it" that stands for nothing: "it's raining", "it is good to see you", "it takes an hour"."""
    verb = reading.head_of(word)
    if word.dep == "expl" or verb.lemma in _WEATHER or verb.lemma in _SEEMING:
        return True
    if verb.lemma == "be":
        said = reading.kids(verb, "acomp", "attr", "npadvmod", "advmod")
        if any(w.lemma.lower() in _OF_TIME for w in said):
            return True
        told = [*reading.kids(verb), *(kid for w in said for kid in reading.kids(w))]
        if any(kid.dep in ("ccomp", "xcomp", "csubj", "acl", "advcl", "relcl") and kid.i > verb.i for kid in told):
            return True
    return (
        word.dep == "dobj"
        and verb.lemma in ("do", "make", "get", "love", "hate")
        and bool(reading.kids(verb, "ccomp", "advcl", "xcomp") or verb.lemma in ("do", "make", "get"))
    )


def _quotations(reading: Reading) -> Iterator[tuple[int, int, int]]:
    """(start, end, word of who says it or -1) of each direct quotation that is more than a name."""
    for found in _QUOTATION.finditer(reading.text):
        inside = reading.covering(found.start(1), found.end(1))
        if not any(w.pos in ("VERB", "AUX") for w in inside):
            continue
        near = reading.covering(max(found.start() - 40, 0), min(found.end() + 40, len(reading.text)))
        outside = [w for w in near if not found.start() <= w.start < found.end()]
        sayers = [
            kid.i
            for verb in sorted(outside, key=lambda w: min(abs(w.start - found.end()), abs(found.start() - w.end)))
            if verb.lemma in _SAYING and verb.pos == "VERB"
            for kid in reading.kids(verb, "nsubj")
        ]
        yield found.start(1), found.end(1), sayers[0] if sayers else -1


def _quoted(spot: Spot, quotations: Sequence[tuple[int, int, int]]) -> Spot:
    for start, end, sayer in quotations:
        if start <= spot.start < end:
            return replace(spot, quoted=sayer)
    return spot
