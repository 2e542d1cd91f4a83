"""`kgmem.extract` and `kgmem extract`: what would be read in a text, without a memory."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

import kgmem
from kgmem import InvalidArgument, Policy
from kgmem.cli import app
from kgmem.temporal import iso

MOVED = "I moved to Porto last week because I got a job at Lumen."


def run(*arguments: str, given: str | None = None) -> Result:
    return CliRunner().invoke(app, ["extract", *arguments], input=given)


def lines(*arguments: str) -> list[str]:
    done = run(*arguments)
    assert done.exit_code == 0, done.output
    return [line.strip() for line in done.stdout.splitlines()]


def test_what_is_read_in_a_text_is_told_with_its_words_and_rule():
    (told,) = kgmem.extract(MOVED, speaker="Ana", at="2026-04-01T10:00:00Z")
    facts = {(f.subject, f.relation, f.object): f for f in told.extraction.facts}
    lives = facts["Ana", "livesIn", "Porto"]
    assert told.episode.text[lives.start : lives.end] == "I moved to Porto last week"
    assert ("Ana", "worksFor", "Lumen") in facts
    ((cause, effect),) = [(c.cause, c.effect) for c in told.extraction.causes]
    assert [told.extraction.events[place].kind for place in (cause, effect)] == ["StartingJob", "Moving"]


def test_turns_of_a_list_are_read_after_those_before():
    _, answer = kgmem.extract(
        [{"text": "My sister Flora called.", "speaker": "Ana"}, {"text": "She lives in Coimbra.", "speaker": "Ana"}]
    )
    assert [(f.subject, f.relation, f.object) for f in answer.extraction.facts] == [("Flora", "livesIn", "Coimbra")]


def test_who_is_told_of_by_name_may_be_she_though_she_spoke_last():
    _, passed_on = kgmem.extract(
        [
            {"text": "My sister Mia is married to Tom.", "speaker": "Ana"},
            {"text": "Ana told me she lives in Faro now.", "speaker": "Ben"},
        ]
    )
    assert [(f.subject, f.relation, f.object) for f in passed_on.extraction.facts] == [("Ana", "livesIn", "Faro")]


def test_what_one_had_to_do_comes_of_what_one_told_before():
    _, outcome = kgmem.extract(
        [
            {"text": "I broke my wrist.", "speaker": "Ana"},
            {"text": "So I had to cancel my trip to Rome.", "speaker": "Ana"},
        ]
    )
    ((cause, effect),) = [(c.cause, c.effect) for c in outcome.extraction.causes]
    told = outcome.extraction.events
    assert [told[place].kind for place in (cause, effect)] == ["Accident", "Cancellation"]


def test_a_so_that_goes_on_talking_gives_no_reason():
    _, outcome = kgmem.extract(
        [{"text": "I broke my wrist.", "speaker": "Ana"}, {"text": "So I bought a piano.", "speaker": "Ana"}]
    )
    assert outcome.extraction.causes == ()


@pytest.mark.parametrize(
    ("text", "kind", "what", "day", "modality"),
    [
        ("My dentist appointment is on the 14th.", "Appointment", "Ana's dentist appointment", "2026-04-14", "planned"),
        ("The meeting takes place on Monday.", "Meeting", "meeting", "2026-04-06", "planned"),
        ("I have an exam on Friday.", "Exam", "Ana's exam", "2026-04-03", "planned"),
        ("Our flight is at 6am tomorrow.", "Travel", "Ana's flight", "2026-04-02", "planned"),
        ("The wedding was on 7 June 2024.", "Marriage", "wedding", "2024-06-07", "asserted"),
    ],
)
def test_what_a_noun_names_and_a_date_places_is_an_event(text, kind, what, day, modality):
    (told,) = kgmem.extract(text, speaker="Ana", at="2026-04-01T10:00:00Z")
    (event,) = told.extraction.events
    assert (event.kind, event.description, event.modality) == (kind, what, modality)
    assert iso(event.when.start)[:10] == day


@pytest.mark.parametrize(
    "text",
    [
        "I have no exam on Friday.",
        "No meeting is on Monday.",
        "I had no exam last week.",
        "I no longer have an appointment on Friday.",
        "The meeting isn't on Friday.",
    ],
)
def test_what_is_not_to_take_place_is_no_event(text):
    (told,) = kgmem.extract(text, speaker="Ana", at="2026-04-01T10:00:00Z")
    assert told.extraction.events == ()


@pytest.mark.parametrize("when", ["in March", "in the week of 24 March 2025", "last week"])
def test_the_preposition_of_a_date_is_no_part_of_the_verb(when):
    (told,) = kgmem.extract(f"I broke my wrist {when}.", speaker="Ana", at="2026-04-01T10:00:00Z")
    assert [event.kind for event in told.extraction.events] == ["Accident"]


def test_since_a_date_is_part_of_having_been_friends():
    (told,) = kgmem.extract("Tom and I have been friends since last month.", speaker="Ana", at="2026-04-01T10:00:00Z")
    assert [event.kind for event in told.extraction.events] == ["Meeting"]


def test_a_date_put_right_moves_the_appointment():
    _, right = kgmem.extract(
        [
            {"text": "My appointment is on the 14th.", "speaker": "Ana", "timestamp": "2026-04-01T10:00:00Z"},
            {"text": "No, sorry, it's on the 15th.", "speaker": "Ana", "timestamp": "2026-04-01T10:01:00Z"},
        ]
    )
    assert [(iso(one.when.start)[:10], one.wrong) for one in right.extraction.events] == [
        ("2026-04-14", True),
        ("2026-04-15", False),
    ]


def test_the_same_is_read_as_a_memory_reads(opened):
    memory = opened(timezone="UTC")
    memory.observe(MOVED, speaker="Ana", at="2026-04-01T10:00:00Z")
    (told,) = kgmem.extract(MOVED, speaker="Ana", at="2026-04-01T10:00:00Z")
    held = sorted((f.subject, f.relation, f.object, f.confidence) for f in memory.facts())
    assert held == sorted((f.subject, f.relation, f.object, f.confidence) for f in told.extraction.facts)


def test_secrets_are_gone_before_anything_is_read():
    (told,) = kgmem.extract("Mail ana@example.org, she lives in Porto.", redaction=Policy(email="redact"))
    assert told.episode.text == "Mail [redacted:email], she lives in Porto."
    assert [one.kind for one in told.redactions] == ["email"]


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_blank_text_is_refused_as_by_a_memory(text):
    with pytest.raises(InvalidArgument, match="text is empty or blank"):
        kgmem.extract(text)
    assert run(text).exit_code == 1


def test_the_command_shows_each_claim_with_its_confidence_rule_and_words():
    shown = lines(MOVED, "--speaker", "Ana", "--at", "2026-04-01")
    at = shown.index("Ana lives in Porto  since week of 2026-03-23")
    assert shown[at + 1] == '0.85  event:Moving  "I moved to Porto last week"'
    assert "Moving  Ana moved to Porto  week of 2026-03-23" in shown
    assert any(line.startswith("Ana got a job at Lumen -> ") for line in shown)


def test_what_is_not_so_or_over_or_planned_is_marked():
    shown = lines(
        "Flora doesn't work at Lumen.", "I no longer live in Vejle. I will move to Porto in May.", "--speaker", "Ana"
    )
    assert "Flora works for Lumen (not so)" in shown
    assert any(line.startswith("Ana lives in Vejle (over)") for line in shown)
    assert any("Porto (planned)" in line for line in shown)


def test_nothing_read_is_said_so():
    assert any("no fact and no event read in it" in line for line in lines("Hm."))


def test_json_has_spans_times_and_standing():
    (told,) = json.loads(run(MOVED, "--speaker", "Ana", "--at", "2026-04-01", "--json").stdout)
    (lives,) = [fact for fact in told["facts"] if fact["relation"] == "livesIn"]
    start, end = lives["span"]
    assert (told["text"][start:end], lives["valid_from"], lives["valid_to"], lives["precision"]) == (
        "I moved to Porto last week",
        "2026-03-23T00:00:00Z",
        None,
        "week",
    )
    assert (lives["polarity"], lives["modality"], lives["ends"], lives["value"]) == (
        "positive",
        "asserted",
        False,
        None,
    )
    assert told["causes"][0]["effect"] == [event["kind"] for event in told["events"]].index("Moving")


def test_speakers_take_turns_and_standard_input_is_one_text():
    found = json.loads(
        run("I live in Porto.", "I live in Vejle.", "--speaker", "Ana", "--speaker", "Bo", "--json").stdout
    )
    assert [one["speaker"] for one in found] == ["Ana", "Bo"]
    (one,) = json.loads(run("-", "--json", given="I live in Porto.\nIt rains.").stdout)
    assert one["text"] == "I live in Porto.\nIt rains."


def test_a_file_is_read_as_ingest_reads_it(tmp_path):
    file = tmp_path / "chat.txt"
    file.write_text("Ana: I live in Porto.\nBo: I live in Vejle.\n", encoding="utf-8")
    found = json.loads(run("--file", str(file), "--json").stdout)
    assert [(one["speaker"], one["facts"][0]["object"]) for one in found] == [("Ana", "Porto"), ("Bo", "Vejle")]


@pytest.mark.parametrize("arguments", [(), ("text", "--file", "chat.txt")])
def test_text_or_file_is_asked_for(arguments):
    done = run(*arguments)
    assert (done.exit_code, "give the text, or --file FILE" in done.stderr) == (1, True)


def test_controls_in_a_text_are_shown_and_not_obeyed():
    done = run("I live in \x1b[31mPorto\x1b[0m.")
    assert (done.exit_code, "Porto" in done.stdout, "\x1b" in done.stdout) == (0, True, False)
