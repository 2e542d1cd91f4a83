"""A whole memory as lines of JSON, and back: the same on every engine and every machine.

First what was told, in order, from which the memory can be made again; then what is held, in canonical
order, for other programs to read and for comparing; last a line that says whether all of it is there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, get_type_hints

from kgmem import schema, telling
from kgmem.errors import CorruptError, InvalidArgument, VersionError
from kgmem.mirror import Mirror
from kgmem.records import (
    KINDS,
    LINK_KINDS,
    MODALITIES,
    PINNABLE,
    POLARITIES,
    ROLES,
    CauseClaim,
    Entity,
    Episode,
    Event,
    EventClaim,
    Extraction,
    Fact,
    FactClaim,
    Link,
    Repeat,
    Summary,
    Topic,
)
from kgmem.rewriting import Entry
from kgmem.rows import episode_of, episode_row
from kgmem.schema import Row, WriteSet
from kgmem.telling import Asserted, Confirmed, Consolidated, Observed, Pinned, Read, Recalled, Telling
from kgmem.temporal import BEGINNING, FOREVER

VERSION = 1
LONGEST_LINE = 64 << 20
RECORDED = ("recorded", "recorded_at", "retracted_at", "undone_at", "read_at", "said")
"""Columns of the clock of recording: two memories told the same at different times differ in these only."""


@dataclass(slots=True)
class Portable:
    """What a file holds. `bad` are lines that could not be read: (number from 1, reason)."""

    header: dict[str, Any] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    state: str = ""
    bad: list[tuple[int, str]] = field(default_factory=list)


# --- out ----------------------------------------------------------------------------------------------


def lines(header: Mapping[str, Any], entries: Iterable[Entry], whole: WriteSet) -> Iterator[str]:
    """The lines of an export, without line ends."""
    yield _json({"kgmem": "export", "version": VERSION, **header})
    count = 1
    for entry in entries:
        told = [_out(one) for one in entry.tellings]
        yield _json({"verb": entry.verb, "recorded": entry.recorded, "told": told})
        count += 1
    state = hashlib.sha256()
    for line in state_lines(whole):
        state.update(line.encode("utf-8", "surrogatepass") + b"\n")
        yield line
        count += 1
    yield _json({"end": count + 1, "state": state.hexdigest()})


def state_lines(whole: WriteSet, *, recorded: bool = True) -> Iterator[str]:
    """What is held, in canonical order. recorded=False: without the clock of recording, of which only
    stays whether something is held no longer."""
    for table in schema.NODES.values():
        if table.name == "Commit":
            continue
        rows = [schema.fitted(table.columns, row) for row in whole.nodes.get(table.name, ())]
        for row in sorted(rows, key=lambda row: str(row[table.key])):
            yield _json({"node": table.name, **(row if recorded else _timeless(row))})
    for key in sorted(schema.edge_keys()):
        for row in sorted(whole.edges.get(key, ()), key=lambda row: schema.edge_identity(key, row)):
            yield _json({"edge": key, **(row if recorded else _timeless(row))})


def canonical_lines(mirror: Mirror) -> Iterator[str]:
    """What is held now, in canonical order and without the clock of recording: the same for everybody who was told
    the same, in whichever order. Versions that were closed or retracted on the way are left out."""
    found: list[dict[str, Any]] = []
    names = {fact.id: _fact_name(fact) for fact in mirror.facts.values()}
    names |= {event.id: event.id.split(".")[0] for event in mirror.events.values()}
    records: tuple[Fact | Event | Link, ...] = (*mirror.facts.values(), *mirror.events.values(), *mirror.links.values())
    live = {record.id for record in records if _is_held(record)}
    for entity in mirror.entities.values():
        if _is_held(entity):
            known = {key: mirror.names[key, entity.id]["rule"] for key in sorted(mirror.keys_of[entity.id])}
            spelled = {key: mirror.surfaces[key] for key in known}
            found.append({"entity": entity.id, **_timeless(asdict(entity)), "names": known, "surfaces": spelled})
    for episode in mirror.episodes:
        mentions = sorted(mirror.mentions_in.get(episode.id, ()))
        found.append({"episode": episode.id, **_timeless(episode_row(episode)), "mentions": mentions})
    for fact in mirror.facts.values():
        if fact.id in live:
            found.append({"fact": names[fact.id], **_timeless(asdict(fact)), "id": ""})
    for event in mirror.events.values():
        if event.id in live:
            found.append({"event": names[event.id], **_timeless(asdict(event)), "id": ""})
    for link in mirror.links.values():
        if link.id in live:
            ends = {"cause": names.get(link.cause, ""), "effect": names.get(link.effect, "")}
            found.append({"link": link.id.split(".")[0], **_timeless(asdict(link)), **ends, "id": ""})
    derived: tuple[Summary | Topic | Repeat, ...] = (
        *mirror.summaries.values(),
        *mirror.topics.values(),
        *mirror.repeats.values(),
    )
    for one in derived:
        if one.retracted_at == FOREVER:
            found.append({"derived": type(one).__name__, **_timeless(asdict(one)), "id": ""})
    found += [{"pending": name, "why": mirror.readings[name].why} for name in mirror.pending]
    for fact_id, ties in mirror.ties.items():
        for table, event_id in ties:
            if event_id in live and fact_id in live:
                found.append({"tie": table, "event": names[event_id], "fact": names[fact_id]})
    yield from sorted(_json(one) for one in found)


def _fact_name(fact: Fact) -> str:
    return f"{fact.statement} {fact.valid_from} {fact.valid_to}"


def _is_held(record: Entity | Fact | Event | Link) -> bool:
    return record.retracted_at == FOREVER


def state_of(whole: WriteSet) -> str:
    """SHA-256 of what is held, as the last line of an export has it."""
    state = hashlib.sha256()
    for line in state_lines(whole):
        state.update(line.encode("utf-8", "surrogatepass") + b"\n")
    return state.hexdigest()


def _timeless(row: Row) -> Row:
    kept = {name: value for name, value in row.items() if name not in RECORDED}
    for name in ("retracted_at", "undone_at", "read_at"):
        if name in row:
            kept[name.removesuffix("_at")] = row[name] != FOREVER
    return kept


def _out(told: Telling) -> dict[str, Any]:
    plain = telling.as_dict(told)
    if isinstance(told, Observed):
        del plain["id"]
        plain["episode"] = episode_row(told.episode)
    if isinstance(told, Consolidated):
        return {"verb": plain["verb"], "call": told.call}  # what it made follows from the rest
    return plain


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False, separators=(",", ":"))


# --- in -----------------------------------------------------------------------------------------------


def read(source: Iterable[bytes | str]) -> Portable:
    """Read the lines of an export. Lines that cannot be read are listed, with their numbers, in `bad`.

    Raises InvalidArgument for a file that is no export, VersionError for one of a newer kgmem.
    """
    found = Portable()
    ended = 0
    number = 0
    for number, line in enumerate(source, 1):
        try:
            plain = _plain(line)
        except (ValueError, RecursionError) as error:
            if number == 1:
                raise InvalidArgument("the file is no kgmem export: its first line is no JSON object") from error
            found.bad.append((number, "it is no JSON object"))
            continue
        if number == 1:
            found.header = _header(plain)
        elif "told" in plain:
            try:
                found.entries.append(_entry(plain))
            except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
                found.bad.append((number, f"it is no entry ({_reason(error)})"))
        elif "end" in plain:
            ended, found.state = number, str(plain.get("state", ""))
        elif "node" not in plain and "edge" not in plain:
            found.bad.append((number, "it is neither an entry, a node nor an edge"))
    if not number:
        raise InvalidArgument("the file is empty; it should be an export of kgmem")
    if ended != number:
        found.bad.append((number + 1, "the file ends too early: its last line is missing"))
    return found


def _plain(line: bytes | str) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise ValueError("too long")
    text = line.decode("utf-8") if isinstance(line, bytes) else line
    plain = json.loads(text, parse_constant=_no_constant)
    if not isinstance(plain, dict):
        raise ValueError("no object")
    return plain


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _header(plain: dict[str, Any]) -> dict[str, Any]:
    if plain.get("kgmem") != "export":
        raise InvalidArgument("the file is no kgmem export; use `kgmem ingest` for conversations")
    version, made = plain.get("version"), plain.get("format")
    if type(version) is not int or type(made) is not int:
        raise CorruptError("the export does not say its version; export it again")
    if version > VERSION or made > schema.FORMAT:
        raise VersionError(f"the export was made by a newer kgmem (format {made}); upgrade kgmem")
    return plain


def _entry(plain: Mapping[str, Any]) -> Entry:
    verb, recorded = _typed("verb", plain["verb"], str), _typed("recorded", plain["recorded"], int)
    if not isinstance(plain["told"], list):
        raise TypeError("told")
    return Entry(verb[:200], recorded, tuple(_in(one) for one in plain["told"]))


def _in(plain: Mapping[str, Any]) -> Telling:
    if plain.get("verb") == "observe":
        episode = _episode(plain["episode"])
        told = telling.of_dict({**plain, "id": episode.id}, {episode.id: episode})
    else:
        told = telling.of_dict(plain, {})
    return checked(told)


def _episode(row: Mapping[str, Any]) -> Episode:
    kinds = {schema.STRING: str, schema.INT: int, schema.REAL: float}
    table = schema.NODES["Episode"]
    row = {"expires": FOREVER, **row}  # exports of before format 4 know no expiry
    if set(row) != {name for name, _ in table.columns}:
        raise ValueError("episode")
    episode = episode_of({name: _typed(name, row[name], kinds[kind]) for name, kind in table.columns})
    if not isinstance(episode.metadata, dict):
        raise TypeError("metadata")
    return episode


def checked(told: Telling) -> Telling:
    """The telling, if every part of it is of its kind and within its bounds; raises TypeError or ValueError."""
    if isinstance(told, Read):
        _check_record(told)
        _check_claims(told.claims)
        return told
    if isinstance(told, Observed):
        episode = told.episode
        if episode.role not in ROLES or episode.kind not in KINDS or not episode.id or not 0 <= episode.trust <= 1:
            raise ValueError("episode")
        for time in (episode.occurred, episode.recorded, episode.expires):
            _within(time)
        _typed("waits", told.waits, bool)
        _check_claims(told.claims)
        return told
    if isinstance(told, Consolidated):
        return Consolidated(call=_typed("call", told.call, str))
    _check_record(told)
    if isinstance(told, Asserted):
        _check_record(told.claim)
        if len(told.ends) != 2 or not 0 <= told.trust <= 1:
            raise ValueError("ends")
    return told


def _check_claims(read: Extraction | None) -> None:
    claims = read or Extraction()
    _typed("unfinished", claims.unfinished, bool)
    for part in (claims.mentions, claims.facts, claims.events, claims.causes):
        for claim in part:
            _check_record(claim)
    for cause in claims.causes:
        if not (0 <= cause.cause < len(claims.events) and 0 <= cause.effect < len(claims.events)):
            raise ValueError("cause")


def _check_record(record: Any) -> None:
    """Every field of its declared type; texts, times and shares within their bounds."""
    hints = get_type_hints(type(record))
    for one in fields(record):
        value = getattr(record, one.name)
        if (kind := _KINDS.get(hints[one.name])) is not None:
            _typed(one.name, value, kind)
    if isinstance(record, FactClaim | EventClaim | CauseClaim):
        if not 0 < record.confidence <= 1:
            raise ValueError("confidence")
        if isinstance(record, CauseClaim):
            if record.kind not in LINK_KINDS:
                raise ValueError("kind")
        elif record.polarity not in POLARITIES or record.modality not in MODALITIES:
            raise ValueError("polarity or modality")
    if isinstance(record, EventClaim):
        for part in record.participants:
            if len(part) != 3 or not all(isinstance(word, str) for word in part):
                raise TypeError("participants")
    for name in ("valid", "when"):
        if (span := getattr(record, name, None)) is not None:
            _within(_typed(name, span.start, int))
            _within(_typed(name, span.end, int))
            _typed("precision", span.precision, str)
    if isinstance(record, Confirmed):
        _within(record.at)
    if isinstance(record, Pinned) and record.kind not in PINNABLE:
        raise ValueError("kind")
    if isinstance(record, Recalled):
        for name, count, last in record.uses:
            _typed("uses", name, str)
            _within(_typed("uses", last, int))
            if _typed("uses", count, int) < 1:
                raise ValueError("uses")
    for name in ("hidden", "episodes"):
        if not all(isinstance(one, str) for one in getattr(record, name, ())):
            raise TypeError(name)


_KINDS: dict[Any, type] = {str: str, int: int, float: float, bool: bool}


def _typed(name: str, value: Any, kind: type) -> Any:
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise TypeError(name)
    return value


def _within(time: int) -> None:
    if not BEGINNING <= time <= FOREVER:
        raise ValueError("time")


def _reason(error: Exception) -> str:
    """Which part was wrong, never what it held."""
    said = str(error).strip("'")
    return said if said.isidentifier() else type(error).__name__
