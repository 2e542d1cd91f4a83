"""Words of one person as somebody else would say them: "my kids are" as "Ana's kids are", "I've seen" as "has seen"."""

from __future__ import annotations

from collections.abc import Sequence

from kgmem.extract_mentions import ADDRESSEE, HE, SHE, SPEAKER
from kgmem.extract_scene import Scene, pronoun
from kgmem.extract_syntax import Word

_THIRD = {"am": "is", "are": "is", "'m": "is", "'re": "is", "have": "has", "'ve": "has", "do": "does", "were": "was"}
_SHORT = {
    "'s": "is", "'d": "would", "'ll": "will", "'m": "am", "'re": "are", "'ve": "have",
    "ca": "can", "wo": "will", "ai": "is",
}  # fmt: skip


def finite(word: Word, third: bool) -> str:
    """A word of a verb in full, of a third person where it was of the first."""
    lower = word.text.lower().replace("’", "'")
    if lower == "'s" and word.lemma == "have":
        return "has"
    if third and lower in _THIRD:
        return _THIRD[lower]
    if third and word.tag == "VBP" and word.text.isalpha():
        return in_third_person(lower)
    return _SHORT.get(lower, lower)


def in_third_person(verb: str) -> str:
    """The form of a present verb that goes with a name: want -> wants, try -> tries, watch -> watches."""
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in ("a", "e", "o", "u"):
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def retold(scene: Scene, words: Sequence[Word], subject: str) -> str:
    """The words as somebody else would say them of the subject: "my kids" are "their kids" or "Ana's kids"."""
    said: list[tuple[Word, str]] = []
    renamed = False
    for word in words:
        text = _other_word(scene, word, subject)
        if text == word.text and renamed and word.tag in ("VBP", "VBD", "MD"):
            text = finite(word, third=True)
        said.append((word, text))
        renamed = text != word.text and word.dep in ("nsubj", "nsubjpass")
    text = spaced(said).strip(" ,;:-")
    return text.replace('"', "") if text.count('"') % 2 else text


def spaced(said: Sequence[tuple[Word, str]]) -> str:
    """Words with blanks where they had one, and around those that are said otherwise."""
    parts: list[str] = []
    end = -1
    for word, text in said:
        glued = not parts or (word.start == end and text in (word.text, word.text.lower()))
        parts.append(text if glued else f" {text}")
        end = word.end
    return "".join(parts)


def _other_word(scene: Scene, word: Word, subject: str) -> str:
    lower = word.text.lower()
    owner = ""
    if lower in SPEAKER:
        owner = scene.speaker
    elif lower in ADDRESSEE:
        owner = scene.addressee
    elif lower in HE | SHE:
        owner = pronoun(scene, word)
        if owner == subject:
            return word.text
    if not owner:
        return word.text
    mine = lower in ("my", "our", "your", "his") or (lower == "her" and word.dep == "poss")
    if owner == subject:
        return "their" if mine else "themself" if lower.endswith(("self", "selves")) else owner
    return f"{owner}'s" if mine or lower in ("mine", "ours", "yours", "hers") else owner
