"""What is current of somebody, and all versions of what was: since when, who said so, why it ended."""

import json

import pytest

from kgmem import InvalidArgument, Memory
from kgmem.temporal import FOREVER, iso, micros, parse_instant

MARCH, JUNE = "2026-03-02T10:00:00Z", "2026-06-03T10:00:00Z"


@pytest.fixture
def ana(memory):
    memory.observe("I live in Lisbon.", speaker="Ana", at=MARCH, id="march")
    memory.observe("I live in Porto now.", speaker="Ana", at=JUNE, id="june")
    memory.observe("I love jazz.", speaker="Ana", at=JUNE, id="jazz")
    return memory


def ends(found):
    return [(v.fact.object, v.ended and v.ended.kind, v.replaced and v.replaced.kind) for v in found]


# --- profile ----------------------------------------------------------------------------------------


def test_a_profile_groups_what_is_current_by_relation(ana):
    found = ana.profile("Ana")
    assert [(a.relation, [t.fact.object for t in a.traits]) for a in found.aspects] == [
        ("likes", ["jazz"]),
        ("livesIn", ["Porto"]),
    ]
    (home,) = found.aspects[1].traits
    assert (home.since, home.said, home.sources) == (micros(parse_instant(JUNE, None)),) * 2 + (("Ana",),)
    assert (home.fact.confidence, round(home.confidence, 2)) == (0.9, 0.88)
    assert [fact.object for fact in found.facts("livesIn")] == ["Porto"]


def test_a_profile_of_another_time_shows_what_was_current_then(ana):
    assert [f.object for f in ana.profile("Ana", as_of="2026-04").facts()] == ["Lisbon"]
    assert [f.object for f in ana.at(as_of="2026-04").profile("Ana").facts()] == ["Lisbon"]
    known = iso(ana.facts("Ana", "livesIn", history=True)[0].recorded_at)
    assert [f.object for f in ana.profile("Ana", known_at=known).facts()] == ["Lisbon"]
    assert not ana.profile("Ana", as_of="2020")


def test_a_profile_lists_who_said_so_and_grows_surer(ana):
    ana.observe("Ana lives in Porto.", speaker="Tom", at="2026-06-05T10:00:00Z")
    (home,) = ana.profile("Ana").facts("livesIn")
    (trait,) = next(a for a in ana.profile("Ana").aspects if a.relation == "livesIn").traits
    assert trait.sources == ("Ana", "Tom")
    assert home.confidence > 0.7


def test_a_profile_leaves_out_plans_denials_and_what_is_hidden(ana):
    ana.observe("I don't work for Acme.", speaker="Ana", at=JUNE)
    ana.observe("Maybe I will live in Rome next year.", speaker="Ana", at=JUNE)
    assert {f.object for f in ana.profile("Ana").facts()} == {"Porto", "jazz"}
    ana.forget(episode="jazz")
    assert [f.object for f in ana.profile("Ana").facts()] == ["Porto"]


def test_a_profile_of_nobody_is_false_and_says_so(ana):
    found = ana.profile("Zoe")
    assert (bool(found), found.entity, found.aspects, str(found)) == (False, None, (), "Zoe: not known")
    with pytest.raises(InvalidArgument, match="entity is empty"):
        ana.profile(" ")


def test_a_profile_reads_as_text_and_as_json(ana):
    assert str(ana.profile("Ana")).splitlines()[0] == "Ana (Person)"
    assert "    Ana lives in Porto (at least since 2026-06-03, says Ana; 0.88)" in str(ana.profile("Ana")).splitlines()
    home = ana.profile("Ana").to_dict()["aspects"][1]
    assert (home["relation"], home["traits"][0]["fact"]["object"]) == ("livesIn", "Porto")


# --- history ----------------------------------------------------------------------------------------


def test_history_says_what_superseded_a_fact(ana):
    found = ana.history("Ana", "livesIn")
    assert ends(found) == [("Lisbon", None, "closed"), ("Lisbon", "superseded", None), ("Porto", None, None)]
    porto = found[2].fact
    assert (found[1].ended.by, found[1].ended.reason) == ((porto.id,), "superseded by: Ana lives in Porto")
    assert found[1].ended.at == porto.valid_from
    assert (found[0].replaced.at, found[0].replaced.by[1]) == (porto.recorded_at, porto.id)


def test_history_of_one_fact_has_its_versions_only(ana):
    lisbon = ana.history("Ana", "livesIn")[0].fact
    assert ends(ana.history(lisbon.id)) == [("Lisbon", None, "closed"), ("Lisbon", "superseded", None)]
    assert ana.history(lisbon.statement) == ana.history(lisbon.id)


def test_history_keeps_the_reason_of_a_retraction(ana):
    (porto,) = ana.facts("Ana", "livesIn", as_of="2026-06-10")
    ana.retract(porto.id, reason="it was Braga")
    found = {v.fact.id: v for v in ana.history("Ana", "livesIn")}
    assert (found[porto.id].replaced.kind, found[porto.id].replaced.reason) == ("retracted", "it was Braga")
    reopened = [v for v in found.values() if v.replaced and v.replaced.kind == "reopened"]
    assert [v.fact.object for v in reopened] == ["Lisbon"]
    assert reopened[0].replaced.reason == "what had ended it holds no longer"


def test_history_keeps_the_reason_of_a_correction_and_of_a_settled_conflict(memory):
    lisbon = memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2026-01").asserted[0]
    memory.correct(lisbon.id, object="Porto", reason="misheard")
    memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2026-01", confidence=0.6)
    memory.resolve(policy="confidence")
    memory.assert_fact("Ana", "livesIn", "Braga", valid_from="2026-01", confidence=0.6)
    memory.resolve(policy="confidence", reason="Eva asked her")
    gone = {v.fact.object: v.replaced.reason for v in memory.history("Ana", "livesIn") if v.replaced}
    assert gone == {
        "Lisbon": "misheard",
        "Faro": "in conflict, settled by confidence",
        "Braga": "Eva asked her",
    }


def test_history_tells_a_denial_an_event_and_a_call_apart(memory):
    memory.assert_fact("Zoe", "worksFor", "Acme", valid_from="2026-01")
    memory.observe("I don't work for Acme.", speaker="Zoe", at=JUNE)
    assert ends(memory.history("Zoe", "worksFor"))[:2] == [("Acme", None, "closed"), ("Acme", "denied", None)]
    memory.assert_fact("Tom", "worksFor", "Acme", valid_from="2026-01", valid_to="2026-05")
    assert ends(memory.history("Tom", "worksFor")) == [("Acme", "told", None)]
    memory.assert_fact("Eva", "worksFor", "Acme", valid_from="2026-01")
    memory.close_fact(memory.facts("Eva", "worksFor")[0].id, valid_to="2026-04")
    assert ends(memory.history("Eva", "worksFor")) == [("Acme", None, "closed"), ("Acme", "closed", None)]


def test_history_knows_what_a_merge_moved(memory):
    facts = [memory.assert_fact(name, "likes", what).asserted[0] for name, what in (("Kim", "tea"), ("Nova", "jazz"))]
    memory.merge("Kim", "Nova")
    (gone,) = [v for fact in facts for v in memory.history(fact.id) if v.replaced]
    (there,) = [f for f in memory.facts("Kim") if f.object == gone.fact.object]
    assert (gone.replaced.kind, gone.replaced.by) == ("merged", (there.id,))
    assert gone.replaced.reason == f"{gone.fact.subject} means {there.subject} since"


def test_history_at_a_time_knows_nothing_later(ana):
    first = ana.history("Ana", "livesIn")[0].fact.recorded_at
    (only,) = ana.history("Ana", "livesIn", known_at=iso(first))
    assert (only.ended, only.replaced, only.fact.retracted_at) == (None, None, FOREVER)
    assert ends(ana.at(as_of="2026-04").history("Ana", "livesIn")) == [
        ("Lisbon", None, "closed"),
        ("Lisbon", "superseded", None),
    ]


def test_history_of_nothing_is_empty(ana):
    assert (ana.history("Zoe"), ana.history("fa_none"), ana.history("Ana", "worksFor")) == ([], [], [])
    with pytest.raises(InvalidArgument, match="no relation is called 'frobs'"):
        ana.history("Ana", "frobs")


def test_history_names_nothing_that_is_hidden(ana):
    ana.forget(entity="Porto")
    found = ana.history("Ana", "livesIn")
    assert all("Porto" not in str(v.to_dict()) for v in found)


# --- on the command line ------------------------------------------------------------------------------


def test_the_commands_say_the_same(run, tmp_path):
    path = str(tmp_path / "ana.kgmem")
    with Memory.open(path, timezone="UTC") as memory:
        memory.observe("I live in Lisbon.", speaker="Ana", at="2024-03-02T10:00:00Z")
        memory.observe(["I live in Porto now.", "I love jazz."], speaker="Ana", at="2024-06-03T10:00:00Z")
    assert "Ana lives in Porto" in run("profile", "Ana", "-p", path)
    assert "over since 2024-06-03: superseded by: Ana lives in Porto" in run("history", "Ana", "-p", path)
    assert "2024-06-03 Ana likes jazz (began)" in run("timeline", "Ana", "-p", path)
    assert run("events", "-p", path) == "no such events\n"
    assert run("why", "Ana lives in Porto", "-p", path) == "Ana lives in Porto: nothing that leads on is known\n"
    assert run("paths", "Ana", "jazz", "-p", path) == "0.60  Ana likes jazz\n"
    assert "closed Ana lives in Lisbon" in run("diff", "2024-04", "--clock", "as-of", "-p", path)
    then = ("--as-of", "2024-04", "-p", path, "--json")
    assert json.loads(run("cypher", "MATCH (f:Fact) RETURN f.text", *then))["rows"] == [["Ana lives in Lisbon"]]
    assert json.loads(run("stats", *then))["facts"] == 1
    assert json.loads(run("why", "Ana lives in Porto", *then))["chains"] == []


@pytest.fixture
def run():
    """Run a command in this process and give what it prints."""
    from typer.testing import CliRunner

    from kgmem.cli import app

    def command(*arguments):
        done = CliRunner().invoke(app, list(arguments))
        assert done.exit_code == 0, done.output
        return done.stdout

    return command
