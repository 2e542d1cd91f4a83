"""Who is meant: speakers, pronouns and descriptions within a text and across the turns before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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
    def last(*turns: str, people: Sequence[str] = ()) -> Extraction:
        """The extraction of the last of some turns written "Ben: I live in Porto."; without a name it is Ana's."""
        episodes = dialogue(turns)
        return extractor([(episodes[-1], conversation(episodes, len(episodes) - 1, people))])[0]

    return last


def dialogue(turns: Sequence[str]) -> list[Episode]:
    said = [turn.partition(": ") if ": " in turn else ("Ana", "", turn) for turn in turns]
    return [
        Episode(
            text,
            speaker=speaker,
            role="assistant" if speaker == "assistant" else "user",
            occurred=NOON + n,
            id=str(n),
        )
        for n, (speaker, _, text) in enumerate(said)
    ]


def conversation(episodes: Sequence[Episode], at: int, people: Sequence[str] = ()) -> Conversation:
    earlier = tuple(episodes[max(at - 8, 0) : at])
    speakers = dict.fromkeys([*people, *(turn.speaker for turn in (*earlier, episodes[at]))])
    return Conversation(earlier, tuple(speakers))


def meant(found: Extraction, surface: str) -> list[str]:
    """What every mention with this surface means, by place."""
    return [mention.name for mention in found.mentions if mention.surface.lower() == surface]


def triples(found: Extraction) -> set[tuple[str, str, str]]:
    facts = (fact for fact in found.facts if fact.rule != "open")
    return {(fact.subject, fact.relation, fact.object or fact.value) for fact in facts}


def test_a_pronoun_becomes_a_mention_of_whom_it_means(read) -> None:
    found = read("Flora moved to Porto. She loves it.")
    [she] = [mention for mention in found.mentions if mention.surface == "She"]
    assert (she.name, she.start, she.end) == ("Flora", 22, 25)


def test_a_pronoun_reaches_over_small_talk_to_the_one_of_its_gender(read) -> None:
    turns = ("Ana: Victor is very fond of baking.", "Ben: Huh.", "Ana: I had this song in my head all day.")
    assert meant(read(*turns, "Ana: He used to work as a nurse."), "he") == ["Victor"]


def test_gender_is_learned_from_a_noun_of_kin(read) -> None:
    turns = ("My cousin Robin met my aunt Sasha.",)
    assert meant(read(*turns, "She lives in Cork."), "she") == ["Sasha"]


def test_gender_is_learned_from_a_title(read) -> None:
    assert meant(read("Mr. Kowalczyk met Ms. Adeyemi. He was late."), "he") == ["Mr. Kowalczyk"]


def test_two_who_fit_alike_are_nobody(read) -> None:
    found = read("Robin Vu and Sascha Orr run the shop.", "He moved to Ghent.")
    assert (meant(found, "he"), triples(found)) == ([], set())


def test_a_leading_guess_links_but_states_nothing(read) -> None:
    found = read("Peter lives in Oslo. Paul lives in Bonn. He works at Helio.")
    assert meant(found, "he") == ["Paul"]
    assert not {fact.subject for fact in found.facts if fact.relation == "worksFor"}


def test_the_subject_is_not_who_is_told(read) -> None:
    assert meant(read("Maria lives in Cork. Rita told her the news."), "her") == ["Maria"]


def test_nobody_is_their_own_friend(read) -> None:
    assert meant(read("Ted was born in Verona.", "Milo is his good friend."), "his") == ["Ted"]


def test_reflexives_mean_the_subject(read) -> None:
    assert meant(read("Rita met Maria. Maria bought herself a drum."), "herself") == ["Maria"]


def test_you_is_the_other_one_of_two(read) -> None:
    found = read("Ben: I play the drum.", "Ana: Your drum is loud.")
    assert meant(found, "your") == ["Ben"]


def test_an_assistant_says_you_to_the_user(read) -> None:
    found = read("Ben: I like tea.", "assistant: To sum up, you like tea.")
    assert meant(found, "you") == ["Ben"]
    assert [(f.relation, f.object, f.confidence < 0.5) for f in found.facts] == [("likes", "tea", True)]


def test_you_among_several_is_who_spoke_last(read) -> None:
    assert meant(read("Ben: Hi.", "Cleo: Hello.", "Ana: You are late."), "you") == ["Cleo"]


def test_i_inside_a_quotation_is_the_one_quoted(read) -> None:
    found = read('Rita said "I live in Porto" and I laughed.')
    assert meant(found, "i") == ["Rita", "Ana"]


def test_my_sister_is_the_named_one_once_she_is_known(read) -> None:
    found = read("My sister Flora lives in Cork.", "My sister works at Helio.")
    assert meant(found, "my sister") == ["Flora"]
    assert ("Flora", "worksFor", "Helio") in triples(found)


def test_one_of_two_named_friends_is_not_picked(read) -> None:
    found = read("My friend Tom lives in Cork. My friend Ulla lives in Bonn.", "My friend works at Helio.")
    assert meant(found, "my friend") == ["Ana's friend"]


def test_the_dog_is_the_dog_that_was_named(read) -> None:
    assert meant(read("I have a dog named Rex.", "The dog hates rain."), "dog") == ["Rex"]


def test_the_company_is_the_firm_spoken_of(read) -> None:
    assert meant(read("Flora works at Helio.", "The company is in Ghent."), "company") == ["Helio"]


def test_what_is_said_of_somebody_names_them_later(read) -> None:
    assert meant(read("Flora is the director.", "The director moved to Ghent."), "director") == ["Flora"]


def test_things_of_one_kind_are_told_apart_by_their_names(read) -> None:
    found = read("The pilot for Fluvia is cheap.", "The pilot for Marlin is late.")
    assert meant(found, "pilot for marlin") == ["pilot for Marlin"]


def test_there_is_the_last_place(read) -> None:
    assert meant(read("Flora moved to Porto.", "She works there."), "there") == ["Porto"]


def test_it_is_the_last_thing_and_no_person(read) -> None:
    assert meant(read("I bought a blue car.", "Rita drove it."), "it") == ["blue car"]


@pytest.mark.parametrize(
    "text", ["It is raining.", "It's good to see you.", "It takes an hour.", "It's late.", "It seems that she left."]
)
def test_an_it_that_stands_for_nothing_means_nothing(read, text: str) -> None:
    assert meant(read("I bought a blue car.", text), "it") == []


def test_they_are_both_of_a_pair(read) -> None:
    found = read("Flora and Ben Berg met in May.", "They live in Oslo.")
    assert meant(found, "they") == ["Ben Berg", "Flora"]
    assert {("Flora", "livesIn", "Oslo"), ("Ben Berg", "livesIn", "Oslo")} <= triples(found)


def test_the_two_of_them_are_the_two_just_named(read) -> None:
    found = read("My colleague Johan is here.", "He has a friend called Mick; the two of them row together.")
    assert meant(found, "two") == ["Johan", "Mick"]


def test_the_former_and_the_latter_are_those_of_a_pair(read) -> None:
    found = read("We tried two planners, Kanbloom and Taskfern.", "We kept the latter and dropped the former.")
    assert (meant(found, "the latter"), meant(found, "the former")) == (["Taskfern"], ["Kanbloom"])


def test_a_first_name_is_the_one_full_name_of_the_conversation(read) -> None:
    assert meant(read("Rebecca Quill sings.", "Rebecca lives in Cork."), "rebecca") == ["Rebecca Quill"]


def test_a_first_name_two_carry_stays_as_it_is(read) -> None:
    found = read("Alex Panos coaches the juniors.", "Alex Berg keeps the books.", "Alex has moved to Turku.")
    assert meant(found, "alex") == ["Alex"]


def test_a_name_known_from_before_is_found_in_lower_case(read) -> None:
    found = read("Rebecca Quill sings.", "i think rebecca lives in Cork.")
    assert meant(found, "rebecca") == ["Rebecca Quill"]


SCRIPT = (
    "Ana: My sister Flora moved to Porto with her dog Rex.",
    "Ben: I met Ulla Berg there. She is a nurse.",
    "Ana: My sister likes her, they row together.",
    "Ben: The dog hates rain. What about you?",
    "assistant: To sum up, you like tea and she likes Rex.",
    "Ana: Another Ulla Berg plays chess at Helio.",
    "Ben: He sleeps there. It is late.",
    "Ana: I bought a blue car and my sister drove it.",
)


@given(st.lists(st.integers(1, 3), min_size=8, max_size=8), st.permutations(range(len(SCRIPT))))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_reading_is_the_same_in_any_batch(extractor: RuleExtractor, sizes: list[int], order: list[int]) -> None:
    episodes = dialogue(SCRIPT)
    turns = [(episodes[n], conversation(episodes, n)) for n in range(len(episodes))]
    alone = {n: extractor([turns[n]])[0] for n in range(len(turns))}
    fresh = RuleExtractor(load())
    waiting, found = list(order), {}
    for size in sizes:
        part, waiting = waiting[:size], waiting[size:]
        found.update(zip(part, fresh([turns[n] for n in part]), strict=True))
    assert found == {n: alone[n] for n in found}


def test_what_was_forgotten_is_read_again(extractor: RuleExtractor, monkeypatch: pytest.MonkeyPatch) -> None:
    episodes = dialogue(SCRIPT)
    turns = [(episodes[n], conversation(episodes, n)) for n in range(len(episodes))]
    monkeypatch.setattr("kgmem.extract_rules.REMEMBERED", 1)
    assert RuleExtractor(load())(turns) == [extractor([turn])[0] for turn in turns]
