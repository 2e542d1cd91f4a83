"""What somebody is said to have by the way: "我的自行车很好用", "小李家的狗豆豆"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgmem.chinese_reading import PEOPLE, PHRASES, Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import standing
from kgmem.chinese_things import Thing, kinds, thing
from kgmem.chinese_words import Word, cut
from kgmem.ontology import Ontology
from kgmem.records import FactClaim

_OWNER = re.compile(
    f"([{PEOPLE}])(家里的|家养的|新买的|买的|用的|骑的|开的|戴的|穿的|家那[只条个]|养的|家的|家|的|那[辆台部架把张件盏])"
)
_PARTED = re.compile(
    "卖|丢|偷|盗|坏|摔|送|落在|报废|扔|转手|转让|不见|没了|烧|碎|处理|捐|退|抢|弄没|过户|死|走丢|去世|离世|走了|病逝|安乐|没能"
)
_NAMED = re.compile("(?:的?名字|名)?(?:叫做|叫|是)(.+)")
_CALLED_PET = re.compile("(.{1,6}?)(?=(?:的名字|名字)?(?:名叫|叫做|叫|是))")
_NOMINAL = re.compile(r"[nabmqxzfiljg]|eng|vn")
_MOST = 5
_CALLED = 4
"""Signs of a name that stands behind a noun."""


def belongings(scene: ChineseScene) -> Iterator[FactClaim]:
    """What the clauses say that somebody has, in the words "his bicycle"."""
    for at, clause in scene.clauses():
        for found in _OWNER.finditer(clause.skeleton):
            number = scene.read.phrase(found[1])
            owner = scene.name(number)
            how = standing(clause.taken, found.start(), found.end())
            if (
                not owner
                or scene.type(number) not in ("Person", "")
                or how.asked
                or clause.asked
                or how.modality != "asserted"
            ):
                continue
            one = _owned(scene, clause, found.end())
            if one is None or _is_gone(scene, at, found.start()):
                continue
            is_pet = "Animal" in one.kinds
            if not is_pet and not (found[2].startswith(("的", "那")) or found[2][1:] == "的" or found[2] == "新买的"):
                continue
            yield FactClaim(
                owner, "hasPet" if is_pet else "owns", one.name, "", clause.skeleton[found.end() - 1 : found.end()],
                object_type=next(kind for kind in one.kinds if is_pet or scene.ontology.is_a(kind, "Possession")),
                confidence=0.75, rule="chinese-belonging", start=clause.span(found.start(), found.end())[0], end=one.end,
            )  # fmt: skip


def _owned(scene: ChineseScene, clause: Clause, start: int) -> Thing | None:
    """The possession or animal that is named from `start` of the skeleton on."""
    if called := _CALLED_PET.match(clause.skeleton, start):
        found = kinds(scene.ontology, called[1])
        if "Animal" in found:
            return _pet(scene, clause, called.end(1), found)
    words = _nominal(scene.ontology, clause.skeleton[start:])
    for last in range(len(words), 0, -1):
        end = start + words[last - 1].end
        found = kinds(scene.ontology, clause.skeleton[start:end])
        if "Animal" in found:
            return _pet(scene, clause, end, found)
        if any(scene.ontology.is_a(kind, "Possession") for kind in found) and clause.skeleton[end - 1] != "家":
            return thing(scene, clause, start, end)
    return None


def _pet(scene: ChineseScene, clause: Clause, start: int, found: tuple[str, ...]) -> Thing | None:
    """An animal by its name: only one that has one."""
    rest = clause.skeleton[start:]
    if called := _NAMED.match(rest):
        named = thing(scene, clause, start + called.start(1), start + called.end(1))
    elif scene.read.phrase(rest[:1] or " ") >= 0:
        named = thing(scene, clause, start, start + 1)
    else:
        words = cut(rest, guess=False)
        is_name = len(words) > 1 and 1 < len(words[0].text) <= _CALLED and re.match(r"n|x|z|v|a|i", words[0].tag)
        named = thing(scene, clause, start, start + words[0].end) if is_name else None
    if named is None or named.name == "":
        return None
    return Thing(named.name, named.start, named.end, named.phrase, found)


def _nominal(ontology: Ontology, said: str) -> list[Word]:
    found = []
    for word in cut(said, guess=False)[:_MOST]:
        is_noun = _NOMINAL.match(word.tag) or (word.tag == "v" and len(word.text) > 1) or ontology.classes_of(word.text)
        if re.search(f"[{PHRASES}]", word.text) or not is_noun:
            break
        found.append(word)
    return found


def _is_gone(scene: ChineseScene, at: int, start: int) -> bool:
    """True when the clause, or the one behind it, says that it is there no more."""
    clauses = scene.read.clauses
    near = [clauses[at].skeleton]
    if at + 1 < len(clauses) and clauses[at + 1].sentence == clauses[at].sentence:
        near.append(clauses[at + 1].skeleton)
    return any(_PARTED.search(said) for said in near)
