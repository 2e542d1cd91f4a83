"""From something that happened or holds to a clause and its gold, which follows from the form's kind and slots."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from benchmarks.synth import names
from benchmarks.synth.forms import Book, Form
from benchmarks.synth.times import When, coming, past
from benchmarks.synth.wording import Filler, Said, Style, Voice, gerund
from benchmarks.synth.world import (
    EVENT_OF,
    SYMMETRIC,
    CauseGold,
    CorefGold,
    EventGold,
    FactGold,
    Gold,
    Happening,
    Precision,
    State,
    World,
)

MUTUAL = frozenset("start_dating engage marry break_up divorce meet quarrel make_up birth travel".split())
"""Kinds that either of the two may tell as their own doing."""
RECENT = 10
RELATIVE = (0.0, 0.4, 0.65, 0.8)
"""How often a date is relative ("last Friday") where it can be, by difficulty."""
UNDATED = (0.0, 0.1, 0.15, 0.2)
WORDS_FOR: dict[tuple[str, str], tuple[str, ...]] = {
    ("meet", "friendOf"): ("friend", "朋友"),
    ("make_up", "friendOf"): ("friends", "朋友"),
    ("quarrel", "friendOf"): ("not friends", "no longer friends", "不再是朋友", "不是朋友"),
    ("start_project", "manages"): ("lead", "charge", "running", "负责", "主持", "牵头", "带{", "took over"),
}
"""A state that such a happening begins or ends is yielded only by a text with one of these words in it."""
UNSAID = frozenset({("marry", "partnerOf"), ("birth", "livesIn"), ("birth", "bornIn"), ("birth", "siblingOf")})
EFFECTS: dict[str, tuple[str, str, bool]] = {
    # kind: the relation to `who`, the role that is its object, whether it begins
    "move": ("livesIn", "to", True),
    "start_job": ("worksFor", "firm", True),
    "leave_job": ("worksFor", "firm", False),
    "marry": ("spouseOf", "with", True),
    "buy": ("owns", "thing", True),
    "sell": ("owns", "thing", False),
    "join": ("memberOf", "club", True),
    "start_learning": ("learns", "language", True),
    "travel": ("visited", "to", True),
}
BALL = {en for en, _ in names.rows(names.GAMES) if en.endswith(("ton", "nis", "ball"))}
_SORTS = {
    **{en: "illness" for en, _ in names.rows(names.CONDITIONS)},
    **{en: "lasting" for en, _ in names.rows(names.LASTING)},
    **{en: "injury" for en, _ in names.rows(names.INJURIES)},
}
REASONS = (". ", "?", "!", "。", "？", "because", "因为")
"""No clause with one of these goes into a causal sentence."""
PRESENT = re.compile(
    r"\bnow\b|\[(have|live|love)\]|anymore|no longer|can't|\b(is|are)\b|'m\}|现在|不是|不再|没了|的新家|是夫妻"
)
"""Words that say how things are today."""
LITERAL = frozenset({"bornOn", "hasAge"})


@dataclass(frozen=True, slots=True)
class Clause:
    """What one form says. `facts` and `events` have no span yet: the whole clause is theirs."""

    said: Said
    form: str
    facts: tuple[FactGold, ...] = ()
    events: tuple[EventGold, ...] = ()
    causes: tuple[CauseGold, ...] = ()
    kinds: frozenset[str] = frozenset()  # phenomena: relative, pronoun, nick, kin, ...


@dataclass
class Past:
    """All that ever held, to check a telling against."""

    world: World
    log: Sequence[Happening]
    spans: dict[tuple[str, str, str], list[tuple[int | None, int | None]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for state in self.world.base:
            self._key(state).append((state.since, None))
        for happening in self.log:
            for state in happening.terminates:
                spans = self._key(state)
                if spans:
                    spans[-1] = (spans[-1][0], happening.day)
            for state in happening.initiates:
                self._key(state).append((happening.day, None))

    def _key(self, state: State) -> list[tuple[int | None, int | None]]:
        return self.spans.setdefault((state.subject, state.relation, state.object), [])

    def active(self, subject: str, relation: str, object: str, day: int) -> bool:
        both = [(subject, object), (object, subject)] if relation in SYMMETRIC else [(subject, object)]
        return any(
            (since is None or since <= day) and (until is None or until > day)
            for one, other in both
            for since, until in self.spans.get((one, relation, other), ())
        )

    def ever(self, subject: str, relation: str, object: str) -> bool:
        both = [(subject, object), (object, subject)] if relation in SYMMETRIC else [(subject, object)]
        return any((one, relation, other) in self.spans for one, other in both)

    def held(self, subject: str, relation: str, day: int) -> list[str]:
        return [key[2] for key in self.spans if key[:2] == (subject, relation) and self.active(*key, day)]


class Sayer:
    """Says things with the forms of one half, at one difficulty."""

    def __init__(self, past: Past, book: Book, draw: random.Random, difficulty: int) -> None:
        self.past, self.book, self.draw, self.difficulty = past, book, draw, difficulty
        self.world = past.world

    # what happened

    def happened(
        self,
        happening: Happening,
        voice: Voice,
        said: int,
        *,
        dated: bool = False,
        swap: Mapping[str, str] | None = None,
        shift: int = 0,
        joinable: bool = False,
        closing: bool = True,
    ) -> Clause | None:
        """A clause about something past. `swap` puts wrong entities for right ones, `shift` a day that is wrong."""
        if happening.kind == "plan":
            return self.planned(happening, voice, said)
        if happening.kind == "plan_fails":
            return self.failed(happening, voice, said)
        values, turned = self._values(happening, voice, swap or {})
        whens = past(voice.lang, happening.day + shift, happening.precision, said)
        must = dated or bool(shift) or not self.stands(happening, said)
        options = [
            form
            for form in self.book.of(voice.lang, "HAPPENED", happening.kind)
            if self._fits(form, happening, values, voice, said, must, turned, whens)
            and not (joinable and any(mark in form.text for mark in ("? ", "{since")))
        ]
        if not options:
            return None
        form = self.draw.choice(options)
        when = self._when(whens, must)
        if not any(slot.startswith(("when", "since")) for slot in form.slots):
            when = None
        elif when is None and ("{when+}" in form.text or "{since!}" in form.text):
            when = self._when(whens, True, since="{since!}" in form.text)
        elif "{since!}" in form.text:
            when = self._when([option for option in whens if option.since], True)
        filler = Filler(voice, values, happening.params, when, when)
        return self.told(filler.fill(form.text), form, happening, values, when, swap or {})

    def stands(self, happening: Happening, day: int) -> bool:
        """Whether all that it began still holds and all that it ended is still over."""
        return all(
            self.past.active(state.subject, state.relation, state.object, day)
            for state in happening.initiates
            if (happening.kind, state.relation) not in UNSAID
        ) and not any(
            self.past.active(state.subject, state.relation, state.object, day) for state in happening.terminates
        )

    def _values(self, happening: Happening, voice: Voice, swap: Mapping[str, str]) -> tuple[dict[str, str], bool]:
        values = {role: swap.get(id, id) for role, id in happening.roles.items() if role != "plan"}
        turned = happening.kind in MUTUAL and values.get("with") == voice.speaker
        if turned:
            values["who"], values["with"] = values["with"], values["who"]
        return values, turned

    def _fits(
        self,
        form: Form,
        happening: Happening,
        values: Mapping[str, str],
        voice: Voice,
        said: int,
        must: bool,
        turned: bool,
        whens: Sequence[When],
    ) -> bool:
        timed = any(slot in ("when", "when+", "since!") for slot in form.slots)
        needed = any(slot in ("when+", "since!") for slot in form.slots)
        if not form.uses <= values.keys() or (must and not timed) or (needed and not whens):
            return False
        if must and PRESENT.search(form.text) and not self.stands(happening, said):
            return False
        if "{since!}" in form.text and (not self.stands(happening, said) or not any(when.since for when in whens)):
            return False
        if any(self._clash(slot, values, voice) for slot in form.slots):
            return False
        for need in form.needs:
            match need.partition("="):
                case ("recent", _, _):
                    if said - happening.day > RECENT or must:
                        return False
                case ("mother", _, _):
                    if turned:
                        return False
                case ("ends", _, _):
                    if not happening.terminates:
                        return False
                case (name, "=", value):
                    if happening.params.get(name) != value:
                        return False
                case (sort, _, _):
                    if not self.sorted_as(values.get("condition", ""), sort):
                        return False
        for (kind, relation), words in WORDS_FOR.items():
            if kind == happening.kind != "start_project" and any(word in form.text for word in words):
                states = happening.terminates if kind == "quarrel" else happening.initiates
                if not any(state.relation == relation for state in states):
                    return False
        return True

    def _clash(self, slot: str, values: Mapping[str, str], voice: Voice) -> bool:
        """A slot that wants a name where there would be "I" or "you"."""
        role, _, how = slot.partition(":")
        return how == "name" and voice.grammatical(values.get(role, "")) < 3

    def sorted_as(self, id: str, sort: str) -> bool:
        """Whether a condition is an illness, lasting or an injury, or a game is played with ball, tune or board."""
        if not id:
            return True
        word = self.world.thing(id).en
        if sort in ("ball", "tune", "board"):
            return {"ball": word in BALL, "board": word == "chess", "tune": word.startswith("the ")}[sort]
        return _SORTS.get(word) != "injury" if sort == "not_injury" else _SORTS.get(word) == sort

    def _when(self, whens: Sequence[When], must: bool, *, since: bool = False) -> When | None:
        options = [when for when in whens if when.since or not since]
        if not options or (not must and self.draw.random() < UNDATED[self.difficulty]):
            return None
        wanted = self.draw.random() < RELATIVE[self.difficulty]
        liked = [when for when in options if when.relative == wanted]
        if self.difficulty == 0:
            liked = [when for when in options if not when.relative and any(char.isdigit() for char in when.text)]
            liked = [when for when in liked if when.iso[:4] in when.text] or liked
        return self.draw.choice(liked or options)

    def told(
        self,
        said: Said,
        form: Form,
        happening: Happening,
        values: Mapping[str, str],
        when: When | None,
        swap: Mapping[str, str],
    ) -> Clause:
        """What a filled form yields: the event with the roles it names, and the states whose two ends it names."""
        mentioned = {values[role] for role in form.mentions if role in values}
        iso, precision = (when.iso, when.precision) if when else ("", "unknown")
        roles = tuple(
            (role, swap.get(id, id))
            for role, id in happening.roles.items()
            if role != "plan" and swap.get(id, id) in mentioned
        )
        outcome = happening.params.get("outcome") or happening.params.get("feeling", "")
        event = EventGold(
            happening.id, happening.kind, EVENT_OF[happening.kind], roles, iso, "", precision, outcome=outcome
        )
        facts: list[FactGold] = []
        for begins, states in ((True, happening.initiates), (False, happening.terminates)):
            for state in states:
                subject, object = swap.get(state.subject, state.subject), swap.get(state.object, state.object)
                words = WORDS_FOR.get((happening.kind, state.relation))
                if (happening.kind, state.relation) in UNSAID or not {subject, object} <= mentioned:
                    continue
                if words and not any(word in form.text for word in words):
                    continue
                fact = FactGold(subject, state.relation, object)
                if begins:
                    fact = replace(fact, start=iso, precision=precision)
                elif iso:
                    fact = replace(fact, end=iso, precision=precision)
                else:
                    fact = replace(fact, polarity="negative")
                facts.append(fact)
        born = "born" in form.text or "出生" in form.text
        if happening.kind == "birth" and born and precision == "day" and "{since!}" not in form.text:
            facts.append(FactGold(values["child"], "bornOn", value=iso))
        return Clause(said, form.id, tuple(facts), (event,), kinds=_kinds(said, when))

    # plans, failures, suppositions, denials

    def to_do(
        self,
        kind: str,
        values: Mapping[str, str],
        params: Mapping[str, str],
        voice: Voice,
        table: str,
        when: When | None,
    ) -> tuple[Said, Form, frozenset[str]] | None:
        phrases = [form for form in self.book.of(voice.lang, "TO_DO", kind) if form.uses <= values.keys() | {"who"}]
        frames = self.book.of(voice.lang, table)
        if not phrases or not frames:
            return None
        frame, phrase = self.draw.choice(frames), self.draw.choice(phrases)
        nested: dict[str, str | Said] = {"do": phrase.text}
        if voice.lang == "en":
            nested["doing"] = gerund(phrase.text)
        said = Filler(voice, values, params, when, None).fill(frame.text, nested)
        named = replace(frame, id=f"{frame.id}+{phrase.id.rpartition('.')[2] if '.' in phrase.id else phrase.id}")
        return said, named, phrase.mentions | {"who"}

    def planned(self, happening: Happening, voice: Voice, said: int) -> Clause | None:
        kind, due = happening.params["planned"], happening.params["due"]
        whens = coming(voice.lang, due, said)
        first = date(*[int(part) for part in (due + "-01-01").split("-")[:3]]).toordinal()
        if first <= said:
            return None
        when = self._when(whens, False)
        made = self.to_do(kind, happening.roles, happening.params, voice, "PLANNED", when)
        if made is None:
            return None
        text, frame, mentions = made
        if not any(slot == "when" for slot in frame.slots):
            when = None
        return self._supposed(
            text, frame, kind, happening.roles, mentions, "planned", happening.id, when, _kinds(text, when)
        )

    def failed(self, happening: Happening, voice: Voice, said: int) -> Clause | None:
        whens = past(voice.lang, happening.day, happening.precision, said)
        when = self._when(whens, False)
        kind = happening.params["planned"]
        roles = {role: id for role, id in happening.roles.items() if role != "plan"}
        made = self.to_do(kind, roles, happening.params, voice, "FAILED", when)
        if made is None:
            return None
        text, frame, mentions = made
        if not any(slot == "when" for slot in frame.slots):
            when = None
        named = tuple((role, id) for role, id in roles.items() if role in mentions)
        iso, precision = (when.iso, when.precision) if when else ("", "unknown")
        events = (
            EventGold(happening.id, "plan_fails", EVENT_OF["plan_fails"], named, iso, "", precision),
            EventGold("", kind, EVENT_OF[kind], named, polarity="negative"),
        )
        return Clause(text, frame.id, (), events, kinds=_kinds(text, when) | {"failed_plan", "negation"})

    def supposed(self, kind: str, roles: Mapping[str, str], voice: Voice) -> Clause | None:
        made = self.to_do(kind, roles, {}, voice, "SUPPOSED", None)
        if made is None:
            return None
        text, frame, mentions = made
        return self._supposed(
            text, frame, kind, roles, mentions, "hypothetical", "", None, _kinds(text, None) | {"hypothesis"}
        )

    def denied(self, kind: str, roles: Mapping[str, str], voice: Voice, said: int) -> Clause | None:
        made = self.to_do(kind, roles, {}, voice, "DENIED", None)
        if made is None:
            return None
        text, frame, mentions = made
        named = tuple((role, id) for role, id in roles.items() if role in mentions)
        event = EventGold("", kind, EVENT_OF[kind], named, polarity="negative")
        return Clause(text, frame.id, (), (event,), kinds=_kinds(text, None) | {"negation"})

    def _supposed(
        self,
        said: Said,
        frame: Form,
        kind: str,
        roles: Mapping[str, str],
        mentions: frozenset[str],
        modality: str,
        id: str,
        when: When | None,
        kinds: frozenset[str],
    ) -> Clause:
        named = tuple((role, entity) for role, entity in roles.items() if role in mentions)
        iso, precision = (when.iso, when.precision) if when else ("", "unknown")
        mode = "planned" if modality == "planned" else "hypothetical"
        event = EventGold(id, kind, EVENT_OF[kind], named, iso, "", precision, modality=mode)  # type: ignore[arg-type]
        facts: tuple[FactGold, ...] = ()
        if kind in EFFECTS:
            relation, role, begins = EFFECTS[kind]
            if role in mentions and begins:
                facts = (
                    FactGold(roles["who"], relation, roles[role], modality=mode, start=iso, precision=precision),  # type: ignore[arg-type]
                )
        return Clause(said, frame.id, facts, (event,), kinds=kinds | ({"plan"} if mode == "planned" else frozenset()))

    # what holds

    def holds(
        self, state: State, voice: Voice, said: int, *, table: str = "HOLDS", object: str = "", timeless: bool = False
    ) -> Clause | None:
        """A clause about a state: that it holds, that it used to, or (NOT_SO) that it does not."""
        values = {"who": state.subject, "it": object or state.object}
        if state.relation in SYMMETRIC and values["it"] == voice.speaker:
            values = {"who": values["it"], "it": values["who"]}
        whens: list[When] = []
        if table == "HOLDS" and state.since is not None and state.relation != "bornOn" and not timeless:
            whens = [when for when in past(voice.lang, state.since, self._grain(state.since, said), said) if when.since]
        options = [
            form
            for form in self.book.of(voice.lang, table, state.relation)
            if (whens or "{since!}" not in form.text)
            and not any(self._clash(slot, values, voice) for slot in form.slots)
            and all(self.sorted_as(values["it"], need) for need in form.needs)
        ]
        if not options:
            return None
        form = self.draw.choice(options)
        when = self._when(whens, "{since!}" in form.text) if "{since" in form.text else None
        text = Filler(voice, values, {}, None, when).fill(form.text)
        return self.state_clause(text, form, state, table, values, when)

    def state_clause(
        self, text: Said, form: Form, state: State, table: str, values: Mapping[str, str], when: When | None
    ) -> Clause:
        other = values["it"] if values["it"] != state.subject else values["who"]
        literal = state.relation in LITERAL
        fact = FactGold(state.subject, state.relation, "" if literal else other, other if literal else "")
        kinds = _kinds(text, when)
        if table == "NOT_SO":
            fact, kinds = replace(fact, polarity="negative"), kinds | {"negation"}
        elif table == "USED_TO":
            fact = replace(fact, held="past")
        elif when:
            fact = replace(fact, start=when.iso, precision=when.precision)
        return Clause(text, form.id, (fact,), kinds=kinds)

    def _grain(self, since: int, said: int) -> Precision:
        ago = said - since
        if ago > 700:
            return "year"
        return "year" if ago > 300 and self.draw.random() < 0.5 else "month"

    # question and answer

    def asked(
        self, kind: str, values: Mapping[str, str], params: Mapping[str, str], asker: Voice, teller: Voice,
        whens: Sequence[When], *, must: bool = False, named: bool = False,
    ) -> tuple[Said, Said, Form, When | None] | None:  # fmt: skip
        """A question and its elliptical answer; None if no form fits."""
        options = [
            form
            for form in self.book.of(teller.lang, "ASKED", kind)
            if form.uses <= values.keys()
            and all(
                params.get(name) == value
                if mark
                else self.sorted_as(values.get("condition") or values.get("it", ""), name)
                for name, mark, value in (need.partition("=") for need in form.needs)
            )
            and (whens or not any(slot in ("when+", "since!") for slot in form.slots))
            and not (must and not any(slot in ("when+", "since!") for slot in form.slots))
            and not ("{since!}" in form.answer and not any(when.since for when in whens))
            and not any(self._clash(slot, values, voice) for slot in form.slots for voice in (asker, teller))
        ]
        if not options:
            return None
        form = self.draw.choice(options)
        since = "{since" in form.answer
        when = self._when(whens, any(slot in ("when+", "since!") for slot in form.slots), since=since)
        if not any(slot.startswith(("when", "since")) for slot in form.slots):
            when = None
        question = Filler(asker, values, params, when, when).fill(form.text)
        answer = Filler(teller, values, params, when, when).fill(form.answer)
        return question, answer, form, when

    # frames around a clause

    def because(self, effect: Happening, cause: Happening, why: str, voice: Voice, said: int) -> Clause | None:
        """Two clauses and that one came of the other."""
        frames = self.book.of(voice.lang, "BECAUSE", why)
        if not frames:
            return None
        frame = self.draw.choice(frames)
        first = "cause" if frame.text.index("{cause}") < frame.text.index("{effect}") else "effect"
        shut = REASONS + (",",) * ("because {cause} that" in frame.text)
        clauses: dict[str, Clause] = {}
        for name in (first, "effect" if first == "cause" else "cause"):
            happening = cause if name == "cause" else effect
            tries = (self.happened(happening, voice, said, joinable=True) for _ in range(5))
            made = next((one for one in tries if one and not any(mark in one.said.text for mark in shut)), None)
            if made is None:
                return None
            clauses[name] = made
            voice = replace(voice, styles={**voice.styles, **later_styles(voice, made, other_people(effect, cause))})
        nested: dict[str, str | Said] = {name: clause.said for name, clause in clauses.items()}
        text = Filler(voice, {}, {}, None, None).fill(frame.text, nested)
        facts: list[FactGold] = []
        events: list[EventGold] = []
        for name, clause in clauses.items():
            span = next((start, end) for label, start, end in text.clauses if label == name)
            facts += [replace(fact, span=span) for fact in clause.facts]
            events += [replace(event, span=span) for event in clause.events]
        link = CauseGold(cause.id, effect.id, why)
        kinds = clauses["cause"].kinds | clauses["effect"].kinds | {"cause"}
        form = f"{frame.id}({clauses['cause'].form},{clauses['effect'].form})"
        return Clause(text, form, tuple(facts), tuple(events), (link,), kinds)

    def framed(self, clause: Clause, voice: Voice, table: str, source: str = "") -> Clause:
        """A clause inside a frame: hearsay, a correction, a recapitulation."""
        frame = self.draw.choice(self.book.of(voice.lang, table))
        text = Filler(voice, {"source": source, "who": source}, {}, None, None).fill(frame.text, {"what": clause.said})
        span = next((start, end) for label, start, end in text.clauses if label == "what")

        def place(inner: tuple[int, int]) -> tuple[int, int]:
            return (inner[0] + span[0], inner[1] + span[0]) if any(inner) else span

        facts = tuple(replace(fact, span=place(fact.span)) for fact in clause.facts)
        events = tuple(replace(event, span=place(event.span)) for event in clause.events)
        causes = tuple(replace(cause, span=place(cause.span)) for cause in clause.causes)
        if source:
            facts = tuple(replace(fact, modality="reported", attribution=source) for fact in facts)
            events = tuple(replace(event, modality="reported", attribution=source) for event in events)
        kinds = clause.kinds | ({"hearsay"} if source else frozenset())
        return Clause(text, f"{frame.id}({clause.form})", facts, events, causes, kinds)


def other_people(*happenings: Happening) -> set[str]:
    return {id for happening in happenings for id in happening.roles.values() if id.startswith("p")}


def later_styles(voice: Voice, clause: Clause, people: set[str]) -> dict[str, Style]:
    """Somebody just named is "she" from here on, when no other woman is about."""
    third = [id for id in sorted(people) if voice.grammatical(id) == 3 and voice.is_person(id)]
    styles: dict[str, Style] = {}
    for id in third:
        alike = [other for other in third if voice.world.person(other).gender == voice.world.person(id).gender]
        if alike == [id] and any(mark.entity == id for mark in clause.said.marks):
            styles[id] = "pronoun"
    return styles


def _kinds(said: Said, when: When | None) -> frozenset[str]:
    found = {mark.how for mark in said.marks} & {"pronoun", "nick", "kin"}
    if when is not None and when.relative:
        found.add("relative")
    return frozenset(found)


def anchored(clause: Clause) -> Clause:
    """With the places of its statements written into the text's clauses, so that they move along when it is edited."""
    whole = (0, len(clause.said.text))
    items: tuple[FactGold | EventGold | CauseGold, ...] = (*clause.facts, *clause.events, *clause.causes)
    spans = {item.span if any(item.span) else whole for item in items}
    labels = tuple((f"@{start}-{end}", start, end) for start, end in sorted(spans))
    said = replace(clause.said, clauses=(*clause.said.clauses, *labels))
    return replace(
        clause,
        said=said,
        facts=tuple(fact if any(fact.span) else replace(fact, span=whole) for fact in clause.facts),
        events=tuple(event if any(event.span) else replace(event, span=whole) for event in clause.events),
        causes=tuple(cause if any(cause.span) else replace(cause, span=whole) for cause in clause.causes),
    )


def gold(clause: Clause, said: Said, form: str = "") -> Gold:
    """The gold of a turn whose text is `said`, grown out of an anchored clause."""
    at = {label: (start, end) for label, start, end in said.clauses if label.startswith("@")}

    def place(span: tuple[int, int]) -> tuple[int, int]:
        return at[f"@{span[0]}-{span[1]}"]

    coref = tuple(
        CorefGold((mark.start, mark.end), mark.entity)
        for mark in sorted(said.marks, key=lambda mark: mark.start)
        if mark.how in ("self", "you", "pronoun", "nick", "kin")
    )
    return Gold(
        tuple(replace(fact, span=place(fact.span)) for fact in clause.facts),
        tuple(replace(event, span=place(event.span)) for event in clause.events),
        tuple(replace(cause, span=place(cause.span)) for cause in clause.causes),
        coref,
        form or clause.form,
    )
