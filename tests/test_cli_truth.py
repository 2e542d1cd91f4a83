"""The commands about what memory decided."""

from pathlib import Path

import pytest

from kgmem import Memory
from tests.conftest import Ticking
from tests.test_cli import error, run, value


@pytest.fixture
def contradicted(tmp_path: Path) -> Path:
    """A memory in which Ana moved, and lives in two places at one time."""
    path = tmp_path / "ana.kgmem"
    with Memory.open(path, timezone="UTC") as memory:
        memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2019")
        memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05", trust=0.9)
        memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2026-05", trust=0.7)
    return path


def test_decisions_conflicts_corrections_and_undoing_from_the_shell(contradicted):
    where = ("--path", str(contradicted))
    made = value("decisions", "Ana", *where)
    assert [one["rule"] for one in made] == ["assert", "supersede", "assert", "dispute"]
    assert "settled by trust" in run("conflicts", *where).stdout
    assert "Ana lives in Faro (disputed)" in run("facts", "Ana", *where).stdout
    (conflict,) = value("conflicts", *where)
    assert value("resolve", "--policy", "recency", *where)["retracted"] == 1
    (faro,) = [fact for fact in value("facts", "Ana", *where) if fact["object"] == "Faro"]
    value("correct", faro["id"], "--object", "Oslo", "--reason", "misheard", *where)
    assert "(misheard)" in run("decisions", "Ana", *where).stdout
    value("undo", made[0]["tellings"][0], *where)
    assert {fact["object"] for fact in value("facts", "Ana", *where)} == {"Oslo"}
    assert (conflict["settled_by"], conflict["facts"][0]["object"]) == ("trust", "Porto")
    assert run("conflicts", *where).stdout == "nothing contradicts itself\n"


def test_the_right_fact_can_be_named(contradicted):
    where = ("--path", str(contradicted))
    (conflict,) = value("conflicts", *where)
    value("resolve", "--keep", conflict["facts"][1]["id"], *where)
    assert value("conflicts", *where) == []
    assert "no conflict has a fact with the id 'fa_0'" in error("resolve", "--keep", "fa_0", *where)
    assert "policy='coin' is none of" in error("resolve", "--policy", "coin", *where)


def test_what_is_in_doubt_is_asked_and_answered_from_the_shell(tmp_path):
    path = tmp_path / "ana.kgmem"
    with Memory.open(path, timezone="UTC", clock=Ticking()) as memory:
        memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2020-01-01")
        memory.assert_fact("Bea", "likes", "tea", confidence=0.4, valid_from="2026-01-01")
        memory.assert_fact("Bea", "likes", "soup", confidence=0.3, valid_from="2026-01-01")
    where = ("--path", str(path))
    soup, tea = value("verify", "--as-of", "2026-07-01", *where)
    assert (soup["question"], tea["reason"], tea["confidence"]) == ("Is it true that Bea likes soup?", "guess", 0.4)
    later = run("verify", "Ana", "--as-of", "2029-01-01", *where).stdout
    assert later.splitlines()[0] == "Is it still true that Ana lives in Porto?"
    assert "faded, confidence 0.40, last said 2026-07-01\n" in later
    with Memory.open(path) as memory:
        memory.recall("Where does Ana live?")
    again = run("verify", "Ana", "--as-of", "2029-01-01", *where).stdout
    assert "faded, confidence 0.40, last said 2026-07-01, recalled 1 time\n" in again
    assert "Ana lives in Porto (faded)" in run("facts", "Ana", "--as-of", "2029-01-01", *where).stdout
    (fact,) = value("facts", "Ana", "--as-of", "2029-01-01", *where)
    assert (fact["confidence"], fact["confidence_now"]) == (1.0, 0.4)
    done = value("verify", "--confirm", tea["fact"]["id"], "--deny", soup["fact"]["id"], "--source", "Bea", *where)
    assert (done["corroborated"], done["retracted"], done["asserted"]) == (1, 1, 1)
    assert run("verify", "--as-of", "2026-07-02", *where).stdout == "nothing is in doubt\n"
    assert "not: Bea likes soup" in run("facts", "Bea", *where).stdout
    assert "no fact held now has the id 'fa_0'" in error("verify", "--deny", "fa_0", *where)
    assert "--at and --source go with --confirm" in error("verify", "--at", "2026", *where)
    assert "take ids of facts" in error("verify", "Ana", "--confirm", "fa_0", *where)
