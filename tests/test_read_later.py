"""Observed now, read later: stored and found at once, read in its turn, and then as if it had been read at once."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kgmem import Extraction, FactClaim, InvalidArgument, Memory, Mention
from kgmem.errors import ExtractionError
from kgmem.portable import canonical_lines
from kgmem.temporal import iso
from tests.fakes import HashEncoder, ScriptedExtractor, SetClock

pytestmark = pytest.mark.engine

TURNS = (
    ("Ana", "I live in Porto.", "2026-01-01T10:00:00Z"),
    ("Ben", "My sister Flora moved to Lisbon.", "2026-01-02T10:00:00Z"),
    ("Ana", "She loves hiking.", "2026-01-03T10:00:00Z"),
    ("Ana", "I moved to Oslo.", "2026-01-04T10:00:00Z"),
)


def tell(memory: Memory, read: str = "later", turns=TURNS) -> Memory:
    for number, (speaker, text, at) in enumerate(turns):
        memory.observe(text, speaker=speaker, at=at, id=f"e{number}", read=read)
    return memory


def held(memory: Memory) -> list[str]:
    """What is held, by the writer's mirror; the one that readers see says the same."""
    lines = list(canonical_lines(memory._held.working))
    assert list(canonical_lines(memory._held.mirror)) == lines
    return lines


def waiting(memory: Memory) -> list[tuple[str, str]]:
    return [(one.id, one.why) for one in memory.pending()]


def facts(memory: Memory, **when) -> list[str]:
    return sorted(fact.text for fact in memory.facts(**when))


def verbs(memory: Memory) -> list[str]:
    return [row.verb for row in memory._held.journal.rows()]


class Halting:
    """Reads by a script; while it is down, it says so or raises."""

    name = "halting"

    def __init__(self, script: dict[str, Extraction], *, error: Exception | None = None) -> None:
        self.script, self.error, self.down, self.asked = script, error, True, 0

    def __call__(self, batch):
        self.asked += 1
        if self.down and self.error:
            raise self.error
        half = Extraction(mentions=(Mention(0, 1, "I", "Ana", "Person"),), unfinished=True)
        return [half if self.down else self.script.get(episode.text, Extraction()) for episode, _ in batch]


LIVES = {"I live in Porto.": Extraction(facts=(FactClaim("Ana", "livesIn", "Porto", object_type="Place"),))}


def test_it_is_found_at_once_and_read_later_as_if_it_had_been_read_at_once(opened):
    memory, other = tell(opened(timezone="UTC")), tell(opened("other", timezone="UTC"), "now")
    assert waiting(memory) == [(f"e{n}", "not read yet") for n in range(4)]
    assert memory.recall("hiking").episodes[0].id == "e2"
    assert memory.facts() == []
    assert memory.stats()["pending"] == 4
    change = memory.read_pending()
    assert change.episodes == ("e0", "e1", "e2", "e3")
    assert "Ana lives in Oslo" in [fact.text for fact in change.asserted]
    assert memory.pending() == ()
    assert held(memory) == held(other)
    assert memory.read_pending().episodes == ()
    assert verbs(memory) == ["observe"] * 4 + ["read"]


def test_read_takes_one_of_two_words(memory):
    with pytest.raises(InvalidArgument, match="read='soon' is none of 'now', 'later', 'never'"):
        memory.observe("Hello.", read="soon")
    with pytest.raises(InvalidArgument, match="read=True is none of 'now', 'later', 'never'"):
        memory.observe_many(["Hello."], read=True)


def test_many_are_read_by_session_and_by_number_the_earliest_first(opened):
    memory = opened(timezone="UTC")
    turns = [
        {
            "content": f"Bob lives in {place}.",
            "at": f"2026-01-0{9 - n}T10:00:00Z",
            "session": f"s{n % 2}",
            "id": f"e{n}",
        }
        for n, place in enumerate(("Porto", "Lisbon", "Oslo", "Rome"))
    ]
    memory.observe_many(turns, read="later", progress=False)
    assert [one.id for one in memory.pending()] == ["e3", "e2", "e1", "e0"]
    assert memory.read_pending(1).episodes == ("e3",)
    assert memory.read_pending(session="s0").episodes == ("e2", "e0")
    assert [(one.id, one.session) for one in memory.pending()] == [("e1", "s1")]
    memory.read_pending()
    assert facts(memory, as_of="2026-02-01") == ["Bob lives in Porto"]


def test_what_it_says_is_known_since_it_was_read(opened):
    memory = tell(opened(timezone="UTC"))
    told = memory.episodes()[-1].recorded
    memory.read_pending()
    assert {fact.recorded_at > told for fact in memory.facts(history=True)} == {True}
    then = memory.at(known_at=iso(told))
    assert then.facts() == []
    assert [one.id for one in then.pending()] == ["e0", "e1", "e2", "e3"]


def test_an_extractor_that_could_not_finish_is_asked_again_and_leaves_no_trail(opened):
    extractor = Halting(LIVES)
    memory = opened(timezone="UTC", extractor=extractor)
    tell(memory, "now", TURNS[:1])
    assert waiting(memory) == [("e0", "unfinished")]
    assert memory.read_pending().episodes == ()
    assert verbs(memory) == ["observe"]
    extractor.down = False
    assert memory.read_pending().episodes == ("e0",)
    assert facts(memory) == ["Ana lives in Porto"]
    assert waiting(memory) == []
    assert '"by":"halting"' in next(row.told for row in memory._held.journal.rows() if row.verb == "read")


def test_an_extractor_that_cannot_run_leaves_all_pending(opened):
    extractor = Halting(LIVES, error=ExtractionError("no answer"))
    memory = tell(opened(timezone="UTC", extractor=extractor))
    with pytest.raises(ExtractionError, match="no answer"):
        memory.read_pending()
    assert len(memory.pending()) == 4


def test_undoing_an_episode_undoes_what_was_read_later(opened):
    memory = tell(opened(timezone="UTC"), turns=TURNS[:1])
    memory.read_pending()
    undone = memory.undo("e0")
    assert [fact.text for fact in undone.retracted] == ["Ana lives in Porto"]
    assert (facts(memory), memory.pending()) == ([], ())
    memory.undo(undone)
    assert facts(memory) == ["Ana lives in Porto"]


def test_an_episode_that_was_undone_waits_no_longer_until_that_is_undone(opened):
    memory = tell(opened(timezone="UTC"), turns=TURNS[:1])
    undone = memory.undo("e0")
    assert memory.pending() == ()
    memory.undo(undone)
    assert waiting(memory) == [("e0", "not read yet")]


def test_what_was_forgotten_before_it_was_read_stays_hidden(opened):
    memory, other = opened(timezone="UTC"), opened("other", timezone="UTC")
    for one in (memory, other):
        tell(one, "later" if one is memory else "now", TURNS[:2])
    memory.forget(speaker="Ben")
    other.forget(speaker="Ben")
    memory.read_pending()
    for one in (memory, other):
        assert facts(one) == ["Ana lives in Porto"]
        assert one.events() == []
        assert [entity.name for entity in one.entities()] == ["Ana", "Porto"]
        one.unforget(one.forgotten()[0].id)
    assert facts(memory) == facts(other) == ["Ana lives in Porto", "Flora is a sibling of Ben", "Flora lives in Lisbon"]


def test_what_was_erased_before_it_was_read_is_not_read(opened):
    memory = tell(opened(timezone="UTC"))
    erasure = memory.erase(speaker="Ben").confirm()
    assert erasure.verify() == []
    assert [one.id for one in memory.pending()] == ["e0", "e2", "e3"]
    memory.read_pending()
    assert memory.residues("Flora") == []


def test_erasing_leaves_nothing_of_what_was_read_later(opened):
    memory, other = tell(opened(timezone="UTC")), tell(opened("other", timezone="UTC"), "now")
    memory.read_pending()
    for one in (memory, other):
        assert one.erase(entity="Flora").confirm().verify() == []
    assert held(memory) == held(other)
    assert memory.pending() == ()


def test_a_backup_and_an_export_carry_what_waits_and_what_was_read(opened, tmp_path):
    memory = tell(opened(timezone="UTC"))
    memory.read_pending(2)
    memory.export(tmp_path / "all.jsonl")
    other = opened("other", timezone="UTC")
    assert other.import_file(tmp_path / "all.jsonl").exact
    assert waiting(other) == waiting(memory) == [("e2", "not read yet"), ("e3", "not read yet")]
    memory.read_pending()
    memory.export(tmp_path / "more.jsonl")
    third = opened("third", timezone="UTC")
    assert third.import_file(tmp_path / "more.jsonl").exact
    assert other.import_file(tmp_path / "more.jsonl").known == 4
    assert held(other) == held(third) == held(memory)
    assert not other.import_file(tmp_path / "more.jsonl").calls


def test_a_text_kept_until_it_is_read_is_dropped_then(opened):
    memory, other = opened(timezone="UTC", retain="facts"), opened("other", timezone="UTC", retain="facts")
    turns = (*TURNS[:2], ("Ben", "Flora loves hiking.", "2026-01-03T10:00:00Z"))
    tell(memory, "later", turns)
    tell(other, "now", turns)
    assert "e2" in [hit.id for hit in memory.recall("hiking").episodes]
    assert [episode.text for episode in memory.episodes()] == [text for _, text, _ in turns]
    memory.read_pending()
    assert {episode.text for episode in memory.episodes()} == {""}
    found, wanted = (one.recall("hiking").episodes for one in (memory, other))
    assert [(hit.id, hit.arms) for hit in found] == [(hit.id, hit.arms) for hit in wanted]  # by the fact alone
    assert held(memory) == held(other)
    kept = {one.file.name for one in memory.residues("My sister Flora")}
    assert kept <= {f"graph.{ending}" for ending in ("kuzu", "kuzu.wal", "lbug", "lbug.wal")}  # until `rebuild`
    assert memory.check() == []
    for one in (memory, other):
        one.erase(speaker="Ana").confirm()
    assert held(memory) == held(other)
    assert memory.residues("My sister Flora") == []


def test_a_damaged_journal_comes_back_with_what_waits(opened):
    memory = tell(opened(timezone="UTC"))
    memory.read_pending(2)
    wanted = held(memory)
    memory.close()
    (memory.path / "journal.sqlite").unlink()
    again = opened()
    assert held(again) == wanted
    assert [one.id for one in again.pending()] == ["e2", "e3"]
    again.read_pending()
    assert facts(again, as_of="2026-02-01")[0] == "Ana lives in Oslo"


def test_a_kill_between_storing_and_reading_leaves_it_pending(tmp_path, engine, opened):
    script = (
        "import os, sys\n"
        "from kgmem import Memory\n"
        "from tests.fakes import HashEncoder\n"
        f"memory = Memory.open(sys.argv[1], timezone='UTC', encoder=HashEncoder(), engine={engine!r})\n"
        "memory.observe('I live in Porto.', speaker='Ana', read='later', id='e0')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    root = Path(__file__).parent.parent
    killed = subprocess.run([sys.executable, "-c", script, str(tmp_path / "memory")], cwd=root, check=False)
    assert killed.returncode == -9
    memory = opened(timezone="UTC")
    assert waiting(memory) == [("e0", "not read yet")]
    memory.read_pending()
    assert facts(memory) == ["Ana lives in Porto"]


# --- on a thread beside -----------------------------------------------------------------------------------


def test_a_thread_reads_what_comes_while_others_write_and_recall(opened):
    turns = [
        (("Ana", "Ben")[n % 2], f"{text} It is number {n}.", f"2026-02-{n // 12 + 1:02}T{n % 12 + 8:02}:00:00Z")
        for n, text in enumerate(
            ["I live in Porto.", "I work for Helio.", "I moved to Oslo.", "My sister is Flora."] * 15
        )
    ]
    clock = SetClock("2026-07-01T00:00:00Z")
    memory = opened(timezone="UTC", clock=clock)
    other = tell(opened("other", timezone="UTC", clock=clock), "now", turns)
    reader = memory.read_in_background()
    done = threading.Event()
    failed: list[BaseException] = []

    def recall() -> None:
        try:
            while not done.is_set():
                memory.recall("where does Ana live?")
        except BaseException as error:  # noqa: BLE001
            failed.append(error)

    thread = threading.Thread(target=recall)
    thread.start()
    tell(memory, "later", turns)
    memory.assert_fact("Ana", "knows", "Ben")
    other.assert_fact("Ana", "knows", "Ben")
    assert reader.flush()
    done.set()
    thread.join()
    assert (failed, reader.last_error) == ([], None)
    assert held(memory) == held(other)
    assert memory.read_in_background() is reader


def test_closing_stops_the_thread_and_leaves_the_rest_pending(opened):
    class Slow(ScriptedExtractor):
        def __call__(self, batch):
            started.set()
            assert go_on.wait(30)
            return super().__call__(batch)

    started, go_on = threading.Event(), threading.Event()
    memory = opened(timezone="UTC", extractor=Slow(LIVES))
    reader = memory.read_in_background()
    tell(memory, turns=TURNS[:1])
    assert started.wait(30)
    tell_more = threading.Timer(0.2, go_on.set)
    memory.observe("The rest.", id="e1", read="later")  # nobody who writes waits for the extractor
    tell_more.start()
    memory.close()
    assert not reader.is_running
    again = opened(timezone="UTC", extractor=ScriptedExtractor(LIVES))
    assert {one.id for one in again.pending()} >= {"e1"}
    again.read_pending()
    assert facts(again) == ["Ana lives in Porto"]


def test_an_error_is_kept_logged_once_and_tried_again(opened, caplog, monkeypatch):
    from kgmem import reading

    monkeypatch.setattr(reading, "RETRY", 0.01)
    extractor = Halting(LIVES, error=ExtractionError("no answer"))
    memory = tell(opened(timezone="UTC", extractor=extractor), turns=TURNS[:1])
    reader = memory.read_in_background()
    assert not reader.flush(30)
    assert str(reader.last_error) == "no answer"
    assert not reader.flush(30)
    told = [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING]
    assert told == ["what is pending could not be read, and will be tried again (ExtractionError)"]
    extractor.down = False
    ends = time.monotonic() + 30
    while memory.pending() and time.monotonic() < ends:
        time.sleep(0.01)
    assert facts(memory) == ["Ana lives in Porto"]
    assert reader.flush(30)
    assert reader.last_error is None


def test_what_cannot_be_finished_is_left_alone_for_a_while(opened):
    extractor = Halting(LIVES)
    memory = opened(timezone="UTC", extractor=extractor)
    reader = memory.read_in_background()
    tell(memory, turns=TURNS[:1])
    assert not reader.flush(30)
    asked = extractor.asked
    for number in range(3):
        memory.observe(f"Word {number}.", read="later")
    assert not reader.flush(0)
    extractor.down = False
    assert reader.flush(30)
    assert asked <= extractor.asked <= asked + 6
    assert facts(memory) == ["Ana lives in Porto"]


def test_it_is_written_for_readers_beside_too(opened):
    memory = tell(opened(timezone="UTC"), turns=TURNS[:1])
    beside = Memory.open(memory.path, encoder=HashEncoder(), read_only=True)
    assert [one.id for one in beside.pending()] == ["e0"]
    with pytest.raises(InvalidArgument, match="read_only=True"):
        beside.read_pending()
    memory.read_pending()
    beside.refresh()
    assert (beside.pending(), facts(beside)) == ((), ["Ana lives in Porto"])
    beside.close()
