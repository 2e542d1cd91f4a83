"""CaRB (Bhardwaj et al. 2019): are the statements of a sentence found, whatever they are about.

A fact is read as (subject; its own words, else its relation's; object), an event as (who did it; what its description
says beside its participants; the other participants). Tuples are compared by the words they share, part by part, as
the CaRB paper has it: a read tuple is matched to one gold tuple for precision, a gold tuple to the best read one for
recall. kgmem keeps what is worth remembering of people, not all that a sentence says: a figure to look at, no goal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.extraction_outcome import DataError, Outcome, facts_told, in_folder, read_texts, text_of
from kgmem.ontology import relation_words
from kgmem.records import EventClaim, Extraction, FactClaim
from kgmem.text import words

Parts = tuple[list[str], list[str], list[str]]  # words of relation, first and second argument


@dataclass(frozen=True, slots=True)
class Triple:
    relation: str
    one: str
    other: str

    @property
    def parts(self) -> Parts:
        return words(self.relation), words(self.one), words(self.other)


def carb(data: Path) -> Outcome:
    """Against `gold_dev.tsv` of the folder (or the file given, such as expert_gold.tsv)."""
    gold = gold_of(text_of(in_folder(data, "gold_dev.tsv")))
    if not gold:
        raise DataError(f"{data} has no line with sentence, relation and two arguments, tab-separated")
    found = read_texts(gold, kind="document")
    return judged(gold, [triples(extraction) for extraction in found])


def gold_of(text: str) -> dict[str, list[Triple]]:
    """Sentence -> its tuples; arguments beyond the second belong to the second."""
    gold: dict[str, list[Triple]] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) >= 3:
            gold.setdefault(cells[0], []).append(Triple(cells[1], cells[2], " ".join(cells[3:])))
    return gold


def triples(extraction: Extraction) -> list[Triple]:
    said = [_of_fact(fact) for fact in facts_told(extraction)] + [_of_event(event) for event in extraction.events]
    return list(dict.fromkeys(said))


def _of_fact(fact: FactClaim) -> Triple:
    return Triple(fact.predicate or relation_words(fact.relation), fact.subject, fact.object or fact.value)


def _of_event(event: EventClaim) -> Triple:
    names = [name for _, name, _ in event.participants]
    agent = next((name for role, name, _ in event.participants if role == "agent"), names[0] if names else "")
    others = " ".join(name for name in names if name != agent)
    known = {word for name in names for word in words(name)}
    rest = " ".join(word for word in words(event.description) if word not in known)
    return Triple(rest, agent, others)


def judged(gold: Mapping[str, Sequence[Triple]], found: Sequence[Sequence[Triple]]) -> Outcome:
    precisions: list[float] = []
    recalls: list[float] = []
    items: list[dict[str, Any]] = []
    for (sentence, wanted), read in zip(gold.items(), found, strict=True):
        precision, recall = matched(wanted, read)
        precisions += precision
        recalls += recall
        items.append(
            {
                "id": str(len(items)),
                "text": sentence,
                "gold": [[t.one, t.relation, t.other] for t in wanted],
                "found": [[t.one, t.relation, t.other] for t in read],
                "recall": sum(recall) / len(recall),
                "right": bool(read) and min(recall) >= 0.5,
            }
        )
    p, r = _mean(precisions), _mean(recalls)
    metrics = {"precision": p, "recall": r, "f1": 2 * p * r / (p + r) if p + r else 0.0}
    metrics["tuples_per_sentence"] = len(precisions) / max(1, len(items))
    return Outcome(metrics, len(recalls), f"tuples of {len(items)} sentences", items)


def matched(wanted: Sequence[Triple], read: Sequence[Triple]) -> tuple[list[float], list[float]]:
    """The precision of each read tuple, matched to one gold tuple (best first), and the recall of each gold one."""
    table = [[compared(gold.parts, one.parts) for one in read] for gold in wanted]
    recall = [max((cell[1] for cell in row), default=0.0) for row in table]
    pairs = sorted(((table[g][r][0], g, r) for g in range(len(wanted)) for r in range(len(read))), reverse=True)
    precision, used = [0.0] * len(read), set()
    for score, g, r in pairs:
        if score and ("g", g) not in used and ("r", r) not in used:
            used |= {("g", g), ("r", r)}
            precision[r] = score
    return precision, recall


def compared(gold: Parts, read: Parts) -> tuple[float, float]:
    """Precision and recall of the words, part by part; 0 unless the relations share a word."""
    shared = [_shared(one, other) for one, other in zip(gold, read, strict=True)]
    if not shared[0]:
        return 0.0, 0.0
    return sum(shared) / max(1, sum(map(len, read))), sum(shared) / max(1, sum(map(len, gold)))


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    left = list(other)
    number = 0
    for word in one:
        if word in left:
            left.remove(word)
            number += 1
    return number


def _mean(values: Sequence[float]) -> float:
    return 100 * sum(values) / len(values) if values else 0.0
