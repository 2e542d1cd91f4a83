"""From arms to one order: scores are scaled to 0..1 per question and added with hand-set weights.

Weights come from the study in docs/design/0002-recall.md (score fusion beats rank fusion by 2 to 7
points there); reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009; k = 60) is there as a mode.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kgmem.features import by_number, speakers_named, tells_of
from kgmem.lexical import terms
from kgmem.mirror import Mirror
from kgmem.question import Candidates, Floats, Question
from kgmem.text import is_cjk
from kgmem.traits import TRAITS

WEIGHTS = {"window": 0.3, "cosine": 0.2, "maxsim": 0.5}
WEIGHTS_POOLED = {"window": 0.5, "cosine": 0.5}
WEIGHTS_WORDS = {"bm25": 0.5, "window": 0.5}
WEIGHTS_CHINESE = {"asked": 0.5, "session": 0.5}
"""For a question in Chinese: the best BM25 among the things asked in one breath, and how much of the question the
episode's session holds. `MEANING` is added with an encoder for all languages."""
MEANING = 0.4
ACROSS, ACROSS_CHINESE = 0.9, 1.0
"""Weight of its meaning alone for an episode in another script than the question's, English or Chinese; needs an
encoder for all languages."""
BRIDGE, BRIDGES = 0.2, 3
"""Weight of the words that an episode shares with one of the best three of its session beyond the question's: who
"my boss" is, what the thing asked about is called. For questions in Chinese."""
NEIGHBOUR = 0.2
"""Share of the better neighbour's score that an episode gets: answers stand beside their questions."""
NEIGHBOUR_CHINESE = 0.1
"""The same for a question in Chinese: its weights count sessions and bridges already."""
SPEAKER = 0.05
"""Added when the question names exactly one speaker and the episode is theirs."""
WHEN = 0.1
"""Added when the question asks about a time and the episode was said then, or tells of an event of then."""
ONLY_WHEN = 1.0
"""The same for a question that asks for nothing else, such as "What happened yesterday?"."""
TURN = 0.03
"""For a remark, added to the cosine of an episode whose speaker tells of themselves, taken from that of a question, and
added where it tells how something came about; chosen on LoCoMo-Plus, so what it is worth there is a little too good."""
RRF_K = 60
MODES = ("score", "hand", "untitled", "text", "rrf", "bm25", "dense")


def weights_for(arms: Mapping[str, Floats], *, chinese: bool = False) -> dict[str, float]:
    """The weights for the arms there are: with token vectors, with pooled vectors only, or with words only."""
    if chinese:
        meaning = next((name for name in ("meaning", "cosine") if name in arms), "")
        return WEIGHTS_CHINESE | ({meaning: MEANING} if meaning else {})
    if "maxsim" in arms:
        return WEIGHTS
    return WEIGHTS_POOLED if "cosine" in arms else WEIGHTS_WORDS


def fuse(
    query: Question, seeds: Candidates, mirror: Mirror, *, mode: str = "score"
) -> tuple[Floats, dict[str, Floats]]:
    """Scores of the candidates, (n,), and what each arm contributed to them.

    mode: `score`, `hand` and `untitled` add scaled scores, `text` does so without asking the graph, `rrf` adds
    reciprocal ranks, `bm25` and `dense` take one arm alone.
    """
    if not len(seeds.numbers):
        return np.zeros(0, np.float32), {}
    if mode == "bm25":
        return seeds.arms["bm25"], {"bm25": seeds.arms["bm25"]}
    if mode == "dense":
        only = seeds.arms.get("cosine", seeds.arms.get("meaning", np.zeros(len(seeds.numbers), np.float32)))
        return only, {"cosine": only}
    weights = weights_for(seeds.arms, chinese=query.chinese)
    if mode == "rrf":
        parts = {name: _reciprocal_ranks(seeds.arms[name]) for name in weights}
        return _sum(parts), parts
    if query.remark and "cosine" in seeds.arms:
        parts = _of_remark(seeds, mirror)
        return _sum(parts), parts
    parts = {name: weight * _scaled(seeds.arms[name], name) for name, weight in weights.items()}
    if "meaning" in seeds.arms:
        parts = _by_script(parts, query, seeds, mirror)
    text = _sum(parts)
    if query.chinese:
        parts["bridge"] = BRIDGE * _bridged(text, query, seeds, mirror)
    parts["neighbours"] = (NEIGHBOUR_CHINESE if query.chinese else NEIGHBOUR) * _better_neighbour(text, seeds, mirror)
    speakers = speakers_named(query, mirror)
    if len(speakers) == 1:
        parts["speaker"] = SPEAKER * mirror.talk.spoken_by(speakers, seeds.numbers).astype(np.float32)
    if query.window is not None:
        held = [mirror.episodes[number] for number in seeds.numbers]
        told = [
            query.window.start <= one.occurred < query.window.end
            or (mode != "text" and tells_of(query.window, one, mirror))
            for one in held
        ]
        parts["when"] = (ONLY_WHEN if query.only_time else WHEN) * np.array(told, np.float32)
    return _sum(parts), parts


def _of_remark(seeds: Candidates, mirror: Mirror) -> dict[str, Floats]:
    """What a remark may have to do with: what is near in meaning, above all what somebody told of themselves."""
    traits = mirror.traits.of(mirror.episodes)[seeds.numbers]
    own, asks, turns = (TURN * traits[:, TRAITS.index(name)] for name in ("own", "asks", "turns"))
    return {"cosine": np.maximum(seeds.arms["cosine"], 0), "own": own, "asks": -asks, "turns": turns}


def _by_script(parts: Mapping[str, Floats], query: Question, seeds: Candidates, mirror: Mirror) -> dict[str, Floats]:
    """Parts of the scores, with what an episode in the other script means as its only one.

    Texts in one script are nearer to each other whatever they say, so each script's cosines count from their median.
    """
    cjk = np.array([is_cjk(mirror.episodes[number].text) for number in seeds.numbers])
    meaning = seeds.arms["meaning"].copy()
    for alike in (cjk, ~cjk):
        meaning[alike] -= np.median(meaning[alike]) if alike.any() else 0
    meaning = _scaled(meaning, "meaning")
    same = cjk == query.chinese
    found = {name: np.where(same, part, 0).astype(np.float32) for name, part in parts.items()}
    own = MEANING if query.chinese else 0.0
    across = ACROSS_CHINESE if query.chinese else ACROSS
    return found | {"meaning": np.where(same, own, across).astype(np.float32) * meaning}


def _bridged(scores: Floats, query: Question, seeds: Candidates, mirror: Mirror) -> Floats:
    """0..1 for the words shared with the best episodes of the same session; the best themselves have 1."""
    best = np.argsort(-scores, kind="stable")[:BRIDGES]
    top = float(scores[best[0]])
    result = np.zeros(len(scores), np.float32)
    if top <= 0:
        return result
    sessions = mirror.in_session()[seeds.numbers]
    asked = set(query.terms)
    for place in best:
        said = [term for term in terms(mirror.episodes[seeds.numbers[place]].text) if term not in asked]
        shared = np.where(sessions == sessions[place], mirror.lexical.scores(said)[seeds.numbers], 0)
        shared[place] = 0
        result = np.maximum(result, scores[place] / top * _scaled(shared, "bm25"))
    result[best] = 1
    return result


def _scaled(scores: Floats, arm: str) -> Floats:
    """Scores as 0..1 over the candidates; word arms count from zero."""
    low = 0.0 if arm in ("bm25", "window", "asked", "session") else float(scores.min())
    high = float(scores.max())
    scaled: Floats = ((scores - low) / (high - low)).astype(np.float32) if high > low else np.zeros_like(scores)
    return scaled


def _reciprocal_ranks(scores: Floats) -> Floats:
    order = np.argsort(-scores, kind="stable")
    ranks = np.empty(len(scores), np.float32)
    ranks[order] = np.arange(1, len(scores) + 1)
    return (1 / (RRF_K + ranks)).astype(np.float32)


def _better_neighbour(scores: Floats, seeds: Candidates, mirror: Mirror) -> Floats:
    before, after = mirror.neighbours()
    known = by_number(scores, seeds.numbers, mirror)
    better: Floats = np.maximum(known[before[seeds.numbers]], known[after[seeds.numbers]])
    return better


def _sum(parts: Mapping[str, Floats]) -> Floats:
    total: Floats = np.sum(np.stack(list(parts.values())), axis=0, dtype=np.float32)
    return total
