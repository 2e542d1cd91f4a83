"""What goes in: texts, messages, lists, episodes; twice, broken, hostile, huge."""

import logging
import os
from datetime import UTC, datetime, timedelta, timezone

import pytest

from kgmem import (
    Extraction,
    FactClaim,
    InvalidArgument,
    KgmemError,
    Memory,
    QueryError,
    StoreError,
    Violation,
)
from kgmem.records import Episode
from kgmem.temporal import micros
from tests.fakes import HashEncoder, ScriptedExtractor

NOON = "2026-06-03T12:00:00+01:00"


def texts(memory: Memory) -> list[str]:
    return [episode.text for episode in memory.episodes()]


def test_a_text_is_kept_with_who_when_and_where(memory):
    change = memory.observe("The ferry leaves at nine.", speaker="Ana", at=NOON, session="s1", metadata={"page": 3})
    (episode,) = memory.episodes()
    assert change.episodes == (episode.id,)
    assert (episode.text, episode.speaker, episode.session) == ("The ferry leaves at nine.", "Ana", "s1")
    assert episode.occurred == micros(datetime(2026, 6, 3, 11, tzinfo=UTC))
    assert (episode.zone, episode.metadata) == ("+01:00", {"page": 3})


def test_messages_as_chat_apis_have_them(memory):
    change = memory.observe(
        [
            {"role": "user", "content": "Where is the tent?"},
            {"role": "assistant", "content": [{"type": "text", "text": "In the attic."}], "name": "helper"},
        ],
        at=NOON,
        session="chat",
    )
    assert [(e.role, e.speaker, e.text) for e in memory.episodes()] == [
        ("user", "user", "Where is the tent?"),
        ("assistant", "helper", "In the attic."),
    ]
    assert len(change.episodes) == 2


def test_a_user_without_a_name_is_somebody(memory):
    memory.observe(
        [{"role": "user", "content": "I live in Oslo."}, {"role": "assistant", "content": "I live in Rome."}]
    )
    assert [fact.text for fact in memory.facts()] == ["user lives in Oslo"]
    memory.observe("I live in Rome.", kind="document")
    assert [fact.text for fact in memory.facts()] == ["user lives in Oslo"]


def test_the_same_call_again_adds_nothing(memory):
    first = memory.observe("The ferry leaves at nine.", speaker="Ana", at=NOON)
    second = memory.observe("The ferry leaves at nine.", speaker="Ana", at=NOON)
    assert second.episodes == first.episodes == second.duplicates
    assert len(memory.episodes()) == 1


def test_a_second_yes_without_time_is_a_second_episode(memory):
    memory.observe("Yes.", speaker="Ana")
    memory.observe("Yes.", speaker="Ana")
    assert texts(memory) == ["Yes.", "Yes."]


def test_two_equal_messages_in_one_list_are_two_and_the_list_again_adds_nothing(memory):
    messages = [{"content": "Yes.", "speaker": "Ana", "at": NOON} for _ in range(2)]
    memory.observe_many(messages)
    change = memory.observe_many(messages)
    assert texts(memory) == ["Yes.", "Yes."]
    assert len(change.duplicates) == 2


def test_an_id_makes_a_call_safe_to_repeat_and_cannot_hold_two_texts(memory):
    first = memory.observe("The tuner comes on 3 March.", id="k-1")
    assert memory.observe("The tuner comes on 3 March.", id="k-1").episodes == first.episodes == ("k-1",)
    with pytest.raises(InvalidArgument, match="'k-1' already holds another text"):
        memory.observe("The tuner comes on 4 March.", id="k-1")
    assert texts(memory) == ["The tuner comes on 3 March."]


def test_composed_and_decomposed_letters_are_the_same_text(memory):
    memory.observe("José plays.", at=NOON)
    memory.observe("Jose\u0301 plays.", at=NOON)
    assert texts(memory) == ["José plays."]


@pytest.mark.parametrize("text", ["", "   ", "\t\r\n", "\u00a0\u3000", "\u200b\u200c\ufeff", "\u2028", "\x00\x07"])
def test_a_blank_text_is_refused(memory, text):
    with pytest.raises(InvalidArgument, match="text is empty or blank"):
        memory.observe(text, speaker="Ana")
    assert memory.stats()["episodes"] == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"at": "2026-06-03T09:00:00"}, "has no time zone; add an offset"),
        ({"at": datetime(2026, 6, 3)}, "has no time zone"),
        ({"at": "2026-02-31"}, "no date that exists"),
        ({"at": "0000-01-01T00:00:00Z"}, "no date that exists"),
        ({"at": "soon"}, "write ISO 8601"),
        ({"at": 10**300}, "is no time"),
        ({"at": float("nan")}, "is no time"),
        ({"at": 1_780_000_000_000}, "seconds .not milliseconds"),
        ({"at": datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))}, "outside the years 1 to 9999"),
        ({"role": "boss"}, "role='boss' is none of user, assistant, system, tool"),
        ({"kind": "poem"}, "kind='poem' is none of"),
        ({"seq": -1}, "seq must be a whole number"),
        ({"speaker": 7}, "speaker must be a str, not int"),
        ({"speaker": "x" * 201}, "speaker has 201 characters"),
        ({"metadata": {"x": object()}}, "metadata must hold JSON values only"),
        ({"metadata": {"x": float("nan")}}, "metadata must hold JSON values only"),
    ],
)
def test_an_argument_that_means_nothing_is_named(opened, arguments, reason):
    memory = opened()
    with pytest.raises(InvalidArgument, match=reason):
        memory.observe("The ferry leaves at nine.", **arguments)
    assert memory.stats()["episodes"] == 0


def test_a_message_with_an_unknown_field_is_refused(memory):
    with pytest.raises(InvalidArgument, match="no field mood; it may have at, caption, content"):
        memory.observe({"content": "Fine.", "mood": "good"})
    with pytest.raises(InvalidArgument, match="text must be a str, a message dict"):
        memory.observe(7)
    with pytest.raises(InvalidArgument, match="message 1: text is missing"):
        memory.observe(["Fine.", {"speaker": "Ana"}])
    assert texts(memory) == []


def test_naive_times_take_the_zone_of_the_memory(opened):
    memory = opened(timezone="Europe/Lisbon")
    memory.observe("Good morning.", at="2026-06-03T09:00:00")
    (episode,) = memory.episodes()
    assert episode.occurred == micros(datetime(2026, 6, 3, 8, tzinfo=UTC))
    assert episode.zone == "Europe/Lisbon"


def test_absurd_but_real_dates_are_kept(memory):
    memory.observe("The first year.", at="0001-01-02T00:00:00+00:00")
    memory.observe("The last year.", at="9999-12-30T00:00:00+00:00")
    assert texts(memory) == ["The first year.", "The last year."]
    assert memory.recall("last year").context(200).startswith("Said:")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("The tax office\x00 is in Room\x00 14.\x07\x1b[31m", "The tax office is in Room 14."),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("Nice one \ud83d see you", "Nice one \ufffd see you"),
        ("👩🏽‍🔬 and 👨‍👩‍👧‍👦", "👩🏽‍🔬 and 👨‍👩‍👧‍👦"),
        ("انتقلت ليلى إلى دمشق", "انتقلت ليلى إلى دمشق"),
        ('Zed\'}) DETACH DELETE n // `x`) \\ "q" $y', 'Zed\'}) DETACH DELETE n // `x`) \\ "q" $y'),
        ("D:\\papers\\new\\2024\\table.ods", "D:\\papers\\new\\2024\\table.ods"),
    ],
)
def test_hostile_signs_survive_or_are_cleaned(opened, given, kept):
    memory = opened(timezone="UTC")
    memory.observe(given, speaker='O\'Daly "Mack"', at=NOON)
    memory.close()
    again = opened()
    assert texts(again) == [kept]
    assert again.episodes(speaker='O\'Daly "Mack"')


def test_a_megabyte_is_one_episode(opened):
    memory = opened(timezone="UTC", extractor=ScriptedExtractor({}))
    text = "The lighthouse keeper counts ships. " * 30_000
    memory.observe(text, at=NOON)
    assert texts(memory) == [text]
    context = memory.recall("lighthouse keeper").context(max_tokens=50)
    assert "lighthouse keeper" in context


def test_a_bad_item_stops_the_ingest_there_and_keeps_what_came_before(memory):
    items = [{"content": f"Turn {i}.", "at": NOON, "seq": i} for i in range(5)]
    with pytest.raises(InvalidArgument, match="item 5: text is empty"):
        memory.observe_many([*items, {"content": " "}, {"content": "Never reached."}], batch=2)
    assert len(memory.episodes()) == 5


def test_an_id_with_another_text_stops_the_ingest_there_and_keeps_what_came_before(memory):
    items = [{"content": f"Turn {i}.", "at": NOON, "id": f"t{i}"} for i in range(3)]
    with pytest.raises(InvalidArgument, match="item 3: id 't1' already holds another text"):
        memory.observe_many([*items, {"content": "Another.", "at": NOON, "id": "t1"}, {"content": "Never reached."}])
    assert len(memory.episodes()) == 3
    with pytest.raises(InvalidArgument, match="id 'u' already holds another text"):
        memory.observe([{"content": "One.", "at": NOON, "id": "u"}, {"content": "Two.", "at": NOON, "id": "u"}])
    assert len(memory.episodes()) == 3


def test_an_interrupted_ingest_goes_on_where_it_stopped(opened):
    items = [{"content": f"Turn {i}.", "at": NOON, "seq": i, "session": "s"} for i in range(10)]
    memory = opened()

    def interrupted():
        yield from items[:6]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memory.observe_many(interrupted(), batch=3)
    memory.close()
    again = opened()
    change = again.observe_many(items, batch=3)
    assert len(change.duplicates) == 6
    assert texts(again) == [f"Turn {i}." for i in range(10)]


def test_progress_is_told_after_each_batch(memory):
    told: list[tuple[int, int | None]] = []
    items = [{"content": f"Turn {i}.", "at": NOON, "seq": i} for i in range(5)]
    memory.observe_many(items, batch=2, progress=lambda done, total: told.append((done, total)))
    assert told == [(2, 5), (4, 5), (5, 5)]


def test_late_arrivals_take_their_place_in_the_session(memory):
    for minute, text in ((0, "First."), (2, "Third."), (1, "Second.")):
        memory.observe(text, at=f"2026-06-03T12:0{minute}:00Z", session="s")
    rows = memory.cypher("MATCH (a:Episode)-[:NEXT]->(b:Episode) RETURN a.text, b.text ORDER BY a.occurred").rows
    assert rows == [("First.", "Second."), ("Second.", "Third.")]
    assert memory.cypher("MATCH (s:Session) RETURN s.started, s.ended").rows == [
        (micros(datetime(2026, 6, 3, 12, 0, tzinfo=UTC)), micros(datetime(2026, 6, 3, 12, 2, tzinfo=UTC)))
    ]


def test_an_episode_of_one_memory_can_be_observed_in_another(opened):
    one, other = opened("one"), opened("other")
    one.observe("The ferry leaves at nine.", speaker="Ana", at=NOON, caption="a ferry", metadata={"k": [1]})
    other.observe(one.episodes())
    (mine,), (theirs,) = one.episodes(), other.episodes()
    assert Episode(**{**_fields(mine), "recorded": 0}) == Episode(**{**_fields(theirs), "recorded": 0})


def _fields(episode: Episode) -> dict:
    return {name: getattr(episode, name) for name in Episode.__slots__}


def test_secrets_are_in_no_file(opened):
    memory = opened(timezone="UTC")
    secret = "tulip-Harbor-93"
    change = memory.observe(
        f"The wifi password is {secret}, the router is behind the shelf.",
        speaker="Ana",
        at=NOON,
        caption=f"a note: password: {secret}",
        metadata={"api_key": "sk-live-EXAMPLE0123456789abcdefABCDEF9876"},
    )
    memory.assert_fact("Ana", "keeps", value=f"password: {secret}")
    memory.record_event(f"Ana set the password is {secret}", participants={"agent": "Ana"})
    assert [r.kind for r in change.redactions][:1] == ["password"]
    assert "behind the shelf" in texts(memory)[0]
    path = memory.path
    memory.close()
    for file in path.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            assert secret.encode() not in data, file
            assert b"EXAMPLE0123456789" not in data, file


def test_retain_facts_drops_the_text_and_keeps_what_was_read(opened):
    memory = opened(retain="facts", timezone="UTC", encoder=(encoder := HashEncoder()))
    memory.observe("I live in Lisbon with a purple lamp.", speaker="Ana", at=NOON)
    assert texts(memory) == [""]
    assert [fact.text for fact in memory.facts("Ana", "livesIn")] == ["Ana lives in Lisbon"]
    assert memory.recall("Where does Ana live?").facts[0].fact.object == "Lisbon"
    assert encoder.encoded == []
    path = memory.path
    memory.close()
    assert not any(b"purple" in file.read_bytes() for file in path.rglob("*") if file.is_file())


def test_an_extractor_that_fails_costs_no_text(opened):
    def failing(batch):
        if any("bomb" in episode.text for episode, _ in batch):
            raise ZeroDivisionError
        return [Extraction(facts=(FactClaim("Ana", "livesIn", "Lisbon"),)) for _ in batch]

    memory = opened(extractor=failing, timezone="UTC")
    change = memory.observe_many([{"content": "A bomb.", "at": NOON}, {"content": "Calm.", "at": NOON}])
    assert texts(memory) == ["A bomb.", "Calm."]
    assert [fact.text for fact in memory.facts()] == ["Ana lives in Lisbon"]
    assert change.violations == (
        Violation(change.episodes[0], "extractor", "the extractor failed with ZeroDivisionError"),
    )


def test_an_encoder_that_fails_leaves_nothing_behind(opened):
    class Broken(HashEncoder):
        def encode(self, texts, *, query=False):
            if any("storm" in text for text in texts):
                raise KgmemError("the encoder is out")
            return super().encode(texts, query=query)

    memory = opened(encoder=Broken(), timezone="UTC")
    memory.observe("It is calm.", at=NOON)
    with pytest.raises(KgmemError, match="the encoder is out"):
        memory.observe("A storm is coming.", speaker="Ana", at=NOON)
    assert texts(memory) == ["It is calm."]
    assert [entity.name for entity in memory.entities()] == ["user"]
    memory.observe("All is well.", at=NOON)
    assert memory.check() == []


def test_one_refused_episode_does_not_take_its_batch_along(opened, monkeypatch):
    from kgmem.store import Store

    apply = Store.apply

    def refusing(self, seq, write, ready):
        if any("poison" in row["text"] for row in write.nodes.get("Episode", ())):
            raise StoreError("the engine cannot take this") from QueryError("Runtime exception")
        apply(self, seq, write, ready)

    monkeypatch.setattr(Store, "apply", refusing)
    memory = opened(timezone="UTC")
    items = [{"content": text, "at": NOON} for text in ("One.", "A poison.", "Three.")]
    with pytest.raises(StoreError, match="cannot take this"):
        memory.observe_many(items)
    monkeypatch.undo()
    memory.close()
    again = opened()
    assert texts(again) == ["One."]
    again.observe_many(items)
    assert texts(again) == ["One.", "A poison.", "Three."]


def test_no_stored_text_is_logged(opened, caplog):
    caplog.set_level(logging.DEBUG)
    memory = opened(timezone="UTC", extractor=ScriptedExtractor({}))
    memory.observe("The heron stands in the purple reeds.", speaker="Ana", at=NOON)
    memory.recall("heron in the purple reeds")
    memory.rebuild()
    memory.close()
    assert "heron" not in caplog.text


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this platform")
def test_a_forked_child_is_told_to_open_its_own_handle(memory):
    memory.observe("Before the fork.", at=NOON)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            memory.recall("fork")
            answer = b"recalled"
        except KgmemError as error:
            answer = f"{error.code}: {error}".encode()
        os.write(write, answer)
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 200) == b"closed: this process was forked after the memory was opened; open it anew here"
    assert memory.recall("fork").episodes


def test_an_encoder_that_fails_stores_nothing_and_leaves_no_text(opened):
    class Failing(HashEncoder):
        def encode(self, texts, *, query=False):
            raise StoreError("no answer")

    memory = opened(timezone="UTC", encoder=Failing())
    with pytest.raises(StoreError, match="no answer"):
        memory.observe("It rains here.", at=NOON)
    assert (memory.episodes(), list(memory._held.journal.rows()), memory.residues("It rains here.")) == ([], [], [])
    assert memory._held.journal.counts() == {}
