"""From entry points into the graph: facts, events and paths one or more hops away.

Starts are the entities a question names and the episodes its words found. What is reached scores by
how much of the question it says itself, by the episodes that are its evidence, and by its distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from kgmem.mirror import Mirror
from kgmem.question import Clocks, Question
from kgmem.records import Event, EventHit, Fact, FactHit, Link, Path
from kgmem.temporal import ALWAYS, FOREVER, Span

HOPS = 3
FAN_OUT = 40
"""Facts followed from one entity; what a hub holds beyond that is reached by words, not by walking."""
WORDS, EVIDENCE, NAMED = 0.5, 0.35, 0.15
"""Weights of a fact's or event's own words, its best evidence, and each named entity it touches."""
ABOUT = 0.15
"""Added when the question names the fact's subject: what is asked is mostly about the one it names."""
OVER = 0.4
"""Share a fact loses that no longer holds, or was never asserted, unless the question asks about the past."""
PAST = frozenset("did was were used before previously formerly earlier once past ever history".split())
HOP = 0.7
"""What is left of a score per hop of a path."""
WORTH = 0.15
"""Below this, a fact or event has too little to do with the question to be returned."""
CAUSAL = frozenset(["why", "caus", "reason", "becaus", "led", "result", "effect", "consequ", "happen"])


def facts(
    question: Question,
    episodes: Mapping[str, float],
    mirror: Mirror,
    clocks: Clocks,
    *,
    relation: str | None = None,
) -> list[FactHit]:
    """Facts that bear on the question, best first.

    episodes: id -> score 0..1 of the best episodes. Only versions held at `clocks.known_at` count, and
    with `clocks.as_of` only those valid then.
    """
    words = _coverage(question, mirror.fact_words.scores(question.terms), mirror.fact_order)
    named = {entity.id for entity in question.entities}
    past = clocks.as_of is not None or bool(PAST.intersection(_said(question)))
    reached: set[str] = {name for entity in named for name in mirror.facts_of.get(entity, ())[-FAN_OUT * 4 :]}
    reached.update(name for episode in episodes for name in mirror.facts_in.get(episode, ()))
    reached.update(words)
    hits = []
    for name in reached:
        fact = mirror.facts[name]
        if not is_held(fact, clocks) or (relation is not None and fact.relation != relation):
            continue
        arms = {
            "words": WORDS * words.get(name, 0.0),
            "evidence": EVIDENCE * max((episodes.get(e.episode, 0.0) for e in fact.evidence), default=0.0),
            "named": NAMED * len(named & {fact.subject_id, fact.object_id}) + ABOUT * (fact.subject_id in named),
        }
        if not past and (fact.valid_to != FOREVER or fact.modality != "asserted"):
            arms["over"] = -OVER * sum(arms.values())
        score = sum(arms.values())
        if score >= WORTH or (relation is not None and score > 0):
            hits.append(FactHit(fact, score, arms))
    return sorted(hits, key=lambda hit: (-hit.score, -hit.fact.valid_from, hit.fact.id))


def events(question: Question, episodes: Mapping[str, float], mirror: Mirror, clocks: Clocks) -> list[EventHit]:
    """Events that bear on the question, best first; for a why-question also what caused or followed them."""
    words = _coverage(question, mirror.event_words.scores(question.terms), mirror.event_order)
    named = {entity.id for entity in question.entities}
    reached = {name for entity in named for name in mirror.events_of.get(entity, ())[-FAN_OUT * 4 :]}
    reached.update(name for episode in episodes for name in mirror.events_in.get(episode, ()))
    reached.update(words)
    hits: dict[str, EventHit] = {}
    for name in reached:
        event = mirror.events[name]
        if not _happened(event, clocks):
            continue
        arms = {
            "words": WORDS * words.get(name, 0.0),
            "evidence": EVIDENCE * max((episodes.get(e.episode, 0.0) for e in event.evidence), default=0.0),
            "named": NAMED * bool(named & {p.entity_id for p in event.participants}),
        }
        score = sum(arms.values())
        if score >= WORTH:
            hits[name] = EventHit(event, score, arms)
    if CAUSAL.intersection((*_said(question), *question.terms)):
        _follow_causes(hits, mirror, clocks)
    return sorted(hits.values(), key=lambda hit: (-hit.score, -hit.event.start, hit.event.id))


def _said(question: Question) -> list[str]:
    return question.text.lower().replace("?", " ").split()


def _follow_causes(hits: dict[str, EventHit], mirror: Mirror, clocks: Clocks) -> None:
    """Give the other ends of causal links a share of what their neighbours scored."""
    for name, hit in sorted(hits.items(), key=lambda item: (-item[1].score, item[0])):
        for link_name in mirror.links_of.get(name, ()):
            link = mirror.links[link_name]
            other = mirror.events.get(link.cause if link.effect == name else link.effect)
            if other is None or not _happened(other, clocks) or not _is_held_link(link, clocks):
                continue
            gained = hit.score * HOP
            held = hits.get(other.id)
            if held is None or held.score < gained:
                hits[other.id] = EventHit(other, gained, {"causal": gained})


def paths(
    question: Question, found: Sequence[FactHit], mirror: Mirror, clocks: Clocks, *, limit: int = 5
) -> list[Path]:
    """Walks of two to HOPS facts from a named entity, over facts that all held at one common time.

    A walk ends at another named entity or at a fact whose own words answer the question; without a
    named entity there is no walk.
    """
    scores = {hit.fact.id: hit.score for hit in found}
    worded = {hit.fact.id for hit in found if hit.arms.get("words", 0.0) >= WORDS / 2}
    targets = {entity.id for entity in question.entities}
    walks: list[Path] = []
    for start in question.entities:
        frontier: list[tuple[str, tuple[Fact, ...], Span]] = [(start.id, (), ALWAYS)]
        for _ in range(HOPS):
            grown: list[tuple[str, tuple[Fact, ...], Span]] = []
            for entity, walk, common in frontier:
                for fact in _walkable(entity, mirror, clocks):
                    other = fact.object_id if fact.subject_id == entity else fact.subject_id
                    shared = common.common(fact.valid)
                    if shared is None or any(other in (f.subject_id, f.object_id) for f in walk) or other == start.id:
                        continue
                    longer = (*walk, fact)
                    grown.append((other, longer, shared))
                    if len(longer) > 1 and (other in targets or fact.id in worded):
                        score = float(np.mean([scores.get(f.id, 0.0) for f in longer])) * HOP ** (len(longer) - 2)
                        if other in targets:
                            score += NAMED
                        if score > WORTH:
                            walks.append(Path(longer, shared, score))
            frontier = sorted(grown, key=lambda step: -sum(scores.get(f.id, 0.0) for f in step[1]))[:FAN_OUT]
    unique: dict[frozenset[str], Path] = {}
    for path in walks:
        unique.setdefault(frozenset(fact.id for fact in path.facts), path)
    return sorted(unique.values(), key=lambda path: (-path.score, [f.id for f in path.facts]))[:limit]


def links_between(found: Sequence[EventHit], mirror: Mirror, clocks: Clocks) -> list[Link]:
    """Causal links whose two ends are both among these events, the best first."""
    scores = {hit.event.id: hit.score for hit in found}
    names = dict.fromkeys(name for event in scores for name in mirror.links_of.get(event, ()))
    links = [mirror.links[name] for name in names]
    held = [link for link in links if {link.cause, link.effect} <= set(scores) and _is_held_link(link, clocks)]
    return sorted(held, key=lambda link: (-scores[link.cause] - scores[link.effect], link.id))


def _is_held_link(link: Link, clocks: Clocks) -> bool:
    return link.recorded_at <= clocks.known_at < link.retracted_at


def evidence_shares(found: Iterable[FactHit | EventHit], count: int = 10) -> dict[str, float]:
    """Episode id -> the best score among the `count` best facts or events it is evidence of."""
    shares: dict[str, float] = {}
    for hit in list(found)[:count]:
        for evidence in (hit.fact if isinstance(hit, FactHit) else hit.event).evidence:
            shares[evidence.episode] = max(shares.get(evidence.episode, 0.0), hit.score)
    return shares


def is_held(fact: Fact, clocks: Clocks) -> bool:
    """True when memory held this version at `known_at` and, with `as_of`, it was valid then."""
    if not fact.recorded_at <= clocks.known_at < fact.retracted_at:
        return False
    return clocks.as_of is None or fact.valid.holds(clocks.as_of)


def _happened(event: Event, clocks: Clocks) -> bool:
    held = event.recorded_at <= clocks.known_at < event.retracted_at
    return held and (clocks.as_of is None or event.start <= clocks.as_of)


def _walkable(entity: str, mirror: Mirror, clocks: Clocks) -> list[Fact]:
    held = (mirror.facts[name] for name in mirror.facts_of.get(entity, ()))
    good = [
        f for f in held if f.object_id and f.polarity == "positive" and f.modality == "asserted" and is_held(f, clocks)
    ]
    return good[-FAN_OUT:]


def _coverage(question: Question, scores: np.ndarray, order: list[str]) -> dict[str, float]:
    """id -> share of the best score, 0..1, of the best hundred things that share a word with the question."""
    if not len(scores) or not float(scores.max()) > 0:
        return {}
    best = np.argsort(-scores, kind="stable")[:100]
    top = float(scores[best[0]])
    return {order[number]: float(scores[number]) / top for number in best if scores[number] > 0}
