"""What brings about what in a sentence: Causal News Corpus V2, and Cause-Effect of SemEval-2010 Task 8.

A sentence is causal for kgmem when it reads a cause in it; the spans of its causes are those of the two events.
"""

from __future__ import annotations

import ast
import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.extraction_outcome import DataError, Outcome, in_folder, prf, read_texts, share, text_of
from benchmarks.extraction_words import spans_overlap
from benchmarks.synth.scoring import Tally
from kgmem.records import Extraction

SAME_SPAN = 0.5
"""Spans are the same when F1 of their tokens is at least this."""
Spans = tuple[tuple[int, int], tuple[int, int]]  # of the cause and of the effect
_TAG = re.compile(r"</?(ARG0|ARG1|SIG\d+)>")
_NOMINAL = re.compile(r"</?e([12])>")


# --- Causal News Corpus -------------------------------------------------------------------------------


def causal_news_corpus(data: Path) -> Outcome:
    """Sentences from `train_subtask1.csv`, pairs from `train_subtask2_grouped.csv`; given a file, what that has."""
    if data.is_file():
        rows = _rows(data)
        return pairs(rows) if "causal_text_w_pairs" in rows[0] else sentences(rows)
    first, second = (in_folder(data, f"train_{name}.csv") for name in ("subtask1", "subtask2_grouped"))
    causal, spans = sentences(_rows(first)), pairs(_rows(second))
    metrics = causal.metrics | spans.metrics
    return Outcome(
        metrics,
        causal.n,
        f"sentences; {spans.metrics['n/pairs']:.0f} pairs in {spans.n} of them",
        causal.items + spans.items,
    )


def _rows(path: Path) -> list[dict[str, str]]:
    csv.field_size_limit(1 << 24)
    rows = list(csv.DictReader(io.StringIO(text_of(path))))
    if not rows or "text" not in rows[0] or not {"label", "causal_text_w_pairs"} & set(rows[0]):
        raise DataError(f"{path.name} has no columns text and label, or text and causal_text_w_pairs")
    return rows


def sentences(rows: Sequence[Mapping[str, str]], found: Sequence[Extraction] | None = None) -> Outcome:
    """Is a sentence causal or not."""
    found = read_texts((row["text"] for row in rows), kind="document") if found is None else found
    tally = Tally()
    items: list[dict[str, Any]] = []
    for row, extraction in zip(rows, found, strict=True):
        gold, said = row["label"] == "1", bool(extraction.causes)
        tally += Tally(right=gold and said, given=said, wanted=gold)
        cues = [cause.cue for cause in extraction.causes]
        items.append({"id": row["index"], "text": row["text"], "gold": gold, "found": cues, "right": gold == said})
    metrics = {**prf(tally, "sentence"), "sentence_accuracy": share(items)}
    return Outcome(metrics, len(items), "sentences", items)


def pairs(rows: Sequence[Mapping[str, str]], found: Sequence[Extraction] | None = None) -> Outcome:
    """Are the spans of cause and effect those marked, in this direction."""
    found = read_texts((row["text"] for row in rows), kind="document") if found is None else found
    tally, either = Tally(), Tally()
    items: list[dict[str, Any]] = []
    for row, extraction in zip(rows, found, strict=True):
        text = row["text"]
        gold = [
            spans for marked in ast.literal_eval(row["causal_text_w_pairs"]) if (spans := marked_spans(marked, text))
        ]
        said = list(dict.fromkeys(cause_spans(extraction)))
        right = matched(text, gold, said)
        tally += Tally(right=right, given=len(said), wanted=len(gold))
        turned = [spans for cause, effect in said for spans in ((cause, effect), (effect, cause))]
        either += Tally(right=min(matched(text, gold, turned), len(said)), given=len(said), wanted=len(gold))
        items.append(
            {
                "id": row["index"],
                "text": text,
                "gold": [_shown(text, spans) for spans in gold],
                "found": [_shown(text, spans) for spans in said],
                "right": right == len(gold) == len(said),
            }
        )
    metrics = {**prf(tally, "pair"), **prf(either, "pair", "either-direction")}
    metrics["n/pairs"] = tally.wanted
    return Outcome(metrics, len(items), "sentences", items)


def marked_spans(marked: str, text: str) -> Spans | None:
    """Where `<ARG0>` (cause) and `<ARG1>` (effect) stand in the sentence without marks."""
    open_: dict[str, int] = {}
    spans: dict[str, tuple[int, int]] = {}
    plain, last = "", 0
    for tag in _TAG.finditer(marked):
        plain += marked[last : tag.start()]
        last = tag.end()
        if tag[0].startswith("</"):
            spans[tag[1]] = (open_.get(tag[1], 0), len(plain))
        else:
            open_[tag[1]] = len(plain)
    if plain + marked[last:] != text or not {"ARG0", "ARG1"} <= set(spans):
        return None
    return spans["ARG0"], spans["ARG1"]


def cause_spans(extraction: Extraction) -> Iterable[Spans]:
    for cause in extraction.causes:
        one, other = extraction.events[cause.cause], extraction.events[cause.effect]
        yield (one.start, one.end), (other.start, other.end)


def matched(text: str, gold: Sequence[Spans], said: Iterable[Spans]) -> int:
    """How many gold pairs have a read one with the same spans; each counts once."""
    left = list(said)
    number = 0
    for cause, effect in gold:
        for one in left:
            both = min(spans_overlap(text, cause, one[0]), spans_overlap(text, effect, one[1]))
            if both >= SAME_SPAN:
                left.remove(one)
                number += 1
                break
    return number


def _shown(text: str, spans: Spans) -> list[str]:
    return [text[start:end] for start, end in spans]


# --- SemEval-2010 Task 8 ------------------------------------------------------------------------------


def semeval_task8(data: Path) -> Outcome:
    """Cause-Effect in the test file of the folder, or in the file given."""
    rows = semeval_rows(text_of(in_folder(data, "TEST_FILE_FULL.TXT")))
    if not rows:
        raise DataError(f"{data} has no sentence with <e1> and <e2> and a label under it")
    return nominals(rows, read_texts((row["text"] for row in rows), kind="document"))


def semeval_rows(text: str) -> list[dict[str, Any]]:
    """Blocks of a numbered sentence with `<e1>` and `<e2>`, its label and a comment."""
    rows = []
    for block in re.split(r"\n\s*\n", text):
        lines = [line.strip() for line in block.strip().splitlines()]
        if len(lines) < 2 or "<e1>" not in lines[0]:
            continue
        number, _, quoted = lines[0].partition("\t")
        plain, spans = _without_marks(quoted.strip().strip('"'))
        rows.append({"id": number, "text": plain, "spans": spans, "label": lines[1]})
    return rows


def _without_marks(marked: str) -> tuple[str, dict[str, tuple[int, int]]]:
    starts: dict[str, int] = {}
    spans: dict[str, tuple[int, int]] = {}
    plain, last = "", 0
    for tag in _NOMINAL.finditer(marked):
        plain += marked[last : tag.start()]
        last = tag.end()
        if tag[0].startswith("</"):
            spans[f"e{tag[1]}"] = (starts[tag[1]], len(plain))
        else:
            starts[tag[1]] = len(plain)
    return plain + marked[last:], spans


def nominals(rows: Sequence[Mapping[str, Any]], found: Sequence[Extraction]) -> Outcome:
    """Which of the two nominals brings about the other, if one does. A cause counts for them when one of its events
    holds the one nominal and the other event the other."""
    tally, undirected = Tally(), Tally()
    tallies: dict[str, Tally] = defaultdict(Tally)
    items: list[dict[str, Any]] = []
    for row, extraction in zip(rows, found, strict=True):
        gold = row["label"].removeprefix("Cause-Effect") if row["label"].startswith("Cause-Effect") else ""
        said = _direction(row["spans"], extraction)
        tally += Tally(right=bool(gold) and gold == said, given=bool(said), wanted=bool(gold))
        undirected += Tally(right=bool(gold) and bool(said), given=bool(said), wanted=bool(gold))
        for key in {gold, said} - {""}:
            tallies[key] += Tally(right=gold == said, given=said == key, wanted=gold == key)
        cues = [cause.cue for cause in extraction.causes]
        items.append(
            {
                "id": row["id"],
                "text": row["text"],
                "gold": row["label"],
                "found": said,
                "cues": cues,
                "right": gold == said,
            }
        )
    metrics = {**prf(tally), **prf(undirected, category="either-direction")}
    for key in sorted(tallies):
        metrics |= prf(tallies[key], category=key)
    return Outcome(metrics, len(items), f"sentences, {tally.wanted} of them Cause-Effect", items)


def _direction(spans: Mapping[str, tuple[int, int]], extraction: Extraction) -> str:
    """ "(e1,e2)" when e1 is read as bringing about e2, "(e2,e1)" the other way round, else ""."""
    for cause, effect in cause_spans(extraction):
        for one, other in (("e1", "e2"), ("e2", "e1")):
            if _holds(cause, spans[one], spans[other]) and _holds(effect, spans[other], spans[one]):
                return f"({one},{other})"
    return ""


def _holds(span: tuple[int, int], nominal: tuple[int, int], not_: tuple[int, int]) -> bool:
    def shares(of: tuple[int, int]) -> bool:
        return span[0] < of[1] and of[0] < span[1]

    return shares(nominal) and not shares(not_)
