"""Whom or what a Chinese clause speaks of: what stands before the cue, in a clause before, or the speaker."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgmem.chinese_reading import PHRASES, TIMES, Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_things import kinds, thing, trimmed
from kgmem.chinese_words import cut
from kgmem.ontology import Relation

_SIGN = re.compile(f"[{PHRASES}]")
_JOINED = re.compile(f"[{PHRASES}](?:(?:和|跟|与|同|以及|还有|、)[^{PHRASES}{TIMES}]{{0,3}}[{PHRASES}])+")
LEADING_TO = frozenset("在从到对把被给为替向比离往跟和与同让叫用按据当除")
"""Prepositions: what stands behind one is no subject."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom or what is spoken of; `start` in the text, -1 when it is not said."""

    name: str
    start: int
    kinds: tuple[str, ...] = ()


def subjects(
    scene: ChineseScene, clause: Clause, at: int, start: int, end: int, relation: Relation, *, inside: bool
) -> Iterator[Subject]:
    """Those a relation is said of. `inside`: the stretch `[start, end)` of the skeleton is the place for it; else it is
    what stands before the cue, and when nobody does, it is whom the clauses before speak of, or the speaker."""
    skeleton = clause.skeleton
    if relation.domain != "Person" and (found := list(_composed(scene, clause, start, end, relation))):
        yield from found
        return
    numbers = _phrases(scene, skeleton, start, end, inside=inside)
    if numbers:
        for number in numbers:
            kind = scene.type(number)
            own = (kind,) if kind and kind != "Thing" else kinds(scene.ontology, scene.name(number))
            fits = not own or any(scene.ontology.type_fits(one, relation.domain) for one in own)
            if scene.name(number) and fits:
                yield Subject(scene.name(number), scene.read.phrases[number].start, own)
        return
    if inside or relation.domain not in ("Person", "Agent", "Thing"):
        yield from _by_noun(scene, clause, start, end, relation)
        return
    if _speaks_of_another(skeleton[start:end]):
        if relation.domain != "Person":
            yield from _by_noun(scene, clause, start, end, relation)
        return
    number = scene.subject(at)
    name = scene.name(number) if number >= 0 else scene.subject_name(at)
    if name:
        kind = scene.type(number) if number >= 0 else "Person"
        if scene.ontology.type_fits(kind if kind != "Thing" else "", relation.domain):
            yield Subject(name, -1, (kind,) if kind != "Thing" else ())


def _composed(scene: ChineseScene, clause: Clause, start: int, end: int, relation: Relation) -> Iterator[Subject]:
    """A group or firm whose name begins with another name: "天津徒步小组在天津"."""
    signs = [n for n in range(start, end) if scene.read.phrase(clause.skeleton[n]) >= 0]
    if signs and signs[-1] + 1 < end and clause.skeleton[signs[-1] + 1] != "的":
        one = thing(scene, clause, signs[-1], end)
        if one is not None and one.phrase < 0 and any(scene.ontology.is_a(kind, "Agent") for kind in one.kinds):
            yield Subject(one.name, one.start, one.kinds)


def _phrases(scene: ChineseScene, skeleton: str, start: int, end: int, *, inside: bool) -> list[int]:
    """The phrases of a stretch that are subjects: several of a list."""
    said = skeleton[start:end]
    if inside:
        numbers = [number for sign in said if (number := scene.read.phrase(sign)) >= 0]
        return numbers[-1:] if len(said) > 2 else numbers
    for found in _JOINED.finditer(said):
        if said[: found.start()][-1:] not in LEADING_TO:
            return [scene.read.phrase(sign) for sign in found[0] if scene.read.phrase(sign) >= 0]
    for found in reversed(list(_SIGN.finditer(said))):
        before, behind = said[: found.start()][-1:], said[found.end() :]
        if before in LEADING_TO and not re.match("来说|而言|来讲", behind):
            continue
        if behind.startswith("的"):
            continue
        return [scene.read.phrase(found[0])]
    return []


def _speaks_of_another(said: str) -> bool:
    """True when the words before a cue name somebody or something that is no phrase."""
    plain = re.sub(f"[{TIMES}]", "", said)
    return len(plain) > 1 and any(
        word.tag[:1] in "nr" and word.tag not in ("r", "nz") for word in cut(plain, guess=False)
    )


def _by_noun(scene: ChineseScene, clause: Clause, start: int, end: int, relation: Relation) -> Iterator[Subject]:
    """A subject that is no phrase, by the noun it ends in: "枪鱼物流开在合肥"."""
    start, end = trimmed(clause.skeleton, start, end)
    while start < end and clause.skeleton[start] >= "\uf000":
        start += 1
    name = scene.read.surface(clause, start, end) if start < end else ""
    own = kinds(scene.ontology, clause.skeleton[start:end]) if name else ()
    if name and len(name) <= 16 and own and any(scene.ontology.is_a(kind, relation.domain) for kind in own):
        yield Subject(name, clause.span(start, end)[0], own)
