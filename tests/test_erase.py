"""Forgetting hides, erasing destroys and proves it: equal to a memory that never heard it, and in no byte."""

import os
import platform
import subprocess
import sys

import pytest

from kgmem import InvalidArgument, Memory, StoreError
from kgmem.checking import folded, whole_of
from kgmem.portable import state_lines
from kgmem.residues import Needles

pytestmark = pytest.mark.engine

TALK = [
    {"content": "I moved to Porto in March.", "speaker": "Ana", "at": "2026-04-01T10:00:00Z", "session": "trip"},
    {"content": "Bob works at Lumen. The weather is nice.", "speaker": "Ana", "at": "2026-04-01T10:01:00Z"},
    {"content": "He lives in Vejle.", "speaker": "Ana", "at": "2026-04-01T10:02:00Z"},
    {"content": "I like mountain huts.", "speaker": "Ana", "at": "2026-04-01T10:03:00Z", "session": "trip"},
    {"content": "I sold my boat.", "speaker": "Carla", "at": "2026-04-01T10:04:00Z"},
]


def state(memory: Memory) -> list[str]:
    """What is held, in canonical order, without recorded times."""
    return list(state_lines(whole_of(folded(memory._held.rows())), recorded=False))


def texts(memory: Memory) -> list[str]:
    return [episode.text for episode in memory.episodes()]


# --- forgetting -----------------------------------------------------------------------------------


def test_what_is_forgotten_is_hidden_from_every_reading_verb_and_comes_back(memory):
    memory.observe(TALK)
    before = memory.episodes(), memory.facts(), memory.entities(), memory.events()
    forgotten = memory.forget(entity="Bob", reason="he asked")
    assert [f.id for f in memory.forgotten()] == [forgotten.id]
    assert texts(memory) == [TALK[0]["content"], TALK[3]["content"], TALK[4]["content"]]
    assert not [f for f in memory.facts(history=True) if "Bob" in f.text]
    assert {"Bob", "Lumen", "Vejle"}.isdisjoint(e.name for e in memory.entities())
    found = memory.recall("Where does Bob work?")
    assert "Lumen" not in found.context() + found.explain() + str(found.to_dict())
    assert not [name for _, name in memory.to_networkx().nodes(data="name") if name == "Bob"]
    memory.unforget(forgotten.id)
    assert (memory.episodes(), memory.facts(), memory.entities(), memory.events()) == before
    assert memory.forgotten() == []


def test_forgetting_survives_closing_and_two_of_them_add_up(opened):
    memory = opened(timezone="UTC")
    memory.observe(TALK)
    first, second = memory.forget(session="trip"), memory.forget(speaker="Ana")
    memory.close()
    memory = opened()
    assert texts(memory) == [TALK[4]["content"]]
    memory.unforget(second.id)
    assert TALK[0]["content"] not in texts(memory)
    memory.unforget(first.id)
    assert len(texts(memory)) == 5
    with pytest.raises(InvalidArgument, match="nothing is forgotten under the id"):
        memory.unforget(first.id)


def test_an_entity_told_of_again_shows_again_but_not_what_was_forgotten(memory):
    memory.observe(TALK)
    memory.forget(entity="Bob")
    memory.observe("Bob lives in Oslo.", speaker="Ana", at="2026-05-01T00:00:00Z")
    assert [f.text for f in memory.facts("Bob")] == ["Bob lives in Oslo"]
    assert "Bob" in {e.name for e in memory.entities()}


def test_forgetting_a_session_leaves_facts_with_plain_values_alone(memory):
    memory.observe(TALK)
    memory.assert_fact("Carla", "hasAge", value=41)
    memory.observe("I am 33 years old.", speaker="Dora", at="2026-04-02T10:00:00Z", session="other")
    values = [fact.text for fact in memory.facts() if fact.value]
    assert values == ["Carla is aged 41", "Dora is aged 33"]
    memory.forget(session="trip")
    assert [fact.text for fact in memory.facts() if fact.value] == values
    memory.forget(entity="Carla")
    assert [fact.text for fact in memory.facts() if fact.value] == values[1:]


def test_nothing_meant_is_nothing_forgotten(memory):
    memory.observe(TALK)
    assert memory.forget(where={"origin": "nowhere"}).hidden == ()
    assert memory.forgotten() == []


# --- erasing --------------------------------------------------------------------------------------


def test_an_erased_session_leaves_the_memory_that_never_heard_it(opened):
    heard, other = opened("heard", timezone="UTC"), opened("other", timezone="UTC")
    for memory in (heard, other):
        memory.observe([turn for turn in TALK if memory is heard or turn.get("session") != "trip"])
        fact = memory.assert_fact("Bob", "knows", "Carla").asserted[0]
        memory.retract(fact.id, reason="a slip")
        memory.assert_fact("Ana", "livesIn", "Oslo", valid_from="2026-06-01")
    plan = heard.erase(session="trip")
    assert plan.loss.episodes == tuple(e.id for e in heard.episodes(session="trip"))
    assert texts(heard) != texts(other), "a plan changes nothing"
    erasure = plan.confirm()
    assert state(heard) == state(other)
    assert erasure.verify() == []
    assert erasure.receipt.residues == 0
    assert heard.check() == []


def test_an_erased_entity_takes_its_sentences_and_leaves_the_others(opened):
    heard, other = opened("heard", timezone="UTC"), opened("other", timezone="UTC")
    heard.observe(TALK)
    heard.assert_fact("Bob", "knows", "Carla")
    erasure = heard.erase(entity="Bob").confirm()
    kept = {0: None, 1: "[erased] The weather is nice.", 3: None, 4: None}
    ids = {e.text: e.id for e in heard.episodes()}
    for place, text in kept.items():
        turn = dict(TALK[place], content=text or TALK[place]["content"])
        other.observe(dict(turn, id=ids[turn["content"]]))
    said = {line for line in state(heard) if '"Episode"' not in line}
    assert said == {line for line in state(other) if '"Episode"' not in line}
    assert texts(heard) == texts(other)
    assert erasure.verify() == []
    assert heard.residues("Bob", "Lumen", "lives in Vejle") == []


def test_what_other_evidence_holds_stays_and_the_plan_says_so(memory):
    memory.observe("Carla lives in Bergen.", speaker="Ana", at="2026-04-01T10:00:00Z", session="one")
    memory.observe("Carla lives in Bergen.", speaker="Dora", at="2026-04-02T10:00:00Z", session="two")
    plan = memory.erase(session="one")
    assert plan.loss.kept == ("Carla lives in Bergen",)
    assert "other evidence holds: Carla lives in Bergen" in str(plan)
    plan.confirm()
    assert [(f.text, len(f.evidence)) for f in memory.facts("Carla")] == [("Carla lives in Bergen", 1)]


def test_a_name_that_could_mean_several_is_not_guessed(memory):
    memory.assert_fact("Anna Kim", "livesIn", "Oslo")
    memory.assert_fact("Anna Lee", "livesIn", "Bergen")
    with pytest.raises(InvalidArgument, match=r"could mean 2 entities: Anna Kim .*, Anna Lee"):
        memory.erase(entity="Anna")
    with pytest.raises(InvalidArgument, match="no entity is called 'Zoe'"):
        memory.erase(entity="Zoe")
    with pytest.raises(InvalidArgument, match="say what is meant"):
        memory.erase()
    memory.erase(entity="Anna Lee").confirm()
    assert [e.name for e in memory.entities()] == ["Anna Kim", "Oslo"]


def test_a_plan_that_is_out_of_date_does_nothing(memory):
    memory.observe(TALK)
    plan = memory.erase(speaker="Carla")
    memory.observe("One more.", speaker="Ana", at="2026-05-01T00:00:00Z")
    with pytest.raises(StoreError, match="plan the erasure again"):
        plan.confirm()
    assert TALK[4]["content"] in texts(memory)


def test_what_was_erased_does_not_come_back_unless_asked(memory):
    memory.observe(TALK)
    memory.erase(speaker="Carla").confirm()
    again = memory.observe(TALK)
    assert (len(again.duplicates), len(again.erased)) == (4, 1)
    assert TALK[4]["content"] not in texts(memory)
    assert memory.observe(TALK, allow_erased=True).erased == ()
    assert TALK[4]["content"] in texts(memory)
    assert len(memory.observe(TALK).duplicates) == 5


def test_receipts_hold_counts_and_keyed_hashes_only(opened):
    memory = opened(timezone="UTC")
    memory.observe(TALK)
    receipt = memory.erase(entity="Bob").confirm().receipt
    memory.close()
    memory = opened()
    assert memory.erasures() == [receipt]
    assert receipt.counts["entities"] == 3
    assert all(len(mark) == 64 for mark in receipt.marks)
    assert "Bob" not in receipt.to_json()
    assert "Lumen" not in receipt.to_json()


def test_an_erasure_that_is_not_remembered_leaves_no_receipt_and_no_marks(memory):
    memory.observe(TALK)
    assert memory.erase(speaker="Carla").confirm(remember=False).verify() == []
    assert memory.erasures() == []
    assert memory.observe(TALK[4]).erased == ()


def test_backups_that_still_hold_it_are_named(memory, tmp_path):
    memory.observe(TALK)
    memory.backup(tmp_path / "with")
    memory.erase(speaker="Carla").confirm()
    memory.backup(tmp_path / "without")
    assert memory.erase(session="trip").confirm().receipt.backups == (str(tmp_path / "with"), str(tmp_path / "without"))


def test_erasing_before_a_day_and_by_field(memory):
    memory.observe(TALK)
    memory.observe("Rain.", role="tool", at="2026-05-01T00:00:00Z", metadata={"project": "x"})
    memory.erase(where={"metadata.project": "x"}).confirm()
    assert "Rain." not in texts(memory)
    memory.erase(before="2026-04-01T10:02:30Z").confirm()
    assert texts(memory) == [TALK[3]["content"], TALK[4]["content"]]
    assert memory.erase(where=lambda episode: episode.speaker == "Nobody").loss.nothing


def test_names_in_sessions_origins_and_metadata_go_with_the_entity(memory):
    memory.observe("Bob works at Lumen.", speaker="Ana", at="2026-04-01T10:00:00Z")
    memory.observe(
        "The roof leaks.",
        speaker="Ana",
        at="2026-04-01T11:00:00Z",
        session="chat with Bob",
        origin="bob.txt",
        id="bob-1",
        metadata={"to": ["Bob", "Eva"]},
    )
    assert memory.erase(entity="Bob").confirm().verify() == []
    (left,) = memory.episodes()
    assert (left.text, left.origin, left.metadata) == ("The roof leaks.", "[erased]", {"to": ["[erased]", "Eva"]})


def test_a_name_that_stands_in_the_settings_is_no_residue(opened):
    memory = opened(timezone="Europe/Lisbon")
    memory.observe("I live in Lisbon.", speaker="Ana", at="2026-04-01T10:00:00", session="one")
    memory.observe("The roof leaks.", speaker="Ana", at="2026-04-01T11:00:00", session="two")
    assert memory.erase(session="one").confirm().receipt.residues == 0


def test_two_signs_are_looked_for_in_utf_8_only():
    forms = {form for _, form in Needles.of(["李强", "茶"]).forms}
    assert "utf-16" not in forms
    assert "utf-16" in {form for _, form in Needles.of(["刘永康"]).forms}


def test_a_short_chinese_name_goes_and_is_looked_for(memory):
    memory.observe("我喜欢喝茶。", speaker="小李", at="2026-04-01T10:00:00Z")
    memory.observe("今天下雨。小李没来。", speaker="Ana", at="2026-04-01T11:00:00Z")
    assert memory.residues("小李") != []
    assert memory.erase(entity="小李").confirm().verify() == []
    assert texts(memory) == ["今天下雨。[erased]"]
    assert memory.residues("小李") == []
    with pytest.raises(InvalidArgument, match="too short to be told from chance"):
        memory.residues("Jo")


def test_erasing_with_texts_dropped(opened):
    memory = opened(timezone="UTC", retain="facts")
    memory.observe(TALK)
    assert memory.erase(entity="Bob").confirm().verify() == []
    assert not [f for f in memory.facts() if "Bob" in f.text]
    assert [f for f in memory.facts() if "Porto" in f.text]


@pytest.mark.parametrize("when", ["before the decision", "after it", "in the middle of the swap"])
def test_a_kill_while_erasing_leaves_one_memory_or_the_other(opened, monkeypatch, when):
    from kgmem import swapping

    memory = opened(timezone="UTC")
    memory.observe(TALK)
    plan = memory.erase(speaker="Carla")
    real_rename = os.rename

    class Killed(BaseException):
        pass

    def killed(*arguments):
        raise Killed

    with monkeypatch.context() as patch:
        if when == "before the decision":
            patch.setattr(swapping, "decide", killed)
        elif when == "after it":
            patch.setattr(swapping, "finish", killed)
        else:
            patch.setattr(
                swapping.os, "rename", lambda a, b: killed() if str(b).endswith("/index") else real_rename(a, b)
            )
        with pytest.raises(Killed):
            plan.confirm()
        memory._held.closed = True
        for part in (memory._held.journal, memory._held.vector_log):
            part.close()
        memory._held.store.close()
        memory._held.folder.unlock()
    again = opened()
    assert (TALK[4]["content"] in texts(again)) == (when == "before the decision")
    assert again.check() == []
    assert not (again.path / "swap").exists()
    assert not (again.path / "next").exists()


def test_an_erasure_that_cannot_be_written_changes_nothing_and_marks_nothing(memory, monkeypatch):
    from kgmem import erasure

    def full(*arguments, **named):
        raise StoreError("the disk is full")

    memory.observe(TALK)
    plan = memory.erase(speaker="Carla")
    with monkeypatch.context() as patch:
        patch.setattr(erasure, "load_generation", full)
        with pytest.raises(StoreError, match="the disk is full"):
            plan.confirm()
    assert TALK[4]["content"] in texts(memory)
    assert memory.erasures() == []
    assert len(memory.observe(TALK).duplicates) == 5
    assert not (memory.path / "next").exists()


def test_a_swap_that_fails_closes_the_memory_and_the_next_opening_finishes_it(opened, monkeypatch):
    from kgmem import ClosedError, opening

    def failing(*arguments, **named):
        raise StoreError("short of descriptors")

    memory = opened(timezone="UTC")
    memory.observe(TALK)
    plan = memory.erase(speaker="Carla")
    with monkeypatch.context() as patch:
        patch.setattr(opening, "opened", failing)
        with pytest.raises(StoreError, match="short of descriptors"):
            plan.confirm()
    for verb in (memory.episodes, memory.check, lambda: memory.observe("x"), lambda: memory.export("x")):
        with pytest.raises(ClosedError, match="open it again"):
            verb()
    memory.close()
    assert TALK[4]["content"] not in texts(opened())


def test_a_leak_of_older_days_is_found_and_removed(opened):
    from kgmem import Policy

    memory = opened(timezone="UTC")
    memory.observe("Write to ana@example.org about the boat.", speaker="Ana", at="2026-04-01T10:00:00Z")
    memory.close()
    memory = opened(redaction=Policy(email="redact"))
    (leak, *_) = memory.scan()
    assert (leak.record, leak.field, leak.kind) == ("episode", "text", "email")
    memory.scan(fix=True)
    assert memory.scan() == []
    assert memory.residues("ana@example.org") == []
    assert texts(memory) == ["Write to [redacted:email] about the boat."]


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_made_up_memory_is_erased_from_as_if_it_had_never_heard(tmp_path, engine, seed):
    """One store for each way to choose; `python -m benchmarks erasure` does two hundred."""
    from benchmarks.erasure import one_store
    from kgmem.extract_rules import RuleExtractor
    from kgmem.ontology import load

    result = one_store(seed, tmp_path, RuleExtractor(load()), engine)
    assert [result[name] for name in ("unequal", "residues", "findings")] == [0, 0, 0]
    assert result["bytes"] > 0


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc fills what it hands out with a byte")
def test_no_file_holds_what_the_heap_held(tmp_path, engine):
    """The engine writes parts of pages that it never set: they must not bring what this process had freed."""
    script = """
import sys
from kgmem import Memory
with Memory.open(sys.argv[1], engine=sys.argv[2]) as memory:
    for number in range(8):
        memory.observe({"content": f"I moved to Porto and my sister Flora{number} works at Skovby.", "speaker": "Ana"})
    memory.erase(episode=memory.episodes()[0].id).confirm()
    memory._held.store.checkpoint()
"""
    subprocess.run(
        [sys.executable, "-c", script, str(tmp_path), engine], env={**os.environ, "MALLOC_PERTURB_": "91"}, check=True
    )
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 3
    assert [path.name for path in files if b"\xa4" * 16 in (held := path.read_bytes()) or b"\x5b" * 16 in held] == []
