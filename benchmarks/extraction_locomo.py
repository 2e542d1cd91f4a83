"""LoCoMo read whole: what its observations say and our facts and events of the cited turns say too, and how fast."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import locomo, retrieval
from benchmarks.extraction_outcome import DataError, Outcome, extractor, facts_told, files_in, in_session, read
from benchmarks.extraction_words import content
from benchmarks.retrieval import Turn
from kgmem.ontology import relation_words
from kgmem.records import Conversation, Episode, Extraction
from kgmem.temporal import micros


def observation(data: Path) -> Outcome:
    """The share of the content words of each observation that facts and events of the turns it cites cover."""
    outcomes = []
    for sample in _samples(data):
        turns = list(locomo.turns_in(sample["conversation"]))
        found = dict(zip((t.id for t in turns), read(batch_of(sample["sample_id"], turns)), strict=True))
        outcomes += judged(sample["sample_id"], list(observations(sample)), {t.id: t for t in turns}, found)
    return summed(outcomes)


def speed(data: Path) -> Outcome:
    """Episodes read per second, each with its session's earlier turns, once the models are loaded: that of this
    process and of those beside it, one for each further core."""
    extractor().load()
    items, episodes, seconds = [], 0, 0.0
    for sample in _samples(data):
        batch = batch_of(sample["sample_id"], list(locomo.turns_in(sample["conversation"])))
        began = time.perf_counter()
        read(batch)
        spent = time.perf_counter() - began
        episodes, seconds = episodes + len(batch), seconds + spent
        items.append({"id": sample["sample_id"], "gold": None, "found": len(batch) / spent, "right": True})
    per_second = episodes / seconds if seconds else 0.0
    metrics = {"episodes_per_s": per_second, **{f"episodes_per_s/{item['id']}": item["found"] for item in items}}
    return Outcome(metrics, episodes, "episodes", items, "episodes a second, no percentages")


def _samples(data: Path) -> list[Any]:
    samples = [sample for path in files_in(data, "locomo*.json*") for sample in retrieval.read_json(path)]
    if not all("conversation" in sample and "sample_id" in sample for sample in samples):
        raise DataError(f"{data} is not as LoCoMo's file: a list with `sample_id`, `conversation` and `observation`")
    return samples


def batch_of(name: str, turns: Sequence[Turn]) -> list[tuple[Episode, Conversation]]:
    """The turns as a memory would hand them to an extractor, session by session."""
    sessions: dict[str, list[Episode]] = defaultdict(list)
    for place, turn in enumerate(turns):
        sessions[turn.session].append(
            Episode(
                turn.text,
                speaker=turn.speaker,
                session=f"{name}/{turn.session}",
                occurred=micros(turn.at),
                seq=place,
                caption=turn.caption,
                id=f"{name}/{turn.id}",
            )
        )
    return [one for session in sessions.values() for one in in_session(session)]


def observations(sample: Mapping[str, Any]) -> Iterable[tuple[str, str, frozenset[str]]]:
    """(speaker, sentence, ids of the turns it cites)."""
    for session in sample.get("observation", {}).values():
        for speaker, entries in session.items():
            for sentence, cited in entries:
                ids = cited if isinstance(cited, list) else [cited]
                yield speaker, sentence, frozenset(ids)


def judged(
    name: str,
    told: Iterable[tuple[str, str, frozenset[str]]],
    turns: Mapping[str, Turn],
    found: Mapping[str, Extraction],
) -> list[dict[str, Any]]:
    """An item for each observation that cites turns there are."""
    items = []
    for place, (speaker, sentence, cited) in enumerate(told):
        known = sorted(locomo.repair(cited, set(turns)))
        if not known:
            continue
        wanted = set(content(sentence))
        said = [line for id in known for line in lines(found[id])]
        covered = wanted & set(content("\n".join(said)))
        heard = "\n".join(f"{turns[id].speaker} {turns[id].text}" for id in known)
        names = set(content(" ".join({speaker, *(turns[id].speaker for id in known)})))
        items.append(
            {
                "id": f"{name}/{place}",
                "cited": known,
                "gold": sentence,
                "found": said,
                "words": len(wanted),
                "covered": len(covered),
                "in_turn": len(wanted & set(content(heard))),
                "words_beside_names": len(wanted - names),
                "covered_beside_names": len(covered - names),
                "missed": sorted(wanted - covered),
                "right": len(covered) * 2 >= len(wanted),
            }
        )
    return items


def lines(extraction: Extraction) -> list[str]:
    """Facts and events in words."""
    facts = [
        f"{f.subject} {relation_words(f.relation)} {f.predicate} {f.object or f.value}" for f in facts_told(extraction)
    ]
    events = [" ".join((e.description, e.outcome, *(name for _, name, _ in e.participants))) for e in extraction.events]
    return facts + events


def summed(items: list[dict[str, Any]]) -> Outcome:
    def total(key: str) -> int:
        return sum(item[key] for item in items)

    metrics = {
        "coverage": 100 * total("covered") / max(1, total("words")),
        "coverage/beside-names": 100 * total("covered_beside_names") / max(1, total("words_beside_names")),
        "coverage/ceiling": 100 * total("in_turn") / max(1, total("words")),
        "nothing_read": 100 * sum(not item["found"] for item in items) / max(1, len(items)),
    }
    notes = (
        "ceiling: words that stand in the cited turn or are its speaker; nothing_read: observations of turns without"
    )
    return Outcome(metrics, len(items), "observations", items, f"{notes} a fact or event")
