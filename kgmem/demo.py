"""A conversation of two friends over nine months, and what a memory can tell of it afterwards.

Nothing here is prepared: the text is read, settled and searched like anybody's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from typing import Literal

from kgmem import formats
from kgmem.cypher import Table
from kgmem.formats_json import Message
from kgmem.memory import Memory
from kgmem.records import Change, Episode, Event, Fact
from kgmem.temporal import FOREVER, parse_zone

TIMEZONE = "Europe/Lisbon"
CLOSE = 0.9
"""A hit is shown beside the best one if its score is at least this share of it."""
MOST = 3

QUESTIONS: tuple[tuple[str, str | None, Literal["facts", "events"]], ...] = (
    ("Where does Ana live?", None, "facts"),
    ("Where does Ana live?", "2025-12-01", "facts"),
    ("Why did Ana take a job at Atlantic Systems?", None, "events"),
    ("When did Ana move to Porto?", None, "events"),
    ("Who is Flora?", None, "facts"),
    ("What is Tom allergic to?", None, "facts"),
)
"""What is asked, as of which date (None is now), and whether facts or events are shown."""

CAUSES = """\
MATCH (why:Event)<-[:CAUSE]-(link:Link)-[:EFFECT]->(so:Event)
RETURN why.description AS cause, so.description AS effect
ORDER BY so.started, so.id, why.id LIMIT 6"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The facts or events that bear most on a question, what the graph holds as their causes, and what was
    said that shows it. Where memory read nothing, `said` is the best of what was recalled.
    """

    question: str
    as_of: str | None
    known: tuple[Fact | Event, ...]
    because: tuple[Event, ...]
    said: tuple[Episode, ...]
    confidence: float


def conversation() -> list[Message]:
    """The messages of the conversation, in order; their times are those of Lisbon."""
    text = (files("kgmem") / "data" / "demo" / "conversation.jsonl").read_bytes()
    return list(formats.read(BytesIO(text), name="the demo", zone=parse_zone(TIMEZONE)))


def remember(
    memory: Memory, messages: list[Message], progress: Callable[[int, int | None], None] | None = None
) -> Change:
    """Observe the conversation in small batches, so that progress can be seen."""
    return memory.observe_many(messages, batch=16, progress=progress or False)


def answers(memory: Memory) -> Iterator[Answer]:
    """An answer to each of QUESTIONS."""
    episodes = {episode.id: episode for episode in memory.episodes()}
    events = {event.id: event for event in memory.events()}
    for question, as_of, wanted in QUESTIONS:
        found = memory.recall(question, as_of=as_of)
        known = _best([(hit.score, hit.fact) for hit in found.facts if hit.fact.modality == "asserted"])
        if wanted == "events":
            asked = [hit for hit in found.events if "asked" in hit.arms]  # a why-question recalls causes first
            known = _best([(hit.score, hit.event) for hit in asked or found.events])
        shown = {what.id for what in known}
        causes = dict.fromkeys(link.cause for link in memory.links() if link.effect in shown)
        because = [events[cause] for cause in causes if cause in events]
        cited = dict.fromkeys(read.episode for what in (*known, *because) for read in what.evidence[:1])
        said = [episodes[id] for id in cited] or [hit.episode for hit in found.episodes[:1]]
        yield Answer(question, as_of, known, tuple(because), tuple(said), found.confidence)


def _best(hits: Sequence[tuple[float, Fact | Event]]) -> tuple[Fact | Event, ...]:
    """The best few that are about as good as the best."""
    return tuple(what for score, what in hits[:MOST] if score >= CLOSE * hits[0][0])


def changes(memory: Memory) -> list[list[Fact]]:
    """What did not stay as it was: statements that ended, each with those that began where it ended, and
    statements that were taken back."""
    live: set[str] = set()
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in memory.facts(history=True):
        if fact.modality == "asserted":
            groups[fact.subject, fact.relation].append(fact)
            live |= {fact.statement} if fact.retracted_at == FOREVER else set()
    found = []
    for facts in groups.values():
        held = [fact for fact in facts if fact.retracted_at == FOREVER]
        taken_back = [fact for fact in facts if fact.statement not in live]
        ends = {fact.valid_to for fact in held} - {FOREVER}
        shown = [fact for fact in held if fact.valid_to != FOREVER or fact.valid_from in ends]
        if shown or taken_back:
            found.append(sorted([*shown, *taken_back], key=lambda fact: (fact.valid_from, fact.valid_to)))
    return found


def causes(memory: Memory) -> Table:
    return memory.cypher(CAUSES)
