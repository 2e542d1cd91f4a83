"""What somebody does again and again, generalised from what happened: "Ana ordered oat milk (4 times)".

Happenings are alike when one says all the words of the other, or when they are events of one kind with the same thing
in the same role. Three days on which they happened make a habit; an event told without a date happened when it was
told. Of habits that cover the same happenings the widest is kept, in the words of the shortest. A habit is trusted as
its least trusted source, and never surer than its events are.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kgmem.chatter import CHATTER
from kgmem.han import has_han
from kgmem.lexical import terms
from kgmem.mirror import Mirror
from kgmem.records import LIKELY, TRUSTED, Derived, Event, Evidence, Fact, FactClaim
from kgmem.temporal import BEGINNING, DAY, FOREVER, Micros, Span
from kgmem.text import digest
from kgmem.wording import WORDS

FEWEST_DAYS = 3
"""Days on which something must have happened to be a habit."""
MOST_WORDS = 7
"""Words of a happening above which it is too special to be done again."""
COVERED = 0.7
"""Share of its happenings from which on a habit says nothing that a wider one does not."""
_ASIDE = frozenset(("with", "place", "time", "origin", "source", "beneficiary"))
"""Roles of what may differ from time to time."""
_DATED = ("instant", "part", "day")
_PASSING = re.compile(
    r"[,\s]*\b(?:again|today|yesterday|tonight|just|finally|also|too|as well|once more|at last|recently|lately|earlier"
    r"|(?:this|last|every) (?:morning|afternoon|evening|night|week|weekend|month|year|monday|tuesday|wednesday|thursday"
    r"|friday|saturday|sunday)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_PASSING_SIGNS = re.compile("今天|昨天|前天|今晚|昨晚|早上|晚上|下午|刚刚|刚才|刚|再次|再|又|上周|这周|周末")


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened on one day: the event or fact that says so, and what it has in common with others."""

    id: str
    day: int
    at: Micros
    text: str
    words: frozenset[str]
    kinds: tuple[tuple[str, str, str], ...]  # (kind, role, what)
    confidence: float
    trust: float
    evidence: tuple[Evidence, ...]


def habits(subject: str, mirror: Mirror) -> list[Derived]:
    """The habits of an entity, as far as is held and not hidden."""
    found = list(_happenings(subject, mirror))
    trusted = [one for one in found if one.trust >= TRUSTED]
    made = {one.key: one for one in _of(subject, trusted, mirror)}
    covered = {part for one in made.values() for part, _ in one.parts}
    for one in _of(subject, found, mirror) if len(trusted) < len(found) else ():
        if one.key not in made and not covered.issuperset(part for part, _ in one.parts):
            made[one.key] = one
    return [made[key] for key in sorted(made)]


def _of(subject: str, found: list[Happening], mirror: Mirror) -> Iterator[Derived]:
    groups: dict[tuple[str, ...], list[Happening]] = defaultdict(list)
    for one in found:
        for kind in one.kinds:
            groups["kind", *kind].append(one)
    saying: dict[str, set[int]] = defaultdict(set)
    for number, one in enumerate(found):
        for word in one.words:
            saying[word].add(number)
    for words in {one.words for one in found if _says_what(one)}:
        numbers = set.intersection(*(saying[word] for word in words))
        alike = [found[number] for number in sorted(numbers)]
        groups["words", *sorted(words)] = [one for one in alike if len(words) > 1 or one.words == words]
    kept: list[set[tuple[str, int]]] = []
    order = sorted(groups.items(), key=lambda item: (-_days(item[1]), -len(item[1]), item[0][0] != "words", item[0]))
    for key, group in order:
        places = {(one.id, one.day) for one in group}
        if _days(group) < FEWEST_DAYS or any(len(places & other) >= COVERED * len(places) for other in kept):
            continue
        kept.append(places)
        yield _habit(subject, key, group, mirror)


def _says_what(one: Happening) -> bool:
    """True for words that could be said of another day. One word is too little in talk ("Ana tried"), and enough where
    a program says so."""
    return (1 if not one.evidence else 2) <= len(one.words) <= MOST_WORDS and bool(one.words - CHATTER)


def _days(group: Iterable[Happening]) -> int:
    return len({one.day for one in group})


def _habit(subject: str, key: tuple[str, ...], group: list[Happening], mirror: Mirror) -> Derived:
    name = mirror.entities[subject].name
    count = _days(group)
    best = min(group, key=lambda one: (len(one.text), one.text))
    rest = best.text.removeprefix(name).strip()
    first, _, more = rest.partition(" ")
    sure = min(one.confidence for one in group)
    claim = FactClaim(
        name,
        "relatedTo",
        value=more or first,
        predicate=first if more else "",
        valid=Span(min(one.at for one in group), FOREVER, "day"),
        modality="recurring",
        confidence=round(sure * count / (count + 1), 3),
        rule="habit",
    )
    words = WORDS["zh" if has_han(best.text) else "en"]
    text = f"{words.modality['recurring']}{words.after_standing}{words.times.format(best.text, count)}"
    sources = {(e.episode, e.start): (e.episode, e.start, e.end) for one in group for e in one.evidence}
    return Derived(
        "habit",
        f"gs_{digest(subject, *key)}",
        text,
        tuple((name, 1.0) for name in sorted({one.id for one in group})),
        tuple(sources[place] for place in sorted(sources)),
        (subject, ""),
        claim,
        min(one.trust for one in group),
    )


def _happenings(subject: str, mirror: Mirror) -> Iterator[Happening]:
    for name in dict.fromkeys(mirror.events_of.get(subject, ())):
        event = mirror.events[name]
        does = any(who.entity_id == subject and who.role == "agent" for who in event.participants)
        if does and _is_so(event, mirror):
            what = [
                who for who in event.participants if who.entity_id != subject and who.role not in (*_ASIDE, "agent")
            ]
            kinds = tuple((event.kind, who.role, who.entity_id) for who in what if event.kind != "Event")
            aside = [who.name for who in event.participants if who.role in _ASIDE]
            yield from _days_of(event, event.description, subject, kinds, aside, event.start, mirror)
    for name in mirror.facts_of.get(subject, ()):
        fact = mirror.facts[name]
        if fact.subject_id == subject and fact.memory_type == "episodic" and _is_so(fact, mirror):
            kinds = ((fact.relation, "object", fact.object_id or fact.value),)
            yield from _days_of(fact, fact.text, subject, kinds, (), fact.valid_from, mirror)


def _is_so(held: Event | Fact, mirror: Mirror) -> bool:
    so = held.retracted_at == FOREVER and held.polarity == "positive" and held.modality == "asserted"
    return so and held.confidence >= LIKELY and held.id not in mirror.hidden


def _days_of(
    held: Event | Fact,
    text: str,
    subject: str,
    kinds: tuple[tuple[str, str, str], ...],
    aside: Iterable[str],
    start: Micros,
    mirror: Mirror,
) -> Iterator[Happening]:
    """One happening for the day it is dated to; without a date, one for each day on which it was told."""
    plain, said = _plain(text)
    words = said - {word for name in (mirror.entities[subject].name, *aside) for word in terms(name)}
    told = [one for one in held.evidence if one.episode not in mirror.hidden]
    if held.evidence and not told:
        return
    if start > BEGINNING and held.precision in _DATED:
        yield Happening(held.id, start // DAY, start, plain, words, kinds, held.confidence, held.trust, tuple(told))
        return
    days: dict[int, list[Evidence]] = defaultdict(list)
    for one in told:
        days[mirror.episodes[mirror.number[one.episode]].occurred // DAY].append(one)
    for day, evidence in sorted(days.items()):
        told_in = [mirror.episodes[mirror.number[one.episode]] for one in evidence]
        yield Happening(
            held.id,
            day,
            min(episode.occurred for episode in told_in),
            plain,
            words,
            kinds,
            held.confidence,
            min(held.trust, *(episode.trust for episode in told_in)),
            tuple(evidence),
        )


@lru_cache(maxsize=100_000)
def _plain(text: str) -> tuple[str, frozenset[str]]:
    """What happened, without the words that only say when or how often, and its terms."""
    if has_han(text):
        plain = _PASSING_SIGNS.sub("", text).strip()
    else:
        plain = " ".join(_PASSING.sub("", text).split()).strip(" ,.;")
    return plain, frozenset(terms(plain))
