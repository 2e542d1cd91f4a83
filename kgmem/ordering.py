"""The best of many scores without sorting them all."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt


def best(scores: npt.NDArray[Any], count: int) -> npt.NDArray[np.int64]:
    """Places of the `count` best scores, best first, of equal ones the first first: a stable sort, cut off."""
    if count <= 0:
        return np.zeros(0, np.int64)
    if len(scores) <= count:
        return np.argsort(-scores, kind="stable")
    least = np.partition(scores, len(scores) - count)[len(scores) - count]
    good = np.flatnonzero(scores >= least)
    return good[np.argsort(-scores[good], kind="stable")[:count]]
