"""How the clauses of a Chinese sentence go on from one another: what adds to an event told before, who is still spoken
of, and how what was said first makes the rest stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgmem.chinese_descriptions import describe
from kgmem.chinese_parts import Part, roles_of
from kgmem.chinese_reading import Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import CONDITION, PLAN, WISH, Standing
from kgmem.chinese_tellings import ChineseStory, Telling, unique, when
from kgmem.temporal import ALWAYS

_NAMING = re.compile(
    "(?:它|他|她)?(?:的?名字)?(?:叫做?|名叫|取名叫?|起名叫?|名为|小名叫?|大名叫?|名字是)(?P<name>.{1,12})"
)
_DOER = re.compile(
    "(?P<who>.{1,4}?)(?:做|牵头|负责|带队|带|主导|搞|完成|主持|当负责人|挑头|开|写|弄|办|张罗|一手操办)的?"
)
_SUPPLEMENTS: tuple[tuple[re.Pattern[str], str, dict[str, str]], ...] = (
    (re.compile("(?:是|得的是|患的是)?(?P<what>.+)"), "Condition", {"Illness": "with", "Diagnosis": "with", "Recovery": "origin"}),
    (re.compile("(?:去|到|进|来|是|在|加入|加盟|跳到|跳槽到|去的是)了?(?P<what>.+)"), "Organization", {"StartingJob": "employer"}),
    (re.compile("(?:去|到|搬到|搬去|回|是|在|去的是)了?(?P<what>.+)"), "Place", {"Moving": "destination", "Travel": "destination"}),
    (re.compile("(?:丢的是|少的是|没的是|买的是|是|卖的是|偷的是)(?P<what>.+)"), "Product", {"Loss": "patient", "Purchase": "patient", "Sale": "patient"}),
    (re.compile("(?:当|做|任|担任)了?(?P<what>.+)"), "Occupation", {"StartingJob": "as", "Promotion": "as"}),
)  # fmt: skip


def spoken_of(scene: ChineseScene, story: ChineseStory, at: int) -> list[Part]:
    """Whom the event told right before in the same sentence befell: who a clause without a subject goes on about."""
    clauses = scene.read.clauses
    before = next((one for one in reversed(story.told) if one.clause < at), None)
    if before is None or at - before.clause > 2 or clauses[before.clause].sentence != clauses[at].sentence:
        return []
    if any(
        scene.subject(n) >= 0 and scene.clause_of(scene.read.phrases[scene.subject(n)].start) == n
        for n in range(before.clause + 1, at)
    ):
        return []
    return [replace(part, start=-1) for part in before.parts if part.role == "agent"]


def carried(scene: ChineseScene, story: ChineseStory, at: int) -> str:
    """The modality that a clause takes from one before it in its sentence: "如果我有钱，就买一辆车", "下了决心，七月搬家"."""
    clause = scene.read.clauses[at]
    for n in range(at - 1, -1, -1):
        before = scene.read.clauses[n]
        if before.sentence != clause.sentence:
            break
        kinds = {one.kind for one in before.taken}
        if CONDITION in kinds or WISH in kinds:
            return "hypothetical"
        if PLAN in kinds and len(before.skeleton) <= 2 and not any(one.clause == n for one in story.told):
            return "planned"
    return ""


def told_before(scene: ChineseScene, story: ChineseStory, one: Telling) -> bool:
    """True for an event that the clauses before tell already: "搬家了，搬到了南昌". What it adds goes to the first."""
    for before in reversed(story.told):
        if (
            one.clause - before.clause > 2
            or scene.read.clauses[one.clause].sentence != scene.read.clauses[before.clause].sentence
        ):
            break
        same = (before.event.kind, before.event.polarity, before.event.modality) == (
            one.event.kind, one.event.polarity, one.event.modality,
        )  # fmt: skip
        if not same or not _agree(before, one):
            continue
        held = {(part.role, part.name) for part in before.parts}
        before.parts += [part for part in one.parts if (part.role, part.name) not in held]
        time = one.event.when if before.event.when == ALWAYS else before.event.when
        before.event = replace(before.event, participants=unique(before.parts), when=time)
        return True
    return False


def _agree(before: Telling, one: Telling) -> bool:
    """True when two tellings may be of one event: nobody and nothing else in the same role, no other time."""
    if ALWAYS not in (before.event.when, one.event.when) and before.event.when != one.event.when:
        return False
    roles: dict[str, set[str]] = {}
    for part in before.parts:
        roles.setdefault(part.role, set()).add(part.name)
    people = {part.name for part in before.parts}
    for part in one.parts:
        if part.role == "agent" and part.name not in people:
            return False
        if part.role in roles and part.role != "agent" and part.name not in roles[part.role]:
            return False
    return True


def supplement(scene: ChineseScene, story: ChineseStory, at: int, clause: Clause) -> bool:
    """True for a clause that only adds to the event told right before it: "领养了一只猫，叫雪球", "病了，是肺炎"."""
    if not story.told or story.told[-1].clause != at - 1 or scene.read.clauses[at - 1].sentence != clause.sentence:
        return False
    before = story.told[-1]
    if found := _NAMING.fullmatch(clause.skeleton):
        part = roles_of(scene, clause, "patient", *found.span("name"))
        for n, one in enumerate(before.parts):
            if part is not None and one.role == "patient" and "Animal" in one.kinds:
                before.parts[n] = replace(one, name=part.name, type="Animal", known=True)
                before.event = replace(before.event, participants=unique(before.parts))
        return True
    if (found := _DOER.fullmatch(clause.skeleton)) and before.event.kind in (
        "Undertaking",
        "Completion",
        "Creation",
        "Founding",
    ):
        said = [part for part in before.parts if part.role == "agent" and part.start >= 0]
        doer = roles_of(scene, clause, "agent", *found.span("who"))
        if doer is not None and not said:
            before.parts = [doer, *(part for part in before.parts if part.role != "agent")]
            told = describe(scene, scene.read.clauses[before.clause], [doer])
            before.event = replace(before.event, participants=unique(before.parts), description=told)
            return True
    for expression, kind, roles in _SUPPLEMENTS:
        role = roles.get(before.event.kind, "")
        found = expression.fullmatch(clause.skeleton) if role else None
        if found is None or any(part.role == role for part in before.parts):
            continue
        part = roles_of(scene, clause, role, *found.span("what"))
        if part is not None and any(scene.ontology.is_a(one, kind) for one in part.kinds):
            before.parts.append(part)
            time = when(scene, at, clause, Standing()) if before.event.when == ALWAYS else before.event.when
            before.event = replace(before.event, participants=unique(before.parts), when=time)
            return True
    return False


def is_part_of_next(told: Sequence[Telling], n: int) -> bool:
    """True for "在宁波租了房子" before "搬过去了": one moves to what one has rented."""
    if n + 1 >= len(told) or (told[n].event.kind, told[n + 1].event.kind) != ("Renting", "Moving"):
        return False
    after = told[n + 1]
    if any(part.role == "destination" for part in after.parts) or after.clause - told[n].clause > 1:
        return False
    after.parts += [replace(part, role="destination") for part in told[n].parts if part.role == "place"]
    time = told[n].event.when if after.event.when == ALWAYS else after.event.when
    after.event = replace(after.event, participants=unique(after.parts), when=time)
    return True
