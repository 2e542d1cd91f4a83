"""One Chinese text with all that is needed to read it, and what its phrases stand for there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

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
        """The one name a phrase stands for, "" when that is not certain."""
        return bound(self.meant, number)

    def type(self, number: int) -> str:
        """The class of what a phrase stands for."""
        meaning = self.meant.get(number)
        return meaning.type if meaning else self.read.phrases[number].type

    def subject(self, at: int) -> int:
        """The phrase that is the subject of a clause by its number: the one that opens it, else that of the clause
        before in its sentence and then of those before; -1 for none, which leaves the speaker."""
        for clause in reversed(self.read.clauses[: at + 1]):
            for sign in clause.skeleton:
                number = self.read.phrase(sign)
                if number >= 0 and opens(self.read, clause, number):
                    return number
        return -1

    def subject_name(self, at: int) -> str:
        """Whom a clause speaks of: its subject; for a turn without one, the speaker."""
        number = self.subject(at)
        return self.name(number) if number >= 0 else self.speaker

    def clauses(self) -> Iterator[tuple[int, Clause]]:
        """The clauses that tell something, by number."""
        yield from ((at, clause) for at, clause in enumerate(self.read.clauses) if clause.skeleton)

    def mentions(self) -> Iterator[Mention]:
        """What the phrases name, by place."""
        for number, one in enumerate(self.read.phrases):
            meaning = self.meant.get(number)
            for name in meaning.names if meaning else ():
                kind = meaning.type if meaning else one.type
                yield Mention(one.start, one.end, self.read.text[one.start : one.end], name, kind)
