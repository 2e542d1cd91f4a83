"""Hits from more than one place of a talk, for questions that no single place answers.

Who asks what somebody has done, or in which order things came up, wants it from several sessions; the learned order,
which looks at one turn after the other, gives them many turns of the one session that is about it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from kgmem.features import Shortlist
from kgmem.question import Floats
from kgmem.ranker import Ranker

_SEVERAL = re.compile(
    r"\b(?:what|which)\b(?:\s+[\w'+-]+){0,3}?\s+(?!does\b|is\b|was\b|has\b|his\b|this\b|[a-z]+ss\b)[a-z]+s\b|"
    r"\bhow many\b|\bboth\b|\blist\b|\bways\b|\ball\b|\bevery\b|"
    r"\b(?:what|which|where|who|how)\b.*\b(?:has|have)\b(?! to\b)|\bwhat (?:does|do)\b.*\bdo to\b",
    re.I,
)
_ORDER = re.compile(
    r"\border in which\b|\bin order\b(?! to)|\bin (?:what|which|the) order\b|\bthe order (?:of|in|that|i|we)\b|"
    r"\bchronolog\w+|\bsequence of\b|\btimeline of\b",
    re.I,
)
_OWN = re.compile(r"\b(?:i|my|mine|i'm|i've)\b", re.I)
Sessions = npt.NDArray[np.int32]
"""A number for the session of each candidate, (n,)."""
LONGEST = 2_000
"""Signs of a question that are looked at."""
LEAST = 1e-3
"""Share of its score that a hit keeps, whatever is taken off."""


def wants_order(text: str) -> bool:
    """True for a question after the order in which things came up."""
    return bool(_ORDER.search(text[:LONGEST]))


def wants_several(text: str) -> bool:
    """True for a question that several places of a talk may answer: after more than one thing, or after an order.

    One about the asker's own things is none but for an order: talk with an assistant has few sessions, and long ones.
    """
    text = text[:LONGEST]
    return wants_order(text) or bool(_SEVERAL.search(text) and not _OWN.search(text))


def off(scores: Floats, sessions: Sessions) -> Floats:
    """How many candidates of the same session are better than each, (n,).

    With that much off, taking the best of all is taking from each session in turn, as far as the others lag behind.
    """
    order = np.lexsort((np.arange(len(scores)), -scores, sessions))
    first = np.concatenate(([True], np.diff(sessions[order]) != 0)) if len(order) else np.zeros(0, np.bool_)
    places = np.arange(len(order))
    counted = np.empty(len(order), np.float32)
    counted[order] = places - np.maximum.accumulate(np.where(first, places, 0))
    return counted


def less(scores: Floats, sessions: Sessions, wishes: Floats, much: float) -> Floats:
    """Scores from which `much` was taken off for each better one of the same session, and for what is a wish."""
    found: Floats = scores - np.float32(much) * wishes
    found -= np.float32(much) * off(found, sessions)
    return found


def spread(
    held: Shortlist, wishes: Floats, scores: Floats, arms: Mapping[str, Floats], ranker: Ranker
) -> tuple[Floats, dict[str, Floats]]:
    """Learned scores and their parts, with what a question after several things takes off as the part "variety".

    As far as people write in runs, nothing is: there a session is one exchange. wishes: 1 for what is wished for once
    and for all, such as how answers are to look; nobody who asks for an order asks for these.
    """
    text, mirror = held.question.text, held.mirror
    much = ranker.spread * (1 - mirror.manner().get("runs", 0.0))
    if much <= 0 or not wants_several(text):
        return scores, dict(arms)
    found = less(scores, mirror.in_session()[held.numbers], wishes * np.float32(wants_order(text)), much)
    found = np.maximum(found, LEAST * scores)
    kept = np.where(scores > 0, found, scores).astype(np.float32)
    return kept, {**arms, "variety": kept - scores}
