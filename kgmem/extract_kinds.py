"""Which kind of event a clause tells: the cues of event kinds laid over its verb and what hangs on it.

A cue's words are looked for in order, each among what hangs on the verb or on a word found before it. So "take liking
to" is found in "took an instant liking to it" and not in "took a note of her liking for tea".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgmem.extract_scene import Scene, is_time, noun_type, referent
from kgmem.extract_syntax import Clause, Word, word_set
from kgmem.ontology import Cue, EventKind, Ontology

_INNER = word_set(
    "dobj obj prep pobj prt advmod acomp attr oprd xcomp dative agent pcomp npadvmod conj nsubjpass neg dep"
)
_NOUNS = frozenset(("NOUN", "PROPN"))
_EMPTY = frozenset(("it", "this", "that", "them", "one", "something", "anything", "everything", "nothing"))
_PARTICLES = frozenset(("in", "out", "up", "off", "down", "over", "away", "back"))
WORLD = "Thing"


@dataclass(frozen=True, slots=True)
class Match:
    """A kind whose cue a clause has. `taken` are the words of the cue beside the verb, `about` what its last
    preposition or its verb leads to; `passive` when the subject is what it was done to."""

    kind: EventKind
    cue: Cue
    taken: tuple[Word, ...] = ()
    about: Word | None = None
    passive: bool = False


@dataclass(frozen=True, slots=True)
class _Pattern:
    kind: EventKind
    cue: Cue
    words: tuple[frozenset[str], ...]


def _patterns(ontology: Ontology) -> dict[str, list[_Pattern]]:
    """Verb lemma -> cues, the most telling first."""
    found: dict[str, list[_Pattern]] = {}
    for kind in ontology.events.values():
        for cue in kind.cues:
            words = (*cue.object.split(), *(["/".join(cue.preps)] if cue.preps else []))
            pattern = _Pattern(kind, cue, tuple(frozenset(word.split("/")) for word in words))
            found.setdefault(cue.verb, []).append(pattern)
    for patterns in found.values():
        patterns.sort(
            key=lambda p: (-len(p.words), not p.cue.who, p.cue.wants in ("", WORLD), not p.cue.now, p.cue.text)
        )
    return found


def match(scene: Scene, clause: Clause) -> Match | None:
    """The kind of event the clause's words tell, without regard to whether it happened; None for none."""
    table = scene.ontology.derived(_patterns)
    keys = [clause.lemma]
    if clause.passive:
        helpers = {kid.lemma for kid in scene.reading.kids(clause.verb, "auxpass", "aux")}
        keys = [*(key for key in ("get", "be") if key in helpers), "be", clause.lemma]
    there = {form for word in scene.reading.words for form in (word.text.lower(), word.lemma.lower())}
    best: Match | None = None
    for key in dict.fromkeys(keys):
        for pattern in table.get(key, ()):
            if best is not None and len(pattern.words) <= len(best.taken):
                break
            if any(there.isdisjoint(wanted) for wanted in pattern.words):
                continue
            found = _lay(scene, clause, pattern, helped=clause.passive and key != clause.lemma)
            if found is not None:
                best = found
                break
    return best


def _lay(scene: Scene, clause: Clause, pattern: _Pattern, *, helped: bool) -> Match | None:
    """The pattern laid over a clause, whose own verb is the first word after a helping "be" or "get"."""
    cue, words = pattern.cue, pattern.words
    if clause.particle and any(wanted <= _PARTICLES and clause.particle not in wanted for wanted in words):
        return None  # "broke up in May" is no breaking in
    if cue.denied and not (clause.negative or clause.ended):
        return None
    if not words and any(kid.tag == "VBG" for kid in scene.reading.kids(clause.verb, "xcomp")):
        return None  # "quit smoking"
    taken: list[Word] = []
    if helped:
        if not words or not {clause.verb.text.lower(), clause.lemma} & words[0]:
            return None
        taken.append(clause.verb)
        words = words[1:]
    for wanted in words:
        word = _find(scene, clause, wanted, taken)
        if word is None:
            return None
        taken.append(word)
    if cue.who and not any(_is_a(scene, subject, cue.who) for subject in clause.subjects):
        return None
    passive = clause.passive and not helped
    ends = list(_led_to(scene, clause, cue, taken, passive=passive))
    about = next((word for word in ends if not cue.wants or _is_a(scene, word, cue.wants)), None)
    if cue.wants and about is None:
        reciprocal = cue.wants == WORLD and not cue.preps and _is_mutual(scene, clause, pattern.kind)
        if not reciprocal:
            return None
    if passive and not words and not cue.wants:
        return None  # "was moved" by a song, "was met with silence"
    bare = bool(words) and not cue.wants and not cue.preps and _is_tie(pattern.kind)
    if bare and about is not None and about.dep in ("dobj", "obj") and not _is_a(scene, about, "Person"):
        return None  # "made up my mind", "broke up the fight"
    return Match(pattern.kind, cue, tuple(taken), about, passive)


def _find(scene: Scene, clause: Clause, wanted: frozenset[str], taken: list[Word]) -> Word | None:
    for anchor in (*reversed(taken), clause.verb):
        for kid in scene.reading.kids(anchor):
            if kid in taken or kid.dep not in _INNER or (anchor is clause.verb and kid.dep == "conj"):
                continue
            if (kid.dep == "nsubjpass" and not clause.passive) or (wanted <= _PARTICLES and _dates(scene, kid)):
                continue
            for word in (kid, *(w for w in _joined(scene, kid) if w is not kid)):
                if {word.text.lower(), word.lemma.lower()} & wanted and not _is_future(clause, kid):
                    return word
        if anchor.lemma in ("have", "get"):  # "had his van stolen"
            inner = scene.reading.kids(anchor, "ccomp")
            inner += [kid for word in scene.reading.kids(anchor, "dobj") for kid in scene.reading.kids(word, "acl")]
            for kid in inner:
                if kid.tag in ("VBN", "VBD") and {kid.text.lower(), kid.lemma} & wanted:
                    return kid
        if "to" in wanted and (to := _bare_to(scene, anchor)) is not None:
            return to
    if clause.complement is not None and clause.complement.text.lower() in wanted:
        return clause.complement
    return None


def _dates(scene: Scene, prep: Word) -> bool:
    """True for the "in" of "broke my wrist in March", which is of no breaking in."""
    ends = scene.reading.kids(prep, "pobj") if prep.dep == "prep" else []
    return bool(ends) and all(is_time(scene, word) for word in ends)


def _bare_to(scene: Scene, anchor: Word) -> Word | None:
    """The "to" of "took to tofu", its noun taken for a verb."""
    for kid in scene.reading.kids(anchor, "xcomp", "acl", "relcl", "advcl"):
        inner = [k for k in scene.reading.kids(kid) if k.dep not in ("punct", "prep", "npadvmod", "amod", "compound")]
        if len(inner) == 1 and inner[0].text.lower() == "to" and not scene.reading.kids(kid, "dobj", "prt"):
            return inner[0]
    return None


def _is_future(clause: Clause, verb: Word) -> bool:
    """True for the "visit" of "going to visit"."""
    return clause.lemma == "go" and clause.progressive and verb.dep == "xcomp" and verb.tag == "VB"


def _joined(scene: Scene, word: Word) -> list[Word]:
    return [w for w, denied in scene.reading.conjuncts(word) if not denied] if word.pos in _NOUNS else []


def _led_to(scene: Scene, clause: Clause, cue: Cue, taken: list[Word], *, passive: bool) -> Iterator[Word]:
    """What the cue may lead to, likeliest first: the object of its last preposition, the verb's own object, a
    complement."""
    reading = scene.reading
    if taken and taken[-1].dep == "aux":
        yield reading.head_of(taken[-1])
    if cue.preps:
        for kid in reading.kids(taken[-1], "pobj", "pcomp", "prep"):
            yield from reading.kids(kid, "pobj") if kid.dep == "prep" else [kid]
        if taken[-1].dep == "prep":
            return
    if passive:
        yield from clause.subjects
        return
    yield from (word for word, denied in clause.objects if word not in taken and not denied)
    for word in taken:  # a preposition that was taken for a particle; "had his van stolen"; "got to know her"
        yield from reading.kids(word, "pobj")
        if word.dep == "ccomp":
            yield from reading.kids(word, "nsubj", "nsubjpass")
        if word.pos == "VERB":
            yield from reading.kids(word, "dobj")
    yield from (kid for kid in reading.kids(clause.verb, "attr", "oprd", "acomp", "ccomp", "xcomp") if kid not in taken)


def _is_mutual(scene: Scene, clause: Clause, kind: EventKind) -> bool:
    """True for "Tom and Ana met": each is the other's object."""
    several = len(clause.subjects) > 1 or any(
        len(scene.meant[word.i].names) > 1 or word.text.lower() in ("we", "they")
        for word in clause.subjects
        if word.i in scene.meant
    )
    return several and _is_tie(kind)


def _is_tie(kind: EventKind) -> bool:
    """True for kinds that bring two people together or apart."""
    return "with" in kind.roles and kind.area in ("friends", "family")


def _is_a(scene: Scene, word: Word, wanted: str) -> bool:
    """True when the word is known to name one of this class: by itself, by what it is called or by its noun."""
    if wanted == WORLD:
        return word.text.lower() not in _EMPTY
    onto = scene.ontology
    mention = scene.names.by_word.get(word.i)
    if mention is not None:
        kinds = [mention.type, *(kind for part in mention.name.split() for kind in onto.classes_of(part.lower()))]
        if wanted == "Place" and mention.name in scene.names.guessed:
            return True
    else:
        phrase = [*scene.reading.kids(word, "compound", "amod"), word]
        text = " ".join(w.text.lower() for w in phrase)
        kinds = [noun_type(scene, word, text), *onto.classes_of(word.lemma.lower())]
        if (meaning := scene.meant.get(word.i)) is not None and meaning.known:
            kinds.append(meaning.type)
        elif word.pos == "PRON" and (who := referent(scene, word)) is not None:
            kinds.append(who.type)
        if word.text.lower().endswith("ing") and (word.tag == "VBG" or word.pos == "NOUN"):
            kinds.append("Activity")
    return any(onto.is_a(kind, wanted) for kind in kinds)
