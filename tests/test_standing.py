"""Only what is asserted asserts: denials, suppositions, plans, questions, guesses and the words of others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from kgmem.extract_rules import RuleExtractor
from kgmem.memory import Memory
from kgmem.ontology import load
from kgmem.records import Conversation, Episode, EventClaim, Extraction, FactClaim
from kgmem.temporal import micros

NOON = micros(datetime.fromisoformat("2026-06-03T12:00:00+00:00"))


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    return RuleExtractor(load())


@pytest.fixture
def read(extractor: RuleExtractor) -> Callable[[str], Extraction]:
    def read_text(text: str) -> Extraction:
        episode = Episode(text, speaker="Ana", occurred=NOON, id="e")
        return extractor([(episode, Conversation((), ("Ana", "Ben")))])[0]

    return read_text


def named(found: Extraction, relation: str) -> list[FactClaim]:
    """Claims of a relation, without what is kept in its own words."""
    return [fact for fact in found.facts if fact.relation == relation]


def standing(claim: FactClaim | EventClaim) -> tuple[str, str]:
    return claim.polarity, claim.modality


YES, NO = ("positive", "asserted"), ("negative", "asserted")


@pytest.mark.parametrize(
    ("text", "who", "relation", "what"),
    [
        ("I never lived in Leeds.", "Ana", "livesIn", "Leeds"),
        ("I have no dog.", "Ana", "hasPet", "dog"),
        ("I hardly eat meat.", "Ana", "eats", "meat"),
        ("I wish I lived in Leeds.", "Ana", "livesIn", "Leeds"),
        ("Had I taken the job at Borel, I would live in Leeds.", "Ana", "livesIn", "Leeds"),
        ("If I had taken the job, I would live in Leeds.", "Ana", "livesIn", "Leeds"),
        ("It isn't true that Tom lives in Leeds.", "Tom", "livesIn", "Leeds"),
        ("Tom denies that he works at Borel.", "Tom", "worksFor", "Borel"),
        ("Tom denies working at Borel.", "Tom", "worksFor", "Borel"),
        ("Tom refused to move to Leeds.", "Tom", "livesIn", "Leeds"),
        ("Tom failed to get the job at Borel.", "Tom", "worksFor", "Borel"),
        ("My cousin Tom lives in Leeds, and I don't.", "Ana", "livesIn", "Leeds"),
        ("If only I lived in Leeds.", "Ana", "livesIn", "Leeds"),
    ],
)
def test_what_is_denied_is_held_as_denied(read, text: str, who: str, relation: str, what: str) -> None:
    [fact] = [fact for fact in named(read(text), relation) if fact.subject == who]
    assert (fact.object, standing(fact)) == (what, NO)


def test_neither_nor_denies_both(read) -> None:
    found = named(read("Neither Tom nor Eva works at Borel."), "worksFor")
    assert [(fact.subject, fact.object, standing(fact)) for fact in found] == [
        ("Tom", "Borel", NO),
        ("Eva", "Borel", NO),
    ]
    pets = named(read("I have neither a dog nor a cat."), "hasPet")
    assert [(fact.object, standing(fact)) for fact in pets] == [("dog", NO), ("cat", NO)]


def test_what_would_have_been_is_less_certain_than_what_is_denied(read) -> None:
    [wished], [denied] = (
        named(read("I wish I lived in Leeds."), "livesIn"),
        named(read("I don't live in Leeds."), "livesIn"),
    )
    assert (wished.confidence, denied.confidence) == (0.54, 0.9)


@pytest.mark.parametrize(
    ("text", "who", "relation", "what"),
    [
        ("I don't only live in Leeds.", "Ana", "livesIn", "Leeds"),
        ("I live not only in Leeds.", "Ana", "livesIn", "Leeds"),
        ("It's true that Tom lives in Leeds.", "Tom", "livesIn", "Leeds"),
        ("I'm sure Tom works at Borel.", "Tom", "worksFor", "Borel"),
        ("I'm glad Tom works at Borel.", "Tom", "worksFor", "Borel"),
        ("I know that Tom works at Borel.", "Tom", "worksFor", "Borel"),
        ("I didn't know that Tom works at Borel.", "Tom", "worksFor", "Borel"),
        ("I happen to work at Borel.", "Ana", "worksFor", "Borel"),
        ("I must say that Tom works at Borel.", "Tom", "worksFor", "Borel"),
        ("I'd moved to Leeds in 2019.", "Ana", "livesIn", "Leeds"),
        ("I had to move to Leeds in May.", "Ana", "livesIn", "Leeds"),
        ("I was able to get a job at Borel.", "Ana", "worksFor", "Borel"),
        ("I don't live in Leeds, but Tom does.", "Tom", "livesIn", "Leeds"),
        ("I work at Borel. So does Tom.", "Tom", "worksFor", "Borel"),
        ("I live in Leeds, do you like it?", "Ana", "livesIn", "Leeds"),
        ("I live in Leeds, do you?", "Ana", "livesIn", "Leeds"),
        ("I work at Borel, and where do you work?", "Ana", "worksFor", "Borel"),
        ("Tom lives in Leeds, and what about you?", "Tom", "livesIn", "Leeds"),
        ("Tom hasn't left his job at Borel.", "Tom", "worksFor", "Borel"),
        ("Eva has not quit, she is staying at Borel.", "Eva", "worksFor", "Borel"),
    ],
)
def test_what_is_asserted_in_a_roundabout_way_is_asserted(read, text: str, who: str, relation: str, what: str) -> None:
    [fact] = [fact for fact in named(read(text), relation) if fact.subject == who]
    assert (fact.object, standing(fact)) == (what, YES)


@pytest.mark.parametrize(
    "text",
    [
        "Does Tom live in Leeds?",
        "Does Tom live in Leeds",
        "Tom lives in Leeds, doesn't he?",
        "You know Tom lives in Leeds, right?",
        "I wonder whether Tom lives in Leeds.",
        "I don't know if Tom lives in Leeds.",
        "I haven't decided whether I will live in Leeds.",
        "Do you know if Tom lives in Leeds",
        "Ask Tom where Eva lives.",
        "Live in Leeds!",
        "He talks as if he lived in Leeds.",
        "I hope Tom moves to Leeds.",
        "I was going to move to Leeds.",
        "Tom was about to move to Leeds.",
        "I almost moved to Leeds last year.",
        "Nobody lives in Leeds.",
    ],
)
def test_what_is_asked_ordered_or_nearly_done_says_nothing(read, text: str) -> None:
    found = read(text)
    assert named(found, "livesIn") == []
    assert [event for event in found.events if event.kind == "Moving"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Tom might live in Leeds.",
        "Maybe Tom lives in Leeds.",
        "Perhaps Tom lives in Leeds.",
        "Tom must live in Leeds.",
        "I guess Tom lives in Leeds.",
        "I bet Tom lives in Leeds.",
        "I doubt that Tom lives in Leeds.",
        "I don't believe that Tom lives in Leeds.",
        "I'm not sure Tom lives in Leeds.",
        "It's possible that Tom lives in Leeds.",
        "Tom seems to live in Leeds.",
        "It seems that Tom lives in Leeds.",
        "It looks like Tom lives in Leeds.",
        "I used to think Tom lives in Leeds.",
        "As soon as I live in Leeds, I'll have a dog.",
        "Tom pretends to live in Leeds.",
        "Tom never said that Eva lives in Leeds.",
    ],
)
def test_what_is_guessed_is_a_supposition(read, text: str) -> None:
    [fact] = named(read(text), "livesIn")
    assert (fact.object, standing(fact)) == ("Leeds", ("positive", "hypothetical"))


def test_a_plan_is_a_plan(read) -> None:
    [fact] = named(read("I plan to move to Leeds in May."), "livesIn")
    assert (fact.object, standing(fact)) == ("Leeds", ("positive", "planned"))


@pytest.mark.parametrize(
    ("text", "teller"),
    [
        ("Tom says that Eva lives in Leeds.", "Tom"),
        ("Eva lives in Leeds, Tom says.", "Tom"),
        ("Apparently, says Tom, Eva lives in Leeds.", "Tom"),
        ("According to Tom, Eva lives in Leeds.", "Tom"),
        ("I was told by Tom that Eva lives in Leeds.", "Tom"),
        ("I heard from Tom that Eva lives in Leeds.", "Tom"),
        ("I have it from Tom that Eva lives in Leeds.", "Tom"),
        ("Tom reckons Eva lives in Leeds.", "Tom"),
        ("Tom thinks that Eva lives in Leeds.", "Tom"),
        ("You told me that Eva lives in Leeds.", "Ben"),
        ("My mother says that Eva lives in Leeds.", "Ana's mother"),
        ("Apparently Eva lives in Leeds.", ""),
        ("Eva supposedly lives in Leeds.", ""),
        ("Eva allegedly lives in Leeds.", ""),
        ("I heard that Eva lives in Leeds.", ""),
        ("Eva, I hear, lives in Leeds.", ""),
        ("From what I hear, Eva lives in Leeds.", ""),
        ("Rumour has it that Eva lives in Leeds.", ""),
        ("Word is that Eva lives in Leeds.", ""),
        ("They say Eva lives in Leeds.", ""),
        ("Eva is said to live in Leeds.", ""),
    ],
)
def test_hearsay_is_reported_and_stays_with_its_teller(read, text: str, teller: str) -> None:
    [fact] = [fact for fact in named(read(text), "livesIn") if fact.subject == "Eva"]
    assert (fact.object, standing(fact), fact.told_by) == ("Leeds", ("positive", "reported"), teller)


def test_what_follows_in_a_report_is_reported_too(read) -> None:
    [fact] = named(read("Bob says Carla works at Borel and lives in Paris."), "livesIn")
    assert (fact.subject, fact.modality, fact.told_by) == ("Carla", "reported", "Bob")


def test_a_claim_of_somebody_is_a_report(read) -> None:
    [fact] = named(read("Bob's claim that Carla lives in Paris is nonsense."), "livesIn")
    assert (fact.subject, fact.modality, fact.told_by) == ("Carla", "reported", "Bob")


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Tom says he lives in Leeds.", "Tom"),
        ("My friend Tom told me he lives in Leeds.", "Tom"),
        ("I say I live in Leeds.", "Ana"),
        ("Tom lives in Leeds.", "Tom"),
    ],
)
def test_what_one_says_of_oneself_and_what_the_speaker_says_is_first_hand(read, text: str, who: str) -> None:
    [fact] = named(read(text), "livesIn")
    assert (fact.subject, standing(fact), fact.told_by) == (who, YES, "")


def test_an_event_keeps_its_teller(read) -> None:
    [event] = [e for e in read("Tom said that Eva moved to Leeds last month.").events if e.kind == "Moving"]
    assert (event.description, event.modality, event.told_by) == ("Eva moved to Leeds", "reported", "Tom")


def test_who_did_takes_over_what_was_said_before(read) -> None:
    found = named(read("I never lived in Leeds. People mix me up with my cousin Tom, who did."), "livesIn")
    assert [(fact.subject, standing(fact), fact.ends) for fact in found] == [("Ana", NO, False), ("Tom", YES, True)]


def test_is_not_takes_over_what_was_said_before(read) -> None:
    text = "I was wrong about the allergy: it is Eva who is allergic to walnuts, Tom is not."
    found = named(read(text), "allergicTo")
    assert [(fact.subject, fact.object, standing(fact)) for fact in found] == [
        ("Eva", "walnuts", YES),
        ("Tom", "walnuts", NO),
    ]


@pytest.mark.parametrize(
    ("text", "relation", "held", "denied"),
    [
        ("I'm not a nurse but a doctor.", "worksAs", "doctor", "nurse"),
        ("I don't live in Paris but in Rome.", "livesIn", "Rome", "Paris"),
        ("I live in Rome, not in Paris.", "livesIn", "Rome", "Paris"),
        ("I work at Acme, no longer at Borel.", "worksFor", "Acme", "Borel"),
        ("I have a cat but no dog.", "hasPet", "cat", "dog"),
    ],
)
def test_of_two_contrasted_one_is_held_and_one_denied(read, text: str, relation: str, held: str, denied: str) -> None:
    found = {fact.object: standing(fact) for fact in named(read(text), relation)}
    assert found == {held: YES, denied: NO}


def test_what_no_longer_holds_is_told_by_its_own_sentence(read) -> None:
    found = read("I work at Borel. I no longer live in Leeds.")
    assert [(fact.object, fact.ends) for fact in named(found, "worksFor")] == [("Borel", False)]
    assert [(fact.object, fact.ends) for fact in named(found, "livesIn")] == [("Leeds", True)]


# --- in memory ---------------------------------------------------------------------------------------------


def test_hearsay_leaves_first_hand_word_standing(memory: Memory) -> None:
    memory.observe("I live in Rome.", speaker="Eva", at="2026-03-01T09:00:00Z")
    memory.observe("Tom says that Eva lives in Leeds.", speaker="Ana", at="2026-04-01T09:00:00Z")
    homes = [fact for fact in memory.facts() if fact.relation == "livesIn"]
    assert sorted((f.object, f.modality, f.source) for f in homes) == [
        ("Leeds", "reported", "Tom"),
        ("Rome", "asserted", "Eva"),
    ]
    assert {fact.text for fact in homes} == {"Eva lives in Rome", "reported by Tom: Eva lives in Leeds"}


def test_two_tellers_are_two_reports(memory: Memory) -> None:
    memory.observe("Tom says that Eva lives in Leeds.", speaker="Ana", at="2026-04-01T09:00:00Z")
    memory.observe("According to Ida, Eva lives in Leeds.", speaker="Ana", at="2026-04-02T09:00:00Z")
    assert sorted(f.source for f in memory.facts() if f.relation == "livesIn") == ["Ida", "Tom"]


def test_erasing_a_teller_takes_what_was_told_by_name(memory: Memory) -> None:
    memory.observe("Tom says that Eva lives in Leeds.", speaker="Ana", at="2026-04-01T09:00:00Z")
    memory.erase(entity="Tom").confirm()
    assert [fact.text for fact in memory.facts() if "Tom" in fact.text or fact.source == "Tom"] == []


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Do you think I should get a dog? A poodle maybe?", "Which dog does Ana have?"),
        ("My friend Tom told me he hates swimming.", "Does Ana hate swimming?"),
    ],
)
def test_what_does_not_bear_on_a_question_gives_no_confidence(memory: Memory, said: str, asked: str) -> None:
    memory.observe(said, speaker="Ana", at="2026-04-01T09:00:00Z")
    assert memory.recall(asked).confidence < 0.4


def test_what_bears_on_a_question_gives_confidence(memory: Memory) -> None:
    memory.observe("I hate swimming.", speaker="Ana", at="2026-04-01T09:00:00Z")
    assert memory.recall("Does Ana hate swimming?").confidence > 0.4


def test_a_failed_call_says_nothing_a_month_later(memory: Memory) -> None:
    memory.observe("Error: reading plan.txt was skipped, service busy", role="tool", at="2026-04-01T09:00:00Z")
    soon = memory.recall("Can plan.txt be read?", asked_at="2026-04-01T09:01:00Z").confidence
    later = memory.recall("Can plan.txt be read?", asked_at="2026-05-01T09:01:00Z").confidence
    assert soon > 0.4 > later
