"""Judged questions as arrays, so that a ranker is learned and measured in seconds.

The engine's own arms and features of every candidate of every question, by conversation, in one folder: `x.npy`
(candidates by features, float16, memory-mapped), `y.npy` (1 for evidence), `hand.npy` and `questions.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.retrieval import Conversation, Question
from kgmem import features, recalling
from kgmem.features import Shortlist
from kgmem.learning import Asked, Judged, Table, table_of
from kgmem.memory import Memory
from kgmem.question import Clocks
from kgmem.variety import wants_order, wants_several

Floats = npt.NDArray[np.float32]


def write(folder: Path, corpus: str, conversation: Conversation, memory: Memory) -> int:
    """Judge one conversation's questions with evidence; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    prefix = f"{conversation.id}/"
    found = []
    for question in conversation.questions:
        if question.evidence:
            shortlist, hand = shortlisted(memory, question)
            ids = [memory._held.mirror.episodes[number].id.removeprefix(prefix) for number in shortlist.numbers]
            judged = Judged(
                question.id,
                corpus,
                conversation.id,
                question.category,
                len(question.evidence),
                0,
                0,
                memory._held.mirror.manner(),
                wants_several(question.text),
                wants_order(question.text),
            )
            good = np.array([name in question.evidence for name in ids], np.bool_)
            sessions = memory._held.mirror.in_session()[shortlist.numbers]
            found.append(Asked(judged, features.evidence(shortlist), good, hand, sessions))
    if found:
        table = table_of(found)
        np.save(folder / "x.npy", table.x.astype(np.float16))
        np.save(folder / "y.npy", table.y)
        np.save(folder / "hand.npy", table.hand)
        np.save(folder / "sessions.npy", table.sessions)
        held = {
            "names": table.names,
            "groups": table.groups,
            "questions": [asdict(one) for one in table.questions],
        }
        (folder / "questions.json").write_text(json.dumps(held, ensure_ascii=False))
    return len(found)


def shortlisted(memory: Memory, question: Question) -> tuple[Shortlist, Floats]:
    """The candidates of a question with all that features are made of, and their scores by hand-set weights."""
    held, clocks = memory._held, Clocks()
    asked = question.at or datetime.now(UTC)
    found = recalling.find(held, question.text, clocks=clocks, asked_at=asked, ontology=memory._ontology)
    scores, _ = recalling.by_hand(found, held.mirror, clocks, None)
    return recalling.shortlist(held, found, clocks, None), scores


def read(folders: Sequence[Path]) -> Table:
    """What was written, joined."""
    names: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    questions: list[Judged] = []
    arrays: dict[str, list[Any]] = {"x": [], "y": [], "hand": [], "sessions": []}
    first = 0
    for folder in folders:
        held = json.loads((folder / "questions.json").read_text())
        names, groups = names or tuple(held["names"]), groups or tuple(held["groups"])
        assert tuple(held["names"]) == names, folder
        for name, parts in arrays.items():
            parts.append(np.load(folder / f"{name}.npy", mmap_mode="r"))
        for one in held["questions"]:
            questions.append(Judged(**{**one, "first": one["first"] + first, "last": one["last"] + first}))
        first += len(arrays["y"][-1])
    joined = {name: np.concatenate(parts) for name, parts in arrays.items()}
    x = joined["x"].astype(np.float32)
    return Table(names, groups, questions, x, joined["y"], joined["hand"], joined["sessions"])


def folders_in(root: Path) -> Iterator[Path]:
    """Folders of judged conversations below one, in order."""
    return (path.parent for path in sorted(root.rglob("questions.json")))
