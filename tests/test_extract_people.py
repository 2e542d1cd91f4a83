"""Names as they are written, what has no name, and one by several names or several by one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import load
from kgmem.records import Conversation, Episode, Extraction

NOON = 1_780_000_000_000_000

Reader = Callable[..., Extraction]


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    return RuleExtractor(load())


@pytest.fixture
def read(extractor: RuleExtractor) -> Reader:
    def last(*texts: str, speaker: str = "Ana", **more: str) -> Extraction:
        """The extraction of the last of some turns, all by one speaker."""
        turns = [Episode(t, speaker=speaker, occurred=NOON + n, id=str(n), **more) for n, t in enumerate(texts)]
        return extractor([(turns[-1], Conversation(tuple(turns[:-1]), (speaker,) if speaker else ()))])[0]

    return last


def named(found: Extraction) -> set[tuple[str, str]]:
    """Who is said to be called what."""
    return {(fact.subject, fact.value) for fact in found.facts if fact.relation == "named"}


def names(found: Extraction) -> dict[str, str]:
    """Surface -> name of every mention."""
    return {mention.surface: mention.name for mention in found.mentions}


def test_what_has_no_proper_name_is_mentioned_too(read) -> None:
    found = names(read("The water purifier broke and my sister sold her old bike."))
    assert found.items() >= {"water purifier": "water purifier", "my sister": "Ana's sister"}.items()


def test_a_pastime_is_a_mention_though_it_is_a_verb(read) -> None:
    assert "gardening" in names(read("I do gardening in my free time."))


def test_a_club_has_the_name_of_its_town(read) -> None:
    assert "Odense book club" in names(read("I joined the Odense book club.")).values()


@pytest.mark.parametrize("text", ["Thanks so much, what a day!", "It made a huge difference.", "My hope is love."])
def test_thanks_times_and_feelings_are_no_things(read, text: str) -> None:
    assert not names(read(text)).keys() & {"Thanks", "day", "hope", "love"}


@pytest.mark.parametrize("name", ["SB-2023-052", "KX1603", "INC-4471", "Room 101"])
def test_an_identifier_is_one_name_to_its_last_digit(read, name: str) -> None:
    assert names(read(f"We lost {name} yesterday."))[name] == name


def test_a_first_name_is_a_persons_whatever_the_model_says(read) -> None:
    found = read("Penelope Garrick spent a few days in Basel.")
    assert [(m.name, m.type) for m in found.mentions if m.surface == "Penelope Garrick"] == [
        ("Penelope Garrick", "Person")
    ]


def test_will_is_a_name_inside_a_sentence_only(read) -> None:
    assert "Will" in names(read("Ghent is where Will was born."))
    assert "Will" not in names(read("Will you come?"))


def test_a_remark_is_nobody(read) -> None:
    assert "Understood" not in names(read("Understood. Anything else?"))


def test_a_tools_data_names_its_values(read) -> None:
    found = read(
        '{"trip": {"traveller": "Judith Selby", "to": "Dunedin", "paid": true}}', role="tool", kind="tool_result"
    )
    assert set(names(found).values()) == {"Judith Selby", "Dunedin"}


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("Maria Lopez, also known as Mia, sings in the choir.", ("Maria Lopez", "Mia")),
        ("Maria Lopez, aka Mia, sings in the choir.", ("Maria Lopez", "Mia")),
        ("Rita Holm, née Berg, sings in the choir.", ("Rita Holm", "Berg")),
        ("Liz is short for Elizabeth.", ("Elizabeth", "Liz")),
        ("Robert lives in Cork. Everybody calls him Bob.", ("Robert", "Bob")),
        ("I'm Rita.", ("Ana", "Rita")),
        ("Hello, this is Rita speaking.", ("Ana", "Rita")),
        ("Rita here, I moved to Porto.", ("Ana", "Rita")),
        ("Call me Liz.", ("Ana", "Liz")),
        ("You can call me Liz.", ("Ana", "Liz")),
        ("Everyone calls me Liz.", ("Ana", "Liz")),
    ],
)
def test_another_name_of_the_same_one_is_a_fact(read, text: str, pair: tuple[str, str]) -> None:
    assert named(read(text)) == {pair}


@pytest.mark.parametrize("text", ["I'm Danish.", "I'm not Rita.", "Are you Rita?", "This is Rita's bike.", "Call Liz."])
def test_what_names_nobody_is_no_naming(read, text: str) -> None:
    assert named(read(text)) == set()


def test_that_is_him_joins_a_fuller_name_to_the_one_before(read) -> None:
    found = read("Jon Dahl from accounting approved the trip.", "The form is signed 'Jon T. Dahl', that is him.")
    assert named(found) == {("Jon T. Dahl", "Jon Dahl")}


FIRST = "Lin Wei is the CFO of Aster Foods."
SECOND = "Another Lin Wei, no relation, is the CFO of Beacon Mills."


def test_another_of_the_same_name_is_told_apart_by_what_is_said_of_them(read) -> None:
    assert names(read(FIRST, SECOND))["Lin Wei"] == "Lin Wei (Beacon Mills)"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The other Lin Wei plays chess.", "Lin Wei (Beacon Mills)"),
        ("I met the Lin Wei of Beacon Mills.", "Lin Wei (Beacon Mills)"),
        ("I met the Lin Wei of Aster Foods.", "Lin Wei"),
    ],
)
def test_the_other_of_the_same_name_is_found_again(read, text: str, name: str) -> None:
    found = read(FIRST, SECOND, text)
    assert [m.name for m in found.mentions if m.surface.startswith("Lin Wei")] == [name]


def test_not_the_same_one_is_another(read) -> None:
    assert names(read("Tom is nice.", "That is not the same Tom as my brother."))["Tom"] == "Tom (another)"


def test_two_who_do_something_together_do_it_with_each_other(read) -> None:
    found = read("Johan and Mick sing together.")
    assert [(f.subject, f.predicate, f.object) for f in found.facts] == [("Johan", "sing with", "Mick")]
