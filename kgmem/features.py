"""What speaks for a candidate, as numbers that mean the same in every memory: the input of the ranker.

Everything is 0 to 1 or a share of the best of the same question, never a raw length or count, so that weights learned
on one kind of talk hold on another. Each function is one kind of evidence; GROUPS says which features it gives.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from kgmem import ordering
from kgmem.keys import key_text
from kgmem.lexical import terms
from kgmem.matching import Matching
from kgmem.mirror import Mirror
from kgmem.question import Bools, Floats, Ints, Question
from kgmem.records import Episode
from kgmem.temporal import BEGINNING, Span
from kgmem.text import fold
from kgmem.traits import TRAITS
from kgmem.vectors import Vectors
from kgmem.walking import walked
from kgmem.wants import wants

FEEDBACK = 3
"""How many of the best first guesses are taken for right when more like them are looked for."""
EXPANDED = 12
"""Terms of theirs that are looked for besides the question's."""
WALK_SEEDS = 15
WISHES = "standing", "asks for good"
ALIKE = 0.6
"""From this cosine on, a word of the question is taken as found in a text."""


@dataclass(frozen=True)
class Shortlist:
    """Candidates of one question with what was found of them so far.

    numbers: ascending. guess: their scores by hand-set weights, 0 upwards. arms: as `seed` gave them, in the same
    order, as it did `matching`. said: by episode number, (n + 1,), how well what was read in it matches; None for
    nothing. reached: by episode id, what the walk over facts gave it.
    """

    question: Question
    numbers: Ints
    guess: Floats
    arms: Mapping[str, Floats]
    mirror: Mirror
    vectors: Vectors
    allowed: Bools | None = None
    said: Floats | None = None
    reached: Mapping[str, float] = field(default_factory=dict)
    answering: Set[str] = frozenset()
    matching: Matching | None = None

    def best(self, count: int) -> Ints:
        """Places of the best guesses."""
        order = ordering.best(self.guess, count)
        return order[self.guess[order] > 0]

    @cached_property
    def ids(self) -> list[str]:
        return [self.mirror.episodes[number].id for number in self.numbers.tolist()]

    @cached_property
    def pooled(self) -> Floats:
        """The vectors of their texts, (n, dim)."""
        return self.vectors.pooled(self.numbers)

    @cached_property
    def around(self) -> tuple[Ints, Ints]:
        """Numbers of the episodes before and after each candidate, -1 for none and for what may not be found."""
        before, after = (side[self.numbers].astype(np.int64) for side in self.mirror.neighbours())
        return self._allowed(before), self._allowed(after)

    @cached_property
    def further(self) -> tuple[Ints, Ints]:
        """The same for the second episode before and after."""
        before, after = self.mirror.neighbours()
        once = before[self.numbers].astype(np.int64), after[self.numbers].astype(np.int64)
        twice = (np.where(one >= 0, side[one], -1) for one, side in zip(once, (before, after), strict=True))
        far_before, far_after = twice
        return self._allowed(far_before), self._allowed(far_after)

    def _allowed(self, side: Ints) -> Ints:
        return side if self.allowed is None else np.where(self.allowed[np.maximum(side, 0)], side, -1)

    @cached_property
    def sessions(self) -> Ints:
        """A number for the session of each candidate, from 0 on, without gaps."""
        return np.unique(self.mirror.in_session()[self.numbers], return_inverse=True)[1]

    @cached_property
    def scaled(self) -> Floats:
        """The guesses as shares of the best."""
        return of_best(self.guess)

    @cached_property
    def known(self) -> Floats:
        """The same by episode number, 0 for all others and in the last place."""
        return by_number(self.scaled, self.numbers, self.mirror)


Found = dict[str, Floats]
Evidence = dict[str, Found]


# --- scales ---------------------------------------------------------------------------------------


def of_best(values: Floats) -> Floats:
    """As shares of the best; 0 where it is not above 0."""
    top = float(values.max(initial=0))
    return (np.maximum(values, 0) / top).astype(np.float32) if top > 0 else np.zeros(len(values), np.float32)


def between(values: Floats) -> Floats:
    """As 0 for the least and 1 for the best."""
    low, high = float(values.min(initial=np.inf)), float(values.max(initial=-np.inf))
    return ((values - low) / (high - low)).astype(np.float32) if high > low else np.zeros(len(values), np.float32)


def by_place(values: Floats, *, half: int = 5) -> Floats:
    """1 for the best, one half at place `half`, by rank alone; what is not above 0 has 0."""
    order = np.argsort(-values, kind="stable")
    places = np.empty(len(values), np.float32)
    places[order] = np.arange(len(values))
    return np.where(values > 0, half / (half + places), 0).astype(np.float32)


# --- evidence -------------------------------------------------------------------------------------


def word_evidence(held: Shortlist) -> Found:
    """The words of the question in the turn, around it, and in its session."""
    mirror, query = held.mirror, list(dict.fromkeys(held.question.terms))
    plain = mirror.lexical.scores(query)
    idf = mirror.lexical.idf(query)
    rare = max(idf.values(), default=1.0)
    weights = np.array([idf.get(term, rare) for term in query], np.float32)
    total = float(weights.sum()) or 1.0
    near = _around(held)
    stated, *sides = np.split(mirror.lexical.held(query, np.maximum(np.concatenate((held.numbers, *near)), 0)), 3)
    around = stated.copy()
    for side, said in zip(near, sides, strict=True):
        around |= _taken(said, side)
    lengths = mirror.lexical.lengths()
    return {
        "bm25": of_best(held.arms["bm25"]),
        "bm25 place": by_place(held.arms["bm25"]),
        "bm25 window": of_best(held.arms["window"]),
        "bm25 window place": by_place(held.arms["window"]),
        "bm25 before": of_best(_taken(plain[np.maximum(near[0], 0)], near[0])),
        "bm25 after": of_best(_taken(plain[np.maximum(near[1], 0)], near[1])),
        "bm25 session": of_best(_of_session(held, held.arms["bm25"])),
        "covered": (stated @ weights / total).astype(np.float32),
        "covered around": (around @ weights / total).astype(np.float32),
        "bm25 of session": of_best(mirror.lexical.group_scores(query, mirror.in_session())[held.numbers]),
        "covered session": mirror.lexical.coverage(query, mirror.in_session())[held.numbers],
        "rarest": _rarest(stated, weights),
        "short": (lengths[held.numbers] < 6).astype(np.float32),
        "long": between(np.log1p(lengths[held.numbers])),
    }


def meaning_evidence(held: Shortlist) -> Found:
    """The cosine of the turn, of those beside it, of the best of its session and of the session's middle."""
    if held.question.encoded is None or "cosine" not in held.arms:
        return {}
    cosine, query = held.arms["cosine"], held.question.encoded.pooled
    scaled = between(cosine)
    low, high = float(cosine.min(initial=0)), float(cosine.max(initial=0))
    beside = [
        _taken(np.clip((held.vectors.cosine(query, np.maximum(side, 0)) - low) / ((high - low) or 1), 0, 1), side)
        for side in _around(held)
    ]
    places = _session_places(held)
    middle = _sums(held.pooled, places)
    lengths = np.linalg.norm(middle, axis=1)
    towards = (middle @ query / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return {
        "cosine": scaled,
        "cosine itself": np.maximum(cosine, 0),
        "cosine place": by_place(scaled),
        "cosine before": beside[0],
        "cosine after": beside[1],
        "cosine session": _of_session(held, scaled),
        "cosine session middle": between(towards[places]),
    }


def late_evidence(held: Shortlist) -> Found:
    """The words of the question in context (MaxSim): in the turn, in it and those beside it, in its session."""
    if held.matching is None or "maxsim" not in held.arms:
        return {}
    near = np.concatenate((held.numbers, *_around(held), *_further(held)))
    matches, *sides = np.split(held.matching.of(near), 5)
    window = np.maximum(matches, np.maximum(*sides[:2]))
    wide = np.maximum(window, np.maximum(*sides[2:]))
    rarity = np.log1p(len(matches) / (1 + (matches > ALIKE).sum(axis=0))).astype(np.float32)
    rarity /= float(rarity.sum()) or 1.0
    mean = matches.mean(axis=1)
    sessions = _session_places(held)
    whole = np.zeros((int(sessions.max(initial=-1)) + 1, matches.shape[1]), np.float32)
    np.maximum.at(whole, sessions, matches)
    return {
        "maxsim": between(mean),
        "maxsim itself": mean,
        "maxsim place": by_place(between(mean)),
        "maxsim rare": between(matches @ rarity),
        "maxsim rare itself": matches @ rarity,
        "maxsim least": matches.min(axis=1),
        "maxsim found": (matches > ALIKE).mean(axis=1).astype(np.float32),
        "maxsim window": between(window.mean(axis=1)),
        "maxsim window rare": between(window @ rarity),
        "maxsim wide": between(wide @ rarity),
        "maxsim before": between(sides[0].mean(axis=1)),
        "maxsim after": between(sides[1].mean(axis=1)),
        "maxsim session": between(whole.mean(axis=1)[sessions]),
        "maxsim session rare": between((whole @ rarity)[sessions]),
    }


def guess_evidence(held: Shortlist) -> Found:
    """The score by hand-set weights, of the turn and of those around it."""
    scaled, known = held.scaled, held.known
    before, after = _around(held)
    return {
        "guess": scaled,
        "guess place": by_place(scaled),
        "guess before": known[before],
        "guess after": known[after],
        "guess further": np.maximum(*(known[side] for side in _further(held))),
        "guess session": _of_session(held, scaled),
        "guess session others": _of_session_others(held, scaled),
    }


def feedback_evidence(held: Shortlist) -> Found:
    """Likeness to the best first guesses, in meaning and in words beyond the question's; to the others for one of
    them."""
    best = held.best(FEEDBACK)
    result: Found = {}
    if not len(best):
        return result
    shares = held.guess[best] / float(held.guess[best].sum())
    if "cosine" in held.arms:
        likeness = held.pooled @ held.pooled[best].T * shares
        likeness[best, np.arange(len(best))] = 0
        rest = np.full(len(held.numbers), 1.0, np.float32)
        rest[best] = np.maximum(1 - shares, 1e-6)
        result["feedback meaning"] = between((likeness.sum(axis=1) / rest).astype(np.float32))
    mirror = held.mirror
    asked = set(held.question.terms)
    gained: dict[str, float] = {}
    texts = [set(terms(key_text(mirror.episodes[held.numbers[place]]))) - asked for place in best]
    idf = mirror.lexical.idf({term for text in texts for term in text})
    for text, share in zip(texts, shares, strict=True):
        for term in text:
            gained[term] = gained.get(term, 0.0) + float(share) * idf.get(term, 0.0)
    new = sorted(gained, key=lambda term: (-gained[term], term))[:EXPANDED]
    found = mirror.lexical.scores(new)[held.numbers]
    found[best] = 0
    result["feedback words"] = of_best(found)
    return result


def dialogue_evidence(held: Shortlist) -> Found:
    """What the turn does in the talk: it asks, it answers what was asked, it is the assistant's."""
    traits = held.mirror.traits.of(held.mirror.episodes)
    own = traits[held.numbers]
    before, after = _around(held)
    scaled, known = held.scaled, held.known
    asked_before = _taken(traits[np.maximum(before, 0), 0], before)
    return {
        "asks": own[:, 0],
        "asks guess": own[:, 0] * scaled,
        "replies": asked_before * known[before],
        "replies to anything": asked_before,
        "asks answered": own[:, 0] * known[after],
        "assistant": own[:, TRAITS.index("assistant")],
        "assistant guess": own[:, TRAITS.index("assistant")] * scaled,
        "picture": own[:, TRAITS.index("picture")],
        "shows": own[:, TRAITS.index("shows")],
        "owns": own[:, TRAITS.index("own")],
        "opens": (before < 0).astype(np.float32),
    }


def speaker_evidence(held: Shortlist) -> Found:
    """Whether the turn is of the one speaker whom the question names, or of another; of the user, who asks of "me"."""
    talk, named = held.mirror.talk, speakers_named(held.question, held.mirror)
    told = talk.spoken_by(named, held.numbers).astype(np.float32)
    one = np.float32(len(named) == 1)
    by_first = talk.spoken_by(named[:1], held.numbers).astype(np.float32)
    own = np.float32("own" in wants(held.question.text))
    users = talk.of_users()[held.numbers].astype(np.float32)
    return {
        "speaker": told * one,
        "first speaker": by_first * np.float32(len(named) > 1),
        "other speaker": (1 - told) * one,
        "speaker guess": told * one * held.scaled,
        "user of own": users * own,
    }


def wanted_evidence(held: Shortlist) -> Found:
    """Whether the turn has what kind of answer is wanted: a time, a number, a reason, a place, somebody."""
    mirror = held.mirror
    asked = wants(held.question.text)
    own = mirror.traits.of(mirror.episodes)[held.numbers]
    named = {entity.id for entity in held.question.entities}
    dated, placed, peopled, caused = (np.zeros(len(held.numbers), np.float32) for _ in range(4))
    for place, name in enumerate(held.ids if asked & {"when", "where", "who", "why"} else ()):
        if "when" in asked:
            dated[place] = any(
                mirror.events[e].start > BEGINNING and e not in mirror.hidden for e in mirror.events_in.get(name, ())
            )
        if "where" in asked:
            placed[place] = any(
                mirror.entities[e].type == "Place" and e not in mirror.hidden
                for e, _ in mirror.mentions_in.get(name, ())
            )
        if "who" in asked:
            peopled[place] = any(
                mirror.entities[e].type == "Person" and e not in named and e not in mirror.hidden
                for e, _ in mirror.mentions_in.get(name, ())
            )
        if "why" in asked:
            ends = (*mirror.events_in.get(name, ()), *mirror.facts_in.get(name, ()))
            caused[place] = any(link not in mirror.hidden for end in ends for link in mirror.links_of.get(end, ()))
    scaled = held.scaled

    def when(want: str, values: Floats) -> Floats:
        return values if want in asked else np.zeros(len(values), np.float32)

    return {
        "time wanted": when("when", own[:, TRAITS.index("time")]),
        "time wanted guess": when("when", own[:, TRAITS.index("time")] * scaled),
        "event wanted": dated,
        "number wanted": when("count", own[:, TRAITS.index("number")]),
        "reason wanted": when("why", own[:, TRAITS.index("reason")]),
        "cause wanted": caused,
        "place wanted": placed,
        "person wanted": peopled,
        "asks when closed": when("closed", own[:, 0]),
        "assistant supposed": when("supposed", own[:, TRAITS.index("assistant")]),
    }


def graph_evidence(held: Shortlist) -> Found:
    """Facts and events read in the turn, the entities it speaks of, and how near it is to them by walking."""
    mirror = held.mirror
    known = np.zeros(len(mirror.episodes) + 1, np.float32) if held.said is None else held.said
    said, near = known[held.numbers], [known[side] for side in _around(held)]
    net = mirror.web()
    numbers = (net.number(entity.id) for entity in held.question.entities)
    named = {number: float(net.idf[number]) for number in numbers if number is not None}
    total = sum(named.values()) or 1.0
    spoken = np.zeros(len(mirror.episodes))
    for number, idf in named.items():
        spoken[net.mentioning(number)] += idf
    start = np.zeros(net.size, np.float32)
    best = held.best(WALK_SEEDS)
    start[held.numbers[best]] = held.guess[best] / (float(held.guess[best].sum()) or 1.0)
    begun = start[held.numbers]
    of_others = (walked(net, start, held.numbers) if len(best) else begun) - 0.5 * begun
    from_names = net.from_entities({number: idf / total for number, idf in named.items()})
    return {
        "statements": of_best(said),
        "statements place": by_place(said),
        "statements beside": of_best(np.maximum(*near)),
        "answers": _of_ids(held, dict.fromkeys(held.answering, 1.0)),
        "facts reached": of_best(_of_ids(held, held.reached)),
        "entities": (spoken[held.numbers] / total).astype(np.float32),
        "walk": of_best(of_others),
        "walk place": by_place(of_others),
        "walk from names": of_best(from_names[held.numbers]),
        "walk from names place": by_place(from_names[held.numbers], half=10),
    }


def standing_evidence(held: Shortlist) -> Found:
    """What is asked for once and for all: preferences and instructions read in the turn, or words of such."""
    mirror = held.mirror
    words = mirror.traits.of(mirror.episodes)[held.numbers][:, TRAITS.index("asks for good")]
    inside = [mirror.procedural_in.get(name) for name in held.ids]
    told = np.array(
        [any(name not in mirror.hidden for name in names) if names else False for names in inside], np.float32
    )
    near = between(held.arms["cosine"]) if "cosine" in held.arms else of_best(held.guess)
    return {"standing": told, "standing near": told * near, "asks for good": words, "asks for good near": words * near}


def wishes(found: Evidence) -> Floats:
    """1 for a turn that says what is wished for once and for all, by what was read in it or by its words."""
    return np.maximum(*(found["standing"][name] for name in WISHES))


def time_evidence(held: Shortlist) -> Found:
    """Whether the turn was said in the time asked about, or tells of an event of then."""
    window, mirror = held.question.window, held.mirror
    said, told = np.zeros(len(held.numbers), np.float32), np.zeros(len(held.numbers), np.float32)
    if window is not None:
        for place, number in enumerate(held.numbers):
            episode = mirror.episodes[number]
            said[place] = window.start <= episode.occurred < window.end
            told[place] = tells_of(window, episode, mirror)
    return {"said then": said, "event then": told}


GROUPS: dict[str, Callable[[Shortlist], Found]] = {
    "words": word_evidence,
    "meaning": meaning_evidence,
    "late": late_evidence,
    "guess": guess_evidence,
    "feedback": feedback_evidence,
    "dialogue": dialogue_evidence,
    "speaker": speaker_evidence,
    "wanted": wanted_evidence,
    "graph": graph_evidence,
    "standing": standing_evidence,
    "time": time_evidence,
}


def evidence(held: Shortlist) -> Evidence:
    """Every feature of the candidates by kind of evidence and name, (n,) each; those of arms that are not there are
    left out."""
    return {group: found(held) for group, found in GROUPS.items()}


# --- what hand-set weights take too ------------------------------------------------------------------


def speakers_named(question: Question, mirror: Mirror) -> list[str]:
    """Folded names of the speakers whom the question names, in its order."""
    keys = dict.fromkeys(fold(entity.name) for entity in question.entities)
    return [key for key in keys if key in mirror.speakers]


def tells_of(window: Span, episode: Episode, mirror: Mirror) -> bool:
    """True for evidence of an event that began in the window."""
    return any(
        window.start <= mirror.events[name].start < window.end and name not in mirror.hidden
        for name in mirror.events_in.get(episode.id, ())
    )


def by_number(values: Floats, numbers: Ints, mirror: Mirror) -> Floats:
    """Values of these episodes by number, 0 for all others and in the last place, which -1 for "none" means."""
    known = np.zeros(len(mirror.episodes) + 1, np.float32)
    known[numbers] = values
    return known


# --- around a candidate -----------------------------------------------------------------------------


def _of_ids(held: Shortlist, values: Mapping[str, float]) -> Floats:
    """The candidates' values of a few given by id of an episode, 0 for all others."""
    known = np.zeros(len(held.mirror.episodes) + 1, np.float32)
    known[[held.mirror.number.get(name, -1) for name in values]] = list(values.values())
    found: Floats = known[held.numbers]
    return found


def _around(held: Shortlist) -> tuple[Ints, Ints]:
    """Numbers of the episodes before and after each candidate, -1 for none and for what may not be found."""
    return held.around


def _further(held: Shortlist) -> tuple[Ints, Ints]:
    """The same for the second episode before and after."""
    return held.further


def _taken(values: np.ndarray, side: Ints) -> np.ndarray:
    """Values at the neighbours, 0 where there is none."""
    return np.where((side >= 0).reshape(-1, *[1] * (values.ndim - 1)), values, 0).astype(values.dtype)


def _session_places(held: Shortlist) -> Ints:
    """A number for the session of each candidate, from 0 on, without gaps."""
    return held.sessions


def _of_session(held: Shortlist, values: Floats) -> Floats:
    """The best value among the candidates of the same session."""
    places = _session_places(held)
    best = np.zeros(int(places.max(initial=0)) + 1, np.float32)
    np.maximum.at(best, places, values)
    return best[places]


def _sums(rows: Floats, places: Ints) -> Floats:
    """The sum of the rows of each place, (places, width); places are from 0 on, without gaps.

    The first row of each at once, then the second, which is twice as fast as numpy's reduceat over short runs.
    """
    order = np.argsort(places, kind="stable")
    counts = np.bincount(places)
    firsts = np.cumsum(counts) - counts
    found: Floats = rows[order[firsts]]
    for more in range(1, int(counts.max(initial=0))):
        still = np.flatnonzero(counts > more)
        found[still] += rows[order[firsts[still] + more]]
    return found


def _of_session_others(held: Shortlist, values: Floats) -> Floats:
    """The mean of the best three other values of the same session, so that a turn is no evidence for itself."""
    places = _session_places(held)
    order = np.lexsort((-values, places))
    counts = np.bincount(places)
    rank = np.arange(len(values)) - np.repeat(np.cumsum(counts) - counts, counts)  # in its session, in this order
    top = np.zeros((len(counts), 4), np.float32)
    first = rank < 4
    top[places[order[first]], rank[first]] = values[order[first]]
    three = top[:, 0] + top[:, 1] + top[:, 2]
    own = values[order]
    rest = np.where(rank < 3, (three + top[:, 3])[places[order]] - own, three[places[order]]) / np.float32(3)
    result = np.empty(len(values), np.float32)
    result[order] = rest
    return result


def _rarest(stated: Bools, weights: Floats) -> Floats:
    """1 where the question's rarest word that any candidate holds is held."""
    known = np.flatnonzero(stated.any(axis=0))
    if not len(known):
        return np.zeros(len(stated), np.float32)
    return stated[:, known[np.argmax(weights[known])]].astype(np.float32)
