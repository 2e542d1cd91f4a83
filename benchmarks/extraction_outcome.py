"""What a set of the extraction benchmark hands back, how its files are found, and how its texts are read."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.synth.scoring import Tally
from kgmem.extract_rules import RuleExtractor
from kgmem.ontology import Ontology, load
from kgmem.records import Conversation, Episode, Extraction, FactClaim

BATCH = 256
EARLIER_TURNS = 8
"""How many earlier turns of its session an episode is read with, as Memory does it."""


@dataclass(slots=True)
class Outcome:
    """What was measured: `metrics` in percent but where the name says otherwise, over `n` things that `unit` names.

    `items` are the things judged, one each, with `id`, `gold`, `found` and `right`.
    """

    metrics: dict[str, float]
    n: int
    unit: str
    items: list[dict[str, Any]] = field(default_factory=list)
    notes: str = ""


class DataError(ValueError):
    """A path that does not hold the set it was given for."""


def in_folder(data: Path, name: str) -> Path:
    """The file of this name in a folder, plain or gzipped; `data` itself when it is a file."""
    if data.is_file():
        return data
    for path in (data / name, data / f"{name}.gz"):
        if path.is_file():
            return path
    raise DataError(f"{data} holds neither {name} nor {name}.gz; give the set's folder or that file")


def files_in(data: Path, pattern: str) -> list[Path]:
    """The files of a folder that fit a pattern, by name; `data` itself when it is a file."""
    found = [data] if data.is_file() else sorted(data.glob(pattern))
    if not found:
        raise DataError(f"{data} holds no {pattern}; give the set's folder or one of its files")
    return found


def text_of(path: Path) -> str:
    """A plain or gzipped text, without byte-order mark and in one kind of line ends."""
    data = path.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return data.decode("utf-8-sig").replace("\r\n", "\n")


# --- reading ------------------------------------------------------------------------------------------


@cache
def ontology() -> Ontology:
    return load()


@cache
def extractor() -> RuleExtractor:
    """The packaged extractor, loaded once a run."""
    return RuleExtractor(ontology())


def read(batch: Sequence[tuple[Episode, Conversation]]) -> list[Extraction]:
    """What kgmem reads in episodes, each with what it may see."""
    found: list[Extraction] = []
    for start in range(0, len(batch), BATCH):
        found += extractor()(batch[start : start + BATCH])
    return found


def read_texts(texts: Iterable[str], *, speaker: str = "", kind: str = "message") -> list[Extraction]:
    """What kgmem reads in texts that have nothing to do with each other."""
    episodes = [
        Episode(text, speaker=speaker, kind=kind, session=f"s{n}", id=f"e{n}", occurred=NOW)
        for n, text in enumerate(texts)
    ]
    people = (speaker,) if speaker else ()
    return read([(episode, Conversation((), people)) for episode in episodes])


def in_session(turns: Sequence[Episode]) -> list[tuple[Episode, Conversation]]:
    """The turns of one session, each with the earlier ones and the speakers it may see."""
    people = tuple(dict.fromkeys(turn.speaker for turn in turns if turn.speaker))
    return [(turn, Conversation(tuple(turns[max(0, n - EARLIER_TURNS) : n]), people)) for n, turn in enumerate(turns)]


NOW = 1_700_000_000_000_000
"""When texts without a time of their own are taken to be said, in UTC microseconds (November 2023)."""


# --- counting -----------------------------------------------------------------------------------------


def prf(tally: Tally, name: str = "", category: str = "") -> dict[str, float]:
    """Precision, recall and F1 of a tally as metrics: `name_precision/category`, or without the name."""
    prefix, suffix = f"{name}_" if name else "", f"/{category}" if category else ""
    return {
        f"{prefix}precision{suffix}": tally.precision,
        f"{prefix}recall{suffix}": tally.recall,
        f"{prefix}f1{suffix}": tally.f1,
    }


def share(items: Iterable[Mapping[str, Any]]) -> float:
    """Per cent of the items that are right; 0 of none."""
    held = [bool(item["right"]) for item in items]
    return 100 * sum(held) / len(held) if held else 0.0


def by(items: Iterable[Mapping[str, Any]], key: str) -> dict[str, list[Mapping[str, Any]]]:
    """Items in groups by what they have at a key, the groups by name."""
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for item in items:
        groups.setdefault(str(item[key]), []).append(item)
    return dict(sorted(groups.items()))


def facts_told(extraction: Extraction) -> list[FactClaim]:
    """The facts a text tells, without what only ends where memory holds it."""
    return [fact for fact in extraction.facts if not fact.if_held]
