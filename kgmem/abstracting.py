"""A talk shortened by a language model, and held against what was said: a sentence naming what nobody said is out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from kgmem.chatter import telling_terms
from kgmem.context import Counter, cited_line
from kgmem.errors import LLMError
from kgmem.gist import plain
from kgmem.lexical import STOP, terms
from kgmem.llm import LLM
from kgmem.prompting import prompt
from kgmem.records import Episode
from kgmem.temporal import moment, parse_zone
from kgmem.text import clean, runs

KIND = "summary"
"""The kind of these calls in `LLM.usage`, and the name of their prompt."""
CHUNK = 6000
"""Tokens of turns in one request; of a longer talk, parts are shortened first and then what came of them."""
WORDS_A_TOKEN = 0.6
"""Words that fit a token, with room for what cites them."""
GROUNDED = 0.5
"""The share of the telling words of a sentence that must have been said."""
ROUNDS = 4
SCHEMA: dict[str, Any] = {
    "title": KIND,
    "type": "object",
    "properties": {
        "sentences": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "text": {"type": "string"},
                    "turns": {"type": "array", "items": {"type": "integer"}},
                },
                "required": ["text", "turns"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["sentences"],
    "additionalProperties": False,
}
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_NAME = re.compile(r"[A-Z][\w'’-]*")
_COUNTS = dict(
    zip("two three four five six seven eight nine ten eleven twelve".split(), map(str, range(2, 13)), strict=True)
)
_OPENERS = frozenset("both later then afterwards meanwhile finally recently now today earlier also each".split())


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a model wrote, or a turn as it was said; `turns` are numbers of turns, from 1."""

    text: str
    turns: tuple[int, ...]
    speaker: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Abstract:
    """What a model made of a talk: its lines, the turns they cite in order, and in how many rounds. `trouble`: why
    there is nothing."""

    text: str = ""
    cited: tuple[int, ...] = ()
    rounds: int = 0
    trouble: str = ""


def abstracted(episodes: Sequence[Episode], llm: LLM, max_tokens: int, count: Counter) -> Abstract:
    """The talk in at most so many tokens, by a model. Whatever it does, nothing is raised for it."""
    said = [_turn(number, episode) for number, episode in enumerate(episodes, 1)]
    source = Source.of(episodes)
    try:
        sentences, rounds = _shortened(said, llm, max_tokens, count, source)
    except LLMError as error:
        return Abstract(trouble=str(error))
    order = {number: place for place, number in enumerate(sorted({n for one in sentences for n in one.turns}), 1)}
    kept: list[Sentence] = []
    while sentences and count(_text([*kept, sentences[0]], order)) <= max_tokens:
        kept.append(sentences.pop(0))
    order = {number: place for place, number in enumerate(sorted({n for one in kept for n in one.turns}), 1)}
    if not kept:
        return Abstract(trouble=f"nothing that {llm.model} wrote can be used")
    return Abstract(_text(kept, order), tuple(order), rounds)


def _text(sentences: Iterable[Sentence], order: dict[int, int]) -> str:
    return "\n".join(cited_line(one.text, [str(order[number]) for number in one.turns]) for one in sentences)


def _turn(number: int, episode: Episode) -> Sentence:
    date = f"{moment(episode.occurred, parse_zone(episode.zone) or UTC):%Y-%m-%d}"
    return Sentence(plain(episode).partition(": ")[2], (number,), episode.speaker or episode.role, date)


def _shortened(
    said: list[Sentence], llm: LLM, max_tokens: int, count: Counter, source: Source
) -> tuple[list[Sentence], int]:
    rounds = 1
    while len(parts := _chunks(said, count)) > 1 and rounds < ROUNDS:
        room = max(max_tokens, CHUNK // 2) // len(parts) + 1
        answers = llm.map([_chat(part, room) for part in parts], kind=KIND, schema=SCHEMA, max_tokens=_most(room))
        for answer in answers:
            if isinstance(answer, LLMError):
                raise answer
        said = [one for part, answer in zip(parts, answers, strict=True) for one in _read(str(answer), part, source)]
        rounds += 1
        if not said:
            return [], rounds
    answer = llm.chat(_chat(said, max_tokens), kind=KIND, schema=SCHEMA, max_tokens=_most(max_tokens))
    return _read(answer, said, source), rounds


def _most(room: int) -> int:
    """Tokens an answer may have: JSON takes more than its sentences."""
    return 3 * room + 200


def _chunks(said: Sequence[Sentence], count: Counter) -> list[list[Sentence]]:
    parts: list[list[Sentence]] = []
    size = CHUNK
    for one in said:
        cost = count(one.text) + 10
        if size + cost > CHUNK or not parts:
            parts.append([])
            size = 0
        parts[-1].append(one)
        size += cost
    return parts


def _chat(said: Sequence[Sentence], room: int) -> list[dict[str, str]]:
    turns = [
        {"n": place, **({"speaker": one.speaker, "date": one.date} if one.speaker else {}), "text": one.text}
        for place, one in enumerate(said, 1)
    ]
    return prompt(KIND).messages({"words": max(8, int(room * WORDS_A_TOKEN)), "turns": turns})


def _read(answer: str, said: Sequence[Sentence], source: Source) -> list[Sentence]:
    """The sentences of an answer that cite turns and name nothing that nobody said; [] for no answer in the form."""
    start, end = answer.find("{"), answer.rfind("}")
    try:
        rows = json.loads(answer[start : end + 1])["sentences"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []
    found = []
    for row in rows if isinstance(rows, list) else ():
        text, places = (row.get("text"), row.get("turns")) if isinstance(row, dict) else (None, None)
        if not isinstance(text, str) or not isinstance(places, list):
            continue
        cited = [said[place - 1] for place in places if type(place) is int and 1 <= place <= len(said)]
        line = " ".join(clean(text).split())
        if cited and source.bears(line):
            found.append(Sentence(line, tuple(sorted({number for one in cited for number in one.turns}))))
    return found


@dataclass(frozen=True, slots=True)
class Source:
    """The words, terms and numbers of a talk, its speakers and dates among them."""

    words: frozenset[str]
    terms: frozenset[str]
    numbers: frozenset[str]

    @classmethod
    def of(cls, episodes: Sequence[Episode]) -> Source:
        texts = [f"{plain(episode)} {_dates(episode)}" for episode in episodes]
        return cls(
            frozenset(word for text in texts for word in runs(text)),
            frozenset(term for text in texts for term in terms(text)),
            frozenset(part for text in texts for found in _NUMBER.findall(text) for part in _parts(found)),
        )

    def bears(self, sentence: str) -> bool:
        """True unless the sentence has a name, number or date that was not said, or is mainly of other words."""
        numbers = [part for found in _NUMBER.findall(sentence) for part in _parts(found)]
        if any(number not in self.numbers for number in numbers):
            return False
        for word in runs(sentence):
            if word in _COUNTS and word not in self.words and _COUNTS[word] not in self.numbers:
                return False
        if not all(self._knows(found, first=not place) for place, found in enumerate(_named(sentence))):
            return False
        told = telling_terms(sentence)
        return len(told & self.terms) >= GROUNDED * len(told)

    def _knows(self, name: str, *, first: bool) -> bool:
        said = runs(name)
        if name[:1].islower() or all(word in self.words for word in said):
            return True
        bare = [word.removesuffix("'s").removesuffix("’s") for word in said]
        if all(word in self.words or word in STOP or word == "s" for word in bare):
            return True
        return first and all(word in _OPENERS or set(terms(word)) <= self.terms for word in bare)


def _named(sentence: str) -> list[str]:
    """The first word, and all that begin with a capital."""
    words = sentence.split()
    first = words[:1]
    return [*first, *(found for found in _NAME.findall(sentence[len(first[0]) :] if first else ""))]


def _parts(number: str) -> list[str]:
    """A number as it stands, or the parts of a date without leading zeros."""
    parts = re.split(r"[/-]", number)
    return [part.lstrip("0") or "0" for part in parts]


def _dates(episode: Episode) -> str:
    return f"{moment(episode.occurred, parse_zone(episode.zone) or UTC):%Y-%m-%d %B %A}"
