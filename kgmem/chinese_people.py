"""Who is whose mother, friend or boss in Chinese talk, and who is called what: "我姐姐林梅", "张伟的妻子是王芳", "我叫小李"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from kgmem.chinese_cues import possessed_nouns
from kgmem.chinese_phrases import is_former
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import Standing, standing
from kgmem.extract_coref import bound
from kgmem.ontology import Relation
from kgmem.records import FactClaim
from kgmem.temporal import ALWAYS, FOREVER, Span

_LIKELY = 0.6
_TWO = 2
_CALLED = re.compile(
    r"(?:的)?(?:名字|外号|绰号|小名|昵称|英文名|中文名|全名|真名|大名)?(?:就)?(?:叫做|叫作|名叫|叫|是)[了过着]?"
)


def people(scene: ChineseScene) -> list[FactClaim]:
    """What the phrases of a text say of how people belong together, and of their names."""
    return [*_belonging(scene), *_names(scene)]


def kin_relation(scene: ChineseScene, plain: str) -> Relation | None:
    """The relation of somebody to the one whose mother, friend or boss they are."""
    name = possessed_nouns(scene.ontology).get(plain)
    relation = scene.ontology.relations.get(name) if name else None
    return relation if relation is not None and scene.ontology.is_a(relation.domain, "Agent") else None


def persons(scene: ChineseScene, number: int, *, least: float = _LIKELY) -> list[str]:
    """The persons a phrase stands for, those guessed at included; "我们" is who talks and who is talked to."""
    one = scene.read.phrases[number]
    if one.lower == "we" and scene.speaker:
        return [name for name in (scene.speaker, scene.addressee) if name]
    beside = scene.spot(number).beside
    meaning = scene.meant.get(beside[0] if beside else number)
    if meaning is None or meaning.sure < least or (not meaning.known and one.owner < 0):
        return []
    return list(meaning.names) if scene.ontology.is_a(meaning.type, "Person") or meaning.type in ("Thing", "") else []


def between(
    scene: ChineseScene, relation: str, one: str, other: str, at: int, how: Standing, *, sure: float, rule: str,
    predicate: str = "", ends: bool = False,
) -> Iterator[FactClaim]:  # fmt: skip
    """That one is related to the other, as a clause says it."""
    kind = scene.ontology.relation(relation)
    if not one or not other or one == other or how.asked:
        return
    clause = scene.read.clauses[at]
    ended = (ends or how.ended or how.past) and not kind.timeless
    yield FactClaim(
        one, kind.name, other, predicate=predicate, subject_type=kind.domain, object_type=kind.range,
        valid=Span(scene.episode.occurred, FOREVER, "unknown") if ended else ALWAYS, ends=ended,
        polarity="negative" if how.denied else "positive", modality=how.modality, confidence=sure, rule=rule,
        start=clause.start, end=clause.end,
    )  # fmt: skip


def _belonging(scene: ChineseScene) -> Iterator[FactClaim]:
    for number, one in enumerate(scene.read.phrases):
        if one.kind != "noun" or one.owner < 0:
            continue
        relation = kin_relation(scene, one.plain)
        owners = persons(scene, one.owner)
        if relation is None or not owners or scene.read.phrases[one.owner].type == "Organization":
            continue
        at = scene.clause_of(one.start)
        owned = scene.read.phrases[one.owner]
        former = is_former(scene.read.text[owned.end : one.end]) and not relation.name.startswith("ex")
        spot = scene.spot(number)
        clause = scene.read.clauses[at]
        plainly = Standing()
        if spot.beside:
            for beside, owner in product(spot.beside, owners):
                name = bound(scene.meant, beside, least=_LIKELY)
                yield from between(
                    scene, relation.name, name, owner, at, plainly, sure=0.9, rule="possession", predicate=one.noun, ends=former
                )  # fmt: skip
        elif spot.same_as >= 0:
            how = standing(clause.taken, 0, len(clause.skeleton), asked=clause.asked)
            for name, owner in product(persons(scene, spot.same_as)[:1], owners):
                yield from between(
                    scene,
                    relation.name,
                    name,
                    owner,
                    at,
                    how,
                    sure=0.85,
                    rule="kinship",
                    predicate=one.noun,
                    ends=former,
                )
        elif (
            not one.plural
            and (relation.timeless or relation.functional)
            and not former
            and not _is_called(scene, number, at)
        ):
            meaning = scene.meant.get(number)
            if meaning is not None and not meaning.known:
                yield from between(
                    scene,
                    relation.name,
                    meaning.names[0],
                    owners[0],
                    at,
                    plainly,
                    sure=0.8,
                    rule="possession",
                    predicate=one.noun,
                )


def _is_called(scene: ChineseScene, number: int, at: int) -> bool:
    """True for who is only called ("妈，…"), and for what somebody is said to be, or not ("她不是我老婆")."""
    skeleton = scene.read.clauses[at].skeleton
    place = next((place for place, sign in enumerate(skeleton) if scene.read.phrase(sign) == number), -1)
    return len(skeleton) == 1 or (place > 0 and skeleton[place - 1] == "是")


def _names(scene: ChineseScene) -> Iterator[FactClaim]:
    """ "我叫林梅", "他的外号叫小胖": one by another name."""
    relation = scene.ontology.relation("named")
    for _, clause in scene.clauses():
        numbers = [
            (place, number) for place, sign in enumerate(clause.skeleton) if (number := scene.read.phrase(sign)) >= 0
        ]
        if len(numbers) < _TWO or numbers[0][0] > 1 or clause.asked:
            continue
        (first, who), (second, called) = numbers[:_TWO]
        said = "".join(sign for sign in clause.skeleton[first + 1 : second] if scene.read.time(sign) is None)
        one, other = scene.read.phrases[who], scene.read.phrases[called]
        if not _CALLED.fullmatch(said) or other.kind != "name" or other.type not in ("Person", "Thing"):
            continue
        if said.startswith("是") and (
            one.kind == "name" or other.type != "Person" or second + 1 < len(clause.skeleton)
        ):
            continue
        if one.owner >= 0 and one.kind == "noun":
            continue
        how = standing(clause.taken, first, len(clause.skeleton), asked=clause.asked)
        name = scene.name(who)
        if name and name != other.name and not how.denied and how.modality == "asserted":
            yield FactClaim(
                name, relation.name, value=other.name, predicate=said, subject_type="Person", confidence=0.85, rule="naming",
                start=clause.start, end=clause.end,
            )  # fmt: skip
