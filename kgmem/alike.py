"""Which statements say the same in nearly the same words: "likes camping trips", "likes a camping trip".

Only what loses nothing counts: the same words in the same order but for number, form and spelling, for articles and for
words that only stress. One other word, another preposition or a negation is another statement. Names of people, places
and organisations are left to `identity`, what a relation has only one of to `reconcile`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kgmem.han import has_han
from kgmem.lexical import stem
from kgmem.records import Derived, FactClaim
from kgmem.said import Said, draft
from kgmem.text import fold, name_key, runs

_EMPTY = frozenset("a an the really very so just truly quite totally absolutely actually also too such much".split())
_EMPTY_SIGNS = re.compile("非常|特别|真的|十分|[很太真好超挺的了]")
_ENDINGS = re.compile(r"(?:s|es|e|ies|y|d|ed|ing|([bdfgklmnprstz])(?:ed|ing))?")
"""What two forms of one word may differ by: other endings ("universe", "university") make other words."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as it was told: its id, the claim, whose it is, and the words that count in it."""

    id: str
    claim: FactClaim
    subject: str
    words: tuple[str, ...]

    @property
    def spelling(self) -> tuple[str, str, str]:
        own = self.claim.predicate if self.claim.relation == "relatedTo" else ""
        return self.claim.object, self.claim.value, own


@lru_cache(maxsize=50_000)
def form(word: str) -> str:
    """The word without the ending that number and tense give it."""
    short = stem(word)
    shared = 0
    while shared < min(len(word), len(short)) and word[shared] == short[shared]:
        shared += 1
    return short if _ENDINGS.fullmatch(word[shared:]) and shared >= 3 else word


def content(text: str) -> tuple[str, ...]:
    """The words of a statement that count, in order, each without its ending."""
    found = []
    for run in runs(text):
        if has_han(run):
            found += list(_EMPTY_SIGNS.sub("", run)) or [run]
        elif run not in _EMPTY:
            found.append(form(run))
    return tuple(found)


def statement(said: Said, wide: str) -> Statement | None:
    """The statement of a claim, None for one that is never merged. wide: what kind of thing its object is ("Person",
    "Place"), "" for a thing like any other."""
    claim, relation = said.claim, said.relation
    if claim.ends or relation.functional or relation.inverse_functional or relation.symmetric or wide:
        return None
    told = claim.object or claim.value
    own = claim.predicate if relation.name == "relatedTo" or relation.per_predicate else ""
    words = content(told)
    if words[:1] == ("to",):
        words = words[1:]
    if not words or not any(sign.isalpha() for sign in fold(told)):  # what 3 and 3.0 count, others know
        return None
    return Statement(draft(said).statement, claim, said.subject.id, (*content(own), "|", *words))


def merged(found: Iterable[Statement], kept: Iterable[str]) -> dict[str, Derived]:
    """What statements are held as that spell what another one says otherwise, by their ids. `found` are those that
    bear on each other: what is liked and what is not liked must be spelled alike. kept: statements that stay as told.
    """
    fixed = set(kept)
    groups: dict[tuple[str, ...], dict[str, Statement]] = defaultdict(dict)
    for one in found:
        groups[(one.subject, *one.words)].setdefault(one.id, one)
    made = {}
    for group in groups.values():
        if len({one.spelling for one in group.values()}) < 2:
            continue
        best = min(group.values(), key=lambda one: (one.id not in fixed, _plainness(one)))
        for name in sorted(group.keys() - fixed):
            told = group[name].claim
            if group[name].spelling != best.spelling:
                claim = FactClaim(
                    told.subject,
                    told.relation,
                    best.claim.object,
                    best.claim.value,
                    best.claim.predicate if told.relation == "relatedTo" else told.predicate,
                    object_type=best.claim.object_type,
                )
                made[name] = Derived("alike", name, claim=claim)
    return made


def _plainness(one: Statement) -> tuple[bool, int, str, str]:
    """What is plainest comes first: an entity before a literal, then the fewest signs."""
    told = name_key(one.claim.object or one.claim.value)
    return not one.claim.object, len(one.claim.predicate) + len(told), f"{one.claim.predicate} {told}", one.id
