"""Which memories a sweep takes: a policy in plain numbers, and what it means for each episode and told fact.

    worth = importance x 0.5 ** (age / (half life x (1 + recalls)))

importance: 0 to 1, by the rules of kgmem/importance.py, of the text and of the facts and events held on its evidence.
age: days since it was said, or was last recalled. Each recall makes it live a half life longer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from reprlib import repr
from typing import Any

from kgmem.errors import InvalidArgument
from kgmem.hiding import comes_of_itself
from kgmem.importance import importance
from kgmem.mirror import Counts, Mirror
from kgmem.pins import exempt
from kgmem.records import MEMORY_TYPES, Episode, Fact
from kgmem.selection import Where, selector
from kgmem.temporal import DAY, FOREVER, Micros

_LASTING = ("episodic", "factual", "procedural", "semantic")


@dataclass(frozen=True, slots=True)
class SweepPolicy:
    """What a sweep may take. Times are in days.

    classes: of which classes of memory. An episode is of the most lasting class of the facts read in it (semantic,
    then procedural, then factual), and episodic without any. where: only such episodes, as for `forget`.
    Something goes when its worth is below `threshold`, unless it is younger than `min_age`, as important as
    `keep_importance`, or was recalled `keep_uses` times. From `max_age` on it goes whatever its worth.
    What goes is hidden. purge_after: what a sweep or its own expiry has hidden for so long is destroyed; None: nothing.
    """

    classes: tuple[str, ...] = ("episodic",)
    where: Where | None = None
    half_life: float = 30.0
    threshold: float = 0.05
    min_age: float = 7.0
    keep_importance: float = 0.6
    keep_uses: int | None = None
    max_age: float | None = None
    purge_after: float | None = None

    def __post_init__(self) -> None:
        if isinstance(self.classes, str) or not self.classes or not set(self.classes) <= set(MEMORY_TYPES):
            raise InvalidArgument(f"classes={repr(self.classes)} must be some of {', '.join(MEMORY_TYPES)}")
        for name, least, most in (
            ("half_life", 0.0, math.inf),
            ("threshold", 0.0, 1.0),
            ("min_age", 0.0, math.inf),
            ("keep_importance", 0.0, 1.0),
            ("keep_uses", 1, math.inf),
            ("max_age", 0.0, math.inf),
            ("purge_after", 0.0, math.inf),
        ):
            value = getattr(self, name)
            optional = name in ("keep_uses", "max_age", "purge_after")
            if not (value is None and optional) and not _is_number(value, least, most, whole=name == "keep_uses"):
                limit = "" if most == math.inf else f" to {most:g}"
                raise InvalidArgument(f"{name}={repr(value)} must be a number from {least:g}{limit}")
        if not self.half_life:
            raise InvalidArgument("half_life=0 would make everything worthless at once; use max_age instead")


@dataclass(frozen=True, slots=True)
class Faded:
    """An episode, or a fact that a program told, that a sweep takes, and why. `age` is in days."""

    id: str
    kind: str
    text: str
    memory_type: str
    reason: str
    age: float
    importance: float
    uses: int
    worth: float


Policies = Sequence[SweepPolicy]


def faded(mirror: Mirror, policies: Policies, now: Micros, waiting: Counts) -> list[Faded]:
    """What the policies take of what is shown and not pinned, least worth first. Of several policies, the first that
    means a thing decides. waiting: recalls that are not written yet."""
    kept = exempt(mirror)
    meant = _Meant(mirror, policies, waiting)
    found: list[Faded] = []
    for episode in mirror.episodes:
        if episode.id not in mirror.hidden and episode.id not in kept.episodes:
            found += _judged(meant.weighed(episode, now), meant.policy(episode), now - episode.occurred)
    for fact in _told(mirror):
        if fact.id not in mirror.hidden and fact.statement not in kept.statements:
            found += _judged(meant.weighed_fact(fact, now), meant.policy(fact), now - fact.recorded_at)
    return sorted(found, key=lambda one: (one.worth, -one.age, one.id))


def outworn(mirror: Mirror, policies: Policies, now: Micros, just_now: AbstractSet[str] = frozenset()) -> list[Faded]:
    """Episodes that were hidden by a sweep or by their expiry, and for so long that a policy destroys them.
    just_now: ids of what is being hidden now."""
    kept = exempt(mirror).episodes
    meant = _Meant(mirror, policies, {})
    since: dict[str, Micros] = {name: now for name in (*mirror.lapsed, *just_now) if name in mirror.number}
    for one in mirror.forgettings.values():
        if one.undone_at == FOREVER and comes_of_itself(one.selector):
            for name in one.hidden:
                if name in mirror.number:
                    since[name] = min(since.get(name, FOREVER), one.recorded_at)
    found = []
    for name, at in since.items():
        episode = mirror.episodes[mirror.number[name]]
        policy = meant.policy(episode)
        after = None if policy is None or name in kept else policy.purge_after
        if after is not None and now - at >= after * DAY:
            found.append(_because(meant.weighed(episode, now), f"hidden for {(now - at) / DAY:.0f} days"))
    return sorted(found, key=lambda one: (one.worth, -one.age, one.id))


class _Meant:
    """Which policy means what, and how much it is worth by it."""

    def __init__(self, mirror: Mirror, policies: Policies, waiting: Counts) -> None:
        self._mirror, self._waiting = mirror, waiting
        self._policies = [
            (policy, None if policy.where is None else selector(mirror, where=policy.where).picks)
            for policy in policies
        ]

    def policy(self, held: Episode | Fact) -> SweepPolicy | None:
        kind = held.memory_type if isinstance(held, Fact) else self._class_of(held)
        for policy, picks in self._policies:
            if kind in policy.classes and (picks is None or (isinstance(held, Episode) and picks(held))):
                return policy
        return None

    def weighed(self, episode: Episode, now: Micros) -> Faded:
        mirror = self._mirror
        read = sum(mirror.facts[name].retracted_at == FOREVER for name in mirror.facts_in.get(episode.id, ()))
        read += len(mirror.events_in.get(episode.id, ()))
        weight = importance(episode, facts=read)
        seen = self._weighed(episode.id, episode.occurred, weight, self.policy(episode), now)
        return Faded(episode.id, "episode", episode.text or "(text not kept)", self._class_of(episode), "", *seen)

    def weighed_fact(self, fact: Fact, now: Micros) -> Faded:
        weight = importance(Episode(fact.text), facts=1)
        seen = self._weighed(fact.statement, fact.recorded_at, weight, self.policy(fact), now)
        return Faded(fact.id, "fact", fact.text, fact.memory_type, "", *seen)

    def _weighed(
        self, name: str, since: Micros, weight: float, policy: SweepPolicy | None, now: Micros
    ) -> tuple[float, float, int, float]:
        """Age in days, importance, recalls, worth."""
        uses, used_at = self._mirror.uses.get(name, 0), self._mirror.used_at.get(name, since)
        if name in self._waiting:
            count, last = self._waiting[name]
            uses, used_at = uses + count, max(used_at, last or now)
        age = max(0, now - max(since, used_at)) / DAY
        half_life = (policy or SweepPolicy()).half_life
        return age, weight, uses, weight * 0.5 ** (age / (half_life * (1 + uses)))

    def _class_of(self, episode: Episode) -> str:
        facts = (self._mirror.facts[name] for name in self._mirror.facts_in.get(episode.id, ()))
        classes = [fact.memory_type for fact in facts if fact.retracted_at == FOREVER and not fact.is_open]
        return max(classes, key=_LASTING.index, default="episodic")


def _judged(one: Faded, policy: SweepPolicy | None, since_said: Micros) -> Iterator[Faded]:
    """It, with the reason, if the policy takes it."""
    if policy is None:
        return
    if policy.max_age is not None and since_said >= policy.max_age * DAY:
        yield _because(one, f"older than {policy.max_age:g} days")
    elif (
        one.worth < policy.threshold
        and one.age >= policy.min_age
        and one.importance < policy.keep_importance
        and (policy.keep_uses is None or one.uses < policy.keep_uses)
    ):
        yield _because(one, f"worth less than {policy.threshold:g}")


def _because(one: Faded, reason: str) -> Faded:
    return replace(one, reason=reason)


def _told(mirror: Mirror) -> Iterable[Fact]:
    """Facts held now that no text says: programs told them."""
    return (fact for fact in mirror.facts.values() if not fact.evidence and fact.retracted_at == FOREVER)


def _is_number(value: Any, least: float, most: float, *, whole: bool) -> bool:
    kinds = int if whole else (int, float)
    return isinstance(value, kinds) and not isinstance(value, bool) and math.isfinite(value) and least <= value <= most
