"""The truth benchmark: its oracle on cases anybody can judge, and a small run that must be exact."""

import argparse

from benchmarks import truth
from benchmarks.truth_lives import Lives, batches
from benchmarks.truth_oracle import Oracle, Telling, instant


def lived(*told: Telling, at: str, known: int = 9) -> frozenset[str]:
    return Oracle(told).values("Ana", "livesIn", instant(at), known)


def fact(number: int, place: str, start: str, end: str = "", **more: float) -> Telling:
    return Telling(number, "fact", "Ana", "livesIn", place, start, end, tick=number, **more)  # type: ignore[arg-type]


def test_the_oracle_says_what_anybody_would():
    told = (fact(0, "Lisbon", "2019"), fact(1, "Porto", "2020-03-01", "2020-06-01"), fact(2, "Lisbon", "2019-05-03"))
    asked = {day: set(lived(*told, at=day)) for day in ("2019-03-01", "2019-05-03", "2020-04-01", "2020-06-01")}
    assert asked == {"2019-03-01": set(), "2019-05-03": {"Lisbon"}, "2020-04-01": {"Porto"}, "2020-06-01": {"Lisbon"}}
    assert lived(*told, at="2019-03-01", known=1) == {"Lisbon"}


def test_the_oracle_weighs_what_contradicts_itself():
    tied = fact(0, "Lisbon", "2019", trust=0.9), fact(1, "Porto", "2019", trust=0.8)
    assert lived(*tied, at="2020") == {"Lisbon"}
    assert lived(*tied, Telling(2, "retract", target=0, tick=2), at="2020") == {"Porto"}


def test_lives_are_the_same_for_a_seed_and_told_in_batches():
    assert Lives(7, 60).order == Lives(7, 60).order
    parts = list(batches(Lives(7, 60).order))
    assert len({part[0].tick for part in parts}) == len(parts)
    assert max(map(len, parts)) > 1


def test_every_answer_is_exact(engine):
    args = argparse.Namespace(seed=11, size=80, questions=300, grow=[], engine=engine, wrong=3, json=None)
    report = truth.run(args)
    assert (report.metrics["exact"], report.n) == (100.0, 300)
