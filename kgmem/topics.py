"""What memory keeps coming back to: things that are spoken of together, in communities of a graph of mentions.

Two things are tied when the same turn, or two turns that follow each other, speak of both; who talks is not a thing,
and neither is what nearly every turn speaks of. Ties that came up once are chance. What hangs together is split by
Louvain's method (Blondel et al. 2008; networkx, with a fixed seed over sorted nodes), each connected part by itself: a
part in which nothing changed keeps its topics.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from kgmem.chatter import tells
from kgmem.lexical import terms
from kgmem.mirror import Mirror
from kgmem.records import Derived
from kgmem.temporal import FOREVER
from kgmem.text import digest, fold

FEWEST_TURNS = 2
"""Times two things must come up together to be tied."""
FEWEST_SESSIONS = 2
"""Sessions in which at least one thing of a topic is spoken of: memory comes back to it."""
FEWEST_THINGS = 3
"""Things that make a topic."""
MOST_THINGS = 20
"""Things of a topic that are named; the weightiest."""
MOST_AT_ONCE = 12
"""Things of one turn that are tied to each other; the rarest, in a longer one."""
LABELLED = 3
"""Things a label names."""
EVERYWHERE = 0.25
"""Share of turns from which on a thing is spoken of everywhere, and is no sign of a topic."""
_SEED = 20
_ALWAYS = 40  # turns below which nothing is spoken of everywhere


def topics(mirror: Mirror) -> list[Derived]:
    """The topics of what is held and not hidden, by key."""
    mentions = _Mentions()
    things = {name for name in mirror.entities if _is_thing(name, mirror)}
    for session, order in mirror.sessions.items():
        for _, _, episode in order:
            named = mirror.mentions_in.get(episode)
            if named and episode not in mirror.hidden:
                mentions.add(episode, session, things.intersection(entity for entity, _ in named))
    ties = _ties(mentions, mirror)
    beside: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for (one, other), count in sorted(ties.items()):
        beside[one].append((other, count))
    made: list[Derived] = []
    for part in _parts(ties):
        tied = tuple(
            (one, other, count / math.sqrt(mentions.turns[one] * mentions.turns[other]))
            for one in part
            for other, count in beside.get(one, ())
        )
        made += (
            _topic(community, tied, mentions, mirror) for community in _communities(tied) if mentions.recur(community)
        )
    return sorted(made, key=lambda one: one.key)


@dataclass(slots=True)
class _Mentions:
    """What each turn speaks of, and in how many turns and which sessions each thing is spoken of."""

    spoken: dict[str, set[str]] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    sessions: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, episode: str, session: str, things: set[str]) -> None:
        self.spoken[episode] = things
        for entity in things:
            self.turns[entity] += 1
            self.sessions[entity].add(session)

    def recur(self, community: Iterable[str]) -> bool:
        """True when memory comes back to one of these."""
        return max(len(self.sessions[one]) for one in community) >= FEWEST_SESSIONS


def _ties(mentions: _Mentions, mirror: Mirror) -> dict[tuple[str, str], int]:
    """How often two things came up together, where that was no chance."""
    turns = mentions.turns
    often = max(_ALWAYS, len(mentions.spoken)) * EVERYWHERE
    found: dict[tuple[str, str], int] = defaultdict(int)
    for order in mirror.sessions.values():
        before: set[str] = set()
        for _, _, episode in order:
            now = {entity for entity in mentions.spoken.get(episode, ()) if turns[entity] <= often}
            if len(now) > MOST_AT_ONCE:
                now = set(sorted(now, key=lambda entity: (turns[entity], entity))[:MOST_AT_ONCE])
            pairs = {(min(a, b), max(a, b)) for a in now for b in before if a != b}
            for pair in pairs | set(combinations(sorted(now), 2)):
                found[pair] += 1
            before = now
    return {pair: count for pair, count in found.items() if count >= FEWEST_TURNS}


def _is_thing(entity: str, mirror: Mirror) -> bool:
    held = mirror.entities[entity]
    if held.retracted_at != FOREVER or entity in mirror.hidden or not tells(held.name):
        return False
    return not any(fold(mirror.surfaces[key]) in mirror.speakers for key in mirror.keys_of[entity])


def _parts(ties: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The things that hang together, in sorted parts."""
    root: dict[str, str] = {}

    def find(one: str) -> str:
        while root.setdefault(one, one) != one:
            root[one] = root[root[one]]
            one = root[one]
        return one

    for one, other in ties:
        first, second = sorted((find(one), find(other)))
        root[second] = first
    parts: dict[str, list[str]] = defaultdict(list)
    for one in sorted(root):
        parts[find(one)].append(one)
    return [part for _, part in sorted(parts.items()) if len(part) >= FEWEST_THINGS]


@lru_cache(maxsize=4096)
def _communities(tied: tuple[tuple[str, str, float], ...]) -> tuple[frozenset[str], ...]:
    """The communities of a part that are no smaller than a topic. A part as it was is not split again."""
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(sorted({end for one, other, _ in tied for end in (one, other)}))
    graph.add_weighted_edges_from(tied)
    found = networkx.community.louvain_communities(graph, seed=_SEED, weight="weight")
    return tuple(frozenset(community) for community in found if len(community) >= FEWEST_THINGS)


def _topic(
    community: frozenset[str], tied: Iterable[tuple[str, str, float]], mentions: _Mentions, mirror: Mirror
) -> Derived:
    weight: dict[str, float] = defaultdict(float)
    for one, other, tie in tied:
        if one in community and other in community:
            weight[one] += tie * math.log1p(mentions.turns[one])
            weight[other] += tie * math.log1p(mentions.turns[other])
    ranked = sorted(community, key=lambda one: (-round(weight[one], 3), one))[:MOST_THINGS]
    label = label_of(mirror.entities[one].name for one in ranked)
    return Derived("topic", digest("topic", ranked[0]), label, tuple((one, round(weight[one], 3)) for one in ranked))


def label_of(names: Iterable[str]) -> str:
    """The first names that share no word: "LGBTQ, students" says more than "LGBTQ, LGBTQ community"."""
    chosen: list[str] = []
    said: set[str] = set()
    for name in names:
        words = set(terms(name))
        if words.isdisjoint(said):
            chosen.append(name)
            said |= words
        if len(chosen) == LABELLED:
            break
    return ", ".join(chosen)
