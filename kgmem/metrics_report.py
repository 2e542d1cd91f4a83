"""The numbers of a memory as a record to read: percentiles, shares, and what is out of bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kgmem.metrics import Key, Numbers, Tally
from kgmem.temporal import Micros, iso

MEANINGS = {
    "calls": "calls of verbs",
    "errors": "calls of verbs that raised, by class",
    "call_seconds": "seconds of calls of verbs, waiting for others included",
    "recalls": "questions asked",
    "recalls_empty": "questions to which nothing was found",
    "recall_stage_seconds": "seconds of the stages of recall",
    "recall_hits": "episodes found, by the arm that spoke for them most",
    "recalled": "what else was found, by kind",
    "recall_accuracy": "percent, of judged samples replayed",
    "episodes": "texts observed: new, known, erased (refused), unread (the extractor failed)",
    "facts": "facts by what became of them: asserted, corroborated, superseded, retracted, conflicts",
    "events": "events read",
    "links": "causal links read",
    "violations": "claims against the ontology, kept out",
    "merged": "entities that turned out to be others",
    "new_entities": "entities",
    "to_verify": "facts that memory is not sure of",
    "pending": "episodes that are yet to be read",
    "short_term_appended": "turns put into short-term memory",
    "short_term_truncated": "turns that fell out of it while the chat went on",
    "context_tokens_full": "tokens that whole histories would have cost",
    "context_tokens_sent": "tokens of the contexts sent instead",
    "compressed_tokens_before": "tokens of what was compressed",
    "compressed_tokens_after": "tokens it was compressed to",
    "llm_calls": "calls of the language model, by kind",
    "llm_asked": "things it was asked about, such as episodes",
    "llm_spared": "things it was not asked about, the rules being sure",
    "llm_refused": "statements of it that were refused",
    "llm_failures": "calls that gave nothing",
    "llm_retries": "requests made again",
    "llm_tokens_in": "tokens sent",
    "llm_tokens_out": "tokens received",
    "llm_seconds": "seconds spent on calls",
    "llm_cost": "cost, in the money of the price given",
}
"""What each number counts. Others may come from programs that count into `Metrics` themselves."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Values that were measured. Percentiles are rounded up to two digits; all are 0 without values."""

    count: int
    total: float
    mean: float
    p50: float
    p95: float
    p99: float
    most: float

    @classmethod
    def of(cls, tally: Tally) -> Spread:
        if not tally.count:
            return cls(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        p50, p95, p99 = (tally.percentile(share) for share in (0.5, 0.95, 0.99))
        return cls(tally.count, tally.total, tally.total / tally.count, p50, p95, p99, tally.most)

    def to_dict(self) -> dict[str, float]:
        return {name: round(getattr(self, name), 6) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class MetricsReport:
    """What happened in a memory `since` a time (UTC microseconds) until it was `taken`.

    `counters`, `histograms` and `gauges` are by name and labels: "calls{verb=recall}". `rates` are shares from 0 to 1:
    "errors" of calls (an InvalidArgument is none), "conflicts" of facts told, "recalls_empty", "short_term_truncated",
    "tokens_saved", "llm_failures" and "llm_calls_avoided"; one of nothing is left out. `alerts` are sentences about
    what is out of bounds. `numbers` are the same by structured keys, for exporters.
    """

    since: Micros
    taken: Micros
    counters: Mapping[str, float]
    histograms: Mapping[str, Spread]
    gauges: Mapping[str, float]
    rates: Mapping[str, float]
    alerts: tuple[str, ...]
    numbers: Numbers = field(repr=False, default_factory=Numbers)

    def to_dict(self) -> dict[str, Any]:
        return {
            "since": iso(self.since),
            "taken": iso(self.taken),
            "counters": dict(self.counters),
            "histograms": {name: spread.to_dict() for name, spread in self.histograms.items()},
            "gauges": dict(self.gauges),
            "rates": {name: round(share, 4) for name, share in self.rates.items()},
            "alerts": list(self.alerts),
        }


def report(numbers: Numbers, since: Micros, taken: Micros) -> MetricsReport:
    found = rates(numbers)
    return MetricsReport(
        since,
        taken,
        {flat(key): value for key, value in sorted(numbers.counters.items())},
        {flat(key): Spread.of(tally) for key, tally in sorted(numbers.histograms.items())},
        {flat(key): gauge.value for key, gauge in sorted(numbers.gauges.items())},
        {name: part / whole for name, (part, whole) in found.items()},
        tuple(alerts(numbers, found)),
        numbers,
    )


def flat(key: Key) -> str:
    name, labels = key
    return name + ("{" + ",".join(f"{label}={value}" for label, value in labels) + "}" if labels else "")


# --- shares -----------------------------------------------------------------------------------------


def rates(numbers: Numbers) -> dict[str, tuple[float, float]]:
    """Name -> (part, whole); those of nothing are left out."""

    def total(name: str, **wanted: str) -> float:
        return sum(
            value
            for (held, labels), value in numbers.counters.items()
            if held == name and all(dict(labels).get(label) == value for label, value in wanted.items())
        )

    told = total("facts", fate="asserted") + total("facts", fate="corroborated")
    full, spared = total("context_tokens_full"), total("llm_spared")
    found = {
        "errors": (total("errors") - total("errors", error="InvalidArgument"), total("calls")),
        "conflicts": (total("facts", fate="conflicts"), told),
        "recalls_empty": (total("recalls_empty"), total("recalls")),
        "short_term_truncated": (total("short_term_truncated"), total("short_term_appended")),
        "tokens_saved": (full - total("context_tokens_sent"), full),
        "llm_failures": (total("llm_failures"), total("llm_calls")),
        "llm_calls_avoided": (spared, spared + total("llm_asked")),
    }
    return {name: (part, whole) for name, (part, whole) in found.items() if whole > 0}


# --- alerts -----------------------------------------------------------------------------------------

FEWEST = 20
"""Of so many things at least a share says something."""
SLOW = 1.0
"""Seconds; the 95th percentile of recall above it is an alert."""
LOST = 10.0
"""Points; recall accuracy that fell by more from one replay to the next is an alert."""
WAITING = 100
"""Episodes; more of them waiting to be read are an alert."""
BOUNDED: dict[str, tuple[float, str]] = {
    "short_term_truncated": (
        0.20,
        "of the turns fell out of short-term memory; give it more turns or tokens, or end sessions sooner",
    ),
    "errors": (0.05, "of the calls failed; errors{...} says with what"),
    "conflicts": (0.20, "of the facts told contradict others; ask what Memory.to_verify lists"),
    "llm_failures": (0.10, "of the calls of the language model gave nothing; what they were to read is pending"),
}
"""Share -> above which it is an alert, and the words of that."""


def alerts(numbers: Numbers, shares: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    for name, (bound, words) in BOUNDED.items():
        part, whole = shares.get(name, (0.0, 0.0))
        if whole >= FEWEST and part / whole > bound:
            yield f"{part / whole:.0%} {words} (bound {bound:.0%})"
    tally = numbers.histograms.get(("call_seconds", (("verb", "recall"),)))
    if tally is not None and tally.count >= FEWEST and (slow := tally.percentile(0.95)) > SLOW:
        yield f"one recall in twenty takes {slow:.2g} s or longer (bound {SLOW:.2g} s)"
    yield from _fallen(numbers)
    for key in numbers.gauges:
        if key[0] == "pending" and (waiting := numbers.gauges[key].value) > WAITING:
            yield f"{waiting:.0f} episodes wait to be read (bound {WAITING}); run `kgmem pending run`"


def _fallen(numbers: Numbers) -> Iterator[str]:
    for (name, labels), gauge in numbers.gauges.items():
        if name == "recall_accuracy" and gauge.before is not None and gauge.before - gauge.value > LOST:
            what = dict(labels)
            yield (
                f"recall accuracy ({what.get('measure')}@{what.get('k')}) fell from {gauge.before:.0f} % to "
                f"{gauge.value:.0f} % (bound {LOST:.0f} points)"
            )
