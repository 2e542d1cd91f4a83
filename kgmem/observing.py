"""Writing what was observed: a batch of drafts through the stages into one journal row."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from kgmem.embed import Encoded
from kgmem.errors import ExtractionError, InvalidArgument, KgmemError, QueryError, StoreError
from kgmem.extract_llm import LlmExtractor
from kgmem.extract_rules import RuleExtractor
from kgmem.holdings import BATCH, Holdings, batches
from kgmem.messages import Draft, Reader
from kgmem.mirror import Mirror
from kgmem.ontology_strict import admitted
from kgmem.records import Change, Conversation, Episode, Extraction, Extractor, Redaction, Violation, WhenRead
from kgmem.settling import kept
from kgmem.talk import order_of
from kgmem.telling import Observed

log = logging.getLogger("kgmem")

EARLIER_TURNS = 8
"""How many earlier turns of its session an extractor may see."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Drafts on their way into memory, and their vectors on theirs."""

    drafts: Sequence[Draft]
    encoding: Future[dict[str, Encoded]]


class Observer:
    """Extracts, resolves, reconciles and writes episodes, embedding them beside on a worker thread.

    Threads may read at once: the extractor is asked by one of them at a time.
    """

    def __init__(self, held: Holdings, extractor: Extractor) -> None:
        self._held, self._extractor = held, extractor
        self._extracting = threading.Lock()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kgmem-encode")

    @property
    def name(self) -> str:
        """Who reads: the extractor's `name`, "" for the rules and for one without."""
        name = getattr(self._extractor, "name", "")
        return name[:200] if isinstance(name, str) else ""

    def close(self) -> None:
        self._worker.shutdown()
        if isinstance(self._extractor, RuleExtractor | LlmExtractor):
            self._extractor.close()

    def write_all(self, drafts: Sequence[Draft], *, read: WhenRead = "now") -> Change:
        """Write drafts that are all there, in batches, after every one of them was checked."""
        texts: dict[str, str] = {}
        for draft in drafts:
            self._check(draft, texts)
        change = Change()
        for part in batches(drafts, BATCH):
            change += self.write(self.begin(part), read=read)
        return change

    def stream(
        self,
        items: Iterable[Any],
        reader: Reader,
        defaults: Mapping[str, Any],
        size: int,
        report: Callable[[int, int | None], None],
        *,
        read: WhenRead = "now",
    ) -> Change:
        """Write items as they come, batch after batch, each embedded while the one before it is written.

        Whatever stops the stream, the items before it are written.
        """
        total = len(items) if isinstance(items, Sequence) else None
        change, done = Change(), 0
        texts: dict[str, str] = {}
        drafts: list[Draft] = []
        waiting: Batch | None = None

        def write() -> None:
            nonlocal change, done, waiting
            if waiting is not None:
                batch, waiting = waiting, None
                change += self.write(batch, read=read)
                done += len(batch.drafts)
                report(done, total)

        try:
            for place, item in enumerate(items):
                try:
                    for draft in reader.read(item, defaults):
                        self._check(draft, texts)
                        drafts.append(draft)
                except InvalidArgument as error:
                    raise type(error)(f"item {place}: {error}") from error
                if len(drafts) >= size:
                    begun = self.begin(drafts)
                    write()
                    waiting, drafts = begun, []
        finally:
            write()
            if drafts:
                waiting = self.begin(drafts)
                write()
        return change

    def _check(self, draft: Draft, texts: dict[str, str]) -> None:
        """Refuse a draft whose id holds another text, in memory or in `texts`, where it is noted."""
        episode = draft.episode
        number = self._held.working.number.get(episode.id)
        held = self._held.working.episodes[number].text if number is not None else texts.get(episode.id)
        if self._held.marks.is_erased(Observed(episode)) and not draft.allow_erased:
            return
        if held not in (None, "", episode.text):
            raise InvalidArgument(f"id {episode.id!r} already holds another text; give this episode an id of its own")
        texts[episode.id] = episode.text

    def begin(self, drafts: Sequence[Draft]) -> Batch:
        """Start to embed a batch, so that this goes on while the batch before it is written."""
        new = [draft.episode for draft in drafts if draft.episode.id not in self._held.working.number]
        return Batch(drafts, self._worker.submit(self._held.encode, new))

    def write(self, batch: Batch, *, read: WhenRead = "now") -> Change:
        """Write a batch in one journal row; if the graph refuses it, each episode in a row of its own."""
        encoding = batch.encoding
        erased = self._erased(batch.drafts)
        drafts = [draft for draft in batch.drafts if draft.episode.id not in erased]
        known, fresh = self._known(drafts)
        redactions: tuple[Redaction, ...] = tuple(r for draft in fresh for r in draft.redactions)
        ids = tuple(draft.episode.id for draft in drafts)
        if not fresh:
            self._count(0, len(known), len(erased), 0)
            return Change(episodes=ids, duplicates=known, erased=erased)
        episodes = [draft.episode for draft in fresh]
        if read != "now":
            waits = read == "later"
            tellings = [kept(Observed(e, waits=waits), self._held.meta.retain) for e in episodes]
            change = self._held.tell("observe", episodes[0].recorded, tellings, encoding.result)
            self._count(len(fresh), len(known), len(erased), 0)
            return replace(change, episodes=ids, duplicates=known, erased=erased, redactions=redactions)
        extractions, failed = self.extract([(e, conversation(e, episodes, self._held.working)) for e in episodes])
        try:
            change = self._write_episodes(episodes, extractions, encoding)
        except Exception as error:
            if not is_refusal(error):
                raise
            log.warning("%d episodes could not be written at once (%s)", len(episodes), type(error).__name__)
            change = Change()
            for episode, extraction in zip(episodes, extractions, strict=True):
                change += self._write_alone(episode, extraction, encoding)
        self._count(len(fresh), len(known), len(erased), len(failed))
        return replace(
            change,
            episodes=ids,
            duplicates=known,
            erased=erased,
            redactions=redactions,
            violations=(*failed, *change.violations),
        )

    def _count(self, new: int, known: int, erased: int, unread: int) -> None:
        for fate, count in (("new", new), ("known", known), ("erased", erased), ("unread", unread)):
            if count:
                self._held.metrics.count("episodes", count, fate=fate)

    def _write_alone(self, episode: Episode, extraction: Extraction, encoding: Future[dict[str, Encoded]]) -> Change:
        """Write one episode; claims that cannot be settled or stored cost themselves, never the text."""
        try:
            return self._write_episodes([episode], [extraction], encoding)
        except Exception as error:
            if extraction == Extraction() or not is_refusal(error):
                raise
            change = self._write_episodes([episode], [Extraction()], encoding)
            reason = f"what was read in it could not be kept ({type(error).__name__})"
            return change + Change(violations=(Violation(episode.id, "claims", reason),))

    def read(self, episodes: Sequence[Episode], mirror: Mirror) -> list[Extraction]:
        """What the extractor reads in episodes that came together, after what the mirror holds."""
        return self.extract([(episode, conversation(episode, episodes, mirror)) for episode in episodes])[0]

    def extract(self, batch: Sequence[tuple[Episode, Conversation]]) -> tuple[list[Extraction], tuple[Violation, ...]]:
        """One extraction per episode. An extractor that fails on a text costs what it would have read in
        it, never the text; one that cannot run at all raises its KgmemError before anything is written."""
        try:
            with self._extracting:
                extractions = self._extractor(batch)
        except KgmemError:
            raise
        except Exception as error:  # noqa: BLE001  (extractors may be anybody's code)
            if len(batch) > 1:
                parts = [self.extract([one]) for one in batch]
                return [part[0][0] for part in parts], tuple(v for part in parts for v in part[1])
            log.warning("the extractor failed on episode %s (%s)", batch[0][0].id, type(error).__name__)
            failure = Violation(batch[0][0].id, "extractor", f"the extractor failed with {type(error).__name__}")
            return [Extraction()], (failure,)
        if len(extractions) != len(batch):
            raise ExtractionError(f"the extractor gave {len(extractions)} results for {len(batch)} episodes")
        return [admitted(found, self._held.ontology) for found in extractions], ()

    def _write_episodes(
        self, episodes: Sequence[Episode], extractions: Sequence[Extraction], encoding: Future[dict[str, Encoded]]
    ) -> Change:
        tellings = [
            kept(Observed(episode, extraction), self._held.meta.retain)
            for episode, extraction in zip(episodes, extractions, strict=True)
        ]
        return self._held.tell("observe", episodes[0].recorded, tellings, encoding.result)

    def _erased(self, drafts: Sequence[Draft]) -> tuple[str, ...]:
        """Ids of drafts that were erased from this memory and are not to come back."""
        return tuple(
            draft.episode.id
            for draft in drafts
            if not draft.allow_erased
            and draft.episode.id not in self._held.working.number
            and self._held.marks.is_erased(Observed(draft.episode))
        )

    def _known(self, drafts: Sequence[Draft]) -> tuple[tuple[str, ...], list[Draft]]:
        """Ids of drafts that are already held or given twice, and the drafts that are new."""
        fresh: dict[str, Draft] = {}
        known: list[str] = []
        for draft in drafts:
            if draft.episode.id in self._held.working.number or draft.episode.id in fresh:
                known.append(draft.episode.id)
            else:
                fresh[draft.episode.id] = draft
        return tuple(known), list(fresh.values())


def is_refusal(error: Exception) -> bool:
    """True when what was to be written is the trouble, False for a full disk or a journal out of reach:
    then nothing may be stored by halves."""
    if isinstance(error, StoreError):
        return isinstance(error.__cause__, QueryError) and "IO exception" not in str(error.__cause__)
    return not isinstance(error, KgmemError | OSError | MemoryError)


def conversation(episode: Episode, batch: Sequence[Episode], mirror: Mirror) -> Conversation:
    """The earlier turns of the episode's session, wherever they are: held or in the same batch."""
    here = order_of(episode)
    beside = [e for e in batch if e.session == episode.session and order_of(e) < here]
    turns = sorted([*mirror.earlier(episode, EARLIER_TURNS), *beside], key=order_of)
    speakers = dict.fromkeys(e.speaker for e in (*turns, episode) if e.speaker)
    return Conversation(tuple(turns[-EARLIER_TURNS:]), tuple(speakers))
