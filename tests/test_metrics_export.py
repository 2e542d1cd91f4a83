"""The report of what happened, its alerts, and how Prometheus and OpenTelemetry see it."""

from __future__ import annotations

import json
import urllib.request

import pytest
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from kgmem import InvalidArgument, Memory
from kgmem.metrics import Metrics
from kgmem.metrics_otel import instrument
from kgmem.metrics_prometheus import OTHERS, SECONDS, Collector, serve, text
from kgmem.metrics_report import report

JUDGED = [
    {"question": "Where does Ana live?", "episodes": ["a"]},
    {"question": "What does Ben drink?", "text": "LIKES tea", "episodes": ["b"]},
    {"question": "Where does Ana live?", "episodes": ["a"], "text": ["nobody said this"], "asked_at": "2026-05-01"},
]


@pytest.fixture
def talk(memory: Memory) -> Memory:
    memory.observe("Ana lives in Lisbon.", speaker="Ana", id="a", at="2026-03-01T10:00:00Z")
    memory.observe("Ben likes tea.", speaker="Ben", id="b", at="2026-03-02T10:00:00Z")
    memory.recall("Where does Ana live?")
    return memory


def of(metrics: Metrics):
    return report(metrics.numbers(), 0, 0)


# --- the report -------------------------------------------------------------------------------------


def test_the_report_names_numbers_by_their_labels(talk):
    found = talk.metrics()
    assert found.counters["calls{verb=observe}"] == 2
    assert found.counters["facts{fate=asserted}"] == 2
    assert found.histograms["call_seconds{verb=recall}"].count == 1
    assert found.rates["errors"] == 0
    assert (found.gauges["to_verify"], found.alerts) == (0, ())
    assert json.loads(json.dumps(found.to_dict()))["counters"] == found.counters


def test_asking_for_the_numbers_is_no_call(talk):
    talk.metrics()
    assert not any("metrics" in name for name in talk.metrics().counters)


def test_turns_lost_from_short_term_memory_are_an_alert_above_a_fifth():
    metrics = Metrics()
    metrics.count("short_term_appended", 100)
    metrics.count("short_term_truncated", 20)
    assert of(metrics).alerts == ()
    metrics.count("short_term_truncated")
    assert of(metrics).alerts == (
        "21% of the turns fell out of short-term memory; give it more turns or tokens, or end sessions sooner "
        "(bound 20%)",
    )


def test_a_share_of_little_is_no_alert():
    metrics = Metrics()
    metrics.count("short_term_appended", 19)
    metrics.count("short_term_truncated", 19)
    assert (of(metrics).rates, of(metrics).alerts) == ({"short_term_truncated": 1.0}, ())


def test_a_callers_mistakes_are_no_alert():
    metrics = Metrics()
    metrics.count("calls", 100, verb="recall")
    metrics.count("errors", 50, verb="recall", error="InvalidArgument")
    assert of(metrics).alerts == ()
    metrics.count("errors", 6, verb="recall", error="StoreError")
    assert of(metrics).alerts == ("6% of the calls failed; errors{...} says with what (bound 5%)",)


def test_slow_recall_and_a_fall_of_accuracy_are_alerts():
    metrics = Metrics()
    for _ in range(20):
        metrics.measure("call_seconds", 1.5, verb="recall")
    for value in (90.0, 79.0):
        metrics.gauge("recall_accuracy", value, 0, measure="any", k="10")
    metrics.gauge("pending", 101, 0)
    assert of(metrics).alerts == (
        "one recall in twenty takes 1.5 s or longer (bound 1 s)",
        "recall accuracy (any@10) fell from 90 % to 79 % (bound 10 points)",
        "101 episodes wait to be read (bound 100); run `kgmem pending run`",
    )


def test_tokens_and_calls_saved_are_shares():
    metrics = Metrics()
    metrics.count("context_tokens_full", 1000)
    metrics.count("context_tokens_sent", 80)
    metrics.count("llm_spared", 9, kind="extract")
    metrics.count("llm_asked", 1, kind="extract")
    assert of(metrics).rates == {"tokens_saved": 0.92, "llm_calls_avoided": 0.9}


# --- replay -----------------------------------------------------------------------------------------


def test_replay_says_how_much_of_what_is_right_is_found(talk):
    done = talk.replay(JUDGED)
    assert (done.samples, done.limit, done.any, done.share, done.all, done.missed) == (3, 10, 100, 83.33, 66.67, ())
    assert talk.metrics().gauges["recall_accuracy{k=10,measure=share}"] == 83.33


def test_replay_counts_nothing_as_used_or_asked(talk):
    before, uses = talk.metrics().counters, talk._held.waiting_uses()
    talk.replay(JUDGED)
    assert talk._held.waiting_uses() == uses
    after = talk.metrics().counters
    assert {name: by for name, by in after.items() if before.get(name) != by} == {"calls{verb=replay}": 1}


def test_replay_reads_a_file(talk, tmp_path):
    file = tmp_path / "judged.jsonl"
    file.write_text("\n".join(json.dumps(one) for one in JUDGED[:2]))
    assert talk.replay(file, limit=1).all == 100.0


@pytest.mark.parametrize(
    ("judged", "words"),
    [
        ([], "there are no judged samples; give at least one, better fifty"),
        ([{"question": "Who?"}], "judged sample 1 must have 'question', and 'episodes'"),
        ([{"question": "Who?", "episodes": "a"}], "judged sample 1 must have 'question', and 'episodes'"),
        ([{"question": "Who?", "text": " "}], "judged sample 1 must have 'question', and 'episodes'"),
        ([{"question": "", "text": "tea"}], "query is empty or blank; ask for something"),
        ([{"question": "Who?", "episodes": ["x"]}], "judged sample 1 names episodes that memory does not hold: ['x']"),
        (["Who?"], "judged sample 1 must have 'question'"),
    ],
)
def test_replay_refuses_what_is_no_sample(talk, judged, words):
    with pytest.raises(InvalidArgument) as raised:
        talk.replay(judged)
    assert words in str(raised.value)


# --- Prometheus -------------------------------------------------------------------------------------


def samples(page: str) -> dict[tuple[str, str], float]:
    """(name, label values in order of their names) -> value."""
    return {
        (sample.name, " ".join(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


def test_prometheus_reads_back_what_was_counted(talk):
    page = text(talk.metrics())
    found = samples(page)
    assert found["kgmem_calls_total", "observe"] == 2
    assert found["kgmem_facts_total", "asserted"] == 2
    assert found["kgmem_to_verify", ""] == 0
    assert found["kgmem_call_seconds_count", "recall"] == 1
    assert found["kgmem_call_seconds_bucket", "+Inf recall"] == 1
    assert "# HELP kgmem_calls_total calls of verbs" in page
    assert "Ana" not in page


def test_buckets_of_prometheus_are_exact():
    metrics = Metrics()
    for bound in SECONDS:
        metrics.measure("call_seconds", bound, verb="recall")
        metrics.measure("call_seconds", bound * 1.0001, verb="recall")
    for bound in OTHERS:
        metrics.measure("answer_tokens", bound)
    found = samples(text(of(metrics)))
    assert [found["kgmem_call_seconds_bucket", f"{bound:g} recall"] for bound in SECONDS] == list(range(1, 27, 2))
    assert [found["kgmem_answer_tokens_bucket", f"{bound:g}"] for bound in OTHERS] == list(range(1, 15))


def test_a_collector_looks_at_the_memory_at_each_scrape(talk):
    registry = CollectorRegistry()
    registry.register(Collector(talk))
    talk.recall("What does Ben drink?")
    assert samples(generate_latest(registry).decode())["kgmem_calls_total", "recall"] == 2


def test_the_numbers_are_served_until_closed(talk):
    with serve(talk, 0) as served:
        with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/metrics") as answer:
            assert samples(answer.read().decode())["kgmem_calls_total", "observe"] == 2
        with pytest.raises(InvalidArgument, match=f"nothing can be served at 127.0.0.1:{served.port}"):
            serve(talk, served.port)


# --- OpenTelemetry ----------------------------------------------------------------------------------


def test_opentelemetry_reads_what_was_counted(talk):
    reader = InMemoryMetricReader()
    provider = MeterProvider([reader])
    instrument(talk, provider)
    talk.recall("What does Ben drink?")
    held = reader.get_metrics_data()
    assert held is not None
    found = {
        (metric.name, " ".join(str(value) for _, value in sorted(point.attributes.items()))): point.value
        for resource in held.resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
        for point in metric.data.data_points
    }
    assert found["kgmem.calls", "observe"] == 2
    assert found["kgmem.call_seconds.count", "recall"] == 2
    assert found["kgmem.to_verify", ""] == 0
    spread = talk.metrics().histograms["call_seconds{verb=recall}"]
    assert found["kgmem.call_seconds", "0.95 recall"] == spread.p95
    talk.close()
    assert reader.get_metrics_data() is None
    provider.shutdown()
