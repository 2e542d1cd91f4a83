"""Conversations from files: every format, and every way a file can be broken."""

from __future__ import annotations

import gzip
import io
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from kgmem.errors import InvalidArgument
from kgmem.formats import PASSAGE, Reading, read

LISBON = ZoneInfo("Europe/Lisbon")


def reading(text: str | bytes, **options: Any) -> Reading:
    return read(io.BytesIO(text.encode() if isinstance(text, str) else text), **options)


def told(text: str | bytes, *keys: str, **options: Any) -> list[tuple[Any, ...]]:
    return [tuple(said.get(key) for key in keys) for said in reading(text, **options)]


def lines(*values: Any) -> str:
    return "\n".join(value if isinstance(value, str) else json.dumps(value) for value in values) + "\n"


# --- messages -----------------------------------------------------------------------------------


def test_our_own_keys_are_read_line_by_line() -> None:
    text = lines(
        {
            "text": "I moved.",
            "speaker": "Ana",
            "at": "2026-06-03T09:00:00+01:00",
            "session": "s7",
            "id": "m1",
        },
        {"content": "Where to?", "name": "Tom", "role": "user", "session": 7},
    )
    first, second = reading(text)
    assert first == {
        "content": "I moved.",
        "speaker": "Ana",
        "session": "s7",
        "id": "m1",
        "at": datetime.fromisoformat("2026-06-03T09:00:00+01:00"),
        "seq": 0,
    }
    assert (second["content"], second["speaker"], second["role"], second["session"]) == (
        "Where to?",
        "Tom",
        "user",
        "7",
    )


def test_caption_kind_metadata_and_order_come_along() -> None:
    text = lines({"text": "Look!", "caption": "a red bicycle", "kind": "message", "metadata": {"a": 1}, "seq": 9})
    assert told(text, "caption", "kind", "metadata", "seq") == [("a red bicycle", "message", {"a": 1}, 9)]


def test_roles_of_other_chat_apis_become_ours() -> None:
    text = lines(*({"role": role, "content": "x"} for role in ("human", "ai", "developer", "function", "Tool")))
    assert told(text, "role", "kind") == [
        ("user", None),
        ("assistant", None),
        ("system", None),
        ("tool", "tool_result"),
        ("tool", "tool_result"),
    ]


def test_content_parts_are_joined_and_pictures_left_out() -> None:
    parts = [
        {"type": "text", "text": "Look"},
        {"type": "image_url", "image_url": {"url": "x"}},
        {"text": "here"},
    ]
    assert told(lines({"role": "user", "content": parts}), "content") == [("Look\nhere",)]


def test_a_message_without_text_is_counted_not_refused() -> None:
    call = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]}
    found = reading(lines(call, {"text": " \u200b "}, {"text": "Hello"}))
    assert [said["content"] for said in found] == ["Hello"]
    assert (found.empty, found.bad) == (2, [])


@pytest.mark.parametrize(
    "time",
    [1780473600, 1780473600000, 1780473600000000, "1780473600", "1780473600.0", "2026-06-03T08:00:00Z"],
)
def test_times_are_iso_or_counted_from_1970(time: object) -> None:
    assert told(lines({"text": "x", "time": time}), "at") == [(datetime(2026, 6, 3, 8, tzinfo=UTC),)]


def test_a_time_without_a_zone_takes_the_given_one_and_is_refused_without() -> None:
    text = lines({"text": "x"}, {"text": "y", "timestamp": "2026-06-03 09:00"})
    assert told(text, "at", zone=LISBON)[1] == (datetime(2026, 6, 3, 9, tzinfo=LISBON),)
    with pytest.raises(InvalidArgument, match=r"line 2: the time '2026-06-03 09:00' has no zone; .*--timezone"):
        list(reading(text))


def test_a_message_without_a_time_takes_that_of_the_one_before() -> None:
    text = lines(
        {"text": "a", "at": "2026-06-03T08:00Z", "session": "1"},
        {"text": "b", "session": "2"},
        {"text": "c", "session": "1"},
    )
    assert told(text, "at") == [
        (datetime(2026, 6, 3, 8, tzinfo=UTC),),
        (None,),
        (datetime(2026, 6, 3, 8, tzinfo=UTC),),
    ]


def test_a_fine_tuning_line_is_a_session() -> None:
    chat = {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}
    other = {"messages": [{"role": "user", "content": "Hi"}]}
    one, two, three = reading(lines(chat, other))
    assert (one["content"], two["content"], three["content"]) == ("Hi", "Hello", "Hi")
    assert one["session"] == two["session"] != three["session"]
    assert one["id"] != three["id"]


def test_an_array_and_an_object_over_many_lines_are_read_whole() -> None:
    assert told(json.dumps([{"text": "a"}, "b"], indent=1), "content") == [("a",), ("b",)]
    assert told(json.dumps({"messages": [{"content": "a"}]}, indent=1), "content") == [("a",)]
    assert told(json.dumps({"text": "a"}, indent=1), "content") == [("a",)]
    assert told("[]", "content") == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"text": "a"', "the JSON ends too early; is the file cut off?"),
        ('{"text": "a', "the JSON ends too early; is the file cut off?"),
        ("{'text': 1}", "not valid JSON at column 2: Expecting property name enclosed in double quotes"),
        ("17", 'is a number, not a message; write {"content": "...", "speaker": "..."}'),
        ("null", 'is null, not a message; write {"content": "...", "speaker": "..."}'),
        ('{"speaker": "Ana"}', 'has no text under "content" or "text" (its keys: speaker)'),
        ("{}", 'has no text under "content" or "text" (its keys: none)'),
        ('{"text": 5}', '"content" is a number; it must be text or a list of text parts'),
        ('{"text": "a", "role": "boss"}', "role 'boss' is unknown; use one of user, assistant, system, tool"),
        ('{"text": "a", "speaker": true}', '"speaker" is a truth value; it must be text'),
        (json.dumps({"text": "a", "session": "s" * 201}), '"session" has 201 characters, more than 200'),
        ('{"text": "a", "at": ["x"]}', "the time is a list; write it as '2026-06-03T09:00:00+01:00'"),
        ('{"text": "a", "at": NaN}', "not usable JSON: NaN is no JSON value"),
        ('{"text": "a", "at": 1e300}', "the time 1e+300 is too far away to be meant"),
        ('{"text": "a", "at": "1:56 pm on 8 Foo, 2023"}', "'Foo' is no month"),
        ('{"text": "a", "at": "1:56 pm on 31 June, 2023"}', "day is out of range for month"),
        ("[" * 100_000, "the JSON is nested too deeply"),
    ],
)
def test_a_bad_line_is_named_with_its_number_and_can_be_skipped(line: str, reason: str) -> None:
    text = lines({"text": "before"}, line, {"text": "after"})
    with pytest.raises(InvalidArgument) as caught:
        list(reading(text, name="chat.jsonl"))
    assert str(caught.value).startswith(f"chat.jsonl, line 2: {reason}")
    found = reading(text, skip_bad=True)
    assert [said["content"] for said in found] == ["before", "after"]
    assert [(bad.where, bad.reason[: len(reason)]) for bad in found.bad] == [("line 2", reason)]


def test_a_date_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidArgument, match="line 1: time='2026-02-30T09:00Z' is no date that exists"):
        list(reading(lines({"text": "a", "at": "2026-02-30T09:00Z"})))


def test_a_truncated_array_says_so() -> None:
    with pytest.raises(InvalidArgument, match="line 2: the JSON ends too early; is the file cut off"):
        list(reading('[{"text": "a"},\n{"te'))


def test_lines_are_read_as_they_come() -> None:
    """A live pipe is read message by message, not to its end."""
    out, into = os.pipe()
    with os.fdopen(out, "rb") as source, os.fdopen(into, "wb", buffering=0) as live:
        live.write(b'{"text": "first"}\n')
        found = iter(read(source))
        assert next(found)["content"] == "first"
        live.write(b'{"text": "second"}\n')
        assert next(found)["content"] == "second"


# --- ids ----------------------------------------------------------------------------------------


def test_the_same_conversation_under_another_name_has_the_same_ids(tmp_path: Path) -> None:
    text = lines({"text": "a"}, {"text": "a"}, {"text": "b", "at": "2026-06-03T08:00Z"})
    for name in ("one.jsonl", "two.jsonl"):
        (tmp_path / name).write_text(text)
    one, two = (
        [(said["id"], said["session"]) for said in read(tmp_path / name)] for name in ("one.jsonl", "two.jsonl")
    )
    assert [name for name, _ in one] == [name for name, _ in two]
    assert len({name for name, _ in one}) == 3
    assert {session for _, session in one + two} == {"one", "two"}


def test_a_conversation_that_grew_keeps_the_ids_it_had() -> None:
    before = told(lines({"text": "a"}, {"text": "b"}), "id")
    after = told(lines({"text": "a"}, {"text": "b"}, {"text": "c"}), "id")
    assert after[:2] == before
    assert len(set(after)) == 3


def test_a_session_given_by_the_caller_parts_equal_texts() -> None:
    assert told(lines({"text": "a"}), "id", session="x") != told(lines({"text": "a"}), "id", session="y")
    assert told(lines({"text": "a"}, {"text": "b", "session": "own"}), "session", session="x") == [
        ("x",),
        ("own",),
    ]


# --- LoCoMo -------------------------------------------------------------------------------------

SAMPLE = {
    "sample_id": "conv-1",
    "qa": [],
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Tom",
        "session_2_date_time": "12:05 am on 9 May, 2023",
        "session_2": [{"speaker": "Tom", "dia_id": "D2:1", "text": "Still awake?"}],
        "session_10_date_time": "9:00 am on 1 June, 2023",
        "session_10": [{"speaker": "Tom", "dia_id": "D10:1", "text": "June!"}],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ana", "dia_id": "D1:1", "text": "Hi Tom!"},
            {"speaker": "Tom", "dia_id": "D1:2", "text": "Look", "blip_caption": "a photo of a dog"},
            {"speaker": "Ana", "dia_id": "D1:3", "text": ""},
        ],
    },
}


@pytest.mark.parametrize("whole", [SAMPLE, [SAMPLE]])
@pytest.mark.parametrize("indent", [None, 2])
def test_locomo_is_read_as_a_list_or_one_sample(whole: Any, indent: int | None) -> None:
    found = reading(json.dumps(whole, indent=indent))
    assert [(said["id"], said["session"], said["speaker"], said["at"].isoformat()) for said in found] == [
        ("conv-1/D1:1", "conv-1/session_1", "Ana", "2023-05-08T13:56:00+00:00"),
        ("conv-1/D1:2", "conv-1/session_1", "Tom", "2023-05-08T13:56:01+00:00"),
        ("conv-1/D2:1", "conv-1/session_2", "Tom", "2023-05-09T00:05:00+00:00"),
        ("conv-1/D10:1", "conv-1/session_10", "Tom", "2023-06-01T09:00:00+00:00"),
    ]
    assert (found.format, found.empty) == ("locomo", 1)


def test_locomo_times_take_a_given_zone_and_captions_are_kept() -> None:
    assert told(json.dumps(SAMPLE), "at", "caption", zone=LISBON)[1] == (
        datetime(2023, 5, 8, 13, 56, 1, tzinfo=LISBON),
        "a photo of a dog",
    )


def test_a_broken_locomo_session_is_named() -> None:
    sample = {
        "sample_id": "x",
        "conversation": {"session_1": "gone", "session_2": [7], "session_3_date_time": "soon"},
    }
    sample["conversation"]["session_3"] = []  # type: ignore[index]
    found = reading(json.dumps(sample), skip_bad=True)
    assert list(found) == []
    assert [(bad.where, bad.reason[:30]) for bad in found.bad] == [
        ("line 1, session_1", "is a text, not a list of turns"),
        ("line 1, session_2, turn 1", "is a number, not a turn"),
        ("line 1, session_3", "time='soon' is no date that ex"),
    ]


# --- ChatGPT ------------------------------------------------------------------------------------


def node(id: str, parent: str | None, role: str, text: Any, **extra: Any) -> dict[str, Any]:
    content = text if isinstance(text, dict) else {"content_type": "text", "parts": [text]}
    said = {"id": id, "author": {"role": role, "name": extra.pop("name", None)}, "content": content} | extra
    return {"id": id, "parent": parent, "children": [], "message": said}


EXPORT = [
    {
        "title": "Moving to Porto",
        "conversation_id": "c1",
        "create_time": 1780473600.5,
        "current_node": "tool",
        "mapping": {
            "root": {"id": "root", "parent": None, "message": None},
            "sys": node("sys", "root", "system", "You are helpful"),
            "profile": node("profile", "sys", "user", {"content_type": "user_editable_context"}),
            "hidden": node("hidden", "profile", "user", "x", metadata={"is_visually_hidden_from_conversation": True}),
            "ask": node("ask", "hidden", "user", "Where to live?", create_time=1780473601.0),
            "old": node("old", "ask", "assistant", "Bonfim"),
            "thought": node("thought", "ask", "assistant", {"content_type": "thoughts", "thoughts": []}),
            "new": node("new", "thought", "assistant", {"content_type": "multimodal_text", "parts": [{}, "Cedofeita"]}),
            "tool": node("tool", "new", "tool", {"content_type": "execution_output", "text": "42"}, name="python"),
        },
    }
]


def test_a_chatgpt_export_follows_the_branch_last_seen() -> None:
    found = reading(json.dumps(EXPORT))
    assert [(said["id"], said["role"], said["content"], said.get("speaker")) for said in found] == [
        ("ask", "user", "Where to live?", None),
        ("new", "assistant", "Cedofeita", None),
        ("tool", "tool", "42", "python"),
    ]
    assert (found.format, found.empty) == ("chatgpt", 2)


def test_a_chatgpt_export_keeps_session_title_and_times() -> None:
    keys = told(json.dumps(EXPORT), "session", "metadata", "at")
    assert keys[0] == ("c1", {"title": "Moving to Porto"}, datetime(2026, 6, 3, 8, 0, 1, tzinfo=UTC))
    assert keys[1][2] == datetime(2026, 6, 3, 8, 0, 0, 500_000, tzinfo=UTC)


def test_a_tree_that_bites_its_tail_or_lost_its_end_is_read() -> None:
    tree = {"a": node("a", "b", "user", "A"), "b": node("b", "a", "user", "B"), "c": 3}
    assert told(json.dumps({"mapping": tree, "current_node": "gone"}), "content") == [("A",), ("B",)]


def test_a_forced_format_refuses_what_is_something_else() -> None:
    with pytest.raises(InvalidArgument, match='line 1: has no "mapping"; this is no conversation of a ChatGPT export'):
        list(reading(lines({"text": "a"}), format="chatgpt"))
    with pytest.raises(InvalidArgument, match='line 1: holds no "session_1"; this is no LoCoMo sample'):
        list(reading(lines({"text": "a"}), format="locomo"))
    with pytest.raises(InvalidArgument, match="no format is called 'csv'; use one of messages, chatgpt, locomo, "):
        reading("a", format="csv")


# --- plain text ---------------------------------------------------------------------------------


def test_a_transcript_is_told_by_its_names() -> None:
    text = "Ana: Hi Tom\nTom: Hello.\nHow are you?\n\nAna: Fine: really.\n"
    found = reading(text)
    assert [(said["speaker"], said["content"]) for said in found] == [
        ("Ana", "Hi Tom"),
        ("Tom", "Hello.\nHow are you?"),
        ("Ana", "Fine: really."),
    ]
    assert found.format == "transcript"


def test_times_in_front_date_a_transcript_and_part_its_turns() -> None:
    text = "[2026-06-03 09:00] Ana: My list:\nMilk: two\n2026-06-03T09:05:30+01:00 Tom: Fine\n"
    assert told(text, "at", "speaker", "content", zone=LISBON) == [
        (datetime(2026, 6, 3, 9, tzinfo=LISBON), "Ana", "My list:\nMilk: two"),
        (datetime.fromisoformat("2026-06-03T09:05:30+01:00"), "Tom", "Fine"),
    ]


def test_names_of_roles_give_the_role() -> None:
    assert told("Human: Hi\nAssistant: Hello\n", "role") == [("user",), ("assistant",)]


def test_one_spoken_line_is_a_transcript_and_one_sentence_a_document() -> None:
    assert told("Ana: I moved to Porto.", "speaker") == [("Ana",)]
    assert told("The flat is in Cedofeita.", "kind") == [("document",)]


def test_a_chinese_transcript_is_read() -> None:
    assert told("佳宁: 我搬家了\n思远: 去哪儿?", "speaker", "content") == [
        ("佳宁", "我搬家了"),
        ("思远", "去哪儿?"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "http://example.org\nhttps://example.org\n",
        "name: kgmem\nversion: 1\nlicense: Apache\nauthors: us\nkeywords: none\n",
        "Ana: said once,\nthen a long story\nthat goes on\nand on.\n",
    ],
)
def test_what_only_looks_like_a_transcript_is_a_document(text: str) -> None:
    assert {kind for (kind,) in told(text, "kind")} == {"document"}


def test_a_forced_transcript_names_lines_that_nobody_says() -> None:
    with pytest.raises(InvalidArgument, match="line 1: nobody says this; begin a turn with a name"):
        list(reading("Hello\nAna: Hi", format="transcript"))


def test_paragraphs_become_passages_with_the_file_as_title(tmp_path: Path) -> None:
    file = tmp_path / "Porto guide.md"
    file.write_text("# Porto\n\nThe river\nis the Douro.\n \nIt rains.\n", encoding="utf-8")
    assert [(said["content"], said["metadata"], said["session"], said["seq"]) for said in read(file)] == [
        ("# Porto", {"title": "Porto guide"}, "Porto guide", 0),
        ("The river\nis the Douro.", {"title": "Porto guide"}, "Porto guide", 1),
        ("It rains.", {"title": "Porto guide"}, "Porto guide", 2),
    ]


def test_a_long_paragraph_is_cut_where_a_sentence_ends() -> None:
    sentence = "The Douro is long. "
    passages = [content for (content,) in told(sentence * 200, "content")]
    assert all(len(passage) <= PASSAGE and passage.endswith("long.") for passage in passages)
    assert " ".join(passages) == (sentence * 200).strip()


def test_a_line_of_a_megabyte_is_read_in_every_format() -> None:
    (message,) = reading(lines({"text": "x" * 1_000_000}))
    assert len(message["content"]) == 1_000_000
    (turn,) = reading("Ana: " + "x" * 1_000_000)
    assert len(turn["content"]) == 1_000_000
    assert sum(len(passage["content"]) for passage in reading("x" * 1_000_000)) == 1_000_000


# --- files --------------------------------------------------------------------------------------


def test_gzip_and_a_byte_order_mark_are_seen_through(tmp_path: Path) -> None:
    file = tmp_path / "chat.jsonl.gz"
    file.write_bytes(gzip.compress(b"\xef\xbb\xbf" + lines({"text": "Olá"}).encode(), mtime=0))
    found = read(file)
    assert [(said["content"], said["session"]) for said in found] == [("Olá", "chat")]


def test_windows_line_ends_are_line_ends() -> None:
    assert told('{"text": "a"}\r\n{"text": "b"}\r\n', "content") == [("a",), ("b",)]
    assert told("Ana: a\r\nTom: b\r\n", "content") == [("a",), ("b",)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty; there is nothing in it to remember"),
        (b"\xef\xbb\xbf", "is empty; there is nothing in it to remember"),
        (b"\xff\xfeh\x00i\x00", "is UTF-16 text; convert it first: iconv -f utf-16 -t utf-8"),
        (b"PK\x03\x04rest", "is a zip archive; unpack it and give a file from it"),
        (b"SQLite format 3\x00", "is no text; kgmem reads JSON, JSON Lines and plain text"),
        (gzip.compress(b"Ana: Hello\n" * 9999, mtime=0)[:60], "is a damaged gzip file"),
        (b"\x1f\x8bnot gzip at all", "is a damaged gzip file"),
    ],
)
def test_a_file_that_cannot_be_meant_is_refused_at_once(tmp_path: Path, data: bytes, message: str) -> None:
    file = tmp_path / "chat"
    file.write_bytes(data)
    with pytest.raises(InvalidArgument) as caught:
        list(read(file))
    assert str(caught.value).startswith(f"{file} {message}")


def test_a_byte_that_is_no_utf8_is_named_with_its_line() -> None:
    reason = "byte 0xe9 is not UTF-8; convert the file first: iconv -f latin1 -t utf-8"
    for text in (
        b'{"text": "ok"}\n{"text": "caf\xe9"}\n',
        b'[{"text": "ok"},\n{"text": "caf\xe9"}]',
        b"ok\ncaf\xe9\n",
    ):
        with pytest.raises(InvalidArgument) as caught:
            list(reading(text))
        assert str(caught.value) == f"the input, line 2: {reason}"


def test_a_folder_and_a_missing_file_say_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="is a folder; give a file, or '-' for standard input"):
        read(tmp_path)
    with pytest.raises(InvalidArgument, match=r"there is no file .*gone"):
        read(tmp_path / "gone")
