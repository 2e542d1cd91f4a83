"""PDF as blocks: its pages' lines joined to paragraphs and lists, its outline's titles as headings.

A PDF says where signs stand and not what belongs together, so that paragraphs are told by their lines: one that ends
early with a full stop ends one. What stands at the head or foot of most pages is left out.
"""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kgmem.documents import Block, Document, one_line, seen, words_in
from kgmem.errors import InvalidArgument

LARGEST = 256 << 20
MOST_PAGES = 5_000
MOST_SIGNS = 32 << 20
"""Characters of text in all: a small file can unpack to any number of them."""
_EDGE = 2
"""Lines at the head and foot of a page that may be the same on others."""
_ITEM = re.compile(r"(?:[-*+•‣◦▪–]|\(?\d{1,3}[.)]|\d{1,3}[、．])\s*\S")
_BULLET = re.compile(r"[*+•‣◦▪–]\s*")
_DIGITS = re.compile(r"\d+")
_ENDS = (".", "!", "?", ":", "。", "！", "？", "：", "”", '"')


def read_pdf(data: bytes, name: str) -> Document:
    """The text of a PDF. Raises InvalidArgument for one that is encrypted, damaged, too large, or without text."""
    if len(data) > LARGEST:
        raise InvalidArgument(f"{name} has {len(data) >> 20} MB, more than {LARGEST >> 20} for a PDF; split it")
    with _readable(name):
        reader = _opened(data, name)
        count = len(reader.pages)
        if count > MOST_PAGES:
            raise InvalidArgument(f"{name} has {count} pages, more than {MOST_PAGES}; split it")
        pages, hidden = _pages(reader, name)
        title = one_line(str((reader.metadata or {}).get("/Title") or ""))
        outline = _outline(reader)
    if not any(lines for lines in pages):
        if count:
            raise InvalidArgument(
                f"{name} has no text on its pages ({count}): it is a scan; run OCR on it first, as with "
                "ocrmypdf IN.pdf OUT.pdf"
            )
        raise InvalidArgument(f"{name} has no pages; there is nothing in it to remember")
    return Document("pdf", title, tuple(_blocks(_without_edges(pages), outline)), hidden)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Make whatever a damaged or hostile file brings about an InvalidArgument, and keep pypdf's remarks to itself."""
    log = logging.getLogger("pypdf")
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    except InvalidArgument:
        raise
    except (MemoryError, RecursionError):
        raise InvalidArgument(f"{name} cannot be read: it unpacks to more than fits; is it made to do harm?") from None
    except Exception as error:  # noqa: BLE001  (pypdf raises any of Python's on damaged files)
        reason = one_line(str(error))[:200] or type(error).__name__
        raise InvalidArgument(
            f"{name} is a damaged PDF ({reason}); save it anew from the program that made it"
        ) from None
    finally:
        log.setLevel(before)


def _opened(data: bytes, name: str) -> Any:
    import pypdf

    reader = pypdf.PdfReader(io.BytesIO(data), strict=False)
    if reader.is_encrypted and not _unlocked(reader):
        raise InvalidArgument(
            f"{name} is encrypted; save it without a password first, as with qpdf --decrypt --password=SECRET IN OUT"
        )
    return reader


def _unlocked(reader: Any) -> bool:
    """True for a file that anybody may open: it is encrypted only against changes."""
    import pypdf

    try:
        return bool(reader.decrypt(""))
    except (pypdf.errors.PyPdfError, NotImplementedError, ImportError):
        return False


def _pages(reader: Any, name: str) -> tuple[list[list[str]], int]:
    """The lines of each page, and how many runs of invisible signs there were."""
    pages: list[list[str]] = []
    total = hidden = 0
    for page in reader.pages:
        text, dropped = seen(page.extract_text() or "")
        hidden += dropped
        total += len(text)
        if total > MOST_SIGNS:
            raise InvalidArgument(f"{name} holds more than {MOST_SIGNS} characters of text; split it")
        pages.append([line for line in (one_line(line) for line in text.split("\n")) if line])
    return pages, hidden


def _outline(reader: Any) -> dict[tuple[int, str], int]:
    """(page from 1, title folded) of the outline's entries -> level."""
    found: dict[tuple[int, str], int] = {}
    waiting = [(entry, 1) for entry in reversed(reader.outline or [])]
    while waiting and len(found) < MOST_PAGES:
        entry, level = waiting.pop()
        if isinstance(entry, list):
            waiting += [(inner, level + 1) for inner in reversed(entry)]
        elif (number := reader.get_destination_page_number(entry)) is not None:
            found[number + 1, _key(str(entry.title or ""))] = min(level, 6)
    return found


def _key(line: str) -> str:
    return "".join(line.lower().split())


def _without_edges(pages: list[list[str]]) -> list[list[str]]:
    """The pages without the lines that stand at the head or foot of most, but for their numbers."""
    if len(pages) < 3:
        return pages
    seen_at = Counter(
        key for lines in pages for key in {_DIGITS.sub("#", line) for line in lines[:_EDGE] + lines[-_EDGE:]}
    )
    common = {key for key, count in seen_at.items() if 2 * count > len(pages)}

    def left(lines: list[str]) -> list[str]:
        last = len(lines) - _EDGE
        return [line for n, line in enumerate(lines) if _EDGE <= n < last or _DIGITS.sub("#", line) not in common]

    return [left(lines) for lines in pages]


def _blocks(pages: list[list[str]], outline: dict[tuple[int, str], int]) -> Iterator[Block]:
    for number, lines in enumerate(pages, 1):
        width = max((len(line) for line in lines), default=0)
        gathered: list[str] = []
        items: list[str] = []
        for line in lines:
            level = outline.get((number, _key(line)))
            if level is not None:
                yield from _given(gathered, items, number)
                gathered, items = [], []
                yield Block("heading", line, level, number)
            elif _ITEM.match(line):
                yield from _given(gathered, [], number)
                gathered = []
                items.append(_BULLET.sub("- ", line, count=1))
            elif items and not (_ended(items[-1], width) and line[:1].isupper()):
                items[-1] = _joined(items[-1], line)
            else:
                yield from _given([], items, number)
                items = []
                gathered.append(line)
                if _ended(line, width):
                    yield from _given(gathered, [], number)
                    gathered = []
        yield from _given(gathered, items, number)


def _ended(line: str, width: int) -> bool:
    return line.endswith(_ENDS) and (len(line) < 0.8 * width or line.endswith((":", "：")))


def _given(lines: list[str], items: list[str], page: int) -> Iterator[Block]:
    if lines:
        text = lines[0]
        for line in lines[1:]:
            text = _joined(text, line)
        yield Block("paragraph", text, 0, page)
    if len(items) == 1:
        yield Block("paragraph", items[0], 0, page)
    elif items:
        yield Block("list", "\n".join(items), 0, page)


def _joined(text: str, line: str) -> str:
    """Two lines as one: a word parted at the line's end is one word, and Chinese needs no blank."""
    if text.endswith("-") and text[-2:-1].isalpha() and line[:1].islower():
        return text[:-1] + line
    han = words_in(text[-1:]) and not text[-1:].isascii() and not line[:1].isascii()
    return f"{text}{line}" if han else f"{text} {line}"
