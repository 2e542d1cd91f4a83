"""A document as blocks in their order, and the chunks it is remembered in: cut where its structure parts it.

A chunk holds what stands under one heading, some two hundred words of it. Lists, tables and code stay whole as long as
they are no longer than twice that; what leads to one ("Do this:") stays with it. Every chunk begins with the headings
it stands under, so that each can be read, and found, by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from kgmem.errors import InvalidArgument
from kgmem.text import clean, is_blank, sentences

TARGET = 180
"""Words after which a chunk takes no more; a Chinese sign counts as one. The packaged encoder sees 256 pieces."""
LONGEST = 200
"""Words of a paragraph above which it is cut at the ends of its sentences."""
WHOLE = 400
"""Words of a list, a table or code above which it is cut between its lines."""
MOST_BLOCKS = 200_000
BETWEEN = " > "
"""Between the headings a chunk stands under."""

Kind = Literal["heading", "paragraph", "list", "table", "code"]

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_BLANKS = re.compile(r"[ \t\f\v\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060-\u2064\ufeff\U000e0000-\U000e007f]+")
_LONGEST_HEADING = 200
_RUN = re.compile(r"\S+\s*|\s+")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (`level` 1 to 6), a paragraph, a list or table of a line an item, or code. `page` from 1, 0: none."""

    kind: Kind
    text: str
    level: int = 0
    page: int = 0


@dataclass(frozen=True, slots=True)
class Document:
    """What was read of a document. `hidden` counts stretches of text that its readers are not shown; they are left
    out."""

    format: str
    title: str = ""
    blocks: tuple[Block, ...] = ()
    hidden: int = 0


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage of a document with the headings it stands under, the outermost first; they begin its text too."""

    text: str
    headings: tuple[str, ...] = ()
    page: int = 0


@dataclass(slots=True)
class _Section:
    """What is gathered under one path of headings until it is given out."""

    headings: tuple[str, ...] = ()
    parts: list[Block] = field(default_factory=list)
    words: int = 0

    def add(self, block: Block) -> None:
        self.parts.append(block)
        self.words += _size(block.text)

    def taken(self) -> Iterator[Chunk]:
        if self.parts:
            said = "\n\n".join(_shown(block) for block in self.parts)
            above = BETWEEN.join(self.headings)
            yield Chunk(f"{above}\n\n{said}" if above else said, self.headings, self.parts[0].page)
        self.parts, self.words = [], 0


def _shown(block: Block) -> str:
    return f"```\n{block.text}\n```" if block.kind == "code" else block.text


def words_in(text: str) -> int:
    return sum(1 for _ in _WORD.finditer(text))


def seen(text: str) -> tuple[str, int]:
    """The text as it is read, cleaned, without signs that take no room; and how many runs of such signs it had."""
    shown, hidden = _INVISIBLE.subn("", text)
    return clean(shown), hidden


def one_line(text: str) -> str:
    return " ".join(text.split())


def blanks_joined(text: str) -> str:
    """The text with each run of blanks as one, line by line, without blank lines."""
    lines = (_BLANKS.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def chunks(document: Document) -> Iterator[Chunk]:
    """The document's chunks in order; none of one that says nothing."""
    section = _Section()
    above: list[tuple[int, str]] = []  # (level, heading)
    bare: list[Block] = []  # headings under which nothing stood yet
    for block in document.blocks:
        if is_blank(block.text):
            continue
        if block.kind == "heading":
            yield from section.taken()
            if bare and block.level <= bare[-1].level:
                yield from _alone(bare, section.headings)
                bare = []
            name = one_line(block.text)[:_LONGEST_HEADING]
            above = [one for one in above if one[0] < block.level] + [(block.level, name)]
            section.headings = tuple(one for _, one in above if one != document.title)
            bare = [*bare[-6:], block]
            continue
        bare = []
        for part in _fitting(block):
            yield from _put(part, section)
    yield from section.taken()
    if bare:
        yield from _alone(bare, section.headings)


def _alone(bare: list[Block], headings: tuple[str, ...]) -> Iterator[Chunk]:
    """A heading under which nothing stands: it is all that is said there."""
    yield Chunk(BETWEEN.join(headings) or one_line(bare[-1].text), headings[:-1], bare[-1].page)


def _put(block: Block, section: _Section) -> Iterator[Chunk]:
    """Add a block, giving out first what it does not fit beside; what leads to a list goes with it."""
    if section.parts and section.words + _size(block.text) > TARGET:
        last = section.parts[-1]
        leads = block.kind != "paragraph" and last.kind == "paragraph" and _leads(last.text)
        if leads:
            section.parts.pop()
        yield from section.taken()
        if leads:
            section.add(last)
    section.add(block)


def _leads(text: str) -> bool:
    return text.rstrip().endswith((":", "：")) and words_in(text) <= LONGEST // 4


def _fitting(block: Block) -> Iterator[Block]:
    """The block in parts of which none is too long."""
    longest = LONGEST if block.kind == "paragraph" else WHOLE
    if _size(block.text) <= longest:
        yield block
        return
    head = ""
    if block.kind == "paragraph":
        pieces = [block.text[start:end] for start, end in sentences(block.text)]
    else:
        pieces = block.text.splitlines(keepends=True)
        head = pieces[0] if block.kind == "table" and words_in(pieces[0]) < TARGET // 2 else ""
    short = (part for piece in pieces for part in (_cut(piece, longest) if _size(piece) > longest else (piece,)))
    for text in _gathered(short, longest - _size(head)):
        said = text if text.startswith(head) else head + text
        yield Block(block.kind, said.strip("\n").rstrip(), block.level, block.page)


def _size(text: str) -> int:
    """Its words; of a text without blanks, as many as its letters would make."""
    return max(words_in(text), len(text) // 16)


def _gathered(pieces: Iterable[str], longest: int) -> Iterator[str]:
    """The pieces put together to texts of at most that size."""
    text, size = "", 0
    for piece in pieces:
        more = _size(piece)
        if text.strip() and size + more > longest:
            yield text
            text, size = "", 0
        text += piece
        size += more
    if text.strip():
        yield text


def _cut(text: str, longest: int) -> Iterator[str]:
    """A sentence or line that is too long, cut at blanks, or anywhere in a run without any."""
    runs = (found.group() for found in _RUN.finditer(text))
    parts = (run[at : at + longest] for run in runs for at in range(0, len(run), longest))
    return _gathered(parts, longest // 2)


def bounded(blocks: Iterable[Block], name: str) -> Iterator[Block]:
    """The blocks, up to as many as a document may have. Raises InvalidArgument beyond."""
    for number, block in enumerate(blocks):
        if number >= MOST_BLOCKS:
            raise InvalidArgument(f"{name} has more than {MOST_BLOCKS} paragraphs and headings; split it into parts")
        yield block
