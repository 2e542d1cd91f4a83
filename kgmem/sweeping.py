"""Letting go of what fades: hidden first, destroyed only where a policy says so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from reprlib import repr

from kgmem import erasure
from kgmem.errors import InvalidArgument
from kgmem.fading import Faded, Policies, SweepPolicy, faded, outworn
from kgmem.hiding import SWEEP, gone_with
from kgmem.marks import Receipt
from kgmem.mirror import Mirror
from kgmem.pinning import Pinning
from kgmem.records import Forgetting
from kgmem.selection import Selector
from kgmem.telling import Forgotten
from kgmem.temporal import Micros
from kgmem.text import digest


@dataclass(frozen=True, slots=True)
class Sweep:
    """What a sweep did, or with `dry_run` would do: what it hid, under which forgettings (without those of which
    nothing is left), and what it destroyed."""

    hidden: tuple[Faded, ...] = ()
    purged: tuple[Faded, ...] = ()
    forgettings: tuple[Forgetting, ...] = ()
    receipt: Receipt | None = None
    dry_run: bool = False


class Sweeping(Pinning):
    """The verb `sweep`."""

    def sweep(self, policy: SweepPolicy | Sequence[SweepPolicy] | None = None, *, dry_run: bool = False) -> Sweep:
        """Hide what has become worth little, by a policy or several of which the first that means a thing decides.

        None: SweepPolicy(), which hides episodes without lasting facts once importance x 0.5 ** (age / half life of 30
        days) is below 0.05. `forgotten` lists what was hidden and why, `unforget` shows it again; `pin` exempts.
        Nothing is destroyed unless the policy has `purge_after`: then as `erase` does it, with a receipt. Facts that
        programs told are hidden only. dry_run: say what would be done, and do nothing.
        """
        policies = _checked(policy)
        if dry_run:
            with self._reading():
                mirror, now = self._held.mirror, self._clock()
                hidden = faded(mirror, policies, now, self._held.waiting_uses())
                purged = outworn(mirror, policies, now, {one.id for one in hidden})
                return Sweep(tuple(hidden), tuple(purged), dry_run=True)
        with self._written() as held:
            now = self._clock()
            held.tell("sweep", now, [])  # what has expired is hidden already, and what was recalled lives longer
            hidden = faded(held.working, policies, now, held.waiting_uses())
            tellings = _forgotten(hidden, held.working, now)
            held.tell("sweep", now, tellings)
            purged = outworn(held.working, policies, now)
            receipt = None
            if purged:
                names = frozenset(one.id for one in purged)
                chosen = Selector("what was swept", lambda episode: episode.id in names, lambda _, __: False)
                plan = erasure.plan(held, chosen, self._observing().read, self._clock)
                receipt = plan.confirm(words=False).receipt
            known = held.working.forgettings
            left = tuple(known[one.id] for one in tellings if one.id in known)
            return Sweep(tuple(hidden), tuple(purged), left, receipt)


def _checked(policy: SweepPolicy | Sequence[SweepPolicy] | None) -> Policies:
    policies = [SweepPolicy()] if policy is None else [policy] if isinstance(policy, SweepPolicy) else policy
    if not isinstance(policies, Sequence) or not all(isinstance(one, SweepPolicy) for one in policies):
        raise InvalidArgument(f"policy must be a SweepPolicy or a list of them, not {repr(policy)}")
    return policies


def _forgotten(hidden: Sequence[Faded], mirror: Mirror, now: Micros) -> list[Forgotten]:
    """One forgetting for each class and reason, with what rests on its episodes alone."""
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in hidden:
        groups[one.memory_type, one.reason].add(one.id)
    episodes = {one.id for one in hidden if one.kind == "episode"}
    statements = {mirror.facts[one.id].statement for one in hidden if one.kind == "fact"}
    told = {version for statement in statements for version in mirror.versions[statement]}
    rest = gone_with(episodes, mirror, told) - episodes - mirror.hidden.keys() if hidden else set()
    tellings = []
    for (memory_type, reason), ids in sorted(groups.items()):
        here = {name for name in rest if _rests_in(name, ids, mirror)}
        rest -= here
        if (memory_type, reason) == max(groups):  # entities, and whatever else is left
            here |= rest
        words = f"{SWEEP}{memory_type}"
        name = f"fo_{digest(words, reason, str(now), *sorted(ids))}"
        tellings.append(Forgotten(name, words, reason, tuple(sorted(ids | here))))
    return tellings


def _rests_in(name: str, ids: set[str], mirror: Mirror) -> bool:
    """True for a version of one of these facts, and for what was read in one of these episodes."""
    held = mirror.facts.get(name) or mirror.events.get(name) or mirror.links.get(name)
    if held is None:
        return False
    versions = mirror.versions[held.statement] if name in mirror.facts else ()  # type: ignore[union-attr]
    return not ids.isdisjoint((*versions, *(one.episode for one in held.evidence)))
