"""Answers that facts hold: what stands at the other end of a relation, how many, and whether something is so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import UTC

from kgmem.answer_asked import Asked, Sense
from kgmem.answer_words import EITHER
from kgmem.mirror import Mirror
from kgmem.ontology import Ontology
from kgmem.question import Clocks
from kgmem.records import Answer, Fact
from kgmem.temporal import BEGINNING, DAY, FOREVER, Micros, Span, moment, parse_zone
from kgmem.text import name_key

_AGE = re.compile(r"\d|\b(?:years?|months?|weeks?|days?|old)\b|[岁歲]", re.I)
"""In what is told of someone, as nothing but an age is."""
YES = {"en": ("yes", "no"), "zh": ("是", "不是")}
ROLES = ("worksAs", "worksFor", "studiesAt")
MOST_ROLES = 5
MOST = 40
"""Answers of a list."""


@dataclass(frozen=True, slots=True)
class Held:
    """What answers look facts up in, for the time from `at` to `until`: a moment, or what the question `named`."""

    mirror: Mirror
    ontology: Ontology
    clocks: Clocks
    at: Micros
    until: Micros
    named: bool = False

    def known(self, fact: Fact) -> bool:
        return fact.id not in self.mirror.hidden and fact.recorded_at <= self.clocks.known_at < fact.retracted_at

    def holds(self, fact: Fact) -> bool:
        return fact.valid_from < self.until and fact.valid_to > self.at


def holding(mirror: Mirror, ontology: Ontology, clocks: Clocks, now: Micros, window: Span | None = None) -> Held:
    if clocks.as_of is None and window is not None and BEGINNING < window.start < now:
        return Held(mirror, ontology, clocks, window.start, max(window.start + 1, min(window.end, now + 1)), True)
    at = now if clocks.as_of is None else clocks.as_of
    return Held(mirror, ontology, clocks, at, at + DAY if clocks.as_of is not None and not at % DAY else at + 1)


@dataclass(frozen=True, slots=True)
class End:
    """A fact, and what stands at its other end."""

    fact: Fact
    id: str
    value: str


def things(asked: Asked, held: Held) -> list[Answer]:
    """What stands at the other end of the relation asked about: all there is, or the one where there can be but one."""
    found: list[tuple[End, float]] = []
    for start, sure, way in _starts(asked, held):
        for end in _ends(start, asked, held):
            found.append((end, sure * end.fact.confidence))
        if found:
            return [_answer(end, sure, (*way, end.fact)) for end, sure in found[:MOST]]
    return []


def who(asked: Asked, held: Held) -> list[Answer]:
    """Who someone is: to whom they are what, then what they do; each as the fact says it."""
    ontology = held.ontology
    found = []
    for end in _all_of(asked.subject, held):
        relation = ontology.relation(end.fact.relation)
        kin = relation.domain == "Person" and relation.range == "Person" and relation.name not in ("knows", "admires")
        if (kin or relation.name in ROLES) and _stands(end.fact, held):
            found.append((not kin, relation.exclusive != "kin", -end.fact.valid_from, end.fact.id, end))
    return [
        _from(end.fact.text, "", [end.fact], end.fact, end.fact.confidence) for *_, end in sorted(found)[:MOST_ROLES]
    ]


def age(asked: Asked, held: Held) -> list[Answer]:
    """How many years ago someone was born, where that is known to the day, or a month decides it; else what is told."""
    found = []
    for end in _all_of(asked.subject, held):
        born = end.fact
        years = _years(born.value, held.at, born.zone) if born.relation == "bornOn" and _stands(born, held) else None
        if years is not None:
            found.append(_from(str(years), "", [born], born, born.confidence))
    told = things(asked, held) if asked.sense and not found else []
    return found[:1] or [one for one in told if _AGE.search(one.value)]


def _years(born: str, at: Micros, zone: str) -> int | None:
    """Whole years from a date such as 2000-02-29 or 1990-04; None where the date leaves that open. Who is born on
    29 February is a year older on 1 March."""
    said = re.fullmatch(r"(\d{4})-(\d\d)(?:-(\d\d))?", born)
    if said is None:
        return None
    now = moment(at, parse_zone(zone) or UTC)
    year, month, day = int(said[1]), int(said[2]), int(said[3] or 0)
    if not day and month == now.month:
        return None
    years = now.year - year - ((now.month, now.day) < (month, day))
    return years if years >= 0 else None


def number(asked: Asked, held: Held) -> list[Answer]:
    """How many there are; nothing when none is known."""
    found = things(asked, held)
    if not found:
        return []
    support = tuple(dict.fromkeys(id for answer in found for id in answer.support))
    evidence = tuple(dict.fromkeys(id for answer in found for id in answer.evidence))
    return [
        Answer(str(len(found)), support=support, evidence=evidence, confidence=min(one.confidence for one in found))
    ]


def whether(asked: Asked, held: Held) -> list[Answer]:
    """Yes where a fact says so, no where one denies it, ended, or says what excludes it; else nothing."""
    yes, no = YES[asked.language]
    if asked.denied:
        yes, no = no, yes
    for start, senses, sure, way in _ways_to_say(asked, held):
        if not asked.object:
            found = [end for sense in senses for end in _across(start, sense, held) if _stands(end.fact, held)]
            if found and senses:
                return [_judged(yes, (*way, found[0].fact), sure)]
            continue
        between = _said(start, senses, asked.object, held)
        if not senses:
            between = [end for end in between if end.fact.relation not in ("relatedTo", "knows", "plansTo")]
        if said := _latest(between, held):
            holds = _stands(said, held)
            if holds or said.polarity == "negative" or said.valid_to <= held.at:
                return [_judged(yes if holds else no, (*way, said), sure)]
        if asked.past and held.clocks.as_of is None and not held.named:
            continue
        if excluding := _excluding(start, senses, asked.object, held):
            return [_judged(no, (*way, excluding), sure * 0.9)]
    return []


def _ways_to_say(asked: Asked, held: Held) -> Iterator[tuple[str, tuple[Sense, ...], float, tuple[Fact, ...]]]:
    """From whom, over which relations: the phrase as read; the last thing owned taken for the relation."""
    senses = (asked.sense, *asked.spare) if asked.sense else ()
    for start, sure, way in _starts(asked, held):
        yield start, senses, sure, way
    if asked.hops:
        shorter = Asked(asked.shape, asked.language, asked.subject, asked.hops[:-1], asked.hops[-1], asked.object)
        for start, sure, way in _starts(shorter, held):
            yield start, (asked.hops[-1],), sure, way
    elif asked.sense and asked.object:
        yield asked.subject, (), 0.6, ()


def _starts(asked: Asked, held: Held) -> list[tuple[str, float, tuple[Fact, ...]]]:
    """The entities that the question is about, behind its hops, with the facts that lead there."""
    here: list[tuple[str, float, tuple[Fact, ...]]] = [(asked.subject, asked.sure, ())]
    for hop in asked.hops:
        onward: dict[str, tuple[str, float, tuple[Fact, ...]]] = {}
        for start, sure, way in here:
            for end in _current(start, hop, held):
                if end.id and end.id != start:
                    onward.setdefault(end.id, (end.id, sure * 0.95, (*way, end.fact)))
        here = list(onward.values())
    return here


def _ends(start: str, asked: Asked, held: Held) -> list[End]:
    if asked.sense is None:
        return []
    found = _current(start, asked.sense, held, former=asked.former)
    broad = all(held.ontology.relation(name).range in ("Thing", "Agent") for name in asked.sense.relations)
    if asked.wanted and broad:
        found = [end for end in found if _fits(end, asked.wanted, held)]
    return found


def _fits(end: End, wanted: str, held: Held) -> bool:
    if not end.id:
        return True
    kind = held.mirror.entities[end.id].type
    return held.ontology.type_fits(kind, wanted) and end.value.lower() != wanted.lower()


def _current(start: str, sense: Sense, held: Held, *, former: bool = False) -> list[End]:
    """What stands at the other end then, the latest first; of a relation with one object at a time, one."""
    found: dict[str, End] = {}
    for name in sense.relations:
        for relation in (name, *EITHER.get(name, ())):
            one = Sense((relation,), sense.turned)
            ends = [end for end in _across(start, one, held) if end.fact.polarity == "positive"]
            if former:
                ends = [end for end in ends if end.fact.valid_to <= held.at]
            else:
                ends = [end for end in ends if _stands(end.fact, held)]
            ends.sort(key=lambda end: (-end.fact.valid_from, -end.fact.recorded_at, -end.fact.confidence, end.fact.id))
            ends = _called(ends, start, held)
            if held.ontology.relation(relation).functional and not sense.turned and not former:
                ends = ends[:1]
            for end in ends:
                found.setdefault(end.id or name_key(end.value), end)
            if ends:
                break
    return list(found.values())


def _called(ends: list[End], start: str, held: Held) -> list[End]:
    """Without those that are known as somebody's only ("Ana's husband"), where others have a name."""
    owner = held.mirror.entities[start].name if start in held.mirror.entities else ""
    named = [end for end in ends if not owner or not end.value.startswith((f"{owner}'s ", f"{owner}的"))]
    return named or ends


def known_between(start: str, others: Set[str], relations: Set[str], held: Held) -> Iterator[Fact]:
    """Asserted facts of these relations between an entity and one of the others."""
    for fact in _facts_of(start, held, relations):
        said = fact.polarity == "positive" and fact.modality in ("asserted", "recurring")
        if said and any(_is(_other(fact, start), other, held) for other in others):
            yield fact


def _stands(fact: Fact, held: Held) -> bool:
    said = fact.polarity == "positive" and fact.modality in ("asserted", "recurring") and not fact.is_guess
    return said and (held.holds(fact) or _is_timeless(fact, held))


def _is_timeless(fact: Fact, held: Held) -> bool:
    return held.ontology.relation(fact.relation).timeless


def _across(start: str, sense: Sense, held: Held) -> Iterator[End]:
    """Facts of the relations from this entity, told from whichever end, and what stands at the other."""
    for name in sense.relations:
        relation = held.ontology.relation(name)
        straight, back = held.ontology.derived(_told_as)[name]
        for fact in _facts_of(start, held, straight | back):
            if (fact.relation in straight and (relation.symmetric or (fact.subject_id == start) != sense.turned)) or (
                fact.relation in back and (fact.object_id == start) != sense.turned
            ):
                yield _other(fact, start)


def _told_as(ontology: Ontology) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Relation -> those that say it, itself and those below it, and those that say it from the other end."""
    found = {}
    for relation in ontology.relations.values():
        straight = [relation, *(other for other in ontology.relations.values() if relation.name in other.parents)]
        back = frozenset(one.inverse for one in straight if one.inverse)
        found[relation.name] = frozenset(one.name for one in straight), back
    return found


def _said(start: str, senses: Sequence[Sense], object: str, held: Held) -> list[End]:
    """What is held in any of these senses, or at all where there is none; of the object alone, if there is one."""
    ends = [end for sense in senses for end in _across(start, sense, held)] if senses else _all_of(start, held)
    return [end for end in ends if not object or _is(end, object, held)]


def _facts_of(start: str, held: Held, relations: Set[str] | None = None) -> Iterator[Fact]:
    """The known facts of an entity, all or of these relations, in the order in which they came to be known."""
    facts = held.mirror.facts
    ids: Iterable[str] = held.mirror.facts_of.get(start, ())
    if relations is not None:
        ids = held.mirror.facts_between(start, relations)
    return (fact for id in ids if held.known(fact := facts[id]))


def _all_of(start: str, held: Held) -> Iterator[End]:
    return (_other(fact, start) for fact in _facts_of(start, held))


def _other(fact: Fact, start: str) -> End:
    if fact.subject_id == start:
        return End(fact, fact.object_id, fact.object or fact.value)
    return End(fact, fact.subject_id, fact.subject)


def _is(end: End, object: str, held: Held) -> bool:
    """Does this end name the thing, by itself or as somebody's: "Bea's bicycle" is the bicycle."""
    if end.id == object:
        return True
    asked = held.mirror.entities.get(object)
    return asked is not None and name_key(end.value).endswith(f"'s {name_key(asked.name)}")


def _latest(between: Iterable[End], held: Held) -> Fact | None:
    """What was said of it last: what holds at the time asked about, else what began last before."""
    facts = [end.fact for end in between if end.fact.modality in ("asserted", "recurring") and not end.fact.is_guess]
    if not facts:
        return None
    standing = [fact for fact in facts if held.holds(fact) or _is_timeless(fact, held)]
    chosen = standing or facts
    return max(chosen, key=lambda fact: (fact.valid_from, fact.recorded_at, fact.polarity == "negative"))


def _excluding(start: str, senses: Sequence[Sense], object: str, held: Held) -> Fact | None:
    """What holds and leaves no room: another home, a dislike of what one is asked to like."""
    for sense in senses[:1]:
        for name in sense.relations:
            relation = held.ontology.relation(name)
            if relation.functional and not relation.per_predicate and not sense.turned:
                others = _current(start, Sense((name,)), held)
                if others and not _is(others[0], object, held):
                    return others[0].fact
            for end in _all_of(start, held):
                if (
                    _is(end, object, held)
                    and _stands(end.fact, held)
                    and held.ontology.excludes(name, end.fact.relation)
                ):
                    return end.fact
    return None


def _judged(value: str, facts: Sequence[Fact], sure: float) -> Answer:
    last = facts[-1]
    return _from(value, "", facts, last, sure * last.confidence)


def _answer(end: End, sure: float, facts: Sequence[Fact]) -> Answer:
    return _from(end.value, end.id, facts, end.fact, sure)


def _from(value: str, id: str, facts: Sequence[Fact], fact: Fact, sure: float) -> Answer:
    evidence = tuple(dict.fromkeys(found.episode for one in reversed(facts) for found in one.evidence))
    return Answer(
        value, id, fact.valid_from, fact.valid_to, fact.precision, fact.zone, tuple(one.id for one in facts), evidence,
        round(sure, 4),
    )  # fmt: skip


def teller(asked: Asked, held: Held) -> list[Answer]:
    """Whose word a statement is: the one named as its source, else the one who said it first."""
    found: list[Fact] = []
    for start, senses, _, _ in _ways_to_say(asked, held):
        ends = _said(start, senses, asked.object, held)
        found = [end.fact for end in ends if end.fact.polarity == "positive" and end.fact.relation != "relatedTo"]
        if found:
            break
    if not found:
        return []
    versions = [held.mirror.facts[id] for fact in found for id in held.mirror.versions[fact.statement]]
    versions = [one for one in versions if one.polarity == "positive" and one.recorded_at <= held.clocks.known_at]
    fact = min(versions or found, key=lambda one: (one.modality == "hypothetical", one.recorded_at, one.id))
    name = fact.source
    id = next((id for id in held.mirror.ids_named(name) if id not in held.mirror.hidden), "")
    if not name or name in ("api", "assistant"):
        return []
    shown = held.mirror.entities[id].name if id else name
    return [_from(shown, id, [fact], fact, asked.sure * fact.confidence)]


def lasted(asked: Asked, held: Held) -> tuple[Fact, Micros, Micros] | None:
    """The fact whose beginning and end are both known."""
    for start, senses, _, _ in _ways_to_say(asked, held):
        for end in _said(start, senses, asked.object, held):
            fact = end.fact
            known = (
                fact.valid_from > BEGINNING and fact.valid_to < FOREVER and fact.precision in ("day", "month", "year")
            )
            if known and fact.polarity == "positive":
                return fact, fact.valid_from, fact.valid_to
    return None
