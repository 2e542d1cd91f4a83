"""A dialogue with all it holds: made from a seed, written to a file and read back, a JSON object per line.

benchmarks/FORMAT.md describes the file. What has its default value is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from benchmarks.synth import questions, rephrase
from benchmarks.synth.simulate import simulate
from benchmarks.synth.telling import tell
from benchmarks.synth.world import LANGUAGES, Half, Happening, Lang, Person, Question, State, Thing, Turn, World

FORMAT = "kgmem-synth/1"
LINES: dict[str, type] = {
    "person": Person,
    "thing": Thing,
    "state": State,
    "happening": Happening,
    "turn": Turn,
    "question": Question,
}


@dataclass(frozen=True)
class Dialogue:
    """A file's whole content. `header` holds how it was made: people, half, difficulty, languages."""

    header: Mapping[str, Any]
    world: World
    log: tuple[Happening, ...]
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


class FormatError(ValueError):
    """A line that is not as benchmarks/FORMAT.md says."""


def generate(
    seed: int,
    people: int,
    months: int,
    half: Half | None = None,
    difficulty: int = 1,
    languages: Sequence[Lang] = LANGUAGES,
    *,
    each: int = questions.EACH,
    answer: Callable[[str], str] | None = None,
) -> Dialogue:
    """A world, its log, the turns that tell it, and questions with answers.

    half: of the ways to say and ask things, all when None. each: questions of a kind and language. answer: a language
    model that says turns in other words.
    """
    world, log = simulate(seed, people, months, languages)
    turns = tell(world, log, seed=seed, half=half, difficulty=difficulty, languages=languages)
    header: dict[str, Any] = {"people": people, "half": half or "", "difficulty": difficulty}
    header["languages"] = list(languages)
    if answer:
        turns, header["rephrased"] = rephrase.rephrased(turns, answer, world)
    asked = questions.ask(world, log, turns, seed, half=half, each=each)
    return Dialogue(header, world, log, tuple(turns), tuple(asked))


def lines(dialogue: Dialogue) -> Iterator[str]:
    world = dialogue.world
    known = {"format": FORMAT, "seed": world.seed, "start": world.start, "months": world.months}
    yield _line("header", {**known, **{key: value for key, value in dialogue.header.items() if key not in known}})
    parts: Sequence[tuple[str, Sequence[Any]]] = (
        ("person", world.people),
        ("thing", world.things),
        ("state", world.base),
        ("happening", dialogue.log),
        ("turn", dialogue.turns),
        ("question", dialogue.questions),
    )
    for name, records in parts:
        for record in records:
            yield _line(name, plain(record))


def write(path: Path, dialogue: Dialogue) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines(dialogue))


def read(path: Path) -> Dialogue:
    """What a file holds; unknown line types and keys are passed over, for later versions may add some."""
    header: dict[str, Any] = {}
    found: dict[str, list[Any]] = {name: [] for name in LINES}
    with path.open(encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                data = json.loads(text)
                name = data.pop("type")
                if name == "header":
                    header = data
                elif name in LINES:
                    found[name].append(typed(LINES[name], data))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise FormatError(f"line {number} of {path.name} is not as FORMAT.md says: {error}") from error
    if header.get("format") != FORMAT:
        raise FormatError(f"{path.name} does not begin with a header of {FORMAT}; make it with `synth`")
    world = World(
        header["seed"],
        header["start"],
        header["months"],
        tuple(found["person"]),
        tuple(found["thing"]),
        tuple(found["state"]),
    )
    return Dialogue(header, world, tuple(found["happening"]), tuple(found["turn"]), tuple(found["question"]))


def plain(record: Any) -> Any:
    """A record as JSON has it, without what has its default value."""
    if isinstance(record, tuple):
        return [plain(one) for one in record]
    if not is_dataclass(record):
        return record
    found: dict[str, Any] = {}
    for name, default in _shape(type(record)):
        value = getattr(record, name)
        if default is MISSING or value != default:
            found[name] = plain(value)
    return found


def typed(kind: Any, data: Any) -> Any:
    """JSON as a record of a type; the other way round from `plain`."""
    if is_dataclass(kind) and isinstance(kind, type):
        hints = _hints(kind)
        return kind(**{name: typed(hints[name], value) for name, value in data.items() if name in hints})
    if get_origin(kind) is tuple:
        parts = get_args(kind)
        if len(parts) == 2 and parts[1] is Ellipsis:
            return tuple(typed(parts[0], one) for one in data)
        return tuple(typed(part, one) for part, one in zip(parts, data, strict=True))
    return data


_SHAPES: dict[type, list[tuple[str, Any]]] = {}  # what a type has, so that it is looked up once
_HINTS: dict[type, dict[str, Any]] = {}


def _shape(kind: type) -> list[tuple[str, Any]]:
    if kind not in _SHAPES:
        _SHAPES[kind] = [
            (one.name, one.default_factory() if one.default_factory is not MISSING else one.default)
            for one in fields(kind)
        ]
    return _SHAPES[kind]


def _hints(kind: type) -> dict[str, Any]:
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]


def _line(name: str, data: Mapping[str, Any]) -> str:
    return json.dumps({"type": name, **data}, ensure_ascii=False, separators=(",", ":"))
