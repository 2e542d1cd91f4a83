"""The commands about what memory decided."""

from pathlib import Path

import pytest

from kgmem import Memory
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
