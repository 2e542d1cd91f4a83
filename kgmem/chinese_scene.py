"""One Chinese text with all that is needed to read it, and what its phrases stand for there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kgmem.chinese_reading import ChineseText, Clause
from kgmem.chinese_spots import opens
from kgmem.extract_coref import Meaning, bound
from kgmem.extract_salience import Spot
from kgmem.ontology import Ontology
from kgmem.records import Episode, Mention


@dataclass
class ChineseScene:
    """A text read, in its conversation. `meant` says what its phrases stand for, by number; `last` is the turn before."""

    episode: Episode
    ontology: Ontology
    read: ChineseText
    speaker: str
    addressee: str
    spots: Sequence[Spot] = ()
    meant: Mapping[int, Meaning] = field(default_factory=dict)
    last: Episode | None = None

    def name(self, number: int) -> str:
        """The one name a phrase stands for, "" when that is not certain, or when it is only pointed to ("那家公司")."""
        if beside := self.spot(number).beside:
            return bound(self.meant, beside[0])
        meaning = self.meant.get(number)
        if meaning and not meaning.known and self.read.phrases[number].owner < 0:
            return ""
        return bound(self.meant, number)

    def type(self, number: int) -> str:
        """The class of what a phrase stands for."""
        meaning = self.meant.get(number)
        return meaning.type if meaning else self.read.phrases[number].type

    def spot(self, number: int) -> Spot:
        """The spot of a phrase."""
        return self._spots[number]

    @cached_property
    def _spots(self) -> dict[int, Spot]:
        return {spot.word: spot for spot in self.spots}

    @cached_property
    def tellers(self) -> list[tuple[str, int]]:
        """Whose word the end of each clause is, and where in it that begins, as far as the clauses have been read."""
        return []

    def clause_of(self, start: int) -> int:
        """The number of the clause in which a place of the text lies."""
        return next(
            (at for at, clause in enumerate(self.read.clauses) if start < clause.end), len(self.read.clauses) - 1
        )

    def subject(self, at: int) -> int:
        """The phrase that is the subject of a clause by its number: the one that opens it, else that of the clause
        before; -1 for none. Who is only called ("莫妮卡，…") is nobody's subject."""
        for back in range(at, -1, -1):
            clause = self.read.clauses[back]
            if back < at and self._calls(back):
                continue
            for number in self._opening(clause):
                return number
        return -1

    def subject_name(self, at: int) -> str:
        """Whom a clause speaks of: its subject; for a turn without one, the speaker."""
        number = self.subject(at)
        return self.name(number) if number >= 0 else self.speaker

    def _opening(self, clause: Clause) -> Iterator[int]:
        yield from (
            number
            for sign in clause.skeleton
            if (number := self.read.phrase(sign)) >= 0 and opens(self.read, clause, number)
        )

    def _calls(self, at: int) -> bool:
        """True for a clause that is nothing but the name or the kin noun of who is spoken to."""
        clause = self.read.clauses[at]
        number = self.read.phrase(clause.skeleton) if len(clause.skeleton) == 1 else -1
        if number < 0:
            return False
        one = self.read.phrases[number]
        name = bound(self.meant, number)
        bare = one.owner >= 0 and self.read.phrases[one.owner].start == self.read.phrases[one.owner].end
        return bare or one.lower == "you" or bool(name and name == self.addressee)

    def clauses(self) -> Iterator[tuple[int, Clause]]:
        """The clauses that tell something, by number."""
        yield from ((at, clause) for at, clause in enumerate(self.read.clauses) if clause.skeleton)

    def mentions(self) -> Iterator[Mention]:
        """What the phrases name, by place."""
        for number, one in enumerate(self.read.phrases):
            meaning = self.meant.get(number)
            for name in meaning.names if meaning else ():
                kind = meaning.type if meaning else one.type
                if one.start == one.end or (meaning and not meaning.known and one.owner < 0):
                    continue
                yield Mention(one.start, one.end, self.read.text[one.start : one.end], name, kind)
