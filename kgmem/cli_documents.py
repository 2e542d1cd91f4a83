"""`kgmem ingest` of documents and folders: which files are documents, which conversations, and which are left alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgmem.errors import InvalidArgument

if TYPE_CHECKING:  # what is slow to import is imported by the command that needs it
    from rich.console import RenderableType

    from kgmem.formats_json import BadPart
    from kgmem.ingesting import Ingested
    from kgmem.memory import Memory
    from kgmem.records import Change
    from kgmem.spending import Usage

CHATS = (".json", ".jsonl", ".ndjson", ".txt", ".gz")
"""Endings of files in a folder that are read as messages; what is a document is told by `documents_read`."""


@dataclass(frozen=True, slots=True)
class Files:
    """What was named on the command line. `skipped` are (file, why) of files in folders."""

    chats: tuple[str, ...]
    documents: tuple[Path, ...]
    skipped: tuple[tuple[str, str], ...] = ()


def files_of(named: Iterable[str], format: str | None) -> Files:
    """The files that are named, and those in folders that are; each once, in order."""
    from kgmem.documents_read import FORMATS

    chats: dict[str, None] = {}
    documents: dict[Path, None] = {}
    skipped: list[tuple[str, str]] = []
    for name in named:
        place = Path(name)
        if name == "-" or not place.is_dir():
            found = [place]
        else:
            found = []
            for file, reason in _walked(place):
                if reason:
                    skipped.append((str(file), reason))
                else:
                    found.append(file)
        for file in found:
            if format in FORMATS or (format is None and name != "-" and _is_document(file)):
                documents[file] = None
            else:
                chats[name if file is place else str(file)] = None
    if "-" in map(str, documents):
        raise InvalidArgument(f"standard input cannot be read as {format}; give a file")
    return Files(tuple(chats), tuple(documents), tuple(skipped))


def _walked(folder: Path) -> Iterator[tuple[Path, str]]:
    """The files of a folder and those in it, by name, each with why it is left alone, "" for none."""
    from kgmem.documents_read import format_of

    try:
        inside = sorted(folder.iterdir())
    except OSError as error:
        yield folder, f"cannot be read: {error.strerror}"
        return
    for file in inside:
        if file.name.startswith("."):
            yield file, "hidden"
        elif file.is_symlink():
            yield file, "a link"
        elif file.is_dir():
            yield from _walked(file)
        elif format_of(file) is None and file.suffix.lower() not in CHATS:
            yield file, "of no kind that kgmem reads"
        elif file.stat().st_size == 0:
            yield file, "empty"
        else:
            yield file, ""


def _is_document(file: Path) -> bool:
    """True for Markdown, HTML and PDF by their names, but for a conversation that was saved as Markdown."""
    from kgmem import formats
    from kgmem.documents_read import format_of, is_office

    known = format_of(file)
    return is_office(file) or known in ("html", "pdf") or (known == "markdown" and not formats.is_talk(file))


def ingested(
    memory: Memory,
    files: Files,
    *,
    format: str | None,
    session: str | None,
    skip_bad: bool,
    failed: list[BaseException],
) -> tuple[list[Ingested], list[tuple[str, str]]]:
    """Take in the documents; with `skip_bad`, those that cannot be read are listed with why instead."""
    done: list[Ingested] = []
    bad: list[tuple[str, str]] = []
    for file in files.documents:
        if failed:
            break
        try:
            done.append(memory.ingest(file, format=format, session=session))  # type: ignore[arg-type]
        except InvalidArgument as error:
            if not skip_bad:
                raise
            bad.append((str(file), str(error)))
    return done, bad


def shown(
    done: Change,
    bad: Sequence[BadPart],
    empty: int,
    spent: Sequence[Usage],
    documents: Sequence[Ingested],
    skipped: Sequence[tuple[str, str]],
) -> RenderableType:
    """What was remembered, then what became of each document, and what was left out."""
    from rich.console import Group

    from kgmem import cli_render, cli_render_documents

    told = [cli_render.change(done, bad, empty, spent)] if done.episodes or bad or empty else []
    return Group(*told, cli_render_documents.documents(documents, skipped))


def as_dict(
    change: dict[str, Any], documents: Iterable[Ingested], skipped: Iterable[tuple[str, str]]
) -> dict[str, Any]:
    """What `change_dict` says, and what became of documents and files left out."""
    names = ("document", "title", "format", "hidden_text")
    groups = ("new", "unchanged", "back", "gone", "forgotten")
    told = [
        {name: getattr(one, name) for name in names} | {name: len(getattr(one, name)) for name in groups}
        for one in documents
    ]
    return change | {"documents": told, "skipped": [{"file": file, "reason": reason} for file, reason in skipped]}
