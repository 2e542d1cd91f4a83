"""Episodes with an end: from then on no reader sees them, whether or not anything was written since."""

import json
from datetime import timedelta
from threading import Thread

import pytest

from kgmem import Episode, Extraction, FactClaim, InvalidArgument, Memory
from kgmem.formats import read
from kgmem.temporal import DAY, micros, parse_instant
from tests.fakes import HashEncoder, ScriptedExtractor, SetClock

pytestmark = pytest.mark.engine

SAID = "2026-07-01T12:00:00Z"
SCRIPT = {
    text: Extraction(facts=(FactClaim(who, "livesIn", place, object_type="Place"),))
    for text, who, place in (
        ("The guest is in Porto.", "Guest", "Porto"),
        ("Guest still in Porto.", "Guest", "Porto"),
        ("Ana lives in Faro.", "Ana", "Faro"),
    )
}


@pytest.fixture
def clock():
    return SetClock(SAID)


@pytest.fixture
def memory(opened, clock):
    return opened(timezone="UTC", clock=clock, extractor=ScriptedExtractor(SCRIPT))


def texts(memory):
    return [episode.text for episode in memory.episodes()]


def test_an_episode_is_shown_until_it_expires_and_never_after(memory, clock):
    memory.observe("The key is with Rosa.", expires="2026-07-02T12:00:00Z")
    clock.set("2026-07-02T11:59:59Z")
    assert texts(memory) == ["The key is with Rosa."]
    clock.set("2026-07-02T12:00:00Z")
    assert texts(memory) == []
    assert memory.recall("key").episodes == ()


def test_what_rests_on_it_alone_goes_with_it_and_the_rest_stays(memory, clock):
    memory.observe("The guest is in Porto.", expires=timedelta(days=1), at=SAID)
    memory.observe("Ana lives in Faro.", at=SAID)
    clock.set("2026-07-03T00:00:00Z")
    assert [fact.text for fact in memory.facts()] == ["Ana lives in Faro"]
    assert [entity.name for entity in memory.entities()] == ["Ana", "Faro", "user"]


def test_a_fact_that_is_told_again_stays(memory, clock):
    memory.observe("The guest is in Porto.", expires=timedelta(days=1), at=SAID)
    memory.observe("Guest still in Porto.", at="2026-07-01T13:00:00Z")
    clock.set("2026-07-03T00:00:00Z")
    assert texts(memory) == ["Guest still in Porto."]
    assert [fact.text for fact in memory.facts("Guest")] == ["Guest lives in Porto"]


def test_the_next_write_tells_of_it_and_the_memory_stays_sound(memory, clock):
    first = memory.observe("The guest is in Porto.", expires=timedelta(days=1), at=SAID).episodes[0]
    clock.set("2026-07-03T00:00:00Z")
    (before,) = memory.forgotten()
    memory.observe("Ana lives in Faro.", speaker="Ana", at="2026-07-03T00:00:00Z")
    (after,) = memory.forgotten()
    assert (after.id, after.selector, after.reason) == (before.id, "expires=2026-07-02T12:00:00Z", "expired")
    assert after.hidden == before.hidden
    assert first in after.hidden
    assert memory.check() == []
    assert texts(memory) == ["Ana lives in Faro."]


def test_what_expired_can_be_shown_again_and_does_not_expire_twice(memory, clock):
    memory.observe("The guest is in Porto.", expires=timedelta(days=1), at=SAID)
    clock.set("2026-07-03T00:00:00Z")
    memory.unforget(memory.forgotten()[0].id)
    assert texts(memory) == ["The guest is in Porto."]
    memory.observe("Ana lives in Faro.", at="2026-07-03T00:00:00Z")
    assert len(texts(memory)) == 2
    assert [fact.text for fact in memory.facts("Guest")] == ["Guest lives in Porto"]


def test_it_is_kept_by_closing_and_by_an_export(opened, clock, tmp_path):
    memory = opened("a", timezone="UTC", clock=clock, extractor=ScriptedExtractor(SCRIPT))
    memory.observe("The guest is in Porto.", expires=timedelta(days=1), at=SAID)
    clock.set("2026-07-03T00:00:00Z")
    memory.observe("Ana lives in Faro.", expires="2026-08-01", at="2026-07-03T00:00:00Z")
    memory.close()
    memory = opened("a", clock=clock)
    assert texts(memory) == ["Ana lives in Faro."]
    memory.export(tmp_path / "all.jsonl")
    other = opened("b", clock=clock)
    assert other.import_file(tmp_path / "all.jsonl").exact
    assert texts(other) == ["Ana lives in Faro."]
    clock.set("2026-08-01T00:00:00Z")
    assert texts(memory) == texts(other) == []


def test_an_export_of_before_expiry_can_be_read(opened, tmp_path):
    memory, other = opened("a", timezone="UTC"), opened("b", timezone="UTC")
    memory.observe("Ana lives in Faro.", at=SAID)
    memory.export(tmp_path / "new.jsonl")
    lines = (tmp_path / "new.jsonl").read_text().splitlines()
    entry = json.loads(lines[1])
    del entry["told"][0]["episode"]["expires"]
    (tmp_path / "old.jsonl").write_text("\n".join([lines[0], json.dumps(entry), *lines[2:]]) + "\n")
    other.import_file(tmp_path / "old.jsonl")
    assert other.episodes()[0].expires == memory.episodes()[0].expires


def test_a_snapshot_does_not_show_it_either(memory, clock):
    memory.observe("The key is with Rosa.", expires=timedelta(hours=1), at=SAID)
    memory.observe("Ana lives in Faro.", at=SAID)
    with Memory.open(memory.path, encoder=HashEncoder(), clock=clock, read_only=True) as reader:
        assert len(texts(reader)) == 2
        clock.set("2026-07-02T12:00:00Z")
        assert texts(reader) == ["Ana lives in Faro."]
        assert [one.reason for one in reader.forgotten()] == ["expired"]


def test_one_after_the_other_expires_without_a_write(memory, clock):
    for day in (2, 3, 4):
        memory.observe(f"Note {day}.", expires=f"2026-07-0{day}", at=SAID)
    for day, left in ((1, 3), (2, 2), (3, 1), (4, 0)):
        clock.set(f"2026-07-0{day}T12:00:00Z")
        assert len(texts(memory)) == left
    memory.observe("Ana lives in Faro.", at="2026-07-04T12:00:00Z")
    assert len(memory.forgotten()) == 3


def test_many_readers_find_it_gone_at_once_while_another_thread_writes(memory, clock):
    memory.observe("The guest is in Porto.", expires=timedelta(days=1), at=SAID)
    clock.set("2026-07-03T00:00:00Z")
    seen: list[str] = []

    def read_on() -> None:
        for _ in range(20):
            seen.extend(text for text in texts(memory) if "guest" in text)
            seen.extend(fact.text for fact in memory.facts("Guest"))

    readers = [Thread(target=read_on) for _ in range(4)]
    for reader in readers:
        reader.start()
    for day in range(3, 6):
        memory.observe(f"Note {day}.", at=f"2026-07-0{day}T00:00:00Z")
    for reader in readers:
        reader.join()
    assert seen == []
    assert len(memory.forgotten()) == 1


def test_a_view_of_an_earlier_time_does_not_show_it(memory, clock):
    memory.observe("The key is with Rosa.", expires=timedelta(hours=1), at=SAID)
    view = memory.at(known_at=SAID)
    assert len(texts(view)) == 1
    clock.set("2026-07-02T12:00:00Z")
    assert texts(view) == []


def test_erasing_what_expired_leaves_nothing_of_it(memory, clock):
    memory.observe("The key is with Rosa.", expires=timedelta(hours=1), at=SAID, id="code")
    memory.observe("Ana lives in Faro.", at=SAID)
    clock.set("2026-07-02T12:00:00Z")
    assert memory.erase(episode="code").confirm().verify() == []
    assert memory.forgotten() == []
    assert memory.residues("Rosa") == []


def test_an_episode_and_a_message_bring_their_own_expiry(memory, clock):
    until = clock.now + 2 * DAY
    memory.observe(Episode("Note.", occurred=clock.now, expires=until))
    memory.observe({"content": "Other.", "at": "2026-07-01T13:00:00Z", "expires_at": "2026-07-05"})
    assert [e.expires for e in memory.episodes()] == [until, micros(parse_instant("2026-07-05T00:00:00Z", None))]


@pytest.mark.parametrize("expires", ["2026-07-01T12:00:00Z", "2020-01-01", timedelta(0), timedelta(days=-1)])
def test_an_end_before_the_beginning_is_refused(memory, expires):
    with pytest.raises(InvalidArgument, match=r"is not after the time it was said at.*give a later time"):
        memory.observe("Note.", at=SAID, expires=expires)
    assert texts(memory) == []


@pytest.mark.parametrize(("expires", "words"), [("soon", "expires='soon' is no date"), (True, "expires must be a")])
def test_what_is_no_time_is_refused(memory, expires, words):
    with pytest.raises(InvalidArgument, match=words):
        memory.observe("Note.", at=SAID, expires=expires)


def test_an_end_beyond_all_time_is_none(memory):
    memory.observe("Note.", at=SAID, expires=timedelta(days=999_999_999))
    assert memory.episodes()[0].expires == Episode("").expires


@pytest.mark.parametrize(
    "said",
    [
        {"expires": "2026-07-05"},
        {"expiration_date": "2026-07-05"},
        {"metadata": {"expires_at": "2026-07-05T00:00:00Z"}},
    ],
)
def test_files_may_say_when_a_message_expires(tmp_path, said):
    (tmp_path / "talk.jsonl").write_text(json.dumps({"content": "Note.", "at": SAID, **said}))
    (found,) = read(tmp_path / "talk.jsonl")
    assert found["expires"] == parse_instant("2026-07-05T00:00:00Z", None)


def test_metadata_that_only_looks_like_an_expiry_is_left_alone(tmp_path):
    (tmp_path / "talk.jsonl").write_text(json.dumps({"content": "Note.", "metadata": {"expires_at": "never"}}))
    (found,) = read(tmp_path / "talk.jsonl")
    assert "expires" not in found
