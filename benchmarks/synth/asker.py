"""The asker: whom to ask about, in which words, and what can be answered from what was told."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from benchmarks.synth import phrases, question_words
from benchmarks.synth.oracle import UNSURE, Told
from benchmarks.synth.world import Half, Happening, Lang, Question, Turn, World

NOW = "livesIn worksFor worksAs studiesAt spouseOf partnerOf favorite hasDiet bornIn bornOn locatedIn".split()
LISTS = (
    "owns likes dislikes hasPet friendOf siblingOf parentOf speaks memberOf visited allergicTo hasCondition plays "
    "learns practices manages"
).split()
TELLS = {  # other ways in which an answer may have been told
    "livesIn": ("fact bornIn", "event move birth"),
    "worksFor": ("fact worksAs", "event start_job leave_job promotion start_project firm_moves firm_closes"),
    "worksAs": ("fact worksFor", "event start_job leave_job promotion"),
    "studiesAt": ("fact studies graduatedFrom", "event start_studies graduate exam"),
    "hasDiet": ("fact eats", "event start_diet"),
    "favorite": ("fact likes prefers", "event start_liking"),
    "bornIn": ("fact comesFrom", "event birth"),
    "bornOn": ("fact hasAge", "event birth celebrate"),
    "hasPet": ("fact owns", "event adopt_pet pet_dies"),
    "speaks": ("fact learns comesFrom", "event start_learning"),
    "siblingOf": ("fact relativeOf", "event birth"),
    "spouseOf": ("fact partnerOf", "event marry divorce"),
    "partnerOf": ("fact spouseOf", "event start_dating engage marry break_up divorce"),
}


class Asker:
    def __init__(
        self, world: World, log: Sequence[Happening], turns: Sequence[Turn], seed: int, half: Half | None
    ) -> None:
        self.world = world
        self.log = {happening.id: happening for happening in log}
        self.turns = turns
        self.seed = seed
        self.half = half
        self.draw = random.Random(f"questions/{seed}")
        self.told = Told(turns)
        last = datetime.fromisoformat(turns[-1].at)
        self.zone = last.tzinfo
        self.asked_at = datetime.combine(last.date() + timedelta(days=1), time(9), last.tzinfo).isoformat()
        self.today = last.date().toordinal()
        self.people = {person.id: person for person in world.people}
        self.langs: dict[str, Lang] = {}
        for turn in turns:
            for fact in turn.gold.facts:
                self.langs.setdefault(fact.subject, turn.lang)

    # words

    def lang(self, id: str) -> Lang:
        """A person's own language; of anything else the one it was first spoken of in."""
        return self.people[id].lang if id in self.people else self.langs.get(id, "en")

    def who(self, id: str, lang: Lang) -> str:
        if id in self.people and self.draw.random() < 0.25:
            return self.people[id].briefly(lang)
        return self.world.name(id, lang)

    def names(self, id: str, lang: Lang) -> tuple[str, ...]:
        """Everything an answer may be called, as the question's language has it first."""
        other: Lang = "zh" if lang == "en" else "en"
        if id in self.people:
            person = self.people[id]
            found = [person.called(lang), person.briefly(lang), person.nick, person.called(other)]
            return tuple(dict.fromkeys([*found, person.briefly(other)]))
        if id[:1] == "x" and id[1:].isdecimal():
            thing = self.world.thing(id)
            return tuple(dict.fromkeys([thing.called(lang), thing.called(other), *thing.also]))
        return self.dates(id)

    def dates(self, iso: str) -> tuple[str, ...]:
        try:
            day = date.fromisoformat(iso)
        except ValueError:
            return (iso,)
        return (iso, on(day, "en"), f"{day:%B} {day.day}, {day.year}", on(day, "zh"))

    def worded(self, group: str, key: str, lang: Lang, **slots: str) -> tuple[str, str]:
        """(form id, text) of a wording of the half; ("", "") when there is none for this."""
        known = question_words.of_half(group, key, lang, self.half, self.seed)
        if not known:
            return "", ""
        form, text = self.draw.choice(known)
        filled = text.format(**{"when": "", **slots})
        if lang == "en":
            filled = filled[:1].upper() + filled[1:]
        return form, " ".join(filled.split())

    def question(self, kind: str, lang: Lang, form: str, text: str, about: str, **rest: object) -> Question:
        made = Question("", kind, lang, text, self.asked_at, about=about, half=self.half or "", form=form)
        return replace(made, **rest)  # type: ignore[arg-type]

    # what is known

    def now(self, told: Told, subject: str, relation: str) -> list[str]:
        """What holds now; [] when nothing does, or it is unsure, or kinship would add to what was told."""
        held = told.held(subject, relation, self.today)
        further: list[str] = []
        if relation == "siblingOf":
            further = [id for other in held for id in told.held(other, "siblingOf", self.today)]
        elif relation == "parentOf":
            couple = told.held(subject, "spouseOf", self.today) + told.held(subject, "partnerOf", self.today)
            further = [id for other in couple for id in told.held(other, "parentOf", self.today)]
            further += [id for child in held for id in told.held(child, "siblingOf", self.today)]
        return [] if held == [UNSURE] or set(further) - {subject} - set(held) else held

    def asks(self) -> Iterator[tuple[str, str]]:
        """(subject, relation) that a question can be about."""
        married = {subject for subject, relation in self.told.pairs() if relation == "spouseOf"}
        for subject, relation in self.told.pairs():
            if not (relation == "partnerOf" and subject in married) and (relation in NOW or relation in LISTS):
                yield subject, relation

    def never(self, told: Told, subject: str, relation: str) -> bool:
        """Whether nothing told, sure or not, bears on it."""
        also, events = (part.split()[1:] for part in TELLS.get(relation, ("fact", "event")))
        bearing = {("fact", one) for one in (relation, *also)} | {("event", one) for one in events}
        return not told.touched(subject) & bearing

    def told_events(self) -> dict[str, Happening]:
        """Told happenings whose wording means one only and names nothing that was not told."""
        found: dict[tuple[str, str], list[str]] = {}
        for id, known in self.told.events.items():
            happening = self.log[id]
            if happening.kind == "plan":
                continue
            role = "who" if "who" in happening.roles else "firm"
            if role in known.roles and all(slot in known.roles for slot in phrases.slots(happening)):
                key = (phrases.subject(happening), phrases.bare(self.world, happening, "en"))
                found.setdefault(key, []).append(id)
        return {ids[0]: self.log[ids[0]] for ids in found.values() if len(ids) == 1}


def on(day: date, lang: Lang) -> str:
    return f"{day.day} {day:%B} {day.year}" if lang == "en" else f"{day.year}年{day.month}月{day.day}日"


def during(day: date, lang: Lang) -> str:
    return f"{day:%B} {day.year}" if lang == "en" else f"{day.year}年{day.month}月"
