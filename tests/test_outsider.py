"""What a stranger would expect who has only read the documentation: random lives against a second oracle, and what they
found."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from benchmarks import outsider
from kgmem import Memory
from kgmem.temporal import iso
from tests.fakes import HashEncoder

SEEDS = int(os.environ.get("KGMEM_EXAMPLES", "6"))
"""KGMEM_EXAMPLES=200 for a long run."""
ZONES = ("UTC", "Asia/Tokyo", "America/New_York")


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_life_is_what_the_second_oracle_says(tmp_path, seed):
    steps = outsider.life(seed, 14)
    telling = outsider.told(steps, tmp_path, ZONES[seed % 3], encoder=HashEncoder())
    with telling.memory as memory:
        assert [str(one) for one in outsider.ask(telling, random.Random(seed), 40)] == []
        assert memory.check() == []


def spans(memory: Memory, subject: str, relation: str, *, modality: str = "asserted") -> list[tuple[str, str, str]]:
    """(object, from, to) of the positive facts held, days only."""
    return [
        (fact.object or fact.value, iso(fact.valid_from)[:10], iso(fact.valid_to)[:10])
        for fact in memory.facts(subject, relation)
        if fact.subject == subject and fact.polarity == "positive" and fact.modality == modality
    ]


def test_an_address_that_one_has_at_a_time_leaves_the_one_before(memory):
    memory.assert_fact("Ana", "hasEmail", value="desk@x.example", valid_from="2019")
    memory.assert_fact("Bob", "hasEmail", value="desk@x.example", valid_from="2021")
    assert spans(memory, "Ana", "hasEmail") == [("desk@x.example", "2019-01-01", "2021-01-01")]


def test_a_new_job_ends_what_was_told_from_the_side_of_the_firm(memory):
    memory.assert_fact("Ana", "worksFor", "Beta", valid_from="2021")
    memory.assert_fact("Acme", "employs", "Ana", valid_from="2019")
    assert spans(memory, "Acme", "employs") == [("Ana", "2019-01-01", "2021-01-01")]
    assert memory.profile("Ana", as_of="2022").facts("worksFor")[0].object == "Beta"


def test_a_sale_ends_what_was_told_as_belonging(memory):
    memory.assert_fact("Boat", "ownedBy", "Ana", valid_from="2019")
    memory.record_event(
        "Ana sold the boat", kind="Sale", participants={"agent": "Ana", "patient": "Boat"}, start="2021"
    )
    assert spans(memory, "Boat", "ownedBy") == [("Ana", "2019-01-01", "2021-01-01")]
    assert spans(memory, "Ana", "owns") == []


def test_a_firm_and_its_worker_agree_so_there_is_no_conflict(memory):
    memory.assert_fact("Acme", "employs", "Ana", valid_from="2019")
    memory.assert_fact("Ana", "worksFor", "Acme", valid_from="2020")
    assert memory.conflicts() == []


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_end_told_by_the_worker_ends_what_the_firm_said(memory, order):
    told = [("Acme", "employs", "Ana", "2019", None), ("Ana", "worksFor", "Acme", "2018", "2023")]
    for subject, relation, thing, start, end in (told[number] for number in order):
        memory.assert_fact(subject, relation, thing, valid_from=start, valid_to=end)
    assert spans(memory, "Acme", "employs") == [("Ana", "2019-01-01", "2023-01-01")]


def test_a_denial_from_the_start_is_settled_by_who_said_it_last(memory):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2019")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2019", polarity="negative")
    assert spans(memory, "Ana", "livesIn") == []
    assert [one.settled_by for one in memory.conflicts()] == ["recency"]


def test_a_denial_from_the_start_does_not_outweigh_more_trust(memory):
    memory.assert_fact("Ana", "bornIn", "Porto")
    memory.assert_fact("Ana", "bornIn", "Porto", polarity="negative", trust=0.8)
    assert [fact.polarity for fact in memory.facts("Ana", "bornIn", as_of="2020")] == ["positive"]


def test_a_denial_of_one_year_leaves_the_years_after(memory):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2019")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2021", valid_to="2022", polarity="negative")
    assert spans(memory, "Ana", "livesIn") == [("Porto", "2019-01-01", "2021-01-01"), ("Porto", "2022-01-01", "..")]


def test_what_is_known_only_to_be_over_can_be_closed_earlier(memory):
    told = memory.assert_fact("Ana", "livesIn", "Porto", valid_to="2021")
    memory.close_fact(told.asserted[0].id, valid_to="2020")
    assert spans(memory, "Ana", "livesIn") == [("Porto", "..", "2020-01-01")]


def test_a_guess_from_a_trusted_source_outweighs_nothing_likelier(memory):
    memory.assert_fact("Ana", "dislikes", "tea", valid_from="2019", trust=0.8)
    memory.assert_fact("Ana", "likes", "tea", valid_from="2022", trust=0.9, confidence=0.4)
    assert spans(memory, "Ana", "dislikes") == [("tea", "2019-01-01", "..")]
    assert spans(memory, "Ana", "likes", modality="disputed") == [("tea", "2022-01-01", "..")]


def test_the_first_of_january_is_not_in_the_year_before(memory):
    memory.assert_fact("Ana", "knows", "Bob", valid_from="2018")
    memory.assert_fact("Ana", "knows", "Bob", valid_from="2019-01-01")
    assert spans(memory, "Ana", "knows") == [("Bob", "2018-01-01", "..")]


def test_the_second_of_march_is_not_in_february(memory):
    memory.assert_fact("Ana", "knows", "Bob", valid_from="2019-02")
    memory.assert_fact("Ana", "knows", "Bob", valid_from="2019-03-02")
    assert spans(memory, "Ana", "knows") == [("Bob", "2019-02-01", "..")]


def test_an_untrusted_source_neither_widens_nor_ends_what_a_trusted_one_says(memory):
    memory.assert_fact("Ana", "knows", "Bob", valid_from="2020")
    memory.assert_fact("Ana", "knows", "Bob", valid_from="2018", valid_to="2021", trust=0.3)
    assert [
        (fact.trust, iso(fact.valid_from)[:4], iso(fact.valid_to)[:4]) for fact in memory.facts("Ana", "knows")
    ] == [
        (0.3, "2018", "2020"),
        (1.0, "2020", ".."),
    ]


def test_a_guess_said_again_surely_is_no_less_sure(memory):
    memory.assert_fact("Ana", "likes", "tea", valid_from="2018", confidence=0.4)
    memory.assert_fact("Ana", "likes", "tea", valid_from="2019", confidence=0.7)
    assert memory.facts("Ana", "likes")[0].confidence == 0.7


def test_an_event_that_ended_whatever_held_is_not_taken_for_what_is_corrected(memory):
    memory.record_event("Ana left her job", kind="LeavingJob", participants={"agent": "Ana"}, start="2020")
    told = memory.assert_fact("Ana", "worksFor", "Acme", valid_from="2019")
    memory.correct(told.asserted[0].id, object="Beta", valid_from="2021")
    assert spans(memory, "Ana", "worksFor") == [("Beta", "2021-01-01", "..")]


def test_a_state_told_again_with_its_end_does_not_go_on_after_what_interrupted_it(memory):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2018")
    memory.assert_fact("Ana", "livesIn", "Oslo", valid_from="2019", valid_to="2022")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2021", valid_to="2023")
    assert spans(memory, "Ana", "livesIn")[-1] == ("Porto", "2021-01-01", "2023-01-01")


def test_what_is_disjoint_on_one_side_is_on_the_other(opened, tmp_path):
    words = Path(tmp_path, "own.ttl")
    words.write_text(outsider.OWN)
    memory = opened(timezone="UTC", ontology=[words])
    memory.assert_fact("Ana", "backs", "Bob", valid_from="2019")
    memory.assert_fact("Ana", "opposes", "Bob", valid_from="2021")
    assert spans(memory, "Ana", "backs") == [("Bob", "2019-01-01", "2021-01-01")]


def test_one_captain_of_one_crew_in_whichever_words(opened, tmp_path):
    words = Path(tmp_path, "own.ttl")
    words.write_text(outsider.OWN)
    memory = opened(timezone="UTC", ontology=[words])
    memory.assert_fact("Halcyra", "captainedBy", "Ana", valid_from="2019")
    memory.assert_fact("Bob", "captains", "Halcyra", valid_from="2021")
    assert spans(memory, "Halcyra", "captainedBy") == [("Ana", "2019-01-01", "2021-01-01")]
