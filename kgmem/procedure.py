"""A way of doing something: its steps in order, as facts hold them, and what has been changed in it since.

The steps are one text, the value of a fact (`hasSteps`) of the procedure, so that a later telling of all of them takes
the place of an earlier one. What changes one step is a fact of its own (`amendsSteps`), read against the steps that
held when it was said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kgmem.records import TRUSTED, Evidence, Fact
from kgmem.temporal import BEGINNING, FOREVER, Micros

MOST_STEPS = 60
LONGEST_STEP = 500
BEGINS = "how to "

_NUMBER = re.compile(r"(?:\A|; )(\d{1,2})\. ")
_CHANGE = re.compile(r"(before|after|without|instead of) (\d{1,2})(?:: (.+))?\Z|(first|last): (.+)\Z", re.S)
_CONDITION = re.compile(
    r"(?:(?:and |then )?(?P<front>(?:if|when|unless|in case|whenever|only if) [^,:，]{2,160}?)"
    r"(?:, ?(?:then )?|: )(?=\S)"
    r"|(?P<zh>(?:如果|若|要是|当|万一)?[^，。；]{1,60}(?:的话|时|的时候|超过[^，。；]{1,30}|以上))[，,]\s*(?=\S))",
    re.I,
)
_CONDITION_BEHIND = re.compile(r"\s(?P<behind>(?:if|unless|in case) [^,;.]{2,160})[.]?\Z", re.I)
_CHINESE_IF = re.compile(r"如果|若|要是|当|万一|的话|时|超过|以上")


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """What is to be done; `condition` is when, as the text says it, "" for always. `evidence` are its own characters in
    the episodes that tell it."""

    text: str
    condition: str = ""
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure:
    """A workflow as it is done: since `valid_from`, until `valid_to`, as memory has held it since `recorded_at`.

    `name` is as it was told last. `facts` are the ids of the fact that holds the steps and of those that have changed
    them since; `source` and `trust` are those of the first.
    """

    name: str
    steps: tuple[ProcedureStep, ...]
    entity_id: str = ""
    facts: tuple[str, ...] = ()
    valid_from: Micros = BEGINNING
    valid_to: Micros = FOREVER
    recorded_at: Micros = 0
    source: str = ""
    trust: float = 1.0
    confidence: float = 0.0

    @property
    def text(self) -> str:
        """The steps, numbered, a line each."""
        return "\n".join(f"{number}. {step.text}" for number, step in enumerate(self.steps, 1))


def tidy(text: str) -> str:
    """A step as it is kept: on one line, without the sign at its end."""
    said = " ".join(text.split())[:LONGEST_STEP]
    return said if said.endswith("...") else said.rstrip(" ;,.，；。")


def value_of(steps: Sequence[str]) -> str:
    """Steps as the value of a fact; `steps_of` reads them back."""
    return "; ".join(f"{number}. {step}" for number, step in enumerate(steps, 1))


def steps_of(value: str) -> list[str]:
    """The steps of a fact's value, in order. A number that is not the next one belongs to a step's own text."""
    found: list[str] = []
    at, wanted = 0, 1
    for mark in _NUMBER.finditer(value):
        if int(mark[1]) == wanted:
            if wanted > 1:
                found.append(value[at : mark.start()].strip())
            at, wanted = mark.end(), wanted + 1
    return [*found, value[at:].strip()] if wanted > 1 else []


def step_of(text: str, evidence: tuple[Evidence, ...] = ()) -> ProcedureStep:
    """A step with its condition, where it has one."""
    front = _CONDITION.match(text)
    if front and front["front"]:
        return ProcedureStep(text, front["front"].strip(), evidence)
    if front and front["zh"] and _CHINESE_IF.search(front["zh"]):
        return ProcedureStep(text, front["zh"].strip(), evidence)
    behind = _CONDITION_BEHIND.search(text)
    return ProcedureStep(text, behind["behind"].strip() if behind else "", evidence)


def made(base: Fact, changes: Iterable[Fact], spans: dict[str, tuple[Evidence, ...]]) -> Procedure:
    """The procedure that a fact tells, with what has been changed since, in the order it was said.

    A source that is not trusted changes nothing that a trusted one told. spans: text of a step -> where it was read.
    """
    steps = [step_of(text, spans.get(text, ())) for text in steps_of(base.value)]
    facts = [base.id]
    for change in sorted(changes, key=lambda fact: (fact.valid_from, fact.recorded_at, fact.id)):
        told = change.valid_from >= base.valid_from and not (change.trust < TRUSTED <= base.trust)
        if told and _changed(steps, change, spans):
            facts.append(change.id)
    return Procedure(
        name=base.predicate or base.subject.removeprefix(BEGINS),
        steps=tuple(steps),
        entity_id=base.subject_id,
        facts=tuple(facts),
        valid_from=base.valid_from,
        valid_to=base.valid_to,
        recorded_at=base.recorded_at,
        source=base.source,
        trust=base.trust,
        confidence=base.confidence,
    )


def _changed(steps: list[ProcedureStep], change: Fact, spans: dict[str, tuple[Evidence, ...]]) -> bool:
    """Change the steps as told; False for a change of a step that there is not."""
    told = _CHANGE.match(change.value)
    if told is None:
        return False
    text = (told[3] or told[5] or "").strip()
    step = replace(step_of(text), evidence=spans.get(text, change.evidence))
    if told[4]:
        steps.insert(0 if told[4] == "first" else len(steps), step)
        return True
    place = int(told[2]) - 1
    if not 0 <= place < len(steps):
        return False
    if told[1] == "without":
        del steps[place]
    elif told[1] == "instead of":
        steps[place] = step
    else:
        steps.insert(place if told[1] == "before" else place + 1, step)
    return True
