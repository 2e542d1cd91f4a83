"""Facts, events and mentions by number, as the mirror keeps them."""

import numpy as np

from kgmem.columns import Columns
from kgmem.ordering import best
from kgmem.temporal import FOREVER


def _said() -> Columns:
    said = Columns()
    said.add("a", 10, FOREVER)
    said.add("b", 20, 30)
    for name, episode in (("a", 0), ("a", 1), ("b", 1), ("b", -1)):
        said.tell(name, episode)
    return said


SCORES = np.array([0.5, 0.75], np.float32)


def test_an_episode_has_the_best_score_of_what_is_read_in_it() -> None:
    assert _said().best_in(SCORES, 25, (), 2).tolist() == [0.5, 0.75, 0.75]


def test_what_was_not_yet_or_no_longer_held_has_no_score() -> None:
    assert _said().best_in(SCORES, 15, (), 2).tolist() == [0.5, 0.5, 0]
    assert _said().best_in(SCORES, 30, (), 2).tolist() == [0.5, 0.5, 0]
    assert _said().best_in(SCORES, 5, (), 2).tolist() == [0, 0, 0]


def test_what_is_hidden_or_no_longer_read_in_an_episode_has_no_score() -> None:
    said = _said()
    assert said.best_in(SCORES, 25, ("b", "somebody"), 2).tolist() == [0.5, 0.5, 0]
    said.untell("b", 1)
    assert said.best_in(SCORES, 25, (), 2).tolist() == [0.5, 0.5, 0.75]
    said.retract("a", 22)
    assert said.best_in(SCORES, 25, (), 2).tolist() == [0, 0, 0.75]


def test_the_best_are_those_of_a_stable_sort() -> None:
    scores = np.array([3, 1, 3, 2, 2, 3, 0, 2], np.float32)
    for count in range(len(scores) + 2):
        assert best(scores, count).tolist() == np.argsort(-scores, kind="stable")[:count].tolist()


def test_a_check_finds_what_is_kept_by_number_and_not_so(memory) -> None:
    memory.observe("Ana lives in Lisbon.", speaker="Ana", at="2024-03-01")
    mirror = memory._held.mirror
    mirror.mentions.add(0, "nobody")
    mirror.fact_columns.tell(next(iter(mirror.facts)), 0)
    found = memory.check()
    assert [said.partition(";")[0] for said in found] == [
        "facts by number in memory differ from the graph",
        "mentions by number in memory differ from the graph",
    ]
    mirror.mentions.drop(0, "nobody")
    mirror.fact_columns.untell(next(iter(mirror.facts)), 0)
