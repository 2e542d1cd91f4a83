"""Scores of what a system read and answered against gold. Names are compared as people would: by any name a thing
has in either language, without case, articles and outer punctuation."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from benchmarks.synth.world import INVERSES, SYMMETRIC, EventGold, FactGold, Question, Turn, World


class FactLike(Protocol):
    @property
    def turn(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def relation(self) -> str: ...
    @property
    def object(self) -> str: ...
    @property
    def polarity(self) -> str: ...
    @property
    def modality(self) -> str: ...


class EventLike(Protocol):
    @property
    def turn(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def who(self) -> frozenset[str]: ...
    @property
    def start(self) -> str: ...


@dataclass(slots=True)
class Tally:
    """Right, given and wanted ones; precision, recall and F1 in percent, 0 when nothing was given or wanted."""

    right: int = 0
    given: int = 0
    wanted: int = 0

    @property
    def precision(self) -> float:
        return 100 * self.right / self.given if self.given else 0.0

    @property
    def recall(self) -> float:
        return 100 * self.right / self.wanted if self.wanted else 0.0

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    def __iadd__(self, other: Tally) -> Tally:
        self.right, self.given, self.wanted = (
            self.right + other.right,
            self.given + other.given,
            self.wanted + other.wanted,
        )
        return self


@dataclass(slots=True)
class Names:
    """Every way to write an entity, by id."""

    of: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def in_world(cls, world: World) -> Names:
        found = {}
        for person in world.people:
            said = (person.name, person.short, person.nick, person.other, person.other_short)
            found[person.id] = frozenset(plain(name) for name in said if name)
        for thing in world.things:
            found[thing.id] = frozenset(plain(name) for name in (thing.en, thing.zh, *thing.also) if name)
        return cls(found)

    def means(self, said: str, id: str) -> bool:
        """True when the words name the entity; what is no id (a date, a number) means itself."""
        known = self.of.get(id)
        return plain(said) in known if known is not None else plain(said) == plain(id)


def plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().strip(" \t\"'“”‘’.,;:!?。，！？")
    for article in ("the ", "a ", "an "):
        folded = folded.removeprefix(article)
    return " ".join(folded.split())


def facts(turns: Iterable[Turn], read: Iterable[FactLike], names: Names) -> dict[str, Tally]:
    """Tallies by turn id. A fact is right when subject, relation, object, polarity and modality are; of a
    symmetric relation the ends may be swapped, and an inverse relation may tell it from the other end. A fact told in
    other words twice in a turn counts once."""
    given: dict[str, list[FactLike]] = {}
    for fact in read:
        given.setdefault(fact.turn, []).append(fact)
    result = {}
    for turn in turns:
        mine = given.get(turn.id, [])
        left = list(mine)
        tally = Tally(given=len(mine), wanted=len(turn.gold.facts))
        for gold in turn.gold.facts:
            match = next((fact for fact in left if _same_fact(fact, gold, names)), None)
            if match is not None:
                left.remove(match)
                tally.right += 1
        result[turn.id] = tally
    return result


def _same_fact(fact: FactLike, gold: FactGold, names: Names) -> bool:
    turned = fact.relation == INVERSES.get(gold.relation)
    if (fact.polarity, fact.modality) != (gold.polarity, gold.modality) or not (
        turned or fact.relation == gold.relation
    ):
        return False
    target = gold.object or gold.value
    straight = names.means(fact.subject, gold.subject) and names.means(fact.object, target)
    swapped = names.means(fact.object, gold.subject) and names.means(fact.subject, target)
    if turned:
        return swapped
    return straight or (gold.relation in SYMMETRIC and swapped)


def events(turns: Iterable[Turn], read: Iterable[EventLike], names: Names) -> dict[str, Tally]:
    """Tallies by turn id. An event is right when its kind is and it names who it happened to."""
    given: dict[str, list[EventLike]] = {}
    for event in read:
        given.setdefault(event.turn, []).append(event)
    result = {}
    for turn in turns:
        left = list(given.get(turn.id, []))
        wanted = [gold for gold in turn.gold.events if gold.modality == "asserted"]
        tally = Tally(given=len(left), wanted=len(wanted))
        for gold in wanted:
            match = next((event for event in left if _same_event(event, gold, names)), None)
            if match is not None:
                left.remove(match)
                tally.right += 1
        result[turn.id] = tally
    return result


def _same_event(event: EventLike, gold: EventGold, names: Names) -> bool:
    who = dict(gold.roles).get("who", "")
    return event.kind == gold.event and (not who or any(names.means(name, who) for name in event.who))


def is_right(question: Question, answers: Sequence[str]) -> bool:
    """True for the exact answer: the first one given, or for lists all items and nothing else."""
    if question.abstain:
        return not answers
    if question.items:
        given = [plain(answer) for answer in answers]
        wanted = [{plain(name) for name in item} for item in question.items]
        if len(given) != len(wanted):
            return False
        if question.kind == "order":
            return all(answer in item for answer, item in zip(given, wanted, strict=True))
        return all(any(answer in item for answer in given) for item in wanted)
    return bool(answers) and plain(answers[0]) in {plain(answer) for answer in question.answers}


def share(question: Question, ranked: Sequence[str], k: int) -> float:
    """Share of the evidence among the first k turns, in percent."""
    wanted = set(question.evidence)
    return 100 * len(wanted & set(ranked[:k])) / len(wanted) if wanted else 0.0


def happenings(question: Question, found: Sequence[frozenset[str]], told: Mapping[str, frozenset[str]]) -> Tally:
    """How well the happenings a system names are those that answer. told: happening id -> turns that tell it."""
    wanted = [told.get(target, frozenset()) for target in question.targets]
    right = sum(any(mine & turns for mine in found) for turns in wanted)
    return Tally(right=right, given=len(found), wanted=len(wanted))
