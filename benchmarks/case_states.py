"""Named invariants of the field cases. A checker finds the value; the case says what it must be.

Names are patterns, so that "entities_named_DGVR" and "entities_named_Ravn" are one checker. A checker
raises `Unknown` when the product gives no way to find out, and then the case is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from benchmarks import case_care_states, case_ontology
from benchmarks.case_care_states import Unknown
from benchmarks.case_words import event_text, includes, mentions, names_meet, strings
from benchmarks.case_world import Recalled, Step, expand, files_with, turns_of
from kgmem.context import count_tokens
from kgmem.errors import KgmemError
from kgmem.records import Change, Entity, Fact
from kgmem.temporal import BEGINNING
from kgmem.text import cjk_share, clean, fold, name_key
from kgmem.wording import WORDS

if TYPE_CHECKING:
    from benchmarks.case_checks import Asked

Find = Callable[..., Any]
_CLASSES = {"person": "Person", "city": "Place", "place": "Place", "country": "Place", "company": "Organization"}
_TAG = re.compile(r"</?\w+>")


def state_checker(name: str) -> Callable[[Asked, Any], Any] | None:
    """The checker for a state's name, or None."""
    for pattern, find in STATES.items():
        if match := re.fullmatch(pattern, name):
            return partial(_found, find, match.groups())
    return None


def _found(find: Find, groups: tuple[str, ...], asked: Asked, value: Any) -> Any:
    return find(asked, value, *groups)


# What is held -------------------------------------------------------------------------------------------


def _entities(asked: Asked) -> list[Entity]:
    return [entity for memory in asked.world.memories() for entity in memory.entities()]


def _spoken(words: str) -> str:
    return words.replace("_", " ")


def _stored_turns(asked: Asked, value: Any) -> int:
    return len(asked.world.episodes())


def _facts(asked: Asked, value: Any) -> int:
    return len(asked.world.facts())


def _entity_count(asked: Asked, value: Any) -> int:
    return len(_entities(asked))


def _events(asked: Asked, value: Any) -> int:
    return sum(len(memory.events()) for memory in asked.world.memories())


def _links(asked: Asked, value: Any) -> int:
    return sum(len(memory.links()) for memory in asked.world.memories())


def _text_unchanged(asked: Asked, value: Any) -> bool:
    """Every turn is held as it was said."""
    said = {clean(str(expand(turn.get("text")))) for turn in turns_of(asked.case["input"])}
    return {episode.text for episode in asked.world.episodes()} == said


def _facts_at_most(asked: Asked, value: int) -> int:
    return max(value, len(asked.world.facts()))


def _people(asked: Asked, value: list[str]) -> list[str]:
    """The names of all persons; the wanted order if they are the same."""
    found = [entity.name for entity in _entities(asked) if entity.type == "Person"]
    return value if sorted(map(name_key, found)) == sorted(map(name_key, value)) else sorted(found)


def _person_facts(asked: Asked, value: Any) -> int:
    people = {entity.id for entity in _entities(asked) if entity.type == "Person"}
    return sum(fact.subject_id in people for fact in asked.world.facts())


def _entities_named(asked: Asked, value: Any, name: str) -> int:
    return sum(names_meet(_spoken(name), entity.name) for entity in _entities(asked))


def _entities_for(asked: Asked, value: Any, name: str) -> int:
    """Entities of this name, blanks and case aside; "this_person" is who the question or a fact names."""
    if name.startswith("this_"):
        return _entities_for_this(asked, name.removeprefix("this_"))
    wanted = name_key(_spoken(name)).replace(" ", "")
    return sum(name_key(entity.name).replace(" ", "") == wanted for entity in _entities(asked))


def _entities_for_this(asked: Asked, kind: str) -> int:
    if kind not in _CLASSES:
        raise Unknown(f"no class of entities is known for {kind!r}")
    facts = asked.case["expected"].get("facts_must_exist", [])
    named = [asked.case.get("question", ""), *(str(f.get(k, "")) for f in facts for k in ("subject", "object"))]
    speakers = {name_key(str(turn.get("speaker", ""))) for turn in turns_of(asked.case["input"])}
    text = fold("\n".join(named))
    return sum(
        entity.type in (_CLASSES[kind], "Thing") and fold(entity.name) in text and name_key(entity.name) not in speakers
        for entity in _entities(asked)
    )


def _entity_exists(asked: Asked, value: Any, name: str) -> bool:
    return _entities_named(asked, value, name) > 0


def _entity_name_equals(asked: Asked, value: str) -> str:
    names = [entity.name for entity in _entities(asked)]
    return value if value in names else ", ".join(names)


def _entity_names_include(asked: Asked, value: list[str]) -> list[str]:
    names = {entity.name for entity in _entities(asked)}
    return [name for name in value if name in names]


def _entities_lost(asked: Asked, value: Any) -> int:
    return len(asked.world.names_seen - {entity.name for entity in _entities(asked)})


def _types(asked: Asked, value: dict[str, str]) -> dict[str, str]:
    """The kind of each named entity; organisation and Organization are one word."""
    found = {}
    for name, wanted in value.items():
        kinds = [entity.type for entity in _entities(asked) if names_meet(name, entity.name)]
        plain = fold(kinds[0]).replace("organization", "organisation") if kinds else "missing"
        found[name] = wanted if plain == fold(wanted).replace("organization", "organisation") else plain
    return found


def _properties_named(asked: Asked, value: Any, name: str) -> int:
    rows = [row for memory in asked.world.memories() for row in memory.cypher("MATCH (n) RETURN n").rows]
    return sum(name in node for row in rows for node in row if isinstance(node, dict))


# Facts --------------------------------------------------------------------------------------------------


def _current(asked: Asked) -> list[Fact]:
    return [
        fact
        for fact in asked.world.facts()
        if fact.valid.holds(asked.time) and fact.polarity == "positive" and fact.modality in ("asserted", "recurring")
    ]


def _active_values(asked: Asked, value: Any, words: str) -> int:
    return sum(mentions(_spoken(words), f"{f.subject} {f.predicate} {f.relation} {f.text}") for f in _current(asked))


def _active_facts_about(asked: Asked, value: Any, words: str) -> int:
    return sum(mentions(_spoken(words), fact.text) for fact in _current(asked))


def _facts_about(asked: Asked, value: Any, words: str) -> int:
    wanted = [_spoken(part) for part in words.split("_and_")]
    return sum(all(mentions(part, fact.text) for part in wanted) for fact in asked.world.facts())


def _facts_from_tool_text(asked: Asked, value: Any, name: str) -> int:
    tool = {episode.id for episode in asked.world.episodes() if episode.role == "tool"}
    return sum(
        names_meet(_spoken(name), fact.subject) and any(e.episode in tool for e in fact.evidence)
        for fact in asked.world.facts()
    )


def _facts_of_that_entity(asked: Asked, value: Any) -> int:
    """What happened may be held as an event: one that no fact tells counts as one."""
    ids = {entity.id for entity in asked.steps[-1].returned or []}
    facts = [fact for fact in asked.world.facts() if fact.subject_id in ids or fact.object_id in ids]
    told = {evidence.episode for fact in facts for evidence in fact.evidence}
    events = [
        event
        for memory in asked.world.memories()
        for event in memory.events()
        if any(who.entity_id in ids for who in event.participants)
        and told.isdisjoint(evidence.episode for evidence in event.evidence)
    ]
    return len(facts) + len(events)


def _facts_without_their_turn(asked: Asked, value: Any) -> int:
    held = {episode.id for episode in asked.world.episodes()}
    return sum(any(e.episode not in held for e in fact.evidence) for fact in asked.world.facts())


def _confidence_raised(asked: Asked, value: Any) -> bool:
    before = asked.world.confidences
    return any(fact.confidence > before.get(fact.statement, 1.0) for fact in asked.world.facts())


def _fact_unchanged(asked: Asked, value: Any, ref: str) -> bool:
    first = asked.world.facts_by_ref[ref]
    now = [f for f in asked.world.facts() if f.statement == first.statement]
    return [(f.valid_from, f.valid_to, f.object, f.value) for f in now] == [
        (first.valid_from, first.valid_to, first.object, first.value)
    ]


def _fact_is_instantaneous(asked: Asked, value: Any, ref: str) -> bool:
    statement = asked.world.facts_by_ref[ref].statement
    return any(f.valid_from == f.valid_to for f in asked.world.facts() if f.statement == statement)


def _evidence_points_to_the_turn(asked: Asked, value: Any) -> bool:
    """What is returned cites turns that are held, and one of them has the answer."""
    held = {episode.id: episode for episode in asked.world.episodes()}
    found = asked.found
    if found is None:
        raise Unknown("evidence is checked for recall only")
    cited = [e.episode for hit in found.facts for e in hit.fact.evidence] or [hit.id for hit in found.episodes]
    entries = _first_entries(asked)
    texts = [f"{held[id].speaker} {held[id].text}" for id in cited if id in held]
    return all(id in held for id in cited) and any(all(includes(e, text) for e in entries) for text in texts)


# Events and links -----------------------------------------------------------------------------------------


def _event_dates_created(asked: Asked, value: Any) -> int:
    events = [event for memory in asked.world.memories() for event in memory.events()]
    return sum(event.start > BEGINNING and event.precision != "unknown" for event in events)


def _single_dated_events(asked: Asked, value: Any, words: str) -> int:
    events = [event for memory in asked.world.memories() for event in memory.events()]
    return sum(
        mentions(_spoken(words), event_text(event)) and event.start > BEGINNING and event.modality != "recurring"
        for event in events
    )


def _links_with_effect_before_cause(asked: Asked, value: Any) -> int:
    wrong = 0
    for memory in asked.world.memories():
        starts = {event.id: event.start for event in memory.events()}
        starts.update({fact.id: fact.valid_from for fact in memory.facts()})
        for link in memory.links():
            cause, effect = starts.get(link.cause, BEGINNING), starts.get(link.effect, BEGINNING)
            wrong += BEGINNING < effect < cause
    return wrong


def _path(asked: Asked, value: list[str]) -> list[str]:
    """The wanted names, if one returned path leads over all of them."""
    walks = []
    for path in asked.found.paths if asked.found else ():
        names = [name for fact in path.facts for name in (fact.subject, fact.object or fact.value)]
        walks.append(list(dict.fromkeys(names)))
        if all(any(names_meet(wanted, name) for name in names) for wanted in value):
            return value
    return max(walks, key=len, default=[])


# Results ----------------------------------------------------------------------------------------------------


def _returned(asked: Asked) -> list[str]:
    """Every text in what is returned, contexts included."""
    found = list(strings([step.returned for step in asked.steps]))
    return found + [text for _, text in _contexts(asked)]


def _contexts(asked: Asked) -> Iterator[tuple[int, str]]:
    for step in asked.steps:
        if isinstance(step.returned, Recalled):
            yield from step.returned.contexts.items()


def _first_entries(asked: Asked) -> list[str]:
    entries = asked.expected.get("answer_must_include", [])
    return [entry[0] if isinstance(entry, list) else entry for entry in entries]


def _rank_of(asked: Asked, value: Any, words: str) -> int:
    """The place of the first episode that has these words ("containing X"), or all that the answer must
    include; 0 if there is none."""
    if asked.found is None:
        raise Unknown("ranks are checked for recall only")
    named = re.fullmatch(r"memory_containing_(.+)", words)
    wanted = [_spoken(named[1])] if named else _first_entries(asked)
    if not wanted:
        raise Unknown("the case does not say which memory is meant")
    texts = [hit.episode.text for hit in asked.found.episodes]
    return next((i for i, text in enumerate(texts, 1) if all(includes(w, text) for w in wanted)), 0)


def _results(asked: Asked, value: Any) -> int:
    if asked.found is None:
        raise Unknown("results are counted for recall only")
    return len(asked.found.episodes)


def _results_for(asked: Asked, value: Any, place: str) -> Any:
    """How many episodes came back for one value; "the documented default" is what comes without a limit."""
    shown = {"null": None, "true": True, "false": False}
    wanted = shown[place] if place in shown else int(place) if place.lstrip("-").isdigit() else place
    for step in asked.steps:
        if step.place is wanted or (step.place == wanted and type(step.place) is type(wanted)):
            if not isinstance(step.returned, Recalled):
                return f"an error: {step.error}"
            number = len(step.returned.found.episodes)
            if isinstance(value, int):
                return number
            without = asked.world.memory(step.spec.get("owner", "u1")).recall(step.spec["question"])
            return value if number == len(without.episodes) else number
    raise Unknown(f"nothing was asked for {place}")


def _answers(asked: Asked, value: Any) -> Any:
    """An answer for every value, if each step brought one."""
    given = sum(isinstance(s.returned, Recalled) and bool(s.returned.found) for s in asked.steps)
    return value if given == len(asked.steps) else given


def _valid_utf8(asked: Asked, value: Any) -> bool:
    return _lone_surrogates(asked, value) == 0


def _lone_surrogates(asked: Asked, value: Any) -> int:
    return sum(0xD800 <= ord(sign) < 0xE000 for text in _returned(asked) for sign in text)


def _replacement_characters(asked: Asked, value: Any) -> int:
    return sum(text.count("\ufffd") for text in _returned(asked))


def _text_is_valid_utf8(asked: Asked, value: Any) -> bool:
    return not any(0xD800 <= ord(sign) < 0xE000 for e in asked.world.episodes() for sign in e.text)


def _within_budget(asked: Asked, value: Any) -> bool:
    """The whole context, with its headings and marks, counted in tokens."""
    contexts = list(_contexts(asked))
    if not contexts:
        raise Unknown("no token budget was asked for")
    return all(count_tokens(text) <= budget for budget, text in contexts)


def _characters_at_most(asked: Asked, value: int) -> int:
    return max([value, *(len(text) for _, text in _contexts(asked))])


def _results_at_least(asked: Asked, value: int) -> int:
    numbers = [sum(line.startswith("- ") for line in text.split("\n")) for _, text in _contexts(asked)]
    if not numbers and asked.found is not None:
        numbers = [len(asked.found.episodes)]
    return min([value, *numbers])


def _same_items_every_time(asked: Asked, value: Any) -> bool:
    """Ask ten times, and again after reopening, as the operation says."""
    step = asked.steps[-1]
    runs = step.spec.get("run", [])
    return _same_again(
        asked, step, reopen=any("reopen" in run for run in runs), export=any("export" in run for run in runs)
    )


def _same_again(asked: Asked, step: Step, *, reopen: bool, export: bool) -> bool:
    def ask() -> list[str]:
        memory = asked.world.memory(step.spec.get("owner", "u1"))
        return [hit.id for hit in memory.recall(step.spec["question"], limit=step.spec.get("limit")).episodes]

    seen = [ask() for _ in range(10)]
    if reopen:
        asked.world.reopen()
        seen.append(ask())
    if export:
        asked.world.do({"op": "export", "format": "json"})
        asked.world.do({"op": "import", "into": "a fresh store"})
        seen.append(ask())
    return all(ids == seen[0] for ids in seen)


def _placeholder_shown(asked: Asked, value: Any) -> bool:
    return any("[redacted" in text for text in _returned(asked))


def _language_of_stored_text(asked: Asked, value: str) -> str:
    texts = [episode.text for episode in asked.world.episodes()]
    texts += [fact.object or fact.value for fact in asked.world.facts() if fact.object or fact.value]
    if value not in ("zh", "en"):
        raise Unknown("only Chinese and English are told apart")
    return "zh" if all(cjk_share(text) > 0.5 for text in texts) else "en"


def _recalled_tool_text_is_marked(asked: Asked, value: str) -> str:
    """The lines that quote a tool name it, and say that it is one."""
    tools = {fold(e.speaker) for e in asked.world.episodes() if e.role == "tool"}
    text = asked.found.context() if asked.found else ""
    lines = [fold(line) for line in text.split("\n") if any(tool in fold(line) for tool in tools)]
    marks = ("tool", "untrusted", "unverified", "external")
    marked = bool(lines) and all(any(mark in line for mark in marks) for line in lines)
    return value if marked else "not marked"


def _one_start_and_one_end(asked: Asked, value: Any) -> bool:
    block = _block(asked)
    opened = re.match(r"\s*<(\w+)[^>]*>", block)
    if not opened:
        return _is_laid_out(block)
    return len(re.findall(f"<{opened[1]}[ >]", block)) == 1 and block.count(f"</{opened[1]}>") == 1


def _is_laid_out(block: str) -> bool:
    """True for a block marked by headings instead of tags, in which each stands once and everything else is an
    item below one: what was said can neither end the block nor begin another."""
    lines = block.split("\n")
    blocks = {title for words in WORDS.values() for title in words.blocks}
    titles = [line for line in lines if line in blocks]
    return (
        lines[0] in blocks
        and len(set(titles)) == len(titles)
        and all(line in blocks or line.startswith("- ") for line in lines)
    )


def _forged_markers_are_escaped(asked: Asked, value: Any) -> bool:
    said = "\n".join(str(expand(turn.get("text"))) for turn in turns_of(asked.case["input"]))
    block = _block(asked)
    own = re.match(r"\s*<(\w+)", block)
    inner = re.sub(rf"</?{own[1]}[^>]*>", "", block) if own else block
    return not any(tag in inner for tag in _TAG.findall(said))


def _block(asked: Asked) -> str:
    if asked.found is None:
        raise Unknown("the block is checked for recall only")
    return asked.found.context()


# What happened ----------------------------------------------------------------------------------------------


def _error_raised(asked: Asked, value: Any) -> bool:
    return any(step.error is not None for step in [*asked.world.steps, *asked.steps])


def _writes(asked: Asked) -> list[Step]:
    return [step for step in asked.world.steps if step.operation in ("remember", "remember_many", "add_fact")]


def _second_write_succeeds(asked: Asked, value: Any) -> bool:
    writes = _writes(asked)
    return len(writes) > 1 and writes[1].error is None


def _second_call_returns_the_same_id(asked: Asked, value: Any) -> bool:
    first, second = (step.returned for step in _writes(asked)[:2])
    return isinstance(first, Change) and isinstance(second, Change) and first.episodes == second.episodes


def _operations_triggered(asked: Asked, value: Any) -> int:
    """Turns that were written and are there no more."""
    return len(_missing(asked))


def _missing(asked: Asked) -> set[str]:
    reported = {id for step in _writes(asked) if isinstance(step.returned, Change) for id in step.returned.episodes}
    return (reported | set(asked.world.acknowledged)) - {episode.id for episode in asked.world.episodes()}


def _every_write_is_present(asked: Asked, value: Any) -> bool:
    return not _missing(asked)


def _half_written_turns(asked: Asked, value: Any) -> int:
    return sum(len(memory.check()) for memory in asked.world.memories())


def _passes_integrity_check(asked: Asked, value: Any) -> bool:
    return _half_written_turns(asked, value) == 0


def _store_reopens(asked: Asked, value: Any) -> bool:
    try:
        asked.world.reopen()
        return _passes_integrity_check(asked, value)
    except KgmemError:
        return False


def _process_survives(asked: Asked, value: Any) -> bool:
    """Opening again gives a whole store, or an error of kgmem; a crash would have ended this process."""
    try:
        asked.world.reopen()
        return _passes_integrity_check(asked, value)
    except KgmemError:
        return True


def _store_unchanged(asked: Asked, value: Any) -> bool:
    from benchmarks.case_checks import contents

    return asked.before == contents(asked.world)


def _files_read_outside(asked: Asked, value: Any) -> int:
    """Answered queries that name a file; the runner cannot see the engine's own reading."""
    return sum(
        step.error is None and re.search(r"(?i)\b(?:LOAD|COPY|file:)", str(step.spec.get("text", ""))) is not None
        for step in asked.steps
    )


def _rows_of_other_owners(asked: Asked, value: Any) -> int:
    own = {str(step.spec.get("owner")) for step in asked.steps}
    others = [
        str(expand(turn.get("text")))
        for turn in turns_of(asked.case["input"])
        if str(turn.get("owner", "u1")) not in own
    ]
    return sum(
        any(text in part for part in strings(row) for text in others)
        for step in asked.steps
        if step.returned is not None
        for row in step.returned.rows
    )


def _secret_found(asked: Asked, value: Any) -> bool:
    secrets = asked.case["expected"].get("must_not_appear", [])
    if not secrets:
        raise Unknown("the case does not name the secret under must_not_appear")
    return bool(files_with(asked.world, secrets))


def _same_answer_for_every_zone(asked: Asked, value: Any) -> bool:
    """`cases.py` asks under every host time zone and compares; a difference fails there."""
    return True


STATES: dict[str, Find] = {
    r"stored_turns": _stored_turns,
    r"stored_facts|facts": _facts,
    r"(?:stored_)?entities": _entity_count,
    r"(?:stored_)?events": _events,
    r"(?:stored_)?links": _links,
    r"(?:stored_)?text_(?:is_)?unchanged": _text_unchanged,
    r"facts_at_most": _facts_at_most,
    r"people": _people,
    r"person_facts": _person_facts,
    r"entities_named_(.+)": _entities_named,
    r"entities_for_(.+)": _entities_for,
    r"entity_(.+)_exists": _entity_exists,
    r"entity_name_equals": _entity_name_equals,
    r"entity_names_include": _entity_names_include,
    r"entities_lost": _entities_lost,
    r"types": _types,
    r"entity_types_used": case_ontology.entity_types_used,
    r"relations_used": case_ontology.relations_used,
    r"ontology_unchanged": case_ontology.ontology_unchanged,
    r"properties_named_(.+)": _properties_named,
    r"active_values_of_(.+)": _active_values,
    r"active_facts_about_(.+)": _active_facts_about,
    r"facts_about_(.+)_from_tool_text": _facts_from_tool_text,
    r"facts_about_(.+)": _facts_about,
    r"facts_of_that_entity": _facts_of_that_entity,
    r"facts_without_their_turn": _facts_without_their_turn,
    r"confidence_raised_by_own_recall": _confidence_raised,
    r"fact_(.+)_unchanged": _fact_unchanged,
    r"fact_(.+)_is_instantaneous": _fact_is_instantaneous,
    r"evidence_points_to_the_turn": _evidence_points_to_the_turn,
    r"event_dates_created": _event_dates_created,
    r"single_dated_(.+)_events": _single_dated_events,
    r"links_with_effect_before_cause": _links_with_effect_before_cause,
    r"path": _path,
    r"rank_of_(.+)": _rank_of,
    r"results": _results,
    r"results_at_least": _results_at_least,
    r"results_for_(.+)": _results_for,
    r"answers": _answers,
    r"every_result_is_valid_utf8": _valid_utf8,
    r"lone_surrogates": _lone_surrogates,
    r"replacement_characters": _replacement_characters,
    r"text_is_valid_utf8": _text_is_valid_utf8,
    r"results_within_budget": _within_budget,
    r"tokens_of_the_whole_result_are_at_most_the_budget": _within_budget,
    r"counted_with_separators_headers_and_markers": _within_budget,
    r"characters_of_the_result_are_at_most": _characters_at_most,
    r"same_items_in_the_same_order_every_time": _same_items_every_time,
    r"placeholder_shown": _placeholder_shown,
    r"language_of_stored_text": _language_of_stored_text,
    r"recalled_tool_text_is_marked": _recalled_tool_text_is_marked,
    r"memory_block_has_exactly_one_start_and_one_end": _one_start_and_one_end,
    r"forged_markers_are_escaped": _forged_markers_are_escaped,
    r"error_raised": _error_raised,
    r"second_write_succeeds": _second_write_succeeds,
    r"second_call_returns_the_same_id": _second_call_returns_the_same_id,
    r"operations_triggered_by_text": _operations_triggered,
    r"every_write_that_reported_success_is_present": _every_write_is_present,
    r"every_acknowledged_write_is_present": _every_write_is_present,
    r"half_written_turns": _half_written_turns,
    r"store_passes_integrity_check": _passes_integrity_check,
    r"integrity_check_reports_no_orphans": _passes_integrity_check,
    r"opens": _store_reopens,
    r"store_reopens": _store_reopens,
    r"process_survives": _process_survives,
    r"store_usable_afterwards": _store_reopens,
    r"store_unchanged": _store_unchanged,
    r"files_read_outside_the_store": _files_read_outside,
    r"rows_of_other_owners": _rows_of_other_owners,
    r"secrets?_found_in_any_file.*": _secret_found,
    **case_care_states.STATES,
    r"same_answer_for_every_host_timezone": _same_answer_for_every_zone,
}
