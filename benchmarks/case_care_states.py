"""Named invariants of the field cases about deleting, exporting, importing, crashing: see `case_states`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from benchmarks.case_care import Parsed, Taken, literals
from benchmarks.case_words import strings
from benchmarks.case_world import expand, files_with, turns_of
from kgmem.hub import Hub
from kgmem.memory import Memory
from kgmem.text import sentences

if TYPE_CHECKING:
    from benchmarks.case_checks import Asked


class Unknown(Exception):
    """The product gives no way to tell."""


# Deleted ------------------------------------------------------------------------------------------------


def anything_left(asked: Asked, value: Any, owner: str) -> bool:
    """Search every file for the sentences of an owner, and for what the case says must not appear, as far
    as nobody else said it."""
    turns = list(turns_of(asked.case["input"]))
    own = [str(expand(turn["text"])) for turn in turns if turn.get("owner") == owner]
    others = "\n".join(str(expand(turn["text"])) for turn in turns if turn.get("owner") != owner)
    if not own:
        raise Unknown(f"nothing was said by an owner called {owner!r}")
    parts = {text[start:end] for text in own for start, end in sentences(text)}
    further = [what for further in asked.case["expected"].get("also_ask", ()) for what in [further["expected"]]]
    named = {
        entry
        for expected in (asked.case["expected"], *further)
        for entry in expected.get("must_not_appear", ())
        if any(entry in text for text in own)
    }
    return bool(files_with(asked.world, [part for part in sorted(parts | named) if part not in others]))


# Exported and imported ----------------------------------------------------------------------------------


def _last(asked: Asked, kind: type) -> Any:
    for step in [*reversed(asked.steps), *reversed(asked.world.steps)]:
        if isinstance(step.returned, kind):
            return step.returned
    raise Unknown("nothing was done that this could be seen from")


def parses(asked: Asked, value: Any) -> bool:
    return not _last(asked, Parsed).errors


def literal_is_the_text(asked: Asked, value: Any) -> bool:
    """Every turn stands in every export as one literal, to the letter."""
    said = [str(expand(turn["text"])) for turn in turns_of(asked.case["input"])]
    found = _last(asked, Parsed).literals
    return bool(found) and all(text in texts for text in said for texts in found.values())


def is_read(asked: Asked, value: Any, format: str) -> bool:
    """True when the export in this format can be read by another library."""
    name = {"json": "jsonl", "json_is_strict": "jsonl"}.get(format, format)
    if name not in asked.world.exports:
        raise Unknown(f"nothing was exported as {format}")
    try:
        literals(asked.world.exports[name], name)
    except Exception:  # noqa: BLE001  whatever the other library raises
        return False
    return True


def _both(asked: Asked) -> list[Memory]:
    if asked.world.before_import is None:
        raise Unknown("nothing was imported into another store")
    hubs: Sequence[Hub] = (asked.world.before_import, asked.world.hub)
    return [hub.memory("u1") for hub in hubs]


def _same(show: Callable[[Memory], Any]) -> Callable[[Asked, Any], bool]:
    """A state that holds when both stores show the same."""

    def same(asked: Asked, value: Any) -> bool:
        left, right = map(show, _both(asked))
        return bool(left == right)

    return same


def _entities(memory: Memory) -> Any:
    names = memory.cypher("MATCH (a:Alias)-[:NAMES]->(e:Entity) RETURN a.id, e.id ORDER BY a.id, e.id").rows
    return memory.entities(), names


def _replacements(memory: Memory) -> Any:
    return memory.cypher("MATCH (a:Fact)-[s:SUPERSEDES]->(b:Fact) RETURN a.id, s.rule, b.id ORDER BY a.id, b.id").rows


def same_summaries(asked: Asked, value: Any) -> bool:
    """kgmem makes no summaries: both stores have none."""
    asked.world.notes.append("neither store has summaries")
    return True


def same_answers(asked: Asked, value: list[str]) -> list[str]:
    """The dates as of which both stores answer every turn, asked as a question, and list facts alike."""
    questions = [str(expand(turn["text"])) for turn in turns_of(asked.case["input"])]

    def answers(memory: Memory, date: str) -> Any:
        found = [memory.recall(question, as_of=date) for question in questions]
        return memory.facts(as_of=date), [(one.episodes, one.facts, one.events) for one in found]

    left, right = _both(asked)
    return [date for date in value if answers(left, date) == answers(right, date)]


def bad_lines_reported(asked: Asked, value: str) -> str:
    """Every line that is no JSON value of its own is named by its number, and no other."""
    taken = _last(asked, Taken)
    wrong = {number for number, line in enumerate(taken.lines, 1) if not _is_one_message(line)}
    return value if set(taken.left_out) == wrong and not taken.unplaced else str(sorted(taken.left_out))


def _is_one_message(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def takes_all_or_says_what(asked: Asked, value: Any) -> bool:
    """Every line is remembered or named as left out."""
    taken = _last(asked, Taken)
    held = {episode.text for episode in asked.world.episodes()}
    read = [line for number, line in enumerate(taken.lines, 1) if number not in taken.left_out]
    return all(any(text in held for text in _words(line)) for line in read)


def _words(line: str) -> Iterator[str]:
    yield from strings(json.loads(line))


# Crashed ------------------------------------------------------------------------------------------------


def parts_agree(asked: Asked, value: Any) -> bool:
    """Each turn is found by its words, by its meaning and in the graph, or by none of them."""
    for memory in asked.world.memories():
        graph = {row[0] for row in memory.cypher("MATCH (e:Episode) RETURN e.id").rows}
        listed = {episode.id: episode.text for episode in memory.episodes()}
        if graph != set(listed):
            return False
        for turn in turns_of(asked.case["input"]):
            text = str(expand(turn["text"]))
            there = {id for id, held in listed.items() if held == text}
            for mode in ("bm25", "dense"):
                found = {hit.id for hit in memory.recall(text, mode=mode).episodes}
                if (there & found) != there or found - set(listed):
                    return False
    return True


STATES: dict[str, Callable[..., Any]] = {
    r"anything_of_(\w+)_left_in_any_file": anything_left,
    r"parses": parses,
    r"literal_equals_original_text": literal_is_the_text,
    r"(json)_is_strict": is_read,
    r"(turtle|json-ld)_parses": is_read,
    r"same_turns": _same(lambda memory: memory.episodes()),
    r"same_entities_and_aliases": _same(_entities),
    r"same_facts_with_valid_and_record_times": _same(lambda memory: memory.facts(history=True)),
    r"same_events": _same(lambda memory: memory.events()),
    r"same_links_from_replaced_to_replacing": _same(_replacements),
    r"same_summaries": same_summaries,
    r"same_answers_as_of": same_answers,
    r"bad_lines_reported": bad_lines_reported,
    r"import_is_all_or_nothing_or_reports_what_it_took": takes_all_or_says_what,
    r"keyword_vector_and_graph_agree": parts_agree,
}
