"""Answers that a question completes, and what an assistant gives back of what it was told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import Conversation, Episode, Extraction
from kgmem.temporal import micros, parse_instant

TODAY = micros(parse_instant("2026-06-03T09:00:00+00:00", None))

Reader = Callable[..., Extraction]


@pytest.fixture(scope="module")
def heard() -> Reader:
    extractor = RuleExtractor(load(), workers=0)

    def read(*turns: tuple[str, str]) -> Extraction:
        """The extraction of the last turn; each is a speaker and a text."""
        episodes = [
            Episode(
                text, speaker=who, occurred=TODAY + at, id=str(at), role="assistant" if who == "assistant" else "user"
            )
            for at, (who, text) in enumerate(turns)
        ]
        return extractor([(episodes[-1], Conversation(tuple(episodes[:-1]), ("Ana", "Ben")))])[0]

    return read


def told(found: Extraction) -> set[tuple[str, str, str, str]]:
    return {(f.subject, f.relation, f.object or f.value, f.polarity) for f in found.facts if f.relation != "relatedTo"}


@pytest.mark.parametrize(
    ("question", "answer", "fact"),
    [
        ("Where do you live?", "Porto.", ("livesIn", "Porto")),
        ("Which town do you live in?", "It's Porto.", ("livesIn", "Porto")),
        ("Where do you work?", "At Helio, since March 2024.", ("worksFor", "Helio")),
        ("Where do you work?", "Helio.", ("worksFor", "Helio")),
        ("What's your job?", "I'd say nurse. A nurse.", None),
        ("What's your job?", "A nurse.", ("worksAs", "nurse")),
        ("When were you born?", "8 August 1980.", ("bornOn", "1980-08-08")),
        ("What can't you stand?", "Soy milk.", ("dislikes", "Soy milk")),
        ("Is there anything nice you own?", "My silver bicycle.", ("owns", "silver bicycle")),
        ("Do you have any allergies?", "Yes, peanuts.", ("allergicTo", "peanuts")),
        ("Tell me, which languages do you know?", "Italian, for one.", ("speaks", "Italian")),
        ("What language course do you take?", "It's French.", ("learns", "French")),
        ("Do you still live in Porto?", "Yes.", ("livesIn", "Porto")),
    ],
)
def test_a_question_completes_its_answer(
    heard: Reader, question: str, answer: str, fact: tuple[str, str] | None
) -> None:
    found = told(heard(("Ben", question), ("Ana", answer)))
    assert found == ({("Ana", *fact, "positive")} if fact else set())


def test_a_no_denies_what_was_asked(heard: Reader) -> None:
    found = told(heard(("Ben", "Do you live in Porto?"), ("Ana", "No.")))
    assert found == {("Ana", "livesIn", "Porto", "negative")}


def test_an_answer_speaks_of_whom_the_question_names(heard: Reader) -> None:
    found = told(heard(("Ben", "What's Flora Lind's hobby?"), ("Ana", "Baking.")))
    assert found == {("Flora Lind", "practices", "baking", "positive")}


def test_what_an_answer_says_stands_where_it_was_said(heard: Reader) -> None:
    [fact] = heard(("Ben", "Where do you live?"), ("Ana", "Well, it's Porto.")).facts
    assert ("Well, it's Porto."[fact.start : fact.end], fact.rule.split(":")[0]) == ("Porto", "answer")


def test_an_answer_tells_events_too(heard: Reader) -> None:
    found = heard(("Ben", "Which town did you move to?"), ("Ana", "Porto."))
    [move] = found.events
    assert (move.kind, ("destination", "Porto", "Place") in move.participants) == ("Moving", True)


def test_small_talk_answers_nothing(heard: Reader) -> None:
    assert told(heard(("Ben", "Are you okay?"), ("Ana", "Yes, thanks!"))) == set()
    assert told(heard(("Ben", "Did you see the match?"), ("Ana", "Great game."))) == set()


def test_what_an_assistant_gives_back_is_read(heard: Reader) -> None:
    found = heard(("Ana", "I live in Porto."), ("assistant", "If I understood you right, you live in Porto."))
    assert told(found) == {("Ana", "livesIn", "Porto", "positive")}


def test_what_an_assistant_proposes_is_not_read(heard: Reader) -> None:
    found = heard(("Ana", "I need a plan."), ("assistant", "You live in Porto, so try the beach."))
    assert found.facts == ()
    assert heard(("Ana", "Thanks."), ("assistant", "Noted, I'll keep that in mind.")).facts == ()


def test_an_answer_that_cannot_be_read_costs_the_next_batch_nothing(monkeypatch) -> None:
    from kgmem import extract_rules

    extract = extract_rules.RuleExtractor(load(), workers=0)
    asked = Episode("Where do you live?", "Ben", session="s", id="1")
    answer = Episode("In Porto.", "Ana", session="s", seq=1, id="2")
    batch = [(asked, Conversation((), ("Ben", "Ana"))), (answer, Conversation((asked,), ("Ben", "Ana")))]

    def failing(*arguments: object) -> None:
        raise ValueError("no")

    with monkeypatch.context() as patch:
        patch.setattr(extract_rules, "placed", failing)
        with pytest.raises(ValueError, match="no"):
            extract(batch)
    (alone,) = extract([(Episode("Hm.", "Ana", id="3"), Conversation((), ("Ana",)))])
    assert alone.facts == ()
    assert [fact.object for fact in extract(batch)[1].facts] == ["Porto"]
