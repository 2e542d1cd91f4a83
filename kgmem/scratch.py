"""A graph made only to be read, in a temporary folder outside of the memory's, and thrown away afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kgmem import opening
from kgmem.schema import Fold

QueryResult = tuple[tuple[str, ...], list[tuple[Any, ...]], bool]


class Scratch:
    """Holds the rows it was made of until it is closed. Queries that run are waited for."""

    def __init__(self, held: Fold, engine: str, *, isolate: bool = False) -> None:
        self.closed = False
        self._folder = tempfile.TemporaryDirectory(prefix="kgmem-graph-")
        try:
            self._store = opening.new_store(Path(self._folder.name), engine, isolate=isolate)
            try:
                self._store.load(held)
            except BaseException:
                self._store.close()
                raise
        except BaseException:
            self._folder.cleanup()
            raise

    def query(self, cypher: str, params: Mapping[str, Any], *, limit: int, timeout: float) -> QueryResult:
        """Run a checked read-only statement: column names, rows, whether there were more."""
        return self._store.query(cypher, params, limit=limit, timeout=timeout)

    def close(self) -> None:
        """Closing twice is fine."""
        if not self.closed:
            self.closed = True
            self._store.close()
            self._folder.cleanup()
