"""How sure it is that memory holds what a question asks for: a chance from 0 to 1, by a small logistic model.

Its weights are in a file that says how they were made. There is one set for English with the packaged encoder's
vectors of words in context, one for small memories of that kind, one for English without, and one for Chinese; each
knows within what bounds every sign lay where it learned, and takes what lies beyond for the bound.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from kgmem.errors import InvalidArgument
from kgmem.grounds import Case, Signs, signs

FORMAT = 1
SURE = 0.4
"""Below this confidence, recall abstains: it says that nothing is known that answers."""
CONTEXT, FEW, WORDS, CHINESE = "context", "few", "words", "chinese"
MODELS = (CONTEXT, FEW, WORDS, CHINESE)
FEWEST = 40
"""Up to so many episodes that may be found, a memory is a small one, where little stands out or is ahead."""
NOTHING = 0.05
IDLE = 0.3
"""What is left of a chance when no word that the best episode shares with the question bears on it."""
HELD = 0.4
"""How good it is, in a small memory, that one episode says all the words of the question, and they bear on it."""
LATER = 0.3
"""The same when a time in the world is asked about, the best episode was said after it, and no fact held then."""
ANSWERED = 0.6
"""How good a fact or event is that answers by itself, times its own confidence: mostly, what is asked is understood."""
TOLD = 0.6
"""The same for the score of the best fact where no episode was found."""
REACH = 8.0
"""As far as the sum of evidence counts to either side; beyond, a chance is as good as 0 or 1."""
ALL = 0.999
"""From this share of the question's words on, all of them are there."""
_TRIPLE = re.compile(r"\[\s+(\S+),\s+(\S+),\s+(\S+)\s+\]")


class Weight(NamedTuple):
    """What a sign weighs, between the least and the most of it that was learned from."""

    weight: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Model:
    base: float
    weights: Mapping[str, Weight]

    def chance(self, found: Signs) -> float:
        """0 to 1. A sign that is not there counts as 0."""
        total = self.base + sum(
            one.weight * min(max(found.get(name, 0.0), one.low), one.high) for name, one in self.weights.items()
        )
        return 1 / (1 + math.exp(-min(max(total, -REACH), REACH)))


@dataclass(frozen=True, slots=True)
class Judge:
    """The models by name. `encoder` is the id of the one whose vectors CONTEXT was learned with."""

    models: Mapping[str, Model]
    encoder: str
    made: Mapping[str, Any]

    def confidence(self, case: Case) -> float:
        """The chance that what was found holds the answer; 0 where nothing was found."""
        found, model = signs(case), self.model_for(case)
        chance = self.models[model].chance(found) if found else 0.0
        if found and model == FEW and found["covered, bearing"] > ALL:
            chance = 1 - (1 - chance) * (1 - HELD)
        if found and found["bears"] < NOTHING:
            chance *= IDLE
        if found and found["later"] and not (case.facts or case.answers):
            chance *= LATER
        if case.answers:
            return 1 - (1 - chance) * (1 - ANSWERED * case.answers[0].confidence)
        return chance if found or not case.facts else TOLD * min(1.0, case.facts[0].score)

    def model_for(self, case: Case) -> str:
        if case.question.chinese:
            return CHINESE
        if "maxsim" not in case.arms or case.vectors.encoder.id != self.encoder:
            return WORDS
        held = len(case.mirror.episodes) if case.allowed is None else int(case.allowed.sum())
        return FEW if held <= FEWEST else CONTEXT


def read(path: Path | Traversable) -> Judge:
    """A judge from its file; InvalidArgument says what is wrong with it."""
    try:
        held = json.loads(path.read_text("utf-8"))
        if held["kgmem"] != "confidence" or held["version"] != FORMAT:
            raise ValueError("it is of another kind or version")
        models = {
            name: Model(
                float(held["models"][name]["base"]),
                {sign: Weight(*map(float, of)) for sign, of in held["models"][name]["weights"].items()},
            )
            for name in MODELS
        }
        numbers = [one.base for one in models.values()]
        numbers += [number for one in models.values() for weight in one.weights.values() for number in weight]
        if not all(map(math.isfinite, numbers)):
            raise ValueError("a weight is no number")
        return Judge(models, str(held["encoder"]), dict(held["made"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidArgument(
            f"{path} holds no model of confidence ({error}); make one with `python -m benchmarks train-confidence`"
        ) from error


def write(path: Path, judge: Judge) -> None:
    """Write a judge's file, one weight a line, with the least and the most of its sign."""
    models = {
        name: {
            "base": round(model.base, 4),
            "weights": {sign: [round(number, 4) for number in one] for sign, one in model.weights.items()},
        }
        for name, model in judge.models.items()
    }
    held = {
        "kgmem": "confidence",
        "version": FORMAT,
        "made": judge.made,
        "encoder": judge.encoder,
        "models": models,
    }
    text = json.dumps(held, ensure_ascii=False, indent=1)
    path.write_text(_TRIPLE.sub(r"[\1, \2, \3]", text) + "\n", "utf-8")


@lru_cache(maxsize=1)
def packaged() -> Judge:
    """The judge in the package."""
    return read(files("kgmem") / "data" / "confidence.json")
