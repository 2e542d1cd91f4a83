"""Statements in their own words: what a clause says that no other rule told.

Such a statement is a `relatedTo` claim of low confidence: who it is about, the verb, and the rest of the clause as it
was said, pronouns of the talk replaced by names. It never ends or denies anything by itself and makes no new things:
what it says is a value, unless it is just a name. A clause whose subject is nobody and nothing in particular ("it was
so moving") is kept as what the speaker said. Talk that says nothing ("thanks, that's great") is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgmem.extract_claims import subjects_of
from kgmem.extract_mentions import ADDRESSEE, SPEAKER
from kgmem.extract_retelling import finite, retold, spaced
from kgmem.extract_scene import Referent, Scene
from kgmem.extract_syntax import SUBJECTS, Clause, Reading, Word, word_set
from kgmem.records import OPEN, EventClaim, FactClaim
from kgmem.temporal import ALWAYS, BEGINNING, FOREVER, Span

LONGEST = 40
"""Words of a statement; what is longer ends there."""
OF_SOMEBODY, OF_SOMETHING, SAID = 0.45, 0.4, 0.35
"""How sure a statement is: of one who is named, of what is described, and of what somebody only said."""

_OPINIONS = word_set("think know guess believe mean suppose figure bet hope say see feel imagine realize swear agree")
_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_TELLING = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "NUM"))
_ASIDES = word_set("""just really actually also so too very totally definitely absolutely even still already honestly
    basically literally then anyway though however now""")
_BEFORE = frozenset(("punct", "cc", "intj", "preconj", "meta"))
_EDGES = frozenset(("punct", "cc", "mark", "intj", "preconj", "meta", "dep"))
_RELATED = frozenset(("relcl", "appos", "conj", "cc", "punct", "advcl", "mark", "intj"))
_LEFT_OUT = frozenset(("cc", "mark", "intj", "preconj", "meta", "neg", "expl"))
_EMPTY = word_set("""great awesome amazing cool nice good wonderful lovely fantastic incredible super fab sweet neat
    glad sure right sorry true welcome okay ok fine best better possible thing stuff lot lots bit way kind sort time
    thank thanks know think mean hear see guess agree hope wish say tell talk chat wait let have be do get go come make
    take look sound seem try want need keep give feel one ones much many more most really so too very just also
    always ever never now then here there again yet back up out way something anything everything nothing somebody
    someone anyone everyone people idea point matter luck mind care honor pleasure fun yeah yes no hey hi hello bye
    wow oh not well too all that this what it them you him her me us we i could would should can will might may must
    excited happy proud appreciate check catch bet believe worry rock deserve luck cheer congrats congratulation
    last next day days week month year today tomorrow yesterday tonight""")
_GOING_WITH = {
    "look": word_set("after for into"), "deal": word_set("with"), "care": word_set("for about"),
    "depend": word_set("on upon"), "rely": word_set("on upon"), "believe": word_set("in"), "listen": word_set("to"),
    "wait": word_set("for"), "ask": word_set("for"), "apply": word_set("for"), "belong": word_set("to"),
    "consist": word_set("of"), "insist": word_set("on"), "focus": word_set("on"), "attend": word_set("to"),
    "report": word_set("to"), "pay": word_set("for"), "search": word_set("for"), "cope": word_set("with"),
}  # fmt: skip
"""Verbs and the prepositions that belong to them, and not to what follows."""
_ANYBODY = word_set("everybody everyone somebody someone anybody anyone nobody people folks")
_THANKS = frozenset(("thanks", "thank", "congrats", "congratulation", "congratulations"))
_SHOWN = frozenset(("it", "this", "that", "they", "these"))
_CUT = re.compile(r",\s*,")
_WISHES = frozenset(("wish", "thank", "hope", "congratulate", "look"))


@dataclass(frozen=True, slots=True)
class _Statement:
    """A clause taken apart: the words of its verb, and all others but its subject."""

    clause: Clause
    verb: list[Word]
    rest: list[Word]


def open_statements(scene: Scene, facts: Sequence[FactClaim], events: Sequence[EventClaim]) -> Iterator[FactClaim]:
    """What the clauses say beside these facts and events, each said once."""
    standing: set[int] = set()
    telling: set[int] = set()
    for clause in sorted(scene.clauses, key=lambda c: scene.reading.depth(c.verb)):
        if _stands(scene.reading, clause.verb, standing, telling):
            standing.add(clause.verb.i)
            if _is_told(scene.reading, clause):
                telling.add(clause.verb.i)
    seen: set[tuple[str, str]] = set()
    for clause in scene.clauses:
        if clause.verb.i not in telling:
            continue
        taken = _apart(scene, clause, standing)
        if taken is None or not _says_something(scene, taken, facts, events):
            continue
        for claim in _told(scene, taken):
            if _CUT.search(claim.value):
                continue  # put right within itself ("six, no, sorry, eight"): no statement of one thing
            if (claim.subject, claim.value or claim.object) not in seen:
                seen.add((claim.subject, claim.value or claim.object))
                yield claim


def _is_told(reading: Reading, clause: Clause) -> bool:
    """False for what is asked, ordered or supposed, but for what one can, could or would like to do; and for what
    is said to the other of themselves (advice, compliments) or only shown ("here is a picture")."""
    if clause.elided or any(
        word.text.lower() in ADDRESSEE or word.lemma.lower() in _THANKS for word in clause.subjects
    ):
        return False
    if clause.lemma == "be" and any(kid.lemma.lower() == "here" for kid in reading.kids(clause.verb, "advmod")):
        return False
    if clause.question or clause.modality != "hypothetical":
        return not clause.question
    kids = reading.kids(clause.verb)
    modals = {kid.text.lower() for kid in kids if kid.tag == "MD"}
    supposed = any(kid.dep == "mark" for kid in kids) or any(
        reading.kids(kid, "mark") for kid in kids if kid.dep == "advcl"
    )
    wished = clause.lemma in ("love", "like")
    return not supposed and bool(modals & {"can", "could", "ca"} or (wished and modals & {"would", "'d", "’d"}))


def _stands(reading: Reading, verb: Word, standing: set[int], telling: set[int]) -> bool:
    """True for a clause that is a statement of its own, False for one that is a part of another's words."""
    head = reading.head_of(verb)
    own = bool(reading.kids(verb, *SUBJECTS))
    finite = verb.tag in _FINITE or any(kid.tag in _FINITE for kid in reading.kids(verb, "aux", "auxpass"))
    if verb.dep in ("ROOT", "parataxis"):
        return True
    if verb.dep == "conj":
        return head.pos in ("VERB", "AUX") and (head.i in standing or (own and finite))
    if verb.dep == "advcl":
        return own and finite
    if verb.dep == "relcl":
        shown = all(kid.text.lower() in SPEAKER for kid in reading.kids(verb, "nsubj")) and own
        return _in_subject(reading, verb) or (shown and not _is_inside(reading, verb, telling))
    if verb.dep == "ccomp":
        before = verb.i < head.i
        opinion = head.lemma in _OPINIONS and all(
            kid.text.lower() in SPEAKER | ADDRESSEE for kid in reading.kids(head, "nsubj")
        )
        return (before or (own and opinion)) and head.pos in ("VERB", "AUX")
    return False


def _in_subject(reading: Reading, word: Word) -> bool:
    steps = 0
    while word.head != word.i and steps < 20:
        word, steps = reading.head_of(word), steps + 1
        if word.dep in ("nsubj", "nsubjpass"):
            return True
        if word.pos in ("VERB", "AUX"):
            return False
    return False


def _is_inside(reading: Reading, word: Word, telling: set[int]) -> bool:
    """True for what stands below a clause that is told."""
    steps = 0
    while word.head != word.i and steps < 200:
        word, steps = reading.head_of(word), steps + 1
        if word.i in telling:
            return True
    return False


def _apart(scene: Scene, clause: Clause, standing: set[int]) -> _Statement | None:
    reading, verb = scene.reading, clause.verb
    words = _inside(reading, verb, standing | {word.i for word in clause.subjects})
    if verb.dep == "relcl" and all(kid.tag not in ("WDT", "WP") for kid in reading.kids(verb, "nsubj")):
        noun = reading.head_of(verb)  # "the space I designed"
        words = sorted({w.i: w for w in (*words, *reading.subtree(noun, without=_RELATED))}.values(), key=lambda w: w.i)
    group = {verb.i, *(kid.i for kid in reading.kids(verb, "aux", "auxpass", "prt"))}
    last = max(group)
    for kid in reading.kids(verb, "xcomp"):  # "started to paint"
        to = [k.i for k in reading.kids(kid, "aux") if k.text.lower() in ("to", "na", "ta")]
        if kid.i == last + 1 + len(to) and kid.tag in ("VB", "VBG"):
            group |= {kid.i, *to, *(k.i for k in reading.kids(kid, "prt") if k.i == kid.i + 1)}
    for kid in reading.kids(verb, "prep"):  # "looks after", "deals with"
        if kid.i == max(group) + 1 and kid.lemma.lower() in _GOING_WITH.get(verb.lemma, ()):
            group.add(kid.i)
    rest = [word for word in words if word.i not in group]
    rest = [word for word in rest if not (word.dep == "advmod" and word.text.lower() in _ASIDES)]
    rest = [word for word in rest if not _is_called(scene, word)]
    while rest and (rest[0].dep in _BEFORE or rest[0].pos == "PUNCT"):
        rest = rest[1:]
    rest = rest[:LONGEST]
    while rest and (rest[-1].dep in _EDGES or rest[-1].pos == "PUNCT" or rest[-1].tag in ("IN", "DT", "PRP$", "TO")):
        rest = rest[:-1]
    if not rest:  # "has grown", "seems to vanish"
        first, *others = sorted(group)
        group, rest = {first}, [reading.words[i] for i in others]
        while rest and rest[0].text.lower() == "to":
            group.add(rest.pop(0).i)
    return _Statement(clause, [w for w in words if w.i in group], rest) if rest else None


def _is_called(scene: Scene, word: Word) -> bool:
    """True for the name of the one who is spoken to, set off by a comma: "I learnt a lot, Ana"."""
    mention = scene.names.by_word.get(word.i)
    if mention is None or mention.name != scene.addressee or word.dep in ("poss", "conj"):
        return False
    words = scene.reading.words
    return any(0 <= i < len(words) and words[i].text in (",", "!") for i in (word.i - 1, word.i + 1))


def _inside(reading: Reading, verb: Word, others: set[int]) -> list[Word]:
    """The words of a clause without its subject, and without what is below `others`."""
    found, todo = [verb], [kid for kid in reading.kids(verb) if kid.dep not in ("nsubj", "nsubjpass")]
    todo = [kid for kid in todo if kid.dep not in _LEFT_OUT and kid.tag not in ("WRB", "WP", "WDT")]
    while todo:
        word = todo.pop()
        if word.i in others or word.dep in ("intj", "meta"):
            continue
        if word.dep == "prep" and word.lemma.lower() in ("because", "due") and reading.kids(word, "neg"):
            todo.extend(reading.kids(word, "conj"))  # "not because of the pay but because of the commute"
            continue
        if word.dep in SUBJECTS and reading.head_of(word).dep in ("aux", "auxpass"):
            continue
        found.append(word)
        todo.extend(reading.kids(word))
    end = _run_on(reading, verb)
    return sorted((word for word in found if word.i < end), key=lambda w: w.i)


def _run_on(reading: Reading, verb: Word) -> int:
    """Where a comma joins another sentence to a clause that is complete: "the one is blue, the other is red"."""
    ends = [kid.i for kid in reading.kids(verb, "attr", "acomp", "dobj")]
    for kid in reading.kids(verb, "ccomp"):
        if ends and min(ends) < kid.i and reading.kids(kid, *SUBJECTS) and not reading.kids(kid, "mark"):
            commas = [c.i for c in reading.kids(verb, "punct") if min(ends) < c.i < kid.i and c.text in (",", ";")]
            if commas:
                return commas[0]
    return len(reading.words)


def _says_something(scene: Scene, taken: _Statement, facts: Sequence[FactClaim], events: Sequence[EventClaim]) -> bool:
    """False for small talk, and for what facts and events of the same place told but for a word."""
    told = _words_told(taken, facts, events)
    news = {
        word.lemma.lower()
        for word in (*taken.verb, *taken.rest)
        if word.pos in _TELLING
        and not _is_talker(scene, word)
        and _EMPTY.isdisjoint((word.lemma.lower(), word.text.lower()))
        and not any(t.start < word.end and word.start < t.end for t in scene.timexes)
        and not any(_is_same(form, one) for form in (word.lemma.lower(), word.text.lower()) for one in told)
    }
    return len(news) >= (2 if told else 1)


def _is_same(word: str, told: str) -> bool:
    """True for forms of one word: "photograph" and "photographing"."""
    return told == word or (min(len(word), len(told)) > 3 and (told.startswith(word[:5]) or word.startswith(told)))


def _is_talker(scene: Scene, word: Word) -> bool:
    mention = scene.names.by_word.get(word.i)
    return mention is not None and mention.name in (scene.speaker, scene.addressee)


def _words_told(taken: _Statement, facts: Sequence[FactClaim], events: Sequence[EventClaim]) -> set[str]:
    """The words of facts and events read where the statement stands."""
    words = [*taken.verb, *taken.rest]
    start, end = min(word.start for word in words), max(word.end for word in words)
    found: set[str] = set()
    for claim in facts:
        if claim.start < end and start < claim.end:
            found.update(f"{claim.predicate} {claim.object or claim.value}".lower().split())
    for event in events:
        if event.start < end and start < event.end:
            found.update(event.description.lower().split())
    return {word.strip(".,;:!?'\"") for word in found}


def _told(scene: Scene, taken: _Statement) -> Iterator[FactClaim]:
    clause = taken.clause
    clausal = any(word.dep == "csubj" for word in clause.subjects)  # "seeing her helped"
    people = [] if clausal else subjects_of(scene, clause)
    if len(clause.subjects) > 1 and scene.speaker and not all(who.known for who in people):
        people = []  # "family and exercise keep me going"
    if not clause.subjects and scene.speaker and _is_elided(scene.reading, clause):
        people = [Referent(scene.speaker, "Person", clause.start, clause.start, True)]
    spoken_of = {name for meaning in scene.meant.values() for name in meaning.names}
    if (
        not people
        or any(word.text.lower() in _ANYBODY for word in clause.subjects)
        or not all(who.known or who.name in spoken_of for who in people)
    ):
        yield from _as_said(scene, taken)
        return
    for who in people[:2]:
        name = _named(scene, taken.rest)
        value = "" if name else retold(scene, taken.rest, who.name)
        if name == who.name or (not name and not value):
            continue
        before = [w for w in taken.rest if name and w.i not in scene.names.by_word]
        yield FactClaim(
            subject=who.name,
            relation="relatedTo",
            object=name,
            value=value,
            predicate=" ".join((_spoken_of(taken), *(w.text for w in before))),
            subject_type=who.type,
            valid=_valid(scene, clause),
            polarity="negative" if clause.negative else "positive",
            modality=clause.modality,
            told_by=clause.told_by if clause.modality == "reported" else "",
            confidence=_confidence(OF_SOMEBODY if who.known else OF_SOMETHING, clause),
            rule=OPEN,
            start=min(clause.start, who.start),
            end=max(clause.end, taken.rest[-1].end),
        )


def _as_said(scene: Scene, taken: _Statement) -> Iterator[FactClaim]:
    """What nobody in particular is the subject of, as words of the speaker."""
    clause, reading = taken.clause, scene.reading
    if not scene.speaker or not clause.subjects or _is_of_a_task(reading, clause):
        return
    subject = [w for kid in reading.kids(clause.verb, *SUBJECTS) for w in reading.subtree(kid)]
    denied = reading.kids(clause.verb, "neg")
    words = sorted({w.i: w for w in (*subject, *taken.verb, *denied, *taken.rest)}.values(), key=lambda w: w.i)
    if clause.negative and not denied:
        return  # "I wish I lived there": its own words do not say no
    telling = [w for w in words if w.pos in _TELLING and w.lemma.lower() not in _EMPTY]
    if len(telling) < 2:
        return
    yield FactClaim(
        subject=scene.speaker,
        relation="relatedTo",
        value=retold(scene, words, ""),
        predicate="said",
        valid=ALWAYS,
        modality=clause.modality,
        told_by=clause.told_by if clause.modality == "reported" else "",
        confidence=_confidence(SAID, clause),
        rule=OPEN,
        start=min(clause.start, words[0].start),
        end=max(clause.end, words[-1].end),
    )


def _is_of_a_task(reading: Reading, clause: Clause) -> bool:
    """True for what is said of something the other is to work on: "Can you shorten this text? It is for a shop."."""
    place = reading.sentence_of(clause.verb)
    if not place or any(word.text.lower() not in _SHOWN for word in clause.subjects):
        return False
    before = reading.words[slice(*reading.sentences[place - 1])]
    shown = any(word.text.lower() in ("this", "these") and word.dep == "det" for word in before)
    asked = before[-1].text == "?" and any(word.text.lower() in ADDRESSEE for word in before)
    return shown and (asked or before[0].tag == "VB")


def _is_elided(reading: Reading, clause: Clause) -> bool:
    """True for "Went camping", where the speaker is not said."""
    if clause.verb.dep == "conj":
        head = reading.head_of(clause.verb)
        return clause.verb.tag == head.tag and head.dep == "ROOT" and not reading.kids(head, *SUBJECTS)
    first, _ = reading.sentences[reading.sentence_of(clause.verb)]
    if clause.lemma in _WISHES:
        return False
    return clause.verb.tag in ("VBD", "VBG", "VBN", "VBP") and clause.verb.dep == "ROOT" and clause.verb.i - first <= 2


def _confidence(sure: float, clause: Clause) -> float:
    return round(max(0.3, sure * clause.certainty * (1.0 if clause.modality in ("asserted", "recurring") else 0.85)), 2)


def _valid(scene: Scene, clause: Clause) -> Span:
    """From the day that is said on: what was done does not stop having been done."""
    day = next((t.span for t in scene.dates(clause) if t.kind in ("date", "time", "since")), None)
    if day is None or day.start <= BEGINNING:
        return ALWAYS
    return Span(day.start, FOREVER, day.precision)


def _named(scene: Scene, rest: Sequence[Word]) -> str:
    """The name that is all there is to the rest of a clause but for its preposition, else ""."""
    mentions = {id(m): m for w in rest if (m := scene.names.by_word.get(w.i)) is not None}
    if len(mentions) != 1 or len([w for w in rest if w.i not in scene.names.by_word]) > 1:
        return ""
    if any(w.i not in scene.names.by_word and w.pos != "ADP" for w in rest):
        return ""
    return next(iter(mentions.values())).name


def _spoken_of(taken: _Statement) -> str:
    """The verb as one says it of a third person."""
    mine = all(word.text.lower() in SPEAKER for word in taken.clause.subjects)
    return spaced([(word, finite(word, mine and at == 0)) for at, word in enumerate(taken.verb)])
