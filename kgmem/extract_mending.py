"""Parses of short sentences mended by the dictionary: what is only ever a noun is no adverb, no adjective and no verb
("I like oatmeal", "he has migraine"), what "do" helps is a verb ("I do work at Acme"), and what stands before a name
says what it is ("moved to project Osprey")."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

_HAVING = frozenset(("have", "has", "had", "'ve", "do", "does", "did"))
_DOING = frozenset(("do", "does", "did"))
_BEING = frozenset(("be", "am", "is", "are", "was", "were", "been", "being", "'m", "'s", "'re", "became", "become"))
_TITLES = frozenset(("project", "team", "phase", "group"))
"""Nouns that stand before a name and are verbs too."""


def mend(doc: Any, nouns: Set[str], verbs: Set[str]) -> None:
    """Mend a spaCy document. nouns: words that are nouns and nothing else. verbs: lemmas the cues speak of."""
    for token in doc:
        lower = token.lower_
        helper = next((kid for kid in token.children if kid.dep_ == "aux" and kid.lower_ in _HAVING), None)
        if token.tag_ in ("NN", "JJ") and token.dep_ == "ROOT" and helper is not None and helper.lower_ in _DOING:
            if lower in verbs:
                token.tag_ = "VB"
        elif helper is not None and token.dep_ == "ROOT" and token.tag_[:2] in ("VB", "NN"):
            alone = sum(kid.dep_ in ("aux", "auxpass") for kid in token.children) == 1
            if alone and (lower in nouns or (token.tag_ == "VBG" and helper.lower_ in _DOING)):
                _set_below(token, helper)
        elif lower == "like" and token.tag_ in ("IN", "UH") and _is_liking(token):
            _make_verb(token)
        elif lower in _TITLES and token.tag_ == "VB" and _is_title(token):
            _set_before_name(token)
        elif lower in verbs and token.tag_ in ("JJ", "JJS", "NN") and _is_only_verb(token):
            noun = token.head
            for kid in list(noun.children):
                if kid.dep_ in ("nsubj", "punct", "aux", "neg") or kid.i < token.i:
                    kid.head = token
            token.tag_, token.dep_, token.head = "VBP", "ROOT", token
            noun.dep_, noun.head = "dobj", token
            if token.i and token.nbor(-1).lower_ in _LIKING:
                token.nbor(-1).head, token.nbor(-1).dep_ = token, "nsubj"
        elif len(lower) > 3 and lower in nouns and token.tag_ in ("RB", "JJ", "VBN", "VBD"):
            token.tag_ = "NN"
            if token.dep_ in ("advmod", "acomp", "dep", "oprd", "npadvmod", "intj") and _takes_object(
                token.head, token
            ):
                token.dep_ = "dobj"
            elif token.dep_ == "amod":
                token.dep_ = "compound"


def _is_title(token: Any) -> bool:
    """True for the "project" of "moved to project Osprey", which the parser takes for what is aimed at."""
    if not 1 < token.i < len(token.doc) - 1 or token.nbor(-1).tag_ != "TO":
        return False
    name = token.nbor()
    return bool(name.head == token and name.tag_.startswith("NNP") and token.head != token)


def _set_before_name(noun: Any) -> None:
    """The noun goes with the name behind it, "to" becomes their preposition, the rest hangs on the verb before."""
    prep, name, verb = noun.nbor(-1), noun.nbor(), noun.head
    for kid in list(noun.children):
        if kid.i not in (prep.i, name.i):
            kid.head = verb
    prep.head, prep.dep_, prep.tag_ = verb, "prep", "IN"
    name.head, name.dep_ = prep, "pobj"
    noun.head, noun.dep_, noun.tag_ = name, "compound", "NN"


def _takes_object(verb: Any, noun: Any) -> bool:
    if not verb.tag_.startswith("VB") or noun.i < verb.i or verb.lower_ in _BEING:
        return False
    return not any(kid.dep_ in ("dobj", "obj") for kid in verb.children)


def _set_below(noun: Any, helper: Any) -> None:
    """The helper becomes the verb of the sentence, the noun its object."""
    kids = [
        kid
        for kid in noun.children
        if kid.i != helper.i and kid.dep_ in ("nsubj", "punct", "prep", "advmod", "neg", "aux")
    ]
    helper.dep_, helper.head = "ROOT", helper
    helper.tag_ = "VBD" if helper.lower_ in ("had", "did") else "VBZ" if helper.lower_ in ("has", "does") else "VBP"
    for kid in kids:
        kid.head = helper
    noun.head, noun.dep_, noun.tag_ = helper, "dobj", "NN"


def _is_only_verb(token: Any) -> bool:
    """True for the "detest" of "I detest milk" where the parser sees no verb at all."""
    if token.dep_ not in ("amod", "compound") or token.head.dep_ != "ROOT" or token.head.i <= token.i or not token.i:
        return False
    return token.nbor(-1).lower_ in _LIKING and not any(other.tag_[:2] in ("VB", "MD") for other in token.sent)


def _is_liking(token: Any) -> bool:
    """True for the "like" of "I quite like tea", which the parser takes for a comparison."""
    at = token.i - 1
    while at >= 0 and token.doc[at].tag_ in ("RB", "VBP", "VBD") and token.doc[at].lower_ in _BEFORE_LIKE:
        at -= 1
    return at >= 0 and token.doc[at].lower_ in _LIKING and (at == 0 or not token.doc[at - 1].tag_.startswith("VB"))


_BEFORE_LIKE = frozenset(
    ("quite", "really", "do", "did", "also", "still", "always", "just", "kinda", "rather", "actually")
)
_LIKING = frozenset(("i", "we", "you", "they"))


def _make_verb(token: Any) -> None:
    """The word becomes the verb of its sentence: its object what stood behind it, its subject the pronoun before."""
    old = token.head if token.dep_ != "ROOT" else None
    token.tag_, token.dep_ = "VBP", "ROOT"
    token.head = token
    for kid in list(token.children):
        if kid.dep_ == "pobj":
            kid.dep_ = "dobj"
    for helper in [kid for kid in token.children if kid.dep_ == "aux"]:
        for kid in list(helper.children):
            kid.head = token
    if old is not None:
        for kid in list(old.children):
            if kid.i != token.i:
                kid.head = token
        old.head, old.dep_ = token, "nsubj" if old.lower_ in _LIKING else old.dep_
