"""One function for each kind of happening: when it can be, who and what takes part, and what it begins and ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date

from benchmarks.synth.cast import START, YEAR, Cast
from benchmarks.synth.ledger import Ledger
from benchmarks.synth.world import Happening, Person, Precision, State, cut

LEAST = {"livesIn": 45, "worksFor": 60, "worksAs": 60, "spouseOf": 200, "partnerOf": 20, "studiesAt": 150}
"""A state lasts at least so many days."""
PLANNABLE = ("travel", "travel", "buy", "move", "adopt_pet", "start_learning", "sell", "join")
Link = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Attempt:
    """A kind of happening that may come to pass for a person; `hints` fix roles and params beforehand."""

    kind: str
    who: str
    causes: tuple[Link, ...] = ()
    hints: dict[str, str] = field(default_factory=dict)


class Life:
    """The log so far and what holds now."""

    def __init__(self, draw: random.Random, cast: Cast, ledger: Ledger) -> None:
        self.draw = draw
        self.cast = cast
        self.ledger = ledger
        self.log: list[Happening] = []
        self.due: dict[str, int] = {}  # a plan's id -> the day it is for
        self.shut: set[str] = set()  # firms that closed
        self.known = len(cast.base)

    def age(self, person: str, day: int) -> int:
        return (day - self.person(person).born) // YEAR

    def person(self, id: str) -> Person:
        return self.cast.people[int(id[1:])]

    def steady(self, who: str, relation: str, day: int) -> bool:
        """Whether a state has lasted long enough to be changed, or is none."""
        return day - self.ledger.since(who, relation) >= LEAST.get(relation, 1)

    def emit(
        self,
        day: int,
        attempt: Attempt,
        roles: dict[str, str],
        begins: Iterable[tuple[str, str, str]] = (),
        ends: Iterable[tuple[str, str, str]] = (),
        **params: str,
    ) -> Happening:
        """Write a happening down; its states are ended and begun in the ledger."""
        precision: Precision = self.draw.choices(("day", "month", "year"), (6, 3, 1))[0]
        for late in self.cast.base[self.known :]:  # firms and clubs minted on the way
            self.ledger.begin(late)
        self.known = len(self.cast.base)
        closed = tuple(self.ledger.end(*triple, day) for triple in ends)
        opened = tuple(State(*triple, day) for triple in begins)
        for state in opened:
            self.ledger.begin(state)
        if "plan" in attempt.hints:
            roles = {**roles, "plan": attempt.hints["plan"]}
        id = f"h{len(self.log)}"
        made = Happening(id, attempt.kind, day, precision, roles, params, opened, closed, attempt.causes)
        self.log.append(made)
        return made

    def related(self, one: str, other: str) -> bool:
        ledger = self.ledger
        return (
            one == other
            or other in ledger.all(one, "siblingOf") + ledger.all(one, "parentOf") + ledger.who("parentOf", one)
            or bool(set(ledger.who("parentOf", one)) & set(ledger.who("parentOf", other)))
        )

    def couple(self, who: str) -> str:
        return self.ledger.one(who, "spouseOf") or self.ledger.one(who, "partnerOf")

    def firms(self, place: str) -> list[str]:
        return [
            id for id in self.ledger.who("locatedIn", place) if self.cast.kind(id) == "firm" and id not in self.shut
        ]

    def follow(self, happening: Happening) -> list[tuple[Attempt, int]]:
        """What follows for others, or by where things are: (attempt, days later)."""
        draw, ledger, roles = self.draw, self.ledger, happening.roles
        cause = ((happening.id, "cause"),)
        found: list[tuple[Attempt, int]] = []
        match happening.kind:
            case "move":
                firm = ledger.one(roles["who"], "worksFor")
                if firm and ledger.one(firm, "locatedIn") != roles["to"] and draw.random() < 0.5:
                    found.append((Attempt("leave_job", roles["who"], cause, {"reason": "quit"}), draw.randint(3, 20)))
            case "start_job":
                town = ledger.one(roles["firm"], "locatedIn")
                if town != ledger.one(roles["who"], "livesIn"):
                    found.append((Attempt("move", roles["who"], cause, {"to": town}), draw.randint(5, 40)))
            case "marry":
                home = ledger.one(roles["who"], "livesIn")
                if home != ledger.one(roles["with"], "livesIn"):
                    found.append((Attempt("move", roles["with"], cause, {"to": home}), draw.randint(5, 40)))
            case "firm_moves":
                for who in ledger.who("worksFor", roles["firm"]):
                    kind, hints = ("move", {"to": roles["to"]}) if draw.random() < 0.6 else ("leave_job", {})
                    found.append((Attempt(kind, who, cause, {**hints, "reason": "quit"}), draw.randint(5, 40)))
            case "firm_closes":
                for who in ledger.who("worksFor", roles["firm"]):
                    found.append((Attempt("leave_job", who, cause, {"reason": "closed"}), draw.randint(1, 4)))
            case "exam":
                passed = happening.params["outcome"] == "passed"
                since = ledger.since(roles["who"], "studiesAt")
                if passed and happening.day - since > 180 and draw.random() < 0.6:
                    found.append((Attempt("graduate", roles["who"], ((happening.id, "enable"),)), draw.randint(5, 30)))
                elif passed:
                    found.append((Attempt("exam", roles["who"]), draw.randint(60, 140)))
                else:
                    hints = {"feeling": "sad"}
                    found.append((Attempt("mood", roles["who"], cause, hints), draw.randint(1, 4)))
                    found.append((Attempt("exam", roles["who"], cause), draw.randint(25, 70)))
        return found


def move(life: Life, day: int, attempt: Attempt) -> None:
    """With those who live with them: a spouse, and children under age."""
    ledger, who = life.ledger, attempt.who
    home = ledger.one(who, "livesIn")
    to = attempt.hints.get("to") or life.cast.place(life.person(who).lang, (home,))
    if to == home or not life.steady(who, "livesIn", day):
        return
    roles = {"who": who, "to": to, "from": home}
    made = life.emit(day, attempt, roles, [(who, "livesIn", to)], [(who, "livesIn", home)])
    spouse = ledger.one(who, "spouseOf")
    kids = [kid for kid in ledger.all(who, "parentOf") if life.age(kid, day) < 18]
    for other in [spouse, *kids] if spouse else kids:
        if ledger.one(other, "livesIn") == home and life.steady(other, "livesIn", day):
            along = Attempt("move", other, ((made.id, "cause"),))
            roles = {"who": other, "to": to, "from": home}
            life.emit(day, along, roles, [(other, "livesIn", to)], [(other, "livesIn", home)])


def start_job(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    if ledger.one(who, "worksFor") or ledger.one(who, "studiesAt") or life.age(who, day) > 66:
        return
    home = ledger.one(who, "livesIn")
    town = home if life.draw.random() < 0.75 else life.cast.place(life.person(who).lang)
    left = {
        happening.roles["firm"]
        for happening in life.log
        if happening.roles.get("who") == who and "firm" in happening.roles
    }
    firm = life.cast.firm(town, [id for id in life.firms(town) if id not in left])
    if firm in left or firm in life.shut:
        return
    job = life.cast.listed("occupation")
    begins = [(who, "worksFor", firm), (who, "worksAs", job)]
    life.emit(day, attempt, {"who": who, "firm": firm, "job": job}, begins)


def leave_job(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    firm, job = ledger.one(who, "worksFor"), ledger.one(who, "worksAs")
    reason = attempt.hints.get("reason") or life.draw.choice(("quit", "quit", "laid_off"))
    if not firm or (
        reason != "closed" and not (life.steady(who, "worksFor", day) and life.steady(who, "worksAs", day))
    ):
        return
    if max(ledger.since(who, "worksFor"), ledger.since(who, "worksAs")) >= day:
        return
    ends = [(who, "worksFor", firm), (who, "worksAs", job)]
    ends += [(who, "manages", project) for project in ledger.all(who, "manages")]
    life.emit(day, attempt, {"who": who, "firm": firm, "job": job}, (), ends, reason=reason)


def promotion(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    firm, old = ledger.one(who, "worksFor"), ledger.one(who, "worksAs")
    if not firm or firm in life.shut or day - ledger.since(who, "worksAs") < 120:
        return
    job = life.cast.listed("senior", (old,))
    roles = {"who": who, "firm": firm, "job": job, "old_job": old}
    life.emit(day, attempt, roles, [(who, "worksAs", job)], [(who, "worksAs", old)])


def start_dating(life: Life, day: int, attempt: Attempt) -> None:
    who = attempt.who
    me = life.person(who)
    others = [
        other.id
        for other in life.cast.people
        if other.gender != me.gender
        and other.lang == me.lang
        and abs(other.born - me.born) < 10 * YEAR
        and life.age(other.id, day) >= 20
        and not life.couple(other.id)
        and not life.related(who, other.id)
    ]
    if not others or life.couple(who) or life.age(who, day) < 20:
        return
    other = life.draw.choice(others)
    life.emit(day, attempt, {"who": who, "with": other}, [(who, "partnerOf", other)])


def engage(life: Life, day: int, attempt: Attempt) -> None:
    who = attempt.who
    other = life.ledger.one(who, "partnerOf")
    if other and other == attempt.hints.get("with", other):
        life.emit(day, attempt, {"who": who, "with": other})


def marry(life: Life, day: int, attempt: Attempt) -> None:
    who = attempt.who
    other = life.ledger.one(who, "partnerOf")
    if not other or other != attempt.hints.get("with", other) or day - life.ledger.since(who, "partnerOf") < 150:
        return
    pair = [(who, "spouseOf", other)], [(who, "partnerOf", other)]
    life.emit(day, attempt, {"who": who, "with": other}, *pair)


def break_up(life: Life, day: int, attempt: Attempt) -> None:
    who = attempt.who
    other = life.ledger.one(who, "partnerOf")
    if other and other == attempt.hints.get("with", other) and life.steady(who, "partnerOf", day):
        life.emit(day, attempt, {"who": who, "with": other}, (), [(who, "partnerOf", other)])


def divorce(life: Life, day: int, attempt: Attempt) -> None:
    other = life.ledger.one(attempt.who, "spouseOf")
    if other and life.steady(attempt.who, "spouseOf", day):
        life.emit(day, attempt, {"who": attempt.who, "with": other}, (), [(attempt.who, "spouseOf", other)])


def birth(life: Life, day: int, attempt: Attempt) -> None:
    """A child is told of as its mother's."""
    ledger, who = life.ledger, attempt.who
    other = life.couple(who)
    if not other:
        return
    mother, father = (who, other) if life.person(who).gender == "f" else (other, who)
    kids = ledger.all(mother, "parentOf")
    ages = [life.age(mother, day), life.age(father, day)]
    if not 20 <= ages[0] <= 43 or ages[1] < 20 or any(day - life.person(kid).born < 400 for kid in kids):
        return
    if (
        len(kids) > 3
        or life.ledger.since(mother, "spouseOf" if ledger.one(mother, "spouseOf") else "partnerOf") > day - 200
    ):
        return
    parent = life.person(father)
    row = next(row for row in life.cast.families(parent.lang) if row[0] in parent.name)
    child = life.cast.born(parent.lang, life.draw.choice(("f", "m")), day, row)
    home = ledger.one(mother, "livesIn")
    begins = [(mother, "parentOf", child.id), (father, "parentOf", child.id), (child.id, "livesIn", home)]
    begins += [(child.id, "bornOn", date.fromordinal(day).isoformat()), (child.id, "bornIn", home)]
    begins += [(kid, "siblingOf", child.id) for kid in dict.fromkeys(kids + ledger.all(father, "parentOf"))]
    life.emit(day, Attempt("birth", mother, attempt.causes), {"who": mother, "with": father, "child": child.id}, begins)


def adopt_pet(life: Life, day: int, attempt: Attempt) -> None:
    if len(life.ledger.all(attempt.who, "hasPet")) < 3:
        pet = attempt.hints.get("pet") or life.cast.pet()
        life.emit(day, attempt, {"who": attempt.who, "pet": pet}, [(attempt.who, "hasPet", pet)])


def pet_dies(life: Life, day: int, attempt: Attempt) -> None:
    pets = [s.object for s in life.ledger.open.get((attempt.who, "hasPet"), ()) if (s.since or 0) < day - 30]
    if pets:
        pet = life.draw.choice(pets)
        life.emit(day, attempt, {"who": attempt.who, "pet": pet}, (), [(attempt.who, "hasPet", pet)])


def buy(life: Life, day: int, attempt: Attempt) -> None:
    thing = attempt.hints.get("thing") or life.cast.possession(vehicle=life.draw.random() < 0.2)
    if not life.ledger.who("owns", thing):
        life.emit(day, attempt, {"who": attempt.who, "thing": thing}, [(attempt.who, "owns", thing)])


def _possession(life: Life, day: int, attempt: Attempt) -> str:
    """Something owned for a week at least."""
    owned = [s.object for s in life.ledger.open.get((attempt.who, "owns"), ()) if (s.since or 0) < day - 7]
    if "thing" in attempt.hints:
        return attempt.hints["thing"] if attempt.hints["thing"] in owned else ""
    return life.draw.choice(owned) if owned else ""


def sell(life: Life, day: int, attempt: Attempt) -> None:
    if thing := _possession(life, day, attempt):
        life.emit(day, attempt, {"who": attempt.who, "thing": thing}, (), [(attempt.who, "owns", thing)])


def lose(life: Life, day: int, attempt: Attempt) -> None:
    if thing := _possession(life, day, attempt):
        how = life.draw.choice(("lost", "stolen", "broken") if life.cast.kind(thing) == "possession" else ("stolen",))
        life.emit(day, attempt, {"who": attempt.who, "thing": thing}, (), [(attempt.who, "owns", thing)], how=how)


def travel(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    to = attempt.hints.get("to") or life.cast.place(life.person(who).lang, (ledger.one(who, "livesIn"),))
    if to == ledger.one(who, "livesIn"):
        return
    roles = {"who": who, "to": to}
    company = attempt.hints.get("with", "")
    if not company and "plan" not in attempt.hints and life.draw.random() < 0.4:
        friends = ledger.all(who, "friendOf")
        company = life.couple(who) or (life.draw.choice(friends) if friends else "")
    if company:
        roles["with"] = company
    people = [who, company] if company else [who]
    begins = [(id, "visited", to) for id in people if to not in ledger.all(id, "visited")]
    life.emit(day, attempt, roles, begins)


def accident(life: Life, day: int, attempt: Attempt) -> None:
    place = life.ledger.one(attempt.who, "livesIn")
    life.emit(day, attempt, {"who": attempt.who, "place": place})


def fall_ill(life: Life, day: int, attempt: Attempt) -> None:
    """One passing illness or injury at a time."""
    held = life.ledger.open.get((attempt.who, "hasCondition"), ())
    if any(state.since and state.since >= START for state in held):
        return
    condition = life.cast.listed("injury" if attempt.hints.get("hurt") else "illness")
    roles = {"who": attempt.who, "condition": condition}
    life.emit(day, attempt, roles, [(attempt.who, "hasCondition", condition)])


def recover(life: Life, day: int, attempt: Attempt) -> None:
    condition = attempt.hints["condition"]
    if condition in life.ledger.all(attempt.who, "hasCondition"):
        roles = {"who": attempt.who, "condition": condition}
        life.emit(day, attempt, roles, (), [(attempt.who, "hasCondition", condition)])


def start_project(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    firm = ledger.one(who, "worksFor")
    if not firm or firm in life.shut or ledger.one(who, "manages") or ledger.since(who, "worksFor") > day - 20:
        return
    used = {happening.roles["project"] for happening in life.log if happening.kind == "start_project"}
    project = life.cast.listed("project", used)
    if project not in used:
        roles = {"who": who, "project": project, "firm": firm}
        life.emit(day, attempt, roles, [(who, "manages", project)])


def finish_project(life: Life, day: int, attempt: Attempt) -> None:
    project = attempt.hints["project"]
    if project in life.ledger.all(attempt.who, "manages"):
        roles = {"who": attempt.who, "project": project}
        life.emit(day, attempt, roles, (), [(attempt.who, "manages", project)])


def join(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    if "club" in attempt.hints:
        club = attempt.hints["club"]
    else:
        club = life.cast.club(ledger.one(who, "livesIn"), ledger.all(who, "memberOf"))
    if club not in ledger.all(who, "memberOf") and len(ledger.all(who, "memberOf")) < 3:
        life.emit(day, attempt, {"who": who, "club": club}, [(who, "memberOf", club)])


def leave(life: Life, day: int, attempt: Attempt) -> None:
    clubs = [s.object for s in life.ledger.open.get((attempt.who, "memberOf"), ()) if (s.since or 0) < day - 30]
    if clubs:
        club = life.draw.choice(clubs)
        life.emit(day, attempt, {"who": attempt.who, "club": club}, (), [(attempt.who, "memberOf", club)])


def start_studies(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    if ledger.one(who, "worksFor") or ledger.one(who, "studiesAt") or life.age(who, day) > 50:
        return
    done = ledger.all(who, "graduatedFrom")
    school, studied = life.cast.school(ledger.one(who, "livesIn")), life.cast.listed("field")
    if school not in done:
        begins = [(who, "studiesAt", school), (who, "studies", studied)]
        life.emit(day, attempt, {"who": who, "school": school, "field": studied}, begins)


def exam(life: Life, day: int, attempt: Attempt) -> None:
    studied = life.ledger.one(attempt.who, "studies")
    if studied:
        outcome = life.draw.choice(("passed", "passed", "failed"))
        life.emit(day, attempt, {"who": attempt.who, "field": studied}, outcome=outcome)


def graduate(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    school, studied = ledger.one(who, "studiesAt"), ledger.one(who, "studies")
    if school and life.steady(who, "studiesAt", day):
        ends = [(who, "studiesAt", school), (who, "studies", studied)]
        roles = {"who": who, "school": school, "field": studied}
        life.emit(day, attempt, roles, [(who, "graduatedFrom", school)], ends)


def plan(life: Life, day: int, attempt: Attempt) -> None:
    """Where to, what or whom for is settled now; a plan's day is told to the month or the day."""
    ledger, who, draw = life.ledger, attempt.who, life.draw
    if any(
        happening.kind == "plan" and happening.roles["who"] == who and life.due[happening.id] >= day
        for happening in life.log
    ):
        return
    planned, home = draw.choice(PLANNABLE), ledger.one(who, "livesIn")
    roles = {"who": who}
    match planned:
        case "travel" | "move":
            roles["to"] = life.cast.place(life.person(who).lang, (home,))
        case "buy":
            roles["thing"] = life.cast.possession(vehicle=draw.random() < 0.3)
        case "sell":
            roles["thing"] = _possession(life, day, attempt)
        case "adopt_pet":
            roles["pet"] = life.cast.pet()
        case "join":
            roles["club"] = life.cast.club(home, ledger.all(who, "memberOf"))
        case _:
            tongues = ledger.all(who, "speaks") + ledger.all(who, "learns")
            roles["language"] = life.cast.listed("language", tongues)
    if not all(roles.values()):
        return
    due = day + draw.randint(20, 90)
    precision: Precision = draw.choice(("day", "month"))
    made = life.emit(day, attempt, roles, planned=planned, due=cut(due, precision))
    life.due[made.id] = due


def plan_fails(life: Life, day: int, attempt: Attempt) -> None:
    failed = next(happening for happening in life.log if happening.id == attempt.hints["plan"])
    life.emit(day, attempt, dict(failed.roles), planned=failed.params["planned"])


def meet(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    me = life.person(who)
    others = [
        other.id
        for other in life.cast.people
        if (other.lang == me.lang or life.draw.random() < 0.1)
        and life.age(other.id, day) >= 18
        and not life.related(who, other.id)
        and other.id not in ledger.all(who, "friendOf")
        and other.id != life.couple(who)
    ]
    if others and life.age(who, day) >= 18 and len(ledger.all(who, "friendOf")) < 6:
        other = life.draw.choice(others)
        life.emit(day, attempt, {"who": who, "with": other}, [(who, "friendOf", other)])


def quarrel(life: Life, day: int, attempt: Attempt) -> None:
    """Friends may part over it; a couple does not yet."""
    who = attempt.who
    states = [s for s in life.ledger.open.get((who, "friendOf"), ()) if (s.since or 0) < day - 10]
    others = [state.object for state in states] + ([life.couple(who)] if life.couple(who) else [])
    other = attempt.hints.get("with") or (life.draw.choice(others) if others else "")
    if not other or other not in others:
        return
    parts = other != life.couple(who) and life.draw.random() < 0.6
    life.emit(day, attempt, {"who": who, "with": other}, (), [(who, "friendOf", other)] if parts else [])


def make_up(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who, other = life.ledger, attempt.who, attempt.hints["with"]
    if other == life.couple(who):
        life.emit(day, attempt, {"who": who, "with": other})
    elif not life.related(who, other):
        begins = [] if other in ledger.all(who, "friendOf") else [(who, "friendOf", other)]
        life.emit(day, attempt, {"who": who, "with": other}, begins)


def celebrate(life: Life, day: int, attempt: Attempt) -> None:
    """By itself, only a birthday: on the day, or not at all."""
    who = attempt.who
    occasion = attempt.hints.get("occasion", "birthday")
    born = date.fromordinal(life.person(who).born)
    if occasion == "birthday":
        year = date.fromordinal(day).year
        today = date(year, born.month, min(born.day, 28)).toordinal()
        if today < day or today > day + 31:
            return
    friends = life.ledger.all(who, "friendOf")
    company = life.couple(who) or (life.draw.choice(friends) if friends else "")
    life.emit(day, attempt, {"who": who, "with": company} if company else {"who": who}, occasion=occasion)


def start_liking(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    kind = life.draw.choice(("food", "drink", "activity"))
    taken = (
        ledger.all(who, "likes")
        + ledger.all(who, "dislikes")
        + ledger.all(who, "favorite")
        + ledger.all(who, "prefers")
    )
    thing = life.cast.listed(kind, taken)
    if thing not in taken:
        life.emit(day, attempt, {"who": who, "thing": thing}, [(who, "likes", thing)])


def go_off(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    liked = [s.object for s in ledger.open.get((who, "likes"), ()) if (s.since or 0) < day - 30]
    if liked:
        thing = life.draw.choice(liked)
        life.emit(day, attempt, {"who": who, "thing": thing}, [(who, "dislikes", thing)], [(who, "likes", thing)])


def start_learning(life: Life, day: int, attempt: Attempt) -> None:
    ledger, who = life.ledger, attempt.who
    known = ledger.all(who, "speaks") + ledger.all(who, "learns")
    tongue = attempt.hints.get("language") or life.cast.listed("language", known)
    if tongue not in known and len(ledger.all(who, "learns")) < 2:
        life.emit(day, attempt, {"who": who, "language": tongue}, [(who, "learns", tongue)])


def start_diet(life: Life, day: int, attempt: Attempt) -> None:
    if not life.ledger.one(attempt.who, "hasDiet"):
        diet = life.cast.listed("diet")
        life.emit(day, attempt, {"who": attempt.who, "diet": diet}, [(attempt.who, "hasDiet", diet)])


def firm_moves(life: Life, day: int, attempt: Attempt) -> None:
    """The employer of someone it could happen to."""
    ledger = life.ledger
    firm = ledger.one(attempt.who, "worksFor")
    if not firm or firm in life.shut or ledger.since(firm, "locatedIn") > day - 300:
        return
    old = ledger.one(firm, "locatedIn")
    to = life.cast.place(life.person(attempt.who).lang, (old,))
    roles = {"firm": firm, "from": old, "to": to}
    life.emit(day, attempt, roles, [(firm, "locatedIn", to)], [(firm, "locatedIn", old)])


def firm_closes(life: Life, day: int, attempt: Attempt) -> None:
    firm = life.ledger.one(attempt.who, "worksFor")
    if firm and firm not in life.shut:
        life.shut.add(firm)
        life.emit(day, attempt, {"firm": firm})


def mood(life: Life, day: int, attempt: Attempt) -> None:
    feeling = attempt.hints.get("feeling") or life.draw.choice(("happy", "sad", "stressed", "tired"))
    life.emit(day, attempt, {"who": attempt.who}, feeling=feeling)


DEEDS: dict[str, Callable[[Life, int, Attempt], None]] = {
    deed.__name__: deed
    for deed in (
        *(move, start_job, leave_job, promotion, start_dating, engage, marry, break_up, divorce, birth, adopt_pet),
        *(pet_dies, buy, sell, lose, travel, accident, fall_ill, recover, start_project, finish_project, join, leave),
        *(start_studies, exam, graduate, plan, plan_fails, meet, quarrel, make_up, celebrate, start_liking, go_off),
        *(start_learning, start_diet, firm_moves, firm_closes, mood),
    )
}
