"""The verbs about what happened in a memory, in numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC

from kgmem import metrics_kept, temporal
from kgmem.arguments import checked_limit
from kgmem.doubts import waiting
from kgmem.errors import InvalidArgument
from kgmem.metrics import Gauge, Key, Numbers
from kgmem.metrics_report import MetricsReport, report
from kgmem.samples import Accuracy, Judged, samples
from kgmem.tracing import Trace
from kgmem.tuning import Tuning


class Monitoring(Tuning):
    """The verbs `metrics` and `replay`."""

    def metrics(self, *, kept: bool = False) -> MetricsReport:
        """What happened in this memory: calls, errors and seconds of verbs, facts by what became of them, and so on.

        Of a memory opened for writing, everything since its numbers were first kept; of one opened with read_only, what
        was done by this handle. kept: instead of that, what its writers kept on disk, up to a minute ago.
        Numbers only: no texts, no names of people or sessions. docs/usage.md lists them.
        """
        with self._reading():
            now = temporal.now()
            self._held.spent.count(self._held.metrics)
            numbers, since = self._held.metrics.numbers(), self._held.metrics.since
            if kept:
                numbers, since = metrics_kept.read(self._held.folder.metrics) or (Numbers(), now)
            gauges = {**numbers.gauges, **{key: Gauge(value, now) for key, value in self._gauges()}}
            return report(replace(numbers, gauges=gauges), since, now)

    def _gauges(self) -> Iterator[tuple[Key, float]]:
        """What is only known by looking."""
        mirror = self._held.mirror
        yield ("pending", ()), len(mirror.pending)
        yield ("to_verify", ()), waiting(mirror.facts.values(), mirror, self._present(None, None), self._ontology)

    def replay(self, judged: Judged, *, limit: int | None = None) -> Accuracy:
        """Ask judged samples again, and say how much of what is right is among the first `limit` (10) episodes.

        judged: mappings, or a file of JSON lines: "question", and "episodes" (ids of those that are right) or "text"
        (what the right one says; or a list of such), and "asked_at" if it was not asked now. The result is among the
        `metrics`, as `recall_accuracy`; nothing is counted as used. Raises InvalidArgument for no samples, and for
        ids that memory does not hold.
        """
        count = checked_limit(limit)
        if not count:
            raise InvalidArgument("limit must be at least 1: among no episodes nothing is found")
        zone = self._zone or UTC
        with self._reading():
            known = self._held.mirror.number
            asked = list(samples(judged, known, zone))
            if not asked:
                raise InvalidArgument("there are no judged samples; give at least one, better fifty")
        shares = []
        for sample in asked:
            with self._reading():
                request = self._request(
                    sample.question, count, None, None, sample.asked_at, None, None, None, None, None, None, "score"
                )
                found = self._recalled(request, None, Trace())
            shares.append(sample.found([hit.episode for hit in found.episodes]))
        done = Accuracy.of(shares, count)
        for measure in ("any", "share", "all"):
            labels = {"measure": measure, "k": str(count)}
            self._held.metrics.gauge("recall_accuracy", getattr(done, measure), temporal.now(), **labels)
        return done
