"""Which words of an episode bear on an answer: those of a question, a supposition, an assistant's advice, a value of
the moment, or about somebody else do not, however well they match.

By patterns over sentences and by the places of what was read in them; nothing is parsed here.
"""

from __future__ import annotations

import re
from datetime import UTC

from kgmem.keys import key_text
from kgmem.mirror import Mirror
from kgmem.question import Question
from kgmem.records import Episode, Evidence
from kgmem.temporal import DAY, FOREVER, Micros, moment, parse_zone
from kgmem.text import fold
from kgmem.timex import find

PASSING: Micros = DAY
"""A value of the moment says nothing of later than this."""

_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|[.!?](?=[\w.]\w)){1,4000}(?:[.!?。！？]{1,20}[\"”')\]]{0,4}|\n)?|\n")
_ASKS = re.compile(r"[?？][\"”')\]\s]*\Z|吗[。\s]*\Z")
_SUPPOSES = re.compile(
    r"\b(?:would|wouldn't|could|might|maybe|perhaps|if|whether|wish|suppose|supposing|imagine|should)\b|'d\b|如果|要是|也许",
    re.I,
)
_WANTS_SUPPOSED = re.compile(
    r"\b(?:would|could|might|if|wish|should|want|wants|plan|plans|hope|advice|advise|recommend|recommended|suggest|"
    r"suggested|likely|think|opinion|consider|considering)\b",
    re.I,
)
_OF_THE_MOMENT = re.compile(r"\b(?:just now|right now|at the moment|currently|at present|as we speak)\b", re.I)
_OF_A_RUN = re.compile(
    r"\b(?:error|failed|failure|time(?:d )?out|busy|skipped|unavailable|running|pending|loading|offline|down|denied|"
    r"refused|retry(?:ing)?|blocked|in progress)\b|\d ?%|\d ?°",
    re.I,
)
_WANTS_NOW = re.compile(r"\A\W*(?:\w+\W+){0,3}(?:can|is|are|does|do|has|have|am)\b", re.I)
_WANTS_PAST = re.compile(r"\b(?:did|was|were|had|when|ever|happened|yesterday|ago|last)\b", re.I)
_WANTS_DATES = re.compile(
    r"\b(?:which|what) (?:dates?|days?|times?|months?|years?)\b.*\b(?:mention|nam|giv|stat|said|told|specif)", re.I
)
_WANTS_DAY = re.compile(
    r"\A\W*(?:what|which|does|do|is|are|has|have|anything)\b.*"
    r"\b(?:have|has|on|planned|plans?|happening|doing|due|up to)\b",
    re.I,
)
_OWN = re.compile(r"\b(?:I|I'm|I've|I'd|I'll|my|me|mine|we|our|us)\b")
_ADDRESSES = re.compile(r"\b(?:you|your|yours|you're|you've)\b", re.I)


def bearing(question: Question, episode: Episode, mirror: Mirror, asked_at: Micros) -> str:
    """The text an episode is found by, without what does not bear on the question; "" when nothing does."""
    people = {entity.id: fold(entity.name) for entity in question.entities if entity.type == "Person"}
    others = _said_of_others(question, episode, people, mirror)
    supposed = bool(_WANTS_SUPPOSED.search(question.text))
    now = bool(_WANTS_NOW.match(question.text)) and not _WANTS_PAST.search(question.text) and question.window is None
    stale = now and asked_at - episode.occurred > PASSING
    answered = _is_answered(episode, mirror)
    elsewhen = _told_of_other_times(question, episode, mirror)
    kept = []
    for found in _SENTENCE.finditer(episode.text):
        said = found[0]
        if (_ASKS.search(said) and not answered) or (_SUPPOSES.search(said) and not supposed):
            continue
        if _WANTS_DATES.search(question.text) and not _has_time(said, episode):
            continue
        if any(found.start() <= place < found.end() for place in elsewhen):
            continue
        if stale and (_OF_THE_MOMENT.search(said) or (_is_run(episode) and _OF_A_RUN.search(said))):
            continue
        if episode.role == "assistant" and people and _is_the_assistants(said, people, episode):
            continue
        kept.append(_without(said, found.start(), others))
    text = "".join(kept)
    if not text.strip() and not episode.caption:
        return ""
    return key_text(episode, text or " ")


def _is_answered(episode: Episode, mirror: Mirror) -> bool:
    """True when somebody else speaks next: what a question names may be what the answer is about."""
    number = mirror.number.get(episode.id)
    after = int(mirror.neighbours()[1][number]) if number is not None else -1
    if after < 0:
        return False
    reply = mirror.episodes[after]
    return reply.role == "user" and reply.session == episode.session and reply.speaker != episode.speaker


def _told_of_other_times(question: Question, episode: Episode, mirror: Mirror) -> list[int]:
    """Where an episode tells of something on another day than the one, still to come, that the question is about: "what
    is on tomorrow?". What was said on the day asked about bears, whatever it tells of."""
    window = question.window
    if window is None or not window.start < window.end <= window.start + DAY or not _WANTS_DAY.search(question.text):
        return []
    if window.start <= episode.occurred < window.end:
        return []
    events = [mirror.events[name] for name in mirror.events_in.get(episode.id, ())]
    return [
        place.start
        for event in events
        if event.retracted_at == FOREVER and event.precision in ("day", "part", "instant")
        if event.end <= window.start or window.end <= event.start
        for place in event.evidence
        if place.episode == episode.id
    ]


def _has_time(said: str, episode: Episode) -> bool:
    """True for a sentence that names a time."""
    at = moment(episode.occurred, parse_zone(episode.zone) or UTC)
    return bool(find(said, at))


def _is_run(episode: Episode) -> bool:
    return episode.role == "tool" or episode.kind == "tool_result"


def _is_the_assistants(said: str, people: dict[str, str], episode: Episode) -> bool:
    """True for what an assistant says of itself, asked about somebody else."""
    folded = fold(said)
    named = any(name in folded for name in people.values()) or fold(episode.speaker) in people.values()
    return bool(_OWN.search(said)) and not named and not _ADDRESSES.search(said)


def _said_of_others(
    question: Question, episode: Episode, people: dict[str, str], mirror: Mirror
) -> list[tuple[int, int]]:
    """Where the episode tells of persons other than the one the question is about, and of that one nothing."""
    if len(people) != 1 or not _is_about(question.text, next(iter(people.values()))):
        return []
    about: list[tuple[int, int]] = []
    beside: list[tuple[int, int]] = []
    for name in dict.fromkeys(mirror.facts_in.get(episode.id, ())):
        fact = mirror.facts[name]
        if fact.retracted_at == FOREVER:
            told = {fact.subject_id, fact.object_id}
            other = fact.subject_id in mirror.entities and mirror.entities[fact.subject_id].type == "Person"
            _put(about if told & people.keys() else beside if other else [], fact.evidence, episode)
    for name in dict.fromkeys(mirror.events_in.get(episode.id, ())):
        event = mirror.events[name]
        if event.retracted_at == FOREVER:
            told = {part.entity_id for part in event.participants}
            other = any(mirror.entities[one].type == "Person" for one in told if one in mirror.entities)
            _put(about if told & people.keys() else beside if other else [], event.evidence, episode)
    return [(a, b) for a, b in beside if not any(c < b and a < d and (d - c) <= (b - a) for c, d in about)]


def _put(places: list[tuple[int, int]], evidence: tuple[Evidence, ...], episode: Episode) -> None:
    places += [(one.start, one.end) for one in evidence if one.episode == episode.id and one.end > one.start]


def _is_about(text: str, name: str) -> bool:
    """True where the person is the one who does or is something: "does Ana ski?", "what has Ana bought?"."""
    asked = re.escape(name.split()[0]) if name.split() else ""
    pattern = rf"\b(?:do|does|did|is|was|are|were|has|have|had|will|can|could|would|should) {asked}\b(?!['’]s)"
    return bool(asked) and re.search(pattern, fold(text)) is not None


def _without(said: str, offset: int, places: list[tuple[int, int]]) -> str:
    for start, end in places:
        a, b = max(start - offset, 0), min(end - offset, len(said))
        if a < b:
            said = f"{said[:a]}{' ' * (b - a)}{said[b:]}"
    return said
