"""Time expressions: what they mean (Recognizers-Text specs, TempEval-3), and the dates LoCoMo's questions ask for."""

from __future__ import annotations

import io
import json
import re
import tarfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.extraction_outcome import DataError, Outcome, by, files_in, in_folder, share, text_of
from benchmarks.extraction_timegold import TYPES, anchor_of, both, holds_two, local, no_date, says
from benchmarks.extraction_timevalues import asked_for, in_value, length_in
from benchmarks.locomo import repair, turns_in
from benchmarks.retrieval import Turn
from kgmem.temporal import DAY, micros
from kgmem.timex import Timex, find

# --- Recognizers-Text -----------------------------------------------------------------------------------


def recognizers(data: Path) -> Outcome:
    """English, month before day as the specs are American."""
    return _specs(data, "English", day_first=False)


def recognizers_zh(data: Path) -> Outcome:
    return _specs(data, "Chinese", day_first=None)


def _specs(data: Path, language: str, *, day_first: bool | None) -> Outcome:
    specs = json.loads(text_of(in_folder(data / language if data.is_dir() else data, "DateTimeModel.json")))
    items: list[dict[str, Any]] = []
    quiet: list[dict[str, Any]] = []
    exact = said = gold = 0
    for number, spec in enumerate(specs):
        text, anchor = spec["Input"], anchor_of(spec)
        found = find(text, anchor, day_first=day_first)
        judged = [_judge(f"{number}/{n}", spec, result, found) for n, result in enumerate(spec["Results"])]
        items += [item for item in judged if item["type"] in TYPES]
        if not judged:
            quiet.append({"id": f"{number}/none", "text": text, "type": "none", "gold": [],
                          "found": [*map(local, found)], "right": not found})  # fmt: skip
        spans = {(result["Start"], result["End"] + 1) for result in spec["Results"]}
        exact += len(spans & {(timex.start, timex.end) for timex in found})
        said, gold = said + len(found), gold + len(spans)
    metrics = {"value_accuracy": share(items), "none_accuracy": share(quiet)}
    metrics["span_f1"] = 100 * 2 * exact / (said + gold) if said + gold else 0.0
    metrics |= {f"value_accuracy/{kind}": share(group) for kind, group in by(items, "type").items()}
    notes = f"types: {', '.join(TYPES)}; none_accuracy: nothing found in {len(quiet)} texts without a time"
    return Outcome(metrics, len(items), "results", items + quiet, notes)


def _judge(name: str, spec: dict[str, Any], result: dict[str, Any], found: Sequence[Timex]) -> dict[str, Any]:
    """Right when an expression that overlaps the result says one of its values."""
    text, results, values = spec["Input"], spec["Results"], result["Resolution"]["values"]
    here = [timex for timex in found if timex.start <= result["End"] and result["Start"] < timex.end]
    right = (
        not here
        if no_date(values)
        else any(
            says(timex, v, result["Text"]) or (both(timex, v) and holds_two(timex, results))
            for timex in here
            for v in values
        )
    )
    kind = (result.get("TypeName") or values[0]["type"]).removeprefix("datetimeV2.")
    shown = [" ".join(str(v[key]) for key in ("Mod", "timex", "start", "end", "value") if v.get(key)) for v in values]
    return {"id": name, "text": text, "type": kind, "said": result["Text"], "gold": shown,
            "found": [*map(local, here)], "right": right}  # fmt: skip


# --- LoCoMo ---------------------------------------------------------------------------------------------


def locomo_dates(data: Path) -> Outcome:
    """Temporal questions with a date for an answer: is the date said in the turns that answer them?

    An expression hits the date when one holds at least half of the other and it is at most a week for a day, a
    month for a week and so on: eight times as long.
    """
    files = [data] if data.is_file() else [*files_in(data, "locomo*.json*")]
    items: list[dict[str, Any]] = []
    for conversation in json.loads(text_of(files[-1])):
        turns = {turn.id: turn for turn in turns_in(conversation["conversation"])}
        for number, asked in enumerate(conversation["qa"]):
            gold = asked_for(str(asked.get("answer", ""))) if asked["category"] == 2 else None
            evidence = [turns[name] for name in sorted(repair(asked.get("evidence") or [], turns.keys()))]
            if gold is None or not evidence:
                continue
            found = [(timex, turn) for turn in evidence for timex in find(turn.text, turn.at)]
            items.append({
                "id": f"{conversation['sample_id']}/{number}", "question": asked["question"],
                "gold": str(asked["answer"]), "found": [local(timex) for timex, _ in found],
                "text": [f"{turn.at:%Y-%m-%d} {turn.text}" for turn in evidence],
                "right": any(_hits(timex, gold) for timex, _ in found),
                "dated": any(_hits(timex, gold) for timex, _ in found)
                or any(_is_undated(turn, found) and gold[0] <= turn.at < gold[1] for turn in evidence),
            })  # fmt: skip
    dated = share([item | {"right": item["dated"]} for item in items])
    unsaid = sum(not item["found"] for item in items)
    notes = (
        f"category 2 with a date for an answer; {unsaid} of them have evidence without any time expression. "
        "value_accuracy: the gold date is hit by an expression; dated_accuracy: or, where a turn says no date, by the "
        "day it was said on"
    )
    return Outcome({"value_accuracy": share(items), "dated_accuracy": dated}, len(items), "questions", items, notes)


def _is_undated(turn: Turn, found: Sequence[tuple[Timex, Turn]]) -> bool:
    """Whether a turn says no date of its own."""
    return not any(timex.kind in ("date", "time") and said is turn for timex, said in found)


def _hits(timex: Timex, gold: tuple[datetime, datetime]) -> bool:
    if timex.kind == "recurring" or timex.span.precision == "unknown":
        return False
    start, end = micros(gold[0]), micros(gold[1])
    if timex.kind in ("since", "until"):  # the moment itself
        edge = timex.span.start if timex.kind == "since" else timex.span.end
        return start - DAY <= edge <= end
    if timex.point is not None and start <= timex.point < end:  # "a year ago" counts to this month
        return True
    shared = min(end, timex.span.end) - max(start, timex.span.start)
    shorter = min(end - start, timex.span.end - timex.span.start)
    return 2 * shared >= shorter and timex.span.end - timex.span.start <= 8 * (end - start)


# --- TempEval-3 -----------------------------------------------------------------------------------------


def tempeval3(data: Path) -> Outcome:
    """TIMEX3 of twenty news articles: spans that overlap and spans that agree, and the values of those that overlap."""
    items: list[dict[str, Any]] = []
    gold = said = overlapping = exact = right = 0
    for name, text, marks, written in _articles(data):
        found = find(text, written, day_first=False, news=True)
        taken: set[int] = set()
        for number, (start, end, value) in enumerate(marks):
            here = [t for t in found if t.start < end and start < t.end and t.start not in taken]
            taken |= {t.start for t in here[:1]}
            overlapping += bool(here)
            exact += any((t.start, t.end) == (start, end) for t in here)
            same = any(_has_value(t, value) for t in here)
            right += same
            items.append({"id": f"{name}/{number}", "said": text[start:end], "text": text[max(0, start - 60) : end + 9],
                          "gold": value, "found": [*map(local, here)], "right": same})  # fmt: skip
        gold, said = gold + len(marks), said + len(found)
    metrics = {
        "span_f1": 200 * overlapping / (gold + said), "span_precision": 100 * overlapping / said,
        "span_recall": 100 * overlapping / gold, "strict_span_f1": 200 * exact / (gold + said),
        "value_accuracy": 100 * right / overlapping, "value_f1": 200 * right / (gold + said),
    }  # fmt: skip
    notes = "value_accuracy: of the expressions found; a value of no known length (PXM) is right as a length"
    return Outcome(metrics, len(items), "expressions", items, notes)


def _articles(data: Path) -> Iterator[tuple[str, str, list[tuple[int, int, str]], datetime]]:
    """Name, text, marked expressions with their value, date of writing."""
    for path in files_in(data, "*.tar.gz"):
        with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as archive:
            for member in sorted(archive.getmembers(), key=lambda each: each.name):
                file = archive.extractfile(member) if member.name.endswith(".tml") else None
                if file:
                    yield _article(member.name, file.read())


def _article(name: str, xml: bytes) -> tuple[str, str, list[tuple[int, int, str]], datetime]:
    root = ElementTree.fromstring(xml)
    created, body = root.find("DCT/TIMEX3"), root.find("TEXT")
    if created is None or body is None:
        raise DataError(f"{name} has no date of creation or no text; give the TempEval-3 archive")
    written = datetime.fromisoformat(created.attrib["value"][:10]).replace(hour=12, tzinfo=UTC)
    text, marks = "", []  # type: str, list[tuple[int, int, str]]
    for kind, node in _walk(body):
        if kind == "text":
            text += str(node)
        elif kind == "start":
            marks.append((len(text), -1, node.attrib["value"]))
        else:
            at = max(n for n, mark in enumerate(marks) if mark[1] < 0)
            marks[at] = (marks[at][0], len(text), marks[at][2])
    return Path(name).stem, text, marks, written


def _walk(node: ElementTree.Element) -> Iterator[tuple[str, Any]]:
    if node.tag == "TIMEX3":
        yield "start", node
    yield "text", node.text or ""
    for child in node:
        yield from _walk(child)
        yield "text", child.tail or ""
    if node.tag == "TIMEX3":
        yield "end", node


def _has_value(timex: Timex, value: str) -> bool:
    if value == "PRESENT_REF":
        return timex.span.precision == "instant" and timex.source == "relative"
    if value.startswith("P"):
        lengths = length_in(value)
        if lengths is None:  # PXM: some months
            return timex.length.endswith(value[-1]) and ("T" in value) == ("T" in timex.length)
        return timex.length != "" and length_in(timex.length) == lengths
    interval = in_value(re.sub(r"T.*|-XX", "", value))
    if interval is None:
        return False
    return micros(interval[0]) <= timex.span.start and timex.span.end <= micros(interval[1]) + DAY // 4
