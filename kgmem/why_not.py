"""Why something was not recalled: the stage that lost it, and what would have brought it back.

Every way back that is named was tried: the question is asked again with that one change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC
from functools import partial

import numpy as np

from kgmem import expand, rank, reasons, recalling
from kgmem.context import event_line, fact_line, quote, validity
from kgmem.errors import InvalidArgument
from kgmem.explaining import parts, shared, summed
from kgmem.keys import key_text
from kgmem.lexical import STOP, stem, terms
from kgmem.lost import Remedy, WhyNot
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.packing import LeftOut
from kgmem.question import Clocks, as_known, happened, is_held
from kgmem.recalling import EpisodeTest, Ranked, Request
from kgmem.records import Episode, Event, EventHit, Fact, FactHit
from kgmem.seed import DEPTH, SMALL
from kgmem.temporal import FOREVER, iso, parse_zone
from kgmem.text import runs
from kgmem.view import View

CLOSE = 0.9
"""With this share of the score of the last one that is recalled, it is the limit that cuts."""
MOST_TOKENS = 20_000
"""The largest context that is tried."""
RARE = 3
"""So many of its rarest words are tried in the question."""


def why_not(held: View, asked: Request, id: str, ontology: Ontology, max_tokens: int | None = None) -> WhyNot:
    """Where `recall`, or a context of `max_tokens`, loses this id; InvalidArgument when memory holds nothing of it."""
    mirror = held.mirror
    found: WhyNot | None = None
    if id in mirror.number:
        found = _episode(held, asked, mirror.episodes[mirror.number[id]], ontology)
    elif id in mirror.facts:
        found = _statement(held, asked, as_known(mirror.facts[id], mirror, asked.clocks), ontology)
    elif id in mirror.events:
        found = _statement(held, asked, as_known(mirror.events[id], mirror, asked.clocks), ontology)
    if found is not None and found.stage == "recalled" and max_tokens is not None:
        return _packed(held, asked, found, ontology, max_tokens)
    if found is not None:
        return found
    raise InvalidArgument(
        f"memory holds no episode, fact or event with the id {id!r}; episodes(), facts() and events() list them"
    )


def _packed(held: View, asked: Request, found: WhyNot, ontology: Ontology, max_tokens: int) -> WhyNot:
    """What is recalled, as far as a context goes."""
    recalled = recalling.recall(
        held,
        asked.text,
        limit=asked.limit,
        clocks=asked.clocks,
        relation=asked.relation,
        allowed=recalling.allowed_episodes(held.mirror.episodes, asked.filters),
        min_score=asked.min_score,
        mode=asked.mode,
        asked_at=asked.at,
        ontology=ontology,
    )
    context = recalled.context(max_tokens)
    if found.id in context.spent:
        part = ", in part" if found.id in context.cut else ""
        return replace(found, reason=f"{found.reason}, and in the context{part}")
    why = next((one for one in context.left_out if one.id == found.id), LeftOut(found.kind, found.id, "lines"))
    told = {
        "budget": f"{max_tokens} tokens have no room for it",
        "repeats": f"it says what {why.of} says, and {max_tokens} tokens have no room for both",
        "lines": "a context has only the first of its kind",
    }[why.reason]
    room = max_tokens
    while room < MOST_TOKENS:
        room *= 2
        if found.id in recalled.context(room).spent:
            back = (Remedy(f"max_tokens={room}", found.rank),)
            return replace(found, stage="left out of the context", reason=told, remedies=back)
    return replace(found, stage="left out of the context", reason=told)


# --- episodes ---------------------------------------------------------------------------------------


def _episode(held: View, asked: Request, episode: Episode, ontology: Ontology) -> WhyNot:
    mirror = held.mirror
    found = WhyNot(asked.text, episode.id, "episode", "", "")
    if (lost := _withheld(episode.id, episode.recorded, asked.clocks, mirror)) is not None:
        return replace(found, stage=lost[0], reason=lost[1])
    found = replace(found, text=quote(episode)[2:])
    failed = [name for name, test in asked.filters.items() if not test(episode)]
    if failed:
        open_to = {name: test for name, test in asked.filters.items() if name not in failed}
        change = f"no {' and no '.join(failed)}"
        back = _ways_back(held, [(change, replace(asked, filters=open_to))], episode.id, ontology)
        reason = f"{' and '.join(_unmet(name, episode) for name in failed)}, which is not what was asked for"
        return replace(found, stage="filtered", reason=reason, remedies=back)
    ranked = _ranked(held, asked, ontology)
    hits = ranked.hits(mirror, len(ranked.order))
    place = next((number for number, hit in enumerate(hits, 1) if hit.id == episode.id), 0)
    found = replace(found, rank=place, of=len(hits), places=_places(held, asked, ranked, episode))
    if not place:
        candidate = mirror.number[episode.id] in ranked.found.candidates.numbers
        stage = "too weak" if candidate else "not a candidate"
        reason = "nothing speaks for it" if candidate else _no_candidate(asked, episode, len(mirror.episodes))
        return replace(found, stage=stage, reason=reason, remedies=_back(held, asked, episode, ontology))
    own = hits[place - 1]
    found = replace(found, score=own.score)
    if asked.min_score is not None and own.score < asked.min_score:
        lower = replace(asked, min_score=int(own.score * 1000) / 1000)
        back = _ways_back(held, [(f"min_score={lower.min_score}", lower)], episode.id, ontology)
        reason = f"it scores {own.score:.3f}, under min_score={asked.min_score}"
        return replace(found, stage="under min_score", reason=reason, remedies=back)
    if place <= asked.limit:
        return replace(found, stage="recalled", reason=f"it is number {place} of {len(hits)}")
    if not asked.limit:
        wider = _ways_back(held, [(f"limit={place}", replace(asked, limit=place))], episode.id, ontology)
        return replace(found, stage="cut by limit", reason="limit=0 asks for nothing", remedies=wider)
    last = hits[asked.limit - 1]
    behind = {name: last.arms.get(name, 0.0) - own.arms.get(name, 0.0) for name in {**last.arms, **own.arms}}
    return replace(
        found,
        stage="cut by limit" if own.score >= CLOSE * last.score else "outranked",
        reason=_outranked(place, len(hits), asked.limit, behind),
        needed=last.score,
        last=last.id,
        behind=behind,
        remedies=_back(held, asked, episode, ontology, place),
    )


def _withheld(id: str, recorded: int, clocks: Clocks, mirror: Mirror) -> tuple[str, str] | None:
    """The stage and reason for what may not be shown at all."""
    if id in mirror.hidden:
        by = [one.id for one in mirror.forgettings.values() if id in one.hidden and one.undone_at == FOREVER]
        how = f"unforget({by[0]!r}) shows it again" if by else "its time has come; forgotten() lists it"
        return "forgotten", f"it is hidden from every reading verb; {how}"
    if recorded > clocks.known_at:
        return "unknown then", f"memory came to hold it on {iso(recorded)}, after known_at"
    return None


def _unmet(name: str, episode: Episode) -> str:
    told = {
        "kinds": f"it is a {episode.kind}", "speaker": f"it was said by {episode.speaker or episode.role}",
        "session": f"it was said in session {episode.session}",
        "between": f"it was said on {iso(episode.occurred, parse_zone(episode.zone) or UTC)}",
    }  # fmt: skip
    return told.get(name, f"it does not pass {name}")


def _no_candidate(asked: Request, episode: Episode, count: int) -> str:
    words = shared(frozenset(terms(asked.text)), key_text(episode))
    told = f"it shares only {', '.join(words)}" if words else "it shares no word with the question"
    depth = f"; only the best {DEPTH} of each arm are looked at in a memory of more than {SMALL}" * (count > SMALL)
    return told + depth


def _outranked(place: int, of: int, limit: int, behind: Mapping[str, float]) -> str:
    most = [part for part in parts(behind) if part[1] > 0][:2]
    by = f", behind mostly in {summed(most)}" if most else ""
    return f"it is number {place} of {of}, and limit={limit}{by}"


def _places(held: View, asked: Request, ranked: Ranked, episode: Episode) -> dict[str, int]:
    """The place of an episode among all that may be found, by words, by words around it, and by likeness."""
    mirror, question = held.mirror, ranked.found.question
    before, after = mirror.neighbours()
    scores = {
        "words": mirror.lexical.scores(question.terms),
        "words around": mirror.lexical.window_scores(question.terms, before, after),
    }
    if question.encoded is not None and question.encoded.pooled.any():
        scores["meaning"] = held.vectors.cosine(question.encoded.pooled, np.arange(len(mirror.episodes)))
    allowed = recalling.allowed_episodes(mirror.episodes, asked.filters)
    number = mirror.number[episode.id]
    found = {}
    for name, of in scores.items():
        may = of if allowed is None else of[allowed]
        found[name] = int((may > of[number]).sum()) + 1 if of[number] > 0 else 0
    return found


def _back(held: View, asked: Request, episode: Episode, ontology: Ontology, place: int = 0) -> tuple[Remedy, ...]:
    """What brings an episode back: a higher limit, a filter that leaves it, another mode, its own words."""
    ways = [(f"limit={place}", replace(asked, limit=place))] if place else []
    for name, value in (("session", episode.session), ("speaker", episode.speaker)):
        if value and name not in asked.filters:
            narrower: dict[str, EpisodeTest] = {**asked.filters, name: partial(_has, name, value)}
            ways.append((f"{name}={value!r}", replace(asked, filters=narrower)))
    ways += [(f"mode={mode!r}", replace(asked, mode=mode)) for mode in rank.MODES if mode != asked.mode]
    found = list(_ways_back(held, ways, episode.id, ontology))
    modes = [one for one in found if one.change.startswith("mode=")]
    found = [one for one in found if one not in modes] + sorted(modes, key=lambda one: one.rank)[:1]
    words = _rarest(asked, episode, held.mirror)
    for count in range(1, len(words) + 1):
        way = (f"{' '.join(words[:count])!r} in the question", _with_words(asked, words[:count]))
        if back := _ways_back(held, [way], episode.id, ontology):
            return (*found, *back)
    return tuple(found)


def _has(name: str, value: str, episode: Episode) -> bool:
    return bool(getattr(episode, name) == value)


def _ways_back(held: View, ways: list[tuple[str, Request]], id: str, ontology: Ontology) -> tuple[Remedy, ...]:
    """Those ways that bring it back, tried; where it needs a higher limit as well, that is said with it."""
    found = []
    for change, way in ways:
        ranked = _ranked(held, way, ontology)
        names = [name for name, score in _names(held, way, ranked, id) if score >= (way.min_score or 0)]
        if id in names:
            place = names.index(id) + 1
            if place <= way.limit:
                found.append(Remedy(change, place))
            elif change.startswith("no "):
                found.append(Remedy(f"{change}, limit={place}", place))
    return tuple(found)


def _names(held: View, way: Request, ranked: Ranked, id: str) -> Iterator[tuple[str, float]]:
    """Ids and scores of what is found of the kind of this id, best first."""
    if id in held.mirror.number:
        yield from ((hit.id, hit.score) for hit in ranked.hits(held.mirror, len(ranked.order)))
    elif id in held.mirror.facts:
        yield from ((hit.fact.id, np.inf) for hit in ranked.facts)
    else:
        yield from ((hit.event.id, np.inf) for hit in ranked.found.events)


def _rarest(asked: Request, episode: Episode, mirror: Mirror) -> list[str]:
    """The rarest words of an episode that the question has not, rarest first, and of two such the longer."""
    said: dict[str, str] = {}
    for run in runs(episode.text):
        for term, word in [(stem(run), run)] if run.isascii() else [(one, one) for one in terms(run)]:
            if word not in STOP and term not in terms(asked.text):
                said.setdefault(term, word)
    rarity = mirror.lexical.idf(said)
    return [said[term] for term in sorted(rarity, key=lambda term: (-rarity[term], -len(term)))[:RARE]]


def _with_words(asked: Request, words: list[str]) -> Request:
    return replace(asked, text=" ".join((asked.text, *words)))


def _ranked(held: View, asked: Request, ontology: Ontology) -> Ranked:
    return recalling.ranked(
        held,
        asked.text,
        clocks=asked.clocks,
        relation=asked.relation,
        allowed=recalling.allowed_episodes(held.mirror.episodes, asked.filters),
        mode=asked.mode,
        asked_at=asked.at,
        ontology=ontology,
    )


# --- facts and events ---------------------------------------------------------------------------------


def _statement(held: View, asked: Request, one: Fact | Event, ontology: Ontology) -> WhyNot:
    mirror = held.mirror
    found = WhyNot(asked.text, one.id, "fact" if isinstance(one, Fact) else "event", "", "")
    if (lost := _withheld(one.id, one.recorded_at, asked.clocks, mirror)) is not None:
        return replace(found, stage=lost[0], reason=lost[1])
    found = replace(found, text=fact_line(one) if isinstance(one, Fact) else event_line(one))
    if one.retracted_at <= asked.clocks.known_at:
        by = f"; history({one.statement!r}) says what came instead" if isinstance(one, Fact) else ""
        reason = f"memory holds this version no longer since {iso(one.retracted_at)}{by}"
        return replace(found, stage="taken back", reason=reason)
    if not (is_held(one, asked.clocks) if isinstance(one, Fact) else happened(one, mirror, asked.clocks)):
        always = replace(asked, clocks=replace(asked.clocks, as_of=None))
        when = validity(one) if isinstance(one, Fact) else f"it begins {iso(one.start)}"
        reason = f"it is not so at as_of: {when}" if when else "it is not so at as_of"
        return replace(
            found,
            stage="not so then",
            reason=reason,
            remedies=_ways_back(held, [("no as_of", always)], one.id, ontology),
        )
    if isinstance(one, Fact) and asked.relation not in (None, one.relation):
        wider = replace(asked, relation=one.relation)
        back = _ways_back(held, [(f"relation={one.relation!r}", wider)], one.id, ontology)
        reason = f"its relation is {one.relation}, not {asked.relation}"
        return replace(found, stage="filtered", reason=reason, remedies=back)
    ranked = _ranked(held, asked, ontology)
    scored = [(hit.fact.id, hit) for hit in ranked.facts] if isinstance(one, Fact) else []
    hits: list[tuple[str, FactHit | EventHit]] = [*scored]
    if isinstance(one, Event):
        hits = [(hit.event.id, hit) for hit in ranked.found.events]
    names = [name for name, _ in hits]
    place = names.index(one.id) + 1 if one.id in names else 0
    found = replace(found, rank=place, of=len(hits))
    named = one.subject if isinstance(one, Fact) else next((p.name for p in one.participants), "")
    ways = [(f"{named!r} in the question", _with_words(asked, [named]))] if named else []
    if not place:
        stage, reason, score = _unreached(one, ranked, asked, mirror)
        back = _ways_back(held, ways, one.id, ontology)
        return replace(found, stage=stage, reason=reason, score=score, needed=expand.WORTH, remedies=back)
    own = hits[place - 1][1]
    found = replace(found, score=own.score)
    if place <= asked.limit:
        return replace(found, stage="recalled", reason=f"it is number {place} of {len(hits)}")
    ways.insert(0, (f"limit={place}", replace(asked, limit=place)))
    back = _ways_back(held, ways, one.id, ontology)
    if not asked.limit:
        return replace(found, stage="cut by limit", reason="limit=0 asks for nothing", remedies=back)
    last_id, last = hits[asked.limit - 1]
    behind = {name: last.arms.get(name, 0.0) - own.arms.get(name, 0.0) for name in {**last.arms, **own.arms}}
    return replace(
        found,
        stage="cut by limit" if own.score >= CLOSE * last.score else "outranked",
        reason=_outranked(place, len(hits), asked.limit, behind),
        needed=last.score,
        last=last_id,
        behind=behind,
        remedies=back,
    )


def _unreached(one: Fact | Event, ranked: Ranked, asked: Request, mirror: Mirror) -> tuple[str, str, float]:
    """Stage, reason and score of a fact or event that is not among those that bear on the question."""
    found = ranked.found
    by_causes = any({"causal", "asked"} & hit.arms.keys() for hit in found.events)
    if isinstance(one, Event) and by_causes and reasons.direction(asked.text):
        return "not a candidate", "no causal link joins it to what the question asks about", 0.0
    seeds = recalling.graph_seeds(found.candidates, found.guess, mirror)
    weak: list[FactHit] | list[EventHit]
    if isinstance(one, Fact):
        weak = expand.facts(found.question, seeds, mirror, asked.clocks, relation=asked.relation, worth=0.0)
        score = next((hit.score for hit in weak if hit.fact.id == one.id), None)
    else:
        weak = expand.events(found.question, seeds, mirror, asked.clocks, worth=0.0)
        score = next((hit.score for hit in weak if hit.event.id == one.id), None)
    if score is None:
        unread = f"none of the best {recalling.GRAPH_SEEDS} messages tells it"
        return "not a candidate", f"the question has no word and no name of it, and {unread}", 0.0
    return "too weak", f"it scores {score:.3f}, under {expand.WORTH}: it has too little to do with the question", score
