"""Which turns of a chat are shown when not all fit: the last inputs and tool results first, then what matters most.

    importance = 0.5 relevance + 0.3 / (1 + 0.1 hours since) + 0.2 role    (user 1, assistant 0.8, tool and system 0.6)

The weights are those of the project's design for short-term memory; they are not learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from reprlib import repr

from kgmem import temporal
from kgmem.context import CUT, Counter, count_tokens
from kgmem.errors import InvalidArgument
from kgmem.short_term import Turn, counted
from kgmem.temporal import SECOND, Micros
from kgmem.text import signs

RELEVANCE, RECENCY, ROLE = 0.5, 0.3, 0.2
FADING = 0.1
"""Per hour."""
ROLE_WEIGHTS = {"user": 1.0, "assistant": 0.8, "tool": 0.6, "system": 0.6}
FULL = 0.7
"""The share of a model's window that turns may fill before they are truncated."""
KEEP_INPUTS, KEEP_TOOLS = 2, 1
"""So many of the last inputs of the user, and of the last calls with their results, go before all else."""
LONGEST_TOKEN = 40
"""Characters; longer tokens are runs of one sign, which may be cut early."""
_HOUR = 3600 * SECOND


@dataclass(frozen=True, slots=True)
class Truncated:
    """The turns that fit, in their order, and those that do not. `cut` are places, in `kept`, of turns of which only
    the beginning stands."""

    kept: tuple[Turn, ...] = ()
    dropped: tuple[Turn, ...] = ()
    cut: tuple[int, ...] = ()

    @property
    def tokens(self) -> int:
        return sum(turn.tokens for turn in self.kept)


def importances(turns: Sequence[Turn], relevance: Sequence[float] | None, now: Micros) -> list[float]:
    """How much each turn matters now, 0 to 1. relevance: of each, 0 to 1; None means none is relevant."""
    if relevance is not None and len(relevance) != len(turns):
        raise InvalidArgument(f"relevance has {len(relevance)} numbers for {len(turns)} turns; give one for each")
    near = [0.0] * len(turns) if relevance is None else relevance
    return [
        RELEVANCE * min(1.0, max(0.0, share))
        + RECENCY / (1 + FADING * max(0, now - turn.at) / _HOUR)
        + ROLE * ROLE_WEIGHTS[turn.role]
        for turn, share in zip(turns, near, strict=True)
    ]


def fitted(turns: Sequence[Turn], window: int, *, full: float = FULL, now: Micros | None = None) -> Truncated:
    """The turns for a model whose window has so many tokens: all while they fill less than `full` of it."""
    if isinstance(full, bool) or not isinstance(full, int | float) or not 0 < full <= 1:
        raise InvalidArgument(f"full={repr(full)} must be a share above 0, up to 1")
    return truncated(turns, int(full * window), now=now)


def truncated(
    turns: Sequence[Turn],
    max_tokens: int,
    *,
    relevance: Sequence[float] | None = None,
    now: Micros | None = None,
    count: Counter = count_tokens,
) -> Truncated:
    """The turns that fit `max_tokens`, by the tokens they were counted with.

    A call of tools and its results stay or go together; one without all its results goes, and a result without its
    call. The last input, then the last call with its results, then the input before are kept, cut where they alone are
    too long; then the most important, later ones first among equals.
    """
    if isinstance(max_tokens, bool) or not isinstance(max_tokens, int):
        raise InvalidArgument(f"max_tokens must be a whole number, not {repr(max_tokens)}")
    units = _units(turns)
    worth = importances(turns, relevance, temporal.now() if now is None else now)
    first = _first(turns, units)
    rest = [place for place in range(len(units)) if place not in first]
    rest.sort(key=lambda place: (-max(worth[i] for i in units[place]), -place))
    held: dict[int, Turn] = {}
    cut: set[int] = set()
    room = max_tokens
    for place in (*first, *rest):
        unit = {i: turns[i] for i in units[place]}
        cost = sum(turn.tokens for turn in unit.values())
        if cost > room and place in first:
            shorter = _shortened(unit, room, count)
            cut |= {i for i in shorter if shorter[i] is not unit[i]}
            unit, cost = shorter, sum(turn.tokens for turn in shorter.values())
        if unit and cost <= room:
            held |= unit
            room -= cost
    order = sorted(held)
    return Truncated(
        tuple(held[i] for i in order),
        tuple(turn for i, turn in enumerate(turns) if i not in held),
        tuple(place for place, i in enumerate(order) if i in cut),
    )


def _units(turns: Sequence[Turn]) -> list[tuple[int, ...]]:
    """Places of turns that stay or go together, in order; what may not stand at all is in none.

    A result is that of the last call of its id before it that has none: some models give an id again in one chat.
    """
    waiting: dict[str, list[int]] = {}  # id of a call -> places of the turns that made it and have no result yet
    results: dict[int, list[int]] = {}
    for i, turn in enumerate(turns):
        for call in turn.calls:
            waiting.setdefault(call.id, []).append(i)
        if turn.answers and waiting.get(turn.answers):
            results.setdefault(waiting[turn.answers].pop(), []).append(i)
    units: list[tuple[int, ...]] = []
    for i, turn in enumerate(turns):
        if turn.calls:
            if len(results.get(i, ())) == len(turn.calls):
                units.append((i, *results[i]))
        elif not turn.answers:
            units.append((i,))
    return units


def _first(turns: Sequence[Turn], units: Sequence[tuple[int, ...]]) -> list[int]:
    """Places of the units that are kept before all others, the most needed first."""
    inputs = [place for place, unit in enumerate(units) if turns[unit[0]].role == "user"][-KEEP_INPUTS:]
    tools = [place for place, unit in enumerate(units) if any(turns[i].role == "tool" for i in unit)][-KEEP_TOOLS:]
    return [*inputs[-1:], *tools[::-1], *inputs[-2::-1]]


def _shortened(unit: dict[int, Turn], room: int, count: Counter) -> dict[int, Turn]:
    """A unit whose longest texts are cut so that it fits; {} where too little of them would be left."""
    made = dict(unit)
    for i in sorted(unit, key=lambda i: -unit[i].tokens):
        if unit[i].role not in ("user", "tool"):
            continue
        over = sum(turn.tokens for turn in made.values()) - room
        if over <= 0:
            break
        turn = made[i]
        frame = counted(replace(turn, content=""), count).tokens
        made[i] = counted(replace(turn, content=cut_to(turn.content, turn.tokens - frame - over, count)), count)
    fits = sum(turn.tokens for turn in made.values()) <= room
    return made if fits and all(turn.content or turn.calls for turn in made.values()) else {}


def cut_to(text: str, max_tokens: int, count: Counter = count_tokens) -> str:
    """The beginning of a text in at most so many tokens, in whole signs (grapheme clusters), with a mark where it is
    cut; the text itself if it fits, "" where not even the mark and a sign do."""
    if count(text[: LONGEST_TOKEN * max(0, max_tokens) + 1]) <= max_tokens and len(text) <= LONGEST_TOKEN * max_tokens:
        return text
    one = signs(text[: LONGEST_TOKEN * max(0, max_tokens)])
    low, high = 0, len(one)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count("".join(one[:middle]) + CUT) <= max_tokens else (low, middle - 1)
    return "".join(one[:low]).rstrip() + CUT if low else ""
