"""Events told in Chinese clauses: of which kind, who takes part, when, and how each stands.

A clause tells an event when a cue of a kind fits it and something says that it came about: an aspect, a complement of
result, a past date. A clause of no known kind is an event when it has a date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kgmem.chinese_cues import Match, best, event_forms, find
from kgmem.chinese_descriptions import describe
from kgmem.chinese_parts import Part, agents, roles_of
from kgmem.chinese_reading import PHRASES, TIMES, Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import (
    CHANGE,
    CONDITION,
    DENIAL,
    EFFECT,
    ENDING,
    FAILED,
    OFTEN,
    PAST,
    PLAN,
    RECENT,
    WISH,
    Standing,
    standing,
)
from kgmem.chinese_tellers import teller
from kgmem.chinese_things import kinds
from kgmem.chinese_words import Word, cut
from kgmem.extract_scene import Referent, day_of
from kgmem.han import simplified
from kgmem.records import CauseClaim, EventClaim, FactClaim
from kgmem.temporal import ALWAYS, DAY, Span
from kgmem.timex import Timex

_NO_ASPECT = frozenset("难过 经过 通过 不过 超过 路过 受不了 不得了 错过 度过 好过 过了 见过面".split())
_YET = frozenset(("还没", "还没有", "尚未"))
_RESULT = re.compile(
    r"(?:到|上|下|掉|完|好|成|走|起来|出来|翻|掰|死|断|伤|倒|垮|住|(?<!一)起|透|腻|砸|丢|没|赢|得|获|达|抵)[了过]?\Z"
)
_CAUSING = frozenset(("导致", "害得", "使得", "致使", "造成", "弄得", "搞得"))
_NOWADAYS = re.compile("现在|目前|如今|眼下|这会儿|此刻|当前|这阵子|这段时间|最近|近来|平时|每")
_PASSIVE = re.compile("被|给")
_DONE = frozenset("终于 总算 已经 已 早就 早已 刚好 居然 竟然 果然 最后 最终 后来 竟".split())
_SAID_OF_PAST = re.compile("没|未")
_FAILING_KINDS = frozenset(("Cancellation", "Death"))
"""Kinds of which a plain denial tells that they came about: "没能实现", "没抢救过来"."""
_FELL_THROUGH = re.compile(
    "(?:现在|后来|结果|最后|可惜|但是?|可是?|不过|谁知|没想到|临时|都|就|又|也)*"
    "(?:不行|没成|没.{0,3}成|算了|泡汤|黄了|没戏|作罢|落空|取消|改主意|没实现|[去做办走搬买卖]不[了成起]|打消|放弃|没.{0,4}[去买搬办走]|行不通|没办法|没机会|推迟|搁置|不去|不买|不搬)"
)
_WORK_KINDS = frozenset(("StartingJob", "LeavingJob", "Promotion", "Retirement", "Dating", "Marriage"))
_NEWS = 500 * DAY
_MOST = 200


@dataclass(slots=True)
class Telling:
    """An event with where it is told: its clause by number and the stretch of its skeleton, and its participants."""

    event: EventClaim
    clause: int
    start: int
    end: int
    parts: list[Part] = field(default_factory=list)
    once: bool = False  # it happened some time: what it brought about holds, when it did is not told


@dataclass(slots=True)
class ChineseStory:
    """The events of a text in order, the facts they begin and end, and the causes between them."""

    told: list[Telling] = field(default_factory=list)
    past: list[Telling] = field(default_factory=list)  # what happened once or more often: "去过青岛"
    facts: list[FactClaim] = field(default_factory=list)
    causes: list[CauseClaim] = field(default_factory=list)

    @property
    def events(self) -> list[EventClaim]:
        return [one.event for one in self.told]

    def add(self, one: Telling) -> int:
        self.told.append(one)
        return len(self.told) - 1


def told_in(scene: ChineseScene) -> ChineseStory:
    """The events of a text; one told twice is one."""
    story = ChineseStory()
    for at, clause in scene.clauses():
        if _supplement(scene, story, at, clause):
            continue
        denies = any(one.kind in (DENIAL, ENDING, FAILED) for one in clause.taken)
        found = [m for m in find(event_forms(scene.ontology), clause.skeleton) if denies or not m.form.pattern.denied]
        found = [m for m in found if _is_whole(clause, m) and fits(scene, clause, m)]
        found = [m for m in found if not any(_holds(other, m) for other in found)]
        read = [one for match in best(found) for one in _read(scene, story, at, clause, match)]
        for one in read:
            if one.once:
                story.past.append(one)
            elif not _told_before(scene, story, one):
                story.add(one)
        if not read and (ailment := _ailment(scene, story, at, clause)) is not None:
            read = [ailment]
            story.add(ailment)
        if not read and (dated := _dated(scene, at, clause)) is not None:
            story.add(dated)
    story.told = [one for n, one in enumerate(story.told) if not _is_part_of_next(story.told, n)]
    return story


def fits(scene: ChineseScene, clause: Clause, match: Match) -> bool:
    """True when who and what stand in the places of a cue are of the classes it asks for."""
    for part in match.form.pattern.parts:
        if part.wants and part.slot in match.slots:
            one = roles_of(scene, clause, part.slot, *match.slots[part.slot])
            if one is None or not any(scene.ontology.is_a(kind, part.wants) for kind in one.kinds):
                return False
    return True


def _holds(one: Match, other: Match) -> bool:
    """True when a cue has all of another in a place that wants a class: 取消 has "去日本" of "去日本的旅行"."""
    wanted = {part.slot for part in one.form.pattern.parts if part.wants}
    return any(role in wanted and start <= other.start and other.end <= end for role, (start, end) in one.slots.items())


def _is_whole(clause: Clause, match: Match) -> bool:
    """True when the words of a cue are words of the clause: no 到 of 提到, no 停 of 停车位."""
    words = cut(clause.skeleton, guess=False)
    starts, ends = {word.start for word in words}, {word.end for word in words}
    places = sorted(set(range(match.start, match.end)).difference(*(range(*span) for span in match.slots.values())))
    places = [place for place in places if clause.skeleton[place] not in "了过着" and clause.skeleton[place] < "\ue000"]
    if not places:
        return True
    first = next((n for n, place in enumerate(places) if n and place != places[n - 1] + 1), len(places))
    run = places[:first]
    if len(places) == 1 and match.form.pattern.parts[-1].slot == "" and run[0] > 0:
        word = next(one for one in words if one.start <= run[0] < one.end)
        if word.start == run[0] and not _is_noun_before(clause, words, run[0]):
            return False
    if (
        places[-1] + 1 == match.end
        and match.end not in ends
        and places[-1] + 1 - max(starts & set(range(match.end))) < 2
    ):
        return False  # 退房 in 退了房子
    behind = clause.skeleton[run[-1] + 1 : run[-1] + 2]
    return run[0] in starts and (run[-1] + 1 in ends or behind in ("了", "过", "着") or len(run) > 2)


def _is_noun_before(clause: Clause, words: Sequence[Word], place: int) -> bool:
    before = next((word for word in words if word.end == place), None)
    return before is None or before.text[-1] >= "\ue000" or before.tag[:1] in "nrtmqjlb" or before.text == "给"


# --- one clause ------------------------------------------------------------------------------------


def _read(scene: ChineseScene, story: ChineseStory, at: int, clause: Clause, match: Match) -> Iterator[Telling]:
    """The events of a clause that has a cue: mostly one; a plan that fell through is two."""
    told_by, begins = teller(scene, at, match.start)
    parts = list(_parts(scene, at, clause, match, begins, _spoken_of(scene, story, at)))
    first = max([begins, *(1 + clause.skeleton.find(sign) for sign in _opening(scene, clause, match))])
    how = standing(clause.taken, min(first, match.start), match.end, asked=clause.asked)
    how = replace(how, modality=_carried(scene, story, at) or how.modality)
    if told_by and how.modality in ("asserted", "planned"):
        how = replace(how, modality="reported")
    pattern = match.form.pattern
    failed = any(one.kind == FAILED for one in clause.taken if one.at <= match.end)
    nobody = not parts and match.form.name != "Cancellation"
    if how.asked or (how.modality == "hypothetical" and not failed) or nobody:
        return
    kind = match.form.name
    denials = [one for one in clause.taken if one.kind == DENIAL and one.at <= match.end]
    past_denial = any(_SAID_OF_PAST.search(one.word) for one in denials)
    if pattern.denied:
        if not (how.ended or (kind in _FAILING_KINDS and (failed or (how.denied and past_denial)))):
            return
        modality = "reported" if told_by else "asserted" if failed else how.modality
        how = replace(how, modality=modality)
        how = replace(how, denied=False, ended=False)
        happened = True
    else:
        failed = failed or (past_denial and "能" in clause.skeleton[: match.start + 1])
        planned = any(one.kind == PLAN for one in clause.taken if one.at <= match.start)
        if (how.ended and planned) or failed or (planned and _falls_through(scene, at)):
            yield from _dropped(scene, at, clause, match, parts, how, told_by)
            return
        happened = _has_happened(scene, clause, match, how)
    if any(time.kind == "recurring" for time in clause.times) or any(one.kind == OFTEN for one in clause.taken):
        return
    if how.ended or any(one.word in _YET for one in denials):
        return
    if how.denied and not past_denial and how.modality != "planned":
        return
    ahead = kind != "Cancellation" and any(time.span.start > scene.episode.occurred for time in _dates(clause))
    if ahead and how.modality == "asserted":
        how = replace(how, modality="planned")
    if how.modality == "planned" and how.denied:
        return
    if not happened and not how.denied and how.modality == "asserted":
        return
    if not happened and how.modality == "planned" and not (ahead or any(one.kind == PLAN for one in clause.taken)):
        return
    if happened and _is_experience(clause, match):
        yield replace(_telling(scene, at, clause, match, kind, parts, how, told_by), once=True)
        return
    if kind == "Birth" and _is_biography(scene, clause):
        return
    if kind == "Cancellation" and (inner := _undone(scene, at, clause, match, parts)) is not None:
        yield _telling(scene, at, clause, match, kind, inner.parts, how, told_by)
        yield inner
        return
    yield _telling(scene, at, clause, match, kind, parts, how, told_by, begins)


def _is_biography(scene: ChineseScene, clause: Clause) -> bool:
    """True for "我是2002年出生的": how old somebody is, no news."""
    return any(time.span.end < scene.episode.occurred - _NEWS for time in _dates(clause))


def _opening(scene: ChineseScene, clause: Clause, match: Match) -> str:
    """The sign of the phrase that opens a clause before its cue, "" for none."""
    return next((sign for sign in clause.skeleton[: match.start] if scene.read.phrase(sign) >= 0), "")


def _telling(
    scene: ChineseScene,
    at: int,
    clause: Clause,
    match: Match,
    kind: str,
    parts: Sequence[Part],
    how: Standing,
    told_by: str,
    begins: int = 0,
) -> Telling:
    start, end = clause.span(match.start, match.end)
    starts = [part.start for part in parts if clause.start <= part.start < start]
    caused = [one.at for one in clause.taken if one.word in _CAUSING and one.at <= match.start]
    description = describe(scene, clause, [part for part in parts if part.role == "agent"], max([begins, *caused]))
    event = EventClaim(
        kind=kind,
        description=description,
        participants=_unique(parts),
        when=_when(scene, at, clause, how),
        polarity="negative" if how.denied else "positive",
        modality=how.modality,
        confidence=0.85 if how.modality == "asserted" else 0.75,
        rule=f"event:{kind}",
        start=min([start, *starts]),
        end=end,
        told_by=told_by if how.modality == "reported" else "",
    )
    return Telling(event, at, match.start, match.end, list(parts))


def _unique(parts: Sequence[Part]) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        dict.fromkeys((part.role, part.name, part.type) for part in parts if part.name and len(part.name) <= 80)
    )


def _spoken_of(scene: ChineseScene, story: ChineseStory, at: int) -> list[Part]:
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


def _carried(scene: ChineseScene, story: ChineseStory, at: int) -> str:
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


def _parts(
    scene: ChineseScene, at: int, clause: Clause, match: Match, begins: int, before: Sequence[Part] = ()
) -> Iterator[Part]:
    """Who takes part, by the places of a cue and by what stands before it."""
    said: list[Part] = []
    owner: Part | None = None
    for role, (start, end) in match.slots.items():
        found = roles_of(scene, clause, role, start, end)
        if found is None:
            continue
        if found.owner is not None and (start == match.start or role == "patient"):
            owner = owner or found.owner
        said.append(found)
    who = [part for part in said if part.role == "agent"]
    if what := _fallen_through(scene, clause, match):
        yield what
        return
    if not who:
        inherit = owner is None or match.start > begins
        who = list(agents(scene, at, clause, begins, match.start, inherit=inherit and not before))
        if not who and inherit:
            who = list(before)
        if owner is not None and (not who or _is_someone(clause, match)):
            who = [owner]
    if match.form.name in _WORK_KINDS and any(scene.ontology.is_a(part.type, "Organization") for part in who):
        return
    if match.form.name == "Death" and any(part.role == "agent" and "Animal" in part.kinds for part in said):
        before = list(agents(scene, at, clause, begins, match.start, inherit=True))
        yield from (replace(part, role="owner") for part in [owner, *before][: 1 if owner else 2] if part is not None)
    yield from who
    names = {part.name for part in who}
    yield from (part for part in said if part.role != "agent" and part.name not in names)


def _fallen_through(scene: ChineseScene, clause: Clause, match: Match) -> Part | None:
    """What a cue that opens with it says was called off: "航班取消了"."""
    if match.form.name != "Cancellation" or match.form.pattern.parts[0].slot or match.slots:
        return None
    said = clause.skeleton[match.start : match.end]
    noun = next((word for word in match.form.pattern.parts[0].words if said.startswith(word)), "")
    if not noun or "Plan" not in kinds(scene.ontology, noun):
        return None
    start, _ = clause.span(match.start, match.end)
    return Part("patient", noun, "Plan", start, False, ("Plan",))


def _is_someone(clause: Clause, match: Match) -> bool:
    """True for a cue that itself says who does it: "有人把…偷走"."""
    return clause.skeleton.startswith(("有人", "小偷", "贼", "谁"), match.start) or clause.skeleton.startswith(
        "被", match.start
    )


def _dates(clause: Clause) -> list[Timex]:
    return [time for time in clause.times if time.kind in ("date", "time")]


def _has_happened(scene: ChineseScene, clause: Clause, match: Match, how: Standing) -> bool:
    """Does the clause say that it came about?"""
    if match.form.pattern.now or how.recent or any(time.kind == "recent" for time in clause.times):
        return True
    if "着" in clause.skeleton[match.start : match.end] and not _aspects(clause, match):
        return False
    words = {one.word for one in clause.taken}
    if _aspects(clause, match) or any(one.kind in (CHANGE, RECENT) for one in clause.taken) or words & _DONE:
        return True
    if any(time.span.start <= scene.episode.occurred for time in _dates(clause) if not _NOWADAYS.search(time.surface)):
        return True
    own = clause.skeleton[match.start : match.end]
    for start, end in sorted(match.slots.values(), reverse=True):
        own = own[: start - match.start] + own[end - match.start :]
    return bool(_RESULT.search(own) or _PASSIVE.match(own))


def _aspects(clause: Clause, match: Match) -> str:
    """The signs of aspect from the cue on: 了, 过."""
    found = ""
    for word in cut(clause.skeleton, guess=False):
        if word.end <= match.start or word.text in _NO_ASPECT:
            continue
        if word.text[-1] in "了过":
            found += word.text[-1]
        elif re.search("[^为除不受]了.", word.text):  # "摔断了腿" is a word of the dictionary
            found += "了"
    return found


def _is_experience(clause: Clause, match: Match) -> bool:
    """True for "去过青岛" and "以前养过猫" without a date: it happened some time, once or more often."""
    kinds = {one.kind for one in clause.taken}
    return (
        not _dates(clause)
        and RECENT not in kinds
        and not any(time.kind == "recent" for time in clause.times)
        and ("过" in _aspects(clause, match)[:1] or PAST in kinds)
    )


def _when(scene: ChineseScene, at: int, clause: Clause, how: Standing) -> Span:
    """The finest of a clause's dates, or that of a clause before that says no more than when."""
    dates = _dates(clause) or [time for time in clause.times if time.kind in ("since", "recent")]
    if not dates and at:
        before = scene.read.clauses[at - 1]
        if before.sentence == clause.sentence and all(scene.read.time(sign) for sign in before.skeleton):
            dates = _dates(before)
    if how.modality in ("asserted", "reported") and not how.denied:
        dates = [time for time in dates if time.span.start <= scene.episode.occurred] or dates
    if dates:
        return _finest(dates)
    if how.recent and how.modality == "asserted" and any(one.word.startswith(("刚", "方才")) for one in clause.taken):
        return day_of(scene.episode)
    return ALWAYS


def _finest(dates: Sequence[Timex]) -> Span:
    span = dates[0].span
    for other in dates[1:]:
        if span.start <= other.span.start and other.span.end <= span.end:
            span = other.span
    return span


# --- plans that fell through -----------------------------------------------------------------------


def _falls_through(scene: ChineseScene, at: int) -> bool:
    """True when the next clauses of the sentence say that nothing came of it."""
    clauses = scene.read.clauses
    text = simplified(scene.read.text)
    return any(
        _FELL_THROUGH.match(text[one.start : one.end])
        for one in clauses[at + 1 : at + 3]
        if one.sentence == clauses[at].sentence
    )


def _dropped(
    scene: ChineseScene, at: int, clause: Clause, match: Match, parts: Sequence[Part], how: Standing, told_by: str
) -> Iterator[Telling]:
    """ "我不打算去珠海了", "没能去成": a plan dropped, and what therefore did not come about."""
    modality = "reported" if told_by else "asserted"
    how = replace(how, modality=modality, denied=False, ended=False)
    if match.form.name == "Cancellation":
        return
    who = [part for part in parts if part.role == "agent"]
    yield _telling(scene, at, clause, match, "Cancellation", who, how, told_by)
    inner = _telling(scene, at, clause, match, match.form.name, parts, replace(how, denied=True), told_by)
    inner.event = replace(inner.event, when=ALWAYS)
    yield inner


def _undone(scene: ChineseScene, at: int, clause: Clause, match: Match, parts: Sequence[Part]) -> Telling | None:
    """What did not come about when "我去苏州的计划" was called off."""
    slot = match.slots.get("patient")
    if slot is None:
        return None
    start, end = slot
    inside = clause.skeleton[start:end]
    for found in find(event_forms(scene.ontology), inside):
        moved = replace(
            found,
            start=found.start + start,
            end=found.end + start,
            slots={role: (a + start, b + start) for role, (a, b) in found.slots.items()},
        )
        if found.form.pattern.now or found.form.pattern.denied or not fits(scene, clause, moved):
            continue
        inner = list(_parts(scene, at, clause, moved, start)) or list(parts)
        how = Standing(denied=True)
        told = _telling(scene, at, clause, moved, moved.form.name, inner, how, "")
        told.event = replace(told.event, when=ALWAYS)
        return told
    return None


# --- what goes together ----------------------------------------------------------------------------


def _told_before(scene: ChineseScene, story: ChineseStory, one: Telling) -> bool:
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
        when = one.event.when if before.event.when == ALWAYS else before.event.when
        before.event = replace(before.event, participants=_unique(before.parts), when=when)
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


def _supplement(scene: ChineseScene, story: ChineseStory, at: int, clause: Clause) -> bool:
    """True for a clause that only adds to the event told right before it: "领养了一只猫，叫雪球", "病了，是肺炎"."""
    if not story.told or story.told[-1].clause != at - 1 or scene.read.clauses[at - 1].sentence != clause.sentence:
        return False
    before = story.told[-1]
    if found := _NAMING.fullmatch(clause.skeleton):
        part = roles_of(scene, clause, "patient", *found.span("name"))
        for n, one in enumerate(before.parts):
            if part is not None and one.role == "patient" and "Animal" in one.kinds:
                before.parts[n] = replace(one, name=part.name, type="Animal", known=True)
                before.event = replace(before.event, participants=_unique(before.parts))
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
            before.event = replace(before.event, participants=_unique(before.parts), description=told)
            return True
    for expression, kind, roles in _SUPPLEMENTS:
        role = roles.get(before.event.kind, "")
        found = expression.fullmatch(clause.skeleton) if role else None
        if found is None or any(part.role == role for part in before.parts):
            continue
        part = roles_of(scene, clause, role, *found.span("what"))
        if part is not None and any(scene.ontology.is_a(one, kind) for one in part.kinds):
            before.parts.append(part)
            when = _when(scene, at, clause, Standing())
            when = when if before.event.when == ALWAYS else before.event.when
            before.event = replace(before.event, participants=_unique(before.parts), when=when)
            return True
    return False


def _is_part_of_next(told: Sequence[Telling], n: int) -> bool:
    """True for "在宁波租了房子" before "搬过去了": one moves to what one has rented."""
    if n + 1 >= len(told) or (told[n].event.kind, told[n + 1].event.kind) != ("Renting", "Moving"):
        return False
    after = told[n + 1]
    if any(part.role == "destination" for part in after.parts) or after.clause - told[n].clause > 1:
        return False
    after.parts += [replace(part, role="destination") for part in told[n].parts if part.role == "place"]
    when = told[n].event.when if after.event.when == ALWAYS else after.event.when
    after.event = replace(after.event, participants=_unique(after.parts), when=when)
    return True


_WHAT = re.compile(f"(?:[{PHRASES}{TIMES}]的?)*(?:是|成了|变成)?(?P<what>[^{TIMES}]+)")


def _ailment(scene: ChineseScene, story: ChineseStory, at: int, clause: Clause) -> Telling | None:
    """ "阿明脑震荡了", "摔了一下，结果脚踝骨折": an ailment said alone, when it is news."""
    found = _WHAT.fullmatch(clause.skeleton)
    part = roles_of(scene, clause, "with", *found.span("what")) if found else None
    if part is None or not any(scene.ontology.is_a(kind, "Condition") for kind in part.kinds) or clause.asked:
        return None
    how = standing(clause.taken, 0, len(clause.skeleton), asked=clause.asked)
    news = any(one.kind in (CHANGE, EFFECT) for one in clause.taken)
    if not news or how.denied or how.ended or how.modality != "asserted":
        return None
    start = next((n for n, sign in enumerate(clause.skeleton) if n >= (found.start("what") if found else 0)), 0)
    who = list(_spoken_of(scene, story, at)) or list(agents(scene, at, clause, 0, start))
    if not who:
        return None
    event = EventClaim(
        "Illness", describe(scene, clause, who), _unique([*who, part]), _when(scene, at, clause, how),
        confidence=0.75, rule="event:Illness", start=clause.start, end=clause.end,
    )  # fmt: skip
    return Telling(event, at, 0, len(clause.skeleton), [*who, part])


# --- events of no known kind -----------------------------------------------------------------------

_NO_EVENT = re.compile("是|叫|姓|有|喜欢|爱|觉得|认为|知道|希望|属于|位于|住在|说|讲|听|告诉|记得")


def _dated(scene: ChineseScene, at: int, clause: Clause) -> Telling | None:
    """What a clause with a date tells when it is of no known kind."""
    dates = _dates(clause)
    rest = "".join(sign for sign in clause.skeleton if scene.read.time(sign) is None)
    if not dates or len(rest) < 2 or clause.end - clause.start > _MOST:
        return None
    how = standing(clause.taken, 0, len(clause.skeleton), asked=clause.asked)
    if how.asked or how.denied or how.ended or how.modality not in ("asserted", "planned"):
        return None
    told_by, begins = teller(scene, at, len(clause.skeleton))
    if told_by:
        return None
    who = list(agents(scene, at, clause, begins, len(clause.skeleton), inherit=False))
    when = _finest(dates)
    ahead = when.start > scene.episode.occurred
    if _NO_EVENT.match(rest[1:] if who and rest else rest) and not ahead:
        return None
    return Telling(
        EventClaim(
            "Event", describe(scene, clause, who), _unique(who), when,
            modality="planned" if ahead or how.modality == "planned" else "asserted",
            confidence=0.6, rule="dated", start=clause.start, end=clause.end,
        ),
        at, 0, len(clause.skeleton), who,
    )  # fmt: skip


def referents(one: Telling) -> dict[str, list[Referent]]:
    """Who takes part in an event, by role."""
    found: dict[str, list[Referent]] = {}
    for part in one.parts:
        found.setdefault(part.role, []).append(
            Referent(part.name, part.type, one.event.start, one.event.end, part.known, part.noun)
        )
    return found
