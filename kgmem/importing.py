"""Taking a portable memory in: settled again telling by telling, so that two memories can become one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from reprlib import repr
from typing import Any, Literal, TypeVar

from kgmem import erasure
from kgmem.checking import folded, whole_of
from kgmem.errors import InvalidArgument
from kgmem.holdings import BATCH, Holdings, batches
from kgmem.portable import Portable, state_of
from kgmem.records import CauseClaim, Episode, EventClaim, Extraction, FactClaim, Mention
from kgmem.redact import Policy, redact, redact_value
from kgmem.rewriting import Entry, Reader, history, rewrite, translated, without_dropped
from kgmem.selection import Selector
from kgmem.telling import (
    NOTHING,
    Asserted,
    Closed,
    Confirmed,
    Consolidated,
    Forgotten,
    Observed,
    Pinned,
    Read,
    Telling,
)
from kgmem.telling import to_json as told_json
from kgmem.temporal import FOREVER, Clock, Micros
from kgmem.text import digest

Existing = Literal["skip", "merge", "overwrite"]
EXISTING: tuple[Existing, ...] = ("skip", "merge", "overwrite")


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did. `known` were here already; of those with another text, `kept` stayed as they were
    here, `added` came in beside under a new id, `replaced` took the place of what was here. `exact` says that
    the memory was empty and is now the one that was exported, to the last column."""

    episodes: int = 0
    calls: int = 0
    known: int = 0
    kept: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    erased: tuple[str, ...] = ()
    bad: tuple[tuple[int, str], ...] = ()
    exact: bool = False


def take_in(
    held: Holdings,
    found: Portable,
    read: Reader,
    clock: Clock,
    policy: Policy,
    *,
    existing: Existing,
    allow_erased: bool,
) -> Imported:
    """Import what was read. Into an empty memory everything goes as it was, with its recorded times; into
    another one it is recorded now."""
    if existing not in EXISTING:
        raise InvalidArgument(f"existing={repr(existing)} is none of {', '.join(EXISTING)}")
    empty = not held.working.episodes and not held.working.facts and not held.working.events
    entries = _cleaned(found.entries, policy)
    # ids of an empty memory come out as they were; those of another one must be translated
    origin = held.working if empty else rewrite(entries, None, held.ontology, read).mirror
    here = {episode.id: episode for episode in held.working.episodes}
    differing = [e for e in _episodes(entries) if e.id in here and here[e.id].text != e.text]
    result = Imported(bad=tuple(found.bad))
    if existing == "overwrite" and differing:
        names = frozenset(episode.id for episode in differing)
        chosen = Selector("the import's own episodes", lambda e: e.id in names, lambda _, __: False)
        erasure.plan(held, chosen, read, clock).confirm(remember=False)
        result = replace(result, replaced=tuple(sorted(names)))
    said = _calls_of(held)
    new: dict[str, str] = {}  # episodes that come in, by the id they have in the file -> their id here
    for entry in entries:
        tellings: list[Telling] = []
        for told in entry.tellings:
            if isinstance(told, Read):
                one: Telling | None = _reading_here(told, new, held)
            else:
                result, one = _decided(told, held, result, said, existing=existing, allow_erased=allow_erased)
                if isinstance(told, Observed) and isinstance(one, Observed):
                    new[told.episode.id] = one.episode.id
            now = None if one is None else translated(one, origin, held.working)
            if now is not None and not _is_here(now, held):
                tellings.append(now)
                result = _counted(result, now)
        recorded = entry.recorded if empty else clock()
        for part in batches(_recorded(tellings, recorded, empty=empty), BATCH):
            came = [one.episode for one in part if isinstance(one, Observed)]
            held.tell(entry.verb, recorded, part, lambda came=came: held.encode(came), again=True)  # type: ignore[misc]
    exact = empty and not found.bad and state_of(whole_of(folded(held.journal.rows()))) == found.state
    return replace(result, exact=exact)


def rewrite_clean(held: Holdings, read: Reader, policy: Policy) -> None:
    """Write the memory anew with everything replaced that the policy does not allow."""
    entries = _cleaned(history(held.journal.rows()), policy)
    erasure.write_next(held, rewrite(entries, held.working, held.ontology, read))
    held.swap()


def _cleaned(entries: Iterable[Entry], policy: Policy) -> list[Entry]:
    """The entries without what the policy does not allow. A text that changes is read again: what was read in it later
    does not count."""
    whole = without_dropped(list(entries))
    changed: set[str] = set()
    found = []
    for entry in whole:
        tellings = []
        for told in entry.tellings:
            now = _clean(told, policy)
            if isinstance(told, Observed) and now != told and told.episode.text:
                changed.add(told.episode.id)
            if not (isinstance(told, Read) and told.id in changed):
                tellings.append(now)
        found.append(replace(entry, tellings=tuple(tellings)))
    return found


def _reading_here(told: Read, new: Mapping[str, str], held: Holdings) -> Read | None:
    """What was read later in an episode that comes in, or that is here and was not read yet."""
    if told.id in new:
        return replace(told, id=new[told.id])
    return told if told.id in held.working.pending else None


def _episodes(entries: Iterable[Entry]) -> Iterator[Episode]:
    for entry in entries:
        yield from (told.episode for told in entry.tellings if isinstance(told, Observed))


def _clean(told: Telling, policy: Policy) -> Telling:
    """The telling without what the policy does not allow; a text that changes is read again."""
    if isinstance(told, Observed):
        said = _allowed(told.episode, policy, ("text", "caption", "speaker", "session", "origin"))
        episode = replace(said, metadata=redact_value(dict(said.metadata), policy))
        if episode != told.episode:
            return Observed(episode, NOTHING, waits=True) if told.waits else Observed(episode, None)
        return _with_clean_claims(told, policy)
    if isinstance(told, Read):
        return _with_clean_claims(told, policy)
    if isinstance(told, Asserted):
        return _allowed(replace(told, claim=_allowed(told.claim, policy)), policy, ("source",))
    if isinstance(told, Pinned) and told.kind == "entity":
        told = _allowed(told, policy, ("what",))
    return _allowed(told, policy, ("reason", "selector", "one", "other", "source"))


def _with_clean_claims(told: C, policy: Policy) -> C:
    read = told.claims or NOTHING
    claims = Extraction(
        tuple(_allowed(claim, policy) for claim in read.mentions),
        tuple(_allowed(claim, policy) for claim in read.facts),
        tuple(_allowed(claim, policy) for claim in read.events),
        tuple(_allowed(claim, policy) for claim in read.causes),
        read.unfinished,
    )
    return replace(told, claims=claims) if claims != read else told


C = TypeVar("C", Observed, Read)
R = TypeVar("R", bound=Episode | Telling | Mention | FactClaim | EventClaim | CauseClaim)


def _allowed(record: R, policy: Policy, names: Sequence[str] = ()) -> R:
    """The record with the texts of these fields (of all, without names) as the policy allows them."""
    changed: dict[str, Any] = {}
    for name in names or [field.name for field in fields(record)]:
        value = getattr(record, name, None)
        if isinstance(value, str):
            changed[name] = redact(value, policy, where=name)[0]
        elif name == "participants" and value:
            changed[name] = tuple((role, redact(who, policy, where=name)[0], kind) for role, who, kind in value)
    kept = {name: value for name, value in changed.items() if value != getattr(record, name)}
    return replace(record, **kept) if kept else record


def _calls_of(held: Holdings) -> set[str]:
    """The direct calls this memory was told, for knowing them again."""
    told = (one for entry in history(held.journal.rows()) for one in entry.tellings)
    return {told_json([replace(one, call="")]) for one in told if isinstance(one, Asserted)}


def _decided(
    told: Telling, held: Holdings, result: Imported, said: set[str], *, existing: Existing, allow_erased: bool
) -> tuple[Imported, Telling | None]:
    """What becomes of one telling: the telling to settle, or None."""
    if not allow_erased and held.marks.is_erased(told):
        name = told.episode.id if isinstance(told, Observed) else "call"
        return replace(result, erased=(*result.erased, name)), None
    if isinstance(told, Observed):
        episode = told.episode
        number = held.working.number.get(episode.id)
        if number is None:
            return result, told
        if held.working.episodes[number].text == episode.text:
            return replace(result, known=result.known + 1), None
        if existing != "merge":
            return replace(result, kept=(*result.kept, episode.id)), None
        beside = f"{episode.id}~{digest(episode.text)[:8]}"
        if beside in held.working.number:
            return replace(result, known=result.known + 1), None
        added = (*result.added, beside)
        return replace(result, added=added), replace(told, episode=replace(episode, id=beside))
    if isinstance(told, Asserted) and told_json([replace(told, call="")]) in said:
        return replace(result, known=result.known + 1), None
    return result, told


def _is_here(told: Telling, held: Holdings) -> bool:
    """True for a forgetting or a consolidation that came in before, or a closing of what is over."""
    if isinstance(told, Consolidated):
        return told.call in held.told_names()
    if isinstance(told, Closed):
        return held.working.facts[told.id].valid_to <= told.at
    if isinstance(told, Confirmed):
        known = held.working.confirmed.get(held.working.facts[told.id].statement, ())
        live = (held.working.confirmations[name] for name in known)
        return any((one.said, one.source, one.retracted_at) == (told.at, told.source, FOREVER) for one in live)
    if isinstance(told, Pinned):
        return told.id in held.working.pins
    return isinstance(told, Forgotten) and told.id in held.working.forgettings


def _counted(result: Imported, told: Telling) -> Imported:
    if isinstance(told, Observed):
        return replace(result, episodes=result.episodes + 1)
    if isinstance(told, Read):
        return result
    return replace(result, calls=result.calls + 1)


def _recorded(tellings: Sequence[Telling], recorded: Micros, *, empty: bool) -> list[Telling]:
    if empty:
        return list(tellings)
    return [
        replace(one, episode=replace(one.episode, recorded=recorded)) if isinstance(one, Observed) else one
        for one in tellings
    ]
