"""What was read later, in whichever order, comes to the memory that had read it at once."""

from __future__ import annotations

import os
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem import ontology
from kgmem.ledger import Ledger
from kgmem.mirror import Mirror
from kgmem.portable import canonical_lines
from kgmem.records import Extraction
from kgmem.settling import Settling
from kgmem.telling import Merged, Observed, Parted, Read, Telling, Undone, name_of
from tests.test_identity import NAMES, turns
from tests.test_order import turns as lives

WORDS = ontology.load()
EXAMPLES = int(os.environ.get("KGMEM_EXAMPLES", "60"))
"""KGMEM_EXAMPLES=2000 for a long run."""

names = st.sampled_from(NAMES)


@st.composite
def stories(draw: st.DrawFn) -> list[Telling]:
    """Turns with what is read in them, and calls that merge, split, undo and forget."""
    told: list[Telling] = list(draw(st.one_of(turns(), lives())))
    ids = [one.episode.id for one in told if isinstance(one, Observed)]
    some = st.lists(st.sampled_from(ids), min_size=1, max_size=2, unique=True)
    calls: list[Telling] = []
    for number in range(draw(st.integers(0, 3))):
        kind = draw(st.sampled_from(("merge", "part", "split", "undo", "undo")))
        if kind == "undo":
            what = draw(st.one_of(some, st.sampled_from([[f"ca_{n}"] for n in range(number)] or [ids[:1]])))
            calls.append(Undone(tuple(what), call=f"ca_{number}"))
        else:
            one, other = draw(names), draw(names)
            where = tuple(draw(some)) if kind == "split" else ()
            made = Merged(one, other) if kind == "merge" else Parted(one, other, episodes=where)
            calls.append(type(made)(**{**{n: getattr(made, n) for n in made.__slots__}, "call": f"ca_{number}"}))
    return told + calls


def read_later(told: list[Telling], chance: Random) -> list[Telling]:
    """The story with some of its turns read later, once or again, each reading after its turn, calls in their order."""
    texts: list[Telling] = []
    later: list[Telling] = []
    others = [one.claims for one in told if isinstance(one, Observed)]
    for one in told:
        how = chance.choice(("now", "later", "later", "unfinished", "again"))
        if not isinstance(one, Observed) or how == "now":
            texts.append(one)
            continue
        wrong = chance.choice(others) or Extraction()
        half = Extraction(wrong.mentions, wrong.facts, wrong.events, wrong.causes, unfinished=True)
        waits = how in ("later", "again")
        texts.append(Observed(one.episode, Extraction() if waits else half, waits=waits))
        if how == "again":
            later.append(Read(one.episode.id, half))
        later.append(Read(one.episode.id, one.claims))
    story = list(texts)
    for read in later:  # each after its turn and after the one before of the same turn
        assert isinstance(read, Read)
        place = max(n for n, one in enumerate(story) if name_of(one) == read.id)
        story.insert(chance.randint(place + 1, len(story)), read)
    return story


class Memory:
    """A memory without a folder: tellings settled one after the other."""

    def __init__(self) -> None:
        self.mirror, self.ledger = Mirror(), Ledger(WORDS)
        self.entries: list[tuple[int, tuple[Telling, ...]]] = []

    def tell(self, *told: Telling) -> Memory:
        for one in told:
            at = len(self.entries) + 1
            settling = Settling(self.mirror, self.ledger)
            settling.tell(one, at)
            self.ledger = settling.ledger
            self.entries.append((at, tuple(settling.told)))
        return self

    def reopen(self) -> Memory:
        """Make the ledger anew from what was told, as a process does that opens the memory."""
        self.ledger = Ledger.of(self.entries, WORDS, self.mirror)
        settling = Settling(self.mirror, self.ledger)
        settling.catch_up(len(self.entries) + 1)
        assert not settling.write
        return self

    def lines(self) -> list[str]:
        return list(canonical_lines(self.mirror))


@settings(max_examples=EXAMPLES, deadline=None)
@given(stories(), st.randoms(use_true_random=False), st.integers(0, 12))
def test_what_was_read_later_comes_to_the_memory_that_read_it_at_once(told, chance, again):
    story = read_later(told, chance)
    memory = Memory().tell(*story[:again]).reopen().tell(*story[again:])
    said = {one.episode.id: one.claims for one in told if isinstance(one, Observed)}
    memory.tell(*(Read(name, said[name]) for name in list(memory.mirror.pending)))  # undone while they were read
    assert memory.lines() == Memory().tell(*told).lines()
