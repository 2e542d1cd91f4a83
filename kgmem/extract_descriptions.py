"""What is told of an event, as a short statement about its people: "Ana moved to Porto"."""

from __future__ import annotations

import re

from kgmem.extract_mentions import ADDRESSEE, HE, SHE, SPEAKER
from kgmem.extract_retelling import in_third_person
from kgmem.extract_scene import Scene, pronoun
from kgmem.extract_syntax import TENSELESS, Clause, Word, word_set

OPENERS = word_set("so and but well then yeah oh just actually also finally when where anyway even because that")
_ASIDES = word_set("just actually also finally already even recently really")
_OUTSIDE = word_set("""advcl conj cc punct intj mark ccomp parataxis relcl dep preconj npadvmod meta""")


def describe(scene: Scene, clause: Clause) -> str:
    """The clause as a short statement about its people: "Ana moved to Porto"."""
    reading = scene.reading
    if clause.verb.dep == "xcomp":  # "got to meet", "started looking": told whole
        outer = next((c for c in scene.clauses if c.verb.i == clause.verb.head), None)
        if outer is not None:
            return describe(scene, outer)
    words = reading.subtree(clause.verb, without=_OUTSIDE)
    own = {k.i for k in reading.kids(clause.verb) if k.dep in ("nsubj", "nsubjpass")}
    if not own and clause.subjects:
        words = [w for s in clause.subjects[:1] for w in reading.subtree(s, without=_OUTSIDE)] + words
        words = [w for i, w in enumerate(words) if w not in words[:i]]
    own |= {k.i for k in reading.kids(clause.verb, "npadvmod") if k in clause.subjects}
    for subject in clause.subjects:
        words += [
            w
            for w in reading.subtree(subject, without=frozenset(("relcl", "appos", "acl")))
            if w not in words and (subject.i in own or w.head in own)
        ]
    for kid in reading.kids(clause.verb, "dobj", "prep", "attr", "oprd", "agent"):
        words += [
            w
            for w in reading.subtree(kid, without=frozenset(("relcl", "advcl", "parataxis", "ccomp", "appos")))
            if w not in words
        ]
    words = sorted({w.i: w for w in words}.values(), key=lambda w: w.i)
    reasons = [k for k in reading.kids(clause.verb, "prep") if k.lemma.lower() in ("because", "due", "thanks", "thank")]
    first = min((w.i for k in own for w in reading.subtree(reading.words[k])), default=0)
    words = [w for w in words if w.i >= first]
    dropped = {w.i for kid in reasons for w in reading.subtree(kid)} | {
        k.i for r in reasons for k in reading.kids(r, "neg")
    }
    words = [w for w in words if w.i not in dropped]
    words = [w for w in words if not (w.dep == "advmod" and w.text.lower() in _ASIDES)]
    timed = [t for t in scene.timexes if t.start >= clause.start - 1 and t.end <= clause.end + 1]
    words = [w for w in words if not any(t.start <= w.start < t.end for t in timed)]
    while words and (words[0].dep in ("cc", "intj", "mark", "punct") or words[0].text.lower() in OPENERS):
        words = words[1:]
    while words and (
        words[-1].dep in ("punct", "cc") or (words[-1].pos == "ADP" and words[-1].dep in ("prep", "mark"))
    ):
        words = words[:-1]
    return _third_person(scene, words)[:200]


def _third_person(scene: Scene, words: list[Word]) -> str:
    parts: list[str] = []
    last_end = -1
    renamed = False
    for word in words:
        lower = word.text.lower()
        owner = scene.speaker if lower in SPEAKER else scene.addressee if lower in ADDRESSEE else ""
        text = word.text
        if owner:
            renamed = renamed or word.dep in ("nsubj", "nsubjpass", "conj")
            text = f"{owner}'s" if lower in ("my", "our", "your", "mine", "ours", "yours") else owner
            text = "themself" if lower.endswith(("self", "selves")) else text
        elif lower in HE | SHE and (name := pronoun(scene, word)):
            owner = name
            text = f"{name}'s" if word.dep == "poss" else name
        elif word.i in scene.names.by_word:
            text = word.text
        elif renamed and word.tag in ("VBP", "VBD", "MD") and lower in _VERB_FORMS:
            text = _VERB_FORMS[lower]
        elif renamed and word.tag == "VBP" and word.text.isalpha() and word.lemma not in TENSELESS:
            text = in_third_person(word.text)
        glued = bool(parts) and word.start == last_end and not owner and text == word.text
        parts.append(text if glued or not parts else f" {text}")
        last_end = word.end
    text = "".join(parts).strip()
    text = text.replace('"', "") if text.count('"') % 2 else text
    return re.sub(r"\s+([,.;:!?])", r"\1", text)


_VERB_FORMS = {
    "am": "is", "'m": "is", "’m": "is", "are": "is", "'re": "is", "’re": "is", "were": "was",
    "have": "has", "'ve": "has", "’ve": "has", "'ll": "will", "’ll": "will", "do": "does",
}  # fmt: skip
