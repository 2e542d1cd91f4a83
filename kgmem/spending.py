"""What a language model was asked and what that cost, per kind of call."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import Any

from kgmem.errors import InvalidArgument

Price = tuple[float, float]
"""Of a million tokens, sent and received, in whatever money the user counts in."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Calls of one kind. `tokens_in` and `tokens_out` are what the server said; `uncounted` calls came back without.

    failures: calls that gave nothing; retries: requests made again, within calls. seconds: all calls together, pauses
    included. cost: None where no price was given, or where some calls were not counted. Of the things such calls are
    about (turns to be read, episodes to be weighed): how many were `asked` about, how many were decided without
    (`spared`), and how many statements in the answers were `refused`.
    """

    kind: str
    calls: int = 0
    failures: int = 0
    retries: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    uncounted: int = 0
    seconds: float = 0.0
    cost: float | None = None
    asked: int = 0
    spared: int = 0
    refused: int = 0

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


class Ledger:
    """Counts calls; any thread may write."""

    def __init__(self, price: Price | None) -> None:
        """Raises InvalidArgument unless price is None or two numbers from 0."""
        if price is not None and not _is_price(price):
            raise InvalidArgument(f"price={price!r} must be two numbers, of a million tokens sent and received")
        self._price = price
        self._lock = threading.Lock()
        self._kinds: dict[str, Usage] = {}

    def answered(self, kind: str, tokens: tuple[int, int] | None, *, retries: int, seconds: float) -> None:
        """Note a call that came back; tokens: None if the server did not count them."""
        sent, received = tokens or (0, 0)
        self._add(kind, calls=1, tokens_in=sent, tokens_out=received, uncounted=tokens is None, retries=retries,
                  seconds=seconds)  # fmt: skip

    def failed(self, kind: str, *, retries: int, seconds: float) -> None:
        self._add(kind, calls=1, failures=1, retries=retries, seconds=seconds)

    def note(self, kind: str, *, asked: int = 0, spared: int = 0, refused: int = 0) -> None:
        """Count what calls of a kind are about."""
        self._add(kind, asked=asked, spared=spared, refused=refused)

    def usage(self) -> tuple[Usage, ...]:
        """One entry per kind that was called, by name."""
        with self._lock:
            return tuple(self._priced(one) for _, one in sorted(self._kinds.items()))

    def _priced(self, one: Usage) -> Usage:
        if self._price is None or one.uncounted:
            return one
        return replace(one, cost=(one.tokens_in * self._price[0] + one.tokens_out * self._price[1]) / 1_000_000)

    def _add(self, kind: str, **more: float) -> None:
        with self._lock:
            held = self._kinds.get(kind, Usage(kind))
            self._kinds[kind] = replace(held, **{name: getattr(held, name) + count for name, count in more.items()})


def _is_price(price: object) -> bool:
    return (
        isinstance(price, tuple | list)
        and len(price) == 2
        and all(isinstance(one, int | float) and not isinstance(one, bool) and one >= 0 for one in price)
    )
