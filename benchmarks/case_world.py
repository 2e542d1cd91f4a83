"""A field case's world: its operations, by their neutral names, done through kgmem's public API.

Each operation leaves a `Step`: what it was, what came back, or the error it raised. An operation that
kgmem has no verb for raises `Unsupported`, and the case is skipped with the reason.
"""

from __future__ import annotations

import ast
import inspect
import multiprocessing
import os
import pickle
import random
import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from benchmarks import case_care, case_ontology
from kgmem.cypher import Table
from kgmem.errors import InvalidArgument, KgmemError
from kgmem.hub import Hub
from kgmem.memory import Memory
from kgmem.recollection import Recollection
from kgmem.records import Change, Entity, Episode, Fact
from kgmem.temporal import Micros, micros, parse_instant

OWNER = "u1"
SPEC_WORDS = frozenset({"op", "owner", "ref", "save_as", "report_ack", "name", "while_open", "after", "order"})
_SLOT = re.compile(r"\{(\w+)(?::(\w*))?\}")


class Unsupported(Exception):
    """kgmem has no verb for this operation, or the runner no way to bring it about."""


@dataclass(slots=True)
class Step:
    """One operation that was done. `place` is the value of a `for_each` it was done for."""

    operation: str
    spec: Mapping[str, Any]
    returned: Any = None
    error: Exception | None = None
    place: Any = None


@dataclass(slots=True)
class Recalled:
    """What `recall` returned, and its contexts by token budget when the operation names some."""

    found: Recollection
    contexts: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class CaseClock:
    """Stands at the time of the latest operation and moves on by a microsecond each time it is read."""

    at: Micros = 0

    def __call__(self) -> Micros:
        self.at += 1
        return self.at

    def reach(self, when: Any) -> None:
        """Move on to a time of the case; one without an offset is read as UTC, one that cannot be read
        is the product's to refuse."""
        try:
            self.at = max(self.at, micros(parse_instant(when, UTC)))
        except (ValueError, TypeError):
            return


class World:
    """A root folder with one memory per owner, and everything that happened in it."""

    def __init__(self, root: Path, *, kill_at: str = "") -> None:
        """kill_at: the point at which a process of the case is killed that crashes "at each point"."""
        self.root = root
        self.aside = root.with_name(f"{root.name}-aside")
        self.exports: dict[str, Path] = {}
        self.before_import: Hub | None = None
        self.crashed_after = 0
        self.notes: list[str] = []
        self._kill_at = kill_at
        self.clock = CaseClock()
        self.steps: list[Step] = []
        self.owners: list[str] = []
        self.refs: dict[str, str] = {}
        self.facts_by_ref: dict[str, Fact] = {}
        self.saved: dict[str, str] = {}
        self.names_seen: set[str] = set()
        self.confidences: dict[str, float] = {}
        self.acknowledged: list[str] = []
        self.told: Callable[[Step], None] = lambda step: None
        self._closed = False
        self._kept: set[str] = set()
        self._children: list[Child] = []
        self.options: dict[str, Any] = {}  # how everything is opened from now on
        self.hub = self._open_hub()

    def _open_hub(self, **options: Any) -> Hub:
        return Hub.open(self.root, clock=self.clock, **{**self.options, **options})

    def close(self) -> None:
        self.hub.close()
        self._closed = True

    def end(self) -> None:
        """Close everything, for good."""
        self.close()
        if self.before_import is not None:
            self.before_import.close()

    def move_to_fresh(self) -> None:
        """Go on in a root of its own; the one before stays open for comparing."""
        if self.before_import is None:
            self.before_import = self.hub
        else:
            self.hub.close()
        self.root = self.aside / f"fresh-{len(self.steps)}"
        self.hub, self.owners = self._open_hub(), []

    def reopen(self, **options: Any) -> None:
        self.hub.close()
        self.hub = self._open_hub(**options)
        self._closed = False

    def memory(self, owner: Any = OWNER) -> Memory:
        memory = self.hub.memory(owner)
        if owner not in self.owners:
            self.owners.append(owner)
        return memory

    def memories(self) -> list[Memory]:
        if self._closed:
            self.reopen()
        return [self.hub.memory(owner) for owner in self.owners] or [self.memory()]

    def run(self, inputs: Sequence[Mapping[str, Any]]) -> None:
        """Do the input of a case in order. What came before a crash is done in a process that is killed."""
        crash = next((i for i, spec in enumerate(inputs) if spec.get("op") == "crash"), None)
        if crash is not None:
            fatal = [{"op": "kill_at", "point": self._kill_at}] if inputs[crash].get("at") else []
            last = crash - 1 if fatal else crash
            before = [*inputs[:last], *fatal, *inputs[last:crash]]
            steps = self.do({"op": "process", "do": [*before, {"op": "kill"}]})
            if fatal and steps and steps[-1].operation != "kill_at":
                self.notes.append(f"{self._kill_at} was not reached")
            inputs = inputs[crash + 1 :]
            self.crashed_after = len(self.steps)
        self._kept = {spec["while_open"] for spec in inputs if "while_open" in spec}
        try:
            for spec in inputs:
                self.do(spec)
        finally:
            for child in self._children:
                child.end()
            self._children.clear()

    def do(self, spec: Mapping[str, Any], values: Mapping[str, Any] | None = None, place: Any = None) -> list[Step]:
        """Do one operation (or turn) and remember what came of it; control words give several steps."""
        name = spec.get("op", "remember")
        if name in CONTROLS:
            return CONTROLS[name](self, spec, values or {})
        if name not in OPERATIONS:
            raise Unsupported(f"kgmem has no verb for {name!r} yet")
        filled = {key: fill(value, {**self.saved, **(values or {})}) for key, value in spec.items()}
        step = Step(name, filled, place=place)
        for time_key in ("ingested_at", "asked_at", "now", "time"):
            if filled.get(time_key):
                self.clock.reach(filled[time_key])
                break
        try:
            step.returned = OPERATIONS[name](self, filled)
        except Unsupported:
            raise
        except Exception as error:  # noqa: BLE001  whatever the product raises is what the case judges
            step.error = error
        self.steps.append(step)
        self._look_around(step)
        self.told(step)
        return [step]

    def _look_around(self, step: Step) -> None:
        """Note what later checks compare with: names of entities, confidences before a recall."""
        if step.operation == "remember" and isinstance(step.returned, Change):
            self.names_seen.update(entity.name for entity in step.returned.new_entities)
        if step.operation == "recall" and "save_as" in step.spec:
            facts = [fact for memory in self.memories() for fact in memory.facts()]
            self.confidences = {fact.statement: fact.confidence for fact in facts}

    def episodes(self) -> list[Episode]:
        return [episode for memory in self.memories() for episode in memory.episodes()]

    def facts(self) -> list[Fact]:
        return [fact for memory in self.memories() for fact in memory.facts()]

    # Control words

    def repeat(self, spec: Mapping[str, Any], values: Mapping[str, Any]) -> list[Step]:
        inner = spec["do"]
        if inner["op"] == "delete_turn" and spec["times"] > 1:
            self.notes.append(f"{spec['times']} turns were deleted by one erase(where=...)")
            refs = [fill(inner["ref"], {**values, "n": n}) for n in range(spec["times"])]
            return self.do({**inner, "op": "delete_turns", "refs": refs})
        return [step for n in range(spec["times"]) for step in self.do(spec["do"], {**values, "n": n})]

    def for_each(self, spec: Mapping[str, Any], values: Mapping[str, Any]) -> list[Step]:
        return [step for v in spec["values"] for step in self.do(spec["do"], {**values, "value": v}, place=v)]

    def sequence(self, spec: Mapping[str, Any], values: Mapping[str, Any]) -> list[Step]:
        return [step for inner in spec["do"] for step in self.do(inner, values)]

    def parallel(self, spec: Mapping[str, Any], values: Mapping[str, Any]) -> list[Step]:
        self.memory(spec["do"].get("owner", OWNER))
        with ThreadPoolExecutor(spec["threads"]) as threads:
            done = threads.map(lambda n: self.do(spec["do"], {**values, "n": n}), range(spec["threads"]))
            return [step for steps in done for step in steps]

    def process(self, spec: Mapping[str, Any], values: Mapping[str, Any]) -> list[Step]:
        """Another process over the same root. It ends with its operations, unless a later one runs
        `while_open`, or a signal ends it before."""
        self.hub.close()
        child = Child(self.root, spec["do"])
        steps = child.run()
        if spec.get("name") in self._kept:
            self._children.append(child)
        else:
            child.end()
        for step in steps:
            self.steps.append(step)
            if isinstance(step.returned, Change):
                self.acknowledged.extend(step.returned.episodes)
        self.owners = self.owners or [OWNER]
        self.hub = self._open_hub()
        return steps


CONTROLS: dict[str, Callable[[World, Mapping[str, Any], Mapping[str, Any]], list[Step]]] = {
    "repeat": World.repeat,
    "for_each": World.for_each,
    "sequence": World.sequence,
    "parallel": World.parallel,
    "process": World.process,
}


# Operations: each takes the world and the filled operation, and returns what the product returned ----


def _memory(world: World, spec: Mapping[str, Any]) -> Memory:
    """The memory of the operation's owner. Texts such as "owner=None" or "no owner argument" describe
    a call that names the owner so, or not at all."""
    owner = spec.get("owner", OWNER)
    if isinstance(owner, str) and (given := re.fullmatch(r"owner\s*=\s*(.+)", owner)):
        return world.memory(ast.literal_eval(given[1]))
    if isinstance(owner, str) and re.fullmatch(r"no owner.*|\w+\s*=\s*\{.*\}", owner):
        return world.hub.memory()  # type: ignore[call-arg]
    return world.memory(owner)


def _rest(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Everything an operation says beside what it is and whose: arguments of the product's call, also
    those the product does not know."""
    return {key: value for key, value in spec.items() if key not in SPEC_WORDS}


def _message(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A turn of a case as the keyword arguments of `observe`; words kgmem does not know go through too."""
    names = {"time": "at", "conversation": "session", "idempotency_key": "id"}
    fields = {names.get(key, key): value for key, value in _rest(spec).items()}
    fields.pop("ingested_at", None)
    fields.pop("importance", None)
    if "importance" in spec:
        fields["metadata"] = {"importance": spec["importance"]}
    return {**fields, "text": expand(fields.get("text"))}


def _remember(world: World, spec: Mapping[str, Any]) -> Change:
    message = _message(spec)
    text = message.pop("text")
    change = _memory(world, spec).observe(text, **message)
    if "ref" in spec:
        world.refs[spec["ref"]] = change.episodes[0]
    return change


def _remember_many(world: World, spec: Mapping[str, Any]) -> Change:
    return _memory(world, spec).observe_many([_message(item) for item in spec["items"]], progress=False)


_RECALL_TAKES = frozenset(inspect.signature(Memory.recall).parameters)
_RECALL_WORDS = SPEC_WORDS | {"question", "token_budget", "token_budgets", "format", "run", "conversation"}


def _recall(world: World, spec: Mapping[str, Any]) -> Recalled:
    """`conversation` is where the question is asked, no filter; unknown words go to the product as they are."""
    arguments = {key: value for key, value in spec.items() if key not in _RECALL_WORDS}
    if "asked_at" not in _RECALL_TAKES:
        arguments.pop("asked_at", None)
    found = _memory(world, spec).recall(spec["question"], **arguments)
    budgets = [*spec.get("token_budgets", []), *([spec["token_budget"]] if "token_budget" in spec else [])]
    recalled = Recalled(found, {budget: found.context(max_tokens=budget) for budget in budgets})
    if "save_as" in spec:
        world.saved[spec["save_as"]] = found.context()
    return recalled


def _add_fact(world: World, spec: Mapping[str, Any]) -> Change:
    arguments = _rest(spec)
    if "object_number" in arguments:
        arguments["value"] = float(arguments.pop("object_number"))
    change = _memory(world, spec).assert_fact(**arguments)
    if "ref" in spec:
        world.facts_by_ref[spec["ref"]] = (*change.asserted, *change.corroborated)[0]
    return change


def _close_fact(world: World, spec: Mapping[str, Any]) -> Change:
    known = world.facts_by_ref.get(spec["ref"])
    return _memory(world, spec).close_fact(known.id if known else spec["ref"], **_rest(spec))


def _correct_fact(world: World, spec: Mapping[str, Any]) -> Change:
    """What was wrong is retracted, what is right asserted for the same time."""
    wrong = world.facts_by_ref[spec["ref"]]
    return _memory(world, spec).correct(wrong.id, object=spec["object"], reason=spec.get("reason", ""))


def _list_entities(world: World, spec: Mapping[str, Any]) -> list[Entity]:
    memory = _memory(world, spec)
    if "name" not in spec:
        return memory.entities()
    named = set(entities_named(memory, spec["name"]))
    return [entity for entity in memory.entities() if entity.id in named]


def entities_named(memory: Memory, name: str) -> list[str]:
    """Ids of the entities that carry this name, as their own or as another; none for what can be no name."""
    try:
        return [known.entity.id for known in memory.entity(name)]
    except InvalidArgument:
        return []


def _open(world: World, spec: Mapping[str, Any]) -> None:
    """Open everything anew; options that are refused leave it open without them."""
    try:
        world.reopen(**_rest(spec))
        for memory in world.memories():
            memory.stats()
    except KgmemError:
        world.reopen()
        raise


def _list_turns(world: World, spec: Mapping[str, Any]) -> list[Episode]:
    return _memory(world, spec).episodes(**_rest(spec))


def _list_recent(world: World, spec: Mapping[str, Any]) -> list[Episode]:
    return _list_turns(world, spec)[::-1]


def _list_facts(world: World, spec: Mapping[str, Any]) -> list[Fact]:
    return _memory(world, spec).facts(**_rest(spec))


def _query(world: World, spec: Mapping[str, Any]) -> Table:
    arguments = _rest(spec)
    arguments.pop("mode", None)
    return _memory(world, spec).cypher(arguments.pop("text"), **arguments)


def _kill_at(world: World, spec: Mapping[str, Any]) -> None:
    """Arm the trap once the memory is there, so that it is the write that is hit."""
    _memory(world, spec).stats()
    case_care.set_trap(world.root, spec["point"])


def _search_bytes(world: World, spec: Mapping[str, Any]) -> list[str]:
    return files_with(world, [spec["needle"]])


def files_with(world: World, needles: Sequence[str]) -> list[str]:
    """Files under the root in whose bytes one of the texts stands, in UTF-8 or UTF-16, once all is written."""
    world.reopen()
    folders = [world.root, world.aside]
    wanted = [needle.encode(code) for needle in needles for code in ("utf-8", "utf-16-le", "utf-16-be")]
    found = []
    for path in sorted({path for folder in folders for path in folder.rglob("*")}):
        if path.is_file():
            data = path.read_bytes()
            if any(needle in data for needle in wanted):
                found.append(path.name)
    return found


OPERATIONS: dict[str, Callable[[World, Mapping[str, Any]], Any]] = {
    "remember": _remember,
    "remember_many": _remember_many,
    "recall": _recall,
    "query": _query,
    "list_turns": _list_turns,
    "open_and_list_turns": _list_turns,
    "list_recent": _list_recent,
    "list_facts": _list_facts,
    "list_entities": _list_entities,
    "list_types": _list_entities,
    "add_fact": _add_fact,
    "close_fact": _close_fact,
    "correct_fact": _correct_fact,
    "search_bytes": _search_bytes,
    "open": _open,
    "define_ontology": case_ontology.define,
    "close": lambda world, spec: world.close(),
    "kill_at": _kill_at,
    "delete_turns": lambda world, spec: case_care.delete_turns(world, spec["owner"], spec["refs"]),
    **case_care.OPERATIONS,
}


# Other processes ------------------------------------------------------------------------------------


class Child:
    """A process that does operations over a root and reports each one as it is done."""

    def __init__(self, root: Path, operations: Sequence[Mapping[str, Any]]) -> None:
        self._kill = next((spec for spec in operations if spec.get("op") == "kill"), None)
        spawn = multiprocessing.get_context("spawn")
        self._pipe, far = spawn.Pipe()
        self._process = spawn.Process(target=_live, args=(root, list(operations), far), daemon=True)
        self._process.start()
        far.close()

    def run(self) -> list[Step]:
        """Every report until the operations are done, or until the signal that ends the process."""
        steps: list[Step] = []
        at_random = self._kill is not None and bool(self._kill.get("at"))
        fatal = random.randint(1, 200) if at_random else 0
        try:
            while (report := self._pipe.recv()) is not None:
                steps.append(report)
                if fatal and len(steps) == fatal:
                    time.sleep(random.random() / 50)
                    self._signal()
        except EOFError:
            return steps
        if self._kill is not None:
            self._signal()
        return steps

    def _signal(self) -> None:
        if self._process.pid is not None:
            os.kill(self._process.pid, signal.SIGKILL)

    def end(self) -> None:
        """Let the process close its memories and go."""
        with suppress(OSError):
            self._pipe.send(None)
        self._process.join(60)
        self._pipe.close()


def _live(root: Path, operations: list[Mapping[str, Any]], pipe: Connection) -> None:
    world = World(root)
    world.told = lambda step: pipe.send(Step(step.operation, step.spec, step.returned, _portable(step.error)))
    for spec in operations:
        if spec.get("op") != "kill":
            world.do(spec)
    pipe.send(None)
    pipe.recv()
    world.close()


def _portable(error: Exception | None) -> Exception | None:
    """The error in a form that crosses to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001  any failure to pickle means the same
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


# Text -----------------------------------------------------------------------------------------------


def expand(text: Any) -> Any:
    """A long text, written as parts, in full; anything else as it is."""
    if isinstance(text, Mapping) and "parts" in text:
        parts = [part if isinstance(part, str) else part["repeat"] * part["times"] for part in text["parts"]]
        return "".join(parts)
    return text


def fill(value: Any, values: Mapping[str, Any]) -> Any:
    """Put values into `{n}`, `{n:02}`, `{value}`; a text that is nothing but one slot becomes its value."""
    if isinstance(value, str):
        if (whole := _SLOT.fullmatch(value)) and whole[1] in values and not whole[2]:
            return values[whole[1]]
        return _SLOT.sub(lambda m: format(values[m[1]], m[2] or "") if m[1] in values else m[0], value)
    if isinstance(value, Mapping):
        return {key: fill(inner, values) for key, inner in value.items()}
    if isinstance(value, list):
        return [fill(inner, values) for inner in value]
    return value


def turns_of(inputs: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Every remembered turn in the input, those inside control words once."""
    for spec in inputs:
        if spec.get("op", "remember") == "remember":
            yield spec
        elif spec["op"] == "remember_many":
            yield from spec["items"]
        elif "do" in spec:
            yield from turns_of(spec["do"] if isinstance(spec["do"], list) else [spec["do"]])
