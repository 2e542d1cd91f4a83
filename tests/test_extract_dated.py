"""Happenings that a date tells of: to things, ahead, and in Chinese clauses nobody parses."""

from __future__ import annotations

import pytest

from kgmem import Conversation, Episode
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.temporal import iso, micros, parse_instant

READER = RuleExtractor(load())


def read(text: str, speaker: str = "Ada", at: str = "2025-01-08T10:00:00+00:00"):
    """What is read in one text."""
    when = micros(parse_instant(at, None))
    return READER([(Episode(text, speaker, occurred=when, zone=at[-6:], id="e"), Conversation((), (speaker,)))])[0]


def happened(text: str, **said: str) -> list[tuple[str, str, str]]:
    return [(event.description, iso(event.when.start)[:10], event.modality) for event in read(text, **said).events]


def test_a_dated_happening_to_a_thing_is_an_event():
    assert happened("The boiler exploded on Monday.") == [("The boiler exploded", "2025-01-06", "asserted")]
    assert happened("The boiler exploded.") == []


def test_what_lies_ahead_is_planned_also_in_the_present_tense():
    assert happened("I see the dentist tomorrow at 3 pm.") == [("Ada sees the dentist", "2025-01-09", "planned")]
    assert happened("My course starts tomorrow.") == [("Ada's course starts", "2025-01-09", "planned")]


def test_a_verb_that_goes_on_after_a_noun_has_its_subject():
    facts = {(f.subject, f.relation, f.object) for f in read("Tom is the head of Helio Labs and lives in Ghent.").facts}
    assert ("Tom", "livesIn", "Ghent") in facts


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("昨天我买了一辆自行车。", [("晓雯买了一辆自行车", "2025-01-07", "asserted")]),
        ("我明天去看牙医。", [("晓雯去看牙医", "2025-01-09", "planned")]),
        ("你昨天去哪了？", []),
        ("我昨天没去上班。", []),
        ("如果明天下雨，我就不去。", []),
        ("我喜欢骑车。", []),
    ],
)  # fmt: skip
def test_a_chinese_clause_with_a_date_is_an_event(text, events):
    assert happened(text, speaker="晓雯", at="2025-01-08T10:00:00+00:00") == events


def test_a_dated_clause_of_two_languages_is_an_event_in_its_own_words():
    said = {"speaker": "Vivian", "at": "2024-04-10T21:00:00+08:00"}
    assert happened("下周一 I have a 面试 at Lumen Labs, 有点 nervous.", **said) == [
        ("下周一 Vivian have a 面试 at Lumen Labs", "2024-04-14", "planned")
    ]
    assert happened("下周一 maybe I have a 面试 at Lumen Labs.", **said) == []
