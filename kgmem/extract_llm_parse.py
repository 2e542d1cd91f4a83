"""What a model answers when asked what turns say: the form it is to have, and reading it strictly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kgmem.errors import InvalidArgument
from kgmem.ontology import Ontology
from kgmem.repairing import repaired

STANDINGS = ("asserted", "denied", "ended", "planned", "hypothetical", "reported", "recurring")


class Unreadable(InvalidArgument):
    """An answer that does not have the form asked for; the message says where, in words a model can mend it by."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A claim as the model states it, not yet checked against the text. `turn` numbers the turns of the request.

    Of an event, `relation` is its kind, `predicate` its description, `parts` are (role, name, class).
    """

    turn: int
    quote: str
    relation: str
    predicate: str
    when: str
    standing: str
    confidence: float
    subject: str = ""
    subject_type: str = ""
    object: str = ""
    object_type: str = ""
    value: str = ""
    parts: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """`is_cut`: it broke off, and there may have been more."""

    facts: tuple[Stated, ...]
    events: tuple[Stated, ...]
    is_cut: bool = False


def schema_of(ontology: Ontology) -> dict[str, Any]:
    """The JSON schema of an answer: relations, classes, kinds of events and roles are those of the ontology, when it is
    strict those the user declared."""
    return ontology.derived(_schema)


def _schema(ontology: Ontology) -> dict[str, Any]:
    text, number = {"type": "string"}, {"type": "number"}
    said = {"turn": {"type": "integer"}, "quote": text}
    held = {"when": text, "standing": {"type": "string", "enum": [*STANDINGS]}, "confidence": number}
    class_ = {"type": "string", "enum": sorted(classes(ontology))}
    part = _object({"role": {"type": "string", "enum": sorted(ontology.roles)}, "name": text, "type": class_})
    claim = {
        **said,
        "subject": text,
        "subject_type": class_,
        "relation": {"type": "string", "enum": sorted(relations(ontology))},
        "object": text,
        "object_type": class_,
        "value": text,
        "predicate": text,
        **held,
    }
    event = {
        **said,
        "kind": {"type": "string", "enum": sorted({*ontology.events, "Event"})},
        "description": text,
        "participants": {"type": "array", "items": part},
        **held,
    }
    lists = {"claims": claim, "events": event}
    return _object({name: {"type": "array", "items": _object(fields)} for name, fields in lists.items()})


def _object(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(fields), "required": [*fields], "additionalProperties": False}


def relations(ontology: Ontology) -> set[str]:
    return {name for name in ontology.relations if not ontology.strict or name in ontology.declared}


def classes(ontology: Ontology) -> set[str]:
    """Classes a claim may name, by the names they are stored under."""
    found = {ontology.type_of(name) for name in ontology.classes} - {""}
    return found if ontology.strict else {*found, "Thing"}


def vocabulary(ontology: Ontology) -> str:
    """The relations in words for the model, one a line: what they connect, and what they mean beyond their names."""
    return ontology.derived(_vocabulary)


def _vocabulary(ontology: Ontology) -> str:
    lines = []
    for name in sorted(relations(ontology)):
        one = ontology.relations[name]
        of = "a value" if ontology.is_literal(one.range) else ontology.type_of(one.range) or one.range
        own = " (what of, in `predicate`)" if one.per_predicate else ""
        why = f": {one.description}" if one.description else ""
        lines.append(f"{name}: {ontology.type_of(one.domain) or one.domain} -> {of}{own}{why}")
    return "Relations, from what to what:\n" + "\n".join(lines)


def parsed(text: str, turns: int) -> Answer:
    """The answer in a text, the usual faults of its JSON mended. Raises Unreadable for the first other one."""
    try:
        value, is_cut = repaired(text)
    except ValueError as error:
        raise Unreadable(str(error)) from None
    found = {}
    for name, read in (("claims", _fact), ("events", _event)):
        entries = value.get(name, [] if is_cut else None)
        if not isinstance(entries, list):
            raise Unreadable(f"`{name}` is missing, or no list")
        found[name] = tuple(read(_Fields(entry, f"{name}[{at}]", turns)) for at, entry in enumerate(entries))
    return Answer(found["claims"], found["events"], is_cut)


class _Fields:
    """The fields of one entry, each of its kind or Unreadable."""

    def __init__(self, entry: Any, place: str, turns: int) -> None:
        if not isinstance(entry, dict):
            raise Unreadable(f"{place} is no object")
        self._entry, self._place, self._turns = entry, place, turns

    def text(self, name: str) -> str:
        value = self._entry.get(name)
        if not isinstance(value, str):
            raise Unreadable(f"{self._place}.{name} is missing, or no text")
        return value.strip()

    def turn(self) -> int:
        value = self._entry.get("turn")
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < self._turns:
            raise Unreadable(f"{self._place}.turn is none of 0 to {self._turns - 1}")
        return value

    def standing(self) -> str:
        value = self.text("standing")
        if value not in STANDINGS:
            raise Unreadable(f"{self._place}.standing is none of {', '.join(STANDINGS)}")
        return value

    def confidence(self) -> float:
        value = self._entry.get("confidence")
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise Unreadable(f"{self._place}.confidence is no number from 0 to 1")
        return float(value)

    def parts(self) -> tuple[tuple[str, str, str], ...]:
        value = self._entry.get("participants")
        if not isinstance(value, list):
            raise Unreadable(f"{self._place}.participants is missing, or no list")
        fields = [_Fields(one, f"{self._place}.participants[{at}]", self._turns) for at, one in enumerate(value)]
        return tuple((one.text("role"), one.text("name"), one.text("type")) for one in fields)


def _fact(fields: _Fields) -> Stated:
    return Stated(
        fields.turn(), fields.text("quote"), fields.text("relation"), fields.text("predicate"), fields.text("when"),
        fields.standing(), fields.confidence(), fields.text("subject"), fields.text("subject_type"),
        fields.text("object"), fields.text("object_type"), fields.text("value"),
    )  # fmt: skip


def _event(fields: _Fields) -> Stated:
    return Stated(
        fields.turn(), fields.text("quote"), fields.text("kind"), fields.text("description"), fields.text("when"),
        fields.standing(), fields.confidence(), parts=fields.parts(),
    )  # fmt: skip
