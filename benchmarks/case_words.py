"""How texts of a case and of the product are compared: by folded words, never by judgement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from datetime import UTC, tzinfo
from functools import lru_cache
from typing import Any

from benchmarks.case_world import Recalled, Step
from kgmem.context import event_line, fact_line, quote
from kgmem.ontology import Ontology, Relation, load, relation_words
from kgmem.recollection import Recollection
from kgmem.records import Change, Event, Fact
from kgmem.temporal import BEGINNING, FOREVER, iso
from kgmem.text import fold, name_key, words

_HAN = re.compile(r"[\u3400-\u9fff]")
_CITED = re.compile(r"\s*\[[\w-]+(?:, [\w-]+)*\]")
_STAMP = re.compile(r"^- \d{4}-\d\d-\d\d \d\d:\d\d ", re.MULTILINE)
_FILLER = frozenset(
    ("is", "are", "was", "were", "be", "been", "has", "have", "had", "do", "does", "did", "to", "the", "a", "an", "of")
)
_LONG_ENOUGH = 5
"""Entries shorter than this must stand as whole words, and not in the time stamp of a message."""


def occurs(entry: str, text: str) -> bool:
    """True when the text has the entry, letter case and accents aside: a short one as a whole word, a
    longer one at the start of a word ("rain" is in "rained", "no" is not in "not")."""
    wanted, found = fold(entry).strip(), fold(text)
    if not wanted:
        return True
    if _HAN.search(wanted):
        return wanted in found
    before = r"(?<!\d)" if wanted[0].isdigit() else r"(?<!\w)" if wanted[0].isalnum() else ""
    short = len(wanted) < 4
    after = r"(?!\d)" if wanted[-1].isdigit() else r"(?!\w)" if short and wanted[-1].isalnum() else ""
    return re.search(before + re.escape(wanted) + after, found) is not None


def told(found: Recollection) -> str:
    """A recollection as text, without ids: its answers, its context, and every text in it in full."""
    lines = [*(answer.value for answer in found.answers), found.context(max_tokens=8000)]
    lines += [quote(hit.episode) for hit in found.episodes]
    lines += [fact_line(hit.fact) for hit in found.facts]
    lines += [event_line(hit.event) for hit in found.events]
    lines += [hit.episode.text for hit in found.episodes]
    return _CITED.sub("", "\n".join(lines))


def without_stamps(text: str) -> str:
    """The text without the times at which messages were said."""
    return _STAMP.sub("- ", text)


def includes(entry: str, text: str) -> bool:
    return occurs(entry, text if len(entry) >= _LONG_ENOUGH else without_stamps(text))


def answer_text(steps: Iterable[Step]) -> str:
    """What the product returned, as text; with token budgets, the contexts within them and nothing else."""
    parts = []
    for step in steps:
        if isinstance(step.returned, Recalled):
            budgeted = step.returned.contexts.values()
            parts.append("\n".join(budgeted) if budgeted else told(step.returned.found))
        elif step.returned is not None:
            parts.append("\n".join(strings(step.returned)))
    return "\n".join(parts)


def strings(value: Any) -> Iterator[str]:
    """Every text inside what was returned; not the question itself, which is the asker's own."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Recollection):
        yield from strings((value.episodes, value.facts, value.events, value.paths, value.context()))
        yield value.explain().removeprefix(f"query: {value.query}")
    elif isinstance(value, Change):
        yield from strings((value.asserted, value.new_entities, value.events))
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from strings(getattr(value, field.name))
    elif isinstance(value, dict):
        yield from strings([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from strings(inner)


@lru_cache(maxsize=1)
def ontology() -> Ontology:
    return load()


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


def stems(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order; Chinese as pairs of signs."""
    found = [word for word in words(text) if word not in _FILLER]
    return list(_stemmer().stemWords(found or words(text)))


def mentions(phrase: str, text: str, *, share: float = 1.0) -> bool:
    """True when at least this share of the phrase's stems stands in the text."""
    wanted = set(stems(phrase))
    return bool(wanted) and len(wanted.intersection(stems(text))) >= share * len(wanted)


def fact_says(fact: Fact, relation: str) -> bool:
    """True when the fact's relation means these words: by the ontology, or by the fact's own words."""
    known = ontology().resolve_relation(relation)
    if known is not None and fact.relation == known.name:
        return True
    deed = f"{fact.predicate}{'' if _HAN.search(fact.predicate) else ' '}{fact.object or fact.value}"  # "吃肉"
    own = [fact.predicate, relation_words(fact.relation), deed]
    return any(text and stems(text) == stems(relation) for text in own)


def turned_round(fact: Fact, relation: str) -> bool:
    """True when the fact says the same with subject and object exchanged ("child of" for "parent of")."""
    known = ontology().resolve_relation(relation)
    held: Relation | None = ontology().relations.get(fact.relation)
    if known is None or held is None:
        return False
    return (known.name == held.name and known.symmetric) or held.inverse == known.name or known.inverse == held.name


def names_meet(wanted: str, found: str) -> bool:
    return name_key(wanted) == name_key(found)


def object_meets(wanted: str, fact: Fact) -> bool:
    """Folded containment, either way; an empty object means any."""
    found, key = name_key(fact.object or fact.value), name_key(wanted)
    return not key or (bool(found) and (key in found or (found in key and len(found) > 2)))


def stands_at(at: int, wanted: str, zones: Iterable[tzinfo]) -> bool:
    """True when an instant is the wanted date, at the precision it is written in, in one of the zones."""
    if at <= BEGINNING or at >= FOREVER:
        return False
    return any(iso(at, zone).startswith(wanted) for zone in (*zones, UTC))


_MONTHS = "January February March April May June July August September October November December".split()


def spellings(date: str) -> list[str]:
    """A date as texts write it: "2024-03-08", "8 March 2024", "March 8, 2024", "2024年3月8日"."""
    day = date[:10]
    if len(day) == 4:
        return [day]
    year, month, *rest = day.split("-")
    name = _MONTHS[int(month) - 1]
    if not rest:
        return [day, f"{name} {year}", f"{year}年{int(month)}月"]
    number = int(rest[0])
    return [day, f"{number} {name} {year}", f"{name} {number}, {year}", f"{year}年{int(month)}月{number}日"]


def event_text(event: Event) -> str:
    return event_line(event)
