"""KdConv, development part: what is told of films, music and places in Chinese talk that leans on triples.

Judged are the triples of a turn whose value stands in it, as far as the turn says it at all: the paragraphs under
"Information" are left out. A value is found when a fact read in that turn has it as its object, and tied when the
fact's subject is the thing the triple is about, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.extraction_outcome import DataError, Outcome, files_in, in_session, read, text_of
from benchmarks.extraction_words import same_name
from kgmem.records import Episode, Extraction
from kgmem.text import fold

PARAGRAPH = "Information"
STARTED = 1_700_000_000_000_000
_IN_BRACKETS = re.compile(r"[（(][^（）()]*[）)]\s*$")


def kdconv(data: Path) -> Outcome:
    """The share of the triples whose value is read in the turn that says it."""
    dialogues = [pair for path in files_in(data, "*_dev.json*") for pair in _load(path)]
    turns = [_turns(name, dialogue) for name, dialogue in dialogues]
    found = iter(read([one for session in turns for one in in_session(session)]))
    items = []
    for (name, dialogue), session in zip(dialogues, turns, strict=True):
        told = {episode.seq: next(found) for episode in session}
        for n, message in enumerate(dialogue["messages"]):
            if n in told:
                items += list(_judged(f"{name}:{n}", message, told[n]))
    parts = {"": items} | {f"/{topic}": [i for i in items if i["topic"] == topic] for topic in _topics(items)}
    metrics = {f"{key}{part}": _share(held, key) for part, held in parts.items() for key in ("found", "tied")}
    return Outcome(metrics, len(items), "triples whose value stands in their turn", items)


def _load(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    topic = path.name.partition("_")[0]
    try:
        for n, dialogue in enumerate(json.loads(text_of(path))):
            yield f"{topic}/{n}", {"messages": dialogue["messages"]}
    except (ValueError, TypeError, KeyError) as error:
        raise DataError(f"{path.name} is no file of KdConv: a list of dialogues with `messages`") from error


def _turns(name: str, dialogue: Mapping[str, Any]) -> list[Episode]:
    """The turns of a dialogue, of two who take turns."""
    return [
        Episode(text, speaker="AB"[n % 2], session=name, id=f"{name}:{n}", occurred=STARTED + n * 1_000_000, seq=n)
        for n, message in enumerate(dialogue["messages"])
        if (text := message["message"].strip())
    ]


def _judged(id: str, message: Mapping[str, Any], told: Extraction) -> Iterator[dict[str, Any]]:
    said = fold(message["message"])
    for attribute in message.get("attrs", ()):
        name, relation, value = (attribute.get(key) or "" for key in ("name", "attrname", "attrvalue"))
        if relation == PARAGRAPH or not value or fold(value) not in said:
            continue
        having = [fact for fact in told.facts if same_name(fact.object or fact.value, value)]
        about = _IN_BRACKETS.sub("", name)
        yield {
            "id": id, "topic": id.partition("/")[0], "gold": [name, relation, value],
            "found": bool(having), "tied": any(same_name(fact.subject, about) for fact in having),
            "right": bool(having),
        }  # fmt: skip


def _topics(items: list[dict[str, Any]]) -> list[str]:
    return sorted({item["topic"] for item in items})


def _share(items: list[dict[str, Any]], key: str) -> float:
    return 100 * sum(bool(item[key]) for item in items) / max(1, len(items))
