"""What a plain search engine finds in the same turns, for comparison."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.retrieval import Turn

Baseline = Callable[[str, int], tuple[list[tuple[str, float]], float]]
"""(question, how many) -> (turn ids best first with scores, confidence)."""

K1, B = 1.2, 0.3  # turns are short; a low b is worth two points over the usual 0.75
RRF_K = 60
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+|\w+")
_HAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def bm25(turns: Sequence[Turn]) -> Baseline | None:
    """BM25 over single turns as "date speaker: text caption", stemmed, by bm25s; None without bm25s."""
    try:
        import bm25s
        import Stemmer
        from bm25s.stopwords import STOPWORDS_EN
    except ImportError:
        return None
    stem = Stemmer.Stemmer("english").stemWords
    stop = frozenset(STOPWORDS_EN)

    def read(text: str) -> list[str]:
        return list(stem([word for word in words(text) if word not in stop]))

    index = bm25s.BM25(k1=K1, b=B)
    index.index([read(f"{t.date} {t.speaker}: {t.text} {t.caption}") for t in turns], show_progress=False)

    def ask(question: str, limit: int) -> tuple[list[tuple[str, float]], float]:
        known = [word for word in read(question) if word in index.vocab_dict]
        scores = index.get_scores(known) if known else [0.0] * len(turns)
        order = sorted(range(len(turns)), key=lambda i: (-scores[i], i))[:limit]
        return [(turns[i].id, float(scores[i])) for i in order], 0.0

    return ask


def fused(rankings: Sequence[Sequence[tuple[str, float]]]) -> list[tuple[str, float]]:
    """Reciprocal rank fusion of rankings, best first (Cormack, Clarke and Buettcher, 2009; k = 60)."""
    scores: dict[str, float] = {}
    for ranking in rankings:
        for place, (name, score) in enumerate(ranking, 1):
            if score > 0:
                scores[name] = scores.get(name, 0.0) + 1 / (RRF_K + place)
    return sorted(scores.items(), key=lambda one: (-one[1], one[0]))


def words(text: str) -> list[str]:
    """Lower-case words; Chinese and Japanese runs as pairs of signs."""
    found: list[str] = []
    for word in _WORD.findall(text.lower()):
        if _HAN.match(word) and len(word) > 2:
            found.extend(word[i : i + 2] for i in range(len(word) - 1))
        else:
            found.append(word)
    return found
