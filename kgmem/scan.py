"""Leaks: what a store holds that its policy would not let in today.

Secrets get in before a rule for them exists, or under a policy that allowed them. Nothing here changes or
shows a value: a leak is a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kgmem.records import Entity, Episode, Event, Fact, Link
from kgmem.redact import DEEPEST, DEFAULT, Policy, redact, redact_value, sightings

Record = Episode | Fact | Event | Link | Entity

_FIELDS: dict[type[Record], tuple[str, ...]] = {
    Episode: ("text", "caption", "speaker", "session", "origin", "id"),
    Fact: ("text", "subject", "predicate", "object", "value"),
    Event: ("description", "outcome", "kind"),
    Link: ("cue",),
    Entity: ("name",),
}


@dataclass(frozen=True, slots=True)
class Leak:
    """One secret or personal datum that the policy does not allow, at the characters `[start, end)` of a field.

    `record` is "episode", "fact", "event", "link" or "entity", and `id` its id. `field` leads into metadata
    with dots and brackets, as in `metadata.notes[2]`; a key that is a leak itself is `metadata (a key)`.
    Where the id is the leak, `id` has a placeholder in its place.
    """

    record: str
    id: str
    field: str
    kind: str
    start: int
    end: int


def leaks(records: Iterable[Record], policy: Policy = DEFAULT) -> list[Leak]:
    """Leaks of records in order. Whatever the policy does to a kind but allow it, that kind is listed."""
    return [leak for record in records for leak in _leaks_of(record, policy)]


def _leaks_of(record: Record, policy: Policy) -> Iterator[Leak]:
    name = type(record).__name__.lower()
    id = redact(record.id)[0]
    for field in _FIELDS[type(record)]:
        for start, end, kind in sightings(getattr(record, field), policy):
            yield Leak(name, id, field, kind, start, end)
    if isinstance(record, Event):
        for place, participant in enumerate(record.participants):
            for start, end, kind in sightings(participant.name, policy):
                yield Leak(name, id, f"participants[{place}]", kind, start, end)
    if isinstance(record, Episode) and record.metadata:
        for field, kind, start, end in _inside(record.metadata, policy, "metadata", DEEPEST):
            yield Leak(name, id, field, kind, start, end)


def _inside(value: Any, policy: Policy, field: str, deeper: int) -> Iterator[tuple[str, str, int, int]]:
    if isinstance(value, str):
        for start, end, kind in sightings(value, policy):
            yield field, kind, start, end
    elif isinstance(value, Mapping) and deeper:
        for key, inner in value.items():
            named = str(key)
            for start, end, kind in sightings(named, policy):
                yield f"{field} (a key)", kind, start, end
            path = f"{field}.{redact(named)[0]}"
            within = list(_inside(inner, policy, path, deeper - 1))
            yield from within
            if not within and (kind := _under_its_name(key, inner)):
                yield path, kind, 0, len(str(inner))
    elif isinstance(value, list | tuple) and deeper:
        for place, inner in enumerate(value):
            yield from _inside(inner, policy, f"{field}[{place}]", deeper - 1)


def _under_its_name(key: Any, value: Any) -> str:
    """ "secret" when a plain value is one only because of its key, such as "password"; "" otherwise."""
    if isinstance(value, Mapping | list | tuple) or list(redact_value({key: value}).values()) == [value]:
        return ""
    return "secret"
