"""What consolidation derived, in a real memory: on disk, in views, hidden, erased, exported and undone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from kgmem import EventClaim, Extraction, FactClaim, InvalidArgument, Memory, Mention
from kgmem.checking import folded, whole_of
from kgmem.portable import state_lines
from kgmem.temporal import iso
from tests.fakes import ScriptedExtractor

pytestmark = pytest.mark.engine

ORDERED = Extraction(
    events=(EventClaim("Purchase", "Ana ordered tea", (("agent", "Ana", "Person"), ("patient", "tea", "Thing"))),)
)
KILN = "Rosa has a kiln for pottery, I saw it today."
NAMES = ("Rosa", "kiln", "pottery")
READ = {
    "I ordered tea at the station.": ORDERED,
    "I ordered tea again, it was hot.": ORDERED,
    "I ordered tea on the way home.": ORDERED,
    KILN: Extraction(mentions=tuple(Mention(KILN.index(n), KILN.index(n) + len(n), n, n) for n in NAMES)),
    "I like camping trips.": Extraction(facts=(FactClaim("Ana", "likes", "camping trips"),)),
    "I like a camping trip.": Extraction(facts=(FactClaim("Ana", "likes", "camping trip"),)),
}
TALK = [
    *({"content": text, "at": f"2026-03-0{day}T08:00:00Z", "session": f"s{day}"} for day, text in enumerate(READ, 1)),
    {"content": KILN, "at": "2026-04-01T08:00:00Z", "session": "s7"},
    {"content": "My sister joined a choir in Porto.", "at": "2026-04-01T08:01:00Z", "session": "s7"},
    {"content": "Good for her.", "at": "2026-04-01T08:02:00Z", "session": "s7"},
]


@pytest.fixture
def told(opened) -> Memory:
    """A memory that was told all of it, and not consolidated yet."""
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(READ))
    memory.observe([{"speaker": "Ana", **message} for message in TALK])
    return memory


def state(memory: Memory) -> list[str]:
    """What is held, in canonical order, without recorded times."""
    return list(state_lines(whole_of(folded(memory._held.rows())), recorded=False))


def shown(memory: Memory, **clocks: str) -> tuple[list[str], list[str], list[tuple[str, int]], list[str]]:
    return (
        [one.text for one in memory.summaries(**clocks)],
        [one.label for one in memory.topics(**clocks)],
        [(one.text, one.count) for one in memory.repeats(**clocks)],
        [fact.text for fact in memory.facts(**clocks) if fact.is_generalised],
    )


HELD = (
    ["My sister joined a choir in Porto."],
    ["Rosa, kiln, pottery"],
    [(KILN, 2)],
    ["recurring: Ana ordered tea (3 times)"],
)


def test_it_says_what_it_did_and_the_reading_verbs_show_it(told):
    done = told.consolidate()
    assert (done.summaries, done.repeats, done.habits) == (("s7",), ((KILN, 2),), (HELD[3][0],))
    assert done.merged == (("Ana likes camping trips", "camping trip"),)
    assert (shown(told)[0], shown(told)[2:]) == (HELD[0], HELD[2:])
    assert sorted(shown(told)[1][0].split(", ")) == sorted(NAMES)
    assert [one.label for one in told.topics("Rosa")] == [one.label for one in told.topics()]
    assert (told.topics("Ana"), told.topics("nobody"), told.topics(limit=0)) == ([], [], [])
    (summary,) = told.summaries("s7")
    assert [(one.speaker, one.text) for one in summary.quotes] == [("Ana", HELD[0][0])]
    assert told.cypher("MATCH (s:Summary)-[:QUOTES]->(e) RETURN s.session, e.text").rows == [("s7", HELD[0][0])]
    assert told.consolidate().call == ""


def test_a_dry_run_writes_nothing(told):
    before = state(told)
    planned = told.consolidate(dry_run=True)
    assert (planned.habits, planned.call) == (("recurring: Ana ordered tea (3 times)",), "")
    assert state(told) == before
    assert shown(told) == ([], [], [], [])


def test_the_past_knew_nothing_of_it_and_a_view_of_now_does(told):
    before = iso(told.episodes()[-1].recorded)
    told.consolidate()
    assert shown(told, known_at=before) == ([], [], [], [])
    now = told.at(known_at="2027-01-01")
    assert shown(now) == shown(told)
    assert now.cypher("MATCH (r:Repeat)-[:REPEATS]->(e) RETURN r.count, count(e)").rows == [(2, 2)]
    assert told.summaries(as_of="2026-03-15") == []
    assert told.repeats(as_of="2026-03-15") == []


def test_it_is_there_after_opening_again_and_beside_the_writer(told, opened):
    told.consolidate()
    held = shown(told)
    beside = Memory.open(told.path, read_only=True, encoder=told._held.encoder)
    assert shown(beside) == held
    with pytest.raises(InvalidArgument, match="read_only=True; open it without to write"):
        beside.consolidate()
    beside.close()
    told.close()
    again = opened(timezone="UTC", extractor=ScriptedExtractor(READ))
    assert shown(again) == held
    assert not again.consolidate()


def test_hiding_an_episode_hides_what_was_derived_of_it(told):
    told.consolidate()
    held = shown(told)
    (choir,) = (e.id for e in told.episodes() if "choir" in e.text)
    (tea,) = (e.id for e in told.episodes() if "again" in e.text)
    hidden = [told.forget(episode=one) for one in (choir, tea)]
    told.forget(session="s7")
    assert shown(told)[0] == shown(told)[2] == shown(told)[3] == []
    for one in (*hidden, told.forgotten()[-1]):
        told.unforget(one.id)
    assert shown(told) == held


def test_erasing_leaves_what_a_memory_would_derive_that_never_saw_it(told, opened):
    told.consolidate()
    (tea,) = (e.id for e in told.episodes() if "again" in e.text)
    (choir,) = (e.id for e in told.episodes() if "choir" in e.text)
    told.erase(where=lambda episode: episode.id in (tea, choir)).confirm().verify()
    other = opened("other", timezone="UTC", extractor=ScriptedExtractor(READ))
    left = [message for message in TALK if "again" not in message["content"] and "choir" not in message["content"]]
    other.observe([{"speaker": "Ana", **message} for message in left])
    other.consolidate()
    assert state(told) == state(other)
    assert (shown(told)[0], shown(told)[3]) == ([], [])
    assert told.residues("My sister joined a choir") == []


def test_an_export_is_exact_and_comes_in_once(told, opened, tmp_path):
    told.consolidate()
    told.export(tmp_path / "all.jsonl")
    assert "dropped" not in (tmp_path / "all.jsonl").read_text()
    other = opened("other", timezone="UTC", extractor=ScriptedExtractor(READ))
    assert other.import_file(tmp_path / "all.jsonl").exact
    assert shown(other) == shown(told)
    before = state(other)
    other.import_file(tmp_path / "all.jsonl")
    assert state(other) == before


def test_a_graph_made_anew_holds_it(told):
    told.consolidate()
    held = shown(told)
    told.rebuild()
    assert shown(told) == held
    assert told.check() == []


def test_undo_takes_it_back_and_decisions_tell_why(told):
    before = [fact.text for fact in told.facts()]
    done = told.consolidate()
    rules = [(one.rule, one.fact.text) for one in told.decisions("Ana")]
    assert ("generalise", HELD[3][0]) in rules
    assert ("merge", "Ana likes camping trips") in rules
    (ended,) = (v.replaced for v in told.history("Ana", "likes") if v.fact.object == "camping trips" and v.replaced)
    assert (ended.kind, ended.reason) == ("merged", "it says the same as: Ana likes camping trip")
    told.undo(done.call)
    assert [fact.text for fact in told.facts()] == before
    assert shown(told) == ([], [], [], [])


def test_a_habit_can_be_retracted_for_good_and_is_never_closed(told):
    told.consolidate()
    (habit,) = (fact for fact in told.facts() if fact.is_generalised)
    with pytest.raises(InvalidArgument, match="follows from what happened, and cannot be closed; retract it"):
        told.close_fact(habit.id, valid_to="2026-06-01")
    with pytest.raises(InvalidArgument, match="a habit follows from what was said; assert_fact says that it is so"):
        told.confirm(habit.id)
    told.retract(habit.id, reason="once only")
    told.observe("I ordered tea at the station.", speaker="Ana", at="2026-05-01T08:00:00Z")
    told.consolidate()
    assert shown(told)[3] == []


def test_a_habit_that_is_denied_is_retracted_for_good(told):
    told.consolidate()
    (habit,) = (fact for fact in told.facts() if fact.is_generalised)
    told.deny(habit.id, reason="once only")
    told.consolidate()
    assert shown(told)[3] == []


def test_it_can_be_done_along_the_way(opened):
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(READ))
    memory.consolidate_when(every=3)
    for number, text in enumerate(list(READ)[:3], 1):
        assert shown(memory)[3] == []
        memory.observe(text, speaker="Ana", at=f"2026-03-0{number}T08:00:00Z")
    assert shown(memory)[3] == HELD[3]
    memory.consolidate_when(idle=timedelta(minutes=30))
    memory.observe(KILN, speaker="Ana", at="2026-03-03T08:20:00Z")
    memory.observe(KILN, speaker="Ana", at="2026-03-03T08:40:00Z")
    assert memory.repeats() == []
    memory.observe("I like camping trips.", speaker="Ana", at="2026-03-03T09:10:00Z")
    assert [one.count for one in memory.repeats()] == [2]
    memory.consolidate_when()
    for bad in ({"every": 0}, {"every": True}, {"idle": timedelta(0)}):
        with pytest.raises(InvalidArgument, match="must be a"):
            memory.consolidate_when(**bad)


def test_a_consolidation_that_is_asked_for_counts_as_the_last(opened):
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(READ))
    memory.consolidate_when(every=3)
    for day in (1, 2):
        memory.observe(KILN, speaker="Ana", at=f"2026-03-0{day}T08:00:00Z")
    memory.consolidate(dry_run=True)
    assert memory.consolidate().repeats == ((KILN, 2),)
    for day, count in ((3, 2), (4, 2), (5, 5)):
        memory.observe(KILN, speaker="Ana", at=f"2026-03-0{day}T08:00:00Z")
        assert [one.count for one in memory.repeats()] == [count]


def test_a_limit_gives_the_latest_summaries_and_all_when_there_are_fewer(told):
    for session in ("s8", "s9"):
        day = session.removeprefix("s")
        for minute, text in enumerate(("We sing in the choir.", "Our teacher is called Rosa.", "She lives in Porto.")):
            told.observe(text, speaker="Ana", at=f"2026-05-0{day}T08:0{minute}:00Z", session=session)
    told.consolidate()
    latest = [[one.session for one in told.summaries(limit=limit)] for limit in range(6)]
    everything = ["s7", "s8", "s9"]
    assert latest == [[], ["s9"], ["s8", "s9"], everything, everything, everything]


def test_a_lost_journal_loses_nothing_of_it(told, opened):
    told.consolidate()
    held = shown(told)
    told.close()
    for file in told.path.glob("journal.sqlite*"):
        file.unlink()
    again = opened(timezone="UTC", extractor=ScriptedExtractor(READ))
    assert shown(again) == held
    again.consolidate()
    assert shown(again) == held
    assert "Ana likes camping trips" not in [fact.text for fact in again.facts()]
    (choir,) = (e.id for e in again.episodes() if "choir" in e.text)
    again.erase(episode=choir).confirm().verify()
    assert shown(again)[0] == []
    assert (shown(again)[1], shown(again)[3]) == (held[1], held[3])


def test_a_profile_shows_habits(told):
    told.consolidate()
    assert "recurring: Ana ordered tea (3 times)" in str(told.profile("Ana"))


def test_history_tells_that_a_habit_was_counted_anew(told):
    told.consolidate()
    told.observe("I ordered tea at the station.", speaker="Ana", at="2026-05-01T08:00:00Z")
    told.consolidate()
    (habit,) = (fact for fact in told.facts() if fact.is_generalised)
    first, second = told.history(habit.id)
    assert (first.replaced.kind, second.replaced) == ("counted", None)
    assert first.replaced.reason == "it is counted anew: recurring: Ana ordered tea (4 times)"
