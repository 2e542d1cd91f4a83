"""A question as the stages of recall hand it on, and the candidates it found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kgmem.embed import Encoded
from kgmem.records import Entity
from kgmem.temporal import FOREVER, Micros, Span

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, read: stemmed words, entities it names, its vectors and the time
    window it asks about (None when it has none). `only_time` says that nothing but that time is asked for.
    `kind` is the class of things it wants listed ("which people are mentioned?"), "" for none."""

    text: str
    terms: tuple[str, ...] = ()
    entities: tuple[Entity, ...] = ()
    encoded: Encoded | None = None
    window: Span | None = None
    only_time: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Episodes by number, ascending, and each arm's score for them in the same order."""

    numbers: Ints
    arms: Mapping[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The instants a question looks from: `as_of` in the world (None: any time), `known_at` in memory."""

    as_of: Micros | None = None
    known_at: Micros = FOREVER - 1
