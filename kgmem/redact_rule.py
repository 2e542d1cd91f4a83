"""What a rule of redaction is, and the mark that takes a secret's place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

Found = tuple[int, int]
Find = Callable[[str], Iterable[Found]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to find one kind. `find` gives the spans to replace; it runs only when one of `hints` (lower
    case) occurs in the text, or always when there are none."""

    kind: str
    hints: tuple[str, ...]
    find: Find


PLACEHOLDER = re.compile(r"\[redacted:[a-z_]+(?:\*(?:[^\s\[\]@*]{1,4}|@[\w.-]{1,255})?)?\]")
CLOSING_PLACEHOLDER = re.compile(PLACEHOLDER.pattern + r"\Z")
LONGEST_PLACEHOLDER = 300
KEPT = 4
SHORTEST_MASKED = 10
"""Of what is shorter, four signs would be too many: a password, a PIN."""


def placeholder(kind: str) -> str:
    return f"[redacted:{kind}]"


def masked(kind: str, said: str) -> str:
    """A placeholder that keeps an e-mail's domain, or the last four letters or digits of what has ten or more."""
    if kind == "email":
        return f"[redacted:{kind}*@{said.rpartition('@')[2]}]"
    signs = re.sub(r"[\W_]", "", said)
    return f"[redacted:{kind}*{signs[-KEPT:] if len(signs) >= SHORTEST_MASKED else ''}]"


BEFORE = r"(?<![A-Za-z0-9_])"


def shape(pattern: str, accept: Callable[[str], bool] | None = None) -> Find:
    """Finds a pattern anywhere: its group `secret`, else all of it, where `accept` agrees."""
    compiled = re.compile(pattern)
    group: int | str = "secret" if "secret" in compiled.groupindex else 0

    def find(text: str) -> Iterator[Found]:
        for match in compiled.finditer(text):
            if accept is None or accept(match[group]):
                yield match.span(group)

    return find


def is_random(word: str) -> bool:
    """True for letters and digits in one unbroken run of sixteen, as keys have and names have not."""
    return any(any(c.isdigit() for c in run) for run in re.findall(r"[A-Za-z0-9]{16,}", word))


_NO_VALUE = re.compile(
    r"\$\{?\w+\}?|\$\(.*|\{+[\w. ]*\}*|<[^>]*>?|%\w*|%\(\w+\)s|[*.•_?x#-]+|os\.\w.*"
    r"|process\.env.*|env\..*|[\w.]+\(.*"
    r"|[\w.]+\[.*|https?://.*|~?/.*|\.\.?/.*|none|null|nil|true|false|undefined|",
    re.IGNORECASE,
)


def is_no_value(word: str) -> bool:
    """True for what stands where a secret would: blanks to fill in, masks, variables, calls, addresses."""
    return bool(_NO_VALUE.fullmatch(word) or PLACEHOLDER.fullmatch(word))
