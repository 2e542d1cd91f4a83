"""How people talk in a memory: whether they take turns, or one writes several messages in a row.

What a turn's neighbours are worth depends on it. Where speakers take turns, the one before is mostly what is answered;
where people write in bursts, it is mostly more of the same.
"""

from __future__ import annotations

from collections.abc import Mapping

MANNERS = ("runs",)
FULL = 0.4
"""With this share of turns by the speaker of the turn before, people write in runs altogether."""
UNSURE = 20
"""So many turns of none are added to those there are, for a few say little."""


def manner(turns: int, same: int) -> Mapping[str, float]:
    """How much of each manner there is, 0 to 1, in so many turns, `same` of them by the speaker of the one before."""
    return {"runs": min(1.0, same / (turns + UNSURE) / FULL)}
