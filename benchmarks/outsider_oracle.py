"""A second opinion on what is true: brute force over what was told, written from the documentation alone.

It imports nothing of kgmem and shares nothing with `truth_oracle`. It knows no intervals that were closed and no
versions: for each instant it asks every telling in turn whether it speaks of it and whether another overrules it there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

NEVER = 2**60
Statement = tuple[str, str, str]
"""Relation, subject, object: in one form, whichever way round it was told."""


@dataclass(frozen=True)
class Words:
    """What the ontology says of the relations in use."""

    functional: frozenset[str] = frozenset()
    inverse_functional: frozenset[str] = frozenset()
    symmetric: frozenset[str] = frozenset()
    transitive: frozenset[str] = frozenset()
    inverse: dict[str, str] = field(default_factory=dict)
    disjoint: dict[str, str] = field(default_factory=dict)
    wider: dict[str, str] = field(default_factory=dict)

    def statement(self, subject: str, relation: str, object: str) -> Statement:
        if relation in self.symmetric:
            return relation, *sorted((subject, object))  # type: ignore[return-value]
        other = self.inverse.get(relation, relation)
        return (other, object, subject) if other < relation else (relation, subject, object)

    def exclude(self, one: Statement, other: Statement) -> bool:
        """Whether the two cannot hold at one time."""
        if one == other:
            return False
        if one[1:] == other[1:] and self.disjoint.get(one[0]) == other[0]:
            return True
        if one[0] != other[0]:
            return False
        relation = one[0]
        turned = self.inverse.get(relation, "")
        if relation in self.symmetric:
            return relation in self.functional and bool({*one[1:]} & {*other[1:]})
        if one[1] == other[1] and (relation in self.functional or turned in self.inverse_functional):
            return True
        return one[2] == other[2] and (relation in self.inverse_functional or turned in self.functional)


@dataclass
class Claim:
    """One thing told: that a statement held in [start, end), that it did not, or that it was over at `start`.

    kind: "holds", "denied", "over" or "closed" (by a call: nothing was said of the time before). weight: trust,
    confidence, when it was said. `told` and `gone` are instants of memory. `of`: what it was told with, which goes with
    it. fine: for how long after `start` it may have begun, when it is told to the month or year only. reach: until when
    it leaves no room for what it excludes.
    """

    kind: str
    statement: Statement
    start: int
    end: int
    weight: tuple[float, float, int]
    told: int
    of: int
    fine: int = 0
    gone: int = NEVER
    reach: int = NEVER

    @property
    def is_strong(self) -> bool:
        return self.weight[0] >= 0.5 and self.weight[1] >= 0.5

    def speaks_of(self, at: int) -> bool:
        return self.start <= at < self.end


class Outsider:
    """What holds, by all that was told and not taken back."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.claims: list[Claim] = []

    def held(self, known: int) -> list[Claim]:
        return [claim for claim in self.claims if claim.told <= known < claim.gone]

    def holding(self, at: int, known: int) -> set[Statement]:
        """The statements that hold at an instant of the world, as of an instant of memory."""
        claims = self.sharpened(self.held(known))
        strong = {c.statement for c in claims if c.is_strong and self._stands(c, claims, at, set())}
        return strong | {c.statement for c in claims if not c.is_strong and self._stands(c, claims, at, strong)}

    def sharpened(self, claims: Iterable[Claim]) -> list[Claim]:
        """The claims, those told to the month or year with the exact start of another one about the same."""
        claims = list(claims)
        claims += [held for claim in claims if (held := self._before(claim, claims)) is not None]
        found = []
        for claim in claims:
            finer = [
                other.start
                for other in claims
                if other.kind == claim.kind == "holds"
                and other.statement == claim.statement
                and claim.fine > other.fine
                and claim.start <= other.start < claim.start + claim.fine
            ]
            if finer:
                claim = replace(claim, start=min(finer))
            found.append(claim)
        return [self._until(claim, found) for claim in found]

    def _until(self, claim: Claim, claims: list[Claim]) -> Claim:
        """The claim with its end: of those told with one start the last told end counts, and an end told by another
        claim about the same counts for one told without."""
        if claim.kind != "holds":
            return claim
        told = [
            c for c in claims
            if c.kind == "holds" and c.statement == claim.statement and c.end < NEVER and c.is_strong >= claim.is_strong
        ]  # fmt: skip
        same = [c for c in told if c.start == claim.start > -NEVER]
        end = max(same, key=lambda c: c.weight[2]).end if same else claim.end
        reach = end
        if end == NEVER:
            end = min(
                (c.end for c in told if claim.start < c.end and self._is_one_stay(c, claim, claims)), default=NEVER
            )
        return replace(claim, end=end, reach=reach)

    def _goes_on(self, one: Claim, until: Claim, claims: list[Claim]) -> bool:
        """Whether nothing ended one claim before the start of another one about the same."""
        return not any(
            one.start < c.start <= until.start
            and c.is_strong >= one.is_strong
            and (self.words.exclude(c.statement, one.statement) if c.kind == "holds" else _is_about(c, one))
            for c in claims
        )

    def _is_one_stay(self, one: Claim, open_one: Claim, claims: list[Claim]) -> bool:
        """Whether two claims about the same speak of one stay: nothing ended it between their starts."""
        if one.start <= open_one.start:
            return self._goes_on(one, open_one, claims)
        return not any(
            open_one.start < c.start <= one.start
            and c.is_strong >= open_one.is_strong
            and (c.kind in ("over", "closed") or c.speaks_of(one.start))
            and (self.words.exclude(c.statement, one.statement) if c.kind == "holds" else _is_about(c, one))
            for c in claims
        )

    def is_doubtful(self, statement: Statement, known: int) -> bool:
        """Whether it is told only that it was over, beside what excludes it: since when it held, nobody can say."""
        claims = self.held(known)
        return any(self._before(c, claims) and c.statement == statement for c in claims) and any(
            self.words.exclude(c.statement, statement) or (c.statement == statement and c.kind == "denied")
            for c in claims
        )

    def _before(self, claim: Claim, claims: list[Claim]) -> Claim | None:
        """What is over held before, since when is not known, unless that was told."""
        if claim.kind != "over" or "*" in claim.statement:
            return None
        if any(c.kind == "holds" and c.statement == claim.statement and c.start < claim.start for c in claims):
            return None
        return replace(claim, kind="holds", start=-NEVER, end=claim.start)

    def _stands(self, claim: Claim, claims: list[Claim], at: int, strong: set[Statement]) -> bool:
        if claim.kind != "holds" or not claim.speaks_of(at):
            return False
        if not claim.is_strong and any(
            c.kind == "holds"
            and c.is_strong
            and c.statement == claim.statement
            and c.speaks_of(claim.start)
            and self._goes_on(c, claim, claims)
            for c in claims
        ):
            return False  # it widens nothing surer
        return not any(self._overrules(other, claim, at, strong) for other in claims)

    def _overrules(self, other: Claim, claim: Claim, at: int, strong: set[Statement]) -> bool:
        if other is claim or (claim.is_strong and not other.is_strong):
            return False
        if other.kind == "holds":
            if not self.words.exclude(other.statement, claim.statement):
                return False
            if not claim.is_strong and other.statement in strong:
                return True
        elif not _is_about(other, claim):
            return False
        if other.kind in ("over", "closed"):
            return claim.start < other.start <= at
        if not other.start <= at < (other.reach if other.kind == "holds" else other.end):
            return False
        if other.is_strong and not claim.is_strong and other.kind == "denied":
            return True
        if other.start == claim.start:
            return other.weight > claim.weight
        return other.start > claim.start

    # --- what follows ---------------------------------------------------------------------------

    def follows(self, at: int, known: int) -> set[Statement]:
        """Everything that holds or follows, each way round: (relation, subject, object)."""
        found = set(self.forms(self.holding(at, known)))
        while True:
            more = {
                (r, a, d)
                for r, a, b in found
                if r in self.words.transitive or self.words.inverse.get(r) in self.words.transitive
                for q, c, d in found
                if q == r and b == c and a != d
            }
            grown = found | set(self.forms(more))
            if grown == found:
                return found
            found = grown

    def forms(self, statements: Iterable[Statement]) -> Iterator[Statement]:
        """The statements each way round, and in wider words."""
        for relation, subject, thing in statements:
            yield relation, subject, thing
            if relation in self.words.symmetric:
                yield relation, thing, subject
            if relation in self.words.inverse:
                yield self.words.inverse[relation], thing, subject
            if relation in self.words.wider:
                yield from self.forms([(self.words.wider[relation], subject, thing)])


def _is_about(other: Claim, claim: Claim) -> bool:
    """Whether a claim is about the statement of another one; "*" is anything."""
    return all(a in (b, "*") for a, b in zip(other.statement, claim.statement, strict=True))
