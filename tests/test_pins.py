"""Pins: what neither expires nor is swept."""

import pytest

from kgmem import Extraction, FactClaim, InvalidArgument
from kgmem.temporal import iso
from tests.fakes import ScriptedExtractor, SetClock

pytestmark = pytest.mark.engine

SCRIPT = {
    "Ana lives in Faro.": Extraction(facts=(FactClaim("Ana", "livesIn", "Faro", object_type="Place"),)),
    "Bob lives in Rome.": Extraction(facts=(FactClaim("Bob", "livesIn", "Rome", object_type="Place"),)),
    "Ana is in Faro still.": Extraction(facts=(FactClaim("Ana", "livesIn", "Faro", object_type="Place"),)),
}


@pytest.fixture
def clock():
    return SetClock("2026-06-01T00:00:00Z")


@pytest.fixture
def memory(opened, clock):
    memory = opened(timezone="UTC", clock=clock, extractor=ScriptedExtractor(SCRIPT))
    for name in ("ana", "bob"):
        text = next(text for text in SCRIPT if text.lower().startswith(name))
        memory.observe(text, id=name, speaker=name.title(), at="2026-06-01T00:00:00Z", expires="2026-07-01")
    return memory


def shown(memory):
    return [episode.id for episode in memory.episodes()]


def test_what_is_pinned_does_not_expire_until_it_is_unpinned(memory, clock):
    pin = memory.pin("ana", reason="she asked")
    clock.set("2026-07-01T00:00:00Z")
    assert shown(memory) == ["ana"]
    assert memory.pinned() == [pin]
    assert (pin.kind, pin.what, pin.reason) == ("episode", "ana", "she asked")
    memory.unpin("ana")
    assert shown(memory) == []
    assert memory.pinned() == []


def test_a_pinned_fact_keeps_the_episodes_it_rests_on(memory, clock):
    memory.pin(memory.facts("Bob")[0].id)
    clock.set("2026-07-01T00:00:00Z")
    assert shown(memory) == ["bob"]
    assert [fact.text for fact in memory.facts()] == ["Bob lives in Rome"]


def test_a_pinned_entity_keeps_all_that_speaks_of_it_also_what_comes_later(memory, clock):
    memory.pin("Ana")
    memory.observe("Ana is in Faro still.", id="later", at="2026-06-03T00:00:00Z", expires="2026-06-04")
    clock.set("2026-07-01T00:00:00Z")
    assert shown(memory) == ["ana", "later"]
    assert memory.pinned()[0].kind == "entity"


def test_an_entity_is_pinned_under_each_of_its_names_and_by_its_id(memory):
    memory.pin("Ana")
    (known,) = memory.entity("Ana")
    assert memory.pin(known.entity.id) == memory.pinned()[0]
    assert len(memory.pinned()) == 1


def test_pins_of_an_earlier_time_are_known(memory, clock):
    pin = memory.pin("ana")
    clock.set("2026-06-02T00:00:00Z")
    after = memory.unpin(pin.id)
    assert memory.pinned(known_at=iso(pin.recorded_at)) == [after]
    assert memory.pinned(known_at=iso(after.undone_at)) == []


def test_what_is_not_known_or_not_pinned_is_refused(memory):
    with pytest.raises(InvalidArgument, match="nothing has the id or name 'nobody' here; ids come from"):
        memory.pin("nobody")
    with pytest.raises(InvalidArgument, match=r"'ana' is not pinned; see Memory.pinned\(\)"):
        memory.unpin("ana")
    with pytest.raises(InvalidArgument, match="what"):
        memory.pin(" ")


def test_forgetting_by_hand_and_erasing_take_what_is_pinned(memory):
    memory.pin("ana", reason="Ana asked for it")
    memory.pin("Bob")
    memory.forget(episode="ana")
    assert shown(memory) == ["bob"]
    erasure = memory.erase(entity="Ana").confirm()
    assert erasure.verify() == []
    assert [pin.what for pin in memory.pinned()] == ["bob"]
    memory.erase(entity="Bob").confirm()
    assert memory.pinned() == []


def test_pins_are_kept_by_closing_an_export_and_without_the_journal(memory, opened, tmp_path):
    pins = [memory.pin("ana", reason="she asked")]
    memory.pin("Bob")
    memory.unpin("Bob")
    memory.export(tmp_path / "all.jsonl")
    other = opened("other")
    assert other.import_file(tmp_path / "all.jsonl").exact
    other.import_file(tmp_path / "all.jsonl")
    assert other.pinned() == pins
    memory.close()
    (memory.path / "journal.sqlite").unlink()
    assert opened().pinned() == pins
