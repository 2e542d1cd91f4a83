"""Who takes part in an event told in Chinese: what stands in the places of its cue, and who does it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgmem.chinese_name_signs import is_full_name
from kgmem.chinese_reading import PEOPLE, PHRASES, TIMES, Clause, is_person
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_subjects import LEADING_TO
from kgmem.chinese_things import kinds, thing
from kgmem.chinese_words import cut, is_word
from kgmem.extract_coref import CERTAIN

_OWNED = re.compile(f"(?P<who>[{PEOPLE}])(?:自己|家里?)?的?(?=.)")
_RAW_OWNER = re.compile("(?P<who>[\u4e00-\u9fff]{2,3})的(?=.)")
_TOPIC = re.compile(f"(?P<what>.{{2,}}?)(?P<who>[{PEOPLE}])\\Z")
_JOINED = re.compile(f"[{PHRASES}](?:(?:和|跟|与|同|以及|还有|、)[{PHRASES}])+")
_TURNED = LEADING_TO | frozenset("于陪带找请")
"""Signs of which what follows is no subject."""
_BEHIND = re.compile(
    r"(?:[了过着的去来]|居住|生活|定居|那边|这边|那儿|这儿|工作|上班|一趟|一次|好几次|几次|两次|几天|两天|几周|一周|一个月|住)+\Z"
)
_NOTHING = frozenset(
    "来 去 的 了 病 家 他 她 自己 出来 起来 下来 进来 回来 回去 过去 过来 上来 不少 很多 一些 许多 别人 有人 那里 那儿 这里 这儿 一次 一趟 几次".split()
)
_HAS_WORD = re.compile(r"[^\W\d_]")
_HAN_ONLY = re.compile(r"[\u4e00-\u9fff]+")
_FUNCTION = frozenset(
    "在从到对把被给为替向比离往跟和与同让叫用按据当的了过着是有这那哪谁很也都就才还又再没不别去来上下做看想要会能说"
)
_MOST = 24
_DEFAULT = {
    "destination": "Place", "employer": "Organization", "as": "Occupation", "place": "Place",
    "with": "Thing", "origin": "Thing", "patient": "Thing", "agent": "Person",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Part:
    """One who takes part in a role. `known` when the text names or points to it; `kinds` are the classes it may be of,
    `owner` whose it is; `start` its place in the text, -1 when it is not said."""

    role: str
    name: str
    type: str
    start: int = -1
    known: bool = False
    kinds: tuple[str, ...] = ()
    owner: Part | None = None


def roles_of(scene: ChineseScene, clause: Clause, role: str, start: int, end: int) -> Part | None:
    """What the stretch `[start, end)` of a skeleton says of one role; None when it says nobody and nothing."""
    skeleton = clause.skeleton
    owner: Part | None = None
    if role == "agent" and end > start and is_person(skeleton[end - 1]):
        return _phrase(scene, role, skeleton[end - 1])
    while start < end and (scene.read.time(skeleton[start]) is not None or skeleton[start] in "是了"):
        start += 1
    while start < end and skeleton[end - 1] in "是了就":
        end -= 1
    if (found := _OWNED.match(skeleton, start, end)) and found.end() < end:
        owner, start = _phrase(scene, "agent", found["who"]), found.end()
    elif (found := _RAW_OWNER.match(skeleton, start, end)) and _is_name(found["who"]):
        name = scene.read.surface(clause, *found.span("who"))
        owner = Part("agent", name, "Person", clause.span(*found.span("who"))[0], True, ("Person",))
        start = found.end()
    elif (found := _TOPIC.match(skeleton[start:end])) and not re.search(
        f"[和跟与同给在][{PEOPLE}]\\Z", skeleton[start:end]
    ):
        owner, end = _phrase(scene, "agent", found["who"]), start + found.end("what")
    while start < end and (left := _trimmed(scene, skeleton, start, end)) < end:
        end = left
    if end - start == 1 and scene.read.phrase(skeleton[start]) >= 0:
        part = _phrase(scene, role, skeleton[start])
        return replace(part, owner=owner) if part is not None else None
    one = thing(scene, clause, start, end) if start < end else None
    if one is None or len(one.name) > _MOST:
        return None
    known = one.phrase >= 0
    own = one.kinds
    if named := _with_noun(scene, one.name):
        return Part(role, named, "Animal", one.start, True, ("Animal",), owner)
    if one.name in _NOTHING or not _HAS_WORD.search(one.name):
        return None
    return Part(role, one.name, own[0] if own else _DEFAULT.get(role, "Thing"), one.start, known, own, owner)


def _with_noun(scene: ChineseScene, said: str) -> str:
    """The name in "鹦鹉胡椒", which follows what sort of animal its bearer is; "" when there is none."""
    for length in (3, 2):
        noun, name = said[:length], said[length:]
        if 1 < len(name) <= 3 and "Animal" in scene.ontology.classes_of(noun):
            return name
    return ""


def _trimmed(scene: ChineseScene, skeleton: str, start: int, end: int) -> int:
    """Where a stretch ends without what is no part of a name: "苏州去住"."""
    found = _BEHIND.search(skeleton, start, end)
    if found is None or found.start() <= start:
        return end
    if scene.read.phrase(skeleton[found.start() - 1]) >= 0 or found.start() - start >= 2:
        return found.start()
    return end


def _phrase(scene: ChineseScene, role: str, sign: str) -> Part | None:
    number = scene.read.phrase(sign)
    name = scene.name(number) if number >= 0 else ""
    if not name:
        return None
    own = _classes(scene, number, name)
    return Part(role, name, own[0] if own else "Thing", scene.read.phrases[number].start, True, own)


def _classes(scene: ChineseScene, number: int, name: str) -> tuple[str, ...]:
    """The classes a phrase may be of: a 俱乐部 taken for a firm is a group as well."""
    kind = scene.type(number)
    by_noun = kinds(scene.ontology, name) if kind != "Person" else ()
    return tuple(dict.fromkeys((*((kind,) if kind and kind != "Thing" else ()), *by_noun)))


def agents(
    scene: ChineseScene, at: int, clause: Clause, start: int, end: int, *, inherit: bool = True
) -> Iterator[Part]:
    """Who does what is told: what stands in the stretch before its cue, each of several; when nobody does and one may
    `inherit`, whom the clauses before speak of, or the speaker."""
    said = clause.skeleton[start:end]
    numbers = _named(scene, said)
    for number in numbers:
        yield from _members(scene, number)
    if numbers:
        return
    plain = re.sub(f"[{TIMES}]", "", said)
    if len(plain) > 1 and (part := _by_noun(scene, clause, start, end)) is not None:
        yield part
    elif inherit and (name := scene.subject_name(at)):
        number = scene.subject(at)
        if number >= 0:
            yield from (replace(part, start=-1) for part in _members(scene, number))
        else:
            yield Part("agent", name, "Person", -1, True, ("Person",))


def _named(scene: ChineseScene, said: str) -> list[int]:
    for found in _JOINED.finditer(said):
        if said[: found.start()][-1:] not in _TURNED:
            return [scene.read.phrase(sign) for sign in found[0] if scene.read.phrase(sign) >= 0]
    for found in re.finditer(f"[{PHRASES}]", said):
        before, after = said[: found.start()][-1:], said[found.end() :][:1]
        if before in _TURNED or after == "的":
            continue
        return [scene.read.phrase(found[0])]
    return []


def _members(scene: ChineseScene, number: int) -> Iterator[Part]:
    """A phrase as one who takes part, or each of those it stands for."""
    meaning = scene.meant.get(number)
    names = meaning.names if meaning is not None and meaning.sure >= CERTAIN else ()
    start = scene.read.phrases[number].start
    if len(names) < 2:
        names = (scene.name(number),)
    for name in names:
        if name:
            own = _classes(scene, number, name)
            yield Part("agent", name, own[0] if own else "Thing", start, True, own)


def _is_name(said: str) -> bool:
    """True for two or three signs that are no word of the dictionary, or taken for a name by it."""
    if not 2 <= len(said) <= 3 or not _HAN_ONLY.fullmatch(said):
        return False
    if is_full_name(said) and not is_word(said):
        return True
    words = cut(said)
    return (len(words) == 1 and words[0].tag in ("nr", "nrt", "nrfg")) or not (
        is_word(said)
        or (len(words) > 1 and any(len(word.text) > 1 for word in words))
        or any(sign in _FUNCTION for sign in said)
    )


def _by_noun(scene: ChineseScene, clause: Clause, start: int, end: int) -> Part | None:
    """One who is no phrase, by a noun: "钴蓝书店", "领导"."""
    skeleton = clause.skeleton
    while start < end and scene.read.time(skeleton[start]) is not None:
        start += 1
    stop = next((n for n in range(start, end) if scene.read.time(skeleton[n]) is not None), end)
    if (found := _OWNED.match(skeleton, start, stop)) and found.end() < stop:
        start = found.end()
    if (name := skeleton[start:stop]) and _is_name(name):
        said = scene.read.surface(clause, start, stop)
        return Part("agent", said, "Person", clause.span(start, stop)[0], True, ("Person",))
    words = cut(skeleton[start:stop])
    if not words or any(word.tag[:1] not in "njmqxabvu" for word in words) or words[-1].tag[:1] not in "njvx":
        return None
    part = roles_of(scene, clause, "agent", start, stop)
    if part is None or not part.kinds or (part.kinds == ("Person",) and not kinds(scene.ontology, part.name)):
        return None
    return part
