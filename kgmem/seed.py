"""Where a question enters memory: by its words, by its meaning, by the names in it.

Each arm scores the same candidates; how much each counts is decided in `rank`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

import numpy as np

from kgmem import timex
from kgmem.embed import Encoded
from kgmem.han import is_chinese
from kgmem.lexical import terms
from kgmem.matching import Matching
from kgmem.mirror import Mirror
from kgmem.question import Bools, Candidates, Floats, Ints, Question
from kgmem.records import Entity
from kgmem.remarks import is_remark
from kgmem.temporal import Span
from kgmem.text import cjk_share, fold, name_key
from kgmem.vectors import Vectors
from kgmem.wants import wants

DEPTH = 150
"""How many episodes each arm nominates. On LoCoMo the union of three arms at 100 holds 95 % of the evidence."""
SMALL = 400
"""Up to so many episodes, all are candidates."""
LONGEST_NAME_WORDS = 6
ANYTHING = frozenset("happen go do done say said tell told talk new anyth someth everyth thing event".split())
"""Stemmed words that ask for whatever there was."""

ASIDE = re.compile(r"[?？。！!;；\n]+|(?:另外|还有|還有|此外|以及|顺便问一下|順便問一下|再问一下|再問一下)[，,、：:]?")
"""What parts one thing asked in Chinese from the next in one breath."""

_PIECE = re.compile(r"[^\s]+")
_POSSESSIVE = re.compile(r"['’]s?\Z")


def read_question(text: str, encoded: Encoded | None, asked_at: datetime, mirror: Mirror) -> Question:
    """Read a question; its relative dates count from `asked_at`, in that zone."""
    named = tuple(entities_named(text, mirror))
    window = timex.window(text, asked_at)
    rest = text
    for date in reversed(timex.asked(text, asked_at) if window else ()):
        rest = f"{rest[: date.start]} {rest[date.end :]}"
    names = {term for entity in named for term in terms(entity.name)}
    only_time = window is not None and not set(terms(rest)) - names - ANYTHING
    listed = _LISTED.search(fold(text))
    kind = KINDS_ASKED[listed[1]] if listed and not named else ""
    chinese = is_chinese(text)
    asked = tuple(tuple(found) for part in ASIDE.split(text) if (found := terms(part))) or ((),)
    remark = not chinese and is_remark(text)
    return Question(
        text, tuple(terms(text)), named, encoded, window, only_time, kind, chinese, asked, wants(text), remark
    )


KINDS_ASKED = {
    "people": "Person", "persons": "Person", "who": "Person", "places": "Place", "cities": "Place", "towns": "Place",
    "pets": "Animal", "animals": "Animal", "companies": "Organization", "firms": "Organization",
    "organisations": "Organization", "organizations": "Organization",
}  # fmt: skip
"""Words for things of a kind, and the class they mean."""
_LISTED = re.compile(
    rf"\b({'|'.join(KINDS_ASKED)})\b (?:all )?(?:are|is|were|was|have been|has been) "
    r"(?:mentioned|named|known|spoken of|talked about)"
)


def naming(kind: str, mirror: Mirror, allowed: Bools | None) -> dict[int, float]:
    """Episodes by number that name things of this kind, those that name most of them with 1."""
    found: dict[int, int] = {}
    for episode, mentions in mirror.mentions_in.items():
        number = mirror.number[episode]
        if allowed is None or allowed[number]:
            named = {name for name, _ in mentions if mirror.entities[name].type == kind and name not in mirror.hidden}
            if named:
                found[number] = len(named)
    most = max(found.values(), default=1)
    best = sorted(found, key=lambda number: (-found[number], number))[:DEPTH]
    return {number: found[number] / most for number in best}


def entities_named(text: str, mirror: Mirror) -> list[Entity]:
    """Entities whose name or alias stands in the text, longest names first taken, in text order."""
    pieces = [fold(piece) for piece in _PIECE.findall(text)]
    found: dict[str, Entity] = {}
    at = 0
    while at < len(pieces):
        longest = min(LONGEST_NAME_WORDS, len(pieces) - at) if mirror.begins_name(pieces[at]) else 1
        for length in range(longest, 0, -1):
            names = mirror.ids_named(" ".join(pieces[at : at + length]))
            if not names:
                bare = [*pieces[at : at + length - 1], _POSSESSIVE.sub("", pieces[at + length - 1].rstrip("?!.,;:"))]
                names = mirror.ids_named(" ".join(bare))
            if names := tuple(name for name in names if name not in mirror.hidden):
                found |= {name: mirror.entities[name] for name in names}
                at += length
                break
        else:
            at += 1
    if cjk_share(text) > 0:
        whole = name_key(text)
        found |= {
            name: mirror.entities[name]
            for key, names in mirror.aliases.items()
            if len(key) > 1 and key in whole and cjk_share(key) > 0
            for name in names
            if name not in mirror.hidden
        }
    return list(found.values())


def nominate(
    query: Question,
    mirror: Mirror,
    vectors: Vectors,
    allowed: Bools | None,
    spaces: Sequence[slice] = (slice(None),),
    also: Sequence[int] | Ints = (),
) -> Candidates:
    """Candidates from every arm, scored by all of them.

    allowed: (n,) which episodes may be found, None for all. spaces: the parts of the vectors that are compared each
    alone. also: numbers of more, found otherwise. No candidates means an empty memory, or a question that shares no
    word with it and has no vector.
    """
    before, after = mirror.neighbours()
    plain = mirror.lexical.scores(query.terms)
    window = mirror.lexical.window_scores(query.terms, before, after)
    if allowed is not None:
        plain, window = np.where(allowed, plain, 0), np.where(allowed, window, 0)
    chosen = [_best(plain, DEPTH), _best(window, DEPTH), np.asarray(also, np.int64)]
    session = None
    if query.chinese:
        session = mirror.lexical.coverage(query.terms, mirror.in_session())
        session = session if allowed is None else np.where(allowed, session, 0)
        chosen.append(_best(session, DEPTH))
    pooled = [_alone(query.encoded.pooled, space) for space in spaces] if query.encoded is not None else []
    chosen += [vectors.nearest(one, DEPTH, allowed) for one in pooled if one.any()]
    if query.window is not None:
        chosen.append(_latest_within(query.window, mirror, allowed))
    if query.kind:
        chosen.append(np.array(list(naming(query.kind, mirror, allowed)), np.int64))
    if len(mirror.episodes) <= SMALL and (query.encoded is not None or query.chinese):
        chosen.append(np.arange(len(mirror.episodes)) if allowed is None else np.flatnonzero(allowed))
    numbers = np.unique(np.concatenate(chosen)).astype(np.int64)
    arms, matching = {"bm25": plain[numbers], "window": window[numbers]}, None
    if session is not None:
        arms["session"] = session[numbers]
        arms["asked"] = np.max([_of_best(mirror.lexical.scores(asked)[numbers]) for asked in query.asked], axis=0)
    if query.encoded is not None:
        if pooled[0].any():
            arms["cosine"] = vectors.cosine(pooled[0], numbers)
        if len(pooled) > 1:
            arms["meaning"] = vectors.cosine(pooled[-1], numbers)
        if len(query.encoded.tokens):
            matching = Matching(vectors, query.encoded.tokens)
            arms["maxsim"] = matching.of(numbers).mean(axis=1)
    return Candidates(numbers, arms, matching)


def _alone(pooled: Floats, space: slice) -> Floats:
    """A vector in one of its spaces only."""
    one = np.zeros_like(pooled)
    one[space] = pooled[space]
    return one


def _of_best(scores: Floats) -> Floats:
    """Scores as shares of the best of them."""
    top = float(scores.max(initial=0))
    return scores / top if top > 0 else scores


def _latest_within(window: Span, mirror: Mirror, allowed: Bools | None) -> Ints:
    """Numbers of the last DEPTH episodes said in a window."""
    occurred = mirror.talk.occurred()
    within = (window.start <= occurred) & (occurred < window.end)
    numbers = np.flatnonzero(within if allowed is None else within & allowed)
    return numbers[np.argsort(occurred[numbers], kind="stable")[-DEPTH:]]


def _best(scores: Floats, count: int) -> Ints:
    """Numbers of the best positive scores."""
    if len(scores) > count:
        top = np.argpartition(-scores, count)[:count]
        return top[scores[top] > 0].astype(np.int64)
    return np.flatnonzero(scores > 0)
