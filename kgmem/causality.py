"""Chains of typed causes: from something back to what brought it about, or on to what came of it."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Literal

from kgmem.meant import Thing, thing
from kgmem.mirror import Mirror
from kgmem.question import Clocks, held_links
from kgmem.recollection import as_json
from kgmem.records import Event, Evidence, Fact
from kgmem.temporal import BEGINNING, FOREVER, LONGEST, Micros, iso, parse_zone

Direction = Literal["causes", "effects"]
MOST_STEPS = 20_000
"""Steps looked at for one question; in a graph where everything causes everything, the surest come first."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a chain. `kind` is that of the link (cause, enable, prevent, motivate) with its words (`cue`),
    evidence and id; or "initiates", "terminates", when an event began or ended a fact, which takes no link."""

    cause: Event | Fact
    effect: Event | Fact
    kind: str
    confidence: float
    cue: str = ""
    link: str = ""
    evidence: tuple[Evidence, ...] = ()

    def __str__(self) -> str:
        return f"{said(self.cause)} -[{self.kind}]-> {said(self.effect)}"


@dataclass(frozen=True, slots=True)
class Chain:
    """Steps from the first cause to the last effect, each from where the one before led. `confidence` is the product
    of theirs."""

    steps: tuple[Step, ...]
    confidence: float

    @property
    def things(self) -> tuple[Event | Fact, ...]:
        """The events and facts on it, the first cause first."""
        return (self.steps[0].cause, *(step.effect for step in self.steps))

    def __str__(self) -> str:
        parts = [said(self.steps[0].cause), *(f"-[{step.kind}]-> {said(step.effect)}" for step in self.steps)]
        return f"{self.confidence:.2f}  {' '.join(parts)}"

    def to_dict(self) -> dict[str, Any]:
        return {
            "confidence": round(self.confidence, 4),
            "things": [_plain(one) for one in self.things],
            "steps": [
                {
                    "cause": step.cause.id,
                    "effect": step.effect.id,
                    "kind": step.kind,
                    "confidence": round(step.confidence, 4),
                    "cue": step.cue,
                    "link": step.link,
                    "evidence": [one.episode for one in step.evidence],
                }
                for step in self.steps
            ],
        }


@dataclass(frozen=True, slots=True)
class Chains:
    """The chains that lead to something, or from it on, the surest first. `about` is what was taken for the thing
    asked about: several when it was told in several ways, () when it is not known. False without a chain."""

    asked: str
    about: tuple[Event | Fact, ...] = ()
    chains: tuple[Chain, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.chains)

    def __iter__(self) -> Iterator[Chain]:
        return iter(self.chains)

    def __len__(self) -> int:
        return len(self.chains)

    def __str__(self) -> str:
        if self.chains:
            return "\n".join(map(str, self.chains))
        if not self.about:
            return f"{self.asked}: no event or fact that says so is known"
        told = self.about[0].text if isinstance(self.about[0], Fact) else self.about[0].description
        return f"{told}: nothing that leads on is known"

    def to_dict(self) -> dict[str, Any]:
        about = [_plain(one) for one in self.about]
        return {"asked": self.asked, "about": about, "chains": [chain.to_dict() for chain in self.chains]}


def said(one: Thing) -> str:
    """An event or fact in words, with its day."""
    zone = parse_zone(one.zone) or UTC
    text, start = (one.description, one.start) if isinstance(one, Event) else (one.text, one.valid_from)
    known = start > BEGINNING and one.precision != "unknown"
    coarse = one.precision in ("year", "month", "decade", "century", "season")
    return f"{text} ({iso(start, zone, one.precision if coarse else 'day')})" if known else text


def chains(
    about: tuple[Thing, ...], direction: Direction, mirror: Mirror, clocks: Clocks, *, depth: int, limit: int
) -> tuple[Chain, ...]:
    """The surest chains that cannot be followed further, of at most `depth` steps. Nothing is on a chain twice, and
    no cause on it began after its effect did."""
    found: list[Chain] = []
    heap: list[tuple[float, int, tuple[str, ...], tuple[Step, ...]]] = []
    for one in about:
        heapq.heappush(heap, (-1.0, 0, (one.id,), ()))
    looked_at = 0
    ways: dict[str, list[Step]] = {}  # id -> the steps from there
    while heap and len(found) < limit:
        less, length, names, steps = heapq.heappop(heap)
        onward = []
        if length < depth and looked_at < MOST_STEPS:
            if names[-1] not in ways:
                ways[names[-1]] = list(_steps(names[-1], direction, mirror, clocks))
            onward = [step for step in ways[names[-1]] if _end(step, direction).id not in names]
            looked_at += len(onward)
        for step in onward:
            grown = (*names, _end(step, direction).id)
            heapq.heappush(heap, (less * step.confidence, length + 1, grown, (*steps, step)))
        if steps and not onward:
            found.append(Chain(steps if direction == "effects" else steps[::-1], -less))
    return tuple(found)


def leads(name: str, direction: Direction, mirror: Mirror, clocks: Clocks) -> bool:
    """True when a cause (or effect) of this event or fact is known."""
    return any(True for _ in _steps(name, direction, mirror, clocks))


def _end(step: Step, direction: Direction) -> Thing:
    return step.cause if direction == "causes" else step.effect


def _steps(name: str, direction: Direction, mirror: Mirror, clocks: Clocks) -> Iterator[Step]:
    """The steps from an event or fact, the surest first."""
    here = thing(name, mirror, clocks)
    if here is None:
        return
    found: dict[str, Step] = {}
    names = mirror.versions[here.statement] if isinstance(here, Fact) else (here.id,)
    for link in (link for version in names for link in held_links(version, mirror, clocks)):
        this, that = (link.effect, link.cause) if direction == "causes" else (link.cause, link.effect)
        other = thing(that, mirror, clocks)
        if this not in names or other is None or other.id == here.id:
            continue
        cause, effect = (other, here) if direction == "causes" else (here, other)
        step = Step(cause, effect, link.kind, link.confidence, link.cue, link.id, link.evidence)
        if _is_in_order(step):
            found[link.id] = step
    for step in _ties(here, direction, mirror, clocks):
        found.setdefault(f"{step.kind} {step.cause.id} {step.effect.id}", step)
    yield from sorted(found.values(), key=lambda step: (-step.confidence, step.link, step.cause.id, step.effect.id))


def _ties(here: Thing, direction: Direction, mirror: Mirror, clocks: Clocks) -> Iterator[Step]:
    """What began a fact, or what facts an event began and ended."""
    if isinstance(here, Fact) and direction == "causes":
        for table, name in sorted(mirror.ties.get(here.id, ())):
            event = thing(name, mirror, clocks)
            if table == "INITIATES" and event is not None:
                yield Step(event, here, "initiates", 1.0, evidence=event.evidence)
    elif isinstance(here, Event) and direction == "effects":
        episodes = dict.fromkeys(one.episode for one in here.evidence)
        for name in dict.fromkeys(fact for episode in episodes for fact in mirror.facts_in.get(episode, ())):
            yield from _tied(here, name, mirror, clocks)


def _tied(here: Event, name: str, mirror: Mirror, clocks: Clocks) -> Iterator[Step]:
    fact = thing(name, mirror, clocks)
    for table, event in sorted(mirror.ties.get(name, ())) if fact is not None and fact.id == name else ():
        if event == here.id and fact is not None:
            yield Step(here, fact, table.lower(), 1.0, evidence=here.evidence)


def _is_in_order(step: Step) -> bool:
    """False when the cause is known to have begun after the effect had. What moves somebody may lie ahead: an aim, or a
    plan."""
    if step.kind == "motivate" or step.cause.modality in ("planned", "hypothetical"):
        return True
    start, _ = _begins(step.cause)
    _, latest = _begins(step.effect)
    return start <= BEGINNING or latest >= FOREVER or start < latest


def _begins(one: Thing) -> tuple[Micros, Micros]:
    """The earliest and the latest moment at which it began, as far as its precision tells."""
    start = one.start if isinstance(one, Event) else one.valid_from
    if start <= BEGINNING or one.precision not in LONGEST:
        return (start, FOREVER) if isinstance(one, Event) else (BEGINNING, FOREVER)
    return start, start + LONGEST[one.precision]


def _plain(one: Thing) -> dict[str, Any]:
    return {"type": "event" if isinstance(one, Event) else "fact", **as_json(one)}
