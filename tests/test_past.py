"""What memory knew at a time stays as it was known, in every reading verb, whatever it is told later."""

from __future__ import annotations

import os
from typing import Any

import pytest

from benchmarks import outsider
from kgmem import Memory
from kgmem.temporal import moment
from tests.fakes import HashEncoder

SEEDS = int(os.environ.get("KGMEM_EXAMPLES", "3"))
"""KGMEM_EXAMPLES=100 for a long run."""


def answers(memory: Memory, known: int, before: int) -> dict[str, Any]:
    """What each reading verb says of an instant of memory; of its difference, to an earlier one."""
    at = moment(known)
    found: dict[str, Any] = {
        "facts": memory.facts(known_at=at),
        "facts of then": memory.facts(known_at=at, as_of="2022-06-01"),
        "versions": [
            (f.id, f.text, f.confidence, f.trust, f.modality) for f in memory.facts(known_at=at, history=True)
        ],
        "events": memory.events(known_at=at),
        "links": memory.links(known_at=at),
        "entities": [(one.name, one.first_seen, one.last_seen) for one in memory.entities(known_at=at)],
        "conflicts": memory.conflicts(known_at=at),
        "timeline": [str(one) for one in memory.timeline(known_at=at)],
        "stats": {name: n for name, n in memory.stats(known_at=at).items() if name != "path"},
        "diff": memory.diff(moment(before), at),
        "diff in the world": memory.diff("2020", "2023", clock="as_of", known_at=at),
        "after": memory.after("2020", known_at=at),
    }
    for name in ("Zorin", "Quell", "Marwick", "Halcyra"):
        found[f"entity {name}"] = [(one.entity.name, one.names) for one in memory.entity(name, known_at=at)]
        found[f"history {name}"] = [one.to_dict() for one in memory.history(name, known_at=at)]
        found[f"profile {name}"] = memory.profile(name, known_at=at).aspects
        found[f"infer {name}"] = memory.infer(name, known_at=at)
        found[f"timeline {name}"] = [str(one) for one in memory.timeline(name, known_at=at)]
        found[f"paths {name}"] = memory.paths(name, "Zorin", known_at=at)
    for event in memory.events(known_at=at):
        found[f"why {event.id}"] = [str(chain) for chain in memory.why(event.id, known_at=at)]
        found[f"effects {event.id}"] = [str(chain) for chain in memory.effects(event.id, known_at=at)]
    return found


def changed(memory: Memory, clock: outsider.Hours, steps: list[outsider.Step], telling: outsider.Telling) -> list[str]:
    """Which answers about the past changed while steps were told."""
    seen: dict[int, tuple[int, dict[str, Any]]] = {}
    before = clock.now
    for step in steps:
        telling.tell(step)
        seen[step.number] = before, answers(memory, clock.now, before)
        before = clock.now
    found = []
    for number, then in telling.past:
        since, said = seen[number]
        now = answers(memory, then, since)
        found += [
            f"{verb}, known after step {number}: {now[verb]} was {said[verb]}"
            for verb in said
            if now[verb] != said[verb]
        ]
    return found


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_answer_about_the_past_ever_changes(tmp_path, seed):
    telling = outsider.told([], tmp_path, "UTC", encoder=HashEncoder())
    with telling.memory as memory:
        assert changed(memory, telling.clock, outsider.life(seed, 12), telling) == []
