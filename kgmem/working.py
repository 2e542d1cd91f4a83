"""Working memory: what a model is shown next, in named sections that share one budget of tokens.

Sections are filled in three steps, so that the total is never exceeded and no room is left unused that somebody wants:

1. what must stand whole: pinned sections and the input;
2. every other section up to its share of the budget, or what it has if that is less;
3. what is left over flows to those that want more, in the order of their priority.

A reserve (by default 5 %) stays empty: a server's tokenizer may count a little otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from reprlib import repr
from typing import Any, Literal

from kgmem.context import Counter, count_tokens
from kgmem.errors import InvalidArgument
from kgmem.short_term import FRAME, Turn
from kgmem.temporal import Micros, now
from kgmem.truncating import cut_to, truncated
from kgmem.wording import words_for

Strategy = Literal["pin", "newest", "score", "fill"]
STRATEGIES: tuple[Strategy, ...] = ("pin", "newest", "score", "fill")
PRIMER = 3
"""Tokens with which every answer begins, counted by OpenAI's servers as part of what is sent."""
MAX_TOKENS = 4000
RESERVE = 0.05
HISTORY = "history"
"""The section of the turns of a chat: they stand as messages of their own, between the system's and the input."""
_TRIES = 8


@dataclass(frozen=True, slots=True)
class Section:
    """A named part of what is sent.

    share: of the budget, 0 to 1, where others want room too. strategy: "pin" (whole, always there), "newest" (the
    newest items that fit), "score" (the best that fit) or "fill" (a text made to measure when it is assembled, as a
    summary or recalled memories are). priority: the lowest number takes first of what others leave.
    """

    name: str
    share: float
    strategy: Strategy = "newest"
    priority: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise InvalidArgument("a section needs a name")
        if isinstance(self.share, bool) or not isinstance(self.share, int | float) or not 0 <= self.share <= 1:
            raise InvalidArgument(f"share={repr(self.share)} of section {self.name!r} must be a number from 0 to 1")
        if self.strategy not in STRATEGIES:
            raise InvalidArgument(
                f"strategy={repr(self.strategy)} of section {self.name!r} is none of {', '.join(STRATEGIES)}"
            )


SECTIONS = (
    Section("policy", 0.2, "pin"),
    Section("memories", 0.25, "fill", 1),
    Section("task", 0.15, "pin"),
    Section("summary", 0.05, "fill", 3),
    Section(HISTORY, 0.2, "newest", 2),
    Section("tools", 0.1, "newest", 4),
)
"""Policy, what is remembered, the task, what became of the earlier part of the chat, its last turns, notes of tools."""


@dataclass(frozen=True, slots=True)
class Item:
    """A text put into a section. `score` is used by "score", `at` (UTC microseconds) by "newest"."""

    id: str
    text: str
    score: float = 0.0
    at: Micros = 0


Filler = Callable[[int, frozenset[str]], str]
"""Makes the text of a section in at most so many tokens, without the episodes of these ids; "" for none."""


class Messages(list[dict[str, Any]]):
    """What is sent to a model, a list of OpenAI-style messages, and what became of everything.

    tokens: of the whole, with 4 for the frame of each message and 3 for the answer's beginning. spent: section ->
    tokens. left_out: ids of items that did not fit. dropped: turns that did not. cut: sections of which a part stands,
    "input" among them. episodes: ids of the episodes that stand as turns. filled: section -> what its filler gave, for
    recalled memories a `Context`.
    """

    tokens: int
    spent: Mapping[str, int]
    left_out: tuple[str, ...]
    dropped: tuple[Turn, ...]
    cut: tuple[str, ...]
    episodes: frozenset[str]
    filled: Mapping[str, str]

    @property
    def text(self) -> str:
        """The same as plain text, a paragraph for each message, for models that take one prompt."""
        return "\n\n".join(f"{one['role']}: {_plain(one)}" for one in self)


@dataclass(slots=True)
class _Plan:
    """What is chosen so far for one budget."""

    texts: dict[str, str] = field(default_factory=dict)  # section -> text
    filled: dict[str, str] = field(default_factory=dict)
    turns: tuple[Turn, ...] = ()
    dropped: tuple[Turn, ...] = ()
    input: str = ""
    left_out: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)


class WorkingMemory:
    """Sections and the items put into them; `assemble` makes messages of at most so many tokens."""

    def __init__(
        self,
        sections: Sequence[Section] = SECTIONS,
        *,
        max_tokens: int = MAX_TOKENS,
        reserve: float = RESERVE,
        language: str = "en",
        count: Counter = count_tokens,
    ) -> None:
        """sections: in the order they stand in; their shares and the reserve are at most 1 together. language: of the
        titles, "en" or "zh". count: tokens of a text, for other models than OpenAI's."""
        names = [section.name for section in sections]
        if len(set(names)) < len(names):
            raise InvalidArgument(f"two sections have the same name: {', '.join(names)}")
        if isinstance(reserve, bool) or not isinstance(reserve, int | float) or not 0 <= reserve < 1:
            raise InvalidArgument(f"reserve={repr(reserve)} must be a number from 0 to below 1")
        if (total := sum(section.share for section in sections) + reserve) > 1.0001:
            raise InvalidArgument(f"shares and reserve add up to {total:.2f}; they may be 1 together")
        self.sections, self.max_tokens, self.reserve = tuple(sections), checked_tokens(max_tokens), reserve
        self._titles, self._count = words_for(language).sections, count
        self._items: dict[str, dict[str, Item]] = {name: {} for name in names}

    # --- what is in it ------------------------------------------------------------------------------

    def put(self, section: str, text: str, *, id: str = "", score: float = 0.0, at: Micros | None = None) -> None:
        """Put a text into a section; one with the same id takes the place of the former. Without an id it is new."""
        items = self._section(section)
        if not isinstance(text, str):
            raise InvalidArgument(f"the text of a section must be a str, not {type(text).__name__}")
        if section == HISTORY or self._named(section).strategy == "fill":
            raise InvalidArgument(f"{section!r} is filled when it is assembled; put the text into another section")
        name = id or f"{section}-{len(items) + 1}"
        items.pop(name, None)
        if text.strip():
            items[name] = Item(name, text, score, now() if at is None else at)

    def clear(self, section: str) -> None:
        """Take everything out of a section."""
        self._section(section).clear()

    def items(self, section: str) -> tuple[Item, ...]:
        """What was put into a section, in that order."""
        return tuple(self._section(section).values())

    def _section(self, name: str) -> dict[str, Item]:
        if name not in self._items:
            raise InvalidArgument(f"there is no section {repr(name)}; there are {', '.join(self._items)}")
        return self._items[name]

    def _named(self, name: str) -> Section:
        return next(section for section in self.sections if section.name == name)

    # --- what is sent -------------------------------------------------------------------------------

    def assemble(
        self,
        input: str = "",
        *,
        turns: Sequence[Turn] = (),
        relevance: Sequence[float] | None = None,
        fill: Mapping[str, Filler] | None = None,
        max_tokens: int | None = None,
        at: Micros | None = None,
    ) -> Messages:
        """The sections, the turns and the input as messages of at most `max_tokens`.

        turns: of the chat, oldest first, without the input; calls of tools and their results are kept together.
        relevance: of each turn to the input, 0 to 1. fill: what makes the texts of sections with the strategy "fill".
        An input too long for the budget is cut, and the result says so.
        Raises InvalidArgument where not even the pinned sections and the beginning of the input fit.
        """
        total = self.max_tokens if max_tokens is None else checked_tokens(max_tokens)
        room = total - PRIMER - int(self.reserve * total)
        for _ in range(_TRIES):
            plan = self._plan(input, turns, relevance, fill or {}, total, room, now() if at is None else at)
            made = self._made(plan)
            if made.tokens <= total:
                return made
            room -= made.tokens - total  # a tokenizer may count what is joined as more than its parts
        raise InvalidArgument(f"nothing fits {total} tokens by this counter; raise max_tokens")

    def _plan(
        self,
        input: str,
        turns: Sequence[Turn],
        relevance: Sequence[float] | None,
        fill: Mapping[str, Filler],
        total: int,
        room: int,
        at: Micros,
    ) -> _Plan:
        plan = _Plan()
        pinned = [one for one in self.sections if one.strategy == "pin" and self._items[one.name]]
        flowing = sorted((one for one in self.sections if one.strategy != "pin"), key=lambda one: one.priority)
        for section in pinned:
            plan.texts[section.name] = self._titled(section.name, [i.text for i in self._items[section.name].values()])
        left = room - FRAME - sum(self._cost(text) for text in plan.texts.values())
        if input:
            left -= FRAME
            if self._count(input) > left:
                plan.cut.append("input")
                input = cut_to(input, max(left, 0), self._count)
            if left <= 0 or not input:
                names = ", ".join(section.name for section in pinned) or "the input"
                raise InvalidArgument(
                    f"max_tokens={total} leaves no room beside what must stand whole ({names}): raise it, or shorten "
                    "these"
                )
            left -= self._count(input)
        elif left < 0:
            names = ", ".join(section.name for section in pinned)
            raise InvalidArgument(f"{names} alone are longer than max_tokens={total}: raise it, or shorten these")
        plan.input = input
        shares = sum(section.share for section in flowing) or 1.0
        most = {one.name: min(one.share * total, left * one.share / shares) for one in flowing}
        wants = {one.name: self._want(one, turns, fill) for one in flowing}
        first = {name: int(min(most[name], want)) for name, want in wants.items()}
        spare = left - sum(first.values())
        standing = self._history(plan, turns, relevance, first.get(HISTORY, 0), at)
        for section in flowing:
            given = first[section.name] + spare
            spare = given - self._filled(plan, section, given, fill, turns, relevance, standing, at)
        return plan

    def _want(self, section: Section, turns: Sequence[Turn], fill: Mapping[str, Filler]) -> float:
        """Tokens a section would take if it had all the room there is."""
        if section.name == HISTORY:
            return sum(turn.tokens for turn in turns)
        if section.strategy == "fill":
            return float("inf") if section.name in fill else 0
        items = self._items[section.name]
        return self._cost(self._titled(section.name, [item.text for item in items.values()])) if items else 0

    def _filled(
        self,
        plan: _Plan,
        section: Section,
        room: int,
        fill: Mapping[str, Filler],
        turns: Sequence[Turn],
        relevance: Sequence[float] | None,
        standing: frozenset[str],
        at: Micros,
    ) -> int:
        """Fill one section with at most `room` tokens; gives how many it took."""
        if section.name == HISTORY:
            self._history(plan, turns, relevance, room, at)
            return sum(turn.tokens for turn in plan.turns)
        if section.strategy == "fill":
            title = self._cost(self._titled(section.name, [""]))
            text = fill[section.name](max(0, room - title), standing) if section.name in fill and room > title else ""
            if text:
                plan.filled[section.name] = text
                plan.texts[section.name] = self._titled(section.name, [text])
        else:
            self._choose(plan, section, room)
        return self._cost(plan.texts[section.name]) if section.name in plan.texts else 0

    def _choose(self, plan: _Plan, section: Section, room: int) -> None:
        """The newest, or the best, items of a section that fit, in the order they were put in."""
        items = self._items[section.name]
        order = sorted(items.values(), key=lambda i: (-i.score, -i.at) if section.strategy == "score" else (-i.at, 0))
        chosen: set[str] = set()
        for item in order:
            texts = [one.text for one in items.values() if one.id in chosen or one.id == item.id]
            if self._cost(self._titled(section.name, texts)) <= room:
                chosen.add(item.id)
            else:
                plan.left_out.append(item.id)
        if chosen:
            plan.texts[section.name] = self._titled(section.name, [i.text for i in items.values() if i.id in chosen])
        if chosen and len(chosen) < len(items):
            plan.cut.append(section.name)

    def _history(
        self, plan: _Plan, turns: Sequence[Turn], relevance: Sequence[float] | None, room: int, at: Micros
    ) -> frozenset[str]:
        """Choose the turns that stand; gives the ids of their episodes."""
        found = truncated(turns, room, relevance=relevance, now=at, count=self._count)
        plan.turns, plan.dropped = found.kept, found.dropped
        return frozenset(turn.episode for turn in found.kept if turn.episode)

    def _titled(self, section: str, texts: Sequence[str]) -> str:
        title = self._titles.get(section, f"{section}:")
        body = "\n".join(texts)
        return f"{title}\n{body}" if title else body

    def _cost(self, text: str) -> int:
        return self._count(f"{text}\n\n")

    def _made(self, plan: _Plan) -> Messages:
        """The messages of a plan, counted as they are sent."""
        texts = [plan.texts[section.name] for section in self.sections if section.name in plan.texts]
        made = Messages()
        if texts:
            made.append({"role": "system", "content": "\n\n".join(texts)})
        made.extend(turn.message() for turn in plan.turns)
        if plan.input:
            made.append({"role": "user", "content": plan.input})
        spent = {name: self._count(text) for name, text in plan.texts.items()}
        if plan.turns:
            spent[HISTORY] = sum(turn.tokens for turn in plan.turns)
        if plan.input:
            spent["input"] = FRAME + self._count(plan.input)
        system = FRAME + self._count(made[0]["content"]) if texts else 0
        made.tokens = PRIMER + system + spent.get(HISTORY, 0) + spent.get("input", 0)
        made.spent, made.left_out, made.cut = spent, tuple(plan.left_out), tuple(plan.cut)
        made.episodes = frozenset(turn.episode for turn in plan.turns if turn.episode)
        made.filled, made.dropped = plan.filled, plan.dropped
        return made


def checked_tokens(value: object) -> int:
    """A budget of tokens, or InvalidArgument."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidArgument(f"max_tokens must be a whole number from 1, not {repr(value)}")
    return value


def _plain(message: Mapping[str, Any]) -> str:
    calls = [f"[{one['function']['name']}({one['function']['arguments']})]" for one in message.get("tool_calls", ())]
    return " ".join(filter(None, (message.get("content") or "", *calls)))
