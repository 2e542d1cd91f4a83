"""What a Chinese text says brought about what: 因为, 所以, 导致, 多亏, 为了, 难怪.

A connective has its cause on one side and its effect on the other. On each side what is told next to it is meant, an
event of a known kind before another; a side that says nothing points to the sentence before. That two things are told
together is no cause, and no effect is older than its cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgmem.chinese_descriptions import describe
from kgmem.chinese_parts import agents
from kgmem.chinese_reading import Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import ABLE, DENIAL, ENDING, FAILED, FILLER, PLAN, standing
from kgmem.chinese_tellers import teller
from kgmem.chinese_tellings import ChineseStory, Telling
from kgmem.extract_causes import is_older
from kgmem.han import simplified
from kgmem.records import CauseClaim, EventClaim
from kgmem.temporal import ALWAYS

AFTER, BEFORE, WITHIN, PURPOSE, AIM = "after", "before", "within", "purpose", "aim"
"""Where the cause of a connective stands: behind it, before it, before it in the same clause; or what follows is a purpose
of what comes next, or of what came before."""

_THIS = "(?:这|那|它|这事|这件事|这样)?"
_ALL = "(?:都|全|主要|完全|其实|还|大概|可能|只|多半|就|也|一部分|部分)*"
CONNECTIVES: tuple[tuple[str, str, str, str], ...] = (
    # expression, cue, where the cause stands, kind ("" by what it brings about)
    (
        f"{_THIS}{_ALL}(?:要|得)?(?:多亏|幸亏|亏得|得益于|归功于|拜托?.{{1,12}}所赐|托.{{1,8}}的福)(?:了|于)?",
        "多亏",
        AFTER,
        "enable",
    ),
    ("幸好(?:有)?|好在", "幸好", AFTER, "enable"),
    (f"{_THIS}{_ALL}(?:是)?(?:因为|因了|由于|缘于|源于|出于|鉴于|碍于|正因为|就因为|皆因|只因)", "因为", AFTER, ""),
    (f"{_THIS}{_ALL}(?:得|要)?(?<!难)(?:怪|赖)(?!不得|物|异)(?=.{{2,}})", "怪", AFTER, ""),
    (
        r"(?:主要的?|根本的?|真正的?|唯一的?|最大的?|我的|他的|她的|其中的?|背后的?|具体)?(?:原因|理由|缘由|缘故)(?:之一)?(?:是|在于|就是|很简单|嘛|呢|：|:)+[，,]?",
        "原因是",
        AFTER,
        "",
    ),
    ("的(?:主要|根本|真正|直接)?(?:原因|理由|缘故)(?:是|在于|就是)(?:因为)?", "的原因是", AFTER, ""),
    ("之所以.{2,40}?[，,]?(?:主要|全|都|完全)?是?(?:因为|由于)", "之所以", AFTER, ""),
    ("既然", "既然", AFTER, ""),
    ("谁让|谁叫", "谁让", AFTER, ""),
    ("毕竟", "毕竟", AFTER, ""),
    (f"{_THIS}(?:{_ALL}是)?(?:为的就?是|就?是为了|是想要?)", "为的是", AIM, "motivate"),
    ("为了|为着", "为了", PURPOSE, "motivate"),
    ("有了?(?:这个?|那个?|这样的|这一)?(?:机会|契机|条件|底气)[，,]?", "有了机会", BEFORE, "enable"),
    (
        "(?:正)?因为?(?:如此|这样|这个|这事|这件事|此事|那件事|这)[，,]?|(?:正)?因如此[，,]?|由此|就因为这个?[，,]?",
        "因此",
        BEFORE,
        "",
    ),
    (
        "所以(?:说|呢|嘛|啊|后来|最后|现在|才|就)?[，,]?|因此[，,]?|因而|故而|于是乎?[，,]?|从而|以致于?|以至于?|为此[，,]?",
        "所以",
        BEFORE,
        "",
    ),
    ("结果[，,]?|(?:这样一来|这么一来|这下子?|这下好了|一来二去|久而久之|就这样|就这么着)[，,]?", "结果", BEFORE, ""),
    ("难怪|怪不得|无怪乎?|怨不得", "难怪", BEFORE, ""),
    (
        "导致|致使|造成|引发|引起|引来|招致|促成|促使|使得|害得|害|弄得|搞得|闹得|逼得|逼着|迫使|令得|使",
        "导致",
        WITHIN,
        "",
    ),
    ("让(?=.{3,})", "让", WITHIN, ""),
    ("只好|只得|只能|不得不|不得已|无奈之下|没办法[，,]|被迫|迫不得已|只有", "只好", BEFORE, ""),
    ("才(?=.{2,})", "才", BEFORE, ""),
)
_EXPRESSIONS = [(re.compile(expression), cue, side, kind) for expression, cue, side, kind in CONNECTIVES]
_OPENING_ONLY = frozenset(("结果", "所以", "难怪", "有了机会", "因此", "幸好", "毕竟", "既然", "谁让", "怪", "为了"))
"""Connectives that open a clause, or follow its subject."""
_WEAK = frozenset(("才", "让", "毕竟"))
"""Connectives that join only what is an event of a known kind on both sides."""
_POINTING = frozenset(("原因是", "的原因是", "怪"))
"""Connectives that, where they open a sentence, tell the cause of what the one before tells."""
_REVEALS = re.compile("原来(?!的)")
_OPENERS = re.compile(
    r"[\s，,。；;！!？?：:、]*(?:(?:哎|唉|嗯|哦|啊|对|对了|那|而|并|也|就|而且|但是?|可是?|不过|后来|最后|其实|我|你|他|她|它|我们|他们|咱们|大家)[，,]?)*\Z"
)
_TURNS = frozenset((DENIAL, FAILED, FILLER, ENDING, PLAN, ABLE))
"""What a verb may begin with: "因为感冒|没去上班"."""
_MOST = 60


@dataclass(frozen=True, slots=True)
class Connective:
    """A connective at `[start, end)` of the text, and where its cause stands."""

    start: int
    end: int
    cue: str
    side: str
    kind: str
    sentence: int


def causes(scene: ChineseScene, story: ChineseStory) -> Iterator[CauseClaim]:
    """The causal links between what a text tells; clauses they join become events of the story."""
    found = connectives(scene)
    yield from hindered(scene, story)
    done: set[int] = set()
    for n, one in enumerate(found):
        if n in done:
            continue
        after = next((m for m in range(n + 1, len(found)) if found[m].sentence == one.sentence), None)
        paired = after is not None and one.side == AFTER and found[after].side == BEFORE
        if paired and after is not None and _opens(scene, one):
            done.add(after)
            cause, effect = (one.end, found[after].start), (found[after].end, _until(scene, found, after))
        else:
            sides = _sides(scene, story, one, found, n)
            if sides is None:
                continue
            cause, effect = sides
        yield from _link(scene, story, one, cause, effect)


_HINDRANCE = re.compile(
    "堵车|塞车|堵死|下(?:大|暴)?雨|下(?:大|暴)?雪|暴雨|大雨|大雪|台风|地震|停电|停水|断网|没网|没电|没信号|晚点|延误|误点|出故障|坏在|抛锚|爆胎|睡过头|"
    "起晚|闹钟没响|忘了?带|忘记带|感冒|发烧|生病|病倒|拉肚子|临时加班|临时有事|临时开会|突然有事|售罄|卖完|没票|没位|客满|封路|限行|封城|排队太长|人太多|没带"
)
_HINDERED = re.compile(
    "没(?:能|法)?[^，。]{0,2}(?:赶上|去成|来成|到|上成|买到|见到|看成|接到|按时|完成|考)|迟到|错过|误了|耽误|耽搁|赶不上|来不及|没赶|去不了|来不了|取消|泡汤|改期|推迟"
)


def hindered(scene: ChineseScene, story: ChineseStory) -> Iterator[CauseClaim]:
    """ "路上堵车，我没赶上火车": what stands in the way, and right behind it in the sentence what failed."""
    text = simplified(scene.read.text)
    for one, other in pairwise(scene.read.clauses):
        between = text[one.end : other.start]
        if one.sentence != other.sentence or one.asked or other.asked or ("，" not in between and "," not in between):
            continue
        if not _HINDRANCE.search(text[one.start : one.end]) or not _HINDERED.search(text[other.start : other.end]):
            continue
        way = Connective(one.start, one.start, "，", BEFORE, "prevent", one.sentence)
        yield from _link(scene, story, way, (one.start, one.end), (other.start, other.end))


def connectives(scene: ChineseScene) -> list[Connective]:
    """The connectives of a text by place, none inside another."""
    text = simplified(scene.read.text)
    taken: list[tuple[int, int]] = []
    found = []
    for expression, cue, side, kind in _EXPRESSIONS:
        for hit in expression.finditer(text):
            start = hit.start()
            if any(a < hit.end() and start < b for a, b in taken) or hit.end() >= len(text):
                continue
            at = _clause_at(scene, start)
            if at < 0 or (cue in _OPENING_ONLY and not _is_opening(scene, at, start)) or scene.read.clauses[at].asked:
                continue
            if any(one.start < hit.end() and start < one.end and one.start < start for one in scene.read.phrases):
                continue
            if cue == "之所以":
                inner = re.search("[，,]?(?:主要|全|都|完全)?是?(?:因为|由于)\\Z", hit[0])
                start = hit.start() + (inner.start() if inner else 0)
            taken.append((start, hit.end()))
            found.append(Connective(start, hit.end(), cue, side, kind, scene.read.clauses[at].sentence))
    return sorted(found, key=lambda one: one.start)


def _is_opening(scene: ChineseScene, at: int, start: int) -> bool:
    """True when nothing stands before a place in its clause but a subject and small words."""
    clause = scene.read.clauses[at]
    before = [place for place in range(len(clause.skeleton)) if clause.places[place] < start]
    said = [clause.skeleton[place] for place in before if scene.read.time(clause.skeleton[place]) is None]
    return len(said) <= 1 and all(scene.read.phrase(sign) >= 0 for sign in said)


def _clause_at(scene: ChineseScene, place: int) -> int:
    return next((n for n, clause in enumerate(scene.read.clauses) if clause.start <= place < clause.end), -1)


def _sentence(scene: ChineseScene, number: int) -> tuple[int, int]:
    """Where a sentence begins and ends in the text, (0, 0) for none."""
    own = [clause for clause in scene.read.clauses if clause.sentence == number]
    return (own[0].start, own[-1].end) if own else (0, 0)


def _opens(scene: ChineseScene, one: Connective) -> bool:
    """True for a connective with nothing before it in its sentence but a subject."""
    first, _ = _sentence(scene, one.sentence)
    return _OPENERS.match(simplified(scene.read.text)[first : one.start]) is not None or (
        _clause_at(scene, one.start) == _clause_at(scene, first)
        and _is_opening(scene, _clause_at(scene, one.start), one.start)
    )


def _until(scene: ChineseScene, found: Sequence[Connective], n: int) -> int:
    """How far what a connective leads to goes: to the next one of its sentence, or the sentence's end."""
    _, last = _sentence(scene, found[n].sentence)
    after = next((one.start for one in found[n + 1 :] if one.sentence == found[n].sentence), last)
    return min(after, last)


def _sides(
    scene: ChineseScene, story: ChineseStory, one: Connective, found: Sequence[Connective], n: int
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The stretches of the text that tell the cause and the effect."""
    first, _ = _sentence(scene, one.sentence)
    stop = _until(scene, found, n)
    at = _clause_at(scene, one.start)
    clause = scene.read.clauses[at]
    begin = max([first, *(o.end for o in found[:n] if o.sentence == one.sentence)])
    before, after = (begin, one.start), (one.end, stop)
    if one.side == PURPOSE:
        own = (one.end, clause.end)
        if clause.end < stop - 1:
            return own, (clause.end, stop)
        return _within(scene, story, clause, one)
    if one.side == AIM:
        return after, before if _tells(scene, before) else _last_sentence(scene, one)
    if one.side == AFTER:
        if not _opens(scene, one):
            return after, before
        if one.cue in _POINTING or simplified(scene.read.text)[one.start] in "这那它":
            return after, _last_sentence(scene, one)
        if clause.end < stop - 1:  # "因为下雨，我们没去"
            return (one.end, clause.end), (clause.end, stop)
        if one.start > clause.start and (both := _within(scene, story, clause, one)) is not None:
            return both
        return after, _last_sentence(scene, one)
    if one.side == WITHIN:
        own_side = (clause.start, one.start)
        return (own_side if _tells(scene, own_side) else (begin, clause.start)), after
    if one.cue == "难怪" and (shown := _REVEALS.search(simplified(scene.read.text), one.end)) is not None:
        return (shown.end(), len(scene.read.text)), (one.end, min(stop, shown.start()))
    if one.cue in ("只好", "才"):
        after = (clause.start, stop)
        before = (begin, clause.start)
        if one.cue == "才" and not _tells(scene, before):
            return None
    return (before if _tells(scene, before) else _last_sentence(scene, one)), after


def _within(
    scene: ChineseScene, story: ChineseStory, clause: Clause, one: Connective
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Cause and effect in one clause: "我因为感冒没去上班", "他为了照顾妈妈搬回了老家"."""
    told = [t.event for t in story.told if one.end <= t.event.end and clause.start <= t.event.start < clause.end]
    later = [event for event in told if event.end > one.end + 2]
    if not later:
        turn = next((t.start for t in clause.taken if t.start > one.end + 1 and t.kind in _TURNS), -1)
        return ((one.end, turn), (turn, clause.end)) if turn > 0 else None
    last = max(later, key=lambda event: event.end)
    start = max(last.start, one.end) if last.start >= one.end else _own_start(scene, story, last, one.end)
    if start - one.end < 2:
        return None
    return (one.end, start), (start, clause.end)


def _own_start(scene: ChineseScene, story: ChineseStory, event: EventClaim, least: int) -> int:
    """Where the cue of an event begins in the text, after its subject."""
    for told in story.told:
        if told.event is event:
            clause = scene.read.clauses[told.clause]
            return max(clause.span(told.start, told.end)[0], least)
    return least


def _tells(scene: ChineseScene, stretch: tuple[int, int]) -> bool:
    """True for a stretch that says something."""
    return _OPENERS.match(simplified(scene.read.text)[slice(*stretch)]) is None


def _last_sentence(scene: ChineseScene, one: Connective) -> tuple[int, int]:
    """The last sentence before the one of a connective that asks nothing."""
    for number in range(one.sentence - 1, -1, -1):
        own = [clause for clause in scene.read.clauses if clause.sentence == number]
        if own and not any(clause.asked for clause in own):
            return own[0].start, own[-1].end
    return 0, 0


def _link(
    scene: ChineseScene, story: ChineseStory, one: Connective, cause: tuple[int, int], effect: tuple[int, int]
) -> Iterator[CauseClaim]:
    weak = one.cue in _WEAK
    made = len(story.told)
    wanted = one.side in (PURPOSE, AIM)
    first = place_in(scene, story, *cause, last=cause[0] < effect[0], weak=weak, wanted=wanted)
    second = place_in(scene, story, *effect, last=effect[0] < cause[0], weak=weak) if first is not None else None
    if first is None or second is None or first == second or is_older(story.events[second], story.events[first]):
        del story.told[made:]
        return
    start, end = min(cause[0], effect[0], one.start), max(cause[1], effect[1], one.end)
    yield CauseClaim(
        first, second, kind=one.kind or _kind_of(story.events[second]), cue=one.cue, confidence=0.8 if not weak else 0.65,
        rule=f"cause:{one.cue}", start=start, end=end,
    )  # fmt: skip


def _kind_of(effect: EventClaim) -> str:
    """A cause that keeps a plan from coming true prevents."""
    return "prevent" if effect.kind == "Cancellation" or effect.polarity == "negative" else "cause"


# --- what stands for an event -----------------------------------------------------------------------


def place_in(
    scene: ChineseScene,
    story: ChineseStory,
    start: int,
    end: int,
    *,
    last: bool,
    weak: bool = False,
    wanted: bool = False,
) -> int | None:
    """The position of the event that a stretch of text tells, the `last` or the first of several, those of a known
    kind before others; a clause that tells none becomes one, unless the link is `weak`. wanted: it is a purpose."""
    inside = [n for n, one in enumerate(story.told) if start <= _middle(scene, one) < end]
    named = [n for n in inside if story.told[n].event.kind != "Event"]
    whole = [n for n in named if story.told[n].event.polarity == "positive" or len(named) == 1] or named
    if whole:
        return whole[-1] if last and story.told[whole[-1]].clause != story.told[whole[0]].clause else whole[0]
    if weak:
        return None
    if inside:
        return inside[-1] if last else inside[0]
    clauses = [n for n, clause in enumerate(scene.read.clauses) if clause.start < end and start < clause.end]
    for n in reversed(clauses) if last else clauses:
        if (one := _made(scene, n, start, end, wanted=wanted)) is not None:
            return story.add(one)
    return None


def _middle(scene: ChineseScene, one: Telling) -> int:
    """A place in the text inside an event's cue."""
    clause = scene.read.clauses[one.clause]
    return clause.span(one.start, one.end)[0] if one.end > one.start else clause.start


def _has_subject(scene: ChineseScene, clause: Clause) -> bool:
    """True for a clause that says itself who it is about."""
    opening = next((sign for sign in clause.skeleton if scene.read.time(sign) is None), "")
    return bool(opening) and scene.read.phrase(opening) >= 0


def _is_sign(scene: ChineseScene, sign: str) -> bool:
    return scene.read.phrase(sign) >= 0 or scene.read.time(sign) is not None or sign in "和跟与、"


def _made(scene: ChineseScene, at: int, start: int, end: int, *, wanted: bool = False) -> Telling | None:
    """The event a clause of a causal statement tells, or the part of it inside of a stretch."""
    clause = scene.read.clauses[at]
    inner = [place for place in range(len(clause.skeleton)) if start <= clause.places[place] < end]
    if not inner:
        return None
    first, stop = inner[0], inner[-1] + 1
    said = [place for place in inner if scene.read.time(clause.skeleton[place]) is None]
    how = standing(clause.taken, first, stop, asked=clause.asked)
    if (
        how.asked
        or how.modality == "hypothetical"
        or not said
        or clause.span(first, stop)[1] - clause.span(first, stop)[0] < 2
    ):
        return None
    told_by, begins = teller(scene, at, stop)
    leads = max(first, begins if begins < stop else first)
    ends = next((place for place in range(leads, stop) if not _is_sign(scene, clause.skeleton[place])), stop)
    who = list(agents(scene, at, clause, leads, ends, inherit=True))
    if all(scene.read.phrase(clause.skeleton[place]) >= 0 for place in said):
        return None
    description = describe(scene, clause, [part for part in who if part.start < 0], first, stop)
    weather = (
        len(said) <= 6
        and not _has_subject(scene, clause)
        and not any(scene.read.phrase(clause.skeleton[place]) >= 0 for place in said)
    )
    if weather and not wanted:
        who = [part for part in who if part.start >= 0]
        description = describe(scene, clause, who, first, stop)
    if len(description) < 2 or len(description) > _MOST:
        return None
    began, ended = clause.span(first, stop)
    modality = "planned" if wanted else "reported" if told_by and how.modality == "asserted" else how.modality
    event = EventClaim(
        "Event", description, tuple(dict.fromkeys((p.role, p.name, p.type) for p in who if p.known)), ALWAYS,
        polarity="negative" if how.denied else "positive", modality=modality, confidence=0.6, rule="event:causal",
        start=began, end=ended, told_by=told_by if modality == "reported" else "",
    )  # fmt: skip
    return Telling(event, at, first, stop, who)
