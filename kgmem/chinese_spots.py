"""The phrases of a Chinese text as spots, for the discourse that tells who and what is meant."""

from __future__ import annotations

from collections.abc import Iterator

from kgmem.chinese_reading import ChineseText, Clause
from kgmem.extract_salience import OBJECT, OWNER, SUBJECT, Spot

TIE = "的"
"""Between an owner and what is owned, in names made of both: "静怡的妈妈"."""


def spots(read: ChineseText) -> list[Spot]:
    """A spot for each phrase, in the order of the text; `word` is the phrase's number."""
    owners = {one.owner for one in read.phrases}
    ranks = {number: (rank, at, read.clauses[at].sentence) for number, rank, at in _ranks(read)}
    found = []
    for number, one in enumerate(read.phrases):
        rank, clause, sentence = ranks.get(number, (OBJECT, 0, 0))
        found.append(
            Spot(
                one.start, one.end, number, one.kind, one.lower or one.noun or one.name,
                name=one.noun or one.name, type=one.type, gender=one.gender, plural=one.plural,
                rank=OWNER if number in owners else rank, sentence=sentence, verb=clause, lemma=one.noun,
                owner=one.owner, tie=TIE,
            )
        )  # fmt: skip
    return found


def _ranks(read: ChineseText) -> Iterator[tuple[int, int, int]]:
    """Each phrase's number, its rank and the number of its clause: what opens a clause is its subject."""
    for at, clause in enumerate(read.clauses):
        first = True
        for sign in clause.skeleton:
            if (number := read.phrase(sign)) >= 0:
                yield number, SUBJECT if first and opens(read, clause, number) else OBJECT, at
                first = False


def opens(read: ChineseText, clause: Clause, number: int) -> bool:
    """True when nothing but times stands before a phrase in its clause."""
    for sign in clause.skeleton:
        if read.phrase(sign) == number:
            return True
        if read.time(sign) is None:
            return False
    return False
