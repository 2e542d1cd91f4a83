"""A context: what goes into a budget, in which order, and what becomes of the rest."""

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem import Memory
from kgmem.context import count_tokens
from kgmem.packing import Context, LeftOut, assemble, excerpt
from kgmem.records import Episode, EpisodeHit, Fact, FactHit
from kgmem.temporal import DAY

FIRST = 1_770_000_000_000_000


def hit(id: str, text: str, *, day: int = 0, score: float = 1.0, speaker: str = "Ana") -> EpisodeHit:
    return EpisodeHit(Episode(text=text, id=id, speaker=speaker, occurred=FIRST + day * DAY), score)


def wish(id: str, text: str) -> FactHit:
    return FactHit(Fact(id, id, "n1", "Ana", "hasInstruction", text=text, memory_type="procedural"), 1.0)


def packed(hits: list[EpisodeHit], max_tokens: int = 1_000, query: str = "", **more: object) -> Context:
    return assemble(hits, [], [], [], max_tokens=max_tokens, query=query, **more)  # type: ignore[arg-type]


def order(context: Context, *ids: str) -> list[str]:
    return sorted(ids, key=lambda id: context.index(f"[{id}]"))


def test_messages_stand_in_the_order_of_time_whatever_their_score() -> None:
    context = packed([hit("late", "Third.", day=2), hit("early", "First.", day=0), hit("mid", "Second.", day=1)])
    assert order(context, "late", "early", "mid") == ["early", "mid", "late"]
    assert list(context.spent) == ["late", "early", "mid"]


def test_what_has_no_room_is_listed_best_first() -> None:
    context = packed([hit(f"e{n}", f"The harbour was full of boat number {n} that day.", day=n) for n in range(9)], 100)
    assert context.tokens == count_tokens(context) <= 100
    assert list(context.spent) == ["e0", "e1", "e2"]
    assert context.left_out[0] == LeftOut("episode", "e3", "budget")
    assert [one.id for one in context.left_out] == [f"e{n}" for n in range(3, 9)]


def test_a_message_too_long_for_the_rest_does_not_block_short_ones() -> None:
    long = "There were songs and speeches. " * 150
    context = packed([hit("long", long), hit("short", "The wedding was on 18 January.", day=1)], 70)
    assert "18 January" in context
    assert "short" in context.spent


def test_a_long_message_is_cut_to_what_bears_on_the_question() -> None:
    filler = [f"The weather in week {n} was grey and cold again." for n in range(60)]
    text = " ".join([*filler[:40], "Our ferry leaves Cacilhas at nine.", *filler[40:]])
    context = packed([hit("long", text), hit("next", "See you there.", day=1)], 200, "When does the ferry leave?")
    assert "Our ferry leaves Cacilhas at nine." in context
    assert "… Our ferry" in context or "again. Our ferry" in context
    assert context.cut == ("long",)
    assert "next" in context.spent
    assert context.tokens > 150  # the room that is left goes to the message that was cut


def test_a_repeat_waits_until_all_others_are_in() -> None:
    hits = [hit("a", "The key is under the pot."), hit("b", "The key is  under the POT.", day=1)]
    hits.append(hit("c", "The pot is blue.", day=2))
    context = packed(hits, 75)
    assert list(context.spent) == ["a", "c"]
    assert context.left_out == (LeftOut("episode", "b", "repeats", "a"),)
    assert list(packed(hits, 500).spent) == ["a", "c", "b"]


def test_wishes_have_a_share_of_their_own_and_come_first() -> None:
    wishes = [wish(f"f{n}", f"Ana wants answers in verse number {n}") for n in range(9)]
    hits = [hit(f"e{n}", f"The harbour was full of boat number {n} that day.", day=n) for n in range(9)]
    context = packed(hits, 300, standing=wishes)
    assert context.startswith("Preferences:\n- Ana wants answers in verse number 0\n")
    assert context.count("in verse") == 4
    assert context.count("harbour") >= 5
    assert LeftOut("fact", "f4", "budget") in context.left_out
    assert "Preferences:" not in packed(hits, 40, standing=wishes)


def test_a_bare_reply_brings_its_question_along() -> None:
    asked = Episode(text="Did you sell the boat?", id="q", speaker="Tom", occurred=FIRST - 60_000_000)
    context = packed([hit("a", "Yes."), hit("b", "The boat is blue and old.", day=1)], 60, beside=[("a", asked)])
    assert list(context.spent) == ["a", "q"]
    assert order(context, "a", "q") == ["q", "a"]


def test_a_neighbour_takes_no_room_from_what_was_recalled() -> None:
    asked = Episode(text="What did you paint in the kitchen on that Saturday?", id="q", speaker="Tom", occurred=FIRST)
    hits = [hit("a", "I painted all of the walls in the kitchen yellow."), hit("b", "Flora came by train.", day=1)]
    assert list(packed(hits, 75, beside=[("a", asked)]).spent) == ["a", "b"]
    assert list(packed(hits, 200, beside=[("a", asked)]).spent) == ["a", "b", "q"]


def test_tokens_until_the_evidence_is_in_count_in_the_order_of_packing() -> None:
    context = packed([hit("a", "The boat is blue."), hit("b", "The boat is old.", day=1)])
    assert context.tokens_until(["a"]) == context.spent["a"] < context.spent["b"] == context.tokens_until(["a", "b"])
    assert context.tokens_until(["z"]) is None
    assert context.tokens_until([]) == 0


def test_a_context_is_text_and_survives_pickling() -> None:
    context = packed([hit("a", "The boat is blue.")], marked=True)
    assert isinstance(context, str)
    again = pickle.loads(pickle.dumps(context))
    assert (again, again.spent, again.tokens) == (context, context.spent, context.tokens)


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(st.text(min_size=1, max_size=80) | st.just("长" * 300) | st.just("👨‍👩‍👧 boat? " * 90), max_size=6),
    budget=st.integers(0, 300),
    marked=st.booleans(),
    unsure=st.booleans(),
)
def test_no_context_is_over_its_budget_and_each_message_in_it_is_cited(texts, budget, marked, unsure) -> None:
    hits = [hit(f"e{n}", text, day=n) for n, text in enumerate(texts)]
    context = packed(
        hits, budget, "boat", standing=[wish("f1", "Ana wants answers in verse")], marked=marked, unsure=unsure
    )
    assert count_tokens(context) == context.tokens <= budget
    for one in hits:
        assert (f"[{one.id}]" in context) == (one.id in context.spent)
        assert (one.id in context.spent) != (one.id in {left.id for left in context.left_out})


@pytest.mark.parametrize("length", [3, 9, 20, 60, 200])
def test_an_excerpt_fits_and_keeps_signs_whole(length: int) -> None:
    family = "👨‍👩‍👧‍👦"
    text = f"Nothing here. {family * 30} is the ferry. Nor here."
    found = excerpt(text, frozenset(["ferri"]), lambda part: len(part) <= length)
    assert len(found) <= length
    assert found.replace(family, "").count("\u200d") == 0


# From a memory ------------------------------------------------------------------------------------------


def test_what_one_asked_for_once_is_there_for_every_question(memory: Memory) -> None:
    memory.observe("Always answer me in French.", speaker="Ana", at="2026-03-02T09:00:00Z", id="m1")
    memory.observe("The ferry leaves at nine.", speaker="Ana", at="2026-03-03T09:00:00Z", id="m2")
    found = memory.recall("When does the ferry leave?")
    assert [one.fact.relation for one in found.standing] == ["prefersLanguage"]
    assert found.context().startswith("Preferences:\n- Ana")
    assert found.to_dict()["standing"][0]["relation"] == "prefersLanguage"
    memory.forget(episode="m1")
    assert memory.recall("When does the ferry leave?").standing == ()


def test_tastes_count_when_advice_is_asked_for_and_only_of_whom_it_is_for(memory: Memory) -> None:
    for who, what in (("Ana", "walnuts"), ("Tom", "cats")):
        memory.observe(f"I am {who}.", speaker=who, at="2026-03-02T09:00:00Z")
        memory.assert_fact(who, "allergicTo", what)
    asked = memory.recall("What cake should I bake for Ana?")
    assert [one.fact.object for one in asked.standing] == ["walnuts"]
    assert {one.fact.object for one in memory.recall("What should I get them?").standing} == {"walnuts", "cats"}
    assert memory.recall("Where is the cake?").standing == ()


def test_a_preference_counts_when_it_bears_on_the_question(memory: Memory) -> None:
    memory.assert_fact("Ana", "prefers", "window seats")
    assert [one.fact.object for one in memory.recall("Which seats should be booked?").standing] == ["window seats"]
    assert memory.recall("Where is the cake?").standing == ()


def test_three_messages_go_in_for_each_fact() -> None:
    fact = FactHit(Fact("f1", "f1", "n1", "Ana", "likes", text="Ana likes boats"), 1.0)
    hits = [hit(f"e{n}", f"The harbour was full of boat number {n} that day.", day=n) for n in range(5)]
    context = assemble(hits, [fact], [], [], max_tokens=1_000)
    assert list(context.spent) == ["e0", "e1", "e2", "f1", "e3", "e4"]


def test_a_wish_that_was_not_known_or_not_meant_yet_is_left_out(memory: Memory) -> None:
    memory.assert_fact("Ana", "prefersLanguage", "French", valid_from="2026-05-01")
    assert memory.recall("Where is the cake?", as_of="2026-04-01").standing == ()
    assert memory.recall("Where is the cake?", as_of="2026-06-01").standing[0].fact.object == "French"
    assert memory.recall("Where is the cake?", known_at="2000").standing == ()


def test_an_answer_is_read_with_its_question(memory: Memory) -> None:
    turns = [("Tom", "Which colour did you take for the kitchen?"), ("Ana", "Yellow, like the trams.")]
    for n, (who, text) in enumerate(turns):
        memory.observe(text, speaker=who, at=f"2026-03-02T09:0{n}:00Z", id=f"m{n}")
    found = memory.recall("yellow trams", limit=1)
    assert [(of, episode.id) for of, episode in found.beside] == [("m1", "m0")]
    asked = memory.recall("colour kitchen", limit=1)
    assert [(of, episode.id) for of, episode in asked.beside] == [("m0", "m1")]
    assert memory.recall("yellow trams", limit=1, speaker="Ana").beside == ()
    memory.forget(episode="m0")
    assert memory.recall("yellow trams", limit=1).beside == ()
