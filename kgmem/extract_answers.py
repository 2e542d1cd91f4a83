"""Answers that only a question completes, told as whole statements: "Where do you work?" - "At Helio, since May." is
read as "I do work at Helio, since May."; a plain yes or no says or denies what was asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgmem.extract_clauses import clauses
from kgmem.extract_parser import Text
from kgmem.extract_syntax import Reading, Word, word_set
from kgmem.ontology import Ontology
from kgmem.records import Extraction, Mention

_OPENING = re.compile(
    r"(?:(?:yes|yeah|yep|yup|sure|well|oh|ah|hm+|um+|uh|so|okay|ok|right|of course|mostly|mainly|usually|always|just|"
    r"only|probably|also)\b[\s,.!:–—-]*)+",
    re.I,
)
_POINTING = re.compile(
    r"(?:it|that|this|there)(?:\s+is|['’]s|\s+was|\s+would\s+be|['’]d\s+be)\s+|"
    r"(?:the|his|her|its|their)\s+name(?:\s+is|['’]s)\s+|(?:he|she|it)(?:\s+is|['’]s)\s+called\s+|they(?:['’]re|\s+are)\s+",
    re.I,
)
_CLOSING = re.compile(
    r",?\s+(?:for\s+one|for\s+example|for\s+instance|among\s+other(?:s|\s+things)|(?:that\s+)?is\s+the\s+name|sadly|unfortunately|"
    r"luckily|of\s+course|obviously|always|mostly|actually|too|(?:I|we)\s+do|(?:he|she)\s+does|they\s+do|did)\s*\Z",
    re.I,
)
_YES = re.compile(r"\s*(?:oh[\s,]+|well[\s,]+)?(?:yes|yeah|yep|yup|sure|indeed|absolutely|of course)\b", re.I)
_NO = re.compile(r"\s*(?:oh[\s,]+|well[\s,]+)?(?:no|nope|nah|not really|not any ?more)\b", re.I)
_PREPOSITION = re.compile(r"(?:in|at|to|on|from|for|with|near|by|since|until|of|as|over)\b", re.I)
_WHERE_AND_WHEN = frozenset(("where", "when"))
_ASKING = frozenset(("WP", "WDT", "WRB", "WP$"))
BACK = {"you": "I", "your": "my", "yours": "mine", "yourself": "myself"}
_HELPERS = word_set(
    "do does did be is are am was were 's 're 'm have has had 've can ca could will would wo should might"
)
_COURSES = frozenset(("course", "class", "lesson", "diet"))
_PLAIN = word_set("a an the my our his her their its some in at to on from with for by since as two three four five")
_LONGEST = 12


def statements(question: Reading, answer: str, asker: str, ontology: Ontology) -> list[tuple[str, int, int]]:
    """What an answer says when the question's last sentence is put to it: whole sentences, each with the place in the
    answer that says it. Empty when the answer needs no question, or none was asked."""
    if not question.sentences:
        return []
    first, last = question.sentences[-1]
    words = question.words[first:last]
    if not words or not words[-1].text.startswith("?"):
        return []
    words = [word for word in words if not word.text.startswith("?")]
    asked = next((at for at, word in enumerate(words) if word.tag in _ASKING and word.dep != "mark"), None)
    if asked is not None and not _is_about(words[:asked]):
        return _of_a_thing(question, words[asked:], answer, asker, ontology)
    return _of_yes_or_no(question, words, answer, asker)


def fragment(answer: str) -> tuple[str, int, int]:
    """The part of an answer's first sentence that says something by itself, and its place; "" when there is none."""
    start = opening.end() if (opening := _OPENING.match(answer)) else 0
    start += pointing.end() if (pointing := _POINTING.match(answer[start:])) else 0
    found = re.compile(r"[^.!?\n]*(?:\.(?=\w)[^.!?\n]*)*").match(answer, start)
    text = found[0] if found else ""
    while closing := _CLOSING.search(text):
        text = text[: closing.start()]
    text = text.rstrip(" ,;:–—-")
    return text, start, start + len(text)


def is_fragment(reading: Reading, start: int, end: int) -> bool:
    """True when nobody does anything in that part of the answer."""
    inside = [clause for clause in clauses(reading) if start <= clause.verb.start < end]
    told = [c for c in inside if c.subjects and c.verb.tag not in ("VBG", "VBN", "VB") and start <= c.subjects[0].start]
    return not told and 0 < len(reading.covering(start, end)) <= _LONGEST


@dataclass(frozen=True, slots=True)
class Told:
    """A whole sentence that stands for a part of a text, `start` to `end`, and the rule that made it."""

    text: Text
    sentence: str
    start: int
    end: int
    rule: str


GUESS = 0.45
"""Confidence of what an assistant gives back: below what could close or end anything."""


def placed(found: Extraction, told: Told) -> Extraction:
    """What was read in a whole sentence, as if read in the part of the turn it stands for. What an assistant gives back
    says nothing of itself, and is a guess: it may have made it up."""
    most = GUESS if told.rule == "recap" else 1.0
    turn, start, end = told.text.episode, told.start, told.end
    assistant = turn.speaker if turn.role != "user" else ""
    kept = [f for f in found.facts if f.relation != "relatedTo" and not {f.subject, f.object} & {assistant or None}]
    here: dict[str, Any] = {"start": start, "end": end}
    facts = tuple(replace(f, confidence=min(f.confidence, most), rule=f"{told.rule}:{f.rule}", **here) for f in kept)
    events = tuple(
        replace(e, confidence=min(e.confidence, most), rule=f"{told.rule}:{e.rule}", **here) for e in found.events
    )
    mentions = []
    for name, kind in dict.fromkeys((f.object, f.object_type) for f in facts if f.object):
        at = turn.text.lower().find(name.lower())
        if at >= 0:
            mentions.append(Mention(at, at + len(name), turn.text[at : at + len(name)], name, kind))
    return Extraction(tuple(mentions), facts, events, found.causes)


def _is_about(before: Sequence[Word]) -> bool:
    """True for the "where" of "do you know where": a clause stands before it."""
    return any(word.pos in ("VERB", "AUX") and word.text.lower() not in ("tell", "say") for word in before)


def _of_a_thing(
    question: Reading, words: Sequence[Word], answer: str, asker: str, ontology: Ontology
) -> list[tuple[str, int, int]]:
    told, start, end = fragment(answer)
    if not told:
        return []
    told = _lowered(told)
    length = _phrase_length(question, words)
    asking, rest = words[:length], list(words[length:])
    if asking[-1].lemma.lower() in _COURSES and not told.endswith(asking[-1].text):
        told = f"a {told.removeprefix('a ')} {asking[-1].lemma}"  # "which course do you take" - "French"
    if not rest:
        return []
    how = asking[0].text.lower()
    helper = [rest[0]] if rest[0].text.lower() in _HELPERS else []
    helper += [rest[1]] if helper and len(rest) > 1 and rest[1].text.lower() in ("n't", "n’t", "not") else []
    subject = _subject(question, rest[len(helper) :]) if helper else []
    if not helper or not subject:
        return [(f"{told} {_said(rest, asker)}.", start, end)] if how in ("who", "which", "what") else []
    left = rest[len(helper) + len(subject) :]
    if rest[0].lemma == "be" and not left and subject[0].text.lower() in ("a", "an"):
        return [(f"{told} is {_said(subject, asker)}.", start, end)]  # "who is a friend of yours"
    before = _said([*subject, *helper], asker, turned=True)
    at = _gap(left, how)
    if how in _WHERE_AND_WHEN and not _PREPOSITION.match(told):
        told = f"{_preposition(left, helper, how, ontology)} {told}"
    parts = (before, _said(left[:at], asker), told, _said(left[at:], asker))
    return [(" ".join(part for part in parts if part) + ".", start, end)]


def _phrase_length(question: Reading, words: Sequence[Word]) -> int:
    """How many words the asking phrase has: "which town", "what language course", "who"."""
    first = words[0]
    if first.dep in ("det", "poss", "amod") or (first.tag == "WDT" and first.head > first.i):
        return max(1, question.head_of(first).i - first.i + 1)
    if len(words) > 1 and words[1].pos in ("NOUN", "PROPN") and first.text.lower() in ("which", "what", "whose"):
        at = 1
        while at < len(words) and words[at].pos in ("NOUN", "PROPN", "ADJ"):
            at += 1
        return at
    return 1


def _subject(question: Reading, rest: Sequence[Word]) -> list[Word]:
    """The words of the subject, which stand right behind the helper."""
    if not rest:
        return []
    if rest[0].tag == "PRP" or rest[0].text.lower() == "you":
        return [rest[0]]
    inside = {word.i for word in rest}
    heads = [
        w
        for w in rest
        if w.dep in ("nsubj", "nsubjpass", "attr", "pobj", "dobj", "ROOT") and w.pos in ("NOUN", "PROPN")
    ]
    for head in heads[:1]:
        tree = [w for w in question.subtree(head, without=frozenset(("relcl", "advcl", "punct"))) if w.i in inside]
        run = [w for w in rest if w.i <= max(w.i for w in tree)]
        if tree and tree[0].i == rest[0].i and all(w.pos not in ("VERB", "AUX") for w in run):
            return run
    names = []
    for word in rest:
        if word.pos not in ("PROPN", "NOUN", "ADJ", "DET") and word.tag not in ("POS", "PRP$"):
            break
        names.append(word)
    return names


def _gap(left: Sequence[Word], how: str) -> int:
    """Where in the rest of the question the answer belongs: behind a preposition without object, behind the verb."""
    if left and (left[-1].pos in ("ADP", "PART") or left[-1].text.lower() == "to"):
        return len(left)
    for at, word in enumerate(left):
        following = left[at + 1] if at + 1 < len(left) else None
        if word.pos == "ADP" and following is not None and following.pos in ("ADV", "NOUN") and following.dep != "pobj":
            return at + 1  # "who is she married to now"
    purpose = [at for at, word in enumerate(left) if at and word.tag == "TO" and left[at - 1].lemma == "prefer"]
    if purpose and how == "what":
        return purpose[0]  # "what do you prefer to drink"
    verbs = [at for at, word in enumerate(left) if word.pos == "VERB" or word.dep in ("acomp", "prt")]
    if how in _WHERE_AND_WHEN or not verbs:
        return len(left)
    return verbs[-1] + 1


def _preposition(left: Sequence[Word], helper: Sequence[Word], how: str, ontology: Ontology) -> str:
    """The preposition the verb asks for: "work" goes with "for", "live" with "in"."""
    if how == "when":
        return "on"
    verbs = [word.lemma.lower() for word in left if word.pos == "VERB"]
    for relation in ontology.relations.values():
        for cue in relation.cues if relation.range in ("Place", "Organization") else ():
            plain = cue.kind == "verb" and bool(cue.preps) and not cue.object and not cue.wants
            if plain and verbs and cue.verb == verbs[-1]:
                return cue.preps[0]
    return (
        "to"
        if verbs and verbs[-1] in ("go", "move", "travel", "fly", "drive", "relocate")
        else "in"
        if helper
        else "at"
    )


def _of_yes_or_no(question: Reading, words: Sequence[Word], answer: str, asker: str) -> list[tuple[str, int, int]]:
    """ "Do you still work there?" - "No."; "Do you have a son?" - "Yes, Tom."; "Anything you hate?" - "Golf"."""
    at = next((i for i, word in enumerate(words) if word.text.lower() in _HELPERS), None)
    if at is None or at + 1 >= len(words):
        return []
    helper, rest = [words[at]], list(words[at + 1 :])
    agreed, denied = bool(_YES.match(answer)), _NO.match(answer)
    told, start, end = fragment(answer)
    if denied:
        told, start, end = "", 0, denied.end()
    if rest[0].text.lower() == "there" or rest[0].dep == "expl":
        clause = next((w for w in rest if w.dep == "relcl"), None)
        if clause is None or not told:
            return []
        tree = [w for w in question.subtree(clause, without=frozenset(("punct",))) if w.tag not in _ASKING]
        heads = [w for kid in question.kids(clause, "nsubj", "nsubjpass") for w in question.subtree(kid)]
        tree = [w for w in tree if not heads or w.i >= heads[0].i]
        gap = next((i + 1 for i, w in enumerate(tree) if w.i == clause.i), len(tree))
        said = (_said(tree[:gap], asker, turned=True), _lowered(told), _said(tree[gap:], asker))
        return [(" ".join(part for part in said if part) + ".", start, end)]
    subject = _subject(question, rest)
    left = rest[len(subject) :]
    if not subject or not left or rest[0].text.lower() in ("i", "we"):
        return []
    owned = [w for w in left if w.dep == "dobj" and w.pos == "NOUN"]
    if told and owned and left[0].lemma == "have" and not denied:
        owner = _said(subject, asker, turned=True)
        owner = "my" if owner == "I" else f"{owner}'s"
        noun = " ".join(
            w.text for w in left if w.head == owned[0].i and w.dep in ("compound", "amod") and w.text.lower() != "any"
        )
        is_ = "are" if owned[0].tag == "NNS" else "is"
        return [(f"{owner} {f'{noun} ' if noun else ''}{owned[0].text} {is_} {_lowered(told)}.", start, end)]
    if told or not (agreed or denied):
        return []
    no = ["not"] if denied else []
    parts = [_said([*subject, *helper], asker, turned=True), *no, _said(left, asker)]
    return [(" ".join(parts) + ".", 0 if agreed else start, end or len(answer.rstrip()))]


def _said(words: Sequence[Word], asker: str, *, turned: bool = False) -> str:
    """Words of the question as the one who answers would say them. `turned`: the subject, then the helping verb."""
    parts: list[str] = []
    end = -1
    for at, word in enumerate(words):
        lower = word.text.lower()
        text = BACK.get(lower, word.text)
        if lower == "you" and not (turned and at == 0) and word.dep not in ("nsubj", "nsubjpass"):
            text = "me"
        if lower in ("i", "me", "we", "us"):
            text = asker or text
        elif lower in ("my", "our"):
            text = f"{asker}'s" if asker else text
        if turned and parts and parts[0] == "I":
            text = {"are": "am", "'re": "am", "were": "was"}.get(lower, text)
        elif turned and at and lower in ("'s", "'m", "'re") and word.dep != "case" and word.tag != "POS":
            text = {"'s": "is", "'m": "am", "'re": "are"}[lower]
        text = "can" if lower == "ca" else "will" if lower == "wo" else text
        glued = parts and word.start == end and text == word.text and (word.tag == "POS" or not text[0].isalnum())
        parts.append(text if glued or not parts else f" {text}")
        end = word.end
    return "".join(parts).replace(" n't", " not")


def _lowered(told: str) -> str:
    """Without the capital of its beginning where that is plainly no name."""
    first = told.split(" ", 1)[0].lower()
    return told[:1].lower() + told[1:] if first in _PLAIN or (first.endswith("ing") and len(first) > 5) else told
