"""The learned order of episodes: a weight for each feature, read from a small file that says how it was made.

A score is a plain sum, so that what each kind of evidence added to it can be shown. The file is JSON: weights by
manner of talk and feature, `base`, which is added to every score, `spread`, `encoder`, and `made`: command, data and
figures.
"""

from __future__ import annotations

import json
import logging
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from kgmem.errors import InvalidArgument
from kgmem.features import Evidence
from kgmem.question import Floats

log = logging.getLogger("kgmem")

FORMAT = 1
PLAIN = "always"
"""What weights that hold in every manner of talk stand under."""
Weights = Mapping[str, Mapping[str, float]]
"""By manner of talk and name of feature."""


@dataclass(frozen=True, slots=True)
class Ranker:
    """Weights by manner of talk and name of feature. Those of PLAIN hold everywhere, those of a manner are added as
    far as people talk so in a memory; `base` is added to every score. `encoder` is the id of the one it was learned
    with; another one's likenesses lie elsewhere. `spread` is what a question after several things takes off an episode
    for each better one of its session (`variety`)."""

    weights: Weights
    base: float
    encoder: str = ""
    made: Mapping[str, Any] = field(default_factory=dict)
    spread: float = 0.0

    def __str__(self) -> str:
        """Where it comes from, in words."""
        if self is packaged():
            return "packaged"
        return f"tuned on {self.made['questions']} questions" if "questions" in self.made else "given"

    def weight(self, name: str, manner: Mapping[str, float]) -> float:
        """What one feature weighs in a memory where people talk in this manner."""
        total = 0.0
        for when, weights in self.weights.items():
            total += (1.0 if when == PLAIN else manner.get(when, 0.0)) * weights.get(name, 0.0)
        return total

    def scores(self, evidence: Evidence, manner: Mapping[str, float]) -> tuple[Floats, dict[str, Floats]]:
        """The scores of all candidates, not below 0, and what each kind of evidence added to them.

        The parts sum to the score wherever that is above 0. A feature that the model does not know adds nothing.
        """
        found: dict[str, Floats] = {}
        far = [(1.0 if when == PLAIN else manner.get(when, 0.0), of) for when, of in self.weights.items()]
        for group, features in evidence.items():
            if features:
                weights = np.array([sum(how * of.get(name, 0.0) for how, of in far) for name in features], np.float32)
                found[group] = weights @ np.stack(list(features.values()))
        count = len(next(iter(found.values()))) if found else 0
        parts = {"base": np.full(count, self.base, np.float32), **found}
        total = np.sum(list(parts.values()), axis=0, dtype=np.float32)
        return np.maximum(total, 0), parts


def read(path: Path | Traversable) -> Ranker:
    """A ranker from its file; InvalidArgument says what is wrong with it."""
    try:
        held = json.loads(path.read_text("utf-8"))
        weights = {
            str(when): {str(name): float(value) for name, value in of.items()} for when, of in held["weights"].items()
        }
        base, encoder, made = float(held["base"]), str(held["encoder"]), dict(held["made"])
        spread = float(held.get("spread", 0.0))
        if held["kgmem"] != "ranker" or held["version"] != FORMAT:
            raise ValueError("it is of another kind or version")
        if not all(map(math.isfinite, (base, spread, *(value for of in weights.values() for value in of.values())))):
            raise ValueError("a weight is no number")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidArgument(
            f"{path} holds no ranker ({error}); make one with `python -m benchmarks train-ranker`"
        ) from error
    return Ranker(weights, base, encoder, made, spread)


def as_json(ranker: Ranker) -> str:
    """A ranker as the text of its file, one weight a line."""
    weights = {
        when: {name: round(value, 5) for name, value in of.items() if round(value, 5)}
        for when, of in ranker.weights.items()
    }
    held = {
        "kgmem": "ranker",
        "version": FORMAT,
        "made": ranker.made,
        "encoder": ranker.encoder,
        "base": round(ranker.base, 5),
        "spread": round(ranker.spread, 5),
        "weights": weights,
    }
    return json.dumps(held, ensure_ascii=False, indent=1) + "\n"


@lru_cache(maxsize=1)
def packaged() -> Ranker:
    """The ranker in the package."""
    return read(files("kgmem") / "data" / "ranker.json")


def chosen(given: Ranker | str | os.PathLike[str] | None, tuned: Path, encoder: str) -> Ranker:
    """The ranker given to a memory with this encoder, or that of its file; else what it was tuned to, if it was, or the
    one in the package. InvalidArgument says what is wrong with the one given."""
    if given is None:
        try:
            return read(tuned) if tuned.is_file() else packaged()
        except InvalidArgument as error:
            log.warning("the packaged order is used instead of the tuned one (%s); run `kgmem tune` again", error)
            return packaged()
    found = given if isinstance(given, Ranker) else read(Path(given))
    if found.encoder != encoder:
        raise InvalidArgument(
            f"the ranker was learned with the encoder {found.encoder!r}, and this memory has {encoder!r}; give one "
            "learned with that, or leave ranker out"
        )
    return found
