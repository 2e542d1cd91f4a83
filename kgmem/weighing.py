"""How much episodes matter, one beside the other: importance, how often it was used, whether something is to be done.

    value = 1 - (1 - importance) x (1 - REFERRED) ** (uses, five at most) x (1 - TO_DO if something is to be done)
    now   = value x (0.7 + 0.3 x recency)

importance: by the rules of kgmem/importance.py, the facts held on the evidence of the episode counted in.
uses: how often it was recalled. Something is to be done after a standing instruction ("from now on"), and after a
promise or plan that names a number or a day. recency: 1 / (1 + 0.1 x hours since it was said).

Where the rules are not sure (GREY) a language model may be asked what the importance is: about SHARE of all at most,
those nearest the middle of the zone, and never about what a tool or the system said. What it says moves the importance
by MOST_MOVED at most, so that no text can talk itself up; where it says nothing the rules' stays.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgmem.errors import LLMError
from kgmem.importance import importance, signs_of
from kgmem.llm import LLM
from kgmem.prompting import prompt
from kgmem.records import Episode
from kgmem.repairing import repaired
from kgmem.temporal import SECOND, Micros

log = logging.getLogger("kgmem")

REFERRED = 0.08
"""Share of what is missing to 1 that each recall takes."""
MOST_USES = 5
TO_DO = 0.2
"""The same of something that is to be done."""
GREY = (0.4, 0.7)
SHARE = 0.2
HOUR = 3_600 * SECOND
MOST_MOVED = 0.3
KIND = "weigh"
"""The kind of these calls in `LLM.usage`."""
BATCH = 20
"""Episodes in one request."""
LONGEST = 600
"""Characters of each that are shown."""
_SCHEMA = {
    "type": "object",
    "properties": {
        "weights": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"number": {"type": "integer"}, "importance": {"type": "number"}},
                "required": ["number", "importance"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["weights"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Weight:
    """What one episode weighs. `by` is "rules", or the model and prompt that said its importance."""

    episode: str
    importance: float
    uses: int
    is_to_do: bool
    recency: float
    by: str = "rules"

    @property
    def value(self) -> float:
        missing = (1 - self.importance) * (1 - REFERRED) ** min(self.uses, MOST_USES)
        return 1 - missing * (1 - TO_DO if self.is_to_do else 1.0)

    @property
    def now(self) -> float:
        return self.value * (0.7 + 0.3 * self.recency)


@dataclass(frozen=True, slots=True)
class Weighed:
    """Weights in the order of the episodes. grey: how many the rules were not sure of; asked: about how many of them a
    model was asked; unanswered: of how many it said nothing that can be used."""

    weights: tuple[Weight, ...]
    grey: int = 0
    asked: int = 0
    unanswered: int = 0

    @property
    def asked_share(self) -> float:
        return self.asked / len(self.weights) if self.weights else 0.0


def weigh(
    episodes: Sequence[Episode],
    facts: Mapping[str, int] | None = None,
    llm: LLM | None = None,
    *,
    uses: Mapping[str, int] | None = None,
    now: Micros | None = None,
) -> Weighed:
    """What episodes weigh.

    facts: how many facts and events memory holds on the evidence of each, by id. uses: how often each was recalled.
    now: from when recency counts; None for the time the last of them was said. Never raises for a model that fails.
    """
    at = max((one.occurred for one in episodes), default=0) if now is None else now
    found = [_weighed(one, (facts or {}).get(one.id, 0), (uses or {}).get(one.id, 0), at) for one in episodes]
    grey = [
        place
        for place, (one, episode) in enumerate(zip(found, episodes, strict=True))
        if GREY[0] <= one.importance <= GREY[1] and episode.role not in ("tool", "system")
    ]
    if llm is None:
        return Weighed(tuple(found), len(grey))
    middle = sum(GREY) / 2
    unsure = sorted(grey, key=lambda place: (abs(found[place].importance - middle), place))
    chosen = sorted(unsure[: int(SHARE * len(episodes))])
    said = _asked(llm, [episodes[place] for place in chosen])
    for place, value in zip(chosen, said, strict=True):
        if value is not None:
            rules = found[place].importance
            moved = min(rules + MOST_MOVED, max(rules - MOST_MOVED, value))
            found[place] = replace(found[place], importance=moved, by=prompt(KIND).origin(llm.model))
    llm.note(KIND, asked=len(chosen), spared=len(episodes) - len(chosen))
    return Weighed(tuple(found), len(grey), len(chosen), said.count(None))


def _weighed(episode: Episode, facts: int, uses: int, now: Micros) -> Weight:
    signs = signs_of(episode)
    is_to_do = "asked" in signs or ("commitment" in signs and "numbers" in signs)
    recency = 1 / (1 + 0.1 * max(0, now - episode.occurred) / HOUR)
    return Weight(episode.id, importance(episode, facts=facts), uses, is_to_do, recency)


def _asked(llm: LLM, episodes: Sequence[Episode]) -> list[float | None]:
    """The importance of each as the model says, None where it says nothing that can be used."""
    parts = [episodes[start : start + BATCH] for start in range(0, len(episodes), BATCH)]
    chats = [prompt(KIND).messages({"messages": [_shown(at, one) for at, one in enumerate(part)]}) for part in parts]
    found: list[float | None] = []
    answers = llm.map(chats, kind=KIND, schema=_SCHEMA, max_tokens=30 * BATCH + 100)
    for part, answer in zip(parts, answers, strict=True):
        if isinstance(answer, LLMError):
            log.warning("%s; the rules' importance stays", answer)
            found += [None] * len(part)
        else:
            said = _said(answer)
            found += [said.get(number) for number in range(len(part))]
    return found


def _shown(number: int, episode: Episode) -> dict[str, Any]:
    return {"number": number, "speaker": episode.speaker, "text": episode.text[:LONGEST]}


def _said(answer: str) -> dict[int, float]:
    """Importance by number, of those entries that have the form asked for."""
    try:
        entries = repaired(answer)[0]["weights"]
    except (ValueError, KeyError):
        return {}
    found = {}
    for one in entries if isinstance(entries, list) else []:
        number, value = (one.get("number"), one.get("importance")) if isinstance(one, dict) else (None, None)
        if not isinstance(number, int) or isinstance(value, bool) or not isinstance(value, int | float):
            continue
        if 0 <= value <= 1:
            found[number] = float(value)
    return found
