"""Field cases: what is said in other words than the graph's counts, and what only looks alike does not."""

from typing import Any

import pytest

from benchmarks import case_ontology, cases
from benchmarks.case_meanings import deed_is_told, is_habit
from kgmem.records import Episode, Event, Evidence, Fact, Participant
from kgmem.temporal import micros, parse_instant

AT, LATER = "2025-02-05T12:00:00Z", "2025-03-01T12:00:00Z"


def run(*inputs: dict[str, Any], **parts: Any) -> cases.CaseResult:
    given = [{"owner": "u1", **spec} if "op" in spec else {"speaker": "Dario", "time": AT, **spec} for spec in inputs]
    return cases.run_case({"id": "own", "kind": "own", "input": given, "asked_at": LATER, **parts})


def works(subject: str, object: str, **more: Any) -> dict[str, Any]:
    return {"op": "add_fact", "subject": subject, "relation": "works for", "object": object, **more}


def reason(*inputs: dict[str, Any], **expected: Any) -> str:
    return run(*inputs, action={"op": "list_entities", "owner": "u1"}, expected=expected).reason


# --- entities -----------------------------------------------------------------------------------------


def test_one_entity_with_two_descriptions_is_not_two() -> None:
    pair = [["Mo Tal (Alder)", "Mo Tal (Birch)"]]
    one = reason(works("Mo Tal", "Alder Works"), works("Mo Tal", "Birch Mills"), different_entities=pair)
    assert one == "Mo Tal (Alder) and Mo Tal (Birch) are one entity"


def test_two_entities_are_told_apart_by_what_is_said_of_them() -> None:
    facts = works("Mo Tal", "Alder Works"), works("Mo Tal of Birch", "Birch Mills")
    assert reason(*facts, different_entities=[["Mo Tal (Alder)", "Mo Tal (Birch)"]]) == ""


def test_a_description_nothing_is_said_of_names_nobody() -> None:
    pair = [["Mo Tal (Alder)", "Mo Tal (Cedar)"]]
    assert reason(works("Mo Tal", "Alder Works"), different_entities=pair) == "no entity for Mo Tal (Cedar)"


def test_the_words_of_a_name_may_stand_in_another_order() -> None:
    facts = works("pilot for Fern", "Alder"), works("Moss's pilot", "Birch")
    assert reason(*facts, different_entities=[["Fern pilot", "Moss pilot"]]) == ""
    assert reason(facts[0], same_entity=[["Fern pilot", "pilot for Fern"]]) == ""
    assert reason(facts[0], same_entity=[["Fern pilot", "Fern"]]) == "Fern pilot and Fern are [1, 0] entities, not one"


# --- deeds and habits ---------------------------------------------------------------------------------

SAID = Episode("I row every Friday at six in the morning.", "Ana", occurred=micros(parse_instant(AT, None)), id="ep")
ROWS = Fact(
    *("f1", "s1", "en_ana", "Ana"), "practices", object="rowing", predicate="row", modality="recurring",
    evidence=(Evidence("ep", 0, len(SAID.text)),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("relation", "object", "status", "held"),
    [
        ("rows", "every Friday 06:00", "recurring", True),
        ("rows", "every Friday", "recurring", True),
        ("rows", "every Monday 06:00", "recurring", False),
        ("rows", "every Friday 18:00", "recurring", False),
        ("swims", "every Friday 06:00", "recurring", False),
        ("rows", "every Friday 06:00", "current", False),
    ],
)
def test_a_habit_is_its_deed_and_its_time(relation: str, object: str, status: str, held: bool) -> None:
    triple = {"subject": "Ana", "relation": relation, "object": object, "status": status}
    assert is_habit(ROWS, triple, {"ep": SAID}) == held


def test_what_is_told_as_done_once_is_no_habit() -> None:
    once = Event("e1", "Event", "Ana rows", evidence=(Evidence("ep"),))
    triple = {"subject": "Ana", "relation": "rows", "object": "every Friday", "status": "recurring"}
    assert not is_habit(once, triple, {"ep": SAID})


def test_a_deed_is_told_by_an_event_with_its_words_and_its_participants() -> None:
    people = (Participant("agent", "p1", "Ana"), Participant("with", "p2", "Ben"))
    event = Event("e1", "Event", "the two of them row together", participants=people)
    assert deed_is_told(event, {"subject": "Ana", "relation": "rows with", "object": "Ben"})
    assert not deed_is_told(event, {"subject": "Ana", "relation": "rows with", "object": "Cleo"})
    assert not deed_is_told(event, {"subject": "Ana", "relation": "swims with", "object": "Ben"})


# --- yes and no ---------------------------------------------------------------------------------------

ENDED = works("Gro", "Skovby", valid_from="2023-02-01T00:00:00Z", valid_to="2024-01-31T00:00:00Z")
ON = works("Gro", "Skovby", valid_from="2024-06-01T00:00:00Z")
ASKED = {"question": "Does Gro work for Skovby?", "expected": {"answer_must_include": [["no", "not"]]}}


def test_a_fact_that_is_over_says_no_and_one_that_holds_does_not() -> None:
    assert run(ENDED, **ASKED).result == "pass"
    assert run(ENDED, ON, **ASKED).result == "fail"
    assert run(ON, **ASKED).result == "fail"


def test_the_end_of_something_else_says_no_nothing() -> None:
    assert run(works("Gro", "Alder", valid_to="2024-01-31T00:00:00Z"), **ASKED).result == "fail"


def test_a_statement_that_speaks_of_something_else_gives_nothing_a_role() -> None:
    dropped = {"op": "add_fact", "subject": "Gro", "relation": "cancelled", "object": "Fernplan"}
    asked = {
        "question": "Which planner do they use?",
        "expected": {"answer_must_not_say": ["Fernplan as the one in use"]},
    }
    assert run(dropped, **asked).result == "pass"
    assert run({**dropped, "relation": "uses"}, **asked).reason.startswith("says 'Fernplan' first")


# --- ontology -----------------------------------------------------------------------------------------


def test_an_ontology_of_a_case_is_written_as_turtle() -> None:
    text = case_ontology.turtle(
        {
            "entity_types": ["Person", {"name": "Boat", "attributes": ["length"]}],
            "relations": [{"name": "SAILS", "from": "Person", "to": "Boat"}],
        }
    )
    assert text.splitlines()[-4:] == [
        ":Person a rdfs:Class .",
        ":Boat a rdfs:Class .",
        ":length a owl:DatatypeProperty ; rdfs:domain :Boat ; rdfs:range xsd:string .",
        ":SAILS a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Boat .",
    ]


def test_a_declared_relation_is_there_from_then_on() -> None:
    boats = {"entity_types": ["Boat"], "relations": [{"name": "sailsOn", "from": "Person", "to": "Boat"}]}
    fact = {"op": "add_fact", "subject": "Gro", "relation": "sailsOn", "object": "Blixt"}
    expected = {"count": 1, "state": {"relations_used": ["sailsOn"]}}
    action = {"op": "list_facts", "owner": "u1"}
    assert run({"op": "define_ontology", **boats}, fact, action=action, expected=expected).reason == ""
    missing = run(fact, action=action, expected=expected).reason
    assert missing == "state relations_used is ['relatedTo'], not ['sailsOn']"


def test_types_beside_those_wanted_are_found() -> None:
    listed = reason(works("Gro", "Skovby"), state={"entity_types_used": ["Person", "Organisation"]})
    assert listed == ""
    assert "state entity_types_used is" in reason(works("Gro", "Skovby"), state={"entity_types_used": ["Person"]})


def test_an_ontology_that_is_taken_is_not_unchanged() -> None:
    define = {"op": "define_ontology", "entity_types": ["Boat"]}
    case = run(action=define, expected={"state": {"ontology_unchanged": True}})
    assert case.reason == "state ontology_unchanged is False, not True"
    broken = {"op": "define_ontology", "relations": [{"name": "sailsOn", "from": "Nowhere", "to": "Boat"}]}
    assert (
        run(
            action=broken, expected={"error": {"type": "invalid_argument"}, "state": {"ontology_unchanged": True}}
        ).reason
        == ""
    )
