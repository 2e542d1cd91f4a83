"""Why something was recalled, why something was not, and what each stage left."""

import json

import pytest

from kgmem import InvalidArgument, Memory
from kgmem.lost import STAGES, WhyNot
from kgmem.temporal import moment
from tests.fakes import HashEncoder

CHAT = [
    ("m1", "s1", "Ana", "2026-03-02T09:00:00Z", "I live in Lisbon and keep bees on the roof."),
    ("m2", "s1", "Tom", "2026-03-02T09:01:00Z", "Lovely! What do you do with the honey?"),
    ("m3", "s1", "Ana", "2026-03-02T09:02:00Z", "I give it away to the neighbours."),
    ("m4", "s2", "Tom", "2026-04-05T18:00:00Z", "My sister Flora plays the cello."),
    ("m5", "s2", "Ana", "2026-04-05T18:01:00Z", "I would love to hear her."),
    ("m6", "s3", "Ana", "2026-06-11T09:00:00Z", "I moved to Porto yesterday because my firm closed its Lisbon office."),
]


@pytest.fixture
def chat(memory: Memory) -> Memory:
    memory.observe_many(
        [{"id": i, "session": s, "speaker": who, "at": at, "content": text} for i, s, who, at, text in CHAT],
        progress=False,
    )
    return memory


def changes(found: WhyNot) -> list[str]:
    return [one.change for one in found.remedies]


# Why not ----------------------------------------------------------------------------------------------


def test_what_is_recalled_is_said_to_be(chat: Memory) -> None:
    found = chat.why_not("Who plays the cello?", "m4")
    assert (found.stage, found.reason, found.rank) == ("recalled", f"it is number 1 of {found.of}", 1)
    assert found.remedies == ()


def test_a_message_is_outranked_by_what_the_parts_sum_to(chat: Memory) -> None:
    found = chat.why_not("Who plays the cello?", "m2", limit=1)
    assert (found.stage, found.kind, found.last) == ("outranked", "episode", "m4")
    assert sum(found.behind.values()) == pytest.approx(found.needed - found.score, abs=1e-4)
    assert found.places["words"] == 0
    assert f"it is number {found.rank} of {found.of}, and limit=1, behind mostly in " in found.reason


def test_each_way_back_brings_it_back(chat: Memory) -> None:
    found = chat.why_not("Who plays the cello?", "m2", limit=2)
    assert changes(found) == ["limit=3", "session='s1'", "mode='rrf'", "'honey' in the question"]
    for how in ({"limit": 3}, {"session": "s1", "limit": 2}, {"mode": "rrf", "limit": 2}):
        assert "m2" in [hit.id for hit in chat.recall("Who plays the cello?", **how).episodes]
    assert "m2" in [hit.id for hit in chat.recall("Who plays the cello? honey", limit=2).episodes]


def test_a_filter_that_loses_a_message_is_named(chat: Memory) -> None:
    found = chat.why_not("Who plays the cello?", "m4", speaker="Ana", session="s2")
    assert found.stage == "filtered"
    assert found.reason == "it was said by Tom, which is not what was asked for"
    assert changes(found) == ["no speaker"]
    between = chat.why_not("Who plays the cello?", "m4", between=("2026-05", None))
    assert between.reason.startswith("it was said on 2026-04-05T18:00:00Z")
    assert changes(between) == ["no between"]


def test_a_message_under_the_least_score_is_lost_there(chat: Memory) -> None:
    score = next(hit.score for hit in chat.recall("Who plays the cello?").episodes if hit.id == "m2")
    found = chat.why_not("Who plays the cello?", "m2", min_score=score + 1)
    assert found.stage == "under min_score"
    assert changes(found) == [f"min_score={int(score * 1000) / 1000}"]


def test_a_message_without_a_word_of_the_question_is_no_candidate(chat: Memory) -> None:
    found = chat.why_not("cello", "m1", mode="bm25")
    assert (found.stage, found.reason) == ("not a candidate", "it shares no word with the question")
    assert found.places == {"words": 0, "words around": 0}
    assert changes(found)[-1] == "'live' in the question"


def test_a_forgotten_message_is_lost_there_and_shows_nothing(chat: Memory) -> None:
    done = chat.forget(episode="m4")
    found = chat.why_not("Who plays the cello?", "m4")
    assert (found.stage, found.text) == ("forgotten", "")
    assert f"unforget({done.id!r})" in found.reason
    assert "cello" not in str(found.to_dict()).replace(found.query, "")


def test_what_memory_did_not_know_then_is_not_shown(chat: Memory) -> None:
    found = chat.why_not("Who plays the cello?", "m4", known_at="2000")
    assert (found.stage, found.text) == ("unknown then", "")
    assert chat.at(known_at="2000").why_not("Who plays the cello?", "m4") == found


def test_of_what_was_erased_and_what_never_was_nothing_is_said(chat: Memory) -> None:
    chat.erase(episode="m4").confirm()
    for id in ("m4", "m99"):
        with pytest.raises(InvalidArgument, match=f"no episode, fact or event with the id '{id}'; episodes"):
            chat.why_not("Who plays the cello?", id)


def test_a_fact_that_held_at_another_time_is_lost_there(chat: Memory) -> None:
    lisbon = chat.recall("Where does Ana live?", as_of="2026-04-01").facts[0].fact
    found = chat.why_not("Where does Ana live?", lisbon.id, as_of="2026-07-01")
    assert found.stage == "not so then"
    assert found.reason == "it is not so at as_of: at least 2026-03-02 until 2026-06-10"
    assert changes(found) == ["no as_of"]


def test_a_fact_of_another_relation_is_filtered(chat: Memory) -> None:
    lives = chat.recall("Where does Ana live?").facts[0].fact
    found = chat.why_not("Where does Ana live?", lives.id, relation="worksFor")
    assert (found.stage, found.reason) == ("filtered", "its relation is livesIn, not worksFor")
    assert changes(found) == ["relation='livesIn'"]


def test_a_fact_that_was_taken_back_is_lost_there(chat: Memory) -> None:
    lives = chat.recall("Where does Ana live?").facts[0].fact
    chat.retract(lives.id)
    found = chat.why_not("Where does Ana live?", lives.id)
    assert found.stage == "taken back"
    assert f"history({lives.statement!r})" in found.reason


def test_a_fact_far_from_the_question_is_brought_back_by_its_subject(chat: Memory) -> None:
    chat.assert_fact("Zoe", "likes", "opera")
    fact = chat.facts("Zoe")[0]
    found = chat.why_not("Who keeps bees?", fact.id)
    assert (found.stage, found.kind) == ("not a candidate", "fact")
    assert changes(found) == ["'Zoe' in the question"]


def test_a_fact_or_event_cut_by_the_limit_names_the_limit(chat: Memory) -> None:
    facts = chat.recall("Where does Ana live?").facts
    found = chat.why_not("Where does Ana live?", facts[1].fact.id, limit=1)
    assert found.stage in ("outranked", "cut by limit")
    assert (found.last, changes(found)[0]) == (facts[0].fact.id, "limit=2")
    events = chat.recall("What did Ana do?").events
    assert chat.why_not("What did Ana do?", events[0].event.id).stage == "recalled"
    assert chat.why_not("What did Ana do?", events[0].event.id, limit=0).reason == "limit=0 asks for nothing"


def test_a_snapshot_says_why_not_too(opened, tmp_path) -> None:
    with opened(timezone="UTC") as memory:
        memory.observe("Tom's sister Flora plays the cello.", speaker="Ana", at="2026-04-05", id="m1")
        path = memory.path
        with Memory.open(path, read_only=True, encoder=HashEncoder()) as snapshot:
            assert snapshot.why_not("cello", "m1") == memory.why_not("cello", "m1")


def test_what_a_context_has_no_room_for_is_lost_there(chat: Memory) -> None:
    found = chat.why_not("Who plays the cello?", "m1", max_tokens=60)
    assert (found.stage, found.reason) == ("left out of the context", "60 tokens have no room for it")
    room = int(changes(found)[0].removeprefix("max_tokens="))
    assert "[m1]" in chat.recall("Who plays the cello?").context(room)
    assert chat.why_not("Who plays the cello?", "m4", max_tokens=600).reason.endswith(", and in the context")


def test_a_past_view_shows_a_fact_as_it_was_known_then(chat: Memory) -> None:
    fact = chat.facts("Tom")[0]
    before = max(episode.recorded for episode in chat.episodes())
    chat.observe("Flora is my sister, as I said.", speaker="Tom", at="2026-07-01", id="m9")
    shown = chat.why_not("Who plays the cello?", fact.id, known_at=moment(before)).text
    assert "m4" in shown
    assert "m9" not in shown


def test_every_stage_that_is_said_is_one_of_those_named(chat: Memory) -> None:
    found = [chat.why_not("Who plays the cello?", episode.id, limit=2) for episode in chat.episodes()]
    assert {one.stage for one in found} <= set(STAGES)
    assert sum(one.stage == "recalled" for one in found) == 2
    assert json.loads(json.dumps(found[0].to_dict()))["id"] == "m1"


# Explanations -------------------------------------------------------------------------------------------


def test_the_parts_of_a_reason_sum_to_its_score(chat: Memory) -> None:
    reasons = chat.recall("Where does Ana live?").reasons()
    assert reasons["episodes"]
    for one in (*reasons["episodes"], *reasons["facts"]):
        assert sum(share for _, share in one.parts) == pytest.approx(one.score, abs=0.005)


def test_a_reason_names_the_words_shared_and_what_was_read_in_it(chat: Memory) -> None:
    first = chat.recall("Who plays the cello?").reasons()["episodes"][0]
    assert (first.id, first.shared) == ("m4", ("plays", "cello"))
    assert any("Flora is a sibling of Tom" in line for line in first.led)


def test_a_path_is_explained_by_its_facts_and_the_time_they_share(memory: Memory) -> None:
    memory.assert_fact("Ana", "worksFor", "Helio", valid_from="2026-01-01")
    memory.assert_fact("Helio", "locatedIn", "Porto", valid_from="2026-02-01")
    text = memory.recall("Is Ana in Porto through Helio?").explain()
    assert "     Ana works for Helio (since 2026-01-01)\n     -> Helio is in Porto (since 2026-02-01)\n" in text
    assert "     all at once since 2026-02-01" in text


# Stages -------------------------------------------------------------------------------------------------


def test_a_trace_says_what_each_stage_left(chat: Memory) -> None:
    found = chat.recall("Who plays the cello?", limit=1, speaker="Tom", trace=True)
    counts = {stage.name: stage.counts for stage in found.trace}
    assert list(counts) == ["encode", "read", "candidates", "guess", "graph", "answers", "order", "cut"]
    assert counts["candidates"] == {"held": 6, "allowed": 2, "episodes": 2}
    assert counts["cut"]["episodes"] == 1
    assert all(stage.milliseconds >= 0 for stage in found.trace)
    assert found.to_dict()["trace"][0]["stage"] == "encode"


def test_there_is_no_trace_unless_it_is_asked_for(chat: Memory) -> None:
    found = chat.recall("Who plays the cello?")
    assert found.trace == ()
    assert "trace" not in found.to_dict()
