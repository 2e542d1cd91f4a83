"""Asking a language model, over real HTTP, of a server of our own whose answers and faults a script decides."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from benchmarks.scripted_llm import (
    Asked,
    Reply,
    ScriptedLLM,
    cut,
    dropped,
    garbled,
    nothing,
    refused,
    silence,
)
from kgmem.errors import InvalidArgument, LLMError
from kgmem.llm import LLM
from kgmem.llm_outage import Outage
from kgmem.spending import Usage

SECRET = "Ana's blood type is AB"
HELLO = [{"role": "system", "content": "Answer."}, {"role": "user", "content": SECRET}]
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": False}

Serve = Callable[[Any], ScriptedLLM]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a server with a script; or with replies, given one after another, the last again and again."""
    servers: list[ScriptedLLM] = []

    def start(script: Any) -> ScriptedLLM:
        if isinstance(script, list):
            left = list(script)
            servers.append(ScriptedLLM(lambda asked: left.pop(0) if len(left) > 1 else left[0]))
        else:
            servers.append(ScriptedLLM(script))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


def model(server: ScriptedLLM, **options: Any) -> LLM:
    return LLM(server.url, "scripted", **{"timeout": 5, "retries": 0, **options})


# --- answers --------------------------------------------------------------------------------------


def test_a_chat_is_sent_as_it_is_and_its_answer_comes_back(serve: Serve) -> None:
    server = serve(["Hello."])
    assert model(server, api_key="mine").chat(HELLO, kind="greet", max_tokens=7) == "Hello."
    (asked,) = server.requests
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == "Bearer mine"
    assert dict(asked.body) == {"messages": HELLO, "model": "scripted", "temperature": 0, "max_tokens": 7}


def test_an_answer_can_be_bound_to_a_schema(serve: Serve) -> None:
    server = serve([{"n": 1}])
    assert model(server).chat(HELLO, kind="count", schema=SCHEMA) == '{"n": 1}'
    (asked,) = server.requests
    assert asked.body["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "count", "schema": {"title": "count", **SCHEMA}, "strict": True},
    }
    assert server.counts == {"count": 1}


def test_half_an_emoji_is_sent_as_something_a_server_can_read(serve: Serve) -> None:
    server = serve(["ok"])
    model(server).chat([{"role": "user", "content": "\ud83d!"}], kind="greet")
    assert server.requests[0].user == "\ufffd!"


def test_nothing_from_the_environment_is_sent(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID", "WEBHOOK_SECRET"):
        monkeypatch.setenv(f"OPENAI_{name}", "stolen")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Leak: stolen")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    server = serve(["ok"])
    model(server).chat(HELLO, kind="greet")
    assert server.requests[0].headers["authorization"] == "Bearer none"
    assert not [name for name, value in server.requests[0].headers.items() if "stolen" in value]


# --- what a server does not know -------------------------------------------------------------------


def old_server(known: tuple[str, ...]) -> Callable[[Asked], Any]:
    def answer(asked: Asked) -> Any:
        form = (asked.body.get("response_format") or {}).get("type", "")
        return {"n": 2} if form in known else refused(400, param="response_format")

    return answer


@pytest.mark.parametrize(("known", "tries"), [(("json_schema",), 1), (("json_object", ""), 2), (("",), 3)])
def test_a_server_that_knows_no_schemas_is_told_it_in_words_and_that_is_remembered(
    serve: Serve, known: tuple[str, ...], tries: int
) -> None:
    server = serve(old_server(known))
    llm = model(server)
    assert [llm.chat(HELLO, kind="count", schema=SCHEMA) for _ in range(2)] == ['{"n": 2}'] * 2
    assert server.counts == {"count": tries + 1}
    assert ("by this JSON schema" in server.requests[-1].system) == (known != ("json_schema",))
    assert [one["role"] for one in server.requests[-1].messages][-1] == "user"


def test_a_model_that_takes_no_temperature_and_another_limit_is_asked_without(serve: Serve) -> None:
    def reasoning(asked: Asked) -> Any:
        for param in ("temperature", "max_tokens"):
            if param in asked.body:
                return refused(400, param=param)
        return "ok"

    server = serve(reasoning)
    llm = model(server)
    assert [llm.chat(HELLO, kind="greet", max_tokens=9) for _ in range(2)] == ["ok", "ok"]
    assert len(server.requests) == 4
    assert server.requests[-1].body["max_completion_tokens"] == 9


def test_a_request_that_is_refused_in_every_form_teaches_nothing(serve: Serve) -> None:
    server = serve([*[refused(400)] * 3, {"n": 1}])
    llm = model(server)
    with pytest.raises(LLMError, match=r"refused \(HTTP 400\): check what it allows") as caught:
        llm.chat(HELLO, kind="count", schema=SCHEMA)
    assert not caught.value.outage
    llm.chat(HELLO, kind="count", schema=SCHEMA)
    assert server.requests[-1].schema is not None


# --- faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault", [refused(429, retry_after=0), refused(503, retry_after=0), refused(408, retry_after=0)]
)
def test_what_may_pass_is_tried_again(serve: Serve, fault: Reply) -> None:
    server = serve([fault, fault, "at last"])
    llm = model(server, retries=2)
    assert llm.chat(HELLO, kind="greet") == "at last"
    (usage,) = llm.usage()
    assert (usage.calls, usage.failures, usage.retries) == (1, 0, 2)


@pytest.mark.parametrize("fault", [dropped(), refused(500)])
def test_a_lost_connection_is_tried_again_after_a_pause_of_its_own(serve: Serve, fault: Reply) -> None:
    server = serve([fault, "at last"])
    assert model(server, retries=1).chat(HELLO, kind="greet") == "at last"


@pytest.mark.parametrize(
    ("fault", "requests", "words"),
    [
        (refused(429, retry_after=0, words=SECRET), 3, r"refused \(HTTP 429\): its limit is reached"),
        (refused(429, retry_after=3600), 1, r"refused \(HTTP 429\): its limit is reached"),
        (refused(500, retry_after=0, words=SECRET), 3, r"refused \(HTTP 500\): see its own log"),
        (refused(401, words=SECRET), 1, r"refused \(HTTP 401\): check the API key"),
        (refused(404), 1, r"refused \(HTTP 404\): check the model's name and the address"),
        (garbled(), 1, r"did not answer as a chat: check the address"),
        (garbled(b'{"choices": 7}'), 1, r"did not answer as a chat: check the address"),
        (garbled(b'{"id": "x", "choices": [{"mess'), 1, r"did not answer as a chat: check the address"),
        (nothing(), 1, r"gave an empty answer: try another model"),
        (" \n", 1, r"gave an empty answer: try another model"),
        ("x" * 1_000_001, 1, r"gave an answer of 1000001 characters: try another model"),
    ],
)
def test_a_fault_that_stays_is_an_error_with_the_way_out_and_without_what_was_sent(
    serve: Serve, fault: Any, requests: int, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve([fault])
    llm = model(server, retries=2, api_key="sk-geheim")
    with caplog.at_level(logging.DEBUG), pytest.raises(LLMError, match=f"^scripted at {server.url} {words}") as caught:
        llm.chat(HELLO, kind="greet")
    assert len(server.requests) == requests
    (usage,) = llm.usage()
    assert (usage.calls, usage.failures, usage.retries) == (1, 1, requests - 1)
    for told in (str(caught.value), caplog.text, repr(llm), repr(caught.value)):
        assert SECRET not in told
        assert "sk-geheim" not in told


def test_silence_ends_at_the_timeout(serve: Serve) -> None:
    llm = model(serve([silence()]), timeout=0.2)
    with pytest.raises(LLMError, match=r"gave no answer in 0\.2 s: raise `timeout`") as caught:
        llm.chat(HELLO, kind="greet")
    assert caught.value.outage


def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    llm = LLM("http://ana:geheim@127.0.0.1:9/v1", "m", retries=0, timeout=2)
    with pytest.raises(LLMError, match=r"^m at http://127\.0\.0\.1:9/v1 cannot be reached: check that the server runs"):
        llm.chat(HELLO, kind="greet")


def test_an_answer_cut_short_comes_back_as_it_is(serve: Serve) -> None:
    assert model(serve([cut('{"n": 12}', 7)])).chat(HELLO, kind="count", schema=SCHEMA) == '{"n": 1'


def test_a_server_that_failed_three_times_is_left_alone_for_a_minute(serve: Serve) -> None:
    now = [0.0]
    server = serve([*[refused(500)] * 4, "back", refused(500)])
    llm = model(server, outage=Outage(clock=lambda: now[0]))

    def fails(words: str) -> None:
        with pytest.raises(LLMError, match=words):
            llm.chat(HELLO, kind="greet")

    for _ in range(3):
        fails("HTTP 500")
    now[0] = 59.0
    assert llm.resting == 1
    fails(r"failed too often in a row, and is left alone for 1 s more")
    assert len(server.requests) == 3
    now[0] = 60.0
    fails("HTTP 500")  # one more is enough
    fails("left alone for 60 s")
    now[0] = 120.0
    assert llm.chat(HELLO, kind="greet") == "back"
    fails("HTTP 500")
    assert llm.resting == 0


def test_an_answer_of_no_use_is_no_outage(serve: Serve) -> None:
    llm = model(serve([nothing()]))
    for _ in range(4):
        with pytest.raises(LLMError, match="empty answer") as caught:
            llm.chat(HELLO, kind="greet")
        assert not caught.value.outage
    assert llm.resting == 0


# --- many, and what they cost -----------------------------------------------------------------------


def test_many_chats_overlap_up_to_the_limit_and_come_back_in_order(serve: Serve) -> None:
    lock, running, most = threading.Lock(), [0], [0]
    two = threading.Barrier(2)

    def answer(asked: Asked) -> Any:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        two.wait(10)  # nobody goes on alone
        with lock:
            running[0] -= 1
        return refused(404) if asked.user == "3" else f"answer {asked.user}"

    llm = model(serve(answer), parallel=2)
    found = llm.map([[{"role": "user", "content": str(number)}] for number in range(6)], kind="greet")
    assert [one for one in found if isinstance(one, str)] == [f"answer {number}" for number in (0, 1, 2, 4, 5)]
    assert isinstance(found[3], LLMError)
    assert most == [2]
    assert llm.map([], kind="greet") == []


def test_calls_are_counted_by_kind_with_their_tokens_and_their_price(serve: Serve) -> None:
    def answer(asked: Asked) -> Any:
        return Reply("x" * 40, counted=asked.user != "uncounted")

    llm = model(serve(answer), price=(2.0, 10.0))
    assert llm.usage() == ()
    for kind, text in (("a", "y" * 400), ("a", "y" * 400), ("b", "uncounted")):
        llm.chat([{"role": "user", "content": text}], kind=kind)
    first, second = llm.usage()
    assert first == Usage("a", calls=2, tokens_in=200, tokens_out=20, cost=0.0006, seconds=first.seconds)
    assert second == Usage("b", calls=1, uncounted=1, cost=None, seconds=second.seconds)
    assert first.seconds > 0
    assert first.to_dict()["cost"] == 0.0006


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"base_url": "localhost:8000"}, "the address of a language model must begin with http:// or https://"),
        ({"model": " "}, "model= must be the name the server knows the model by"),
        ({"timeout": 0}, "timeout=0 must be a number from 0.001"),
        ({"retries": -1}, "retries=-1 must be a number from 0"),
        ({"parallel": True}, "parallel=True must be a number from 1"),
        ({"price": 3}, "price=3 must be two numbers, of a million tokens sent and received"),
        ({"price": (1, -1)}, r"price=\(1, -1\) must be two numbers"),
    ],
)
def test_what_cannot_be_a_model_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(InvalidArgument, match=words):
        LLM(**{"base_url": "http://127.0.0.1:9/v1", "model": "m", **options})
