"""Written by `python -m scripts.async_stub` from the classes it wraps: do not edit."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta, tzinfo
from pathlib import Path
from typing import Any, Literal

from kgmem.access import When
from kgmem.awaiting import Face, MemoryFace, Opening
from kgmem.backup import Manifest
from kgmem.causality import Chains
from kgmem.consolidating import Consolidation
from kgmem.context import Counter
from kgmem.cypher import Table
from kgmem.deciding import Policy as DecidingPolicy
from kgmem.decisions import Conflict, Decision
from kgmem.differences import Difference
from kgmem.doubts import Doubt
from kgmem.encoders import EncoderSpec
from kgmem.endings import Version
from kgmem.erasing import Loss
from kgmem.fading import SweepPolicy
from kgmem.gist import Compressed
from kgmem.importing import Existing, Imported
from kgmem.inferring import Inferred
from kgmem.ingesting import Format, Ingested
from kgmem.llm import LLM
from kgmem.looking import Known
from kgmem.lost import WhyNot
from kgmem.marks import Receipt
from kgmem.metrics_report import MetricsReport
from kgmem.ontology import Entry
from kgmem.procedure import Procedure
from kgmem.profile import Profile
from kgmem.progress import Progress
from kgmem.projection import Graph
from kgmem.ranker import Ranker
from kgmem.reading import BackgroundReader
from kgmem.recollection import Recollection
from kgmem.records import (
    Change,
    Entity,
    Episode,
    Event,
    Extractor,
    Fact,
    Forgetting,
    Link,
    Pending,
    Pin,
    Repeat,
    Summary,
    Topic,
    WhenRead,
)
from kgmem.records import Path as RecordsPath
from kgmem.redact import Policy
from kgmem.residues import Residue
from kgmem.samples import Accuracy, Judged
from kgmem.scan import Leak
from kgmem.selection import Selector, Where
from kgmem.session import Ended
from kgmem.short_term import ShortTerm, ToolCall, Turn
from kgmem.snapshot import SnapshotInfo
from kgmem.sweeping import Sweep
from kgmem.temporal import Clock, Micros
from kgmem.timeline import Moment
from kgmem.tuning import Tuned
from kgmem.verifying import Check
from kgmem.working import Messages, Section

class AsyncMemory(MemoryFace):
    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        timezone: str | tzinfo | None = ...,
        encoder: EncoderSpec = ...,
        extractor: Extractor | None = ...,
        llm: LLM | None = ...,
        ranker: Ranker | str | os.PathLike[str] | None = ...,
        ontology: Sequence[Entry] = ...,
        strict: bool = ...,
        clock: Clock = ...,
        retain: Literal["text", "facts"] = ...,
        redaction: Policy | None = ...,
        engine: Literal["kuzu", "ladybug"] | None = ...,
        isolate: bool = ...,
        read_only: bool = ...,
        reindex: bool = ...,
    ) -> Opening[AsyncMemory]: ...
    async def after(
        self,
        what: When,
        participant: str | None = ...,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Event]: ...
    async def assert_fact(
        self,
        subject: str,
        relation: str,
        object: str | None = ...,
        *,
        value: str | int | float | None = ...,
        valid_from: When | None = ...,
        valid_to: When | None = ...,
        polarity: str = ...,
        confidence: float = ...,
        source: str = ...,
        trust: float = ...,
    ) -> Change: ...
    async def assert_facts(self, facts: Iterable[Mapping[str, Any]], *, batch: int = ...) -> Change: ...
    async def at(self, as_of: When | None = ..., known_at: When | None = ...) -> AsyncMemoryView: ...
    async def backup(self, target: str | os.PathLike[str]) -> Manifest: ...
    async def before(
        self,
        what: When,
        participant: str | None = ...,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Event]: ...
    async def check(self) -> list[str]: ...
    async def checkpoint(self) -> None: ...
    async def close_fact(self, id: str, *, valid_to: When) -> Change: ...
    async def compress(
        self,
        *,
        session: str | None = ...,
        episodes: Iterable[str] | None = ...,
        turns: Iterable[Turn] | None = ...,
        max_tokens: int,
        previous: Compressed | None = ...,
        llm: bool = ...,
        history: bool = ...,
        count: Counter = ...,
    ) -> Compressed: ...
    async def confidence(self, fact: Fact | str, *, as_of: When | None = ..., known_at: When | None = ...) -> float: ...
    async def confirm(self, id: str, *, at: When | None = ..., source: str = ...) -> Change: ...
    async def conflicts(self, *, as_of: When | None = ..., known_at: When | None = ...) -> list[Conflict]: ...
    async def consolidate(self, *, dry_run: bool = ...) -> Consolidation: ...
    async def consolidate_when(self, *, every: int | None = ..., idle: timedelta | None = ...) -> None: ...
    async def correct(
        self,
        id: str,
        *,
        object: str | None = ...,
        value: str | int | float | None = ...,
        valid_from: When | None = ...,
        valid_to: When | None = ...,
        reason: str = ...,
        source: str = ...,
    ) -> Change: ...
    async def cypher(
        self, query: str, params: Mapping[str, Any] | None = ..., *, limit: int = ..., timeout: float = ...
    ) -> Table: ...
    async def decisions(self, about: str | None = ...) -> list[Decision]: ...
    async def deny(self, id: str, *, since: When | None = ..., reason: str = ..., source: str = ...) -> Change: ...
    async def diff(
        self,
        start: When,
        end: When | None = ...,
        *,
        clock: Literal["known_at", "as_of"] = ...,
        entity: str | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> Difference: ...
    async def during(
        self,
        what: When,
        participant: str | None = ...,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Event]: ...
    async def effects(
        self,
        what: str,
        *,
        depth: int = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> Chains: ...
    async def entities(self, *, as_of: When | None = ..., known_at: When | None = ...) -> list[Entity]: ...
    async def entity(self, name: str, *, known_at: When | None = ...) -> list[Known]: ...
    async def episode(self, id: str) -> Episode | None: ...
    async def episodes(
        self,
        *,
        session: str | None = ...,
        speaker: str | None = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Episode]: ...
    async def erase(
        self,
        *,
        entity: str | None = ...,
        speaker: str | None = ...,
        session: str | None = ...,
        episode: str | None = ...,
        before: When | None = ...,
        where: Where | None = ...,
    ) -> AsyncErasurePlan: ...
    async def erasures(self) -> list[Receipt]: ...
    async def events(
        self, participant: str | None = ..., *, as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Event]: ...
    async def export(
        self, file: str | os.PathLike[str], *, format: Literal["jsonl", "turtle", "json-ld"] = ...
    ) -> int: ...
    async def facts(
        self,
        subject: str | None = ...,
        relation: str | None = ...,
        *,
        as_of: When | None = ...,
        known_at: When | None = ...,
        history: bool = ...,
        inferred: bool = ...,
    ) -> list[Fact]: ...
    async def forget(
        self,
        *,
        entity: str | None = ...,
        speaker: str | None = ...,
        session: str | None = ...,
        episode: str | None = ...,
        before: When | None = ...,
        where: Where | None = ...,
        reason: str = ...,
    ) -> Forgetting: ...
    async def forgotten(self) -> list[Forgetting]: ...
    async def history(
        self, what: str, relation: str | None = ..., *, as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Version]: ...
    async def import_file(
        self, file: str | os.PathLike[str], *, existing: Existing = ..., skip_bad: bool = ..., allow_erased: bool = ...
    ) -> Imported: ...
    async def infer(
        self, entity: str, relation: str | None = ..., *, as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Inferred]: ...
    async def ingest(
        self,
        source: str | bytes | os.PathLike[str],
        *,
        title: str | None = ...,
        format: Format | None = ...,
        id: str | None = ...,
        at: When | None = ...,
        session: str | None = ...,
        origin: str | None = ...,
        metadata: Mapping[str, Any] | None = ...,
        trust: float | None = ...,
        progress: Progress = ...,
        allow_erased: bool = ...,
    ) -> Ingested: ...
    async def link_cause(
        self,
        cause: str,
        effect: str,
        *,
        kind: str = ...,
        cue: str = ...,
        confidence: float = ...,
        source: str = ...,
        trust: float = ...,
    ) -> Change: ...
    async def links(
        self, end: str | None = ..., *, as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Link]: ...
    @property
    def llm(self) -> LLM | None: ...
    async def merge(self, name: str, other: str, *, reason: str = ...) -> Change: ...
    async def metrics(self, *, kept: bool = ...) -> MetricsReport: ...
    async def observe(
        self,
        what: str | Mapping[str, Any] | Episode | Sequence[str | Mapping[str, Any] | Episode],
        *,
        speaker: str | None = ...,
        role: str | None = ...,
        session: str | None = ...,
        at: When | None = ...,
        id: str | None = ...,
        kind: str | None = ...,
        caption: str | None = ...,
        origin: str | None = ...,
        metadata: Mapping[str, Any] | None = ...,
        seq: int | None = ...,
        trust: float | None = ...,
        expires: When | timedelta | None = ...,
        allow_erased: bool = ...,
        read: WhenRead = ...,
    ) -> Change: ...
    async def observe_many(
        self,
        items: Iterable[str | Mapping[str, Any] | Episode],
        *,
        session: str | None = ...,
        speaker: str | None = ...,
        batch: int = ...,
        progress: Progress = ...,
        allow_erased: bool = ...,
        read: WhenRead = ...,
    ) -> Change: ...
    @property
    def path(self) -> Path: ...
    async def paths(
        self,
        a: str,
        b: str,
        *,
        depth: int = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[RecordsPath]: ...
    async def pending(self, *, known_at: When | None = ...) -> tuple[Pending, ...]: ...
    async def pin(self, what: str, *, reason: str = ...) -> Pin: ...
    async def pinned(self, *, known_at: When | None = ...) -> list[Pin]: ...
    async def procedure(
        self, name: str, *, as_of: When | None = ..., known_at: When | None = ...
    ) -> Procedure | None: ...
    async def procedures(self, *, as_of: When | None = ..., known_at: When | None = ...) -> tuple[Procedure, ...]: ...
    async def profile(
        self, entity: str, *, as_of: When | None = ..., known_at: When | None = ..., inferred: bool = ...
    ) -> Profile: ...
    async def read_in_background(self) -> BackgroundReader: ...
    async def read_pending(self, limit: int | None = ..., *, session: str | None = ...) -> Change: ...
    async def rebuild(self) -> None: ...
    async def recall(
        self,
        query: str,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
        asked_at: When | None = ...,
        kinds: Sequence[str] | None = ...,
        speaker: str | None = ...,
        session: str | None = ...,
        relation: str | None = ...,
        between: tuple[When | None, When | None] | None = ...,
        min_score: float | None = ...,
        mode: str = ...,
        asker: str | None = ...,
        trace: bool = ...,
    ) -> Recollection: ...
    async def recall_many(
        self,
        queries: Sequence[str],
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
        asked_at: When | None = ...,
        kinds: Sequence[str] | None = ...,
        speaker: str | None = ...,
        session: str | None = ...,
        relation: str | None = ...,
        between: tuple[When | None, When | None] | None = ...,
        min_score: float | None = ...,
        mode: str = ...,
    ) -> list[Recollection]: ...
    async def record_event(
        self,
        description: str,
        *,
        kind: str = ...,
        participants: Mapping[str, str] | None = ...,
        start: When | None = ...,
        end: When | None = ...,
        outcome: str = ...,
        confidence: float = ...,
        source: str = ...,
        trust: float = ...,
    ) -> Change: ...
    async def refresh(self) -> None: ...
    async def reindex(self, encoder: EncoderSpec = ...) -> int: ...
    async def repair(self, *, dry_run: bool = ...) -> list[str]: ...
    async def repeats(
        self, *, limit: int | None = ..., as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Repeat]: ...
    async def replay(self, judged: Judged, *, limit: int | None = ...) -> Accuracy: ...
    async def residues(self, *texts: str) -> list[Residue]: ...
    async def resolve(
        self,
        conflict: Conflict | None = ...,
        *,
        policy: DecidingPolicy = ...,
        ask: Callable[[Conflict], Fact | str | None] | None = ...,
        reason: str = ...,
    ) -> Change: ...
    async def retract(self, id: str, *, reason: str = ...) -> Change: ...
    async def scan(self, *, fix: bool = ...) -> list[Leak]: ...
    async def session(
        self,
        name: str,
        *,
        user: str = ...,
        assistant: str = ...,
        policy: str = ...,
        task: str = ...,
        max_tokens: int = ...,
        sections: Sequence[Section] = ...,
        short_term: ShortTerm | None = ...,
        language: str = ...,
        count: Counter = ...,
    ) -> AsyncSession: ...
    @property
    def snapshot(self) -> SnapshotInfo | None: ...
    async def split(self, name: str, other: str, *, episodes: Sequence[str] = ..., reason: str = ...) -> Change: ...
    async def stats(self, *, as_of: When | None = ..., known_at: When | None = ...) -> dict[str, Any]: ...
    async def summaries(
        self,
        session: str | None = ...,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Summary]: ...
    async def sweep(
        self, policy: SweepPolicy | Sequence[SweepPolicy] | None = ..., *, dry_run: bool = ...
    ) -> Sweep: ...
    async def tally(self, **counts: float) -> None: ...
    async def timeline(
        self,
        about: str | None = ...,
        start: When | None = ...,
        end: When | None = ...,
        *,
        session: str | None = ...,
        topic: str | None = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Moment]: ...
    async def to_networkx(self, *, as_of: When | None = ..., known_at: When | None = ...) -> Graph: ...
    async def to_verify(
        self,
        *,
        limit: int | None = ...,
        entity: str | None = ...,
        check: Check | None = ...,
        llm: bool = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Doubt]: ...
    async def topics(
        self, about: str | None = ..., *, limit: int | None = ..., as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Topic]: ...
    async def tune(
        self, judged: str | os.PathLike[str] | Iterable[Mapping[str, Any]], *, dry_run: bool = ...
    ) -> Tuned: ...
    async def undo(self, what: Change | str | Iterable[str], *, reason: str = ...) -> Change: ...
    async def unforget(self, id: str) -> Forgetting: ...
    async def unpin(self, what: str) -> Pin: ...
    async def untune(self) -> bool: ...
    async def why(
        self,
        what: str,
        *,
        depth: int = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> Chains: ...
    async def why_not(
        self,
        query: str,
        id: str,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
        asked_at: When | None = ...,
        kinds: Sequence[str] | None = ...,
        speaker: str | None = ...,
        session: str | None = ...,
        relation: str | None = ...,
        between: tuple[When | None, When | None] | None = ...,
        min_score: float | None = ...,
        mode: str = ...,
        max_tokens: int | None = ...,
    ) -> WhyNot: ...

class AsyncMemoryView(Face):
    async def after(
        self,
        what: When,
        participant: str | None = ...,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Event]: ...
    @property
    def as_of(self) -> Micros | None: ...
    async def before(
        self,
        what: When,
        participant: str | None = ...,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Event]: ...
    async def confidence(self, fact: Fact | str, *, as_of: When | None = ..., known_at: When | None = ...) -> float: ...
    async def cypher(
        self, query: str, params: Mapping[str, Any] | None = ..., *, limit: int = ..., timeout: float = ...
    ) -> Table: ...
    async def diff(
        self,
        start: When,
        end: When | None = ...,
        *,
        clock: Literal["known_at", "as_of"] = ...,
        entity: str | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> Difference: ...
    async def during(
        self,
        what: When,
        participant: str | None = ...,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Event]: ...
    async def effects(
        self,
        what: str,
        *,
        depth: int = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> Chains: ...
    async def entities(self, *, as_of: When | None = ..., known_at: When | None = ...) -> list[Entity]: ...
    async def entity(self, name: str, *, known_at: When | None = ...) -> list[Known]: ...
    async def episode(self, id: str) -> Episode | None: ...
    async def episodes(
        self,
        *,
        session: str | None = ...,
        speaker: str | None = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Episode]: ...
    async def events(
        self, participant: str | None = ..., *, as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Event]: ...
    async def facts(
        self,
        subject: str | None = ...,
        relation: str | None = ...,
        *,
        as_of: When | None = ...,
        known_at: When | None = ...,
        history: bool = ...,
        inferred: bool = ...,
    ) -> list[Fact]: ...
    async def history(
        self, what: str, relation: str | None = ..., *, as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Version]: ...
    async def infer(
        self, entity: str, relation: str | None = ..., *, as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Inferred]: ...
    @property
    def known_at(self) -> Micros | None: ...
    async def links(
        self, end: str | None = ..., *, as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Link]: ...
    @property
    def llm(self) -> LLM | None: ...
    @property
    def path(self) -> Path: ...
    async def paths(
        self,
        a: str,
        b: str,
        *,
        depth: int = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[RecordsPath]: ...
    async def pending(self, *, known_at: When | None = ...) -> tuple[Pending, ...]: ...
    async def procedure(
        self, name: str, *, as_of: When | None = ..., known_at: When | None = ...
    ) -> Procedure | None: ...
    async def procedures(self, *, as_of: When | None = ..., known_at: When | None = ...) -> tuple[Procedure, ...]: ...
    async def profile(
        self, entity: str, *, as_of: When | None = ..., known_at: When | None = ..., inferred: bool = ...
    ) -> Profile: ...
    async def recall(
        self,
        query: str,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
        asked_at: When | None = ...,
        kinds: Sequence[str] | None = ...,
        speaker: str | None = ...,
        session: str | None = ...,
        relation: str | None = ...,
        between: tuple[When | None, When | None] | None = ...,
        min_score: float | None = ...,
        mode: str = ...,
        asker: str | None = ...,
        trace: bool = ...,
    ) -> Recollection: ...
    async def recall_many(
        self,
        queries: Sequence[str],
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
        asked_at: When | None = ...,
        kinds: Sequence[str] | None = ...,
        speaker: str | None = ...,
        session: str | None = ...,
        relation: str | None = ...,
        between: tuple[When | None, When | None] | None = ...,
        min_score: float | None = ...,
        mode: str = ...,
    ) -> list[Recollection]: ...
    async def repeats(
        self, *, limit: int | None = ..., as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Repeat]: ...
    async def stats(self, *, as_of: When | None = ..., known_at: When | None = ...) -> dict[str, Any]: ...
    async def summaries(
        self,
        session: str | None = ...,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Summary]: ...
    async def timeline(
        self,
        about: str | None = ...,
        start: When | None = ...,
        end: When | None = ...,
        *,
        session: str | None = ...,
        topic: str | None = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Moment]: ...
    async def to_networkx(self, *, as_of: When | None = ..., known_at: When | None = ...) -> Graph: ...
    async def to_verify(
        self,
        *,
        limit: int | None = ...,
        entity: str | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> list[Doubt]: ...
    async def topics(
        self, about: str | None = ..., *, limit: int | None = ..., as_of: When | None = ..., known_at: When | None = ...
    ) -> list[Topic]: ...
    async def why(
        self,
        what: str,
        *,
        depth: int = ...,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
    ) -> Chains: ...
    async def why_not(
        self,
        query: str,
        id: str,
        *,
        limit: int | None = ...,
        as_of: When | None = ...,
        known_at: When | None = ...,
        asked_at: When | None = ...,
        kinds: Sequence[str] | None = ...,
        speaker: str | None = ...,
        session: str | None = ...,
        relation: str | None = ...,
        between: tuple[When | None, When | None] | None = ...,
        min_score: float | None = ...,
        mode: str = ...,
        max_tokens: int | None = ...,
    ) -> WhyNot: ...

class AsyncSession(Face):
    async def __aenter__(self) -> AsyncSession: ...
    async def __aexit__(self, *error: object) -> None: ...
    async def add(self, message: Mapping[str, Any], **fields: Any) -> Turn: ...
    async def assistant(
        self, content: str | None = ..., *, calls: Sequence[ToolCall | Mapping[str, Any]] = ..., **fields: Any
    ) -> Turn: ...
    async def end(self, *, wait: float | None = ...) -> Ended: ...
    async def messages(
        self, for_: str | None = ..., *, max_tokens: int | None = ..., asked_at: When | None = ...
    ) -> Messages: ...
    @property
    def name(self) -> str: ...
    @property
    def policy(self) -> str: ...
    @policy.setter
    def policy(self, value: str) -> None: ...
    async def promote(self) -> tuple[str, ...]: ...
    @property
    def task(self) -> str: ...
    @task.setter
    def task(self, value: str) -> None: ...
    async def tool(self, content: str, *, answers: str = ..., **fields: Any) -> Turn: ...
    async def turns(self, last: int | None = ...) -> list[Turn]: ...
    async def user(self, content: str, **fields: Any) -> Turn: ...

class AsyncErasurePlan(Face):
    selector: Selector
    loss: Loss
    async def confirm(self, *, remember: bool = ..., words: bool = ...) -> AsyncErasure: ...

class AsyncErasure(Face):
    receipt: Receipt
    async def verify(self) -> list[Residue]: ...
