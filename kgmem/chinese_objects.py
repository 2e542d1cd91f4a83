"""What stands in a Chinese cue's place for the object: things that suit the relation, or a value."""

from __future__ import annotations

import re
from dataclasses import replace

from kgmem.chinese_cues import Match
from kgmem.chinese_reading import PHRASES, Clause, is_person
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import standing
from kgmem.chinese_things import Thing, is_of, kinds, may_be, thing, things
from kgmem.chinese_values import value_of
from kgmem.chinese_words import cut
from kgmem.ontology import Relation
from kgmem.ontology_patterns import OBJECT, SUBJECT

_PLAYED = re.compile("[打踢弹拉吹下玩]..")
_AT_AGE = re.compile("的时候|时|那年|开始|起|之前|以前|前|后|以后|以上|以下|左右的|多的")
_NAMING = re.compile(f"(?:[{PHRASES}]的?)?(?:名字|小名|大名)?(?:名叫|叫做|取名叫?|起名叫?|叫|名为)([^，]{{1,8}})$")
_TASTES = frozenset(("likes", "dislikes", "prefers", "favorite", "wants", "fears"))
_NAMING_FIRMS = frozenset(("worksFor", "studiesAt", "graduatedFrom"))
"""Relations whose cues tell that a name is that of a firm or school."""
_NO_FIRMS = frozenset(
    "家里 外面 里面 外头 外地 国外 国内 一块 一块儿 一起 路上 网上 线上 线下 室内 户外 自己 别处 哪里 哪儿 这儿 那儿 异地 晚上 白天 早上 周末 一线 前线 后方".split()
)
_KNOWN = frozenset(("Person", "Agent", "Place", "Organization", "School", "Work"))
"""Classes whose members must be told by a name or a noun."""


def object_of(
    scene: ChineseScene, clause: Clause, match: Match, relation: Relation
) -> tuple[tuple[Thing, ...], str, tuple[int, int]]:
    """What stands in a cue's place for the object, as things or as a value, and where."""
    pattern = match.form.pattern
    if pattern.given:
        kind = () if scene.ontology.is_literal(relation.range) else (relation.range,)
        start, end = clause.span(match.start, match.end)
        given = Thing(pattern.given, start, end, -1, kind)
        literal = scene.ontology.is_literal(relation.range)
        return (() if literal else (given,)), pattern.given if literal else "", (match.start, match.end)
    start, end = match.slots[OBJECT]
    if start == match.start and SUBJECT not in match.slots:
        start, end = _without_subject(scene, clause, start, end)
    if relation.name == "hasAge" and (
        clause.skeleton[start - 1 : start] in tuple("从到大小差比第") or _AT_AGE.match(clause.skeleton[match.end :])
    ):
        return (), "", (start, end)
    if scene.ontology.is_literal(relation.range):
        return (), value_of(scene, clause, start, end, relation), (start, end)
    doing = relation.name in _TASTES or relation.name in ("hasSkill", "plays", "learns")
    found = [_called(scene, clause, one) for one in things(scene, clause, start, end, doing=doing)]
    if relation.name in ("eats", "takesMedicine"):
        found = [one for one in found if one.name not in ("饭", "药", "菜", "东西")]
    if relation.name == "takesCourse":
        found = [one for one in found if "Language" not in kinds(scene.ontology, one.name.removesuffix("课"))]
    if relation.name == "practices":
        found = [one for one in found if not _PLAYED.match(one.name)]  # "打网球" is played
    if relation.range == "Animal" and standing(clause.taken, match.start, match.end).modality != "asserted":
        found = [one for one in found if one.phrase >= 0]  # "想养只猫"
    wanted = _class_named(scene, pattern.wants)
    kept = [one for one in found if _suits(scene, one, wanted, relation)]
    if not kept and wanted and end == match.end and (head := _head(scene, clause, start, end, wanted)):
        kept = [head]
    return tuple(kept), "", (start, end)


def _head(scene: ChineseScene, clause: Clause, start: int, end: int, wanted: str) -> Thing | None:
    """The thing of a class that a stretch begins with: "电动车上班"."""
    for word in reversed(cut(clause.skeleton[start:end], guess=False)[:6]):
        if 0 < word.end < end - start and clause.skeleton[start + word.end] != "的":
            one = thing(scene, clause, start, start + word.end)
            if one is not None and is_of(scene, one, wanted):
                return one
    return None


def _called(scene: ChineseScene, clause: Clause, one: Thing) -> Thing:
    """A thing by its name, when the words behind it tell: "一只猫，叫泡泡"."""
    if one.phrase >= 0 or not one.kinds:
        return one
    following = next(
        (other for other in scene.read.clauses if other.start >= one.end and other.start >= clause.start), None
    )
    inside = _NAMING.search(clause.skeleton)
    for said, found in ((clause, inside), (following, following and _NAMING.match(following.skeleton))):
        if (
            said is not None
            and found
            and clause.places[0] <= said.places[found.start(1)]
            and said.places[found.start(1)] >= one.start
        ):
            named = thing(scene, said, *found.span(1))
            if named is not None:
                return replace(named, kinds=one.kinds)
    return one


def _class_named(scene: ChineseScene, wants: str) -> str:
    return next((name for name in scene.ontology.classes if name.lower() == wants.lower()), wants) if wants else ""


def _suits(scene: ChineseScene, one: Thing, wanted: str, relation: Relation) -> bool:
    """True for a thing that may be the object: known to be of the class the cue asks for, and none that is excluded."""
    if wanted and not is_of(scene, one, wanted):
        return wanted in ("Place", "Agent") and one.phrase >= 0 and may_be(scene, one, wanted)
    if not wanted and relation.range in _KNOWN and not one.kinds and one.phrase < 0:
        return relation.name in _NAMING_FIRMS and 1 < len(one.name) <= 8 and one.name not in _NO_FIRMS
    if relation.range == "Thing" and one.phrase < 0 and re.search(f"[{PHRASES}]", one.name):
        return False
    return may_be(scene, one, relation.range) or (bool(wanted) and is_of(scene, one, wanted))


def _without_subject(scene: ChineseScene, clause: Clause, start: int, end: int) -> tuple[int, int]:
    """The place of an object that stands first, without a person before or behind it: "我花粉过敏", "苏州他去过"."""
    skeleton = clause.skeleton
    while end - start > 1 and (is_person(skeleton[start]) or skeleton[start] in "，是会有对"):
        start += 1
    while end - start > 1 and is_person(skeleton[end - 1]):
        end -= 1
    return start, end
