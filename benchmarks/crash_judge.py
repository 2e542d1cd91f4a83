"""What a memory may show after a crash, given what was acknowledged before it and what was under way.

An acknowledged record must be there as it was. What was under way may have happened or not, but each
batch as a whole, and batches in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Records = Mapping[str, Mapping[str, Mapping[str, Any]]]
REMOVING = frozenset({"erase", "forget", "unforget"})
MAY_CHANGE = frozenset("retracted_at valid_to evidence confidence first_seen last_seen source type".split())
"""What a write that is under way may change in a record that stays."""


class Fault(NamedTuple):
    kind: str  # "lost", "half_visible", "unopenable" or "raised"
    what: str


def judge(held: Records, begun: Sequence[Mapping[str, Any]], found: Records) -> list[Fault]:
    """held: what was acknowledged. begun: operations that began after that, finished or not."""
    return [*_missing(held, begun, found), *_unexpected(held, begun, found), *_halves(begun, found)]


def _missing(held: Records, begun: Sequence[Mapping[str, Any]], found: Records) -> Iterator[Fault]:
    removed = [name for line in begun for key in ("erases", "hides", "goes") for name in line.get(key, ())]
    removing = any(line["begin"] in REMOVING for line in begun)
    began = {line["begin"] for line in begun}
    took_effect = removing and any(
        (name in held.get("episodes", {})) != (name in found.get("episodes", {})) for name in removed
    )
    for kind, records in held.items():
        for name, record in records.items():
            now = found.get(kind, {}).get(name)
            if now is None:
                if name not in removed and not (kind != "episodes" and (took_effect or _follows(kind, began))):
                    yield Fault("lost", f"{kind} {name} is gone")
                continue
            differing = {key for key in record.keys() & now.keys() if record[key] != now[key]}
            allowed = set(now) if took_effect and kind != "episodes" else MAY_CHANGE if begun else set()
            if kind == "memory" and began & {"reindex", "migrate"}:
                allowed = {"encoder"}
            if kind == "episodes":
                allowed = set()
            if differing - allowed:
                yield Fault("lost", f"{kind} {name} reads otherwise in {', '.join(sorted(differing - allowed))}")


def _follows(kind: str, began: set[str]) -> bool:
    """True for records that go with one that is retracted: its events and links are no longer shown."""
    return kind in ("events", "links") and "retract" in began


def _unexpected(held: Records, begun: Sequence[Mapping[str, Any]], found: Records) -> Iterator[Fault]:
    told = {name for line in begun for group in line.get("groups", ()) for name in group}
    told |= {name for line in begun for key in ("singles", "hides") for name in line.get(key, ())}
    for kind, records in found.items():
        for name in records.keys() - held.get(kind, {}).keys():
            if (kind == "episodes" and name not in told) or not begun:
                yield Fault("lost", f"{kind} {name} is back, or was never told")


def _halves(begun: Sequence[Mapping[str, Any]], found: Records) -> Iterator[Fault]:
    episodes = found.get("episodes", {})
    with_evidence = {
        evidence["episode"]
        for kind in ("facts", "events")
        for record in found.get(kind, {}).values()
        for evidence in record["evidence"]
    }
    for line in begun:
        whole = True
        for group in line.get("groups", ()):
            there = [name for name in group if name in episodes]
            if 0 < len(there) < len(group):
                yield Fault("half_visible", f"{len(there)} of {len(group)} episodes of a batch are there")
            if there and not whole:
                yield Fault("half_visible", "a batch is there, the one before it is not")
            whole = bool(there)
        for name in line.get("tells", ()):
            if name in episodes and name not in with_evidence:
                yield Fault("half_visible", f"episode {name} is there, the fact read in it is not")
