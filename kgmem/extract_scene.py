"""One text with all that is needed to read it, and what its nouns and pronouns stand for there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from functools import cached_property

from kgmem.extract_mentions import ADDRESSEE, HE, PRONOUNS, SHE, SPEAKER, Names
from kgmem.extract_syntax import Clause, Reading, Word, clauses, phrase, plain, word_set
from kgmem.ontology import Ontology, Relation
from kgmem.records import Episode
from kgmem.temporal import Span, micros, moment, parse_zone
from kgmem.timex import Timex

_VAGUE = word_set(
    """it that this these those them they thing things stuff something anything everything nothing one ones
    some all lot lots bit idea way part time times fact kind sort chance moment day days week year people
    person someone everyone anyone what which who more much many most least both each other others same rest
    here there place reason point matter case topic question answer word words side view look feeling feel
    sense"""
)


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
        mention = scene.names.by_word.get(kid.i)
        if mention is not None and (lemma in scene.kin or "Person" in scene.ontology.classes_of(lemma)):
            return Referent(mention.name, mention.type, word.start, mention.end, True, lemma)
    if word.dep == "compound" and (mention := scene.names.by_word.get(word.head)):
        return Referent(mention.name, mention.type, mention.start, mention.end, True, lemma)
    words = phrase(scene.reading, word)
    text, start, end = plain(scene.reading, words)
    for kid in scene.reading.kids(word, "compound", "nmod", "amod"):
        mention = scene.names.by_word.get(kid.i)
        if mention is not None and mention.type != "Person" and word.start - mention.end <= 3:
            kind = noun_type(scene, word, word.text)
            return Referent(f"{mention.name} {word.text}", kind, mention.start, word.end, True, lemma)
    if not sayable(text):
        return None
    kind = noun_type(scene, word, text)
    owners = scene.reading.kids(word, "poss")
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
    if near := _same_sentence_subject(scene, word, wanted):
        return near
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


def _same_sentence_subject(scene: Scene, word: Word, wanted: str) -> str:
    """The person who is the subject just before in the sentence: "April brings her daughter", "Ines runs
    the clinic and she hired Nora"."""
    sentence = next(((a, b) for a, b in scene.reading.sentences if a <= word.i < b), (0, 0))
    for clause in reversed(scene.clauses):
        subjects = [w for w in clause.subjects if sentence[0] <= w.i < word.i]
        if not subjects or (clause.verb.i > word.i and word.dep != "poss"):
            continue
        mention = scene.names.by_word.get(subjects[0].i)
        if len(subjects) == 1 and mention is not None and mention.type in ("Person", "Thing"):
            third = mention.name not in (scene.speaker, scene.addressee)
            return mention.name if third and scene.names.gender.get(mention.name, wanted) == wanted else ""
        return ""
    return ""


def _persons_before(scene: Scene, word: Word) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for mention in scene.names.mentions:
        third = mention.type == "Person" and mention.name not in (scene.speaker, scene.addressee)
        if third and mention.end <= word.start and mention.surface.lower() not in PRONOUNS:
            found[mention.name] = scene.names.gender.get(mention.name, "")
    return list(found.items())


def sayable(text: str) -> bool:
    return 1 < len(text) <= 80 and any(sign.isalpha() for sign in text) and not re.search(r"[<>{}|\\\n]", text)


def local_day(scene: Scene) -> Span:
    """The day of the episode where it was said."""
    at = moment(scene.episode.occurred, parse_zone(scene.episode.zone) or UTC)
    start = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return Span(micros(start), micros(start + timedelta(days=1)), "day")


def is_time(scene: Scene, word: Word) -> bool:
    """True for a word of a date."""
    return any(t.start <= word.start < t.end for t in scene.timexes)
