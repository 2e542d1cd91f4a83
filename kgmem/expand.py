"""From entry points into the graph: facts, events and paths one or more hops away.

Starts are the entities a question names and the episodes its words found. What is reached scores by
how much of the question it says itself, by the episodes that are its evidence, and by its distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from kgmem.mirror import Mirror
from kgmem.ordering import best
from kgmem.question import Clocks, Floats, Question, happened, held_links, is_held, is_held_link
from kgmem.records import EventHit, Fact, FactHit, Link, Path
from kgmem.temporal import BEGINNING, FOREVER, Micros, Span
from kgmem.wants import wants

HOPS = 3
FAN_OUT = 40
"""Facts followed from one entity; what a hub holds beyond that is reached by words, not by walking."""
FRONTIER = 12
"""Walks gone on with after each hop, and facts walked on from each entity."""
WORDS, EVIDENCE, NAMED = 0.5, 0.35, 0.15
"""Weights of a fact's or event's own words, its best evidence, and each named entity it touches."""
ABOUT = 0.15
"""Added when the question names the fact's subject: what is asked is mostly about the one it names."""
OVER = 0.4
"""Share a fact loses that no longer holds, or was never asserted, unless the question asks about the past."""
WHERE = 0.2
"""Added when a question asks for a place and the fact's object is one. The like for who, when and tastes only lost, in
the evidence that the best three facts hold."""
OPEN = 0.5
"""Share a statement loses that is known in its own words only, so that fewer are WORTH it; in the order of facts all
that relations name come before."""
PAST = frozenset("did was were used before previously formerly earlier once past ever history".split())
HOP = 0.7
"""What is left of a score per hop of a path."""
WORTH = 0.15
"""Below this, a fact or event has too little to do with the question to be returned."""
CAUSAL = frozenset(["why", "caus", "reason", "becaus", "led", "result", "effect", "consequ", "happen"])

_Walk = tuple[str, tuple[Fact, ...], Micros, Micros, float]  # where it stands, its facts, common time, scores so far


def facts(
    question: Question,
    episodes: Mapping[str, float],
    mirror: Mirror,
    clocks: Clocks,
    *,
    relation: str | None = None,
    worth: float = WORTH,
) -> list[FactHit]:
    """Facts that bear on the question, best first.

    episodes: id -> score 0..1 of the best episodes. Only versions held at `clocks.known_at` count, and
    with `clocks.as_of` only those valid then. worth: the least score of one.
    """
    words = _coverage(question, mirror.fact_words.scores(question.terms), mirror.fact_order)
    named = {entity.id for entity in question.entities}
    past = clocks.as_of is not None or bool(PAST.intersection(_said(question))) or "past" in question.wants
    reached: set[str] = {name for entity in named for name in mirror.facts_of.get(entity, ())[-FAN_OUT * 4 :]}
    proof = _proof(episodes, mirror.facts_in)
    reached.update(proof)
    reached.update(words)
    if relation is not None:
        reached = {name for name in reached if mirror.facts[name].relation == relation}
    wherever = "where" in question.wants
    hits = []
    for name in reached:  # several hundred: what is worth nothing goes as soon as that is clear
        fact = mirror.facts[name]
        about = fact.subject_id in named
        touched = about + (fact.object_id in named and fact.object_id != fact.subject_id)
        said, told, meant = (
            WORDS * words.get(name, 0.0),
            EVIDENCE * proof.get(name, 0.0),
            NAMED * touched + ABOUT * about,
        )
        if relation is None and said + told + meant + WHERE < worth:
            continue  # whatever else, it is not worth it
        if name in mirror.hidden or not is_held(fact, clocks):
            continue
        arms = {"words": said, "evidence": told, "named": meant}
        score = said + told + meant
        if wherever and fact.object_id and _is_place(fact, mirror):
            arms["where"] = WHERE
            score += WHERE
        if not past and (fact.valid_to != FOREVER or fact.modality != "asserted"):
            arms["over"] = -OVER * score
            score += arms["over"]
        if fact.is_open:
            arms["open"] = -OPEN * score
            score += arms["open"]
        if score >= worth or (relation is not None and score > 0):
            hits.append(FactHit(fact, score, arms))
    return sorted(hits, key=lambda hit: (hit.fact.is_open, -hit.score, -hit.fact.valid_from, hit.fact.id))


def events(
    question: Question, episodes: Mapping[str, float], mirror: Mirror, clocks: Clocks, *, worth: float = WORTH
) -> list[EventHit]:
    """Events that bear on the question, best first; for a why-question also what caused or followed them."""
    words = _coverage(question, mirror.event_words.scores(question.terms), mirror.event_order)
    named = {entity.id for entity in question.entities}
    reached = {name for entity in named for name in mirror.events_of.get(entity, ())[-FAN_OUT * 4 :]}
    proof = _proof(episodes, mirror.events_in)
    reached.update(proof)
    reached.update(words)
    hits: dict[str, EventHit] = {}
    for name in reached:
        event = mirror.events[name]
        said, told = WORDS * words.get(name, 0.0), EVIDENCE * proof.get(name, 0.0)
        if said + told + NAMED < worth:
            continue  # whoever takes part
        touched = NAMED * any(part.entity_id in named for part in event.participants)
        score = said + told + touched
        if score >= worth and happened(event, mirror, clocks):
            hits[name] = EventHit(event, score, {"words": said, "evidence": told, "named": touched})
    if "why" in question.wants or CAUSAL.intersection((*_said(question), *question.terms)):
        _follow_causes(hits, mirror, clocks)
    return sorted(hits.values(), key=lambda hit: (-hit.score, -hit.event.start, hit.event.id))


def _proof(episodes: Mapping[str, float], read_in: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Id of what is read in the episodes -> the best score of one that it is read in."""
    found: dict[str, float] = {}
    for episode, score in episodes.items():
        for name in read_in.get(episode, ()):
            found[name] = max(found.get(name, 0.0), score)
    return found


def _said(question: Question) -> list[str]:
    return question.text.lower().replace("?", " ").split()


def _follow_causes(hits: dict[str, EventHit], mirror: Mirror, clocks: Clocks) -> None:
    """Give the other ends of causal links a share of what their neighbours scored."""
    for name, hit in sorted(hits.items(), key=lambda item: (-item[1].score, item[0])):
        for link in held_links(name, mirror, clocks):
            other = mirror.events.get(link.cause if link.effect == name else link.effect)
            if other is None or not happened(other, mirror, clocks):
                continue
            gained = hit.score * HOP
            held = hits.get(other.id)
            if held is None or held.score < gained:
                hits[other.id] = EventHit(other, gained, {"causal": gained})


def paths(
    question: Question, found: Sequence[FactHit], mirror: Mirror, clocks: Clocks, *, limit: int = 5
) -> list[Path]:
    """Walks of two to HOPS facts from a named entity, over facts that all held at one common time.

    A walk ends at another named entity, at a fact whose own words answer the question, or at one that names a place
    where a place is asked for; without a named entity there is no walk.
    """
    scores = {hit.fact.id: hit.score for hit in found}
    worded = {hit.fact.id for hit in found if hit.arms.get("words", 0.0) >= WORDS / 2}
    if "where" in wants(question.text):
        worded |= {hit.fact.id for hit in found if hit.fact.object_id and _is_place(hit.fact, mirror)}
    targets = {entity.id for entity in question.entities}
    ways: dict[str, list[Fact]] = {}  # entity -> the facts to walk on from it
    walks: dict[frozenset[str], Path] = {}
    for start in dict.fromkeys(entity.id for entity in question.entities):
        frontier: list[_Walk] = [(start, (), BEGINNING, FOREVER, 0.0)]
        for hop in range(1, HOPS + 1):
            grown: list[_Walk] = []
            for entity, walk, since, until, total in frontier:
                if entity not in ways:
                    ways[entity] = _ways(entity, scores, mirror, clocks)
                for fact in ways[entity]:
                    other = fact.object_id if fact.subject_id == entity else fact.subject_id
                    shared = max(since, fact.valid_from), min(until, fact.valid_to)
                    if (
                        shared[0] >= shared[1]
                        or other == start
                        or any(other in (f.subject_id, f.object_id) for f in walk)
                    ):
                        continue
                    step = (other, (*walk, fact), *shared, total + scores.get(fact.id, 0.0))
                    grown.append(step)
                    if hop > 1 and (other in targets or fact.id in worded):
                        score = step[4] / hop * HOP ** (hop - 2) + NAMED * (other in targets)
                        if score > WORTH:
                            name = frozenset(f.id for f in step[1])
                            walks.setdefault(name, Path(step[1], Span(*shared), score))
            frontier = sorted(grown, key=lambda step: -step[4])[:FRONTIER]
    return sorted(walks.values(), key=lambda path: (-path.score, [f.id for f in path.facts]))[:limit]


def _is_place(fact: Fact, mirror: Mirror) -> bool:
    return mirror.entities[fact.object_id].type == "Place"


def _ways(entity: str, scores: Mapping[str, float], mirror: Mirror, clocks: Clocks) -> list[Fact]:
    """Facts to walk on from an entity: those that bear on the question first, then the latest."""
    facts, hidden = mirror.facts, mirror.hidden
    good = [
        fact
        for name in mirror.facts_of.get(entity, ())[-FAN_OUT * 4 :]
        if (fact := facts[name]).object_id
        and fact.modality == "asserted"
        and fact.polarity == "positive"
        and name not in hidden
        and is_held(fact, clocks)
    ]
    return sorted(good, key=lambda fact: (-scores.get(fact.id, 0.0), -fact.valid_from, fact.id))[:FRONTIER]


def links_between(found: Sequence[EventHit], mirror: Mirror, clocks: Clocks) -> list[Link]:
    """Causal links whose two ends are both among these events, the best first."""
    scores = {hit.event.id: hit.score for hit in found}
    names = dict.fromkeys(name for event in scores for name in mirror.links_of.get(event, ()))
    links = [mirror.links[name] for name in names]
    held = [
        link
        for link in links
        if link.id not in mirror.hidden and {link.cause, link.effect} <= set(scores) and is_held_link(link, clocks)
    ]
    return sorted(held, key=lambda link: (-scores[link.cause] - scores[link.effect], link.id))


def statement_scores(question: Question, mirror: Mirror, clocks: Clocks) -> Floats:
    """How well the best fact or event read in each episode matches the question's words, (n + 1,), 0 to 1, the best of
    all 1; the last is 0.

    Facts and events say in full what a turn says in short: who "she" is, what was answered to a question.
    """
    count = len(mirror.episodes)
    found = np.maximum(
        *(
            columns.best_in(words.scores(question.terms), clocks.known_at, mirror.hidden, count)
            for words, columns in (
                (mirror.fact_words, mirror.fact_columns),
                (mirror.event_words, mirror.event_columns),
            )
        )
    )
    top = float(found.max())
    found[count] = 0
    return (found / (top or 1.0)).astype(np.float32)


def evidence_shares(found: Iterable[FactHit | EventHit], count: int = 10) -> dict[str, float]:
    """Episode id -> the best score among the `count` best facts or events it is evidence of."""
    shares: dict[str, float] = {}
    for hit in list(found)[:count]:
        for evidence in (hit.fact if isinstance(hit, FactHit) else hit.event).evidence:
            shares[evidence.episode] = max(shares.get(evidence.episode, 0.0), hit.score)
    return shares


def _coverage(question: Question, scores: np.ndarray, order: list[str]) -> dict[str, float]:
    """id -> share of the best score, 0..1, of the best hundred things that share a word with the question."""
    if not len(scores) or not float(scores.max()) > 0:
        return {}
    good = best(scores, 100)
    found = scores[good].tolist()
    return {order[number]: score / found[0] for number, score in zip(good.tolist(), found, strict=True) if score > 0}
