"""Reading with more than one core: parts of a batch go to processes beside this one.

What is read in an episode depends on it and on what it may see alone, so it does not matter who reads it. A part
whose process died is read here.
"""

from __future__ import annotations

import logging
import os
import subprocess
import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence

from kgmem.ontology import Ontology
from kgmem.pipes import received, send, started
from kgmem.records import Conversation, Episode, Extraction

log = logging.getLogger("kgmem")

Part = Sequence[tuple[Episode, Conversation]]
MANY = 256
"""Episodes that come in batches before processes are started: they take a second or two to load their model."""
LEAST, MIDDLING, MOST = 20, 32, 64
"""Episodes of a part: it ends with its session once it has LEAST, and is no longer than a quarter of its batch, within
MIDDLING and MOST: a part that begins within a session has to read the turns before it again."""
LARGEST_CREW = 7


def cores_beside() -> int:
    """How many processes this one may have beside it: one a core, and a core is its own."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores - 1, LARGEST_CREW)


def parts(batch: Part) -> list[Part]:
    """The batch in pieces, cut between sessions where it can be."""
    found: list[Part] = []
    first, most = 0, min(max(len(batch) // 4, MIDDLING), MOST)
    for at in range(1, len(batch)):
        length = at - first
        if length >= most or (length >= LEAST and batch[at][0].session != batch[at - 1][0].session):
            found.append(batch[first:at])
            first = at
    return [*found, batch[first:]] if first < len(batch) else found


class Crew:
    """Processes that read beside this one, started when much is to be read. One that is idle for a minute leaves."""

    def __init__(self, ontology: Ontology, model: str | None, size: int) -> None:
        self.ontology, self.model, self.size = ontology, model, size
        self._workers: list[_Worker] = []
        self._seen = 0
        self._pid = os.getpid()
        self._reading = threading.Lock()
        self._end = weakref.finalize(self, _end_all, self._workers)

    def read(self, batch: Part, here: Callable[[Part], list[Extraction]]) -> list[Extraction]:
        """What is read in the batch, by the processes that are ready and, meanwhile, by `here`."""
        pieces = parts(batch)
        if self.size < 1 or len(pieces) < 2 or os.getpid() != self._pid or not self._reading.acquire(blocking=False):
            return here(batch)
        try:
            self._seen += len(batch)
            if self._seen >= MANY:
                self._start()
            helpers = [worker for worker in self._workers if worker.is_ready]
            return self._shared(pieces, helpers, here) if helpers else here(batch)
        finally:
            self._reading.release()

    def _shared(
        self, pieces: list[Part], helpers: list[_Worker], here: Callable[[Part], list[Extraction]]
    ) -> list[Extraction]:
        waiting = deque(enumerate(pieces))
        found: dict[int, list[Extraction]] = {}

        def feed(worker: _Worker) -> None:
            while waiting:
                try:
                    place, part = waiting.pop()
                except IndexError:
                    return
                read = worker.read(part)
                if read is None:
                    waiting.append((place, part))
                    return
                found[place] = read

        feeders = [threading.Thread(target=feed, args=(worker,), daemon=True) for worker in helpers]
        for feeder in feeders:
            feeder.start()
        try:
            _read_here(waiting, found, here)
        finally:
            for feeder in feeders:
                feeder.join()
        _read_here(waiting, found, here)  # what a process left
        return [extraction for place in range(len(pieces)) for extraction in found[place]]

    def _start(self) -> None:
        """Have as many processes as there should be, without waiting for them. After a failure there are none."""
        left = [worker for worker in self._workers if worker.code is not None]
        if any(worker.code for worker in left):
            code = next(worker.code for worker in left if worker.code)
            return self._give_up(f"a process reading texts ended with code {code}")
        for worker in left:
            self._workers.remove(worker)
        while len(self._workers) < self.size:
            try:
                self._workers.append(_Worker(self.ontology, self.model))
            except OSError as error:
                return self._give_up(f"no process to read texts could be started ({error})")
        return None

    def _give_up(self, reason: str) -> None:
        log.warning("%s; from here on texts are read in this process alone", reason)
        self.size = 0
        _end_all(self._workers)

    def load(self) -> None:
        """Start the processes and wait until they can read."""
        with self._reading:
            self._start()
            for worker in self._workers:
                worker.wait()

    def close(self) -> None:
        """End the processes. They are started again when there is much to read."""
        with self._reading:
            self._seen = 0
            if os.getpid() == self._pid:
                _end_all(self._workers)


def _read_here(
    waiting: deque[tuple[int, Part]], found: dict[int, list[Extraction]], here: Callable[[Part], list[Extraction]]
) -> None:
    while waiting:
        try:
            place, part = waiting.popleft()
        except IndexError:  # a process took the last one
            return
        found[place] = here(part)


def _end_all(workers: list[_Worker]) -> None:
    while workers:
        workers.pop().end()


class _Worker:
    """The parent's end of one process."""

    def __init__(self, ontology: Ontology, model: str | None) -> None:
        self._process: subprocess.Popen[bytes] = started("extract_worker")
        self._ready = False
        self._loading = threading.Thread(target=self._load, args=(ontology, model), daemon=True)
        self._loading.start()

    @property
    def is_ready(self) -> bool:
        return self._ready and self.code is None

    @property
    def code(self) -> int | None:
        """What it ended with, None while it runs."""
        return self._process.poll()

    def wait(self) -> None:
        """Wait until it can read, or has died."""
        self._loading.join()

    def _load(self, ontology: Ontology, model: str | None) -> None:
        self._ready = self._asked((ontology, model)) == "ready"

    def read(self, part: Part) -> list[Extraction] | None:
        """What it reads in the part; None when it cannot, or has died."""
        reply = self._asked(part)
        if isinstance(reply, str):
            log.warning("a process reading texts failed with %s; they are read in this one", reply)
        return reply if isinstance(reply, list) else None

    def _asked(self, frame: object) -> object:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            send(self._process.stdin, frame)
            reply: object = received(self._process.stdout)
        except (OSError, ValueError):
            reply = None
        if reply is None:
            self._process.kill()
            self._process.wait()
        return reply

    def end(self) -> None:
        self._process.kill()
        self._loading.join()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except OSError:
                log.debug("a process reading texts left a part unread")
