"""Reasons told across turns: "Why did you move?" - "My rent doubled.", "I lost my job." ... "That's why I moved."

The turn that tells the link is read once more as one text with what it leans on. What that gives are the two ends of
the link, told as they were told before, so that they are the events that are held already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, timedelta

from kgmem.extract_answers import BACK
from kgmem.extract_causes import opens_with
from kgmem.extract_syntax import Reading, Word
from kgmem.records import Episode, Extraction
from kgmem.temporal import moment, parse_zone
from kgmem.timex import Timex, find

_WHY = re.compile(r"(?:so|and|but|well|oh|wait|hm+)?[\s,]*(?:why|how come|what made)\b", re.I)
_ANSWERS = re.compile(
    r"(?:(?:well|oh|hm+|um+|uh|honestly|mostly|mainly|just|simply|probably|that|it)[\s,]+)*(?:(?:was|is|'s|’s)\s+)?"
    r"(?:because|'?cause|cos|cuz|since|as|so that)\s+",
    re.I,
)
_NO_REASON = re.compile(r"(?:i (?:don|do)|no (?:idea|reason)|because of\b|not sure|why|what|who|nothing|dunno)", re.I)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_BEFORE_DATE = re.compile(r"\b(?:on|in|at|during)\s*\Z", re.I)
_MOST = 300


def reasons_asked(question: Reading, asker: str, answer: str) -> Iterator[tuple[str, int, int]]:
    """What a why-question and its answer say together, with the place of the answer; nothing for other questions."""
    if not question.sentences:
        return
    first, last = question.sentences[-1]
    words = [word for word in question.words[first:last] if not word.text.startswith("?")]
    said = _SENTENCE.match(answer)
    if not words or said is None or not _WHY.match(question.text[words[0].start :]):
        return
    begins = opening.end() if (opening := _ANSWERS.match(answer)) else 0
    reason = answer[begins : said.end()].strip(" .!,")
    told = _declared(question, words, asker)
    if told and len(reason.split()) >= 2 and not _NO_REASON.match(reason) and len(reason) < _MOST:
        letter = reason[:1] if reason.split()[0].strip(",'") == "I" or reason[1:2].isupper() else reason[:1].lower()
        yield f"{told} because {letter}{reason[1:]}.", 0, said.end()


def _declared(question: Reading, words: Sequence[Word], asker: str) -> str:
    """What a why-question takes for granted, as the one who answers would say it: "I did move to Porto"."""
    why = next((at for at, word in enumerate(words) if word.text.lower() in ("why", "come", "made")), None)
    if why is None:
        return ""
    rest = list(words[why + 1 :])
    subject = next((w for w in rest if w.dep in ("nsubj", "nsubjpass")), None)
    if subject is None:
        return ""
    own = [w for w in question.subtree(subject) if w in rest]
    helper = rest[0] if rest and rest[0].i < own[0].i and rest[0].pos in ("AUX", "VERB") else None
    after = [w for w in rest if w.i > own[-1].i]
    if words[why].text.lower() == "made":  # "what made you move?"
        return " ".join([*_turned(own, asker), "did", *_turned(after, asker)])
    return " ".join([*_turned(own, asker), *_turned([helper] if helper else [], asker), *_turned(after, asker)])


def _turned(words: Sequence[Word], asker: str) -> list[str]:
    """Words of a question as the one who answers would say them."""
    found = []
    for word in words:
        lower = word.text.lower()
        text = BACK.get(lower, word.text)
        if lower == "you" and word.dep not in ("nsubj", "nsubjpass"):
            text = "me"
        elif lower in ("i", "me"):
            text = asker or text
        elif lower == "my" and asker:
            text = f"{asker}'s"
        found.append({"'s": "is", "'re": "are", "n't": "not"}.get(text, text))
    return found


def leaned_on(turn: Episode, earlier: Sequence[Episode]) -> Episode | None:
    """The turn before that a turn gives the reason or the outcome of: the speaker's own last one; None for none."""
    if not opens_with(turn.text):
        return None
    own = (one for one in reversed(earlier[-4:]) if one.speaker == turn.speaker and one.role == "user")
    return next((one for one in own if one.text and not one.text.rstrip().endswith("?")), None)


def leaning(before: Episode, dates: Sequence[Timex], turn: str) -> tuple[str, int, int] | None:
    """The last sentence of a turn before and the first of this one as one text, its dates written out."""
    sentences = list(_SENTENCE.finditer(before.text))
    first = _SENTENCE.match(turn)
    if not sentences or first is None or len(sentences[-1][0]) > _MOST:
        return None
    start, end = sentences[-1].span()
    told = dates_written(before.text, (start, end), dates, before.zone).strip().rstrip(".!")
    return f"{told}. {first[0].strip()}", 0, first.end()


def dates_written(text: str, part: tuple[int, int], dates: Sequence[Timex], zone: str) -> str:
    """A part of a text with its dates written out, so that they mean the same when it is read on another day; without
    those that cannot be written."""
    start, end = part
    told = text[:end]
    for date in reversed([d for d in dates if start <= d.start and d.end <= end and d.kind in ("date", "time")]):
        before = _BEFORE_DATE.sub("", told[: date.start])
        told = f"{before}{' ' if before[-1:].isalnum() else ''}{_written(date, zone)}{told[date.end :]}"
    return told[start:]


def _written(date: Timex, zone: str) -> str:
    """A date in full; "" for one that cannot be written."""
    at = moment(date.span.start, parse_zone(zone) or UTC)
    months = "January February March April May June July August September October November December".split()
    day = f"{at.day} {months[at.month - 1]} {at.year}"
    season = ("winter", "spring", "summer", "autumn")[at.month % 12 // 3]
    ways = {
        "day": [f"on {day}"], "month": [f"in {months[at.month - 1]} {at.year}"], "year": [f"in {at.year}"],
        "week": [f"in the week of {day}"], "season": [f"in {season} {at.year}"],
        "instant": [f"at {at:%H:%M} on {day}"],
        "part": [f"on the {part} of {day}" for part in ("morning", "afternoon", "evening", "night")],
    }  # fmt: skip
    for way in ways.get(date.span.precision, ()):
        if [found.span for found in find(way, at + timedelta(days=400))] == [date.span]:
            return way
    return ""


def ends_only(found: Extraction, start: int, end: int) -> Extraction:
    """Causal links and the events they join, as told in a stretch of the turn; nothing else was said anew."""
    joined = sorted({place for cause in found.causes for place in (cause.cause, cause.effect)})
    at = {place: n for n, place in enumerate(joined)}
    events = tuple(replace(found.events[place], start=start, end=end) for place in joined)
    causes = (replace(c, cause=at[c.cause], effect=at[c.effect], start=start, end=end) for c in found.causes)
    return Extraction(events=events, causes=tuple(causes))
