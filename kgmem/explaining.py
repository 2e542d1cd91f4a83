"""Why something was recalled, in words: what its score is made of, what it shares with the question, what led to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC

from kgmem.context import event_line, fact_line, quote, validity
from kgmem.lexical import stem, terms
from kgmem.records import EpisodeHit, EventHit, FactHit, Path
from kgmem.temporal import BEGINNING, FOREVER, iso, parse_zone
from kgmem.text import runs

ARMS = {
    "base": "what every message has", "words": "words of the question", "bm25": "words of the question",
    "window": "words of the question in it or beside it", "session": "words of the question in its session",
    "asked": "words of one of the questions", "bridge": "words of the best of its session",
    "meaning": "likeness in meaning", "cosine": "likeness in meaning", "maxsim": "likeness word by word",
    "late": "likeness word by word", "guess": "first guess by the text", "neighbours": "what stands beside it",
    "feedback": "likeness to the first guesses", "dialogue": "its part in the talk", "speaker": "who said it",
    "wanted": "the kind of answer wanted", "statements": "facts and events read in it",
    "walk": "titles that lead to it", "graph": "facts, events and names around it", "kind": "things of the kind listed",
    "standing": "preferences and instructions", "time": "the time asked about", "when": "the time asked about",
    "evidence": "the messages it was read in", "named": "names in the question", "where": "it is a place",
    "over": "no longer so", "open": "in its own words only", "answer": "it says the answer",
    "corrects": "it puts another one right", "variety": "better ones of its session stand before it",
    "causal": "a causal link", "further": "causal links further on", "again": "told in other words",
}  # fmt: skip
"""What a part of a score is for, by the name of the arm; facts and episodes have some names in common."""
_SHOWN = 0.0005
"""Parts of a score below this are left out."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one thing was recalled. parts: of its score, the largest first, by arm; they sum to it. shared: words it has
    in common with the question. led: lines about the facts and events read in it that were recalled as well."""

    id: str
    rank: int
    score: float
    line: str
    parts: tuple[tuple[str, float], ...] = ()
    shared: tuple[str, ...] = ()
    led: tuple[str, ...] = ()


def why(
    query: str, episodes: Sequence[EpisodeHit], facts: Sequence[FactHit], events: Sequence[EventHit]
) -> dict[str, list[Reason]]:
    """The reasons for each kind of thing, best first."""
    read: dict[str, list[str]] = {}
    told = [(hit.fact.evidence, fact_line(hit.fact)) for hit in facts]
    told += [(hit.event.evidence, event_line(hit.event)) for hit in events]
    for evidence, line in told:
        for name in dict.fromkeys(one.episode for one in evidence):
            read.setdefault(name, []).append(line.rpartition(" [")[0] or line)
    asked = frozenset(terms(query))
    found: dict[str, list[Reason]] = {"episodes": [], "facts": [], "events": []}
    for rank, hit in enumerate(episodes, 1):
        said = f"{hit.episode.speaker} {hit.episode.text} {hit.episode.caption}"
        led = tuple(read.get(hit.id, ())[:3])
        line = quote(hit.episode)[2:]
        found["episodes"].append(Reason(hit.id, rank, hit.score, line, parts(hit.arms), shared(asked, said), led))
    for rank, one in enumerate(facts, 1):
        line, same = fact_line(one.fact), shared(asked, one.fact.text)
        found["facts"].append(Reason(one.fact.id, rank, one.score, line, parts(one.arms), same))
    for rank, event in enumerate(events, 1):
        line, same = event_line(event.event), shared(asked, event.event.description)
        found["events"].append(Reason(event.event.id, rank, event.score, line, parts(event.arms), same))
    return found


def parts(arms: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """The parts of a score that can be seen, the largest first whichever way they count."""
    seen = ((name, share) for name, share in arms.items() if abs(share) >= _SHOWN)
    return tuple(sorted(seen, key=lambda part: (-abs(part[1]), part[0])))


def summed(arms: Sequence[tuple[str, float]]) -> str:
    """Parts as a sum: "0.41 words of the question + 0.20 who said it - 0.03 no longer so"."""
    said = ""
    for name, share in arms:
        sign = (" - " if share < 0 else " + ") if said else "-" if share < 0 else ""
        said += f"{sign}{abs(share):.3f} {ARMS.get(name, name)}"
    return said


def shared(asked: frozenset[str], text: str) -> tuple[str, ...]:
    """The words of a text that the question has too, each once, as they stand in the text."""
    found: dict[str, str] = {}
    for run in runs(text):
        held = [(stem(run), run)] if run.isascii() else [(term, term) for term in terms(run)]
        for term, said in held:
            if term in asked:
                found.setdefault(term, said)
    return tuple(found.values())


def steps(path: Path) -> list[str]:
    """The facts of a path, each with when it holds."""
    return [_with_time(fact.text, validity(fact)) for fact in path.facts]


def in_common(path: Path) -> str:
    """The time that the facts of a path have in common; "" for always."""
    zone = parse_zone(path.facts[0].zone) or UTC
    start, end = (iso(at, zone, "day") for at in (path.common.start, path.common.end))
    if path.common.start > BEGINNING:
        return f"all at once {start} to {end}" if path.common.end < FOREVER else f"all at once since {start}"
    return f"all at once until {end}" if path.common.end < FOREVER else ""


def _with_time(text: str, when: str) -> str:
    return f"{text} ({when})" if when else text
