"""Cues in Chinese found in the skeletons of clauses: which relation or kind of event, and what stands in its places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kgmem.chinese_reading import PHRASES, TIMES
from kgmem.ontology import Ontology
from kgmem.ontology_patterns import OBJECT, SUBJECT, Part, Pattern, parse_pattern

LANGUAGE = "zh"
DATE = "Date"
_ASPECT = "[了过着]{0,2}"
_TIME = f"[{TIMES}]*"
_ANY = f"[^{TIMES}，]"
_SMALL = frozenset("了过着")
_IS_TIME = re.compile(f"[{TIMES}]").match
_INNER = 24
"""Signs of a place in the middle of a cue, at most."""
APART, END = "·", "。"
"""In a cue: where a verb and its noun may be said apart, and where the clause ends."""
_BETWEEN = (
    f"[了过着完好成]{{0,2}}(?:[{PHRASES}]的?)?[一二两三四五六七八九十几半好多\\d]{{0,2}}"
    "[个次场下顿架趟回天年阵把台遍通番份套家间张辆只条本件位名口段些]?的?"
)


@dataclass(frozen=True)
class Form:
    """A cue made ready: the relation or kind of event it says. `anchors` are words of which one must be there."""

    name: str
    pattern: Pattern
    written: str
    anchors: tuple[str, ...]

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The cue as an expression, made when it is first looked for."""
        return re.compile(self.written)


class Forms(tuple[Form, ...]):
    """Cues that are looked for together."""

    @cached_property
    def by_sign(self) -> Mapping[str, tuple[tuple[str, int], ...]]:
        """Anchors and the numbers of their cues, by the first sign of the anchor."""
        found: dict[str, list[tuple[str, int]]] = {}
        for number, form in enumerate(self):
            for anchor in form.anchors:
                found.setdefault(anchor[:1], []).append((anchor, number))
        return {sign: tuple(anchors) for sign, anchors in found.items()}


@dataclass(frozen=True, slots=True)
class Match:
    """A cue found at `[start, end)` of a skeleton; `slots` are the stretches of its places, by name.

    `weight` is how many signs of it are its own words.
    """

    form: Form
    start: int
    end: int
    slots: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    weight: int = 0


def relation_forms(ontology: Ontology) -> Forms:
    """The Chinese cues of the relations."""
    return ontology.derived(_relation_forms)


def event_forms(ontology: Ontology) -> Forms:
    """The Chinese cues of the kinds of events."""
    return ontology.derived(_event_forms)


def possessed_nouns(ontology: Ontology) -> Mapping[str, str]:
    """Nouns that somebody has, without their 的, and the relation of the one had to the one who has it."""
    return ontology.derived(_possessed_nouns)


def find(forms: Forms, skeleton: str) -> list[Match]:
    """The cues in a skeleton, those of more words first; several may share signs."""
    near = {number for sign in set(skeleton) for anchor, number in forms.by_sign.get(sign, ()) if anchor in skeleton}
    found = []
    for number in sorted(near):
        form = forms[number]
        for match in _everywhere(form, skeleton):
            slots = {name: match.span(name) for name in match.re.groupindex if match.group(name) is not None}
            inside = {place for start, end in slots.values() for place in range(start, end)}
            own = [sign for place, sign in enumerate(match[0], match.start()) if place not in inside]
            weight = sum(sign not in _SMALL and not _IS_TIME(sign) for sign in own)
            found.append(Match(form, match.start(), match.end(), slots, weight))
    return sorted(found, key=lambda m: (-m.weight, m.start, m.form.name, m.form.pattern.text))


def _everywhere(form: Form, skeleton: str) -> Iterator[re.Match[str]]:
    """The places of a cue in a skeleton; one may begin inside another. What opens with a place is looked for once."""
    match = form.expression.search(skeleton)
    while match is not None:
        yield match
        if form.pattern.parts[0].slot:
            return
        match = form.expression.search(skeleton, match.start() + 1)


def best(matches: Iterable[Match]) -> list[Match]:
    """Those matches that share no words with one of more words, in the order of the text."""
    kept: list[Match] = []
    for match in matches:
        if all(match.end <= other.start or other.end <= match.start for other in kept):
            kept.append(match)
    return sorted(kept, key=lambda m: (m.start, m.end))


def _relation_forms(ontology: Ontology) -> Forms:
    return Forms(
        form
        for relation in ontology.relations.values()
        for form in _forms(relation.name, relation.foreign, parse_pattern, dated=relation.range == DATE)
    )


def _event_forms(ontology: Ontology) -> Forms:
    return Forms(
        form
        for kind in ontology.events.values()
        for form in _forms(kind.name, kind.foreign, lambda text: parse_pattern(text, of_event=True))
    )


def _possessed_nouns(ontology: Ontology) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for relation in ontology.relations.values():
        for language, text in relation.foreign:
            pattern = parse_pattern(text) if language == LANGUAGE else None
            if pattern is not None and pattern.is_possessed:
                for word in pattern.parts[0].words:
                    found.setdefault(word.removeprefix("的"), relation.name)
    return found


def _forms(
    name: str, foreign: Iterable[tuple[str, str]], parse: Callable[[str], Pattern], *, dated: bool = False
) -> Iterable[Form]:
    for language, text in foreign:
        if language == LANGUAGE and not (pattern := parse(text)).is_possessed:
            yield form_of(name, pattern, dated=dated)


def form_of(name: str, pattern: Pattern, *, dated: bool = False) -> Form:
    """A cue made ready to be found; the object of a `dated` one is a time."""
    said = []
    for number, part in enumerate(pattern.parts):
        last = number == len(pattern.parts) - 1
        if part.slot == OBJECT and dated:
            said.append(f"(?P<{part.slot}>[{TIMES}]+)")
        elif part.slot:
            said.append(f"{_TIME}(?P<{part.slot}>{_place(part, last, pattern.parts[number + 1 : number + 2])}){_TIME}")
        else:
            words = "|".join(map(_written, sorted(part.words, key=len, reverse=True)))
            said.append(f"(?:{words}){_ASPECT}{_TIME}" if part.needed else f"(?:(?:{words}){_ASPECT})?")
    needed = [[_telling(word) for word in part.words] for part in pattern.parts if part.words and part.needed]
    anchors = max(needed, key=lambda words: min(map(len, words)))
    return Form(name, pattern, "".join(said), tuple(dict.fromkeys(anchors)))


def _telling(word: str) -> str:
    """The part of a word of a cue that stands in the text as it is."""
    return max(word.rstrip(END).split(APART), key=len)


def _written(word: str) -> str:
    """A word of a cue as an expression."""
    parts = _BETWEEN.join(map(re.escape, word.rstrip(END).split(APART)))
    return f"{parts}{_ASPECT}{_TIME}\\Z" if word.endswith(END) else parts


def _place(part: Part, last: bool, following: Sequence[Part]) -> str:
    if part.slot == SUBJECT and last:
        return f"[{PHRASES}]|{_ANY}+"
    if part.slot == SUBJECT:
        return f"[{PHRASES}]|{_ANY}{{1,{_INNER}}}?"
    if following and following[0].slot:
        return f"[{PHRASES}]"
    return f"{_ANY}+" if last else f"{_ANY}{{1,{_INNER}}}?"
