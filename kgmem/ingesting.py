"""Taking in documents: each becomes passages in their order, and taken in again, what changed in it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from reprlib import repr
from typing import Any, Literal

from kgmem import temporal
from kgmem.access import When
from kgmem.documents import BETWEEN, Chunk, chunks
from kgmem.documents_read import format_of, read_document
from kgmem.errors import InvalidArgument
from kgmem.forgetting import hidden_by
from kgmem.holdings import BATCH, Holdings
from kgmem.keys import document_of
from kgmem.ledger import Ledger
from kgmem.messages import LONGEST_NAME, Reader
from kgmem.mirror import Mirror
from kgmem.monitoring import Monitoring
from kgmem.progress import Progress, watched
from kgmem.records import Change, Episode, Forgetting
from kgmem.redact import Policy, redact
from kgmem.rewriting import Entry
from kgmem.selection import Selector
from kgmem.telling import Forgotten, Telling, Unforgotten
from kgmem.temporal import FOREVER, Micros
from kgmem.text import clean, digest

Format = Literal["text", "markdown", "html", "pdf"]

_PATH_LIKE = 255


@dataclass(frozen=True, slots=True)
class Ingested:
    """What taking in a document did. The four groups are ids of passages; each of the document's is in one of the first
    three.

    `unchanged` were held already, `back` were hidden since the document had lost them, `gone` were in it before and
    are hidden now. `forgotten` are those of the document that a forgetting hides which somebody asked for.
    `hidden_text` counts stretches that its readers are not shown, which were left out.
    """

    document: str
    title: str
    format: str
    new: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    hidden_text: int = 0
    change: Change = field(default_factory=Change)


class Ingesting(Monitoring):
    """The verb `ingest`."""

    def ingest(
        self,
        source: str | bytes | os.PathLike[str],
        *,
        title: str | None = None,
        format: Format | None = None,
        id: str | None = None,
        at: When | None = None,
        session: str | None = None,
        origin: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        trust: float | None = None,
        progress: Progress = None,
        allow_erased: bool = False,
    ) -> Ingested:
        """Remember a document: a path, the bytes of a file, or a str, which is its text; durable when it returns.

        It is cut where its structure parts it; each passage is an episode of kind "document" with the metadata
        `document`, `title`, `heading` and `page`. Given again, what it has no longer is hidden, with what rests on that
        alone, and what is new in it is added.

        title: the name by which others speak of it; else what it says itself, or its file's name.
        format: else by the name of the file, or its first bytes.
        id: of the document; else `origin`, else the path. Text or bytes without any of these is known by its content,
        and so is another document when it has changed.
        at: when it was written; None means now. session: else the document's id. origin: where it comes from, as a URL.
        trust: 0 to 1, else 0.6. progress and allow_erased: as in `observe_many` and `observe`.

        Raises InvalidArgument, before anything is written, for what cannot be read (no such file, encrypted, a scan, an
        office document, larger than can be), saying what to do, and for a document in which there is no text.
        """
        place = _place(source)
        read = read_document(place if place is not None else source, format=format)  # type: ignore[arg-type]
        with self._written() as held:
            named = title if title is not None else read.title or ("" if place is None else place.stem)
            name = self._name(named, "title", longest=LONGEST_NAME) if named.strip() else ""
            parts = list(chunks(read))
            if not parts:
                raise InvalidArgument(f"{_called(place)} has no text; there is nothing in it to remember")
            known = self._document_id(id, origin, place, parts)
            ids = _ids(known, parts, self._policy)
            said = self._instant(at)
            shared = {
                "kind": "document",
                "session": session or known,
                "at": said,
                "origin": origin or "",
                "trust": trust,
            }
            before = _held_of(known, held.working)
            fresh = [
                {
                    **shared, "text": part.text, "id": ids[place_in], "seq": place_in,
                    "metadata": {**(metadata or {}), **_marks(known, name, part)},
                }
                for place_in, part in enumerate(parts)
                if ids[place_in] not in held.working.number
            ]  # fmt: skip
            reader = Reader(self._zone, self._clock, self._policy, allow_erased)
            with watched(progress, len(fresh)) as report:
                change = self._observing().stream(fresh, reader, {}, BATCH, report) if fresh else Change()
            now = set(ids)
            hidden = {one for forgetting in _losses(known, held.working) for one in forgetting.hidden}
            gone = [one for one in before if one not in now]
            back = [one for one in before if one in now and one in hidden]
            if set(gone) != {one for one in before if one in hidden}:
                held.tell(
                    "forget", self._clock(), lambda ledger: _hiding(known, name, gone, ledger, held, self._clock())
                )
            stored = {one for one in ids if one in held.working.number}
            return Ingested(
                known,
                name,
                read.format,
                new=tuple(one for one in ids if one in stored and one not in before),
                unchanged=tuple(one for one in ids if one in before and one not in back),
                back=tuple(back),
                gone=tuple(gone),
                forgotten=tuple(one for one in ids if one in stored and one in held.working.hidden),
                hidden_text=read.hidden,
                change=change,
            )

    def _document_id(self, id: str | None, origin: str | None, place: Path | None, parts: Sequence[Chunk]) -> str:
        if id is not None:
            return self._name(id, "id", longest=LONGEST_NAME)
        if origin or place is not None:
            path = clean(" ".join((origin or str(place and place.resolve())).split()))
            whole = redact(path, self._policy)[0]
            return whole if len(whole) <= LONGEST_NAME else f"{digest(whole)[:16]}…{whole[17 - LONGEST_NAME :]}"
        return f"do_{digest(*(part.text for part in parts))}"

    def _instant(self, at: When | None) -> Any:
        """One time for all passages of a document."""
        return temporal.moment(self._clock()) if at is None else at


def _place(source: object) -> Path | None:
    """The path of a source that is one; None for text and bytes."""
    if isinstance(source, os.PathLike):
        return Path(source)
    if isinstance(source, str) and "\n" not in source and len(source) < _PATH_LIKE:
        path = Path(source)
        if format_of(path) is not None and " " not in source.strip():
            raise InvalidArgument(f"a str is the text of a document; for the file give Path({repr(source)})")
    return None


def _called(place: Path | None) -> str:
    return place.name if place is not None else "the document"


def _ids(document: str, parts: Sequence[Chunk], policy: Policy) -> list[str]:
    """An id for each passage, by the document and its text; of the same text twice, the second has another one."""
    times: dict[str, int] = {}
    ids = []
    for part in parts:
        text = redact(clean(part.text), policy, where="text")[0]
        times[text] = times.get(text, 0) + 1
        ids.append(f"ep_{digest('document', document, text, str(times[text]))}")
    return ids


def _marks(document: str, title: str, part: Chunk) -> dict[str, Any]:
    marks: dict[str, Any] = {"document": document}
    if title:
        marks["title"] = title
    if part.headings:
        marks["heading"] = BETWEEN.join(part.headings)
    if part.page:
        marks["page"] = part.page
    return marks


def _held_of(document: str, mirror: Mirror) -> dict[str, None]:
    """Ids of the document's passages that are held, hidden or not, in the order they came."""
    return {episode.id: None for episode in mirror.episodes if document_of(episode) == document}


def _prefix(document: str) -> str:
    """How the ids of forgettings begin that hide what this document has lost."""
    return f"fo_{digest('document', document)[:16]}_"


def _losses(document: str, mirror: Mirror) -> list[Forgetting]:
    mine = (one for one in mirror.forgettings.values() if one.id.startswith(_prefix(document)))
    return [one for one in mine if one.undone_at == FOREVER]


def _hiding(
    document: str, title: str, gone: Sequence[str], ledger: Ledger, held: Holdings, now: Micros
) -> Iterator[Telling]:
    """Show what the document had lost before, and hide what it lacks now: so what comes back is not hidden by what has
    gone since."""
    for one in _losses(document, held.working):
        yield Unforgotten(one.id)
    if gone:
        lost = frozenset(gone)
        chosen = Selector(f"document={document}", _picker(lost), lambda source, recorded: False)
        told = Entry("", now, tuple(telling for _, telling in ledger.entries))
        hidden = hidden_by(chosen, [told], held.working)
        yield Forgotten(
            f"{_prefix(document)}{digest(str(now))[:16]}", chosen.words, f"no longer in {title or document}", hidden
        )


def _picker(lost: frozenset[str]) -> Any:
    def picks(episode: Episode) -> bool:
        return episode.id in lost

    return picks
