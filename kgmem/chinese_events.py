"""Events told in Chinese clauses: of which kind, who takes part, when, and how each stands.

A clause tells an event when a cue of a kind fits it and something says that it came about: an aspect, a complement of
result, a past date. A clause of no known kind is an event when it has a date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem.chinese_cues import Match, best, event_forms, find
from kgmem.chinese_descriptions import describe
from kgmem.chinese_parts import Part, agents, roles_of
from kgmem.chinese_reading import PHRASES, TIMES, Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import CHANGE, DENIAL, EFFECT, ENDING, FAILED, OFTEN, PLAN, Standing, standing
from kgmem.chinese_tellers import teller
from kgmem.chinese_tellings import (
    ChineseStory,
    Telling,
    dates_of,
    finest,
    has_happened,
    is_biography,
    is_experience,
    telling,
    unique,
    when,
)
from kgmem.chinese_things import kinds
from kgmem.chinese_threads import carried, is_part_of_next, spoken_of, supplement, told_before
from kgmem.chinese_words import Word, cut
from kgmem.han import simplified
from kgmem.records import EventClaim
from kgmem.temporal import ALWAYS

_YET = frozenset(("还没", "还没有", "尚未"))
_SAID_OF_PAST = re.compile("没|未")
_FAILING_KINDS = frozenset(("Cancellation", "Death"))
"""Kinds of which a plain denial tells that they came about: "没能实现", "没抢救过来"."""
_FELL_THROUGH = re.compile(
    "(?:现在|后来|结果|最后|可惜|但是?|可是?|不过|谁知|没想到|临时|都|就|又|也)*"
    "(?:不行|没成|没.{0,3}成|算了|泡汤|黄了|没戏|作罢|落空|取消|改主意|没实现|[去做办走搬买卖]不[了成起]|打消|放弃|没.{0,4}[去买搬办走]|行不通|没办法|没机会|推迟|搁置|不去|不买|不搬)"
)
_WORK_KINDS = frozenset(("StartingJob", "LeavingJob", "Promotion", "Retirement", "Dating", "Marriage"))
_MOST = 200


def told_in(scene: ChineseScene) -> ChineseStory:
    """The events of a text; one told twice is one."""
    story = ChineseStory()
    for at, clause in scene.clauses():
        if supplement(scene, story, at, clause):
            continue
        denies = any(one.kind in (DENIAL, ENDING, FAILED) for one in clause.taken)
        found = [m for m in find(event_forms(scene.ontology), clause.skeleton) if denies or not m.form.pattern.denied]
        found = [m for m in found if _is_whole(clause, m) and fits(scene, clause, m)]
        found = [m for m in found if not any(_holds(other, m) for other in found)]
        read = [one for match in best(found) for one in _read(scene, story, at, clause, match)]
        for one in read:
            if one.once:
                story.past.append(one)
            elif not told_before(scene, story, one):
                story.add(one)
        if not read and (ailment := _ailment(scene, story, at, clause)) is not None:
            read = [ailment]
            story.add(ailment)
        if not read and (dated := _dated(scene, at, clause)) is not None:
            story.add(dated)
    story.told = [one for n, one in enumerate(story.told) if not is_part_of_next(story.told, n)]
    return story


def _is_often(clause: Clause, match: Match) -> bool:
    """True for what is done again and again; "常去的那家店" closes but once."""
    return any(one.kind == OFTEN and "的" not in clause.skeleton[one.at : match.end] for one in clause.taken)


def fits(scene: ChineseScene, clause: Clause, match: Match) -> bool:
    """True when who and what stand in the places of a cue are of the classes it asks for."""
    for part in match.form.pattern.parts:
        if part.wants and part.slot in match.slots:
            one = roles_of(scene, clause, part.slot, *match.slots[part.slot])
            wanted = (part.wants, "Occupation") if part.wants == "Person" else (part.wants,)
            if one is None or not any(scene.ontology.is_a(kind, want) for kind in one.kinds for want in wanted):
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
    parts = list(_parts(scene, at, clause, match, begins, spoken_of(scene, story, at)))
    first = max([begins, *(1 + clause.skeleton.find(sign) for sign in _opening(scene, clause, match))])
    how = standing(clause.taken, min(first, match.start), match.end, asked=clause.asked)
    how = replace(how, modality=carried(scene, story, at) or how.modality)
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
        happened = has_happened(scene, clause, match, how)
    if any(time.kind == "recurring" for time in clause.times) or _is_often(clause, match):
        return
    if how.ended or any(one.word in _YET for one in denials):
        return
    if how.denied and not past_denial and how.modality != "planned":
        return
    ahead = kind != "Cancellation" and any(time.span.start > scene.episode.occurred for time in dates_of(clause))
    if ahead and how.modality == "asserted":
        how = replace(how, modality="planned")
    if how.modality == "planned" and how.denied:
        return
    if not happened and not how.denied and how.modality == "asserted":
        return
    if not happened and how.modality == "planned" and not (ahead or any(one.kind == PLAN for one in clause.taken)):
        return
    if happened and is_experience(clause, match):
        yield replace(telling(scene, at, clause, match, kind, parts, how, told_by), once=True)
        return
    if kind == "Birth" and is_biography(scene, clause):
        return
    if kind == "Cancellation" and (inner := _undone(scene, at, clause, match, parts)) is not None:
        yield telling(scene, at, clause, match, kind, inner.parts, how, told_by)
        yield inner
        return
    yield telling(scene, at, clause, match, kind, parts, how, told_by, begins)


def _opening(scene: ChineseScene, clause: Clause, match: Match) -> str:
    """The sign of the phrase that opens a clause before its cue, "" for none."""
    return next((sign for sign in clause.skeleton[: match.start] if scene.read.phrase(sign) >= 0), "")


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
    yield telling(scene, at, clause, match, "Cancellation", who, how, told_by)
    inner = telling(scene, at, clause, match, match.form.name, parts, replace(how, denied=True), told_by)
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
        told = telling(scene, at, clause, moved, moved.form.name, inner, how, "")
        told.event = replace(told.event, when=ALWAYS)
        return told
    return None


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
    who = list(spoken_of(scene, story, at)) or list(agents(scene, at, clause, 0, start))
    if not who:
        return None
    event = EventClaim(
        "Illness", describe(scene, clause, who), unique([*who, part]), when(scene, at, clause, how),
        confidence=0.75, rule="event:Illness", start=clause.start, end=clause.end,
    )  # fmt: skip
    return Telling(event, at, 0, len(clause.skeleton), [*who, part])


# --- events of no known kind -----------------------------------------------------------------------

_NO_EVENT = re.compile("是|叫|姓|有|喜欢|爱|觉得|认为|知道|希望|属于|位于|住在|说|讲|听|告诉|记得")


def _dated(scene: ChineseScene, at: int, clause: Clause) -> Telling | None:
    """What a clause with a date tells when it is of no known kind."""
    dates = dates_of(clause)
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
    time = finest(dates)
    ahead = time.start > scene.episode.occurred
    if _NO_EVENT.match(rest[1:] if who and rest else rest) and not ahead:
        return None
    return Telling(
        EventClaim(
            "Event", describe(scene, clause, who), unique(who), time,
            modality="planned" if ahead or how.modality == "planned" else "asserted",
            confidence=0.6, rule="dated", start=clause.start, end=clause.end,
        ),
        at, 0, len(clause.skeleton), who,
    )  # fmt: skip
