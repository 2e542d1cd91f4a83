"""What a field case expects, checked key by key. Each check says what is wrong, or why it cannot be told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from typing import Any

from benchmarks.case_care_states import Unknown
from benchmarks.case_meanings import entities_meant, says_no, speaks_of
from benchmarks.case_states import state_checker
from benchmarks.case_triples import habits, happened, matching, said_in_two, said_triple
from benchmarks.case_words import (
    answer_text,
    event_text,
    includes,
    mentions,
    occurs,
    spellings,
    stands_at,
    strings,
    told,
    without_stamps,
)
from benchmarks.case_world import Recalled, Step, World
from kgmem.cypher import Table
from kgmem.errors import (
    ClosedError,
    CorruptError,
    InvalidArgument,
    KgmemError,
    LockedError,
    QueryError,
    ReadOnlyQuery,
    StoreError,
)
from kgmem.recollection import Recollection
from kgmem.records import Event, Fact
from kgmem.temporal import Micros, micros, parse_instant, parse_zone
from kgmem.text import fold

NO = frozenset(("no", "not"))
CHAIN_SHARE = 0.5
_PLACING = frozenset("on in at of to by for with from under over into onto off out up".split())
CHAIN_STEPS = 3

ERRORS: dict[str, tuple[type[Exception], ...]] = {
    "invalid_argument": (InvalidArgument, TypeError),
    "read_only_or_syntax_error": (ReadOnlyQuery, QueryError),
    "read_only": (ReadOnlyQuery,),
    "syntax_error": (QueryError, ReadOnlyQuery),
    "locked": (LockedError,),
    "corrupt_store": (CorruptError, StoreError),
    "closed": (ClosedError,),
    "not_found": (InvalidArgument,),
    "invalid_time": (InvalidArgument,),
    "unknown_argument": (InvalidArgument, TypeError),
    "type_error": (InvalidArgument, TypeError),
}
"""The case's kinds of error as exceptions. TypeError is what Python raises for an unknown argument."""


@dataclass(slots=True)
class Verdict:
    """Everything that was found wrong, everything that could not be checked, and what else is to be known."""

    failures: list[str] = field(default_factory=list)
    skips: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def result(self) -> str:
        return "fail" if self.failures else "skip" if self.skips else "pass"

    @property
    def reason(self) -> str:
        return "; ".join([*(self.failures or self.skips), *dict.fromkeys(self.notes)])


@dataclass(slots=True)
class Asked:
    """A question or action that was done, with all that checks look at. `time` is when the answer is
    meant to hold. `before` is what the store held just before."""

    case: Mapping[str, Any]
    world: World
    steps: Sequence[Step]
    time: Micros
    expected: Mapping[str, Any]
    before: Mapping[str, Any]
    is_question: bool = False
    zone: tzinfo = UTC

    @property
    def held_at(self) -> Micros:
        """When a fact counts as current: when it was asked, also where the question is about an earlier time."""
        asked_at = self.case.get("asked_at")
        return micros(parse_instant(asked_at, UTC)) if asked_at else self.time

    @property
    def found(self) -> Recollection | None:
        """The recollection, if the last thing done was one."""
        returned = self.steps[-1].returned if self.steps else None
        return returned.found if isinstance(returned, Recalled) else None

    @property
    def text(self) -> str:
        return answer_text(self.steps)

    def errors(self) -> list[Step]:
        return [step for step in self.steps if step.error is not None]


Check = Callable[[Asked, Any, Verdict], None]


def judge(asked: Asked) -> Verdict:
    """Check every expected key. An error nobody expects is a failure, except that a query which names
    what this product's graph does not have brings no rows."""
    verdict = Verdict()
    expects_error = "error" in asked.expected or "error_raised" in asked.expected.get("state", {})
    expects_rows = bool(asked.expected.keys() & {"count", "answer_must_include", "order"})
    for step in asked.errors():
        nameless = step.operation == "query" and isinstance(step.error, QueryError) and not expects_rows
        if not expects_error and not nameless:
            verdict.failures.append(f"{step.operation} raised {_shown(step.error)}")
    for key, value in asked.expected.items():
        if key in CHECKS:
            CHECKS[key](asked, value, verdict)
        elif key not in NOT_CHECKED:
            verdict.skips.append(f"no check for expected {key!r}")
    return verdict


# Answers ----------------------------------------------------------------------------------------------


def _answer_must_include(asked: Asked, entries: Sequence[str | list[str]], verdict: Verdict) -> None:
    """A "no" may be said by what the result shows to be over or denied (`says_no`)."""
    text = asked.text
    for entry in entries:
        if not _has_one(entry, text) and not (NO & set(_choices(entry)) and says_no(asked)):
            verdict.failures.append(f"the answer lacks {' / '.join(_choices(entry))!r}")


def _choices(entry: str | list[str]) -> list[str]:
    return entry if isinstance(entry, list) else [entry]


def _has_one(entry: str | list[str], text: str) -> bool:
    return any(includes(choice, text) for choice in _choices(entry))


def _answer_must_not_say(asked: Asked, entries: Sequence[str], verdict: Verdict) -> None:
    """Only the phrase itself can be compared: "green tea as the current drink" is "green tea", in a statement that
    speaks of what is asked. A quote that has the right answer in it as well ("at six, no, sorry, at eight") does not
    give the other."""
    statement, is_quote = first_statement(asked)
    right = asked.expected.get("answer_must_include", [])
    if is_quote and right and all(_has_one(entry, statement) for entry in right):
        return
    for entry in entries:
        phrase, _, role = entry.partition(" as ")
        if role and not is_quote and not speaks_of(asked, statement, phrase, role):
            continue
        if statement and occurs(phrase, statement):
            verdict.failures.append(f"says {phrase!r} first: {statement[:100]!r}")


def first_statement(asked: Asked) -> tuple[str, bool]:
    """The first-ranked current statement, and whether it is a quote: a fact that holds at the time asked
    about, else the first episode; for a list, all of it."""
    found = asked.found
    if found is None:
        return asked.text, False
    for hit in found.facts:
        if holds(hit.fact, asked.time):
            return hit.fact.text, False
    return (found.episodes[0].episode.text, True) if found.episodes else ("", True)


def holds(fact: Fact, at: Micros) -> bool:
    return fact.polarity == "positive" and fact.modality in ("asserted", "recurring") and fact.valid.holds(at)


def _must_not_appear(asked: Asked, entries: Sequence[str], verdict: Verdict) -> None:
    parts = list(strings([step.returned for step in asked.steps]))
    parts += [
        answer
        for step in asked.steps
        if isinstance(step.returned, Recalled)
        for answer in step.returned.contexts.values()
    ]
    parts += [str(step.error) for step in asked.steps if step.error is not None]
    for entry in entries:
        if any(entry in part for part in parts):
            verdict.failures.append(f"{entry!r} appears in what is returned")


def _abstain(asked: Asked, wanted: bool, verdict: Verdict) -> None:
    found = asked.found
    if found is None and "error" in asked.expected and asked.errors():
        return  # the error says that nothing is known; its kind is checked apart
    if found is None:
        verdict.skips.append("abstaining is checked for recall only")
    elif wanted != (not found or found.abstain):
        verdict.failures.append(f"answers with confidence {found.confidence:.2f} where nothing is known")


def _date(asked: Asked, wanted: Mapping[str, Any], verdict: Verdict) -> None:
    """The date must be that of a fact or event in the result, or stand in a text of it; when a message
    was said is no answer."""
    found = asked.found
    if found is None:
        verdict.skips.append("a date is checked for recall only")
        return
    if any(stands_at(at, wanted["value"], zones) for at, zones in dated_statements(asked)):
        return
    hour = wanted["value"][11:13]
    text = without_stamps(told(found))
    if any(occurs(spelling, text) for spelling in spellings(wanted["value"])) and (not hour or hour in text):
        return
    verdict.failures.append(f"no statement is dated {wanted['value']}")


def _date_must_not_be(asked: Asked, dates: Sequence[str], verdict: Verdict) -> None:
    """The first-ranked dated statement is the answer."""
    for at, zones in dated_statements(asked)[:1]:
        for date in dates:
            if stands_at(at, date, zones):
                verdict.failures.append(f"the first dated statement says {date}")


def dated_statements(asked: Asked) -> list[tuple[Micros, list[tzinfo]]]:
    """Starts of the events and facts of a result whose time is known, best first, events before facts,
    each with the zones of the messages that say so."""
    found = asked.found
    if found is None:
        return []
    zone_of = {episode.id: episode.zone for episode in asked.world.episodes()}

    def zones(statement: Any) -> list[tzinfo]:
        read = [parse_zone(zone_of[e.episode]) for e in statement.evidence if e.episode in zone_of]
        return [zone for zone in read if zone is not None]

    events = [(hit.event.start, zones(hit.event)) for hit in found.events if hit.event.precision != "unknown"]
    facts = [(hit.fact.valid_from, zones(hit.fact)) for hit in found.facts if hit.fact.precision != "unknown"]
    return events + facts


def _count(asked: Asked, wanted: int, verdict: Verdict) -> None:
    returned = asked.steps[-1].returned
    if isinstance(returned, Table):
        number = len(returned.rows)
    elif isinstance(returned, list | tuple):
        number = len(returned)
    else:
        verdict.skips.append("kgmem returns evidence, no counted answer")
        return
    if number != wanted:
        verdict.failures.append(f"{number} came back, not {wanted}")


def _order(asked: Asked, wanted: Sequence[str], verdict: Verdict) -> None:
    returned = asked.steps[-1].returned
    items = list(returned) if isinstance(returned, list | tuple) else []
    if isinstance(returned, Recalled):
        items = [hit.episode for hit in returned.found.episodes]
    texts = ["\n".join(strings(item)) for item in items]
    places = [next((i for i, text in enumerate(texts) if occurs(entry, text)), -1) for entry in wanted]
    if -1 in places or places != sorted(places):
        verdict.failures.append(f"the order is not {', '.join(wanted)}")


# The graph --------------------------------------------------------------------------------------------


def _facts_must_exist(asked: Asked, wanted: Sequence[Mapping[str, Any]], verdict: Verdict) -> None:
    """What happened may be held as an event: it counts as the fact, but not as a state that is current."""
    for triple in wanted:
        ways = (matching(asked, triple, swap=True), happened(asked, triple), habits(asked, triple))
        if not any(ways) and not said_in_two(asked, triple):
            verdict.failures.append(f"no fact {said_triple(triple)}")


def _facts_must_not_exist(asked: Asked, wanted: Sequence[Mapping[str, Any]], verdict: Verdict) -> None:
    """A plan, a condition or somebody's claim is not the fact, unless the case asks for that status."""
    for triple in wanted:
        held: list[Fact | Event] = [*matching(asked, triple, swap=False), *happened(asked, triple)]
        for statement in held:
            if "status" in triple or statement.modality == "asserted":
                shown = statement.text if isinstance(statement, Fact) else statement.description
                verdict.failures.append(f"a fact {said_triple(triple)}: {shown!r}")
                break


def _entities_must_not_exist(asked: Asked, names: Sequence[str], verdict: Verdict) -> None:
    held = {fold(entity.name): entity.name for memory in asked.world.memories() for entity in memory.entities()}
    for name in names:
        if fold(name) in held:
            verdict.failures.append(f"an entity {name!r}")


def _same_entity(asked: Asked, pairs: Sequence[Sequence[str]], verdict: Verdict) -> None:
    for pair in pairs:
        found = [entities_meant(asked, name) for name in pair]
        if not all(found) or len(set().union(*found)) != 1:
            verdict.failures.append(f"{' and '.join(pair)} are {[len(ids) for ids in found]} entities, not one")


def _different_entities(asked: Asked, pairs: Sequence[Sequence[str]], verdict: Verdict) -> None:
    for pair in pairs:
        found = [entities_meant(asked, name) for name in pair]
        if not all(found):
            verdict.failures.append(
                f"no entity for {' or '.join(n for n, ids in zip(pair, found, strict=True) if not ids)}"
            )
        elif any(one & other for i, one in enumerate(found) for other in found[i + 1 :]):
            verdict.failures.append(f"{' and '.join(pair)} are one entity")


def _causal_chain(asked: Asked, phrases: Sequence[str], verdict: Verdict) -> None:
    """Each phrase is an event or fact that shares half its words; a way of links leads on to the next."""
    texts: dict[str, str] = {}
    onward: dict[str, set[str]] = {}
    for memory in asked.world.memories():
        texts.update({event.id: event_text(event) for event in memory.events()})
        texts.update({fact.id: fact.text for fact in memory.facts()})
        for link in memory.links():
            onward.setdefault(link.cause, set()).add(link.effect)
    nodes = [{id for id, text in texts.items() if _is_told(phrase, text)} for phrase in phrases]
    at = nodes[0]
    for phrase, wanted in zip(phrases[1:], nodes[1:], strict=True):
        at = wanted & _reached(at, onward)
        if not at:
            verdict.failures.append(f"nothing leads to {phrase!r}")
            return


def _is_told(phrase: str, text: str) -> bool:
    """Half of the words that say something, prepositions aside: "meadow under water" by "the meadow was a lake"."""
    telling = " ".join(word for word in phrase.split() if fold(word) not in _PLACING)
    return mentions(telling, text, share=CHAIN_SHARE)


def _reached(start: set[str], onward: Mapping[str, set[str]]) -> set[str]:
    """Everything a few links lead to."""
    reached: set[str] = set()
    frontier = start
    for _ in range(CHAIN_STEPS):
        frontier = {after for id in frontier for after in onward.get(id, ())} - reached
        reached |= frontier
    return reached


# Errors -----------------------------------------------------------------------------------------------


def _error(asked: Asked, wanted: Mapping[str, Any], verdict: Verdict) -> None:
    """`for` says which values must be refused; a condition in it ("if ...") makes the error optional."""
    kinds = ERRORS.get(wanted["type"])
    if kinds is None:
        verdict.skips.append(f"no exception is known for error {wanted['type']!r}")
        return
    limited = wanted.get("for", "")
    optional = " if " in f" {limited}"
    steps = list(asked.world.steps[asked.world.crashed_after :] if asked.is_question else asked.steps)
    if any(step.place is not None for step in steps) and limited and not limited.startswith("every"):
        must = [step for step in steps if _is_meant(step.place, limited)]
        for step in steps:
            if step not in must and step.error is not None and not _may_be_refused(asked, step):
                verdict.failures.append(f"{step.place!r} raised {_shown(step.error)}")
    else:
        must = steps
    if optional:
        must = [step for step in [*asked.world.steps, *steps] if step.error is not None]
    for step in must:
        label = f"{step.operation}{'' if step.place is None else f' {step.place!r}'}"
        if step.error is None:
            if not ("or" in wanted and _is_nothing(step)):
                verdict.failures.append(f"{label} raised no error")
        elif not isinstance(step.error, kinds):
            verdict.failures.append(f"{label} raised {_shown(step.error)}")
        elif "message_mentions" in wanted and wanted["message_mentions"] not in str(step.error):
            verdict.failures.append(f"{label}: {str(step.error)!r} does not mention {wanted['message_mentions']!r}")
    if must and any(step.error for step in must) and not optional and asked.before != contents(asked.world):
        verdict.failures.append("the store changed although an error was raised")


def _is_meant(place: Any, words: str) -> bool:
    """True when the value is named in words such as "-1, 2.5, 'three' and true"."""
    named = [part.strip() for part in re.split(r",|\band\b", words)]
    shown = {repr(place), str(place), str(place).lower(), f"'{place}'"}
    return not shown.isdisjoint(named)


def _may_be_refused(asked: Asked, step: Step) -> bool:
    allowed = asked.expected.get("accept_also", "")
    return bool(re.search(rf"(?<!\w){re.escape(str(step.place))}(?!\w).*\brefused\b", allowed))


def _is_nothing(step: Step) -> bool:
    returned = step.returned
    return not (returned.found if isinstance(returned, Recalled) else returned)


def contents(world: World) -> dict[str, Any]:
    """What is held, to see whether it changed; of a store that cannot be read, the error."""
    try:
        return _contents(world)
    except KgmemError as error:
        return {"error": error.code}


def _contents(world: World) -> dict[str, Any]:
    return {
        owner: (
            [episode.id for episode in memory.episodes()],
            [(f.id, f.valid_from, f.valid_to, f.confidence) for f in memory.facts(history=True)],
            [(entity.id, entity.name) for entity in memory.entities()],
        )
        for owner, memory in zip(world.owners, world.memories(), strict=False)
    }


def _shown(error: Exception | None) -> str:
    kind = type(error).__name__
    code = f" ({error.code})" if isinstance(error, KgmemError) else ""
    return f"{kind}{code}: {str(error)[:120]}"


def _state(asked: Asked, wanted: Mapping[str, Any], verdict: Verdict) -> None:
    for name, value in wanted.items():
        check = state_checker(name)
        if check is None:
            verdict.skips.append(f"no check for state {name!r}")
            continue
        try:
            found = check(asked, value)
        except Unknown as reason:
            verdict.skips.append(f"state {name}: {reason}")
            continue
        if found != value:
            verdict.failures.append(f"state {name} is {str(found)[:100]}, not {value}")


def refusal_accepted(expected: Mapping[str, Any], errors: Iterable[Step]) -> bool:
    """True when the case accepts a clear refusal of what was written, and that is what happened."""
    said = fold(str(expected.get("accept_also", "")))
    refused = [step for step in errors if step.operation in ("remember", "remember_many")]
    return (
        bool(refused)
        and "refus" in said
        and all(isinstance(s.error, InvalidArgument) and str(s.error) for s in refused)
    )


CHECKS: dict[str, Check] = {
    "answer_must_include": _answer_must_include,
    "answer_must_not_say": _answer_must_not_say,
    "must_not_appear": _must_not_appear,
    "abstain": _abstain,
    "date": _date,
    "date_must_not_be": _date_must_not_be,
    "count": _count,
    "order": _order,
    "facts_must_exist": _facts_must_exist,
    "facts_must_not_exist": _facts_must_not_exist,
    "entities_must_not_exist": _entities_must_not_exist,
    "same_entity": _same_entity,
    "different_entities": _different_entities,
    "causal_chain": _causal_chain,
    "error": _error,
    "state": _state,
}
NOT_CHECKED = frozenset({"also_ask", "accept_also", "repeat_the_case"})
"""Keys that steer the run; `cases.py` sees to them."""
