"""One session, turn by turn: statements among replies and small talk, with the slips and typos of the difficulty."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from benchmarks.synth.forms import Form
from benchmarks.synth.saying import EFFECTS, LITERAL, MUTUAL, Clause, Past, Sayer, anchored, gold
from benchmarks.synth.times import When, past
from benchmarks.synth.wording import Filler, Said, Style, Voice, joined
from benchmarks.synth.world import Gold, Happening, Lang, State, World

if TYPE_CHECKING:
    from benchmarks.synth.telling import Item

PRONOUN = (0.0, 0.4, 0.6, 0.75)
NICK = (0.0, 0.08, 0.16, 0.25)
KIN = (0.0, 0.15, 0.25, 0.35)
ELLIPSIS = (0.0, 0.12, 0.2, 0.28)
SLIPS = (0.0, 0.04, 0.08, 0.12)
CORRECTED = (0.0, 0.05, 0.09, 0.13)
TYPO = (0.0, 0.06, 0.14, 0.28)
SMALL = (0.0, 0.15, 0.25, 0.35)
LEAD = (0.0, 0.12, 0.2, 0.28)
TOOL = 0.2
RECAP = 0.12
CAUSED = 0.65
ROOMY, FULL = 12, 16
PEOPLE = frozenset("name nick kin pronoun".split())
SLIPPING = frozenset("to firm school field language project place".split())
SWAPPED = frozenset("to firm school language condition project thing".split())
HOMOPHONES = {"的": "得", "得": "的", "在": "再", "做": "作", "已": "以", "那": "哪", "像": "象"}
NO_TYPO = re.compile(r"n't|\bnot?\b|\bnever\b|anymore|longer", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A turn to be: `corrects` is the place in the session of the line that it sets right."""

    said: Said
    speaker: str
    role: str
    lang: Lang
    gold: Gold = field(default_factory=Gold)
    kinds: frozenset[str] = frozenset()
    corrects: int | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """A correction to come, after so many lines."""

    clause: Clause
    speaker: str
    place: int
    due: int


class Chat:
    """Makes sessions, one after the other; what was told before is known in later ones."""

    def __init__(
        self,
        world: World,
        log: Sequence[Happening],
        sayer: Sayer,
        draw: random.Random,
        difficulty: int,
        languages: tuple[Lang, ...],
    ) -> None:
        self.world, self.log, self.sayer, self.draw = world, log, sayer, draw
        self.level, self.languages = difficulty, languages
        self.past: Past = sayer.past
        self.by_id = {happening.id: happening for happening in log}
        self.told_of: set[tuple[str, str]] = set()  # (person, relative): told before that they are
        self.states: dict[str, list[State]] = {}
        for (subject, relation, object), spans in self.past.spans.items():
            for since, until in spans:
                self.states.setdefault(subject, []).append(State(subject, relation, object, since, until))

    def lang(self, person: str, other: str = "") -> Lang:
        if person[:1] == "p":
            own = self.world.person(person).lang
            return own if own in self.languages else self.languages[0]
        return self.lang(other)

    def session(self, day: int, first: str, second: str, items: Sequence[Item]) -> list[Line]:
        self.day, self.pair = day, (first, second)
        self.lines: list[Line] = []
        self.focus: tuple[str, ...] = ()  # the others named in the last statement, for two turns
        self.named_at = 0
        self.named: set[str] = set()
        self.used: set[str] = set()
        self.said: list[State] = []
        self.pending: list[Pending] = []
        if self.level and self.draw.random() < 0.3 + 0.1 * self.level:
            self._chat(first, "OPENINGS")
            if second != "assistant":
                self._chat(second, "OPENINGS")
        for item in _by_subject(items):
            self._item(item)
            self._due()
        goal = self.draw.choice((6, 6, 8, 10, 12))
        for _ in range(16):
            if len(self.lines) >= goal:
                break
            self._pad(first)
        self._due(last=True)
        if self.level and len(self.lines) < 18 and self.draw.random() < 0.3:
            self._chat(first, "CLOSINGS")
        while len(self.lines) < 6:
            speaker = self._other(self.lines[-1].speaker if self.lines else self.pair[1])
            self._chat(speaker, "ASSISTANT" if speaker == "assistant" else "REPLIES")
        return self.lines

    # lines without gold

    def _role(self, speaker: str) -> str:
        return speaker if speaker in ("assistant", "tool") else "user"

    def _other(self, speaker: str) -> str:
        return self.pair[1] if speaker == self.pair[0] else self.pair[0]

    def _chat(self, speaker: str, table: str) -> None:
        lang = self.lang(speaker, self._other(speaker))
        fresh = [form for form in self.sayer.book.of(lang, table) if form.id not in self.used]
        if not fresh:
            return
        form = self.draw.choice(fresh)
        self.used.add(form.id)
        said = self._finished(Said(form.text), lang, speaker, dot=False)
        kinds = frozenset({"small_talk"} if table in ("SMALL_TALK", "OPENINGS", "CLOSINGS") else ())
        said, typo = self._typed(said, lang, speaker)
        self.lines.append(Line(said, speaker, self._role(speaker), lang, Gold(form=form.id), kinds | typo))

    def _reply(self, speaker: str) -> None:
        """A word of reply, unless the last word was theirs."""
        if self.lines and self.lines[-1].speaker == speaker:
            return
        self._chat(speaker, "ASSISTANT" if speaker == "assistant" else "REPLIES")

    def _pad(self, first: str) -> None:
        if self.level and self.draw.random() < 0.2:
            self._chat(first, "SMALL_TALK")
            self._reply(self.pair[1])
            return
        of = self.draw.choice((first, *self.focus))
        owned = [
            state
            for state in self.states.get(of, ())
            if self.past.active(state.subject, state.relation, state.object, self.day)
            and state.object not in self.pair
            and state not in self.said
        ]
        if owned:
            self._state(first, self.draw.choice(owned), "HOLDS")
        self._reply(self.pair[1])

    def _around(self, speaker: str) -> None:
        """What comes after a statement: a reply, perhaps small talk."""
        if len(self.lines) >= FULL:
            return
        other = self._other(speaker)
        if self.draw.random() < 0.75:
            self._reply(other)
        if self.draw.random() < SMALL[self.level]:
            self._chat(other if other != "assistant" and self.draw.random() < 0.5 else speaker, "SMALL_TALK")

    # statements

    def _item(self, item: Item) -> None:
        match item.sort:
            case "happened":
                self._happened(item)
            case "hearsay" | "rumour":
                self._hearsay(item)
            case "supposed":
                clause = self.sayer.supposed(item.kind, dict(item.roles), self._voice(item.teller, item.people))
                self._say(clause, item.teller, lead=False)
            case "denied":
                roles = dict(item.roles)
                clause = self.sayer.denied(item.kind, roles, self._voice(item.teller, item.people), self.day)
                self._say(clause, item.teller, lead=False)
            case _:
                self._held(item)

    def _voice(self, speaker: str, people: set[str], *, kin: bool = True, pronouns: bool = True) -> Voice:
        """How this speaker calls these people now."""
        if len(self.lines) > self.named_at + 2:
            self.focus = ()
        other = self._other(speaker) if speaker != "tool" else ""
        listeners = (other,) if other[:1] == "p" else ()
        styles: dict[str, Style] = {}
        relatives = self._relatives(speaker) if kin else {}
        third = sorted(id for id in people if id not in (speaker, *listeners))
        for id in third:
            gender = self.world.person(id).gender
            alike = [one for one in {*third, *self.focus} if self.world.person(one).gender == gender]
            known = (speaker, id) in self.told_of
            if pronouns and id in self.focus and alike == [id] and self.draw.random() < PRONOUN[self.level]:
                styles[id] = "pronoun"
            elif id in relatives and known and self.draw.random() < KIN[self.level]:
                styles[id] = "kin"
            elif self.draw.random() < NICK[self.level]:
                styles[id] = "nick"
            elif id not in self.named and self.draw.random() < 0.5:
                styles[id] = "full"
            else:
                styles[id] = "short"
        return Voice(self.world, self.lang(speaker, self._other(speaker)), speaker, listeners, styles, relatives)

    def _relatives(self, speaker: str) -> dict[str, str]:
        """Whom the speaker may call by kinship: there is one only."""
        if speaker[:1] != "p":
            return {}
        zh = self.lang(speaker) == "zh"
        found: dict[str, str] = {}
        for state in (state for states in self.states.values() for state in states if state.relation == "spouseOf"):
            if speaker in (state.subject, state.object) and self.past.active(
                state.subject, state.relation, state.object, self.day
            ):
                other = state.object if speaker == state.subject else state.subject
                female = self.world.person(other).gender == "f"
                found[other] = ("我老婆" if female else "我老公") if zh else ("my wife" if female else "my husband")
        for state in (state for states in self.states.values() for state in states if state.relation == "parentOf"):
            if state.object == speaker:
                female = self.world.person(state.subject).gender == "f"
                found[state.subject] = (
                    ("我妈" if female else "我爸") if zh else ("my mother" if female else "my father")
                )
        return found

    def _happened(self, item: Item) -> None:
        happening, teller, draw = item.happening, item.teller, self.draw
        assert happening is not None
        other = self._other(teller)
        real = happening.kind not in ("plan", "plan_fails")
        if real and other == "assistant" and len(self.lines) < ROOMY and draw.random() < TOOL and self._looked_up(item):
            return
        if real and len(self.lines) < FULL and draw.random() < ELLIPSIS[self.level] and self._asked(item):
            return
        if happening.causes and draw.random() < CAUSED and self._because(item):
            return
        if real and len(self.lines) < ROOMY and draw.random() < CORRECTED[self.level] and self._mistaken(item):
            return
        intimate = happening.kind in MUTUAL
        voice = self._voice(teller, item.people, kin=not intimate)
        clause = self.sayer.happened(happening, voice, self.day, dated=item.late and draw.random() < 0.8)
        if clause is not None and real and draw.random() < SLIPS[self.level]:
            clause = self._slip(clause, happening, voice)
        if clause is not None and item.late:
            clause = replace(clause, kinds=clause.kinds | {"late"})
        self._say(
            clause, teller, recap=lambda told: self._recap(happening, told) if other == "assistant" and real else None
        )

    def _say(
        self,
        clause: Clause | None,
        speaker: str,
        *,
        lead: bool = True,
        corrects: int | None = None,
        recap: Callable[[Clause], Clause | None] = lambda told: None,
        reply: bool = True,
    ) -> bool:
        if clause is None:
            return False
        clause = anchored(clause)
        lang = self.lang(speaker, self._other(speaker))
        said, kinds = clause.said, clause.kinds
        if lead and "?" not in said.text and self.draw.random() < LEAD[self.level]:
            said = self._led(said, lang)
        said = self._finished(said, lang, speaker)
        if lead and speaker != "assistant" and self.draw.random() < LEAD[self.level] / 2:
            said = self._tailed(said, lang)
        said, typo = self._typed(said, lang, speaker)
        if corrects is not None:
            kinds |= {"correction"}
        if speaker == "assistant":
            kinds |= {"assistant"}
        line = Line(said, speaker, self._role(speaker), lang, gold(clause, said), kinds | typo, corrects)
        self._append(line)
        if reply:
            again = recap(clause) if self.draw.random() < RECAP and len(self.lines) < FULL else None
            if not (again and self._say(again, "assistant", lead=False, reply=False)):
                self._around(speaker)
        return True

    def _append(self, line: Line) -> None:
        self.lines.append(line)
        mentioned = dict.fromkeys(mark.entity for mark in line.said.marks if mark.how in PEOPLE)
        if mentioned or line.gold.facts or line.gold.events:
            self.named_at = len(self.lines)
            self.focus = tuple(id for id in mentioned if id[:1] == "p" and id not in self.pair)
        self.named.update(self.focus)
        for fact in line.gold.facts:
            if fact.relation in ("spouseOf", "parentOf") and fact.modality == "asserted":
                self.told_of.update({(fact.subject, fact.object), (fact.object, fact.subject)})

    def _recap(self, happening: Happening, told: Clause) -> Clause | None:
        clause = self._again(happening, told)
        voice = self._voice("assistant", set(), pronouns=False)
        return clause and self.sayer.framed(clause, voice, "RECAPS")

    def _again(self, happening: Happening, told: Clause) -> Clause | None:
        """The assistant's own words for what it was told, with no role or date that it was not."""
        voice = self._voice("assistant", {id for id in happening.roles.values() if id[:1] == "p"}, pronouns=False)
        heard = told.events[0]
        for _ in range(6):
            clause = self.sayer.happened(happening, voice, self.day, joinable=True)
            if clause is None:
                return None
            said = clause.events[0]
            if dict(said.roles).items() <= dict(heard.roles).items() and heard.start.startswith(said.start):
                return clause
        return None

    def _because(self, item: Item) -> bool:
        happening = item.happening
        assert happening is not None
        id, why = self.draw.choice(happening.causes)
        cause = self.by_id.get(id)
        if cause is None or cause.kind in ("plan", "plan_fails"):
            return False
        people = item.people | {id for id in cause.roles.values() if id[:1] == "p"}
        if self._other(item.teller) in people:
            return False
        voice = self._voice(item.teller, people, kin=False)
        clause = self.sayer.because(happening, cause, why, voice, self.day)
        return self._say(clause, item.teller)

    # asking

    def _values(self, happening: Happening, teller: str) -> dict[str, str]:
        values = {role: id for role, id in happening.roles.items() if role != "plan"}
        if happening.kind in MUTUAL and values.get("with") == teller:
            values["who"], values["with"] = values["with"], values["who"]
        return values

    def _asked(self, item: Item) -> bool:
        """The other one asks, and the teller answers in a word or two."""
        teller, other = item.teller, self._other(item.teller)
        if self.lang(other, teller) != self.lang(teller):
            return False
        asker = self._voice(other, item.people, kin=False, pronouns=False)
        answering = replace(
            self._voice(teller, item.people, kin=False, pronouns=False), listeners=asker.listeners and (other,)
        )
        if other == "assistant":
            asker = replace(asker, listeners=(teller,))
            answering = replace(answering, listeners=())
        happening, state = item.happening, item.state
        if happening is not None:
            values = self._values(happening, teller)
            whens = past(answering.lang, happening.day, happening.precision, self.day)
            stands = self.sayer.stands(happening, self.day)
            made = self.sayer.asked(happening.kind, values, happening.params, asker, answering, whens, must=not stands)
        else:
            assert state is not None
            values = {"who": state.subject, "it": state.object}
            if state.object == teller and state.relation != "parentOf":
                values = {"who": state.object, "it": state.subject}
            made = self.sayer.asked(state.relation, values, {}, asker, answering, ())
        if made is None:
            return False
        question, answer, form, when = made
        self._question(question, other, asker.lang, form)
        whole = replace(form, text=f"{form.text} {form.answer}")
        if happening is not None:
            clause = self.sayer.told(answer, whole, happening, values, when, {})
        else:
            assert state is not None
            clause = self.sayer.state_clause(answer, whole, state, "HOLDS", values, when)
        return self._say(replace(clause, kinds=clause.kinds | {"ellipsis"}), teller, lead=False)

    def _question(self, question: Said, speaker: str, lang: Lang, form: Form) -> None:
        frame = (
            self.draw.choice(self.sayer.book.of(lang, "ASKING_ABOUT"))
            if self.level and speaker != "assistant"
            else None
        )
        if frame is not None:
            question = Filler(Voice(self.world, lang, speaker), {}, {}, None, None).fill(
                frame.text, {"question": question}
            )
        said, typo = self._typed(self._finished(question, lang, speaker), lang, speaker)
        line = Line(said, speaker, self._role(speaker), lang, Gold(form=form.id), frozenset({"question"}) | typo)
        self._append(line)

    def _looked_up(self, item: Item) -> bool:
        """The person asks, the assistant calls a tool, the tool answers, the assistant says it again."""
        happening = item.happening
        assert happening is not None
        teller, lang = item.teller, self.lang(item.teller)
        iso = happening.told_day
        outputs = [
            form for form in self.sayer.book.of(lang, "TOOLS", happening.kind) if form.uses <= happening.roles.keys()
        ]
        values = self._values(happening, teller)
        voice = self._voice(teller, item.people, kin=False)
        asked = self.sayer.asked(happening.kind, values, happening.params, voice, voice, ())
        if not outputs or not iso or asked is None:
            return False
        form = self.draw.choice(outputs)
        when = When(iso, iso)
        tool = Voice(self.world, lang, "tool")
        text = Filler(tool, dict(happening.roles), happening.params, when, None).fill(form.text)
        clause = anchored(self.sayer.told(text, form, happening, happening.roles, when, {}))
        self._question(asked[0], teller, lang, asked[2])
        self._chat("assistant", "TOOL_CALLS")
        kinds = clause.kinds | {"tool"}
        self._append(Line(clause.said, "tool", "tool", lang, gold(clause, clause.said), kinds))
        self._say(self._again(happening, clause), "assistant", lead=False, reply=False)
        if self.draw.random() < 0.6:
            self._reply(teller)
        return True

    # being wrong

    def _slip(self, clause: Clause, happening: Happening, voice: Voice) -> Clause:
        """A wrong word and at once the right one; the gold has the right one only."""
        places = [
            mark
            for mark in clause.said.marks
            if (mark.role == "when" and mark.how == "when") or (mark.role in SLIPPING and mark.how == "object")
        ]
        frame = self.draw.choice(self.sayer.book.of(voice.lang, "SLIP"))
        if not places:
            return clause
        mark = self.draw.choice(places)
        if mark.role == "when":
            wrong = [
                when.text
                for days in (40, 70, 33)
                for when in past(voice.lang, happening.day - days, happening.precision, self.day)
                if len(when.iso) == len(mark.entity) and when.iso != mark.entity and not when.relative
            ]
        else:
            wrong = [thing.called(voice.lang) for thing in self._others(mark.entity, happening)]
        if not wrong:
            return clause
        words = frame.text.replace("{right}", "").replace("{wrong}", self.draw.choice(wrong))
        said = clause.said.edited(mark.start, 0, words)
        return replace(clause, said=said, form=f"{clause.form}~{frame.id}", kinds=clause.kinds | {"slip"})

    def _others(self, id: str, happening: Happening) -> list:  # type: ignore[type-arg]
        """Things of the same kind that had no part in it and that no state binds to those who did."""
        right = self.world.thing(id)
        people = {one for one in happening.roles.values() if one[:1] == "p"}
        bound = {
            object for subject, _, object in self.past.spans if subject in people or subject in happening.roles.values()
        }
        return [
            thing
            for thing in self.world.things
            if thing.kind == right.kind
            and thing.id not in bound
            and thing.id not in happening.roles.values()
            and thing.sort_en == right.sort_en
        ]

    def _mistaken(self, item: Item) -> bool:
        """Something told wrong now, and set right a few turns later."""
        happening, teller, draw = item.happening, item.teller, self.draw
        assert happening is not None
        voice = self._voice(teller, item.people, kin=False)
        roles = [role for role in happening.roles if role in SWAPPED]
        swap: dict[str, str] = {}
        shift, role = 0, ""
        if roles and draw.random() < 0.6:
            role = draw.choice(roles)
            others = self._others(happening.roles[role], happening)
            if happening.kind == "fall_ill":
                sort = self.sayer.sorted_as
                others = [one for one in others if sort(one.id, "illness") == sort(happening.roles[role], "illness")]
            if not others:
                return False
            swap = {happening.roles[role]: draw.choice(others).id}
        else:
            shift = -draw.choice((31, 33, 45, 62) if happening.precision != "day" else (3, 7, 10, 21, 40))
        if happening.precision == "year" and shift:
            return False

        def right() -> Clause | None:
            calm = replace(voice, styles=dict.fromkeys(voice.styles, "short"))
            found = self.sayer.happened(happening, calm, self.day, dated=True)
            return found and self.sayer.framed(found, calm, "CORRECTION")

        for _ in range(6):
            wrong = self.sayer.happened(happening, voice, self.day, dated=True, swap=swap, shift=shift)
            if wrong is None or "{since" in wrong.form:
                return False
            later = next((made for made in (right() for _ in range(8)) if made and _covers(made, wrong, role)), None)
            if later is None:
                continue
            if wrong.events[0].start == later.events[0].start and shift:
                continue
            self.pending.append(Pending(later, teller, len(self.lines), len(self.lines) + draw.randint(1, 4)))
            wrong = replace(wrong, kinds=wrong.kinds | {"mistake"})
            return self._say(wrong, teller)
        return False

    def _due(self, last: bool = False) -> None:
        for pending in list(self.pending):
            if last or len(self.lines) > pending.due:
                self.pending.remove(pending)
                self._say(pending.clause, pending.speaker, lead=False, corrects=pending.place, reply=not last)

    # hearsay and states

    def _hearsay(self, item: Item) -> None:
        people = item.people - {item.source}
        if item.source in self.pair:
            return
        voice = self._voice(item.teller, people | {item.source}, kin=False, pronouns=False)
        inner = voice
        alike = [id for id in item.people if self.world.person(id).gender == self.world.person(item.source).gender]
        who = item.happening.roles["who"] if item.happening else dict(item.roles)["who"]
        if item.source in (item.happening.roles.values() if item.happening else ()):
            if who != item.source or alike != [item.source]:
                return
            inner = replace(voice, styles={**voice.styles, item.source: "pronoun"})
        if item.happening is not None:
            clause = self.sayer.happened(item.happening, inner, self.day, dated=True, joinable=True)
        else:
            roles = dict(item.roles)
            relation, role, _ = EFFECTS[item.kind]
            begun = (State(roles["who"], relation, roles[role]),)
            day = self.day - self.draw.randint(1, 9)
            model = Happening("", item.kind, day, "month", roles, initiates=begun)
            if date.fromordinal(model.day).month != date.fromordinal(self.day).month:
                model = replace(model, day=self.day)
            clause = self.sayer.happened(model, inner, self.day, joinable=True)
            if clause is not None:
                clause = replace(clause, events=tuple(replace(event, id="") for event in clause.events))
        if clause is None:
            return
        self._say(self.sayer.framed(clause, voice, "HEARSAY", item.source), item.teller)

    def _held(self, item: Item) -> None:
        state = item.state
        assert state is not None
        if state.relation == "hasAge":
            born, today = date.fromordinal(self.world.person(state.subject).born), date.fromordinal(self.day)
            years = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
            state = replace(state, object=str(years))
        table = {"holds": "HOLDS", "used": "USED_TO", "not": "NOT_SO"}[item.sort]
        holds = state.relation == "hasAge" or self.past.active(state.subject, state.relation, state.object, self.day)
        if table == "HOLDS" and not holds:
            table = "USED_TO" if self.past.ever(state.subject, state.relation, state.object) else ""
        if not table or (table == "USED_TO" and holds):
            return
        if state.relation == "bornOn" and table != "HOLDS":
            return
        asked = table == "HOLDS" and len(self.lines) < FULL and self.draw.random() < ELLIPSIS[self.level]
        if asked and self._asked(replace(item, state=state)):
            return
        self._state(item.teller, state, table)

    def _state(self, teller: str, state: State, table: str) -> bool:
        self.said.append(state)
        people = {id for id in (state.subject, state.object) if id[:1] == "p"}
        kin = state.relation not in ("spouseOf", "parentOf", "siblingOf", "partnerOf")
        voice = self._voice(teller, people, kin=kin)
        clause = self.sayer.holds(state, voice, self.day, table=table)

        def recap(told: Clause) -> Clause | None:
            if self._other(teller) != "assistant" or table != "HOLDS" or state.relation in LITERAL:
                return None
            again = self._voice("assistant", people, pronouns=False)
            found = self.sayer.holds(state, again, self.day, timeless=True)
            return found and self.sayer.framed(found, again, "RECAPS")

        return self._say(clause, teller, recap=recap)

    # the surface

    def _led(self, said: Said, lang: Lang) -> Said:
        lead = self.draw.choice(self.sayer.book.of(lang, "LEADS")).text
        if lang == "zh":
            return joined(Said(lead), said, "")
        if lead.endswith(("?", ".")):
            said = _capital(said)
        return joined(Said(lead), said, " ")

    def _tailed(self, said: Said, lang: Lang) -> Said:
        tail = Said(self.draw.choice(self.sayer.book.of(lang, "TAILS")).text)
        return joined(said, _capital(tail) if tail.text not in ("lol", "haha") else tail, " " if lang == "en" else "")

    def _finished(self, said: Said, lang: Lang, speaker: str, *, dot: bool = True) -> Said:
        """Capital and full stop; at higher difficulty sometimes not."""
        casual = self.level > 1 and speaker != "assistant" and self.draw.random() < 0.15
        if lang == "en" and not casual:
            said = _capital(said)
        end = said.text[-1:]
        if end in ".!?。！？" or (end in "）)" and not dot):
            return said
        if not dot and self.level and self.draw.random() < 0.5:
            return said
        return said.edited(len(said.text), 0, "." if lang == "en" else "。")

    def _typed(self, said: Said, lang: Lang, speaker: str) -> tuple[Said, frozenset[str]]:
        """Perhaps with a slip of the finger, never where it would change what is meant."""
        if speaker == "assistant" or self.draw.random() >= TYPO[self.level]:
            return said, frozenset()
        names = self.level == 3 and lang == "en" and self.draw.random() < 0.15
        guarded = [(mark.start, mark.end) for mark in said.marks if not (names and mark.how == "name")]

        def free(start: int, end: int) -> bool:
            return not any(start < stop and begin < end for begin, stop in guarded)

        if lang == "zh":
            at = [index for index, char in enumerate(said.text) if char in HOMOPHONES and free(index, index + 1)]
            if not at:
                return said, frozenset()
            place = self.draw.choice(at)
            text = said.text[:place] + HOMOPHONES[said.text[place]] + said.text[place + 1 :]
            return replace(said, text=text), frozenset({"typo"})
        words = [
            found
            for found in re.finditer(r"[A-Za-z]{5,}(?!['’])", said.text)
            if free(found.start(), found.end()) and not NO_TYPO.search(found[0]) and found[0] not in _KEPT
        ]
        if not words:
            return said, frozenset()
        word = self.draw.choice(words)
        place = word.start() + self.draw.randint(1, len(word[0]) - 3)
        a, b = said.text[place], said.text[place + 1]
        if a == b:
            return said, frozenset()
        text = said.text[:place] + b + a + said.text[place + 2 :]
        return replace(said, text=text), frozenset({"typo"})


def _by_subject(items: Sequence[Item]) -> list[Item]:
    """In the order given, but all about one person together."""
    subjects = [item.happening.roles.get("who", "") if item.happening else item.subject for item in items]
    return [item for _, item in sorted(zip(subjects, items, strict=True), key=lambda pair: subjects.index(pair[0]))]


_KEPT = frozenset({"since", "after", "before", "Since", "until", "engaged", "quit"})


def _capital(said: Said) -> Said:
    text = said.text
    return replace(said, text=text[:1].upper() + text[1:]) if text[:1].islower() else said


def _covers(right: Clause, wrong: Clause, role: str) -> bool:
    """Whether a correction speaks of all that was said wrong."""
    if role and not all(role in dict(clause.events[0].roles) for clause in (right, wrong)):
        return False
    told = {(fact.subject, fact.relation, bool(fact.end)) for fact in right.facts}
    return all((fact.subject, fact.relation, bool(fact.end)) in told for fact in wrong.facts)
