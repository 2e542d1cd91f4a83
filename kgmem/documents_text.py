"""Bytes as text whatever their encoding, and plain text as blocks: blank lines part paragraphs."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from kgmem.documents import Block
from kgmem.errors import InvalidArgument

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"))
_MARKS_16 = ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_DECLARED = re.compile(
    rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})"
    rb"|<\?xml[^>]{0,100}?encoding=[\"']([A-Za-z0-9_.:-]{2,40})",
    re.I,
)
_ITEM = re.compile(
    r"[ \t]{0,40}(?:[-*+•‣◦–]|\(?\d{1,4}[.)]|\d{1,4}[、．]"
    r"|[（(][一二三四五六七八九十]{1,3}[)）]|[一二三四五六七八九十]{1,3}、)\s*\S"
)
_UNDERLINE = re.compile(r"(?:={3,}|-{3,})\s*\Z")


def decoded(data: bytes, name: str, *, declared: bool = False) -> str:
    """The text of bytes: by their byte order mark, by what they declare (HTML), as UTF-8, else as Windows-1252.

    Raises InvalidArgument for what is no text: bytes with zeros in them, or that mean nothing in what they declare.
    """
    for mark, encoding in (*_MARKS, *_MARKS_16):
        if data.startswith(mark):
            return _decoded_as(data, encoding, name).removeprefix("\ufeff")
    if b"\0" in data[:4096]:
        raise InvalidArgument(f"{name} is no text; kgmem ingests text, Markdown, HTML and PDF")
    found = _DECLARED.search(data[:4096]) if declared else None
    try:
        return data.decode()
    except UnicodeDecodeError:
        encoding = (found[1] or found[2]).decode() if found else "cp1252"
        return _decoded_as(data, encoding, name)


def _decoded_as(data: bytes, encoding: str, name: str) -> str:
    try:
        known = codecs.lookup(encoding)
        text = data.decode(known.name)
        if not isinstance(text, str):
            raise LookupError(encoding)
    except UnicodeDecodeError:
        if encoding != "cp1252":
            raise InvalidArgument(
                f"{name} is not the {encoding} it says it is; convert it first: iconv -t utf-8 FILE"
            ) from None
        text = data.decode("latin-1")
    except LookupError:
        raise InvalidArgument(
            f"{name} declares the unknown encoding {encoding!r}; convert it first: iconv -t utf-8 FILE"
        ) from None
    return text


def text_blocks(text: str) -> Iterator[Block]:
    """Paragraphs and lists of plain text, and headings that are underlined with = or -."""
    paragraph: list[str] = []
    for line in [*text.split("\n"), ""]:
        if _UNDERLINE.match(line.strip()) and len(paragraph) == 1 and len(paragraph[0]) <= 100:
            yield Block("heading", paragraph.pop().strip(), 1 if line.strip()[0] == "=" else 2)
        elif line.strip():
            paragraph.append(line.rstrip())
        elif paragraph:
            yield from _parts(paragraph)
            paragraph = []


def _parts(lines: list[str]) -> Iterator[Block]:
    """Lines without a blank one among them: what leads to a list, and the list."""
    first = next((n for n, line in enumerate(lines) if _ITEM.match(line)), len(lines))
    items = sum(1 for line in lines[first:] if _ITEM.match(line))
    if items < 2:
        yield Block("paragraph", "\n".join(line.strip() for line in lines))
        return
    if first:
        yield Block("paragraph", "\n".join(line.strip() for line in lines[:first]))
    yield Block("list", "\n".join(lines[first:]))
