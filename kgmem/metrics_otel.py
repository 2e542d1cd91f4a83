"""The numbers of a memory as OpenTelemetry instruments.

Needs the extra `otel`. Instruments are observable: the memory is looked at when a reader collects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kgmem.errors import ClosedError, KgmemError
from kgmem.metrics import Numbers
from kgmem.metrics_report import MEANINGS

if TYPE_CHECKING:
    from kgmem.memory import Memory

GAUGES = ("to_verify", "pending", "recall_accuracy")
QUANTILES = (0.5, 0.95, 0.99)


def instrument(memory: Memory, provider: Any = None) -> None:
    """Show the numbers of an open memory through a meter provider; None for the one that is set globally.

    Counters are "kgmem.calls" and so on, gauges "kgmem.to_verify"; of a histogram "kgmem.call_seconds" there are a
    gauge with the attribute `quantile` (0.5, 0.95, 0.99) and counters "...count" and "...sum". Numbers that other
    programs count get an instrument if they were counted before this. A closed memory shows nothing more.

    Raises KgmemError when opentelemetry is not installed.
    """
    try:
        from opentelemetry import metrics
    except ImportError as error:
        raise KgmemError("this needs opentelemetry: pip install 'kgmem[otel]'") from error
    meter = metrics.get_meter("kgmem", meter_provider=provider)

    def seen(observations: Callable[[Numbers], Iterator[tuple[float, dict[str, str]]]]) -> list[Callable[..., Any]]:
        def callback(_: object) -> list[Any]:
            try:
                numbers = memory.metrics().numbers
            except ClosedError:
                return []
            return [metrics.Observation(value, attributes) for value, attributes in observations(numbers)]

        return [callback]

    held = memory.metrics().numbers
    histograms = {name for name in MEANINGS if name.endswith("_seconds") and not name.startswith("llm_")}
    histograms |= {name for name, _ in held.histograms}
    gauges = {*GAUGES, *(name for name, _ in held.gauges)}
    counters = {*MEANINGS, *(name for name, _ in held.counters)} - gauges - histograms
    for name in sorted(counters):
        meter.create_observable_counter(f"kgmem.{name}", seen(_counters(name)), description=_meaning(name))
    for name in sorted(gauges):
        meter.create_observable_gauge(f"kgmem.{name}", seen(_gauges(name)), description=_meaning(name))
    for name in sorted(histograms):
        unit = "s" if name.endswith("_seconds") else ""
        meter.create_observable_gauge(f"kgmem.{name}", seen(_quantiles(name)), unit, _meaning(name))
        meter.create_observable_counter(f"kgmem.{name}.count", seen(_counts(name)), "", _meaning(name))
        meter.create_observable_counter(f"kgmem.{name}.sum", seen(_sums(name)), unit, _meaning(name))


Observed = Callable[[Numbers], Iterator[tuple[float, dict[str, str]]]]


def _counters(name: str) -> Observed:
    return lambda numbers: ((by, dict(labels)) for (held, labels), by in numbers.counters.items() if held == name)


def _gauges(name: str) -> Observed:
    return lambda numbers: ((one.value, dict(labels)) for (held, labels), one in numbers.gauges.items() if held == name)


def _quantiles(name: str) -> Observed:
    return lambda numbers: (
        (tally.percentile(share), {**dict(labels), "quantile": f"{share:g}"})
        for (held, labels), tally in numbers.histograms.items()
        if held == name
        for share in QUANTILES
    )


def _counts(name: str) -> Observed:
    return lambda numbers: (
        (tally.count, dict(labels)) for (held, labels), tally in numbers.histograms.items() if held == name
    )


def _sums(name: str) -> Observed:
    return lambda numbers: (
        (tally.total, dict(labels)) for (held, labels), tally in numbers.histograms.items() if held == name
    )


def _meaning(name: str) -> str:
    return MEANINGS.get(name, name)
