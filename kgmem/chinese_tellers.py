"""Who passes something on: "X说…", "我听X说，…", "按X的说法，…", "我是从X那儿听来的，…"."""

from __future__ import annotations

import re

from kgmem.chinese_reading import MOST, PEOPLE, THING
from kgmem.chinese_scene import ChineseScene

_TELLER = f"[{PEOPLE}{chr(THING)}-{chr(THING + MOST - 1)}]"
_TOLD = "说起|说到|说过|说|提到过|提到|提过|提起|讲过|讲|告诉|透露|表示|介绍|跟我说|和我说|对我说|跟我讲|跟大家说|提了一嘴|发消息说|声称|宣称|坚称|吐槽|念叨|嘀咕|聊到|聊起|说漏嘴|捎话说|捎信说|来信说|发微信说|打电话说|转告"
_SAYS = re.compile(
    f"(?P<who>{_TELLER})(?:[跟和对给同向]?{_TELLER}|跟别人|跟大家|电话里|微信里|微信上|群里|昨天|前面|那天)?(?:{_TOLD})[了过]?{_TELLER}?(?:说|过|的是)?"
)
_HEARD = re.compile(f"听(?P<who>{_TELLER})(?:{_TOLD}|聊起|谈起)[了过]?")
_ACCORDING = re.compile(
    f"(?:按照|按|据|依|照|根据)(?P<who>{_TELLER})的?(?:说法|话|讲法|意思|描述|介绍|消息|透露|说|讲|所说|所言|转述|爆料)[来看说讲]*"
)
_FROM = re.compile(
    f"从(?P<who>{_TELLER})(?:那儿|那里|那边|嘴里|口中|处)?(?:听来|得知|知道|听到|打听|听说|得到的?消息)的?"
)
_WITNESS = re.compile(f"(?P<who>{_TELLER})(?:的原话|转告|告知)")
_FORMS = (_HEARD, _ACCORDING, _FROM, _SAYS, _WITNESS)
_BEHIND = re.compile(
    f"是?(?:听|据)?(?P<who>{_TELLER})(?:亲口)?(?:跟我|对我|和我|给我)?(?:说|讲|告诉|透露|提|转告){_TELLER}?的?[了过]?"
)
"""What stands behind what is told: "…，王伟说的"."""
_IN_TALK = frozenset(("i", "we", "you"))
"""Those who speak with one another: they pass nothing on."""


def teller(scene: ChineseScene, at: int, start: int) -> tuple[str, int]:
    """Whose word it is what a clause says from `start` of its skeleton on, "" when nobody is named, and where in the
    skeleton what is told begins."""
    ends = scene.tellers
    for n in range(len(ends), at):  # in order, however long a sentence goes on
        ends.append(_teller(scene, n, len(scene.read.clauses[n].skeleton), ends[n - 1] if n else ("", 0)))
    return _teller(scene, at, start, ends[at - 1] if at else ("", 0))


def _teller(scene: ChineseScene, at: int, start: int, earlier: tuple[str, int]) -> tuple[str, int]:
    """The same, by whose word the end of the clause before is."""
    skeleton = scene.read.clauses[at].skeleton
    for form in _FORMS:
        found = form.match(skeleton) or form.search(skeleton, 0, start)
        if found and found.end() <= start and (name := _name(scene, found["who"])):
            return name, found.end()
    if at and (before := scene.read.clauses[at - 1]).sentence == scene.read.clauses[at].sentence:
        for form in _FORMS:
            found = form.search(before.skeleton)
            if found and found.end() == len(before.skeleton) and (name := _name(scene, found["who"])):
                return name, 0
        name, begins = earlier
        if name and begins < len(before.skeleton):
            return name, 0  # what is told goes on
    behind = scene.read.clauses[at + 1] if at + 1 < len(scene.read.clauses) else None
    if behind is not None and behind.sentence == scene.read.clauses[at].sentence:
        found = _BEHIND.fullmatch(behind.skeleton)
        if found and (name := _name(scene, found["who"])):
            return name, 0
    return "", 0


def _name(scene: ChineseScene, sign: str) -> str:
    """The name of one who tells, other than the speaker and the one spoken to."""
    number = scene.read.phrase(sign)
    if number < 0 or scene.read.phrases[number].lower in _IN_TALK:
        return ""
    return scene.name(number) if scene.type(number) in ("Person", "Thing", "") else ""
