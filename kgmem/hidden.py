"""What is hidden: by forgettings that are not undone, and because its time has come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from kgmem import schema
from kgmem.records import Forgetting
from kgmem.schema import Row, WriteSet, edge_key
from kgmem.temporal import FOREVER, Micros


class Hidden:
    """The part of the mirror that counts it."""

    def __init__(self) -> None:
        self.forgettings: dict[str, Forgetting] = {}
        self.hidden: dict[str, int] = defaultdict(int)  # id -> how many forgettings hide it now
        self._hidings = 0  # how often something was hidden or shown
        self.expiring: dict[str, Micros] = {}  # episode id -> when it expires, of those that do
        self.lapsed: tuple[str, ...] = ()  # hidden as well, until the next write: their time has come since the last
        self.next_expiry: Micros | None = FOREVER  # when the next one comes, None when that is to be worked out

    def lapse(self, ids: Iterable[str]) -> None:
        """Hide these, instead of those that were hidden so before."""
        self.next_expiry = None if self.lapsed else self.next_expiry
        for name in self.lapsed:
            self._count_hidden(name, -1)
        self.lapsed = tuple(ids)
        for name in self.lapsed:
            self._count_hidden(name, 1)

    def _count_hidden(self, name: str, step: int) -> None:
        self._hidings += 1
        self.hidden[name] += step
        if not self.hidden[name]:
            del self.hidden[name]

    def _forget(self, write: WriteSet) -> None:
        """Count what is hidden: an id stays hidden while any forgetting that is not undone hides it."""
        for row in write.nodes.get("Forget", ()):
            self.forgettings[row["id"]] = Forgetting(**row)
        for row in write.sets.get("Forget", ()):
            self.forgettings[row["id"]] = replace(self.forgettings[row["id"]], undone_at=row["undone_at"])
        for node in schema.HIDEABLE:
            key = edge_key("HIDES", ("Forget", node))
            self._hide(write.cuts.get(key, ()), -1)
            self._hide(write.edges.get(key, ()), 1)

    def _hide(self, rows: Iterable[Row], step: int) -> None:
        changed: dict[str, set[str]] = defaultdict(set)
        for row in rows:
            changed[row["src"]].add(row["dst"])
            self._count_hidden(row["dst"], step)
        for name, ids in changed.items():
            held = self.forgettings[name]
            left = ids | set(held.hidden) if step > 0 else set(held.hidden) - ids
            self.forgettings[name] = replace(held, hidden=tuple(sorted(left)))
