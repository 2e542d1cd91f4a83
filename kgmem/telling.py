"""What memory is told, in a form that can be told again: an episode with what was read in it, or a call.

The journal keeps tellings beside the write sets that came of them. Settling the same tellings in the
same order gives the same memory, without an extractor, an encoder or a clock: that is how a memory is
written anew without what was erased, and how an exported one is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, asdict, dataclass, fields, replace
from typing import Any

from kgmem.records import CauseClaim, Derived, Episode, EventClaim, Extraction, FactClaim, Mention, WhyPending
from kgmem.temporal import Micros, Span
from kgmem.text import digest

NOTHING = Extraction()


@dataclass(frozen=True, slots=True)
class Observed:
    """An episode, and what was read in it. `waits`: it is to be read later (`Read`). `claims=None`: what was read is
    lost, or was never kept (a store of format 1)."""

    episode: Episode
    claims: Extraction | None = NOTHING
    waits: bool = False

    @property
    def why_pending(self) -> WhyPending | None:
        """Why it is to be read, None when it was."""
        if self.waits:
            return "not read yet"
        return "unfinished" if self.claims is not None and self.claims.unfinished else None


@dataclass(frozen=True, slots=True)
class Read:
    """What was read in the episode `id`, after it was observed; it takes the place of what was read there before.

    `by` names who read it, "" for the rules. `drops`: its text is kept no longer. `claims=None`: what was read is lost.
    """

    id: str
    claims: Extraction | None = NOTHING
    by: str = ""
    drops: bool = False


@dataclass(frozen=True, slots=True)
class Asserted:
    """A fact, event or cause that a program stated. For a cause, `ends` are the ids of its two ends."""

    claim: FactClaim | EventClaim | CauseClaim
    source: str = "api"
    zone: str = "UTC"
    trust: float = 1.0
    ends: tuple[str, str] = ("", "")
    call: str = ""


@dataclass(frozen=True, slots=True)
class Retracted:
    id: str
    reason: str = ""
    call: str = ""


@dataclass(frozen=True, slots=True)
class Closed:
    id: str
    at: Micros
    zone: str = "UTC"
    call: str = ""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Somebody says that a fact is so, as of `at`."""

    id: str
    at: Micros
    source: str = "api"
    call: str = ""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Ids to hide under one `id`; `selector` says in words what chose them."""

    id: str
    selector: str
    reason: str
    hidden: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unforgotten:
    id: str


@dataclass(frozen=True, slots=True)
class Merged:
    """Two names mean the same thing, a program says."""

    one: str
    other: str
    reason: str = ""
    call: str = ""


@dataclass(frozen=True, slots=True)
class Parted:
    """Two names do not mean the same thing, a program says; with `episodes`, the one means the other there."""

    one: str
    other: str
    reason: str = ""
    episodes: tuple[str, ...] = ()
    call: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """What was told under these names, ids of episodes or of calls, is taken as never told; an episode's text stays."""

    told: tuple[str, ...]
    reason: str = ""
    call: str = ""


@dataclass(frozen=True, slots=True)
class Consolidated:
    """Memory went over what it holds: `made` is what it worked out, `dropped` (kind, key) of what follows no longer.

    `made=None` means not worked out yet: settling it does that. So it is told to a memory that is written anew or
    imported, where something else may follow.
    """

    made: tuple[Derived, ...] | None = None
    dropped: tuple[tuple[str, str], ...] = ()
    call: str = ""


@dataclass(frozen=True, slots=True)
class Pinned:
    """Something that neither expires nor is swept (`records.Pin`)."""

    id: str
    what: str
    kind: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unpinned:
    id: str


@dataclass(frozen=True, slots=True)
class Recalled:
    """How often episodes and facts were recalled in all, and when last: (id of the episode or statement of the fact,
    count, time). In all, so that hearing it twice is hearing it once."""

    uses: tuple[tuple[str, int, Micros], ...]


CallOnFact = Retracted | Closed | Confirmed
"""A telling that names a fact by its id (`Retracted` also an event or a link)."""
Call = Asserted | CallOnFact | Merged | Parted | Undone | Consolidated
"""A telling of a program that may be undone. `call` is its id, made when it is told; "" in stores of before."""
Tending = Forgotten | Unforgotten | Pinned | Unpinned | Recalled
"""Tellings that say nothing of the world: what they do is their own table of the graph."""
Telling = Observed | Read | Call | Tending

_CALLS: dict[str, type[CallOnFact | Merged | Parted | Undone | Consolidated | Tending]] = {
    "retract": Retracted,
    "close_fact": Closed,
    "confirm": Confirmed,
    "forget": Forgotten,
    "unforget": Unforgotten,
    "merge": Merged,
    "split": Parted,
    "undo": Undone,
    "consolidate": Consolidated,
    "pin": Pinned,
    "unpin": Unpinned,
    "recall": Recalled,
}
_CLAIMS: dict[str, type[FactClaim | EventClaim | CauseClaim]] = {
    "assert_fact": FactClaim,
    "record_event": EventClaim,
    "link_cause": CauseClaim,
}
_VERBS = {kind: verb for verb, kind in (*_CALLS.items(), *_CLAIMS.items())}


def verb_of(telling: Telling) -> str:
    """The verb of the public API that tells this."""
    if isinstance(telling, Observed):
        return "observe"
    if isinstance(telling, Read):
        return "read"
    return _VERBS[type(telling.claim) if isinstance(telling, Asserted) else type(telling)]


def name_of(telling: Telling) -> str:
    """The id under which a telling can be undone; "" for none."""
    if isinstance(telling, Observed):
        return telling.episode.id
    if isinstance(telling, Read):
        return telling.id
    return telling.call if isinstance(telling, Call) else ""


def named(telling: Telling, recorded: Micros, number: int) -> Telling:
    """The telling with an id, if it is a call without one. `number` tells it from others like it."""
    if not isinstance(telling, Call) or telling.call:
        return telling
    told = json.dumps(as_dict(telling), ensure_ascii=False, sort_keys=True)
    return replace(telling, call=f"ca_{digest(str(recorded), str(number), told)}")


def to_json(tellings: Iterable[Telling]) -> str:
    """Tellings as one JSON list. Episodes are named by id: their rows stand in the write set."""
    return json.dumps([as_dict(telling) for telling in tellings], ensure_ascii=False, separators=(",", ":"))


def from_json(text: str, episodes: Mapping[str, Episode]) -> list[Telling]:
    """The tellings `to_json` wrote; raises KeyError, TypeError or ValueError for anything else."""
    return [of_dict(told, episodes) for told in json.loads(text)]


def as_dict(telling: Telling) -> dict[str, Any]:
    """One telling as JSON values; what has its default is left out."""
    verb = verb_of(telling)
    if isinstance(telling, Observed):
        waits = {"waits": True} if telling.waits else {}
        return {"verb": verb, "id": telling.episode.id, "claims": _claims_dict(telling.claims), **waits}
    if isinstance(telling, Read):
        told = {"by": telling.by} if telling.by else {}
        drops = {"drops": True} if telling.drops else {}
        return {"verb": verb, "id": telling.id, "claims": _claims_dict(telling.claims), **told, **drops}
    if isinstance(telling, Asserted):
        told = _sparse(telling)
        del told["claim"]
        return {"verb": verb, "claim": _claim_dict(telling.claim), **told}
    if isinstance(telling, Consolidated):
        made = None if telling.made is None else [_derived_dict(one) for one in telling.made]
        return {"verb": verb, "made": made, "dropped": [list(one) for one in telling.dropped], "call": telling.call}
    return {"verb": verb, **_sparse(telling)}


def of_dict(told: Mapping[str, Any], episodes: Mapping[str, Episode]) -> Telling:
    rest = {name: value for name, value in told.items() if name not in ("verb", "claim")}
    verb = told["verb"]
    if verb == "observe":
        return Observed(episodes[told["id"]], _claims_of(told["claims"]), told.get("waits", False))
    if verb == "read":
        return Read(told["id"], _claims_of(told["claims"]), told.get("by", ""), told.get("drops", False))
    if verb in _CLAIMS:
        if "ends" in rest:
            rest["ends"] = tuple(rest["ends"])
        return Asserted(_claim_of(_CLAIMS[verb], told["claim"]), **rest)
    if verb == "consolidate":
        made = None if rest.get("made") is None else tuple(map(_derived_of, rest["made"]))
        return Consolidated(made, tuple((kind, key) for kind, key in rest.get("dropped", ())), rest.get("call", ""))
    for name in ("hidden", "episodes", "told"):
        if name in rest:
            rest[name] = tuple(rest[name])
    if "uses" in rest:
        rest["uses"] = tuple((name, count, last) for name, count, last in rest["uses"])
    return _CALLS[verb](**rest)


def extraction_dict(extraction: Extraction) -> dict[str, Any]:
    parts: dict[str, Any] = {name: [_claim_dict(claim) for claim in getattr(extraction, name)] for name in _CLAIMED}
    return {name: part for name, part in {**parts, "unfinished": extraction.unfinished}.items() if part}


def extraction_of(parts: Mapping[str, Any]) -> Extraction:
    claims = {name: tuple(_claim_of(_CLAIMED[name], one) for one in parts[name]) for name in _CLAIMED if name in parts}
    if unknown := parts.keys() - {*_CLAIMED, "unfinished"}:
        raise KeyError(min(unknown))
    return Extraction(**claims, unfinished=parts.get("unfinished", False))


_CLAIMED: dict[str, type] = {"mentions": Mention, "facts": FactClaim, "events": EventClaim, "causes": CauseClaim}


def _claims_dict(claims: Extraction | None) -> dict[str, Any] | None:
    return None if claims is None else extraction_dict(claims)


def _claims_of(parts: Mapping[str, Any] | None) -> Extraction | None:
    return None if parts is None else extraction_of(parts)


def last_read(tellings: Iterable[Telling]) -> dict[str, Observed]:
    """Every episode that was told, by id, with what was read in it last."""
    found: dict[str, Observed] = {}
    for one in tellings:
        if isinstance(one, Observed):
            found[one.episode.id] = one
        elif isinstance(one, Read) and one.id in found:
            found[one.id] = read_in(found[one.id], one)
    return found


def read_in(told: Observed, read: Read) -> Observed:
    """The episode with what was read in it later."""
    episode = replace(told.episode, text="", caption="") if read.drops else told.episode
    return Observed(episode, read.claims)


def _claim_dict(claim: Any) -> dict[str, Any]:
    told = _sparse(claim)
    for name in ("valid", "when"):
        if name in told:
            span = getattr(claim, name)
            told[name] = [span.start, span.end, span.precision]
    return told


def _claim_of(kind: type[Any], told: Mapping[str, Any]) -> Any:
    values = dict(told)
    for name in ("valid", "when"):
        if name in values:
            values[name] = Span(*values[name])
    if "participants" in values:
        values["participants"] = tuple(tuple(part) for part in values["participants"])
    return kind(**values)


def _derived_dict(one: Derived) -> dict[str, Any]:
    told = _sparse(one)
    return told | ({"claim": _claim_dict(one.claim)} if one.claim is not None else {})


def _derived_of(told: Mapping[str, Any]) -> Derived:
    values = dict(told)
    if "claim" in values:
        values["claim"] = _claim_of(FactClaim, values["claim"])
    for name in ("parts", "sources"):
        if name in values:
            values[name] = tuple(tuple(part) for part in values[name])
    if "ends" in values:
        values["ends"] = tuple(values["ends"])
    return Derived(**values)


def _sparse(record: Any) -> dict[str, Any]:
    """The fields of a record that differ from their defaults."""
    values = asdict(record)
    return {field.name: values[field.name] for field in fields(record) if not _is_default(field, record)}


def _is_default(field: Field[Any], record: Any) -> bool:
    return field.default is not MISSING and getattr(record, field.name) == field.default
