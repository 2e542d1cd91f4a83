"""BM25 over episodes: stemmed words for Latin scripts, character bigrams for Chinese and Japanese.

Two readings of the same postings: each episode alone, and each with its neighbours in the session
(the turn before and the turn after), which finds answers to a question asked one turn earlier.

BM25 as in Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009), with the idf of
Lucene, ln(1 + (N - n + 0.5) / (n + 0.5)). Chat turns are short, hence the low length weight b.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import Stemmer

from kgmem import chinese_terms
from kgmem.text import is_han, runs, words

K1 = 1.2
B = 0.3
READ = 100
"""Terms whose postings are kept as arrays: those of one question are asked for a dozen times."""

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]

STOP = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "how",
        "i",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "s",
        "she",
        "so",
        "t",
        "that",
        "the",
        "their",
        "them",
        "there",
        "they",
        "this",
        "to",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)
_stemmer = Stemmer.Stemmer("english")


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    return str(_stemmer.stemWord(word)) if word.isascii() else word


def terms(text: str) -> list[str]:
    """The terms a text is found by, in order, stop words out."""
    found: list[str] = []
    for run in runs(text):
        if run.isascii():
            found += [stem(run)] * (run not in STOP)
        elif is_han(run):
            found += chinese_terms.terms(run)
        else:
            found += words(run)
    return found


class Lexical:
    """Postings by term. Documents are numbered 0, 1, 2, ... in the order they were added."""

    def __init__(self) -> None:
        self._postings: dict[str, tuple[array[int], array[int]]] = {}  # term -> (documents, frequencies)
        self._lengths = array("i")
        self._asked: tuple[tuple[str, ...], int, Floats] | None = None  # last terms scored, of how many texts, scores
        self._normed: tuple[Floats, Floats] | None = None  # lengths, and what they weigh, as they were last asked for
        self._read: dict[str, tuple[Ints, Floats]] = {}  # postings of terms asked for lately, as arrays

    def __len__(self) -> int:
        return len(self._lengths)

    def add(self, text: str) -> int:
        """Add a text and return its number."""
        number = len(self._lengths)
        found = Counter(terms(text))
        for term, frequency in found.items():
            postings = self._postings.get(term)
            if postings is None:
                postings = self._postings[term] = (array("i"), array("i"))
            postings[0].append(number)
            postings[1].append(frequency)
        self._lengths.append(sum(found.values()))
        return number

    def blank(self, number: int, text: str) -> None:
        """Take the words of a text out again; it keeps its number, and has none."""
        for term in set(terms(text)):
            documents, frequencies = self._postings[term]
            at = bisect_left(documents, number)
            del documents[at], frequencies[at]
            if not documents:
                del self._postings[term]
        self._lengths[number] = 0
        self._asked = None

    def idf(self, query: Iterable[str]) -> dict[str, float]:
        """Inverse document frequency of each term that occurs, 0 upwards."""
        count = len(self._lengths)
        held = {term: len(self._postings[term][0]) for term in query if term in self._postings}
        return {term: float(np.log(1 + (count - n + 0.5) / (n + 0.5))) for term, n in held.items()}

    def scores(self, query: Sequence[str]) -> Floats:
        """BM25 of every document for these terms, (n,), to read only; 0 where no term occurs."""
        asked, last = tuple(dict.fromkeys(query)), self._asked
        if last is not None and last[:2] == (asked, len(self._lengths)):
            return last[2]
        idf, norm = self.idf(asked), self._norms()
        held = [self._arrays(term) for term in idf]
        documents = np.concatenate([one for one, _ in held] or [np.zeros(0, np.int32)])
        frequencies = np.concatenate([one for _, one in held] or [np.zeros(0, np.float32)])
        weights = np.repeat(np.array([*idf.values()], np.float32) * np.float32(K1 + 1), [len(one) for one, _ in held])
        parts = weights * frequencies / (frequencies + norm[documents])
        result = np.bincount(documents, parts, len(norm)).astype(np.float32)
        result.setflags(write=False)
        self._asked = asked, len(self._lengths), result
        return result

    def window_scores(self, query: Sequence[str], before: Ints, after: Ints) -> Floats:
        """BM25 of every document read together with its neighbours, (n,).

        before, after: (n,) numbers of the neighbouring documents, -1 for none.
        """
        count, lengths = len(self._lengths), self.lengths()
        padded = np.append(lengths, 0)
        norm = _norm(lengths + padded[before] + padded[after])
        result = np.zeros(count, np.float32)
        for term in dict.fromkeys(query):
            if term not in self._postings:
                continue
            documents, frequencies = self._arrays(term)
            # a document's words count for itself, for the one after it and for the one before it
            targets = np.concatenate((documents, after[documents], before[documents]))
            counted = np.bincount(targets + 1, np.tile(frequencies, 3), count + 1)[1:]  # without those of -1
            windows = np.flatnonzero(counted)
            frequency = counted[windows].astype(np.float32)
            idf = float(np.log(1 + (count - len(windows) + 0.5) / (len(windows) + 0.5)))
            result[windows] += idf * frequency * (K1 + 1) / (frequency + norm[windows])
        return result

    def coverage(self, query: Sequence[str], groups: Ints) -> Floats:
        """How much of the query each document's group holds, 0 to 1 of what all documents hold, (n,).

        groups: (n,) numbers from 0 on. A term counts once in a group, by its idf among documents.
        """
        held = np.zeros(int(groups.max(initial=-1)) + 1, np.float32)
        total = 0.0
        for term, idf in self.idf(dict.fromkeys(query)).items():
            said = np.zeros(len(held), np.bool_)
            said[groups[self._arrays(term)[0]]] = True
            held[said] += idf
            total += idf
        result: Floats = held[groups] / (total or 1.0)
        return result

    def group_scores(self, query: Sequence[str], groups: Ints) -> Floats:
        """BM25 of each document's group, read as one text, (n,). groups: (n,) numbers from 0 on."""
        count = int(groups.max(initial=-1)) + 1
        norm = _norm(np.bincount(groups, self.lengths(), count).astype(np.float32))
        held = [self._arrays(term) for term in dict.fromkeys(query) if term in self._postings]
        if not held:
            return np.zeros(len(groups), np.float32)
        within = [groups[documents] + place * count for place, (documents, _) in enumerate(held)]
        said = np.bincount(np.concatenate(within), np.concatenate([one for _, one in held]), len(held) * count)
        frequency = said.reshape(len(held), count)  # of a term in a group
        groups_with = np.count_nonzero(frequency, axis=1)[:, None]
        idf = np.log(1 + (count - groups_with + 0.5) / (groups_with + 0.5))
        found: Floats = (idf * frequency * (K1 + 1) / (frequency + norm)).sum(axis=0).astype(np.float32)
        return found[groups]

    def held(self, query: Sequence[str], numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Which of the terms these documents hold, (len(numbers), len(query))."""
        result = np.zeros((len(numbers), len(query)), np.bool_)
        for place, term in enumerate(query):
            if term in self._postings:
                marked = np.zeros(len(self._lengths), np.bool_)
                marked[self._arrays(term)[0]] = True
                result[:, place] = marked[numbers]
        return result

    def lengths(self) -> Floats:
        """How many terms each document has, (n,), to read only."""
        return self._weighed()[0]

    def _norms(self) -> Floats:
        """What its length takes off a document, (n,)."""
        return self._weighed()[1]

    def _weighed(self) -> tuple[Floats, Floats]:
        held = self._normed
        if held is None or len(held[0]) != len(self._lengths):
            lengths = np.array(self._lengths, np.float32)
            lengths.setflags(write=False)
            held = self._normed = lengths, _norm(lengths)
        return held

    def _arrays(self, term: str) -> tuple[Ints, Floats]:
        """In which documents a term is, ascending, and how often."""
        documents, frequencies = self._postings[term]
        held = self._read.get(term)
        if held is None or len(held[0]) != len(documents):
            if len(self._read) >= READ:
                self._read = {}
            # copies: an array with a live view on it cannot grow
            held = self._read[term] = np.array(documents, np.int32), np.array(frequencies, np.float32)
        return held


def _norm(lengths: Floats) -> Floats:
    mean = float(lengths.mean()) if len(lengths) else 0.0
    return (K1 * (1 - B + B * lengths / (mean or 1.0))).astype(np.float32)
