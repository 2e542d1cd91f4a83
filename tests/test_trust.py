"""Trust and likelihood: what a tool fetched, or is only guessed, may differ from what people said, and changes nothing
of it."""

from dataclasses import replace

import pytest

from kgmem import Extraction, FactClaim, InvalidArgument, Span
from kgmem.records import LIKELY
from kgmem.temporal import FOREVER, micros, parse_instant
from tests.fakes import ScriptedExtractor

MAY = micros(parse_instant("2026-05-01T00:00:00Z", None))
ROME = FactClaim("Ana", "livesIn", "Rome", object_type="Place", valid=Span(MAY, FOREVER, "day"))
SCRIPT = {
    "Ana lives in Rome now.": Extraction(facts=(ROME,)),
    "Ana does not live in Porto.": Extraction(
        facts=(FactClaim("Ana", "livesIn", "Porto", object_type="Place", polarity="negative"),)
    ),
    "Ana left Porto.": Extraction(facts=(FactClaim("Ana", "livesIn", "Porto", object_type="Place", ends=True),)),
    "Ana lives in Porto.": Extraction(facts=(FactClaim("Ana", "livesIn", "Porto", object_type="Place"),)),
}


@pytest.fixture
def memory(opened):
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(SCRIPT))
    memory.observe("Ana lives in Porto.", speaker="Ana", at="2026-04-01T00:00:00Z")
    return memory


def current(memory):
    return [f.text for f in memory.facts("Ana", as_of="2026-06-01") if f.polarity == "positive"]


@pytest.mark.parametrize("text", ["Ana lives in Rome now.", "Ana does not live in Porto.", "Ana left Porto."])
def test_a_tool_cannot_end_what_a_person_said(memory, text):
    before = memory.facts(history=True)[0]
    change = memory.observe(text, role="tool", at="2026-05-02T00:00:00Z")
    assert change.superseded == ()
    assert "Ana lives in Porto" in current(memory)
    assert memory.facts(history=True)[0] == before


def guessed(confidence):
    return {
        text: Extraction(facts=tuple(replace(fact, confidence=confidence) for fact in said.facts))
        for text, said in SCRIPT.items()
    }


@pytest.mark.parametrize("text", ["Ana lives in Rome now.", "Ana does not live in Porto.", "Ana left Porto."])
def test_a_guess_cannot_end_what_is_likely(opened, text):
    for name, confidence, ended in (("a", LIKELY - 0.01, False), ("b", LIKELY, True)):
        sure, script = SCRIPT["Ana lives in Porto."], guessed(confidence)
        memory = opened(name, timezone="UTC", extractor=ScriptedExtractor({**script, "Ana lives in Porto.": sure}))
        memory.observe("Ana lives in Porto.", speaker="Ana", at="2026-04-01T00:00:00Z")
        memory.observe(text, speaker="Ana", at="2026-05-02T00:00:00Z")
        assert ("Ana lives in Porto" not in current(memory)) is ended


def test_a_guess_is_kept_beside_what_it_differs_from(opened):
    sure = SCRIPT["Ana lives in Porto."]
    memory = opened(timezone="UTC", extractor=ScriptedExtractor({**guessed(0.3), "Ana lives in Porto.": sure}))
    memory.observe("Ana lives in Porto.", speaker="Ana", at="2026-04-01T00:00:00Z")
    ((new, old),) = memory.observe("Ana lives in Rome now.", speaker="Ana", at="2026-05-02T00:00:00Z").conflicts
    assert (new.text, new.confidence, old.text) == ("Ana lives in Rome", 0.3, "Ana lives in Porto")


def test_what_a_tool_says_otherwise_is_kept_as_a_conflict_with_its_trust(memory):
    change = memory.observe("Ana lives in Rome now.", role="tool", at="2026-05-02T00:00:00Z")
    ((new, old),) = change.conflicts
    assert (new.text, new.trust, old.text, old.trust) == ("Ana lives in Rome", 0.2, "Ana lives in Porto", 1.0)
    assert "(untrusted source)" in memory.recall("Where does Ana live?").context()


def test_a_person_or_an_explicit_trust_does_end_it(opened):
    for name, how in (("a", {"speaker": "Bob"}), ("b", {"role": "tool", "trust": 0.9})):
        memory = opened(name, timezone="UTC", extractor=ScriptedExtractor(SCRIPT))
        memory.observe("Ana lives in Porto.", speaker="Ana", at="2026-04-01T00:00:00Z")
        memory.observe("Ana lives in Rome now.", at="2026-05-02T00:00:00Z", **how)
        assert current(memory) == ["Ana lives in Rome"]


def test_a_trusted_word_raises_the_trust_of_what_a_tool_said_and_then_rules(memory):
    memory.observe("Ana lives in Rome now.", role="tool", at="2026-05-02T00:00:00Z")
    memory.observe("Ana lives in Rome now.", speaker="Ana", at="2026-05-03T00:00:00Z")
    assert {f.text: f.trust for f in memory.facts("Ana")}["Ana lives in Rome"] == 1.0


def test_a_cause_is_trusted_as_little_as_its_least_end(memory):
    sure = memory.record_event("rain").events[0]
    doubtful = memory.record_event("flood", trust=0.3).events[0]
    assert memory.link_cause(sure.id, doubtful.id).links[0].trust == 0.3


def test_documents_and_assistants_are_trusted_by_kind(memory):
    memory.observe("A manual.", kind="document", at="2026-05-01T00:00:00Z")
    memory.observe("Noted.", role="assistant", at="2026-05-01T00:00:01Z")
    assert [e.trust for e in memory.episodes()] == [1.0, 0.6, 0.8]
    with pytest.raises(InvalidArgument, match="trust must lie between 0 and 1"):
        memory.observe("x", trust=2)


def test_a_guess_is_told_as_uncertain(opened):
    memory = opened(timezone="UTC", extractor=ScriptedExtractor(guessed(0.3)))
    memory.observe("Ana lives in Porto.", speaker="Bo", at="2026-04-01T00:00:00Z")
    assert (
        "Ana lives in Porto (at least since 2026-04-01) (uncertain)" in memory.recall("Where does Ana live?").context()
    )
