"""Questions of every kind about what was told, each with the answers the oracle gives."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from itertools import pairwise

from benchmarks.synth import phrases, question_words
from benchmarks.synth.asker import LISTS, NOW, Asker, during, on
from benchmarks.synth.oracle import LONG_AGO, OVER, UNSURE, UNTOLD, Mark, Told, period, told_day
from benchmarks.synth.world import FUNCTIONAL, LANGUAGES, Half, Happening, Lang, Question, Turn, World

EACH = 10
"""Questions of a kind in a language, when there are as many."""
PAST = "livesIn worksFor worksAs studiesAt spouseOf partnerOf hasDiet locatedIn".split()
SESSIONS = 20
"""So many sessions are erased, one at a time, to ask what is left."""
YES_NO = "livesIn worksFor owns likes hasPet memberOf partnerOf spouseOf hasCondition friendOf manages".split()
ABSENT = "livesIn worksFor worksAs hasDiet favorite bornIn bornOn hasPet allergicTo speaks plays siblingOf".split()
COUNTS = "hasPet parentOf memberOf friendOf".split()
COUNTED = ("travel", "move", "buy")
SECOND = {
    "p": "livesIn worksFor worksAs studiesAt bornIn bornOn favorite hasPet plays".split(),
    "x": ["locatedIn"],
}
WORDS: dict[Lang, tuple[str, ...]] = {
    "en": tuple("none one two three four five six seven eight nine ten eleven twelve".split()),
    "zh": tuple("零 一 两 三 四 五 六 七 八 九 十 十一 十二".split()),
}
YES: dict[Lang, tuple[str, ...]] = {"en": ("yes",), "zh": ("是", "是的", "对", "有", "yes")}
NO: dict[Lang, tuple[str, ...]] = {"en": ("no",), "zh": ("不是", "不", "没有", "否", "no")}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question that can be asked. `group` keeps a kind from being about one relation only; low `rank` goes first."""

    question: Question
    group: str
    rank: int = 0


def ask(
    world: World,
    log: Sequence[Happening],
    turns: Sequence[Turn],
    seed: int,
    *,
    half: Half | None = None,
    each: int = EACH,
    kinds: Iterable[str] = (),
) -> list[Question]:
    """At most `each` questions of a kind and language, of all kinds unless some are named, asked on the day after."""
    if not turns:
        return []
    asker = Asker(world, log, turns, seed, half)
    chosen: list[Question] = []
    for kind in kinds or KINDS:
        found = list(KINDS[kind](asker))
        for lang in LANGUAGES:
            chosen += _spread([one for one in found if one.question.lang == lang], each, asker.draw)
    return [replace(question, id=f"q{place}") for place, question in enumerate(chosen)]


def _spread(found: list[Candidate], each: int, draw: random.Random) -> list[Question]:
    """From every group by turns, the low ranks first."""
    draw.shuffle(found)
    found.sort(key=lambda one: one.rank)
    groups: dict[str, list[Candidate]] = {}
    for one in found:
        groups.setdefault(one.group, []).append(one)
    order = list(groups)
    draw.shuffle(order)
    chosen: list[Question] = []
    while len(chosen) < each and any(groups.values()):
        for group in order:
            if groups[group] and len(chosen) < each:
                chosen.append(groups[group].pop(0).question)
    return chosen


def current(asker: Asker) -> Iterator[Candidate]:
    """What holds now, of what never changed as far as was told."""
    for subject, relation in asker.asks():
        held, changed = asker.now(asker.told, subject, relation), _changed(asker, subject, relation)
        if len(held) == 1 and not changed:
            yield from _single(asker, "current", subject, relation, held[0])


def update(asker: Asker) -> Iterator[Candidate]:
    """What holds now, of what was otherwise before or was put right."""
    for subject, relation in asker.asks():
        held = asker.now(asker.told, subject, relation)
        if len(held) == 1 and relation in FUNCTIONAL and _changed(asker, subject, relation):
            yield from _single(asker, "update", subject, relation, held[0])


def _changed(asker: Asker, subject: str, relation: str) -> bool:
    tellings = asker.told.about(subject, relation)
    if relation not in FUNCTIONAL:
        return False
    return len(asker.told.objects(subject, relation)) > 1 or any(telling.fact.corrects for telling in tellings)


def _single(asker: Asker, kind: str, subject: str, relation: str, object: str) -> Iterator[Candidate]:
    lang = asker.lang(subject)
    group = "now" if relation in NOW else "list"
    form, text = asker.worded(group, relation, lang, who=asker.who(subject, lang))
    evidence = asker.told.evidence(subject, relation, object, asker.today)
    answers = asker.names(object, lang)
    made = asker.question(kind, lang, form, text, subject, answers=answers, targets=(object,), evidence=evidence)
    yield Candidate(made, relation)


def as_of(asker: Asker) -> Iterator[Candidate]:
    """What held on a day or throughout a month."""
    first = asker.world.start - 300
    for subject, relation in asker.told.pairs():
        if relation not in PAST:
            continue
        now = asker.told.value(subject, relation, asker.today)
        for _ in range(4):
            day = asker.draw.randrange(first, asker.today)
            value = asker.told.value(subject, relation, day)
            if value in (UNSURE, UNTOLD, OVER):
                continue
            lang, then = asker.lang(subject), date.fromordinal(day)
            month = range(*period(then.isoformat()[:7]))
            whole = asker.draw.random() < 0.4 and month[-1] < asker.today
            if whole and all(asker.told.value(subject, relation, each) == value for each in month):
                when, stamp = during(then, lang), then.isoformat()[:7]
                when = f"in {when}" if lang == "en" else when
            else:
                when, stamp = (f"on {on(then, lang)}" if lang == "en" else on(then, lang)), then.isoformat()
            group = "past" if lang == "en" else "now"
            form, text = asker.worded(group, relation, lang, who=asker.who(subject, lang), when=when)
            evidence = asker.told.evidence(subject, relation, value, day)
            answers = asker.names(value, lang)
            made = asker.question(
                "as-of", lang, form, text, subject, answers=answers, targets=(value,), evidence=evidence, as_of=stamp
            )
            yield Candidate(made, relation, rank=int(value == now))


def known_at(asker: Asker) -> Iterator[Candidate]:
    """What one would have answered then, from what had been told by the end of a day."""
    first = told_day(asker.turns[0])
    days = sorted({first + (asker.today - first) * part // 9 for part in range(1, 9)})
    for day in days:
        end = datetime.combine(date.fromordinal(day), time(23, 59, 59), asker.zone).isoformat()
        told = Told(asker.turns, known_at=end)
        for subject, relation in told.pairs():
            if (
                relation not in NOW
                or relation in ("bornIn", "bornOn")
                or (relation == "partnerOf" and told.about(subject, "spouseOf"))
            ):
                continue
            value = told.value(subject, relation, day)
            if value in (UNSURE, UNTOLD, OVER):
                continue
            rank = (
                2
                - (asker.told.value(subject, relation, asker.today) != value)
                - (asker.told.value(subject, relation, day) != value)
            )
            lang = asker.lang(subject)
            form, question = asker.worded("now", relation, lang, who=asker.who(subject, lang))
            inner = question[:1].lower() + question[1:] if lang == "en" else question
            frame, text = asker.worded("frame", "known-at", lang, known=on(date.fromordinal(day), lang), ask=inner)
            made = asker.question(
                *("known-at", lang, f"{frame}+{form}", text, subject),
                answers=asker.names(value, lang),
                targets=(value,),
                evidence=told.evidence(subject, relation, value, day),
                as_of=date.fromordinal(day).isoformat(),
                known_at=end,
            )
            yield Candidate(made, relation, rank)


def lists(asker: Asker) -> Iterator[Candidate]:
    """Everything that holds now, two things or more."""
    for subject, relation in asker.asks():
        held = asker.now(asker.told, subject, relation)
        if relation not in LISTS or len(held) < 2:
            continue
        lang = asker.lang(subject)
        form, text = asker.worded("list", relation, lang, who=asker.who(subject, lang))
        evidence = asker.told.ordered(
            turn for object in held for turn in asker.told.evidence(subject, relation, object, asker.today)
        )
        items = tuple(asker.names(object, lang) for object in held)
        made = asker.question(
            *("list", lang, form, text, subject),
            answers=(_listed([item[0] for item in items], lang),),
            items=items,
            targets=tuple(held),
            evidence=evidence,
        )
        yield Candidate(made, relation)


def _listed(items: Sequence[str], lang: Lang) -> str:
    return (", " if lang == "en" else "、").join(items)


def count(asker: Asker) -> Iterator[Candidate]:
    """How many hold now, or how many happenings of a kind were told."""
    for subject, relation in asker.told.pairs():
        held = asker.now(asker.told, subject, relation)
        if relation in COUNTS and held:
            evidence = asker.told.ordered(
                turn for object in held for turn in asker.told.evidence(subject, relation, object, asker.today)
            )
            yield _number(asker, subject, relation, held, evidence)
    happened: dict[tuple[str, str], list[str]] = {}
    for id, known in asker.told.events.items():
        if known.kind in COUNTED:
            company = known.roles.get("with", "") if known.kind == "travel" else ""
            for who in filter(None, (known.roles.get("who", ""), company)):
                happened.setdefault((who, known.kind), []).append(id)
    for (who, kind), ids in happened.items():
        evidence = asker.told.ordered(turn for id in ids for turn in asker.told.events[id].turns)
        yield _number(asker, who, kind, ids, evidence)


def _number(asker: Asker, subject: str, key: str, counted: Sequence[str], evidence: tuple[str, ...]) -> Candidate:
    lang, number = asker.lang(subject), len(counted)
    form, text = asker.worded("frame", f"count/{key}", lang, who=asker.who(subject, lang))
    words = WORDS[lang][number : number + 1] + (("二",) if lang == "zh" and number == 2 else ())
    answers = (str(number), *words)
    made = asker.question(
        "count", lang, form, text, subject, answers=answers, targets=tuple(counted), evidence=evidence
    )
    return Candidate(made, key, rank=int(number < 2))


def multi_hop(asker: Asker) -> Iterator[Candidate]:
    """Two or three relations in a row, each with one object now."""
    for subject, first in asker.asks():
        if first not in question_words.HOPS["en"] or subject not in asker.people:
            continue
        lang, held = asker.lang(subject), asker.now(asker.told, subject, first)
        if len(held) != 1:
            continue
        described = question_words.HOPS[lang][first].format(who=asker.who(subject, lang))
        evidence = asker.told.evidence(subject, first, held[0], asker.today)
        yield from _onwards(asker, subject, [first], described, held[0], evidence)


def _onwards(
    asker: Asker, subject: str, path: list[str], described: str, via: str, evidence: tuple[str, ...]
) -> Iterator[Candidate]:
    lang = asker.lang(subject)
    for relation in SECOND[via[0]]:
        held = asker.now(asker.told, via, relation)
        if len(held) != 1 or held[0] == subject:
            continue
        object = held[0]
        turns = asker.told.ordered([*evidence, *asker.told.evidence(via, relation, object, asker.today)])
        form, text = asker.worded("now" if relation in NOW else "list", relation, lang, who=described)
        made = asker.question(
            *("multi-hop", lang, form, text, subject),
            answers=asker.names(object, lang),
            targets=(object,),
            evidence=turns,
        )
        yield Candidate(made, "/".join([*path, relation]), rank=int(len(turns) < 2))
        if len(path) == 1 and relation in ("worksFor", "studiesAt"):
            further = question_words.HOPS[lang][relation].format(who=described)
            yield from _onwards(asker, subject, [*path, relation], further, object, turns)


def why(asker: Asker) -> Iterator[Candidate]:
    """What was told to have brought something about."""
    events = asker.told_events()
    for effect, causes in _linked(asker, events, "effect").items():
        happening = events[effect]
        who = phrases.subject(happening)
        lang = asker.lang(who)
        slots = {"who": asker.who(who, lang), "base": phrases.bare(asker.world, happening, lang)}
        slots["past"] = phrases.phrase(asker.world, happening, lang, 1)
        failed = happening.kind == "plan_fails"
        form, text = asker.worded("frame", "why/fails" if failed else "why", lang, **slots)
        yield _explained(asker, "why", lang, form, text, who, causes, events, effect)


def effects(asker: Asker) -> Iterator[Candidate]:
    """What something was told to have brought about."""
    events = asker.told_events()
    for cause, brought in _linked(asker, events, "cause").items():
        happening = events[cause]
        if happening.kind == "plan_fails":
            continue
        who = phrases.subject(happening)
        lang = asker.lang(who)
        form, text = asker.worded("frame", "effects", lang, clause=phrases.clause(asker.world, happening, lang))
        yield _explained(asker, "effects", lang, form, text, who, brought, events, cause)


def _linked(asker: Asker, events: dict[str, Happening], end: str) -> dict[str, list[tuple[str, str]]]:
    """id at one end -> (id at the other end, turn); only where all that is at the other end can be put in words."""
    found: dict[str, list[tuple[str, str]]] = {}
    for link, turn in asker.told.causes:
        here, there = (link.effect, link.cause) if end == "effect" else (link.cause, link.effect)
        found.setdefault(here, []).append((there, turn))
    return {
        here: others for here, others in found.items() if here in events and all(other in events for other, _ in others)
    }


def _explained(
    asker: Asker,
    kind: str,
    lang: Lang,
    form: str,
    text: str,
    about: str,
    others: Sequence[tuple[str, str]],
    events: dict[str, Happening],
    asked: str,
) -> Candidate:
    ids = tuple(dict.fromkeys(other for other, _ in others))
    items = tuple(_described(asker, events[id], lang) for id in ids)
    evidence = asker.told.ordered(turn for _, turn in others)
    answers = tuple(name for item in items for name in item)
    made = asker.question(kind, lang, form, text, about, answers=answers, items=items, targets=ids, evidence=evidence)
    return Candidate(made, f"{events[asked].kind}")


def _described(asker: Asker, happening: Happening, lang: Lang) -> tuple[str, ...]:
    """The clause, with and without its subject."""
    world = asker.world
    return tuple(dict.fromkeys((phrases.clause(world, happening, lang), phrases.phrase(world, happening, lang, 1))))


def order(asker: Asker) -> Iterator[Candidate]:
    """Two or three things that happened to someone, in order; their told times do not overlap."""
    events = asker.told_events()
    by_person: dict[str, list[str]] = {}
    for id, happening in events.items():
        if asker.told.events[id].start not in ("", UNSURE) and happening.kind != "plan_fails":
            by_person.setdefault(phrases.subject(happening), []).append(id)
    for who, ids in by_person.items():
        if who not in asker.people:
            continue
        for _ in range(min(3, len(ids))):
            picked = asker.draw.sample(ids, min(len(ids), asker.draw.choice((2, 3, 3))))
            periods = sorted((*period(asker.told.events[id].start), id) for id in picked)
            if len(picked) < 2 or any(one[1] > other[0] for one, other in pairwise(periods)):
                continue
            lang = asker.lang(who)
            clauses = [phrases.clause(asker.world, events[id], lang) for id in picked]
            ordered = tuple(id for _, _, id in periods)
            items = tuple(_described(asker, events[id], lang) for id in ordered)
            form, text = asker.worded("frame", "order", lang, list=("; " if lang == "en" else "；").join(clauses))
            evidence = asker.told.ordered(turn for id in ordered for turn in _timed(asker, id))
            made = asker.question(
                *("order", lang, form, text, who),
                answers=(_listed([item[0] for item in items], lang),),
                items=items,
                targets=ordered,
                evidence=evidence,
            )
            yield Candidate(made, str(len(picked)))


def _timed(asker: Asker, id: str) -> list[str]:
    """The turns that tell a happening with the time that counts."""
    start, found = asker.told.events[id].start, set(asker.told.events[id].turns)
    return [
        turn.id
        for turn in asker.told.turns
        if turn.id in found and any(event.id == id and event.start == start for event in turn.gold.events)
    ]


def duration(asker: Asker) -> Iterator[Candidate]:
    """How long a state held whose two ends were told, or how many days lie between two happenings."""
    for subject, relation in asker.told.pairs():
        for object in asker.told.objects(subject, relation) if relation in question_words.SAID["en"] else ():
            marks = [mark for mark in asker.told.marks(subject, relation) if mark.object == object]
            lang = asker.lang(subject)
            length = _length(marks, lang)
            if not length:
                continue
            what, who = phrases.noun(asker.world, object, lang), asker.who(subject, lang)
            said = question_words.SAID[lang][relation].format(who=who, what=what)
            form, text = asker.worded("frame", "duration/state", lang, said=said)
            evidence = asker.told.ordered(mark.turn for mark in marks)
            made = asker.question(
                "duration", lang, form, text, subject, answers=length, targets=(object,), evidence=evidence
            )
            yield Candidate(made, "state")
    events = asker.told_events()
    exact = [id for id in events if len(asker.told.events[id].start) == 10 and events[id].kind != "plan_fails"]
    for id in exact:
        who = phrases.subject(events[id])
        others = [other for other in exact if phrases.subject(events[other]) == who and other != id]
        if not others or who not in asker.people:
            continue
        pair = [id, asker.draw.choice(others)]
        days = [period(asker.told.events[one].start)[0] for one in pair]
        if days[0] >= days[1]:
            continue
        lang = asker.lang(who)
        first, second = (phrases.clause(asker.world, events[one], lang) for one in pair)
        form, text = asker.worded("frame", "duration/between", lang, first=first, second=second)
        evidence = asker.told.ordered(turn for one in pair for turn in _timed(asker, one))
        answers = _days(days[1] - days[0], lang)
        made = asker.question(
            "duration", lang, form, text, who, answers=answers, targets=tuple(pair), evidence=evidence
        )
        yield Candidate(made, "between")


def _length(marks: Sequence[Mark], lang: Lang) -> tuple[str, ...]:
    """The time from the one start to the one end, when both are told to the day or both to the month."""
    starts = {(mark.low, mark.high) for mark in marks if mark.kind == "start"}
    ends = {(mark.low, mark.high) for mark in marks if mark.kind == "end"}
    if len(starts) != 1 or len(ends) != 1:
        return ()
    (low, high), (end, over) = starts.pop(), ends.pop()
    if end <= low or low == LONG_AGO or end == LONG_AGO:
        return ()
    if high - low == over - end == 1:
        return _days(end - low, lang)
    one, two = date.fromordinal(low), date.fromordinal(end)
    if period(one.isoformat()[:7]) != (low, high) or period(two.isoformat()[:7]) != (end, over):
        return ()
    months = (two.year - one.year) * 12 + two.month - one.month
    if lang == "zh":
        return (f"{months}个月", f"{months}")
    return (f"{months} month{'s' * (months > 1)}", str(months))


def _days(days: int, lang: Lang) -> tuple[str, ...]:
    weeks = days // 7 if days % 7 == 0 else 0
    if lang == "zh":
        return (f"{days}天", str(days), *((f"{weeks}周", f"{weeks}个星期") if weeks else ()))
    return (f"{days} day{'s' * (days > 1)}", str(days), *((f"{weeks} week{'s' * (weeks > 1)}",) if weeks else ()))


def preference(asker: Asker) -> Iterator[Candidate]:
    """What someone would like, prefers to drink, or would rather be spared; any one is right."""
    frames = {"best": ("likes", "favorite"), "drink": ("prefers",), "avoid": ("dislikes", "allergicTo")}
    for subject in dict.fromkeys(subject for subject, _ in asker.told.pairs() if subject in asker.people):
        for frame, relations in frames.items():
            pairs = [
                (relation, object) for relation in relations for object in asker.now(asker.told, subject, relation)
            ]
            if not pairs:
                continue
            lang = asker.lang(subject)
            form, text = asker.worded("frame", f"preference/{frame}", lang, who=asker.who(subject, lang))
            evidence = asker.told.ordered(
                turn for pair in pairs for turn in asker.told.evidence(subject, *pair, asker.today)
            )
            answers = tuple(dict.fromkeys(name for _, object in pairs for name in asker.names(object, lang)))
            targets = tuple(object for _, object in pairs)
            made = asker.question(
                "preference", lang, form, text, subject, answers=answers, targets=targets, evidence=evidence
            )
            yield Candidate(made, frame)


def negation(asker: Asker) -> Iterator[Candidate]:
    """Whether something holds now: no where it ended or gave way to another, yes where it still does."""
    told = asker.told
    for subject, relation in told.pairs():
        if relation not in YES_NO:
            continue
        named = [telling.fact.object for telling in told.about(subject, relation) if telling.fact.object]
        value = told.value(subject, relation, asker.today) if relation in FUNCTIONAL else ""
        for object in dict.fromkeys(named):
            if relation in FUNCTIONAL and value not in (UNTOLD, UNSURE, OVER, object):
                state, evidence = OVER, told.closing(subject, relation, object)
                evidence = told.ordered([*evidence, *told.evidence(subject, relation, value, asker.today)])
            else:
                state = told.holds(subject, relation, object, asker.today)
                evidence = told.closing(subject, relation, object)
            if state not in (OVER, object) or (relation in FUNCTIONAL and value == UNSURE):
                continue
            if state == object:
                evidence = told.evidence(subject, relation, object, asker.today)
            lang = asker.lang(subject)
            what = phrases.noun(asker.world, object, lang)
            form, text = asker.worded("yes", relation, lang, who=asker.who(subject, lang), what=what)
            answers = NO[lang] if state == OVER else YES[lang]
            made = asker.question(
                "negation", lang, form, text, subject, answers=answers, targets=(object,), evidence=evidence
            )
            yield Candidate(made, "no" if state == OVER else "yes")


def attribution(asker: Asker) -> Iterator[Candidate]:
    """Whose word something is, where all who told it named one person or only one person told it."""
    said: dict[tuple[str, str, str], list[tuple[str, str, str]]] = {}
    for telling in asker.told.tellings:
        fact = telling.fact
        if (
            fact.modality in ("asserted", "reported")
            and fact.polarity == "positive"
            and fact.relation in question_words.SAY["en"]
        ):
            key = (fact.subject, fact.relation, fact.object)
            said.setdefault(key, []).append((telling.by, telling.turn, fact.modality))
    for (subject, relation, object), tellings in said.items():
        by = tellings[0][0]
        if not object or by not in asker.people or any(one[0] != by for one in tellings):
            continue
        lang = asker.lang(subject)
        what = phrases.noun(asker.world, object, lang)
        clause = question_words.SAY[lang][relation].format(who=asker.who(subject, lang), what=what)
        form, text = asker.worded("frame", "attribution", lang, said=clause)
        evidence = asker.told.ordered(turn for _, turn, _ in tellings)
        answers = asker.names(by, lang)
        made = asker.question(
            "attribution", lang, form, text, subject, answers=answers, targets=(by,), evidence=evidence
        )
        rank = 0 if tellings[0][2] == "reported" else 2 if by == subject else 1
        yield Candidate(made, relation, rank)


def absence(asker: Asker) -> Iterator[Candidate]:
    """What nobody ever told about someone who was spoken of."""
    for subject in dict.fromkeys(subject for subject, _ in asker.told.pairs() if subject in asker.people):
        for relation in ABSENT:
            if asker.never(asker.told, subject, relation):
                lang = asker.lang(subject)
                group = "now" if relation in NOW else "list"
                form, text = asker.worded(group, relation, lang, who=asker.who(subject, lang))
                yield Candidate(asker.question("absence", lang, form, text, subject, abstain=True), relation)


def erased(asker: Asker) -> Iterator[Candidate]:
    """What a session said, once that session is erased: nothing is left of it, or what others said."""
    tellings = [telling for pair in asker.asks() for telling in asker.told.about(*pair)]
    sessions = list(dict.fromkeys(telling.session for telling in tellings))
    for session in asker.draw.sample(sessions, min(SESSIONS, len(sessions))):
        left = Told(asker.turns, erased=session)
        for subject, relation in asker.asks():
            told_there = any(telling.session == session for telling in asker.told.about(subject, relation))
            before = asker.now(asker.told, subject, relation)
            if not told_there or len(before) != 1:
                continue
            lang = asker.lang(subject)
            group = "now" if relation in NOW else "list"
            form, text = asker.worded(group, relation, lang, who=asker.who(subject, lang))
            after = asker.now(left, subject, relation)
            if len(after) == 1:
                answers, targets = asker.names(after[0], lang), (after[0],)
                evidence = left.evidence(subject, relation, after[0], asker.today)
                rest = {"answers": answers, "targets": targets, "evidence": evidence}
                made = asker.question("erased", lang, form, text, subject, **rest, erased=session)
                yield Candidate(made, "left" if after == before else "older")
            elif asker.never(left, subject, relation):
                made = asker.question("erased", lang, form, text, subject, erased=session, abstain=True)
                yield Candidate(made, "gone")


KINDS: dict[str, Callable[[Asker], Iterator[Candidate]]] = {
    "current": current,
    "as-of": as_of,
    "known-at": known_at,
    "update": update,
    "list": lists,
    "count": count,
    "multi-hop": multi_hop,
    "why": why,
    "effects": effects,
    "order": order,
    "duration": duration,
    "preference": preference,
    "negation": negation,
    "attribution": attribution,
    "absence": absence,
    "erased": erased,
}
