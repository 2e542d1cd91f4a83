"""Who lives in the world at its start: families with kin, homes, work, friends and tastes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Literal

from benchmarks.synth import names
from benchmarks.synth.world import Lang, Person, State, Thing

START = date(2025, 1, 1).toordinal()
YEAR = 365
KIND_OF = {"illness": "condition", "lasting": "condition", "injury": "condition", "senior": "occupation"}
MOTHER_TONGUE: dict[Lang, str] = {"en": "English", "zh": "Mandarin"}


class Cast:
    """Mints people and things, each name once, and keeps what holds at the start."""

    def __init__(self, draw: random.Random, languages: Sequence[Lang]) -> None:
        self.draw = draw
        self.languages = tuple(languages)
        self.people: list[Person] = []
        self.things: list[Thing] = []
        self.base: list[State] = []
        self.by_name: dict[tuple[str, str], str] = {}
        self._names: set[str] = set()

    # people

    def born(self, lang: Lang, gender: Literal["f", "m"], birthday: int, family: names.Row | None = None) -> Person:
        """A new person. Short names and nicknames mean one person only; who has none free goes by the full one."""
        family = family or self.family(lang)
        pool = names.given(lang, gender)
        offset = self.draw.randrange(len(pool))
        free = [row for row in pool[offset:] + pool[:offset] if row[0] not in self._names]
        row = free[0] if free else pool[offset]
        full, other = _full(lang, row, family)
        while full in self._names:  # the pool is used up: a family name not yet used with it
            family, row = self.family(lang), self.draw.choice(pool)
            full, other = _full(lang, row, family)
        short = self._claim(row[0], full)
        nicks = [row[1]] if lang == "en" else [f"阿{row[0][-1]}", f"小{family[0]}", row[0][-1] * 2]
        nick = next((nick for nick in nicks if nick not in self._names), short)
        other_short = row[2] if short == row[0] else other
        person = Person(f"p{len(self.people)}", full, short, nick, gender, lang, birthday, other, other_short)
        self._names.update((full, short, nick))
        self.people.append(person)
        return person

    def family(self, lang: Lang) -> names.Row:
        return self.draw.choice(self.families(lang))

    def families(self, lang: Lang) -> list[names.Row]:
        return names.rows(names.FAMILY[lang])

    def _claim(self, name: str, full: str) -> str:
        return full if name in self._names else name

    # things

    def thing(self, kind: str, en: str, zh: str, sort: names.Row = ("", "")) -> str:
        """The id of a thing, minted when it is first needed."""
        kind = KIND_OF.get(kind, kind)
        if (kind, en) not in self.by_name:
            self.by_name[kind, en] = f"x{len(self.things)}"
            self.things.append(Thing(f"x{len(self.things)}", kind, en, zh, *sort))
        return self.by_name[kind, en]

    def listed(self, kind: str, but: Iterable[str] = ()) -> str:
        """One from the catalogue, none of `but`."""
        barred = set(but)
        pool = [row for row in names.rows(names.CATALOG[kind]) if self._id(kind, row[0]) not in barred]
        return self.thing(kind, *self.draw.choice(pool or names.rows(names.CATALOG[kind])))

    def _id(self, kind: str, en: str) -> str:
        return self.by_name.get((KIND_OF.get(kind, kind), en), "")

    def place(self, lang: Lang, but: Iterable[str] = ()) -> str:
        """Mostly a town where the language is spoken."""
        barred = set(but)
        if len(self.languages) > 1 and self.draw.random() < 0.1:
            lang = self.draw.choice(self.languages)
        pool = [row for row in names.rows(names.PLACES[lang]) if self._id("place", row[0]) not in barred]
        return self.thing("place", *self.draw.choice(pool))

    def firm(self, place: str, here: Iterable[str] = ()) -> str:
        """A firm of that town: one of those that are there, or a new one."""
        here = [id for id in here if self.kind(id) == "firm"]
        if here and self.draw.random() < 0.6:
            return self.draw.choice(here)
        stems = names.rows(names.STEMS)
        sectors = [entry.strip().split(",") for entry in names.SECTORS.split(";")]
        free = [
            (stem, sector)
            for stem in stems
            for sector in sectors
            if ("firm", f"{stem[0]} {sector[0]}") not in self.by_name
        ]
        stem, (en, sort_en, zh, sort_zh) = self.draw.choice(free)
        firm = self.thing("firm", f"{stem[0]} {en}", stem[1] + zh, (sort_en, sort_zh))
        self.base.append(State(firm, "locatedIn", place))
        return firm

    def located(self, place: str) -> list[str]:
        return [state.subject for state in self.base if state.relation == "locatedIn" and state.object == place]

    def school(self, place: str) -> str:
        town = self.things[int(place[1:])]
        en, zh = self.draw.choice(names.rows(names.SCHOOLS))
        known = len(self.things)
        school = self.thing("school", f"{town.en} {en}", town.zh + zh, ("college", "大学"))
        if len(self.things) > known:
            self.base.append(State(school, "locatedIn", place))
        return school

    def club(self, place: str, but: Iterable[str] = ()) -> str:
        """A club of that town, such as the Porto rowing club."""
        barred, town = set(but), self.things[int(place[1:])]
        pool = [row for row in names.rows(names.CLUBS) if self._id("club", f"{town.en} {row[0]}") not in barred]
        en, zh = self.draw.choice(pool)
        known = len(self.things)
        club = self.thing("club", f"{town.en} {en}", town.zh + zh, ("club", "俱乐部"))
        if len(self.things) > known:
            self.base.append(State(club, "locatedIn", place))
        return club

    def pet(self) -> str:
        """A new animal; when the names run out, one is used with another kind of animal."""
        pool = [
            (name, sort)
            for name in names.rows(names.PETS)
            for sort in names.rows(names.SPECIES)
            if ("pet", name[0]) not in self.by_name
        ]
        if pool:
            name, sort = self.draw.choice(pool)
            return self.thing("pet", *name, sort)
        number = len(self.things)
        (en, zh), sort = self.draw.choice(names.rows(names.PETS)), self.draw.choice(names.rows(names.SPECIES))
        return self.thing("pet", f"{en} {number}", f"{zh}{number}", sort)

    def possession(self, vehicle: bool = False) -> str:
        """Something nobody has had before, as long as there are any."""
        kind = "vehicle" if vehicle else "possession"
        nouns = names.rows(names.VEHICLES if vehicle else names.POSSESSIONS)
        pool = [
            (f"{colour[0]} {noun[0]}", colour[1] + noun[1]) for colour in names.rows(names.COLOURS) for noun in nouns
        ]
        free = [row for row in pool if (kind, row[0]) not in self.by_name]
        return self.thing(kind, *self.draw.choice(free or pool))

    def kind(self, id: str) -> str:
        return self.things[int(id[1:])].kind

    # the start

    def holds(self, subject: str, relation: str, object: str, since: int | None = None) -> None:
        self.base.append(State(subject, relation, object, since))

    def populate(self, number: int) -> None:
        """Households until there are `number` people; then friends among the grown-ups."""
        turn = 0
        while len(self.people) < number:
            self._household(self.languages[turn % len(self.languages)], number - len(self.people))
            turn += 1
        for person in tuple(self.people):
            self._facts(person)
        self._friends()

    def _household(self, lang: Lang, room: int) -> None:
        draw, family = self.draw, self.family(lang)
        age = draw.randint(23, 55)
        first = self._grown(lang, draw.choice(("f", "m")), age, family)
        home, since = self.place(lang), START - draw.randint(200, min(3000, (age - 20) * YEAR))
        self.holds(first.id, "livesIn", home, since)
        shape = draw.choices(("single", "couple", "dating", "siblings", "parent"), (3, 4, 1, 1, 2))[0]
        if room < 2 or shape == "single":
            return
        if shape in ("couple", "dating"):
            self._couple(first, home, since, married=shape == "couple", room=room - 1, family=family)
        elif shape == "siblings":
            brother = self._grown(lang, draw.choice(("f", "m")), max(22, age - draw.randint(1, 6)), family)
            self.holds(first.id, "siblingOf", brother.id)
            self.holds(brother.id, "livesIn", self.place(lang), START - draw.randint(200, 700))
        else:
            parent = self._grown(lang, draw.choice(("f", "m")), age + draw.randint(22, 32), family)
            self.holds(parent.id, "parentOf", first.id, first.born)
            self.holds(parent.id, "livesIn", self.place(lang), START - draw.randint(2000, 6000))

    def _couple(self, first: Person, home: str, since: int, married: bool, room: int, family: names.Row) -> None:
        draw = self.draw
        age = max(22, (START - first.born) // YEAR + draw.randint(-4, 4))
        second = self._grown(first.lang, "m" if first.gender == "f" else "f", age)
        youngest = min(age, (START - first.born) // YEAR)
        together = START - draw.randint(100, 300) * (min(10, youngest - 20) if married else 1)
        self.holds(first.id, "spouseOf" if married else "partnerOf", second.id, together)
        if married:
            self.holds(second.id, "livesIn", home, since)
        else:
            self.holds(second.id, "livesIn", self.place(first.lang), START - draw.randint(200, 700))
        children: list[Person] = []
        if married and youngest >= 26:
            for _ in range(min(draw.choice((0, 1, 1, 2)), room - 1)):
                birthday = START - draw.randint(2 * YEAR, min(17, youngest - 22) * YEAR)
                if any(abs(birthday - child.born) < 400 for child in children):
                    continue
                child = self.born(first.lang, draw.choice(("f", "m")), birthday, family)
                self.holds(first.id, "parentOf", child.id, birthday)
                self.holds(second.id, "parentOf", child.id, birthday)
                self.holds(child.id, "livesIn", home, max(since, birthday))
                for other in children:
                    self.holds(other.id, "siblingOf", child.id)
                children.append(child)

    def _grown(self, lang: Lang, gender: Literal["f", "m"], age: int, family: names.Row | None = None) -> Person:
        return self.born(lang, gender, START - age * YEAR - age // 4 - self.draw.randint(1, 360), family)

    def _facts(self, person: Person) -> None:
        """Birth, work or studies, tastes, health, things."""
        draw, id = self.draw, person.id
        age = (START - person.born) // YEAR
        home = next(state.object for state in self.base if (state.subject, state.relation) == (id, "livesIn"))
        self.holds(id, "bornOn", date.fromordinal(person.born).isoformat(), person.born)
        self.holds(id, "bornIn", self.place(person.lang) if age > 17 else home, person.born)
        liked: list[str] = []
        for kind in draw.sample(("food", "drink", "activity", "food"), draw.randint(1, 3)):
            liked.append(self.listed(kind, liked))
            self.holds(id, "likes", liked[-1])
        for kind in draw.sample(("food", "drink", "activity"), draw.randint(0, 2)):
            liked.append(self.listed(kind, liked))
            self.holds(id, "dislikes", liked[-1])
        if draw.random() < 0.25:
            liked.append(self.listed("food", liked))
            self.holds(id, "favorite", liked[-1])
        if draw.random() < 0.2:
            self.holds(id, "prefers", self.listed("drink", liked))
        if draw.random() < 0.25:
            self.holds(id, "allergicTo", self.listed("allergen"))
        if draw.random() < 0.35:
            self.holds(id, "plays", self.listed("game"))
        if draw.random() < 0.3:
            self.holds(id, "hasPet", self.pet(), START - draw.randint(60, 900))
        self.holds(id, "speaks", self.thing("language", *_tongue(MOTHER_TONGUE[person.lang])))
        if age < 18:
            return
        if draw.random() < 0.4:
            spoken = [state.object for state in self.base if state.subject == id and state.relation == "speaks"]
            self.holds(id, "speaks", self.listed("language", spoken))
        if draw.random() < 0.2:
            self.holds(id, "hasCondition", self.listed("lasting"), START - draw.randint(200, 2000))
        if draw.random() < 0.3:
            self.holds(id, "practices", self.listed("activity", liked))
        if draw.random() < 0.5:
            self.holds(id, "owns", self.possession(vehicle=draw.random() < 0.4), START - draw.randint(30, 1200))
        if draw.random() < 0.35:
            self.holds(id, "memberOf", self.club(home), START - draw.randint(60, 900))
        if age < 26 and draw.random() < 0.6:
            since = START - draw.randint(60, 600)
            self.holds(id, "studiesAt", self.school(home), since)
            self.holds(id, "studies", self.listed("field"), since)
        elif age < 66 and draw.random() < 0.9:
            since = START - draw.randint(60, min(3500, (age - 20) * YEAR))
            self.holds(id, "worksFor", self.firm(home, self.located(home)), since)
            self.holds(id, "worksAs", self.listed("occupation"), since)

    def _friends(self) -> None:
        grown = [person for person in self.people if START - person.born > 18 * YEAR]
        related = {
            frozenset((state.subject, state.object))
            for state in self.base
            if state.relation in ("spouseOf", "partnerOf", "siblingOf", "parentOf")
        }
        for person in grown:
            others = [
                other
                for other in grown
                if frozenset((person.id, other.id)) not in related
                and other.id != person.id
                and (other.lang == person.lang or self.draw.random() < 0.1)
            ]
            for other in self.draw.sample(others, min(len(others), self.draw.choice((1, 1, 2)))):
                pair = frozenset((person.id, other.id))
                if pair not in related:
                    related.add(pair)
                    self.holds(person.id, "friendOf", other.id)


def _full(lang: Lang, given: tuple[str, str, str], family: names.Row) -> tuple[str, str]:
    """A full name in its own language and the other: Anna Ashby, 安娜·阿什比; 李伟明, Li Weiming."""
    if lang == "en":
        return f"{given[0]} {family[0]}", f"{given[2]}·{family[1]}"
    return family[0] + given[0], f"{family[1]} {given[2]}"


def _tongue(name: str) -> names.Row:
    return next(row for row in names.rows(names.TONGUES) if row[0] == name)
