"""An event told in a Chinese clause, with the place that tells it: whether it happened, when, and in what words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from kgmem.chinese_cues import Match
from kgmem.chinese_descriptions import describe
from kgmem.chinese_parts import Part
from kgmem.chinese_reading import Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import CHANGE, PAST, RECENT, Standing
from kgmem.chinese_words import cut
from kgmem.extract_scene import Referent, day_of
from kgmem.records import CauseClaim, EventClaim, FactClaim
from kgmem.temporal import ALWAYS, DAY, Span
from kgmem.timex import Timex

_NO_ASPECT = frozenset("难过 经过 通过 不过 超过 路过 受不了 不得了 错过 度过 好过 过了 见过面".split())
_RESULT = re.compile(
    r"(?:到|上|下|掉|完|好|成|走|起来|出来|翻|掰|死|断|伤|倒|垮|住|(?<!一)起|透|腻|砸|丢|没|赢|得|获|达|抵)[了过]?\Z"
)
_CAUSING = frozenset(("导致", "害得", "使得", "致使", "造成", "弄得", "搞得"))
_NOWADAYS = re.compile("现在|目前|如今|眼下|这会儿|此刻|当前|这阵子|这段时间|最近|近来|平时|每")
_PASSIVE = re.compile("被|给")
_DONE = frozenset("终于 总算 已经 已 早就 早已 刚好 居然 竟然 果然 最后 最终 后来 竟".split())
NEWS = 500 * DAY
"""What is older is no news when somebody tells it: it says how old one is, since when one has had an illness."""


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


def telling(
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
    start, end = clause.span_said(match.start, match.end)
    starts = [part.start for part in parts if clause.start <= part.start < start]
    caused = [one.at for one in clause.taken if one.word in _CAUSING and one.at <= match.start]
    description = describe(scene, clause, [part for part in parts if part.role == "agent"], max([begins, *caused]))
    event = EventClaim(
        kind=kind,
        description=description,
        participants=unique(parts),
        when=when(scene, at, clause, how),
        polarity="negative" if how.denied else "positive",
        modality=how.modality,
        confidence=0.85 if how.modality == "asserted" else 0.75,
        rule=f"event:{kind}",
        start=min([start, *starts]),
        end=end,
        told_by=told_by if how.modality == "reported" else "",
    )
    return Telling(event, at, match.start, match.end, list(parts))


def unique(parts: Sequence[Part]) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        dict.fromkeys((part.role, part.name, part.type) for part in parts if part.name and len(part.name) <= 80)
    )


def dates_of(clause: Clause) -> list[Timex]:
    return [time for time in clause.times if time.kind in ("date", "time")]


def has_happened(scene: ChineseScene, clause: Clause, match: Match, how: Standing) -> bool:
    """Does the clause say that it came about?"""
    if match.form.pattern.now or how.recent or any(time.kind == "recent" for time in clause.times):
        return True
    if "着" in clause.skeleton[match.start : match.end] and not aspects(clause, match):
        return False
    words = {one.word for one in clause.taken}
    if aspects(clause, match) or any(one.kind in (CHANGE, RECENT) for one in clause.taken) or words & _DONE:
        return True
    if any(
        time.span.start <= scene.episode.occurred for time in dates_of(clause) if not _NOWADAYS.search(time.surface)
    ):
        return True
    own = clause.skeleton[match.start : match.end]
    for start, end in sorted(match.slots.values(), reverse=True):
        own = own[: start - match.start] + own[end - match.start :]
    return bool(_RESULT.search(own) or _PASSIVE.match(own))


def aspects(clause: Clause, match: Match) -> str:
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


def is_experience(clause: Clause, match: Match) -> bool:
    """True for "去过青岛" and "以前养过猫" without a date: it happened some time, once or more often."""
    kinds = {one.kind for one in clause.taken}
    return (
        not dates_of(clause)
        and RECENT not in kinds
        and not any(time.kind == "recent" for time in clause.times)
        and ("过" in aspects(clause, match)[:1] or PAST in kinds)
    )


def when(scene: ChineseScene, at: int, clause: Clause, how: Standing) -> Span:
    """The finest of a clause's dates, or that of a clause before that says no more than when."""
    dates = dates_of(clause) or [time for time in clause.times if time.kind in ("since", "recent")]
    if not dates and at:
        before = scene.read.clauses[at - 1]
        if before.sentence == clause.sentence and all(scene.read.time(sign) for sign in before.skeleton):
            dates = dates_of(before)
    if how.modality in ("asserted", "reported") and not how.denied:
        dates = [time for time in dates if time.span.start <= scene.episode.occurred] or dates
    if dates:
        return finest(dates)
    if how.recent and how.modality == "asserted" and any(one.word.startswith(("刚", "方才")) for one in clause.taken):
        return day_of(scene.episode)
    return ALWAYS


def finest(dates: Sequence[Timex]) -> Span:
    span = dates[0].span
    for other in dates[1:]:
        if span.start <= other.span.start and other.span.end <= span.end:
            span = other.span
    return span


def is_biography(scene: ChineseScene, clause: Clause) -> bool:
    """True for "我是2002年出生的": how old somebody is, no news."""
    return any(time.span.end < scene.episode.occurred - NEWS for time in dates_of(clause))


def referents(one: Telling) -> dict[str, list[Referent]]:
    """Who takes part in an event, by role."""
    found: dict[str, list[Referent]] = {}
    for part in one.parts:
        found.setdefault(part.role, []).append(
            Referent(part.name, part.type, one.event.start, one.event.end, part.known)
        )
    return found
