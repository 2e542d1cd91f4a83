"""A memory as it looks from another time."""

from __future__ import annotations

from typing import Any

from kgmem.access import ReadAccess, When
from kgmem.cypher import Table
from kgmem.doubting import Doubting
from kgmem.errors import ClosedError, InvalidArgument
from kgmem.question import NOW, Clocks
from kgmem.temporal import Micros, iso


class MemoryView(Doubting):
    """Made by `Memory.at`: the reading verbs of the memory, each from the same time. Nothing can be written.

    It reads the memory itself and copies nothing, so it lives as long as the memory is open. A verb takes the clock the
    view leaves open; one that is fixed cannot be given again.
    """

    def __init__(self, memory: ReadAccess, clocks: Clocks, *, as_of: bool, known_at: bool) -> None:
        self._held, self._ontology, self._zone = memory._held, memory._ontology, memory._zone
        self._clock, self._pid = memory._clock, memory._pid
        self._fixed = clocks
        self._is_fixed = {"as_of": as_of, "known_at": known_at}

    @property
    def as_of(self) -> Micros | None:
        """The instant of the world it looks from, in UTC microseconds; None for any time."""
        return self._fixed.as_of

    @property
    def known_at(self) -> Micros | None:
        """The instant of memory it looks from, in UTC microseconds; None for whenever it is asked."""
        return self._fixed.known_at if self._is_fixed["known_at"] else None

    def __repr__(self) -> str:
        world = "" if self._fixed.as_of is None else f" as of {iso(self._fixed.as_of)}"
        known = "" if self._fixed.known_at == NOW else f" as known at {iso(self._fixed.known_at)}"
        return f"<MemoryView {self.path}{world}{known}>"

    def _check_open(self) -> None:
        if self._held.closed:
            raise ClosedError(
                f"the memory {self._held.folder.path} was closed after this view of it was made; open the memory and "
                "ask at() for another view (of a hub's handle, at() opens it)"
            )

    def _clocks(self, as_of: When | None, known_at: When | None) -> Clocks:
        given = super()._clocks(as_of, known_at)
        for name, value in (("as_of", as_of), ("known_at", known_at)):
            if value is not None and self._is_fixed[name]:
                raise InvalidArgument(f"{name} is fixed in this view; leave it out, or ask Memory.at for another view")
        as_of_then = self._fixed.as_of if self._is_fixed["as_of"] else given.as_of
        return Clocks(as_of_then, self._fixed.known_at if self._is_fixed["known_at"] else given.known_at)

    def _table(self, query: str, params: dict[str, Any], limit: int, timeout: float) -> Table:
        return Table(*self._held.query_then(self._fixed, query, params, limit=limit, timeout=timeout))
