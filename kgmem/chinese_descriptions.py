"""What is told of an event in Chinese, as a short statement about its people: "静怡搬到苏州"."""

from __future__ import annotations

from collections.abc import Sequence

from kgmem.chinese_parts import Part
from kgmem.chinese_reading import Clause
from kgmem.chinese_scene import ChineseScene
from kgmem.chinese_standing import CAUSE, CHANGE, CONTRAST, EFFECT, FILLER, HEARSAY, PAST, PURPOSE, RECENT

_ASIDE = frozenset((CAUSE, EFFECT, CONTRAST, FILLER, HEARSAY, PURPOSE, RECENT, PAST, CHANGE, "particle"))
_MOST = 200
_AND = "和"


def describe(scene: ChineseScene, clause: Clause, who: Sequence[Part], start: int = 0, end: int = -1) -> str:
    """A stretch of a clause as its people would be told of: pronouns by name, without times and small words."""
    skeleton = clause.skeleton
    end = len(skeleton) if end < 0 else end
    aside = [one for one in clause.taken if one.kind not in _ASIDE]
    said: list[str] = []
    for place in range(start, end):
        said += [one.word for one in aside if one.at == place]
        number = scene.read.phrase(skeleton[place])
        if scene.read.time(skeleton[place]) is not None and not _is_told_of(skeleton, place):
            continue
        if number < 0:
            said.append(scene.read.text[clause.places[place] : clause.ends[place]])
            continue
        meaning = scene.meant.get(number)
        surface = scene.read.text[clause.places[place] : clause.ends[place]]
        said.append(_AND.join(meaning.names) if meaning and meaning.names and all(meaning.names) else surface)
    said += [one.word for one in aside if one.at == end and end == len(skeleton)]
    text = "".join(said).strip(" ,，。、")
    names = _AND.join(dict.fromkeys(part.name for part in who))
    if names and not any(part.name in text for part in who):
        text = f"{names}{text}"
    return text[:_MOST]


def _is_told_of(skeleton: str, place: int) -> bool:
    """True for a time that is part of what is told: "下午的火车", "改到周五"."""
    before = skeleton[:place].rstrip("了")[-1:]
    return skeleton[place + 1 : place + 2] == "的" or (bool(before) and before in "到至为成")
