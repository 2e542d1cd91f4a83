"""Reading: a question through the stages of recall, from its words to ranked memories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from reprlib import repr

import numpy as np

from kgmem import confidence, expand, features, passages, rank, reasons, seed, standing, variety
from kgmem.answers import answers
from kgmem.arguments import checked_name
from kgmem.blas import one_blas_thread
from kgmem.corrected import lifted
from kgmem.embed import Encoded
from kgmem.encoders import spaces_of
from kgmem.errors import InvalidArgument
from kgmem.features import Shortlist
from kgmem.grounds import Case
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.question import Bools, Candidates, Clocks, Floats, Ints, Question
from kgmem.recollection import Recollection
from kgmem.records import KINDS, Answer, Episode, EpisodeHit, EventHit, FactHit
from kgmem.temporal import Micros, Span, micros
from kgmem.text import fold
from kgmem.tracing import Trace
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


EpisodeTest = Callable[[Episode], bool]


@dataclass(frozen=True, slots=True)
class Request:
    """What a memory is asked for, with the arguments of `Memory.recall`, checked. filters: as `episode_filters`."""

    text: str
    limit: int
    clocks: Clocks
    filters: Mapping[str, EpisodeTest]
    relation: str | None
    min_score: float | None
    mode: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Found:
    """What there is for a question before its episodes are put in order.

    guess: the scores of the candidates by text alone. arms: what each arm contributed to these. near: by number of an
    episode, how near it is walking over titles of documents; None without any.
    """

    question: Question
    candidates: Candidates
    guess: Floats
    arms: dict[str, Floats]
    facts: list[FactHit]
    events: list[EventHit]
    answers: Sequence[Answer]
    near: Floats | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """Everything there is for a question, in its order, before any of it is cut.

    order: places of the candidates, best first. arms: what each kind of evidence added to their scores. facts: with
    those first that say the answers.
    """

    found: Found
    order: Ints
    scores: Floats
    arms: dict[str, Floats]
    facts: list[FactHit]

    def hits(self, mirror: Mirror, limit: int, min_score: float | None = None) -> tuple[EpisodeHit, ...]:
        """The best episodes; never one that nothing speaks for."""
        numbers, scores = self.found.candidates.numbers, self.scores
        return tuple(
            EpisodeHit(
                mirror.episodes[numbers[i]],
                float(scores[i]),
                {name: float(part[i]) for name, part in self.arms.items()},
            )
            for i in self.order[:limit]
            if scores[i] > 0 and (min_score is None or scores[i] >= min_score)
        )

    def sessions(self, mirror: Mirror) -> tuple[str, ...]:
        """Sessions in the order of their best episodes, those without a name left out."""
        good = self.order[self.scores[self.order] > 0]
        return tuple(name for name in mirror.talk.sessions_of(self.found.candidates.numbers[good]) if name)


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
    trace: Trace | None = None,
    encoded: Encoded | None = None,
) -> Recollection:
    """Recall from what is held; the arguments are those of `Memory.recall`, checked.

    encoded: the vectors of the text, if there are any yet.
    """
    mirror, trace = held.mirror, trace or Trace()
    all_of_it = ranked(
        held,
        text,
        clocks=clocks,
        relation=relation,
        allowed=allowed,
        mode=mode,
        asked_at=asked_at,
        ontology=ontology,
        trace=trace,
        encoded=encoded,
    )
    found, facts = all_of_it.found, all_of_it.facts
    with trace.stage("cut") as count, one_blas_thread():
        hits = all_of_it.hits(mirror, limit, min_score)
        recalled = tuple(found.events[:limit])
        paths = tuple(expand.paths(found.question, facts[:40], mirror, clocks)[:limit])
        links = tuple(expand.links_between(recalled, mirror, clocks))
        stands = standing.standing(found.question, mirror, held.vectors, clocks, micros(asked_at), limit=limit)
        near = standing.beside((hit.episode for hit in hits), mirror, allowed)
        sure = confidence.packaged().confidence(case(held, all_of_it, clocks, allowed, asked_at))
        count |= {"episodes": len(hits), "facts": len(facts[:limit]), "events": len(recalled), "paths": len(paths)}
    return Recollection(
        query=text,
        episodes=hits,
        facts=tuple(facts[:limit]),
        events=recalled,
        paths=paths,
        links=links,
        answers=tuple(found.answers),
        confidence=sure,
        standing=tuple(stands),
        beside=tuple(near),
        sessions=all_of_it.sessions(mirror)[:limit],
    )


def ranked(
    held: View,
    text: str,
    *,
    clocks: Clocks,
    relation: str | None = None,
    allowed: Bools | None = None,
    mode: str = "score",
    asked_at: datetime,
    ontology: Ontology,
    trace: Trace | None = None,
    encoded: Encoded | None = None,
) -> Ranked:
    """Everything that the stages of recall find, in order."""
    mirror, trace = held.mirror, trace or Trace()
    found = find(
        held,
        text,
        clocks=clocks,
        relation=relation,
        allowed=allowed,
        mode=mode,
        asked_at=asked_at,
        ontology=ontology,
        trace=trace,
        encoded=encoded,
    )
    scores, arms = found.guess, found.arms
    with trace.stage("order") as count:
        if mode in ("score", "untitled") and is_learned(held, found):
            short = shortlist(held, found, clocks, allowed)
            with one_blas_thread():
                evidence = features.evidence(short)
                scores, arms = held.ranker.scores(evidence, mirror.manner())
            scores, arms = variety.spread(short, features.wishes(evidence), scores, arms, held.ranker)
        elif mode in ("score", "hand", "untitled") and len(scores):
            scores, arms = by_hand(found, mirror, clocks, allowed)
        if mode in ("score", "hand", "untitled") and len(mirror.titles):
            scores, arms = passages.ordered(found.near, found.candidates, scores, arms, mirror)
        replaced: Mapping[str, str] = {}
        if mode in ("score", "hand", "untitled"):
            scores, arms, replaced = lifted(found.question, found.candidates.numbers, scores, arms, mirror)
        order = np.argsort(-scores, kind="stable")
        count |= {"episodes": int((scores > 0).sum()), "kinds of evidence": len(arms)}
    facts = _with_support(_put_right(found.facts, replaced), found.answers, mirror, relation)
    return Ranked(found, order, scores, arms, facts)


def _put_right(facts: Sequence[FactHit], replaced: Mapping[str, str]) -> list[FactHit]:
    """The facts with those last that were read only in messages which others put right."""

    def is_over(hit: FactHit) -> bool:
        return bool(hit.fact.evidence) and all(one.episode in replaced for one in hit.fact.evidence)

    return sorted(facts, key=is_over) if replaced else list(facts)


def encodings(held: View, texts: Sequence[str], mode: str) -> list[Encoded | None]:
    """The vectors of questions, None for one that is asked by its words alone."""
    read = [text for text in texts if mode != "bm25" and held.reads(text)]
    known = dict(zip(read, held.encoder.encode(read, query=True), strict=True)) if read else {}
    return [known.get(text) for text in texts]


def find(
    held: View,
    text: str,
    *,
    clocks: Clocks,
    relation: str | None = None,
    allowed: Bools | None = None,
    mode: str = "score",
    asked_at: datetime,
    ontology: Ontology,
    trace: Trace | None = None,
    encoded: Encoded | None = None,
) -> Found:
    """Candidates with a first guess by text alone, the facts and events that it leads to, and what these answer."""
    mirror, trace = held.mirror, trace or Trace()
    with trace.stage("encode") as count:
        if encoded is None:
            (encoded,) = encodings(held, [text], mode)
        count["tokens"] = 0 if encoded is None else len(encoded.tokens)
    with trace.stage("read") as count:
        question = seed.read_question(text, encoded, asked_at, mirror)
        count |= {"words": len(question.terms), "names": len(question.entities)}
    with trace.stage("candidates") as count:
        with one_blas_thread():
            candidates = seed.nominate(question, mirror, held.vectors, allowed, spaces_of(held.encoder))
        may = len(mirror.episodes) if allowed is None else int(allowed.sum())
        count |= {"held": len(mirror.episodes), "allowed": may, "episodes": len(candidates.numbers)}
    with trace.stage("guess") as count:
        guess, arms = rank.fuse(question, candidates, mirror, mode=mode)
        count["episodes"] = int((guess > 0).sum())
    near = None
    if mode in ("score", "hand") and len(mirror.titles):
        with trace.stage("titles") as count:
            near = passages.walked(question, candidates, mirror, allowed)
            more = passages.beyond(near, candidates) if near is not None else ()
            if len(more):
                with one_blas_thread():
                    spaces = spaces_of(held.encoder)
                    candidates = seed.nominate(question, mirror, held.vectors, allowed, spaces, also=more)
                guess, arms = rank.fuse(question, candidates, mirror, mode=mode)
            count["episodes"] = len(more)
    with trace.stage("graph") as count:
        facts, events = entered(question, candidates, guess, mirror, clocks, ontology, relation)
        count |= {"facts": len(facts), "events": len(events)}
    with trace.stage("answers") as count:
        told = answers(text, events, mirror, ontology, clocks, asked_at, question.window)
        count["answers"] = len(told)
    return Found(question, candidates, guess, arms, facts, events, told, near)


def entered(
    question: Question,
    candidates: Candidates,
    scores: Floats,
    mirror: Mirror,
    clocks: Clocks,
    ontology: Ontology,
    relation: str | None,
) -> tuple[list[FactHit], list[EventHit]]:
    """Facts and events reached from the best episodes and the names in the question."""
    seeds = graph_seeds(candidates, scores, mirror)
    facts = expand.facts(question, seeds, mirror, clocks, relation=relation)
    events = reasons.answers(question, seeds, mirror, clocks, ontology)
    return facts, expand.events(question, seeds, mirror, clocks) if events is None else events


def graph_seeds(candidates: Candidates, scores: Floats, mirror: Mirror) -> dict[str, float]:
    """The best episodes by id, the best of all with 1."""
    order = np.argsort(-scores, kind="stable")
    top = float(scores[order[0]]) if len(order) else 0.0
    return {
        mirror.episodes[candidates.numbers[i]].id: float(scores[i]) / top
        for i in order[:GRAPH_SEEDS]
        if top > 0 and scores[i] > 0
    }


def by_hand(found: Found, mirror: Mirror, clocks: Clocks, allowed: Bools | None) -> tuple[Floats, dict[str, Floats]]:
    """The scores of the candidates by hand-set weights, with what the graph adds, and all arms."""
    question, candidates = found.question, found.candidates
    if question.remark:
        return found.guess, found.arms
    names = [mirror.episodes[number].id for number in candidates.numbers]
    said = expand.statement_scores(question, mirror, clocks)
    shares = reached(found)
    worth, near = (STATEMENTS_CHINESE, GRAPH_CHINESE) if question.chinese else (STATEMENTS, GRAPH)
    added = {
        "statements": np.float32(worth) * said[candidates.numbers],
        "graph": np.array([near * shares.get(name, 0.0) for name in names], np.float32),
    }
    if question.kind:
        named = seed.naming(question.kind, mirror, allowed)
        added["kind"] = np.array([KIND * named.get(int(number), 0.0) for number in candidates.numbers], np.float32)
    return np.sum([found.guess, *added.values()], axis=0, dtype=np.float32), found.arms | added


def is_learned(held: View, found: Found) -> bool:
    """True for what the ranker learned from: questions in English about English text, with the token vectors of its
    encoder; not those for a list of all things of a kind, for whatever there was at a time, or that are only a remark,
    and not where only passages of documents are found: it learned from talk."""
    question, arms, numbers = found.question, found.candidates.arms, found.candidates.numbers
    if question.chinese or question.kind or question.only_time or question.remark or not len(numbers):
        return False
    if all(int(number) in held.mirror.titles for number in numbers):
        return False
    known = {"cosine", "maxsim"} <= arms.keys() and "meaning" not in arms
    return known and held.ranker.encoder == held.encoder.id


def shortlist(held: View, found: Found, clocks: Clocks, allowed: Bools | None) -> Shortlist:
    """The candidates with all that their features are made of."""
    return Shortlist(
        found.question,
        found.candidates.numbers,
        found.guess,
        found.candidates.arms,
        held.mirror,
        held.vectors,
        allowed,
        said=expand.statement_scores(found.question, held.mirror, clocks),
        reached=reached(found),
        answering=frozenset(name for answer in found.answers for name in answer.evidence),
        matching=found.candidates.matching,
    )


def case(held: View, ranked: Ranked, clocks: Clocks, allowed: Bools | None, asked_at: datetime) -> Case:
    """What confidence is judged by."""
    candidates = ranked.found.candidates
    return Case(
        ranked.found.question,
        candidates.numbers,
        ranked.scores,
        candidates.arms,
        held.mirror,
        held.vectors,
        micros(asked_at),
        clocks.as_of,
        allowed,
        ranked.facts,
        ranked.found.answers,
        candidates.matching,
    )


def reached(found: Found) -> dict[str, float]:
    """Episode id -> the best score among the best facts and events it is evidence of."""
    return expand.evidence_shares([*found.facts[:10], *found.events[:10]], 20)


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


def allowed_episodes(episodes: Sequence[Episode], filters: Mapping[str, EpisodeTest]) -> Bools | None:
    """Which episodes pass every filter, (n,), or None for all."""
    if not filters:
        return None
    tests = list(filters.values())
    return np.array([all(test(episode) for test in tests) for episode in episodes], np.bool_)


def episode_filters(
    hidden: Mapping[str, int],
    *,
    known_at: Micros | None,
    kinds: Sequence[str] | None,
    speaker: str | None,
    session: str | None,
    between: Span | None,
) -> dict[str, EpisodeTest]:
    """Tests that an episode must pass to be found, by what they ask for."""
    tests: dict[str, EpisodeTest] = {}
    if hidden:
        tests["hidden"] = lambda e: e.id not in hidden
    if known_at is not None:
        tests["known_at"] = lambda e: e.recorded <= known_at
    if kinds is not None:
        if isinstance(kinds, str):
            kinds = (kinds,)
        if not isinstance(kinds, Sequence):
            raise InvalidArgument(f"kinds must be a list of {', '.join(KINDS)}, not {type(kinds).__name__}")
        unknown = [kind for kind in kinds if kind not in KINDS]
        if unknown:
            raise InvalidArgument(f"kinds={repr(unknown)} are none of {', '.join(KINDS)}")
        chosen = frozenset(kinds)
        tests["kinds"] = lambda e: e.kind in chosen
    if speaker is not None:
        told = fold(checked_name(speaker, "speaker"))
        tests["speaker"] = lambda e: fold(e.speaker) == told
    if session is not None:
        place = checked_name(session, "session")
        tests["session"] = lambda e: e.session == place
    if between is not None:
        tests["between"] = lambda e: between.start <= e.occurred < between.end
    return tests
