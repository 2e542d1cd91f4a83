"""A correction stands above what it puts right, however many words of the question that has.

What says of itself that it corrects or changes something ("Correction: ...", "I was wrong, ...", 更正：…) and speaks of
what the question asks about is lifted just above the earlier messages of its speaker, or session, that speak of the
same. A question after what was before is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Set

import numpy as np

from kgmem.han import has_han, simplified
from kgmem.lexical import terms
from kgmem.mirror import Mirror
from kgmem.question import Floats, Ints, Question
from kgmem.records import Episode
from kgmem.text import fold
from kgmem.wants import wants

AMONG = 20
"""Only corrections and corrected among so many of the best are looked at."""
STEP = 1e-3
"""By how much a correction is lifted above the best of what it puts right."""
LONGEST = 400
"""Signs of a message beyond which it is not taken for a correction as a whole."""
_CORRECTS = re.compile(
    r"\A\W*(?:(?:oh|oops|so|and|but|well|hey|hi|no|wait|sorry|please)\W+){0,3}"
    r"(?:correction|update|erratum|scratch that|strike that|my (?:mistake|bad|error)|apologies|"
    r"i (?:was (?:wrong|mistaken)|misspoke|mistyped|made a mistake|meant|confused|"
    r"(?:got|had) (?:that|it|the \w+(?: \w+)?) wrong|(?:mixed|muddled) (?:that|it|them|this|the \w+) up)|"
    r"(?:ignore|forget|disregard) what i (?:said|told|wrote)|actually(?=,)|"
    r"(?:that|this|what i said|what i told you)(?: \w+){0,3} (?:was|is) (?:wrong|incorrect|a mistake)|"
    r"change of plans?|there(?:['’]s| is| was| has been) (?:a|been a) (?:change|correction|mistake))\b",
    re.I,
)
_CHANGED = re.compile(
    r"\b(?:has|have|had|was|were|is|are|been|got) (?:now )?(?:been )?(?:rescheduled|postponed|brought forward|"
    r"pushed back|changed|moved|corrected|updated) (?:to|from)\b|"
    r"\bnot (?:on |in |at )?[\w' ]{2,30} as i (?:said|wrote|told)|"
    r"更正|纠正一下|说错了|写错了|记错了|搞错了|弄错了|刚才说的不对|改到了?|改成了?|改为|推迟到|提前到|有变[化动]",
    re.I,
)
_CHANGES = (
    *("rescheduled", "postponed", "brought forward", "pushed back", "changed", "moved", "corrected", "updated"),
    *("as i said", "as i wrote", "as i told"),
)
"""One of these is in every English text that _CHANGED finds: a look for each is faster."""
_CUES = frozenset(
    terms("correction update sorry mistake wrong meant change changed moved rescheduled postponed actually")
)


def corrects(text: str) -> bool:
    """True for a message that says of itself that it puts something right, or that something was changed."""
    if len(text) > LONGEST:
        return False
    if text.isascii() and not any(said in text.lower() for said in _CHANGES):
        return _CORRECTS.match(text) is not None
    text = simplified(text) if has_han(text) else text
    return _CORRECTS.match(text) is not None or _CHANGED.search(text) is not None


def lifted(
    question: Question, numbers: Ints, scores: Floats, arms: Mapping[str, Floats], mirror: Mirror
) -> tuple[Floats, dict[str, Floats], dict[str, str]]:
    """The scores of the candidates with corrections lifted, the arms with what that added as "corrects", and ids of
    messages put right with the id of what puts them right."""
    order = np.argsort(-scores, kind="stable")[:AMONG]
    best = [(int(place), mirror.episodes[numbers[place]]) for place in order if scores[place] > 0]
    right = [(place, episode) for place, episode in best if episode.kind == "message" and corrects(episode.text)]
    if not right or "change" in wants(question.text):
        return scores, dict(arms), {}
    result = scores.copy()
    replaced: dict[str, str] = {}
    for place, correction in sorted(right, key=lambda one: (one[1].occurred, one[1].seq, one[1].id)):
        topic = (set(question.terms) & set(terms(correction.text))) - _CUES
        put_right = [(other, episode) for other, episode in best if topic and _is_put_right(episode, correction, topic)]
        replaced |= {episode.id: correction.id for _, episode in put_right}
        top = max((float(result[other]) for other, _ in put_right), default=0.0)
        if top >= result[place]:
            result[place] = top + STEP
    if not (result > scores).any():
        return scores, dict(arms), replaced
    return result, {**arms, "corrects": result - scores}, replaced


def _is_put_right(episode: Episode, correction: Episode, topic: Set[str]) -> bool:
    """True for an earlier message of the same speaker or session that speaks of all of the topic."""
    if (episode.occurred, episode.seq) >= (correction.occurred, correction.seq) or episode.id == correction.id:
        return False
    near = fold(episode.speaker) == fold(correction.speaker) or episode.session == correction.session
    return near and topic <= set(terms(episode.text))
