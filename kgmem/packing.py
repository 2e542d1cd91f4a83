"""A context: what was recalled, packed into a budget of tokens.

Best first, greedily, each kind in turn; what was asked for once and for all in a share of its own. A message that says
what another one said already waits until all others are in, so that no evidence is dropped for it; a long one is cut to
the sentences that share words with the question. What was said and what happened stands in the order of time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kgmem.context import (
    CUT,
    END,
    MOST_CHARACTERS,
    MOST_LINES,
    START,
    Counter,
    cause_line,
    count_tokens,
    event_line,
    fact_line,
    path_line,
    quote,
)
from kgmem.lexical import terms
from kgmem.records import Episode, EpisodeHit, EventHit, FactHit, Link, Path
from kgmem.temporal import BEGINNING, FOREVER
from kgmem.text import fold, sentences, signs
from kgmem.wording import Words, language_of, words_for

STANDING = 0.15
"""Share of the budget that preferences and instructions may take, whatever the question is."""
LONGEST, WHOLE = 1 / 3, 120
"""Share of the budget that one message may take before the others are in; a message of at most WHOLE tokens may take
more and is not cut for that."""
QUOTES = 3
"""Messages put in for each fact, event and cause."""
BARE = 4
"""A reply of at most so many terms says little without the question before it."""
SHORTEST = 8
"""Signs below which the beginning of a text is not worth its citation."""
_GAP = "… "
_TRIES = 12
"""So many sentences that do not fit are passed over before the excerpt is taken as it is."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What a context has no room for, best first of its kind; `reason` is "budget", "lines", for what is beyond the
    most of a block, or "repeats", with the id of what says the same."""

    kind: str
    id: str
    reason: str
    of: str = ""


class Context(str):
    """Cited text for a prompt, a str, and what became of everything recalled.

    tokens: its length. spent: id -> tokens in use when it was put in, in that order. cut: ids of messages of which a
    part is quoted. left_out: what is not in it.
    """

    tokens: int
    spent: Mapping[str, int]
    cut: tuple[str, ...]
    left_out: tuple[LeftOut, ...]

    def __new__(
        cls,
        text: str = "",
        tokens: int = 0,
        spent: Mapping[str, int] | None = None,
        cut: Sequence[str] = (),
        left_out: Sequence[LeftOut] = (),
    ) -> Context:
        made = super().__new__(cls, text)
        made.tokens, made.spent, made.cut, made.left_out = tokens, dict(spent or {}), tuple(cut), tuple(left_out)
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return str(self), self.tokens, self.spent, self.cut, self.left_out

    def tokens_until(self, ids: Iterable[str]) -> int | None:
        """How many tokens were in use once all of these were in, packed best first; None when one is not in it."""
        found = [self.spent.get(id) for id in ids]
        return None if None in found else max((one for one in found if one is not None), default=0)

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON values."""
        left = [
            {"kind": o.kind, "id": o.id, "reason": o.reason, **({"of": o.of} if o.of else {})} for o in self.left_out
        ]
        return {"context": str(self), "tokens": self.tokens, "cut": list(self.cut), "left_out": left}


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a block; `place` orders it there. `said`: the episode it quotes."""

    block: str
    kind: str
    id: str
    text: str
    place: tuple[int, ...]
    said: Episode | None = None


@dataclass(slots=True)
class _Box:
    """Lines put in so far, and the tokens left. A line costs the same wherever it stands: lines end where tokens do."""

    words: Words
    rest: int
    count: Counter
    lines: dict[str, list[_Line]] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    total: int = 0

    def cost(self, line: _Line) -> int:
        title = 0 if self.lines.get(line.block) else self.count(f"{line.block}\n")
        return title + self.count(f"{line.text}\n")

    def fits(self, line: _Line, at_most: int | None = None) -> bool:
        return self.cost(line) <= (self.rest if at_most is None else min(self.rest, at_most))

    def put(self, line: _Line) -> None:
        cost = self.cost(line)
        self.rest, self.total = self.rest - cost, self.total + cost
        self.lines.setdefault(line.block, []).append(line)
        self.spent[line.id] = self.total

    def take_out(self, line: _Line) -> None:
        self.lines[line.block].remove(line)
        cost = self.cost(line)
        self.rest, self.total = self.rest + cost, self.total - cost

    def text(self) -> str:
        found = []
        for block in (self.words.standing, *self.words.blocks):
            lines = sorted(self.lines.get(block, ()), key=lambda line: line.place)
            found += [block, *(line.text for line in lines)] if lines else []
        return "\n".join(found)


def assemble(
    episodes: Sequence[EpisodeHit],
    facts: Sequence[FactHit],
    events: Sequence[EventHit],
    paths: Sequence[Path],
    links: Sequence[Link] = (),
    *,
    max_tokens: int,
    query: str = "",
    standing: Sequence[FactHit] = (),
    beside: Sequence[tuple[str, Episode]] = (),
    marked: bool = False,
    unsure: bool = False,
    language: str | None = None,
    count: Counter = count_tokens,
) -> Context:
    """What was recalled as text, never over `max_tokens`; "" when nothing fits.

    Episodes are quoted with speaker, local date and id; facts and events with their time and the
    episodes that say so. beside: ids of hits with the message of the talk that belongs to each, quoted where there is
    room. marked: between START and END. unsure: a line above all says that none of it surely answers. language: of the
    labels, "en" or "zh"; None is that of what is quoted.
    Raises InvalidArgument for another language.
    """
    words = words_for(language or _spoken(episodes, facts, events))
    start = f"{START} {words.notice}"
    room = max_tokens - count(f"{start}\n\n{END}") if marked else max_tokens
    room -= count(f"{words.unsure}\n") if unsure else 0
    box = _Box(words, max(0, room), count)
    left: list[LeftOut] = []
    for place, hit in enumerate(standing[:MOST_LINES]):
        line = _Line(words.standing, "fact", hit.fact.id, f"- {fact_line(hit.fact, words)}", (place,))
        if box.total + box.cost(line) <= STANDING * max_tokens:
            box.put(line)
        else:
            left.append(LeftOut("fact", hit.fact.id, "budget"))
    facts = [hit for hit in facts if hit.fact.id not in box.spent]
    cut = _fill(box, _queue(words, episodes, facts, events, paths, links), query, dict(beside), max_tokens, left)
    text = box.text()
    while text and count(text) > room:  # an unheard-of tokenizer may join lines
        last = list(box.spent)[-1]
        line = next(one for lines in box.lines.values() for one in lines if one.id == last)
        box.take_out(line)
        del box.spent[last]
        left.append(LeftOut(line.kind, last, "budget"))
        text = box.text()
    if unsure and text:
        text = f"{words.unsure}\n{text}"
    if marked and text:
        text = f"{start}\n{text}\n{END}"
    kept = {id for id in cut if id in box.spent}
    return Context(text, count(text), box.spent, [id for id in box.spent if id in kept], _in_order(left, box.spent))


def _in_order(left: Sequence[LeftOut], spent: Mapping[str, int]) -> list[LeftOut]:
    return [one for one in dict.fromkeys(left) if one.id not in spent]


def _queue(
    words: Words,
    episodes: Sequence[EpisodeHit],
    facts: Sequence[FactHit],
    events: Sequence[EventHit],
    paths: Sequence[Path],
    links: Sequence[Link],
) -> list[_Line]:
    """Everything that may go in, best first and in turn from each kind."""
    told = {hit.event.id: hit.event.description for hit in events}
    happened = [
        _Line(words.events, "event", hit.event.id, f"- {event_line(hit.event, words)}", (_begun(hit), place))
        for place, hit in enumerate(events[:5])
    ]
    blocks = {
        words.said: [_quoted(hit.episode, words, place) for place, hit in enumerate(episodes)],
        words.facts: [
            _Line(words.facts, "fact", hit.fact.id, f"- {fact_line(hit.fact, words)}", (place,))
            for place, hit in enumerate(facts)
        ],
        words.events: happened,
        words.causes: [
            _Line(words.causes, "link", link.id, f"- {cause_line(link, told, words)}", (place,))
            for place, link in enumerate(links[:5])
        ],
        words.connections: [
            _Line(words.connections, "path", "+".join(fact.id for fact in path.facts), f"- {path_line(path)}", (place,))
            for place, path in enumerate(paths[:2])
        ],
    }
    at_once = {words.said: QUOTES}
    turns = max(-(-len(lines) // at_once.get(block, 1)) for block, lines in blocks.items())
    return [
        line
        for turn in range(turns)
        for block, lines in blocks.items()
        for line in lines[turn * at_once.get(block, 1) : (turn + 1) * at_once.get(block, 1)]
    ]


def _begun(hit: EventHit) -> int:
    return hit.event.start if hit.event.start > BEGINNING else FOREVER


def _quoted(episode: Episode, words: Words, place: int = 0) -> _Line:
    short = replace(episode, text=episode.text[:MOST_CHARACTERS])
    line = quote(short, words)
    return _Line(words.said, "episode", episode.id, line, (episode.occurred, episode.seq, place), episode)


def _fill(
    box: _Box,
    queue: Sequence[_Line],
    query: str,
    beside: Mapping[str, Episode],
    max_tokens: int,
    left: list[LeftOut],
) -> set[str]:
    """Put in what fits of the queue, then what stands beside, then repeats, then more of what was cut; gives the ids of
    the messages that are cut."""
    asked, allowance = frozenset(terms(query)), int(LONGEST * max_tokens)
    at_most = max(allowance, WHOLE)
    heard: dict[tuple[str, str], str] = {}
    repeats: list[_Line] = []
    waiting: list[_Line] = []
    held: dict[str, _Line] = {}  # cut messages by id, as they stand in the box
    whole: dict[str, _Line] = {}
    for line in queue:
        said = line.said
        if said is None:
            if len(box.lines.get(line.block, ())) >= MOST_LINES:
                left.append(LeftOut(line.kind, line.id, "lines"))
            elif box.fits(line):
                box.put(line)
            else:
                left.append(LeftOut(line.kind, line.id, "budget"))
            continue
        key = (fold(said.speaker), fold(" ".join(said.text.split())))
        if heard.setdefault(key, said.id) != said.id:
            repeats.append(line)
        elif box.fits(line, at_most):
            box.put(line)
            other = beside.get(said.id)
            if other is not None and len(terms(said.text)) <= BARE:
                _put_if_new(box, other, at_most)
        elif box.cost(line) > at_most and (short := _excerpt(line, asked, box, allowance)) is not None:
            box.put(short)
            held[said.id], whole[said.id] = short, line
        else:
            waiting.append(line)
    for line in waiting:
        if box.fits(line):
            box.put(line)
    for id in [id for id in box.spent if id in beside]:
        _put_if_new(box, beside[id], at_most)
    for line in repeats:
        if box.fits(line):
            box.put(line)
        elif line.said is not None:
            said = line.said
            left.append(
                LeftOut("episode", said.id, "repeats", heard[fold(said.speaker), fold(" ".join(said.text.split()))])
            )
    _grow(box, held, whole, asked)
    for line in waiting:
        if line.id not in box.spent:
            if (short := _excerpt(line, asked, box, box.rest)) is not None:
                box.put(short)
                held[line.id] = short
            else:
                left.append(LeftOut("episode", line.id, "budget"))
    return set(held)


def _put_if_new(box: _Box, episode: Episode, at_most: int) -> None:
    line = _quoted(episode, box.words)
    if episode.id not in box.spent and box.fits(line, at_most):
        box.put(line)


def _grow(box: _Box, held: dict[str, _Line], whole: Mapping[str, _Line], asked: frozenset[str]) -> None:
    """Give what room is left to the messages that were cut, best first."""
    for id, line in list(held.items()):
        place = box.lines[line.block].index(line)
        room = box.rest + box.count(f"{line.text}\n")
        full = whole[id]
        longer = full if box.count(f"{full.text}\n") <= room else _excerpt(full, asked, box, room, titled=True)
        if longer is None or len(longer.text) <= len(line.text):
            continue
        more = box.count(f"{longer.text}\n") - box.count(f"{line.text}\n")
        box.lines[line.block][place] = longer
        box.rest, box.total = box.rest - more, box.total + more
        box.spent[id] = box.total
        if longer is full:
            del held[id]
        else:
            held[id] = longer


def _excerpt(line: _Line, asked: frozenset[str], box: _Box, at_most: int, *, titled: bool = False) -> _Line | None:
    """A quote of the sentences that share most with the question, as many as fit; None when next to nothing does."""
    episode = line.said
    assert episode is not None
    room = (
        at_most
        if titled
        else min(at_most, box.rest) - (0 if box.lines.get(line.block) else box.count(f"{line.block}\n"))
    )

    def made(text: str) -> str:
        return quote(replace(episode, text=text, caption=""), box.words)

    def fits(text: str) -> bool:
        return box.count(f"{made(text)}\n") <= room

    found = excerpt(episode.text[:MOST_CHARACTERS], asked, fits)
    return replace(line, text=made(found)) if found else None


def excerpt(text: str, asked: frozenset[str], fits: Callable[[str], bool]) -> str:
    """The sentences of a text that share most terms with those asked for, in their order, as many as fit, gaps marked.
    Where not even one fits, the beginning of the best one in whole signs; "" when that is next to nothing."""
    parts = [" ".join(text[start:end].split()) for start, end in sentences(text)]
    parts = [part for part in parts if part]
    worth = [len(asked & set(terms(part))) for part in parts]
    order = sorted(range(len(parts)), key=lambda place: (-worth[place], place))
    if not order or not fits(CUT):
        return ""
    chosen: set[int] = set()
    failed = 0
    for place in order:
        if fits(_joined(parts, chosen | {place})):
            chosen.add(place)
        elif (failed := failed + 1) >= _TRIES:
            break
    if chosen:
        return _joined(parts, chosen)
    best = order[0]
    one = signs(parts[best])
    low, high = 0, len(one)
    before = _GAP if best else ""

    def begun(length: int) -> str:
        return before + "".join(one[:length]).rstrip() + CUT

    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(begun(middle)) else (low, middle - 1)
    return begun(low) if low > SHORTEST else ""


def _joined(parts: Sequence[str], chosen: set[int]) -> str:
    """Sentences in their order, with a mark wherever some between them, before or after are left out."""
    return "".join(_pieces(parts, sorted(chosen)))


def _pieces(parts: Sequence[str], chosen: Sequence[int]) -> Iterator[str]:
    last = -1
    for place in chosen:
        if place != last + 1:
            yield f" {_GAP}" if last >= 0 else _GAP
        elif last >= 0:
            yield " "
        yield parts[place]
        last = place
    if last < len(parts) - 1:
        yield CUT


def _spoken(episodes: Sequence[EpisodeHit], facts: Sequence[FactHit], events: Sequence[EventHit]) -> str:
    """The language of what is quoted; without quotes, that of the facts and events."""
    told = [hit.fact.text for hit in facts] + [hit.event.description for hit in events]
    return language_of([hit.episode.text for hit in episodes] or told)
