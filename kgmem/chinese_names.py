"""Which spans of a Chinese text name somebody or something: people first, then places, firms and what is called X.

A name is told by its signs (`chinese_name_signs`), by where words begin and end (`chinese_words`), and by what is known.
All matching runs on simplified signs; names are returned as they are written.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from kgmem import chinese_name_signs as signs
from kgmem.chinese_called import called
from kgmem.chinese_named import Named
from kgmem.chinese_persons import HAN, TITLE, people_named
from kgmem.chinese_places import kind_of, listed_places, organisations, places
from kgmem.chinese_words import cut, is_word
from kgmem.extract_genders import is_first_name, of_name
from kgmem.han import simplified


def names(
    text: str,
    people: Iterable[str] = (),
    known: Iterable[tuple[str, str]] = (),
    speaker: str = "",
    is_common: Callable[[str], bool] = lambda _: False,
) -> list[Named]:
    """All names of a text by place, none overlapping another.

    people: the full names of those who take part. known: (name, class) of what was called by a name before. Nobody
    calls himself by a title or as 老刘, so such a form is not that of `speaker`. is_common: tells the nouns that name a kind of thing ("皮卡") from names.
    """
    plain = simplified(text)
    found = _Found(text, plain, is_common)
    found.add_all(_known(text, plain, people, known, speaker))
    found.add_all(_works(plain))
    apart = sorted((one.start, one.end) for one in found.spans)
    words, plainly = cut(plain, apart), cut(plain, apart, guess=False)
    found.add_all(Named(*span, type="Person") for span in _dotted(plain))
    found.add_all(Named(*span, type=kind_of(plain[slice(*span)])) for span in organisations(plain, plainly))
    found.add_all(called(plain, words))
    found.add_all(people_named(plain, words))
    found.add_all(Named(*span, type="Place") for span in places(plain, plainly))
    found.add_all(_latin(text))
    return sorted(found.spans, key=lambda one: one.start)


class _Found:
    """The names found so far; what comes later gives way to what came before."""

    def __init__(self, text: str, plain: str, is_common: Callable[[str], bool]) -> None:
        self.text, self.plain, self.is_common = text, plain, is_common
        self.spans: list[Named] = []

    def add_all(self, more: Iterable[Named]) -> None:
        for one in list(more):
            if all(one.end <= held.start or held.end <= one.start for held in self.spans):
                if not one.name and one.type in ("Person", "Place") and self.is_common(self.plain[one.start : one.end]):
                    continue
                if one.type == "Place" and not one.name and self._is_beside_noun(one):
                    continue
                name = one.name or self.text[one.start : one.end]
                gender = one.gender
                if not gender and one.type == "Person":
                    gender = signs.gender_of(simplified(name))
                self.spans.append(replace(one, name=name, gender=gender))

    def _is_beside_noun(self, one: Named) -> bool:
        """True for what a place's name is not: "黑麦" in 黑麦面包."""
        listed = self.plain[one.start : one.end] in listed_places()
        return not listed and any(self.is_common(self.plain[one.end : one.end + size]) for size in (2, 3))


def _known(
    text: str, plain: str, people: Iterable[str], known: Iterable[tuple[str, str]], speaker: str
) -> Iterator[Named]:
    """Full names and their short forms, the longest first; a form that fits two keeps its own words."""
    persons = dict.fromkeys(name for name in people if name)
    others: dict[str, str] = {}
    for name, kind in known:
        if kind == "Person":
            persons.setdefault(name, None)
        else:
            others.setdefault(name, kind)
    forms: dict[str, dict[str, str]] = defaultdict(dict)  # written form -> full name -> kind
    for name in persons:
        form = simplified(name)
        forms[form][name] = "known"
        if re.search(HAN, form):
            for short in signs.short_forms(form):
                forms[short].setdefault(name, "short")
            for titled in _titled_forms(plain, form) if name != speaker else ():
                forms[titled].setdefault(name, "short")
        elif " " in form and form.split()[0].isalpha():
            forms[form.split()[0]].setdefault(name, "short")
    taken: list[tuple[int, int]] = []
    for form in sorted({*forms, *map(simplified, others)}, key=lambda form: (-len(form), form)):
        if len(form) < 2:
            continue
        holders = forms.get(form, {})
        exact = [name for name, kind in holders.items() if kind == "known"]
        bearers = exact or [
            n for n in holders if n != speaker or form[0] not in "小老大" or form[1:] in simplified(n)[2:]
        ]
        for place in _whole(form, plain):
            start, end = place
            if any(s < end and start < e for s, e in taken) or (holders and not _stands_alone(plain, start, end, form)):
                continue
            taken.append(place)
            if len(bearers) == 1:
                yield Named(start, end, bearers[0], "Person")
            elif holders:
                yield Named(start, end, text[start:end], "Person")
            else:
                name = next(name for name in others if simplified(name) == form)
                yield Named(start, end, name, others[name])


def _whole(form: str, plain: str) -> Iterator[tuple[int, int]]:
    pattern = re.escape(form)
    if form[0].isascii():
        pattern = rf"(?<![A-Za-z0-9]){pattern}(?![A-Za-z0-9])"
    yield from (found.span() for found in re.finditer(pattern, plain, re.I if form[0].isascii() else 0))


def _titled_forms(plain: str, name: str) -> Iterator[str]:
    """ "刘总", "刘老师", "永康哥" of 刘永康, those that stand in the text."""
    surname = signs.surname_of(name)
    given = name[len(surname) :]
    if surname and 1 <= len(given) <= 2:
        for stem in (surname, given, given[-1]):
            yield from (found[0] for found in re.finditer(rf"{stem}(?:{TITLE})", plain))


def _stands_alone(plain: str, start: int, end: int, form: str) -> bool:
    """False where the signs of a person's short name are a part of something else: "永康市", "小康社会"."""
    if plain[end : end + 1] in "市县省镇区路" and plain[end : end + 1]:
        return False
    if len(form) != 2 or not is_word(form):
        return True
    covering = [w for w in cut(plain) if w.start < end and start < w.end]
    if len(covering) == 1 and (covering[0].start, covering[0].end) != (start, end) and is_word(covering[0].text):
        return False
    tag = covering[0].tag if covering else ""
    return tag[:1] in "nxgj" or tag in ("vg", "ag", "zg") or form not in signs.listed("none")


# --- written so ---------------------------------------------------------------------------------

_WORK = re.compile(r"《([^《》\n]{1,40})》")


def _works(plain: str) -> Iterator[Named]:
    for found in _WORK.finditer(plain):
        yield Named(found.start(1), found.end(1), type="Work")


def _dotted(plain: str) -> Iterator[tuple[int, int]]:
    """ "汤姆·戈登"."""
    for found in re.finditer(rf"{HAN}{{1,8}}(?:[{signs.MIDDOT}]{HAN}{{1,8}})+", plain):
        start, end = found.span()
        first = re.match(rf"{HAN}+", found[0])[0]  # type: ignore[index]
        while start < found.start() + len(first) - 1 and not signs.is_foreign(plain[start]):
            start += 1
        while start < found.start() + len(first) - 1 and not signs.is_foreign(
            plain[start : found.start() + len(first)]
        ):
            start += 1
        last = max(plain.rfind(dot, start, end) for dot in signs.MIDDOT)
        while end > last + 2 and not signs.is_foreign(plain[last + 1 : end]):
            end -= 1
        yield start, end


_LATIN = re.compile(r"(?<![A-Za-z0-9_@/.-])[A-Z][a-zA-Z]+(?:['&.-][A-Za-z]+)*(?: [A-Z][a-zA-Z]+)*(?![A-Za-z0-9_@])")
_NO_NAMES = frozenset(
    """ok okay app ai ktv ppt pdf wifi vip cp pk kpi hr it bug demo offer email mail hi hello hey bye word excel cpu gpu usb
    tv dvd cd mv ip id pc sql api url gps atm diy nba cba mba phd ceo cfo cto pm am wc yes no sorry thanks lol omg cool
    vlog show party happy get cos acg sku ipad iphone""".split()
)


def _latin(text: str) -> Iterator[Named]:
    for found in _LATIN.finditer(text):
        name = found[0]
        if name.lower() in _NO_NAMES or (name.isupper() and len(name) < 5):
            continue
        first = name.split()[0]
        person = is_first_name(first)
        yield Named(*found.span(), name, "Person" if person else "Thing", of_name(name) if person else "")
