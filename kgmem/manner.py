"""How people talk in a memory: whether one writes several messages in a row, and how much an assistant says.

What a turn's neighbours are worth depends on it. Where speakers take turns, the one before is mostly what is answered;
where people write in bursts, it is mostly more of the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

MANNERS = ("runs", "assisted")
"""Shares from 0 to 1: of turns by the speaker of the turn before, and of turns that are an assistant's."""
FULL = {"runs": 0.4, "assisted": 0.4}
"""From this share on a manner counts in full."""
UNSURE = 20
"""So many turns of no manner are added to those there are, for a few say little."""


def manner(turns: Iterable[tuple[str, str, str]]) -> Mapping[str, float]:
    """How much of each manner there is, 0 to 1, in turns of (session, speaker, role) in their order."""
    count = same = assisted = 0
    last = ("", "")
    for session, speaker, role in turns:
        count += 1
        same += (session, speaker) == last
        assisted += role == "assistant"
        last = session, speaker
    shares = {"runs": same / (count + UNSURE), "assisted": assisted / (count + UNSURE)}
    return {name: min(1.0, share / FULL[name]) for name, share in shares.items()}
