"""Corrections, decisions, conflicts and undoing, and facts that stand and fall with events."""

import pytest

from kgmem import Extraction, FactClaim, InvalidArgument
from kgmem.temporal import iso
from tests.conftest import Ticking
from tests.fakes import ScriptedExtractor

pytestmark = pytest.mark.engine


def intervals(memory, relation="livesIn", **clocks):
    """(object, from, to) of the facts about Ana that are taken to hold, days only."""
    facts = [f for f in memory.facts("Ana", relation, **clocks) if (f.modality, f.polarity) == ("asserted", "positive")]
    return [(f.object, iso(f.valid_from)[:10], iso(f.valid_to)[:10]) for f in facts]


def live(memory, object):
    (fact,) = [fact for fact in memory.facts("Ana") if fact.object == object]
    return fact


def rules(memory, about=None):
    return [(one.rule, one.fact.object) for one in memory.decisions(about)]


# --- corrections, denials, many at once -----------------------------------------------------------


def test_a_correction_leaves_nothing_of_what_was_wrong_and_a_change_does(memory):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2025-01-01")
    wrong = memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2026-01-01").asserted[0]
    before = memory.facts("Ana")[0].recorded_at
    memory.correct(wrong.id, object="Porto", reason="misheard")
    assert intervals(memory) == [("Lisbon", "2025-01-01", "2026-01-01"), ("Porto", "2026-01-01", "..")]
    assert "Faro" in [fact.object for fact in memory.facts("Ana", history=True)]
    assert ("Faro", "2026-01-01", "..") in intervals(memory, known_at=iso(before))


def test_a_date_is_corrected_to_an_earlier_or_later_one(memory):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2025-01-01")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05-05")
    memory.correct(live(memory, "Porto").id, valid_from="2026-05-12")
    assert intervals(memory) == [("Lisbon", "2025-01-01", "2026-05-12"), ("Porto", "2026-05-12", "..")]
    memory.correct(live(memory, "Porto").id, valid_from="2026-04", valid_to="2026-06-01")
    assert intervals(memory) == [
        ("Lisbon", "2025-01-01", "2026-04-01"),
        ("Porto", "2026-04-01", "2026-06-01"),
        ("Lisbon", "2026-06-01", ".."),
    ]


def test_what_was_corrected_does_not_come_back_when_it_was_said_before(opened):
    script = {"old": Extraction(facts=(FactClaim("Ana", "livesIn", "Faro", object_type="Place"),))}
    clock = Ticking()
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(script), clock=clock)
    fact = memory.observe("old", speaker="Ana", at="2026-01-02").asserted[0]
    memory.correct(fact.id, object="Porto")
    memory.observe("old", speaker="Ana", at="2026-01-05")
    assert intervals(memory) == [("Porto", "2026-01-02", "..")]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m, f: m.correct(f.id), "nothing is corrected"),
        (lambda m, f: m.correct("fa_0", object="Porto"), "no fact held now has the id"),
        (lambda m, f: m.correct(f.id, object="Porto", value=3), "either object= .* or value="),
        (lambda m, f: m.correct(f.id, valid_from="2027", valid_to="2026"), "lies before the start"),
        (lambda m, f: m.assert_facts([{"subject": "Ana"}]), "fact 0: relation is missing"),
        (lambda m, f: m.assert_facts([{"subject": "Ana", "relation": "likes", "x": 1}]), "there is no argument 'x'"),
        (lambda m, f: m.assert_facts({"subject": "Ana"}), "an iterable of dicts, not dict"),
        (lambda m, f: m.assert_facts([3]), "fact 0: a dict is wanted, not int"),
        (lambda m, f: m.assert_fact("Ana", "likes", "tea", polarity="maybe"), "polarity='maybe' is none of"),
        (lambda m, f: m.undo("ca_0"), "nothing was told under the id 'ca_0'"),
        (lambda m, f: m.undo([]), "nothing is undone"),
        (lambda m, f: m.resolve(policy="coin"), "policy='coin' is none of"),
        (lambda m, f: m.resolve(policy="ask"), "needs ask="),
    ],
)
def test_a_call_that_means_nothing_is_refused(memory, call, message):
    fact = memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2026-01-01").asserted[0]
    with pytest.raises(InvalidArgument, match=message):
        call(memory, fact)
    assert memory.facts() == [fact]


def test_a_denial_by_a_program_closes_and_an_end_alone_does_too(memory):
    memory.assert_facts(
        [
            {"subject": "Ana", "relation": "likes", "object": "plums", "valid_from": "2025-01-01"},
            {"subject": "Ana", "relation": "likes", "object": "rice", "valid_from": "2025-01-01"},
        ],
        batch=1,
    )
    memory.assert_fact("Ana", "likes", "plums", polarity="negative", valid_from="2025-06-01")
    memory.assert_fact("Ana", "likes", "rice", valid_to="2025-07-01")
    memory.assert_fact("Ana", "likes", "soup", valid_to="2024-01-01")
    assert intervals(memory, "likes") == [
        ("soup", "..", "2024-01-01"), ("plums", "2025-01-01", "2025-06-01"), ("rice", "2025-01-01", "2025-07-01"),
    ]  # fmt: skip


# --- order ----------------------------------------------------------------------------------------


def test_a_date_told_to_the_year_is_told_more_exactly_by_another(opened):
    told = [
        {"subject": "Ana", "relation": "livesIn", "object": "Lisbon", "valid_from": "2015"},
        {"subject": "Ana", "relation": "livesIn", "object": "Porto", "valid_from": "2019"},
        {"subject": "Ana", "relation": "livesIn", "object": "Porto", "valid_from": "2019-05-03"},
    ]
    for name, order in (("a", told), ("b", told[::-1])):
        memory = opened(name, timezone="UTC")
        memory.assert_facts(order, batch=1)
        assert intervals(memory) == [("Lisbon", "2015-01-01", "2019-05-03"), ("Porto", "2019-05-03", "..")]
        assert [fact.precision for fact in memory.facts("Ana")] == ["year", "day"]


def test_a_later_stay_wins_over_what_is_resumed(memory):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2025-01-01")
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2025-03-01", valid_to="2025-06-01")
    memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2025-05-01", valid_to="2025-08-01")
    assert intervals(memory) == [
        ("Lisbon", "2025-01-01", "2025-03-01"), ("Porto", "2025-03-01", "2025-05-01"),
        ("Faro", "2025-05-01", "2025-08-01"), ("Lisbon", "2025-08-01", ".."),
    ]  # fmt: skip


def test_a_stay_whose_end_is_told_later_leaves_room_for_what_it_split(opened):
    told = [
        {"subject": "Ana", "relation": "livesIn", "object": "Lisbon", "valid_from": "2025-01-01"},
        {"subject": "Ana", "relation": "livesIn", "object": "Porto", "valid_from": "2025-03-01"},
        {"subject": "Ana", "relation": "livesIn", "object": "Porto", "valid_from": "2025-03-01", "valid_to": "2025-06"},
    ]
    for name, order in (("a", told), ("b", told[::-1])):
        memory = opened(name, timezone="UTC")
        memory.assert_facts(order, batch=1)
        assert intervals(memory)[2] == ("Lisbon", "2025-06-01", "..")


# --- conflicts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "kept", "settled_by"),
    [
        ({"trust": 0.9}, {"trust": 0.7}, "Porto", "trust"),
        ({"confidence": 0.6}, {"confidence": 0.9}, "Faro", "confidence"),
        ({}, {}, "Faro", "recency"),
    ],
)
def test_values_of_one_time_are_settled_by_trust_then_confidence_then_recency(memory, first, second, kept, settled_by):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-06-01", **first)
    memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2026-06-01", **second)
    (conflict,) = memory.conflicts()
    assert (conflict.facts[0].object, conflict.settled_by, conflict.facts[1].modality) == (kept, settled_by, "disputed")
    assert [fact.object for fact in memory.facts("Ana", as_of="2026-07-01")] == [kept]
    assert len(memory.facts("Ana")) == 2


def test_what_weighs_the_same_is_asked(opened):
    memory = opened(timezone="UTC", clock=lambda: 10**15)
    for place in ("Porto", "Faro"):
        memory.assert_fact("Ana", "livesIn", place, valid_from="2026-06-01")
    (conflict,) = memory.conflicts()
    assert (conflict.settled_by, conflict.question) == ("", "Which is right: Ana lives in Faro or Ana lives in Porto?")
    assert memory.resolve().retracted == ()
    change = memory.resolve(policy="ask", ask=lambda one: next(f for f in one.facts if f.object == "Faro"))
    assert [fact.object for fact in change.retracted] == ["Porto"]
    assert (memory.conflicts(), [fact.object for fact in memory.facts("Ana")]) == ([], ["Faro"])
    memory.undo(change)
    assert len(memory.conflicts()) == 1


def test_a_policy_settles_all_conflicts_by_what_it_puts_first(memory):
    memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-06-01", trust=0.9)
    memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2026-06-01", trust=0.7)
    assert [fact.object for fact in memory.resolve(policy="recency").retracted] == ["Porto"]
    assert intervals(memory) == [("Faro", "2026-06-01", "..")]


def test_what_lost_holds_once_the_other_is_gone_or_over(memory):
    porto = memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-01-01", valid_to="2026-03-01", trust=0.9)
    memory.assert_fact("Ana", "livesIn", "Faro", valid_from="2026-01-01", trust=0.7)
    assert intervals(memory) == [("Porto", "2026-01-01", "2026-03-01"), ("Faro", "2026-03-01", "..")]
    memory.retract(porto.asserted[0].id)
    assert intervals(memory) == [("Faro", "2026-01-01", "..")]


# --- decisions and undoing ------------------------------------------------------------------------


def test_each_decision_is_kept_with_its_rule_and_what_brought_it_about(memory):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2025-01-01")
    change = memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-01-01")
    memory.retract(live(memory, "Porto").id, reason="a joke")
    made = memory.decisions("Ana")
    assert [(one.rule, one.fact.object) for one in made] == [
        ("assert", "Lisbon"), ("supersede", "Lisbon"), ("assert", "Porto"), ("resume", "Lisbon"), ("retract", "Porto"),
    ]  # fmt: skip
    closed = made[1]
    assert (iso(closed.old.valid_to), iso(closed.new.valid_to)[:10], closed.by.object) == ("..", "2026-01-01", "Porto")
    assert (closed.tellings, made[-1].reason) == (change.tellings, "a joke")
    assert rules(memory, live(memory, "Lisbon").id) == [
        ("assert", "Lisbon"), ("supersede", "Lisbon"), ("resume", "Lisbon"),
    ]  # fmt: skip


def test_an_undone_change_is_as_never_told_and_can_be_told_again(memory, opened):
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2025-01-01")
    change = memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-01-01")
    undone = memory.undo(change, reason="wrong Ana")
    assert intervals(memory) == [("Lisbon", "2025-01-01", "..")]
    assert [fact.object for fact in undone.retracted] == ["Porto"]
    memory.undo(undone)
    assert intervals(memory) == [("Lisbon", "2025-01-01", "2026-01-01"), ("Porto", "2026-01-01", "..")]
    memory.close()
    again = opened(timezone="UTC")
    again.assert_fact("Ana", "likes", "tea")
    again.undo(change)
    assert intervals(again) == [("Lisbon", "2025-01-01", "..")]


def test_a_message_undone_keeps_its_text_and_nothing_of_what_was_read(opened):
    script = {"x": Extraction(facts=(FactClaim("Ana", "livesIn", "Faro", object_type="Place"),))}
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(script))
    memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2025-01-01")
    change = memory.observe("x", speaker="Ana", at="2026-01-01")
    memory.undo(change)
    assert intervals(memory) == [("Lisbon", "2025-01-01", "..")]
    assert [episode.text for episode in memory.episodes()] == ["x"]
    assert [entity.name for entity in memory.entities()] == ["Ana", "Lisbon"]


def test_an_undone_closing_and_an_undone_merge_are_open_and_two_again(memory):
    fact = memory.assert_fact("Ana", "livesIn", "Lisbon", valid_from="2025-01-01").asserted[0]
    memory.assert_fact("Anita", "likes", "tea")
    closed, merged = memory.close_fact(fact.id, valid_to="2026-01-01"), memory.merge("Ana", "Anita")
    assert {f.relation for f in memory.facts("Anita")} == {"livesIn", "likes"}
    memory.undo([*closed.tellings, *merged.tellings])
    assert intervals(memory) == [("Lisbon", "2025-01-01", "..")]
    assert [f.relation for f in memory.facts("Anita")] == ["likes"]


# --- what follows from events ---------------------------------------------------------------------


def test_an_event_begins_and_ends_what_its_kind_says_until_it_is_retracted(memory):
    memory.assert_fact("Ana", "worksFor", "Acme", valid_from="2024-01-01")
    left = memory.record_event("Ana left", kind="LeavingJob", participants={"agent": "Ana"}, start="2025-06-01")
    who = {"agent": "Ana", "destination": "Porto"}
    moved = memory.record_event("Ana moved to Porto", kind="Moving", participants=who, start="2025-07-01")
    assert intervals(memory, "worksFor") == [("Acme", "2024-01-01", "2025-06-01")]
    assert intervals(memory) == [("Porto", "2025-07-01", "..")]
    for change in (left, moved):
        memory.retract(change.events[0].id)
    assert (intervals(memory, "worksFor"), intervals(memory)) == ([("Acme", "2024-01-01", "..")], [])


def test_a_cause_goes_with_its_event_and_comes_back_with_it(memory):
    ends = [memory.record_event(words, start="2025-01-01").events[0].id for words in ("the flood", "the move")]
    memory.link_cause(*ends)
    gone = memory.retract(ends[0])
    assert memory.links() == []
    memory.undo(gone)
    assert [memory.events()[0].description, len(memory.links(ends[1]))] == ["the flood", 1]
