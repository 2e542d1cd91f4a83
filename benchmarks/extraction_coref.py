"""GAP (Webster et al. 2018): does a pronoun in a passage mean the one name or the other.

kgmem reads the passage alone. A label is TRUE when the entity it binds to the pronoun is the one it binds to that name;
a passage where it binds the pronoun to nobody has two FALSE.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.extraction_outcome import DataError, Outcome, files_in, prf, read_texts, share, text_of
from benchmarks.extraction_words import same_name
from benchmarks.synth.scoring import Tally
from kgmem.records import Mention
from kgmem.text import name_key

MASCULINE = frozenset(("he", "him", "his"))
COLUMNS = ("ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref")


def gap(data: Path) -> Outcome:
    """All passages of the folder's files, or of the file given."""
    rows = [row for path in files_in(data, "gap-*.tsv*") for row in _rows(path)]
    found = read_texts((row["Text"] for row in rows), kind="document")
    return judged(rows, [extraction.mentions for extraction in found])


def _rows(path: Path) -> list[dict[str, str]]:
    rows = list(csv.DictReader(io.StringIO(text_of(path)), delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows or not set(COLUMNS) <= set(rows[0]):
        raise DataError(f"{path.name} lacks some of the columns {', '.join(COLUMNS)}")
    return rows


def judged(rows: Sequence[Mapping[str, str]], mentions: Iterable[Sequence[Mention]]) -> Outcome:
    tallies = {"": Tally(), "masculine": Tally(), "feminine": Tally()}
    items: list[dict[str, Any]] = []
    for row, found in zip(rows, mentions, strict=True):
        gender = "masculine" if row["Pronoun"].lower() in MASCULINE else "feminine"
        gold = {name: row[f"{name}-coref"].upper() == "TRUE" for name in "AB"}
        start = int(row["Pronoun-offset"])
        meant = _at(found, start, start + len(row["Pronoun"]))
        said = {name: meant is not None and _is(meant, found, row[name], int(row[f"{name}-offset"])) for name in "AB"}
        for key in ("", gender):
            tallies[key] += Tally(
                right=sum(gold[n] and said[n] for n in "AB"), given=sum(said.values()), wanted=sum(gold.values())
            )
        items.append(
            {
                "id": row["ID"],
                "gender": gender,
                "pronoun": row["Pronoun"],
                "gold": [row[n] for n in "AB" if gold[n]],
                "found": meant.name if meant else "",
                "bound": meant is not None,
                "right": gold == said,
            }
        )
    metrics = {"accuracy": share(items), **prf(tallies[""])}
    for gender in ("masculine", "feminine"):
        metrics |= {f"accuracy/{gender}": share([i for i in items if i["gender"] == gender])}
        metrics |= prf(tallies[gender], category=gender)
    low = tallies["masculine"].f1
    metrics["bias"] = tallies["feminine"].f1 / low if low else 0.0
    metrics["bound"] = 100 * sum(item["bound"] for item in items) / len(items) if items else 0.0
    return Outcome(metrics, len(items), "passages", items, "bias is feminine F1 / masculine F1, no percentage")


def _at(mentions: Iterable[Mention], start: int, end: int) -> Mention | None:
    """The shortest mention over these characters."""
    over = [m for m in mentions if m.start < end and start < m.end]
    return min(over, key=lambda m: (m.end - m.start, m.start), default=None)


def _is(meant: Mention, mentions: Sequence[Mention], name: str, offset: int) -> bool:
    """Whether what the pronoun means is what stands at the name's place; by name where nothing was found there."""
    there = _at(mentions, offset, offset + len(name))
    if there is None:
        return same_name(meant.name, name)
    return name_key(there.name) == name_key(meant.name)
