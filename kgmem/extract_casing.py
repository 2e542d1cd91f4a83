"""Capitals for text written without them, so that a parser made for print reads it: "i live in ohio"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

from kgmem.extract_spelling import Span

_CAPITALS = re.compile(r"[A-Z]")
_SPEAKER = re.compile(r"(?<![\w.'’])i(?=$|[^\w.)\]:/-]|['’](?:m|ve|ll|d)\b)|(?<![\w.'’])(?:im|ive)(?!\w)")
_DUE = re.compile(r"\b(?:in|from|to|near|around|visit|visited|leave|left|of|at|outside|across|through)\s+\Z")


def is_bare(text: str) -> bool:
    """True for text whose writer uses no capitals, so that a name may stand without one."""
    return not _CAPITALS.search(text) or bool(_SPEAKER.search(text))


def cased(text: str) -> str:
    """The text with "i" and the names of well-known places in capitals, where its writer uses none; as long as
    it was."""
    if not is_bare(text):
        return text
    raised = list(_SPEAKER.sub(lambda found: "I" + found[0][1:], text))
    if len(_CAPITALS.findall(text)) <= 2:
        for start, end in places(text):
            for at in range(start, end):
                if at == start or not (text[at - 1].isalpha() or text[at - 1] in "'’"):
                    raised[at] = text[at].upper()
            if end - start <= 3:
                raised[start:end] = text[start:end].upper()
    return "".join(raised)


def places(text: str) -> list[tuple[int, int]]:
    """Where a text in lower case names a well-known place."""
    sure, doubtful = _patterns()
    found = [(hit.start(), hit.end()) for hit in sure.finditer(text)]
    return sorted(
        found
        + [
            (hit.start(), hit.end())
            for hit in doubtful.finditer(text)
            if _DUE.search(text[max(hit.start() - 10, 0) : hit.start()])
            and not any(start <= hit.start() < end for start, end in found)
        ]
    )


def with_places(spans: Sequence[Span], written: str, text: str) -> list[Span]:
    """The names of a text and the places that were `written` without a capital."""
    found = [
        Span(start, end, text[start:end], "Place", sure=True)
        for start, end in (places(written) if written != text else ())
        if text[start] != written[start]
    ]
    kept = [span for span in spans if all(span.end <= one.start or one.end <= span.start for one in found)]
    return sorted([*kept, *found], key=lambda span: span.start)


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The sure names, and those that are words or names of persons as well."""
    sure: list[str] = []
    doubtful: list[str] = []
    for line in (files("kgmem") / "data" / "places.txt").read_text(encoding="utf-8").splitlines():
        kind, *names = line.split()
        if kind != "#":
            (doubtful if kind == "?" else sure).extend(name.replace("_", " ") for name in names)
    return _any_of(sure), _any_of(doubtful)


def _any_of(names: list[str]) -> re.Pattern[str]:
    longest = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<![\w'’-])(?:{longest})(?![\w-])")
