"""Reading: a question through the stages of recall, from its words to ranked memories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from reprlib import repr

import numpy as np

from kgmem import expand, features, rank, ranker, reasons, seed
from kgmem.answers import answers
from kgmem.arguments import checked_name
from kgmem.blas import one_blas_thread
from kgmem.encoders import spaces_of
from kgmem.errors import InvalidArgument
from kgmem.features import Shortlist
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.question import Bools, Candidates, Clocks, Floats, Question
from kgmem.recollection import Recollection
from kgmem.records import KINDS, Answer, Episode, EpisodeHit, EventHit, FactHit
from kgmem.temporal import Micros, Span, micros
from kgmem.text import fold
from kgmem.view import View

STATEMENTS, GRAPH = 0.15, 0.05
"""Weights, beside the text arms, of what facts and events say of an episode in full, and of the best of those that the
walk through the graph reached; docs/design/0002-recall.md."""
STATEMENTS_CHINESE, GRAPH_CHINESE = 0.0, 0.0
"""The same for a question in Chinese, whose episodes say in full what is read in them: on the development third of
MemDaily any weight only lost."""
KIND = 0.5
"""Weight of naming things of the kind that a question wants listed."""
ANSWER = 0.1
"""By how much a fact that says the answer scores above all others."""
GRAPH_SEEDS = 20
"""How many of the best episodes lead into the graph."""


def recall(
    held: View,
    text: str,
    *,
    limit: int,
    clocks: Clocks,
    relation: str | None = None,
    allowed: Bools | None = None,
    min_score: float | None = None,
    mode: str = "score",
    asked_at: datetime,
    ontology: Ontology,
) -> Recollection:
    """Recall from what is held; the arguments are those of `Memory.recall`, checked."""
    mirror = held.mirror
    question = read(held, text, asked_at, mode)
    candidates, scores, arms = guess(held, question, allowed, mode)
    facts, events = entered(question, candidates, scores, mirror, clocks, ontology, relation)
    found_answers = answers(text, events, mirror, ontology, clocks, asked_at, question.window)
    if mode in ("score", "hand") and len(scores):
        learned = ranker.packaged() if mode == "score" and is_learned(question, candidates) else None
        if learned is not None and learned.encoder != held.encoder.id:
            learned = None
        if learned is None:
            found = expand_arms(question, candidates, facts, events, mirror, clocks, allowed)
            arms |= found
            scores = np.sum([scores, *found.values()], axis=0, dtype=np.float32)
        else:
            short = shortlist(held, question, candidates, scores, facts, events, found_answers, clocks, allowed)
            with one_blas_thread():
                scores, arms = learned.scores(features.evidence(short), mirror.manner())
    order = np.argsort(-scores, kind="stable")
    facts = _with_support(facts, found_answers, mirror, relation)
    hits = tuple(
        EpisodeHit(
            mirror.episodes[candidates.numbers[i]],
            float(scores[i]),
            {name: float(part[i]) for name, part in arms.items()},
        )
        for i in order[:limit]
        if scores[i] > 0 and (min_score is None or scores[i] >= min_score)
    )
    recalled = tuple(events[:limit])
    return Recollection(
        query=text,
        episodes=hits,
        facts=tuple(facts[:limit]),
        events=recalled,
        paths=tuple(expand.paths(question, facts[:40], mirror, clocks)[:limit]),
        links=tuple(expand.links_between(recalled, mirror, clocks)),
        answers=tuple(found_answers),
        confidence=rank.confidence(question, candidates, scores, mirror, micros(asked_at)),
    )


def read(held: View, text: str, asked_at: datetime, mode: str = "score") -> Question:
    """The question, with its vectors where the encoder reads its script."""
    readable = mode != "bm25" and held.reads(text)
    encoded = held.encoder.encode([text], query=True)[0] if readable else None
    return seed.read_question(text, encoded, asked_at, held.mirror)


def guess(
    held: View, question: Question, allowed: Bools | None, mode: str = "score"
) -> tuple[Candidates, Floats, dict[str, Floats]]:
    """The candidates, their scores by text alone, and what each arm contributed to these."""
    with one_blas_thread():
        candidates = seed.nominate(question, held.mirror, held.vectors, allowed, spaces_of(held.encoder))
    return candidates, *rank.fuse(question, candidates, held.mirror, mode=mode)


def entered(
    question: Question,
    candidates: Candidates,
    scores: Floats,
    mirror: Mirror,
    clocks: Clocks,
    ontology: Ontology,
    relation: str | None = None,
) -> tuple[list[FactHit], list[EventHit]]:
    """Facts and events reached from the best episodes and the names in the question."""
    order = np.argsort(-scores, kind="stable")
    top = float(scores[order[0]]) if len(order) else 0.0
    seeds = {
        mirror.episodes[candidates.numbers[i]].id: float(scores[i]) / top
        for i in order[:GRAPH_SEEDS]
        if top > 0 and scores[i] > 0
    }
    facts = expand.facts(question, seeds, mirror, clocks, relation=relation)
    events = reasons.answers(question, seeds, mirror, clocks, ontology)
    return facts, expand.events(question, seeds, mirror, clocks) if events is None else events


def expand_arms(
    question: Question,
    candidates: Candidates,
    facts: Sequence[FactHit],
    events: Sequence[EventHit],
    mirror: Mirror,
    clocks: Clocks,
    allowed: Bools | None,
) -> dict[str, Floats]:
    """What the graph adds to the scores of episodes, by hand-set weights."""
    names = [mirror.episodes[number].id for number in candidates.numbers]
    said = expand.statement_scores(question, mirror, clocks)
    shares = reached(facts, events)
    worth, near = (STATEMENTS_CHINESE, GRAPH_CHINESE) if question.chinese else (STATEMENTS, GRAPH)
    arms = {
        "statements": np.array([worth * said.get(name, 0.0) for name in names], np.float32),
        "graph": np.array([near * shares.get(name, 0.0) for name in names], np.float32),
    }
    if question.kind:
        named = seed.naming(question.kind, mirror, allowed)
        arms["kind"] = np.array([KIND * named.get(int(number), 0.0) for number in candidates.numbers], np.float32)
    return arms


def is_learned(question: Question, candidates: Candidates) -> bool:
    """True for what the ranker learned from: questions in English about English text, with token vectors; not those
    for a list of all things of a kind, or for whatever there was at a time."""
    known = {"cosine", "maxsim"} <= candidates.arms.keys() and "meaning" not in candidates.arms
    return known and not (question.chinese or question.kind or question.only_time)


def shortlist(
    held: View,
    question: Question,
    candidates: Candidates,
    scores: Floats,
    facts: Sequence[FactHit],
    events: Sequence[EventHit],
    found: Sequence[Answer],
    clocks: Clocks,
    allowed: Bools | None,
) -> Shortlist:
    """The candidates with all that their features are made of."""
    return Shortlist(
        question,
        candidates.numbers,
        scores,
        candidates.arms,
        held.mirror,
        held.vectors,
        allowed,
        said=expand.statement_scores(question, held.mirror, clocks),
        reached=reached(facts, events),
        answering=frozenset(name for answer in found for name in answer.evidence),
    )


def reached(facts: Sequence[FactHit], events: Sequence[EventHit]) -> dict[str, float]:
    """Episode id -> the best score among the best facts and events it is evidence of."""
    return expand.evidence_shares([*facts[:10], *events[:10]], 20)


def _with_support(
    facts: Sequence[FactHit], found: Sequence[Answer], mirror: Mirror, relation: str | None
) -> list[FactHit]:
    """The facts with those first that say the answers, in the order of these."""
    said = dict.fromkeys(
        answer.support[-1] for answer in found if answer.support and answer.support[-1] in mirror.facts
    )
    top = max((hit.score for hit in facts), default=0.0)
    known = {hit.fact.id: hit for hit in facts}
    first = []
    for id in said:
        hit = known.pop(id, None) or FactHit(mirror.facts[id], 0.0)
        if relation is None or hit.fact.relation == relation:
            first.append(FactHit(hit.fact, top + ANSWER, {**hit.arms, "answer": top + ANSWER - hit.score}))
    return [*first, *known.values()]


def allowed_episodes(
    episodes: Sequence[Episode],
    hidden: Mapping[str, int],
    *,
    known_at: Micros | None,
    kinds: Sequence[str] | None,
    speaker: str | None,
    session: str | None,
    between: Span | None,
) -> Bools | None:
    """Which episodes may be found, (n,), or None for all. Every filter given must hold."""
    tests: list[Callable[[Episode], bool]] = []
    if hidden:
        tests.append(lambda e: e.id not in hidden)
    if known_at is not None:
        tests.append(lambda e: e.recorded <= known_at)
    if kinds is not None:
        if isinstance(kinds, str):
            kinds = (kinds,)
        if not isinstance(kinds, Sequence):
            raise InvalidArgument(f"kinds must be a list of {', '.join(KINDS)}, not {type(kinds).__name__}")
        unknown = [kind for kind in kinds if kind not in KINDS]
        if unknown:
            raise InvalidArgument(f"kinds={repr(unknown)} are none of {', '.join(KINDS)}")
        chosen = frozenset(kinds)
        tests.append(lambda e: e.kind in chosen)
    if speaker is not None:
        told = fold(checked_name(speaker, "speaker"))
        tests.append(lambda e: fold(e.speaker) == told)
    if session is not None:
        place = checked_name(session, "session")
        tests.append(lambda e: e.session == place)
    if between is not None:
        tests.append(lambda e: between.start <= e.occurred < between.end)
    if not tests:
        return None
    return np.array([all(test(episode) for test in tests) for episode in episodes], np.bool_)
