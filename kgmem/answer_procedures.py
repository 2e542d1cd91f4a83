"""How something is done, as memory holds it: the procedure that is meant by a name or in a question, put together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgmem.lexical import terms
from kgmem.mirror import Mirror
from kgmem.procedure import BEGINS, Procedure, made, steps_of
from kgmem.question import Clocks, is_held
from kgmem.records import AMENDS, HOW_TO, STEPS, Answer, Evidence, Fact
from kgmem.temporal import Micros
from kgmem.text import name_key

_HOW = re.compile(
    r"\bhow (?:do|does|should|can|could|must|to|are|is|would)\b|\b(?:steps|procedure|process|workflow|runbook|recipe)\b"
    r"|怎么|如何|怎样|流程|步骤",
    re.I,
)
_AROUND = frozenset(
    terms("how do does steps procedure process workflow runbook recipe instructions need have get use way go work")
)
_AROUND_CHINESE = re.compile(
    r"我们|咱们|公司|请问|应该|需要|怎么办|怎么样|怎么|如何|怎样|流程|步骤|方法|做法|什么|是|的|要|[？?。，]"
)


def procedures_at(mirror: Mirror, clocks: Clocks, now: Micros) -> Iterator[Procedure]:
    """Every procedure that holds at `clocks.as_of`, or else now, as memory knew it, by name."""
    when = clocks if clocks.as_of is not None else replace(clocks, as_of=now)
    bases = sorted(_held(mirror, when, STEPS), key=lambda fact: (fact.subject, fact.id))
    changes: dict[str, list[Fact]] = {base.subject_id: [] for base in bases}
    for change in _held(mirror, when, AMENDS):
        if name := change.subject_id if change.subject_id in changes else _nearest(change.predicate, bases):
            changes[name].append(change)
    for base in bases:
        told = changes[base.subject_id]
        yield made(base, told, _spans((base, *told), mirror))


def _nearest(name: str, bases: Sequence[Fact]) -> str:
    """The entity of the procedure that is meant by a shorter or longer name, "" for none."""
    asked = _terms(name)
    fits = [(max(_fit(asked, _terms(one.predicate)), _fit(asked, _terms(one.subject))), one) for one in bases]
    best = max(fits, key=lambda fit: (fit[0], fit[1].valid_from, fit[1].id), default=None)
    return best[1].subject_id if best and best[0] else ""


def _held(mirror: Mirror, clocks: Clocks, relation: str) -> Iterator[Fact]:
    for (_, name), ids in mirror.facts_under.items():
        if name == relation:
            facts = (mirror.facts[one] for one in ids if one not in mirror.hidden)
            yield from (fact for fact in facts if is_held(fact, clocks) and fact.polarity == "positive")


def _spans(facts: tuple[Fact, ...], mirror: Mirror) -> dict[str, tuple[Evidence, ...]]:
    """Where each step stands in what was said, by its text."""
    found: dict[str, list[Evidence]] = {}
    for fact in facts:
        texts = steps_of(fact.value) or [fact.value.partition(": ")[2]]
        for one in fact.evidence:
            if one.episode not in mirror.number:
                continue
            said, at = mirror.episodes[mirror.number[one.episode]].text, one.start
            for text in texts:
                words = r"\s+".join(re.escape(word) for word in re.split(r"\s+", text) if word)
                place = re.compile(words).search(said, at, one.end) if words else None
                if place is not None:
                    at = place.end()
                    found.setdefault(text, []).append(replace(one, start=place.start(), end=place.end()))
    return {text: tuple(dict.fromkeys(places)) for text, places in found.items()}


def meant(said: str, mirror: Mirror, held: list[Procedure]) -> Procedure | None:
    """The procedure of this name, alias or description, the one of more of its words; None where none is meant."""
    key = name_key(said)
    ids = {*mirror.ids_of(key), *mirror.ids_of(name_key(f"{BEGINS}{said}"))}
    named = [one for one in held if one.entity_id in ids or one.entity_id == said]
    if named:
        return named[0]
    asked = _terms(said)
    best: tuple[float, Micros, Procedure] | None = None
    for one in held:
        fits = max(_fit(asked, _terms(name)) for name in (one.name, mirror.entities[one.entity_id].name))
        if fits and (best is None or (fits, one.valid_from) > best[:2]):
            best = fits, one.valid_from, one
    return best[2] if best else None


def _terms(said: str) -> list[str]:
    return [term for term in dict.fromkeys(terms(_AROUND_CHINESE.sub(" ", said))) if term not in _AROUND]


def _fit(asked: list[str], own: list[str]) -> float:
    """0 to 1, how far the words of a question and of a name are the same: all of the one in the other, with what is
    done among them."""
    if not asked or not own or own[0] not in asked:
        return 0.0
    shared = len(set(asked) & set(own))
    return shared / len({*asked, *own}) if shared in (len(asked), len(own)) else 0.0


def told(text: str, mirror: Mirror, clocks: Clocks, now: Micros) -> list[Answer]:
    """The steps of the procedure a question asks for, as its answer; [] where it asks for none that is held."""
    if not _HOW.search(text) or not any(name in HOW_TO for _, name in mirror.facts_under):
        return []
    found = meant(text, mirror, list(procedures_at(mirror, clocks, now)))
    if found is None:
        return []
    base = mirror.facts[found.facts[0]]
    evidence = dict.fromkeys(one.episode for step in found.steps for one in step.evidence)
    return [
        Answer(
            value=found.text,
            entity_id=found.entity_id,
            valid_from=base.valid_from,
            valid_to=base.valid_to,
            precision=base.precision,
            zone=base.zone,
            support=found.facts,
            evidence=tuple(evidence) or tuple(one.episode for one in base.evidence),
            confidence=base.confidence,
        )
    ]
