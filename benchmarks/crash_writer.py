"""The two processes of a crash trial: one writes until it is killed, a new one opens what is left.

The writer tells on a pipe what it begins and, when the call has returned, what memory shows now; so the
last line told is what was acknowledged. Everything is drawn from a seed.
"""

from __future__ import annotations

import inspect
import json
import logging
import os
import random
import re
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import UTC
from functools import lru_cache
from hashlib import blake2b
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

import kgmem
from benchmarks.crash_points import POINTS, Trap
from kgmem import (
    CauseClaim,
    Conversation,
    Encoded,
    EncoderMismatch,
    Episode,
    Event,
    EventClaim,
    Extraction,
    Fact,
    FactClaim,
    InvalidArgument,
    Link,
    Memory,
    Mention,
    schema,
)
from kgmem.temporal import SECOND, Micros, micros, moment, parse_instant

PEOPLE = "Ada Bruno Carla Dmitri Elif Femke Gustav Hanne".split()
PLACES = "Porto Ghent Turku Malmo Lyon Vejle Brno Cork".split()
FIRMS = "Kestrel Alder Brightloom Nordlys Helio Marlin".split()
START = micros(parse_instant("2026-01-01T00:00:00Z", None))
DAY = 86_400 * SECOND
OLD = Path(__file__).parents[1] / "tests" / "data" / "format-1.sql"
"""The journal of a memory of store format 1, as SQL; its meta.json lies beside it."""
OTHER_ENGINE = {"kuzu": "ladybug", "ladybug": "kuzu"}
Records = dict[str, dict[str, dict[str, Any]]]
"""What memory shows: kind -> id -> record."""
Operation = tuple[dict[str, Any], Callable[[], object]]
"""What an operation is about, as the judge needs it, and the call itself."""


class WordEncoder:
    """Vectors from hashed words: no model, the same on every machine."""

    languages = frozenset({"*"})

    def __init__(self, dim: int = 16) -> None:
        self.id, self.dim, self.token_dim, self.fingerprint = f"words{dim}", dim, 8, f"{dim:016x}"

    def encode(self, texts: Sequence[str], *, query: bool = False) -> list[Encoded]:
        return [self._encode(text[:2000].casefold().split()) for text in texts]

    def _encode(self, words: list[str]) -> Encoded:
        pooled = sum((_direction(word, self.dim) for word in words), np.zeros(self.dim, np.float32))
        length = float(np.linalg.norm(pooled))
        tokens = [np.round(_direction(word, self.token_dim) * 127) for word in words[:32]]
        return Encoded(
            (pooled / length if length else pooled).astype(np.float32),
            np.array(tokens, np.int8).reshape(len(tokens), self.token_dim),
        )


@lru_cache(maxsize=10_000)
def _direction(word: str, dim: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    seed = int.from_bytes(blake2b(word.encode(), digest_size=8).digest())
    direction = np.random.default_rng(seed).normal(size=dim).astype(np.float32)
    unit: np.ndarray[Any, np.dtype[np.float32]] = direction / np.linalg.norm(direction)
    return unit


_LIVES = re.compile(r"(\w+) lives in (\w+)\.")
_WORKS = re.compile(r"(\w+) works for (\w+)\.")
_MOVED = re.compile(r"(\w+) moved to (\w+) because (\w+) closed\.")


def read_sentences(batch: Sequence[tuple[Episode, Conversation]]) -> list[Extraction]:
    """An extractor for the sentences that `sentence` makes."""
    return [_read(episode.text) for episode, _ in batch]


def _read(text: str) -> Extraction:
    def mention(found: re.Match[str], group: int, kind: str) -> Mention:
        return Mention(found.start(group), found.end(group), found[group], found[group], kind)

    if found := _LIVES.match(text):
        who, where = mention(found, 1, "Person"), mention(found, 2, "Place")
        claim = FactClaim(who.name, "livesIn", where.name, object_type="Place", start=0, end=found.end())
        return Extraction((who, where), (claim,))
    if found := _WORKS.match(text):
        who, firm = mention(found, 1, "Person"), mention(found, 2, "Organization")
        claim = FactClaim(who.name, "worksFor", firm.name, object_type="Organization", start=0, end=found.end())
        return Extraction((who, firm), (claim,))
    if found := _MOVED.match(text):
        who, where, firm = mention(found, 1, "Person"), mention(found, 2, "Place"), mention(found, 3, "Organization")
        moved = EventClaim(
            "Moving",
            f"{who.name} moved to {where.name}",
            (("agent", who.name, "Person"), ("destination", where.name, "Place")),
            end=found.end(2),
        )
        closed = EventClaim("Event", f"{firm.name} closed", (("agent", firm.name, "Organization"),), end=found.end())
        claim = FactClaim(who.name, "livesIn", where.name, object_type="Place", start=0, end=found.end())
        return Extraction((who, where, firm), (claim,), (moved, closed), (CauseClaim(1, 0, cue="because"),))
    return Extraction()


def sentence(draw: random.Random) -> str:
    who, where, firm = draw.choice(PEOPLE), draw.choice(PLACES), draw.choice(FIRMS)
    kind = draw.randrange(5)
    if kind == 0:
        return f"{who} lives in {where}."
    if kind == 1:
        return f"{who} works for {firm}."
    if kind == 2:
        return f"{who} moved to {where} because {firm} closed."
    if kind == 3:
        return f"The kettle in room {draw.randrange(100)} is broken. " * draw.choice([1, 1, 1, 400])
    return f"Did {who} see the ladder that {draw.choice(PEOPLE)} bought for {draw.randrange(5, 900)} euros?"


def tells_a_fact(text: str) -> bool:
    return bool(_read(text).facts)


# --- a memory, as both processes open it --------------------------------------------------------------


class Ticking:
    """A clock that moves one second on each reading."""

    def __init__(self, start: Micros) -> None:
        self.now = start

    def __call__(self) -> Micros:
        self.now += SECOND
        return self.now


def shrink() -> None:
    """Let small memories do what large ones do: an HNSW file from a few episodes on, a checkpoint at each close."""
    from kgmem import store, vectors

    limits, closing_limits = vectors.Vectors.__init__.__kwdefaults__, store.Store.close.__kwdefaults__
    assert limits is not None
    assert closing_limits is not None
    limits["exact_limit"] = vectors.EXACT_LIMIT = 12
    vectors.GATHER_LIMIT = 2
    closing_limits["checkpoint_at"] = store.CHECKPOINT_AT = 4096


def make_old(path: Path, engine: str) -> Records:
    """Make a memory of store format 1, and return what it must show."""
    path.mkdir()
    (path / "index").mkdir()
    with closing(sqlite3.connect(path / "journal.sqlite")) as db:
        db.executescript(OLD.read_text(encoding="utf-8"))
        rows = [json.loads(body) for (body,) in db.execute("SELECT body FROM write WHERE state <> 'rejected'")]
    encoder = WordEncoder()
    meta = json.loads(OLD.with_suffix(".json").read_text(encoding="utf-8"))
    meta |= {"encoder": encoder.id, "fingerprint": encoder.fingerprint, "engine": engine}
    meta |= {"dim": encoder.dim, "token_dim": encoder.token_dim}
    (path / "meta.json").write_text(json.dumps(meta), encoding="utf-8")
    episodes = [row for body in rows for row in body.get("nodes", {}).get("Episode", ())]
    facts = [row for body in rows for row in body.get("nodes", {}).get("Fact", ())]
    return {
        "episodes": {row["id"]: {name: row[name] for name in ("id", "text", "speaker", "session")} for row in episodes},
        "facts": {row["id"]: {name: row[name] for name in ("id", "text", "relation", "valid_from")} for row in facts},
    }


def takes_an_engine() -> bool:
    return "engine" in inspect.signature(Memory.open).parameters


def open_memory(job: dict[str, Any], encoder: WordEncoder) -> Memory:
    options: dict[str, Any] = {"timezone": "Europe/Lisbon"} if job["fresh"] else {}
    if takes_an_engine() and job["engine"]:
        options["engine"] = job["engine"]
    if not job["rules"]:
        options["extractor"] = read_sentences
    return Memory.open(job["path"], encoder=encoder, clock=Ticking(START + job["round"] * DAY), **options)


def records(memory: Memory) -> Records:
    """Everything a memory shows through its public verbs."""
    found: dict[str, Sequence[Any]] = {
        "episodes": memory.episodes(),
        "facts": memory.facts(history=True),
        "events": memory.events(),
        "links": memory.links(),
        "entities": memory.entities(),
    }
    told: Records = {kind: {item.id: asdict(item) for item in items} for kind, items in found.items()}
    stats = memory.stats()
    told["memory"] = {"settings": {name: stats[name] for name in ("timezone", "retain", "encoder")}}
    plain: Records = json.loads(json.dumps(told, default=list))
    return plain


def difference(before: Records, after: Records) -> dict[str, Any]:
    """Records put and ids gone, by kind."""
    put = {
        kind: {name: record for name, record in held.items() if before.get(kind, {}).get(name) != record}
        for kind, held in after.items()
    }
    gone = {kind: [name for name in held if name not in after.get(kind, {})] for kind, held in before.items()}
    return {
        "put": {kind: held for kind, held in put.items() if held},
        "gone": {kind: held for kind, held in gone.items() if held},
    }


def digest(found: Records) -> str:
    return blake2b(json.dumps(found, sort_keys=True).encode(), digest_size=8).hexdigest()


# --- the writer ---------------------------------------------------------------------------------------

EVERYDAY = "observe observe observe observe_many observe_many assert_fact record_event retract close_fact".split()
RARE = "reopen reopen checkpoint rebuild reindex forget unforget erase backup repair".split()
ADDED = {
    "forget": "forget",
    "unforget": "unforget",
    "erase": "erase",
    "backup": "backup",
    "repair": "repair",
    "export": "export",
    "import": "import_file",
}
"""Operations that came to Memory after its first version, and the verb each needs."""


def exists(verb: str) -> bool:
    """True when this version of kgmem can do an operation."""
    if verb == "migrate":
        return hasattr(kgmem, "migrate") and takes_an_engine()
    if verb == "upgrade":
        return schema.FORMAT > 1 and OLD.exists()
    return verb not in ADDED or hasattr(Memory, ADDED[verb])


class Writer:
    """Operations drawn from a seed, on one memory."""

    def __init__(self, job: dict[str, Any], trap: Trap) -> None:
        self.job, self.trap = job, trap
        self.draw = random.Random(f"{job['seed']}/{job['round']}/writer")
        self.encoder = WordEncoder(job["dim"])
        self.said = 0
        self.memory = open_memory(job, self.encoder)

    def _message(self) -> dict[str, Any]:
        self.said += 1
        at = START + self.job["round"] * DAY + self.draw.randrange(-40, 40) * DAY + self.said * SECOND
        name = f"e{self.job['round']}-{self.said}"
        return {
            "id": name,
            "text": f"{sentence(self.draw)} Note {name}.",  # what was erased is refused by its text
            "speaker": self.draw.choice(PEOPLE),
            "session": f"s{self.draw.randrange(4)}",
            "at": moment(at, UTC),
        }

    def observe(self) -> Operation:
        message = self._message()
        return _groups([[message]]), lambda: self.memory.observe(message)

    def observe_many(self) -> Operation:
        groups = [[self._message() for _ in range(4)] for _ in range(self.draw.randint(1, 3))]
        flat = [message for group in groups for message in group]
        return _groups(groups), lambda: self.memory.observe_many(flat, batch=4, progress=False)

    def assert_fact(self) -> Operation:
        who, where = self.draw.choice(PEOPLE), self.draw.choice(PLACES)
        since = f"20{self.draw.randrange(10, 25)}-01-01T00:00:00Z"
        return {}, lambda: self.memory.assert_fact(who, "livesIn", where, valid_from=since)

    def record_event(self) -> Operation:
        who, day = self.draw.choice(PEOPLE), self.draw.randrange(10, 28)
        return {}, lambda: self.memory.record_event(
            f"{who} bought a kayak", kind="Purchase", participants={"agent": who}, start=f"2025-03-{day}T00:00:00Z"
        )

    def retract(self) -> Operation:
        events = [event.id for event in self.memory.events()]
        live = [fact.id for fact in self.memory.facts()]
        chosen = self.draw.choice(events if events and self.draw.random() < 0.3 else live or [""])
        return {"goes": [chosen]}, lambda: self.memory.retract(chosen) if chosen else None

    def close_fact(self) -> Operation:
        live = [fact.id for fact in self.memory.facts()]
        chosen = self.draw.choice(live or [""])
        at = "2027-01-01T00:00:00Z"
        return {}, lambda: self.memory.close_fact(chosen, valid_to=at) if chosen else None

    def reopen(self) -> Operation:
        def act() -> None:
            self.memory.close()
            self.memory = open_memory({**self.job, "fresh": False}, self.encoder)

        return {}, act

    def checkpoint(self) -> Operation:
        if hasattr(self.memory, "checkpoint"):
            return {}, self.memory.checkpoint
        return self.reopen()

    def rebuild(self) -> Operation:
        return {}, self.memory.rebuild

    def reindex(self) -> Operation:
        other = WordEncoder(self.draw.choice([16, 24]))

        def act() -> None:
            self.memory.reindex(other)
            self.encoder = other

        return {"dim": other.dim}, act

    def _episode(self) -> str:
        return self.draw.choice([episode.id for episode in self.memory.episodes()] or [""])

    def forget(self) -> Operation:
        chosen = self._episode()
        memory: Any = self.memory
        return {"hides": [chosen]}, lambda: memory.forget(episode=chosen) if chosen else None

    def unforget(self) -> Operation:
        memory: Any = self.memory
        hidden = [getattr(item, "id", item) for item in memory.forgotten()]
        chosen = self.draw.choice(hidden or [""])
        return {"hides": [chosen]}, lambda: memory.unforget(chosen) if chosen else None

    def erase(self) -> Operation:
        chosen = self._episode()
        memory: Any = self.memory
        return {"erases": [chosen]}, lambda: memory.erase(episode=chosen).confirm() if chosen else None

    def backup(self) -> Operation:
        memory: Any = self.memory
        target = Path(tempfile.mkdtemp(dir=self.job["side"])) / "backup"
        return {"backup": str(target)}, lambda: memory.backup(target)

    def repair(self) -> Operation:
        memory: Any = self.memory
        return {}, memory.repair

    def export(self) -> Operation:
        memory: Any = self.memory
        target = Path(tempfile.mkdtemp(dir=self.job["side"])) / "export.jsonl"
        return {}, lambda: memory.export(target)

    def import_file(self) -> Operation:
        """Import what another memory, made here and now, exported."""
        side = Path(tempfile.mkdtemp(dir=self.job["side"]))
        messages = [self._message() for _ in range(6)]
        other: Any = open_memory({**self.job, "path": str(side / "other.kgmem"), "fresh": True}, self.encoder)
        other.observe_many(messages, progress=False)
        other.export(side / "other.jsonl")
        other.close()
        memory: Any = self.memory
        about = {"singles": [message["id"] for message in messages]}
        return about, lambda: memory.import_file(side / "other.jsonl", existing="skip")

    def plan(self) -> Iterator[str]:
        """Verbs, some everyday ones and then the one that the trial is about, until the writer is killed."""
        verb = self.job["verb"]
        rare = [name for name in RARE if exists(name)]
        for _ in range(self.draw.randint(0 if verb in ("", "create", "write") else 4, 8)):
            yield self.draw.choice(EVERYDAY) if self.draw.random() < 0.88 else self.draw.choice(rare)
        if verb in ("", "create", "write", "upgrade"):
            for _ in range(self.job["calls"]):
                yield self.draw.choice(EVERYDAY) if self.draw.random() < 0.88 else self.draw.choice(rare)
        else:
            for _ in range(2):
                yield "import_file" if verb == "import" else verb


def _groups(groups: list[list[dict[str, Any]]]) -> dict[str, Any]:
    """Batches in order, and which of their episodes tell a fact."""
    return {
        "groups": [[message["id"] for message in group] for group in groups],
        "tells": [message["id"] for group in groups for message in group if tells_a_fact(message["text"])],
    }


def write(pipe: Connection, job: dict[str, Any]) -> None:
    """The writer process: operations on a memory, told on the pipe, until it is killed or closed."""
    _settle_in(job)
    draw = random.Random(f"{job['seed']}/{job['round']}/trap")
    trap = Trap(Path(job["path"]), draw, group=draw.random() < 0.5)
    if job["point"] in POINTS:
        trap.set(POINTS[job["point"]])
    elif job["point"].startswith("steps/"):
        trap.watch(job["verb"])
    if job["verb"] == "migrate":
        trap.verb = "migrate"
        _tell(pipe, {"begin": "migrate"})
        kgmem.migrate(job["path"], engine=OTHER_ENGINE[job["engine"]])
        _tell(pipe, {"done": "migrate", "put": {}, "gone": {}})
        return
    opening = "create" if job["fresh"] else "upgrade" if job["verb"] == "upgrade" else "open"
    trap.verb = opening
    _tell(pipe, {"begin": opening})
    writer = Writer(job, trap)
    trap.verb = ""
    shown = records(writer.memory)
    _tell(pipe, {"done": opening, "hash": digest(shown), "put": shown, "gone": {}})
    for verb in writer.plan():
        about, act = getattr(writer, verb)()
        trap.verb = "import" if verb == "import_file" else verb
        _tell(pipe, {"begin": verb, **about})
        try:
            act()
            trap.verb = ""
            now = records(writer.memory)
            if job["small"]:
                writer.memory.recall("kettle", limit=1)  # which makes the HNSW graph that closing saves
        except InvalidArgument as error:
            _tell(pipe, {"refused": verb, "error": str(error)})
            now = records(writer.memory)
        except Exception as error:  # noqa: BLE001  (on a full disk anything may come; the judge looks at the kind)
            trap.verb = ""
            _tell(pipe, {"failed": verb, "error": f"{type(error).__name__}: {error}"})
            if job["full"]:
                time.sleep(0.02)
            continue
        _tell(pipe, {"done": verb, "hash": digest(now), **difference(shown, now)})
        shown = now
    if job["ends"] == "closed":
        _tell(pipe, {"begin": "close"})
        writer.memory.close()
        _tell(pipe, {"done": "close", "hash": digest(shown), "put": {}, "gone": {}})
    else:
        _tell(pipe, {"idle": True})
        os.kill(os.getpid(), signal.SIGKILL)


def _settle_in(job: dict[str, Any]) -> None:
    os.setsid()  # so that it can be killed with the processes it starts
    log = os.open(job["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for stream in (1, 2):
        os.dup2(log, stream)
    sys.excepthook = sys.__excepthook__
    if job["small"]:
        shrink()


def _tell(pipe: Connection, line: dict[str, Any]) -> None:
    pipe.send_bytes(json.dumps(line, default=list).encode())


# --- the reader ---------------------------------------------------------------------------------------


class _Warnings(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def look(pipe: Connection, job: dict[str, Any]) -> None:
    """The reader process: open what is left, tell what it shows and what does not fit, and write once more."""
    _settle_in(job)
    heard = _Warnings()
    logging.getLogger("kgmem").addHandler(heard)
    try:
        memory, dim = _opened(job)
    except Exception as error:  # noqa: BLE001  (whatever is raised is the finding)
        _tell(pipe, {"unopenable": f"{type(error).__name__}: {error}", "warnings": heard.lines})
        return
    opening = list(heard.lines)
    try:
        odd = misfits(memory)
        shown = records(memory)
        name = f"alive-{job['round']}"
        memory.observe(f"Still here: {name}.", id=name, at="2026-12-01T00:00:00Z", session="after")
        after = records(memory)
        odd += [f"check, after one more episode: {line}" for line in memory.check()]
        if name not in after["episodes"]:
            odd.append("an episode written after the opening is not there")
        memory.close()
    except Exception as error:  # noqa: BLE001
        _tell(pipe, {"unopenable": f"opened, then {type(error).__name__}: {error}", "warnings": heard.lines})
        return
    _tell(pipe, {"shown": shown, "after": after, "odd": odd, "warnings": opening, "dim": dim})


def _opened(job: dict[str, Any]) -> tuple[Memory, int]:
    """The memory, with the encoder it says it was made with; a reindex that was cut short may have either."""
    for dim in job["dims"][:-1]:
        try:
            return open_memory(job, WordEncoder(dim)), dim
        except EncoderMismatch:
            continue
    return open_memory(job, WordEncoder(job["dims"][-1])), job["dims"][-1]


def misfits(memory: Memory) -> list[str]:
    """What does not fit together in what a memory shows."""
    odd = [f"check: {line}" for line in memory.check()]
    episodes = {episode.id for episode in memory.episodes()}
    facts = {fact.id: fact for fact in memory.facts(history=True)}
    entities = {entity.id for entity in memory.entities()}
    for fact in facts.values():
        odd += _rootless("fact", fact, episodes)
        odd += [f"fact without its entity {n}" for n in (fact.subject_id, fact.object_id) if n and n not in entities]
    for event in memory.events():
        odd += _rootless("event", event, episodes)
        odd += [f"event without its entity {p.entity_id}" for p in event.participants if p.entity_id not in entities]
    happened = {row[0] for row in memory.cypher("MATCH (n:Event) RETURN n.id", limit=100_000).rows}
    for link in memory.links():
        odd += _rootless("link", link, episodes)
        odd += [f"link without its end {end}" for end in (link.cause, link.effect) if end not in happened | set(facts)]
    for kind, held in (("Episode", episodes), ("Fact", set(facts)), ("Entity", entities)):
        rows = memory.cypher(f"MATCH (n:{kind}) RETURN n.id", limit=100_000).rows
        if not held <= (in_graph := {row[0] for row in rows}) or (in_graph - held and not exists("forget")):
            odd.append(f"{kind}: {len(held)} shown, {len(in_graph)} in the graph")
    rows = memory.cypher("MATCH (e:Episode)-[:MENTIONS]->(n:Entity) RETURN e.id, n.id", limit=100_000).rows
    odd += [f"mention without its entity {end}" for name, end in rows if name in episodes and end not in entities]
    for question in ("Where does Ada live?", "Who closed?", "kettle in room 7"):
        found = memory.recall(question, limit=20)
        odd += [f"recalled {hit.id}, which is no episode" for hit in found.episodes if hit.id not in episodes]
        odd += [f"recalled {hit.fact.id}, which is no fact" for hit in found.facts if hit.fact.id not in facts]
    return odd


def _rootless(kind: str, item: Fact | Event | Link, episodes: set[str]) -> list[str]:
    """A finding when none of the episodes that something was read in is there. (A part may be forgotten.)"""
    roots = {evidence.episode for evidence in item.evidence}
    return [f"{kind} {item.id} without its episode {min(roots)}"] if roots and roots.isdisjoint(episodes) else []
