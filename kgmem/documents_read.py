"""A document from a file, bytes or a str, by its format, which its name or its first bytes tell."""

from __future__ import annotations

import re
from pathlib import Path
from reprlib import repr

from kgmem.documents import Document, bounded, seen
from kgmem.documents_html import read_html
from kgmem.documents_markdown import html_of
from kgmem.documents_pdf import LARGEST, read_pdf
from kgmem.documents_text import decoded, text_blocks
from kgmem.errors import InvalidArgument

FORMATS = ("text", "markdown", "html", "pdf")
SUFFIXES = {
    ".txt": "text",
    ".text": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
}
LONGEST_TEXT = 16 << 20
"""Characters of plain text."""

_MARKED = re.compile(r"^#{1,6} \S|^```|^\|(?: ?:?-{3,}:? ?\|)+$", re.M)
"""What only Markdown has at the beginning of a line."""
_SAVE_AS = {
    ".docx": "Word", ".doc": "Word", ".odt": "a word processor", ".rtf": "a word processor", ".pptx": "PowerPoint",
    ".ppt": "PowerPoint", ".xlsx": "Excel", ".xls": "Excel", ".epub": "an e-book reader", ".pages": "Pages",
}  # fmt: skip


def format_of(path: Path) -> str | None:
    """The format a file's name tells, None for a name that tells none."""
    return SUFFIXES.get(path.suffix.lower())


def is_office(path: Path) -> bool:
    """True for a file of an office program by its name: kgmem says how to convert it."""
    return path.suffix.lower() in _SAVE_AS


def read_document(source: str | bytes | Path, *, format: str | None = None) -> Document:
    """The document in a file (a Path), in bytes, or in a str, which is its text.

    Raises InvalidArgument for what cannot be read, saying what to do.
    """
    if format is not None and format not in FORMATS:
        raise InvalidArgument(f"format={repr(format)} is none of {', '.join(FORMATS)}")
    name = source.name if isinstance(source, Path) else "the document"
    if isinstance(source, Path):
        format = format or _format_of_file(source)
        source = _bytes_of(source)
    if isinstance(source, bytes):
        if not source.strip():
            raise InvalidArgument(f"{name} is empty; there is nothing in it to remember")
        found = _format_of_bytes(source, name)
        format = format or (found if found != "text" else None)
        if format == "pdf":
            return read_pdf(source, name)
        source = decoded(source, name, declared=format == "html")
    elif not isinstance(source, str):
        raise InvalidArgument(f"source must be a path, bytes or a str, not {type(source).__name__}")
    if format == "pdf":
        raise InvalidArgument("a PDF is bytes, not a str; give its path, or what was read of it in binary")
    return _of_text(source, format or _format_of_text(source), name)


def _of_text(text: str, format: str, name: str) -> Document:
    if format == "html":
        return read_html(text, name)
    if format == "markdown":
        html, title = html_of(text, name)
        read = read_html(html, name)
        return Document("markdown", title or read.title, read.blocks, read.hidden)
    if len(text) > LONGEST_TEXT:
        raise InvalidArgument(f"{name} has {len(text)} characters, more than {LONGEST_TEXT} for text; split it")
    shown, hidden = seen(text)
    blocks = tuple(bounded(text_blocks(shown), name))
    first = blocks[0].text if blocks and blocks[0].kind == "heading" else ""
    return Document("text", first, blocks, hidden)


def _format_of_file(path: Path) -> str | None:
    suffix = path.suffix.lower()
    if suffix in _SAVE_AS:
        raise InvalidArgument(
            f"{path.name} is a {suffix[1:]} file, which kgmem does not read; save it from {_SAVE_AS[suffix]} as PDF or "
            "HTML, or convert it: pandoc IN -t gfm -o OUT.md"
        )
    return format_of(path)


def _format_of_bytes(data: bytes, name: str) -> str:
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")
    if data[:1024].find(b"%PDF-") >= 0:
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        raise InvalidArgument(
            f"{name} is a zip archive or an office document, which kgmem does not read; unpack it, or save it as PDF"
        )
    if data.startswith((b"\x89PNG", b"\xff\xd8\xff", b"GIF8")):
        raise InvalidArgument(f"{name} is an image; run OCR on it first, as with tesseract IN OUT pdf")
    low = head[:256].lower()
    return "html" if low.startswith((b"<!doctype html", b"<html", b"<?xml")) and b"html" in low else "text"


def _format_of_text(text: str) -> str:
    if text[:256].lstrip().lower().startswith(("<!doctype html", "<html")):
        return "html"
    return "markdown" if _MARKED.search(text[: 1 << 16]) else "text"


def _bytes_of(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise InvalidArgument(f"{path} is a folder; give a file, or run kgmem ingest on it")
        if (size := path.stat().st_size) > LARGEST:
            raise InvalidArgument(f"{path.name} has {size >> 20} MB, more than {LARGEST >> 20}; split it")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InvalidArgument(f"there is no file {path}") from error
    except OSError as error:
        raise InvalidArgument(f"cannot read {path}: {error.strerror}") from error
