"""Memory systems under the synthetic benchmark: what each must offer, and kgmem and plain search as two of them.

A system hears turns and answers questions. It sees texts, speakers and times, never gold.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from benchmarks.baselines import Baseline, bm25
from benchmarks.retrieval import DEPTH, Turn
from kgmem.context import count_tokens
from kgmem.encoders import load_encoder
from kgmem.memory import Memory
from kgmem.records import Event, Fact
from kgmem.temporal import BEGINNING, iso, micros, parse_instant


@dataclass(frozen=True, slots=True)
class Said:
    """A turn as a system hears it. `at` is ISO with offset."""

    id: str
    session: str
    speaker: str
    role: str
    at: str
    text: str


Read = TypeVar("Read", "ReadFact", "ReadEvent")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as a system hears it. `as_of`: the world on that date; `known_at`: what was known by then."""

    text: str
    at: str
    as_of: str = ""
    known_at: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """`ranked`: ids of turns, best first. `answers`: what it says, best first, for lists all of them; () says that
    it does not know. `happenings`: for each thing that happened and bears on the question, the turns that tell it."""

    ranked: tuple[str, ...]
    answers: tuple[str, ...] = ()
    happenings: tuple[frozenset[str], ...] = ()
    confidence: float = 0.0
    tokens: int = 0
    milliseconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ReadFact:
    """A fact as a system read it in a turn."""

    turn: str
    subject: str
    relation: str
    object: str
    polarity: str
    modality: str
    start: str = ""


@dataclass(frozen=True, slots=True)
class ReadEvent:
    turn: str
    kind: str
    who: frozenset[str]
    start: str = ""


class System(Protocol):
    """One conversation's memory. `read` gives what was extracted, None for a system that extracts nothing."""

    name: str

    def ingest(self, turns: Sequence[Said]) -> None: ...

    def recall(self, asked: Asked) -> Reply: ...

    def forget(self, session: str) -> None:
        """Erase a session."""

    def read(self) -> tuple[list[ReadFact], list[ReadEvent]] | None: ...

    def close(self) -> None: ...


class Kgmem:
    """kgmem through its public API. Its answers are those of `Recollection.answers`; the happenings are
    those that a causal link joins to what was asked about."""

    name = "kgmem"

    def __init__(self) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="kgmem-synthetic-")
        self._now = 0
        self._memory = Memory.open(Path(self._place.name) / "memory", timezone="UTC", clock=lambda: self._now)

    def ingest(self, turns: Sequence[Said]) -> None:
        self._memory.observe_many(self._as_they_came(turns), progress=False)

    def _as_they_came(self, turns: Sequence[Said]) -> Iterator[dict[str, str]]:
        """Messages, each recorded when it was said: `known_at` asks about that clock."""
        for turn in turns:
            self._now = micros(parse_instant(turn.at, None))
            yield _message(turn)

    def recall(self, asked: Asked) -> Reply:
        began = time.perf_counter()
        found = self._memory.recall(
            asked.text,
            limit=DEPTH,
            as_of=asked.as_of or None,
            known_at=asked.known_at or None,
            asked_at=asked.at,
        )
        spent = (time.perf_counter() - began) * 1000
        caused = [hit for hit in found.events if "causal" in hit.arms]
        return Reply(
            ranked=tuple(hit.id for hit in found.episodes),
            answers=tuple(dict.fromkeys(answer.value for answer in found.answers)),
            happenings=tuple(frozenset(e.episode for e in hit.event.evidence) for hit in caused),
            confidence=found.confidence,
            tokens=count_tokens(found.context(600)),
            milliseconds=spent,
        )

    def forget(self, session: str) -> None:
        self._memory.erase(session=session).confirm()

    def read(self) -> tuple[list[ReadFact], list[ReadEvent]]:
        """Facts of a named relation and events of a kind, asserted. What is kept under `relatedTo`, and an event of no
        kind in particular ("half the boxes were still closed"), claims none: the gold, which has named relations and
        kinds only, can neither confirm nor refute it."""
        facts = [
            ReadFact(
                evidence.episode,
                fact.subject,
                fact.relation,
                fact.object or fact.value,
                fact.polarity,
                "asserted" if fact.modality == "recurring" else fact.modality,  # the gold asserts habits
                _date(fact),
            )
            for fact in self._memory.facts()
            if fact.relation != "relatedTo"
            for evidence in fact.evidence
        ]
        events = [
            ReadEvent(evidence.episode, event.kind, frozenset(p.name for p in event.participants), _date(event))
            for event in self._memory.events()
            if event.modality == "asserted" and event.kind != "Event"
            for evidence in event.evidence
        ]
        return _once(facts), _once(events)

    def close(self) -> None:
        self._memory.close()
        self._place.cleanup()


def _once(read: Sequence[Read]) -> list[Read]:
    """What was read in a turn, once: a fact has several versions, whose dates differ, and its last one counts."""
    return list({replace(one, start=""): one for one in read}.values())


class Bm25:
    """BM25 over single turns, as every benchmark here has it for its baseline (`baselines.bm25`); no answers."""

    name = "bm25"

    def __init__(self) -> None:
        self._turns: list[Said] = []
        self._ask: Baseline | None = None

    def ingest(self, turns: Sequence[Said]) -> None:
        self._turns += turns
        self._ask = bm25([_turn(said) for said in self._turns])
        if self._ask is None:
            raise SystemExit("the BM25 baseline needs bm25s: pip install 'kgmem[bench]'")

    def recall(self, asked: Asked) -> Reply:
        assert self._ask is not None, "nothing was ingested"
        began = time.perf_counter()
        ranked, _ = self._ask(asked.text, len(self._turns))
        heard = {turn.id for turn in self._turns if not asked.known_at or turn.at <= asked.known_at}
        spent = (time.perf_counter() - began) * 1000
        return Reply(tuple(id for id, score in ranked if score > 0 and id in heard)[:DEPTH], milliseconds=spent)

    def forget(self, session: str) -> None:
        kept, self._turns = [turn for turn in self._turns if turn.session != session], []
        self.ingest(kept)

    def read(self) -> None:
        return None

    def close(self) -> None:
        self._turns.clear()


class Dense:
    """Cosine of the packaged encoder's pooled vectors over single turns; no answers."""

    name = "dense"

    def __init__(self) -> None:
        self._encoder = load_encoder(None)
        self._turns: list[Said] = []
        self._vectors = np.zeros((0, self._encoder.dim), np.float32)

    def ingest(self, turns: Sequence[Said]) -> None:
        self._turns += turns
        texts = [f"{turn.at[:10]} {turn.speaker}: {turn.text}" for turn in turns]
        self._vectors = np.array([one.pooled for one in self._encoder.encode(texts)], np.float32)

    def recall(self, asked: Asked) -> Reply:
        began = time.perf_counter()
        scores = self._vectors @ self._encoder.encode([asked.text], query=True)[0].pooled
        order = np.argsort(-scores, kind="stable")
        heard = [self._turns[n] for n in order if not asked.known_at or self._turns[n].at <= asked.known_at]
        spent = (time.perf_counter() - began) * 1000
        return Reply(tuple(turn.id for turn in heard[:DEPTH]), milliseconds=spent)

    def forget(self, session: str) -> None:
        kept = [n for n, turn in enumerate(self._turns) if turn.session != session]
        self._turns, self._vectors = [self._turns[n] for n in kept], self._vectors[kept]

    def read(self) -> None:
        return None

    def close(self) -> None:
        self._turns.clear()


SYSTEMS: Mapping[str, type[Kgmem] | type[Bm25] | type[Dense]] = {"kgmem": Kgmem, "bm25": Bm25, "dense": Dense}


def _turn(said: Said) -> Turn:
    at = datetime.fromisoformat(said.at)
    return Turn(said.id, said.text, said.session, at, said.speaker, date=said.at[:10], role=said.role)


def _message(turn: Said) -> dict[str, str]:
    kind = {"kind": "tool_result"} if turn.role == "tool" else {}
    return {
        "id": turn.id,
        "session": turn.session,
        "speaker": turn.speaker,
        "role": turn.role,
        "at": turn.at,
        "text": turn.text,
        **kind,
    }


def _date(held: Fact | Event) -> str:
    """When it began, as an ISO date cut to its precision; "" when that is not known."""
    start = held.valid_from if isinstance(held, Fact) else held.start
    if start <= BEGINNING or held.precision == "unknown":
        return ""
    precision = held.precision if held.precision in ("year", "month") else "day"
    return iso(start)[: {"year": 4, "month": 7, "day": 10}[precision]]
