"""Who is who: names bound as a function of all names that were told, in whichever order they came."""

from __future__ import annotations

import os
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem import InvalidArgument, Memory, ontology
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.naming import key_of
from kgmem.portable import canonical_lines
from kgmem.records import CauseClaim, Episode, EventClaim, Extraction, FactClaim, Mention
from kgmem.settling import Settling
from kgmem.telling import Observed, Telling
from kgmem.temporal import ALWAYS, FOREVER, Span, micros, parse_instant
from tests.conftest import Ticking
from tests.fakes import ScriptedExtractor

WORDS = ontology.load()
DAY = 86_400_000_000
EXAMPLES = int(os.environ.get("KGMEM_EXAMPLES", "60"))
"""Stories told in another order; KGMEM_EXAMPLES=2000 for a long run."""
NAMES = (
    *(
        "Alex Panos",
        "Alex Berg",
        "Alex",
        "Dr. Ines Kolb",
        "Ines Kolb",
        "Ines",
        "Dr Kolb",
        "Robert Hale",
        "Bob",
        "Robert",
        "刘永康",
        "永康",
        "老刘",
    ),
    *(
        "Liz",
        "Elizabeth",
        "Ana's sister",
        "Flora",
        "Ana",
        "Ana Silva",
        "Jon Dahl",
        "Jon T. Dahl",
        "Room 101",
        "Room 102",
    ),
)
FIRMS, PLACES = ("Skovby", "Skovby A/S", "Helio"), ("Porto", "Lisbon", "Oslo")

people = st.sampled_from(NAMES)
spans = st.one_of(
    st.just(ALWAYS),
    st.builds(lambda a, n: Span(a * DAY, (a + n) * DAY, "day"), st.integers(1, 40), st.integers(1, 40)),
    st.builds(lambda a: Span(a * DAY, FOREVER, "day"), st.integers(1, 80)),
)
facts = st.one_of(
    st.builds(
        lambda who, where, valid, ends, negative: FactClaim(
            who, "livesIn", where, object_type="Place", valid=valid, ends=ends and not negative,
            polarity="negative" if negative else "positive",
        ),
        people, st.sampled_from(PLACES), spans, st.booleans(), st.integers(0, 4).map(lambda n: n == 0),
    ),
    st.builds(
        lambda who, firm: FactClaim(who, "worksFor", firm, object_type="Organization"), people, st.sampled_from(FIRMS)
    ),
    st.builds(lambda who, other: FactClaim(who, "spouseOf", other, object_type="Person"), people, people),
    st.builds(lambda who: FactClaim(who, "siblingOf", "Ana", predicate="sister", object_type="Person"), people),
    st.builds(lambda who, name: FactClaim(who, "named", value=name), people, people),
)  # fmt: skip
happenings = st.builds(
    lambda who, day: EventClaim(
        "Moving", "moved", (("agent", who, "Person"),), Span(day * DAY, (day + 1) * DAY, "day")
    ),
    people, st.integers(1, 60),
)  # fmt: skip


@st.composite
def turns(draw: st.DrawFn) -> list[Observed]:
    """A few sessions of turns, each with what is read in it."""
    told = []
    for session in range(draw(st.integers(1, 4))):
        for turn in range(draw(st.integers(1, 4))):
            read = tuple(draw(st.lists(facts, max_size=2)))
            events = tuple(draw(st.lists(happenings, max_size=2)))
            causes = (CauseClaim(0, 1),) if len(events) == 2 and draw(st.booleans()) else ()
            named = draw(st.lists(people, max_size=2))
            mentions = tuple(Mention(n, n + 1, name, name, "Person") for n, name in enumerate(named))
            at = draw(st.integers(1, 90)) * DAY
            speaker = draw(st.sampled_from(("Ana", "Alex", "Ben")))
            place = f"{session}.{turn}"
            episode = Episode(
                "words", speaker, session=f"s{session}", occurred=at, id=f"ep_{place}",
                trust=draw(st.sampled_from((1.0, 0.2))),
            )  # fmt: skip
            told.append(Observed(episode, Extraction(mentions, read, events, causes)))
    return told


def settled(tellings: list[Telling], *, again: int = 0) -> Mirror:
    """What is held after these tellings. again: after so many of them, the ledger is made anew from them."""
    mirror, ledger = Mirror(), Ledger(WORDS)
    for at, one in enumerate(tellings, 1):
        Settling(mirror, ledger).tell(one, at)
        if at == again:
            ledger = Ledger.of([(n, (told,)) for n, told in enumerate(tellings[:at], 1)], WORDS, mirror)
            catching_up = Settling(mirror, ledger)
            catching_up.catch_up(at)
            assert not catching_up.write
    return mirror


@settings(max_examples=EXAMPLES, deadline=None)
@given(turns(), st.randoms(use_true_random=False), st.integers(1, 10))
def test_the_same_turns_in_any_order_give_the_same_memory(told, chance, again):
    wanted = list(canonical_lines(settled(told)))
    shuffled = list(told)
    chance.shuffle(shuffled)
    assert list(canonical_lines(settled(shuffled, again=again))) == wanted


def chinese(*told: tuple[str, str]) -> set[frozenset[str]]:
    """The persons held after turns that name somebody, each (session, name); a person is the names it has."""
    tellings: list[Telling] = [
        Observed(
            Episode("words", "Ana", session=session, occurred=at * DAY, id=f"ep_{at}"),
            Extraction((Mention(0, len(name), name, name, "Person"),)),
        )
        for at, (session, name) in enumerate(told, 1)
    ]
    mirror, ledger = Mirror(), Ledger(WORDS)
    for at, one in enumerate(tellings, 1):
        Settling(mirror, ledger).tell(one, at)
    ends: dict[str, set[str]] = {}
    for _, name in told:
        for end in ledger.identity.ends_of(key_of(name)):
            ends.setdefault(end, set()).add(name)
    return {frozenset(names) for names in ends.values()}


def test_a_chinese_given_name_is_short_for_the_only_full_name_it_fits():
    assert chinese(("a", "刘永康"), ("b", "永康"), ("b", "阿康")) == {frozenset(("刘永康", "永康", "阿康"))}
    assert chinese(("a", "高少龙"), ("b", "阿龙")) == {frozenset(("高少龙", "阿龙"))}
    assert frozenset(("永康",)) in chinese(("a", "刘永康"), ("a", "徐永康"), ("b", "永康"))


def test_a_chinese_surname_is_short_only_where_the_full_name_is_spoken_of():
    assert chinese(("a", "刘永康"), ("a", "老刘")) == {frozenset(("刘永康", "老刘"))}
    assert chinese(("a", "刘永康"), ("b", "老刘")) == {frozenset(("刘永康",)), frozenset(("老刘",))}


def test_one_chinese_name_in_two_scripts_is_one():
    assert chinese(("a", "劉永康"), ("b", "刘永康")) == {frozenset(("劉永康", "刘永康"))}


def test_a_session_that_names_somebody_later_tells_whom_its_nickname_meant():
    """Bob may be Robert Hale or Ines Kolb, called Robert; in this session Ines Kolb is spoken of, by another name."""

    def turn(id: str, session: str, *facts: FactClaim, events: tuple[EventClaim, ...] = ()) -> Observed:
        return Observed(
            Episode("words", "Ana", session=session, occurred=DAY, id=id, trust=1.0),
            Extraction(facts=facts, events=events),
        )

    told = [
        turn("a", "s0", FactClaim("Dr. Ines Kolb", "named", value="Robert")),
        turn("b", "s0", FactClaim("Robert Hale", "spouseOf", "Robert", object_type="Person")),
        turn("c", "s1", events=(EventClaim("Moving", "moved", (("agent", "Bob", "Person"),)),)),
        turn("d", "s1", FactClaim("Dr. Ines Kolb", "livesIn", "Porto", object_type="Place")),
    ]
    for order in permutations(told):
        (event,) = (e for e in settled(list(order)).events.values() if e.retracted_at == FOREVER)
        assert [who.name for who in event.participants] == ["Dr. Ines Kolb"]


def instant(text: str) -> int:
    return micros(parse_instant(text, None))


# --- on a real memory -----------------------------------------------------------------------------


def names_of(memory: Memory, name: str) -> dict[str, str]:
    """The names of the one entity this name means, each with its rule."""
    (known,) = memory.entity(name)
    return {alias.name: alias.rule for alias in known.names}


def mentioned(*names: str, kind: str = "Person") -> Extraction:
    return Extraction(tuple(Mention(n, n + 1, name, name, kind) for n, name in enumerate(names)))


@pytest.fixture
def told(opened):
    """A memory that was told texts in which a script reads these things."""

    def tell(*readings: Extraction, **settings: Any) -> Memory:
        script = {str(number): reading for number, reading in enumerate(readings)}
        memory = opened(timezone="UTC", extractor=ScriptedExtractor(script), **settings)
        for number in script:
            memory.observe(number, speaker="Ana", at=f"2026-01-{int(number) + 1:02}", id=f"ep_{number}")
        return memory

    return tell


def test_a_first_name_is_short_for_the_only_full_name_it_fits(told):
    memory = told(mentioned("Gro"), mentioned("Gro Falk"))
    assert names_of(memory, "Gro") == {"Gro Falk": "name", "Gro": "short"}


def test_a_first_name_that_fits_two_people_stays_its_own_and_names_both(told):
    memory = told(mentioned("Alex Panos"), mentioned("Alex Berg"), mentioned("Alex"))
    (known,) = memory.entity("Alex")
    assert known.entity.name == "Alex"
    assert [entity.name for entity in known.could_be] == ["Alex Berg", "Alex Panos"]


def test_a_first_name_means_the_one_its_session_speaks_of(opened):
    script = {"a": mentioned("Alex Panos", "Alex"), "b": mentioned("Alex Berg", "Alex")}
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(script))
    for session in ("a", "b"):
        memory.observe(session, speaker="Ana", session=session, at="2026-01-01")
    assert sorted(known.entity.name for known in memory.entity("Alex")) == ["Alex Berg", "Alex Panos"]
    rows = memory.cypher("MATCH (e:Episode)-[m:MENTIONS]->(x:Entity) WHERE m.surface = 'Alex' RETURN e.text, x.name")
    assert sorted(map(tuple, rows.rows)) == [("a", "Alex Panos"), ("b", "Alex Berg")]


def test_a_nickname_is_short_for_the_given_name(told):
    memory = told(mentioned("Robert Hale"), mentioned("Bob"))
    assert names_of(memory, "Bob") == {"Robert Hale": "name", "Bob": "short"}


def test_names_said_side_by_side_are_not_short_for_each_other(told):
    memory = told(mentioned("Kate", "Katherine"))
    assert memory.entity("Kate")[0].entity.id != memory.entity("Katherine")[0].entity.id


def test_who_speaks_under_a_short_name_is_nobody_else(told):
    memory = told(mentioned("Ana Lopez"))
    assert memory.entity("Ana")[0].entity.name == "Ana"


def test_titles_initials_and_legal_forms_make_no_second_entity(told):
    memory = told(
        mentioned("Dr. Ines Kolb"), mentioned("Ines Kolb"), mentioned("Jon Dahl"), mentioned("Jon T. Dahl"),
        mentioned("Skovby A/S", "Skovby", kind="Organization"),
    )  # fmt: skip
    assert names_of(memory, "Ines Kolb") == {"Ines Kolb": "name", "Dr. Ines Kolb": "title"}
    assert names_of(memory, "Jon Dahl") == {"Jon T Dahl": "name", "Jon T. Dahl": "title", "Jon Dahl": "initials"}
    assert memory.entity("Skovby")[0].entity.id == memory.entity("Skovby A/S")[0].entity.id


def test_numbers_are_never_joined_but_spacing_is(told):
    memory = told(
        mentioned("SB-2023-052", "SB-2023-053", "KX160", "KX1603", "NightPorter", "the night porter", kind="Thing")
    )
    assert names_of(memory, "KX160") == {"KX160": "name"}
    assert names_of(memory, "SB-2023-052") == {"SB-2023-052": "name"}
    assert names_of(memory, "night porter") == {"the night porter": "name", "NightPorter": "spelling"}


def test_a_place_is_not_short_for_a_person(told):
    person, place = mentioned("York Minster"), mentioned("York", kind="Place")
    memory = told(person, place)
    assert memory.entity("York")[0].entity.type == "Place"


def test_a_description_means_the_only_one_of_whom_it_is_said(told):
    sister = FactClaim("Flora", "siblingOf", "Ana", predicate="sister", object_type="Person")
    memory = told(mentioned("Ana's sister"), Extraction(facts=(sister,)))
    assert names_of(memory, "Ana's sister") == {"Flora": "name", "Ana's sister": "described"}
    assert memory.entity("Flora")[0].names[1].evidence == ("ep_1",)


def test_what_is_said_to_be_called_so_is_one_and_the_saying_is_its_reason(told):
    named = Extraction(facts=(FactClaim("Robert", "named", value="Ziggy"),))
    lives = Extraction(facts=(FactClaim("Ziggy", "livesIn", "Cork", object_type="Place"),))
    memory = told(lives, named)
    (alias,) = [alias for known in memory.entity("Ziggy") for alias in known.names if alias.name == "Ziggy"]
    assert (alias.rule, alias.evidence) == ("named", ("ep_1",))
    assert [fact.object for fact in memory.facts("Robert", "livesIn")] == ["Cork"]


def test_a_merge_joins_what_is_known_and_a_split_parts_it_again(told):
    memory = told(
        Extraction(facts=(FactClaim("Liz", "livesIn", "Cork", object_type="Place"),)),
        Extraction(facts=(FactClaim("Mrs Fisher", "worksFor", "Helio", object_type="Organization"),)),
    )
    before = list(canonical_lines(memory._held.mirror))
    change = memory.merge("Liz", "Mrs Fisher", reason="same phone")
    assert [(old.name, now.name) for old, now in change.merged] == [("Liz", "Mrs Fisher")]
    assert {fact.relation for fact in memory.facts("Liz")} == {"livesIn", "worksFor"}
    assert names_of(memory, "Liz")["Liz"] == "merged"
    memory.split("Liz", "Mrs Fisher")
    assert {fact.relation for fact in memory.facts("Liz")} == {"livesIn"}
    assert list(canonical_lines(memory._held.mirror)) == before
    assert memory.check() == []


def test_a_split_undoes_a_merge_also_where_a_name_fits_two(told):
    memory = told(mentioned("Alex Panos"), mentioned("Alex Berg"), mentioned("Alex"))
    memory.merge("Alex", "Alex Berg")
    memory.split("Alex", "Alex Berg")
    assert names_of(memory, "Alex") == {"Alex": "name"}, "that it is not the one does not make it the other"


def test_what_was_known_before_a_merge_stays_readable(told):
    clock = Ticking(instant("2026-02-01T00:00:00Z"))
    memory = told(
        Extraction(facts=(FactClaim("Liz", "livesIn", "Cork", object_type="Place"),)),
        mentioned("Mrs Fisher"),
        clock=clock,
    )
    held = memory.facts(known_at="2026-02-01T12:00:00Z")
    clock.now = instant("2026-03-01T00:00:00Z")
    memory.merge("Liz", "Mrs Fisher")
    assert memory.facts(known_at="2026-02-01T12:00:00Z")[0].id == held[0].id
    assert memory.facts()[0].subject == "Mrs Fisher"


def test_one_name_of_two_people_is_split_by_its_episodes(told, opened):
    lives = [FactClaim("Tom", "livesIn", place, object_type="Place") for place in ("Cork", "Vejle")]
    memory = told(*(Extraction(facts=(claim,)) for claim in lives))
    memory.split("Tom", "Tom (cousin)", episodes=["ep_1"])
    assert [fact.object for fact in memory.facts("Tom")] == ["Cork"]
    assert memory.facts("Tom")[0].valid_to == FOREVER
    assert [fact.object for fact in memory.facts("Tom (cousin)")] == ["Vejle"]
    state = list(canonical_lines(memory._held.mirror))
    memory.close()
    again = opened(timezone="UTC", extractor=ScriptedExtractor({}))
    again.observe("unread", speaker="Ana", at="2026-01-09", id="later")
    again.erase(episode="later").confirm()
    assert list(canonical_lines(again._held.mirror)) == state


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: m.merge("Liz", "Nobody"), "nothing is called"),
        (lambda m: m.merge("Liz", "liz"), "one already"),
        (lambda m: m.split("Liz", "Liz"), "episodes="),
        (lambda m: m.split("Liz", "Liz 2", episodes="ep_0"), "list of ids"),
        (lambda m: m.split("Liz", "Liz 2", episodes=["none"]), "no episode"),
    ],
)
def test_a_call_about_names_that_means_nothing_is_refused(told, call, message):
    memory = told(mentioned("Liz"))
    with pytest.raises(InvalidArgument, match=message):
        call(memory)


def test_a_store_whose_names_were_bound_by_other_rules_is_brought_in_line():
    lives = Extraction((Mention(0, 3, "Gro", "Gro"),), (FactClaim("Gro", "livesIn", "Cork", object_type="Place"),))
    tellings = [
        Observed(Episode("a", "Ana", id="a", occurred=1), lives),
        Observed(Episode("b", "Ana", id="b", occurred=2), mentioned("Gro Falk")),
    ]
    wanted = list(canonical_lines(settled(list(tellings))))
    mirror = settled([tellings[0]])
    Settling(mirror, ledger := Ledger(WORDS))._put(Settling(mirror, ledger)._episode_write(tellings[1].episode))
    late = Settling(mirror, Ledger.of([(1, tellings)], WORDS, mirror))
    late.catch_up(5)
    assert list(canonical_lines(mirror)) == wanted
    assert {fact.retracted_at for fact in mirror.facts.values()} == {5, FOREVER}


CHAT = {
    "s1": (
        ("Ana", "2026-01-03T10:00", "My sister Flora moved to Porto in 2024."),
        ("Ben", "2026-01-03T10:01", "Does she like it there?"),
        ("Ana", "2026-01-03T10:02", "She loves it. Her boss is Dr. Ines Kolb."),
    ),
    "s2": (
        ("Ana", "2026-02-03T10:00", "Flora Reyes lives in Lisbon now, she moved last month."),
        ("Ben", "2026-02-03T10:01", "Did Ines Kolb move too?"),
    ),
    "s3": (
        ("Ben", "2026-03-01T09:00", "My brother Robert, whom everybody calls Bob, works at Skovby A/S."),
        ("Ana", "2026-03-01T09:01", "Bob told me that Skovby closed its office, so he lives in Oslo."),
    ),
    "s4": (("Ana", "2026-04-01T09:00", "My sister works for Helio. I no longer live in Vejle."),),
    "s5": (("Ana", "2025-12-01T09:00", "I live in Vejle. Robert Hale lives in Cork."),),
}  # fmt: skip


def test_sessions_in_any_order_and_any_batches_give_the_same_memory(opened):
    turns = {
        session: [
            {"content": text, "speaker": who, "at": f"{at}Z", "session": session, "id": f"{session}.{n}"}
            for n, (who, at, text) in enumerate(said)
        ]
        for session, said in CHAT.items()
    }
    held = set()
    for order, batch in (("12345", 64), ("54321", 1), ("31524", 3), ("25413", 2)):
        memory = opened(f"{order}{batch}", timezone="UTC")
        memory.observe_many([turn for n in order for turn in turns[f"s{n}"]], batch=batch, progress=False)
        held.add("\n".join(canonical_lines(memory._held.mirror)))
    assert len(held) == 1
    assert [known.entity.name for known in memory.entity("Bob")] == ["Robert Hale"]
    assert memory.entity("Ana's sister")[0].entity.name == "Flora Reyes"


def test_a_name_is_found_without_its_title(told):
    memory = told(mentioned("Dr. Ines Kolb"))
    assert [known.entity.name for known in memory.entity("Ines Kolb")] == ["Dr. Ines Kolb"]


def test_two_who_speak_are_two_whatever_is_said_of_them(opened):
    """ "Her name is Rita Lund", with "her" taken for somebody else, makes no one of two who take part."""
    script = {"Rita it is.": Extraction(facts=(FactClaim("Ines Kolb", "named", value="Rita Lund"),))}
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(script))
    for speaker, text in (("Ines Kolb", "Hello."), ("Rita Lund", "Hi."), ("Ben Ode", "Rita it is.")):
        memory.observe(text, speaker=speaker, at="2026-01-01T00:00:00Z")
    assert names_of(memory, "Rita Lund") == {"Rita Lund": "name"}
    assert names_of(memory, "Ines Kolb") == {"Ines Kolb": "name"}
