"""What has been spoken of so far, and how much of it is still in mind.

Every place that names, describes or points to something is a spot; speaking of a thing brings it to mind, and half
of that is gone with each sentence (after Lappin and Leass 1994). A pronoun means what fits it and leads clearly.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

SUBJECT, OBJECT, OTHER, OWNER = 3, 2, 1, 0
_WEIGHTS = {SUBJECT: 300.0, OBJECT: 150.0, OTHER: 140.0, OWNER: 140.0}
FADING = 0.5
PARALLEL = 1.15
LEADS = 1.02
CLEARLY = 2.6
STILL_SUBJECT = 1.3  # "Ines runs the clinic, and she hired Nora": the subject goes on
IN_MIND = 64


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a piece of text; `word` is its head word's index there, and so are all other numbers but
    `start`, `end` and `sentence`. -1 is none.

    name: of a name what it names, of a noun its words without article and owner. verb: what governs it.
    around: the noun an owner belongs to. beside: the names put beside a noun. quoted: who says the quotation
    it stands in, None outside of one.
    """

    start: int
    end: int
    word: int
    kind: str  # "name", "noun", "pronoun"
    lower: str
    name: str = ""
    type: str = "Thing"
    gender: str = ""
    plural: bool = False
    rank: int = OTHER
    sentence: int = 0
    verb: int = -1
    lemma: str = ""
    determiner: str = ""
    owner: int = -1
    around: int = -1
    beside: tuple[int, ...] = ()
    same_as: int = -1  # the subject a noun is said of: "Flora is the director"
    joined: int = -1  # the first of those joined by "and"
    qualifier: str = ""  # what tells one name's bearer from another's: "the Lin Wei of Beacon Mills"
    told_apart: bool = False  # by a name: "the pilot for Fluvia"
    quoted: int | None = None
    empty: bool = False  # stands for nothing: "it is raining"
    tie: str = "'s "  # between an owner's name and the noun, in the name of what is owned


@dataclass(slots=True)
class Known:
    """A person or thing in mind. `score` is what was left of it at sentence `at`."""

    name: str
    type: str = "Thing"
    gender: str = ""
    plural: bool = False
    named: bool = False
    lemmas: set[str] = field(default_factory=set)
    score: float = 0.0
    at: int = 0
    rank: int = OTHER

    def left(self, now: int) -> float:
        return self.score * FADING ** (now - self.at)


@dataclass(frozen=True, slots=True)
class Choice:
    """Who is meant, and how clearly: 0.9 when nobody else comes near, 0.6 for one who leads."""

    known: Known
    sure: float


@dataclass
class InMind:
    """The persons and things in mind, the last one spoken of last."""

    sentence: int = 0
    known: OrderedDict[str, Known] = field(default_factory=OrderedDict)

    def speak_of(self, name: str, spot: Spot, *, kind: str = "", named: bool = False) -> Known:
        """Bring to mind what a spot stands for; `kind` is its class where the spot alone does not tell."""
        kind = kind or spot.type
        held = self.known.get(name)
        if held is None:
            held = self.known[name] = Known(name, kind, spot.gender, spot.plural)
        if held.type in ("Thing", "") and spot.kind != "pronoun":
            held.type = kind
        if spot.gender and not held.gender:
            held.gender = spot.gender
        held.named = held.named or named
        if spot.kind == "noun":
            held.lemmas.add(spot.lemma)
        held.score = held.left(self.sentence) + _WEIGHTS[spot.rank]
        held.at, held.rank = self.sentence, spot.rank
        self.known.move_to_end(name)
        if len(self.known) > IN_MIND:
            self.known.popitem(last=False)
        return held

    def choose(self, spot: Spot, fitting: Iterable[tuple[Known, float]]) -> Choice | None:
        """The one of those fitting, each with a factor of how well it fits, who leads clearly."""
        ranked = sorted(
            (
                (known.left(self.sentence) * factor * (PARALLEL if known.rank == spot.rank else 1.0), known)
                for known, factor in fitting
            ),
            key=lambda pair: (-pair[0], pair[1].name),
        )
        if not ranked:
            return None
        best = ranked[0][0]
        second = ranked[1][0] if len(ranked) > 1 else 0.0
        if best < LEADS * second:
            return None
        leader = ranked[0][1]
        goes_on = leader.at == self.sentence and leader.rank == spot.rank == SUBJECT
        clearly = STILL_SUBJECT if goes_on else CLEARLY
        return Choice(leader, 0.9 if best >= clearly * second else 0.6)
