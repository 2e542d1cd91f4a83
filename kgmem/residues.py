"""Is a text still anywhere in a file? Searched in the bytes, in every form kgmem or an engine may write."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kgmem.text import fold

SHORTEST = 3
"""Texts of fewer bytes of letters and digits ("Jo") stand everywhere by chance and are not looked for."""
SHORTEST_WIDE = 6
"""Fewer bytes of UTF-16 (two Chinese signs) stand in megabytes by chance; the six of their UTF-8 are looked for."""
WINDOW = 8
"""Bytes of a text by which its places are found; shorter ones are looked for one by one."""
NUMBERS = frozenset({"vectors.log", "hnsw.bin"})
"""Files of numbers only: a few bytes stand in them by chance, so short texts are not looked for there."""
_CHUNK = 8 << 20


@dataclass(frozen=True, slots=True)
class Residue:
    """A file that still holds an erased text, where, and in which form. The text itself is not told."""

    file: Path
    offset: int
    form: str


@dataclass(frozen=True, slots=True)
class Needles:
    """Byte strings to look for, each with its form: utf-8, utf-16 or escaped."""

    forms: tuple[tuple[bytes, str], ...]

    @classmethod
    def of(cls, texts: Iterable[str], remaining: Iterable[str] = ()) -> Needles:
        """All forms of these texts. What stands inside a remaining text cannot count and is left out."""
        left = "\n".join(remaining)
        left_folded = fold(left)
        found: dict[bytes, str] = {}
        for text in texts:
            plain = text.strip()
            if is_too_short(plain) or plain in left or fold(plain) in left_folded:
                continue
            for form in dict.fromkeys((plain, fold(plain))):
                raw = form.encode("utf-8", "surrogatepass")
                found[raw] = "utf-8"
                for wide in ("utf-16-le", "utf-16-be"):
                    needle = form.encode(wide, "surrogatepass")
                    if len(needle) >= SHORTEST_WIDE:
                        found[needle] = "utf-16"
                for escaped in (json.dumps(form)[1:-1], json.dumps(form, ensure_ascii=False)[1:-1]):
                    found.setdefault(escaped.encode("utf-8", "surrogatepass"), "escaped")
        return cls(tuple(found.items()))


def is_too_short(text: str) -> bool:
    return len("".join(sign for sign in text if sign.isalnum()).encode("utf-8", "surrogatepass")) < SHORTEST


def search(files: Iterable[Path], needles: Needles) -> Iterator[Residue]:
    """Where the needles stand in the files. A short needle counts only as a word of its own."""
    longest = max((len(needle) for needle, _ in needles.forms), default=0)
    short = [(n, form) for n, form in needles.forms if len(n) < WINDOW]
    long: dict[int, list[tuple[bytes, str]]] = {}
    for needle, form in needles.forms:
        if len(needle) >= WINDOW:
            long.setdefault(int.from_bytes(needle[:WINDOW], "little"), []).append((needle, form))
    starts = np.array(sorted(long), np.uint64)
    firsts = np.zeros(1 << 16, np.bool_)
    firsts[(starts & np.uint64(0xFFFF)).astype(np.int64)] = True
    for file in files:
        words = [] if file.name in NUMBERS else short
        yield from _search_file(file, words, long, starts, firsts, longest)


def _search_file(
    file: Path,
    short: list[tuple[bytes, str]],
    long: dict[int, list[tuple[bytes, str]]],
    starts: npt.NDArray[np.uint64],
    firsts: npt.NDArray[np.bool_],
    longest: int,
) -> Iterator[Residue]:
    done = 0
    with file.open("rb") as source:
        data = source.read(_CHUNK + longest)
        while data:
            for needle, form in short:
                at = data.find(needle)
                while at >= 0:
                    if _is_word(data, at, at + len(needle)):
                        yield Residue(file, done + at, form)
                        break
                    at = data.find(needle, at + 1)
            if len(starts) and len(data) >= WINDOW:
                count = len(data) - WINDOW + 1
                windows = np.ndarray((count,), "<u8", data, strides=(1,))
                likely = np.flatnonzero(firsts[np.ndarray((count,), "<u2", data, strides=(1,))])
                for at in likely[np.isin(windows[likely], starts)]:
                    for needle, form in long[int(windows[at])]:
                        if data.startswith(needle, int(at)):
                            yield Residue(file, done + int(at), form)
            if len(data) <= _CHUNK:
                return
            data, done = data[_CHUNK:] + source.read(_CHUNK), done + _CHUNK


def _is_word(data: bytes, start: int, end: int) -> bool:
    around = data[max(0, start - 1) : start] + data[end : end + 1]
    return not any(byte < 128 and chr(byte).isalnum() for byte in around)
