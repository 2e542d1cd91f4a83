"""What people tell of themselves and of each other in chats: lower case, tastes, belongings, aims, orders, bonds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from kgmem.extract_casing import cased, places
from kgmem.extract_rules import RuleExtractor
from kgmem.extract_vocatives import called_upon
from kgmem.ontology import load
from kgmem.records import Conversation, Episode, Extraction
from kgmem.temporal import micros

SAID_AT = micros(datetime(2025, 6, 18, 9, tzinfo=UTC))
Told = list[tuple[str, str, str]]
Reader = Callable[..., Told]


@pytest.fixture(scope="module")
def extractor() -> RuleExtractor:
    return RuleExtractor(load(), workers=0)


@pytest.fixture(scope="module")
def read_all(extractor: RuleExtractor) -> Callable[..., Extraction]:
    def last(*turns: tuple[str, str]) -> Extraction:
        episodes = [
            Episode(text, speaker, id=f"e{n}", seq=n, occurred=SAID_AT + n) for n, (speaker, text) in enumerate(turns)
        ]
        people = tuple(dict.fromkeys(speaker for speaker, _ in turns))
        (found,) = extractor([(episodes[-1], Conversation(tuple(episodes[:-1]), people))])
        return found

    return last


@pytest.fixture(scope="module")
def read(read_all: Callable[..., Extraction]) -> Reader:
    """What the last of some turns tells: `"not "` before a relation that is denied."""

    def told(*turns: str | tuple[str, str]) -> Told:
        found = read_all(*(("Robin", turn) if isinstance(turn, str) else turn for turn in turns))
        return [
            (f.subject, "not " * (f.polarity == "negative") + f.relation, f.object or f.value)
            for f in found.facts
            if f.rule != "open"
        ]

    return told


def test_capitals_are_given_to_i_and_to_places_where_a_writer_uses_none() -> None:
    assert cased("i moved from new york to ohio and i'm fine") == "I moved from New York to Ohio and I'm fine"
    assert cased("im from turkey, i roast turkey") == "Im from Turkey, I roast turkey"


def test_text_with_capitals_is_left_as_it_is() -> None:
    assert cased("We roast turkey in ohio with China plates.") == "We roast turkey in ohio with China plates."


def test_a_place_that_is_a_word_as_well_needs_a_preposition() -> None:
    assert places("we ate turkey in turkey") == [(17, 23)]


def test_a_mention_is_spelled_as_it_was_written(read_all) -> None:
    found = read_all(("Robin", "i live in ohio"))
    assert ("ohio", "Ohio", "Place") in [(m.surface, m.name, m.type) for m in found.mentions]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("i live in ohio .", ("Robin", "livesIn", "Ohio")),
        ("i have a job at pizza palace .", ("Robin", "worksFor", "pizza palace")),
        ("my shift at zorbo was long", ("Robin", "worksFor", "zorbo")),
        ("i work in a bakery .", ("Robin", "worksFor", "bakery")),
        ("my brother works at zorbo .", ("Robin's brother", "worksFor", "zorbo")),
    ],
)
def test_lower_case_names_fill_their_places(read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text)


@pytest.mark.parametrize("text", ["i work at night .", "i work for fun .", "I work at home with my kids."])
def test_hours_and_reasons_employ_nobody(read, text: str) -> None:
    assert [told for told in read(text) if told[1] == "worksFor"] == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I have two brothers.", ("Robin's brothers", "siblingOf", "Robin")),
        ("I've got five young sons.", ("Robin's young sons", "childOf", "Robin")),
        ("I don't have any kids.", ("Robin's kids", "not childOf", "Robin")),
        ("I walked my dogs.", ("Robin", "hasPet", "Robin's dogs")),
        ("I cleaned my guitar.", ("Robin", "owns", "Robin's guitar")),
        ("I own nine guitars.", ("Robin", "owns", "nine guitars")),
    ],
)
def test_what_one_has_is_told_by_having_and_by_calling_it_mine(read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text)


@pytest.mark.parametrize("text", ["My old car broke down.", "I lost my guitar.", "Is that your guitar?"])
def test_what_one_may_have_no_more_is_not_owned(read, text: str) -> None:
    assert [told for told in read(text) if told[1] == "owns"] == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I love to bake bread.", ("Robin", "likes", "bake bread")),
        ("I enjoy wearing wide hats.", ("Robin", "likes", "wearing wide hats")),
        ("I like all kinds of soup.", ("Robin", "likes", "soup")),
        ("I love music, especially blues.", ("Robin", "likes", "blues")),
        ("We bake pies at home. I love them!", ("Robin", "likes", "pies")),
        ("I'm a big opera fan.", ("Robin", "likes", "opera")),
        ("I'm obsessed with sharks.", ("Robin", "likes", "sharks")),
        ("I hate to iron shirts.", ("Robin", "dislikes", "iron shirts")),
        ("Tacos are my favorite.", ("Robin", "favorite", "Tacos")),
        ("My fav is lasagna.", ("Robin", "favorite", "lasagna")),
        ("My favorite band, Rancid, plays tonight.", ("Robin", "favorite", "Rancid")),
        ("I eat granola every day.", ("Robin", "eats", "granola")),
        ("I listen to sea songs every day.", ("Robin", "listensTo", "sea songs")),
    ],
)
def test_a_taste_is_read_in_whatever_way_it_is_told(read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text)


def test_a_meal_is_no_habit(read) -> None:
    assert [told for told in read("I ate granola this morning.") if told[1] == "eats"] == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I would love to be a pilot.", ("Robin", "aspiresTo", "pilot")),
        ("I wish I was a ranger.", ("Robin", "aspiresTo", "ranger")),
        ("My dream is to become a baker.", ("Robin", "aspiresTo", "baker")),
        ("I'm studying to be a nurse.", ("Robin", "aspiresTo", "nurse")),
        ("My goal is to run a marathon.", ("Robin", "hasGoal", "run a marathon")),
        ("I plan to open a bakery.", ("Robin", "plansTo", "open a bakery")),
        ("I want to visit Japan one day.", ("Robin", "wantsToVisit", "Japan")),
        ("I'd love to go to Peru.", ("Robin", "wantsToVisit", "Peru")),
    ],
)
def test_an_aim_is_kept_as_what_it_aims_at(read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("From now on answer in French.", ("Robin", "prefersLanguage", "French")),
        ("I'd like you to reply in German.", ("Robin", "prefersLanguage", "German")),
        ("Please always call me Mat.", ("Robin", "prefersName", "Mat")),
        ("I prefer to be called Mat.", ("Robin", "prefersName", "Mat")),
        ("Keep your answers short, please.", ("Robin", "prefersAnswers", "short")),
        ("I prefer short answers.", ("Robin", "prefersAnswers", "short")),
        ("Don't mention my ex again.", ("Robin", "hasInstruction", "Don't mention my ex again")),
        ("Can you always use metric units?", ("Robin", "hasInstruction", "always use metric units")),
        ("Remind me never to book early.", ("Robin", "hasInstruction", "Remind me never to book early")),
    ],
)
def test_what_is_asked_once_and_for_all_is_an_instruction(read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text)


@pytest.mark.parametrize("text", ["I never eat meat.", "Use metric units.", "Never mind!", "She always calls me back."])
def test_what_is_no_lasting_order_is_no_instruction(read, text: str) -> None:
    assert [told for told in read(text) if told[1] in ("hasInstruction", "prefersAnswers", "prefersName")] == []


def test_instructions_are_procedural() -> None:
    ontology = load()
    for name in ("hasInstruction", "prefersAnswers", "prefersName", "prefersLanguage"):
        assert ontology.relation(name).memory_type == "procedural"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ross, are you coming?", "Ross"),
        ("Hey Emma! Look at this.", "Emma"),
        ("I told you so, Walter.", "Walter"),
        ("Ross is coming.", ""),
        ("Understood, thanks.", ""),
    ],
)
def test_a_name_set_apart_calls_somebody(text: str, name: str) -> None:
    assert called_upon(text) == name


def test_you_is_the_one_called_else_the_one_who_spoke_last(read) -> None:
    earlier = [("Ana", "Hello."), ("Ben", "Hi there."), ("Cleo", "Hi.")]
    assert ("Ana", "likes", "Ben") in read(*earlier, ("Ana", "Ben, I love you."))
    assert ("Ana", "likes", "Cleo") in read(*earlier, ("Ana", "I love you."))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Monica broke up with Richard.", ("Monica", "exPartnerOf", "Richard")),
        ("I'm in love with Tina.", ("Robin", "likes", "Tina")),
        ("Tina has a crush on Walter.", ("Tina", "likes", "Walter")),
        ("Tina is so sweet.", ("Robin", "admires", "Tina")),
        ("Walter is a terrible person.", ("Robin", "dislikes", "Walter")),
        ("Walter's my brother.", ("Walter", "siblingOf", "Robin")),
    ],
)
def test_what_people_are_to_each_other_is_told_in_passing(read, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in read(text)


def test_we_are_the_one_who_talks_and_the_one_talked_to(read) -> None:
    told = read(("Ana", "Remember Ghent?"), ("Ben", "Ana, we were best friends."))
    assert ("Ben", "friendOf", "Ana") in told


def test_who_is_called_by_their_kinship_is_kin(read) -> None:
    assert ("Ana", "parentOf", "Ben") in read(("Ana", "Sit down."), ("Ben", "Mom, please."))
    assert ("Ben", "parentOf", "Ana") in read(("Ana", "Hi, Dad, what are you doing here?"), ("Ben", "I came to help."))
