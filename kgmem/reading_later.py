"""The verbs that read what was observed to be read later."""

from __future__ import annotations

from kgmem.arguments import checked_limit, checked_name
from kgmem.compressing import Compressing
from kgmem.holdings import BATCH, Holdings
from kgmem.reading import BackgroundReader, Reading
from kgmem.records import Change


class ReadingLater(Compressing):
    """Reading what is pending (`Memory.pending`)."""

    _reader: BackgroundReader | None = None

    def read_pending(self, limit: int | None = None, *, session: str | None = None) -> Change:
        """Read what is pending, the earliest first, each batch durable before the next: memory then holds what it would
        hold had it been read at once. What is known of it is recorded now.

        limit: so many episodes at most. session: of one session only. Episodes an extractor could not finish stay
        pending. Others may write meanwhile. An extractor that cannot run at all raises its KgmemError; the batches
        before it are read.
        """
        left = checked_limit(limit) if limit is not None else None
        place = None if session is None else checked_name(session, "session")
        reading, tried, change = self._pending_reading(), set[str](), Change()
        while left is None or left > len(tried):
            size = BATCH if left is None else min(BATCH, left - len(tried))
            now, done = reading.read(size, place, tried)
            if not now:
                break
            tried |= now
            change += done
        return change

    def read_in_background(self) -> BackgroundReader:
        """Have a thread read what is pending, now and whenever something is observed to be read later, until the memory
        is closed: what was not read by then stays pending. There is one for a memory."""
        with self._written():
            if self._reader is None or not self._reader.is_running:
                self._reader = BackgroundReader(self._pending_reading())
            return self._reader

    def _pending_reading(self) -> Reading:
        with self._written():
            assert isinstance(self._held, Holdings)  # else it is not written
            return Reading(self._held, self._observing(), self._written, self._clock)

    def _wake_reader(self) -> None:
        if self._reader is not None and self._held.mirror.pending:
            self._reader.wake()

    def _stop_reading(self) -> None:
        if self._reader is not None:
            self._reader.stop()
