"""HTML as blocks: what a reader of the page is shown of its content, without what stands around it on every page.

Lexbor parses as browsers do, in time linear in the page but for how deep it nests; depth is bounded before. What is
hidden (by the attribute, by style in the element or in the page's own sheets, or in the colour of what is behind it) is
not read, for it is written for programs and not for people.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kgmem.documents import Block, Document, blanks_joined, bounded, one_line, seen
from kgmem.errors import InvalidArgument

LARGEST = 32 << 20
DEEPEST = 400

_AROUND = frozenset("nav footer aside form dialog menu button select input textarea".split())
_NOT_READ = frozenset(
    "script style noscript template iframe object embed svg canvas math audio video map head title meta link base "
    "datalist option rp".split()
)
_ROLES = frozenset("navigation banner contentinfo search complementary alert alertdialog dialog menu menubar".split())
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    "p div section article main header blockquote figure figcaption address details summary dl dt dd fieldset legend "
    "center hgroup body html li td th tr caption".split()
)
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_IMPLIED = frozenset("p li dt dd td th tr tbody thead tfoot option optgroup rt rp colgroup html head body".split())
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]{0,30})(?=[\s/>])")
_SHEET_RULE = re.compile(r"([^{}]{1,2000})\{([^{}]{0,4000})\}")
_SIMPLE = re.compile(r"[a-z0-9]{0,20}([.#])([\w-]{1,80})\Z", re.I)
_GONE = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0*(?:\.0+)?(?![.\d])"
    r"|font-size\s*:\s*0*(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|\Z)|text-indent\s*:\s*-\d{3,}"
    r"|(?:left|top|right)\s*:\s*-\d{4,}|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?|clip-path\s*:\s*inset\(\s*(?:50|100)%"
    r"|transform\s*:\s*scale\(\s*0\s*\))",
    re.I,
)
_COLOUR = re.compile(r"(?<![\w-])(color|background(?:-color)?)\s*:\s*([^;!]{1,80})", re.I)
_WHITES = re.compile(
    r"\s*(?:white\b|#fff(?:f(?:ff)?)?\b|#f[c-f]f[c-f]f[c-f]\b|rgba?\(\s*25[0-5]\s*,\s*25[0-5]\s*,\s*25[0-5]|transparent\b"
    r"|rgba\([^)]*,\s*0?(?:\.0+)?\s*\)|hsl\([^)]*100%\s*\))",
    re.I,
)
_CLASSES = frozenset("sr-only visually-hidden screen-reader-text visuallyhidden hidden d-none".split())


@dataclass(slots=True)
class _Page:
    """What is known while a page is walked."""

    name: str
    gone: frozenset[tuple[str, str]] = frozenset()  # (. or #, name) that the page's own sheets hide
    hidden: int = 0
    blocks: list[Block] = field(default_factory=list)


def read_html(html: str, name: str) -> Document:
    """The content of a page. Raises InvalidArgument for one that is too large or nests too deep."""
    from selectolax.lexbor import LexborHTMLParser

    if len(html) > LARGEST:
        raise InvalidArgument(f"{name} has {len(html)} characters, more than {LARGEST} for HTML; split it")
    if _depth(html) > DEEPEST:
        raise _too_deep(name)
    tree = LexborHTMLParser(html.replace("\0", ""))
    page = _Page(name, _hidden_by_sheets(tree))
    named = tree.css_first("head > title")
    if tree.body is not None:
        try:
            page.blocks = list(bounded(_blocks(_content(tree), page), name))
        except RecursionError:
            raise _too_deep(name) from None
    first = next((block.text for block in page.blocks if block.kind == "heading" and block.level == 1), "")
    title = first or (one_line(seen(named.text())[0]) if named is not None else "")
    return Document("html", title, tuple(page.blocks), page.hidden)


def _too_deep(name: str) -> InvalidArgument:
    return InvalidArgument(f"{name} nests more than {DEEPEST} elements in each other; no page for readers does")


def _content(tree: Any) -> Any:
    """The main part of a page where it says which, else all of it."""
    mains = tree.css("main, [role=main]")
    return mains[0] if len(mains) == 1 else tree.body


def _depth(html: str) -> int:
    """How many elements may stand open at once, counting only those that do not close of themselves."""
    deepest = depth = 0
    for found in _TAG.finditer(html):
        tag = found[2].lower()
        if tag not in _VOID and tag not in _IMPLIED:
            depth = max(0, depth + (-1 if found[1] else 1))
            deepest = max(deepest, depth)
    return deepest


# --- what is hidden ------------------------------------------------------------------------------


def _hidden_by_sheets(tree: Any) -> frozenset[tuple[str, str]]:
    """Classes and ids that style sheets in the page hide, where one stands alone in a selector."""
    found = set()
    for sheet in tree.css("style")[:100]:
        for rule in _SHEET_RULE.finditer(sheet.text()[: 1 << 20]):
            if _GONE.search(rule[2]):
                for selector in rule[1].split(","):
                    if simple := _SIMPLE.match(selector.strip()):
                        found.add((simple[1], simple[2]))
    return frozenset(found)


def _is_hidden(node: Any, page: _Page, *, on_white: bool) -> bool:
    marks = node.attributes
    if "hidden" in marks and marks["hidden"] != "until-found":
        return True
    if style := marks.get("style"):
        if _GONE.search(style):
            return True
        colour, behind = _colours(style)
        if colour and _WHITES.match(colour) and (_WHITES.match(behind) if behind else on_white):
            return True
    if named := marks.get("class"):
        names = named.split()
        if not _CLASSES.isdisjoint(names) or any((".", one) in page.gone for one in names):
            return True
    return ("#", marks.get("id") or "") in page.gone


def _colours(style: str) -> tuple[str, str]:
    """The colour a style gives to text and to what is behind it, "" for none."""
    found = {name.lower().removesuffix("-color"): value for name, value in _COLOUR.findall(style)}
    return found.get("color", ""), found.get("background", "")


def _is_around(node: Any) -> bool:
    """True for what stands around the content: menus, footers, forms; a page's header, but not an article's."""
    if node.tag in _AROUND or (node.attributes.get("role") or "") in _ROLES:
        return True
    return node.tag == "header" and node.parent is not None and node.parent.tag == "body" and not _has_heading(node)


def _has_heading(node: Any) -> bool:
    return node.css_first("h1, h2") is not None


# --- blocks ---------------------------------------------------------------------------------------


def _shown(node: Any, page: _Page, *, on_white: bool) -> Iterator[Any]:
    """The children of a node that are shown, in order."""
    child = node.child
    while child is not None:
        tag = child.tag
        if tag == "-comment":
            page.hidden += not _is_empty(child.comment_content)
        elif tag == "-text":
            yield child
        elif tag[:1] != "-" and tag not in _NOT_READ:
            if _is_hidden(child, page, on_white=on_white):
                page.hidden += not _is_empty(child.text())
            elif not _is_around(child):
                yield child
        child = child.next


def _is_empty(text: str | None) -> bool:
    return not (text or "").strip()


def _white_behind(node: Any, on_white: bool) -> bool:
    behind = _colours(node.attributes.get("style") or "")[1]
    return on_white if not behind else _WHITES.match(behind) is not None


def _blocks(root: Any, page: _Page, *, on_white: bool = True) -> Iterator[Block]:
    """What a part of the page says, block by block; text beside blocks is a paragraph of its own."""
    loose: list[str] = []
    for node in _shown(root, page, on_white=on_white):
        tag = node.tag
        white = _white_behind(node, on_white) if tag != "-text" else on_white
        if tag != "-text" and (tag in _BLOCKS or tag in _HEADINGS or tag in ("ul", "ol", "table", "pre", "hr")):
            yield from _paragraph(loose, page)
            loose = []
        if tag in _HEADINGS:
            yield from _made("heading", one_line(_inline(node, page, white)), page, _HEADINGS[tag])
        elif tag in ("ul", "ol"):
            yield from _made("list", "\n".join(_items(node, page, white)), page)
        elif tag == "table":
            yield from _table(node, page, white)
        elif tag == "pre":
            yield from _made("code", _verbatim(node, page, white), page)
        elif tag in _BLOCKS or (tag != "-text" and _holds_blocks(node)):
            yield from _blocks(node, page, on_white=white)
        else:
            loose.append(_inline(node, page, white) if tag != "-text" else node.text())
    yield from _paragraph(loose, page)


def _holds_blocks(node: Any) -> bool:
    return (
        node.css_first("p, div, ul, ol, table, pre, h1, h2, h3, h4, h5, h6, section, article, blockquote") is not None
    )


def _paragraph(loose: list[str], page: _Page) -> Iterator[Block]:
    yield from _made("paragraph", blanks_joined(_broken("".join(loose))), page)


def _broken(text: str) -> str:
    """Text with line ends only where the page has them, marked by \\v."""
    return " ".join(text.replace("\v", " \v ").split(" ")).replace("\n", " ").replace("\v", "\n")


def _made(kind: Any, text: str, page: _Page, level: int = 0) -> Iterator[Block]:
    shown, hidden = seen(text)
    page.hidden += hidden
    if shown.strip():
        yield Block(kind, shown, level)


def _inline(node: Any, page: _Page, on_white: bool) -> str:
    """The text of a node on one line but for its line ends (\\v)."""
    if node.tag == "-text":
        return str(node.text())
    if node.tag == "br":
        return "\v"
    if node.tag == "img":
        return str(node.attributes.get("alt") or "")
    said = "".join(
        _inline(child, page, _white_behind(child, on_white) if child.tag != "-text" else on_white)
        for child in _shown(node, page, on_white=on_white)
    )
    return f" {said} " if node.tag in _BLOCKS or node.tag in ("ul", "ol") else said


def _verbatim(node: Any, page: _Page, on_white: bool) -> str:
    parts = [
        child.text() if child.tag == "-text" else "\n" if child.tag == "br" else _verbatim(child, page, on_white)
        for child in _shown(node, page, on_white=on_white)
    ]
    return "".join(parts).strip("\n")


def _items(node: Any, page: _Page, on_white: bool, depth: int = 0) -> Iterator[str]:
    """The lines of a list: numbered as the page counts, those of lists in it indented."""
    numbered = node.tag == "ol"
    start = (node.attributes.get("start") or "1").strip() if numbered else ""
    number = int(start) if start.lstrip("-").isdigit() and len(start) < 6 else 1
    for item in _shown(node, page, on_white=on_white):
        if item.tag == "-text" or item.tag in ("ul", "ol"):
            yield from _items(item, page, on_white, depth + 1) if item.tag != "-text" else ()
            continue
        white = _white_behind(item, on_white)
        said, inner = [], []
        for child in _shown(item, page, on_white=white):
            if child.tag in ("ul", "ol"):
                inner.append(child)
            else:
                said.append(_inline(child, page, white))
        line = one_line(_broken("".join(said)))
        mark = f"{number}. " if numbered else "- "
        if line or inner:
            yield f"{'  ' * min(depth, 8)}{mark}{line}".rstrip()
            number += 1
        for part in inner:
            yield from _items(part, page, white, depth + 1)


def _table(node: Any, page: _Page, on_white: bool) -> Iterator[Block]:
    """A table of data as lines of cells; one that only lays out a page as the blocks in it."""
    if node.css_first("table table, h1, h2, h3, ul, ol, pre, p + p") is not None and node.css_first("th") is None:
        yield from _laid_out(node, page, on_white)
        return
    lines = []
    for row in _rows(node, page, on_white):
        cells = [one_line(_broken(_inline(cell, page, on_white))) for cell in _shown(row, page, on_white=on_white)
                 if cell.tag in ("td", "th")]  # fmt: skip
        if any(cells):
            lines.append(f"| {' | '.join(cells)} |")
    caption = next((n for n in _shown(node, page, on_white=on_white) if n.tag == "caption"), None)
    if caption is not None:
        yield from _made("paragraph", one_line(_inline(caption, page, on_white)), page)
    yield from _made("table", "\n".join(lines), page)


def _rows(node: Any, page: _Page, on_white: bool) -> Iterator[Any]:
    for child in _shown(node, page, on_white=on_white):
        if child.tag == "tr":
            yield child
        elif child.tag in ("tbody", "thead", "tfoot"):
            yield from _rows(child, page, on_white)


def _laid_out(node: Any, page: _Page, on_white: bool) -> Iterator[Block]:
    for row in _rows(node, page, on_white):
        for cell in _shown(row, page, on_white=on_white):
            if cell.tag in ("td", "th"):
                yield from _blocks(cell, page, on_white=_white_behind(cell, on_white))
