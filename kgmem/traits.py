"""What can be said of an episode without any question: whether it asks, names a time, gives a number or a reason."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kgmem.records import Episode

WORDS = {
    "time": "yesterday today tonight tomorrow ago last next since until weekend weekends morning evening night week "
    "weeks month months year years day days january february march april may june july august september october "
    "november december monday tuesday wednesday thursday friday saturday sunday recently just",
    "number": "one two three four five six seven eight nine ten eleven twelve dozen hundred thousand once twice couple "
    "several first second third",
    "reason": "because since therefore inspired thanks why reason due helps help made wanted",
    "own": "i i'm i've i'd i'll my me we our we're we've us mine",
    "shows": "pic pics photo photos picture pictures look here's check",
    "asks for good": "always never whenever prefer prefers preferred preference rather ensure remember please",
}
"""Words by what one of them says of a text."""
TURNS = frozenset(
    "because since after when until so due thanks made makes reason finally started stopped decided realized learned "
    "now anymore always never".split()
)
"""Words by two of which a text tells how something came about or came to be so."""
TRAITS = ("asks", *WORDS, "assistant", "picture", "turns")
_WORDS = {name: frozenset(words.split()) for name, words in WORDS.items()}
_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?|\d+")
_ASKS = re.compile(r"\?[\"”')\s]*\Z")
LONGEST = 2_000
"""Signs of a text that are looked at, from its beginning."""

Floats = npt.NDArray[np.float32]


class Traits:
    """Traits of episodes by number, read once each."""

    def __init__(self) -> None:
        self._held = np.zeros((0, len(TRAITS)), np.float32)

    def of(self, episodes: Sequence[Episode]) -> Floats:
        """Traits of all episodes, (n, len(TRAITS)) from 0 to 1; those after the last seen are read."""
        held = self._held
        if len(held) < len(episodes):
            rows = [_read(episode) for episode in episodes[len(held) :]]
            held = self._held = np.concatenate((held, np.array(rows, np.float32)))
        return held[: len(episodes)]


def _read(episode: Episode) -> list[float]:
    words = set(_WORD.findall(episode.text[:LONGEST].lower().replace("’", "'")))
    numeric = any(word[0].isdigit() for word in words)
    found = [not said.isdisjoint(words) or (numeric and name == "number") for name, said in _WORDS.items()]
    asks = _ASKS.search(episode.text[-20:]) is not None
    turns = min(len(TURNS & words), 2) / 2
    return [asks, *found, episode.role == "assistant", bool(episode.caption), turns]
