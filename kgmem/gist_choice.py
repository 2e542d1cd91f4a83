"""Which sentences of a talk are worth their tokens when nobody says what will be asked.

A sentence is worth what memory holds on its evidence, what rules say of its importance, and the words that it alone
says, each less when it was said before; a message of which nothing is in yet goes first. Sentences go in by worth for
their tokens until the budget is spent. A bare reply takes the question before it along.
"""

from __future__ import annotations

import heapq
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgmem.chatter import telling_terms, whole_sentences
from kgmem.context import Counter as TokenCounter
from kgmem.context import quoted, said_by
from kgmem.gist import Dropped, Part, ordered
from kgmem.importance import importance
from kgmem.lexical import terms
from kgmem.packing import BARE
from kgmem.records import Episode
from kgmem.summaries import ASKS, OWN, TO_OTHERS
from kgmem.text import fold

BASE, RULES, HELD, RARE = 0.2, 1.0, 1.0, 0.1
"""What any sentence is worth; its importance; what is held on its evidence; its rare words."""
NEW, ASKED, SHOWN, OWNED, OTHERS = 2.0, 0.5, 0.5, 1.2, 0.9
"""Factors: of a message of which nothing is in yet, of questions, of captions, of what a speaker says of themselves, of
what is said to others. Set by hand on LoCoMo's development conversations (benchmarks/compress.py)."""
PRICE = 0.6
"""The power of the tokens that a worth is divided by: 1 would buy short sentences only."""
AGAIN_FACT, AGAIN_WORD = 3.0, 2.0
"""How much less what was said is worth when it is said again."""
TELLING = 2
"""Words that say something, below which a sentence is left out for saying nothing."""
MOST = 400
"""Sentences that are chosen from at once; of more, parts are compressed first, to twice their share."""
_GREETING = re.compile(
    r"\A\W*(?:hi|hey|hello|good (?:morning|evening|night|afternoon)|bye|goodbye|see you|take care"
    r"|talk (?:to you )?(?:soon|later)|thanks|thank you|thx|you're welcome|no problem|cheers"
    r"|congrats|congratulations|have a (?:good|great|nice)|好的|你好"
    r"|您好|谢谢|多谢|再见|拜拜|早上好|晚安|不客气)(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Support:
    """What memory holds on the evidence of a message: (start, end, id, worth) of facts and events that hold, and the
    places of facts that others superseded, each with the id of what says so now. used: how often it was recalled."""

    held: tuple[tuple[int, int, str, float], ...] = ()
    superseded: tuple[tuple[int, int, str], ...] = ()
    used: int = 0


@dataclass(slots=True)
class Unit:
    """A sentence. `place` is that of its message; a caption has the span (-1, -1). `needs`: the question it answers."""

    place: int
    span: tuple[int, int]
    tokens: int
    terms: frozenset[str]
    fixed: float
    factor: float
    facts: tuple[tuple[str, float], ...] = ()
    needs: Unit | None = None


@dataclass(slots=True)
class Talk:
    """A talk in sentences, and why those are left out that are not among them."""

    episodes: Sequence[Episode]
    heads: list[int]  # tokens of a line around each message
    units: list[Unit] = field(default_factory=list)
    reasons: dict[int, list[Dropped]] = field(default_factory=dict)  # place of a message -> of its sentences


Idf = Callable[[Iterable[str]], Mapping[str, float]]


def talk_of(parts: Sequence[Part], support: Mapping[str, Support], *, history: bool, count: TokenCounter) -> Talk:
    """The sentences of messages, which are in order. history: also those that are superseded."""
    talk = Talk([part.episode for part in parts], [_head(part.episode, count) for part in parts])
    heard: dict[tuple[str, str], str] = {}
    question: Unit | None = None
    for place, part in enumerate(parts):
        episode, held = part.episode, support.get(part.episode.id, Support())
        is_bare = len(terms(part.text)) <= BARE and question is not None
        asked: Unit | None = None
        for span in part.spans:
            text = episode.text[slice(*span)]
            unit = _unit(place, span, text, episode, held, count)
            key = (fold(episode.speaker), fold(" ".join(text.split())))
            gone = _superseded(span, held) if not history else None
            if gone is not None and not unit.facts:
                reason: Dropped | None = Dropped(episode.id, "superseded", gone)
            elif heard.setdefault(key, episode.id) != episode.id:
                reason = Dropped(episode.id, "repeat", heard[key])
            elif is_bare and question is not None:
                unit.needs, unit.terms, reason = question, unit.terms | question.terms, None
            elif len(unit.terms) <= TELLING and not unit.facts and _GREETING.match(text):
                reason = Dropped(episode.id, "greeting")
            elif len(unit.terms) < TELLING and not unit.facts:
                reason = Dropped(episode.id, "filler")
            else:
                reason = None
            if ASKS.search(text) and unit.terms:
                asked = unit
            if reason is None:
                talk.units.append(unit)
            else:
                talk.reasons.setdefault(place, []).append(reason)
        if part.caption and episode.caption:
            talk.units.append(_unit(place, (-1, -1), episode.caption, episode, Support(), count))
        question = asked
    return talk


def _unit(place: int, span: tuple[int, int], text: str, episode: Episode, held: Support, count: TokenCounter) -> Unit:
    facts = [(name, worth) for start, end, name, worth in held.held if start < span[1] and end > span[0]]
    factor = 0.5 + 0.5 * max(0.0, episode.trust) if episode.trust >= 0 else 1.0
    factor *= OWNED if OWN.search(text) else 1.0
    factor *= OTHERS if TO_OTHERS.search(text) else 1.0
    factor *= ASKED if ASKS.search(text) else 1.0
    factor *= SHOWN if span[0] < 0 else 1.0
    factor *= 1 + 0.1 * math.log2(1 + held.used)
    rules = importance(replace(episode, text=text, caption=""))
    return Unit(place, span, count(quoted(text)) - 1, telling_terms(text), BASE + RULES * rules, factor, tuple(facts))


def _superseded(span: tuple[int, int], held: Support) -> str | None:
    """What says otherwise than these words now: "" when nobody knows, None when they were not superseded."""
    return next((by for start, end, by in held.superseded if start < span[1] and end > span[0]), None)


def _head(episode: Episode, count: TokenCounter) -> int:
    return count(f'- {said_by(episode)}: "" [10]\n')


# --- choosing ---------------------------------------------------------------------------------------


def chosen(talk: Talk, budget: int, idf: Idf) -> tuple[list[Unit], int]:
    """The sentences for a budget of tokens, best first, and in how many rounds they were found."""
    units, depth = talk.units, 1
    while len(units) > MOST:
        parts = [units[start : start + MOST // 2] for start in range(0, len(units), MOST // 2)]
        total = sum(unit.tokens for unit in units)
        kept = [
            one
            for part in parts
            for one in _in_order(_packed(talk, part, math.ceil(2 * budget * _tokens(part) / total), idf))
        ]
        if len(kept) >= len(units):
            break
        units, depth = kept, depth + 1
    return _packed(talk, units, budget, idf), depth


def _tokens(units: Iterable[Unit]) -> int:
    return sum(unit.tokens for unit in units)


def _in_order(units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda unit: (unit.place, unit.span))


def _packed(talk: Talk, units: Sequence[Unit], budget: int, idf: Idf) -> list[Unit]:
    """Greedily by worth for tokens. What a sentence is worth only falls while others go in, except beside one of its
    own message, so the best of a heap is looked at again before it is taken."""
    weights = idf({term for unit in units for term in unit.terms})
    unknown = max(weights.values(), default=1.0)
    said: Counter[str] = Counter()
    opened: set[int] = set()
    taken: list[Unit] = []
    inside: set[int] = set()  # places among `units`
    rest = budget
    of_message: dict[int, list[int]] = {}
    for number, unit in enumerate(units):
        of_message.setdefault(unit.place, []).append(number)

    def cost(unit: Unit) -> int:
        own = unit.tokens + (0 if unit.place in opened else talk.heads[unit.place])
        asked = unit.needs
        if asked is None or any(one is asked for one in taken):
            return own
        return own + asked.tokens + (0 if asked.place in opened else talk.heads[asked.place])

    def rate(unit: Unit) -> float:
        held = sum(worth / (1 + AGAIN_FACT * said[name]) for name, worth in unit.facts)
        rare = sum(weights.get(term, unknown) / (1 + AGAIN_WORD * said[term]) for term in unit.terms)
        worth = unit.factor * (unit.fixed + HELD * math.pow(held, 0.7) + RARE * rare)
        return worth * (1.0 if unit.place in opened else NEW) / math.pow(max(1, cost(unit)), PRICE)

    def take(unit: Unit) -> None:
        nonlocal rest
        rest -= unit.tokens + (0 if unit.place in opened else talk.heads[unit.place])
        opened.add(unit.place)
        taken.append(unit)
        said.update(unit.terms)
        said.update(name for name, _ in unit.facts)

    heap = [(-rate(unit), number) for number, unit in enumerate(units)]
    heapq.heapify(heap)
    while heap:
        before, number = heapq.heappop(heap)
        unit = units[number]
        if number in inside or any(one is unit for one in taken) or cost(unit) > rest:
            continue
        now = -rate(unit)
        if now > before + 1e-12 and heap and now > heap[0][0]:
            heapq.heappush(heap, (now, number))
            continue
        if unit.needs is not None and not any(one is unit.needs for one in taken):
            take(unit.needs)
        take(unit)
        inside.add(number)
        for other in of_message[unit.place]:
            if other not in inside:
                heapq.heappush(heap, (-rate(units[other]), other))
    return taken


def parts_of(talk: Talk, units: Iterable[Unit]) -> list[Part]:
    """What is kept of each message, in order."""
    spans: dict[int, list[tuple[int, int]]] = {}
    for unit in units:
        spans.setdefault(unit.place, []).append(unit.span)
    return ordered(
        Part(talk.episodes[place], tuple(sorted(span for span in held if span[0] >= 0)), (-1, -1) in held)
        for place, held in spans.items()
    )


def left_out(talk: Talk, parts: Iterable[Part]) -> list[Dropped]:
    """Messages of which nothing is kept, with the reason of what they say most."""
    kept = {part.episode.id for part in parts}
    could = {unit.place for unit in talk.units}
    found = []
    for place, episode in enumerate(talk.episodes):
        if episode.id not in kept:
            reasons = talk.reasons.get(place, [])
            best = min(reasons, key=lambda one: _FIRST.index(one.reason), default=Dropped(episode.id, "filler"))
            found.append(Dropped(episode.id, "budget") if place in could else best)
    return found


_FIRST = ("superseded", "repeat", "greeting", "filler")


def whole(episode: Episode) -> Part:
    """All of a message."""
    return Part(episode, tuple(whole_sentences(episode.text)), bool(episode.caption))
