"""The words of the synthetic world: who and what there is, what happened, what was said, what is asked.

Days are proleptic ordinals (`date.toordinal`). Ids are stable strings: `p3` a person, `x17` any other thing, `h25` a
happening, `s4` a session, `t120` a turn, `q9` a question. Told times are ISO, cut to their precision: `2026`,
`2026-05`, `2026-05-14`; "" is not told.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

Lang = Literal["en", "zh"]
Precision = Literal["day", "month", "year", "unknown"]
Half = Literal["a", "b"]
Polarity = Literal["positive", "negative"]
Modality = Literal["asserted", "hypothetical", "planned", "reported"]

LANGUAGES: tuple[Lang, ...] = ("en", "zh")

FUNCTIONAL = frozenset(
    "assignedTo bornIn bornOn favorite hasAge hasDiet hasNationality hasReligion livesIn locatedIn partnerOf "
    "spouseOf studiesAt worksAs worksFor".split()
)
SYMMETRIC = frozenset("colleagueOf friendOf neighborOf partnerOf siblingOf spouseOf".split())

INVERSES = {"parentOf": "childOf"}
"""Relations of the gold that may as well be told from the other end."""
EVENT_OF: dict[str, str] = {
    "move": "Moving",
    "start_job": "StartingJob",
    "leave_job": "LeavingJob",
    "start_dating": "Dating",
    "engage": "Engagement",
    "marry": "Marriage",
    "break_up": "Breakup",
    "divorce": "Divorce",
    "birth": "Birth",
    "adopt_pet": "Adoption",
    "pet_dies": "Death",
    "buy": "Purchase",
    "sell": "Sale",
    "lose": "Loss",
    "travel": "Travel",
    "fall_ill": "Illness",
    "recover": "Recovery",
    "accident": "Accident",
    "start_project": "Undertaking",
    "finish_project": "Completion",
    "join": "Joining",
    "leave": "Leaving",
    "start_studies": "Enrollment",
    "exam": "Exam",
    "graduate": "Graduation",
    "plan": "Event",
    "plan_fails": "Cancellation",
    "meet": "Meeting",
    "quarrel": "Quarrel",
    "make_up": "Reconciliation",
    "promotion": "Promotion",
    "celebrate": "Celebration",
    "start_liking": "Liking",
    "go_off": "Tiring",
    "start_learning": "Learning",
    "start_diet": "Dieting",
    "firm_moves": "Moving",
    "firm_closes": "Closing",
    "mood": "Feeling",
}
"""Every kind of happening, with the ontology's kind it counts as."""


@dataclass(frozen=True, slots=True)
class Person:
    """`name` is the full one, in the person's own language; `other` and `other_short` are in the other language.

    `born` is an ordinal day; a child born in the course of the simulation has a birthday after its start.
    """

    id: str
    name: str
    short: str
    nick: str
    gender: Literal["f", "m"]
    lang: Lang
    born: int
    other: str
    other_short: str

    def called(self, lang: Lang) -> str:
        """The full name as written in a language."""
        return self.name if lang == self.lang else self.other

    def briefly(self, lang: Lang) -> str:
        """The short name as written in a language."""
        return self.short if lang == self.lang else self.other_short


@dataclass(frozen=True, slots=True)
class Thing:
    """Anything named that is no person.

    kind: place, firm, school, club, project, pet, vehicle, possession, food, drink, activity, condition, allergen,
    occupation, field, language, diet. Names stand without an article ("red bicycle", "flu", "lentil soup").
    `sort_*` says what sort of thing a proper name names ("cat" for a pet, "bakery" for a firm), else "".
    """

    id: str
    kind: str
    en: str
    zh: str
    sort_en: str = ""
    sort_zh: str = ""
    also: tuple[str, ...] = ()

    def called(self, lang: Lang) -> str:
        return self.en if lang == "en" else self.zh

    def sort(self, lang: Lang) -> str:
        return self.sort_en if lang == "en" else self.sort_zh


@dataclass(frozen=True, slots=True)
class State:
    """A relation that holds from `since` (None: since before anyone can say) until `until` (None: still).

    `object` is an id, or for bornOn an ISO date.
    """

    subject: str
    relation: str
    object: str
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened on `day`; those who tell it know its time only to `precision`.

    `roles` maps a role to an id: who, with, to, from, firm, job, old_job, thing, pet, child, place, condition, project,
    school, field, club, language, diet, plan (the id of the plan that this makes true or that failed).
    `params`: outcome (exam: passed|failed), reason (leave_job: quit|laid_off|closed; break_up...), feeling (mood:
    happy|sad|stressed|tired), occasion (celebrate: birthday|promotion|marriage|graduation|birth), planned (plan: the
    kind of happening planned; its roles are the plan's own), due (plan: ISO date cut to its precision).
    `causes` are (earlier happening's id, cause|enable|motivate|prevent); prevent is for plan_fails.
    """

    id: str
    kind: str
    day: int
    precision: Precision
    roles: dict[str, str]
    params: dict[str, str] = field(default_factory=dict)
    initiates: tuple[State, ...] = ()
    terminates: tuple[State, ...] = ()
    causes: tuple[tuple[str, str], ...] = ()

    @property
    def told_day(self) -> str:
        """The ISO date, cut to the precision at which it is known."""
        return cut(self.day, self.precision)


@dataclass(frozen=True)
class World:
    """Who and what there is, and what holds at the start. What happens from then on is the log."""

    seed: int
    start: int
    months: int
    people: tuple[Person, ...]
    things: tuple[Thing, ...]
    base: tuple[State, ...]

    def person(self, id: str) -> Person:
        return self.people[int(id[1:])]

    def thing(self, id: str) -> Thing:
        return self.things[int(id[1:])]

    def name(self, id: str, lang: Lang) -> str:
        """How an entity is called in full; what is no id (a date) comes back as it is."""
        kind, number = id[:1], id[1:]
        if number.isdecimal() and kind in "px":
            return (self.person(id) if kind == "p" else self.thing(id)).called(lang)
        return id

    @property
    def end(self) -> int:
        """The day after the last one."""
        months = date.fromordinal(self.start).month - 1 + self.months
        return date(date.fromordinal(self.start).year + months // 12, months % 12 + 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class FactGold:
    """A statement that a turn makes. `object` is an id, or "" and `value` holds a date or number.

    `start`, `end`: when it holds, as far as the turn says, ISO cut to precision. polarity "negative" says that it does
    not hold (from `start` or, without one, at the time of telling). modality: only "asserted" tells that it is so;
    "reported" is hearsay, and `attribution` is who said so (else the speaker). `corrects` is the id of an earlier turn
    whose statement about the same subject and relation was wrong (never true); "" for none. `held` is "past" for a
    state told as over without saying when it ended ("she used to work at ..."), else "".
    """

    subject: str
    relation: str
    object: str = ""
    value: str = ""
    polarity: Polarity = "positive"
    modality: Modality = "asserted"
    start: str = ""
    end: str = ""
    precision: Precision = "unknown"
    attribution: str = ""
    span: tuple[int, int] = (0, 0)
    corrects: str = ""
    held: Literal["", "past"] = ""


@dataclass(frozen=True, slots=True)
class EventGold:
    """A happening that a turn tells. `id` is the happening's; "" for one only supposed or planned, without a log entry.

    `kind` is the fine one, `event` the ontology's. `start` is as told (cut to its precision).
    """

    id: str
    kind: str
    event: str
    roles: tuple[tuple[str, str], ...] = ()
    start: str = ""
    end: str = ""
    precision: Precision = "unknown"
    polarity: Polarity = "positive"
    modality: Modality = "asserted"
    outcome: str = ""
    attribution: str = ""
    span: tuple[int, int] = (0, 0)
    corrects: str = ""


@dataclass(frozen=True, slots=True)
class CauseGold:
    """That one happening brought about another; the kind is cause, enable, motivate or prevent."""

    cause: str
    effect: str
    kind: str = "cause"
    span: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class CorefGold:
    """That a pronoun, nickname or description in the text means an entity."""

    span: tuple[int, int]
    entity: str


@dataclass(frozen=True, slots=True)
class Gold:
    facts: tuple[FactGold, ...] = ()
    events: tuple[EventGold, ...] = ()
    causes: tuple[CauseGold, ...] = ()
    coref: tuple[CorefGold, ...] = ()
    form: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """`speaker` is a person's id, "assistant" or "tool"; `role` is user, assistant or tool; `at` is ISO with offset."""

    id: str
    session: str
    speaker: str
    role: str
    at: str
    text: str
    lang: Lang
    gold: Gold = field(default_factory=Gold)


@dataclass(frozen=True, slots=True)
class Question:
    """`answers`: any of these is right. `items`: every one is wanted, each by any of its names ("order": in order).

    `targets` are the ids (people, things, happenings) that answer. `as_of` is an ISO date in valid time, `known_at` an
    ISO time with offset in told time, `erased` a session no longer held. `about` is whom or what it asks about.
    """

    id: str
    kind: str
    lang: Lang
    text: str
    asked_at: str
    answers: tuple[str, ...] = ()
    items: tuple[tuple[str, ...], ...] = ()
    targets: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    as_of: str = ""
    known_at: str = ""
    erased: str = ""
    abstain: bool = False
    about: str = ""
    half: str = "a"
    form: str = ""


def cut(day: int, precision: Precision) -> str:
    """An ordinal day as an ISO date cut to a precision; "" when it is unknown."""
    full = date.fromordinal(day).isoformat()
    return {"day": full, "month": full[:7], "year": full[:4], "unknown": ""}[precision]


def half_of(form: str, seed: int) -> Half:
    """Which half a form is in. The same on every machine; another split seed gives another split."""
    digest = hashlib.sha256(f"{seed}/{form}".encode()).digest()
    return "a" if digest[0] % 2 == 0 else "b"
