"""Weights learned without each conversation that the shipped ones were learned from.

The order that kgmem has by default is measured with the shipped weights on talk they never saw, and with these on
the rest. A conversation is recognised by what is said in it, whatever its file is called and whatever was added to it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from benchmarks.retrieval import Conversation
from kgmem.ranker import Ranker, Weights

PATH = Path(__file__).parent / "results" / "left-out.json"
MARKS = 24
"""How many turns a conversation is known by: those whose hashes are the smallest."""
SHOWN = 5
"""Places of a weight in the file."""

Held = dict[str, Any]


def marks(conversation: Conversation) -> list[str]:
    """Hashes of the conversation's turns, the smallest first, each once."""
    return sorted({hashlib.sha256(turn.text.strip().encode()).hexdigest()[:12] for turn in conversation.turns})


def rankers(conversations: Sequence[Conversation], path: Path = PATH) -> dict[str, Ranker]:
    """By id of conversation, the ranker that was learned without it; conversations never learned from are not there."""
    found = {}
    for conversation in conversations:
        heard = frozenset(marks(conversation))
        for held in _read(path).values():
            if 2 * sum(mark in heard for mark in held["marks"]) > len(held["marks"]):
                found[conversation.id] = _ranker(held, path)
    return found


def said(conversations: Sequence[Conversation], found: Mapping[str, Ranker]) -> str:
    """Which weights order what, in words."""
    without = sum(conversation.id in found for conversation in conversations)
    shipped = len(conversations) - without
    parts = [(without, "weights learned without it"), (shipped, "the shipped weights, which never saw it")]
    return "; ".join(f"{count} by {what}" for count, what in parts if count)


def entry(conversation: Conversation, corpus: str, ranker: Ranker) -> Held:
    """What the file holds of one conversation."""
    names = sorted({name for weights in ranker.weights.values() for name in weights})
    return {
        "corpus": corpus,
        "marks": marks(conversation)[:MARKS],
        "encoder": ranker.encoder,
        "base": round(ranker.base, SHOWN),
        "spread": round(ranker.spread, SHOWN),
        "features": names,
        "weights": {
            when: [round(weights.get(name, 0.0), SHOWN) for name in names] for when, weights in ranker.weights.items()
        },
    }


def write(path: Path, made: Mapping[str, Any], entries: Mapping[str, Held]) -> None:
    """A line per conversation, by id; `features` once, for all."""
    names = next(iter(entries.values()))["features"] if entries else []
    lines = [
        f' "{name}": {json.dumps({key: value for key, value in held.items() if key != "features"}, ensure_ascii=False)}'
        for name, held in sorted(entries.items())
    ]
    head = {"kgmem": "left out", "version": 1, "made": made, "features": names}
    start = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    path.write_text(start + ',\n "conversations": {\n' + ",\n".join(lines) + "\n }\n}\n", "utf-8")


@lru_cache(maxsize=4)
def _read(path: Path) -> Mapping[str, Held]:
    held = json.loads(path.read_text("utf-8"))
    return {name: {**one, "features": held["features"]} for name, one in held["conversations"].items()}


def _ranker(held: Held, path: Path) -> Ranker:
    weights: Weights = {
        when: dict(zip(held["features"], values, strict=True)) for when, values in held["weights"].items()
    }
    return Ranker(
        weights, held["base"], held["encoder"], {"left out": held["corpus"], "file": path.name}, held["spread"]
    )
