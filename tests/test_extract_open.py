"""Statements in their own words: what no other rule tells is kept, small talk is not."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from kgmem import Memory
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import LIKELY, Conversation, Episode, FactClaim
from kgmem.temporal import FOREVER, iso, micros

SAID_AT = micros(datetime(2025, 6, 18, 9, tzinfo=UTC))
Reader = Callable[[str], list[FactClaim]]


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    return RuleExtractor(load(), workers=0)


@pytest.fixture(scope="module")
def read(extractor: RuleExtractor) -> Reader:
    def reading(text: str) -> list[FactClaim]:
        episode = Episode(text, "Ana", occurred=SAID_AT)
        (found,) = extractor([(episode, Conversation((), ("Ana", "Ben")))])
        return [fact for fact in found.facts if fact.rule == "open"]

    return reading


def words(claims: list[FactClaim]) -> list[tuple[str, str, str]]:
    return [(claim.subject, claim.predicate, claim.object or claim.value) for claim in claims]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I painted a mural for the hospital.", ("Ana", "painted", "a mural for the hospital")),
        ("I've been rehearsing a new play.", ("Ana", "has been rehearsing", "a new play")),
        ("I feel accepted by the choir.", ("Ana", "feels accepted", "by the choir")),
        ("My brother teases me about my accent.", ("Ana's brother", "teases", "Ana about Ana's accent")),
        ("The choir sings for the hospital.", ("choir", "sings", "for the hospital")),
        ("I'm gonna repaint the hall.", ("Ana", "is gonna repaint", "the hall")),
        ("I carve spoons to calm down.", ("Ana", "carves", "spoons to calm down")),
        ("I learned a lot about glaciers, Ben.", ("Ana", "learned", "a lot about glaciers")),
        ("Been sorting old letters all morning.", ("Ana", "been sorting", "old letters all morning")),
        ("I think the harvest smells of cinnamon.", ("harvest", "smells", "of cinnamon")),
        ("Look at the bowls I glazed!", ("Ana", "glazed", "the bowls")),
        ("It was such a moving ceremony.", ("Ana", "said", "It was such a moving ceremony")),
        ("Talking to the choir made me tired.", ("Ana", "said", "Talking to the choir made Ana tired")),
        ("Our choir practice has grown.", ("Ana's choir practice", "has", "grown")),
    ],
)
def test_a_clause_is_kept_in_its_own_words(read: Reader, text: str, told: tuple[str, str, str]) -> None:
    assert words(read(text)) == [told]


@pytest.mark.parametrize(
    "text",
    [
        "Thanks, Ben! That's great.",
        "Take care and see you soon!",
        "I know, right?",
        "I agree with you.",
        "Did you paint the fence?",
        "Paint the fence before the winter.",
        "If I paint the fence, the dog sneezes.",
        "You have a green thumb.",
        "Here's a picture of the fence.",
        "Wishing you a merry harvest!",
        "Can you make this paragraph shorter? It is for a pottery shop in Lisbon.",
    ],
)
def test_small_talk_questions_orders_and_conditions_tell_nothing(read: Reader, text: str) -> None:
    assert words(read(text)) == []


@pytest.mark.parametrize("text", ["I live in Porto.", "My sister Flora works for Fluvia.", "I love pottery."])
def test_what_a_relation_tells_is_not_told_again(read: Reader, text: str) -> None:
    assert read(text) == []


def test_each_clause_is_told_once(read: Reader) -> None:
    found = read("I baked bread while the kids watered the tomatoes, and it fed the whole street.")
    assert [(claim.subject, claim.predicate) for claim in found] == [
        ("Ana", "baked"),
        ("kids", "watered"),
        ("Ana", "said"),
    ]


def test_a_statement_keeps_polarity_and_modality(read: Reader) -> None:
    (denied,) = read("I didn't finish the quilt.")
    (planned,) = read("I will repaint the hall.")
    (able,) = read("I can juggle seven oranges.")
    assert (denied.predicate, denied.polarity, denied.ends) == ("did finish", "negative", False)
    assert (planned.modality, able.modality) == ("planned", "hypothetical")
    assert all(0.3 <= claim.confidence < LIKELY for claim in (denied, planned, able))


def test_a_name_alone_is_the_object(read: Reader) -> None:
    (claim,) = read("The rain flooded Lisbon.")
    assert (claim.object, claim.value) == ("Lisbon", "")


def test_a_statement_holds_from_the_day_it_names(read: Reader) -> None:
    (claim,) = read("Our piano has been out of tune since Monday.")
    assert (iso(claim.valid.start), claim.valid.end) == ("2025-06-16T00:00:00Z", FOREVER)


def test_statements_make_no_entities_and_come_after_named_facts(memory: Memory) -> None:
    memory.observe("I carve spoons out of old cherry wood.", speaker="Ana", at="2025-01-01T10:00Z")
    before = memory.stats()["entities"]
    memory.observe("I carved a whole chess set too. I work for Fluvia.", speaker="Ana", at="2025-01-02T10:00Z")
    assert [fact.text for fact in memory.facts()] == [
        "Ana works for Fluvia",
        "Ana carves spoons out of old cherry wood",
        "Ana carved a whole chess set",
    ]
    assert memory.stats()["entities"] - before == 2
    found = memory.recall("Ana", asked_at="2025-01-03T10:00Z")
    assert [hit.fact.relation for hit in found.facts] == ["worksFor", "relatedTo", "relatedTo"]


@pytest.mark.parametrize(
    "text", ["I lost my job on Monday.", "That's why I moved to Lyon.", "I moved to Lyon in May 2024."]
)
def test_what_an_event_tells_is_not_told_again(read: Reader, text: str) -> None:
    assert read(text) == []
