"""Operations of the field cases that look after a memory: deleting, exporting, importing, comparing, damage."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.crash_points import POINTS, Point, Trap, is_present
from kgmem import formats
from kgmem.fading import SweepPolicy
from kgmem.importing import Imported
from kgmem.marks import Receipt
from kgmem.memory import Memory
from kgmem.records import Change

if TYPE_CHECKING:
    from benchmarks.case_world import World

EXTENSIONS = {"jsonl": "jsonl", "turtle": "ttl", "json-ld": "jsonld"}
FORMATS = {"json": "jsonl"}
"""Formats as cases call them, where kgmem calls them otherwise."""
MODELS = ("graph", "journal.sqlite")
"""Where kgmem keeps what it holds; a file of them whose name says so is a log."""
_LOG = re.compile(r"(?:[.-](?:wal|shm|journal|log))$")
_VALID = re.compile(r"a valid turn: '([^']*)'")
_SAID_AT = "2025-02-05T12:00:00Z"


@dataclass(slots=True)
class Taken:
    """What an import of lines did. `lines` are those of the file, `left_out` the numbers it named."""

    change: Change
    lines: list[str]
    left_out: dict[int, str] = field(default_factory=dict)
    unplaced: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Parsed:
    """What another library read in an export, by format: every literal, or the error."""

    literals: dict[str, list[str]] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)


# Deleting -----------------------------------------------------------------------------------------------


def delete_turn(world: World, spec: Mapping[str, Any]) -> Receipt:
    return world.memory(spec["owner"]).erase(episode=world.refs[spec["ref"]]).confirm().receipt


def delete_turns(world: World, owner: str, refs: Sequence[str]) -> Receipt:
    """Many turns at one go: what a case repeats, a program asks for once, since each erasure writes the memory anew."""
    gone = {world.refs[ref] for ref in refs}
    return world.memory(owner).erase(where=lambda episode: episode.id in gone).confirm().receipt


def delete_conversation(world: World, spec: Mapping[str, Any]) -> Receipt:
    return world.memory(spec["owner"]).erase(session=spec["conversation"]).confirm().receipt


def forget_entity(world: World, spec: Mapping[str, Any]) -> Receipt:
    return world.memory(spec["owner"]).erase(entity=spec["name"]).confirm().receipt


def forget_owner(world: World, spec: Mapping[str, Any]) -> None:
    world.hub.delete(spec["owner"])
    world.owners.remove(spec["owner"])


def delete_what_says(memory: Memory, text: str) -> None:
    """The delete call for something that a case names by words: the entity called so, else the messages."""
    named = [entity.id for entity in memory.entities() if text in entity.name or entity.name in text]
    for entity in named[:1]:
        memory.erase(entity=entity).confirm()
    if not named:
        memory.erase(where=lambda episode: text in episode.text).confirm()


# Out and in ---------------------------------------------------------------------------------------------


def export(world: World, spec: Mapping[str, Any]) -> None:
    memory = world.memory(spec.get("owner", "u1"))
    world.aside.mkdir(exist_ok=True)
    for name in spec.get("formats") or [spec["format"]]:
        format = FORMATS.get(name, name)
        file = world.aside / f"export.{EXTENSIONS[format]}"
        memory.export(file, format=format)
        world.exports[format] = file


def import_export(world: World, spec: Mapping[str, Any]) -> Imported:
    """Into "a fresh store" means a root of its own, and what is asked afterwards is asked of that."""
    if "fresh" in spec["into"]:
        world.move_to_fresh()
    return world.memory(spec.get("owner", "u1")).import_file(world.exports["jsonl"])


def import_lines(world: World, spec: Mapping[str, Any]) -> Taken:
    """Write the lines that a case describes to a file, and remember it with what is bad in it named."""
    world.aside.mkdir(exist_ok=True)
    file = world.aside / "lines.jsonl"
    lines = [as_line(line) for line in spec["lines"]]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    reading = formats.read(file, format="messages", skip_bad=True)
    change = world.memory(spec.get("owner", "u1")).observe_many(reading, progress=False)
    taken = Taken(change, lines)
    for part in reading.bad:
        if numbered := re.match(r"line (\d+)", part.where):
            taken.left_out[int(numbered[1])] = part.reason
        else:
            taken.unplaced.append(part.where)
    return taken


def as_line(words: str) -> str:
    """A described line as it stands in a file: "a valid turn: 'X'" as a message; two without a line end, if so said."""
    if not (said := _VALID.match(words)):
        return words
    line = _message(said[1])
    return line + _message(f"{said[1]} And so on.") if "another valid turn without a line end" in words else line


def _message(text: str) -> str:
    return json.dumps({"speaker": "Ada", "at": _SAID_AT, "text": text})


def parse(world: World, spec: Mapping[str, Any]) -> Parsed:
    parsed = Parsed()
    for format in spec["formats"]:
        try:
            parsed.literals[format] = literals(world.exports[format], format)
        except Exception as error:  # noqa: BLE001  whatever the other library raises, it could not read it
            parsed.errors[format] = f"{type(error).__name__}: {error}"
    return parsed


def literals(file: Path, format: str) -> list[str]:
    """Every text in an export, read by rdflib, or by json where each line must be strict JSON."""
    if format == "jsonl":
        return [text for line in file.read_text(encoding="utf-8").split("\n") if line for text in _texts(strict(line))]
    import rdflib

    if format == "json-ld":
        strict(file.read_text(encoding="utf-8"))
    graph = rdflib.Graph().parse(file, format=format)
    return [str(value) for value in graph.objects() if isinstance(value, rdflib.Literal)]


def strict(text: str) -> Any:
    """JSON without Infinity and NaN. Raises ValueError."""

    def refuse(name: str) -> None:
        raise ValueError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def compare(world: World, spec: Mapping[str, Any]) -> None:
    """The states compare `world.before_import` with what is there now; both stay open until then."""
    world.memory(spec.get("owner", "u1")).stats()


# Damage -------------------------------------------------------------------------------------------------


def remove_files(world: World, spec: Mapping[str, Any]) -> None:
    """Remove the files that hold what is remembered, of the journal and of the graph, and leave their logs."""
    if "main store file" not in spec["which"] or "leave the log" not in spec["which"]:
        raise KeyError(spec["which"])
    world.hub.close()
    for path in sorted(world.root.rglob("*")):
        inner = path.relative_to(world.root).parts[1:]
        if path.is_file() and inner and inner[0] in MODELS and not _LOG.search(path.name):
            path.unlink()


def points() -> list[str]:
    """The points of one write at which a process can be killed from inside, by name."""
    chosen = ("journal/", "graph/", "vectors/")
    return [
        name
        for name, point in POINTS.items()
        if name.startswith(chosen) and is_present(point) and not point.target.startswith("benchmarks.")
    ]


def set_trap(root: Path, name: str) -> None:
    """Have this process killed at a point of the next write."""
    point: Point = replace(POINTS[name], among=1)
    trap = Trap(root, random.Random(0), group=False)
    trap.verb = point.verb if point.verb != "write" else "observe"
    trap.set(point)


def consolidate(world: World, spec: Mapping[str, Any]) -> Any:
    return world.memory(spec["owner"]).consolidate()


def end_conversation(world: World, spec: Mapping[str, Any]) -> None:
    """Nothing to do: what is said is in long-term memory at once."""
    world.notes.append("a conversation needs no ending: what is said is remembered at once")


def apply_decay(world: World, spec: Mapping[str, Any]) -> list[Any]:
    """Sweep by the built-in formula, and where so many facts may stay, with a threshold that rises until they fit."""
    memory, most = world.memory(spec["owner"]), spec.get("keep_at_most")
    swept = [memory.sweep()]
    for threshold in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        if most is None or len(memory.facts()) <= most:
            break
        swept.append(memory.sweep(SweepPolicy(threshold=threshold)))
    return swept


OPERATIONS: dict[str, Callable[[World, Mapping[str, Any]], Any]] = {
    "delete_turn": delete_turn,
    "delete_conversation": delete_conversation,
    "forget_entity": forget_entity,
    "forget_owner": forget_owner,
    "export": export,
    "import": import_export,
    "import_lines": import_lines,
    "parse_with_independent_library": parse,
    "compare": compare,
    "remove_files": remove_files,
    "consolidate": consolidate,
    "end_conversation": end_conversation,
    "apply_decay": apply_decay,
}
