"""Markdown as HTML, which the reader of HTML then takes apart; its front matter is no text."""

from __future__ import annotations

import re

from kgmem.errors import InvalidArgument

LARGEST = 8 << 20
"""Bytes. A parser of Markdown keeps a token of several hundred bytes for each bit of text."""

_FRONT = re.compile(r"\A---[ \t]*\n(?:[^\n]*\n){0,200}?(?:---|\.\.\.)[ \t]*(?:\n|\Z)")
_TITLE = re.compile(r"^title:[ \t]*[\"']?([^\n]{1,200}?)[\"']?[ \t]*$", re.M)


def html_of(text: str, name: str) -> tuple[str, str]:
    """The text as HTML, and the title its front matter gives it, "" for none."""
    from markdown_it import MarkdownIt

    if len(text) > LARGEST:
        raise InvalidArgument(f"{name} has {len(text)} characters, more than {LARGEST} for Markdown; split it")
    front = _FRONT.match(text)
    title = _TITLE.search(front[0]) if front else None
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": 100}).enable(["table", "strikethrough"])
    return parser.render(text[front.end() :] if front else text), title[1] if title else ""
