"""Filling a form: who is "I" and who is "she", agreement, articles, measure words; and where each thing stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from benchmarks.synth import forms_en, forms_zh, names
from benchmarks.synth.forms import SLOT
from benchmarks.synth.times import MONTHS, When
from benchmarks.synth.world import Lang, World

Style = Literal["short", "full", "nick", "pronoun", "kin"]


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters `[start, end)` that stand for a role's entity, or say when (`entity` is the ISO time then).

    how: self, you, pronoun, nick, kin, name for people; object, sort, when for the rest.
    """

    role: str
    entity: str
    start: int
    end: int
    how: str


@dataclass(frozen=True, slots=True)
class Said:
    """A text with its marks, and clauses: (name, start, end)."""

    text: str
    marks: tuple[Mark, ...] = ()
    clauses: tuple[tuple[str, int, int], ...] = ()

    def shifted(self, offset: int) -> Said:
        return Said(
            self.text,
            tuple(replace(mark, start=mark.start + offset, end=mark.end + offset) for mark in self.marks),
            tuple((name, start + offset, end + offset) for name, start, end in self.clauses),
        )

    def edited(self, at: int, old: int, new: str) -> Said:
        """`old` characters at a place outside or at the rim of all marks become `new`."""
        moved = len(new) - old

        def to(place: int) -> int:
            return place + moved if place >= at + old and (old or place > at) else place

        marks = tuple(
            replace(mark, start=to(mark.start) if mark.start != at or old else mark.start + moved, end=to(mark.end))
            for mark in self.marks
        )
        clauses = tuple((name, start if start <= at else to(start), to(end)) for name, start, end in self.clauses)
        return Said(self.text[:at] + new + self.text[at + old :], marks, clauses)


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks to whom in which language; how others are called. "assistant" and "tool" are speakers too."""

    world: World
    lang: Lang
    speaker: str
    listeners: tuple[str, ...] = ()
    styles: Mapping[str, Style] = field(default_factory=dict)
    kin: Mapping[str, str] = field(default_factory=dict)  # id -> "my wife", for the style kin

    def grammatical(self, id: str) -> int:
        return 1 if id == self.speaker else 2 if id in self.listeners else 3

    def is_person(self, id: str) -> bool:
        return id[:1] == "p" and id[1:].isdecimal()

    def named(self, id: str) -> tuple[str, str]:
        """(name, how) of somebody who is neither speaker nor listener."""
        if not self.is_person(id):
            return self.world.name(id, self.lang), "object"
        person, style = self.world.person(id), self.styles.get(id, "short")
        if style == "nick" and person.lang == self.lang and person.nick not in (person.short, person.name):
            return person.nick, "nick"
        if style == "full":
            return person.called(self.lang), "name"
        if style == "kin" and id in self.kin:
            return self.kin[id], "kin"
        return person.briefly(self.lang), "name"


EN_PRONOUNS: dict[str, tuple[str, str, str, str, str]] = {
    # subject, object, possessive, absolute possessive, reflexive
    "1": ("I", "me", "my", "mine", "myself"),
    "2": ("you", "you", "your", "yours", "yourself"),
    "f": ("she", "her", "her", "hers", "herself"),
    "m": ("he", "him", "his", "his", "himself"),
    "n": ("it", "it", "its", "its", "itself"),
}
ZH_PRONOUNS = {"1": "我", "2": "你", "f": "她", "m": "他", "n": "它"}
BE, HAVE = {1: "am", 2: "are", 3: "is"}, {1: "have", 2: "have", 3: "has"}
_SENIOR = {en for en, _ in names.rows(names.SENIOR) if not en.endswith(("lead", "manager"))}
_INJURIES = {en for en, _ in names.rows(names.INJURIES)} - {"whiplash"}
_LASTING = {en for en, _ in names.rows(names.LASTING)} | {"whiplash"}
_ILL = {en for en, _ in names.rows(names.CONDITIONS)}
PLURAL = ("rolls", "peanuts")
MEASURES = (
    ("自行车", "辆"), ("帐篷", "顶"), ("相机", "台"), ("皮划艇", "艘"), ("沙发", "张"), ("电脑", "台"), ("箱", "个"),
    ("背包", "个"), ("书架", "个"), ("扶手椅", "把"), ("手表", "块"), ("书桌", "张"), ("台灯", "盏"), ("滑板车", "辆"),
    ("望远镜", "架"), ("机", "台"), ("吉他", "把"), ("雨衣", "件"), ("车", "辆"), ("皮卡", "辆"),
    ("猫", "只"), ("狗", "只"), ("兔子", "只"), ("鹦鹉", "只"), ("仓鼠", "只"), ("乌龟", "只"),
)  # fmt: skip


def measure(noun: str) -> str:
    return next((word for end, word in MEASURES if noun.endswith(end)), "个")


def with_article(noun: str, kind: str) -> str:
    """ "a bicycle", "an editor", "the flu", "head of sales", "asthma"."""
    if noun in _SENIOR or noun in _LASTING or (kind == "condition" and noun in _ILL and noun != "flu"):
        return noun
    if noun == "flu":
        return "the flu"
    return f"{'an' if noun[0] in 'aeiouAEIOU' and not noun.startswith(('uni', 'eu', 'one')) else 'a'} {noun}"


def inflected(verb: str, person: int) -> str:
    """A verb in the present, or was/were, that agrees with I, you or a third person."""
    if verb == "be":
        return BE[person]
    if verb == "was":
        return "were" if person == 2 else "was"
    if person != 3:
        return verb
    if verb == "have":
        return "has"
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


GERUNDS = {
    "get": "getting",
    "quit": "quitting",
    "sit": "sitting",
    "put": "putting",
    "tie": "tying",
    "travel": "travelling",
}


def gerund(phrase: str) -> str:
    """ "move to Porto and join a club" as "moving to Porto and joining a club"; the phrase may still have slots."""
    verbs = {"move", "settle"}
    verb, _, rest = phrase.partition(" ")
    made = GERUNDS.get(verb) or (verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb) + "ing"
    for other in verbs:
        rest = rest.replace(f" and {other} ", f" and {other[:-1]}ing ")
    return f"{made} {rest}".strip()


def spoken_date(iso: str, lang: Lang) -> str:
    year, month, day = (int(part) for part in iso.split("-"))
    return f"{day} {MONTHS[month - 1]} {year}" if lang == "en" else f"{year}年{month}月{day}日"


KIN_WORDS = {
    ("en", "son"): ("daughter", "son"),
    ("en", "girl"): ("girl", "boy"),
    ("en", "baby"): ("baby girl", "baby boy"),
    ("en", "mother"): ("mother", "father"),
    ("en", "husband"): ("wife", "husband"),
    ("en", "boyfriend"): ("girlfriend", "boyfriend"),
    ("en", "brother"): ("sister", "brother"),
    ("en", "sister"): ("sister", "brother"),
    ("zh", "son"): ("女儿", "儿子"),
    ("zh", "girl"): ("女孩", "男孩"),
    ("zh", "baby"): ("个女儿", "个儿子"),
    ("zh", "mother"): ("妈妈", "爸爸"),
    ("zh", "husband"): ("老婆", "老公"),
    ("zh", "boyfriend"): ("女朋友", "男朋友"),
}
OF_WHO = ("mother", "sister")


class Filler:
    """Fills one form. `values` are roles and ids; `params` the happening's own words."""

    def __init__(
        self, voice: Voice, values: Mapping[str, str], params: Mapping[str, str], when: When | None, since: When | None
    ) -> None:
        self.voice, self.values, self.params, self.when, self.since = voice, values, params, when, since
        self.out, self.marks, self.clauses = "", [], []  # type: tuple[str, list[Mark], list[tuple[str, int, int]]]
        self.seen: set[str] = set()

    def fill(self, text: str, nested: Mapping[str, str | Said] | None = None) -> Said:
        """The text with its slots filled. `nested` are texts with slots of their own, or what is said already."""
        text = self._smooth(text)
        self._fill(text, nested or {})
        said = Said(self.out, tuple(self.marks), tuple(self.clauses))
        return _trimmed(said)

    def _smooth(self, text: str) -> str:
        if self.voice.lang == "en":
            text = text.replace("{who} and {with:too}", "{both}").replace("{who} and {it:too}", "{bothit}")
        return text

    def _fill(self, text: str, nested: Mapping[str, str | Said]) -> None:
        place = 0
        for found in SLOT.finditer(text):
            self._add(text[place : found.start()])
            place = found.end()
            if found[2]:
                self._verb(found[2])
            elif found[1] in nested:
                inner = nested[found[1]]
                start = len(self.out)
                if isinstance(inner, Said):
                    shifted = inner.shifted(start)
                    self._add(inner.text)
                    self.marks += shifted.marks
                    self.clauses += shifted.clauses
                else:
                    self._fill(inner, {})
                self.clauses.append((found[1], start, len(self.out)))
            else:
                self._slot(found[1])
        self._add(text[place:])

    def _add(self, text: str) -> None:
        self.out += text

    def _mark(self, text: str, role: str, entity: str, how: str, lead: str = "") -> None:
        self.out += lead
        self.marks.append(Mark(role, entity, len(self.out), len(self.out) + len(text), how))
        self.out += text
        self.seen.add(role)

    def _verb(self, verb: str) -> None:
        role, _, plain = verb.rpartition(":")
        id = self.values.get(role or "who", "")
        plural = role == "it" and id[:1] == "x" and self.voice.world.thing(id).en.endswith(PLURAL)
        self._add(inflected(plain, 2 if plural else self.voice.grammatical(id)))

    def _slot(self, slot: str) -> None:
        if slot in ("when", "when+", "since", "since!", "when:iso"):
            self._time(slot)
        elif slot in ("feeling", "outcome", "occasion"):
            self._word(slot)
        elif slot in ("both", "bothit", "bothtimes", "bothwe"):
            self._pair(slot)
        elif (self.voice.lang, slot) in KIN_WORDS or slot in ("brother", "siblings", "sister"):
            self._add(self._kin(slot))
        elif slot == "a:baby":
            self._add(f"a {self._kin('baby')}")
        elif slot in ("childtheir", "childthey's"):
            word = EN_PRONOUNS[self._gender(self.values["child"])]
            self._mark(word[2] if slot == "childtheir" else word[0], "child", self.values["child"], "pronoun")
            if slot == "childthey's":
                self._add("'s")
        elif slot.startswith(("they", "their", "them")):
            self._pronoun(slot)
        else:
            self._role(slot)

    # what is not a role

    def _time(self, slot: str) -> None:
        when = self.since if slot.startswith("since") else self.when
        if when is None:
            return
        role = slot.rstrip("+!").partition(":")[0]
        if slot == "when:iso":
            self._mark(when.iso, role, when.iso, "when")
        elif role == "since":
            lead = "since " if self.voice.lang == "en" else ""
            self._mark(when.since, role, when.iso, "when", lead)
        else:
            self._mark(when.text, role, when.iso, "when")

    def _word(self, slot: str) -> None:
        source = forms_en if self.voice.lang == "en" else forms_zh
        if slot == "occasion":
            start = len(self.out)
            self._fill(source.OCCASIONS[self.params["occasion"]], {})
            self.marks.append(Mark("occasion", self.params["occasion"], start, len(self.out), "object"))
            return
        words = source.FEELINGS if slot == "feeling" else source.OUTCOMES
        self._mark(words[self.params[slot]], slot, self.params[slot], "object")

    def _gender(self, id: str) -> str:
        return self.voice.world.person(id).gender if self.voice.is_person(id) else "n"

    def _kin(self, word: str) -> str:
        lang, world = self.voice.lang, self.voice.world
        other = self.values.get("child") or self.values.get("it") or self.values.get("with", "")
        who = self.values["who"]
        if lang == "zh" and word in ("brother", "siblings"):
            first, second = world.person(who), world.person(other)
            if word == "brother":
                older = second.born < first.born
                return ("姐姐" if older else "妹妹") if second.gender == "f" else ("哥哥" if older else "弟弟")
            elder, younger = sorted((first, second), key=lambda person: person.born)
            pair = {"fm": "姐弟", "mf": "兄妹", "ff": "姐妹", "mm": "兄弟"}
            return pair[elder.gender + younger.gender]
        of = who if word in OF_WHO else other
        return KIN_WORDS[lang, word][0 if self._gender(of) == "f" else 1]

    def _pair(self, slot: str) -> None:
        voice, ids = self.voice, [self.values["who"], self.values.get("with" if slot != "bothit" else "it", "")]
        roles = ["who", "it" if slot == "bothit" else "with"]
        person = min(voice.grammatical(id) for id in ids)
        if slot in ("bothtimes", "bothwe") or set(roles) <= self.seen:
            forms = {1: ("we", "our", "我们"), 2: ("you", "your", "你们"), 3: ("they", "their", "他们")}[person]
            if voice.lang == "zh":
                female = all(self._gender(id) == "f" for id in ids)
                self._add("她们" if person == 3 and female else forms[2])
            else:
                self._add(forms[1] if slot == "bothtimes" else forms[0])
            return
        pairs = list(zip(roles, ids, strict=True))
        pairs.sort(key=lambda pair: {1: 2, 2: 0, 3: 1}[voice.grammatical(pair[1])] if voice.lang == "en" else 0)
        if voice.lang == "zh":
            pairs.sort(key=lambda pair: voice.grammatical(pair[1]))
        for number, (role, id) in enumerate(pairs):
            if number:
                self._add(" and " if voice.lang == "en" else "和")
            self._person(role, id, "subject", named=True)

    # people and things

    def _pronoun(self, slot: str) -> None:
        id = self.values["who"]
        grammatical = self.voice.grammatical(id)
        key = str(grammatical) if grammatical < 3 else self._gender(id)
        how = {1: "self", 2: "you", 3: "pronoun"}[grammatical]
        if self.voice.lang == "zh":
            word = ZH_PRONOUNS[key] + ("的" if slot == "their" else "")
            self._mark(word, "who", id, how)
            return
        stem, _, tail = slot.partition("'")
        index = {"they": 0, "them": 1, "their": 2, "themself": 4}[stem]
        self._mark(EN_PRONOUNS[key][index], "who", id, how)
        self._add(self._tail(tail, grammatical, name=False))

    def _tail(self, tail: str, grammatical: int, *, name: bool) -> str:
        """What follows a subject: 'm is "'m", "'re", "'s" or, after a name, " is"."""
        match tail:
            case "m":
                return {1: "'m", 2: "'re", 3: " is" if name else "'s"}[grammatical]
            case "ve":
                return "'ve" if grammatical < 3 else " has"
            case "ll":
                return " will" if grammatical == 3 and name else "'ll"
            case "d":
                return " would" if grammatical == 3 and name else "'d"
        return ""

    def _role(self, slot: str) -> None:
        form, _, rest = slot.rpartition(":") if slot[0] in "a一只这" or slot.startswith("the:") else ("", "", slot)
        role, _, how = rest.partition(":")
        sort = role.endswith(".sort")
        role = role.removesuffix(".sort")
        if role == "for_whom":
            self._add("for ")
            role, how = "who", "object"
        stem, _, tail = role.partition("'")
        if stem == "whom":
            stem, how = "who", "object"
        id = self.values[stem]
        if self.voice.is_person(id):
            if tail in ("s", "s+"):
                case = "possessive" if tail == "s" else "absolute"
            elif how in ("sub", "name", "full", "too") or (stem in ("who", "source") and how != "object"):
                case = "subject"
            else:
                case = "object"
            self._person(stem, id, case, named=how in ("name", "full"), full=how == "full")
            if self.voice.lang == "en" and tail not in ("s", "s+", ""):
                self._add(self._tail(tail, self.voice.grammatical(id), name=self.marks[-1].how not in ("pronoun",)))
            return
        self._thing(stem, id, form, sort, tail)

    def _person(self, role: str, id: str, case: str, *, named: bool = False, full: bool = False) -> None:
        voice = self.voice
        grammatical = voice.grammatical(id)
        pronoun = grammatical < 3 or (voice.styles.get(id) == "pronoun" and not named)
        if pronoun and not full:
            key = str(grammatical) if grammatical < 3 else self._gender(id)
            how = {1: "self", 2: "you", 3: "pronoun"}[grammatical]
            if voice.lang == "zh":
                word = ZH_PRONOUNS[key]
            else:
                index = {"subject": 0, "object": 1, "possessive": 2, "absolute": 3}[case]
                word = EN_PRONOUNS[key][index]
            self._mark(word, role, id, how)
            return
        name, how = (voice.world.person(id).called(voice.lang), "name") if full else voice.named(id)
        self._mark(name, role, id, how)
        if voice.lang == "en" and case in ("possessive", "absolute"):
            self._add("'s")

    def _thing(self, role: str, id: str, form: str, sort: bool, tail: str) -> None:
        voice, lang = self.voice, self.voice.lang
        if id[:1] == "x" and id[1:].isdecimal():
            thing = voice.world.thing(id)
            word, kind = (thing.sort(lang) if sort else thing.called(lang)), thing.kind
        else:
            word, kind = (spoken_date(id, lang) if re.fullmatch(r"\d{4}-\d\d-\d\d", id) else id), "value"
        lead = ""
        if form == "a":
            lead = with_article(word, kind).removesuffix(word)
        elif form == "the" or (kind == "club" and lang == "en" and role == "who"):
            lead = "" if kind == "condition" and word in _LASTING else "the "
        elif form in ("一", "这"):
            lead = form + measure(word)
        elif form == "只":
            self._add(measure(word))
            return
        if sort:
            self._add(lead + word)
            return
        self._mark(word, role, id, "object", lead)
        if lang == "en":
            if tail == "s":
                self._add("'s")
            elif tail in ("m", "ve"):
                self._add(" is" if tail == "m" else " has")


def _trimmed(said: Said) -> Said:
    """Without the blanks and commas that an empty slot leaves."""
    for pattern in (r"  +", r" +(?=[,.;!?)]|$)", r"^[ ,，]+", r",(?=[,.?!;:])", r"，(?=[，。])", r"[,，]$"):
        while found := re.search(pattern, said.text):
            cut = found[0]
            keep = " " if pattern == r"  +" else ""
            said = said.edited(found.start(), len(cut), keep)
    return said


def joined(first: Said, second: Said, between: str) -> Said:
    moved = second.shifted(len(first.text) + len(between))
    return Said(first.text + between + second.text, first.marks + moved.marks, first.clauses + moved.clauses)
