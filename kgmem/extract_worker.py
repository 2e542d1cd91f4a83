"""The child's end of reading in processes beside: parts of a batch in, what was read out."""

from __future__ import annotations

import os
import sys
import threading
import time

from kgmem.extract_rules import RuleExtractor
from kgmem.pipes import received, replies, send, watch

IDLE = 60.0
"""Seconds without a part to read after which the process leaves, with its memory."""
_LOOK = 5.0


def serve() -> None:
    """Read parts until the parent closes the pipe or is gone, or nothing came for a while."""
    pipe = replies()
    threading.Thread(target=watch, args=(os.getppid(),), daemon=True).start()
    ontology, model = received(sys.stdin.buffer)
    extractor = RuleExtractor(ontology, model, workers=0)
    extractor(())  # loads the model
    send(pipe, "ready")
    idle = _Idle()
    threading.Thread(target=idle.watch, daemon=True).start()
    while (part := received(sys.stdin.buffer)) is not None:
        idle.since = None
        try:
            found = extractor(part)
        except Exception as error:  # noqa: BLE001 - the parent reads the part itself, and meets the same
            send(pipe, type(error).__name__)
        else:
            send(pipe, found)
        idle.since = time.monotonic()
    os._exit(0)


class _Idle:
    """Since when nothing has come; None while a part is read."""

    def __init__(self) -> None:
        self.since: float | None = time.monotonic()

    def watch(self) -> None:
        while (since := self.since) is None or time.monotonic() - since < IDLE:
            time.sleep(_LOOK)
        os._exit(0)
