"""Events of many wordings, and what the text says brought them about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest

from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import Conversation, Episode, EventClaim, Extraction
from kgmem.temporal import iso, micros

Turn = tuple[str, str, str]
Tell = Callable[..., Extraction]


@pytest.fixture(scope="module")
def tell() -> Tell:
    """What is read in the last of some turns (speaker, day, text), or in a text that Ana says on 10 June 2026."""
    extract = RuleExtractor(load())

    def read(*turns: Turn | str) -> Extraction:
        said = [("Ana", "2026-06-10", turn) if isinstance(turn, str) else turn for turn in turns]
        people = tuple(dict.fromkeys(speaker for speaker, _, _ in said))
        episodes = [
            Episode(
                text, speaker, session="s", occurred=micros(datetime.fromisoformat(f"{day}T09:00+00:00")), id=str(n)
            )
            for n, (speaker, day, text) in enumerate(said)
        ]
        batch = [(one, Conversation(tuple(episodes[:n]), people)) for n, one in enumerate(episodes)]
        return extract(batch)[-1]

    return read


def kinds(found: Extraction) -> list[str]:
    return [event.kind for event in found.events if event.kind != "Event"]


def links(found: Extraction) -> set[tuple[str, str, str]]:
    """Causes, effects and kinds of links; an event of no kind in particular by its description."""
    return {(_named(found.events[c.cause]), _named(found.events[c.effect]), c.kind) for c in found.causes}


def _named(event: EventClaim) -> str:
    return event.description if event.kind == "Event" else event.kind


def who(found: Extraction, role: str) -> Iterator[str]:
    return (name for event in found.events for said, name, _ in event.participants if said == role)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I handed in my notice at Nordwerk.", "LeavingJob"),
        ("I came down with the flu.", "Illness"),
        ("My flu cleared up on Monday.", "Recovery"),
        ("I took a liking to tofu.", "Liking"),
        ("I can't stand tofu anymore.", "Tiring"),
        ("Tom and I got talking and became friends.", "Meeting"),
        ("I had my bicycle stolen.", "Loss"),
        ("I ended up moving to Porto.", "Moving"),
        ("I'm back on my feet.", "Recovery"),
        ("I joined the choir.", "Joining"),
        ("Tom and I made up.", "Reconciliation"),
        ("My plan fell through.", "Cancellation"),
        ("I was stressed on Monday.", "Feeling"),
    ],
)
def test_a_happening_of_a_kind_is_told_in_many_ways(tell: Tell, text: str, kind: str) -> None:
    assert kinds(tell(text)) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "I made up my mind.",
        "I've been to Porto before.",
        "I turned left.",
        "I have the flu.",
        "I was born in Porto.",
    ],
)
def test_what_only_sounds_like_a_happening_is_none(tell: Tell, text: str) -> None:
    assert kinds(tell(text)) == []


def test_a_state_told_with_its_beginning_tells_what_began_it(tell: Tell) -> None:
    [event] = tell("I've been a member of the Porto book club since May 2025.").events
    assert (event.kind, iso(event.when.start, precision="month")) == ("Joining", "2025-05")


def test_what_a_firm_does_to_somebody_happens_to_them(tell: Tell) -> None:
    assert set(who(tell("Nordwerk promoted Tom in May."), "agent")) == {"Tom"}


def test_a_plan_that_falls_through_is_not_carried_out(tell: Tell) -> None:
    found = tell("My plan to move to Porto fell through.")
    assert [(event.kind, event.polarity) for event in found.events] == [
        ("Cancellation", "positive"),
        ("Moving", "negative"),
    ]


def test_one_happening_told_twice_in_a_sentence_is_one_event(tell: Tell) -> None:
    assert kinds(tell("I had enough of tofu and can't stand it anymore.")) == ["Tiring"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Porto because I lost my job.", ("LeavingJob", "Moving", "cause")),
        ("It was because I lost my job that I moved to Porto.", ("LeavingJob", "Moving", "cause")),
        ("I lost my job. As a result, I moved to Porto.", ("LeavingJob", "Moving", "cause")),
        ("I lost my job, and that's how I moved to Porto.", ("LeavingJob", "Moving", "enable")),
        ("I moved to Porto. The reason is that I lost my job.", ("LeavingJob", "Moving", "cause")),
        ("I moved to Porto, thanks to the fact that I lost my job.", ("LeavingJob", "Moving", "cause")),
        ("I moved to Porto, since Tom and I broke up.", ("Breakup", "Moving", "cause")),
        ("Because I lost my job, I moved to Porto.", ("LeavingJob", "Moving", "cause")),
        ("I lost my wallet. That put paid to it: my plan fell through.", ("Loss", "Cancellation", "prevent")),
        ("The noise made me move to Porto.", ("noise", "Moving", "cause")),
        ("I moved to Porto because of the divorce.", ("Divorce", "Moving", "cause")),
        ("I moved to Porto in order to study law.", ("Ana to study law", "Moving", "motivate")),
    ],
)
def test_a_cause_is_linked_to_its_effect(tell: Tell, text: str, expected: tuple[str, str, str]) -> None:
    assert links(tell(text)) == {expected}


@pytest.mark.parametrize(
    "text",
    [
        "I've been happy since I moved to Porto.",
        "I lost my job and I moved to Porto.",
        "I moved to Porto, but not because I lost my job.",
        "I moved to Porto on 3 May 2025 because I lost my job on 9 June 2025.",
    ],
)
def test_what_is_told_together_denied_or_older_than_its_cause_is_no_link(tell: Tell, text: str) -> None:
    assert links(tell(text)) == set()


def test_the_answer_to_a_why_question_is_a_cause(tell: Tell) -> None:
    found = tell(("Ben", "2026-06-10", "Why did you move to Porto?"), "My rent doubled.")
    assert links(found) == {("Ana's rent doubled", "Moving", "cause")}


def test_a_reason_told_in_an_earlier_turn_is_told_as_it_was(tell: Tell) -> None:
    before = ("Ana", "2026-06-08", "I lost my job yesterday.")
    found = tell(before, "That's why I moved to Porto.")
    assert links(found) == {("LeavingJob", "Moving", "cause")}
    [lost] = {event.when.start for event in found.events if event.kind == "LeavingJob"}
    assert [lost] == [event.when.start for event in tell(before).events]


def test_another_particle_makes_another_verb(tell: Tell) -> None:
    """ "Break in" is not found in "broke up in May"."""
    assert kinds(tell("Carla and I broke up in May.")) == ["Breakup"]


def test_moving_in_with_somebody_begins_living_with_them(tell: Tell) -> None:
    found = tell("I moved back in with my parents.")
    lives = [fact for fact in found.facts if fact.relation == "livesWith"]
    assert [(fact.object, fact.ends) for fact in lives] == [("Ana's parents", False)]


def test_a_reason_for_what_is_no_event_is_none_for_the_sentence_before(tell: Tell) -> None:
    found = tell("My doctor says I should slow down. I'm thinking of going part-time because the commute kills me.")
    assert links(found) == set()


@pytest.mark.parametrize("word", ["just", "only"])
def test_only_because_of_is_a_cause(tell: Tell, word: str) -> None:
    assert len(links(tell(f"We cancelled the trip {word} because of the storm."))) == 1
