"""One text with all that is needed to read it, and what its nouns and pronouns stand for there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, timedelta
from functools import cached_property

from kgmem.extract_clauses import clauses
from kgmem.extract_coref import Meaning, bound
from kgmem.extract_mentions import PRONOUNS, Names
from kgmem.extract_salience import Spot
from kgmem.extract_spots import VAGUE, described
from kgmem.extract_syntax import Clause, Reading, Word
from kgmem.ontology import Ontology, Relation
from kgmem.records import Episode
from kgmem.temporal import Span, micros, moment, parse_zone
from kgmem.timex import Timex


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
    """One text with all that is needed to read it. `meant` says what its spots stand for, by their head words;
    `before` are the persons named in the conversation so far, the last one last."""

    episode: Episode
    ontology: Ontology
    reading: Reading
    names: Names
    speaker: str
    addressee: str
    timexes: Sequence[Timex]
    spots: Sequence[Spot] = ()
    meant: Mapping[int, Meaning] = field(default_factory=dict)
    before: Sequence[str] = ()
    last: Episode | None = None  # the turn before
    introduced: dict[str, Referent] = field(default_factory=dict)  # "Ana's sister" -> who that is
    used: set[tuple[str, str, str, str]] = field(default_factory=set)

    @cached_property
    def clauses(self) -> list[Clause]:
        found = clauses(self.reading)
        for clause in found:
            if clause.sayers:
                _name_sayers(self, clause)
        return found

    @cached_property
    def kin(self) -> dict[str, tuple[Relation, bool]]:
        """Noun -> its relation, and whether the possessor is the subject."""
        return self.ontology.derived(kin_nouns)

    def note_gender(self, name: str, noun: str) -> None:
        """Note what a noun said of somebody tells: "my sister Flora" is a she."""
        if gender := self.ontology.nouns_gender.get(noun):
            self.names.gender[name] = "he" if gender == "male" else "she"

    def dates(self, clause: Clause) -> list[Timex]:
        return [t for t in self.timexes if t.start < clause.end and clause.start < t.end]


def kin_nouns(ontology: Ontology) -> dict[str, tuple[Relation, bool]]:
    found: dict[str, tuple[Relation, bool]] = {}
    for relation in ontology.relations.values():
        for cue in relation.cues:
            if cue.kind in ("noun", "possessed") and not cue.preps:
                found[cue.object] = (relation, cue.kind == "possessed")
    return found


def _name_sayers(scene: Scene, clause: Clause) -> None:
    """Whose word a reported clause is. What one says of oneself is first hand, unless it is quoted."""
    sayers = [who for word in clause.sayers if (who := referent(scene, word)) is not None]
    names = {who.name for who in sayers}
    told_of = {who.name for word in clause.subjects if (who := referent(scene, word)) is not None}
    unclear = {word.text.lower() for word in clause.subjects if word.pos == "PRON"}
    if clause.modality == "reported" and names and told_of and told_of <= names and "i" not in unclear:
        clause.modality = "asserted"
        return
    clause.told_by = " and ".join(who.name for who in sayers)


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
    if lemma in VAGUE or lower in VAGUE or word.tag in ("WP", "WDT", "DT", "PDT"):
        return None
    for kid in scene.reading.kids(word, "acl"):  # "a dog called Rex"
        called = scene.reading.kids(kid, "oprd", "attr", "dobj") if kid.lemma in ("call", "name", "dub") else []
        mention = scene.names.by_word.get(called[0].i) if called else None
        if mention is not None:
            return Referent(mention.name, noun_type(scene, word, word.text), mention.start, mention.end, True, lemma)
    for kid in scene.reading.kids(word, "appos"):
        mention = scene.names.by_word.get(kid.i)
        if mention is not None and (lemma in scene.kin or "Person" in scene.ontology.classes_of(lemma)):
            return Referent(mention.name, mention.type, word.start, mention.end, True, lemma)
    if word.dep == "compound" and (mention := scene.names.by_word.get(word.head)):
        return Referent(mention.name, mention.type, mention.start, mention.end, True, lemma)
    meaning = scene.meant.get(word.i)
    if meaning is not None and meaning.known:
        name = bound(scene.meant, word.i)
        return Referent(name, meaning.type, word.start, word.end, True, lemma) if name else None
    text, start, end = described(scene.reading, scene.names, word)
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
    words = text.lower().split()
    endings = [" ".join(words[at:]) for at in range(1, len(words))]
    for noun in (text.lower(), *endings[:-1], *(f"{words[-2]} {lemma}" for _ in endings[:1]), lemma):
        if noun in scene.kin:
            relation, owner_first = scene.kin[noun]
            return relation.range if owner_first else relation.domain
        if found := scene.ontology.classes_of(noun):
            return found[0]
    return "Thing"


def pronoun(scene: Scene, word: Word) -> str:
    """The name a pronoun stands for, "" when that is not certain."""
    return bound(scene.meant, word.i)


def sayable(text: str) -> bool:
    return 1 < len(text) <= 80 and any(sign.isalpha() for sign in text) and not re.search(r"[<>{}|\\\n]", text)


def local_day(scene: Scene) -> Span:
    """The day of the episode where it was said."""
    return day_of(scene.episode)


def day_of(episode: Episode) -> Span:
    """The day on which an episode was said, where it was said."""
    at = moment(episode.occurred, parse_zone(episode.zone) or UTC)
    start = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return Span(micros(start), micros(start + timedelta(days=1)), "day")


def is_time(scene: Scene, word: Word) -> bool:
    """True for a word of a date."""
    return any(t.start <= word.start < t.end for t in scene.timexes)
