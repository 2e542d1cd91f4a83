"""One relation in many shapes of clause, said by the ontology's cues, with the real English model."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kgmem import Memory
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import Conversation, Episode, FactClaim
from kgmem.temporal import ALWAYS, FOREVER, iso, micros, parse_instant

TODAY = micros(parse_instant("2026-06-03T09:00:00+00:00", None))

Facts = Callable[..., list[FactClaim]]


@pytest.fixture(scope="module")
def facts() -> Facts:
    """What Ana says in a turn, but for what is kept in its own words."""
    extractor = RuleExtractor(load(), workers=0)

    def read(text: str) -> list[FactClaim]:
        [found] = extractor([(Episode(text, speaker="Ana", occurred=TODAY), Conversation(participants=("Ana",)))])
        return [fact for fact in found.facts if fact.relation != "relatedTo"]

    return read


def told(found: list[FactClaim]) -> set[tuple[str, str, str]]:
    return {
        (fact.subject, fact.relation, fact.object or fact.value)
        for fact in found
        if fact.polarity == "positive" and fact.modality == "asserted" and not fact.ends
    }


@pytest.mark.parametrize(
    "text",
    [
        "I make my home in Porto.",
        "My home is in Porto.",
        "Porto is where I live.",
        "The town where I live is Porto.",
        "The place I live in is Porto.",
        "I rent a flat in Porto.",
        "I'm down in Porto, where I live.",
    ],
)
def test_a_home_is_said_in_many_ways(facts: Facts, text: str) -> None:
    assert ("Ana", "livesIn", "Porto") in told(facts(text))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I'm on the staff at Helio.", ("Ana", "worksFor", "Helio")),
        ("Helio pays my wages.", ("Ana", "worksFor", "Helio")),
        ("The green lamp belongs to me.", ("Ana", "owns", "green lamp")),
        ("The green lamp is mine.", ("Ana", "owns", "green lamp")),
        ("I'm on a vegan diet.", ("Ana", "hasDiet", "vegan")),
        ("I take Italian lessons.", ("Ana", "learns", "Italian")),
        ("I have a pollen allergy.", ("Ana", "allergicTo", "pollen")),
        ("My birthplace is Brno.", ("Ana", "bornIn", "Brno")),
        ("Pottery is my hobby.", ("Ana", "practices", "Pottery")),
        ("I came into the world in Brno.", ("Ana", "bornIn", "Brno")),
        ("Oat milk isn't my thing.", ("Ana", "dislikes", "Oat milk")),
        ("I'm not keen on oat milk.", ("Ana", "dislikes", "oat milk")),
        ("I can't get enough of oat milk.", ("Ana", "likes", "oat milk")),
        ("I like oat milk best.", ("Ana", "favorite", "oat milk")),
        ("I'd rather drink oat milk.", ("Ana", "prefers", "oat milk")),
        ("I can speak Italian.", ("Ana", "speaks", "Italian")),
        ("My Italian is good.", ("Ana", "speaks", "Italian")),
        ("Project Quartz is run by me.", ("Ana", "manages", "Project Quartz")),
        ("I own a cat called Rex.", ("Ana", "hasPet", "Rex")),
        ("I've been to Seville.", ("Ana", "visited", "Seville")),
        ("You'll find Helio Motors in Lisbon.", ("Helio Motors", "locatedIn", "Lisbon")),
        ("I'm a student at Lyon University.", ("Ana", "studiesAt", "Lyon University")),
        ("I have reached the age of 31.", ("Ana", "hasAge", "31")),
        ("My date of birth is 10 February 1986.", ("Ana", "bornOn", "1986-02-10")),
    ],
)
def test_a_relation_is_read_whatever_the_shape_of_its_clause(
    facts: Facts, text: str, fact: tuple[str, str, str]
) -> None:
    assert fact in told(facts(text))


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("Tom Weber and I are good friends.", "friendOf"),
        ("I'm good mates with Tom Weber.", "friendOf"),
        ("Tom Weber is one of my friends.", "friendOf"),
        ("Tom Weber and I are a couple.", "partnerOf"),
        ("Tom Weber and I are husband and wife.", "spouseOf"),
    ],
)
def test_what_is_said_of_two_of_each_other_ties_them(facts: Facts, text: str, relation: str) -> None:
    ties = {(fact.relation, frozenset((fact.subject, fact.object))) for fact in facts(text)}
    assert (relation, frozenset(("Ana", "Tom Weber"))) in ties


def test_the_most_telling_cue_of_a_clause_has_the_word(facts: Facts) -> None:
    assert told(facts("I'm good at Italian.")) == {("Ana", "speaks", "Italian")}
    assert told(facts("I have a flat in Porto.")) == {("Ana", "livesIn", "Porto")}
    assert told(facts("Helio Motors is based in Lisbon.")) == {("Helio Motors", "locatedIn", "Lisbon")}


def test_to_be_somewhere_now_is_no_visit(facts: Facts) -> None:
    assert facts("I'm in Seville.") == []


def test_a_drink_at_hand_is_no_habit(facts: Facts) -> None:
    assert told(facts("We have beer in the fridge.")) == set()
    [habit] = facts("I have green tea every morning.")
    assert (habit.relation, habit.object, habit.modality) == ("drinks", "green tea", "recurring")


def test_what_one_became_holds_from_then_on(facts: Facts) -> None:
    [joined] = [fact for fact in facts("I became a member of the rowing club in May.") if fact.relation == "memberOf"]
    assert (joined.object, iso(joined.valid.start)[:10], joined.ends) == ("rowing club", "2026-05-01", False)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I sepak Italian.", ("Ana", "speaks", "Italian")),
        ("I lvie in Porto.", ("Ana", "livesIn", "Porto")),
    ],
)
def test_two_letters_that_changed_places_are_read_as_meant(facts: Facts, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(facts(text))


def test_a_noun_taken_for_something_else_is_mended(facts: Facts) -> None:
    assert ("Ana", "likes", "oatmeal") in told(facts("I like oatmeal."))
    assert ("Tom Weber", "hasCondition", "migraine") in told(facts("Tom Weber has migraine."))
    assert ("Ana", "practices", "baking") in told(facts("I do baking in my free time."))


@pytest.mark.parametrize(
    "text",
    [
        "I started working at Feedly.",
        "I began working at Lumen.",
        "I kept working at Lumen.",
        "I worked on, and continued working at Lumen.",
    ],
)
def test_what_was_begun_or_kept_up_is_not_over(facts, text):
    (works,) = [fact for fact in facts(text) if fact.relation == "worksFor"]
    assert not works.ends
    assert works.valid == ALWAYS


def test_what_was_begun_at_a_time_holds_from_then_on(facts):
    (lives,) = facts("I started living in Rome in March.")
    assert (iso(lives.valid.start)[:7], lives.valid.end, lives.ends) == ("2026-03", FOREVER, False)


def test_what_was_finished_is_over(facts):
    (works,) = [fact for fact in facts("I finished working at Lumen in May.") if fact.relation == "worksFor"]
    assert (iso(works.valid.start)[:7], works.ends) == ("2026-05", True)


def test_what_held_until_a_time_ended_then(facts):
    (lives,) = facts("We lived in Oslo until 2019.")
    assert (iso(lives.valid.start)[:4], lives.ends) == ("2019", True)


@pytest.mark.parametrize("name", ["Feedly", "Grammarly", "Brandt & Sons", "Miller and Daughters"])
def test_names_that_look_like_other_words_or_like_two_names_are_one(facts, name):
    assert ("Ana", "worksFor", name) in told(facts(f"I work for {name} in Leeds."))


@pytest.mark.parametrize(
    "text",
    [
        "Tom was moved from Kestrel to project Merlin.",
        "Tom was reassigned to project Merlin.",
        "Tom has been transferred to project Merlin.",
        "Tom is assigned to project Merlin.",
    ],
)
def test_who_is_put_on_a_project_is_assigned_to_it(facts: Facts, text: str) -> None:
    assert ("Tom", "assignedTo", "Merlin") in told(facts(text))


def test_moving_from_one_project_to_another_ends_the_first(memory: Memory) -> None:
    memory.observe("Tom is assigned to project Kestrel.", speaker="Ana", at="2026-03-02T09:00Z")
    memory.observe("Tom was moved from Kestrel to project Merlin today.", speaker="Ana", at="2026-05-04T09:00Z")

    def project(day: str) -> list[str]:
        return [f.object for f in memory.facts(subject="Tom", relation="assignedTo", as_of=day)]

    assert (project("2026-04-01"), project("2026-05-05")) == (["Kestrel"], ["Merlin"])


def test_the_one_who_did_it_did_it(facts: Facts) -> None:
    assert told(facts("I am the person who founded Acme.")) == {("Ana", "founded", "Acme")}
    assert told(facts("Ben is the one who founded Acme.")) == {("Ben", "founded", "Acme")}
    assert ("Ben", "founded", "Acme") not in told(facts("Ben is not the one who founded Acme."))


def test_what_is_left_by_a_name_alone_ends_only_what_is_held(memory: Memory) -> None:
    memory.observe("I work at Lumen.", speaker="Ana", at="2026-03-02T09:00Z")
    memory.observe("I quit Lumen last week.", speaker="Ana", at="2026-05-14T09:00Z")
    memory.observe("I quit Velora last week.", speaker="Tom", at="2026-05-14T09:00Z")
    assert [(f.subject, f.object, f.valid_to < FOREVER) for f in memory.facts(relation="worksFor")] == [
        ("Ana", "Lumen", True)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My phone number is 555-0199 now.", ("Ana", "hasPhone", "555-0199")),
        ("My email is ana@example.org.", ("Ana", "hasEmail", "ana@example.org")),
        ("My new address is 12 Elm Street, Leeds.", ("Ana", "hasAddress", "12 Elm Street, Leeds")),
        ("My blood type is O positive and I am tall.", ("Ana", "hasBloodType", "O positive")),
        ("Tom's username is tom_b.", ("Tom", "hasUsername", "tom_b")),
    ],
)
def test_what_somebody_has_that_is_no_thing_is_a_value(facts, text: str, expected: tuple[str, str, str]) -> None:
    assert expected in told(facts(text))


@pytest.mark.parametrize(
    ("text", "value", "polarity"),
    [
        ("My phone number is not 555-0199.", "555-0199", "negative"),
        ("My email isn't ana@example.org.", "ana@example.org", "negative"),
        ("My email is still ana@example.org.", "ana@example.org", "positive"),
    ],
)
def test_what_is_said_of_the_verb_is_no_part_of_the_value(facts, text: str, value: str, polarity: str) -> None:
    assert [(f.value, f.polarity) for f in facts(text) if f.value] == [(value, polarity)]


@pytest.mark.parametrize(
    "text",
    [
        "My address is wrong.",
        "My height is a problem.",
        "Her phone number is secret.",
        "My address is the same as yours.",
    ],
)
def test_what_does_not_look_like_the_value_is_none(facts, text: str) -> None:
    assert facts(text) == []


@pytest.mark.parametrize(
    "opening", ["Remember that", "Please remember", "Don't forget that", "Keep in mind that", "Note that"]
)
def test_what_is_to_be_remembered_is_so(facts, opening: str) -> None:
    assert ("Ana", "livesIn", "Porto") in told(facts(f"{opening} I live in Porto."))


def test_what_is_to_be_imagined_is_not_so(facts) -> None:
    assert told(facts("Imagine that I live in Porto.")) == set()


def test_pets_that_were_adopted_are_there(facts) -> None:
    assert {("Ana", "hasPet", "Miso"), ("Ana", "hasPet", "Nori")} <= told(facts("We adopted two cats, Miso and Nori."))
