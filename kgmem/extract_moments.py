"""Values of the moment: "the battery is at 15 %", "the printer is down right now", what a tool just gave.

They are facts with an end, a day after they were said, so that no later question is answered with them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kgmem.records import Episode, Extraction, FactClaim
from kgmem.temporal import DAY, FOREVER, Span

_FLEETING = frozenset(("relatedTo", "locatedIn"))
"""Relations that say no more than how or where something is; a home or a job does not pass in a day."""
_NOW = re.compile(
    r"\b(?:just now|right now|at the moment|at present|as we speak|this (?:minute|second|morning|afternoon|evening)"
    r"|tonight|today|so far)\b",
    re.I,
)
_READING = re.compile(
    r"\b(?:is|are|am)\b[^.!?\n]{0,40}(?:\d ?%|\d ?°|\d degrees\b|\bpercent\b|\b(?:running|down|busy|offline|"
    r"online|loading|pending|unavailable|unreachable|in progress|stuck|blocked|out of service)\b)",
    re.I,
)
_STOP = re.compile(r"[.!?\n](?!\w)")


def expiring(found: Extraction, episode: Episode) -> Extraction:
    """What was read, with an end for what holds only now."""
    if not any(fact.relation in _FLEETING for fact in found.facts):
        return found
    return replace(found, facts=tuple(_ended(fact, episode) for fact in found.facts))


def _is_state(fact: FactClaim) -> bool:
    """True for how or where something is, not for what it did."""
    is_now = fact.predicate.split(" ")[0] in ("is", "are", "am", "'s", "'m", "'re", "said")
    return fact.relation == "locatedIn" or (fact.relation == "relatedTo" and is_now)


def _ended(fact: FactClaim, episode: Episode) -> FactClaim:
    if not _is_state(fact) or fact.valid.end != FOREVER or fact.ends or fact.modality != "asserted":
        return fact
    stop = _STOP.search(episode.text, fact.end)
    said = episode.text[fact.start : min(stop.start() if stop else len(episode.text), fact.end + 80)]
    tool = episode.kind == "tool_result" or episode.role == "tool"
    if not (tool or _NOW.search(said) or _READING.search(said)):
        return fact
    start = fact.valid.start
    return replace(fact, valid=Span(start, max(start, episode.occurred) + DAY, fact.valid.precision))
