"""Who tells whom what and when: from a world and its log to dated turns with their gold.

Everybody has things to tell: what happened to them and theirs, what holds, what is planned. Each goes into one of
their sessions, some days after, and late or out of order at higher difficulty. A session is with the assistant or
with another person, and each speaks their own language. All chance is one `random.Random(seed)`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Literal

from benchmarks.synth.chat import Chat, Line
from benchmarks.synth.forms import SPLIT, Book
from benchmarks.synth.saying import EFFECTS, Past, Sayer
from benchmarks.synth.wording import Mark
from benchmarks.synth.world import LANGUAGES, Half, Happening, Lang, Person, State, Turn, World

GROWN = 14 * 365
LATE = (0.0, 0.12, 0.2, 0.3)
HEARSAY = (0.0, 0.06, 0.1, 0.14)
RUMOUR = (0.0, 0.0, 0.03, 0.05)
NEGATED = (0.01, 0.04, 0.07, 0.1)
SUPPOSED = (0.0, 0.04, 0.07, 0.1)
AGAIN = (0.0, 0.1, 0.15, 0.2)
LASTING = frozenset({"holds", "used", "not", "supposed"})
"""What can as well be told some weeks later."""
OFFSET: dict[Lang, str] = {"en": "+00:00", "zh": "+08:00"}

Sort = Literal["happened", "holds", "used", "not", "supposed", "hearsay", "rumour", "denied"]


@dataclass(frozen=True, slots=True)
class Item:
    """Something that somebody has to tell from a day on."""

    sort: Sort
    teller: str
    ready: int
    happening: Happening | None = None
    state: State | None = None
    kind: str = ""
    roles: tuple[tuple[str, str], ...] = ()
    source: str = ""
    late: bool = False

    @property
    def subject(self) -> str:
        return self.state.subject if self.state else dict(self.roles).get("who", "")

    @property
    def people(self) -> set[str]:
        found = {id for _, id in self.roles} | ({self.source} if self.source else set())
        if self.happening:
            found |= set(self.happening.roles.values())
        if self.state:
            found |= {self.state.subject, self.state.object}
        return {id for id in found if id[:1] == "p"}


@dataclass
class Session:
    """A talk of one person with the assistant ("assistant") or another person."""

    day: int
    first: str
    second: str
    room: int
    items: list[Item] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Narrated:
    """A turn, with where its words stand for what, and which phenomena it shows (for measuring the dials)."""

    turn: Turn
    marks: tuple[Mark, ...] = ()
    kinds: frozenset[str] = frozenset()


def tell(
    world: World,
    log: Sequence[Happening],
    seed: int,
    half: Half | None = None,
    difficulty: int = 1,
    languages: Sequence[Lang] = LANGUAGES,
) -> list[Turn]:
    """The world's happenings as told in dialogues, in order of time. Without a half, the forms of both."""
    return [narrated.turn for narrated in narrate(world, log, seed, half, difficulty, languages)]


def narrate(
    world: World,
    log: Sequence[Happening],
    seed: int,
    half: Half | None = None,
    difficulty: int = 1,
    languages: Sequence[Lang] = LANGUAGES,
    split: int = SPLIT,
) -> list[Narrated]:
    """As `tell`, with marks and phenomena. People whose language is not among `languages` speak the first of them."""
    if not 0 <= difficulty <= 3:
        raise ValueError("difficulty is 0, 1, 2 or 3")
    draw = random.Random(f"telling/{seed}/{half or 'ab'}/{difficulty}")
    past = Past(world, log)
    agenda = Agenda(world, log, past, draw, difficulty)
    sayer = Sayer(past, Book(half, split), draw, difficulty)
    chat = Chat(world, log, sayer, draw, difficulty, tuple(languages))
    sessions = _sessions(agenda, world, draw)
    dated: list[tuple[datetime, int, int, Line]] = []
    for number, session in enumerate(sessions):
        lines = chat.session(session.day, session.first, session.second, session.items)
        moment = _start(session.day, chat.lang(session.first), draw)
        for place, line in enumerate(lines):
            dated.append((moment, number, place, line))
            moment += timedelta(seconds=draw.randint(15, 150))
    dated.sort(key=lambda entry: entry[:3])
    ids = {(number, place): f"t{index}" for index, (_, number, place, _) in enumerate(dated)}
    return [_narrated(entry, ids) for entry in dated]


def _narrated(entry: tuple[datetime, int, int, Line], ids: dict[tuple[int, int], str]) -> Narrated:
    moment, number, place, line = entry
    gold = line.gold
    if line.corrects is not None:
        wrong = ids[number, line.corrects]
        gold = replace(
            gold,
            facts=tuple(replace(fact, corrects=wrong) for fact in gold.facts),
            events=tuple(replace(event, corrects=wrong) for event in gold.events),
        )
    turn = Turn(
        ids[number, place], f"s{number}", line.speaker, line.role, moment.isoformat(), line.said.text, line.lang, gold
    )
    return Narrated(turn, line.said.marks, line.kinds)


def _start(day: int, lang: Lang, draw: random.Random) -> datetime:
    clock = f"{draw.randint(7, 21):02}:{draw.randint(0, 59):02}:{draw.randint(0, 59):02}{OFFSET[lang]}"
    return datetime.fromisoformat(f"{date.fromordinal(day).isoformat()}T{clock}")


def _sessions(agenda: Agenda, world: World, draw: random.Random) -> list[Session]:
    """Every item goes into the teller's next session that has room and where nobody it is about listens."""
    sessions: list[Session] = []
    of: dict[str, list[Session]] = {}
    for item in sorted(agenda.items(), key=lambda item: (item.sort in LASTING, item.ready)):
        about = item.people - {item.teller}
        open = [
            session
            for session in of.get(item.teller, [])
            if item.ready <= session.day <= item.ready + (70 if item.sort in LASTING else 18)
            and len(session.items) < session.room
            and not about & {session.first, session.second}
        ]
        if open:
            open[0].items.append(item)
            continue
        day = min(item.ready + draw.randint(0, 12), world.end - 1)
        others = [other for other in agenda.around(item.teller, day) if other not in about]
        second = "assistant" if not others or draw.random() < 0.55 else draw.choice(others)
        session = Session(day, item.teller, second, draw.randint(4, 8), [item])
        sessions.append(session)
        for person in (item.teller, second):
            of.setdefault(person, []).append(session)
            of[person].sort(key=lambda session: session.day)
    sessions.sort(key=lambda session: session.day)
    return sessions


class Agenda:
    """What everybody has to tell."""

    def __init__(
        self, world: World, log: Sequence[Happening], past: Past, draw: random.Random, difficulty: int
    ) -> None:
        self.world, self.log, self.past, self.draw, self.difficulty = world, log, past, draw, difficulty
        self.near: dict[str, list[str]] = {}
        for subject, relation, object in past.spans:
            if relation in ("spouseOf", "partnerOf", "friendOf", "siblingOf", "parentOf"):
                self.near.setdefault(subject, []).append(object)
                self.near.setdefault(object, []).append(subject)

    def grown(self, id: str, day: int) -> bool:
        return id[:1] == "p" and day - self.world.person(id).born > GROWN

    def around(self, id: str, day: int) -> list[str]:
        """Those who could talk with somebody, kin and friends first."""
        close = [other for other in dict.fromkeys(self.near.get(id, ())) if self.grown(other, day) and other != id]
        return close or [person.id for person in self.world.people if person.id != id and self.grown(person.id, day)]

    def _teller(self, people: Sequence[str], day: int) -> str:
        """One of the people concerned, or, sometimes, somebody near them."""
        concerned = [id for id in people if self.grown(id, day)]
        if concerned and self.draw.random() < 0.7:
            return concerned[0] if self.draw.random() < 0.7 else self.draw.choice(concerned)
        first = people[0] if people else self.draw.choice(self.world.people).id
        others = [other for other in self.around(first, day) if other not in people]
        return self.draw.choice(others) if others else (concerned[0] if concerned else "")

    def items(self) -> list[Item]:
        return [item for item in (*self._happened(), *self._held(), *self._untrue()) if item.teller]

    def _happened(self) -> list[Item]:
        draw, level, found = self.draw, self.difficulty, []
        for happening in self.log:
            people = [id for role, id in happening.roles.items() if id[:1] == "p" and role != "child"]
            if draw.random() < 0.94:
                late = happening.kind != "plan" and draw.random() < LATE[level]
                ready = happening.day + (draw.randint(30, 150) if late else draw.randint(0, 6))
                found.append(Item("happened", self._teller(people, ready), ready, happening, late=late))
            if happening.kind != "plan" and draw.random() < AGAIN[level]:
                ready = happening.day + draw.randint(10, 120)
                found.append(Item("happened", self._teller(people, ready), ready, happening, late=True))
            if happening.kind not in ("plan", "plan_fails") and people and draw.random() < HEARSAY[level]:
                ready = happening.day + draw.randint(0, 10)
                found.append(self._hearsay(happening, people, ready))
        return [item for item in found if item.ready < self.world.end]

    def _hearsay(self, happening: Happening, people: Sequence[str], ready: int) -> Item:
        teller = next(iter(self.draw.sample(self.around(people[0], ready), 1)), "")
        sources = [id for id in (*people, *self.around(people[0], ready)) if id != teller and self.grown(id, ready)]
        if teller in people or not sources:
            return Item("hearsay", "", ready, happening)
        return Item("hearsay", teller, ready, happening, source=self.draw.choice(sources))

    def _held(self) -> list[Item]:
        draw, found = self.draw, []
        world = self.world
        for (subject, relation, object), spans in self.past.spans.items():
            for since, until in spans:
                begun = since is not None and since >= world.start
                if draw.random() < (0.25 if begun else 0.9):
                    low = max(world.start, since or 0)
                    high = min(world.end, until or world.end)
                    if high - low > 3:
                        early = low + int((high - low) * draw.random() ** 2)
                        found.append(self._state("holds", State(subject, relation, object, since, until), early))
                if until is not None and draw.random() < 0.15:
                    day = until + draw.randint(1, 90)
                    found.append(self._state("used", State(subject, relation, object, since, until), day))
        for person in world.people:
            day = draw.randrange(world.start, world.end)
            if self.grown(person.id, day) and draw.random() < 0.3:
                state = State(person.id, "hasAge", str(_age(person, day)))
                found.append(replace(self._state("holds", state, day), teller=person.id))
        return [item for item in found if item.ready < world.end]

    def _state(self, sort: Sort, state: State, day: int) -> Item:
        people = [id for id in (state.subject, state.object) if id[:1] == "p"]
        return Item(sort, self._teller(people, day), day, state=state)

    def _untrue(self) -> list[Item]:
        """What is not so, what might be, and rumours with their denial."""
        draw, level, world, found = self.draw, self.difficulty, self.world, []
        size = len(self.log)
        for _ in range(int(size * NEGATED[level])):
            key = draw.choice(tuple(self.past.spans))
            day = draw.randrange(world.start, world.end)
            subject = draw.choice(world.people).id if key[0][:1] == "p" else key[0]
            if subject != key[0] and subject != key[2] and not self.past.ever(subject, *key[1:]):
                if key[1] == "likes" and self.past.ever(subject, "dislikes", key[2]):
                    continue
                found.append(self._state("not", State(subject, key[1], key[2]), day))
        made = [happening for happening in self.log if happening.kind in EFFECTS]
        for sort, share in (("supposed", SUPPOSED[level]), ("rumour", RUMOUR[level])):
            for _ in range(int(size * share)):
                model, person = draw.choice(made), draw.choice(world.people)
                day = draw.randrange(world.start, world.end - 10)
                item = self._invented("supposed" if sort == "supposed" else "rumour", model, person.id, day)
                if item:
                    found += [item] if sort == "supposed" else self._denied(item)
        return found

    def _invented(self, sort: Sort, model: Happening, who: str, day: int) -> Item | None:
        """What happened to one person, supposed of another to whom nothing of the kind ever happened."""
        roles = {role: id for role, id in model.roles.items() if role not in ("plan", "from", "job", "with")}
        relation, role, begins = EFFECTS[model.kind]
        if role not in roles or not begins or not self.grown(who, day) or who == model.roles["who"]:
            return None
        if self.past.ever(who, relation, roles[role]):
            return None
        if model.kind == "start_job" and self.past.held(who, "studiesAt", day):
            return None
        roles["who"] = who
        teller = who if sort == "supposed" and self.draw.random() < 0.75 else self._teller([who], day)
        return Item(sort, teller, day, kind=model.kind, roles=tuple(roles.items()))

    def _denied(self, rumour: Item) -> list[Item]:
        """Somebody tells it as another's words; later the one concerned says that it is not so."""
        who = dict(rumour.roles)["who"]
        near = [id for id in self.around(who, rumour.ready) if id != who]
        if len(near) < 2:
            return []
        teller, source = self.draw.sample(near, 2)
        denial = replace(rumour, sort="denied", teller=who, ready=rumour.ready + self.draw.randint(1, 9))
        return [replace(rumour, teller=teller, source=source), denial]


def _age(person: Person, day: int) -> int:
    born, today = date.fromordinal(person.born), date.fromordinal(day)
    return today.year - born.year - ((today.month, today.day) < (born.month, born.day))
