"""Answers that events hold: how often, in which order, how long between, why, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from kgmem import reasons
from kgmem.answer_asked import Asked
from kgmem.answer_facts import Held, known_between, lasted
from kgmem.answer_names import named_in
from kgmem.lexical import terms
from kgmem.question import happened
from kgmem.records import Answer, Event, EventHit, Fact
from kgmem.temporal import BEGINNING, DAY, FOREVER, Micros, iso, moment, parse_zone
from kgmem.text import name_key, words

SURE = 0.55
"""Below this, no event is the one that a clause tells of."""
FINE = {"instant": 0, "part": 1, "day": 2, "week": 3, "month": 4, "season": 5, "year": 6}
"""Precisions from the finest on; any other is coarser."""


def times(asked: Asked, held: Held) -> list[Answer]:
    """How often something of a kind happened to someone; what was told twice counts once."""
    found: list[Event] = []
    for id in held.mirror.events_of.get(asked.subject, ()):
        event = held.mirror.events[id]
        if held.named and not held.at <= event.start < held.until:
            continue
        told = event.kind in asked.kinds and _took_place(event, held) and _acts(event, asked.subject)
        if told and not any(_same(event, other, asked.subject) for other in found):
            found.append(event)
    if not found:
        return []
    evidence = tuple(dict.fromkeys(e.episode for event in found for e in event.evidence))
    return [
        Answer(
            str(len(found)), support=tuple(event.id for event in found), evidence=evidence,
            confidence=round(asked.sure * min(event.confidence for event in found), 4),
        )
    ]  # fmt: skip


def _took_place(event: Event, held: Held) -> bool:
    told = event.polarity == "positive" and event.modality == "asserted" and event.id not in held.mirror.hidden
    return told and happened(event, held.mirror, held.clocks)


def _acts(event: Event, who: str) -> bool:
    return any(p.entity_id == who and p.role in ("agent", "with", "patient") for p in event.participants)


def _same(one: Event, other: Event, who: str) -> bool:
    """One happening told twice: to the same end, at times that could be one."""
    ends, others = (
        {p.entity_id for p in event.participants if p.entity_id != who and p.role not in ("agent", "with", "origin")}
        for event in (one, other)
    )
    if ends and others and not ends & others:
        return False
    dated = one.start > BEGINNING and other.start > BEGINNING
    return not dated or (one.start < _end(other) and other.start < _end(one))


def _end(event: Event) -> Micros:
    return event.end if event.end < FOREVER else event.start + DAY


def in_order(asked: Asked, held: Held) -> list[Answer]:
    """The clauses of the question, in the order in which they happened; nothing unless all are dated and apart."""
    found: list[tuple[Micros, Micros, str, Event | Fact]] = []
    who = _first_named(asked.clauses[0], held)
    for clause in asked.clauses:
        when = _when(clause, held, who=who)
        if when is None:
            return []
        found.append((*when[:2], clause, when[2]))
    found.sort(key=lambda one: one[:2])
    if len(found) < 2 or any(one[0] == other[0] for one, other in pairwise(found)):
        return []
    return [_told(clause, start, end, [one]) for start, end, clause, one in found]


def _told(value: str, start: Micros, end: Micros, said: Sequence[Event | Fact]) -> Answer:
    evidence = tuple(dict.fromkeys(e.episode for one in said for e in one.evidence))
    return Answer(
        value, "", start, end, said[0].precision, said[0].zone, tuple(one.id for one in said), evidence,
        round(min(one.confidence for one in said), 4),
    )  # fmt: skip


def length(asked: Asked, held: Held) -> list[Answer]:
    """How long something held, or the time from one happening to another; in days where both are known to the day."""
    if len(asked.clauses) == 2:
        who = _first_named(asked.clauses[0], held)
        first, second = (_when(clause, held, who=who, fine=True) for clause in asked.clauses)
        if first is None or second is None or first[2].id == second[2].id:
            return []
        said: list[Event | Fact] = [first[2], second[2]]
        starts = sorted((first[0], second[0]))
    elif (spell := lasted(asked, held)) is not None:
        fact, *ends = spell
        said, starts = [fact], ends
    else:
        return []
    precision = max((one.precision for one in said), key=lambda name: FINE.get(name, 9))
    value = _lengths(starts[0], starts[1], precision, said[0].zone, asked.language)
    return [_told(value, starts[0], starts[1], said)] if value else []


def _lengths(start: Micros, end: Micros, precision: str, zone: str, language: str) -> str:
    near = parse_zone(zone)
    one, two = (moment(at, near) for at in (start, end)) if near else (moment(start), moment(end))
    if FINE.get(precision, 9) <= 2:
        days = (two.date() - one.date()).days
        return f"{days}天" if language == "zh" else f"{days} day{'s' * (days != 1)}"
    if FINE.get(precision, 9) == 4:
        months = (two.year - one.year) * 12 + two.month - one.month
        return f"{months}个月" if language == "zh" else f"{months} month{'s' * (months != 1)}"
    return ""


def _first_named(clause: str, held: Held) -> str:
    return next((name.id for name in named_in(clause, held.mirror, frozenset())), "")


def dated(asked: Asked, held: Held) -> list[Answer]:
    """When something happened, as an ISO date cut to what is known of it."""
    when = _when(asked.clauses[0], held)
    if when is None:
        return []
    start, end, said = when
    zone = parse_zone(said.zone)
    text = iso(start, zone) if zone else iso(start)
    long = {"year": 4, "month": 7}.get(said.precision, 10)
    return [_told(text[:long], start, end, [said])] if FINE.get(said.precision, 9) in (0, 1, 2, 4, 6) else []


def _when(clause: str, held: Held, *, who: str = "", fine: bool = False) -> tuple[Micros, Micros, Event | Fact] | None:
    """When what a clause tells happened, by the best dated telling of it."""
    told = [one for one in happenings(clause, held, who) if one[1] > BEGINNING]
    told = told or list(_beginnings(clause, held, who))
    if fine:
        told = [one for one in told if FINE.get(one[3].precision, 9) <= 4]
    if not told:
        return None
    _, start, end, said = min(told, key=lambda one: (FINE.get(one[3].precision, 9), -one[0]))
    return start, end, said


def happenings(clause: str, held: Held, who: str = "") -> list[tuple[float, Micros, Micros, Event | Fact]]:
    """Events that a clause tells of, with how well they fit, and when they happened: those near to the best only.

    who: whom it is about if it names no person first ("her move")."""
    mirror, ontology = held.mirror, held.ontology
    names = named_in(clause, mirror, frozenset())
    persons = [name.id for name in names if mirror.entities[name.id].type == "Person"]
    who = names[0].id if names and (names[0].id in persons or not who) else who
    if not who:
        return []
    others = {name.id for name in names if name.id != who}
    kinds = reasons.kinds_said(clause, ontology)
    own = {word for id in (who, *others) for word in words(mirror.entities[id].name)}
    left = set(terms(clause)) - own
    found: list[tuple[float, Micros, Micros, Event | Fact]] = []
    for id in mirror.events_of.get(who, ()):
        event = mirror.events[id]
        if not _took_place(event, held):
            continue
        taking = {p.entity_id for p in event.participants}
        called = [name_key(p.name) for p in event.participants]
        there = [
            o
            for o in others
            if o in taking or any(c.endswith(f"'s {name_key(mirror.entities[o].name)}") for c in called)
        ]
        if kinds and event.kind not in kinds and event.kind != "Event":
            continue
        alone = len(taking) == 1
        share = 1.0 if not others else 0.7 if alone else len(there) / len(others)
        word = len(left & set(terms(event.description))) / len(left) if left else 0.0
        score = 0.45 * share + 0.4 * kinds.get(event.kind, 0.0) + 0.15 * word
        if others and not there and not alone:
            score -= 0.3
        if not kinds and word >= 0.5:
            score += 0.2
        found.append((score, event.start, event.end, event))
    best = max((one[0] for one in found), default=0.0)
    if best < SURE:
        return []
    return [one for one in found if one[0] >= best - 0.13]


def _beginnings(clause: str, held: Held, who: str) -> Iterator[tuple[float, Micros, Micros, Event | Fact]]:
    """Facts that what the clause tells would begin or end, where their day is known: "took up golf" begins a liking."""
    names = named_in(clause, held.mirror, frozenset())
    persons = [name.id for name in names if held.mirror.entities[name.id].type == "Person"]
    who = persons[0] if persons else who
    others = {name.id for name in names} - {who}
    for kind, share in reasons.kinds_said(clause, held.ontology).items() if who and others else ():
        event = held.ontology.event(kind)
        for effects, begins in ((event.initiates, True), (event.terminates, False)):
            for fact in known_between(who, others, {effect.relation for effect in effects}, held):
                at, known = (fact.valid_from, fact.precision) if begins else (fact.valid_to, _midnight(fact))
                if BEGINNING < at < FOREVER and known in FINE:
                    yield share, at, at + DAY, replace(fact, precision=known)


def _midnight(fact: Fact) -> str:
    """The precision of a fact's end: a day, where it is the beginning of one; what was only said then is no day."""
    zone = parse_zone(fact.zone)
    clock = moment(fact.valid_to, zone) if zone and BEGINNING < fact.valid_to < FOREVER else None
    return "day" if clock and (clock.hour, clock.minute, clock.second) == (0, 0, 0) else "unknown"


def told_reasons(events: Iterable[EventHit], text: str, held: Held, language: str) -> list[Answer]:
    """Causes or effects, each as a clause; of those told alike the first."""
    found: list[Answer] = []
    about = _first_named(text, held)
    for hit in events:
        if "causal" in hit.arms:
            event = hit.event
            clause = clause_of(event, held, language, about)
            if all(clause != one.value for one in found):
                found.append(_told(clause, event.start, event.end, [event]))
    return found


_ROLE = ("patient", "destination", "employer", "with", "place", "origin", "as")
CLAUSES: dict[str, dict[str, str]] = {
    "en": {
        "Travel": "travelled to {}", "Moving": "moved to {}", "Joining": "joined {}", "Leaving": "left {}",
        "Liking": "took a liking to {}", "Meeting": "got to know {}", "Purchase": "bought {}",
        "Sale": "sold {}", "Loss": "lost {}", "Adoption": "adopted {}", "Quarrel": "quarrelled with {}",
        "Illness": "came down with {}", "Recovery": "got over {}", "Marriage": "married {}",
        "StartingJob": "started working for {}", "LeavingJob": "left {}", "Tiring": "got tired of {}",
        "Completion": "finished {}", "Undertaking": "took on {}", "Reconciliation": "made up with {}",
        "Accident": "had an accident", "Celebration": "celebrated", "Promotion": "got promoted to {}",
        "Learning": "started learning {}", "Breakup": "broke up with {}", "Birth": "had a baby, {}",
        "Exam": "passed {}", "Divorce": "divorced {}", "Engagement": "got engaged to {}",
        "Graduation": "graduated from {}", "Dieting": "went on a {} diet", "Enrollment": "enrolled at {}",
    },
    "zh": {
        "Travel": "去{}旅行", "Moving": "搬到{}", "Joining": "加入{}", "Leaving": "离开{}",
        "Liking": "喜欢上{}", "Meeting": "认识{}", "Purchase": "买{}", "Sale": "卖掉{}", "Loss": "失去{}",
        "Adoption": "领养{}", "Quarrel": "和{}吵架", "Illness": "患上{}", "Recovery": "从{}中康复",
        "Marriage": "和{}结婚", "StartingJob": "开始在{}工作", "LeavingJob": "离开{}", "Tiring": "不再喜欢{}",
        "Completion": "完成{}", "Undertaking": "开始负责{}", "Reconciliation": "和{}和好", "Accident": "出事故",
        "Celebration": "庆祝", "Promotion": "升职为{}", "Dieting": "开始{}", "Learning": "开始学{}",
        "Breakup": "和{}分手", "Birth": "生下{}", "Divorce": "和{}离婚", "Graduation": "从{}毕业",
        "Enrollment": "入读{}",
    },
}  # fmt: skip
"""How an event of a kind is said in few words, with the place of the thing it is about."""
MUTUAL = frozenset("Meeting Quarrel Reconciliation Breakup Marriage Divorce Engagement Dating".split())
"""Kinds of what two do with each other."""
DEFINITE = ("Device", "Vehicle", "Group", "Home", "Possession")
"""Classes of things that take an article in English."""
FEELINGS = {
    "难过": "很难过", "伤心": "很难过", "低落": "很难过", "压力": "压力很大", "开心": "很开心",
    "高兴": "很开心", "兴奋": "很兴奋", "焦虑": "很焦虑", "生气": "很生气", "孤独": "很孤独", "紧张": "很紧张",
    "失望": "很失望", "无聊": "很无聊", "害怕": "很害怕",
}  # fmt: skip
"""Words of feelings, and how one says that somebody had them."""
COUNTED = frozenset(
    "wrist arm leg ankle foot rib concussion cold fever cough headache migraine sprain infection".split()
)
"""Last words of ailments that one has one of."""
_FELT = re.compile(r"\b(?:feel|felt|feeling|been|was|is)\s+(?:so |very |really |quite |totally )?(\w+)\s*\Z", re.I)


def clause_of(event: Event, held: Held, language: str, about: str = "") -> str:
    """What happened in few words: who, what by its kind, to whom or where; else as it was told. about: the entity to
    tell it of, where two did it with each other."""
    agents = [p for p in event.participants if p.role == "agent"]
    if event.kind in MUTUAL and (own := [p for p in event.participants if p.entity_id == about]):
        agents = [own[0], *(p for p in agents if p.entity_id != about)]
    told = event.description.strip(" .。!！")
    clause = CLAUSES[language].get(event.kind, "")
    if not agents:
        return told
    who, gap = agents[0].name, " " if language == "en" else ""
    if event.kind == "Feeling" and language == "en" and (felt := _FELT.search(told)):
        return f"{who} felt {felt[1]}"
    if event.kind == "Feeling" and language == "zh":
        return next((f"{who}{said}" for word, said in FEELINGS.items() if word in told), told)
    if clause and "{}" not in clause:
        return f"{who}{gap}{clause}"
    others = [p for role in _ROLE for p in event.participants if p.role == role and p.entity_id != agents[0].entity_id]
    others += [p for p in agents[1:] if p.entity_id != agents[0].entity_id]
    if not clause or not others:
        return told
    thing = others[0].name.removeprefix(f"{who}'s ")
    entity = held.mirror.entities.get(others[0].entity_id)
    named = any(sign.isupper() for sign in thing[:1])
    definite = entity is not None and any(held.ontology.is_a(entity.type, kind) for kind in DEFINITE)
    group = entity is not None and held.ontology.is_a(entity.type, "Group")
    last = thing.rsplit(" ", 1)[-1].lower()
    if language == "en" and event.kind in ("Illness", "Recovery") and (last == "flu" or event.kind == "Recovery"):
        thing = f"the {thing.removeprefix('the ')}"
    elif language == "en" and event.kind == "Illness" and last in COUNTED:
        thing = f"{'an' if thing[:1].lower() in 'aeiou' else 'a'} {thing}"
    article = "the " if language == "en" and (group or (definite and not named)) else ""
    return f"{who}{gap}{clause.format(article + thing)}"
