"""The numbers of a memory for Prometheus: a collector, its text format, and on request a server.

Needs the extra `prometheus`. Names are those of `MetricsReport`, after "kgmem_".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from kgmem.errors import InvalidArgument, KgmemError
from kgmem.metrics import Key, Numbers
from kgmem.metrics_report import MEANINGS, MetricsReport

if TYPE_CHECKING:
    from kgmem.memory import Memory

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
OTHERS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1e3, 2e3, 5e3, 1e4, 1e5)
"""Upper bounds of the buckets that are shown, of seconds and of anything else; all are bounds of `Metrics`."""


class Collector:
    """Register it: `prometheus_client.REGISTRY.register(Collector(memory))`. Each scrape looks at the memory."""

    def __init__(self, memory: Memory) -> None:
        """Raises KgmemError when prometheus_client is not installed."""
        _library()
        self._memory = memory

    def collect(self) -> Iterator[Any]:
        yield from families(self._memory.metrics().numbers)

    def describe(self) -> Iterable[Any]:
        return ()  # nothing is looked at when it is registered


class Served:
    """A server of the numbers, until it is closed. `port` is the one it listens on."""

    def __init__(self, server: Any, thread: Any) -> None:
        self._server, self._thread = server, thread
        self.port: int = server.server_port

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Served:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def serve(memory: Memory, port: int, *, address: str = "127.0.0.1") -> Served:
    """Serve the numbers of an open memory over HTTP, to this machine only unless `address` says otherwise.

    port: 0 takes a free one. Close it before the memory. Raises InvalidArgument for a port that is taken.
    """
    library = _library()
    registry = library.CollectorRegistry()
    registry.register(Collector(memory))
    try:
        return Served(*library.start_http_server(port, addr=address, registry=registry))
    except (OSError, OverflowError) as error:
        raise InvalidArgument(f"nothing can be served at {address}:{port} ({error}); choose another port") from error


def text(report: MetricsReport) -> str:
    """The text format, as a scrape gives it."""
    library = _library()

    class Once:
        def collect(self) -> Iterator[Any]:
            yield from families(report.numbers)

    registry = library.CollectorRegistry()
    registry.register(Once())
    return str(library.generate_latest(registry).decode())


def families(numbers: Numbers) -> Iterator[Any]:
    """One family a name; labels that only some of its members have are "" in the others."""
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

    for name, keys in _by_name(numbers.counters):
        counter = CounterMetricFamily(f"kgmem_{name}", MEANINGS.get(name, name), labels=_labels(keys))
        for key in keys:
            counter.add_metric(_values(key, keys), numbers.counters[key])
        yield counter
    for name, keys in _by_name(numbers.gauges):
        gauge = GaugeMetricFamily(f"kgmem_{name}", MEANINGS.get(name, name), labels=_labels(keys))
        for key in keys:
            gauge.add_metric(_values(key, keys), numbers.gauges[key].value)
        yield gauge
    for name, keys in _by_name(numbers.histograms):
        histogram = HistogramMetricFamily(f"kgmem_{name}", MEANINGS.get(name, name), labels=_labels(keys))
        for key in keys:
            tally = numbers.histograms[key]
            bounds = SECONDS if name.endswith("_seconds") else OTHERS
            buckets = [*((f"{bound:g}", float(tally.up_to(bound))) for bound in bounds), ("+Inf", float(tally.count))]
            histogram.add_metric(_values(key, keys), buckets, tally.total)
        yield histogram


def _by_name(held: Iterable[Key]) -> list[tuple[str, list[Key]]]:
    found: dict[str, list[Key]] = {}
    for key in sorted(held):
        found.setdefault(key[0], []).append(key)
    return list(found.items())


def _labels(keys: Iterable[Key]) -> list[str]:
    return sorted({label for _, labels in keys for label, _ in labels})


def _values(key: Key, keys: Iterable[Key]) -> list[str]:
    held = dict(key[1])
    return [held.get(label, "") for label in _labels(keys)]


def _library() -> Any:
    try:
        import prometheus_client
    except ImportError as error:
        raise KgmemError("this needs prometheus_client: pip install 'kgmem[prometheus]'") from error
    return prometheus_client
