"""Consolidation: what is summed up, named, generalised and merged, and how it goes again."""

from __future__ import annotations

import os
import random

import pytest

from kgmem import ontology
from kgmem.deriving import follows
from kgmem.hiding import gone_with
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.portable import canonical_lines
from kgmem.records import Episode, EventClaim, Extraction, FactClaim, Mention
from kgmem.settling import Settling
from kgmem.telling import Asserted, Consolidated, Forgotten, Observed, Telling, Undone, Unforgotten, from_json, to_json
from kgmem.temporal import DAY, Span, micros, parse_instant
from kgmem.told import Touched

WORDS = ontology.load()
EXAMPLES = int(os.environ.get("KGMEM_EXAMPLES", "6"))
"""KGMEM_EXAMPLES=2000 for a long run."""
START = micros(parse_instant("2026-03-01T08:00:00Z", None))


def turn(
    number: int, text: str, *claims: FactClaim | EventClaim, session: str = "s1", mentions: tuple[str, ...] = (), **of
) -> Observed:
    """A turn of Ana on a day, with what was read in it."""
    facts = tuple(claim for claim in claims if isinstance(claim, FactClaim))
    events = tuple(claim for claim in claims if isinstance(claim, EventClaim))
    named = tuple(Mention(text.index(name), text.index(name) + len(name), name, name) for name in mentions)
    episode = Episode(text, "Ana", session=session, occurred=START + number * DAY, id=f"ep_{number}", trust=1.0)
    return Observed(
        Episode(**{**{name: getattr(episode, name) for name in episode.__slots__}, **of}),
        Extraction(mentions=named, facts=facts, events=events),
    )


def likes(what: str, relation: str = "likes", **of: object) -> FactClaim:
    return FactClaim("Ana", relation, what, **of)  # type: ignore[arg-type]


def ordered(what: str, words: str = "", day: int | None = None) -> EventClaim:
    when = Span() if day is None else Span(START + day * DAY, START + (day + 1) * DAY, "day")
    who = (("agent", "Ana", "Person"), ("patient", what, "Thing"))
    return EventClaim("Purchase", words or f"Ana ordered {what}", who, when)


class Told:
    """A memory without a folder: tellings settled one after the other."""

    def __init__(self, *tellings: Telling) -> None:
        self.mirror, self.ledger, self.at = Mirror(), Ledger(WORDS), START + 1000 * DAY
        self.last: Telling | None = None
        self.tell(*tellings)

    def tell(self, *tellings: Telling) -> Told:
        for one in tellings:
            self.at += 1
            settling = Settling(self.mirror, self.ledger)
            settling.tell(one, self.at)
            self.ledger, self.last = settling.ledger, settling.told[-1]
        return self

    def consolidate(self) -> Consolidated:
        self.tell(Consolidated())
        assert isinstance(self.last, Consolidated)
        return self.last

    def made(self, kind: str) -> list[str]:
        """What the last consolidation made of a kind."""
        assert isinstance(self.last, Consolidated)
        return [one.text or one.key for one in self.last.made or () if one.kind == kind]

    def facts(self) -> list[str]:
        return sorted(f.text for f in self.mirror.facts.values() if f.retracted_at > self.at)

    def derived(self) -> list[str]:
        return sorted(
            str((one.kind, one.key, one.text, one.sources, one.parts)) for one in self.ledger.derived.values()
        )


OAT = (
    turn(0, "I ordered oat milk at the station.", ordered("oat milk")),
    turn(3, "I ordered oat milk again.", ordered("oat milk", "Ana ordered oat milk again")),
    turn(5, "Oat milk once more.", ordered("oat milk", day=4)),
)


# --- near-duplicates -----------------------------------------------------------------------------------


def test_facts_that_differ_in_number_and_stress_only_become_one():
    told = Told(turn(0, "a", likes("camping trips")), turn(1, "b", likes("a camping trip")))
    told.consolidate()
    assert told.facts() == ["Ana likes a camping trip"]
    (fact,) = (fact for fact in told.mirror.facts.values() if fact.retracted_at > told.at)
    assert [found.episode for found in fact.evidence] == ["ep_0", "ep_1"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("moving to Porto", "moving from Porto"),
        ("two cats", "three cats"),
        ("the university", "the universe"),
        ("red wine", "white wine"),
        ("not flying", "flying"),
    ],
)
def test_one_other_word_makes_another_statement(one, other):
    told = Told(turn(0, "a", likes(one)), turn(1, "b", likes(other)))
    assert told.consolidate().made == ()
    assert len(told.facts()) == 2


def test_places_and_what_there_is_one_of_are_never_merged():
    told = Told(
        turn(0, "a", likes("New York", object_type="Place"), FactClaim("Ana", "livesIn", "Rose Streets")),
        turn(1, "b", likes("New Yorks", object_type="Place"), FactClaim("Ana", "livesIn", "Rose Street")),
    )
    assert told.consolidate().made == ()


def test_what_is_liked_and_disliked_is_spelled_alike_so_that_the_later_still_ends_the_earlier():
    told = Told(
        turn(0, "a", likes("camping trips")),
        turn(1, "b", likes("camping trip")),
        turn(9, "c", likes("camping trips", "dislikes")),
    )
    told.consolidate()
    (liked,) = (f for f in told.mirror.facts.values() if f.relation == "likes" and f.retracted_at > told.at)
    assert (liked.object, liked.valid_to) == ("camping trip", START + 9 * DAY)


def test_a_merged_fact_takes_in_what_is_said_later_in_the_other_words():
    told = Told(turn(0, "a", likes("camping trips")), turn(1, "b", likes("camping trip")))
    told.consolidate()
    told.tell(turn(2, "c", likes("camping trips")))
    assert told.facts() == ["Ana likes camping trip"]


def test_a_retracted_fact_is_not_merged_and_stays_retracted():
    told = Told(turn(0, "a", likes("camping trips")), turn(1, "b", likes("camping trip")))
    (name,) = (fact.id for fact in told.mirror.facts.values() if fact.object == "camping trip")
    told.tell(from_json(f'[{{"verb": "retract", "id": "{name}"}}]', {})[0])
    told.consolidate()
    assert told.facts() == ["Ana likes camping trips"]


def test_merging_never_raises_trust():
    told = Told(turn(0, "a", likes("camping trips"), trust=0.2), turn(1, "b", likes("camping trip"), trust=0.2))
    told.consolidate()
    assert [f.trust for f in told.mirror.facts.values() if f.retracted_at > told.at] == [0.2]


# --- habits ---------------------------------------------------------------------------------------------


def test_what_happened_on_three_days_is_a_habit_with_its_episodes_as_evidence():
    told = Told(*OAT)
    told.consolidate()
    (habit,) = (fact for fact in told.mirror.facts.values() if fact.is_generalised)
    assert habit.text == "recurring: Ana ordered oat milk (3 times)"
    assert (habit.modality, habit.memory_type, habit.valid_from) == ("recurring", "semantic", START)
    assert [found.episode for found in habit.evidence] == ["ep_0", "ep_3", "ep_5"]
    assert habit.confidence < 0.7


def test_twice_is_no_habit_and_the_same_day_told_thrice_is_once():
    assert Told(*OAT[:2]).consolidate().made == ()
    again = [turn(n, "I ordered tea on the first.", ordered("tea", day=0)) for n in range(3)]
    assert "habit" not in {one.kind for one in Told(*again).consolidate().made or ()}


def test_a_habit_is_trusted_as_its_least_trusted_source_unless_the_trusted_ones_suffice():
    poor = turn(7, "He ordered oat milk.", ordered("oat milk", day=7), trust=0.2)
    told = Told(*OAT[:2], poor)
    told.consolidate()
    assert [f.trust for f in told.mirror.facts.values() if f.is_generalised] == [0.2]
    told.tell(OAT[2])
    told.consolidate()
    assert [(f.trust, f.text) for f in told.mirror.facts.values() if f.is_generalised and f.retracted_at > told.at] == [
        (1.0, "recurring: Ana ordered oat milk (3 times)")
    ]


def test_a_habit_is_counted_anew_and_the_past_keeps_its_count():
    told = Told(*OAT)
    told.consolidate()
    before = told.at
    told.tell(turn(8, "Oat milk!", ordered("oat milk", day=8)))
    told.consolidate()
    first, second = (f for f in told.mirror.facts.values() if f.is_generalised)
    assert (first.text, second.text) == (
        "recurring: Ana ordered oat milk (3 times)",
        "recurring: Ana ordered oat milk (4 times)",
    )
    assert first.recorded_at == before < first.retracted_at == second.recorded_at


def test_a_refused_habit_does_not_come_back():
    told = Told(*OAT)
    told.consolidate()
    (habit,) = (fact for fact in told.mirror.facts.values() if fact.is_generalised)
    told.tell(from_json(f'[{{"verb": "retract", "id": "{habit.id}"}}]', {})[0])
    told.tell(turn(8, "Oat milk!", ordered("oat milk", day=8)))
    told.consolidate()
    assert not any("recurring" in text for text in told.facts())


def test_undoing_a_refusal_brings_the_habit_back():
    told = Told(*OAT)
    told.consolidate()
    (habit,) = (fact for fact in told.mirror.facts.values() if fact.is_generalised)
    told.tell(from_json(f'[{{"verb": "retract", "id": "{habit.id}", "call": "ca_r"}}]', {})[0])
    told.tell(Undone(("ca_r",)))
    assert "recurring: Ana ordered oat milk (3 times)" in told.facts()


def test_chinese_habits_read_chinese():
    went = [
        turn(n, text, EventClaim("Exercise", "静怡去了健身房", (("agent", "静怡", "Person"),)))
        for n, text in enumerate(("我今天去了健身房。", "我又去了健身房。", "去了健身房。"))
    ]
    told = Told(*went)
    told.consolidate()
    assert told.made("habit") == ["经常：静怡去了健身房（3次）"]


# --- summaries, topics, repeats --------------------------------------------------------------------------

TALK = (
    "Hey, how are you?",
    "I started a pottery class in May, and my teacher is called Rosa.",
    "Wow, that sounds great!",
    "The pottery class is every Tuesday, we make bowls and plates.",
    "Thanks!",
    "My sister wants to join the class with me.",
)


def talk(session: str = "s1", start: int = 0) -> list[Observed]:
    return [
        turn(start, text, session=session, id=f"{session}_{n}", occurred=START + start * DAY + n)
        for n, text in enumerate(TALK)
    ]


def test_a_session_is_summed_up_in_sentences_of_its_own():
    told = Told(*talk())
    told.consolidate()
    (summary,) = told.mirror.summaries.values()
    assert summary.text == "I started a pottery class in May, and my teacher is called Rosa."
    assert [(one.episode, one.start) for one in summary.quotes] == [("s1_1", 0)]


def test_a_session_of_two_turns_or_of_chatter_has_no_summary():
    assert Told(*talk()[:2]).consolidate().made == ()
    assert Told(*(turn(n, text) for n, text in enumerate(("Hi!", "Hello there.", "Bye.")))).consolidate().made == ()


def test_things_spoken_of_together_in_several_sessions_are_a_topic():
    about = ("Rosa", "pottery", "kiln")
    said = [turn(n, "Rosa has a kiln for pottery.", session=f"s{n}", mentions=about) for n in range(3)]
    told = Told(*said)
    told.consolidate()
    assert told.made("topic") == ["Rosa, kiln, pottery"]


def test_the_same_words_are_counted():
    told = Told(*(turn(n, "Water the plants on the balcony!", session=f"s{n}") for n in range(3)))
    told.consolidate()
    (repeat,) = told.mirror.repeats.values()
    assert (repeat.text, repeat.count) == ("Water the plants on the balcony!", 3)
    assert repeat.episodes == ("ep_0", "ep_1", "ep_2")


# --- once, again, in any order, and back -------------------------------------------------------------------


def everything() -> list[Observed]:
    about = ("Rosa", "pottery", "kiln")
    return [
        *OAT,
        *talk("s2", 10),
        *talk("s3", 11),
        turn(20, "I like camping trips.", likes("camping trips"), session="s4"),
        turn(21, "I like a camping trip.", likes("camping trip"), session="s4"),
        *(turn(30 + n, "Rosa has a kiln for pottery.", session=f"t{n}", mentions=about) for n in range(3)),
    ]


def test_doing_it_twice_does_nothing():
    told = Told(*everything())
    assert {one.kind for one in told.consolidate().made or ()} == {"summary", "topic", "repeat", "habit", "alike"}
    before = told.at
    assert (told.consolidate().made, told.last) == ((), Consolidated((), (), told.last.call))  # type: ignore[union-attr]
    assert not any(one.recorded_at > before for one in told.mirror.facts.values())


def test_only_what_changed_is_worked_out_anew():
    told = Told(*everything())
    told.consolidate()
    told.tell(*talk("s9", 50))
    made = told.consolidate().made or ()
    assert {one.key for one in made if one.kind == "summary"} == {"s9"}
    assert {one.kind for one in made} == {"summary", "repeat"}


@pytest.mark.parametrize("seed", range(EXAMPLES))
def test_in_any_order_and_however_often_consolidated_the_same_is_derived(seed):
    whole = Told(*everything())
    whole.consolidate()
    chance = random.Random(seed)
    told = Told()
    for one in chance.sample(everything(), len(everything())):
        told.tell(one)
        if chance.random() < 0.3:
            told.consolidate()
    told.consolidate()
    assert told.derived() == whole.derived()
    assert list(canonical_lines(told.mirror)) == list(canonical_lines(whole.mirror))


@pytest.mark.parametrize("seed", range(EXAMPLES))
def test_whatever_is_hidden_undone_and_retracted_on_the_way_what_follows_is_what_follows_anew(seed):
    chance = random.Random(seed)
    told = Told()
    hidden: list[str] = []
    for number, one in enumerate(chance.sample(everything(), len(everything()))):
        told.tell(one)
        done = chance.random()
        if done < 0.2:
            told.consolidate()
        elif done < 0.4:
            episode = chance.choice(told.mirror.episodes).id
            hidden.append(f"fo_{number}")
            told.tell(Forgotten(hidden[-1], "x", "", tuple(sorted(gone_with({episode}, told.mirror)))))
        elif done < 0.5 and hidden:
            told.tell(Unforgotten(hidden.pop()))
        elif done < 0.6:
            told.tell(Undone((chance.choice(told.mirror.episodes).id,), call=f"ca_{number}"))
    told.consolidate()
    anew = told.ledger.again(told.mirror)
    anew.file_all(told.mirror, Touched())
    anew.entries, anew.derived = [], {}  # as if it had never been done: all is looked at
    fresh = follows(told.mirror, anew)
    assert {(one.kind, one.key): one for one in fresh.made or ()} == told.ledger.derived


def test_undoing_it_leaves_what_there_was_and_undoing_that_brings_it_back():
    told = Told(*everything())
    before = list(canonical_lines(told.mirror))
    done = told.consolidate()
    after, derived = list(canonical_lines(told.mirror)), told.derived()
    told.tell(undo := Undone((done.call,), call="ca_u"))
    assert list(canonical_lines(told.mirror)) == before
    assert told.derived() == []
    assert not any(one.retracted_at > told.at for one in told.mirror.summaries.values())
    told.tell(Undone((undo.call,), call="ca_v"))
    assert (list(canonical_lines(told.mirror)), told.derived()) == (after, derived)


def test_undoing_what_a_habit_rests_on_takes_the_habit_too():
    told = Told(*OAT)
    told.consolidate()
    told.tell(Undone(("ep_3",)))
    assert not any("recurring" in text for text in told.facts())


def test_hidden_episodes_are_not_derived_from():
    told = Told(*OAT)
    told.tell(Forgotten("fo_1", "x", "", ("ep_3",)))
    assert told.consolidate().made == ()


def test_what_was_derived_of_an_episode_hidden_later_is_dropped():
    told = Told(*OAT)
    told.consolidate()
    told.tell(Forgotten("fo_1", "x", "", ("ep_3",)))
    assert [kind for kind, _ in told.consolidate().dropped] == ["habit", "summary"]


def test_a_consolidation_survives_the_journal():
    told = Told(*everything())
    done = told.consolidate()
    assert from_json(to_json([done]), {}) == [done]
    again = Ledger.of([(1, tuple(one for _, one in told.ledger.entries))], WORDS, told.mirror)
    settling = Settling(told.mirror, again)
    settling.catch_up(99)
    assert not settling.write
    assert again.derived == told.ledger.derived


def test_a_program_can_do_without_episodes():
    bought = [Asserted(ordered("tea", day=n)) for n in range(3)]
    told = Told(*bought)
    told.consolidate()
    assert told.made("habit") == ["recurring: Ana ordered tea (3 times)"]


def test_one_word_is_enough_where_a_program_says_so_and_not_in_talk():
    jogged = [
        EventClaim("Event", "Ana jogged", (("agent", "Ana", "Person"),), ordered("", day=n).when) for n in (0, 1, 2)
    ]
    assert Told(*(turn(n, "I jogged.", one) for n, one in enumerate(jogged))).consolidate().made == ()
    told = Told(*map(Asserted, jogged))
    told.consolidate()
    assert told.made("habit") == ["recurring: Ana jogged (3 times)"]
