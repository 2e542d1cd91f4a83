"""How sure memory still is of a fact: the confidence that fades since somebody last said so.

What is stored never changes by age. A state without a known end is presumed to go on, less surely the longer nobody
says so: its confidence falls by a share of itself each day, by the decay class of its relation. What happened, what is
known to be over, and what never changes do not fade. Nothing here hides a fact or keeps it from being recalled.
"""

from __future__ import annotations

import math

from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.ontology_terms import DECAY_OF
from kgmem.question import Clocks
from kgmem.records import Fact
from kgmem.temporal import DAY, FOREVER, Micros

RATES = {"none": 0.0, "slow": 0.001, "fast": 0.01}
"""What fades per day, by decay class: slowly, half in 693 days; fast, half in 69."""


def rate_of(fact: Fact, ontology: Ontology) -> float:
    """The share of its confidence that a fact loses in a day; 0 for what does not fade."""
    relation = ontology.relations.get(fact.relation)
    if fact.valid_to != FOREVER or (relation is not None and relation.timeless):
        return 0.0
    return RATES[relation.decay if relation is not None else DECAY_OF[fact.memory_type]]


def confidence_at(fact: Fact, mirror: Mirror, clocks: Clocks, ontology: Ontology) -> float:
    """The confidence of a fact, as memory held it at `known_at`, faded up to `as_of`, which must be given."""
    assert clocks.as_of is not None
    rate = rate_of(fact, ontology)
    if not rate:
        return fact.confidence
    days = max(0, clocks.as_of - last_said(fact, mirror, clocks)) / DAY
    return fact.confidence * math.exp(-rate * days)


def last_said(fact: Fact, mirror: Mirror, clocks: Clocks) -> Micros:
    """When somebody last said that a fact is so, as far as memory knew: by its episodes and confirmations, or else
    when memory first held it so; not before it began."""
    number, episodes = mirror.number, mirror.episodes
    times = [
        episodes[number[one.episode]].occurred
        for one in fact.evidence
        if one.episode in number
        and one.episode not in mirror.hidden
        and episodes[number[one.episode]].recorded <= clocks.known_at
    ]
    if not times:
        versions = (mirror.facts[name] for name in mirror.versions.get(fact.statement, ()))
        times = [min((one.recorded_at for one in versions if one.valid_from == fact.valid_from), default=0)]
    known = (mirror.confirmations[name] for name in mirror.confirmed.get(fact.statement, ()))
    times += [one.said for one in known if one.recorded_at <= clocks.known_at < one.retracted_at]
    return max(*times, fact.valid_from)
