"""What is fuzzed: each target takes bytes, makes of them what its part of kgmem takes, and hands it over.

Coming back is accepting, a KgmemError is refusing; anything else is a fault, and so is `Broken`: what came
back is not what the part promises.
"""

from __future__ import annotations

import io
import json
import math
import re
import sqlite3
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np

from kgmem import formats, ontology, temporal, text, timex
from kgmem.cli_render import json_text, visible
from kgmem.config import Config
from kgmem.context import quote
from kgmem.cypher import check_params, check_read_only
from kgmem.embed import Encoded
from kgmem.journal import Journal
from kgmem.memory import Memory
from kgmem.messages import Reader
from kgmem.packing import assemble
from kgmem.records import Episode, EpisodeHit
from kgmem.redact import Policy, redact, redact_value
from kgmem.schema import WriteSet
from kgmem.vectors import EncoderName, VectorLog

SAID = datetime(2026, 6, 3, 9, 0, tzinfo=timezone(timedelta(hours=1)))
DEEP = 5_000


class Broken(AssertionError):
    """A promise that was not kept, though nothing was raised."""


@dataclass(frozen=True, slots=True)
class Target:
    """seeds: valid inputs to begin from. every: it is slow, so one input of so many is tried."""

    name: str
    seeds: tuple[bytes, ...]
    run: Callable[[bytes], object]
    every: int = 1


NAMES = (
    *("formats", "redact", "text", "timex", "render", "messages", "config", "ontology", "vectors", "journal"),
    *("cypher", "cypher run", "arguments", "observe"),
)


@contextmanager
def targets(folder: Path) -> Iterator[list[Target]]:
    """Every target; those that need a memory share one in `folder`, closed at the end."""
    folder.mkdir(exist_ok=True)
    with Memory.open(folder / "fuzz.kgmem", timezone="UTC", encoder=(_flat, 8)) as memory:
        memory.observe("I moved to Porto because my firm closed.", speaker="Ana", at=SAID)
        memory.assert_fact("Ana", "livesIn", "Porto", valid_from="2026-05")
        yield [
            Target("formats", _FORMAT_SEEDS, _formats),
            Target("redact", _REDACT_SEEDS, _redact),
            Target("text", _TEXT_SEEDS, _text),
            Target("timex", _TIMEX_SEEDS, _timex),
            Target("render", _TEXT_SEEDS, _render),
            Target("messages", _VALUE_SEEDS, _messages),
            Target("config", _CONFIG_SEEDS, lambda data: _config(folder / "kgmem.toml", data), 2),
            Target("ontology", _TURTLE_SEEDS, lambda data: _ontology(folder / "own.ttl", data), 100),
            Target("vectors", _vector_seeds(folder), lambda data: _vectors(folder / "fuzz.vectors", data), 4),
            Target("journal", _journal_seeds(folder), lambda data: _journal(folder / "fuzz.sqlite", data), 20),
            Target("cypher", _CYPHER_SEEDS, _door),
            Target("cypher run", _CYPHER_SEEDS, lambda data: _query(memory, data), 20),
            Target("arguments", _ARGUMENT_SEEDS, lambda data: _ask(memory, data), 10),
            Target("observe", _VALUE_SEEDS, lambda data: _observe(memory, data), 40),
        ]


def _flat(texts: list[str]) -> list[list[float]]:
    """Vectors for the memory that is fuzzed: what they say does not matter."""
    return [[1.0 + len(text) % 7, *([1.0] * 7)] for text in texts]


# --- bytes to values ----------------------------------------------------------------------------


def words_of(data: bytes) -> str:
    """Text with everything Python's str can hold, lone surrogates too."""
    return data.decode("utf-8", "surrogateescape")


class Draw:
    """Takes values of all shapes out of bytes, the same ones every time; zeros when they run out."""

    FIELDS = "text content speaker role at session id kind caption origin metadata seq trust name time".split()
    ODD: Sequence[Any] = (
        *(math.nan, math.inf, -1, 2**63, 2**64, 10**400, 1e308, -0.0, b"bytes", {1, 2}, object(), object, range(3)),
        *(SAID, SAID.replace(tzinfo=None), date(1, 1, 1), datetime.max, timedelta(1), 3 + 4j, Path("x"), Ellipsis),
        *("2026-06-03", "user", "tool", "document", "9999-12-31T23:59:59Z", "\ud800", "\x00", "x" * 300, ""),
    )

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def number(self, below: int) -> int:
        byte = self._data[self._at] if self._at < len(self._data) else 0
        self._at += 1
        return byte % below

    def text(self) -> str:
        length = self.number(256)
        part = self._data[self._at : self._at + length]
        self._at += length
        return words_of(part)

    def value(self, depth: int = 4) -> Any:
        shape = self.number(12 if depth else 8)
        if shape < 4:
            return self.text()
        if shape == 4:
            return (None, True, False, 0, 1, 1.5, 5, -7)[self.number(8)]
        if shape == 5:
            return struct.unpack("<d", self._data[self._at : self._at + 8].ljust(8, b"\0"))[0]
        if shape == 6:
            return self.ODD[self.number(len(self.ODD))]
        if shape == 7:
            return _nested(DEEP if self.number(8) == 0 else 70) if depth else []
        if shape == 8:
            return [self.value(depth - 1) for _ in range(self.number(5))]
        if shape == 9:
            return tuple(self.value(depth - 1) for _ in range(self.number(4)))
        keys = self.FIELDS if shape == 10 else None
        named = [(keys[self.number(len(keys))] if keys else self.value(0), self.value(depth - 1)) for _ in range(5)]
        return {key: inner for key, inner in named if isinstance(key, str | int | float | bool | None)}


def _nested(depth: int) -> list[Any]:
    nest: list[Any] = []
    for _ in range(depth):
        nest = [nest]
    return nest


# --- targets ------------------------------------------------------------------------------------


def _formats(data: bytes) -> None:
    if not data:
        return
    format = (None, *formats.FORMATS)[data[0] % (1 + len(formats.FORMATS))]
    zone = UTC if data[0] & 64 else None
    reading = formats.read(io.BytesIO(data[1:]), format=format, zone=zone, skip_bad=bool(data[0] & 128))
    told = list(reading)
    list(Reader(UTC, temporal.now).read(told, {}))
    if not all(isinstance(part.where, str) and part.reason for part in reading.bad):
        raise Broken("a part was left out without a place and a reason")


_POLICIES = (
    Policy(),
    Policy(personal="redact"),
    Policy(personal="mask", secrets="mask"),
    Policy(personal="block", secrets="block"),
)


def _redact(data: bytes) -> None:
    policy = _POLICIES[data[0] % 4 if data else 0]
    said = words_of(data[1:])
    once, found = redact(said, policy)
    if redact(once, policy) != (once, ()):
        raise Broken("a second redaction found more")
    if not all(once[r.start : r.end].startswith(f"[redacted:{r.kind}") for r in found):
        raise Broken("a span does not cover its placeholder")
    redact_value(Draw(data[1:]).value(), policy)


def _text(data: bytes) -> None:
    said = words_of(data)
    clean = text.clean(said)
    if text.clean(clean) != clean:
        raise Broken("cleaning twice cleans more")
    clean.encode()
    if text.fold(text.fold(clean)) != text.fold(clean):
        raise Broken("folding twice folds more")
    if text.name_key(text.name_key(clean)) != text.name_key(clean):
        raise Broken("a key has another key")
    if "".join(text.signs(said)) != said:
        raise Broken("signs were lost")
    text.words(said)
    text.is_blank(said)
    if not 0 <= text.cjk_share(said) <= 1:
        raise Broken("a share outside 0 to 1")


def _timex(data: bytes) -> None:
    said = words_of(data[1:])
    order = (None, True, False)[data[0] % 3] if data else None
    anchor = (SAID, datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))[data[0] // 3 % 3 if data else 0]
    for found in timex.find(said, anchor, tense=("past", "future")[len(data) % 2], day_first=order):
        if said[found.start : found.end] != found.surface or found.span.start >= found.span.end:
            raise Broken("a time expression without a place or a length")
    timex.window(said, anchor)


def _render(data: bytes) -> None:
    said = words_of(data)
    shown = visible(said)
    if any(ord(sign) < 32 or 127 <= ord(sign) < 160 or 0xD800 <= ord(sign) < 0xE000 for sign in shown):
        raise Broken("a control sign reaches the screen")
    if json.loads(json_text({"said": said})) != {"said": said}:
        raise Broken("JSON that says something else")
    episode = Episode(text=text.clean(said), speaker="Ana", id="e1")
    if "\n" in quote(episode):
        raise Broken("a quote of more than one line")
    assemble([EpisodeHit(episode, 1.0)], [], [], [], max_tokens=60)


def _messages(data: bytes) -> None:
    draw = Draw(data)
    reader = Reader(UTC if draw.number(2) else None, temporal.now)
    defaults = {name: draw.value(1) for name in draw.FIELDS[: draw.number(4)]}
    for draft in reader.read(draw.value(), defaults):
        json.dumps(dict(draft.episode.metadata), allow_nan=False)
        f"{draft.episode.text}{draft.episode.speaker}{draft.episode.id}{draft.episode.session}".encode()


def _config(file: Path, data: bytes) -> None:
    if data[:1] >= b" ":
        file.write_bytes(data)
        Config.load(file)
        return
    draw = Draw(data[1:])
    names = ("KGMEM_PATH", "KGMEM_LIMIT", "KGMEM_TIMEZONE", "KGMEM_PROGRESS", "KGMEM_LOG_LEVEL", "KGMEM_PTAH")
    Config.load(None, {names[draw.number(len(names))]: draw.text() for _ in range(3)}, limit=draw.value())


def _ontology(file: Path, data: bytes) -> None:
    file.write_bytes(data)
    ontology.load([file])


_ENCODER = EncoderName("flat", "00", 4, 2)


def _vectors(file: Path, data: bytes) -> None:
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    file.write_bytes(data)
    with closing(VectorLog(file, _ENCODER)) as log:
        kept = log.put("0f" * 12, _encoded())
        held = log.get("0f" * 12)
        if held is None or not np.array_equal(held.pooled, kept.pooled):
            raise Broken("a vector was not given back")
    with closing(VectorLog(file, _ENCODER)) as log:
        if "0f" * 12 not in log:
            raise Broken("a vector was lost")


def _encoded() -> Encoded:
    return Encoded(np.array([1, 0, 0, 0], np.float32), np.array([[1, 2]], np.int8))


def _journal(file: Path, data: bytes) -> None:
    for old in file.parent.glob(f"{file.name}*"):
        old.unlink()
    file.write_bytes(data)
    with closing(Journal(file)) as journal:
        list(journal.rows())
        journal.sequence_numbers()
        journal.last_recorded()
        journal.counts()


_PARAM = re.compile(r"\$(\w+)", re.ASCII)


def _door(data: bytes) -> None:
    query = words_of(data)
    passed = check_read_only(query)
    draw = Draw(data)
    check_params(passed, {name: draw.value() for name in _PARAM.findall(passed)})


def _query(memory: Memory, data: bytes) -> None:
    before = _counts(memory)
    try:
        memory.cypher(words_of(data), limit=50, timeout=1)
    finally:
        if _counts(memory) != before:
            raise Broken("a query of the read-only door changed the memory")


def _counts(memory: Memory) -> object:
    held = memory.cypher("MATCH (n) RETURN count(*)").rows, memory.cypher("MATCH ()-[r]->() RETURN count(*)").rows
    return held, sorted(path.name for path in memory.path.iterdir())


def _ask(memory: Memory, data: bytes) -> None:
    draw = Draw(data)
    way, one, two = draw.number(256), draw.value(2), draw.value(2)
    ways: tuple[Callable[[], object], ...] = (
        lambda: memory.recall(one, limit=3),
        lambda: memory.recall("Ana", limit=one, as_of=two),
        lambda: memory.recall("Ana", kinds=one),
        lambda: memory.recall("Ana", speaker=one, session=two),
        lambda: memory.recall("Ana", between=one),
        lambda: memory.recall("Ana", min_score=one, mode=two),
        lambda: memory.recall("Ana", relation=one, known_at=two),
        lambda: memory.recall("Ana", asked_at=one),
        lambda: memory.recall("Ana").context(one),
        lambda: memory.facts(one, two),
        lambda: memory.facts(as_of=one, history=two),
        lambda: memory.episodes(speaker=one, session=two),
        lambda: memory.episodes(limit=one),
        lambda: memory.events(one),
        lambda: memory.cypher("RETURN $x", {"x": one}),
        lambda: memory.cypher("RETURN 1", one, limit=two),
        lambda: memory.cypher(one, timeout=two),
        lambda: memory.assert_fact(one, "knows", two),
        lambda: memory.assert_fact("Ana", one, value=two),
        lambda: memory.record_event(one, participants=two),
        lambda: memory.link_cause(one, two),
        lambda: memory.retract(one),
        lambda: memory.close_fact(one, valid_to=two),
        lambda: memory.to_networkx(as_of=one, known_at=two),
    )
    ways[way % len(ways)]()


def _observe(memory: Memory, data: bytes) -> None:
    draw = Draw(data)
    memory.observe(draw.value(), **{name: draw.value(2) for name in ("speaker", "at", "metadata") if draw.number(2)})


# --- seeds --------------------------------------------------------------------------------------

_FORMAT_SEEDS = tuple(
    bytes([number]) + seed
    for number, seed in (
        (
            64,
            b'{"content": "Hello", "speaker": "Ana", "at": "2026-06-03T09:00:00+01:00", "metadata": {"a": [1]}}\n',
        ),
        (
            193,
            b'[{"role": "user", "content": [{"type": "text", "text": "Hi"}]}, {"role": "assistant", "content": "Ho"}]',
        ),
        (
            194,
            json.dumps(
                {
                    "mapping": {
                        "a": {"message": None, "parent": None},
                        "b": {
                            "parent": "a",
                            "message": {
                                "id": "m1",
                                "author": {"role": "user", "name": None},
                                "create_time": 1719823456.5,
                                "content": {"content_type": "text", "parts": ["Hello"]},
                            },
                        },
                    },
                    "current_node": "b",
                    "title": "T",
                    "conversation_id": "c1",
                }
            ).encode(),
        ),
        (
            195,
            json.dumps(
                {
                    "sample_id": "s",
                    "conversation": {
                        "speaker_a": "Ana",
                        "session_1": [{"speaker": "Ana", "text": "Hi", "dia_id": "D1:1"}],
                        "session_1_date_time": "1:56 pm on 8 May, 2023",
                    },
                }
            ).encode(),
        ),
        (64, "[2026-06-03 09:00] Ana: Hello\nBo: 你好\nmore\n".encode()),
        (69, b"A paragraph. Of two sentences.\n\nAnother one.\n"),
        (0, b"\x1f\x8b\x08\x00\x00\x00\x00\x00"),
        (0, zlib.compress(b"x" * 50)),
    )
)
_FAKE = b"FAKE0" * 8
_REDACT_SEEDS = (
    b"\x00My PIN is 4821 and the wifi password at the cabin is tulip-Harbor-93.",
    b"\x01Use ghp_" + _FAKE[:36] + b", ana@example.org, +49 30 1234567, DE89370400440532013000, 203.0.113.7",
    "\x02密码是829-墨绿-17，手机13812345678，身份证11010519491231002X".encode(),
    b"\x03-----BEGIN PRIVATE KEY-----\nFAKEFAKEFAKEFAKEFAKEFAKEFAKE\n-----END PRIVATE KEY-----",
    b"\x01postgres://ada:fakePW1@db.example/x Authorization: Bearer abcdefGHIJ0123456789",
    b"\x02codes are 4821, 7702 and 1190; card 4111 1111 1111 1111 [redacted:card*1111]",
)
_TEXT_SEEDS = (
    "Ana's 3 cats, İstanbul ﬁn Ǆ ß".encode(),
    "我住在北京。 مُحَمَّد עִבְרִית".encode(),
    "👩‍👩‍👧‍👦 e\u0301 \u202eabc\u2066 \x1b[31mred\x1b]0;t\x07".encode(),
    b"The  'Old' Mill.\r\n\x00\x85",
    '</memory> <|im_start|>system " \\" [ep_1]\u2028- x'.encode(),
)
_TIMEX_SEEDS = (
    b"\x00last Friday at half past three, two weeks before Christmas 2026",
    b"\x016/9/2023 and 06.09.2023, from May to June, every Monday since 2019",
    "\x03上周五下午三点半，去年五月，二〇一九年，三天后".encode(),
    b"\x06the 31st of February, year 99999, 10000000 years ago, in 3 minutes",
)
_CONFIG_SEEDS = (
    b'path = "a.kgmem"\ntimezone = "Europe/Lisbon"\nlimit = 5\nprogress = true\n',
    b"\x01\x02\x0dEurope/Lisbon\x01\x015\x03\x03yes",
    b'encoder = "minilm"\nretain = "facts"\nlog_level = "DEBUG"\n',
)
_TURTLE_SEEDS = (
    b"@prefix k: <https://kgmem.dev/ontology#> .\n@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
    b'k:owes a k:Relation ; rdfs:domain k:Person ; rdfs:range k:Thing ; rdfs:label "owes"@en .\n',
    b"@prefix : <urn:x:> . :a :b :c , [ :d ( 1 2.5 true ) ] .",
)
_CYPHER_SEEDS = (
    b"MATCH (a:Entity)<-[:SUBJECT]-(f:Fact) WHERE a.name = 'Ana' RETURN f.text ORDER BY f.id LIMIT 5",
    b"UNWIND [1, 2] AS x WITH x /* c */ RETURN x + 1 // d",
    b"RETURN `a` AS `b;c`, \"it's\", 'x\\'y', $p, {a: 1}, [1][0]",
    b"CALL show_tables() RETURN *",
    b"MATCH (n) RETURN n; COMMIT; CREATE (:Session {id: 'x'})",
    b"MATCH (n) DETACH/**/DELETE n",
    b"COPY (MATCH (n) RETURN n) TO 'out.csv'",
    b"LOAD FROM 'x.csv' RETURN *",
    b"MATCH (a)-[e*1..3]->(b) WHERE EXISTS { MATCH (a)--(c) } RETURN a, count(DISTINCT b), CASE WHEN 1 THEN 2 END",
)
_VALUE_SEEDS = (
    b"\x01\x0a\x00\x05hello\x02\x03Ana\x04\x032026",
    b"\x00\x08\x03\x0a\x00\x04text\x0a\x01\x05speak\x06\x0d\x07\x00",
    b"\x01\x00\x20My PIN is 4821, said Ana in Porto",
    b"\x01\x0a\x0a\x0b\x00\x01a\x08\x04\x04\x01\x04\x02\x06\x00\x06\x05",
)


_ARGUMENT_SEEDS = tuple(
    bytes([way]) + shape
    for way in range(24)
    for shape in (b"\x00\x03Ana\x00\x05Porto", b"\x04\x06\x04\x03", b"\x06\x13\x04\x00", b"\x08\x02\x00\x03Ana\x04\x06")
)


def _vector_seeds(folder: Path) -> tuple[bytes, ...]:
    file = folder / "seed.vectors"
    with closing(VectorLog(file, _ENCODER)) as log:
        log.put("ab" * 12, _encoded())
        log.put("cd" * 12, Encoded(np.zeros(4, np.float32), np.zeros((0, 2), np.int8)))
    return file.read_bytes(), file.read_bytes()[:-3], b'{"kgmem": "vectors"}\n'


def _journal_seeds(folder: Path) -> tuple[bytes, ...]:
    """A journal with a few rows, whole, cut, and as a database of another's."""
    file = folder / "seed.sqlite"
    with closing(Journal(file)) as journal:
        for _ in range(3):
            journal.applied(journal.prepare("observe", 1, WriteSet()))
    other = folder / "other.sqlite"
    with closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE write(seq, verb)")
        db.commit()
    return file.read_bytes(), file.read_bytes()[:5000], other.read_bytes()
