"""Happenings that a date tells of: to things, and ahead."""

from __future__ import annotations

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
