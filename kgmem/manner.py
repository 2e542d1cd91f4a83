"""How people talk in a memory: whether they take turns, or one writes several messages in a row.

What a turn's neighbours are worth depends on it. Where speakers take turns, the one before is mostly what is answered;
where people write in bursts, it is mostly more of the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

MANNERS = ("runs",)
FULL = 0.4
"""With this share of turns by the speaker of the turn before, people write in runs altogether."""
UNSURE = 20
"""So many turns of none are added to those there are, for a few say little."""


def manner(turns: Iterable[tuple[str, str]]) -> Mapping[str, float]:
    """How much of each manner there is, 0 to 1, in turns of (session, speaker) in their order."""
    count = same = 0
    last = ("", "")
    for turn in turns:
        count += 1
        same += turn == last
        last = turn
    return {"runs": min(1.0, same / (count + UNSURE) / FULL)}
