"""Where a memory was lost on its way into what was recalled, and what brings it back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kgmem.explaining import parts, summed

STAGES = (
    "recalled", "unknown then", "taken back", "forgotten", "filtered", "not so then", "not a candidate", "too weak",
    "under min_score", "outranked", "cut by limit", "left out of the context",
)  # fmt: skip
"""Where something may be lost, in the order in which it is looked for; "recalled" is not at all."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change of the call with which it is recalled, and at which place it then stands."""

    change: str
    rank: int


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Where an episode, fact or event was lost. `stage` is one of STAGES, `reason` says it in words.

    rank, of: its place among all that were found of its kind, 0 when it was not. needed: the score of the last one
    that was recalled. behind: by how much that one is ahead of it, by kind of evidence, and `last` its id; they sum to
    `needed` - `score`. places: of an episode, its place by each way of finding candidates, 0 where it is not found so.
    text: what it says, "" when that may not be shown.
    """

    query: str
    id: str
    kind: str
    stage: str
    reason: str
    text: str = ""
    rank: int = 0
    of: int = 0
    score: float = 0.0
    needed: float = 0.0
    last: str = ""
    behind: Mapping[str, float] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)
    remedies: tuple[Remedy, ...] = ()

    def __str__(self) -> str:
        lines = [f"{self.stage}: {self.reason}"]
        lines += [f"  {self.kind} {self.text}"] if self.text else []
        if self.last:
            lines.append(f"  score {self.score:.3f}, {self.last} has {self.needed:.3f}: {summed(parts(self.behind))}")
        if self.places:
            told = ", ".join(f"{name} {place or '-'}" for name, place in self.places.items())
            lines.append(f"  place by {told}")
        lines += [f"  with {one.change} it is number {one.rank}" for one in self.remedies]
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON values."""
        numbers = {"rank": self.rank, "of": self.of, "score": round(self.score, 4), "needed": round(self.needed, 4)}
        return {
            "query": self.query,
            "id": self.id,
            "kind": self.kind,
            "stage": self.stage,
            "reason": self.reason,
            "text": self.text,
            **numbers,
            "last": self.last,
            "behind": {name: round(share, 4) for name, share in self.behind.items()},
            "places": dict(self.places),
            "remedies": [{"change": one.change, "rank": one.rank} for one in self.remedies],
        }
