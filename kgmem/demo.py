"""A conversation of two friends over nine months, and what a memory can tell of it afterwards.

Nothing here is prepared: the text is read, settled and searched like anybody's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files

from kgmem import formats
from kgmem.cypher import Table
from kgmem.formats_json import Message
from kgmem.memory import Memory
from kgmem.records import Change, EpisodeHit, EventHit, Fact, FactHit
from kgmem.temporal import FOREVER

TIMEZONE = "Europe/Lisbon"
QUESTIONS: tuple[tuple[str, str | None], ...] = (
    ("Where does Ana live?", None),
    ("Where does Ana live?", "2025-12-01"),
    ("Why did Ana take a job at Ponte Labs?", None),
    ("When did Ana move to Porto?", None),
    ("Who is Flora?", None),
    ("What is Tom allergic to?", None),
)
"""Each with the date as of which it is asked; None is now."""

CYPHER = """\
MATCH (why:Event)<-[:CAUSE]-(link:Link)-[:EFFECT]->(so:Event)
WHERE link.retracted_at > 4000000000000000
RETURN why.description AS cause, link.kind AS kind, so.description AS effect
ORDER BY why.started, why.id, so.id LIMIT 6"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The best of what was recalled for a question: facts and events first, then the words said."""

    question: str
    as_of: str | None
    facts: tuple[FactHit, ...]
    events: tuple[EventHit, ...]
    episodes: tuple[EpisodeHit, ...]
    confidence: float


def conversation() -> list[Message]:
    """The messages of the conversation, in order."""
    with (files("kgmem") / "data" / "demo" / "conversation.jsonl").open("rb") as file:
        return list(formats.read(file, name="the demo"))


def remember(memory: Memory, messages: list[Message], progress: Callable[[int, int], object] | None) -> Change:
    return memory.observe_many(messages, progress=progress)


def answers(memory: Memory, *, most: int = 2) -> Iterator[Answer]:
    """An answer to each of QUESTIONS, with at most so many hits of each kind."""
    for question, as_of in QUESTIONS:
        found = memory.recall(question, as_of=as_of)
        yield Answer(
            question,
            as_of,
            found.facts[:most],
            found.events[:most],
            found.episodes[:most],
            found.confidence,
        )


def changes(memory: Memory) -> list[list[Fact]]:
    """What did not stay as it was: statements of one subject and relation, by time, where one has ended."""
    groups: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in memory.facts(history=True):
        if fact.modality == "asserted" and fact.polarity == "positive":
            groups[fact.subject, fact.relation].append(fact)
    moved = [facts for facts in groups.values() if any(fact.valid_to != FOREVER for fact in facts)]
    return [sorted(facts, key=lambda fact: (fact.valid_from, fact.recorded_at)) for facts in moved]


def causes(memory: Memory) -> Table:
    return memory.cypher(CYPHER)
