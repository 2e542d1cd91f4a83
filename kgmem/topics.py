"""What memory keeps coming back to: things that are spoken of together, in communities of a graph of mentions.

Two things are tied when the same turn, or two turns that follow each other, speak of both; who talks is not a thing,
and neither is what nearly every turn speaks of. Ties that came up once are chance. What hangs together is split by
Louvain's method (Blondel et al. 2008; networkx, with a fixed seed over sorted nodes), each connected part by itself: a
part in which nothing changed keeps its topics.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import combinations

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
    ties, turns = _ties(mirror)
    beside: dict[str, dict[str, int]] = defaultdict(dict)
    for (one, other), count in ties.items():
        beside[one][other] = count
    made = (one for part in _parts(ties) for one in _topics_of(part, beside, turns, mirror))
    return sorted(made, key=lambda one: one.key)


def _ties(mirror: Mirror) -> tuple[dict[tuple[str, str], int], dict[str, int]]:
    """How often two things came up together, and how many turns speak of each."""
    spoken: dict[str, set[str]] = {}
    for episode, mentions in mirror.mentions_in.items():
        if mentions and episode not in mirror.hidden:
            spoken[episode] = {entity for entity, _ in mentions if _is_thing(entity, mirror)}
    turns: dict[str, int] = defaultdict(int)
    for things in spoken.values():
        for entity in things:
            turns[entity] += 1
    often = max(_ALWAYS, len(spoken)) * EVERYWHERE
    found: dict[tuple[str, str], int] = defaultdict(int)
    for order in mirror.sessions.values():
        before: set[str] = set()
        for _, _, episode in order:
            now = {entity for entity in spoken.get(episode, ()) if turns[entity] <= often}
            now = set(sorted(now, key=lambda entity: (turns[entity], entity))[:MOST_AT_ONCE])
            pairs = {(min(a, b), max(a, b)) for a in now for b in before if a != b}
            for pair in pairs | set(combinations(sorted(now), 2)):
                found[pair] += 1
            before = now
    return {pair: count for pair, count in found.items() if count >= FEWEST_TURNS}, turns


def _is_thing(entity: str, mirror: Mirror) -> bool:
    held = mirror.entities[entity]
    if held.retracted_at != FOREVER or entity in mirror.hidden or not terms(held.name):
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


def _topics_of(
    part: list[str], beside: Mapping[str, Mapping[str, int]], turns: Mapping[str, int], mirror: Mirror
) -> Iterable[Derived]:
    import networkx

    graph: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(part)
    for one in part:
        for other, count in sorted(beside.get(one, {}).items()):
            graph.add_edge(one, other, weight=count / math.sqrt(turns[one] * turns[other]))
    sessions = _sessions_of(set(part), mirror)
    communities = networkx.community.louvain_communities(graph, seed=_SEED, weight="weight")
    for community in communities:
        if len(community) < FEWEST_THINGS or max(len(sessions[one]) for one in community) < FEWEST_SESSIONS:
            continue
        weight = {
            one: sum(tie["weight"] for other, tie in graph[one].items() if other in community) * math.log1p(turns[one])
            for one in community
        }
        ranked = sorted(community, key=lambda one: (-weight[one], one))[:MOST_THINGS]
        label = label_of([mirror.entities[one].name for one in ranked])
        parts = tuple((one, round(weight[one], 3)) for one in ranked)
        yield Derived("topic", digest("topic", ranked[0]), label, parts)


def _sessions_of(things: set[str], mirror: Mirror) -> dict[str, set[str]]:
    """The sessions that speak of each of these."""
    found: dict[str, set[str]] = {one: set() for one in things}
    for episode, mentions in mirror.mentions_in.items():
        if episode not in mirror.hidden:
            for entity, _ in mentions:
                if entity in found:
                    found[entity].add(mirror.episodes[mirror.number[episode]].session)
    return found


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
