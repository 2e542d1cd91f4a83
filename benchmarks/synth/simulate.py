"""Lives over months: what happens to people by itself, what follows from it, and what they plan.

Days are worked through in order from a heap, so a cause always stands before its effect. Everything is drawn from one
`random.Random(seed)`.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Sequence
from datetime import date

from benchmarks.synth.cast import START, YEAR, Cast
from benchmarks.synth.deeds import DEEDS, Attempt, Life
from benchmarks.synth.ledger import Ledger
from benchmarks.synth.world import LANGUAGES, Happening, Lang, Person, World

OFTEN = {
    "move": 2,
    "start_job": 12,
    "leave_job": 1.5,
    "promotion": 2.5,
    "start_dating": 4,
    "break_up": 1.5,
    "divorce": 0.4,
    "marry": 0.4,
    "birth": 2,
    "adopt_pet": 1.5,
    "pet_dies": 1,
    "buy": 4,
    "sell": 2,
    "lose": 2,
    "travel": 6,
    "accident": 1.5,
    "fall_ill": 3,
    "start_project": 3,
    "join": 2,
    "leave": 1,
    "start_studies": 1.5,
    "plan": 7,
    "meet": 3,
    "quarrel": 2.5,
    "celebrate": 2,
    "start_liking": 4,
    "go_off": 3,
    "start_learning": 1.5,
    "start_diet": 1,
    "firm_moves": 0.25,
    "firm_closes": 0.15,
    "mood": 3,
    "exam": 3,
}
"""How likely a grown-up's next happening is of a kind, when it can be."""
CHILDS = {"fall_ill": 3, "accident": 1, "start_liking": 4, "go_off": 2, "mood": 2}
CHILDREN_TOO = (*CHILDS, "recover", "join", "adopt_pet")

Follow = tuple[float, str, str, tuple[int, int], str]

FOLLOWS: dict[str, tuple[Follow, ...]] = {
    # happening: (how likely, what follows, to whom by role, after how many days, kind of cause; "" for none)
    "accident": ((0.9, "fall_ill", "who", (1, 1), "cause"), (0.3, "mood", "who", (2, 5), "cause")),
    "fall_ill": (
        (1.0, "recover", "who", (10, 60), ""),
        (0.12, "start_diet", "who", (8, 20), "motivate"),
        (0.2, "mood", "who", (2, 8), "cause"),
    ),
    "leave_job": (
        (0.75, "start_job", "who", (15, 90), "enable"),
        (0.3, "mood", "who", (1, 7), "cause"),
        (0.15, "start_learning", "who", (5, 30), "enable"),
    ),
    "start_job": ((0.3, "meet", "who", (10, 50), "enable"), (0.2, "celebrate", "who", (1, 6), "cause")),
    "move": (
        (0.35, "meet", "who", (10, 60), "enable"),
        (0.3, "join", "who", (15, 70), "motivate"),
        (0.15, "adopt_pet", "who", (20, 60), "enable"),
        (0.3, "buy", "who", (3, 30), "motivate"),
    ),
    "start_dating": ((0.4, "engage", "who", (100, 260), "enable"), (0.3, "quarrel", "who", (40, 120), "")),
    "engage": ((0.9, "marry", "who", (60, 180), "enable"), (0.5, "celebrate", "who", (1, 10), "cause")),
    "marry": ((0.6, "celebrate", "who", (1, 9), "cause"), (0.4, "travel", "who", (3, 20), "motivate")),
    "quarrel": ((0.4, "break_up", "who", (2, 20), "cause"), (0.4, "make_up", "who", (10, 60), "")),
    "break_up": (
        (0.6, "mood", "who", (1, 5), "cause"),
        (0.3, "move", "who", (10, 50), "cause"),
        (0.25, "adopt_pet", "who", (15, 60), "motivate"),
    ),
    "divorce": ((0.9, "move", "who", (5, 30), "cause"), (0.6, "mood", "who", (1, 5), "cause")),
    "birth": (
        (0.35, "buy", "who", (5, 40), "motivate"),
        (0.2, "move", "who", (40, 120), "motivate"),
        (0.4, "mood", "who", (3, 20), "cause"),
    ),
    "promotion": ((0.5, "celebrate", "who", (1, 7), "cause"), (0.4, "buy", "who", (5, 30), "enable")),
    "lose": ((0.6, "buy", "who", (3, 30), "cause"), (0.2, "mood", "who", (1, 4), "cause")),
    "pet_dies": ((0.7, "mood", "who", (1, 4), "cause"), (0.35, "adopt_pet", "who", (30, 90), "motivate")),
    "start_studies": ((0.9, "exam", "who", (50, 110), ""),),
    "graduate": ((0.8, "start_job", "who", (15, 80), "enable"), (0.5, "celebrate", "who", (1, 8), "cause")),
    "start_learning": ((0.4, "travel", "who", (30, 120), "motivate"),),
    "travel": ((0.3, "start_liking", "who", (2, 10), "cause"), (0.1, "fall_ill", "who", (1, 5), "cause")),
    "start_project": ((0.9, "finish_project", "who", (50, 180), ""), (0.25, "mood", "who", (20, 60), "cause")),
    "finish_project": ((0.35, "promotion", "who", (5, 40), "cause"), (0.3, "celebrate", "who", (1, 7), "cause")),
    "meet": ((0.25, "start_liking", "who", (5, 40), "cause"),),
    "plan_fails": ((0.4, "mood", "who", (1, 3), "cause"),),
}
OBSTACLES = ("accident", "fall_ill", "leave_job", "lose", "quarrel", "break_up")


def simulate(
    seed: int, people: int, months: int, languages: Sequence[Lang] = LANGUAGES
) -> tuple[World, tuple[Happening, ...]]:
    """A world of at least `people` people (children may be born) and what happens in it, in order."""
    if people < 2 or months < 1 or not languages:
        raise ValueError("a world wants two people, a month and a language")
    draw = random.Random(f"world/{seed}")
    cast = Cast(draw, languages)
    cast.populate(people)
    life = Life(draw, cast, Ledger(cast.base))
    clock = _Clock(life)
    first = date.fromordinal(START)
    for month in range(months):
        begin = date(first.year + month // 12, month % 12 + 1, 1).toordinal()
        after = date(first.year + (month + 1) // 12, (month + 1) % 12 + 1, 1).toordinal()
        for person in tuple(cast.people):
            clock.month(person, begin, after)
        clock.until(after)
    world = World(seed, START, months, tuple(cast.people), tuple(cast.things), tuple(cast.base))
    return world, tuple(life.log)


class _Clock:
    def __init__(self, life: Life) -> None:
        self.life = life
        self.heap: list[tuple[int, int, Attempt]] = []
        self.count = 0

    def at(self, day: int, attempt: Attempt) -> None:
        self.count += 1
        heapq.heappush(self.heap, (day, self.count, attempt))

    def month(self, person: Person, begin: int, after: int) -> None:
        """What may happen to a person by itself this month."""
        draw, age = self.life.draw, (begin - person.born) // YEAR
        if age < 4:
            return
        often = OFTEN if age >= 18 else CHILDS
        rate = (0, 1, 1, 2, 2) if age >= 18 else (0, 0, 0, 1)
        for _ in range(draw.choice(rate)):
            kind = draw.choices(tuple(often), tuple(often.values()))[0]
            self.at(draw.randrange(begin, after), Attempt(kind, person.id))

    def until(self, day: int) -> None:
        while self.heap and self.heap[0][0] < day:
            today, _, attempt = heapq.heappop(self.heap)
            if attempt.kind == "due":
                self._due(today, attempt)
            else:
                self._try(today, attempt)

    def _try(self, day: int, attempt: Attempt) -> Happening | None:
        if attempt.kind not in CHILDREN_TOO and self.life.age(attempt.who, day) < 18:
            return None
        known = len(self.life.log)
        DEEDS[attempt.kind](self.life, day, attempt)
        made = self.life.log[known:]
        for happening in made:
            self._follow(happening)
        return made[0] if made else None

    def _follow(self, happening: Happening) -> None:
        draw, life = self.life.draw, self.life
        for chance, kind, role, (least, most), why in FOLLOWS.get(happening.kind, ()):
            if draw.random() >= chance:
                continue
            causes = ((happening.id, why),) if why else ()
            hints: dict[str, str] = {}
            match happening.kind, kind:
                case ("fall_ill", "recover"):
                    hints = {"condition": happening.roles["condition"]}
                case ("accident", "fall_ill"):
                    hints = {"hurt": "yes"}
                case (_, "mood"):
                    glad = happening.kind in ("birth", "promotion")
                    hints = {"feeling": "tired" if glad else draw.choice(("sad", "stressed"))}
                case (_, "celebrate"):
                    hints = {"occasion": happening.kind}
                case ("quarrel" | "start_dating" | "engage", _):
                    hints = {"with": happening.roles["with"]}
                case ("start_project", "finish_project"):
                    hints = {"project": happening.roles["project"]}
            who = happening.roles[role]
            self.at(happening.day + draw.randint(least, most), Attempt(kind, who, causes, hints))
        self._special(happening)
        for attempt, delay in life.follow(happening):
            self.at(happening.day + delay, attempt)

    def _special(self, happening: Happening) -> None:
        """A plan is made true or fails on its day; what hinders it comes before."""
        if happening.kind != "plan":
            return
        draw, who = self.life.draw, happening.roles["who"]
        due = self.life.due[happening.id]
        if draw.random() < 0.35 and due - happening.day > 12:
            kind = draw.choice(("accident", "fall_ill", "lose"))
            self.at(due - draw.randint(2, 10), Attempt(kind, who))
        self.at(due, Attempt("due", who, (), {"plan": happening.id}))

    def _due(self, day: int, attempt: Attempt) -> None:
        life = self.life
        plan = next(happening for happening in life.log if happening.id == attempt.hints["plan"])
        obstacle = next(
            (
                happening
                for happening in reversed(life.log)
                if happening.kind in OBSTACLES and happening.roles["who"] == attempt.who and happening.day > plan.day
            ),
            None,
        )
        done = None
        if life.draw.random() < (0.1 if obstacle else 0.85):
            roles = {role: id for role, id in plan.roles.items() if role != "who"}
            done = self._try(day, Attempt(plan.params["planned"], attempt.who, (), {**roles, "plan": plan.id}))
        if done is None:
            causes = ((obstacle.id, "prevent"),) if obstacle else ()
            self._try(day, Attempt("plan_fails", attempt.who, causes, {"plan": plan.id}))
