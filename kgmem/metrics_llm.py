"""What a memory's language model was asked, among the numbers of the memory."""

from __future__ import annotations

import threading

from kgmem.llm import LLM
from kgmem.metrics import Metrics
from kgmem.spending import Usage

COUNTED = ("calls", "failures", "retries", "tokens_in", "tokens_out", "seconds", "cost", "asked", "spared", "refused")


class Spent:
    """Counts what is new in a model's ledger. What it was asked before the memory was opened is not counted; what other
    memories ask it meanwhile is, when they share it."""

    def __init__(self, llm: LLM | None) -> None:
        self._llm = llm
        self._lock = threading.Lock()
        self._seen = self._usage()

    def count(self, metrics: Metrics) -> None:
        with self._lock:
            now, before = self._usage(), self._seen
            self._seen = now
        for kind, usage in now.items():
            held = before.get(kind, Usage(kind))
            for name in COUNTED:
                more = (getattr(usage, name) or 0) - (getattr(held, name) or 0)
                if more > 0:
                    metrics.count(f"llm_{name}", more, kind=kind)

    def _usage(self) -> dict[str, Usage]:
        return {} if self._llm is None else {usage.kind: usage for usage in self._llm.usage()}
