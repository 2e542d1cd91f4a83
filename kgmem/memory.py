"""The engine: one memory, opened from a folder; the stages of observe and recall meet here, in order.

observe: read -> redact -> extract -> resolve -> reconcile -> journal -> graph -> indexes
recall:  read -> nominate -> fuse -> expand -> fuse again with the graph -> recollection
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta, tzinfo
from reprlib import repr
from types import TracebackType
from typing import Any, Literal

from kgmem import opening, temporal
from kgmem.access import When
from kgmem.context import Counter, count_tokens
from kgmem.encoders import EncoderSpec, load_encoder
from kgmem.errors import InvalidArgument, NotAStore
from kgmem.extract_llm import LlmExtractor
from kgmem.extract_rules import RuleExtractor
from kgmem.folder import Folder, check_file_system
from kgmem.holdings import BATCH, Holdings, new_meta, with_encoder
from kgmem.llm import LLM
from kgmem.memory_view import MemoryView
from kgmem.messages import Reader
from kgmem.metrics_llm import Spent
from kgmem.ontology import Entry
from kgmem.ontology import load as load_ontology
from kgmem.progress import Progress, watched
from kgmem.ranker import Ranker
from kgmem.ranker import chosen as chosen_ranker
from kgmem.reading_later import ReadingLater
from kgmem.records import (
    Change,
    Episode,
    Extractor,
    WhenRead,
)
from kgmem.redact import Policy
from kgmem.session import Session
from kgmem.short_term import ShortTerm
from kgmem.snapshot import Snapshot
from kgmem.temporal import Clock
from kgmem.working import MAX_TOKENS, SECTIONS, Section


class Memory(ReadingLater):
    """One memory: a folder with its journal, its graph and its indexes. Made by `Memory.open`.

    Threads may share it; calls wait for each other. A process that forks afterwards must open its own
    handle. Close it, or use it in a `with` block.
    """

    # --- life -----------------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        *,
        timezone: str | tzinfo | None = None,
        encoder: EncoderSpec = None,
        extractor: Extractor | None = None,
        llm: LLM | None = None,
        ranker: Ranker | str | os.PathLike[str] | None = None,
        ontology: Sequence[Entry] = (),
        strict: bool = False,
        clock: Clock = temporal.now,
        retain: Literal["text", "facts"] = "text",
        redaction: Policy | None = None,
        engine: Literal["kuzu", "ladybug"] | None = None,
        isolate: bool = False,
        read_only: bool = False,
        reindex: bool = False,
    ) -> Memory:
        """Open the memory in a folder, or make one there.

        timezone: IANA name or offset for times given without one; a naive time without it is refused.
        encoder: None for the packaged English one, a name such as "fastembed:NAME", or an Encoder.
        extractor: None for the rules (and the model, with `llm`), or any callable of `records.Extractor`'s shape.
        llm: a language model to be asked where rules leave off; the texts it is asked about are sent to its address.
        While it is open: where none answers, what the rules read is kept. docs/usage.md, "With a model".
        ranker: how episodes are ordered while it is open; None for what `tune` learned, or else the packaged weights.
        ontology: Turtle files or model classes (Pydantic, dataclasses) of your own, on top of the packaged ones;
        docs/ontology.md.
        strict: store only the types and relations of `ontology`; texts are kept all the same.
        clock: returns UTC microseconds; recorded times come from it.
        retain: "facts" drops each text after it was read, keeping what was read in it.
        redaction: what becomes of secrets and personal data in texts from now on; the memory keeps it. None
        leaves it as it is: secrets are replaced, personal data stays.
        engine: of a new memory; None means kuzu, and for one that exists, its own.
        isolate: run the engine in a process of its own, so that its faults do not end this one.
        read_only: take no lock and write nothing, beside a writer in this or another process: what is
        read is a snapshot, as old as `Memory.snapshot` says; the memory must exist.
        reindex: when the memory's vectors come from another encoder, embed everything anew with this
        one instead of refusing.

        Raises NotAStore, LockedError, VersionError, EncoderMismatch, OntologyError or StoreError, each
        with the way out. A graph that cannot be opened is set aside and rebuilt from the journal.
        """
        if retain not in ("text", "facts"):
            raise InvalidArgument(f"retain={repr(retain)} is neither 'text' nor 'facts'")
        zone = temporal.parse_zone(timezone)
        folder = Folder(path)
        folder.check()
        if read_only and not folder.is_memory():
            raise NotAStore(f"there is no memory at {folder.path}; make one by writing to it first")
        chosen = load_encoder(encoder)
        order = chosen_ranker(ranker, folder.ranker, chosen.id)
        made = folder.is_memory() and not read_only
        words = load_ontology(ontology, cache=folder.index if made else None, strict=strict)
        held: Holdings | Snapshot
        if read_only:
            meta = folder.read_meta()
            held = Snapshot(folder, meta, chosen, temporal.now())
        else:
            folder.prepare()
            check_file_system(folder.path)
            folder.lock()
            changed = False
            try:
                new = not opening.was_made(folder)
                meta = new_meta(chosen, zone, retain, engine or "kuzu") if new else opening.read_meta(folder)
                if engine not in (None, meta.engine):
                    raise InvalidArgument(
                        f"{folder.path} is kept by {meta.engine}, not by {engine}; leave engine out, or run "
                        f"`kgmem migrate --engine {engine}`"
                    )
                if redaction is not None and redaction.to_dict() != meta.redaction:
                    meta = replace(meta, redaction=redaction.to_dict())
                    changed = not new
                if reindex and not new:
                    meta = with_encoder(folder, meta, chosen)
                    changed = True
                held = Holdings(folder, meta, chosen, words, isolate=isolate)
                if new or changed:
                    opening.write_meta(folder, held.journal, held.meta)
            except BaseException:
                folder.unlock()
                raise
        held.ranker, held.llm, held.spent = order, llm, Spent(llm)
        zone = zone or temporal.parse_zone(meta.timezone or None)
        if extractor is None:
            rules = RuleExtractor(words)
            extractor = rules if llm is None or read_only else LlmExtractor(rules, llm, words)
        return cls(held, extractor, words, zone, clock)

    def close(self) -> None:
        """Write what is pending and let go of the folder. Closing twice is fine."""
        if os.getpid() != self._pid:
            return
        self._stop_reading()
        with self._writing, self._held.gate.writing():
            if self._observer is not None:
                self._observer.close()
            try:
                self._held.close()
            finally:
                self._held.folder.unlock()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Memory {self._held.folder.path} ({'closed' if self._held.closed else 'open'})>"

    # --- observe --------------------------------------------------------------------------------

    def observe(
        self,
        what: str | Mapping[str, Any] | Episode | Sequence[str | Mapping[str, Any] | Episode],
        *,
        speaker: str | None = None,
        role: str | None = None,
        session: str | None = None,
        at: When | None = None,
        id: str | None = None,
        kind: str | None = None,
        caption: str | None = None,
        origin: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        seq: int | None = None,
        trust: float | None = None,
        expires: When | timedelta | None = None,
        allow_erased: bool = False,
        read: WhenRead = "now",
    ) -> Change:
        """Remember a text, a message, an Episode, or a list of them; durable when it returns.

        speaker: whose words they are; a user's message without one is the words of "user", so that "I"
        means somebody.
        at: when it was said, as an aware datetime or ISO 8601; without it, now. Naive times take the
        memory's timezone. A message's own fields win over the arguments.
        id: makes the call safe to repeat; without it, session + speaker + at + seq + text do. With
        neither id nor time it is always a new episode.
        trust: 0 to 1, else by role and kind; below 0.5 what is read in it cannot close or deny what a
        trusted source said.
        expires: from then on (or so long after it was said) it is hidden, with what rests on it alone.
        allow_erased: store it even if it was erased from this memory; else `Change.erased` names it.
        read: "later" leaves out reading what it says: it is stored and found all the same, and pending until
        `read_pending`. "never" leaves it out for good.

        Raises InvalidArgument, before anything is written, for a text that is blank, a time that does
        not exist, a field that is unknown, or an id that already holds another text.
        """
        when = _when(read)
        fields = {
            "speaker": speaker,
            "role": role,
            "session": session,
            "at": at,
            "id": id,
            "kind": kind,
            "caption": caption,
            "origin": origin,
            "metadata": metadata,
            "seq": seq,
            "trust": trust,
            "expires": expires,
        }
        with self._written():
            if id is not None and isinstance(what, list | tuple):
                raise InvalidArgument("id names one episode; give each message of a list its own 'id'")
            reader = Reader(self._zone, self._clock, self._policy, allow_erased)
            drafts = list(reader.read(what, fields))
            change = self._observing().write_all(drafts, read=when)
        self._wake_reader()
        return change

    def observe_many(
        self,
        items: Iterable[str | Mapping[str, Any] | Episode],
        *,
        session: str | None = None,
        speaker: str | None = None,
        batch: int = BATCH,
        progress: Progress = None,
        allow_erased: bool = False,
        read: WhenRead = "now",
    ) -> Change:
        """Remember many messages, a batch at a time; each batch is durable before the next begins.

        Interrupt it and call it again with the same items: those already known are skipped.
        progress: None shows a bar on a terminal for long ingests, False never; a callable gets
        (done, total or None) after each batch.
        read: "later" leaves out reading what they say, as in `observe`.
        """
        when = _when(read)
        if isinstance(items, str | Mapping | Episode):
            items = [items]
        if not isinstance(items, Iterable):
            raise InvalidArgument(f"items must be an iterable of messages, not {type(items).__name__}")
        if isinstance(batch, bool) or not isinstance(batch, int) or not 1 <= batch <= 10_000:
            raise InvalidArgument(f"batch must be a whole number from 1 to 10000, not {repr(batch)}")
        total = len(items) if isinstance(items, Sequence) else None
        with self._written(), watched(progress, total) as report:
            reader = Reader(self._zone, self._clock, self._policy, allow_erased)
            defaults = {"session": session, "speaker": speaker}
            change = self._observing().stream(items, reader, defaults, batch, report, read=when)
        self._wake_reader()
        return change

    # --- a chat ---------------------------------------------------------------------------------

    def session(
        self,
        name: str,
        *,
        user: str = "",
        assistant: str = "",
        policy: str = "",
        task: str = "",
        max_tokens: int = MAX_TOKENS,
        sections: Sequence[Section] = SECTIONS,
        short_term: ShortTerm | None = None,
        language: str = "en",
        count: Counter = count_tokens,
    ) -> Session:
        """Lead a chat: remember its turns as they come, and put together what a model is shown next.

        name: of the session its episodes belong to; one that was led before goes on.
        user, assistant: names of who speaks; facts of the user are told of that name.
        policy, task: how the model is to behave, and what to do; shown always and whole, and may be changed later.
        max_tokens: of what is sent, all together. sections: how it is shared (kgmem/working.py).
        short_term: where the last turns are kept; None for this process, or `RedisShortTerm` for several.
        language: of the labels, "en" or "zh". count: tokens of a text; the default counts as current OpenAI models do.

        Raises InvalidArgument for a name that is blank, or sections that add up to more than the budget.
        """
        return Session(
            self,
            name,
            user=user,
            assistant=assistant,
            policy=policy,
            task=task,
            max_tokens=max_tokens,
            sections=sections,
            short_term=short_term,
            language=language,
            count=count,
        )

    def tally(self, **counts: float) -> None:
        """Add to counters of `metrics`, as sessions do."""
        for name, by in counts.items():
            if by:
                self._held.metrics.count(name, by)

    # --- another time ---------------------------------------------------------------------------

    def at(self, as_of: When | None = None, known_at: When | None = None) -> MemoryView:
        """A read-only view of the memory with the same reading verbs: of the world at `as_of` (None: any time), as
        memory knew it at `known_at` (None: as it knows it whenever it is asked).

        It costs nothing: only its `cypher` lays out a graph of what held then, and keeps it until something is written.
        """
        return MemoryView(self, self._clocks(as_of, known_at), as_of=as_of is not None, known_at=known_at is not None)


def _when(read: WhenRead) -> WhenRead:
    if read not in ("now", "later", "never"):
        raise InvalidArgument(f"read={repr(read)} is none of 'now', 'later', 'never'")
    return read
