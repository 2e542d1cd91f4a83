"""What asserts nothing of the world is read for names and kept as text, and makes no facts and no events."""

from __future__ import annotations

from datetime import datetime

import pytest

from kgmem.extract_passages import parted, passages
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import Conversation, Episode, Extraction
from kgmem.temporal import FOREVER, micros

NOON = micros(datetime.fromisoformat("2026-06-03T12:00:00+00:00"))
DAY = 24 * 3600 * 1_000_000


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    return RuleExtractor(load())


@pytest.fixture
def read(extractor: RuleExtractor):
    def read_text(text: str, **more: str) -> Extraction:
        episode = Episode(text, speaker="Ana", occurred=NOON, id="e", **more)
        return extractor([(episode, Conversation((), ("Ana",)))])[0]

    return read_text


def told(found: Extraction) -> set[tuple[str, str, str]]:
    return {(f.subject, f.relation, f.object) for f in found.facts if f.relation in ("livesIn", "worksFor", "likes")}


@pytest.mark.parametrize(
    "text",
    [
        "`Tom lives in Leeds`",
        "```\nTom lives in Leeds\n```",
        "```\nTom lives in Leeds",
        'Traceback (most recent call last):\n  File "x.py", line 3, in f\nValueError: Tom lives in Leeds',
        "2026-05-01 10:00:00 Tom lives in Leeds.",
        "[INFO] Tom lives in Leeds.",
        "| Tom | Tom lives in Leeds |",
        '{"note": "Tom lives in Leeds"}',
        "name: Tom\ncity: Leeds\nnote: Tom lives in Leeds",
        "-----Original Message-----\nFrom: Tom\nI live in Leeds.",
        "On Monday Tom wrote:\nI live in Leeds.",
        "> I live in Leeds.",
        '"I live in Leeds and I work at Borel."',
        "♪ I live in Leeds ♪",
        "The lyrics of the week:\nI live in Leeds\nI work at Borel",
        "In my novel, Tom lives in Leeds.",
        "In the film Tom lives in Leeds. He works at Borel.",
        "Tom lives in Leeds in my story.",
        "I am writing a story in which Tom lives in Leeds.",
        "The story goes that Tom moved to Leeds last year.",
        "I dreamt that I moved to Leeds last year.",
        "I had a strange dream. I moved to Leeds last year. Then I woke up.",
        "Once upon a time Tom lived in Leeds.",
        "My character lives in Leeds.",
        "Suppose Tom lives in Leeds. Then he works at Borel.",
        "Let's say Tom lives in Leeds.",
        "For example, suppose Tom lives in Leeds.",
        "For example, if Tom lived in Leeds, he would work at Borel.",
        "Some people (e.g. Tom lives in Leeds) move a lot.",
        "*walks in and lives in Leeds*",
        "Yeah right, Tom lives in Leeds.",
        "Tom lives in Leeds /s",
        "Tom moved to Leeds last month. Just kidding!",
        "Tom moved to Leeds last month lol not",
        "As if Tom works at Borel!",
        "I moved to Leeds last May. Sorry, that was wrong.",
    ],
)
def test_what_is_shown_sung_dreamt_or_joked_makes_no_fact_and_no_event(read, text: str) -> None:
    found = read(text)
    sure = [f.relation for f in found.facts if f.modality == "asserted" and f.polarity == "positive"]
    assert [name for name in sure if name in ("livesIn", "worksFor", "locatedIn")] == []
    assert [event.description for event in found.events if event.kind == "Moving"] == []


def test_the_names_in_what_is_not_asserted_are_still_mentioned(read) -> None:
    assert {"Tom", "Leeds"} <= {mention.name for mention in read("In my novel, Tom lives in Leeds.").mentions}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I live in Rome.\n> I live in Leeds.\nI work at Borel.", ("Ana", "worksFor", "Borel")),
        ("```\nTom lives in Leeds\n```\nI live in Rome.", ("Ana", "livesIn", "Rome")),
        ("I live in Rome.\n-----Original Message-----\nI live in Leeds.", ("Ana", "livesIn", "Rome")),
        ("In my novel, Tom lives in Leeds. I live in Rome.", ("Ana", "livesIn", "Rome")),
        ("I read a book. Tom lives in Leeds.", ("Tom", "livesIn", "Leeds")),
        ("I work at Borel. *smiles and lives in Leeds*", ("Ana", "worksFor", "Borel")),
        ("I am not kidding, Tom lives in Leeds.", ("Tom", "livesIn", "Leeds")),
        ("Imagine that! Tom lives in Leeds.", ("Tom", "livesIn", "Leeds")),
        ("I live in Leeds, scratch that, I live in Rome.", ("Ana", "livesIn", "Rome")),
        ("I live in Leeds. No wait, I live in Rome.", ("Ana", "livesIn", "Rome")),
    ],
)
def test_what_stands_beside_it_is_asserted(read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(read(text))


def test_what_is_taken_back_is_not_asserted(read) -> None:
    assert told(read("I live in Leeds, scratch that, I live in Rome.")) == {("Ana", "livesIn", "Rome")}


def test_a_quoted_word_is_that_of_who_is_named_for_it(read) -> None:
    [fact] = [f for f in read('Tom said "I live in Leeds and I like it".').facts if f.relation == "livesIn"]
    assert (fact.subject, fact.object, fact.modality, fact.told_by) == ("Tom", "Leeds", "reported", "Tom")


@pytest.mark.parametrize(
    "text",
    ["My phone is in the kitchen right now.", "The printer is in the hall at the moment.", "My tank is at 15 %."],
)
def test_a_value_of_the_moment_holds_for_a_day(read, text: str) -> None:
    [fact] = [f for f in read(text).facts if f.relation in ("locatedIn", "relatedTo")]
    assert fact.valid.end == NOON + DAY


def test_a_home_does_not_pass_in_a_day(read) -> None:
    [fact] = [f for f in read("I am living in Leeds right now.").facts if f.relation == "livesIn"]
    assert fact.valid.end == FOREVER


def test_passages_are_told_by_their_kind() -> None:
    text = "I ski.\n```\nx = 1\n```\n> old\n| a | b |\n*waves at you*\nIn my novel, Tom skis."
    found = {passage.kind: text[passage.start : passage.end].strip() for passage in passages(text)}
    assert found == {
        "code": "```\nx = 1\n```",
        "mail": "> old",
        "table": "| a | b |",
        "acted": "*waves at you*",
        "fiction": "In my novel, Tom skis.",
    }


def test_prose_with_commas_is_no_table() -> None:
    text = "I like tea, jam and bread.\nTom likes milk, figs, plums and rice.\nMy name is Ana."
    assert passages(text) == []


def test_what_is_parted_keeps_its_places() -> None:
    text = "I ski, scratch that, I skate."
    assert (len(parted(text)), parted(text)) == (len(text), "I ski.               I skate.")


@pytest.mark.parametrize(
    "sign", ["`", '"', "*", "|", ">", "\n", "> \n", "in my ", "a,b,c\n", "e.g. ", "```\n", "{", "“"]
)
def test_hostile_text_is_read_to_its_end(sign: str) -> None:
    text = sign * (200_000 // len(sign))
    assert all(0 <= one.start < one.end <= len(text) for one in passages(text))
    assert len(parted(text)) == len(text)


def test_what_memory_gave_back_is_silent_however_long_and_never_closed() -> None:
    text = "<memory>" * 100_000
    assert ("recalled", 0, len(text)) in [(one.kind, one.start, one.end) for one in passages(text)]


@pytest.mark.parametrize("text", ["In my musicals the hero lives in Porto.", "In my stories I live in Porto."])
def test_works_of_fiction_may_be_several(text: str) -> None:
    assert [one.kind for one in passages(text)] == ["fiction"]
