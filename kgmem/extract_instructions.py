"""What one asks for once and for all: "from now on answer in French", "call me Mat", "never book early flights"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.extract_mentions import SPEAKER
from kgmem.extract_scene import Scene, sayable
from kgmem.extract_syntax import Clause, Word, phrase, word_set
from kgmem.records import FactClaim
from kgmem.text import fold

_LASTING = re.compile(
    r"\b(?:always|never|from now on|from here on|going forward|in (?:the )?future|by default|every time|each time|"
    r"whenever|anymore|any more|ever again|again|at all times|until i say)\b",
    re.I,
)
_CONDITION = re.compile(r"\b(?:when|if|whenever) (?:i|you|we)\b", re.I)
_POLITE = re.compile(
    r"^\W*(?:(?:hey|hi|ok|okay|so|also|and|but|well|oh)\b[\s,]*)*(?:(?:please|just|kindly)\b[\s,]*)*"
    r"(?:(?:can|could|would|will) you (?:please )?)?(?:i(?:['’]d| would) (?:like|love|prefer) (?:for )?you to )?"
    r"(?:i want you to )?(?:please )?|[\s,]*(?:please|thanks|thank you)?\W*$",
    re.I,
)
_ANSWERING = word_set("answer reply respond write speak talk explain")
_ANSWERS = word_set("answer reply response explanation message summary text")
_NO_ORDERS = word_set(
    """forget mind worry give stop let be remember look see come wait hear guess know imagine enjoy have thank take
    get listen think trust feel believe say leave hurt"""
)
_LANGUAGE = re.compile(r"\bin (?P<language>[A-Z]\w+)\b(?! (?:style|class|food))")
_IMPERATIVE = re.compile(rf"\b(?:{'|'.join(sorted(_ANSWERING))})\b", re.I)


def instructions(scene: Scene) -> Iterator[FactClaim]:
    """What the speaker asks for as a rule, sentence by sentence."""
    if not scene.speaker:
        return
    for first, last in scene.reading.sentences:
        words = scene.reading.words[first:last]
        text = scene.reading.text[words[0].start : words[-1].end]
        verb = _order(scene, words)
        clause = next((c for c in scene.clauses if c.verb.i == verb), None)
        asked = clause is not None or _starts_lasting(text)
        if not asked and not _is_wish(text):
            continue
        said = _POLITE.sub("", text).strip()
        lasting = bool(_LASTING.search(text) or (_CONDITION.search(text) and clause is not None))
        if (language := _language(scene, text)) and _IMPERATIVE.search(text):
            yield _told(scene, "prefersLanguage", language, words, object_type="Language")
        elif clause is not None and (style := _style(scene, clause)):
            yield _told(scene, "prefersAnswers", style, words)
        elif clause is not None and clause.lemma == "call" and (name := _name(scene, clause)):
            yield _told(scene, "prefersName", name, words)
        elif clause is not None and lasting and clause.lemma not in _NO_ORDERS and sayable(said):
            yield _told(scene, "hasInstruction", said, words)
    for clause in scene.clauses:
        yield from _preferred(scene, clause)


def _order(scene: Scene, words: list[Word]) -> int:
    """The verb by which a sentence asks for something to be done, -1 when it does not."""
    for verb in words:
        if verb.tag not in ("VB", "VBP") or verb.dep not in ("ROOT", "ccomp", "conj", "xcomp"):
            continue
        subjects = scene.reading.kids(verb, "nsubj", "nsubjpass", "expl")
        helpers = {kid.text.lower() for kid in scene.reading.kids(verb, "aux")}
        head = scene.reading.head_of(verb)
        if verb.dep == "ROOT" and not subjects and helpers <= {"do"}:
            return verb.i
        if [s.text.lower() for s in subjects] == ["you"] and (
            helpers & {"can", "could", "should", "must", "would", "will"} and verb.dep == "ROOT"
        ):
            return verb.i
        if verb.dep == "ccomp" and "to" in helpers and head.lemma in ("like", "want", "love", "prefer", "need"):
            return verb.i
    return -1


def _starts_lasting(text: str) -> bool:
    return bool(re.match(r"\W*(?:from now on|going forward|in (?:the )?future)\b[\s,]*(?!i\b|we\b)", text, re.I))


def _is_wish(text: str) -> bool:
    return bool(re.match(r"\W*i(?:['’]d| would) (?:like|prefer|love) (?:you to|to be called)\b", text, re.I))


def _language(scene: Scene, text: str) -> str:
    found = _LANGUAGE.search(text)
    if found is None or "Language" not in scene.ontology.classes_of(fold(found["language"])):
        return ""
    return found["language"]


def _style(scene: Scene, clause: Clause) -> str:
    """ "Keep your answers short", "answer in bullet points": how one likes to be answered."""
    reading = scene.reading
    for noun, _ in clause.objects:
        if noun.lemma.lower() in _ANSWERS and clause.lemma in ("keep", "make", "give", "use", "write"):
            told = reading.kids(clause.verb, "oprd", "acomp", "ccomp") or reading.kids(noun, "amod")
            told += [k for k in reading.kids(clause.verb, "xcomp") if k.pos == "ADJ"]
            words = [w.text for tip in told for w in reading.subtree(tip) if w.dep not in ("punct", "intj", "nsubj")]
            if words:
                return " ".join(words).lower()
    if clause.lemma in _ANSWERING:
        for noun, _ in clause.preps.get("in", []):
            if noun.tag in ("NNS", "NN") and noun.i not in scene.names.by_word:
                return "in " + " ".join(w.text for w in phrase(reading, noun)).lower()
        manner = [k.text.lower() for k in reading.kids(clause.verb, "advmod") if k.text.lower().endswith("ly")]
        return manner[0] if manner else ""
    return ""


def _name(scene: Scene, clause: Clause) -> str:
    """The "Mat" of "call me Mat"."""
    called = [w for w, _ in clause.objects if w.text.lower() in SPEAKER]
    names = [k for k in scene.reading.kids(clause.verb, "oprd", "attr", "dobj") if k.i in scene.names.by_word]
    return scene.names.by_word[names[0].i].name if called and names else ""


def _preferred(scene: Scene, clause: Clause) -> Iterator[FactClaim]:
    """ "I prefer short answers", "I prefer to be called Mat"."""
    if clause.question or not any(w.text.lower() == "i" for w in clause.subjects):
        return
    words = scene.reading.covering(clause.start, clause.end)
    if clause.lemma in ("prefer", "like", "want") and not clause.negative:
        for noun, _ in clause.objects:
            kinds = [w.text for w in phrase(scene.reading, noun) if w is not noun]
            if noun.lemma.lower() in _ANSWERS and noun.tag == "NNS" and kinds:
                yield _told(scene, "prefersAnswers", " ".join(kinds).lower(), words)
    if clause.passive and clause.lemma == "call" and scene.reading.head_of(clause.verb).lemma in ("prefer", "like"):
        names = [k for k in scene.reading.kids(clause.verb, "oprd", "attr") if k.i in scene.names.by_word]
        if names:
            yield _told(scene, "prefersName", scene.names.by_word[names[0].i].name, words)


def _told(scene: Scene, relation: str, value: str, words: list[Word], *, object_type: str = "Text") -> FactClaim:
    held = scene.ontology.relation(relation)
    entity = not scene.ontology.is_literal(held.range)
    return FactClaim(
        scene.speaker, relation, object=value if entity else "", value="" if entity else value,
        predicate=held.phrase, subject_type="Person", object_type=object_type,
        confidence=0.8, rule="instruction", start=words[0].start, end=words[-1].end,
    )  # fmt: skip
