"""What the verbs around a time expression tell about it."""

from __future__ import annotations

from itertools import takewhile, zip_longest

from kgmem.timex_reading import Words
from kgmem.timex_words import word_set

_STOPS = {".", "!", "?", ";"}
_WILL = {"will", "'ll", "shall", "gonna", "upcoming", "scheduled", "planning", "plan", "plans", "hoping", "due"}
_DID = word_set(
    "was were did had went saw got took came made met told said bought began became felt found gave heard "
    "kept knew left lost ran read sent slept spoke spent stood taught thought understood woke won wore "
    "wrote ate broke built caught chose drank drove fell flew forgot grew held hit hurt led paid rode "
    "sang sold sat swam threw brought won"
)
_DONE = word_set("been gone seen taken eaten written given begun become come done signed won moved set put quit let")
_BE = {"am", "'m", "are", "'re", "is", "'s", "be"}
_HAVE = {"have", "has", "'ve", "had", "been", "haven", "hasn"}
_PLACES = {"on", "at", "in", "next", "this"}
_TIMETABLE = {"starts", "begins", "departs"}
_ONE = {"a", "an", "another", "my", "our", "the", "to"}


STATES = word_set(
    "was were had did wanted needed liked loved hoped wished thought felt knew wondered kept used seemed looked tried "
    "stayed lived meant understood figured decided"
)
"""Past verbs that tell of a state, or of no deed."""


def is_past_verb(words: Words, i: int) -> bool:
    token = words.at(i)
    return token in _DID or token in _DONE or (token.endswith("ed") and len(token) > 4)


def is_perfect(words: Words, i: int) -> bool:
    """Have lived, 've been, hasn't: a state that lasts until now."""
    for k in range(i - 1, max(i - 9, -1), -1):
        if words.at(k) in _STOPS:
            return False
        if words.at(k) in _HAVE and words.at(k) != "had":
            return True
    return False


def looks_forward(words: Words, i: int, j: int, default: bool) -> bool:
    """Whether the verb nearest to words i to j looks ahead; the one before it decides at equal distance."""
    before = takewhile(lambda k: words.at(k) not in _STOPS, range(i - 1, max(i - 13, -1), -1))
    after = takewhile(lambda k: words.at(k) not in _STOPS, range(j, min(j + 12, len(words))))
    for pair in zip_longest(before, after):
        for k in pair:
            if k is not None and (looks := _looks_ahead(words, k)) is not None:
                return looks
    return default


def _looks_ahead(words: Words, k: int) -> bool | None:
    token = words.at(k)
    if token in _WILL or (token == "going" and words.at(k + 1) == "to") or (token == "won" and words.at(k + 1) == "'t"):
        return True
    if token == "forward" and words.at(k - 1) in ("looking", "look"):
        return True
    if (token == "let" and words.at(k + 1) == "'s") or (token == "wait" and words.at(k - 1) == "'t"):
        return True
    if token in _BE and words.at(k + 1) in _PLACES:  # "is on the 14th"
        return True
    if token in _TIMETABLE and words.at(k + 1) in _PLACES - {"at"}:
        return True
    if token == "takes" and words.at(k + 1) == "place":
        return True
    if token in ("have", "has", "got") and words.at(k + 1) in _ONE:  # "I have an exam on Friday"
        return True
    if token in _BE and words.at(k + 1).endswith("ing") and len(words.at(k + 1)) > 4:
        return True
    if token in _DID or (token.endswith("ed") and len(token) > 4 and words.at(k - 1) not in _BE):
        return False
    return None
