"""Counters, gauges and histograms of a memory."""

import threading

import pytest

from kgmem.metrics import BOUNDS, MOST, Metrics, Tally


def test_counters_add_up_by_name_and_labels():
    metrics = Metrics()
    metrics.count("turns")
    metrics.count("turns", 2)
    metrics.count("verbs", verb="recall")
    metrics.count("verbs", verb="observe")
    metrics.count("verbs", verb="recall")
    assert metrics.numbers().counters == {
        ("turns", ()): 3,
        ("verbs", (("verb", "observe"),)): 1,
        ("verbs", (("verb", "recall"),)): 2,
    }


def test_threads_lose_no_count():
    metrics = Metrics()

    def work():
        for _ in range(2000):
            metrics.count("turns")
            metrics.measure("tokens", 7)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = metrics.numbers()
    assert found.counters["turns", ()] == 8000
    assert found.histograms["tokens", ()].count == 8000


def test_a_percentile_is_rounded_up_to_two_digits():
    tally = Tally()
    for value in range(1, 1001):
        tally.add(value / 1000)
    assert [tally.percentile(share) for share in (0.5, 0.95, 0.99, 1)] == [0.5, 0.95, 0.99, 1.0]
    tally.add(0.000123)
    assert tally.percentile(0.0001) == 0.00013
    assert Tally().percentile(0.5) == 0


def test_a_percentile_is_never_above_the_largest_value():
    tally = Tally()
    for value in (0.0101, 3e9):
        tally.add(value)
    assert (tally.percentile(0.5), tally.percentile(1)) == (0.011, 3e9)
    assert (tally.least, tally.most, tally.count, tally.total) == (0.0101, 3e9, 2, 3000000000.0101)


def test_a_bound_belongs_to_its_bucket():
    tally = Tally()
    for value in (0, 0.001, 0.0011, 0.25):
        tally.add(value)
    assert [tally.up_to(bound) for bound in (0, 0.001, 0.0025, 0.25, 10)] == [1, 2, 3, 4, 4]
    assert list(BOUNDS) == sorted(set(BOUNDS))


def test_what_fails_is_timed_too():
    metrics = Metrics()
    with pytest.raises(ZeroDivisionError), metrics.timed("work_seconds", verb="recall"):
        1 / 0  # noqa: B018
    assert metrics.numbers().histograms["work_seconds", (("verb", "recall"),)].count == 1


def test_a_gauge_keeps_the_value_before():
    metrics = Metrics()
    metrics.gauge("waiting", 3, 1000)
    metrics.gauge("waiting", 5, 2000)
    found = metrics.numbers().gauges["waiting", ()]
    assert (found.value, found.at, found.before) == (5, 2000, 3)


def test_labels_without_end_are_counted_together():
    metrics = Metrics()
    for number in range(MOST + 50):
        metrics.count("errors", error=f"E{number}")
    found = metrics.numbers().counters
    assert len(found) == MOST + 1
    assert found["errors", (("error", "other"),)] == 50
