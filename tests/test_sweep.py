"""A sweep hides what has become worth little, destroys it only where the policy says so, and says why."""

import pytest

from kgmem import Extraction, FactClaim, InvalidArgument, Memory, SweepPolicy
from kgmem.importance import importance
from kgmem.records import Episode
from tests.fakes import HashEncoder, ScriptedExtractor, SetClock

pytestmark = pytest.mark.engine

MAY = "2026-05-01T00:00:00Z"
SCRIPT = {
    text: Extraction(facts=(FactClaim(who, "livesIn", place, object_type="Place"),))
    for text, who, place in (("Ana lives in Faro.", "Ana", "Faro"), ("It is Faro where Ana is.", "Ana", "Faro"))
}
TALK = {
    "thanks": "ok thanks",
    "asked": "Remember that I am allergic to walnuts, and never forget it.",
    "faro": "Ana lives in Faro.",
    "rain": "it rains here",
}


@pytest.fixture
def clock():
    return SetClock(MAY)


@pytest.fixture
def memory(opened, clock):
    memory = opened(timezone="UTC", clock=clock, extractor=ScriptedExtractor(SCRIPT))
    for name, text in TALK.items():
        memory.observe(text, id=name, speaker="Ana", at=MAY)
    clock.set("2026-06-01T00:00:00Z")
    return memory


def shown(memory):
    return [episode.id for episode in memory.episodes()]


def ids(found):
    return [one.id for one in found]


def test_small_talk_goes_after_a_while_and_what_matters_stays(memory):
    done = memory.sweep()
    assert ids(done.hidden) == ["thanks", "rain"]
    assert shown(memory) == ["asked", "faro"]
    assert {one.reason for one in done.hidden} == {"worth less than 0.05"}
    assert (done.purged, done.receipt, done.dry_run) == ((), None, False)


def test_the_worth_is_importance_halved_every_half_life_and_each_recall_adds_one(memory, clock):
    (thanks, _) = memory.sweep(dry_run=True).hidden
    weight = importance(Episode(TALK["thanks"]))
    assert (thanks.importance, thanks.age, thanks.uses) == (weight, 31.0, 0)
    assert thanks.worth == pytest.approx(weight * 0.5 ** (31 / 30))
    memory.recall("thanks", mode="bm25", limit=1)
    memory.observe("Again.", at="2026-06-01T00:00:00Z")
    clock.set("2026-07-31T00:00:00Z")
    (one,) = (one for one in memory.sweep(dry_run=True).hidden if one.id == "thanks")
    assert (one.age, one.uses, one.worth) == (60.0, 1, pytest.approx(weight / 2))


def test_a_dry_run_says_the_same_and_does_nothing(memory):
    before = memory._held.journal.last()
    dry = memory.sweep(dry_run=True)
    assert (shown(memory), memory._held.journal.last(), dry.dry_run) == (sorted(TALK), before, True)
    assert dry.hidden == memory.sweep().hidden
    with Memory.open(memory.path, encoder=HashEncoder(), read_only=True) as reader:
        assert reader.sweep(dry_run=True).purged == ()
        with pytest.raises(InvalidArgument, match="read_only=True"):
            reader.sweep()


def test_what_was_swept_and_why_is_listed_and_comes_back(memory):
    (done,) = memory.sweep().forgettings
    assert memory.forgotten() == [done]
    assert (done.selector, done.reason) == ("sweep episodic", "worth less than 0.05")
    memory.unforget(done.id)
    assert shown(memory) == sorted(TALK)
    assert memory.sweep().hidden == ()  # it counts as recalled just now


def test_nothing_to_sweep_writes_nothing_and_sweeping_twice_is_sweeping_once(memory, opened):
    assert opened("empty").sweep().hidden == ()
    memory.sweep()
    before = memory._held.journal.last()
    assert memory.sweep().hidden == ()
    assert memory._held.journal.last() == before


def test_what_is_pinned_or_young_or_important_or_recalled_stays(memory, clock):
    memory.pin("thanks")
    assert ids(memory.sweep(dry_run=True).hidden) == ["rain"]
    all_of_it = SweepPolicy(threshold=1.0, keep_importance=1.0, classes=("episodic", "factual"))
    assert set(ids(memory.sweep(all_of_it, dry_run=True).hidden)) == {"asked", "faro", "rain"}
    less = SweepPolicy(threshold=1.0, classes=("episodic", "factual"))
    assert "asked" not in ids(memory.sweep(less, dry_run=True).hidden)
    young = SweepPolicy(threshold=1.0, keep_importance=1.0, min_age=32)
    assert memory.sweep(young, dry_run=True).hidden == ()
    memory.recall("rains", mode="bm25", limit=1)
    memory.unpin("thanks")
    used = SweepPolicy(threshold=1.0, min_age=0, keep_uses=1)
    assert ids(memory.sweep(used, dry_run=True).hidden) == ["thanks"]


def test_an_episode_is_of_the_class_of_what_was_read_in_it(memory):
    everything = {"threshold": 1.0, "keep_importance": 1.0, "min_age": 0.0}
    (faro,) = memory.sweep(SweepPolicy(("factual",), **everything), dry_run=True).hidden
    assert (faro.id, faro.kind, faro.memory_type) == ("faro", "episode", "factual")
    assert memory.sweep(SweepPolicy(("procedural", "semantic"), **everything), dry_run=True).hidden == ()


def test_of_several_policies_the_first_that_means_a_thing_decides(memory):
    memory.observe("page text", id="page", role="tool", at=MAY)
    keep = SweepPolicy(where={"id": "rain"}, threshold=0.0)
    tools = SweepPolicy(where={"role": "tool"}, max_age=10)
    found = memory.sweep([keep, tools, SweepPolicy()], dry_run=True).hidden
    assert [(one.id, one.reason) for one in found] == [
        ("page", "older than 10 days"),
        ("thanks", "worth less than 0.05"),
    ]


def test_facts_go_with_the_last_episode_that_says_them(memory, clock):
    everything = SweepPolicy(("factual",), threshold=1.0, keep_importance=1.0)
    memory.sweep(everything)
    assert memory.facts("Ana") == []
    memory.observe("It is Faro where Ana is.", at="2026-06-01T00:00:00Z")
    assert [fact.text for fact in memory.facts("Ana")] == ["Ana lives in Faro"]


def test_a_fact_that_a_program_told_is_swept_by_its_own_class(memory, clock):
    memory.assert_fact("Bob", "livesIn", "Oslo")
    clock.set("2026-08-01T00:00:00Z")
    (bob,) = (
        one
        for one in memory.sweep(SweepPolicy(("factual",), threshold=0.9, keep_importance=1.0)).hidden
        if one.kind == "fact"
    )
    assert (bob.text, bob.memory_type, bob.age) == ("Bob lives in Oslo", "factual", 61.0)
    assert memory.facts("Bob") == []
    assert "Oslo" not in [entity.name for entity in memory.entities()]
    memory.assert_fact("Bob", "livesIn", "Oslo")
    assert [fact.text for fact in memory.facts("Bob")] == ["Bob lives in Oslo"]


def test_nothing_is_destroyed_unless_the_policy_says_when(memory, clock):
    memory.sweep()
    clock.set("2029-01-01T00:00:00Z")
    assert memory.sweep().purged == ()
    assert memory.cypher("MATCH (e:Episode) RETURN count(e)").rows == [(4,)]


def test_a_purge_destroys_what_was_hidden_long_enough_with_a_receipt(memory, clock):
    policy = SweepPolicy(purge_after=30)
    assert memory.sweep(policy).purged == ()
    clock.set("2026-06-30T23:00:00Z")
    assert memory.sweep(policy).purged == ()
    clock.set("2026-07-01T00:00:00Z")
    assert ids(memory.sweep(policy, dry_run=True).purged) == ["thanks", "rain"]
    done = memory.sweep(policy)
    assert [(one.id, one.reason) for one in done.purged] == [
        ("thanks", "hidden for 30 days"),
        ("rain", "hidden for 30 days"),
    ]
    assert memory.erasures() == [done.receipt]
    assert (done.receipt.counts["episodes"], done.receipt.residues) == (2, 0)
    assert memory.residues("ok thanks", "it rains here") == []
    assert (shown(memory), memory.forgotten()) == (["asked", "faro"], [])


def test_a_sweep_names_the_forgettings_that_are_left_after_a_purge(memory):
    memory.observe("yes ok", id="yes", speaker="Cid", at=MAY)
    memory.observe("page text", id="page", role="tool", at=MAY)
    keep = SweepPolicy(where={"role": "tool"}, max_age=10)
    done = memory.sweep([keep, SweepPolicy(purge_after=0)])
    assert set(ids(done.purged)) == {"thanks", "rain", "yes"}
    assert list(done.forgettings) == memory.forgotten()
    assert [one.reason for one in done.forgettings] == ["older than 10 days"]


def test_the_same_words_are_welcome_again_after_a_purge_but_not_the_same_episode(memory):
    memory.sweep(SweepPolicy(purge_after=0))
    assert memory.observe("ok thanks", id="thanks", speaker="Ana", at=MAY).erased == ("thanks",)
    memory.observe("ok thanks", speaker="Ana", at="2026-06-01T00:00:00Z")
    assert [episode.text for episode in memory.episodes()][-1] == "ok thanks"


def test_what_expired_is_purged_as_well_and_what_was_forgotten_by_hand_is_not(memory, clock):
    memory.observe("a short note", id="note", speaker="Ana", at="2026-06-01T00:00:00Z", expires="2026-06-02")
    memory.forget(episode="rain")
    memory.pin("thanks")
    clock.set("2026-06-03T00:00:00Z")
    assert ids(memory.sweep(SweepPolicy(purge_after=0), dry_run=True).purged) == ["note"]
    assert ids(memory.sweep(SweepPolicy(purge_after=0)).purged) == ["note"]
    assert [one.selector for one in memory.forgotten()] == ["episode=rain"]


def test_what_has_expired_is_left_to_its_expiry(memory, clock):
    memory.observe("a short note", id="note", speaker="Ana", at="2026-06-01T00:00:00Z", expires="2026-06-02")
    clock.set("2026-09-01T00:00:00Z")
    planned = memory.sweep(dry_run=True)
    done = memory.sweep()
    assert "note" not in ids(planned.hidden)
    assert ids(planned.hidden) == ids(done.hidden)
    assert [one.selector for one in memory.forgotten() if "note" in one.hidden] == ["expires=2026-06-02T00:00:00Z"]


def test_a_sweep_is_kept_by_an_export_and_by_erasing_some_of_what_it_hid(memory, opened, tmp_path):
    memory.sweep()
    memory.export(tmp_path / "all.jsonl")
    other = opened("other")
    assert other.import_file(tmp_path / "all.jsonl").exact
    assert other.forgotten() == memory.forgotten()
    memory.erase(episode="rain").confirm()
    (left,) = memory.forgotten()
    assert (left.selector, left.reason) == ("sweep episodic", "worth less than 0.05")
    assert (shown(memory), "thanks" in left.hidden) == (["asked", "faro"], True)


def test_a_fact_of_two_forgettings_shows_when_one_of_its_episodes_does(memory):
    memory.observe("It is Faro where Ana is.", id="also", at=MAY)
    first, second = memory.forget(episode="faro"), memory.forget(episode="also")
    assert memory.facts("Ana") == []
    memory.unforget(first.id)
    assert [fact.text for fact in memory.facts("Ana")] == ["Ana lives in Faro"]
    memory.unforget(second.id)
    assert len(memory.facts("Ana")[0].evidence) == 2


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"classes": ("episodic", "odd")}, "must be some of episodic, factual, procedural, semantic"),
        ({"classes": "episodic"}, "must be some of"),
        ({"half_life": 0}, "half_life=0 would make everything worthless at once; use max_age instead"),
        ({"threshold": 1.5}, r"threshold=1\.5 must be a number from 0 to 1"),
        ({"min_age": float("nan")}, "min_age=nan must be a number from 0"),
        ({"keep_importance": None}, "keep_importance=None must be a number"),
        ({"keep_uses": 1.5}, r"keep_uses=1\.5 must be a number from 1"),
        ({"max_age": -1}, "max_age=-1 must be a number from 0"),
        ({"purge_after": True}, "purge_after=True must be a number from 0"),
    ],
)
def test_a_policy_that_means_nothing_is_refused(wrong, words):
    with pytest.raises(InvalidArgument, match=words):
        SweepPolicy(**wrong)


def test_what_is_no_policy_is_refused(memory):
    with pytest.raises(InvalidArgument, match="policy must be a SweepPolicy or a list of them"):
        memory.sweep({"half_life": 3})
    with pytest.raises(InvalidArgument, match="where has no field 'colour'"):
        memory.sweep(SweepPolicy(where={"colour": "red"}))
